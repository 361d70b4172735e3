"""A request resolved at a table: with faces that players gave, that are asked for, and that are rolled."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from refcli.core.cells import Cell
from refcli.core.dice import Choice
from refcli.core.errors import Refused
from refcli.core.faces import NO_FACES, Face, Faces, Group, HandOut, Slip, checked_face, face_on
from refcli.core.figures import Charts
from refcli.core.labels import place, roll_of, thing_of
from refcli.core.limits import listed
from refcli.core.procedure import Procedure, names_of_terms, unit_names
from refcli.core.request import Term, one_by_one
from refcli.core.roller import Asker, NoFace, Roller, TrailStep, Wanted, faces_by_label
from refcli.core.ruling import Note, Ruling
from refcli.core.sentence import fill

Case = tuple[Procedure, Any, Charts]
"""What is resolved: the procedure, its request, the figures in force."""


Chosen = Mapping[str, Sequence[str]]
"""What players chose, by the path of its label: the times that it came up in order."""

NONE_CHOSEN: Chosen = {}
WHICH, NEITHER = "the list belongs to more than one roll: which", "neither"
TRIALS = 20
"""Other falls of the dice that are missing, by which faces are judged before anybody is asked."""


class Players(Protocol):
    """Whoever rolls dice at the table: asked for a whole roll at a time, and for what they decide."""

    def roll(self, wanted: Sequence[Wanted], trail: Sequence[TrailStep]) -> Sequence[int | None]:
        """A face for each of these dice of one roll, in their order; None has the program roll it.

        ``trail`` is what the ruling came to so far.
        """

    def choice(self, label: str, options: tuple[str, ...], policy: str, trail: Sequence[TrailStep]) -> str | None:
        """What the player chooses; None for the usual."""


class _Decided:
    """Decides what was decided before at the same place: each time that the rule is run again."""

    def __init__(self, players: Players | None, chosen: Chosen, check: Callable[[], None] = lambda: None) -> None:
        self._players = players
        self._chosen: dict[str, list[str | None]] = {label: [*options] for label, options in chosen.items()}
        self._check = check
        self._came: dict[str, int] = {}
        self.trail: Sequence[TrailStep] = ()
        """What the ruling came to so far."""

    def afresh(self) -> "_Decided":
        """The same decisions, from the first one on."""
        self._came = {}
        return self

    def face(self, label: str, die: Any, target: Any) -> None:
        """No face: those that are missing are asked for a roll at a time."""

    def choice(self, label: str, options: tuple[str, ...], policy: str) -> str | None:
        made, time = self._chosen.setdefault(label, []), self._came.get(label, 0)
        self._came[label] = time + 1
        if time < len(made) and made[time] in (None, *options):
            return made[time]
        if self._players:
            self._check()
            made[time:] = [self._players.choice(label, options, policy, self.trail)]
        else:
            made[time:] = [None]
        return made[time]


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
    ruling, roller, left = _dealt(procedure, request, charts, seed, faces, known or {}, asker, players, chosen)
    if left and known and not any(label not in known for label in roller.entered):
        lie = "; ".join(f"{roll_of(roll.label)} {', '.join(map(str, roll.faces))}" for roll in roller.rolls)
        misread = f"a die that was misread is told by its number: refcli again die 1 is {str(left[0])[:2]}"
        raise Refused(f"faces: its dice lie already ({lie}); {misread}; behind the colon stand dice that are new")
    if left and not (spare and _all_alike(roller, left)):
        nobody = _who_rolls_nothing((procedure, request, charts), roller)
        if nobody:
            of_others = (
                f"type the dice of the others alone: {_of_who_rolls((procedure, request, charts), roller, left)}"
            )
            raise Refused(f"faces: {listed([str(face) for face in left])} left over; {nobody}; {of_others}")
    if left and not spare:
        over = f"faces: too many, {listed([str(face) for face in left])} left over; {roller.takes}"
        raise Refused(f"{over}. It came to: {ruling.outcome.word}{shown_last(roller)}")
    return ruling._replace(
        counts={name: +count for name, count in ruling.counts.items()},  # + makes a number of a yes or no
        steps=tuple(roller.trail),
        readings=tuple(charts.passed.items()),
        cells=tuple(charts.used.values()),
        seed=seed,
        names=names_of_terms(procedure, request, charts),
        spare=left,
    )


def dice_known(procedure: Procedure, request: Hashable, charts: Charts, faces: Faces) -> dict[str, int]:
    """The labels of the dice that given faces belong to. Raises Refused as ``resolve`` does."""
    _, roller, left = _dealt(procedure, request, charts, 0, faces, {}, None, None, NONE_CHOSEN)
    if left:
        raise Refused(f"faces: too many, {listed([str(face) for face in left])} left over; {roller.takes}")
    return roller.entered


def shown_last(roller: Roller) -> str:
    """What a rule showed last before it gave its ruling, which is why it came to that: a note or a figure."""
    last = roller.trail[-1].step if roller.trail else None
    if isinstance(last, Note):
        return f"; {last.said}"
    if not isinstance(last, Cell):
        return ""
    return f"; {last.label.removesuffix('.') if last.is_sentence else f'{last.label}: {last.said}'}"


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
            return _roll_by_roll(case, seed, faces, known, players, chosen)
        except Slip as slip:
            raise Refused(_mended(case, faces, known, slip)) from None
    run = charts.fresh() if faces.groups else charts
    if chosen and not asker:
        asker = _Decided(None, chosen)
    roller = Roller(seed, faces.listed, known, asker)
    ruling: Ruling = roller.part(procedure.rule, (request, run))
    if not faces.groups:
        return ruling, roller, ()
    given = [label for label in roller.labels if label in roller.entered and label not in known]
    if not _in_one_sense(case, known, roller, len(given)):
        if not _fills_first_roll(case, faces, known):
            meant = _meant(case, faces, known, roller, players)
            return _roll_by_roll(case, seed, meant, known, players, chosen)
        return _roll_by_roll(case, seed, Faces(faces.groups, apart=True), known, players, chosen)
    if players and any("rolled" in roll.origins for roll in roller.rolls):
        ruling, roller, left = _roll_by_roll(case, seed, faces, known, players, chosen)
        if not _in_one_sense(case, known, roller, len(given)):
            raise Refused(_two_senses(map(_said, _senses(case, faces, known, roller))))
        return ruling, roller, left
    charts.used, charts.passed = run.used, run.passed
    return ruling, roller, roller.waiting


def _roll_by_roll(
    case: Case,
    seed: int,
    faces: Faces,
    known: Mapping[str, int],
    players: Players | None,
    chosen: Chosen = NONE_CHOSEN,
) -> tuple[Ruling, Roller, tuple[Face, ...]]:
    """The rule run again for each roll that comes up, until no die of it lacks a face.

    A rule is a function of its faces, so that what was rolled before comes to the same each time.
    """
    procedure, request, charts = case
    hands = HandOut(faces)
    found, rolled = dict(known), set[str]()

    def check() -> None:
        """Before somebody is asked: raises Slip where the faces are to be refused in the end, whatever else falls."""
        slip = Slip("", "", ())
        for other in range(TRIALS if hands.too_many else 0):
            try:
                _roll_by_roll(case, other, faces, known, None, chosen)
            except Slip as error:
                slip = error
            else:
                return
        if slip.roll:
            raise slip

    decided = _Decided(players, chosen, check)
    while True:
        nobody = players is None and hands.empty
        run = charts.fresh()
        roller = Roller(seed, (), found, decided.afresh(), None if nobody else rolled)
        decided.trail = roller.trail
        with suppress(NoFace):
            ruling: Ruling = roller.part(procedure.rule, (request, run))
            if not roller.wanted:
                charts.used, charts.passed = run.used, run.passed
                came = [roll_of(roll.label) for roll in roller.rolls]
                return ruling, roller, hands.left_over(came, roller.takes, asked=players is not None)
        name = roll_of(roller.wanted[0].roll)
        wanted = [one for one in roller.wanted if roll_of(one.roll) == name]
        by_side = dice_by_side(procedure, wanted)
        given: list[int | None] = [*hands.faces_for(name, [one.die for one in wanted], by_side)]
        missing = wanted[len(given) :]
        if missing:
            if players:
                check()
            given += players.roll(missing, roller.trail) if players else [None] * len(missing)
        for number, (one, face) in enumerate(zip(wanted, given, strict=True), 1):
            if face is None:
                rolled.add(one.label)
            else:
                found[one.label] = checked_face(face, f"{name}, die {number}", one.die)


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
    first = roll_of(roller.wanted[0].roll)
    dice = [one.die for one in roller.wanted if roll_of(one.roll) == first]
    hands = HandOut(faces)
    return len(hands.faces_for(first, dice)) == len(dice) and hands.empty


def _meant(case: Case, faces: Faces, known: Mapping[str, int], roller: Roller, players: Players | None) -> Faces:
    """What a list is meant for that could be meant in two ways, where somebody can be asked.

    Raises Refused where nobody can, or he means neither, with the lines to type.
    """
    ways = {_said(groups): groups for groups in _senses(case, faces, known, roller)}
    answer = players.choice(WHICH, (*ways, NEITHER), NEITHER, ()) if players else None
    if answer in ways:
        return Faces(ways[answer], apart=True)
    raise Refused(_two_senses(ways))


def _senses(case: Case, faces: Faces, known: Mapping[str, int], roller: Roller) -> list[tuple[Group, ...]]:
    """The faces of a list by their rolls, as they are taken roll by roll and thing by thing."""
    ways = [_named(case, known, roller)]
    with suppress(Refused):
        ways.insert(0, _named(case, known, _roll_by_roll(case, 0, faces, known, None)[1]))
    return ways


def _two_senses(ways: Iterable[str]) -> str:
    """What is wrong with a list that could be meant in two ways, with the lines to type."""
    typed = ", or ".join([f"`: {way}`" for way in dict.fromkeys(ways)])
    return f"faces: this list belongs to more than one roll; tell them apart: {typed}"


def _who_rolls_nothing(case: Case, roller: Roller) -> str:
    """Those of several units that roll nothing, with the reason; empty where all roll or none does."""
    procedure, request, charts = case
    rolling = {thing_of(roll.label) for roll in roller.rolls}
    found: dict[str, list[str]] = {}
    for at, step in roller.trail if rolling else ():
        if isinstance(step, Note) and at and at not in rolling and not any(one.startswith(f"{at}/") for one in rolling):
            for field in procedure.inputs:
                terms = getattr(request, field.name) if field.kind is Term and field.several else ()
                with suppress(KeyError):
                    found.setdefault(step.said, []).append(unit_names(terms, charts, *field.field.charts)[at])
                    break
    return "; ".join(fill("{who} {who:rolls|roll} nothing", {"who": who}) + f" ({why})" for why, who in found.items())


def _of_who_rolls(case: Case, roller: Roller, left: Sequence[Face]) -> str:
    """The faces of those who roll, as they are typed: where there is one for each unit, those at their places."""
    procedure, request, _ = case
    given = [*roller.entered.values()]
    waiting = list(left)
    while waiting:
        face, rest = face_on(waiting.pop(0), roller.rolls[0].die)
        given.append(face)
        waiting[:0] = [rest] if rest else []
    rolling = {thing_of(roll.label) for roll in roller.rolls}
    for field in procedure.inputs:
        terms = getattr(request, field.name) if field.kind is Term and field.several else ()
        units = [label for label, _ in one_by_one(terms)]
        if len(units) == len(given) and len(roller.rolls) == len(rolling.intersection(units)):
            own = [str(face) for label, face in zip(units, given, strict=True) if label in rolling]
            return f"`: {' '.join(own)}`"
    return f"`: {_said(_named(case, {}, roller))}`"


def _all_alike(roller: Roller, left: Sequence[Face]) -> bool:
    """Whether all faces that were given are the same, so that it is all one whose of them are left over."""
    return len({*map(str, roller.entered.values()), *"".join(map(str, left))}) == 1


def rolls_as_they_came(
    procedure: Procedure, request: Hashable, charts: Charts, faces: Mapping[str, int], chosen: Chosen = NONE_CHOSEN
) -> list[list[Wanted]]:
    """The rolls of a ruling in the order in which they come up at a table, each with its dice.

    ``faces`` are those that fell, by label, ``chosen`` what was decided. It ends where a face is missing.
    """
    everybody = _Everybody(faces)
    with suppress(_NotRolled):
        _roll_by_roll((procedure, request, charts), 0, NO_FACES, {}, everybody, chosen)
    return everybody.rolls


class _NotRolled(Exception):
    pass


class _Everybody:
    """Players who rolled already, and tell each roll when it comes up."""

    def __init__(self, faces: Mapping[str, int]) -> None:
        self.rolls: list[list[Wanted]] = []
        self._faces = faces

    def roll(self, wanted: Sequence[Wanted], trail: Sequence[TrailStep]) -> list[int]:
        given = [one for one in wanted if one.label in self._faces]
        if given:
            self.rolls.append(given)
        if len(given) < len(wanted):
            raise _NotRolled
        return [self._faces[one.label] for one in wanted]

    def choice(self, label: str, options: tuple[str, ...], policy: str, trail: Sequence[TrailStep]) -> None:
        """No choice, where nothing was decided."""


def choices_in(trail: Iterable[TrailStep], by_player: bool = False) -> dict[str, list[str]]:
    """What was decided at each place, in order; ``by_player`` leaves out what the usual choice was."""
    found: dict[str, list[str]] = {}
    for at, step in trail:
        if isinstance(step, Choice) and (step.by == "player" or not by_player):
            found.setdefault(place(at, step.label), []).append(step.chosen)
    return found


def dice_by_side(procedure: Procedure, wanted: Sequence[Wanted]) -> tuple[int, ...]:
    """How many dice of a roll each side rolls, where sides roll: the first place of what rolls is its side."""
    if not procedure.by_side:
        return ()
    return tuple(Counter(thing_of(one.roll).partition("/")[0] for one in wanted).values())


def _mended(case: Case, faces: Faces, known: Mapping[str, int], slip: Slip) -> str:
    """What was wrong with faces, and the line to type instead: the same ones, each with the name of its roll."""
    as_listed = Faces((Group(tuple([face for group in faces.groups for face in group.faces])),))
    with suppress(Refused):
        _, roller, left = _roll_by_roll(
            case, 0, Faces(slip.named, apart=True) if slip.named else as_listed, known, None
        )
        if not left if slip.named else all("rolled" not in roll.origins for roll in roller.rolls):
            return f"{slip}: type `: {_said(_named(case, known, roller))}`"
    return f"{slip}: `: {slip.roll} {' '.join(map(str, slip.named[0].faces))} / ...`" if slip.named else str(slip)


def _said(groups: Iterable[Group]) -> str:
    """Faces as they are typed, a roll at a time."""
    return " / ".join([" ".join([group.roll, *map(str, group.faces)]) for group in groups])


def _named(case: Case, known: Mapping[str, int], roller: Roller) -> tuple[Group, ...]:
    """The faces that were given, each group with the name of its roll."""
    rolls = []
    for dice in rolls_as_they_came(*case, faces_by_label(roller.rolls), choices_in(roller.trail)):
        faces = tuple([roller.entered[one.label] for one in dice if one.label in roller.entered])
        if faces and not any(one.label in known for one in dice):
            rolls.append(Group(faces, roll_of(dice[0].roll)))
    return tuple(rolls)
