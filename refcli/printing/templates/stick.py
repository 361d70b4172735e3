"""Declared templates drawn at true scale: range sticks, lines with marks, and the card of a stick too long to join."""

from collections.abc import Iterable, Iterator
from math import ceil
from typing import NamedTuple
from xml.etree.ElementTree import Element

from refcli.core.cells import Cell, TargetNumber, split
from refcli.core.marks import mark_of
from refcli.core.template import MM, Part, Template, bands_of, cells_named
from refcli.printing.templates.drawing import HAIR, LEAST, THIN, fitting, rectangle, segment, width_of, words, wrapped
from refcli.printing.templates.piece import NUMBER, SMALL, ChartsByName, Piece, sizes_of, unit_of

SCALE = 7.0
"""Height of the scale along the upper edge of a stick, in mm."""

ROW, LINE = 7.5, SMALL * 1.2
"""Heights of a row of numbers and of a line of small letters, in mm."""

MANY, LOWER, LESSER = 2, 4.2, 3.4
"""With more rows than so many, those below the first are so high, with letters of that size."""

AGAIN = 150.0
"""A number of a long band is repeated after so many mm, so that it is on every section."""

SHORTEST = 40.0
"""A stick shorter than this, in mm, has its text beside it."""


LONGEST_LINE = 190.0
"""The longest line of a stick's text in mm, so that it fits on each section."""


BETWEEN = " \N{MIDDLE DOT} "
"""Separates two numbers of a band."""


UNMODIFIED = "before modifiers"
"""Describes a sum that a limit replaces."""


CARD = 90.0
"""How wide a card is, in mm: two stand side by side on a page."""

CARD_NUMBER = 4.0
"""Height of its ranges and numbers, in mm."""

CARD_STEP = 1.35
"""From line to line, in heights of a letter."""


class Band(NamedTuple):
    """One band of a stick: its end in the unit of the template, and a text for each of its numbers."""

    end: float
    mark: str
    texts: tuple[str, ...]
    marks: frozenset[str]


def stick(template: Template, charts: ChartsByName) -> Iterator[Piece]:
    """Yield a stick for each weapon with its bands and numbers; weapons with equal sticks share one."""
    alike: dict[tuple[Band, ...], list[str]] = {}
    chart = charts[split(template.figures["rows"][0])[0]]
    for row in template.rows:
        bands = tuple(_bands(template, row, charts))
        if bands:
            alike.setdefault(bands, []).append(row)
    for bands, rows in alike.items():
        names = ", ".join(dict.fromkeys(chart.label(row) for row in rows))
        draw = _stick if bands[-1].end * MM[template.unit] >= SHORTEST else _short
        yield draw(template, f"{template.name}/{rows[0]}", f"{names} ({template.title})", bands)


def _bands(template: Template, row: str, charts: ChartsByName) -> Iterator[Band]:
    """Yield the bands of one row, as far as all its numbers reach."""
    reach = [cell.number for ref in template.figures.get("reach", ()) for cell in _of_row(ref, charts, row)]
    for end, column, name, mark in _ends(template, row, charts):
        end = min([end, *reach])
        parts = [part for part in template.parts if part.is_of(row) and not part.alone]
        numbers = [_number(part, charts, row, column if name else end) for part in parts]
        found = [number for number in numbers if number]
        if not found or len(found) < len(numbers):
            return
        texts = [text for text, _ in found]
        texts[0] = f"{name}: {texts[0]}" if name else texts[0]
        yield Band(end, mark, tuple(texts), frozenset({mark} - {""}).union(*(marks for _, marks in found)))
        if end in reach:
            return


def _of_row(ref: str, charts: ChartsByName, row: str) -> list[Cell]:
    """Return the figures of one row, if its chart has the row and no blank there."""
    if charts[split(ref)[0]].row_name(row) is None:
        return []
    return [cell for cell in cells_named(ref, charts, row) if not cell.blank]


def _ends(template: Template, row: str, charts: ChartsByName) -> Iterator[tuple[float, str, str, str]]:
    """Yield the end of each band of a stick: (end, column, name of the band, mark of the end)."""
    for ref in template.figures.get("ends", ()):
        chart = charts[split(ref)[0]]
        for cell in cells_named(ref, charts, row):
            if not cell.blank:
                column = split(cell.ref)[2]
                yield float(cell.number), column, chart.column_label(column), mark_of(cell.source)
        return
    axes = [bands_of(ref, charts) for part in template.parts if part.is_of(row) for ref in part.add]
    for end in sorted({upper for axis in axes if axis for _, upper in axis.bands}):
        yield float(end), "", "", ""


def _number(part: Part, charts: ChartsByName, row: str, band: str | float) -> tuple[str, frozenset[str]] | None:
    """Return the sum of the figures of one band as text, and its marks; None if one of them is a blank."""
    cells = [cell for ref in part.add for cell in cells_named(ref, charts, row, band)]
    if not cells or any(cell.blank for cell in cells):
        return None
    marks = [mark for mark in (mark_of(cell.source) for cell in cells) if mark]
    text = cells[0].text
    sign = part.needs or next((cell.sign for cell in cells if cell.sign), "")
    if sign or len(cells) > 1:
        total = sum(cell.number for cell in cells)
        text = TargetNumber(sign, total).said if sign else f"{total:g}"
        text, limit = _within(part, total, charts) or (text, "")
        marks += [limit] if limit else []
    text += marks[0] if marks else ""
    said = part.text.replace("{}", text) if "{}" in part.text else f"{part.text} {text}".strip()
    return said, frozenset(marks)


def _within(part: Part, total: float, charts: ChartsByName) -> tuple[str, str] | None:
    """Return the number required, and its mark, if the sum of a part exceeds a limit; else None.

    The sum is printed after it, because modifiers of the shot start from the sum.
    """
    if part.above:
        never = next(cells_named(part.above, charts))
        if total <= never.number:
            return f"{TargetNumber('>=', never.number + 1).said} ({total:g} {UNMODIFIED})", mark_of(never.source)
    if part.up_to:
        highest = next(cells_named(part.up_to, charts))
        if total > highest.number:
            return f"no shot ({total:g} {UNMODIFIED})", mark_of(highest.source)
    return None


def _stick(template: Template, name: str, names: str, bands: tuple[Band, ...]) -> Piece:
    """Return one stick: the scale, the numbers of each band, the names of its weapons."""
    mm = MM[template.unit]
    length = bands[-1].end * mm
    lines = tuple(wrapped(names, SMALL, min(length - 4, LONGEST_LINE)))
    rows = _rows(bands, mm)
    many = max(len(row) for row in rows)
    below, most = (LOWER, LESSER) if many > MANY else (ROW, NUMBER)
    height = SCALE + ROW + (many - 1) * below + LINE * len(lines) + 1.0
    shapes: list[Element] = [rectangle(0, 0, length, height, THIN)]
    closed: list[tuple[float, float]] = []
    occupied: list[tuple[float, float]] = []
    start = 0.0
    for band, texts in zip(bands, rows, strict=True):
        end = band.end * mm
        if band is not bands[-1]:
            shapes.append(segment(end, 0, end, height - LINE * len(lines) - 1.0, THIN))
        told = f"{band.end:g}{unit_of(template)}{band.mark}"
        shapes.append(words(end - 1.0, 6.3, told, 3.4, "end", bold=True))
        occupied.append((end - 2.0 - width_of(told, 3.4, bold=True), end + 1.0))
        often = max(1, ceil((end - start) / AGAIN))
        wide = (end - start) / often
        for number, text in enumerate(texts):
            high = fitting(text, most if number else NUMBER, (wide - 2.0) / 1.08)
            for time in range(often):
                x = start + wide * (time + 0.5)
                shapes.append(words(x, SCALE + ROW + below * number - 2.0, text, high, "middle", bold=True))
                half = width_of(text, high, bold=True) / 2
                closed.append((x - half, x + half))
        start = end
    shapes += _scale(template, length, closed, occupied)
    closed += occupied
    marks = frozenset().union(*(band.marks for band in bands))
    reaches = [(f"to {band.end:g}{unit_of(template)}{band.mark}", BETWEEN.join(band.texts)) for band in bands]
    card = range_card(name, template.title, [names], reaches, marks)
    return Piece(name, template.title, length, height, tuple(shapes), marks, True, True, lines, tuple(closed), card)


def _rows(bands: tuple[Band, ...], mm: float) -> list[list[str]]:
    """Return the numbers of each band, in one row if every band has room for that, else below each other."""
    start, joined = 0.0, []
    for band in bands:
        text = BETWEEN.join(band.texts)
        room = min(AGAIN, (band.end - start) * mm) - 4.0
        joined.append(width_of(text, NUMBER, bold=True) <= room)
        start = band.end
    return [[BETWEEN.join(band.texts)] if all(joined) else list(band.texts) for band in bands]


def _short(template: Template, name: str, names: str, bands: tuple[Band, ...]) -> Piece:
    """Return a stick too short to write on, with its text beside it."""
    mm = MM[template.unit]
    told = [f"{band.end:g}{unit_of(template)}{band.mark}: {BETWEEN.join(band.texts)}" for band in bands]
    left = bands[-1].end * mm + 2.0
    length = left + max(SHORTEST, *(width_of(text, 5.0, bold=True) for text in told)) + 2.0
    lines = wrapped(names, SMALL, length - left - 2.0)
    height = max(SCALE + ROW + LINE + 1.5, 6.0 * len(told) + LINE * len(lines) + 2.5)
    shapes: list[Element] = [rectangle(0, 0, length, height, THIN)]
    shapes += [segment(band.end * mm, 0, band.end * mm, height, THIN) for band in bands]
    shapes += [words(left, 5.5 + 6.0 * number, text, 5.0, bold=True) for number, text in enumerate(told)]
    y = 6.0 * len(told) + 0.5
    shapes += [words(left, y + LINE * (number + 1), line, SMALL) for number, line in enumerate(lines)]
    marks = frozenset().union(*(band.marks for band in bands))
    return Piece(name, template.title, length, height, tuple(shapes), marks, edged=True, along=True)


def _scale(
    template: Template, length: float, closed: list[tuple[float, float]], occupied: list[tuple[float, float]]
) -> list[Element]:
    """Return a tick at each unit, and a longer one at each fifth, or second inch, with its number if it has room.

    The numbers are added to the parts ``closed`` to a seam; ``occupied`` parts have no room for one.
    """
    mm = MM[template.unit]
    every = 2 if template.unit == "inches" else 5
    shapes: list[Element] = []
    for unit in range(1, ceil(length / mm - 1e-9)):
        x = unit * mm
        long = unit % every == 0
        shapes.append(segment(x, 0, x, 3.4 if long else 1.8, HAIR))
        half = width_of(f"{unit}", SMALL) / 2
        if long and not any(left < x + half + 1 and x - half - 1 < right for left, right in occupied):
            shapes.append(words(x, 6.2, f"{unit}", SMALL, "middle"))
            closed.append((x - half, x + half))
    return shapes


def marks(template: Template, charts: ChartsByName) -> Iterator[Piece]:
    """Yield one stick with a mark at each size and its names beside it."""
    mm = MM[template.unit]
    scale = [float(cell.number) for ref in template.figures.get("scale", ()) for cell in cells_named(ref, charts)]
    each = scale[0] if scale else 1.0
    sizes = sizes_of(template, "at", charts)
    length = sizes[-1].value * each * mm
    shapes: list[Element] = []
    closed: list[tuple[float, float]] = []
    placed: list[tuple[float, int]] = []
    for size in sizes:
        x = size.value * each * mm
        told = f"{size.value:g}{size.mark} = {size.value * each:g}" if scale else f"{size.value:g}"
        text = f"{size.whose}: {told}{unit_of(template)}{'' if scale else size.mark}"
        high = fitting(text, 3.8, max(4.0, x - 3.0))
        left = x - 1.2 - width_of(text, high)
        row = 1 + max((row for at, row in placed if at > left - 2.0), default=-1)
        placed.append((x, row))
        base = SCALE + 4.8 * (row + 1) - 1.2
        shapes.append(words(x - 1.2, base, text, high, "end", bold=len(sizes) == 1))
        closed.append((left, x + 1.0))
        if size is not sizes[-1]:
            shapes.append(segment(x, 0, x, base + 0.8, 0.4))
    lines = tuple(wrapped(" ".join([f"{template.title}.", *template.notes]), SMALL, min(length - 4.0, LONGEST_LINE)))
    height = SCALE + 4.8 * (1 + max(row for _, row in placed)) + LINE * len(lines) + 1.5
    shapes = [rectangle(0, 0, length, height, THIN), *shapes]
    shapes += _scale(template, length, closed, [(x - 1.0, x + 1.0) for x, _ in placed])
    marked = frozenset().union(*(size.marks for size in sizes))
    reaches = [(f"{size.value * each:g}{unit_of(template)}{size.mark}", size.whose) for size in sizes]
    card = range_card(template.name, template.title, [f"{template.title}.", *template.notes], reaches, marked)
    yield Piece(
        template.name, template.title, length, height, tuple(shapes), marked, True, True, lines, tuple(closed), card
    )


def range_card(
    name: str, title: str, heading: Iterable[str], rows: Iterable[tuple[str, str]], marks: frozenset[str]
) -> Piece:
    """Return a card to use with a tape: a heading, then the numbers of each range."""
    rows = list(rows)
    shapes: list[Element] = []
    y = 0.0
    for line in [line for text in heading for line in wrapped(text, SMALL, CARD)]:
        y += SMALL * CARD_STEP
        shapes.append(words(0.0, y, line, SMALL))
    left = max(width_of(reach, CARD_NUMBER, bold=True) for reach, _ in rows) + 3.0
    for reach, said in rows:
        y += 1.6
        shapes.append(segment(0.0, y, CARD, y, HAIR))
        size = max(LEAST, fitting(said, CARD_NUMBER, CARD - left))
        for number, line in enumerate(wrapped(said, size, CARD - left)):
            y += size * CARD_STEP if number else CARD_NUMBER * CARD_STEP
            shapes.append(words(left, y, line, size))
            if number == 0:
                shapes.append(words(0.0, y, reach, CARD_NUMBER, bold=True))
    return Piece(f"{name}/card", title, CARD, y + 1.0, tuple(shapes), marks)
