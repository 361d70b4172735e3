"""Casualties: the men lost, the kills on a roster, the hits that an owner swaps for markers.

Source: combat-captain.txt 562-578, 582-591, 655-660, 710-712, 1013-1015.
"""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import Charts, Dice, Effect, Outcome, Ruling, Source, changes, note, procedure
from refcli.rulesets.combat_captain.cover import COVER_CHARTS, LevelOfCover, Target, saved, target_of

MARKER = "a marker"
SWAPS = Source(section="Number of Hits", lines="655-657")
BEYOND = Source(section="Casualties", lines="565-572")
ROSTER = Source(section="Casualties", lines="576-578, 710-712")


class Suffered(NamedTuple):
    """What possible hits came to: men lost, kills, sub-units and models destroyed, hits swapped for markers."""

    hits: int = 0
    casualties: int = 0
    kills: int = 0
    destroyed: int = 0
    swapped: int = 0

    @property
    def counts(self) -> dict[str, int]:
        """What a ruling counts; what is destroyed costs its unit a marker, as a hit swapped does."""
        markers = self.destroyed + self.swapped
        return {"hits": self.hits, "casualties": self.casualties, "kills": self.kills, "markers": markers}

    def effects_on(self, name: str) -> tuple[Effect, ...]:
        """What it changes on the table."""
        return changes(
            Effect("casualties", name, self.casualties),
            Effect("kill", name, self.kills),
            Effect("remove", name, self.destroyed),
            Effect("marker", name, self.destroyed + self.swapped),
        )


def take_hits(hits: int, target: Target, charts: Charts, dice: Dice) -> Suffered:
    """Possible hits on a non-armored target: saves, swaps for markers, then men lost or kills.

    Source: 562-578, 655-660.
    """
    left = hits - saved(hits, target, charts, dice)
    swapped = swap_hits(left, target, charts, dice)
    suffer = mark_kills if target.vehicle else lose_men
    return suffer(left - swapped, target, charts, dice)._replace(hits=hits, swapped=swapped)


def swap_hits(hits: int, target: Target, charts: Charts, dice: Dice) -> int:
    """The hits that the owner takes as morale markers: every other one after the first, if he wants to.

    Source: 655-657; readings CC-16.
    """
    if charts.reads("CC-16", "second"):
        may_swap = range(2, hits + 1, 2)
    else:
        may_swap = range(2, hits + 1) if charts.reads("CC-16", "all-but-first") else range(3, hits + 1, 2)
    lost = "kill" if target.vehicle else "man"
    options = f"a {lost}", MARKER
    swapped = 0
    for number in may_swap:
        policy = options[swapped < target.swap]
        swapped += dice.decide(f"hit {number}: {lost} or marker", options, policy) == MARKER
    if swapped:
        dice.show(note("hits swapped for morale markers of the unit: {swapped}", SWAPS, swapped=swapped))
    return swapped


def lose_men(hits: int, target: Target, charts: Charts, dice: Dice) -> Suffered:
    """A man lost for each hit, perhaps the whole sub-unit; hits beyond its men are lost. Source: 562-573."""
    beyond = max(0, hits - target.men)
    if beyond:
        dice.show(note("hits beyond its men are lost: {beyond}", BEYOND, beyond=beyond))
    return Suffered(casualties=hits - beyond, destroyed=int(hits >= target.men))


def mark_kills(kills: int, target: Target, charts: Charts, dice: Dice) -> Suffered:
    """Kills on the roster of the target's unit, where every third removes a model.

    Source: 576-578, 710-712; readings CC-14.
    """
    if not kills:
        return Suffered()
    a_model = kills_of_a_model(target.name, charts, dice)
    now = target.kills + kills
    removed = now // a_model - target.kills // a_model
    dice.show(note("kills of the unit: {now}[, {removed:model} removed]", ROSTER, now=now, removed=removed))
    return Suffered(kills=kills, destroyed=removed)


def kills_of_a_model(name: str, charts: Charts, dice: Dice) -> int:
    """The kills of a unit of vehicles that remove one model. Source: 576-578, 710-712."""
    kills = charts["non-armor", name, "men"] if charts.has("non-armor", name) else charts["armor", name, "kills"]
    return dice.show(kills, "kills that remove a model").whole(at_least=1)


class Save(NamedTuple):
    """A sub-unit that takes possible hits."""

    target: Annotated[Term, Field("the sub-unit hit", 1, ("non-armor", "armor"), noun="target")]
    hits: Annotated[
        int, Field("possible hits, or kills on an armored target", short="-n", unit="hits", at_least=1, at_most=99)
    ] = 1
    cover: LevelOfCover = 0
    swap: Annotated[int, Field("hits swapped for markers, at most", unit="hits", at_least=0, at_most=99)] = 0
    conditions: Conditions = NOTHING


TAKEN = "[armored?{hits:kill}][!armored?{hits:possible hit}]"
SWAPPED = "[, {swapped} a morale marker]"


class SaveOutcome(Outcome):
    ALL_SAVED = "all saved", True, f"{{target}} saves {TAKEN}"
    CASUALTIES = "casualties", False, f"{{target}}: {{casualties}} of {{hits:possible hit}} cost a man{SWAPPED}"
    KILLS = "kills", False, f"{{target}}: {{kills}} of {TAKEN} on the roster{SWAPPED}"
    MODEL_REMOVED = (
        "model removed",
        False,
        f"{{target}}: {{kills}} of {TAKEN} on the roster, {{destroyed:model}} removed{SWAPPED}",
    )
    DESTROYED = (
        "destroyed",
        False,
        f"{{target}} is destroyed: {{casualties}} of {{hits:possible hit}} cost a man{SWAPPED}",
    )


@procedure("save", SaveOutcome, (*COVER_CHARTS, "kill"), sums=("cover",))
def save(request: Save, charts: Charts, dice: Dice) -> Ruling:
    """Saves for cover: how many possible hits cost a man, or how many kills go on the roster?

    A die for each, the level of cover or less. Source: combat-captain.txt 576-591, 655-660.
    """
    target = target_of(request.target, request.conditions, request.cover, charts, dice, swap=request.swap)
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
    told = {**suffered._asdict(), "armored": target.armored}
    return Ruling(outcome, suffered.counts, suffered.effects_on(target.name), told=told)
