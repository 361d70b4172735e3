"""Men lost by the sub-units of a unit, and the sub-units that partial losses make together.

Source: combat-captain.txt 538, 562-573; readings CC-65.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from refcli.core.request import Conditions, NamedTuple, Term
from refcli.core.rulebook import Charts, Effect, Refused, changes
from refcli.rulesets.combat_captain.effects import ANOTHER, Kind, unit_of

MEN = ("infantry", "heavy-weapon")
"""The sub-units that are men: squads, and heavy weapons with their crews."""

Group = tuple[int, str]
"""Those whose losses are counted together: which unit, and what kind of sub-unit."""


class SubUnit(NamedTuple):
    """A sub-unit of men: its name, whose losses are counted with its own, its men, those it has lost, its cover."""

    name: str
    group: Group
    men: int
    lost: int = 0
    level: int = 0


class Fallen(NamedTuple):
    """Men that fell, by those whose losses are counted together."""

    men: tuple[tuple[Group, int], ...] = ()

    def __add__(self, other: "Fallen") -> "Fallen":  # type: ignore[override]
        if not self.men or not other.men:
            return self if self.men else other
        counts = dict(self.men)
        for group, men in other.men:
            counts[group] = counts.get(group, 0) + men
        return Fallen(tuple(sorted(counts.items())))

    @property
    def total(self) -> int:
        """All of them."""
        return sum([men for _, men in self.men])


def fell(group: Group, men: int) -> Fallen:
    """So many of one group; none of them is nobody at all."""
    return Fallen(((group, men),)) if men else Fallen()


def group_of(term: Term) -> Group:
    """Those whose losses are counted together with a sub-unit's: alike sub-units of its unit. Source: 570-573."""
    return term.conditions["other-unit"], term.name


def men_of(kind: str, charts: Charts) -> int:
    """The men that a sub-unit has when it is whole. Source: 56-58, 573."""
    return charts["non-armor", kind, "men"].whole(at_least=1)


def roster_of(terms: Sequence[tuple[str, Term]], of_all: Conditions, charts: Charts) -> tuple[SubUnit, ...]:
    """Sub-units of men by name, with what they have lost before; where others of their unit lost men, these too.

    Raises Refused where the losses before make a sub-unit already. Source: 565-573.
    """
    found: dict[str, SubUnit] = {}
    for name, term in terms:
        if term.name in MEN:
            stated, group, men = of_all + term.conditions, group_of(term), men_of(term.name, charts)
            lost = stated["man-lost"]
            found[name] = SubUnit(name, group, men, lost)
            if stated["unit-lost"]:
                other = unit_of(name, ANOTHER)
                found.setdefault(f"{group}", SubUnit(other, group, men, stated["unit-lost"]))
    sub_units = tuple(found.values())
    check_losses(sub_units)
    return sub_units


def check_losses(sub_units: Iterable[SubUnit]) -> None:
    """Raises Refused where the men lost before make a sub-unit that is gone already. Source: 570-573."""
    for group, alike in grouped(sub_units).items():
        lost, men = sum([one.lost for one in alike]), alike[0].men
        if lost >= men:
            raise Refused(f"{lost} men of {group[1]} lost before are a whole sub-unit: name those that are left")


def grouped(sub_units: Iterable[SubUnit]) -> dict[Group, list[SubUnit]]:
    """Sub-units by those whose losses are counted together."""
    found: dict[Group, list[SubUnit]] = {}
    for one in sub_units:
        found.setdefault(one.group, []).append(one)
    return found


def sub_units_lost(sub_units: Iterable[SubUnit], fallen: Fallen) -> int:
    """The sub-units that the fallen cost, every whole one wherever they fell. Source: 565-573; readings CC-65."""
    now = dict(fallen.men)
    return sum(
        [
            (sum([one.lost for one in alike]) + now.get(group, 0)) // alike[0].men
            for group, alike in grouped(sub_units).items()
        ]
    )


def fates(sub_units: Sequence[SubUnit], fallen: Mapping[str, int], role: str) -> tuple[Effect, ...]:
    """Who of the sub-units loses how many men, and what that costs their units. Source: 538, 565-573."""
    if not fallen:
        return ()
    now = [one._replace(lost=one.lost + fallen.get(one.name, 0)) for one in sub_units]
    lost = [Effect(Kind.CASUALTIES, one.name, fallen.get(one.name, 0), role=role) for one in sub_units]
    return (*changes(*lost), *gone_of(now, role))


def gone_of(sub_units: Sequence[SubUnit], role: str) -> tuple[Effect, ...]:
    """Which sub-units are gone, who takes the survivors over, and the markers of their units. Source: 538, 565-573."""
    effects: list[Effect] = []
    units: dict[int, tuple[str, int]] = {}
    for group, alike in grouped(sub_units).items():
        for effect in consolidated(alike, role):
            effects.append(effect)
            if effect.kind is Kind.REMOVE:
                name, lost = units.get(group[0], (effect.unit, 0))
                units[group[0]] = name, lost + int(effect.amount)
    effects += [Effect(Kind.MARKER, unit_of(name), markers, role=role) for name, markers in units.values()]
    return tuple(effects)


def consolidated(alike: Sequence[SubUnit], role: str) -> Iterator[Effect]:
    """The sub-units that are gone: those that lost most go, and their survivors take the places of other men lost.

    Source: 570-572.
    """
    men, lost = alike[0].men, {one.name: one.lost for one in alike}
    gone: dict[str, int] = {}
    for _ in range(sum(lost.values()) // men):
        most = max(lost, key=lambda name: lost[name])
        gone[most] = gone.get(most, 0) + 1
        lost[most] -= men
    stay = {name: left for name, left in lost.items() if left > 0}
    for name, many in gone.items():
        yield Effect(Kind.REMOVE, name, many, "sub-units" if many > 1 else "", role)
        for other in sorted(stay, key=lambda one: -stay[one]):
            over = min(-lost[name], stay[other])
            if over > 0:
                yield Effect(Kind.SURVIVORS, name, over, role=role, detail=other)
                stay[other] -= over
                lost[name] += over
