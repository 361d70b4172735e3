"""The lists of weapons, vehicles and units as PDF."""

import re
import subprocess
from pathlib import Path

import pytest

from refcli.printing.paper import PAPERS
from refcli.printing.reference_formats import reference_as
from refcli.referee.documents import reference_set
from tests.situations import referee
from tests.slow.pdf import Pdf
from tests.test_html import HOSTILE
from tests.test_reference import WITH_LISTS, made
from tests.test_sheets import squeezed
from tests.tools import needed

MOST_PAGES = {"first-watch": 4, "skirmish": 2}
"""Pages of the lists of a ruleset, on A4 as on letter."""


every_print = pytest.mark.parametrize(("rules", "paper"), [(rules, paper) for rules in WITH_LISTS for paper in PAPERS])


class TestThePaper:
    """Says what the lists are of, and breaks none that a page holds."""

    def test_has_no_list_that_only_begins_on_a_page(self, tmp_path: Path) -> None:
        (tmp_path / "lists.pdf").write_bytes(reference_as(made("first-watch"), "pdf", PAPERS["a4"], "first-watch"))
        pages = Pdf(tmp_path / "lists.pdf").pages()
        (aircraft,) = [one for one in made("first-watch").lists if one.name == "aircraft"]
        rows = [line.label for part in aircraft.parts for line in part.lines]
        on = [{number for number, page in enumerate(pages) if squeezed(row) in page} for row in (rows[0], rows[-1])]
        assert on[0] == on[1] and len(on[0]) == 1

    @pytest.mark.parametrize(
        ("rules", "titles"),
        [("skirmish", ["Vehicles"]), ("first-watch", ["Guns and infantry anti-tank weapons", "Vehicles", "Aircraft"])],
    )
    def test_says_of_a_list_that_it_goes_on(self, rules: str, titles: list[str], tmp_path: Path) -> None:
        """In the next column or on the next page, over its heads, which stand there again; nowhere else."""
        (tmp_path / "lists.pdf").write_bytes(reference_as(made(rules), "pdf", PAPERS["a4"], rules))
        said = "".join(Pdf(tmp_path / "lists.pdf").pages())
        assert said.count("continued") == len(titles)
        assert all(squeezed(f"{title}, continued") in said for title in titles)

    def test_tears_no_short_list(self, tmp_path: Path) -> None:
        """On letter the twelve types of aircraft would leave one for the next page."""
        (tmp_path / "lists.pdf").write_bytes(reference_as(made("first-watch"), "pdf", PAPERS["letter"], "first-watch"))
        said = "".join(Pdf(tmp_path / "lists.pdf").pages())
        assert squeezed("Types of aircraft") in said and squeezed("Types of aircraft, continued") not in said

    @pytest.mark.parametrize(("charts", "title"), [([], "First Watch: lists"), (["vehicles"], "First Watch: Vehicles")])
    def test_is_titled_by_its_lists(self, charts: list[str], title: str) -> None:
        assert reference_set(referee().loaded("first-watch"), charts, referee().settings).title == title


class TestOnPaper:
    """As PDF."""

    @every_print
    def test_takes_few_pages_in_type_that_can_be_read(self, rules: str, paper: str, tmp_path: Path) -> None:
        pdf = tmp_path / "lists.pdf"
        pdf.write_bytes(reference_as(made(rules), "pdf", PAPERS[paper], rules))
        done = subprocess.run([needed("pdftotext"), "-bbox-layout", str(pdf), "-"], capture_output=True, check=True)
        assert done.stdout.decode().count("<page ") <= MOST_PAGES[rules]
        smallest, *others = sorted(sizes_of(pdf))
        assert (smallest, min(others)) == (7, 8)  # the foot of a page, and what is read at the table

    def test_is_the_same_each_time(self) -> None:
        first, second = (reference_as(made("skirmish"), "pdf", PAPERS["a4"], "skirmish") for _ in range(2))
        assert first == second


def sizes_of(pdf: Path) -> set[float]:
    """The sizes of type in a PDF, in points."""
    zoom = 3  # sizes are told in whole pixels, one of them a point without a zoom
    command = [needed("pdftohtml"), "-xml", "-stdout", "-i", "-zoom", f"{zoom}", str(pdf)]
    told = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    return {int(size) / zoom for size in re.findall(r'<fontspec [^>]*size="(\d+)"', told)}


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_stands_there_literally(text: str) -> None:
    reference = made("skirmish")._replace(title=text)
    html, md = (reference_as(reference, how, PAPERS["a4"], "skirmish") for how in ("html", "md"))
    assert "<script>throw" not in html and "<h1 onclick" not in html
    assert reference_as(reference, "pdf", PAPERS["a4"], "skirmish")
    assert md.startswith("# ")
