"""Play random evenings on two commits, and list the differences: the net under a rebuild of the game.

    python tools/evenings.py draw lines.jsonl          # once: 400 evenings of 60 lines for each ruleset
    python tools/evenings.py play lines.jsonl a.jsonl  # on each commit
    python tools/evenings.py compare a.jsonl b.jsonl   # status 1 if anything differs

``draw`` uses the checkout it runs on; ``play`` knows only the file of lines and the prompt (``tests/play.py``).
"""

import argparse
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.play import CRASHED, Result, Session

EVENINGS, LINES = 400, 60
EXAMPLES = 5

CLASSES = ("crash", "decision", "outcome or reason", "source lines", "states")
"""Classes of differences, the gravest first; a line counts in one alone."""

Record = dict[str, Any]


def draw(evening: tuple[str, int], lines: int) -> list[Record]:
    """Draw the lines of an evening; the dice that fell are typed."""
    from tests.generated.evenings import Evening  # only drawing needs it

    rules, seed = evening
    with tempfile.TemporaryDirectory() as folder:
        random = Evening(Path(folder, "evening.jsonl"), rules, seed)
        drawn = [*random.opening, *(random.go_on() for _ in range(lines))]
    return [{"rules": rules, "evening": seed, "lines": [with_dice(result) for result in drawn]}]


def with_dice(result: Result) -> str:
    """The line of a result with the dice that fell, where they can be typed behind it."""
    plain = result.line.split(" : ")[0]
    takes_dice = result.dice and plain[:1].isalpha() and not plain.startswith(("fix", "again")) and "--" not in plain
    return f"{plain} : {result.dice}" if takes_dice else result.line


def play(evening: Record) -> list[Record]:
    """Play the lines of an evening; a record of each."""
    with tempfile.TemporaryDirectory() as folder:
        session = Session(Path(folder, "evening.jsonl"), evening["rules"], evening["evening"] * 1000)
        results = [session.type(line) for line in evening["lines"]]
    return [
        {
            "rules": evening["rules"],
            "evening": evening["evening"],
            "number": number,
            "line": result.line,
            "decision": result.decision,
            "reason": result.reason,
            "lines": result.lines,
            "changes": result.changes,
        }
        for number, result in enumerate(results, 1)
    ]


def write(path: Path, work: Callable[[Any], list[Record]], given: Sequence[Any]) -> None:
    """Write the records of many evenings, side by side on all processors, in the order given."""
    with ProcessPoolExecutor() as pool, path.open("w", encoding="utf-8") as file:
        for done, records in enumerate(pool.map(work, given, chunksize=5), 1):
            file.writelines(f"{json.dumps(record)}\n" for record in records)
            if done % 100 == 0:
                print(f"{done} of {len(given)} evenings", file=sys.stderr)


def read(path: Path) -> Iterator[Record]:
    """The records of a file."""
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def class_of(a: Record, b: Record, ignore: str) -> str:
    """The class of the difference between two records of a line; empty if they agree."""

    def changes(record: Record) -> list[str]:
        return [one for one in record["changes"] if not (ignore and re.search(ignore, one))]

    if CRASHED in (a["decision"], b["decision"]):
        return "crash"
    for name, key in (("decision", "decision"), ("outcome or reason", "reason"), ("source lines", "lines")):
        if a[key] != b[key]:
            return name
    return "" if changes(a) == changes(b) else "states"


def compare(a: Path, b: Path, ignore: str) -> int:
    """Print the differences by class, those that follow a first one in their evening apart; 1 if there are any."""
    first, later = Counter[str](), Counter[str]()
    examples: dict[str, list[str]] = {}
    parted: set[tuple[str, int]] = set()
    count = 0
    for one, other in zip(read(a), read(b), strict=True):
        place = f"{one['rules']} evening {one['evening']}, line {one['number']}"
        if one["line"] != other["line"]:
            raise SystemExit(f"{place}: not the same lines; play one file of lines on both commits")
        count += 1
        found = class_of(one, other, ignore)
        evening = (one["rules"], one["evening"])
        if not found:
            continue
        (later if evening in parted else first)[found] += 1
        if evening not in parted and len(examples.setdefault(found, [])) < EXAMPLES:
            examples[found].append(f"{place}: {one['line']}\n  a: {described(one)}\n  b: {described(other)}")
        if found != "source lines":
            parted.add(evening)
    print(f"{count:,} lines; {sum(first.values())} differ first in their evening, {sum(later.values())} after that")
    for name in CLASSES:
        if first[name] or later[name]:
            print(f"\n{name}: {first[name]} first, {later[name]} later", *examples.get(name, ()), sep="\n")
    return 1 if first else 0


def described(record: Record) -> str:
    """The result of a line, in one line."""
    text = " ".join(filter(None, (record["decision"], record["reason"], record["lines"] and f"({record['lines']})")))
    return f"{text}: {'; '.join(record['changes'])}" if record["changes"] else text


def main() -> int:
    """Run a command."""
    asked = argparse.ArgumentParser(description="Play random evenings on two commits, and list the differences.")
    commands = asked.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw", help="draw lines into a file")
    drawing.add_argument("lines", type=Path)
    drawing.add_argument("--evenings", type=int, default=EVENINGS, help="evenings of each ruleset")
    drawing.add_argument("--length", type=int, default=LINES, help="lines of each evening, behind its opening")
    playing = commands.add_parser("play", help="play a file of lines on this checkout")
    playing.add_argument("lines", type=Path)
    playing.add_argument("results", type=Path)
    comparing = commands.add_parser("compare", help="compare the results of two checkouts")
    comparing.add_argument("a", type=Path)
    comparing.add_argument("b", type=Path)
    comparing.add_argument("--ignore", default="", metavar="REGEX", help="changes of states that do not count")
    given = asked.parse_args()
    if given.command == "compare":
        return compare(given.a, given.b, given.ignore)
    if given.command == "draw":
        from refcli.rulesets import RULESETS

        evenings = [(rules, seed) for rules in RULESETS for seed in range(given.evenings)]
        write(given.lines, partial(draw, lines=given.length), evenings)
    else:
        write(given.results, play, list(read(given.lines)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
