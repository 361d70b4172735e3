"""Cards on paper, and the rosters of games and scenarios: every figure of what is in play."""

from pathlib import Path

import pytest

from refcli.cli.print import roster_as
from refcli.game.printed_roster import roster_of, scenario_roster
from refcli.printing.paper import PAPERS
from refcli.printing.unit_cards import Card, CardTable, Roster
from refcli.referee.documents import cards_of
from refcli.referee.scenario import scenario_file, scenario_named, scenarios_in
from tests.conftest import Home, Run
from tests.situations import referee
from tests.test_report import Play, all_cards


def cards(rules: str, *names: str) -> Roster:
    """Cards of a ruleset as it is shipped."""
    return cards_of(referee().loaded(rules), names, referee().settings)


def figure(card: Card, what: str, band: str = "") -> str:
    """A figure of a card by what it is, and the band that it stands in."""
    found = [
        line[1 + one.heads.index(band)] if one.heads else line[1]
        for one in card.figures
        for line in one.lines
        if line[0] == what and (not one.heads or band in one.heads)
    ]
    assert len(found) == 1, (what, found)
    return found[0]


def condition(rules: str, ref: str) -> str:
    """The text of a condition of a chart."""
    chart, name = ref.split(".")
    return referee().loaded(rules).library.everything()[chart].conditions[name].text


class TestCards:
    """``charts print 6pdr tiger-i``."""

    def test_have_every_figure_of_a_shot(self) -> None:
        """The shot of the published example at 12 cm. Source: first-watch.txt 81-89."""
        shown = cards("first-watch", "6pdr", "pzkpfw-ivf2")
        gun, target = all_cards(shown)
        assert (gun.name, target.name) == ("6 pdr", "PzKpfw IVF2")
        assert (figure(gun, "Hit Class"), figure(gun, "range modifier", "25")) == ("2°", "1")
        assert (figure(gun, "until 1942"), figure(gun, "Range penalty on penetration", "25")) == (
            "5°",
            "-1",
        )
        assert figure(target, "to the main gun hit number") == "1°"
        assert (figure(target, "Armor Class"), figure(target, "Facing Modifier, side")) == ("3°", "0.5°")
        modifiers = dict(line for one in shown.modifiers for line in one.lines)
        assert modifiers[condition("first-watch", "main-gun.stationary")] == "-1°"
        assert modifiers[condition("first-watch", "main-gun.disappearing")] == "+3°"
        assert modifiers[condition("first-watch", "crew-ratings.elite")] == "-2"
        assert shown.legend == (("°", shown.legend[0][1]),)

    def test_have_the_gun_of_a_vehicle_and_what_it_needs(self) -> None:
        """Source: skirmish.txt 346-352, 367-390."""
        shown = cards("skirmish", "t34-85")
        (tank,) = all_cards(shown)
        assert (figure(tank, "front"), figure(tank, "Attack Value Table", "60")) == ("14", "12")
        (hits,) = [one for one in shown.modifiers if one.heads == ("20", "60", "90", "200")]
        assert hits.lines == (("anti-tank shot", "4+", "6+", "8+", "10+"),)

    def test_say_when_a_modifier_does_not_count(self) -> None:
        """Source: skirmish.txt 170, 362."""
        shown = cards("skirmish", "t34-85", "rifle").modifiers
        modifiers = {one.title: dict(one.lines) for one in shown if not one.heads}
        assert modifiers["AP Hit Table: modifiers"]["moving target, of an infantry anti-tank weapon"] == "+1"
        assert modifiers["Small Arms Table: modifiers"]["target prone, except close by"] == "+1"

    def test_have_the_attacks_of_a_plane(self) -> None:
        (plane,) = all_cards(cards("first-watch", "stuka-37mm"))
        assert figure(plane, "attacks of weapons with few rounds") == "2"

    def test_stand_in_bands_once(self) -> None:
        (gun,) = all_cards(cards("first-watch", "17pdr"))
        assert [len(one.lines) for one in gun.figures if one.title == "up to cm"] == [2]

    def test_are_printed_by_the_names_of_rows(self, home: Home, run: Run) -> None:
        ran = run("-R", "fw", "charts", "print", "6pdr", "tiger-i", "--format", "html")
        assert ran.status == 0
        assert "<h3>6 pdr</h3>" in ran.out and "<h3>Tiger I</h3>" in ran.out

    def test_are_of_a_row_that_is_called_as_a_chart_is_beside_another_row(self, run: Run) -> None:
        ran = run("-R", "cc", "charts", "print", "infantry", "armor", "--format", "html")
        assert ran.status == 0 and "<h3>Infantry</h3>" in ran.out and "<h3>Armor</h3>" in ran.out
        assert "<h3>Armor</h3>" not in run("-R", "cc", "charts", "print", "armor", "--format", "html").out

    @pytest.mark.parametrize(
        ("words", "status", "said"),
        [
            (("fw", "6pdr", "--format", "csv"), 2, "html, pdf"),
            (("fw", "6pdr", "--changes"), 2, "charts"),
            (("sk", "panzer"), 4, "nearest"),
        ],
    )
    def test_that_make_no_sense_are_told(self, run: Run, words: tuple[str, ...], status: int, said: str) -> None:
        ran = run("charts", "print", *words)
        assert ran.status == status and said in ran.err

    def test_of_every_reference_row_can_be_printed(self) -> None:
        for rules in ("first-watch", "skirmish", "combat-captain", "grid"):
            charts = referee().loaded(rules).library.everything()
            rows = {row: chart for chart in charts.values() if chart.reference for row in chart.rows}
            shown = cards(rules, *rows)
            assert all(card.figures for card in all_cards(shown))
            assert roster_as(shown, "html", PAPERS["a4"])


class TestARosterOfAGame:
    """Has the figures of whoever is in play."""

    def test_has_the_figures_of_each_unit(self, tmp_path: Path) -> None:
        play = Play(tmp_path / "game.jsonl", "skirmish")
        play.game.add("tiger", ["tiger-i", "German"])
        play.game.add("2-Sec", ["9xrifle", "infantry", "British"])
        by_name = {card.name: card for card in all_cards(roster_of(play.game))}
        assert figure(by_name["tiger"], "Attack Value Table", "20") == "15"
        assert figure(by_name["2-Sec"], "Small Arms Table", "40") == "9+"

    def test_says_what_several_charts_call_alike_under_one_head(self, tmp_path: Path) -> None:
        play = Play(tmp_path / "game.jsonl", "first-watch")
        play.game.add("aa", ["37mm-61k", "russia"])
        (card,) = all_cards(roster_of(play.game))
        assert card.figures[0] == CardTable("Anti-aircraft weapons", (), (("class", "Light A.A."), ("range", "82")))

    @pytest.mark.parametrize("said", ["armor tank", "truck"])
    def test_has_the_move_of_a_vehicle(self, tmp_path: Path, said: str) -> None:
        play = Play(tmp_path / "game.jsonl", "combat-captain")
        play.game.add("one", [*said.split(), "US"])
        (card,) = all_cards(roster_of(play.game))
        (move,) = [one for one in card.figures if one.title == "Movement: which dice count: Vehicle"]
        assert ("normal terrain", "all") in move.lines

    def test_has_the_combat_row_of_a_unit_alone(self, tmp_path: Path) -> None:
        """Not that of the class as which it is hit, beside it."""
        play = Play(tmp_path / "game.jsonl", "grid")
        play.game.add("recce", ["armoured-reconnaissance", "Blue"])
        (card,) = all_cards(roster_of(play.game))
        assert [one.title for one in card.figures if "Combat" in one.title] == [
            "Combat Table: Reconnaissance & AA Guns"
        ]

    def test_says_a_yes_by_its_name_alone(self, tmp_path: Path) -> None:
        play = Play(tmp_path / "game.jsonl", "grid")
        play.game.add("one", ["heavy-tank", "Blue"])
        (card,) = all_cards(roster_of(play.game))
        assert ("heavy tank rule", "") in card.figures[0].lines

    def test_has_the_modifiers_that_count(self, tmp_path: Path) -> None:
        play = Play(tmp_path / "game.jsonl", "grid")
        play.game.add("alpha", ["tank", "Blue"])
        lines = [line for one in roster_of(play.game).modifiers for line in one.lines]
        assert ("Tanks", "4+", "4+", "3+") in lines and len(lines) > 8


class TestARosterOfAScenario:
    """``scenario roster NAME``: its units, and what else its rulings name."""

    def made(self, name: str) -> Roster:
        found = scenario_named(name, scenarios_in(scenario_file()))
        return scenario_roster(found, referee())

    def test_has_its_units_by_their_names(self) -> None:
        shown = self.made("tanks-in-the-village")
        assert shown.title == scenario_named("tanks-in-the-village", scenarios_in(scenario_file())).title
        assert [(card.name, card.what) for card in all_cards(shown)] == [
            ("panzers", f"2 Tanks, {condition('grid', 'observation.adjacent')}"),
            ("squad", "Infantry"),
        ]
        assert [one.many for one in all_cards(shown)[0].boxes if one.text == "2 Tanks"] == [2]

    def test_calls_what_its_rulings_name_what_it_is(self) -> None:
        shown = self.made("fw-e2a")
        assert [(card.name, card.what) for card in all_cards(shown)] == [("6 pdr", ""), ("PzKpfw IVF2", "")]
        assert all(card.figures for card in all_cards(shown))

    def test_is_titled_at_the_foot_as_at_the_head(self) -> None:
        shown = self.made("fw-e2a")
        assert shown.footer.startswith(f"First Watch · {shown.title} · edition ") and "fw-e2a" not in shown.footer

    def test_says_which_disputed_rules_its_rulings_choose(self) -> None:
        (chosen,) = self.made("guns-against-armor").under
        assert chosen.startswith("Chosen here: ") and "even" in chosen
        assert self.made("fw-e2a").under == ()

    def test_marks_figures_as_the_roster_of_a_game_does(self, tmp_path: Path) -> None:
        """Not the rarer of those who happen to be in play."""
        play = Play(tmp_path / "game.jsonl", "first-watch")
        play.game.add("bazooka", ["bazooka", "US"])
        assert {mark for mark, _ in roster_of(play.game).legend} <= {"°"}
        assert {mark for mark, _ in self.made("fw-e2a").legend} == {"°"}

    def test_is_printed(self, home: Home, run: Run) -> None:
        ran = run("scenario", "roster", "fw-e2a", "--format", "html")
        assert ran.status == 0 and "<h3>6 pdr</h3>" in ran.out
        assert run("scenario", "roster", "fw-e2").status == 4

    def test_is_on_a_paper_that_rosters_have(self, home: Home, run: Run) -> None:
        ran = run("scenario", "roster", "fw-e2a", "--paper", "a5", "-o", "roster.pdf")
        assert ran.status == 2 and "--paper a5" in ran.err
        ran = run("scenario", "roster", "fw-e2a", "--paper", "letter", "-o", "roster.html")
        assert ran.status == 2 and "--paper" in ran.err


def test_figures_without_bands_are_lines() -> None:
    (tank,) = all_cards(cards("first-watch", "tiger-i"))
    first = tank.figures[0]
    assert isinstance(first, CardTable) and first.title == "Vehicles" and first.heads == ()
    assert ("Max Speed", "19") in first.lines
