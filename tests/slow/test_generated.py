"""Whatever comes in ends in a ruling or in one clear line: some hundreds of inputs of every kind.

``python -m tests.generated`` runs as many more as anyone likes, and bounds their time and memory as well.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Ran
from tests.generated import KINDS
from tests.generated.inputs import Input, Kind
from tests.generated.oracle import faults, of_files
from tests.generated.runner import Place, Tally, made, run_as_process, run_in_process

SOME = {
    **{"batch-json": 600, "batch-csv": 400, "commands": 200, "charts": 80, "readings": 50, "templates": 50},
    **{"table": 25, "games": 120},
}
"""Inputs of a kind that are run here; of those that are not named 150."""

BATCH, FIRE = ("batch", "-"), ("-R", "grid", "fire", "tank", "infantry")
ERROR = '{"schema": "refcli/1", "error": {"kind": "usage", "message": "%s", "status": 2}}\n'


@pytest.fixture(scope="module")
def tallies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Tally]:
    """What the first inputs of each kind came to."""
    found = {}
    for name, kind in KINDS.items():
        found[name] = Tally()
        with Place(tmp_path_factory.mktemp("home"), run_in_process).entered() as place:
            for number in range(SOME.get(name, 150)):
                found[name].add(number, place.made(name, kind, number))
    return found


@pytest.mark.parametrize("name", KINDS)
class TestEveryKind:
    """Of input."""

    def test_ends_in_a_result_or_one_clear_line(self, tallies: dict[str, Tally], name: str) -> None:
        """Nothing raised, a documented status, files as they were, and whatever else the oracle knows."""
        assert tallies[name].faults == []

    def test_comes_to_results_and_to_refusals(self, tallies: dict[str, Tally], name: str) -> None:
        """What is always refused at the door tests the door alone; what never is tests no fault."""
        statuses = tallies[name].statuses
        assert tallies[name].results > 0.3, statuses
        assert statuses["0"] < 0.9 * statuses.total(), statuses

    def test_is_known_by_its_number(self, name: str) -> None:
        """The same each time, and another for another number."""
        first, again, others = (made(name, KINDS[name], number) for number in (7, 7, 8))
        assert first == again != others


class TestTheOracle:
    """Tells what is wrong, or a test that stands on it could not fail."""

    @pytest.mark.parametrize(
        ("line", "ran", "says"),
        [
            (FIRE, Ran(6, "", "refcli: no\n"), "status 6"),
            (FIRE, Ran(0, "\x1b[2J", ""), "stdout holds"),
            (FIRE, Ran(0, "a\u202eb", ""), "stdout holds"),
            (FIRE, Ran(0, "a\rb", ""), "stdout holds"),
            (FIRE, Ran(2, "", "refcli: a\x00b\n"), "stderr holds"),
            (FIRE, Ran(2, "", "Traceback (most recent call last):\n"), "stderr says"),
            (FIRE, Ran(2, "", "refcli: KeyError: 'x'\n"), "the inside shows"),
            (FIRE, Ran(2, "", ""), "nothing is said"),
            (FIRE, Ran(2, "", "usage: refcli\n"), "the last line is no error"),
            (FIRE, Ran(2, "", f"refcli: {'x' * 2000}\n"), "2000 characters"),
            (FIRE, Ran(2, "fire\n", "refcli: no\n"), "stdout beside an error"),
            (FIRE, Ran(3, "", ERROR % "no"), "the status is 3, and is told as 2"),
            (FIRE, Ran(2, "", ERROR % ""), "an empty message"),
            ((*FIRE, "--json"), Ran(0, "{fire\n", ""), "no JSON"),
            ((*FIRE, "--json"), Ran(0, '{"range": NaN}\n', ""), "no JSON (NaN"),
            ((*FIRE, "--json"), Ran(0, '{"schema": "refcli/1", "verdict": 3}\n', ""), "ruling: "),
            (BATCH, Ran(1, ERROR % "a fault of refcli itself: no", ""), "the inside shows"),
            (BATCH, Ran(1, ERROR % "a\\u0000b", ""), "3 characters"),
        ],
        ids=lambda one: one.out[:20] or one.err[:20] if isinstance(one, Ran) else None,
    )
    def test_tells_of_an_answer(self, line: tuple[str, ...], ran: Ran, says: str) -> None:
        assert any(fault.startswith(says) for fault in faults(line, ran, thorough=True))

    @pytest.mark.parametrize(
        ("line", "ran"),
        [
            (FIRE, Ran(0, "fire\n", "")),
            (FIRE, Ran(2, "", "refcli: no\n")),
            (FIRE, Ran(2, "", ERROR % "no")),
            (FIRE, Ran(3, "", "refcli: one\nrefcli: and another\n")),
            (("scenario", "check"), Ran(5, "", "scenarios.toml:1: a 1: no\nrefcli: 1 of them\n")),
        ],
    )
    def test_is_content_with_what_is_right(self, line: tuple[str, ...], ran: Ran) -> None:
        assert list(faults(line, ran, thorough=True)) == []

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ({"refcli.toml": b"a"}, {"refcli.toml": b"b"}),
            ({"refcli.toml": b"a"}, {}),
            ({"evening.jsonl": b"a"}, {"evening.jsonl": b"b"}),
            ({}, {"PWNED": b""}),
        ],
    )
    def test_tells_of_a_file(self, before: dict[str, bytes], after: dict[str, bytes]) -> None:
        assert list(of_files(FIRE, before, after))

    def test_lets_a_journal_grow_and_a_picture_be_drawn(self) -> None:
        after = {"evening.jsonl": b"ab", "picture.svg": b""}
        assert not list(of_files((*FIRE, "--svg", "picture.svg"), {"evening.jsonl": b"a"}, after))


def one_line(line: tuple[str, ...], **files: bytes) -> Kind:
    """A kind of which every input is this one."""
    return Kind(lambda draw: Input((line,), files))


class TestTheRunner:
    """Runs an input where it finds nothing of another."""

    @staticmethod
    def _ran(home: Path, run: Callable[..., Ran], *kinds: Kind) -> Tally:
        tally = Tally()
        with Place(home, run).entered() as place:
            for number, kind in enumerate(kinds, 1):
                tally.add(number, place.made("x", kind, number))
        return tally

    def test_tells_what_was_raised_and_where(self, tmp_path: Path) -> None:
        def raising(*_: Any) -> Ran:
            raise KeyError("x")

        told = self._ran(tmp_path, raising, one_line(FIRE)).faults
        assert len(told) == 1 and told[0].startswith("1: raised KeyError: 'x' (test_generated.py:")

    def test_tells_a_file_that_was_changed(self, tmp_path: Path) -> None:
        def writing(*_: Any) -> Ran:
            Path("notes").write_text("other")
            return Ran(0, "", "")

        told = self._ran(tmp_path, writing, one_line(FIRE, notes=b"mine")).faults
        assert [fault.split("  ")[0] for fault in told] == ["1: notes is no longer what it was"]

    def test_leaves_nothing_for_the_next(self, tmp_path: Path) -> None:
        """No file of it, and no last ruling."""
        logged = one_line((*FIRE, "--log", "a.jsonl"), **{"refcli.toml": b'rules = "grid"\n'})
        tally = self._ran(tmp_path, run_in_process, logged, one_line(("again",)))
        assert tally.statuses == {"0": 1, "2": 1} and not tally.faults
        assert not list((tmp_path / "table").iterdir())

    def test_counts_by_status(self, tmp_path: Path) -> None:
        ends: Iterator[int] = iter([0, 0, 1, 4])
        tally = self._ran(tmp_path, lambda *_: Ran(next(ends), "", "refcli: no"), *[one_line(FIRE)] * 4)
        assert tally.results == 0.75
        assert next(tally.told()) == "4 inputs, 75.0% with a result; by exit status 0: 50.0%, 1: 25.0%, 4: 25.0%"

    def test_bounds_a_process_of_its_own(self, tmp_path: Path) -> None:
        """In memory: with too little of it nothing can be answered, and that is told."""
        with Place(tmp_path, run_in_process).entered():
            assert run_as_process(FIRE, b"", 500 << 20, 60).status == 0
            assert run_as_process(FIRE, b"", 20 << 20, 60).status != 0
