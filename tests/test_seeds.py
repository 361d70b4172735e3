"""Seeds: those that the program makes are numbers that every reader of JSON keeps whole, and a larger one is taken."""

import json
import os
import re
from typing import Any

import pytest

from refcli.batch.stream import line_seed
from tests.conftest import Run

FIRE = ("-R", "grid", "fire", "2xtank", "infantry")
LARGEST = 2**64 - 1


def as_jq_reads_it(text: str) -> int:
    """The seed of an object as a reader has it whose numbers are floats."""
    return int(json.loads(text, parse_int=float)["seed"])


@pytest.fixture
def largest_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The operating system gives the largest of all numbers."""
    monkeypatch.setattr(os, "urandom", lambda size: b"\xff" * size)


@pytest.mark.usefixtures("largest_chance")
class TestASeedThatTheProgramMakes:
    """Keeps every figure where numbers are floats, as in jq and in a browser."""

    def test_gives_a_ruling_its_dice_again(self, run: Run) -> None:
        first = run(*FIRE, "--json")
        assert json.loads(first.out)["seed"] == 2**53 - 1
        assert run(*FIRE, "--seed", str(as_jq_reads_it(first.out)), "--json").out == first.out

    def test_is_told_by_a_batch(self, run: Run) -> None:
        line = json.dumps({"rules": "grid", "procedure": "fire", "attackers": "tank", "target": "infantry"})
        said = re.search(r"seed (\d+);", run("batch", stdin=line).err)
        assert said and int(said[1]) == 2**53 - 1

    def test_belongs_to_a_ruling_of_a_game(self, run: Run) -> None:
        first = run("--game", "evening.jsonl", *FIRE, "--json")
        assert as_jq_reads_it(first.out) == json.loads(first.out)["seed"]


class TestTheSeedOfALine:
    """Of a batch is one, too."""

    def test_is_kept_whole(self) -> None:
        seeds = [line_seed(LARGEST, id) for id in range(2000)]
        assert all(int(float(seed)) == seed < 2**53 for seed in seeds)
        assert len(set(seeds)) == len(seeds) and max(seeds) > 2**52

    def test_gives_the_line_its_dice_again(self, run: Run) -> None:
        line: dict[str, Any] = {"rules": "grid", "procedure": "fire", "attackers": "2xtank", "target": "infantry"}
        told = run("batch", "--seed", "5", stdin=json.dumps(line)).out
        again = run(*FIRE, "--seed", str(as_jq_reads_it(told)), "--json").out
        assert json.loads(again)["rolls"] == json.loads(told)["rolls"]


class TestALargerSeed:
    """As an earlier version made them."""

    def test_that_is_given_stays_as_it_is(self, run: Run) -> None:
        assert json.loads(run(*FIRE, "--seed", str(LARGEST), "--json").out)["seed"] == LARGEST

    def test_that_a_journal_keeps_rolls_the_same_dice(self, run: Run) -> None:
        run(*FIRE, "--seed", str(LARGEST), "--log", "evening.jsonl")
        ran = run("log", "replay", "evening.jsonl")
        assert (ran.status, ran.err) == (0, "")
