"""Chart files: every fault at once with its line, overlays, bands, sources, and what no schema sees."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from refcli.conformance.sources import odd_lines
from refcli.core.cells import TargetNumber
from refcli.core.charts import Axis
from refcli.core.errors import BadData, Refused, UnknownName
from refcli.core.figures import Charts
from refcli.core.marks import MARKS
from refcli.files import cached_charts
from refcli.files.check import faults_of
from refcli.files.library import Library
from refcli.files.overlay_changes import overlay_changes
from refcli.files.toml_file import find_line, lines_of_keys
from refcli.game.game import Game
from refcli.referee.referee import Referee
from refcli.referee.settings import Setting, Settings, settings_from
from refcli.rulesets import RULESETS, ruleset
from tests.conftest import Home, Run, write
from tests.situations import referee, suite
from tests.tables import entry_of
from tests.test_layers import modules_imported

GOOD = """title  = "Rifle fire"
source = { section = "Fire", lines = "10-12" }
axes   = ["weapon", "range"]
range  = { unit = "cm", to = [10, 20, 40] }
needs  = ">="

[rows]
rifle  = [4, 6, 8]
pistol = [5]

[aliases]
gun = "rifle"

[[condition]]
name   = "aimed"
text   = "took aim"
value  = -1
source = { section = "Fire", lines = "14" }
"""

SIGNED = """\
[[reading]]
id       = "X-1"
question = "?"
default  = "a"
source   = {{ section = "x" }}

[[reading.option]]
letter = "a"
word   = "aye"
text   = "yes"
needs  = {{ {} }}

[[reading.option]]
letter = "b"
word   = "no"
text   = "as printed"
"""
"""A reading with a sign that is yet to be said."""

LINES = {"grid": 234, "first-watch": 172, "combat-captain": 1443, "skirmish": 462}
"""How many lines the source of each ruleset has."""


def library(folder: Path, overlays: tuple[Path, ...] = (), cache: Path | None = None, **files: str) -> Library:
    """A ruleset folder of these chart files."""
    charts = folder / "test"
    charts.mkdir(exist_ok=True)
    for name, text in {"ruleset": 'title = "Test"\nturn = []', "readings": "", **files}.items():
        (charts / f"{name}.toml").write_text(text, encoding="utf-8")
    return Library("test", charts, overlays, cache)


def faults(folder: Path, text: str) -> list[str]:
    """The faults of one chart file."""
    with pytest.raises(BadData) as caught:
        library(folder, fire=text).charts(["fire"])
    return list(caught.value.faults)


class TestAChart:
    """What a rule finds in one."""

    def test_a_value_inside_a_band_finds_its_column(self, tmp_path: Path) -> None:
        chart = library(tmp_path, fire=GOOD).charts(["fire"])["fire"]
        assert [chart.cell("rifle", cm).value for cm in (0, 10, 10.5, 20, 21, 40)] == [4, 4, 6, 6, 8, 8]

    def test_beyond_the_last_band_and_past_a_short_row_there_is_a_blank(self, tmp_path: Path) -> None:
        chart = library(tmp_path, fire=GOOD).charts(["fire"])["fire"]
        assert chart.cell("rifle", 41).blank
        assert chart.cell("pistol", 11).blank

    def test_an_alias_means_its_row_in_any_case(self, tmp_path: Path) -> None:
        chart = library(tmp_path, fire=GOOD).charts(["fire"])["fire"]
        assert chart.cell("GUN", 5).ref == "fire.rifle.10"

    def test_a_number_required_states_its_comparison(self, tmp_path: Path) -> None:
        chart = library(tmp_path, fire=GOOD).charts(["fire"])["fire"]
        assert chart.cell("rifle", 15).target_number == TargetNumber(">=", 6)

    def test_bands_are_inclusive_at_their_upper_end(self) -> None:
        axis = Axis("range", unit="cm", bands=((0, 20), (20, 60)))
        assert [axis.column_of(value) for value in (0, 20, 20.01, 60, 60.01, -1)] == [0, 0, 1, 1, None, None]


class TestFaults:
    """Each in a line of its own: file, line, what, and the nearest name that would be right."""

    @pytest.mark.parametrize(
        ("old", "new", "line", "said"),
        [
            ('title  = "Rifle fire"', 'titel  = "Rifle fire"', 1, "unknown key 'titel' (nearest: title"),
            ('title  = "Rifle fire"', "title  = 7", 1, "title must be a text, not 7"),
            ("to = [10, 20, 40]", "to = [10, 40, 20]", 4, "bands of range must rise"),
            ("to = [10, 20, 40]", 'to = [10, "b", 40]', 4, "range.to must be numbers"),
            ("to = [10, 20, 40]", "bands = [[0, 10], [8, 20], [20, 40]]", 4, "bands of range overlap"),
            ("to = [10, 20, 40]", "bands = [[0, 10], [15, 20], [20, 40]]", 4, "leave a gap: 10 to 15"),
            ("to = [10, 20, 40]", "too = [10]", 4, "unknown key 'too' (nearest: to)"),
            ("[4, 6, 8]", "[4, 6, 8, 9]", 8, "row 'rifle' has 4 cells; weapon by range has 3 columns"),
            ("[4, 6, 8]", "[4, nan, 8]", 8, "must be a number"),
            ("[4, 6, 8]", "[4, true, 8]", 8, "must be a number"),
            ('gun = "rifle"', 'gun = "rifel"', 12, "alias 'gun' means no row: 'rifel' (nearest: rifle)"),
            ("value  = -1", 'value  = "-1"', 17, "condition[1].value must be a number"),
            ("value  = -1", 'value  = -1\nsays = "{count} to hit"', 18, "says has no place but {value}, its modifier"),
            ("value  = -1", 'value  = -1\nsays = " "', 18, "says is empty; leave it out"),
            (
                "value  = -1",
                'value  = -1\nseveral = "some"',
                18,
                "several has one place, {times}, for how many: 'some'",
            ),
            ("value  = -1", 'value  = -1\nseveral = "{times} of {n}"', 18, "several has one place, {times}"),
            ("name   = ", "nmae   = ", 15, "unknown key 'nmae' (nearest: name)"),
            ('">="', '"=>"', 5, "needs '=>' is none of"),
            ('">="', '">="\nnotes = ["\\u001b[2J"]', 6, "notes holds a control character"),
            ('">="', '">="\nphase = 3', 6, "phase must be a text"),
            ('">="', '">="\nrungs = "row"', 6, "rungs 'row' is none of rows, columns"),
            ('">="', '">="\nrows-of = 3', 6, "rows-of must be a text or a list, not 3"),
            ('">="', '">="\nrows-of = [3]', 6, "rows-of must be a list of texts"),
            (', lines = "10-12"', "", 2, "source lacks 'lines'"),
            ('section = "Fire", lines = "14"', 'lines = "14"', 18, "lacks 'section'"),
            ("[rows]", "[rows", 7, "not TOML"),
        ],
    )
    def test_names_file_line_and_cure(self, tmp_path: Path, old: str, new: str, line: int, said: str) -> None:
        assert old in GOOD
        found = faults(tmp_path, GOOD.replace(old, new, 1))
        at = f"charts/test/fire.toml:{line}: "
        assert any(fault.startswith(at) and said in fault for fault in found), found

    def test_all_of_all_files_are_told_at_once(self, tmp_path: Path) -> None:
        one = GOOD.replace("title ", "titel ").replace("needs  =", "neds   =")
        two = GOOD.replace('gun = "rifle"', 'gun = "rifel"')
        with pytest.raises(BadData) as caught:
            library(tmp_path, fire=one, hit=two).everything()
        told = "\n".join(caught.value.faults)
        assert all(word in told for word in ("titel", "neds", "rifel", "fire.toml:", "hit.toml:"))

    def test_a_line_is_found_under_tables_arrays_and_quoted_keys(self) -> None:
        text = 'a = 1\n[b]\n"c.d" = 2\n[[e]]\nf = 3\n[[e]]\nf = 4\n[[e.g]]\nh = 5\n[[e.g]]\nh = 6\n'
        assert find_line(lines_of_keys(text), ["b", "c.d"]) == 3
        assert find_line(lines_of_keys(text), ["e", 1, "f"]) == 7
        assert find_line(lines_of_keys(text), ["e", 1, "g", 1, "h"]) == 11
        assert find_line(lines_of_keys(text), ["e", 0, "missing"]) == 4


class TestWhatAConditionSays:
    """Its consequence: its own, else its chart's with the modifier in its place, else the modifier alone."""

    @pytest.mark.parametrize(
        ("chart", "own", "told"),
        [
            ("", "", "took aim: -1"),
            ("{value} to hit", "", "took aim: -1 to hit"),
            ("{value} to hit", "in cover, {value} to hit", "took aim: in cover, -1 to hit"),
            ("{value} to hit", "fires last", "took aim: -1, fires last"),
        ],
    )
    def test_stands_beside_its_name(self, tmp_path: Path, chart: str, own: str, told: str) -> None:
        text = GOOD.replace("needs ", f'says = "{chart}"\nneeds ') if chart else GOOD
        text = text.replace("value  = -1", f'value  = -1\nsays = "{own}"') if own else text
        assert library(tmp_path, fire=text).charts(["fire"])["fire"].conditions["aimed"].told == told

    def test_without_a_modifier_is_its_own_alone(self, tmp_path: Path) -> None:
        text = GOOD.replace("needs ", 'says = "{value} to hit"\nneeds ').replace("value  = -1", "")
        assert library(tmp_path, fire=text).charts(["fire"])["fire"].conditions["aimed"].told == "took aim"

    def test_what_the_name_says_is_not_said_again(self, tmp_path: Path) -> None:
        text = GOOD.replace("took aim", "Aimed")
        assert library(tmp_path, fire=text).charts(["fire"])["fire"].conditions["aimed"].told == "-1"

    def test_of_an_overlay_keeps_its_sentence_with_the_new_modifier(self, tmp_path: Path) -> None:
        text = '[[condition]]\nname = "aimed"\nvalue = -2\n[[condition]]\nname = "wet"\ntext = "rain"\nvalue = 1\n'
        write(tmp_path / "mine/test/fire.toml", text)
        laid = library(tmp_path, (tmp_path / "mine",), fire=GOOD.replace("needs ", 'says = "{value} to hit"\nneeds '))
        conditions = laid.charts(["fire"])["fire"].conditions
        assert [conditions[name].told for name in ("aimed", "wet")] == ["took aim: -2 to hit", "rain: +1 to hit"]


class TestConditionsThatExcludeEachOther:
    """Cannot both be stated, of the ruling or of one term: they contradict each other, their modifiers would add up."""

    @pytest.mark.parametrize("stated", [("soft-cover", "dug-in"), ("dug-in", "soft-cover")])
    def test_are_refused_by_name_in_either_order(self, run: Run, stated: tuple[str, str]) -> None:
        for words in (("infantry", *stated), (f"infantry+{'+'.join(stated)}",)):
            ran = run("-R", "fw", "fire", "rifle", *words, "-r", "8", "--dice", "5")
            assert ran.status == 2
            assert f"{stated[0]} and {stated[1]} cannot both hold" in ran.err

    @pytest.mark.parametrize(
        ("line", "both"),
        [
            ("-R fw fire rifle infantry+dug-in soft-cover -r 8", "soft-cover and dug-in"),
            ("-R fw fire 6pdr+assaulting tiger-i stationary -r 8", "stationary and assaulting"),
            ("-R sk fire rifle infantry -r 10 stationary moved", "stationary and moved"),
            ("-R sk fire 88mm-l56+stationary t34-85 -r 50 moved", "moved and stationary"),
            ("-R sk fire rifle infantry -r 10 running stationary", "running and stationary"),
            ("-R cc fire mortar infantry -r 6 moved stationary", "moved and third-turn"),
            ("-R grid fire tank infantry+night dusk", "dusk and night"),
            ("-R grid observe tank night dusk", "night and dusk"),
        ],
    )
    def test_are_refused_of_a_term_and_of_the_ruling_and_of_two_charts(self, run: Run, line: str, both: str) -> None:
        """Wherever they were said: in one line that names them."""
        assert run(*line.split()) == (2, "", f"refcli: {both} cannot both hold: leave one of them out\n")

    def test_may_hold_of_different_terms(self, run: Run) -> None:
        assert run("-R", "fw", "burst", "76mm", "infantry+in-open,infantry+fortified", "--dice", "5 5").status == 0

    def test_of_another_chart_have_to_be_there(self, home: Home, run: Run) -> None:
        """Told with the file and the line, and the nearest."""
        file = home.work / "mine" / "grid" / "cover.toml"
        write(file, '[[condition]]\nname = "dusk"\nexcludes = ["observation.movd"]\n')
        home.write("refcli.toml", 'charts = "mine"')
        ran = run("charts", "check", "grid")
        assert ran.status == 3 and "mine/grid/cover.toml:3: dusk excludes no condition: 'observation.movd'" in ran.err
        assert "observation.moved" in ran.err

    def test_take_each_others_place_in_what_if(self, run: Run) -> None:
        line = ("-R", "fw", "fire", "rifle", "infantry", "soft-cover", "-r", "8", "--dice", "5", "--what-if", "--json")
        ran = run(*line)
        found = {one["name"]: one["outcome"] for one in json.loads(ran.out)["what_if"]}
        assert (ran.status, json.loads(ran.out)["outcome"]) == (0, "eliminated")
        assert found["dug-in"] == "miss"

    def test_a_name_that_is_none_is_a_fault(self, home: Home, run: Run) -> None:
        text = '[[condition]]\nname = "dug-in"\nexcludes = ["softcover"]\n'
        home.write("mine/first-watch/hit-number.toml", text)
        home.write("refcli.toml", 'charts = ["mine"]\n')
        ran = run("charts", "check", "first-watch")
        assert ran.status == 3
        assert "hit-number.toml:3: dug-in excludes no condition of this chart: 'softcover' (nearest: soft-" in ran.err


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
        assert ("fire.wet", None, "+2, strings wet") in found

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
        assert "template disrupted, copies" in handout and "A hill" in handout

    def test_a_state_of_its_own_is_a_difference_too_and_is_kept(self, home: Home, run: Run) -> None:
        stunned = '[stunned]\nof = "unit"\nbegins = ["disrupt"]\nsource = { section = "ours" }\n'
        home.write("mine/grid/states.toml", stunned)
        home.write("refcli.toml", 'charts = ["mine"]\n')
        assert run("charts", "diff", "grid").out == "grid state stunned: new -> stunned\n"
        settings = settings_from({}, home.work, None)
        game = Game(home.work / "game.jsonl", Referee(settings), "grid")
        game.add("pak", ["anti-tank-gun", "Red"])
        done = game.complete({"procedure": "fire", "attackers": "tank", "target": "pak"})
        game.keep(game.referee.rule(game.referee.case({"rules": "grid", **done.plain}), 0, "6"), done)
        assert {name for owner, name in game.ledger.held if owner == "pak"} == {"stunned", "disrupted"}

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("[rows]\nrifle = { 30 = 5 }\n", "has no column '30'"),
            ("axes = []\n", "unknown key 'axes'"),
            ("[rows]\nrifle = [1, 2, 3, 4]\n", "has 4 cells"),
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
        with pytest.raises(BadData, match=r"has no chart 'fier' \(nearest: fire\)"):
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
        with pytest.raises(UnknownName, match="it has a"):
            self.charts(choices={"G-8": "c"})


class TestEveryShippedChart:
    """``refcli charts check``."""

    @pytest.mark.parametrize("rules", list(RULESETS))
    def test_fits_the_rules_that_read_it(self, rules: str) -> None:
        assert faults_of(ruleset(rules), referee().loaded(rules).library) == []

    @pytest.mark.parametrize("rules", list(RULESETS))
    def test_tells_lines_that_its_source_has_in_their_order(self, rules: str) -> None:
        last = entry_of(LINES, rules, "tests/test_charts.py: LINES", "how many lines its source has")
        assert list(odd_lines(suite(rules), last)) == []

    def test_a_condition_that_no_procedure_reads_is_found(self, home: Home, run: Run) -> None:
        path = home.write("mine/grid/smoke.toml", '[[condition]]\nname = "windy"\ntext = "a strong wind"\n')
        ran = run("-R", "grid", "charts", "check", "grid")
        assert (ran.status, ran.err) == (0, "")
        home.write("refcli.toml", f'charts = ["{path.parent.parent}"]\n')
        ran = run("charts", "check", "grid")
        assert ran.status == 3
        assert "condition 'windy' has no value, and no procedure reads it by name" in ran.err

    def test_a_row_that_breaks_its_order_is_found(self, home: Home, run: Run) -> None:
        home.write("mine/grid/movement.toml", "[rows]\ntank = { road = 1 }\n")
        home.write("refcli.toml", 'charts = ["mine"]\n')
        ran = run("charts", "check", "grid")
        assert ran.status == 3
        assert "movement.tank.road: 1 after 2 breaks the order of the row" in ran.err

    @pytest.mark.parametrize(
        ("name", "row", "says"),
        [
            ("combat", 'tanks = ["3+", 4, 3]', "'3+' is not a number"),
            ("cover", "woods = [5]", "5 is none of the words of cover: cover"),
            ("units", 'tank = { heavy = "huge" }', "'huge' is none of the words of units: heavy"),
        ],
    )
    def test_what_no_cell_beside_it_is_like_is_told_with_its_line(
        self, home: Home, run: Run, name: str, row: str, says: str
    ) -> None:
        home.write(f"mine/grid/{name}.toml", f"[rows]\n{row}\n")
        home.write("refcli.toml", 'charts = ["mine"]\n')
        for command in (["charts", "check", "grid"], ["-R", "grid", "fire", "tank", "infantry"]):
            ran = run(*command)
            assert ran.status == 3 and f"{name}.toml:2: {name}." in ran.err and says in ran.err

    def test_a_word_that_no_chart_defines_is_found(self, home: Home, run: Run) -> None:
        home.write("mine/grid/units.toml", '[rows]\ntank = { attacks-as = "tonks" }\n')
        home.write("refcli.toml", 'charts = ["mine"]\n')
        ran = run("charts", "check", "grid")
        assert ran.status == 3
        assert "units.tank.attacks-as: combat defines no 'tonks'" in ran.err


class TestFaultsOfAnOverlay:
    """Each names the overlay's file and line, never the shipped chart that it is laid over."""

    @pytest.mark.parametrize(
        ("files", "says"),
        [
            (
                {"grid/units": '# mine\n[rows]\ntank = { attacks-as = "tonks" }\n'},
                "units.toml:3: units.tank.attacks-as: ",
            ),
            ({"grid/combat": '[[condition]]\nname = ""\ntext = "x"\n'}, "combat.toml:2: '' is no name"),
            ({"grid/combat": '[rows]\ntanks = ["x", 2, 3]\n'}, "combat.toml:2: combat.tanks: 'x' is not a number"),
            ({"grid/readings": SIGNED.format('combat = "=>"')}, "readings.toml:11: needs '=>' is none of >= <= > <"),
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
            (
                {"grid/combat": "[rows]\ntank = [3, 4, 5]\n"},
                "combat.toml:2: no request and no cell names the new row 'tank'",
            ),
            (
                {"grid/movement": "[rows]\n\ntank = { cross-country = 3 }\n"},
                "movement.toml:3: movement.tank.road: 2 after 3",
            ),
            ({"grid/smoke": '[[condition]]\nname = "windy"\ntext = "a gale"\n'}, "smoke.toml:2: condition 'windy'"),
            ({"grid/units": "[rows]\njeep = {}\n"}, "units.toml:2: 'jeep' of units has no row in movement"),
            ({"grid/movement": "[rows]\njeep = [2, 4]\n"}, "movement.toml:2: 'jeep' is no row of units"),
            (
                {"grid/units": "[rows]\njeep = {}\n", "grid/readings": '[[reading]]\nid = "G-2"\ndefault = "x"\n'},
                "readings.toml:3: default 'x' is no option",
            ),
            (
                {"grid/readings": SIGNED.format('kombat = ">"')},
                "readings.toml:11: reading X-1 signs 'kombat', which is",
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
        assert "mine/gird: no ruleset is called 'gird' (nearest: grid)" in ran.err

    def test_a_folder_that_is_missing_is_told_once(self, home: Home, run: Run) -> None:
        home.write("refcli.toml", 'charts = ["gone"]\n')
        ran = run("charts", "check")
        assert (ran.status, ran.err.count("gone: cannot be read")) == (3, 1)

    def overlay(self, home: Home, files: dict[str, str]) -> None:
        """Files of an overlay that is set."""
        for name, text in files.items():
            home.write(f"mine/{name}.toml", text)
        home.write("refcli.toml", 'charts = ["mine"]\n')


class TestRemembered:
    """What was checked and found good is read back without a look at its form, and is the same."""

    @pytest.mark.parametrize("rules", list(RULESETS))
    def test_charts_readings_and_turn_are_as_they_were_judged(self, tmp_path: Path, rules: str) -> None:
        def read(cache: Path | None) -> str:
            found = Library(rules, cache=cache)
            return repr((found.charts(found.names()), found.readings(), found.about()))

        judged = read(None)
        assert [read(tmp_path), read(tmp_path)] == [judged, judged]

    def test_nothing_is_judged_again(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        read = library(tmp_path, cache=tmp_path / "cache", fire=GOOD)
        chart = read.charts(["fire"])["fire"]
        monkeypatch.setattr("refcli.files.chart_file.chart_from", lambda *given: pytest.fail("judged again"))
        assert library(tmp_path, cache=tmp_path / "cache", fire=GOOD).charts(["fire"])["fire"] == chart

    def test_a_ruling_loads_nothing_that_judges(self, home: Home) -> None:
        line = ["-R", "grid", "fire", "tank", "infantry", "--dice", "4"]
        judging = {"tomllib", *(f"refcli.files.{name}" for name in ("judge", "chart_file", "reading_file"))}
        code = (
            f"import sys; from refcli.cli.main import run; run({line}); "
            f"print(*sorted({judging} & set(sys.modules)), file=sys.stderr)"
        )
        told = []
        for _ in range(2):
            ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
            told.append(ran.stderr.split())
        assert told == [sorted(judging), []]

    def test_an_overlay_that_changes_is_another_chart(self, tmp_path: Path) -> None:
        laid = write(tmp_path / "mine/test/fire.toml", "[rows]\nrifle = { 20 = 5 }\n")
        told = []
        for figure in ("5", "7", "5"):
            laid.write_text(f"[rows]\nrifle = {{ 20 = {figure} }}\n", encoding="utf-8")
            read = library(tmp_path, (tmp_path / "mine",), tmp_path / "cache", fire=GOOD)
            told.append(read.charts(["fire"])["fire"].cell("rifle", 20).value)
        assert told == [5, 7, 5]

    def test_a_fault_is_told_every_time(self, tmp_path: Path) -> None:
        bad = GOOD.replace("title ", "titel ")
        for _ in range(2):
            with pytest.raises(BadData, match="unknown key 'titel'"):
                library(tmp_path, cache=tmp_path / "cache", fire=bad).charts(["fire"])
        assert library(tmp_path, cache=tmp_path / "cache", fire=GOOD).charts(["fire"])

    def test_another_version_of_the_format_judges_anew(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The version is told by the modules that judge, as they lie on disk."""
        for name in cached_charts.CHECKED_BY:
            write(tmp_path / "refcli" / f"{name}.py", "# as it was\n")
        monkeypatch.setattr(cached_charts, "__file__", str(tmp_path / "refcli" / "files" / "cached_charts.py"))
        told = {cached_charts.version.__wrapped__()}
        for name in cached_charts.CHECKED_BY:
            write(tmp_path / "refcli" / f"{name}.py", "# as it is now\n")
            told.add(cached_charts.version.__wrapped__())
        assert len(told) == len(cached_charts.CHECKED_BY) + 1
        (tmp_path / "refcli" / "files" / "judge.py").unlink()
        assert cached_charts.version.__wrapped__() == b""

    def test_every_module_that_says_what_a_chart_or_a_reading_means_tells_the_version(self) -> None:
        judges = ("cached_charts", "chart_file", "reading_file", "judge", "toml_file")
        needed = {name for judge in judges for name in modules_imported(f"refcli.files.{judge}")}
        checked_by = {f"refcli.{name.replace('/', '.')}" for name in cached_charts.CHECKED_BY}
        assert needed - checked_by == {"refcli.core.errors", "refcli.files.cache"}

    def test_where_no_version_is_told_nothing_is_remembered(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("refcli.files.library.version", lambda: b"")
        assert library(tmp_path, cache=tmp_path / "cache", fire=GOOD).charts(["fire"])
        assert not (tmp_path / "cache").exists()


class TestWhatARulesetSaysOfItself:
    """``ruleset.toml``: judged as every other file."""

    def test_a_key_that_is_none_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(BadData, match=r"unknown key 'trun' \(nearest: turn\)"):
            library(tmp_path, ruleset='title = "Test"\ntrun = []').about()

    def test_its_readings_tell_where_their_rules_stand(self, run: Run) -> None:
        """Source: grid.txt 199."""
        told = "G-24: Does the heavy tank rule stop artillery and aircraft too? (Heavy Tanks, line 199)"
        assert told in " ".join(run("rules", "grid").out.split())


class TestShownOnAScreen:
    """``refcli charts list`` and ``show``: as on paper, where that tells the same."""

    def test_columns_of_the_list_never_touch(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "200")
        for line in run("charts", "list").out.splitlines():
            assert re.fullmatch(r"(\S+) {2,}(\S+) {2,}\S.*  \(\d+ cells(, \d+ house)?\)", line), line

    @pytest.mark.parametrize(
        ("chart", "says"),
        [
            ("sk movement-vehicles", "in cm"),
            ("grid movement", "in squares"),
            ("cc ranges", "in inches"),
            ("sk hit-location", "d10"),
            ("grid combat", "d6; modifiers of the score"),
        ],
    )
    def test_units_and_dice_stand_below_the_title(self, run: Run, chart: str, says: str) -> None:
        for picture in ("rich", "plain"):
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("REFCLI_FORMAT", picture)
                assert run("charts", "show", *chart.split()).out.splitlines()[1].strip() == says

    def test_a_last_band_without_an_end_is_told_as_such(self, run: Run) -> None:
        """Skirmish.txt 402-405: 1 to 3, 4 to 6, 7 to 9, 10 or more."""
        heads = r"by 1 to 3\W+by 4 to 6\W+by 7 to 9\W+by 10 or more"
        assert re.search(heads, run("charts", "show", "sk", "ap-effect", "--plain").out)
        assert re.search(heads, run("charts", "print", "sk", "ap-effect", "--format", "md").out)

    def test_a_figure_has_the_mark_that_it_has_on_paper(self, home: Home, run: Run) -> None:
        """Tanks against tanks of an overlay; the class of armoured cars as a reading has it, of assault guns ours."""
        home.write("mine/grid/combat.toml", "[rows]\ntanks = { tank = 2 }\n")
        home.write("refcli.toml", 'charts = ["mine"]\n[readings.grid]\nG-2 = "infantry"\n')
        for how in (("show", "--plain"), ("print", "--format", "md", "--sources", "--odds", "none")):
            combat, units = (run("charts", how[0], "grid", chart, *how[1:]).out for chart in ("combat", "units"))
            assert f"2+{MARKS['overlay']}" in combat
            assert f"infantry{MARKS['reading']}" in units and f"tank{MARKS['house']}" in units.replace("\\", "")


class TestNewOverlays:
    """``refcli charts new``: a file to begin from, that never writes over another."""

    def test_a_row_stands_in_a_line(self, home: Home, run: Run) -> None:
        assert run("charts", "new", "grid", "combat", "mine").status == 0
        assert "tanks = [4, 4, 3]" in (home.work / "mine/grid/combat.toml").read_text(encoding="utf-8").splitlines()

    def test_it_changes_nothing_until_it_is_edited(self, home: Home, run: Run) -> None:
        assert run("charts", "new", "grid", "combat", "mine").status == 0
        home.write("refcli.toml", 'charts = ["mine"]\n')
        assert run("charts", "diff", "grid").out == "no overlay changes anything\n"
        assert run("charts", "check", "grid").status == 0

    def test_it_refuses_a_file_that_is_there(self, home: Home, run: Run) -> None:
        mine = home.write("mine/grid/combat.toml", "# mine\n")
        ran = run("charts", "new", "grid", "combat", "mine")
        assert ran.status == 2
        assert "never writes over a file" in ran.err
        assert mine.read_text(encoding="utf-8") == "# mine\n"
