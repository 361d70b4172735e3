"""The clock and the light of a game: what is agreed, and what is known to be otherwise.

Source: grid.txt 50-56, 184, 212.
"""

import re
from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.states import GAME
from refcli.rulesets.grid.hours import TIME, is_past
from refcli.rulesets.grid.in_play import acting, targets
from refcli.rulesets.grid.squares import apart_units

LIGHT = Source(section="Game Clock; Dawn, Dusk & Night", lines="55, 212")
IN_COVER = Source(section="Dawn, Dusk & Night", lines="212")
FORWARD = Source(section="Game Clock", lines="53")
LIGHTS = {"dusk": "dawn or dusk", "night": "night"}
"""The light that each condition tells of."""
WORDS_OF_LIGHT = {"dawn or dusk": "dawn", "night": "night"}
"""The word that says by hand which light it is."""
HOURS = {"dawn": "dawn", "day": "day", "dusk": "dusk", "night": "night", "end": "closing-time"}
"""The hours that are agreed for a game and said as the clock is rolled for: the field, and the state that keeps it."""
AGREED = {**HOURS, "limit": "most-losses"}
"""All that is agreed for a game and said as the clock is rolled for."""


def bars_of_clock(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """The clock goes forward: no turn begins before the time that it is. Source: grid.txt 53."""
    now, said = ledger.value(GAME, "time", None), plain.get("now")
    known = all(re.fullmatch(TIME, str(one or "")) for one in (now, said))
    if known and now != said and is_past(str(said), str(now)):
        yield f"it is {now} already, and the clock goes forward: clock alone goes on from there", FORWARD


def bars_of_light(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """What is said of the light and is known to be otherwise. Source: grid.txt 55, 212."""
    light = ledger.value(GAME, "light", None)
    terms = [text for value in plain.values() for text in (value if isinstance(value, list) else [value])]
    said = {word for text in terms if isinstance(text, str) for word in text.split("+")[1:]} | {*plain["conditions"]}
    for word, its in LIGHTS.items() if light else ():
        if word in said and light != its:
            yield f"it is {light}, not {its}: set game light {WORDS_OF_LIGHT[its]}", LIGHT


def corner_in_the_dark(ledger: Keeper, deed: Deed) -> Sentences:
    """Who missed in the dark from a corner that nobody counted as adjacent: no square tells it. Source: 212."""
    missed = targets(deed) if deed.ruling["outcome"] == "no effect" else ()
    in_dark = [target for target in missed if any(deed.is_stated(light, target) for light in LIGHTS)]
    for unit in acting(deed, unless=("adjacent",)):
        for one in [apart_units(ledger, unit, target) for target in in_dark]:
            if one and one.near == 1 < one.far:
                yield f"{one.here} to {one.there} is a corner; if corners count as adjacent: +adjacent", IN_COVER


def agree(ledger: Keeper, deed: Deed) -> None:
    """What is said as the clock is rolled for is agreed; where it tells no light, what it told before is over.

    Source: grid.txt 184, 212.
    """
    light = ledger.has(GAME, "light")
    told = any(effect["kind"] == "light" for effect in deed.ruling["effects"])
    if light and not light.by_hand and not told and deed.ruling["outcome"] in ("clock advanced", "time is up"):
        ledger.end(GAME, "light")
    for field, state in AGREED.items() if deed.procedure == "clock" else ():
        at = deed.given.get(field)
        if at is not None and ledger.value(GAME, state, None) != at:
            ledger.begin(GAME, state, at, deed.number)


def light_goes_with(ledger: Keeper, hour: str) -> None:
    """With an hour that is taken back goes the light that came with it. Source: grid.txt 212."""
    light = ledger.value(GAME, "light", None)
    if light is not None and light == ledger.figure("light", hour, ""):
        ledger.end(GAME, "light")
