"""Lines at the prompt that once ended in a traceback, changed half of the game, or were taken for their opposite."""

from pathlib import Path

import pytest

from tests.prompt import Prompt

FILE = Path("evening.jsonl")

pytestmark = pytest.mark.usefixtures("home")


def refused(prompt: Prompt, line: str) -> str:
    """The text of a line that is refused and leaves the game as it was."""
    before = prompt.stands
    assert prompt.answer(line), prompt.text
    assert prompt.stands == before
    return prompt.text


@pytest.mark.parametrize("rules", ["combat-captain", "first-watch", "grid", "skirmish"])
def test_typed_braces_in_a_waiting_line(rules: str) -> None:
    """Typed text is never a format string."""
    assert "c {x}" in refused(Prompt(rules, FILE, ["c {x}"]), "next")


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("first-watch", "set u weapon {x}"),
        ("grid", "set game time {x}"),
        ("grid", "set game closing-time [{unit}"),
    ],
)
def test_typed_braces_in_a_state(rules: str, line: str) -> None:
    """Where a state is refused, its value is no place in the sentence."""
    row = {"grid": "tank", "first-watch": "rifle infantry"}[rules]
    assert line.split()[-1] in refused(Prompt(rules, FILE, [f"add u {row} side=german"]), line)


SKIRMISH = ("add k pak38 red", "add v t34-85 red", "add t t34-85 blue group=G", "add u t34-85 blue group=G")


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("penetrate k blue 25", "penetrate k t"),
        ("penetrate k G 25", "penetrate k t"),
        ("! ram v G", "ram v t"),
        ("! ram v blue", "ram v t"),
        ("fire k blue 25", "fire k t"),
    ],
)
def test_a_side_or_a_group_is_no_unit(line: str, instead: str) -> None:
    """Where one unit is wanted, a side or a group is refused with the line for one of its units."""
    assert instead in refused(Prompt("skirmish", FILE, SKIRMISH), line)


@pytest.mark.parametrize("line", ["! fire alpha R : 5", "! strafe R"])
def test_a_group_is_no_target_on_the_grid(line: str) -> None:
    refused(Prompt("grid", FILE, ["add alpha tank Blue", "add r1,r2 infantry Red group=R", "next Combat"]), line)


def test_a_condition_of_a_unit_that_is_not_in_the_ruling() -> None:
    """A condition of an interceptor is added to an air combat without one."""
    prompt = Prompt("first-watch", FILE, ["air-combat zero p-38 : 3"])
    assert prompt.answer("+interceptor-damaged") == 0
    assert prompt.game.entries[3]["amends"] == 2


def test_a_unit_in_place_of_terrain() -> None:
    prompt = Prompt("first-watch", FILE, ["add B pzkpfw-ivh germany", "set B over open"])
    assert "terrain" in refused(prompt, "phase B B,open")


def test_planes_that_bomb_are_named_without_a_bomb() -> None:
    prompt = Prompt("first-watch", FILE, ["add stuka,diver stuka germany load=500lb", "next"])
    refused(prompt, "! bomb stuka,diver : 9")


def test_one_line_is_one_undo() -> None:
    """A state that is said of two units is taken back of both."""
    prompt = Prompt("grid", FILE, ["add p1,p2 tank blue", "set p1,p2 disrupted"])
    assert prompt.answer("undo") == 0
    assert prompt.states == {}
    assert prompt.answer("undo") == 0
    assert not prompt.game.ledger.units
    assert prompt.answer("redo") == 0
    assert [*prompt.game.ledger.units] == ["p1", "p2"]


def test_rulings_of_one_line_are_one_undo() -> None:
    prompt = Prompt("skirmish", FILE, ["add f1,f2 rifle infantry A group=f", "next", "next move", "move f 5"])
    assert [prompt.game.ledger.value(one, "moved") for one in ("f1", "f2")] == [5, 5]
    assert prompt.answer("undo") == 0
    assert not prompt.game.ledger.has("f1", "moved")


@pytest.mark.parametrize(
    ("rules", "before", "line"),
    [
        ("grid", ["add a tank blue"], "add v1,blue tank blue"),
        ("grid", ["add a,b tank blue"], "set a,nobody disrupted"),
        ("grid", ["add a,b tank blue", "set b disrupted"], "set a,b disrupted"),
        ("skirmish", ["add f1,f2 rifle infantry A group=f", "next", "next move", "set f2 moved 4"], "move f1,f2 5"),
        (
            "combat-captain",
            ["add s1,s2 rifles british group=g", "next", "next Act"],
            "! activity s1,s2+superior-armour",
        ),
    ],
)
def test_a_line_of_several_names_is_kept_whole_or_not_at_all(rules: str, before: list[str], line: str) -> None:
    prompt = Prompt(rules, FILE, before)
    printed = refused(prompt, line)
    assert len(printed.splitlines()) == 1, printed


@pytest.mark.parametrize(
    ("rules", "before", "line"),
    [
        (
            "first-watch",
            ["add battery 3x76mm-zis3 russia", "add obs rifle infantry russia", "next Artillery Plot"],
            "plot battery woods obs",
        ),
        ("first-watch", ["add battery 3x76mm-zis3 russia", "next Artillery Plot"], "plot battery woods obs"),
        ("skirmish", ["add hq observer rifle Allied", "add bat battery Allied"], "radio hq bat radio"),
        ("grid", ["add tank tank Blue", "add rifles infantry Red", "next Combat"], "fire tank rifles seen : 4"),
    ],
)
def test_a_word_is_never_taken_for_its_opposite(rules: str, before: list[str], line: str) -> None:
    """A beginning matches nothing behind a negation, and a later word only where no other name contains it."""
    prompt = Prompt(rules, FILE, before)
    status = prompt.answer(line)
    given = [entry["given"] for entry in prompt.game.entries.values() if "given" in entry]
    assert status or not given[0]["conditions"], given


UNKNOWN = {
    "grid": ["in Wods", "in forest", "in the woods", "square D3 in Woods", "in-contact wods", "fuel 3"],
    "combat-captain": ["at hegde", "at the wall", "ammunition 2"],
    "first-watch": ["over raod", "load wood"],
    "skirmish": ["cover sofd", "cover wood"],
}
ROWS = {"grid": "infantry", "combat-captain": "rifles", "first-watch": "rifle infantry", "skirmish": "rifle infantry"}


@pytest.mark.parametrize(("rules", "words"), [(rules, one) for rules, words in UNKNOWN.items() for one in words])
def test_an_unknown_word_is_no_state(rules: str, words: str) -> None:
    """Unknown words and values are refused, and a state of the referee's own without an end."""
    prompt = Prompt(rules, FILE, [f"add r1 {ROWS[rules]} side=german"])
    refused(prompt, f"set r1 {words}")


def test_the_nearest_words_are_named() -> None:
    prompt = Prompt("grid", FILE, ["add r1 infantry Blue"])
    assert "nearest: Woods" in refused(prompt, "set r1 in Wods")
    assert "woods" in refused(prompt, "set r1 wods")
    assert "until end of turn" in refused(prompt, "set r1 fuel-low")


def test_a_state_until_an_unknown_phase_is_refused() -> None:
    """It would never end."""
    refused(Prompt("grid", FILE, ["add b-troop tank Blue"]), "set b-troop fuel-low until end of Wods")


@pytest.mark.parametrize("line", ["log show a\0b", "log report a\0.jsonl", "fire tank infantry --svg a\0b : 3"])
def test_a_character_that_no_path_can_hold(line: str) -> None:
    refused(Prompt("grid", FILE), line)


def test_a_bombardment_that_names_no_unit() -> None:
    """A shell of the opposing player falls with no unit under it."""
    before = ["add A rifle british", "add B rifle german", "next", "initiative british,german : 6 1", "next Random"]
    prompt = Prompt("combat-captain", FILE, [*before, "event british : 1 1 1"])
    assert prompt.answer("bombard mortar") == 0
    assert prompt.answer("") == 0
    assert prompt.game.last == 8
