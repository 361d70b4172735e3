"""A drawing as an SVG page at true scale: one user unit is one mm. Its text may become outlines of letters."""

from collections.abc import Iterable
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, fromstring, register_namespace, tostring

from refcli.printing.pdf import svgs_of
from refcli.printing.templates.drawing import mm, printable

FONT = "Libertinus Serif, serif"

DOCUMENT = Path(__file__).with_name("outlines.typ")
"""The Typst file that draws letters."""

DRAWN = 100.0
"""The size of its letters, and the margin around them, in points."""

SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
SHARE = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The share of a text before its point."""


def svg_of(width: float, height: float, title: str, shapes: Iterable[Element]) -> str:
    """Return a page of ``width`` by ``height`` mm; the same shapes give the same text."""
    size = {"width": f"{mm(width)}mm", "height": f"{mm(height)}mm", "viewBox": f"0 0 {mm(width)} {mm(height)}"}
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "version": "1.1", **size})
    SubElement(root, "title").text = printable(title)
    SubElement(root, "desc").text = "printed by refcli"
    SubElement(root, "rect", {"width": mm(width), "height": mm(height), "fill": "white"})
    page = SubElement(root, "g", {"fill": "none", "stroke": "black", "font-family": FONT})
    page.extend(shapes)
    windows = [group for group in page.iter("g") if group.find("clipPath") is not None]
    for number, group in enumerate(windows, 1):
        clip = group[0]
        group.remove(clip)
        clip.set("id", f"window-{number}")
        group.set("clip-path", f"url(#window-{number})")
        root.append(clip)
    return tostring(root, encoding="unicode") + "\n"


def outlined(svg: str) -> str:
    """Return a drawing with outlines in place of its text, which screen readers still read. Raises NoTypst."""
    for prefix, space in (("", SVG[1:-1]), ("xlink", XLINK[1:-1])):
        register_namespace(prefix, space)
    root = fromstring(svg)
    texts = [one for one in root.iter(f"{SVG}text") if one.text]
    kinds = list(dict.fromkeys(map(_kind, texts)))
    if not kinds:
        return svg
    drawn = svgs_of(DOCUMENT, {"texts": [{"text": text, "bold": bold} for text, bold in kinds]})
    pages = dict(zip(kinds, map(fromstring, drawn), strict=True))
    symbols: dict[str, Element] = {}
    for page in pages.values():
        symbols |= {one.attrib["id"]: one for one in page.iter(f"{SVG}symbol")}
    defs = SubElement(root, f"{SVG}defs")
    defs.extend(symbols.values())
    for number, kind in enumerate(kinds):
        letters = SubElement(defs, f"{SVG}g", {"id": f"text-{number}"})
        letters.extend(one for one in pages[kind] if one.tag != f"{SVG}defs")
    for text in texts:
        _outline(text, f"#text-{kinds.index(_kind(text))}", pages[_kind(text)])
    return tostring(root, encoding="unicode") + "\n"


def _kind(text: Element) -> tuple[str, bool]:
    return text.text or "", text.get("font-weight") == "bold"


def _outline(text: Element, letters: str, page: Element) -> None:
    """Replace a text by the letters of a page, in its size."""
    scale = float(text.attrib["font-size"]) / DRAWN
    width = float(page.attrib["viewBox"].split()[2]) - 2 * DRAWN
    x = float(text.attrib["x"]) - scale * (DRAWN + width * SHARE[text.get("text-anchor", "start")])
    y = float(text.attrib["y"]) - scale * DRAWN
    said = text.text or ""
    text.clear()
    text.tag = f"{SVG}use"
    text.attrib.update({f"{XLINK}href": letters, "role": "img", "aria-label": said, "stroke": "none"})
    text.set("transform", f"translate({x:.4f} {y:.4f}) scale({scale:.6f})")
