"""Overlays as folders and as words: what in them would change nothing, and what names nothing."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from refcli.core.cells import OVERLAY, Cell
from refcli.core.charts import Chart
from refcli.core.errors import BadData, Likeness


def strangers(overlays: Iterable[Path], rulesets: Collection[str]) -> Iterator[str]:
    """Folders of charts in an overlay that are called as no ruleset is: they change nothing."""
    near = Likeness()
    for overlay in overlays:
        for folder in sorted(overlay.iterdir()) if overlay.is_dir() else ():
            if folder.name not in rulesets and any(folder.glob("*.toml")):
                yield f"{folder}: no ruleset is called {folder.name!r}{near(folder.name, rulesets)}"


def unknown_files(overlays: Iterable[Path], ruleset: str, known: Collection[str]) -> Iterator[str]:
    """Overlays that cannot be read, and their files that are called as nothing of the ruleset is."""
    near = Likeness()
    for overlay in overlays:
        try:
            inside = sorted(overlay.iterdir())
            folder = overlay / ruleset
            files = sorted(folder.glob("*.toml")) if folder in inside else []
        except OSError as error:
            yield f"{overlay}: cannot be read: {error.strerror or error}"
            continue
        for path in files:
            if path.stem not in known:
                yield f"{path}:1: {ruleset} has no chart {path.stem!r}{near(path.stem, known)}"


def unknown_words_laid(
    charts: Iterable[Chart],
    read: Callable[[str], Chart],
    fault: Callable[[str, list[str | int], str], str],
) -> Iterator[str]:
    """Words that overlays put where a row or column of another chart is named, and that are none.

    ``read`` gives another chart; what is wrong with that one is told where it is asked for. ``fault`` tells where
    an entry stands.
    """
    near = Likeness()
    for chart in charts:
        laid = {place.rpartition(".")[2] for place, one in chart.sources.items() if one.origin == OVERLAY}
        known = {}
        for name in {chart.names[column] for column in laid & set(chart.names)}:
            with suppress(BadData):
                known[name] = read(name)
        for row, cell, what in unknown_words(chart, known, near):
            if cell.source.origin == OVERLAY:
                yield fault(chart.name, ["rows", row], what)


def unknown_words(chart: Chart, charts: Mapping[str, Chart], near: Likeness) -> Iterator[tuple[str, Cell, str]]:
    """Words in cells that should be rows or columns of one of these charts, and are not: row, cell, what is wrong."""
    for column, target in chart.names.items():
        if target not in charts:
            continue
        known = {*charts[target].rows, *charts[target].columns}
        for row in chart.rows:
            cell = chart.cell(row, column)
            if not cell.blank and cell.text not in known:
                yield row, cell, f"{cell.ref}: {target} defines no {cell.text!r}{near(cell.text, known)}"
