"""A sweep of odds as an SVG picture and as CSV."""

import csv
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from io import StringIO

from refcli.render.odds import Swept, heat_colour, sweep_rows

CELL, HEAD, LINE, LETTER = 74, 120, 26, 9
"""Widths of a cell and of the first column, height of a line, greatest width of a letter on average, in pixels."""


def sweep_svg(swept: Swept, need: Fraction | None, titles: Sequence[str]) -> str:
    """A sweep as a picture: each chance in its cell, on the colour of its heat, under the lines of its title."""
    heads, rows = sweep_rows(swept, need)
    width = max(HEAD + CELL * (len(heads) - 1), LETTER * max(map(len, titles))) + 20
    height = LINE * (len(titles) + len(rows) + 1) + 20
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        ' font-family="sans-serif" font-size="14">',
        f"<title>{escape('; '.join(titles))}</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
        *[_text(10, line * LINE, title, "start", bold=line == 1) for line, title in enumerate(titles, 1)],
    ]
    above = len(titles) + 1
    for column, head in enumerate(heads):
        drawn.append(_text(_centre(column), above * LINE, head, "middle" if column else "start", bold=True))
    for line, (row, chances) in enumerate(zip(rows, swept.chances, strict=True), above):
        drawn.append(_text(10, (line + 1) * LINE, row[0], "start", bold=True))
        for column, (text, chance) in enumerate(zip(row[1:], chances, strict=True), 1):
            left, top = HEAD + CELL * (column - 1), line * LINE + 8
            if chance is not None:
                red, green = heat_colour(chance)
                drawn.append(
                    f'<rect x="{left}" y="{top}" width="{CELL - 2}" height="{LINE - 2}" fill="rgb({red},{green},90)"/>'
                )
            drawn.append(_text(_centre(column), (line + 1) * LINE, text, "middle"))
    return "\n".join([*drawn, "</svg>"]) + "\n"


def sweep_csv(swept: Swept) -> str:
    """A sweep as CSV: chances as decimals, empty where there is no such ruling."""
    heads, _ = sweep_rows(swept, None)
    table = StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(heads)
    for value, chances in zip(swept.axes[0].values, swept.chances, strict=True):
        writer.writerow([value, *("" if chance is None else float(chance) for chance in chances)])
    return table.getvalue()


def _centre(column: int) -> int:
    return HEAD + CELL * (column - 1) + CELL // 2 if column else 10


def _text(x: int, y: int, said: str, anchor: str, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}"{weight}>{escape(said)}</text>'
