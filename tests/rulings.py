"""Rulings that the tests of the rules make, every die given, and what these rulings say."""

from collections.abc import Sequence
from typing import Any

from refcli.core.roller import Roller
from refcli.core.ruling import Note, Ruling
from refcli.referee.referee import Referee
from tests.situations import referee


def ruled(rules: str, procedure: str, dice: Sequence[int] = (), by: Referee | None = None, **fields: Any) -> Ruling:
    """A ruling with the dice that fell, one thing after another; every die of it must be given."""
    judge = by or referee()
    case = judge.case({"rules": rules, "procedure": procedure, **fields})
    roller = Roller(0, dice)
    roller.part(case.procedure.rule, (case.request, case.charts()))
    if roller.waiting:
        return judge.rule(case, 0, list(dice)).ruling
    rolled = [roll.label for roll in roller.rolls if "rolled" in roll.origins]
    assert not rolled, f"these dice are not given: {', '.join(rolled)}"
    return judge.rule(case, 0, known=roller.entered).ruling


def notes(ruling: Ruling) -> list[str]:
    """What the rules say to the referee on the way, without a figure."""
    return [entry.step.said for entry in ruling.steps if isinstance(entry.step, Note)]


def effects(ruling: Ruling) -> list[str]:
    """The effects of a ruling, each as it stands in scenarios."""
    return [effect.line for effect in ruling.effects if effect.says]
