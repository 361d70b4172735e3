"""Who of a unit has fired or thrown this turn, from where, and what a move after it changes of a shot.

Source: skirmish.txt 5, 15-21, 47, 88, 139, 151, 165-172, 187, 356.
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, terms_said
from refcli.core.request import uncounted
from refcli.core.states import GAME, Held, State
from refcli.rulesets.skirmish.in_play import grenades_over, is_heavy, left, who_say
from refcli.rulesets.skirmish.shots_in_order import kind_of

STILL = State("stationary", "unit", "has not moved", Source(section="Modifiers", lines="165, 356"))
"""Who fires and has not moved."""


def count_who_fired(ledger: Keeper, deed: Deed) -> None:
    """Men of a unit who have not fired may do so yet; who of them fired at what is then theirs to say.

    Where all fired at one target, in however many parts, that is known. Source: 5, 151, 166.
    """
    shot = {ledger.unit_called(effect["unit"]) for effect in deed.ruling["effects"] if effect["kind"] == "fired"}
    now = Counter[str]()
    for name, said in terms_said(deed.given, "firer"):
        count, weapon = uncounted(re.split("[+/]", said)[0])
        if name in shot and _each_has(ledger, name, weapon):
            now[name] += int(count or 1)
    for name, many in now.items():
        before = ledger.value(name, "part-fired")
        said = f"{ledger.value(name, 'part-fired-at', '')}, {ledger.value(name, 'fired', '')}"
        at = list(dict.fromkeys(ledger.unit_called(one) or one for one in said.split(", ") if one))
        all_fired = before + many >= left(ledger, name, ledger.units[name])
        ledger.end(name, "part-fired")
        if before:
            ledger.end(name, "fired")
            ledger.begin(name, "fired", ", ".join(at), deed.number)
        if before or not all_fired:
            ledger.begin(name, "part-fired", before + many, deed.number)
            ledger.begin(name, "part-fired-at", ", ".join(at), deed.number)
        if before and all_fired and len(at) == 1:
            ledger.begin(name, "all-fired", 1, deed.number)


def know_what_all_fired_at(ledger: Keeper) -> None:
    """Men who all fired at one target fire at it again, whichever of them do, in the turn after. Source: 5, 166."""
    for name in [owner for owner, _ in ledger.named("all-fired")]:
        ledger.end(name, "all-fired")
        ledger.end(name, "part-fired-last-turn")


def _each_has(ledger: Keeper, unit: str, weapon: str) -> bool:
    """Whether each man of a unit has a weapon: so many, or one that is told of riflemen. Source: 5, 151."""
    told = [(row, many) for row, many in ledger.units[unit].rows if ledger.figure("weapons", row, "kind")]
    alike = ledger.figure("weapons", weapon, "kind") == "small-arm" and told == [(weapon, 1)]
    return alike or (weapon, ledger.units[unit].strength) in told


def burst_grenade(ledger: Keeper, deed: Deed) -> None:
    """Keep over whom a grenade burst, once for each man; of those thrown, the one that hit first. Source: 187."""
    for thrower in [owner for owner, _ in ledger.named("grenade-due")][:1]:
        ledger.end(thrower, "grenade-due")
    over = grenades_over(ledger)
    for name, said in terms_said(deed.given, "target"):
        over += [name] * int(uncounted(said)[0] or 1)
    ledger.begin(GAME, "grenades-over", ", ".join(filter(None, over)), deed.number)


def shown_by(ledger: Keeper, name: str) -> Held | None:
    """What somebody did this turn that nobody does in total cover: he fired, threw or called for fire. Source: 47."""
    shots = [
        held
        for (owner, state), held in ledger.held.items()
        if owner.partition("/")[0] == name and state in ("fired", "part-fired", "threw")
    ]
    calls = [called for guns in who_say(ledger, "observer", name) if (called := ledger.has(guns, "called"))]
    return next(iter((*shots, *calls)), None)


def moved_after_shot(ledger: Keeper, man: str) -> str:
    """What a move changes of the shot fired before it this turn; empty for nothing.

    Of a vehicle it is the shot of any of its weapons. Source: 165-169, 356.
    """
    gait = ledger.has(man, "gait") or ledger.has(man, "moved")
    shots = [
        held
        for (owner, state), held in ledger.held.items()
        if gait and state == "fired" and owner.partition("/")[0] == man and held.entry < gait.entry
    ]
    if not (gait and shots):
        return ""
    counts = [f"{gait.value} counts"] if gait.value in ("walking", "running") else []
    still = ledger.has(man, "stands-so-far")
    counts += [f"{STILL.name} does not{'' if counts else ' count'}"] if still else []
    rulings = " and ".join(dict.fromkeys(str(shot.entry) for shot in shots))
    before = f"{'rulings' if ' ' in rulings else 'ruling'} {rulings}"
    return f"fired before ({before}): in that shot {', '.join(counts)}" if counts else ""


def driven_after_shot(ledger: Keeper, man: str, vehicle: str) -> str:
    """What the move of the vehicle that carries a man changes of what he did aboard before it; empty for nothing.

    A grenade and an anti-tank weapon are for a vehicle that stands. Source: 139, 165, 172.
    """
    shot = _done_aboard(ledger, man, ledger.has(man, "fired") or ledger.has(man, "part-fired"))
    threw = _done_aboard(ledger, man, ledger.has(man, "threw"))
    at_armour = shot and kind_of(ledger, man, "") == "infantry-anti-tank"
    did = {"fired an anti-tank weapon": shot if at_armour else None, "threw a grenade": threw}
    asked = [f"{what} (ruling {held.entry})" for what, held in did.items() if held]
    if asked:
        return f"{' and '.join(asked)} from {vehicle}, which moves now: it has to stand for that. Does this hold?"
    still = " and stationary does not" if any(ledger.has(man, one) for one in ("stands-so-far", "stood")) else ""
    return f"fired before (ruling {shot.entry}): in that shot from-vehicle counts{still}" if shot else ""


def _done_aboard(ledger: Keeper, man: str, deed: Held | None) -> Held | None:
    """What a man did this turn, unless he did it on foot, before he got aboard. Source: 88, 139, 172."""
    aboard = ledger.has(man, "aboard") or ledger.has(ledger.group_of(man), "aboard")
    return None if deed and aboard and deed.entry < aboard.entry else deed


def may_yet_move(ledger: Keeper, unit: str) -> bool:
    """Whether somebody fires in his own Movement: as one who stands still until he moves. Source: 15-21, 165, 356."""
    return bool(ledger.side) and ledger.side_of(unit) == ledger.side and not is_heavy(ledger, unit)


def stands_up(ledger: Keeper, man: str, plain: Mapping[str, Any]) -> Held | None:
    """Why a man has to stand up to move, unless he crawls. Source: 88."""
    words = {*plain["conditions"], *re.split(r"[+,]", str(plain.get("mover", "")))}
    crawls = "crawling" in words or (ledger.has(man, "move-left") and ledger.value(man, "gait", "") == "crawling")
    return None if crawls else ledger.has(man, "prone")


def must_go_back(ledger: Keeper, man: str) -> Held | None:
    """The order to run to the rear or retire of a man who has not moved yet: he does not fire as one who stands.

    Source: 165, 168, 456-458.
    """
    section = ledger.group_of(man)
    told = ledger.has(section, "runs") or ledger.has(section, "retires")
    return told if told and (told.by_hand or told.turn < ledger.turn) and not ledger.has(man, "moved") else None


def leave_total_cover(ledger: Keeper, name: str, number: int) -> None:
    """Whoever fires or observes from total cover is in hard cover from then on. Source: 47."""
    if ledger.value(name, "cover", "") == "total":
        ledger.begin(name, "cover", "hard", number)
