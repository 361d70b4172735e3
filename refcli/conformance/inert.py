"""Nothing that can be said is without effect: conditions, options of readings, outcomes; and what is counted counts."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from refcli.conformance.situations import IN_VAIN, Situation, Suite, place_of_member
from refcli.core.charts import Condition
from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Term, without
from refcli.files.library import READINGS
from refcli.referee.referee import Case


def inert(suite: Suite) -> Iterator[str]:
    """Conditions, options of readings and outcomes that no stored situation shows to matter."""
    yield from _conditions(suite)
    yield from _readings(suite)
    yield from _outcomes(suite)


def _conditions(suite: Suite) -> Iterator[str]:
    """Every condition changes the odds of some stored request of every procedure that knows it."""
    vain = suite.in_vain
    for procedure, name, condition in conditions_of(suite):
        where = suite.requests_said
        stating = [one for one in suite.of(procedure) if name in one.stated]
        matters = any(changes(one, name) for one in stating)
        what = ""
        if f"{procedure.name} {name}" in vain:
            if matters:
                what = f"condition {name!r} changes odds of {procedure.name}; take it out of {IN_VAIN} in {where}"
        elif not stating:
            what = f"no stored request of {procedure.name} states {name!r}: add one to {where}"
        elif not matters:
            what = f"condition {name!r} is inert: it changes the odds of no request of {procedure.name} in {where}"
        if what:
            yield _of_condition(suite, procedure, condition, what)


def _readings(suite: Suite) -> Iterator[str]:
    """Every option of every reading changes the odds of some stored request, but of what bars in a game."""
    library = suite.loaded.library
    states, _ = library.states()
    of_games = {bar.reading.partition("=")[0] for state in states.values() for bar in state.bars}
    for reading in suite.loaded.readings.values():
        if reading.id in of_games:
            continue
        for number, option in enumerate(reading.options):
            if option.usual or any(
                gives_other_odds(one, reading.id, option.word, reading.default) for one in suite.situations
            ):
                continue
            what = f"reading {reading.id}={option.word} is inert: it changes the odds of no request in "
            at: list[str | int] = ["reading", reading.id, "option", number]
            yield library.fault(READINGS, at, f"{what}{suite.requests_said}")


def _outcomes(suite: Suite) -> Iterator[str]:
    """Every outcome is reached by some stored request."""
    for procedure in suite.procedures:
        reached = set()
        for one in suite.of(procedure):
            reached |= {outcome for outcome, chance in one.odds().outcomes.items() if chance}
            if len(reached) == len(procedure.outcomes):
                break
        for outcome in procedure.outcomes:
            if outcome not in reached:
                what = f"no request of {procedure.name} in {suite.requests_said} can come to {outcome.word!r}"
                yield f"{place_of_member(outcome)}: {what}"


def counting(suite: Suite) -> Iterator[str]:
    """Conditions that are counted and say so nowhere, or say so and are not; counting another is refused."""
    found: dict[str, bool] = {}
    for procedure, name, condition in conditions_of(suite):
        owners = dict.fromkeys(("conditions", condition.of or "conditions"))
        counts = any(is_counted(suite, one, name, owner) for one in suite.of(procedure) for owner in owners)
        found[name] = found.get(name, False) or counts
        if counts and not condition.counted:
            what = f"condition {name!r} counts for more when it is stated more often, and does not say counted = true"
            yield _of_condition(suite, procedure, condition, what)
    for procedure, name, condition in conditions_of(suite):
        if condition.counted and not found[name]:
            found[name] = True
            what = f"condition {name!r} says counted = true, and counts for no more when it is stated more often"
            what += f": a rule asks how often by stated[{name!r}]"
            yield _of_condition(suite, procedure, condition, what)


def conditions_of(suite: Suite) -> Iterator[tuple[Procedure, str, Condition]]:
    """Every condition of every procedure."""
    for procedure in suite.procedures:
        charts = suite.loaded.library.charts(procedure.charts)
        for name, condition in procedure.conditions(charts).items():
            yield procedure, name, condition


def _of_condition(suite: Suite, procedure: Procedure, condition: Condition, what: str) -> str:
    library = suite.loaded.library
    charts = library.charts(procedure.charts)
    chart = next(name for name in procedure.charts if condition.name in charts[name].conditions)
    return library.fault(chart, ["condition", condition.name, "name"], what)


def changes(one: Situation, condition: str) -> bool:
    """Whether leaving the condition out changes the odds; a request that needs it counts as changed."""
    bare = without(one.case.request, condition)
    try:
        return one.odds()[:2] != one.odds(bare)[:2]
    except Refused:
        return True


def gives_other_odds(one: Situation, id: str, word: str, default: str) -> bool:
    """Whether one option of a reading gives other odds than the default."""
    return one.odds(readings={id: word})[:2] != one.odds(readings={id: default})[:2]


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
