"""The batch: lines in, lines out, and nothing but the seed and a line's id decides its dice."""

import csv
import io
import json
import random
from typing import Any

import jsonschema
import pytest

from refcli.batch import Options, Tally
from refcli.batch import run as run_batch
from refcli.batch.lines import BLOCK
from refcli.batch.ruling_cache import UNLESS_ASKED
from refcli.batch.seeds import line_seed
from refcli.batch.tasks import AT_A_TIME
from refcli.batch.text import ruling_text
from refcli.core.errors import Refused
from refcli.core.limits import LONGEST_LINE
from refcli.plain.dump import RULING, ruling_to
from refcli.plain.schema import error_schema, ruling_schema
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings
from refcli.rulesets import RULESETS
from tests.conftest import Home, Run
from tests.situations import SCENARIOS, referee, situations

FIRE = {"rules": "grid", "procedure": "fire", "attackers": "2xtank", "target": "infantry"}


def no_settings() -> Settings:
    return Settings()


def lines(*plains: Any) -> bytes:
    """Objects as JSON lines; bytes stand as they are."""
    return b"".join(one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in plains)


def answered(given: bytes, **options: Any) -> tuple[list[Any], Tally]:
    """What a batch writes for some bytes, and its tally."""
    out = io.BytesIO()
    tally = run_batch(io.BytesIO(given), out.write, no_settings(), Options(**{"seed": 5, **options}))
    assert out.getvalue() in (b"",) or out.getvalue().endswith(b"\n")
    return [json.loads(line) for line in out.getvalue().splitlines()], tally


def scenario_rulings() -> list[dict[str, Any]]:
    """Every ruling of the shipped scenarios as a line, its dice left out."""
    from refcli.referee.scenario import scenario_file, scenarios_in

    plains = []
    for scenario in scenarios_in(scenario_file(str(SCENARIOS))):
        if scenario.rules in RULESETS:
            plains += [scenario.plain(number, referee()) for number in range(len(scenario.rulings))]
    return [{key: value for key, value in plain.items() if key not in ("dice", "expect")} for plain in plains]


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
        assert "neither a text nor a whole number" in found["error"]["message"]

    def test_may_end_in_any_way_and_begin_with_a_mark(self) -> None:
        text = json.dumps(FIRE).encode()
        found, tally = answered(b"\xef\xbb\xbf" + text + b"\r\n\n  \n" + text)
        assert (tally.lines, tally.errors, len(found)) == (2, {}, 2)


SHARD = 53
"""Lines of a shard: each is answered by a referee that has read nothing yet."""


class TestTheDiceOfALine:
    """From the batch seed and its id alone."""

    def given(self) -> list[dict[str, Any]]:
        plains = scenario_rulings()
        return [{**plain, "id": f"n{number}"} for number, plain in enumerate(plains * 2)]

    def test_do_not_depend_on_order(self) -> None:
        given = self.given()
        straight, _ = answered(lines(*given))
        random.Random(1).shuffle(given)
        shuffled, _ = answered(lines(*given))
        assert {one["id"]: one for one in straight} == {one["id"]: one for one in shuffled}

    def test_do_not_depend_on_shards(self) -> None:
        given = self.given()
        whole, _ = answered(lines(*given))
        shards = [answered(lines(*given[start : start + SHARD]))[0] for start in range(0, len(given), SHARD)]
        assert len(shards) > 5
        assert [one for shard in shards for one in shard] == whole

    def test_do_not_depend_on_jobs(self) -> None:
        given = lines(*self.given(), b"nonsense\n", *self.given())
        assert len(given) > 2 * BLOCK / 4
        assert answered(given) == answered(given, jobs=2)

    def test_depend_on_the_seed_of_the_batch(self) -> None:
        given = lines(*self.given())
        assert answered(given, seed=1)[0] != answered(given, seed=2)[0]

    def test_are_of_its_own_seed_if_it_has_one(self) -> None:
        given = lines({**FIRE, "seed": 3, "id": 1})
        assert answered(given, seed=1) == answered(given, seed=2)

    def test_are_of_its_number_without_an_id(self) -> None:
        found, _ = answered(lines(b"\n", FIRE))
        assert found[0]["seed"] == line_seed(5, 2)

    def test_are_the_same_for_an_id_in_figures_as_for_the_number(self) -> None:
        assert line_seed(5, "2") == line_seed(5, 2)

    def test_have_a_seed_that_never_changes(self) -> None:
        assert (line_seed(0, "a"), line_seed(5, 2)) == (SEED_OF_A, SEED_OF_2)


SEED_OF_A, SEED_OF_2 = 6525866000867744, 689466725342035


class TestNumber:
    """--number writes ids so that a file can be split."""

    def test_shards_of_a_numbered_file_are_the_file_unnumbered(self) -> None:
        given = lines(*scenario_rulings(), b"{\n", {"rules": "grid"}, *scenario_rulings())
        numbered, tally = answered(given, number=True)
        assert tally.errors == {"json": 1}
        shards = [answered(lines(*numbered[start : start + SHARD]))[0] for start in range(0, len(numbered), SHARD)]
        assert len(shards) > 5
        split = [one for shard in shards for one in shard]
        whole, _ = answered(given)
        bare = [{key: value for key, value in one.items() if key not in ("id", "line")} for one in split]
        assert bare == [{key: value for key, value in one.items() if key != "line"} for one in whole]

    def test_keeps_an_id_that_is_there(self) -> None:
        found, _ = answered(lines({**FIRE, "id": "a"}, FIRE), number=True)
        assert [one["id"] for one in found] == ["a", 2]
        assert {key: found[1][key] for key in FIRE} == FIRE

    def test_goes_with_nothing_that_asks_for_rulings(self) -> None:
        with pytest.raises(Refused, match="--number"):
            answered(b"", number=True, repeat=2)


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
        assert found[0]["error"]["message"].startswith("a fault of refcli itself: KeyError: ")
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
            assert all(f"this line has {len(long):,} bytes" in one["error"]["message"] for one in (found[1], found[3]))


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
        with pytest.raises(Refused, match=r"no 'outcom' \(nearest: outcome\)"):
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
        assert "this row has 1 cell, the header 4" in found[1]["error"]["message"]
        assert tally.lines == 3

    def test_says_whether_in_words(self) -> None:
        """Whatever else stands in the cell is told, for it could mean either."""
        text = "rules,procedure,target,published\n" + "".join(
            f"grid,strafe,infantry,{cell}\n" for cell in ("yes", "TRUE", "1", "no", "False", "0", "", "n")
        )
        found, _ = answered(text.encode(), csv=True)
        assert [one["request"].get("published", False) for one in found[:7]] == [True, True, True, *[False] * 4]
        assert found[7]["error"]["message"] == "published must be true or false, not 'n'"

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
    """Is that of its object, although most of it is remembered and never written anew."""

    def test_is_that_of_its_object(self, rules: str) -> None:
        for seed, one in enumerate(situations(rules)):
            record = referee().rule(one.case, seed)
            assert f"{{{ruling_text(record, RULING)}}}" == json.dumps(ruling_to(record)), one.name

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
            plain |= one.case.plain
            new = fresh.get(procedure) or fresh.setdefault(procedure, Referee(no_settings()))
            told = [ruling_to(judge.rule(judge.case(plain), seed)) for judge in (referee(), new, new)]
            assert told[0] == told[1] == told[2], one.name


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


class TestTheCommand:
    """refcli batch."""

    def test_reads_standard_input_and_leaves_with_0(self, run: Run) -> None:
        ran = run("batch", "--seed", "5", stdin=lines(FIRE).decode())
        assert (ran.status, json.loads(ran.out)) == (0, answered(lines(FIRE))[0][0])
        assert ran.err.startswith("refcli: 1 line, 1 ruling, no errors, seed 5; ")

    def test_leaves_with_1_after_errors_and_counts_them_by_kind(self, run: Run, home: Home) -> None:
        home.write("some.jsonl", lines(FIRE, {}, b"x\n", {}))
        ran = run("batch", "some.jsonl", "--only", "outcome, verdict")
        assert ran.status == 1
        assert "refcli: 4 lines, 1 ruling, 3 errors (1 json, 2 usage), seed " in ran.err
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
        assert "nothing.jsonl: cannot be read" in ran.err

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
