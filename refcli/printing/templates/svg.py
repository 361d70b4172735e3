"""A drawing as SVG at true scale: one user unit is one mm."""

from xml.etree.ElementTree import Element, SubElement, tostring

from refcli.printing.templates.drawing import (
    Circle,
    Group,
    Line,
    Polygon,
    Rectangle,
    Sector,
    Shape,
    Words,
    at_angle,
)

FONT = "Libertinus Serif, serif"
BROKEN = "2 1.2"
"""Dashes and gaps of a line to cut along, in mm."""


def svg_of(width: float, height: float, title: str, shapes: tuple[Shape, ...]) -> str:
    """A page of ``width`` by ``height`` mm; the same shapes give the same text."""
    attributes = {"width": f"{_n(width)}mm", "height": f"{_n(height)}mm", "viewBox": f"0 0 {_n(width)} {_n(height)}"}
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "version": "1.1", **attributes})
    SubElement(root, "title").text = printable(title)
    SubElement(root, "desc").text = "printed by refcli"
    SubElement(root, "rect", {"width": _n(width), "height": _n(height), "fill": "white"})
    page = SubElement(root, "g", {"fill": "none", "stroke": "black", "font-family": FONT})
    _Writer(root).write(page, shapes)
    return tostring(root, encoding="unicode") + "\n"


def printable(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return "".join(
        letter
        for letter in text
        if letter >= " " and not "\ud800" <= letter <= "\udfff" and letter not in "\ufffe\uffff"
    )


class _Writer:
    """Writes shapes into an element; counts the windows, which need names."""

    def __init__(self, root: Element) -> None:
        self.root = root
        self.windows = 0

    def write(self, into: Element, shapes: tuple[Shape, ...]) -> None:
        for shape in shapes:
            if isinstance(shape, Group):
                self.group(into, shape)
            elif isinstance(shape, Words):
                _words(into, shape)
            else:
                _outline(into, shape)

    def group(self, into: Element, group: Group) -> None:
        attributes = {"transform": f"translate({_n(group.x)} {_n(group.y)})"}
        if group.name:
            attributes["data-name"] = group.name
        if group.window:
            left, upper, length, height = group.window
            self.windows += 1
            clip = SubElement(self.root, "clipPath", {"id": f"window-{self.windows}"})
            SubElement(clip, "rect", {"x": _n(left), "y": _n(upper), "width": _n(length), "height": _n(height)})
            attributes["clip-path"] = f"url(#window-{self.windows})"
        self.write(SubElement(into, "g", attributes), group.shapes)


def _outline(into: Element, shape: Line | Circle | Rectangle | Sector | Polygon) -> None:
    attributes: dict[str, str] = {}
    if isinstance(shape, Line):
        tag = "line"
        attributes = {"x1": _n(shape.x1), "y1": _n(shape.y1), "x2": _n(shape.x2), "y2": _n(shape.y2)}
    elif isinstance(shape, Circle):
        tag = "circle"
        attributes = {"cx": _n(shape.x), "cy": _n(shape.y), "r": _n(shape.radius)}
    elif isinstance(shape, Rectangle):
        tag = "rect"
        attributes = {"x": _n(shape.x), "y": _n(shape.y), "width": _n(shape.length), "height": _n(shape.height)}
    elif isinstance(shape, Sector):
        tag = "path"
        x1, y1 = at_angle(shape.x, shape.y, shape.radius, shape.start)
        x2, y2 = at_angle(shape.x, shape.y, shape.radius, shape.start + shape.sweep)
        radius, large = _n(shape.radius), int(shape.sweep > 180)
        arc = f"A {radius} {radius} 0 {large} 1 {_n(x2)} {_n(y2)}"
        attributes = {"d": f"M {_n(shape.x)} {_n(shape.y)} L {_n(x1)} {_n(y1)} {arc} Z", "stroke-linejoin": "round"}
    else:
        points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
        SubElement(into, "polygon", {"points": points, "fill": "black", "stroke": "none"})
        return
    broken = {"stroke-dasharray": BROKEN} if getattr(shape, "broken", False) else {}
    SubElement(into, tag, {**attributes, "stroke-width": _n(shape.width), **broken})


def _words(into: Element, words: Words) -> None:
    attributes = {"x": _n(words.x), "y": _n(words.y), "font-size": _n(words.size), "fill": "black", "stroke": "none"}
    if words.anchor != "start":
        attributes["text-anchor"] = words.anchor
    if words.bold:
        attributes["font-weight"] = "bold"
    SubElement(into, "text", attributes).text = printable(words.text)


def _n(number: float) -> str:
    """A number in mm, to a ten-thousandth."""
    return f"{round(number, 4) + 0.0:.4f}".rstrip("0").rstrip(".")
