"""Refusals and questions in an evening of First Watch. Source: first-watch.txt 27-36, 58-166."""

from collections.abc import Iterator
from typing import Any

from refcli.core.request import NAMES, ROWS
from refcli.core.rows import (
    Case,
    Number,
    Predicate,
    Question,
    Refusal,
    Words,
    game_has,
    given,
    has,
    in_battle,
    number,
    option,
    phase,
    reading,
    this_turn,
)
from refcli.core.sentence import listed
from refcli.core.states import GAME
from refcli.core.view import terms_said
from refcli.rulesets.first_watch.bursts import bomb_named, counters_named, dice_against, firers_of, has_had
from refcli.rulesets.first_watch.turn import LEVELS
from refcli.rulesets.first_watch.unit_types import (
    CREWED,
    FIGURES,
    FIRE_STEPS,
    FIRST,
    LAST,
    LEFT,
    MOVEMENT,
    READY,
    SHIFTED,
    SIZE,
    SLOW,
    armored,
    artillery,
    cannot_pierce,
    carries_bomb,
    closed,
    crew_of,
    fighter,
    figures,
    fired_mission,
    flight_over,
    has_figure,
    has_main_gun,
    infantry,
    is_row,
    is_same_bomb,
    last_point,
    load_of,
    machinegun,
    mobile,
    moved,
    named,
    none_of,
    of_unit,
    plane,
    planes_of,
    rows_of,
    step_of,
    towed,
    typed,
    unarmed,
    vehicle,
    weapon_called,
    weapons_of,
    word_of,
)

# types named in place of a unit

ACTORS = {
    "move": ("mover", "30, 39"),
    "phase": ("mover", "31-33"),
    "fire": ("attacker", "31, 33"),
    "penetrate": ("attacker", "31, 33"),
    "close-assault": ("attackers", "71"),
    "plot": ("attacker", "36, 94"),
    "bombard": ("attacker", "36, 94"),
    "burst": ("attacker", "96-98"),
    "air-combat": ("attacker", "115"),
    "strafe": ("attacker", "115, 131"),
    "anti-air": ("attacker", "127"),
}
"""The field of the units that act, with the source lines by which each does so once."""

MANY = 9
"""More counters than a second hit needs."""

TARGETS = {"fire": "60, 79", "penetrate": "79", "close-assault": "71", "air-combat": "115-117", "anti-air": "127"}
"""The procedures of one target, with the source lines of its losses."""


def _meant(case: Case, field: str, word: str) -> Iterator[str]:
    """The units in play that a type may mean, by a row or its beginning, on no other side that is named."""
    ledger, names = case.ledger, case.request[NAMES]
    named_sides = {ledger.side_of(unit) for one, units in names.items() if one != field for unit in units if unit}
    terms = zip(terms_said(case.request, field), case.request.get(ROWS, {}).get(field) or (), strict=False)
    rows = {word, *(row for (_, text), row in terms if row and word_of(text) == word)}
    is_whole = is_row(ledger, word, *FIGURES)
    for name, unit in ledger.units.items():
        guns = figures(ledger, name, "vehicles", "main-gun") if field == "attacker" else []
        its = {*unit.stands_for, *rows_of(ledger, name), *guns}
        is_meant = its & rows or (not is_whole and any(str(row).startswith(word) for row in its))
        has_burst = case.procedure != "burst" or (is_row(ledger, word, "artillery") and fired_mission(ledger, name))
        if is_meant and has_burst and not ledger.is_out(name) and not (unit.side and unit.side in named_sides):
            yield name


def _which(case: Case, field: str, lines: str) -> Words | None:
    """A type in a field, and the units in play that it may mean."""
    for name, text in terms_said(case.request, field) if field and case.ledger.now.turn else ():
        if not name and (units := [*_meant(case, field, word_of(text))]):
            return {
                "type": word_of(text),
                "units": " or ".join(_chosen(case, one, word_of(text)) for one in units),
                "lines": lines,
            }
    return None


def _chosen(case: Case, unit: str, word: str) -> str:
    """The unit, and the command by which it fires this weapon, if it would fire another one. Source: 31, 69, 131."""
    weapon, weapons = weapon_called(case.ledger, unit, word), weapons_of(case.ledger, unit)
    main = "" if (vehicle | plane).holds(case.at(unit)) else weapons[:1]
    now = weapon_called(case.ledger, unit, str(case.ledger.value(unit, "weapon", ""))) or "".join(main)
    is_other = case.procedure in ("fire", "penetrate", "strafe") and weapon and weapon != now
    return f"{unit} (set {unit} weapon {weapon})" if is_other else unit


which_actor = Predicate(lambda case: _which(case, *ACTORS.get(case.procedure, ("", ""))))
which_target = Predicate(lambda case: _which(case, "target", TARGETS[case.procedure]))


# fire and movement on the ground


@Predicate
def own_weapon_is_target(case: Case) -> Words | None:
    """The target is a weapon of the unit that it may choose from. Source: first-watch.txt 31, 69."""
    weapons, is_vehicle = weapons_of(case.ledger, case.unit), vehicle.holds(case)
    own = weapon_called(case.ledger, case.unit, word_of(case.request.get("target")))
    is_choice = own and not named(case.request, "target") and len(weapons) > (0 if is_vehicle else 1)
    return {"weapon": own, "lines": "31" if is_vehicle else "31, 69"} if is_choice else None


def _step(case: Case) -> str:
    """The fire step of the unit, by the weapon that it is named as."""
    return step_of(case.ledger, case.unit, case.request.get(case.field))


@Predicate
def fires_in_other_step(case: Case) -> Words | None:
    """The fire step of the unit is another one; all vehicles may fire in the last. Binds ``step``."""
    step, now = _step(case), case.ledger.now.phase.name if case.ledger.now.phase else ""
    return {"step": step} if step and step != now and not (now == LAST and vehicle.holds(case)) else None


weapon_found = of_unit(lambda ledger, unit: weapon_called(ledger, unit, str(ledger.value(unit, "weapon", ""))))
step_unknown = Predicate(lambda case: not _step(case))
stated_distance = option("moved") | given("small-arms") | has("way")
is_target = Predicate(lambda case: case.unit in named(case.request, "target"))


def _counters(case: Case) -> int:
    """The counters of infantry, or of the crews of vehicles; of others they are not counted. Source: 60, 67."""
    left = int(LEFT.of(case))
    crews = crew_of(case.ledger, case.unit, left) if vehicle.holds(case) else MANY
    return left if infantry.holds(case) else crews


COUNTERS = Number(_counters)


def _attacker_is(*charts: str) -> Predicate:
    """The attacker is named as a row of one of these charts."""
    return Predicate(lambda case: is_row(case.ledger, case.request.get("attacker"), *charts))


main_gun_fire = Predicate(
    lambda case: "as-main-gun" in f"{case.request.get('attacker')} {case.request.get('conditions')}"
)
by_small_arms = _attacker_is("small-arms") & ~main_gun_fire
by_anti_tank = _attacker_is("anti-tank") & ~_attacker_is("small-arms")
not_on_foot = none_of("troops") | ((vehicle | plane) & ~infantry)


# sides and planes


def _sides(case: Case) -> str:
    """The nationalities that have units in play, if all sides are nationalities."""
    ledger = case.ledger
    nations = [side for side in ledger.sides if ledger.figure("initiative", side, "1943") is not None]
    there = {ledger.side_of(unit) for unit in ledger.units if not ledger.is_out(unit)}
    return " or ".join([side for side in nations if side in there]) if nations == ledger.sides else ""


which_side = Predicate(lambda case: {"sides": _sides(case)} if _sides(case) and not case.request.get("side") else None)


@Predicate
def planes_fly(case: Case) -> Words | None:
    """Planes are in play. Binds ``planes``, those that have entered if any have."""
    planes = planes_of(case.ledger)
    there = [one for one in planes if case.ledger.has(one, "in-play")]
    return {"planes": " or ".join(there or planes)} if planes else None


no_plane_named = ~Predicate(lambda case: bool(case.request.get("plane")))
no_unit_strafes = ~Predicate(lambda case: bool(named(case.request, "attacker"))) & ~_attacker_is("aircraft")
not_entered = ~none_of("aircraft") & ~has("in-play")


@Predicate
def bomb_of_no_plane(case: Case) -> Words | None:
    """Planes are in play, and none of them carries this bomb, or bombs that are not named. Source: 129, 141."""
    bomb, ledger = word_of(case.request.get("attacker")), case.ledger
    loads = [load_of(ledger, one) for one in planes_of(ledger) if ledger.has(one, "in-play")]
    carried = any(load and (is_same_bomb(ledger, load, bomb) or not is_row(ledger, load, "bombs")) for load in loads)
    return {"bomb": bomb} if loads and is_row(ledger, bomb, "bombs") and not carried else None


@Predicate
def carries_other_bomb(case: Case) -> Words | None:
    """The plane carries another bomb than it is to drop. Source: first-watch.txt 117, 141."""
    bomb, load = word_of(case.request.get("attacker")), load_of(case.ledger, case.unit)
    both = is_row(case.ledger, load, "bombs") and is_row(case.ledger, bomb, "bombs")
    return {"load": load, "bomb": bomb} if both and not is_same_bomb(case.ledger, load, bomb) else None


@Predicate
def target_not_plotted(case: Case) -> bool:
    """The targets are not plotted, and none of them moved or is in the open. Source: 163."""
    targets, point = named(case.request, "targets"), str(case.ledger.value(case.unit, "air-target", "")).lower()
    in_sight = moved | has("in-open", "charging")
    plotted = [one for one in case.ledger.units if one.lower() == point]
    is_other = bool(targets and plotted) and plotted[0] not in targets
    is_free = any(in_sight.holds(case.at(one)) for one in targets)
    return not is_free and (is_other or not case.ledger.has(case.unit, "air-target"))


def _level(word: Any) -> str:
    """A level by its beginning; another word as it was typed."""
    begun = [level for level in LEVELS if word and level.startswith(str(word).lower())]
    return begun[0] if len(begun) == 1 else str(word or "")


@Predicate
def at_closed_level(case: Case) -> Words | None:
    """The weather closes the level at which the plane enters, attacks or ends its move. Source: 111, 165."""
    was, said = case.ledger.value(case.unit, "altitude", ""), _level(case.request.get("altitude"))
    goes_to = _level(case.request.get("to"))
    levels = [said or was] if case.procedure == "move" else [] if was else [said]
    levels = [goes_to] if goes_to and case.ledger.has(case.unit, "in-play") else [*levels, goes_to]
    shut = [one for one in levels if one in LEVELS and one not in str(case.ledger.value(GAME, "weather", one))]
    return {"level": shut[0]} if shut else None


@Predicate
def at_other_level(case: Case) -> Words | None:
    """The plane is at another altitude than the request has it. Binds ``altitude``."""
    was, said = str(case.ledger.value(case.unit, "altitude", "")), str(case.request.get("altitude") or "")
    enters = case.procedure == "move" and not case.ledger.has(case.unit, "in-play")
    return {"altitude": was} if was and said and not enters and not was.startswith(said) else None


@Predicate
def at_different_levels(case: Case) -> Words | None:
    """The planes of a fight are at different altitudes. Source: first-watch.txt 113."""
    planes = named(case.request, "attacker", "target", "interceptor")
    levels = {one: level for one in planes if (level := case.ledger.value(one, "altitude", ""))}
    listing = listed([f"{one} at {level}" for one, level in levels.items()])
    return {"levels": listing} if len({*levels.values()}) > 1 else None


# missions and bursts


@Predicate
def at_other_point(case: Case) -> Words | None:
    """The mission of the battery is at another point than this one. Binds ``mission``."""
    mission = str(case.ledger.value(case.unit, "mission", ""))
    there = str(case.request.get("point") or mission).partition(SHIFTED)[0]
    return {"mission": mission} if mission and there.lower() != mission.lower() else None


@Predicate
def has_new_mission(case: Case) -> Words | None:
    """The last impact of the battery is that of another mission. Source: first-watch.txt 96."""
    point = last_point(case.ledger, case.unit)
    return {"was": point, "now": case.ledger.value(case.unit, "mission")} if point else None


def more_guns_than(count: Number) -> Predicate:
    """More guns are typed than this count, which is not 0. Binds ``guns``."""
    guns = typed("guns")
    return Predicate(lambda case: {"guns": int(count.of(case))} if 0 < count.of(case) < guns.of(case) else None)


@Predicate
def no_such_bomb_fell(case: Case) -> Words | None:
    """No plane in play has dropped this bomb in this turn. Binds ``bomb``."""
    bomb = bomb_named(case.request)
    fell = bool(named(case.request, "attacker") or firers_of(case.ledger, case.request))
    return {"bomb": bomb} if is_row(case.ledger, bomb, "bombs") and not fell else None


@Predicate
def has_had_burst(case: Case) -> Words | None:
    """The unit has had all dice of this burst. Binds ``firers``."""
    firers = firers_of(case.ledger, case.request)
    dice = dice_against(case.ledger, case.request).get(case.unit, 0)
    had = firers and all(has_had(case.ledger, case.unit, one, dice) for one in firers)
    return {"firers": " and ".join(firers)} if had else None


@Predicate
def more_than_left(case: Case) -> Words | None:
    """More of the unit are named than are left of it. Binds ``left`` and ``many``."""
    many, left = counters_named(case.request)[case.unit], int(LEFT.of(case))
    return {"left": left, "many": many} if many > left and not case.ledger.has(case.unit, "losses") else None


burst_is_due = Predicate(lambda case: bool(firers_of(case.ledger, case.request)))
no_point = ~Predicate(lambda case: bool(case.request.get("point")))
MOST_SHIFT = Number(lambda case: case.ledger.figure("shift", "shift", ""))
unknown = of_unit(lambda ledger, unit: not rows_of(ledger, unit))
several_planes = Predicate(
    lambda case: any(many > 1 and is_row(case.ledger, row, "aircraft") for row, many in case.request["unit"].rows)
)
in_air = plane & ~mobile & ~towed
only_flies = in_air & ~artillery & none_of("small-arms", "anti-tank")
all_attacks_made = has("attacks") & (number("attacks") >= SIZE)
no_level = plane & ~has("altitude") & ~option("altitude") & ~option("to")
needs_plot = game_has("air-targets") & plane & ~given("jettison")
fires_once = has("part-fired") & reading("FW-64=one-fire")
ground_fire, aimed = "fire|penetrate|close-assault", "fire|penetrate|close-assault|strafe|burst"
attackers, flyers, planes = "attacker|attackers", "attacker|interceptor|plane", "attacker|target|interceptor|plane"

# fmt: off
REFUSALS = (
    # types of unit and weapon
    Refusal("planes-in-one", "add", "", several_planes, "each plane is a unit of its own", "9, 111-117"),
    Refusal("no-such-weapon", "fire|penetrate|strafe", "attacker", has("weapon") & ~weapon_found,
            "{unit} {unit:was|were} added without {weapon}", "31, 69"),
    Refusal("not-on-foot", "close-assault", "attackers", not_on_foot,
            "{unit} {unit:is|are} no infantry, which close assaults", "71"),
    Refusal("in-the-air", aimed, "target|targets", in_air, "{unit} {unit:is|are} in the air: no target from the ground",
            "35, 127, 131"),
    Refusal("not-armored", "close-assault", "target", ~unknown & ~armored, "{unit} {unit:is|are} no armored vehicle",
            "71"),
    Refusal("no-armor", "penetrate", "target", none_of("vehicles"), "{unit} {unit:has|have} no armor to penetrate",
            "77"),
    Refusal("only-armor", "fire", "target", by_anti_tank & ~unknown & ~armored,
            "{unit} {unit:is|are} not armored: no target of anti-tank weapons of infantry", "69"),
    Refusal("closed-target", "fire", "target", by_small_arms & ~_attacker_is("anti-tank") & closed,
            "{unit} {unit:is|are} closed, and no target of small arms", "58"),
    Refusal("plane-on-ground", "fire|penetrate|phase|bombard", "attacker|mover", only_flies,
            "{unit} {unit:is a plane|are planes}: planes attack in the Aircraft Phase", "31-35, 129, 131"),
    Refusal("no-plane", "air-combat|anti-air|bomb", "target|interceptor|plane", none_of("aircraft"),
            "{unit} {unit:is no plane|are no planes}", "113, 127, 129"),
    Refusal("no-plane-attacks", "air-combat|strafe", "attacker", none_of("aircraft"),
            "{unit} {unit:is no plane|are no planes}", "113, 131"),
    Refusal("no-fighter", "air-combat", "attacker|interceptor", plane & ~fighter, "{unit} {unit:is|are} no fighter",
            "113"),
    Refusal("no-guns", "strafe", "attacker", _attacker_is("aircraft") & ~has_figure("aircraft", "strafes-with"),
            "{unit} {unit:has|have} nothing to strafe with", "131"),
    Refusal("no-anti-aircraft", "anti-air", "attacker", none_of("aa-weapons"),
            "{unit} {unit:is|are} no anti-aircraft weapon", "127"),
    Refusal("no-bomber", "bomb", "attacker", none_of("aircraft", "bombs"),
            "{unit} {unit:drops|drop} no bombs: guns bombard", "94, 129"),
    Refusal("no-speed", "move", "mover", towed,
            "{unit} {unit:has|have} no Max Speed: move the unit that tows {unit:it|them}", "39"),
    Refusal("no-weapon", "fire", "attacker", unarmed, "{unit} {unit:has|have} no main gun, and no machinegun was added",
            "31, 73"),
    Refusal("no-piercing-weapon", "penetrate", "attacker", cannot_pierce,
            "{unit} {unit:has|have} neither a main gun nor an anti-tank weapon", "73, 77"),
    Refusal("no-machinegun", "fire", "attacker", vehicle & has_main_gun & has("small-arms") & ~machinegun,
            "{unit} {unit:fires its|fire their} machinegun, and none was added", "31"),
    Refusal("no-hit-class", "fire", "attacker", _attacker_is("artillery") & ~_attacker_is("guns"),
            "{unit} {unit:has|have} no Hit Class to fire directly", "73"),
    # fire on the ground
    Refusal("own-weapon", "fire", "attacker", own_weapon_is_target,
            "{weapon} is a weapon of {unit}, and no target: set {unit} weapon {weapon} chooses it", "31, 69"),
    Refusal("not-moving", ground_fire, "target", phase(MOVEMENT) & ~moved & ~given("target-moving", "target-fast"),
            "{unit} {unit:does|do} not move: opportunity fire is at moving units", "30"),
    Refusal("not-stationary", ground_fire, attackers, phase(MOVEMENT) & moved,
            "{unit} {unit:has|have} moved: only stationary units take opportunity fire", "30"),
    Refusal("step-unknown", ground_fire, attackers, phase(FIRST, SLOW) & moved & vehicle & step_unknown,
            "{unit} {unit:has|have} moved: the distance decides in which step {unit:it fires|they fire}", "31-33"),
    Refusal("other-step", ground_fire, attackers, phase(*FIRE_STEPS) & fires_in_other_step,
            "{unit} {unit:fires|fire} in {step}", "31-33"),
    Refusal("no-crew", "fire", "target|second", by_small_arms & has("crew-lost") & ~closed,
            "{unit} {unit:has|have} no crew left for small arms to hit", "58, 60"),
    Refusal("second-closed", "fire", "second", closed, "{unit} {unit:is|are} closed, and no second counter",
            "58, 60, 67"),
    Refusal("no-second", "fire", "second", is_target & (COUNTERS < 2),
            "{unit} {unit:is|are} the target, and {unit:has|have} no second counter", "58, 60, 67"),
    Question("how-far", "phase", "mover", has("moved") & vehicle & ~stated_distance,
             "how far did {unit} move? phase {unit} -m CM", "31-33"),
    Refusal("opportunity-moved", "phase", "mover", in_battle & given("opportunity") & has("moved"),
            "{unit} {unit:has|have} moved: only stationary units take opportunity fire", "30"),
    Refusal("opportunity-over", "phase", "mover", in_battle & given("opportunity") & ~phase(MOVEMENT),
            "opportunity fire belongs to Land Movement Phase", "30"),
    # sides, and units named by their type
    Question("which-side", "fortunes", "", in_battle & which_side, "which side rolls? {sides}", "166"),
    Question("which-year", "initiative", "", ~option("year") & ~game_has("year"),
             "which year is it? initiative -y YEAR", "29"),
    Question("which-unit", "|".join(ACTORS), "", which_actor, "which {type} is it? {units}", "30-36"),
    Question("which-target", "|".join(TARGETS), "", which_target, "which {type} is it? {units}", "60"),
    # planes
    Refusal("flight-over", "air-combat|bomb|strafe", "attacker|plane", in_battle & flight_over,
            "{unit} {unit:has|have} been in play for too many turns", "111"),
    Refusal("not-entered", "air-combat|anti-air|bomb|strafe", planes, in_battle & not_entered,
            "{unit} {unit:has|have} not entered the table", "111"),
    Refusal("no-such-bomb", "bomb", "", in_battle & no_plane_named & bomb_of_no_plane,
            "no plane in play carries {bomb}", "129-135, 141-143"),
    Question("which-plane-bombs", "bomb", "", in_battle & no_plane_named & planes_fly, "which plane drops it? {planes}",
             "129-135, 141-143"),
    Question("which-plane-strafes", "strafe", "", in_battle & no_unit_strafes & planes_fly,
             "which plane strafes? {planes}", "115, 131"),
    Refusal("target-not-plotted", "bomb|strafe", "plane|attacker", needs_plot & target_not_plotted,
            "{unit} {unit:has|have} no such target plotted, and it neither moved nor is in the open", "163"),
    Refusal("target-intercepts", "air-combat", "interceptor", is_target,
            "{unit} {unit:is|are} the target: another fighter intercepts", "113"),
    Refusal("attacks-made", "air-combat|bomb|strafe", flyers, plane & ~given("jettison") & all_attacks_made,
            "{unit} {unit:has|have} had {attacks:attack} this turn", "115"),
    Refusal("different-altitudes", "air-combat", "", at_different_levels, "they fly at different altitudes: {levels}",
            "113"),
    Refusal("other-altitude", "move|anti-air|bomb|strafe", f"mover|{planes}", in_battle & at_other_level,
            "{unit} {unit:is|are} at {altitude} altitude", "111"),
    Question("which-altitude", "move", "mover", in_battle & no_level,
             "at which altitude does {unit} fly? move {unit} -a LEVEL", "111"),
    Refusal("altitude-closed", "move|anti-air|bomb|strafe", "mover|attacker|target|plane",
            game_has("weather") & plane & at_closed_level, "the weather closes {level} altitude", "165"),
    Refusal("weather-over", "weather", "", in_battle, "the weather is rolled for before the game", "165"),
    Refusal("no-jettison", "bomb", "plane", in_battle & given("jettison") & ~has("aborting") & ~given("aborting"),
            "{unit} {unit:does|do} not abort the mission", "160"),
    Refusal("other-bomb", "bomb", "plane", in_battle & carries_other_bomb,
            "{unit} {unit:carries|carry} {load}, not {bomb}", "117, 141"),
    # missions and bursts
    Refusal("no-mission", "bombard", "attacker", ~has("mission"), "{unit} {unit:has|have} no mission plotted",
            "36, 94"),
    Refusal("mission-too-new", "bombard", "attacker", in_battle & this_turn("mission"),
            "{unit} plotted {unit:its|their} mission this turn, for the next one", "36, 94"),
    Refusal("other-mission", "bombard", "attacker", at_other_point,
            "{unit} {unit:has|have} a mission at {mission}, not there", "36, 94"),
    Refusal("no-impact", "bombard", "attacker", option("shift") & ~has("impact"),
            "{unit} {unit:has|have} no last impact to shift from", "96"),
    Refusal("new-mission", "bombard", "attacker", option("shift") & has_new_mission,
            "{unit} had {unit:its|their} last impact at {was}; the new mission at {now} does not shift", "96"),
    Refusal("shift-too-far", "bombard", "attacker", typed("shift") > MOST_SHIFT,
            "{unit} {unit:shifts|shift} 10 cm at most; farther off is a new mission", "96"),
    Question("which-point", "plot", "attacker", no_point & ~plane, "at which landmark? plot {unit} -p LANDMARK",
             "94, 102"),
    Refusal("no-bomb-fell", "burst", "attacker", plane & ~burst_is_due & (in_battle | ~carries_bomb),
            "{unit} {unit:has|have} dropped no bomb this turn", "129-135, 141-143"),
    Refusal("no-shells-fell", "burst", "attacker", in_battle & ~plane & ~burst_is_due,
            "{unit} {unit:has|have} fired no mission this turn", "96-98"),
    Refusal("no-such-bomb-fell", "burst", "", in_battle & no_such_bomb_fell & planes_fly,
            "no plane has dropped {bomb} this turn", "129-135, 141-143"),
    Refusal("too-many-named", "burst", "targets", in_battle & more_than_left,
            "{unit} {unit:has|have} {left} left, not {many}", "98-100"),
    Refusal("burst-over", "burst", "targets", in_battle & has_had_burst,
            "{unit} {unit:has|have} had the burst of {firers} this turn", "98-100"),
    Refusal("fired-with-fewer", "burst", "attacker", more_guns_than(number("guns-fired")),
            "{unit} fired with {guns:gun} this turn", "94, 100"),
    Refusal("crews-lost", "plot|bombard|burst", "attacker", more_guns_than(CREWED) & (CREWED < LEFT),
            "{unit} {unit:has|have} {guns:gun} left with a crew", "60"),
    Refusal("guns-lost", "plot|bombard|burst", "attacker", more_guns_than(CREWED),
            "{unit} {unit:has|have} {guns:gun} left", "94, 100"),
    Refusal("guns-fired-directly", "bombard", "attacker", fires_once & more_guns_than(READY),
            "{unit} {unit:has|have} {guns:gun} left that did not fire", "31, 94"),
)
# fmt: on
"""Each row: its name, the procedures, the fields, when it holds, the sentence, the lines of the source."""
