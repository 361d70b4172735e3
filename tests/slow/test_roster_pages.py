"""Rosters, cards and lists as PDF."""

from pathlib import Path

import pytest

from refcli.game.printed_roster import roster_of
from refcli.printing.paper import PAPERS
from refcli.printing.unit_cards import roster_pdf
from tests.conftest import Home, Run
from tests.slow.pdf import Pdf
from tests.slow.test_reference_pages import sizes_of
from tests.test_html import HOSTILE
from tests.test_report import Play, fight, play  # noqa: F401
from tests.test_sheets import squeezed


@pytest.mark.parametrize("text", HOSTILE)
class TestAnyTextOfAGame:
    """Stands on paper literally."""

    @pytest.fixture
    def hostile(self, play: Play, text: str) -> Play:  # noqa: F811
        play.game.act("set", of="rifles", state="in", value=text)
        return play

    def test_in_the_pdf_of_a_roster(self, hostile: Play, text: str, tmp_path: Path) -> None:
        path = tmp_path / "roster.pdf"
        path.write_bytes(roster_pdf(roster_of(hostile.game), PAPERS["a4"]))
        if text.isascii():  # others have glyphs that their reader turns about
            assert squeezed(f"in {text}") in squeezed(Pdf(path).text("-raw"))


class TestTheRoster:
    """Has a card for each unit in play, with boxes to tick."""

    @pytest.mark.parametrize("paper", PAPERS)
    def test_prints_on_its_paper(self, play: Play, tmp_path: Path, paper: str) -> None:  # noqa: F811
        for number in range(40):
            play.game.add(f"unit-{number}", ["12xinfantry", "Red", f"group=Plt-{number // 8}"])
        path = tmp_path / "roster.pdf"
        path.write_bytes(roster_pdf(roster_of(play.game), PAPERS[paper]))
        pdf = Pdf(path)
        sides = [float(side) / 72 * 25.4 for side in pdf.facts()["Page size"].split()[:3:2]]
        assert sides == pytest.approx([PAPERS[paper].width, PAPERS[paper].height], abs=0.5)
        text = pdf.text("-raw")
        assert all(f"unit-{number}\n" in text for number in range(40)) and "Plt-4" in text
        assert all(min(image.strip(7)) == 255 for image in pdf.images())


def test_commands_write_pdf(home: Home, run: Run, fight: Play) -> None:  # noqa: F811
    game = str(fight.game.path)
    for line in (
        ("-R", "fw", "charts", "print", "6pdr", "-o", "cards.pdf"),
        ("scenario", "roster", "fw-e2a", "-o", "scenario.pdf"),
        ("log", "roster", game, "--paper", "letter", "-o", "roster.pdf"),
        ("charts", "print", "grid", "combat", "-o", "combat.pdf"),
    ):
        assert run(*line).status == 0
        assert (home.work / line[-1]).read_bytes().startswith(b"%PDF")
    sizes = sorted(sizes_of(home.work / "cards.pdf"))
    assert sizes[0] == 7 and sizes[1] >= 8
