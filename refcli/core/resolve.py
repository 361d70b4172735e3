"""A request resolved at a table: with faces that players gave, that are asked for, and that are rolled."""

from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from refcli.core.errors import Refused
from refcli.core.faces import NO_FACES, Face, Faces, HandOut, Slip, faces_left
from refcli.core.figures import Charts
from refcli.core.labels import roll_of
from refcli.core.procedure import Procedure, names_of_terms
from refcli.core.request import Conditions, RecordedConditions, stated_in, with_conditions
from refcli.core.roller import Asker, NoFace, Roller, TrailStep, faces_by_label
from refcli.core.rolls import (
    NONE_CHOSEN,
    Case,
    Chosen,
    Decided,
    Players,
    choices_in,
    first_roll,
    roll_by_roll,
    rolls_as_they_came,
)
from refcli.core.ruling import Ruling

if TYPE_CHECKING:
    from refcli.core.misgrouped import Fault


def resolve(
    procedure: Procedure,
    request: Hashable,
    charts: Charts,
    seed: int,
    faces: Faces = NO_FACES,
    known: Mapping[str, int] | None = None,
    asker: Asker | None = None,
    players: Players | None = None,
    spare: bool = False,
    chosen: Chosen = NONE_CHOSEN,
) -> Ruling:
    """Resolve a request at a table; the ruling comes with its steps, readings and cells.

    ``faces`` go to the dice of their roll, ``known`` ones to the die of their label. What is missing is asked of the
    ``players``, a roll at a time, or of the ``asker``, a die at a time; without either it is rolled. Faces that no die
    takes are told as ``spare`` where they may be, and refused otherwise. What a player has ``chosen`` at a place is not
    asked for again. Raises Refused for a face that cannot fall,
    for a list that could be meant in two ways, and for a figure that may not be used.
    """
    conditions = Asked()
    recorded = conditions.recorded(procedure) if stated_in(request) else procedure
    ruling, roller, left = _dealt(recorded, request, charts, seed, faces, known or {}, asker, players, chosen)
    if left:
        from refcli.core import misgrouped

        fault = misgrouped.left_over((procedure, request, charts), known or {}, (ruling, roller, left), spare)
        if fault:
            meant = _meant(fault, players)
            return resolve(procedure, request, charts, seed, meant, known, asker, players, spare, chosen)
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
        spare=faces_left(left),
        unused=conditions.unused(roller.trail),
    )


class Asked:
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


def dice_known(procedure: Procedure, request: Hashable, charts: Charts, faces: Faces) -> dict[str, int]:
    """The labels of the dice that given faces belong to. Raises Refused as ``resolve`` does."""
    _, roller, left = _dealt(procedure, request, charts, 0, faces, {}, None, None, NONE_CHOSEN)
    if left:
        from refcli.core import misgrouped

        raise Refused(f"faces: {misgrouped.too_many(roller, left)}")
    return roller.entered


def _dealt(
    procedure: Procedure,
    request: Hashable,
    charts: Charts,
    seed: int,
    faces: Faces,
    known: Mapping[str, int],
    asker: Asker | None,
    players: Players | None,
    chosen: Chosen,
) -> tuple[Ruling, Roller, tuple[Face, ...]]:
    """The ruling, the dice that it was made with, and the faces that none of them took."""
    case = procedure, request, charts
    if faces.apart or (players and not faces.groups):
        try:
            return roll_by_roll(case, seed, faces, known, players, chosen)
        except Slip as slip:
            from refcli.core import misgrouped

            meant = _meant(misgrouped.slipped(case, faces, known, slip), players)
            return roll_by_roll(case, seed, meant, known, players, chosen)
    run = charts.fresh() if faces.groups else charts
    if chosen and not asker:
        asker = Decided(None, chosen)
    roller = Roller(seed, faces.listed, known, asker)
    ruling: Ruling = roller.part(procedure.rule, (request, run))
    if not faces.groups:
        return ruling, roller, ()
    if procedure.by_side and not known:
        from refcli.core.misgrouped import across_sides

        across = across_sides(faces, roller)
        if across:
            raise Refused(across.said)
    given = [label for label in roller.labels if label in roller.entered and label not in known]
    if not _in_one_sense(case, known, roller, len(given)):
        meant = faces
        if not _fills_first_roll(case, faces, known) and not _fall_alike(case, seed, faces, known, roller):
            from refcli.core import misgrouped

            meant = _meant(misgrouped.two_senses(case, faces, known, roller), players)
        return roll_by_roll(case, seed, meant, known, players, chosen)
    if players and any("rolled" in roll.origins for roll in roller.rolls):
        ruling, roller, left = roll_by_roll(case, seed, faces, known, players, chosen)
        if not _in_one_sense(case, known, roller, len(given)):
            from refcli.core import misgrouped

            raise Refused(misgrouped.two_senses(case, faces, known, roller).said)
        return ruling, roller, left
    charts.used, charts.passed = run.used, run.passed
    return ruling, roller, roller.waiting


def _in_one_sense(case: Case, known: Mapping[str, int], roller: Roller, given: int) -> bool:
    """Whether so many faces of a list go to the same dice one thing after another and roll by roll."""
    names = [roll_of(roll.label) for roll in roller.rolls]
    if len(set(names)) == len([name for name, before in zip(names, ["", *names], strict=False) if name != before]):
        return True  # each roll comes up at one time
    by_thing = [label for label in roller.labels if label not in known]
    came = rolls_as_they_came(*case, faces_by_label(roller.rolls), choices_in(roller.trail))
    by_roll = [one.label for dice in came for one in dice if one.label not in known]
    return by_thing[:given] == by_roll[:given]


def _fills_first_roll(case: Case, faces: Faces, known: Mapping[str, int]) -> bool:
    """Whether a list has a face for each die of the first roll, and none besides: nobody else has rolled yet."""
    procedure, request, charts = case
    roller = Roller(0, (), known, itself=())
    with suppress(NoFace):
        roller.part(procedure.rule, (request, charts.fresh()))
    if not roller.wanted:
        return False
    dice = [one.die for one in first_roll(roller.wanted)]
    hands = HandOut(faces)
    return len(hands.faces_for(roll_of(roller.wanted[0].roll), dice)) == len(dice) and hands.empty


def _fall_alike(case: Case, seed: int, faces: Faces, known: Mapping[str, int], roller: Roller) -> bool:
    """Whether roll by roll the faces of a list go to the same dice as thing by thing, or to dice that fell alike."""
    with suppress(Refused):
        _, together, left = roll_by_roll(case, seed, faces, known, None)
        return together.entered == roller.entered and left == roller.waiting
    return False


def _meant(fault: "Fault", players: Players | None) -> Faces:
    """What faces are meant for that cannot be taken as they are grouped.

    Raises Refused where nobody can be asked, or he means none of it, with the lines to type.
    """
    from refcli.core.misgrouped import said

    ways = {said(way): way for way in fault.ways}
    answer = players.meant(fault.why, tuple(ways)) if players and ways else None
    if answer is None:
        raise Refused(fault.said)
    return ways[answer]
