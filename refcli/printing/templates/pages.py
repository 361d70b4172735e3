"""Declared templates and charts to pages: SVG at true scale, and a PDF of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from refcli.core.charts import Chart
from refcli.core.errors import UnknownName, nearest
from refcli.core.limits import in_short
from refcli.core.template import Template
from refcli.printing.paper import Paper
from refcli.printing.pdf import pdf_of
from refcli.printing.templates import piece, stick
from refcli.printing.templates.layout import Side, framed, kind_of, laid_out
from refcli.printing.templates.piece import ChartsByName, Piece
from refcli.printing.templates.svg import svg_of

DOCUMENT = Path(__file__).with_name("template.typ")
"""The Typst file that prints them."""

Draw = Callable[[Template, ChartsByName], Iterator[Piece]]

SHAPES: dict[str, Draw] = {
    "circles": piece.circles,
    "rings": piece.rings,
    "strip": piece.strip,
    "arcs": piece.arcs,
    "facing": piece.facing,
    "stick": stick.stick,
    "marks": stick.marks,
    "dial": piece.dial,
    "marker": piece.marker,
}
"""The function that draws each shape of templates.toml."""


class Page(NamedTuple):
    """One page: a name for its file, a title, its drawing, and its size in mm."""

    name: str
    title: str
    svg: str
    width: float
    height: float


def pages_of(
    templates: Iterable[Template], charts: Mapping[str, Chart], paper: Paper, ruleset_title: str, digest: str
) -> tuple[Page, ...]:
    """Return the pages of templates at true scale, with the sizes of ``charts``, whose ``digest`` is printed."""
    sides = laid_out((drawn for one in templates for drawn in drawings_of(one, charts)), paper)
    return tuple(_page(side, paper, ruleset_title, digest, number, len(sides)) for number, side in enumerate(sides, 1))


def chosen(templates: Iterable[Template], names: Iterable[str]) -> tuple[Template, ...]:
    """Return the templates of some names; the name of a row chooses its stick or marker. Raises UnknownName."""
    templates, names = tuple(templates), tuple(dict.fromkeys(names))
    known = {name for template in templates for name in (template.name, *template.rows)}
    for name in names:
        if name not in known:
            there = ", ".join(template.name for template in templates)
            near = nearest(name, sorted(known))
            raise UnknownName(
                f"no template, nor a row that has one, is called {in_short(name)}{near}; there are {there}"
            )
    found = []
    for template in templates:
        rows = tuple(row for row in template.rows if row in names)
        if rows and template.name not in names:
            parts = tuple(part._replace(alone=False) for part in template.parts)
            found.append(template._replace(rows=rows, parts=parts))
        elif template.name in names:
            found.append(template)
    return tuple(found)


def drawings_of(template: Template, charts: Mapping[str, Chart]) -> list[Piece]:
    """Return the pieces of a template; pieces of different size largest first, which packs them best."""
    drawn = list(SHAPES[template.shape](template, charts))
    return sorted(drawn, key=lambda one: -one.height) if template.shape in ("circles", "arcs") else drawn


def _page(side: Side, paper: Paper, ruleset: str, digest: str, number: int, many: int) -> Page:
    width, height = (paper.height, paper.width) if side.along else (paper.width, paper.height)
    head = "; ".join(dict.fromkeys(one.title for one in side.pieces))
    shapes = framed(side, paper, head, ruleset, digest, f"{number}/{many}")
    drawing = svg_of(width, height, f"{ruleset}: {head}", shapes)
    return Page(f"{number:02}-{kind_of(side.pieces[0])}", head, drawing, width, height)


def pdf_of_pages(pages: Iterable[Page], title: str) -> bytes:
    """Return pages as one PDF with bookmarks; the same pages give the same bytes. Raises NoTypst."""
    return pdf_of(DOCUMENT, {"title": title, "pages": [page._asdict() for page in pages]})
