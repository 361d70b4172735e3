"""A game on paper: its report and the roster of its forces."""

import os
import re
import shlex
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from refcli.cli.account import account_of
from refcli.core.errors import Refused
from refcli.core.states import State
from refcli.game.game import Game
from refcli.game.printed_roster import called, roster_of
from refcli.game.report import made_again, report_of
from refcli.game.supply import Completed
from refcli.printing.account import Account, Told, account_html, account_markdown
from refcli.printing.unit_cards import EMPTY, TICKED, Boxes, Card, Roster, roster_html
from refcli.prompt.describe import everybody
from refcli.referee.referee import Referee
from refcli.referee.settings import Setting, Settings
from refcli.rulesets import RULESETS
from tests.conftest import Home, Run, write
from tests.generated.evenings import Evening
from tests.situations import referee
from tests.test_docs import ROOT, console_commands, is_same_but_for_states
from tests.test_html import HOSTILE, Page, said

every_ruleset = pytest.mark.parametrize("rules", RULESETS)

DOCS = ROOT / "docs"

ACTS = 60
"""Of a random evening."""


class Play:
    """A game that is acted in as at the table."""

    def __init__(self, path: Path, rules: str = "grid", judge: Referee | None = None) -> None:
        self.judge = judge or referee()
        self.game = Game(path, self.judge, rules)

    def rule(self, procedure: str, dice: str | None = None, overrule: bool = False, **fields: Any) -> int:
        """A ruling; its number."""
        done = self.game.complete({"procedure": procedure, **fields}, overrule=overrule)
        record = self.judge.rule(self.judge.case({"rules": self.game.rules, **done.plain}), 1, dice)
        return self.game.keep(record, done, overrule).number

    def fix(self, number: int, dice: str) -> None:
        """A ruling judged again with other dice."""
        given = self.game.entries[number]["given"]
        case = self.judge.case({key: one for key, one in given.items() if key not in ("seed", "faces")})
        self.game.keep(self.judge.rule(case, 1, dice), Completed({}, (), ()), amends=number)

    def account(self) -> Account:
        """The evening as it is told."""
        return account_of(self.game, self.judge)

    def told(self, chapter: str, part: str) -> tuple[Told, ...]:
        """What is told of a phase."""
        (found,) = [one for one in self.account().chapters if one.title == chapter]
        return next(one.told for one in found.parts if one.title == part)


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Three tanks and a battery against rifles and a gun; the battle has not begun."""
    play = Play(tmp_path / "game.jsonl")
    for name in ("alpha", "anvil"):
        play.game.add(name, ["tank", "Blue"])
    play.game.add("guns", ["artillery", "foo", "Blue"])
    play.game.add("rifles", ["infantry", "Red"])
    play.game.add("pak", ["anti-tank-gun", "Red"])
    return play


@pytest.fixture
def fight(play: Play) -> Play:
    """The same in its first Combat phase, the rifles disrupted by the guns."""
    play.game.next("Artillery")
    play.rule("bombard", "5", attackers="guns", target="rifles")
    play.game.next("Combat")
    return play


def states_of(rules: str) -> dict[str, State]:
    """The states of a ruleset by name."""
    return referee().loaded(rules).library.states()[0]


def lines_of(account: Account, heading: str) -> tuple[str, ...]:
    """What is said at the end below a heading."""
    return dict(account.after).get(heading, ())


class TestTheReport:
    """Tells the evening turn by turn, each ruling with its dice and its verdict."""

    def test_tells_each_phase_of_each_turn_in_which_something_happened(self, fight: Play) -> None:
        fight.rule("fire", "5 2", attackers="alpha,anvil", target="rifles")
        fight.game.next("Artillery")
        fight.game.act("note", text="Tea.")
        parts = [(one.title, [part.title for part in one.parts]) for one in fight.account().chapters]
        assert parts == [
            ("Turn 1: Blue", ["Artillery & Mortar Fire", "Combat"]),
            ("Turn 1: Red", ["Artillery & Mortar Fire"]),
        ]

    def test_says_whose_phase_it_is_where_the_sides_go_through_it_in_turn(self, tmp_path: Path) -> None:
        play = Play(tmp_path / "game.jsonl", "skirmish")
        play.game.add("2-Sec", ["9xrifle", "9xinfantry", "British"])
        play.game.add("crew", ["4xinfantry", "German"])
        play.game.next("Movement")
        play.game.act("note", text="one")
        play.game.next()
        play.game.act("note", text="the other")
        assert [(one.title, [part.title for part in one.parts]) for one in play.account().chapters] == [
            ("Turn 1", ["Movement: British", "Movement: German"])
        ]

    def test_tells_a_ruling_with_its_dice_and_what_they_needed(self, fight: Play) -> None:
        number = fight.rule("fire", "5 2", attackers="alpha,anvil", target="pak")
        (told,) = fight.told("Turn 1: Blue", "Combat")
        assert told.number == number
        assert told.text == fight.game.entries[number]["ruling"]["verdict"]
        assert "alpha, anvil" in told.asked
        (dice,) = told.dice
        assert re.search("Alpha: 5 .*Anvil: 2 .*4+", dice)

    def test_says_who_was_overruled_and_why(self, fight: Play) -> None:
        fight.rule("fire", "4", attackers="alpha", target="pak")
        fight.rule("fire", "4", overrule=True, attackers="alpha", target="pak")
        first, second = fight.told("Turn 1: Blue", "Combat")
        assert not first.remarks
        assert second.remarks[0].startswith("Overruled: ") and "alpha" in second.remarks[0]

    def test_tells_a_corrected_ruling_as_it_came_to_be(self, fight: Play) -> None:
        number = fight.rule("fire", "5", attackers="alpha", target="rifles")
        before = fight.game.entries[number]["ruling"]["verdict"]
        fight.fix(number, "2")
        (told,) = fight.told("Turn 1: Blue", "Combat")
        assert told.number == number and told.dice[0].startswith("Alpha: 2 ")
        assert told.text != before and [one.partition(": ")[2] for one in told.remarks] == [before]
        assert not any("out" in state for force in fight.account().forces for _, _, state in force.units)

    def test_counts_a_plane_that_is_lost_once_and_among_the_planes(self, fight: Play) -> None:
        fight.game.add("stuka", ["aircraft", "Red"])
        fight.game.next("Artillery")
        for turn in (1, 2):
            number = fight.rule("strafe", "1", target="alpha", aircraft="stuka")
            if turn == 1:
                fight.game.next("Artillery")
                fight.game.next("Artillery")
        red = fight.account().forces[1]
        assert f"1 of 1 plane: stuka (turn 2, ruling {number})" in red.losses
        assert re.findall(r"\d+", red.losses) == ["1", "1", "2", str(number)]
        assert red.units[-1][0] == "stuka" and red.units[-1][2]

    def test_counts_the_units_of_a_group_that_routed_as_lost_on_its_side(self, tmp_path: Path) -> None:
        play = Play(tmp_path / "game.jsonl", "combat-captain")
        play.game.add("f1", ["rifles", "infantry", "group=fall", "german"])
        play.game.add("k1", ["rifles", "infantry", "group=kings", "british"])
        play.game.add("k2", ["rifles", "infantry", "group=kings", "british"])
        play.game.set("kings", "routed", "")
        account = play.account()
        german, british = account.forces
        assert (german.title, re.findall(r"\d", german.losses)) == ("German", [])
        assert british.title == "British" and re.search("2 of 2 units: k1.*, k2", british.losses)
        assert [state for _, _, state in account.forces[1].units] == ["routed", "routed"]
        assert re.search("k2 .*routed", "\n".join(everybody(play.game.ledger, 80)))

    def test_tells_how_a_whole_unit_stands_at_the_end(self, tmp_path: Path) -> None:
        play = Play(tmp_path / "game.jsonl", "combat-captain")
        for name in ("f1", "f2"):
            play.game.add(name, ["rifles", "infantry", "group=fall", "german"])
        play.game.set("fall", "markers", "2")
        (german,) = play.account().forces
        assert german.units[-1][:2] == ("fall", "f1 and f2") and german.units[-1][2].startswith("2 ")

    def test_tells_that_the_game_came_to_its_end(self, fight: Play) -> None:
        fight.game.set("game", "most-losses", "1")
        fight.rule("fire", "5", attackers="alpha", target="rifles")
        before, ended = len(fight.account().under), fight.account().under[-1]
        fight.game.undo()
        assert len(fight.account().under) <= before and fight.account().under[-1] != ended

    def test_tells_each_correction_against_what_it_corrected(self, fight: Play) -> None:
        """There and back is not the same all along."""
        number, verdicts = fight.rule("fire", "2", attackers="alpha", target="pak"), []
        for face in ("6", "5", "2"):
            verdicts.append(fight.told("Turn 1: Blue", "Combat")[-1].text)
            fight.fix(number, face)
        missed, hit, again = verdicts
        assert hit == again != missed
        remarks = fight.told("Turn 1: Blue", "Combat")[-1].remarks
        assert [one.partition(": ")[2] for one in remarks] == [missed, "", hit]

    def test_tells_what_a_phase_brings_about_as_it_ends(self, tmp_path: Path) -> None:
        play = Play(tmp_path / "game.jsonl", "combat-captain")
        play.game.add("f1", ["rifles", "infantry", "group=fall", "german"])
        play.game.add("f2", ["rifles", "infantry", "group=fall", "german"])
        play.game.add("k1", ["rifles", "infantry", "group=kings", "british"])
        play.game.next("Activation")
        play.rule("move", "1 1 1", overrule=True, mover="f1", enemy="k1", distance=10)
        play.game.next("Close")
        told = play.told("Turn 1", "Activation")
        assert not told[-1].number and "fall" in told[-1].text and "1 morale" in told[-1].text

    def test_does_not_tell_what_goes_on_when_a_phase_ends(self, tmp_path: Path) -> None:
        play = Play(tmp_path / "game.jsonl", "skirmish")
        play.game.add("able", ["rifle", "infantry", "Allied"])
        play.game.add("karl", ["rifle", "infantry", "Axis"])
        play.game.next("Movement")
        play.rule("fire", "9 / 3", firer="able", target="karl", range=10)
        play.game.next("Initiative")
        assert play.game.ledger.has("karl", "pinned")
        assert len(play.told("Turn 1", "Movement: Allied")) == 1

    def test_leaves_out_what_was_undone_and_tells_it_at_the_end(self, fight: Play) -> None:
        number = fight.rule("fire", "5", attackers="alpha", target="rifles")
        fight.game.undo()
        account = fight.account()
        assert number not in [one.number for chapter in account.chapters for part in chapter.parts for one in part.told]
        assert [line for line in lines_of(account, "Taken back") if line.endswith(f"(ruling {number})")]
        fight.game.redo()
        assert not lines_of(fight.account(), "Taken back")

    def test_tells_the_losses_of_each_side(self, fight: Play) -> None:
        fight.game.add("stuka", ["aircraft", "Red"])
        number = fight.rule("fire", "5", attackers="alpha", target="rifles")
        blue, red = fight.account().forces
        assert not re.findall(r"\d", blue.losses)
        assert re.search(rf"1 of 2 units: rifles \(turn 1, ruling {number}\)\. .* 1 unit", red.losses)
        assert {name: bool(state) for name, _, state in red.units} == {"rifles": True, "pak": False, "stuka": False}

    def test_tells_as_the_end_of_a_unit_nothing_that_passes_by_itself(self, fight: Play) -> None:
        fight.rule("fire", "5", attackers="alpha", target="pak")
        states = {name: state for force in fight.account().forces for name, _, state in force.units}
        assert fight.game.ledger.has("alpha", "fought") and states == {
            "alpha": "", "anvil": "", "guns": "", "rifles": "disrupted", "pak": "disrupted"
        }  # fmt: skip

    def test_tells_nothing_that_is_kept_for_the_rules_alone(self, fight: Play) -> None:
        """A combat move that was not made is owed no more, grid.txt 166: it has no words."""
        fight.rule("fire", "5", attackers="alpha", target="pak", range=1)
        fight.game.next()
        states = {name: state for force in fight.account().forces for name, _, state in force.units}
        assert fight.game.ledger.has("alpha", "missed-combat-move") and (states["alpha"], states["pak"]) == (
            "",
            "disrupted",
        )

    def test_tells_what_the_referee_said(self, play: Play) -> None:
        play.game.set("game", "time", "05:40")
        play.game.set("rifles", "in", "Woods")
        play.game.set("pak", "out-of-sight", until="end of turn")
        play.game.unset("rifles", "in")
        play.game.next()
        play.game.act("note", text="It rains.")
        play.game.add("late", ["reconnaissance", "foo", "Red"])
        play.game.act("remove", unit="late")
        (before,) = play.told("Before the battle", "")
        assert re.search("05:40; rifles .*Woods; pak .*; rifles", before.text)
        note, came, left = [one.text for one in play.told("Turn 1: Blue", "Game Clock")]
        assert note.endswith(": It rains.") and re.search("late .*: .*Red", came) and left.startswith("late ")

    def test_leaves_out_what_the_ledger_fills_in_by_itself(self, play: Play) -> None:
        for state, value in {"dawn": "05:00", "dusk": "20:00", "time": "05:40"}.items():
            play.game.set("game", state, value)
        play.game.next()
        play.rule("clock", "3")
        (told,) = play.told("Turn 1: Blue", "Game Clock")
        assert told.asked == "Clock"

    def test_counts_the_dice_by_whose_they_are(self, fight: Play) -> None:
        fight.rule("fire", None, attackers="alpha,anvil", target="pak")
        first, *others = lines_of(fight.account(), "Luck")
        assert re.search(r"\b1 die\b.*\b2 dice\b", first)
        assert [re.search(r"(hand|refcli).*: (\w+ 1)$", one).groups() for one in others] == [
            ("hand", "bombard 1"),
            ("refcli", "fire 1"),
        ]

    def test_names_the_readings_that_this_table_chose(self, tmp_path: Path) -> None:
        judge = Referee(Settings(readings=Setting({"grid": {"G-12": "disruption"}})))
        reading = judge.loaded("grid").readings["G-12"]
        other = next(one.word for one in reading.options if one is not reading.usual)
        judge = Referee(Settings(readings=Setting({"grid": {"G-12": other}})))
        play = Play(tmp_path / "game.jsonl", "grid", judge)
        play.game.next("Artillery")
        play.rule("bombard", "5", attackers="artillery", target="infantry")
        (chosen,) = [line for _, lines in play.account().after for line in lines if reading.question in line]
        assert chosen.endswith(f": {other}.")

    def test_tells_a_journal_without_a_game(self, run: Run, home: Home) -> None:
        run("-R", "grid", "fire", "tank", "infantry", "--dice", "5", "--log", "evening.jsonl")
        told = run("log", "report", "evening.jsonl")
        assert told.status == 0 and "Tank: 5 " in told.out
        ran = run("log", "roster", "evening.jsonl")
        assert ran.out == "" and ran.err.startswith("refcli: evening.jsonl: ") and ran.err.count("\n") == 1


@every_ruleset
class TestARandomEvening:
    """Is told whole, whatever was undone and corrected."""

    @pytest.fixture
    def evening(self, tmp_path: Path, rules: str) -> Evening:
        evening = Evening(tmp_path / "game.jsonl", rules, 14)
        for _ in range(ACTS):
            evening.go_on()
        return evening

    def test_tells_each_ruling_that_counts_once_as_it_was_made(self, evening: Evening) -> None:
        game = evening.game
        account = account_of(game, referee())
        told = {one.number: one for chapter in account.chapters for part in chapter.parts for one in part.told}
        counting = {number: entry for number, entry in game.live().items() if "ruling" in entry}
        assert counting and told.keys() - {0} == counting.keys()
        assert {number: one.text for number, one in told.items() if number} == {
            number: entry["ruling"]["verdict"] for number, entry in counting.items()
        }
        for number, entry in counting.items():
            assert made_again(entry, referee()), number
            dice = " ".join(told[number].dice)
            for roll in entry["ruling"]["rolls"]:
                assert all(re.search(rf"\b{face}\b", dice) for face in roll["faces"]), (number, dice)

    def test_has_the_states_that_hold_in_its_roster(self, evening: Evening) -> None:
        roster = roster_of(evening.game)
        cards = {card.name: card for card in all_cards(roster)}
        for name in evening.game.ledger.units:
            for held in evening.game.ledger.states_of(name):
                told = (*cards[name].states, *(one.text for one in cards[name].boxes if one.ticked))
                said = {held.said, held.state.label, called(held.state)}
                assert not held.state.text or any(one in line for one in said for line in told), (name, held)


class TestARulingOfOtherCharts:
    """Is told as it was: its verdict, and its faces alone."""

    @pytest.fixture
    def overlaid(self, tmp_path: Path) -> Referee:
        """A referee by whose charts tanks need more against infantry."""
        write(tmp_path / "mine" / "grid" / "combat.toml", "[rows]\ntanks = [6, 6, 6]\n")
        return Referee(Settings(charts=Setting([tmp_path / "mine"])))

    def test_is_not_made_again(self, fight: Play, overlaid: Referee) -> None:
        number = fight.rule("fire", "5", attackers="alpha", target="rifles")
        entry = fight.game.entries[number]
        assert made_again(entry, referee()) and not made_again(entry, overlaid)
        (told,) = [one for one in tellings(account_of(fight.game, overlaid)) if one.number == number]
        assert told.text == entry["ruling"]["verdict"] and told.dice == ("tank 1, attack: 5",)


def tellings(account: Account) -> Iterator[Told]:
    """Everything that is told in turn."""
    for chapter in account.chapters:
        for part in chapter.parts:
            yield from part.told


def all_cards(roster: Roster) -> list[Card]:
    """Every unit's card."""
    return [card for side in roster.sides for group in side.groups for card in group.cards]


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the time of a place is set by the system here")
class TestTheTimes:
    """Are those of the place where the report is told."""

    def test_are_local(self, fight: Play, monkeypatch: pytest.MonkeyPatch) -> None:
        (entry,) = [one for one in fight.game.entries.values() if "ruling" in one]
        entry["time"] = "2026-07-01T22:30:00Z"
        told = {}
        before = os.environ.get("TZ")
        for zone in ("UTC", "UTC-3"):
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            told[zone] = [one.time for one in tellings(fight.account()) if one.number]
        monkeypatch.undo()
        assert os.environ.get("TZ") == before
        time.tzset()
        assert told == {"UTC": ["22:30"], "UTC-3": ["01:30"]}


@pytest.mark.parametrize("text", HOSTILE)
class TestAnyTextOfAGame:
    """Stands on paper literally."""

    @pytest.fixture
    def hostile(self, play: Play, text: str) -> Play:
        play.game.act("note", text=text)
        play.game.act("set", of="rifles", state="in", value=text)
        return play

    def test_in_the_html_of_a_report(self, hostile: Play, text: str) -> None:
        page = Page(account_html(hostile.account()))
        assert [said(one).partition(": ")[2] for one in page.all(".//li/div/p")] == [text, f"rifles in {text}."]
        assert not page.all(".//script")

    def test_in_the_markdown_of_a_report(self, hostile: Play, text: str) -> None:
        page = MarkdownIt().enable("table").render(account_markdown(hostile.account()))
        shown = [said(one).partition(" ")[2] for one in Page(page).all(".//li")]
        plain = " ".join(text.split())
        assert [one.partition(": ")[2] for one in shown[-2:]] == [plain, f"rifles in {plain}."]

    def test_in_the_html_of_a_roster(self, hostile: Play, text: str) -> None:
        page = Page(roster_html(roster_of(hostile.game)))
        assert f"in {text}" in [said(one) for one in page.all(".//p[@class='states']")]


class TestTheRoster:
    """Has a card for each unit in play, with boxes to tick."""

    @pytest.fixture
    def counted(self, tmp_path: Path) -> Play:
        """A game in which hits on a unit and markers of a group are counted."""
        overlay = """
            [hits]
            of     = "unit"
            value  = "count"
            begins = ["hit"]
            source = { section = "club rules" }

            [markers]
            of     = "group"
            value  = "count"
            begins = ["marker"]
            source = { section = "club rules" }
        """
        write(tmp_path / "mine" / "grid" / "states.toml", overlay)
        return Play(tmp_path / "game.jsonl", "grid", Referee(Settings(charts=Setting([tmp_path / "mine"]))))

    def test_has_everybody_by_side_and_group(self, play: Play) -> None:
        play.game.add("2-Sec", ["9xinfantry", "Red", "group=1-Plt"])
        blue, red = roster_of(play.game).sides
        assert [card.name for card in blue.groups[0].cards] == ["alpha", "anvil", "guns"]
        assert [[group.own and group.own.name, *(card.name for card in group.cards)] for group in red.groups] == [
            [None, "rifles", "pak"],
            ["1-Plt", "2-Sec"],
        ]

    def test_says_what_a_unit_is(self, play: Play) -> None:
        play.game.add("eyes", ["reconnaissance", "foo", "Red"])
        said = {card.name: card.what for card in all_cards(roster_of(play.game))}
        assert (said["alpha"], said["eyes"]) == ("Tank", "Reconnaissance, Forward Observation Officer")

    def test_calls_a_weapon_as_the_chart_of_weapons_does(self, tmp_path: Path) -> None:
        """Not as one where its name stands for something else: the mover of a weapon is infantry."""
        play = Play(tmp_path / "game.jsonl", "combat-captain")
        play.game.add("f1", ["enhanced-small-arms", "infantry", "US"])
        play.game.add("t1", ["tank", "superior-armor", "US"])
        said = [card.what for card in all_cards(roster_of(play.game))]
        assert said == ["Enhanced Small Arms, Infantry", "Tank, Superior Armor"]

    def test_has_as_many_boxes_as_men(self, play: Play) -> None:
        play.game.add("2-Sec", ["9xinfantry", "Red"])
        boxes = {card.name: card.boxes for card in all_cards(roster_of(play.game))}
        assert Boxes("9 Infantry", 9) in boxes["2-Sec"]
        assert not [one for one in boxes["rifles"] if one.many > 1]

    def test_ticks_what_holds(self, fight: Play) -> None:
        boxes = {card.name: card.boxes for card in all_cards(roster_of(fight.game))}
        assert Boxes("disrupted", 1, 1) in boxes["rifles"] and Boxes("disrupted", 1) in boxes["pak"]

    def test_ticks_as_many_as_were_counted(self, counted: Play) -> None:
        counted.game.add("rifles", ["infantry", "Red", "group=1-Plt"])
        counted.game.add("pak", ["anti-tank-gun", "Red"])
        counted.game.set("rifles", "hits", "2")
        counted.game.set("pak", "hits", "9")
        counted.game.set("1-Plt", "markers", "1")
        alone, group = sorted(roster_of(counted.game).sides[0].groups, key=lambda one: one.own is not None)
        assert Boxes("hits", 5, 2) in group.cards[0].boxes and Boxes("hits", 9, 9) in alone.cards[0].boxes
        assert group.own and group.own.boxes == (Boxes("markers", 5, 1),)
        assert Boxes("markers", 5) in alone.cards[0].boxes  # who is of no group has its own

    def test_ticks_the_men_who_are_lost(self, tmp_path: Path) -> None:
        """What makes a unit so many less has no boxes of its own beside those of its men."""
        play = Play(tmp_path / "game.jsonl", "skirmish")
        play.game.add("2-Sec", ["9xrifle", "9xinfantry", "British"])
        play.game.add("scout", ["rifle", "infantry", "British"])
        play.game.set("2-Sec", "dead", "2")
        section, scout = all_cards(roster_of(play.game))
        dead = called(states_of("skirmish")["dead"])
        assert Boxes("9 Rifles", 9, 2) in section.boxes and dead not in [one.text for one in section.boxes]
        assert "9 Infantry" not in [one.text for one in section.boxes]  # they are the same men
        assert "2 men dead" in section.states
        assert Boxes(dead, 1, 0) in scout.boxes

    @pytest.mark.parametrize(
        ("rules", "said", "has", "has_not"),
        [
            (
                "skirmish",
                "t34-85",
                {"aboard-dead", "escaped", "immobilised", "main-gun-destroyed", "turret-destroyed"},
                {"dead", "guards", "check-due", "failed", "crew-gone"},
            ),
            ("skirmish", "jagdpanther", {"main-gun-destroyed", "destroyed"}, {"turret-destroyed", "limps"}),
            ("skirmish", "lorry", {"immobilised", "destroyed"}, {"main-gun-destroyed", "turret-destroyed"}),
            (
                "skirmish",
                "rifle man",
                {"dead", "check-due"},
                {"escaped", "ready", "immobilised", "wrecked"},
            ),
            ("skirmish", "german-80mm", {"ready"}, {"escaped", "guards"}),
            ("combat-captain", "enhanced-small-arms infantry", {"men-lost"}, {"kills", "overturned"}),
            ("combat-captain", "superior-gun armor", {"kills"}, {"overturned"}),
            ("combat-captain", "truck", {"overturned", "men-lost"}, {"kills"}),
            ("first-watch", "tiger-i", {"immobilised", "out"}, {"losses", "hits", "aborting"}),
            ("first-watch", "stuka", {"hits", "aborting"}, {"losses", "crew-losses", "immobilised"}),
            ("first-watch", "81mm-mortar", {"crew-losses"}, {"hits", "losses"}),
        ],
    )
    def test_has_boxes_for_what_can_befall_a_unit(
        self, tmp_path: Path, rules: str, said: str, has: set[str], has_not: set[str]
    ) -> None:
        play = Play(tmp_path / "game.jsonl", rules)
        play.game.add("one", [*said.split(), "Red"])
        (card,) = all_cards(roster_of(play.game))
        texts = {boxes.text for boxes in card.boxes}
        named = {name for name, state in states_of(rules).items() if called(state) in texts}
        assert has <= named and not has_not & named

    @pytest.mark.parametrize(
        ("rules", "said", "state", "many"),
        [
            ("skirmish", "t34-85", "aboard-dead", 4),
            ("skirmish", "m3-half-track", "escaped", 13),
            ("combat-captain", "crewed-mg heavy-weapon", "men-lost", 2),
            ("combat-captain", "3xarmor", "kills", 9),
            ("combat-captain", "truck", "markers", 6),
            ("first-watch", "lancaster", "hits", 3),
            ("first-watch", "17pdr", "crew-losses", 2),
            ("first-watch", "81mm-mortar", "crew-losses", 1),
        ],
    )
    def test_has_as_many_boxes_as_there_are_men_or_hits(
        self, tmp_path: Path, rules: str, said: str, state: str, many: int
    ) -> None:
        play = Play(tmp_path / "game.jsonl", rules)
        play.game.add("one", [*said.split(), "Red"])
        (card,) = all_cards(roster_of(play.game))
        assert Boxes(called(states_of(rules)[state]), many) in card.boxes

    def test_has_the_kills_of_all_models_of_a_group(self, tmp_path: Path) -> None:
        play = Play(tmp_path / "game.jsonl", "combat-captain")
        for name in ("one", "two"):
            play.game.add(name, ["armor", "Red", "group=troop"])
        ((group,),) = [side.groups for side in roster_of(play.game).sides]
        assert group.own and Boxes(called(states_of("combat-captain")["kills"]), 6) in group.own.boxes

    def test_says_which_disputed_rules_are_chosen(self, tmp_path: Path) -> None:
        settings = Settings(readings=Setting({"combat-captain": {"CC-9": "even"}}))
        play = Play(tmp_path / "game.jsonl", "combat-captain", Referee(settings))
        play.game.add("one", ["armor", "Red"])
        (chosen,) = roster_of(play.game).under
        assert chosen.startswith("Chosen here: ") and "even" in chosen

    def test_marks_who_is_out_of_play(self, fight: Play) -> None:
        fight.rule("fire", "5", attackers="alpha", target="rifles")
        assert [(card.name, card.boxes) for card in all_cards(roster_of(fight.game)) if card.out] == [("rifles", ())]

    def test_tells_what_no_box_tells(self, fight: Play) -> None:
        fight.rule("fire", "2", attackers="alpha", target="rifles")
        fight.game.set("pak", "poor")
        states = {card.name: card.states for card in all_cards(roster_of(fight.game))}
        assert (len(states["alpha"]), len(states["pak"])) == (2, 1)

    def test_says_where_the_game_stands(self, fight: Play) -> None:
        fight.game.set("game", "time", "05:40")
        assert roster_of(fight.game).under == ("Turn 1, Blue, Combat", "time 05:40")

    def test_names_the_game_at_its_foot_and_not_its_file(self, fight: Play) -> None:
        assert f" · {fight.game.path.stem} · edition " in roster_of(fight.game).footer

    def test_draws_its_boxes(self, fight: Play) -> None:
        page = Page(roster_html(roster_of(fight.game)))
        (card,) = [one for one in page.all(".//article") if said(one).startswith("rifles")]
        rows = {said(one).partition(" ")[0]: said(one)[-1] for one in card.findall(".//li")}
        assert (rows["disrupted"], rows["isolated"]) == (TICKED, EMPTY)


class TestTheCommands:
    """Write where they are told to."""

    @pytest.fixture
    def game(self, fight: Play, home: Home) -> str:
        return str(fight.game.path)

    def test_a_report_goes_to_the_output_as_markdown(self, run: Run, game: str) -> None:
        ran = run("log", "report", game)
        assert ran.status == 0 and ran.out.startswith("# WW2 Rules on a grid: ") and not ran.err

    @pytest.mark.parametrize("command", ["report", "roster"])
    def test_a_game_may_come_in(self, run: Run, game: str, command: str) -> None:
        ran = run("log", command, "-", "--format", "html", stdin=Path(game).read_text("utf-8"))
        assert ran.status == 0 and ran.out.startswith("<!DOCTYPE html>") and "WW2 Rules" in ran.out
        broken = run("log", command, "-", "--format", "html", stdin="{}")
        assert broken.status == 3 and broken.err.startswith("refcli: -"), broken.err

    @pytest.mark.parametrize(
        ("command", "out", "begins"),
        [
            ("report", "out.md", b"# WW2"),
            ("report", "out.html", b"<!DOCTYPE html>"),
            ("roster", "out.html", b"<!DOCTYPE html>"),
        ],
    )
    def test_a_file_is_written_as_it_ends(
        self, run: Run, game: str, home: Home, command: str, out: str, begins: bytes
    ) -> None:
        ran = run("log", command, game, "-o", out)
        assert ran.status == 0 and out in ran.out
        assert (home.work / out).read_bytes().startswith(begins)
        again = run("log", command, game, "-o", out)
        assert again.status == 2 and out in again.err and "--force" in again.err
        assert run("log", command, game, "-o", out, "--force").status == 0

    @pytest.mark.parametrize(("command", "format"), [("report", "pdf"), ("roster", "csv")])
    def test_another_format_is_refused(self, run: Run, game: str, command: str, format: str) -> None:
        ran = run("log", command, game, "--format", format)
        assert ran.status == 2 and command in ran.err and ran.out == ""

    def test_a_paper_is_that_of_a_pdf(self, run: Run, game: str) -> None:
        ran = run("log", "roster", game, "--paper", "letter", "-o", "out.html")
        assert ran.status == 2 and "--paper" in ran.err

    @pytest.mark.parametrize("command", ["report", "roster"])
    def test_a_file_that_is_not_there_is_told(self, run: Run, command: str) -> None:
        ran = run("log", command, "nowhere.jsonl")
        assert ran.status == 3 and "nowhere.jsonl: " in ran.err


class TestTheManual:
    """Shows the report of its evening as it came out."""

    NOT_THE_SAME = re.compile(r"\d\d:\d\d|(?<=: )\w+ \d+ \w+ \d{4}$|(?<=charts )\w+", re.MULTILINE)
    """What another day and other charts make of a report: times, its day, the digest."""

    def test_shows_the_report_of_its_evening(self, run: Run, home: Home) -> None:
        for command, _ in console_commands(DOCS / "evening.md"):
            run(*shlex.split(command)[1:])
        told, shown = ((folder / name).read_text("utf-8") for folder, name in
                       ((home.work, "report.md"), (DOCS, "evening-report.md")))  # fmt: skip
        told_alike, shown_alike = self.NOT_THE_SAME.sub("", told), self.NOT_THE_SAME.sub("", shown)
        if not is_same_but_for_states(told_alike, shown_alike):
            assert told_alike == shown_alike
        assert told.startswith("# WW2 Rules on a grid: ") and "Overruled" in told and "Corrected" in told

    def test_prints_the_roster_of_its_evening(self, run: Run, home: Home) -> None:
        for command, _ in console_commands(DOCS / "evening.md"):
            run(*shlex.split(command)[1:])
        cards = [said(one) for one in Page((home.work / "roster.html").read_text("utf-8")).all(".//article")]
        assert [card.split("\n")[0][:5] for card in cards] == ["alpha", "bravo", "gunsA", "rifle", "tubes"]


def test_a_report_stands_on_the_entries_that_count(fight: Play) -> None:
    """Nothing of what was undone is in its course, nor the acts that undo."""
    fight.game.act("note", text="one")
    fight.game.undo()
    acts = [one.entry.get("game", {}).get("do") for stretch in report_of(fight.game).course for one in stretch.happened]
    assert "note" not in acts and "undo" not in acts
    with pytest.raises(Refused):
        fight.game.undo(to=10_000)


@pytest.mark.parametrize("told", ["report --format md", "report --format html", "roster --format html"])
def test_what_a_terminal_would_obey_is_written_out(run: Run, home: Home, told: str) -> None:
    """In a note and the name of a place: the paper of another's evening is looked at with ``less`` and ``cat``."""
    for line in (
        "add alpha tank Blue",
        "set alpha orders 'Wo\x1b]0;x\x07\u202eods' until end of turn",
        "note '\x1b[2J \u202eright'",
    ):
        assert run("-R", "grid", "--game", "evening.jsonl", *shlex.split(line)).status == 0
    assert run("log", *told.split(), "evening.jsonl", "-o", "told").status == 0
    text = (home.work / "told").read_text("utf-8")
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)
