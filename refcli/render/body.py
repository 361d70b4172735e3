"""Blocks and facts as lines: what dice share, a short line for each thing, what was said without a die."""

from collections.abc import Iterator
from itertools import groupby

from refcli.render.blocks import Block, Came, Chain, Fact
from refcli.render.layout import BAD, GAP, GOOD, QUIET, STRONG, Line, flow, glued, in_columns, padded, width, width_of

MOST_COLUMNS, FEW_FACTS = 3, 3
"""Columns of things at most; facts up to so many have a line each."""
MOST_NAME, MOST_CAME, LEAST_WHY = 26, 26, 26
"""Of a thing that rolls alone: the widest name and result beside which there is room for the reasons, and that room."""


def body(shown: list[Block | Fact], most: int, flowing: bool) -> Iterator[Line]:
    """Blocks and facts, one after the other."""
    alone = [block.chains[0] for block in shown if isinstance(block, Block) and len(block.chains) == 1]
    names = min(MOST_NAME, max([width_of(chain.name) for chain in alone], default=0))
    came = [width(told) for chain in alone for told, _ in _rows(chain)]
    columns = names, max([one for one in came if one <= MOST_CAME], default=0)
    for are_facts, some in groupby(shown, lambda one: isinstance(one, Fact)):
        if are_facts:
            yield from _facts([one for one in some if isinstance(one, Fact)], most, flowing)
            continue
        for block in some:
            assert isinstance(block, Block)
            yield from _block(block, most) if len(block.chains) > 1 else _one(block.chains[0], most, *columns, flowing)


def _facts(facts: list[Fact], most: int, flowing: bool) -> Iterator[Line]:
    """Facts: few a line each, many side by side where they are short."""
    said = [one.said for one in facts]
    if flowing:
        figures, sentences = [[one for one in said if one.endswith(".") is whole] for whole in (False, True)]
        listed = "; ".join(figures) + ("." if figures and sentences else "")
        yield from flow([(" ".join(filter(None, (listed, *sentences))), "")], most, after=2)
    elif len(said) > FEW_FACTS:
        for are_short, run in groupby(said, lambda one: width_of(one) <= (most - GAP) // 2):
            together = list(run)
            if are_short and len(together) > 1:
                yield from in_columns([[(one, "")] for one in together], most, 0, 2)
            else:
                for one in together:
                    yield from flow([(one, "")], most, after=2)
    else:
        for one in said:
            yield from flow([(one, "")], most, after=2)


def _block(block: Block, most: int) -> Iterator[Line]:
    """Several things: what each roll needs once, then a short line for each thing."""
    names = max(width_of(chain.name) for chain in block.chains)
    cells = [_chained(chain, names) for chain in block.chains]
    first = block.needs[0]
    if len(block.needs) == 1 and not first.needs and not first.why:
        told = [piece for chain in block.chains for piece in ((f"  {chain.name} ", ""), *_read(chain.rolls[0]))]
        yield from flow([(first.roll, STRONG), *told], most, after=2)
        return
    for need in block.needs:
        yield from flow([(need.said, STRONG), (f"  {glued(need.why)}", "")], most, after=2)
    if max(map(width, cells)) <= most - 2:
        yield from in_columns(cells, most, 2, MOST_COLUMNS)
        return
    for chain in block.chains:  # roll by roll
        yield from flow([(chain.name, "")], most, 2, 2)
        for came in chain.rolls:
            yield from flow([(f"{came.need.roll} ", QUIET), *_came(came)], most, 4, 6)


def _chained(chain: Chain, names: int) -> Line:
    line = padded([(chain.name, "")], names + 2)
    for number, came in enumerate(chain.rolls):
        line = [*line, *([(", ", "")] if number else []), *_read(came)]
    return line


def _read(came: Came) -> Line:
    """Faces, what came of them, and the figures that were read off them."""
    return [*_came(came), *[(f" {value}", STRONG) for _, value in came.read]]


def _rows(chain: Chain) -> Iterator[tuple[Line, Line]]:
    """What a thing rolled and why, roll by roll; of a figure read off a roll, what it came to and what it is."""
    for came in chain.rolls:
        told, why = _came(came), _why(came)
        for number, (label, value) in enumerate(came.read):
            if number:
                yield told, why
                told, why = [], []
            told = [*told, (f" {value}" if told else value, STRONG)]
            if label:
                why = [*why, (f"{', ' if number == 0 and came.need.why else ': ' if why else ''}{label}", "")]
        yield told, why


def _one(chain: Chain, most: int, names: int, results: int, flowing: bool) -> Iterator[Line]:
    """A thing that rolls alone: a line for each roll, with why it needs what it needs."""
    name = chain.name
    left = names + GAP if chain.name else 0
    room = left + results + GAP
    for told, why in _rows(chain):
        fits = width_of(name) <= names and width(told) <= results and most - room >= LEAST_WHY
        if fits and (not flowing or width(why) <= most - room):
            line = padded([*padded([(name, "")], left), *told], room)
            for number, more in enumerate(flow(why, most - room) or [[]]):
                yield [*line, *more] if not number else [(" " * room, ""), *more]
        else:
            first = [(f"{name}  ", "")] if name else []
            yield from flow([*first, *told, ("  ", ""), *why], most, 0 if name or not chain.name else 2, 4)
        name = ""


def _why(came: Came) -> Line:
    need = came.need
    return [(f"{need.said}:", STRONG), (f" {glued(need.why)}", "")] if need.why else [(need.said, STRONG)]


def _came(came: Came) -> Line:
    """Faces and what came of them: ``8 hits``; those that the program rolled beside entered ones in brackets."""
    line: Line = []
    for number, (face, rolled, met) in enumerate(zip(came.faces, came.rolled, came.met, strict=True)):
        text = f"[{face}]" if rolled else f"{face}"
        line += [(" ", "")] if number else []
        line.append((text, GOOD if met and len(came.faces) > 1 else STRONG))
    if came.sum:
        line.append((came.sum, ""))
    if came.said:
        line.append((f" {came.said}", "" if came.good is None else GOOD if came.good else BAD))
    return line
