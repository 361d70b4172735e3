"""Smoke screens, in the Artillery & Mortar Fire phase. Source: grid.txt 186-193."""

from collections.abc import Iterator
from itertools import chain, repeat

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms, how_many, one_by_one
from refcli.core.rulebook import D6, Charts, Dice, Effect, Note, Outcome, Refused, Ruling, procedure, unit_names
from refcli.rulesets.grid.attack import show_spent
from refcli.rulesets.grid.effects import CELL, SQUARE, Kind


class Smoke(NamedTuple):
    """Artillery and mortar units that lay smoke, a square each."""

    attackers: Annotated[Terms, Field("the units that lay smoke", 1, ("units",))]
    squares: Annotated[
        str | None,
        Field(
            "the square for the smoke, or one for each unit, by commas",
            short="-s",
            pattern=f"{SQUARE}(,{SQUARE})*",
            form=CELL,
        ),
    ] = None
    conditions: Conditions = NOTHING


COMES_DOWN = "The smoke comes down[several?: {screens} of {attempts}]. It stays until your next artillery phase."


class SmokeOutcome(Outcome):
    SCREEN = "smoke screen", True, COMES_DOWN
    PARTLY = "some smoke", True, COMES_DOWN
    NO_SMOKE = "no smoke", False, "No smoke comes down."
    CANNOT_FIRE = "cannot fire", Outcome.NO_ATTEMPT, "{The attackers} cannot lay smoke."


class Screen(NamedTuple):
    """What one unit's attempt to lay smoke comes to, or several together."""

    attempts: int = 0
    screens: int = 0


@procedure("smoke", SmokeOutcome, ("units", "smoke", "observation", "bombardment"), sums=("smoke",))
def smoke(request: Smoke, charts: Charts, dice: Dice) -> Ruling:
    """Artillery and mortars lay smoke: does it come down where it is wanted?

    One d6 for each unit and square. To lay smoke is to fire: who tried neither moves nor regroups this turn.
    Source: grid.txt 111, 174, 188-193; as decided in G-62.
    """
    wanted = squares_wanted(request)
    laid, each = dice.all_of(lay, one_by_one(request.attackers), request.conditions, charts)
    show_spent(laid.attempts, dice)

    if not laid.attempts:
        outcome = SmokeOutcome.CANNOT_FIRE
    elif laid.screens:
        outcome = SmokeOutcome.SCREEN if laid.screens == laid.attempts else SmokeOutcome.PARTLY
    else:
        outcome = SmokeOutcome.NO_SMOKE
    names = unit_names(request.attackers, charts, "units")
    return Ruling(
        outcome,
        {"screens": laid.screens, "attempts": laid.attempts},
        lambda: chain.from_iterable(
            effects_of(names[label], one, square) for (label, _, one), square in zip(each, wanted, strict=False)
        ),
        told={"several": laid.attempts > 1},
    )


def squares_wanted(request: Smoke) -> tuple[str, ...]:
    """Where each unit wants its screen, in order: one square for all of them, or one each. Source: grid.txt 189."""
    units = how_many(request.attackers)
    squares = tuple([square.strip() for square in (request.squares or "").split(",")])
    if len(squares) not in (1, units):
        raise Refused(
            f"squares: {len(squares)} squares for {units} units; give one for all of them, or {units} by commas"
        )
    return tuple(repeat(squares[0], units)) if len(squares) == 1 else squares


def effects_of(unit: str, one: Screen, square: str) -> Iterator[Effect]:
    """What an attempt leaves: a unit that fired, and perhaps smoke. Source: grid.txt 111, 174, 189."""
    if one.attempts:
        yield Effect(Kind.FIRED, unit, role="attacker", detail=square)
    if one.screens:
        yield Effect(Kind.SMOKE, unit, role="attacker", detail=square)


def lay(gun: Term, of_all: Conditions, charts: Charts, dice: Dice) -> Screen:
    """One unit's smoke screen. Source: grid.txt 66, 78, 189."""
    stated = of_all + gun.conditions
    indirect = charts["units", gun.name, "indirect"]
    bar: Note | None = Note("cannot lay smoke: only artillery and mortars do", indirect.source)
    if not indirect.blank:
        bar = charts.bar("cannot lay smoke", "bombardment", stated, "firer-disrupted")
        bar = bar or charts.bar("cannot lay smoke", "observation", stated, "moved")
    if bar:
        dice.show(bar)
        return Screen()
    needed = charts["smoke", "smoke"]
    modifiers = charts.add_up("smoke", *charts.modifiers("smoke", stated))
    return Screen(1, dice.check(modifiers, D6, "smoke", needed.target_number).passed)
