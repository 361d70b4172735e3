"""Sheets as PDF: every figure on the paper, nothing clipped, nothing overlapping, no chart broken."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typst

from refcli.core.cells import HOUSE
from refcli.core.marks import LEGEND
from refcli.printing.paper import PAPERS
from refcli.printing.sheets.sheet import TO_FILL_IN, TO_REMEMBER, Row, Section, Sheet, SheetFigure, SheetTable, Style
from refcli.printing.sheets.sheet_pdf import DOCUMENT, sheet_data, sheet_pdf
from tests.conftest import Home, Run
from tests.situations import referee
from tests.slow.pdf import Bookmark, Pdf, Word, overlap
from tests.tables import entry_of
from tests.test_html import HOSTILE, filled
from tests.test_sheets import every_hostile_text, every_ruleset, sheet, shown, squeezed
from tests.tools import needed

every_paper = pytest.mark.parametrize("paper", PAPERS)


MOST_PAGES = {"first-watch": 12, "grid": 3, "combat-captain": 5, "skirmish": 7}


BROKEN = {"first-watch": ["Vehicles"]}
"""The charts that are longer than a page."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the PDFs of this module lie."""
    return tmp_path_factory.mktemp("sheets")


class Printer:
    """Prints sheets to PDF, each once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def print(self, sheet: Sheet, paper: str, name: str) -> Pdf:
        """A sheet as a PDF file."""
        path = self.folder / f"{name}-{paper}.pdf"
        if not path.exists():
            path.write_bytes(sheet_pdf(sheet, PAPERS[paper]))
        return Pdf(path)

    def ruleset(self, rules: str, paper: str = "a4") -> Pdf:
        """The sheets of a ruleset as it ships."""
        return self.print(sheet(rules), paper, rules)


@pytest.fixture(scope="module")
def printer(folder: Path) -> Printer:
    return Printer(folder)


class Walk:
    """The ink of all pages in the order of the file, taken piece by piece until nothing is left."""

    def __init__(self, pdf: Pdf, printed: Sheet) -> None:
        pages = pdf.pages()
        self.strip = squeezed("".join(f"{number}{phase}" for number, phase in enumerate(printed.turn, 1)))
        legend = " · ".join(f"{mark} {meaning}" for mark, meaning in printed.legend)
        self.front = squeezed(printed.title + printed.work + printed.scale + legend)
        self.bodies = []
        for number, page in enumerate(pages, 1):
            foot = squeezed(f"{printed.footer}page {number} of {len(pages)}{legend}")
            assert page.endswith(foot), f"page {number} has no footer"
            body = page.removesuffix(foot)
            front = self.strip if number > 1 else self.front + self.strip
            assert body.startswith(front), f"page {number} has no sequence of play"
            self.bodies.append(body.removeprefix(front))
        self.text = "".join(self.bodies)
        self.at = 0

    def page(self) -> int:
        """The page that is being read, the first being 1."""
        return next(n for n in range(1, len(self.bodies) + 1) if self.at < len("".join(self.bodies[:n])))

    def take(self, text: str, what: str) -> None:
        """The next piece of text, which has to be this one."""
        ink = squeezed(text)
        here = self.text[self.at : self.at + len(ink) + 40]
        assert here.startswith(ink), f"{what}: {ink!r} is not next, {here!r} is"
        self.at += len(ink)

    def skip(self, text: str) -> bool:
        """The next piece if it is this one."""
        ink = squeezed(text)
        found = self.text.startswith(ink, self.at)
        self.at += len(ink) * found
        return found


def take_chart(walk: Walk, table: SheetTable) -> bool:
    """Every part of a chart in its order, its head over each part; whether it goes on on another page."""
    heads = table.corner + "".join(map(shown, table.heads))
    facts = "; ".join(table.facts)
    broken = False
    walk.take(f"{table.title}{facts}", table.name)
    for number, row in enumerate(table.rows):
        if number == 0:
            walk.take(heads, f"{table.name}, its heads")
        elif walk.skip(f"{table.title} (continued){facts}{heads}"):
            broken = True
        else:
            walk.skip(heads)
        walk.take(row.label + "".join(map(shown, row.figures)), f"{table.name}.{row.name}")
    for one in table.conditions:
        walk.take(f"{shown(one.modifier)}{one.name}{one.text}", f"{table.name} {one.name}")
    for note in table.notes:
        walk.take(note, f"{table.name}, a note")
    walk.take(" · ".join(table.sources), f"{table.name}, its sources")
    return broken


def bar(printed: Sheet, section: Section) -> str:
    """What stands over a section: its number in the sequence of play, its title."""
    number = f"{printed.turn.index(section.title) + 1}  " if section.title in printed.turn else ""
    return f"{number}{section.title}"


def in_order(printed: Sheet, pdf: Pdf) -> Iterator[tuple[Section, list[SheetTable]]]:
    """The sections with their charts as the outline has them: those for reference are in no order of play."""
    marks = iter(pdf.bookmarks())
    mark = next(marks, None)
    for section in printed.sections:
        assert mark == Bookmark(1, bar(printed, section), mark.page)
        tables = {table.title: table for table in section.tables}
        found = []
        while (mark := next(marks, None)) and mark.depth == 2:
            found.append(tables.pop(mark.title))
        assert not tables, "charts without a bookmark"
        if section.procedures:
            assert found == list(section.tables)
        yield section, found
    for title, texts in (("Readings in force", printed.readings), (TO_REMEMBER, printed.states)):
        if texts:
            assert mark == Bookmark(1, title, mark.page)
            mark = next(marks, None)
    assert mark is None


class TestEveryPage:
    """Is of its paper, has something on it, and nothing near its edge or on something else."""

    @every_ruleset
    @every_paper
    def test_is_of_its_paper_and_one_of_few(self, printer: Printer, rules: str, paper: str) -> None:
        facts = printer.ruleset(rules, paper).facts()
        found = [float(side) / 72 * 25.4 for side in facts["Page size"].split()[:3:2]]
        assert found == pytest.approx([PAPERS[paper].width, PAPERS[paper].height], abs=0.05)
        most = entry_of(MOST_PAGES, rules, "tests/test_sheets.py: MOST_PAGES", "how many pages its sheets may have")
        assert int(facts["Pages"]) <= most

    @every_ruleset
    @every_paper
    def test_keeps_its_margin_white_and_is_not_blank(self, printer: Printer, rules: str, paper: str) -> None:
        for number, image in enumerate(printer.ruleset(rules, paper).images(), 1):
            assert min(image.strip(8)) == 255, f"page {number} has ink nearer than 8 mm to its edge"
            inked = sum(min(image.row(y)) < 128 for y in range(image.height))
            assert inked > image.height / 20, f"page {number} is all but blank"

    @every_ruleset
    @every_paper
    def test_has_no_word_on_another(self, printer: Printer, rules: str, paper: str) -> None:
        for number, words in enumerate(printer.ruleset(rules, paper).words(), 1):
            lines: dict[int, list[Word]] = {}
            for word in words:
                near = [other for line in range(-2, 3) for other in lines.get(round(word.top / 6) + line, ())]
                assert not [(word, other) for other in near if overlap(word, other)], f"page {number}"
                lines.setdefault(round(word.top / 6), []).append(word)


class TestNothingIsLost:
    """The pages are read from the first letter to the last, and nothing else stands there."""

    @every_ruleset
    @every_paper
    def test_every_page_is_what_the_sheet_says(self, printer: Printer, rules: str, paper: str) -> None:
        pdf = printer.ruleset(rules, paper)
        printed = sheet(rules)
        walk = Walk(pdf, printed)
        broken = []
        for section, tables in in_order(printed, pdf):
            walk.take(bar(printed, section) + ", ".join(section.procedures), section.title)
            for table in tables:
                start = walk.page()
                goes_on = take_chart(walk, table)
                walk.at -= 1
                assert goes_on or walk.page() == start, f"{table.name} is broken"
                walk.at += 1
                broken += [table.title] * goes_on
        if referee().loaded(rules).readings:
            walk.take("Readings in force", "the readings")
        for reading in printed.readings:
            walk.take(f"{reading.id}{reading.question}{reading.holds}", reading.id)
        if printed.states:
            walk.take(TO_REMEMBER, "the states")
        for state in printed.states:
            walk.take(f"{state.name}{state.whose}{state.said}", state.name)
        assert walk.at == len(walk.text)
        assert broken == BROKEN.get(rules, [])


class TestTheFile:
    """Says what it is, to programs and to those who hear it."""

    @every_ruleset
    def test_is_tagged_titled_and_of_no_date(self, printer: Printer, rules: str) -> None:
        pdf = printer.ruleset(rules)
        facts = pdf.facts()
        assert facts["Tagged"] == "yes"
        assert facts["Title"] == sheet(rules).title
        assert "CreationDate" not in facts and "ModDate" not in facts
        content = pdf.path.read_bytes()
        assert b"/Lang" in content and b"printed by refcli" in content

    @every_ruleset
    def test_is_the_same_for_the_same_charts(self, home: Home, printer: Printer, rules: str) -> None:
        """Made again by another process."""
        command = [sys.executable, "-m", "refcli", "charts", "print", rules, "--sources", "-o", "again.pdf"]
        subprocess.run(command, cwd=home.work, check=True)
        assert (home.work / "again.pdf").read_bytes() == printer.ruleset(rules).path.read_bytes()

    def test_has_heads_over_its_tables(self, printer: Printer) -> None:
        """Its structure is read as a screen reader reads it."""
        pdf = printer.print(sheet("skirmish", None, ("small-arms",)), "a4", "one")
        command = [needed("pdfinfo"), "-struct-text", str(pdf.path)]
        out = subprocess.run(command, capture_output=True, check=True).stdout.decode()
        kinds = [line.split()[0].rstrip(":") for line in out.splitlines() if line.strip() and line.split()[0].isupper()]
        table = sheet("skirmish", None, ("small-arms",)).sections[0].tables[0]
        assert kinds.count("TH") == len(table.heads) + 1
        assert kinds.count("TR") == len(table.rows) + 1
        assert kinds.count("TD") == len(table.rows) * (len(table.heads) + 1)
        assert (kinds.count("H1"), kinds.count("H2")) == (1, 1)
        assert '"Small Arms Table"' in out and '"7+"' in out

    def test_is_accessible_as_a_standard_has_it(self) -> None:
        """PDF/UA-1, as far as Typst itself checks it."""
        source = DOCUMENT.read_bytes()
        data = {"data": json.dumps(sheet_data(sheet("grid"), PAPERS["a4"]))}
        assert typst.compile(source, sys_inputs=data, format="pdf", pdf_standards="ua-1")


def made(printer: Printer, printed: Sheet, name: str) -> str:
    """The ink of a sheet."""
    return "".join(printer.print(printed, "a4", name).pages())


class TestWhatTheRefereeWants:
    """Options that change what stands on the paper."""

    def test_a_chance_stands_beside_its_number(self, printer: Printer) -> None:
        table = sheet("skirmish", None, ("small-arms",)).sections[0].tables[0]
        rifle = next(row for row in table.rows if row.name == "rifle")
        assert [shown(one) for one in rifle.figures[:2]] == ["4+70%", "7+40%"]
        assert "Rifle4+70%7+40%" in "".join(printer.ruleset("skirmish").pages())

    def test_without_odds_there_is_none(self, printer: Printer) -> None:
        bare = sheet("skirmish", Style(odds="none"), ("small-arms",))
        text = made(printer, bare, "bare")
        assert "Rifle4+7+9+10+" in text and "%" not in text

    def test_published_figures_alone_leave_the_others_open(self, printer: Printer) -> None:
        published = sheet("first-watch", Style(published_only=True), ("guns", "penetration"))
        text = made(printer, published, "published")
        gaps = sum(one.text == TO_FILL_IN for table in published.tables for row in table.rows for one in row.figures)
        assert gaps > 100 and text.count(TO_FILL_IN) == gaps
        assert LEGEND[HOUSE].replace(" ", "") not in text
        assert "house:" not in text

    def test_a_wholly_published_sheet_has_no_legend(self, printer: Printer) -> None:
        clean = sheet("skirmish", None, ("small-arms",))
        assert clean.legend == ()
        text = made(printer, clean, "clean")
        assert not [one for one in LEGEND.values() if squeezed(one) in text]

    def test_an_overlaid_figure_is_marked(
        self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch, printer: Printer
    ) -> None:
        home.write("mine/grid/combat.toml", "[rows]\ntanks = { infantry = 2 }\n")
        monkeypatch.setenv("REFCLI_CHARTS", "mine")
        assert run("charts", "print", "grid", "combat", "-o", "combat.pdf").status == 0
        text = "".join(Pdf(home.work / "combat.pdf").pages())
        assert "Tanks2+†83⅓%" in text
        assert squeezed(f"† {LEGEND['overlay']}") in text

    def test_changes_are_one_page_to_agree_on(self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        home.write("mine/grid/combat.toml", "[rows]\ntanks = { infantry = 2 }\n")
        home.write("refcli.toml", '[readings.grid]\nG-8 = "cumulative"\n')
        monkeypatch.setenv("REFCLI_CHARTS", "mine")
        assert run("charts", "print", "grid", "--changes", "-o", "changes.pdf").status == 0
        (page,) = Pdf(home.work / "changes.pdf").pages()
        assert "CombatTable,Tanks,InfantryClass" in page
        assert "G-8" in page and "cumulative" in page
        assert "G-9" not in page

    def test_without_changes_the_handout_says_so(self, home: Home, run: Run) -> None:
        assert run("charts", "print", "grid", "--changes", "-o", "none.pdf").status == 0
        (page,) = Pdf(home.work / "none.pdf").pages()
        assert "Nothing:therulesasshipped" in page

    @every_ruleset
    def test_the_digest_below_is_the_one_that_is_told(self, run: Run, printer: Printer, rules: str) -> None:
        name, digest = run("charts", "digest", rules).out.split()
        assert name == rules
        assert all(f"edition{digest}" in page for page in printer.ruleset(rules).pages())


EMOJI = re.compile("[\U0001f000-\U0001faff]")
"""Letters that a font of the machine has or has not: Typst brings none for them, and what no font has is a box."""


class TestAHostileText:
    """Prints as itself, whatever it would mean elsewhere: here it is every text of a sheet."""

    @every_hostile_text
    def test_in_a_pdf(self, printer: Printer, text: str) -> None:
        pdf = printer.print(filled(text), "a4", f"hostile-{HOSTILE.index(text)}")
        found = EMOJI.sub("", "".join(pdf.pages()))
        # 101 rows: a label, and two figures of text, mark and chance; words from right to left are read back in either
        # order of the words beside them
        parts = [squeezed(text)] if "שלום" not in text else text.split(" ")[::2]
        assert [part for part in parts if found.count(EMOJI.sub("", part)) < 101 * 7] == []
        for image in pdf.images():
            assert min(image.strip(5)) == 255


class TestAHugeChart:
    """Stays on the page: a chart goes on below, words break, and nothing is lost."""

    def table(self, columns: int, rows: int, label: str, figure: str, below: int = 0) -> Sheet:
        heads = tuple(SheetFigure(f"column {number} of many") for number in range(columns))
        body = tuple(Row(f"r{y}", f"{label} {y}", (SheetFigure(figure),) * columns) for y in range(rows))
        texts = tuple(f"a remark that is numbered {number} and said at some length" for number in range(below))
        table = SheetTable("huge", "Huge", "row", heads, body, (), (), texts, texts)
        return filled("plain")._replace(sections=(Section("one", (), (table,)),), readings=())

    @pytest.mark.parametrize(
        ("columns", "rows", "label", "figure", "below"),
        [
            (60, 3, "row", "12345", 0),
            (30, 150, "row", "word", 0),
            (2, 400, "row", "7", 0),
            (1, 2, "W" * 300, "M" * 300, 0),
            (3, 70, "row", "7", 400),
            (0, 0, "row", "", 400),
        ],
    )
    def test_is_whole(self, printer: Printer, columns: int, rows: int, label: str, figure: str, below: int) -> None:
        printed = self.table(columns, rows, label, figure, below)
        pdf = printer.print(printed, "a4", f"huge-{columns}-{rows}")
        text = "".join(pdf.pages())
        for y in range(rows):
            assert squeezed(f"{label} {y}{figure}") in text
        if figure:
            assert text.count(figure) >= rows * columns
        for number in range(columns):
            assert f"column{number}ofmany" in text
        for number in range(below):
            assert text.count(f"aremarkthatisnumbered{number}and") == 2
        for image in pdf.images():
            assert min(image.strip(8)) == 255
