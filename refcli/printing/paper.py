"""The papers that are printed on."""

from typing import NamedTuple


class Paper(NamedTuple):
    """A sheet of paper, upright, in mm; ``typst`` is what Typst calls it."""

    name: str
    width: float
    height: float
    typst: str


PAPERS = {paper.name: paper for paper in (Paper("a4", 210.0, 297.0, "a4"), Paper("letter", 215.9, 279.4, "us-letter"))}
