"""The tables in docs/rules: every line of a source stands in them, and every name in them is the program's."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from refcli.rulesets import RULESETS, ruleset
from tests.situations import kinds, referee
from tests.tables import entry_of

LINES = {"grid": 234, "combat-captain": 1443, "skirmish": 462, "first-watch": 172}
"""How many lines each source has."""

NAMED = re.compile(r"(?:(condition|effect|reading|chart|field|state) )?`([^`]+)`")
"""A name in the last column, and the word before it that says what it is; a procedure has none."""

OURS = "ours"
"""Stands in the place of the lines of a rule that no source has."""

REFEREE, NOTHING = "the referee's: ", "no rule"


class Row(NamedTuple):
    """A row of a table: the lines it is about, the rule in our words, and what does it."""

    lines: set[int]
    rule: str
    by: str


@cache
def rows(rules: str) -> tuple[Row, ...]:
    path = Path(__file__).parent.parent / "docs" / "rules" / f"{rules}.md"
    if not path.exists():
        pytest.fail(f"docs/rules/{rules}.md: add the table of its rules, as the others have it", pytrace=False)
    return tuple(_rows(path.read_text(encoding="utf-8")))


def _rows(text: str) -> Iterator[Row]:
    for line in text.splitlines():
        if line.startswith("|") and not re.match(r"\|\s*(lines|-)", line):
            lines, rule, by = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
            yield Row(set(_numbers(lines)), rule, by)


def _numbers(text: str) -> Iterator[int]:
    """The lines of a row; a rule of our own has none."""
    for part in text.split(",") if text != OURS else ():
        first, _, last = part.strip().partition("-")
        yield from range(int(first), int(last or first) + 1)


@cache
def known(rules: str) -> dict[str, set[str]]:
    """Every name that the program has, by what it is."""
    loaded = referee().loaded(rules)
    charts = loaded.library.everything()
    cells = {cell.ref for chart in charts.values() for cell in chart.cells()}
    procedures = [loaded.procedure(name) for name in loaded.ruleset.procedures]
    return {
        "": {procedure.name for procedure in procedures} | set(loaded.ruleset.also),
        "condition": {name for chart in charts.values() for name in chart.conditions},
        "effect": {kind.word for kind in kinds(rules)},
        "reading": set(loaded.readings),
        "state": set(loaded.library.states()[0]),
        "chart": {*charts, *cells, *(ref.rpartition(".")[0] for ref in cells)},
        "field": {field.name for procedure in procedures for field in procedure.inputs},
    }


@pytest.mark.parametrize("rules", RULESETS)
class TestTheTable:
    def test_has_every_line_of_the_source(self, rules: str) -> None:
        told = set().union(*(row.lines for row in rows(rules)))
        lines = entry_of(LINES, rules, "tests/test_rule_tables.py: LINES", "how many lines its source has")
        assert told == set(range(1, lines + 1))

    def test_names_nothing_that_the_program_does_not_have(self, rules: str) -> None:
        names = [(kind, name) for row in rows(rules) for kind, name in NAMED.findall(row.by)]
        assert [one for one in names if one[1] not in known(rules)[one[0]]] == []

    def test_says_of_every_rule_what_does_it(self, rules: str) -> None:
        for row in rows(rules):
            assert NAMED.search(row.by) or row.by == NOTHING or len(row.by) > len(REFEREE) + 10, row.rule
            assert row.rule, row.lines
            if not NAMED.search(row.by) and row.by != NOTHING:
                assert row.by.startswith(REFEREE), row.rule

    @pytest.mark.parametrize("kind", ["", "effect", "reading", "state"])
    def test_knows_every_procedure_effect_reading_and_state(self, rules: str, kind: str) -> None:
        told = {name for row in rows(rules) for of, name in NAMED.findall(row.by) if of == kind}
        here = set(ruleset(rules).procedures) if not kind else known(rules)[kind]
        assert here - told == set()
