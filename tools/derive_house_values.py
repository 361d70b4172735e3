"""Every house figure of First Watch, worked out afresh from public facts by the formulas of docs/house-values.md.

The facts are in house-facts.toml, what ties them to the charts in house-anchors.toml. Nothing is
written: `house_values()` gives `{chart.row.column: value}`, and a test holds the charts to it. Run as
a script it tells every figure of the charts that the formulas do not give.
"""

import sys
import tomllib
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import exp, log, log2
from pathlib import Path
from statistics import fmean
from typing import Any

HERE = Path(__file__).parent
Fact = dict[str, Any]
Values = dict[str, int | float]
Words = dict[str, str]


def read(name: str) -> Fact:
    """One of the data files beside this script."""
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))


FACTS, ANCHORS = read("house-facts.toml"), read("house-anchors.toml")
PUBLISHED, SCALE, JUDGED = ANCHORS["published"], ANCHORS["scale"], ANCHORS["judgement"]
POINT = PUBLISHED["millimetres-in-a-point"]
METRES = SCALE["metres-in-a-cm"]
SQUARE = 0.8
"""What a table for plate struck squarely is worth at 30 degrees."""


def nearest(value: float) -> int:
    """The nearest whole number, halves upwards."""
    return int(value // 1 + (value % 1 >= 0.5))


# ---- guns --------------------------------------------------------------------------------------------


NO_SHOT = "-"
"""What stands for the fact of a gun in service without shot against plate."""


def gun_rows() -> Iterator[tuple[str, str, list[str]]]:
    """The chart, the row, and the names of its facts before 1943 and from 1943; none where it is not in service."""
    for chart in ("guns", "anti-tank"):
        for row, names in ANCHORS[chart].items():
            yield chart, row, names


def reaches() -> dict[str, Fact]:
    """What an infantry anti-tank weapon reaches and pierces, by the row of the guns."""
    return {weapon["gun"]: weapon for weapon in FACTS["infantry-anti-tank"].values()}


def full_calibre(fact: Fact) -> bool:
    """Whether solid shot of the whole calibre strikes the plate, of a gun that is no machinegun or rifle."""
    return fact["ammo"] in ("ap", "apc", "apcbc", "aphe", "he") and fact["cal"] >= 20


def resistance(fact: Fact) -> float:
    """How fast the air slows shot: calibre squared, mm2, by weight, kg."""
    return float(fact["cal"] ** 2 / fact["shot"])


LOSS = fmean(
    log(fact["p100"] / fact["p500"]) / resistance(fact)
    for fact in FACTS["guns"].values()
    if full_calibre(fact) and "p100" in fact and "p500" in fact and fact["p100"] > fact["p500"]
)
"""What full-calibre shot loses of the plate it pierces in 400 m, in the logarithm, for each point of resistance."""


def at_100(fact: Fact) -> float:
    """Plate pierced at 100 m by shot of which 500 m is known: as much more as shot of its weight and calibre loses."""
    return float(fact["p500"] * exp(LOSS * resistance(fact)))


def pierced(name: str, metres: float) -> float:
    """Plate at 30 degrees that a weapon pierces at a distance, mm; between two known distances a straight line."""
    fact = FACTS["guns"][name]
    share = SQUARE if fact["angle"] == 0 else 1.0
    weapon = reaches().get(name)
    known = [(distance, fact[f"p{distance}"] * share) for distance in (100, 500, 1000, 1500) if f"p{distance}" in fact]
    if known and known[0][0] == 500 and full_calibre(fact):
        known.insert(0, (100, at_100(fact) * share))
    if not known:
        assert weapon is not None, name
        return float(weapon["contact"] * SQUARE)
    if fact["ammo"] == "heat":
        return float(known[0][1])
    if len(known) == 1:
        return max(0.0, known[0][1] * (1 - (metres - known[0][0]) / 4000))
    pairs = list(pairwise(known))
    (near, at_near), (far, at_far) = next((pair for pair in pairs if metres <= pair[1][0]), pairs[-1])
    return max(0.0, at_near + (at_far - at_near) * (metres - near) / (far - near))


def penetration_value(name: str) -> int:
    """Points of 17 mm pierced at 100 m, at least 1."""
    return max(1, nearest(pierced(name, 100) / POINT))


def muzzle_velocity(fact: Fact) -> float:
    """Metres a second; a thing thrown by hand leaves it at 15."""
    return float(fact.get("mv", 15))


def hit_class(fact: Fact) -> int:
    """1,800 divided by the muzzle velocity, from 1 to 4; the 6 pdr's 853 m/s gives the published 2."""
    return min(4, max(1, nearest(1800 / muzzle_velocity(fact))))


def band_reached(name: str, fact: Fact, upper: float, lower: float) -> bool:
    """Whether a weapon is used at a band of range: guns everywhere, the infantry's when half of it is within reach."""
    weapon = reaches().get(name)
    if fact["kind"] == "hmg":
        return upper * METRES <= 500
    return weapon is None or not lower or weapon["effective"] >= (lower + upper) / 2 * METRES


def range_modifier(fact: Fact, upper: float) -> int:
    """Three points for each second of a 6 pdr's flight, slower shot by the root of its velocity."""
    if upper <= 10:
        return 0
    six_pounder = FACTS["guns"]["6-pdr-1942"]["mv"]
    seconds = upper * METRES / (0.85 * six_pounder)
    return min(6, nearest(3 * seconds * (six_pounder / muzzle_velocity(fact)) ** 0.5))


def whole_points(millimetres: float) -> int:
    """Points of 17 mm that are quite pierced; the first one counts from half of it on."""
    points = millimetres / POINT
    return int(points) if points >= 1 else int(points >= 0.5)


SHOT = ("ammo", "p100", "p500", "p1000", "p1500")
"""What tells one shot of a gun from another."""


def new_shot(names: list[str]) -> bool:
    """Whether a gun that was in service before got a shot in 1943 that pierces otherwise."""
    if names[0] in ("", NO_SHOT):
        return False
    before, after = [{key: FACTS["guns"][name].get(key) for key in SHOT} for name in names]
    return before != after


def range_penalty(name: str, upper: float) -> int:
    """From the Penetration Value down to the points pierced at the far end of the band; a hollow charge loses none."""
    if upper <= 10 or FACTS["guns"][name]["ammo"] == "heat":
        return 0
    return min(0, whole_points(pierced(name, upper * METRES)) - penetration_value(name))


SOLID = 2
"""Solid shot strikes two men of the four at best: half of the target."""


def thrown(fact: Fact) -> float | None:
    """The high-explosive shell of a gun, or those that an automatic gun throws at once, kg; none of special shot."""
    shell = FACTS["high-explosive"].get(fact["family"])
    if shell is None or fact["ammo"] in ("apds", "apcr"):
        return None
    return float(shell["shell"] * shell.get("burst", 1))


def shell_modifier(fact: Fact) -> int:
    """Two points for each doubling of the burst beyond that of 0.6 kg, from the 6 pdr's Hit Class.

    A burst beside the target is enough: the flat path of a fast shot, which the Hit Class is, does not count.
    """
    kilograms = thrown(fact)
    if kilograms is None:
        return SOLID
    burst = log2(kilograms / SCALE["least-shell"]) * 2 / 3  # doublings of the ground it covers
    return nearest(PUBLISHED["hit-class-6pdr"] - hit_class(fact) - 2 * burst)


def guns() -> Values:
    """Hit Class, crew, shell, Penetration Value by year, range modifiers and range penalties."""
    found: Values = {}
    bands = ANCHORS["bands"]["guns"]
    before, after = ANCHORS["bands"]["years"]
    for chart, row, names in gun_rows():
        first = next(name for name in names if name not in ("", NO_SHOT))
        fact = FACTS["guns"][first]
        found[f"{chart}.{row}.hit-class" if chart == "guns" else f"{chart}.{row}"] = hit_class(fact)
        if chart == "guns":
            found[f"{chart}.{row}.crew"] = 2 if fact["cal"] > 60 else 1
            found[f"{chart}.{row}.shell"] = shell_modifier(fact)
        for column, name in zip((before, after), names, strict=True):
            if name:
                found[f"penetration.{row}.{column}"] = 0 if name == NO_SHOT else penetration_value(name)
        for lower, upper in zip([0, *bands], bands, strict=False):
            if band_reached(first, fact, upper, lower):
                found[f"gun-range.{row}.{upper}"] = range_modifier(fact, upper)
                found[f"penetration-range.{row}.{upper}"] = range_penalty(first, upper)
                if new_shot(names):
                    found[f"penetration-range-1943.{row}.{upper}"] = range_penalty(names[1], upper)
    return found


# ---- vehicles ----------------------------------------------------------------------------------------


def vehicle_rows() -> dict[str, Fact]:
    """The vehicles of the charts."""
    left_out = ANCHORS["left-out"]["vehicles"]
    return {name: fact for name, fact in FACTS["vehicles"].items() if name not in left_out}


def armor_class(fact: Fact) -> float:
    """Hull and turret front in points of 17 mm, in halves that are rounded up from three quarters on."""
    return max(1, int(fmean(front_plates(fact)) / POINT * 2 + 0.25)) / 2


def front_plates(fact: Fact) -> list[float]:
    """The hull in front along a level shot, and the turret, mantlet or shield where there is one, mm."""
    return [fact["front_effective"], *([fact["turret_front"]] if "turret_front" in fact else [])]


def facing(fact: Fact, plate: str) -> float:
    """Five sixths of the plate, as the published 25 of 30 mm, against the Armor Class; in twentieths, up to 1."""
    published = PUBLISHED["side-of-pzkpfw-ivf2"] * 50 / 30
    return min(1, max(0.05, nearest(fact[plate] * published / POINT / armor_class(fact) * 20) / 20))


def max_speed(road: float) -> int:
    """Half a centimetre for each km/h on the road, one measure for wheels, tracks, hoofs and feet."""
    return nearest(road / 2)


def vehicles() -> Values:
    """Armor Class, side and rear factors, Max Speed."""
    found: Values = {"facing.front": 1, **dict.fromkeys(("facing-overlay.front", "facing-overlay.rear"), 360 / 4)}
    for row, fact in vehicle_rows().items():
        found[f"vehicles.{row}.max-speed"] = max_speed(fact["road"])
        if fact["kind"] != "soft":
            found[f"vehicles.{row}.armor-class"] = armor_class(fact)
            found[f"vehicles.{row}.side"] = facing(fact, "side")
            found[f"vehicles.{row}.rear"] = facing(fact, "rear")
    return found


# ---- target types ------------------------------------------------------------------------------------


def size_modifier(kind: str) -> int:
    """The published +1 for a medium tank, and 2 for each halving of what the gunner sees, from 0 to 4."""
    seen = ANCHORS["silhouette"]
    steps = 2 * log2(seen["medium-tank"] / seen[kind])
    return min(4, max(0, PUBLISHED["medium-tank"] + nearest(steps)))


def target_types() -> Values:
    """What a type of target adds to a main gun's hit number, a Kill Number, a small arms Hit Number."""
    found: Values = {}
    for kind in ANCHORS["silhouette"]:
        found[f"target-types.{kind}.main-gun"] = size_modifier(kind)
        found[f"target-types.{kind}.bombardment"] = ANCHORS["protection"][kind]
    for kind in ("cavalry", "field-piece"):
        found[f"target-types.{kind}.small-arms"] = JUDGED[kind]
    found["target-types.soft-vehicle.small-arms"] = 0
    return found


# ---- small arms --------------------------------------------------------------------------------------


CLASSES = ("pistol", "rifle", "semi-auto", "smg", "assault-rifle", "lmg", "mmg", "hmg")


def of_class(name: str, key: str) -> float:
    """The mean of the small arms of a class."""
    return fmean(fact[key] for fact in FACTS["small-arms"].values() if fact["class"] == name)


def small_arm(name: str) -> int:
    """A point for each sevenfold of the rifle's aimed rate, one for a tripod; a pistol in one hand loses one."""
    rate = nearest(log(of_class(name, "practical") / of_class("rifle", "practical")) / log(7))
    return -rate - (name in ("mmg", "hmg")) + (name == "pistol")


def small_arms() -> Values:
    """Hit Numbers by range from 2 at 5 cm over the published 3 to 10 at 100 cm, and each weapon's modifier."""
    found: Values = {}
    bands = ANCHORS["bands"]["small-arms"]
    for lower, upper in zip([0, *bands], bands, strict=False):
        share = (upper - bands[0]) / (bands[-1] - bands[0])
        found[f"hit-number.small-arms.{upper}"] = nearest(2 + 8 * share**0.7)
        for row in (*CLASSES, "hmg-15mm"):
            name = "hmg" if row == "hmg-15mm" else row
            if of_class(name, "effective") / METRES >= (lower + upper) / 2:
                found[f"small-arms.{row}.{upper}"] = small_arm(name)
    return found


def conditions_of_fire() -> Values:
    """Conditions of fire: steps of the published ones."""
    placed = {
        "hit-number": ("soft-cover", "hard-cover", "dug-in"),
        "main-gun": ("target-fast", "hulldown", "poor-visibility", "night"),
        "crew-ratings": ("green", "veteran", "elite"),
        "burst": ("in-open", "building", "bunker"),
    }
    found = {f"{chart}.{name}": JUDGED[name] for chart, names in placed.items() for name in names}
    found["strafing.hard-cover"] = JUDGED["strafing-hard"]
    found["anti-air.under-attack"] = JUDGED["aa-attacked"]
    found["anti-air.poor-visibility"] = JUDGED["aa-visibility"]
    found["anti-air.night"] = JUDGED["aa-night"]
    for name in ("ace", "experienced", "novice"):
        for pilot in ("", "target-", "interceptor-"):
            found[f"air-combat.{pilot}{name}"] = JUDGED[name]
    return found


# ---- artillery and bombs -----------------------------------------------------------------------------


def kill_number(ring: float) -> int:
    """A straight line through the published 10 at 6 cm and 4 at 14 cm."""
    slope = (PUBLISHED["kill-number-medium"] - PUBLISHED["kill-number-1000lb"]) / (
        PUBLISHED["ring-1000lb"] - PUBLISHED["ring-medium"]
    )
    return nearest(PUBLISHED["kill-number-medium"] - slope * (ring - PUBLISHED["ring-medium"]))


def shell_of(size: str) -> float:
    """The mean shell of a class of artillery, kg."""
    return fmean(fact["shell"] for fact in FACTS["artillery"].values() if fact["class"] == size)


def bombardment() -> Values:
    """Rings grow with the cube root of the weight; Kill Numbers fall with the rings."""
    found: Values = {
        "bombardment.light.kill-number": kill_number(PUBLISHED["ring-light"]),
        "drift.artillery.2": PUBLISHED["first-turn-drift"] - 1,
        "drift.artillery.3": PUBLISHED["first-turn-drift"] - 2,
    }
    for size in ("heavy", "very-heavy"):
        ring = PUBLISHED["ring-medium"] * (shell_of(size) / shell_of("medium")) ** (1 / 3)
        found[f"bombardment.{size}.ring"] = nearest(ring)
        found[f"bombardment.{size}.kill-number"] = kill_number(ring)
    for fact in FACTS["bombs"].values():
        ring = PUBLISHED["ring-1000lb"] * (fact["lb"] / 1000) ** (1 / 3)
        found[f"bombs.{fact['lb']}lb.ring"] = nearest(ring)
        found[f"bombs.{fact['lb']}lb.kill-number"] = kill_number(ring)
    for step, altitude in ((-1, "low"), (1, "high")):
        found[f"bombing.{altitude}.drift"] = PUBLISHED["medium-altitude-drift"] + step
        found[f"bombing.{altitude}.reach"] = PUBLISHED["medium-altitude-reach"] * (2 + step) // 2
    return found


# ---- aircraft ----------------------------------------------------------------------------------------


def aircraft_type(fact: Fact) -> str:
    """The row of the aircraft types."""
    return "jet" if fact.get("jet") else str(fact["type"])


def guns_of(fact: Fact) -> list[tuple[int, float]]:
    """The guns a plane carries: how many of which calibre, mm."""
    return [(int(many), float(calibre)) for many, _, calibre in (gun.partition("x") for gun in fact.get("guns", []))]


FIGHTERS = ("fighter", "heavy-fighter", "fighter-bomber")


def is_fighter(fact: Fact) -> bool:
    """Whether a plane fights as a fighter: all single-engined single-seaters do, whatever they are classed as."""
    return fact["type"] in FIGHTERS or fact["engines"] == fact["crew"] == 1


def fire_a_minute(fact: Fact) -> float:
    """Kilograms a minute that all guns of a plane fire, each as the mean of its kind: rifle calibre, heavy, cannon."""
    return sum(many * fmean(a_minute(calibre)) for many, calibre in guns_of(fact))


def a_minute(calibre: float) -> list[float]:
    """Kilograms a minute of each aircraft gun of a calibre: machineguns of rifle calibre, heavy ones, a cannon."""
    return [
        gun["shell"] * gun["cyclic"]
        for gun in FACTS["aircraft-weapons"].values()
        if "cyclic" in gun and kind_of_gun(gun["cal"]) == kind_of_gun(calibre)
    ]


def kind_of_gun(calibre: float) -> float:
    """A machinegun of rifle calibre, a heavy machinegun, or a cannon of just this calibre."""
    return 8 if calibre < 9 else 13 if calibre < 15 else calibre


def combat_modifier(fact: Fact) -> int:
    """A fighter's speed, a little of its fire, a point less for a second engine or crewman; others' guns and speed."""
    guns = guns_of(fact)
    if is_fighter(fact):
        hampered = (fact["engines"] > 1) + (fact["crew"] > 1)
        return max(0, nearest(fact["speed"] / 100 - 0.6 + log2(fire_a_minute(fact) / 150) / 4 - hampered))
    heavy = sum(many / 2 if calibre < 9 else many for many, calibre in guns)
    return max(0, nearest(heavy / 8 + (fact["speed"] - 300) / 200))


def of_type(kind: str, key: str) -> float:
    """The mean of the aircraft of a type."""
    return fmean(fact[key] for fact in FACTS["aircraft"].values() if aircraft_type(fact) == kind)


TYPES = (
    "fighter", "heavy-fighter", "fighter-bomber", "jet", "dive-bomber", "ground-attack", "light-bomber",
    "medium-bomber", "heavy-bomber", "transport", "liaison", "glider",
)  # fmt: skip


def size_of(kind: str) -> int:
    """One, two for a crew of four, three with four engines."""
    return 1 + (of_type(kind, "crew") >= 3.5) + (of_type(kind, "engines") >= 3.5)


def aircraft() -> Values:
    """Combat Modifiers, sizes, anti-aircraft modifiers by type."""
    found: Values = {"air-combat.goes-on": JUDGED["goes-on"]}
    for row, name in ANCHORS["aircraft"].items():
        found[f"aircraft.{row}.combat"] = combat_modifier(FACTS["aircraft"][name])
    for kind in TYPES:
        found[f"aircraft-types.{kind}.size"] = size_of(kind)
        found[f"aircraft-types.{kind}.anti-air"] = nearest((of_type(kind, "speed") - 400) / 200)
    return found


QUAD = 1
"""Four barrels under one aim."""


def anti_air() -> Values:
    """Kill numbers: light guns by the published 8, others a step from it for what they are; ranges by ceiling."""
    light = PUBLISHED["light-aa-medium"]
    found: Values = {
        "anti-air.small-arms.low": light + 1,
        "anti-air.quad-small-arms.low": light + 1 - QUAD,
        "anti-air.heavy-mg.low": light,
        "anti-air.quad-heavy-mg.low": light - QUAD,
        "anti-air.quad-light.low": light - JUDGED["aa-attacked"] - QUAD,
        "anti-air.quad-light.medium": light - QUAD,
        "anti-air.light.low": light - JUDGED["aa-attacked"],
        "anti-air.light.medium": light,
        "anti-air.heavy.low": light + 1,
        "anti-air.heavy.medium": light,
        "anti-air.heavy.high": light,
    }
    for row, name in ANCHORS["anti-aircraft"].items():
        found[f"aa-range.{row}"] = nearest(FACTS["anti-aircraft"][name]["ceiling"] / METRES / 4)
    return found


UNARMORED = {"field-piece": 0, "infantry": -1, "soft-vehicle": -2}
"""Beside a gun in its pit, men are a point easier and a lorry two."""


def strafing() -> Values:
    """Weight of fire against the soft, plate pierced against the armored; few rounds, few attacks."""
    found: Values = {}
    weapons = FACTS["aircraft-weapons"]
    base = weight_of_fire(ANCHORS["strafing"]["37mm-cannon"])
    for row, carried in ANCHORS["strafing"].items():
        fact = weapons[carried["weapon"]]
        easier = nearest(log2(weight_of_fire(carried) / base))
        for kind, step in UNARMORED.items():
            found[f"strafing.{row}.{kind}"] = PUBLISHED["strafing-37mm-gun"] - easier + step
        plate = strafed_plate(carried)
        for kind, met in ANCHORS["strafed-plate"].items():
            if plate >= met:
                found[f"strafing.{row}.{kind}"] = max(4, 9 - nearest(2 * log2(plate / met)))
        if fact["cal"] >= 30:
            burst = fact["cyclic"] / 60 * 2.5 if "cyclic" in fact else 2 / carried["many"]
            found[f"strafing-attacks.{row}"] = nearest(fact["rounds"] / burst)
    return found


def strafed_plate(carried: Fact) -> float:
    """Plate at 30 degrees that a weapon pierces from the air, mm."""
    fact = FACTS["aircraft-weapons"][carried["weapon"]]
    return float(carried.get("plate", fact.get("p100", 0) * (SQUARE if fact["angle"] == 0 else 1)))


def weight_of_fire(carried: Fact) -> float:
    """Kilograms a minute of all guns; rockets go in one salvo."""
    beside = [gun.partition("x") for gun in carried.get("beside", [])]
    guns = [(carried["many"], carried["weapon"]), *[(int(many), name) for many, _, name in beside]]
    weapons = FACTS["aircraft-weapons"]
    return sum(float(many * weapons[name]["shell"] * weapons[name].get("cyclic", 1)) for many, name in guns)


# ---- the turn ----------------------------------------------------------------------------------------


RADIO = {"few": 0, "command": 1, "most": 1, "all": 2}
YEARS = range(1939, 1946)


def since(fact: Fact, year: int, prefix: str = "") -> Any:
    """What a fact says of a year: the entry of the latest year up to it, or of the first known one."""
    known = sorted((int(key.removeprefix(prefix)), value) for key, value in fact.items() if key.startswith(prefix))
    return next((value for first, value in reversed(known) if first <= year), known[0][1] if known else None)


def campaigns(fact: Fact, year: int) -> int:
    """Years of campaigns that the army of a year has behind it, none of them from before the old army was lost."""
    lost = max([one for one in fact["lost"] if one < year], default=0)
    return sum(lost < one < year for one in fact["campaigns"])


def initiative_of(fact: Fact, year: int) -> int:
    """Radio in the tanks, a point for a year of campaigns and one more from the third, and who may decide."""
    fought = campaigns(fact, year)
    decides = since(fact["command"], year) or 0
    return max(0, RADIO[since(fact, year, "radio_")] + (fought >= 1) + (fought >= 3) + decides)


def initiative() -> Values:
    """A modifier for every nation and year."""
    return {
        f"initiative.{nation}.{year}": initiative_of(fact, year)
        for nation, fact in FACTS["nations"].items()
        for year in YEARS
    }


def movement() -> Values:
    """Terrain multipliers by running gear; men and horses by the measure of vehicles."""
    found: Values = {}
    for row, fact in FACTS["terrain"].items():
        for gear in ("tracked", "half-tracked", "wheeled"):
            found[f"terrain.{row}.{gear}"] = fact[gear.replace("-", "_")]
    for row, fact in ANCHORS["foot-terrain"].items():
        for kind, share in fact.items():
            found[f"terrain.{row}.{kind}"] = share
    for kind, fact in FACTS["foot"].items():
        found[f"troops.{kind}.max-speed"] = max_speed(fact["march"])
    return found


def others() -> Values:
    """Close assault, hit location, weather, Fortunes of War."""
    found: Values = {f"infantry-units.modifier.{units}": units - 1 for units in range(1, 6)}
    found["close-assault.point-blank"] = JUDGED["point-blank"]
    total = 0
    for place, share in ANCHORS["hit-location"].items():
        total += share
        found[f"hit-location.{place}"] = total
    for row in ("clear", "broken-cloud", "overcast"):
        found[f"weather.{row}"] = JUDGED[row]
    for row in ("granted", "bad-roll"):
        found[f"fortunes.{row}"] = JUDGED[row]
    return found


# ---- words -------------------------------------------------------------------------------------------


AA_CLASS = {"small": "small-arms", "heavy-mg": "heavy-mg", "light": "light", "heavy": "heavy"}
LEVEL = ("medium-bomber", "heavy-bomber", "transport", "liaison", "glider")
"""Types of aircraft that do not strafe."""


def words() -> Words:
    """Sizes of artillery, classes of anti-aircraft weapons, what planes strafe with, main guns of vehicles."""
    found = {f"artillery.{row}": FACTS["artillery"][name]["class"] for row, name in ANCHORS["artillery"].items()}
    for row, name in ANCHORS["anti-aircraft"].items():
        fact = FACTS["anti-aircraft"][name]
        found[f"aa-weapons.{row}"] = ("quad-" if fact["barrels"] == 4 else "") + AA_CLASS[fact["class"]]
    for row, name in ANCHORS["aircraft"].items():
        fact = FACTS["aircraft"][name]
        if fact["type"] not in LEVEL:
            found[f"aircraft.{row}.strafes-with"] = strafes_with(fact)
    for row, fact in vehicle_rows().items():
        gun = main_gun(fact)
        if gun:
            found[f"vehicles.{row}.main-gun"] = gun
    return found


def main_gun(fact: Fact) -> str:
    """The row of the gun that a vehicle carries, or of one alike; empty where the charts have neither."""
    carried = fact.get("gun", "")
    rows = [row for row, names in ANCHORS["guns"].items() if carried and carried in names]
    return rows[0] if rows else ANCHORS["main-gun"].get(carried, "")


def strafes_with(fact: Fact) -> str:
    """Its heaviest guns: of the weapons of that calibre its own army's, and of them the nearest in weight of fire."""
    heaviest = max(kind_of_gun(calibre) for _, calibre in guns_of(fact))
    weapons = FACTS["aircraft-weapons"]
    rows = {
        row: carried
        for row, carried in ANCHORS["strafing"].items()
        if row != "rockets" and kind_of_gun(weapons[carried["weapon"]]["cal"]) == heaviest
    }
    own = {row: one for row, one in rows.items() if weapons[one["weapon"]]["nation"] == fact["nation"]} or rows
    return min(own, key=lambda row: abs(log2(weight_of_fire(own[row]) / fire_a_minute(fact))))


PARTS: tuple[Callable[[], Values], ...] = (
    guns, vehicles, target_types, small_arms, conditions_of_fire, bombardment, aircraft, anti_air, strafing, initiative,
    movement, others,
)  # fmt: skip


def house_values() -> Values:
    """Every figure that the formulas give, the cells that are published among them."""
    found: Values = {}
    for part in PARTS:
        found |= part()
    return found


def charted() -> dict[str, tuple[Any, str]]:
    """Every figure of the charts: its value and its origin."""
    from refcli.files.library import Library

    found: dict[str, tuple[Any, str]] = {}
    for name, chart in Library("first-watch").everything().items():
        for cell in chart.cells():
            found[cell.ref] = (cell.value, cell.source.origin)
        for condition in chart.conditions.values():
            found[f"{name}.{condition.name}"] = (condition.value, condition.source.origin)
    return found


def disagreements() -> list[str]:
    """Figures of the charts and of the formulas that are not the same, in words."""
    derived: dict[str, Any] = {**house_values(), **words()}
    charts = charted()
    found = [
        f"{ref}: the chart has {value}, the formula gives {derived.get(ref, 'none')}"
        for ref, (value, origin) in charts.items()
        if (ref in derived or (isinstance(value, (int, float)) and origin == "house")) and derived.get(ref) != value
    ]
    found += [
        f"{ref}: the formula gives {value}, the chart has none"
        for ref, value in derived.items()
        if ref not in charts or charts[ref][0] is None
    ]
    return found


if __name__ == "__main__":
    told = disagreements()
    print("\n".join(told) if told else f"{len(house_values())} figures: every one as the formulas give it")
    sys.exit(5 if told else 0)
