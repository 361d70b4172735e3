"""The dice of a ruling in blocks: a shared target number with its modifiers once, then each unit's rolls."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any, NamedTuple

from refcli.core.cells import (
    HOUSE,
    INFERRED,
    OVERLAY,
    PUBLISHED,
    READING,
    REFEREE,
    Cell,
    Source,
    Sum,
    TargetNumber,
    split,
)
from refcli.core.charts import Chart
from refcli.core.dice import Again, Choice, Die, Roll
from refcli.core.labels import roll_of, thing_of
from refcli.core.marks import MARKS
from refcli.core.procedure import Record, was_left_to_it
from refcli.core.roller import TrailStep
from refcli.core.ruling import Note, sum_after
from refcli.core.sentence import fill
from refcli.render.book import Book
from refcli.render.things import Things, together

WHOSE = {
    HOUSE: MARKS[HOUSE],
    INFERRED: " (inferred)",
    OVERLAY: " (overlay)",
    READING: " (reading)",
    REFEREE: " (referee)",
}
"""The remark after a figure that is not published."""
NO_CHART = Chart("", "", Source(), (), {}, {}, {}, {}, {})
"""The chart of computed figures."""


class FigureSaid(Note):
    """A figure with a sentence as its label."""

    __slots__ = ()


def said_whole(step: Any) -> Any:
    """Return a figure with a sentence as its label as that sentence, also from a sum of one part; else the step."""
    if isinstance(step, Sum) and len(step.parts) == 1 and not step.target:
        return said_whole(step.parts[0]) if step.parts[0].is_sentence else step
    if isinstance(step, Cell) and step.is_sentence:
        return FigureSaid(f"{step.label.removesuffix('.')}{whose(step.source)}.", step.source)
    return step


def part_said(part: Cell, index: int) -> str:
    """Return a part of a sum: the first with its value, the others with a sign."""
    if part.is_sentence:
        return f"{part.label[:1].lower()}{part.label[1:].removesuffix('.')}{whose(part.source)}"
    return f"{part.label} {part.text if not index else f'{part.number:+g}'}{whose(part.source)}"


def parts_said(step: Sum) -> str:
    """Return the parts of a sum in one line."""
    return joined([part_said(part, index) for index, part in enumerate(step.parts)])


def joined(reasons: Sequence[str]) -> str:
    """Join reasons by commas, or by semicolons if one contains a comma."""
    return ("; " if any("," in one for one in reasons) else ", ").join(reasons)


def whose(source: Source) -> str:
    """Return the remark after a figure; empty for a published one."""
    return WHOSE.get(source.origin, "")


def word_said(cell: Cell, book: Book) -> str:
    """Return a figure in words; a word by its label in the charts, unless it names a column."""
    word = cell.value
    if not isinstance(word, str):
        return cell.said
    charts = (chart for chart in book.charts.values() if word in chart.labels and word not in chart.columns)
    return next((chart.labels[word].lower() for chart in charts), word)


def chart_of(cell: Cell, book: Book) -> Chart:
    """Return the chart of a cell; computed figures have an empty one."""
    return book.charts.get(split(cell.ref)[0]) or NO_CHART


def rung_said(cell: Cell, book: Book) -> str:
    """Return the name of a rung of a ladder."""
    name, row, column = split(cell.ref)
    chart = book.charts[name]
    rung = chart.column_label(column) if chart.rungs == "rows" else chart.label(row)
    return rung.partition(" / ")[0].lower()


def side_said(cell: Cell, book: Book) -> str:
    """Return the shared name of a ladder's rungs."""
    name, row, column = split(cell.ref)
    chart = book.charts[name]
    return chart.label(row) if chart.rungs == "rows" else chart.column_label(column) if column else chart.title


class Need(NamedTuple):
    """The target number of a roll with its reasons: ``5+``, and the figures and modifiers behind it."""

    roll: str
    needs: str
    reasons: tuple[str, ...]

    @property
    def said(self) -> str:
        """The roll and its need: ``to hit needs 5+``; ``attack, any roll penetrates``."""
        if not self.needs:
            return self.roll
        if not self.needs.startswith("needs"):
            return f"{self.roll}, {self.needs}"
        needs = self.needs.replace("needs", "need", 1) if self.roll.endswith("s") else self.needs
        return f"{self.roll} {needs}"

    @property
    def why(self) -> str:
        """The reasons in one line."""
        return joined(self.reasons)


class Came(NamedTuple):
    """The faces of a roll and its result.

    ``rolled`` marks the faces that the program rolled where others were entered, ``met`` those that meet the target
    number. ``sum`` is what modifiers make of the face, ``read`` the figures that were read off it: what each is called,
    and what it came to.
    """

    need: Need
    faces: tuple[int, ...]
    rolled: tuple[bool, ...]
    met: tuple[bool, ...]
    sum: str = ""
    said: str = ""
    good: bool | None = None
    read: tuple[tuple[str, str], ...] = ()


def came_of(roll: Roll, total: Sum | None, basis: list[Cell | Sum], thing: str, book: Book) -> Came:
    """Return the result of a roll: the word for one die, the rung of a ladder, the number of dice that passed."""
    name = roll_of(roll.label)
    own = f"{thing}: "
    basis = [step._replace(label=step.label.removeprefix(own)) if isinstance(step, Cell) else step for step in basis]
    parts = [part for part in total.parts if part.source.origin != "die"] if total else []
    rungs = [cell for cell in basis if isinstance(cell, Cell) and cell.sign and chart_of(cell, book).rungs]
    target = roll.target or (total.target if total else None)
    rolled = tuple([origin == "rolled" for origin in roll.origins])
    met: tuple[bool, ...] = (False,) * len(roll.faces)
    said, good, sum = "", None, ""
    if total is not None and total.total != roll.faces[0] and (roll.target is None or rungs):
        several = len(roll.faces) > 1
        sum = f" = {total.total:g}" if several else f"{''.join(f'{part.number:+g}' for part in parts)}={total.total:g}"
    if rungs:
        value = total.total if total else roll.faces[0]
        reached = [cell for cell in rungs if cell.target_number.met_by(value)]
        good = bool(reached) and (total is None or total.passed)
        said = rung_said(reached[-1], book) if reached else "no effect"
        needs = ""
    elif target is not None:
        needs = f"needs {target.said}"
        if roll.target is not None:
            met = tuple(map(roll.target.met_by, roll.faces))
            needs = needed(roll.target, roll.die, name, book)
        else:
            met = (target.met_by(total.total if total else roll.faces[0]),)
        good = any(met)
        said = book.word(name, good)
        if good and len(roll.faces) > 1 and is_verb(said):
            said += f" {met.count(True)} of {len(met)}"
    else:
        needs = ""
    reasons = _reasons(basis, rungs, parts, roll.target, book)
    return Came(Need(name, needs, reasons), roll.faces, rolled, met, sum, said, good)


def is_verb(word: str) -> bool:
    """True if the word for a roll is about its dice, as ``hits`` is, and not about a unit."""
    return word.partition(" ")[0].endswith("s")


def needed(target: TargetNumber, die: Die, roll: str, book: Book) -> str:
    """Return the need of a die, ``needs 5+``, or the result if all faces give the same."""
    chances = set(map(target.met_by, die.faces))
    if len(chances) > 1:
        return f"needs {target.said}"
    always = True in chances
    met = book.word(roll, True)
    if is_verb(met):
        return f"{'any' if always else 'no'} roll {met}"
    return f"{book.word(roll, always)} whatever falls"


def _reasons(
    basis: Iterable[Cell | Sum], rungs: list[Cell], parts: list[Cell], target: TargetNumber | None, book: Book
) -> tuple[str, ...]:
    """Return the reasons for a target number: figures that add up, the ladder, other figures."""
    said: list[str] = []
    numbers = list(parts)
    for step in basis:
        if isinstance(step, Sum):
            numbers += step.parts
            said += [part_said(part, index) for index, part in enumerate(step.parts)]
        elif step not in rungs:
            said.append(f"{step.label}{' ' if step.sign else ': '}{step.said}{whose(step.source)}")
            numbers.append(step)
    if len(numbers) == 1 and target and numbers[0].value == target.number:
        said = [f"{numbers[0].label}{whose(numbers[0].source)}"]  # the number has been said
    if rungs:
        ladder = ", ".join(f"{rung_said(cell, book)} {cell.said}{whose(cell.source)}" for cell in rungs)
        said.append(f"{side_said(rungs[0], book)}: {ladder}")
    said += [part_said(part, 1) for part in parts]
    return tuple(said)


def is_read_off(cell: Cell, came: Came, total: Sum | None, last: Cell | None, book: Book) -> bool:
    """True if a figure was read off a roll: at the face, or at the place that the figure before gives."""
    name, row, column = split(cell.ref)
    if cell.sign:
        return False
    if last is not None:
        return name == split(last.ref)[0] or row == last.text
    if len(came.faces) > 1:
        return False
    face = total.total if total else came.faces[0]
    axes = chart_of(cell, book).axes
    bands = axes[1] if column and len(axes) > 1 and axes[1].bands else None
    in_band = bands is not None and bands.column_of(face) == bands.columns.index(column)
    return in_band or f"{face:g}" in (row, column)


def read_off(step: Cell | Sum, came: Came, book: Book) -> tuple[str, str]:
    """Return the label and the value of a figure that was read off a roll; no value if it is the face itself."""
    if isinstance(step, Cell):
        gives = "" if isinstance(step.value, str) else "gives "
        return step.label, f"{gives}{'nothing' if step.blank else word_said(step, book)}{whose(step.source)}"
    if len(came.faces) == 1 and len(step.parts) == 1:
        return "", "" if step.total == came.faces[0] else f"gives {step.total:g}"
    return parts_said(step) if len(step.parts) > 1 else "", f"= {step.total:g}"


def came_text(came: Came) -> str:
    """Return faces with their result: ``8 hits``; rolled faces beside entered ones are in brackets."""
    faces = " ".join(
        [f"[{face}]" if rolled else f"{face}" for face, rolled in zip(came.faces, came.rolled, strict=True)]
    )
    read = ", ".join([f"{value} ({label})" if label else value for label, value in came.read if value]).replace(
        ") (", "; "
    )
    return " ".join(filter(None, (f"{faces}{came.sum}", came.said, read)))


MOST_FACES = 6
"""The most faces of a roll in the short form."""


def in_short(came: Came) -> str:
    """Return the result of a roll in short: few faces, their sum, the word, the figures that were read off."""
    faces = " ".join(map(str, came.faces)) if len(came.faces) <= MOST_FACES else ""
    values = [value for _, value in came.read if value]
    first = " ".join(filter(None, (f"{faces}{came.sum}", came.said, *values[:1]))).strip(" =")
    return ", ".join([first, *values[1:]])


class Chain(NamedTuple):
    """The rolls of one unit in their order; without a name they are the ruling's own."""

    name: str
    rolls: tuple[Came, ...]


class Block(NamedTuple):
    """Units with equal target numbers for equal reasons."""

    needs: tuple[Need, ...]
    chains: tuple[Chain, ...]


class Fact(NamedTuple):
    """A sentence without dice, about these units or about the ruling.

    A ``bare`` one is a figure alone, or a choice that fell as it does unless a player says otherwise: what follows
    from it is told anyway.
    """

    text: str
    bare: bool = False
    names: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """The sentence with its units: ``Tanks A and B cannot attack: ...``, ``Mortars: 2 hits to spare``."""
        if not self.names:
            return self.text
        if not self.text.startswith(VERBS):
            return f"{together(self.names)}: {self.text}"
        who = fill("{The who}", {"who": self.names[0]}) if len(self.names) == 1 else together(self.names)
        return f"{who} {self.text}"


VERBS = ("cannot ", "may ", "must ")
"""Beginnings of texts that follow names without a colon."""


def picture_of(record: Record, book: Book) -> list[Block | Fact]:
    """Return a ruling as blocks and facts in the order of the rule, without the facts in its verdict."""
    things = Things(record.procedure, record.request, book.charts)
    verdict = record.ruling.verdict
    steps = [entry for entry in record.ruling.steps if not _was_asked(entry.step, record)]
    told = tuple([entry for entry in steps if not (isinstance(entry.step, Note) and entry.step.said in verdict)])
    return blocks_of(told, things, book)


def blocks_of(steps: tuple[TrailStep, ...], things: Things, book: Book) -> list[Block | Fact]:
    """Return the steps of a ruling, perhaps an unfinished one, as blocks and facts."""
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
    """True if a step only repeats the request: markers to which nothing is added, a choice left to the default."""
    if isinstance(step, Choice):
        return was_left_to_it(step, record.procedure)
    alone = isinstance(step, Sum) and len(step.parts) == 1 and step.target is None
    return alone and getattr(record.request, step.name, None) == step.total


Run = list[tuple[int, TrailStep]]


def _runs(steps: tuple[TrailStep, ...]) -> Iterator[tuple[str, Run]]:
    """Return consecutive steps of each unit, with their indexes."""
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
    """Return the rolls of a unit, and the facts before its first roll and after it.

    Figures before a roll are why it needs what it needs. Those before a roll of the ruling's own, without a name, are
    facts where it is held against nothing: they may be of anything.
    """
    rolls: list[Came] = []
    before: list[Fact] = []
    after: list[Fact] = []
    waiting: list[Cell | Sum | Note] = []
    open_end = False
    """True if figures may be read off the last roll."""
    read: Cell | None = None
    used: Sum | None = None
    reasons: list[Cell | Sum] = []
    """The reasons for the last target number."""
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
    """True if a figure adds nothing: a class that the unit's name contains."""
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
    """Add facts, each of the ruling's once; a fact about another unit as well becomes one about both.

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
    """Add a chain to the first open block with equal needs, else as a new block."""
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
"""The result of each roll by unit, name of the roll, and number of earlier rolls of that name."""


def rolls_in(shown: Iterable[Block | Fact]) -> Rolls:
    """Return the result of each roll of a picture."""
    found: Rolls = {}
    for one in shown:
        for chain in one.chains if isinstance(one, Block) else ():
            for came in chain.rolls:
                time = sum(key[:2] == (chain.name, came.need.roll) for key in found)
                found[chain.name, came.need.roll, time] = came
    return found


def body_lines(shown: Iterable[Block | Fact]) -> Iterator[str]:
    """Return the lines of blocks and facts: the needs of each roll, the rolls of each unit."""
    for one in shown:
        if isinstance(one, Fact):
            yield one.said
        elif len(one.chains) == 1:
            yield from map(_one_line, repeat(one.chains[0].name), one.chains[0].rolls)
        else:
            yield from map(need_line, one.needs)
            yield from (f"  {chain.name}: {', '.join(map(came_text, chain.rolls))}" for chain in one.chains)


def _one_line(name: str, came: Came) -> str:
    """Return the line of a roll in a block of its own: its faces, then its need with the reasons."""
    need = came.need
    why = ": ".join(filter(None, (need.needs, need.why)))
    thing = f"{name}, {need.roll}" if name else need.roll
    return f"{thing}: {came_text(came)}{f' ({why})' if why else ''}"


def need_line(need: Need) -> str:
    """Return the line of a need: the roll, its target number, the reasons."""
    return ": ".join(filter(None, (need.said, need.why)))
