"""Every procedure is typed bare in a game that has begun: it ends in words, at the prompt and in the shell."""

from pathlib import Path

import pytest

from refcli.rulesets import RULESETS
from tests.acts import scene_of
from tests.conftest import Home, run_here, write
from tests.play import CRASHED, begun, opened
from tests.situations import referee

FILE = "evening.jsonl"

FORMS = ("{}", "! {}", "odds {}", "{} --ask", "{} --why", "{} --odds")
"""How a procedure is typed at the prompt without a unit."""


def procedures_by_phase(rules: str) -> dict[str, list[str]]:
    """The procedures of a ruleset, each in a phase that it belongs to; those of none in the first."""
    loaded = referee().loaded(rules)
    play = loaded.library.states()[1]
    found: dict[str, list[str]] = {phase.name: [] for phase in play.phases}
    for name in loaded.ruleset.procedures:
        found[(play.phase_of(name) or play.phases)[0].name].append(name)
    return found


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("rules", RULESETS)
def test_at_the_prompt_it_ends_in_words(tmp_path: Path, rules: str, form: str) -> None:
    for phase, procedures in procedures_by_phase(rules).items():
        session = opened(tmp_path / FILE, rules, scene_of(rules))
        session.type(f"next {phase}")
        for name in procedures:
            result = session.type(form.format(name))
            assert result.printed and result.decision != CRASHED, result
            if session.is_asking:
                session.must("! drop")


@pytest.mark.parametrize("rules", RULESETS)
def test_in_the_shell_it_ends_in_words(rules: str, home: Home) -> None:
    for phase, procedures in procedures_by_phase(rules).items():
        write(home.work / FILE, begun(rules, scene_of(rules)))
        run_here(["--game", FILE, "next", phase])
        for name in procedures:
            for more in ((), ("--odds",), ("--why",), ("--json",)):
                ran = run_here(["--game", FILE, name, *more])
                assert ran.out + ran.err, (phase, name, more)
