"""Sheets as Markdown and CSV: every figure, condition, note, reading and state, and any text literally."""

import csv
import io
import re
import sys
import unicodedata
from functools import cache
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

from refcli.core.cells import Source
from refcli.core.states import Bar, Moment, State, Trigger
from refcli.printing.paper import PAPERS
from refcli.printing.sheets.chart_tables import state_lines
from refcli.printing.sheets.sheet import Sheet, SheetFigure, Style
from refcli.printing.sheets.sheet_formats import comma_separated, markdown, sheet_as
from refcli.referee.documents import charts_sheet
from refcli.rulesets import RULESETS
from tests.conformance.sheets import odd_sheets
from tests.conftest import Home, Run
from tests.situations import referee, suite
from tests.test_html import HOSTILE, filled

UNSEEN = re.compile("[\\s\u200b-\u200f\u202a-\u202e\u2066-\u2069]+")
"""What has no ink: white space, places to break, marks of direction."""

every_ruleset = pytest.mark.parametrize("rules", RULESETS)
every_hostile_text = pytest.mark.parametrize("text", HOSTILE)


def squeezed(text: str) -> str:
    """A text as its ink: no white space, each letter with its accent in one."""
    return unicodedata.normalize("NFC", UNSEEN.sub("", text))


@cache
def sheet(rules: str, style: Style | None = None, charts: tuple[str, ...] = ()) -> Sheet:
    """The sheets of a ruleset as it ships."""
    return charts_sheet(referee().loaded(rules), list(charts), referee().settings, style or Style())


def shown(one: SheetFigure) -> str:
    """A figure as it stands on the page."""
    return f"{one.text}{one.mark}{one.chance}"


class TestNothingIsLost:
    """The pages are read from the first letter to the last, and nothing else stands there."""

    @every_ruleset
    def test_the_sheet_is_what_the_charts_say(self, rules: str) -> None:
        """Walked in the library: every cell with its mark, every condition, note and reading, every state."""
        whole = sheet(rules)
        found = odd_sheets(suite(rules), whole, lambda how: sheet_as(whole, how, PAPERS["a4"]))
        assert list(found) == []

    def test_of_some_charts_has_no_states(self) -> None:
        assert not sheet("grid", None, ("combat",)).states


class TestWhatToRemember:
    """Says each state in a line: how it begins and ends, what it gives and bars, where it stands."""

    @pytest.fixture
    def lines(self) -> dict[str, tuple[str, str]]:
        return {one.name: (one.whose, one.said) for one in sheet("grid").states}

    @pytest.mark.parametrize(
        ("name", "whose", "parts"),
        [
            ("tried to regroup", "unit", ["tried", "Reorganisation", "morale", "176-177"]),
            ("isolated", "unit", ["regroup or move", "isolated", "fire, bombard or smoke", "morale", "line 181"]),
            ("hit by guns", "unit", ["disrupt in bombard", "phase", "already hit", "line 72"]),
            ("smoke", "place", ["smoke", "own Artillery", "189-193"]),
            ("time", "game", ["clock", "now", "50-55"]),
            ("out of play", "by name", ["eliminate", "line 225"]),
        ],
    )
    def test_has_its_triggers_ends_bars_and_lines_in_order(
        self, lines: dict[str, tuple[str, str]], name: str, whose: str, parts: list[str]
    ) -> None:
        assert lines[name][0] == whose and re.search(".*".join(parts), lines[name][1])

    @pytest.mark.parametrize(
        ("moment", "said"),
        [
            (Moment("end", "turn"), "end of the turn"),
            (Moment("start", "Movement", own=True), "own Movement"),
            (Moment("end", "turn", turns=1), "1 turn"),
            (Moment("end", "turn", turns=-1, counted=True), "turns"),
        ],
    )
    def test_names_the_moment_that_ends_a_state_and_the_next_state(self, moment: Moment, said: str) -> None:
        (printed,) = state_lines([State("ran", "unit", "ran", Source(), until=(moment,), then="ran-last-turn")])
        assert said in printed.said and "ran last turn" in printed.said

    def test_stands_in_markdown_and_csv_too(self) -> None:
        states = [list(one) for one in sheet("grid").states]
        page = MarkdownIt("commonmark").enable("table").render(markdown(sheet("grid")))
        table = ElementTree.fromstring(page[page.rindex("<table>") : page.rindex("</table>")] + "</table>")
        assert [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")][1:] == states
        lines = csv.DictReader(io.StringIO(comma_separated(sheet("grid"))))
        assert [[one["row"], one["title"], one["text"]] for one in lines if one["kind"] == "state"] == states

    def test_says_what_a_reading_bars_only_under_it(self) -> None:
        state = State("halted", "unit", "halted", Source(), bars=(Bar(("fire",), "silent", reading="S-66=a"),))
        assert "fire" in state_lines([state], holds=lambda said: said == "S-66=a")[0].said
        assert state_lines([state], holds=lambda said: said != "S-66=a")[0].said == ""

    def test_names_no_unit_where_a_state_of_the_game_bars(self) -> None:
        bar = Bar(("clock",), "the clock was rolled for in this turn")
        (printed,) = state_lines([State("rolled", "game", "", Source(), bars=(bar,))])
        assert "clock" in printed.said and " unit" not in printed.said and ": it " not in printed.said

    def test_says_what_has_to_be_so_besides(self) -> None:
        trigger = Trigger("rout", ("morale",), stated="returns", held="charged", unless="cover", detail="walking")
        bar = Bar(("fire", "move"), "{unit:has|have} run")
        state = State("near-miss", "unit", "{value} cm gone", Source(), begins=(trigger,), bars=(bar, bar))
        (printed,) = state_lines([state._replace(until=(Moment("end", "turn", turns=2),))])
        assert (printed.name, printed.whose) == ("near miss", "unit")
        assert re.search("rout.*morale.*walking.*returns.*charged.*cover.*2 turns.*fire or move", printed.said)
        assert printed.said.count("fire or move") == 1


class TestTheOrderOfPlay:
    """Charts stand under the phases of the turn."""

    def test_a_chart_stands_in_the_phase_that_it_names_whatever_reads_it(self) -> None:
        """Radio communications are a phase, and rules of another one read their chart. Source: skirmish.txt 14."""
        sections = {section.title: [table.name for table in section.tables] for section in sheet("skirmish").sections}
        assert [name for names in sections.values() if "radio" in names for name in names] == ["radio"]


class TestWhatTheRefereeWants:
    """Options that change what stands on the paper."""

    @every_ruleset
    def test_a_chance_says_something(self, rules: str) -> None:
        """None is of all or of nothing."""
        rows = [row for section in sheet(rules).sections for table in section.tables for row in table.rows]
        chances = {figure.chance for row in rows for figure in row.figures}
        assert len(chances) > 2 and not chances & {"0%", "100%"}

    @every_ruleset
    def test_the_foot_says_the_title_once_and_no_program(self, rules: str) -> None:
        """The published work may be called as the ruleset is."""
        foot = sheet(rules).footer
        assert foot.split(" · ")[0].count(sheet(rules).title) == 1 and foot.count(f"{sheet(rules).title} ·") <= 1
        assert "refcli" not in foot and foot.split(" · ")[-1].startswith("edition ")


class TestTheExtra:
    """Typst, which makes the PDFs, need not be there."""

    def test_without_the_extra_says_how_to_install_it(
        self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "typst", None)
        ran = run("charts", "print", "grid", "-o", "grid.pdf")
        assert ran.status != 0
        assert len(ran.err.splitlines()) == 1 and ".[pdf]" in ran.err
        assert not list(home.work.iterdir())


class TestAHostileText:
    """Prints as itself, whatever it would mean elsewhere: here it is every text of a sheet."""

    @every_hostile_text
    def test_in_markdown(self, text: str) -> None:
        rendered = Read(MarkdownIt("commonmark").enable("table").render(markdown(filled(text))))
        plain = Read(MarkdownIt("commonmark").enable("table").render(markdown(filled("plain"))))
        assert rendered.tags == plain.tags
        said = " ".join(text.split())
        assert rendered.texts == [one.replace("plain", said) for one in plain.texts]

    @every_hostile_text
    def test_in_csv(self, text: str) -> None:
        lines = list(csv.DictReader(io.StringIO(comma_separated(filled(text)), newline="")))
        plain = list(csv.DictReader(io.StringIO(comma_separated(filled("plain")), newline="")))
        assert lines == [{key: value.replace("plain", text) for key, value in line.items()} for line in plain]


class Read(HTMLParser):
    """What a browser shows of HTML: its tags, and the text within each."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.texts: list[str] = [""]
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.texts.append("")

    def handle_data(self, data: str) -> None:
        self.texts[-1] += data
