"""Close Assault Tactic (CAT). Source: first-watch.txt 31, 71."""

from collections.abc import Iterator, Sequence

from refcli.core.request import (
    NOTHING,
    Annotated,
    Conditions,
    Field,
    NamedTuple,
    Term,
    Terms,
    one_by_one,
)
from refcli.core.rulebook import D10, Cell, Charts, Dice, Effect, Note, Outcome, Ruling, Source, procedure, unit_names
from refcli.rulesets.first_watch.attack import Range, armored, counting
from refcli.rulesets.first_watch.effects import Kind

CAT = Source(section="Close Assault Tactic", lines="71")


class CloseAssault(NamedTuple):
    """Infantry that close assault one armored vehicle."""

    attackers: Annotated[Terms, Field("the infantry units, counted", 1, ("troops",))]
    target: Annotated[Term, Field("the armored vehicle", 2, ("vehicles",), noun="vehicle")]
    range: Range = 0
    conditions: Conditions = NOTHING


class CloseAssaultOutcome(Outcome):
    DESTROYED = "destroyed", True, "{The target} is destroyed by close assault."
    NO_EFFECT = "no effect", False, "{The target} beats off the close assault."
    CANNOT_ATTACK = "cannot attack", Outcome.NO_ATTEMPT, "No close assault on {the target}."


@procedure(
    "close-assault", CloseAssaultOutcome, ("troops", "vehicles", "close-assault", "infantry-units"), sums=("assault",)
)
def close_assault(request: CloseAssault, charts: Charts, dice: Dice) -> Ruling:
    """Infantry close assault an armored vehicle at point-blank range: is it destroyed?

    One die in a turn against each target, modified by the number of infantry units; a 10 destroys.
    Those that have fired take no part. Source: first-watch.txt 31, 71.
    """
    bar = bar_to(request, charts)
    if bar:
        dice.show(bar)
        return Ruling(CloseAssaultOutcome.CANNOT_ATTACK)
    labels = [label for label, unit in one_by_one(request.attackers) if "fired" not in unit.conditions]
    destroys = charts["close-assault", "destroys"]
    number = () if charts.reads("FW-8", "natural") else by_number(len(labels), charts)
    modifiers = charts.add_up("assault", *number)
    passed = dice.check(modifiers, D10, "close assault", destroys.target_number).passed
    outcome = CloseAssaultOutcome.DESTROYED if passed else CloseAssaultOutcome.NO_EFFECT
    return Ruling(outcome, {}, lambda: effects_of(outcome, request, labels, charts))


def effects_of(
    outcome: CloseAssaultOutcome, request: CloseAssault, labels: Sequence[str], charts: Charts
) -> Iterator[Effect]:
    """Who took part has fired; the vehicle was assaulted, and perhaps destroyed. Source: first-watch.txt 31, 71."""
    target = charts.called(request.target.name, "vehicles")
    names = unit_names(request.attackers, charts, "troops")
    for label in labels:
        yield Effect(Kind.FIRED, names[label], role="attacker", detail=target)
    yield Effect(Kind.ASSAULTED, target, role="target")
    if outcome is CloseAssaultOutcome.DESTROYED:
        yield Effect(Kind.DESTROY, target, role="target")


def bar_to(request: CloseAssault, charts: Charts) -> Note | Cell | None:
    """Why there is no close assault, if there is none: who, on what, how often, or from how far.

    Source: first-watch.txt 31, 71.
    """
    troops = [charts["troops", attacker.name, "type"].text for attacker in request.attackers]
    if not armored(request.target.name, charts) or set(troops) != {"infantry"}:
        return Note("only infantry make close assaults, and only on armored vehicles", CAT)
    if request.range and request.range > charts["close-assault", "point-blank"].number:
        reach = charts["close-assault", "point-blank"]
        return reach.told("Point-blank range is {0} cm.", reach.text)
    stated = request.conditions + request.target.conditions
    if all("fired" in attacker.conditions for attacker in request.attackers):
        stated += request.attackers[0].conditions
    return charts.bar("cannot attack", "close-assault", stated, "fired", "assaulted")


def by_number(units: int, charts: Charts) -> tuple[Cell, ...]:
    """The modifier for the number of infantry units, none for a nought. Source: first-watch.txt 71."""
    most = charts.axis("infantry-units").bands[-1][1]
    return counting(charts["infantry-units", "modifier", min(units, most)].told("{0} infantry units", units))
