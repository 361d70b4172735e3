"""What is otherwise in a ruling that was judged again: in short, and the blocks and effects that differ."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from refcli.core.procedure import Record
from refcli.core.ruling import Effect
from refcli.render.blocks import Block, Chain, Fact, Rolls, in_short, picture_of, rolls_in
from refcli.render.book import Book
from refcli.render.things import together
from refcli.render.words import conditions_in_vain, effects_beside, in_sentences, rests_on, verdict_line

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
    said = [*_other_rolls(rolls_in(old), rolls_in(new))]
    gone = [one.said for one in _facts_less(old, new) if not one.bare]
    said += [f"no longer: {one}" for one in (*gone, *_effects_less(was, now))]
    if len(said) > MOST_IN_SHORT:
        said[MOST_IN_SHORT - 1 :] = [f"and {len(said) - MOST_IN_SHORT + 1} more"]
    if verdict_line(was) != verdict_line(now):
        said.insert(0, f"before: {verdict_line(was)}")
    shown = [*_that_differ(old, new)]
    others = _effects_less(now, was)
    if not (said or shown or others):
        return Changes([f"nothing changes: {_why_not(was, now, book)}"], [], [], lambda _: [])

    def newly_rests_on(so_far: str) -> list[str]:
        before = rests_on(was, book, so_far)
        return [one for one in rests_on(now, book, so_far) if one not in before]

    first = "what changed:" if said else "the verdict stays; what differs:"
    return Changes([first, *[f"  {one}" for one in said]], shown, others, newly_rests_on)


def _effects_less(one: Record, other: Record) -> list[str]:
    """What falls in a ruling, unit by unit, and not in the other: a sentence each, beside its verdict."""
    elsewhere = Counter(other.ruling.effects)
    own: list[Effect] = []
    for effect in effects_beside(one):
        if elsewhere[effect]:
            elsewhere[effect] -= 1
        else:
            own.append(effect)
    found = []
    for said in in_sentences(own, one.ruling.effects, one.procedure.by_side):
        first, *others = SENTENCES.split(said)
        role, _, first_said = first.rpartition(": ")
        found += [first, *(f"{role}: {more}" if first_said and role else more for more in others)]
    return found


SENTENCES = re.compile(r"(?<=\.) (?=[A-Z])")
"""Between two sentences."""


def _facts_less(old: Sequence[Block | Fact], new: Sequence[Block | Fact]) -> Iterator[Fact]:
    """The facts of a picture that another does not have; of one that is told of several things, of which it is so."""
    elsewhere = {(one.text, name) for one in new if isinstance(one, Fact) for name in one.names or ("",)}
    for one in old:
        if isinstance(one, Fact):
            names = [name for name in one.names or ("",) if (one.text, name) not in elsewhere]
            if names:
                yield one._replace(names=tuple(filter(None, names)))


def _that_differ(old: list[Block | Fact], new: list[Block | Fact]) -> Iterator[Block | Fact]:
    """The blocks and facts that the old ruling does not have; of a block the things of which that is so.

    A roll without a number that it needs is held against others of its kind, the fighter that shot it down: these too.
    """
    before = {(one.needs, _alike(chain)) for one in old if isinstance(one, Block) for chain in one.chains}
    changed = [(one.needs, chain) for one in new if isinstance(one, Block) for chain in one.chains]
    changed = [(needs, chain) for needs, chain in changed if (needs, _alike(chain)) not in before]
    against = {roll for _, chain in changed for roll in _against_others(chain)}
    for one in new:
        if isinstance(one, Fact):
            yield from _facts_less([one], old)
            continue
        chains = tuple(
            [
                chain
                for chain in one.chains
                if (one.needs, _alike(chain)) not in before or against & _against_others(chain)
            ]
        )
        if chains:
            yield one._replace(chains=chains)


def _against_others(chain: Chain) -> set[str]:
    """The rolls of a chain whose sums need no number, but are held against those of others."""
    return {came.need.roll for came in chain.rolls if came.sum and not came.need.needs}


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
            alike.setdefault(("" if name else roll, came.said, now.said), []).append(name)
    for (roll, first, then), names in alike.items():
        if first != then:
            yield f"{', '.join(filter(None, (together(filter(None, names)), roll)))}: {first}, now {then}"


def asked_as_before(was: Record, now: Record) -> bool:
    """Whether nothing is said otherwise than before, and no die read otherwise."""
    return (was.request, was.controls, was.ruling.rolls) == (now.request, now.controls, now.ruling.rolls)


def _why_not(was: Record, now: Record, book: Book) -> str:
    """Why a ruling is what it was."""
    if asked_as_before(was, now):
        return "it is asked as it was; say what is otherwise, such as a condition"
    before, after = [dict.fromkeys(conditions_in_vain(record, book.charts)) for record in (was, now)]
    in_vain = [name for name in {**before, **after} if (name in before) != (name in after)]
    if in_vain:
        return f"not used: {'; '.join(in_vain)}"
    return "the figures and the dice come to the same"
