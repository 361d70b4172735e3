"""What a referee says by hand and cannot be so. Source: grid.txt 50-56."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper
from refcli.core.limits import in_short
from refcli.core.states import GAME
from refcli.rulesets.grid.hours import TIME, is_past
from refcli.rulesets.grid.squares import of

CLOCK = Source(section="Game Clock", lines="50-56")
LIGHT = Source(section="Game Clock; Dawn, Dusk & Night", lines="55, 212")
LIGHTS = {"dusk": "dawn or dusk", "night": "night"}
"""The light that each condition tells of."""
WORDS_OF_LIGHT = {"dawn or dusk": "dawn", "night": "night"}
"""The word that says by hand which light it is."""
PLANES = Source(section="Aircraft Sorties", lines="214-219")
IN_THE_PHASE = Source(section="Artillery & Mortars", lines="72")
GUNS_FIRE = "Artillery & Mortar Fire"
PLACES = {
    "wreck": ("a wreck lies", Source(section="Wrecks", lines="209")),
    "smoke": ("smoke lies", Source(section="Smoke Screens", lines="189")),
}
"""What is said of a square, and where it stands."""
ON_THE_GROUND = ("in", "in-contact", "square", "enemy-adjacent", "isolated", "moved")
"""What is said of a unit on the table."""
FORWARD = Source(section="Game Clock", lines="53")
HOURS = {"dawn": "dawn", "day": "day", "dusk": "dusk", "night": "night", "end": "closing-time"}
"""The hours that are agreed for a game and said as the clock is rolled for: the field, and the state that keeps it."""
AGREED = {**HOURS, "limit": "most-losses"}
"""All that is agreed for a game and said as the clock is rolled for."""


def never_so(state: str, value: Any) -> Iterator[tuple[str, Source]]:
    """An hour that no clock shows."""
    if state in ("time", *HOURS.values()) and not re.fullmatch(TIME, str(value)):
        yield f"{in_short(str(value))} is no time of day: set game {state} 09:05", CLOCK


def bars_of_clock(ledger: Keeper, plain: Mapping[str, Any]) -> Iterator[tuple[str, Source]]:
    """The clock goes forward: no turn begins before the time that it is. Source: grid.txt 53."""
    now, said = ledger.value(GAME, "time", None), plain.get("now")
    known = all(re.fullmatch(TIME, str(one or "")) for one in (now, said))
    if known and now != said and is_past(str(said), str(now)):
        yield f"it is {now} already, and the clock goes forward: clock alone goes on from there", FORWARD


def bars_of_light(ledger: Keeper, plain: Mapping[str, Any]) -> Iterator[tuple[str, Source]]:
    """What is said of the light and is known to be otherwise. Source: grid.txt 55, 212."""
    light = ledger.value(GAME, "light", None)
    terms = [text for value in plain.values() for text in (value if isinstance(value, list) else [value])]
    said = {word for text in terms if isinstance(text, str) for word in text.split("+")[1:]} | {*plain["conditions"]}
    for word, its in LIGHTS.items() if light else ():
        if word in said and light != its:
            yield f"it is {light}, not {its}: set game light {WORDS_OF_LIGHT[its]}", LIGHT


def never_of(ledger: Keeper, owner: str, state: str) -> Iterator[tuple[str, Source]]:
    """What is never said of a unit in play: a strongpoint moves nowhere, a plane is in no square, a unit is no place.

    Source: grid.txt 72, 189, 209, 214-219, 228.
    """
    unit = ledger.units.get(owner)
    stands = unit and any(ledger.figure("movement", row, "cross-country") == 0 for row in unit.stands_for)
    if stands and state == "moved":
        yield of(owner, "{unit:does|do} not move"), Source(section="Strongpoints", lines="228")
    if unit and state in PLACES:
        lies, source = PLACES[state]
        yield f"{owner} is no square, and {lies} in one: set C4 {state}", source
    if unit and not unit.rows and state in ON_THE_GROUND:
        yield of(owner, "{unit:flies|fly}, and {unit:is|are} nowhere on the table"), PLANES
    if unit and state == "hit-by-guns" and (ledger.phase is None or ledger.phase.name != GUNS_FIRE):
        yield f"guns fire in {GUNS_FIRE}, and what they hit counts there alone", IN_THE_PHASE
