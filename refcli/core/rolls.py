"""The rolls of a ruling as they come up at a table: the rule run again for each, until no die lacks a face."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from refcli.core.dice import Choice
from refcli.core.faces import NO_FACES, Face, Faces, HandOut, Slip, checked_face
from refcli.core.figures import Charts
from refcli.core.labels import place, roll_of, thing_of
from refcli.core.procedure import Procedure
from refcli.core.roller import NoFace, Roller, TrailStep, Wanted
from refcli.core.ruling import Ruling

Case = tuple[Procedure, Any, Charts]
"""What is resolved: the procedure, its request, the figures in force."""

Chosen = Mapping[str, Sequence[str]]
"""What players chose, by the path of its label: the times that it came up in order."""

NONE_CHOSEN: Chosen = {}
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

    def meant(self, why: str, ways: tuple[str, ...]) -> str | None:
        """Which of these lines was meant by faces that cannot be taken as they are grouped; None for none of them."""


class Decided:
    """Decides what was decided before at the same place: each time that the rule is run again."""

    def __init__(self, players: Players | None, chosen: Chosen, check: Callable[[], None] = lambda: None) -> None:
        self._players = players
        self._chosen: dict[str, list[str | None]] = {label: [*options] for label, options in chosen.items()}
        self._check = check
        self._came: dict[str, int] = {}
        self.trail: Sequence[TrailStep] = ()
        """What the ruling came to so far."""

    def afresh(self) -> "Decided":
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


def roll_by_roll(
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
                roll_by_roll(case, other, faces, known, None, chosen)
            except Slip as error:
                slip = error
            else:
                return
        if slip.roll:
            raise slip

    decided = Decided(players, chosen, check)
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
        wanted = first_roll(roller.wanted)
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


def first_roll(wanted: Sequence[Wanted]) -> list[Wanted]:
    """The dice of the roll that comes up first; what follows for a thing whose die is idle is another roll."""
    name = roll_of(wanted[0].roll)
    begun: dict[str, Wanted] = {}
    dice = [(one, begun.setdefault(thing_of(one.roll), one)) for one in wanted if roll_of(one.roll) == name]
    return [one for one, first in dice if one.roll == first.roll or not first.idle]


def rolls_as_they_came(
    procedure: Procedure, request: Hashable, charts: Charts, faces: Mapping[str, int], chosen: Chosen = NONE_CHOSEN
) -> list[list[Wanted]]:
    """The rolls of a ruling in the order in which they come up at a table, each with its dice.

    ``faces`` are those that fell, by label, ``chosen`` what was decided. It ends where a face is missing.
    """
    everybody = _Everybody(faces)
    with suppress(_NotRolled):
        roll_by_roll((procedure, request, charts), 0, NO_FACES, {}, everybody, chosen)
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

    def meant(self, why: str, ways: tuple[str, ...]) -> None:
        """Nothing, where no face was given."""


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
