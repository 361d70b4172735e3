"""Dice on a table: where a face comes from, and what it may be."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from refcli.core import roller as roller_module
from refcli.core.cells import Sum, TargetNumber
from refcli.core.dice import AVERAGE_DIE, D6, D10, Again, Choice, Dice, Die, Roll
from refcli.core.errors import Refused
from refcli.core.faces import faces_from
from refcli.core.figures import Charts
from refcli.core.procedure import procedure
from refcli.core.request import NOTHING, Conditions
from refcli.core.resolve import resolve
from refcli.core.roller import MOST_ROLLS, Roller, rolled_face
from refcli.core.ruling import Outcome, Ruling

VECTORS = json.loads((Path(__file__).parent / "vectors" / "rolled.json").read_text(encoding="utf-8"))["rolled"]

PERFECT = {D6: 20.515, D10: 27.877, AVERAGE_DIE: 16.266}
"""What a fair die's chi-square stays under 999 times in 1,000: 5, 9 and 3 degrees of freedom."""


def faces_of(roller: Roller) -> dict[str, tuple[int, ...]]:
    """The faces that fell, by the label of their roll."""
    return {roll.label: roll.faces for roll in roller.rolls}


def volley(units: int, dice: Dice) -> tuple[int, int]:
    """Each unit rolls to hit, a hit is saved on a second die; then one die for all."""
    came, _ = dice.all_of(attack, [(f"attack/{number}", "unit") for number in range(1, units + 1)])
    return came.hits, dice.die(D10, "after")


class Attack(NamedTuple):
    """What an attack comes to, or several together."""

    misses: int = 0
    hits: int = 0
    saved: int = 0


def attack(unit: str, dice: Dice) -> Attack:
    if dice.die(D6, "to hit", TargetNumber(">=", 4)) < 4:
        return Attack(misses=1)
    saved = dice.pool(2, D6, lambda face: face == 6, "save")
    return Attack(saved=1) if saved else Attack(hits=1)


class TestARolledFace:
    """rolled: a face is a function of the seed and the label path alone."""

    @pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['seed']}-{vector['label']}")
    def test_is_the_stored_one_on_every_python(self, vector: dict[str, Any]) -> None:
        fell = {die.name: rolled_face(vector["seed"], vector["label"], die) for die in (D6, D10, AVERAGE_DIE)}
        assert fell == {name: vector[name] for name in fell}

    def test_stored_faces_are_many_and_varied(self) -> None:
        assert len(VECTORS) >= 40
        assert {vector["d6"] for vector in VECTORS} == set(D6.faces)
        assert {vector["d10"] for vector in VECTORS} == set(D10.faces)
        assert {vector["average die"] for vector in VECTORS} == set(AVERAGE_DIE.faces)

    @pytest.mark.parametrize("die", [D6, D10, AVERAGE_DIE], ids=lambda die: die.name)
    def test_is_fair_over_many_seeds_and_labels(self, die: Die) -> None:
        """Over 300 seeds and 300 labels the chi-square stays within its 99.9 % quantile."""
        fell = Counter(rolled_face(seed, f"{die.name}/{number}", die) for seed in range(300) for number in range(300))
        rolls = 300 * 300
        expected = {face: rolls * die.faces.count(face) / len(die.faces) for face in die.faces}
        assert fell.total() == rolls
        assert sum((fell[face] - count) ** 2 / count for face, count in expected.items()) < PERFECT[die]

    def test_does_not_favour_the_faces_that_64_bits_hold_once_more(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A number beyond the largest multiple of the faces is rejected, the largest inside it is not."""
        hashed: list[bytes] = []

        def fixed(number: int) -> Callable[..., Any]:
            class Hash:
                def __init__(self, text: bytes, **settings: Any) -> None:
                    hashed.append(text)
                    self.number = number if text.endswith(b"#0") else 2

                def digest(self) -> bytes:
                    return self.number.to_bytes(8, "big")

            return Hash

        monkeypatch.setattr(roller_module, "blake2b", fixed(2**64 - 2**64 % 6))
        assert rolled_face(0, "to hit", D6) == 3
        assert hashed == [b"to hit#0", b"to hit#1"]
        monkeypatch.setattr(roller_module, "blake2b", fixed(2**64 - 2**64 % 6 - 1))
        assert rolled_face(0, "to hit", D6) == 6
        assert hashed[2:] == [b"to hit#0"]

    def test_is_marked_rolled(self) -> None:
        roller = Roller(seed=7)
        face = roller.die(D10, "to hit", TargetNumber(">=", 7))
        assert roller.rolls == (Roll("to hit", D10, (face,), TargetNumber(">=", 7), ("rolled",)),)
        assert face == rolled_face(7, "to hit", D10)

    def test_belongs_to_its_label_path(self) -> None:
        roller = Roller(seed=7)
        roller.at("fire").part(volley, (2,))
        assert faces_of(roller)["fire/attack/1/to hit"] == (rolled_face(7, "fire/attack/1/to hit", D6),)
        assert faces_of(roller)["fire/attack/2/to hit"] == (rolled_face(7, "fire/attack/2/to hit", D6),)
        assert faces_of(roller)["fire/after"] == (rolled_face(7, "fire/after", D10),)

    def test_of_a_pool_belongs_to_its_number_in_it(self) -> None:
        roller = Roller(seed=7)
        total = roller.pool(3, D6, lambda face: face, "fire points")
        assert roller.rolls[0].faces == tuple(rolled_face(7, f"fire points/{number}", D6) for number in (1, 2, 3))
        assert total == sum(roller.rolls[0].faces)


class TestNothingElseShifts:
    """A face belongs to a label path, not to a place in a stream."""

    @pytest.mark.parametrize("seed", range(20))
    def test_when_a_die_is_entered(self, seed: int) -> None:
        rolled, entered = Roller(seed), Roller(seed, known={"attack/1/to hit": 1})
        rolled.part(volley, (3,))
        entered.part(volley, (3,))
        before, after = faces_of(rolled), faces_of(entered)
        assert after["attack/1/to hit"] == (1,)
        assert {"attack/2/to hit", "attack/3/to hit", "after"} <= after.keys() & before.keys()
        alike = (after.keys() & before.keys()) - {"attack/1/to hit"}
        assert {label: after[label] for label in alike} == {label: before[label] for label in alike}

    @pytest.mark.parametrize("seed", range(20))
    def test_when_another_unit_fires(self, seed: int) -> None:
        two, three = Roller(seed), Roller(seed)
        two.part(volley, (2,))
        three.part(volley, (3,))
        fell = faces_of(three)
        assert faces_of(two).items() <= fell.items()
        assert "attack/3/to hit" in fell

    def test_when_a_pool_grows(self) -> None:
        small, large = Roller(3), Roller(3)
        small.pool(4, D6, lambda face: face, "points")
        large.pool(9, D6, lambda face: face, "points")
        assert large.rolls[0].faces[:4] == small.rolls[0].faces
        assert len(large.rolls[0].faces) == 9


class TestEnteredFaces:
    """entered: faces given in order, each checked against its die."""

    def test_are_taken_in_order(self) -> None:
        roller = Roller(seed=1, entered=[4, 6, 1, 3, 9])
        assert roller.part(volley, (2,)) == (0, 9)
        assert faces_of(roller) == {
            "attack/1/to hit": (4,),
            "attack/1/save": (6, 1),
            "attack/2/to hit": (3,),
            "after": (9,),
        }
        assert {origin for roll in roller.rolls for origin in roll.origins} == {"entered"}
        assert roller.waiting == ()

    def test_leave_the_rest_to_the_program(self) -> None:
        roller = Roller(seed=1, entered=[5, 2])
        roller.part(attack, ("unit",))
        to_hit, save = roller.rolls
        assert to_hit.origins == ("entered",)
        assert save.faces == (2, rolled_face(1, "save/2", D6))
        assert save.origins == ("entered", "rolled")

    def test_of_0_is_the_10_of_a_d10(self) -> None:
        assert Roller(seed=1, entered=[0]).die(D10, "to hit") == 10
        assert Roller(seed=1, known={"to hit": 0}).die(D10, "to hit") == 10

    @pytest.mark.parametrize(
        ("die", "face"),
        [(D6, 0), (D6, 7), (D10, 11), (D10, -1), (AVERAGE_DIE, 6)],
    )
    def test_that_cannot_fall_are_refused_with_the_die_expected(self, die: Die, face: int) -> None:
        with pytest.raises(Refused, match=rf"^faces: {face} .* {die.name} \(to hit, die 1\)"):
            Roller(seed=1, entered=[face]).die(die, "to hit")

    def test_that_cannot_fall_are_refused_with_their_number(self) -> None:
        with pytest.raises(Refused, match=r"\b8 .* d6 \(save, die 3\)"):
            Roller(seed=1, entered=[4, 6, 8]).part(volley, (2,))

    def test_beyond_the_last_die_wait(self) -> None:
        roller = Roller(seed=1, entered=[1, 10, 3, 5])
        roller.at("fire").part(volley, (1,))
        assert roller.waiting == (3, 5)

    def test_without_any_die_wait(self) -> None:
        assert Roller(seed=1, entered=[3]).waiting == (3,)


class TestKnownFaces:
    """Records keep faces by label, and replaying, amending and what-if match by label."""

    def test_fall_where_their_label_is(self) -> None:
        roller = Roller(seed=1, known={"attack/2/to hit": 2, "after": 7})
        _, after = roller.part(volley, (2,))
        fell = faces_of(roller)
        assert (fell["attack/2/to hit"], after) == ((2,), 7)
        assert fell["attack/1/to hit"] == (rolled_face(1, "attack/1/to hit", D6),)
        assert roller.rolls[-1].origins == ("entered",)

    def test_come_before_the_entered_ones(self) -> None:
        roller = Roller(seed=1, entered=[3, 8], known={"attack/1/to hit": 2})
        roller.part(volley, (2,))
        assert faces_of(roller) == {"attack/1/to hit": (2,), "attack/2/to hit": (3,), "after": (8,)}

    @pytest.mark.parametrize("seed", range(10))
    def test_replay_a_rolled_ruling_under_another_seed(self, seed: int) -> None:
        rolled = Roller(seed)
        result = rolled.part(volley, (3,))
        known = {}
        for roll in rolled.rolls:
            if roll.label.endswith("save"):
                known.update({f"{roll.label}/{number}": face for number, face in enumerate(roll.faces, start=1)})
            else:
                known[roll.label] = roll.faces[0]
        replayed = Roller(seed + 1000, known=known)
        assert replayed.part(volley, (3,)) == result
        assert faces_of(replayed) == faces_of(rolled)

    def test_that_cannot_fall_are_refused(self) -> None:
        with pytest.raises(Refused, match=r"\b9 .* d6 \(to hit\)"):
            Roller(seed=1, known={"to hit": 9}).die(D6, "to hit")


class TestALabelIsUsedOnce:
    """Two dice of one ruling on one label would always fall alike: a fault of the rule."""

    def test_by_two_dice(self) -> None:
        roller = Roller(seed=1)
        roller.die(D6, "to hit")
        with pytest.raises(RuntimeError, match="'to hit'"):
            roller.die(D10, "to hit")

    def test_by_two_pools(self) -> None:
        roller = Roller(seed=1)
        roller.pool(1, D6, lambda face: face, "save")
        with pytest.raises(RuntimeError, match="'save/1'"):
            roller.pool(2, D6, lambda face: face, "save")

    def test_by_two_parts(self) -> None:
        roller = Roller(seed=1)
        roller.at("attack").part(attack, ("unit",))
        with pytest.raises(RuntimeError, match="'attack/to hit'"):
            roller.at("attack").part(attack, ("unit",))

    def test_even_when_both_faces_are_known(self) -> None:
        roller = Roller(seed=1, known={"to hit": 3})
        roller.die(D6, "to hit")
        with pytest.raises(RuntimeError, match="'to hit'"):
            roller.die(D6, "to hit")

    def test_but_the_same_name_in_two_parts_is_two_labels(self) -> None:
        roller = Roller(seed=1)
        roller.at("first").part(attack, ("unit",))
        roller.at("second").part(attack, ("unit",))
        assert {"first/to hit", "second/to hit"} <= faces_of(roller).keys()


def duel(dice: Dice) -> str:
    """Two dice; a tie is rolled again."""
    ours, theirs = dice.die(D6, "ours"), dice.die(D6, "theirs")
    if ours == theirs:
        dice.again("a tie")
    return "ours" if ours > theirs else "theirs"


def after_the_duel(dice: Dice) -> tuple[str, int]:
    first = dice.die(D6, "before")
    winner = dice.at("duel").part(duel, ())
    return winner, first + dice.die(D6, "after")


def never(dice: Dice) -> str:
    dice.die(D6, "ours")
    dice.again("never good enough")


class TestRolledAgain:
    """again: these dice are rolled again; when rolled it is a loop."""

    def test_entered_faces_go_on_with_the_next(self) -> None:
        roller = Roller(seed=1, entered=[3, 3, 5, 5, 2, 6])
        assert roller.at("duel").part(duel, ()) == "theirs"
        assert roller.waiting == ()
        assert faces_of(roller) == {
            "duel/ours": (3,),
            "duel/theirs": (3,),
            "duel/again 2/ours": (5,),
            "duel/again 2/theirs": (5,),
            "duel/again 3/ours": (2,),
            "duel/again 3/theirs": (6,),
        }

    def test_the_trail_tells_why_and_where(self) -> None:
        roller = Roller(seed=1, entered=[3, 3, 5, 4])
        roller.at("duel").part(duel, ())
        assert [(entry.at, entry.step) for entry in roller.trail if isinstance(entry.step, Again)] == [
            ("duel", Again("a tie"))
        ]

    @pytest.mark.parametrize("seed", range(40))
    def test_rolled_faces_are_rolled_until_they_differ(self, seed: int) -> None:
        paths = ["duel", *(f"duel/again {number}" for number in range(2, 60))]
        for path in paths:
            ours, theirs = rolled_face(seed, f"{path}/ours", D6), rolled_face(seed, f"{path}/theirs", D6)
            if ours != theirs:
                break
        roller = Roller(seed)
        assert roller.at("duel").part(duel, ()) == ("ours" if ours > theirs else "theirs")
        assert roller.rolls[-1].label == f"{path}/theirs"

    def test_some_of_those_seeds_begin_with_a_tie(self) -> None:
        ties = [seed for seed in range(40) if len({rolled_face(seed, f"duel/{side}", D6) for side in SIDES}) == 1]
        assert ties

    def test_only_the_part_is_rolled_again(self) -> None:
        roller = Roller(seed=1, entered=[2, 4, 4, 6, 1, 5])
        assert roller.part(after_the_duel, ()) == ("ours", 7)
        assert list(faces_of(roller)) == [
            "before",
            "duel/ours",
            "duel/theirs",
            "duel/again 2/ours",
            "duel/again 2/theirs",
            "after",
        ]

    def test_a_known_face_is_for_its_own_roll(self) -> None:
        roller = Roller(seed=1, known={"ours": 2, "theirs": 2, "again 2/ours": 6, "again 2/theirs": 1})
        assert roller.part(duel, ()) == "ours"

    def test_without_end_is_refused(self) -> None:
        with pytest.raises(Refused, match=f"duel: rolled {MOST_ROLLS} times"):
            Roller(seed=1).at("duel").part(never, ())

    def test_the_path_is_left_as_it_was_when_a_part_fails(self) -> None:
        roller = Roller(seed=1, entered=[9])
        with pytest.raises(Refused):
            roller.at("duel").part(duel, ())
        roller.die(D6, "after")
        assert roller.rolls[-1].label == "after"


SIDES = ("ours", "theirs")


class TestDecisions:
    """What a player decides after seeing dice has a default policy; --ask asks for it."""

    def test_left_to_the_program_is_made_by_the_policy(self) -> None:
        for roller in (Roller(seed=1), Roller(seed=1, choose=lambda *asked: None)):
            assert roller.decide("run", ("fly on", "stop"), "fly on") == "fly on"
            assert [entry.step for entry in roller.trail] == [Choice("run", "fly on", ("fly on", "stop"), "policy")]

    def test_is_made_by_the_player_who_is_asked_for_it_by_its_path(self) -> None:
        def run(dice: Dice) -> str:
            return dice.decide("run", ("fly on", "stop"), "fly on")

        roller = Roller(seed=1, choose=lambda label, *asked: {"plane/2/run": "stop"}.get(label))
        assert [roller.at(f"plane/{number}").part(run, ()) for number in (1, 2)] == ["fly on", "stop"]
        assert [entry.step.by for entry in roller.trail] == ["policy", "player"]


class TestPoolsAndParts:
    """pool: only the total comes back, a score may be a pair; all_of: the results add up, and each has its own."""

    def test_a_pool_of_pairs_is_summed_place_by_place(self) -> None:
        roller = Roller(seed=1, entered=[6, 1, 1, 4])
        assert roller.pool(4, D6, lambda face: (face >= 4, face == 1), "guns") == (2, 2)

    def test_a_pool_of_no_dice_has_the_shape_of_its_scores(self) -> None:
        roller = Roller(seed=1)
        assert roller.pool(0, D6, lambda face: face, "none") == 0
        assert roller.pool(0, D6, lambda face: (face, 1), "none either") == (0, 0)

    def test_the_results_of_several_things_add_up_and_each_has_its_own(self) -> None:
        roller = Roller(seed=1, entered=[1, 4, 1, 1, 3])
        total, each = roller.all_of(attack, [("attack/1", "tank"), ("attack/2", "gun"), ("attack/3", "tank")])
        assert total == Attack(misses=2, hits=1)
        assert each == (
            ("attack/1", "tank", Attack(misses=1)),
            ("attack/2", "gun", Attack(hits=1)),
            ("attack/3", "tank", Attack(misses=1)),
        )

    def test_no_things_come_to_the_defaults_of_a_result(self) -> None:
        roller = Roller(seed=1)
        assert roller.all_of(attack, []) == (Attack(), ())
        assert not roller.trail


class TestChecks:
    """check: a die and its modifiers as one shown sum, against a target number."""

    def test_it_shows_the_die_and_the_sum(self) -> None:
        roller = Roller(seed=1, entered=[4])
        shot = roller.check(Sum("score", (), -1), D6, "shot", TargetNumber(">=", 3))
        roll, total = (entry.step for entry in roller.trail)
        assert (roll.label, roll.faces, roll.target) == ("shot", (4,), TargetNumber(">=", 4))
        assert (total.total, total.target, total.passed) == (3, TargetNumber(">=", 3), True)
        assert (shot.face, shot.total, shot.passed) == (4, 3, True)

    def test_without_a_target_number_it_passes(self) -> None:
        assert Roller(seed=1, entered=[1]).check(Sum("pips", (), 0), D6, "pips").passed


class Shot(Outcome):
    HIT = "hit", True, "hit on a {face}"
    MISS = "miss", False, "miss"


class Fire(NamedTuple):
    """A request without a field."""

    conditions: Conditions = NOTHING


@procedure("fire", Shot)
def shoot(request: Fire, charts: Charts, dice: Dice) -> Ruling:
    """One die: 7 or more hits."""
    face = dice.die(D10, "to hit", TargetNumber(">=", 7))
    return Ruling(Shot.HIT if face >= 7 else Shot.MISS, {"face": face})


class TestResolve:
    """A request resolved at a roller comes with its steps and its seed."""

    def test_the_ruling_keeps_its_rolls_and_its_seed(self) -> None:
        ruling = resolve(shoot, Fire(), Charts({}), seed=12)
        face = rolled_face(12, "to hit", D10)
        assert ruling.rolls == (Roll("to hit", D10, (face,), TargetNumber(">=", 7), ("rolled",)),)
        assert ruling.seed == 12

    def test_entered_and_known_faces_reach_the_rule(self) -> None:
        entered = resolve(shoot, Fire(), Charts({}), seed=12, faces=faces_from([8]))
        known = resolve(shoot, Fire(), Charts({}), seed=12, known={"to hit": 8})
        assert entered == known
        assert entered.outcome is Shot.HIT
        assert entered.verdict == "hit on a 8"

    def test_too_many_faces_are_refused(self) -> None:
        with pytest.raises(Refused, match=r"3 left.*`: 1 face`, to hit"):
            resolve(shoot, Fire(), Charts({}), seed=12, faces=faces_from([8, 3]))
