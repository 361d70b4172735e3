"""Evenings that are stored as data, worked out by hand from a ruleset's source, and played through a game.

A file in ``stored/games`` begins with the name of its ruleset. Its ``units`` are what is typed behind each name; each
``step`` says the lines of the source, and one thing that is done:

``do``      an act as it is typed: ``next``, ``next Morale``, ``undo``, ``redo``, ``set karl prone``,
            ``unset karl prone``, ``add karl rifle infantry``, ``sides Axis Allied``
``rule``    a procedure; ``with`` are its fields, ``dice`` the faces as they were thrown, ``overrule`` that it is ruled
            whatever bars it

and what comes of it:

``begins``  every state that is new or has another value: ``karl prone``, ``karl moved 8``; ``game time 06:00``
``ends``    every state that is gone; a key that is left out says that there is none
``barred``  every reason against it, the unit, the state or row, and the lines: ``karl fired (151)``
``due``     every reminder of the phase that began, or of what a ruling lets one do at once, in the same form, and
            ``no clock-rolled (53)`` for a state that is missed
``given``   everything that states brought to the ruling: ``karl: prone``
``outcome`` the word of its outcome, and ``counts`` its numbers

Sentences are compared in ``stored/words`` alone.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from refcli.core.cells import Source
from refcli.core.states import AT_ONCE, FLAG, GAME, Held
from refcli.game.bars import Reason
from refcli.game.game import Game
from refcli.game.reminders import due
from refcli.game.reminders import reminder_text as reminder
from refcli.game.supply import Completed
from tests.situations import STORED, referee

STEP_KEYS = {
    "lines",
    "do",
    "rule",
    "with",
    "dice",
    "overrule",
    "begins",
    "ends",
    "barred",
    "due",
    "given",
    "outcome",
    "counts",
}
"""What a step may say: a misspelt key would check nothing."""


class Reached(NamedTuple):
    """What a stored game reaches: each of it named as ``charts/<ruleset>/states.toml`` has it."""

    begun: set[str]
    ended: set[str]
    given: set[tuple[str, str]]
    barred: set[tuple[str, str]]
    reminded: set[tuple[str, str]]
    by_hand: set[str]


def games(rules: str) -> list[Path]:
    """The stored games of a ruleset."""
    return sorted((STORED / "games").glob(f"{rules}*.toml"))


def play(path: Path, folder: Path) -> tuple[list[str], Reached]:
    """What came otherwise than a stored game says, step by step; and what it reached."""
    stored = tomllib.loads(path.read_text(encoding="utf-8"))
    played = _Played(Game(folder / f"{path.stem}.jsonl", referee(), stored["rules"]))
    for name, words in stored.get("units", {}).items():
        played.game.add(name, words.split())
    wrong = [
        f"{path.stem} {number} ({step.get('rule') or step.get('do')}): {fault}"
        for number, step in enumerate(stored["step"], 1)
        for fault in played.step(step)
    ]
    again = Game(played.game.path, referee())
    if (again.ledger.held, again.ledger.at) != (played.game.ledger.held, played.game.ledger.at):
        wrong.append(f"{path.stem}: read from its file it is another game")
    return wrong, played.reached


def unreached(rules: str, folder: Path) -> list[str]:
    """What the states of a ruleset begin, end, give, bar and remind of, and no stored game of it reaches."""
    reached = Reached(*(set() for _ in Reached._fields))
    for path in games(rules):
        for all_, one in zip(reached, play(path, folder)[1], strict=True):
            all_ |= one  # type: ignore[operator]
    states, _ = referee().loaded(rules).library.states()
    missing = []
    for state in states.values():
        if state.name not in reached.begun:
            missing.append(f"{state.name} never begins")
        may_end = state.ends or state.until or (state.name in reached.by_hand and not state.out)
        if may_end and state.name not in reached.ended:
            missing.append(f"{state.name} never ends")
        words = [*[give.condition for give in state.gives], *[filling.field for filling in state.fills]]
        missing += [f"{state.name} never gives {word}" for word in words if (state.name, word) not in reached.given]
        missing += [
            f"{state.name} never bars: {bar.text}" for bar in state.bars if (state.name, bar.text) not in reached.barred
        ]
        missing += [
            f"{state.name} reminds nobody in {phase}"
            for phase in state.reminds
            if (state.name, phase) not in reached.reminded
        ]
        missing += [
            f"{phase} never misses {state.name}"
            for phase in state.misses
            if (state.name, phase) not in reached.reminded
        ]
    return missing


def rows_never_reached(rules: str) -> list[str]:
    """The rows of a ruleset's refusals that no act and no stored game is refused by."""
    hook = referee().loaded(rules).ruleset.hook()
    steps = [step for path in games(rules) for step in tomllib.loads(path.read_text(encoding="utf-8"))["step"]]
    told = [line.split(" (")[0].split()[-1] for step in steps for line in step.get("barred", [])]
    acts = (STORED / "acts" / f"illegal-{rules}.txt").read_text(encoding="utf-8")
    told += re.findall(r"^    (?:refused|questioned) (\S+)", acts, re.MULTILINE)
    return [row.name for row in hook.refusals if row.name not in told]


def reasons_never_told(rules: str, *hooks: ModuleType) -> list[str]:
    """The lines of the source in a ruleset's hook that no bar or reminder of its stored games stands on."""
    steps = [step for path in games(rules) for step in tomllib.loads(path.read_text(encoding="utf-8"))["step"]]
    told = [line for step in steps for key in ("barred", "due") for line in step.get(key, [])]
    sources = [value for hook in hooks for value in vars(hook).values() if isinstance(value, Source)]
    return [one.lines for one in sources if not any(line.endswith(f"({one.lines})") for line in told)]


class _Played:
    """A game that is on."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.at_once: Iterable[tuple[str, Source]] = ()
        self.reached = Reached(*(set() for _ in Reached._fields))

    def step(self, step: Mapping[str, Any]) -> Iterator[str]:
        """Do what a step says; what comes of it otherwise than it says."""
        assert step.keys() <= STEP_KEYS and step["lines"], step
        before = dict(self.game.ledger.held)
        if "rule" in step:
            yield from self._rule(step)
        else:
            self._do(*step["do"].split())
        if "due" in step:
            phase = self.game.ledger.phase
            of, told = (
                (AT_ONCE, self.at_once) if "rule" in step else (phase.name if phase else "", due(self.game.ledger))
            )
            names = self._reminders(of)
            found = {text: f"{names.get(text) or self._named(text)} ({source.lines})" for text, source in told}
            yield from _other("due", found.values(), step["due"])
            self.reached.reminded.update((names[text].split()[-1], of) for text in found if text in names)
        after = self.game.ledger.held
        begun = {key: held for key, held in after.items() if key not in before or before[key].value != held.value}
        ended = {key: held for key, held in before.items() if key not in after}
        yield from _other("begins", {_said(owner, held) for (owner, _), held in begun.items()}, step.get("begins", []))
        yield from _other("ends", {_owned(*key) for key in ended}, step.get("ends", []))
        self.reached.begun.update(name for _, name in begun)
        self.reached.ended.update(name for _, name in ended)
        self.reached.by_hand.update(name for (_, name), held in begun.items() if held.by_hand)

    def _do(self, act: str, *words: str) -> None:
        if act == "add":
            self.game.add(words[0], list(words[1:]))
        elif act == "set":
            self.game.set(words[0], words[1], " ".join(words[2:]))
        elif act == "next":
            self.game.next(" ".join(words))
        elif act == "sides":
            self.game.act("sides", sides=list(words))
        else:
            getattr(self.game, act)(*words)

    def _rule(self, step: Mapping[str, Any]) -> Iterator[str]:
        done = self.game.complete({"procedure": step["rule"], **step.get("with", {})}, overrule=True)
        yield from _other("barred", map(self._refusal, done.bars), step.get("barred", []))
        self._remember_ruled(done, step)
        if done.bars and not step.get("overrule"):
            return
        if "given" in step:
            yield from _other("given", {_brought(one.owner, one.what) for one in done.supplied}, step["given"])
        case = referee().case({"rules": self.game.rules, **done.plain})
        answer = self.game.keep(referee().rule(case, 1, step.get("dice")), done, bool(done.bars))
        self.at_once = answer.due
        ruling = self.game.entries[answer.number]["ruling"]
        for roll in ruling["rolls"]:
            if roll["from"] != "entered":
                yield f"{roll['label']} has no face in the file"
        for key in ("outcome", "counts"):
            if key in step and step[key] != ruling.get(key):
                yield f"{key} is {ruling.get(key)!r}, not {step[key]!r}"

    def _remember_ruled(self, done: Completed, step: Mapping[str, Any]) -> None:
        for bar in done.bars:
            if bar.held and self._refusal(bar) in step.get("barred", []):
                self.reached.barred.add((bar.held.state.name, bar.text))
        for one in done.supplied:
            if _brought(one.owner, one.what) in step.get("given", []):
                word = one.what.split()[0]
                self.reached.given.update({(one.held.state.name, word), (one.held.state.name, word.split("x")[-1])})

    def _reminders(self, of: str) -> dict[str, str]:
        """The names of the reminders that states give in a phase, by their sentences."""
        ledger = self.game.ledger
        names = {state.misses[of]: f"no {state.name}" for state in ledger.states.values() if of in state.misses}
        for (owner, name), held in ledger.held.items():
            if of in held.state.reminds:
                names[reminder(held.state.reminds[of], owner, held)] = _owned(owner, name)
        return names

    def _refusal(self, bar: Reason) -> str:
        """The unit that a reason is about, and its state or ``rule``, with the lines."""
        name = f"{bar.who} {bar.name}".strip() if bar.held else self._named(f"{bar.who} {bar.text}", bar.name)
        return f"{name} ({bar.source.lines})"

    def _named(self, text: str, row: str = "rule") -> str:
        """The units and sides in a sentence, and the row that it is of."""
        known = {*self.game.ledger.units, *self.game.ledger.sides}
        return " ".join([*sorted(known.intersection(re.findall(r"[\w-]+", text))), row])


def _owned(owner: str, name: str) -> str:
    return f"{owner if owner != GAME else 'game'} {name}"


def _said(owner: str, held: Held) -> str:
    value = f"{held.value:g}" if isinstance(held.value, float) else held.value
    return _owned(owner, held.state.name) + (f" {value}" if held.state.value != FLAG else "")


def _brought(owner: str, what: str) -> str:
    return f"{owner}: {what}" if owner else what


def _other(what: str, found: Iterable[str], stored: list[str]) -> Iterator[str]:
    """What is otherwise than the file says; a reason that is given twice is stored twice."""
    now, before = Counter(found), Counter(stored)
    yield from [f"{what} too: {one}" for one in sorted((now - before).elements())]
    yield from [f"{what} not: {one}" for one in sorted((before - now).elements())]
