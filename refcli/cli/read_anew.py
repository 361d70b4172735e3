"""Dice that lie and are read anew: ``again die 2 is 4``, and ``again : 5`` where no other die is asked for."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from refcli.core.dice import Die, Roll
from refcli.core.errors import Refused
from refcli.core.faces import Dealer, Faces, Wanted, checked_face, faces_from, meant_by
from refcli.core.labels import place, roll_of, thing_of
from refcli.core.limits import MOST_DICE
from refcli.core.procedure import Record
from refcli.core.resolve import choices_in, rolls_as_they_came
from refcli.core.roller import faces_by_label
from refcli.core.sentence import some
from refcli.referee.referee import Case
from refcli.wire.lookup import whole_number

TOLD_AS = "a die that was misread is told"


def misread_dice(words: Sequence[str], case: Case, rolls: Sequence[Roll]) -> tuple[list[str], dict[str, int]]:
    """The words that are left, and the faces by label of the dice that were misread.

    One is told as ``die 2 is 4``, by its roll, ``effect 1 is 9``, or by who rolled it, as the ruling calls the thing:
    ``Tank A is 4``, ``Tank A effect is 9``. Dice are counted roll by roll, as they were rolled.
    """
    if "is" not in words:
        return list(words), {}
    from refcli.render.things import Things

    things = Things(case.procedure, case.request, case.words.charts)
    by_roll: dict[str, list[tuple[str, Die]]] = {}
    by_name: dict[str, tuple[str, Die]] = {}
    for roll in rolls:
        labels = _labels_of(roll)
        by_roll.setdefault(roll_of(roll.label), []).extend([(label, roll.die) for label in labels])
        name = things.said(thing_of(roll.label)).lower()
        if name and len(labels) == 1:
            by_name.setdefault(name, (labels[0], roll.die))
            by_name.setdefault(f"{name} {roll_of(roll.label)}", (labels[0], roll.die))
    rolled = ", ".join(f"{name} ({some(len(dice), 'die', 'dice')})" for name, dice in by_roll.items()) or "no dice"
    left: list[str] = list(words)
    found: dict[str, int] = {}
    while "is" in left:
        at = left.index("is")
        if at < 1 or at + 1 == len(left):
            raise Refused(f"{TOLD_AS} as: refcli again die 2 is 4, or by its roll: effect 1 is 9")
        begin = next((begin for begin in range(at) if " ".join(left[begin:at]).lower() in by_name), at)
        if begin < at:
            said = " ".join(left[begin:at])
            label, die = by_name[said.lower()]
        elif left[at - 1].isdecimal():
            begin, names = _said_roll(left[: at - 1], by_roll)
            dice = [one for name in names for one in by_roll[name]]
            number = whole_number(left[at - 1], "the number of a die", 1, MOST_DICE)
            said = f"{' '.join(left[begin : at - 1]) or 'die'} {number}"
            if number > len(dice):
                raise Refused(f"{said}: there is no such die; the ruling rolled {rolled}")
            label, die = dice[number - 1]
        else:
            raise Refused(f"{TOLD_AS} by its number: refcli again die 1 is {left[at + 1]}; the ruling rolled {rolled}")
        face = checked_face(whole_number(left[at + 1], "a face", 0, 1000), said, die)
        found |= _by_each_label(label, face)
        del left[begin : at + 2]
    return left, found


def _labels_of(roll: Roll) -> list[str]:
    """The labels of the dice of a roll; of one alone that of the roll."""
    numbers = range(1, len(roll.faces) + 1)
    return [place(roll.label, str(number)) for number in numbers] if len(roll.faces) > 1 else [roll.label]


def _by_each_label(label: str, face: int) -> dict[str, int]:
    """The face of a die by its label; of one that is alone by its number as well."""
    return {label: face} if label[-1].isdecimal() else {label: face, place(label, "1"): face}


def _said_roll(words: Sequence[str], known: Iterable[str]) -> tuple[int, list[str]]:
    """Where the name of a roll begins among words that end with it, and the rolls that it means; ``die`` means any."""
    for begin in range(max(0, len(words) - 3), len(words)):
        said = " ".join(words[begin:])
        meant = meant_by(said, known)
        if len(meant) == 1:
            return begin, meant
    if not words or words[-1] not in ("die", "dice"):  # the number alone, as in 2 is 4
        return len(words), [*known]
    return len(words) - 1, [*known]


def handed_on(
    faces: Mapping[str, int], was: Sequence[Roll], rule: Callable[[Mapping[str, int]], Record]
) -> dict[str, int]:
    """The faces by label where others roll than before: each of a die that is rolled no more lies for one that is new.

    A die goes to one of the same roll alone; ``rule`` makes the ruling with the faces that lie.
    """
    lie = {**faces}
    left = [(label, roll_of(roll.label), roll.die) for roll in was for label in _labels_of(roll)]
    fell = faces_by_label(was)  # with those that the program rolled, which the seed gives again
    while True:
        new = [(label, roll_of(roll.label), roll.die) for roll in rule(lie).ruling.rolls for label in _labels_of(roll)]
        left = [old for old in left if old[0] not in [label for label, *_ in new]]
        handed = [(one, old) for one in new for old in left if one[0] not in {*lie, *fell} and one[1:] == old[1:]]
        if not handed:
            return lie
        (label, *_), old = handed[0]
        left.remove(old)
        face = fell[old[0]]
        gone = _by_each_label(old[0], face)
        fell = {one: other for one, other in fell.items() if one not in gone}
        lie = {one: other for one, other in lie.items() if one not in gone}
        lie |= _by_each_label(label, face)


def read_instead(now: Record, case: Case, known: Mapping[str, int], typed: Any) -> dict[str, int]:
    """Return typed faces by the labels of dice that lie, if these should have been read so.

    They have to fill all dice of the ruling, or all rolls or things that they name. None are returned if the ruling as
    it is ``now`` needs a die that is not ``known`` yet: then they are for that one.
    """
    lie = faces_by_label(now.ruling.rolls)
    given = faces_from(typed)
    if not given.groups or not lie or not known.keys() >= lie.keys():
        return {}
    came = rolls_as_they_came(case.procedure, case.request, case.charts(), lie, choices_in(now.ruling.steps))
    in_order = [one.label for dice in came for one in dice]
    if not given.grouped and [label for label in lie if label in in_order] != in_order:
        return {}  # one list could be meant thing by thing or roll by roll
    found = _filled(given, came, case.procedure.by_side)
    if not found and all(group.roll for group in given.groups):
        from refcli.render.things import Things

        things = Things(case.procedure, case.request, case.words.charts)
        by_thing: dict[str, list[Wanted]] = {}
        for one in [one for dice in came for one in dice]:
            name = things.said(one.thing).lower()
            by_thing.setdefault(name, []).append(one._replace(roll=name))
        found = _filled(given, [*by_thing.values()])
    alone = Counter(one.roll for dice in came for one in dice)
    for one in [one for dice in came for one in dice if one.label in found]:
        if alone[one.roll] == 1:
            found |= _by_each_label(one.roll, found[one.label])
    return found


def _filled(given: Faces, rolls: Sequence[Sequence[Wanted]], by_side: bool = False) -> dict[str, int]:
    """Return the faces by label, if each roll, or each that is named, has just its dice; none otherwise."""
    dealer = Dealer(given, by_side)
    found: dict[str, int] = {}
    try:
        for dice in rolls:
            faces = dealer.deal(dice)
            if len(faces) < len(dice) and (faces or not all(group.roll for group in given.groups)):
                return {}
            found |= zip([one.label for one in dice], faces, strict=False)
        return {} if dealer.left([dice[0].name for dice in rolls], all_named=True) else found
    except Refused:
        return {}
