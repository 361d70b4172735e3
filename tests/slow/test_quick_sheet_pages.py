"""The pages of the quick-reference sheet: few, full, and in type that can be read."""

import re
import subprocess
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from refcli.printing.paper import SHEET_PAPERS, layout_of
from refcli.printing.sheets.sheet import Style, lead_of
from refcli.printing.sheets.sheet_pdf import quick_pdf
from refcli.referee.check import suite_in
from refcli.referee.documents import quick_sheet
from tests.conftest import Home, Run
from tests.slow.pdf import Pdf, Word, overlap
from tests.tables import entry_of
from tests.test_own_rulesets import EXAMPLE
from tests.test_quick_sheet import every_ruleset, sheet, texts_of
from tests.test_sheets import squeezed
from tests.tools import needed

PAGES = {"first-watch": 2, "grid": 1, "combat-captain": 2, "skirmish": 2}
"""The sides that each sheet takes, on A4 and letter."""


LEAST = 8.0
"""The smallest type, in points, whatever is printed."""


every_paper = pytest.mark.parametrize("paper", ["a4", "letter"])


either_way = pytest.mark.parametrize("landscape", [False, True], ids=["portrait", "landscape"])


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
        assert ran.status == 2 and "--without combat" in ran.err
        assert run("charts", "print", "grid", "--without", "combat", "-o", "grid.pdf").status == 0

    def test_of_the_example_are_those_that_it_states(self) -> None:
        suite, _ = suite_in(EXAMPLE)
        of_example = quick_sheet(suite.loaded, (), suite.referee.settings, Style())
        assert quick_pdf(of_example, layout_of(SHEET_PAPERS["a4"]))  # it refuses a sheet with more pages


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
