"""Overlays: what one lays over a chart, which figures are in force, and what a fault of it says."""

import json
import re
from pathlib import Path

import pytest

from refcli.core.errors import BadData, Refused, UnknownName
from refcli.core.figures import Charts
from refcli.files.library import Library
from refcli.files.overlays import overlay_changes
from refcli.game.game import Game
from refcli.referee.referee import Referee
from refcli.referee.settings import Setting, Settings, settings_from
from refcli.rulesets import RULESETS
from tests.conftest import Home, Run
from tests.situations import referee
from tests.test_charts import GOOD, SIGNED, library


class TestOverlays:
    """A referee's folder of figures: it changes what it states, and nothing else."""

    def overlaid(self, tmp_path: Path, text: str) -> tuple[Library, Library]:
        folder = tmp_path / "mine"
        (folder / "test").mkdir(parents=True)
        (folder / "test" / "fire.toml").write_text(text, encoding="utf-8")
        return library(tmp_path, fire=GOOD), library(tmp_path, (folder,), fire=GOOD)

    def test_one_cell_changes_and_only_that(self, tmp_path: Path) -> None:
        before, after = self.overlaid(tmp_path, "[rows]\nrifle = { 20 = 5 }\n")
        assert overlay_changes(before, after) == [("fire.rifle.20", "6+", "5+")]
        chart = after.everything()["fire"]
        assert chart.cell("rifle", 15).source.origin == "overlay"
        assert chart.cell("rifle", 5).source.origin == "published"

    def test_a_row_is_replaced_and_only_its_changed_cells_are_marked(self, tmp_path: Path) -> None:
        _, after = self.overlaid(tmp_path, "[rows]\nrifle = [4, 5, 8]\n")
        chart = after.everything()["fire"]
        assert [chart.cell("rifle", cm).source.origin for cm in (5, 15, 30)] == ["published", "overlay", "published"]

    def test_a_row_and_a_condition_are_added(self, tmp_path: Path) -> None:
        text = '[rows]\nbow = [6]\n[[condition]]\nname = "wet"\ntext = "strings wet"\nvalue = 2\n'
        before, after = self.overlaid(tmp_path, text)
        found = overlay_changes(before, after)
        assert ("fire.bow.10", None, "6+") in found
        assert [new[:2] for ref, old, new in found if (ref, old) == ("fire.wet", None) and new] == ["+2"]

    def test_what_it_says_otherwise_is_a_difference_too(self, tmp_path: Path) -> None:
        text = """title = "Muskets"
        notes = ["Aim low."]
        [labels]
        rifle = "Musket"
        10 = "close"
        [aliases]
        brown-bess = "rifle"
        [[condition]]
        name = "aimed"
        counted = true
        """
        assert overlay_changes(*self.overlaid(tmp_path, text)) == [
            ("fire.aimed, counted", "no", "yes"),
            ("title of fire", "Rifle fire", "Muskets"),
            ("label of fire.rifle", "rifle", "Musket"),
            ("label of fire, column 10", "10", "close"),
            ("alias brown-bess of fire", None, "rifle"),
            ("note of fire", None, "Aim low."),
        ]

    def test_what_it_lays_on_the_table_is_a_difference_too(self, home: Home, run: Run) -> None:
        changed = '[[template]]\nname = "disrupted"\ncopies = 12\n'
        new = '[[template]]\nname = "hill"\ntitle = "A hill"\nshape = "marks"\nunit = "inches"\n'
        figures = 'source = { section = "ours" }\nat = "measured.adjacent"\n'
        home.write("mine/grid/templates.toml", changed + new + figures)
        home.write("refcli.toml", 'charts = ["mine"]\n')
        told = "grid template disrupted, copies: 24 -> 12\ngrid template hill: new -> A hill\n"
        assert run("charts", "diff", "grid").out == told
        handout = run("charts", "print", "grid", "--changes", "--format", "md").out
        assert "disrupted, copies" in handout and "A hill" in handout

    def test_a_state_of_its_own_is_a_difference_too_and_is_kept(self, home: Home, run: Run) -> None:
        stunned = '[stunned]\nof = "unit"\nbegins = ["disrupt"]\nsource = { section = "ours" }\n'
        home.write("mine/grid/states.toml", stunned)
        home.write("refcli.toml", 'charts = ["mine"]\n')
        assert re.fullmatch("grid .*stunned: new -> stunned\n", run("charts", "diff", "grid").out)
        settings = settings_from({}, home.work, None)
        game = Game(home.work / "game.jsonl", Referee(settings), "grid")
        game.add("pak", ["anti-tank-gun", "Red"])
        done = game.complete({"procedure": "fire", "attackers": "tank", "target": "pak"})
        game.keep(game.referee.rule(game.referee.case({"rules": "grid", **done.plain}), 0, "6"), done)
        assert {name for owner, name in game.ledger.held if owner == "pak"} == {"stunned", "disrupted"}

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("[rows]\nrifle = { 30 = 5 }\n", "'30'"),
            ("axes = []\n", "'axes'"),
            ("[rows]\nrifle = [1, 2, 3, 4]\n", "rifle"),
        ],
    )
    def test_its_faults_are_told_with_its_own_path(self, tmp_path: Path, text: str, said: str) -> None:
        _, after = self.overlaid(tmp_path, text)
        with pytest.raises(BadData) as caught:
            after.everything()
        assert str(tmp_path / "mine" / "test" / "fire.toml") in caught.value.faults[0]
        assert said in caught.value.faults[0]

    def test_a_chart_that_is_none_is_told(self, tmp_path: Path) -> None:
        folder = tmp_path / "mine"
        (folder / "test").mkdir(parents=True)
        (folder / "test" / "fier.toml").write_text("", encoding="utf-8")
        with pytest.raises(BadData, match=r"'fier' \(nearest: fire\)"):
            library(tmp_path, (folder,), fire=GOOD).everything()


class TestFiguresInForce:
    """What the referee, a reading and --published make of a chart."""

    def charts(self, **choices: object) -> Charts:
        loaded = referee().loaded("grid")
        return Charts(loaded.library.everything(), loaded.readings, **choices)  # type: ignore[arg-type]

    def test_a_figure_that_is_set_is_the_referees(self) -> None:
        cell = self.charts(figures={"combat.tanks.infantry": 2})["combat", "tanks", "infantry"]
        assert (cell.value, cell.source.origin) == (2, "referee")

    def test_a_reading_changes_the_cells_it_is_about_and_is_passed_through(self) -> None:
        charts = self.charts(choices={"G-2": "infantry"})
        assert charts["units", "armoured-car", "class"].value == "infantry"
        assert charts.passed["G-2"].word == "infantry"

    def test_a_figure_that_is_set_passes_through_no_reading(self) -> None:
        read, given = self.charts(), self.charts(figures={"units.armoured-car.class": "tank"})
        for charts in (read, given):
            _ = charts["units", "armoured-car", "class"]
        assert (list(read.passed), list(given.passed)) == (["G-2"], [])

    def test_a_house_value_is_refused_with_the_line_that_gives_it(self) -> None:
        with pytest.raises(Refused, match=r"--set units\.armoured-car\.class="):
            _ = self.charts(published_only=True)["units", "armoured-car", "class"]

    def test_a_figure_given_in_its_place_is_taken(self) -> None:
        charts = self.charts(published_only=True, figures={"units.armoured-car.class": "tank"})
        assert charts["units", "armoured-car", "class"].value == "tank"

    def test_a_figure_that_a_reading_gives_is_no_house_value(self) -> None:
        charts = self.charts(choices={"G-2": "infantry"}, published_only=True)
        cell = charts["units", "armoured-car", "class"]
        assert (cell.value, cell.source.said) == ("infantry", "reading G-2")

    @pytest.mark.parametrize("rules", list(RULESETS))
    def test_what_is_printed_is_what_resolves_under_every_reading(self, rules: str) -> None:
        loaded, nothing = referee().loaded(rules), Settings()
        every, readings = loaded.library.everything(), loaded.readings
        for reading in readings.values():
            for option in reading.options:
                choices = {reading.id: option.word}
                chosen = nothing._replace(readings=Setting({rules: choices}, "a test"))
                printed, ruling = loaded.charts_in_force(chosen), Charts(every, readings, choices)
                for name, chart in printed.items():
                    for row in chart.rows:
                        for column in chart.columns:
                            cell, found = (
                                chart.cell(row, column),
                                ruling[(name, row, column) if column else (name, row)],
                            )
                            assert (cell.value, cell.sign) == (found.value, found.sign), (choices, cell.ref)
                            given = cell.ref in option.figures and option != reading.usual
                            assert (cell.source.origin == "reading") == given, (choices, cell.ref)
                            assert cell.source == found.source or cell.source.at is not None, (choices, cell.ref)

    @pytest.mark.parametrize("published", [(), ("--published",)])
    def test_what_a_reading_gives_is_the_readings_wherever_it_is_told(
        self, home: Home, run: Run, published: tuple[str, ...]
    ) -> None:
        """Which class an armoured car has is a house value as shipped; chosen, it is refused to nobody."""
        home.write("refcli.toml", '[readings.grid]\nG-2 = "infantry"\n')
        ran = run("-R", "grid", "fire", "tank", "armoured-car", "--dice", "5", "--json", *published)
        ruling = json.loads(ran.out)
        figure = {"origin": "reading", "section": "reading G-2"}
        assert (ruling["steps"][0]["value"], ruling["steps"][0]["source"]) == ("infantry", figure)
        assert ruling["house"] == []
        shown = json.loads(run("charts", "show", "grid", "units", "--json").out)["rows"]["armoured-car"][0]
        card = json.loads(run("-R", "grid", "card", "armoured-car", "--json").out)["cells"]
        for cell in (shown, next(one for one in card if one["cell"] == "units.armoured-car.class")):
            assert (cell["value"], cell["source"]) == ("infantry", figure)

    @pytest.mark.parametrize(
        ("word", "sign", "said", "chance"), [("greater", ">", "over 8", 20), ("equal", ">=", "8+", 30)]
    )
    def test_the_sign_that_a_reading_gives_is_the_same_wherever_it_is_told(
        self, home: Home, run: Run, word: str, sign: str, said: str, chance: int
    ) -> None:
        """What a strafing die needs is a reading of First Watch; the kill number is 8."""
        home.write("refcli.toml", f'[readings.first-watch]\nFW-22 = "{word}"\n')
        guns = f"up to 2 German 37mm cannon.* {re.escape(said)} "
        assert re.search(guns, run("charts", "show", "fw", "strafing", "--plain").out)
        assert re.search(rf"{guns}\({chance}%\)", run("charts", "print", "fw", "strafing", "--format", "md").out)
        ruling = json.loads(run("-R", "fw", "strafe", "37mm-cannon", "40mm-bofors", "--dice", "8", "--json").out)
        kill = next(step for step in ruling["steps"] if step.get("cell") == "strafing.37mm-cannon.field-piece")
        assert (kill["needs"], ruling["success"]) == (f"{sign} 8", word == "equal")
        assert (kill["source"]["origin"], ruling["readings"]) == ("published", {"FW-22": word})

    @pytest.mark.parametrize(
        ("at", "figure", "readings"),
        [("40mm-bofors", "-", {}), ("40mm-bofors", "5", {"FW-22": "greater"}), ("tiger-i", "9", {"FW-22": "greater"})],
    )
    def test_a_sign_is_in_play_where_a_number_is_required(
        self, run: Run, at: str, figure: str, readings: dict[str, str]
    ) -> None:
        """A dash that the referee sets has none, a number in the place of one has."""
        cell = "strafing.heavy-mgs." + {"40mm-bofors": "field-piece", "tiger-i": "heavy-armor"}[at]
        ruling = json.loads(run("-R", "fw", "strafe", "heavy-mgs", at, "--set", f"{cell}={figure}", "--json").out)
        assert ruling["readings"] == readings

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ("-R sk fire 20mm infantry -r 10", "--set weapons.20mm.he=WORD"),
            ("-R grid fire tank armoured-car", "--set units.armoured-car.class=WORD"),
            ("-R fw fire rifle infantry -r 8", "=N"),
        ],
    )
    def test_the_line_that_gives_a_house_value_says_what_can_stand_there(self, run: Run, line: str, says: str) -> None:
        ran = run(*line.split(), "--published")
        assert ran.status == 2 and ran.err.rstrip().endswith(says)

    def test_an_option_that_a_reading_does_not_have_is_unknown(self) -> None:
        with pytest.raises(UnknownName, match="G-8"):
            self.charts(choices={"G-8": "c"})


class TestFaultsOfAnOverlay:
    """Each names the overlay's file and line, never the shipped chart that it is laid over."""

    @pytest.mark.parametrize(
        ("files", "says"),
        [
            (
                {"grid/units": '# mine\n[rows]\ntank = { attacks-as = "tonks" }\n'},
                "units.toml:3: units.tank.attacks-as: ",
            ),
            ({"grid/combat": '[[condition]]\nname = ""\ntext = "x"\n'}, "combat.toml:2: condition[1].name "),
            ({"grid/combat": '[rows]\ntanks = ["x", 2, 3]\n'}, "combat.toml:2: combat.tanks: 'x'"),
            ({"grid/readings": SIGNED.format('combat = "=>"')}, "readings.toml:11: reading[1].option[1].needs.combat "),
        ],
    )
    def test_are_told_by_check_and_by_a_ruling(self, home: Home, run: Run, files: dict[str, str], says: str) -> None:
        self.overlay(home, files)
        for command in ("charts check grid", "-R grid fire tank infantry --dice 4"):
            ran = run(*command.split())
            assert (ran.status, ran.err.count("\n")) == (3, 1)
            assert f"{home.work}/mine/grid/{says}" in ran.err

    @pytest.mark.parametrize(
        ("files", "says"),
        [
            ({"grid/combat": "[rows]\ntank = [3, 4, 5]\n"}, "combat.toml:2: "),
            (
                {"grid/movement": "[rows]\n\ntank = { cross-country = 3 }\n"},
                "movement.toml:3: movement.tank.road: ",
            ),
            ({"grid/smoke": '[[condition]]\nname = "windy"\ntext = "a gale"\n'}, "smoke.toml:2: "),
            ({"grid/units": "[rows]\njeep = {}\n"}, "units.toml:2: 'jeep'"),
            ({"grid/movement": "[rows]\njeep = [2, 4]\n"}, "movement.toml:2: 'jeep'"),
            (
                {"grid/units": "[rows]\njeep = {}\n", "grid/readings": '[[reading]]\nid = "G-2"\ndefault = "x"\n'},
                "readings.toml:3: default 'x'",
            ),
            (
                {"grid/readings": SIGNED.format('kombat = ">"')},
                "readings.toml:11: ",
            ),
        ],
    )
    def test_that_only_check_sees_have_their_line_too(
        self, home: Home, run: Run, files: dict[str, str], says: str
    ) -> None:
        self.overlay(home, files)
        ran = run("charts", "check", "grid")
        assert (ran.status, ran.err.count("\n")) == (3, 1)
        assert f"{home.work}/mine/grid/{says}" in ran.err

    def test_a_row_that_a_cell_or_a_request_names_is_none(self, home: Home, run: Run) -> None:
        """A unit of one's own, its row in the combat table, its speed."""
        jeep = (
            '[rows]\njeep = { class = "tank", attacks-as = "jeeps", enters-as = "others", from-the-air = "target" }\n'
        )
        combat = "[rows]\njeeps = [5, 6, 6]\n"
        self.overlay(home, {"grid/units": jeep, "grid/combat": combat, "grid/movement": "[rows]\njeep = [2, 4]\n"})
        assert run("charts", "check", "grid").err == ""
        assert run("-R", "grid", "fire", "jeep", "infantry", "--dice", "4").status == 0

    def test_a_folder_that_is_no_ruleset_is_told(self, home: Home, run: Run) -> None:
        self.overlay(home, {"gird/combat": ""})
        ran = run("charts", "check", "grid")
        assert ran.status == 3
        assert re.search(r"mine/gird: .*'gird' \(nearest: grid\)", ran.err)

    def test_a_folder_that_is_missing_is_told_once(self, home: Home, run: Run) -> None:
        home.write("refcli.toml", 'charts = ["gone"]\n')
        ran = run("charts", "check")
        assert (ran.status, ran.err.count("gone: ")) == (3, 1)

    def overlay(self, home: Home, files: dict[str, str]) -> None:
        """Files of an overlay that is set."""
        for name, text in files.items():
            home.write(f"mine/{name}.toml", text)
        home.write("refcli.toml", 'charts = ["mine"]\n')


class TestNewOverlays:
    """``refcli charts new``: a file to begin from, that never writes over another."""

    def test_a_row_stands_in_a_line(self, home: Home, run: Run) -> None:
        assert run("charts", "new", "grid", "combat", "mine").status == 0
        assert "tanks = [4, 4, 3]" in (home.work / "mine/grid/combat.toml").read_text(encoding="utf-8").splitlines()

    def test_it_changes_nothing_until_it_is_edited(self, home: Home, run: Run) -> None:
        assert run("charts", "new", "grid", "combat", "mine").status == 0
        home.write("refcli.toml", 'charts = ["mine"]\n')
        assert " -> " not in run("charts", "diff", "grid").out
        assert run("charts", "check", "grid").status == 0

    def test_it_refuses_a_file_that_is_there(self, home: Home, run: Run) -> None:
        mine = home.write("mine/grid/combat.toml", "# mine\n")
        ran = run("charts", "new", "grid", "combat", "mine")
        assert ran.status == 2 and "combat.toml" in ran.err
        assert mine.read_text(encoding="utf-8") == "# mine\n"
