"""Printed pages as images, and what can be measured in them: positions of ink, in mm, by the standard library."""

import re
import subprocess
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import cos, radians, sin
from pathlib import Path
from typing import NamedTuple

from tests.tools import needed

DPI = 254
"""Ten pixels in a mm."""

PER_MM = 10
DARK = 128


class Ink(NamedTuple):
    """A run of dark points along a line: its middle and its thickness, in mm from where the line starts."""

    middle: float
    thick: float


class Image:
    """One page in grey."""

    def __init__(self, path: Path) -> None:
        content = path.read_bytes()
        head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", content)
        assert head, path
        self.width, self.height = int(head[1]), int(head[2])
        self.points = content[head.end() :]

    def grey(self, x: float, y: float) -> int:
        """How light the page is at a place in mm."""
        return self.points[min(self.height - 1, int(y * PER_MM)) * self.width + min(self.width - 1, int(x * PER_MM))]

    def along(self, place: Callable[[float], tuple[float, float]], length: float, step: float = 0.02) -> list[Ink]:
        """The ink along a way of ``length``; ``place`` is the point at each distance."""
        found: list[Ink] = []
        start: float | None = None
        for number in range(int(length / step) + 1):
            dark = self.grey(*place(number * step)) < DARK
            if dark and start is None:
                start = number * step
            elif not dark and start is not None:
                found.append(Ink((start + (number - 1) * step) / 2, number * step - start))
                start = None
        return found

    def ray(self, x: float, y: float, angle: float, length: float) -> list[Ink]:
        """The ink on a straight line, ``angle`` in degrees clockwise from up."""
        return self.along(lambda far: (x + far * sin(radians(angle)), y - far * cos(radians(angle))), length)

    def around(self, x: float, y: float, radius: float, first: float, last: float) -> list[Ink]:
        """The ink on a part of a circle: the middles are degrees, the thickness mm."""
        per_mm = 180 / (3.141592653589793 * radius)

        def place(far: float) -> tuple[float, float]:
            angle = radians(first + far * per_mm)
            return x + radius * sin(angle), y - radius * cos(angle)

        return [Ink(first + ink.middle * per_mm, ink.thick) for ink in self.along(place, (last - first) / per_mm)]

    def uprights(self, left: float, right: float, upper: float, lower: float, share: float = 0.5) -> list[float]:
        """Where upright lines stand: columns between ``upper`` and ``lower`` that are dark over more than ``share``."""
        first, last = round(upper * PER_MM), round(lower * PER_MM)
        black = self.points[first * self.width : last * self.width].translate(BLACK)
        columns = [
            x
            for x in range(max(0, int(left * PER_MM)), min(self.width, int(right * PER_MM) + 1))
            if black[x :: self.width].count(1) > share * (last - first)
        ]
        return [(run[0] + run[-1] + 1) / 2 / PER_MM for run in runs(columns)]

    def rows(self) -> Iterator[bytes]:
        """Every row of points."""
        for start in range(0, len(self.points), self.width):
            yield self.points[start : start + self.width]

    def margin(self) -> float:
        """The width of the blank edge, in mm."""
        rows = [self.points[start : start + self.width] for start in range(0, len(self.points), self.width)]
        inked = [row for row in rows if row.strip(b"\xff")]
        upper, lower = rows.index(inked[0]), rows[::-1].index(inked[-1])
        left = min(self.width - len(row.lstrip(b"\xff")) for row in inked)
        right = min(self.width - len(row.rstrip(b"\xff")) for row in inked)
        return min(upper, lower, left, right) / PER_MM

    def level(self, upper: float, lower: float, longest: float) -> list[float]:
        """Where level lines stand: rows with a dark run of at least so many mm."""
        rows = [
            y
            for y in range(round(upper * PER_MM), round(lower * PER_MM))
            if bytes([1]) * round(longest * PER_MM)
            in self.points[y * self.width : (y + 1) * self.width].translate(BLACK)
        ]
        return [(run[0] + run[-1] + 1) / 2 / PER_MM for run in runs(rows)]

    def inked(self, upper: float, lower: float) -> bool:
        """Whether there is anything between two heights."""
        part = self.points[round(upper * PER_MM) * self.width : round(lower * PER_MM) * self.width]
        return bool(part.strip(b"\xff"))

    def dots(self, left: float, right: float, upper: float, lower: float) -> set[tuple[int, int]]:
        """The dark points of a part of the page, counted from its upper left corner."""
        x0, y0 = round(left * PER_MM), round(upper * PER_MM)
        return {
            (x, y)
            for y in range(round((lower - upper) * PER_MM))
            for x in range(round((right - left) * PER_MM))
            if self.points[(y0 + y) * self.width + x0 + x] < DARK
        }


BLACK = bytes(int(grey < DARK) for grey in range(256))


def runs(numbers: list[int]) -> list[list[int]]:
    """Whole numbers in rising order, those that follow each other together."""
    found: list[list[int]] = [[number] for number in numbers[:1]]
    for before, number in pairwise(numbers):
        if number == before + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return found


def images_of(pdf: Path) -> list[Image]:
    """Every page of a PDF."""
    subprocess.run([needed("pdftoppm"), "-gray", "-r", str(DPI), str(pdf), str(pdf.with_suffix(""))], check=True)
    paths = sorted(pdf.parent.glob(f"{pdf.stem}-*.pgm"), key=lambda path: int(path.stem.rpartition("-")[2]))
    images = [Image(path) for path in paths]
    for path in paths:
        path.unlink()
    return images


def text_of(pdf: Path) -> str:
    """The text of a PDF, in the order in which it was drawn."""
    return subprocess.run(
        [needed("pdftotext"), "-raw", str(pdf), "-"], check=True, capture_output=True, text=True
    ).stdout
