"""What lies under a bombardment or a bomb. Source: first-watch.txt 98-108, 143."""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms, one_by_one
from refcli.core.rulebook import D10, Charts, Dice, Outcome, Refused, Ruling, TargetNumber, note, procedure
from refcli.rulesets.first_watch.attack import TARGETS, against, counting, losses

CENTRE, INNER, OUTER = "centre", "inner", "outer"
CHARTS = ("artillery", "bombardment", "bombs", "burst", "target-types", *TARGETS)


class Burst(NamedTuple):
    """Targets under the template: centre, inner (next smaller ring; a bomb's inner circle) or outer."""

    attacker: Annotated[Term, Field("the guns or the bomb", 1, ("artillery", "bombs"), noun="weapon")]
    targets: Annotated[
        Terms, Field("what lies within or touches the rings", 2, TARGETS, (CENTRE, INNER, OUTER), noun="target")
    ]
    guns: Annotated[
        int,
        Field(
            "guns of the battery, each with a die for each target",
            said="{value:gun}",
            short="-g",
            at_least=1,
            at_most=24,
        ),
    ] = 1
    conditions: Conditions = NOTHING


class BurstOutcome(Outcome):
    ALL = "destroyed", True, "{The targets} {targets:is|are} destroyed."
    SOME = "some destroyed", True, "{The lost} {lost:is|are} destroyed, {destroyed} of {total}."
    NONE = "not destroyed", False, "{The targets} {targets:survives|survive}."


class Blast(NamedTuple):
    """What comes down: its row in the chart of bombs or of bombardments, what is stated of it, and how many guns."""

    chart: str
    row: str
    stated: Conditions
    guns: int


@procedure("burst", BurstOutcome, CHARTS, sums=("kill number",))
def burst(request: Burst, charts: Charts, dice: Dice) -> Ruling:
    """A bombardment or a bomb comes down: which of the targets under it are destroyed?

    The centre ring destroys without a die, unless the artillery is light; every other target in the
    rings has a die against its Kill Number, one from each gun of a battery.
    Source: first-watch.txt 98-108, 143.
    """
    blast = blast_of(request, charts, dice)
    ring = charts[blast.chart, blast.row, "ring"]
    dice.show(ring, "The greatest ring of {0} is {1} cm across.", ring.label, ring.text)
    destroyed, each = dice.all_of(destroys, one_by_one(request.targets), blast, charts)
    return losses(BurstOutcome, destroyed, each, request.targets, charts)


def blast_of(request: Burst, charts: Charts, dice: Dice) -> Blast:
    """A bomb by its name, artillery by its size. Source: first-watch.txt 98, 143."""
    name = request.attacker.name
    stated = request.conditions + request.attacker.conditions
    if not charts.has("bombs", name):
        size = charts["artillery", name]
        dice.show(size, "{The 0} is {1}.", size.label, charts.label("bombardment", size.text))
        return Blast("bombardment", size.text, stated, request.guns)
    if request.guns > 1:
        raise Refused(f"guns: {charts.label('bombs', name)} is a single bomb; leave guns out")
    return Blast("bombs", name, stated, 1)


def destroys(target: Term, blast: Blast, charts: Charts, dice: Dice) -> int:
    """One target: the centre ring, or a die from each gun over the Kill Number.

    Source: first-watch.txt 98-100, 106-108.
    """
    place = target.place or OUTER
    if outright(place, blast, charts):
        ring = charts[blast.chart, blast.row, "ring"]
        dice.show(note("in the {place} ring: destroyed without a die", ring.source, place=place))
        return 1
    kill = charts[blast.chart, blast.row, "kill-number"]
    number = dice.show(
        charts.add_up(
            "kill number",
            kill.told("Kill Number of {0}", kill.label),
            *charts.modifiers("burst", blast.stated + target.conditions),
            *counting(against(target.name, "bombardment", charts)),
        )
    )
    over = TargetNumber(">", number.total)
    return int(dice.pool(blast.guns, D10, over.met_by, "bombardment", over) > 0)


def outright(place: str, blast: Blast, charts: Charts) -> bool:
    """Whether the target lies in the ring that destroys everything. Source: first-watch.txt 98, 106, 143.

    Which ring that is, is a reading; for medium artillery the light oval is the next smaller ring too,
    and a bomb destroys everything in its inner circle.
    """
    if blast.row == "light" or place == OUTER:
        return False
    if place == CENTRE or blast.row == "medium" or blast.chart == "bombs":
        return True
    return charts.reads("FW-19", "next-smaller")
