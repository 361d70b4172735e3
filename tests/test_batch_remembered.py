"""What a batch remembers of the lines before, which changes nothing of what it says."""

import io
import json
from typing import Any

import pytest

from refcli.batch import Options
from refcli.batch import run as run_batch
from refcli.batch.ruling_cache import UNLESS_ASKED
from refcli.plain.dump import ruling_to
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings
from tests.batch_lines import FIRE, answered, lines, scenario_rulings
from tests.situations import referee

REPEATED = 7
"""How often a request comes: some faces of a die come again, and most are met while they are remembered."""


class TestWhatIsRemembered:
    """A request that comes again with the same faces is told again; nothing of it shows."""

    @pytest.mark.parametrize(("requests", "size"), [(3, 10_000), (4096, 20_000_000)])
    def test_changes_nothing_of_any_ruling(self, requests: int, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("refcli.batch.ruling_cache.MOST_REQUESTS", requests)
        monkeypatch.setattr("refcli.batch.ruling_cache.MOST_BYTES", size)
        plains = scenario_rulings()
        found, tally = answered(lines(*plains), repeat=REPEATED)
        assert (tally.errors, len(found)) == ({}, REPEATED * len(plains))
        for number, one in enumerate(found):
            record = referee().rule(referee().case(plains[number // REPEATED]), one["seed"])
            assert {key: value for key, value in one.items() if key != "repeat"} == ruling_to(record, UNLESS_ASKED)

    @pytest.mark.parametrize("only", [("seed",), ("outcome", "seed"), ("seed", "outcome"), ("outcome",)])
    def test_keeps_the_seed_in_its_place(self, only: tuple[str, ...]) -> None:
        found, _ = answered(lines(FIRE), only=only, repeat=300)
        whole, _ = answered(lines(FIRE), repeat=300)
        assert [list(one) for one in found] == [["repeat", *only]] * 300
        assert found == [{key: one[key] for key in ("repeat", *only)} for one in whole]

    def test_does_not_take_one_request_for_another(self) -> None:
        given = [{**FIRE, "conditions": order} for order in (["woods", "moved"], ["moved", "woods"], [], ["2xmoved"])]
        given += [{**FIRE, "set": {"combat.tanks.infantry": value}} for value in (1, 1.0, True, "1")]
        found, _ = answered(lines(*given * 2))
        fresh = [one for plain in given for one in answered(lines(plain))[0]]
        for one, other in zip(found, [*fresh, *fresh], strict=True):
            assert one.get("request") == other.get("request")
            assert one.get("error") == other.get("error")

    def test_is_not_ruled_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Two requests in turn, of one die each: no face of either is ruled on twice, once its request is known."""
        ruled: list[Any] = []
        real = Referee.rule
        monkeypatch.setattr(Referee, "rule", lambda self, *case: ruled.append(case[0]) or real(self, *case))
        one = {**FIRE, "attackers": "tank"}
        answered(lines(*[one, {**one, "target": "tank"}] * 200))
        assert len(ruled) <= 2 + 2 * 6

    def test_is_of_this_batch_alone(self) -> None:
        """The same lines in one process, in one batch after the other, each with readings of its own."""
        given = lines(*[{**FIRE, "attackers": "reconnaissance", "conditions": ["woods"]}] * 20)
        cumulative = {"grid": {"G-8": "cumulative", "G-9": "attacker"}}
        for readings in ({}, cumulative, {}, cumulative):
            settings = Settings().under(readings=readings)
            out = io.BytesIO()
            run_batch(io.BytesIO(given), out.write, settings, Options(seed=5))
            judge = Referee(settings)
            for text, line in zip(out.getvalue().splitlines(), given.splitlines(), strict=True):
                found = json.loads(text)
                assert found == ruling_to(judge.rule(judge.case(json.loads(line)), found["seed"]), UNLESS_ASKED)
                assert (found["readings"].get("G-8") == "cumulative") == bool(readings)
