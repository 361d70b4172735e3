"""Shapes as SVG elements: lengths in mm from the upper left corner, angles in degrees clockwise from up."""

from collections.abc import Iterable
from math import cos, radians, sin
from unicodedata import combining, east_asian_width
from xml.etree.ElementTree import Element, SubElement

HAIR, THIN, BOLD = 0.2, 0.25, 0.5
"""Widths of lines."""

BROKEN = "2 1.2"
"""Dashes and gaps of a line to cut along."""

LEAST = 2.47
"""The smallest text where there is a choice: 7 points."""


def segment(x1: float, y1: float, x2: float, y2: float, width: float = THIN, broken: bool = False) -> Element:
    """Return a straight line; a ``broken`` one is to cut along."""
    return _outline("line", width, broken, x1=x1, y1=y1, x2=x2, y2=y2)


def circle(x: float, y: float, radius: float, width: float = THIN) -> Element:
    """Return a circle around its middle."""
    return _outline("circle", width, cx=x, cy=y, r=radius)


def rectangle(x: float, y: float, length: float, height: float, width: float = THIN, broken: bool = False) -> Element:
    """Return a rectangle from its upper left corner; a ``broken`` one is to cut along."""
    return _outline("rect", width, broken, x=x, y=y, width=length, height=height)


def sector(x: float, y: float, radius: float, start: float, sweep: float) -> Element:
    """Return a part of a circle with its two arms, from ``start`` over ``sweep`` degrees, less than 360."""
    (x1, y1), (x2, y2) = (at_angle(x, y, radius, angle) for angle in (start, start + sweep))
    arc = f"A {mm(radius)} {mm(radius)} 0 {int(sweep > 180)} 1 {mm(x2)} {mm(y2)}"
    path = f"M {mm(x)} {mm(y)} L {mm(x1)} {mm(y1)} {arc} Z"
    return Element("path", {"d": path, "stroke-linejoin": "round", "stroke-width": mm(THIN)})


def polygon(*points: tuple[float, float]) -> Element:
    """Return a filled shape, such as the head of an arrow."""
    corners = " ".join(f"{mm(x)},{mm(y)}" for x, y in points)
    return Element("polygon", {"points": corners, "fill": "black", "stroke": "none"})


def words(x: float, y: float, text: str, size: float, anchor: str = "start", bold: bool = False) -> Element:
    """Return one line of text on its base line, ``size`` high."""
    found = Element("text", {"x": mm(x), "y": mm(y), "font-size": mm(size), "fill": "black", "stroke": "none"})
    if anchor != "start":
        found.set("text-anchor", anchor)
    if bold:
        found.set("font-weight", "bold")
    found.text = printable(text)
    return found


def moved(
    x: float,
    y: float,
    shapes: Iterable[Element],
    name: str = "",
    window: tuple[float, float, float, float] | None = None,
) -> Element:
    """Return shapes moved to a place; only what is in a ``window`` (left, upper, length, height) is visible."""
    found = Element("g", {"transform": f"translate({mm(x)} {mm(y)})"})
    if name:
        found.set("data-name", name)
    if window:
        left, upper, length, height = map(mm, window)
        clip = SubElement(found, "clipPath")
        SubElement(clip, "rect", {"x": left, "y": upper, "width": length, "height": height})
    found.extend(shapes)
    return found


def _outline(tag: str, stroke: float, broken: bool = False, **lengths: float) -> Element:
    found = Element(tag, {**{name: mm(length) for name, length in lengths.items()}, "stroke-width": mm(stroke)})
    if broken:
        found.set("stroke-dasharray", BROKEN)
    return found


def mm(number: float) -> str:
    """Return a length to a ten-thousandth of a mm."""
    return f"{round(number, 4) + 0.0:.4f}".rstrip("0").rstrip(".")


def printable(text: str) -> str:
    """Return a text without the characters that XML cannot hold."""
    return "".join(
        letter
        for letter in text
        if letter >= " " and not "\ud800" <= letter <= "\udfff" and letter not in "\ufffe\uffff"
    )


def at_angle(x: float, y: float, distance: float, angle: float) -> tuple[float, float]:
    """Return the point at a distance in a direction."""
    return x + distance * sin(radians(angle)), y - distance * cos(radians(angle))


def cross(x: float, y: float, arm: float = 2.0) -> tuple[Element, Element]:
    """Return a cross at a point."""
    return segment(x - arm, y, x + arm, y, HAIR), segment(x, y - arm, x, y + arm, HAIR)


def width_of(text: str, size: float, bold: bool = False) -> float:
    """Return about how wide a line of text is, rather too wide than too narrow: no font is known here."""
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
    """Return a text in lines no wider than ``width``; a wider word is broken."""
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
    """Return the size at which a line of text is no wider than ``width``."""
    wide = width_of(text, size)
    return size if wide <= width or not wide else max(least, size * width / wide)


def filling(texts: list[str], size: float, width: float, height: float) -> tuple[float, list[str]]:
    """Return the greatest size, up to ``size``, at which texts fit a width and a height, and their lines then."""
    while True:
        lines = [line for text in texts for line in wrapped(text, size, width)]
        if len(lines) * size * 1.15 <= height or size < 0.1:
            return size, lines
        size *= 0.9
