"""Faces that players gave, grouped by the roll that they were rolled for, and handed out to the dice that ask."""

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from refcli.core.dice import D10, Die
from refcli.core.errors import Refused
from refcli.core.limits import in_short
from refcli.core.sentence import listed

Face = int | str
"""One face, or a run of digits that is so many faces on a die with no face above 9."""


class Group(NamedTuple):
    """Faces of one roll: its name, or none for the next roll that comes up."""

    faces: tuple[Face, ...]
    roll: str = ""


class Faces(NamedTuple):
    """The faces that were given for a ruling; ``apart`` when one roll was told from another."""

    groups: tuple[Group, ...] = ()
    apart: bool = False

    @property
    def listed(self) -> tuple[Face, ...]:
        """One list of faces, whatever their rolls."""
        return self.groups[0].faces if self.groups else ()


NO_FACES = Faces()


def face_on(given: Face, die: Die) -> tuple[int, str]:
    """The face that was given for a die, and what is left of a run of digits."""
    if isinstance(given, int) or len(given) == 1:
        return int(given), ""
    if max(die.faces) > 9 or int(given) in die.faces:
        return int(given), ""
    return int(given[0]), given[1:]


def faces_left(given: Iterable[Face]) -> tuple[Face, ...]:
    """Faces that no die took, each by itself: a number above 10, that no die has, is a run of digits."""
    return tuple([one for face in given for one in (map(int, str(face)) if int(face) > max(D10.faces) else [face])])


def checked_face(face: int, where: str, die: Die) -> int:
    """``face`` if the die has it (the 0 of a d10 is a 10), else a refusal that says ``where`` it was given."""
    if face == 0 and die.faces == D10.faces:
        return 10
    if face in die.faces:
        return face
    article = "an" if die.name[0] in "aeiou" else "a"
    digits = [int(one) for one in str(face)] if 10 < face < 100 else []
    apart = f"; two dice stand apart: {digits[0]} {digits[1]}" if digits and {*digits} <= {*die.faces} else ""
    raise Refused(f"faces: {face} cannot fall on {article} {die.name} ({where}); it has {die.spread}{apart}")


def means(word: str, roll: str) -> bool:
    """Whether a name that was said begins the name of a roll, or one of its words."""
    return re.search(rf"(?:^|\s){re.escape(word.lower())}", roll) is not None


def meant_by(word: str, rolls: Iterable[str]) -> list[str]:
    """The rolls that a name could mean: the one of just that name, else those it begins; none that is made again."""
    rolls = list(rolls)
    found = [word.lower()] if word.lower() in rolls else [roll for roll in rolls if means(word, roll)]
    return [roll for roll in found if not any(roll.startswith(f"{other} ") for other in found)]


def torn(given: Sequence[Face], rolls: Iterable[Sequence[int]]) -> str:
    """The first run of faces that would be torn between sides, each rolling so many dice; empty where there is none.

    A run is of one side or of whole rolls, ``222 1111`` of a roll of 3 and 4 dice; the last may stop short of its end.
    """
    starts, ends = [0], [0]
    for hands in rolls:
        ends += [starts[-1] + end for end in accumulate(hands)]
        starts.append(ends[-1])
    lengths = [len(face) if isinstance(face, str) else 1 for face in given]
    for face, length, end in zip(given, lengths, accumulate(lengths), strict=True):
        whole = end - length in starts and (end in starts or end == sum(lengths))
        if not whole and any(end - length < one < end for one in ends):
            return str(face)
    return ""


class _Open:
    """A group whose faces are being handed out: what is left of it, and the roll that it went to."""

    def __init__(self, group: Group) -> None:
        self.said = group.roll
        self.given = group.faces
        self.left = list(group.faces)
        self.roll = ""

    def next(self, die: Die) -> int:
        face, rest = face_on(self.left.pop(0), die)
        if rest:
            self.left.insert(0, rest)
        return face

    def fills(self, dice: Sequence[Die]) -> bool:
        """Whether there is a face for each of these dice, and none besides."""
        left = list(self.left)
        for die in dice:
            if not left:
                return False
            left[:1] = filter(None, [face_on(left[0], die)[1]])
        return not left


class Slip(Refused):
    """Faces that cannot be handed out as they are grouped: the roll; if it is short, the groups with its name."""

    def __init__(self, says: str, roll: str, named: Sequence[Group] = ()) -> None:
        super().__init__(says)
        self.roll = roll
        self.named = tuple(named)


class HandOut:
    """Faces handed out a roll at a time: never one to another roll than the one it was given for."""

    def __init__(self, faces: Faces) -> None:
        self._groups = [_Open(group) for group in faces.groups]
        self._in_order = not faces.apart
        self._fewer = False

    @property
    def empty(self) -> bool:
        """Whether every face has been handed out, and no group waits for its roll."""
        return not any(group.left or not group.roll for group in self._groups)

    @property
    def too_many(self) -> str:
        """The roll of a group that has faces left though another that follows it was begun; none where all is well."""
        for index, group in enumerate(self._groups):
            if group.left and group.roll and any(after.roll for after in self._groups[index + 1 :]):
                return group.roll
        return ""

    def faces_for(self, roll: str, dice: Sequence[Die], by_side: Sequence[int] = ()) -> list[int]:
        """The faces of a roll that comes up, for its dice in order; fewer than dice when no more were given.

        Of a roll that is made ``by_side``, each side rolling so many dice, groups that just fill them are the roll.
        Raises Slip where another group follows one that is too short: it may be the rest of the same roll.
        """
        found: list[int] = []
        group = self._group_of(roll)
        handfuls = self._handfuls(dice, by_side) if group and not group.said and not group.roll else []
        run = torn(group.left, [by_side]) if group and not self._in_order and max(dice[0].faces) <= 9 else ""
        if run:
            raise Refused(f"faces: {run} would be split between the sides: for {roll} they roll {listed(by_side)}")
        for one in handfuls:
            one.roll = roll
            while one.left:
                found.append(one.next(dice[len(found)]))
        if group and not handfuls:
            group.roll = roll
            while group.left and len(found) < len(dice):
                found.append(group.next(dice[len(found)]))
            after = self._groups[self._groups.index(group) + 1 :]
            if len(found) < len(dice) and not group.said and any(not one.said and not one.roll for one in after):
                few = f"{len(found)} of {len(dice)} faces are given for {roll}, and more behind the /"
                named = [Group(one.given, roll if one is group else one.said) for one in self._groups]
                raise Slip(f"faces: {few}; give a roll whole before the next, or name the rolls", roll, named)
        if len(found) < len(dice):
            self._fewer = True
        return found

    def _handfuls(self, dice: Sequence[Die], by_side: Sequence[int]) -> list[_Open]:
        """The next groups, where each just fills the dice of one side."""
        waiting = [group for group in self._groups if not group.said and not group.roll][: len(by_side)]
        ends = [*accumulate(by_side)]
        if len(waiting) < len(by_side) or len(by_side) < 2:
            return []
        each = zip(waiting, [0, *ends], ends, strict=False)
        return waiting if all(group.fills(dice[begin:end]) for group, begin, end in each) else []

    def _group_of(self, roll: str) -> _Open | None:
        """The group of a roll: the first that names it or went to it before, else the next that has no name."""
        if self._in_order:
            return self._groups[0] if self._groups else None
        exact = [group for group in self._groups if group.said == roll]
        named = exact or [group for group in self._groups if group.said and not group.roll and means(group.said, roll)]
        own = [group for group in self._groups if (group in named or group.roll == roll) and group.left]
        own = own or [group for group in self._groups if not group.said and not group.roll]
        return own[0] if own else None

    def left_over(self, rolls: Iterable[str], among: str, asked: bool = False) -> tuple[int | str, ...]:
        """The faces that no die took. Raises Refused, for too many in a group that another follows Slip.

        ``rolls`` are the names of those that came up, ``among`` says in words which dice the ruling takes.
        """
        came = tuple(dict.fromkeys(rolls))
        for group in self._groups:
            meant = meant_by(group.said, came) if group.said else []
            if len(meant) > 1:
                raise Refused(f"faces: {in_short(group.said)} could be {' or '.join(map(repr, meant))}; say which")
            if group.said and not group.roll and self._fewer and not asked:
                raise Refused(f"faces: no roll here is called {in_short(group.said)}; {among}")
        if self.too_many:
            left = next(group.left for group in self._groups if group.left and group.roll == self.too_many)
            over = f"{', '.join(map(str, left))} left over"
            raise Slip(f"faces: too many for {self.too_many}, {over}; {among}", self.too_many)
        return tuple([face for group in self._groups for face in group.left])
