"""Sheets as HTML in a real browser: on a phone, in the dark, searched, and printed."""

import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from refcli.printing.paper import PAPERS
from refcli.printing.reference_formats import reference_html
from refcli.printing.sheets.sheet import Section, Sheet, SheetFigure, SheetTable, Style
from refcli.printing.sheets.sheet_html import html
from refcli.printing.unit_cards import roster_html
from refcli.referee.documents import cards_of, quick_sheet, reference_set
from refcli.rulesets import RULESETS
from tests.situations import referee
from tests.slow.browser import Browser, browser
from tests.slow.test_quick_sheet_pages import PAGES as SIDES
from tests.slow.test_reference_pages import MOST_PAGES
from tests.slow.test_reference_pages import every_print as every_list
from tests.tables import entry_of
from tests.test_html import HOSTILE, filled, sheet
from tests.test_html import page as parsed
from tests.tools import needed, needed_typeface

PAGES = {
    ("grid", "a4"): 4,
    ("grid", "letter"): 4,
    ("skirmish", "a4"): 12,
    ("skirmish", "letter"): 12,
    ("combat-captain", "a4"): 8,
    ("combat-captain", "letter"): 8,
    ("first-watch", "a4"): 17,
    ("first-watch", "letter"): 17,
}
"""The pages of each ruleset; other fonts may make it one more or one less."""

TOUCH = 44
"""CSS pixels that a finger needs."""

KEYBOARD = 320
"""CSS pixels that a keyboard on the screen takes."""

LOOKED_UP_BEFORE = {"units", "terrain", "ramming", "vehicles", "weapons"}
"""Charts of what a unit is and may do: on a phone they may be wider than the screen."""

CONTRAST = 4.5
"""Of a text against what lies behind it, as WCAG 2 asks for level AA."""

every_ruleset = pytest.mark.parametrize("rules", RULESETS)
every_print = pytest.mark.parametrize(("rules", "paper"), list(product(RULESETS, PAPERS)))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for all tests here."""
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the pages lie."""
    return tmp_path_factory.mktemp("pages")


class Opener(NamedTuple):
    """Opens pages as a phone in the light, with nothing said on the console so far."""

    browser: Browser
    folder: Path

    def __call__(self, rules: str, width: int = 360, height: int = 800) -> Browser:
        return self.page(sheet(rules), rules, width, height)

    def page(self, shown: Sheet, name: str, width: int = 360, height: int = 800) -> Browser:
        """Open the page of any sheet."""
        return self.file(html(shown), name, width, height)

    def file(self, text: str, name: str, width: int = 360, height: int = 800) -> Browser:
        """Open any page."""
        path = self.folder / f"{name}.html"
        if not path.exists():
            path.write_text(text, encoding="utf-8")
        self.browser.screen(width, height)
        self.browser.media()
        self.browser.open(path)
        return self.browser


@pytest.fixture
def opened(chromium: Browser, folder: Path) -> Iterator[Opener]:
    """Opens a page; whatever the test did, nothing may have gone wrong in it."""
    chromium.log()
    yield Opener(chromium, folder)
    assert chromium.log() == []


@cache
def quick(rules: str) -> Sheet:
    """The quick-reference sheet of a ruleset."""
    return quick_sheet(referee().loaded(rules), [], referee().settings, Style())


def shown(page: Browser, selector: str) -> list[str]:
    """The ids of the elements that can be seen."""
    script = "return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility()).map(e => e.id)"
    return list(page.run(script, selector))


def search(page: Browser, text: str) -> list[str]:
    """Type into the emptied search box; the charts that are shown then."""
    page.click("#_search")
    page.type("Escape", text)
    return shown(page, "article[id]")


def said(page: Browser, selector: str) -> str:
    """The text of an element."""
    return str(page.run("return document.querySelector(arguments[0]).textContent", selector))


class TestTheSearchBox:
    """Narrows the charts as one types."""

    def test_leaves_the_charts_that_match_and_their_phases(self, opened: Opener) -> None:
        page = opened("skirmish")
        every = [table.name for table in sheet("skirmish").tables]
        here = shown(page, "article[id]")
        assert sorted(here) == sorted(every)
        assert page.run("return [...document.querySelectorAll('nav li li a')].map(a => a.hash.slice(1))") == here
        assert said(page, "#_count") == f"{len(every)} charts"
        found = search(page, "escape")
        assert found == ["escape"]
        assert said(page, "#_count") == f"1 of {len(every)} charts"
        assert shown(page, "section") == ["_3", "_readings", *["_states"] * bool(sheet("skirmish").states)]
        page.run("scrollTo(0, 0)")
        page.click("#_contents summary")
        assert len(page.run("return [...document.querySelectorAll('nav li li')].filter(e => e.checkVisibility())")) == 1

    def test_narrows_with_each_letter(self, opened: Opener) -> None:
        page = opened("first-watch")
        counts = [len(search(page, "penetration"[:letters])) for letters in (1, 3, 11)]
        assert counts == sorted(counts, reverse=True)
        assert counts[0] > counts[-1] > 0

    def test_shows_the_matching_rows_of_a_long_chart_alone(self, opened: Opener) -> None:
        page = opened("first-watch")
        assert search(page, "TIGER") == ["vehicles"]
        assert shown(page, "#vehicles tbody tr") == ["vehicles.tiger-i", "vehicles.tiger-ii", "vehicles.jagdtiger"]
        page.click("#vehicles > button")
        assert len(shown(page, "#vehicles tbody tr")) == 127
        assert search(page, "tigers") == []
        assert said(page, "#_count").startswith("0 of ")

    def test_shows_the_whole_chart_when_its_title_matches(self, opened: Opener) -> None:
        page = opened("first-watch")
        assert "vehicles" in search(page, "vehicles")
        assert len(shown(page, "#vehicles tbody tr")) == 127

    def test_wants_every_word_in_the_chart_or_one_row(self, opened: Opener) -> None:
        page = opened("first-watch")
        assert search(page, "tiger vehicles") == ["vehicles"]
        assert shown(page, "#vehicles tbody tr") == ["vehicles.tiger-i", "vehicles.tiger-ii", "vehicles.jagdtiger"]
        assert search(page, "tiger sherman") == []

    def test_finds_conditions_by_what_is_typed_and_what_they_say(self, opened: Opener) -> None:
        page = opened("first-watch")
        assert search(page, "target-fast") == ["main-gun"]
        assert search(page, "more than half speed") == ["main-gun"]
        assert page.run("return document.querySelectorAll('#main-gun .found').length") == 1

    @pytest.mark.parametrize(("rules", "row"), [("first-watch", "t-34-85"), ("skirmish", "t34-85")])
    def test_finds_a_name_however_it_is_written(self, rules: str, row: str, opened: Opener) -> None:
        page = opened(rules)
        found = {said: (search(page, said), shown(page, ".found")) for said in ("t-34", "T34", "t34")}
        assert all(one == found["t34"] for one in found.values())
        assert f"vehicles.{row}" in found["t34"][1]
        for said in ("T34/85", "t-34-85", "t3485"):
            search(page, said)
            assert shown(page, "#vehicles .found") == [f"vehicles.{row}"]

    @pytest.mark.parametrize(
        ("width", "height", "scheme"),
        [(360, 740 - KEYBOARD, "dark"), (768, 1024 - KEYBOARD, "light"), (1400, 900, "dark")],
    )
    @pytest.mark.parametrize(
        ("rules", "typed", "hit"),
        [
            ("first-watch", "t34", "vehicles.t-34-1940"),
            ("first-watch", "stationary", ""),
            ("skirmish", "tiger ii", "vehicle-facts.tiger-ii"),
            ("combat-captain", "rout", ""),
            ("grid", "road", ""),
        ],
    )
    def test_brings_the_first_hit_above_the_keyboard(
        self, rules: str, typed: str, hit: str, width: int, height: int, scheme: str, opened: Opener
    ) -> None:
        """The height of a screen with a keyboard on it is what the keyboard leaves."""
        page = opened(rules, width, height)
        page.media(scheme=scheme)
        page.run("scrollTo(0, document.scrollingElement.scrollHeight)")
        search(page, typed)
        script = """
            const chart = document.querySelector("article[id]:not([hidden])");
            const first = chart.querySelector(".found:not([hidden])") ?? chart.querySelector("h3");
            const {top, bottom} = first.getBoundingClientRect();
            return [first.id, top - document.getElementById("_tools").getBoundingClientRect().bottom, bottom];
        """
        first, top, bottom = page.run(script)
        assert not hit or first == hit
        assert top >= 0 and bottom <= height

    def test_leaves_a_chart_where_it_brought_it(self, opened: Opener) -> None:
        """A browser scrolls to what is typed in: the search box, which is in sight already."""
        page = opened("grid", 360, 740 - KEYBOARD)
        page.run("scrollTo(0, document.scrollingElement.scrollHeight)")
        search(page, "combat table")
        script = """
            const chart = document.querySelector("article[id]:not([hidden])").getBoundingClientRect();
            return chart.top - document.getElementById("_tools").getBoundingClientRect().bottom;
        """
        assert 0 <= page.run(script) <= 16

    def test_is_emptied_by_escape_and_by_its_button(self, opened: Opener) -> None:
        page = opened("grid")
        every = shown(page, "article[id]")
        assert search(page, "combat") != every
        page.type("Escape")
        assert shown(page, "article[id]") == every
        assert not shown(page, "#_clear")
        search(page, "combat")
        page.click("#_clear")
        assert shown(page, "article[id]") == every
        assert page.run("return document.activeElement.id + document.activeElement.value") == "_search"

    def test_gives_way_to_a_link_and_to_the_address(self, opened: Opener) -> None:
        page = opened("skirmish")
        search(page, "escape")
        page.run("location.hash = '#morale'")
        top = "return document.getElementById(arguments[0]).getBoundingClientRect().top"
        assert "morale" in shown(page, "article[id]")
        page.run("return new Promise(requestAnimationFrame)")
        assert 0 < page.run(top, "morale") < 800
        search(page, "escape")
        page.run("scrollTo(0, 0)")
        page.click(".turn a")
        assert len(shown(page, "article[id]")) == len(list(sheet("skirmish").tables))
        assert 0 < page.run(top, "_2") < 200

    def test_tells_those_who_hear_the_page(self, opened: Opener) -> None:
        page = opened("grid")
        box = "const e = document.getElementById('_search'); return [e.labels[0].textContent, e.type]"
        assert page.run(box) == ["Search the charts", "search"]
        assert page.run("return document.getElementById('_count').getAttribute('aria-live')") == "polite"

    def test_is_left_out_where_scripts_do_not_run(self, opened: Opener) -> None:
        opened.browser.scripts(on=False)
        try:
            page = opened("grid")
            assert not shown(page, "#_tools")
            assert shown(page, "article[id]") == [table.name for table in sheet("grid").tables]
        finally:
            opened.browser.scripts(on=True)

    def test_is_left_out_where_there_is_nothing_to_search(self, opened: Opener) -> None:
        nothing = sheet("grid")._replace(sections=(Section("Nothing changed", (), ()),), readings=(), states=())
        page = opened.page(nothing, "nothing")
        assert not shown(page, "#_tools")
        assert len(shown(page, "h2")) == 1


class TestOnAScreen:
    """At the table: a phone of 360 px, a tablet, in the dark."""

    @every_ruleset
    def test_a_page_never_scrolls_sideways(self, rules: str, opened: Opener) -> None:
        page = opened(rules)
        for width in (360, 820, 1400):
            page.screen(width, 800)
            assert page.run("return document.scrollingElement.scrollWidth") <= width
            assert (
                page.run("return document.scrollingElement.scrollLeft = 50, document.scrollingElement.scrollLeft") == 0
            )

    @every_ruleset
    def test_no_chart_of_an_attack_scrolls_sideways_on_a_phone(self, rules: str, opened: Opener) -> None:
        """Charts that are looked into at every shot; what a unit is or may enter is looked up before it."""
        page = opened(rules, 360, 740)
        script = """
            return [...document.querySelectorAll(".scroll")].filter(e => e.scrollWidth > e.clientWidth + 1)
                .map(e => e.closest("[id]").id)
        """
        assert set(page.run(script)) <= LOOKED_UP_BEFORE

    @every_ruleset
    def test_no_table_of_a_quick_reference_sheet_scrolls_sideways_on_a_phone(self, rules: str, opened: Opener) -> None:
        page = opened.page(quick(rules), f"quick-{rules}", 360, 740)
        script = """
            return [...document.querySelectorAll(".scroll")].filter(e => e.scrollWidth > e.clientWidth + 1)
                .map(e => e.closest("section").querySelector("h2").textContent)
        """
        assert page.run(script) == []

    def test_a_table_that_is_too_wide_for_a_phone_says_its_heads_in_each_row(self, opened: Opener) -> None:
        page = opened.page(quick("skirmish"), "quick-skirmish", 360, 740)
        script = """
            const cell = document.querySelector(".stack tbody td");
            const {left, right} = cell.getBoundingClientRect();
            return [getComputedStyle(cell, "::before").content, left >= 0 && right <= 360];
        """
        assert page.run(script) == ['"tank: "', True]
        page.screen(1400, 900)
        assert page.run(script)[0] == "none"

    def test_a_wide_chart_scrolls_in_itself_and_keeps_its_row_heads(self, opened: Opener) -> None:
        page = opened("skirmish")
        script = """
            const scroll = document.querySelector("#vehicles .scroll");
            const head = scroll.querySelector("tbody th");
            const before = head.getBoundingClientRect().left;
            scroll.scrollLeft = 100;
            return [scroll.scrollLeft, head.getBoundingClientRect().left - before, scroll.tabIndex];
        """
        assert page.run(script) == [100, 0, 0]

    def test_the_heads_of_a_long_chart_stay_in_sight(self, opened: Opener) -> None:
        page = opened("first-watch", 1400, 900)
        script = """
            document.getElementById("vehicles.bt-42").scrollIntoView({block: "center"});
            const head = document.querySelector("#vehicles thead th[scope]").getBoundingClientRect();
            const tools = document.getElementById("_tools").getBoundingClientRect();
            return [tools.top, head.top - tools.bottom];
        """
        top, gap = page.run(script)
        assert top == 0
        assert abs(gap) <= 4

    @every_ruleset
    def test_every_target_of_a_finger_is_large_enough(self, rules: str, opened: Opener) -> None:
        page = opened(rules)
        page.click("#_contents summary")
        search(page, "an")
        page.type("Escape", "in")
        script = """
            return [...document.querySelectorAll("a, button, input, summary")].filter(e => e.checkVisibility())
                .map(e => [e.textContent, e.getBoundingClientRect()])
                .map(([text, box]) => [text, Math.round(box.width), Math.round(box.height)])
        """
        targets = page.run(script)
        assert len(targets) > 5
        assert [one for one in targets if min(one[1:]) < TOUCH] == []

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_every_text_stands_out(self, scheme: str, opened: Opener) -> None:
        """The least contrast of any text that can be seen, searched rows among them."""
        page = opened("skirmish")
        page.media(scheme=scheme)
        search(page, "tank")
        script = """
            const parts = (color) => color.match(/[\\d.]+/g).map(Number);
            const light = (color) => parts(color).slice(0, 3).map((part) => part / 255)
                .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
                .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
            const behind = (element) => {
                for (let one = element; one; one = one.parentElement) {
                    const color = getComputedStyle(one).backgroundColor;
                    if (parts(color)[3] !== 0) return color;
                }
                return "rgb(255, 255, 255)";
            };
            const spoken = (element) => [...element.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
            const worst = [...document.body.querySelectorAll("*")]
                .filter((element) => element.checkVisibility() && spoken(element)).map((element) => {
                    const lights = [getComputedStyle(element).color, behind(element)].map(light);
                    return [(Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05), element.textContent];
                }).sort((a, b) => a[0] - b[0])[0];
            return [...worst, light(getComputedStyle(document.body).backgroundColor)];
        """
        contrast, text, paper = page.run(script)
        assert contrast >= CONTRAST, text
        assert paper < 0.05 if scheme == "dark" else paper > 0.9


class TestAHostileText:
    """Shows as itself, and does nothing."""

    @pytest.mark.parametrize("number", range(len(HOSTILE)))
    def test_is_shown_literally_and_does_nothing(self, number: int, opened: Opener) -> None:
        page = opened.page(filled(HOSTILE[number]), f"hostile-{number}")
        assert page.run("return document.title") == " ".join(HOSTILE[number].split())
        for selector in ("h1", "h2", "h3", "caption", ".note", "tbody th", "footer p"):
            assert HOSTILE[number] in said(page, selector)
        assert page.run("return document.scripts.length + document.styleSheets.length") == 2
        assert search(page, HOSTILE[number]) == ["chart", "long"]


class Word(NamedTuple):
    """A word of a printed page, and where it stands, in mm."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


class Printed(NamedTuple):
    """A page as it was printed: its size in mm, its words, and their parts that no line break can part."""

    width: float
    height: float
    words: tuple[Word, ...]
    parts: frozenset[str]


def parts_of(text: str) -> list[str]:
    """A text in parts that stay on one line."""
    return re.findall(r"[^\W_]+", text)


def pages_of(pdf: bytes, path: Path) -> list[Printed]:
    """The pages of a PDF, as pdftotext finds them."""
    path.write_bytes(pdf)
    done = subprocess.run([needed("pdftotext"), "-bbox", str(path), "-"], capture_output=True, check=True)
    root = ElementTree.fromstring(re.sub(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", b"", done.stdout))
    mm = 25.4 / 72
    found = []
    for page in root.iter("{http://www.w3.org/1999/xhtml}page"):
        words = [
            Word(word.text or "", *(float(word.attrib[side]) * mm for side in ("xMin", "yMin", "xMax", "yMax")))
            for word in page
        ]
        parts = frozenset(part for word in words for part in parts_of(word.text))
        width, height = (float(page.attrib[side]) * mm for side in ("width", "height"))
        found.append(Printed(width, height, tuple(words), parts))
    return found


@pytest.fixture(scope="module")
def prints(chromium: Browser, folder: Path):
    """Prints a ruleset on a paper, once."""

    @cache
    def prints(rules: str, paper: str) -> list[Printed]:
        page = Opener(chromium, folder)(rules)
        size = PAPERS[paper]
        return pages_of(page.pdf(size.width, size.height), folder / f"{rules}-{paper}.pdf")

    return prints


def whole(table: SheetTable) -> set[str]:
    """The parts of a chart that have to be on one page: its title, its labels and its conditions."""
    conditions = [text for one in table.conditions for text in (one.name, one.text)]
    return {part for text in (table.title, *(row.label for row in table.rows), *conditions) for part in parts_of(text)}


class TestOnPaper:
    """As the browser prints it."""

    @pytest.fixture(autouse=True)
    def liberation(self) -> None:
        """Pages are counted and columns measured in one typeface: another is wider or narrower."""
        needed_typeface("Liberation Sans")

    @every_print
    def test_has_the_expected_pages_and_none_is_blank(self, rules: str, paper: str, prints) -> None:
        pages = prints(rules, paper)
        size = PAPERS[paper]
        expected = entry_of(PAGES, (rules, paper), "tests/test_browser.py: PAGES", "how many pages a browser prints")
        assert abs(len(pages) - expected) <= 1
        for page in pages:
            assert abs(page.width - size.width) < 0.5 and abs(page.height - size.height) < 0.5
            assert sum(word.bottom < size.height - 15 for word in page.words) > 20

    @every_print
    def test_keeps_clear_of_the_edges(self, rules: str, paper: str, prints) -> None:
        for page in prints(rules, paper):
            for word in page.words:
                assert word.left > 9 and word.right < page.width - 9, word
                assert word.top > 9 and word.bottom < page.height - 5, word

    @every_print
    def test_has_its_foot_and_number_on_every_page(self, rules: str, paper: str, prints) -> None:
        pages = prints(rules, paper)
        for number, page in enumerate(pages, 1):
            foot = " ".join(word.text for word in page.words if word.top > page.height - 14)
            assert foot == f"{sheet(rules).footer} {number} / {len(pages)}"

    @every_print
    def test_breaks_no_chart_that_fits_on_a_page(self, rules: str, paper: str, prints) -> None:
        pages = [page.parts for page in prints(rules, paper)]
        for table in sheet(rules).tables:
            if "tall" not in parsed(rules).of(table.name).get("class", "").split():
                assert any(whole(table) <= page for page in pages), table.name

    @every_print
    def test_loses_nothing(self, rules: str, paper: str, prints) -> None:
        """There are at least as many of each letter and digit on paper as on the sheet."""
        printed = Counter("".join(part for page in prints(rules, paper) for word in page.words for part in word.text))
        wanted = Counter("".join(texts_of(sheet(rules))))
        assert {sign: count for sign, count in (wanted - printed).items() if sign.isalnum()} == {}

    @every_ruleset
    def test_every_table_keeps_to_its_column(self, rules: str, opened: Opener) -> None:
        """Measured where the page is as wide as the narrower paper between its margins, without a scroll bar."""
        page = opened(rules)
        page.media("print")
        script = """
            const edge = document.querySelector("main").getBoundingClientRect().right;
            return [...document.querySelectorAll("th, td, dt, dd, li, p, h2, h3")].filter(e => e.checkVisibility())
                .filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1
                    || e.getBoundingClientRect().right > edge + 1)
                .map(e => `${e.closest("[id]").id}: ${e.textContent}`)
        """
        page.screen(int(188 / 25.4 * 96), 800)
        assert page.run(script) == []

    def test_repeats_the_title_and_heads_of_a_chart_that_goes_on(self, prints) -> None:
        pages = prints("first-watch", "a4")
        vehicles = next(table for table in sheet("first-watch").tables if table.name == "vehicles")
        labels = [parts_of(row.label) for row in vehicles.rows]
        having = [page for page in pages if sum(set(label) <= page.parts for label in labels) > 20]
        assert len(having) >= 2
        for page in having:
            text = " ".join(word.text for word in page.words).replace("- ", "-")
            assert "Vehicles" in text
            assert all(head in text for head in ("Armor Class", "Max Speed", "open-topped"))

    @every_print
    def test_of_a_quick_reference_sheet_has_few_pages(
        self, rules: str, paper: str, opened: Opener, folder: Path
    ) -> None:
        """As many as its PDF, in type of 8 points."""
        size = PAPERS[paper]
        page = opened.page(quick(rules), f"quick-{rules}")
        pages = pages_of(page.pdf(size.width, size.height), folder / f"quick-{rules}-{paper}.pdf")
        assert len(pages) <= entry_of(SIDES, rules, "tests/test_quick_sheet.py: PAGES", "how many sides it takes")

    @every_print
    def test_of_a_quick_reference_sheet_has_no_word_over_another(
        self, rules: str, paper: str, opened: Opener, folder: Path
    ) -> None:
        """A table wider than its column ran into the next one, or over the edge of the paper."""
        size = PAPERS[paper]
        page = opened.page(quick(rules), f"quick-{rules}")
        for one in pages_of(page.pdf(size.width, size.height), folder / f"words-{rules}-{paper}.pdf"):
            assert all(word.left > 8.5 and word.right < one.width - 8.5 for word in one.words)
            for word, other in combinations(one.words, 2):
                beside = min(word.right, other.right) - max(word.left, other.left)
                above = min(word.bottom, other.bottom) - max(word.top, other.top)
                assert beside < 0.8 or above < 1.5, (word.text, other.text)

    @every_print
    def test_of_a_quick_reference_sheet_keeps_tables_to_their_columns_and_chances_large(
        self, rules: str, paper: str, opened: Opener
    ) -> None:
        """No table ran into the gap beside it, and what is said of a chance is as large as the figure before it."""
        page = opened.page(quick(rules), f"quick-{rules}")
        page.media("print")
        page.screen(int((PAPERS[paper].width - 18.4) / 25.4 * 96), 800)
        script = """
            const wide = [...document.querySelectorAll(".block table")].filter(one =>
                one.getBoundingClientRect().width > one.closest(".block").getBoundingClientRect().width + 1
                || [...one.querySelectorAll("th, td")].some(cell => cell.scrollWidth > cell.clientWidth + 1));
            const small = [...document.querySelectorAll(".block small")].filter(one =>
                parseFloat(getComputedStyle(one).fontSize) < 8 / 72 * 96 - 0.1);
            return [...wide, ...small].map(one => one.textContent.slice(0, 60));
        """
        assert page.run(script) == []

    @every_list
    def test_of_the_reference_set_takes_the_pages_of_its_pdf(
        self, rules: str, paper: str, opened: Opener, folder: Path
    ) -> None:
        size = PAPERS[paper]
        page = opened.file(
            reference_html(reference_set(referee().loaded(rules), [], referee().settings)), f"ref-{rules}"
        )
        pages = pages_of(page.pdf(size.width, size.height), folder / f"ref-{rules}-{paper}.pdf")
        assert len(pages) <= MOST_PAGES[rules]
        for one in pages:
            for word in one.words:
                assert word.left > 8.5 and word.right < one.width - 8.5, word

    @pytest.mark.parametrize("paper", PAPERS)
    def test_of_cards_keeps_them_on_the_paper(self, paper: str, opened: Opener, folder: Path) -> None:
        """Long titles pushed the third column over the edge; a heading stood without its cards."""
        rows = ("tiger-i", "17pdr", "lorry", "rifle", "hmg", "panther", "jeep")
        size = PAPERS[paper]
        page = opened.file(roster_html(cards_of(referee().loaded("skirmish"), rows, referee().settings)), "cards")
        pages = pages_of(page.pdf(size.width, size.height), folder / f"cards-{paper}.pdf")
        assert len(pages) <= 2
        for one in pages:
            assert all(word.left > 8.5 and word.right < one.width - 8.5 for word in one.words)

    def test_shows_neither_search_nor_contents(self, prints) -> None:
        words = {word.text for page in prints("grid", "a4") for word in page.words}
        assert not words & {"Search", "Charts", "Clear"}

    def test_is_black_on_white_in_the_dark_too(self, opened: Opener) -> None:
        page = opened("grid")
        page.media("print", "dark")
        script = "const s = getComputedStyle(document.body); return [s.color, s.backgroundColor]"
        assert page.run(script) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]

    def test_prints_what_the_search_left(self, opened: Opener, folder: Path) -> None:
        page = opened("skirmish")
        search(page, "tiger")
        (only,) = pages_of(page.pdf(210, 297), folder / "tiger.pdf")
        assert {"Tiger", "Equipment"} <= only.parts
        assert "Panther" not in only.parts


def texts_of(shown: Sheet) -> Iterator[str]:
    """Every text of a sheet that is printed, each once."""

    def said(figure: SheetFigure) -> str:
        return f"{figure.text}{figure.mark}{figure.chance}"

    yield from (shown.title, shown.work, shown.scale, *shown.turn)
    for section in shown.sections:
        yield from (section.title, *section.procedures)
        for table in section.tables:
            yield from (table.title, *table.facts, *table.notes, *table.sources)
            if any(head.text for head in table.heads):
                yield from (table.corner, *map(said, table.heads))
            for row in table.rows:
                yield from (row.label, *map(said, row.figures))
            for one in table.conditions:
                yield from (one.name, said(one.modifier), one.text)
    for ruled in shown.readings:
        yield from (ruled.id, ruled.question, ruled.holds)
    for state in shown.states:
        yield from state
