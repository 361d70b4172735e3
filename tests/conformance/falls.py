"""Brute force: a procedure resolved at a table once for every way its dice can fall."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

from refcli.core.cells import TargetNumber
from refcli.core.dice import Again, Die
from refcli.core.procedure import Procedure
from refcli.core.roller import Roller


class TooManyFalls(Exception):
    """There are more ways for the dice to fall than were to be tried."""


class _NotRolledYet(Exception):
    def __init__(self, label: str, die: Die) -> None:
        self.label = label
        self.die = die


class _NobodyRolls(Roller):
    """Stops a ruling at the first die that has no face yet."""

    def _roll(self, path: str, roll: str, die: Die, target: TargetNumber | None) -> tuple[int | None, str]:
        if path not in self._known and not self._waiting:
            raise _NotRolledYet(path, die)
        return super()._roll(path, roll, die, target)


def every_fall(
    function: Callable[..., Any],
    arguments: tuple[Hashable, ...] = (),
    by_label: bool = False,
    most: int | None = None,
) -> dict[Any, Fraction]:
    """The chance of each result of ``function(*arguments, dice)``, every face entered at a table.

    Faces are entered in order, or known ``by_label``. Falls that end in ``again`` are left out, and the
    other falls of the part that is rolled again share their chance: those with the same faces before it.
    Where the dice fall in more than ``most`` ways, TooManyFalls is raised.
    """
    came: list[tuple[tuple[int, ...], Any, Fraction]] = []
    again: dict[tuple[int, ...], Fraction] = {}
    falls: list[tuple[tuple[tuple[str, int], ...], Fraction]] = [((), Fraction(1))]
    while falls:
        fallen, chance = falls.pop()
        faces = tuple(face for _, face in fallen)
        roller = _NobodyRolls(0, () if by_label else faces, dict(fallen) if by_label else None)
        try:
            result = roller.part(function, arguments)
        except _NotRolledYet as missing:
            before = rolled_before_again(roller)
            if before is not None:
                again[faces[:before]] = again.get(faces[:before], Fraction(0)) + chance
                continue
            share = chance / len(missing.die.faces)
            falls += [((*fallen, (missing.label, face)), share) for face in missing.die.faces]
        else:
            assert not roller.waiting
            came.append((faces, result, chance))
            if most is not None and len(came) > most:
                raise TooManyFalls
    for before_it in sorted(again, key=len, reverse=True):
        inside = [faces[: len(before_it)] == before_it for faces, _, _ in came]
        kept = sum(one[2] for one, within in zip(came, inside, strict=True) if within)
        came = [
            (faces, result, chance * (1 + again[before_it] / kept) if within else chance)
            for (faces, result, chance), within in zip(came, inside, strict=True)
        ]
    chances: dict[Any, Fraction] = {}
    for _, result, chance in came:
        chances[result] = chances.get(result, Fraction(0)) + chance
    assert sum(chances.values()) == 1
    return chances


def rolled_before_again(roller: Roller) -> int | None:
    """How many dice were rolled before the part that is rolled again; None when nothing is."""
    for entry in roller.trail:
        if isinstance(entry.step, Again):
            part = f"{entry.at}/" if entry.at else ""
            return sum(len(roll.faces) for roll in roller.rolls if not roll.label.startswith(part))
    return None


def every_ruling(
    procedure: Procedure, request: Hashable, charts: Any, by_label: bool = False, most: int | None = None
) -> dict[Any, Fraction]:
    """The chance of each outcome with its counts, by brute force."""
    return every_fall(amounts, (procedure, request, charts), by_label, most)


def amounts(procedure: Procedure, request: Hashable, charts: Any, dice: Any) -> Any:
    """What a ruling amounts to for the odds."""
    return procedure.rule(request, charts, dice).amounts_to
