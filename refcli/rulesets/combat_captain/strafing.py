"""The strafing run. Source: combat-captain.txt 881-899."""

from collections import Counter
from collections.abc import Iterable

from refcli.core.cells import Source
from refcli.core.dice import D6, numbered, part
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Terms, how_many, labelled
from refcli.core.rulebook import Charts, Dice, Effect, Outcome, Refused, Ruling, note, of_several, procedure
from refcli.rulesets.combat_captain.cover import COVER_CHARTS, Target, TheirCover, is_vehicle, saved, target_of
from refcli.rulesets.combat_captain.effects import Kind
from refcli.rulesets.combat_captain.losses import Fallen, SubUnit, fates, fell, men_of, sub_units_lost
from refcli.rulesets.combat_captain.off_board import (
    PlanesLost,
    Side,
    names_under,
    planes_left,
    planes_of,
    planes_that_come,
    sub_units_under,
)
from refcli.rulesets.combat_captain.unit import on_each_die

MOST_MEN = 100
"""Men that a tape can cross before the referee has mistyped."""
MEN_ONLY = Source(section="Strafing Run", lines="888-889")


class Strafe(NamedTuple):
    """One plane over the men under its tape, in the order in which it crosses them; or the planes that come."""

    target: Annotated[
        Terms,
        Field(
            "the men that the tape crosses, in order; leave it out to roll for the planes",
            1,
            ("non-armor",),
            noun="target",
        ),
    ] = ()
    cover: TheirCover = 0
    stop: Annotated[
        int | None,
        Field(
            "men after which the player ends the run",
            said="the run ends after {value:man|men}",
            unit="men",
            at_least=1,
            at_most=MOST_MEN,
        ),
    ] = None
    lost: PlanesLost = 0
    side: Side = None
    conditions: Conditions = NOTHING


FELL = "[casualties?{casualties:casualty|casualties}][!casualties?no casualties][, {markers:sub-unit} lost]."


class StrafeOutcome(Outcome):
    PLANES = "planes", True, "{planes:plane}, one tape to a plane."
    FINISHED = "finished", True, f"The plane flies its run to the end: {FELL}"
    TERMINATED = "ended", True, f"The player ends the run: {FELL}"
    BREAKS_OFF = "breaks off", False, f"The plane breaks off and may return: {FELL}"
    CRASHES = "crashes", False, f"The plane crashes: {FELL}"
    NO_PLANES = "no planes", False, "No plane is left."


class ManOutcome(Outcome):
    """What becomes of one man under the tape."""

    FALLEN = "fallen", True, "A casualty."
    SAVED = "saved", False, "His cover saves him."
    MISSED = "missed", False, "Not hit."
    NOT_REACHED = "not reached", False, "The run ends before him."


class Strafed(NamedTuple):
    """What a man's own die comes to: whether he is hit, and whether he shoots back."""

    hit: bool = False
    shoots_back: bool = False


class Passed(NamedTuple):
    """A man whom the plane has come to: whether his shot ends the run, and else whether he is hit."""

    end: StrafeOutcome = StrafeOutcome.FINISHED
    hit: bool = False


Man = tuple[str, Target, Strafed]
"""One man under the tape: the label of his dice, the man, what they came to."""


class Run(NamedTuple):
    """What the run comes to from one man on; what becomes of each man is for those who rolled."""

    fallen: Fallen
    end: StrafeOutcome
    men: tuple[ManOutcome, ...] = ()


@procedure("strafe", StrafeOutcome, (*COVER_CHARTS, "planes", "air", "sides"), ("strafing", "cover", "return shot"))
def strafe(request: Strafe, charts: Charts, dice: Dice) -> Ruling:
    """Strafing run: how many fall, and does the plane come back?

    Without a target a die for the planes; then, for each plane, a die for each man its tape crosses.
    Source: combat-captain.txt 881-899.
    """
    counts = {"planes": 0, "casualties": 0, "markers": 0}
    if not request.target:
        planes = planes_that_come(request.lost, charts, dice)
        return Ruling(
            StrafeOutcome.PLANES if planes else StrafeOutcome.NO_PLANES,
            {**counts, "planes": planes},
            lambda: planes_of(request.side, planes, "strafing", charts),
        )
    if not planes_left(request.lost, charts, dice):
        return Ruling(StrafeOutcome.NO_PLANES, counts)
    dice.show(charts["air", "tape"], 'The strafing run is {value}" long.')
    men = under_the_tape(request, charts, dice)
    run = fly_over(men[: request.stop], charts, dice)
    if run.end is StrafeOutcome.FINISHED and men[request.stop :] and request.stop:
        run = run._replace(end=StrafeOutcome.TERMINATED)
    if run.men and len(run.men) < len(men):
        left = len(men) - len(run.men)
        before = "the run ends before the last[ {several} men][!several? man]"
        dice.show(note(before, MEN_ONLY, several=left if left > 1 else 0))
    sub_units = sub_units_under(request.target, request.conditions, charts, dice)
    lost = sub_units_lost(sub_units, run.fallen)
    counts |= {"planes": 1, "casualties": run.fallen.total, "markers": lost}
    came = (*run.men, *[ManOutcome.NOT_REACHED] * (len(men) - len(run.men)))
    names = names_under(request.target, charts)
    each = tuple([(names[label], fate) for (label, _), fate in zip(men, came, strict=True)])
    return Ruling(run.end, counts, lambda: strafed_by(request, each, run.end, sub_units, charts), of_several(each))


def strafed_by(
    request: Strafe,
    each: Iterable[tuple[str, Outcome]],
    end: StrafeOutcome,
    sub_units: tuple[SubUnit, ...],
    charts: Charts,
) -> tuple[Effect, ...]:
    """Who falls, which sub-units are lost, and what becomes of the plane. Source: 565-573, 888-898; readings CC-65."""
    fallen = Counter([name for name, fate in each if fate is ManOutcome.FALLEN])
    whose = charts.called(request.side.name, "sides") if request.side else ""
    ends = [Effect(Kind.REMOVE, "plane", role="aircraft", detail=whose)] if end is StrafeOutcome.CRASHES else []
    ends += [Effect(Kind.BREAK_OFF, "plane", role="aircraft")] if end is StrafeOutcome.BREAKS_OFF else []
    flown = Effect(Kind.FLOWN, "plane", role="aircraft", detail=whose)
    return (*fates(sub_units, fallen, "target"), *ends, flown)


def under_the_tape(request: Strafe, charts: Charts, dice: Dice) -> tuple[tuple[str, Target], ...]:
    """The infantrymen crossed, in order; vehicles are not touched. Source: 886-889; a reading, CC-41."""
    if how_many(request.target) > MOST_MEN:
        raise Refused(f"a strafing run crosses {MOST_MEN} men at most; leave some out")
    men: list[tuple[str, Target]] = []
    for label, term in labelled(request.target):
        if is_vehicle(term.name, charts):
            name = charts.called(term.name, "non-armor")
            dice.show(note("only infantrymen are strafed, not {the vehicle}", MEN_ONLY, vehicle=name))
        else:
            target = target_of(term, request.conditions, request.cover, charts, dice)
            whole = men_of(term.name, charts)
            if target.men < whole and term.many > target.men:
                who = charts.called(term.name, "non-armor")
                raise Refused(f"{who} has {target.men} of {whole} men left: name so many at most, not {term.many}")
            men += numbered(label, term.many, target)
    return tuple(men)


def fly_over(men: tuple[tuple[str, Target], ...], charts: Charts, dice: Dice) -> Run:
    """A die for each man under the tape, all at once; then it crosses one after the other. Source: 888-899."""
    rolled = [(label, target, dice.ahead(strafe_man, (charts,), label)) for label, target in men]
    return cross(tuple(rolled), charts, dice)


@part
def strafe_man(charts: Charts, dice: Dice) -> Strafed:
    """One man's die: is he hit, or does he shoot back? Source: 888-891."""
    casualty, shoots_back = charts["air", "casualty"], charts["air", "return-shot"]
    strafed = dice.check(charts.add_up("strafing"), D6, "strafed", casualty.target_number)
    return Strafed(strafed.passed, shoots_back.target_number.met_by(strafed.total))


@part
def cross(men: tuple[Man, ...], charts: Charts, dice: Dice) -> Run:
    """The next man whom the plane crosses, and all after him: the first shot that drives it off ends the run.

    Who is hit before it saves himself; who comes after it has nothing to save. Source: 888-899; readings CC-41.
    """
    if not men:
        return Run(Fallen(), StrafeOutcome.FINISHED)
    label, target, strafed = men[0]
    here, each = dice.all_of(pass_over, [(label, strafed)], target, charts)
    if here.end is not StrafeOutcome.FINISHED:
        return Run(Fallen(), here.end, tuple([ManOutcome.MISSED for _ in each]))
    if not here.hit:
        return with_the_rest(ManOutcome.MISSED, target.group, bool(each), cross(men[1:], charts, dice), dice)
    fate = dice.ahead(fate_of, (target, charts), label)
    return with_the_rest(fate, target.group, bool(each), cross(men[1:], charts, dice), dice)


def pass_over(strafed: Strafed, target: Target, charts: Charts, dice: Dice) -> Passed:
    """One man whom the plane crosses: does his shot end the run? Source: 890-897."""
    end = return_shot(target.markers, charts, dice) if strafed.shoots_back else StrafeOutcome.FINISHED
    return Passed(end, strafed.hit)


@part
def fate_of(target: Target, charts: Charts, dice: Dice) -> ManOutcome:
    """A man who is hit: does his cover save him? Source: 888-889."""
    return ManOutcome.SAVED if saved(1, target, charts, dice) else ManOutcome.FALLEN


@part
def with_the_rest(fate: ManOutcome, group: tuple[int, str], told: bool, rest: Run, dice: Dice) -> Run:
    """What becomes of one man, put before what becomes of those after him; ``told`` where somebody rolled."""
    fallen = fell(group, int(fate is ManOutcome.FALLEN))
    return Run(fallen + rest.fallen, rest.end, (fate, *rest.men) if told else ())


ENDS = {"crashes": "brings the plane down", "breaks-off": "drives the plane off"}
"""What a return shot does, by its row of the chart."""


def return_shot(markers: int, charts: Charts, dice: Dice) -> StrafeOutcome:
    """A return shot's die for effect: the plane crashes, breaks off, or flies on.

    Source: 547, 890-897; readings CC-62.
    """
    lowered = (on_each_die(markers, charts),) if markers and charts.reads("CC-62", "lowered") else ()
    breaks_off = charts["air", "breaks-off"].target_number
    shot = dice.check(charts.add_up("return shot", *lowered), D6, "return shot", breaks_off).total
    for name, end in (("crashes", StrafeOutcome.CRASHES), ("breaks-off", StrafeOutcome.BREAKS_OFF)):
        effect = charts["air", name]
        if effect.target_number.met_by(shot):
            dice.show(effect, f"{{0}} {ENDS[name]}.", effect.said)
            return end
    return StrafeOutcome.FINISHED
