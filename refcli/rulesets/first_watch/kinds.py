"""What a unit in play is plainly none of: a gun that would close assault, a tank that would fly.

Source: first-watch.txt 31-35, 71, 77, 113, 127-131.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from refcli.core.errors import Refused
from refcli.core.hook import Keeper
from refcli.core.sentence import of
from refcli.rulesets.first_watch.in_play import FIGURES, is_a, is_gun, is_plane, is_row, is_vehicle

WEAPONS = ("small-arms", "anti-tank")
"""The charts of what somebody carries, whose rows stand for infantry too."""

GUN, VEHICLE, PLANE, FOOT = "a gun", "a vehicle", "a plane", "infantry"

MOST_NAMED = 4
"""Planes that a line names which adds each by itself."""

WHO = {
    ("close-assault", "attackers"): ((GUN, VEHICLE, PLANE), "infantry close assaults", "71"),
    ("close-assault", "target"): ((GUN, FOOT, PLANE), "close assault is against armored vehicles", "71"),
    ("penetrate", "attacker"): ((PLANE,), "a plane strafes", "131"),
    ("penetrate", "target"): ((GUN, FOOT), "only a vehicle has armor to penetrate", "77"),
    ("fire", "attacker"): ((PLANE,), "a plane strafes, or fires at planes in air-combat", "35, 131"),
    ("phase", "mover"): ((PLANE,), "a plane has no fire step", "31-35"),
    ("bombard", "attacker"): ((PLANE,), "a plane drops bombs", "34, 129"),
    ("air-combat", "attacker"): ((GUN, VEHICLE, FOOT), "a fighter attacks in the air", "113"),
    ("air-combat", "target"): ((GUN, VEHICLE, FOOT), "air combat is against aircraft", "113"),
    ("air-combat", "interceptor"): ((GUN, VEHICLE, FOOT), "a fighter intercepts", "113"),
    ("anti-air", "attacker"): ((GUN, PLANE), "only anti-aircraft weapons fire at planes", "127"),
    ("anti-air", "target"): ((GUN, VEHICLE, FOOT), "anti-aircraft fire is at planes", "127"),
    ("bomb", "attacker"): ((GUN,), "a plane drops bombs, and guns bombard", "94, 129"),
    ("bomb", "plane"): ((GUN, VEHICLE, FOOT), "a plane drops bombs", "129"),
    ("strafe", "attacker"): ((GUN, VEHICLE, FOOT), "a plane strafes", "131"),
}
"""Who is none of those that a field is for, by what he is, with who is, and where that stands."""

ROWS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "close-assault": {"attackers": ("troops",), "target": ("vehicles",)},
    "penetrate": {"attacker": ("guns", "anti-tank", "vehicles"), "target": ("vehicles",)},
    "fire": {"attacker": ("small-arms", "guns", "anti-tank", "artillery", "vehicles")},
    "phase": {"mover": ("troops", "vehicles", "guns", "artillery")},
    "bombard": {"attacker": ("artillery",)},
    "anti-air": {"attacker": ("aa-weapons",)},
}
"""The charts of those whom a field is for; every other field is for planes."""


def check_kind(ledger: Keeper, procedure: str, field: str, unit: str) -> None:
    """Refuse who is plainly none of those whom a field is for; who might be one more thing is asked for that elsewhere.

    Source: first-watch.txt 31-35, 71, 77, 113, 127-131.
    """
    kinds, who, lines = WHO.get((procedure, field), ((), "", ""))
    charts = ROWS.get(procedure, {}).get(field, ("aircraft",))
    if kinds and not stands_in(ledger, unit, charts) and (kind := kind_of(ledger, unit)) in kinds:
        where = "line" if lines.isdigit() else "lines"
        raise Refused(f"{of(unit, '{unit:is|are}')} {kind}: {who} ({where} {lines})")


def check_single(ledger: Keeper, unit: Any) -> None:
    """Refuse several planes as one unit: each flies, attacks, is hit and leaves by itself. Source: 9, 111-117, 127."""
    for row, many in unit.rows:
        if many > 1 and is_row(ledger, row, "aircraft"):
            names = ",".join([f"{unit.name}{number}" for number in range(1, min(many, MOST_NAMED) + 1)])
            rows = tuple([(one, 1 if is_row(ledger, one, "aircraft") else count) for one, count in unit.rows])
            line = " ".join(unit._replace(name=names, rows=rows).added_as("").split())
            raise Refused(f"each plane is a unit of its own: {line} (lines 9, 111-117)")


def stands_in(ledger: Keeper, unit: str, charts: Iterable[str]) -> bool:
    """Whether a unit in play is a row of one of the charts.

    The machinegun of a vehicle or a plane is a weapon, and no troops. Source: first-watch.txt 8, 31, 71.
    """
    rows = [row for row, _ in ledger.units[unit].rows] if unit in ledger.units else []
    armed = is_vehicle(ledger, unit) or is_plane(ledger, unit)
    on_foot = [row for row in rows if not (armed and is_row(ledger, row, *WEAPONS))]
    return any(is_row(ledger, row, chart) for chart in charts for row in (on_foot if chart == "troops" else rows))


def is_flak_alone(ledger: Keeper, unit: str) -> bool:
    """Whether a unit in play is an anti-aircraft weapon, and in no chart of anything else. Source: 127."""
    others = [chart for chart in FIGURES if chart != "aa-weapons"]
    return is_a(ledger, unit, "aa-weapons") and not is_a(ledger, unit, *others)


def kind_of(ledger: Keeper, unit: str) -> str:
    """What a unit in play plainly is; empty where it is nothing of these, or several."""
    kinds = [
        kind
        for kind, its in (
            (GUN, is_gun(ledger, unit) or is_flak_alone(ledger, unit)),
            (VEHICLE, is_vehicle(ledger, unit)),
            (PLANE, is_plane(ledger, unit)),
            (FOOT, is_a(ledger, unit, "troops") and not is_vehicle(ledger, unit)),
        )
        if its
    ]
    return kinds[0] if len(kinds) == 1 else ""
