"""The text of a drawing as outlines of its letters: right wherever it is shown, whatever fonts are there."""

from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, fromstring, register_namespace, tostring

from refcli.printing.pdf import svgs_of

DOCUMENT = Path(__file__).with_name("outlines.typ")
"""How Typst draws letters."""

DRAWN = 100.0
"""The size of its letters, and the margin around them, in points."""

SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
SHARE = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""How much of a text stands before its point."""


def outlined(svg: str) -> str:
    """A drawing with outlines in place of its text, which can still be heard. Raises NoTypst."""
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
    """Show the letters of a page where a text stood, in its size."""
    scale = float(text.attrib["font-size"]) / DRAWN
    width = float(page.attrib["viewBox"].split()[2]) - 2 * DRAWN
    x = float(text.attrib["x"]) - scale * (DRAWN + width * SHARE[text.get("text-anchor", "start")])
    y = float(text.attrib["y"]) - scale * DRAWN
    said = text.text or ""
    text.clear()
    text.tag = f"{SVG}use"
    text.attrib.update({f"{XLINK}href": letters, "role": "img", "aria-label": said, "stroke": "none"})
    text.set("transform", f"translate({x:.4f} {y:.4f}) scale({scale:.6f})")
