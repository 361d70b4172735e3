"""A sheet as one HTML file for the phone, the tablet and the browser's printer, which fetches nothing."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import cos, radians, sin
from xml.etree.ElementTree import Element

from refcli.core.marks import MARKS, PUBLISHED_MARK, PUBLISHED_SAID
from refcli.printing.sheets.sheet import (
    TO_REMEMBER,
    TO_SIGN,
    Row,
    Section,
    Sheet,
    SheetCondition,
    SheetFigure,
    SheetTable,
    dial_of,
    lead_of,
)
from refcli.printing.web import Content, heads, in_lines, legend_of, node, sheet_page, titled_section

LONG = 24
"""Rows from which on a chart is laid out in columns, and its title repeated with its heads."""

HALF, THIRD = 68, 32
"""Characters side by side that half of the paper's width holds, and a third of it."""

PHONE = 50
"""Letters of the longest words side by side that a phone holds."""

COLUMN = 60
"""Letters of the longest words side by side from which on a sheet is printed in two columns, not three."""

ROOM = {2: 66, 3: 42}
"""Letters of middle width, side by side, that one of so many columns holds; a wider table has labels over its rows."""

LABELS_OVER = range(4, 11)
"""Columns of figures that such a table may have: sheet.css lays out these."""

NARROW = re.compile("[fijlrt.,:'()-]")
"""Letters of little more than half the middle width."""

PAGE = 50
"""Rows that fit below each other on one page with room for the heads."""

ORIGINS = {PUBLISHED_MARK: PUBLISHED_SAID, **{mark: origin for origin, mark in MARKS.items()}}


def html(sheet: Sheet) -> str:
    """Return a sheet as one HTML file; every text of a chart is shown literally."""
    if not sheet.quick:
        sheet = sheet._replace(sections=tuple(map(_wide_last, sheet.sections)))
    wide = sheet.pages == 1 or any(_width_of_words(table) > COLUMN for table in sheet.tables)
    section = partial(_block, room=ROOM[2 if wide else 3]) if sheet.quick else _section
    main = node("main", *in_lines(map(section, sheet.sections, _anchors(sheet))), id="_charts")
    if sheet.quick and wide:
        main.set("class", "two")
    if sheet.readings:
        rows = [
            node(
                "tr",
                *_cells(one.id, one.question, one.holds, *((" ", node("strong", "(chosen)")) if one.changed else ())),
                **({"class_": "changed"} if one.changed else {}),
            )
            for one in sheet.readings
        ]
        main.append(_texts("Readings in force", "_readings", ("id", "question", "here"), rows))
    if sheet.states:
        rows = [node("tr", *_cells(*state)) for state in sheet.states]
        main.append(_texts(TO_REMEMBER, "_states", ("state", "whose", "what"), rows))
    if sheet.signed:
        main.append(node("div", *(node("p", f"{what}:") for what in TO_SIGN), class_="signed"))
    return sheet_page(sheet.title, _header(sheet), _contents(sheet), main, sheet.footer)


def _anchors(sheet: Sheet) -> tuple[str, ...]:
    """Return the id of each section; no name of a chart begins with an underscore."""
    return tuple(f"_{number}" for number, _ in enumerate(sheet.sections, 1))


def _header(sheet: Sheet) -> Element:
    header = node("header", node("h1", sheet.title))
    header.extend(node("p", line, class_="small") for line in (sheet.work, sheet.scale) if line)
    header.append(node("p", "edition ", node("code", sheet.digest), class_="small"))
    if sheet.turn:
        sections = reversed(list(zip(sheet.sections, _anchors(sheet), strict=True)))
        places = {section.phase or section.title: anchor for section, anchor in sections}  # the first of each phase
        phases = (
            node("li", node("a", phase, href=f"#{places[phase]}") if phase in places else node("span", phase))
            for phase in sheet.turn
        )
        header.append(node("ol", *in_lines(phases), class_="turn", aria_label="Sequence of play"))
    if sheet.legend:
        header.append(legend_of(sheet.legend))
    return header


def _contents(sheet: Sheet) -> Element:
    """Return links to all charts, phase by phase."""
    places = []
    for section, anchor in zip(sheet.sections, _anchors(sheet), strict=True):
        links = [
            node("li", node("a", table.title, href=f"#{anchor}" if sheet.quick else f"#{table.name}"))
            for table in section.tables
            if table.title
        ]
        below = (node("ul", *in_lines(links)),) if links else ()
        places.append(node("li", node("a", section.title, href=f"#{anchor}"), *below))
    if sheet.readings:
        places.append(node("li", node("a", "Readings in force", href="#_readings")))
    if sheet.states:
        places.append(node("li", node("a", TO_REMEMBER, href="#_states")))
    return node(
        "nav",
        node("details", node("summary", "Charts"), node("ul", *in_lines(places))),
        id="_contents",
        aria_label="Charts",
    )


def _wide_last(section: Section) -> Section:
    """Return a section with its widest tables last: on paper they end all columns above them."""
    return section._replace(tables=tuple(sorted(section.tables, key=lambda table: "wide" in _looks(table))))


def _section(section: Section, anchor: str) -> Element:
    looks = " ".join(("head", *(look for table in section.tables[:1] for look in _looks(table))))
    head = node("div", node("h2", section.title), class_=looks)
    if section.procedures:
        commands: list[Content] = []
        for name in section.procedures:
            commands += [" " if commands else "", node("code", name)]
        head.append(node("p", *commands, class_="small"))
    charts = node("div", *in_lines(map(_chart, section.tables)), class_="charts")
    return node("section", head, charts, id=anchor, class_="phase")


def _block(section: Section, anchor: str, room: float) -> Element:
    """Return a block of a quick-reference sheet, which the search treats as one chart."""
    chart = node("article", node("h3", section.title, class_="heard"), id=f"{anchor}_", class_="chart block")
    for table in section.tables:
        if table.title:
            chart.append(node("h4", table.title, *_mark(table.mark)))
        if table.facts and table.rows:
            chart.append(node("p", " · ".join(table.facts), class_="facts small"))
        if table.rows and table.drawn:
            chart.append(_dial(table))
        elif table.rows:
            chart.append(node("div", _for_small_room(table, _grid(table), room), class_="scroll"))
        if table.conditions:
            if table.by:
                chart.append(node("p", table.by, class_="facts small"))
            chart.append(node("dl", *in_lines(map(_condition, table.conditions)), class_="conditions"))
        if table.notes:
            chart.append(node("dl", *in_lines(map(_line, table.notes)), class_="conditions lines"))
    return titled_section(section.title, chart, id=anchor, class_="phase")


def _line(note: str) -> Element:
    lead, rest = lead_of(note)
    return node("div", *((node("dt", f"{lead}:"),) if lead else ()), node("dd", rest))


def _dial(table: SheetTable) -> Element:
    """Draw a chart of directions as a dial of eight points."""
    drawn = node("svg", node("circle", cx="0", cy="0", r="42"), viewBox="-75 -75 150 150", role="img", class_="dial")
    for point in dial_of(table):
        if point.degrees is None:
            drawn.append(node("text", point.faces, x="0", y="-2", class_="face"))
            drawn.append(node("text", point.name, x="0", y="9"))
            continue
        x, y = sin(radians(point.degrees)), -cos(radians(point.degrees))
        drawn.append(node("text", point.faces, x=f"{x * 32:.1f}", y=f"{y * 32 + 4:.1f}", class_="face"))
        drawn.append(node("text", point.name, x=f"{x * 58:.1f}", y=f"{y * 58 + 3:.1f}"))
    return drawn


def _mark(mark: str) -> tuple[Element, ...]:
    return (node("abbr", mark, title=ORIGINS.get(mark, "")),) if mark else ()


def _chart(table: SheetTable) -> Element:
    """Return a whole chart: heading, facts, figures, conditions, notes and sources."""
    looks = " ".join(("chart", *_looks(table)))
    found = node("article", node("h3", table.title), id=table.name, class_=looks)
    if table.facts:
        found.append(node("p", " · ".join(table.facts), class_="facts small"))
    if table.rows:
        found.append(node("div", _grid(table), class_="scroll"))
    if table.conditions:
        valued = any(one.modifier.text for one in table.conditions)
        names = "conditions" if valued else "conditions bare"
        found.append(node("dl", *in_lines(map(_condition, table.conditions)), class_=names))
    found.extend(node("p", note, class_="note small") for note in table.notes)
    if table.sources:
        sources = (node("li", source) for source in table.sources)
        found.append(node("ul", *in_lines(sources), class_="sources small"))
    return found


def _looks(table: SheetTable) -> Iterator[str]:
    """Yield the classes of a chart: its share of the paper's width, and whether it fits on a page."""
    width = _width(table)
    columns = 1 if width > HALF else 2 if width > THIRD else 3
    if columns == 1:
        yield "wide"
    if len(table.rows) > LONG:
        yield "long"
        yield f"by-{columns}"
        if len(table.rows) > columns * PAGE:
            yield "tall"


def _grid(table: SheetTable) -> Element:
    long = len(table.rows) > LONG
    labels = node("tr", node("th", table.corner, *(() if table.title else _mark(table.mark)), scope="col"))
    labels.extend(_head_of(head) for head in table.heads)
    above = node("thead", labels)
    if long:
        whole = str(len(table.heads) + 1)
        title = node("td", node("b", table.title), f" {' · '.join(table.facts)}", colspan=whole)
        above.insert(0, node("tr", title, class_="again", aria_hidden="true"))
    grid = node("table", node("caption", table.title or table.corner or "figures"), above)
    if not any(head.text for head in table.heads) and not long:
        grid.set("class", "headless")
    grid.append(node("tbody", *in_lines(_row(table, row) for row in table.rows)))
    return grid


def _for_small_room(table: SheetTable, grid: Element, room: float) -> Element:
    """Mark a table that is too wide for a column on paper or for a phone.

    On paper each label is then printed over its row; on a phone each figure follows the head of its column.
    """
    if _width_of_words(table, _middling) > room and len(table.heads) in LABELS_OVER:
        grid.set("class", f"{grid.get('class', '')} labels-over of-{len(table.heads)}".strip())
    if _width_of_words(table) > PHONE:
        grid.set("class", f"{grid.get('class', '')} stack".strip())
        for row in grid.iterfind("tbody/tr"):
            for cell, head in zip(row.iterfind("td"), table.heads, strict=True):
                cell.set("data-head", head.text)
    return grid


def _width_of_words(table: SheetTable, letters: Callable[[str], float] = len) -> float:
    """Return the letters of the longest words of a table's columns, side by side."""

    def longest(text: str) -> float:
        return max(map(letters, re.split("[ -]", text)))

    width = 0.5 * len(table.heads) + max((longest(row.label) for row in table.rows), default=0)
    for at, head in enumerate(table.heads):
        width += max(map(longest, (head.text, *(row.figures[at].text for row in table.rows))))
    return width


def _middling(word: str) -> float:
    """Return the width of a word in letters of middle width: the two l in "fill" count as little more than one."""
    wide = sum(letter.isupper() or letter in "mw" for letter in word)
    return len(word) + 0.4 * (wide - len(NARROW.findall(word)))


def _head_of(head: SheetFigure) -> Element:
    """Return the head of a column; a column without a name has one for screen readers."""
    if not head.text:
        return node("th", node("span", "figure", class_="heard"), scope="col")
    return node("th", *_said(head), scope="col")


def _row(table: SheetTable, row: Row) -> Element:
    figures = (node("td", *_said(figure)) for figure in row.figures)
    return node("tr", node("th", row.label, *_mark(row.mark), scope="row"), *figures, id=f"{table.name}.{row.name}")


def _condition(one: SheetCondition) -> Element:
    name = (node("dt", node("code", one.name)),) if one.name else ()
    return node("div", *name, node("dd", *_said(one.modifier), class_="by"), node("dd", one.text))


def _said(figure: SheetFigure) -> Iterator[Content]:
    yield figure.text
    if figure.mark:
        yield node("abbr", figure.mark, title=ORIGINS.get(figure.mark, ""))
    if figure.chance:
        yield from ("\N{NO-BREAK SPACE}", node("small", figure.chance))


def _cells(name: str, subject: str, *text: Content) -> tuple[Element, ...]:
    return node("th", name, scope="row"), node("td", subject), node("td", *text)


def _texts(title: str, id: str, columns: Iterable[str], rows: Iterable[Element]) -> Element:
    """Return a table of sentences across the page."""
    above, below = node("thead", heads(*columns)), node("tbody", *in_lines(rows))
    grid = node("table", node("caption", title), above, below, class_="texts")
    chart = node("article", node("div", grid, class_="scroll"), class_="chart wide tall")
    return titled_section(title, chart, look="head wide", id=id, class_="phase")


def _width(table: SheetTable) -> int:
    """Return about how many characters a chart needs side by side: heads break at each space, figures once."""
    columns = zip(*(row.figures for row in table.rows), strict=True)
    width = min(max((len(row.label) for row in table.rows), default=0), 24)
    for head, figures in zip(table.heads, columns, strict=False):
        above = _in_two_lines(head) if head.chance else max(map(len, head.text.split()), default=0)
        width += 2 + max(above, *map(_in_two_lines, figures))
    return width


def _in_two_lines(figure: SheetFigure) -> int:
    """Return the characters of the longer line; a figure with its chance, in smaller letters, stays on one."""
    text = f"{figure.text}{figure.mark}"
    if figure.chance:
        return len(text) + 1 + len(figure.chance) * 2 // 3
    breaks = (found.end() for found in re.finditer("[ -](?=.)", text))
    return min((max(at, len(text) - at) for at in breaks), default=len(text))
