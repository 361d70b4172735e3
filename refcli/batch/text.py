"""A ruling straight to JSON text: what ``told`` tells, for those who tell a great many.

The text of a figure, a note or a roll is remembered under the thing itself: most of them come again.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from json import dumps
from json.encoder import encode_basestring_ascii as quote
from typing import Any

from refcli.core.charts import Cell, Source, Sum
from refcli.core.counts import Counts
from refcli.core.dice import Again, Choice, Roll
from refcli.core.procedure import Record
from refcli.core.request import Term, counted
from refcli.core.ruling import Effect, Figure, Note, Outcome
from refcli.plain import SCHEMA
from refcli.plain.dump import effect_to, number_to, source_to, step_to

REMEMBERED = 2048
"""Texts of each kind that are remembered: some megabytes, however many rulings are told."""


def ruling_text(record: Record, only: Iterable[str] = ()) -> str:
    """``dumps(ruling_to(record))``, or of it the keys of ``only`` (each a key of PARTS), without the braces."""
    parts = [(key, PARTS[key]) for key in only] if only else PARTS.items()
    return ", ".join([f'"{key}": {part(record)}' for key, part in parts])


def _value(value: Any) -> str:
    """A figure, a word or a blank."""
    if isinstance(value, (int, float)):
        return repr(number_to(value))
    return "null" if value is None else quote(value)


def _conditions(conditions: Counts[str]) -> str:
    """Stated conditions as they are typed."""
    return f"[{', '.join([quote(counted(word, count)) for word, count in conditions.items()])}]" if conditions else "[]"


def _field(value: Any) -> str:
    """What a field of a request holds."""
    if isinstance(value, Counts):
        return _conditions(value)
    if isinstance(value, Term):
        return quote(value.typed)
    if isinstance(value, tuple):
        return f"[{', '.join([quote(term.typed) for term in value])}]"
    return _value(value)


def _request(record: Record) -> str:
    """A request, and what the referee made of the figures."""
    request = record.request
    fields = [
        f'"{name}": {_field(value)}' for name, value in zip(request._fields, request, strict=True) if value is not None
    ]
    if record.controls:
        fields.append(dumps(record.controls)[1:-1])
    return f"{{{', '.join(fields)}}}"


@lru_cache(REMEMBERED)
def _source(source: Source) -> str:
    return dumps(source_to(source))


@lru_cache(REMEMBERED)
def _cell(cell: Cell) -> str:
    """All of a cell but its label, which stands before the rest."""
    ref = f', "cell": {quote(cell.ref)}' if cell.ref else ""
    source = f', "source": {_source(cell.source)}' if cell.source.origin != "die" else ""
    return f'"value": {_value(cell.value)}{ref}{source}'


@lru_cache(REMEMBERED)
def _figure(figure: Figure) -> str:
    cell = figure.cell
    needs = f', "needs": {quote(str(cell.needs))}' if cell.sign and not cell.blank else ""
    return f'"kind": "figure", "label": {quote(figure.label)}, {_cell(cell)}{needs}'


def _sum(total: Sum) -> str:
    parts = ", ".join([f'{{"label": {quote(part.label)}, {_cell(part)}}}' for part in total.parts])
    needs = "" if total.needs is None else f', "needs": "{total.needs}", "met": {_yes(total.met)}'
    return f'"kind": "sum", "name": {quote(total.name)}, "parts": [{parts}], "total": {_value(total.total)}{needs}'


@lru_cache(REMEMBERED)
def _roll(roll: Roll) -> str:
    origins = roll.origins
    same = len(set(origins)) == 1
    needs = "null" if roll.needs is None else quote(str(roll.needs))
    return (
        f'"label": {quote(roll.label)}, "die": {quote(roll.die.name)}, "faces": {list(roll.faces)!r}, '
        f'"needs": {needs}, "from": {quote(origins[0]) if same else dumps(origins)}'
    )


@lru_cache(REMEMBERED)
def _told(step: Note | Choice | Again) -> str:
    return dumps(step_to(step))[1:-1]


STEPS: dict[type, Callable[[Any], str]] = {
    Figure: _figure,
    Sum: _sum,
    Roll: lambda roll: f'"kind": "roll", {_roll(roll)}',
    Note: _told,
    Choice: _told,
    Again: _told,
}
"""The text of each kind of step, without where it was made and the braces."""


@lru_cache(REMEMBERED)
def _effects(effects: tuple[Effect, ...]) -> str:
    return dumps([effect_to(effect) for effect in effects])


@lru_cache(REMEMBERED)
def _each(each: tuple[tuple[str, Outcome], ...]) -> str:
    return dumps([{"unit": unit, "outcome": outcome.word} for unit, outcome in each])


def _steps(record: Record) -> str:
    steps = [f'{{"at": {quote(at)}, {STEPS[type(step)](step)}}}' for at, step in record.ruling.steps]
    return f"[{', '.join(steps)}]"


def _rolls(record: Record) -> str:
    return f"[{', '.join([f'{{{_roll(roll)}}}' for roll in record.ruling.rolls])}]"


def _counts(record: Record) -> str:
    counts = record.ruling.counts
    return "{" + ", ".join([f"{quote(name)}: {number_to(count)!r}" for name, count in counts.items()]) + "}"


def _readings(record: Record) -> str:
    readings = record.ruling.readings
    return "{" + ", ".join([f"{quote(id)}: {quote(option.word)}" for id, option in readings]) + "}"


def _yes(true: bool) -> str:
    return "true" if true else "false"


PARTS: dict[str, Callable[[Record], str]] = {
    "schema": lambda record: quote(SCHEMA),
    "rules": lambda record: quote(record.rules),
    "procedure": lambda record: quote(record.procedure.name),
    "request": _request,
    "steps": _steps,
    "rolls": _rolls,
    "outcome": lambda record: quote(record.ruling.outcome.word),
    "success": lambda record: _yes(record.ruling.outcome.success),
    "counts": _counts,
    "each": lambda record: _each(record.ruling.each),
    "effects": lambda record: _effects(record.ruling.effects),
    "readings": _readings,
    "house": lambda record: f"[{', '.join([quote(cell.ref) for cell in record.ruling.cells if cell.source.ours])}]",
    "figures": lambda record: str(len(record.ruling.figures)),
    "verdict": lambda record: quote(record.ruling.verdict),
    "seed": lambda record: str(record.ruling.seed),
    "charts": lambda record: quote(record.digest()),
}
"""The text of each key of a ruling's object, in the order of ``ruling_to``."""
