"""The verdict of a ruling as lines, large where there is room."""

from collections.abc import Iterator

from refcli.core.procedure import Record
from refcli.render.layout import BAD, GAP, GOOD, STRONG, Line, flow, glued, padded, width_of

HIGH = 3
"""Lines of a row of large letters."""
LEAST_BOX, LEAST_BESIDE = 20, 26
"""The narrowest window with a box; the least room for words beside large letters."""
HEAVY, PLAIN = "┏━┓┃┗┛", "+-+|++"
"""The box around a verdict: its corners above, its sides, its corners below."""


def verdict(record: Record, most: int, blocks: bool, box: bool = True, large: bool = True) -> Iterator[Line]:
    """The outcome in large letters where there is room for them, then the verdict in words.

    ``blocks`` says whether they may be drawn, and the box. Without a box the words stand beside the letters.
    """
    box = box and most >= LEAST_BOX
    outcome = record.ruling.outcome
    style = GOOD if outcome.success else BAD
    said = glued(record.ruling.verdict)
    inside = most - 6 if box else most
    letters: list[str] = []
    if blocks and large:
        from refcli.render.letters import drawn_large

        letters = drawn_large(outcome.banner, inside)
    if not box and not letters:
        yield from flow([(outcome.banner.upper(), style), (f"  {said}", STRONG)], most)
        return
    words = [[(one, style)] for one in letters] or flow([(outcome.banner.upper(), style)], inside)
    room = inside - width_of(max(letters, key=width_of, default="")) - GAP
    beside = flow([(said, STRONG)], room) if len(letters) == HIGH and room >= LEAST_BESIDE else []
    if not box and 0 < len(beside) <= HIGH:
        beside = [[]] * (HIGH - len(beside)) + beside
        yield from ([*padded(word, inside - room), *line] for word, line in zip(words, beside, strict=True))
        return
    lines = [*words, *flow([(said, STRONG)], inside)]
    if not box:
        yield from lines
        return
    left, across, right, side, below, end = tuple(HEAVY if blocks else PLAIN)
    yield [(left + across * (most - 2) + right, style)]
    for line in lines:
        yield [(f"{side}  ", style), *padded(line, inside), (f"  {side}", style)]
    yield [(below + across * (most - 2) + end, style)]
