"""A shot: the weapon and its target, what is asked of fire, and what comes of it.

Source: first-watch.txt 56-90, 94.
"""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import Outcome
from refcli.rulesets.first_watch.attack import MOST_CM, TARGETS, Range, Year

WEAPONS = ("small-arms", "guns", "anti-tank")
FIRERS = (*WEAPONS, "artillery", "vehicles")
"""The charts that name what fires: a vehicle stands for its main gun, artillery for its piece as a gun."""

FACINGS = ("front", "side", "rear")

COMPARED = "[compared?: penetration {penetration} against armor {armor}]"


class Shot(NamedTuple):
    """One weapon's shot at one target: from how far, at which side of a vehicle, when, and what is stated of it."""

    weapon: str
    target: str
    range: float
    facing: str
    year: int | None
    stated: Conditions


class Fire(NamedTuple):
    """One weapon's attack on one target."""

    attacker: Annotated[
        Term, Field("the weapon that fires, or the vehicle whose main gun does", 1, FIRERS, noun="weapon")
    ]
    target: Annotated[Term, Field("the troops, vehicle or gun fired at", 2, TARGETS, noun="target")]
    range: Range
    facing: Annotated[
        str, Field("the side of a vehicle that the shot strikes, by the overlay", short="-f", choices=FACINGS)
    ] = "front"
    year: Year = None
    near: Annotated[
        int,
        Field(
            "other infantry or crew counters near the target",
            said="{value:other counter} near",
            short="-n",
            at_least=0,
            at_most=9,
        ),
    ] = 0
    apart: Annotated[
        float | None,
        Field("cm from the target to them; close at hand by default", unit="cm", at_least=0, at_most=MOST_CM),
    ] = None
    second: Annotated[
        Term | None,
        Field(
            "the counter near the target that its owner removes; for the crew of a vehicle, the vehicle", charts=TARGETS
        ),
    ] = None
    conditions: Conditions = NOTHING


class FireOutcome(Outcome):
    DESTROYED = (
        "destroyed",
        True,
        f"[piece?One {{piece}} of {{the target}} is][!piece?{{The target}} {{target:is|are}}] destroyed{COMPARED}.",
    )
    MORE_ELIMINATED = (
        "second counter",
        True,
        "{The target} {target:loses|lose} a [crew?crew ]counter, and {more} more close at hand.",
    )
    ELIMINATED = "eliminated", True, "{The target} {target:loses|lose} a [crew?crew ]counter."
    TRACK = "track hit", True, "{The target} {target:is|are} hit in the track and cannot move."
    NOT_PENETRATED = "not penetrated", False, f"{{The target}} {{target:is|are}} hit but not penetrated{COMPARED}."
    BOUNCE = "bounce", False, "The shot bounces off {the target}."
    MISS = "miss", False, "{The attacker} {attacker:misses|miss} {the target}."
    NO_SHOT = "no shot", Outcome.NO_ATTEMPT, "{The attacker} {attacker:has|have} no shot at {the target}."
