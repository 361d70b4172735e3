"""What comes down: of how many guns, and on whom a burst of shells or bombs falls.

Source: first-watch.txt 60, 94-100, 129-143, 160.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences, terms_said
from refcli.core.request import NAMES, ROWS, counted, uncounted
from refcli.core.sentence import of
from refcli.rulesets.first_watch.in_play import (
    crewed,
    is_artillery,
    is_plane,
    is_row,
    left_of,
    named,
    planes_of,
    strength_of,
    whole,
    word_of,
)
from refcli.rulesets.first_watch.loads import BOMBS, same
from refcli.rulesets.first_watch.missions import bars_of_mission, bars_of_plot, fired_mission
from refcli.rulesets.first_watch.shots_fired import fires_once, ready_guns

BURSTS = Source(section="Artillery Fire", lines="96-98")
ONCE = Source(section="Artillery Fire", lines="98-100")
BATTERY = Source(section="Artillery Fire", lines="94, 100")
CREWS = Source(section="Small Arms", lines="60")
SHOTS = Source(section="Fire Resolution Phase; Artillery Fire", lines="31, 94")

HAD = re.compile(r"(\d{1,9}) of (\d{1,9}) from ([^,]+)")
"""How a target remembers whose burst it has had: ``3 of 3 from arty``."""


def bars_of_guns(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
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


def bars_of_burst(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
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
    bomb = (plain.get(ROWS, {}).get("attacker") or [""])[0] or word_of(plain["attacker"])
    if not firers and is_row(ledger, bomb, "bombs") and planes_of(ledger):
        yield f"no plane has dropped {bomb} this turn: bomb {bomb} PLANE", BOMBS
    yield from bars_of_many(ledger, plain)
    for target, dice in dice_against(ledger, plain) if firers else ():
        if all(has_had(ledger, target, firer, dice) for firer in firers):
            yield of(target, "{unit:has|have} had the burst of {firers} this turn", firers=" and ".join(firers)), ONCE


def bars_of_many(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """No more of a unit lie under a burst than it is; what is lost of it bars them by itself. Source: 60, 100."""
    many = Counter[str]()
    for unit, text in terms_said(plain, "targets"):
        many[unit] += int(uncounted(text)[0] or 1)
    for unit, said in many.items():
        if unit in ledger.units and said > left_of(ledger, unit) and not ledger.has(unit, "losses"):
            yield of(unit, "{unit:has|have} {left} left, not {said}", left=left_of(ledger, unit), said=said), ONCE


def unfired(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """What bursts though no battery fired: the shells of one that is not in play, it may be. Source: 96-98."""
    piece, batteries = word_of(plain["attacker"]), [unit for unit in ledger.units if is_artillery(ledger, unit)]
    if ledger.turn and is_row(ledger, piece, "artillery") and not any(fired_mission(ledger, one) for one in batteries):
        yield f"no battery in play has fired a mission this turn: undo, unless {piece} is off the table", BURSTS


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
    fell = [(one, held) for one, held in ledger.named("dropped") if not units or one in units]
    alike = [one for one, held in fell if held.turn == ledger.turn and same(ledger, f"{held.value}", bomb)]
    return fired or alike


def dice_against(ledger: Keeper, plain: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """The units that lie under a burst, each with its dice: of each gun one against each counter. Source: 100."""
    battery = (plain[NAMES].get("attacker") or [""])[0]
    guns = whole(plain, "guns") or (1 if is_plane(ledger, battery) else dice_of(ledger, battery))
    dice = Counter[str]()
    for unit, text in terms_said(plain, "targets"):
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


def drop_one(ledger: Keeper, plane: str, bomb: str, deed: Deed) -> None:
    """Let a plane be rid of a bomb, and carry the next one; who jettisons his load is rid of all of it.

    Source: first-watch.txt 115, 141, 160.
    """
    before = ledger.has(plane, "dropped")
    if before and before.turn == ledger.turn:
        ledger.begin(plane, "bombs-dropped", 1 if ledger.has(plane, "bombs-dropped") else 2, deed.number)
        for target, _ in ledger.named("burst"):
            if plane in (had := dice_had(ledger, target)):
                more = had[plane][0], had[plane][1] + left_of(ledger, target)
                keep_had(ledger, target, {**had, plane: more}, deed.number)
    ledger.begin(plane, "dropped", bomb, deed.number)
    if int(ledger.value(plane, "bombs")) > 1 and not deed.is_stated("jettison", plane):
        ledger.begin(plane, "load", bomb, deed.number)
        ledger.begin(plane, "bombs", -1, deed.number)
    else:
        ledger.end(plane, "bombs")
