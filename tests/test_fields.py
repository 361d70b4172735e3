"""What a field of a request takes: its bounds, and what it is when it is left out, held figure for figure."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.core.request import Input, inputs_of
from refcli.rulesets import RULESETS
from refcli.wire.lookup import Words
from refcli.wire.requests import value_from
from tests.situations import procedures, referee

STORED = Path(__file__).parent / "stored" / "fields.toml"

OF_ITS_OWN = [(rules, procedure) for rules in RULESETS for procedure in procedures(rules)]


def is_bounded(field: Input) -> bool:
    return field.field.at_least is not None or field.field.at_most is not None


@pytest.mark.parametrize(("rules", "procedure"), OF_ITS_OWN, ids=lambda one: getattr(one, "name", one))
class TestAField:
    """One inside its bounds is taken, one outside is refused; a field left out is what the file says."""

    @pytest.fixture
    def stored(self, rules: str, procedure: Procedure) -> dict[str, dict[str, Any]]:
        everything = tomllib.loads(STORED.read_text(encoding="utf-8"))
        found: dict[str, dict[str, Any]] = everything.get(rules, {}).get(procedure.name, {})
        return found

    def test_stands_in_the_file_if_it_has_bounds_or_a_default(
        self, rules: str, procedure: Procedure, stored: dict[str, dict[str, Any]]
    ) -> None:
        inputs = inputs_of(procedure.request)
        told = [one.name for one in inputs if is_bounded(one) or one.default not in (None, ())]
        assert list(stored) == told, f"tests/stored/fields.toml: [{rules}.{procedure.name}] tells each of these"
        left_out = {one.name: one.default for one in inputs if not one.required}
        for name, told in stored.items():
            assert left_out.get(name) == told.get("left-out"), name

    def test_has_the_short_option_that_referees_type(self, rules: str, procedure: Procedure) -> None:
        everything = tomllib.loads(STORED.read_text(encoding="utf-8"))
        told = everything["short"].get(rules, {}).get(procedure.name, {})
        assert {one.name: one.field.short for one in inputs_of(procedure.request) if one.field.short} == told

    def test_takes_its_bounds_and_nothing_beyond_them(
        self, rules: str, procedure: Procedure, stored: dict[str, dict[str, Any]]
    ) -> None:
        words = Words(rules, procedure, referee().loaded(rules).library.charts(procedure.charts), False)
        for field in inputs_of(procedure.request):
            told = stored.get(field.name, {})
            for bound, beyond in (("from", -1), ("to", 1)):
                if bound in told:
                    assert value_from(words, field, told[bound]) == told[bound]
                    with pytest.raises(Refused, match=f"{field.name}: {told[bound] + beyond} is out of range"):
                        value_from(words, field, told[bound] + beyond)


@pytest.mark.parametrize(("rules", "procedure"), OF_ITS_OWN, ids=lambda one: getattr(one, "name", one))
def test_a_procedure_is_told_by_the_first_line_of_its_rule(rules: str, procedure: Procedure) -> None:
    first = (procedure.rule.__doc__ or "").splitlines()[0]
    assert procedure.summary == first and first
