"""Reference lists as HTML, PDF, Markdown and CSV."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from refcli.printing.paper import Paper
from refcli.printing.pdf import as_data, pdf_of
from refcli.printing.reference_lists import List, Part, Reference, ReferenceLine
from refcli.printing.text import escaped, harmless, markdown_row
from refcli.printing.web import heads, in_lines, legend_of, node, sheet_page

DOCUMENT = Path(__file__).with_name("reference.typ")

HALF = 80
"""Letters that fit side by side on half of the paper's width."""

WRAPS = 20
"""Letters from which on words may wrap."""

ALL = "_1"
"""The id of the section of all lists."""


def reference_as(reference: Reference, how: str, paper: Paper, rules: str) -> str | bytes:
    """Return all lists as ``html``, ``pdf``, ``md`` or ``csv``; ``rules`` are named in CSV alone. Raises NoTypst."""
    if how == "html":
        return reference_html(reference)
    if how == "pdf":
        return reference_pdf(reference, paper)
    return reference_markdown(reference) if how == "md" else reference_csv(reference, rules)


def reference_html(reference: Reference) -> str:
    """Return all lists as one HTML file with a search box; every text of a chart is shown literally."""
    header = node("header", node("h1", reference.title))
    if reference.work:
        header.append(node("p", reference.work, class_="small"))
    if reference.legend:
        header.append(legend_of(reference.legend))
    links = (node("li", node("a", one.title, href=f"#{one.name}")) for one in reference.lists)
    entry = node("li", node("a", "All lists", href=f"#{ALL}"), node("ul", *in_lines(links)))
    details = node("details", node("summary", "Lists"), node("ul", entry))
    contents = node("nav", details, id="_contents", aria_label="Lists")
    lists = node("div", *in_lines(map(_list, reference.lists)), class_="charts")
    main = node("main", node("section", lists, id=ALL, class_="phase"), id="_charts")
    return sheet_page(reference.title, header, contents, main, reference.footer)


def _list(one: List) -> Element:
    above = node("thead")
    if any(over for over, _ in one.overs):
        groups = (node("th", over, colspan=str(many), scope="colgroup") for over, many in one.overs)
        above.append(node("tr", node("td"), *groups, class_="over"))
    above.append(heads(one.corner, *(head.text for head in one.heads)))
    table = node("table", node("caption", one.title), above)
    table.extend(in_lines(node("tbody", *in_lines(_rows(one, part))) for part in one.parts))
    look = "chart list wide" if _width(one) > HALF else "chart list"
    found = node("article", node("h3", one.title), node("div", table, class_="scroll"), id=one.name, class_=look)
    found.extend(node("p", note, class_="note small") for note in one.notes)
    return found


def _width(one: List) -> int:
    """Return about how many letters a list needs side by side."""
    lines = [line for part in one.parts for line in part.lines]
    width = max((len(line.label) for line in lines), default=0)
    for at, head in enumerate(one.heads):
        figures = max((len(line.figures[at]) for line in lines), default=0)
        width += 2 + max(min(figures, WRAPS), *map(len, head.text.split() or [""]))
    return width


def _rows(one: List, part: Part) -> Iterator[Element]:
    if part.heading:
        whole = str(len(one.heads) + 1)
        yield node("tr", node("th", part.heading, colspan=whole, scope="rowgroup"), class_="heading")
    for line in part.lines:
        label = node("th", line.label, scope="row", **_look(line.label))
        figures = (node("td", figure, **_look(figure)) for figure in line.figures)
        name = f"{one.name}.{line.name}{'.below' if line.below else ''}"
        row = node("tr", label, *figures, id=name, data_words=part.heading)
        if line.below:
            row.set("class", "below")
        yield row


def _look(text: str) -> dict[str, str]:
    return {"class_": "words"} if len(text) > WRAPS else {}


def reference_pdf(reference: Reference, paper: Paper) -> bytes:
    """Return all lists as PDF; the same lists give the same bytes. Raises NoTypst."""
    lists = [
        {**one._asdict(), "overs": one.overs, "heads": [head.text for head in one.heads]} for one in reference.lists
    ]
    return pdf_of(DOCUMENT, as_data({**reference._asdict(), "paper": paper.typst, "lists": lists}))


def reference_markdown(reference: Reference) -> str:
    """Return all lists as Markdown; every text of a chart is shown literally."""
    lines = [f"# {escaped(reference.title)}", "", *filter(None, [escaped(reference.work)]), ""]
    lines += [f"- {escaped(mark)} {escaped(meaning)}" for mark, meaning in reference.legend]
    for one in reference.lists:
        lines += ["", f"## {escaped(one.title)}", ""]
        lines += [markdown_row([one.corner, *(head.whole for head in one.heads)]), "|---|" + ":-:|" * len(one.heads)]
        heading = ""
        for under, label, line in _labelled(one):
            if under != heading:
                heading = under
                lines.append(f"| **{escaped(heading)}** |{'  |' * len(one.heads)}")
            lines.append(markdown_row([label, *line.figures]))
        lines += [line for note in one.notes for line in ("", escaped(note))]
    return "\n".join([*lines, "", escaped(reference.footer), ""])


def reference_csv(reference: Reference, rules: str) -> str:
    """Return a line for each figure with its mark."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(("rules", "list", "heading", "row", "label", "column", "figure"))
    for one in reference.lists:
        for heading, label, line in _labelled(one):
            for head, figure in zip(one.heads, line.figures, strict=True):
                if figure:
                    cells = (rules, one.name, heading, line.name, label, head.whole, figure)
                    writer.writerow([harmless(cell) for cell in cells])
    return file.getvalue()


def _labelled(one: List) -> Iterator[tuple[str, str, ReferenceLine]]:
    """Yield each line with its heading and a label that names the line it continues."""
    label = ""
    for part in one.parts:
        for line in part.lines:
            label = label if line.below else line.label
            yield part.heading, f"{label}, {line.label}" if line.below else label, line
