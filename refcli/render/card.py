"""Every figure of one weapon, vehicle or unit type, as the charts call them."""

from collections.abc import Iterable, Iterator

from refcli.core.marks import LEGEND, MARKS, mark_of
from refcli.core.reference import CardPart
from refcli.render.columns import table_lines, wrapped


def card_lines(name: str, parts: Iterable[CardPart], width: int) -> Iterator[str]:
    """The figures chart by chart: what each is, and whose unless it is published."""
    marks = set()
    yield name
    for part in parts:
        yield from wrapped(part.title, width, "  ", "  ")
        marks |= {mark_of(figure.cell.source) for figure in part.figures}
        lines = [[one.what, f"{one.said}{mark_of(one.cell.source)}"] for one in part.figures]
        if lines and part.along:
            heads, figures = zip(*lines, strict=True)
            yield from table_lines(heads, [figures], width, "    ")
        else:
            yield from table_lines(["", ""], lines, width, "    ")
    yield from (f"  {mark} {LEGEND[origin]}" for origin, mark in MARKS.items() if mark in marks)
