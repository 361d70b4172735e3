"""What the faces that were given tell of the dice in play. Source: combat-captain.txt 250-254, 312-316, 598-604."""

from collections.abc import Mapping
from typing import Any

from refcli.core.errors import Refused
from refcli.core.faces import Faces, means
from refcli.core.hook import Keeper
from refcli.core.request import NAMES
from refcli.core.sentence import some
from refcli.rulesets.combat_captain.in_play import rides, stated

COSTS = ("to-hedge", "over-hedge", "to-wall", "over-wall")
"""Conditions of a move that take dice of it, which nobody rolls."""


def faces_told(ledger: Keeper, procedure: str, plain: Mapping[str, Any], units: list[str]) -> int:
    """The activity dice of each sub-unit that the faces which were given tell; 0 where they tell nothing.

    A move has one roll, and that of a ride is the car's.
    Of fire those of the first roll tell it, where another roll stands apart from it.
    """
    if not units or any(stated(plain, "activity-die", of=unit) for unit in units):
        return 0
    if procedure == "fire" and dice_by_runs(plain):
        return 0
    faces: Faces = plain["dice"]
    told = fire_faces(plain)
    if procedure == "move" and not (stated(plain, *COSTS, of=units[0]) or rides(ledger, plain, units[0])):
        told = [str(face) for group in faces.groups[:1] for face in group.faces]
    many = len("".join(told))
    return many // len(units) if many % len(units) == 0 else 0


def fire_faces(plain: Mapping[str, Any]) -> list[str]:
    """The faces of the fire dice, as they stand together: 5 and 55 of ``5 55/6``.

    None where the variable die does not stand apart from them.
    """
    faces: Faces = plain["dice"]
    fires = [group for group in faces.groups if means(group.roll, "fire")] if faces.apart else []
    return [str(face) for group in fires[:1] for face in group.faces]


def dice_by_runs(plain: Mapping[str, Any]) -> dict[str, int]:
    """The dice that each of several sub-units fires, where the faces of each stand together: ``5 55 555/6``.

    Empty where they tell nothing, or that all fire as many. Source: 250-254, 312-316.
    """
    units = plain[NAMES].get("attackers", ())
    runs = [len(faces) for faces in fire_faces(plain)]
    alone = all(units) and len({*units}) == len(units) == len(runs)
    return dict(zip(units, runs, strict=True)) if alone and len({*runs}) > 1 else {}


def no_faces(plain: Mapping[str, Any]) -> bool:
    """Whether no faces were given."""
    faces: Faces = plain["dice"]
    return not any(group.faces for group in faces.groups)


def check_faces(plain: Mapping[str, Any], dice: int, units: list[str]) -> None:
    """Raises Refused for fire of fewer dice than there are, or of all while the variable die is still to come.

    And for fire dice that stand apart for each sub-unit: what stands behind the first stroke is the variable die.
    """
    check_strokes(plain, len(units))
    faces: Faces = plain["dice"]
    given = "".join(map(str, faces.listed))
    fewer, rest = divmod(len(given) - 1, len(units))
    if not faces.apart and fewer > 0 and not rest and len(given) <= dice * len(units):
        way = f"type {given[:-1]}/{given[-1]} for {some(fewer, 'die', 'dice')} and the variable die"
        raise Refused(f"{given}: {way}, or -a {dice} where none of them is the variable die")


def check_strokes(plain: Mapping[str, Any], many: int) -> None:
    """Raises Refused for fire dice at one target with a stroke between the sub-units that fire. Source: 598-604."""
    faces: Faces = plain["dice"]
    each = ["".join(map(str, group.faces)) for group in faces.groups]
    targets = plain.get("target") or []
    at_one = isinstance(targets, str) or len(targets) == 1
    unnamed = not any(group.roll for group in faces.groups)
    if unnamed and at_one and 1 < many < len(each) and all(len(fired) > 1 for fired in each[:many]):
        typed = "/".join([" ".join(each[:many]), *each[many:]])
        raise Refused(f"{'/'.join(each)}: the fire dice of all stand before the first stroke: type {typed}")
