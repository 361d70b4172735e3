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

from random_mutants import chosen

ROOT = Path(__file__).resolve().parent.parent
TRACKED = ("git", "ls-files", "--cached", "--others", "--exclude-standard")
BROAD = ("acts", "figures", "scenarios")
NEAREST, SECONDS = 8, 1800


def failed(file: str, copy: Path) -> str:
    """Return the first test that fails with a mistake in this file of the copy, or ''."""
    words = {*re.split(r"\W|_", file), *BROAD}
    tests = sorted((copy / "tests").glob("test_*.py"), key=lambda test: -len(words & {*test.stem.split("_")}))
    call = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "--hypothesis-seed=0"]
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    for part in (["-n", "0", *tests[:NEAREST]], tests[NEAREST:]):
        try:
            ran = subprocess.run([*call, *part], cwd=copy, env=environment, capture_output=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return "a test hangs"
        if ran.returncode:
            failures = re.findall(r"^(?:FAILED|ERROR) (\S+)", ran.stdout.decode(), re.MULTILINE)
            return failures[0] if failures else f"pytest leaves with {ran.returncode}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("number", type=int, help="mistakes to try")
    parser.add_argument("where", nargs="?", default="refcli", choices=("refcli", "charts"), help="code, or charts")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    survived = 0
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in subprocess.check_output(TRACKED, cwd=ROOT, text=True).splitlines():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
        for mutant in chosen(copy, given.seed, given.number, given.where):
            path = copy / mutant.file
            content = path.read_text(encoding="utf-8")
            path.write_text(mutant.applied(content), encoding="utf-8")
            by = failed(mutant.file, copy)
            path.write_text(content, encoding="utf-8")
            survived += not by
            print(f"{mutant}\n    {by or 'SURVIVES'}", flush=True)
    print(f"{survived} of {given.number} survive")
    return int(survived > 0)


if __name__ == "__main__":
    sys.exit(main())
