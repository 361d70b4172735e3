"""Reminders, reactions and consequences of the skirmish rules."""

from refcli.core.rows import (
    Case,
    Consequence,
    Predicate,
    Reaction,
    Reminder,
    Words,
    figure,
    game_has,
    has,
    is_a,
    out_of_play,
    since,
    through,
)
from refcli.rulesets.skirmish.casualties import dead_of, ranks_dead
from refcli.rulesets.skirmish.refusals import INDIRECT, crew_lost
from refcli.rulesets.skirmish.unit_types import carried_weapon, gun, has_men, leads, left, men_row, units_of, vehicle

RADIO, SHOOTING = "Radio communications", "All other direct fire"

# what is due


@Predicate
def moves_first(case: Case) -> Words | None:
    """The side moves first of several. Source: 9-16."""
    sides = case.ledger.sides
    return {"others": " and ".join(sides[1:])} if sides[1:] and case.unit == sides[0] == case.ledger.now.side else None


def owes_move(order: str) -> Predicate:
    """The unit has had an order since an earlier turn, or by hand, could move, and did not.

    Source: 183, 456-458.
    """

    def test(case: Case) -> Words | None:
        ledger, held = case.ledger, case.ledger.has(case.group, order)
        is_due = held is not None and (held.by_hand or held.turn < ledger.now.turn) and has_men(ledger, case.unit)
        free = is_due and left(ledger, case.unit) > ledger.value(case.unit, "pinned")
        return {order: held.value} if held and free and not has("moved", "rode").holds(case) else None

    return Predicate(test)


@Predicate
def asks_point(case: Case) -> bool:
    """Guns that were called have no observer, and aim at no named point. Source: 253."""
    guns = units_of(case.ledger, case.unit)
    return not has("observer").holds(case) and not any(case.ledger.value(one, "aim", "") for one in guns)


wheeled = figure("troops", "kind", "wheeled") | figure("vehicle-facts", "class", "armoured-car") | gun
moves_after_shot = Predicate(lambda case: case.unit in case.named("mover")) & has("moved")
pinned = Predicate(lambda case: 0 < left(case.ledger, case.unit) <= case.ledger.value(case.unit, "pinned"))
busy = pinned | has("guards", "called") | through("serves", has("fired", "part-fired"))
"""Units that are pinned, guard, were called, or serve a weapon that fired. Source: 59, 86, 183."""
sided = Predicate(lambda case: bool(case.ledger.sides))
supplied = has("supplied-by") & ~through("supplied-by", out_of_play)

# fmt: off
REMINDERS = (
    Reminder("first-or-second", RADIO, "side", has("initiative") & ~game_has("order-said"),
        "{unit} won: move first or second?", "9, 13"),
    Reminder("first", "Movement", "side", moves_first, "{unit} moves first, then {others}", "9, 13"),
    Reminder("failed-check", "Initiative", "group", has("failed") & since("failed", 2) & ~out_of_play,
        "{unit} did not check last turn, to recover", "436, 454"),
    Reminder("missed-check", "Initiative", "group", has("check-due") & ~has("failed"),
        "{unit} did not make the morale check of last turn", "431-436"),
    Reminder("due-check", "Morale", "group", has("check-due") & ~has("failed"),
        "{unit} must check its morale", "431-436", "morale"),
    Reminder("lost-transport", "Morale", "group", has("ride-lost") & ~has("transport", "transport-destroyed"),
        "{unit} lost {ride-lost}: was it its own transport? set {unit} transport-destroyed", "447"),
    Reminder("message-arrives", RADIO, "unit", has("message") & since("message", 1),
        "{unit} gets the message that was passed on", "57"),
    Reminder("supply", "Movement", "unit", supplied,
        "{unit} draws its ammunition from {supplied-by}, which stays within 10 cm", "119"),
    Reminder("wood", "Movement", "unit", has("in-wood") & wheeled,
        "{unit} must leave the wood the way it went in", "49, 109"),
    Reminder("retreat", SHOOTING, "unit", owes_move("retires"),
        "{unit} had to retire at least {retires:g} cm, and did not move", "456"),
    Reminder("rout", SHOOTING, "unit", owes_move("runs"), "{unit} had to run to the rear, and did not move", "458"),
    Reminder("mission", INDIRECT, "group", has("ready") & ~asks_point, "{unit} was called and may fire", "59, 207"),
    Reminder("mission-point", INDIRECT, "group", has("ready") & asks_point,
        "{unit} was called and may fire: at which point?", "59, 207"),
    Reminder("pins", "Initiative", "unit", has("pinned"),
        "{unit} {unit:is|are} pinned ({pinned:man|men})", "183, 462", at_end=True),
    Reminder("shells", "Morale", "unit", has("burst-due"),
        "{unit} {unit:has|have} hit: no unit under the burst circle was rolled for", "255-257, 285", at_end=True),
    Reminder("grenades", "Morale", "unit", has("grenade-due"),
        "{unit} {unit:has|have} hit with a grenade: no unit under it was rolled for", "187, 195", at_end=True),
)
"""Rows of what is due at the start of a phase, or was missed at its end."""

REACTIONS = (
    Reaction("which-side", "initiative", "game", game_has("won-by") & sided,
        "which side is the {won-by} army? set SIDE initiative", "9"),
    Reaction("shot-moved", "move", "stands-so-far", moves_after_shot,
        "{unit} fired as stationary before it moved: correct that shot", "165, 356"),
)
"""Rows of what a ruling needs at once: a decision, or a correction of an earlier ruling."""
# fmt: on

# what follows


@Predicate
def leader_fell(case: Case) -> bool:
    """The leader of the section, a unit of his own, is dead since this turn. Source: 433."""
    ledger = case.ledger
    fell = [
        ledger.has(one.name, state)
        for one in ledger.in_group(case.group, lost_too=True)
        if leads(ledger, one.name) and has_men(ledger, one.name)
        for state in ("dead", "lost")
    ]
    return any(held is not None and held.turn == ledger.now.turn for held in fell)


@Predicate
def half_dead(case: Case) -> bool:
    """Half of the men of the section are dead. Source: 434."""
    ledger, units = case.ledger, [one.name for one in case.ledger.in_group(case.group, lost_too=True)]
    fallen = [one for one in units if dead_of(ledger, one) and has_men(ledger, one)]
    dead = sum(dead_of(ledger, one) for one in fallen)
    return dead > 0 and 2 * dead >= sum(ledger.units[one].strength for one in units if has_men(ledger, one))


@Predicate
def killed(case: Case) -> Words | None:
    """How many other ranks of the section were killed this turn, unless the referee set it. Source: 446."""
    held = case.ledger.has(case.group, "killed")
    if held is not None and held.by_hand:
        return None
    return {
        "killed": max(0, ranks_dead(case.ledger, case.group) - int(case.ledger.value(case.group, "killed-earlier")))
    }


gone = Predicate(lambda case: not case.ledger.in_group(case.group))
with_men = Predicate(lambda case: bool(carried_weapon(case.ledger, case.unit) and men_row(case.ledger, case.unit)))
here = ~out_of_play
new_half = ~has("half-lost") & half_dead & ~gone

CONSEQUENCES = (
    Consequence("unit", is_a("infantry-weapon", "gun", "hmg") & vehicle & here & ~has("mounted"), begins="mounted"),
    Consequence("unit", here & with_men & ~has("manned"), begins="manned"),
    Consequence("crew-gone", here & crew_lost & ~has("crewless"), begins="crewless"),
    Consequence("group", killed & ~gone, begins="killed", value="killed"),
    Consequence("group", leader_fell & ~has("leader-dead") & ~gone, begins="check-due"),
    Consequence("group", leader_fell & ~has("leader-dead") & ~gone, begins="leader-dead"),
    Consequence("group", new_half, begins="half-gone"),
    Consequence("group", new_half, begins="check-due"),
    Consequence("group", new_half, begins="half-lost"),
    Consequence("group", has("check-due") & gone, ends="check-due"),
)
"""Rows of the states that begin or end because something becomes true."""
