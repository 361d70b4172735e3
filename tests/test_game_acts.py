"""Acts of an evening, each typed at the table: those that the rules forbid are barred, those beside them are not.

A file ``stored/games/illegal-RULESET.toml`` or ``legal-RULESET.toml`` tells in ``scene`` who is there; each ``act``
says the ``lines`` of the source, what was typed ``before`` it, line by line, and what is typed to ``do`` it. An
illegal one says ``no``, the words of the bar, or ``says``, the verdict of a ruling that nothing is done in.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from refcli.rulesets import RULESETS
from tests.conftest import Home, Ran, run_here, write
from tests.situations import STORED

FILE = "evening.jsonl"
EMPTY = "\n" * 6
"""Typed behind every line: at a question it lets the dice be rolled, else it does nothing."""

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


def typed(act: Act, home: Home) -> Ran:
    """What comes of an act at the table, behind all that is typed before it; empty lines let dice be rolled."""
    write(home.work / FILE, begun(act.rules, act.scene))
    return run_here(["table", FILE], "".join(f"{line}\n{EMPTY}" for line in (*act.before, act.do)))


@pytest.mark.parametrize("act", all_acts("illegal"), ids=str)
def test_an_illegal_act_is_barred(act: Act, home: Home) -> None:
    ran = typed(act, home)
    if act.says:
        assert (ran.status, act.says in " ".join(ran.out.split())) == (0, True), ran
    else:
        line = 1 + len(act.before) * len(f"-{EMPTY}")
        said = "" if act.do.startswith("set ") else "no: "
        where = rf"\((?:.*; )?lines? {re.escape(act.lines)}\)"
        assert re.match(rf"refcli: line {line}: {said}{re.escape(act.no)} {where}", " ".join(ran.err.split())), ran


@pytest.mark.parametrize("act", all_acts("legal"), ids=str)
def test_a_legal_act_is_ruled(act: Act, home: Home) -> None:
    ran = typed(act, home)
    assert ran.status == 0, ran.err


@pytest.mark.parametrize("kind", ENOUGH)
@pytest.mark.parametrize("rules", RULESETS)
def test_enough_of_them_are_stored(kind: str, rules: str) -> None:
    assert len({(act.before, act.do) for act in acts(kind, rules)}) >= ENOUGH[kind]
