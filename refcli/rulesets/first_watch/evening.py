"""The hook of an evening of First Watch. Source: first-watch.txt 9, 29-36, 60-67, 94-100, 111-117, 129-143, 155."""

from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.hooks import RulesetHooks
from refcli.core.request import uncounted
from refcli.core.rows import Case, has
from refcli.core.states import GAME, Held
from refcli.core.view import LedgerView, PastRuling
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
    fewer_fit,
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
    strength_of,
    turn_in_play,
    weapon_called,
    word_of,
)

LOSSES = ("losses", "crew-losses")

MOST_NEAR = 9
"""The most counters near a target that a request takes."""

PAYLOAD = {"attacker": "attacker-payload", "target": "payload", "interceptor": "interceptor-payload"}
"""The condition of a load in air combat, by the field of the plane."""


may_assault = infantry & ~has("fired", "assaulting")


class FirstWatch(RulesetHooks):
    """The states of First Watch beyond their data."""

    refusals = REFUSALS
    reminders = REMINDERS
    reactions = REACTIONS
    consequences = CONSEQUENCES
    heeds = ("observer",)

    def strength(self, unit: Any) -> int:
        """Return the guns of a battery, however they were added. Source: first-watch.txt 94, 100."""
        return strength_of(unit)

    def after(self, ledger: LedgerView, deed: PastRuling) -> None:
        """Keep the year, the units that assault, and the effects of a ruling that no state begins by."""
        year = deed.given.get("year")
        of_battle = deed.procedure == "initiative" or not ledger.has(GAME, "year")
        if year is not None and of_battle and ledger.value(GAME, "year", None) != year:
            ledger.begin(GAME, "year", year, deed.number)
        for unit in deed.fields_of if deed.procedure == "phase" else ():
            if deed.is_stated("assaulting", unit) and may_assault.holds(Case(ledger, {}, unit)):
                ledger.begin(unit, "assaulting", 1, deed.number)
        for effect in deed.ruling["effects"]:
            if called := ledger.unit_called(effect["unit"]):
                keep_effect(ledger, called, effect, deed)
        for unit, owed in ledger.named("counter-owed"):
            if unit in ledger.units and ledger.side_of(unit) and not left_of(ledger, unit):
                ledger.end(unit, "counter-owed")
                ledger.begin(ledger.side_of(unit), "counter-owed", owed.value, owed.entry)
        if deed.procedure == "burst" and ledger.turn and deed.fields_of:
            keep_burst(ledger, deed)

    def added(self, ledger: LedgerView, name: str) -> None:
        """Read the states that a unit was added with."""
        count_bombs(ledger, name)
        use_full_names(ledger, name)
        ledger.end(name, "fit-to-fire")

    def by_hand(self, ledger: LedgerView, name: str) -> None:
        """Read a state as the referee set it: the observer, the weapon, the bombs, the counter that was owed."""
        if name in ledger.units:
            count_bombs(ledger, name)
            pay_counter(ledger, name)
            if next(reversed(ledger.names_of(name)), "") in LOSSES:
                fit = min(int(ledger.value(name, "part-fired")) + crewed(ledger, name), strength_of(ledger.units[name]))
                if fit > int(ledger.value(name, "fit-to-fire", fit)):
                    ledger.begin(name, "fit-to-fire", fit, 0)
                lose_crew(ledger, name, 0)
            if (way := ledger.has(name, "way")) and way.by_hand and not ledger.has(name, "moved"):
                ledger.begin(name, "moved", 1, 0)
                ledger.end(name, "stationary")
            use_full_names(ledger, name)
        elif name:
            for battery, held in ledger.named("observed-by"):
                if name in str(held.value).split(", "):
                    ledger.begin(battery, "lost-observer", name, 0)

    def moment(self, ledger: LedgerView, edge: str, phase: str, turn_too: bool) -> None:
        """Let units with losses fire less from the end of the step on. Source: first-watch.txt 31, 60."""
        for unit in [owner for state in LOSSES for owner, _ in ledger.named(state)] if edge == "end" else ():
            if fit := fewer_fit(Case(ledger, {}, unit)):
                ledger.begin(unit, "fit-to-fire", fit["fit"], 0)

    def whom(self, ledger: LedgerView, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """The plane that drops a bomb, if it is named for it or alone; the point that a battery moved. 96, 129."""
        actors = named(plain, "attacker")
        if procedure == "bomb":
            own = [unit for unit in actors if is_a(ledger, unit, "aircraft")]
            alone = planes_of(ledger) if ledger.turn and len(planes_of(ledger)) == 1 else []
            yield from [("plane", one) for one in (own or alone)]
        elif procedure == "bombard" and actors and (mission := ledger.has(actors[0], "mission")):
            shifted, aimed = f"{mission.value}{SHIFTED}", ledger.has(actors[0], "aimed-at")
            if plain.get("shift") is not None:
                yield "point", f"{shifted}{plain['shift']} cm"
            elif aimed and aimed.entry > mission.entry and str(aimed.value).startswith(shifted):
                yield "point", str(aimed.value)

    def field_meant(self, ledger: LedgerView, procedure: str, plain: Mapping[str, Any], word: str) -> str:
        """The landmark of a mission; the level at which a plane enters, or to which it goes. Source: 94, 102, 111.

        Each of several planes is asked for by itself later.
        """
        if procedure == "plot":
            is_condition = word.startswith("no-") or "no-observer".startswith(word.lower()) or "+" in word
            free = ledger.turn and not plain.get("point") and plain.get("attacker")
            return "point" if free and word[:1].isalpha() and not is_condition else ""
        is_level = len(word) > 1 and any(level.startswith(word.lower()) for level in LEVELS)
        units = [one for said in str(plain.get("mover") or "").split(",") for one in units_called(ledger, said)]
        if procedure != "move" or not (is_level and ledger.turn and units):
            return ""
        if not all(is_a(ledger, one, "aircraft") for one in units):
            return ""
        there = {(bool(ledger.has(one, "in-play")), bool(ledger.has(one, "altitude"))) for one in units}
        fields = {(False, False): "altitude", (True, True): "to"}
        field = "to" if len(there) > 1 else fields.get(there.pop(), "")
        return field if plain.get(field) in (None, "") else ""

    def stands_as(self, ledger: LedgerView, procedure: str, field: str, unit: str) -> str:
        """The weapon that a unit fires, or the bomb that a plane drops or has dropped. Source: 31, 60, 69, 129, 141."""
        if field != "attacker":
            return ""
        if procedure in ("fire", "penetrate", "strafe"):
            weapon = weapon_called(ledger, unit, str(ledger.value(unit, "weapon", "")))
            is_vehicle = is_a(ledger, unit, "vehicles") and procedure != "strafe"
            return weapon or (other_weapon(ledger, unit, procedure) if is_vehicle else "")
        if procedure == "bomb" and is_a(ledger, unit, "bombs"):
            return load_of(ledger, unit)
        return bomb_of(ledger, unit) if procedure == "burst" and is_a(ledger, unit, "aircraft") else ""

    def gives(
        self, ledger: LedgerView, procedure: str, plain: Mapping[str, Any], field: str, unit: str
    ) -> Iterator[tuple[str, int, Held]]:
        """A stationary firer, a moving target, a passenger, a payload. Source: 30-31, 58, 83-84, 117, 125."""
        moved, aboard = ledger.has(unit, "moved"), ledger.has(unit, "aboard")
        if procedure == "fire" and field == "attacker" and ledger.turn and not moved:
            yield "stationary", 1, Held(ledger.states["stationary"])
        if procedure == "fire" and field == "target":
            carrier = carrier_of(ledger, unit)
            if aboard and (not carrier or open_topped.holds(Case(ledger, {}, carrier))):
                yield "in-open-topped", 1, aboard
            if moved and not ledger.has(unit, "fast"):
                yield "target-moving", 1, moved
        if procedure == "air-combat" and load_of(ledger, unit) and not ledger.has(unit, "load"):
            yield PAYLOAD[field], 1, Held(ledger.states["load"])

    def fills(self, ledger: LedgerView, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, Any, Held]]:
        """Counters near, guns left, turns of fire and in the air. Source: first-watch.txt 60, 96, 100, 111."""
        for unit in named(plain, "target") if procedure == "fire" else ():
            riders = passengers(ledger, unit) if is_row(ledger, plain.get("attacker"), "small-arms") else []
            near = max(0, left_of(ledger, unit) - 1) + sum(left_of(ledger, rider) for rider in riders)
            if near:
                yield "near", min(near, MOST_NEAR), ledger.has(unit, "losses") or Held(ledger.states["losses"])
        for unit in named(plain, "attacker") if procedure in ("plot", "bombard", "burst") else ():
            yield from guns_of(ledger, procedure, plain, unit)
            fired = ledger.has(unit, "turns-of-fire")
            if procedure == "bombard" and fired and ledger.value(unit, "aimed-at") == plain.get("point", ""):
                yield "turn", int(fired.value) + 1, fired
        for unit in named(plain, "mover") if procedure == "move" else ():
            if is_a(ledger, unit, "aircraft"):
                yield "turn", turn_in_play(ledger, unit), ledger.has(unit, "in-play") or Held(ledger.states["in-play"])
                if edge := ledger.has(GAME, "edge"):
                    yield "edge", edge.value, edge


HOOK = FirstWatch()


def keep_effect(ledger: LedgerView, unit: str, effect: Mapping[str, Any], deed: PastRuling) -> None:
    """Keep a mission, an impact, a load or the terrain of a move, by one effect of a ruling."""
    kind, detail, amount = effect["kind"], effect.get("detail", ""), effect["amount"]
    if kind == "lose-crew":
        most, lost = crew_of(ledger, unit, strength_of(ledger.units[unit])), int(ledger.value(unit, "crew-losses"))
        if lost > most and is_a(ledger, unit, "guns", "artillery", "vehicles"):
            ledger.begin(unit, "crew-losses", most - lost, deed.number)
        lose_crew(ledger, unit, deed.number)
    elif kind == "fired" and deed.procedure == "bombard":
        if deed.given.get("shift") is not None or ledger.value(unit, "aimed-at", detail) != detail:
            ledger.end(unit, "turns-of-fire")
        ledger.begin(unit, "turns-of-fire", 1, deed.number)
        ledger.end(unit, "guns-fired")
        if amount < crewed(ledger, unit):
            ledger.begin(unit, "guns-fired", amount, deed.number)
        ledger.begin(unit, "aimed-at", detail, deed.number)
    elif kind == "impact":
        where = f"{amount:g} cm {detail} of its point" if detail else "on its point"
        ledger.begin(unit, "impact", where, deed.number)
    elif kind == "drop":
        drop_bomb(ledger, unit, word_of(deed.given["attacker"]), deed)
    elif kind == "move" and deed.given.get("terrain"):
        ledger.begin(unit, "over", ",".join(deed.given["terrain"]), deed.number)


def lose_crew(ledger: LedgerView, unit: str, number: int) -> None:
    """Let guns whose crews are gone fire no more, in a fire step from its end on. Source: first-watch.txt 31, 60."""
    is_step = ledger.phase is not None and ledger.phase.name in FIRE_STEPS
    if ledger.has(unit, "crew-losses") and not (crewed(ledger, unit) or ledger.has(unit, "crew-lost")):
        ledger.begin(unit, "losing-crew" if is_step else "crew-lost", 1, number)


def use_full_names(ledger: LedgerView, unit: str) -> None:
    """Let a state name its weapon or its units in full, as they are in play, and an observer observe."""
    for state, kept in (("weapon", "weapon"), ("aboard", "aboard"), ("observer", "observed-by")):
        word = str(ledger.value(unit, state, ""))
        units = {one.lower(): one for one in ledger.units} if word else {}
        names = ", ".join([units.get(one.lower(), one) for one in word.split(", ")])
        name = weapon_called(ledger, unit, word) if state == "weapon" else names
        if word and name and (word, state) != (name, kept):
            ledger.end(unit, state)
            ledger.end(unit, kept)
            ledger.begin(unit, kept, name, 0)


def count_bombs(ledger: LedgerView, plane: str) -> None:
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


def pay_counter(ledger: LedgerView, unit: str) -> None:
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


def guns_of(ledger: LedgerView, procedure: str, plain: Mapping[str, Any], unit: str) -> Iterator[tuple[str, int, Held]]:
    """The guns of a battery that fire, where they are not one or all. Source: first-watch.txt 31, 60, 94-100."""
    losses, crews = ledger.has(unit, "losses"), ledger.has(unit, "crew-losses")
    fewer = ledger.has(unit, "guns-fired") if procedure == "burst" else None
    shots = ledger.has(unit, "part-fired") if procedure == "bombard" and ledger.reads("FW-64=one-fire", plain) else None
    guns = crewed(ledger, unit)
    if fewer:
        yield "guns", int(fewer.value), fewer
    elif shots:
        yield "guns", max(1, ready_guns(ledger, unit)), shots
    elif guns > 1 or (guns and (crews or losses)):
        yield "guns", guns, crews if crews and guns < left_of(ledger, unit) else losses or Held(ledger.states["losses"])
