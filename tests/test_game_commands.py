"""A game from the shell: ``--game FILE`` on every command, the ledger after each step, bars, corrections."""

import json
import re
import shlex
from pathlib import Path

import pytest

from refcli.core.cells import Source
from tests.conftest import Home, Ran, Run
from tests.mini_games import GRID, GRID_STEPS
from tests.play import ERROR, RULED, Session, play

FILE = "evening.jsonl"


class Shell:
    """Commands of the shell that work in one game."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def __call__(self, line: str) -> Ran:
        return self._run("-R", "grid", "--game", FILE, *shlex.split(line))

    def must(self, *lines: str) -> str:
        """Lines that have to be answered; what the last one said."""
        out = ""
        for line in lines:
            ran = self(line)
            assert ran.status == 0, (line, ran.err)
            out = ran.out
        return out

    def states(self) -> set[str]:
        """Every state that somebody has: ``rifles disrupted``, ``game time 05:55``."""
        return states_in(self.must("who --json"))


def states_in(said: str) -> set[str]:
    """The states that ``who --json`` tells."""
    return {
        f"{one['owner'] or 'game'} {one['state']}{'' if one['value'] == 1 else ' ' + str(one['value'])}"
        for one in json.loads(said)["states"]
    }


COMBAT = (
    *("add alpha tank Blue", "add anvil tank Blue", "add bravo infantry Blue", "add rifles infantry Red"),
    *("set rifles in Woods", "next Combat"),
)
"""Two tanks and infantry against rifles in the woods, in the first Combat phase."""

AGREED = {"game dawn 05:00", "game day 06:00", "game dusk 20:00", "game night 21:00", "game clock-rolled"}
"""What the mini-game of grid agrees before the battle, and never ends; its clock is rolled for in every turn."""


@pytest.fixture
def shell(run: Run) -> Shell:
    return Shell(run)


@pytest.fixture
def combat(shell: Shell) -> Shell:
    shell.must(*COMBAT)
    return shell


class TestTheMiniGame:
    """Of grid, worked by hand, from the shell."""

    def test_has_the_ledger_of_each_step(self, shell: Shell) -> None:
        shell.must(*GRID)
        for number, step in enumerate(GRID_STEPS, 1):
            shell.must(*step.typed)
            for line in step.refused:
                ran = shell(line)
                assert ran.status == 2 and not ran.out, (number, line)
            assert shell.states() - AGREED == set(step.states), number

    def test_comes_to_the_same_undone_and_done_again(self, shell: Shell) -> None:
        shell.must(*GRID)
        for step in GRID_STEPS:
            for line in step.typed:
                before = shell.states()
                shell.must(line)
                after = shell.states()
                shell.must("undo")
                assert shell.states() == before, line
                shell.must("redo")
                assert shell.states() == after, line


class TestARuling:
    """In a game: completed by the ledger, kept in it."""

    def test_lists_only_conditions_of_the_referee_as_not_used(self, combat: Shell) -> None:
        assert "Not used" in combat.must("fire alpha rifles hull-down : 1")
        combat.must("undo", "set rifles in Hill")
        assert "Not used" not in combat.must("fire alpha rifles : 1")

    def test_as_json_has_what_the_game_knows_of_it(self, combat: Shell) -> None:
        ruling = json.loads(combat.must("fire alpha rifles --json : 5"))
        assert ruling["entry"] == 8
        assert ruling["supplied"] == [{"owner": "rifles", "what": "woods", "entry": 6, "turn": 0}]
        assert {"owner": "rifles", "said": "disrupted", "ended": False} in ruling["changes"]
        assert ruling["bars"] == [] and ruling["request"]["target"] == "infantry+woods"

    def test_is_kept_in_the_game_alone(self, combat: Shell, home: Home) -> None:
        home.write("refcli.toml", 'log = "club.jsonl"')
        combat.must("fire alpha rifles : 5")
        assert not (home.work / "club.jsonl").exists()

    def test_takes_a_condition_back_that_a_state_gives(self, combat: Shell) -> None:
        assert json.loads(combat.must("fire alpha rifles no-woods --json : 5"))["request"]["target"] == "infantry"

    def test_takes_back_where_a_term_may_stand(self, combat: Shell) -> None:
        """Behind a unit that moves the ground may be named, or a condition said."""
        combat.must("set bravo disrupted", "next Movement")
        assert "disrupted" in combat.must("move bravo", "undo", "move bravo")
        combat.must("undo")
        assert "disrupted" not in combat.must("move bravo no-disrupted")

    @pytest.mark.parametrize(
        ("acts", "times"),
        [
            (("fire alpha foe :1", "fire foe alpha :1"), [1, 0]),
            (("fire alpha foe :1", "undo", "fire alpha foe :1"), [1, 0, 1]),
            (("next Combat", "fire alpha foe :1"), [0, 0]),
        ],
    )
    def test_mentions_once_that_the_battle_has_not_begun(self, acts: tuple[str, ...], times: list[int]) -> None:
        """An undone ruling does not count."""
        results = play("grid", ["add alpha tank Red", "add foe infantry Blue", *acts])[2:]
        assert [result.printed.count("battle") for result in results] == times

    @pytest.mark.parametrize(("many", "decision"), [(3, RULED), (4, ERROR)])
    def test_takes_no_more_men_than_a_unit_has(self, many: int, decision: str) -> None:
        scene = ["add squad 3xrifle 3xinfantry Red", "add foe rifle infantry Blue", "next All"]
        assert play("skirmish", [*scene, f"fire {many}xsquad foe 8 :{' 1' * many}"])[-1].decision == decision

    def test_takes_a_whole_name_before_a_beginning(self) -> None:
        """The side ``A`` and the group ``B``, beside units whose names begin so."""
        units = ["add aa 40mm-bofors side=A group=B", "add bat rifle infantry side=G", "sides A G"]
        *_, fortunes, fired = play("first-watch", [*units, "fortunes A", "fire B infantry -r5 --overrule"])
        assert (fortunes.decision, fired.decision) == (RULED, ERROR)

    @pytest.mark.parametrize(
        ("rules", "lines", "attack", "target"),
        [
            ("grid", "add alpha tank Blue\nadd tank1 tank Red", "alpha tank", "tank1"),
            ("grid", "add tank1 tank Blue\nadd tank2 tank Blue", "tank1 tank", ""),
            ("grid", "add alpha tank Blue\nadd tank1 tank Blue", "alpha tank", ""),
            ("grid", "add alpha tank Blue\nadd tank1 aircraft Red", "alpha tank", ""),
            ("cc", "add f1 rifles G\nadd p gun group=guns B", "f1 gun", "p"),
            ("cc", "add f1 rifles G group=guns\nadd a gun B", "f1 gun", ""),
        ],
    )
    def test_takes_a_beginning_before_a_row(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, rules: str, lines: str, attack: str, target: str
    ) -> None:
        """Where those who are called so can be meant: no target of their own side."""
        monkeypatch.setattr("refcli.cli.workspace.takes_prefixes", lambda: True)
        assert run("-R", rules, "table", FILE, stdin=lines).status == 0
        fired = run("--game", FILE, "fire", *attack.split(), *(["-r8"] if rules == "cc" else []), "--json")
        assert fired.status == 0, fired.err
        assert json.loads(fired.out)["request"]["names"].get("target", [""]) == [target]

    @pytest.mark.parametrize(
        ("rules", "lines", "change"),
        [
            ("skirmish", "add sec rifle infantry A; next Morale; morale sec leader-killed : 5", "+sec tested"),
            (
                "skirmish",
                "add sec rifle infantry A group=one; set one check-due; next Morale; morale leader-killed : 5",
                "+one tested",
            ),
            ("skirmish", "add lead rifle infantry A; next Morale; morale lead bail : 5", "+lead tested"),
            (
                "first-watch",
                "add stk stuka G; set stk in-play; set stk load 250kg; next Bombing; bomb 250kg stk : 5 3 3",
                "+stk attacks 1",
            ),
            (
                "grid",
                "add tank tank A; add s tank B; add Hawk A; add Owl A; next Art; strafe s hawk : 4",
                "+Hawk flown",
            ),
        ],
    )
    def test_places_a_unit_that_stands_among_the_conditions(self, rules: str, lines: str, change: str) -> None:
        result = play(rules, lines.split("; "))[-1]
        assert change in result.changes, result

    @pytest.mark.parametrize("line", ["move alpha,bravo", "fire alpha rifles,tank"])
    def test_takes_one_where_one_is_meant(self, combat: Shell, line: str) -> None:
        assert combat(line).status == 2

    def test_mixes_units_with_rows_of_the_charts(self, combat: Shell) -> None:
        combat.must("fire alpha,2xinfantry rifles : 5 2 2")
        assert "alpha fought" in combat.states()

    def test_has_odds_with_what_states_bring_and_without_names(self, combat: Shell, run: Run) -> None:
        odds = json.loads(combat.must("fire alpha,anvil rifles --odds --json"))
        alone = json.loads(run("-R", "grid", "fire", "tank,tank", "infantry+woods", "--odds", "--json").out)
        assert odds["odds"] == alone["odds"] and "names" not in odds["request"]
        assert "alpha fought" not in combat.states()

    @pytest.mark.parametrize("asked", ["--odds", "--odds --sample 10", "--sweep range=1:2"])
    def test_prints_no_states_where_odds_are_refused(self, combat: Shell, asked: str) -> None:
        ran = combat(f"fire alpha rifles {asked} --adjust luck=1")
        assert (ran.status, ran.out) == (4, "") and "luck" in ran.err

    def test_is_refused_beside_another_journal(self, combat: Shell, home: Home) -> None:
        ran = combat("fire alpha rifles --log club.jsonl")
        assert (ran.status, ran.out) == (2, "") and not (home.work / "club.jsonl").exists()

    def test_is_one_of_the_game_s_ruleset(self, combat: Shell, run: Run) -> None:
        ran = run("-R", "cc", "--game", FILE, "fire", "alpha", "rifles")
        assert ran.status == 2 and "--rules" in ran.err and "grid" in ran.err

    def test_works_in_the_game_that_is_set(self, combat: Shell, home: Home, run: Run) -> None:
        home.write("refcli.toml", f'game = "{FILE}"')
        assert run("fire", "alpha", "rifles", ":", "5").status == 0
        assert "rifles disrupted" in states_in(run("who", "--json").out)
        assert json.loads(run("config", "--json").out)["settings"]["game"]["value"].endswith(FILE)


class TestTab:
    """In the shell offers who is in play."""

    @pytest.mark.parametrize(
        ("typed", "offered"),
        [
            ("fire a", ["alpha\ttank", "anvil\ttank"]),
            ("fire alpha,b", ["alpha,bravo\tinfantry"]),
            ("fire alpha ri", ["rifles\tinfantry"]),
            ("fire heavy", ["heavy-tank\tHeavy Tank"]),
            ("who an", ["anvil"]),
            ("set R", ["rifles", "Red"]),
        ],
    )
    def test_offers_units(
        self, combat: Shell, run: Run, monkeypatch: pytest.MonkeyPatch, typed: str, offered: list[str]
    ) -> None:
        monkeypatch.setenv("_REFCLI_COMPLETE", "complete_fish")
        monkeypatch.setenv("_REFCLI_COMPLETE_LINE", f"refcli --game {FILE} {typed}")
        assert run().out.splitlines() == offered


class TestABar:
    """Answers no, in one line, before any die."""

    @pytest.fixture
    def fired(self, combat: Shell) -> Shell:
        combat.must("fire alpha rifles : 5")
        return combat

    def test_is_an_error_of_its_own_as_json(self, fired: Shell) -> None:
        before = fired.states()
        ran = fired("fire alpha rifles --json")
        error = json.loads(ran.err)["error"]
        assert (ran.status, ran.out, error["kind"], error["status"]) == (2, "", "barred", 2)
        assert "111, 122" in error["message"] and "--overrule" in error["message"]
        assert fired.states() == before

    def test_is_overruled_and_the_record_lists_it(self, fired: Shell) -> None:
        ruling = json.loads(fired.must("fire alpha rifles --overrule --json : 5"))
        (bar,) = ruling["bars"]
        assert "111, 122" in bar
        assert json.loads(fired.must("log show 9 --json"))["overrules"] == [bar]

    def test_is_printed_with_the_odds(self, fired: Shell) -> None:
        assert fired.must("fire alpha rifles --odds").startswith("barred: ")

    def test_belongs_to_a_game(self, run: Run) -> None:
        ran = run("-R", "grid", "fire", "tank", "infantry", "--overrule")
        assert ran.status == 2 and "game" in ran.err


class TestTheCommands:
    """Of a game, each in the shell."""

    @pytest.mark.parametrize("line", ["who", "next", "add alpha tank Blue", "undo", "fix 2 4", "table"])
    def test_ask_for_a_game(self, run: Run, line: str) -> None:
        ran = run("-R", "grid", *line.split())
        assert ran.status == 2 and "game" in ran.err

    def test_ask_for_the_rules_of_a_new_one(self, run: Run) -> None:
        ran = run("--game", FILE, "who")
        assert ran.status == 2 and "-R RULESET" in ran.err

    @pytest.mark.parametrize("typed", ["2 morale markers", "2 morale-markers", "2 markers", "2 Marker", "markers 2"])
    def test_take_a_count_before_a_state_as_it_is_printed(self, typed: str) -> None:
        result = play("combat-captain", ["add kings infantry british", f"set kings {typed}"])[-1]
        assert result.changes == ("+kings markers 2",)

    def test_take_the_beginning_of_a_name_at_a_terminal(self, combat: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
        """A unit's, a side's; a place may be called as a unit begins, and an ambiguous beginning is refused."""
        assert combat("set rif in Hill").status == 2
        monkeypatch.setattr("refcli.cli.workspace.takes_prefixes", lambda: True)
        combat.must("set Rif in Hill")
        assert "rifles in Hill" in combat.states()
        combat.must("set rif no-in")
        assert "rifles in Hill" not in combat.states()
        assert "rifles" in combat.must("who rif") and "Red" in combat.must("who re")
        assert combat("who a").status == 4
        combat.must("remove bra", "set rif smoke")
        assert "bravo" not in combat.must("who") and "rif smoke" in combat.states()

    def test_the_log_marks_what_was_overruled(self) -> None:
        lines = ["add a tank Blue", "add b tank Red", "next Combat", "fire a b : 2", "! fire a b : 2", "log"]
        shots = [line for line in play("grid", lines)[-1].printed.splitlines() if "grid fire" in line]
        assert ["(overruled)" in line for line in shots] == [False, True]

    def test_add_set_and_remove_take_several_names(self) -> None:
        lines = [
            "add a1,a2,a3 infantry rifle group=able Allies",
            "set a1,a2 prone",
            "remove a3,a1",
            "add k1,k! rifle A",
        ]
        added, prone, removed, refused = play("skirmish", lines)
        assert added.changes[:3] == ("+unit a1", "+unit a2", "+unit a3")
        assert prone.changes == ("+a1 prone", "+a2 prone")
        assert {"-unit a1", "-unit a3"} < {*removed.changes}
        assert (refused.decision, refused.changes) == (ERROR, ())

    @pytest.mark.parametrize(
        ("rules", "typed", "rows"),
        [
            ("first-watch", "bazoo A", ["bazooka"]),
            ("first-watch", "light inf A", None),
            ("first-watch", "y side=A", None),
            ("skirmish", "rifle inf A", ["rifle", "infantry"]),
            ("grid", "tank Blu", ["tank"]),
        ],
    )
    def test_add_takes_the_beginning_of_a_row_at_the_prompt(
        self, tmp_path: Path, rules: str, typed: str, rows: list[str] | None
    ) -> None:
        session = Session(tmp_path / FILE, rules)
        session.must("add first side=Blue")
        session.type(f"add x {typed}")
        unit = session.game.ledger.units.get("x")
        assert (unit and [row for row, _ in unit.rows]) == rows

    @pytest.mark.parametrize(
        "again", ["AT tank Blue", "x tank Blue group=AT", "x tank AT", "red tank Blue", "Pair tank Red"]
    )
    def test_add_distinguishes_names_in_any_case(self, again: str) -> None:
        result = play("grid", ["add at tank Red", "add bt tank Red group=pair", f"add {again}"])[-1]
        assert (result.decision, result.changes) == (ERROR, ())

    def test_who_leaves_out_what_is_kept_for_the_rules_alone(self, run: Run) -> None:
        game = "-R", "cc", "--game", FILE
        run(*game, "add", "p1", "armor", "German")
        run(*game, "add", "b1", "armor", "British")
        run(*game, "next", "Initiative")
        run(*game, "initiative", "german,british", "--dice", "5,3")
        run(*game, "set", "p1", "last-move", "4")
        said = run(*game, "who", "--json").out
        assert "initiative-rolled" in said and "last-move" in said
        for who in (["who"], ["who", "p1"], ["who", "game"]):
            out = run(*game, *who).out
            assert out and not re.search("initiative-rolled|last-move|game:", out), out

    def test_who_tells_a_state_from_the_beginning_once(self, run: Run) -> None:
        lines = "add rookies infantry poor Red\nwho\n"
        assert run("-R", "grid", "table", FILE, stdin=lines).out.splitlines()[-1].split() == [
            *("rookies", "infantry", "poor", "quality")
        ]

    def test_set_and_no_begin_and_end_a_state(self, combat: Shell) -> None:
        combat.must("set bravo disrupted")
        assert "bravo disrupted" in combat.states()
        combat.must("set bravo no-disrupted")
        assert "bravo disrupted" not in combat.states()
        assert combat("set bravo no-disrupted").status == 2

    def test_set_takes_a_state_of_the_referee_s_own(self, combat: Shell) -> None:
        combat.must("set bravo fuel-low until end of turn")
        assert "bravo fuel-low" in combat.states()
        combat.must("next Game")
        assert "bravo fuel-low" not in combat.states()

    @pytest.mark.parametrize(
        ("typed", "right"),
        [
            ("game limit 1", "most-losses"),
            ("game end 20:20", "closing-time"),
            ("Blue down 5", "losses"),
            ("bravo hull 2", "hull-down"),
            ("game turn 5", "next"),
            ("bravo light night", "game"),
            ("bravo losses 2", "Blue"),
        ],
    )
    def test_set_takes_no_word_for_a_state_as_one_of_the_referee(self, combat: Shell, typed: str, right: str) -> None:
        ran = combat(f"set {typed}")
        assert ran.status == 2 and right in ran.err

    def test_set_takes_a_value_of_a_state_of_the_referee_s_own(self, combat: Shell) -> None:
        assert combat("set bravo fuel 3").status == 2
        combat.must("set bravo fuel 3 until end of turn")
        assert "bravo fuel 3" in combat.states()

    def test_a_beginning_of_a_state_with_a_value_is_no_flag(
        self, combat: Shell, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("refcli.cli.workspace.takes_prefixes", lambda: True)
        combat.must("set game clos 20:20")
        assert "game closing-time 20:20" in combat.states()
        assert combat("set bravo disr 2").status == 2

    @pytest.mark.parametrize(
        ("first", "again"),
        [
            ("set rifles disrupted", "set rifles disrupted"),
            ("set bravo in Woods", "set BRAVO in Woods"),
            ("add scouts infantry Red", "add scouts infantry Red"),
        ],
    )
    def test_believe_what_holds_already(self, combat: Shell, first: str, again: str) -> None:
        combat.must(first)
        before = combat.states()
        combat.must(again)
        assert combat.states() == before

    def test_set_means_the_state_of_a_plane(self, combat: Shell) -> None:
        """No disruption of units, from which it could regroup."""
        combat.must("add stuka aircraft Red", "set stuka disrupted")
        assert combat.states() >= {"stuka aircraft-disrupted"} and "stuka disrupted" not in combat.states()
        combat.must("set stuka no-disrupted")
        assert "stuka aircraft-disrupted" not in combat.states()

    def test_undo_to_an_entry_takes_back_all_behind_it(self) -> None:
        *_, undone, redone = play("grid", [*COMBAT, "fire alpha rifles : 5", "note a lucky shot", "undo to 7", "redo"])
        assert "-rifles disrupted" in undone.changes and "-alpha fought" in undone.changes
        assert "+rifles disrupted" in redone.changes

    def test_redo_brings_back_what_was_undone_last_first(self) -> None:
        lines = ["set rifles disrupted", "set alpha disrupted", "undo", "undo", "redo", "redo"]
        *_, first, second = play("grid", [*COMBAT, *lines])
        assert (first.changes, second.changes) == (("+rifles disrupted",), ("+alpha disrupted",))

    def test_undo_of_a_correction_leaves_the_correction_before(self) -> None:
        corrected = ["fire alpha rifles : 5", "fix 1 2", "fix 1 6", "undo"]
        assert "-rifles disrupted" in play("grid", [*COMBAT, *corrected])[-1].changes

    def test_add_again_takes_back_what_is_said_of_the_unit_no_longer(self, shell: Shell) -> None:
        shell.must("add bravo infantry poor elite Blue", "set bravo disrupted", "add bravo infantry elite Blue")
        states = shell.states()
        assert "bravo poor" not in states and "bravo elite" in states and "bravo disrupted" in states

    def test_add_takes_the_units_of_a_scenario(self, shell: Shell) -> None:
        shell.must("add --from tanks-in-the-village")
        assert "panzers  2xtank adjacent" in shell.must("who")
        shell.must("fire panzers squad : 5 4")

    def test_add_refuses_what_is_no_row(self, shell: Shell) -> None:
        ran = shell("add alpha tnak Blue")
        assert ran.status == 2 and "tank" in ran.err
        assert shell("add alpha").status == 2

    def test_remove_takes_a_unit_out(self, combat: Shell) -> None:
        combat.must("remove ANVIL")
        assert "anvil" not in combat.must("who")
        assert combat("remove anvil").status == 4

    def test_sides_may_lose_the_one_whose_phase_it_is(self) -> None:
        """The phase is then the first side's."""
        units = ["add alpha tank Blue", "add bravo tank Red", "sides Blue Red Green"]
        *_, green, blue = play("grid", [*units, *["next Combat"] * 3, "sides Blue Red"])
        assert "Green" in green.changes[0]
        assert blue.changes == ("sides Blue Red", "turn 1 Combat Blue")

    def test_sides_say_who_moves_first(self, combat: Shell) -> None:
        combat.must("sides Red Blue")
        assert combat.must("who").splitlines()[1] == "Red"
        assert combat("sides Red Green").status == 2

    def test_note_keeps_any_text(self, combat: Shell) -> None:
        combat.must("note -- don\\'t -forget [the] bridge")
        assert json.loads(combat.must("log show 8 --json"))["game"]["text"] == "don't -forget [the] bridge"

    def test_help_is_that_of_a_command(self, combat: Shell) -> None:
        assert combat.must("help fire") == combat.must("fire --help")

    def test_why_and_what_if_print_the_last_ruling_again(self, combat: Shell) -> None:
        combat.must("fire alpha rifles : 4")
        assert "charts/grid/combat.toml" in combat.must("why")
        assert len(combat.must("what-if 8 --why")) > len(combat.must("what-if"))
        assert combat("why 1").status == 2


class TestFix:
    """Judges a ruling again where it stands in the game."""

    @pytest.mark.parametrize("fix", ["fix 2 5", "fix bravo is 5", "again die 2 is 5"])
    def test_corrects_a_die(self, combat: Shell, fix: str) -> None:
        combat.must("fire alpha,bravo rifles : 2 2", fix)
        assert "rifles disrupted" in combat.states()

    def test_uses_dice_that_were_given_when_nobody_could_fire(self, combat: Shell) -> None:
        combat.must("add tiger heavy-tank Red", "fire alpha tiger : 5")
        assert [roll["faces"] for roll in json.loads(combat.must("fix adjacent --json"))["rolls"]] == [[5]]

    def test_keeps_the_dice_and_adds_a_condition(self, combat: Shell) -> None:
        combat.must("fire alpha rifles : 4")
        ruling = json.loads(combat.must("fix 8 no-woods --json"))
        assert [roll["faces"] for roll in ruling["rolls"]] == [[4]]
        assert ruling["outcome"] == "disrupted" and ruling["was"]["outcome"] == "no effect"
        assert json.loads(combat.must("fix woods --json"))["outcome"] == "no effect"

    def test_counts_the_states_at_the_time_of_the_ruling(self, combat: Shell) -> None:
        """Later acts of a unit do not bar it, and its later states do not count."""
        combat.must("fire alpha rifles : 2", "set rifles disrupted", "next Movement")
        assert json.loads(combat.must("fix 8 1 5 --json"))["outcome"] == "disrupted"
        assert "Movement" in combat.must("who").splitlines()[0]

    def test_names_the_later_rulings_that_used_it(self, combat: Shell) -> None:
        combat.must("fire alpha rifles : 5", "fire bravo rifles : 2")
        assert "fix 9" in combat.must("fix 8 1 2").splitlines()[-1]
        combat.must("fix 9")
        assert "fix 9" not in combat.must("fix 8 1 3")

    @pytest.mark.parametrize("typed", ["fix 8", "fix 8 woods", "fix 8 1 5", "fix no-hull-down"])
    def test_keeps_nothing_that_changes_nothing(self, combat: Shell, typed: str) -> None:
        combat.must("fire alpha rifles : 5")
        assert json.loads(combat.must(f"{typed} --json"))["entry"] == 8
        assert combat.must("note next").startswith("9: ")

    def test_back_restores_everything(self, combat: Shell) -> None:
        combat.must("fire alpha,bravo rifles : 5 2", "fire anvil rifles : 2")
        before = combat.states()
        combat.must("fix 8 2 6")
        assert combat.states() != before
        combat.must("fix 8 2 2")
        assert combat.states() == before

    def test_is_undone_as_any_entry(self, combat: Shell) -> None:
        combat.must("fire alpha rifles : 2")
        before = combat.states()
        combat.must("fix 1 5", "undo")
        assert combat.states() == before

    def test_refuses_what_is_no_ruling(self, combat: Shell) -> None:
        assert combat("fix woods").status == 2
        combat.must("fire alpha rifles : 2")
        assert (combat("fix 7 woods").status, combat("fix 99").status) == (2, 2)
        combat.must("undo")
        assert combat("fix 8").status == 2

    def test_suggests_the_correction_of_the_only_die(self, combat: Shell) -> None:
        combat.must("fire alpha rifles : 2")
        suggested = [line for line in ("fix 4", "fix 7", "fix 4 woods") if "fix 1 4" in combat(line).err]
        combat.must("fire anvil,bravo rifles : 2 2")
        assert suggested == ["fix 4"] and "fix 1 4" not in combat("fix 4").err

    def test_names_the_target_that_was_meant(self, combat: Shell) -> None:
        """States of the wrong target are not counted; the dice stay."""
        combat.must("add pak anti-tank-gun Red", "add tiger heavy-tank Red", "fire alpha,bravo rifles : 4 2")
        ruling = json.loads(combat.must("fix pak --json"))
        assert [roll["faces"] for roll in ruling["rolls"]] == [[4], [2]]
        assert ruling["request"]["target"] == "anti-tank-gun" and ruling["outcome"] == "disrupted"
        assert combat.states() >= {"pak disrupted", "alpha fought"}
        combat.must("fix 10 tiger --overrule")
        assert "pak disrupted" not in combat.states()
        assert [roll["faces"] for roll in json.loads(combat.must("fix rifles --json"))["rolls"]] == [[4], [2]]

    def test_bars_what_would_leave_nothing_tried(self, combat: Shell) -> None:
        combat.must("add tiger heavy-tank Red", "fire alpha rifles : 5")
        before = combat.states()
        ran = combat("fix tiger")
        assert ran.status == 2 and "199, 228" in ran.err and combat.states() == before

    def test_corrects_a_die_of_an_earlier_form(self, combat: Shell) -> None:
        combat.must("add tiger heavy-tank Red", "fire alpha rifles : 4", "fix tiger --overrule")
        assert json.loads(combat.must("fix rifles 1 5 --json"))["outcome"] == "disrupted"
        combat.must("fix tiger --overrule", "fix 1 2")
        assert json.loads(combat.must("fix rifles --json"))["outcome"] == "no effect"

    def test_names_who_attacked(self, combat: Shell) -> None:
        """Units of the attackers' side; each die goes to one roll of the same kind, and none to two."""
        combat.must("fire alpha,bravo rifles : 5 2", "fix anvil")
        assert combat.states() >= {"anvil fought"} and not combat.states() & {"alpha fought", "bravo fought"}
        ruling = json.loads(combat.must("fix bravo,anvil,alpha --json"))
        assert sorted(roll["from"] for roll in ruling["rolls"]) == ["entered", "entered", "rolled"]
        combat.must("fix by alpha", "fix rifles", "fire rifles bravo --overrule : 3")
        assert json.loads(combat.must("fix anvil --json"))["request"]["names"]["target"] == ["anvil"]
        assert combat("fix by").status == 2
        assert combat("fix nobody").status == 4

    def test_names_a_unit_that_is_no_target_yet(self, combat: Shell) -> None:
        combat.must("add stuka aircraft Red", "add heinkel aircraft Red", "fire alpha rifles : 2")
        assert combat("fix stuka").status == 2
        combat.must("next Artillery", "strafe alpha stuka : 4", "fix heinkel")
        assert {"heinkel flown"} == combat.states() & {"heinkel flown", "stuka flown"}

    def test_overrules_still_what_was_overruled(self, combat: Shell) -> None:
        combat.must("fire alpha rifles : 2", "fire alpha rifles --overrule : 3")
        combat.must("fix 1 5")
        assert "rifles disrupted" in combat.states()


class TestTheLog:
    """Of a game: its rulings among other entries."""

    @pytest.fixture
    def played(self, combat: Shell) -> Shell:
        combat.must("fire alpha rifles : 5", "note a shot", "undo", "set rifles disrupted until end of turn")
        combat.must("fire bravo rifles : 2", "next Game")
        return combat

    def test_show_prints_a_line_for_each_entry(self, played: Shell) -> None:
        assert len(played.must("log show").splitlines()) == 1 + 13

    def test_verify_replay_and_stats_pass_over_the_rest(self, played: Shell) -> None:
        assert played.must("log verify").startswith("13 entries")
        assert played.must("log replay").startswith("2 rulings")
        assert "2 rulings" in played.must("log stats")

    def test_amend_refuses_what_is_no_ruling(self, played: Shell) -> None:
        ran = played(f"log amend {FILE} 6 woods")
        assert ran.status == 2 and "entry 6" in ran.err


FIRE = {"procedure": "fire", "attackers": "alpha", "target": "rifles"}


class TestABatch:
    """Its lines are ruled in the game, one after the other."""

    LINES = (
        {"id": "a", **FIRE, "dice": [5]},
        {"id": "b", **FIRE, "dice": [5]},
        {"id": "c", **FIRE, "dice": [2], "overrule": True},
        {"id": "d", "rules": "cc", "procedure": "fire"},
        {"id": "e", "target": "rifles"},
        {"id": "f", **FIRE, "conditions": 3},
        {"id": "g", **FIRE, "overrule": "x"},
        {"id": "h", **FIRE, "attackers": ["bravo"], "dice": [5], "conditions": "no-woods"},
    )

    def test_counts_what_the_line_before_changed(self, combat: Shell, run: Run) -> None:
        ran = run("batch", "--game", FILE, "--only", "outcome", stdin="\n".join(map(json.dumps, self.LINES)))
        assert ran.status == 1
        answers = {one["id"]: one for one in map(json.loads, ran.out.splitlines())}
        kinds = {name: one["error"]["kind"] for name, one in answers.items() if "error" in one}
        assert list(answers) == list("abcdefgh")
        assert kinds == {"b": "barred", **dict.fromkeys("defg", "usage")}
        assert (answers["a"]["outcome"], answers["a"]["entry"]) == ("disrupted", 8)
        assert "111, 122" in answers["b"]["error"]["message"]
        assert [("111, 122" in bar) for bar in answers["c"]["bars"]] == [True]
        assert (answers["h"]["outcome"], answers["h"]["entry"]) == ("eliminated", 10)
        assert [one["what"] for one in answers["h"]["supplied"]] == ["disrupted"]
        assert combat.states() >= {"rifles out", "bravo fought"}
        assert run("log", "verify", FILE).out.startswith("10 entries")

    def test_may_be_csv(self, combat: Shell, home: Home, run: Run) -> None:
        head, row = "procedure,attackers,target,dice,overrule", "fire,alpha,rifles,2,"
        (home.work / "turn.csv").write_text(f"{head}\n{row}\n{row}\n{row}yes\n")
        ran = run("batch", "--game", FILE, "turn.csv")
        assert [json.loads(line).get("entry") for line in ran.out.splitlines()] == [8, None, 9]

    @pytest.mark.parametrize("option", ["--jobs=2", "--repeat=2", "--dry-run", "--number"])
    def test_has_no_second_process_and_no_second_time(self, combat: Shell, run: Run, option: str) -> None:
        before = Path(FILE).read_bytes()
        ran = run("batch", "--game", FILE, option, stdin=json.dumps(self.LINES[0]))
        assert (ran.status, ran.out) == (2, "") and Path(FILE).read_bytes() == before

    def test_works_in_the_game_that_is_set(self, combat: Shell, home: Home, run: Run) -> None:
        home.write("refcli.toml", f'game = "{FILE}"')
        assert '"entry": 8' in run("batch", stdin=json.dumps(self.LINES[0])).out


def test_due_lists_what_a_phase_printed_in_part(tmp_path: Path) -> None:
    """A phase prints five reminders as it begins, and due all of them."""
    session = Session(tmp_path / FILE, "grid")
    units = [f"u{number}" for number in range(7)]
    session.must(*(f"add {unit} infantry Blue" for unit in units), f"set {','.join(units)} disrupted", "next")
    printed, due = (session.type(line).printed for line in ("next Reorganisation", "due"))
    assert [sum(unit in text for unit in units) for text in (printed, due)] == [5, 7]
    session.must("next")
    assert session.type("due").printed


def test_next_prints_five_lines_of_reminders_at_most(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    reminders = [(f"unit {number} is next to the enemy and attacks it first", Source()) for number in range(6)]
    monkeypatch.setattr("refcli.cli.game.due", lambda ledger: reminders)
    assert shell.must("next").splitlines()[1:] == [*(f"  {said}" for said, _ in reminders[:5]), "  1 more: due"]
    monkeypatch.setenv("COLUMNS", "40")
    assert len(lines := shell.must("next").splitlines()) == 6 and lines[-1] == "  4 more: due"
    assert "".join(shell.must("due").split()) == "".join(said for said, _ in reminders).replace(" ", "")
