"""Fills the blocks of a quick-reference sheet from the charts, each figure and each condition once."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from refcli.core.cells import HOUSE, INFERRED, PUBLISHED, Cell, Source, split
from refcli.core.charts import VALUE, Chart, Condition
from refcli.core.dice import die_named
from refcli.core.marks import Marks
from refcli.core.quick_sheet import PLACE, Block, Part, Plan
from refcli.printing.sheets.quick import charts_of
from refcli.printing.sheets.sheet import (
    TO_FILL_IN,
    Row,
    Section,
    SheetCondition,
    SheetFigure,
    SheetTable,
    Style,
    chance_beside,
)
from refcli.printing.sheets.sheet_marks import marked_once

LONG = 24
"""Rows from which on those of numbers that are alike become one."""

PLAIN = Part(chances=False)
"""A part that asks for nothing."""


class Filler:
    """Fills blocks from charts; ``holds`` tells whether some readings are those in force."""

    def __init__(
        self,
        plan: Plan,
        charts: Mapping[str, Chart],
        holds: Callable[[Mapping[str, str]], bool],
        style: Style,
    ) -> None:
        self.charts = charts
        self.holds = holds
        self.style = style
        off = [refs for (id, word), refs in plan.only.items() if not holds({id: word})]
        self.gone = {one for ref in (*plan.omit, *(ref for refs in off for ref in refs)) for one in self._meant(ref)}
        """What was said, will be said by a line, or is not to be: cells and conditions."""

    def sections(self, blocks: Sequence[Block]) -> tuple[Section, ...]:
        """All blocks that hold anything, each figure and condition once."""
        here = [self.charts[name] for block in blocks for name in charts_of(block)]
        cells = (cell for chart in here for cell in chart.cells() if not self.style.published_only)
        self.marks = Marks(cell.source for cell in cells)
        self.placed, self.listed = set[str](), set[str]()
        for part in (part for block in blocks for part in block.parts):
            if self.holds(part.reading):
                self.gone.update(one for ref in part.places for one in self._meant(ref, figure=True))
                self.gone.update(one for ref in part.says for one in self._stated(ref, part))
                self.placed.update(part.table)
                self.listed.update(part.conditions)
        named = {name: number for number, block in enumerate(blocks, 1) for name in charts_of(block)}
        named |= {name: number for number, block in enumerate(blocks, 1) for name in block.charts}
        sections = (
            Section(block.title, (), tuple(self._tables(block, number, named)), block.phase)
            for number, block in enumerate(blocks, 1)
        )
        return tuple(section for section in sections if section.tables)

    # ---- what a block holds

    def _tables(self, block: Block, number: int, named: Mapping[str, int]) -> Iterator[SheetTable]:
        """The tables of a block, each line one without rows; then what nothing says of the charts named here last."""
        found: list[SheetTable] = []
        for part in block.parts:
            if self.holds(part.reading):
                found.extend(self._part(part))
        for name in (name for name in charts_of(block) if named[name] == number):
            chart = self.charts[name]
            if name not in self.placed:
                found.append(self._table(Part(table=(name,))))
            elif name not in self.listed:
                found.append(self._conditions(Part(conditions=(name,))))
            if left := [row for row in chart.rows if name in self.placed and self._open(chart, row)]:
                found.append(self._rest(chart, left))
        titled = [one for one in found if one.rows or one.conditions or one.notes]
        for at, one in enumerate(titled):
            title = "" if one.title == block.title else one.title
            yield one._replace(name=f"_{number}-{at + 1}", title=title)

    def _part(self, part: Part) -> Iterator[SheetTable]:
        if part.line:
            yield SheetTable("", "", "", (), (), notes=(self._filled(part.line),), said=(*part.places, *part.says))
        elif part.conditions:
            yield self._conditions(part)
        else:
            yield self._table(part)

    def _filled(self, line: str) -> str:
        """A line with the figures in its places."""
        return PLACE.sub(lambda place: self._said(place[1]), line)

    def _said(self, ref: str) -> str:
        chart, row, column = split(ref)
        found = self.charts[chart]
        if row in found.rows:
            cell = found.cell(row, column)
            shown = self._figure(cell, found, row, column)
            return f"{shown.text}{shown.mark}"
        condition = found.conditions[row]
        return (
            TO_FILL_IN
            if self._left_open(condition.source)
            else f"{_signed(condition)}{self.marks.of(condition.source)}"
        )

    def _left_open(self, source: Source) -> bool:
        """Whether a figure is left to be written in."""
        return self.style.published_only and source.is_house

    def _stated(self, ref: str, part: Part) -> Iterator[str]:
        """What a line may state in its own words: no number, nothing changed by this table, no modifier but its own."""
        name, *_ = split(ref)
        chart, meant = self.charts[name], self._meant(ref)
        for cell in chart.cells():
            ours = cell.source.origin in (PUBLISHED, INFERRED, HOUSE)
            if cell.ref in meant and ours and not isinstance(cell.value, (int, float)):
                yield cell.ref
        shown = {self._modifier(place) for place in part.places}
        for one, condition in chart.conditions.items():
            if condition_ref(chart, one) in meant and (condition.value is None or condition.value in shown):
                yield condition_ref(chart, one)

    def _modifier(self, ref: str) -> float | None:
        """The modifier that a place shows, if it shows one."""
        name, row, _ = split(ref)
        condition = self.charts[name].conditions.get(row) if row not in self.charts[name].rows else None
        return condition.value if condition else None

    def _meant(self, ref: str, figure: bool = False) -> set[str]:
        """The cells and conditions that a reference names: one, those of a row, a column or a chart; or a figure."""
        name, row, column = split(ref)
        chart = self.charts[name]
        conditions = {condition_ref(chart, one) for one in chart.conditions if one == row or not (row or column)}
        if row in chart.rows:
            cells = [chart.cell(row, one) for one in chart.columns if column in ("", one)]
            return {cell.ref for cell in cells} | (set() if figure else conditions)
        if row and conditions:
            return conditions
        named = column or row
        return {cell.ref for cell in chart.cells() if not named or split(cell.ref)[2] == named} | conditions

    def _open(self, chart: Chart, row: str) -> bool:
        """Whether a row has a figure that nothing has said."""
        return any(chart.cell(row, column).ref not in self.gone for column in chart.columns)

    # ---- tables

    def _table(self, part: Part) -> SheetTable:
        charts = [self.charts[name] for name in part.table]
        first = charts[0]
        words = [ref for ref in part.words if self._meant_column(ref) - self.gone]
        columns = [
            (chart, column)
            for chart in charts
            for column in chart.columns
            if f"{chart.name}.{column}" not in words and not (column and chart.rows and self._all_gone(chart, column))
        ]
        if part.columns:
            order = [(split(ref)[0], split(ref)[1]) for ref in part.columns]
            columns = sorted(
                (one for one in columns if (one[0].name, one[1]) in order),
                key=lambda one: order.index((one[0].name, one[1])),
            )
        rows = []
        for row in first.rows:
            if not any(row in chart.rows and self._open(chart, row) for chart in charts):
                continue
            figures = [
                self._figure(chart.cell(row, column), chart, row, column, part)
                if row in chart.rows
                else SheetFigure("")
                for chart, column in columns
            ]
            if words:
                figures.append(self._words(part, row, words))
            rows.append(Row(row, first.label(row), tuple(figures)))
        self.gone.update(f.ref for row in rows for figure in row.figures for f in [figure] if " " not in figure.ref)
        self.gone.update(one for ref in words for one in self._meant_column(ref))
        heads = [self._head(part, chart, column, len(charts) > 1) for chart, column in columns]
        if words:
            heads.append(SheetFigure(part.heads.get("words", "")))
        table = SheetTable(
            "",
            first.title if part.title is None else part.title,
            self._corner(first) if part.corner is None else part.corner,
            tuple(heads),
            tuple(rows),
            self._facts(charts),
            said=part.places,
            drawn=part.drawn,
        )
        table = marked_once(_bands(table) if len(rows) > LONG else table)
        if part.conditions or any(name in self.listed for name in part.table):
            beside = SheetTable("", "", "", (), ())
        else:
            beside = self._conditions(part._replace(conditions=part.table))
        notes = part.notes if part.notes is not None else tuple(note for chart in charts for note in chart.notes)
        notes = tuple(map(self._filled, notes)) if rows else ()
        return table._replace(conditions=beside.conditions, by=beside.by, notes=(*notes, *beside.notes))

    def _rest(self, chart: Chart, rows: Sequence[str]) -> SheetTable:
        """Rows that a table of several charts or of some columns left over."""
        found = tuple(
            Row(row, chart.label(row), tuple(self._figure(chart.cell(row, c), chart, row, c) for c in chart.columns))
            for row in rows
        )
        heads = tuple(SheetFigure(chart.head(column)) for column in chart.columns)
        return SheetTable("", chart.title, self._corner(chart), heads, found)

    def _meant_column(self, ref: str) -> set[str]:
        """The cells of a column, whatever row or condition is called alike."""
        name, column, _ = split(ref)
        return self._meant(f"{name}..{column}")

    def _all_gone(self, chart: Chart, column: str) -> bool:
        """Whether a column has nothing left to say."""
        return not self._meant(f"{chart.name}..{column}") - self.gone

    def _words(self, part: Part, row: str, words: Iterable[str]) -> SheetFigure:
        """What holds of a row, in words: of each column that has something there."""
        found, refs = [], []
        for ref in words:
            name, column, _ = split(ref)
            chart = self.charts[name]
            if row not in chart.rows:
                continue
            cell = chart.cell(row, column)
            refs.append(cell.ref)
            if not cell.blank:
                shown = self._figure(cell, chart, row, column, part)
                found.append(part.words[ref].replace("{}", f"{shown.text}{shown.mark}"))
        return SheetFigure(", ".join(found), ref=" ".join(refs))

    def _figure(self, cell: Cell, chart: Chart, row: str, column: str, part: Part = PLAIN) -> SheetFigure:
        if self._left_open(cell.source):
            return SheetFigure(TO_FILL_IN, ref=cell.ref)
        if self.style.published_only and cell.source.at is not None:
            return SheetFigure(f"{cell.said} at {cell.source.at:g}", ref=cell.ref)
        mark = "" if cell.blank else self.marks.of(cell.source)
        chance = chance_beside(chart, row, column, self.style) if self._chances(part, chart) else ""
        text = self._spoken(chart, column, cell, part)
        return SheetFigure(text, "" if chance in ("0%", "100%") else chance, mark, cell.ref)

    def _spoken(self, chart: Chart, column: str, cell: Cell, part: Part) -> str:
        """A figure; a word that another chart defines by the label that it has there, never as it is typed."""
        if not isinstance(cell.value, str):
            return cell.said
        if cell.value in part.values:
            return part.values[cell.value]
        for name in (chart.names.get(column, ""), *chart.rows_of):
            other = self.charts.get(name)
            if other and cell.value in other.rows:
                return other.label(cell.value)
            if other and cell.value in other.columns:
                return other.column_label(cell.value)
        return cell.value.replace("-", " ")

    def _chances(self, part: Part, chart: Chart) -> bool:
        if self.style.odds == "all":
            return True
        if self.style.odds == "none":
            return False
        return part.chances if part.chances is not None else len(chart.axes) > 1 and bool(chart.modifies)

    def _head(self, part: Part, chart: Chart, column: str, joined: bool) -> SheetFigure:
        ref = f"{chart.name}.{column}".rstrip(".")
        if ref in part.heads:
            return SheetFigure(part.heads[ref])
        if not column:
            return SheetFigure(chart.title if joined else "")
        axis = chart.axes[1]
        if not axis.bands or chart.head(column) == chart.column_label(column):
            return SheetFigure(chart.column_label(column))
        if die_named(axis.unit):
            return SheetFigure(chart.head(column, "", True))
        return SheetFigure(column)

    def _corner(self, chart: Chart) -> str:
        row, *column = (axis.name.replace("-", " ") for axis in chart.axes)
        if not column:
            return ""
        axis = chart.axes[1]
        if axis.bands and not die_named(axis.unit):
            unit = "" if axis.unit in ("", axis.name) else f" in {axis.unit}"
            return f"{row}, by {column[0]}{unit} up to"
        return row

    def _facts(self, charts: Iterable[Chart]) -> tuple[str, ...]:
        """The die and the unit that hold for all of a table."""
        found = dict.fromkeys(fact for chart in charts for fact in chart._replace(modifies="").facts)
        return tuple(found)

    # ---- conditions

    def _conditions(self, part: Part) -> SheetTable:
        """Conditions: those of one modifier together, and those of one consequence."""
        found: dict[str, tuple[Chart, Condition]] = {}
        for chart in (self.charts[name] for name in part.conditions):
            for one in chart.conditions.values():
                if condition_ref(chart, one.name) not in self.gone:
                    found.setdefault(f"{one.text} {one.value} {one.says}", (chart, one))
        self.gone.update(
            condition_ref(self.charts[name], one) for name in part.conditions for one in self.charts[name].conditions
        )
        valued = [(chart, one) for chart, one in found.values() if one.value is not None]
        others = [one for _, one in found.values() if one.value is None]
        by = {_sum_of(chart) for chart, _ in valued}
        title = part.title if part.conditions and not part.table else None
        return SheetTable(
            "",
            title or "",
            "",
            (),
            (),
            conditions=tuple(self._valued(valued)),
            by=", ".join(sorted(by)),
            notes=tuple(_consequences(others)),
        )

    def _valued(self, conditions: Sequence[tuple[Chart, Condition]]) -> Iterator[SheetCondition]:
        def value(one: tuple[Chart, Condition]) -> tuple[float, str]:
            condition = one[1]
            hidden = self._left_open(condition.source)
            return condition.value or 0, TO_FILL_IN if hidden else self.marks.of(condition.source)

        for (_, mark), same in groupby(sorted(conditions, key=value), value):
            several = list(same)
            figure = SheetFigure(mark) if mark == TO_FILL_IN else SheetFigure(_signed(several[0][1]), "", mark)
            refs = " ".join(condition_ref(chart, one.name) for chart, one in several)
            said = "; ".join(_beside(chart, one) for chart, one in several)
            yield SheetCondition("", figure._replace(ref=refs), said)


def condition_ref(chart: Chart, name: str) -> str:
    """How a condition is told from a row of its name."""
    return f"{chart.name}:{name}"


def _bands(table: SheetTable) -> SheetTable:
    """Rows of numbers that follow on each other with the same figures as one, from the first to the last."""

    def shown(row: Row) -> list[tuple[str, str, str]]:
        return [figure[:3] for figure in row.figures]

    rows: list[Row] = []
    for same in (list(found) for _, found in groupby(table.rows, shown)):
        first, last = same[0], same[-1]
        if len(same) == 1 or not all(row.label.isdecimal() for row in same):
            rows.extend(same)
            continue
        columns = zip(*(row.figures for row in same), strict=True)
        figures = tuple(column[0]._replace(ref=" ".join(figure.ref for figure in column)) for column in columns)
        rows.append(Row(first.name, f"{first.label}-{last.label}", figures))
    return table._replace(rows=tuple(rows))


def _signed(condition: Condition) -> str:
    return "" if condition.value is None else f"{condition.value:+g}"


def _sum_of(chart: Chart) -> str:
    """What stands over the modifiers of a chart, as their sentence has it: ``modifiers to hit``, ``morale marker``."""
    said = chart.says.replace(VALUE, "").strip() or f"to the {chart.modifies.replace('-', ' ')}"
    return f"modifiers {said}" if said.startswith("to ") else said


def _beside(chart: Chart, condition: Condition) -> str:
    """What a modifier is for, and what follows besides."""
    more = condition.says.removeprefix(chart.says).replace(VALUE, "").strip(" ,")
    return ", ".join(filter(None, (condition.text, more)))


def _consequences(conditions: Iterable[Condition]) -> Iterator[str]:
    """``cannot fire: disrupted; unobserved`` where several have one consequence, else ``disrupted: cannot fire``."""
    found: dict[str, list[str]] = {}
    for one in conditions:
        found.setdefault(one.says, []).append(one.text)
    for says, texts in found.items():
        if len(texts) > 1:
            yield f"{says[:1].upper()}{says[1:]}: {'; '.join(texts)}"
        else:
            yield f"{texts[0][:1].upper()}{texts[0][1:]}: {says}"
