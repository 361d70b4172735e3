"""The luck of a journal: successes of its rulings beside those that were to be expected of them."""

from collections.abc import Iterable
from math import erf, sqrt
from typing import Any, NamedTuple

from refcli.core.errors import Refused
from refcli.core.limits import MOST_WORK
from refcli.game.journal import Line
from refcli.game.replay import case_of, charts_changed
from refcli.odds.enumeration import TooMuchWork, odds_of
from refcli.referee.referee import Referee
from refcli.wire import JsonObject

ENOUGH = 30
"""Rulings that could have gone either way, below which nothing is said about luck."""

ENOUGH_EACH_WAY = 5
"""Successes, and failures, that were to be expected of them: with fewer the bell curve would mislead."""


MOST_OF_ONE = MOST_WORK // 10
"""Units of work that the exact chance of one ruling may take; MOST_WORK is for all of a game."""


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
        """True if there are enough of them to say anything."""
        return self.open >= ENOUGH and min(self.expected, self.open - self.expected) >= ENOUGH_EACH_WAY

    @property
    def luck(self) -> str:
        """The successes beside those expected, in plain words; empty for a sample so small that it would mislead."""
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
    known: dict[Any, float | None] = {}
    left = MOST_WORK
    for line in lines:
        entry = line.entry
        if entry is None or "game" in entry:
            continue
        ruling = entry["ruling"]
        origin = origin_of(ruling)
        why = "they roll no dice" if not origin else "they judge an earlier one again" if "amends" in entry else ""
        why = why or ("the charts have changed since" if charts_changed(entry, referee) else "")
        chance: float | None = None
        if not why:
            try:
                case = case_of(entry, referee)
                key = (case.rules, case.procedure.name, case.request, repr(case.overrides))
                if key not in known:
                    known[key] = None
                    most = min(left, MOST_OF_ONE)
                    left -= most  # what is refused takes all that it may
                    odds = odds_of(case.procedure, case.request, case.charts(), most=most)
                    left += most - odds.work
                    known[key] = float(odds.success)
                chance = known[key]
            except TooMuchWork:
                pass
            except Refused:
                why = "the charts do not know them any more"
        if chance is None:
            why = why or "their exact chances are not computed: too much work"
            left_out[why] = left_out.get(why, 0) + 1
            continue
        place = (ruling["rules"], ruling["procedure"], origin)
        old = measures.get(place, Measure(*place))
        measures[place] = old.plus(bool(ruling["success"]), chance)
    return Stats(tuple(measures[place] for place in sorted(measures)), left_out)


def origin_of(ruling: JsonObject) -> str:
    """Whose dice a ruling was made with: rolled, entered, or both; empty when none were rolled."""
    found = {origin for roll in ruling["rolls"] for origin in _origins(roll) if roll["faces"]}
    return "both" if len(found) > 1 else next(iter(found), "")


def _origins(roll: JsonObject) -> list[str]:
    return [roll["from"]] if isinstance(roll["from"], str) else list(roll["from"])
