"""Who charges, withdraws from a charge, fails to charge home, is in contact and fights hand to hand.

Source: combat-captain.txt 539, 719-730, 755-796, 838-842.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import listed
from refcli.rulesets.combat_captain.dice_left import NO_ACTIVITY
from refcli.rulesets.combat_captain.in_order import WITHDRAWS
from refcli.rulesets.combat_captain.in_play import contacts, groups_of, in_phase, kind_of, stated
from refcli.rulesets.combat_captain.rout import rout

CONTACT = Source(section="Close Assault", lines="755-771")
ALL_FIGHT = Source(section="Combat resolution", lines="785-796")
LOSER = Source(section="Combat resolution", lines="811")
NEAR = Source(section="Close Assault", lines="719-720, 725-730")
ATTACKER = Source(section="Who is the attacker", lines="838-842")


def bars_to_charge(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """Who is in contact charges nobody again; near an enemy that it charged it goes no nearer else. Source: 719-771."""
    touches, short, enemies = ledger.has(unit, "contact"), ledger.has(unit, "short-of"), plain[NAMES].get("enemy", ())
    if touches and plain.get("enemy") and str(touches.value) in ("", *enemies):
        yield f"{unit} is in contact with {touches.value or 'an enemy'} already", CONTACT
    told = stated(plain, "charge", *NO_ACTIVITY, of=unit) or plain.get("enemy") or plain.get("distance") is not None
    inches = ledger.value(unit, "inches-short")
    if short and not told and inches <= ledger.figure("movement-limits", "enemy", ""):
        way = f"move {unit} {short.value} {inches} charges on, -r tells how far an enemy is that it moves towards"
        yield f'{unit} is {inches}" from {short.value} after its charge: {way}', NEAR


def charge_short(ledger: Keeper, deed: Deed) -> None:
    """How far a charge ended from the enemy, until either of them moves. Source: 719-730."""
    movers = [unit for unit, field in deed.fields_of.items() if field == "mover"]
    for owner, held in ledger.named("short-of"):
        if held.value in movers:
            ledger.end(owner, "short-of")
            ledger.end(owner, "inches-short")
    enemies = [unit for unit, field in deed.fields_of.items() if field == "enemy"]
    if enemies and deed.ruling["outcome"] == "no contact":
        moved = sum([effect["amount"] for effect in deed.ruling["effects"] if effect["kind"] == "move"])
        short = deed.given["distance"] - moved
        ledger.begin(movers[0], "short-of", enemies[0], deed.number)
        ledger.begin(movers[0], "inches-short", int(short) if short == int(short) else short, deed.number)


def call_charge(ledger: Keeper, deed: Deed, unit: str, enemy: str | None) -> None:
    """A unit charges, perhaps for the first time; the enemy that is named may withdraw if it has not activated yet.

    Source: 755-776, 838-842.
    """
    group = ledger.group_of(unit)
    if not ledger.has(group, "first-charge"):
        ledger.begin(group, "first-charge", deed.number, deed.number)
    if not enemy:
        ledger.begin(group, "charge-called", 1, deed.number)
    elif not (ledger.has(ledger.group_of(enemy), "activated") or ledger.has(enemy, "overturned")):
        ledger.end(ledger.group_of(enemy), "may-withdraw")
        ledger.begin(ledger.group_of(enemy), "may-withdraw", 1, deed.number)


def fail_to_charge(ledger: Keeper, group: str, number: int) -> None:
    """A unit that charged, and is in contact with nobody once all have activated, takes a marker.

    Source: 539, 755-771, 777-778; readings CC-37.
    """
    ledger.end(group, "charged")
    ledger.begin(group, "charge-failed", 1, number)
    ledger.begin(group, "markers", 1, number)
    rout(ledger, [group], number)


def charges_end(ledger: Keeper) -> None:
    """Who charged and touches nobody as the Activation phase ends has failed. Source: 755-771."""
    for owner, held in ledger.named("charged"):
        if not any(ledger.has(one.name, "contact") for one in ledger.in_group(owner)):
            fail_to_charge(ledger, owner, held.entry)


def contacts_end(ledger: Keeper, gone: Collection[str] = ()) -> None:
    """Whoever moved away or is out of play touches nobody, and nobody touches him. Source: 549-551, 755-771."""
    for owner, held in ledger.named("contact"):
        if any(each in gone or is_out(ledger, each) for each in (owner, str(held.value))):
            ledger.end(owner, "contact")


def is_out(ledger: Keeper, name: str) -> bool:
    """Whether a sub-unit of that name is out of play."""
    return name in ledger.units and bool(ledger.is_out(name))


def found_short(ledger: Keeper, unit: str) -> None:
    """A unit that turns out to touch nobody as the close combats are fought has failed. Source: 539, 755-771."""
    group = ledger.group_of(unit)
    touching = any(ledger.has(one.name, "contact") for one in ledger.in_group(group))
    if in_phase(ledger, "Close Combat") and ledger.has(group, "charged") and not touching:
        fail_to_charge(ledger, group, 0)


def faces_a_charge(ledger: Keeper, unit: str) -> bool:
    """Whether the unit of a sub-unit may withdraw or already does, or somebody charged nobody by name."""
    group = ledger.group_of(unit)
    may = any(
        ledger.has(group, state) for state in ("may-withdraw", "unit-withdrew", "activation-over", "has-to-withdraw")
    )
    return may or bool(ledger.named("charge-called"))


def charges_pass(ledger: Keeper, deed: Deed) -> None:
    """Once somebody goes on after a charge, but with held fire, it is too late to withdraw from it. Source: 772-776."""
    goes_on = any(effect["kind"] == "activated" for effect in deed.ruling["effects"])
    if not goes_on or (deed.procedure == "move" and any(deed.is_stated("withdraw", one) for one in deed.fields_of)):
        return
    for name in ("may-withdraw", "charge-called"):
        for owner, held in ledger.named(name):
            if 0 < held.entry < deed.number and not held.by_hand:
                ledger.end(owner, name)


def bars_to_withdrawal(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """Nobody withdraws from no charge, nor from one that he let come. Source: 772-776."""
    if not stated(plain, "withdraw", of=unit) or faces_a_charge(ledger, unit):
        return
    group = ledger.group_of(unit)
    called = {owner: str(held.value).split(", ") for owner, held in ledger.named("charged")}
    by = [owner for owner, enemies in called.items() if group in groups_of(ledger, enemies) or enemies == [""]]
    if ledger.has(group, "activated"):
        yield f"{group} has activated this turn and may not withdraw from a charge", WITHDRAWS
    elif by:
        yield f"{group} withdraws as {by[0]} charges, or not at all: the game has gone on", WITHDRAWS
    else:
        yield f"no charge is called on {group}, and nothing makes it withdraw", WITHDRAWS


def fights(ledger: Keeper) -> Iterator[tuple[str, str]]:
    """The close combats that wait to be fought: the unit that charged first, and the one it is in contact with.

    Source: 755-771, 838-842.
    """
    for group in dict.fromkeys(ledger.group_of(unit) for unit in ledger.units if not ledger.is_out(unit)):
        touched = [ledger.has(one.name, "contact") for one in ledger.in_group(group)]
        for enemy in groups_of(ledger, [str(held.value) for held in touched if held]):
            ours, theirs = [[one.name for one in ledger.in_group(each)] for each in (group, enemy)]
            if not (touches(ledger, theirs, ours) and charged_first(ledger, enemy, group)):
                yield group, enemy


def in_contact(ledger: Keeper) -> list[str]:
    """The sub-units that touch an enemy, whoever of the two charged. Source: 755-771."""
    return [one for pair in contacts(ledger) for one in pair]


def touches(ledger: Keeper, ours: Iterable[str], theirs: Sequence[str]) -> bool:
    """Whether one of ours charged home into one of theirs, or into nobody by name."""
    values = [str(held.value) for one in ours if (held := ledger.has(one, "contact"))]
    return any(value in theirs or value not in ledger.units for value in values)


def charged_first(ledger: Keeper, group: str, other: str) -> bool:
    """Whether a unit charged before another one did. Source: 838-842."""
    never = float("inf")
    return bool(ledger.value(group, "first-charge", never) < ledger.value(other, "first-charge", never))


def bars_to_close_combat(ledger: Keeper, plain: Mapping[str, Any], attackers: list[str]) -> Sentences:
    """A close combat is fought by units in contact; the one that charged attacks. Source: 755-771, 838-842."""
    defenders = plain[NAMES].get("defenders", ())
    for group in groups_of(ledger, [*attackers, *defenders]):
        if ledger.has(group, "has-to-withdraw"):
            first = next(one.name for one in ledger.in_group(group) if not ledger.has(one.name, "withdrew"))
            yield f"{group} has lost a close combat and withdraws first: move {first}", LOSER
    if not plain.get("defenders"):
        return
    ours, theirs = groups_of(ledger, attackers), groups_of(ledger, defenders)
    we, they = touches(ledger, attackers, defenders), touches(ledger, defenders, attackers)
    our, their = "/".join(ours), "/".join(theirs)
    if they and not we:
        yield f"{their} charged and is the attacker: close-assault {their} {our}", ATTACKER
    elif they and all(charged_first(ledger, other, one) for one in ours for other in theirs):
        yield f"{their} charged first and is the attacker: close-assault {their} {our}", ATTACKER
    elif we and (rest := left_out(ledger, [*attackers, *defenders])):
        yield f"all of both units fight, {listed(rest)} too: close-assault {our} {their}", ALL_FIGHT
    elif not we:
        yield f"nobody of {our} is in contact with {their or listed(plain['defenders'])}", CONTACT


def left_out(ledger: Keeper, fighting: Sequence[str]) -> list[str]:
    """The sub-units of units in close combat that are not named; no rule has vehicles there. Source: 785-796."""
    all_of = [one.name for group in groups_of(ledger, fighting) for one in ledger.in_group(group)]
    return [unit for unit in all_of if unit not in fighting and kind_of(ledger, unit)]
