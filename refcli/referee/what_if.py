"""What a ruling depends on: what each condition and each reading is worth, and what else would have changed it."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from refcli.core.chances import Odds
from refcli.core.errors import Refused
from refcli.core.faces import faces_from
from refcli.core.limits import MOST_WORK
from refcli.core.procedure import Record
from refcli.core.request import Conditions, stated_in, without_condition
from refcli.core.resolve import dice_known, resolve
from refcli.core.roller import faces_by_label
from refcli.odds.enumeration import Sample, TooMuchWork, odds_of
from refcli.referee.referee import Case, Referee

MOST_ROLLED = 150_000
"""Dice of one sample that are rolled within LONGEST_SAMPLED; beyond them exact odds are tried first."""


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
    """A condition or reading that would have changed a ruling with the same dice, and to what.

    Without an ``outcome`` it depends on a die that was not rolled.
    """

    kind: str
    name: str
    said: str
    outcome: str | None
    verdict: str


ANOTHER_DIE = "another die falls"
"""Stands in the place of a verdict that depends on a die that was not rolled."""


def known_in(case: Case, dice: Any) -> dict[str, int]:
    """The dice that lie already, by label: those of the faces that were given. Raises Refused."""
    return {} if dice is None else dice_known(case.procedure, case.request, case.charts(), faces_from(dice))


def odds_in(case: Case, known: Mapping[str, int] | None = None, most: int = MOST_WORK) -> Odds:
    """The exact odds of a case, some dice perhaps known by label. Raises TooMuchWork beyond so many units."""
    return odds_of(case.procedure, case.request, case.charts(), known, most)


def sample_of(case: Case, rolls: int, known: Mapping[str, int] | None = None) -> Sample:
    """So many rolls to estimate the odds of a case by, some dice perhaps known by label; they are still to be made."""
    return Sample(case.procedure, case.request, case.charts(), rolls, known)


def exact_instead(case: Case, rolls: int, known: Mapping[str, int] | None = None) -> Odds | None:
    """The exact odds of a case, where so many rolls take longer than these; None where a sample is quick enough."""
    ruling = resolve(case.procedure, case.request, case.charts(), 0, known=known)
    if rolls * sum([len(roll.faces) for roll in ruling.rolls]) <= MOST_ROLLED:
        return None
    try:
        return odds_in(case, known, MOST_WORK // 4)
    except TooMuchWork:
        return None


def worth(case: Case, odds: Odds, known: Mapping[str, int] | None = None) -> Iterator[Worth]:
    """What each stated condition and each reading in play is worth, in chances of success; ``odds`` are the case's.

    A reading that no way to them asks for, and that changes no figure, is worth nothing. Raises TooMuchWork where all
    of this and the odds themselves take more than MOST_WORK.
    """
    here, left = odds.success, MOST_WORK - odds.work

    def success(other: Case) -> Fraction:
        nonlocal left
        found = odds_in(other, known, left)
        left -= found.work
        return found.success

    conditions = case.procedure.conditions(case.words.charts)
    for name in stated_in(case.request):
        bare = case._replace(request=without_condition(case.request, name))
        yield Worth("condition", name, conditions[name].text, here - success(bare))
    for id, word, text in other_readings(case):
        if id not in odds.readings and not any(one.figures or one.signs for one in case.readings[id].options):
            continue
        there = success(with_reading(case, id, word))
        if there != here:
            yield Worth("reading", f"{id}={word}", text, there - here)


def what_if(referee: Referee, case: Case, record: Record) -> Iterator[Change]:
    """Each condition not stated, and each other reading, that would have changed this ruling with these dice."""
    faces = {**record.known, **faces_by_label(record.ruling.rolls)}
    stated = stated_in(case.request)
    others: list[tuple[str, str, str, Case]] = []
    for name, condition in case.procedure.conditions(case.words.charts).items():
        if name not in stated:
            request = case.request
            for excluded in case.words.excluded(name):
                request = without_condition(request, excluded)
            request = request._replace(conditions=request.conditions + Conditions([name]))
            others.append(("condition", name, condition.told, case._replace(request=request)))
    for id, word, text in other_readings(case):
        others.append(("reading", f"{id}={word}", text, with_reading(case, id, word)))
    for kind, name, said, other in others:
        try:
            changed = referee.rule(other, record.ruling.seed, known=faces).ruling
        except Refused:
            continue  # a figure that may not be used there changes nothing here
        if any("rolled" in roll.origins for roll in changed.rolls):
            yield Change(kind, name, said, None, ANOTHER_DIE)
        elif (changed.outcome, changed.verdict) != (record.ruling.outcome, record.ruling.verdict):
            yield Change(kind, name, said, changed.outcome.word, changed.verdict)


def other_readings(case: Case) -> Iterator[tuple[str, str, str]]:
    """The options of every reading of the ruleset that are not chosen: id, word, what is asked and what they answer."""
    chosen: Mapping[str, str] = case.overrides.get("readings", {})
    for id, reading in case.readings.items():
        now = reading.option(chosen.get(id, reading.default)).word
        for option in reading.options:
            if option.word != now:
                yield id, option.word, f"{reading.question} {option.text[:1].upper()}{option.text[1:]}"


def with_reading(case: Case, id: str, word: str) -> Case:
    """The case with another option of one reading."""
    return case._replace(overrides={**case.overrides, "readings": {**case.overrides.get("readings", {}), id: word}})
