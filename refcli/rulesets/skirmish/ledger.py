"""What the states of the skirmish rules need beyond their data: men who are lost, sections, those aboard, aim.

Source: skirmish.txt 25-33, 37, 86, 111-117, 139, 165-166, 251-253, 281, 356-358, 431-456.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Hook, Keeper
from refcli.core.request import uncounted
from refcli.core.sentence import Proper, fill
from refcli.core.states import GAME, Held, State

INITIATIVE = Source(section="Initiative", lines="9, 13")
CALLED = Source(section="Radios, Communication, etc.; Artillery and mortar fire", lines="59, 207")
SIGHT = Source(section="Visibility", lines="27-33")
FROM_VEHICLE = Source(section="Infantry Weapons", lines="139")
HITCHED = Source(section="Movement", lines="117")
SAME_TARGET = Source(section="Modifiers", lines="166, 358")
SHELL = Source(section="Radios, Communication, etc.; Artillery and mortar fire", lines="59, 187, 207")
PINNED = Source(section="Hit Effect Table", lines="183")
CAPTIVES = Source(section="Prisoners", lines="462")
ZONE = Source(section="Machine-guns zone of fire", lines="145")
GAIT = Source(section="Small Arms Table, Modifiers", lines="168-169")
CIRCLE = Source(section="Fall of Shot", lines="255-257")
CHECK = Source(section="Morale", lines="433-436")
ROUND = Source(section="Fall of Shot", lines="251")
POINT = Source(section="Fall of Shot", lines="253")
RETIRES = Source(section="Effects of bad morale", lines="456")
STILL = State("stationary", "unit", "has not moved", Source(section="Modifiers", lines="165, 356"))
DEFENDS = State("defends", "side", "the other army moves", Source(section="Visibility and terrain effects", lines="37"))
"""What the sequence of play tells of those who fire."""

STAY = "{unit:has|have} {value:man|men} pinned: no move"
LOSSES = ("kill", "captured")
MISSIONS = ("bombard", "smoke")


class SkirmishHook(Hook):
    """The states of the skirmish rules."""

    def effect(self, ledger: Keeper, deed: Deed, effect: Mapping[str, Any]) -> None:
        """Another aim or call loses the target; those aboard leave what is lost; their section notes its transport."""
        kind, unit = effect["kind"], ledger.unit_called(effect["unit"])
        if kind == "initiative":
            _win(ledger, effect["unit"], deed.number)
        if kind == "call":
            _aim_anew(ledger, effect["unit"])
        if unit is None:
            return
        aim = effect.get("detail", "")
        if kind == "round" and ledger.value(unit, "on-target", aim) != aim:
            ledger.end(unit, "on-target")
        if kind in ("bail-out", "destroyed", "wrecked"):
            for owner in _who_say(ledger, "aboard", unit):
                ledger.end(owner, "aboard")
                for group in dict.fromkeys(ledger.group_of(one) for one in _units_of(ledger, owner)):
                    for state in ("bailed-out", "check-due"):
                        ledger.begin(group, state, 1, deed.number)
        if kind in ("destroyed", "wrecked"):
            for group in _who_say(ledger, "transport", unit):
                ledger.begin(group, "transport-destroyed", 1, deed.number)

    def after(self, ledger: Keeper, deed: Deed) -> None:
        """Who is lost with the last of his men, what that means for his section, for guns and for heavy weapons."""
        if any(effect["kind"] in LOSSES for effect in deed.ruling["effects"]):
            for name in [name for name, unit in ledger.units.items() if _left(ledger, name, unit) <= 0]:
                if not ledger.is_out(name):
                    gone = "prisoner" if ledger.value(name, "captured") else "lost"
                    ledger.begin(name, gone, 1, deed.number)
            self._sections(ledger, deed.number)
        if deed.procedure == "fire" and deed.attempt:
            self._part_fired(ledger, deed)
        for gun in [name for name, field in deed.fields_of.items() if (deed.procedure, field) == ("burst", "weapon")]:
            under = [name for name, field in deed.fields_of.items() if field == "target"]
            if deed.attempt and under:
                ledger.begin(gun, "burst-over", ", ".join((*_burst_over(ledger, gun), *under)), deed.number)
        for (owner, state), held in list(ledger.held.items()):
            crewless = state == "crew-gone" and held.entry == deed.number and _is_crewless(ledger, owner, held)
            if crewless and not ledger.is_out(owner):
                ledger.begin(owner, "crewless", 1, deed.number)
            if state == "observer" and ledger.is_out(str(held.value)):
                _lose_observer(ledger, owner)
        _serve(ledger, deed.number)

    def by_hand(self, ledger: Keeper, name: str) -> None:
        """Guns lose an observer who is taken off the table; who is said to have won is that army. Source: 9, 251."""
        if ledger.has(name, "initiative") and (won := ledger.value(GAME, "won-by", "")):
            ledger.begin(name, "army", won, 0)
            ledger.end(GAME, "won-by")
        if name not in ledger.units or ledger.is_out(name):
            for owner in _who_say(ledger, "observer", name):
                _lose_observer(ledger, owner)

    def moment(self, ledger: Keeper, edge: str, phase: str, turn_too: bool) -> None:
        """Men count that the referee took off by hand: to serve a weapon, and before morale is checked."""
        if edge == "start":
            _serve(ledger, 0)
            if phase == "Morale":
                self._sections(ledger, 0)

    def _part_fired(self, ledger: Keeper, deed: Deed) -> None:
        """Men of a unit who have not fired may do so yet; at what each fired last is then theirs to say.

        Source: 5, 151, 166.
        """
        shot = {ledger.unit_called(effect["unit"]) for effect in deed.ruling["effects"] if effect["kind"] == "fired"}
        names = deed.given.get("names", {}).get("firer", [])
        now = Counter[str]()
        for name, said in zip(names, _terms(deed.given["firer"], len(names)), strict=True):
            count, weapon = uncounted(re.split("[+/]", said)[0])
            if name in shot and (weapon, ledger.units[name].strength) in ledger.units[name].rows:
                now[name] += int(count or 1)
        for name, many in now.items():
            before = ledger.value(name, "part-fired")
            if before:
                ledger.begin(name, "fired", "", deed.number)
            ledger.end(name, "part-fired")
            if before + many < _left(ledger, name, ledger.units[name]) - ledger.value(name, "pinned"):
                ledger.begin(name, "part-fired", before + many, deed.number)

    def _sections(self, ledger: Keeper, number: int) -> None:
        """A section checks once when half of it is dead; of one that is gone nothing is due. Source: 434."""
        out = {owner for (owner, _), held in ledger.held.items() if held.state.out}
        men, dead, there = Counter[str](), Counter[str](), set[str]()
        for name, unit in ledger.units.items():
            group = ledger.group_of(name)
            if not {name, group} & out:
                there.add(group)
            if ledger.stands_for(name, "infantry"):
                men[group] += unit.strength
                dead[group] += unit.strength if ledger.has(name, "lost") else ledger.value(name, "dead")
        for group in men:
            if group not in there:
                ledger.end(group, "check-due")
            elif dead[group] and 2 * dead[group] >= men[group] and not ledger.has(group, "half-lost"):
                for state in ("half-lost", "half-gone", "check-due"):
                    ledger.begin(group, state, 1, number)

    def gives(
        self, ledger: Keeper, procedure: str, plain: Mapping[str, Any], field: str, unit: str
    ) -> Iterator[tuple[str, int, Held]]:
        """Who stands, defends or rides as he fires; how many are aboard what is hit."""
        if field == "firer" and procedure == "fire" and ledger.turn:
            side = ledger.side_of(unit)
            stands = _has_had_its_move(ledger, side) or _is_gun(ledger, unit)
            if stands and not ledger.has(unit, "moved") and not _rides(ledger, unit):
                yield "stationary", 1, Held(STILL)
            if ledger.side and side and side != ledger.side and "through-smoke" in plain["conditions"]:
                yield "defensive", 1, Held(DEFENDS)
        if field == "firer" and (vehicle := _rides(ledger, unit)):
            yield "from-vehicle", 1, vehicle
        if field == "target":
            aboard = [held for (_, name), held in ledger.held.items() if name == "aboard" and held.value == unit]
            riding = [one for owner in _who_say(ledger, "aboard", unit) for one in _units_of(ledger, owner)]
            men = sum([_left(ledger, one, ledger.units[one]) for one in riding])
            if men:
                yield "aboard", men, aboard[0]

    def at_once(self, ledger: Keeper, deed: Deed) -> Iterator[tuple[str, Source]]:
        """Who of a section stays behind; which of the sides in play has the initiative. Source: 9, 13, 183."""
        for name in deed.fields_of if deed.procedure == "move" and deed.attempt else ():
            for one in _units_of(ledger, name):
                if pinned := ledger.value(one, "pinned"):
                    yield f"{one} {fill(STAY, {'unit': Proper(one), 'value': pinned})}", PINNED
                fired, gait = ledger.has(one, "fired"), ledger.has(one, "gait")
                if fired and gait and fired.entry < gait.entry and gait.value in ("walking", "running"):
                    yield f"{one} fired before (ruling {fired.entry}): {gait.value} counts in that shot too", GAIT
        if deed.procedure == "initiative" and (won := ledger.value(GAME, "won-by", "")):
            said = " or ".join([f"set {side} initiative" for side in ledger.sides])
            yield f"which side is {won.capitalize()}? {said}", INITIATIVE

    def whom(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """The only section that has to check its morale. Source: 431-436."""
        due = {owner for owner, name in ledger.held if name in ("check-due", "failed")}
        waiting = [owner for owner in due if not ledger.has(owner, "tested")]
        if procedure == "morale" and len(waiting) == 1:
            yield "section", waiting[0]

    def fills(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, Any, Held]]:
        """The turns without a leader, and the round that guns fire at the same point. Source: 251, 440."""
        named = [one for names in plain["names"].values() for one in names if one]
        for one in named if procedure == "morale" else ():
            held = ledger.has(one, "leader-dead") or (
                one in ledger.units and ledger.has(ledger.group_of(one), "leader-dead")
            )
            if held and ledger.turn > held.turn:
                yield "leaderless", ledger.turn - held.turn, held
        for one in named if procedure in MISSIONS else ():
            held = ledger.has(one, "round")
            if held and plain.get("point") in (None, ledger.value(one, "aim", None)):
                yield "round", int(held.value) + 1, held

    def bars(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, Source]]:
        """What is out of sight, out of aim, or not what bad morale demands."""
        if not ledger.turn:
            return
        if procedure == "morale" and ledger.units and not plain.get("section"):
            yield "whose morale? morale SECTION", CHECK
        if procedure == "fire":
            yield from _bar_to_zone(ledger, plain)
        for field, names in plain["names"].items():
            for one, said in zip(names, _terms(plain[field], len(names)), strict=True):
                if one in ledger.units:
                    yield from self._bars_to(ledger, procedure, plain, field, one, said)

    def _bars_to(
        self, ledger: Keeper, procedure: str, plain: Mapping[str, Any], field: str, one: str, said: str
    ) -> Iterator[tuple[str, Source]]:
        """What bars one unit."""
        words = {*plain["conditions"], *said.split("+")[1:]}
        if procedure == "fire" and field == "firer":
            seen = ledger.value(GAME, "seen-aided" if ledger.has(one, "binoculars") else "seen-unaided", None)
            far = _number(plain.get("range"))
            if seen is not None and far > seen:
                yield f"{one} sees {seen:g} cm, not {far:g}", SIGHT
            last = ledger.value(one, "fired-last-turn", None)
            targets = plain["names"].get("target", []) if last != "" else []
            if (
                "same-target" in words
                and targets
                and not {*map(ledger.unit_called, str(last).split(", "))} & {*targets}
            ):
                yield f"{one} did not fire at this target last turn", SAME_TARGET
        if procedure == "burst" and field == "weapon":
            shells, over = ledger.value(one, "shells"), _burst_over(ledger, one)
            if not shells and not ledger.has(one, "threw"):
                yield f"{one} has fired no shell this turn", SHELL
            for target in plain["names"].get("target", []) if shells else ():
                if target and over.count(target) >= shells:
                    yield f"{fill('{value:shell}', {'value': shells})} of {one} burst over {target} already", CIRCLE
        if procedure == "grenade" and _rides(ledger, one):
            yield f"{one} is aboard a moving vehicle and may not throw", FROM_VEHICLE
        pinned = ledger.value(one, "pinned")
        if procedure == "capture" and field == "captive" and 0 < pinned < int(uncounted(said)[0] or 1):
            yield f"only {pinned} of {one} {'is' if pinned == 1 else 'are'} pinned: name {pinned}x{one}", CAPTIVES
        if procedure == "move":
            towed = ledger.value(one, "tows", "") or ledger.value(one, "emergency-tows", "")
            if towed and ledger.has(towed, "busy"):
                yield f"{towed} is not hitched up yet", HITCHED
            least = ledger.value(ledger.group_of(one), "retires")
            if plain.get("moved") and _number(plain["moved"]) < least:
                yield f"{one} must retire at least {least:g} cm", RETIRES
        if procedure in MISSIONS and field == "guns":
            aim = ledger.has(one, "aim")
            if _number(plain.get("round")) > 1 and not (aim and plain.get("point") in (None, aim.value)):
                yield f"{one} has not fired at this point: this is round 1", ROUND
            group = ledger.group_of(one)
            asked = ledger.has(group, "ready") or ledger.has(group, "called") or "direct-fire" in words
            if not asked and not (aim and plain.get("point") in (None, aim.value)):
                yield f"{one} was not called to fire there: radio OBSERVER {group}", CALLED
            point = plain.get("point") or (aim.value if aim else "")
            if "on-target" in words and ledger.value(one, "on-target", None) != point:
                yield f"{one} was not on target there", ROUND
            observed = ledger.has(ledger.group_of(one), "observer") or words & {"observed", "direct-fire"}
            if not observed and not plain.get("point") and not (aim and aim.value):
                yield f"{one} has no observer, and map fire needs a point", POINT


def _left(ledger: Keeper, name: str, unit: Any) -> int:
    """How many of them are neither dead nor taken."""
    return int(unit.strength - ledger.value(name, "dead") - ledger.value(name, "captured"))


def _bar_to_zone(ledger: Keeper, plain: Mapping[str, Any]) -> Iterator[tuple[str, Source]]:
    """Whoever has no machine gun fires at one man of a section. Source: 145."""
    firers, targets = [
        [one for one in plain["names"].get(field, ()) if one in ledger.units] for field in ("firer", "target")
    ]
    many = [int(uncounted(said)[0] or 1) for said in _terms(plain.get("target", ""), len(targets))]
    kinds = [ledger.figure("weapons", row, "kind") for one in firers for row in ledger.units[one].stands_for]
    if targets and sum(many) > 1 and {*filter(None, kinds)} == {"small-arm"}:
        one = targets[0] if len(targets) > 1 else f"1x{targets[0]}"
        yield f"only a machine gun fires at several: fire {','.join(firers)} {one}", ZONE


def _burst_over(ledger: Keeper, gun: str) -> list[str]:
    """Those over whom its shells of this turn burst, once for each."""
    return [name for name in str(ledger.value(gun, "burst-over", "")).split(", ") if name]


def _win(ledger: Keeper, army: str, number: int) -> None:
    """The side that is an army has the initiative; of two, the other where one is known. Source: 9."""
    sides = [side for side in ledger.sides if army in (side.lower(), ledger.value(side, "army", ""))]
    unknown = [side for side in ledger.sides if not ledger.has(side, "army")]
    if not sides and len(ledger.sides) == 2 and len(unknown) == 1:
        sides = unknown
    for side in sides:
        ledger.begin(side, "initiative", 1, number)
    if ledger.sides and not sides:
        ledger.begin(GAME, "won-by", army, number)


def _aim_anew(ledger: Keeper, called: str) -> None:
    """Guns that are called to a new target keep only an aim that has a name. Source: 59, 251."""
    unit = ledger.member_called(called)
    for one in ledger.in_group(ledger.group_of(unit)) if unit else ():
        if not ledger.value(one.name, "aim", ""):
            for state in ("aim", "round", "on-target"):
                ledger.end(one.name, state)


def _lose_observer(ledger: Keeper, guns: str) -> None:
    """Guns without their observer keep no target. Source: 251."""
    ledger.end(guns, "observer")
    for one in ledger.in_group(guns):
        ledger.end(one.name, "on-target")


def _serve(ledger: Keeper, number: int) -> None:
    """A heavy weapon needs two men to serve it. Source: 86."""
    for weapon in dict.fromkeys(str(held.value) for (_, state), held in ledger.held.items() if state == "serves"):
        serving = [one for owner in _who_say(ledger, "serves", weapon) for one in _units_of(ledger, owner)]
        needed = ledger.figure("preparation", "carriers", "")
        if len([one for one in serving if not ledger.is_out(one)]) >= needed:
            ledger.end(weapon, "short-handed")
        elif weapon in ledger.units and not ledger.is_out(weapon) and not ledger.has(weapon, "short-handed"):
            ledger.begin(weapon, "short-handed", 1, number)


def _is_crewless(ledger: Keeper, vehicle: str, gone: Held) -> bool:
    """Whether all of a vehicle's crew are gone; one that limps on has its driver. Source: 293-338, 415."""
    crews = [ledger.figure("vehicles", row, "crew") or 0 for row in ledger.units[vehicle].stands_for]
    return not ledger.has(vehicle, "limps") and all(int(gone.value) >= crew for crew in crews)


def _who_say(ledger: Keeper, state: str, value: str) -> list[str]:
    """Those units and sections who have a state with a value: who are aboard a vehicle, who serve a weapon."""
    return [owner for (owner, name), held in ledger.held.items() if name == state and held.value == value]


def _units_of(ledger: Keeper, owner: str) -> list[str]:
    """A unit itself, or those of a section."""
    return [owner] if owner in ledger.units else [one.name for one in ledger.in_group(owner)]


def _number(said: Any) -> float:
    """A number that was typed; nought for what is none, and is refused later."""
    try:
        return float(said or 0)
    except (TypeError, ValueError):
        return 0


def _has_had_its_move(ledger: Keeper, side: str) -> bool:
    """Whether an army has moved this turn: it is the other's move, or all have moved. Source: 15-19."""
    if ledger.side:
        return side in ledger.sides and ledger.sides.index(side) < ledger.sides.index(ledger.side)
    return ledger.phase is not None and ledger.phase.name == "All other direct fire"


def _is_gun(ledger: Keeper, unit: str) -> bool:
    """Whether a unit is a gun on the ground, which never moves and fires in one turn. Source: 127."""
    rows = ledger.units[unit].stands_for if unit in ledger.units else ()
    guns = [row for row in rows if ledger.figure("weapons", row, "kind") == "gun"]
    return bool(guns) and not any(ledger.figure("vehicles", row, "crew") for row in rows)


def _rides(ledger: Keeper, unit: str) -> Held | None:
    """The move of the vehicle that a unit is or is aboard, if it moves. Source: 139, 172."""
    on_foot = any(ledger.stands_for(unit, row) for row in ("infantry", "infantry-weapon", "gun"))
    group = ledger.group_of(unit) if unit in ledger.units else unit
    vehicle = ledger.value(unit, "aboard", "") or ledger.value(group, "aboard", "")
    return ledger.has(vehicle if on_foot else unit, "moved")


def _terms(said: Any, many: int) -> list[str]:
    """The terms of a field as they were typed, one for each that it names; of a group's nothing is told apart."""
    texts = said if isinstance(said, (list, tuple)) else [str(said)]
    parts = [part.strip() for text in texts for part in text.split(",")]
    return parts if len(parts) == many else [""] * many


HOOK = SkirmishHook()
"""What the ruleset names."""
