"""The papers that are printed on."""

from typing import NamedTuple


class Paper(NamedTuple):
    """A sheet of paper, upright, in mm; ``typst`` is its name in Typst."""

    name: str
    width: float
    height: float
    typst: str


PAPERS = {paper.name: paper for paper in (Paper("a4", 210.0, 297.0, "a4"), Paper("letter", 215.9, 279.4, "us-letter"))}

WALL, HAND = "a3", "a5"
"""The larger and the smaller paper of a quick-reference sheet."""

SHEET_PAPERS = {**PAPERS, WALL: Paper(WALL, 297.0, 420.0, "a3"), HAND: Paper(HAND, 148.0, 210.0, "a5")}


def footer_of(digest: str, *said: str) -> str:
    """Return the foot of a page: its subject, and the edition of the charts, which shows a stale page."""
    return " · ".join((*filter(None, said), f"edition {digest}"))


class Layout(NamedTuple):
    """The layout of a quick-reference sheet: width and height in mm, enlargement, possible numbers of columns."""

    width: float
    height: float
    zoom: float
    columns: tuple[int, ...]
    more_pages: bool = False
    """Whether it may take more pages than it should on A4."""
    large: bool = False
    """Whether each block has a page, in the largest type that fits it."""


def layout_of(paper: Paper, landscape: bool = False, large: bool = False) -> Layout:
    """Return the layout of a paper: A3 is A4 enlarged, A5 has the same blocks on more pages."""
    zoom = 1.0
    if paper.name == WALL:
        paper, zoom = PAPERS["a4"], paper.width / PAPERS["a4"].width
    sides = (paper.height, paper.width) if landscape else (paper.width, paper.height)
    if large:
        return Layout(*sides, zoom, (1, 2, 3), True, True)
    if paper.name == HAND:
        return Layout(*sides, zoom, (2, 3) if landscape else (1, 2), True)
    return Layout(*sides, zoom, (3, 4, 5) if landscape else (2, 3, 4))
