"""The hook of an evening of First Watch. Source: first-watch.txt 9, 29-36, 60-67, 94-100, 111-117, 129-143, 155."""

from collections.abc import Iterator
from typing import Any

from refcli.core.cells import Source
from refcli.core.hooks import RulesetHooks
from refcli.core.request import uncounted
from refcli.core.rows import Case, has
from refcli.core.states import GAME, Held, State
from refcli.core.view import LedgerEditor, LedgerView, PastEffect, PastRuling
from refcli.rulesets.first_watch.bursts import drop_bomb, keep_burst
from refcli.rulesets.first_watch.refusals import REFUSALS
from refcli.rulesets.first_watch.reminders import CONSEQUENCES, REACTIONS, REMINDERS
from refcli.rulesets.first_watch.turn import LEVELS
from refcli.rulesets.first_watch.unit_types import (
    FIRE_STEPS,
    SHIFTED,
    bomb_of,
    carrier_of,
    crew_of,
    crewed,
    infantry,
    is_a,
    is_row,
    left_of,
    load_of,
    named,
    open_topped,
    other_weapon,
    planes_of,
    ready_guns,
    turn_in_play,
    weapon_called,
    word_of,
)

LOSSES = ("losses", "crew-losses")

MOST_NEAR = 9
"""The most counters near a target that a request takes."""

PAYLOAD = {"attacker": "attacker-payload", "target": "payload", "interceptor": "interceptor-payload"}
"""The condition of a load in air combat, by the field of the plane."""


NO_LOSSES, IN_PLAY, STATIONARY, LOAD = (
    Held(State(name, "unit", text, Source(section=section, lines=lines)))
    for name, text, section, lines in (
        ("losses", "lost", "Small Arms; Artillery Fire", "60, 67, 94, 100"),
        ("in-play", "in play", "Aircraft", "111"),
        ("stationary", "", "Land Movement Phase; Main Gun Fire, example", "30-31, 83"),
        ("load", "carries", "Air-to-Air Combat; Bombing, example", "117, 125, 141"),
    )
)
"""States that units have without a ruling: none lost, in play from the start, not moved, loaded as added."""

may_assault = infantry & ~has("fired", "assaulting")


class FirstWatch(RulesetHooks):
    """The hooks of First Watch."""

    refusals = REFUSALS
    reminders = REMINDERS
    reactions = REACTIONS
    consequences = CONSEQUENCES

    def after_ruling(self, ledger: LedgerEditor, ruling: PastRuling) -> None:
        """Keep the year, the units that assault, and the effects of a ruling that no state begins by."""
        year = ruling.given.get("year")
        of_battle = ruling.procedure == "initiative" or not ledger.has(GAME, "year")
        if year is not None and of_battle and ledger.value(GAME, "year", None) != year:
            ledger.begin(GAME, "year", year, ruling.number)
        for unit in ruling.fields_of if ruling.procedure == "phase" else ():
            if ruling.is_stated("assaulting", unit) and may_assault.holds(Case(ledger, {}, unit)):
                ledger.begin(unit, "assaulting", 1, ruling.number)
        for effect in ruling.effects:
            if effect.unit:
                keep_effect(ledger, effect, ruling)
        for unit, owed in ledger.named("counter-owed"):
            if unit in ledger.units and ledger.side_of(unit) and not left_of(ledger, unit):
                ledger.end(unit, "counter-owed")
                ledger.begin(ledger.side_of(unit), "counter-owed", owed.value, owed.entry)
        if ruling.procedure == "burst" and ledger.now.turn and ruling.fields_of:
            keep_burst(ledger, ruling)

    def after_act(self, ledger: LedgerEditor, act: str, owner: str, state: str = "") -> None:
        """Read states as the referee set them: the observer, the weapon, the bombs, the counter that was owed."""
        if act == "add":
            count_bombs(ledger, owner)
            use_full_names(ledger, owner)
            ledger.end(owner, "fit-to-fire")
        elif act in ("set", "remove") and owner in ledger.units:
            count_bombs(ledger, owner)
            pay_counter(ledger, owner)
            if state in LOSSES:
                lose_by_hand(ledger, owner)
            if (way := ledger.has(owner, "way")) and way.by_hand and not ledger.has(owner, "moved"):
                ledger.begin(owner, "moved", 1, 0)
                ledger.end(owner, "stationary")
            use_full_names(ledger, owner)
        elif act == "remove" and owner:
            for battery, held in ledger.named("observer"):
                if owner in str(held.value).split(", "):
                    ledger.begin(battery, "lost-observer", owner, 0)

    def default_units(self, case: Case) -> Iterator[tuple[str, str]]:
        """The plane that drops a bomb, if it is named for it or alone; the point that a battery moved. 96, 129."""
        ledger, request = case.ledger, case.request
        actors = named(request, "attacker")
        if case.procedure == "bomb":
            own = [unit for unit in actors if is_a(ledger, unit, "aircraft")]
            alone = planes_of(ledger) if ledger.now.turn and len(planes_of(ledger)) == 1 else []
            yield from [("plane", one) for one in (own or alone)]
        elif case.procedure == "bombard" and actors and (mission := ledger.has(actors[0], "mission")):
            shifted, aimed = f"{mission.value}{SHIFTED}", ledger.has(actors[0], "aimed-at")
            if request.get("shift") is not None:
                yield "point", f"{shifted}{request['shift']} cm"
            elif aimed and aimed.entry > mission.entry and str(aimed.value).startswith(shifted):
                yield "point", str(aimed.value)

    def field_of_word(self, case: Case, word: str) -> str:
        """The landmark of a mission; the level at which a plane enters, or to which it goes. Source: 94, 102, 111.

        Each of several planes is asked for by itself later.
        """
        ledger, request = case.ledger, case.request
        if case.procedure == "plot":
            is_condition = word.startswith("no-") or "no-observer".startswith(word.lower()) or "+" in word
            free = ledger.now.turn and not request.get("point") and request.get("attacker")
            return "point" if free and word[:1].isalpha() and not is_condition else ""
        is_level = len(word) > 1 and any(level.startswith(word.lower()) for level in LEVELS)
        units = [one for text in str(request.get("mover") or "").split(",") for one in units_called(ledger, text)]
        if case.procedure != "move" or not (is_level and ledger.now.turn and units):
            return ""
        if not all(is_a(ledger, one, "aircraft") for one in units):
            return ""
        there = {(bool(ledger.has(one, "in-play")), bool(ledger.has(one, "altitude"))) for one in units}
        fields = {(False, False): "altitude", (True, True): "to"}
        field = "to" if len(there) > 1 else fields.get(there.pop(), "")
        return field if request.get(field) in (None, "") else ""

    def row_of(self, case: Case) -> str:
        """The weapon that a unit fires, or the bomb that a plane drops or has dropped. Source: 31, 60, 69, 129, 141."""
        ledger, procedure, unit = case.ledger, case.procedure, case.unit
        if case.field != "attacker":
            return ""
        if procedure in ("fire", "penetrate", "strafe"):
            weapon = weapon_called(ledger, unit, str(ledger.value(unit, "weapon", "")))
            is_vehicle = is_a(ledger, unit, "vehicles") and procedure != "strafe"
            return weapon or (other_weapon(ledger, unit, procedure) if is_vehicle else "")
        if procedure == "bomb" and is_a(ledger, unit, "bombs"):
            return load_of(ledger, unit)
        return bomb_of(ledger, unit) if procedure == "burst" and is_a(ledger, unit, "aircraft") else ""

    def conditions_of(self, case: Case) -> Iterator[tuple[str, int, Held]]:
        """A stationary firer, a moving target, a passenger, a payload. Source: 30-31, 58, 83-84, 117, 125."""
        ledger, procedure, field, unit = case.ledger, case.procedure, case.field, case.unit
        moved, aboard = ledger.has(unit, "moved"), ledger.has(unit, "aboard")
        if procedure == "fire" and field == "attacker" and ledger.now.turn and not moved:
            yield "stationary", 1, STATIONARY
        if procedure == "fire" and field == "target":
            carrier = carrier_of(ledger, unit)
            if aboard and (not carrier or open_topped.holds(case.at(carrier))):
                yield "in-open-topped", 1, aboard
            if moved and not ledger.has(unit, "fast"):
                yield "target-moving", 1, moved
        if procedure == "air-combat" and load_of(ledger, unit) and not ledger.has(unit, "load"):
            yield PAYLOAD[field], 1, LOAD

    def fields_of(self, case: Case) -> Iterator[tuple[str, Any, Held]]:
        """Counters near, guns left, turns of fire and in the air. Source: first-watch.txt 60, 96, 100, 111."""
        ledger, procedure, request = case.ledger, case.procedure, case.request
        for unit in named(request, "target") if procedure == "fire" else ():
            riders = passengers(ledger, unit) if is_row(ledger, request.get("attacker"), "small-arms") else []
            near = max(0, left_of(ledger, unit) - 1) + sum(left_of(ledger, rider) for rider in riders)
            if near:
                yield "near", min(near, MOST_NEAR), ledger.has(unit, "losses") or NO_LOSSES
        for unit in named(request, "attacker") if procedure in ("plot", "bombard", "burst") else ():
            yield from guns_of(case, unit)
            fired = ledger.has(unit, "turns-of-fire")
            if procedure == "bombard" and fired and ledger.value(unit, "aimed-at") == request.get("point", ""):
                yield "turn", int(fired.value) + 1, fired
        for unit in named(request, "mover") if procedure == "move" else ():
            if is_a(ledger, unit, "aircraft"):
                yield "turn", turn_in_play(ledger, unit), ledger.has(unit, "in-play") or IN_PLAY
                if edge := ledger.has(GAME, "edge"):
                    yield "edge", edge.value, edge


HOOK = FirstWatch()


def keep_effect(ledger: LedgerEditor, effect: PastEffect, ruling: PastRuling) -> None:
    """Keep a mission, an impact, a load or the terrain of a move, by one effect of a ruling."""
    kind, unit, detail, amount = effect.kind, effect.unit, effect.detail, effect.amount
    if kind == "lose-crew":
        most, lost = crew_of(ledger, unit, ledger.units[unit].strength), int(ledger.value(unit, "crew-losses"))
        if lost > most and is_a(ledger, unit, "guns", "artillery", "vehicles"):
            ledger.begin(unit, "crew-losses", most - lost, ruling.number)
        lose_crew(ledger, unit, ruling.number)
    elif kind == "fired" and ruling.procedure == "bombard":
        if ruling.given.get("shift") is not None or ledger.value(unit, "aimed-at", detail) != detail:
            ledger.end(unit, "turns-of-fire")
        ledger.begin(unit, "turns-of-fire", 1, ruling.number)
        ledger.end(unit, "guns-fired")
        if amount < crewed(ledger, unit):
            ledger.begin(unit, "guns-fired", amount, ruling.number)
        ledger.begin(unit, "aimed-at", detail, ruling.number)
    elif kind == "impact":
        where = f"{amount:g} cm {detail} of its point" if detail else "on its point"
        ledger.begin(unit, "impact", where, ruling.number)
    elif kind == "drop":
        drop_bomb(ledger, unit, word_of(ruling.given["attacker"]), ruling)
    elif kind == "move" and ruling.given.get("terrain"):
        ledger.begin(unit, "over", ",".join(ruling.given["terrain"]), ruling.number)


def lose_crew(ledger: LedgerEditor, unit: str, number: int) -> None:
    """Let guns whose crews are gone fire no more, in a fire step from its end on. Source: first-watch.txt 31, 60."""
    is_step = ledger.now.phase is not None and ledger.now.phase.name in FIRE_STEPS
    if ledger.has(unit, "crew-losses") and not (crewed(ledger, unit) or ledger.has(unit, "crew-lost")):
        ledger.begin(unit, "losing-crew" if is_step else "crew-lost", 1, number)


def lose_by_hand(ledger: LedgerEditor, unit: str) -> None:
    """Let a unit fire less, or no more, by losses that the referee set. Source: first-watch.txt 31, 60."""
    fit = min(int(ledger.value(unit, "part-fired")) + crewed(ledger, unit), ledger.units[unit].strength)
    if fit > int(ledger.value(unit, "fit-to-fire", fit)):
        ledger.begin(unit, "fit-to-fire", fit, 0)
    lose_crew(ledger, unit, 0)


def use_full_names(ledger: LedgerEditor, unit: str) -> None:
    """Let a state name its weapon or its units in full, as they are in play."""
    for state in ("weapon", "aboard", "observer"):
        word = str(ledger.value(unit, state, ""))
        units = {one.lower(): one for one in ledger.units} if word else {}
        names = ", ".join([units.get(one.lower(), one) for one in word.split(", ")])
        name = weapon_called(ledger, unit, word) if state == "weapon" else names
        if word and name and word != name:
            ledger.end(unit, state)
            ledger.begin(unit, state, name, 0)


def count_bombs(ledger: LedgerEditor, plane: str) -> None:
    """Read 2x500lb as two bombs of 500 lb; another load has no count. Source: first-watch.txt 115, 141."""
    load, bombs = ledger.has(plane, "load"), ledger.has(plane, "bombs")
    rows = ledger.units[plane].rows if not (load or bombs or ledger.has(plane, "dropped")) else ()
    of_row = [f"{many}x{row}" for row, many in rows if many > 1 and is_row(ledger, row, "bombs")]
    many, bomb = uncounted(str(load.value) if load else (of_row or [""])[0])
    if many and is_row(ledger, bomb, "bombs"):
        for state, value in (("load", bomb), ("bombs", int(many))):
            ledger.end(plane, state)
            ledger.begin(plane, state, value, 0)
    elif load and load.by_hand and bombs and not bombs.by_hand:
        ledger.end(plane, "bombs")


def pay_counter(ledger: LedgerEditor, unit: str) -> None:
    """Take a loss that the referee set as the second counter that its side owes. Source: first-watch.txt 60, 67."""
    side, out = ledger.side_of(unit), ledger.has(unit, "out")
    owed = [(one, held) for one, held in ledger.named("counter-owed") if side and ledger.side_of(one) == side]
    if not any(held.by_hand for state in (*LOSSES, "out") if (held := ledger.has(unit, state))):
        return
    for owner, held in owed:
        ledger.end(owner, "counter-owed")
        if out and out.by_hand:  # it is lost by the ruling that took the counter
            ledger.end(unit, "out")
            ledger.begin(unit, "out", 1, held.entry)


def units_called(ledger: LedgerView, name: str) -> list[str]:
    """The unit of a name in any case; else the units whose names it begins."""
    whole = [one for one in ledger.units if one.lower() == name.lower()]
    return whole or [one for one in ledger.units if name and one.lower().startswith(name.lower())]


def passengers(ledger: LedgerView, vehicle: str) -> list[str]:
    """The units that ride in a vehicle. Source: first-watch.txt 62-67."""
    return [owner for owner, held in ledger.named("aboard") if str(held.value).lower() == vehicle.lower()]


def guns_of(case: Case, unit: str) -> Iterator[tuple[str, int, Held]]:
    """The guns of a battery that fire, where they are not one or all. Source: first-watch.txt 31, 60, 94-100."""
    ledger, procedure = case.ledger, case.procedure
    losses, crews = ledger.has(unit, "losses"), ledger.has(unit, "crew-losses")
    fewer = ledger.has(unit, "guns-fired") if procedure == "burst" else None
    one_fire = procedure == "bombard" and ledger.reads("FW-64=one-fire", case.request)
    shots = ledger.has(unit, "part-fired") if one_fire else None
    guns = crewed(ledger, unit)
    if fewer:
        yield "guns", int(fewer.value), fewer
    elif shots:
        yield "guns", max(1, ready_guns(ledger, unit)), shots
    elif guns > 1 or (guns and (crews or losses)):
        yield "guns", guns, crews if crews and guns < left_of(ledger, unit) else losses or NO_LOSSES
