"""Lines at the prompt that once ended in a traceback, changed half of the game, or were taken for their opposite."""

from pathlib import Path
from typing import Any

import pytest

from refcli.wire.lookup import matches
from tests.play import CRASHED, Result, Session


def opened(folder: Path, rules: str, *lines: str) -> Session:
    """A new game in which these lines were accepted."""
    session = Session(folder / "evening.jsonl", rules)
    if lines:
        session.must(*lines)
    return session


def refused(session: Session, line: str) -> Result:
    """The result of a line that is refused and leaves the game as it was."""
    before = session.snapshot
    result = session.type(line)
    assert not result.is_accepted and result.decision != CRASHED, result
    assert session.snapshot == before
    return result


@pytest.mark.parametrize("rules", ["combat-captain", "first-watch", "grid", "skirmish"])
def test_typed_braces_in_a_waiting_line(tmp_path: Path, rules: str) -> None:
    """Typed text is never a format string."""
    assert "c {x}" in refused(opened(tmp_path, rules, "c {x}"), "next").printed


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("first-watch", "set game weather {x}"),
        ("grid", "set game time {x}"),
        ("grid", "set game closing-time [{unit}"),
    ],
)
def test_typed_braces_in_a_state(tmp_path: Path, rules: str, line: str) -> None:
    """Where a state is refused, its value is no place in the sentence."""
    row = {"grid": "tank", "first-watch": "rifle infantry"}[rules]
    assert line.split()[-1] in refused(opened(tmp_path, rules, f"add u {row} side=german"), line).printed


FILES = {
    "skirmish": ("add k pak38 red", "add v t34-85 red", "add t t34-85 blue group=G", "add u t34-85 blue group=G"),
    "grid": ("add alpha tank Blue", "add r1,r2 infantry Red group=R", "next Combat"),
    "first-watch": ("add stuka,diver stuka germany load=500lb", "add B pzkpfw-ivh germany", "set B over open", "next"),
}


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("skirmish", "penetrate k blue 25"),
        ("skirmish", "penetrate k G 25"),
        ("skirmish", "! ram v G"),
        ("skirmish", "! ram v blue"),
        ("skirmish", "fire k blue 25"),
        ("grid", "! fire alpha R : 5"),
        ("grid", "! strafe R"),
        ("grid", "log show a\0b"),
        ("grid", "log report a\0.jsonl"),
        ("grid", "fire tank infantry --svg a\0b : 3"),
        ("grid", "set alpha fuel-low until end of Wods"),
        ("first-watch", "phase B B,open"),
        ("first-watch", "! bomb stuka,diver : 9"),
    ],
)
def test_what_cannot_be_meant_is_refused(tmp_path: Path, rules: str, line: str) -> None:
    """A side or a group for one unit, a unit for terrain, a bare bomb, an unknown phase, an impossible path."""
    refused(opened(tmp_path, rules, *FILES[rules]), line)


def test_a_condition_of_a_unit_that_is_not_in_the_ruling(tmp_path: Path) -> None:
    """A condition of an interceptor is added to an air combat without one."""
    session = opened(tmp_path, "first-watch", "air-combat zero p-38 : 3", "+interceptor-damaged")
    assert session.game.entries[3]["amends"] == 2


def test_one_line_is_one_undo(tmp_path: Path) -> None:
    """A state that is set for two units ends for both."""
    session = opened(tmp_path, "grid", "add p1,p2 tank blue", "set p1,p2 disrupted", "undo")
    assert session.states == {}
    session.must("undo")
    assert not session.game.ledger.units
    session.must("redo")
    assert [*session.game.ledger.units] == ["p1", "p2"]


def test_rulings_of_one_line_are_one_undo(tmp_path: Path) -> None:
    session = opened(tmp_path, "skirmish", "add f1,f2 rifle infantry A group=f", "next", "next move", "move f 5")
    assert [session.game.ledger.value(one, "moved") for one in ("f1", "f2")] == [5, 5]
    session.must("undo")
    assert not session.game.ledger.has("f1", "moved")


@pytest.mark.parametrize(
    ("rules", "before", "line"),
    [
        ("grid", ["add a tank blue"], "add v1,blue tank blue"),
        ("grid", ["add a,b tank blue"], "set a,nobody disrupted"),
        ("grid", ["add a,b tank blue", "set b disrupted"], "set a,b disrupted woods"),
        ("skirmish", ["add f1,f2 rifle infantry A group=f", "next", "next move", "set f2 moved 4"], "move f1,f2 5"),
        (
            "combat-captain",
            ["add s1,s2 rifles british group=g", "next", "next Act"],
            "! activity s1,s2+superior-armour",
        ),
    ],
)
def test_a_line_of_several_names_is_kept_whole_or_not_at_all(
    tmp_path: Path, rules: str, before: list[str], line: str
) -> None:
    printed = refused(opened(tmp_path, rules, *before), line).printed
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
def test_a_word_is_never_taken_for_its_opposite(tmp_path: Path, rules: str, before: list[str], line: str) -> None:
    """A beginning matches nothing behind a negation, and a later word only where no other name contains it."""
    session = opened(tmp_path, rules, *before)
    result = session.type(line)
    given = [entry["given"] for entry in session.game.entries.values() if "given" in entry]
    assert not result.is_accepted or not given[0]["conditions"], given


UNKNOWN = {
    "grid": ["in Wods", "in forest", "in the woods", "square D3 in Woods", "in-contact wods", "fuel 3"],
    "combat-captain": ["at hegde", "at the wall", "ammunition 2"],
    "first-watch": ["over raod", "load wood"],
    "skirmish": ["cover sofd", "cover wood"],
}
ROWS = {"grid": "infantry", "combat-captain": "rifles", "first-watch": "rifle infantry", "skirmish": "rifle infantry"}


@pytest.mark.parametrize(("rules", "words"), [(rules, one) for rules, words in UNKNOWN.items() for one in words])
def test_an_unknown_word_is_no_state(tmp_path: Path, rules: str, words: str) -> None:
    """Unknown words and values are refused, and a state of the referee's own without an end."""
    refused(opened(tmp_path, rules, f"add r1 {ROWS[rules]} side=german"), f"set r1 {words}")


@pytest.mark.parametrize(("words", "nearest"), [("in Wods", "Woods"), ("wods", "woods"), ("fuel-low", "until")])
def test_the_nearest_words_are_named(tmp_path: Path, words: str, nearest: str) -> None:
    assert nearest in refused(opened(tmp_path, "grid", "add r1 infantry Blue"), f"set r1 {words}").printed


def test_a_bombardment_that_names_no_unit(tmp_path: Path) -> None:
    """A shell of the opposing player falls with no unit under it."""
    before = ["add A rifle british", "add B rifle german", "next", "initiative british,german : 6 1", "next Random"]
    session = opened(tmp_path, "combat-captain", *before, "event british : 1 1 1", "bombard mortar", "")
    assert session.game.last == 8


def test_each_word_behind_add_is_looked_up_a_few_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of a long line does not grow with the square of its words."""
    looked_up: list[str] = []

    def counting(word: str, *arguments: Any) -> list[str]:
        looked_up.append(word)
        return matches(word, *arguments)

    session = opened(tmp_path, "first-watch")
    monkeypatch.setattr("refcli.cli.workspace.takes_prefixes", lambda: True)
    monkeypatch.setattr("refcli.game.roster.matches", counting)
    refused(session, f"add r1 {'foxtrot ' * 50}infantry Redd")
    assert len(looked_up) <= 3 * 52


def test_a_group_beside_another_name_in_a_field_of_sections(tmp_path: Path) -> None:
    session = Session(tmp_path / "game.jsonl", "skirmish")
    session.must("add k,f 2xrifle German group=first", "add b 2xrifle British", "next")
    assert session.type("morale --section first,b : 4").decision != CRASHED
