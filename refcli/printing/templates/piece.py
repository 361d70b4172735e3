"""Declared templates drawn at true scale, each piece to cut out: circles, rings, strips, arcs, dials, markers."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element

from refcli.core.cells import Cell, split
from refcli.core.charts import Chart
from refcli.core.marks import mark_of
from refcli.core.template import PLACE, Template, cells_named
from refcli.printing.templates.drawing import (
    BOLD,
    HAIR,
    THIN,
    at_angle,
    circle,
    cross,
    fitting,
    moved,
    polygon,
    rectangle,
    sector,
    segment,
    width_of,
    words,
    wrapped,
)

SMALL, NUMBER = 2.8, 7.0
"""Heights of text in mm: read in the hand, and at arm's length."""

NARROWEST = 58.0
"""The least width of an overlay in mm, so that its text has room."""

ChartsByName = Mapping[str, Chart]


class Piece(NamedTuple):
    """One thing to cut out: its name, its size in mm, its shapes, and the marks that they use.

    An ``edged`` piece has its own outline to cut along. A piece ``along`` is a strip on a landscape page; it has its
    ``lines`` on each section and no cut within ``closed`` (from, to, in mm). ``instead`` replaces a piece that takes
    too many sheets of paper.
    """

    name: str
    title: str
    width: float
    height: float
    shapes: tuple[Element, ...]
    marks: frozenset[str] = frozenset()
    edged: bool = False
    along: bool = False
    lines: tuple[str, ...] = ()
    closed: tuple[tuple[float, float], ...] = ()
    instead: "Piece | None" = None


class Size(NamedTuple):
    """A figure and the cells of the charts that have it."""

    value: float
    cells: tuple[Cell, ...]
    names: tuple[str, ...]

    @property
    def mark(self) -> str:
        """The mark of the figure; none if any of its cells is published."""
        marks = [mark_of(cell.source) for cell in self.cells]
        return "" if "" in marks else marks[0]

    @property
    def marks(self) -> frozenset[str]:
        """Every mark that its text shows."""
        return marks_of(self.cells)

    @property
    def whose(self) -> str:
        """The names of its cells, with their marks if these differ."""
        marks = ["" if self.mark else mark_of(cell.source) for cell in self.cells]
        return ", ".join(dict.fromkeys(name + mark for name, mark in zip(self.names, marks, strict=True)))


def marks_of(cells: Iterable[Cell]) -> frozenset[str]:
    """Return the marks of figures."""
    return frozenset(mark_of(cell.source) for cell in cells) - {""}


def sizes_of(template: Template, key: str, charts: ChartsByName) -> list[Size]:
    """Return the different figures under a key, smallest first."""
    by_value: dict[float, list[Cell]] = {}
    for ref in template.figures.get(key, ()):
        for cell in cells_named(ref, charts):
            by_value.setdefault(float(cell.number), []).append(cell)
    return [
        Size(value, tuple(cells), tuple(template.names.get(cell.ref, cell.label) for cell in cells))
        for value, cells in sorted(by_value.items())
    ]


def unit_of(template: Template) -> str:
    """Return the unit after a length."""
    return '"' if template.unit == "inches" else f" {template.unit}"


def size_text(size: Size, template: Template) -> str:
    """Return a size with its unit and mark."""
    return f"{size.value:g}{unit_of(template)}{size.mark}"


def paragraphs(texts: Iterable[str], x: float, y: float, width: float) -> tuple[tuple[Element, ...], float]:
    """Return texts in small letters below each other, and their height."""
    lines = [line for text in texts for line in wrapped(text, SMALL, width)]
    step = SMALL * 1.2
    shapes = tuple(words(x, y + SMALL + step * number, line, SMALL) for number, line in enumerate(lines))
    return shapes, step * len(lines) + (1.0 if lines else 0.0)


def overlay(
    template: Template, name: str, size: float, shapes: tuple[Element, ...], texts: Iterable[str], marks: frozenset[str]
) -> Piece:
    """Return a square overlay of ``size`` mm with its text below."""
    width = max(size, NARROWEST)
    under, height = paragraphs([template.title, *texts, *template.notes], 0.0, size + 1.0, width)
    shift = (width - size) / 2
    return Piece(name, template.title, width, size + 1.0 + height, (moved(shift, 0.0, shapes), *under), marks)


def circles(template: Template, charts: ChartsByName) -> Iterator[Piece]:
    """Yield a circle for each size, with its diameter, and its names below."""
    for size in sizes_of(template, "across", charts):
        across = template.mm(size.cells[0])
        middle = across / 2
        big = min(NUMBER, across / 5)
        shapes = (
            circle(middle, middle, middle),
            *cross(middle, middle),
            words(middle, middle + big + 3, size_text(size, template), big, "middle", bold=True),
        )
        whose = f"{size_text(size, template)}: {size.whose}"
        yield overlay(template, f"{template.name}/{size.value:g}", across, shapes, [whose], size.marks)


def rings(template: Template, charts: ChartsByName) -> Iterator[Piece]:
    """Yield one overlay with a ring for each size; the centre ring is a thick line."""
    by_radius = "radius" in template.figures
    sizes = sizes_of(template, "radius" if by_radius else "across", charts)
    radii = [template.mm(size.cells[0]) / (1 if by_radius else 2) for size in sizes]
    centre = [size.value for size in sizes_of(template, "centre", charts)]
    middle = radii[-1]
    shapes: list[Element] = [*cross(middle, middle)]
    texts = []
    inside = 0.0
    for size, radius in zip(sizes, radii, strict=True):
        shapes.append(circle(middle, middle, radius, BOLD if size.value in centre else THIN))
        said = size_text(size, template)
        full = f"{said} {size.whose}"
        shapes.append(_on_ring(middle, radius, radius - inside, full, said))
        texts.append(f"{full}. {template.words.get('centre-text', '')}" if size.value in centre else full)
        inside = radius
    if by_radius:
        texts.insert(0, "Distances from the middle.")
    marks = frozenset().union(*(size.marks for size in sizes))
    yield overlay(template, template.name, 2 * middle, tuple(shapes), texts, marks)


def _on_ring(middle: float, radius: float, room: float, full: str, short: str) -> Element:
    """Return the text inside the upper edge of a ring: the full text if it fits, else the size."""
    for text, least in ((full, 2.4), (short, 1.0)):
        high = min(4.0, room * 0.8)
        while high >= least:
            base = min(room - 1.0, 0.7 * high + 4.0)
            top = max(0.0, base - 0.7 * high)
            if width_of(text, high) <= 2 * (radius**2 - (radius - top) ** 2) ** 0.5 - 2.0:
                return words(middle, middle - radius + base, text, high, "middle", bold=text == short)
            high -= 0.1
    return words(middle, middle - radius + room * 0.7, short, room * 0.4, "middle")


def strip(template: Template, charts: ChartsByName) -> Iterator[Piece]:
    """Yield a strip of two sizes with a line along its middle."""
    (length,), (breadth,) = (sizes_of(template, key, charts) for key in ("length", "breadth"))
    long, high = template.mm(length.cells[0]), template.mm(breadth.cells[0])
    said = f"{size_text(breadth, template)} x {size_text(length, template)}"
    big = min(NUMBER, high / 4)
    shapes: tuple[Element, ...] = (
        rectangle(0, 0, long, high),
        segment(0, high / 2, long, high / 2, HAIR, broken=True),
        words(4, high / 2 - 2.5, template.title, fitting(template.title, big, long * 0.6), bold=True),
        words(long - 4, high / 2 - 2.5, said, big, "end", bold=True),
        *paragraphs(template.notes, 4, high / 2 + 1.5, long - 8)[0],
    )
    yield Piece(template.name, template.title, long, high, shapes, length.marks | breadth.marks, edged=True)


def arcs(template: Template, charts: ChartsByName) -> Iterator[Piece]:
    """Yield an arc for each angle, half of it to either side; 360 degrees need no template."""
    arm = template.paper["arm"]
    for size in sizes_of(template, "angle", charts):
        if size.value >= 360:
            continue
        half = size.value / 2
        left = arm if half >= 90 else at_angle(0, 0, arm, half)[0]
        down = max(0.0, at_angle(0, 0, arm, half)[1])
        x, y = left, arm
        said = f"{size.value:g}°{size.mark}"
        big = min(NUMBER, left / 3)
        shapes: list[Element] = [
            sector(x, y, arm, -half, size.value),
            segment(x, y, x, y - arm, HAIR, broken=True),
            words(x - 1.5, y - arm * 0.72, said, big, "end", bold=True),
        ]
        texts = [template.title, f"{said}: {size.whose}", *template.notes]
        width = max(2 * left, NARROWEST)
        under, height = paragraphs(texts, 0.0, arm + down + 1.0, width)
        drawn = moved((width - 2 * left) / 2, 0.0, tuple(shapes))
        name = f"{template.name}/{size.value:g}"
        yield Piece(name, template.title, width, arm + down + 1.0 + height, (drawn, *under), size.marks)


def facing(template: Template, charts: ChartsByName) -> Iterator[Piece]:
    """Yield a disc of the sides that a shot can come from: ahead, behind, and the rest."""
    arm = template.paper["arm"]
    for ahead in sizes_of(template, "ahead", charts):
        if ahead.value >= 360:
            continue
        behinds = sizes_of(template, "behind", charts)
        behind = behinds[0].value if behinds else 360 - ahead.value
        side = (360 - ahead.value - behind) / 2
        shapes: list[Element] = [circle(arm, arm, arm), *cross(arm, arm)]
        for angle in {ahead.value / 2, -ahead.value / 2, 180 - behind / 2, 180 + behind / 2}:
            shapes.append(segment(arm, arm, *at_angle(arm, arm, arm, angle)))
        tip = at_angle(arm, arm, arm - 1.5, 0)
        shapes.append(polygon(tip, (tip[0] - 2.5, tip[1] + 6), (tip[0] + 2.5, tip[1] + 6)))
        said = [(0.0, template.words["ahead-text"], ahead.value, ahead.mark)]
        said.append((180.0, template.words["behind-text"], behind, behinds[0].mark if behinds else ahead.mark))
        if side > 0:
            sides = template.words.get("side-text", "side")
            said += [(angle, sides, side, said[1][3] or ahead.mark) for angle in (90.0, 270.0)]
        for angle, text, degrees, mark in said:
            x, y = at_angle(arm, arm, arm * 0.62, angle)
            high = fitting(text, 6.0, arm * 0.72)
            shapes.append(words(x, y, text, high, "middle", bold=True))
            shapes.append(words(x, y + 5, f"{degrees:g}°{mark}", 4.0, "middle"))
        marks = frozenset().union(ahead.marks, *(size.marks for size in behinds))
        texts = [ahead.whose] if not behinds else []
        yield overlay(template, f"{template.name}/{ahead.value:g}", 2 * arm, tuple(shapes), texts, marks)


def dial(template: Template, charts: ChartsByName) -> Iterator[Piece]:
    """Yield a scatter dial: the faces of the die around the aiming point."""
    across = template.paper["across"]
    middle = across / 2
    by_word: dict[str, list[tuple[str, Cell]]] = {}
    for ref in template.figures["faces"]:
        for face, cell in _faces(ref, charts):
            by_word.setdefault(cell.text, []).append((face, cell))
    shapes: list[Element] = [circle(middle, middle, middle), circle(middle, middle, across * 0.15, HAIR)]
    high = min(9.0, across / 11)
    for word, faces in by_word.items():
        numbers = " ".join(face + mark_of(cell.source) for face, cell in faces)
        said = word.replace("-", " ")
        if word not in template.towards:
            shapes.append(
                words(middle, middle - 0.5, numbers, fitting(numbers, high, across * 0.24), "middle", bold=True)
            )
            shapes.append(words(middle, middle + 4, said, fitting(said, 3.2, across * 0.26), "middle"))
            continue
        angle = template.towards[word]
        foot, tip, neck = (at_angle(middle, middle, middle * share, angle) for share in (0.3, 0.62, 0.5))
        left, right = (at_angle(middle, middle, middle * 0.5, angle + turn) for turn in (-5, 5))
        shapes += [segment(*foot, *neck, BOLD), polygon(tip, left, right)]
        x, y = at_angle(middle, middle, middle * 0.8, angle)
        shapes.append(words(x, y + high * 0.15, numbers, fitting(numbers, high, across * 0.18), "middle", bold=True))
        shapes.append(words(x, y + high * 0.15 + 3.4, said, 3.0, "middle"))
    texts = [template.words[key] for key in ("ahead-text",) if key in template.words]
    marked = marks_of(cell for faces in by_word.values() for _, cell in faces)
    yield overlay(template, template.name, across, tuple(shapes), texts, marked)


def _faces(ref: str, charts: ChartsByName) -> Iterator[tuple[str, Cell]]:
    """Yield the faces of a die with their cells: the rows of a chart, or the columns of a row."""
    chart = charts[split(ref)[0]]
    for cell in cells_named(ref, charts):
        _, row, column = split(cell.ref)
        if not column:
            yield row, cell
            continue
        index = chart.axes[1].columns.index(column)
        lower, upper = chart.axes[1].bands[index] if chart.axes[1].bands else (column, column)
        yield (f"{upper}" if lower == upper else f"{lower}-{upper}"), cell


def marker(template: Template, charts: ChartsByName) -> Iterator[Piece]:
    """Yield markers, one kind for each row, in as many copies as declared."""
    width, height = template.paper["width"], template.paper["height"]
    copies = int(template.paper.get("copies", 1))
    for ref in template.figures.get("copies", ()):
        copies = int(next(cells_named(ref, charts)).number)
    for row in template.rows or ("",):
        shapes: list[Element] = [rectangle(0, 0, width, height)]
        found: list[Cell] = []
        lines = [_filled(line, template, charts, row, found) for line in template.lines]
        lines = [line for line in lines if line]
        share = (height - 2.0) / (len(lines) + 1)
        y = 1.0
        for number, line in enumerate(lines):
            room = share * (2 if number == 0 else 1)
            high = fitting(line, min(room * 0.8, 9.0), (width - 3.0) / (1.08 if number == 0 else 1.0))
            y += room
            shapes.append(words(width / 2, y - room / 2 + high * 0.33, line, high, "middle", bold=number == 0))
        name = f"{template.name}/{row}" if row else template.name
        for _ in range(copies):
            yield Piece(name, template.title, width, height, tuple(shapes), marks_of(found), edged=True)


def _filled(line: str, template: Template, charts: ChartsByName, row: str, found: list[Cell]) -> str:
    """Return a line of a marker with its figures; empty if one of them is a blank."""
    chart = charts[split(template.figures["rows"][0])[0]] if "rows" in template.figures else None
    blank = False

    def figure(ref: str) -> str:
        nonlocal blank
        if ref == "row":
            return row
        if ref == "label":
            return chart.label(row) if chart else template.title
        cells = list(cells_named(ref, charts, row))
        found.extend(cells)
        blank = blank or any(cell.blank for cell in cells)
        return ", ".join(
            (cell.target_number.said if cell.sign and not cell.blank else cell.text) + mark_of(cell.source)
            for cell in cells
        )

    text = PLACE.sub(lambda place: figure(place[1]), line)
    return "" if blank else text
