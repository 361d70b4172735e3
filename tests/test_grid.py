"""WW2 rules on a grid: the game clock and the light."""

from itertools import product
from typing import Any, ClassVar

import pytest

from refcli.core.errors import Refused
from refcli.core.ruling import Note, Ruling
from tests.situations import referee


def ruled(procedure: str, dice: list[int] | None = None, **fields: Any) -> Ruling:
    """A ruling with the dice that fell; every die of it must be given."""
    ruling = referee().rule(referee().case({"rules": "grid", "procedure": procedure, **fields}), 0, dice or []).ruling
    assert all("rolled" not in roll.origins for roll in ruling.rolls), "a die is not given"
    return ruling


def told(ruling: Ruling) -> list[str]:
    """What the rules say to the referee on the way, without a figure."""
    return [entry.step.text for entry in ruling.steps if isinstance(entry.step, Note)]


class TestLight:
    """grid.txt 211-212: the times of dawn, dusk and night are agreed; before dawn and after nightfall it is night."""

    AGREED: ClassVar = {"dawn": "05:00", "day": "06:00", "dusk": "20:00", "night": "21:00"}
    UNTOLD = "clock advanced"

    def light(self, now: str, **agreed: str) -> str:
        """The light ten minutes after ``now``."""
        return ruled("clock", [2], now=now, **agreed).outcome.word

    @pytest.mark.parametrize("hour", range(24))
    def test_some_of_the_times_tell_what_all_of_them_tell_or_nothing(self, hour: int) -> None:
        now = f"{hour:02}:20"
        whole = self.light(now, **self.AGREED)
        assert whole != self.UNTOLD
        for kept in product((True, False), repeat=4):
            some = {name: at for (name, at), keep in zip(self.AGREED.items(), kept, strict=True) if keep}
            assert self.light(now, **some) in (whole, self.UNTOLD), some

    @pytest.mark.parametrize(
        ("now", "agreed", "light"),
        [
            ("04:00", "dawn", "night"),
            ("04:00", "dawn day", "night"),
            ("04:00", "day", UNTOLD),
            ("04:00", "dusk night", UNTOLD),
            ("05:30", "dawn", UNTOLD),
            ("05:30", "dawn day", "dawn or dusk"),
            ("05:30", "dawn dusk night", UNTOLD),
            ("12:00", "day", UNTOLD),
            ("12:00", "day dusk", "day"),
            ("12:00", "day night", UNTOLD),
            ("12:00", "dawn dusk night", UNTOLD),
            ("20:30", "dusk", UNTOLD),
            ("20:30", "dusk night", "dawn or dusk"),
            ("21:30", "night", "night"),
            ("21:30", "dawn day dusk", UNTOLD),
            ("23:55", "dusk night", UNTOLD),
            ("23:55", "dawn dusk night", "night"),
        ],
    )
    def test_it_is_known_between_two_changes_that_follow_each_other(self, now: str, agreed: str, light: str) -> None:
        assert self.light(now, **{name: self.AGREED[name] for name in agreed.split()}) == light

    def test_the_times_that_would_tell_it_are_named(self) -> None:
        untold = ruled("clock", [2], now="12:00", dawn="05:00", night="21:00")
        assert told(untold) == ["the light depends on times not agreed: day, dusk"]
        assert told(ruled("clock", [2], now="12:00")) == []

    def test_times_in_another_order_are_refused(self) -> None:
        with pytest.raises(Refused, match="the times of a day come in this order: dawn, day, dusk, night"):
            self.light("12:00", dusk="05:00", day="20:00")
