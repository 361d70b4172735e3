"""The quick-reference sheet: each figure once, nothing of the program's own, and as many pages as it may have."""

import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from refcli.cli.reference import lists_apart
from refcli.cli.sheets import quick_sheet
from refcli.conformance.quick_sheets import odd_quick_sheet
from refcli.core.errors import BadData
from refcli.core.marks import MARKS, PUBLISHED_MARK
from refcli.files.library import Library
from refcli.printing.paper import SHEET_PAPERS, layout_of
from refcli.printing.sheets.comma_separated import comma_separated
from refcli.printing.sheets.html import html
from refcli.printing.sheets.markdown import escaped, markdown
from refcli.printing.sheets.quick import dial_of, lead_of
from refcli.printing.sheets.quick_pdf import quick_pdf
from refcli.printing.sheets.sheet import Sheet, SheetTable, Style
from refcli.rulesets import RULESETS
from tests.conftest import Home, Run
from tests.rulings import ruled
from tests.situations import referee, suite
from tests.tables import entry_of
from tests.test_charts import library
from tests.test_html import HOSTILE, Page, said
from tests.test_sheets import Pdf, Word, overlap, squeezed
from tests.tools import needed

PAGES = {"first-watch": 2, "grid": 1, "combat-captain": 2, "skirmish": 2}
"""The sides that each sheet takes, on A4 and letter."""

LEAST = 8.0
"""The smallest type, in points, whatever is printed."""

every_ruleset = pytest.mark.parametrize("rules", RULESETS)
every_paper = pytest.mark.parametrize("paper", ["a4", "letter"])
either_way = pytest.mark.parametrize("landscape", [False, True], ids=["portrait", "landscape"])


@cache
def sheet(rules: str, style: Style | None = None, charts: tuple[str, ...] = (), without: tuple[str, ...] = ()) -> Sheet:
    """The quick-reference sheet of a ruleset as it ships."""
    return quick_sheet(referee().loaded(rules), list(charts), referee().settings, style or Style(), without)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the PDFs of this module lie."""
    return tmp_path_factory.mktemp("quick")


def drawn(folder: Path, rules: str, paper: str, landscape: bool = False, large: bool = False) -> Pdf:
    """A sheet as a PDF, made once."""
    path = folder / f"{rules}-{paper}-{landscape}-{large}.pdf"
    if not path.exists():
        path.write_bytes(quick_pdf(sheet(rules), layout_of(SHEET_PAPERS[paper], landscape, large)))
    return Pdf(path)


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
        assert ran.err.count("\n") == 1 and "all its lists stand on its quick-reference sheet" in ran.err

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
            for rules, said_then in (("sk", "a man under the circle is hit"), ("cc", "Home Guard: never the extra")):
                assert said_then not in run("charts", "print", rules, "--format", how).out
        home.write(
            "refcli.toml", '[readings.skirmish]\nS-8 = "hit-first"\n[readings.combat-captain]\nCC-47 = "nashcon"\n'
        )
        assert "a man under the circle is hit" in run("charts", "print", "sk", "--format", "md").out
        told = run("charts", "print", "cc", "--format", "md").out
        for line in ("never the extra die", "Overturned British car", "a sub-unit aboard with 4 dice", "counts as Gun"):
            assert line in told
        assert "(Nashcon game)" not in told  # it is that game, so no line says so again

    def test_the_line_of_another_reading(self, home: Home, run: Run) -> None:
        home.write("refcli.toml", '[readings.skirmish]\nS-37 = "turn"\n')
        told = run("charts", "print", "sk", "--format", "md").out
        assert "Other ranks killed: -1 for every 2 killed this turn" in told and "earlier turns included" not in told
        assert "S-37" in told  # chosen here, so it is said
        assert run("charts", "print", "sk", "-o", "sk.pdf").status == 0
        assert "Chosen at this table" in " ".join(Pdf(home.work / "sk.pdf").text().split())  # in one line or two

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


class TestThePages:
    """Are as few as the wall has room for, full, and read at arm's length."""

    @every_ruleset
    @every_paper
    @either_way
    def test_are_so_many(self, folder: Path, rules: str, paper: str, landscape: bool) -> None:
        pages = entry_of(PAGES, rules, "tests/test_quick_sheet.py: PAGES", "how many sides its sheet takes")
        assert int(drawn(folder, rules, paper, landscape).facts()["Pages"]) == pages

    @every_ruleset
    @pytest.mark.parametrize(("paper", "landscape"), [("a4", False), ("a4", True), ("letter", False), ("a5", False)])
    def test_have_no_smaller_type(self, folder: Path, rules: str, paper: str, landscape: bool) -> None:
        assert min(sizes(drawn(folder, rules, paper, landscape))) >= LEAST

    @every_ruleset
    @pytest.mark.parametrize("paper", ["a4", "a5"])
    @either_way
    def test_have_their_foot_clear_of_the_edge(self, folder: Path, rules: str, paper: str, landscape: bool) -> None:
        """By 3.5 mm, however many lines it takes."""
        sides = sorted((SHEET_PAPERS[paper].width, SHEET_PAPERS[paper].height), reverse=landscape)
        for page in drawn(folder, rules, paper, landscape).words():
            assert max(word.bottom for word in page) <= (sides[1] - 3.5) * 72 / 25.4

    @every_ruleset
    def test_tell_the_phases_of_the_turn_by_their_numbers_alone(self, folder: Path, rules: str) -> None:
        """No dot stands between them, so none is left at the end of a line."""
        lines = drawn(folder, rules, "a4").text("-layout", "-l", "1").splitlines()
        assert not [line for line in lines[:4] if "·" in line]

    @every_ruleset
    def test_are_larger_on_the_wall(self, folder: Path, rules: str) -> None:
        wall, sheet = drawn(folder, rules, "a3"), drawn(folder, rules, "a4")
        assert wall.facts()["Pages"] == sheet.facts()["Pages"]
        assert min(sizes(wall)) >= 1.4 * min(sizes(sheet))

    @every_ruleset
    def test_in_the_hand_have_the_same_blocks(self, folder: Path, rules: str) -> None:
        titles = [[mark.title for mark in drawn(folder, rules, paper).bookmarks()] for paper in ("a4", "a5")]
        assert titles[0] == titles[1]

    @every_ruleset
    @pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
    @either_way
    def test_are_no_more_than_a_quarter_empty(self, folder: Path, rules: str, paper: str, landscape: bool) -> None:
        """But the last: no blank piece, such as a column, is more than a quarter of where type may stand."""
        pdf = drawn(folder, rules, paper, landscape)
        pages = pdf.words()
        sides = sorted((SHEET_PAPERS[paper].width, SHEET_PAPERS[paper].height), reverse=landscape)
        for page in pages[:-1] or pages:
            assert blank_share(page, *(side * 72 / 25.4 for side in sides)) <= 0.25

    def test_that_have_an_empty_column_are_told(self) -> None:
        """By the measure: strips from edge to edge have words on such a page."""
        words = [Word("x", left, top, left + 170, top + 12) for left in (26, 205) for top in range(26, 770, 12)]
        assert blank_share(words, 595, 842) > 0.25
        words += [Word("x", 384, top, 569, top + 12) for top in range(26, 770, 12)]
        assert blank_share(words, 595, 842) < 0.05

    @every_ruleset
    @either_way
    def test_have_no_word_on_another(self, folder: Path, rules: str, landscape: bool) -> None:
        for words in drawn(folder, rules, "a4", landscape).words():
            beside = sorted(words, key=lambda word: word.top)
            for at, word in enumerate(beside):
                near = (other for other in beside[at + 1 : at + 60] if other.top < word.bottom)
                assert not [(word, other) for other in near if overlap(word, other)]

    @every_ruleset
    @either_way
    def test_say_what_the_sheet_says_and_nothing_else(self, folder: Path, rules: str, landscape: bool) -> None:
        """The ink of all pages, letter by letter, but for what stands over and below them."""
        printed, pdf = sheet(rules), drawn(folder, rules, "a4", landscape)
        ink = Counter("".join(pdf.pages()))
        pages = len(pdf.pages())
        legend = "  ·  ".join(f"{mark} {meaning}" for mark, meaning in printed.legend)
        foot = f"{legend}{'  ·  ' if legend else ''}{printed.footer}"
        phases = "".join(f"{number} {phase}" for number, phase in enumerate(printed.turn, 1))
        furniture = f"{printed.title}Turn: {phases}{printed.scale}" + foot * pages
        furniture += "".join(f"{number} / {pages}" for number in range(1, pages + 1))
        blocks = []
        for section in printed.sections:
            number = printed.turn.index(section.phase) + 1 if section.phase in printed.turn else ""
            blocks.append(f"{number}{section.title}")
            blocks += [text for table in section.tables for text in texts_of(table, on_paper=True)]
            leads = [note for table in section.tables for note in table.notes if lead_of(note)[0]]
            assert all(":" in note for note in leads)
        wanted = Counter(squeezed(furniture + "".join(blocks)))
        assert not wanted - ink
        long = [table for table in printed.tables if len(table.rows) > 24]  # its heads stand over each of its parts
        heads = [squeezed(one.corner + "".join(head.text + head.mark for head in one.heads)) for one in long]
        again = (head * ("".join(pdf.pages()).count(head) - 1) for head in heads)
        assert not ink - wanted - Counter("".join(again))

    @either_way
    @pytest.mark.parametrize("paper", ["a4", "letter"])
    def test_have_the_steps_of_a_block_in_order(self, folder: Path, paper: str, landscape: bool) -> None:
        """An anti-tank shot of skirmish: to hit, attack, where, effect; each right of the one before, or below it."""
        steps = ("1 To", "2 Attack:", "3 Where", "4 Effect,")
        words = [word for page in drawn(folder, "skirmish", paper, landscape).words() for word in page]
        begins = {f"{one.text} {then.text}": one for one, then in pairwise(words)}
        places = [begins[step] for step in steps]
        for one, then in pairwise(places):
            assert then.left > one.left + 9 or then.top > one.top + 9
        assert not [step for step in places[:3] if step.left >= places[3].left and step.top >= places[3].top]

    @pytest.mark.parametrize(("rules", "paper"), [("combat-captain", "a4"), ("grid", "a5")])
    def test_break_what_they_are_played_at_between_its_parts(self, folder: Path, rules: str, paper: str) -> None:
        """A line over the first page that is too long for one goes on with its next part, never with a word alone."""
        text = drawn(folder, rules, paper).text("-layout", "-l", "1")
        assert all(part.rstrip(";") in text for part in sheet(rules).scale.split("; "))

    def test_have_no_label_of_a_word_a_line(self, folder: Path) -> None:
        """The label of a row takes some three lines at most: of armoured cars, open topped AFVs and half tracks."""
        words = [word for page in drawn(folder, "skirmish", "a5").words() for word in page]
        tops = [word.top for word in words if word.text in ("A/cars,", "topped", "AFVs")]
        assert len(tops) == 3 and max(tops) - min(tops) < 25

    def test_that_hold_too_much_tell_what_to_leave_out(self, home: Home, run: Run) -> None:
        rows = "".join(f"row-{n} = [4, 4, 4]\n" for n in range(90))
        labels = "".join(f'row-{n} = "Company {n} of the regiment, all of its platoons"\n' for n in range(90))
        home.write("mine/grid/combat.toml", f"[rows]\n{rows}[labels]\n{labels}")
        home.write("refcli.toml", 'charts = ["mine"]\n')
        ran = run("charts", "print", "grid", "-o", "grid.pdf")
        assert ran.status == 2 and "leave out Combat: --without combat" in ran.err
        assert run("charts", "print", "grid", "--without", "combat", "-o", "grid.pdf").status == 0


def sizes(pdf: Pdf) -> set[float]:
    """The sizes of its type in points, to a third."""
    command = [needed("pdftohtml"), "-xml", "-i", "-stdout", "-zoom", "3", str(pdf.path)]
    out = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    return {float(size) / 3 for size in re.findall(r'<fontspec [^>]*size="([\d.]+)"', out)}


def blank_share(words: list[Word], width: float, height: float) -> float:
    """The largest blank rectangle of a page, as a share of where its type may stand, to half a line."""
    margin, foot, step = 26, 37, 6
    columns, rows = (int(size - margin - far) // step for size, far in ((width, margin), (height, foot)))
    taken = {
        (x, y)
        for word in words
        for x in range(int(word.left - margin) // step, int(word.right - margin) // step + 1)
        for y in range(int(word.top - margin) // step, int(word.bottom - margin) // step + 1)
    }
    best, above = 0, [0] * columns  # blank so far, upwards from a row
    for y in range(rows):
        above = [0 if (x, y) in taken else above[x] + 1 for x in range(columns)]
        for left in range(columns):
            high = above[left]
            for right in range(left, columns):
                high = min(high, above[right])
                best = max(best, high * (right - left + 1))
    return best / (columns * rows)


class TestWhatIsPicked:
    """Charts by name, blocks to leave out, and a block a page."""

    def test_is_what_the_sheet_has_of_these_charts(self, run: Run) -> None:
        told = run("charts", "print", "sk", "--charts", "small-arms,hit-effect", "--format", "md").out
        assert "## Small arms: to hit" in told and "## Small arms: effect" in told
        assert told.count("\n## ") == 2 and "Soft vehicle" not in told
        assert told == run("charts", "print", "sk", "small-arms", "hit-effect", "--format", "md").out

    def test_is_a_block_of_its_own_where_the_sheet_has_none(self, run: Run) -> None:
        assert "| German 88mm L71 |" in run("charts", "print", "sk", "attack-values", "--format", "md").out

    def test_leaves_blocks_out(self, run: Run) -> None:
        told = run("charts", "print", "grid", "--without", "game-clock,terrain", "--format", "md").out
        assert "## Terrain" not in told and "## Movement" in told
        ran = run("charts", "print", "grid", "--without", "terain")
        assert ran.status == 4 and "(nearest: terrain)" in ran.err
        assert "; all of them: game-clock, artillery-mortar-fire, " in ran.err

    def test_is_large_on_a_page_each(self, folder: Path) -> None:
        pdf = drawn(folder, "grid", "a4", large=True)
        assert int(pdf.facts()["Pages"]) == len(sheet("grid").sections)
        assert max(sizes(pdf)) >= 20

    @pytest.mark.parametrize("rules", ["first-watch", "skirmish", "combat-captain"])
    def test_is_large_clear_of_the_foot(self, folder: Path, rules: str) -> None:
        """What hangs below the last line, too."""
        for page in drawn(folder, rules, "a4", large=True).words():
            foot = min(word.top for word in page if word.bottom - word.top < 10)
            assert all(word.bottom <= foot for word in page if word.bottom - word.top >= 10)

    def test_is_large_with_room_between_its_figures(self, folder: Path) -> None:
        """So that 150 and 200 are two figures: a quarter of a line's height at least."""
        (page, *_) = drawn(folder, "skirmish", "a4", True, True).words()
        (middle,) = [word for word in page if word.text == "200"]
        row = [word for word in page if word.top == middle.top and word.text.isdigit()]
        assert [word.text for word in row] == ["150", "200", "300"]
        for one, then in pairwise(row):
            assert then.left - one.right >= 0.25 * (one.bottom - one.top)

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

    @pytest.mark.parametrize(
        ("rules", "said"),
        [
            ("grid", "A die that falls 1 or less, before any modifier, disrupts the firer; not with smoke."),
            ("grid", "a Forward Observation Officer at any range, for artillery alone"),
            ("grid", "Cannot fire: moved this turn, disrupted,"),
            (
                "grid",
                "Combat move: a unit that has one may make it after its attack; next to an enemy, only away from it.",
            ),
            ("grid", "the end of the game come at the times agreed before"),
            ("combat-captain", "odd or even is read before that"),
            ("combat-captain", "those that the hits bring count in the second roll"),
            ("combat-captain", "3 dice of movement, but no nearer than that."),
            ("combat-captain", "a heavy weapon's men count for it alone"),
            ("combat-captain", "Let back by the scenario, it has no marker."),
            ("combat-captain", "level 4 or 5 protects until three dice are spent on it"),
            ("combat-captain", "a car, a truck and a model of armor are one"),
            ("combat-captain", "or it loses a man; a car, a truck or armor takes a kill"),
            ("combat-captain", "Column 6 to 40 points: lost from the source but for row 9. A star is our figure"),
        ],
    )
    def test_is_said(self, rules: str, said: str) -> None:
        assert said in words_of(rules)

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
        assert "+1 each enemy sub-unit destroyed last turn" in told and "+3 each close combat won last turn" in told
        assert "+2 won initiative last turn" in told

    def test_has_a_routed_unit_return_as_the_reading_says(self, home: Home, run: Run) -> None:
        home.write("refcli.toml", '[readings.combat-captain]\nCC-67 = "most"\n')
        told = run("charts", "print", "cc", "--format", "md").out
        assert "the markers it had, but no more than leave it standing" in told and "it has no marker." not in told

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
        assert run("charts", "print", "grid", "combat", "-o", "grid.pdf").status == 0

    def test_of_what_is_changed_is_signed(self, home: Home, run: Run) -> None:
        for how in ("md", "html"):
            assert run("charts", "print", "grid", "--changes", "--format", how).out.count("Signature:") == 2
        assert run("charts", "print", "grid", "--changes", "-o", "changes.pdf").status == 0
        assert Pdf(home.work / "changes.pdf").text().count("Signature:") == 2


class TestThePlan:
    """sheet.toml, judged with the charts."""

    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ('[[block]]\ntitle = "A"\ncharts = ["fier"]\n', "'fier' is no chart (nearest: fire)"),
            ('[[block]]\ntitle = "A"\nparts = ["needs {fire.rilfe}"]\n', "'fire.rilfe' names nothing of fire"),
            ('[[block]]\ntitle = "A"\nphase = "Fire"\n', "'Fire' is no phase"),
            ('[[block]]\ntitle = "A"\nparts = [{ title = "B" }]\n', "is none or several of line, table, conditions"),
            ('[[block]]\ntitle = "A"\nparts = [{ table = "fire", drawn = "clock" }]\n', "drawn 'clock' is not 'dial'"),
            ('[[block]]\ntitle = "A"\nparts = [{ line = "x", reading = { X-1 = "a" } }]\n', "'X-1' is no reading"),
            ('[only.X-1]\na = ["fire"]\n', "'X-1' is no reading"),
            ('omit = ["fire.rifle"]\n', "'fire.rifle' is no chart (nearest: fire)"),
            ("pages = 0\n", "pages must be 1 or more"),
            ('[[block]]\nphase = ""\n', "lacks 'title'"),
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


class TestPictures:
    """The sheets in docs/sheets, as tools/draw_sheets.py draws them."""

    def test_are_there_for_every_page_and_small(self) -> None:
        pictures = sorted((Path(__file__).parent.parent / "docs" / "sheets").glob("*.png"))
        if not pictures:
            pytest.skip("docs is not beside the tests")
        wanted = [f"{rules}-{number}.png" for rules in PAGES for number in range(1, PAGES[rules] + 1)]
        assert [path.name for path in pictures] == sorted(wanted), "python tools/draw_sheets.py draws them anew"
        assert sum(path.stat().st_size for path in pictures) < 1_000_000
