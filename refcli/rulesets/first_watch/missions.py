"""Missions of batteries: plotted, observed, fired, shifted. Source: first-watch.txt 34-36, 60, 94-96, 102."""

from collections.abc import Mapping, Sequence
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.sentence import of
from refcli.rulesets.first_watch.in_play import crewed, is_artillery, named, number, unit_typed, whole

LANDMARK = Source(section="Artillery Fire", lines="94, 102")
PLOTTED = Source(section="Artillery Fire", lines="36, 94")
SAME_POINT = Source(section="Artillery Fire", lines="96")

SHIFTED = ", shifted "
"""Between the point of a mission and how far it was moved from the last impact."""


def bars_of_plot(ledger: Keeper, battery: str, plain: Mapping[str, Any]) -> Sentences:
    """Fire is registered with regard to a landmark. Source: first-watch.txt 94, 102."""
    if not plain.get("point"):
        yield f"at which point? plot {battery} -p LANDMARK", LANDMARK


def point_meant(ledger: Keeper, plain: Mapping[str, Any], word: str) -> str:
    """The field of a free word of a mission: its landmark, unless it is a condition or may begin one. Source: 102."""
    is_condition = word.startswith("no-") or "no-observer".startswith(word.lower())
    free = ledger.turn and plain.get("point") in (None, "") and plain.get("attacker")
    return "point" if free and word[:1].isalpha() and "+" not in word and not is_condition else ""


def unobserved(ledger: Keeper, deed: Deed) -> Sentences:
    """A battery that has plotted a mission, and of which nobody said who observes for it. Source: 94, 102."""
    for unit, field in deed.fields_of.items():
        if field == "attacker" and is_artillery(ledger, unit) and not ledger.has(unit, "observed-by"):
            yield f"which Forward Observer sees the landmark? set {unit} observer NAME", LANDMARK


def bars_of_mission(ledger: Keeper, battery: str, plain: Mapping[str, Any]) -> Sentences:
    """Indirect fire is plotted in an earlier turn, and a point is known by what was fired at it.

    Source: first-watch.txt 36, 94-96.
    """
    mission, point = ledger.has(battery, "mission"), plain.get("point")
    there = str(point or (mission.value if mission else ""))
    same_point = ledger.value(battery, "aimed-at", there).lower() == there.lower()
    fired = int(ledger.value(battery, "turns-of-fire")) if same_point else 0
    if mission is None:
        yield of(battery, "{unit:has|have} no mission plotted"), PLOTTED
    elif ledger.turn and mission.turn == ledger.turn:
        yield of(battery, "{unit:has its|have their} mission plotted this turn, for the next one"), PLOTTED
    elif mission.value and there.partition(SHIFTED)[0].lower() != str(mission.value).lower():
        yield of(battery, "{unit:has|have} a mission at {there}, not there", there=mission.value), PLOTTED
    if plain.get("shift") is not None and not ledger.has(battery, "impact"):
        yield of(battery, "{unit:has|have} no last impact to shift from"), SAME_POINT
    elif plain.get("shift") is not None and (elsewhere := fired_elsewhere(ledger, battery)):
        new = "{unit:has its|have their} last impact at {was}, and a new mission at {now}, which does not shift"
        yield of(battery, new, was=elsewhere, now=mission.value if mission else ""), SAME_POINT
    most = ledger.figure("shift", "shift", "")
    if number(plain, "shift") > most:
        far = "{unit:shifts|shift} {most} cm at most; a point farther off is a new mission: plot {unit} -p LANDMARK"
        yield of(battery, far, most=most), SAME_POINT
    if plain.get("shift") is None and whole(plain, "turn") > fired + 1:  # a shifted point does not drift anyway
        before = "{unit:has|have} fired {fired:turn} at this point, so that this is turn {now}"
        yield of(battery, before, fired=fired, now=fired + 1), SAME_POINT


def fired_elsewhere(ledger: Keeper, battery: str) -> str:
    """The point of the mission that a battery fired last, where another is plotted; empty for the same one.

    Only the same mission goes on from its last impact. Source: first-watch.txt 96.
    """
    mission, aimed = ledger.value(battery, "mission", ""), str(ledger.value(battery, "aimed-at", ""))
    was = aimed.partition(SHIFTED)[0]
    return was if was and isinstance(mission, str) and mission and was.lower() != mission.lower() else ""


def shifted_point(ledger: Keeper, plain: Mapping[str, Any]) -> list[str]:
    """The point that a battery moves without drift, and goes on to fire at: no more the one that it plotted.

    Source: first-watch.txt 96.
    """
    battery = dict(named(plain)).get("attacker", "")
    mission, aimed = ledger.has(battery, "mission"), ledger.has(battery, "aimed-at")
    if mission is None:
        return []
    if plain.get("shift") is not None:
        return [f"{mission.value}{SHIFTED}{plain['shift']} cm"]
    moved = aimed and aimed.entry > mission.entry and str(aimed.value).startswith(f"{mission.value}{SHIFTED}")
    return [str(aimed.value)] if aimed and moved else []


def keep_mission(ledger: Keeper, battery: str, guns: int, point: str, deed: Deed) -> None:
    """How many turns a battery has fired at a point, and with how many of its guns. Source: first-watch.txt 94-96."""
    if deed.given.get("shift") is not None or ledger.value(battery, "aimed-at", point) != point:
        ledger.end(battery, "turns-of-fire")
    ledger.begin(battery, "turns-of-fire", 1, deed.number)
    ledger.end(battery, "guns-fired")
    if guns < crewed(ledger, battery):
        ledger.begin(battery, "guns-fired", guns, deed.number)
    ledger.begin(battery, "aimed-at", point, deed.number)


def fired_mission(ledger: Keeper, battery: str) -> bool:
    """Whether a battery fired its mission this turn."""
    held = ledger.has(battery, "turns-of-fire")
    return held is not None and held.turn == ledger.turn


def may_plot(ledger: Keeper, battery: str) -> bool:
    """Whether guns that have their crew may write down a mission, and have none that goes on.

    Source: first-watch.txt 60, 94.
    """
    mission = ledger.has(battery, "mission")
    has_one = mission and (mission.turn == ledger.turn or ledger.reads("FW-66=goes-on", {}))
    return is_artillery(ledger, battery) and not has_one and not barred_from_plot(ledger, battery)


def goes_on(ledger: Keeper, battery: str) -> bool:
    """Whether a battery's mission of an earlier turn is fired again in the next. Source: first-watch.txt 96."""
    mission = ledger.has(battery, "mission")
    earlier = mission is not None and mission.turn < ledger.turn and is_artillery(ledger, battery)
    return earlier and not barred_from_plot(ledger, battery)


def barred_from_plot(ledger: Keeper, battery: str) -> bool:
    """Whether a battery has no crew, or nobody who observes for it. Source: first-watch.txt 60, 94."""
    return any(ledger.has(battery, state) for state in ("crew-lost", "lost-observer", "no-observer"))


def missed(ledger: Keeper, battery: str) -> bool:
    """Whether a mission of an earlier turn was due in this one, and not fired. Source: first-watch.txt 34-36, 94."""
    mission = ledger.has(battery, "mission")
    if mission is None or mission.turn >= ledger.turn or not is_artillery(ledger, battery):
        return False
    too_old = ledger.turn - mission.turn > 1 and not ledger.reads("FW-66=goes-on", {})
    fired = ledger.has(battery, "fired") or fired_mission(ledger, battery)
    return not (too_old or fired or barred_from_plot(ledger, battery))


def mind_observers(ledger: Keeper, removed: str = "") -> None:
    """Whose observers are all out of play, or off the table, has none any more. Source: first-watch.txt 94."""
    batteries = [owner for state in ("observed-by", "lost-observer") for owner, _ in ledger.named(state)]
    for battery in dict.fromkeys(owner for owner in batteries if owner in ledger.units):
        observers = str(ledger.value(battery, "observed-by", "")).split(", ")
        lost = str(ledger.value(battery, "lost-observer", "")).split(", ")
        gone = [one for one in observers if is_gone(ledger, one, [removed, *lost])]
        if not any(observers) or gone != observers:
            ledger.end(battery, "lost-observer")
        elif gone != lost:
            ledger.end(battery, "lost-observer")
            ledger.begin(battery, "lost-observer", ", ".join(gone), lost_by(ledger, gone))


def lost_by(ledger: Keeper, observers: Sequence[str]) -> int:
    """The ruling by which the last of some observers is out of play; 0 where none is by a ruling."""
    outs = [out for one in observers if (out := ledger.is_out(unit_typed(ledger, one)))]
    return max([out.entry for out in outs if not out.by_hand], default=0)


def is_gone(ledger: Keeper, observer: str, lost: Sequence[str]) -> bool:
    """Whether an observer who was in play is so no more; of one who never was nothing is known."""
    name = unit_typed(ledger, observer)
    return ledger.is_out(name) is not None if name else observer.lower() in [one.lower() for one in lost]
