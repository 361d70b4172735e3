"""Combat Captain as an evening."""

from pathlib import Path

import pytest

from refcli.game.game import Game
from refcli.rulesets.combat_captain import dice_left, due, in_order, ledger
from tests.conftest import Run, at_the_table
from tests.games import games, play, reasons_never_told, unreached
from tests.situations import referee

RULES = "combat-captain"


Played = tuple[list[str], Game]
"""What came otherwise than a stored game says, and the game."""


@pytest.fixture(scope="module", params=games(RULES), ids=lambda path: path.stem)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """One stored game, played to its end."""
    folder = tmp_path_factory.mktemp("games")
    wrong, _ = play(request.param, folder)
    return wrong, Game(folder / f"{request.param.stem}.jsonl", referee())


def test_every_step_comes_out_as_worked_out_by_hand(played: Played) -> None:
    assert played[0] == []


def test_every_effect_falls_on_a_unit_in_play_by_its_name(played: Played) -> None:
    game = played[1]
    effects = [effect for entry in game.entries.values() if "ruling" in entry for effect in entry["ruling"]["effects"]]
    of_units = [effect for effect in effects if effect["role"] not in ("side", "aircraft", "artillery")]
    assert [effect for effect in of_units if game.ledger.member_called(effect["unit"]) is None] == []
    assert {effect["unit"] for effect in effects if effect["role"] == "side"} <= {*game.ledger.sides}


def test_every_state_begins_ends_gives_bars_and_reminds(tmp_path: Path) -> None:
    assert unreached(RULES, tmp_path) == []


def test_every_reason_of_the_hook_is_reached() -> None:
    """What the hook bars and reminds of is told with the lines of the source it stands on."""
    assert reasons_never_told(RULES, ledger, due, in_order, dice_left) == []


CHARGED = """\
add f1 enhanced-small-arms side=german group=fallschirm
add h1 rifles side=british group=guard
next Activation
move f1 h1 charge -r 4 : 2 4 1
"""


def test_the_table_says_what_may_be_done_at_once(run: Run) -> None:
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=CHARGED)
    assert "guard may withdraw now, every sub-unit of it: move ... withdraw (lines 772-776)" in " ".join(
        ran.out.split()
    )


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """Two companies, in close combat."""
    game = Game(tmp_path / "game.jsonl", referee(), RULES)
    for name, words in {"f1": "rifles german group=fall", "h1": "rifles british", "h2": "crewed-mg british"}.items():
        game.add(name, [*words.split(), *(["group=guard"] if name[0] == "h" else [])])
    game.next("Close")
    return game


def test_a_beaten_unit_takes_no_marker_more_as_it_runs(game: Game) -> None:
    """540, 811: the close combat gave one for the withdrawal already."""
    game.set("guard", "has-to-withdraw")
    done = game.complete({"procedure": "move", "mover": "h1", "conditions": ["withdraw"]})
    game.keep(referee().rule(referee().case({"rules": RULES, **done.plain}), 1, "2 2 2 2"), done)
    assert {name for owner, name in game.ledger.held if owner == "guard"} == {"has-to-withdraw", "unit-withdrew"}


def test_nobody_is_left_beside_a_unit_that_is_gone(game: Game) -> None:
    """549-550: overruled, a shot at it counts no sub-units."""
    game.set("guard", "routed")
    done = game.complete({"procedure": "fire", "attackers": "f1", "target": "h1", "range": 8}, overrule=True)
    assert "sub-unit-beside" not in done.plain["target"][0]


def test_what_is_never_told_is_not_told_as_it_is_undone(game: Game) -> None:
    game.set("guard", "has-to-withdraw")
    done = game.complete({"procedure": "move", "mover": "h1"})
    game.keep(referee().rule(referee().case({"rules": RULES, **done.plain}), 1, "2 2 2 2"), done)
    assert "8" not in {change.said for change in game.undo().changes}


SHORT = """\
add s1 rifles side=german group=sturm
add s2 rifles side=german group=sturm
add g1 rifles side=british group=home
add g2 rifles side=british group=home
next Activation
move s1 g1 -r 9 -a 1 : 2
move g1 withdraw : 2 2 2 2
"""


def test_what_is_left_of_a_charge_is_told_until_it_is_done(run: Run) -> None:
    """539, 772-776: a withdrawal is the whole unit's, and a charge that touches nobody costs a marker by itself."""
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{SHORT}next\nnext\n")
    said = " ".join(ran.out.split())
    assert said.count("sturm failed to charge home, 1 morale marker, done") == 1
    assert "g2 still to withdraw with the unit" in said
    assert "g2 has yet to withdraw, too: move g2 withdraw (lines 772-776)" in said
    assert "g2 has yet to withdraw: back, then move g2 withdraw (lines 772-776)" in said


BEATEN = """\
add s1 rifles side=german group=sturm
add s2 rifles side=german group=sturm
add g1 rifles side=british group=home
next Close
set home has-to-withdraw
set sturm has-to-withdraw
move g1 : 2 2 2 2
move s1 : 2 2 2 2
"""


def test_a_beaten_unit_that_did_not_withdraw_is_told_as_the_phase_ends(run: Run) -> None:
    """811: of one that has withdrawn, all of it, nothing is said."""
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{BEATEN}next\nback\nmove s2 : 2 2 2 2\nnext\n")
    told = [line for line in ran.out.splitlines() if "withdrawn:" in line]
    assert told == ["not all of sturm has withdrawn: back, then move each that has not"], ran


ALIKE = """\
add h1 home-guard side=british group=guard
next Activation
activity h1 4xmove all-alike
set guard all-alike yes
"""


def test_the_home_guard_is_told_where_its_extra_die_is_counted(run: Run) -> None:
    """31-32: it has none in the Nashcon game only."""
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=ALIKE)
    assert "in the Nashcon game only: in the Home Guard" in ran.out


def test_a_use_of_dice_that_is_none_is_refused(run: Run) -> None:
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=ALIKE)
    assert "all-alike is not 'yes': set guard all-alike move, fire, hold-fire" in " ".join(ran.err.split())


FOUGHT_OVER = """\
add s1 rifles side=german group=sturm
add s2 rifles side=german group=sturm
add g1 rifles side=british group=home
next
initiative german,british : 5 4
next Activation
move s1 g1 -r 4 -a 1 : 4
"""


def test_a_charge_that_touched_until_all_had_activated_has_not_failed(run: Run) -> None:
    """755-771: the close combat was passed over, and the enemy was gone later."""
    ran = run(
        "-R", "cc", "table", "evening.jsonl", stdin=f"{FOUGHT_OVER}next Random\nset home routed\nnext\nwho sturm\n"
    )
    assert ran.status == 0, ran.err
    assert "fail" not in ran.out and "morale marker" not in ran.out


def test_who_activates_first_is_asked_while_nobody_has(run: Run) -> None:
    """111-113: back in the phase for what was forgotten, the first unit has activated."""
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{FOUGHT_OVER}next\nset g1 cover 1\nback\n")
    assert ran.out.count("german chooses which side activates the first unit") == 1


CALLS = """\
add s1 rifles side=german group=sturm
add smg crewed-mg side=german group=sturm
add g1 rifles side=british group=home
add g2 rifles side=british group=home
next Activation
activity s1 hold-fire
activity smg hold-fire
activity smg take-cover
set sturm done
move g1 -a 1 : 2
"""


def test_held_fire_is_offered_to_those_who_may_use_it(run: Run) -> None:
    """234-237: a heavy weapon that took cover later may not fire."""
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=CALLS)
    assert "s1 may call 1 held die" in ran.out
    assert "smg may call" not in ran.out


def test_held_fire_is_offered_where_no_weapon_is_known(run: Run) -> None:
    """246-263, 682-683: who fires with what nobody has said may hurt the mover."""
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=CALLS.replace("add s1 rifles", "add s1 infantry"))
    assert "s1 may call 1 held die" in ran.out


@pytest.mark.parametrize(
    "lines, barred, told",
    [
        ("fire s1 g1 -r 8 : 1/1", 0, 0),
        ("activity g2 hold-fire\nfire s1 g2 -r 8 : 1/1", 1, 0),
        ("activity g2 take-cover\nfire s1 g2 -r 8 : 1/1", 1, 0),
        ("move g2 -a 1 : 1\nactivity g2 take-cover\nfire s1 g2 -r 8 : 1/1", 0, 1),
        ("set g1 men-lost 4\nfire s1 g1 -r 8 : 6/6", 0, 0),
    ],
)
def test_held_fire_at_who_neither_moved_nor_fired_is_told(run: Run, lines: str, barred: int, told: int) -> None:
    """246-263: it answers a move or a shot; a move by 0 inches before cover is taken leaves no trace but a die."""
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{CALLS}{lines}\n")
    why = "held fire answers a move or a shot, and"
    assert (ran.err.count(why), ran.out.count(why)) == (barred, told), ran


MARKED = """\
add h1 rifles side=british group=hh
add h2 rifles british group=hh
add f1 rifles side=german group=ff
add f2 rifles german group=ff
next Activation
"""


def test_a_whole_unit_pulls_a_marker_once(run: Run) -> None:
    """223-230: a die of each sub-unit pulls one from all of it."""
    begun = f"{MARKED}set hh markers\n"
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{begun}activity hh pull-marker\n")
    assert ran.status == 0, ran.err
    assert "ruling 8: hh pulled a marker" in ran.out and "ruling 9" not in ran.out, ran
    told = run("-R", "cc", "table", "another.jsonl", stdin=f"{begun}activity hh pull-marker take-cover\n").err
    assert told.endswith("hh pulls for all at once: activity hh pull-marker, then what each does besides\n")


@pytest.mark.parametrize("named", ["h1", "h1,h2", "hh"])
def test_a_sub_unit_is_named_for_the_morale_of_its_unit(run: Run, named: str) -> None:
    """223-230, 549-550: its unit routs by all the sub-units that it has left, and a die of each pulls a marker."""
    begun = f"{MARKED}add h3 rifles british group=hh\nset hh markers\n"
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{begun}morale {named} destroyed --pull 1\n")
    assert ran.status == 0, ran.err
    assert "With 3 sub-units left, 3 markers rout hh." in ran.out, ran
    assert "h1, h2 and h3 1 activity die used each" in " ".join(ran.out.split()), ran


def test_dice_are_lost_aloud_where_a_shot_at_who_charged_ends_its_activation(run: Run) -> None:
    """117-122, 173."""
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{MARKED}move f1 h1 4 : 2 4 6\n! fire h2 f1 8 : 4/4\n")
    assert ran.status == 0, ran.err
    assert "ff is done, and loses the dice that it has left: f2 3 (lines 117-122, 173)" in ran.out


def test_who_may_reinforce_is_told_in_one_line_without_those_in_contact(run: Run) -> None:
    """519, 526-530: beyond 40 inches of every enemy."""
    begun = f"{MARKED}add t1 armor german group=tt\nadd g1 rifles british group=gg\nset f1 contact h1\n"
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{begun}next Reinforcement\n")
    assert ran.status == 0, ran.err
    assert '\n  tt and gg may make a reinforcement move beyond 40" of every enemy: move (lines' in ran.out, ran
    assert ran.out.count("reinforcement move") == 1


FIRES = """\
add f1 enhanced-small-arms side=german group=fall
add f2 enhanced-small-arms german group=fall
add h1 rifles side=british group=guard
add h2 rifles british group=guard
next Activation
"""


@pytest.mark.parametrize(("typed", "instead"), [("64/64/5", "64 64/5"), ("6446/6446/5", "6446 6446/5")])
def test_a_face_is_never_of_another_die_than_it_was_typed_for(run: Run, typed: str, instead: str) -> None:
    """598-604: a stroke between those who fire would make the variable die of a fire die."""
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{FIRES}fire f1,f2 h1 8 : {typed}\n")
    assert f"the fire dice of all stand before the first stroke: type {instead}" in ran.err
    assert run("-R", "cc", "table", "other.jsonl", stdin=f"{FIRES}fire f1,f2 h1 8 : {instead}\n").status == 0


def test_those_who_have_not_as_many_dice_left_fire_all_that_they_have(run: Run) -> None:
    """312-316: so many faces are all of them, and no die of its own is said to have no effect."""
    for own in (("f1", "f2"), ("f1+3xactivity-die", "f2+2xactivity-die")):
        ran = run(
            "-R", "cc", "table", f"{own[0]}.jsonl", stdin=f"{FIRES}move f2 : 4\nfire {','.join(own)} h1 8 : 64264/5\n"
        )
        said = " ".join(ran.out.split())
        assert "F1: 6 4 2 F2: 6 4" in said and "variable die: 5" in said
        assert "Not used" not in said


def test_one_side_has_the_initiative_whoever_is_said_to_have_it(run: Run) -> None:
    """97-99: said of one side by hand, it is the other's no more."""
    said = f"{FIRES}set german initiative\nset british initiative\nwho\n"
    shown = run("-R", "cc", "table", "evening.jsonl", stdin=said).out.rpartition("german")[2]
    assert "british: has the initiative" in run("-R", "cc", "table", "evening.jsonl", stdin="who\n").out
    assert "has the initiative" not in shown.partition("british")[0]


@pytest.mark.parametrize("said", ["fall markers 1.5", "f1 men-lost 2.5", "f1 cover 1.5", "f1 dice 1.5"])
def test_what_is_counted_is_whole(run: Run, said: str) -> None:
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{FIRES}set {said}\n")
    assert f"set {said.rpartition(' ')[0]} takes a whole number" in ran.err


SHELLS = f"{FIRES}set german initiative\nnext Random\nevent : 4 3\n"


def test_a_shell_at_what_has_no_such_name_is_refused_in_words(run: Run) -> None:
    lines = "add t1 armor vehicle British group=arm\nset British shells 2\nnext Random\nbombard vehicle\n"
    assert "target: no target is called 'vehicle'" in at_the_table(run, "cc", lines).err


@pytest.mark.parametrize(("typed", "told"), [("", 1), ("bombard h1 : 1\n", 0)])
def test_shells_of_which_nothing_was_said_are_told_as_the_phase_ends(run: Run, typed: str, told: int) -> None:
    """867-870: they may touch nothing, so it is asked."""
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{SHELLS}{typed}next\n")
    assert " ".join(ran.out.split()).count("the shells touched nothing? if they did") == told, ran


TWO_SQUADS = """\
add t1 tank side=german group=panz
add h1 rifles side=british group=guard
add h2 rifles british group=guard
add h3 rifles british group=guard
next Activation
set h1 men-lost 3
"""


def test_men_lost_by_two_squads_at_once_are_to_be_put_together(run: Run) -> None:
    """570-572, 670-675: the cannon and the machine gun of a tank; told at once and in the next phase."""
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{TWO_SQUADS}fire t1 h1,h2 10 -a 1 : 6/55\nnext\n")
    told = "guard has lost 6 men together, a whole sub-unit: consolidate guard"
    assert " ".join(ran.out.split()).count(told) == 2, ran


TRUCKS = """\
add f1 rifles side=german group=fall
add h1 rifles side=british group=guard
add car1 truck british group=column
add car2 truck british group=column
set h1 riding car2
next Activation
"""


@pytest.mark.parametrize(
    "line, told",
    [
        ("activity f1 overturn", "which car or truck? set car1 overturned"),
        ("activity h1 overturn", "no longer riding in car2; guard activated; active: guard; car2 on its side"),
        ("set car2 overturned\nactivity f1 overturn", "car1 on its side"),
        ("remove car1\nremove car2\nactivity f1 overturn", "no car or truck is in play: add it"),
    ],
)
def test_the_truck_that_is_turned_over_lies_on_its_side(run: Run, line: str, told: str) -> None:
    """34-36: the one it rides in, the only one that stands; else the referee is asked."""
    ran = at_the_table(run, "cc", f"{TRUCKS}{line} --reading CC-47=nashcon\n")
    assert told in ran.unwrapped, ran


EVENING = """\
add f1,f2,f3 enh German group=fall
add fmg crewed-mg German group=fall
add o1,o2 enh German group=oth
add h1,h2,h3 rif British group=guard
add hmg crewed-mg British group=guard
add l1 car British
next Activation
"""
"""A Nashcon evening."""

NASHCON = "--reading CC-47=nashcon"


@pytest.mark.parametrize(
    "lines, told",
    [
        # 33: the four dice of a ride are the car's
        (
            f"move h1 {NASHCON} carried :4444",
            "h1 moved or changed cover, 3 activity dice used; guard activated; active",
        ),
        # 34-36: turned over by either side, at no cost
        (f"move f1 :2\nactivity l1 overturn {NASHCON}", "l1 on its side"),
        # 539, 755-771: contact that is gone
        (
            "move f1 h1 4:44\nset fall done\nnext Close\nset f1 no-contact",
            "fall failed to charge home, 1 morale marker",
        ),
        ("move f1 h1 4:44\nset fall done\nset guard routed", "f1 no longer in contact with h1; guard routed"),
        # 149-198: dice that are said and not used yet, and a unit that does not all do alike
        ("activity f1 move", "f1 has not used its dice to move yet: move f1"),
        ("move f1 :2222\nset fall done\nmove h1 :2", "f2, f3 and fmg have not done the same as fall"),
        ("activity h2,h3 all-alike 4xmove", "h1, h2 and hmg have yet to do the same, with all dice: move h1"),
    ],
)
def test_the_table_tells_what_an_evening_left_unsaid(run: Run, lines: str, told: str) -> None:
    assert told in at_the_table(run, "cc", f"{EVENING}{lines}\n").unwrapped


def test_a_car_on_its_side_neither_activates_nor_reinforces(run: Run) -> None:
    """34-36, 122, 526-530: nor may it withdraw from a charge."""
    ran = at_the_table(run, "cc", f"{EVENING}set l1 overturned\nmove f1 l1 4:44\nnext Close\nnext Reinforcement\n")
    assert "l1 may withdraw" not in ran.unwrapped and "oth and guard have not activated this turn" in ran.unwrapped
    assert "oth and guard may make a reinforcement move" in ran.unwrapped, ran


@pytest.mark.parametrize("event", ["2", "3"])
def test_nobody_rolls_for_an_initiative_that_an_event_gave(run: Run, event: str) -> None:
    """860-861: it is had without a die, and the roll of the turn before is the only one called for."""
    lines = "add f1 rifles side=german\nadd h1 rifles side=british\nnext\ninitiative german,british : 5 3\n"
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{lines}next Random\nevent : {event}\nnext Initiative\n")
    assert ran.out.count("the initiative without a die: initiative") == 1, ran
    assert ran.out.count("roll for initiative: initiative") == 1, ran


BOTH = "add f1 rifles side=german group=fall\nadd f2 rifles german group=fall\nadd h1 rifles side=british\nnext\n"


@pytest.mark.parametrize("choice, told", [("", 1), ("--choice strafing ", 0)])
def test_the_strike_is_the_opposing_players_to_choose(run: Run, choice: str, told: int) -> None:
    """859: artillery comes where nobody said otherwise, and the other strikes are told."""
    lines = f"{BOTH}initiative german,british : 5 3\nnext Random\nevent {choice}: 1 4\n"
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=lines)
    way = "the opposing player chooses; for another strike: fix --choice strafing or fix --choice bombing (line 859)"
    assert " ".join(ran.out.split()).count(way) == told, ran


def test_who_has_yet_to_move_alike_out_of_cover_is_told_to_break_it_first(run: Run) -> None:
    """188-198, 399-400, 422-425."""
    lines = f"{BOTH}next Activation\nset f2 cover 1\nset fall all-alike move\nmove f1 : 2222\n"
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=lines)
    way = "with all dice: f2 is in cover, activity f2 break-cover, then move f2 (lines 188-198)"
    assert way in " ".join(ran.out.split()), ran


def test_nobody_takes_markers_off_a_unit_that_routed(run: Run) -> None:
    """327-329, 549-550: it has left the field, and its markers with it."""
    lines = f"{BOTH}next Activation\nactivity f1 hold-fire\nset fall done\nset fall markers 2\nnext End\nnext\n"
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=lines)
    assert ("routed" in ran.out, "take the hold fire markers off" in ran.out) == (True, False), ran


TANK_AT_TWO = """\
add p1 armor tank side=German group=pz
add h1,h2,h3,h4 rifles side=British group=guard
next Activation
set guard cover 1
set guard no-cover
fire p1 h1,h2 8 --swap 1 : fire 6 6 / variable die 5 4
log
set pz done
move h3,h4 all:2/2
set German strafing-planes 3
set German event-tried
set German runs-flown 1
set German enemies-destroyed 3
who
"""


def test_what_two_targets_of_one_unit_suffer_is_told_of_both(run: Run) -> None:
    """combat-captain.txt 538, 655-657, 670-675: the markers of one unit are one sum, and no loss is left out."""
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=TANK_AT_TWO.partition("log")[0])
    assert "H1 loses 2 men; 1 hit taken as a marker; h2: 2 men lost, 1 hit taken as a marker." in ran.out
    assert "Guard takes 2 morale markers." in ran.out and "guard 2 morale markers" in ran.out


def test_a_count_of_one_is_logged_and_nothing_is_told_twice_or_too_wide(run: Run) -> None:
    told, _, behind = TANK_AT_TWO.partition("move")
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=told)
    assert "set h1 cover 1" in ran.out
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"move{behind.partition(chr(10))[0]}\n")
    assert ran.err.count("no enemy is called 'all'") == 1
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=behind.partition("\n")[2])
    assert "1 plane flown" in ran.out and max(map(len, ran.out.splitlines())) <= 80


def test_what_an_owner_chose_is_taken_back_by_a_correction(run: Run) -> None:
    """655-657: two hits that he took as markers as he was asked are men again, and both are told."""
    table = TANK_AT_TWO.partition("fire")[0]
    run("-R", "cc", "table", "evening.jsonl", stdin=table)
    fire = ("fire", "p1", "h1,h2", "-r", "8", "-a", "2", "--game", "evening.jsonl", "--ask")
    asked = run(*fire, ":", "fire", "6", "6", "/", "variable", "die", "5", "4", stdin="2\n2\n")
    assert "Guard takes 2 morale markers." in asked.out, asked
    ran = " ".join(run("fix", "--swap", "0", "--game", "evening.jsonl").out.split())
    assert "H1 loses 3 men; h2: 3 men lost." in ran and "guard no longer 2 morale markers" in ran, ran
    assert "the owner may take 2 hits as morale markers: fix --swap 1, counted for each target " in ran


@pytest.mark.parametrize(
    "lines, known",
    [
        ("fire f1 h1 : 6/5", True),
        ("fire f1 h1 6 : 6/5", False),
        ("fire f1 h2 : 6/5", False),
        ("move f1 -a 1 : 2\nfire f1 h1 : 6/5", False),
        ("set h1 moved\nfire f1 h1 : 6/5", False),
        ("fire h1 f1 : 6/5", True),
    ],
)
def test_the_range_of_a_shot_is_known_until_one_of_the_two_moves(run: Run, lines: str, known: bool) -> None:
    """693-694: it was measured this turn, from one to the other."""
    scene = "add f1,f2 enh side=German group=fall\nadd h1,h2 rifles side=British group=guard\nnext Activation\n"
    scene += "set h1 held-fire 1\nset guard done\n"
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{scene}fire f1 h1 8 -a 1 : 1/1\n{lines}\n")
    assert ("range 8 (turn 1, ruling " in ran.out) == known, ran
    assert ("fire needs the range" in ran.err) != (known or " 6 " in lines), ran


def test_a_number_that_a_later_ruling_counted_otherwise_is_told_once(run: Run) -> None:
    """547, 655-657: its fire counted three markers of its unit, of which two go with the correction."""
    scene = "add p1 armor tank side=German group=pz\nadd h1,h2,h3,h4 rifles side=British group=guard\n"
    shots = "next Activation\nset guard markers 1\nfire p1 h1,h2 8 --swap 1 : fire 6 6 / variable die 5 4\n"
    lines = f"{scene}add f1 rifles German\n{shots}set pz done\nfire h3 f1 8 -a 1 : 6/6\nfix 10 --swap 0\n"
    ran = " ".join(run("-R", "cc", "table", "evening.jsonl", stdin=lines).out.split())
    assert "ruling 12 counted guard as markers 3, and it is markers 1 now; fix 12 judges it again" in ran, ran


@pytest.mark.parametrize("sides", ["", "british,german "])
def test_the_opposing_players_strike_knows_his_lost_planes(run: Run, sides: str) -> None:
    """859, 883-884, 895-896."""
    lines = f"{BOTH}initiative german,british : 3 5\nset german planes-lost 1\nset british planes-lost 3\nnext Random\n"
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{lines}event {sides}--choice strafing : 1 6\n")
    assert "german lost 1 plane (as you said)" in ran.out and "2 planes for german, strafing." in ran.out, ran


ROUTS = {
    "withdraw": "next Activation\nmove f1 h1 8 : 246\nmove h1 withdraw : 2246\n",
    "break cover": "set h1 cover 1\nnext Activation\nactivity h1 break-cover\n",
    "bomb": "add h2 rifles british group=h1s\nremove h1\nadd h3 rifles british group=h1s\nnext Random\n"
    "set german bombing-planes 1\nbomb h2 : 5\n",
}


@pytest.mark.parametrize("acts", ROUTS.values(), ids=ROUTS)
def test_a_rout_that_a_ruling_brings_about_is_told(run: Run, acts: str) -> None:
    """549-550."""
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{BOTH}{acts}")
    assert " ".join(ran.out.split()).count("routs on the spot and leaves the field (lines 549-550)") == 1, ran


def test_a_rout_that_a_ruling_tells_is_not_told_again(run: Run) -> None:
    """549-550."""
    lines = (
        f"{BOTH}add h2 rifles british group=reg\nadd h3 rifles british group=reg\nset reg markers 1\nnext Activation\n"
    )
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{lines}fire f1 h2 8 --swap 1 : 666/6\n")
    assert " ".join(ran.out.split()).lower().count("routs on the spot") == 1, ran


def test_a_tank_under_a_plane_is_told_to_be_left_out(run: Run) -> None:
    """888-889."""
    lines = f"{BOTH}add t1 tank german\nset british planes 1\nstrafe t1 : 5\n"
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=lines)
    assert "t1 is a vehicle, and planes strafe men: leave t1 out (lines 888-889)" in ran.err, ran


@pytest.mark.parametrize(("mover", "told"), [("f1", True), ("t1", False)])
def test_held_fire_is_called_at_whom_it_can_hurt(run: Run, mover: str, told: bool) -> None:
    """257-263, 682-683: rifles do nothing to a tank."""
    lines = f"{BOTH}add t1 tank german\nnext Activation\nset h1 held-fire 2\nset h1 done\nmove {mover} : 2\n"
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=lines)
    assert ("h1 may call 2 held dice: fire h1" in ran.out) == told and "MOVES" in ran.out, ran
