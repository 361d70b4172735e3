"""An evening of First Watch at the table: who is none of those for a procedure, what is told of losses."""

import pytest

from tests.conftest import Run

HERE = """\
add pz pzkpfw-ivh german
add ht sdkfz-251 german
add gren rifle infantry german
add pak 75mm-pak40 german
add stuka stuka german altitude=medium load=1000lb
add at1 6pdr british
add bren lmg infantry british
add rifles rifle infantry british
add s1 m4a1-sherman british
next Infantry
"""


def typed(run: Run, said: str) -> tuple[str, str]:
    """What is told, and what is refused, of lines typed at the table, each in one line."""
    ran = run("-R", "fw", "table", "g.jsonl", stdin=f"{HERE}{said}\n")
    return " ".join(ran.out.split()), " ".join(ran.err.split())


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("close-assault at1 pz", "at1 is a gun: infantry close assaults (line 71)"),
        ("close-assault s1 pz", "s1 is a vehicle: infantry close assaults (line 71)"),
        (
            "add uc universal-carrier lmg british\nclose-assault uc pz",
            "uc is a vehicle: infantry close assaults (line 71)",
        ),
        (
            "add flak 20mm-flak german\nclose-assault rifles flak",
            "flak is a gun: close assault is against armored vehicles",
        ),
        ("close-assault rifles gren", "gren is infantry: close assault is against armored vehicles (line 71)"),
        ("penetrate at1 gren 12", "gren is infantry: only a vehicle has armor to penetrate (line 77)"),
        ("fire stuka rifles 8", "stuka is a plane: a plane strafes, or fires at planes in air-combat (lines 35, 131)"),
        ("air-combat stuka s1", "s1 is a vehicle: air combat is against aircraft (line 113)"),
        ("anti-air at1 stuka", "at1 is a gun: only anti-aircraft weapons fire at planes (line 127)"),
        ("strafe s1 gren", "s1 is a vehicle: a plane strafes (line 131)"),
    ],
)
def test_who_is_plainly_another_is_not_told_to_become_one(run: Run, said: str, why: str) -> None:
    """No line is offered by which a gun would close assault. L31-35, 71, 77, 113, 127-131."""
    _, refused = typed(run, said)
    assert why in refused
    assert "add " not in refused


def test_who_may_lack_a_weapon_is_told_how_it_is_added(run: Run) -> None:
    """Certain small arms fire at planes, and a tank may have one. L127."""
    _, refused = typed(run, "anti-air s1 stuka")
    assert "add s1 m4a1-sherman ROW british" in refused


def test_who_has_dropped_its_load_is_not_told_to_load(run: Run) -> None:
    """What was dropped is gone. L141."""
    flies = "next Aircraft M\nmove stuka\nnext Bombing\nbomb stuka : 9"
    told, refused = typed(run, f"{flies}\nbomb stuka : 9")
    assert "ON TARGET" in told
    assert refused == "refcli: line 15: stuka has dropped its load (line 141)"


@pytest.mark.parametrize(("before", "told"), [("set gren aboard ht\n", True), ("", False)])
def test_who_was_aboard_of_what_is_destroyed_is_told(run: Run, before: str, told: bool) -> None:
    """The source does not say what becomes of them. L62-67, 79."""
    said, _ = typed(run, f"{before}fire s1 ht 8 : 10")
    assert "DESTROYED" in said
    assert ("gren was aboard; what becomes of it is not said: set gren out, if lost (lines 62-67, 79)" in said) is told


@pytest.mark.parametrize(
    ("before", "loses"), [("set gren aboard ht\n", "loses 1 crew counter"), ("", "loses 2 crew counters")]
)
def test_passengers_are_counters_beside_the_crew(run: Run, before: str, loses: str) -> None:
    """Their owner agrees which the second one is. L60, 67."""
    said, _ = typed(run, f"{before}fire bren ht 8 : 9")
    assert f"Ht {loses}." in said
    assert ("The owner of ht removes 1 more counter close at hand." in said) is bool(before)


def test_a_crew_that_was_smaller_than_what_hit_it_is_told(run: Run) -> None:
    """No gun loses more crew than it has. L60."""
    said, _ = typed(run, "fire bren pak 8 : 5\nfire rifles pak 8 : 10")
    assert "pak had only 1 crew counter left (line 60)" in said


@pytest.mark.parametrize(("word", "refused"), [("first", True), ("slow", False), ("Remaining Fire", False)])
def test_a_unit_fires_in_a_step_of_fire(run: Run, word: str, refused: bool) -> None:
    """There are three. L31-33."""
    _, why = typed(run, f"set s1 fires-in {word}")
    assert ("fires-in is not 'first': set s1 fires-in Infantry/Stationary Vehicle Fire" in why) is refused


def test_the_dead_are_not_named_as_idle(run: Run) -> None:
    """Who is lost in the step in which the turn ends. L31."""
    said, _ = typed(run, "next Remaining\nset pz losses 1\nnext Initiative")
    assert "nothing done this turn: ht, gren" in said


def test_one_verb_stands_for_a_name_that_is_a_plural(run: Run) -> None:
    """As elsewhere, who is called rifles are several."""
    said, _ = typed(run, "fire pz rifles 8 : 10")
    assert "DESTROYED: Rifles are destroyed." in said
