"""The five procedures that decide the dice protocol: exact odds against brute force, within the cap."""

from collections.abc import Hashable
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial
from typing import Any

import pytest

from refcli.core.chances import Odds
from refcli.core.charts import Need
from refcli.core.dice import D6, D10, Choice, Die
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure, resolve
from refcli.core.ruling import Ruling
from refcli.odds.enumeration import RUN_CAP, Enumeration, odds_of
from tests.hard.bombardment import BOMBARD, COMBAT, Bombard, BombardOutcome
from tests.hard.burst import BURST, Burst, BurstOutcome
from tests.hard.close_assault import CLOSE_ASSAULT, MEN, Assault, AssaultOutcome, Pips, losses, who_wins
from tests.hard.initiative import (
    INITIATIVE,
    ORDER_OF_PLAY,
    Nationality,
    Order,
    OrderOutcome,
    TwoSides,
    WonOutcome,
    in_order,
)
from tests.hard.oracle import every_fall, every_ruling
from tests.hard.strafing import FLY_ON, STOP, STRAFE, Strafe, StrafeOutcome

CHARTS = Charts({"combat": COMBAT})

NATIONS = tuple(map(Nationality, ("german", "british", "soviet", "american")))

LARGE: list[tuple[Procedure, Any, int]] = [
    (CLOSE_ASSAULT, Assault(7, 7), 20_000),
    (CLOSE_ASSAULT, Assault(7, 7, cover=2), 20_000),
    (CLOSE_ASSAULT, Assault(8, 8, cover=5), 30_000),
    (STRAFE, Strafe(40), 50_000),
    (STRAFE, Strafe(40, cover=3), 50_000),
    (BOMBARD, Bombard("infantry", artillery=6, mortars=4), 1_000),
    (BOMBARD, Bombard("guns", artillery=20, deduction=1, disrupted=True), 1_000),
    (BURST, Burst(105, 20, 20, 20, "soft", 12), 15_000),
    (BURST, Burst(76, 20, 20, 20, "open-topped", 12), 15_000),
    (INITIATIVE, TwoSides(3, 1), 36),
    (ORDER_OF_PLAY, Order(NATIONS[:3]), 2_000),
    (ORDER_OF_PLAY, Order(NATIONS), 25_000),
]
"""As large as a game has them, and the most runs that each may take."""

SMALL: list[tuple[Procedure, Any]] = [
    (CLOSE_ASSAULT, Assault(1, 1)),
    (CLOSE_ASSAULT, Assault(1, 2)),
    (STRAFE, Strafe(0)),
    (STRAFE, Strafe(3)),
    (STRAFE, Strafe(2, cover=3)),
    (STRAFE, Strafe(3, cover=1, policy=STOP)),
    (BOMBARD, Bombard("infantry", artillery=3, mortars=1)),
    (BOMBARD, Bombard("guns", artillery=1, mortars=2, deduction=1, disrupted=True)),
    (BOMBARD, Bombard("tanks", artillery=2, mortars=3)),
    (BURST, Burst(105, in_open=1, in_soft_cover=1, vehicle="soft", occupants=1)),
    (BURST, Burst(76, in_hard_cover=1, vehicle="open-topped", occupants=2)),
    (BURST, Burst(120, in_open=2, vehicle="tank", occupants=4)),
    (BURST, Burst(82, in_open=2, vehicle="tank", occupants=4)),
    (INITIATIVE, TwoSides()),
    (INITIATIVE, TwoSides(3, 1)),
    (ORDER_OF_PLAY, Order(NATIONS[:2])),
    (ORDER_OF_PLAY, Order((Nationality("german", 2), Nationality("british", -1)))),
]
"""Small enough for every fall of every die."""


def named(case: Any) -> str | None:
    """A procedure's part of a test's name; requests and runs are numbered."""
    return case.rule.__name__ if isinstance(case, Procedure) else None


def odds(procedure: Procedure, request: Hashable) -> Odds:
    return odds_of(procedure, request, CHARTS)


def runs(procedure: Procedure, request: Hashable) -> int:
    return odds(procedure, request).runs


def amounts(procedure: Procedure, request: Hashable) -> dict[Any, Fraction]:
    """The chance of each outcome with its counts."""

    def amount(dice: Any) -> Any:
        return procedure.rule(request, CHARTS, dice).amounts_to

    return Enumeration().distribution(amount, ()).chances()


def entered(procedure: Procedure, request: Hashable, *faces: int) -> Ruling:
    """The ruling of these faces, no more and no fewer."""
    ruling = resolve(procedure, request, CHARTS, seed=0, entered=faces)
    assert sum(len(roll.faces) for roll in ruling.rolls) == len(faces)
    return ruling


def labels(ruling: Ruling) -> list[str]:
    return [roll.label for roll in ruling.rolls]


def came(ruling: Ruling) -> tuple[Any, dict[str, int]]:
    return ruling.outcome, {name: count for name, count in ruling.counts.items() if count}


class Stops:
    """A player who ends the run when asked for the second time."""

    def face(self, label: str, die: Die, needs: Need | None) -> int | None:
        return None

    def choice(self, label: str, options: tuple[str, ...], policy: str) -> str | None:
        return STOP if label == "run/next/the run" else None


class TestAllOfThem:
    """One rule function serves the roll, the entered dice and the exact odds."""

    @pytest.mark.parametrize(("procedure", "request_", "most"), LARGE, ids=named)
    def test_come_to_exactly_one_within_the_cap(self, procedure: Procedure, request_: Any, most: int) -> None:
        found = odds(procedure, request_)
        assert sum(found.outcomes.values()) == 1
        assert found.counts or procedure is INITIATIVE
        assert all(sum(values.values()) == 1 for values in found.counts.values())
        assert found.runs <= most < RUN_CAP

    @pytest.mark.parametrize(("procedure", "request_"), SMALL, ids=named)
    def test_equal_brute_force_with_faces_entered_in_order(self, procedure: Procedure, request_: Any) -> None:
        assert amounts(procedure, request_) == every_ruling(procedure, request_, CHARTS)

    @pytest.mark.parametrize(("procedure", "request_"), SMALL, ids=named)
    def test_equal_brute_force_with_faces_known_by_label(self, procedure: Procedure, request_: Any) -> None:
        assert amounts(procedure, request_) == every_ruling(procedure, request_, CHARTS, by_label=True)

    @pytest.mark.parametrize(("procedure", "request_"), SMALL, ids=named)
    def test_what_is_rolled_has_a_chance(self, procedure: Procedure, request_: Any) -> None:
        chances = amounts(procedure, request_)
        for seed in range(30):
            assert chances[resolve(procedure, request_, CHARTS, seed).amounts_to] > 0


def saved_by_hand(hits: int, cover: int) -> dict[int, Fraction]:
    """How many of the hits still stand, by the binomial formula."""
    stands = Fraction(6 - cover, 6)
    return {left: comb(hits, left) * stands**left * (1 - stands) ** (hits - left) for left in range(hits + 1)}


def close_assault_by_hand(attackers: int, defenders: int, cover: int) -> dict[AssaultOutcome, Fraction]:
    """The close assault without the dice protocol: every fall of the first step, then of the second."""

    def pips(faces: tuple[int, ...], odd: int) -> int:
        return sum(face for face in faces if face % 2 == odd)

    def throws(count: int) -> list[tuple[int, ...]]:
        return list(product(range(1, 7), repeat=count))

    @cache
    def second(attack: int, defence: int) -> dict[AssaultOutcome, Fraction]:
        if attack == 0 or defence == 0:
            sign = (attack > 0) - (defence > 0)
            return {outcome_of(sign): Fraction(1)}
        found: dict[AssaultOutcome, Fraction] = {}
        for ours, theirs in product(throws(attack), throws(defence)):
            outcome = outcome_of(pips(ours, 1) - pips(theirs, 0) - cover * defence)
            found[outcome] = found.get(outcome, Fraction(0)) + Fraction(1, 6 ** (attack + defence))
        return found

    def outcome_of(difference: int) -> AssaultOutcome:
        if difference == 0:
            return AssaultOutcome.TIE
        return AssaultOutcome.ATTACKER_WINS if difference > 0 else AssaultOutcome.DEFENDER_WINS

    def squads(before: int, lost: int) -> int:
        men = max(before * 5 - lost, 0)
        return men // 5 + (men % 5 > 0)

    found: dict[AssaultOutcome, Fraction] = {}
    for ours, theirs in product(throws(attackers), throws(defenders)):
        for lost, chance in saved_by_hand(pips(ours, 0), cover).items():
            falls = chance / 6 ** (attackers + defenders)
            for outcome, then in second(squads(attackers, pips(theirs, 1)), squads(defenders, lost)).items():
                found[outcome] = found.get(outcome, Fraction(0)) + falls * then
    return found


class TestCloseAssault:
    """Combat Captain's close combat. Source: combat-captain.txt 797-811."""

    def test_attackers_hit_with_even_pips_and_defenders_with_odd_ones(self) -> None:
        ruling = entered(CLOSE_ASSAULT, Assault(2, 2), 2, 3, 1, 6, 1, 1, 2, 2)
        assert ruling.counts == {"attackers lost": 1, "defenders lost": 2}

    def test_for_who_wins_odd_and_even_change_sides(self) -> None:
        ruling = entered(CLOSE_ASSAULT, Assault(1, 1), 1, 2, 5, 4)
        assert labels(ruling) == ["attack/hits", "defence/hits", "who wins/attackers", "who wins/defenders"]
        assert ruling.outcome is AssaultOutcome.ATTACKER_WINS
        assert entered(CLOSE_ASSAULT, Assault(1, 1), 1, 2, 4, 5).outcome is AssaultOutcome.TIE

    def test_the_losses_of_the_first_step_are_dice_missing_in_the_second(self) -> None:
        ruling = entered(CLOSE_ASSAULT, Assault(2, 3), 6, 4, 1, 1, 1, 1, 1, 2)
        attackers, defenders = ruling.rolls[2:]
        assert (len(attackers.faces), len(defenders.faces)) == (2, 1)
        assert ruling.counts == {"attackers lost": 3, "defenders lost": 10}

    def test_a_defender_in_cover_saves_each_hit(self) -> None:
        ruling = entered(CLOSE_ASSAULT, Assault(1, 1, cover=2), 4, 1, 2, 3, 6, 2, 1, 1)
        assert labels(ruling)[1] == "attack/saves"
        assert ruling.counts == {"attackers lost": 0, "defenders lost": 2}

    def test_a_defender_adds_a_point_a_level_for_each_sub_unit(self) -> None:
        ruling = entered(CLOSE_ASSAULT, Assault(2, 2, cover=3), 1, 1, 2, 2, 5, 1, 1, 1)
        assert ruling.outcome is AssaultOutcome.TIE
        assert entered(CLOSE_ASSAULT, Assault(2, 2, cover=3), 1, 1, 2, 2, 5, 3, 1, 1).outcome is (
            AssaultOutcome.ATTACKER_WINS
        )

    def test_a_side_without_a_sub_unit_left_loses_and_nobody_throws(self) -> None:
        ruling = entered(CLOSE_ASSAULT, Assault(1, 1), 6, 2)
        assert came(ruling) == (AssaultOutcome.ATTACKER_WINS, {"defenders lost": MEN})
        assert entered(CLOSE_ASSAULT, Assault(1, 1), 6, 5).outcome is AssaultOutcome.TIE

    @pytest.mark.parametrize(
        ("attackers", "defenders", "cover"), [(1, 1, 0), (1, 1, 2), (2, 1, 3), (1, 2, 5), (2, 2, 0), (2, 2, 1)]
    )
    def test_its_odds_are_those_worked_out_by_hand(self, attackers: int, defenders: int, cover: int) -> None:
        found = odds(CLOSE_ASSAULT, Assault(attackers, defenders, cover)).outcomes
        by_hand = close_assault_by_hand(attackers, defenders, cover)
        assert {outcome: chance for outcome, chance in found.items() if chance} == by_hand

    def test_saves_equal_brute_force(self) -> None:
        part = (1, Pips.ODD, 1, 2)
        assert Enumeration().distribution(losses, part).chances() == every_fall(losses, part)

    def test_who_wins_equals_brute_force(self) -> None:
        part = (2, 2, 1)
        assert Enumeration().distribution(who_wins, part).chances() == every_fall(who_wins, part)

    def test_better_cover_never_helps_the_attacker(self) -> None:
        chances = [odds(CLOSE_ASSAULT, Assault(3, 3, cover)).success for cover in range(6)]
        assert chances == sorted(chances, reverse=True)
        assert chances[0] > chances[-1] > 0

    def test_its_runs_grow_slower_than_the_fourth_power(self) -> None:
        assert runs(CLOSE_ASSAULT, Assault(8, 8, 2)) < 2**4 * runs(CLOSE_ASSAULT, Assault(4, 4, 2))


class TestStrafingRun:
    """Combat Captain's strafing run. Source: combat-captain.txt 886-899."""

    def test_a_5_or_6_is_a_casualty(self) -> None:
        ruling = entered(STRAFE, Strafe(4), 4, 5, 6, 2)
        assert came(ruling) == (StrafeOutcome.FINISHED, {"casualties": 2})

    def test_a_man_in_cover_may_save_himself(self) -> None:
        assert entered(STRAFE, Strafe(2, cover=3), 5, 3, 6, 4).counts == {"casualties": 1}

    @pytest.mark.parametrize(
        ("effect", "outcome"),
        [(4, StrafeOutcome.BREAKS_OFF), (5, StrafeOutcome.BREAKS_OFF), (6, StrafeOutcome.CRASHES)],
    )
    def test_a_return_shot_stops_it_half_way(self, effect: int, outcome: StrafeOutcome) -> None:
        ruling = entered(STRAFE, Strafe(10), 5, 1, effect)
        assert came(ruling) == (outcome, {"casualties": 1})
        assert labels(ruling) == ["run/man", "run/next/man", "run/next/return shot"]

    def test_a_return_shot_through_the_wing_does_not(self) -> None:
        assert came(entered(STRAFE, Strafe(2), 1, 3, 6)) == (StrafeOutcome.FINISHED, {"casualties": 1})

    def test_the_player_can_end_it(self) -> None:
        ruling = resolve(STRAFE, Strafe(9), CHARTS, seed=0, known={"run/man": 5, "run/next/man": 6}, asker=Stops())
        assert came(ruling) == (StrafeOutcome.TERMINATED, {"casualties": 2})
        choices = [entry.step for entry in ruling.steps if isinstance(entry.step, Choice)]
        assert [(choice.chosen, choice.by) for choice in choices] == [(FLY_ON, "policy"), (STOP, "player")]

    def test_the_policy_ends_it_when_nobody_is_asked(self) -> None:
        assert came(entered(STRAFE, Strafe(9, policy=STOP), 5)) == (StrafeOutcome.TERMINATED, {"casualties": 1})
        stopped = odds(STRAFE, Strafe(9, policy=STOP)).outcomes
        assert stopped[StrafeOutcome.TERMINATED] == Fraction(11, 12)
        assert stopped[StrafeOutcome.FINISHED] == 0

    @pytest.mark.parametrize("men", [0, 1, 7, 30])
    def test_each_man_stops_it_once_in_twelve(self, men: int) -> None:
        """A 1 and then 4 to 6; of those three faces one is a crash."""
        found = odds(STRAFE, Strafe(men, cover=2)).outcomes
        assert found[StrafeOutcome.FINISHED] == Fraction(11, 12) ** men
        assert found[StrafeOutcome.BREAKS_OFF] == 2 * found[StrafeOutcome.CRASHES]
        assert found[StrafeOutcome.CRASHES] == (1 - Fraction(11, 12) ** men) / 3

    def test_its_runs_grow_with_the_square_of_the_men(self) -> None:
        assert runs(STRAFE, Strafe(40, 2)) < 4.5 * runs(STRAFE, Strafe(20, 2))


class TestBombardment:
    """Several guns at one target on the grid. Source: grid.txt 74-78, 170."""

    def test_of_several_hits_one_counts(self) -> None:
        once = entered(BOMBARD, Bombard("infantry", artillery=3), 3, 2, 2)
        thrice = entered(BOMBARD, Bombard("infantry", artillery=3), 3, 4, 6)
        assert once.outcome is thrice.outcome is BombardOutcome.DISRUPTED

    def test_each_natural_1_disrupts_the_gun_that_threw_it(self) -> None:
        ruling = entered(BOMBARD, Bombard("infantry", artillery=3, mortars=2), 1, 6, 1, 1, 2)
        assert came(ruling) == (BombardOutcome.DISRUPTED, {"artillery disrupted": 2, "mortars disrupted": 1})
        assert [(effect.unit, effect.amount) for effect in ruling.effects] == [("artillery", 2), ("mortars", 1)]

    def test_a_deducted_score_of_1_is_not_a_natural_1(self) -> None:
        ruling = entered(BOMBARD, Bombard("infantry", artillery=2, deduction=1), 2, 3)
        assert came(ruling) == (BombardOutcome.NO_EFFECT, {})

    def test_a_hit_eliminates_a_disrupted_target(self) -> None:
        assert entered(BOMBARD, Bombard("guns", mortars=1, disrupted=True), 5).outcome is BombardOutcome.ELIMINATED

    def test_a_dash_throws_no_die(self) -> None:
        assert labels(entered(BOMBARD, Bombard("tanks", artillery=1, mortars=5), 2)) == ["artillery"]

    @pytest.mark.parametrize("guns", [1, 4, 12])
    def test_its_odds_are_the_binomial_ones(self, guns: int) -> None:
        found = odds(BOMBARD, Bombard("infantry", artillery=guns))
        assert found.outcomes[BombardOutcome.NO_EFFECT] == Fraction(1, 3) ** guns
        for ones in range(guns + 1):
            expected = comb(guns, ones) * Fraction(1, 6) ** ones * Fraction(5, 6) ** (guns - ones)
            assert found.counts["artillery disrupted"].get(ones, 0) == expected

    def test_its_runs_grow_with_the_square_of_the_guns(self) -> None:
        assert runs(BOMBARD, Bombard("infantry", 40)) < 4.5 * runs(BOMBARD, Bombard("infantry", 20))


class TestBurst:
    """Everyone under a skirmish burst circle. Source: skirmish.txt 253-281."""

    def test_each_man_suffers_by_his_cover(self) -> None:
        ruling = entered(BURST, Burst(76, 2, 2, 2), 5, 6, 7, 8, 9, 10)
        assert came(ruling) == (BurstOutcome.LOSSES, {"dead": 3, "near misses": 3})

    def test_a_gun_over_100_mm_adds_1(self) -> None:
        assert entered(BURST, Burst(100, in_open=1), 5).outcome is BurstOutcome.SHAKEN
        assert entered(BURST, Burst(105, in_open=1), 5).counts["dead"] == 1

    def test_those_in_a_destroyed_vehicle_are_killed_without_a_die(self) -> None:
        ruling = entered(BURST, Burst(76, vehicle="soft", occupants=5), 7)
        assert came(ruling) == (BurstOutcome.LOSSES, {"dead": 5, "destroyed": 1})

    def test_those_in_an_immobilised_one_suffer(self) -> None:
        soft = entered(BURST, Burst(76, vehicle="soft", occupants=2), 6, 8, 7)
        open_topped = entered(BURST, Burst(76, vehicle="open-topped", occupants=2), 8, 9, 10)
        assert (
            came(soft)
            == came(open_topped)
            == (
                BurstOutcome.LOSSES,
                {"dead": 1, "near misses": 1, "immobilised": 1},
            )
        )
        assert labels(soft) == ["soft/damage", "soft/inside/1/effect", "soft/inside/2/effect"]

    def test_those_in_an_undamaged_one_do_not(self) -> None:
        assert came(entered(BURST, Burst(76, vehicle="soft", occupants=2), 2)) == (BurstOutcome.NOTHING, {})

    def test_a_tank_suffers_from_83_mm_on(self) -> None:
        assert came(entered(BURST, Burst(82, vehicle="tank", occupants=5))) == (BurstOutcome.NOTHING, {})
        assert came(entered(BURST, Burst(83, vehicle="tank", occupants=5), 9)) == (
            BurstOutcome.LOSSES,
            {"immobilised": 1},
        )

    def test_its_dead_are_as_many_as_the_classes_make_likely(self) -> None:
        """Every man on his own chance; those in a soft vehicle die with it or by its immobilisation."""
        found = odds(BURST, Burst(76, 4, 3, 2, "soft", 6)).counts["dead"]
        inside = Fraction(4, 10) + Fraction(4, 10) * Fraction(3, 10)
        expected = 4 * Fraction(5, 10) + 3 * Fraction(3, 10) + 2 * Fraction(1, 10) + 6 * inside
        assert sum(dead * chance for dead, chance in found.items()) == expected

    def test_its_runs_grow_slower_than_the_cube_of_the_men(self) -> None:
        assert runs(BURST, Burst(76, 20, 20, 20, "soft", 20)) < 2**3 * runs(BURST, Burst(76, 10, 10, 10, "soft", 10))


class TestInitiative:
    """Both sides throw until they differ. Source: combat-captain.txt 95-105; CC-27."""

    def test_the_higher_total_has_it(self) -> None:
        assert entered(INITIATIVE, TwoSides(), 4, 3).outcome is WonOutcome.WON
        assert entered(INITIATIVE, TwoSides(0, 2), 4, 3).outcome is WonOutcome.LOST

    def test_a_tie_is_thrown_again(self) -> None:
        ruling = entered(INITIATIVE, TwoSides(1, 0), 2, 3, 5, 6, 1, 6)
        assert ruling.outcome is WonOutcome.LOST
        assert labels(ruling) == ["ours", "theirs", "again 2/ours", "again 2/theirs", "again 3/ours", "again 3/theirs"]

    @pytest.mark.parametrize("modifier", range(-7, 8))
    def test_its_odds_leave_the_ties_out(self, modifier: int) -> None:
        falls = [ours + modifier - theirs for ours, theirs in product(D6.faces, repeat=2)]
        won, lost = sum(fall > 0 for fall in falls), sum(fall < 0 for fall in falls)
        assert odds(INITIATIVE, TwoSides(modifier)).success == Fraction(won, won + lost)


def order_by_hand(nationalities: tuple[Nationality, ...]) -> dict[tuple[str, ...], Fraction]:
    """Every order's chance without the dice protocol: ties are orders of their own, worked out first."""
    if len(nationalities) == 1:
        return {(nationalities[0].name,): Fraction(1)}
    found: dict[tuple[str, ...], Fraction] = {}
    for fall in product(D10.faces, repeat=len(nationalities)):
        totals = [face + nationality.modifier for face, nationality in zip(fall, nationalities, strict=True)]
        if len(set(totals)) == 1:
            continue
        orders: dict[tuple[str, ...], Fraction] = {(): Fraction(1)}
        for total in sorted(set(totals)):
            tied = tuple(each for each, its in zip(nationalities, totals, strict=True) if its == total)
            orders = {
                before + after: chance * then
                for before, chance in orders.items()
                for after, then in remembered_order(tied).items()
            }
        for order, chance in orders.items():
            found[order] = found.get(order, Fraction(0)) + chance
    whole = sum(found.values())
    return {order: chance / whole for order, chance in found.items()}


remembered_order = cache(order_by_hand)


class TestOrderOfPlay:
    """A throw for each nationality, the lowest moving first. Source: first-watch.txt 29-30; FW-30."""

    def test_the_lowest_total_moves_first(self) -> None:
        ruling = entered(ORDER_OF_PLAY, Order(NATIONS[:3]), 7, 2, 10)
        assert came(ruling) == (OrderOutcome.BETWEEN, {"german": 2, "british": 1, "soviet": 3})

    def test_only_the_tied_ones_throw_again(self) -> None:
        ruling = entered(ORDER_OF_PLAY, Order(NATIONS[:3]), 7, 2, 7, 9, 3)
        assert ruling.counts == {"german": 3, "british": 1, "soviet": 2}
        assert labels(ruling)[3:] == ["initiative/tie at 7/german", "initiative/tie at 7/soviet"]

    def test_however_high_they_throw_they_keep_their_place_among_the_others(self) -> None:
        ruling = entered(ORDER_OF_PLAY, Order(NATIONS[:3]), 2, 7, 2, 10, 9)
        assert ruling.counts == {"german": 2, "british": 3, "soviet": 1}

    def test_those_who_tie_once_more_throw_once_more(self) -> None:
        ruling = entered(ORDER_OF_PLAY, Order(NATIONS[:3]), 7, 2, 7, 4, 4, 5, 6)
        assert ruling.counts == {"german": 2, "british": 1, "soviet": 3}
        assert labels(ruling)[-1] == "initiative/tie at 7/again 2/soviet"

    def test_when_all_tie_all_throw_again(self) -> None:
        ruling = entered(ORDER_OF_PLAY, Order(NATIONS[:3]), 5, 5, 5, 1, 2, 3)
        assert ruling.counts == {"german": 1, "british": 2, "soviet": 3}
        assert labels(ruling)[-1] == "initiative/again 2/soviet"

    def test_two_ties_are_thrown_apart(self) -> None:
        ruling = entered(ORDER_OF_PLAY, Order(NATIONS), 3, 8, 3, 8, 1, 2, 9, 4)
        assert ruling.counts == {"german": 1, "british": 4, "soviet": 2, "american": 3}

    @pytest.mark.parametrize("sides", [2, 3, 4])
    def test_without_modifiers_every_order_is_as_likely(self, sides: int) -> None:
        found = Enumeration().distribution(in_order, (NATIONS[:sides],)).chances()
        assert len(found) == factorial(sides)
        assert set(found.values()) == {Fraction(1, factorial(sides))}

    @pytest.mark.parametrize("modifiers", [(0, 0), (3, 0), (1, 0, 0), (2, -1, 0), (0, 4, 4), (9, 0, 0)])
    def test_its_odds_are_those_worked_out_by_hand(self, modifiers: tuple[int, ...]) -> None:
        throwing = tuple(
            nationality._replace(modifier=modifier) for nationality, modifier in zip(NATIONS, modifiers, strict=False)
        )
        assert Enumeration().distribution(in_order, (throwing,)).chances() == order_by_hand(throwing)
