"""Fills the blocks of a quick-reference sheet from the charts, each figure and each condition once."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from refcli.core.cells import Source, split
from refcli.core.charts import Chart
from refcli.core.marks import Marks
from refcli.core.quick_sheet import Block, Part, Plan
from refcli.printing.sheets.conditions import conditions_table
from refcli.printing.sheets.figures import PLAIN, Figures, corner_of, facts_of, head_of, in_bands
from refcli.printing.sheets.named import cell_ref, column_of, condition_ref, meant, said_by
from refcli.printing.sheets.sheet import Row, Section, SheetFigure, SheetTable, Style
from refcli.printing.sheets.sheet_marks import marked_once

LONG = 24
"""Rows from which on those of numbers that are alike become one."""


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
        omitted = [charts[name] for name in plan.omit]
        self.gone = {
            cell_ref(chart, row, column) for chart in omitted for row in chart.rows for column in chart.columns
        }
        self.gone.update(one for refs in off for ref in refs for one in meant(charts, ref))
        """What was said, will be said by a line, or is not to be: cells and conditions."""

    def sections(self, blocks: Sequence[Block]) -> tuple[Section, ...]:
        """All blocks that hold anything, each figure and condition once."""
        named = {name: number for number, block in enumerate(blocks, 1) for name in block.named}
        self.marks = Marks(() if self.style.published_only else self._sources(named))
        self.figures = Figures(self.charts, self.style, self.marks)
        held = [[part for part in block.parts if self.holds(part.reading)] for block in blocks]
        stated = [[(part, said_by(self.charts, part)) for part in parts] for parts in held]
        self.gone.update(one for parts in stated for _, said in parts for one in said)
        self.placed = {name for parts in held for part in parts for name in part.table}
        self.listed = {name for parts in held for part in parts for name in part.conditions}
        named |= {name: number for number, block in enumerate(blocks, 1) for name in block.charts}
        sections = (
            Section(block.title, (), tuple(self._tables(block, number, stated[number - 1], named)), block.phase)
            for number, block in enumerate(blocks, 1)
        )
        return tuple(section for section in sections if section.tables)

    def _sources(self, names: Iterable[str]) -> Iterator[Source]:
        """Where each figure of some charts stands."""
        for chart in (self.charts[name] for name in names):
            for row in chart.rows:
                for column in chart.columns:
                    yield chart.source_of(row, column)

    def _tables(
        self, block: Block, number: int, parts: Iterable[tuple[Part, tuple[str, ...]]], named: Mapping[str, int]
    ) -> Iterator[SheetTable]:
        """The tables of a block, each line one without rows; then what nothing says of the charts named here last."""
        found = [self._part(part, said) for part, said in parts]
        for name in (name for name in block.named if named[name] == number):
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

    def _part(self, part: Part, said: tuple[str, ...]) -> SheetTable:
        """A part as a table; ``said`` is what it states."""
        if part.line:
            return SheetTable("", "", "", (), (), notes=(self.figures.filled(part.line),), said=said)
        return self._conditions(part) if part.conditions else self._table(part, said)

    def _open(self, chart: Chart, row: str) -> bool:
        """Whether a row has a figure that nothing has said."""
        return any(cell_ref(chart, row, column) not in self.gone for column in chart.columns)

    def _table(self, part: Part, said: tuple[str, ...] = ()) -> SheetTable:
        charts = [self.charts[name] for name in part.table]
        first = charts[0]
        words = [ref for ref in part.words if column_of(self.charts, ref) - self.gone]
        columns = self._columns(part, charts, words)
        rows = tuple(
            Row(row, first.label(row), tuple(self._figures(part, row, columns, words)))
            for row in first.rows
            if any(row in chart.rows and self._open(chart, row) for chart in charts)
        )
        self.gone.update(ref for row in rows for figure in row.figures for ref in figure.ref.split())
        self.gone.update(one for ref in words for one in column_of(self.charts, ref))
        heads = [head_of(part, chart, column, len(charts) > 1) for chart, column in columns]
        if words:
            heads.append(SheetFigure(part.heads.get("words", "")))
        corner = corner_of(first) if part.corner is None else part.corner
        table = SheetTable(
            "",
            first.title if part.title is None else part.title,
            corner,
            tuple(heads),
            rows,
            tuple(fact for fact in facts_of(charts) if fact != corner),
            drawn=part.drawn,
        )
        table = marked_once(in_bands(table) if len(rows) > LONG else table)
        if part.conditions or any(name in self.listed for name in part.table):
            beside = SheetTable("", "", "", (), ())
        else:
            beside = self._conditions(part._replace(conditions=part.table))
        notes = part.notes if part.notes is not None else tuple(note for chart in charts for note in chart.notes)
        notes = tuple(map(self.figures.filled, notes)) if rows else ()
        table = table._replace(conditions=beside.conditions, by=beside.by, notes=(*notes, *beside.notes))
        return table._replace(said=(*said, *beside.said))

    def _columns(self, part: Part, charts: Sequence[Chart], words: Sequence[str]) -> list[tuple[Chart, str]]:
        """The columns of a table that have something left to say, in the order that the part asks for."""
        columns = [
            (chart, column)
            for chart in charts
            for column in chart.columns
            if f"{chart.name}.{column}" not in words and not (column and chart.rows and self._all_gone(chart, column))
        ]
        if not part.columns:
            return columns
        order = [split(ref)[:2] for ref in part.columns]
        asked = [one for one in columns if (one[0].name, one[1]) in order]
        return sorted(asked, key=lambda one: order.index((one[0].name, one[1])))

    def _figures(
        self, part: Part, row: str, columns: Sequence[tuple[Chart, str]], words: Sequence[str]
    ) -> Iterator[SheetFigure]:
        """What a row has in each column, and what holds of it in words."""
        for chart, column in columns:
            if row in chart.rows:
                yield self.figures.figure(chart.cell(row, column), chart, row, column, part)
            else:
                yield SheetFigure("")
        if words:
            yield self.figures.words(part, row, words)

    def _rest(self, chart: Chart, rows: Sequence[str]) -> SheetTable:
        """Rows that a table of several charts or of some columns left over."""
        columns = [(chart, column) for column in chart.columns]
        found = tuple(Row(row, chart.label(row), tuple(self._figures(PLAIN, row, columns, ()))) for row in rows)
        heads = tuple(SheetFigure(chart.head(column)) for column in chart.columns)
        return SheetTable("", chart.title, corner_of(chart), heads, found)

    def _all_gone(self, chart: Chart, column: str) -> bool:
        """Whether a column has nothing left to say."""
        return not column_of(self.charts, f"{chart.name}.{column}") - self.gone

    def _conditions(self, part: Part) -> SheetTable:
        """The conditions of a part's charts that nothing has said."""
        charts = [self.charts[name] for name in part.conditions]
        every = [(chart, one) for chart in charts for one in chart.conditions.values()]
        left = [(chart, one) for chart, one in every if condition_ref(chart, one.name) not in self.gone]
        self.gone.update(condition_ref(chart, one.name) for chart, one in every)
        title = part.title if part.conditions and not part.table else None
        return conditions_table(left, self.figures, title or "")
