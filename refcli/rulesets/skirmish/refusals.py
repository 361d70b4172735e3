"""Refusals and questions of the skirmish rules, in the order in which a referee thinks of them."""

from refcli.core.rows import (
    Case,
    Predicate,
    Question,
    Refusal,
    Words,
    figure,
    game_has,
    given,
    has,
    in_battle,
    option,
    phase,
)
from refcli.core.sentence import Proper
from refcli.core.states import GAME
from refcli.core.view import chart_rows
from refcli.rulesets.skirmish.anti_tank import MOUNTS
from refcli.rulesets.skirmish.morale import TRIGGERS
from refcli.rulesets.skirmish.preparation import TASKS
from refcli.rulesets.skirmish.unit_types import (
    TOWS,
    burst_over,
    carried_weapon,
    class_of_unit,
    count_in,
    crew_of,
    firing_kinds,
    gun,
    has_men,
    heavy,
    is_gun,
    is_heavy,
    left,
    men_row,
    men_to_serve,
    number_in,
    on_ground,
    place_in,
    ride,
    rows_of,
    team,
    terms,
    tugs_of,
    units_of,
    units_with,
    vehicle,
    vehicle_of,
    vehicle_row,
    weapon_fired,
)
from refcli.rulesets.skirmish.weapons import IN_TURRET

INDIRECT = "Indirect artillery and mortar fire"
"""The phase in which guns fire as they were called."""

SHOTS, MISSIONS, ALL_FIRE = "fire|penetrate", "bombard|smoke", "fire|penetrate|bombard|smoke"
ACTS, ACTORS = f"{ALL_FIRE}|move", "firer|guns|mover"

CAUSES = ("failed", "half-gone", "bailed-out")
"""The states of a section for which it checks its morale. Source: 434-436."""

# morale

asks_cause = has("check-due") & ~has(*CAUSES, "leader-dead") & ~given(*TRIGGERS, "left-field") & ~option("failed")


@Predicate
def leader_long_dead(case: Case) -> bool:
    """The leader of the section died in an earlier turn. Source: 433, 440."""
    dead = case.ledger.has(case.group, "leader-dead")
    return dead is not None and dead.turn < case.ledger.now.turn


checked_for_leader = leader_long_dead & ~has("check-due", "tested", *CAUSES) & ~given(*TRIGGERS, "left-field")
has_units = Predicate(lambda case: bool(case.ledger.units))


@Predicate
def machines_alone(case: Case) -> bool:
    """A vehicle, or a weapon of which others are the men: no section that checks its morale.

    Source: 431-436.
    """
    ledger, there = case.ledger, [one.name for one in case.ledger.in_group(case.group, lost_too=True)]
    weapons = [one for one in there if carried_weapon(ledger, one) and not units_with(ledger, "serves", one)]
    small_arms = [row for one in there for row in rows_of(ledger, one) if ledger.figure("weapons", row, "grenades")]
    men = weapons or small_arms or any(has_men(ledger, one) or men_row(ledger, one) for one in there)
    return not men and any(is_heavy(ledger, one) or vehicle_row(ledger, one) for one in there)


# calls for fire and fire missions

motorcycle = figure("troops", "kind", "motorcycle")


@Predicate
def by_radio(case: Case) -> bool:
    """The message goes by radio: no voice carries so far. Source: 53."""
    far = case.request.get("range")
    return far is None or number_in(far) > case.ledger.figure("radio", "voice", "")


@Predicate
def enemy_guns(case: Case) -> Words | None:
    """Guns of the other army than the sender. Source: 57-59."""
    ledger, units = case.ledger, units_of(case.ledger, case.unit)
    linked = any("guns" in case.at(one).figures("command", "chain") for one in units)
    sides = {ledger.side_of(one) for one in (case.unit, *case.named("sender"))} - {""}
    return {"other": ledger.side_of(case.unit)} if linked and len(sides) > 1 else None


@Predicate
def aimed(case: Case) -> bool:
    """Guns keep the aim that they have, or none is named. Source: 251."""
    aim = case.ledger.has(case.unit, "aim")
    return aim is not None and case.request.get("point") in (None, aim.value)


@Predicate
def battery_fires(case: Case) -> bool:
    """Another gun of the battery has fired at the point this turn. Source: 59, 251."""
    ledger, point = case.ledger, case.request.get("point")
    shots = [ledger.has(one.name, "aim") for one in ledger.in_group(case.group) if ledger.has(one.name, "fired")]
    return any(shot and shot.turn == ledger.now.turn and point in (None, shot.value) for shot in shots)


@Predicate
def out_of_reach(case: Case) -> bool:
    """The point of aim is nearer or farther than the guns reach, which the rule decides. Source: 208-240."""
    far = case.request.get("range")
    figures = [case.figures(chart, column) for chart in ("guns", "mortars") for column in ("min", "max")]
    reach = [figure for its in figures for figure in its]
    return far is not None and bool(reach) and not min(reach) <= number_in(far) <= max(reach)


called = has("ready", "called") | given("direct-fire", "map-fire") | aimed | battery_fires
aims_at_name = option("point") | Predicate(lambda case: bool(case.ledger.value(case.unit, "aim", "")))
observed = has("observer") | given("observed", "direct-fire")

# shots, shells and grenades


@Predicate
def beyond_sight(case: Case) -> Words | None:
    """The target is farther than the unit sees in this battle. Source: 27-33."""
    seen = case.ledger.value(GAME, "seen-aided" if has("binoculars").holds(case) else "seen-unaided", None)
    far = number_in(case.request.get("range"))
    return {"seen": f"{seen:g}", "far": f"{far:g}"} if seen is not None and far > seen else None


@Predicate
def not_mounted(case: Case) -> bool:
    """The unit has no weapon at a place that is named. Source: 293-338."""
    return any(place in MOUNTS and not case.figures("vehicles", place) for place in map(place_in, terms(case)))


def fired_with(*kinds: str) -> Predicate:
    """All weapons that fire are of these kinds."""
    return Predicate(lambda case: bool(fire := firing_kinds(case.ledger, case.request)) and fire <= {*kinds})


@Predicate
def spared(case: Case) -> Words | None:
    """The rammer never rams or runs over a unit of this class. Source: 129-133."""
    kind = class_of_unit(case.ledger, case.unit)
    for rammer in case.named("rammer"):
        row = class_of_unit(case.ledger, rammer)
        row = row if row in ("tank", "motorcycle") else "other"
        if kind and not case.ledger.figure("ramming", row, kind):
            return {"rammer": Proper(rammer), **({"lines": "131"} if kind in ("men", "weapon") else {})}
    return None


small_arms = fired_with("small-arm", "machine-gun")
anti_tank = option("shot", "anti-tank") | fired_with("infantry-anti-tank")


def carries(column: str) -> Predicate:
    """A weapon that the unit was added with has a figure in a column."""
    return Predicate(
        lambda case: any(case.ledger.figure("weapons", row, column) for row in rows_of(case.ledger, case.unit))
    )


without_men = Predicate(lambda case: not men_row(case.ledger, case.unit))


opens = gun | figure("vehicle-facts", "sp")


def itself(field: str) -> Predicate:
    """A field names the unit as well."""
    return Predicate(lambda case: case.unit in case.named(field))


def fires(kind: str) -> Predicate:
    """The unit fires a weapon of a kind."""

    def test(case: Case) -> bool:
        weapons = [weapon_fired(case.ledger, case.unit, place_in(term)) for term in terms(case)]
        return any(case.ledger.figure("weapons", weapon, "kind") == kind for weapon in weapons)

    return Predicate(test)


@Predicate
def crew_fires_too(case: Case) -> bool:
    """More of a team or gun crew fire than it has weapons. Source: 86, 151."""
    rows = case.ledger.units[case.unit].rows if case.unit in case.ledger.units else ()
    weapons = sum(many for row, many in rows if case.ledger.figure("weapons", row, "kind"))
    return any(count_in(term) > max(1, weapons) for term in terms(case))


@Predicate
def shells_spent(case: Case) -> Words | None:
    """the shells of the gun that bursts burst over the target already. Source: 255-257."""
    for weapon in case.named("weapon"):
        shells = case.ledger.value(weapon, "shells")
        if 0 < shells <= burst_over(case.ledger, weapon, "burst-over").count(case.unit):
            return {"weapon": Proper(weapon)}
    return None


@Predicate
def grenades_spent(case: Case) -> bool:
    """the grenades of this turn burst over each man of the target already. Source: 187."""
    thrown, unit = case.ledger.value(GAME, "grenades"), case.ledger.units.get(case.unit)
    over = burst_over(case.ledger, GAME, "grenades-over").count(case.unit)
    return unit is not None and 0 < thrown * unit.strength <= over


@Predicate
def hit_aboard(case: Case) -> Words | None:
    """The unit is aboard a vehicle that is named as well, and suffers with it. Source: 255-257, 279-281."""
    carrier = vehicle_of(case.ledger, case.unit)
    return {"vehicle": Proper(carrier)} if carrier in case.named("target") else None


in_turret = Predicate(lambda case: any((place_in(term) or "main") in IN_TURRET for term in terms(case)))
rides = Predicate(lambda case: ride(case.ledger, case.unit) is not None)
grenade = Predicate(lambda case: str(case.request.get("weapon") or "").partition("+")[0] == "grenade")
main_gun = Predicate(lambda case: all(place_in(term) in ("", "main") for term in terms(case))) & fires("gun")

# crews


@Predicate
def crew_pinned(case: Case) -> Words | None:
    """Too few of the crew are not pinned: an HMG or mortar takes two men, a gun one. Source: 86, 183."""
    ledger, crew = case.ledger, crew_of(case.ledger, case.unit) or []
    pinned = int(sum(ledger.value(one, "pinned") for one in crew))
    free = sum(left(ledger, one) for one in crew) - pinned
    needed = 1 if is_gun(ledger, case.unit) else men_to_serve(ledger)
    return {"pinned": pinned} if pinned and free < needed else None


def served_by_fewer(men: int) -> Predicate:
    """the crew of a heavy weapon is known, and fewer men of it are left; 0 for as many as an HMG takes."""

    def test(case: Case) -> bool:
        crew = crew_of(case.ledger, case.unit)
        needed = men or men_to_serve(case.ledger)
        return crew is not None and sum(left(case.ledger, one) for one in crew) < needed

    return Predicate(test)


@Predicate
def crew_lost(case: Case) -> bool:
    """All of the crew of a vehicle are dead or out, but the driver of one that limps.

    Source: 279-281, 415.
    """
    crews = case.figures("vehicles", "crew") or [0]
    gone = case.ledger.has(case.unit, "crew-gone")
    return gone is not None and not case.ledger.has(case.unit, "limps") and int(gone.value) >= max(crews)


# moves


@Predicate
def towed(case: Case) -> Words | None:
    """A vehicle tows the unit. Source: 111-113."""
    tugs = tugs_of(case.ledger, case.unit)
    return {"tug": Proper(tugs[0])} if tugs else None


def tows(predicate: Predicate) -> Predicate:
    """A predicate holds of the gun that the unit tows."""

    def test(case: Case) -> Words | None:
        guns = [str(case.ledger.value(case.unit, state, "")) for state in TOWS]
        return next(({"gun": Proper(one)} for one in guns if one and predicate.holds(case.at(one))), None)

    return Predicate(test)


tug_moved = Predicate(lambda case: any(case.ledger.has(one, "moved") for one in tugs_of(case.ledger, case.unit)))


@Predicate
def past_half(case: Case) -> Words | None:
    """The vehicle that the unit gets into or out of has moved more than half its move. Source: 99."""
    leaves = vehicle_of(case.ledger, case.unit) if given("load").holds(case) else ""
    vehicles = [one for one in (*case.named("vehicle"), leaves) if case.ledger.has(one, "past-half")]
    return {"vehicle": Proper(vehicles[0])} if vehicles else None


@Predicate
def no_room(case: Case) -> Words | None:
    """The vehicle that men get into takes fewer passengers. Source: 309, 327-328."""
    ledger = case.ledger
    for name in case.named("vehicle"):
        room = max((int(one) for one in case.at(name).figures("vehicles", "passengers")), default=0)
        aboard = {*units_with(ledger, "aboard", name), *units_of(ledger, case.unit)}
        men = sum(
            left(ledger, one) for one in aboard if "infantry" in chart_rows(ledger, one) and not ledger.is_out(one)
        )
        if 0 < room < men:
            return {"vehicle": Proper(name), "room": room, "many": men}
    return None


@Predicate
def short_retreat(case: Case) -> Words | None:
    """The section has to retire farther, and can. Source: 456."""
    least, far = case.ledger.value(case.group, "retires"), number_in(case.request.get("moved"))
    stops = far > 0 and far + case.ledger.value(case.unit, "gone") < least
    return {"least": f"{least:g}"} if stops else None


can_run = ~has("ran-last-turn")


@Predicate
def some_pinned(case: Case) -> Words | None:
    """Fewer men of the unit are pinned than are named. Source: 183, 462."""
    pinned = case.ledger.value(case.unit, "pinned")
    return {"pinned": int(pinned)} if any(0 < pinned < count_in(term) for term in terms(case)) else None


# fmt: off
REFUSALS = (
    # what a unit never does
    Refusal("captor-no-men", "capture", "captor", vehicle,
        "{unit} {unit:is|are} a vehicle: only men take prisoners", "462"),
    Refusal("captor-gun", "capture", "captor", gun,
        "{unit} {unit:is a gun|are guns}: its crew takes prisoners", "257-259, 462"),
    Refusal("not-pinned", "capture", "captive", in_battle & ~has("pinned") & ~given("near-missed"),
        "{unit} {unit:is|are} not pinned, and only pinned men are captured", "462"),
    Refusal("not-mounted", SHOTS, "firer", not_mounted, "{unit} {unit:has|have} no such weapon", "293-338"),
    Refusal("no-attack-value", "penetrate", "firer", ~carries("attack") & ~vehicle,
        "{unit} {unit:has|have} no weapon with an attack value", "367-390"),
    Refusal("cannot-throw", "grenade", "thrower", ~carries("grenades"),
        "{unit} {unit:carries|carry} no rifle or SMG, and may not throw", "187"),
    Refusal("anti-tank-at-men", "fire", "target", on_ground & anti_tank,
        "{unit} {unit:is|are} no vehicle, and anti-tank shots are for vehicles", "340-342"),
    Refusal("fire-at-crew", "fire", "target", heavy & without_men & small_arms,
        "{unit} {unit:is|are} no men: fire at the crew", "141"),
    Refusal("no-rammer", "ram", "rammer", on_ground, "{unit} {unit:is|are} no vehicle, and only vehicles ram", "129"),
    Refusal("spared", "ram", "target", spared, "{rammer} may not ram {unit}", "129, 133"),
    Refusal("no-section", "morale", "section", machines_alone,
        "{unit} {unit:is|are} no men, and only men check their morale", "431-436"),
    Refusal("motorcycle-rams", "ram", "rammer", motorcycle,
        "{unit} {unit:is a motorcycle|are motorcycles}: no vehicle is smaller", "129"),
    Refusal("only-men-run", "move", "mover", given("running", "crawling") & (vehicle | gun),
        "only men run and crawl, not {unit}", "65-72, 86-88"),
    Refusal("only-sp-guns-open", "move", "mover", given("open-up", "close-down") & ~opens,
        "only SP and AA guns open up and close down, not {unit}", "121"),
    Refusal("only-guns-set-up", "move", "mover", given("set-up") & (vehicle | gun),
        "only an HMG or mortar is set up, not {unit}", "86, 115"),
    # calls for fire, by radio and by voice
    Question("which-section", "morale", "", in_battle & has_units & ~option("section"),
        "which section checks its morale?", "433-436"),
    Question("check-cause", "morale", "section", in_battle & asks_cause,
        "{group} checks its morale for what? leader-killed, half-killed or bailed-out", "431-436"),
    Refusal("leader-checked", "morale", "section", checked_for_leader,
        "{group} has checked for its leader already", "431-436"),
    Refusal("sent", "radio", "sender", in_battle & has("sent") & by_radio,
        "{unit} {unit:has|have} sent a message this turn", "59"),
    Refusal("to-itself", "radio", "sender", in_battle & itself("receiver"),
        "{unit} {unit:sends|send} no message to {unit:itself|themselves}", "57-59"),
    Refusal("enemy-guns", "radio", "receiver", in_battle & enemy_guns,
        "{unit} {unit:is|are} {other}, on the other side", "57-59"),
    # shots
    Refusal("closed-gun", SHOTS, "firer", in_battle & has("closed") & main_gun,
        "{unit} {unit:is|are} closed down and must open up first", "121"),
    Refusal("no-turret", SHOTS, "firer", in_battle & has("turret-destroyed") & in_turret,
        "{unit} {unit:has|have} lost {unit:its|their} turret, and its weapons with it", "415"),
    Refusal("anti-tank-aboard", SHOTS, "firer", in_battle & on_ground & rides & fires("infantry-anti-tank"),
        "{unit} {unit:is|are} aboard a moving vehicle, from which only small arms are fired", "139"),
    Refusal("crew-fires", SHOTS, "firer", in_battle & heavy & crew_fires_too,
        "{unit} {unit:fires|fire} one weapon: the others serve it", "86, 151"),
    Refusal("beyond-sight", SHOTS, "firer", in_battle & beyond_sight,
        "{unit} {unit:sees|see} {seen} cm, not {far}", "27-33"),
    Refusal("throws-aboard", "grenade", "thrower", in_battle & rides,
        "{unit} {unit:is|are} aboard a moving vehicle and may not throw", "139"),
    # bursts, rams and escapes
    Refusal("hit-aboard", "burst", "target", in_battle & hit_aboard,
        "{unit} {unit:is|are} aboard {vehicle} and {unit:suffers|suffer} with it: name {vehicle} alone", "279-281"),
    Refusal("no-grenade", "burst", "", in_battle & grenade & ~game_has("grenades"),
        "no grenade was thrown this turn", "187"),
    Refusal("grenade-burst", "burst", "target", in_battle & grenade & grenades_spent,
        "the grenades of this turn burst over {unit} already", "187"),
    Refusal("no-shell", "burst", "weapon", in_battle & ~has("shells"),
        "{unit} {unit:has|have} fired no shell this turn", "59, 187, 207"),
    Refusal("shell-burst", "burst", "target", in_battle & shells_spent,
        "the shells of {weapon} burst over {unit} already", "255-257"),
    Refusal("not-lost", "escape", "target", in_battle & vehicle & ~has("wrecked", "destroyed", "turret-destroyed"),
        "{unit} {unit:is|are} not lost: no crew has to leave {unit:it|them}", "129, 201, 413-417"),
    Refusal("no-crew", "escape", "target", in_battle & crew_lost,
        "{unit} {unit:has|have} no crew left", "279-281, 413-417"),
    Refusal("moving", "ram", "target", in_battle & vehicle & has("moved"),
        "{unit} {unit:has|have} moved this turn: only a stationary vehicle is rammed", "129"),
    # crews and tows
    Refusal("towed", ACTS, ACTORS, in_battle & towed & ~has("hitched") & ~given(*TASKS),
        "{tug} tows {unit}, which must be unhitched first", "115, 127"),
    Refusal("left-behind", ACTS, ACTORS, heavy & has("runs") & served_by_fewer(1),
        "the crew of {unit} runs to the rear without it", "458"),
    Refusal("crew-pinned", ACTS, ACTORS, in_battle & heavy & crew_pinned,
        "{unit} {unit:has|have} too few men to serve {unit:it|them}: {pinned:man is|men are} pinned", "86, 183"),
    Refusal("short-handed", ACTS, ACTORS, team & served_by_fewer(0),
        "{unit} {unit:has|have} fewer than two men to carry and fire {unit:it|them}", "86, 137"),
    Refusal("unserved", ALL_FIRE, "firer|guns", gun & served_by_fewer(1),
        "{unit} {unit:has|have} no crew left to fire {unit:it|them}", "137"),
    # moves
    Question("how-many-pinned", "capture", "captive", in_battle & some_pinned,
        "how many of {unit}? only {pinned:man is|men are} pinned", "462"),
    Refusal("past-half", "move", "mover", in_battle & past_half,
        "{vehicle} has moved more than half its move and loads no men this turn", "99"),
    Refusal("no-room", "move", "mover", in_battle & on_ground & no_room,
        "{vehicle} takes {room:man|men} besides its crew, not {many}", "309, 327-328"),
    Refusal("not-hitched", "move", "mover", in_battle & tows(has("busy")),
        "{gun} {gun:is|are} not hitched up yet", "117"),
    Refusal("gun-fired", "move", "mover", in_battle & tows(has("fired")),
        "{gun} {gun:has|have} fired this turn and may not be towed away", "127"),
    Refusal("fired-gun", "move", "mover", in_battle & gun & has("fired") & ~has("stood"),
        "{unit} {unit:has|have} fired this turn and may not move", "127"),
    Refusal("task-after-move", "move", "mover", in_battle & given(*TASKS) & has("moved"),
        "{unit} {unit:has|have} moved this turn, and this takes a whole turn", "86, 115-121"),
    Refusal("tug-moved", "move", "mover", in_battle & given("unhitch") & tug_moved,
        "{unit} {unit:is|are} unhitched in the turn after the vehicle stops", "115"),
    Refusal("must-run", "move", "mover", in_battle & has("runs") & can_run & ~given("running"),
        "{unit} must run to the rear", "458"),
    Refusal("must-retire", "move", "mover", in_battle & can_run & short_retreat,
        "{unit} must retire at least {least} cm", "456"),
    # fire missions
    Refusal("smoke-waits", "smoke", "guns", phase("Movement", "All other direct fire") & ~given("direct-fire"),
        f"smoke that was called for falls in {INDIRECT}", "18-20, 289"),
    Refusal("direct-smoke-past", "smoke", "guns", phase(INDIRECT) & given("direct-fire"),
        "direct smoke belongs to All other direct fire", "18-20, 289"),
    Refusal("not-called", MISSIONS, "guns", in_battle & ~called & ~out_of_reach,
        "{unit} {unit:was|were} not called to fire there", "59, 207"),
    Question("no-point", MISSIONS, "guns", in_battle & ~observed & ~aims_at_name,
        "{unit} {unit:has|have} no observer: at which point? -p POINT", "253"),
)
"""Rows of what is not done, and of words that are missing: the first that holds is the reason."""
# fmt: on
