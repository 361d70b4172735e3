"""Rulings that the tests of the rules make, every die given, and what these rulings say."""

from collections.abc import Sequence
from typing import Any

from refcli.core.cells import TargetNumber
from refcli.core.dice import Die
from refcli.core.ruling import Note, Ruling
from refcli.referee.referee import Referee
from tests.situations import referee


class OneByOne:
    """Rolls these faces in the order of the rule, one thing after another, and then no more."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.left = list(faces)

    def face(self, label: str, die: Die, target: TargetNumber | None) -> int | None:
        return self.left.pop(0) if self.left else None

    def choice(self, label: str, options: tuple[str, ...], policy: str) -> str | None:
        return None


def ruled(rules: str, procedure: str, dice: Sequence[int] = (), by: Referee | None = None, **fields: Any) -> Ruling:
    """A ruling with the dice that fell, one thing after another; every die of it must be given."""
    judge = by or referee()
    case = judge.case({"rules": rules, "procedure": procedure, **fields})
    players = OneByOne(dice)
    ruling = judge.rule(case, 0, asker=players).ruling
    if players.left:
        return judge.rule(case, 0, list(dice)).ruling
    rolled = [roll.label for roll in ruling.rolls if "rolled" in roll.origins]
    assert not rolled, f"these dice are not given: {', '.join(rolled)}"
    return ruling


def notes(ruling: Ruling) -> list[str]:
    """What the rules say to the referee on the way, without a figure."""
    return [entry.step.said for entry in ruling.steps if isinstance(entry.step, Note)]


def effects(ruling: Ruling) -> list[str]:
    """The effects of a ruling, each as it stands in scenarios."""
    return [effect.line for effect in ruling.effects if effect.says]
