"""Combat: direct fire. Source: grid.txt 85, 110-181, 198-209."""

from collections.abc import Iterator

from refcli.core.dice import Each
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms
from refcli.core.rulebook import Charts, Dice, Effect, Note, Outcome, Ruling, Source, note, procedure, unit_names
from refcli.rulesets.grid.attack import (
    EDGE,
    HEAVY,
    OF_SEVERAL,
    Shot,
    Suffered,
    cover_for,
    deductions,
    effects_on_target,
    has_score,
    roll_for_hit,
    shots_at,
    show_class,
    show_spent,
    suffer,
    treated_as,
)
from refcli.rulesets.grid.effects import CELL, SQUARE, Kind

DECLARED = Source(section="Target Priority", lines="122")


class Fire(NamedTuple):
    """Units that attack one target together in the Combat phase."""

    attackers: Annotated[Terms, Field("the attacking units", 1, ("units",))]
    target: Annotated[Term, Field("the unit attacked", 2, ("units",))]
    range: Annotated[
        int,
        Field(
            "squares to the target, from the edge of a feature; 1 is adjacent",
            short="-r",
            unit="squares",
            at_least=0,
            at_most=99,
        ),
    ] = 2
    square: Annotated[str | None, Field("the square that the target is in", short="-s", pattern=SQUARE, form=CELL)] = (
        None
    )
    conditions: Conditions = NOTHING


class FireOutcome(Outcome):
    ELIMINATED = "eliminated", True, f"{{The target}} {{target:is|are}} eliminated{OF_SEVERAL}."
    DISRUPTED = "disrupted", True, f"{{The target}} {{target:is|are}} disrupted{OF_SEVERAL}."
    NO_EFFECT = "no effect", False, "{The target} {target:is|are} not hit."
    CANNOT_ATTACK = "cannot attack", Outcome.NO_ATTEMPT, "{The attackers} cannot attack {the target}."


class Attack(NamedTuple):
    """What one unit's attack comes to, or several together."""

    attacks: int = 0
    hits: int = 0
    may_move: int = 0


@procedure("fire", FireOutcome, ("units", "combat", "cover", "disruption", "observation"), sums=("score",))
def fire(request: Fire, charts: Charts, dice: Dice) -> Ruling:
    """Units fire at a target they see: is it disrupted or eliminated?

    Each attacking unit rolls one d6; each hit is a disruption. All attacks are declared first, so
    dice left over when the target falls are spent. A heavy tank is attacked from the next square, or by a powerful
    AT gun. Source: grid.txt 58, 85, 110-128, 165-174, 181, 199, 228.
    """
    target = request.target
    show_class(target.name, charts, dice)
    shots = shots_at(target, request.attackers, request.conditions, request.range)
    volley, each = dice.all_of(attack, shots, charts)

    already = "disrupted" in request.conditions + target.conditions
    suffered = suffer(volley.hits, charts, dice, already=already)
    to_eliminate = int(charts["disruption", "eliminated"].number) - already
    surplus = max(0, volley.hits - to_eliminate)
    if surplus:
        dice.show(note("{surplus:hit} to spare", DECLARED, surplus=surplus))
    show_spent(volley.attacks, dice, after_combat=volley.may_move > 0)

    if not volley.attacks:
        outcome = FireOutcome.CANNOT_ATTACK
    elif suffered.eliminated:
        outcome = FireOutcome.ELIMINATED
    else:
        outcome = FireOutcome.DISRUPTED if volley.hits else FireOutcome.NO_EFFECT
    counts = {"hits": volley.hits, "attacks": volley.attacks, "surplus": surplus, "may move": volley.may_move}
    return Ruling(
        outcome, counts, lambda: effects_of(request, suffered, each, charts), told={"several": volley.attacks > 1}
    )


def effects_of(request: Fire, suffered: Suffered, each: Each[Shot, Attack], charts: Charts) -> Iterator[Effect]:
    """What the target suffers, then what its attack leaves of each attacker."""
    yield from effects_on_target(suffered, request.target.name, request.square, charts)
    names = unit_names(request.attackers, charts, "units")
    for label, shot, one in each:
        yield from effects_on_attacker(names[label], shot, one, charts)


def effects_on_attacker(unit: str, shot: Shot, one: Attack, charts: Charts) -> Iterator[Effect]:
    """What its attack leaves of a unit to be done or remembered. Source: grid.txt 111, 166, 174, 181."""
    if one.attacks:
        yield Effect(Kind.FIRED, unit, role="attacker", detail=charts.called(shot.target, "units"))
    if one.may_move:
        squares = charts["units", shot.attacker, "combat-move"].number
        yield Effect(Kind.MAY_MOVE, unit, squares, "squares", "attacker")
    if "isolated" in shot.of_attacker:
        yield Effect(Kind.MUST_LEAVE, unit, role="attacker")


def attack(shot: Shot, charts: Charts, dice: Dice) -> Attack:
    """One unit's attack, and whether it may move after it. Source: grid.txt 111, 117-128, 181, 199."""
    bar = bar_to(shot, charts, dice)
    if bar:
        dice.show(bar)
        return Attack()
    if not has_score(shot, charts, dice):
        return Attack()
    if "from-buildings" in shot.of_attacker:
        dice.show(EDGE)
    lowered_by = deductions(cover_for(shot, charts), reconnaissance_clause(shot, charts), charts)
    hits = roll_for_hit(shot, lowered_by, charts, dice).passed
    mover = treated_as(shot.attacker, charts, dice, in_building="from-buildings" in shot.of_attacker)
    return Attack(1, hits, not charts["units", mover, "combat-move"].blank)


def bar_to(shot: Shot, charts: Charts, dice: Dice) -> Note | None:
    """Why the unit may not make this attack, if it may not. Source: grid.txt 111, 117-123, 181, 199."""
    indirect = charts["units", shot.attacker, "indirect"]
    if not indirect.blank:
        return Note("cannot attack: artillery and mortars fire in their own phase (bombard)", indirect.source)
    bar = charts.bar("cannot attack", "observation", shot.of_attacker, "moved", "isolated", "unseen")
    if bar:
        return bar
    sight = charts["observation", "range"]
    if shot.squares > sight.number and not shot.adjacent:
        return note("cannot attack: it sees {far:square} at most", sight.source, far=sight.number)
    return priority(shot, charts, dice) or heavy_armour(shot, charts)


def priority(shot: Shot, charts: Charts, dice: Dice) -> Note | None:
    """Why another target comes first, if one does; a priority that is passed over is told.

    An enemy in an adjacent square comes before one farther off. A unit that seeks tanks takes the closest of
    Tank Class: among the adjacent enemies, or before any of them (a reading, G-17). Source: grid.txt 120.
    """
    seeks = charts["units", shot.attacker, "seeks"]
    sought = seeks.text == charts["units", shot.target, "class"].text
    if sought and shot.adjacent:
        return None
    refused = "cannot attack", "observation", shot.of_attacker
    tank_beside = None if seeks.blank else charts.bar(*refused, "tank-adjacent")
    if tank_beside:
        return tank_beside
    beside = None if shot.adjacent else charts.bar(*refused, "tank-adjacent", "enemy-adjacent")
    tank = None if seeks.blank else charts.bar(*refused, "tank-seen")
    if not beside and not tank:
        return None
    if seeks.blank or charts.reads("G-17", "adjacent"):
        if tank and shot.adjacent:
            dice.show(Note("adjacent enemies come first: the one of Tank Class may be passed over", tank.source))
            return None
        return beside or tank
    if beside and sought and not tank:
        dice.show(Note("the closest of Tank Class comes first: the adjacent enemy may be passed over", beside.source))
        return None
    return tank or beside


def heavy_armour(shot: Shot, charts: Charts) -> Note | None:
    """Why the heavy tank rule stops the attack, if it does: all but powerful AT guns have to be adjacent.

    By a reading, G-65, any gun of the Anti-Tank row may be powerful, or a towed one alone. Source: grid.txt 199, 228.
    """
    heavy = charts["units", shot.target, "heavy"]
    if heavy.blank or shot.adjacent:
        return None
    bar = Note(HEAVY, heavy.source)
    if "powerful" not in shot.of_attacker:
        return bar
    attacker = charts["units", shot.attacker, "class"].text, charts["units", shot.attacker, "attacks-as"].text
    unit = charts.called(shot.attacker, "units")
    if attacker[1] == "anti-tank" and (attacker[0] == "gun" or charts.reads("G-65", "any")):
        return None
    return note("{bar}, and {the unit} {unit:is|are} no AT gun", heavy.source, bar=bar.text, unit=unit)


def reconnaissance_clause(shot: Shot, charts: Charts) -> bool:
    """Whether the reconnaissance clause lowers this die of direct fire. Source: grid.txt 128."""
    attacker = not charts["units", shot.attacker, "reconnaissance"].blank
    target = not charts["units", shot.target, "reconnaissance"].blank
    if attacker and charts.reads("G-9", "attacker"):
        return True
    return target and charts.reads("G-9", "target")
