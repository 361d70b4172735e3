"""Dice on the table that are corrected: ``again die 2 is 4``, and ``again : 5`` if no other die is asked for."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from refcli.core.dice import Roll
from refcli.core.errors import Refused
from refcli.core.faces import Dealer, Faces, Wanted, checked_face, faces_from, meant_by
from refcli.core.labels import place
from refcli.core.limits import MOST_DICE
from refcli.core.procedure import Record
from refcli.core.resolve import choices_in, rolls_as_they_came
from refcli.core.roller import faces_by_label
from refcli.core.sentence import some
from refcli.referee.referee import Case
from refcli.wire.lookup import whole_number


def misread_dice(words: Sequence[str], case: Case, rolls: Sequence[Roll]) -> tuple[list[str], dict[str, int]]:
    """Return the other words, and the faces by label of the dice that were misread.

    A die is named by its number, ``die 2 is 4``, by its roll, ``effect 1 is 9``, or by the unit that rolled it, as the
    ruling calls it: ``Tank A is 4``, ``Tank A effect is 9``. Dice are counted roll by roll, as they were rolled.
    """
    if "is" not in words:
        return list(words), {}
    from refcli.render.things import Things

    things = Things(case.procedure, case.request, case.words.charts)
    by_roll: dict[str, list[Wanted]] = {}
    by_thing: dict[str, Wanted] = {}
    for one in _dice_of(rolls):
        by_roll.setdefault(one.name, []).append(one)
        thing = things.said(one.thing).lower()
        if thing and one.label == one.roll:
            by_thing.setdefault(thing, one)
            by_thing.setdefault(f"{thing} {one.name}", one)
    rolled = ", ".join(f"{name} ({some(len(dice), 'die', 'dice')})" for name, dice in by_roll.items()) or "no dice"
    left, found = list(words), dict[str, int]()
    while "is" in left:
        at = left.index("is")
        if at < 1 or at + 1 == len(left):
            raise Refused("a die that was misread is told as: refcli again die 2 is 4, or by its roll: effect 1 is 9")
        begin = next((begin for begin in range(at) if " ".join(left[begin:at]).lower() in by_thing), at)
        said = " ".join(left[begin:at])
        if said:
            die = by_thing[said.lower()]
        elif left[at - 1].isdecimal():
            meant = [
                (begin, meant_by(" ".join(left[begin : at - 1]), by_roll)) for begin in range(max(0, at - 4), at - 1)
            ]
            begin, names = next((one for one in meant if len(one[1]) == 1), (at - 1, [*by_roll]))
            if begin == at - 1 and left[at - 2] in ("die", "dice") and begin:
                begin -= 1
            dice = [one for name in names for one in by_roll[name]]
            number = whole_number(left[at - 1], "the number of a die", 1, MOST_DICE)
            said = f"{' '.join(left[begin : at - 1]) or 'die'} {number}"
            if number > len(dice):
                raise Refused(f"{said}: there is no such die; the ruling rolled {rolled}")
            die = dice[number - 1]
        else:
            misread = f"a die that was misread is told by its number: refcli again die 1 is {left[at + 1]}"
            raise Refused(f"{misread}; the ruling rolled {rolled}")
        face = checked_face(whole_number(left[at + 1], "a face", 0, 1000), said, die.die)
        found |= dict.fromkeys(_labels(die.label), face)
        del left[begin : at + 2]
    return left, found


def _dice_of(rolls: Sequence[Roll]) -> list[Wanted]:
    """The dice of rolls; one that is alone has the label of its roll."""
    return [
        Wanted(place(roll.label, str(number)) if len(roll.faces) > 1 else roll.label, roll.label, roll.die, roll.target)
        for roll in rolls
        for number in range(1, len(roll.faces) + 1)
    ]


def _labels(label: str) -> list[str]:
    """The labels of a die: one that is alone has its number as well."""
    return [label] if label[-1].isdecimal() else [label, place(label, "1")]


def passed_on(
    faces: Mapping[str, int], was: Sequence[Roll], rule: Callable[[Mapping[str, int]], Record]
) -> dict[str, int]:
    """Return the faces by label if other units roll than before.

    The face of a die that is rolled no more goes to a new die of the same roll. ``rule`` rules with given faces.
    """
    known, fell = {**faces}, faces_by_label(was)  # the seed gives again those that the program rolled
    free = _dice_of(was)
    while True:
        dice = _dice_of(rule(known).ruling.rolls)
        free = [old for old in free if old.label not in [one.label for one in dice]]
        new = [one for one in dice if one.label not in {*known, *fell}]
        pairs = [(one, old) for one in new for old in free if (one.name, one.die) == (old.name, old.die)]
        if not pairs:
            return known
        one, old = pairs[0]
        free.remove(old)
        face = fell[old.label]
        for label in _labels(old.label):
            fell.pop(label, None)
            known.pop(label, None)
        known |= dict.fromkeys(_labels(one.label), face)


def faces_instead(now: Record, case: Case, known: Mapping[str, int], typed: Any) -> dict[str, int]:
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
            found |= dict.fromkeys(_labels(one.roll), found[one.label])
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
