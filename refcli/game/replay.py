"""What a journal amounts to: its rulings made again from their faces, and set beside what was to be expected."""

from collections.abc import Iterable, Iterator
from math import erf, sqrt
from typing import Any, NamedTuple

from refcli.core.errors import Refused
from refcli.game.journal import Line
from refcli.odds.enumeration import TooManyRuns, odds_of
from refcli.plain import Plain
from refcli.plain.dump import ruling_to
from refcli.referee.referee import Case, Referee

NOT_ASKED = ("faces", "seed")
"""Keys of what was given that are no part of the plain object."""

ASIDE = ("seed", "charts")
"""Keys of a ruling that a replay does not hold against it."""

ENOUGH = 30
"""Rulings that could have gone either way, below which nothing is said about luck."""

ENOUGH_EACH_WAY = 5
"""Successes, and failures, that were to be expected of them: with fewer the bell curve would mislead."""


class Replay(NamedTuple):
    """One entry made again: what came to be otherwise first, if anything, and whether the charts changed."""

    number: int
    differs: str
    charts_changed: bool


class Recorded:
    """Answers what a player decided as it was recorded; leaves every die to its recorded face."""

    def __init__(self, ruling: Plain) -> None:
        self._chosen: dict[str, list[str]] = {}
        for step in ruling["steps"]:
            if step["kind"] == "choice" and step["by"] == "player":
                label = f"{step['at']}/{step['label']}" if step["at"] else step["label"]
                self._chosen.setdefault(label, []).append(step["chosen"])

    def face(self, label: str, die: Any, needs: Any) -> int | None:
        """No face: those that were recorded are known already."""
        return None

    def choice(self, label: str, options: tuple[str, ...], policy: str) -> str | None:
        """What was chosen at this label, the times it came up in order."""
        chosen = self._chosen.get(label)
        return chosen.pop(0) if chosen else None


def case_of(entry: Plain, referee: Referee) -> Case:
    """The case of an entry, as it was given. Raises Refused when the charts no longer know it."""
    return referee.case({key: value for key, value in entry["given"].items() if key not in NOT_ASKED})


def faces_of(ruling: Plain) -> dict[str, int]:
    """Every face of a ruling's object, rolled or entered, by the label of its die."""
    rolls = ruling["rolls"]
    faces = {roll["label"]: roll["faces"][0] for roll in rolls if len(roll["faces"]) == 1}
    for roll in rolls:
        faces |= {f"{roll['label']}/{number}": face for number, face in enumerate(roll["faces"], 1)}
    return faces


def replay(lines: Iterable[Line], referee: Referee) -> Iterator[Replay]:
    """Every whole entry resolved again from its faces by label."""
    for line in lines:
        if line.entry is None:
            continue
        then: Plain = line.entry["ruling"]
        try:
            case = case_of(line.entry, referee)
            record = referee.rule(case, then["seed"], None, Recorded(then), faces_of(then))
        except Refused as error:
            yield Replay(line.number, f"it cannot be made any more: {error}", _changed(line.entry, referee))
            continue
        now = ruling_to(record)
        yield Replay(line.number, first_difference(then, now), now["charts"] != then["charts"])


def _changed(entry: Plain, referee: Referee) -> bool:
    try:
        return bool(referee.loaded(entry["given"]["rules"]).library.digest() != entry["ruling"]["charts"])
    except Refused:
        return True


def first_difference(then: Plain, now: Plain) -> str:
    """The first of a ruling that came to be otherwise, in words; empty when all agrees."""
    steps, again = [list(map(_bare, ruling["steps"])) for ruling in (then, now)]
    for index, (before, after) in enumerate(zip(steps, again, strict=False), 1):
        if before != after:
            where = f"step {index}, {_name(before)}"
            if _name(before) != _name(after):
                return f"{where}: now {_name(after)}"
            for key in {**before, **after}:
                if before.get(key) != after.get(key):
                    return f"{where}: {key} was {before.get(key)!r}, is now {after.get(key)!r}"
    if len(steps) != len(again):
        return f"it had {len(steps)} steps, it has {len(again)} now"
    for key in {**then, **now}:
        if key not in (*ASIDE, "steps", "rolls") and then.get(key) != now.get(key):
            return f"{key} was {then.get(key)!r}, is now {now.get(key)!r}"
    return ""


def _bare(step: Plain) -> Plain:
    """A step without the lines of its source, and without where its faces came from: now all are known."""
    return {key: value for key, value in step.items() if key != "from"}


def _name(step: Plain) -> str:
    name = str(step.get("label") or step.get("name") or step.get("text") or "")
    return f"{step['kind']} {step['at']}/{name}" if step["at"] else f"{step['kind']} {name}"


class Measure(NamedTuple):
    """Successes of one procedure beside those that were to be expected.

    ``origin`` tells whose dice. Only rulings that could have gone either way are counted, in ``open``; those
    whose end was certain are in ``certain``. ``variance`` is each ruling's own, added up.
    """

    rules: str
    procedure: str
    origin: str
    open: int = 0
    certain: int = 0
    came: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def plus(self, success: bool, chance: float) -> "Measure":
        """One more ruling counted."""
        if not 0 < chance < 1:
            return self._replace(certain=self.certain + 1)
        return self._replace(
            open=self.open + 1,
            came=self.came + success,
            expected=self.expected + chance,
            variance=self.variance + chance * (1 - chance),
        )

    @property
    def enough(self) -> bool:
        """Whether there are enough of them to say anything."""
        return self.open >= ENOUGH and min(self.expected, self.open - self.expected) >= ENOUGH_EACH_WAY

    @property
    def luck(self) -> str:
        """How the results stand to what was expected, in plain words; empty below a sample that would mislead."""
        if not self.enough:
            return ""
        off = abs(self.came - self.expected)
        away = off / sqrt(self.variance)
        if away < 1:
            return "about what was to be expected"
        word = "more" if self.came > self.expected else "fewer"
        share = max((1 - erf((off - 0.5) / sqrt(2 * self.variance))) / 2, 1e-9)
        often = f"so many {word} come in about 1 of {1 / share:,.0f} journals like this"
        return f"{word} than expected, within what luck does: {often}" if away < 2 else f"unusually {word}: {often}"


class Stats(NamedTuple):
    """The measures of a journal, and the entries that were left out, by the reason."""

    measures: tuple[Measure, ...]
    left_out: dict[str, int]


def stats(lines: Iterable[Line], referee: Referee) -> Stats:
    """Successes beside each ruling's own exact chance of success, by procedure and by whose dice they were."""
    measures: dict[tuple[str, str, str], Measure] = {}
    left_out: dict[str, int] = {}
    known: dict[Any, float] = {}
    for line in lines:
        entry = line.entry
        if entry is None:
            continue
        ruling = entry["ruling"]
        origin = origin_of(ruling)
        why = "they throw no dice" if not origin else "they judge an earlier one again" if "amends" in entry else ""
        why = why or ("the charts have changed since" if _changed(entry, referee) else "")
        chance = 0.0
        if not why:
            try:
                case = case_of(entry, referee)
                key = (case.rules, case.procedure.name, case.request, repr(case.plain))
                if key not in known:
                    known[key] = float(odds_of(case.procedure, case.request, case.charts()).success)
                chance = known[key]
            except TooManyRuns:
                why = "their exact chances take too many runs"
            except Refused:
                why = "the charts do not know them any more"
        if why:
            left_out[why] = left_out.get(why, 0) + 1
            continue
        place = (ruling["rules"], ruling["procedure"], origin)
        old = measures.get(place, Measure(*place))
        measures[place] = old.plus(bool(ruling["success"]), chance)
    return Stats(tuple(measures[place] for place in sorted(measures)), left_out)


def origin_of(ruling: Plain) -> str:
    """Whose dice a ruling was made with: rolled, entered, or both; empty when it threw none."""
    found = {origin for roll in ruling["rolls"] for origin in _origins(roll) if roll["faces"]}
    return "both" if len(found) > 1 else next(iter(found), "")


def _origins(roll: Plain) -> list[str]:
    return [roll["from"]] if isinstance(roll["from"], str) else list(roll["from"])
