"""Lines of a batch are independent of the lines before."""

import io
import json

import pytest

from refcli.batch import Options
from refcli.batch import run as run_batch
from refcli.batch.stream import UNLESS_ASKED
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings
from refcli.wire.objects import ruling_to
from tests.batch_lines import FIRE, answered, lines


class TestRepeatedLines:
    """Each line is ruled by itself."""

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
