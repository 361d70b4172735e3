"""Lines of a batch, as JSON and as CSV: a line or a few at a time, as they should be written and as they should not."""

import csv
import io
import json
from collections.abc import Callable
from typing import Any

from refcli.batch.stream import Options, Rulings, run
from refcli.core.errors import Refused
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings
from refcli.wire import JsonObject
from tests.conftest import Ran
from tests.generated.draw import Draw
from tests.generated.inputs import Input, Kind
from tests.generated.mutations import bent, broken
from tests.generated.requests import faces_text, request

IDS: tuple[Any, ...] = (1, "a", "tank 3", 0, -1, 2**70, "\u2028", "", "=1", 1.5, [1], True)


def asked(draw: Draw) -> JsonObject:
    """A request with what a batch line may have besides, wrong in one case of three."""
    plain = request(draw)
    if draw.chance(4):
        plain["id"] = draw.one(IDS)
    if draw.chance(20):
        plain["expect"] = {"outcome": "hit"}
    return bent(draw, plain) if draw.chance(3) else plain


def as_json(draw: Draw) -> Input:
    """A line of JSON, or a few."""
    lines = []
    for _ in range(1 + 2 * draw.chance(10)):
        plain = asked(draw)
        line = json.dumps(plain, ensure_ascii=draw.chance(2)).encode("utf-8", "surrogatepass")
        if draw.chance(20):
            line = line.replace(b"{", b'{"rules": "grid", ' + (b'"range": 1, ' if draw.chance(2) else b""), 1)
        lines.append(broken(draw, line) if draw.chance(12) else line)
    return Input((("batch", "-", "--seed", "1", *options(draw)),), stdin=b"\n".join(lines) + b"\n")


def as_csv(draw: Draw) -> Input:
    """A header and a row, or a few rows."""
    rows = [asked(draw) for _ in range(1 + 2 * draw.chance(8))]
    header = list(dict.fromkeys(str(key) for row in rows for key in row))
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(header)
    for row in rows:
        named = {str(key): cell(str(key), one) for key, one in row.items()}
        writer.writerow([named.get(name, "") for name in header] + ["more"] * draw.chance(40))
    text = out.getvalue().encode("utf-8", "surrogatepass")
    return Input(
        (("batch", "-", "--csv", "--seed", "1", *options(draw)),), stdin=broken(draw, text) if draw.chance(8) else text
    )


def cell(name: str, given: Any) -> str:
    """A value as a cell of CSV has it."""
    if name == "dice":
        return faces_text(given)
    if isinstance(given, dict):
        return " ".join(f"{key}={one}" for key, one in given.items())
    if isinstance(given, list):
        return (";" if name == "adjust" else " ").join(map(str, given))
    return "" if given is None else str(given)


def options(draw: Draw) -> list[str]:
    """What else a batch is told, now and then."""
    if not draw.chance(12):
        return []
    return draw.one((["--dry-run"], ["--number"], ["--only", "outcome,seed"], ["--repeat", "3"], ["--fail-fast"]))


class Answering:
    """The batch's own code, with charts that are read once for all inputs."""

    def __init__(self) -> None:
        self._referee = Referee(Settings())

    def __call__(self, input: Input) -> Ran:
        """What the line of an input comes to."""
        out: list[bytes] = []
        chosen = chosen_options(input.lines[0])
        try:
            rulings = Rulings(self._referee, chosen.keys)
            tally = run(io.BytesIO(input.stdin), out.append, Settings(), chosen, rulings=rulings)
        except Refused as error:
            return Ran(error.status, b"".join(out).decode(), f"refcli: {error}\n")
        return Ran(1 if tally.errors else 0, b"".join(out).decode(), "")


def chosen_options(line: tuple[str, ...]) -> Options:
    """The options of a command line that was made here."""
    values: dict[str, Callable[[str], Any]] = {"seed": int, "repeat": int, "only": lambda text: tuple(text.split(","))}
    found: dict[str, Any] = {}
    for at, word in enumerate(line):
        if word.startswith("--"):
            name = word[2:].replace("-", "_")
            found[name] = values[name](line[at + 1]) if name in values else True
    return Options(**found)


BATCH_JSON, BATCH_CSV = Kind(as_json, Answering()), Kind(as_csv, Answering())
