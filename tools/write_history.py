"""Write docs/history.md: what the program tells of famous match-ups, each figure beside the public fact.

Run from the checkout: ``python tools/write_history.py``. With ``--check`` nothing is written, and the script
leaves with 5 when the file is not what the charts give.
"""

import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any

import derive_house_values as house

from refcli.core.charts import Chart
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings
from refcli.referee.what_if import odds_in

HISTORY = Path(__file__).parent.parent / "docs" / "history.md"
RULES = "first-watch"
GUNS = {"6pdr": "6 pdr", "75mm-l40": "75 mm L40", "75mm-l48": "75 mm L48", "17pdr": "17 pdr", "88mm-l56": "88 mm L56"}
TANKS = {
    "pzkpfw-ivh": "PzKpfw IVH",
    "t-34-76": "T-34/76",
    "m4a3-sherman": "M4A3 Sherman",
    "tiger-i": "Tiger I",
    "panther-g": "Panther G",
}
RANGES = (10, 25, 60, 100)
YEAR = 1944
PIERCED_AT = (10, 50, 100, 150)
DUELS = (
    ("bf-109e", "hurricane-i", "better"), ("bf-109e", "pzl-p11", "better"), ("bf-109e", "d-520", "even"),
    ("bf-109e", "i-16", "better"), ("hurricane-i", "cr-42", "better"), ("hurricane-i", "bf-110c", "better"),
    ("mc-202", "p-40", "even"), ("mc-202", "hurricane-i", "better"), ("fw-190a", "spitfire-v", "better"),
    ("spitfire-ix", "fw-190a", "even"), ("spitfire-ix", "bf-109g", "even"), ("la-5", "bf-109g", "even"),
    ("bf-109g", "yak-1", "better"), ("bf-109g", "p-39", "better"), ("p-51", "bf-109g", "better"),
    ("p-51", "ki-43", "better"), ("me-262", "p-51", "better"), ("zero", "wildcat", "even"),
    ("f6f-hellcat", "zero", "better"), ("corsair", "zero", "better"), ("zero", "hawk-iii", "better"),
    ("ki-84", "f6f-hellcat", "even"), ("bf-110c", "blenheim", "better"), ("bf-110c", "b-17", "better"),
    ("zero", "b-25", "better"),
)  # fmt: skip
"""Planes that met, and who had the better of it in the records of both sides."""
OUTER = {"tiger-i": "tank", "40mm-bofors": "gun", "infantry": "infantry"}
WALKS = ("road", "open-ground", "uphill", "rough-ground", "mud", "snow", "jungle")
MOVERS = (
    "infantry",
    "cavalry",
    "churchill-vii",
    "matilda-ii",
    "tiger-i",
    "t-34-76",
    "cromwell-iv",
    "sdkfz-251",
    "jeep",
)

HEAD = f"""# Does it read like history?

First Watch with the house figures: what the program tells of guns, tanks, aircraft and armies, and beside each
figure the public fact that it comes from. No figure contradicts its fact by more than one point: a test works that
out from the tables of this page. The facts stand in [house-facts.toml](../tools/house-facts.toml), the formulas on
the page of the [house values](house-values.md).

`python tools/write_history.py` writes this page with the program's own exact odds, and a test holds it to them.
One shot of it: `refcli -R first-watch fire 17pdr tiger-i -r 60 --year {YEAR} stationary target-moving --odds`
"""

AGAINST_TANKS = f"""For each shot the chance that it destroys the tank, and in brackets the chance that it hits. The gun
is stationary, the tank is moving, the year is {YEAR}; 10 cm is 100 yards. A dash is a gun that cannot pierce that plate
at that range. Beside them the plate in mm along a level shot, hull and turret taken together, and what the gun
pierces at 30 degrees."""

AGAINST_INFANTRY = """The shell in kg, or all that an automatic gun throws at once; a dash is solid shot alone. Then the
hit number of a gun at infantry at 10 cm, and the chance to destroy it at 25, 60 and 100 cm."""

PENETRATION = """What each gun pierces at 30 degrees, mm, and after the stroke its penetration in points of 17 mm, at
91, 457, 914 and 1,372 m. A second line is the shot that the gun got in 1943."""

ARMOR = """Plate in front, of the hull along a level shot and of the turret, mantlet or shield; the mean of both
in points of 17 mm; and the Armor Class."""

AIRCRAFT = """Greatest speed in km/h, fire of all guns in kg a minute, engines, crew, and the Combat Modifier."""

DUEL = """Two planes that met, who had the better of it, both modifiers, and the chance that either is shot down in one
attack of the first."""

STRAFING = """Fire in kg a minute (rockets: a salvo), plate pierced in mm, and the kill numbers; a dash is plate that it
does not pierce. The kill number has to be beaten with a d10."""

ANTI_AIR = (
    """The height to which aimed fire was of use, the range, and the chance to shoot down a fighter by its altitude."""
)

BURST = """One gun, one target in the outer ring, no cover and not in the open: the chance that it is destroyed."""

INITIATIVE = """The modifier; radios in the tanks; years of campaigns behind the army since it was last raised anew;
and +1 where junior leaders were to decide for themselves, -1 where they were not let."""

MOVEMENT = """Best speed on the road, or on the march, and centimetres a turn over each terrain."""


def page() -> str:
    """The whole page."""
    referee = Referee(Settings())
    parts = [HEAD]
    for title, text, lines in (
        ("Guns against tanks", AGAINST_TANKS, against_tanks(referee)),
        ("Guns against infantry", AGAINST_INFANTRY, against_infantry(referee)),
        ("Penetration", PENETRATION, penetration(referee)),
        ("Armor in front", ARMOR, armor(referee)),
        ("Artillery in the outer ring", BURST, outer_ring(referee)),
        ("Aircraft", AIRCRAFT, aircraft(referee)),
        ("Air combat", DUEL, duels(referee)),
        ("Strafing", STRAFING, strafing(referee)),
        ("Anti-aircraft fire", ANTI_AIR, anti_air(referee)),
        ("Initiative", INITIATIVE, initiative(referee)),
        ("Movement", MOVEMENT, movement(referee)),
    ):
        parts.append(f"## {title}\n\n{text}\n\n" + "\n".join(lines) + "\n")
    return "\n".join(parts)


# ---- tables ------------------------------------------------------------------------------------------


def table(head: Iterable[Any], rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    """The lines of a table."""
    names = list(head)
    yield line(names)
    yield "|---" * len(names) + "|"
    yield from map(line, rows)


def line(cells: Iterable[Any]) -> str:
    """A row of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def chart(referee: Referee, name: str) -> Chart:
    """A chart of First Watch."""
    return charts(referee)[name]


@cache
def charts(referee: Referee) -> dict[str, Chart]:
    """Every chart of First Watch, read once."""
    return referee.loaded(RULES).library.everything()


def label(referee: Referee, name: str, row: str) -> str:
    """What a chart calls a row."""
    return chart(referee, name).label(row)


def outcomes(referee: Referee, **plain: Any) -> dict[str, Fraction]:
    """The chance of each outcome of a ruling."""
    case = referee.case({"rules": RULES, **plain})
    return {outcome.word: chance for outcome, chance in odds_in(case).outcomes.items()}


def percent(chance: Fraction) -> str:
    """A chance in whole percent, a dash for none."""
    return f"{float(chance) * 100:.0f}%" if chance else "-"


# ---- guns and tanks ----------------------------------------------------------------------------------


def against_tanks(referee: Referee) -> Iterator[str]:
    """Five guns against five tanks, from the front and from the side."""
    for facing in ("front", "side"):
        yield f"### {facing.capitalize()}"
        yield ""
        for gun, gun_named in GUNS.items():
            name = shots_of(gun)[-1]
            pierced = [f"{house.pierced(name, range * house.METRES):.0f} mm" for range in RANGES]
            named = [f"{range} cm, {mm}" for range, mm in zip(RANGES, pierced, strict=True)]
            rows = []
            for tank, tank_named in TANKS.items():
                fact = house.vehicle_rows()[tank]
                plate = fmean(house.front_plates(fact)) if facing == "front" else fact["side"]
                rows.append([tank_named, f"{plate:.0f}", *[cell(referee, gun, tank, one, facing) for one in RANGES]])
            yield from table([gun_named, "plate, mm", *named], rows)
            yield ""


def shots_of(gun: str) -> list[str]:
    """The facts of a gun of the charts: before 1943 and from 1943, as far as it fires at plate."""
    return [name for name in house.ANCHORS["guns"][gun] if name not in ("", "-")]


def cell(referee: Referee, gun: str, tank: str, range: int, facing: str) -> str:
    """The chance to destroy, and to hit, in words."""
    destroyed, hit = chances(referee, gun, tank, range, facing)
    return f"{percent(destroyed)} ({percent(hit)})"


def chances(referee: Referee, gun: str, tank: str, range: int, facing: str) -> tuple[Fraction, Fraction]:
    """The chance to destroy, and to hit."""
    stated = ["stationary", "target-moving"]
    shot = {"attacker": gun, "target": tank, "range": range, "facing": facing, "year": YEAR, "conditions": stated}
    found = outcomes(referee, procedure="fire", **shot)
    return found["destroyed"], found["destroyed"] + found["not penetrated"]


def against_infantry(referee: Referee) -> Iterator[str]:
    """Every gun against infantry."""
    figures, ranges, kinds = [chart(referee, name) for name in ("guns", "gun-range", "target-types")]
    rows = []
    for row in house.ANCHORS["guns"]:
        fact = house.FACTS["guns"][shots_of(row)[0]]
        thrown = house.thrown(fact)
        parts = [figures.cell(row, "hit-class"), figures.cell(row, "shell"), ranges.cell(row, 10)]
        number = sum(one.number for one in parts) + kinds.cell("infantry", "main-gun").number
        shot = {"procedure": "fire", "attacker": row, "target": "infantry", "year": YEAR}
        found = [outcomes(referee, range=range, **shot).get("destroyed", Fraction(0)) for range in RANGES[1:]]
        told = ["-" if thrown is None else f"{thrown:g}", f"{number:g}", *map(percent, found)]
        rows.append([label(referee, "guns", row), *told])
    yield from table(["gun", "thrown, kg", "hit number at 10 cm", *[f"{range} cm" for range in RANGES[1:]]], rows)


def penetration(referee: Referee) -> Iterator[str]:
    """What every gun pierces, and its figure."""
    values, before, after = [
        chart(referee, name) for name in ("penetration", "penetration-range", "penetration-range-1943")
    ]
    years = house.ANCHORS["bands"]["years"]
    rows = []
    for row, names in house.ANCHORS["guns"].items():
        new = house.new_shot(names)
        for year, name, seen in ((years[0], names[0], True), (years[1], names[1], new or names[0] in ("", "-"))):
            if name in ("", "-") or not seen:
                continue
            ranges = after if new and year == years[1] else before
            figures = [values.cell(row, year).number + ranges.cell(row, at).number for at in PIERCED_AT]
            facts = [house.pierced(name, at * house.METRES) for at in PIERCED_AT]
            told = [f"{mm:.0f} / {figure:g}" for mm, figure in zip(facts, figures, strict=True)]
            rows.append([label(referee, "guns", row) + (", 1943" if new and year == years[1] else ""), *told])
    yield from table(["gun", *[f"{at} cm" for at in PIERCED_AT]], rows)


def armor(referee: Referee) -> Iterator[str]:
    """The plate of every armored vehicle, and its Armor Class."""
    rows = []
    for row, fact in house.vehicle_rows().items():
        if fact["kind"] != "soft":
            plates = house.front_plates(fact)
            turret = plates[1] if len(plates) > 1 else "-"
            figure = chart(referee, "vehicles").cell(row, "armor-class").number
            points = f"{fmean(plates) / house.POINT:.1f}"
            rows.append([label(referee, "vehicles", row), plates[0], turret, points, f"{figure:g}"])
    yield from table(["vehicle", "hull, mm", "turret or shield, mm", "points", "Armor Class"], rows)


def outer_ring(referee: Referee) -> Iterator[str]:
    """What a shell of each piece does to what lies in its outer ring."""
    shells = {row: house.FACTS["artillery"][name]["shell"] for row, name in house.ANCHORS["artillery"].items()}
    rows = []
    for row in sorted(shells, key=shells.__getitem__):
        burst = {"procedure": "burst", "attacker": row}
        found = [outcomes(referee, targets=target, **burst).get("destroyed", Fraction(0)) for target in OUTER]
        size = label(referee, "bombardment", chart(referee, "artillery").cell(row).text)
        told = [f"{shells[row]:g}", size.removesuffix(" artillery"), *map(percent, found)]
        rows.append([label(referee, "artillery", row), *told])
    yield from table(["piece", "shell, kg", "size", *OUTER.values()], rows)


# ---- aircraft ----------------------------------------------------------------------------------------


def aircraft(referee: Referee) -> Iterator[str]:
    """Every plane, what it could do, and its Combat Modifier."""
    rows = []
    for row, name in house.ANCHORS["aircraft"].items():
        fact = house.FACTS["aircraft"][name]
        figure = chart(referee, "aircraft").cell(row, "combat").number
        facts = [fact["speed"], f"{house.fire_a_minute(fact):.0f}", fact["engines"], fact["crew"]]
        kind = chart(referee, "aircraft").cell(row, "type").text
        rows.append([label(referee, "aircraft", row), label(referee, "aircraft-types", kind), *facts, f"{figure:g}"])
    yield from table(["plane", "type", "km/h", "kg", "engines", "crew", "Combat Modifier"], rows)


def duels(referee: Referee) -> Iterator[str]:
    """Planes that met."""
    combat = chart(referee, "aircraft")
    rows = []
    for first, second, told in DUELS:
        found = outcomes(referee, procedure="air-combat", attacker=first, target=second)
        better = label(referee, "aircraft", first) if told == "better" else "even"
        figures = f"{combat.cell(first, 'combat').number:g} : {combat.cell(second, 'combat').number:g}"
        names = [label(referee, "aircraft", one) for one in (first, second)]
        rows.append([*names, better, figures, percent(found["shot down"]), percent(found["attacker down"])])
    yield from table(["attacker", "target", "better", "modifiers", "target down", "attacker down"], rows)


def strafing(referee: Referee) -> Iterator[str]:
    """The weapons that strafe."""
    kills = chart(referee, "strafing")
    rows = []
    for row, carried in house.ANCHORS["strafing"].items():
        plate = house.strafed_plate(carried)
        cells = [kills.cell(row, column) for column in kills.columns]
        told = ["-" if one.blank else f"{one.number:g}" for one in cells]
        rows.append([label(referee, "strafing", row), f"{house.weight_of_fire(carried):.0f}", f"{plate:.0f}", *told])
    yield from table(["weapon", "kg", "mm", *[label(referee, "strafing", name) for name in kills.columns]], rows)


def anti_air(referee: Referee) -> Iterator[str]:
    """The anti-aircraft weapons."""
    rows = []
    for row, name in house.ANCHORS["anti-aircraft"].items():
        fact = house.FACTS["anti-aircraft"][name]
        reach = chart(referee, "aa-range").cell(row).number
        found = [
            outcomes(referee, procedure="anti-air", attacker=row, target="spitfire-v", altitude=altitude)["shot down"]
            for altitude in ("low", "medium", "high")
        ]
        told = [f"{fact['cal']:g}", fact["barrels"], fact["ceiling"], f"{reach:g}", *map(percent, found)]
        rows.append([label(referee, "aa-weapons", row), *told])
    yield from table(["weapon", "mm", "barrels", "ceiling, m", "range, cm", "low", "medium", "high"], rows)


# ---- armies ------------------------------------------------------------------------------------------


def initiative(referee: Referee) -> Iterator[str]:
    """The modifier of every nation and year, and what it comes from."""
    rows = []
    for nation, fact in house.FACTS["nations"].items():
        cells = []
        for year in house.YEARS:
            figure = chart(referee, "initiative").cell(nation, year).number
            decides = house.since(fact["command"], year) or 0
            facts = f"{house.since(fact, year, 'radio_')}, {house.campaigns(fact, year)}" + (
                f", {decides:+}" if decides else ""
            )
            cells.append(f"{figure:g} ({facts})")
        rows.append([label(referee, "initiative", nation), *cells])
    yield from table(["nation", *house.YEARS], rows)


def movement(referee: Referee) -> Iterator[str]:
    """Men, horses and vehicles over each terrain."""
    rows = []
    for mover in MOVERS:
        on_foot = mover in house.FACTS["foot"]
        road = house.FACTS["foot"][mover]["march"] if on_foot else house.vehicle_rows()[mover]["road"]
        told = [f"{cm(referee, mover, terrain):g}" for terrain in WALKS]
        rows.append([label(referee, "troops" if on_foot else "vehicles", mover), f"{road:g}", *told])
    yield from table(["mover", "km/h", *[label(referee, "terrain", terrain) for terrain in WALKS]], rows)


def cm(referee: Referee, mover: str, terrain: str) -> float:
    """How far a unit moves over a terrain."""
    troops, kinds, shares = [chart(referee, name) for name in ("troops", "target-types", "terrain")]
    units = troops if mover in troops.rows else chart(referee, "vehicles")
    share = shares.cell(terrain, kinds.cell(units.cell(mover, "type").text, "moves-as").text)
    return round(units.cell(mover, "max-speed").number * (1 if share.blank else share.number), 2)


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if HISTORY.read_text(encoding="utf-8") == page() else 5)
    HISTORY.write_text(page(), encoding="utf-8")
