"""The strafing run. Source: combat-captain.txt 881-899."""

from typing import Annotated, NamedTuple

from refcli.core.charts import Source
from refcli.core.counts import NOTHING
from refcli.core.dice import D6, Dice, with_die
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term, labelled
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.core.words import some
from refcli.rulesets.combat_captain.circumstance import Circumstance
from refcli.rulesets.combat_captain.cover import COVER_CHARTS, Target, is_vehicle, saved, target_of
from refcli.rulesets.combat_captain.off_board import planes_left, planes_that_come

FLY_ON, STOP = "fly on", "stop"
MOST_MEN = 100
"""Men that a tape can cross before the referee has mistyped."""
MEN_ONLY = Source(section="Strafing Run", lines="888-889")


class Strafe(NamedTuple):
    """One plane over the men under its tape, in the order in which it crosses them; or the planes that come."""

    target: Annotated[
        tuple[Term, ...],
        Field(
            "the men crossed, in order; left out, it rolls for the planes",
            position=1,
            charts=("non-armor",),
            noun="target",
        ),
    ] = ()
    cover: Annotated[int, Field("level of their cover", short="-c", unit="level", at_least=0, at_most=5)] = 0
    stop: Annotated[
        int | None, Field("men after which the player ends the run", unit="men", at_least=1, at_most=MOST_MEN)
    ] = None
    lost: Annotated[int, Field("planes shot down on earlier turns", unit="planes", at_least=0, at_most=3)] = 0
    conditions: Conditions = NOTHING


class StrafeOutcome(Outcome):
    PLANES = "planes", True, "{come}, a tape for each"
    FINISHED = "finished", True, "the run is finished: {fallen}, the plane flies away"
    TERMINATED = "ended", True, "the player ends the run: {fallen}"
    BREAKS_OFF = "breaks off", False, "the plane breaks off and may return: {fallen}"
    CRASHES = "crashes", False, "the plane crashes: {fallen}"
    NO_PLANES = "no planes", False, "no plane is left"


class Group(NamedTuple):
    """Men under the tape, alike, in a row."""

    label: str
    target: Target
    first: int
    last: int


class ManOutcome(Outcome):
    """What becomes of one man under the tape."""

    FALLEN = "fallen", True, "a casualty"
    SAVED = "saved", False, "saved by his cover"
    MISSED = "missed", False, "not hit"
    NOT_REACHED = "not reached", False, "the run ends before him"


class Run(NamedTuple):
    """What the run comes to from one man on, and what becomes of each man.

    Runs alike but for which men fall are one and the same to odds, which merge them.
    """

    casualties: int
    end: StrafeOutcome
    men: tuple[ManOutcome, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Run) and (self.casualties, self.end) == (other.casualties, other.end)

    def __hash__(self) -> int:
        return hash((self.casualties, self.end))


def strafe(request: Strafe, charts: Charts, dice: Dice) -> Ruling:
    """Strafing run: how many fall, and does the plane come back?

    Without a target a die for the planes; then, for each plane, a die for each man its tape crosses.
    Source: combat-captain.txt 881-899.
    """
    if not request.target:
        planes = planes_that_come(request.lost, charts, dice)
        outcome = StrafeOutcome.PLANES if planes else StrafeOutcome.NO_PLANES
        return Ruling(outcome, {"planes": planes, "casualties": 0}, names=(("come", some(planes, "plane")),))
    if not planes_left(request.lost, charts, dice):
        return Ruling(StrafeOutcome.NO_PLANES, {"planes": 0, "casualties": 0})
    tape = charts["air", "tape"]
    dice.show(Figure(tape.label, tape))
    groups = under_the_tape(request, charts, dice)
    run = dice.sub(cross, (groups, 1, request.stop, charts), "")
    crossed = [group.label for group in groups for _ in range(group.last)]
    not_reached = (ManOutcome.NOT_REACHED,) * (len(crossed) - len(run.men))
    effects = [Effect("casualties", "men crossed", run.casualties)] if run.casualties else []
    if run.end is StrafeOutcome.CRASHES:
        effects.append(Effect("remove", "plane"))
    return Ruling(
        run.end,
        {"planes": 1, "casualties": run.casualties},
        names=(("fallen", some(run.casualties, "casualty", "casualties")),),
        effects=tuple(effects),
        each=tuple(zip(crossed, run.men + not_reached, strict=True)) if len(crossed) > 1 else (),
    )


def under_the_tape(request: Strafe, charts: Charts, dice: Dice) -> tuple[Group, ...]:
    """The infantrymen crossed, in order; vehicles are not touched. Source: 886-889; a reading, CC-41."""
    if sum(term.many for term in request.target) > MOST_MEN:
        raise Refused(f"a strafing run crosses at most {MOST_MEN} men here")
    groups = []
    for label, term in labelled(request.target):
        if is_vehicle(charts, term.name):
            dice.show(Note(f"{charts.label('non-armor', term.name)}: only infantrymen are strafed", MEN_ONLY))
            continue
        target = target_of(charts, dice, term, request.conditions, request.cover)
        groups.append(Group(label, target, 1, term.many))
    return tuple(groups)


def cross(groups: tuple[Group, ...], man: int, stop: int | None, charts: Charts, dice: Dice) -> Run:
    """The next man under the tape, and all after him. Source: 888-899."""
    if not groups:
        return Run(0, StrafeOutcome.FINISHED)
    group = groups[0]
    left = (group._replace(first=group.first + 1), *groups[1:]) if group.first < group.last else groups[1:]
    policy = STOP if stop is not None and man >= stop else FLY_ON
    who = f"{group.label}/{group.first}"
    here = dice.sub(strafe_man, (group.target, policy if left else "", charts), who)
    if here.end is not StrafeOutcome.FINISHED:
        return here
    rest = dice.sub(cross, (left, man + 1, stop, charts), "")
    return Run(here.casualties + rest.casualties, rest.end, here.men + rest.men)


def strafe_man(target: Target, policy: str, charts: Charts, dice: Dice) -> Run:
    """One man under the tape: does he fall, does he stop the run? Source: 888-897."""
    casualty, shoots_back = charts["air", "casualty"], charts["air", "return-shot"]
    strafing = charts.add_up("strafing")
    result = with_die(dice, strafing, D6, "strafed", casualty.needs)
    if shoots_back.needs.met_by(result.total):
        end = return_shot(charts, dice)
        if end is not StrafeOutcome.FINISHED:
            return Run(0, end, (ManOutcome.MISSED,))
    man = ManOutcome.MISSED
    if result.met:
        man = ManOutcome.SAVED if saved(1, target, charts, dice) else ManOutcome.FALLEN
    fallen = int(man is ManOutcome.FALLEN)
    if policy and dice.decide("the run", (FLY_ON, STOP), policy) == STOP:
        return Run(fallen, StrafeOutcome.TERMINATED, (man,))
    return Run(fallen, StrafeOutcome.FINISHED, (man,))


def return_shot(charts: Charts, dice: Dice) -> StrafeOutcome:
    """A return shot's die for effect: the plane crashes, breaks off, or flies on. Source: 890-897."""
    breaks_off, crashes = charts["air", "breaks-off"], charts["air", "crashes"]
    face = dice.die(D6, "return shot", breaks_off.needs)
    if crashes.needs.met_by(face):
        dice.show(Figure(crashes.label, crashes))
        return StrafeOutcome.CRASHES
    if breaks_off.needs.met_by(face):
        dice.show(Figure(breaks_off.label, breaks_off))
        return StrafeOutcome.BREAKS_OFF
    return StrafeOutcome.FINISHED


STRAFE = Procedure(
    "strafe",
    strafe,
    Strafe,
    charts=(*COVER_CHARTS, "planes", "air"),
    outcomes=StrafeOutcome,
    sums=("strafing", "cover"),
    circumstances=Circumstance,
)
