"""A sweep: the chances of a ruling while one field of its request, or two, take every value."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from refcli.core.errors import Refused, nearest
from refcli.core.limits import MOST_SWEPT, MOST_SWEPT_WORK, in_short
from refcli.core.procedure import Procedure
from refcli.core.request import field_called
from refcli.referee.referee import Case, Referee
from refcli.referee.what_if import odds_in
from refcli.wire import JsonObject
from refcli.wire.lookup import known_name, number


class SweptAxis(NamedTuple):
    """One side of a sweep: a ``field`` of the request by its name, and the ``values`` it takes, in order."""

    field: str
    values: tuple[Any, ...]


Row = tuple[Fraction | None, ...]
"""The chances at one value of the first axis."""


class Sweep(NamedTuple):
    """The chance of success, or of one outcome, over one axis or two; None where there is no such ruling.

    ``axes`` are one or two; ``outcome`` is its word, empty for success; ``chances`` are fractions from 0 to 1, a row
    for each value of the first axis, with one for each value of the second, or one alone.
    """

    axes: tuple[SweptAxis, ...]
    outcome: str
    chances: tuple[Row, ...]

    @classmethod
    def over(cls, axes: Sequence[SweptAxis], outcome: str, rows: Sequence[Row]) -> "Sweep":
        """A sweep of so many rows, perhaps not all of them."""
        return cls((axes[0]._replace(values=axes[0].values[: len(rows)]), *axes[1:]), outcome, tuple(rows))


def rows_of(
    referee: Referee, raw: Mapping[str, Any], axes: Sequence[SweptAxis], outcome: str, prefixes: bool = False
) -> Iterator[Row]:
    """The chances of a raw request's case with its fields taking every value of the axes in turn, row by row.

    Raises Refused for more answers than a page holds, or than a referee could wait for.
    """
    if answers_of(axes) > MOST_SWEPT:
        raise Refused(f"--sweep: {answers_of(axes):,} answers are asked for; {MOST_SWEPT:,} are the most")
    work = 0

    def chance(changes: Mapping[str, Any]) -> Fraction | None:
        nonlocal work
        odds = odds_in(referee.case({**raw, **changes}, prefixes))
        work += odds.work
        if work > MOST_SWEPT_WORK:
            most = f"{MOST_SWEPT_WORK:,} units of work"
            raise Refused(f"--sweep: these answers take more than {most}; sweep over fewer values")
        if not outcome:
            return odds.success
        return next((share for one, share in odds.outcomes.items() if one.word == outcome), None)

    first = axes[0]
    second = axes[1] if len(axes) > 1 else SweptAxis("", ("",))
    for down in first.values:
        yield tuple(
            chance({first.field: down, **({second.field: across} if second.field else {})}) for across in second.values
        )


def sweep_of(
    referee: Referee, raw: Mapping[str, Any], over: Sequence[str], outcome: str | None = None
) -> tuple[Case, Sweep]:
    """The sweep of a raw request over one field or two, each as ``axis_from`` reads it, and its first case."""
    procedure = referee.procedure(raw)
    axes = axes_from(over, procedure)
    word = outcome_from(outcome, procedure)
    case = referee.case({**raw, **first_of(axes)})
    return case, Sweep.over(axes, word, list(rows_of(referee, raw, axes, word)))


def answers_of(axes: Sequence[SweptAxis]) -> int:
    """How many answers a sweep over these axes has."""
    return prod(len(axis.values) for axis in axes)


def axes_from(texts: Sequence[str], procedure: Procedure) -> list[SweptAxis]:
    """The axes of a sweep, one or two, as ``axis_from`` reads each of them. Raises Refused."""
    if len(texts) > 2:
        raise Refused(f"--sweep: {len(texts)} are given and 2 are the most: --sweep {texts[0]} --sweep {texts[1]}")
    axes = [axis_from(text, procedure) for text in texts]
    if len({axis.field for axis in axes}) < len(axes):
        raise Refused(f"--sweep: {axes[0].field} is swept over twice; say all of its values in one")
    return axes


def first_of(axes: Sequence[SweptAxis]) -> JsonObject:
    """The fields of the first answer of a sweep."""
    return {axis.field: axis.values[0] for axis in axes}


def axis_from(text: str, procedure: Procedure) -> SweptAxis:
    """``range=5:60:5``, ``target=a,b`` or ``facing``: the axis of a sweep. Raises Refused."""
    called, equals, given = text.partition("=")
    fields = {field.name: field for field in procedure.inputs}
    name = field_called(called, fields)
    if name is None:
        raise Refused(f"--sweep {text}: {procedure.name} has no {called!r}{nearest(called, fields)}")
    field = fields[name]
    if not equals and field.field.choices:
        return SweptAxis(name, field.field.choices)
    if not given.strip(","):
        raise Refused(f"--sweep {name}: say over which values, {name}=FROM:TO:STEP or {name}=ONE,OTHER")
    if field.kind in (int, float) and ":" in given:
        return SweptAxis(name, tuple(_steps(text, given, field.kind)))
    return SweptAxis(name, tuple(part for part in given.split(",") if part))


def _steps(text: str, given: str, kind: type) -> Iterator[int | float]:
    parts = [number(part, f"--sweep {text}") for part in given.split(":")]
    start, stop, step = (*parts, 1)[:3] if len(parts) == 2 else parts if len(parts) == 3 else (0, 0, 0)
    if step <= 0 or stop < start or (stop - start) / step > MOST_SWEPT:
        form = "FROM:TO or FROM:TO:STEP, rising"
        raise Refused(f"--sweep {in_short(text)}: write it as {form}, at most {MOST_SWEPT:,} steps")
    for steps in range(int((stop - start) / step) + 1):  # to add the step again and again may change nothing
        value = start + steps * step
        yield int(value) if kind is int or value == int(value) else value


def outcome_from(word: str | None, procedure: Procedure) -> str:
    """The outcome that a sweep is about, empty for success. Raises UnknownName."""
    if not word:
        return ""
    return known_name(word, [outcome.word for outcome in procedure.outcomes], f"outcome of {procedure.name}", "--odds")


def need_from(text: str | None) -> Fraction | None:
    """A chance to reach, in percent: ``50%`` or ``50``. Raises Refused."""
    if not text:
        return None
    return Fraction(str(number(text.removesuffix("%"), "--need", 0, 100))) / 100
