"""Exact odds: the fast ways of the enumeration against brute force."""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from refcli.core.cells import Sum, TargetNumber
from refcli.core.chances import Odds
from refcli.core.dice import AVERAGE_DIE, D6, D10, Dice, Die, part
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.limits import MOST_WORK
from refcli.core.procedure import procedure
from refcli.core.request import NOTHING, Conditions
from refcli.core.resolve import resolve
from refcli.core.roller import Roller
from refcli.core.ruling import Outcome, Ruling
from refcli.odds.enumeration import A_RUN, Enumeration, TooMuchWork, odds_of
from refcli.odds.walk import KnownDice
from refcli.referee import what_if
from refcli.referee.referee import Case
from refcli.referee.what_if import odds_in, other_readings, with_reading, worth
from refcli.rulesets import RULESETS
from tests.conformance.falls import amounts, every_fall, every_ruling
from tests.situations import Situation, referee, situations

Chances = dict[Any, Fraction]

unhurried = settings(deadline=None)
"""Nothing here is timed."""

a_die = some.sampled_from([D6, D10, AVERAGE_DIE, Die("d3", (1, 2, 3)), Die("coin", (0, 1))])


@some.composite
def scores_of_a_die(draw: some.DrawFn) -> tuple[Any, ...]:
    """What each face of a die scores: numbers, or pairs."""
    die = draw(a_die)
    number = some.integers(-2, 6)
    score = draw(some.sampled_from([number, some.tuples(number, some.integers(0, 1))]))
    return tuple(draw(score) for _ in die.faces)


def enumerated(function: Callable[..., Any], *arguments: Hashable) -> Chances:
    """The exact chance of each result."""
    return Enumeration().distribution(function, arguments).chances()


def added(scores: list[Any]) -> Any:
    """Scores added the slow way."""
    return tuple(map(sum, zip(*scores, strict=True))) if isinstance(scores[0], tuple) else sum(scores)


class TestPool:
    """pool: alike dice, each scored, the scores summed; convolved instead of 6^20."""

    @given(scores_of_a_die(), some.integers(1, 4))
    @unhurried
    def test_equals_every_fall_of_its_dice(self, scores: tuple[Any, ...], count: int) -> None:
        by_hand: Chances = {}
        for fall in product(scores, repeat=count):
            total = added(list(fall))
            by_hand[total] = by_hand.get(total, Fraction(0)) + Fraction(1, len(scores) ** count)
        assert Enumeration().pool(count, scores).chances() == by_hand

    @given(some.integers(0, 3), some.sampled_from([D6, AVERAGE_DIE]), some.integers(1, 7))
    @unhurried
    def test_equals_dice_rolled_one_by_one(self, count: int, die: Die, needed: int) -> None:
        def together(dice: Dice) -> Any:
            return dice.pool(count, die, lambda face: (face >= needed, face == 2), "pool")

        def one_by_one(dice: Dice) -> Any:
            faces = [dice.die(die, str(number)) for number in range(count)]
            return sum(face >= needed for face in faces), faces.count(2)

        assert enumerated(together) == enumerated(one_by_one)

    @given(some.integers(0, 60), some.integers(0, 6))
    @unhurried
    def test_of_hits_is_binomial(self, count: int, faces_that_hit: int) -> None:
        found = Enumeration().pool(count, tuple(int(face <= faces_that_hit) for face in D6.faces)).chances()
        chance = Fraction(faces_that_hit, 6)
        for hits in range(count + 1):
            assert found.get(hits, 0) == comb(count, hits) * chance**hits * (1 - chance) ** (count - hits)

    def test_is_one_branch_of_its_totals_not_of_its_dice(self) -> None:
        def twenty(dice: Dice) -> Any:
            return dice.pool(20, D6, lambda face: face, "pool")

        enumeration = Enumeration()
        enumeration.distribution(twenty, ())
        assert enumeration.runs == 101  # 20 to 120


def scored_part(kinds: tuple[int, ...], dice: Dice) -> int:
    """A part with a result for each face of a d6."""
    return kinds[dice.die(D6, "die") - 1]


class Pair(NamedTuple):
    """A result of two places."""

    one: int = 0
    other: int = 0


def paired_part(kinds: tuple[int, ...], dice: Dice) -> Pair:
    """A part with two numbers for each face of a d6."""
    face = dice.die(D6, "die")
    return Pair(kinds[face - 1], face > 4)


kinds_of_faces = some.tuples(*[some.integers(0, 3)] * 6)


class TestAllOf:
    """all_of: the same part for several things; what the results add up to is one result."""

    @given(some.lists(scores_of_a_die(), max_size=3))
    @unhurried
    def test_equals_every_fall_of_its_parts(self, things: list[tuple[Any, ...]]) -> None:
        def scored(scores: tuple[Any, ...], dice: Dice) -> int:
            score = scores[dice.die(Die("any", tuple(range(len(scores)))), "die")]
            return sum(score) if isinstance(score, tuple) else score

        def all_of_them(dice: Dice) -> int:
            return dice.all_of(scored, [(f"thing {at}", scores) for at, scores in enumerate(things)])[0]

        assert enumerated(all_of_them) == every_fall(all_of_them, ())

    @given(kinds_of_faces, kinds_of_faces, some.integers(0, 3), some.integers(0, 2))
    @unhurried
    def test_equals_parts_taken_one_by_one(
        self, ours: tuple[int, ...], theirs: tuple[int, ...], many: int, others: int
    ) -> None:
        things = [(f"part/{number}", ours if number < many else theirs) for number in range(many + others)]

        def together(dice: Dice) -> Any:
            return dice.all_of(paired_part, things)[0]

        def one_by_one(dice: Dice) -> Any:
            pairs = [dice.at(label).part(paired_part, (kinds,)) for label, kinds in things]
            return Pair(sum(pair.one for pair in pairs), sum(pair.other for pair in pairs))

        assert enumerated(together) == enumerated(one_by_one)

    def test_many_alike_are_weighed_as_few_are(self) -> None:
        """Beyond the ways that are weighed at once they are added one after the other."""

        def hits(count: int, dice: Dice) -> Any:
            return dice.all_of(paired_part, [(str(at), (0, 0, 0, 1, 1, 2)) for at in range(count)])[0]

        for count in (9, 40):
            found = enumerated(hits, count)
            assert sum(found.values()) == 1
            assert found[Pair(0, 0)] == Fraction(1, 2) ** count
            assert sum(chance for pair, chance in found.items() if pair.other == count) == Fraction(1, 3) ** count

    def test_leaves_who_had_what_to_a_table(self) -> None:
        def each_of(dice: Dice) -> Any:
            total, each = dice.all_of(paired_part, [("a", (0,) * 6), ("b", (1,) * 6)])
            return total.one, len(each)

        assert enumerated(each_of) == {(1, 0): 1}
        assert Roller(0).part(each_of, ()) == (1, 2)

    def test_takes_outcomes_together_as_the_best_of_them(self) -> None:
        class Worst(NamedTuple):
            outcome: ShotsOutcome = ShotsOutcome.NONE
            hits: int = 0

        def fate(thing: str, dice: Dice) -> Worst:
            face = dice.die(D6, "die")
            return (
                Worst(ShotsOutcome.ALL, 1) if face == 6 else Worst(ShotsOutcome.SOME if face > 3 else ShotsOutcome.NONE)
            )

        def two(dice: Dice) -> Any:
            return dice.all_of(fate, [("a", "man"), ("b", "man")])[0].outcome

        assert enumerated(two) == every_fall(two, ())
        assert enumerated(two)[ShotsOutcome.ALL] == Fraction(11, 36)

    def test_is_one_branch_of_what_they_add_up_to_not_of_who_had_which(self) -> None:
        def twelve(dice: Dice) -> int:
            return dice.all_of(scored_part, [(str(at), (1, 2, 3, 4, 5, 6)) for at in range(12)])[0]

        enumeration = Enumeration(most=7500)  # their counts alone are 6188
        found = enumeration.distribution(twelve, ())
        assert len(found.weights) == 61  # 12 to 72

    def test_counts_sums_of_results_as_work(self) -> None:
        with pytest.raises(TooMuchWork):
            Enumeration(most=500).all_of(scored_part, [((1, 2, 3, 4, 5, 6), None)] * 12, ())


class TestCheck:
    """check: a die and its modifiers; odds take passed and failed, or every face, as the rule asks."""

    @given(a_die, some.sampled_from([">=", "<=", ">", "<"]), some.integers(-1, 12), some.integers(-3, 3))
    @unhurried
    def test_equals_a_die_held_against_the_same_target_number(
        self, die: Die, sign: str, number: int, modifier: int
    ) -> None:
        target = TargetNumber(sign, number)

        def checked(dice: Dice) -> bool:
            return dice.check(Sum("score", (), modifier), die, "die", target).passed

        def rolled(dice: Dice) -> bool:
            return target.met_by(dice.die(die, "die") + modifier)

        assert enumerated(checked) == enumerated(rolled)

    @given(a_die, some.integers(-1, 12), some.permutations(["passed", "face", "total"]))
    @unhurried
    def test_says_the_same_in_whatever_order_it_is_asked(self, die: Die, number: int, order: list[str]) -> None:
        target = TargetNumber(">=", number)

        def asked(dice: Dice) -> Any:
            check = dice.check(Sum("score", (), 2), die, "die", target)
            said = {name: getattr(check, name) for name in order}
            return said["passed"], said["face"], said["total"]

        assert enumerated(asked) == every_fall(asked, ())

    def test_is_two_branches_where_only_passing_is_asked(self) -> None:
        def passed(dice: Dice) -> bool:
            return dice.check(Sum("score", (), 0), D10, "die", TargetNumber(">=", 7)).passed

        enumeration = Enumeration()
        enumeration.distribution(passed, ())
        assert enumeration.runs == 2

    def test_belongs_to_the_part_it_was_rolled_in(self) -> None:
        """A part that hands the check itself back would be asked outside: odds refuse it."""

        def leaks(dice: Dice) -> Any:
            return dice.check(Sum("score", (), 0), D6, "die", TargetNumber(">=", 4))

        with pytest.raises(TypeError):
            enumerated(leaks)

    @pytest.mark.parametrize(("sign", "met"), [(">", 4), (">=", 5)])
    def test_holds_parts_of_one_against_a_target_number_as_a_table_does(self, sign: str, met: int) -> None:
        """2 + 0.3 is no more than 2.3, but 2 is more than 2.3 - 0.3 in floats."""

        def checked(dice: Dice) -> bool:
            return dice.check(Sum("score", (), 0.3), D6, "die", TargetNumber(sign, 2.3)).passed

        assert enumerated(checked) == every_fall(checked) == {True: Fraction(met, 6), False: Fraction(6 - met, 6)}


def losses(shots: int, needed: int, dice: Dice) -> int:
    """Hits, each saved on a 5 or 6."""
    hits = dice.pool(shots, D6, lambda face: face >= needed, "hits")
    return hits - dice.pool(hits, D6, lambda face: face >= 5, "saves")


class TestPart:
    """@part: a part with hashable inputs and result, cached and merged."""

    @given(some.integers(0, 4), some.integers(0, 4), some.integers(2, 6))
    @settings(unhurried, max_examples=40)
    def test_changes_nothing_but_the_runs(self, ours: int, theirs: int, needed: int) -> None:
        def in_parts(dice: Dice) -> Any:
            lost = dice.at("ours").part(losses, (theirs, needed))
            return lost, dice.at("theirs").part(losses, (max(ours - lost, 0), needed))

        def without(dice: Dice) -> Any:
            lost = losses(theirs, needed, dice)
            return lost, losses(max(ours - lost, 0), needed, dice)

        assert enumerated(in_parts) == enumerated(without)

    def test_takes_a_part_it_knows_from_its_memory(self) -> None:
        runs: list[int] = []

        @part
        def odd(dice: Dice) -> int:
            runs.append(1)
            return dice.die(D6, "die") % 2

        def three_parts(dice: Dice) -> int:
            return odd(dice.at("a")) + odd(dice.at("b")) + odd(dice.at("c"))

        assert enumerated(three_parts)[3] == Fraction(1, 8)
        assert len(runs) == 6

    def test_with_other_arguments_is_another_part(self) -> None:
        def both(dice: Dice) -> Any:
            return dice.at("a").part(losses, (1, 2)), dice.at("b").part(losses, (1, 6))

        found = enumerated(both)
        assert sum(chance for (a, _), chance in found.items() if a) == Fraction(5, 6) * Fraction(2, 3)
        assert sum(chance for (_, b), chance in found.items() if b) == Fraction(1, 6) * Fraction(2, 3)


def hits(shots: int, needed: int, dice: Dice) -> int:
    """Hits, before any save."""
    return dice.pool(shots, D6, lambda face: face >= needed, "hits")


def unsaved(hits: int, needed: int, dice: Dice) -> int:
    """Hits that are not saved."""
    return hits - dice.pool(hits, D6, lambda face: face >= needed, "saves")


def both_fire(ahead: bool, shots: int, dice: Dice) -> tuple[int, int]:
    """Both sides fire before either saves."""
    if ahead:
        ours, theirs = dice.ahead(hits, (shots, 4), "ours"), dice.ahead(hits, (shots, 5), "theirs")
    else:
        ours, theirs = dice.at("ours").part(hits, (shots, 4)), dice.at("theirs").part(hits, (shots, 5))
    return dice.at("our saves").part(unsaved, (theirs, 5)), dice.at("their saves").part(unsaved, (ours, 6))


class TestAhead:
    """ahead: dice that are rolled now, and go into a part that comes later."""

    def test_changes_nothing_but_the_runs(self) -> None:
        ahead, at_once = Enumeration(), Enumeration()
        found, wanted = ahead.distribution(both_fire, (True, 4)), at_once.distribution(both_fire, (False, 4))
        assert found.chances() == wanted.chances()
        assert ahead.runs < at_once.runs

    def test_equals_brute_force_at_a_table(self) -> None:
        assert enumerated(both_fire, True, 1) == every_fall(both_fire, (True, 1))

    def test_keeps_the_order_of_the_dice(self) -> None:
        roller = Roller(0)
        roller.part(both_fire, (True, 2))
        assert [roll.label for roll in roller.rolls] == [
            "ours/hits",
            "theirs/hits",
            "our saves/saves",
            "their saves/saves",
        ]

    @given(some.sampled_from(["ours/hits/1", "theirs/hits/2", "our saves/saves/1"]), some.integers(1, 6))
    @unhurried
    def test_takes_dice_that_are_known(self, label: str, face: int) -> None:
        known = KnownDice({label: face})
        found, wanted = (Enumeration().distribution(both_fire, (ahead, 2), known) for ahead in (True, False))
        assert found.chances() == wanted.chances()


def branching(plan: tuple[int, ...], dice: Dice) -> Any:
    """A made-up rule: what is rolled next hangs on what fell, as ``plan`` has it."""
    trail: list[Any] = []
    for number, kind in enumerate(plan):
        label = f"step {number}"
        if kind == 0:
            trail.append(dice.die(AVERAGE_DIE, label))
        elif kind == 1:
            trail.append(dice.pool(2, Die("d3", (1, 2, 3)), lambda face: (face, face == 1), label))
        elif kind == 2:
            trail.append(dice.at(label).part(branching, (plan[number + 1 :],)))
            break
        elif kind == 3:
            things = [(f"{label}/{which}", (0, 0, 0, 1, 1, 2)) for which in (1, 2)]
            trail.append(dice.all_of(scored_part, things)[0])
        elif kind == 4:
            trail.append(dice.check(Sum("score", (), number), D6, label, TargetNumber(">=", 5)).passed)
        elif kind == 5:
            several = [(f"{label}/{which}", (0, which, 1, 1, 1, 2)) for which in (0, 3)]
            trail.append(dice.all_of(paired_part, several)[0])
        elif dice.die(Die("coin", (0, 1)), label):
            return tuple(trail)
    return tuple(trail)


plans = some.lists(some.integers(0, 6), max_size=3).map(tuple)
WAYS = (6, 9, 1, 36, 6, 36, 2)
"""Falls of the dice of each kind of step."""


class TestAWholeRule:
    """The function itself is run through every choice of its dice."""

    @given(plans)
    @settings(unhurried, max_examples=60)
    def test_its_weights_sum_to_one(self, plan: tuple[int, ...]) -> None:
        found = Enumeration().distribution(branching, (plan,))
        assert sum(weight for _, weight in found.weights) == found.total
        assert sum(found.chances().values()) == 1
        assert len({result for result, _ in found.weights}) == len(found.weights)

    @given(plans.filter(lambda plan: prod(WAYS[kind] for kind in plan) <= 1500), some.booleans())
    @settings(unhurried, max_examples=30)
    def test_equals_brute_force_at_a_table(self, plan: tuple[int, ...], by_label: bool) -> None:
        assert enumerated(branching, plan) == every_fall(branching, (plan,), by_label)

    @given(plans, some.integers(0, 2**64 - 1))
    @settings(unhurried, max_examples=60)
    def test_what_is_rolled_has_a_chance(self, plan: tuple[int, ...], seed: int) -> None:
        roller = Roller(seed)
        result = roller.part(branching, (plan,))
        assert enumerated(branching, plan)[result] > 0
        entered = Roller(0, entered=[face for roll in roller.rolls for face in roll.faces])
        assert entered.part(branching, (plan,)) == result
        assert entered.waiting == ()

    def test_without_a_die_is_certain(self) -> None:
        assert enumerated(branching, ()) == {(): 1}

    def test_a_face_that_stands_twice_on_its_die_comes_twice_as_often(self) -> None:
        found = enumerated(lambda dice: dice.die(AVERAGE_DIE, "minutes"))
        assert found == {2: Fraction(1, 6), 3: Fraction(2, 6), 4: Fraction(2, 6), 5: Fraction(1, 6)}

    def test_ways_of_different_length_come_to_one_whole(self) -> None:
        """One way rolls a d6 alone, another a d6 and a d10."""

        def longer(dice: Dice) -> str:
            if dice.die(D6, "first") > 2:
                return "short"
            return "ten" if dice.die(D10, "second") == 10 else "other"

        assert enumerated(longer) == {"short": Fraction(2, 3), "ten": Fraction(1, 30), "other": Fraction(3, 10)}

    def test_a_decision_follows_its_policy(self) -> None:
        assert enumerated(lambda dice: dice.decide("run", ("fly on", "stop"), "stop")) == {"stop": 1}


class TestRolledAgain:
    """again: the other rolls make up the whole."""

    @given(some.integers(-3, 3))
    @unhurried
    def test_a_tie_leaves_the_others_in_proportion(self, modifier: int) -> None:
        def duel(dice: Dice) -> str:
            ours, theirs = dice.die(D6, "ours") + modifier, dice.die(D6, "theirs")
            if ours == theirs:
                dice.again("a tie")
            return "won" if ours > theirs else "lost"

        falls = list(product(D6.faces, repeat=2))
        won = sum(ours + modifier > theirs for ours, theirs in falls)
        lost = sum(ours + modifier < theirs for ours, theirs in falls)
        assert enumerated(duel).get("won", 0) == Fraction(won, won + lost)

    def test_only_the_part_is_weighed_again(self) -> None:
        """A part rolled again does not make what led to it less likely."""

        def not_a_one(dice: Dice) -> int:
            face = dice.die(D6, "die")
            if face < 6:
                dice.again("only a 6 will do")
            return face

        def sometimes(dice: Dice) -> str:
            return f"a {dice.at('part').part(not_a_one, ())}" if dice.die(D6, "first") <= 3 else "nothing"

        assert enumerated(sometimes) == {"a 6": Fraction(1, 2), "nothing": Fraction(1, 2)}

    def test_for_ever_is_refused(self) -> None:
        def never(dice: Dice) -> int:
            dice.die(D6, "die")
            dice.again("never good enough")

        with pytest.raises(Refused, match="for ever"):
            enumerated(never)


class TestTheCap:
    """A cap on units of work, then a clear refusal."""

    @staticmethod
    def dice_one_by_one(count: int, dice: Dice) -> int:
        return sum(dice.die(D6, str(number)) for number in range(count))

    def test_is_counted_in_runs(self) -> None:
        enumeration = Enumeration()
        enumeration.distribution(self.dice_one_by_one, (4,))
        assert enumeration.runs == 6**4

    WORK = 6**3 * (A_RUN + 3)

    def test_lets_the_last_run_pass(self) -> None:
        assert Enumeration(most=self.WORK).distribution(self.dice_one_by_one, (3,)).total == 6**3

    def test_refuses_the_first_run_beyond_it(self) -> None:
        with pytest.raises(TooMuchWork, match=f"more than {self.WORK - 1:,} units"):
            Enumeration(most=self.WORK - 1).distribution(self.dice_one_by_one, (3,))

    def test_counts_the_runs_of_the_parts(self) -> None:
        def in_parts(dice: Dice) -> int:
            return dice.at("part").part(self.dice_one_by_one, (3,))

        with pytest.raises(TooMuchWork):
            Enumeration(most=self.WORK).distribution(in_parts, ())

    def test_is_a_refusal_of_usage(self) -> None:
        assert issubclass(TooMuchWork, Refused)
        assert TooMuchWork.status == 2

    def test_counts_each_die_of_long_runs(self) -> None:
        plain = {
            "rules": "combat-captain",
            "procedure": "close-assault",
            "attackers": "9xheavy-weapon",
            "defenders": "infantry,9xheavy-weapon+defenders-cover",
            "conditions": ["defender-lost"],
        }
        case, enumeration = referee().case(plain), Enumeration(MOST_WORK // 10)
        with pytest.raises(TooMuchWork):
            enumeration.distribution(amounts, (case.procedure, case.request, case.charts()))
        assert enumeration.runs < 10_000

    def test_counts_large_weights(self) -> None:
        plain = {"rules": "first-watch", "procedure": "burst", "attacker": "4-2in-mortar", "guns": 24}
        case = referee().case({**plain, "targets": "600xt-60"})
        with pytest.raises(TooMuchWork):
            odds_of(case.procedure, case.request, case.charts())


class Shots(NamedTuple):
    """A made-up request."""

    fired: int
    conditions: Conditions = NOTHING


class ShotsOutcome(Outcome):
    ALL = "all", True, "all hit"
    SOME = "some", True, "{hits} hit"
    NONE = "none", False, "none hit"
    BARRED = "barred", False, "cannot fire"


@procedure("fire", ShotsOutcome)
def shots(request: Shots, charts: Charts, dice: Dice) -> Ruling:
    """Each hits on a 5 or 6."""
    hits = dice.pool(request.fired, D6, lambda face: face >= 5, "hits")
    outcome = ShotsOutcome.ALL if hits == request.fired else ShotsOutcome.SOME if hits else ShotsOutcome.NONE
    return Ruling(outcome, {"hits": hits})


class TestOddsOfARequest:
    """The odds of a request: every declared outcome, best first, and every count."""

    def test_outcomes_come_best_first_and_those_that_cannot_come_at_0(self) -> None:
        assert list(odds_of(shots, Shots(2), Charts({})).outcomes.items()) == [
            (ShotsOutcome.ALL, Fraction(1, 9)),
            (ShotsOutcome.SOME, Fraction(4, 9)),
            (ShotsOutcome.NONE, Fraction(4, 9)),
            (ShotsOutcome.BARRED, Fraction(0)),
        ]

    def test_a_count_has_the_chance_of_each_of_its_values(self) -> None:
        counts = odds_of(shots, Shots(2), Charts({})).counts
        assert counts == {"hits": {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}}
        assert list(counts["hits"]) == [0, 1, 2]

    def test_a_count_that_is_yes_or_no_is_1_or_0(self) -> None:
        @procedure("fire", ShotsOutcome)
        def shot(request: Shots, charts: Charts, dice: Dice) -> Ruling:
            """One die."""
            hit = dice.die(D6, "die") > 3
            return Ruling(ShotsOutcome.ALL if hit else ShotsOutcome.NONE, {"hits": hit})

        assert {type(value) for value in odds_of(shot, Shots(1), Charts({})).counts["hits"]} == {int}
        assert type(resolve(shot, Shots(1), Charts({}), 0).counts["hits"]) is int

    def test_success_is_every_outcome_that_is_one(self) -> None:
        assert odds_of(shots, Shots(2), Charts({})).success == Fraction(5, 9)

    @given(some.integers(0, 30))
    @unhurried
    def test_sum_to_one(self, count: int) -> None:
        odds = odds_of(shots, Shots(count), Charts({}))
        assert sum(odds.outcomes.values()) == 1
        assert all(sum(values.values()) == 1 for values in odds.counts.values())

    def test_refuse_beyond_their_cap(self) -> None:
        with pytest.raises(TooMuchWork, match="20"):
            odds_of(shots, Shots(30), Charts({}), most=20)


MANY = [
    ("grid fire", "attackers", "tank", {"target": "infantry"}),
    ("grid bombard", "attackers", "artillery", {"target": "infantry"}),
    ("grid smoke", "attackers", "artillery", {}),
    ("grid morale", "units", "tank", {}),
    ("first-watch burst", "targets", "infantry", {"attacker": "105mm"}),
    ("first-watch strafe", "targets", "infantry", {"attacker": "p-51"}),
    ("combat-captain bombard", "target", "infantry", {"cover": 2}),
    ("combat-captain fire", "attackers", "enhanced-small-arms", {"target": "infantry", "range": 6}),
    ("skirmish fire", "firer", "lmg", {"target": "man", "range": 30}),
    ("skirmish fire", "target", "man", {"firer": "lmg", "range": 30}),
    ("skirmish burst", "target", "man", {"weapon": "81mm"}),
    ("skirmish bombard", "guns", "25pdr", {}),
    ("skirmish smoke", "guns", "25pdr", {}),
]


@pytest.mark.parametrize(("what", "field", "unit", "rest"), MANY, ids=[f"{what} {field}" for what, field, _, _ in MANY])
class TestManyNamedOneByOne:
    """Alike units, named as one term or as many: the same chances, and work that does not double with each of them."""

    def test_have_the_odds_of_as_many_in_one_term(self, what: str, field: str, unit: str, rest: dict[str, Any]) -> None:
        rules, procedure = what.split()
        many = 12 if what == "combat-captain fire" else 21  # a company is all that fires there; 2 ** 21 is over the cap
        plain = {"rules": rules, "procedure": procedure, **rest}
        together, apart = (
            Situation(what, referee().case({**plain, field: named})).odds()
            for named in (f"{many}x{unit}", ",".join([unit] * many))
        )
        assert (together.outcomes, together.counts) == (apart.outcomes, apart.counts)
        assert apart.work < MOST_WORK / 10


MIXED = [
    ("grid fire", {"attackers": "tank,2xinfantry+moved,armoured-car", "target": "infantry", "conditions": ["cover"]}),
    ("grid bombard", {"attackers": "artillery+in-sight,mortars,artillery+intense", "target": "tank"}),
    ("grid smoke", {"attackers": "2xmortars,artillery,tank"}),
    ("grid morale", {"units": "infantry,tank,infantry+elite"}),
    ("first-watch burst", {"attacker": "105mm", "targets": "tiger-i/centre,infantry,2xtiger-i/outer+charging"}),
    ("first-watch strafe", {"attacker": "p-51", "targets": "infantry,2xinfantry+soft-cover,tiger-i"}),
    ("combat-captain bombard", {"target": "2xinfantry,truck,armor", "cover": 2}),
    ("skirmish fire", {"firer": "lmg,rifle+walking", "target": "man", "range": 30}),
    ("skirmish fire", {"firer": "lmg", "target": "man,lorry", "range": 30}),
    ("skirmish burst", {"weapon": "81mm", "target": "man+soft-cover,infantry-weapon,lorry"}),
    ("skirmish bombard", {"guns": "25pdr,german-105mm+moved,82mm+on-target", "conditions": ["observed"]}),
]


@pytest.mark.parametrize(("what", "rest"), MIXED, ids=[f"{what} {number}" for number, (what, _) in enumerate(MIXED)])
class TestTermsOfSeveralKinds:
    """Units of several kinds in one request: what they come to together, as every fall of their dice has it."""

    def test_equal_every_fall(self, what: str, rest: dict[str, Any]) -> None:
        rules, procedure = what.split()
        case = referee().case({"rules": rules, "procedure": procedure, **rest})
        asked = case.procedure, case.request
        chances = enumerated(amounts, *asked, case.charts())
        assert chances == every_ruling(*asked, case.charts()) and len(chances) > 2


class TestReadingsOfOdds:
    """The odds tell which readings they asked for: another option of any other changes nothing in them."""

    @pytest.mark.parametrize("rules", RULESETS)
    def test_no_reading_that_was_not_asked_for_changes_them(self, rules: str) -> None:
        tried = 0
        for one in situations(rules)[::16]:
            case = one.case
            try:
                odds = odds_of(case.procedure, case.request, case.charts(), most=20_000)
            except TooMuchWork:
                continue
            for id, word, _ in other_readings(case):
                gives_figures = any(option.figures or option.signs for option in case.readings[id].options)
                if id not in odds.readings and not gives_figures:
                    other = odds_in(with_reading(case, id, word))
                    assert (other.outcomes, other.counts) == (odds.outcomes, odds.counts), f"{one.name} {id}"
                    tried += 1
        assert tried > 50

    def test_what_each_is_worth_asks_for_those_alone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A lorry under machine guns: one condition; of six readings two are asked for, one has figures."""
        plain = {"rules": "skirmish", "procedure": "fire", "firer": "4xlmg", "target": "lorry+4xaboard", "range": 20}
        case = referee().case(plain)
        odds = odds_in(case)
        assert odds.readings == ("S-63", "S-33")
        asked: list[Case] = []

        def counted(case: Case, known: Mapping[str, int] | None, most: int) -> Odds:
            asked.append(case)
            return odds_in(case, known, most)

        monkeypatch.setattr(what_if, "odds_in", counted)
        worths = list(worth(case, odds))
        assert [one.name for one in worths] == ["aboard"]
        assert len(asked) == 1 + 2 + 1

    def test_hits_that_have_done_their_work_are_not_told_apart(self) -> None:
        """20 machine guns at a lorry with 20 aboard: hits that immobilise count no more once these have suffered."""
        plain = {"rules": "skirmish", "procedure": "fire", "firer": "20xlmg", "target": "lorry+20xaboard", "range": 20}
        assert odds_in(referee().case(plain)).runs < 25_000
