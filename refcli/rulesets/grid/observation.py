"""Observation. Source: grid.txt 57-70, 93-99, 191, 209-212."""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms
from refcli.core.rulebook import Charts, Dice, Outcome, Ruling, procedure


class Observe(NamedTuple):
    """One unit looks at another."""

    observer: Annotated[Term, Field("the unit that looks", 1, ("units",))]
    range: Annotated[
        int, Field("squares to the other unit; 1 is adjacent", short="-r", unit="squares", at_least=0, at_most=99)
    ] = 2
    between: Annotated[
        Terms, Field("what lies between them, by commas", charts=("sight",), noun="terrain", short="-b")
    ] = ()
    conditions: Conditions = NOTHING


DIRECTS = "[directs?, and may direct artillery and mortars at it]"


class ObserveOutcome(Outcome):
    SEEN = "seen", True, f"{{The observer}} {{observer:sees|see}} it{DIRECTS}."
    SEEN_IN_COVER = "seen in cover", True, f"{{The observer}} {{observer:sees|see}} it in cover{DIRECTS}."
    FOR_ARTILLERY = (
        "for artillery",
        True,
        "{The observer} cannot attack it at this range, but may direct artillery at it.",
    )
    UNSEEN = "unseen", False, "{The observer} cannot see it."


@procedure("observe", ObserveOutcome, ("units", "observation", "sight"), sums=("range",), rolls=False)
def observe(request: Observe, charts: Charts, dice: Dice) -> Ruling:
    """A unit looks: does it see the other, and may it direct artillery?

    Two squares, all round; terrain, smoke, wrecks and crowded squares block. Dawn, dusk and night put
    what is not adjacent in cover. Source: grid.txt 57-70, 209-212.
    """
    unit = request.observer.name
    stated = request.conditions + request.observer.conditions
    directs = {"directs": charts["units", unit, "class"].text == "infantry"}
    for lies in request.between:
        blocks = charts["sight", lies.name]
        if not blocks.blank:
            dice.show(blocks, "The line of sight is blocked: {0}.", blocks.label)
            return Ruling(ObserveOutcome.UNSEEN)

    reach = dice.show(charts.add_up("range", charts["observation", "range"].told("A unit sees {value:square}.")))
    if request.range > reach.total:
        if "foo" in stated and not charts["units", unit, "reconnaissance"].blank:
            dice.show(charts.note("sight", "foo", "any range will do"))
            return Ruling(ObserveOutcome.FOR_ARTILLERY)
        return Ruling(ObserveOutcome.UNSEEN)

    dark = charts.bar("in cover", "sight", stated, "dusk", "night")
    if dark and request.range > 1:
        dice.show(dark)
        return Ruling(ObserveOutcome.SEEN_IN_COVER, told=directs)
    return Ruling(ObserveOutcome.SEEN, told=directs)
