"""Shapes as data, in mm from the upper left corner of what they are drawn in; angles in degrees, clockwise from up."""

from math import cos, radians, sin
from typing import NamedTuple
from unicodedata import combining, east_asian_width

HAIR, THIN, BOLD = 0.2, 0.25, 0.5
"""Widths of lines."""


LEAST = 2.47
"""No text is smaller than this where there is a choice, in mm: 7 points."""


class Line(NamedTuple):
    """A straight line; ``broken`` is where to cut."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = THIN
    broken: bool = False


class Circle(NamedTuple):
    """A circle around its middle."""

    x: float
    y: float
    radius: float
    width: float = THIN


class Rectangle(NamedTuple):
    """A rectangle from its upper left corner; ``broken`` is where to cut."""

    x: float
    y: float
    length: float
    height: float
    width: float = THIN
    broken: bool = False


class Sector(NamedTuple):
    """A part of a circle with its two arms, from ``start`` on over ``sweep`` degrees; less than a whole turn."""

    x: float
    y: float
    radius: float
    start: float
    sweep: float
    width: float = THIN


class Polygon(NamedTuple):
    """Corners joined and filled, such as the head of an arrow."""

    points: tuple[tuple[float, float], ...]


class Words(NamedTuple):
    """One line of text on its base line: ``size`` is its height in mm, ``anchor`` start, middle or end."""

    x: float
    y: float
    text: str
    size: float
    anchor: str = "start"
    bold: bool = False


class Group(NamedTuple):
    """Shapes moved to a place; with a ``window`` (left, upper, length, height) no more than that of them is seen."""

    x: float
    y: float
    shapes: tuple["Shape", ...]
    name: str = ""
    window: tuple[float, float, float, float] | None = None


Shape = Line | Circle | Rectangle | Sector | Polygon | Words | Group


def at_angle(x: float, y: float, distance: float, angle: float) -> tuple[float, float]:
    """The point at a distance in a direction."""
    return x + distance * sin(radians(angle)), y - distance * cos(radians(angle))


def cross(x: float, y: float, arm: float = 2.0) -> tuple[Line, Line]:
    """A cross at a point."""
    return Line(x - arm, y, x + arm, y, HAIR), Line(x, y - arm, x, y + arm, HAIR)


def width_of(text: str, size: float, bold: bool = False) -> float:
    """About how wide a line of text is, rather too wide than too narrow; there is no font to ask."""
    wide = sum(_em(letter) for letter in text)
    return wide * size * (1.08 if bold else 1.0)


def _em(letter: str) -> float:
    if combining(letter):
        return 0.0
    if east_asian_width(letter) in "WF" or ord(letter) > 0xFFFF:
        return 1.4
    if letter in "MWmw%@—":
        return 0.85
    if letter in "iljtfrI.,:;!'|()[] ":
        return 0.33
    if ord(letter) > 0x2FF:
        return 0.75
    return 0.68 if letter.isupper() else 0.52


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Text in lines no wider than ``width`` mm; a word that is wider is broken."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        while width_of(word, size) > width and len(word) > 1:
            fits = max(1, next(n for n in range(1, len(word) + 1) if width_of(word[:n], size) > width) - 1)
            lines += [line] * bool(line) + [word[:fits]]
            line, word = "", word[fits:]
        joined = f"{line} {word}" if line else word
        if width_of(joined, size) > width:
            lines.append(line)
            line = word
        else:
            line = joined
    return [*lines, line] if line else lines


def fitting(text: str, size: float, width: float, least: float = 0.1) -> float:
    """The size at which a line of text is no wider than ``width`` mm."""
    wide = width_of(text, size)
    return size if wide <= width or not wide else max(least, size * width / wide)


def filling(texts: list[str], size: float, width: float, height: float) -> tuple[float, list[str]]:
    """The greatest size, up to ``size``, at which texts fill no more than so many mm, and their lines at that size."""
    while True:
        lines = [line for text in texts for line in wrapped(text, size, width)]
        if len(lines) * size * 1.15 <= height or size < 0.1:
            return size, lines
        size *= 0.9
