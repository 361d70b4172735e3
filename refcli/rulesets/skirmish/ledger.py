"""What the states of the skirmish rules need beyond their data: men who are lost, sections, those aboard, aim.

Source: skirmish.txt 5, 9, 37, 47, 86, 99, 111-117, 151, 165-169, 183, 251, 281, 356, 415, 431-447.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Hook, Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import of
from refcli.core.states import GAME, Held, State
from refcli.rulesets.skirmish.armies import win
from refcli.rulesets.skirmish.idle import is_idle
from refcli.rulesets.skirmish.in_order import bars_to
from refcli.rulesets.skirmish.in_play import (
    HEAVY,
    burst_over,
    carried_weapon,
    carries_gun,
    cover_aboard,
    has_had_its_move,
    is_crewless,
    is_grenade,
    is_heavy,
    killed_by,
    leaves_wood_as_it_came,
    left,
    men_of,
    rides,
    units_that_say,
    vehicle_row,
    who_say,
)
from refcli.rulesets.skirmish.moves import count_move, disembark, pushes
from refcli.rulesets.skirmish.never import carried_for, never
from refcli.rulesets.skirmish.observers import (
    CALLS,
    aim_anew,
    asks_point,
    count_on_target,
    fire_as_called,
    fire_directly,
    guns_on_target,
    lose_observer,
)
from refcli.rulesets.skirmish.riders import hit_riders, is_told_of_transport, name_rider
from refcli.rulesets.skirmish.said_by_hand import bring_back, denied
from refcli.rulesets.skirmish.sections import (
    check_without_leader,
    count_by_hand,
    count_no_more,
    count_the_lost,
    lose_the_last,
    men_lost,
    pin_the_living,
    take_the_pinned,
)
from refcli.rulesets.skirmish.served import forget_who_served, leave_behind, serve, unhitch
from refcli.rulesets.skirmish.shots_fired import (
    STILL,
    burst_grenade,
    count_who_fired,
    know_what_all_fired_at,
    leave_total_cover,
    may_yet_move,
    must_go_back,
    shown_by,
    stands_up,
)
from refcli.rulesets.skirmish.shots_in_order import MISSIONS, SHOTS, check_fires_itself, kinds_firing
from refcli.rulesets.skirmish.sp_guns import is_sp_gun, stand_ready
from refcli.rulesets.skirmish.stated_of_kind import never_stated
from refcli.rulesets.skirmish.told_at_once import told_of
from refcli.rulesets.skirmish.told_besides import told_besides, told_of_duty

INITIATIVE = Source(section="Initiative", lines="9, 13")
RECOVERY = Source(section="Morale; Effects of bad morale", lines="436, 454")
DEFENDS = State("defends", "side", "the other army moves", Source(section="Visibility and terrain effects", lines="37"))
"""What the sequence of play tells of those who fire."""

WENT = ("moved", "rammed", "rode")
"""The states of who has moved this turn, or was carried."""

MAY_NOT_MOVE = ("immobilised", "halted", "leaderless-halt")
"""The states of who does not move this turn, whoever's movement it is. Source: 165, 411, 440, 454."""

COVERS = {"soft-cover", "hard-cover", "total-cover"}
"""What may be said of cover."""

LOSSES = ("kill", "captured")
BEFALL = (*LOSSES, "leader-killed", "near-miss")
"""What befalls men."""

BARRAGE = "Indirect artillery and mortar fire"
"""The phase in which guns fire as they were called."""

PASSED = {"Morale": ("burst-due", "grenade-due"), "Initiative": ("pinned", "aboard-pinned")}
"""The states that a phase reminds of where the game jumps past it as well."""

CARRIED_FOR = (("fire", "firer"), ("penetrate", "firer"), ("grenade", "thrower"))
"""The fields of who fires or throws what he carries."""

AT_MEN = (("fire", "target"), ("capture", "captive"), ("capture", "captor"))
"""The fields in which a team with a heavy weapon is its men. Source: 141, 462."""

AS_MEN = (*AT_MEN, ("move", "mover"), ("burst", "target"), ("ram", "target"))
"""The fields in which a team that lost its weapon is its men. Source: 131, 137, 141."""

AS_WEAPON = (("move", "mover"), ("ram", "target"))
"""The fields in which a team with a heavy weapon is that weapon. Source: 72, 86, 131."""

AS_VEHICLE = ("mover", "rammer", "target", "vehicle")
"""The fields in which a vehicle is one, and not the weapon that it was added with. Source: 293-338."""


class SkirmishHook(Hook):
    """The states of the skirmish rules."""

    lifts = ("map-fire", "close-down", "load")

    def effect(self, ledger: Keeper, deed: Deed, effect: Mapping[str, Any]) -> None:
        """What one effect does to aim and cover, and to the section that a vehicle carried.

        Who gets into a vehicle is aboard. Source: 47, 88, 99, 251, 447.
        """
        kind, unit = effect["kind"], ledger.unit_called(effect["unit"])
        if kind == "initiative":
            win(ledger, effect["unit"], deed.number)
        if kind in CALLS:
            aim_anew(ledger, effect["unit"])
            leave_total_cover(ledger, effect.get("detail", ""), deed.number)
        if kind == "loaded":
            disembark(ledger, unit or effect["unit"], deed.number)
        if kind == "run":
            leave_behind(ledger, ledger.group_of(unit) if unit else effect["unit"])
        if unit is None:
            return
        detail = effect.get("detail", "")
        if kind == "round" and ledger.value(unit, "on-target", detail) != detail:
            ledger.end(unit, "on-target")
        if kind == "loaded" and detail in ledger.units:
            ledger.begin(unit, "aboard", detail, deed.number)
            ledger.begin(detail, "loading", 1, deed.number)
        if kind == "stood" and deed.is_supplied("stationary", unit) and may_yet_move(ledger, unit):
            ledger.end(unit, "stood")
            ledger.begin(unit, "stands-so-far", 1, deed.number)
        as_one_who_stands = deed.is_stated("stationary", unit) or deed.is_supplied("stationary", unit)
        if kind == "stood" and carries_gun(ledger, unit) and not as_one_who_stands:
            ledger.end(unit, "stood")
        if kind == "stood" and any(ledger.has(unit, one) for one in WENT):  # a shot that the referee overruled for
            ledger.end(unit, "stood")
        if is_sp_gun(ledger, unit):
            stand_ready(ledger, unit, effect, deed.number)
        if kind in ("fired", "threw"):
            leave_total_cover(ledger, unit, deed.number)
        if kind in ("destroyed", "wrecked"):
            for group in who_say(ledger, "transport", unit):
                ledger.begin(group, "transport-destroyed", 1, deed.number)

    def falls_on_men(self, effect: Mapping[str, Any]) -> bool:
        """Who is dead or taken suffers no more from a shot at him whose dice fall later. Source: 174-181, 433, 462."""
        return effect["kind"] in BEFALL

    def after(self, ledger: Keeper, deed: Deed) -> None:
        """Who is lost with the last of his men, what that means for his section, for guns and for heavy weapons."""
        riders_fell = hit_riders(ledger, deed)
        if riders_fell or any(effect["kind"] in LOSSES for effect in deed.ruling["effects"]):
            fell = {owner for state in ("dead", "captured") for owner, _ in ledger.named(state)}
            for name in [unit for unit in ledger.units if unit in fell]:
                lose_the_last(ledger, name, deed.number)
            count_the_lost(ledger, deed.number)
            take_the_pinned(ledger, deed)
        pin_the_living(ledger)
        led = Counter(map(ledger.unit_called, killed_by(deed, "leader-killed")))
        for unit, many in led.items():
            if unit and many > 1:  # said of all who fell with him: the others are other ranks
                ledger.begin(ledger.group_of(unit), "killed", many - 1, deed.number)
        if deed.procedure in SHOTS and deed.attempt:
            count_who_fired(ledger, deed)
        if deed.procedure in MISSIONS:
            count_on_target(ledger, deed)
            fire_as_called(ledger, deed)
            fire_directly(ledger, deed)
        if deed.procedure == "move":
            count_move(ledger, deed)
            unhitch(ledger, deed)
        for gun in [name for name, field in deed.fields_of.items() if (deed.procedure, field) == ("burst", "weapon")]:
            under = [name for name, field in deed.fields_of.items() if field == "target"]
            if deed.attempt:
                ledger.end(gun, "burst-due")
            if deed.attempt and under:
                ledger.begin(gun, "burst-over", ", ".join((*burst_over(ledger, gun), *under)), deed.number)
        if deed.procedure == "burst" and deed.attempt and is_grenade(deed.given):
            burst_grenade(ledger, deed)
        for owner, held in ledger.named("crew-gone"):
            if held.entry == deed.number and is_crewless(ledger, owner) and not ledger.is_out(owner):
                ledger.begin(owner, "crewless", 1, deed.number)
        for owner, held in ledger.named("observer"):
            if ledger.is_out(str(held.value)):
                lose_observer(ledger, owner)
        serve(ledger, deed.number)

    def added(self, ledger: Keeper, name: str) -> None:
        """Men who come into play dead count for their section; what a vehicle carries is on it. Source: 309, 446."""
        if vehicle_row(ledger, name) and any(ledger.stands_for(name, row) for row in HEAVY):
            ledger.begin(name, "mounted", 1, 0)
        if carried_weapon(ledger, name) and men_of(ledger, name):
            ledger.begin(name, "manned", 1, 0)
        count_by_hand(ledger, name)

    def by_hand(self, ledger: Keeper, name: str) -> None:
        """Who is said to have won is that army; a vehicle picks up whom it is said to carry; guns lose an observer.

        Nobody who fired or observed this turn is in total cover; a heavy weapon counts who serves it. Source: 9, 47,
        86, 99, 183, 251, 433-446.
        """
        check_without_leader(ledger, name)
        if name in ledger.units:
            count_by_hand(ledger, name)
            name_rider(ledger, name)
        lose_the_last(ledger, name, 0)
        if ledger.has(name, "runs"):
            leave_behind(ledger, name)
        if shown := shown_by(ledger, name):
            leave_total_cover(ledger, name, shown.entry)
        for other in ledger.sides if name in ledger.sides and ledger.has(name, "initiative") else ():
            if other != name:
                ledger.end(other, "initiative")
        if ledger.has(name, "initiative") and (won := ledger.value(GAME, "won-by", "")):
            ledger.begin(name, "army", won, 0)
            ledger.end(GAME, "won-by")
        boarded = ledger.has(name, "aboard")
        if boarded and ledger.turn and boarded.turn == ledger.turn:
            ledger.begin(str(boarded.value), "loading", 1, 0)
        if ledger.is_out(str(ledger.value(name, "observer", ""))):
            lose_observer(ledger, name)
        elif ledger.has(name, "observer"):
            ledger.end(name, "observer-lost")
        if name not in ledger.units or ledger.is_out(name):
            for owner in who_say(ledger, "observer", name):
                lose_observer(ledger, owner)
        serve(ledger, 0)

    def denies(self, ledger: Keeper, owner: str, state: str, value: Any) -> Sentences:
        """More men than there are, and who cannot carry, be towed or observe. Source: 5, 59, 88, 111-113."""
        return denied(ledger, owner, state, value)

    def taken_back(self, ledger: Keeper, owner: str, state: str) -> None:
        """A heavy weapon counts anew who serves it; who has not moved has all of his move. Source: 63, 86."""
        for one in ("gone", "move-left") if state == "moved" else ():
            ledger.end(owner, one)
        for one in units_that_say(ledger, "aboard", owner) if state == "moved" else ():
            ledger.end(one, "rode")
        bring_back(ledger, owner, state)
        count_no_more(ledger, owner, state)
        if state == "serves":
            forget_who_served(ledger)
        serve(ledger, 0)

    def asks_order(self, ledger: Keeper) -> bool:
        """The army with the initiative moves first or second; before the battle it is agreed. Source: 9, 13."""
        if not ledger.turn:
            return not ledger.has(GAME, "order-agreed")
        return not ledger.has(GAME, "order-said") and any(ledger.has(side, "initiative") for side in ledger.sides)

    def ordered(self, ledger: Keeper) -> None:
        """What is said after the roll for initiative the army that won it chose; before the battle it is agreed.

        Source: 9, 13.
        """
        if not ledger.turn:
            ledger.begin(GAME, "order-agreed", 1, 0)
        elif self.asks_order(ledger):
            ledger.begin(GAME, "order-said", 1, 0)

    def moment(self, ledger: Keeper, edge: str, phase: str, turn_too: bool) -> None:
        """Men count that the referee took off by hand: to serve a weapon, and before morale is checked.

        At what they all fired they fire again next turn. Source: 86, 166, 434.
        """
        pin_the_living(ledger)
        if edge == "end" and turn_too:
            know_what_all_fired_at(ledger)
        if edge == "start":
            serve(ledger, 0)
            if phase == "Morale":
                count_the_lost(ledger, 0)

    def is_of_each(self, ledger: Keeper, unit: str, condition: str) -> bool:
        """One man leads a section; which one, the players say. Source: 433."""
        return condition != "leader" or ledger.units[unit].strength == 1

    def is_done_by_each(self, procedure: str, field: str) -> bool:
        """Everybody has a move of his own, and his own grenade. Source: 63-68, 86, 187."""
        return (procedure, field) in (("move", "mover"), ("grenade", "thrower"))

    def stands_as(self, ledger: Keeper, procedure: str, field: str, unit: str) -> str:
        """A team moves as the HMG or mortar that it carries, and its men are fired at and captured; a vehicle is one.

        In which order these were said is all one. Raises Refused for a mortar that is to fire as small arms do.
        Source: 72, 86, 141, 207, 462.
        """
        if procedure in SHOTS and field == "firer":
            check_fires_itself(ledger, unit)
        if (procedure, field) in CARRIED_FOR and unit in ledger.units:
            return carried_for(ledger, procedure, unit)
        if field in AS_VEHICLE and (vehicle := vehicle_row(ledger, unit)):
            return vehicle
        if ledger.has(unit, "weapon-lost") and (procedure, field) in AS_MEN:
            return men_of(ledger, unit)
        if (procedure, field) in AS_WEAPON and carried_weapon(ledger, unit):
            return "infantry-weapon"
        return men_of(ledger, unit) if (procedure, field) in AT_MEN and carried_weapon(ledger, unit) else ""

    def means_one(self, ledger: Keeper, plain: Mapping[str, Any], field: str) -> bool:
        """Whoever has no machine gun fires at one man of a section. Source: 145."""
        kinds = kinds_firing(ledger, plain) if field == "target" and "firer" in plain[NAMES] else set()
        return bool(kinds) and "machine-gun" not in kinds

    def is_about_lost(self, procedure: str, plain: Mapping[str, Any], field: str) -> bool:
        """A crew leaves its wreck, and a tank pushes one off the road. Source: 129, 133, 201, 413-417."""
        return (procedure, field) == ("escape", "target") or (field == "vehicle" and pushes(plain))

    def gives(
        self, ledger: Keeper, procedure: str, plain: Mapping[str, Any], field: str, unit: str
    ) -> Iterator[tuple[str, int, Held]]:
        """Who stands, defends or rides as he fires; how many guns are on target, and men aboard what is hit."""
        if field == "firer" and procedure == "fire" and ledger.turn:
            side = ledger.side_of(unit)
            never_moves = is_heavy(ledger, unit) or any(ledger.any_has(unit, state) for state in MAY_NOT_MOVE)
            stands = has_had_its_move(ledger, side) or never_moves or may_yet_move(ledger, unit)
            must_go = None if is_heavy(ledger, unit) else must_go_back(ledger, unit)
            if must_go and must_go.state.name == "runs":
                yield "running", 1, must_go
            elif stands and not (must_go or any(map(partial(ledger.has, unit), WENT)) or rides(ledger, unit)):
                yield "stationary", 1, Held(STILL)
            if ledger.side and side and side != ledger.side and "through-smoke" in plain["conditions"]:
                yield "defensive", 1, Held(DEFENDS)
        if field == "mover" and (prone := stands_up(ledger, unit, plain)):
            yield "stand-up", 1, prone
        if field == "firer" and (vehicle := rides(ledger, unit)) and not carries_gun(ledger, unit):
            yield "from-vehicle", 1, vehicle
        if field == "guns" and (some := guns_on_target(ledger, unit, plain)):
            yield "guns-on-target", int(some.value), some
        if field == "target":
            aboard = [held for _, held in ledger.named("aboard") if held.value == unit]
            men = sum([left(ledger, one, ledger.units[one]) for one in units_that_say(ledger, "aboard", unit)])
            if men:
                yield "aboard", men, aboard[0]
            aboard_it = ledger.has(unit, "aboard") or ledger.has(ledger.group_of(unit), "aboard")
            if aboard_it and (cover := cover_aboard(ledger, unit)) and not COVERS & {*plain["conditions"]}:
                yield cover, 1, aboard_it
            if gone := ledger.has(unit, "crew-gone"):
                yield "crew-gone", int(gone.value), gone

    def due(self, ledger: Keeper, phase: str, side: str) -> Sentences:
        """Who moves first where nobody said; guns to be told a point; who did not try to recover.

        Source: 9-16, 207, 253, 436, 454.
        """
        for one in ledger.sides if phase == "Radio communications" and self.asks_order(ledger) else ():
            if ledger.has(one, "initiative"):
                yield of(one, "{unit:moves|move} first or second? sides FIRST SECOND says so"), INITIATIVE
        if phase == "Movement" and ledger.sides[1:] and side == ledger.sides[0]:
            first, then = of(side, "{unit:moves|move} first"), " ".join(ledger.sides[1:])
            won = any(ledger.has(one, "initiative") for one in ledger.sides)
            agreed = won or ledger.has(GAME, "order-agreed")
            unsaid = self.asks_order(ledger) or (ledger.turn == 1 and not agreed)
            said = f"as nobody said otherwise: sides {then} {side}" if unsaid else f"then {then}"
            yield f"{first}, {said}", INITIATIVE
        if phase == "All other direct fire":
            yield from told_of_duty(ledger)
        for guns, held in ledger.named("ready") if phase == BARRAGE else ():
            if asks_point(ledger, guns) and side in ("", ledger.side_of(guns)):
                yield of(guns, f"{held.state.reminds[BARRAGE]} -p POINT"), held.state.source
        for section, held in ledger.named("failed") if phase == "Initiative" else ():
            if held.turn < ledger.turn - 1 and not ledger.is_out(section):
                yield f"{section} did not check last turn, to recover: morale {section}", RECOVERY

    def is_not_due(self, ledger: Keeper, owner: str, state: str) -> bool:
        """Who goes on through a wood, guns whose ammunition is lost or who ask for a point, and what is known.

        Source: 49, 57, 109, 119, 123, 253, 447.
        """
        if state == "message":
            sent = ledger.has(owner, "message")
            return sent is not None and sent.turn == ledger.turn
        if state == "supplied-by":
            return bool(ledger.is_out(str(ledger.value(owner, "supplied-by", ""))))
        if state == "ride-lost":
            return is_told_of_transport(ledger, owner)
        if state == "check-due":
            return ledger.has(owner, "failed") is not None
        if state == "ready":
            return asks_point(ledger, owner)
        return state == "in-wood" and not leaves_wood_as_it_came(ledger, owner)

    def is_occupied(self, ledger: Keeper, unit: str, acted: Collection[str]) -> bool:
        """Who is pinned, guards prisoners, serves a weapon that fired, or was called. Source: 59, 86, 183, 462."""
        group = ledger.group_of(unit)
        serves = {str(ledger.value(owner, "serves", "")) for owner in (unit, group)}
        pinned = 0 < left(ledger, unit, ledger.units[unit]) <= ledger.value(unit, "pinned")
        return bool(pinned or ledger.has(unit, "guards") or ledger.has(group, "called") or serves & {*acted})

    def passed(self, ledger: Keeper, phase: str, to: str) -> Sentences:
        """Shells and grenades on their target, where the game jumps past the end of the turn, and who is pinned then.

        Source: 183, 187, 255-257, 462.
        """
        for (owner, state), held in ledger.held.items():
            if state in PASSED.get(phase, ()) and not (ledger.is_out(owner) or ledger.has(GAME, f"hide-{state}")):
                yield of(owner, held.state.reminds[phase], value=held.value), held.state.source

    def at_once(self, ledger: Keeper, deed: Deed) -> Sentences:
        """What a ruling leaves to be said or asked, and which of the sides in play has the initiative. Source: 9."""
        yield from told_of(ledger, deed)
        yield from told_besides(ledger, deed)
        if deed.procedure == "initiative" and (won := ledger.value(GAME, "won-by", "")):
            said = " or ".join([f"set {side} initiative" for side in ledger.sides])
            yield f"which side is {won.capitalize()}? {said}", INITIATIVE

    def losses(self, ledger: Keeper, side: str) -> str:
        """How many men of a side on foot are dead or taken prisoner. Source: 5, 174-181, 462."""
        return men_lost(ledger, side)

    def whom(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """The only section that has to check its morale. Source: 431-436."""
        due = {owner for owner, name in ledger.held if name in ("check-due", "failed")}
        waiting = [owner for owner in due if not ledger.has(owner, "tested")]
        if procedure == "morale" and len(waiting) == 1:
            yield "section", waiting[0]

    def fills(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, Any, Held]]:
        """The turns without a leader, and the round that guns fire at the same point. Source: 251, 440."""
        named = [one for names in plain[NAMES].values() for one in names if one]
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

    def bars(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
        """What a unit never does; what may not be done now, in a turn."""
        yield from never(ledger, procedure, plain)
        yield from never_stated(ledger, procedure, plain)
        if ledger.turn:
            yield from bars_to(ledger, procedure, plain)

    def is_idle(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any], field: str, condition: str) -> bool:
        """What has no effect on those in play: hull down for men. Source: 43, 86, 127, 183, 293, 361-363, 433."""
        return is_idle(ledger, procedure, plain, field, condition)


HOOK = SkirmishHook()
"""What the ruleset names."""
