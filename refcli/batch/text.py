"""The JSON text of rulings: parts that come again and again, figures above all, are written once and remembered."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import groupby
from json import JSONEncoder
from json.encoder import encode_basestring_ascii as quote
from typing import Any

from refcli.core.dice import Roll
from refcli.core.procedure import Record
from refcli.plain.dump import roll_to, ruling_to, step_to

REMEMBERED = 2048
"""Texts of each kind that are remembered: some megabytes, however many rulings there are."""

encode = JSONEncoder(check_circular=False).encode


def ruling_text(record: Record, keys: Iterable[str]) -> str:
    """These keys of ``ruling_to(record)`` as JSON, without the braces."""
    texts = []
    for remembered, some in groupby(keys, TEXTS.__contains__):
        if remembered:
            texts += [f'"{key}": {TEXTS[key](record)}' for key in some]
        else:
            texts.append(encode(ruling_to(record, some))[1:-1])
    return ", ".join(texts)


@lru_cache(REMEMBERED)
def _step(step: Any) -> str:
    """A step without its place, which stands before it, and without the braces."""
    return f'"kind": "roll", {_roll(step)}' if isinstance(step, Roll) else encode(step_to(step))[1:-1]


@lru_cache(REMEMBERED)
def _roll(roll: Roll) -> str:
    return encode(roll_to(roll))[1:-1]


def _steps(record: Record) -> str:
    steps = [f'{{"at": {quote(at)}, {_step(step)}}}' for at, step in record.ruling.steps]
    return f"[{', '.join(steps)}]"


def _rolls(record: Record) -> str:
    rolls = [f"{{{_roll(roll)}}}" for roll in record.ruling.rolls]
    return f"[{', '.join(rolls)}]"


TEXTS: dict[str, Callable[[Record], str]] = {"steps": _steps, "rolls": _rolls}
"""Keys whose text is put together from parts that are remembered."""
