"""Reminders and consequences in an evening of First Watch. Source: first-watch.txt 29-36, 60-67, 94-127."""

from refcli.core.rows import (
    Case,
    Consequence,
    Predicate,
    Reminder,
    Words,
    has,
    number,
    out_of_play,
    phase,
    reading,
    since,
    this_turn,
)
from refcli.core.sentence import listed
from refcli.rulesets.first_watch.unit_types import (
    AIR_COMBAT,
    BOMBING,
    CREWED,
    FIRE_STEPS,
    FIRST,
    FLYING,
    LAST,
    LEFT,
    MOST_SHOTS,
    MOVEMENT,
    PLOTTING,
    SIZE,
    artillery,
    carrier_of,
    fewer_fit,
    fired_mission,
    flight_over,
    is_row,
    last_point,
    of_unit,
    rows_of,
    unarmed,
    vehicle,
)

# reminders


@Predicate
def order_of_movement(case: Case) -> Words | None:
    """The sides with their places in the order of movement. Source: first-watch.txt 29-30."""
    order = sorted((held.value, one) for one, held in case.ledger.named("order"))
    return {"order": ", ".join([f"{one} {place:g}" for place, one in order])} if order else None


@Predicate
def fires_now(case: Case) -> bool:
    """This phase is the fire step of the unit."""
    return (
        case.ledger.now.phase is not None and case.ledger.value(case.unit, "fires-in", "") == case.ledger.now.phase.name
    )


has_shot = ~(has("fired", "crew-lost", "assaulting") | out_of_play | unarmed)
held_back = vehicle & ~has("fires-in") & has_shot


@Predicate
def units_held_back(case: Case) -> Words | None:
    """The vehicles that have not fired. Source: first-watch.txt 33."""
    units = [one for one in case.ledger.units if held_back.holds(case.at(one))]
    return {"units": listed(units)} if units else None


@Predicate
def planes_in_reach(case: Case) -> Words | None:
    """The enemy planes at an altitude that a designated anti-aircraft weapon reaches. Source: first-watch.txt 127."""
    ledger = case.ledger
    rows = [row for row in rows_of(ledger, case.unit) if not is_row(ledger, row, "small-arms")]
    classes = [name for row in rows if (name := ledger.figure("aa-weapons", row, ""))]
    side, found = ledger.side_of(case.unit), []
    for one, _ in ledger.named("in-play") if classes and side else ():
        level = str(ledger.value(one, "altitude", ""))
        reaches = not level or any(ledger.figure("anti-air", name, level) is not None for name in classes)
        if reaches and ledger.side_of(one) not in ("", side) and not ledger.has(one, "aborting"):
            found.append(one)
    return {"planes": listed(found)} if found else None


no_plot = has("crew-lost", "lost-observer", "no-observer")
mission_goes_on = has("mission") & (this_turn("mission") | reading("FW-66=goes-on"))
may_plot = artillery & ~mission_goes_on & ~no_plot
goes_on = artillery & has("mission") & ~this_turn("mission") & ~no_plot
is_due = reading("FW-66=goes-on") | ~since("mission", 2)
missed = goes_on & is_due & ~has("fired") & ~of_unit(fired_mission)
has_last_impact = has("impact") & ~no_plot & ~of_unit(last_point)

# fmt: off
REMINDERS = (
    Reminder("order-of-movement", f"{MOVEMENT}|{FLYING}", "game", order_of_movement,
             "the order of movement: {order}; a higher number may move earlier", "29-30, 35"),
    Reminder("fires-now", "|".join(FIRE_STEPS), "fires-in", (fires_now | (phase(LAST) & vehicle)) & has_shot,
             "{unit} may fire now", "31-33"),
    Reminder("how-far-moved", FIRST, "moved", vehicle & ~has("fires-in"), "{unit} moved: how far? phase {unit} -m CM",
             "31-33"),
    Reminder("held-back", LAST, "game", units_held_back, "not fired yet, and may now: {units}", "31-33"),
    Reminder("mission-missed", FLYING, "mission", missed, "{unit} did not fire {unit:its|their} mission", "34, 94"),
    Reminder("may-plot", PLOTTING, "unit", may_plot, "{unit} may plot a mission: plot {unit} -p LANDMARK", "36, 94"),
    Reminder("mission-goes-on", PLOTTING, "mission", ~may_plot & goes_on,
             "{unit} goes on with its mission at {mission}; for another: plot {unit} -p LANDMARK", "96"),
    Reminder("may-shift", PLOTTING, "impact", has_last_impact,
             "{unit} may shift without drift from the last impact, {impact}", "96, 104"),
    Reminder("planes-in-reach", AIR_COMBAT, "unit", ~has("fired", "crew-lost") & planes_in_reach,
             "{unit} may fire at {planes}", "127"),
    Reminder("leaves-table", FLYING, "aborting", has("in-play"),
             "{unit} {unit:aborts the mission and leaves|abort the mission and leave} the table", "115, 127"),
    Reminder("flight-over", FLYING, "in-play", flight_over,
             "{unit} {unit:has|have} been in play for too many turns and {unit:leaves|leave} the table", "111"),
    Reminder("air-target", BOMBING, "air-target", has("air-target") & ~has("aborting") & (number("attacks") < SIZE),
             "{unit} {unit:has|have} a target plotted[ at {air-target}]", "163"),
)
# fmt: on
"""Each row: its name, the phases, its owners, when it holds, the sentence, the lines of the source."""

REACTIONS = ()
"""The source has no fire in answer to a ruling but opportunity fire, which every stationary unit may declare."""


# consequences


@Predicate
def observers_lost(case: Case) -> Words | None:
    """The observers of a battery, if all of them are out of play or were removed. Binds ``observers``."""
    ledger = case.ledger
    observers = [one for one in str(ledger.value(case.unit, "observer", "")).split(", ") if one]
    removed = str(ledger.value(case.unit, "lost-observer", "")).split(", ")
    outs = [ledger.is_out(one) if one in ledger.units else None for one in observers]
    is_lost = all(out or (one not in ledger.units and one in removed) for one, out in zip(observers, outs, strict=True))
    entry = max([out.entry for out in outs if out and not out.by_hand], default=0)
    return {"observers": ", ".join(observers), "entry": entry} if observers and is_lost else None


@Predicate
def moved_since(case: Case) -> bool:
    """The unit or its carrier has moved since it was stationary. Source: first-watch.txt 30-31, 83."""
    ledger, still = case.ledger, case.ledger.has(case.unit, "stationary")
    moves = [ledger.has(one, "moved") for one in (case.unit, carrier_of(ledger, case.unit))] if still else []
    return any(move and still and move.entry > still.entry for move in moves)


def by_ruling(state: str) -> Predicate:
    """The unit has a state that the referee did not set."""
    return of_unit(lambda ledger, unit: (held := ledger.has(unit, state)) and not held.by_hand)


in_step, is_unit = phase(*FIRE_STEPS), of_unit(lambda ledger, unit: unit in ledger.units)
all_lost = is_unit & has("losses") & (LEFT <= 0) & ~out_of_play
lost_again = is_unit & (LEFT > 0)
wounded = has("losses", "crew-losses")
carrier_lost = of_unit(lambda ledger, unit: (carrier := carrier_of(ledger, unit)) and ledger.is_out(carrier))
all_fired = is_unit & has("part-fired") & (has("fired") | (number("part-fired") >= MOST_SHOTS))

CONSEQUENCES = (
    Consequence("unit", all_lost & in_step, begins="lost"),
    Consequence("unit", all_lost & ~in_step, begins="out"),
    Consequence("unit", by_ruling("lost") & lost_again, ends="lost"),
    Consequence("unit", by_ruling("losing-crew") & (CREWED > 0), ends="losing-crew"),
    Consequence("unit", by_ruling("crew-lost") & (CREWED > 0), ends="crew-lost"),
    Consequence("unit", has("fit-to-fire") & ~wounded, ends="fit-to-fire"),
    Consequence("unit", wounded & ~in_step & fewer_fit, begins="fit-to-fire", value="fit"),
    Consequence("unit", all_fired, begins="fired", ends="part-fired"),
    Consequence("stationary", moved_since, ends="stationary"),
    Consequence("aboard", carrier_lost, ends="aboard"),
    Consequence("observer", observers_lost, begins="lost-observer", value="observers"),
    Consequence("lost-observer", ~observers_lost, ends="lost-observer"),
    Consequence("losses", fewer_fit, begins="fit-to-fire", value="fit", at="end of phase"),
    Consequence("crew-losses", fewer_fit, begins="fit-to-fire", value="fit", at="end of phase"),
)
