"""Who may activate, move, charge, fight or fly now in Combat Captain, and who may not.

Source: combat-captain.txt 29-36, 111-122, 352-356, 399-400, 539, 755-785, 838-842, 849-908.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper
from refcli.core.request import counted, uncounted
from refcli.core.sentence import listed, some
from refcli.core.states import GAME
from refcli.rulesets.combat_captain.dice_left import NO_ACTIVITY, holds_fire, to_follow, unused
from refcli.rulesets.combat_captain.in_play import NAMES, groups_of, is_tank, stated, whole

TURNS = Source(section="Activation", lines="111-122")
ONCE = Source(section="Activation; Close Assault", lines="117-122, 454, 772-775")
NOT_DONE = Source(section="Activation; Activity Dice; Defensive Activity Dice", lines="117-122, 157-161, 246-263")
WITHDRAWS = Source(section="Close Assault", lines="772-776")
COHESION = Source(section="Unit Cohesion", lines="446-448")
AFTER_COMBAT = Source(section="When can you move; Combat resolution", lines="454, 811-819")
COVER = Source(section="Leaving Cover; Effect of Cover", lines="352-356, 399-400")
CONTACT = Source(section="Close Assault", lines="755-771")
ALL_FIGHT = Source(section="Combat resolution", lines="785-796")
REINFORCES = Source(section="Reinforcement Move", lines="138-142, 519-530")
NEAR = Source(section="Close Assault", lines="719-720, 725-730")
ATTACKER = Source(section="Who is the attacker", lines="838-842")
SHOT = Source(section="Number of Hits; Saving Casualties", lines="582-584, 652-663")
EVENT = Source(section="Random Event", lines="849-856")
SHELLS = Source(section="Artillery Fire", lines="867-870")
PLANES = Source(section="Airplanes", lines="886-887, 904")
TRUCKS = Source(section="Introduction", lines="33-36")

PLAYERS_OF_AN_EVENT = 2
"""The initiative player and the opposing one. Source: 859-861."""

Because = Iterator[tuple[str, Source]]
"""Sentences, each with where it stands."""


def bars_to_activation(ledger: Keeper, procedure: str, plain: Mapping[str, Any], units: list[str]) -> Because:
    """A unit activates once; the sides activate one in turn, as long as both have any, once the other is done.

    Source: 111-122, 157-161, 772-775.
    """
    active = str(ledger.value(GAME, "active", ""))
    side = ledger.side_of(active) if active else ""
    waiting = [
        each
        for each in ledger.units
        if ledger.side_of(each) != side
        and not ledger.is_out(each)
        and not ledger.has(ledger.group_of(each), "activated")
    ]
    for unit in units:
        goes_on = stated(plain, "withdraw", of=unit) and ledger.has(ledger.group_of(unit), "unit-withdrew")
        if procedure == "move" and ledger.has(ledger.group_of(unit), "activation-over") and not goes_on:
            yield f"{unit} has activated this turn and may neither move nor withdraw", ONCE
        free = stated(plain, "withdraw", of=unit) or (procedure == "fire" and holds_fire(ledger, unit))
        fresh = not (ledger.has(ledger.group_of(unit), "activated") or ledger.is_out(unit))
        if side and waiting and fresh and not free and ledger.side_of(unit) == side:
            yield f"{ledger.side_of(waiting[0])} to activate the next unit", TURNS
        elif active and fresh and not free and not ledger.has(active, "activation-over"):
            yield from bars_until_done(ledger, active)


def bars_until_done(ledger: Keeper, active: str) -> Because:
    """Nobody else acts before the active unit is done, by its dice or as it is said.

    Source: 117-122, 157-161, 246-263.
    """
    dice = unused(ledger, active) or to_follow(ledger, active)
    if dice:
        told = f"{active} is active and has dice left ({', '.join(dice)})"
        yield f"{told}: only held fire may answer; once it is done: set {active} done", NOT_DONE


def is_done(ledger: Keeper, group: str, number: int) -> None:
    """A unit is through with its activation, whatever dice it has left; it has activated even if it did nothing.

    Source: 117-122, 173.
    """
    active = str(ledger.value(GAME, "active", ""))
    if not ledger.has(group, "activated"):
        ledger.begin(group, "activated", 1, number)
        if active and not ledger.has(active, "activation-over"):
            ledger.begin(active, "activation-over", 1, number)
        ledger.begin(GAME, "active", group, number)
    ledger.begin(group, "activation-over", 1, number)


def left_behind(ledger: Keeper) -> list[str]:
    """The sub-units that have yet to withdraw with their unit. Source: 772-776."""
    return [unit for unit in ledger.units if ledger.has(unit, "left-behind") and not ledger.is_out(unit)]


def bars_to_others(ledger: Keeper, procedure: str, plain: Mapping[str, Any], units: list[str]) -> Because:
    """Nobody goes on while a unit is withdrawing, but with held fire. Source: 772-776."""
    behind = left_behind(ledger)
    for unit in units if behind else ():
        free = stated(plain, "withdraw", of=unit) or (procedure == "fire" and holds_fire(ledger, unit))
        if not free and ledger.group_of(unit) != ledger.group_of(behind[0]):
            yield f"{ledger.group_of(behind[0])} withdraws first, all of it: move {behind[0]} withdraw", WITHDRAWS


def bars_to_move(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Because:
    """Cover has to be left first, and cohesion kept, but by whoever withdraws; a truck on its side carries nobody.

    Source: 36, 399-400, 446-448, 454, 772-776.
    """
    runs = stated(plain, "withdraw", of=unit) or ledger.has(ledger.group_of(unit), "has-to-withdraw")
    if ledger.has(unit, "cover") and not runs:
        yield f"{unit} has to leave cover before moving", COVER
    if ledger.has(unit, "out-of-cohesion") and not runs:
        yield f'{unit} is 12" or more from the rest of the unit and may not move', COHESION
    truck = ledger.value(unit, "riding", "")
    if truck and ledger.has(truck, "overturned"):
        yield f"{truck} is on its side and carries nobody: set {unit} no-riding", TRUCKS


def bars_after_combat(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Because:
    """Who lost a close combat withdraws, the attacker who won takes the ground, the defender who won advances.

    Without such a combat nobody does. Source: 454, 811-819.
    """
    group = ledger.group_of(unit)
    takes, advances = ledger.has(group, "may-take-ground"), ledger.has(group, "may-advance")
    if stated(plain, "beaten", of=unit) and not ledger.has(group, "has-to-withdraw"):
        yield f"{group} has lost no close combat; if it has: set {group} has-to-withdraw", AFTER_COMBAT
    if stated(plain, "take-ground", of=unit) and not takes:
        if advances:
            yield f'{group} won as the defender, and goes up to {advances.value}" forward: move {unit}', AFTER_COMBAT
        else:
            yield (
                f"{group} has attacked and won in no close combat; if it has: set {group} may-take-ground",
                AFTER_COMBAT,
            )
    if stated(plain, "advance", of=unit) and not advances and not takes:
        inches = ledger.figure("close-combat-result", "advance", "")
        way = f"set {group} may-advance {inches}"
        yield f"{group} has defended and won in no close combat; if it has: {way}", AFTER_COMBAT


def bars_to_reinforce(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Because:
    """A reinforcement move is made after all have activated and fought. Source: 138-142, 515-530."""
    if stated(plain, "reinforce", of=unit) and ledger.phase and not in_phase(ledger, "Reinforcement Move"):
        yield f"a reinforcement move belongs to Reinforcement Move; this is {ledger.phase.name}", REINFORCES


def bars_to_charge(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Because:
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
    for (owner, name), held in [*ledger.held.items()]:
        if name == "short-of" and held.value in movers:
            ledger.end(owner, "short-of")
            ledger.end(owner, "inches-short")
    enemies = [unit for unit, field in deed.fields_of.items() if field == "enemy"]
    if enemies and deed.ruling["outcome"] == "no contact":
        moved = sum([effect["amount"] for effect in deed.ruling["effects"] if effect["kind"] == "move"])
        short = deed.given["distance"] - moved
        ledger.begin(movers[0], "short-of", enemies[0], deed.number)
        ledger.begin(movers[0], "inches-short", int(short) if short == int(short) else short, deed.number)


def faces_a_charge(ledger: Keeper, unit: str) -> bool:
    """Whether the unit of a sub-unit may withdraw or already does, or somebody charged nobody by name."""
    group = ledger.group_of(unit)
    may = any(
        ledger.has(group, state) for state in ("may-withdraw", "unit-withdrew", "activation-over", "has-to-withdraw")
    )
    return may or any(name == "charge-called" for _, name in ledger.held)


def charges_pass(ledger: Keeper, deed: Deed) -> None:
    """Once somebody goes on after a charge, but with held fire, it is too late to withdraw from it. Source: 772-776."""
    goes_on = any(effect["kind"] == "activated" for effect in deed.ruling["effects"])
    if not goes_on or (deed.procedure == "move" and any(deed.is_stated("withdraw", one) for one in deed.fields_of)):
        return
    for (owner, name), held in [*ledger.held.items()]:
        if name in ("may-withdraw", "charge-called") and 0 < held.entry < deed.number and not held.by_hand:
            ledger.end(owner, name)


def bars_to_withdrawal(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Because:
    """Nobody withdraws from no charge, nor from one that he let come. Source: 772-776."""
    if not stated(plain, "withdraw", of=unit) or faces_a_charge(ledger, unit):
        return
    group = ledger.group_of(unit)
    called = {owner: str(held.value).split(", ") for (owner, name), held in ledger.held.items() if name == "charged"}
    by = [owner for owner, enemies in called.items() if group in groups_of(ledger, enemies) or enemies == [""]]
    if ledger.has(group, "activated"):
        yield f"{group} has activated this turn and may not withdraw from a charge", WITHDRAWS
    elif by:
        yield f"{group} withdraws as {by[0]} charges, or not at all: the game has gone on", WITHDRAWS
    else:
        yield f"no charge is called on {group}, and nothing makes it withdraw", WITHDRAWS


def in_phase(ledger: Keeper, name: str) -> bool:
    """Whether a phase is on."""
    return ledger.phase is not None and ledger.phase.name == name


def fights(ledger: Keeper) -> Iterator[tuple[str, str]]:
    """The close combats that wait to be fought: the unit that charged first, and the one it is in contact with.

    Source: 755-771, 838-842.
    """
    for group in dict.fromkeys(ledger.group_of(unit) for unit in ledger.units if not ledger.is_out(unit)):
        contacts = [ledger.has(one.name, "contact") for one in ledger.in_group(group)]
        for enemy in groups_of(ledger, [str(held.value) for held in contacts if held]):
            ours, theirs = [[one.name for one in ledger.in_group(each)] for each in (group, enemy)]
            if not (touches(ledger, theirs, ours) and charged_first(ledger, enemy, group)):
                yield group, enemy


def in_contact(ledger: Keeper) -> list[str]:
    """The sub-units that touch an enemy, whoever of the two charged. Source: 755-771."""
    return [one for (owner, name), held in ledger.held.items() if name == "contact" for one in (owner, str(held.value))]


def touches(ledger: Keeper, ours: Iterable[str], theirs: Sequence[str]) -> bool:
    """Whether one of ours charged home into one of theirs, or into nobody by name."""
    values = [str(held.value) for one in ours if (held := ledger.has(one, "contact"))]
    return any(value in theirs or value not in ledger.units for value in values)


def charged_first(ledger: Keeper, group: str, other: str) -> bool:
    """Whether a unit charged before another one did. Source: 838-842."""
    never = float("inf")
    return bool(ledger.value(group, "first-charge", never) < ledger.value(other, "first-charge", never))


def bars_to_close_combat(ledger: Keeper, plain: Mapping[str, Any], attackers: list[str]) -> Because:
    """A close combat is fought by units in contact; the one that charged attacks. Source: 755-771, 838-842."""
    if not plain.get("defenders"):
        return
    defenders = plain[NAMES].get("defenders", ())
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
    """The sub-units of units in close combat that are not named; what tanks do there no rule says. Source: 785-796."""
    all_of = [one.name for group in groups_of(ledger, fighting) for one in ledger.in_group(group)]
    return [unit for unit in all_of if unit not in fighting and not is_tank(ledger, unit)]


def bars_to_dice_alone(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Because:
    """Saves and kill dice of a unit in play: fire, melee, shells and planes roll them. Source: 582-584, 652-663."""
    for unit in plain[NAMES].get("target", ()):
        if unit in ledger.units and procedure == "save":
            yield f"no hits on {unit} wait for a save: fire rolls the saves itself", SHOT
        elif unit in ledger.units:
            yield f"no shot at {unit} waits for a kill die: fire rolls it itself", SHOT


def to_the_other_player(ledger: Keeper, deed: Deed, effect: Mapping[str, Any]) -> None:
    """What an event gives the opposing player whom nobody named, where there is only one. Source: 859-860."""
    others = [side for side in ledger.sides if side not in deed.given.get(NAMES, {}).get("sides", ())]
    kind = effect["kind"]
    state = f"{effect.get('detail')}-planes" if kind == "planes" else kind
    if len(others) == 1 and len(ledger.sides) == PLAYERS_OF_AN_EVENT and state in ledger.states:
        ledger.begin(others[0], state, effect["amount"], deed.number)


def drops_a_shell(ledger: Keeper, deed: Deed) -> None:
    """What is touched was touched by a shell at least of the side that has them. Source: 867-870."""
    for (owner, name), held in [*ledger.held.items()]:
        if name == "shells" and held.entry == deed.number:
            ledger.begin(owner, "shells-untold", 1, deed.number)
    if deed.procedure == "bombard" and deed.given.get("target"):
        for side in [each for each in ledger.sides if ledger.has(each, "shells")][:1]:
            ledger.begin(side, "shells-dropped", 1, deed.number)
            ledger.end(side, "shells-untold")


def bars_to_shells(ledger: Keeper, plain: Mapping[str, Any]) -> Because:
    """The event has rolled for the shells, and each is dropped once. Source: 867-870."""
    having = [side for side in ledger.sides if ledger.has(side, "shells")]
    if not having:
        yield "nobody has shells in this turn's event", EVENT
    for side in having[:1]:
        shells = int(ledger.value(side, "shells"))
        if not plain.get("target"):
            yield f"{side} has {some(shells, 'shell')}: bombard, with what they touch", SHELLS
        elif ledger.value(side, "shells-dropped") >= shells:
            yield f"{side} had {some(shells, 'shell')}, and has none left to drop", SHELLS
        else:
            yield from bars_to_more_touches(ledger, plain, side, shells - int(ledger.value(side, "shells-dropped")))


def bars_to_more_touches(ledger: Keeper, plain: Mapping[str, Any], side: str, left: int) -> Because:
    """A shell touches a vehicle once, which is one kill; of a squad it may touch several men.

    Source: 867-870; readings CC-39.
    """
    texts = plain["target"] if isinstance(plain["target"], list) else [plain["target"]]
    times: dict[str, int] = {}
    for unit, text in zip(plain[NAMES].get("target", ()), texts, strict=True):
        if unit in ledger.units and ledger.stands_for(unit, "vehicle"):
            times[unit] = times.get(unit, 0) + whole(uncounted(text.split("+")[0])[0] or 1, 1)
    for unit, many in times.items():
        if many > left:
            way = f"bombard {counted(unit, left)}"
            yield f"{side} has {some(left, 'shell')} left, and each touches {unit} once: {way}", SHELLS


def planes_of(ledger: Keeper, side: str) -> int:
    """The planes that a side has in this turn's event, whatever they are for. Source: 863-864, 881-884."""
    return sum([int(ledger.value(side, state)) for state in ("planes", "strafing-planes", "bombing-planes")])


def bars_to_planes(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Because:
    """A plane flies one run or drops one bomb. Source: 886-887, 904."""
    for side in plain[NAMES].get("side", ()):
        planes, flown = planes_of(ledger, side), int(ledger.value(side, "runs-flown"))
        if not planes:
            yield f"{side} has no plane in this turn's event", EVENT
        targets = plain["target"] if isinstance(plain["target"], list) else str(plain["target"]).split(",")
        more = len(targets) if procedure == "bomb" else 1
        if planes and flown + more > planes:
            left = planes - flown
            yield f"{side} has {some(left, 'plane') if left else 'no plane'} left for a run or a bomb", PLANES
