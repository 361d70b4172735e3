"""The ledger of a game: the same entries make the same ledger, whatever was undone, corrected or jumped."""

import os
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from refcli.core.cells import Source
from refcli.core.errors import BadData, Refused
from refcli.core.hooks import RulesetHooks
from refcli.core.states import Phase, Sequence, State, Trigger, moment_from
from refcli.core.view import PastRuling
from refcli.game import kept_ledger
from refcli.game.course import Position
from refcli.game.game import Game
from refcli.game.ledger import Ledger
from refcli.game.reminders import due
from refcli.game.roster import Roster
from refcli.game.units import unit_to
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings
from refcli.rulesets import RULESETS
from tests.generated.evenings import Evening
from tests.play import DONE, RULED, known, play
from tests.situations import referee

MEN = ("add k 5xrifle german", "add t rifle british")
EVENINGS = 2
ACTS = 40


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("seed", range(EVENINGS))
def test_a_ledger_depends_on_its_entries_alone(tmp_path: Path, rules: str, seed: int) -> None:
    """Read again, undone and done again: the ledger of a random evening is the same."""
    evening, decisions = Evening(tmp_path / "game.jsonl", rules, seed), []
    for _ in range(ACTS):
        before, entries, last = known(evening.game.ledger), evening.game.live(), evening.game.last
        result = evening.go_on()
        decisions.append(result.decision)
        after, now = known(evening.game.ledger), evening.game.live()
        assert known(Game(evening.game.path, referee()).ledger) == after, result
        if evening.game.last == last + 1 and len(now) == len(entries) + 1:
            evening.game.undo()
            assert known(evening.game.ledger) == before, result
            evening.game.redo()
            assert known(evening.game.ledger) == after, result
    assert RULED in decisions and DONE in decisions


@pytest.mark.parametrize("rules", RULESETS)
def test_an_entry_costs_what_it_touches_however_many_units_are_in_play(tmp_path: Path, rules: str) -> None:
    """Calls are counted, not time: 184 more units with a state each add at most a tenth."""
    evening = Evening(tmp_path / "game.jsonl", rules, 0)
    evening.game.next()
    for _ in range(60):
        evening.go_on()
    few, many = (calls_to_apply(evening.game, more) for more in (0, 184))
    assert many <= 1.1 * few


def calls_to_apply(game: Game, more: int) -> int:
    """The calls that applying the entries of a game takes, with so many ``more`` units in play."""
    ledger = game.empty()
    unit = Roster(game.loaded).unit("man", ["infantry"], [])
    for number in range(more):
        other = unit_to(unit._replace(name=f"more-{number}", group=f"group-{number // 5}"))
        ledger.apply(1, {"game": {"do": "add", "unit": other}})
        ledger.apply(1, {"game": {"do": "set", "of": other["name"], "state": "fuel-low", "value": 1}})
    calls = 0

    def count(frame: FrameType, event: str, called: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    entries = game.live()
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        for number, entry in entries.items():
            ledger.apply(number, entry)
    finally:
        sys.setprofile(before)
    return calls


class TestAKeptLedger:
    """Is that of the file, and is thrown away where the file was changed."""

    @pytest.fixture
    def judge(self, tmp_path: Path) -> Referee:
        return Referee(Settings(user_folder=tmp_path / "user"))

    @pytest.mark.parametrize("rules", RULESETS)
    def test_comes_to_what_the_whole_file_says(self, tmp_path: Path, judge: Referee, rules: str) -> None:
        evening = Evening(tmp_path / "game.jsonl", rules, 7)
        for _ in range(20):
            evening.go_on()
            if evening.draw.chance(8):
                kept = Game(evening.game.path, judge)
                assert known(kept.ledger) == known(evening.game.ledger)
        Game(evening.game.path, judge)
        kept = Game(evening.game.path, judge)
        assert kept._before
        assert kept.live() == evening.game.live() and kept.undone == evening.game.undone

    def test_knows_until_when_the_referee_said_a_state(self, tmp_path: Path, judge: Referee) -> None:
        """One of the ruleset as well, which ends otherwise by itself or not at all."""
        game = Game(tmp_path / "game.jsonl", judge, "grid")
        game.add("rifles", ["infantry", "Red"])
        game.next()
        game.set("rifles", "disrupted", until="end of turn")
        for _ in range(10):
            game.act("note", text="a word")
        Game(game.path, judge)
        kept = Game(game.path, judge)
        assert kept._before and kept.ledger.has("rifles", "disrupted")
        for one in (kept, game):
            one.refresh()
            one.next("Game Clock")
            assert not one.ledger.has("rifles", "disrupted")

    def test_is_not_used_for_a_file_that_was_changed(self, tmp_path: Path, judge: Referee) -> None:
        evening = Evening(tmp_path / "game.jsonl", "grid", 8)
        for _ in range(10):
            evening.go_on()
        Game(evening.game.path, judge)
        lines = evening.game.path.read_bytes().splitlines(keepends=True)
        evening.game.path.write_bytes(b"".join(lines[:-1]))
        shorter = Game(evening.game.path, judge)
        assert not shorter._before and known(shorter.ledger) == known(Game(evening.game.path, referee()).ledger)

    def test_is_used_without_reading_a_file_that_nobody_wrote_to(
        self, tmp_path: Path, judge: Referee, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = with_notes(Game(tmp_path / "game.jsonl", judge, "grid"))
        monkeypatch.setattr(kept_ledger, "content_from", lambda path, start: pytest.fail("the file is read"))
        assert known(Game(game.path, judge).ledger) == known(game.ledger)

    def test_is_enough_for_an_act_and_for_telling_it(self, tmp_path: Path, judge: Referee) -> None:
        game = Game(with_notes(Game(tmp_path / "game.jsonl", judge, "grid")).path, judge)
        answer = game.act("note", text="one more")
        assert game.entry(answer.number)["game"]["text"] == "one more" and game._before
        assert game.entry(2)["game"]["text"] == "word 0" and not game._before

    def test_is_used_where_another_process_has_appended(self, tmp_path: Path, judge: Referee) -> None:
        game = with_notes(Game(tmp_path / "game.jsonl", judge, "grid"))
        Game(game.path, referee()).next()
        kept = Game(game.path, judge)
        assert kept._before and kept.ledger.turn == 1
        for one in (game, kept, game):
            one.act("note", text="in turn")
        assert len(Game(game.path, judge).entries) == game.last == 14

    def test_is_not_used_for_a_file_that_is_gone(self, tmp_path: Path, judge: Referee) -> None:
        game = with_notes(Game(tmp_path / "game.jsonl", judge, "grid"))
        game.path.unlink()
        assert not Game(game.path, judge, "grid").last

    @pytest.mark.parametrize("when", ["before it is opened", "while the table is on"])
    def test_does_not_hide_a_line_that_was_changed(self, tmp_path: Path, judge: Referee, when: str) -> None:
        """Not even where the file has its size and the time of its last change again."""
        game = with_notes(Game(tmp_path / "game.jsonl", judge, "grid"))
        about = game.path.stat()
        game.path.write_bytes(game.path.read_bytes().replace(b"word 3", b"word 4"))
        os.utime(game.path, ns=(about.st_atime_ns, about.st_mtime_ns))
        with pytest.raises(BadData, match=f"{game.path}:5: "):
            game.act("note", text="a line more") if when == "while the table is on" else Game(game.path, judge)

    @pytest.mark.parametrize("kept", [True, False])
    @pytest.mark.parametrize("left", [slice(0, 8), slice(2, None), slice(0, -1), slice(0, 0)])
    def test_is_not_gone_on_from_where_the_file_is_another(
        self, tmp_path: Path, judge: Referee, kept: bool, left: slice
    ) -> None:
        """A line, or half a line, is gone while the table is on: what is said next is not kept, and nothing is hurt."""
        game = with_notes(Game(tmp_path / "game.jsonl", judge if kept else referee(), "grid"))
        content = game.path.read_bytes()
        lines = content.splitlines(keepends=True)
        for cut in (b"".join(lines[left]), content[:-30]):
            game.path.write_bytes(cut)
            with pytest.raises(BadData, match=str(game.path)):
                game.act("note", text="a line more")
            assert game.path.read_bytes() == cut
        game.path.write_bytes(content)
        assert game.act("note", text="a line more").number == 11


def with_notes(game: Game) -> Game:
    """A game with ten entries."""
    for number in range(9):
        game.act("note", text=f"word {number}")
    return game


SHARED = Sequence((Phase("A", ()), Phase("B", (), each_side=True), Phase("C", ())))
"""A turn that both sides share: A, B of Blue, B of Red, C."""

IN_TURNS = Sequence((Phase("A", ()), Phase("B", ())), own_turns=True)
"""A turn for each side: A and B of Blue, A and B of Red."""

ENDS = [
    # the sequence, whose state, when it ends; how many steps into the game it begins, and how many it lasts
    (SHARED, "blue-1", "end of phase", 1, 1),  # A of turn 1
    (SHARED, "blue-1", "end of phase", 2, 1),  # B of Blue, not until B of Red is over
    (SHARED, "blue-1", "end of turn", 1, 4),
    (SHARED, "red-1", "end of turn", 4, 1),  # in its last phase
    (SHARED, "blue-1", "1 turn after", 1, 8),
    (SHARED, "blue-1", "1 turn after", 4, 5),
    (SHARED, "blue-1", "2 turns after", 4, 9),
    (SHARED, "blue-1", "start of B", 1, 1),
    (SHARED, "blue-1", "start of B", 2, 1),  # the next B is Red's
    (SHARED, "blue-1", "start of own B", 2, 4),  # the next of its own is in turn 2
    (SHARED, "red-1", "start of own B", 2, 1),
    (SHARED, "red-1", "end of own B", 1, 3),
    (SHARED, "blue-1", "end of B", 1, 2),
    (SHARED, "blue-1", "start of turn", 2, 3),
    (SHARED, "blue-1", "end of C", 4, 1),
    (IN_TURNS, "blue-1", "end of turn", 1, 2),
    (IN_TURNS, "blue-1", "end of turn", 2, 1),
    (IN_TURNS, "red-1", "end of turn", 3, 2),
    (IN_TURNS, "blue-1", "1 turn after", 1, 6),  # at the end of Blue's second turn
    (IN_TURNS, "red-1", "1 turn after", 1, 8),  # begun in Blue's turn, it is counted by Red's
    (IN_TURNS, "red-1", "1 turn after", 3, 6),
    (IN_TURNS, "blue-1", "start of own A", 1, 4),
    (IN_TURNS, "blue-1", "start of own A", 2, 3),
    (IN_TURNS, "red-1", "start of own A", 1, 2),
    (IN_TURNS, "red-1", "end of own turn", 1, 4),
]

COUNTED = [
    # the sequence, when it ends, its value; how many steps it lasts from the first of the game on
    (SHARED, "value turns", 1, 4),
    (SHARED, "value turns", 2, 8),
    (SHARED, "value turns after", 1, 8),
    (SHARED, "value turns after", 2, 12),
    (IN_TURNS, "value turns", 1, 2),
    (IN_TURNS, "value turns", 2, 6),
    (IN_TURNS, "value turns after", 1, 6),
]


class TestAState:
    """Ends at its moment, not an event before and not one after it."""

    def ledger(self, play: Sequence, until: str = "end of turn", **more: Any) -> Ledger:
        moment = moment_from(until)
        assert moment is not None
        state = State("shaken", "unit", "shaken", Source(), until=(moment,), **more)
        ledger = Ledger({"shaken": state}, play, RulesetHooks(), lambda procedure: "attackers")
        for number, name in enumerate(("blue-1", "red-1"), 1):
            unit = {"name": name, "rows": [], "side": name[:-2], "group": "", "fields": {}, "conditions": []}
            ledger.apply(number, {"game": {"do": "add", "unit": unit}})
        return ledger

    def next(self, ledger: Ledger, steps: int = 1) -> None:
        """So many phases on, in one entry each."""
        for _ in range(steps):
            self.jump(ledger, ledger.course.after(ledger.at))

    def jump(self, ledger: Ledger, at: Position) -> None:
        ledger.apply(9, {"game": {"do": "phase", "turn": at.turn, "phase": at.phase, "side": at.side}})

    @pytest.mark.parametrize(("play", "who", "until", "begins", "lasts"), ENDS)
    def test_ends_at_its_moment(self, play: Sequence, who: str, until: str, begins: int, lasts: int) -> None:
        ledger = self.ledger(play, until)
        self.next(ledger, begins)
        ledger.begin(who, "shaken", 1, 5)
        for _ in range(lasts):
            assert ledger.has(who, "shaken"), ledger.at
            self.next(ledger)
        assert not ledger.has(who, "shaken"), ledger.at

    @pytest.mark.parametrize(("play", "who", "until", "begins", "lasts"), ENDS)
    def test_ends_when_its_moment_is_jumped_over(
        self, play: Sequence, who: str, until: str, begins: int, lasts: int
    ) -> None:
        ledger, step_by_step = self.ledger(play, until), self.ledger(play, until)
        self.next(ledger, begins)
        ledger.begin(who, "shaken", 1, 5)
        self.next(step_by_step, begins + lasts)
        self.jump(ledger, step_by_step.at)
        assert ledger.at == step_by_step.at and not ledger.has(who, "shaken")

    @pytest.mark.parametrize(("play", "until", "value", "lasts"), COUNTED)
    def test_lasts_as_many_turns_as_it_says(self, play: Sequence, until: str, value: int, lasts: int) -> None:
        ledger = self.ledger(play, until, value="number")
        self.next(ledger)
        ledger.begin("blue-1", "shaken", value, 5)
        for _ in range(lasts):
            assert ledger.has("blue-1", "shaken"), ledger.at
            self.next(ledger)
        assert not ledger.has("blue-1", "shaken"), ledger.at

    def test_that_begins_again_lasts_from_then_on(self) -> None:
        ledger = self.ledger(SHARED, "1 turn after")
        self.next(ledger)
        for steps in (4, 8):
            ledger.begin("blue-1", "shaken", 1, 5)
            self.next(ledger, steps)
        assert ledger.at == Position(4) and not ledger.has("blue-1", "shaken")
        self.next(ledger)
        ledger.begin("blue-1", "shaken", 1, 6)
        self.next(ledger, 4)
        ledger.begin("blue-1", "shaken", 1, 7)
        self.next(ledger, 4)
        assert ledger.has("blue-1", "shaken")

    def test_is_followed_by_another_that_has_its_value(self) -> None:
        ledger = self.ledger(SHARED, then="wary", value="word")
        end = moment_from("end of turn")
        assert end is not None
        ledger.states = {**ledger.states, "wary": State("wary", "unit", "wary", Source(), "word", until=(end,))}
        seen = []
        for step, word in enumerate(("once", "twice", "", "")):
            self.next(ledger, 4 if step else 1)
            seen.append(ledger.value("blue-1", "wary", ""))
            if word:
                ledger.begin("blue-1", "shaken", word, step)
        assert seen == ["", "once", "twice", ""]

    def test_of_a_weapon_is_that_of_no_other(self) -> None:
        ledger = self.ledger(SHARED, begins=(Trigger("shake"),))
        ledger.states["shaken"] = ledger.states["shaken"]._replace(of="weapon")
        ledger.began_by["shake"] = [(ledger.states["shaken"], Trigger("shake"))]
        given = {"procedure": "fire", "conditions": [], "firers": "blue-1"}
        for role, owner in (("coax", "blue-1/coax"), ("firer", "blue-1"), ("main", "blue-1")):
            effect = {"kind": "shake", "unit": "blue-1", "amount": 1, "role": role}
            ledger.held.clear()
            ledger.apply(9, {"given": given, "ruling": {"outcome": "hit", "effects": [effect]}})
            assert [*ledger.held] == [(owner, "shaken")]

    def test_in_words_names_all_that_one_ruling_tells(self) -> None:
        ledger = self.ledger(SHARED, value="word", begins=(Trigger("shake"),))
        given = {"procedure": "fire", "conditions": []}
        for number, names in ((8, ("red-1", "red-2", "red-1")), (9, ("red-3",))):
            effects = [{"kind": "shake", "unit": "blue-1", "amount": 1, "detail": name} for name in names]
            ledger.apply(number, {"given": given, "ruling": {"outcome": "hit", "effects": effects}})
            assert ledger.value("blue-1", "shaken") == ("red-1, red-2" if number == 8 else "red-3")

    def test_goes_with_a_unit_that_is_out_of_play(self) -> None:
        ledger = self.ledger(SHARED)
        ledger.states = {**ledger.states, "out": State("out", "unit", "out of play", Source(), out=True)}
        self.next(ledger)
        ledger.begin("blue-1", "shaken", 1, 5)
        ledger.begin("blue-1", "out", 1, 6)
        assert ledger.is_out("blue-1") and not ledger.has("blue-1", "shaken")
        self.next(ledger, 9)
        assert ledger.is_out("blue-1")

    def test_does_not_begin_for_a_unit_out_of_play(self) -> None:
        """A unit that other dice eliminated is lost once."""
        ledger = self.ledger(SHARED, begins=(Trigger("shake"),))
        out = State("out", "unit", "out of play", Source(), begins=(Trigger("lose"),), out=True)
        losses = State("losses", "side", "losses", Source(), "count", begins=(Trigger("lose"),))
        for state in (out, losses):
            ledger.states = {**ledger.states, state.name: state}
            ledger.learn(state)
        given = {"procedure": "fire", "conditions": []}
        for number, kinds in ((8, ("shake", "lose")), (9, ("shake", "lose", "shake"))):
            effects = [{"kind": kind, "unit": "blue-1", "amount": 1} for kind in kinds]
            ledger.apply(number, {"given": given, "ruling": {"outcome": "hit", "effects": effects}})
            assert [held.state.name for held in ledger.states_of("blue-1")] == ["out"]
            assert (ledger.value("blue", "losses"), ledger.held["blue-1", "out"].entry) == (1, 8)

    def test_that_counts_grows_and_shrinks_to_nothing(self) -> None:
        ends = (Trigger("rally"),)
        ledger = self.ledger(SHARED, value="count", begins=(Trigger("shake"),), ends=ends)
        for kind, amount, left in (("shake", 2, 2), ("shake", 1, 3), ("rally", 1, 2), ("rally", 5, 0)):
            effect = {"kind": kind, "unit": "blue-1", "amount": amount}
            given = {"procedure": "fire", "conditions": []}
            ledger.apply(9, {"given": given, "ruling": {"outcome": "hit", "effects": [effect]}})
            assert ledger.value("blue-1", "shaken") == left


@pytest.mark.parametrize(
    ("rules", "owner", "state", "value"),
    [
        ("skirmish", "ridge", "smoke", ""),
        ("grid", "game", "light", ""),
        ("grid", "rifles", "in", ""),
        ("grid", "game", "hide-disrupt", ""),
        ("grid", "game", "hide-out", ""),
        ("grid", "rifles", "hide-disrupted", ""),
    ],
)
def test_a_state_needs_its_value_and_a_reminder_its_name(
    tmp_path: Path, rules: str, owner: str, state: str, value: str
) -> None:
    """Turns of smoke, a word for light and terrain; only reminders of the game can be hidden."""
    game = Game(tmp_path / "game.jsonl", referee(), rules)
    game.add("rifles", ["infantry", "Red"])
    with pytest.raises(Refused):
        game.set(owner, state, value)
    assert not game.ledger.held


def test_smoke_lasts_its_turns(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.jsonl", referee(), "skirmish")
    game.set("ridge", "smoke", "", "end of turn")
    game.set("ridge", "smoke", "2")
    assert game.ledger.value("ridge", "smoke") == 2


def test_a_game_of_an_earlier_version_may_lack_a_word(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.jsonl", referee(), "grid")
    game.add("rifles", ["infantry", "Red"])
    game.act("set", of="rifles", state="in", value=1)
    assert Game(game.path, referee()).ledger.has("rifles", "in")


def test_nothing_is_kept_that_no_game_goes_on_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of a ruleset's hook costs its ruling, not the evening."""
    game = Game(tmp_path / "game.jsonl", referee(), "grid")
    game.add("alpha", ["tank", "Blue"])
    game.add("rifles", ["infantry", "Red"])
    before = known(game.ledger)
    done = game.complete({"procedure": "fire", "attackers": "alpha", "target": "rifles"})
    record = referee().rule(referee().case({"rules": "grid", **done.plain}), 0, "5")

    def after(ledger: Ledger, deed: PastRuling) -> None:
        ledger.end("rifles", "disrupted")
        raise KeyError("mud")

    with monkeypatch.context() as broken, pytest.raises(Refused):
        broken.setattr(game.ledger.hook, "after_ruling", after)
        game.keep(record, done)
    assert known(game.ledger) == before == known(Game(game.path, referee()).ledger)
    game.keep(record, done)
    assert game.ledger.has("rifles", "disrupted")


def test_a_ruling_whose_units_changed_meanwhile_is_not_kept(tmp_path: Path) -> None:
    """Another terminal may write between a ruling and its entry."""
    game = Game(tmp_path / "game.jsonl", referee(), "grid")
    game.add("alpha", ["tank", "Blue"])
    game.add("rifles", ["infantry", "Red"])
    fire = {"procedure": "fire", "attackers": "alpha", "target": "rifles"}
    done = game.complete(fire)
    record = referee().rule(referee().case({"rules": "grid", **done.plain}), 0, "5")
    other = Game(game.path, referee())
    other.set("rifles", "in", "Woods")
    with pytest.raises(Refused):
        game.keep(record, done, complete_again=lambda: game.complete(fire))
    other.refresh()
    assert not other.ledger.has("rifles", "disrupted")


class TestAReminder:
    """Is told in its phase, and kept back while the referee hides it."""

    def test_is_hidden_and_shown_again(self, tmp_path: Path) -> None:
        game = Game(tmp_path / "game.jsonl", referee(), "grid")
        game.add("pak", ["anti-tank-gun", "Red"])
        game.set("pak", "disrupted")
        game.next("Reorganisation")
        assert ["pak" in text for text, _ in due(game.ledger)] == [True]
        game.set("game", "hide-disrupted")
        assert not [*due(game.ledger)]
        game.unset("game", "hide-disrupted")
        assert [*due(game.ledger)]

    def test_of_the_beginning_comes_with_the_first_ruling_alone(self) -> None:
        lines = ["add alpha tank Blue", "add panzer tank Red", "fire alpha panzer : 1", "fire panzer alpha : 1"]
        *_, first, second = play("grid", lines)
        assert "battle" in first.printed and "battle" not in second.printed

    def test_offers_nothing_that_is_barred(self, tmp_path: Path) -> None:
        game = Game(tmp_path / "game.jsonl", referee(), "grid")
        game.add("pak", ["anti-tank-gun", "Red"])
        game.set("pak", "disrupted")
        game.set("pak", "fought")
        game.next("Reorganisation")
        assert not [*due(game.ledger)]


def test_the_clock_of_the_grid_is_rolled_for_once_a_turn(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.jsonl", referee(), "grid")
    game.act("sides", sides=["Blue", "Red"])
    game.next()
    done = game.complete({"procedure": "clock"})
    game.keep(referee().rule(referee().case({"rules": "grid", **done.plain}), 0, "3"), done)
    with pytest.raises(Refused, match="clock"):
        game.complete({"procedure": "clock"})
    game.next("Game Clock")
    assert game.ledger.side == "Red" and not game.complete({"procedure": "clock"}).bars


@pytest.mark.parametrize("typed", ["German", "germany", "ger"])
def test_a_side_is_the_table_s_whatever_of_its_names_is_typed(tmp_path: Path, typed: str) -> None:
    game = Game(tmp_path / "game.jsonl", referee(), "first-watch")
    game.act("sides", sides=["German", "Soviet"])
    game.set("game", "year", "1943")
    done = game.complete({"procedure": "initiative", "sides": f"{typed},Soviet"}, prefixes=True)
    assert done.plain["names"] == {"sides": ["German", "Soviet"]}


def test_a_vehicle_of_first_watch_that_moved_fires_in_no_step_before_its_own_is_known(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.jsonl", referee(), "first-watch")
    game.act("sides", sides=["german", "soviet"])
    game.add("t35", ["t-34-76", "soviet"])
    game.add("foot", ["lmg", "infantry", "soviet"])
    for unit in ("t35", "foot"):
        game.set(unit, "moved")
    game.next("Infantry")
    shot = {"procedure": "fire", "target": "pzkpfw-ivh", "range": 20}
    with pytest.raises(Refused, match="moved"):
        game.complete({**shot, "attacker": "t35"})
    assert not game.complete({**shot, "attacker": "foot", "target": "infantry"}).bars


def test_hours_said_with_the_clock_of_the_grid_are_kept(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.jsonl", referee(), "grid")
    game.set("game", "time", "05:55")
    game.next()
    done = game.complete({"procedure": "clock", "dawn": "05:00", "day": "06:00", "dusk": "20:00", "end": "21:00"})
    game.keep(referee().rule(referee().case({"rules": "grid", **done.plain}), 0, "2"), done)
    game.next("Game Clock")
    plain = game.complete({"procedure": "clock"}).plain
    assert [plain.get(one) for one in ("dawn", "day", "dusk", "night", "end")] == [
        "05:00",
        "06:00",
        "20:00",
        None,
        "21:00",
    ]


def test_only_units_that_have_not_fired_on_the_grid_may_enter(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.jsonl", referee(), "grid")
    for unit in ("eyes", "alpha"):
        game.add(unit, ["tank", "side=Blue"])
        game.set(unit, "in-contact", "woods")
    game.set("eyes", "fought")
    game.next("Movement")
    assert [text.split()[0] for text, _ in due(game.ledger)] == ["alpha"]


def test_a_plane_of_the_grid_that_is_disrupted_never_regroups(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.jsonl", referee(), "grid")
    game.add("stuka", ["side=Red"])
    game.add("alpha", ["tank", "side=Blue"])
    game.act("sides", sides=["Red", "Blue"])
    game.next("Artillery")
    done = game.complete({"procedure": "strafe", "target": "alpha", "aircraft": "stuka"})
    game.keep(referee().rule(referee().case({"rules": "grid", **done.plain}), 0, "1"), done)
    assert [state for owner, state in game.ledger.held if owner == "stuka"] == ["flown", "aircraft-disrupted"]
    game.next("Reorganisation")
    assert list(due(game.ledger)) == []


def test_a_battery_of_first_watch_fires_where_its_mission_was_plotted(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.jsonl", referee(), "first-watch")
    game.add("battery", ["76mm", "soviet"])
    game.set("battery", "mission", "wood")
    assert game.complete({"procedure": "bombard", "attacker": "battery"}).plain["point"] == "wood"
    with pytest.raises(Refused, match="at wood"):
        game.complete({"procedure": "bombard", "attacker": "battery", "point": "mill"})


def test_nobody_attacks_his_own_side(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.jsonl", referee(), "grid")
    for name, side in (("alpha", "Blue"), ("bravo", "Blue"), ("rifles", "Red")):
        game.add(name, ["infantry", side])
    with pytest.raises(Refused, match="bravo"):
        game.complete({"procedure": "fire", "attackers": "alpha", "target": "bravo"})
    assert not game.complete({"procedure": "fire", "attackers": "alpha", "target": "rifles"}).bars


@pytest.mark.parametrize(
    ("states", "lines"),
    [((), ["173-176"]), (("disrupted", "enemy-adjacent"), ["174"]), (("disrupted",), [])],
)
def test_units_that_may_regroup_on_the_grid(tmp_path: Path, states: tuple[str, ...], lines: list[str]) -> None:
    game = Game(tmp_path / "game.jsonl", referee(), "grid")
    game.add("pak", ["anti-tank-gun", "Red"])
    for state in states:
        game.set("pak", state)
    bars = game.complete({"procedure": "morale", "units": "pak"}, overrule=True).bars
    assert [bar.source.lines for bar in bars] == lines


def test_a_battery_of_first_watch_has_as_many_guns_as_were_said(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.jsonl", referee(), "first-watch")
    game.add("battery", ["76mm", "soviet", "guns=3"])
    game.set("battery", "mission", "wood")
    asked = {"procedure": "bombard", "attacker": "battery"}
    assert not game.complete({**asked, "guns": 3}).bars
    with pytest.raises(Refused, match="3 guns left"):
        game.complete({**asked, "guns": 4})


def test_the_next_phase_of_a_name_that_several_have_is_the_one_that_comes_first(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.jsonl", referee(), "first-watch")
    game.next()
    found = []
    for _ in range(3):
        game.next("art")
        found.append(game.ledger.phase and game.ledger.phase.name)
    fire, plot = "Artillery Indirect Fire Phase", "Artillery Plot/Special Orders Phase"
    assert found == [fire, plot, fire]
    with pytest.raises(Refused):
        game.next("armour")


ADDED = [
    # what is said of a unit: the ruleset, the words, its rows and its side
    ("skirmish", "9xman british", (("man", 9),), "british"),
    ("skirmish", "men=9 British", (("man", 9),), "British"),
    ("skirmish", "rifle men=9 British", (("rifle", 1), ("man", 9)), "British"),
    ("combat-captain", "enhanced-small-arms infantry German", (("enhanced-small-arms", 1), ("infantry", 1)), "German"),
    ("combat-captain", "german", (("german", 1),), ""),
    ("combat-captain", "infantry Poles", (("infantry", 1),), "Poles"),
    ("first-watch", "German tiger-i", (("tiger-i", 1),), "German"),
    ("first-watch", "tiger-i soviet", (("tiger-i", 1),), "Russian"),
    ("first-watch", "tiger-i russian", (("tiger-i", 1),), "Russian"),
]


@pytest.mark.parametrize(("rules", "words", "rows", "side"), ADDED)
def test_a_unit_is_what_is_said_of_it(tmp_path: Path, rules: str, words: str, rows: object, side: str) -> None:
    """A side is known by any of its names in the charts, and as many men as are said in either way."""
    game = Game(tmp_path / "game.jsonl", referee(), rules)
    game.act("sides", sides=["Russian", "American"])
    game.add("one", words.split())
    assert (game.ledger.units["one"].rows, game.ledger.units["one"].side) == (rows, side)


@pytest.mark.parametrize(
    "words", ["tank Blue group=T1", "tank Blue group=T2", "tank Blue group=Blue", "tank Blue group=Red"]
)
def test_no_group_shares_the_name_and_so_the_states_of_a_unit_or_side(tmp_path: Path, words: str) -> None:
    game = Game(tmp_path / "game.jsonl", referee(), "grid")
    game.add("T1", ["tank", "Blue"])
    game.add("R1", ["tank", "Red"])
    with pytest.raises(Refused):
        game.add("T2", words.split())


def test_where_all_sides_are_named_those_in_play_need_not_be(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.jsonl", referee(), "combat-captain")
    asked = {"procedure": "initiative"}
    assert "sides" not in game.complete(asked).plain
    game.act("sides", sides=["German", "British"])
    plain = game.complete(asked).plain
    assert (plain["sides"], plain["names"]) == (["German", "British"], {"sides": ["German", "British"]})
    assert game.complete({**asked, "sides": "british,german"}).plain["sides"] == ["british", "german"]
    assert "sides" not in game.complete({"procedure": "event"}).plain  # whose is first there, the initiative decides


def test_a_phase_reminds_of_a_missing_roll_until_it_is_hidden(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.jsonl", referee(), "grid")
    game.add("T1", ["tank", "Blue"])
    game.next("Artillery")
    assert ["clock" in text for text, _ in due(game.ledger)] == [True]
    game.set("game", "hide-clock-rolled")
    assert list(due(game.ledger)) == []
