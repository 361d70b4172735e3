"""Every procedure is typed bare in a game that has begun: it ends in words, at the prompt and in the shell."""

from pathlib import Path

import pytest

from refcli.rulesets import RULESETS
from tests.acts import scene_of
from tests.conftest import Home, Ran, run_here, write
from tests.play import CRASHED, begun, play
from tests.situations import referee

FILE = "evening.jsonl"

FORMS = ("{}", "! {}", "odds {}", "{} --ask", "{} --why", "{} --odds")
"""How a procedure is typed at the prompt without anybody who does it."""


def game_of(rules: str, home: Home) -> Path:
    """The file of a game of a ruleset: the scene of its stored acts."""
    file = home.work / FILE
    write(file, begun(rules, scene_of(rules)))
    return file


def procedures_by_phase(rules: str) -> dict[str, list[str]]:
    """The procedures of a ruleset, each in a phase that it belongs to; those of none in the first."""
    loaded = referee().loaded(rules)
    play = loaded.library.states()[1]
    found: dict[str, list[str]] = {phase.name: [] for phase in play.phases}
    for name in loaded.ruleset.procedures:
        found[(play.phase_of(name) or play.phases)[0].name].append(name)
    return found


def words_of(ran: Ran) -> str:
    return ran.out + ran.err


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("rules", RULESETS)
def test_at_the_prompt_it_ends_in_words(rules: str, form: str) -> None:
    for phase, procedures in procedures_by_phase(rules).items():
        for name in procedures:
            result = play(rules, [f"next {phase}", form.format(name)], scene_of(rules))[-1]
            assert result.printed and result.decision != CRASHED, result


@pytest.mark.parametrize("rules", RULESETS)
def test_in_the_shell_it_ends_in_words(rules: str, home: Home) -> None:
    for phase, procedures in procedures_by_phase(rules).items():
        for name in procedures:
            game_of(rules, home)
            run_here(["--game", FILE, "next", phase])
            for more in ((), ("--odds",), ("--why",), ("--json",)):
                assert words_of(run_here(["--game", FILE, name, *more])), (phase, name, more)
