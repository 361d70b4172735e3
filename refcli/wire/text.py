"""A ruling straight to JSON text: what ``told`` tells, for those who tell a great many.

The text of a step, a roll or a request is remembered under the thing itself: most of them come again.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from json import dumps
from json.encoder import encode_basestring_ascii as quote
from typing import Any

from refcli.core.dice import Roll
from refcli.core.ruleset import Record, terms_of
from refcli.core.ruling import Effect, Outcome
from refcli.wire import SCHEMA
from refcli.wire.told import effect_to, number_to, request_to, roll_to, step_to

REMEMBERED = 2048
"""Texts of each kind that are remembered: some megabytes, however many rulings are told."""


def ruling_text(record: Record, only: Iterable[str] = ()) -> str:
    """``dumps(ruling_to(record))``, or of it the keys of ``only`` (each a key of PARTS), without the braces."""
    parts = [(key, PARTS[key]) for key in only] if only else PARTS.items()
    return ", ".join([f'"{key}": {part(record)}' for key, part in parts])


# Requests of different procedures may hold the same values; requests that state the same conditions in
# another order are equal, too, and are therefore not remembered.
@lru_cache(REMEMBERED, typed=True)
def _request(request: Any) -> str:
    return dumps(request_to(request))


def _asked(record: Record) -> str:
    request = record.request
    if record.controls or len(request.conditions) > 1 or any(len(term.conditions) > 1 for term in terms_of(request)):
        return dumps({**request_to(request), **record.controls})
    return _request(request)


@lru_cache(REMEMBERED, typed=True)  # a figure and a note are both a pair
def _step(at: str, step: Any) -> str:
    return dumps({"at": at, **step_to(step)})


@lru_cache(REMEMBERED)
def _roll(roll: Roll) -> str:
    return dumps(roll_to(roll))


@lru_cache(REMEMBERED)
def _effects(effects: tuple[Effect, ...]) -> str:
    return dumps([effect_to(effect) for effect in effects])


@lru_cache(REMEMBERED)
def _each(each: tuple[tuple[str, Outcome], ...]) -> str:
    return dumps([{"unit": unit, "outcome": outcome.word} for unit, outcome in each])


def _counts(record: Record) -> str:
    counts = record.ruling.counts
    return "{" + ", ".join([f"{quote(name)}: {number_to(count)!r}" for name, count in counts.items()]) + "}"


def _readings(record: Record) -> str:
    readings = record.ruling.readings
    return "{" + ", ".join([f"{quote(id)}: {quote(option.word)}" for id, option in readings]) + "}"


PARTS: dict[str, Callable[[Record], str]] = {
    "schema": lambda record: quote(SCHEMA),
    "rules": lambda record: quote(record.rules),
    "procedure": lambda record: quote(record.procedure.name),
    "request": _asked,
    "steps": lambda record: f"[{', '.join([_step(at, step) for at, step in record.ruling.steps])}]",
    "rolls": lambda record: f"[{', '.join([_roll(roll) for roll in record.ruling.rolls])}]",
    "outcome": lambda record: quote(record.ruling.outcome.word),
    "success": lambda record: "true" if record.ruling.outcome.success else "false",
    "counts": _counts,
    "each": lambda record: _each(record.ruling.each),
    "effects": lambda record: _effects(record.ruling.effects),
    "readings": _readings,
    "house": lambda record: f"[{', '.join([quote(cell.ref) for cell in record.ruling.cells if cell.source.ours])}]",
    "figures": lambda record: str(len(record.ruling.cells)),
    "verdict": lambda record: quote(record.ruling.verdict),
    "seed": lambda record: str(record.ruling.seed),
    "charts": lambda record: quote(record.digest()),
}
"""The text of each key of a ruling's object, in the order of ``ruling_to``."""
