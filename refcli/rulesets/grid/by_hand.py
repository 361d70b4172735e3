"""What a referee says by hand and cannot be so. Source: grid.txt 50-56, 169, 225."""

import re
from collections.abc import Iterator
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper
from refcli.core.sentence import Proper, fill
from refcli.rulesets.grid.clock import TIME

CLOCK = Source(section="Game Clock", lines="50-56")
ELIMINATED = Source(section="Disruption & Elimination", lines="169")
SHOT_DOWN = Source(section="Aircraft Sorties", lines="225")
SECOND = {"disrupted": ("out", ELIMINATED), "aircraft-disrupted": ("shot-down", SHOT_DOWN)}
"""The states of which a second one eliminates: what is said then, and where it stands."""
HOURS = {"dawn": "dawn", "day": "day", "dusk": "dusk", "night": "night", "end": "closing-time"}
"""What is agreed for a game and said as the clock is rolled for: the field, and the state that keeps it."""


def never_so(ledger: Keeper, owner: str, state: str, value: Any) -> Iterator[tuple[str, Source]]:
    """An hour that no clock shows; a second disruption, which eliminates."""
    if state in ("time", *HOURS.values()) and not re.fullmatch(TIME, str(value)):
        yield f"{value} is no time of day: set game {state} 09:05", CLOCK
    held = ledger.has(owner, state) if state in SECOND else None
    if held and not held.by_hand:
        out, source = SECOND[state]
        said = "{unit} {unit:is|are} disrupted already, and a second disruption eliminates: set {owner} {out}"
        yield fill(said, {"unit": Proper(owner), "owner": Proper(owner), "out": out}), source
