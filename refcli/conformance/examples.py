"""Scenarios: they come to what they expect, each procedure is in two, and each has examples of what can be typed."""

from collections.abc import Iterator

from refcli.conformance.situations import Suite
from refcli.core.errors import BadData, Refused
from refcli.files.code import place_of
from refcli.files.library import ABOUT
from refcli.referee.scenario import disagreements

LEAST = 2
"""Situations of each procedure, and examples."""


def scenarios_disagree(suite: Suite) -> Iterator[str]:
    """Scenarios that come to something else than they expect."""
    for one in suite.scenarios:
        try:
            yield from (f"{one.place(number)}: {what}" for number, what in disagreements(one, suite.referee))
        except BadData as error:
            yield from error.faults
        except Refused as error:
            yield str(error)


def too_few(suite: Suite) -> Iterator[str]:
    """Procedures with too few situations among the scenarios, or examples in their help."""
    library = suite.loaded.library
    examples = library.about().get("examples", {})
    also = suite.loaded.ruleset.also
    told = [ruling.get("procedure", "") for one in suite.scenarios for ruling in one.rulings]
    named = [also.get(name, name) for name in told]
    where = suite.scenario_file.shown if suite.scenario_file else "scenarios.toml"
    for procedure in suite.procedures:
        name = procedure.name
        if named.count(name) < LEAST:
            yield f"{place_of(procedure.rule)}: {name} is in {named.count(name)} rulings of {where}, not in {LEAST}"
        if len(examples.get(name, ())) != LEAST:
            yield library.fault(ABOUT, ["examples", name], f"{name} has not {LEAST} examples under [examples]")
