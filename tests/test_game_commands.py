"""A game from the shell: ``--game FILE`` on every command, the ledger after each step, bars, corrections."""

import json
import re
import shlex

import pytest

from tests.conftest import Home, Ran, Run
from tests.mini_games import GRID, GRID_STEPS

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


AGREED = {"game dawn 05:00", "game day 06:00", "game dusk 20:00", "game night 21:00", "game clock-rolled"}
"""What the mini-game of grid agrees before the battle, and never ends; its clock is rolled for in every turn."""


@pytest.fixture
def shell(run: Run) -> Shell:
    return Shell(run)


@pytest.fixture
def combat(shell: Shell) -> Shell:
    """Two tanks and infantry against rifles in the woods, in the first Combat phase."""
    shell.must("add alpha tank Blue", "add anvil tank Blue", "add bravo infantry Blue")
    shell.must("add rifles infantry Red", "set rifles in Woods", "next Combat")
    return shell


class TestTheMiniGame:
    """Of grid, worked by hand, from the shell."""

    def test_has_the_ledger_of_each_step(self, shell: Shell) -> None:
        shell.must(*GRID)
        for number, step in enumerate(GRID_STEPS, 1):
            shell.must(*step.typed)
            for line in step.refused:
                ran = shell(line)
                assert ran.status == 2 and ran.err.startswith("refcli: no: "), (number, line)
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

    def test_tells_what_states_bring_and_what_changes(self, combat: Shell) -> None:
        out = combat.must("fire alpha,bravo rifles : 5 2").splitlines()
        assert out[0] == "rifles: woods (as you said)"
        assert out[-1] == "ruling 8: rifles disrupted; alpha fought, owed a combat move; bravo fought"

    def test_complains_of_nothing_in_vain_that_the_referee_did_not_say(self, combat: Shell) -> None:
        assert "Not used" in combat.must("fire alpha rifles hull-down : 1")
        combat.must("undo", "set rifles in Hill")
        said = combat.must("fire alpha rifles : 1")
        assert "rifles: hull-down (as you said)" in said and "Not used" not in said

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
        assert "woods" not in combat.must("fire alpha rifles no-woods : 5")

    def test_takes_back_where_a_term_may_stand(self, combat: Shell) -> None:
        """Behind a unit that moves the ground may be named, or a condition said."""
        combat.must("set bravo disrupted", "next Movement")
        assert "disrupted" in combat.must("move bravo", "undo", "move bravo")
        combat.must("undo")
        assert "disrupted" not in combat.must("move bravo no-disrupted")

    def test_takes_back_nothing_that_is_no_condition(self, combat: Shell) -> None:
        ran = combat("fire alpha rifles no-wods")
        assert ran.status == 4 and "no-woods" not in ran.out

    @pytest.mark.parametrize(
        "twice", ["alpha,alpha", "alpha,alpha+moved", "alpha,bravo,alpha", "bravo+moved,alpha,bravo"]
    )
    def test_takes_a_unit_once(self, combat: Shell, twice: str) -> None:
        ran = combat(f"fire {twice} rifles")
        assert ran.status == 2 and re.search("attackers: (alpha|bravo) is named twice; name it once", ran.err)

    def test_tells_that_a_row_of_the_charts_is_nobody_in_play(self, combat: Shell) -> None:
        """Where a unit of the side is such a one, which may fire once more."""
        nobody = "tank is no unit in play: nobody is marked as having done this"
        assert nobody in combat.must("fire tank rifles : 1")
        assert "no unit in play" not in combat.must("fire alpha rifles : 1")
        assert "no unit in play" not in combat.must("fire anti-tank-gun rifles : 1")

    def test_tells_once_that_the_battle_has_not_begun(self, run: Run) -> None:
        """What was taken back was not done."""
        scene = "add alpha tank Red\nadd foe infantry Blue\n"
        early = "the battle has not begun, and this is of no turn: next begins turn 1"
        for acts, times in (
            ("fire alpha foe :1\nfire foe alpha :1\n", 1),
            ("fire alpha foe :1\nundo\nfire alpha foe :1\n", 2),
            ("next Combat\nfire alpha foe :1\n", 0),
        ):
            ran = run("-R", "grid", "table", f"{len(acts)}.jsonl", stdin=scene + acts)
            assert ran.out.count(early) == times, ran

    def test_takes_one_unit_as_one(self, combat: Shell, run: Run) -> None:
        """However many are said; of several that are added together so many act at most."""
        for line, refused in (
            ("fire 2xalpha rifles : 5 5", "alpha is one unit, not 2"),
            ("fire bravo,2xalpha+moved rifles : 5 5 5", "alpha is one unit, not 2"),
            ("fire 1xalpha rifles : 1", ""),
        ):
            ran = combat(line)
            assert ran.err == (f"refcli: attackers: {refused}\n" if refused else ""), ran
        scene = "add squad 3xrifle 3xinfantry Red\nadd foe rifle infantry Blue\nnext All\n"
        for many, refused in ((3, ""), (4, "refcli: line 4: firer: squad is 3 in all, not 4\n")):
            game = f"{many}.jsonl"
            ran = run("-R", "sk", "table", game, stdin=f"{scene}fire {many}xsquad foe 8 :{' 1' * many}\n")
            assert ran.err == refused, ran

    def test_takes_a_whole_name_before_a_beginning(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """The side ``A`` and the group ``B``, beside units whose names begin so."""
        monkeypatch.setattr("refcli.cli.resolving.takes_prefixes", lambda: True)
        game = "--game", FILE
        run("-R", "fw", *game, "add", "aa", "40mm-bofors", "side=A", "group=B")
        run(*game, "add", "bat", "rifle", "infantry", "side=G")
        run(*game, "sides", "A", "G")
        assert "is 40mm-bofors" not in run(*game, "fortunes", "A").err
        fired = run(*game, "fire", "B", "infantry", "-r5", "--overrule", "--json")
        assert fired.status == 2 and "fire aa" in fired.err

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
        monkeypatch.setattr("refcli.cli.resolving.takes_prefixes", lambda: True)
        assert run("-R", rules, "table", FILE, stdin=lines).status == 0
        fired = run("--game", FILE, "fire", *attack.split(), *(["-r8"] if rules == "cc" else []), "--json")
        assert fired.status == 0, fired.err
        assert json.loads(fired.out)["request"]["names"].get("target", [""]) == [target]

    @pytest.mark.parametrize(
        ("rules", "lines", "said"),
        [
            (
                "sk",
                "add sec rifle infantry A\nnext Morale\nmorale sec leader-killed : 5\n",
                "sec has checked its morale",
            ),
            (
                "sk",
                "add sec rifle infantry A group=one\nset one check-due\nnext Morale\nmorale leader-killed : 5\n",
                "section one",
            ),
            ("sk", "add lead rifle infantry A\nnext Morale\nmorale lead bail : 5\n", "lead has checked its morale"),
            ("cc", "add f1 rifles G group=Fall\nnext Close\nmorale fal\n", "STEADY: Fall"),
            (
                "fw",
                "add stk stuka G\nset stk in-play\nset stk load 250kg\nnext Bombing\nbomb 250kg stk : 5 3 3\n",
                "stk 1 attack",
            ),
            (
                "grid",
                "add tank tank A\nadd s tank B\nadd Hawk A\nadd Owl A\nnext Art\nstrafe s hawk : 4\n",
                "Hawk has flown",
            ),
        ],
    )
    def test_places_a_unit_or_a_range_that_stands_among_the_conditions(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, rules: str, lines: str, said: str
    ) -> None:
        monkeypatch.setattr("refcli.cli.resolving.takes_prefixes", lambda: True)
        ran = run("-R", rules, "table", FILE, stdin=lines)
        assert ran.status == 0 and said in " ".join(ran.out.split()), ran

    def test_takes_one_where_one_is_meant(self, combat: Shell, run: Run) -> None:
        assert combat("move alpha,bravo").err == "refcli: mover: one at a time: alpha, then bravo\n"
        assert combat("fire alpha rifles,tank").err == "refcli: target: one at a time: rifles, then tank\n"
        lines = "add g1 rifles G\nadd g2 rifles G\nnext Activation\nmove g1,g2 : 2 4\n"
        assert "mover: one at a time: g1, then g2" in run("-R", "cc", "table", "second.jsonl", stdin=lines).err

    def test_mixes_units_with_rows_of_the_charts(self, combat: Shell) -> None:
        combat.must("fire alpha,2xinfantry rifles : 5 2 2")
        assert "alpha fought" in combat.states()

    def test_has_odds_with_what_states_bring_and_without_names(self, combat: Shell, run: Run) -> None:
        odds = json.loads(combat.must("fire alpha,anvil rifles --odds --json"))
        alone = json.loads(run("-R", "grid", "fire", "tank,tank", "infantry+woods", "--odds", "--json").out)
        assert odds["odds"] == alone["odds"] and "names" not in odds["request"]
        assert combat.must("fire alpha,anvil rifles --odds").startswith("rifles: woods (as you said)\n")
        assert "alpha fought" not in combat.states()

    @pytest.mark.parametrize("asked", ["--odds", "--odds --sample 10", "--sweep range=1:2"])
    def test_says_nothing_of_states_where_odds_are_refused(self, combat: Shell, asked: str) -> None:
        ran = combat(f"fire alpha rifles {asked} --adjust luck=1")
        assert (ran.status, ran.out) == (4, "") and "has no sum 'luck'" in ran.err

    def test_is_refused_beside_another_journal(self, combat: Shell) -> None:
        ran = combat("fire alpha rifles --log club.jsonl")
        assert (ran.status, ran.err) == (2, "refcli: --log or --game, not both: the rulings of a game are kept in it\n")

    def test_is_one_of_the_game_s_ruleset(self, combat: Shell, run: Run) -> None:
        ran = run("-R", "cc", "--game", FILE, "fire", "alpha", "rifles")
        assert (ran.status, ran.err) == (2, f"refcli: --rules: the game in {FILE} is played by grid\n")

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

    BARRED = "no: alpha has fired this turn (ruling 8; lines 111, 122)"

    @pytest.fixture
    def fired(self, combat: Shell) -> Shell:
        combat.must("fire alpha rifles : 5")
        return combat

    def test_is_told_with_what_overrules_it(self, fired: Shell) -> None:
        before = fired.states()
        ran = fired("fire alpha rifles : 5")
        assert (ran.status, ran.out, ran.err) == (2, "", f"refcli: {self.BARRED}. --overrule overrules\n")
        assert fired.states() == before

    def test_is_an_error_of_its_own_as_json(self, fired: Shell) -> None:
        error = json.loads(fired("fire alpha rifles --json").err)["error"]
        assert error == {"kind": "barred", "message": f"{self.BARRED}. --overrule overrules", "status": 2}

    def test_is_overruled_and_the_record_says_so(self, fired: Shell) -> None:
        ruling = json.loads(fired.must("fire alpha rifles --overrule --json : 5"))
        assert ruling["bars"] == [self.BARRED.removeprefix("no: ")]
        entry = json.loads(fired.must("log show 9 --json"))
        assert entry["overrules"] == ruling["bars"]

    def test_is_told_with_the_odds_of_what_it_forbids(self, fired: Shell) -> None:
        out = fired.must("fire alpha rifles --odds")
        assert out.startswith(f"barred: {self.BARRED.removeprefix('no: ')}\n")
        assert "SUCCESS: " in out

    def test_belongs_to_a_game(self, run: Run) -> None:
        ran = run("-R", "grid", "fire", "tank", "infantry", "--overrule")
        assert ran.status == 2 and "goes with a game" in ran.err


class TestTheCommands:
    """Of a game, each in the shell."""

    def test_ask_for_a_game(self, run: Run) -> None:
        for line in ("who", "next", "add alpha tank Blue", "undo", "fix 2 4", "table"):
            ran = run("-R", "grid", *line.split())
            assert ran.status == 2 and ran.err.startswith("refcli: which game? "), line

    def test_ask_for_the_rules_of_a_new_one(self, run: Run) -> None:
        ran = run("--game", FILE, "who")
        assert (ran.status, ran.err) == (2, f"refcli: {FILE}: a new game is played by which rules? say -R RULESET\n")

    def test_tell_the_state_that_gives_a_condition(self, combat: Shell) -> None:
        """A condition that a state gives would be a state of his own that gives nothing."""
        for said in ("from-buil", "from-buildings"):
            ran = combat(f"set rifles {said}")
            assert (ran.status, ran.err) == (
                2,
                f"refcli: '{said}' is no state of grid, but comes of another: set rifles in Buildings\n",
            )
        assert "wavering" in combat.must("set rifles wavering until end of turn")

    @pytest.mark.parametrize("said", ["1 disrupted", "1 disr", "2 disrupted until end of turn"])
    def test_are_told_that_a_number_is_no_state(self, combat: Shell, said: str) -> None:
        ran = combat(f"set rifles {said}")
        assert (ran.status, ran.err) == (2, f"refcli: {said[0]} is no state: set rifles disrupted\n")
        assert combat("set rifles 12").err == "refcli: 12 is no state: set rifles STATE 12\n"

    def test_take_a_count_before_a_state_as_it_is_told(self, run: Run) -> None:
        """As the program itself says it: 2 morale markers."""
        for said in ("2 morale markers", "2 morale-markers", "2 markers", "2 Marker", "markers 2"):
            lines = f"add kings infantry british\nset kings {said}\n"
            ran = run("-R", "cc", "table", f"{said}.jsonl", stdin=lines)
            assert ran.out.endswith("3: kings 2 morale markers\n"), ran
        ran = run("-R", "cc", "table", "kills.jsonl", stdin="add tiger tank german\nset tiger 1 kill\n")
        assert ran.out.endswith("3: tiger 1 kill on the roster\n"), ran

    def test_take_the_beginning_of_a_name_at_a_terminal(self, combat: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
        """A unit's, a side's; a place may be called as a unit begins, and two that begin alike are asked about."""
        assert combat("set rif in Hill").status == 2
        monkeypatch.setattr("refcli.cli.surroundings.takes_prefixes", lambda: True)
        assert "is another state" not in combat.must("set rif in Fields")
        assert "rifles" in combat.must("set Rif in Hill") and "rifles" in combat.must("set rif no-in")
        assert "rifles" in combat.must("who rif") and "Red" in combat.must("who re")
        assert "type which one" in combat("who a").err
        assert "bravo leaves the game" in combat.must("remove bra")
        assert "rif smoke" in combat.must("set rif smoke")

    @pytest.mark.parametrize(
        ("rules", "rows", "said"),
        [
            ("cc", "gun vehicle armor German", "; is hit as gun, the row said first"),
            ("cc", "armor vehicle gun German", "; is hit as armor, the row said first"),
            ("cc", "enhanced-small-arms infantry German", ""),
            ("sk", "hmg infantry German", ""),
            ("sk", "rifle infantry 8xman German", "; fires as one rifle, 8xrifle where all fire"),
            ("sk", "rifle infantry German", ""),
        ],
    )
    def test_add_tells_where_the_order_of_rows_decides(self, run: Run, rules: str, rows: str, said: str) -> None:
        assert run("-R", rules, "--game", FILE, "add", "p1", *rows.split()).out == f"2: p1, {rows[:-7]}, German{said}\n"

    def test_the_log_tells_what_was_overruled(self, run: Run) -> None:
        lines = "add a tank Blue\nadd b tank Red\nnext Combat\nfire a b : 2\n! fire a b : 2\nlog\n"
        told = run("-R", "grid", "table", FILE, stdin=lines).out.split("NO EFFECT")[-1]
        shots = [line for line in told.splitlines() if "grid fire" in line]
        assert ["(overruled)" in line for line in shots] == [False, True]

    def test_add_set_and_remove_take_several_names(self, run: Run) -> None:
        sits = ["-R", "sk", "table", FILE]
        lines = "add a1,a2,a3 infantry rifle group=able Allies\nset a1,a2 prone\nremove a3,a1\n"
        assert run(*sits, stdin=lines).out.splitlines() == [
            *[f"{number}: a{number - 1}, infantry rifle group=able, Allies" for number in (2, 3, 4)],
            *["5: a1 prone", "6: a2 prone", "7: a3 leaves the game", "8: a1 leaves the game"],
        ]
        ran = run(*sits, stdin="add k1,k! infantry rifle Axis\nwho k1\n")
        assert "'k!' is no name" in ran.err and "k1" not in ran.out

    @pytest.mark.parametrize(
        ("rules", "said", "told"),
        [
            ("grid", "Stuka plane Red", "Stuka: aircraft is the word for a plane: add Stuka aircraft Red"),
            ("grid", "Stuka rubbish Red", "Stuka: 'rubbish' is no row of the charts"),
            ("grid", "Stuka plane side=Red", "aircraft is the word for a plane: add Stuka aircraft Red"),
            ("grid", "Stuka air Red", "aircraft is the word for a plane: add Stuka aircraft Red"),
            ("grid", "Stuka rubbish side=Red", "what no chart knows has its side alone: add Stuka side=Red"),
            ("sk", "bat 2 british-25pdr A", "bat: so many of a row are said with an x: 2xbritish-25pdr\n"),
            ("sk", "bat british-25pdr 2", "bat: so many of a row are said with an x: 2xbritish-25pdr\n"),
            ("sk", "bat british-25pdr gun A 2", "bat: so many of a row are said with an x: 2xbritish-25pdr\n"),
            ("sk", "o infantry radio side=A", "o: 'radio' is no row of the charts (nearest: garand, grenade, brigade)"),
            ("sk", "r1 rifle inf A", "r1: 'inf' is no row of the charts (nearest: infantry, infantry-weapon, 3in)\n"),
        ],
    )
    def test_add_tells_the_word_that_is_no_row(self, run: Run, rules: str, said: str, told: str) -> None:
        ran = run("-R", rules, "--game", FILE, "add", *said.split())
        assert ran.status == 2 and told in ran.err
        assert run("-R", "grid", "--game", "other.jsonl", "add", "Stuka", "side=Red").status == 0

    @pytest.mark.parametrize(
        ("rules", "said", "told"),
        [
            ("fw", "x bazoo A", "x, bazooka, A"),
            ("fw", "x light inf A", "'light' could be lightning: type its whole name"),
            ("fw", "x y side=A", "'y' could be yak-1 or yak-9: type its whole name"),
            ("sk", "x rifle inf A", "x, rifle infantry, A"),
            ("sk", "x rifle infantry A", "x, rifle infantry, A"),
            ("grid", "x tank Blu", "x, tank, Blue"),
            ("grid", "Stuka aircraft Blue", "Stuka, aircraft, Blue"),
            ("grid", "Stuka aircraft Red", "Stuka, aircraft, Red"),
        ],
    )
    def test_add_takes_the_beginning_of_a_row_at_a_terminal(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, rules: str, said: str, told: str
    ) -> None:
        monkeypatch.setattr("refcli.cli.surroundings.takes_prefixes", lambda: True)
        if rules == "grid":
            run("-R", rules, "--game", FILE, "add", "first", "tank", "Blue")
        ran = run("-R", rules, "--game", FILE, "add", *said.split())
        assert told in ran.out + ran.err

    @pytest.mark.parametrize(
        "again", ["AT tank Blue", "x tank Blue group=AT", "x tank AT", "red tank Blue", "Pair tank Red"]
    )
    def test_add_tells_names_apart_in_any_case(self, run: Run, again: str) -> None:
        lines = "add at tank Red\nadd bt tank Red group=pair\n"
        ran = run("-R", "grid", "table", FILE, stdin=f"{lines}add {again}\n")
        assert ran.status == 2 and "another name" in ran.err

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

    def test_who_tells_everybody_by_side(self, combat: Shell) -> None:
        assert combat.must("who").splitlines() == [
            "turn 1, Blue: Combat",
            "Blue",
            "  alpha   tank",
            "  anvil   tank",
            "  bravo   infantry",
            "Red",
            "  rifles  infantry  in Woods",
        ]

    def test_who_tells_all_of_one(self, combat: Shell) -> None:
        assert combat.must("who RIFLES").splitlines() == [
            "rifles: infantry, Red",
            "  in Woods (as you said; set rifles no-in takes it back)",
        ]

    def test_set_and_no_begin_and_end_a_state(self, combat: Shell) -> None:
        assert combat.must("set bravo disrupted") == "8: bravo disrupted\n"
        assert combat.must("set bravo no-disrupted") == "9: bravo no longer disrupted\n"
        ran = combat("set bravo no-disrupted")
        assert ran.status == 2 and "bravo is not" in ran.err

    def test_set_takes_a_state_of_the_referee_s_own(self, combat: Shell) -> None:
        combat.must("set bravo fuel-low until end of turn")
        assert "bravo fuel-low" in combat.states()
        combat.must("next Game")
        assert "bravo fuel-low" not in combat.states()

    @pytest.mark.parametrize(
        ("said", "why"),
        [
            ("game limit 1", "'limit' is no state of grid: set game most-losses 1; your own state needs an end: "),
            ("game end 20:20", "'end' is no state of grid: set game closing-time 20:20; "),
            ("Red end 20:20", "'end' is no state of grid: set game closing-time 20:20; "),
            ("game casualties 2", "'casualties' is no state of grid: it is an option of clock, clock --casualties 2; "),
            ("Blue down 5", "'down' is no state of grid: set Blue losses 5; "),
            ("Red loses 2", "'loses' is no state of grid: set Red losses 2; "),
            ("bravo hull 2", "'hull' is no state of grid: it is hull-down, said with "),
            ("game turn 5", "the turn goes on with next, and comes back with back"),
            ("bravo light night", "light is of the game: set game light night"),
            ("bravo losses 2", "losses is of a side: set Blue losses 2"),
        ],
    )
    @pytest.mark.parametrize("prefixes", [True, False])
    def test_set_takes_no_word_for_a_state_as_one_of_his_own(
        self, combat: Shell, monkeypatch: pytest.MonkeyPatch, said: str, why: str, prefixes: bool
    ) -> None:
        monkeypatch.setattr("refcli.cli.surroundings.takes_prefixes", lambda: prefixes)
        ran = combat(f"set {said}")
        assert ran.status == 2 and why in " ".join(ran.err.split()), ran

    def test_set_tells_that_a_state_is_the_referee_s_own(self, combat: Shell) -> None:
        assert combat("set bravo fuel 3").status == 2
        combat.must("set bravo fuel 3 until end of turn")
        assert "bravo fuel 3" in combat.states()
        assert "no rule" not in combat.must("set bravo limit 1 until end of turn")
        assert "no rule" not in combat.must("set game hide-disrupted")

    def test_a_beginning_of_a_state_with_a_value_is_no_flag(
        self, combat: Shell, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("refcli.cli.surroundings.takes_prefixes", lambda: True)
        assert "closing time 20:20" in combat.must("set game clos 20:20")
        assert "disrupted holds or does not hold: leave '2' out" in combat("set bravo disr 2").err

    @pytest.mark.parametrize(
        ("first", "again", "told"),
        [
            (
                "set rifles disrupted",
                "set rifles disrupted",
                "rifles are disrupted already; a second disruption eliminates: set rifles out (line 169)",
            ),
            ("set bravo in Woods", "set BRAVO in Woods", "bravo in Woods already"),
            ("sides Red Blue", "sides Red Blue", "the sides are Red, Blue already"),
            ("add scouts infantry Red", "add scouts infantry Red", "scouts is that already"),
        ],
    )
    def test_refuse_what_changes_nothing(self, combat: Shell, first: str, again: str, told: str) -> None:
        combat.must(first)
        assert (combat(again).status, " ".join(combat(again).err.split())) == (2, f"refcli: {told}")
        assert combat.must("note next") == "9: note: next\n"

    def test_set_refuses_a_state_of_who_is_out_of_play(self, combat: Shell) -> None:
        combat.must("set rifles out")
        told = "refcli: rifles are out of play; set rifles no-out takes it back\n"
        assert combat("set rifles disrupted").err == told
        combat.must("set rifles no-out", "set rifles disrupted")

    def test_set_means_the_state_of_a_plane(self, combat: Shell) -> None:
        """No disruption of units, from which it could regroup."""
        assert combat.must("add stuka aircraft Red").endswith(": stuka, aircraft, Red\n")
        combat.must("set stuka disrupted")
        assert combat.states() >= {"stuka aircraft-disrupted"} and "stuka disrupted" not in combat.states()
        assert combat("set stuka aircraft-disrupted").status == 2
        assert "stuka   aircraft" in combat.must("who")
        combat.must("set stuka no-disrupted")
        assert "stuka aircraft-disrupted" not in combat.states()

    def test_next_says_once_what_several_have_left_undone(self, combat: Shell) -> None:
        combat.must("fire alpha,anvil rifles : 5 5")
        told = " ".join(combat.must("next Reorg").split())
        assert told.startswith("alpha and anvil may still make their combat move: back, then move alpha,anvil ")

    def test_next_tells_what_ends_what_is_due_and_who_did_nothing(self, combat: Shell) -> None:
        combat.must("set bravo disrupted", "fire alpha rifles : 5")
        assert combat.must("next Reorg").splitlines() == [
            "alpha may still make its combat move: back, then move alpha",
            "10: turn 1, Blue: Reorganisation",
            "  bravo is disrupted and may try to regroup: morale bravo (lines 168-178)",
        ]
        assert combat.must("next").splitlines() == [
            "nothing done this turn: anvil, bravo",
            "11: turn 1, Red: Game Clock",
            "  roll for the clock: clock (lines 43, 53)",
        ]

    def test_back_returns_a_phase(self, combat: Shell) -> None:
        assert combat.must("back").splitlines()[0] == "8: turn 1, Blue: Artillery & Mortar Fire"

    def test_back_right_after_a_passage_leaves_everything_as_it_stood(self, combat: Shell) -> None:
        combat.must("fire alpha rifles : 5")
        before = combat.states()
        combat.must("next", "set bravo low until end of turn", "note too early")
        assert combat.must("back").splitlines() == ["alpha owed a combat move", "12: turn 1, Blue: Combat"]
        assert combat.states() == before | {"bravo low"}
        assert combat.must("next").splitlines()[1:] == ["13: turn 1, Blue: Movement"]

    def test_back_goes_through_the_phases_that_were_jumped_over(self, combat: Shell) -> None:
        assert [combat.must("back").splitlines()[0].partition(": ")[2] for _ in range(3)] == [
            "turn 1, Blue: Artillery & Mortar Fire",
            "turn 1, Blue: Game Clock",
            "before the battle",
        ]

    def test_back_after_a_ruling_leaves_what_was_ruled(self, combat: Shell) -> None:
        combat.must("set rifles pinned until end of phase", "fire alpha rifles : 5", "next", "move bravo")
        assert combat.must("back").splitlines() == [
            "rifles pinned; alpha owed a combat move",
            "12: turn 1, Blue: Combat",
        ]
        assert combat.states() >= {"bravo moved", "alpha combat-move"}
        combat.must("move alpha")
        assert "alpha combat-move" not in combat.states()

    def test_back_over_the_end_of_a_turn_and_on_again_forgets_nobody_who_acted(self, combat: Shell) -> None:
        acted = "has acted this turn"
        combat.must("fire alpha rifles : 5")
        while "turn 2" not in combat.must("next"):
            assert acted in combat.must("who alpha")
        assert acted not in combat.must("who alpha")
        combat.must("next Combat", "fire anvil rifles : 5")
        while "turn 1" not in combat.must("back"):
            assert acted in combat.must("who anvil")
        assert [acted in combat.must(f"who {name}") for name in ("alpha", "anvil")] == [True, False]
        combat.must("next")
        assert [acted in combat.must(f"who {name}") for name in ("alpha", "anvil")] == [False, True]

    def test_undo_says_what_it_takes_back(self, combat: Shell) -> None:
        combat.must("fire alpha rifles : 5", "note a lucky shot")
        assert combat.must("undo to 7").splitlines() == [
            "after 7: turn 1, Blue: Combat",
            "  takes back 8: fire alpha rifles+woods: Rifles are disrupted.",
            "  takes back 9: note: a lucky shot",
            "10: rifles no longer disrupted; alpha no longer fought or owed a combat move",
        ]
        assert combat.must("redo").splitlines()[1] == "  brings back 8: fire alpha rifles+woods: Rifles are disrupted."
        assert "rifles disrupted" in combat.states()

    def test_undo_says_a_ruling_before_as_it_was_corrected_last(self, combat: Shell) -> None:
        combat.must("fire alpha rifles : 5", "fix 1 2", "fix 1 6")
        assert combat.must("undo").splitlines()[:2] == [
            "after 8: fire alpha rifles+woods: Rifles are not hit.",
            "  takes back 10: fire alpha rifles+woods: Rifles are disrupted.",
        ]

    def test_add_again_takes_back_what_is_said_of_the_unit_no_longer(self, shell: Shell) -> None:
        shell.must("add bravo infantry poor elite Blue", "set bravo disrupted", "add bravo infantry elite Blue")
        states = shell.states()
        assert "bravo poor" not in states and "bravo elite" in states and "bravo disrupted" in states

    def test_add_takes_the_units_of_a_scenario(self, shell: Shell) -> None:
        shell.must("add --from tanks-in-the-village")
        assert "panzers  2xtank adjacent" in shell.must("who")
        shell.must("fire panzers squad : 5 4")

    def test_add_tells_what_a_unit_was_that_is_there_already(self, combat: Shell) -> None:
        assert combat.must("add rifles tank Red").endswith(": rifles, tank, Red (it was infantry, Red)\n")

    def test_add_refuses_what_is_no_row(self, shell: Shell) -> None:
        ran = shell("add alpha tnak Blue")
        assert ran.status == 2 and "tank" in ran.err
        assert shell("add alpha").status == 2

    def test_what_is_refused_of_one_is_done_of_none(self, combat: Shell) -> None:
        ran = combat("set alpha,nobody,bravo disrupted")
        assert ran.status == 2 and "nobody in play is called 'nobody'" in ran.err
        assert combat.states().isdisjoint({"alpha disrupted", "bravo disrupted"})
        ran = combat("add new,Red,newer tank Blue")
        assert ran.status == 2 and {"new", "newer"}.isdisjoint(combat.must("who").split())

    def test_remove_takes_a_unit_out(self, combat: Shell) -> None:
        combat.must("remove ANVIL")
        assert "anvil" not in combat.must("who")
        assert combat("remove anvil").status == 4

    def test_sides_may_lose_the_one_whose_phase_it_is(self, shell: Shell) -> None:
        """Of whom nobody is in play any more: the first one's phase is on then."""
        shell.must("add alpha tank Blue", "add bravo tank Red", "sides Blue Red Green", "next Combat", "next Combat")
        assert "Green" in shell.must("next Combat")
        shell.must("sides Blue Red")
        assert "turn 1, Blue: Combat" in shell.must("who")

    def test_sides_say_who_moves_first(self, combat: Shell) -> None:
        combat.must("sides Red Blue")
        assert combat.must("who").splitlines()[1] == "Red"
        assert combat("sides Red Green").status == 2

    def test_note_keeps_any_text(self, combat: Shell) -> None:
        assert combat.must("note -- don\\'t -forget [the] bridge") == "8: note: don't -forget [the] bridge\n"

    def test_help_is_that_of_a_command(self, combat: Shell) -> None:
        assert combat.must("help fire") == combat.must("fire --help")
        assert "A game (--game FILE)" in combat.must("help")

    def test_why_and_what_if_tell_the_last_ruling_again(self, combat: Shell) -> None:
        combat.must("fire alpha rifles : 4")
        assert "charts/grid/combat.toml" in combat.must("why")
        assert "these dice come to something else with" in combat.must("what-if 8")
        assert len(combat.must("what-if --why")) > len(combat.must("what-if"))
        assert combat("why 1").err == "refcli: entry 1 is no ruling; log shows them all\n"


class TestFix:
    """Judges a ruling again where it stands in the game."""

    def test_reads_a_die_anew(self, combat: Shell) -> None:
        combat.must("fire alpha,bravo rifles : 2 2")
        out = combat.must("fix 2 5")
        assert "ruling 8 again, entry 9: rifles disrupted" in out and "what changed:" in out

    def test_reads_the_die_of_a_unit_anew(self, combat: Shell) -> None:
        combat.must("fire alpha,bravo rifles : 2 2")
        assert "ruling 8 again, entry 9: rifles disrupted" in combat.must("fix bravo is 5")

    def test_uses_dice_that_were_given_when_nobody_could_fire(self, combat: Shell) -> None:
        combat.must("add tiger heavy-tank Red")
        assert "1 die too many: 5" in combat.must("fire alpha tiger : 5")
        assert "Alpha, attack: 5 hits" in combat.must("fix adjacent")

    def test_is_again_in_a_game(self, combat: Shell) -> None:
        combat.must("fire alpha,bravo rifles : 2 2")
        combat.must("again die 2 is 5")
        assert "rifles disrupted" in combat.states()

    def test_keeps_the_dice_and_adds_a_condition(self, combat: Shell) -> None:
        combat.must("fire alpha rifles : 4")
        ruling = json.loads(combat.must("fix 8 no-woods --json"))
        assert [roll["faces"] for roll in ruling["rolls"]] == [[4]]
        assert ruling["outcome"] == "disrupted" and ruling["was"]["outcome"] == "no effect"
        assert "woods -1" in combat.must("fix woods --plain")

    def test_stands_where_the_ruling_stood(self, combat: Shell) -> None:
        """What a unit has done since does not bar it, and what it is since does not count."""
        combat.must("fire alpha rifles : 2", "set rifles disrupted", "next Movement")
        assert "already disrupted" not in combat.must("fix 8 1 5")
        assert combat.must("who").splitlines()[0] == "turn 1, Blue: Movement"

    def test_names_the_rulings_that_stood_on_it(self, combat: Shell) -> None:
        combat.must("fire alpha rifles : 5", "fire bravo rifles : 2")
        out = combat.must("fix 8 1 2").splitlines()
        assert out[-1] == "ruling 9 counted rifles as disrupted; fix 9 judges it again"
        out = combat.must("fix 9")
        assert "already disrupted" not in out.splitlines()[2]
        assert "ruling 9 counted" not in combat.must("fix 8 1 3")

    @pytest.mark.parametrize("said", ["fix 8", "fix 8 woods", "fix 8 1 5", "fix no-hull-down"])
    def test_keeps_nothing_that_changes_nothing(self, combat: Shell, said: str) -> None:
        combat.must("fire alpha rifles : 5")
        assert combat.must(said) == "ruling 8 stays as it is: that changes nothing\n"
        assert json.loads(combat.must(f"{said} --json"))["entry"] == 8
        assert combat.must("note next") == "9: note: next\n"

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
        assert combat("fix woods").err == "refcli: there is no ruling yet in this game\n"
        combat.must("fire alpha rifles : 2")
        assert combat("fix 7 woods").err == "refcli: entry 7 is no ruling; log shows them all\n"
        assert combat("fix 99").err == "refcli: entry 99 is not there; log shows them all\n"
        combat.must("undo")
        assert "was undone" in combat("fix 8").err

    def test_says_how_the_only_die_is_corrected(self, combat: Shell) -> None:
        combat.must("fire alpha rifles : 2")
        assert combat("fix 4").err == "refcli: entry 4 is no ruling; log shows them all; if the die was a 4: fix 1 4\n"
        assert combat("fix 7").err == "refcli: entry 7 is no ruling; log shows them all\n"
        assert "fix 1 4" not in combat("fix 4 woods").err
        combat.must("fire anvil,bravo rifles : 2 2")
        assert "fix 1 4" not in combat("fix 4").err

    def test_names_the_target_that_was_meant(self, combat: Shell) -> None:
        """What states gave the wrong one is not counted of the right one; the dice stay."""
        combat.must("add pak anti-tank-gun Red", "add tiger heavy-tank Red", "fire alpha,bravo rifles : 4 2")
        ruling = json.loads(combat.must("fix pak --json"))
        assert [roll["faces"] for roll in ruling["rolls"]] == [[4], [2]]
        assert ruling["request"]["target"] == "anti-tank-gun" and ruling["outcome"] == "disrupted"
        assert combat.states() >= {"pak disrupted", "alpha fought"}
        assert "against tiger" in combat.must("fix 10 tiger --overrule") and "pak disrupted" not in combat.states()
        assert "Bravo, attack: 2 misses" in combat.must("fix rifles")

    def test_bars_what_would_leave_nothing_tried(self, combat: Shell) -> None:
        combat.must("add tiger heavy-tank Red", "fire alpha rifles : 5")
        before = combat.states()
        assert combat("fix tiger").err == (
            "refcli: no: Alpha cannot attack tiger. A heavy tank can only be attacked from an adjacent square"
            " (lines 199, 228); ruling 9 stays as it is. --overrule overrules\n"
        )
        assert combat.states() == before

    def test_reads_a_die_anew_that_lies_from_a_form_before(self, combat: Shell) -> None:
        combat.must("add tiger heavy-tank Red", "fire alpha rifles : 4", "fix tiger --overrule")
        assert "Alpha, attack: 5 hits" in combat.must("fix rifles 1 5")
        combat.must("fix tiger --overrule", "fix 1 2")
        assert "Alpha, attack: 2 misses" in combat.must("fix rifles")

    def test_names_who_attacked(self, combat: Shell) -> None:
        """Of the side of those who did; each die goes to one of the same roll, and none to two."""
        combat.must("fire alpha,bravo rifles : 5 2")
        assert "Anvil, attack: 5 hits" in combat.must("fix anvil")
        assert combat.states() >= {"anvil fought"} and not combat.states() & {"alpha fought", "bravo fought"}
        ruling = json.loads(combat.must("fix bravo,anvil,alpha --json"))
        assert sorted(roll["from"] for roll in ruling["rolls"]) == ["entered", "entered", "rolled"]
        assert "against anvil" in combat.must(
            "fix by alpha", "fix rifles", "fire rifles bravo --overrule : 3", "fix anvil"
        )
        assert combat("fix by").err == "refcli: by whom? fix by NAME, of a unit in play; who lists them\n"
        assert combat("fix nobody").status == 4

    def test_names_a_unit_that_is_no_target_yet(self, combat: Shell) -> None:
        combat.must("add stuka aircraft Red", "add heinkel aircraft Red", "fire alpha rifles : 2")
        assert "stuka is an aircraft, and no unit for fire" in combat("fix stuka").err
        combat.must("next Artillery", "strafe alpha stuka : 4")
        assert "heinkel has flown its sortie" in " ".join(combat.must("fix heinkel").split())

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

    def test_show_tells_every_entry_in_words(self, played: Shell) -> None:
        lines = [line[13:] for line in played.must("log show").splitlines()[1:]]
        assert lines == [
            "a game of grid begins",
            "add alpha tank Blue",
            "add anvil tank Blue",
            "add bravo infantry Blue",
            "add rifles infantry Red",
            "set rifles in Woods",
            "turn 1, Blue: Combat",
            "grid fire alpha rifles+woods: Rifles are disrupted.",
            "note: a shot (undone)",
            "undo of 9",
            "set rifles disrupted until end of turn",
            "grid fire bravo rifles+woods+disrupted: Rifles are not hit.",
            "turn 1, Red: Game Clock",
        ]

    def test_show_tells_one_entry(self, played: Shell) -> None:
        assert played.must("log show 6").splitlines()[1].endswith("  set rifles in Woods")
        assert "effect: fired attacker: alpha rifles" in played.must("log show 8")

    def test_verify_replay_and_stats_pass_over_the_rest(self, played: Shell) -> None:
        assert played.must("log verify") == "13 entries whole, 0 lines incomplete\n"
        assert played.must("log replay") == "2 rulings made again: all agree; the charts are the same\n"
        assert "grid fire: 2 rulings" in played.must("log stats")

    def test_amend_refuses_what_is_no_ruling(self, played: Shell) -> None:
        ran = played(f"log amend {FILE} 6 woods")
        assert (ran.status, ran.err) == (2, f"refcli: {FILE}: entry 6 is no ruling\n")


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
        lines = "\n".join(map(json.dumps, self.LINES))
        ran = run("batch", "--game", FILE, "--only", "outcome", stdin=lines)
        assert ran.status == 1 and "8 lines, 3 rulings, 5 errors (1 barred, 4 usage)" in ran.err
        answers = {one["id"]: one for one in map(json.loads, ran.out.splitlines())}
        assert list(answers) == list("abcdefgh")
        assert (answers["a"]["outcome"], answers["a"]["entry"]) == ("disrupted", 8)
        assert answers["b"]["error"]["message"] == (
            'no: alpha has fired this turn (ruling 8; lines 111, 122). "overrule": true overrules'
        )
        assert answers["c"]["bars"] == ["alpha has fired this turn (ruling 8; lines 111, 122)"]
        assert (answers["h"]["outcome"], answers["h"]["entry"]) == ("eliminated", 10)
        assert [one["what"] for one in answers["h"]["supplied"]] == ["disrupted"]
        assert combat.states() >= {"rifles out", "bravo fought"}
        assert run("log", "verify", FILE).out == "10 entries whole, 0 lines incomplete\n"

    def test_may_be_csv(self, combat: Shell, home: Home, run: Run) -> None:
        head, row = "procedure,attackers,target,dice,overrule", "fire,alpha,rifles,2,"
        (home.work / "turn.csv").write_text(f"{head}\n{row}\n{row}\n{row}yes\n")
        ran = run("batch", "--game", FILE, "turn.csv")
        assert [json.loads(line).get("entry") for line in ran.out.splitlines()] == [8, None, 9]

    @pytest.mark.parametrize("option", ["--jobs=2", "--repeat=2", "--dry-run", "--number"])
    def test_has_no_second_process_and_no_second_time(self, combat: Shell, run: Run, option: str) -> None:
        ran = run("batch", "--game", FILE, option, stdin="{}")
        assert ran.status == 2 and "the rulings of a game follow one another" in ran.err

    def test_works_in_the_game_that_is_set(self, combat: Shell, home: Home, run: Run) -> None:
        home.write("refcli.toml", f'game = "{FILE}"')
        assert '"entry": 8' in run("batch", stdin=json.dumps(self.LINES[0])).out
