"""Pieces on pages: large pieces are cut into tiles that overlap, small ones share a page."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import NamedTuple
from xml.etree.ElementTree import Element

from refcli.core.marks import IN_SHORT, MARKS
from refcli.printing.paper import Paper
from refcli.printing.templates.drawing import (
    HAIR,
    LEAST,
    THIN,
    cross,
    filling,
    fitting,
    moved,
    rectangle,
    segment,
    words,
)
from refcli.printing.templates.piece import SMALL, Piece

EDGE = 7.0
"""Nothing is printed nearer to the edge of the paper, in mm; many printers leave 5 mm blank."""

HEAD, FOOT = 7.0, 13.0
"""What the head and the foot of a page take, in mm."""

GAP = 1.4
"""Room between two pieces, in mm."""

SHEETS = 2
"""A strip that takes more sheets of paper gives way to what stands in its place."""

PAD = 3.0
"""Room between an overlay and the line that it is cut along, in mm."""

CAPTION = 3.6
"""Room for the words over a tile, in mm."""

OVERLAP = 12.0
"""How far two tiles overlap, in mm."""

SCRAP = 80.0
"""No strip ends in a section shorter than this, in mm."""

SHARES = 0.2, 0.65
"""Where the crosses are that are laid upon each other, along an overlap."""

ROOMY = 0.85
"""Of the room for the head and the foot, how much they fill: where SVG is shown, the font may be a wider one."""

BARS = ((100.0, "100 mm"), (101.6, "4 inches"))
"""What is measured to see that the printer did not scale the page."""


class Placed(NamedTuple):
    """A piece, or one tile of it, on a page."""

    piece: Piece
    width: float
    height: float
    shapes: tuple[Element, ...]


class Side(NamedTuple):
    """One page: whether it is landscape, its pieces, and their shapes."""

    along: bool
    pieces: tuple[Piece, ...]
    shapes: tuple[Element, ...]


def room_of(paper: Paper, along: bool) -> tuple[float, float]:
    """Return the size of the printed area of a page in mm."""
    width, height = (paper.height, paper.width) if along else (paper.width, paper.height)
    return width - 2 * EDGE, height - 2 * EDGE - HEAD - FOOT


def laid_out(pieces: Iterable[Piece], paper: Paper) -> list[Side]:
    """Return the pages that hold all pieces, in order as far as that wastes no page."""
    opened: list[_Open] = []
    for piece in pieces:
        along, parts = _parts(piece, paper)
        if piece.instead and _sheets(parts, room_of(paper, along)[1]) > SHEETS:
            along, parts = _parts(piece.instead, paper)
        alike = [page for page in opened if page.along == along]
        if along and alike and alike[-1].sheets(parts) > _sheets(parts, alike[-1].height):
            alike = []  # on one sheet where it can be
        for part in parts:
            near = alike[-1:] if along else alike
            if not any(page.take(part) for page in near):
                opened.append(_Open(along, *room_of(paper, along)))
                opened[-1].take(part)
                alike.append(opened[-1])
    return [Side(page.along, tuple(page.pieces), tuple(page.shapes)) for page in opened]


class _Open:
    """A page that is being filled, row by row."""

    def __init__(self, along: bool, width: float, height: float) -> None:
        self.along = along
        self.width = width
        self.height = height
        self.rows: list[list[float]] = []  # upper edge, height, how much is in use
        self.shapes: list[Element] = []
        self.pieces: list[Piece] = []

    def sheets(self, parts: Sequence[Placed]) -> int:
        """Return the sheets of paper for parts of a strip that begin on this page."""
        left = self.height - sum(row[1] + GAP for row in self.rows)
        return _sheets(parts, self.height, left) + (parts[0].height <= left + 1e-6)

    def take(self, part: Placed) -> bool:
        """Lay a part in the first row with room for it, or in a new one; return whether there was room."""
        for row in self.rows[-1:] if self.along else self.rows:
            if row[1] / 2 <= part.height <= row[1] + 1e-6 and row[2] + part.width <= self.width + 1e-6:
                self._lay(part, row)
                return True
        upper = sum(row[1] + GAP for row in self.rows)
        if self.rows and upper + part.height > self.height + 1e-6:
            return False
        self.rows.append([upper, part.height, 0.0])
        self._lay(part, self.rows[-1])
        return True

    def _lay(self, part: Placed, row: list[float]) -> None:
        self.shapes.append(moved(EDGE + row[2], EDGE + HEAD + row[0], part.shapes))
        row[2] += part.width + GAP
        if part.piece not in self.pieces:
            self.pieces.append(part.piece)


def kind_of(piece: Piece) -> str:
    """Return the name of the template of a piece."""
    return piece.name.partition("/")[0]


def _parts(piece: Piece, paper: Paper) -> tuple[bool, list[Placed]]:
    """Return whether a piece needs a landscape page, and the piece as a whole or in tiles."""
    ways = []
    for along in (True,) if piece.along else (False, True):
        width, height = room_of(paper, along)
        whole = _whole(piece)
        if whole.width <= width + 1e-6 and whole.height <= height + 1e-6:
            return along, [whole]
        tiles = _sections(piece, width) if piece.along and piece.height <= height else _tiles(piece, width, height)
        ways.append((len(tiles), along, tiles))
    _, along, tiles = min(ways, key=lambda way: way[:2])
    return along, tiles


def _sheets(parts: Sequence[Placed], height: float, left: float = 0.0) -> int:
    """Return the new sheets of paper for parts of a strip, if so much is ``left`` of the last sheet."""
    sheets = 0
    for part in parts:
        if part.height > left + 1e-6:
            sheets, left = sheets + 1, height
        left -= part.height + GAP
    return sheets


def _whole(piece: Piece) -> Placed:
    """Return a piece as a whole, with a broken line around it if it has no outline of its own."""
    if piece.edged:
        shapes = (moved(0, 0, piece.shapes, piece.name), *_foot(piece, 0.0, piece.width, ""))
        return Placed(piece, piece.width, piece.height, shapes)
    width, height = piece.width + 2 * PAD, piece.height + 2 * PAD
    frame = rectangle(0, 0, width, height, HAIR, broken=True)
    return Placed(piece, width, height, (frame, moved(PAD, PAD, piece.shapes, piece.name)))


def _foot(piece: Piece, left: float, right: float, number: str) -> Iterator[Element]:
    """Yield the text along the lower edge of a section of a strip; its number is in the overlap."""
    start, end = OVERLAP + 1.0 if left > 0 else 2.0, OVERLAP + 1.0 if right < piece.width else 2.0
    last = number and right >= piece.width
    room = right - left - start - end - (8.0 if last else 0.0)
    upper = piece.height - 1.4 - SMALL * 1.2 * (len(piece.lines) - 1)
    for index, line in enumerate(piece.lines):
        size = fitting(line, SMALL, room)
        if left == 0 or size >= LEAST:  # the first section tells it, whatever the room
            yield words(start, upper + SMALL * 1.2 * index, line, size)
    if number:
        x = right - left - (2.0 if last else OVERLAP / 2 + 1.0)
        yield words(x, piece.height - 1.4, number, SMALL, "end")


def _sections(piece: Piece, room: float) -> list[Placed]:
    """Return a strip in sections, with no cut through a figure and crosses in each overlap to align them."""
    cuts = list(_cuts_between(piece, room))
    marks = tuple(_registration(piece, [right - OVERLAP / 2 for _, right in cuts[:-1]], []))
    placed = []
    for number, (left, right) in enumerate(cuts, 1):
        length, first, last = right - left, number == 1, number == len(cuts)
        window = (left - THIN * first, -THIN, length + THIN * (first + last), piece.height + 2 * THIN)
        ends = [0.0] * (not first) + [length] * (not last)
        shapes = (
            moved(-left, 0.0, (*piece.shapes, *marks), piece.name, window),
            *(segment(x, 0, x, piece.height, HAIR) for x in ends),
            *_foot(piece, left, right, f"{number}/{len(cuts)}"),
        )
        placed.append(Placed(piece, length, piece.height, shapes))
    return placed


def _cuts_between(piece: Piece, room: float) -> Iterator[tuple[float, float]]:
    """Yield the ends of the sections of a strip, each as long as possible with no figure in its overlap."""
    left = 0.0
    while piece.width - left > room:
        most = left + room
        most = min(most, piece.width - SCRAP + OVERLAP)
        tries = [most - 0.5 * step for step in range(int(room))]
        free = (right for right in tries if not any(a < right and right - OVERLAP < b for a, b in piece.closed))
        right = next(free, most)
        yield left, right
        left = right - OVERLAP
    yield left, piece.width


def _tiles(piece: Piece, width: float, height: float) -> list[Placed]:
    """Return overlapping tiles of one size, numbered, with crosses in each overlap to align them."""
    whole = _whole(piece)
    across, down = _cuts(whole.width, width), _cuts(whole.height, height - CAPTION)
    seams = [right - OVERLAP / 2 for _, right in across[:-1]], [lower - OVERLAP / 2 for _, lower in down[:-1]]
    marks = tuple(_registration(whole, *seams))
    many = len(across) * len(down)
    placed: list[Placed] = []
    for upper, lower in down:
        for left, right in across:
            length, high = right - left, lower - upper
            caption = f"{piece.title} {len(placed) + 1}/{many}"
            window = (left, upper, length, high)
            shapes = (
                words(0, CAPTION - 1.0, caption, fitting(caption, SMALL, length)),
                moved(-left, CAPTION - upper, (*whole.shapes, *marks), piece.name, window),
                rectangle(0, CAPTION, length, high, HAIR),
            )
            placed.append(Placed(piece, length, high + CAPTION, shapes))
    return placed


def _cuts(size: float, room: float) -> list[tuple[float, float]]:
    """Return the ends of the fewest equal tiles that cover ``size`` mm."""
    if size <= room:
        return [(0.0, size)]
    many = ceil((size - OVERLAP) / (room - OVERLAP) - 1e-9)
    each = (size + (many - 1) * OVERLAP) / many
    return [(number * (each - OVERLAP), number * (each - OVERLAP) + each) for number in range(many)]


def _registration(piece: Piece | Placed, across: list[float], down: list[float]) -> Iterator[Element]:
    """Yield a line along the middle of each overlap with two crosses on it."""
    arm = min(3.0, piece.height / 8, piece.width / 8)
    for x in across:
        yield segment(x, 0, x, piece.height, HAIR, broken=True)
        for share in SHARES:
            yield from cross(x, piece.height * share, arm)
    for y in down:
        yield segment(0, y, piece.width, y, HAIR, broken=True)
        for share in SHARES:
            yield from cross(piece.width * share, y, arm)


def framed(side: Side, paper: Paper, head: str, ruleset: str, digest: str, number: str) -> tuple[Element, ...]:
    """Return a whole page: head, pieces, bars to check the printer, the marks and the edition of the charts."""
    width, height = (paper.height, paper.width) if side.along else (paper.width, paper.height)
    right, foot = width - EDGE, height - EDGE
    size, lines = filling([head], 4.2, (right - EDGE - 15.0) * ROOMY / 1.08, HEAD - 1.5)
    shapes: list[Element] = [
        *(words(EDGE, EDGE + size * (0.85 + 1.15 * index), line, size, bold=True) for index, line in enumerate(lines)),
        words(right, EDGE + 3.6, number, 3.2, "end"),
        *side.shapes,
    ]
    for index, (length, name) in enumerate(BARS):
        y = foot - 7.5 + 5.5 * index
        shapes.append(segment(EDGE, y, EDGE + length, y))
        shapes += [segment(x, y - 1.8, x, y + 1.8) for x in (EDGE, EDGE + length)]
        shapes.append(words(EDGE + length + 2.0, y + 1.1, name, 3.2))
    used = {mark for piece in side.pieces for mark in piece.marks}
    marks = [f"{mark} {IN_SHORT[origin]}" for origin, mark in MARKS.items() if mark in used]
    lines_below = [
        "Print at 100 %: both bars must measure true. Cut along outlines and broken lines, join at the crosses.",
        "; ".join((*marks, f"{ruleset}, edition {digest}")),
    ]
    left = EDGE + 101.6 + 20.0
    size, lines = filling(lines_below, 2.8, (right - left) * ROOMY, FOOT - 1.4)
    top = foot - size * 1.15 * len(lines)
    shapes += [words(left, top + size * 1.15 * (index + 0.85), line, size) for index, line in enumerate(lines)]
    return tuple(shapes)
