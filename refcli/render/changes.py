"""What is otherwise in a ruling that was judged again: in short, and the blocks and effects that differ."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from refcli.core.procedure import Record
from refcli.render.blocks import Block, Chain, Fact, Rolls, picture_of, rolls_in
from refcli.render.book import Book
from refcli.render.rolls import in_short
from refcli.render.things import together
from refcli.render.verdict import verdict_line
from refcli.render.words import beside_the_verdict, conditions_in_vain, rests_on

MOST_IN_SHORT = 8
"""Lines that say in short what changed."""


class Changes(NamedTuple):
    """What changed in short, and what of the new ruling differs: blocks, facts, effects, what it rests on."""

    in_short: list[str]
    shown: list[Block | Fact]
    effects: list[str]
    rests_on: Callable[[str], list[str]]


def changes_between(was: Record, now: Record, book: Book) -> Changes:
    """What is otherwise in a ruling than in the one before it."""
    old, new = picture_of(was, book), picture_of(now, book)
    effects_before, effects = _single(beside_the_verdict(was)), _single(beside_the_verdict(now))
    said = [*_other_rolls(rolls_in(old), rolls_in(new))]
    gone = [one.said for one in old if isinstance(one, Fact) and not one.bare and one not in new]
    said += [f"no longer: {one}" for one in (*gone, *effects_before) if one not in effects]
    if len(said) > MOST_IN_SHORT:
        said[MOST_IN_SHORT - 1 :] = [f"and {len(said) - MOST_IN_SHORT + 1} more"]
    if verdict_line(was) != verdict_line(now):
        said.insert(0, f"before: {verdict_line(was)}")
    shown = [*_that_differ(old, new)]
    others = [one for one in effects if one not in effects_before]
    if not (said or shown or others):
        return Changes([f"nothing changes: {_why_not(was, now, book)}"], [], [], lambda _: [])

    def newly_rests_on(so_far: str) -> list[str]:
        before = rests_on(was, book, so_far)
        return [one for one in rests_on(now, book, so_far) if one not in before]

    first = "what changed:" if said else "the verdict stays; what differs:"
    return Changes([first, *[f"  {one}" for one in said]], shown, others, newly_rests_on)


def _single(effects: Iterable[str]) -> list[str]:
    """Effects a sentence each, also those of one role."""
    found = []
    for one in effects:
        first, *others = SENTENCES.split(one)
        role, _, said = first.rpartition(": ")
        found += [first, *(f"{role}: {other}" if said and role else other for other in others)]
    return found


SENTENCES = re.compile(r"(?<=\.) (?=[A-Z])")
"""Between two sentences."""


def _that_differ(old: list[Block | Fact], new: list[Block | Fact]) -> Iterator[Block | Fact]:
    """The blocks and facts that the old ruling does not have; of a block the things of which that is so."""
    before = {(one.needs, _alike(chain)) for one in old if isinstance(one, Block) for chain in one.chains}
    for one in new:
        if isinstance(one, Fact):
            if one not in old:
                yield one
            continue
        chains = tuple([chain for chain in one.chains if (one.needs, _alike(chain)) not in before])
        if chains:
            yield one._replace(chains=chains)


def _alike(chain: Chain) -> Chain:
    """A chain without where its faces came from."""
    return chain._replace(rolls=tuple([came._replace(rolled=()) for came in chain.rolls]))


def _other_rolls(before: Rolls, after: Rolls) -> Iterator[str]:
    """What came otherwise of the same rolls, things alike together, and who rolls no more."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for (name, roll, time), came in before.items():
        now = after.get((name, roll, time))
        if now is None:
            alike.setdefault((roll, in_short(came), "not rolled"), []).append(name)
        elif came.faces != now.faces or not (came.said and now.said):
            alike.setdefault((roll, in_short(came), in_short(now)), []).append(name)
        else:
            alike.setdefault(("", came.said, now.said), []).append(name)
    for (roll, first, then), names in alike.items():
        if first != then:
            yield f"{', '.join(filter(None, (together(filter(None, names)), roll)))}: {first}, now {then}"


def _why_not(was: Record, now: Record, book: Book) -> str:
    """Why a ruling is what it was."""
    if (was.request, was.controls, was.ruling.rolls) == (now.request, now.controls, now.ruling.rolls):
        return "it is asked as it was; say what is otherwise, such as a condition"
    before, after = [dict.fromkeys(conditions_in_vain(record, book.charts)) for record in (was, now)]
    in_vain = [name for name in {**before, **after} if (name in before) != (name in after)]
    if in_vain:
        return f"no effect here: {'; '.join(in_vain)}"
    return "the figures and the dice come to the same"
