"""The reference set as Markdown and as CSV."""

import csv
import io
from collections.abc import Iterable, Iterator

from refcli.printing.reference.reference import Head, List, Reference, ReferenceLine
from refcli.printing.sheets.comma_separated import harmless
from refcli.printing.sheets.markdown import escaped


def reference_markdown(reference: Reference) -> str:
    """The whole set; every text of a chart stands in it literally."""
    lines = [f"# {escaped(reference.title)}", "", *filter(None, [escaped(reference.work)]), ""]
    lines += [f"- {escaped(mark)} {escaped(meaning)}" for mark, meaning in reference.legend]
    for one in reference.lists:
        lines += ["", f"## {escaped(one.title)}", "", *_table(one)]
        lines += [line for note in one.notes for line in ("", escaped(note))]
    return "\n".join([*lines, "", escaped(reference.footer), ""])


def reference_csv(reference: Reference, rules: str) -> str:
    """A line for each figure: where it stands, and the figure with its mark."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(("rules", "list", "heading", "row", "label", "column", "figure"))
    for one in reference.lists:
        for heading, name, line in _lines(one):
            for head, figure in zip(one.heads, line.figures, strict=True):
                if figure:
                    cells = (rules, one.name, heading, line.name, name, _said(head), figure)
                    writer.writerow([harmless(cell) for cell in cells])
    return file.getvalue()


def _table(one: List) -> Iterator[str]:
    yield _row([escaped(one.corner), *(escaped(_said(head)) for head in one.heads)])
    yield "|---|" + ":-:|" * len(one.heads)
    heading = ""
    for under, name, line in _lines(one):
        if under != heading:
            heading = under
            yield _row([f"**{escaped(heading)}**", *[""] * len(one.heads)])
        yield _row([escaped(name), *map(escaped, line.figures)])


def _lines(one: List) -> Iterator[tuple[str, str, ReferenceLine]]:
    """Each line with its heading and what it is called by itself."""
    name = ""
    for part in one.parts:
        for line in part.lines:
            name = name if line.below else line.label
            yield part.heading, f"{name}, {line.label}" if line.below else name, line


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _said(head: Head) -> str:
    return f"{head.over} {head.text}".strip()
