"""Type lines at the prompt of a game in this process; the only test code that knows how the prompt is built.

``play("grid", ["add alpha tank Blue", "next"])`` returns a Result for each line: the decision, its reason with the
lines of the source, and the changes of state. Tests compare these, and not the sentences.
"""

import contextlib
import io
import os
import tempfile
import traceback
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from refcli.cli.table import Table
from refcli.cli.workspace import Workspace
from refcli.core.labels import roll_of
from refcli.core.states import FLAG, Held
from refcli.game.game import Barred, Game
from refcli.game.ledger import Ledger
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings
from refcli.wire import JsonObject

RULED, REFUSED, QUESTIONED, ERROR, DONE, CRASHED = "ruled", "refused", "questioned", "error", "done", "crashed"
"""The decisions. A question asks for a die, a choice or a missing word; ``done`` is a command that rules nothing."""

ENVIRONMENT = {"COLUMNS": "9999", "HOME": "/nowhere", "XDG_CONFIG_HOME": "/nowhere"}

ERRORS = {2: "usage", 3: "data", 4: "unknown-name", 5: "disagreement"}
"""The kind of an error by its exit status."""


class Result(NamedTuple):
    """The result of one line.

    ``reason`` is the outcome of a ruling, the state that refuses, or the kind of an error; ``lines`` are the source
    lines of a refusal or question; ``dice`` are the faces of a ruling as they are typed, if some were rolled.
    """

    line: str
    decision: str
    reason: str = ""
    lines: str = ""
    changes: tuple[str, ...] = ()
    dice: str = ""
    verdicts: tuple[str, ...] = ()
    printed: str = ""

    @property
    def is_accepted(self) -> bool:
        """True if the line was carried out, or waits for a die or a choice."""
        return self.decision in (RULED, DONE) or (self.decision == QUESTIONED and not self.reason)


class Session:
    """The prompt of one game, on a file; flags are settings, as ``dice="ask"``."""

    def __init__(self, file: Path, rules: str = "", seed: int = 0, **flags: str) -> None:
        around = Workspace(referee().settings.under(**flags))
        around.referee = referee().under(around.settings) if flags else referee()
        around.work_in(str(file), rules)
        evening = around.evening
        assert evening is not None
        self.game: Game = evening.game
        self._seed = seed
        self._refusal: Barred | None = None
        self._complete = evening.complete
        evening.complete = self._noting_refusals  # type: ignore[method-assign]
        self._table = Table(around, evening)

    def _noting_refusals(self, *arguments: Any, **named: Any) -> Any:
        try:
            return self._complete(*arguments, **named)
        except Barred as refusal:
            self._refusal = self._refusal or refusal
            raise

    def offers(self, typed: str) -> list[str]:
        """The words that completion offers after the beginning of a line."""
        return [offer.text for offer in self._table._offers(typed)[1]]

    @property
    def is_asking(self) -> bool:
        """True if a question waits for its answer."""
        return bool(self._table.questions)

    @property
    def snapshot(self) -> tuple[bytes, JsonObject]:
        """The file of the game, and all that its ledger knows."""
        path = self.game.path
        return path.read_bytes() if path.exists() else b"", known(self.game.ledger)

    @property
    def states(self) -> dict[tuple[str, str], object]:
        """The values of all states, by owner and state."""
        return {key: held.value for key, held in self.game.ledger.held.items()}

    def must(self, *lines: str) -> Result:
        """Type lines that must be accepted; the result of the last one."""
        for line in lines:
            result = self.type(line)
            assert result.is_accepted, result
        return result

    def type(self, line: str) -> Result:
        """Answer one line."""
        self._seed += 1
        self._refusal = None
        before, last = self.game.ledger.another(), self.game.last
        status = 0
        with house(self._seed) as (out, err):
            try:
                status = self._table.answer(line, "")
                decision, reason = self._decide(status)
            except EOFError:
                decision, reason = DONE, ""
            except Exception as error:  # the product promises that no line ends in one
                decision, reason = CRASHED, type(error).__name__
                err.write(traceback.format_exc())
        entries = [
            entry["ruling"] for number, entry in self.game.entries.items() if number > last and "ruling" in entry
        ]
        if decision in (QUESTIONED, DONE) and not status and entries:
            decision, reason = RULED, ", ".join(ruling["outcome"] for ruling in entries)
        lines = self._refusal.done.bars[0].source.lines if self._refusal and decision in (REFUSED, QUESTIONED) else ""
        return Result(
            line,
            decision,
            reason,
            lines,
            tuple(changes(before, self.game.ledger)),
            dice_of(entries),
            tuple(ruling["verdict"] for ruling in entries),
            f"{out.getvalue()}{err.getvalue()}".replace(f"{self.game.path.parent}{os.sep}", ""),
        )

    def _decide(self, status: int) -> tuple[str, str]:
        """The decision and its reason, of a line that made no ruling."""
        if not status:
            return (QUESTIONED if self._table._asked_now else DONE), ""
        if not self._refusal:
            return ERROR, ERRORS.get(status, str(status))
        bar = self._refusal.done.bars[0]
        return (QUESTIONED if bar.asks else REFUSED), bar.name


def dice_of(rulings: list[JsonObject]) -> str:
    """The faces of rulings as they are typed, roll by roll; empty if none of them was rolled by the program."""
    rolls = [(number, roll) for number, ruling in enumerate(rulings) for roll in ruling["rolls"] if roll["faces"]]
    if all(roll["from"] == "entered" for _, roll in rolls):
        return ""
    faces: dict[tuple[int, str], list[int]] = {}
    for number, roll in rolls:
        faces.setdefault((number, roll_of(roll["label"])), []).extend(roll["faces"])
    return " / ".join(" ".join(map(str, one)) for one in faces.values())


@cache
def referee() -> Referee:
    """The referee of all sessions, under no settings but plain lines."""
    return Referee(Settings().under(format="plain"))


@contextlib.contextmanager
def environment() -> Iterator[None]:
    """Wide lines, and no user's folder; mock.patch.dict would take a fifth of the time of a line."""
    before = {key: os.environ.get(key) for key in ENVIRONMENT}
    os.environ.update(ENVIRONMENT)
    try:
        yield
    finally:
        for key, value in before.items():
            if value is None:
                del os.environ[key]
            else:
                os.environ[key] = value


@contextlib.contextmanager
def house(seed: int) -> Iterator[tuple[io.StringIO, io.StringIO]]:
    """Capture the output; files need not survive a power cut, and rolled dice come from the seed."""
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.object(os, "fsync", lambda file: None),
        mock.patch("refcli.cli.procedure.fresh_seed", lambda: seed),
        environment(),
    ):
        yield out, err


def play(rules: str, lines: Iterable[str], scene: str = "", **flags: str) -> list[Result]:
    """Type lines in a new game of a ruleset, behind those of a scene; the result of each line."""
    with tempfile.TemporaryDirectory() as folder:
        session = opened(Path(folder, "evening.jsonl"), rules, scene, **flags)
        return [session.type(line) for line in lines]


def opened(file: Path, rules: str, scene: str = "", **flags: str) -> Session:
    """The prompt of a new game of a ruleset, behind the lines of a scene."""
    if scene:
        file.write_bytes(begun(rules, scene))
    return Session(file, rules, **flags)


@cache
def begun(rules: str, scene: str) -> bytes:
    """The file of a game after the lines of a scene, which must all be accepted."""
    with tempfile.TemporaryDirectory() as folder:
        session = Session(Path(folder, "evening.jsonl"), rules)
        session.must(*scene.splitlines())
        return session.game.path.read_bytes()


def changes(before: Ledger, after: Ledger) -> Iterator[str]:
    """Differences between two ledgers: units, sides, turn and phase, then states in order of their owners."""
    yield from [f"+unit {name}" for name in after.units if name not in before.units]
    yield from [f"-unit {name}" for name in before.units if name not in after.units]
    yield from [f"unit {name}" for name, unit in after.units.items() if before.units.get(name, unit) != unit]
    if before.sides != after.sides:
        yield f"sides {' '.join(after.sides)}"
    if before.at != after.at:
        yield f"turn {after.turn} {after.phase.name if after.phase else 'none'} {after.side}".strip()
    for owner, name in sorted(before.held.keys() | after.held.keys()):
        was, now = value_of(before.held.get((owner, name))), value_of(after.held.get((owner, name)))
        if was != now:
            sign = "+" if was is None else "-" if now is None else ""
            values = " > ".join(value for value in (was, now) if value)
            yield f"{sign}{owner or 'game'} {name} {values}".strip()


def value_of(held: Held | None) -> str | None:
    """The value of a state as text, empty for a flag; None for no state."""
    if held is None:
        return None
    return "" if held.state.value == FLAG else f"{held.value:g}" if isinstance(held.value, float) else str(held.value)


def known(ledger: Ledger) -> JsonObject:
    """All that a ledger knows, to compare it with another one."""
    return {
        "units": dict(ledger.units),
        "sides": list(ledger.sides),
        "at": ledger.at,
        "deeds": {(turn, name): entry for turn, acts in ledger.deeds.items() for name, entry in acts.items()},
        "held": _states(ledger.held),
    }


def _states(states: Any) -> JsonObject:
    """States without their declarations, which are in the charts."""
    return {key: held[1:] for key, held in states.items()}
