"""A fixed sample of command lines of each ruleset, and what they reach."""

import json
from collections import Counter
from typing import Any, NamedTuple

import pytest

import refcli.rulesets
from refcli.wire.requests import request_to
from tests.conftest import Home, Ran, run_here
from tests.generated.commands import mistyped, sensible
from tests.generated.draw import Draw
from tests.generated.runner import Place, run_in_process
from tests.generated.vocabulary import PROCEDURES
from tests.situations import referee
from tests.test_command_lines import RULING, _plain, requests_of

SAMPLE = 400
"""Command lines of the fixed sample, for each ruleset."""


class Made(NamedTuple):
    """One line of the fixed sample and what it came to."""

    rules: str
    name: str
    line: list[str]
    ran: Ran

    @property
    def ruling(self) -> bool:
        """Whether it came to a ruling, and not to a help or a list of charts."""
        first = self.ran.out.partition("\n")[0]
        return self.ran.status in (0, 1) and ('"verdict": ' in first or f"{self.name} (" in first)

    @property
    def told(self) -> dict[str, Any]:
        """The ruling's object, where JSON was asked for; else an empty one."""
        found: dict[str, Any] = json.loads(self.ran.out) if self.ruling and "--json" in self.line else {}
        return found


class TestTheFixedSample:
    """The same lines each time, so that what they reach can be counted."""

    @pytest.fixture(scope="class")
    @classmethod
    def sample(cls, tmp_path_factory: pytest.TempPathFactory) -> list[Made]:
        """Right and wrong lines of every ruleset, run once for all the tests of the class."""
        made = []
        with Place(tmp_path_factory.mktemp("home"), run_in_process).entered():
            for rules in refcli.rulesets.RULESETS:
                draw = Draw(f"sample of {rules}")
                names = list(refcli.rulesets.ruleset(rules).procedures)
                for number in range(SAMPLE):
                    name = names[number % len(names)]
                    line = sensible(draw, (rules, name))
                    if number // len(names) % 4 == 3:
                        line = mistyped(draw, line)
                    made.append(Made(rules, name, line, run_here(line)))
        return made

    def test_at_least_half_reach_a_ruling(self, sample: list[Made]) -> None:
        """In each ruleset; what is drawn would otherwise test the error messages alone."""
        rulings = Counter(made.rules for made in sample if made.ruling)
        for rules in refcli.rulesets.RULESETS:
            assert rulings[rules] >= SAMPLE / 2, (rules, _refusals(sample, rules))

    def test_every_procedure_is_reached(self, sample: list[Made]) -> None:
        """Each procedure of each ruleset gives a ruling to one of the lines at least."""
        reached = {(made.rules, made.name) for made in sample if made.ruling}
        missed = set(PROCEDURES) - reached
        assert not missed, [made.ran.err for made in sample if (made.rules, made.name) in missed][:5]

    def test_the_json_of_every_ruling_matches_its_schema(self, sample: list[Made]) -> None:
        """What ``refcli schema`` promises is what ``--json`` prints."""
        rulings = [made.told for made in sample if made.told]
        for ruling in rulings:
            RULING.validate(ruling)
        assert len(rulings) > SAMPLE / 10

    def test_a_request_that_is_read_back_is_the_same_request(self, sample: list[Made]) -> None:
        """The ``request`` of a ruling, given as a plain object, asks for the same thing again."""
        rulings = [made.told for made in sample if made.told]
        for ruling in rulings:
            again = referee().case(_plain(ruling))
            assert {**request_to(again.request), **again.controls} == ruling["request"]
            assert referee().case({**_plain(ruling), **request_to(again.request)}).request == again.request
        assert len(rulings) > SAMPLE / 10

    def test_the_request_of_every_ruling_matches_the_schema_of_requests(self, sample: list[Made]) -> None:
        """What a ruling was asked can stand in a batch or a scenario as it is."""
        for ruling in (made.told for made in sample if made.told):
            requests_of(ruling["rules"], ruling["procedure"]).validate(_plain(ruling))

    def test_the_same_seed_gives_the_same_ruling(self, home: Home, sample: list[Made]) -> None:
        """A line with a seed says the same a second time, to the byte."""
        seeded = [made for made in sample if "--seed" in made.line and made.ruling][:40]
        assert seeded
        for made in seeded:
            assert run_here(made.line) == made.ran


def _refusals(sample: list[Made], rules: str) -> Counter[str]:
    return Counter(made.ran.err[:80] for made in sample if made.rules == rules and not made.ruling)
