"""What can be said, read off the program: procedures, their names, conditions, readings and cells."""

import contextlib
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import refcli.rulesets
from refcli.core.cells import Cell
from refcli.core.charts import Chart
from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.core.request import Input, Term, names_of
from refcli.referee.referee import LoadedRuleset
from refcli.wire.lookup import Words
from tests.situations import referee


class Said(NamedTuple):
    """What a procedure can be asked with: its inputs, the names of each, its conditions and readings."""

    rules: str
    procedure: Procedure
    charts: dict[str, Chart]
    names: dict[str, tuple[str, ...]]
    of_ruling: tuple[str, ...]
    of_term: dict[str, tuple[str, ...]]
    readings: tuple[tuple[str, str], ...]
    cells: tuple[Cell, ...]


@cache
def loaded_ruleset(rules: str) -> LoadedRuleset:
    """A ruleset as it is shipped."""
    return referee().loaded(rules)


@cache
def charts_of(rules: str) -> dict[str, Chart]:
    """All charts of a ruleset."""
    return loaded_ruleset(rules).library.everything()


@cache
def said(rules: str, name: str) -> Said:
    """What the declarations of a procedure say."""
    loaded = loaded_ruleset(rules)
    procedure = loaded.procedure(name)
    charts = loaded.library.charts(procedure.charts)
    conditions = procedure.conditions(charts)
    terms = [field for field in procedure.inputs if field.kind is Term]
    words = Words(rules, procedure, charts, prefixes=False)
    return Said(
        rules,
        procedure,
        charts,
        {field.name: tuple(names_of(field.field, charts)) for field in terms},
        tuple(name for name, one in conditions.items() if not one.of),
        {field.name: tuple(_said_of(field, words)) for field in terms},
        tuple(
            (reading.id, word)
            for reading in loaded.readings.values()
            for option in reading.options
            for word in (option.letter, option.word)
        ),
        tuple(cell for chart in charts.values() for cell in chart.cells()),
    )


def _said_of(field: Input, words: Words) -> Iterator[str]:
    """The conditions that may be said of a field's term, by asking the reader of terms itself."""
    for condition in words.conditions:
        with contextlib.suppress(Refused):
            yield words.condition(condition, field)


PROCEDURES = [(rules, name) for rules in refcli.rulesets.RULESETS for name in refcli.rulesets.ruleset(rules).procedures]
"""Every procedure of every registered ruleset."""


@cache
def every_name() -> tuple[str, ...]:
    """Every word that means something somewhere, so that it can be said where it means nothing."""
    found: dict[str, None] = dict.fromkeys(refcli.rulesets.RULESETS)
    for rules, name in PROCEDURES:
        about = said(rules, name)
        for field in about.procedure.inputs:
            found |= dict.fromkeys((field.name, *field.field.choices, *field.field.places))
        for names in (*about.names.values(), about.of_ruling, *about.of_term.values(), (name,)):
            found |= dict.fromkeys(names)
    for rules in refcli.rulesets.RULESETS:
        for chart in charts_of(rules).values():
            found |= dict.fromkeys((chart.name, *chart.rows, *chart.columns))
        found |= dict.fromkeys(loaded_ruleset(rules).readings)
    return tuple(found)
