"""What a ruling that may stand leaves to be asked: who is hidden, who lives, who observes, whose vehicle it is.

Source: skirmish.txt 45, 49, 57-59, 88, 251, 433-434.
"""

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper
from refcli.core.sentence import Proper, fill
from refcli.rulesets.skirmish.in_order import MISSIONS, SHOTS
from refcli.rulesets.skirmish.in_play import Bars, is_no_vehicle, left

IN_WOOD = Source(section="Visibility and terrain effects", lines="45, 49")
BOARDED = Source(section="Movement", lines="88")
RELAYED = Source(section="Radios, Communication, etc.", lines="57")
OBSERVED = Source(section="Radios, Communication, etc.; Fall of Shot", lines="59, 251")
LEADER = Source(section="Morale", lines="433")
HALF = Source(section="Morale", lines="434")

HIDDEN = ("in-wood", "wood-edge", "soft-cover")
"""What may be said of a target that is in a wood."""

SEEN = "{unit:is|are} in a wood: {unit:is it|are they} seen?"
IN_COVER = "{unit:is|are} in a wood: {unit:is it|are they} seen, and in soft cover?"
"""What is asked of a target in a wood, a vehicle or men."""


def asked_of(ledger: Keeper, deed: Deed) -> Bars:
    """What is asked about a ruling that was made."""
    for name, field in deed.fields_of.items() if deed.attempt else ():
        wood = ledger.has(name, "in-wood") if deed.procedure in SHOTS and field == "target" else None
        if wood and not any(deed.is_stated(one, name) for one in HIDDEN):
            asked = IN_COVER if is_no_vehicle(ledger, name) else SEEN
            yield f"{name} {fill(asked, told(name))}", IN_WOOD
        group = ledger.group_of(name) if name in ledger.units else ""
        observed = deed.procedure in MISSIONS and field == "guns" and deed.is_stated("observed", name)
        if observed and not ledger.has(group, "observer") and ledger.has(group, "map-fire-asked"):
            yield (
                f"{name} {fill('{unit:fires|fire} as asked by the map, and nobody observes for it', told(name))}",
                OBSERVED,
            )
    for effect in deed.ruling["effects"] if deed.procedure == "move" else ():
        mover, vehicle = ledger.unit_called(effect["unit"]), str(effect.get("detail", ""))
        boarded = effect["kind"] == "loaded" and mover and vehicle in ledger.units
        if boarded and ledger.side_of(vehicle) not in ("", ledger.side_of(str(mover))):
            yield f"{vehicle} {fill('{unit:is|are}', told(vehicle))} of {ledger.side_of(vehicle)}", BOARDED
    if deed.procedure == "radio" and deed.attempt:
        yield from asked_of_message(ledger, deed)
    if deed.procedure == "morale" and deed.attempt:
        yield from asked_of_check(ledger, deed)


def asked_of_message(ledger: Keeper, deed: Deed) -> Bars:
    """A message that came by radio this turn goes on next turn; who answers it sends his own. Source: 57-59."""
    for effect in deed.ruling["effects"]:
        sender, receiver = ledger.unit_called(effect["unit"]), str(effect.get("detail", ""))
        if effect["kind"] == "message" and sender and not ledger.has(receiver, "sent"):
            came = ledger.has(sender, "message")
            if came and came.turn == ledger.turn:
                yield f"{sender} got a message this turn: that one goes on next turn", RELAYED


def asked_of_check(ledger: Keeper, deed: Deed) -> Bars:
    """A section whose leader lives, or of which fewer than half are known to be dead. Source: 433-434."""
    for name in deed.given.get("names", {}).get("section", []):
        section = ledger.group_of(name) if name in ledger.units else name
        there = [one for one in ledger.in_group(section) if ledger.stands_for(one.name, "infantry")]
        leads = [one.name for one in there if "leader" in one.conditions and one.strength == 1]
        if deed.is_stated("leader-killed") and not ledger.has(section, "leader-dead") and leads:
            yield f"{leads[0]} leads {section} and lives", LEADER
        men = sum(unit.strength for unit in ledger.units.values() if ledger.group_of(unit.name) == section)
        if deed.is_stated("half-killed") and not ledger.has(section, "half-lost") and there:
            alive = sum(left(ledger, one.name, one) for one in there)
            yield f"{section} has {alive} of {fill('{value:man|men}', {'value': men})} left", HALF


def told(name: str) -> dict[str, Proper]:
    """A unit as a sentence names it."""
    return {"unit": Proper(name)}
