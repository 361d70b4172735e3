"""Journals: entries as refcli writes them, changed before they get their check or after it, and lines that are none."""

import json
from functools import cache

from refcli.core.errors import Refused
from refcli.game.journal import VERSION, line_of
from refcli.wire import JsonObject
from refcli.wire.objects import ruling_to
from refcli.wire.requests import given_of
from tests.generated.commands import JOURNAL, shape, typed
from tests.generated.draw import Draw
from tests.generated.inputs import Input, Kind
from tests.generated.mutations import bent, broken
from tests.generated.requests import request
from tests.situations import referee

KNOWN = 60
"""Different rulings that entries are made of."""


@cache
def entry(number: int) -> JsonObject:
    """An entry, the same each time."""
    draw = Draw(f"journal entry {number}")
    while True:
        plain = request(draw)
        judge = referee()
        try:
            case = judge.case(plain)
            record = judge.rule(case, number, plain.get("dice"))
        except Refused:
            continue
        kept = {"given": given_of(record), "ruling": ruling_to(record)}
        return {"time": "2026-01-02T03:04:05Z", **kept}


def line(draw: Draw, number: int, before: str) -> bytes:
    """A line of a journal: whole, forged with a right check, changed behind its check, or torn."""
    whole = {**({"journal": VERSION} if number == 1 else {}), **entry(draw.below(KNOWN))}
    if number > 1 and draw.chance(4):
        whole = {**whole, "amends": 1 + draw.below(number)}
    how = draw.below(4)
    if how == 0:
        whole = bent(draw, whole)
    elif how == 1:
        part = draw.one(("given", "ruling"))
        whole = {**whole, part: bent(draw, whole[part])}
    try:
        text = line_of(whole, before)
    except ValueError:  # a number that JSON has not
        text = json.dumps(whole).encode()
    return broken(draw, text) if draw.chance(12) else text


def make(draw: Draw) -> Input:
    """A journal of a few lines, and what is done with it."""
    lines: list[bytes] = []
    for number in range(1, 2 + draw.below(3)):
        lines.append(line(draw, number, lines[-1][-18:-2].decode("ascii", "replace") if lines else ""))
    text = b"\n".join(lines) + b"\n" * (not draw.chance(12))
    number = str(1 + draw.below(len(lines)))
    done: tuple[tuple[str, ...], ...] = (
        *(("log", "show", JOURNAL), ("log", "show", JOURNAL, number), ("log", "show", JOURNAL, "--json")),
        *(
            ("log", "verify", JOURNAL),
            ("log", "replay", JOURNAL),
            ("log", "stats", JOURNAL),
            ("log", "stats", JOURNAL, "--json"),
        ),
        ("log", "amend", JOURNAL, number, *shape(draw), *draw.some(("--why", "--what-if"), 1)),
        (*typed(draw, request(draw)), "--log", JOURNAL),
    )
    return Input((draw.one(done),), {JOURNAL: text})


JOURNALS = Kind(make)
