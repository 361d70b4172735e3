"""Put random mistakes into a copy of the checkout, one at a time, and report those that no test notices.

    python tools/mutate.py 80                  in code
    python tools/mutate.py 40 charts           in charts; --seed 2 makes others

For each mistake the nearest test files run first, then all others, until a test fails. A hanging test counts as a
failure. Leaves with 1 when a mistake survives.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from random_mutants import Mutant, chosen

ROOT = Path(__file__).resolve().parent.parent
FILES = (
    "refcli",
    "charts",
    "tests",
    "tools",
    "docs",
    "scenarios.toml",
    "pyproject.toml",
    *(p.name for p in ROOT.glob("*.md")),
)
NEAREST, SECONDS = 8, 1800


def by_distance(mutant: Mutant, copy: Path) -> list[str]:
    """Return the test files, those first whose names or texts share most words with the path of the mistake."""
    path = Path(mutant.file)
    words = {word for part in (*path.parent.parts, path.stem) for word in re.split("[-_]", part)} - {
        "refcli",
        "rulesets",
    }
    module = path.with_suffix("").as_posix().replace("/", ".")
    ours = path.parts[-2].replace("-", "_")

    def nearness(test: Path) -> tuple[int, int, str]:
        named = words & set(test.stem.split("_"))
        general = any(word in test.stem for word in ("scenarios", "acts", "figures"))
        text = test.read_text(encoding="utf-8")
        return -3 * len(named) - 4 * general - 5 * (module in text) - 2 * (ours in test.stem), len(text), test.name

    return [f"tests/{test.name}" for test in sorted((copy / "tests").glob("test_*.py"), key=nearness)]


def failed(tests: list[str], copy: Path, *options: str) -> str:
    """Return the first test that fails in the copy, or ''."""
    call = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "--hypothesis-seed=0", *options, *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    try:
        ran = subprocess.run(call, cwd=copy, env=environment, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "a test hangs"
    failures = re.findall(r"^(?:FAILED|ERROR) (\S+)", ran.stdout, re.MULTILINE)
    return failures[0] if failures else "" if ran.returncode == 0 else f"pytest leaves with {ran.returncode}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("number", type=int, help="mistakes to try")
    parser.add_argument("where", nargs="?", default="refcli", choices=("refcli", "charts"), help="code, or charts")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    survived = 0
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in FILES:
            source = ROOT / name
            shutil.copytree(source, copy / name) if source.is_dir() else shutil.copy2(source, copy / name)
        for mutant in chosen(copy, given.seed, given.number, given.where):
            path, tests = copy / mutant.file, by_distance(mutant, copy)
            content = path.read_text(encoding="utf-8")
            path.write_text(mutant.applied(content), encoding="utf-8")
            by = failed(tests[:NEAREST], copy, "-n", "0") or failed(tests[NEAREST:], copy)
            path.write_text(content, encoding="utf-8")
            survived += not by
            print(f"{mutant}\n    {by or 'SURVIVES'}", flush=True)
    print(f"{survived} of {given.number} survive")
    return int(survived > 0)


if __name__ == "__main__":
    sys.exit(main())
