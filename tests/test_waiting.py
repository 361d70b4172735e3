"""What takes long says so at a terminal, and Ctrl-C ends it in one line, with what was done until then."""

import csv
import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from refcli.cli import odds
from refcli.cli.odds import Waiting
from refcli.odds.enumeration import Sample
from refcli.referee import sweep, what_if
from tests.conftest import Home, Run, environment_of

INTERRUPTED = 130
FIRE = ("-R", "grid", "fire", "tank", "infantry", "woods")
LARGE = ("-R", "cc", "close-assault", "9xheavy-weapon", "infantry,9xheavy-weapon+defenders-cover", "defender-lost")
"""A ruling whose exact odds take too much work."""
SWEEP = ("-R", "fw", "fire", "6pdr", "tiger-i", "--sweep", "range=10:40:10")


def after(times: int, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that Ctrl-C ends when it is called once more than so many times."""
    calls = 0

    def counted(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > times:
            raise KeyboardInterrupt
        return function(*arguments)

    return counted


def rolling(times: int) -> Callable[[Sample], Iterator[int]]:
    """A sample that Ctrl-C ends after so many thousand rolls."""
    roll = Sample.roll

    def some(self: Sample) -> Iterator[int]:
        for number, made in enumerate(roll(self), 1):
            if number > times:
                break
            yield made
        raise KeyboardInterrupt

    return some


class TestASampleThatIsStopped:
    def test_gives_the_odds_by_the_rolls_that_were_made(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        whole = run(*FIRE, "--odds", "--sample", "3000", "--json")
        monkeypatch.setattr(Sample, "roll", rolling(2))
        ran = run(*FIRE, "--odds", "--sample", "100000", "--plain")
        assert ran.status == INTERRUPTED
        assert "3,000 rolls" in ran.out and "100,000" in ran.err and len(ran.err.splitlines()) == 1
        monkeypatch.setattr(Sample, "roll", rolling(2))
        stopped = run(*FIRE, "--odds", "--sample", "100000", "--json")
        assert stopped.status == INTERRUPTED and json.loads(stopped.out) == json.loads(whole.out)

    def test_before_the_first_roll_gives_none(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(odds, "sample_of", after(0, odds.sample_of))
        ran = run(*FIRE, "--odds", "--sample", "1000", "--plain")
        assert (ran.status, ran.out, len(ran.err.splitlines())) == (INTERRUPTED, "", 1)


class TestExactOddsThatAreStopped:
    def test_are_not_told(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(odds, "odds_in", after(0, odds.odds_in))
        ran = run(*FIRE, "--odds", "--plain")
        assert (ran.status, ran.out, len(ran.err.splitlines())) == (INTERRUPTED, "", 1)

    def test_are_told_where_only_what_they_hang_on_is_missing(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        whole = json.loads(run(*FIRE, "--odds", "--json").out)
        monkeypatch.setattr(what_if, "odds_in", after(0, what_if.odds_in))
        ran = run(*FIRE, "--odds", "--json")
        assert ran.status == INTERRUPTED and json.loads(ran.err)["error"]["message"]
        assert whole["worth"] and json.loads(ran.out) == {**whole, "worth": []}


class TestASweepThatIsStopped:
    def test_gives_its_whole_rows(self, run: Run, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        axes = (*SWEEP, "--sweep", "facing")
        whole = list(csv.reader(io.StringIO(run(*axes, "--csv").out)))
        monkeypatch.setattr(sweep, "odds_in", after(7, sweep.odds_in))
        ran = run(*axes, "--csv", "--svg", "heat.svg")
        assert ran.status == INTERRUPTED
        assert list(csv.reader(io.StringIO(ran.out))) == whole[: 1 + 2]
        assert "6 of 12" in ran.err
        assert not (home.work / "heat.svg").exists()

    def test_before_its_first_row_gives_none(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sweep, "odds_in", after(0, sweep.odds_in))
        ran = run(*SWEEP, "--plain")
        assert (ran.status, ran.out, len(ran.err.splitlines())) == (INTERRUPTED, "", 1)


class TestWaiting:
    """Is told at a terminal, from the first second on."""

    def test_says_nothing_elsewhere(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        monkeypatch.setattr(odds, "AFTER", 0)
        with Waiting("rolling") as told:
            told.far(1, 2, "rolls")
        assert capsys.readouterr().err == ""

    @pytest.mark.skipif(os.name == "nt", reason="a pty is Unix")
    def test_tells_how_far_it_is_and_how_to_stop_it(self, home: Home) -> None:
        from tests.terminal import Terminal

        line = [*LARGE, "--odds", "--sample", "1000000"]
        with Terminal([sys.executable, "-m", "refcli", *line], home.work, environment_of(home.folder)) as terminal:
            terminal.until(" of 1,000,000")
            terminal.type("\x03")
            assert terminal.status() == INTERRUPTED
        assert "Traceback" not in terminal.shown
        assert terminal.shown.rstrip().splitlines()[-1].count("1,000,000") == 1
