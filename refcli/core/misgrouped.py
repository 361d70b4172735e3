"""Faces that cannot be taken as they are grouped: what is wrong with them, and the line to type instead."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import accumulate
from typing import NamedTuple

from refcli.core.cells import Cell
from refcli.core.errors import Refused
from refcli.core.faces import Face, Faces, Group, Slip, face_on, torn
from refcli.core.labels import roll_of, thing_of
from refcli.core.limits import listed
from refcli.core.procedure import unit_names
from refcli.core.request import Term, one_by_one
from refcli.core.roller import Roller, faces_by_label
from refcli.core.rolls import Case, choices_in, roll_by_roll, rolls_as_they_came
from refcli.core.ruling import Note, Ruling
from refcli.core.sentence import fill

TRIED = range(8)
"""Seeds for the dice that nobody gave: what holds by all of them holds however these fall."""


class Fault(NamedTuple):
    """What is wrong with faces, and what they could be meant for."""

    why: str
    ways: tuple[Faces, ...] = ()
    told: str = "type"
    """What is said before the lines to type."""

    @property
    def said(self) -> str:
        """The fault, with the lines to type instead."""
        typed = ", or ".join([f"`: {said(way)}`" for way in self.ways])
        return f"faces: {self.why}{f'; {self.told} {typed}' if typed else ''}"


def slipped(case: Case, faces: Faces, known: Mapping[str, int], slip: Slip) -> Fault:
    """Groups that do not fit their rolls: the same faces, each with the name of its roll.

    A group is never torn apart for rolls that another group belongs to as well; no way is told that holds only if dice
    that are still to be rolled fall as they may not.
    """
    ways = []
    listed = Faces((Group(tuple([face for group in faces.groups for face in group.faces])),))
    with suppress(Refused):
        _, roller, left = roll_by_roll(case, 0, listed, known, None)
        named = _named(case, known, roller)
        filled = all("rolled" not in roll.origins for roll in roller.rolls)
        if filled and not (left and slip.named) and _keep_together(faces, named):
            ways.append(Faces(named, apart=True))
    with suppress(Refused):
        if slip.named:
            came = [roll_by_roll(case, seed, Faces(slip.named, apart=True), known, None) for seed in TRIED]
            senses = {_named(case, known, roller) for _, roller, _ in came} - {way.groups for way in ways}
            sure = len(senses) == 1 and not any(left for _, _, left in came)
            ways += [Faces(senses.pop(), apart=True)] if sure else []
    why = str(slip).removeprefix("faces: ")
    return Fault(why.partition("; ")[0] if ways else why, tuple(ways))


def _keep_together(faces: Faces, rolls: Sequence[Group]) -> bool:
    """Whether each group that was given is of whole rolls, or each roll of whole groups."""
    given, taken = [0], [face for roll in rolls for face in roll.faces]
    for group in faces.groups:
        end = given[-1]
        for face in group.faces:
            alone = end >= len(taken) or int(face) in (taken[end], taken[end] % 10)
            end += 1 if alone else len(str(face))
        given.append(end)
    ends = {*accumulate(len(roll.faces) for roll in rolls)}
    whole_rolls = all(end in ends or end > len(taken) for end in given[1:-1])
    return whole_rolls or ends <= {*given}


def left_over(
    case: Case, known: Mapping[str, int], dealt: tuple[Ruling, Roller, tuple[Face, ...]], spare: bool
) -> Fault | None:
    """What is wrong with faces that no die took; nothing with ``spare`` ones that may be left."""
    ruling, roller, left = dealt
    if known and not any(label not in known for label in roller.entered):
        lie = "; ".join(f"{roll_of(roll.label)} {', '.join(map(str, roll.faces))}" for roll in roller.rolls)
        misread = f"a die that was misread is told by its number: refcli again die 1 is {str(left[0])[:2]}"
        return Fault(f"its dice lie already ({lie}); {misread}; behind the colon stand dice that are new")
    nobody = "" if spare and _all_alike(roller, left) else _who_rolls_nothing(case, roller)
    if nobody:
        over = f"{listed([str(face) for face in left])} left over; {nobody}"
        return Fault(over, (_of_who_rolls(case, roller, left),), "type the dice of the others alone:")
    return None if spare else Fault(f"{too_many(roller, left)}. It came to: {ruling.outcome.word}{_shown_last(roller)}")


def too_many(roller: Roller, left: Sequence[Face]) -> str:
    """That faces are left over, and the dice that there are."""
    return f"too many, {listed([str(face) for face in left])} left over; {roller.takes}"


def across_sides(faces: Faces, roller: Roller) -> Fault | None:
    """A run of a list that would be torn between two sides, or between their rolls: it was counted wrong."""
    if any(max(roll.die.faces) > 9 for roll in roller.rolls):
        return None
    rolls: dict[str, dict[str, int]] = {}
    for roll in roller.rolls:
        hands = rolls.setdefault(roll_of(roll.label), {})
        side = thing_of(roll.label).partition("/")[0]
        hands[side] = hands.get(side, 0) + len(roll.faces)
    run = torn(faces.listed, [[*hands.values()] for hands in rolls.values()])
    return Fault(split(run, *next((hands, roll) for roll, hands in rolls.items()))) if run else None


def split(run: str, hands: Mapping[str, int], roll: str) -> str:
    """Why a run is refused: ``1111 would be split between the sides: for hits attackers roll 4, defenders 3``."""
    (first, many), *others = hands.items()
    more = [f", {side} {dice}" for side, dice in others]
    return f"{run} would be split between the sides: for {roll} {first} roll {many}{''.join(more)}"


def two_senses(case: Case, faces: Faces, known: Mapping[str, int], roller: Roller) -> Fault:
    """A list that could be meant in two ways: its faces as they are taken roll by roll and thing by thing."""
    ways = {_named(case, known, roller): None}
    with suppress(Refused):
        ways = {_named(case, known, roll_by_roll(case, 0, faces, known, None)[1]): None} | ways
    senses = tuple([Faces(way, apart=True) for way in ways])
    return Fault("this list belongs to more than one roll", senses, "tell them apart:")


def said(faces: Faces) -> str:
    """Faces as they are typed, a roll at a time."""
    return " / ".join([" ".join(filter(None, [group.roll, *map(str, group.faces)])) for group in faces.groups])


def _named(case: Case, known: Mapping[str, int], roller: Roller) -> tuple[Group, ...]:
    """The faces that were given, each group with the name of its roll."""
    rolls = []
    for dice in rolls_as_they_came(*case, faces_by_label(roller.rolls), choices_in(roller.trail)):
        faces = tuple([roller.entered[one.label] for one in dice if one.label in roller.entered])
        if faces and not any(one.label in known for one in dice):
            rolls.append(Group(faces, roll_of(dice[0].roll)))
    return tuple(rolls)


def _who_rolls_nothing(case: Case, roller: Roller) -> str:
    """Those of several units that roll nothing, with the reason; empty where all roll or none does."""
    procedure, request, charts = case
    rolling = {thing_of(roll.label) for roll in roller.rolls}
    found: dict[str, list[str]] = {}
    for at, step in roller.trail if rolling else ():
        if isinstance(step, Note) and at and at not in rolling and not any(one.startswith(f"{at}/") for one in rolling):
            for field in procedure.inputs:
                terms = getattr(request, field.name) if field.kind is Term and field.several else ()
                with suppress(KeyError):
                    found.setdefault(step.said, []).append(unit_names(terms, charts, *field.field.charts)[at])
                    break
    return "; ".join(fill("{who} {who:rolls|roll} nothing", {"who": who}) + f" ({why})" for why, who in found.items())


def _of_who_rolls(case: Case, roller: Roller, left: Sequence[Face]) -> Faces:
    """The faces of those who roll: where there is one for each unit, those at their places."""
    procedure, request, _ = case
    given = [*roller.entered.values()]
    waiting = list(left)
    while waiting:
        face, rest = face_on(waiting.pop(0), roller.rolls[0].die)
        given.append(face)
        waiting[:0] = [rest] if rest else []
    rolling = {thing_of(roll.label) for roll in roller.rolls}
    for field in procedure.inputs:
        terms = getattr(request, field.name) if field.kind is Term and field.several else ()
        units = [label for label, _ in one_by_one(terms)]
        if len(units) == len(given) and len(roller.rolls) == len(rolling.intersection(units)):
            own = [face for label, face in zip(units, given, strict=True) if label in rolling]
            return Faces((Group(tuple(own)),))
    return Faces(_named(case, {}, roller), apart=True)


def _all_alike(roller: Roller, left: Sequence[Face]) -> bool:
    """Whether all faces that were given are the same, so that it is all one whose of them are left over."""
    return len({*map(str, roller.entered.values()), *"".join(map(str, left))}) == 1


def _shown_last(roller: Roller) -> str:
    """What a rule showed last before it gave its ruling, which is why it came to that: a note or a figure."""
    last = roller.trail[-1].step if roller.trail else None
    if isinstance(last, Note):
        return f"; {last.said}"
    if not isinstance(last, Cell):
        return ""
    return f"; {last.label.removesuffix('.') if last.is_sentence else f'{last.label}: {last.said}'}"
