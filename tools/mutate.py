"""Does a test notice a mistake? Each mutation of mutations.toml puts one into a copy of the checkout, and runs tests.

    python tools/mutate.py                  all of them
    python tools/mutate.py again pool       these alone
    python tools/mutate.py --list           what they are
    python tools/mutate.py --random 200 --seed 1
                                            so many that are made at random instead (needs coverage)

A mutation names a file, a text that stands there once, what stands there instead, and the fewest tests that should
fail then. The same tests have to pass without it. Leaves with 0 when every mutation is caught, with 1 when one
survives, and with 2 when one cannot be tried: its text no longer stands in its file, or its tests do not run.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
MUTATIONS = Path(__file__).with_name("mutations.toml")
COPIED = (
    "refcli",
    "charts",
    "tests",
    "tools",
    "docs",
    "scenarios.toml",
    "pyproject.toml",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
)

PASSED, FAILED = 0, 1
"""How pytest leaves when all tests pass, and when some fail; in any other way it did not run them."""


class Mutation(NamedTuple):
    """One mistake: ``text`` of a file becomes ``instead``, and ``tests`` should fail."""

    name: str
    says: str
    file: str
    text: str
    instead: str
    tests: list[str]

    def applied(self, content: str) -> str:
        """The content of its file with the mistake in it."""
        found = content.count(self.text)
        if found != 1:
            raise CannotTry(f"its text stands {found} times in {self.file}, and should stand there once")
        return content.replace(self.text, self.instead)


class CannotTry(Exception):
    """Why a mutation cannot be tried."""


def mutations() -> dict[str, Mutation]:
    """Every mutation by its name."""
    read = tomllib.loads(MUTATIONS.read_text(encoding="utf-8"))
    return {name: Mutation(name, **rest) for name, rest in read.items()}


def caught(mutation: Mutation, copy: Path) -> bool:
    """Whether the tests of a mutation pass without it and fail with it."""
    path = copy / mutation.file
    content = path.read_text(encoding="utf-8")
    mutated = mutation.applied(content)
    if left_with(mutation.tests, copy) != PASSED:
        raise CannotTry("its tests do not pass without it")
    path.write_text(mutated, encoding="utf-8")
    try:
        status = left_with(mutation.tests, copy)
    finally:
        path.write_text(content, encoding="utf-8")
    if status not in (PASSED, FAILED):
        raise CannotTry("its tests do not run with it")
    return status == FAILED


def left_with(tests: list[str], copy: Path) -> int:
    """The exit status of these tests in a copy of the checkout."""
    call = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "-n", "0", *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    return subprocess.run(call, cwd=copy, env=environment, capture_output=True, check=False).returncode


def copied_to(folder: Path) -> Path:
    """A copy of what the tests read."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, folder / name)
    return folder


def at_random(number: int, seed: int, kept: Path | None) -> int:
    """Try mistakes that are made at random, and say which survive and how many were caught.

    What ``kept`` holds of an earlier run, which may have been stopped, is not tried again.
    """
    from random_mutants import chosen
    from survival import caught_by, judged, touched

    survived = 0
    with TemporaryDirectory() as folder:
        copy = copied_to(Path(folder))
        kept = kept or copy / "touched"
        known = touched(copy, kept)
        for count, mutant in enumerate(chosen(copy, seed, number), 1):
            by = judged(mutant, kept / "judged.jsonl", lambda one: caught_by(one, copy, known))
            survived += not by
            print(f"{count:4} {mutant}\n     {f'caught: {by}' if by else 'SURVIVED'}", flush=True)
    print(f"{number - survived} of {number} caught ({1 - survived / number:.1%}), seed {seed}")
    return int(survived > 0)


def main() -> int:
    """Try the mutations that are named, or all."""
    known = mutations()
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="mutations to try; all without one")
    parser.add_argument("--list", action="store_true", help="say what the mutations are, and try none")
    parser.add_argument("--random", type=int, metavar="NUMBER", help="try so many mistakes that are made at random")
    parser.add_argument("--seed", type=int, default=1, help="what these are chosen by")
    parser.add_argument("--touched", type=Path, metavar="FOLDER", help="keep what is found here, and go on from it")
    given = parser.parse_args()
    if given.random:
        return at_random(given.random, given.seed, given.touched)
    if unknown := set(given.names) - set(known):
        parser.error(f"no mutation {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    chosen = [known[name] for name in given.names or known]
    if given.list:
        print("\n".join(f"{one.name:12} {one.says} ({one.file})" for one in chosen))
        return 0
    worst = 0
    with TemporaryDirectory() as folder:
        copy = copied_to(Path(folder))
        for one in chosen:
            try:
                result, status = ("caught", 0) if caught(one, copy) else ("SURVIVED", 1)
            except CannotTry as why:
                result, status = f"not tried: {why}", 2
            print(f"{one.name:12} {result}", flush=True)
            worst = max(worst, status)
    return worst


if __name__ == "__main__":
    sys.exit(main())
