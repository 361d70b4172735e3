"""Cards of units with their figures and boxes to tick: a roster, or cards by name, as HTML and PDF."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element

from refcli.core.charts import Chart
from refcli.core.marks import Marks
from refcli.core.reference import CardPart, ReferenceTable, along_of, card_parts, head_of, rows_called
from refcli.printing.paper import Paper
from refcli.printing.pdf import as_data, pdf_of
from refcli.printing.sheets.sheet_figures import modifier_text
from refcli.printing.web import Content, game_page, heads, in_lines, node, titled_section

DOCUMENT = Path(__file__).with_name("roster.typ")

YES = "yes"
"""A figure that a card shows by its name alone: the wreck stays."""

EMPTY, TICKED = "\N{BALLOT BOX}", "\N{BALLOT BOX WITH X}"


class Boxes(NamedTuple):
    """A row of boxes: what they count, how many there are, and how many are ticked."""

    text: str
    many: int
    ticked: int = 0


class CardTable(NamedTuple):
    """Figures of a unit, or modifiers: a name and its figures in each line, ``heads`` over the figures."""

    title: str
    heads: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


class Card(NamedTuple):
    """One unit or group: its name, type, states, boxes and figures."""

    name: str
    what: str
    states: tuple[str, ...] = ()
    boxes: tuple[Boxes, ...] = ()
    out: bool = False
    figures: tuple[CardTable, ...] = ()


class RosterGroup(NamedTuple):
    """Units of one group below the group's card, or units without a group."""

    own: Card | None
    cards: tuple[Card, ...]


class RosterSide(NamedTuple):
    """The units of a side, group by group."""

    title: str
    states: tuple[str, ...]
    groups: tuple[RosterGroup, ...]


class Roster(NamedTuple):
    """The forces of a game, side by side, with the modifiers that concern them and the meaning of marks."""

    title: str
    under: tuple[str, ...]
    sides: tuple[RosterSide, ...]
    footer: str
    modifiers: tuple[CardTable, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()


class CardTables:
    """The figures of rows and the modifiers that concern them, marked alike on every card."""

    def __init__(self, charts: Mapping[str, Chart], tables: Sequence[ReferenceTable], rows: Iterable[str]) -> None:
        self.charts = charts
        self.tables = tables
        self._parts = {row: self._parts_of(row) for row in dict.fromkeys(rows)}
        self._called: dict[str, Sequence[tuple[Chart, str]]] = {}
        self._marks = Marks(
            chart.source_of(row, column) for chart in charts.values() for row in chart.rows for column in chart.columns
        )

    def of(self, rows: Iterable[str], also: Iterable[str] = ()) -> tuple[CardTable, ...]:
        """Return the figures of a unit of these rows, with those of each chart once.

        Rows that it is ``also`` add what the lists do not have: a tank moves as a vehicle.
        """
        found: list[CardPart] = []
        own = dict.fromkeys(rows)
        for row in own:
            found += [part for part in self._parts[row] if part not in found]
        listed, named = bool(found), {part.chart.name for part in found}
        for row in (row for row in dict.fromkeys(also) if row not in own):
            for part in self._parts[row]:
                if not listed or (not part.chart.reference and part.chart.name not in named):
                    found.append(part._replace(of=part.of or part.chart.label(row)))
        return self._joined(found)

    def rows_called(self, row: str) -> Sequence[tuple[Chart, str]]:
        """Return the rows that have figures of a unit: its own, and those that its figures name."""
        if row not in self._called:
            self._called[row] = tuple(rows_called(row, self.charts, self.tables))
        return self._called[row]

    @property
    def modifiers(self) -> tuple[CardTable, ...]:
        """The target numbers and modifiers of the charts that belong to the lists of these rows."""
        here = {part.chart.name for parts in self._parts.values() for part in parts}
        names = dict.fromkeys(name for table in self.tables if here & {*table.charts} for name in table.conditions)
        return tuple(table for name in names for table in self._modifiers(self.charts[name]))

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The marks of the figures and modifiers so far, each with its meaning."""
        return self._marks.legend

    def _parts_of(self, row: str) -> tuple[CardPart, ...]:
        if not any(row in chart.rows for chart in self.charts.values()):
            return ()
        return tuple(card_parts(row, self.charts, self.tables))

    def _joined(self, parts: Iterable[CardPart]) -> tuple[CardTable, ...]:
        """Return parts as tables; neighbours in the same bands, or of one title, are one table."""
        found: list[CardTable] = []
        for part in parts:
            title = part.chart.title.rpartition(": ")[2] if part.along else part.chart.title
            texts = [f"{'' if one.said == YES else one.said}{self._marks.of(one.cell.source)}" for one in part.figures]
            lines: tuple[tuple[str, ...], ...]
            if not texts:
                continue
            if part.along:
                columns = tuple(one.what for one in part.figures)
                over = f"{part.of}, {part.along}" if part.of else part.along
                lines = ((title, *texts),)
            else:
                columns = ()
                whole, _, share = title.rpartition(": ")
                over = whole if whole and not any(one.what for one in part.figures) else title
                over = f"{over}: {part.of}" if part.of else over
                lines = tuple((one.what or share, text) for one, text in zip(part.figures, texts, strict=True))
            if found and (found[-1].title, found[-1].heads) == (over, columns):
                lines = (*found.pop().lines, *lines)
            found.append(CardTable(over, columns, lines))
        return tuple(found)

    def _modifiers(self, chart: Chart) -> Iterator[CardTable]:
        along = along_of(chart)
        if chart.rows:
            over = f"{chart.title}{', ' if along else ''}{along}"
            columns = tuple(head_of(chart, column) for column in chart.columns)
            yield CardTable(over, columns, tuple((chart.label(row), *self._row(chart, row)) for row in chart.rows))
        lines = tuple(
            (modifier_text(chart, one), f"{one.value:+g}{self._marks.of(one.source)}")
            for one in chart.conditions.values()
            if one.value is not None
        )
        if lines:
            yield CardTable(f"{chart.title}: modifiers" if chart.rows else chart.title, (), lines)

    def _row(self, chart: Chart, row: str) -> Iterator[str]:
        for column in chart.columns:
            cell = chart.cell(row, column)
            yield "-" if cell.blank else f"{cell.said}{self._marks.of(cell.source)}"


def roster_pdf(roster: Roster, paper: Paper) -> bytes:
    """Return a roster as PDF; the same roster gives the same bytes. Raises NoTypst."""
    return pdf_of(DOCUMENT, as_data({**roster._asdict(), "paper": paper.typst}))


def roster_html(roster: Roster) -> str:
    """Return a roster as one HTML file; every text of its game is shown literally."""
    under = (*roster.under, *(f"{mark} {meaning}" for mark, meaning in roster.legend))
    sections = [*map(_side, roster.sides)]
    if roster.modifiers:
        tables = (node("div", _figures(one), class_="card") for one in roster.modifiers)
        sections.append(titled_section("Modifiers", node("div", *in_lines(tables), class_="cards in-columns")))
    return game_page(roster.title, under, sections, roster.footer)


def _side(side: RosterSide) -> Element:
    states = [node("p", ", ".join(side.states))] if side.states else []
    cards = node("div", class_="in-columns")
    for group in side.groups:
        if group.own:
            cards.append(_card(group.own, "group"))
        cards.append(node("div", *in_lines(_card(card, "card") for card in group.cards), class_="cards"))
    return titled_section(side.title or "Cards", *states, cards)


def _card(card: Card, look: str) -> Element:
    found = node("article", node("h3", card.name), class_=f"{look} out" if card.out else look)
    if card.what:
        found.append(node("p", card.what, class_="small"))
    if card.states:
        found.append(node("p", ", ".join(card.states), class_="states"))
    if card.boxes:
        found.append(node("ul", *in_lines(map(_boxes, card.boxes)), class_="boxes"))
    found.extend(map(_figures, card.figures))
    return found


def _figures(one: CardTable) -> Element:
    rows = (
        node("tr", node("th", what, scope="row"), *(node("td", text) for text in texts)) for what, *texts in one.lines
    )
    above = node("thead", heads(one.title, *one.heads)) if one.heads else node("caption", one.title)
    return node("table", above, node("tbody", *in_lines(rows)), class_="figures")


def _boxes(boxes: Boxes) -> Element:
    row: list[Content] = []
    for place in range(boxes.many):
        ticked = place < boxes.ticked
        row.append(node("span", TICKED if ticked else EMPTY, class_="ticked" if ticked else "box"))
        if place % 5 == 4:
            row.append(" ")
    return node("li", node("span", boxes.text, class_="text"), " ", node("span", *row, class_="row"))
