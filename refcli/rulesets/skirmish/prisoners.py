"""Prisoners. Source: skirmish.txt 460-462."""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms, one_by_one
from refcli.core.rulebook import (
    Charts,
    Dice,
    Effect,
    Note,
    Outcome,
    Ruling,
    changes,
    note,
    of_several,
    procedure,
    unit_names,
)
from refcli.rulesets.skirmish.effects import Kind


class Capture(NamedTuple):
    """Troops that come up to enemies."""

    captor: Annotated[Term, Field("the troops that come up", 1, ("troops",))]
    captive: Annotated[Terms, Field("the enemies they come up to", 2, ("troops",), noun="enemy")]
    range: Annotated[float, Field("cm between them", short="-r", unit="cm", at_least=0)] = 0
    conditions: Conditions = NOTHING


class CaptureOutcome(Outcome):
    CAPTURES = (
        "captures",
        True,
        "{The captor} {captor:takes|take} {captured:prisoner}: under guard to the rear.",
    )
    RESISTS = "resists", False, "{The captive} {captive:is|are} not captured."


class Taken(NamedTuple):
    """Whether an enemy is captured, or how many are."""

    outcome: CaptureOutcome = CaptureOutcome.RESISTS
    captured: int = 0


@procedure("capture", CaptureOutcome, ("troops", "prisoners"), rolls=False)
def capture(request: Capture, charts: Charts, dice: Dice) -> Ruling:
    """Troops come close to enemies who can neither move nor fire: are those captured?

    No dice: within 1 cm they are. Source: skirmish.txt 462.
    """
    near = dice.show(charts["prisoners", "capture"], "Who cannot move or fire is captured within {value} cm.")
    bar = bar_to(request, near.number, charts)
    if bar:
        dice.show(bar)
        return Ruling(CaptureOutcome.RESISTS, {"captured": 0})
    taken, each = dice.all_of(come_upon, one_by_one(request.captive), request.conditions, charts)
    captor = unit_names([request.captor], charts, "troops")[request.captor.name]
    names = unit_names(request.captive, charts, "troops")
    return Ruling(
        taken.outcome,
        {"captured": taken.captured},
        lambda: changes(
            *[Effect(Kind.CAPTURED, names[label], one.captured, "", "captive", captor) for label, _, one in each],
            Effect(Kind.GUARDS, captor, taken.captured, role="captor"),
        ),
        of_several((names[label], one.outcome) for label, _, one in each),
    )


def bar_to(request: Capture, near: int | float, charts: Charts) -> Note | None:
    """Why nobody can be captured; None when somebody may be. Source: skirmish.txt 462."""
    kind = charts["troops", request.captor.name, "kind"]
    if kind.text not in ("men", "weapon"):
        return Note("only men take prisoners", charts.source("prisoners"))
    if request.range > near:
        far = "{cm} cm is too far: prisoners are taken within {near} cm"
        return note(far, charts.source("prisoners"), cm=request.range, near=near)
    return None


def come_upon(enemy: Term, of_all: Conditions, charts: Charts, dice: Dice) -> Taken:
    """An enemy who was forced to hit the dirt last turn is captured. Source: skirmish.txt 183, 462."""
    if "near-missed" in of_all + enemy.conditions:
        dice.show(charts.note("prisoners", "near-missed", "captured"))
        return Taken(CaptureOutcome.CAPTURES, 1)
    dice.show(Note("only who cannot move or fire is captured", charts.source("prisoners")))
    return Taken()
