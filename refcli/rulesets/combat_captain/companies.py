"""The two units of a close combat: who fights, what they lost before, what falls now.

Source: combat-captain.txt 55-58, 538, 562-573, 786-801.
"""

from refcli.core.request import Conditions, NamedTuple, Terms, one_by_one
from refcli.core.rulebook import Charts, Effect, Refused, unit_names
from refcli.rulesets.combat_captain.effects import Kind
from refcli.rulesets.combat_captain.losses import MEN, SubUnit, check_losses, fates, men_of
from refcli.rulesets.combat_captain.unit import check_unit

SQUADS_FIRST, HEAVY_FIRST = LOSSES = "squads first", "heavy weapons first"
ATTACKERS, DEFENDERS = "attackers", "defenders"
Roster = tuple[SubUnit, ...]
"""The sub-units of a unit by name, each with what it has lost."""
LOST_BEFORE = {ATTACKERS: ("attackers-lost", "attacker-lost"), DEFENDERS: ("defenders-lost", "defender-lost")}
"""What is said of the men that a sub-unit lost before, and of those of the whole unit."""
COVER_OF = {ATTACKERS: "attackers-cover", DEFENDERS: "defenders-cover"}
"""What is said of the cover of a sub-unit."""
ROLES = {ATTACKERS: "attacker", DEFENDERS: "defender"}


class Men(NamedTuple):
    """So many sub-units of so many men each, and the men that they have lost together."""

    many: int
    men: int
    lost: int = 0

    @property
    def left(self) -> int:
        """The men that stand."""
        return self.many * self.men - self.lost

    @property
    def sub_units(self) -> int:
        """The sub-units that stand, partial losses consolidated. Source: 570-573."""
        return self.many - self.lost // self.men

    def losing(self, fallen: int) -> "Men":
        """What is left when so many more fall."""
        return self._replace(lost=self.lost + fallen)


class Strength(NamedTuple):
    """The squads and the heavy weapons of a unit, with what they have lost."""

    squads: Men
    heavy: Men

    @property
    def men(self) -> int:
        """The men that stand."""
        return self.squads.left + self.heavy.left

    @property
    def sub_units(self) -> int:
        """The sub-units that stand."""
        return self.squads.sub_units + self.heavy.sub_units

    def may_choose(self, fallen: int) -> bool:
        """Whether it makes a difference which sub-units lose men first."""
        return self.losing(fallen, SQUADS_FIRST) != self.losing(fallen, HEAVY_FIRST)

    def losing(self, fallen: int, first: str) -> "Strength":
        """What is left when so many men more fall, of squads or of heavy weapons first. Source: 565-573, 801."""
        of_squads = min(fallen, self.squads.left) if first == SQUADS_FIRST else max(0, fallen - self.heavy.left)
        return Strength(self.squads.losing(of_squads), self.heavy.losing(fallen - of_squads))


class Side(NamedTuple):
    """A unit in close combat: the sub-units that fight, their level of cover, its markers and those gained here.

    It is ``called`` by its sub-units where these are in play. ``levels`` are the cover of each, kind by kind, in the
    order in which they fall; the level of cover of the unit saves, unless each ``saves_apart`` for its own.
    """

    name: str
    sub_units: int
    cover: int
    markers: int
    gained: int = 0
    called: str = ""
    levels: tuple[tuple[int, ...], ...] = ()
    saves_apart: bool = False

    def takes(self, kind: Kind, amount: int = 1, measure: str = "") -> Effect:
        """An effect on the whole unit."""
        return Effect(kind, self.called or f"the {self.name}", amount, measure, ROLES[self.name])


def strength_of(roster: Roster, charts: Charts) -> Strength:
    """A unit as it goes into close combat. Source: 56-58, 573."""
    kinds = []
    for kind in MEN:
        alike = [one for one in roster if one.group[1] == kind]
        kinds.append(Men(len(alike), men_of(kind, charts), sum([one.lost for one in alike])))
    return Strength(*kinds)


def roster_before(name: str, terms: Terms, stated: Conditions, charts: Charts) -> Roster:
    """The sub-units of a unit and what each lost before; what is said of the whole unit lies with its squads first.

    Vehicles in close combat are the referee's. Raises Refused for losses that leave somebody out. Source: 565-573.
    """
    check_unit(terms)
    of_one, of_unit = LOST_BEFORE[name]
    names = unit_names(terms, charts, "non-armor")
    sub_units = []
    for label, term in one_by_one(terms):
        if term.name not in MEN:
            raise Refused(f"{term.typed}: the rules have no vehicles in close combat; leave it out")
        men, lost_before = men_of(term.name, charts), term.conditions[of_one]
        level = min(5, term.conditions[COVER_OF[name]])
        sub_units.append(SubUnit(names[label], (0, term.name), men, lost_before, level))
    check_losses(sub_units)
    lost = stated[of_unit]
    for kind in MEN:
        alike = [at for at, one in enumerate(sub_units) if one.group[1] == kind]
        if alike:
            first = sub_units[alike[0]]
            before = sum([sub_units[at].lost for at in alike])
            more = min(lost, first.men - 1 - before)
            sub_units[alike[0]] = first._replace(lost=first.lost + more)
            lost -= more
    if lost:
        raise Refused(f"{stated[of_unit]} men of the {name} lost before are a whole sub-unit: name those that are left")
    return tuple(sub_units)


def levels_of(roster: Roster, cover: int) -> tuple[tuple[int, ...], ...]:
    """The level of cover of each sub-unit, kind by kind, those first that had lost most; ``cover`` where none is said.

    Source: 565-573, 807-808.
    """
    said = any(one.level for one in roster)
    falling = sorted(roster, key=lambda one: -one.lost)
    return tuple([tuple([one.level if said else cover for one in falling if one.group[1] == kind]) for kind in MEN])


def fallen_of(name: str, roster: Roster, before: Strength, left: Strength) -> tuple[Effect, ...]:
    """Which sub-units of a side lost how many men now, and which are gone: those first that had lost most.

    Source: 565-573; readings CC-65.
    """
    if left == before:
        return ()
    fallen: dict[str, int] = {}
    for kind, had, has in zip(MEN, before, left, strict=True):
        now = has.lost - had.lost
        for one in sorted([one for one in roster if one.group[1] == kind], key=lambda one: -one.lost):
            fallen[one.name] = min(now, one.men - one.lost)
            now -= fallen[one.name]
    return tuple([effect for effect in fates(roster, fallen, ROLES[name]) if effect.kind is not Kind.MARKER])
