"""The forms of a batch: CSV lines and rulings as text."""

import csv
import io
import json
import re

import pytest

from refcli.core.errors import Refused
from refcli.referee.referee import Referee
from refcli.rulesets import RULESETS
from refcli.wire.objects import ruling_to
from tests.batch_lines import FIRE, answered, lines, no_settings
from tests.situations import referee, situations


class TestCsv:
    """A header, a column for each field, conditions separated by spaces."""

    def test_says_the_same_as_json_lines(self) -> None:
        text = (
            "id,rules,procedure,attackers,target,conditions,range,dice,adjust,set,readings,seed\r\n"
            'a,grid,fire,"2xtank,infantry",infantry,woods moved,3,,,,,\r\n'
            "\r\n"
            'b,grid,fire,tank,infantry,,,"4",score=-1:dust and smoke; 1,combat.tanks.infantry=5,G-8=cumulative,8\r\n'
        )
        first = {**FIRE, "id": "a", "attackers": "2xtank,infantry", "conditions": ["woods", "moved"], "range": 3}
        second = {
            **FIRE,
            "id": "b",
            "attackers": "tank",
            "dice": [4],
            "adjust": ["score=-1:dust and smoke", "1"],
            "set": {"combat.tanks.infantry": "5"},
            "readings": {"G-8": "cumulative"},
            "seed": 8,
        }
        assert answered(text.encode(), csv=True)[0] == answered(lines(first, second))[0]

    def test_of_a_spreadsheet_may_begin_with_a_byte_order_mark(self) -> None:
        text = "id,rules,procedure,attackers,target\na,grid,fire,tank,tank\n"
        found, _ = answered(text.encode("utf-8-sig"), csv=True)
        assert found == answered(text.encode(), csv=True)[0] and found[0]["id"] == "a"

    def test_tells_the_line_of_a_bad_row(self) -> None:
        text = 'rules,procedure,attackers,target\ngrid,fire,tank,"infan\ntry"\ngrid\ngrid,fire,tank,tank\n'
        found, tally = answered(text.encode(), csv=True)
        assert [one.get("line") for one in found] == [2, 4, None]
        assert re.findall(r"\d", found[1]["error"]["message"]) == ["1", "4"]
        assert tally.lines == 3

    def test_says_whether_in_words(self) -> None:
        """Whatever else stands in the cell is told, for it could mean either."""
        text = "rules,procedure,target,published\n" + "".join(
            f"grid,strafe,infantry,{cell}\n" for cell in ("yes", "TRUE", "1", "no", "False", "0", "", "n")
        )
        found, _ = answered(text.encode(), csv=True)
        assert [one["request"].get("published", False) for one in found[:7]] == [True, True, True, *[False] * 4]
        assert "'n'" in found[7]["error"]["message"]

    @pytest.mark.parametrize("header", ["", "rules,,x\n", "rules,rules\n"])
    def test_needs_a_header_of_names(self, header: str) -> None:
        with pytest.raises(Refused, match="header"):
            answered(header.encode(), csv=True)

    def test_reads_many_rows(self) -> None:
        out = io.StringIO()
        writer = csv.DictWriter(out, FIRE)
        writer.writeheader()
        writer.writerows([FIRE] * 1234)
        assert answered(out.getvalue().encode(), csv=True, only=("outcome",))[1].rulings == 1234

    def test_counts_the_bytes_of_its_rows(self) -> None:
        """What the bar of a long batch goes by."""
        rows = "grid,fire,tank,infantry\ngrid,morale,infantry,\n"
        _, tally = answered(f"rules,procedure,attackers,target\n{rows}".encode(), csv=True)
        assert tally.bytes == len(rows)


@pytest.mark.parametrize("rules", list(RULESETS))
class TestTheTextOfARuling:
    """Is that of its object."""

    def test_is_not_changed_by_who_changed_an_earlier_object(self, rules: str) -> None:
        one = next(one for one in situations(rules) if referee().rule(one.case, 0).ruling.cells)
        record = referee().rule(one.case, 0)
        changed, before = ruling_to(record), json.dumps(ruling_to(record))
        for step in changed["steps"]:
            for figure in (step, *step.get("parts", ())):
                figure.get("source", {}).clear()
        assert json.dumps(changed) != before
        assert json.dumps(ruling_to(record)) == before

    def test_is_the_same_from_a_referee_that_remembers_nothing(self, rules: str) -> None:
        """What is kept from line to line changes nothing: new ones for each procedure go the other way through it."""
        fresh: dict[str, Referee] = {}
        for seed, one in reversed(list(enumerate(situations(rules)))):
            procedure = one.case.procedure.name
            plain = {"rules": rules, "procedure": procedure, **ruling_to(referee().rule(one.case, 0))["request"]}
            plain |= one.case.overrides
            new = fresh.get(procedure) or fresh.setdefault(procedure, Referee(no_settings()))
            told = [ruling_to(judge.rule(judge.case(plain), seed)) for judge in (referee(), new, new)]
            assert told[0] == told[1] == told[2], one.name


class TestNumbersAreToldTheSameHoweverTheyCame:
    """What is remembered is found by equality, and 4 equals 4.0."""

    def test_a_whole_figure_has_no_point(self) -> None:
        given = [{**FIRE, "dice": [4, 4], "set": {"combat.tanks.infantry": value}} for value in (4, 4.0, "4", "4.0")]
        out = []
        for order in (given, given[::-1]):
            found, tally = answered(lines(*order))
            assert tally.errors == {}
            out += [json.dumps(one["steps"]) for one in found]
        assert len(set(out)) == 1
        assert "4.0" not in out[0]
