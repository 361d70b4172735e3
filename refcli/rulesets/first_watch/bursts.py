"""Dice of bursts: the firers, and the dice that a target has had. Source: first-watch.txt 96-100, 115, 141-143."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from refcli.core.request import NAMES, ROWS, uncounted
from refcli.core.rows import Case
from refcli.core.view import LedgerEditor, LedgerView, PastRuling, terms_said
from refcli.rulesets.first_watch.unit_types import fired_mission, is_a, is_same_bomb, left_of, named, typed, word_of

HAD = re.compile(r"(\d{1,9}) of (\d{1,9}) from ([^,]+)")
"""The dice of each firer in the state of a target: ``3 of 3 from arty``."""


def bomb_named(request: Mapping[str, Any]) -> str:
    """The row of the shell or bomb that bursts."""
    return (request.get(ROWS, {}).get("attacker") or [""])[0] or word_of(request.get("attacker"))


def firers_of(ledger: LedgerView, request: Mapping[str, Any]) -> list[str]:
    """The battery that fired this turn, or the planes that dropped such a bomb."""
    units = named(request, "attacker")
    dropped = {
        one: held for one, held in ledger.named("dropped") if held.turn == ledger.now.turn and one in (units or [one])
    }
    bomb = word_of(request.get("attacker"))
    fired = [one for one in units if fired_mission(ledger, one)]
    return fired or [one for one, held in dropped.items() if is_same_bomb(ledger, str(held.value), bomb)]


def dice_of(ledger: LedgerView, firer: str) -> int:
    """The dice against each target: one of each gun, or of each bomb of the turn. Source: first-watch.txt 100, 143."""
    counted = "bombs-dropped" if is_a(ledger, firer, "aircraft") else "guns-fired"
    return max(1, int(ledger.value(firer, counted, left_of(ledger, firer) if counted == "guns-fired" else 1)))


def dice_against(ledger: LedgerView, request: Mapping[str, Any]) -> Mapping[str, int]:
    """The dice against each unit under a burst: one of each gun against each counter. Source: first-watch.txt 100."""
    battery = (request[NAMES].get("attacker") or [""])[0]
    guns = int(typed("guns").of(Case(ledger, request)))
    guns = guns or (1 if is_a(ledger, battery, "aircraft") else dice_of(ledger, battery))
    return {unit: many * guns for unit, many in counters_named(request).items() if unit in ledger.units}


def counters_named(request: Mapping[str, Any]) -> Counter[str]:
    """The counters of each unit that a burst names."""
    many = Counter[str]()
    for unit, text in terms_said(request, "targets"):
        many[unit] += int(uncounted(text)[0] or 1)
    return many


def dice_had(ledger: LedgerView, target: str) -> dict[str, tuple[int, int]]:
    """The dice that a target has had this turn, and the most that it has, by battery or plane."""
    held = str(ledger.value(target, "burst", ""))
    return {found[3]: (int(found[1]), int(found[2])) for found in HAD.finditer(held)}


def has_had(ledger: LedgerView, target: str, firer: str, dice: int) -> bool:
    """True if so many more dice of a firer would be too many."""
    had = dice_had(ledger, target).get(firer)
    return had is not None and had[0] + dice > had[1]


def keep_burst(ledger: LedgerEditor, deed: PastRuling) -> None:
    """Count the dice that a battery or a plane has had against each target. Source: first-watch.txt 98-100."""
    firers, lost = firers_of(ledger, deed.given), Counter[str]()
    for effect in deed.effects:
        lost[effect.unit] += effect.amount
    for target, dice in dice_against(ledger, deed.given).items() if firers else ():
        firer = next((one for one in firers if not has_had(ledger, target, one, dice)), firers[0])
        before, most = dice_had(ledger, target).get(firer, (0, 0))
        most = most or (left_of(ledger, target) + lost[target]) * dice_of(ledger, firer)
        if not ledger.is_out(target):
            _keep(ledger, target, firer, (before + dice, most), deed.number)


def _keep(ledger: LedgerEditor, target: str, firer: str, dice: tuple[int, int], number: int) -> None:
    """Record the dice of one firer beside those of others."""
    had = dice_had(ledger, target) | {firer: dice}
    ledger.begin(target, "burst", ", ".join([f"{one} of {most} from {by}" for by, (one, most) in had.items()]), number)


def drop_bomb(ledger: LedgerEditor, plane: str, bomb: str, deed: PastRuling) -> None:
    """Take one bomb off a plane, and load its next one; a jettisoned load drops as a whole. Source: 115, 141, 160."""
    before = ledger.has(plane, "dropped")
    if before and before.turn == ledger.now.turn:
        ledger.begin(plane, "bombs-dropped", 1 if ledger.has(plane, "bombs-dropped") else 2, deed.number)
        for target, _ in ledger.named("burst"):
            if had := dice_had(ledger, target).get(plane):
                _keep(ledger, target, plane, (had[0], had[1] + left_of(ledger, target)), deed.number)
    ledger.begin(plane, "dropped", bomb, deed.number)
    if int(ledger.value(plane, "bombs")) > 1 and not deed.is_stated("jettison", plane):
        ledger.begin(plane, "load", bomb, deed.number)
        ledger.begin(plane, "bombs", -1, deed.number)
    else:
        ledger.end(plane, "bombs")
