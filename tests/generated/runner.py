"""Runs inputs in a folder of their own and holds what came of them to the oracle; counts it, kind by kind."""

import os
import shutil
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.conftest import Ran, environment_of, run_here
from tests.generated import oracle
from tests.generated.draw import Draw
from tests.generated.inputs import Input, Kind

THOROUGH = 20
"""One input in so many is held to the schemas as well."""

MOST_TOLD = 40
"""Faults that are told in full."""

Limited = Callable[[], AbstractContextManager[None]]
"""What bounds the time of a line."""


class TooSlow(BaseException):
    """A line that took longer than it may; nothing of the program takes it for an error of its own."""


class Made(NamedTuple):
    """What one line of an input came to: its answer if there was one, its seconds, and what is wrong with it."""

    line: tuple[str, ...]
    ran: Ran | None
    seconds: float
    faults: tuple[str, ...] = ()


def made(name: str, kind: Kind, number: int) -> Input:
    """The input of a kind and a number; the same each time."""
    return kind.make(Draw(f"{name} {number}"))


class Place:
    """A home with a folder to work in, where inputs are run one after the other; none finds anything of another."""

    def __init__(
        self, home: Path, run: Callable[[tuple[str, ...], bytes], Ran], limited: Limited = nullcontext
    ) -> None:
        self.home = home
        self.work = home / "table"
        self.run = run
        self.limited = limited
        self.work.mkdir(parents=True, exist_ok=True)

    @contextmanager
    def entered(self) -> Iterator["Place"]:
        """This process at home there, with nothing set."""
        before, here, own = dict(os.environ), Path.cwd(), environment_of(self.home)
        try:
            os.environ.clear()
            os.environ.update(own)
            os.chdir(self.work)
            yield self
        finally:
            os.chdir(here)
            os.environ.clear()
            os.environ.update(before)

    def made(self, name: str, kind: Kind, number: int) -> Iterator[Made]:
        """What the lines of an input come to; those of a kind that runs them in its own way go that way."""
        input = made(name, kind, number)
        thorough = number % THOROUGH == 0
        if kind.run is not None and self.run is run_in_process:
            yield self._judged(input.lines[0], partial(kind.run, input), thorough)
            return
        for file, content in input.files.items():
            path = self.work / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        os.environ.update(input.environment)
        before = dict(input.files)
        try:
            for line in input.lines:
                one = self._judged(line, partial(self.run, line, input.stdin), thorough)
                after = self._files()
                yield one._replace(faults=(*one.faults, *oracle.of_files(line, before, after)))
                before = after
        finally:
            for key in input.environment:
                del os.environ[key]
            self._clear()

    def _judged(self, line: tuple[str, ...], run: Callable[[], Ran], thorough: bool) -> Made:
        began = time.perf_counter()
        try:
            with self.limited():
                ran = run()
        except TooSlow:
            return Made(line, None, time.perf_counter() - began, ("it takes too long",))
        except (Exception, SystemExit) as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            said = f"raised {type(error).__name__}: {str(error)[:300]} ({Path(frame.filename).name}:{frame.lineno})"
            return Made(line, None, time.perf_counter() - began, (said,))
        seconds = time.perf_counter() - began
        return Made(line, ran, seconds, tuple(oracle.faults(line, ran, thorough)))

    def _files(self) -> dict[str, bytes]:
        """Every file of the working folder."""
        found = {}
        for folder, _, names in os.walk(self.work):
            for name in names:
                path = Path(folder, name)
                found[str(path.relative_to(self.work))] = path.read_bytes()
        return found

    def _clear(self) -> None:
        """Leave nothing of an input: no file, no last ruling, no journal at home."""
        for path in (*self.work.iterdir(), *self.home.glob(".config/refcli/last"), *self.home.glob("*.jsonl")):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()


def run_in_process(line: tuple[str, ...], stdin: bytes) -> Ran:
    """A line in this process."""
    return run_here(line, stdin.decode("utf-8", "surrogateescape"))


def as_passed(word: str) -> bytes:
    """A word as a shell can pass it on."""
    try:
        return os.fsencode(word)
    except UnicodeEncodeError:  # half of a pair
        return word.encode("utf-8", "replace")


def run_as_process(line: tuple[str, ...], stdin: bytes, memory: int, seconds: float) -> Ran:
    """A line as a process of its own, with so many bytes of memory at most. Raises TooSlow."""
    import resource

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    command = [sys.executable, "-m", "refcli", *map(as_passed, line)]
    try:
        ran = subprocess.run(command, input=stdin, capture_output=True, timeout=seconds, preexec_fn=bounded)
    except subprocess.TimeoutExpired:
        raise TooSlow from None
    return Ran(ran.returncode, *(text.decode("utf-8", "surrogateescape") for text in (ran.stdout, ran.stderr)))


class Tally:
    """What inputs of one kind came to."""

    def __init__(self) -> None:
        self.inputs = 0
        self.statuses: Counter[str] = Counter()
        self.slowest = (0.0, 0)
        self.faults: list[str] = []

    def add(self, number: int, lines: Iterable[Made]) -> None:
        """Count an input."""
        self.inputs += 1
        for one in lines:
            self.statuses["none" if one.ran is None else str(one.ran.status)] += 1
            self.slowest = max(self.slowest, (one.seconds, number))
            self.faults += [f"{number}: {fault}  <- {' '.join(one.line)[:200]!r}" for fault in one.faults]

    @property
    def results(self) -> float:
        """The share of lines that came to a result."""
        return sum(self.statuses[str(status)] for status in oracle.RULED) / max(1, self.statuses.total())

    def told(self) -> Iterator[str]:
        """The figures, and the first faults."""
        every = self.statuses.total() or 1
        shares = ", ".join(f"{status}: {count / every:.1%}" for status, count in sorted(self.statuses.items()))
        seconds, number = self.slowest
        yield f"{self.inputs:,} inputs, {self.results:.1%} with a result; by exit status {shares}"
        yield f"slowest {seconds:.2f} s (number {number}); {len(self.faults)} faults"
        yield from (f"  {fault}" for fault in self.faults[:MOST_TOLD])
