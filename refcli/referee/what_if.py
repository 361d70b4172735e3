"""What a ruling hangs on: what each circumstance and each reading is worth, and what else would have changed it."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, NoReturn

from refcli.core.chances import Odds
from refcli.core.charts import Need
from refcli.core.counts import Counts
from refcli.core.dice import Die, faces_by_label
from refcli.core.errors import Refused, nearest
from refcli.core.procedure import Procedure, Record
from refcli.core.request import stated_in, without
from refcli.odds.enumeration import odds_of, sampled_odds
from refcli.plain.vocabulary import number, one_of
from refcli.referee.referee import Case, Referee


class Worth(NamedTuple):
    """What a stated condition, or another option of a reading, does to the chance of success.

    ``points`` is the chance as it is less the chance without the condition; for a reading the chance
    with the other option less the chance as it is.
    """

    kind: str
    name: str
    said: str
    points: Fraction


class Change(NamedTuple):
    """A circumstance or reading that would have changed a ruling with the same dice, and to what.

    Without an ``outcome`` it hangs on a die that has not fallen.
    """

    kind: str
    name: str
    said: str
    outcome: str | None
    verdict: str


ANOTHER_DIE = "another die falls"
"""What is told in the place of a verdict that no die on the table decides."""


class NotFallen(Exception):
    """A die is needed that is not on the table."""


class Onlooker:
    """Is asked for what did not fall, and rolls nothing; leaves every decision to its policy."""

    def face(self, label: str, die: Die, needs: Need | None) -> NoReturn:
        """No face: raises NotFallen."""
        raise NotFallen

    def choice(self, label: str, options: tuple[str, ...], policy: str) -> None:
        """No choice."""


def odds_in(case: Case, known: Mapping[str, int] | None = None, sample: int = 0) -> Odds:
    """The odds of a case, some dice perhaps known by label; exact, or estimated by ``sample`` throws."""
    if sample:
        return sampled_odds(case.procedure, case.request, case.charts(), sample, known)
    return odds_of(case.procedure, case.request, case.charts(), known)


def worth(case: Case, known: Mapping[str, int] | None = None) -> Iterator[Worth]:
    """What each stated condition and each reading in play is worth, in chances of success."""
    here = odds_in(case, known).success
    conditions = case.procedure.conditions(case.words.charts)
    for name in stated_in(case.request):
        bare = case._replace(request=without(case.request, name))
        yield Worth("condition", name, conditions[name].text, here - odds_in(bare, known).success)
    for id, word, text in other_readings(case):
        there = odds_in(with_reading(case, id, word), known).success
        if there != here:
            yield Worth("reading", f"{id}={word}", text, there - here)


def what_if(referee: Referee, case: Case, record: Record) -> Iterator[Change]:
    """Each condition not stated, and each other reading, that would have changed this ruling with these dice."""
    faces = {**record.lying, **faces_by_label(record.ruling.rolls)}
    stated = stated_in(case.request)
    others: list[tuple[str, str, str, Case]] = []
    for name, condition in case.procedure.conditions(case.words.charts).items():
        if name not in stated:
            request = case.request
            for excluded in case.words.excluded(name):
                request = without(request, excluded)
            request = request._replace(conditions=request.conditions + Counts([name]))
            others.append(("condition", name, condition.text, case._replace(request=request)))
    for id, word, text in other_readings(case):
        others.append(("reading", f"{id}={word}", text, with_reading(case, id, word)))
    for kind, name, said, other in others:
        try:
            changed = referee.rule(other, record.ruling.seed, asker=Onlooker(), known=faces).ruling
        except NotFallen:
            yield Change(kind, name, said, None, ANOTHER_DIE)
            continue
        except Refused:
            continue  # a figure that may not be used there changes nothing here
        if (changed.outcome, changed.verdict) != (record.ruling.outcome, record.ruling.verdict):
            yield Change(kind, name, said, changed.outcome.word, changed.verdict)


def other_readings(case: Case) -> Iterator[tuple[str, str, str]]:
    """The options of every reading of the ruleset that are not chosen: id, word, text."""
    chosen: Mapping[str, str] = case.plain.get("readings", {})
    for id, reading in case.readings.items():
        taken = reading.option(chosen.get(id, reading.default)).word
        for option in reading.options:
            if option.word != taken:
                yield id, option.word, option.text


def with_reading(case: Case, id: str, word: str) -> Case:
    """The case with one reading taken otherwise."""
    return case._replace(plain={**case.plain, "readings": {**case.plain.get("readings", {}), id: word}})


class Axis(NamedTuple):
    """One side of a sweep: a field of the request, and the values it takes."""

    field: str
    values: tuple[Any, ...]


class Sweep(NamedTuple):
    """The chance of success, or of one outcome, over one axis or two; None where there is no such ruling."""

    axes: tuple[Axis, ...]
    outcome: str
    chances: tuple[tuple[Fraction | None, ...], ...]


def sweep(referee: Referee, plain: Mapping[str, Any], axes: Sequence[Axis], outcome: str, prefixes: bool) -> Sweep:
    """The chances of a plain object's case with its fields taking every value of the axes in turn."""

    def chance(changes: Mapping[str, Any]) -> Fraction | None:
        odds = odds_in(referee.case({**plain, **changes}, prefixes))
        if not outcome:
            return odds.success
        return next((share for one, share in odds.outcomes.items() if one.word == outcome), None)

    first = axes[0]
    second = axes[1] if len(axes) > 1 else Axis("", ("",))
    rows = tuple(
        tuple(
            chance({first.field: down, **({second.field: across} if second.field else {})}) for across in second.values
        )
        for down in first.values
    )
    return Sweep(tuple(axes), outcome, rows)


def axis_from(text: str, procedure: Procedure) -> Axis:
    """``range=5:60:5``, ``target=a,b`` or ``facing``: the axis of a sweep. Raises Refused."""
    name, equals, given = text.partition("=")
    fields = {field.name: field for field in procedure.inputs}
    if name not in fields:
        raise Refused(f"--sweep {text}: {procedure.name} has no {name!r}{nearest(name, fields)}")
    field = fields[name]
    if not equals and field.field.choices:
        return Axis(name, field.field.choices)
    if not given.strip(","):
        raise Refused(f"--sweep {name}: say over which values, {name}=FROM:TO:STEP or {name}=ONE,OTHER")
    if field.kind in (int, float) and ":" in given:
        return Axis(name, tuple(_steps(text, given, field.kind)))
    return Axis(name, tuple(part for part in given.split(",") if part))


def _steps(text: str, given: str, kind: type) -> Iterator[int | float]:
    parts = [number(part, f"--sweep {text}") for part in given.split(":")]
    start, stop, step = (*parts, 1)[:3] if len(parts) == 2 else parts if len(parts) == 3 else (0, 0, 0)
    if step <= 0 or stop < start or (stop - start) / step > 1000:
        raise Refused(f"--sweep {text}: write it as FROM:TO or FROM:TO:STEP, rising, at most a thousand steps")
    value = start
    while value <= stop:
        yield int(value) if kind is int or value == int(value) else value
        value += step


def outcome_from(word: str | None, procedure: Procedure) -> str:
    """The outcome that a sweep is about, empty for success. Raises UnknownName."""
    if not word:
        return ""
    return one_of(word, [outcome.word for outcome in procedure.outcomes], f"outcome of {procedure.name}", "--odds")


def need_from(text: str | None) -> Fraction | None:
    """A chance to reach, in percent: ``50%`` or ``50``. Raises Refused."""
    if not text:
        return None
    return Fraction(str(number(text.removesuffix("%"), "--need", 0, 100))) / 100
