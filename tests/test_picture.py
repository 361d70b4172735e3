"""The picture of a ruling on a terminal: short, nothing that decides it is cut, in any window and encoding."""

import json
import re
import shlex
import sys
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from refcli.core.cells import HOUSE, Sum
from refcli.core.dice import Roll
from refcli.core.procedure import Record
from refcli.core.ruling import Effect, EffectKind
from refcli.core.sentence import some
from refcli.referee.referee import Case
from refcli.referee.what_if import odds_in, worth
from refcli.render.blocks import Block, picture_of
from refcli.render.book import Book
from refcli.render.layout import flow, width
from refcli.render.odds import MOST_CHANCES, odds_lines, odds_picture, spreads
from refcli.render.picture import LINES, changed_picture_lines, head, ruling_picture_lines
from refcli.render.plain import ruling_lines
from refcli.render.terminal import ruling_picture
from refcli.render.things import Things, together
from refcli.render.view import basis
from refcli.render.words import beside_the_verdict, in_sentences, on_the_table, place_said
from refcli.rulesets import RULESETS
from refcli.wire.objects import ruling_to
from refcli.wire.schemas import ruling_schema
from tests.conftest import Home, Run, environment_of
from tests.situations import Situation, referee, situations
from tests.terminal import Terminal

PICTURES = Path(__file__).parent.parent / "docs" / "pictures.md"
COMMANDS = re.findall(r"^refcli (.*) --svg (.*)\.svg$", PICTURES.read_text(encoding="utf-8"), re.MULTILINE)
FROM_EACH = 15
"""Situations of each ruleset, those with the most steps, that keep the promise of how long a picture is."""
CLOSE_ASSAULT = {
    "rules": "combat-captain",
    "procedure": "close-assault",
    "attackers": "5xinfantry,2xheavy-weapon",
    "defenders": "4xinfantry,heavy-weapon",
    "cover": 2,
}
PENETRATE = {"rules": "first-watch", "procedure": "penetrate", "attacker": "bazooka", "target": "t-34-76", "range": 3}
FOUR_ATTACK = {"rules": "grid", "procedure": "fire", "attackers": "2xtank,2xinfantry", "target": "infantry"}
ONE_TANK = {**FOUR_ATTACK, "attackers": "tank"}


def book_of(case: Case) -> Book:
    """What pictures of a case take from its ruleset."""
    library = referee().loaded(case.rules).library
    about = library.about()
    return Book(about["title"], library.charts(case.procedure.charts), about["rolls"], library.readings())


def ruled(plain: dict[str, Any], dice: Any = ()) -> tuple[Record, Book]:
    """A ruling with the dice of seed 2, or with these, roll by roll."""
    case = referee().case(plain)
    return referee().rule(case, 2, dice), book_of(case)


@cache
def longest(rules: str) -> tuple[tuple[Situation, Record], ...]:
    """The stored situations of a ruleset whose rulings have the most steps, with the dice of seed 2."""
    made = [(one, referee().rule(one.case, 2)) for one in situations(rules)]
    return tuple(sorted(made, key=lambda one: len(one[1].ruling.steps))[-FROM_EACH:])


def text_of(record: Record, book: Book, most: int = 80, lines: int = LINES, blocks: bool = True) -> list[str]:
    """The lines of a picture, without their styles."""
    drawn = ruling_picture_lines(record, book, most, lines, blocks)
    return ["".join([text for text, _ in line]) for line in drawn]


def drawn(plain: dict[str, Any], width: int, why: bool = False) -> list[str]:
    """The lines of a ruling with the dice of seed 2."""
    record, book = ruled(plain)
    screen = Console(width=width, file=StringIO(), highlight=False)
    screen.print(ruling_picture(record, book, screen, why))
    assert isinstance(screen.file, StringIO)
    return screen.file.getvalue().splitlines()


def head_of(record: Record, book: Book) -> str:
    """What stands above a picture, as one line."""
    return " ".join(["".join([text for text, _ in line]).strip() for line in head(record, book, 80)])


class TestTheKeptPictures:
    """Five rulings in a window of 80 by 24, with the prompt below them."""

    @pytest.mark.parametrize(("line", "name"), COMMANDS)
    def test_fit_in_a_window_as_their_commands_draw_them(self, run: Run, tmp_path: Path, line: str, name: str) -> None:
        assert run(*shlex.split(line), "--svg", str(tmp_path / "drawn.svg")).status == 0
        drawn = (tmp_path / "drawn.svg").read_text("utf-8")
        assert max(map(int, re.findall(r"(?<=url\(#refcli-line-)\d+", drawn))) < LINES
        assert (PICTURES.parent / "pictures" / f"{name}.svg").exists()


@pytest.mark.parametrize("rules", RULESETS)
class TestThePromise:
    """None of 60 stored situations is longer than promised, none is cut, and all that decides is there."""

    def test_80_columns_take_22_lines(self, rules: str) -> None:
        assert len(longest(rules)) == FROM_EACH
        for one, record in longest(rules):
            lines = text_of(record, book_of(one.case))
            assert len(lines) <= 22, one.name
            assert max(map(len, lines)) <= 80, one.name

    def test_most_take_14(self, rules: str) -> None:
        """Looks alone are given up for it: empty lines, the box, a line for each fact."""
        taken = sorted(len(text_of(referee().rule(one.case, 2), book_of(one.case))) for one in situations(rules))
        assert taken[len(taken) * 9 // 10] <= 14
        assert taken[len(taken) // 2] <= 13

    @pytest.mark.parametrize("most", [40, 60, 120])
    def test_no_line_is_wider_than_the_window(self, rules: str, most: int) -> None:
        for one, record in longest(rules):
            for blocks in (True, False):
                assert max(map(len, text_of(record, book_of(one.case), most, 40, blocks))) <= most, one.name

    def test_every_face_and_every_modifier_is_there(self, rules: str) -> None:
        for one, record in longest(rules):
            said = " ".join(" ".join(text_of(record, book_of(one.case))).split())
            for entry in record.ruling.steps:
                if isinstance(entry.step, Roll):
                    assert all(re.search(rf"(?<!\d){face}(?!\d)", said) for face in entry.step.faces), one.name
                elif isinstance(entry.step, Sum) and len(entry.step.parts) > 1:
                    for part in entry.step.parts[1:]:
                        assert f"{' '.join(part.label.split())} {part.number:+g}" in said, one.name

    def test_the_verdict_stands_last(self, rules: str) -> None:
        for one, record in longest(rules):
            lines = text_of(record, book_of(one.case), blocks=False)
            end = " ".join(" ".join(lines[-6:]).replace("|", " ").replace("-+", " ").split())
            assert record.ruling.outcome.banner.upper() in end, one.name
            assert " ".join(record.ruling.verdict.split()) in end, one.name

    def test_a_console_without_utf_can_print_it(self, rules: str) -> None:
        """What is in a chart may be anything; the picture adds nothing that cp437 or cp1252 lack."""
        for one, record in longest(rules):
            for line in text_of(record, book_of(one.case), blocks=False):
                line.encode("cp437")
                line.encode("cp1252")

    def test_no_option_file_key_or_label_of_a_die_is_in_it(self, rules: str) -> None:
        for one, record in longest(rules):
            said = " ".join(text_of(record, book_of(one.case)))
            assert not re.search(r"--\w|\.toml|\(group|_", said), one.name
            for cell in record.ruling.cells:
                assert "." not in cell.ref or cell.ref not in said, one.name
            assert not [roll.label for roll in record.ruling.rolls if "/" in roll.label and roll.label in said]


class TestBlocks:
    """Things that need the same for the same reasons are one block."""

    def blocks(self, plain: dict[str, Any], dice: Any) -> list[Block]:
        return [one for one in picture_of(*ruled(plain, dice)) if isinstance(one, Block)]

    def test_each_has_its_own_figures(self) -> None:
        tanks, infantry = self.blocks(FOUR_ATTACK, [5, 3, 4, 1])
        assert [chain.name for chain in tanks.chains] == ["Tank A", "Tank B"]
        assert tanks.needs[0].needs == "needs 4+"
        assert [came.said for chain in infantry.chains for came in chain.rolls] == ["hits", "misses"]

    def test_one_that_has_a_modifier_of_its_own_stands_apart(self) -> None:
        plain = {**FOUR_ATTACK, "attackers": "2xtank,reconnaissance,tank+disrupted"}
        assert [
            len(block.chains) for block in self.blocks({**plain, "attackers": "2xtank,reconnaissance"}, [1, 1, 1])
        ] == [
            2,
            1,
        ]

    def test_a_chain_goes_on_as_far_as_the_thing_rolls(self) -> None:
        plain = {"rules": "skirmish", "procedure": "fire", "firer": "3xrifle", "target": "infantry", "range": 20}
        (block,) = self.blocks(plain, [[8, 3, 7], [9, 2]])
        assert [[came.faces[0] for came in chain.rolls] for chain in block.chains] == [[8, 9], [3], [7, 2]]
        assert [need.roll for need in block.needs] == ["to hit", "effect"]

    def test_dice_that_no_face_can_help_are_told(self) -> None:
        plain = {"rules": "skirmish", "procedure": "penetrate", "firer": "45mm", "target": "ba64", "range": 20}
        (block,) = self.blocks(plain, [3, 4])[:1]
        assert not re.search(r"\d", block.needs[0].needs)

    def test_what_is_read_off_a_face_is_told_of_it_and_nothing_else(self) -> None:
        record, book = ruled({"rules": "first-watch", "procedure": "bombard", "attacker": "76mm"}, [2, 3, 4, 5])
        lines = text_of(record, book)
        assert any(re.match(r"2 north-east\* +direction", line) for line in lines)
        assert not any("gives" in line for line in lines)

    def test_faces_rolled_beside_entered_ones_stand_in_brackets(self) -> None:
        record, book = ruled(FOUR_ATTACK, [5, 3])
        lines = text_of(record, book)
        assert any(re.search(r"Tank A  5 hits +Tank B  3 misses", line) for line in lines)
        assert any(re.search(r"Infantry A  \[\d\] ", line) for line in lines)
        assert "seed 2" in head_of(record, book)

    @pytest.mark.parametrize(("dice", "said"), [([5, 3, 4, 1], "entered"), ([], "seed 2")])
    def test_where_all_came_from_one_place_it_is_said_once(self, dice: list[int], said: str) -> None:
        record, book = ruled(FOUR_ATTACK, dice)
        lines = text_of(record, book)
        assert head_of(record, book).endswith(said)
        assert not any("[" in line for line in lines)
        assert " ".join(" ".join(lines).split()).count(said) == 1

    def test_no_dice_came_from_anywhere_where_none_fell(self) -> None:
        lines = text_of(*ruled({**ONE_TANK, "attackers": "tank+moved"}))
        assert not re.search("dice|entered|seed", " ".join(lines))


class TestHead:
    """One line says what was asked: who against whom, how far, what holds."""

    @pytest.mark.parametrize(
        ("line", "names"),
        [
            ("grid fire 2xtank infantry woods -r 1", ["2 Tanks", "Infantry", "1", "woods"]),
            ("grid move tank woods", ["Tank", "Woods"]),
            ("cc fire crewed-mg infantry -r 6", ["Crewed Machine Gun", "Infantry", '6"']),
            ("sk radio observer battery", ["Observer", "Battery"]),
            ("fw move tiger-i mud", ["Tiger I", "mud"]),
            ("cc initiative british+2xdestroyed,german", ["British (2", "Germans"]),
            ("sk escape ba64 rammed", ["BA64", "ramming"]),
        ],
    )
    def test_has_what_was_asked_in_order(self, run: Run, line: str, names: list[str]) -> None:
        first = run("-R", *line.split(), "--seed", "2", "--plain").out.splitlines()[0]
        asked = first.partition("): ")[2].partition("; dice")[0]
        assert re.search(".*".join(map(re.escape, names)), asked) and len(asked) < 60

    @pytest.mark.parametrize("most", [30, 40, 60])
    def test_a_long_one_goes_on_below_a_little_further_in(self, most: int) -> None:
        record, book = ruled({**FOUR_ATTACK, "conditions": ["woods"]})
        lines = text_of(record, book, most, 60)
        said = lines[: lines.index("")]
        assert len(said) > 1 and all(line.startswith("  ") and line[2] not in " ;" for line in said[1:])


class TestSpareLines:
    """A line that says nothing is left out; ``--why`` and JSON have all."""

    def said(self, run: Run, line: str, *more: str) -> str:
        ran = run("-R", *line.split(), "--seed", "2", *more)
        assert ran.status == 0
        return ran.out

    def test_a_class_that_a_reading_gives_is_told(self, run: Run) -> None:
        line = "grid fire tank armoured-car --reading G-2=infantry"
        assert "(reading)" in self.said(run, line, "--plain")


class TestNames:
    """Things have the names that a referee calls them by."""

    @pytest.mark.parametrize(
        ("names", "said"),
        [
            (["Tank"], "Tank"),
            (["Tank A", "Tank B"], "Tanks A and B"),
            (["Tank A", "Tank B", "Tank C", "Tank E"], "Tanks A to C and E"),
            (["Tank A", "Infantry A", "Infantry B"], "Tank A, Infantry A and B"),
            (["Tank A", "Tank B", "Infantry"], "Tanks A and B, and Infantry"),
            (["Infantry", "Infantry B"], "Infantry and Infantry B"),
            (["Tiger I", "Jeep"], "Tiger I and Jeep"),
        ],
    )
    def test_several_are_listed_as_one_says_them(self, names: list[str], said: str) -> None:
        assert together(names) == said

    def test_a_die_is_told_by_who_rolls_it(self) -> None:
        case = referee().case(
            {"rules": "skirmish", "procedure": "burst", "weapon": "grenade", "target": "2xinfantry,jeep"}
        )
        things = Things(case.procedure, case.request, book_of(case).charts)
        assert things.said("infantry/2") == "Infantry B"
        assert things.said("jeep/1/crew/aboard/2") == "man 2 of Jeep"
        assert things.said("jeep/1/driver") == "driver of Jeep"
        assert things.said("") == ""

    def test_what_two_fields_name_alike_is_the_one_of_which_there_are_more(self) -> None:
        case = referee().case(
            {"rules": "skirmish", "procedure": "capture", "captor": "infantry", "captive": "2xinfantry", "range": 1}
        )
        assert Things(case.procedure, case.request, book_of(case).charts).said("infantry/1") == "Infantry A"


class TestFlow:
    """Paragraphs of a width."""

    @pytest.mark.parametrize("most", range(4, 30))
    def test_no_line_is_wider_and_no_letter_is_lost(self, most: int) -> None:
        said = "to hit needs 5+: Rifle 7, firer not moving this turn -2 Donaudampfschifffahrt"
        lines = flow([(said[:10], "bold"), (said[10:], "")], most, after=2)
        assert all(width(line) <= most for line in lines)
        told = "".join("".join(text for text, _ in line) for line in lines)
        assert told.replace(" ", "") == said.replace(" ", "")

    def test_wide_letters_take_two_columns(self) -> None:
        assert all(width(line) <= 7 for line in flow([("戦車 戦車戦車", "")], 7))


CHOICES: tuple[dict[str, str], ...] = ({"intercepted": "switch"}, {})


class TestAgain:
    """What is otherwise in a ruling that was judged again: in short, then the blocks that differ, the verdict."""

    def lines(self, plain: dict[str, Any], dice: Any, other: dict[str, Any], then: Any = None) -> list[str]:
        was, book = ruled(plain, dice)
        now, _ = ruled({**plain, **other}, dice if then is None else then)
        drawn = changed_picture_lines(was, now, book, 80, blocks=False)
        return ["".join([text for text, _ in line]) for line in drawn]

    def test_what_changed_stands_first_and_shortly(self) -> None:
        lines = self.lines(ONE_TANK, [4], {"conditions": ["woods"]})
        first, before, *changed = lines[1:5]
        assert first[0] != " " and "DISRUPTED" in before
        assert "Tank" in changed[0] and "Infantry" in changed[1]
        assert not any("fired" in line for line in lines)  # as before

    def test_of_a_block_only_the_things_that_differ_are_told(self) -> None:
        lines = self.lines(FOUR_ATTACK, [5, 3, 4, 1], {}, [5, 3, 4, 6])
        assert [re.findall(r"\d", line) for line in lines if "Infantry B, attack" in line] == [["1", "6"]]
        assert not any("Tank A" in line or "Infantry A " in line for line in lines if "combat" not in line)

    def test_dice_that_came_from_elsewhere_make_no_difference(self) -> None:
        lines = self.lines(FOUR_ATTACK, [5, 3, 4, 1], {}, [5, 3, 4])
        assert not any("Tank A " in line for line in lines)

    def test_where_only_the_reasons_differ_the_verdict_stays(self) -> None:
        lines = self.lines(ONE_TANK, [6], {"conditions": ["woods"]})
        assert "verdict" in lines[1]
        assert any("woods -1" in line for line in lines)

    def test_what_goes_on_for_one_unit_does_not_end_with_another(self) -> None:
        """A die read anew takes the disruption from Mortars B alone, and that of Mortars A is no news."""
        plain = {"rules": "grid", "procedure": "bombard", "attackers": "2xmortars", "target": "infantry"}
        lines = self.lines(plain, [1, 1], {}, [1, 5])
        gone = [line for line in lines if "no longer" in line]
        assert gone and not any("Mortars A" in line for line in gone)
        (effect,) = [line for line in lines if "marker" in line and "no longer" not in line]
        assert "Infantry" in effect

    def test_what_ends_for_nobody_does_not_end_where_it_begins_for_another(self) -> None:
        plain = {"rules": "grid", "procedure": "bombard", "attackers": "2xartillery", "target": "infantry"}
        lines = self.lines(plain, [1, 6], {}, [1, 1])
        (gone,) = [line for line in lines if "no longer" in line]
        assert "Infantry" in gone and any("Artillery B" in line and "marker" in line for line in lines)

    def test_a_roll_of_the_ruling_s_own_is_told_by_its_name(self) -> None:
        plain = {"rules": "fw", "procedure": "fire", "attacker": "75mm-l48", "target": "t-34-76", "range": 25}
        lines = self.lines(plain, [5], {"conditions": ["hulldown"]})
        assert any(line.startswith("  to hit: ") for line in lines)

    def test_a_roll_made_again_needs_what_it_needs_for_the_same_reasons(self) -> None:
        record, book = ruled({**ONE_TANK, "conditions": ["minefield"]}, [1, 5])
        assert any("again needs 4+" in line for line in text_of(record, book, blocks=False))

    def test_what_several_suffer_stands_below_the_dice_of_all_of_them(self) -> None:
        plain = {"rules": "grid", "procedure": "bombard", "attackers": "artillery,mortars", "target": "infantry"}
        lines = text_of(*ruled(plain, [1, 1]), blocks=False)
        found = [next(n for n, line in enumerate(lines) if said in line) for said in ("Mortars  ", "natural 1")]
        assert found[0] < found[1]

    def test_facts_have_a_line_each_where_a_window_has_room(self) -> None:
        plain = {"rules": "grid", "procedure": "bombard", "attackers": "2xartillery+foo,mortars", "target": "infantry"}
        lines = text_of(*ruled({**plain, "conditions": ["woods", "disrupted"]}, [3, 4, 1]))
        assert any("fired" in line and line.endswith(".") for line in lines)

    def test_a_penetration_without_deductions_says_what_it_needs(self) -> None:
        plain = {"rules": "fw", "procedure": "fire", "attacker": "75mm-l48", "target": "t-34-76", "range": 25}
        record, book = ruled(plain, [5])
        assert any("needs 4+" in line for line in text_of(record, book, blocks=False))

    def test_a_choice_that_is_left_to_the_request_is_told_with_every_step_alone(self) -> None:
        planes = {"attacker": "bf-109e", "target": "stuka", "interceptor": "spitfire-v"}
        plain = {"rules": "fw", "procedure": "air-combat", **planes}
        for more, chosen in zip(CHOICES, ("switch (as said)", "press (default)"), strict=True):
            record, book = ruled({**plain, **more})
            assert "intercepted:" not in "\n".join(text_of(record, book, blocks=False))
            assert f"  intercepted: {chosen}" in ruling_lines(record, book, why=True)

    def test_figures_keep_their_order(self) -> None:
        plain = {"rules": "fw", "procedure": "move", "mover": "pzkpfw-ivh", "terrain": "open,uphill"}
        said = " ".join(text_of(*ruled(plain, []), blocks=False))
        assert said.index("open") < said.index("Max Speed")

    def test_the_longest_take_22_lines_too(self) -> None:
        plain = {**CLOSE_ASSAULT, "cover": 2}
        for other in ({"cover": 1}, {"cover": 3}, {"attackers": "3xinfantry"}, {"defenders": "5xinfantry"}):
            assert len(self.lines(plain, [], other)) <= 22
        long = {**FOUR_ATTACK, "attackers": "4xtank,4xinfantry,4xat-gun", "conditions": ["woods"]}
        assert len(self.lines(long, [4] * 12, {"conditions": []})) <= 22

    @pytest.mark.parametrize(
        ("other", "why"),
        [
            ({}, "condition"),
            ({"target": "infantry+hull-down"}, "hull down"),
        ],
    )
    def test_where_nothing_changes_it_says_why(self, other: dict[str, Any], why: str) -> None:
        lines = self.lines(ONE_TANK, [4], other)
        assert why in " ".join(map(str.strip, lines)).partition("nothing changes")[2]
        assert len(lines) <= 10 and not any("needs" in line for line in lines)


@pytest.mark.parametrize("looks", [{"TERM": "dumb"}, {"NO_COLOR": "1"}, {}])
def test_a_terminal_that_can_do_little_shows_the_same(home: Home, looks: dict[str, str]) -> None:
    line = ["-m", "refcli", "-R", "grid", "fire", "2xtank", "infantry", "woods", "--dice", "5,4"]
    with Terminal([sys.executable, *line], home.work, {**environment_of(home.folder), **looks}) as terminal:
        assert terminal.status() == 0
    assert re.search("Tank A:? +5 hits", terminal.shown)
    assert "1 of 2" in terminal.shown


@pytest.mark.parametrize("width", [80, 100, 120, 200])
class TestItsColumns:
    """``--why``: labels, figures, what they mean, and where they stand."""

    def test_many_dice_leave_the_labels_their_room(self, width: int) -> None:
        lines = drawn(CLOSE_ASSAULT, width, why=True)
        assert any(line.startswith("  Attackers: pips that count") for line in lines)

    def test_every_face_of_many_dice_is_there(self, width: int) -> None:
        judge = referee()
        saves = next(
            roll for roll in judge.rule(judge.case(CLOSE_ASSAULT), 2).ruling.rolls if roll.label.endswith("saves")
        )
        lines = drawn(CLOSE_ASSAULT, width, why=True)
        first = next(number for number, line in enumerate(lines) if "saves (" in line)
        shown = re.findall(
            r"\b\d\b",
            " ".join(
                re.sub(r"saves \(.*?\)|(needs|less:|saves).*|of 18", "", line) for line in lines[first : first + 5]
            ),
        )
        assert [int(face) for face in shown[: len(saves.faces)]] == list(saves.faces)

    def test_what_was_needed_stands_beside_a_house_figure(self, width: int) -> None:
        line = next(line for line in drawn(PENETRATE, width, why=True) if "Penetration Value" in line)
        assert re.search(r"needs 4\+: .*, house", line)

    def test_a_label_that_goes_on_below_stays_under_itself(self, width: int) -> None:
        body = drawn(CLOSE_ASSAULT, width, why=True)
        inside = body[body.index(next(line for line in body if line.startswith("Attackers"))) :]
        told = inside[1 : inside.index(next(line for line in inside if line.startswith("Defenders")))]
        assert all(line.startswith("  ") for line in told)


class TestOdds:
    """``--odds`` on a terminal."""

    @pytest.mark.parametrize("width", [16, 20, 39, 40, 80])
    def test_no_word_is_cut_in_any_window(self, width: int) -> None:
        judge = referee()
        plain = {
            "rules": "grid",
            "procedure": "fire",
            "attackers": "2xtank",
            "target": "infantry",
            "conditions": ["woods"],
        }
        case = judge.case(plain)
        screen = Console(width=width, file=StringIO(), highlight=False)
        odds = odds_in(case)
        screen.print(odds_picture(Book("Title", {}), case.procedure, odds, worth(case, odds), screen))
        assert isinstance(screen.file, StringIO)
        shown = screen.file.getvalue()
        assert "…" not in shown
        for word in ("eliminated", "disrupted", "effect", "woods", "44.4%"):
            assert word in shown

    def test_what_cannot_come_is_left_out(self) -> None:
        case = referee().case({"rules": "grid", "procedure": "fire", "attackers": "tank", "target": "infantry"})
        lines = list(odds_lines(Book("Title", {}), case.procedure, odds_in(case, {}), []))
        assert not any(" 0.0%" in line for line in lines)
        (hits,) = [line for line in lines if line.startswith("  hits: ")]
        assert re.findall(r"[\d.]+\b", hits) == ["1", "50.0", "0.50"]

    def test_a_name_a_certainty_and_a_side_are_said_once_in_words(self) -> None:
        """No condition is told again in its own words, no fraction is 1, no count is called by a key."""

        def told(**plain: Any) -> str:
            case = referee().case(plain)
            book = Book("Title", referee().loaded(case.rules).library.charts(case.procedure.charts))
            odds = odds_in(case, {})
            return "\n".join(odds_lines(book, case.procedure, odds, worth(case, odds)))

        lines = told(rules="grid", procedure="fire", attackers="tank+adjacent", target="infantry", conditions=["woods"])
        worths = [re.search(r"[+-][\d.]+", line) for line in lines.splitlines() if "points" in line]
        assert [found and found[0] for found in worths] == ["+0.0", "-16.7"]
        assert "SUCCESS: 100.0%" in told(rules="grid", procedure="move", mover="tank").splitlines()
        assert "  Britain: 2+ " in told(rules="first-watch", procedure="initiative", sides="germany,britain", year=1943)

    def test_conditions_are_told_in_the_order_they_were_said(self) -> None:
        said = ["adjacent", "woods", "minefield", "smoke", "night", "disrupted"]
        plain = {"rules": "grid", "procedure": "fire", "attackers": f"tank+{said[0]}", "target": "infantry"}
        case = referee().case({**plain, "conditions": said[1:]})
        assert [one.name for one in worth(case, odds_in(case, {})) if one.kind == "condition"] == said

    def test_very_many_chances_of_a_count_are_not_all_printed(self) -> None:
        case = referee().case({"rules": "grid", "procedure": "fire", "attackers": "999xtank", "target": "infantry"})
        hits = next(one for one in spreads(odds_in(case, {}), Book("Title", {})) if one.name == "hits")
        assert len(hits.at_least) == 999 and hits.said().count("%") <= MOST_CHANCES

    def test_many_chances_of_a_count_take_one_line(self) -> None:
        case = referee().case({**CLOSE_ASSAULT, "attackers": "3xinfantry", "defenders": "3xinfantry"})
        screen = Console(width=80, file=StringIO(), highlight=False)
        odds = odds_in(case, {})
        screen.print(odds_picture(Book("Title", {}), case.procedure, odds, [], screen))
        assert isinstance(screen.file, StringIO)
        lines = screen.file.getvalue().splitlines()
        for name in odds.counts:
            assert len([line for line in lines if line.startswith(f"  {name} ")]) == 1
        assert len(lines) <= LINES and max(map(len, lines)) <= 80


class TestWhatItRestsOn:
    """The line below the ruling, and the JSON of the same ruling."""

    def test_both_count_the_same_figures(self) -> None:
        told_of_house = 0
        for one in [one for rules in RULESETS for one in situations(rules)]:
            record = referee().rule(one.case, 1)
            told = ruling_to(record)
            house = [line for line in basis(record, one.case.words.charts) if " house value" in line]
            if told["house"]:
                told_of_house += 1
                assert house[0].startswith(f"{len(told['house'])} of {some(told['figures'], 'figure')} ")
            else:
                assert not house
        assert told_of_house

    @pytest.mark.parametrize("rules", RULESETS)
    def test_every_house_value_has_its_mark_or_is_named(self, rules: str) -> None:
        """In windows of 80 by 24 and 120 by 40, and in plain lines."""
        for one in situations(rules):
            record, book = referee().rule(one.case, 1), book_of(one.case)
            house = [cell.ref for cell in record.ruling.figures.values() if cell.source.origin == HOUSE]
            for drawn in (text_of(record, book), text_of(record, book, 120, 38), list(ruling_lines(record, book))):
                said = " ".join([line.strip() for line in drawn])
                foot = re.search(r"(?:\d+ of \d+|The only) figures? (is a|are) house values?(.*?)\.(?= |$)", said)
                assert bool(foot) == bool(house), one.name
                if foot:
                    named = [ref for ref in house if place_said(ref, book.charts) in foot[2]]
                    stars = said.replace(foot[0], "").count("*")
                    assert stars >= len(house) - len(named) and bool(stars) == ("*" in foot[2]), (one.name, said)

    def test_a_figure_that_the_referee_gives_is_one_of_those_shown(self) -> None:
        fire = {"rules": "grid", "procedure": "fire", "attackers": "tank", "target": "infantry"}
        case = referee().case({**fire, "set": {"combat.tanks.infantry": 5}})
        record = referee().rule(case, 1, [5])
        assert re.match("1 of 2 .* combat.tanks.infantry$", basis(record, case.words.charts)[0])
        assert ruling_to(record)["figures"] == 2


class TestWhereAFigureStands:
    """``--why``: the chart's own figure, and the file that has it."""

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            # 0.6 of 50 cm is 20 cm less, skirmish.txt 92, 111
            ("sk move lorry tow road", "obstacles.tow.starred = 0.6: "),
            # 3 times the 4 rolled is 12 cm, skirmish.txt 251
            ("sk bombard 25pdr --dice 3,4", "miss-distance.indirect = 3: "),
        ],
    )
    def test_a_figure_is_told_as_it_is_read(self, run: Run, line: str, says: str) -> None:
        whys = run("-R", *line.split(), "--why").out.splitlines()
        (why,) = [one for one in whys if one.startswith(f"why: {says.split(' ')[0]} ")]
        assert why.startswith(f"why: {says}")

    def test_a_shipped_file_is_named_where_it_has_the_figure(self, home: Home, run: Run) -> None:
        home.write("mine/grid/combat.toml", "[rows]\ntanks = { tank = 4 }\n")
        home.write("refcli.toml", 'charts = ["mine"]\n[readings.grid]\nG-2 = "infantry"\n')
        shot = ("-R", "grid", "fire", "tank", "--dice", "4", "--why")
        for target, given, says in (
            ("infantry", (), "combat.tanks.infantry = 4: Combat Table, lines 130-162, charts/grid/combat.toml"),
            ("infantry", ("--set", "combat.tanks.infantry=3"), "combat.tanks.infantry = 3: referee"),
            ("tank", (), f"combat.tanks.tank = 4: overlay: {home.work}/mine/grid/combat.toml"),
            ("armoured-car", (), "units.armoured-car.class = infantry: reading G-2"),
        ):
            assert f"why: {says}" in run(*shot[:4], target, *shot[4:], *given).out.splitlines()


class Marked(EffectKind):
    """Kinds of a ruleset that has only these."""

    DISRUPTED = "disrupt", "{unit} {unit:takes|take} {amount:marker}"
    GONE = "remove", "remove {unit}[ from {detail}]"


class TestOnTheTable:
    """What the referee now does: a sentence for each kind of effect, with the names of the units."""

    @pytest.mark.parametrize(
        ("effects", "said"),
        [
            ([Effect(Marked.GONE, "Tank")], ["Remove Tank."]),
            ([Effect(Marked.GONE, "Tank", detail="C4")], ["Remove Tank from C4."]),
            ([Effect(Marked.GONE, "Tank A"), Effect(Marked.GONE, "Tank B")], ["Remove Tanks A and B."]),
            (
                [Effect(Marked.DISRUPTED, "Tank A", 2), Effect(Marked.DISRUPTED, "Tank B")],
                ["Tank A takes 2 markers.", "Tank B takes 1 marker."],
            ),
            (
                [Effect(Marked.DISRUPTED, "Gun A"), Effect(Marked.DISRUPTED, "Gun B")],
                ["Guns A and B take 1 marker each."],
            ),
            (
                [Effect(Marked.DISRUPTED, "Gun", role="target"), Effect(Marked.DISRUPTED, "Gun", role="attacker")],
                ["Target: Gun takes 1 marker.", "Attacker: Gun takes 1 marker."],
            ),
        ],
    )
    def test_tells_who_and_in_which_role_where_two_have_one_name(self, effects: list[Effect], said: list[str]) -> None:
        assert in_sentences(effects) == said

    def test_both_sides_of_a_close_combat_are_told_apart(self) -> None:
        case = referee().case(CLOSE_ASSAULT)
        attackers, defenders = on_the_table(referee().rule(case, 2))
        assert attackers.startswith("Attackers: ") and re.findall(r"\d", attackers)[:3] == ["5", "2", "4"]
        assert defenders.startswith("Defenders: ")

    def test_what_is_only_remembered_is_not_told(self, run: Run) -> None:
        ran = run("-R", "grid", "fire", "infantry", "tank", "--dice", "1", "--json")
        assert [effect["kind"] for effect in json.loads(ran.out)["effects"]] == ["fired"]
        said = run("-R", "grid", "fire", "infantry", "tank", "--dice", "1", "--plain").out.splitlines()
        assert "fired" in said[-2] and said[-1].startswith("NO EFFECT: ")

    @pytest.mark.parametrize("rules", RULESETS)
    def test_what_the_verdict_says_word_for_word_is_said_once(self, rules: str) -> None:
        for one in situations(rules):
            record = referee().rule(one.case, 2)
            every, told = on_the_table(record), beside_the_verdict(record)
            verdict = record.ruling.verdict.lower().replace("the ", "")
            left_out = [effect for effect in every if effect not in told]
            assert all(effect.lower().replace("the ", "").rstrip(".") in verdict for effect in left_out), one.name

    def test_the_verdict_keeps_what_both_say(self, run: Run) -> None:
        line = ("-R", "fw", "penetrate", "6pdr", "pzkpfw-ivf2", "-r", "12", "--facing", "side")
        said = run(*line, "--plain").out
        assert said.count("destroyed") == 1
        assert said.splitlines()[-1].startswith("DESTROYED: PzKpfw IVF2 ")
        assert json.loads(run(*line, "--json").out)["effects"][0]["kind"] == "destroy"
        assert run(*line, "--why").out.count("destroyed") == 2

    def test_json_and_its_schema_have_the_measure(self, run: Run) -> None:
        effects = json.loads(run("-R", "sk", "visibility", "--dice", "2", "--json").out)["effects"]
        assert [(effect["amount"], effect["measure"]) for effect in effects] == [(100, "cm"), (200, "cm")]
        assert set(effects[0]) <= set(ruling_schema()["properties"]["effects"]["items"]["properties"])
        counted = json.loads(run("-R", "sk", "initiative", "--dice", "6,5", "--json").out)["effects"]
        assert counted == [{"kind": "initiative", "unit": "allied", "role": "side", "amount": 1}]


@pytest.mark.parametrize(
    ("line", "roll", "figures"),
    [
        ("cc save infantry -n 4 -c 2 --dice 6,3,1,2", "saves", ["6", "3", "1", "2", "2", "2", "4"]),
        ("cc save infantry -c 2 --dice 6", "saves", ["6", "2"]),
        ("fw burst 76mm infantry --dice 7", "bombardment", ["7", "6"]),
        ("grid fire tank infantry woods --dice 4", "attack", ["4", "5"]),  # the score stands below
    ],
)
def test_dice_that_go_into_no_sum_have_their_result(run: Run, line: str, roll: str, figures: list[str]) -> None:
    """The faces, the number needed and how many met it; a die with modifiers has that in its sum."""
    (found,) = [one for one in run("-R", *line.split(), "--why").out.splitlines() if one.startswith(f"  {roll} (")]
    assert re.findall(r"\d+", found.partition("): ")[2]) == figures


class TestSides:
    """Whose the units are that lose men in a close combat, where both sides have some of a name."""

    def told(self, *dice: int, **plain: Any) -> list[str]:
        units = {"rules": "cc", "procedure": "close-assault", "attackers": "3xinfantry", "defenders": "2xinfantry"}
        return on_the_table(referee().rule(referee().case({**units, **plain}), 1, [*dice]))

    def test_is_said_of_one_side_too(self) -> None:
        attackers, defenders = self.told(1, 2, 1, 2, 2, 2, 2, 2, 6, 6)
        assert "attackers" in attackers and re.findall(r"\d", attackers) == ["2", "4"]
        assert defenders.startswith("Defenders: ") and re.findall(r"\d", defenders) == ["2", "6"]
