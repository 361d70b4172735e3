"""What lies under a bombardment or a bomb. Source: first-watch.txt 98-108, 143."""

from operator import add
from typing import Annotated, NamedTuple

from refcli.core.charts import Need
from refcli.core.counts import NOTHING
from refcli.core.dice import D10, Dice
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure, in_words
from refcli.core.request import Conditions, Field, Term, labelled
from refcli.core.ruling import Figure, Note, Outcome, Ruling
from refcli.core.tally import Tally
from refcli.rulesets.first_watch.common import TARGETS, against, counting, each_of, effects_of, lost

CENTRE, INNER, OUTER = "centre", "inner", "outer"


class Burst(NamedTuple):
    """Targets under the template: centre, inner (next smaller ring; a bomb's inner circle) or outer."""

    attacker: Annotated[Term, Field("the guns or the bomb", position=1, charts=("artillery", "bombs"), noun="weapon")]
    targets: Annotated[
        tuple[Term, ...],
        Field(
            "what lies within or touches the rings",
            position=2,
            charts=TARGETS,
            places=(CENTRE, INNER, OUTER),
            noun="target",
        ),
    ]
    guns: Annotated[
        int, Field("guns of the battery: a die each for each target", short="-g", at_least=1, at_most=24)
    ] = 1
    conditions: Conditions = NOTHING


class BurstOutcome(Outcome):
    ALL = "destroyed", True, "{attacker}: {targets} destroyed"
    SOME = "some destroyed", True, "{attacker}: {destroyed} of {total} destroyed: {lost}"
    NONE = "not destroyed", False, "{targets}: no loss"


class Blast(NamedTuple):
    """One target under the template, and what falls on it."""

    chart: str
    weapon: str
    target: str
    place: str
    stated: Conditions
    guns: int


def burst(request: Burst, charts: Charts, dice: Dice) -> Ruling:
    """A bombardment or a bomb comes down: which of the targets under it are destroyed?

    The centre ring destroys without a die, unless the artillery is light; every other target in the
    rings has a die against its Kill Number, one from each gun of a battery.
    Source: first-watch.txt 98-108, 143.
    """
    name = request.attacker.name
    chart, row = ("bombs", name) if charts.has("bombs", name) else ("bombardment", charts["artillery", name].text)
    if chart == "bombs" and request.guns > 1:
        raise Refused(f"guns: {charts.label('bombs', name)} is one bomb, no battery of {request.guns} guns")
    if chart == "bombardment":
        size = charts["artillery", name]
        dice.show(Figure(f"size of {size.label}", size))
    ring = charts[chart, row, "ring"]
    dice.show(Figure(f"greatest ring of {ring.label}, cm across", ring))
    several = []
    for label, target in labelled(request.targets):
        stated = request.conditions + request.attacker.conditions + target.conditions
        blast = Blast(chart, row, target.name, target.place or OUTER, stated, request.guns)
        several.append(("", (label, target.many, blast, charts)))
    struck = dice.joined(add, strike, several)
    total, destroyed = struck.counts
    return Ruling(
        BurstOutcome.NONE if not destroyed else BurstOutcome.ALL if destroyed == total else BurstOutcome.SOME,
        {"destroyed": destroyed},
        names=(
            ("attacker", charts.called(name, "artillery", "bombs")),
            ("targets", in_words(request.targets, charts, *TARGETS)),
            ("lost", in_words(lost(struck), charts, *TARGETS)),
            ("total", f"{total}"),
        ),
        effects=dice.told(effects_of, struck),
        each=dice.told(each_of, struck, BurstOutcome.ALL, BurstOutcome.NONE) if total > 1 else (),
    )


def strike(label: str, many: int, blast: Blast, charts: Charts, dice: Dice) -> Tally:
    """Alike targets: how many they are, how many are destroyed."""
    destroyed = dice.each(many, destroys, (blast, charts), label)[True]
    return Tally((many, destroyed), (label, Term(blast.target, destroyed), many))


def destroys(blast: Blast, charts: Charts, dice: Dice) -> bool:
    """One target: the centre ring, or a die from each gun over the Kill Number.

    Source: first-watch.txt 98-100, 106-108.
    """
    ring = charts[blast.chart, blast.weapon, "ring"]
    if outright(blast, charts):
        dice.show(Note(f"in the {blast.place} ring: destroyed without a die", ring.source))
        return True
    kill = charts[blast.chart, blast.weapon, "kill-number"]
    number = charts.add_up(
        "kill number",
        kill._replace(label=f"Kill Number of {kill.label}"),
        *charts.modifiers("burst", blast.stated),
        *counting(against(blast.target, "bombardment", charts)),
    )
    dice.show(number)
    need = Need(">", number.total)
    return dice.pool(blast.guns, D10, lambda face: int(need.met_by(face)), "bombardment", need) > 0


def outright(blast: Blast, charts: Charts) -> bool:
    """Whether the target lies in the ring that destroys everything. Source: first-watch.txt 98, 106, 143.

    Which ring that is, is a reading; for medium artillery the light oval is the next smaller ring too,
    and a bomb destroys everything in its inner circle.
    """
    if blast.weapon == "light" or blast.place == OUTER:
        return False
    if blast.place == CENTRE or blast.weapon == "medium" or blast.chart == "bombs":
        return True
    return charts.reads("FW-19", "next-smaller")


BURST = Procedure(
    "burst",
    burst,
    Burst,
    charts=("artillery", "bombardment", "bombs", "burst", "target-types", *TARGETS),
    outcomes=BurstOutcome,
    sums=("kill number",),
)
