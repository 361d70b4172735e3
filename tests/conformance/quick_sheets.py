"""What a quick-reference sheet is held to: each figure once, there or in a list, and nothing that is only typed."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from refcli.core.cells import split
from refcli.core.charts import Chart
from refcli.core.reference import Merged, ReferenceTable
from refcli.files.library import ABOUT, REFERENCE, SHEET
from refcli.printing.sheets.plans import condition_ref, meant
from refcli.printing.sheets.sheet import Section, Sheet, SheetTable
from refcli.referee.check import Suite


def odd_quick_sheet(suite: Suite, sheet: Sheet, lists: Collection[ReferenceTable]) -> Iterator[str]:
    """What stands more than once on a ruleset's sheet and in its lists, or nowhere; names that only a program needs."""
    charts = suite.loaded.library.everything()
    looked_up = {ref for table in lists for ref in _listed(table, charts)}
    on_sheet: dict[str, list[str]] = defaultdict(list)
    for section in sheet.sections:
        for ref in refs_of(section):
            on_sheet[ref].append(section.title)
    twice = {ref: titles for ref, titles in on_sheet.items() if len(titles) > 1}
    for (_, *titles), refs in _together(twice):
        places = " and ".join(dict.fromkeys(titles))
        yield _in_block(suite, titles[-1], f"{_some(refs)} more than once on the sheet: in {places}")
    for (_, title), refs in _together({ref: titles[:1] for ref, titles in on_sheet.items() if ref in looked_up}):
        yield _in_list(suite, lists, refs[0], f"{_some(refs)} in a list and on the sheet, in {title}")
    for chart in charts.values():
        yield from _nowhere(suite, chart, {*on_sheet, *looked_up, *_off(suite, charts)})
    typed = _typed(suite, charts.values())
    for section in sheet.sections:
        said = " ".join(text for table in section.tables for text in texts_of(table)).lower()
        for name in sorted({*re.findall(r"[\w-]+", said)} & typed) + re.findall(r"--\w+", said):
            yield _in_block(suite, section.title, f"{name} is a name to type: say it as players do")


def refs_of(section: Section) -> Iterator[str]:
    """Each cell and each condition that a block states, as often as it does."""
    for table in section.tables:
        yield from table.said
        figures = [figure for row in table.rows for figure in row.figures]
        for figure in (*figures, *(one.modifier for one in table.conditions)):
            yield from figure.ref.split()


def texts_of(table: SheetTable) -> Iterator[str]:
    """Everything that a table says."""
    yield from (table.title, table.corner, table.by, *table.facts, *table.notes, *(head.text for head in table.heads))
    for row in table.rows:
        yield from (row.label, *(figure.text for figure in row.figures))
    yield from (one.text for one in table.conditions)


def _together(places: Mapping[str, Iterable[str]]) -> Iterable[tuple[tuple[str, ...], list[str]]]:
    """Cells and conditions by their chart and where they stand."""
    found: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for ref, titles in places.items():
        found[re.split("[.:]", ref)[0], *titles].append(ref)
    return found.items()


def _some(refs: Sequence[str]) -> str:
    """The first of some cells, and how many more stand: ``guns.6pdr.5 and 4 more stand``."""
    return f"{refs[0]} and {len(refs) - 1} more stand" if len(refs) > 1 else f"{refs[0]} stands"


def _listed(table: ReferenceTable, charts: Mapping[str, Chart]) -> Iterator[str]:
    """The cells that a list shows, and those by which it finds others."""
    for line in Merged(table, charts).lines():
        yield from (cell.ref for cell in line.cells if cell is not None)
        yield from (f"{table.charts[0]}.{line.row}.{column}" for column in table.by.values())


def _off(suite: Suite, charts: Mapping[str, Chart]) -> Iterator[str]:
    """What holds only under readings that are not those of the rules as shipped."""
    for (id, word), refs in suite.loaded.library.sheet().only.items():
        if suite.loaded.readings[id].default != word:
            yield from (one for ref in refs for one in meant(charts, ref))


def _nowhere(suite: Suite, chart: Chart, known: Collection[str]) -> Iterator[str]:
    """The rows and conditions of a chart of which something is not among what is known."""
    library = suite.loaded.library
    for row in chart.rows:
        left = [cell.ref for column in chart.columns if (cell := chart.cell(row, column)).ref not in known]
        if left:
            yield library.fault(chart.name, ["rows", row], f"{_some(left)} neither on the sheet nor in a list")
    for name in chart.conditions:
        if condition_ref(chart, name) not in known:
            yield library.fault(chart.name, ["condition", name, "name"], f"condition {name} stands on no sheet")


def _typed(suite: Suite, charts: Iterable[Chart]) -> set[str]:
    """Names that stand in no text of a chart: of charts, procedures, rows, columns and conditions, and of readings."""
    names = {*suite.loaded.ruleset.procedures, *(id.lower() for id in suite.loaded.readings)}
    texts = set[str]()
    for chart in charts:
        names |= {chart.name, *chart.rows, *chart.columns, *chart.conditions}
        texts |= {chart.title, *map(chart.label, chart.rows), *map(chart.column_label, chart.columns), *chart.notes}
        texts |= {text for one in chart.conditions.values() for text in (one.text, one.says)}
    spoken = {word for text in texts for word in re.findall(r"[\w-]+", text.lower())}
    return {name for name in names - spoken if "-" in name}


def _in_block(suite: Suite, title: str, what: str) -> str:
    """A fault of a block, where it stands in the plan."""
    library = suite.loaded.library
    titles = [block.title for block in library.sheet().blocks]
    return (
        library.fault(SHEET, ["block", titles.index(title)], what)
        if title in titles
        else library.fault(ABOUT, [], what)
    )


def _in_list(suite: Suite, lists: Iterable[ReferenceTable], ref: str, what: str) -> str:
    """A fault of a list, where it is declared."""
    library, name = suite.loaded.library, split(ref)[0]
    declared = list(library.reference())
    at = next(table for table in lists if name in table.charts)
    if at in declared:
        return library.fault(REFERENCE, ["table", declared.index(at)], what)
    return library.fault(name, ["rows", split(ref)[1]], what)
