"""Chart files: every fault at once with its line, overlays, bands, sources, and what no schema sees."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from refcli.core.cells import TargetNumber
from refcli.core.charts import Axis
from refcli.core.errors import BadData
from refcli.core.marks import MARKS
from refcli.files import cache
from refcli.files.library import Library
from refcli.files.toml_file import find_line, lines_of_keys
from refcli.rulesets import RULESETS
from tests.conftest import Home, Run, write

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
            ('title  = "Rifle fire"', 'titel  = "Rifle fire"', 1, "'titel' (nearest: title"),
            ('title  = "Rifle fire"', "title  = 7", 1, "title"),
            ("to = [10, 20, 40]", "to = [10, 40, 20]", 4, "range"),
            ("to = [10, 20, 40]", 'to = [10, "b", 40]', 4, "range.to"),
            ("to = [10, 20, 40]", "bands = [[0, 10], [8, 20], [20, 40]]", 4, "range"),
            ("to = [10, 20, 40]", "bands = [[0, 10], [15, 20], [20, 40]]", 4, "10 to 15"),
            ("to = [10, 20, 40]", "too = [10]", 4, "'too' (nearest: to)"),
            ("[4, 6, 8]", "[4, 6, 8, 9]", 8, "'rifle'"),
            ("[4, 6, 8]", "[4, nan, 8]", 8, "nan"),
            ("[4, 6, 8]", "[4, true, 8]", 8, "True"),
            ('gun = "rifle"', 'gun = "rifel"', 12, "'rifel' (nearest: rifle)"),
            ("value  = -1", 'value  = "-1"', 17, "condition[1].value"),
            ("value  = -1", 'value  = -1\nsays = "{count} to hit"', 18, "{value}"),
            ("value  = -1", 'value  = -1\nsays = " "', 18, "says"),
            (
                "value  = -1",
                'value  = -1\nseveral = "some"',
                18,
                "{times}",
            ),
            ("value  = -1", 'value  = -1\nseveral = "{times} of {n}"', 18, "{times}"),
            ("name   = ", "nmae   = ", 15, "'nmae' (nearest: name)"),
            ('">="', '"=>"', 5, "'=>'"),
            ('">="', '">="\nnotes = ["\\u001b[2J"]', 6, "notes"),
            ('">="', '">="\nphase = 3', 6, "phase"),
            ('">="', '">="\nrungs = "row"', 6, "rows, columns"),
            ('">="', '">="\nrows-of = 3', 6, "rows-of"),
            ('">="', '">="\nrows-of = [3]', 6, "rows-of"),
            (', lines = "10-12"', "", 2, "'lines'"),
            ('section = "Fire", lines = "14"', 'lines = "14"', 18, "'section'"),
            ("[rows]", "[rows", 7, "TOML"),
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
            assert f"{stated[0]} and {stated[1]}" in ran.err

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
        ran = run(*line.split())
        assert (ran.status, ran.out) == (2, "") and ran.err.startswith(f"refcli: {both} ")

    def test_may_hold_of_different_terms(self, run: Run) -> None:
        assert run("-R", "fw", "burst", "76mm", "infantry+in-open,infantry+fortified", "--dice", "5 5").status == 0

    def test_of_another_chart_have_to_be_there(self, home: Home, run: Run) -> None:
        """Told with the file and the line, and the nearest."""
        file = home.work / "mine" / "grid" / "cover.toml"
        write(file, '[[condition]]\nname = "dusk"\nexcludes = ["observation.movd"]\n')
        home.write("refcli.toml", 'charts = "mine"')
        ran = run("charts", "check", "grid")
        assert ran.status == 3 and re.search("mine/grid/cover.toml:3: .*'observation.movd'", ran.err)
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
        assert re.search(r"hit-number.toml:3: dug-in .*'softcover' \(nearest: soft-", ran.err)


class TestRemembered:
    """What was checked and found good is read back without a look at its form, and is the same."""

    @pytest.mark.parametrize("rules", list(RULESETS))
    def test_charts_readings_turn_and_states_are_as_they_were_judged(self, tmp_path: Path, rules: str) -> None:
        def read(cache: Path | None) -> str:
            found = Library(rules, cache=cache)
            return repr((found.charts(found.names()), found.readings(), found.about(), found.states()))

        judged = read(None)
        assert [read(tmp_path), read(tmp_path)] == [judged, judged]

    def test_nothing_is_judged_again(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        read = library(tmp_path, cache=tmp_path / "cache", fire=GOOD)
        chart = read.charts(["fire"])["fire"]
        monkeypatch.setattr("refcli.files.chart_file.chart_from", lambda *given: pytest.fail("judged again"))
        assert library(tmp_path, cache=tmp_path / "cache", fire=GOOD).charts(["fire"])["fire"] == chart

    @pytest.mark.parametrize("more", [(), ("--game", "g.jsonl")], ids=["alone", "in a game"])
    def test_a_command_loads_nothing_that_judges(self, home: Home, more: tuple[str, ...]) -> None:
        line = ["-R", "grid", "fire", "tank", "infantry", "--dice", "4", *more]
        judging = {"tomllib", "cattrs", *(f"refcli.files.{name}" for name in ("reader", "chart_file", "ruleset_file"))}
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
            with pytest.raises(BadData, match="'titel'"):
                library(tmp_path, cache=tmp_path / "cache", fire=bad).charts(["fire"])
        assert library(tmp_path, cache=tmp_path / "cache", fire=GOOD).charts(["fire"])

    def test_another_version_of_the_format_judges_anew(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The version is told by the modules that give a file its meaning, as they lie on disk."""
        modules = [tmp_path / "refcli" / name for name in ("core/charts.py", "files/cache.py", "referee/scenario.py")]
        for module in modules:
            write(module, "# as it was\n")
        monkeypatch.setattr(cache, "__file__", str(tmp_path / "refcli" / "files" / "cache.py"))
        told = {cache.format_version.__wrapped__()}
        for module in modules:
            write(module, "# as it is now\n")
            told.add(cache.format_version.__wrapped__())
        assert len(told) == len(modules) + 1
        for module in modules:
            module.unlink()
        assert cache.format_version.__wrapped__() == b""

    def test_where_no_version_is_told_nothing_is_remembered(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(cache, "format_version", lambda: b"")
        assert library(tmp_path, cache=tmp_path / "cache", fire=GOOD).charts(["fire"])
        assert not (tmp_path / "cache").exists()


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
            ("grid combat", "d6;"),
        ],
    )
    def test_units_and_dice_stand_below_the_title(self, run: Run, chart: str, says: str) -> None:
        for picture in ("rich", "plain"):
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("REFCLI_FORMAT", picture)
                assert run("charts", "show", *chart.split()).out.splitlines()[1].strip().startswith(says)

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
            classes = ("Infantry Class", "Tank Class") if how[0] == "show" else ("infantry", "tank")
            marked = [f"{one}{MARKS[origin]}" for one, origin in zip(classes, ("reading", "house"), strict=True)]
            assert all(one in units.replace("\\", "") for one in marked)
