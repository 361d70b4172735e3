"""What came of a roll, and why it needed what it needed."""

from collections.abc import Iterable
from typing import NamedTuple

from refcli.core.cells import Cell, Sum, TargetNumber, split
from refcli.core.dice import Die, Roll
from refcli.core.labels import roll_of
from refcli.render.book import Book
from refcli.render.figures import chart_of, joined, part_said, parts_said, rung_said, side_said, whose, word_said


class Need(NamedTuple):
    """What the dice of a roll need, and why: ``5+``, and the figures and modifiers that make it so."""

    roll: str
    needs: str
    reasons: tuple[str, ...]

    @property
    def said(self) -> str:
        """The roll and what it needs: ``to hit needs 5+``; ``attack, any roll penetrates``."""
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
    """What a thing rolled: its faces and what came of them.

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
    """What came of a roll: of its die by its words, of a ladder by its rung, of many dice by how many passed."""
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
    """Whether a roll's word says what its dice do, as ``hits`` does, and not what becomes of a unit."""
    return word.partition(" ")[0].endswith("s")


def needed(target: TargetNumber, die: Die, roll: str, book: Book) -> str:
    """What a die needs, ``needs 5+``; where all faces come to the same, what that is."""
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
    """Why a roll needs what it needs: figures that add up, the ladder that it is read on, other figures."""
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
    """Whether a figure was read off a roll: it stands at the face, or where the figure read off before points to."""
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
    """A figure that was read off a roll: what it is called, what it came to where that is not the face itself."""
    if isinstance(step, Cell):
        gives = "" if isinstance(step.value, str) else "gives "
        return step.label, f"{gives}{'nothing' if step.blank else word_said(step, book)}{whose(step.source)}"
    if len(came.faces) == 1 and len(step.parts) == 1:
        return "", "" if step.total == came.faces[0] else f"gives {step.total:g}"
    return parts_said(step) if len(step.parts) > 1 else "", f"= {step.total:g}"


def came_text(came: Came) -> str:
    """Faces and what came of them: ``8 hits``; what was rolled beside entered faces is in brackets."""
    faces = " ".join(
        [f"[{face}]" if rolled else f"{face}" for face, rolled in zip(came.faces, came.rolled, strict=True)]
    )
    read = ", ".join([f"{value} ({label})" if label else value for label, value in came.read if value]).replace(
        ") (", "; "
    )
    return " ".join(filter(None, (f"{faces}{came.sum}", came.said, read)))


MOST_FACES = 6
"""Faces of a roll that are told in short."""


def in_short(came: Came) -> str:
    """What came of a roll: few faces, what they add up to, the word for it, what was read off it."""
    faces = " ".join(map(str, came.faces)) if len(came.faces) <= MOST_FACES else ""
    values = [value for _, value in came.read if value]
    first = " ".join(filter(None, (f"{faces}{came.sum}", came.said, *values[:1]))).strip(" =")
    return ", ".join([first, *values[1:]])
