"""What the states of the skirmish rules need beyond their data: men who are lost, sections, those aboard, aim.

Source: skirmish.txt 5, 9, 37, 47, 86, 99, 111-117, 151, 165-169, 183, 251, 281, 356, 415, 431-447.
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
from refcli.rulesets.skirmish.in_order import MISSIONS, bars_to, kinds_firing
from refcli.rulesets.skirmish.in_play import (
    TOWS,
    Bars,
    burst_over,
    grenades_over,
    has_had_its_move,
    is_heavy,
    is_no_vehicle,
    left,
    rides,
    terms,
    towing,
    units_of,
    vehicle_of,
    who_say,
)

INITIATIVE = Source(section="Initiative", lines="9, 13")
PINNED = Source(section="Hit Effect Table", lines="183")
LEADER = Source(section="Morale", lines="433")
OPPOSITION = Source(section="Sequence of play", lines="16-19")
ARRIVES = Source(section="Artillery and mortar fire; Fall of Shot", lines="207, 253")
RECOVERY = Source(section="Morale; Effects of bad morale", lines="436, 454")
TOWED = Source(section="Movement", lines="111-117")
GAIT = Source(section="Small Arms Table, Modifiers", lines="165, 168-169")
STILL = State("stationary", "unit", "has not moved", Source(section="Modifiers", lines="165, 356"))
DEFENDS = State("defends", "side", "the other army moves", Source(section="Visibility and terrain effects", lines="37"))
"""What the sequence of play tells of those who fire."""

ON_THE_MAP = "fires by the map: that fire was to be asked for last turn"
STAY = "{unit:has|have} {value:man|men} pinned: no move"
LOSSES = ("kill", "captured")

MAN = "man"
"""The row of men that are told of a unit: ``men=2``."""


class SkirmishHook(Hook):
    """The states of the skirmish rules."""

    def effect(self, ledger: Keeper, deed: Deed, effect: Mapping[str, Any]) -> None:
        """What one effect does to aim and cover, to those aboard what is lost, and to the section that it carried.

        Who gets into a vehicle is aboard. Source: 47, 88, 99, 251, 281, 447.
        """
        kind, unit = effect["kind"], ledger.unit_called(effect["unit"])
        if kind == "initiative":
            _win(ledger, effect["unit"], deed.number)
        if kind == "call":
            _aim_anew(ledger, effect["unit"])
            _leave_total_cover(ledger, effect.get("detail", ""), deed.number)
        if kind == "loaded":
            _get_out(ledger, unit or effect["unit"], deed.number)
        if unit is None:
            return
        aim = effect.get("detail", "")
        if kind == "round" and ledger.value(unit, "on-target", aim) != aim:
            ledger.end(unit, "on-target")
        if kind in ("bail-out", "destroyed", "wrecked"):
            for owner in who_say(ledger, "aboard", unit):
                ledger.end(owner, "aboard")
                for group in dict.fromkeys(ledger.group_of(one) for one in units_of(ledger, owner)):
                    for state in ("bailed-out", "check-due"):
                        ledger.begin(group, state, 1, deed.number)
        if kind == "loaded" and aim in ledger.units:
            ledger.begin(unit, "aboard", aim, deed.number)
            ledger.begin(aim, "loading", 1, deed.number)
        if kind == "stood" and deed.is_supplied("stationary", unit) and _may_yet_move(ledger, unit):
            ledger.end(unit, "stood")
            ledger.begin(unit, "stands-so-far", 1, deed.number)
        if kind in ("fired", "threw"):
            _leave_total_cover(ledger, unit, deed.number)
        if kind in ("destroyed", "wrecked"):
            for group in who_say(ledger, "transport", unit):
                ledger.begin(group, "transport-destroyed", 1, deed.number)

    def after(self, ledger: Keeper, deed: Deed) -> None:
        """Who is lost with the last of his men, what that means for his section, for guns and for heavy weapons."""
        if any(effect["kind"] in LOSSES for effect in deed.ruling["effects"]):
            for name in [name for name, unit in ledger.units.items() if left(ledger, name, unit) <= 0]:
                if not ledger.is_out(name):
                    gone = "prisoner" if ledger.value(name, "captured") else "lost"
                    ledger.begin(name, gone, 1, deed.number)
            self._sections(ledger, deed.number)
            _pin_the_living(ledger)
        led = Counter(map(ledger.unit_called, _killed(deed, "leader-killed")))
        for unit, many in led.items():
            if unit and many > 1:  # said of all who fell with him: the others are other ranks
                ledger.begin(ledger.group_of(unit), "killed", many - 1, deed.number)
        if deed.procedure == "fire" and deed.attempt:
            self._part_fired(ledger, deed)
        if deed.procedure == "move":
            _go_past_half(ledger, deed)
            _unhitch(ledger, deed)
        for gun in [name for name, field in deed.fields_of.items() if (deed.procedure, field) == ("burst", "weapon")]:
            under = [name for name, field in deed.fields_of.items() if field == "target"]
            if deed.attempt:
                ledger.end(gun, "burst-due")
            if deed.attempt and under:
                ledger.begin(gun, "burst-over", ", ".join((*burst_over(ledger, gun), *under)), deed.number)
        if deed.procedure == "burst" and deed.attempt and str(deed.given["weapon"]).partition("+")[0] == "grenade":
            _burst_grenade(ledger, deed)
        for (owner, state), held in list(ledger.held.items()):
            crewless = state == "crew-gone" and held.entry == deed.number and _is_crewless(ledger, owner, held)
            if crewless and not ledger.is_out(owner):
                ledger.begin(owner, "crewless", 1, deed.number)
            if state == "observer" and ledger.is_out(str(held.value)):
                _lose_observer(ledger, owner)
        _serve(ledger, deed.number)

    def by_hand(self, ledger: Keeper, name: str) -> None:
        """Who is said to have won is that army; a vehicle picks up whom it is said to carry; guns lose an observer.

        Nobody who fired or observed this turn is in total cover; a heavy weapon counts who serves it. Source: 9, 47,
        86, 99, 251.
        """
        if shown := _shown_by(ledger, name):
            _leave_total_cover(ledger, name, shown.entry)
        if ledger.has(name, "initiative") and (won := ledger.value(GAME, "won-by", "")):
            ledger.begin(name, "army", won, 0)
            ledger.end(GAME, "won-by")
        boarded = ledger.has(name, "aboard")
        if boarded and ledger.turn and boarded.turn == ledger.turn:
            ledger.begin(str(boarded.value), "loading", 1, 0)
        if ledger.is_out(str(ledger.value(name, "observer", ""))):
            _lose_observer(ledger, name)
        elif ledger.has(name, "observer"):
            ledger.end(name, "observer-lost")
        if name not in ledger.units or ledger.is_out(name):
            for owner in who_say(ledger, "observer", name):
                _lose_observer(ledger, owner)
        _serve(ledger, 0)

    def taken_back(self, ledger: Keeper, owner: str, state: str) -> None:
        """A heavy weapon counts anew who serves it. Source: 86."""
        _serve(ledger, 0)

    def asks_order(self, ledger: Keeper) -> bool:
        """The army with the initiative moves first or second, as it likes. Source: 9, 13."""
        return not ledger.has(GAME, "order-said") and any(ledger.has(side, "initiative") for side in ledger.sides)

    def ordered(self, ledger: Keeper) -> None:
        """What is said after the roll for initiative is what the army that won it chose. Source: 9, 13."""
        if self.asks_order(ledger):
            ledger.begin(GAME, "order-said", 1, 0)

    def moment(self, ledger: Keeper, edge: str, phase: str, turn_too: bool) -> None:
        """Men count that the referee took off by hand: to serve a weapon, and before morale is checked."""
        _pin_the_living(ledger)
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
        for name, said in zip(names, terms(deed.given["firer"], len(names)), strict=True):
            count, weapon = uncounted(re.split("[+/]", said)[0])
            if name in shot and _each_has(ledger, name, weapon):
                now[name] += int(count or 1)
        for name, many in now.items():
            before = ledger.value(name, "part-fired")
            if before:
                ledger.begin(name, "fired", "", deed.number)
            ledger.end(name, "part-fired")
            if before + many < left(ledger, name, ledger.units[name]) - ledger.value(name, "pinned"):
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

    def is_of_each(self, ledger: Keeper, unit: str, condition: str) -> bool:
        """One man leads a section; which one, the players say. Source: 433."""
        return condition != "leader" or ledger.units[unit].strength == 1

    def is_done_by_each(self, procedure: str, field: str) -> bool:
        """Everybody has a move of his own, and his own grenade. Source: 63-68, 86, 187."""
        return (procedure, field) in (("move", "mover"), ("grenade", "thrower"))

    def means_one(self, ledger: Keeper, plain: Mapping[str, Any], field: str) -> bool:
        """Whoever has no machine gun fires at one man of a section. Source: 145."""
        kinds = kinds_firing(ledger, plain) if field == "target" and "firer" in plain["names"] else set()
        return bool(kinds) and "machine-gun" not in kinds

    def gives(
        self, ledger: Keeper, procedure: str, plain: Mapping[str, Any], field: str, unit: str
    ) -> Iterator[tuple[str, int, Held]]:
        """Who stands, defends or rides as he fires; how many are aboard what is hit."""
        if field == "firer" and procedure == "fire" and ledger.turn:
            side = ledger.side_of(unit)
            stands = has_had_its_move(ledger, side) or is_heavy(ledger, unit) or _may_yet_move(ledger, unit)
            if stands and not ledger.has(unit, "moved") and not rides(ledger, unit):
                yield "stationary", 1, Held(STILL)
            if ledger.side and side and side != ledger.side and "through-smoke" in plain["conditions"]:
                yield "defensive", 1, Held(DEFENDS)
        if field == "firer" and (vehicle := rides(ledger, unit)):
            yield "from-vehicle", 1, vehicle
        if field == "target":
            aboard = [held for (_, name), held in ledger.held.items() if name == "aboard" and held.value == unit]
            riding = [one for owner in who_say(ledger, "aboard", unit) for one in units_of(ledger, owner)]
            men = sum([left(ledger, one, ledger.units[one]) for one in riding])
            if men:
                yield "aboard", men, aboard[0]

    def due(self, ledger: Keeper, phase: str, side: str) -> Iterator[tuple[str, Source]]:
        """Who moves first where nobody said; who did not try to recover. Source: 9-16, 436, 454."""
        for one in ledger.sides if phase == "Radio communications" and self.asks_order(ledger) else ():
            if ledger.has(one, "initiative"):
                asked = fill("{unit:moves|move} first or second? sides FIRST SECOND says so", {"unit": Proper(one)})
                yield f"{one} {asked}", INITIATIVE
        won = any(ledger.has(one, "initiative") for one in ledger.sides)
        unsaid = self.asks_order(ledger) or (ledger.turn == 1 and not won)
        if phase == "Movement" and unsaid and ledger.sides[1:] and side == ledger.sides[0]:
            yield (
                f"{side} moves first, as nobody said otherwise: sides {' '.join([*ledger.sides[1:], side])}",
                INITIATIVE,
            )
        for (section, state), held in ledger.held.items() if phase == "Initiative" else ():
            if state == "failed" and held.turn < ledger.turn - 1 and not ledger.is_out(section):
                yield f"{section} did not check last turn, to recover: morale {section}", RECOVERY

    def at_once(self, ledger: Keeper, deed: Deed) -> Iterator[tuple[str, Source]]:
        """Who of a section stays behind; which of the sides in play has the initiative. Source: 9, 13, 183."""
        for name in deed.fields_of if deed.procedure == "move" and deed.attempt else ():
            for one in units_of(ledger, name):
                if pinned := ledger.value(one, "pinned"):
                    yield f"{one} {fill(STAY, {'unit': Proper(one), 'value': pinned})}", PINNED
                if told := _moved_after_shot(ledger, one):
                    yield f"{one} {told}", GAIT if ledger.has(one, "gait") else STILL.source
        if deed.procedure == "move":
            for gun in [one for one in deed.fields_of if _hitches_up(ledger, one, deed.number)]:
                yield f"what tows {gun}? set VEHICLE tows {gun}", TOWED
        for name in dict.fromkeys(filter(None, map(ledger.unit_called, _killed(deed, "kill")))):
            led = "leader" in ledger.units[name].conditions and not _killed(deed, "leader-killed")
            if led and ledger.units[name].strength > 1 and not ledger.has(ledger.group_of(name), "leader-dead"):
                yield f"was it the leader of {name} who fell? +leader", LEADER
        for name, field in deed.fields_of.items() if deed.procedure == "fire" and ledger.side else ():
            stays = field == "target" and ledger.side_of(name) == ledger.side and name in ledger.units
            stays = stays and not ledger.is_out(name)
            if stays and not (
                ledger.has(name, "moved") or rides(ledger, name) or deed.is_stated("crossing-sight", name)
            ):
                said = "{unit:has|have} not moved: the other army fires at what moves, at any other later"
                yield f"{name} {fill(said, {'unit': Proper(name)})}", OPPOSITION
        for name, field in deed.fields_of.items() if deed.procedure in MISSIONS and deed.attempt else ():
            if field == "guns" and deed.is_stated("map-fire", name) and ledger.value(name, "round") == 1:
                yield f"{name} {ON_THE_MAP}", ARRIVES
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

    def bars(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Bars:
        """What may not be done now, in a turn."""
        return bars_to(ledger, procedure, plain) if ledger.turn else iter(())


def _killed(deed: Deed, kind: str) -> list[str]:
    """The units of which men fell by a ruling, by the kind of the effect, once for each time that it tells so."""
    return [effect["unit"] for effect in deed.ruling["effects"] if effect["kind"] == kind]


def _win(ledger: Keeper, army: str, number: int) -> None:
    """The side that is an army has the initiative; of two, the other where one is known. Source: 9."""
    sides = [side for side in ledger.sides if _army_of(ledger, side) == army]
    unknown = [side for side in ledger.sides if not _army_of(ledger, side)]
    if not sides and len(ledger.sides) == 2 and len(unknown) == 1:
        sides = unknown
    for side in sides:
        ledger.begin(side, "initiative", 1, number)
    if ledger.sides and not sides:
        ledger.begin(GAME, "won-by", army, number)


def _army_of(ledger: Keeper, side: str) -> str:
    """The army that a side is, as was said of it or by its name; empty where neither tells. Source: 9."""
    return str(ledger.value(side, "army", ledger.figure("armies", side.lower(), "army") or ""))


def _each_has(ledger: Keeper, unit: str, weapon: str) -> bool:
    """Whether each man of a unit has a weapon: so many, or one that is told of riflemen. Source: 5, 151."""
    told = [(row, many) for row, many in ledger.units[unit].rows if ledger.figure("weapons", row, "kind")]
    alike = ledger.figure("weapons", weapon, "kind") == "small-arm" and told == [(weapon, 1)]
    return alike or (weapon, ledger.units[unit].strength) in told


def _hitches_up(ledger: Keeper, gun: str, number: int) -> bool:
    """Whether a gun is hitched up by a ruling, and to nothing yet. Source: 117."""
    hitched = ledger.has(gun, "hitched")
    return hitched is not None and hitched.entry == number and not towing(ledger, gun)


def _unhitch(ledger: Keeper, deed: Deed) -> None:
    """A gun that is unhitched hangs on nothing; it is made ready, whichever of the two was named. Source: 115."""
    from refcli.rulesets.skirmish.preparation import TASKS

    busy = [effect for effect in deed.ruling["effects"] if effect["kind"] == "busy"]
    named = [ledger.unit_called(effect["unit"]) for effect in busy if effect.get("detail") == TASKS["unhitch"]]
    for name in filter(None, named):
        for state in TOWS:
            gun = str(ledger.value(name, state, ""))
            if gun in ledger.units:
                ledger.end(gun, "hitched")
                ledger.begin(gun, "busy", sum([effect["amount"] for effect in busy]), deed.number)
            ledger.end(name, state)
        for tug in towing(ledger, name):
            for state in TOWS:
                ledger.end(tug, state)


def _aim_anew(ledger: Keeper, called: str) -> None:
    """Guns that are called to a new target keep only an aim that has a name. Source: 59, 251."""
    unit = ledger.member_called(called)
    for one in ledger.in_group(ledger.group_of(unit)) if unit else ():
        if not ledger.value(one.name, "aim", ""):
            for state in ("aim", "round", "on-target"):
                ledger.end(one.name, state)


def _burst_grenade(ledger: Keeper, deed: Deed) -> None:
    """Keep over whom a grenade burst, once for each man. Source: 187."""
    names, over = deed.given.get("names", {}).get("target", []), grenades_over(ledger)
    for name, said in zip(names, terms(deed.given["target"], len(names)), strict=True):
        over += [name] * int(uncounted(said)[0] or 1)
    ledger.begin(GAME, "grenades-over", ", ".join(filter(None, over)), deed.number)


def _get_out(ledger: Keeper, who: str, number: int) -> None:
    """A unit or a whole section leaves its vehicle; the others of a section stay aboard. Source: 88, 99."""
    group = ledger.group_of(who) if who in ledger.units else who
    leaving = {one: vehicle for one in units_of(ledger, who) if (vehicle := vehicle_of(ledger, one))}
    if whole := ledger.has(group, "aboard"):
        ledger.end(group, "aboard")
        for one in units_of(ledger, group):
            ledger.begin(one, "aboard", whole.value, number)
    for one, vehicle in leaving.items():
        ledger.end(one, "aboard")
        ledger.begin(vehicle, "loading", 1, number)


def _go_past_half(ledger: Keeper, deed: Deed) -> None:
    """A vehicle that went more than half of what it might, and did not load, does not load this turn. Source: 99."""
    moves = {kind: [one for one in deed.ruling["effects"] if one["kind"] == kind] for kind in ("may-move", "moved")}
    gone = {one["unit"]: one["amount"] for one in moves["moved"]}
    for may in moves["may-move"]:
        name = ledger.unit_called(may["unit"])
        loads = name and (ledger.has(name, "loading") or deed.is_stated("load", name))
        far = 2 * gone.get(may["unit"], may["amount"]) > may["amount"]
        if name and far and not loads and not is_no_vehicle(ledger, name):
            ledger.begin(name, "past-half", 1, deed.number)


def _lose_observer(ledger: Keeper, guns: str) -> None:
    """Guns without their observer keep no target, and are observed by nobody until another calls. Source: 59, 251."""
    held = ledger.has(guns, "observer")
    ledger.begin(guns, "observer-lost", str(held.value) if held else "", held.entry if held else 0)
    ledger.end(guns, "observer")
    for one in ledger.in_group(guns):
        ledger.end(one.name, "on-target")


def _shown_by(ledger: Keeper, name: str) -> Held | None:
    """What somebody did this turn that nobody does in total cover: he fired, threw or called for fire. Source: 47."""
    shots = [
        held
        for (owner, state), held in ledger.held.items()
        if owner.partition("/")[0] == name and state in ("fired", "part-fired", "threw")
    ]
    calls = [called for guns in who_say(ledger, "observer", name) if (called := ledger.has(guns, "called"))]
    return next(iter((*shots, *calls)), None)


def _moved_after_shot(ledger: Keeper, man: str) -> str:
    """What a move changes of the shot fired before it this turn; empty for nothing. Source: 165-169, 356."""
    fired, gait = ledger.has(man, "fired"), ledger.has(man, "gait") or ledger.has(man, "moved")
    if not (fired and gait and fired.entry < gait.entry):
        return ""
    counts = [f"{gait.value} counts"] if gait.value in ("walking", "running") else []
    counts += [f"{STILL.name} does not"] if ledger.has(man, "stands-so-far") else []
    return f"fired before (ruling {fired.entry}): in that shot {', '.join(counts)}" if counts else ""


def _may_yet_move(ledger: Keeper, unit: str) -> bool:
    """Whether somebody fires in his own Movement: as one who stands still until he moves. Source: 15-21, 165, 356."""
    return bool(ledger.side) and ledger.side_of(unit) == ledger.side and not is_heavy(ledger, unit)


def _leave_total_cover(ledger: Keeper, name: str, number: int) -> None:
    """Whoever fires or observes from total cover is in hard cover from then on. Source: 47."""
    if ledger.value(name, "cover", "") == "total":
        ledger.begin(name, "cover", "hard", number)


def _pin_the_living(ledger: Keeper) -> None:
    """No more men are pinned than are left: one of them may have suffered several near misses. Source: 183."""
    for (name, state), held in list(ledger.held.items()):
        if state == "pinned" and name in ledger.units and int(held.value) > left(ledger, name, ledger.units[name]):
            ledger.end(name, "pinned")
            ledger.begin(name, "pinned", left(ledger, name, ledger.units[name]), held.entry)


def _serve(ledger: Keeper, number: int) -> None:
    """A heavy weapon needs two men to serve it, whether they are units of their own or the crew it has. Source: 86."""
    needed = ledger.figure("preparation", "carriers", "")
    served = [str(held.value) for (_, state), held in ledger.held.items() if state == "serves"]
    for weapon in dict.fromkeys([*served, *(name for name in ledger.units if _has_crew(ledger, name, needed))]):
        serving = [one for owner in who_say(ledger, "serves", weapon) for one in units_of(ledger, owner)]
        serving += [weapon] if _has_crew(ledger, weapon, needed) else []
        if sum(left(ledger, one, ledger.units[one]) for one in serving if not ledger.is_out(one)) >= needed:
            ledger.end(weapon, "short-handed")
        elif weapon in ledger.units and not ledger.is_out(weapon) and not ledger.has(weapon, "short-handed"):
            ledger.begin(weapon, "short-handed", 1, number)


def _has_crew(ledger: Keeper, weapon: str, needed: int) -> bool:
    """Whether it was told of a heavy weapon how many men are with it: ``men=1``, or as many as it needs and more."""
    unit = ledger.units.get(weapon)
    return unit is not None and is_heavy(ledger, weapon) and (MAN in dict(unit.rows) or unit.strength >= needed)


def _is_crewless(ledger: Keeper, vehicle: str, gone: Held) -> bool:
    """Whether all of a vehicle's crew are gone; one that limps on has its driver. Source: 293-338, 415."""
    crews = [ledger.figure("vehicles", row, "crew") or 0 for row in ledger.units[vehicle].stands_for]
    return not ledger.has(vehicle, "limps") and all(int(gone.value) >= crew for crew in crews)


HOOK = SkirmishHook()
"""What the ruleset names."""
