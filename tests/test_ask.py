"""``--ask``: the players' dice, a roll at a time, and their decisions.

On a terminal of our own wherever a person's keys matter; a decision is asked of a toy procedure,
since few rulesets leave one open.
"""

import io
import json
import os
import re
import shlex
import sys
from typing import NamedTuple

import pytest

from refcli.cli.ask import Prompter
from refcli.core.cells import TargetNumber
from refcli.core.dice import AVERAGE_DIE, D6, D10, Choice, Dice, Die
from refcli.core.errors import Refused
from refcli.core.faces import Wanted
from refcli.core.figures import Charts
from refcli.core.procedure import procedure
from refcli.core.request import NOTHING, Conditions
from refcli.core.resolve import resolve
from refcli.core.ruling import Outcome, Ruling
from refcli.render.book import Book
from refcli.render.things import Things
from tests.conftest import Home, Run, environment_of

if os.name == "nt":
    pytest.skip("a pty is Unix", allow_module_level=True)

from tests.terminal import CTRL_C, CTRL_D, Terminal

TWO_TANKS = "-R grid fire 2xtank infantry"


def asked(home: Home, line: str, **variables: str) -> Terminal:
    """A refcli on a terminal."""
    environment = {**environment_of(home.folder), **variables}
    return Terminal([sys.executable, "-m", "refcli", *shlex.split(line), "--ask"], home.work, environment)


class Press(NamedTuple):
    """A pursuit that goes on as long as the player presses on and the die holds."""

    conditions: Conditions = NOTHING


class Pressed(Outcome):
    STOPPED = "stopped", True, "stopped after {squares} squares"
    SPENT = "spent", False, "spent after {squares} squares"


@procedure("pursue", Pressed)
def pursue(request: Press, charts: Charts, dice: Dice) -> Ruling:
    """A pursuit."""
    squares = 0
    while squares < 3:
        if dice.decide(f"press on {squares + 1}", ("press-on", "hold", "halt"), "halt") != "press-on":
            return Ruling(Pressed.STOPPED, {"squares": squares})
        squares += 1
        if dice.die(D6, f"pursuit {squares}", TargetNumber(">=", 3)) < 3:
            return Ruling(Pressed.SPENT, {"squares": squares})
    return Ruling(Pressed.STOPPED, {"squares": squares})


def pursued(monkeypatch: pytest.MonkeyPatch, typed: str, seed: int = 1) -> Ruling:
    """The toy pursuit, asked of someone who types this."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return resolve(pursue, Press(), Charts({}, {}), seed, players=Prompter(Things(pursue, Press(), {}), Book("", {})))


class TestFacesAtATerminal:
    """A person types faces at prompts."""

    def test_what_is_missing_from_an_answer_is_asked_for_again(self, home: Home) -> None:
        """One prompt for a whole roll."""
        with asked(home, f"{TWO_TANKS} --plain") as terminal:
            first = terminal.until("4+: ")
            terminal.type("4\n")
            terminal.until("\n")
            second = terminal.until("4+: ")
            terminal.type("1\n")
            assert terminal.status() == 0
        assert "2 d6" in first and "1 d6" in second and "Tank B" in second
        assert "DISRUPTED" in terminal.shown

    def test_what_a_die_needs_counts_the_conditions(self, run: Run) -> None:
        """In cover the same tank needs a 5."""
        assert " 5+: " in run(*shlex.split(f"{TWO_TANKS} woods --ask"), stdin="4\n4\n").err

    @pytest.mark.parametrize("slip", ["x", "7", "0", "-1", "4,4", "2.5", "nan", "9" * 60, "٧", "\x1b[A"])
    def test_a_slip_is_asked_again(self, run: Run, slip: str) -> None:
        """One line about it, the same prompt again, and the next answer counts."""
        ran = run(*shlex.split("-R grid fire tank infantry --ask --json"), stdin=f"{slip}\n4\n")
        assert json.loads(ran.out)["rolls"][0]["faces"] == [4]
        assert ran.err.count("1 d6") == 2 and len(ran.err.splitlines()) == 3

    def test_enter_has_the_program_roll(self, home: Home) -> None:
        """An empty answer is a die of the seed; a face that was typed shifts no other."""
        with asked(home, f"{TWO_TANKS} --seed 7 --plain") as terminal:
            terminal.until("+: ")
            terminal.type("4\n")
            terminal.until("\n")
            terminal.until("+: ")
            terminal.type("\n")
            assert terminal.status() == 0
        assert "Tank A: 4 " in terminal.shown
        assert re.search(r"Tank B: \[[1-6]\] ", terminal.shown)

    def test_the_rolled_face_is_the_one_without_asking(self, home: Home, run: Run) -> None:
        """Enter at every prompt is the ruling of the seed alone."""
        rolled = json.loads(run(*shlex.split(TWO_TANKS), "--seed", "7", "--json").out)
        pressed = run(*shlex.split(TWO_TANKS), "--seed", "7", "--json", "--ask", stdin="\n\n")
        assert json.loads(pressed.out) == rolled

    def test_entered_faces_come_before_asked_ones(self, run: Run) -> None:
        """With ``--dice`` the first die is known; only the second is asked for."""
        ran = run(*shlex.split(f"{TWO_TANKS} --dice 4 --ask --json"), stdin="5\n")
        assert json.loads(ran.out)["outcome"] == "eliminated" and "Tank B" in ran.err and "Tank A" not in ran.err

    def test_ctrl_c_leaves_with_130(self, home: Home) -> None:
        """One line, no traceback, no ruling."""
        with asked(home, TWO_TANKS) as terminal:
            terminal.until("+: ")
            terminal.type(CTRL_C)
            rest = terminal.rest()
            assert terminal.status() == 130
        assert len(rest.removeprefix("^C").strip().splitlines()) == 1
        assert "Traceback" not in terminal.shown

    def test_ctrl_d_is_an_error_in_one_line(self, home: Home) -> None:
        """The end of the input at a prompt is a refusal that names the die."""
        with asked(home, TWO_TANKS) as terminal:
            terminal.until("+: ")
            terminal.type(CTRL_D)
            rest = terminal.rest()
            assert terminal.status() == 2
        (error,) = (line for line in rest.splitlines() if "refcli: " in line)
        assert error.endswith("attack")

    def test_the_picture_follows_the_prompts(self, home: Home) -> None:
        """At a terminal the ruling is the Rich picture, after the last answer."""
        with asked(home, "-R grid fire tank infantry") as terminal:
            terminal.until(": ")
            terminal.type("4\n")
            assert terminal.status() == 0
        assert "entered" in terminal.shown and "disrupted" in terminal.shown


class TestFacesThroughAPipe:
    """Answers that come from a file or a pipe."""

    def test_prompts_stay_out_of_the_result(self, run: Run) -> None:
        """Prompts go to stderr, the ruling alone to stdout."""
        ran = run(*shlex.split(TWO_TANKS), "--ask", "--json", stdin="4\n1\n")
        assert ran.status == 0
        assert [roll["faces"] for roll in json.loads(ran.out)["rolls"]] == [[4], [1]]
        assert ran.err.count("needs 4+") == 2

    def test_answers_that_end_are_an_error_in_one_line(self, run: Run) -> None:
        """After the first answer the input ends: the error names the die, nothing is ruled."""
        ran = run(*shlex.split(TWO_TANKS), "--ask", stdin="4\n")
        assert ran.status == 2 and ran.out == ""
        assert ran.err.splitlines()[-1].endswith("attack")

    def test_an_error_behind_a_prompt_stands_in_a_line_of_its_own(self, run: Run) -> None:
        """Nobody ended the prompt's line, and JSON stood behind it where no reader looks for it."""
        ran = run(*shlex.split("-R grid clock --end 21:00 --ask --json"), stdin="3\n")
        assert ran.status == 2
        assert json.loads(ran.err.splitlines()[-1])["error"]["message"].startswith("end: ")

    def test_a_last_answer_without_a_line_end_counts(self, run: Run) -> None:
        """``printf 4 | refcli ...`` is an answer."""
        assert run(*shlex.split("-R grid fire tank infantry --ask"), stdin="4").status == 0

    def test_a_ruling_without_dice_asks_nothing(self, run: Run) -> None:
        """Nothing is read where nothing is rolled."""
        ran = run(*shlex.split("-R grid fire tank+moved infantry --ask"))
        assert ran.status == 0 and ran.err == ""


class TestWhatIsToldBeforeARoll:
    """Before a roll is asked for, what came of the one before, and who rolls nothing."""

    def asked(self, run: Run, line: str, *answers: str) -> list[str]:
        ran = run("-R", *line.split(), "--ask", stdin="".join(f"{one}\n" for one in answers))
        return ran.err.splitlines()

    def test_hits_are_printed_before_the_effects(self, run: Run) -> None:
        first, hits, second = self.asked(run, "sk fire 6xrifle,2xlmg infantry -r 20", "8 3 7 9 1 2 9 9", "9 2 10 1 1")
        assert "8 d10" in first and "7+" in first and "6+" in first
        assert hits.startswith("  Rifles A, C and D") and "B, E and F" in hits
        assert "5 d10" in second and "6+" in second

    def test_the_hit_part_is_printed_before_the_crew_rolls(self, run: Run) -> None:
        lines = self.asked(run, "sk fire 88mm-l56 t34-85 -r 50", "9", "9", "6", "1 2 3 4")
        assert len([line for line in lines if line.startswith("  ")]) == 3 and any("6 hull" in line for line in lines)
        assert "4 d10" in lines[-1] and "6 or less" in lines[-1]

    def test_several_units_that_roll_several_dice_each_have_their_number(self, run: Run) -> None:
        lines = self.asked(run, "cc close-assault 5xinfantry,2xheavy-weapon 4xinfantry,heavy-weapon")
        assert all(number in lines[0] for number in ("12 d6", "(7)", "(5)"))

    def test_units_with_one_result_are_in_one_sentence(self, run: Run) -> None:
        lines = self.asked(run, "fw burst 76mm 2xtiger-i/inner,tiger-i/outer+charging,3xinfantry/inner", "5")
        assert " ".join(map(str.strip, lines[:2])).startswith("Tiger I A and B, and Infantry A to C")

    def test_a_die_that_decides_nothing_is_not_asked_for(self, run: Run) -> None:
        """Nor the dice of a pool; the result of those units is printed."""
        (survives,) = self.asked(run, "fw burst 76mm tiger-i/outer", "")
        first, asked = self.asked(run, "fw strafe stuka-37mm tiger-i+hard-cover,infantry", "5")
        assert first == survives and survives.startswith("  Tiger I: ") and "1 d10" in asked
        shot = "sk fire smg,rifle infantry stationary same-target veteran -r 10"
        assert self.asked(run, shot, "5 6")[0].startswith("  SMG and Rifle: ")

    def test_a_die_whose_face_counts_is_asked_for_though_it_cannot_fail(self, run: Run) -> None:
        """How much more than the armour the attack comes to is read on a table."""
        assert "1 d10" in self.asked(run, "sk penetrate 45mm ba64 -r 20", "5")[0]

    def test_figures_are_those_that_the_asked_dice_came_to(self, run: Run) -> None:
        """Not those of the dice that were rolled to find the question."""
        line = ["-R", "skirmish", "fire", "88mm-l56", "t34-85", "-r", "50", "--facing", "front", "--json"]
        typed = json.loads(run(*line, ":", "9", "1").out)
        asked = json.loads(run(*line, "--ask", "--seed", "1", ":", "9", stdin="1\n").out)
        assert (asked["figures"], asked["house"]) == (typed["figures"], typed["house"])

    def test_dice_that_decide_nothing_may_be_given(self, run: Run) -> None:
        ran = run("-R", "fw", "strafe", "37mm-cannon", "40mm-bofors+soft-cover", ":", "5", "--json")
        assert [(roll["faces"], roll["from"]) for roll in json.loads(ran.out)["rolls"]] == [([5], "entered")]

    @pytest.mark.parametrize("columns", ["40", "60", "80"])
    def test_long_ones_break_between_words(self, run: Run, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
        monkeypatch.setenv("COLUMNS", columns)
        line = "grid fire 3xtank,2xinfantry,5xat-gun,reconnaissance,assault-gun infantry woods"
        lines = self.asked(run, line, "1 2 3 4 5 6 1 2 3 4 5 6")
        assert max(map(len, lines)) < int(columns)
        assert " ".join(map(str.strip, lines)).startswith("attack, ")
        assert "5 Anti-Tank Guns" in " ".join(map(str.strip, lines))


class TestThePrompter:
    """The one who asks, by itself."""

    @staticmethod
    def _prompter(monkeypatch: pytest.MonkeyPatch, typed: str) -> Prompter:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return Prompter(Things(pursue, Press(), {}), Book("", {}))

    @pytest.mark.parametrize(
        ("die", "typed", "face"),
        [(D6, "6", 6), (D10, "0", 10), (D10, "10", 10), (AVERAGE_DIE, "3", 3), (D6, "  4  ", 4), (D6, "", None)],
    )
    def test_a_face_is_the_one_that_lies_on_the_table(
        self, monkeypatch: pytest.MonkeyPatch, die: Die, typed: str, face: int | None
    ) -> None:
        """The 0 of a d10 is a 10; nothing typed is nothing entered."""
        wanted = [Wanted("tank/1/attack", "tank/1/attack", die, None)]
        assert self._prompter(monkeypatch, f"{typed}\n").roll(wanted, ()) == [face]

    def test_a_face_that_cannot_fall_is_never_taken(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """An average die has no 1 and no 6; its faces are printed."""
        wanted = [Wanted("clock", "clock", AVERAGE_DIE, None)]
        assert self._prompter(monkeypatch, "1\n6\n5\n").roll(wanted, ()) == [5]
        assert capsys.readouterr().err.count("2, 3, 3, 4, 4, 5") == 2

    @pytest.mark.parametrize(
        ("typed", "chosen"),
        [("press-on", "press-on"), ("1", "press-on"), ("PR", "press-on"), ("ho", "hold"), ("3", "halt"), ("", None)],
    )
    def test_an_option_is_chosen_by_word_number_or_beginning(
        self, monkeypatch: pytest.MonkeyPatch, typed: str, chosen: str | None
    ) -> None:
        """Nothing typed is the usual policy."""
        prompter = self._prompter(monkeypatch, f"{typed}\n")
        assert prompter.choice("press on", ("press-on", "hold", "halt"), "halt") == chosen

    @pytest.mark.parametrize("typed", ["squads first", "squads-first", "sq", "1"])
    def test_an_option_of_several_words_is_typed_in_one_too(self, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
        prompter = self._prompter(monkeypatch, f"{typed}\n")
        options = ("squads first", "heavy weapons first")
        assert prompter.choice("losses", options, "heavy weapons first") == "squads first"

    @pytest.mark.parametrize("slip", ["h", "0", "4", "x", "halt!"])
    def test_a_slip_in_a_choice_is_asked_again(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], slip: str
    ) -> None:
        """An ambiguous beginning, a number that is none, a word that is none."""
        prompter = self._prompter(monkeypatch, f"{slip}\nhold\n")
        assert prompter.choice("press on", ("press-on", "hold", "halt"), "halt") == "hold"
        assert "press-on, hold, halt" in capsys.readouterr().err

    def test_answers_that_end_name_the_decision(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """One line, as for a die."""
        with pytest.raises(Refused, match="press, on"):
            self._prompter(monkeypatch, "").choice("press/on", ("hold", "halt"), "halt")


class TestADecision:
    """A procedure that leaves something to the player, asked of the toy pursuit."""

    def test_it_is_asked_when_it_comes_up(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Decision and die by turns: each is asked after what came before it is known."""
        ruling = pursued(monkeypatch, "press-on\n5\n1\n2\n")
        assert ruling.outcome is Pressed.SPENT and ruling.counts["squares"] == 2
        prompts = capsys.readouterr().err
        order = ["press on 1", "pursuit 1", "press on 2", "pursuit 2"]
        assert [prompts.find(prompt) for prompt in order] == sorted(prompts.index(prompt) for prompt in order)
        assert all(option in prompts for option in ("1 press-on", "2 hold", "3 halt", "[halt]"))

    def test_it_shows_as_a_step_with_who_decided(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """By the player when one was typed, by policy after Enter."""
        ruling = pursued(monkeypatch, "press-on\n5\n\n")
        choices = [entry.step for entry in ruling.steps if isinstance(entry.step, Choice)]
        assert [(choice.chosen, choice.by) for choice in choices] == [("press-on", "player"), ("halt", "policy")]

    def test_without_asking_the_policy_decides(self) -> None:
        """The pursuit halts at once, and no die falls."""
        ruling = resolve(pursue, Press(), Charts({}, {}), 1)
        assert ruling.outcome is Pressed.STOPPED and ruling.rolls == ()
