"""Lists: of charts, figures, rules and journals. They fit the window, and break between words alone."""

import itertools
import json
import os
import re
import shlex
import sys
from collections.abc import Iterable

import pytest
from rich.cells import cell_len

import refcli.rulesets
from refcli.core.reference import in_words
from refcli.render.chart import chart_lines
from refcli.render.columns import in_blocks, listed, table_lines, wrapped
from tests.conftest import Home, Run, environment_of
from tests.situations import referee

LISTS = (
    "rules",
    "charts list",
    *(f"rules {name}" for name in refcli.rulesets.RULESETS),
    *(f"charts show {name}" for name in refcli.rulesets.RULESETS),
    "-R grid card tank",
    "-R fw card 6pdr",
    "-R sk card m4a3-sherman",
)


def widest(text: str) -> int:
    """The columns of the widest line."""
    return max(map(cell_len, text.splitlines()))


def words(lines: Iterable[str]) -> list[str]:
    """The words of lines."""
    return " ".join(lines).split()


class TestAList:
    """Of anything."""

    @pytest.mark.parametrize("line", LISTS)
    @pytest.mark.parametrize("how", ["plain", "rich"])
    def test_fits_the_window(self, run: Run, monkeypatch: pytest.MonkeyPatch, line: str, how: str) -> None:
        """In 80 columns, and no word is lost or broken that a wide window shows."""
        monkeypatch.setenv("REFCLI_FORMAT", how)
        monkeypatch.setenv("COLUMNS", "400")
        whole = set(re.findall(r"[\w'+*~.-]+", run(*shlex.split(line)).out))
        monkeypatch.setenv("COLUMNS", "80")
        ran = run(*shlex.split(line))
        assert ran.status == 0 and widest(ran.out) <= 80
        assert set(re.findall(r"[\w'+*~.-]+", ran.out)) == whole


class TestAChart:
    """``refcli charts show``: figures, words and sources as a player says them."""

    @pytest.mark.parametrize("rules", refcli.rulesets.RULESETS)
    def test_says_no_name_that_only_the_program_knows(self, rules: str) -> None:
        """But the names of conditions, which are there to be typed."""
        charts = referee().loaded(rules).library.everything()
        texts = [text for chart in charts.values() for text in (*chart.labels.values(), *chart.notes)]
        for chart in charts.values():
            keys = {*chart.rows, *chart.columns, *(str(cell.value) for cell in chart.cells())}
            keys |= {cell.ref.partition(".")[2] for cell in chart.cells()}
            names = {key for key in keys if re.search("[a-z].*[-.]", key)} - {*chart.conditions}
            said = " ".join([*texts, *(source.section for source in chart.sources.values())])
            out = " ".join(chart_lines(chart, charts, 400))
            assert [name for name in names if name not in said and re.search(rf"(?<!\S){re.escape(name)}", out)] == []

    def test_has_the_words_of_the_charts_that_define_them(self, run: Run) -> None:
        out = run("-R", "skirmish", "charts", "show", "ap-effect", "weapons").out
        assert re.search("Turret +Near miss", out) and "main-gun" not in out
        assert re.search(r"^  45mm gun .* A/T guns under 50mm~", out, re.MULTILINE)

    def test_says_which_figures_stand_elsewhere(self, run: Run) -> None:
        """A row, a column, one figure, several of a row, and the first of many."""
        out = run("-R", "grid", "charts", "show", "units", "movement").out
        assert "\n  Motorised Infantry: Unit Movement, line 24\n" in out
        assert "\n  ~ class of Self-Propelled Mortars: inferred: " in out
        assert re.search("\n  class and .* Strongpoint: .*line 228\n", out)
        assert re.search("\n  .*Infantry and 11 more: .*lines 135-162\n", out)
        out = run("-R", "cc", "charts", "show", "cover", "fire-chart").out
        assert re.search("\n  saves on: .*lines 582-591\n", out)
        assert re.search("\n  .* 6 of .* 9: .*example", out)


class TestACard:
    """Every figure of one type, as the charts call it."""

    def test_has_labels_and_no_keys(self, run: Run) -> None:
        out = run("-R", "grid", "card", "TANK").out
        assert out.startswith("Tank\n  Units\n    class                         Tank Class\n")
        assert "  Unit Movement\n    cross country  2\n" in out
        assert "  Combat Table: Tanks\n" in out
        assert "units.tank" not in out and " -\n" not in out

    def test_says_which_figures_are_not_published(self, run: Run) -> None:
        out = run("-R", "grid", "card", "armoured-car").out
        assert "Tank Class*\n" in out and "  * house value" in out and "~ inferred" not in out

    def test_has_the_bands_of_a_chart_beside_each_other(self, run: Run) -> None:
        out = run("-R", "sk", "card", "rifle").out
        assert re.search(r"Small Arms Table, up to cm\n +10 +20 +40 +60\n +4\+ +7\+ +9\+ +10\+\n", out)

    def test_has_what_a_band_is_of(self, run: Run) -> None:
        """From one end to the other, or to its upper end; not where it has a name, nor where the title says it."""
        assert "\n  Hit Location, d10\n    1-6   7-10\n    Hull  Turret\n" in run("-R", "sk", "card", "ap").out
        assert "\n  Penetration Value\n    until 1942  5\n    from 1943   6*\n" in run("-R", "fw", "card", "6pdr").out
        out = run("-R", "fw", "card", "germany").out
        assert out.startswith("Germany\n  Initiative modifier by nationality and year\n    1939  1940  1941 ")

    @pytest.mark.parametrize("rules", refcli.rulesets.RULESETS)
    def test_says_yes_where_a_word_would_only_say_what_its_column_is(self, rules: str) -> None:
        charts = referee().loaded(rules).library.everything()
        for chart in charts.values():
            for row, column in itertools.product(chart.rows, chart.columns):
                cell = chart.cell(row, column)
                said = in_words(chart, column, cell, charts).lower() if isinstance(cell.value, str) else ""
                assert said not in (column.replace("-", " "), chart.head(column).lower()) or not said, cell.ref

    def test_of_a_unit_says_what_its_marks_are(self, run: Run) -> None:
        out = run("-R", "grid", "card", "heavy-tank").out
        assert len(re.findall(r"^    \w.*  +yes$", out, re.MULTILINE)) == 4
        assert re.search(r"^    \w.* first  +Tank Class$", out, re.MULTILINE)

    def test_of_a_vehicle_has_the_ranges_of_its_gun(self, run: Run) -> None:
        """What the reference set merges of it. Source: skirmish.txt 207-224, 367-390."""
        out = run("-R", "sk", "card", "tiger-i").out
        assert re.search(r"Attack Value Table, up to cm: German 88mm L56\n.*\n +15 +13 +10 +6\n", out)
        assert "Guns firing HE: German 88mm\n" in out
        out = run("-R", "fw", "card", "tiger-i").out
        assert "Main gun fire: range modifier, up to cm: 88 mm L56\n" in out

    @pytest.mark.parametrize("rules", refcli.rulesets.RULESETS)
    def test_says_no_name_that_only_the_program_knows(self, run: Run, rules: str) -> None:
        charts = referee().loaded(rules).library.everything()
        labels = " ".join(text for chart in charts.values() for text in (*chart.labels.values(), chart.title))
        for row in [row for chart in charts.values() if chart.reference for row in chart.rows][::25]:
            out = run("-R", rules, "card", row).out
            assert max(map(len, out.splitlines())) <= 80
            assert [word for word in re.findall(r"[a-z]+(?:-[a-z]+)+", out) if word not in labels] == [], row

    def test_as_json_has_every_cell_once(self, run: Run) -> None:
        cells = json.loads(run("-R", "grid", "card", "tank", "--json").out)["cells"]
        refs = [cell["cell"] for cell in cells]
        assert len(refs) == len(set(refs)) and {"units.tank.class", "combat.tanks.gun"} <= set(refs)


class TestAJournal:
    """``refcli log show``: who fired at whom, when, and what is an earlier ruling again."""

    @pytest.fixture
    def evening(self, home: Home, run: Run) -> str:
        """A ruling, the same again and amended, and one of other dice."""
        for line in (
            "-R grid fire tank,2xinfantry infantry woods --dice 5,3,6 --log evening.jsonl",
            "again hull-down --log evening.jsonl",
            "log amend evening.jsonl 1 no-woods",
            "-R sk morale leader-killed --dice 4 --log evening.jsonl",
        ):
            assert run(*line.split()).status == 0
        return "evening.jsonl"

    def test_tells_them(self, run: Run, evening: str) -> None:
        day, *told = run("log", "show", evening).out.splitlines()
        assert re.fullmatch(r"[A-Z]\w+day \d+ [A-Z]\w+ \d{4}", day)
        said = " ".join(" ".join(told).split())
        for what in (
            "grid fire tank,2xinfantry infantry woods: ",
            "1 again: grid fire tank,2xinfantry infantry woods hull-down: ",
            "amends 1: grid fire tank,2xinfantry infantry: ",
            "skirmish morale leader-killed: ",
        ):
            assert re.search(rf"\d  ?\d\d:\d\d {re.escape(what)}", said), what
        assert widest("\n".join(told)) <= 80

    @pytest.mark.skipif(os.name == "nt", reason="there TZ is not what tells the time")
    def test_tells_the_time_of_this_place(self, home: Home, run: Run, evening: str) -> None:
        """Fourteen hours further east it is another hour, and perhaps another day."""
        import subprocess

        call = [sys.executable, "-m", "refcli", "log", "show", evening]
        told = [
            subprocess.run(
                call, env={**environment_of(home.folder), "TZ": zone}, capture_output=True, text=True, cwd=home.work
            ).stdout
            for zone in ("UTC0", "XXX-14")
        ]
        first, second = (int(re.search(r"   1  (\d\d):", text)[1]) for text in told)  # type: ignore[index]
        assert (second - first) % 24 == 14

    def test_is_that_of_the_settings_where_none_is_named(self, home: Home, run: Run, evening: str) -> None:
        named = run("log", "show", evening).out
        home.write("refcli.toml", f'log = "{evening}"')
        assert run("log", "show").out == named
        assert run("log", "show", "4").out == run("log", "show", evening, "4").out != ""
        for command in ("verify", "replay", "stats"):
            assert run("log", command) == run("log", command, evening) and run("log", command).status == 0

    def test_may_come_through_a_pipe(self, home: Home, run: Run, evening: str) -> None:
        text = (home.work / evening).read_text()
        assert run("log", "show", "-", stdin=text) == run("log", "show", evening)
        assert run("log", "show", "-", "2", stdin=text) == run("log", "show", evening, "2")
        assert re.findall(r"\d+", run("log", "verify", "-", stdin=text).out) == ["4", "0"]
        assert run("log", "show", "-", stdin="no journal\n").err.startswith("refcli: -:1: ")
        assert run("log", "show", "-", stdin="").out == ""

    @pytest.mark.parametrize("command", ["show", "verify", "replay", "stats"])
    def test_is_asked_for_where_there_is_none(self, run: Run, command: str) -> None:
        ran = run("log", command)
        assert (ran.status, ran.out) == (2, "") and "journal" in ran.err


class TestAnError:
    """Breaks between words at a terminal, and stays whole in a pipe."""

    LINE = "-R grid fire tank infantri"

    def test_in_a_pipe(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "40")
        assert len(run(*self.LINE.split()).err.splitlines()) == 1

    @pytest.mark.skipif(os.name == "nt", reason="a pty is Unix")
    def test_at_a_terminal(self, home: Home, run: Run) -> None:
        from tests.terminal import Terminal

        call = [sys.executable, "-m", "refcli", *self.LINE.split()]
        with Terminal(call, home.work, {**environment_of(home.folder), "COLUMNS": "60"}) as terminal:
            assert terminal.status() == 4
        lines = terminal.shown.splitlines()
        assert len(lines) > 1 and widest(terminal.shown) <= 60
        assert words(lines) == run(*self.LINE.split()).err.split()


class TestColumns:
    """What lists are made with."""

    def test_a_text_breaks_between_words_alone(self) -> None:
        text = "88mm-l56 self-propelled-at-gun a-word-that-is-longer-than-the-window and more"
        for width in (1, 10, 20, 80):
            lines = wrapped(text, width, "> ", "  ")
            assert words(lines)[1:] == text.split() and lines[0].startswith("> ")
            assert all(len(line) <= width or len(line.split()) <= 2 for line in lines)
        assert wrapped("", 20) == [""]

    def test_what_has_no_room_beside_its_name_stands_below_it(self) -> None:
        assert list(listed([("a", "one two"), ("bcd", "")], 20)) == ["  a    one two", "  bcd"]
        assert list(listed([("a-long-name-indeed", "one two")], 24)) == ["  a-long-name-indeed", "      one two"]

    def test_a_wide_table_is_broken_into_blocks(self) -> None:
        """Each with the names of its rows."""
        heads, rows = ["", "first head", "second", "third"], [["a tank", "1234567", "2", "3"], ["gun", "4", "5", "6"]]
        assert list(table_lines(heads, rows, 24, "")) == [
            "        first     second",
            "        head",
            "a tank  1234567   2",
            "gun     4         5",
            "",
            "        third",
            "a tank  3",
            "gun     6",
        ]

    @pytest.mark.parametrize("width", [10, 40, 60, 80, 200])
    def test_every_column_stands_in_one_block(self, width: int) -> None:
        """Of every chart there is; a block is wider only where one column alone is."""
        for rules in refcli.rulesets.RULESETS:
            for chart in referee().loaded(rules).library.everything().values():
                table = [["", *chart.columns], *([row, *("x" for _ in chart.columns)] for row in chart.rows)]
                found = in_blocks(table, width)
                assert [index for block in found for index in block.indexes[1:]] == list(range(1, len(table[0])))
                for block in found:
                    assert sum(block.widths) + 2 * (len(block.widths) - 1) <= width or len(block.widths) == 2
