"""The hook of the skirmish rules: states that follow from rulings, and what they add to requests.

Source: skirmish.txt 9, 19, 37, 41, 47, 63, 86-99, 111-121, 145, 151, 165-172, 183, 187, 244-285, 356, 415, 433-462.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.errors import Refused
from refcli.core.hooks import RulesetHooks
from refcli.core.request import NAMES
from refcli.core.rows import Case, Summary, has
from refcli.core.states import GAME, Held, State
from refcli.core.view import LedgerEditor, LedgerView, PastEffect, PastRuling, chart_rows, terms_said, unit_called
from refcli.rulesets.skirmish.casualties import disembark, hit_riders, lose_the_last, men_lost, pin_the_living
from refcli.rulesets.skirmish.preparation import TASKS
from refcli.rulesets.skirmish.refusals import CAUSES, REFUSALS
from refcli.rulesets.skirmish.reminders import CONSEQUENCES, REACTIONS, REMINDERS, busy
from refcli.rulesets.skirmish.unit_types import (
    TOWS,
    burst_over,
    carried_weapon,
    carries_gun,
    count_in,
    firing_kinds,
    has_men,
    is_heavy,
    is_on_ground,
    leads,
    left,
    men_row,
    owners_with,
    place_in,
    ride,
    row_in,
    rows_of,
    tugs_of,
    units_with,
    vehicle_row,
    weapon_fired,
)

SHOTS, MISSIONS = ("fire", "penetrate"), ("bombard", "smoke")

STILL = State("stationary", "unit", "has not moved", Source(section="Modifiers", lines="165, 356"))
DEFENDS = State("defends", "side", "the other army moves", Source(section="Visibility and terrain effects", lines="37"))
"""States of a moment: a unit that has not moved, and the side that fires in the other's Movement."""

WENT = ("moved", "rammed", "rode")
STAYS = ("immobilised", "halted", "leaderless-halt")
"""The states of units that have moved this turn, or do not move in it."""

AIM = ("aim", "round", "on-target", "guns-on-target")
"""The states of guns that fire at a point."""

HALF = 50
"""Half of a move, of 100."""

AS_VEHICLE = ("mover", "rammer", "target", "vehicle")
AS_WEAPON = (("move", "mover"), ("ram", "target"))
AS_MEN = (("fire", "target"), ("capture", "captive"), ("capture", "captor"))
AS_MEN_WITHOUT = (*AS_MEN, *AS_WEAPON, ("burst", "target"))
"""The fields in which a unit is its vehicle, its HMG or mortar, or its men; the last for men who lost their weapon."""


class Skirmish(RulesetHooks):
    """The hooks of the skirmish rules."""

    refusals, reminders, reactions, consequences = REFUSALS, REMINDERS, REACTIONS, CONSEQUENCES
    summaries = (Summary("men-lost", "side", men_lost, "Of {men:man|men} on foot {lost}.", "5, 174-181, 462"),)
    busy = busy
    lifts = ("map-fire", "close-down", "load")
    by_each = (("move", "mover"), ("grenade", "thrower"))
    """Each unit of a section has its own move and its own grenade. Source: 63-68, 86, 187."""
    of_lost = (("escape", "target", ""), ("move", "vehicle", "push"))
    """A crew leaves a wreck, and a tank pushes one off the road. Source: 129, 133, 201, 413-417."""
    of_one = ("leader",)
    """Which man of a unit leads, the players decide. Source: 433."""
    on_men = ("kill", "captured", "leader-killed", "near-miss")
    """Men who are dead or taken suffer no more. Source: 174-181, 433, 462."""

    # states that follow from rulings and acts

    def after_ruling(self, ledger: LedgerEditor, ruling: PastRuling) -> None:
        """Change states by each effect of a ruling, then by all of them.

        Source: 5, 151, 174-183, 244-257, 281, 433-447.
        """
        for effect in ruling.effects:
            follow_effect(ledger, ruling, effect)
        hit_riders(ledger, ruling)
        for effect in ruling.effects:
            if effect.kind in ("kill", "captured"):
                lose_the_last(ledger, effect.unit, ruling.number)
        pin_the_living(ledger, ruling)
        if ruling.attempt and ruling.procedure in SHOTS:
            _count_shots(ledger, ruling)
        if ruling.procedure in MISSIONS:
            _count_shells(ledger, ruling)
        if ruling.procedure == "move":
            _count_move(ledger, ruling)
            _unhitch(ledger, ruling)
        if ruling.procedure == "burst" and ruling.attempt:
            _count_bursts(ledger, ruling)
        for guns, held in ledger.named("observer"):
            if ledger.is_out(str(held.value)):
                _lose_observer(ledger, guns)

    def after_act(self, ledger: LedgerEditor, act: str, owner: str, state: str = "") -> None:
        """Change states after the order of the sides is chosen, and after a state is set or taken back."""
        if act == "sides" and not _order_is_chosen(ledger):
            ledger.begin(GAME, "order-said" if ledger.now.turn else "order-agreed", 1, 0)
        elif act == "unset":
            take_back(ledger, owner, state)
        elif act in ("set", "remove"):
            set_by_hand(ledger, owner)

    # units in requests

    def row_of(self, case: Case) -> str:
        """The row of a unit in a field: its vehicle, its HMG or mortar, its men, or another weapon.

        Raises Refused for a mortar whose men have no other weapon. Source: 72, 86, 141, 187, 207, 309, 462.
        """
        ledger, procedure, field, unit = case.ledger, case.procedure, case.field, case.unit
        doing, rows = (procedure, field), rows_of(ledger, unit)
        if procedure in SHOTS and field == "firer":
            _check_mortar(ledger, unit, rows)
        if field in ("firer", "thrower") and rows:
            return _row_for(ledger, unit, rows, {"fire": "kind", "penetrate": "attack"}.get(procedure, "grenades"))
        if field in AS_VEHICLE and (vehicle := vehicle_row(ledger, unit)):
            return vehicle
        if doing in AS_MEN_WITHOUT and ledger.has(unit, "weapon-lost"):
            return men_row(ledger, unit)
        if not carried_weapon(ledger, unit):
            return ""
        return "infantry-weapon" if doing in AS_WEAPON else men_row(ledger, unit) if doing in AS_MEN else ""

    def counts_as_one(self, case: Case) -> bool:
        """True for a call to guns of one battery, and for one man of a section as the target of single shots.

        Raises Refused for a call to guns of several batteries. Source: 59, 145.
        """
        if case.field == "target":
            kinds = firing_kinds(case.ledger, case.request) if "firer" in case.request[NAMES] else set()
            return bool(kinds) and "machine-gun" not in kinds
        if case.field != "receiver":
            return False
        guns = [one for one in str(case.request.get("receiver") or "").split(",") if one in case.ledger.units]
        rows = [row for one in guns for row in chart_rows(case.ledger, one)]
        if not any(case.ledger.figure("command", row, "chain") == "guns" for row in rows):
            return False
        if len({case.ledger.group_of(one) for one in guns}) > 1:
            raise Refused(f"a message goes to one battery, and {' and '.join(guns)} are of several (line 59)")
        return True

    def conditions_of(self, case: Case) -> Iterator[tuple[str, int, Held]]:
        """The conditions of a unit that follow from several states.

        Source: 37, 41, 88, 139, 165-172, 244-251, 356.
        """
        ledger, request, field, unit = case.ledger, case.request, case.field, case.unit
        if field == "firer" and case.procedure == "fire" and ledger.now.turn:
            yield from _gait_of_firer(ledger, request, unit)
            moving = ledger.now.side
            if moving not in ("", ledger.side_of(unit) or moving) and "through-smoke" in request["conditions"]:
                yield "defensive", 1, Held(DEFENDS)
        if field == "mover" and (prone := ledger.has(unit, "prone")) and not _crawls(ledger, request, unit):
            yield "stand-up", 1, prone
        if field == "firer" and not carries_gun(ledger, unit) and (moved := ride(ledger, unit)):
            yield "from-vehicle", 1, moved
        on_target = ledger.has(unit, "guns-on-target") if field == "guns" else None
        if on_target and request.get("point") in (None, ledger.value(unit, "aim", "")):
            yield "guns-on-target", int(on_target.value), on_target
        if field == "target":
            yield from _aboard_target(ledger, request, unit)

    def fields_of(self, case: Case) -> Iterator[tuple[str, Any, Held]]:
        """The turns without a leader, and the round that guns fire at the same point. Source: 251, 440."""
        ledger, request = case.ledger, case.request
        for one in [one for names in request[NAMES].values() for one in names if one]:
            group = ledger.group_of(one) if one in ledger.units else one
            dead, fired = ledger.has(group, "leader-dead"), ledger.has(one, "round")
            if case.procedure == "morale" and dead and ledger.now.turn > dead.turn:
                yield "leaderless", ledger.now.turn - dead.turn, dead
            if case.procedure in MISSIONS and fired and request.get("point") in (None, ledger.value(one, "aim", None)):
                yield "round", int(fired.value) + 1, fired

    def default_units(self, case: Case) -> Iterator[tuple[str, str]]:
        """The only section that has to check its morale. Source: 431-436."""
        due = {owner for state in ("check-due", "failed") for owner, _ in case.ledger.named(state)}
        waiting = [owner for owner in due if not case.ledger.has(owner, "tested")]
        if case.procedure == "morale" and len(waiting) == 1:
            yield "section", waiting[0]


def follow_effect(ledger: LedgerEditor, ruling: PastRuling, effect: PastEffect) -> None:
    """Change states by one effect. Source: 9, 47, 59, 88, 99, 121, 251, 356, 447, 458."""
    kind, unit, detail, number = effect.kind, effect.unit, effect.detail, ruling.number
    if kind == "initiative":
        _win(ledger, effect.name, number)
    elif kind in ("call", "map-call"):
        _aim_anew(ledger, effect.member)
        _leave_total_cover(ledger, detail, number)
    elif kind == "loaded":
        disembark(ledger, unit or effect.name, number)
        if unit and detail in ledger.units:
            ledger.begin(unit, "aboard", detail, number)
            ledger.begin(detail, "loading", 1, number)
    elif kind == "run":
        _leave_weapons(ledger, ledger.group_of(unit) if unit else effect.name)
    elif not unit:
        return
    elif kind == "round" and ledger.value(unit, "on-target", detail) != detail:
        ledger.end(unit, "on-target")
    elif kind == "leader-killed" and not leads(ledger, unit):
        ledger.begin(unit, "leader-fell", 1, number)
    elif kind in ("destroyed", "wrecked"):
        for group in owners_with(ledger, "transport", unit):
            ledger.begin(group, "transport-destroyed", 1, number)
    elif kind in ("fired", "threw"):
        _leave_total_cover(ledger, unit, number)
    elif kind == "stood":
        _stand(ledger, ruling, unit)
    if unit and any(ledger.figure("vehicle-facts", row, "sp") == "yes" for row in chart_rows(ledger, unit)):
        _open_or_close(ledger, effect, number)


def set_by_hand(ledger: LedgerEditor, owner: str) -> None:
    """Change states after a unit is removed or a state is set. Source: 9, 47, 59, 99, 433."""
    lose_the_last(ledger, owner, 0)
    if ledger.has(owner, "runs"):
        _leave_weapons(ledger, owner)
    if ledger.value(owner, "cover", "") == "total" and _is_shown(ledger, owner):
        _leave_total_cover(ledger, owner, 0)
    if owner in ledger.sides and ledger.has(owner, "initiative"):
        _take_initiative(ledger, owner)
    turn, boarded = ledger.now.turn, ledger.has(owner, "aboard")
    if boarded and turn and boarded.turn == turn:
        ledger.begin(str(boarded.value), "loading", 1, 0)
    dead, leaders = ledger.has(owner, "leader-dead"), [one.name for one in ledger.in_group(owner, lost_too=True)]
    taken = any(leads(ledger, one) and ledger.value(one, "captured", ledger.is_out(one)) for one in leaders)
    if dead and dead.by_hand and dead.turn == turn > 0 and not (taken or ledger.has(owner, "tested")):
        ledger.begin(owner, "check-due", 1, 0)
    if ledger.is_out(str(ledger.value(owner, "observer", ""))):
        _lose_observer(ledger, owner)
    elif ledger.has(owner, "observer"):
        ledger.end(owner, "observer-lost")
    for guns in owners_with(ledger, "observer", owner):
        if owner not in ledger.units or ledger.is_out(owner):
            _lose_observer(ledger, guns)


def take_back(ledger: LedgerEditor, owner: str, state: str) -> None:
    """Change states that followed from a state which the referee takes back. Source: 63, 174-181, 433."""
    if state == "moved":
        for one in ("gone", "move-left"):
            ledger.end(owner, one)
        for one in units_with(ledger, "aboard", owner):
            ledger.end(one, "rode")
    if owner in ledger.units and state in ("lost", "prisoner") and left(ledger, owner) <= 0:
        for one in ("dead", "captured"):
            ledger.end(owner, one)
    section = ledger.group_of(owner) if owner in ledger.units else owner
    if owner in ledger.units and state in ("dead", "lost") and leads(ledger, owner):
        ledger.end(section, "leader-dead")
        state = "leader-dead"
    if state == "leader-dead" and not any(ledger.has(section, cause) for cause in CAUSES):
        ledger.end(section, "check-due")


def _order_is_chosen(ledger: LedgerView) -> bool:
    """True if the army with the initiative, or before the battle both, chose the order of the sides. Source: 9, 13."""
    if not ledger.now.turn:
        return ledger.has(GAME, "order-agreed") is not None
    won = any(ledger.has(side, "initiative") for side in ledger.sides)
    return not won or ledger.has(GAME, "order-said") is not None


def _win(ledger: LedgerEditor, army: str, number: int) -> None:
    """The side that is an army has the initiative; of two, the other where one is known. Source: 9."""
    armies = {side: ledger.value(side, "army", ledger.figure("armies", side.lower(), "army")) for side in ledger.sides}
    sides = [side for side, its in armies.items() if its == army]
    unknown = [side for side, its in armies.items() if not its]
    winners = sides or (unknown if len(armies) == 2 and len(unknown) == 1 else [])
    for side in winners:
        ledger.begin(side, "initiative", 1, number)
    if ledger.sides and not winners:
        ledger.begin(GAME, "won-by", army, number)


def _take_initiative(ledger: LedgerEditor, side: str) -> None:
    """A side that the referee gives the initiative is the army that won it, and no other side has it.

    Source: 9.
    """
    for other in ledger.sides:
        if other != side:
            ledger.end(other, "initiative")
    if won := ledger.value(GAME, "won-by", ""):
        ledger.begin(side, "army", won, 0)
        ledger.end(GAME, "won-by")


def _leave_weapons(ledger: LedgerEditor, section: str) -> None:
    """Men who run to the rear serve no heavy weapon any more, which others may take over. Source: 458."""
    for one in (section, *[unit.name for unit in ledger.in_group(section)]):
        if serves := ledger.has(one, "serves"):
            ledger.end(one, "serves")
            ledger.begin(str(serves.value), "served", 1, serves.entry)


def _leave_total_cover(ledger: LedgerEditor, unit: str, number: int) -> None:
    """A unit that fires or observes from total cover is in hard cover from then on. Source: 47."""
    if ledger.value(unit, "cover", "") == "total":
        ledger.begin(unit, "cover", "hard", number)


def _is_shown(ledger: LedgerView, unit: str) -> bool:
    """True if a unit fired, threw or called for fire this turn. Source: 47."""
    calls = any(ledger.has(guns, "called") for guns in owners_with(ledger, "observer", unit))
    fired = [owner for owner, _ in ledger.named("fired") if owner.partition("/")[0] == unit]
    return bool(calls or fired or ledger.has(unit, "part-fired") or ledger.has(unit, "threw"))


def _stand(ledger: LedgerEditor, ruling: PastRuling, unit: str) -> None:
    """A unit that fired as stationary is bound by it, unless it may still move.

    Source: 15-21, 127, 165, 356.
    """
    supplied = ruling.is_supplied("stationary", unit)
    if supplied and _may_yet_move(ledger, unit):
        ledger.begin(unit, "stands-so-far", 1, ruling.number)
    elif any(ledger.has(unit, one) for one in WENT):  # a shot that the referee overruled for
        pass
    elif supplied or ruling.is_stated("stationary", unit) or not carries_gun(ledger, unit):
        return
    ledger.end(unit, "stood")


def _may_yet_move(ledger: LedgerView, unit: str) -> bool:
    """True for a unit that fires in a Movement and has its own move this turn. Source: 15-21, 165, 356."""
    stays = _has_had_its_move(ledger, unit) or has(*STAYS).holds(Case(ledger, {}, unit))
    return (
        bool(ledger.now.side) and not is_heavy(ledger, unit) and (ledger.side_of(unit) == ledger.now.side or not stays)
    )


def _has_had_its_move(ledger: LedgerView, unit: str) -> bool:
    """True once the army of a unit has moved this turn: it is the other's move, or all have moved.

    Source: 15-19.
    """
    side = ledger.side_of(unit)
    if ledger.now.side:
        return side in ledger.sides and ledger.sides.index(side) < ledger.sides.index(ledger.now.side)
    return ledger.now.phase is not None and ledger.now.phase.name == "All other direct fire"


def _open_or_close(ledger: LedgerEditor, effect: PastEffect, number: int) -> None:
    """A self-propelled gun that has moved is closed down, and one that has fired is open. Source: 121."""
    gun = effect.unit
    fires = effect.kind == "fired" and effect.role in ("firer", "gun")
    now = "closed" if effect.kind == "may-move" else "open" if fires else ""
    if now and not ledger.has(gun, now):
        for state in ("open", "closed"):
            ledger.end(gun, state)
        ledger.begin(gun, now, 1, number)


def _count_shots(ledger: LedgerEditor, ruling: PastRuling) -> None:
    """Men of a unit who have not fired may still fire; at which target each fired is not known.

    Source: 5, 151, 166.
    """
    shot = {effect.unit for effect in ruling.effects if effect.unit and effect.kind == "fired"}
    now = Counter[str]()
    for unit, term in terms_said(ruling.given, "firer"):
        if unit in shot and _each_has(ledger, unit, row_in(term)):
            now[unit] += count_in(term)
    for unit, many in now.items():
        before = ledger.value(unit, "part-fired")
        typed = f"{ledger.value(unit, 'part-fired-at', '')}, {ledger.value(unit, 'fired', '')}"
        at = list(dict.fromkeys(unit_called(ledger.units, one) or one for one in typed.split(", ") if one))
        all_fired = before + many >= left(ledger, unit)
        for state in ("part-fired", "part-fired-at", *(["fired"] if before else [])):
            ledger.end(unit, state)
        if before:
            ledger.begin(unit, "fired", ", ".join(at), ruling.number)
        if not all_fired or (before and len(at) > 1):
            ledger.begin(unit, "part-fired", before + many, ruling.number)
            ledger.begin(unit, "part-fired-at", ", ".join(at), ruling.number)


def _each_has(ledger: LedgerView, unit: str, weapon: str) -> bool:
    """True if each man of a unit has a weapon: so many, or one that riflemen were added with.

    Source: 5, 151.
    """
    arms = [(row, many) for row, many in ledger.units[unit].rows if ledger.figure("weapons", row, "kind")]
    alike = ledger.figure("weapons", weapon, "kind") == "small-arm" and arms == [(weapon, 1)]
    return alike or (weapon, ledger.units[unit].strength) in arms


def _count_bursts(ledger: LedgerEditor, ruling: PastRuling) -> None:
    """Keep the units over which shells and grenades burst, once for each man. Source: 187, 255-257."""
    under = [(name, term) for name, term in terms_said(ruling.given, "target") if name]
    for gun in [name for name, _ in terms_said(ruling.given, "weapon") if name]:
        ledger.end(gun, "burst-due")
        if under:
            over = (*burst_over(ledger, gun, "burst-over"), *dict.fromkeys(name for name, _ in under))
            ledger.begin(gun, "burst-over", ", ".join(over), ruling.number)
    if str(ruling.given.get("weapon") or "").partition("+")[0] == "grenade":
        for thrower, _ in ledger.named("grenade-due")[:1]:
            ledger.end(thrower, "grenade-due")
        each = [name for name, term in under for _ in range(count_in(term))]
        ledger.begin(
            GAME, "grenades-over", ", ".join((*burst_over(ledger, GAME, "grenades-over"), *each)), ruling.number
        )


# guns and their observers


def _aim_anew(ledger: LedgerEditor, unit: str) -> None:
    """Guns that are called anew keep only an aim that has a name, or for which they wait. Source: 59, 251."""
    waits = unit and ledger.has(ledger.group_of(unit), "ready")
    for one in ledger.in_group(ledger.group_of(unit)) if unit and not waits else ():
        if not ledger.value(one.name, "aim", ""):
            for state in AIM:
                ledger.end(one.name, state)


def _count_shells(ledger: LedgerEditor, ruling: PastRuling) -> None:
    """Guns that hit stay on target, each for itself; direct fire is no round at the target of a call.

    Source: 59, 207, 244, 251, 285.
    """
    kinds = Counter((one.unit, one.kind) for one in ruling.effects)
    for gun, field in ruling.fields_of.items() if ruling.attempt else ():
        if field != "guns":
            continue
        fell, hits = kinds[gun, "shell"] + kinds[gun, "smoke"], kinds[gun, "on-target"]
        if not ruling.is_stated("direct-fire", gun):
            ledger.end(ledger.group_of(gun), "ready")
            ledger.end(gun, "guns-on-target")
            if 0 < hits < fell:
                ledger.end(gun, "on-target")
                ledger.begin(gun, "guns-on-target", hits, ruling.number)
        elif not ledger.value(gun, "aim", ""):
            for state in AIM:
                ledger.end(gun, state)


def _lose_observer(ledger: LedgerEditor, guns: str) -> None:
    """Guns without their observer keep no target until another calls for fire. Source: 59, 251."""
    held = ledger.has(guns, "observer")
    if held:
        ledger.begin(guns, "observer-lost", str(held.value), held.entry)
        ledger.end(guns, "observer")
    for one in ledger.in_group(guns):
        for state in ("on-target", "guns-on-target"):
            ledger.end(one.name, state)


# moves


def _count_move(ledger: LedgerEditor, ruling: PastRuling) -> None:
    """The parts of a move add up; past half of it a vehicle does not load; the units aboard move with it.

    Source: 19, 63, 99, 165, 172.
    """
    by_unit: dict[str, dict[str, Any]] = {}
    for effect in ruling.effects:
        by_unit.setdefault(effect.unit, {})[effect.kind] = effect.amount
    for unit, cm in by_unit.items():
        if not unit or "may-move" not in cm:
            continue
        whole, share, before = cm["may-move"], cm.get("move-left"), ledger.value(unit, "gone")
        gone = cm.get("moved", whole)
        if before:
            ledger.begin(unit, "moved", before + gone, ruling.number)
        ledger.end(unit, "gone")
        if share is not None:
            ledger.begin(unit, "gone", before + gone, ruling.number)
            if "loaded" in cm:
                ledger.begin(unit, "got-out", 1, ruling.number)
        loads = ledger.has(unit, "loading") or ruling.is_stated("load", unit)
        if (2 * gone > whole if share is None else share < HALF) and not loads and not is_on_ground(ledger, unit):
            ledger.begin(unit, "past-half", 1, ruling.number)
        for one in units_with(ledger, "aboard", unit):
            ledger.begin(one, "rode", before + gone, ruling.number)


def _unhitch(ledger: LedgerEditor, ruling: PastRuling) -> None:
    """A gun that is unhitched is made ready, whether it or its vehicle was named. Source: 115."""
    busy = [effect for effect in ruling.effects if effect.kind == "busy"]
    turns = sum(effect.amount for effect in busy)
    for effect in [one for one in busy if one.detail == TASKS["unhitch"]]:
        unit = effect.unit
        for tug in (unit, *tugs_of(ledger, unit)):
            for state in TOWS:
                gun = str(ledger.value(tug, state, ""))
                ledger.end(tug, state)
                if tug == unit and gun in ledger.units:
                    ledger.end(gun, "hitched")
                    ledger.begin(gun, "busy", turns, ruling.number)


# requests


def _check_mortar(ledger: LedgerView, unit: str, rows: list[str]) -> None:
    """Refuse a mortar whose men have no other weapon: its shells fall where it is called.

    Source: 207, 226-246.
    """
    mortar = any(ledger.figure("mortars", row, "max") for row in rows)
    if mortar and not any(ledger.figure("weapons", row, "kind") for row in rows):
        raise Refused(f"{unit} is a mortar, which fires where it is called: radio, then bombard (lines 59, 207)")


def _row_for(ledger: LedgerView, unit: str, rows: list[str], column: str) -> str:
    """The weapon that can do what the first one of a unit cannot; a listed vehicle fires its own.

    Source: 137, 187, 309, 367-390.
    """
    fits = [row for row in rows if ledger.figure("weapons", row, column) not in (None, "grenade")]
    mounts = weapon_fired(ledger, unit) not in ("", *rows)
    return fits[0] if fits and not mounts and rows[0] not in fits else ""


def _gait_of_firer(ledger: LedgerView, plain: Mapping[str, Any], unit: str) -> Iterator[tuple[str, int, Held]]:
    """A unit that has to run to the rear fires as running; one that has not moved, as stationary.

    An anti-tank shot counts its firer as stationary until it moves, a small arms shot only if it may not move later.
    Men whose move the referee set walked, or ran if they went farther. Source: 15-21, 66-67, 165-169, 356, 456-458.
    """
    moved = ledger.has(unit, "moved")
    if moved and moved.by_hand and has_men(ledger, unit) and not (ledger.has(unit, "gait") or ride(ledger, unit)):
        walks = float(moved.value) <= ledger.figure("movement-men", "normal", "road")
        yield "walking" if walks else "running", 1, moved
    group = ledger.group_of(unit)
    order = ledger.has(group, "runs") or ledger.has(group, "retires")
    must_go = (
        order if order and (order.by_hand or order.turn < ledger.now.turn) and not ledger.has(unit, "moved") else None
    )
    if is_heavy(ledger, unit):
        must_go = None
    if must_go and must_go.state.name == "runs":
        yield "running", 1, must_go
    elif not must_go and not any(ledger.has(unit, one) for one in WENT) and not ride(ledger, unit):
        stays = is_heavy(ledger, unit) or has(*STAYS).holds(Case(ledger, {}, unit))
        own_move = ledger.now.side and ledger.side_of(unit) == ledger.now.side
        if (
            stays
            or own_move
            or _has_had_its_move(ledger, unit)
            or (ledger.now.side and _fires_at_armour(ledger, plain, unit))
        ):
            yield "stationary", 1, Held(STILL)


def _fires_at_armour(ledger: LedgerView, plain: Mapping[str, Any], unit: str) -> bool:
    """True if a unit fires at a vehicle with a weapon of the AP Hit Table. Source: 356."""
    if all(is_on_ground(ledger, target) for target in plain[NAMES].get("target", [])):
        return False
    weapons = [weapon_fired(ledger, unit, place_in(term)) for name, term in terms_said(plain, "firer") if name == unit]
    return any(ledger.figure("weapons", one, "kind") in ("gun", "infantry-anti-tank") for one in weapons)


def _crawls(ledger: LedgerView, plain: Mapping[str, Any], unit: str) -> bool:
    """True if a man crawls, as he is asked to or went on from a first part of his move. Source: 88."""
    stated = {*plain["conditions"], *str(plain.get("mover", "")).split("+")[1:]}
    goes_on = ledger.has(unit, "move-left") and ledger.value(unit, "gait", "") == "crawling"
    return "crawling" in stated or bool(goes_on)


def _aboard_target(ledger: LedgerView, plain: Mapping[str, Any], unit: str) -> Iterator[tuple[str, int, Held]]:
    """The men aboard a target, its lost crew, and the cover that an open-topped vehicle gives it.

    Source: 41.
    """
    aboard = [held for _, held in ledger.named("aboard") if held.value == unit]
    if men := sum(left(ledger, one) for one in units_with(ledger, "aboard", unit)):
        yield "aboard", men, aboard[0]
    own = ledger.has(unit, "aboard") or ledger.has(ledger.group_of(unit), "aboard") if unit in ledger.units else None
    rows = ledger.units[str(own.value)].stands_for if own and own.value in ledger.units else ()
    open_top = any(ledger.figure("vehicle-facts", row, "open") for row in rows) and is_on_ground(ledger, unit)
    covered = {"soft-cover", "hard-cover", "total-cover"} & {*plain["conditions"]} or ledger.has(unit, "cover")
    if own and open_top and not covered:
        yield "hard-cover", 1, own
    if gone := ledger.has(unit, "crew-gone"):
        yield "crew-gone", int(gone.value), gone


HOOK = Skirmish()
"""The hook that the ruleset names."""
