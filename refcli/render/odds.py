"""Odds for a terminal: the chance of every outcome, how the counts spread, what it all hangs on."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple, Protocol

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from refcli.core.chances import Odds
from refcli.core.procedure import Procedure
from refcli.core.ruling import Outcome
from refcli.render.book import Book
from refcli.render.letters import takes_blocks
from refcli.render.percent import percent

GOOD, BAD, QUIET = "bold green", "bold red", "dim"
NARROW = 40
"""Columns below which the labels of the bars would be cut."""
WIDEST = 120
"""Columns beyond which a line is not read with ease."""
FEWEST_CHANCES, MOST_CHANCES = 3, 40
"""Chances of a count that are printed in any window, and the most of them; JSON has all of them."""
LONGEST_FRACTION = 30
"""Characters of a fraction beyond which nobody reads it; JSON has all of them."""


class Worth(Protocol):
    """What a condition or a reading is worth, in chances of success."""

    @property
    def name(self) -> str: ...

    @property
    def said(self) -> str: ...

    @property
    def points(self) -> Fraction: ...


class Swept(Protocol):
    """Chances over one axis or two."""

    @property
    def axes(self) -> Sequence["SweptAxis"]: ...

    @property
    def outcome(self) -> str: ...

    @property
    def chances(self) -> Sequence[Sequence[Fraction | None]]: ...


class SweptAxis(Protocol):
    """One axis: the field that changes, and its values."""

    @property
    def field(self) -> str: ...

    @property
    def values(self) -> Sequence[object]: ...


class Spread(NamedTuple):
    """How one count spreads: the chance of at least each value that is not certain, and the mean."""

    name: str
    at_least: tuple[tuple[int | float, Fraction], ...]
    mean: Fraction

    def said(self, most: int = 0) -> str:
        """The chances in one line: ``1+ 75.0%, 2+ 25.0%``; only some of many, and in ``most`` columns fewer."""
        kept = self.at_least
        if len(kept) > MOST_CHANCES:
            kept = without_tails(kept)
        said = self._of(kept)
        while len(kept) > MOST_CHANCES or (0 < most < len(said) and len(kept) > FEWEST_CHANCES):
            kept = (*kept[:-1:2], kept[-1])
            said = self._of(kept)
        return said

    def _of(self, chances: Sequence[tuple[int | float, Fraction]]) -> str:
        listed = ", ".join([f"{value:g}+ {percent(chance)}" for value, chance in chances])
        return f"{listed}; on average {float(self.mean):.2f}"


def without_tails(rows: Sequence[tuple[int | float, Fraction]]) -> tuple[tuple[int | float, Fraction], ...]:
    """The chances without those at both ends that look alike: the last of the first and the first of the last stay."""
    texts = [percent(chance) for _, chance in rows]
    first = next((at for at, text in enumerate(texts) if text != texts[0]), 1) - 1
    return tuple(rows[first : texts.index(texts[-1]) + 1])


def spreads(odds: Odds, book: Book) -> Iterator[Spread]:
    """The counts that can come differently; one by the name of a row is called as the charts call that."""
    for name, chances in odds.counts.items():
        if len(chances) < 2:
            continue
        at_least = [*accumulate(reversed(chances.values()))][::-1]  # they stand in the order of their values
        rows = tuple([row for row in zip(chances, at_least, strict=True) if row[1] < 1])
        called = next((chart.label(name) for chart in book.charts.values() if name in chart.rows), name)
        yield Spread(called, rows, sum((Fraction(value) * chance for value, chance in chances.items()), Fraction(0)))


def that_can_come(odds: Odds) -> dict[Outcome, Fraction]:
    """The outcomes that have a chance; one that is certain is among them."""
    return {outcome: chance for outcome, chance in odds.outcomes.items() if chance}


def points(worth: Fraction) -> str:
    """A difference of chances: ``+12.5 points``."""
    return f"{float(worth) * 100:+.1f} points"


def estimate(odds: Odds) -> str:
    """How good sampled chances are."""
    return f"estimated by {odds.runs:,} rolls: each within {odds.within * 100:.1f} points, 99 times in 100"


def odds_lines(book: Book, procedure: Procedure, odds: Odds, worths: Iterable[Worth]) -> Iterator[str]:
    """Odds as plain lines, the chance of success last."""
    yield f"odds of {procedure.name} ({book.title})"
    for outcome, chance in that_can_come(odds).items():
        yield f"  {outcome.word}: {_with_fraction(chance)}"
    for spread in spreads(odds, book):
        yield f"  {spread.name}: {spread.said()}"
    for worth in worths:
        yield f"  {worth.name}: {points(worth.points)}" + (f" ({said})" if (said := _beside_name(worth)) else "")
    if odds.sampled:
        yield f"  {estimate(odds)}"
    yield f"SUCCESS: {_with_fraction(odds.success)}"


def odds_picture(
    book: Book, procedure: Procedure, odds: Odds, worths: Iterable[Worth], console: Console
) -> RenderableType:
    """Odds as bars and tables, the chance of success in bold; as plain lines where there is no room for them."""
    if console.width < NARROW:
        return Group(*map(Text, odds_lines(book, procedure, odds, worths)))
    width = max(8, min(40, console.width - 40))
    block = "█" if takes_blocks(console.encoding) else "#"
    bars = _grid("left", "right", "left")
    for outcome, chance in that_can_come(odds).items():
        style = GOOD if outcome.success else BAD
        bars.add_row(
            Text(f"  {outcome.word}"), Text(percent(chance), style="bold"), Text(_bar(chance, width, block), style)
        )
    bars.add_row(Text("  success", style="bold"), Text(percent(odds.success), style="bold"), _fraction(odds.success))
    parts: list[RenderableType] = [Text.assemble((f"{book.title}  ", QUIET), (f"odds of {procedure.name}", "bold"))]
    parts += [Text(""), bars]
    if odds.sampled:
        parts.append(Text(f"  {estimate(odds)}", style="bold yellow"))
    counts = _grid("left", "left")
    told = list(spreads(odds, book))
    room = min(console.width, WIDEST) - 4 - max([cell_len(spread.name) for spread in told], default=0)
    for spread in told:
        counts.add_row(Text(f"  {spread.name}", style="bold"), Text(spread.said(room)))
    if counts.row_count:
        parts += [Text(""), counts]
    worth_table = _grid("left", "right", "left")
    for worth in worths:
        worth_table.add_row(
            Text(f"  {worth.name}"), Text(points(worth.points), style="bold"), Text(_beside_name(worth), QUIET)
        )
    if worth_table.row_count:
        parts += [Text(""), Text("  what it hangs on", style="bold"), worth_table]
    return Group(*parts)


def sweep_rows(swept: Swept, need: Fraction | None) -> tuple[list[str], list[list[str]]]:
    """A sweep as heads and rows of text; the first value of a column that reaches ``need`` bears a ``<``."""
    across = swept.axes[1].values if len(swept.axes) > 1 else ("success" if not swept.outcome else swept.outcome,)
    reached: set[int] = set()
    rows = []
    for value, chances in zip(swept.axes[0].values, swept.chances, strict=True):
        row = [f"{value}"]
        for column, chance in enumerate(chances):
            mark = ""
            if need is not None and chance is not None and chance >= need and column not in reached:
                reached.add(column)
                mark = " <"
            row.append("-" if chance is None else f"{percent(chance)}{mark}")
        rows.append(row)
    return [swept.axes[0].field, *map(str, across)], rows


def sweep_lines(swept: Swept, need: Fraction | None) -> Iterator[str]:
    """A sweep as aligned plain lines."""
    heads, rows = sweep_rows(swept, need)
    widths = [max(len(row[column]) for row in [heads, *rows]) for column in range(len(heads))]
    for row in [heads, *rows]:
        yield "  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True))


def sweep_picture(swept: Swept, need: Fraction | None) -> RenderableType:
    """A sweep as a table, each chance on the colour of its heat."""
    heads, rows = sweep_rows(swept, need)
    table = Table(box=None, padding=(0, 1))
    for index, head in enumerate(heads):
        table.add_column(Text(head, style="bold"), justify="right", header_style="" if index else QUIET)
    for row, chances in zip(rows, swept.chances, strict=True):
        cells = [Text(f" {text} ", style=heat(chance)) for text, chance in zip(row[1:], chances, strict=True)]
        table.add_row(Text(row[0], style="bold"), *cells)
    return table


def heat(chance: Fraction | None) -> str:
    """The colours of a chance, from red for none over yellow to green for certain; the figure stands in every cell."""
    red, green = heat_colour(chance)
    return f"black on rgb({red},{green},90)"


def heat_colour(chance: Fraction | None) -> tuple[int, int]:
    """The red and green of a chance, 0 to 255."""
    share = float(chance or 0)
    return round(230 - 130 * max(0.0, 2 * share - 1)), round(100 + 130 * min(1.0, 2 * share))


def _beside_name(worth: Worth) -> str:
    """What a condition or a reading is; nothing where its name says so already, ``target-moving``."""
    return "" if worth.said.lower() == worth.name.replace("-", " ") else worth.said


def _grid(*justify: str) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
    for how in justify:
        table.add_column(justify=how)  # type: ignore[arg-type]
    return table


def _fraction(chance: Fraction) -> str:
    """The chance as a fraction, where it is one and short enough to be read."""
    said = "" if chance in (0, 1) else str(chance)
    return said if len(said) <= LONGEST_FRACTION else ""


def _with_fraction(chance: Fraction) -> str:
    said = _fraction(chance)
    return f"{percent(chance)} ({said})" if said else percent(chance)


def _bar(chance: Fraction, width: int, block: str) -> str:
    return block * round(float(chance) * width)
