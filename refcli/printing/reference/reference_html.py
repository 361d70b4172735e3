"""The reference set as one HTML file, which the search box of the sheets narrows."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from refcli.printing.reference.reference import List, Part, Reference, ReferenceLine, overs
from refcli.printing.sheets.html import beside, search_box
from refcli.printing.web import foot_of_page, in_lines, node, page

HALF = 80
"""Letters side by side that half of the paper's width holds."""

WRAPS = 20
"""Letters from which on words go on on a second line where there is little room."""

ALL = "_1"
"""The id of the section that holds all lists."""


def reference_html(reference: Reference) -> str:
    """The whole set; every text of a chart stands in it literally."""
    header = node("header", node("h1", reference.title))
    if reference.work:
        header.append(node("p", reference.work, class_="small"))
    if reference.legend:
        marks = (node("div", node("dt", mark), node("dd", meaning)) for mark, meaning in reference.legend)
        header.append(node("dl", *in_lines(marks), class_="legend small"))
    lists = node("div", *in_lines(map(_list, reference.lists)), class_="charts")
    main = node("main", node("section", lists, id=ALL, class_="phase"), id="_charts")
    body = (
        header,
        search_box(),
        node("div", _contents(reference), main, class_="sheet"),
        node("footer", node("p", reference.footer)),
    )
    return page(reference.title, f"{beside('sheet.css')}{foot_of_page(reference.footer)}", body, beside("sheet.js"))


def _contents(reference: Reference) -> Element:
    links = (node("li", node("a", one.title, href=f"#{one.name}")) for one in reference.lists)
    entry = node("li", node("a", "All lists", href=f"#{ALL}"), node("ul", *in_lines(links)))
    details = node("details", node("summary", "Lists"), node("ul", entry))
    return node("nav", details, id="_contents", aria_label="Lists")


def _list(one: List) -> Element:
    above = list(overs(one.heads))
    heads = node("thead")
    if any(over for over, _ in above):
        groups = (node("th", over, colspan=str(many), scope="colgroup") for over, many in above)
        heads.append(node("tr", node("td"), *groups, class_="over"))
    names = (node("th", head.text, scope="col") for head in one.heads)
    heads.append(node("tr", node("th", one.corner, scope="col"), *names))
    table = node("table", node("caption", one.title), heads)
    table.extend(in_lines(node("tbody", *in_lines(_lines(one, part))) for part in one.parts))
    look = "chart list wide" if _width(one) > HALF else "chart list"
    found = node("article", node("h3", one.title), node("div", table, class_="scroll"), id=one.name, class_=look)
    found.extend(node("p", note, class_="note small") for note in one.notes)
    return found


def _width(one: List) -> int:
    """About how many letters the list needs side by side."""
    lines = [line for part in one.parts for line in part.lines]
    width = max((len(line.label) for line in lines), default=0)
    for at, head in enumerate(one.heads):
        figures = max((len(line.figures[at]) for line in lines), default=0)
        width += 2 + max(min(figures, WRAPS), *map(len, head.text.split() or [""]))
    return width


def _lines(one: List, part: Part) -> Iterator[Element]:
    if part.heading:
        whole = str(len(one.heads) + 1)
        yield node("tr", node("th", part.heading, colspan=whole, scope="rowgroup"), class_="heading")
    for line in part.lines:
        yield _line(one, part, line)


def _line(one: List, part: Part, line: ReferenceLine) -> Element:
    name = f"{one.name}.{line.name}{'.below' if line.below else ''}"

    def look(text: str) -> dict[str, str]:
        return {"class_": "words"} if len(text) > WRAPS else {}

    figures = (node("td", figure, **look(figure)) for figure in line.figures)
    label = node("th", line.label, scope="row", **look(line.label))
    row = node("tr", label, *figures, id=name, data_words=part.heading)
    if line.below:
        row.set("class", "below")
    return row
