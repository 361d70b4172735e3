"""Conditions that were stated and change nothing in a ruling, whatever falls: hull-down for infantry."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from refcli.core.cells import Sum
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Term, less
from refcli.core.resolve import resolve
from refcli.core.ruling import Ruling

MOST_FALLS, MOST_DICE = 200, 4000
"""Falls of the dice that a condition is tried on, and the dice of all of them together."""

MOST_WORK = 500_000
"""Units of work that the odds with and without it may take; where they take more, nothing is said of it."""


def without_effect(procedure: Procedure, request: Any, charts: Charts) -> tuple[str, ...]:
    """The stated conditions without which the ruling would be the same, as they are typed, in their order.

    One of a term stands behind the name of that term. Most conditions show at the first fall of the dice that they
    change something; the others are tried on many falls, and their exact odds must be the same.
    """
    left = dict(bare_requests(request))
    falls, seed = 1, 0
    while left and seed < falls:
        here = comes_to(procedure, request, charts, seed)
        if not seed:
            falls = min(MOST_FALLS, MOST_DICE // (1 + dice_in(here)) + 1)
        left = {name: bare for name, bare in left.items() if comes_to(procedure, bare, charts, seed) == here}
        seed += 1
    left = {name: bare for name, bare in left.items() if not stands_in(here, name)}
    stated = chances(procedure, request, charts) if left else None
    return tuple([name for name, bare in left.items() if stated and chances(procedure, bare, charts) == stated])


def stands_in(ruling: Ruling | str, name: str) -> bool:
    """Whether the figure of a condition stands in a ruling: one that something else brings too has its effect."""
    if isinstance(ruling, str):
        return False
    added = [part.ref for entry in ruling.steps if isinstance(entry.step, Sum) for part in entry.step.parts]
    return any(name.rpartition("+")[2] in ref.split(".")[1:] for ref in added)


def bare_requests(request: Any) -> Iterator[tuple[str, Any]]:
    """The request without each of its stated conditions in turn, by what was typed."""
    for name in request.conditions:
        yield name, request._replace(conditions=less(request.conditions, name))
    for field, value in request._asdict().items():
        terms = (value,) if isinstance(value, Term) else value if isinstance(value, tuple) else ()
        for index, term in enumerate(terms):
            for name in term.conditions if isinstance(term, Term) else ():
                bare = term._replace(conditions=less(term.conditions, name))
                instead = bare if isinstance(value, Term) else (*terms[:index], bare, *terms[index + 1 :])
                yield f"{term.name}+{name}", request._replace(**{field: instead})


def comes_to(procedure: Procedure, request: Any, charts: Charts, seed: int) -> Ruling | str:
    """What a request comes to with the dice of a seed; why, if it is refused.

    The figures that were looked at and the readings that were asked for count only where a step shows them.
    """
    try:
        ruling = resolve(procedure, request, charts.fresh(), seed)
        return ruling._replace(names={}, cells=(), readings=())
    except Refused as error:
        return str(error)


def dice_in(ruling: Ruling | str) -> int:
    """How many dice a ruling rolled."""
    return 0 if isinstance(ruling, str) else len(list(chain.from_iterable(roll.faces for roll in ruling.rolls)))


def chances(procedure: Procedure, request: Any, charts: Charts) -> tuple[Any, Any] | None:
    """The exact chances of all that a request can come to; None where it takes too long to tell."""
    from refcli.odds.enumeration import odds_of

    try:
        odds = odds_of(procedure, request, charts.fresh(), most=MOST_WORK)
    except Refused:
        return None
    return odds.outcomes, odds.counts
