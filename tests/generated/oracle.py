"""What must hold whatever the input was: what is said here is all that the generator knows of right and wrong."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

import jsonschema

from refcli.wire.schemas import error_schema, odds_schema, ruling_schema, sweep_schema
from tests.conftest import Ran

RULED = (0, 1)
"""Statuses of a result; 1 is a failed attempt under --exit-status, or a batch with bad lines."""

LONGEST_SAID = 1500
"""Characters of a line that a person can still read."""

UNSEEN = re.compile(
    "[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]|\r(?!\n)"
)
"""What a terminal would obey, or nobody would see."""

INSIDE = re.compile(r"Traceback|\b[A-Z]\w+(Error|Exception)\b| object at 0x|<class |NoneType|a fault of refcli itself")
"""What only the inside of the program says."""

PARTLY = {"scenario", "log", "batch", "charts", "again", "table"}
"""Commands that may have printed some answers before the one that cannot be given."""

NO_ANSWER = {"--help", "-h", "--version", "--show-completion", "--csv"}
"""Options with which --json prints no JSON."""

SCHEMAS = {
    name: jsonschema.Draft202012Validator(schema())
    for name, schema in (
        ("ruling", ruling_schema),
        ("odds", odds_schema),
        ("sweep", sweep_schema),
        ("error", error_schema),
    )
}


def faults(line: Sequence[str], ran: Ran, thorough: bool = False) -> Iterator[str]:
    """What is wrong with the end of a command line."""
    if ran.status not in range(6):
        yield f"status {ran.status}"
    for name, text in (("stdout", ran.out), ("stderr", ran.err)):
        if not text.isprintable() and UNSEEN.search(text):
            yield f"{name} holds {UNSEEN.findall(text)[:3]!r}"
    if INSIDE.search(ran.err):
        yield f"stderr says {INSIDE.search(ran.err)!r}"
    if ran.status in RULED:
        yield from of_answers(line, ran, thorough)
    else:
        yield from of_error(line, ran, thorough)


def of_answers(line: Sequence[str], ran: Ran, thorough: bool) -> Iterator[str]:
    """What is wrong with answers: JSON that is none, and lines of a batch that tell of a fault inside."""
    if (
        NO_ANSWER & set(line)
        or not ran.out.startswith(("{", "["))
        or not ({"--json"} & set(line) or line[:1] == ("batch",))
    ):
        return
    for text in ran.out.splitlines():
        try:
            answer = json.loads(text, parse_constant=_no_number)
        except ValueError as error:
            yield f"no JSON ({error}): {text[:200]!r}"
            return
        if isinstance(answer, dict) and "error" in answer and "schema" in answer:
            yield from of_message(
                str(answer["error"]["message"] if isinstance(answer["error"], dict) else answer["error"])
            )
        if thorough and isinstance(answer, dict):
            yield from unlike_its_schema(answer, part="--only" in line)


def unlike_its_schema(answer: Mapping[str, Any], part: bool = False) -> Iterator[str]:
    """What an answer has that its schema does not promise."""
    named = {"error": "error", "odds": "odds", "chances": "sweep", "verdict": "ruling"}
    name = next((schema for key, schema in named.items() if key in answer), None)
    if name and "schema" in answer and not part:
        yield from (f"{name}: {fault.message[:200]}" for fault in SCHEMAS[name].iter_errors(answer))


def of_error(line: Sequence[str], ran: Ran, thorough: bool) -> Iterator[str]:
    """What is wrong with an error: it is no clear line, or stands among answers."""
    if ran.out and not PARTLY & set(line):
        yield f"stdout beside an error: {ran.out[:200]!r}"
    lines = ran.err.splitlines()
    if not lines:
        yield "nothing is said of what is wrong"
        return
    if lines[-1].startswith("{"):
        told = json.loads(lines[-1])
        if told["error"]["status"] != ran.status:
            yield f"the status is {ran.status}, and is told as {told['error']['status']}"
        if thorough:
            yield from unlike_its_schema(told)
        lines = told["error"]["message"].split("\n")
    elif not lines[-1].startswith("refcli: "):
        yield f"the last line is no error: {lines[-1][:200]!r}"
    for text in lines:
        if text == lines[-1] or text.startswith("refcli: "):
            yield from of_message(text.removeprefix("refcli: "))


def of_message(text: str) -> Iterator[str]:
    """What is wrong with a message."""
    if not text.strip():
        yield "an empty message"
    if not text.isprintable() or len(text) > LONGEST_SAID:
        yield f"{len(text)} characters, not a clear line: {text[:300]!r}"
    if INSIDE.search(text):
        yield f"the inside shows: {text[:300]!r}"


def of_files(line: Sequence[str], before: Mapping[str, bytes], after: Mapping[str, bytes]) -> Iterator[str]:
    """What was done to files that somebody wrote, or to a folder where nobody asked for a file."""
    for name, content in before.items():
        now = after.get(name)
        grown = name.endswith(".jsonl") and now is not None and now.startswith(content)
        if now != content and not grown:
            yield f"{name} is no longer what it was"
    for name in after:
        asked = "new" in line or any(name.split("/")[0].split(".")[0].split("-")[0] in word for word in line)
        if name not in before and not asked and not name.endswith(".jsonl"):
            yield f"{name} was written, and nobody asked for it"


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")
