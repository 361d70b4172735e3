"""Figures that a player needs beside each other on the quick-reference sheet."""

import re

import pytest

from refcli.printing.sheets.plans import column_of
from refcli.printing.sheets.sheet import Section, SheetTable
from tests.conformance.quick_sheets import refs_of
from tests.situations import referee
from tests.test_quick_sheet import sheet
from tests.test_reference import made


def block(rules: str, title: str) -> Section:
    """A block of a quick-reference sheet by its title."""
    (found,) = [section for section in sheet(rules).sections if section.title == title]
    return found


def told(table: SheetTable) -> str:
    """What a table says in words: over, in and below it."""
    beside = [one.text for one in table.conditions]
    return "\n".join((table.title, table.corner, *(row.label for row in table.rows), *beside, *table.notes))


@pytest.mark.parametrize(
    ("title", "column"),
    [("Artillery and bombs: what it does", "target-types.bombardment"), ("Strafing", "target-types.strafed-as")],
)
def test_what_a_type_of_target_counts_stands_where_it_is_rolled_for(title: str, column: str) -> None:
    """A burst or a strafe of First Watch takes no look at another block; what a target is stands in the lists."""
    charts = referee().loaded("first-watch").library.everything()
    assert column_of(charts, column) <= {*refs_of(block("first-watch", title))}


def test_a_gun_of_first_watch_is_named_under_its_size_alone() -> None:
    """The line of each size has the calibres of the chart, and no other."""
    chart = referee().loaded("first-watch").library.everything()["artillery"]
    wanted: dict[str, set[str]] = {}
    for row in chart.rows:
        size = str(chart.cell(row, "").value).replace("-", " ").capitalize()
        wanted.setdefault(size, set()).update(re.findall(r"[\d.]+", chart.label(row)))
    notes = "\n".join(map(told, block("first-watch", "Artillery and bombs: what it does").tables))
    lines = {size: re.search(rf"^{size}: (.*)$", notes, re.MULTILINE) for size in wanted}
    assert {size: set(re.findall(r"\d[\d.]*\d|\d", line[1])) for size, line in lines.items() if line} == wanted


def test_no_block_says_its_die_or_unit_twice() -> None:
    """Over a table stands what is rolled; its corner does not say it again."""
    for section in sheet("skirmish").sections:
        for table in section.tables:
            said = " ".join((table.title, table.corner)).split()
            facts = [fact.removeprefix("in ") for fact in table.facts] if table.title else []
            assert not [fact for fact in facts if fact in said], section.title


def test_no_list_tells_how_to_type() -> None:
    for rules in ("skirmish", "first-watch"):
        notes = [note for one in made(rules).lists for note in one.notes]
        assert notes and not [note for note in notes if re.search(r"\w/[a-z]", note)]
