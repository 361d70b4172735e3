"""The quick-reference sheet: each figure once, nothing of the program, the same content in every format."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from refcli.core.errors import BadData
from refcli.core.marks import MARKS, PUBLISHED_MARK
from refcli.files.library import Library
from refcli.printing.sheets.sheet import Sheet, SheetTable, Style, dial_of, lead_of
from refcli.printing.sheets.sheet_formats import comma_separated, markdown
from refcli.printing.sheets.sheet_html import html
from refcli.printing.text import escaped
from refcli.referee.documents import lists_apart, quick_sheet
from refcli.rulesets import RULESETS
from tests.conformance.quick_sheets import odd_quick_sheet
from tests.conftest import Home, Run
from tests.rulings import ruled
from tests.situations import referee, suite
from tests.test_charts import library
from tests.test_html import HOSTILE, Page, said
from tests.test_sheets import squeezed

every_ruleset = pytest.mark.parametrize("rules", RULESETS)


@cache
def sheet(rules: str, style: Style | None = None, charts: tuple[str, ...] = (), without: tuple[str, ...] = ()) -> Sheet:
    """The quick-reference sheet of a ruleset as it ships."""
    return quick_sheet(referee().loaded(rules), list(charts), referee().settings, style or Style(), without)


def texts_of(table: SheetTable, on_paper: bool = False) -> Iterator[str]:
    """Everything that a table says; a dial says its points."""
    yield table.title
    if table.rows:
        yield "; ".join(table.facts) if table.title or not on_paper else ""
    if table.drawn and on_paper:
        yield from (f"{point.faces}{point.name}" for point in dial_of(table))
    else:
        yield table.mark if table.rows else ""
        headed = any(head.text for head in table.heads)
        yield from (table.corner, *(f"{head.text}{head.mark}{head.chance}" for head in table.heads)) if headed else ()
        for row in table.rows:
            yield f"{row.label}{row.mark}"
            yield from (f"{figure.text}{figure.mark}{figure.chance}" for figure in row.figures)
    if table.conditions:
        yield table.by
        yield from (f"{one.modifier.text}{one.modifier.mark}{one.text}" for one in table.conditions)
    yield from table.notes


class TestEveryFigure:
    """Stands once: on the sheet, or in the lists that are looked up."""

    @every_ruleset
    def test_stands_once_and_no_name_is_typed(self, rules: str) -> None:
        loaded = referee().loaded(rules)
        lists = lists_apart(loaded, loaded.library.everything())
        assert list(odd_quick_sheet(suite(rules), sheet(rules), lists)) == []

    @pytest.mark.parametrize("rules", ["grid", "combat-captain"])
    def test_of_a_list_on_the_sheet_is_in_no_list_apart(self, rules: str, run: Run) -> None:
        ran = run("charts", "print", rules, "--reference")
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.count("\n") == 1

    def test_of_an_overlay_stands_though_a_line_says_the_row(
        self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The sheet says that fields are no cover for tanks, in words; not so at this table."""
        said_of_fields = '[rows]\nfields = { tank = "cover" }\n'
        before = run("charts", "print", "grid", "--format", "md").out
        home.write("mine/grid/cover.toml", said_of_fields)
        monkeypatch.setenv("REFCLI_CHARTS", str(home.work / "mine"))
        after = run("charts", "print", "grid", "--format", "md").out
        assert f"cover{MARKS['overlay']}" in after and f"cover{MARKS['overlay']}" not in before

    def test_of_an_overlay_stands_in_a_line(self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        home.write("mine/grid/regroup.toml", "[rows]\nregroup = 5\n")
        monkeypatch.setenv("REFCLI_CHARTS", str(home.work / "mine"))
        assert f"5+{MARKS['overlay']} regroups" in run("charts", "print", "grid", "--format", "md").out


class TestWhatIsNotThere:
    """Names to type, disputed rules that are not played, chances that say nothing."""

    def test_no_rule_that_a_reading_switches_off(self, home: Home, run: Run) -> None:
        """A man under a burst circle is first rolled for under S-8 alone; under CC-47 cars and trucks carry."""
        for how in ("html", "md", "csv"):
            for rules, said_then in (("sk", "circle is hit"), ("cc", "Home Guard: never")):
                assert said_then not in run("charts", "print", rules, "--format", how).out
        home.write(
            "refcli.toml", '[readings.skirmish]\nS-8 = "hit-first"\n[readings.combat-captain]\nCC-47 = "nashcon"\n'
        )
        assert "circle is hit" in run("charts", "print", "sk", "--format", "md").out
        told = run("charts", "print", "cc", "--format", "md").out
        assert "Home Guard: never" in told and "Overturned" in told
        assert "(Nashcon" not in told  # it is that game, so no line says so again

    def test_the_line_of_another_reading(self, home: Home, run: Run) -> None:
        home.write("refcli.toml", '[readings.skirmish]\nS-37 = "turn"\n')
        told = run("charts", "print", "sk", "--format", "md").out
        assert "earlier turns" not in told
        assert "S-37" in told  # chosen here, so it is said

    @every_ruleset
    def test_no_chance_of_all_or_nothing(self, rules: str) -> None:
        chances = {f.chance for table in sheet(rules, Style("all")).tables for row in table.rows for f in row.figures}
        assert len(chances) > 2 and not chances & {"0%", "100%"}

    def test_chances_where_they_are_weighed_all_or_none(self) -> None:
        def with_chances(odds: str) -> set[str]:
            tables = sheet("first-watch", Style(odds)).tables
            return {t.name for t in tables if any(f.chance for row in t.rows for f in row.figures)}

        assert with_chances("none") == set()
        assert with_chances("some") < with_chances("all")
        (to_hit,) = [t for t in sheet("first-watch").tables if any(row.label == "Hit Number" for row in t.rows)]
        assert to_hit.name in with_chances("some")


class TestMarks:
    """Of published and house figures the rarer kind is marked, which is said once."""

    @pytest.mark.parametrize(("rules", "mark"), [("first-watch", PUBLISHED_MARK), ("grid", "*"), ("skirmish", "*")])
    def test_are_those_of_the_rarer_kind(self, rules: str, mark: str) -> None:
        assert [mark for mark, _ in sheet(rules).legend] == [mark]
        figures = [f for table in sheet(rules).tables for row in table.rows for f in row.figures]
        assert 0 < sum(figure.mark == mark for figure in figures) < len(figures) / 4

    def test_of_a_row_stand_once(self) -> None:
        """The modifier of the light machinegun is published at one point of its range and inferred at the others."""
        (row,) = [row for t in sheet("first-watch").tables for row in t.rows if row.name == "lmg"]
        assert (row.mark, {figure.mark for figure in row.figures}) == (PUBLISHED_MARK, {""})

    def test_none_stands_where_house_values_are_left_open(self) -> None:
        assert not sheet("first-watch", Style(published_only=True)).legend


class TestWhatIsPicked:
    """Charts by name, blocks to leave out, and a block a page."""

    def test_is_what_the_sheet_has_of_these_charts(self, run: Run) -> None:
        told = run("charts", "print", "sk", "small-arms", "hit-effect", "--format", "md").out
        assert told.count("\n## Small arms: ") == told.count("\n## ") == 2

    def test_is_a_block_of_its_own_where_the_sheet_has_none(self, run: Run) -> None:
        assert "| German 88mm L71 |" in run("charts", "print", "sk", "attack-values", "--format", "md").out

    def test_leaves_blocks_out(self, run: Run) -> None:
        told = run("charts", "print", "grid", "--without", "game-clock,terrain", "--format", "md").out
        assert "## Terrain" not in told and "## Movement" in told
        ran = run("charts", "print", "grid", "--without", "terain")
        assert ran.status == 4 and "(nearest: terrain)" in ran.err
        assert "game-clock" in ran.err

    @pytest.mark.parametrize(
        "words",
        [
            ("--sources", "--reference"),
            ("--changes", "--large"),
            ("--templates", "--paper", "a3"),
            ("--sources", "--paper", "a5", "--format", "pdf"),
            ("--large", "--format", "html"),
            ("--landscape", "-o", "grid.md"),
            ("--paper", "letter", "--format", "csv"),
            ("--paper", "a4"),
        ],
    )
    def test_that_makes_no_sense_is_told(self, run: Run, words: tuple[str, ...]) -> None:
        assert run("charts", "print", "grid", *words).status == 2


def words_of(rules: str) -> str:
    """All lines and conditions of a sheet, marks left out."""
    found = []
    for table in sheet(rules).tables:
        found += [*table.notes, *(f"{one.modifier.text} {one.text}" for one in table.conditions)]
    return re.sub("[*°~]", "", "\n".join(found))


class TestWhatIsPlayedFromPaper:
    """What those who played from the sheets alone asked for, each as the rules have it."""

    def test_calls_what_a_unit_attacks_as_by_its_row(self) -> None:
        """Each row of the Combat Table begins with that name, or has it behind an ampersand or a comma."""
        (units,) = [table for table in sheet("grid").tables if table.corner == "unit"]
        (to_hit,) = [table for table in sheet("grid").tables if table.corner == "d6 to hit"]
        at = [head.text for head in units.heads].index("attacks as")
        rows = {name for row in to_hit.rows for name in re.split(" & |, ", row.label)}
        assert {row.figures[at].text for row in units.rows} <= rows

    def test_calls_a_speed_as_the_lists_do(self) -> None:
        told = markdown(sheet("skirmish"))
        assert all(f"Tanks: {speed}" in told for speed in ("Fast", "Medium", "Slow"))

    def test_is_as_the_weather_rules(self) -> None:
        """Below the lowest number nobody flies: the note says so, for no row does."""
        (table,) = [one for one in sheet("first-watch").tables if "weather" in one.title]
        assert any("no flying" in note for note in table.notes)
        lowest = min(int(row.figures[0].text.rstrip("+*°")) for row in table.rows)
        assert ruled("first-watch", "weather", [lowest - 1]).outcome.word == "no flying"
        assert ruled("first-watch", "weather", [lowest]).outcome.word != "no flying"

    def test_says_each_of_what_may_hold_several_times(self) -> None:
        told = words_of("combat-captain")
        assert all(re.search(figure, told) for figure in (r"\+1 each .*destroyed", r"\+3 each close", r"\+2 won "))

    def test_has_a_routed_unit_return_as_the_reading_says(self, home: Home, run: Run) -> None:
        home.write("refcli.toml", '[readings.combat-captain]\nCC-67 = "most"\n')
        told = run("charts", "print", "cc", "--format", "md").out
        assert "markers it had" in told and "has no marker" not in told

    def test_is_bold_up_to_its_colon_where_that_is_no_sentence_of_its_own(self) -> None:
        assert lead_of("Disrupted next to an enemy, with no friend in sight: must try to move away")[0]


class TestEveryFormat:
    """Has the same content."""

    @every_ruleset
    def test_says_every_text(self, rules: str) -> None:
        page, text = squeezed(said(Page(html(sheet(rules))).root)), markdown(sheet(rules))
        table_text = comma_separated(sheet(rules))
        for table in sheet(rules).tables:
            for note in table.notes:
                assert squeezed(note) in page and escaped(note) in text
                assert note.replace('"', '""') in table_text
            for row in () if table.drawn else table.rows:
                assert squeezed(row.label) in page and escaped(row.label) in text and row.label in table_text

    def test_draws_a_dial(self) -> None:
        page = Page(html(sheet("first-watch")))
        (dial,) = [one for one in page.root.iter() if one.get("class") == "dial"]
        told = [said(one) for one in dial.iter("text")]
        assert told[:4] == ["1", "N", "2", "NE"] and "9, 10" in told

    @pytest.mark.parametrize("text", HOSTILE)
    def test_prints_any_text_literally(self, text: str, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        home.write("mine/grid/combat.toml", f"[labels]\ntanks = {json.dumps(text, ensure_ascii=False)}\n")
        monkeypatch.setenv("REFCLI_CHARTS", str(home.work / "mine"))
        assert run("charts", "print", "grid", "-o", "grid.html").status == 0
        found = Page((home.work / "grid.html").read_text(encoding="utf-8"))
        assert text in [said(one) for one in found.root.iter("th")]

    def test_of_what_is_changed_is_signed(self, home: Home, run: Run) -> None:
        for how in ("md", "html"):
            assert run("charts", "print", "grid", "--changes", "--format", how).out.count("Signature:") == 2


class TestThePlan:
    """sheet.toml, judged with the charts."""

    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ('[[block]]\ntitle = "A"\ncharts = ["fier"]\n', "'fier'"),
            ('[[block]]\ntitle = "A"\nparts = ["needs {fire.rilfe}"]\n', "'fire.rilfe'"),
            ('[[block]]\ntitle = "A"\nphase = "Fire"\n', "'Fire'"),
            ('[[block]]\ntitle = "A"\nparts = [{ title = "B" }]\n', "line, table"),
            ('[[block]]\ntitle = "A"\nparts = [{ table = "fire", drawn = "clock" }]\n', "'clock'"),
            ('[[block]]\ntitle = "A"\nparts = [{ line = "x", reading = { X-1 = "a" } }]\n', "'X-1'"),
            ('[only.X-1]\na = ["fire"]\n', "'X-1'"),
            ('omit = ["fire.rifle"]\n', "'fire.rifle'"),
            ("pages = 0\n", "pages"),
            ('[[block]]\nphase = ""\n', "'title'"),
        ],
    )
    def test_is_told_its_faults_with_their_line(self, tmp_path: Path, text: str, fault: str) -> None:
        chart = 'title = "Fire"\nsource = { section = "Fire", lines = "1" }\naxes = ["weapon"]\n[rows]\nrifle = [4]\n'
        with pytest.raises(BadData, match=re.escape(fault)):
            library(tmp_path, fire=chart, sheet=text).sheet()

    def test_may_be_missing(self) -> None:
        """Every phase is a block then, or every chart of it."""
        loaded = referee().loaded("grid")
        assert Library("grid", loaded.library.folder / "nowhere").sheet().blocks == ()
