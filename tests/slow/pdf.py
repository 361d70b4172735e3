"""A PDF as its reader sees it: words with their boxes, pages as pixels, its outline."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from tests.test_sheets import squeezed
from tests.tools import needed

PIXELS = 100
"""Pixels to the inch when a page is looked at."""


class Word(NamedTuple):
    """A word on a page and the box around it, in points from the upper left."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


class Image(NamedTuple):
    """A page as grey pixels, row by row."""

    width: int
    height: int
    pixels: bytes

    def row(self, y: int) -> bytes:
        """One row of pixels."""
        return self.pixels[y * self.width : (y + 1) * self.width]

    def strip(self, mm: float) -> bytes:
        """Every pixel nearer than so much to an edge."""
        edge = round(mm / 25.4 * PIXELS)
        inside = range(edge, self.height - edge)
        rows = (
            self.row(y) if y not in inside else self.row(y)[:edge] + self.row(y)[-edge:] for y in range(self.height)
        )
        return b"".join(rows)


class Bookmark(NamedTuple):
    """An entry of the outline: how deep it is, its title, and the page it leads to, the first being 1."""

    depth: int
    title: str
    page: int


class Pdf:
    """A PDF as its reader has it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def text(self, *options: str) -> str:
        """Its text as pdftotext reads it."""
        command = [needed("pdftotext"), "-enc", "UTF-8", *options, str(self.path), "-"]
        return subprocess.run(command, capture_output=True, check=True).stdout.decode()

    def pages(self) -> list[str]:
        """The text of each page, in the order of the file, without white space."""
        return [squeezed(page) for page in self.text("-raw").split("\f")[:-1]]

    def words(self) -> list[list[Word]]:
        """The words of each page."""
        tree = ElementTree.fromstring(self.text("-bbox"))
        space = "{http://www.w3.org/1999/xhtml}"
        sides = ("xMin", "yMin", "xMax", "yMax")
        return [
            [Word(word.text or "", *(float(word.attrib[side]) for side in sides)) for word in page.iter(f"{space}word")]
            for page in tree.iter(f"{space}page")
        ]

    def images(self) -> list[Image]:
        """Each page as an image."""
        command = [needed("pdftoppm"), "-gray", "-r", str(PIXELS), str(self.path), str(self.path.with_suffix(""))]
        subprocess.run(command, check=True)
        found = []
        for path in sorted(self.path.parent.glob(f"{self.path.stem}-*.pgm")):
            kind, width, height, _, pixels = path.read_bytes().split(maxsplit=4)
            assert kind == b"P5"
            found.append(Image(int(width), int(height), pixels[-int(width) * int(height) :]))
        return found

    def facts(self) -> dict[str, str]:
        """What pdfinfo tells of the file."""
        command = [needed("pdfinfo"), str(self.path)]
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return {key: value.strip() for key, _, value in (line.partition(":") for line in out.splitlines())}

    def bookmarks(self) -> list[Bookmark]:
        """Its outline."""
        command = [needed("pdftohtml"), "-xml", "-i", "-stdout", "-enc", "UTF-8", str(self.path)]
        out = subprocess.run(command, capture_output=True, check=True).stdout.decode()
        outline = out[out.index("<outline>") : out.rindex("</outline>")] + "</outline>"
        return list(_bookmarks(ElementTree.fromstring(outline), 1))


def _bookmarks(outline: ElementTree.Element, depth: int) -> Iterator[Bookmark]:
    for one in outline:
        if one.tag == "outline":
            yield from _bookmarks(one, depth + 1)
        else:
            yield Bookmark(depth, one.text or "", int(one.attrib["page"]))


def overlap(one: Word, other: Word) -> bool:
    """Whether two words stand on each other, by more than a fifth of the smaller one."""
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.bottom, other.bottom) - max(one.top, other.top)
    least = min((word.right - word.left) * (word.bottom - word.top) for word in (one, other))
    return wide > 0 and high > 0 and wide * high > least / 5
