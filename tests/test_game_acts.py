"""Acts of an evening, each typed at the table: those that the rules forbid are barred, those beside them are not.

A file ``stored/games/illegal-RULESET.toml`` or ``legal-RULESET.toml`` tells in ``scene`` who is there; each ``act``
says the ``lines`` of the source, what was typed ``before`` it, line by line, and what is typed to ``do`` it. An
illegal one says ``no``, the words of the bar, or ``says``, the verdict of a ruling that nothing is done in.
"""

import contextlib
import io
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from refcli.cli.surroundings import Surroundings
from refcli.cli.table import Table
from refcli.rulesets import RULESETS
from tests.conftest import Home, run_here, write
from tests.situations import STORED

FILE = "evening.jsonl"
KEYS = {"lines", "before", "do", "no", "says"}
"""What an act may say: a misspelt key would check nothing."""

ENOUGH = {"illegal": 40, "legal": 20}
"""Acts that are stored of every ruleset at least."""


class Act(NamedTuple):
    """One act of a stored file: the ruleset and the scene, and what is typed in it."""

    rules: str
    scene: str
    lines: str
    do: str
    before: tuple[str, ...] = ()
    no: str = ""
    says: str = ""

    def __str__(self) -> str:
        return f"{self.rules} {self.lines} {self.do}"


def acts(kind: str, rules: str) -> list[Act]:
    """The stored acts of a ruleset that are ``legal``, or ``illegal``."""
    stored = tomllib.loads((STORED / "games" / f"{kind}-{rules}.toml").read_text("utf-8"))
    return [_act(rules, stored["scene"], one) for one in stored["act"]]


def _act(rules: str, scene: str, told: dict[str, Any]) -> Act:
    assert told.keys() <= KEYS, told
    return Act(rules, scene, **{**told, "before": tuple(told.get("before", ()))})


def all_acts(kind: str) -> list[Act]:
    """The stored acts of all rulesets."""
    return [act for rules in RULESETS for act in acts(kind, rules)]


@cache
def begun(rules: str, scene: str) -> bytes:
    """The file of a game in which a scene was set."""
    Path(FILE).unlink(missing_ok=True)
    ran = run_here(["-R", rules, "table", FILE], scene)
    assert ran.status == 0, ran.err
    return Path(FILE).read_bytes()


class Answered(NamedTuple):
    """What a line that was typed came to."""

    status: int
    out: str
    err: str


def typed(act: Act, home: Home) -> Iterator[Answered]:
    """What is typed before an act, what it is, and empty lines that let its dice be rolled."""
    write(home.work / FILE, begun(act.rules, act.scene))
    around = Surroundings()
    around.work_in(FILE, act.rules)
    assert around.evening is not None
    table = Table(around, around.evening)
    for line in (*act.before, act.do):
        answered = _answered(table, line)
        while table.question:
            more = _answered(table, "")
            answered = Answered(more.status, answered.out + more.out, answered.err + more.err)
        yield answered


def _answered(table: Table, line: str) -> Answered:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = table.answer(line, "")
    return Answered(status, " ".join(out.getvalue().split()), " ".join(err.getvalue().split()))


@pytest.mark.parametrize("act", all_acts("illegal"), ids=str)
def test_an_illegal_act_is_barred(act: Act, home: Home) -> None:
    *before, answered = typed(act, home)
    assert [one.err for one in before if one.status] == []
    if act.says:
        assert (answered.status, act.says in answered.out) == (0, True), answered
    else:
        where = rf"\((?:.*; )?lines? {re.escape(act.lines)}\)"
        assert re.match(rf"no: {re.escape(act.no)} {where}", answered.err), answered


@pytest.mark.parametrize("act", all_acts("legal"), ids=str)
def test_a_legal_act_is_ruled(act: Act, home: Home) -> None:
    *before, answered = typed(act, home)
    assert [one.err for one in (*before, answered) if one.status] == []


@pytest.mark.parametrize("kind", ENOUGH)
@pytest.mark.parametrize("rules", RULESETS)
def test_enough_of_them_are_stored(kind: str, rules: str) -> None:
    assert len({(act.before, act.do) for act in acts(kind, rules)}) >= ENOUGH[kind]
