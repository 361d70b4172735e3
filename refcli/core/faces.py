"""Faces that players give: their grammar, and dealing them to the dice of each roll."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from refcli.core.cells import TargetNumber
from refcli.core.dice import D10, Die
from refcli.core.errors import Refused
from refcli.core.labels import roll_of, thing_of
from refcli.core.limits import MOST_DICE, in_short
from refcli.core.sentence import some

Face = int | str
"""One face, or a run of digits: several faces on a die with no face above 9."""

HIGHEST = 1000
"""The highest number that is read as a face; none has more than two digits."""

FORM = "write faces as 8 3 7 9 / 9 2, or effect 9 2 / hit 8"


class Group(NamedTuple):
    """Faces of one roll: its name, or none for the next roll that comes up."""

    faces: tuple[Face, ...]
    roll: str = ""


class Faces(NamedTuple):
    """The faces given for a ruling; one list of them if they are not ``grouped`` by roll."""

    groups: tuple[Group, ...] = ()
    grouped: bool = False

    @property
    def listed(self) -> tuple[Face, ...]:
        """The faces of the only group, or of the first."""
        return self.groups[0].faces if self.groups else ()


NO_FACES = Faces()


class Wanted(NamedTuple):
    """A die that has no face yet: its label, that of its roll, its kind, its target; ``idle`` if all faces are one."""

    label: str
    roll: str
    die: Die
    target: TargetNumber | None
    idle: bool = False

    @property
    def name(self) -> str:
        """The name of its roll."""
        return roll_of(self.roll)

    @property
    def thing(self) -> str:
        """The path of the thing that rolls it."""
        return thing_of(self.roll)

    @property
    def side(self) -> str:
        """The first place of that path: the side, if sides roll against each other."""
        return self.thing.partition("/")[0]


def faces_from(given: Any) -> Faces:
    """Return the faces of a text, a list, a list for each roll, or a table by the rolls' names; none of None.

    A text has spaces or commas between faces and ``/`` between rolls. The name of a roll may precede its faces:
    ``8 3 7 9 / effect 9 2``.
    """
    if given is None:
        return NO_FACES
    if isinstance(given, str):
        rolls = [group for text in given.split("/") if (group := _group(text)).faces]
        if not rolls:
            raise Refused("faces: none is given; write them as 8 3 7 9")
        grouped = len(rolls) > 1 or bool(rolls[0].roll)
    elif isinstance(given, Mapping):
        rolls, grouped = [Group(_faces(faces), str(name)) for name, faces in given.items()], True
    else:
        grouped = isinstance(given, (list, tuple)) and any(isinstance(one, (list, tuple)) for one in given)
        rolls = [Group(_faces(one)) for one in (given if grouped else [given])]
    many = sum([len(face) if isinstance(face, str) else 1 for roll in rolls for face in roll.faces])
    if many > MOST_DICE:
        raise Refused(f"faces: {many:,} are given; one ruling rolls {MOST_DICE:,} dice at most")
    return Faces(tuple([roll for roll in rolls if roll.faces]), grouped) if grouped or many else NO_FACES


def _group(text: str) -> Group:
    """The faces of one roll, with its name if a text begins with it."""
    words = text.replace(",", " ").split()
    at = next((index for index, word in enumerate(words) if not word[0].isalpha()), len(words))
    if words and not words[at:]:
        raise Refused(f"faces: {in_short(' '.join(words))} is no face; {FORM}")
    return Group(_faces(words[at:]), " ".join(words[:at]).lower())


def _faces(given: Any) -> tuple[Face, ...]:
    if not isinstance(given, (list, tuple)):
        raise Refused(f"dice: {in_short(given)} is not a list of faces")
    return tuple(map(_face, given))


def _face(given: Any) -> Face:
    if isinstance(given, str) and given.isascii() and given.isdecimal():
        return given if len(given) > 1 else int(given)
    if isinstance(given, bool) or not isinstance(given, (int, float)) or given not in range(HIGHEST + 1):
        raise Refused(f"faces: {in_short(given)} is no face; {FORM}")
    return int(given)


def take_face(left: list[Face], die: Die) -> int:
    """Take the face of a die from the front of a list; of a run of digits only the first is taken."""
    face = left.pop(0)
    if isinstance(face, str) and len(face) > 1 and max(die.faces) <= 9 and int(face) not in die.faces:
        left.insert(0, face[1:])
        return int(face[0])
    return int(face)


def spare_faces(left: Iterable[Face]) -> tuple[int, ...]:
    """Return the faces that no die took; a number above 10 is a run of digits."""
    return tuple([one for face in left for one in ([int(face)] if int(face) <= 10 else map(int, str(face)))])


def checked_face(face: int, where: str, die: Die) -> int:
    """Return ``face`` if the die has it; the 0 of a d10 is a 10. Raises Refused, with ``where`` it was given."""
    if face == 0 and die.faces == D10.faces:
        return 10
    if face in die.faces:
        return face
    article = "an" if die.name[0] in "aeiou" else "a"
    digits = [int(one) for one in str(face)] if 10 < face < 100 else []
    apart = f"; two dice stand apart: {digits[0]} {digits[1]}" if digits and {*digits} <= {*die.faces} else ""
    raise Refused(f"faces: {face} cannot fall on {article} {die.name} ({where}); it has {die.spread}{apart}")


def means(word: str, roll: str) -> bool:
    """True if a word begins the name of a roll, or a word of it."""
    return re.search(rf"(?:^|\s){re.escape(word.lower())}", roll) is not None


def meant_by(word: str, rolls: Iterable[str]) -> list[str]:
    """Return the rolls that a word could mean: the one of that name, else those that it begins, without repeats."""
    rolls = list(rolls)
    found = [word.lower()] if word.lower() in rolls else [roll for roll in rolls if means(word, roll)]
    return [roll for roll in found if not any(roll.startswith(f"{other} ") for other in found)]


def expected(rolls: Iterable[tuple[str, int]], more: bool = False) -> str:
    """Return the line that rolls of these names and numbers of dice expect; ``more`` if others follow."""
    names, counts = zip(*rolls, strict=True)
    line = " / ".join([*[some(count, "face", "faces") for count in counts], *(["..."] if more else [])])
    return f"expected `: {line}`, {' then '.join(filter(None, names))}"


class _OpenGroup:
    """A group with the faces left of it, and the roll that it went to."""

    def __init__(self, group: Group) -> None:
        self.name = group.roll
        self.left = list(group.faces)
        self.roll = ""

    @property
    def is_next(self) -> bool:
        """True if it is for the next roll that comes up."""
        return not self.name and not self.roll


class Dealer:
    """Deals faces to rolls as they come up; no face goes to another roll than the one it was given for.

    ``by_side`` is true where sides roll against each other, so that each may have a group of its own.
    """

    def __init__(self, faces: Faces, by_side: bool = False) -> None:
        self.rolls: list[Sequence[Wanted]] = []
        """The rolls that came up."""
        self._groups = [_OpenGroup(group) for group in faces.groups]
        self._faces = faces
        self._by_side = by_side

    def deal(self, dice: Sequence[Wanted]) -> list[int]:
        """Return the faces of a roll, for its dice in order; fewer than dice if no more were given."""
        self.rolls.append(dice)
        name = dice[0].name
        group = self._group_of(name)
        if group is None:
            return []
        groups = self._groups_of_sides(dice) if group.is_next else []
        if self._faces.grouped and not groups:
            self._check_runs(group.left, [dice])
        found: list[int] = []
        for one in groups or [group]:
            one.roll = name
            while one.left and len(found) < len(dice):
                die = dice[len(found)].die
                found.append(checked_face(take_face(one.left, die), f"{name}, die {len(found) + 1}", die))
        if len(found) < len(dice) and not group.name and any(one.is_next for one in self._groups):
            raise Refused(
                f"faces: {len(found)} of {len(dice)} faces are given for {name} before the /; "
                + expected(self.counts, more=True)
            )
        return found

    def left(self, rolls: Iterable[str], all_named: bool) -> tuple[Face, ...]:
        """Return the faces that no die took, after the last of these ``rolls``.

        Raises Refused for surplus faces of a group before another, and for a name of two rolls or, if ``all_named``,
        of none.
        """
        names = list(dict.fromkeys(rolls))
        if not self._faces.grouped and self._groups:
            self._check_runs(self._faces.listed, self.rolls)
        for group in self._groups:
            meant = meant_by(group.name, names) if group.name else []
            if len(meant) > 1:
                raise Refused(f"faces: {in_short(group.name)} could be {' or '.join(map(repr, meant))}; say which")
            if group.name and not group.roll and all_named:
                raise Refused(f"faces: no roll here is called {in_short(group.name)}; {expected(self.counts)}")
        self.check_surplus()
        return tuple([face for group in self._groups for face in group.left])

    def check_surplus(self, named: bool = True) -> None:
        """Raise Refused if faces are left of a group before another that was begun; of a ``named`` one too."""
        for index, group in enumerate(self._groups):
            followed = any(later.roll for later in self._groups[index + 1 :])
            if group.left and group.roll and followed and (named or not group.name):
                over = f"{', '.join(map(str, group.left))} left over"
                raise Refused(f"faces: too many for {group.roll}, {over}; {expected(self.counts)}")

    @property
    def counts(self) -> list[tuple[str, int]]:
        """The rolls that came up, by name and number of dice."""
        return [(dice[0].name, len(dice)) for dice in self.rolls]

    def _group_of(self, roll: str) -> _OpenGroup | None:
        """The group of a roll: the first that names it or went to it before, else the next without a name."""
        if not self._faces.grouped:
            return self._groups[0] if self._groups else None
        named = [one for one in self._groups if one.name == roll]
        named = named or [one for one in self._groups if one.name and not one.roll and means(one.name, roll)]
        own = [one for one in self._groups if (one in named or one.roll == roll) and one.left]
        return next(iter(own or [one for one in self._groups if one.is_next]), None)

    def _groups_of_sides(self, dice: Sequence[Wanted]) -> list[_OpenGroup]:
        """The next groups, if each fills the dice of one side."""
        sides = _by_side(dice) if self._by_side else {}
        groups = [one for one in self._groups if one.is_next][: len(sides)]
        if len(sides) < 2 or len(groups) < len(sides):
            return []
        for group, count in zip(groups, sides.values(), strict=True):
            left = list(group.left)
            taken = [take_face(left, dice[0].die) for _ in range(count) if left]
            if left or len(taken) < count:
                return []
        return groups

    def _check_runs(self, given: Sequence[Face], rolls: Sequence[Sequence[Wanted]]) -> None:
        """Raise Refused for a run of digits that would be split between sides.

        A run is of one side or of whole rolls, ``222 1111`` of a roll of 3 and 4 dice; the last may be short.
        """
        if not self._by_side or any(max(dice[0].die.faces) > 9 for dice in rolls):
            return
        starts, ends = [0], [0]
        for dice in rolls:
            ends += [starts[-1] + end for end in accumulate(_by_side(dice).values())]
            starts.append(ends[-1])
        lengths = [len(face) if isinstance(face, str) else 1 for face in given]
        for face, length, end in zip(given, lengths, accumulate(lengths), strict=True):
            whole = end - length in starts and (end in starts or end == sum(lengths))
            if not whole and any(end - length < one < end for one in ends):
                sides = [
                    (side if count < len(dice) else dice[0].name, count)
                    for dice in rolls
                    for side, count in _by_side(dice).items()
                ]
                raise Refused(f"faces: {face} would be split between the sides; {expected(sides)}")


def _by_side(dice: Sequence[Wanted]) -> dict[str, int]:
    """The number of dice of each side."""
    return Counter(one.side for one in dice)
