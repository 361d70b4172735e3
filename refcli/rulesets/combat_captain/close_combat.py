"""Close combat. Source: combat-captain.txt 562-573, 718-848, 1384-1404."""

from collections.abc import Mapping
from typing import Annotated, NamedTuple

from refcli.core.charts import Cell, Source, whole
from refcli.core.counts import NOTHING
from refcli.core.dice import D6, Dice
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.core.words import some
from refcli.rulesets.combat_captain.circumstance import Circumstance
from refcli.rulesets.combat_captain.counted import check_unit
from refcli.rulesets.combat_captain.cover import Target, saved
from refcli.rulesets.combat_captain.morale import routs
from refcli.rulesets.combat_captain.pips import pips_that_count, show_markers

SQUADS_FIRST, HEAVY_FIRST = "squads first", "heavy weapons first"
ATTACKERS, DEFENDERS, NOBODY = "attackers", "defenders", "nobody"
HITS = Source(section="Combat resolution", lines="797-800")
TOTALS = Source(section="Combat resolution", lines="803-810")
INITIATIVE = Source(section="Initiative Modifiers", lines="105")


class Assault(NamedTuple):
    """Two units in contact when the close combat phase comes; all their sub-units fight."""

    attackers: Annotated[
        tuple[Term, ...], Field("the attacking sub-units", position=1, charts=("non-armor",), noun="sub-unit")
    ]
    defenders: Annotated[
        tuple[Term, ...], Field("the defending sub-units", position=2, charts=("non-armor",), noun="sub-unit")
    ]
    cover: Annotated[int, Field("level of the defenders' cover", short="-c", unit="level", at_least=0, at_most=5)] = 0
    markers: Annotated[int, Field("morale markers of the attacking unit", short="-m", at_least=0, at_most=6)] = 0
    losses: Annotated[
        str, Field("which sub-units an owner lets lose men first", choices=(SQUADS_FIRST, HEAVY_FIRST))
    ] = SQUADS_FIRST
    conditions: Conditions = NOTHING


LOST = "men lost: attackers {attackers lost}, defenders {defenders lost}"


class AssaultOutcome(Outcome):
    DEFENDER_GONE = "defender gone", True, f"the defenders leave the field; {LOST}"
    ATTACKER_WINS = "attacker wins", True, f"the attackers win and may take the ground; {LOST}"
    TIE = "tie", False, f"nobody wins, nobody withdraws; {LOST}"
    DEFENDER_WINS = "defender wins", False, f"the defenders win and may move forward; {LOST}"
    ATTACKER_GONE = "attacker gone", False, f"the attackers leave the field; {LOST}"
    BOTH_GONE = "both gone", False, f"both sides leave the field; {LOST}"


class End(NamedTuple):
    """How a side leaves the close combat: its markers, whether it is gone, what it does."""

    markers: int
    gone: bool
    effects: tuple[Effect, ...]


class Side(NamedTuple):
    """A unit in close combat: so many sub-units of so many men each, the squads first, then the heavy weapons.

    ``lost`` are the men that they have lost before; then its level of cover, and its markers.
    """

    name: str
    kinds: tuple[tuple[int, int], ...]
    lost: int
    cover: int
    markers: int

    @property
    def men(self) -> int:
        """The men that stand."""
        return sum([many * men for many, men in self.kinds]) - self.lost

    def sub_units(self, lost: int = 0, first: str = SQUADS_FIRST) -> int:
        """The sub-units left when men fall, partial losses consolidated. Source: 570-573."""
        gone = self.lost + lost
        left = 0
        for many, men in self.kinds if first == SQUADS_FIRST else reversed(self.kinds):
            here = min(gone, many * men)
            gone -= here
            left += -(-(many * men - here) // men)
        return left


class Left(NamedTuple):
    """A side after its losses, and the sub-units that it has left."""

    side: Side
    sub_units: int


def men_of(name: str, charts: Charts) -> int:
    """The men of one sub-unit. Source: 56-58, 573."""
    return whole(charts["non-armor", name, "men"], at_least=1)


def close_assault(request: Assault, charts: Charts, dice: Dice) -> Ruling:
    """Close assault: who wins the close combat, and what does it cost?

    All sub-units throw for hits, those that are left throw for who wins; the loser withdraws four
    dice and takes two markers. Source: combat-captain.txt 791-819.
    """
    attackers, defenders = dice.sub(sides_of, (request, charts), "")
    on_defenders = dice.ahead(hits, (attackers, charts), "hits")
    on_attackers = dice.ahead(hits, (defenders, charts), "hits")
    defenders_lost = dice.sub(men_lost, (on_defenders, defenders, charts), f"hits/{DEFENDERS}")
    attackers_lost = dice.sub(men_lost, (on_attackers, attackers, charts), f"hits/{ATTACKERS}")
    attack = dice.sub(after_losses, (attackers, attackers_lost, request.losses, charts), "")
    defence = dice.sub(after_losses, (defenders, defenders_lost, request.losses, charts), "")
    outcome, ends = dice.sub(fight_on, (attack, defence, charts), "")
    counts = {
        "attackers lost": attackers_lost,
        "defenders lost": defenders_lost,
        "attackers markers": ends[0].markers - attackers.markers,
        "defenders markers": ends[1].markers - defenders.markers,
    }
    return Ruling(outcome, counts, effects=dice.told(effects_of, counts, ends))


def effects_of(counts: Mapping[str, int], ends: tuple[End, End]) -> tuple[Effect, ...]:
    """What the close combat changes on the table."""
    effects = [
        Effect(kind, side, counts[f"{side} {what}"])
        for side in (ATTACKERS, DEFENDERS)
        for kind, what in (("casualties", "lost"), ("marker", "markers"))
    ]
    return tuple([effect for effect in (*effects, *ends[0].effects, *ends[1].effects) if effect.amount])


def sides_of(request: Assault, charts: Charts, dice: Dice) -> tuple[Side, Side]:
    """Both units as they go into close combat."""
    stated = request.conditions
    attackers = side(
        ATTACKERS,
        request.attackers,
        stated[Circumstance.ATTACKER_LOST],
        min(5, stated[Circumstance.ATTACKER_COVER]),
        request.markers,
        charts,
    )
    defenders = side(
        DEFENDERS,
        request.defenders,
        stated[Circumstance.DEFENDER_LOST],
        request.cover,
        stated[Circumstance.DEFENDER_MARKER],
        charts,
    )
    return attackers, defenders


def side(name: str, terms: tuple[Term, ...], lost: int, cover: int, markers: int, charts: Charts) -> Side:
    """A unit as it goes into close combat. Vehicles in close combat are the referee's."""
    many = {"infantry": 0, "heavy-weapon": 0}
    for term in terms:
        if term.name not in many:
            raise Refused(f"{charts.label('non-armor', term.name)}: the rules are silent on vehicles in close combat")
        many[term.name] += term.many
    check_unit(terms)
    found = Side(name, tuple([(many[kind], men_of(kind, charts)) for kind in many]), lost, cover, markers)
    if found.men <= 0:
        raise Refused(f"{lost} men lost leave no {name}")
    return found


def hits(who: Side, charts: Charts, dice: Dice) -> int:
    """The hits that a side causes: even pips of the attackers, odd pips of the defenders. Source: 797-800."""
    return throw(who, who.sub_units(), "casualties", f"hits of the {who.name}", charts, dice)


def throw(who: Side, sub_units: int, step: str, total: str, charts: Charts, dice: Dice, *added: Cell) -> int:
    """A die for each sub-unit, the even or the odd pips counted. Source: 797-804."""
    counts = charts["close-combat", step, who.name]
    dice.show(Figure(f"{charts.label('close-combat', who.name)}: {counts.label}", counts))
    show_markers(charts, dice, who.markers)
    pips = dice.pool(sub_units, D6, pips_that_count(charts, counts.text, who.markers).on, who.name)
    where = HITS if step == "casualties" else TOTALS
    result = charts.add_up(total, Cell(pips, f"{total}, {counts.text} pips", "", where), *added)
    dice.show(result)
    return max(0, int(result.total))


def men_lost(hits: int, who: Side, charts: Charts, dice: Dice) -> int:
    """The men that hits cost a side, saved for its cover, never more than it has. Source: 582-591, 798-799."""
    target = Target("infantry", who.cover, who.markers, men=1)
    return min(hits - dice.sub(saved, (hits, target, charts), ""), who.men)


def allot(who: Side, lost: int, policy: str, charts: Charts, dice: Dice) -> int:
    """The sub-units a side has left, as its owner allots the losses. Source: 565-573; a reading, CC-32."""
    choices = (SQUADS_FIRST, HEAVY_FIRST)
    if who.sub_units(lost, SQUADS_FIRST) != who.sub_units(lost, HEAVY_FIRST):
        policy = dice.decide(f"losses of the {who.name}", choices, policy)
    return who.sub_units(lost, policy)


def after_losses(who: Side, lost: int, policy: str, charts: Charts, dice: Dice) -> Left:
    """A side with the sub-units that it has left, and the markers of those that it lost. Source: 538, 801-802."""
    left = allot(who, lost, policy, charts, dice)
    destroyed = who.sub_units() - left
    if not destroyed:
        return Left(who, left)
    each = charts["close-combat-result", "destroyed"]
    markers = each._replace(value=destroyed * whole(each))
    dice.show(Figure(f"{who.name}: {some(destroyed, 'sub-unit')} lost, markers", markers))
    return Left(who._replace(markers=who.markers + whole(markers)), left)


def fight_on(attack: Left, defence: Left, charts: Charts, dice: Dice) -> tuple[AssaultOutcome, tuple[End, End]]:
    """Those that are left throw for who wins, and what that costs or gives both sides. Source: 801-819."""
    between = charts.reads("CC-57", "between")
    stand = tuple(stands(*side, between, charts, dice) for side in (attack, defence))
    if all(stand):
        winner = dice.sub(who_wins, (attack, defence, charts), "who wins")
    else:
        winner = ATTACKERS if stand[0] else DEFENDERS if stand[1] else NOBODY
    ends = (
        end_of(*attack, stand[0], winner, charts, dice),
        end_of(*defence, stand[1], winner, charts, dice),
    )
    return outcome_of(ends[0].gone, ends[1].gone, winner), ends


def stands(who: Side, left: int, rout: bool, charts: Charts, dice: Dice) -> bool:
    """Whether a side still fights: it has sub-units, and its markers do not rout it. Source: 549-550, 801-803."""
    if not left:
        return False
    return not (rout and who.markers and routs(who.markers, left, charts, dice, who.name))


def who_wins(attack: Left, defence: Left, charts: Charts, dice: Dice) -> str:
    """Who wins: those that are left throw again, odd and even swapped. Source: 801-810; readings CC-29."""
    attackers = dice.sub(throw, (*attack, "who-wins", "attackers' total", charts), "")
    winner = dice.sub(who_beats, (attackers, *defence, charts), "")
    if winner == NOBODY and charts.reads("CC-29", "again"):
        dice.again("a tie")
    return winner


def who_beats(attackers: int, who: Side, left: int, charts: Charts, dice: Dice) -> str:
    """The higher of the attackers' total and the defenders'. Source: 803-808."""
    defenders = dice.sub(defend, (who, left, charts), "")
    if attackers == defenders:
        return NOBODY
    return ATTACKERS if attackers > defenders else DEFENDERS


def defend(who: Side, left: int, charts: Charts, dice: Dice) -> int:
    """The defenders' total, a point for each level of cover of each sub-unit added. Source: 803-808."""
    point = charts["close-combat-result", "cover"]
    covered = f"level {who.cover} cover of {some(left, 'sub-unit')}"
    points = point._replace(value=whole(point) * who.cover * left, label=covered)
    added = (points,) if points.value else ()
    return throw(who, left, "who-wins", "defenders' total", charts, dice, *added)


def end_of(who: Side, left: int, stood: bool, winner: str, charts: Charts, dice: Dice) -> End:
    """What the result costs or gives a side: markers, withdrawal, rout, the move that follows. Source: 811-819."""
    gone = (Effect("rout", who.name),) if left else (Effect("remove", who.name),)
    if not stood:
        return End(who.markers, True, gone)
    markers = who.markers
    if winner not in (who.name, NOBODY):
        costs = [charts["close-combat-result", cost] for cost in ("withdraws", "loses")]
        for cost in costs:
            dice.show(Figure(f"{who.name}: {cost.label}", cost))
        markers += sum(whole(cost) for cost in costs)
    if markers and routs(markers, left, charts, dice, who.name):
        return End(markers, True, gone)
    if winner == NOBODY:
        return End(markers, False, ())
    if winner != who.name:
        withdrawal = charts["close-combat-result", "dice"]
        dice.show(Figure(f"{who.name}: {withdrawal.label}", withdrawal))
        return End(markers, False, (Effect("withdraw", who.name, whole(withdrawal), "dice"),))
    dice.show(Note(f"{who.name}: a close combat won counts for the next initiative", INITIATIVE))
    if who.name == ATTACKERS:
        return End(markers, False, (Effect("may-take-ground", who.name),))
    advance = charts["close-combat-result", "advance"]
    dice.show(Figure(advance.label, advance))
    return End(markers, False, (Effect("may-move", who.name, whole(advance), "inches"),))


def outcome_of(attackers_gone: bool, defenders_gone: bool, winner: str) -> AssaultOutcome:
    """The outcome, a side that has left the field before anything else."""
    if attackers_gone and defenders_gone:
        return AssaultOutcome.BOTH_GONE
    if attackers_gone or defenders_gone:
        return AssaultOutcome.ATTACKER_GONE if attackers_gone else AssaultOutcome.DEFENDER_GONE
    if winner == NOBODY:
        return AssaultOutcome.TIE
    return AssaultOutcome.ATTACKER_WINS if winner == ATTACKERS else AssaultOutcome.DEFENDER_WINS


CLOSE_ASSAULT = Procedure(
    "close-assault",
    close_assault,
    Assault,
    charts=("non-armor", "cover", "morale", "close-combat", "close-combat-result"),
    outcomes=AssaultOutcome,
    sums=("attackers' total", "defenders' total", "hits of the attackers", "hits of the defenders", "cover"),
    circumstances=Circumstance,
)
