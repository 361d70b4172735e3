"""What comes down: missions, and the bursts of shells and bombs. Source: first-watch.txt 36, 94-98, 129-143."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refcli.core.cells import Source
from refcli.core.errors import Refused
from refcli.core.hook import Deed, Keeper
from refcli.core.request import counted, uncounted
from refcli.rulesets.first_watch.in_play import (
    Bars,
    crewed,
    is_artillery,
    is_plane,
    is_row,
    left_of,
    named,
    number,
    of,
    planes_of,
    strength_of,
    whole,
    word_of,
)
from refcli.rulesets.first_watch.shots_fired import fires_once, ready_guns

LANDMARK = Source(section="Artillery Fire", lines="94, 102")
PLOTTED = Source(section="Artillery Fire", lines="36, 94")
SAME_POINT = Source(section="Artillery Fire", lines="96")
BURSTS = Source(section="Artillery Fire", lines="96-98")
BOMBS = Source(section="Bombing and Strafing", lines="129-135, 141-143")
ONCE = Source(section="Artillery Fire", lines="98-100")
LOAD = Source(section="Bombing, example", lines="117, 141")
BATTERY = Source(section="Artillery Fire", lines="94, 100")
CREWS = Source(section="Small Arms", lines="60")
SHOTS = Source(section="Fire Resolution Phase; Artillery Fire", lines="31, 94")

SHIFTED = ", shifted "
"""Between the point of a mission and how far it was moved from the last impact."""

HAD = re.compile(r"(\d{1,9}) of (\d{1,9}) from ([^,]+)")
"""How a target remembers whose burst it has had: ``3 of 3 from arty``."""


def bars_of_guns(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Bars:
    """What was not plotted, what bursts that nobody fired, and guns that are no more. Source: 36, 60, 94-100."""
    actor = dict(named(plain)).get("attacker", "")
    if procedure == "bombard" and actor:
        yield from bars_of_mission(ledger, actor, plain)
    elif procedure == "plot" and actor and not is_plane(ledger, actor):
        yield from bars_of_plot(ledger, actor, plain)
    elif procedure == "burst" and ledger.turn and plain.get("attacker"):
        yield from bars_of_burst(ledger, plain)
    guns = crewed(ledger, actor) if actor in ledger.units else 0
    fewer = int(ledger.value(actor, "guns-fired")) if procedure == "burst" else 0
    ready = ready_guns(ledger, actor) if guns and fires_once(ledger, procedure, plain) else guns
    if fewer and whole(plain, "guns") > fewer:
        yield of(actor, "fired with {fewer:gun} this turn, not {guns}", fewer=fewer, guns=plain["guns"]), BATTERY
    elif procedure in ("plot", "bombard", "burst") and guns and whole(plain, "guns") > guns:
        crews, source = (" with a crew", CREWS) if guns < left_of(ledger, actor) else ("", BATTERY)
        all_there = is_artillery(ledger, actor) and guns == strength_of(ledger.units[actor])
        again = f"; if there are more: {with_guns(ledger, actor, whole(plain, 'guns'))}" if all_there else ""
        yield of(actor, f"{{unit:has|have}} {{guns:gun}} left{crews}, not {plain['guns']}{again}", guns=guns), source
    elif whole(plain, "guns") > ready and ledger.has(actor, "part-fired"):
        yield (
            of(actor, f"{{unit:has|have}} {{ready:gun}} left that did not fire, not {plain['guns']}", ready=ready),
            SHOTS,
        )


def with_guns(ledger: Keeper, battery: str, guns: int) -> str:
    """The line that adds a battery again, with so many guns: ``add bat 3x76mm-zis3 russia``. Source: 94, 100."""
    unit = ledger.units[battery]
    pieces = [row for row, _ in unit.rows if is_row(ledger, row, "artillery")]
    others = tuple([one for one in unit.rows if one[0] not in pieces])
    fields = {key: value for key, value in unit.fields.items() if key != "guns"}
    line: str = unit._replace(rows=others, fields=fields).added_as(counted(pieces[0], guns))
    return line


def bars_of_plot(ledger: Keeper, battery: str, plain: Mapping[str, Any]) -> Bars:
    """Fire is registered with regard to a landmark. Source: first-watch.txt 94, 102."""
    if not plain.get("point"):
        yield f"at which point? plot {battery} -p LANDMARK", LANDMARK


def mind_observers(ledger: Keeper, removed: str = "") -> None:
    """Whose observers are all out of play, or off the table, has none any more. Source: first-watch.txt 94."""
    for battery in ledger.units:
        observers = str(ledger.value(battery, "observed-by", "")).split(", ")
        lost = str(ledger.value(battery, "lost-observer", "")).split(", ")
        gone = [one for one in observers if is_gone(ledger, one, [removed, *lost])]
        if not any(observers) or gone != observers:
            ledger.end(battery, "lost-observer")
        elif gone != lost:
            ledger.end(battery, "lost-observer")
            ledger.begin(battery, "lost-observer", ", ".join(gone), 0)


def is_gone(ledger: Keeper, observer: str, lost: Sequence[str]) -> bool:
    """Whether an observer who was in play is so no more; of one who never was nothing is known."""
    name = next((one for one in ledger.units if one.lower() == observer.lower()), "")
    return ledger.is_out(name) is not None if name else observer.lower() in [one.lower() for one in lost]


def bars_of_mission(ledger: Keeper, battery: str, plain: Mapping[str, Any]) -> Bars:
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
    most = ledger.figure("shift", "shift", "")
    if number(plain, "shift") > most:
        far = "{unit:shifts|shift} {most} cm at most; a point farther off is a new mission: plot {unit} -p LANDMARK"
        yield of(battery, far, most=most), SAME_POINT
    if plain.get("shift") is None and whole(plain, "turn") > fired + 1:  # a shifted point does not drift anyway
        before = "{unit:has|have} fired {fired:turn} at this point, so that this is turn {now}"
        yield of(battery, before, fired=fired, now=fired + 1), SAME_POINT


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


def bars_of_bomb(ledger: Keeper, plane: str, plain: Mapping[str, Any]) -> Bars:
    """A plane drops the bomb that it carries. Source: first-watch.txt 117, 141."""
    bomb, carried = word_of(plain.get("attacker")), load_of(ledger, plane)
    if plane in ledger.units and not carried and not ledger.has(plane, "dropped"):
        yield f"nobody has said what {plane} carries: set {plane} load {bomb or 'BOMB'}", LOAD
    elif is_row(ledger, carried, "bombs") and is_row(ledger, bomb, "bombs") and not same(ledger, carried, bomb):
        yield of(plane, "{unit:carries|carry} {carried}, not {bomb}", carried=carried, bomb=bomb), LOAD


def bars_of_burst(ledger: Keeper, plain: Mapping[str, Any]) -> Bars:
    """Shells come down in the turn of their mission, a bomb when a plane drops it, each once on whatever lies there.

    Source: first-watch.txt 96-100, 141-143.
    """
    firers = firers_of(ledger, plain)
    for battery in () if firers else [unit for field, unit in named(plain) if field == "attacker"]:
        if is_plane(ledger, battery):
            yield of(battery, f"{{unit:has|have}} dropped no bomb this turn: bomb -p {battery}"), BOMBS
        else:
            yield of(battery, "{unit:has|have} fired no mission this turn: bombard {unit}"), BURSTS
        return
    bomb = next(iter(plain.get("rows", {}).get("attacker") or ()), "") or word_of(plain["attacker"])
    if not firers and is_row(ledger, bomb, "bombs") and planes_of(ledger):
        yield f"no plane has dropped {bomb} this turn: bomb {bomb} PLANE", BOMBS
    yield from bars_of_many(ledger, plain)
    for target, dice in dice_against(ledger, plain) if firers else ():
        if all(has_had(ledger, target, firer, dice) for firer in firers):
            yield of(target, "{unit:has|have} had the burst of {firers} this turn", firers=" and ".join(firers)), ONCE


def bars_of_many(ledger: Keeper, plain: Mapping[str, Any]) -> Bars:
    """No more of a unit lie under a burst than it is; what is lost of it bars them by itself. Source: 60, 100."""
    given, names = plain.get("targets") or [], plain["names"]
    texts = given if isinstance(given, list) else [given]
    many = Counter[str]()
    for unit, text in zip(names.get("targets", ()), texts, strict=False):
        many[unit] += int(uncounted(text)[0] or 1)
    for unit, said in many.items():
        if unit in ledger.units and said > left_of(ledger, unit) and not ledger.has(unit, "losses"):
            yield of(unit, "{unit:has|have} {left} left, not {said}", left=left_of(ledger, unit), said=said), ONCE


def unfired(ledger: Keeper, plain: Mapping[str, Any]) -> Bars:
    """What bursts though no battery fired: the shells of one that is not in play, it may be. Source: 96-98."""
    piece, batteries = word_of(plain["attacker"]), [unit for unit in ledger.units if is_artillery(ledger, unit)]
    if ledger.turn and is_row(ledger, piece, "artillery") and not any(fired_mission(ledger, one) for one in batteries):
        yield f"no battery in play has fired a mission this turn: undo, unless {piece} is off the table", BURSTS


def unobserved(ledger: Keeper, deed: Deed) -> Bars:
    """A battery that has plotted a mission, and of which nobody said who observes for it. Source: 94, 102."""
    for unit, field in deed.fields_of.items():
        if field == "attacker" and is_artillery(ledger, unit) and not ledger.has(unit, "observed-by"):
            yield f"which Forward Observer sees the landmark? set {unit} observer NAME", LANDMARK


def keep_mission(ledger: Keeper, battery: str, guns: int, point: str, deed: Deed) -> None:
    """How many turns a battery has fired at a point, and with how many of its guns. Source: first-watch.txt 94-96."""
    if deed.given.get("shift") is not None or ledger.value(battery, "aimed-at", point) != point:
        ledger.end(battery, "turns-of-fire")
    ledger.begin(battery, "turns-of-fire", 1, deed.number)
    ledger.end(battery, "guns-fired")
    if guns < crewed(ledger, battery):
        ledger.begin(battery, "guns-fired", guns, deed.number)
    ledger.begin(battery, "aimed-at", point, deed.number)


def keep_burst(ledger: Keeper, deed: Deed) -> None:
    """Who has had how many of the dice that a battery or a plane has against him. Source: first-watch.txt 98-100."""
    firers, lost = firers_of(ledger, deed.given), Counter[str]()
    for effect in deed.ruling["effects"]:
        lost[ledger.unit_called(effect["unit"]) or ""] += effect["amount"]
    for target, dice in dice_against(ledger, deed.given) if firers else ():
        firer = next((one for one in firers if not has_had(ledger, target, one, dice)), firers[0])
        had = dice_had(ledger, target)
        most = (left_of(ledger, target) + lost[target]) * dice_of(ledger, firer)
        had[firer] = (had[firer][0] + dice, had[firer][1]) if firer in had else (dice, most)
        if not ledger.is_out(target):
            keep_had(ledger, target, had, deed.number)


def keep_had(ledger: Keeper, target: str, had: Mapping[str, tuple[int, int]], number: int) -> None:
    """Let a target remember how many dice it has had, of how many, from each battery or plane."""
    said = ", ".join([f"{dice} of {most} from {firer}" for firer, (dice, most) in had.items()])
    ledger.begin(target, "burst", said, number)


def firers_of(ledger: Keeper, plain: Mapping[str, Any]) -> list[str]:
    """The battery that fired this turn, or the planes that dropped such a bomb: those whose burst it may be."""
    units = [unit for field, unit in named(plain) if field == "attacker"]
    fired = [one for one in units if fired_mission(ledger, one)]
    bomb = word_of(plain["attacker"])
    fell = {one: held for one in units or ledger.units if (held := ledger.has(one, "dropped"))}
    alike = [one for one, held in fell.items() if held.turn == ledger.turn and same(ledger, f"{held.value}", bomb)]
    return fired or alike


def fired_mission(ledger: Keeper, battery: str) -> bool:
    """Whether a battery fired its mission this turn."""
    held = ledger.has(battery, "turns-of-fire")
    return held is not None and held.turn == ledger.turn


def dice_against(ledger: Keeper, plain: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """The units that lie under a burst, each with its dice: of each gun one against each counter. Source: 100."""
    given, names = plain.get("targets") or [], plain["names"]
    texts = given if isinstance(given, list) else [given]
    battery = (names.get("attacker") or [""])[0]
    guns = whole(plain, "guns") or (1 if is_plane(ledger, battery) else dice_of(ledger, battery))
    dice = Counter[str]()
    for unit, text in zip(names.get("targets", ()), texts, strict=False):
        dice[unit] += int(uncounted(text)[0] or 1) * guns
    yield from [(unit, many) for unit, many in dice.items() if unit in ledger.units]


def has_had(ledger: Keeper, target: str, firer: str, dice: int) -> bool:
    """Whether a target has had so many dice of a battery or a plane that these would be too many."""
    had = dice_had(ledger, target).get(firer)
    return had is not None and had[0] + dice > had[1]


def dice_of(ledger: Keeper, firer: str) -> int:
    """The dice against each target: one of each gun, one of each bomb of the turn. Source: first-watch.txt 100, 143."""
    if is_plane(ledger, firer):
        return max(1, int(ledger.value(firer, "bombs-dropped")))
    return max(1, int(ledger.value(firer, "guns-fired", left_of(ledger, firer))))


def dice_had(ledger: Keeper, target: str) -> dict[str, tuple[int, int]]:
    """How many dice a target has had this turn, and of how many, by battery or plane."""
    return {found[3]: (int(found[1]), int(found[2])) for found in HAD.finditer(str(ledger.value(target, "burst", "")))}


def count_bombs(ledger: Keeper, plane: str) -> None:
    """Let a plane that was said to carry 2x500lb have two bombs of 500 lb. Source: first-watch.txt 115, 141."""
    held = ledger.has(plane, "load")
    rows = ledger.units[plane].rows if plane in ledger.units and not ledger.has(plane, "dropped") else ()
    of_row = [f"{many}x{row}" for row, many in rows if is_row(ledger, row, "bombs") and many > 1]
    said = str(held.value) if held else "" if ledger.has(plane, "bombs") else (of_row or [""])[0]
    many, bomb = uncounted(said)
    if many and is_row(ledger, bomb, "bombs"):
        ledger.end(plane, "load")
        ledger.end(plane, "bombs")
        ledger.begin(plane, "load", bomb, 0)
        ledger.begin(plane, "bombs", int(many), 0)
    elif held and held.by_hand and (bombs := ledger.has(plane, "bombs")) and not bombs.by_hand:
        ledger.end(plane, "bombs")


def drop_one(ledger: Keeper, plane: str, bomb: str, deed: Deed) -> None:
    """Let a plane be rid of a bomb, and carry the next one; who jettisons his load is rid of all of it.

    Source: first-watch.txt 115, 141, 160.
    """
    before = ledger.has(plane, "dropped")
    if before and before.turn == ledger.turn:
        ledger.begin(plane, "bombs-dropped", 1 if ledger.has(plane, "bombs-dropped") else 2, deed.number)
        for target in ledger.units:
            if plane in (had := dice_had(ledger, target)):
                more = had[plane][0], had[plane][1] + left_of(ledger, target)
                keep_had(ledger, target, {**had, plane: more}, deed.number)
    ledger.begin(plane, "dropped", bomb, deed.number)
    if int(ledger.value(plane, "bombs")) > 1 and not deed.is_stated("jettison", plane):
        ledger.begin(plane, "load", bomb, deed.number)
        ledger.begin(plane, "bombs", -1, deed.number)
    else:
        ledger.end(plane, "bombs")


def load_of(ledger: Keeper, plane: str) -> str:
    """What a plane carries: its load, or a bomb among its rows that it has not dropped."""
    rows = ledger.units[plane].rows if plane in ledger.units and not ledger.has(plane, "dropped") else ()
    own = [row for row, _ in rows if is_row(ledger, row, "bombs")]
    return str(ledger.value(plane, "load", (own or [""])[0]))


def bomb_of(ledger: Keeper, plane: str) -> str:
    """What a plane has dropped or, as long as it has not, carries. Raises Refused for none."""
    bomb = str(ledger.value(plane, "dropped", load_of(ledger, plane)))
    if not is_row(ledger, bomb, "bombs"):
        raise Refused(f"{plane} has dropped no bomb; what it carries is told by set {plane} load BOMB")
    return bomb.lower()


def check_load(ledger: Keeper, procedure: str, field: str, plane: str) -> None:
    """Refuse a plane that is named for its bomb, and has dropped it. Source: first-watch.txt 141."""
    drops = procedure == "bomb" and field == "attacker" and is_plane(ledger, plane)
    if drops and ledger.has(plane, "dropped") and not load_of(ledger, plane):
        raise Refused(of(plane, "{unit:has|have} dropped {unit:its|their} load (line 141)"))


def same(ledger: Keeper, one: str, other: str) -> bool:
    """Whether two names are those of the same bomb: no two have rings alike."""
    return is_row(ledger, one, "bombs") and ledger.figure("bombs", one, "ring") == ledger.figure("bombs", other, "ring")
