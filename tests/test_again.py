"""The last ruling judged again, what else would have changed it, and odds over ranges of values."""

import json
from fractions import Fraction
from typing import Any

import pytest

from refcli.wire.schemas import ruling_schema
from tests.conftest import Home, Run


def ruling(run: Run, *words: str) -> Any:
    """The JSON of a command that gives a ruling."""
    ran = run(*words, "--json")
    assert (ran.status, ran.err) == (0, "")
    return json.loads(ran.out)


class TestAgain:
    """``refcli again``: the same faces by label, the conditions changed."""

    def test_a_condition_is_added(self, run: Run) -> None:
        run("-R", "grid", "fire", "tank", "infantry", "--dice", "4")
        now = ruling(run, "again", "woods")
        assert (now["was"]["outcome"], now["outcome"]) == ("disrupted", "no effect")
        assert now["rolls"][0]["faces"] == [4]

    def test_a_condition_is_taken_away_from_the_ruling_and_from_a_term(self, run: Run) -> None:
        run("-R", "grid", "fire", "tank+moved,infantry", "infantry", "woods", "--dice", "5")
        assert ruling(run, "again", "--without", "woods", "--without", "moved", "--dice", "6")["counts"]["attacks"] == 2

    def test_a_field_is_changed(self, run: Run) -> None:
        run("-R", "grid", "fire", "tank", "infantry", "--dice", "4")
        assert ruling(run, "again", "-r", "3")["outcome"] == "cannot attack"
        assert ruling(run, "again", "--target", "tank", "-r", "2")["counts"]["hits"] == 1

    def test_a_face_that_one_ruling_had_no_use_for_is_there_for_the_next(self, run: Run) -> None:
        for seed in ("1", "2", "3"):  # rolled anew, the die would fall otherwise with one of these
            run("-R", "grid", "fire", "tank", "infantry", "--dice", "4", "--seed", seed)
            assert ruling(run, "again", "-r", "3")["rolls"] == []
            assert ruling(run, "again", "-r", "2")["rolls"][0]["faces"] == [4]

    def test_the_dice_of_the_others_stay_when_one_more_attacks(self, run: Run) -> None:
        before = ruling(run, "-R", "grid", "fire", "tank,infantry", "infantry", "--seed", "5")
        after = ruling(run, "again", "--attackers", "tank,mortars,infantry")
        faces = {roll["label"]: roll["faces"] for roll in after["rolls"]}
        assert all(faces[roll["label"]] == roll["faces"] for roll in before["rolls"])
        assert all(roll["from"] == "rolled" for roll in after["rolls"])

    def test_readings_and_figures_stay_and_more_can_be_given(self, run: Run) -> None:
        run("-R", "grid", "fire", "tank", "infantry", "--dice", "3", "--set", "combat.tanks.infantry=3")
        assert ruling(run, "again")["outcome"] == "disrupted"
        assert ruling(run, "again", "--adjust", "-1:fog")["outcome"] == "no effect"
        assert ruling(run, "again")["outcome"] == "no effect"

    @pytest.mark.parametrize(
        "words",
        [("--set", "foo"), ("--set", "combat.tanks.infantry"), ("--reading", "G-2"), ("--reading", "G-2=")],
    )
    def test_an_option_that_is_not_written_out_is_refused(self, run: Run, words: tuple[str, ...]) -> None:
        run("-R", "grid", "fire", "tank", "infantry", "--dice", "4")
        ran = run("again", *words)
        assert (ran.status, ran.out) == (2, "")
        assert " ".join(words) in ran.err

    def test_spaces_about_a_figure_change_nothing(self, run: Run) -> None:
        now = ruling(run, "-R", "grid", "fire", "tank", "infantry", "--dice", "4", "--set", "combat.tanks.infantry = 5")
        assert (now["outcome"], now["request"]["set"]) == ("no effect", {"combat.tanks.infantry": "5"})

    def test_faces_of_dice_that_lie_are_what_these_should_have_been(self, run: Run) -> None:
        run("-R", "grid", "fire", "tank", "infantry", "--dice", "4")
        now = ruling(run, "again", "woods", "--dice", "5")
        assert [roll["faces"] for roll in now["rolls"]] == [[5]]
        assert ruling(run, "again", ":", "2")["rolls"][0]["faces"] == [2]
        run("-R", "sk", "fire", "4xrifle", "infantry", "-r", "10", ":", "8 3 7 9 / 9 2 10")
        now = ruling(run, "again", ":", "effect", "1", "2", "3")
        assert [roll["faces"] for roll in now["rolls"]] == [[8], [1], [3], [7], [2], [9], [3]]
        assert now["rolls"][1]["from"] == "entered"

    def swapped(self, run: Run) -> None:
        """Four hits, of which the player took the second and not the fourth as a marker."""
        typed = "-R", "cc", "fire", "2xenhanced-small-arms", "infantry", "-r", "6", ":", "435141/5", "--ask"
        assert run(*typed, stdin="2\n1\n").status == 0

    def chosen(self, answer: Any) -> list[tuple[str, str, str]]:
        return [(one["label"], one["chosen"], one["by"]) for one in answer["steps"] if one["kind"] == "choice"]

    def test_what_a_player_chose_is_kept_as_dice_are(self, run: Run) -> None:
        self.swapped(run)
        kept = [("hit 2", "takes a morale marker", "player"), ("hit 4", "loses a man", "player")]
        assert self.chosen(ruling(run, "again", "-m", "1")) == kept[:1]
        assert self.chosen(ruling(run, "again", "-m", "0")) == kept

    def test_what_was_chosen_is_not_asked_again(self, run: Run) -> None:
        self.swapped(run)
        ran = run("again", "-c", "1", "--ask", "--json", ":", "saves", "5", "5", "5", "5", stdin="")
        assert ran.status == 0 and "hit 2" not in ran.err
        assert self.chosen(json.loads(ran.out))[0][2] == "player"

    def test_what_is_said_now_goes_before_what_was_chosen(self, run: Run) -> None:
        self.swapped(run)
        assert {by for _, _, by in self.chosen(ruling(run, "again", "--swap", "2"))} == {"policy"}

    def test_a_choice_is_in_the_journal(self, run: Run, home: Home) -> None:
        typed = "-R", "cc", "fire", "2xenhanced-small-arms", "infantry", "-r", "6", "--ask", "--log", "evening.jsonl"
        run(*typed, ":", "435141/5", stdin="2\n1\n")
        entry = json.loads((home.work / "evening.jsonl").read_text().splitlines()[0])
        assert entry["given"]["chosen"] == {"hit 2": ["takes a morale marker"], "hit 4": ["loses a man"]}
        assert run("log", "replay", "evening.jsonl").status == 0
        amended = json.loads(run("log", "amend", "evening.jsonl", "1", "-m", "1", "--json").out)
        assert [choice[2] for choice in self.chosen(amended)] == ["player"]

    def test_only_dice_that_are_added_may_be_entered(self, run: Run) -> None:
        run("-R", "grid", "fire", "tank", "infantry", "--dice", "4")
        ran = run("again", "--dice", "2,3")
        assert (ran.status, ran.out) == (2, "") and "die 1 is 2" in ran.err
        assert ruling(run, "again", "--attackers", "2xtank", "--dice", "2")["rolls"][1]["faces"] == [2]

    def test_faces_may_be_named_by_who_rolled_them(self, run: Run) -> None:
        run("-R", "fw", "initiative", "german,british", "-y", "1940", ":", "4", "6")
        now = ruling(run, "again", ":", "brit", "3")["rolls"]
        assert [(roll["label"], roll["faces"]) for roll in now] == [
            ("germany/initiative", [4]),
            ("britain/initiative", [3]),
        ]
        assert run("again", ":", "brit", "3", "5").status == 2

    def test_a_die_that_was_misread_is_told_by_who_rolled_it(self, run: Run) -> None:
        run("-R", "grid", "bombard", "2xartillery", "infantry", "--dice", "1 1")
        assert [roll["faces"] for roll in ruling(run, "again", "artillery", "B", "is", "6")["rolls"]] == [[1], [6]]
        assert [roll["faces"] for roll in ruling(run, "again", "dice", "1", "is", "5")["rolls"]] == [[5], [6]]
        ran = run("again", "Mortars", "is", "6")
        assert ran.status == 2 and "die 1 is 6" in ran.err

    @pytest.mark.parametrize("option", ["-o", "--odds"])
    def test_the_odds_are_those_of_the_ruling_itself(self, run: Run, option: str) -> None:
        line = "-R first-watch fire 6pdr tiger-i stationary --range 12 --facing side"
        run(*line.split(), "--dice", "4")
        ran = run("again", option)
        assert ran.status == 2 and f"refcli {line} --odds" in ran.err

    def test_why_alone_prints_no_changes(self, run: Run) -> None:
        run("-R", "grid", "fire", "tank", "infantry", "--dice", "4")
        assert "changes" not in run("again", "--why").out
        assert "changes" in run("again").out

    def test_why_prints_the_figures_beside_the_changes(self, run: Run) -> None:
        run("-R", "grid", "fire", "tank", "infantry", "--dice", "4")
        whole = run("again", "woods", "--why").out
        assert "combat.tanks.infantry = 4" in whole and "  before: " in whole

    def test_a_condition_takes_the_place_of_one_that_cannot_hold_with_it(self, run: Run) -> None:
        before = ruling(run, "-R", "fw", "fire", "rifle", "infantry+soft-cover", "-r", "8", "--dice", "5")
        after = ruling(run, "again", "hard-cover")
        assert [one["request"]["conditions"] for one in (before, after)] == [[], ["hard-cover"]]
        assert after["request"]["target"] == "infantry"

    def test_without_a_ruling_there_is_nothing_to_judge(self, run: Run) -> None:
        ran = run("again")
        assert (ran.status, ran.out) == (2, "")

    @pytest.mark.parametrize(
        "part",
        [
            {"set": 5},
            {"readings": [1]},
            {"adjust": "-1"},
            {"adjust": [1]},
            {"conditions": {"woods": 1}},
            {"conditions": [None]},
            {"faces": [4]},
            {"seed": "one"},
            {"rules": 7},
        ],
    )
    def test_a_kept_ruling_that_was_spoiled_is_told(self, run: Run, home: Home, part: dict[str, Any]) -> None:
        run("-R", "grid", "fire", "tank", "infantry", "--dice", "4")
        (kept,) = (home.settings / "last").iterdir()
        kept.write_text(json.dumps({**json.loads(kept.read_text(encoding="utf-8")), **part}), encoding="utf-8")
        ran = run("again", "woods")
        assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)

    @pytest.mark.parametrize("words", [("wo",), ("--without", "wo"), ("--target", "tan")])
    def test_in_a_pipe_a_beginning_is_refused(self, run: Run, words: tuple[str, ...]) -> None:
        run("-R", "grid", "fire", "tank", "infantry", "woods", "--dice", "4")
        ran = run("again", *words)
        assert (ran.status, ran.out) == (4, "")

    def test_it_fits_the_schema(self, run: Run) -> None:
        import jsonschema

        run("-R", "grid", "fire", "tank", "infantry", "--dice", "4")
        jsonschema.validate(ruling(run, "again", "woods", "--what-if"), ruling_schema())


class TestWhatIf:
    """``--what-if``: what else would have changed this ruling, with these dice."""

    def test_a_condition_that_flips_the_result_is_told_and_one_that_does_not_is_not(self, run: Run) -> None:
        found = ruling(run, "-R", "grid", "fire", "tank", "infantry", "--dice", "4", "--what-if")["what_if"]
        names = {change["name"]: change["outcome"] for change in found}
        assert names["woods"] == "no effect"
        assert names["disrupted"] == "eliminated"
        assert "hull-down" not in names

    @pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5", "6"])
    def test_a_die_that_has_not_fallen_decides_nothing(self, run: Run, seed: str) -> None:
        """An elite unit rolls a failure again: no face of that die is made up."""
        words = ("-R", "grid", "morale", "infantry", "--dice", "2", "--seed", seed, "--what-if")
        elite = next(change for change in ruling(run, *words)["what_if"] if change["name"] == "elite")
        assert elite["outcome"] is None

    def test_other_outcomes_come_first_a_line_each_and_no_more_than_14(self, run: Run) -> None:
        words = ("-R", "sk", "move", "infantry")
        now = ruling(run, *words, "--what-if")
        found, outcome = now["what_if"], now["outcome"]
        assert len(found) > 14
        lines = run(*words, "--what-if").out.splitlines()
        names = [line.split()[0].rstrip(":") for line in lines if line.startswith("  ")][-14:]
        assert all(len(line) <= 80 for line in lines) and f" {len(found) - 14} more" in lines[-1]
        others = [change["name"] for change in found if change["outcome"] not in (outcome, None)]
        assert names[: len(others)] == others[:14]
        every = run(*words, "--what-if", "--why").out
        assert all(f"\n  {change['name']} (" in every for change in found)

    def test_a_die_that_fell_for_an_earlier_ruling_has_fallen(self, run: Run) -> None:
        run("-R", "grid", "morale", "infantry", "elite", "--dice", "2,6")
        found = ruling(run, "again", "--without", "elite", "--what-if")["what_if"]
        assert next(change["outcome"] for change in found if change["name"] == "elite") == "regrouped"

    def test_another_reading_is_told(self, run: Run) -> None:
        found = ruling(run, "-R", "grid", "bombard", "artillery", "infantry", "--dice", "3", "--what-if")["what_if"]
        assert {change["name"] for change in found} >= {"foo", "in-sight", "G-9=attacker"}


class TestOdds:
    """``--odds``: exact, with what every condition is worth, dice that lie already taken in."""

    def test_a_condition_is_worth_the_difference_it_makes(self, run: Run) -> None:
        odds = ruling(run, "-R", "grid", "fire", "tank", "infantry", "woods", "--odds")
        assert odds["worth"][0]["points"]["exact"] == "-1/6"

    def test_a_known_die_leaves_the_others_to_chance(self, run: Run) -> None:
        odds = ruling(run, "-R", "grid", "fire", "2xtank", "infantry", "--odds", "--dice", "4")
        assert odds["known"] == {"tank/1/attack": 4}
        assert odds["odds"]["eliminated"]["exact"] == "1/2"
        assert odds["odds"]["no effect"]["exact"] == "0"

    def test_the_request_tells_the_referee_s_own_figures(self, run: Run) -> None:
        given = ("--set", "combat.tanks.infantry=5", "--adjust", "-1:fog", "--reading", "G-8=cumulative")
        request = ruling(run, "-R", "grid", "fire", "tank", "infantry", *given, "--odds")["request"]
        told = [request[key] for key in ("set", "adjust", "readings")]
        assert told == [{"combat.tanks.infantry": "5"}, ["-1:fog"], {"G-8": "cumulative"}]

    @pytest.mark.parametrize("more", [("--dice", "4"), ("--sample", "20")])
    def test_they_fit_their_schema(self, run: Run, more: tuple[str, ...]) -> None:
        import jsonschema

        odds = ruling(run, "-R", "grid", "fire", "2xtank", "infantry", "woods", "--odds", *more)
        jsonschema.validate(odds, json.loads(run("schema", "grid", "fire").out)["odds"])

    def test_a_face_that_cannot_fall_is_refused(self, run: Run) -> None:
        assert run("-R", "grid", "fire", "tank", "infantry", "--odds", "--dice", "7").status == 2


class TestSample:
    """``--sample N``: an estimate with its error bound, where exact odds are too large."""

    def test_it_is_within_its_bound_of_the_exact_odds(self, run: Run) -> None:
        line = ("-R", "grid", "fire", "2xtank,infantry", "infantry", "woods", "--odds")
        exact, guess = ruling(run, *line), ruling(run, *line, "--sample", "4000")
        assert guess["sampled"] == 4000
        for outcome, chance in exact["odds"].items():
            assert abs(chance["chance"] - guess["odds"][outcome]["chance"]) <= guess["within"]


class TestSweep:
    """``--sweep``: the chance over the values of one field or two."""

    def test_a_field_that_must_be_said_is_said_by_the_sweep(self, run: Run) -> None:
        ran = run("-R", "fw", "fire", "6pdr", "tiger-i", "--sweep", "range=5,400", "--plain")
        assert ran.status == 0 and [line.split()[0] for line in ran.out.splitlines()] == ["range", "5", "400"]

    def test_two_axes_make_a_grid(self, run: Run) -> None:
        swept = ruling(
            run, "-R", "grid", "fire", "tank", "infantry", "--sweep", "range=1:3", "--sweep", "target=infantry,tank"
        )
        assert [axis["values"] for axis in swept["axes"]] == [[1, 2, 3], ["infantry", "tank"]]
        exact = [[Fraction(cell["exact"]) for cell in row] for row in swept["chances"]]
        assert exact == [[Fraction(1, 2), Fraction(2, 3)], [Fraction(1, 2), Fraction(2, 3)], [0, 0]]

    def test_its_object_tells_the_request_less_what_is_swept_over(self, run: Run) -> None:
        import jsonschema

        words = ("-R", "fw", "fire", "6pdr", "tiger-i", "stationary", "--adjust", "-1:dusk", "--sweep", "range=5,400")
        swept = ruling(run, *words)
        jsonschema.validate(swept, json.loads(run("schema", "fw", "fire").out)["sweep"])
        assert [swept[key] for key in ("schema", "rules", "procedure")] == ["refcli/1", "first-watch", "fire"]
        request = swept["request"]
        assert (request["target"], request["conditions"], request["adjust"]) == ("tiger-i", ["stationary"], ["-1:dusk"])
        assert "range" not in request

    def test_the_first_value_that_reaches_the_need_is_marked(self, run: Run) -> None:
        out = run(
            "-R", "grid", "fire", "tank", "infantry", "--sweep", "attackers=tank,2xtank,3xtank", "--need", "70%"
        ).out
        assert out.splitlines()[1:] == ["     tank    50.0%", "   2xtank  75.0% <", "   3xtank    87.5%"]

    def test_csv_and_a_named_outcome(self, run: Run) -> None:
        words = ("-R", "grid", "fire", "tank", "infantry", "--sweep", "attackers=tank,2xtank", "--csv")
        assert run(*words, "--outcome", "eliminated").out == "attackers,eliminated\ntank,0.0\n2xtank,0.25\n"

    def test_a_picture_is_written_once(self, run: Run, home: Any) -> None:
        words = ("-R", "grid", "fire", "tank", "infantry", "--sweep", "range=1:2", "--svg", "heat.svg")
        assert run(*words).status == 0
        assert "50.0%" in (home.work / "heat.svg").read_text(encoding="utf-8")
        assert run(*words).status == 2

    def test_a_picture_names_its_request(self, run: Run, home: Any) -> None:
        words = ("-R", "grid", "fire", "2xtank", "infantry", "woods", "--set", "combat.tanks.infantry=5")
        run(*words, "--sweep", "range=1:2", "--svg", "heat.svg")
        picture = (home.work / "heat.svg").read_text(encoding="utf-8")
        title = picture.partition("<title>")[2].partition("</title>")[0]
        assert all(word in title for word in ("fire", "Tanks", "Infantry", "woods", "combat.tanks.infantry=5"))
        assert all(f">{line}</text>" in picture for line in title.split("; "))

    def test_a_field_is_swept_over_once(self, run: Run) -> None:
        ran = run("-R", "grid", "fire", "tank", "infantry", "--sweep", "range=1,2", "--sweep", "range=3")
        assert (ran.status, ran.out) == (2, "") and "range" in ran.err

    @pytest.mark.parametrize(
        ("axis", "status", "culprit"),
        [
            ("rang=1:3", 2, "rang"),
            ("range", 2, "--sweep"),
            ("range=3:1", 2, "FROM:TO"),
            ("range=a:b", 2, "a:b"),
            ("target=infantri,tank", 4, "infantri"),
        ],
    )
    def test_nonsense_is_refused(self, run: Run, axis: str, status: int, culprit: str) -> None:
        ran = run("-R", "grid", "fire", "tank", "infantry", "--sweep", axis)
        assert ran.status == status and culprit in ran.err


def test_uses_dice_that_were_given_when_nobody_could_fire(run: Run) -> None:
    run("-R", "grid", "fire", "tank", "heavy-tank", ":", "5")
    assert ruling(run, "again", "adjacent")["rolls"][0]["faces"] == [5]
