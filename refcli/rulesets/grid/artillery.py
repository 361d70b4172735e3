"""The Artillery & Mortar Fire phase. Source: grid.txt 64-78, 195-196, 231-233."""

from collections.abc import Iterator

from refcli.core.dice import Each
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms
from refcli.core.rulebook import Cell, Charts, Dice, Effect, Note, Outcome, Ruling, note, procedure, unit_names
from refcli.core.sentence import some
from refcli.rulesets.grid.attack import (
    FROM_NEXT_SQUARE,
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
)
from refcli.rulesets.grid.effects import CELL, SQUARE, Kind


class Bombard(NamedTuple):
    """Artillery and mortar units that fire at one target together: one declared group."""

    attackers: Annotated[Terms, Field("the firing artillery and mortars", 1, ("units",))]
    target: Annotated[Term, Field("the unit fired at", 2, ("units",))]
    square: Annotated[str | None, Field("the square that the target is in", short="-s", pattern=SQUARE, form=CELL)] = (
        None
    )
    conditions: Conditions = NOTHING


TO_FIRERS = (
    ".[ {The disrupted} {disrupted:is|are} disrupted by {disrupted:its|their} own fire.]"
    "[ {The removed} {removed:is|are} removed, out of ammunition.]"
)


UNHARMED = (
    "[!late?{The target} {target:is|are} unharmed]"
    f"[late?Already hit this phase: the second hit does not count]{OF_SEVERAL}"
)
"""What hits come to that do no harm."""


class BombardOutcome(Outcome):
    ELIMINATED = "eliminated", True, f"{{The target}} {{target:is|are}} eliminated{OF_SEVERAL}{TO_FIRERS}"
    DISRUPTED = "disrupted", True, f"{{The target}} {{target:is|are}} disrupted{OF_SEVERAL}{TO_FIRERS}"
    NO_EFFECT = "no effect", False, f"{UNHARMED}{TO_FIRERS}"
    CANNOT_FIRE = "cannot fire", Outcome.NO_ATTEMPT, "{The attackers} cannot fire at {the target}."


class Shell(NamedTuple):
    """What one unit's shell comes to, or several together."""

    attacks: int = 0
    hits: int = 0
    intense_hits: int = 0
    self_disrupted: int = 0


@procedure(
    "bombard", BombardOutcome, ("units", "combat", "cover", "disruption", "observation", "bombardment"), sums=("score",)
)
def bombard(request: Bombard, charts: Charts, dice: Dice) -> Ruling:
    """Artillery and mortars fire, seen or unseen: is the target disrupted or eliminated?

    However many hit, one hit counts on a target; a natural 1 disrupts the firer. An intense barrage
    eliminates with any hit, and who fired it is removed. Source: grid.txt 64-78, 195-196, 231-233.
    """
    target = request.target
    of_target = request.conditions + target.conditions
    show_class(target.name, charts, dice)
    most = charts["bombardment", "hits-on-a-target"]
    by_group = charts.reads("G-12", "group")
    shots = shots_at(target, request.attackers, request.conditions, squares=2)
    barrage, each = dice.all_of(shell, shots, charts)
    names = unit_names(request.attackers, charts, "units")
    removed = tuple([names[label] for label, shot, one in each if is_removed(shot, one)])
    if removed:
        dice.show(charts.note("bombardment", "intense", "any hit eliminates, and the unit that fired is removed"))
    already = "disrupted" in of_target
    destroyed = barrage.intense_hits > 0
    hits = hits_that_count(barrage, of_target, most, by_group, charts, dice)
    suffered = suffer(hits, charts, dice, already=already, destroyed=destroyed)
    show_spent(barrage.attacks - len(removed), dice, of_more=bool(removed))

    if not barrage.attacks:
        outcome = BombardOutcome.CANNOT_FIRE
    elif suffered.eliminated:
        outcome = BombardOutcome.ELIMINATED
    else:
        outcome = BombardOutcome.DISRUPTED if suffered.disruptions else BombardOutcome.NO_EFFECT
    counts = {"hits": barrage.hits, "attacks": barrage.attacks, "self-disrupted": barrage.self_disrupted}
    late = bool(barrage.hits) and suffered == Suffered() and "already-hit" in of_target
    told = {
        "several": barrage.attacks > 1 and not late,
        "late": late,
        "disrupted": tuple([names[label] for label, _, one in each if one.self_disrupted]),
        "removed": removed,
    }
    return Ruling(outcome, counts, lambda: effects_of(request, suffered, each, charts), told=told)


def effects_of(request: Bombard, suffered: Suffered, each: Each[Shot, Shell], charts: Charts) -> Iterator[Effect]:
    """What the target suffers, then what its own fire does to each firer."""
    yield from effects_on_target(suffered, request.target.name, request.square, charts)
    names = unit_names(request.attackers, charts, "units")
    for label, shot, one in each:
        yield from effects_on_firer(names[label], shot, one, charts)


def effects_on_firer(unit: str, shot: Shot, one: Shell, charts: Charts) -> Iterator[Effect]:
    """What its own fire does to a unit. Source: grid.txt 76, 78, 111, 174, 196."""
    if one.attacks:
        yield Effect(Kind.FIRED, unit, role="attacker", detail=charts.called(shot.target, "units"))
        if is_removed(shot, one):
            yield Effect(Kind.REMOVE, unit, role="attacker")
    if one.self_disrupted:
        yield Effect(Kind.DISRUPT, unit, role="attacker", detail="own fire")


def is_removed(shot: Shot, one: Shell) -> bool:
    """Whether a unit has fired an intense barrage: it is out of ammunition. Source: grid.txt 196."""
    return bool(one.attacks) and "intense" in shot.of_attacker


def hits_that_count(
    barrage: Shell, of_target: Conditions, most: Cell, by_group: bool, charts: Charts, dice: Dice
) -> int:
    """The hits that disrupt a target: one of all, none where another group hit it before. Source: grid.txt 72-74."""
    if not barrage.hits or barrage.intense_hits:
        return 0
    used_up = "already-hit" in of_target and not by_group
    counting = min(barrage.hits, max(0, int(most.number) - used_up))
    if used_up:
        dice.show(charts.note("bombardment", "already-hit", "no further hit counts"))
    elif counting < barrage.hits:
        dice.show(most, "{0} on a target.", some(most.number, "hit counts", "hits count"))
    return counting


def shell(shot: Shot, charts: Charts, dice: Dice) -> Shell:
    """One unit's fire. Source: grid.txt 66-70, 76-78, 196."""
    bar = bar_to(shot, charts, dice)
    if bar:
        dice.show(bar)
        return Shell()
    if not has_score(shot, charts, dice):
        return Shell()
    attack = roll_for_hit(shot, deductions_that_stand(shot, charts, dice), charts, dice)
    if "intense" in shot.of_attacker:  # it is removed, whatever the die
        return Shell(1, attack.passed, attack.passed)
    disrupts = charts["bombardment", "self-disruption"]
    disrupted = disrupts.target_number.met_by(attack.face)
    if disrupted:
        dice.show(note("natural {face}, disrupted by own fire", disrupts.source, face=attack.face))
    return Shell(1, attack.passed, self_disrupted=disrupted)


def bar_to(shot: Shot, charts: Charts, dice: Dice) -> Note | None:
    """Why the unit may not fire, if it may not. Source: grid.txt 66-70, 78, 199."""
    stated = shot.of_attacker
    indirect = charts["units", shot.attacker, "indirect"]
    if indirect.blank:
        return Note("cannot fire: only artillery and mortars do in this phase", indirect.source)
    own_sight = "in-sight" in stated
    bar = charts.bar("cannot fire", "bombardment", stated, "firer-disrupted", *(() if own_sight else ("unobserved",)))
    bar = bar or charts.bar("cannot fire", "observation", stated, "moved")
    if bar:
        return bar
    if "foo" in stated and indirect.text != "artillery":
        of_foo = charts.note("bombardment", "foo").source
        dice.show(Note("to mortars a Forward Observation Officer is an ordinary observer", of_foo))
    if not own_sight and not directed(shot, charts):
        bar = charts.bar("cannot fire", "bombardment", stated, "observer-far")
    heavy = charts["units", shot.target, "heavy"]
    if not bar and not heavy.blank and not shot.adjacent and not charts.reads("G-24", "neither"):
        return Note(f"cannot fire: {FROM_NEXT_SQUARE}", heavy.source)
    return bar


def directed(shot: Shot, charts: Charts) -> bool:
    """Whether a Forward Observation Officer directs artillery. Source: grid.txt 70."""
    return "foo" in shot.of_attacker and charts["units", shot.attacker, "indirect"].text == "artillery"


def deductions_that_stand(shot: Shot, charts: Charts, dice: Dice) -> tuple[Cell, ...]:
    """What lowers the die, a Forward Observation Officer sparing artillery some; fields are no cover from above.

    Source: grid.txt 70, 93, 127-128.
    """
    cover = cover_for(shot._replace(of_target=shot.of_target.without("fields")), charts)
    clause = charts.reads("G-9", "undirected") and "in-sight" not in shot.of_attacker
    if not charts["units", shot.target, "reconnaissance"].blank and charts.reads("G-9", "target"):
        clause = True
    if directed(shot, charts):
        clause = False
        if cover is not None and charts.reads("G-10", "all"):
            dice.show(charts.note("bombardment", "foo", "no deduction for cover"))
            cover = None
    return deductions(cover, clause, charts)
