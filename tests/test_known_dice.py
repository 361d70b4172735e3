"""Odds with some dice on the roller already: what follows, and nothing else, is still chance."""

from fractions import Fraction

import pytest

from refcli.core.cells import Sum, TargetNumber
from refcli.core.dice import D6, Dice
from refcli.core.faces import faces_from
from refcli.core.resolve import dice_known
from refcli.odds.distribution import Distribution
from refcli.odds.enumeration import Enumeration, odds_of
from refcli.odds.walk import KnownDice
from refcli.rulesets import RULESETS
from tests.situations import Situation, referee, situations

MOST = 30
"""Situations of a ruleset that are tried: enough to meet every kind of die."""


@pytest.mark.parametrize("rules", list(RULESETS))
class TestTheFirstDie:
    """``--odds --dice FACE``: the first die is known."""

    def test_the_chances_over_its_faces_average_to_the_chances_before_it_fell(self, rules: str) -> None:
        tried = 0
        for one in situations(rules):
            if tried == MOST:
                break
            rolls = referee().rule(one.case, seed=1).ruling.rolls
            if not rolls or len(rolls[0].faces) != 1 or (before := one.odds()).runs > 500:
                continue
            average: dict[object, Fraction] = {}
            faces = rolls[0].die.faces
            for face in faces:
                for outcome, chance in after(one, [face]).items():
                    average[outcome] = average.get(outcome, Fraction(0)) + chance / len(faces)
            assert average == before.outcomes, one.name
            tried += 1
        assert tried


def after(one: Situation, entered: list[int]) -> dict[object, Fraction]:
    """The chances of each outcome once these faces lie."""
    case = one.case
    known = dice_known(case.procedure, case.request, case.charts(), faces_from(entered))
    return dict(odds_of(case.procedure, case.request, case.charts(), known).outcomes)


def duel(dice: Dice) -> str:
    ours = dice.die(D6, "ours")
    theirs = dice.die(D6, "theirs")
    if ours == theirs:
        dice.again("a tie")
    return "ours" if ours > theirs else "theirs"


def duel_on_the_left(dice: Dice) -> str:
    return dice.at("left").part(duel, ())


def volley(squad: str, dice: Dice) -> int:
    return int(dice.pool(3, D6, lambda face: int(face >= 4), "shots"))


def one_squad(dice: Dice) -> int:
    return volley("rifles", dice)


def squads(dice: Dice) -> int:
    return sum(dice.at(f"squad/{number}").part(volley, ("rifles",)) for number in (1, 2, 3))


def chances(function: object, known: dict[str, int]) -> dict[object, Fraction]:
    found: Distribution = Enumeration().distribution(function, (), KnownDice(known))  # type: ignore[arg-type]
    return found.chances()


def hits(dice: Dice) -> int:
    total, _ = dice.all_of(volley, [(f"squad/{number}", "rifles") for number in (1, 2, 3)])
    return total


def shot(dice: Dice) -> bool:
    return dice.check(Sum("score", (), 1), D6, "shot", TargetNumber(">=", 5)).passed


class TestTies:
    """``again``: a known tie is rolled again with fresh dice, it is not left out."""

    def test_a_known_high_die_keeps_what_a_fresh_roll_adds(self) -> None:
        # 6 against 1 to 5 wins; against a 6 both roll again, evenly
        assert chances(duel, {"ours": 6})["ours"] == Fraction(5, 6) + Fraction(1, 6) * Fraction(1, 2)

    def test_a_known_tie_is_an_even_fight(self) -> None:
        assert chances(duel, {"ours": 3, "theirs": 3}) == {"ours": Fraction(1, 2), "theirs": Fraction(1, 2)}

    def test_the_second_roll_may_be_known_too(self) -> None:
        known = {"ours": 3, "theirs": 3, "again 2/ours": 1}
        assert chances(duel, known)["ours"] == Fraction(1, 6) * Fraction(1, 2)

    @pytest.mark.parametrize("at", ["", "left/"])
    def test_every_later_roll_may_be_known_in_a_part_too(self, at: str) -> None:
        known = {f"{at}{time}{whose}": 3 for time in ("", "again 2/") for whose in ("ours", "theirs")}
        function = duel if not at else duel_on_the_left
        assert chances(function, {**known, f"{at}again 2/ours": 1}) == {"theirs": 1}
        assert chances(function, {**known, f"{at}again 3/ours": 1})["ours"] == Fraction(1, 6) * Fraction(1, 2)


class TestPoolsAndParts:
    """Dice of a pool, and of one of several alike parts."""

    def test_known_dice_of_a_pool_count_and_the_others_are_rolled(self) -> None:
        assert chances(one_squad, {"shots/1": 6, "shots/2": 1}) == {
            1: Fraction(1, 2),
            2: Fraction(1, 2),
        }

    def test_one_of_several_parts_is_known_and_the_others_are_not(self) -> None:
        known = {f"squad/2/shots/{number}": 6 for number in (1, 2, 3)}
        free = chances(squads, {"nothing/of/this": 1})
        known_of_one = chances(squads, known)
        assert sum(known_of_one.values()) == 1
        assert min(known_of_one) == 3  # type: ignore[type-var]
        assert free[0] == Fraction(1, 2**9)
        assert known_of_one[3] == Fraction(1, 2**6)

    @pytest.mark.parametrize("lie", [(2,), (1, 3), (1, 2, 3)], ids=str)
    def test_sums_of_parts_are_known_as_parts_one_by_one_are(self, lie: tuple[int, ...]) -> None:
        known = {f"squad/{squad}/shots/{number}": 6 for squad in lie for number in (1, 2)}
        assert chances(hits, known) == chances(squads, known)

    @pytest.mark.parametrize(("face", "met"), [(3, False), (4, True)])
    def test_a_die_that_is_met_or_failed_is_known(self, face: int, met: bool) -> None:
        assert chances(shot, {"shot": face}) == {met: 1}
        assert chances(shot, {"another": face}) == {True: Fraction(1, 2), False: Fraction(1, 2)}
