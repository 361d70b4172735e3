"""A request resolved at a table: with faces that players gave, that are asked for, and that are rolled."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate, groupby
from typing import Any, NamedTuple, Protocol

from refcli.core.dice import Choice
from refcli.core.errors import Refused
from refcli.core.faces import NO_FACES, Dealer, Face, Faces, Wanted, checked_face, expected, spare_faces
from refcli.core.figures import Charts
from refcli.core.labels import place, roll_of, thing_of
from refcli.core.limits import listed
from refcli.core.procedure import Procedure, names_of_terms, unit_names
from refcli.core.request import Conditions, RecordedConditions, Term, one_by_one, stated_in, with_conditions
from refcli.core.roller import Choose, NoFace, Roller, TrailStep
from refcli.core.ruling import Note, Ruling
from refcli.core.sentence import fill

Case = tuple[Procedure, Any, Charts]
"""A procedure, its request, the figures in force."""

Chosen = Mapping[str, Sequence[str]]
"""What players chose, by the path of its label: the times that it came up in order."""

NONE_CHOSEN: Chosen = {}

Give = Callable[[Sequence[Wanted], Sequence[TrailStep]], Sequence[int | None]]
"""Returns the faces of a roll, given the trail so far; None has the program roll a die."""


class Players(Protocol):
    """Players who roll dice at the table: asked for a whole roll at a time, and for their decisions."""

    def roll(self, wanted: Sequence[Wanted], trail: Sequence[TrailStep]) -> Sequence[int | None]:
        """Return a face for each of these dice of one roll, in their order; None has the program roll it.

        ``trail`` holds the steps of the ruling so far.
        """

    def choice(self, label: str, options: tuple[str, ...], policy: str, trail: Sequence[TrailStep]) -> str | None:
        """Return the player's choice; None for the usual one."""


class Dealt(NamedTuple):
    """A ruling, its dice, and the given faces that none of them took.

    ``rolls`` are its rolls by name and number of dice, ``order`` the labels of the dice, both as they came up.
    """

    ruling: Ruling
    roller: Roller
    left: tuple[Face, ...] = ()
    rolls: Sequence[tuple[str, int]] = ()
    order: Sequence[str] = ()
    known: Mapping[str, int] = {}

    @property
    def given(self) -> dict[str, int]:
        """The faces that were given or asked for, by label; without those known before."""
        return {label: face for label, face in self.roller.entered.items() if label not in self.known}

    @property
    def expected(self) -> str:
        """The line that it expects, as far as the given faces decide how many dice are rolled."""
        before = accumulate([many for _, many in self.rolls], initial=0)
        certain = [roll for roll, many in zip(self.rolls, before, strict=False) if many <= len(self.given)]
        return expected(certain, len(certain) < len(self.rolls)) if certain else "this ruling takes no dice"

    @property
    def surplus(self) -> str:
        """The faces that are left over, and the line that was expected."""
        return f"too many, {listed([str(face) for face in self.left])} left over; {self.expected}"


def resolve(
    procedure: Procedure,
    request: Hashable,
    charts: Charts,
    seed: int,
    faces: Faces = NO_FACES,
    known: Mapping[str, int] | None = None,
    players: Players | None = None,
    spare: bool = False,
    chosen: Chosen = NONE_CHOSEN,
) -> Ruling:
    """Resolve a request at a table; the ruling has its steps, readings and cells.

    ``faces`` go to the dice of their roll, ``known`` ones to the die of their label. Missing dice are asked of the
    ``players``, a roll at a time, or rolled. ``spare`` faces that no die needs are reported, or else refused. What
    players have ``chosen`` is not asked again. Raises Refused for a face that cannot fall, for faces that could belong
    to several dice, and for a figure that may not be used.
    """
    conditions = UsedConditions()
    recorded = conditions.recorded(procedure) if stated_in(request) else procedure
    dealt = _deal((recorded, request, charts), seed, faces, known or {}, players, chosen)
    ruling, roller, left = dealt[:3]
    if left:
        _check_left((procedure, request, charts), dealt, known or {}, spare)
    effects = tuple(ruling.make_effects())  # before the rest: they may look at cells, and ask for conditions
    return ruling._replace(
        make_effects=tuple,
        effects=effects,
        counts={name: +count for name, count in ruling.counts.items()},  # + makes a number of a yes or no
        steps=tuple(roller.trail),
        readings=tuple(charts.passed.items()),
        cells=tuple(charts.used.values()),
        seed=seed,
        names=names_of_terms(procedure, request, charts),
        spare=spare_faces(left),
        unused=conditions.unused(roller.trail),
    )


def dice_known(procedure: Procedure, request: Hashable, charts: Charts, faces: Faces) -> dict[str, int]:
    """Return the given faces by the label of their die. Raises Refused as ``resolve`` does."""
    dealt = _deal((procedure, request, charts), 0, faces, {}, None, NONE_CHOSEN)
    if dealt.left:
        raise Refused(f"faces: {dealt.surplus}")
    return dealt.roller.entered


def rolls_as_they_came(
    procedure: Procedure, request: Hashable, charts: Charts, faces: Mapping[str, int], chosen: Chosen = NONE_CHOSEN
) -> list[list[Wanted]]:
    """Return the rolls of a ruling in the order in which they come up at a table, each with its dice.

    ``faces`` are those that fell, by label. The last roll is the one that lacks a face.
    """
    rolls: list[list[Wanted]] = []

    def give(wanted: Sequence[Wanted], trail: Sequence[TrailStep]) -> list[int]:
        if fell := [one for one in wanted if one.label in faces]:
            rolls.append(fell)
        if len(fell) < len(wanted):
            raise NoFace
        return [faces[one.label] for one in wanted]

    with suppress(NoFace):
        _roll_by_roll((procedure, request, charts), 0, {}, give, chosen, None)
    return rolls


def choices_in(trail: Iterable[TrailStep], by_player: bool = False) -> dict[str, list[str]]:
    """Return the decisions at each place, in order; ``by_player`` leaves out those that the policy made."""
    found: dict[str, list[str]] = {}
    for at, step in trail:
        if isinstance(step, Choice) and (step.by == "player" or not by_player):
            found.setdefault(place(at, step.label), []).append(step.chosen)
    return found


def _deal(
    case: Case, seed: int, faces: Faces, known: Mapping[str, int], players: Players | None, chosen: Chosen
) -> Dealt:
    """Resolve a case with faces dealt to its dice.

    A list of faces is dealt thing by thing; where rolls mix, every die has to get the same face roll by roll.
    """
    if faces.grouped or (players and not faces.groups):
        return _deal_by_roll(case, seed, faces, known, players, chosen)
    procedure, request, charts = case
    run = charts.fresh() if faces.groups else charts
    roller = Roller(seed, faces.listed, known, _chooser(_copied(chosen), None) if chosen else None)
    ruling: Ruling = roller.part(procedure.rule, (request, run))
    if not faces.groups:
        return Dealt(ruling, roller)
    by_name = [(name, [*rolls]) for name, rolls in groupby(roller.rolls, lambda roll: roll_of(roll.label))]
    rolls = [(name, sum([len(roll.faces) for roll in rolls])) for name, rolls in by_name]
    dealt = by_thing = Dealt(ruling, roller, roller.waiting, rolls, known=known)
    if procedure.by_side or len(dict(rolls)) < len(rolls):
        dealt = _deal_by_roll(case, seed, faces, known, None, chosen)
        only_first = not dealt.left and dealt.rolls[:1] == [(rolls[0][0], len(dealt.given))]
        if (dealt.given, dealt.left) != (by_thing.given, by_thing.left) and not only_first:
            raise Refused(f"faces: this list belongs to more than one roll; {dealt.expected}")
    if players and any("rolled" in roll.origins for roll in dealt.roller.rolls):
        asked = _deal_by_roll(case, seed, faces, known, players, chosen)
        if {label: asked.given.get(label) for label in asked.order[: len(dealt.given)]} != dealt.given:
            raise Refused(f"faces: this list belongs to more than one roll; {asked.expected}")
        return asked
    if dealt is by_thing:
        charts.used, charts.passed = run.used, run.passed
    return dealt


def _deal_by_roll(
    case: Case, seed: int, faces: Faces, known: Mapping[str, int], players: Players | None, chosen: Chosen
) -> Dealt:
    """Resolve a case with faces dealt to each roll as it comes up; ask the players for those that are missing."""
    dealer = Dealer(faces, case[0].by_side)

    def give(wanted: Sequence[Wanted], trail: Sequence[TrailStep]) -> Sequence[int | None]:
        found = dealer.deal(wanted)
        missing = wanted[len(found) :]
        if not missing or not players:
            return [*found, *[None] * len(missing)]
        dealer.check_surplus(named=False)
        return [*found, *players.roll(missing, trail)]

    def choose(label: str, options: tuple[str, ...], policy: str, trail: Sequence[TrailStep]) -> str | None:
        dealer.check_surplus(named=False)
        return players.choice(label, options, policy, trail) if players else None

    ruling, roller = _roll_by_roll(case, seed, known, give, chosen, choose)
    all_named = players is None and any("rolled" in roll.origins for roll in roller.rolls)
    left = dealer.left([roll_of(roll.label) for roll in roller.rolls], all_named)
    return Dealt(ruling, roller, left, dealer.counts, [one.label for dice in dealer.rolls for one in dice], known)


def _roll_by_roll(
    case: Case, seed: int, known: Mapping[str, int], give: Give, chosen: Chosen, choose: Choose | None
) -> tuple[Ruling, Roller]:
    """Run the rule again for each roll that comes up, until no die of it lacks a face.

    A rule is a function of its faces, so that earlier rolls come to the same each time.
    """
    procedure, request, charts = case
    found, rolled = dict(known), set[str]()
    decided = _copied(chosen)
    while True:
        run = charts.fresh()
        roller = Roller(seed, (), found, _chooser(decided, choose), rolled)
        with suppress(NoFace):
            ruling: Ruling = roller.part(procedure.rule, (request, run))
            if not roller.wanted:
                charts.used, charts.passed = run.used, run.passed
                return ruling, roller
        wanted = _first_roll(roller.wanted)
        for number, (one, face) in enumerate(zip(wanted, give(wanted, roller.trail), strict=True), 1):
            if face is None:
                rolled.add(one.label)
            else:
                found[one.label] = checked_face(face, f"{one.name}, die {number}", one.die)


def _first_roll(wanted: Sequence[Wanted]) -> list[Wanted]:
    """The dice of the roll that comes up first; what follows for a thing whose die is idle is another roll."""
    begun: dict[str, Wanted] = {}
    dice = [(one, begun.setdefault(one.thing, one)) for one in wanted if one.name == wanted[0].name]
    return [one for one, first in dice if one.roll == first.roll or not first.idle]


def _copied(chosen: Chosen) -> dict[str, list[str | None]]:
    return {label: [*options] for label, options in chosen.items()}


def _chooser(decided: dict[str, list[str | None]], ask: Choose | None) -> Choose:
    """Return a function that decides as before, each time that a place comes up, and asks for what is new."""
    times = Counter[str]()

    def choose(label: str, options: tuple[str, ...], policy: str, trail: Sequence[TrailStep]) -> str | None:
        made, time = decided.setdefault(label, []), times[label]
        times[label] += 1
        if time >= len(made) or made[time] not in (None, *options):
            made[time:] = [ask(label, options, policy, trail) if ask else None]
        return made[time]

    return choose


def _check_left(case: Case, dealt: Dealt, known: Mapping[str, int], spare: bool) -> None:
    """Raise Refused for faces that no die took, unless they may be ``spare`` and can only be surplus."""
    ruling, roller, left = dealt[:3]
    if known and not dealt.given:
        lie = "; ".join(f"{roll_of(roll.label)} {', '.join(map(str, roll.faces))}" for roll in roller.rolls)
        misread = f"a die that was misread is told by its number: refcli again die 1 is {str(left[0])[:2]}"
        raise Refused(f"faces: its dice lie already ({lie}); {misread}; behind the colon stand dice that are new")
    alike = len({*map(str, roller.entered.values()), *"".join(map(str, left))}) == 1
    idle = "" if spare and alike else _idle_units(case, roller)
    if idle:  # a face of theirs would go to another unit
        raise Refused(f"faces: {idle}; {dealt.surplus}")
    if not spare:
        raise Refused(f"faces: {dealt.surplus}. It came to: {ruling._replace(names=names_of_terms(*case)).verdict}")


def _idle_units(case: Case, roller: Roller) -> str:
    """The units of several that roll nothing, with the reason; empty if all roll or none does."""
    procedure, request, charts = case
    things = {thing_of(roll.label) for roll in roller.rolls}
    rolling = {"/".join(thing.split("/")[:count]) for thing in things for count in range(1, thing.count("/") + 2)}
    reasons = {at: step.said for at, step in roller.trail if isinstance(step, Note) and at not in rolling}
    found: dict[str, list[str]] = {}
    for field in procedure.inputs if rolling else ():
        terms = getattr(request, field.name) if field.kind is Term and field.several else ()
        names = unit_names(terms, charts, *field.field.charts)
        for label, _ in one_by_one(terms):
            if label in reasons:
                found.setdefault(reasons[label], []).append(names[label])
    return "; ".join(fill("{who} {who:rolls|roll} nothing", {"who": who}) + f" ({why})" for why, who in found.items())


class UsedConditions:
    """The conditions that a rule asks for while it is resolved, by the place where they are stated."""

    def __init__(self) -> None:
        self._runs: list[tuple[Sequence[TrailStep], str, Conditions, set[str]]] = []

    def recorded(self, procedure: Procedure) -> Procedure:
        """The procedure, its rule given conditions that record."""

        def rule(request: Any, charts: Charts, dice: Any) -> Ruling:
            def record(conditions: Conditions, term: str) -> Conditions:
                if not conditions:
                    return conditions
                asked: set[str] = set()
                self._runs.append((dice.trail, term, conditions, asked))
                return RecordedConditions(dict(conditions.items()), asked)

            return procedure.rule(with_conditions(request, record), charts, dice)

        return procedure._replace(rule=rule)

    def unused(self, trail: Sequence[TrailStep]) -> tuple[str, ...]:
        """The stated conditions that the run with this trail did not ask for, those of a term behind its name."""
        asked: dict[str, bool] = {}
        for run, term, conditions, names in self._runs:
            if run is trail:
                for name in conditions:
                    typed = f"{term}+{name}" if term else name
                    asked[typed] = asked.get(typed, False) or name in names
        return tuple([typed for typed, was in asked.items() if not was])
