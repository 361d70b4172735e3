"""The house figures of First Watch: each as its formula gives it, and none without effect.

``python -m tests.test_first_watch_house`` writes the recorded odds afresh, after a figure was changed
on purpose.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from itertools import permutations
from math import log2
from pathlib import Path
from typing import Any

import pytest

from refcli.core.chances import Odds
from refcli.core.charts import Chart
from refcli.odds.enumeration import odds_of
from refcli.referee.referee import Case
from refcli.wire.requests import charts_for
from tests.situations import referee
from tests.tools import tool

ROOT = Path(__file__).parent.parent
RECORDED = Path(__file__).parent / "vectors" / "first-watch-odds.json"
RULES = "first-watch"
JsonObject = dict[str, Any]


@cache
def charts() -> dict[str, Chart]:
    """Every chart of First Watch."""
    return referee().loaded(RULES).library.everything()


def derivation() -> Any:
    """The script that works the house figures out."""
    return tool("derive_house_values")


def house_cells(name: str) -> list[tuple[str, Any]]:
    """The house figures of a chart, conditions among them: their names and values."""
    chart = charts()[name]
    cells = [(cell.ref, cell.value) for cell in chart.cells() if cell.source.is_house and not cell.blank]
    return cells + [
        (f"{name}.{condition.name}", condition.value)
        for condition in chart.conditions.values()
        if condition.source.is_house and condition.value is not None
    ]


def figures(name: str) -> list[tuple[str, Any]]:
    """The house figures that are numbers, and the words of the dial."""
    return [(ref, value) for ref, value in house_cells(name) if name == "dial" or not isinstance(value, str)]


# ---- a ruling or more for every figure ----------------------------------------------------------------


ARMOR_PROBES = (
    ("20mm-l55", 125),
    ("20mm-l55", 5),
    ("37mm-pak36", 5),
    ("50mm-l42", 5),
    ("50mm-l60", 5),
    ("6pdr", 5),
    ("75mm-l43", 5),
    ("88mm-l56", 5),
    ("75mm-l70", 5),
    ("17pdr", 5),
    ("76mm-hvap", 5),
    ("128mm-l55", 5),
    ("88mm-l71", 5),
    ("17pdr-apds", 5),
)
"""Guns of about every Penetration Value from 0 to 13."""


@cache
def plates() -> tuple[tuple[str, str], ...]:
    """A vehicle and a facing for every point of armor, as far as there is one."""
    found: dict[int, tuple[str, str]] = {}
    for vehicle in charts()["vehicles"].rows:
        armor = charts()["vehicles"].cell(vehicle, "armor-class")
        if armor.blank:
            continue
        for facing in ("front", "side", "rear"):
            share = 1 if facing == "front" else charts()["vehicles"].cell(vehicle, facing).number
            found.setdefault(int(-(-round(armor.number * share, 2) // 1)), (vehicle, facing))
    return tuple(found.values())


def first_of(kind: str) -> str:
    """A target of a type."""
    if kind in ("infantry", "cavalry"):
        return kind
    if kind == "field-piece":
        return "40mm-bofors"
    return next(row for row in charts()["vehicles"].rows if charts()["vehicles"].cell(row, "type").text == kind)


def plane_of(kind: str) -> str:
    """A plane of a type."""
    return next(row for row in charts()["aircraft"].rows if charts()["aircraft"].cell(row, "type").text == kind)


def weapon_of(chart: str, kind: str) -> str:
    """A weapon of a size or class."""
    return next(row for row in charts()[chart].rows if charts()[chart].cell(row).text == kind)


def rulings(chart: str, row: str, column: str) -> Iterator[JsonObject]:
    """Rulings that a figure decides."""
    shot = {"procedure": "fire", "attacker": "6pdr", "target": "pzkpfw-ivh", "range": 40}
    if chart == "vehicles" and column == "max-speed":
        yield {"procedure": "move", "mover": row}
    elif chart in ("vehicles", "facing"):
        facing = column if column in ("side", "rear") else "front"
        vehicle = "tiger-i" if chart == "facing" else row
        for weapon, range in ARMOR_PROBES:
            yield {"procedure": "penetrate", "attacker": weapon, "target": vehicle, "range": range, "facing": facing}
        if vehicle == "jagdtiger":  # no gun of the charts pierces it
            shot = {"procedure": "penetrate", "attacker": "17pdr-apds", "target": vehicle, "range": 5}
            yield shot | {"adjust": ["penetration=2:a lucky hit"]}
    elif chart == "guns" and column == "crew":
        yield {"procedure": "fire", "attacker": "rifle", "target": row, "range": 8}
    elif chart == "guns" and column == "shell":
        for range in (4, 40, 70, 150):
            for target in ("infantry", "40mm-bofors"):
                yield shot | {"attacker": row, "target": target, "range": range}
    elif chart in ("guns", "anti-tank"):
        yield shot | {"attacker": row, "range": 4}
    elif chart == "gun-range":
        yield shot | {"attacker": row, "range": int(column)}
    elif chart in ("penetration", "penetration-range", "penetration-range-1943"):
        at = {"year": int(column), "range": 4} if chart == "penetration" else {"range": int(column)}
        if chart == "penetration-range-1943":
            at["year"] = 1943
        for vehicle, facing in plates():
            yield {"procedure": "penetrate", "attacker": row, "target": vehicle, "facing": facing, **at}
        if row == "17pdr-apds":  # there is no plate between the Tiger II and the Jagdtiger
            shot = {"procedure": "penetrate", "attacker": row, "target": "tiger-ii", **at}
            yield shot | {"adjust": ["armor value=1:track links"]}
    elif chart == "target-types" and column == "main-gun":
        yield shot | {"target": first_of(row)}
    elif chart == "target-types" and column == "small-arms":
        yield shot | {"attacker": "rifle", "target": first_of(row)}
    elif chart == "target-types":
        yield {"procedure": "burst", "attacker": "500lb", "targets": first_of(row)}
    elif chart == "troops":
        yield {"procedure": "move", "mover": row}
    elif chart == "terrain":
        mover = {"tracked": "tiger-i", "half-tracked": "sdkfz-251", "wheeled": "jeep"}.get(column, column)
        yield {"procedure": "move", "mover": mover, "terrain": row}
    elif chart == "hit-number" and row == "small-arms":
        yield shot | {"attacker": "rifle" if int(column) <= 50 else "mmg", "target": "infantry", "range": int(column)}
    elif chart == "hit-number":
        yield shot | {"attacker": "rifle", "target": "infantry", "conditions": [row]}
    elif chart == "small-arms":
        aimed = shot | {"attacker": row, "target": "infantry", "range": int(column)}
        yield from (aimed, aimed | {"conditions": ["dug-in"]})
    elif chart in ("main-gun", "crew-ratings"):
        yield shot | {"conditions": [row]}
    elif chart == "hit-location":
        yield shot | {"target": "tiger-i", "facing": "side", "range": 8, "conditions": ["hit-location", "hulldown"]}
    elif chart == "close-assault":
        for range in (4.5, 5, 5.5, 6):
            yield {"procedure": "close-assault", "attackers": "infantry", "target": "tiger-i", "range": range}
    elif chart == "infantry-units":
        yield {"procedure": "close-assault", "attackers": f"{column}xinfantry", "target": "tiger-i"}
    elif chart == "bombardment" and column == "ring":
        yield {"procedure": "bombard", "attacker": weapon_of("artillery", row), "turn": 3}
    elif chart == "bombardment":
        yield {"procedure": "burst", "attacker": weapon_of("artillery", row), "targets": "infantry"}
    elif chart == "bombs" and column == "ring":
        yield {"procedure": "bomb", "attacker": row, "altitude": "low"}
    elif chart == "bombs":
        yield {"procedure": "burst", "attacker": row, "targets": "infantry"}
    elif chart == "burst":
        yield {"procedure": "burst", "attacker": "500lb", "targets": "infantry", "conditions": [row]}
        yield {"procedure": "burst", "attacker": "155mm", "targets": "tiger-i", "conditions": [row]}
    elif chart == "dial":
        word = charts()["dial"].cell(row).text
        yield {"procedure": "bombard", "attacker": "76mm", "turn": 3} | ({"towards": word} if "on" not in word else {})
    elif chart == "drift":
        yield {"procedure": "bombard", "attacker": "210mm", "turn": int(column)}
    elif chart == "bombing" and column == "drift":
        yield {"procedure": "bomb", "attacker": "1000lb", "altitude": row}
    elif chart == "bombing":
        reach = charts()["bombing"].cell(row, "reach").number
        yield {"procedure": "bomb", "attacker": "1000lb", "altitude": row, "distance": reach + 0.5}
    elif chart == "aircraft":
        attacker = "spitfire-v" if row != "spitfire-v" else "bf-109g"
        yield {"procedure": "air-combat", "attacker": attacker, "target": row}
    elif chart == "aircraft-types" and column == "size":
        yield {"procedure": "air-combat", "attacker": "spitfire-v", "target": plane_of(row)}
    elif chart == "aircraft-types":
        yield {"procedure": "anti-air", "attacker": "40mm-bofors", "target": plane_of(row), "altitude": "low"}
    elif chart == "air-combat" and row == "goes-on":
        yield {"procedure": "air-combat", "attacker": "spitfire-v", "target": "b-17"}
    elif chart == "air-combat":
        duel = {"procedure": "air-combat", "attacker": "spitfire-v", "target": "bf-109g", "conditions": [row]}
        yield duel | ({"interceptor": "fw-190a"} if row.startswith("interceptor-") else {})
    elif chart == "aa-range":
        reach = charts()["aa-range"].cell(row).number
        yield {"procedure": "anti-air", "attacker": row, "target": "stuka", "altitude": "low", "range": reach + 0.5}
    elif chart == "anti-air" and column:
        weapon = weapon_of("aa-weapons", row)
        yield {"procedure": "anti-air", "attacker": weapon, "target": "stuka", "altitude": column}
    elif chart == "anti-air":
        yield {"procedure": "anti-air", "attacker": "40mm-bofors", "target": "stuka", "conditions": [row]}
    elif chart == "strafing" and column:
        kinds = charts()["target-types"]
        kind = next(kind for kind in kinds.rows if kinds.cell(kind, "strafed-as").text == column)
        yield {"procedure": "strafe", "attacker": row, "targets": first_of(kind)}
    elif chart == "strafing":
        yield {"procedure": "strafe", "attacker": "20mm-cannon", "targets": "infantry", "conditions": [row]}
    elif chart == "strafing-attacks":
        yield {"procedure": "strafe", "attacker": row, "targets": "6xinfantry"}
    elif chart == "initiative":
        other = "finland" if row != "finland" else "china"
        yield {"procedure": "initiative", "sides": f"{row},{other}", "year": int(column)}
    else:
        assert chart in ("weather", "fortunes"), f"no ruling is stored for {chart}"
        yield {"procedure": chart}


def rulings_of(ref: str) -> list[JsonObject]:
    """The rulings of a figure by its name."""
    chart, row, column = (*ref.split("."), "")[:3]
    return list(rulings(chart, row, column))


@cache
def case_of(text: str) -> Case:
    """The case of a ruling, read once."""
    return referee().case({"rules": RULES, **json.loads(text)})


def odds(plain: JsonObject, changed: dict[str, Any] | None = None) -> Odds:
    """The odds of a ruling, perhaps with a figure changed."""
    text = json.dumps(plain)
    if changed and next(iter(changed)).partition(".")[0] in case_of(text).procedure.charts:
        return odds_with(text, changed)
    return odds_as_it_stands(text)


@cache
def odds_as_it_stands(text: str) -> Odds:
    """The odds of a ruling with the figures of the charts, worked out once."""
    return odds_with(text, {})


def odds_with(text: str, changed: dict[str, Any]) -> Odds:
    """The odds of a ruling with these figures changed."""
    case = case_of(text)
    procedure = case.procedure
    known = {name: charts()[name] for name in procedure.charts}
    return odds_of(
        procedure, case.request, charts_for(procedure, known, case.readings, {**case.overrides, "set": changed})
    )


def others(value: Any) -> tuple[Any, ...]:
    """A figure changed by one, either way; a word of the dial changed to another."""
    if isinstance(value, str):
        return ("north",) if value == "on-target" else ("on-target",)
    return value + 1, value - 1


def tells(plain: JsonObject, ref: str, value: Any) -> bool:
    """Whether the ruling's odds change with the figure."""
    before = odds(plain)
    return any(odds(plain, {ref: other})[:2] != before[:2] for other in others(value))


def digest(name: str) -> str:
    """What the odds of all rulings of a chart's figures come to."""
    told = blake2b(digest_size=8)
    for ref, _ in figures(name):
        for plain in rulings_of(ref):
            found = odds(plain)
            chances = {outcome.word: str(chance) for outcome, chance in found.outcomes.items()}
            counts = {key: {str(at): str(share) for at, share in known.items()} for key, known in found.counts.items()}
            told.update(json.dumps([plain, chances, counts], sort_keys=True).encode())
    return told.hexdigest()


ANCHORED = {
    "hit-class-6pdr": "guns.6pdr.hit-class",
    "penetration-6pdr": "penetration.6pdr.1942",
    "range-6pdr-12cm": "gun-range.6pdr.25",
    "penalty-12cm": "penetration-range.6pdr.25",
    "side-of-pzkpfw-ivf2": "vehicles.pzkpfw-ivf2.side",
    "medium-tank": "target-types.medium-tank.main-gun",
    "hit-number-8cm": "hit-number.small-arms.10",
    "lmg": "small-arms.lmg.10",
    "in-open-topped": "hit-number.in-open-topped",
    "disappearing": "main-gun.disappearing",
    "target-moving": "main-gun.target-moving",
    "stationary": "main-gun.stationary",
    "kill-number-medium": "bombardment.medium.kill-number",
    "ring-light": "bombardment.light.ring",
    "ring-medium": "bombardment.medium.ring",
    "ring-1000lb": "bombs.1000lb.ring",
    "kill-number-1000lb": "bombs.1000lb.kill-number",
    "charging": "burst.charging",
    "fortified": "burst.fortified",
    "first-turn-drift": "drift.artillery.1",
    "medium-altitude-drift": "bombing.medium.drift",
    "medium-altitude-reach": "bombing.medium.reach",
    "light-aa-medium": "anti-air.light.medium",
    "strafing-37mm-gun": "strafing.37mm-cannon.field-piece",
    "strafing-soft-cover": "strafing.soft-cover",
    "combat-modifier": "aircraft.zero.combat",
    "payload": "air-combat.payload",
}
"""Where each published anchor of the formulas stands in the charts."""

HOUSE = [name for name in charts() if figures(name)]

ON_PAPER_ALONE = ("facing-overlay",)
"""Charts that templates are drawn from, and no ruling reads."""

IN_PLAY = [name for name in HOUSE if name not in ON_PAPER_ALONE]


class TestTheHouseFigures:
    """docs/house-values.md: derived from public facts, and every one in play."""

    def test_are_what_the_formulas_give(self) -> None:
        assert derivation().disagreements() == []

    def test_agree_with_every_published_figure_that_a_formula_gives_too(self) -> None:
        derived = derivation().house_values()
        published = {ref: value for ref, (value, origin) in derivation().charted().items() if origin == "published"}
        both = {ref: value for ref, value in published.items() if ref in derived}
        assert len(both) >= 15
        assert both == {ref: derived[ref] for ref in both}

    def test_rest_on_anchors_that_stand_published_in_the_charts(self) -> None:
        anchors = dict(derivation().ANCHORS["published"])
        assert anchors.pop("millimetres-in-a-point") == 17  # 50 mm, Armor Class 3
        charted = derivation().charted()
        assert {name: (value, "published") for name, value in anchors.items()} == {
            name: charted[ref] for name, ref in ANCHORED.items()
        }

    def test_have_their_derivation_written_down(self) -> None:
        page = (ROOT / "docs" / "house-values.md").read_text(encoding="utf-8")
        assert [name for name in HOUSE if f"`{name}`" not in page] == []

    def test_are_all_walked(self) -> None:
        walked = {ref for name in HOUSE for ref, value in figures(name) if not isinstance(value, str)}
        numbers = {}
        for path in (ROOT / "charts" / RULES).glob("*.toml"):
            content = tomllib.loads(path.read_text(encoding="utf-8"))
            rows = [value for row in content.get("rows", {}).values() for value in row if not isinstance(value, str)]
            numbers[path.stem] = len(rows) + sum("value" in one for one in content.get("condition", []))
        for name, chart in charts().items():
            theirs = [cell for cell in chart.cells() if not (cell.source.is_house or cell.blank)]
            stated = [one for one in chart.conditions.values() if one.value is not None and not one.source.is_house]
            others = len([cell for cell in theirs if not isinstance(cell.value, str)]) + len(stated)
            assert sum(ref.startswith(f"{name}.") for ref in walked) + others == numbers[name], name
        assert len(walked) >= 2490
        assert all(rulings_of(ref) for ref in walked if ref.partition(".")[0] in IN_PLAY)

    def test_are_on_paper_alone_where_no_procedure_reads_them(self) -> None:
        loaded = referee().loaded(RULES)
        read = {chart for name in loaded.ruleset.procedures for chart in loaded.procedure(name).charts}
        assert [name for name in HOUSE if name not in read] == list(ON_PAPER_ALONE)

    @pytest.mark.parametrize("name", IN_PLAY)
    def test_change_the_odds_of_a_ruling_when_changed_by_one(self, name: str) -> None:
        inert = [ref for ref, value in figures(name) if not any(tells(plain, ref, value) for plain in rulings_of(ref))]
        assert not inert

    def test_changed_by_one_break_the_recomputation(self, monkeypatch: pytest.MonkeyPatch) -> None:
        changed = {ref: value + 1 for name in HOUSE if name != "dial" for ref, value in figures(name)}
        charted = derivation().charted()
        wrong = {**charted, **{ref: (value, "house") for ref, value in changed.items()}}
        monkeypatch.setattr(derivation(), "charted", lambda: wrong)
        assert {line.partition(":")[0] for line in derivation().disagreements()} == set(changed)

    def test_that_are_words_break_the_recomputation_too(self, monkeypatch: pytest.MonkeyPatch) -> None:
        charted = derivation().charted()
        words = derivation().words()
        assert len(words) >= 90
        monkeypatch.setattr(derivation(), "charted", lambda: charted | dict.fromkeys(words, ("other", "house")))
        assert {line.partition(":")[0] for line in derivation().disagreements()} == set(words)

    @pytest.mark.parametrize("name", IN_PLAY)
    def test_have_the_odds_that_were_recorded(self, name: str) -> None:
        assert json.loads(RECORDED.read_text(encoding="utf-8"))[name] == digest(name)


class TestTheHouseCompletion:
    """Holds enough to play with, and figures within sane ranges."""

    def test_has_thirty_guns_and_infantry_weapons(self) -> None:
        assert len(charts()["guns"].rows) + len(charts()["anti-tank"].rows) >= 30

    def test_has_sixty_vehicles_of_the_twelve_nations(self) -> None:
        facts = derivation().vehicle_rows()
        assert set(charts()["vehicles"].rows) == set(facts)
        assert len(facts) >= 60
        assert len({fact["nation"] for fact in facts.values()}) == 12

    def test_has_every_class_of_small_arms(self) -> None:
        classes = {fact["class"] for fact in derivation().FACTS["small-arms"].values()}
        assert classes <= set(charts()["small-arms"].rows)

    def test_has_twenty_four_aircraft_eleven_terrains_and_four_bombs(self) -> None:
        assert len(charts()["aircraft"].rows) >= 24
        assert len(charts()["terrain"].rows) == 11
        assert len(charts()["bombs"].rows) == 4

    def test_has_initiative_for_twelve_nations_in_seven_years(self) -> None:
        chart = charts()["initiative"]
        assert (len(chart.rows), len(chart.columns)) == (12, 7)
        assert not any(cell.blank for cell in chart.cells())

    @pytest.mark.parametrize(
        ("place", "least", "most"),
        [
            (("hit-number", "small-arms", 5), 2, 2),
            (("hit-number", "small-arms", 8), 3, 3),
            (("hit-number", "small-arms", 100), 10, 10),
            (("gun-range", "6pdr", 10), 0, 0),
            (("gun-range", "6pdr", 12), 1, 1),
            (("gun-range", "6pdr", 25), 1, 1),
            (("gun-range", "6pdr", 150), 5, 6),
            (("vehicles", "m3-halftrack", "armor-class"), 0.5, 0.5),
            (("vehicles", "t-34-76", "armor-class"), 4, 5),
            (("vehicles", "m4a1-sherman", "armor-class"), 4, 5),
            (("vehicles", "tiger-i", "armor-class"), 6, 6),
            (("vehicles", "tiger-ii", "armor-class"), 12, 12),
            (("vehicles", "tiger-i", "side"), 0.6, 0.9),
            (("penetration", "20mm-l55", 1941), 1, 2),
            (("penetration", "88mm-l71", 1944), 11, 12),
        ],
    )
    def test_stays_within_sane_ranges(self, place: tuple[str, str, Any], least: float, most: float) -> None:
        chart, row, column = place
        assert least <= charts()[chart].cell(row, column).number <= most

    def test_gives_a_low_plane_that_attacks_a_light_gun_the_chance_of_a_medium_one(self) -> None:
        shot = {"procedure": "anti-air", "attacker": "40mm-bofors", "target": "stuka"}
        low = odds(shot | {"altitude": "low", "conditions": ["under-attack"]})
        assert low.outcomes == odds(shot | {"altitude": "medium"}).outcomes


def number(chart: str, *place: Any) -> float:
    """A figure of a chart."""
    return float(charts()[chart].cell(*place).number)


class TestWhatAnExpertWouldNotSign:
    """Figures that once contradicted what every handbook says."""

    def test_a_short_japanese_37_mm_pierces_no_more_than_better_guns_of_its_calibre(self) -> None:
        """L77: 43 mm at 500 m were stretched to 57 at 100."""
        for better in ("37mm-pak36", "37mm-l48", "37mm-bofors", "37mm-m6"):
            for year in (1942, 1944):
                assert number("penetration", "37mm-type94", year) <= number("penetration", better, year)

    def test_each_shot_loses_with_range_what_its_own_facts_say(self) -> None:
        """L77: from 1943 the 6 pdr has a capped shot; hollow charges lose nothing."""

        def pierces(gun: str, tank: str, range: int, year: int) -> bool:
            shot = {"procedure": "penetrate", "attacker": gun, "target": tank, "range": range, "year": year}
            return {outcome.word for outcome, share in odds(shot).outcomes.items() if share} == {"destroyed"}

        assert pierces("6pdr", "pzkpfw-ivh", 100, 1943)
        assert not pierces("6pdr", "pzkpfw-ivh", 100, 1942)
        assert pierces("47mm-m35", "t-34-76", 100, 1943)
        assert not pierces("47mm-m35", "t-34-76", 100, 1942)

    def test_men_behind_a_shield_are_not_in_a_battle_tank(self) -> None:
        """L77."""
        for open_mount in ("m7-priest", "sexton", "marder-iiih"):
            assert number("vehicles", open_mount, "armor-class") <= number("vehicles", "pzkpfw-ivf2", "armor-class") - 1

    def test_infantry_outruns_no_vehicle_uphill(self) -> None:
        """L39, 53."""
        cm = tool("write_history").cm
        on_foot = cm(referee(), "infantry", "uphill")
        assert len(charts()["vehicles"].rows) >= 120
        assert all(cm(referee(), vehicle, "uphill") >= on_foot for vehicle in charts()["vehicles"].rows)

    def test_a_field_howitzer_can_hit_a_gun_in_its_outer_ring(self) -> None:
        """L98-100."""
        burst = {"procedure": "burst", "attacker": "105mm", "targets": "40mm-bofors"}
        assert odds(burst).success > 0

    def test_every_plane_strafes_with_its_own_cannon(self) -> None:
        """L131, 145."""
        rows = {plane: charts()["aircraft"].cell(plane, "strafes-with").text for plane in charts()["aircraft"].rows}
        assert rows["stuka-37mm"] == "37mm-cannon"
        assert [plane for plane, row in rows.items() if row == "37mm-cannon"] == ["stuka-37mm"]
        weapon = {row: carried["weapon"] for row, carried in derivation().ANCHORS["strafing"].items()}
        assert (weapon[rows["p-39"]], weapon[rows["me-262"]]) == ("m4-37mm", "mk-108-30mm")
        assert (weapon[rows["hs-129"]], weapon[rows["stuka-37mm"]]) == ("mk-101-30mm", "bk-3-7-37mm")

    def test_the_planes_of_1942_stand_as_they_did(self) -> None:
        """L117."""

        def combat(plane: str) -> float:
            return number("aircraft", plane, "combat")

        assert combat("spitfire-v") < combat("fw-190a") <= combat("spitfire-ix")
        for bomber in ("b-17", "b-25", "lancaster", "he-111", "ju-88", "betty", "sm-79", "leo-451", "blenheim"):
            assert combat(bomber) < combat("bf-110c")

    def test_anti_aircraft_ranges_grow_with_the_calibre(self) -> None:
        """L127."""
        reach = [number("aa-range", gun) for gun in ("lmg", "dshk", "20mm-oerlikon", "37mm-flak", "40mm-bofors")]
        assert reach == sorted(set(reach))
        assert number("aa-range", "20mm-flak") == number("aa-range", "20mm-oerlikon")

    def test_the_army_that_surprised_the_others_leads_in_1940(self) -> None:
        """L29."""
        for other in ("britain", "usa", "france", "belgium"):
            assert number("initiative", "germany", 1940) > number("initiative", other, 1940)
        for year in (1943, 1944):
            for other in ("france", "poland", "belgium"):
                assert number("initiative", "germany", year) > number("initiative", other, year) + 1


class TestTheHistory:
    """docs/history.md: match-ups, made by the program."""

    def test_is_what_the_charts_give(self) -> None:
        assert (ROOT / "docs" / "history.md").read_text(encoding="utf-8") == tool("write_history").page()

    def test_has_no_absurd_cell(self) -> None:
        history = tool("write_history")
        for gun in history.GUNS:
            for tank in history.TANKS:
                chances = {
                    facing: [history.chances(referee(), gun, tank, range, facing)[0] for range in history.RANGES]
                    for facing in ("front", "side")
                }
                assert all(front <= side for front, side in zip(*chances.values(), strict=True)), (gun, tank)
                for shown in chances.values():
                    assert shown == sorted(shown, reverse=True), (gun, tank)

    def test_tells_the_guns_that_feared_tigers_from_those_that_did_not(self) -> None:
        history = tool("write_history")

        def kills(gun: str, tank: str, range: int, facing: str = "front") -> bool:
            return bool(history.chances(referee(), gun, tank, range, facing)[0])

        assert not kills("75mm-l40", "tiger-i", 10)
        assert kills("75mm-l40", "tiger-i", 10, "side")
        assert not kills("6pdr", "panther-g", 10)
        assert kills("6pdr", "pzkpfw-ivh", 100)
        assert kills("6pdr", "panther-g", 100, "side")
        assert kills("17pdr", "tiger-i", 100)
        assert kills("88mm-l56", "t-34-76", 100)
        assert kills("88mm-l56", "m4a3-sherman", 100)
        assert not kills("88mm-l56", "panther-g", 60)
        assert kills("75mm-l48", "m4a3-sherman", 60)
        assert not kills("75mm-l48", "tiger-i", 60)


Row = dict[str, str]
POINT = 17
"""Millimetres in a point: the published Armor Class 3 of 50 mm."""
CM = 9.144
"""Metres in a centimetre."""


def tables(title: str) -> list[list[Row]]:
    """The tables under a heading of docs/history.md: their rows, each by the heads of its columns."""
    page = (ROOT / "docs" / "history.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    assert section, title
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE):
        lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        found.append([dict(zip(lines[0], line, strict=True)) for line in lines[2:]])
    assert found, title
    return found


def rows_of(title: str) -> list[Row]:
    """The rows of the one table under a heading."""
    (rows,) = tables(title)
    return rows


def chance(cell: str) -> float:
    """A chance that a cell tells: a dash is none."""
    return 0.0 if cell == "-" else float(cell.rstrip("%"))


class TestTheFactsBesideTheFigures:
    """The tables of docs/history.md: no figure contradicts the fact beside it by more than one point."""

    def test_of_guns_against_tanks(self) -> None:
        shots = 0
        for table in tables("Guns against tanks"):
            for row in table:
                for head, cell in row.items():
                    pierced = re.fullmatch(r"\d+ cm, (\d+) mm", head)
                    if pierced:
                        margin = (int(pierced[1]) - int(row["plate, mm"])) / POINT
                        assert margin <= 1 if cell.startswith("-") else margin >= -1, (row, head)
                        shots += 1
        assert shots == 200

    def test_of_guns_against_infantry(self) -> None:
        rows = rows_of("Guns against infantry")
        for row in rows:
            points = 8.0 if row["thrown, kg"] == "-" else 6 - 4 / 3 * log2(float(row["thrown, kg"]) / 0.6)
            assert abs(float(row["hit number at 10 cm"]) - points) <= 1, row
        for at in ("25 cm", "60 cm", "100 cm"):
            for row, other in permutations(rows, 2):
                heavier = row["thrown, kg"] != "-" and (
                    other["thrown, kg"] == "-" or float(row["thrown, kg"]) >= 2 * float(other["thrown, kg"])
                )
                assert not heavier or chance(row[at]) >= chance(other[at]) - 10, (row, other, at)
        chances = {row["gun"]: chance(row["25 cm"]) for row in rows}
        assert chances["2 pdr"] < chances["37 mm M6"] < chances["75 mm L40"] <= chances["105 mm M4"]

    def test_of_penetration(self) -> None:
        rows = rows_of("Penetration")
        for at in ("10 cm", "50 cm", "100 cm", "150 cm"):
            figures = [tuple(map(float, row[at].split(" / "))) for row in rows]
            assert all(abs(points - mm / POINT) <= 1 for mm, points in figures), at
            for (mm, points), (other_mm, other) in permutations(figures, 2):
                assert mm < other_mm + POINT or points >= other, at
        at_once = sorted(tuple(map(float, row["10 cm"].split(" / "))) for row in rows)
        assert [points for _, points in at_once] == sorted(points for _, points in at_once)

    def test_of_armor(self) -> None:
        rows = rows_of("Armor in front")
        for row in rows:
            plates = [float(row[head]) for head in ("hull, mm", "turret or shield, mm") if row[head] != "-"]
            assert abs(float(row["Armor Class"]) - sum(plates) / len(plates) / POINT) <= 1, row
        classes = {row["vehicle"]: float(row["Armor Class"]) for row in rows}
        for open_mount in ("M7 Priest", "Sexton", "Marder IIIH", "Marder II", "Nashorn", "Wespe", "SU-76"):
            assert classes[open_mount] < classes["PzKpfw IVF2"], open_mount

    def test_of_artillery(self) -> None:
        rows = rows_of("Artillery in the outer ring")
        shells = [float(row["shell, kg"]) for row in rows]
        assert shells == sorted(shells)
        for target in ("tank", "gun", "infantry"):
            chances = [chance(row[target]) for row in rows]
            assert chances == sorted(chances), target
        assert chance(next(row for row in rows if row["piece"] == "105 mm")["gun"]) == 20

    def test_of_aircraft(self) -> None:
        fighters, others = [], []
        for row in rows_of("Aircraft"):
            speed, fire = float(row["km/h"]), float(row["kg"])
            engines, crew, figure = int(row["engines"]), int(row["crew"]), float(row["Combat Modifier"])
            if row["type"] in ("fighter", "heavy fighter", "fighter-bomber", "jet") or engines == crew == 1:
                points = speed / 100 - 0.6 + log2(fire / 150) / 4 - (engines > 1) - (crew > 1)
                fighters.append((speed, fire, engines + crew, figure))
            else:
                points = max(0.0, (speed - 300) / 200 + fire / 300)
                others.append(figure)
            assert abs(figure - points) <= 1, row
        assert len(fighters) >= 35
        assert max(others) < min(figure for *_, figure in fighters)
        for (speed, fire, size, figure), (slower, less, larger, other) in permutations(fighters, 2):
            assert figure >= other or not (speed >= slower + 30 and fire >= less and size <= larger)

    def test_of_air_combat(self) -> None:
        for row in rows_of("Air combat"):
            first, second = map(int, row["modifiers"].split(" : "))
            assert first > second if row["better"] == row["attacker"] else abs(first - second) <= 1, row
            assert row["better"] in (row["attacker"], "even")

    def test_of_strafing(self) -> None:
        for row in rows_of("Strafing"):
            kilograms, plate = float(row["kg"]), float(row["mm"])
            easier = log2(kilograms / 106)  # two German 37 mm cannon, the published 8
            for kind, step in (("field piece", 0), ("infantry", -1), ("soft vehicle", -2)):
                assert abs(float(row[kind]) - (8 + step - easier)) <= 1, (row, kind)
            for kind, met in (("light armor", 12), ("medium armor", 30), ("heavy armor", 70)):
                assert (row[kind] == "-") == (plate < met), (row, kind)
                if row[kind] != "-":
                    assert abs(float(row[kind]) - max(4.0, 9 - 2 * log2(plate / met))) <= 1, (row, kind)

    def test_of_anti_aircraft_fire(self) -> None:
        rows = rows_of("Anti-aircraft fire")
        for row in rows:
            assert abs(float(row["range, cm"]) - float(row["ceiling, m"]) / CM / 4) <= 1, row
        for row, other in permutations(rows, 2):
            if float(row["mm"]) >= 1.1 * float(other["mm"]):
                assert float(row["range, cm"]) >= float(other["range, cm"]), (row, other)
            if row["mm"] == other["mm"] and int(row["barrels"]) > int(other["barrels"]):
                assert 0 < chance(row["low"]) - chance(other["low"]) <= 20, (row, other)

    def test_of_initiative(self) -> None:
        radios = {"few": 0, "command": 1, "most": 1, "all": 2}
        figures: dict[tuple[str, int], int] = {}
        for row in rows_of("Initiative"):
            for year in range(1939, 1946):
                told = re.fullmatch(r"(\d) \((\w+), (\d+)(?:, ([+-]1))?\)", row[str(year)])
                assert told is not None, row
                figures[row["nation"], year] = int(told[1])
                campaigns = int(told[3])
                points = radios[told[2]] + (campaigns >= 1) + (campaigns >= 3) + int(told[4] or 0)
                assert abs(int(told[1]) - points) <= 1, row
        for nation in ("Britain", "USA", "France"):
            assert figures["Germany", 1940] > figures[nation, 1940], nation
        for nation in ("France", "Poland", "Belgium"):
            assert figures["Germany", 1943] > figures[nation, 1943] + 1, nation

    def test_of_movement(self) -> None:
        rows = rows_of("Movement")
        for row in rows:
            assert abs(float(row["road"]) - float(row["km/h"]) / 2) <= 1, row
        history = tool("write_history")
        for terrain in set(history.WALKS) - {"jungle"}:  # off the trails men do outrun wheels
            on_foot = history.cm(referee(), "infantry", terrain)
            outrun = [one for one in charts()["vehicles"].rows if history.cm(referee(), one, terrain) < on_foot]
            assert not outrun, terrain


if __name__ == "__main__":
    RECORDED.write_text(json.dumps({name: digest(name) for name in IN_PLAY}, indent=1) + "\n", encoding="utf-8")
