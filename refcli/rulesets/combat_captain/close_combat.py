"""Close combat: who wins, and what it costs. Source: combat-captain.txt 562-573, 718-848, 1384-1404."""

from collections.abc import Iterator
from itertools import chain

from refcli.core.cells import Cell, Source
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Terms
from refcli.core.rulebook import D6, Charts, Dice, Effect, Outcome, Ruling, changes, note, part, procedure
from refcli.core.sentence import listed, some
from refcli.rulesets.combat_captain.companies import (
    ATTACKERS,
    DEFENDERS,
    LOSSES,
    SQUADS_FIRST,
    Roster,
    Side,
    Strength,
    fallen_of,
    levels_of,
    roster_before,
    strength_of,
)
from refcli.rulesets.combat_captain.cover import Target, saved
from refcli.rulesets.combat_captain.effects import Kind, unit_among
from refcli.rulesets.combat_captain.losses import MEN
from refcli.rulesets.combat_captain.unit import pips_that_count, routs, show_markers

CHARTS = ("non-armor", "cover", "morale", "close-combat", "close-combat-result")
SUMS = ("attackers' total", "defenders' total", "hits of the attackers", "hits of the defenders", "cover")
NOBODY = "nobody"
STEPS = {
    "casualties": ("hits", "hits of the {}", Source(section="Combat resolution", lines="797-800")),
    "who-wins": ("who wins", "{}' total", Source(section="Combat resolution", lines="803-810")),
}
"""The roll of a step, what its pips come to, and where it stands."""
INITIATIVE = Source(section="Initiative Modifiers", lines="105")


class Assault(NamedTuple):
    """Two units in contact when the close combat phase comes; all their sub-units fight."""

    attackers: Annotated[Terms, Field("the attacking sub-units", 1, ("non-armor",), noun="sub-unit")]
    defenders: Annotated[Terms, Field("the defending sub-units", 2, ("non-armor",), noun="sub-unit")]
    cover: Annotated[
        int | None,
        Field(
            "level of the defenders' cover, if one saves for all of them",
            said="level {value} cover",
            short="-c",
            unit="level",
            at_least=0,
            at_most=5,
        ),
    ] = None
    markers: Annotated[
        int,
        Field(
            "morale markers of the attacking unit",
            said="the attackers have {value:morale marker}",
            short="-m",
            at_least=0,
            at_most=6,
        ),
    ] = 0
    losses: Annotated[
        str, Field("which sub-units lose men first, by choice", said="losing {value}", choices=LOSSES, decides=True)
    ] = SQUADS_FIRST
    conditions: Conditions = NOTHING


LOST = "[; {attackers lost:attacker falls|attackers fall}][; {defenders lost:defender falls|defenders fall}]."


class AssaultOutcome(Outcome):
    DEFENDER_GONE = "defender gone", True, f"The defenders leave the field{LOST}"
    ATTACKER_WINS = "attacker wins", True, f"The attackers win and may take the ground{LOST}"
    TIE = "tie", False, f"Nobody wins, nobody withdraws{LOST}"
    DEFENDER_WINS = "defender wins", False, f"The defenders win and may move forward{LOST}"
    ATTACKER_GONE = "attacker gone", False, f"The attackers leave the field{LOST}"
    BOTH_GONE = "both gone", False, f"Both sides leave the field{LOST}"


class End(NamedTuple):
    """How a side leaves the close combat: the markers it gained there, whether it is gone, whether it won.

    ``won`` is None for a side that is gone, and where no side won.
    """

    gained: int
    gone: bool
    won: bool | None


@procedure("close-assault", AssaultOutcome, CHARTS, SUMS, by_side=True)
def close_assault(request: Assault, charts: Charts, dice: Dice) -> Ruling:
    """Close assault: who wins the close combat, and what does it cost?

    All sub-units roll for hits, those that are left roll for who wins; the loser withdraws four
    dice and takes two markers. Source: combat-captain.txt 791-819.
    """
    (attackers, attacking, ours), (defenders, defending, theirs) = companies_of(request, charts, dice)
    on_defenders = dice.ahead(roll_pips, (attackers, "casualties", charts), ATTACKERS)
    on_attackers = dice.ahead(roll_pips, (defenders, "casualties", charts), DEFENDERS)
    defenders_lost, theirs_first = men_lost(on_defenders, defenders, defending, theirs, request.losses, charts, dice)
    attackers_lost, ours_first = men_lost(on_attackers, attackers, attacking, ours, request.losses, charts, dice)

    attackers, attackers_left = after_losses(attackers, attacking, attackers_lost, ours_first, charts, dice)
    defenders, defenders_left = after_losses(defenders, defending, defenders_lost, theirs_first, charts, dice)
    outcome, attack, defence = fight_on(attackers, defenders, charts, dice)
    counts = {"attackers lost": attackers_lost, "defenders lost": defenders_lost}
    counts |= {"attackers markers": attack.gained, "defenders markers": defence.gained}
    return Ruling(
        outcome,
        counts,
        lambda: chain(
            fallen_of(ATTACKERS, ours, attacking, attackers_left),
            effects_of_end(attackers, attack, charts),
            fallen_of(DEFENDERS, theirs, defending, defenders_left),
            effects_of_end(defenders, defence, charts),
        ),
    )


@part
def companies_of(request: Assault, charts: Charts, dice: Dice) -> tuple[tuple[Side, Strength, Roster], ...]:
    """Both units as they go into close combat: their strength, their sub-units with what each lost before."""
    stated = request.conditions
    ours = roster_before(ATTACKERS, request.attackers, stated, charts)
    theirs = roster_before(DEFENDERS, request.defenders, stated, charts)
    attacking, defending = strength_of(ours, charts), strength_of(theirs, charts)
    of_each = {one.level for one in ours}
    attackers = Side(
        ATTACKERS,
        attacking.sub_units,
        min(5, stated["attacker-cover"] or max(of_each)),
        request.markers,
        called=unit_among(request.attackers, ""),
        saves_apart="attacker-cover" not in stated and len(of_each) > 1,
    )
    defenders = Side(
        DEFENDERS,
        defending.sub_units,
        request.cover or 0,
        stated["defender-marker"],
        called=unit_among(request.defenders, ""),
        levels=levels_of(theirs, request.cover or 0),
        saves_apart=request.cover is None and any(one.level for one in theirs),
    )
    return (attackers, attacking, ours), (defenders, defending, theirs)


def roll_pips(who: Side, step: str, charts: Charts, dice: Dice, *added: Cell) -> int:
    """A die for each sub-unit, the even or the odd pips counted: hits, or points for who wins. Source: 797-804."""
    roll, amount, source = STEPS[step]
    name = amount.format(who.name)
    counting = charts["close-combat", step, who.name]
    dice.show(counting, "{0}: pips that count", charts.label("close-combat", who.name))
    show_markers(who.markers, charts, dice)
    pips = dice.pool(who.sub_units, D6, pips_that_count(counting.text, who.markers, charts).on, roll)
    total = charts.add_up(name, Cell(pips, f"{counting.text} pips", "", source), *added)
    return max(0, int(dice.show(total).total))


def men_lost(
    hits: int, who: Side, strength: Strength, roster: Roster, policy: str, charts: Charts, dice: Dice
) -> tuple[int, str]:
    """The men that hits cost a side, and which of them its owner lets fall first. Source: 565-573, 582-591, 797-801."""
    if not who.saves_apart:
        return men_lost_together(hits, who, strength.men, charts, dice.at(who.name)), policy
    first = first_to_fall(hits, who, strength, policy, dice)
    return men_lost_apart(hits, who, roster, first, charts, dice.at(who.name)), first


@part
def men_lost_together(hits: int, who: Side, men: int, charts: Charts, dice: Dice) -> int:
    """The men that hits cost a side, saved for its cover, never more than it has. Source: 582-591, 798-799."""
    return min(men, hits - saved(hits, Target("infantry", who.cover, who.markers, men=1), charts, dice))


@part
def first_to_fall(hits: int, who: Side, strength: Strength, policy: str, dice: Dice) -> str:
    """Which men of a side fall first, by its owner's choice where so many could fall. Source: 565-573, 801."""
    if strength.may_choose(min(hits, strength.men)):
        return dice.decide(f"the {who.name} lose", LOSSES, policy)
    return policy


@part
def men_lost_apart(hits: int, who: Side, roster: Roster, policy: str, charts: Charts, dice: Dice) -> int:
    """The men that hits cost a side whose sub-units save each for its own cover.

    One after the other takes hits until it is gone, in the order in which their men fall.
    Source: 565-573, 582-591, 801; readings CC-30.
    """
    kinds = MEN if policy == SQUADS_FIRST else MEN[::-1]
    lost = 0
    for one in sorted(roster, key=lambda each: (kinds.index(each.group[1]), -each.lost)):
        left, time, target = one.men - one.lost, 1, Target("infantry", one.level, who.markers, men=1)
        while hits and left:
            rolled = min(hits, left)
            again = dice if time == 1 else dice.at(f"again {time}")
            fell = rolled - saved(rolled, target, charts, again.at(one.name))
            hits, left, lost, time = hits - rolled, left - fell, lost + fell, time + 1
    return lost


@part
def after_losses(
    who: Side, strength: Strength, fallen: int, policy: str, charts: Charts, dice: Dice
) -> tuple[Side, Strength]:
    """A side without those whom its owner lets fall; earlier losses stay where they are, a sub-unit lost is a marker.

    Source: 538, 565-573, 801-802; readings CC-32, CC-65.
    """
    if not who.saves_apart:  # there it was decided before the saves
        policy = first_to_fall(fallen, who, strength, policy, dice)
    left = strength.losing(fallen, policy)
    destroyed = who.sub_units - left.sub_units
    kinds = zip(who.levels, strength, left, strict=False)
    levels = tuple([levels[had.sub_units - has.sub_units :] for levels, had, has in kinds])
    if not destroyed:
        return who, left
    one = charts["close-combat-result", "destroyed"]
    markers = one._replace(value=destroyed * one.whole())
    dice.show(markers, "The {0} take {value:morale marker} for {1:sub-unit} lost.", who.name, destroyed)
    gained = markers.whole()
    return who._replace(sub_units=left.sub_units, markers=who.markers + gained, gained=gained, levels=levels), left


@part
def fight_on(attackers: Side, defenders: Side, charts: Charts, dice: Dice) -> tuple[AssaultOutcome, End, End]:
    """Those that are left roll for who wins, and what that costs or gives both sides. Source: 801-819."""
    between = charts.reads("CC-57", "between")
    attackers_stand, defenders_stand = [
        who.sub_units > 0 and not (between and is_routed(who, who.markers, charts, dice))
        for who in (attackers, defenders)
    ]
    if attackers_stand and defenders_stand:
        winner = who_wins(attackers, defenders, charts, dice)
    else:
        winner = ATTACKERS if attackers_stand else DEFENDERS if defenders_stand else NOBODY
    attack = end_of(attackers, attackers_stand, winner, charts, dice)
    defence = end_of(defenders, defenders_stand, winner, charts, dice)
    return outcome_of(attack.gone, defence.gone, winner), attack, defence


def is_routed(who: Side, markers: int, charts: Charts, dice: Dice) -> bool:
    """Whether so many markers rout what is left of a side. Source: 549-550."""
    return markers > 0 and routs(f"the {who.name}", who.sub_units, markers, charts, dice)


@part
def who_wins(attackers: Side, defenders: Side, charts: Charts, dice: Dice) -> str:
    """Who wins: those that are left roll again, odd and even swapped. Source: 801-810; readings CC-29."""
    winner = who_beats(total_of(attackers, charts, dice.at(ATTACKERS)), defenders, charts, dice)
    if winner == NOBODY and charts.reads("CC-29", "again"):
        dice.again("a tie")
    return winner


@part
def who_beats(attackers: int, defenders: Side, charts: Charts, dice: Dice) -> str:
    """The higher of the attackers' total and the defenders'. Source: 803-808."""
    total = total_of(defenders, charts, dice.at(DEFENDERS))
    if attackers == total:
        return NOBODY
    return ATTACKERS if attackers > total else DEFENDERS


@part
def total_of(who: Side, charts: Charts, dice: Dice) -> int:
    """A side's total, the defenders' with a point for each level of cover of each sub-unit. Source: 803-808."""
    point = charts["close-combat-result", "cover"]
    levels = [level for kind in who.levels for level in kind if level]
    points = point.whole() * sum(levels)
    if not points:
        return roll_pips(who, "who-wins", charts, dice)
    each = listed([str(level) for level in sorted({*levels})])
    covered = point.told("level {0} cover of {1}", each, some(len(levels), "sub-unit"))
    return roll_pips(who, "who-wins", charts, dice, covered._replace(value=points))


def end_of(who: Side, stood: bool, winner: str, charts: Charts, dice: Dice) -> End:
    """What the result costs or gives a side: markers, withdrawal, rout, the move that follows. Source: 811-819."""
    cost = 0
    if stood and winner not in (who.name, NOBODY):
        for name, why in (("withdraws", "withdrawing"), ("loses", "losing")):
            markers = charts["close-combat-result", name]
            dice.show(markers, f"The {{0}} take {{value:morale marker}} for {why}.", who.name)
            cost += markers.whole()
    gone = not stood or is_routed(who, who.markers + cost, charts, dice)
    won = None if gone or winner == NOBODY else winner == who.name
    if won is False:
        dice.show(charts["close-combat-result", "dice"], "The {0} withdraw with {value:die|dice}.", who.name)
    elif won:
        dice.show(note("The {winner} won: that counts for them in the next initiative.", INITIATIVE, winner=winner))
        if winner == DEFENDERS:
            dice.show(charts["close-combat-result", "advance"], 'The {0} may go forward {value}".', who.name)
    return End(who.gained + cost, gone, won)


def effects_of_end(who: Side, end: End, charts: Charts) -> Iterator[Effect]:
    """Markers of a side and its next act: a loser withdraws, a winner may go forward, a side that routs leaves.

    Source: 105, 811-819.
    """
    yield from changes(who.takes(Kind.MARKER, end.gained))
    if end.gone:
        yield from changes(who.takes(Kind.ROUT, int(who.sub_units > 0)))
    elif end.won is False:
        yield who.takes(Kind.WITHDRAW, charts["close-combat-result", "dice"].whole(), "dice")
    elif end.won and who.name == ATTACKERS:
        yield who.takes(Kind.MAY_TAKE_GROUND)
    elif end.won:
        yield who.takes(Kind.MAY_MOVE, charts["close-combat-result", "advance"].whole(), "inches")
    yield who.takes(Kind.FOUGHT)
    if end.won:
        yield who.takes(Kind.WON)


def outcome_of(attackers_gone: bool, defenders_gone: bool, winner: str) -> AssaultOutcome:
    """The outcome, a side that has left the field before anything else."""
    if attackers_gone:
        return AssaultOutcome.BOTH_GONE if defenders_gone else AssaultOutcome.ATTACKER_GONE
    if defenders_gone:
        return AssaultOutcome.DEFENDER_GONE
    if winner == NOBODY:
        return AssaultOutcome.TIE
    return AssaultOutcome.ATTACKER_WINS if winner == ATTACKERS else AssaultOutcome.DEFENDER_WINS
