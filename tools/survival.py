"""Which of many mistakes the tests notice: for each, the tests that touch its lines, the cheapest first, then others.

The tests are run once before, without any mistake, to know what touches what and how long it takes.
"""

import json
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from importlib import import_module
from math import ceil, inf
from pathlib import Path
from typing import NamedTuple

import pytest
from random_mutants import Mutant

for name in ("hypothesis.stateful", "jsonschema", "rich.table", "typer"):
    import_module(name)  # once for all, as each run is a child of this process

LEFT_OUT = ("browser", "completion", "dask", "printing", "wheel")
"""Files of tests that start other programs, and are as slow as all the others together."""

FEW_FILES = 3
SECONDS_AT_FIRST, SECONDS = 8, 60
"""Of the clean run, that the tests take which are tried at first, and those after them."""

PATIENCE = 4
"""How many times as much of the processor as the clean run took a mistake may take; what takes more hangs."""

BUSY = 10
"""How many times as long that may last where others work on the machine; what sleeps longer hangs as well."""

LOADED = "ignore::pytest.PytestAssertRewriteWarning"
"""What pytest says of a module that was there before it."""

SURVIVES = (0, 5)
"""How pytest leaves when all tests pass, and when there are none."""


class Touched(NamedTuple):
    """The seconds of each test, and for each file the tests of each line."""

    seconds: dict[str, float]
    lines: dict[str, dict[int, list[str]]]

    def by(self, mutant: Mutant) -> set[str]:
        """The tests that touch a mistake; for what runs as a module is loaded, those that touch the module."""
        if mutant.file.startswith("charts/"):
            ruleset = mutant.file.split("/")[1]
            return {test for test in self.seconds if ruleset in test.replace("_", "-") or "test_scenarios" in test}
        lines = self.lines.get(mutant.file, {})
        return {test for line in mutant.lines for test in lines.get(line, ())} or {
            test for tests in lines.values() for test in tests
        }

    def cheapest(self, tests: Iterable[str], seconds: float) -> list[str]:
        """As many of the tests as take so long together, the cheapest first."""
        found = []
        for test in sorted(tests, key=lambda test: self.seconds[test]):
            seconds -= self.seconds[test]
            if seconds < 0:
                break
            found.append(test)
        return found


def touched(copy: Path, folder: Path) -> Touched:
    """What the tests of a copy of the checkout touch; each file of tests that ``folder`` does not know yet is run.

    Raises RuntimeError when tests fail without any mistake.
    """
    seconds: dict[str, float] = {}
    lines: dict[str, dict[int, list[str]]] = {}
    folder.mkdir(exist_ok=True)
    for file in sorted((copy / "tests").glob("test_*.py")):
        if file.stem.removeprefix("test_") in LEFT_OUT:
            continue
        known = folder / f"{file.stem}.json"
        if not known.exists():
            run([f"tests/{file.name}"], copy, copy / "told.txt", TOUCHED_TO=str(known))
        found = json.loads(known.read_text(encoding="utf-8"))
        seconds |= found["seconds"]
        for module, by_line in found["lines"].items():
            of_module = lines.setdefault(module, {})
            for line, tests in by_line.items():
                of_module.setdefault(int(line), []).extend(tests)
    known, clean = Touched(seconds, lines), folder / "clean"
    if not clean.exists() and (by := failed(known.cheapest(seconds, SECONDS), copy, known)):
        raise RuntimeError(f"without any mistake: {by}")
    clean.touch()
    return known


def judged(mutant: Mutant, kept: Path, judge: Callable[[Mutant], str]) -> str:
    """What notices a mistake, as a line of ``kept`` says it; else as it is judged now, and written there at once."""
    for line in kept.read_text(encoding="utf-8").splitlines() if kept.exists() else ():
        known, by = json.loads(line)
        if known == str(mutant):
            return by
    by = judge(mutant)
    with kept.open("a", encoding="utf-8") as file:
        file.write(json.dumps([str(mutant), by]) + "\n")
    return by


def caught_by(mutant: Mutant, copy: Path, known: Touched) -> str:
    """The test that notices a mistake, or what else came of it; nothing when it survives."""
    path = copy / mutant.file
    content = path.read_text(encoding="utf-8")
    touching = known.by(mutant)
    files = Counter(test.split("::")[0] for test in touching)
    near = {file for file, _ in files.most_common(FEW_FILES)}
    first = known.cheapest([test for test in touching if test.split("::")[0] in near], SECONDS_AT_FIRST)
    then = known.cheapest(touching.difference(first), SECONDS)
    rest = SECONDS - sum(known.seconds[test] for test in then)
    more = known.cheapest(set(known.seconds) - touching, rest)
    path.write_text(mutant.applied(content), encoding="utf-8")
    try:
        return failed(first, copy, known) or failed(then + more, copy, known)
    finally:
        path.write_text(content, encoding="utf-8")


def failed(tests: list[str], copy: Path, known: Touched) -> str:
    """The first of these tests that fails, or how they ended otherwise; nothing when all pass."""
    names, told = copy / "tests.txt", copy / "told.txt"
    names.write_text("\n".join(tests), encoding="utf-8")
    seconds = 30 + PATIENCE * sum(known.seconds[test] for test in tests)
    files = list(dict.fromkeys(test.split("::")[0] for test in tests))
    if not files:
        return ""
    status = run(["-x", *files], copy, told, seconds, TOUCHED_FROM=str(names))
    if status in SURVIVES:
        return ""
    if status is None:
        return f"hangs: more than {seconds:.0f} seconds of the processor"
    lines = told.read_text(encoding="utf-8", errors="replace").splitlines()
    failures = [line.split(" ")[1] for line in lines if line.startswith(("FAILED", "ERROR"))]
    return failures[0] if failures else f"pytest leaves with {status}"


def run(arguments: list[str], copy: Path, told: Path, seconds: float = inf, **more: str) -> int | None:
    """How pytest leaves in a copy of the checkout, or None when it takes too many seconds; what it says is ``told``.

    It runs in a child of this process, which has loaded what takes long to load, and nothing of refcli.
    """
    child = os.fork()
    if not child:
        left: int = pytest.ExitCode.INTERNAL_ERROR
        try:
            os.setsid()
            if seconds < inf:
                resource.setrlimit(resource.RLIMIT_CPU, (ceil(seconds), ceil(seconds)))
            with told.open("w") as out:
                os.dup2(out.fileno(), 1)
                os.dup2(out.fileno(), 2)
            os.chdir(copy)
            os.environ.update(more, PYTHONPATH=str(copy), PYTHONDONTWRITEBYTECODE="1")
            sys.dont_write_bytecode = True
            sys.path[:0] = [str(copy)]
            left = pytest.main(["-q", "-n", "0", "-p", "touched", "-W", LOADED, "--hypothesis-seed=0", *arguments])
        finally:
            os._exit(left)  # nothing of the parent's is ended here: the copy is the parent's to remove
    until = time.monotonic() + BUSY * seconds
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            left = os.waitstatus_to_exitcode(status)
            return None if left in (-signal.SIGXCPU, -signal.SIGKILL) else left
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None
