"""What a ruling that may stand leaves to be said or asked: who is hidden, who lives, who observes, whose vehicle it is.

Source: skirmish.txt 16-19, 45, 49, 57-59, 86-88, 111-117, 129, 137-139, 165-172, 183, 207, 251-253, 433-434, 462.
"""

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences, terms_said
from refcli.core.request import NAMES, uncounted
from refcli.core.sentence import fill, of
from refcli.rulesets.skirmish.in_play import (
    TOWS,
    has_men,
    is_no_vehicle,
    killed_by,
    left,
    rides,
    units_of,
    units_that_say,
    vehicle_of,
    who_say,
)
from refcli.rulesets.skirmish.moves import rams_last, rams_on
from refcli.rulesets.skirmish.observers import called_twice
from refcli.rulesets.skirmish.sections import leads
from refcli.rulesets.skirmish.served import hitches_up, lone_men, served_by_busy, served_by_one
from refcli.rulesets.skirmish.shots_fired import STILL, driven_after_shot, moved_after_shot
from refcli.rulesets.skirmish.shots_in_order import MISSIONS, SAME_TARGET, SHOTS

IN_WOOD = Source(section="Visibility and terrain effects", lines="45, 49")
BOARDED = Source(section="Movement", lines="88")
RELAYED = Source(section="Radios, Communication, etc.", lines="57")
OBSERVED = Source(section="Radios, Communication, etc.; Fall of Shot", lines="59, 251")
ONE_MAN = Source(section="Scale; Machine-guns zone of fire; Firing small arms", lines="5, 145, 151")
BOTH = Source(section="Firing small arms; Grenades", lines="151, 187")
FELL = Source(section="Hit Effect Table", lines="174-181")
HALF = Source(section="Morale", lines="434")
PINNED = Source(section="Hit Effect Table", lines="183")
LEADER = Source(section="Morale", lines="433")
LOST_LEADER = Source(section="Morale", lines="440")
OPPOSITION = Source(section="Sequence of play", lines="16-19")
ARRIVES = Source(section="Artillery and mortar fire; Fall of Shot", lines="207, 253")
ROUND = Source(section="Radios, Communication, etc.; Fall of Shot", lines="59, 251")
SERVED = Source(section="Movement", lines="86")
SERVED_ALONE = Source(section="Movement; Infantry Weapons", lines="86, 137")
RAMS = Source(section="Movement", lines="63, 129")
TOWED = Source(section="Movement", lines="111-117")
RETIRES = Source(section="Effects of bad morale", lines="456")
RUNS_AGAIN = Source(section="Movement; Effects of bad morale", lines="70, 458")
SUPPLIED = Source(section="Movement", lines="119")
DRIVERS = Source(section="Movement; Grenades; Fall of Shot", lines="129, 200-201, 281")
GETS_OUT = Source(section="Movement; Prisoners", lines="88, 462")
PARTS = Source(section="Sequence of play; Movement", lines="19, 63")
FROM_VEHICLE = Source(section="Infantry Weapons; Modifiers", lines="139, 165, 172")
GUARDED = Source(section="Prisoners", lines="462")
GAIT = Source(section="Small Arms Table, Modifiers", lines="165, 168-169")
ON_THE_MAP = "fires by the map: that fire was to be asked for last turn"
WAITS = "{unit:waits|wait} to fire as called before; a target of another name is round 1"
SERVED_BY = "{unit:takes|take} two men in a turn, and {value} did something else in this one"
ALONE = "{unit:has|have} one man to fire {unit:it|them}: is that enough? an HMG or mortar takes two"
DRIVER_HIT = "who drives {vehicle}? each man of the crew suffers a hit in soft cover, too"
REST = "{unit:has|have} {value} cm of {unit:its|their} move left: move {unit}"
LONE = "{unit:is|are} one man: is there a second? an HMG or mortar takes two"
NOT_MOVED = "{unit:has|have} not moved: the other army fires at what moves, at any other later"
UNOBSERVED = "{unit:fires|fire} as asked by the map, and nobody observes for it"
AT_OLD_POINT = "{unit:fires|fire} on at this point: nobody observes, and no map fire was asked for last turn"
RAMS_LAST = "{unit:has|have} gone all of {unit:its|their} move before: was this ram the end of it?"
RAMS_ON = "{unit:has|have} rammed before this turn: all of it must lie within one move"
STAY = "{unit:has|have} {value:man|men} pinned: no move"

SOFT = ("wheeled", "motorcycle")
"""The kinds of vehicles of whose crews no list tells."""

HIDDEN = ("in-wood", "wood-edge", "soft-cover")
"""What may be said of a target that is in a wood."""

SEEN = "{unit:is|are} in a wood: {unit:is it|are they} seen?"
IN_COVER = "{unit:is|are} in a wood: {unit:is it|are they} seen, and in soft cover?"
"""What is asked of a target in a wood, a vehicle or men."""


def told_of(ledger: Keeper, deed: Deed) -> Sentences:
    """What is said or asked about a ruling that was made."""
    if deed.procedure == "move" and deed.attempt:
        yield from told_of_move(ledger, deed)
        yield from told_of_rest(ledger, deed)
        yield from told_of_riders(ledger, deed)
    if deed.procedure == "move":
        yield from asked_of_move(ledger, deed)
    yield from told_of_guards(ledger, deed)
    for name in [name for name, field in deed.fields_of.items() if (deed.procedure, field) == ("capture", "captor")]:
        if deed.attempt and (vehicle := vehicle_of(ledger, name)):
            yield (
                f"{name} is aboard {vehicle}: who comes up to take prisoners gets out first: move {name} load",
                GETS_OUT,
            )
    yield from asked_of_drivers(ledger, deed)
    if deed.procedure == "fire" and ledger.side:
        yield from told_of_order(ledger, deed)
    yield from asked_of_leader(ledger, deed)
    for name in filter(None, map(ledger.unit_called, killed_by(deed, "captured"))):
        if leads(ledger, name) and not ledger.has(ledger.group_of(name), "leader-dead"):
            section = ledger.group_of(name)
            yield f"{name} led {section}: is its leader lost to it? set {section} leader-dead", LOST_LEADER
    if deed.procedure in MISSIONS and deed.attempt:
        yield from told_of_mission(ledger, deed)
    if deed.procedure in SHOTS and deed.attempt:
        yield from asked_of_wood(ledger, deed)
        yield from told_of_the_lost(ledger, deed)
        yield from asked_of_same_target(ledger, deed)
        yield from told_of_one_man(ledger, deed)
    if deed.procedure in (*SHOTS, "grenade") and deed.attempt:
        yield from told_of_both(ledger, deed)
    yield from told_of_crews(ledger, deed)
    yield from asked_of_supply(ledger, deed)
    for name in rams_on(ledger, deed):
        yield of(name, RAMS_ON), RAMS
    for name in rams_last(ledger, deed):
        yield of(name, RAMS_LAST), RAMS
    for guns in called_twice(ledger, deed):
        yield of(guns, WAITS) + f": bombard {guns} -p POINT", ROUND
    if deed.procedure == "radio" and deed.attempt:
        yield from told_of_message(ledger, deed)
    if deed.procedure == "morale" and deed.attempt:
        yield from asked_of_check(ledger, deed)


def told_of_move(ledger: Keeper, deed: Deed) -> Sentences:
    """Who of a section stays behind, pinned, and what the move changes of a shot before it. Source: 165-169, 183."""
    for one in [unit for name in deed.fields_of for unit in units_of(ledger, name)]:
        if pinned := ledger.value(one, "pinned"):
            yield of(one, STAY, value=pinned), PINNED
        on = deed.given.get("left") is not None and not deed.is_stated("running", one)
        if not on and (changed := moved_after_shot(ledger, one)):
            yield f"{one} {changed}", GAIT if ledger.has(one, "gait") else STILL.source


def told_of_rest(ledger: Keeper, deed: Deed) -> Sentences:
    """How far somebody may still go on this ground who moved a part of his move. Source: 19, 63."""
    cm = {
        kind: {ledger.unit_called(one["unit"]): one["amount"] for one in deed.ruling["effects"] if one["kind"] == kind}
        for kind in ("may-move", "moved")
    }
    for name in [name for name in cm["moved"] if name and ledger.has(name, "move-left")]:
        yield of(name, REST, value=f"{cm['may-move'][name] - cm['moved'][name]:g}"), PARTS


def told_of_riders(ledger: Keeper, deed: Deed) -> Sentences:
    """What the move of a vehicle changes of the shots that men aboard fired before it. Source: 139, 165, 172."""
    for vehicle in [name for name in deed.fields_of if (name, "moved") not in deed.before and rides(ledger, name)]:
        for one in units_that_say(ledger, "aboard", vehicle):
            if changed := driven_after_shot(ledger, one, vehicle):
                yield f"{one} {changed}", FROM_VEHICLE


def told_of_guards(ledger: Keeper, deed: Deed) -> Sentences:
    """Prisoners whose guard is dead or taken: they must be guarded. Source: 462."""
    for (owner, state), held in deed.before.items():
        if state == "guards" and ledger.is_out(owner) and (owner, "lost") not in deed.before:
            prisoners = fill("{value:prisoner}", {"value": held.value})
            yield f"{owner} guarded {prisoners}: who does now? set NAME guards {held.value}", GUARDED


def asked_of_drivers(ledger: Keeper, deed: Deed) -> Sentences:
    """Who was in a lorry, jeep or motorcycle that is hit, where nobody is known to be: no list tells of their crews.

    Under a burst that destroys it they are dead; what rams immobilises itself alone. Source: 129, 200-201, 279-281.
    """
    for effect in deed.ruling["effects"]:
        vehicle, kind = ledger.unit_called(effect["unit"]), effect["kind"]
        rows = ledger.units[vehicle].stands_for if vehicle else ()
        soft = any(ledger.figure("troops", row, "kind") in SOFT for row in rows)
        if not vehicle or not soft or deed.is_stated("aboard", vehicle):
            continue
        if kind == "immobilised" and deed.procedure != "ram" and (vehicle, kind) not in deed.before:
            yield DRIVER_HIT.format(vehicle=vehicle), DRIVERS
        elif (kind == "destroyed" and deed.procedure in SHOTS) or (kind == "wrecked" and deed.procedure == "ram"):
            cause = "rammed" if kind == "wrecked" else "soft-vehicle-destroyed"
            yield f"who drove {vehicle}? escape {vehicle} {cause} 1xaboard rolls for one man", DRIVERS


def asked_of_move(ledger: Keeper, deed: Deed) -> Sentences:
    """What tows a gun that was hitched up, and whose vehicle it is that somebody got into. Source: 88, 111-117."""
    for gun in [one for one in deed.fields_of if hitches_up(ledger, one, deed.number)]:
        yield f"what tows {gun}? set VEHICLE tows {gun}", TOWED
    for one in [name for name, field in deed.fields_of.items() if field == "mover" and deed.attempt]:
        yield from asked_of_retreat(ledger, one)
        towing_it = any(deed.is_stated(how, one) for how in ("tow", "emergency-tow"))
        if towing_it and not any(ledger.has(one, state) for state in TOWS):
            yield f"what does {one} tow? set {one} tows GUN", TOWED
    for effect in deed.ruling["effects"]:
        mover, vehicle = ledger.unit_called(effect["unit"]), str(effect.get("detail", ""))
        boarded = effect["kind"] == "loaded" and mover and vehicle in ledger.units
        if boarded and ledger.side_of(vehicle) not in ("", ledger.side_of(str(mover))):
            yield of(vehicle, "{unit:is|are}") + f" of {ledger.side_of(vehicle)}", BOARDED


def asked_of_retreat(ledger: Keeper, man: str) -> Sentences:
    """Who retires goes far enough, if he can: what is left to him is the road, or to run, if he did not last turn.

    Who has to run, and did so last turn, does what the players agree on. Source: 70, 456-458.
    """
    least, far = ledger.value(ledger.group_of(man), "retires"), ledger.value(man, "moved")
    again = ledger.has(man, "ran-last-turn")
    if 0 < far < least and not ledger.has(man, "move-left"):
        how = "by road" if again else "by road, or running"
        yield f"{man} retires at least {least:g} cm, and this is {far:g}: {how}", RETIRES
    if again and ledger.has(ledger.group_of(man), "runs"):
        yield f"{man} must run to the rear, and ran last turn: does he run again, or walk?", RUNS_AGAIN


def asked_of_supply(ledger: Keeper, deed: Deed) -> Sentences:
    """Whether guns have ammunition whose vehicle has moved, or is lost as they fire. Source: 119."""
    near = ledger.figure("preparation", "ammunition", "")
    for vehicle in [name for name, field in deed.fields_of.items() if field == "mover" and ledger.has(name, "moved")]:
        for gun in who_say(ledger, "supplied-by", vehicle):
            if gun not in (ledger.value(vehicle, state, "") for state in TOWS):
                yield f"is {gun} within {near:g} cm of {vehicle}? if not: set {gun} out-of-supply", SUPPLIED
    for gun in [name for name, field in deed.fields_of.items() if field in ("firer", "guns") and deed.attempt]:
        vehicle = str(ledger.value(gun, "supplied-by", ""))
        if out := ledger.is_out(vehicle):
            dumped = f"had {gun} dumped ammunition? if not: set {gun} out-of-supply"
            yield f"{vehicle} is {out.state.label}: {dumped}", SUPPLIED


def told_of_order(ledger: Keeper, deed: Deed) -> Sentences:
    """Who is fired at in his own Movement without having moved. Source: 16-19."""
    for name in [name for name, field in deed.fields_of.items() if field == "target" and name in ledger.units]:
        stays = ledger.side_of(name) == ledger.side and not ledger.is_out(name)
        seen_moving = ledger.has(name, "moved") or rides(ledger, name) or deed.is_stated("crossing-sight", name)
        if stays and not seen_moving:
            yield of(name, NOT_MOVED), OPPOSITION


def asked_of_leader(ledger: Keeper, deed: Deed) -> Sentences:
    """Whether a man who fell among several led the section. Source: 433."""
    for name in dict.fromkeys(filter(None, map(ledger.unit_called, killed_by(deed, "kill")))):
        led = "leader" in ledger.units[name].conditions and not killed_by(deed, "leader-killed")
        if led and ledger.units[name].strength > 1 and not ledger.has(ledger.group_of(name), "leader-dead"):
            yield f"was it the leader of {name} who fell? +leader", LEADER


def told_of_mission(ledger: Keeper, deed: Deed) -> Sentences:
    """Map fire that was not asked for in time, or that nobody observes. Source: 59, 207, 251-253."""
    for gun in [name for name, field in deed.fields_of.items() if field == "guns" and name in ledger.units]:
        group = ledger.group_of(gun)
        asked = ledger.has(group, "map-fire-asked")
        first = deed.is_stated("map-fire", gun) and ledger.value(gun, "round") == 1
        if first and not (asked and asked.turn < ledger.turn):
            yield f"{gun} {ON_THE_MAP}", ARRIVES
        free = any(deed.is_stated(word, gun) for word in ("observed", "map-fire", "direct-fire"))
        called = any((group, state) in deed.before for state in ("ready", "called"))
        others = [one.name for one in ledger.in_group(group) if one.name != gun]
        if not (free or called or asked or any(ledger.has(one, "fired") for one in others)):
            yield of(gun, AT_OLD_POINT), ARRIVES
        if asked and deed.is_stated("observed", gun) and not ledger.has(group, "observer"):
            yield of(gun, UNOBSERVED), OBSERVED


def asked_of_wood(ledger: Keeper, deed: Deed) -> Sentences:
    """Whether a target in a wood is seen. Source: 45, 49."""
    for name, field in deed.fields_of.items():
        in_wood = field == "target" and ledger.has(name, "in-wood")
        if in_wood and not any(deed.is_stated(one, name) for one in HIDDEN):
            yield of(name, IN_COVER if is_no_vehicle(ledger, name) else SEEN), IN_WOOD


def asked_of_same_target(ledger: Keeper, deed: Deed) -> Sentences:
    """Which men fire at a target that some of their unit fired at last turn. Source: 5, 166, 358."""
    targets = {name for name, field in deed.fields_of.items() if field == "target"}
    for name in [name for name, field in deed.fields_of.items() if field == "firer" and name in ledger.units]:
        many, last = ledger.value(name, "part-fired-last-turn"), str(ledger.value(name, "fired-last-turn", ""))
        same = [one for one in dict.fromkeys(map(ledger.unit_called, last.split(", "))) if one in targets]
        if many and same and (name, "fired") not in deed.before and not deed.is_stated("same-target", name):
            some, one_says = ("some", 1) if ", " in last else (many, many)
            yield (
                f"{some} of {name} fired at {same[0]} last turn, and which? {one_says}x{name}+same-target",
                SAME_TARGET,
            )


def told_of_both(ledger: Keeper, deed: Deed) -> Sentences:
    """Men who fire and throw a grenade in one turn: whether they may, the source does not say. Source: 151, 187."""
    for name in [one for one, field in deed.fields_of.items() if field in ("firer", "thrower") and one in ledger.units]:
        threw = ledger.value(name, "threw")
        there = left(ledger, name, ledger.units[name]) - ledger.value(name, "pinned")
        fired = ledger.value(name, "part-fired") or (there if ledger.has(name, "fired") else 0)
        if threw and fired and threw + fired > there:
            of_them = f"of {name} {fired:g} fired and {threw:g} threw a grenade"
            did = f"{name} fired and threw a grenade" if there == 1 else of_them
            yield f"{did}: does one man do both in a turn?", BOTH


def told_of_one_man(ledger: Keeper, deed: Deed) -> Sentences:
    """Shots that hit one man of a unit of several: all of them went at him, and he alone falls. Source: 5, 145, 151."""
    firers, targets = [deed.given.get(NAMES, {}).get(field, []) for field in ("firer", "target")]
    if deed.procedure != "fire" or len(targets) != 1 or targets[0] not in ledger.units:
        return
    name, fell = targets[0], targets[0] in killed_by(deed, "kill")
    hit = any(effect.get("role") == "target" for effect in deed.ruling["effects"])
    shots = sum(int(uncounted(said)[0] or 1) for _, said in terms_said(deed.given, "firer"))
    there = left(ledger, name, ledger.units[name])
    several = has_men(ledger, name) and there + fell > 1
    if not several or any(int(uncounted(said)[0] or 1) > 1 for _, said in terms_said(deed.given, "target")):
        return
    left_of_it = f"and {there} {'is' if there == 1 else 'are'} left"
    if shots > 1 and hit:
        others = f": fire 1x{firers[0]} {name} is one shot" if firers[0] in ledger.units else ""
        yield f"all {shots} shots went at one man of {name}, {left_of_it}{others}", ONE_MAN
    elif fell:
        yield f"that is one man of {name}, {left_of_it}", ONE_MAN


def told_of_the_lost(ledger: Keeper, deed: Deed) -> Sentences:
    """Targets that were out of play before the last dice of a shot at them fell. Source: 174-181."""
    for name in [name for name, field in deed.fields_of.items() if field == "target" and name in ledger.units]:
        before = (held for (owner, _), held in deed.before.items() if owner == name and held.state.out)
        if out := next(before, None):
            since = f" since ruling {out.entry}" if out.entry else ""
            yield of(name, "{unit:is|are}") + f" {out.state.text}{since}: this shot does no more", FELL


def told_of_crews(ledger: Keeper, deed: Deed) -> Sentences:
    """Weapons whose crews are few, or were about something else. Source: 86, 137."""
    for weapon, busy in served_by_busy(ledger, deed):
        yield of(weapon, SERVED_BY, value=busy), SERVED
    for weapon in lone_men(ledger, deed):
        yield of(weapon, LONE), SERVED_ALONE
    for gun in served_by_one(ledger, deed):
        yield of(gun, ALONE), SERVED_ALONE


def told_of_message(ledger: Keeper, deed: Deed) -> Sentences:
    """A message that came by radio this turn goes on next turn; who answers it sends his own. Source: 57-59."""
    for effect in deed.ruling["effects"]:
        sender, receiver = ledger.unit_called(effect["unit"]), str(effect.get("detail", ""))
        if effect["kind"] == "message" and sender and not ledger.has(receiver, "sent"):
            came = ledger.has(sender, "message")
            if came and came.turn == ledger.turn:
                yield f"{sender} got a message this turn: that one goes on next turn", RELAYED


def asked_of_check(ledger: Keeper, deed: Deed) -> Sentences:
    """A section whose leader lives, or of which fewer than half are known to be dead. Source: 433-434."""
    for name in deed.given.get(NAMES, {}).get("section", []):
        section = ledger.group_of(name) if name in ledger.units else name
        there = [one for one in ledger.in_group(section) if ledger.stands_for(one.name, "infantry")]
        leaders = [one.name for one in there if leads(ledger, one.name)]
        if deed.is_stated("leader-killed") and not ledger.has(section, "leader-dead") and leaders:
            yield f"{leaders[0]} leads {section} and lives", LEADER
        men = sum(unit.strength for unit in ledger.units.values() if ledger.group_of(unit.name) == section)
        if deed.is_stated("half-killed") and not ledger.has(section, "half-lost") and there:
            alive = sum(left(ledger, one.name, one) for one in there)
            yield f"{section} has {alive} of {fill('{value:man|men}', {'value': men})} left", HALF
