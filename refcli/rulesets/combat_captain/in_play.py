"""A unit in play: what is stated of it, what its sub-units lost, the cover that all have. Source: 430-433, 562-578."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences, terms_said
from refcli.core.request import NAMES, uncounted
from refcli.core.sentence import fill, some
from refcli.core.states import Held, State
from refcli.rulesets.combat_captain.losses import MEN

ROSTER = Held(State("sub-units", "group", "sub-units", Source(section="Casualties", lines="549-573")))
"""Where what the sub-units of a unit tell comes from."""
LONGEST = 3
"""Figures of the longest number that is looked at; a longer one is refused later."""
STANDS_STILL = 3
"""Turns since a gun last moved that make the third in which it stands still. Source: 988-989; readings CC-11."""

KILLS = Source(section="Casualties", lines="576-578")
THIRD = Source(section="Modifiers to Fire Points", lines="988-989")


def stated(plain: Mapping[str, Any], *names: str, of: str = "") -> int:
    """How often conditions of these names were stated of the whole ruling, or of one sub-unit behind its name."""
    said = [*plain["conditions"]]
    for field in plain[NAMES] if of else ():
        said += [one for owner, text in terms_said(plain, field) if owner == of for one in text.split("+")[1:]]
    return sum([whole(times, 1) for times, name in map(uncounted, said) if name in names])


def whole(given: Any, otherwise: int) -> int:
    """A whole number as it was given; ``otherwise`` for what is none, and is refused later."""
    text = str(given)
    return int(text) if text.isdecimal() and len(text) <= LONGEST else otherwise


def in_phase(ledger: Keeper, name: str) -> bool:
    """Whether a phase is on."""
    return ledger.phase is not None and ledger.phase.name == name


def group_called(ledger: Keeper, owner: str) -> str:
    """The unit that a sub-unit belongs to, or the unit itself."""
    return ledger.group_of(owner) if owner in ledger.units else owner


def groups_of(ledger: Keeper, units: Iterable[str]) -> list[str]:
    """The units that sub-units belong to, each once."""
    return list(dict.fromkeys(ledger.group_of(unit) for unit in units if unit in ledger.units))


def aimed_at(effect: Mapping[str, Any]) -> list[str]:
    """The sub-units that one fired at: of two that a tank names perhaps one alone. Source: 435-437, 670-675."""
    return str(effect["detail"]).split(", ") if effect["kind"] == "fired" else []


def contacts(ledger: Keeper) -> Iterator[tuple[str, str]]:
    """Who touches whom, as long as both are there. Source: 755-771."""
    for owner, held in ledger.named("contact"):
        both = (owner, str(held.value))
        if not any(each in ledger.units and ledger.is_out(each) for each in both):
            yield both


def kind_of(ledger: Keeper, unit: str) -> str:
    """What kind of men a sub-unit is, squads or heavy weapons; empty for a vehicle."""
    return next((kind for kind in MEN if ledger.stands_for(unit, kind)), "")


def alike(ledger: Keeper, unit: str) -> list[str]:
    """The sub-units of its unit whose losses are counted together with its own. Source: 570-573."""
    kind, group = kind_of(ledger, unit), ledger.in_group(ledger.group_of(unit))
    return [one.name for one in group if kind and kind_of(ledger, one.name) == kind]


def put_together(ledger: Keeper, deed: Deed, unit: str) -> None:
    """Of the unit of a sub-unit the one that lost most men goes; its survivors fill up the others. Source: 570-572."""
    most = max(alike(ledger, unit), key=lambda one: float(ledger.value(one, "men-lost")), default="")
    if most:
        survivors = ledger.figure("non-armor", kind_of(ledger, unit), "men") - ledger.value(most, "men-lost")
        ledger.begin(most, "out", 1, deed.number)
        fill_up(ledger, deed, unit, "", survivors)


def fill_up(ledger: Keeper, deed: Deed, unit: str | None, name: str, survivors: int) -> None:
    """Survivors take the places of men lost: in the sub-unit of that name, else where most fell. Source: 570-572."""
    others = [name] if name in ledger.units else alike(ledger, unit) if unit else []
    for other in sorted(others, key=lambda one: -float(ledger.value(one, "men-lost"))):
        over = min(survivors, ledger.value(other, "men-lost"))
        if over:
            ledger.begin(other, "men-lost", -over, deed.number)
            survivors -= over


def of_its_unit(ledger: Keeper, procedure: str, named: Sequence[str], unit: str) -> Iterator[tuple[str, int, Held]]:
    """What others of its unit lost, how many sub-units are left beside it, whether it is of a second unit.

    Source: 538, 549-550, 565-573.
    """
    others = [one for one in alike(ledger, unit) if one not in named]
    lost = [held for one in others if (held := ledger.has(one, "men-lost"))]
    if lost:
        yield "unit-lost", sum([int(held.value) for held in lost]), lost[0]
    beside = len([one for one in ledger.in_group(ledger.group_of(unit)) if one.name != unit])
    if beside and procedure in ("fire", "save"):
        yield "sub-unit-beside", beside, ROSTER
    if procedure in ("bombard", "strafe") and groups_of(ledger, named).index(ledger.group_of(unit)):
        yield "other-unit", 1, ROSTER


def cover_of_all(ledger: Keeper, units: Iterable[str]) -> int:
    """The level of cover that all of several sub-units have; 0 where it differs. Source: 582-591, 807-808."""
    levels = {int(ledger.value(unit, "cover")) for unit in units}
    return levels.pop() if len(levels) == 1 else 0


def is_tank(ledger: Keeper, unit: str) -> bool:
    """Whether a sub-unit is a vehicle on the roster. Source: 430-433, 576-578."""
    return ledger.stands_for(unit, "vehicle") and not ledger.stands_for(unit, "truck")


def tanks_fight(ledger: Keeper, tank: str) -> str:
    """What is done where a tank is in close combat, which no rule tells."""
    return f"the players agree what {tank} does there, and each kill is marked, the next with {next_kill(ledger, tank)}"


def next_kill(ledger: Keeper, tank: str) -> str:
    """The line that marks one kill more on the roster of a unit of tanks. Source: 576-578."""
    group = ledger.group_of(tank)
    return f"set {group} kills {ledger.value(group, 'kills') + 1}"


def models_left(ledger: Keeper, group: str) -> list[str]:
    """The tanks of a unit that still stand. Source: 576-578."""
    return [one.name for one in ledger.in_group(group) if is_tank(ledger, one.name)]


def models_to_go(ledger: Keeper, group: str, kills: int) -> int:
    """How many models so many kills of a unit take off that still stand. Source: 576-578, 710-712."""
    tanks = [one for one in ledger.units if ledger.group_of(one) == group and is_tank(ledger, one)]
    gone = len([one for one in tanks if ledger.is_out(one)])
    of_a_model: int = ledger.figure("armor", "armor", "kills")
    return max(0, min(len(tanks), kills // of_a_model) - gone)


def bars_to_destroyed(ledger: Keeper, units: Sequence[str]) -> Sentences:
    """Why tanks do nothing: their unit has all the kills that it takes. Source: 576-578, 710-712."""
    for group in groups_of(ledger, [one for one in units if is_tank(ledger, one)]):
        kills, left = ledger.value(group, "kills"), models_left(ledger, group)
        if kills and left and models_to_go(ledger, group, kills) >= len(left):
            yield f"{group} has {some(kills, 'kill')}, all that it takes: set {','.join(left)} out", KILLS


def is_gun(ledger: Keeper, unit: str) -> bool:
    """Whether a sub-unit has a weapon that counts as a gun. Source: 1304."""
    return any(ledger.figure("weapons", row, "gun") for row in ledger.units[unit].stands_for)


def is_home_guard(ledger: Keeper, unit: str) -> bool:
    """Whether a sub-unit is of the Home Guard, by its row or as it is said of its unit. Source: 31-32."""
    by_row = any(row == "home-guard" for row, _ in ledger.units[unit].rows)
    return by_row or ledger.has(ledger.group_of(unit), "home-guard") is not None


def rides(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> bool:
    """Whether a sub-unit rides in a car or truck, whose four dice are none of its own. Source: 33; readings CC-47."""
    said = ledger.has(unit, "riding") or stated(plain, "carried", of=unit)
    return bool(said) and ledger.reads("CC-47=nashcon", plain)


def stands_still(ledger: Keeper, unit: str) -> bool:
    """Whether this is at least the third turn in which a sub-unit has not moved. Source: 988-989; readings CC-11."""
    moved = ledger.has(unit, "last-move")
    return ledger.turn - (moved.turn if moved else 0) >= STANDS_STILL


def bars_to_third_turn(ledger: Keeper, units: Iterable[str]) -> Sentences:
    """Why a gun and its target do not stand still for the third turn, though it is said.

    Source: 988-989; readings CC-11.
    """
    for unit in units:
        moved = ledger.has(unit, "last-move")
        if unit in ledger.units and not stands_still(ledger, unit):
            if moved and moved.turn:
                yield f"{unit} moved in turn {moved.turn}, and does not stand still for the third turn yet", THIRD
            else:
                yield f"this is turn {ledger.turn}: nobody stands still for the third turn yet", THIRD


def have(names: Sequence[str]) -> str:
    """The verb that one or several names take."""
    return fill("{names:has|have}", {"names": names})
