"""Close combat. Source: combat-captain.txt 562-573, 718-848, 1384-1404."""

from refcli.core.charts import Cell, Source
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Terms
from refcli.core.rulebook import D6, Charts, Dice, Effect, Outcome, Refused, Ruling, changes, note, part, procedure
from refcli.core.sentence import some
from refcli.rulesets.combat_captain.cover import Target, saved
from refcli.rulesets.combat_captain.unit import check_unit, pips_that_count, routs, show_markers

SQUADS_FIRST, HEAVY_FIRST = LOSSES = "squads first", "heavy weapons first"
CHARTS = ("non-armor", "cover", "morale", "close-combat", "close-combat-result")
SUMS = ("attackers' total", "defenders' total", "hits of the attackers", "hits of the defenders", "cover")
ATTACKERS, DEFENDERS, NOBODY = "attackers", "defenders", "nobody"
STEPS = {
    "casualties": ("hits of the {}", Source(section="Combat resolution", lines="797-800")),
    "who-wins": ("{}' total", Source(section="Combat resolution", lines="803-810")),
}
"""What the pips of a step come to, and where it stands."""
INITIATIVE = Source(section="Initiative Modifiers", lines="105")


class Assault(NamedTuple):
    """Two units in contact when the close combat phase comes; all their sub-units fight."""

    attackers: Annotated[Terms, Field("the attacking sub-units", 1, ("non-armor",), noun="sub-unit")]
    defenders: Annotated[Terms, Field("the defending sub-units", 2, ("non-armor",), noun="sub-unit")]
    cover: Annotated[int, Field("level of the defenders' cover", short="-c", unit="level", at_least=0, at_most=5)] = 0
    markers: Annotated[int, Field("morale markers of the attacking unit", short="-m", at_least=0, at_most=6)] = 0
    losses: Annotated[str, Field("which sub-units an owner lets lose men first", choices=LOSSES)] = SQUADS_FIRST
    conditions: Conditions = NOTHING


LOST = "men lost: attackers {attackers lost}, defenders {defenders lost}"


class AssaultOutcome(Outcome):
    DEFENDER_GONE = "defender gone", True, f"the defenders leave the field; {LOST}"
    ATTACKER_WINS = "attacker wins", True, f"the attackers win and may take the ground; {LOST}"
    TIE = "tie", False, f"nobody wins, nobody withdraws; {LOST}"
    DEFENDER_WINS = "defender wins", False, f"the defenders win and may move forward; {LOST}"
    ATTACKER_GONE = "attacker gone", False, f"the attackers leave the field; {LOST}"
    BOTH_GONE = "both gone", False, f"both sides leave the field; {LOST}"


class Side(NamedTuple):
    """A unit in close combat: the sub-units that fight, their level of cover, its markers and those gained here.

    Its ``kinds`` are so many sub-units of so many men each, squads first; some men it has ``lost`` before.
    """

    name: str
    sub_units: int
    cover: int
    markers: int
    gained: int
    kinds: tuple[tuple[int, int], ...]
    lost: int

    @property
    def men(self) -> int:
        """The men that stand before the close combat."""
        return sum([many * men for many, men in self.kinds]) - self.lost

    def sub_units_after(self, lost: int, first: str = SQUADS_FIRST) -> int:
        """The sub-units left when men fall, partial losses consolidated. Source: 570-573."""
        gone = self.lost + lost
        left = 0
        for many, men in self.kinds if first == SQUADS_FIRST else reversed(self.kinds):
            here = min(gone, many * men)
            gone -= here
            left += -(-(many * men - here) // men)
        return left


class End(NamedTuple):
    """How a side leaves the close combat: the markers it gained there, whether it is gone, what it suffers and does."""

    gained: int
    gone: bool
    markers: tuple[Effect, ...]
    effects: tuple[Effect, ...]


@procedure("close-assault", AssaultOutcome, CHARTS, SUMS)
def close_assault(request: Assault, charts: Charts, dice: Dice) -> Ruling:
    """Close assault: who wins the close combat, and what does it cost?

    All sub-units roll for hits, those that are left roll for who wins; the loser withdraws four
    dice and takes two markers. Source: combat-captain.txt 791-819.
    """
    attackers, defenders = sides_of(request, charts, dice)
    on_defenders = dice.ahead(roll_pips, (attackers, "casualties", charts), "hits")
    on_attackers = dice.ahead(roll_pips, (defenders, "casualties", charts), "hits")
    defenders_lost = men_lost(on_defenders, defenders, charts, dice.at("hits/defenders"))
    attackers_lost = men_lost(on_attackers, attackers, charts, dice.at("hits/attackers"))

    attackers_left, attackers_fallen = after_losses(attackers, attackers_lost, request.losses, charts, dice)
    defenders_left, defenders_fallen = after_losses(defenders, defenders_lost, request.losses, charts, dice)
    outcome, attack, defence = fight_on(attackers_left, defenders_left, charts, dice)
    losses = (*attackers_fallen, *attack.markers, *defenders_fallen, *defence.markers)
    counts = {"attackers lost": attackers_lost, "defenders lost": defenders_lost}
    counts |= {"attackers markers": attack.gained, "defenders markers": defence.gained}
    return Ruling(outcome, counts, (*losses, *attack.effects, *defence.effects))


@part
def sides_of(request: Assault, charts: Charts, dice: Dice) -> tuple[Side, Side]:
    """Both units as they go into close combat."""
    stated = request.conditions
    cover, markers = min(5, stated["attacker-cover"]), stated["defender-marker"]
    attackers = side_of(ATTACKERS, request.attackers, stated["attacker-lost"], cover, request.markers, charts)
    defenders = side_of(DEFENDERS, request.defenders, stated["defender-lost"], request.cover, markers, charts)
    return attackers, defenders


def side_of(name: str, terms: Terms, lost: int, cover: int, markers: int, charts: Charts) -> Side:
    """A unit as it goes into close combat. Vehicles in close combat are the referee's. Source: 56-58, 573."""
    many = {"infantry": 0, "heavy-weapon": 0}
    for term in terms:
        if term.name not in many:
            raise Refused(f"{charts.label('non-armor', term.name)}: the rules are silent on vehicles in close combat")
        many[term.name] += term.many
    check_unit(terms)
    kinds = tuple([(many[kind], charts["non-armor", kind, "men"].whole(at_least=1)) for kind in many])
    side = Side(name, 0, cover, markers, 0, kinds, lost)
    if side.men <= 0:
        raise Refused(f"{lost} men lost leave no {name}")
    return side._replace(sub_units=side.sub_units_after(0))


def roll_pips(who: Side, step: str, charts: Charts, dice: Dice, *added: Cell) -> int:
    """A die for each sub-unit, the even or the odd pips counted: hits, or points for who wins. Source: 797-804."""
    counting = charts["close-combat", step, who.name]
    dice.show(counting, "{}: {}", charts.label("close-combat", who.name), counting.label)
    show_markers(who.markers, charts, dice)
    pips = dice.pool(who.sub_units, D6, pips_that_count(counting.text, who.markers, charts).on, who.name)
    name, source = STEPS[step][0].format(who.name), STEPS[step][1]
    total = charts.add_up(name, Cell(pips, f"{name}, {counting.text} pips", "", source), *added)
    return max(0, int(dice.show(total).total))


@part
def men_lost(hits: int, who: Side, charts: Charts, dice: Dice) -> int:
    """The men that hits cost a side, saved for its cover, never more than it has. Source: 582-591, 798-799."""
    return min(who.men, hits - saved(hits, Target("infantry", who.cover, who.markers, men=1), charts, dice))


@part
def after_losses(who: Side, lost: int, policy: str, charts: Charts, dice: Dice) -> tuple[Side, tuple[Effect, ...]]:
    """A side with the sub-units left, as its owner allots the losses. Source: 538, 565-573, 801-802; readings CC-32."""
    fallen = changes(Effect("casualties", who.name, lost))
    if who.sub_units_after(lost, SQUADS_FIRST) != who.sub_units_after(lost, HEAVY_FIRST):
        policy = dice.decide(f"losses of the {who.name}", LOSSES, policy)
    left = who.sub_units_after(lost, policy)
    destroyed = who.sub_units - left
    if not destroyed:
        return who, fallen
    one = charts["close-combat-result", "destroyed"]
    markers = one._replace(value=destroyed * one.whole())
    dice.show(markers, "{}: {} lost, markers", who.name, some(destroyed, "sub-unit"))
    gained = markers.whole()
    return who._replace(sub_units=left, markers=who.markers + gained, gained=gained), fallen


@part
def fight_on(attackers: Side, defenders: Side, charts: Charts, dice: Dice) -> tuple[AssaultOutcome, End, End]:
    """Those that are left roll for who wins, and what that costs or gives both sides. Source: 801-819."""
    between = charts.reads("CC-57", "between")
    attackers_stand, defenders_stand = [
        who.sub_units > 0 and not (between and is_routed(who, who.markers, charts, dice))
        for who in (attackers, defenders)
    ]
    if attackers_stand and defenders_stand:
        winner = who_wins(attackers, defenders, charts, dice.at("who wins"))
    else:
        winner = ATTACKERS if attackers_stand else DEFENDERS if defenders_stand else NOBODY
    attack = end_of(attackers, attackers_stand, winner, charts, dice)
    defence = end_of(defenders, defenders_stand, winner, charts, dice)
    return outcome_of(attack.gone, defence.gone, winner), attack, defence


def is_routed(who: Side, markers: int, charts: Charts, dice: Dice) -> bool:
    """Whether so many markers rout what is left of a side. Source: 549-550."""
    return markers > 0 and routs(who.name, who.sub_units, markers, charts, dice)


@part
def who_wins(attackers: Side, defenders: Side, charts: Charts, dice: Dice) -> str:
    """Who wins: those that are left roll again, odd and even swapped. Source: 801-810; readings CC-29."""
    winner = who_beats(total_of(attackers, charts, dice), defenders, charts, dice)
    if winner == NOBODY and charts.reads("CC-29", "again"):
        dice.again("a tie")
    return winner


@part
def who_beats(attackers: int, defenders: Side, charts: Charts, dice: Dice) -> str:
    """The higher of the attackers' total and the defenders'. Source: 803-808."""
    total = total_of(defenders, charts, dice)
    if attackers == total:
        return NOBODY
    return ATTACKERS if attackers > total else DEFENDERS


@part
def total_of(who: Side, charts: Charts, dice: Dice) -> int:
    """A side's total, the defenders' with a point for each level of cover of each sub-unit. Source: 803-808."""
    point = charts["close-combat-result", "cover"]
    points = point.whole() * who.cover * who.sub_units
    if who.name == ATTACKERS or not points:
        return roll_pips(who, "who-wins", charts, dice)
    covered = point.called("level {} cover of {}", who.cover, some(who.sub_units, "sub-unit"))
    return roll_pips(who, "who-wins", charts, dice, covered._replace(value=points))


def end_of(who: Side, stood: bool, winner: str, charts: Charts, dice: Dice) -> End:
    """What the result costs or gives a side: markers, withdrawal, rout, the move that follows. Source: 811-819."""
    cost = 0
    if stood and winner not in (who.name, NOBODY):
        for name in ("withdraws", "loses"):
            markers = charts["close-combat-result", name]
            dice.show(markers, "{}: {}", who.name, markers.label)
            cost += markers.whole()
    gone = not stood or is_routed(who, who.markers + cost, charts, dice)
    leaves = (Effect("rout" if who.sub_units else "remove", who.name),)
    effects = leaves if gone else what_follows(who, winner, charts, dice)
    return End(who.gained + cost, gone, changes(Effect("marker", who.name, who.gained + cost)), effects)


def what_follows(who: Side, winner: str, charts: Charts, dice: Dice) -> tuple[Effect, ...]:
    """What a side that is still there does: the loser withdraws, the winner may go forward. Source: 105, 811-819."""
    if winner == NOBODY:
        return ()
    if winner != who.name:
        withdrawal = charts["close-combat-result", "dice"]
        dice.show(withdrawal, "{}: {}", who.name, withdrawal.label)
        return (Effect("withdraw", who.name, withdrawal.whole(), "dice"),)
    dice.show(note("{winner}: a close combat won counts for the next initiative", INITIATIVE, winner=winner))
    if winner == ATTACKERS:
        return (Effect("may-take-ground", winner),)
    return (Effect("may-move", winner, dice.show(charts["close-combat-result", "advance"]).whole(), "inches"),)


def outcome_of(attackers_gone: bool, defenders_gone: bool, winner: str) -> AssaultOutcome:
    """The outcome, a side that has left the field before anything else."""
    if attackers_gone:
        return AssaultOutcome.BOTH_GONE if defenders_gone else AssaultOutcome.ATTACKER_GONE
    if defenders_gone:
        return AssaultOutcome.DEFENDER_GONE
    if winner == NOBODY:
        return AssaultOutcome.TIE
    return AssaultOutcome.ATTACKER_WINS if winner == ATTACKERS else AssaultOutcome.DEFENDER_WINS
