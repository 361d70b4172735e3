"""Nothing that can be said is without effect: conditions, options of readings, outcomes; and what is counted counts."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from refcli.core.chances import Odds
from refcli.core.errors import Refused
from refcli.core.readings import Reading
from refcli.core.request import Conditions, Term
from refcli.files.library import READINGS
from refcli.files.source_code import source_of
from refcli.odds.enumeration import odds_of
from refcli.referee.check import Situation, Suite, conditions_of, of_condition, without_effect
from refcli.referee.referee import Case


def inert(suite: Suite) -> Iterator[str]:
    """Conditions, options of readings and outcomes that no stored situation shows to matter."""
    yield from without_effect(suite)
    yield from _readings(suite)


def _readings(suite: Suite) -> Iterator[str]:
    """Every option of every reading changes the odds of some stored request, but of what bars in a game."""
    library = suite.loaded.library
    states, _ = library.states()
    stored = [(one, one.odds()) for one in suite.situations]
    of_games = {bar.reading.partition("=")[0] for state in states.values() for bar in state.bars}
    hook = type(suite.loaded.ruleset.hook()).__module__
    by_rules = {id for one in suite.procedures for id, _ in source_of(one.rule.__module__).readings}
    of_games |= {id.partition("=")[0] for id, _ in source_of(hook).readings} - by_rules
    for reading in suite.loaded.readings.values():
        if reading.id in of_games:
            continue
        for number, option in enumerate(reading.options):
            if option.usual or any(gives_other_odds(*one, reading, option.word) for one in stored):
                continue
            what = f"reading {reading.id}={option.word} is inert: it changes the odds of no request in "
            at: list[str | int] = ["reading", reading.id, "option", number]
            yield library.fault(READINGS, at, f"{what}{suite.requests_said}")


def counting(suite: Suite) -> Iterator[str]:
    """Conditions that are counted and say so nowhere, or say so and are not; counting another is refused."""
    found: dict[str, bool] = {}
    for procedure, name, condition in conditions_of(suite):
        owners = dict.fromkeys(("conditions", condition.of or "conditions"))
        counts = any(is_counted(suite, one, name, owner) for one in suite.of(procedure) for owner in owners)
        found[name] = found.get(name, False) or counts
        if counts and not condition.counted:
            what = f"condition {name!r} counts for more when it is stated more often, and does not say counted = true"
            yield of_condition(suite, procedure, condition, what)
    for procedure, name, condition in conditions_of(suite):
        if condition.counted and not found[name]:
            found[name] = True
            what = f"condition {name!r} says counted = true, and counts for no more when it is stated more often"
            what += f": a rule asks how often by stated[{name!r}]"
            yield of_condition(suite, procedure, condition, what)


def gives_other_odds(one: Situation, usual: Odds, reading: Reading, word: str) -> bool:
    """True if an option of a reading gives other odds than its default; only readings that matter are tried."""
    gives_figures = any(option.figures or option.signs for option in reading.options)
    if reading.id not in usual.readings and not gives_figures:
        return False  # TestReadingsOfOdds in test_odds.py proves that it changes nothing

    def odds(option: str) -> Odds:
        case = one.case._replace(overrides={**one.case.overrides, "readings": {reading.id: option}})
        return odds_of(case.procedure, case.request, case.charts())

    default = odds(reading.default) if one.case.overrides.get("readings") else usual
    return odds(word)[:2] != default[:2]


def is_counted(suite: Suite, one: Situation, condition: str, owner: str) -> bool:
    """Whether a condition that holds three times comes to another ruling somewhere than one that holds once.

    Where it is refused however often, the refusal names what was said.
    """
    stated = [stated_so_often(one.case, condition, owner, times) for times in (1, 3)]
    if None in stated:
        return False
    came = [[_comes_to(suite, case, seed) for case in stated] for seed in range(2)]
    return any(once != thrice for once, thrice in came if not (isinstance(once, str) and isinstance(thrice, str)))


def stated_so_often(case: Case, condition: str, owner: str, times: int) -> Case | None:
    """The case with a condition so often, of the ruling or of every term of a field; None without such a term."""

    def more(conditions: Conditions) -> Conditions:
        return Conditions({**dict(conditions.items()), condition: times})

    value = getattr(case.request, owner)
    changed: Any
    if owner == "conditions":
        changed = more(value)
    elif isinstance(value, Term):
        changed = value._replace(conditions=more(value.conditions))
    elif isinstance(value, tuple):
        changed = tuple(term._replace(conditions=more(term.conditions)) for term in value)
    else:
        return None
    return case._replace(request=case.request._replace(**{owner: changed}))


def _comes_to(suite: Suite, case: Case | None, seed: int) -> object:
    """What a case comes to, or why to nothing."""
    assert case is not None
    with suppress(Refused):
        return suite.referee.rule(case, seed).ruling
    return "refused"
