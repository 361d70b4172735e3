"""The quick-reference sheet: each figure once, nothing of the program's own, and as many pages as it may have."""

from collections import Counter
from functools import cache

import pytest

from refcli.cli.sheets import quick_sheet
from refcli.printing.sheets.filler import condition_ref
from refcli.printing.sheets.sheet import Sheet, Style
from refcli.rulesets import RULESETS
from tests.situations import referee

every_ruleset = pytest.mark.parametrize("rules", RULESETS)


@cache
def sheet(rules: str, style: Style | None = None, charts: tuple[str, ...] = ()) -> Sheet:
    """The quick-reference sheet of a ruleset as it ships."""
    return quick_sheet(referee().loaded(rules), list(charts), referee().settings, style or Style())


def stated(printed: Sheet) -> Counter[str]:
    """How often each cell and each modifier stands on a sheet as a figure of its own."""
    figures = [figure for table in printed.tables for row in table.rows for figure in row.figures]
    figures += [one.modifier for table in printed.tables for one in table.conditions]
    return Counter(ref for figure in figures for ref in figure.ref.split())


class TestEveryFigure:
    """Stands once: on the sheet, or in the lists that are looked up."""

    @every_ruleset
    def test_is_on_the_sheet_once_at_most(self, rules: str) -> None:
        many = {ref: times for ref, times in stated(sheet(rules)).items() if times > 1}
        assert not many

    @every_ruleset
    def test_is_on_the_sheet_or_said_there_or_looked_up(self, rules: str) -> None:
        """A figure that stands in a sentence stands in no table; what is left out is told in sheet.toml."""
        loaded = referee().loaded(rules)
        found = set(stated(sheet(rules)))
        said = {ref for table in sheet(rules).tables for ref in table.said}
        plan = loaded.library.sheet()
        known = found | said | set(plan.omit) | {ref for refs in plan.only.values() for ref in refs}
        for chart in loaded.library.everything().values():
            if chart.reference and not any(ref.startswith(f"{chart.name}.") for ref in found):
                continue
            for cell in chart.cells():
                row, column = cell.ref.split(".")[1], cell.ref.split(".")[-1]
                ways = {cell.ref, chart.name, *(f"{chart.name}.{part}" for part in (row, column, f".{column}"))}
                assert ways & known, cell.ref
            for name, condition in chart.conditions.items():
                if condition.value is not None:
                    assert {condition_ref(chart, name), f"{chart.name}.{name}", chart.name} & known, name
