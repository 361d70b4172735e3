"""What stands behind a figure of a chart, on paper or a screen, that is not published as it is."""

from collections.abc import Sequence

from refcli.core.cells import HOUSE, INFERRED, OVERLAY, READING, Source

MARKS = {HOUSE: "*", INFERRED: "~", OVERLAY: "†", READING: "‡"}
"""The mark of each origin."""

LEGEND = {
    HOUSE: "house value: refcli's own, because the source gives none",
    INFERRED: "inferred from what is published",
    OVERLAY: "this table's own figure, from an overlay",
    READING: "as a reading has it that is chosen here",
}
"""What each mark means."""

IN_SHORT = {
    HOUSE: "house value",
    INFERRED: "inferred",
    OVERLAY: "this table's own figure",
    READING: "a reading's figure",
}
"""The same where there is little room."""


def mark_of(source: Source) -> str:
    """The mark of a figure, none for a published one; one published at a single point is ours elsewhere."""
    return MARKS.get(source.origin if source.at is None else HOUSE, "")


def footnote(source: Source, refs: Sequence[str] = ()) -> str:
    """Where these cells stand, or the whole chart: the mark, their names or the first of many, the source."""
    shown = ", ".join(refs) if len(refs) <= 3 else f"{refs[0]} and {len(refs) - 1} more"
    point = "" if source.at is None else f", published at {source.at:g} alone"
    return f"{mark_of(source)} {shown}{': ' if shown else ''}{source.said}{point}".strip()
