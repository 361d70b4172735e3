"""The Artillery & Mortar Fire phase. Source: grid.txt 64-78, 188-196, 231-233."""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms, one_by_one
from refcli.core.rulebook import D6, Cell, Charts, Dice, Effect, Note, Outcome, Ruling, merged, named, procedure
from refcli.rulesets.grid.attack import (
    SPENT,
    Shot,
    cover_for,
    deductions,
    eliminated,
    has_score,
    roll_for_hit,
    shots_at,
    show_class,
    suffer,
)


class Bombard(NamedTuple):
    """Artillery and mortar units that fire at one target together: one declared group."""

    attackers: Annotated[Terms, Field("the firing artillery and mortars", 1, ("units",))]
    target: Annotated[Term, Field("the unit fired at", 2, ("units",))]
    conditions: Conditions = NOTHING


TO_HIT = "{hits} of {attacks} hit[; disrupted by its own fire: {disrupted}][; removed from play: {removed}]"


class BombardOutcome(Outcome):
    ELIMINATED = "eliminated", True, f"{{target}} {{target:is|are}} eliminated: {TO_HIT}"
    DISRUPTED = "disrupted", True, f"{{target}} {{target:is|are}} disrupted: {TO_HIT}"
    NO_EFFECT = "no effect", False, f"{{target}} {{target:is|are}} unharmed: {TO_HIT}"
    CANNOT_FIRE = "cannot fire", False, "{attackers} cannot fire at {target}"


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
    on_firers = merged([effect for _, shot, one in each for effect in effects_on_firer(shot, one)])

    fell = of_kind("remove", on_firers)
    if fell:
        dice.show(charts.note("bombardment", "intense", "any hit eliminates, and who fired it is removed"))
    destroyed = barrage.intense_hits > 0
    hits = hits_that_count(barrage, of_target, most, by_group, charts, dice)
    suffered = suffer(hits, target.name, charts, dice, already="disrupted" in of_target, destroyed=destroyed)
    if of_kind("fired", on_firers):
        dice.show(SPENT)

    if not barrage.attacks:
        outcome = BombardOutcome.CANNOT_FIRE
    elif eliminated(suffered):
        outcome = BombardOutcome.ELIMINATED
    else:
        outcome = BombardOutcome.DISRUPTED if suffered else BombardOutcome.NO_EFFECT
    counts = {"hits": barrage.hits, "attacks": barrage.attacks, "self-disrupted": barrage.self_disrupted}
    disrupted = named(of_kind("disrupt", on_firers), charts, "units")
    told = {"disrupted": disrupted, "removed": named(fell, charts, "units")}
    return Ruling(outcome, counts, (*suffered, *on_firers), told=told)


def effects_on_firer(shot: Shot, one: Shell) -> tuple[Effect, ...]:
    """What its own fire does to a unit. Source: grid.txt 76, 78, 196."""
    if not one.attacks:
        return ()
    if "intense" in shot.of_attacker:
        return (Effect("remove", shot.attacker),)
    fired = Effect("fired", shot.attacker)
    return (fired, Effect("disrupt", shot.attacker)) if one.self_disrupted else (fired,)


def of_kind(kind: str, effects: tuple[Effect, ...]) -> Terms:
    """The units on which effects of a kind fall, counted."""
    return tuple([Term(effect.unit, int(effect.amount)) for effect in effects if effect.kind == kind])


def hits_that_count(
    barrage: Shell, of_target: Conditions, most: Cell, by_group: bool, charts: Charts, dice: Dice
) -> int:
    """The hits that disrupt a target: one of all, none where another group hit it before. Source: grid.txt 72-74."""
    if not barrage.hits or barrage.intense_hits:
        return 0
    dice.show(most)
    used_up = "already-hit" in of_target and not by_group
    if used_up:
        dice.show(charts.note("bombardment", "already-hit"))
    return min(barrage.hits, max(0, int(most.number) - used_up))


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
        dice.show(disrupts, "disrupted by its own fire")
    return Shell(1, attack.passed, self_disrupted=disrupted)


def bar_to(shot: Shot, charts: Charts, dice: Dice) -> Note | None:
    """Why the unit may not fire, if it may not. Source: grid.txt 66-70, 78, 199."""
    stated = shot.of_attacker
    indirect = charts["units", shot.attacker, "indirect"]
    if indirect.blank:
        return Note("only Artillery & Mortar units fire in this phase", indirect.source)
    bar = charts.bar("cannot attack", "bombardment", stated, "firer-disrupted", "unobserved")
    bar = bar or charts.bar("cannot attack", "observation", stated, "moved")
    if bar:
        return bar
    if "foo" in stated and indirect.text != "artillery":
        of_foo = charts.note("bombardment", "foo").source
        dice.show(Note("a Forward Observation Officer is to mortars an ordinary observer", of_foo))
    if "in-sight" not in stated and not directed(shot, charts):
        bar = charts.bar("cannot attack", "bombardment", stated, "observer-far")
    heavy = charts["units", shot.target, "heavy"]
    if not bar and not heavy.blank and not shot.adjacent and not charts.reads("G-24", "neither"):
        return Note("cannot attack: the heavy tank rule asks for an adjacent square", heavy.source)
    return bar


def directed(shot: Shot, charts: Charts) -> bool:
    """Whether a Forward Observation Officer directs artillery. Source: grid.txt 70."""
    return "foo" in shot.of_attacker and charts["units", shot.attacker, "indirect"].text == "artillery"


def deductions_that_stand(shot: Shot, charts: Charts, dice: Dice) -> tuple[Cell, ...]:
    """What lowers the die, a Forward Observation Officer sparing artillery some. Source: grid.txt 70, 127-128."""
    cover = cover_for(shot, charts)
    clause = charts.reads("G-9", "undirected") and "in-sight" not in shot.of_attacker
    if not charts["units", shot.target, "reconnaissance"].blank and charts.reads("G-9", "target"):
        clause = True
    if directed(shot, charts):
        clause = False
        if cover is not None and charts.reads("G-10", "all"):
            dice.show(charts.note("bombardment", "foo", "no deduction for cover"))
            cover = None
    return deductions(cover, clause, charts)


class Smoke(NamedTuple):
    """Artillery and mortar units that lay smoke, a square each."""

    attackers: Annotated[Terms, Field("the units that lay smoke", 1, ("units",))]
    conditions: Conditions = NOTHING


class SmokeOutcome(Outcome):
    SCREEN = "smoke screen", True, "smoke until your next artillery phase: {screens} of {attempts} came down"
    PARTLY = "some smoke", True, "smoke until your next artillery phase: {screens} of {attempts} came down"
    NO_SMOKE = "no smoke", False, "no smoke screen"
    CANNOT_FIRE = "cannot fire", False, "{attackers} cannot lay smoke"


class Screen(NamedTuple):
    """What one unit's attempt to lay smoke comes to, or several together."""

    attempts: int = 0
    screens: int = 0


@procedure("smoke", SmokeOutcome, ("units", "smoke", "observation", "bombardment"), sums=("smoke",))
def smoke(request: Smoke, charts: Charts, dice: Dice) -> Ruling:
    """Artillery and mortars lay smoke screens: does it come down where it is wanted?

    One d6 for each unit and square. To lay smoke is to fire: who tried neither moves nor regroups this turn.
    Source: grid.txt 111, 174, 188-193; a reading, G-62.
    """
    laid, each = dice.all_of(lay, one_by_one(request.attackers), request.conditions, charts)
    if not laid.attempts:
        outcome = SmokeOutcome.CANNOT_FIRE
    elif laid.screens:
        outcome = SmokeOutcome.SCREEN if laid.screens == laid.attempts else SmokeOutcome.PARTLY
    else:
        outcome = SmokeOutcome.NO_SMOKE
    if laid.attempts:
        dice.show(SPENT)
    effects: list[Effect] = []
    for _, gun, one in each:
        effects += [Effect("fired", gun.name)] * one.attempts + [Effect("smoke", gun.name)] * one.screens
    return Ruling(outcome, {"screens": laid.screens, "attempts": laid.attempts}, merged(effects))


def lay(gun: Term, of_all: Conditions, charts: Charts, dice: Dice) -> Screen:
    """One unit's smoke screen. Source: grid.txt 66, 78, 189."""
    stated = of_all + gun.conditions
    indirect = charts["units", gun.name, "indirect"]
    bar: Note | None = Note("only Artillery & Mortar units lay smoke", indirect.source)
    if not indirect.blank:
        bar = charts.bar("cannot lay smoke", "bombardment", stated, "firer-disrupted")
        bar = bar or charts.bar("cannot lay smoke", "observation", stated, "moved")
    if bar:
        dice.show(bar)
        return Screen()
    needed = dice.show(charts["smoke", "smoke"])
    modifiers = charts.add_up("smoke", *charts.modifiers("smoke", stated))
    return Screen(1, dice.check(modifiers, D6, "smoke", needed.target_number).passed)
