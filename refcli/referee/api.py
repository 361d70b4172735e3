"""The functions for programs that use refcli: a ruling, its odds, or a sweep of them in one call."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from refcli.core.chances import Odds
from refcli.core.ruling import Ruling
from refcli.referee.referee import Referee, fresh_seed
from refcli.referee.sweep import Sweep, sweep_of
from refcli.referee.what_if import known_in, odds_in


def resolve(plain: Mapping[str, Any], referee: Referee | None = None) -> Ruling:
    """Return the ruling that a request asks for, its dice rolled or given.

    ``plain`` is what a line of a batch is, a dict as JSON has it: ``rules`` and ``procedure``; a key for each field of
    the request (``refcli schema`` tells them), units as a text (``"2xtank,infantry"``) or a list of such, distances in
    the ruleset's own unit; ``conditions``, a list of names; and as they are wanted ``dice``, ``seed`` (from 0 to
    2**64 - 1; a fresh one below 2**53 where there is none), ``set``, ``adjust``, ``readings``, ``published``.
    ``referee`` is who judges; without one it is one under no settings, who reads no ``refcli.toml`` and no overlay.

    The same object with the same seed is the same ruling on every machine. Where each figure stands in the source is
    told by ``Ruling.figures``.

    Raises UnknownName for a name that nothing defines, BadData for charts with faults, Refused for anything else that
    cannot be ruled on; a miss, and "cannot attack", are rulings.
    """
    judge = referee or _default_referee()
    seed = plain.get("seed")
    return judge.rule(judge.case(plain), fresh_seed() if seed is None else seed, plain.get("dice")).ruling


def odds(plain: Mapping[str, Any], referee: Referee | None = None) -> Odds:
    """Return the exact chances of what a request asks for; nothing is rolled.

    ``plain`` and ``referee`` are as ``resolve`` takes them; ``dice`` in it are taken as rolled already. Chances are
    fractions from 0 to 1 that add up to exactly 1. Figures come from the same charts as those of rulings.

    Raises as ``resolve`` does, and Refused where exact chances would take more than a million runs.
    """
    judge = referee or _default_referee()
    case = judge.case(plain)
    return odds_in(case, known_in(case, plain.get("dice")))


def sweep(plain: Mapping[str, Any], *over: str, outcome: str = "", referee: Referee | None = None) -> Sweep:
    """The chance of success, or of one ``outcome`` by its word, while one field or two take several values.

    ``plain`` and ``referee`` are as ``resolve`` takes them, and a field that is swept over may be left out of it.
    ``over`` says which, as ``--sweep`` takes it: ``"range=5:60:5"``, ``"target=infantry,tank"``, or ``"facing"`` for
    all that it may be. The chances are fractions from 0 to 1, a row for each value of the first field, a column for
    each of the second; None where there can be no such ruling. Figures come from the same charts as those of rulings.

    Raises as ``odds`` does, and Refused for more than a thousand answers.
    """
    return sweep_of(referee or _default_referee(), plain, over, outcome)[1]


@cache
def _default_referee() -> Referee:
    """The referee of calls that name none: without settings, keeping what it read for the next call."""
    return Referee()
