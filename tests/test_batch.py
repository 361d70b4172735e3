"""The batch: lines in, lines out, whatever stands in them."""

import json
import re
from typing import Any

import jsonschema
import pytest

from refcli.batch.lines import BLOCK
from refcli.batch.stream import AT_A_TIME, UNLESS_ASKED
from refcli.core.errors import Refused
from refcli.core.limits import LONGEST_LINE
from refcli.referee.referee import Referee
from refcli.wire.objects import ruling_to
from refcli.wire.schemas import error_schema, ruling_schema
from tests.batch_lines import FIRE, answered, lines, scenario_rulings
from tests.conftest import Home, Run
from tests.situations import referee


class TestALine:
    """The same object as a scenario's ruling, plus id and seed."""

    def test_every_ruling_of_the_scenarios_is_a_line(self) -> None:
        found, tally = answered(lines(*scenario_rulings()))
        assert tally.errors == {}
        assert len(found) == len(scenario_rulings())

    def test_comes_back_as_the_whole_ruling_with_its_id(self) -> None:
        (found,), _ = answered(lines({**FIRE, "id": "a", "seed": 9}))
        case = referee().case(FIRE)
        assert found == {"id": "a", **ruling_to(referee().rule(case, 9), UNLESS_ASKED)}

    def test_is_what_the_schema_promises(self) -> None:
        """Which asked for no_effect, that a batch leaves out."""
        (found,), _ = answered(lines({**FIRE, "id": "a"}))
        jsonschema.validate(found, ruling_schema())

    def test_tells_what_changes_nothing_when_it_is_asked(self) -> None:
        found, _ = answered(lines({**FIRE, "target": "infantry", "conditions": ["hull-down"]}), only=("no_effect",))
        assert found == [{"no_effect": ["hull-down"]}]

    def test_takes_dice_that_fell(self) -> None:
        (found,), _ = answered(lines({**FIRE, "dice": [6, 1]}))
        assert [roll["faces"] for roll in found["rolls"]] == [[6], [1]]

    @pytest.mark.parametrize("id", ["a", 7, "", "ü \ud800 \u2028"])
    def test_keeps_its_id_as_it_is(self, id: object) -> None:
        (found,), _ = answered(lines({**FIRE, "id": id}))
        assert found["id"] == id

    @pytest.mark.parametrize("id", [1.5, True, [], {}])
    def test_has_a_text_or_a_whole_number_as_its_id(self, id: object) -> None:
        (found,), _ = answered(lines({**FIRE, "id": id}))
        assert found["error"]["kind"] and "id" in found["error"]["message"]

    def test_may_end_in_any_way_and_begin_with_a_mark(self) -> None:
        text = json.dumps(FIRE).encode()
        found, tally = answered(b"\xef\xbb\xbf" + text + b"\r\n\n  \n" + text)
        assert (tally.lines, tally.errors, len(found)) == (2, {}, 2)


class TestABadLine:
    """Gives an error object with its line number, and the others go on."""

    @pytest.mark.parametrize(
        ("bad", "kind"),
        [
            (b"nonsense\n", "json"),
            (b'{"rules": "grid", \n', "json"),
            (b"\xff\xfe\n", "json"),
            (b"[1]\n", "json"),
            (b"[" * 100_000 + b"\n", "json"),
            (b"1" * 5_000 + b"\n", "json"),
            (json.dumps(FIRE).encode()[:-1] + b', "seed": 1, "seed": 2}\n', "usage"),
            (json.dumps(FIRE).encode()[:-1] + b', "set": {"combat.tank.tank": 4, "combat.tank.tank": 5}}\n', "usage"),
            (b'"%s"\n' % (b"x" * LONGEST_LINE), "usage"),
            ({}, "usage"),
            ({**FIRE, "target": "infanttry"}, "unknown-name"),
            ({**FIRE, "rules": "chess"}, "unknown-name"),
            ({**FIRE, "rules": 7}, "usage"),
            ({**FIRE, "procedure": "penetrate"}, "unknown-name"),
            ({**FIRE, "range": float("nan")}, "usage"),
            ({**FIRE, "dice": [7]}, "usage"),
            ({**FIRE, "dice": [1, 2, 3]}, "usage"),
            ({**FIRE, "seed": -1}, "usage"),
            ({**FIRE, "published": "no"}, "usage"),
            ({**FIRE, "colour": "red"}, "usage"),
        ],
        ids=lambda one: str(one)[:60],
    )
    def test_is_told_and_the_others_are_answered(self, bad: Any, kind: str) -> None:
        found, tally = answered(lines(FIRE, bad, FIRE))
        assert [("error" in one) for one in found] == [False, True, False]
        assert (found[1]["line"], found[1]["error"]["kind"]) == (2, kind)
        assert (tally.lines, tally.rulings, tally.errors) == (3, 2, {kind: 1})

    @pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e999"])
    @pytest.mark.parametrize("beside", ["", '"schema": "refcli/1", "error": {}, '])
    def test_is_told_where_json_has_no_such_number(self, number: str, beside: str) -> None:
        """--number wrote it back as Infinity, which no reader of JSON takes; so did an error of an earlier batch."""
        found, tally = answered(b'{%s"rules": "grid", "range": %s}\n' % (beside.encode(), number.encode()), number=True)
        assert found[0]["error"]["kind"] == "json" and tally.errors == {"json": 1}

    def test_is_counted_with_all_its_bytes(self) -> None:
        given = lines(FIRE, b"nonsense\n", FIRE)
        assert answered(given)[1].bytes == len(given)

    def test_is_told_with_its_id(self) -> None:
        found, _ = answered(lines({**FIRE, "target": "x", "id": "a"}))
        assert (found[0]["line"], found[0]["id"]) == (1, "a")
        found, _ = answered(lines({**FIRE, "target": "x"}))
        assert "id" not in found[0] and "repeat" not in found[0]

    def test_is_told_as_errors_are_told_elsewhere(self) -> None:
        found, _ = answered(lines({}))
        assert set(found[0]["error"]) == set(error_schema()["properties"]["error"]["properties"])

    def test_is_a_fault_of_refcli_when_a_rule_fails(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real = Referee.rule

        def failing(self: Referee, case: Any, seed: int, *rest: Any) -> Any:
            if seed == 13:
                raise KeyError("a rule's own fault")
            return real(self, case, seed, *rest)

        monkeypatch.setattr(Referee, "rule", failing)
        found, tally = answered(lines({**FIRE, "seed": 13}, FIRE))
        assert found[0]["error"]["kind"] == "internal"
        assert found[0]["error"]["status"] == 2 and "KeyError" in found[0]["error"]["message"]
        assert tally.rulings == 1

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_ends_the_batch_with_fail_fast(self, jobs: int) -> None:
        found, tally = answered(lines(FIRE, {}, *[FIRE] * 2000), fail_fast=True, jobs=jobs)
        assert [("error" in one) for one in found] == [False, True]
        assert tally.errors == {"usage": 1}

    def test_of_an_earlier_batch_goes_through_as_it_is(self) -> None:
        first, _ = answered(lines({**FIRE, "target": "x"}), number=False)
        assert answered(lines(*first))[0] == first

    @pytest.mark.parametrize(
        ("error", "kind"),
        [({"kind": "repeated-id"}, "repeated-id"), ({"status": 2}, "internal"), ("gone wrong", "internal")],
    )
    def test_of_an_earlier_batch_is_counted_by_its_kind(self, error: Any, kind: str) -> None:
        found, tally = answered(lines({"schema": 1, "line": 9, "error": error}, FIRE))
        assert (found[0], "outcome" in found[1]) == ({"schema": 1, "line": 9, "error": error}, True)
        assert (tally.lines, tally.rulings, tally.errors) == (2, 1, {kind: 1})

    @pytest.mark.parametrize("key", ["error", "schema"])
    def test_of_an_earlier_batch_has_a_schema_and_an_error(self, key: str) -> None:
        found, tally = answered(lines({**FIRE, key: 1}))
        assert (tally.errors, found[0]["line"]) == ({"usage": 1}, 1)


class TestALongLine:
    """Is told, whatever blocks it is read in."""

    @pytest.mark.parametrize(
        "size", [BLOCK - 1, BLOCK, BLOCK + 1, LONGEST_LINE - 50, LONGEST_LINE + 1, 3 * LONGEST_LINE]
    )
    def test_counts_as_one_line(self, size: int) -> None:
        long = b'"' + b"x" * size + b'"\n'
        found, tally = answered(lines(FIRE, long, FIRE, long))
        assert [one.get("line") for one in found] == [None, 2, None, 4]
        assert tally.lines == 4
        if len(long) > LONGEST_LINE:
            assert all(f"{len(long):,}" in one["error"]["message"] for one in (found[1], found[3]))


class TestRepeat:
    """--repeat N resolves every line N times."""

    def test_the_first_repeat_is_the_line_itself(self) -> None:
        once, _ = answered(lines(FIRE))
        often, tally = answered(lines(FIRE), repeat=3)
        assert [one["repeat"] for one in often] == [1, 2, 3]
        assert {key: value for key, value in often[0].items() if key != "repeat"} == once[0]
        assert len({one["seed"] for one in often}) == tally.rulings == 3

    @pytest.mark.parametrize("repeat", [2, AT_A_TIME - 1, AT_A_TIME, 2 * AT_A_TIME + 1])
    def test_comes_line_by_line_whatever_the_number(self, repeat: int) -> None:
        given = lines({**FIRE, "id": 1}, {}, {**FIRE, "id": 2})
        found, tally = answered(given, repeat=repeat, only=("outcome",))
        told = [(one.get("id"), one.get("repeat")) for one in found]
        each = range(1, repeat + 1)
        assert told == [*((1, time) for time in each), (None, None), *((2, time) for time in each)]
        assert (tally.lines, tally.rulings, tally.failed) == (3, 2 * repeat, 1)

    def test_tells_the_repeat_that_failed(self) -> None:
        found, _ = answered(lines({**FIRE, "dice": [1, 2, 3]}), repeat=2)
        assert [(one["repeat"], one["error"]["kind"]) for one in found] == [(1, "usage"), (2, "usage")]


class TestOnly:
    """--only outcome,rolls."""

    def test_keeps_these_keys_and_the_id(self) -> None:
        (found,), _ = answered(lines({**FIRE, "id": 1}), only=("outcome", "rolls"))
        assert list(found) == ["id", "outcome", "rolls"]

    def test_knows_the_keys_of_a_ruling(self) -> None:
        with pytest.raises(Refused, match=r"'outcom' \(nearest: outcome\)"):
            answered(b"", only=("outcom",))


class TestDryRun:
    """Validates alone, and reports repeated ids."""

    def test_writes_errors_alone(self) -> None:
        given = lines(FIRE, {**FIRE, "target": "x"}, {**FIRE, "dice": [9]})
        found, tally = answered(given, dry_run=True)
        assert [(one["line"], one["error"]["kind"]) for one in found] == [(2, "unknown-name"), (3, "usage")]
        assert found == [one for one in answered(given)[0] if "error" in one]
        assert tally.rulings == 1

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_reports_repeated_ids(self, jobs: int) -> None:
        plains = [{**FIRE, "id": number} for number in range(1000)]
        found, tally = answered(lines(*plains, FIRE, {**FIRE, "id": "7"}, {**FIRE, "id": "b"}), dry_run=True, jobs=jobs)
        assert [(one["line"], one["id"], one["error"]["kind"]) for one in found] == [(1002, "7", "repeated-id")]
        assert tally.errors == {"repeated-id": 1}


class TestTheCommand:
    """refcli batch."""

    def test_reads_standard_input_and_leaves_with_0(self, run: Run) -> None:
        ran = run("batch", "--seed", "5", stdin=lines(FIRE).decode())
        assert (ran.status, json.loads(ran.out)) == (0, answered(lines(FIRE))[0][0])
        assert re.search(r"\b1 line.*\b1 ruling.*seed 5\b", ran.err)

    def test_leaves_with_1_after_errors_and_counts_them_by_kind(self, run: Run, home: Home) -> None:
        home.write("some.jsonl", lines(FIRE, {}, b"x\n", {}))
        ran = run("batch", "some.jsonl", "--only", "outcome, verdict")
        assert ran.status == 1
        assert re.search(r"\b4 lines.*\b1 ruling.*\b3 errors.*1 json, 2 usage.*seed ", ran.err)
        assert len(ran.out.splitlines()) == 4

    def test_knows_csv_by_its_name_and_rules_by_the_option(self, run: Run, home: Home) -> None:
        home.write("some.csv", "procedure,attackers,target\nfire,tank,infantry\n")
        assert run("batch", "some.csv", "-R", "grid").status == 0
        assert run("-R", "grid", "batch", "some.csv").status == 0
        assert run("batch", "some.csv").status == 1

    def test_takes_a_fresh_seed_and_tells_it(self, run: Run) -> None:
        first, second = (run("batch", stdin=lines(FIRE).decode()) for _ in range(2))
        assert first.err.partition("seed ")[2].split(";")[0] != second.err.partition("seed ")[2].split(";")[0]

    def test_tells_a_file_that_is_not_there(self, run: Run) -> None:
        ran = run("batch", "nothing.jsonl")
        assert (ran.status, ran.out) == (3, "")
        assert "nothing.jsonl: " in ran.err

    @pytest.mark.parametrize("jobs", ["1", "2"])
    @pytest.mark.parametrize("overlay", ["missing", "broken"])
    def test_tells_charts_with_faults_once(
        self, run: Run, home: Home, monkeypatch: pytest.MonkeyPatch, jobs: str, overlay: str
    ) -> None:
        home.write("broken/grid/combat.toml", "x = 1\ny = 2\n")
        monkeypatch.setenv("REFCLI_CHARTS", str(home.work / overlay))
        home.write("some.jsonl", lines(b"x\n", *[FIRE] * 300))
        ran = run("batch", "some.jsonl", "--jobs", jobs)
        assert (ran.status, ran.out) == (3, "")
        said = ran.err.splitlines()
        assert len(said) == len(set(said)) > (overlay == "broken")
        assert all(line.startswith(f"refcli: {home.work / overlay}") for line in said)

    def test_takes_no_number_that_makes_no_sense(self, run: Run) -> None:
        for option in ("--jobs", "--repeat"):
            assert run("batch", option, "0").status == 2
        assert run("batch", "--seed", "-1").status == 2
