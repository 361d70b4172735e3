"""Sections in a game: who of them is lost or pinned, and when half of one is gone.

Source: skirmish.txt 137, 174-183, 433-434, 440-446, 462.
"""

from collections import Counter

from refcli.core.hook import Deed, Keeper
from refcli.core.sentence import fill
from refcli.rulesets.skirmish.in_play import has_men, killed_by, left

KILLED = ("killed", "killed-earlier")
"""The states in which a section counts its other ranks who are dead."""


def count_the_lost(ledger: Keeper, number: int) -> None:
    """A section checks once when half of it is dead; of one that is gone nothing is due. Source: 434."""
    fallen = [name for state in ("dead", "lost") for name, _ in ledger.named(state) if name in ledger.units]
    checking = [owner for owner, _ in ledger.named("check-due")]
    for group in dict.fromkeys([*map(ledger.group_of, fallen), *checking]):
        men = [unit for unit in ledger.all_in_group(group) if has_men(ledger, unit.name)]
        dead = sum(dead_of(ledger, unit.name) for unit in men)
        if men and not ledger.in_group(group):
            ledger.end(group, "check-due")
        elif dead and 2 * dead >= sum(unit.strength for unit in men) and not ledger.has(group, "half-lost"):
            for state in ("half-lost", "half-gone", "check-due"):
                ledger.begin(group, state, 1, number)


def lose_the_last(ledger: Keeper, name: str, number: int) -> None:
    """Whose men are all dead or taken is out of play; a weapon whose men are dead is not: others may serve it.

    Source: 137, 174-181, 462.
    """
    unit, captured = ledger.units.get(name), ledger.value(name, "captured")
    if unit is None or ledger.is_out(name) or left(ledger, name, unit) > 0:
        return
    if captured or ledger.stands_for(name, "infantry"):
        ledger.begin(name, gone_as(ledger, name), 1, number)


def leads(ledger: Keeper, name: str) -> bool:
    """Whether a unit is the one man who leads his section. Source: 433."""
    unit = ledger.units[name]
    return "leader" in unit.conditions and unit.strength == 1


def miss_the_dead(ledger: Keeper, name: str, many: int, number: int) -> None:
    """What a section counts of so many dead men of a unit: its leader, or other ranks. Source: 433, 440-446."""
    section = ledger.group_of(name)
    if not leads(ledger, name):
        ledger.begin(section, "killed", many, number)
        return
    for state in ("leader-dead", "check-due"):
        ledger.begin(section, state, 1, number)


def count_by_hand(ledger: Keeper, name: str) -> None:
    """Men who are said to be dead count for their section like those whom a ruling kills. Source: 433, 440-446."""
    section = ledger.group_of(name) if name in ledger.units else name
    if name not in ledger.units or not has_men(ledger, name) or ledger.is_out(section):
        return
    if leads(ledger, name):
        fell = ledger.has(name, "dead") or ledger.has(name, "lost")
        if fell and fell.turn == ledger.turn and not ledger.has(section, "leader-dead"):
            miss_the_dead(ledger, name, 1, 0)
    elif (more := _dead_ranks(ledger, section) - _counted(ledger, section)) > 0:
        miss_the_dead(ledger, name, more, 0)


def count_no_more(ledger: Keeper, name: str, state: str) -> None:
    """Men who are not dead after all count no more for their section. Source: 433, 440-446."""
    if state == "leader-dead":
        _need_not_check(ledger, name)
    if state not in ("dead", "lost") or name not in ledger.units or not has_men(ledger, name):
        return
    section = ledger.group_of(name)
    if leads(ledger, name):
        ledger.end(section, "leader-dead")
        _need_not_check(ledger, section)
        return
    for counted in KILLED:
        there = int(ledger.value(section, counted))
        now = max(0, there - max(0, _counted(ledger, section) - _dead_ranks(ledger, section)))
        if now < there:
            ledger.end(section, counted)
            ledger.begin(section, counted, now, 0)


def _need_not_check(ledger: Keeper, section: str) -> None:
    """A section whose leader lives after all checks for other causes alone. Source: 433-435."""
    if not any(ledger.has(section, cause) for cause in ("half-gone", "bailed-out")):
        ledger.end(section, "check-due")


def check_without_leader(ledger: Keeper, section: str) -> None:
    """A section whose leader the referee says is dead checks its morale; for one who was captured it need not.

    Source: 433, 440.
    """
    dead = ledger.has(section, "leader-dead")
    taken = any(
        leads(ledger, name) and (ledger.has(name, "prisoner") or ledger.has(name, "captured"))
        for name in (unit.name for unit in ledger.all_in_group(section))
    )
    if dead and dead.by_hand and dead.turn == ledger.turn > 0 and not (taken or ledger.has(section, "tested")):
        ledger.begin(section, "check-due", 1, 0)


def _dead_ranks(ledger: Keeper, section: str) -> int:
    """How many other ranks of a section are dead, as far as the game knows. Source: 446."""
    ranks = [unit.name for unit in ledger.all_in_group(section) if has_men(ledger, unit.name)]
    return sum(dead_of(ledger, name) for name in ranks if not leads(ledger, name))


def dead_of(ledger: Keeper, name: str) -> int:
    """How many men of a unit are dead."""
    lost = ledger.units[name].strength - ledger.value(name, "captured") if ledger.has(name, "lost") else 0
    return int(lost or ledger.value(name, "dead"))


def men_lost(ledger: Keeper, side: str) -> str:
    """The men of a side who are dead, and those who are taken prisoner; empty for none. Source: 5, 174-181, 462."""
    of_side = [name for name in ledger.units if ledger.side_of(name) == side and has_men(ledger, name)]
    men = sum(ledger.units[name].strength for name in of_side)
    dead = sum(dead_of(ledger, name) for name in of_side)
    taken = sum(_taken_of(ledger, name) for name in of_side)
    told = [f"{many} {what}" for many, what in ((dead, "dead"), (taken, "taken prisoner")) if many]
    return f"Of {fill('{value:man|men}', {'value': men})} on foot {', '.join(told)}." if told else ""


def _taken_of(ledger: Keeper, name: str) -> int:
    """How many men of a unit are prisoners."""
    all_of_them = ledger.units[name].strength - dead_of(ledger, name) if ledger.has(name, "prisoner") else 0
    return all_of_them or int(ledger.value(name, "captured"))


def gone_as(ledger: Keeper, name: str) -> str:
    """The state of a unit of which nobody is left: taken prisoner, or lost where most of them are dead. Source: 462."""
    taken, dead = ledger.value(name, "captured"), ledger.value(name, "dead")
    return "prisoner" if taken and taken >= dead else "lost"


def _counted(ledger: Keeper, section: str) -> int:
    """How many other ranks its section counts as killed. Source: 446."""
    return sum(int(ledger.value(section, state)) for state in KILLED)


def pin_the_living(ledger: Keeper) -> None:
    """No more men are pinned than are left: one of them may have suffered several near misses. Source: 183."""
    for state in ("near-missed", "pinned"):
        for name, held in ledger.named(state):
            if name in ledger.units and int(held.value) > (there := left(ledger, name, ledger.units[name])) > 0:
                ledger.end(name, state)
                ledger.begin(name, state, there, held.entry)


def take_the_pinned(ledger: Keeper, deed: Deed) -> None:
    """Those of a unit who are captured were pinned, and are so no more. Source: 183, 462."""
    taken = Counter(map(ledger.unit_called, killed_by(deed, "captured")))
    for name, many in taken.items():
        pinned = ledger.has(name, "pinned") if name else None
        if name and pinned:
            ledger.end(name, "pinned")
            if (still := int(pinned.value) - many) > 0:
                ledger.begin(name, "pinned", still, pinned.entry)
