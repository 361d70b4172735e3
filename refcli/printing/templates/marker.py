"""Declared templates drawn: scatter dials and markers."""

from collections.abc import Iterator

from refcli.core.cells import Cell, split
from refcli.core.marks import mark_of
from refcli.core.template import PLACE, Template, cells_named
from refcli.printing.templates.drawing import (
    BOLD,
    HAIR,
    Circle,
    Line,
    Polygon,
    Rectangle,
    Shape,
    Words,
    at_angle,
    fitting,
)
from refcli.printing.templates.piece import ChartsByName, Piece, overlay


def dial(template: Template, charts: ChartsByName) -> Iterator[Piece]:
    """Which way a shot falls wide: the faces of the die around the point that was aimed at."""
    across = template.paper["across"]
    middle = across / 2
    by_word: dict[str, list[tuple[str, Cell]]] = {}
    for ref in template.figures["faces"]:
        for face, cell in _faces(ref, charts):
            by_word.setdefault(cell.text, []).append((face, cell))
    shapes: list[Shape] = [Circle(middle, middle, middle), Circle(middle, middle, across * 0.15, HAIR)]
    high = min(9.0, across / 11)
    for word, faces in by_word.items():
        numbers = " ".join(face + mark_of(cell.source) for face, cell in faces)
        said = word.replace("-", " ")
        if word not in template.towards:
            shapes.append(
                Words(middle, middle - 0.5, numbers, fitting(numbers, high, across * 0.24), "middle", bold=True)
            )
            shapes.append(Words(middle, middle + 4, said, fitting(said, 3.2, across * 0.26), "middle"))
            continue
        angle = template.towards[word]
        foot, tip, neck = (at_angle(middle, middle, middle * share, angle) for share in (0.3, 0.62, 0.5))
        left, right = (at_angle(middle, middle, middle * 0.5, angle + turn) for turn in (-5, 5))
        shapes += [Line(*foot, *neck, BOLD), Polygon((tip, left, right))]
        x, y = at_angle(middle, middle, middle * 0.8, angle)
        shapes.append(Words(x, y + high * 0.15, numbers, fitting(numbers, high, across * 0.18), "middle", bold=True))
        shapes.append(Words(x, y + high * 0.15 + 3.4, said, 3.0, "middle"))
    texts = [template.words[key] for key in ("ahead-text",) if key in template.words]
    marked = frozenset(filter(None, (mark_of(cell.source) for faces in by_word.values() for _, cell in faces)))
    yield overlay(template, template.name, across, tuple(shapes), texts, marked)


def _faces(ref: str, charts: ChartsByName) -> Iterator[tuple[str, Cell]]:
    """The faces of a die and what each says: the rows of a chart, or the columns of a row."""
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
    """Markers to cut out, one kind for each row, as many copies as are asked for."""
    width, height = template.paper["width"], template.paper["height"]
    copies = int(template.paper.get("copies", 1))
    for ref in template.figures.get("copies", ()):
        copies = int(next(cells_named(ref, charts)).number)
    for row in template.rows or ("",):
        shapes: list[Shape] = [Rectangle(0, 0, width, height)]
        found: list[Cell] = []
        lines = [_filled(line, template, charts, row, found) for line in template.lines]
        lines = [line for line in lines if line]
        share = (height - 2.0) / (len(lines) + 1)
        y = 1.0
        for number, line in enumerate(lines):
            room = share * (2 if number == 0 else 1)
            high = fitting(line, min(room * 0.8, 9.0), (width - 3.0) / (1.08 if number == 0 else 1.0))
            y += room
            shapes.append(Words(width / 2, y - room / 2 + high * 0.33, line, high, "middle", bold=number == 0))
        marked = frozenset(filter(None, (mark_of(cell.source) for cell in found)))
        name = f"{template.name}/{row}" if row else template.name
        for _ in range(copies):
            yield Piece(name, template.title, width, height, tuple(shapes), marked, edged=True)


def _filled(line: str, template: Template, charts: ChartsByName, row: str, found: list[Cell]) -> str:
    """A line of a marker with its figures in their places; empty where one of them is a blank."""
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
