"""The blocks of a quick-reference sheet filled from the charts, each figure and each condition once."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from refcli.core.cells import split
from refcli.core.charts import Chart
from refcli.core.marks import Marks
from refcli.core.quick_sheet import Block, Part, Plan
from refcli.printing.sheets.plans import cell_ref, column_of, condition_ref, meant, said_by
from refcli.printing.sheets.sheet import Row, Section, SheetFigure, SheetTable, Style
from refcli.printing.sheets.sheet_figures import PLAIN, SheetFigures, conditions_table, corner_of, head_of, in_bands

LONG = 24
"""Rows from which on equal rows of numbers become one."""

WHOLE = "behind a name or a title: all of its figures"

BLANK = ("", "-")
"""Figures without a mark."""


class BlockTables:
    """Fills blocks from charts; ``holds`` is whether some readings are in force."""

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
        """The cells and conditions that are shown, that a line will state, or that are left out."""
        self.gone.update(one for refs in off for ref in refs for one in meant(charts, ref))

    def sections(self, blocks: Sequence[Block]) -> tuple[Section, ...]:
        """Return all blocks that are not empty."""
        named = {name: number for number, block in enumerate(blocks, 1) for name in block.named}
        charts = [self.charts[name] for name in named if not self.style.published_only]
        self.marks = Marks(
            chart.source_of(row, column) for chart in charts for row in chart.rows for column in chart.columns
        )
        self.figures = SheetFigures(self.charts, self.style, self.marks)
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

    def legend(self, sections: Iterable[Section]) -> tuple[tuple[str, str], ...]:
        """Return the marks in use with their meanings; the first says whether it marks several figures at once."""
        tables = [table for section in sections for table in section.tables]
        whole = any(mark for table in tables for mark in (table.mark, *(row.mark for row in table.rows)))
        legend = self.marks.legend
        return ((legend[0][0], f"{legend[0][1]} ({WHOLE})"), *legend[1:]) if whole and legend else legend

    def _tables(
        self, block: Block, number: int, parts: Iterable[tuple[Part, tuple[str, ...]]], named: Mapping[str, int]
    ) -> Iterator[SheetTable]:
        """Yield the tables of a block: its parts, then the rest of the charts that are named here last."""
        found = [self._part(part, said) for part, said in parts]
        for name in (name for name in block.named if named[name] == number):
            chart = self.charts[name]
            if name not in self.placed:
                found.append(self._table(Part(table=(name,))))
            elif name not in self.listed:
                found.append(self._conditions((name,)))
            if left := [row for row in chart.rows if name in self.placed and self._open(chart, row)]:
                found.append(self._rest(chart, left))
        shown = [one for one in found if one.rows or one.conditions or one.notes]
        for at, one in enumerate(shown, 1):
            yield one._replace(name=f"_{number}-{at}", title="" if one.title == block.title else one.title)

    def _part(self, part: Part, said: tuple[str, ...]) -> SheetTable:
        """Return a part as a table; ``said`` are the cells and conditions that it states."""
        if part.line:
            return SheetTable(notes=(self.figures.filled(part.line),), said=said)
        return self._conditions(part.conditions, part.title or "") if part.conditions else self._table(part, said)

    def _open(self, chart: Chart, row: str) -> bool:
        """Return whether a row has a figure that is not shown yet."""
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
        facts = dict.fromkeys(fact for chart in charts for fact in chart._replace(modifies="").facts if fact != corner)
        title = first.title if part.title is None else part.title
        table = SheetTable("", title, corner, tuple(heads), rows, tuple(facts), drawn=part.drawn)
        table = marked_once(in_bands(table) if len(rows) > LONG else table)
        listed = any(name in self.listed for name in part.table)
        beside = SheetTable() if listed else self._conditions(part.table)
        notes = part.notes if part.notes is not None else tuple(note for chart in charts for note in chart.notes)
        notes = tuple(map(self.figures.filled, notes)) if rows else ()
        return table._replace(
            conditions=beside.conditions, by=beside.by, notes=(*notes, *beside.notes), said=(*said, *beside.said)
        )

    def _columns(self, part: Part, charts: Sequence[Chart], words: Sequence[str]) -> list[tuple[Chart, str]]:
        """Return the columns of a table that are not all shown yet, in the order of the part."""
        columns = [
            (chart, column)
            for chart in charts
            for column in chart.columns
            if f"{chart.name}.{column}" not in words
            if not (column and chart.rows) or column_of(self.charts, f"{chart.name}.{column}") - self.gone
        ]
        if not part.columns:
            return columns
        order = [split(ref)[:2] for ref in part.columns]
        asked = [one for one in columns if (one[0].name, one[1]) in order]
        return sorted(asked, key=lambda one: order.index((one[0].name, one[1])))

    def _figures(
        self, part: Part, row: str, columns: Sequence[tuple[Chart, str]], words: Sequence[str]
    ) -> Iterator[SheetFigure]:
        for chart, column in columns:
            if row in chart.rows:
                yield self.figures.figure(chart.cell(row, column), chart, row, column, part)
            else:
                yield SheetFigure("")
        if words:
            yield self.figures.words(part, row, words)

    def _rest(self, chart: Chart, rows: Sequence[str]) -> SheetTable:
        """Return rows that are missing in a table of several charts or of some columns."""
        columns = [(chart, column) for column in chart.columns]
        found = tuple(Row(row, chart.label(row), tuple(self._figures(PLAIN, row, columns, ()))) for row in rows)
        heads = tuple(SheetFigure(chart.head(column)) for column in chart.columns)
        return SheetTable("", chart.title, corner_of(chart), heads, found)

    def _conditions(self, names: Iterable[str], title: str = "") -> SheetTable:
        """Return the conditions of some charts that are not shown yet."""
        every = [(self.charts[name], one) for name in names for one in self.charts[name].conditions.values()]
        left = [(chart, one) for chart, one in every if condition_ref(chart, one.name) not in self.gone]
        self.gone.update(condition_ref(chart, one.name) for chart, one in every)
        return conditions_table(left, self.figures, title)


def marked_once(table: SheetTable) -> SheetTable:
    """Move the mark that all figures of a table, a column or a row share to its title, head or label."""
    headed = table.title or any(head.text for head in table.heads)
    if headed and (mark := _shared_mark([figure for row in table.rows for figure in row.figures], 3)):
        return _unmarked(table, range(len(table.heads)))._replace(mark=mark)
    for at, head in enumerate(table.heads):
        if head.text and (mark := _shared_mark([row.figures[at] for row in table.rows], 3)):
            heads = (*table.heads[:at], head._replace(mark=mark), *table.heads[at + 1 :])
            table = _unmarked(table, [at])._replace(heads=heads)
    rows = []
    for row in table.rows:
        if mark := _shared_mark(row.figures, 2):
            row = row._replace(mark=mark, figures=tuple(one._replace(mark="") for one in row.figures))
        rows.append(row)
    return table._replace(rows=tuple(rows))


def _shared_mark(figures: Sequence[SheetFigure], least: int) -> str:
    """Return the mark that all figures share, if they are ``least`` or more; blanks do not count."""
    marks = [figure.mark for figure in figures if figure.text not in BLANK]
    return marks[0] if len(marks) >= least and len({*marks}) == 1 else ""


def _unmarked(table: SheetTable, columns: Collection[int]) -> SheetTable:
    rows = tuple(
        row._replace(figures=tuple(f._replace(mark="") if at in columns else f for at, f in enumerate(row.figures)))
        for row in table.rows
    )
    return table._replace(rows=rows)
