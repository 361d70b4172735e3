"""A ruling for the eye: what several dice share is said once, then what each thing rolled."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from refcli.core.cells import PUBLISHED, Cell, Sum
from refcli.core.dice import Again, Choice, Roll
from refcli.core.labels import roll_of, thing_of
from refcli.core.procedure import Record, was_left_to_it
from refcli.core.roller import TrailStep
from refcli.core.ruling import Note, sum_after
from refcli.core.sentence import fill
from refcli.render.book import Book
from refcli.render.figures import FigureSaid, parts_said, said_whole, whose, word_said
from refcli.render.rolls import Came, Need, came_of, is_read_off, read_off
from refcli.render.things import Things, together


class Chain(NamedTuple):
    """All that one thing rolled, one roll after the other; without a name it is the ruling's own."""

    name: str
    rolls: tuple[Came, ...]


class Block(NamedTuple):
    """Things whose rolls need the same for the same reasons."""

    needs: tuple[Need, ...]
    chains: tuple[Chain, ...]


class Fact(NamedTuple):
    """Something said without a die, of these things or of the ruling.

    A ``bare`` one is a figure alone, or a choice that fell as it does unless a player says otherwise: what follows
    from it is told anyway.
    """

    text: str
    bare: bool = False
    names: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """What is said of whom: ``Tanks A and B cannot attack: ...``, ``Mortars: 2 hits to spare``."""
        if not self.names:
            return self.text
        if not self.text.startswith(VERBS):
            return f"{together(self.names)}: {self.text}"
        who = fill("{The who}", {"who": self.names[0]}) if len(self.names) == 1 else together(self.names)
        return f"{who} {self.text}"


VERBS = ("cannot ", "may ", "must ")
"""How a text begins that goes on behind the names of those who can, may or must."""


def picture_of(record: Record, book: Book) -> list[Block | Fact]:
    """A ruling as blocks and facts, in the order of the rule; what the verdict says is left to it."""
    things = Things(record.procedure, record.request, book.charts)
    verdict = record.ruling.verdict
    steps = [entry for entry in record.ruling.steps if not _was_asked(entry.step, record)]
    told = tuple([entry for entry in steps if not (isinstance(entry.step, Note) and entry.step.said in verdict)])
    return blocks_of(told, things, book)


def blocks_of(steps: tuple[TrailStep, ...], things: Things, book: Book) -> list[Block | Fact]:
    """The steps of a ruling, or those that it has come to so far, as blocks and facts."""
    mixed = len({origin for _, step in steps if isinstance(step, Roll) for origin in step.origins}) > 1
    found: list[Block | Fact] = []
    first_open = 0
    for thing, run in _runs(steps):
        name = things.headed(thing)
        rolls, before, after = _told(run, steps, book, name)
        if not mixed:
            rolls = [came._replace(rolled=(False,) * len(came.faces)) for came in rolls]
        if not thing and (rolls or any(isinstance(entry.step, Choice) for _, entry in run)):
            first_open = len(found)  # what comes after a roll of the ruling's own is another step of it
        _add_facts(found, before, name, first_open)
        if rolls:
            _add_chain(found, Chain(name, tuple(rolls)), first_open if thing else len(found))
        _add_facts(found, after, name, first_open, moved=True)
    return found


def _was_asked(step: Any, record: Record) -> bool:
    """Whether a step only repeats the request: markers of a unit to which nothing is added, a choice left to it."""
    if isinstance(step, Choice):
        return was_left_to_it(step, record.procedure)
    alone = isinstance(step, Sum) and len(step.parts) == 1 and step.target is None
    return alone and getattr(record.request, step.name, None) == step.total


Run = list[tuple[int, TrailStep]]


def _runs(steps: tuple[TrailStep, ...]) -> Iterator[tuple[str, Run]]:
    """The steps of one thing that stand together, with their places among all."""
    run: Run = []
    thing = ""
    for index, entry in enumerate(steps):
        here = thing_of(f"{entry.at}/") if entry.at else ""
        if run and here != thing:
            yield thing, run
            run = []
        thing = here
        run.append((index, entry))
    if run:
        yield thing, run


def _told(run: Run, steps: tuple[TrailStep, ...], book: Book, name: str) -> tuple[list[Came], list[Fact], list[Fact]]:
    """What a thing rolled, and the facts before its first roll and after it.

    Figures before a roll are why it needs what it needs. Those before a roll of the ruling's own, without a name, are
    facts where it is held against nothing: they may be of anything.
    """
    rolls: list[Came] = []
    before: list[Fact] = []
    after: list[Fact] = []
    waiting: list[Cell | Sum | Note] = []
    open_end = False
    """Whether figures may be read off the last roll."""
    read: Cell | None = None
    used: Sum | None = None
    reasons: list[Cell | Sum] = []
    """Why the last roll needed what it needed."""
    for index, entry in run:
        if isinstance(entry.step, Cell) and entry.step.is_sentence and _says_nothing(entry.step, book):
            continue
        step = said_whole(entry.step)
        facts = after if rolls else before
        if isinstance(step, Roll):
            used = sum_after(steps, index)
            checked = step.target is not None or (used is not None and used.target is not None)
            basis = [one for one in waiting if not isinstance(one, Note) and (name or checked)]
            if rolls and roll_of(step.label) == f"{rolls[-1].need.roll} again":
                basis = basis or reasons
            reasons = basis
            facts += _as_facts([one for one in waiting if one not in basis], book)
            rolls.append(came_of(step, used, basis, name, book))
            waiting, open_end, read = [], not checked, None
        elif step is used:
            continue
        elif isinstance(step, (Cell, Sum, Note)):
            last = rolls[-1] if rolls and open_end else None
            if last and isinstance(step, Cell) and is_read_off(step, last, used, read, book):
                read = step
                rolls[-1] = last._replace(read=(*last.read, read_off(step, last, book)))
            elif last and isinstance(step, Sum):
                rolls[-1] = last._replace(read=(*last.read, read_off(step, last, book)))
            else:
                open_end = False
                waiting.append(step)
        else:
            facts += [*_as_facts(waiting, book), _decided(step)]
            waiting = []
    (after if rolls else before).extend(_as_facts(waiting, book))
    return rolls, before, after


def _as_facts(steps: Iterable[Cell | Sum | Note], book: Book) -> Iterator[Fact]:
    for step in steps:
        if isinstance(step, Note):
            yield Fact(step.said, bare=isinstance(step, FigureSaid))
        elif isinstance(step, Cell):
            if not _says_nothing(step, book):
                yield Fact(f"{step.label}: {word_said(step, book)}{whose(step.source)}", bare=True)
        elif len(step.parts) == 1 and not step.target:
            yield Fact(f"{step.parts[0].label}: {step.total:g}{whose(step.parts[0].source)}", bare=True)
        elif step.parts:
            came = f" {book.word(step.name, step.passed)}, needs {step.target.said}" if step.target else ""
            yield Fact(f"{step.name} {step.total:g}{came}: {parts_said(step)}")


def _says_nothing(cell: Cell, book: Book) -> bool:
    """Whether a figure alone tells nothing: a class that is in the name, not in what is said of it."""
    if not isinstance(cell.value, str) or cell.source.origin != PUBLISHED:
        return False
    word, label = word_said(cell, book), cell.label.lower()
    name = label.rpartition(f" {word}")[0] if cell.is_sentence else label
    return word in name.partition(",")[0].split()


def _decided(step: Choice | Again) -> Fact:
    if isinstance(step, Choice):
        default = step.by == "policy"
        begins = step.label if step.label.startswith("the ") else f"{step.label}:"  # the attackers lose squads first
        return Fact(f"{begins} {step.chosen} ({'default' if default else 'his choice'})", bare=default)
    return Fact(f"{step.label}: rolled again")


def _add_facts(
    found: list[Block | Fact], facts: Iterable[Fact], name: str, first_open: int, moved: bool = False
) -> None:
    """Put facts down, none of the ruling's twice; one that was said of another thing is said of both.

    What follows from rolls is ``moved`` behind the last of them.
    """
    for fact in facts:
        if not name:
            if fact not in found:
                found.append(fact)
            continue
        for index in range(first_open, len(found)):
            other = found[index]
            if isinstance(other, Fact) and other.text == fact.text and other.names:
                found[index] = other._replace(names=(*other.names, name))
                if moved:
                    found.append(found.pop(index))
                break
        else:
            found.append(fact._replace(names=(name,)))


def _add_chain(found: list[Block | Fact], chain: Chain, first_open: int) -> None:
    """Put a chain into the first open block whose needs are its own, else into a block of its own."""
    needs = {one.need.roll: one.need for one in chain.rolls}
    for index in range(first_open, len(found)):
        block = found[index]
        if not isinstance(block, Block) or not block.chains[0].name:
            continue
        known = {need.roll: need for need in block.needs}
        if chain.rolls[0].need == block.needs[0] and all(known.get(roll, need) == need for roll, need in needs.items()):
            merged = tuple({**known, **needs}.values())
            found[index] = Block(merged, (*block.chains, chain))
            return
    found.append(Block(tuple(needs.values()), (chain,)))


Rolls = dict[tuple[str, str, int], Came]
"""What came of each roll, by the thing that rolls, the name of the roll, and how often it stood there before."""


def rolls_in(shown: Iterable[Block | Fact]) -> Rolls:
    """What came of each roll of a picture."""
    found: Rolls = {}
    for one in shown:
        for chain in one.chains if isinstance(one, Block) else ():
            for came in chain.rolls:
                time = sum(key[:2] == (chain.name, came.need.roll) for key in found)
                found[chain.name, came.need.roll, time] = came
    return found
