"""Held for every ruleset, by its stored situations: nothing that can be said is without effect."""

import re
from itertools import zip_longest
from math import log, prod
from statistics import fmean

import pytest

from refcli.core.errors import Refused
from refcli.core.request import Conditions, Term, without
from refcli.odds.enumeration import Enumeration
from refcli.referee.referee import Case
from refcli.rulesets import RULESETS
from tests.brute_force import TooManyFalls, amounts, every_ruling
from tests.situations import Situation, procedures, referee, situations
from tests.tables import stored_in

MOST_FALLS = 1500
"""Falls of dice up to which a situation is small enough for brute force."""

BY_BRUTE_FORCE = 6
"""Situations of each procedure that brute force tries."""

ROLLED_AGAIN = re.compile(r"(^|/)again \d+/")
"""A part of a label: what follows is rolled again."""

ROLLED = 12
"""Seeds with which a situation is rolled."""

rulesets = pytest.mark.parametrize("rules", list(RULESETS))


def of_procedure(rules: str, name: str) -> list[Situation]:
    """The stored situations of one procedure."""
    return [one for one in situations(rules) if one.case.procedure.name == name]


SAID_IN_VAIN = {"grid": ["bombard fields"]}
"""Conditions that a rule names only to say that they have no effect. Source: grid.txt 93."""


@rulesets
class TestNothingIsInert:
    """Every condition, every option of every reading and every outcome changes or is reached somewhere."""

    def test_every_condition_changes_the_odds_of_some_stored_request(self, rules: str) -> None:
        inert = []
        for procedure in procedures(rules):
            charts = referee().loaded(rules).library.charts(procedure.charts)
            for condition in procedure.conditions(charts):
                stating = [one for one in of_procedure(rules, procedure.name) if condition in one.stated]
                if not any(changes(one, condition) for one in stating):
                    inert.append(f"{procedure.name} {condition}")
                assert stating or f"{procedure.name} {condition}" in SAID_IN_VAIN.get(rules, ())
        assert inert == SAID_IN_VAIN.get(rules, []), (
            f"add a request to {stored_in(rules)} in which each of these changes the odds"
        )

    def test_every_option_of_every_reading_changes_the_odds_of_some_stored_request(self, rules: str) -> None:
        inert = []
        states, _ = referee().loaded(rules).library.states()
        of_games = {bar.reading.partition("=")[0] for state in states.values() for bar in state.bars}
        for reading in referee().loaded(rules).readings.values():
            for option in reading.options if reading.id not in of_games else ():  # tests/test_game_acts.py has those
                if not option.usual and not any(
                    gives_other_odds(one, reading.id, option.word, reading.default) for one in situations(rules)
                ):
                    inert.append(f"{reading.id}={option.word}")
        assert not inert, f"add a request to {stored_in(rules)} whose odds change with each of these"

    def test_every_declared_outcome_is_reached(self, rules: str) -> None:
        unreached = []
        for procedure in procedures(rules):
            reached = set()
            for one in of_procedure(rules, procedure.name):
                reached |= {outcome for outcome, chance in one.odds().outcomes.items() if chance}
                if len(reached) == len(procedure.outcomes):
                    break
            unreached += [f"{procedure.name} {one.word}" for one in procedure.outcomes if one not in reached]
        assert not unreached, f"add a request to {stored_in(rules)} that can come to each of these"


@rulesets
class TestCounted:
    """Conditions that count say so in their chart, and no other is ever counted by a rule."""

    def test_stating_it_more_often_changes_a_ruling_of_a_counted_one_alone(self, rules: str) -> None:
        declared, found = set(), set()
        for procedure in procedures(rules):
            charts = referee().loaded(rules).library.charts(procedure.charts)
            for name, condition in procedure.conditions(charts).items():
                if condition.counted:
                    declared.add(name)
                owners = dict.fromkeys(("conditions", condition.of or "conditions"))
                if any(is_counted(one, name, owner) for one in of_procedure(rules, procedure.name) for owner in owners):
                    found.add(name)
                    assert condition.counted, (procedure.name, name)
        assert found == declared

    def test_counting_another_is_refused(self, rules: str) -> None:
        for procedure in procedures(rules):
            words = referee().loaded(rules).words(procedure, prefixes=False)
            for name, condition in words.conditions.items():
                if condition.counted:
                    assert words.stated([f"2x{name}", name]) == Conditions({name: 3})
                    continue
                with pytest.raises(Refused, match=f"^{name} is not counted, .* leave out the 3x$"):
                    words.stated([f"3x{name}"])
                assert words.stated([name, f"1x{name}", name]) == Conditions([name])


@rulesets
class TestTheOddsAreTheDice:
    """The odds are what all faces come to, each entered at the table."""

    def test_every_stored_request_adds_up_to_exactly_one(self, rules: str) -> None:
        for one in situations(rules):
            odds = one.odds()
            assert sum(odds.outcomes.values()) == 1, one.name
            for name, chances in odds.counts.items():
                assert sum(chances.values()) == 1, (one.name, name)

    def test_every_procedure_agrees_with_all_faces_entered_by_hand(self, rules: str) -> None:
        for procedure in procedures(rules):
            tried = 0
            for one in varied(of_procedure(rules, procedure.name)):
                case = one.case
                asked = case.procedure, case.request, case.charts()
                try:
                    by_hand = every_ruling(*asked, most=2 * MOST_FALLS)
                except TooManyFalls:
                    continue
                assert Enumeration().distribution(amounts, asked).chances() == by_hand, one.name
                assert every_ruling(*asked, by_label=True) == by_hand, one.name
                for seed in range(ROLLED):
                    assert referee().rule(case, seed).ruling.amounts_to in by_hand, one.name
                tried += 1
                if tried == BY_BRUTE_FORCE:
                    break
            assert tried, f"add a request of {procedure.name} with few dice to {stored_in(rules)}"


def changes(one: Situation, condition: str) -> bool:
    """Whether leaving the condition out changes the odds; a request that needs it counts as changed."""
    bare = without(one.case.request, condition)
    try:
        return one.odds()[:2] != one.odds(bare)[:2]
    except Refused:
        return True


def is_counted(one: Situation, condition: str, owner: str) -> bool:
    """Whether a condition that holds three times comes to another ruling somewhere than one that holds once.

    Where it is refused however often, the refusal names what was said.
    """
    stated = [stated_so_often(one.case, condition, owner, times) for times in (1, 3)]
    if None in stated:
        return False
    came = [[comes_to(case, seed) for case in stated] for seed in range(2)]
    return any(once != thrice for once, thrice in came if not (isinstance(once, str) and isinstance(thrice, str)))


def stated_so_often(case: Case, condition: str, owner: str, times: int) -> Case | None:
    """The case with a condition so often, of the ruling or of every term of a field; None without such a term."""

    def more(conditions: Conditions) -> Conditions:
        return Conditions({**dict(conditions.items()), condition: times})

    value = getattr(case.request, owner)
    if owner == "conditions":
        changed = more(value)
    elif isinstance(value, Term):
        changed = value._replace(conditions=more(value.conditions))
    elif isinstance(value, tuple):
        changed = tuple(term._replace(conditions=more(term.conditions)) for term in value)
    else:
        return None
    return case._replace(request=case.request._replace(**{owner: changed}))


def comes_to(case: Case | None, seed: int) -> object:
    """What a case comes to, or why to nothing."""
    assert case is not None
    try:
        return referee().rule(case, seed).ruling
    except Refused as error:
        return str(error)


def gives_other_odds(one: Situation, id: str, word: str, default: str) -> bool:
    """Whether one option of a reading gives other odds than the default."""
    return one.odds(readings={id: word})[:2] != one.odds(readings={id: default})[:2]


def varied(found: list[Situation]) -> list[Situation]:
    """The situations that are small enough for brute force: those with dice first, small and large ones in turn."""
    by_size: dict[int, list[Situation]] = {}
    for one in found:
        if (number := falls(one)) <= MOST_FALLS:
            by_size.setdefault(round(log(number, 6)), []).append(one)
    without_dice = by_size.pop(0, [])
    in_turn = zip_longest(*(by_size[size] for size in sorted(by_size)))
    return [one for row in in_turn for one in row if one is not None] + without_dice


def falls(one: Situation) -> float:
    """In about how many ways its dice can fall: each ruling stands for as many as its dice have faces together."""
    found = []
    for seed in range(ROLLED):
        rolls = [roll for roll in referee().rule(one.case, seed).ruling.rolls if not ROLLED_AGAIN.search(roll.label)]
        found.append(prod(len(roll.die.faces) ** len(roll.faces) for roll in rolls))
    return fmean(found)
