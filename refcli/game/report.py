"""The report of an evening from the entries of its game: phases, losses, rulings that were undone."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from refcli.core.errors import Refused
from refcli.core.procedure import Record
from refcli.core.states import Change, Held
from refcli.game.game import Game, differences
from refcli.game.journal import Line
from refcli.game.ledger import Ledger
from refcli.game.luck import Stats, stats
from refcli.game.replay import case_of, chosen_in, first_difference
from refcli.referee.referee import Referee
from refcli.wire import JsonObject
from refcli.wire.objects import ruling_to

TOLD = ("steps", "rolls", "effects", "verdict")
"""Keys of a ruling in a report; a ruling that agrees in these is the same."""


class Happened(NamedTuple):
    """One entry that counts, in its last form; ``before`` are those that it had until it was corrected.

    ``begun`` is what came over those in play as the phase ended, where it ends one.
    """

    number: int
    entry: JsonObject
    before: tuple[JsonObject, ...] = ()
    begun: tuple[Change, ...] = ()


class Stretch(NamedTuple):
    """The entries between two changes of the phase, with turn, phase and side; turn 0 is before the battle.

    ``own_turn`` tells whether the side has the whole turn, or the phase alone.
    """

    turn: int
    phase: str
    side: str
    own_turn: bool
    happened: tuple[Happened, ...]


class Loss(NamedTuple):
    """A unit out of play, its side, and the state."""

    who: str
    side: str
    held: Held


class Report(NamedTuple):
    """One evening: its course, where it stands now, who was lost, and the rulings that were undone."""

    course: tuple[Stretch, ...]
    ledger: Ledger
    losses: tuple[Loss, ...]
    taken_back: tuple[Happened, ...]
    times: tuple[str, ...]
    """When each of its entries was written."""

    @property
    def rulings(self) -> list[JsonObject]:
        """The rulings that count."""
        return [one.entry for stretch in self.course for one in stretch.happened if "ruling" in one.entry]


def report_of(game: Game) -> Report:
    """The report of a game as it stands."""
    taken_back = [
        Happened(number, entry)
        for number, entry in game.entries.items()
        if number in game.undone and "ruling" in entry and "amends" not in entry
    ]
    return Report(
        tuple(stretch for stretch in _course(game) if stretch.happened),
        game.ledger,
        tuple(_losses(game.ledger)),
        tuple(taken_back),
        tuple(str(entry["time"]) for entry in game.entries.values()),
    )


def _losses(ledger: Ledger) -> Iterator[Loss]:
    """The units out of play, once each, in order; of a group its units."""
    told = set()
    for (owner, _), held in ledger.held.items():
        if not held.state.out:
            continue
        units = [one.name for one in ledger.units.values() if owner in (one.name, one.group)]
        for name in units or [owner]:
            if name not in told:
                yield Loss(name, ledger.side_of(name), held)
                told.add(name)


def _course(game: Game) -> Iterator[Stretch]:
    """The entries that count, divided where the phase changes."""
    ledger = game.empty()
    forms = _forms(game)
    happened: list[Happened] = []
    for number, entry in game.live().items():
        act = entry.get("game", {}).get("do")
        if act == "phase":
            ended, before = ledger.another(), {**ledger.held}
            ledger.apply(number, entry)
            if begun := _begun(before, ledger):
                happened.append(Happened(number, entry, (), begun))
            yield _stretch(ended, happened)
            happened = []
            continue
        if act != "begin":
            happened.append(Happened(number, entry, tuple(forms.get(number, ())[:-1])))
        ledger.apply(number, entry)
    yield _stretch(ledger, happened)


def _begun(before: Mapping[tuple[str, str], Held], ledger: Ledger) -> tuple[Change, ...]:
    """The states that began as a phase ended, except those that continue another."""
    goes_on = {(owner, held.state.then) for (owner, _), held in before.items()}
    said = [(owner, one.said) for (owner, name), one in ledger.held.items() if (owner, name) in goes_on]
    return tuple([one for one in differences(before, ledger) if not one.ended and one[:2] not in said])


def _stretch(ledger: Ledger, happened: list[Happened]) -> Stretch:
    phase = ledger.phase.name if ledger.phase else ""
    return Stretch(ledger.at.turn, phase, ledger.side, ledger.play.own_turns, tuple(happened))


def _forms(game: Game) -> dict[int, list[JsonObject]]:
    """Every form that a ruling had, as it was first and as it was corrected, by the number of the first."""
    forms: dict[int, list[JsonObject]] = {}
    for number, entry in game.entries.items():
        if "ruling" in entry and number not in game.undone:
            forms.setdefault(game.root_of(number), []).append(entry)
    return forms


def made_again(entry: JsonObject, referee: Referee) -> Record | None:
    """A ruling made again as it was, with its dice and choices; None where the charts make another one of it now."""
    then, given = entry["ruling"], entry["given"]
    try:
        record = referee.rule(case_of(entry, referee), given["seed"], known=given["faces"], chosen=chosen_in(then))
    except Refused:
        return None
    return None if first_difference({key: then[key] for key in TOLD}, ruling_to(record, TOLD)) else record


def luck_of(report: Report, referee: Referee) -> Stats:
    """Successes of the evening beside those to be expected, each ruling counted once, as it was in the end."""
    final = [{key: one for key, one in entry.items() if key != "amends"} for entry in report.rulings]
    return stats([Line(number, entry) for number, entry in enumerate(final, 1)], referee)
