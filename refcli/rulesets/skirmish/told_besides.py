"""What is told or asked besides: crews under a burst, a leader who fell twice, a section that did not do its duty.

Source: skirmish.txt 86, 187, 255-257, 433, 440, 454-458.
"""

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences, terms_said
from refcli.core.request import uncounted
from refcli.core.sentence import fill, of
from refcli.rulesets.skirmish.in_play import (
    has_men,
    is_gun,
    is_heavy,
    killed_by,
    left,
    men_of,
    units_that_say,
)

UNDER = Source(section="Fall of Shot", lines="255-257")
LEADER = Source(section="Morale", lines="433, 440")
DISMOUNTS = Source(section="Movement", lines="86")
DUTIES = {
    "retires": ("had to retire at least {value:g} cm", Source(section="Effects of bad morale", lines="456")),
    "runs": ("had to run to the rear", Source(section="Effects of bad morale", lines="458")),
}
"""What a section of bad morale has to do in its movement."""

ALL_UNDER = "all {many} men of {name} were taken as under the circle: burst {weapon} 1x{name} is one of them"
FIRED = "{unit:has|have} fired last turn: a turn to dismount {unit:it|them} comes first"


def told_besides(ledger: Keeper, deed: Deed) -> Sentences:
    """What is told or asked of a ruling that was made."""
    if deed.procedure == "burst" and deed.attempt:
        yield from asked_of_crews_under(ledger, deed)
        yield from told_of_all_under(ledger, deed)
    if deed.procedure == "move" and deed.attempt:
        yield from told_of_dismounting(ledger, deed)
    for name in dict.fromkeys(filter(None, map(ledger.unit_called, killed_by(deed, "leader-killed")))):
        section = ledger.group_of(name)
        if (section, "leader-dead") in deed.before:
            yield f"{section} had lost its leader before: was this the leader, or an other rank?", LEADER


def asked_of_crews_under(ledger: Keeper, deed: Deed) -> Sentences:
    """The crew of a gun or weapon under a circle, which is not named with it. Source: 255-257."""
    weapon, under = _bursting(deed), [name for name, _ in terms_said(deed.given, "target")]
    for name in dict.fromkeys(name for name in under if name in ledger.units and is_heavy(ledger, name)):
        crew = [one for one in units_that_say(ledger, "serves", name) if not ledger.is_out(one)]
        if others := [one for one in crew if one not in under]:
            yield f"are the men who serve {name} under the circle, too? burst {weapon} {','.join(others)}", UNDER
        elif not crew and (row := men_of(ledger, name)):
            many = left(ledger, name, ledger.units[name])
            men = fill("{value:man|men}", {"value": many})
            yield f"are the {men} of {name} under the circle, too? burst {weapon} {many}x{row}", UNDER


def told_of_all_under(ledger: Keeper, deed: Deed) -> Sentences:
    """A unit of several men that was named without a number is under a circle with all of them. Source: 5, 255-257."""
    for name, said in terms_said(deed.given, "target"):
        men = int(uncounted(said)[0] or 1) if name in ledger.units and has_men(ledger, name) else 1
        if men > 1 and not is_heavy(ledger, name) and men >= _before(ledger, deed, name):
            yield ALL_UNDER.format(many=men, name=name, weapon=_bursting(deed)), UNDER


def _bursting(deed: Deed) -> str:
    """What bursts, by its name in play or as it was typed."""
    return next((name for name, said in terms_said(deed.given, "weapon") if name), str(deed.given.get("weapon") or ""))


def _before(ledger: Keeper, deed: Deed, name: str) -> int:
    """How many men of a unit were left before a ruling."""
    dead = deed.before.get((name, "dead"))
    taken = ledger.value(name, "captured")
    return int(ledger.units[name].strength - (dead.value if dead else 0) - taken)


def told_of_dismounting(ledger: Keeper, deed: Deed) -> Sentences:
    """An HMG or mortar that fired last turn and is carried off. Source: 86."""
    for name in [name for name, field in deed.fields_of.items() if field == "mover" and name in ledger.units]:
        carried = is_heavy(ledger, name) and not is_gun(ledger, name) and not deed.is_stated("set-up", name)
        if carried and ledger.has(name, "fired-last-turn"):
            yield of(name, FIRED), DISMOUNTS


def told_of_duty(ledger: Keeper) -> Sentences:
    """Who had to retire or run in his movement, and has not moved; who is pinned could not. Source: 183, 456-458."""
    for (section, state), held in ledger.held.items():
        if state not in DUTIES or not (held.by_hand or held.turn < ledger.turn):
            continue
        told, source = DUTIES[state]
        for one in [one.name for one in ledger.in_group(section) if has_men(ledger, one.name)]:
            free = left(ledger, one, ledger.units[one]) > ledger.value(one, "pinned")
            if free and not (ledger.is_out(one) or ledger.has(one, "moved") or ledger.has(one, "rode")):
                yield f"{one} {told.format(value=held.value)}, and did not move", source
