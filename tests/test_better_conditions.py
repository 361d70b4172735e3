"""A better modifier, a better condition or an easier number never lowers the chance of success.

An outcome says itself whether it is a success. Which way is better is stated once for each sum of each procedure,
in ``BETTER``, and follows from there for every condition that a chart gives a modifier to that sum. A number
required is easier when more faces meet it. Held for every procedure of every ruleset, over its stored situations with
other distances, choices, readings and conditions; where a rule itself has it otherwise it stands in ``EXCEPTIONS``
with its lines, and is no exception any more when its example does not show it.
"""

from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from refcli.core.cells import Cell
from refcli.core.chances import Odds
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.request import Conditions, stated_in
from refcli.odds.enumeration import odds_of
from refcli.referee.referee import Case
from refcli.rulesets import RULESETS, ruleset
from tests.situations import procedures, referee, situations
from tests.tables import entry_of, stored_in

MORE, LESS = 1, -1
NO_MATTER = 0
"""No success hangs on it."""
BOTH_SIDES = None
"""One sum of both sides: what is better for one of them is better for the other."""

BETTER: dict[str, dict[str, dict[str, int | None]]] = {
    "first-watch": {
        "initiative": {"initiative": MORE, "opposing initiative": LESS},
        "move": {"speed": MORE},
        "phase": {"speed": NO_MATTER},
        "fire": {"hit number": LESS, "penetration": MORE, "armor value": LESS},
        "penetrate": {"penetration": MORE, "armor value": LESS},
        "close-assault": {"assault": MORE},
        "plot": {},
        "bombard": {"drift": LESS},
        "burst": {"kill number": LESS},
        "air-combat": {"combat": MORE, "opposing combat": LESS},
        "anti-air": {"kill number": LESS},
        "bomb": {"drift": LESS},
        "strafe": {"strafing": MORE},
        "weather": {"weather": MORE},
        "fortunes": {"fortunes": MORE},
    },
    "grid": {
        "clock": {"pips": NO_MATTER},
        "bombard": {"score": MORE},
        "smoke": {"smoke": MORE},
        "strafe": {"sortie": MORE},
        "observe": {"range": MORE},
        "fire": {"score": MORE},
        "move": {"squares": MORE},
        "morale": {"regroup": MORE},
    },
    "combat-captain": {
        "initiative": {"initiative": BOTH_SIDES},
        "activity": {"dice": LESS},
        "move": {"inches": MORE, "dice": MORE},
        "fire": {"fire points": MORE, "variable die": MORE, "kill die": LESS, "cover": LESS},
        "penetrate": {"kill die": LESS, "cover": LESS},
        "save": {"cover": MORE},
        "consolidate": {"markers": NO_MATTER},
        "morale": {"markers": LESS},
        "close-assault": {
            "attackers' total": MORE,
            "defenders' total": LESS,
            "hits of the attackers": MORE,
            "hits of the defenders": LESS,
            "cover": BOTH_SIDES,
        },
        "event": {"event": MORE},
        "bombard": {"cover": LESS},
        "strafe": {"strafing": MORE, "cover": NO_MATTER, "return shot": LESS},
        "bomb": {"bomb": MORE},
    },
    "skirmish": {
        "initiative": {"allied": MORE, "axis": LESS},
        "visibility": {"visibility": NO_MATTER},
        "fire": {
            "hit number": LESS,
            "to hit": MORE,
            "effect": MORE,
            "attack value": MORE,
            "damage": MORE,
            "escape": NO_MATTER,
            "miss distance": LESS,
        },
        "penetrate": {"attack value": MORE, "escape": NO_MATTER},
        "grenade": {"miss distance": LESS},
        "bombard": {"miss distance": LESS},
        "burst": {"damage": MORE, "effect": MORE, "weapon lost": LESS, "to hit": MORE, "escape": NO_MATTER},
        "smoke": {"miss distance": LESS},
        "morale": {"morale": MORE},
        "escape": {"escape": LESS, "effect": LESS},
        "ram": {"escape": NO_MATTER},
        "move": {"distance": MORE},
        "radio": {},
        "capture": {},
    },
}
"""For every sum of every procedure whether more or less of it is better for the one who acts."""

PROCEDURES = [(rules, name) for rules in RULESETS for name in ruleset(rules).procedures]
named = pytest.mark.parametrize(("rules", "name"), PROCEDURES, ids=[" ".join(pair) for pair in PROCEDURES])

MOST_WORK = 60_000
"""Requests whose odds take more are left to other tests."""

quick = settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


class Asked(NamedTuple):
    """A request with the figures in force, and its odds."""

    case: Case
    charts: Charts
    odds: Odds

    def other(self, request: Any = None, **plain: Any) -> "Asked | None":
        """Another request, or other figures, modifiers or readings; None where that is refused."""
        case = self.case._replace(overrides={**self.case.overrides, **plain})
        return asked(case if request is None else case._replace(request=request))

    def adjusted(self, name: str, by: int) -> "Asked | None":
        """With a modifier of the referee's."""
        return self.other(adjust=[*(self.case.overrides.get("adjust") or ()), f"{name}={by:+d}:luck"])

    def stating(self, condition: str) -> "Asked | None":
        """With a condition."""
        request = stating(self.case, self.case.request, condition)
        return None if request is None else self.other(request)

    def with_figure(self, ref: str, value: int | float) -> "Asked | None":
        """With a figure of the referee's."""
        return self.other(set={**(self.case.overrides.get("set") or {}), ref: value})


def asked(case: Case) -> Asked | None:
    """The odds of a case; None where it is refused, or too large."""
    try:
        charts = case.charts()
        return Asked(case, charts, odds_of(case.procedure, case.request, charts, most=MOST_WORK))
    except Refused:
        return None


@cache
def stored(rules: str, name: str) -> tuple[Case, ...]:
    """The stored situations of a procedure; who added it is told to store one."""
    found = tuple(one.case for one in situations(rules) if one.case.procedure.name == name)
    if not found:
        pytest.fail(f"no request of {name} is stored: add one to {stored_in(rules)}", pytrace=False)
    return found


def drawn(data: some.DataObject, rules: str, name: str) -> Asked | None:
    """A stored situation, some of it changed."""
    case = data.draw(some.sampled_from(stored(rules, name)), label="situation")
    request = case.request
    for field in case.procedure.inputs:
        low, high, choices = field.field.at_least, field.field.at_most, field.field.choices
        if choices and data.draw(some.booleans()):
            request = request._replace(**{field.name: data.draw(some.sampled_from(choices), label=field.name)})
        elif field.kind in (int, float) and low is not None and data.draw(some.booleans()):
            most = min(int(low) + 40, int(low) + 40 if high is None else int(high))
            request = request._replace(**{field.name: data.draw(some.integers(int(low), most), label=field.name)})
    conditions = sorted(case.procedure.conditions(case.words.charts))
    for _ in range(data.draw(some.integers(0, 2 if conditions else 0), label="conditions")):
        request = stating(case, request, data.draw(some.sampled_from(conditions))) or request
    readings = {}
    if case.readings and data.draw(some.integers(0, 3), label="another reading") == 3:
        reading = case.readings[data.draw(some.sampled_from(sorted(case.readings)))]
        readings[reading.id] = data.draw(some.sampled_from([option.word for option in reading.options]))
    changed = case._replace(request=request, overrides={**case.overrides, "readings": readings})
    return asked(changed) or asked(case)


def stating(case: Case, request: Any, name: str) -> Any:
    """The request with a condition stated, once more if it counts; None where what is stated rules it out.

    A condition of a side is said of the first side alone.
    """
    condition = case.procedure.conditions(case.words.charts)[name]
    stated = set(stated_in(request))
    if stated & set(case.words.excluded(name)) or (name in stated and not condition.counted):
        return None
    if condition.of == "sides":
        first, *others = request.sides
        return request._replace(sides=(first._replace(conditions=first.conditions + Conditions([name])), *others))
    return request._replace(conditions=request.conditions + Conditions([name]))


TABLE = "tests/test_better_conditions.py: BETTER"


def better_in(rules: str, name: str) -> dict[str, int | None]:
    """Whether more or less is better, for each sum of a procedure."""
    each = entry_of(BETTER, rules, TABLE, "a table of its procedures, as the others have one")
    return entry_of(each, name, f"{TABLE}[{rules!r}]", "whether more or less is better, for each of its `sums`")


THEIR_SUM = {("first-watch", "air-combat"): "opposing combat"}
"""The sum that a modifier of the other side counts in, where it is another than the firer's."""

OTHER_SIDE = ("target", "interceptor")


def modifiers_of(case: Case) -> dict[str, int]:
    """Each condition with a modifier to a sum of the procedure: above 0 where it is better to state it."""
    better = better_in(case.rules, case.procedure.name)
    theirs = THEIR_SUM.get((case.rules, case.procedure.name), "")
    known = case.procedure.conditions(case.words.charts)
    found = {}
    for chart in case.words.charts.values():
        for name, condition in chart.conditions.items():
            way = better.get(theirs if condition.of in OTHER_SIDE and theirs else chart.modifies)
            if condition.of == "sides":
                way = MORE
            if known.get(name) is condition and condition.value and way:
                found[name] = int(condition.value) * way
    return found


def easier(cell: Cell) -> int | float:
    """The number required that one face more meets."""
    assert isinstance(cell.value, (int, float))
    return cell.value + (1 if cell.sign.startswith("<") else -1)


class Exempt(NamedTuple):
    """Numbers required that the one who acts would rather not see met, or a modifier that is worth more than it says.

    ``cells`` are a whole chart, or one cell or condition of it. In the example the cell ``shown``, made easier, lowers
    the chance of success, or the condition ``shown``, whose modifier is no better, raises it.
    """

    rules: str
    procedure: str
    cells: str
    why: str
    shown: str
    example: dict[str, Any]


EXCEPTIONS = (
    Exempt(
        "combat-captain",
        "fire",
        "cover",
        "the target's saves. Source: combat-captain.txt 582-591",
        "cover.2.save",
        {"attackers": "enhanced-small-arms", "target": "infantry", "range": 6, "cover": 2},
    ),
    Exempt(
        "combat-captain",
        "activity",
        "activity.leave-cover",
        "it takes a die, and without it nobody moves out of cover. Source: combat-captain.txt 343, 399-400",
        "leave-cover",
        {"unit": "infantry", "cover": 1, "conditions": ["2xmove"]},
    ),
    Exempt(
        "combat-captain",
        "penetrate",
        "cover",
        "the target's save. Source: combat-captain.txt 430-433, 582-591",
        "cover.2.save",
        {"target": "armor", "number": 4, "cover": 2},
    ),
    Exempt(
        "combat-captain",
        "bombard",
        "cover",
        "the target's saves. Source: combat-captain.txt 582-591",
        "cover.2.save",
        {"target": "infantry", "cover": 2},
    ),
    Exempt(
        "combat-captain",
        "close-assault",
        "cover",
        "both sides save. Source: combat-captain.txt 582-591, 798-799",
        "cover.2.save",
        {"attackers": "5xinfantry", "defenders": "5xinfantry", "cover": 2},
    ),
    Exempt(
        "combat-captain",
        "close-assault",
        "morale.rout",
        "both sides rout. Source: combat-captain.txt 549-550",
        "morale.rout",
        {"attackers": "8xinfantry", "defenders": "infantry", "markers": 5},
    ),
    Exempt(
        "combat-captain",
        "morale",
        "morale.rout",
        "the markers that rout the unit. Source: combat-captain.txt 549-550",
        "morale.rout",
        {"unit": "5xinfantry,2xheavy-weapon", "markers": 5},
    ),
    Exempt(
        "combat-captain",
        "strafe",
        "air.return-shot",
        "a shot at the plane. Source: combat-captain.txt 891-892",
        "air.return-shot",
        {"target": "2xinfantry"},
    ),
    Exempt(
        "combat-captain",
        "strafe",
        "air.breaks-off",
        "a shot at the plane. Source: combat-captain.txt 892-894",
        "air.breaks-off",
        {"target": "2xinfantry"},
    ),
    Exempt(
        "skirmish",
        "escape",
        "hit-effect",
        "those who jump clear are hit themselves. Source: skirmish.txt 201",
        "hit-effect.soft-cover.dead",
        {"target": "lorry", "cause": "jump-clear", "conditions": ["aboard"]},
    ),
    Exempt(
        "first-watch",
        "fire",
        "hit-location",
        "areas on one die: what one gains the next one loses. Source: first-watch.txt 153",
        "hit-location.bounce",
        {"attacker": "17pdr", "target": "panther-g", "range": 45, "conditions": ["hit-location"]},
    ),
)


def exempt(case: Case, name: str) -> bool:
    """Whether a number required, or a condition, is one of the exceptions."""
    return any(
        (one.rules, one.procedure) == (case.rules, case.procedure.name)
        and (name in (one.cells, one.shown) or name.startswith(f"{one.cells}."))
        for one in EXCEPTIONS
    )


def has_lost_all_planes(case: Case) -> bool:
    """True if a higher event is worse: the planes that it gives are lost. Source: combat-captain.txt 883-896."""
    if (case.rules, case.procedure.name) != ("combat-captain", "event"):
        return False
    return case.request.lost >= case.charts()["air", "most"].number


class TestExceptions:
    """Where a rule has it otherwise, it still has."""

    @pytest.mark.parametrize("one", EXCEPTIONS, ids=lambda one: f"{one.rules} {one.procedure} {one.shown}")
    def test_goes_the_other_way(self, one: Exempt) -> None:
        before = asked(referee().case({"rules": one.rules, "procedure": one.procedure, **one.example}))
        assert before is not None
        if one.shown in modifiers_of(before.case):
            worse, better = before, before.stating(one.shown)
            assert modifiers_of(before.case)[one.shown] < 0
        else:
            worse, better = before.with_figure(one.shown, easier(before.charts.used[one.shown])), before
        assert worse is not None
        assert better is not None
        assert worse.odds.success < better.odds.success

    @pytest.mark.parametrize(("lost", "is_worse"), [(0, False), (2, False), (3, True)])
    def test_a_higher_event_is_worse_with_all_planes_lost(self, lost: int, is_worse: bool) -> None:
        before = asked(referee().case({"rules": "combat-captain", "procedure": "event", "lost": lost}))
        assert before is not None and has_lost_all_planes(before.case) == is_worse
        after = before.adjusted("event", 3)
        assert after is not None and (after.odds.success < before.odds.success) == is_worse


@named
class TestBetter:
    """A better modifier never lowers the chance."""

    def test_is_stated_of_every_sum(self, rules: str, name: str) -> None:
        sums = next(one.sums for one in procedures(rules) if one.name == name)
        told = set(better_in(rules, name))
        assert told == set(sums), f"{TABLE}[{rules!r}][{name!r}]: add {set(sums) - told}, take out {told - set(sums)}"

    def test_makes_a_difference_somewhere(self, rules: str, name: str) -> None:
        for total, way in better_in(rules, name).items():
            assert not way or any(
                worse.odds.success < better.odds.success
                for one in map(asked, stored(rules, name))
                if one and (worse := one.adjusted(total, -3 * way)) and (better := one.adjusted(total, 3 * way))
            ), total

    @given(some.data())
    @quick
    def test_never_lowers_the_chance(self, rules: str, name: str, data: some.DataObject) -> None:
        """Nor does a better condition or an easier number; and the odds of any request add up to one."""
        before = drawn(data, rules, name)
        by = data.draw(some.integers(1, 4), label="by")
        if before:
            assert sum(before.odds.outcomes.values()) == 1
            assert all(sum(chances.values()) == 1 for chances in before.odds.counts.values())
            self.modifiers(before, by)
            self.conditions(before)
            self.numbers_required(before)

    def modifiers(self, before: Asked, by: int) -> None:
        for total, way in better_in(before.case.rules, before.case.procedure.name).items():
            after = before.adjusted(total, by * (way or MORE)) if way is not None else None
            if after and not has_lost_all_planes(before.case):
                assert after.odds.success >= before.odds.success, total
                assert way or after.odds.success == before.odds.success, total

    def conditions(self, before: Asked) -> None:
        for condition, worth in modifiers_of(before.case).items():
            after = before.stating(condition)
            if after and not exempt(before.case, condition):
                better, worse = (after, before) if worth > 0 else (before, after)
                assert better.odds.success >= worse.odds.success, condition

    def numbers_required(self, before: Asked) -> None:
        for cell in list(before.charts.used.values()):
            if cell.sign and not cell.blank and not exempt(before.case, cell.ref):
                after = before.with_figure(cell.ref, easier(cell))
                assert after is None or after.odds.success >= before.odds.success, cell.ref
