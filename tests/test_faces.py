"""Dice as they are rolled at the table: faces grouped by roll, by name, in a list, or asked for.

The promise: a face never goes to another die than the one it was rolled for.
"""

import json
import random
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import pytest

from refcli.cli.corrected_dice import faces_instead
from refcli.core.dice import AVERAGE_DIE, D6, D10, Die
from refcli.core.errors import Refused
from refcli.core.faces import Dealer, Faces, Group, Wanted, faces_from, take_face
from refcli.core.labels import roll_of, thing_of
from refcli.core.resolve import choices_in, resolve, rolls_as_they_came
from refcli.core.roller import TrailStep, faces_by_label
from refcli.core.ruling import Ruling
from refcli.referee.referee import Case
from refcli.rulesets import RULESETS
from refcli.wire.objects import ruling_to
from tests.conftest import Run
from tests.situations import referee, situations

RIFLES = ("-R", "sk", "fire", "4xrifle", "infantry", "-r", "10")


class Knows:
    """Players who rolled already: they answer what they are asked, and remember what they were asked for."""

    def __init__(self, faces: dict[str, int]) -> None:
        self.faces = faces
        self.asked: list[str] = []

    def roll(self, wanted: Sequence[Wanted], trail: Sequence[TrailStep]) -> list[int]:
        assert len({roll_of(one.roll) for one in wanted}) == 1
        self.asked += [one.label for one in wanted]
        return [self.faces[one.label] for one in wanted]

    def choice(self, label: str, options: tuple[str, ...], policy: str, trail: Sequence[TrailStep]) -> Any:
        return None


def told(ruling: Ruling) -> Any:
    """What a ruling came to, whoever rolled its dice."""
    steps = [(at, step._replace(origins=()) if hasattr(step, "origins") else step) for at, step in ruling.steps]
    return ruling.outcome, ruling.counts, ruling.effects, ruling.each, steps


def came_in(case: Case, ruling: Ruling) -> list[list[Wanted]]:
    """The rolls of a ruling as players make them, each with its dice."""
    asked = case.procedure, case.request, case.charts()
    return rolls_as_they_came(*asked, faces_by_label(ruling.rolls), choices_in(ruling.steps))


def groups_of(ruling: Ruling, came: list[list[Wanted]]) -> list[tuple[str, list[int]]]:
    """The rolls of a ruling as players make them, each with its faces."""
    faces = faces_by_label(ruling.rolls)
    return [(roll_of(dice[0].roll), [faces[one.label] for one in dice]) for dice in came]


def handfuls_of(ruling: Ruling, came: list[list[Wanted]]) -> Iterator[Group]:
    """The rolls of a ruling as sides make them that roll against each other, each his own handful."""
    faces = faces_by_label(ruling.rolls)
    for dice in came:
        for _, own in groupby(dice, lambda one: thing_of(one.roll).partition("/")[0]):
            yield Group(tuple([faces[one.label] for one in own]))


def ways_to_give(case: Case, ruling: Ruling, came: list[list[Wanted]]) -> Iterator[tuple[str, Faces]]:
    """Every way to give the faces of a ruling."""
    groups = groups_of(ruling, came)
    if not groups:
        return
    yield "by roll", Faces(tuple(Group(tuple(faces)) for _, faces in groups), grouped=True)
    yield "by name", Faces(tuple(Group(tuple(faces), name) for name, faces in groups), grouped=True)
    if case.procedure.by_side:
        yield "by side", Faces(tuple(handfuls_of(ruling, came)), grouped=True)
    text = " / ".join(f"{name} {' '.join(map(str, faces))}" for name, faces in groups)
    yield "typed", faces_from(text)
    by_name: dict[str, list[int]] = {}
    for name, faces in groups:
        by_name.setdefault(name, []).extend(faces)
    backwards = tuple(Group(tuple(faces), name) for name, faces in reversed(by_name.items()))
    yield "by name in any order", Faces(backwards, grouped=True)


def hold(case: Case, seed: int) -> int:
    """Every way to give the faces that this seed rolls comes to the same ruling; how many faces there are."""
    rolled = resolve(case.procedure, case.request, case.charts(), seed)
    came = came_in(case, rolled)
    ways = list(ways_to_give(case, rolled, came))
    for way, faces in ways:
        given = resolve(case.procedure, case.request, case.charts(), seed + 1, faces)
        assert told(given) == told(rolled), (way, faces)
        assert all(origin == "entered" for roll in given.rolls for origin in roll.origins), way
    players = Knows(faces_by_label(rolled.rolls))
    asked = resolve(case.procedure, case.request, case.charts(), seed + 1, players=players)
    assert told(asked) == told(rolled)
    many = sum(len(roll.faces) for roll in rolled.rolls)
    assert len(players.asked) == many, "a die was asked for that is not needed"
    list_in_one_sense(case, seed, rolled, came)
    corrected_by_faces(case, seed, rolled, came, ways)
    return many


def corrected_by_faces(
    case: Case, seed: int, rolled: Ruling, came: list[list[Wanted]], ways: list[tuple[str, Faces]]
) -> None:
    """Faces given when a ruling is judged again, for dice that lie already, go to the dice of their roll."""
    record = referee().rule(case, seed, known=faces_by_label(rolled.rolls))
    for way, faces in ways:
        if way in ("by roll", "typed", "by side"):
            text = " / ".join(f"{group.roll} {' '.join(map(str, group.faces))}" for group in faces.groups)
            lie = faces_by_label(rolled.rolls)
            instead = faces_instead(record, case, lie, text)
            assert {label: lie[label] for label in instead} == instead
            assert instead.keys() >= {one.label for dice in came for one in dice}, (way, text)


def list_in_one_sense(case: Case, seed: int, rolled: Ruling, came: list[list[Wanted]]) -> None:
    """A list is the same to both who roll thing by thing and who roll together, or it is refused."""
    thing_by_thing = [face for roll in rolled.rolls for face in roll.faces]
    together = [face for _, faces in groups_of(rolled, came) for face in faces]
    for given in (thing_by_thing, together) if thing_by_thing != together else (together,):
        try:
            ruling = resolve(case.procedure, case.request, case.charts(), seed + 1, faces_from(given), spare=True)
        except Refused as error:
            assert "one roll" in str(error) or "nothing" in str(error)
            continue
        rolls = groups_of(ruling, came_in(case, ruling))
        if rolls and rolls[0][1] == given:  # it fills the first roll
            continue
        one = [face for roll in ruling.rolls for face, origin in zip(roll.faces, roll.origins, strict=True)]
        other = [face for _, faces in rolls for face in faces]
        taken = len(given) - len(ruling.spare)
        assert one[:taken] == other[:taken] == given[:taken]


class TestEveryWayToGiveFaces:
    """By roll, by name, in any order of names, or asked: the same ruling."""

    @pytest.mark.parametrize("rules", RULESETS)
    def test_comes_to_the_same_ruling(self, rules: str) -> None:
        chance = random.Random(rules)
        dice = sum(hold(one.case, chance.randrange(2**53)) for one in situations(rules))
        assert dice > 100


class TestGroups:
    """Faces are grouped by roll, with a name or without."""

    def faces(self, run: Run, *typed: str) -> list[tuple[str, list[int], Any]]:
        ran = run(*RIFLES, *typed, "--seed", "1", "--json")
        assert ran.status == 0, ran.err
        return [(roll["label"], roll["faces"], roll["from"]) for roll in json.loads(ran.out)["rolls"]]

    def test_stand_behind_a_colon(self, run: Run) -> None:
        by_roll = self.faces(run, ":", "8", "3", "7", "9", "/", "9", "2", "10")
        assert [(label, faces[0]) for label, faces, _ in by_roll] == [
            ("rifle/1/to hit", 8),
            ("rifle/1/effect", 9),
            ("rifle/2/to hit", 3),
            ("rifle/3/to hit", 7),
            ("rifle/3/effect", 2),
            ("rifle/4/to hit", 9),
            ("rifle/4/effect", 10),
        ]
        assert {origin for _, _, origin in by_roll} == {"entered"}
        assert self.faces(run, "--dice", "8,3,7,9/9,2,10") == by_roll

    def test_have_names_in_any_order(self, run: Run) -> None:
        by_roll = self.faces(run, ":", "8", "3", "7", "9", "/", "9", "2", "10")
        assert self.faces(run, ":", "effect", "9", "2", "10", "/", "hit", "8", "3", "7", "9") == by_roll
        assert self.faces(run, ":", "eff", "9", "2", "10", "/", "8", "3", "7", "9") == by_roll

    def test_that_lack_a_die_leave_it_to_the_program_in_a_pipe(self, run: Run) -> None:
        origins = {
            label: origin for label, _, origin in self.faces(run, ":", "hit", "8", "3", "7", "/", "effect", "9", "2")
        }
        assert origins["rifle/4/to hit"] == "rolled"
        assert origins["rifle/1/effect"] == origins["rifle/3/effect"] == "entered"

    def test_with_too_many_before_another_are_a_slip(self, run: Run) -> None:
        ran = run(*RIFLES, ":", "8", "3", "7", "9", "5", "/", "9", "2", "10")
        assert ran.status == 2
        assert "to hit, 5 left" in ran.err

    def test_that_no_die_needs_are_told(self, run: Run) -> None:
        ran = run(*RIFLES, ":", "1", "2", "3", "1", "/", "9", "4", "--json")
        assert json.loads(ran.out)["spare"] == [9, 4]

    def test_of_an_unknown_roll_are_refused_where_a_die_is_missing(self, run: Run) -> None:
        ran = run(*RIFLES, ":", "8", "3", "7", "9", "/", "efect", "9", "2", "10")
        assert ran.status == 2 and "'efect'" in ran.err

    def test_are_a_list_a_table_or_a_text_in_a_batch(self, run: Run) -> None:
        line = {"rules": "sk", "procedure": "fire", "firer": "4xrifle", "target": "infantry", "range": 10}
        given: list[Any] = [
            [[8, 3, 7, 9], [9, 2, 10]],
            {"to hit": [8, 3, 7, 9], "effect": [9, 2, 10]},
            "8 3 7 9 / 9 2 10",
        ]
        ran = run("batch", stdin="".join(json.dumps({**line, "dice": dice, "seed": 1}) + "\n" for dice in given))
        assert ran.status == 0, ran.err
        rolls = [json.loads(text)["rolls"] for text in ran.out.splitlines()]
        assert rolls[0] == rolls[1] == rolls[2]

    def test_too_many_are_refused_in_a_batch(self, run: Run) -> None:
        line = {"rules": "grid", "procedure": "fire", "attackers": "tank", "target": "infantry", "dice": [4, 4]}
        ran = run("batch", stdin=json.dumps(line) + "\n")
        assert ran.status == 1 and "faces" in json.loads(ran.out)["error"]["message"]

    def test_nothing_behind_the_colon_is_told(self, run: Run) -> None:
        ran = run(*RIFLES, ":")
        assert (ran.status, ran.out) == (2, "") and "colon" in ran.err

    def test_a_colon_may_stick_to_the_word_before(self, run: Run) -> None:
        assert self.faces_of(run, "tank", "infantry:", "4") == [4]
        assert self.faces_of(run, "tank", "infantry:4") == [4]
        assert self.faces_of(run, "2xtank", "infantry+woods:4", "5") == [4, 5]
        assert self.faces_of(run, "2xtank", "infantry:45", "--range", "1") == [4, 5]

    @pytest.mark.parametrize("last", [["-r9:9"], ["-r", "9:9"], ["--range=9:9"], ["--range", "9:9"], ["-r9:", "9"]])
    def test_a_colon_may_stick_to_the_figure_of_an_option(self, run: Run, last: Sequence[str]) -> None:
        ran = run("-R", "sk", "fire", "rifle", "infantry", *last, "--seed", "3", "--json")
        assert ran.status == 0, ran.err
        told = json.loads(ran.out)
        assert told["request"]["range"] == 9 and told["rolls"][0]["faces"] == [9]

    @pytest.mark.parametrize("last", [["-a", "1:54"], ["-a1:54"], ["--activity", "1:54"], ["--activity=1:54"]])
    def test_faces_behind_a_figure_are_no_minutes(self, run: Run, last: Sequence[str]) -> None:
        ran = run("-R", "cc", "fire", "rifles", "infantry", "-r", "8", *last, "--json")
        assert ran.status == 0, ran.err
        told = json.loads(ran.out)
        assert told["request"]["activity"] == 1
        assert [face for roll in told["rolls"] for face in roll["faces"]] == [5, 4]

    @pytest.mark.parametrize("last", [["-s", "C5:4"], ["-sC5:4"], ["--squares", "C5:4"], ["--squares=C5:4"]])
    def test_a_colon_may_stick_to_the_word_of_an_option(self, run: Run, last: Sequence[str]) -> None:
        ran = run("-R", "grid", "smoke", "mortars", *last, "--json")
        assert ran.status == 0, ran.err
        told = json.loads(ran.out)
        assert told["request"]["squares"] == "C5" and told["rolls"][0]["faces"] == [4]

    @pytest.mark.parametrize("last", [["-p", "wood:9"], ["-pwood:9"], ["--point", "wood:", "9"], ["--point=wood:9"]])
    def test_a_colon_may_stick_to_the_name_of_a_point(self, run: Run, last: Sequence[str]) -> None:
        ran = run("-R", "sk", "bombard", "25pdr", *last, "--json")
        assert ran.status == 0, ran.err
        told = json.loads(ran.out)
        assert told["request"]["point"] == "wood" and told["rolls"][0]["faces"] == [9]

    def test_a_colon_may_stick_to_the_only_word(self, run: Run) -> None:
        ran = run("-R", "cc", "initiative", "german,british:53", "--json")
        assert ran.status == 0, ran.err
        assert [face for roll in json.loads(ran.out)["rolls"] for face in roll["faces"]] == [5, 3]

    @pytest.mark.parametrize("target", ["3xinfantry", "2xinfantry,3xheavy-weapon"])
    def test_a_colon_may_stick_to_a_counted_name(self, run: Run, target: str) -> None:
        ran = run("-R", "cc", "strafe", f"{target}:516", "--seed", "1", "--json")
        assert ran.status == 0, ran.err
        assert [face for roll in json.loads(ran.out)["rolls"] for face in roll["faces"]][:3] == [5, 1, 6]

    def test_the_colon_of_a_time_is_none(self, run: Run) -> None:
        for at in (["-t", "05:40"], ["-t05:40"], ["--now=05:40"]):
            ran = run("-R", "grid", "clock", *at, "--seed", "3", "--json")
            assert ran.status == 0 and json.loads(ran.out)["request"]["now"] == "05:40"

    def test_a_colon_may_stick_to_a_time(self, run: Run) -> None:
        ran = run("-R", "grid", "clock", "-t", "05:40:3", "--json")
        assert ran.status == 0, ran.err
        told = json.loads(ran.out)
        assert told["request"]["now"] == "05:40" and told["rolls"][0]["faces"] == [3]

    def test_without_the_colon_are_told_where_they_belong(self, run: Run) -> None:
        assert ": 4" in run("-R", "grid", "fire", "tank", "infantry", "4").err

    def test_the_beginning_of_a_roll_is_the_roll_itself(self, run: Run) -> None:
        """And not the same roll made again."""
        ran = run(
            "-R", "grid", "fire", "2xtank", "infantry", "minefield", ":", "att", "4", "4", "--json", "--seed", "3"
        )
        assert ran.status == 0, ran.err

    def faces_of(self, run: Run, *typed: str) -> list[int]:
        ran = run("-R", "grid", "fire", *typed, "--json")
        assert ran.status == 0, ran.err
        return [face for roll in json.loads(ran.out)["rolls"] for face in roll["faces"]]

    def test_an_option_may_follow_them(self, run: Run) -> None:
        assert run("-R", "grid", "fire", "tank", "infantry", ":", "4", "--plain").status == 0

    def test_behind_a_colon_and_in_the_option_are_one_too_many(self, run: Run) -> None:
        assert "not in both" in run("-R", "grid", "fire", "tank", "infantry", "--dice", "4", ":", "4").err

    def test_a_reason_may_begin_with_a_colon(self, run: Run) -> None:
        ran = run("-R", "grid", "fire", "tank", "infantry", ":", "4", "--adjust", "-1:dusk", "--plain")
        assert ran.status == 0 and "dusk" in ran.out


class TestHandfuls:
    """Sides that roll against each other give each his own handful, where it just fills his dice."""

    CLOSE = ("-R", "cc", "close-assault", "2xinfantry", "infantry")

    def rolls(self, run: Run, *typed: str) -> dict[str, list[int]]:
        ran = run(*typed, "--seed", "1", "--json")
        assert ran.status == 0, ran.err
        rolls = json.loads(ran.out)["rolls"]
        return {roll["label"]: roll["faces"] for roll in rolls if roll["from"] == "entered"}

    def test_are_one_roll(self, run: Run) -> None:
        assert self.rolls(run, *self.CLOSE, ":", "34/2") == {"attackers/hits": [3, 4], "defenders/hits": [2]}
        typed = "-R", "cc", "initiative", "british,german", ":", "3/5"
        assert self.rolls(run, *typed) == {"british/initiative": [3], "german/initiative": [5]}
        assert self.rolls(run, "-R", "sk", "initiative", ":", "1", "/", "6") == {
            "allied/initiative": [1],
            "axis/initiative": [6],
        }

    def test_may_be_rolled_again_after_a_tie(self, run: Run) -> None:
        typed = "-R", "cc", "initiative", "british,german", ":", "3/3/2/5"
        assert list(self.rolls(run, *typed).values()) == [[3], [3], [2], [5]]

    @pytest.mark.parametrize("faces", ["3/2", "3/4/2", "34/25", "3/42"])
    def test_that_do_not_fill_both_are_no_roll(self, run: Run, faces: str) -> None:
        ran = run(*self.CLOSE, ":", faces)
        assert ran.status == 2 and "of 3 faces" in ran.err

    def test_are_none_of_the_units_of_one_side(self, run: Run) -> None:
        ran = run("-R", "sk", "fire", "2xrifle,lmg", "infantry", "-r", "8", ":", "4", "7", "/", "9", "4")
        assert ran.status == 2 and "2 of 3 faces" in ran.err


class TestAWrongGrouping:
    """Is refused with the line that was expected, before anybody is asked."""

    FIRE = ("-R", "cc", "fire", "gun", "armor", "-r", "10", ":")

    def test_of_a_die_too_many(self, run: Run) -> None:
        ran = run(*self.FIRE, "456", "5/3")
        assert ran.status == 2 and "`: 3 faces / 1 face / 1 face`, fire then variable die then kill die" in ran.err

    def test_of_a_die_too_few(self, run: Run) -> None:
        ran = run("-R", "cc", "fire", "2xenhanced-small-arms", "infantry", "-r", "6", ":", "43514/1")
        assert ran.status == 2 and "5 of 6 faces" in ran.err and "`: 6 faces / ...`, fire" in ran.err

    def test_is_refused_before_a_question(self) -> None:
        case = referee().case({"rules": "cc", "procedure": "fire", "attackers": "gun", "target": "armor", "range": 10})
        players = Knows({})
        with pytest.raises(Refused, match="5 left"):
            asked = case.procedure, case.request, case.charts()
            resolve(*asked, 1, faces_from("456 5/3"), players=players)
        assert not players.asked

    def test_is_no_slash_at_the_end(self, run: Run) -> None:
        ran = run(*self.FIRE, "456", "/", "5", "/", "3", "/", "--json")
        assert [roll["faces"] for roll in json.loads(ran.out)["rolls"]] == [[4, 5, 6], [5], [3]]
        ran = run("-R", "cc", "fire", "tank", "armor", "-r", "10", ":", "614", "5", "3/", "--json")
        assert json.loads(ran.out)["spare"] == []


class TestAList:
    """Without ``/`` a list is taken where both orders give every die the same face, else refused with what to type."""

    def test_of_two_rolls_is_refused_with_the_line_to_type(self, run: Run) -> None:
        ran = run(*RIFLES, ":", "8", "3", "7", "9", "2")
        assert ran.status == 2 and "`: 4 faces / 3 faces`, to hit then effect" in ran.err

    def test_that_just_fills_the_first_roll_is_that_roll(self, run: Run) -> None:
        """Thing by thing it would leave some who have not rolled at all."""
        rolls = json.loads(run(*RIFLES, ":", "8", "3", "7", "9", "--json", "--seed", "1").out)["rolls"]
        given = [(roll["label"], roll["faces"]) for roll in rolls if roll["from"] == "entered"]
        assert given == [(f"rifle/{number}/to hit", [face]) for number, face in enumerate((8, 3, 7, 9), 1)]

    def test_with_a_die_of_one_who_may_not_roll_is_refused(self, run: Run) -> None:
        """Else his face would go to the next, without a word."""
        ran = run("-R", "grid", "fire", "tank+moved,2xinfantry", "infantry", ":", "6", "1", "2")
        assert ran.status == 2 and ran.out == ""
        assert "Tank" in ran.err and "`: 2 faces`" in ran.err

    def test_of_two_rolls_that_fell_alike_is_taken(self, run: Run) -> None:
        """Thing by thing and roll by roll every die has the same face."""
        ran = run(*RIFLES, ":", "8", "8", "8", "8", "8", "8", "8", "8", "--json")
        assert ran.status == 0, ran.err
        assert {roll["from"] for roll in json.loads(ran.out)["rolls"]} == {"entered"}

    def test_of_those_who_roll_among_more_has_the_right_number_of_dice(self, run: Run) -> None:
        ran = run("-R", "grid", "smoke", "2xmortars+firer-disrupted,artillery", ":", "6", "3")
        assert ran.status == 2 and "`: 1 face`, smoke" in ran.err

    def test_of_faces_that_are_all_the_same_is_taken(self, run: Run) -> None:
        """It is all one whose face is left over."""
        ran = run("-R", "grid", "smoke", "2xmortars+firer-disrupted,artillery", ":", "66", "--json")
        assert ran.status == 0 and json.loads(ran.out)["spare"] == [6]

    def test_of_those_who_all_may_not_roll_is_told(self, run: Run) -> None:
        ruling = json.loads(run("-R", "grid", "fire", "tank+moved", "infantry", ":", "6", "--json").out)
        assert (ruling["outcome"], ruling["spare"]) == ("cannot attack", [6])

    def test_of_one_roll_is_taken(self, run: Run) -> None:
        assert run(*RIFLES, ":", "1", "2", "3", "1", "--plain").status == 0

    def test_ended_by_a_slash_is_the_first_roll(self, run: Run) -> None:
        ran = run(*RIFLES, ":", "8", "3", "7", "9", "/", "--json", "--seed", "1")
        rolls = {roll["label"]: roll["from"] for roll in json.loads(ran.out)["rolls"]}
        assert rolls["rifle/4/to hit"] == "entered" and rolls["rifle/4/effect"] == "rolled"

    def test_of_things_that_roll_one_after_another_is_taken(self, run: Run) -> None:
        """A plane flies on after each shot, so that a save falls before the next attack."""
        line = ("-R", "cc", "strafe", "2xinfantry", "--cover", "2", ":", "5", "2", "6", "3", "--plain")
        assert run(*line).status in (0, 2)


class TestRunsOfDigits:
    """On a die with no face above 9 a run of digits is so many faces."""

    @pytest.mark.parametrize(
        ("given", "die", "face", "left"),
        [("526", D6, 5, "26"), ("6", D6, 6, ""), ("34", AVERAGE_DIE, 3, "4"), ("10", D10, 10, ""), (7, D10, 7, "")],
    )
    def test_are_read_on_their_die(self, given: str | int, die: Die, face: int, left: str) -> None:
        faces: list[int | str] = [given]
        assert take_face(faces, die) == face and "".join(map(str, faces)) == left

    def test_are_faces_on_a_d6(self, run: Run) -> None:
        ran = run("-R", "grid", "fire", "3xtank", "infantry", ":", "526", "--json")
        assert [roll["faces"] for roll in json.loads(ran.out)["rolls"]] == [[5], [2], [6]]

    def test_are_one_face_on_a_d10(self, run: Run) -> None:
        ran = run("-R", "sk", "initiative", ":", "10", "3", "--json")
        assert [roll["faces"] for roll in json.loads(ran.out)["rolls"]] == [[10], [3]]
        ran = run("-R", "sk", "initiative", ":", "83")
        assert ran.status == 2 and "83" in ran.err

    def test_that_no_die_took_are_told_one_by_one(self, run: Run) -> None:
        """Where nothing is rolled; a 10 is one face, a number that no die has a run."""
        ran = run("-R", "cc", "bombard", "3xinfantry", ":", "542", "--plain")
        assert ": 5, 4, 2.\n" in ran.out
        ran = run("-R", "sk", "fire", "rifle", "infantry", "15", ":", "1", "9", "10", "25", "--plain")
        assert ": 9, 10, 2, 5.\n" in ran.out


def dealt(dealer: Dealer, roll: str, dice: int = 1) -> list[int]:
    """The faces that a roll of d10 gets."""
    return dealer.deal(
        [Wanted(f"rifle/{number}/{roll}", f"rifle/{number}/{roll}", D10, None) for number in range(dice)]
    )


class TestDealing:
    """A roll takes the faces of its own group, and of no other."""

    def test_a_short_group_leaves_the_next_alone(self) -> None:
        with pytest.raises(Refused, match="2 of 3 faces"):
            dealt(Dealer(faces_from("8 3 / 9 2")), "to hit", 3)
        dealer = Dealer(faces_from("to hit 8 3 / effect 9 2"))
        assert dealt(dealer, "to hit", 3) == [8, 3]
        assert dealt(dealer, "effect", 2) == [9, 2]
        assert dealer.left(["to hit", "effect"], all_named=True) == ()

    def test_a_roll_that_comes_up_again_takes_the_next_group(self) -> None:
        dealer = Dealer(faces_from("effect 2 / escape 5 / effect 7"))
        assert [dealt(dealer, roll) for roll in ("effect", "escape", "effect")] == [[2], [5], [7]]

    def test_a_name_that_could_be_two_rolls_is_refused(self) -> None:
        dealer = Dealer(faces_from("e 2 / 5"))
        assert dealt(dealer, "effect") == [2]
        with pytest.raises(Refused, match=r"'e'.*'effect'.*'escape'"):
            dealer.left(["effect", "escape"], all_named=False)


class TestADieMisread:
    """``again die 2 is 4``: the ruling with another face, everything else as it fell."""

    def rolls(self, run: Run, *typed: str) -> list[int]:
        ran = run("again", *typed, "--json")
        assert ran.status == 0, ran.err
        return [face for roll in json.loads(ran.out)["rolls"] for face in roll["faces"]]

    def test_is_counted_roll_by_roll(self, run: Run) -> None:
        run(*RIFLES, ":", "8", "3", "7", "9", "/", "9", "2", "10")
        assert self.rolls(run, "effect", "2", "is", "6") == [8, 9, 3, 7, 6, 9, 10]
        run(*RIFLES, ":", "8", "3", "7", "9", "/", "9", "2", "10")
        assert self.rolls(run, "die", "5", "is", "1") == [8, 1, 3, 7, 2, 9, 10]

    def test_may_be_one_that_the_program_rolled(self, run: Run) -> None:
        run("-R", "grid", "fire", "2xtank", "infantry", "--seed", "5")
        assert self.rolls(run, "die", "2", "is", "4")[1] == 4

    def test_stands_beside_conditions(self, run: Run) -> None:
        run("-R", "grid", "fire", "2xtank", "infantry", ":", "4", "4")
        ran = run("again", "woods", "attack", "1", "is", "6", "--json")
        ruling = json.loads(ran.out)
        assert ruling["request"]["conditions"] == ["woods"]
        assert [roll["faces"] for roll in ruling["rolls"]] == [[6], [4]]

    @pytest.mark.parametrize(
        ("typed", "says"),
        [
            ("die 3 is 4", "attack"),
            ("effect 1 is 4", "effect"),
            ("die 1 is 7", "d6"),
            ("is 4", "die 2 is 4"),
        ],
    )
    def test_that_is_not_there_is_told(self, run: Run, typed: str, says: str) -> None:
        run("-R", "grid", "fire", "2xtank", "infantry", ":", "4", "4")
        ran = run("again", *typed.split())
        assert ran.status in (2, 4) and says in ran.err

    def test_its_number_alone_is_enough(self, run: Run) -> None:
        run("-R", "grid", "fire", "2xtank", "infantry", ":", "4", "4")
        assert self.rolls(run, "2", "is", "6") == [4, 6]

    def test_a_condition_is_taken_back_by_no(self, run: Run) -> None:
        run("-R", "grid", "fire", "tank", "infantry", "woods", ":", "4")
        assert json.loads(run("again", "no-woods", "--json").out)["request"]["conditions"] == []


class TestTheSetting:
    """``dice`` decides what becomes of a die without a face."""

    def test_refuse_names_what_is_missing(self, run: Run, home: Any) -> None:
        (home.work / "refcli.toml").write_text('dice = "refuse"\n', encoding="utf-8")
        ran = run("-R", "grid", "fire", "3xtank", "infantry", ":", "4", "4")
        assert ran.status == 2 and "1 d6 (Tank C)" in ran.err

    def test_holds_where_no_face_was_given_too(self, run: Run, home: Any) -> None:
        """Players who roll all their dice need not say so each time; a seed rolls them all the same."""
        fire = "-R", "grid", "fire", "tank", "infantry"
        (home.work / "refcli.toml").write_text('dice = "ask"\n', encoding="utf-8")
        ran = run(*fire, stdin="5\n")
        assert ran.status == 0 and "5 hits" in ran.out, ran
        assert run(*fire, "--seed", "4").status == 0
        (home.work / "refcli.toml").write_text('dice = "refuse"\n', encoding="utf-8")
        assert "1 d6 (Tank)" in run(*fire).err
        assert run(*fire, "--odds").status == 0

    def test_another_word_is_refused(self, run: Run, home: Any) -> None:
        (home.work / "refcli.toml").write_text('dice = "maybe"\n', encoding="utf-8")
        ran = run("rules")
        assert ran.status == 3 and "refcli.toml" in ran.err and "refuse" in ran.err


def test_a_ruling_tells_what_is_spare(run: Run) -> None:
    case = referee().case({"rules": "grid", "procedure": "fire", "attackers": "tank", "target": "infantry"})
    assert ruling_to(referee().rule(case, 1, [4, 2], spare=True))["spare"] == [2]


def test_a_third_tie_is_typed_by_its_name(run: Run) -> None:
    typed = [
        ":",
        "initiative",
        "3",
        "3",
        "/",
        "initiative",
        "again",
        "2",
        "2",
        "/",
        "initiative",
        "again",
        "again",
        "5",
        "1",
    ]
    rolls = json.loads(run("-R", "cc", "initiative", "german,british", *typed, "--json").out)["rolls"]
    assert [roll["faces"] for roll in rolls] == [[3], [3], [2], [2], [5], [1]]
