"""Casualties: the men lost, the kills on a roster, the hits that an owner swaps for markers.

Source: combat-captain.txt 562-578, 582-591, 655-660, 710-712, 1013-1015.
"""

from typing import Annotated, NamedTuple

from refcli.core.charts import Source, whole
from refcli.core.counts import NOTHING
from refcli.core.dice import Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.core.words import some
from refcli.rulesets.combat_captain.circumstance import Circumstance
from refcli.rulesets.combat_captain.cover import COVER_CHARTS, Target, saved, target_of

MARKER = "a marker"
SWAPS = Source(section="Number of Hits", lines="655-657")
BEYOND = Source(section="Casualties", lines="565-572")
ROSTER = Source(section="Casualties", lines="576-578, 710-712")


class Suffered(NamedTuple):
    """What possible hits came to; ``destroyed`` are the sub-units and models gone."""

    hits: int = 0
    casualties: int = 0
    markers: int = 0
    destroyed: int = 0
    kills: int = 0

    @property
    def swapped(self) -> int:
        """The hits taken as morale markers; the other markers are for what was destroyed."""
        return self.markers - self.destroyed


def may_swap(charts: Charts, hits: int) -> range:
    """Which of so many hits the owner may swap for a morale marker. Source: 655-657; readings CC-16."""
    if charts.reads("CC-16", "second"):
        return range(2, hits + 1, 2)
    return range(2, hits + 1) if charts.reads("CC-16", "all-but-first") else range(3, hits + 1, 2)


def take_hits(hits: int, target: Target, charts: Charts, dice: Dice) -> Suffered:
    """Possible hits on a non-armored target: saves, swaps for markers, then men lost or kills.

    Source: 562-578, 655-660.
    """
    left = hits - saved(hits, target, charts, dice)
    lost = "kill" if target.vehicle else "man"
    swapped = 0
    for number in may_swap(charts, left):
        policy = MARKER if swapped < target.swap else f"a {lost}"
        swapped += dice.decide(f"hit {number}: {lost} or marker", (f"a {lost}", MARKER), policy) == MARKER
    if swapped:
        dice.show(Note(f"hits swapped for morale markers of the unit: {swapped}", SWAPS))
    suffer = mark_kills if target.vehicle else lose_men
    suffered = suffer(left - swapped, target, charts, dice)
    return suffered._replace(hits=hits, markers=suffered.markers + swapped)


def lose_men(hits: int, target: Target, charts: Charts, dice: Dice) -> Suffered:
    """A man lost for each hit, perhaps the whole sub-unit; hits beyond its men are lost. Source: 562-573."""
    casualties = min(hits, target.men)
    if hits > target.men:
        dice.show(Note(f"hits beyond its men are lost: {hits - target.men}", BEYOND))
    destroyed = int(casualties == target.men)
    return Suffered(casualties=casualties, markers=destroyed, destroyed=destroyed)


def mark_kills(kills: int, target: Target, charts: Charts, dice: Dice) -> Suffered:
    """Kills on the roster of the target's unit, where every third removes a model.

    Source: 576-578, 710-712; readings CC-14.
    """
    if not kills:
        return Suffered()
    a_model = kills_of_a_model(target.name, charts, dice)
    now = target.kills + kills
    removed = now // a_model - target.kills // a_model
    told = f", {some(removed, 'model')} removed" if removed else ""
    dice.show(Note(f"kills of the unit: {now}{told}", ROSTER))
    return Suffered(markers=removed, destroyed=removed, kills=kills)


def kills_of_a_model(name: str, charts: Charts, dice: Dice) -> int:
    """The kills of a unit of vehicles that remove one model. Source: 576-578, 710-712."""
    kills = charts["non-armor", name, "men"] if charts.has("non-armor", name) else charts["armor", name, "kills"]
    dice.show(Figure("kills that remove a model", kills))
    return whole(kills, at_least=1)


def effects_of(name: str, suffered: Suffered) -> tuple[Effect, ...]:
    """What possible hits change on the table."""
    effects = (
        Effect("casualties", name, suffered.casualties),
        Effect("kill", name, suffered.kills),
        Effect("remove", name, suffered.destroyed),
        Effect("marker", name, suffered.markers),
    )
    return tuple([effect for effect in effects if effect.amount])


def suffered_told(suffered: Suffered) -> tuple[tuple[str, str], ...]:
    """What a verdict says of the kills, the models gone and the hits swapped."""
    return (
        ("killed", some(suffered.kills, "kill")),
        ("models", some(suffered.destroyed, "model")),
        ("swaps", f", {suffered.swapped} a morale marker" if suffered.swapped else ""),
    )


class Save(NamedTuple):
    """A sub-unit that takes possible hits."""

    target: Annotated[Term, Field("the sub-unit hit", position=1, charts=("non-armor", "armor"), noun="target")]
    hits: Annotated[
        int, Field("possible hits, or kills on an armored target", short="-n", unit="hits", at_least=1, at_most=99)
    ] = 1
    cover: Annotated[int, Field("its level of cover", short="-c", unit="level", at_least=0, at_most=5)] = 0
    swap: Annotated[int, Field("hits swapped for markers, at most", unit="hits", at_least=0, at_most=99)] = 0
    conditions: Conditions = NOTHING


class SaveOutcome(Outcome):
    ALL_SAVED = "all saved", True, "{target} saves {taken}"
    CASUALTIES = "casualties", False, "{target}: {casualties} of {taken} cost a man{swaps}"
    KILLS = "kills", False, "{target}: {kills} of {taken} on the roster{swaps}"
    MODEL_REMOVED = "model removed", False, "{target}: {kills} of {taken} on the roster, {models} removed{swaps}"
    DESTROYED = "destroyed", False, "{target} is destroyed: {casualties} of {taken} cost a man{swaps}"


def save(request: Save, charts: Charts, dice: Dice) -> Ruling:
    """Saves for cover: how many possible hits cost a man, or how many kills go on the roster?

    A die for each, the level of cover or less. Source: combat-captain.txt 576-591, 655-660.
    """
    target = target_of(charts, dice, request.target, request.conditions, request.cover, request.swap)
    if target.armored:
        kills = request.hits - saved(request.hits, target, charts, dice)
        suffered = mark_kills(kills, target, charts, dice)._replace(hits=request.hits)
    else:
        suffered = take_hits(request.hits, target, charts, dice)
    if suffered.destroyed:
        outcome = SaveOutcome.MODEL_REMOVED if target.vehicle else SaveOutcome.DESTROYED
    elif suffered.kills:
        outcome = SaveOutcome.KILLS
    else:
        outcome = SaveOutcome.CASUALTIES if suffered.casualties else SaveOutcome.ALL_SAVED
    taken = some(request.hits, "kill" if target.armored else "possible hit")
    return Ruling(
        outcome,
        {
            "hits": suffered.hits,
            "casualties": suffered.casualties,
            "kills": suffered.kills,
            "markers": suffered.markers,
        },
        (("target", charts.called(target.name, "non-armor", "armor")), ("taken", taken), *suffered_told(suffered)),
        effects_of(target.name, suffered),
    )


SAVE = Procedure(
    "save",
    save,
    Save,
    charts=(*COVER_CHARTS, "kill"),
    outcomes=SaveOutcome,
    sums=("cover",),
    circumstances=Circumstance,
)
