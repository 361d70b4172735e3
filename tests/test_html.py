"""Sheets as HTML: one file that fetches nothing, and in it every figure, condition, note and reading of a ruleset."""

import base64
import hashlib
import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

import pytest

from refcli.core.cells import HOUSE, Source
from refcli.core.marks import MARKS
from refcli.printing.sheets.sheet import (
    Row,
    Section,
    Sheet,
    SheetCondition,
    SheetFigure,
    SheetReading,
    SheetState,
    SheetTable,
    Style,
)
from refcli.printing.sheets.sheet_html import html
from refcli.referee.documents import charts_sheet
from refcli.rulesets import RULESETS
from tests.conftest import Home, Run
from tests.situations import referee

CHARTS = Path(__file__).parent.parent / "charts"
NO_CHARTS = {"ruleset", "readings", "reference", "sheet", "states", "templates"}
"""Files of a ruleset that are no charts."""

VOID = ("meta", "link", "input", "br", "img")
"""Elements without an end tag."""

HOSTILE = (
    "[red]bold[/] {{7*7}} #set page() $x$",
    "**stars** _lines_ `ticks` | pipe | ![](x)",
    "</td></tr></table><h1 onclick=alert(1)>big</h1>",
    "</script><script>throw 'in'</script>",
    "</style><style>*{display:none}</style>",
    "</title></head><!-- <![CDATA[ ]]> -->",
    "&lt;b&gt; &amp;amp; &#x41; 'one' \"two\"",
    "שלום +1 עולם (2) مرحبا",
    "🎲 ½ ﬁ Ｗide e\u0301 中文",
    "\\5c  ';} body{x:url(//a.example/)} @import 'b'",
)
"""Texts that mean something elsewhere: markup of each format, directions, signs outside the plane of letters."""


class Page(HTMLParser):
    """A page as a tree, read as a browser reads it: ``root`` is its ``html`` element."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("page")
        self._open = [self.root]
        self.feed(text)
        self.close()
        assert self._open == [self.root], "an element was left open"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = SubElement(self._open[-1], tag, {name: value or "" for name, value in attrs})
        if tag not in VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        parent = self._open[-1]
        if len(parent):
            parent[-1].tail = (parent[-1].tail or "") + data
        else:
            parent.text = (parent.text or "") + data

    def of(self, id: str) -> Element:
        """The element of an id, which has to be the only one."""
        (found,) = [element for element in self.root.iter() if element.get("id") == id]
        return found

    def all(self, path: str) -> list[Element]:
        """The elements of an XPath."""
        return self.root.findall(path)


def said(element: Element) -> str:
    """The text of an element, as it stands."""
    return "".join(element.itertext())


def mark(source: Source) -> str:
    """The mark of a figure; one that is published at a single point of its band is a house value elsewhere."""
    return MARKS.get(source.origin if source.at is None else HOUSE, "")


def figure(one: SheetFigure) -> str:
    """A figure as it stands on the page: its text, its mark, and its chance on the same line."""
    return f"{one.text}{one.mark}\N{NO-BREAK SPACE}{one.chance}" if one.chance else f"{one.text}{one.mark}"


@cache
def sheet(rules: str, *charts: str, style: Style | None = None) -> Sheet:
    """The sheets of a ruleset as it ships."""
    return charts_sheet(referee().loaded(rules), list(charts), referee().settings, style or Style())


@cache
def page(rules: str) -> Page:
    """The page of a ruleset as it ships."""
    return Page(html(sheet(rules)))


def filled(text: str) -> Sheet:
    """A sheet in which every text is this one."""
    head = SheetFigure(text, text, text)
    row = Row("row", text, (head, head))
    condition = SheetCondition("condition", head, text)
    table = SheetTable("chart", text, text, (head, head), (row,), (text,), (condition,), (text,), (text,))
    sections = (Section(text, (text,), (table, table._replace(name="long", rows=(row,) * 100))),)
    readings = (SheetReading(text, text, text, text, ""),)
    states = (SheetState(text, text, text),)
    return Sheet(text, text, text, (text, text), sections, readings, ((text, text),), text, states)


every_ruleset = pytest.mark.parametrize("rules", RULESETS)
every_hostile_text = pytest.mark.parametrize("text", HOSTILE)


class TestThePage:
    """One file that stands alone."""

    @every_ruleset
    def test_fetches_nothing(self, rules: str) -> None:
        text = html(sheet(rules))
        assert not re.search(r"https?:|@import|url\(|<iframe|<object|<img", text)
        targets = [value for one in page(rules).root.iter() for key in ("href", "src") if (value := one.get(key))]
        assert {target[0] for target in targets if target != "data:,"} == {"#"}

    @every_ruleset
    def test_is_the_same_for_the_same_charts(self, rules: str) -> None:
        assert html(sheet(rules)) == html(sheet.__wrapped__(rules))

    def test_says_what_it_is(self) -> None:
        text, found = html(sheet("grid")), page("grid")
        assert text.startswith("<!DOCTYPE html>\n")
        assert '<meta name="generator" content="refcli' in text
        assert found.root[0].get("lang") == "en"
        assert said(found.all("html/head/title")[0]) == sheet("grid").title
        metas = {one.get("name"): one.get("content") for one in found.all("html/head/meta")}
        assert metas["viewport"] == "width=device-width, initial-scale=1"
        assert metas["color-scheme"] == "light dark"

    @every_ruleset
    def test_allows_its_own_style_and_script_and_no_others(self, rules: str) -> None:
        """The policy names them by digest, so that no text of a chart could ever act."""
        found = page(rules)
        (policy,) = [one.get("content") or "" for one in found.all("html/head/meta") if one.get("http-equiv")]
        allowed = dict(part.split(" ", 1) for part in policy.split("; "))
        for tag in ("style", "script"):
            (one,) = [element for element in found.root.iter() if element.tag == tag]
            digest = base64.b64encode(hashlib.sha256(said(one).encode()).digest()).decode()
            assert allowed[f"{tag}-src"] == f"'sha256-{digest}'"
        assert allowed["default-src"] == "'none'"
        assert not [one for one in found.root.iter() for name in one.attrib if name == "style" or name[:2] == "on"]

    @every_ruleset
    def test_has_each_id_once_and_leads_nowhere_else(self, rules: str) -> None:
        ids = [id for one in page(rules).root.iter() if (id := one.get("id"))]
        assert len(ids) == len(set(ids))
        links = {one.get("href", "")[1:] for one in page(rules).root.iter("a")}
        assert links and links <= set(ids)

    def test_has_its_footer_at_the_foot_of_each_printed_page(self) -> None:
        """For browsers that can: as a string of CSS, each letter by its number."""
        (style,) = page("grid").all("html/head/style")
        (foot,) = re.findall(r'@bottom-left { content: "((?:\\[0-9a-f]+ )+)"; }', said(style))
        assert "".join(chr(int(letter, 16)) for letter in foot.split("\\")[1:]) == sheet("grid").footer

    def test_ends_with_the_footer(self) -> None:
        (footer,) = page("first-watch").all("html/body/footer")
        assert said(footer) == sheet("first-watch").footer


class TestItsTables:
    """Say what is a head, and of what."""

    @every_ruleset
    def test_have_a_caption_and_scopes(self, rules: str) -> None:
        tables = list(page(rules).root.iter("table"))
        assert tables
        for table in tables:
            assert table[0].tag == "caption" and said(table[0])
            heads = table.findall("thead/tr")[-1]
            assert {head.get("scope") for head in heads} == {"col"}
            assert all(said(head) for head in heads[1:])
            for row in table.findall("tbody/tr"):
                assert [cell.tag for cell in row] == ["th"] + ["td"] * (len(heads) - 1)
                assert row[0].get("scope") == "row"

    @every_ruleset
    def test_stand_under_the_phase_and_a_heading(self, rules: str) -> None:
        found = page(rules)
        sections = found.all("html/body/div/main/section")[: len(sheet(rules).sections)]
        for section, wanted in zip(sections, sheet(rules).sections, strict=True):
            assert said(section.findall("div/h2")[0]) == wanted.title
            assert [said(code) for code in section.findall("div/p/code")] == list(wanted.procedures)
            charts = section.findall("div/article")
            here = [(chart.get("id"), said(chart.findall("h3")[0])) for chart in charts]
            assert sorted(here) == sorted((table.name, table.title) for table in wanted.tables)
            wide = ["wide" in str(chart.get("class")).split() for chart in charts]
            assert wide == sorted(wide)  # across all columns behind the others

    @every_ruleset
    def test_are_all_in_the_contents(self, rules: str) -> None:
        links = page(rules).all("html/body/div/nav/details/ul/li/ul/li/a")
        charts = page(rules).all("html/body/div/main/section/div/article")
        here = [f"#{chart.get('id')}" for chart in charts]
        assert [link.get("href") for link in links] == here[: len(links)]
        assert {link.get("href") for link in links} == {f"#{table.name}" for table in sheet(rules).tables}

    def test_of_many_rows_repeat_their_title_on_paper(self) -> None:
        again = page("first-watch").of("vehicles").findall("div/table/thead/tr")[0]
        assert (again.get("class"), again.get("aria-hidden")) == ("again", "true")
        assert said(again).startswith("Vehicles")


class TestNothingIsLost:
    """The charts are walked in the library, not on the sheet."""

    @every_ruleset
    def test_every_cell_of_every_chart_is_there_with_its_mark(self, rules: str) -> None:
        walked = 0
        charts = referee().loaded(rules).library.everything()
        assert charts.keys() == {file.stem for file in (CHARTS / rules).glob("*.toml")} - NO_CHARTS
        for chart in charts.values():
            rows = {row.get("id"): row for row in page(rules).of(chart.name).iter("tr")}
            for name in chart.rows:
                label, *cells = rows[f"{chart.name}.{name}"]
                assert said(label) == chart.label(name)
                for column, found in zip(chart.columns, cells, strict=True):
                    cell = chart.cell(name, column)
                    text, _, chance = said(found).partition("\N{NO-BREAK SPACE}")
                    assert text == f"{cell.said}{mark(cell.source)}", cell.ref
                    assert not chance or re.fullmatch(r"[\d ]*[\d/⅓½⅔]+%", chance), cell.ref
                    walked += 1
        rows_of_charts = [row for row in page(rules).root.iter("tr") if "." in row.get("id", "")]
        assert walked == sum(len(row.findall("td")) for row in rows_of_charts)
        assert walked == sum(len(chart.rows) * len(chart.columns) for chart in charts.values()) > 0

    @every_ruleset
    def test_every_condition_note_and_source_is_there(self, rules: str) -> None:
        for chart in referee().loaded(rules).library.everything().values():
            found = page(rules).of(chart.name)
            told = {said(one[0]): (said(one[1]), said(one[2])) for one in found.findall("dl/div")}
            for condition in chart.conditions.values():
                value = "" if condition.value is None else f"{condition.value:+g}"
                figure, text = told[condition.name]
                assert figure == f"{value}{mark(condition.source)}"
                assert text in (condition.text, condition._replace(value=None).told)
            assert len(told) == len(chart.conditions)
            lines = "\n".join(said(one) for one in found.iter() if "small" in one.get("class", ""))
            assert all(note in lines for note in chart.notes)
            assert chart.source.said in lines

    @every_ruleset
    def test_every_reading_is_there(self, rules: str) -> None:
        readings = referee().loaded(rules).readings
        parts = [one for one in page(rules).root.iter() if one.get("id") == "_readings"]
        assert len(parts) == bool(readings)
        rows = {said(row[0]): row for part in parts for row in part.iter("tr")}
        for reading in readings.values():
            option = reading.option(reading.default)
            row = rows[reading.id]
            assert (said(row[1]), said(row[2])) == (reading.question, f"{option.word}: {option.text}")

    @every_ruleset
    def test_every_state_is_there(self, rules: str) -> None:
        parts = [one for one in page(rules).root.iter() if one.get("id") == "_states"]
        states = sheet(rules).states
        assert len(parts) == bool(states)
        rows = [[said(cell) for cell in row] for part in parts for row in part.findall("article/div/table/tbody/tr")]
        assert rows == [list(state) for state in states]

    @every_ruleset
    def test_the_sequence_of_play_is_there(self, rules: str) -> None:
        (turn,) = page(rules).all("html/body/header/ol")
        assert [said(phase) for phase in turn] == list(referee().loaded(rules).library.about()["turn"])

    def test_a_chance_stands_beside_its_number(self) -> None:
        cells = page("skirmish").of("small-arms.rifle").findall("td")
        assert [said(cell).replace("\N{NO-BREAK SPACE}", " ") for cell in cells[:2]] == ["4+ 70%", "7+ 40%"]
        assert said(cells[1].findall("small")[0]) == "40%"

    def test_without_odds_there_is_none(self) -> None:
        assert "%</small>" not in html(sheet("skirmish", style=Style(odds="none")))


class TestMarks:
    """Show what is not published, and say so to those who hear the page."""

    def test_have_a_legend_and_a_name_each(self) -> None:
        legend = page("first-watch").all("html/body/header/dl/div")
        assert [(said(one[0]), said(one[1])) for one in legend] == list(sheet("first-watch").legend)
        cell = page("first-watch").of("guns.88mm-l56").findall("td")[0]
        assert [(said(one), one.get("title")) for one in cell] == [("*", "house")]

    def test_are_not_on_published_sheets(self) -> None:
        published = Page(html(sheet("first-watch", style=Style(published_only=True))))
        marks = {said(one) for one in published.root.iter("abbr")}
        assert "*" not in marks

    def test_leave_a_wholly_published_sheet_clean(self) -> None:
        clean = Page(html(sheet("skirmish", "small-arms")))
        assert not list(clean.root.iter("abbr"))
        assert not clean.all("html/body/header/dl")

    def test_of_an_overlay_are_told(self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        home.write("mine/grid/combat.toml", "[rows]\ntanks = { infantry = 2 }\n")
        monkeypatch.setenv("REFCLI_CHARTS", "mine")
        assert run("charts", "print", "grid", "combat", "--sources", "-o", "combat.html").status == 0
        found = Page((home.work / "combat.html").read_text(encoding="utf-8"))
        assert said(found.of("combat.tanks").findall("td")[0]) == "2+†\N{NO-BREAK SPACE}83⅓%"
        assert "†" in [said(one) for one in found.all("html/body/header/dl/div/dt")]

    def test_of_a_reading_that_was_chosen_say_so(self, home: Home, run: Run) -> None:
        home.write("refcli.toml", '[readings.grid]\nG-8 = "cumulative"\n')
        assert run("charts", "print", "grid", "-o", "grid.html").status == 0
        found = Page((home.work / "grid.html").read_text(encoding="utf-8"))
        changed = [row for row in found.of("_readings").iter("tr") if row.get("class") == "changed"]
        assert [said(row[0]) for row in changed] == ["G-8"]
        assert said(changed[0]).endswith("(chosen)")


class TestAHostileText:
    """Stands in the page as itself, whatever it would mean elsewhere."""

    @every_hostile_text
    def test_prints_literally_in_every_place(self, text: str) -> None:
        plain = [one.tag for one in Page(html(filled("plain"))).root.iter()]
        found = Page(html(filled(text)))
        assert [one.tag for one in found.root.iter()] == plain
        for path in ("head/title", "body/header/h1", "body/header/p", "body/header/ol/li", "body/header/dl/div/dt"):
            assert said(found.all(f"html/{path}")[0]) == text
        chart = found.of("chart")
        for path in ("h3", "p", "div/table/caption", "div/table/thead/tr/th", "div/table/tbody/tr/th", "ul/li"):
            assert said(chart.findall(path)[0]) == text
        shown = figure(SheetFigure(text, text, text))
        assert said(chart.findall("div/table/tbody/tr/td")[0]) == shown
        assert [said(one) for one in chart.findall("dl/div")[0]] == ["condition", shown, text]
        for part in ("_readings", "_states"):
            assert [said(one) for one in found.of(part).findall("article/div/table/tbody/tr/*")][:2] == [text, text]

    @every_hostile_text
    def test_of_an_overlay_prints_literally(
        self, text: str, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        quoted = json.dumps(text, ensure_ascii=False)
        condition = f'[[condition]]\nname = "target-in-cover"\ntext = {quoted}\n'
        home.write("mine/grid/combat.toml", f"[labels]\ntanks = {quoted}\n{condition}")
        monkeypatch.setenv("REFCLI_CHARTS", str(home.work / "mine"))
        ran = run("charts", "print", "grid", "combat", "--sources", "-o", "combat.html")
        assert ran.status == 0, ran.err
        found = Page((home.work / "combat.html").read_text(encoding="utf-8"))
        assert said(found.of("combat.tanks")[0]) == text
        assert text in [said(one[2]) for one in found.of("combat").findall("dl/div")]

    def test_that_html_does_not_allow_shows_as_replaced(self) -> None:
        found = Page(html(filled("a\x00b\x1b[31m\x85\n\tc")))
        assert said(found.of("chart").findall("h3")[0]) == "a\ufffdb\ufffd[31m\ufffd\n\tc"


class TestTheChanges:
    """The handout of what differs at this table."""

    def test_say_so_when_there_is_nothing(self, home: Home, run: Run) -> None:
        assert run("charts", "print", "grid", "--changes", "-o", "changes.html").status == 0
        found = Page((home.work / "changes.html").read_text(encoding="utf-8"))
        assert len(list(found.root.iter("h2"))) == 1
        assert not list(found.root.iter("table"))

    def test_stand_beside_what_is_shipped(self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        home.write("mine/grid/combat.toml", "[rows]\ntanks = { infantry = 2 }\n")
        monkeypatch.setenv("REFCLI_CHARTS", "mine")
        assert run("charts", "print", "grid", "--changes", "-o", "changes.html").status == 0
        found = Page((home.work / "changes.html").read_text(encoding="utf-8"))
        label, *cells = found.of("figures.combat.tanks.infantry")
        assert said(label) == "Combat Table, Tanks, Infantry Class"
        assert [said(cell) for cell in cells] == ["4+", "2+"]


class TestTheFile:
    """What the command writes."""

    def test_is_utf_8_whatever_the_machine_speaks(self, home: Home, run: Run) -> None:
        assert run("charts", "print", "cc", "--sources", "-o", "cc.html").status == 0
        assert (home.work / "cc.html").read_bytes().decode("utf-8") == html(sheet("combat-captain"))

    def test_takes_its_style_and_script_from_beside_the_module(self) -> None:
        import refcli.printing

        (folder,) = map(Path, refcli.printing.__path__)
        for name, tag in (("sheet.css", "<style>"), ("sheet.js", "<script>")):
            assert f"{tag}{(folder / name).read_text(encoding='utf-8')}" in html(sheet("grid"))
