"""Casualties: men lost, the kill die, kills on a roster, hits that an owner swaps for markers.

Source: combat-captain.txt 430-433, 562-578, 582-591, 655-660, 710-712, 955-956, 1013-1015.
"""

from operator import add

from refcli.core.cells import Source, TargetNumber
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import D6, Charts, Dice, Effect, Note, Outcome, Ruling, changes, note, procedure
from refcli.rulesets.combat_captain.cover import BESIDE, COVER_CHARTS, TARGETS, LevelOfCover, Target, saved, target_of
from refcli.rulesets.combat_captain.effects import A_SUB_UNIT, Kind, unit_of
from refcli.rulesets.combat_captain.unit import on_each_die, routs

MARKER = "takes a morale marker"
SWAPS = Source(section="Number of Hits", lines="655-657")
NUMBER = Source(section="Number of Hits", lines="658-659, 955-956")
BEYOND = Source(section="Casualties", lines="565-572")
ROSTER = Source(section="Casualties", lines="576-578, 710-712")
MARKERS = Source(section="Impact of a Morale Marker", lines="547, 1018")

FirersMarkers = Annotated[
    int,
    Field(
        "morale markers of the firing unit",
        said="the firers have {value:morale marker}",
        short="-m",
        at_least=0,
        at_most=6,
    ),
]


class Suffered(NamedTuple):
    """What possible hits came to: men lost, kills, sub-units and models destroyed, hits swapped for markers.

    Of the destroyed some went because they and others of their unit together lost the men of one: ``consolidated``.
    Units may have ``routed`` over that.
    """

    hits: int = 0
    casualties: int = 0
    kills: int = 0
    destroyed: int = 0
    swapped: int = 0
    consolidated: int = 0
    routed: int = 0

    def __add__(self, other: "Suffered") -> "Suffered":  # type: ignore[override]
        return Suffered._make(map(add, self, other))

    @property
    def counts(self) -> dict[str, int]:
        """What a ruling counts; what is destroyed costs its unit a marker, as a hit swapped does."""
        markers = self.destroyed + self.swapped
        counts = {"hits": self.hits, "casualties": self.casualties, "kills": self.kills, "markers": markers}
        return {**counts, "routed": self.routed}

    @property
    def told(self) -> dict[str, int]:
        """What a verdict tells of it: hits that cost no man, no kill and no marker were saved."""
        return {**self._asdict(), "saved": max(0, self.hits - self.casualties - self.kills - self.swapped)}

    def effects_on(self, name: str, role: str = "target") -> tuple[Effect, ...]:
        """What it changes on the table: kills and markers are those of the unit. Source: 537-542, 576-578."""
        models = "models" if self.destroyed > 1 else ""
        return changes(
            Effect(Kind.CASUALTIES, name, self.casualties, role=role),
            Effect(Kind.KILL, unit_of(name), self.kills, role=role),
            Effect(Kind.REMOVE, name, self.destroyed - self.consolidated, models, role),
            Effect(Kind.REMOVE, unit_of(name, A_SUB_UNIT), self.consolidated, role=role),
            Effect(Kind.MARKER, unit_of(name), self.destroyed + self.swapped, role=role),
            Effect(Kind.ROUT, unit_of(name), self.routed, role=role),
        )


def take_hits(hits: int, target: Target, charts: Charts, dice: Dice) -> Suffered:
    """Possible hits on a non-armored target: saves, swaps for markers, men lost or kills. Source: 562-578, 655-660."""
    left = hits - saved(hits, target, charts, dice)
    swapped = swap_hits(left, target, charts, dice)
    suffer = mark_kills if target.vehicle else lose_men
    return suffer(left - swapped, target, charts, dice)._replace(hits=hits, swapped=swapped)


def swap_hits(hits: int, target: Target, charts: Charts, dice: Dice) -> int:
    """The hits that the owner takes as markers: every other one after the first. Source: 655-657; readings CC-16."""
    first, step = 3, 2
    if charts.reads("CC-16", "second"):
        first = 2
    elif charts.reads("CC-16", "all-but-first"):
        first, step = 2, 1
    options = "takes a kill" if target.vehicle else "loses a man", MARKER
    swapped = 0
    for number in range(first, hits + 1, step):
        if not target.vehicle and number - 1 - swapped >= target.men:
            break  # it kills nobody, so that there is no man to take a marker for
        policy = options[swapped < target.swap]
        swapped += dice.decide(f"hit {number}", options, policy) == MARKER
    if swapped:
        dice.show(note("{swapped:hit taken as a morale marker|hits taken as morale markers}", SWAPS, swapped=swapped))
    return swapped


def lose_men(hits: int, target: Target, charts: Charts, dice: Dice) -> Suffered:
    """A man lost for each hit, perhaps the whole sub-unit; hits beyond its men are lost.

    With men that others of its unit lost it may come to a sub-unit all the same. Source: 562-573; readings CC-65.
    """
    beyond = max(0, hits - target.men)
    if beyond:
        dice.show(note("{beyond:hit} to spare", BEYOND, beyond=beyond))
    gone = hits >= target.men
    together = bool(target.elsewhere and hits) and not gone and hits + target.elsewhere >= target.men
    if together:
        dice.show(Note("with the men lost elsewhere its unit loses a sub-unit: the one that lost most goes", BEYOND))
    return Suffered(casualties=hits - beyond, destroyed=int(gone or together), consolidated=int(together))


def mark_kills(kills: int, target: Target, charts: Charts, dice: Dice) -> Suffered:
    """Kills on the roster of a unit, where every third removes a model. Source: 576-578, 710-712; readings CC-14."""
    if not kills:
        return Suffered()
    a_model = kills_of_a_model(target.name, charts, dice)
    now = target.kills + kills
    removed = now // a_model - target.kills // a_model
    if target.kills or removed:
        all_in_all = "{now:kill} in all on the roster of the unit[: remove {removed:model}]"
        dice.show(note(all_in_all, ROSTER, now=now, removed=removed))
    return Suffered(kills=kills, destroyed=removed)


def kills_of_a_model(name: str, charts: Charts, dice: Dice) -> int:
    """The kills of a unit of vehicles that remove one model. Source: 576-578, 710-712."""
    kills = charts["non-armor", name, "men"] if charts.has("non-armor", name) else charts["armor", name, "kills"]
    return dice.show(kills, "{value:kill removes|kills remove} a model.").whole(at_least=1)


def look_at_rout(suffered: Suffered, target: Target, charts: Charts, dice: Dice) -> Suffered:
    """The same with its unit routed, where it is known how many sub-units that has beside. Source: 549-550."""
    gained = suffered.destroyed + suffered.swapped
    beside = target.beside[BESIDE] if gained else 0
    if not beside:
        return suffered
    left = max(1, beside + 1 - suffered.destroyed)
    return suffered._replace(routed=int(routs(unit_of(target.called), left, target.markers + gained, charts, dice)))


class Save(NamedTuple):
    """A sub-unit that takes possible hits."""

    target: Annotated[Term, Field("the sub-unit hit", 1, TARGETS, noun="target")]
    hits: Annotated[
        int,
        Field(
            "possible hits, or kills of an armored target",
            said="{value:hit}",
            short="-n",
            unit="hits",
            at_least=1,
            at_most=99,
        ),
    ] = 1
    cover: LevelOfCover = 0
    swap: Annotated[
        int,
        Field(
            "most hits that the owner takes as morale markers",
            said="{value:hit} at most taken as markers",
            unit="hits",
            at_least=0,
            at_most=99,
            decides=True,
        ),
    ] = 0
    conditions: Conditions = NOTHING


TAKEN = "[armored?{hits:kill}][!armored?{hits:hit}]"
MARKED = "Mark {kills:kill} on the roster of {the target}[saved?; {saved} saved]"
LOSES = "{The target} {target:loses|lose} {casualties:man|men}[saved?: {hits:hit}, {saved} saved]"
"""What verdicts say of a target that is left; no more men are lost than hit, so that the others were saved."""
LOST = "{hits:hit}, {casualties:man|men} lost"
SWAPPED = "[; {swapped:hit taken as a marker|hits taken as markers}][routed?; its unit routs]"
TOGETHER = "; with earlier losses its unit loses a sub-unit"


class SaveOutcome(Outcome):
    ALL_SAVED = "all saved", True, f"Cover saves {{the target}} from {TAKEN}."
    CASUALTIES = "casualties", False, f"{LOSES}{SWAPPED}."
    KILLS = "kills", False, f"{MARKED}{SWAPPED}."
    MODEL_REMOVED = "model removed", False, f"{MARKED}; remove {{destroyed:model}}{SWAPPED}."
    DESTROYED = "destroyed", False, f"{{The target}} {{target:is|are}} destroyed: {LOST}{SWAPPED}."
    SUB_UNIT_LOST = "sub-unit lost", False, f"{LOSES}{TOGETHER}{SWAPPED}."


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
    suffered = look_at_rout(suffered, target, charts, dice)
    if suffered.consolidated:
        outcome = SaveOutcome.SUB_UNIT_LOST
    elif suffered.destroyed:
        outcome = SaveOutcome.MODEL_REMOVED if target.vehicle else SaveOutcome.DESTROYED
    elif suffered.kills:
        outcome = SaveOutcome.KILLS
    else:
        outcome = SaveOutcome.CASUALTIES if suffered.casualties else SaveOutcome.ALL_SAVED
    told = {**suffered.told, "armored": target.armored}
    return Ruling(outcome, suffered.counts, lambda: suffered.effects_on(target.called), told=told)


class Penetrate(NamedTuple):
    """A kill number that the fire chart gave against an armored target."""

    target: Annotated[Term, Field("the armored target", 1, ("armor",), noun="target")]
    number: Annotated[
        int,
        Field(
            "the kill number of the fire chart",
            said="kill number {value}",
            short="-n",
            unit="number",
            at_least=0,
            at_most=17,
        ),
    ]
    cover: LevelOfCover = 0
    markers: FirersMarkers = 0
    conditions: Conditions = NOTHING


class PenetrateOutcome(Outcome):
    MODEL_REMOVED = "model removed", True, "A kill on {the target}: remove a model."
    KILL = "kill", True, "A kill on {the target}: mark the roster of its unit."
    SAVED = "saved", False, "Cover saves {the target} from the kill."
    NO_KILL = "no kill", False, "No kill on {the target}."


@procedure("penetrate", PenetrateOutcome, (*COVER_CHARTS, "kill"), sums=("kill die", "cover"))
def penetrate(request: Penetrate, charts: Charts, dice: Dice) -> Ruling:
    """The kill die: does a kill number destroy an armored target?

    A die of the kill number or less kills, 6 or more needs none; a vehicle in cover may save; every
    third kill of the unit removes a model. Source: combat-captain.txt 576-578, 658-660.
    """
    target = target_of(request.target, request.conditions, request.cover, charts, dice)
    killed = roll_to_kill(request.number, request.markers, charts, dice)
    suffered = take_kill(target, charts, dice) if killed else Suffered()
    if suffered.kills:
        outcome = PenetrateOutcome.MODEL_REMOVED if suffered.destroyed else PenetrateOutcome.KILL
    else:
        outcome = PenetrateOutcome.SAVED if killed else PenetrateOutcome.NO_KILL
    return Ruling(outcome, {"kills": suffered.kills}, lambda: suffered.effects_on(target.called))


def roll_to_kill(number: int, markers: int, charts: Charts, dice: Dice) -> bool:
    """Whether a kill number kills, before any save. Source: 658-659, 955-956; readings CC-7."""
    if number <= 0:
        dice.show(Note("no kill number: no effect", NUMBER))
        return False
    automatic = charts["kill", "automatic"]
    if automatic.target_number.met_by(number):
        dice.show(automatic, "A kill number of {0} needs no die.", number)
        return True
    lowered = (on_each_die(markers, charts),) if markers and charts.reads("CC-7", "literal") else ()
    if markers and not lowered:
        dice.show(Note("morale markers change no kill die", MARKERS))
    return dice.check(charts.add_up("kill die", *lowered), D6, "kill die", TargetNumber("<=", number)).passed


def take_kill(target: Target, charts: Charts, dice: Dice) -> Suffered:
    """A kill: saved by cover, or marked on the roster. Source: 430-433, 576-578, 660."""
    return Suffered() if saved(1, target, charts, dice) else mark_kills(1, target, charts, dice)
