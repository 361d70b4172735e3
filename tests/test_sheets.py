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

from refcli.cli.sheets import printed, sheet_of
from refcli.core.cells import Source
from refcli.core.states import Bar, Moment, State, Trigger
from refcli.printing.paper import PAPERS
from refcli.printing.sheets.comma_separated import comma_separated
from refcli.printing.sheets.markdown import markdown
from refcli.printing.sheets.remember import SheetState, remembered
from refcli.printing.sheets.sheet import Sheet, SheetFigure, Style
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
    return sheet_of(referee().loaded(rules), list(charts), referee().settings, style or Style())


def shown(one: SheetFigure) -> str:
    """A figure as it stands on the page."""
    return f"{one.text}{one.mark}{one.chance}"


class TestNothingIsLost:
    """The pages are read from the first letter to the last, and nothing else stands there."""

    @every_ruleset
    def test_the_sheet_is_what_the_charts_say(self, rules: str) -> None:
        """Walked in the library: every cell with its mark, every condition, note and reading, every state."""
        whole = sheet(rules)
        found = odd_sheets(suite(rules), whole, lambda how: printed(whole, how, PAPERS["a4"]))
        assert list(found) == []

    def test_of_some_charts_has_no_states(self) -> None:
        assert not sheet("grid", None, ("combat",)).states


class TestWhatToRemember:
    """Says each state in a line: how it begins and ends, what it gives and bars, where it stands."""

    @pytest.fixture
    def lines(self) -> dict[str, tuple[str, str]]:
        return {one.name: (one.whose, one.said) for one in sheet("grid").states}

    @pytest.mark.parametrize(
        ("name", "whose", "said"),
        [
            (
                "tried to regroup",
                "unit",
                "Begins with tried, until the end of Reorganisation. No morale: it has tried to regroup this turn. "
                "(lines 176-177)",
            ),
            (
                "isolated",
                "unit",
                "Until regroup or move. Gives isolated. No fire, bombard or smoke: it is isolated and may not attack. "
                "No morale: it is isolated next to an enemy and may not regroup. (line 181)",
            ),
            (
                "hit by guns",
                "unit",
                "Begins with disrupt in bombard, until the end of the phase. Gives already hit. (line 72)",
            ),
            (
                "smoke",
                "place",
                "Begins with smoke, until the start of its own Artillery & Mortar Fire. (lines 189-193)",
            ),
            ("time", "game", "Begins with clock. Fills in now. (lines 50-55)"),
            ("out of play", "by name", "Begins with eliminate. (line 225)"),
        ],
    )
    def test_is_said_as_a_referee_says_it(
        self, lines: dict[str, tuple[str, str]], name: str, whose: str, said: str
    ) -> None:
        assert lines[name] == (whose, said)

    @pytest.mark.parametrize(
        ("moment", "said"),
        [
            (Moment("end", "turn"), "the end of the turn"),
            (Moment("start", "Movement", own=True), "the start of its own Movement"),
            (Moment("end", "turn", turns=1), "1 turn after"),
            (Moment("end", "turn", turns=-1, counted=True), "so many turns after"),
        ],
    )
    def test_says_when_a_state_ends_by_itself_and_what_follows(self, moment: Moment, said: str) -> None:
        (printed,) = remembered([State("ran", "unit", "ran", Source(), until=(moment,), then="ran-last-turn")])
        assert printed.said == f"Until {said}. Then ran last turn."

    def test_stands_in_markdown_and_csv_too(self) -> None:
        states = [list(one) for one in sheet("grid").states]
        page = MarkdownIt("commonmark").enable("table").render(markdown(sheet("grid")))
        table = ElementTree.fromstring(page[page.rindex("<table>") : page.rindex("</table>")] + "</table>")
        assert [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")][1:] == states
        lines = csv.DictReader(io.StringIO(comma_separated(sheet("grid"))))
        assert [[one["row"], one["title"], one["text"]] for one in lines if one["kind"] == "state"] == states

    def test_says_what_a_reading_bars_only_under_it(self) -> None:
        state = State(
            "halted", "unit", "halted", Source(), bars=(Bar(("fire",), "silent", Source(), reading="S-66=a"),)
        )
        assert [remembered([state], holds=lambda said: said == "S-66=a")[0].said] == ["No fire: it silent."]
        assert [remembered([state], holds=lambda said: said != "S-66=a")[0].said] == [""]

    def test_names_no_unit_where_a_state_of_the_game_bars(self) -> None:
        bar = Bar(("clock",), "the clock was rolled for in this turn", Source())
        (printed,) = remembered([State("rolled", "game", "", Source(), bars=(bar,))])
        assert printed.said == "No clock: the clock was rolled for in this turn."

    def test_says_what_has_to_be_so_besides(self) -> None:
        trigger = Trigger("rout", ("morale",), stated="returns", held="charged", unless="cover", detail="walking")
        bar = Bar(("fire", "move"), "{unit:has|have} run", Source())
        state = State("near-miss", "unit", "{value} cm gone", Source(), begins=(trigger,), bars=(bar, bar))
        (printed,) = remembered([state._replace(until=(Moment("end", "turn", turns=2),))])
        assert printed == SheetState(
            "near miss",
            "unit",
            "Begins with rout in morale (walking) with returns if charged unless cover, until 2 turns after. "
            "No fire or move: it has run.",
        )


class TestTheOrderOfPlay:
    """Charts stand under the phases of the turn."""

    def test_a_chart_stands_in_the_phase_that_it_names_whatever_reads_it(self) -> None:
        """Radio communications are a phase, and rules of another one read their chart. Source: skirmish.txt 14."""
        sections = {section.title: [table.name for table in section.tables] for section in sheet("skirmish").sections}
        assert sections["Radio communications"] == ["radio"]


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
        assert len(ran.err.splitlines()) == 1 and "pip install '.[pdf]' in refcli's checkout" in ran.err
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
