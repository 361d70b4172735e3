"""What a batch answers without rolling: exact odds, and sweeps of them, a line each."""

import io
import json
import re
from typing import Any

import jsonschema
import pytest

from refcli.batch import Options, Tally
from refcli.batch import run as run_batch
from refcli.core.errors import Refused
from refcli.referee.settings import Settings
from refcli.wire.schemas import odds_schema, sweep_schema
from tests.conftest import Home, Run

TANKS = {"rules": "grid", "procedure": "fire", "attackers": "2xtank", "target": "infantry", "conditions": ["woods"]}
RIFLE = {"rules": "skirmish", "procedure": "fire", "firer": "rifle", "target": "infantry", "range": 20}


def answered(*plains: Any, **options: Any) -> tuple[list[Any], Tally]:
    """What a batch writes for these objects, and its tally."""
    out = io.BytesIO()
    given = "".join(f"{json.dumps(plain)}\n" for plain in plains).encode()
    tally = run_batch(io.BytesIO(given), out.write, Settings(), Options(**options))
    return [json.loads(line) for line in out.getvalue().splitlines()], tally


class TestTheOddsOfALine:
    """Are those of the same request on the command line."""

    def test_are_what_the_command_line_tells(self, run: Run) -> None:
        (found,), tally = answered({**TANKS, "id": "a"}, odds=True)
        said = json.loads(run("-R", "grid", "fire", "2xtank", "infantry", "woods", "--odds", "--json").out)
        del said["worth"]
        assert found == {"id": "a", **said}
        assert (tally.lines, tally.rulings, tally.errors) == (1, 1, {})

    def test_tell_what_a_condition_is_worth_when_it_is_asked(self, run: Run) -> None:
        (found,), _ = answered(TANKS, odds=True, only=("worth",))
        said = json.loads(run("-R", "grid", "fire", "2xtank", "infantry", "woods", "--odds", "--json").out)
        assert found == {"worth": said["worth"]} and found["worth"]

    def test_know_the_dice_that_lie_already(self) -> None:
        found, _ = answered({**TANKS, "dice": [6]}, {**TANKS, "dice": [1]}, TANKS, odds=True)
        assert [one["success"]["exact"] for one in found] == ["1", "1/3", "5/9"]

    def test_are_what_the_schema_promises(self) -> None:
        found, _ = answered({**TANKS, "id": 1}, {**RIFLE, "conditions": ["stationary"]}, odds=True)
        for one in found:
            jsonschema.validate(one, odds_schema())

    def test_are_not_another_line_s(self) -> None:
        given = [{**RIFLE, "range": range} for range in (5, 20, 40, 20, 5)]
        found, _ = answered(*given, odds=True, only=("success",))
        assert found == [answered(one, odds=True, only=("success",))[0][0] for one in given]
        assert found[0] == found[4] != found[1] == found[3]

    def test_that_are_too_many_are_the_fault_of_their_line(self) -> None:
        found, tally = answered(TANKS, {**TANKS, "target": "infantri"}, TANKS, odds=True, only=("success",))
        assert [("error" in one) for one in found] == [False, True, False]
        assert tally.errors == {"unknown-name": 1}

    def test_do_not_depend_on_jobs(self) -> None:
        given = [{**RIFLE, "range": range, "id": range} for range in range(1, 60)]
        assert answered(*given, odds=True) == answered(*given, odds=True, jobs=2)


class TestTheSweepOfALine:
    """Is that of the same request on the command line."""

    def test_is_what_the_command_line_tells(self, run: Run) -> None:
        without_range = {key: value for key, value in RIFLE.items() if key != "range"}
        (found,), _ = answered({**without_range, "id": 1}, sweep=("range=5:60:5",), outcome="dead")
        fire = ("-R", "sk", "fire", "rifle", "infantry")
        said = json.loads(run(*fire, "--sweep", "range=5:60:5", "--outcome", "dead", "--json").out)
        assert found == {"id": 1, **said} and len(found["chances"]) == 12
        jsonschema.validate(found, sweep_schema())

    def test_takes_two_fields(self) -> None:
        (found,), _ = answered(RIFLE, sweep=("range=5,20", "firer=rifle,smg"), only=("axes", "chances"))
        assert [axis["field"] for axis in found["axes"]] == ["range", "firer"]
        assert [len(row) for row in found["chances"]] == [2, 2]

    @pytest.mark.parametrize(
        ("plain", "sweep", "said"),
        [
            ({**RIFLE, "procedure": "morale"}, ("range=1:5",), "'range'"),
            ({**RIFLE, "dice": [3]}, ("range=1:5",), "dice"),
            (RIFLE, ("range=1:5", "range=6:9"), "range"),
            (
                RIFLE,
                ("range=1:5", "firer=smg", "target=jeep"),
                "--sweep range=1:5 --sweep firer=smg",
            ),
            ({"rules": "grid"}, ("range=1:5",), "'procedure'"),
        ],
    )
    def test_that_cannot_be_is_the_fault_of_its_line(self, plain: Any, sweep: tuple[str, ...], said: str) -> None:
        found, _ = answered(plain, RIFLE, sweep=sweep)
        assert said in found[0]["error"]["message"]


class TestTheKeys:
    """That ``--only`` names are those of what is answered."""

    @pytest.mark.parametrize("options", [{}, {"odds": True}, {"sweep": ("range=1:3",)}], ids=str)
    def test_may_be_the_id_alone(self, options: dict[str, Any]) -> None:
        """The number of the line stands for one that it has not: its dice come from that."""
        found, _ = answered({**TANKS, "id": "a"}, TANKS, only=("id",), **options)
        assert found == [{"id": "a"}, {"id": 2}]

    def test_may_be_the_id_among_others(self) -> None:
        found, _ = answered(TANKS, {**TANKS, "id": "a"}, only=("outcome", "id"), repeat=2)
        assert [list(one) for one in found] == [["id", "repeat", "outcome"]] * 4
        assert [one["id"] for one in found] == [1, 1, "a", "a"]

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            ({"odds": True, "only": ("outcome",)}, "'outcome'"),
            ({"sweep": ("range=1:2",), "only": ("odds",)}, "'odds'"),
            ({"odds": True, "sweep": ("range=1:2",)}, "--odds"),
            ({"odds": True, "repeat": 2}, "--repeat"),
            ({"odds": True, "number": True}, "--number"),
            ({"outcome": "dead"}, "--outcome"),
            ({"delimiter": ";"}, "--delimiter"),
        ],
    )
    def test_and_options_have_to_make_sense_together(self, options: dict[str, Any], said: str) -> None:
        with pytest.raises(Refused, match=said):
            answered(TANKS, **options)


class TestCsv:
    """Has its cells parted by a comma, a semicolon or a TAB."""

    HEADER = ("id", "rules", "procedure", "attackers", "target", "conditions", "adjust")
    ROW = ("a", "grid", "fire", "2xtank,infantry", "infantry", "woods moved", "-1:dust; 1")

    def answer(self, between: str, **options: Any) -> Any:
        quoted = [f'"{cell}"' for cell in self.ROW]
        text = f"{between.join(self.HEADER)}\n{between.join(quoted)}\n"
        out = io.BytesIO()
        run_batch(io.BytesIO(text.encode()), out.write, Settings(), Options(seed=1, csv=True, **options))
        return json.loads(out.getvalue())

    @pytest.mark.parametrize("delimiter", [";", "\t"])
    def test_says_which_by_its_header(self, delimiter: str) -> None:
        assert self.answer(delimiter) == self.answer(",")
        assert self.answer(",")["request"]["adjust"] == ["-1:dust", "1"]

    def test_may_have_any_other_that_is_told(self) -> None:
        assert self.answer("|", delimiter="|") == self.answer(",")

    @pytest.mark.parametrize(("said", "delimiter"), [("tab", "\t"), (r"\t", "\t"), (";", ";")])
    def test_is_told_by_the_command(self, run: Run, home: Home, said: str, delimiter: str) -> None:
        text = f"a,b{delimiter}rules{delimiter}procedure\n"
        ran = run("batch", "--csv", "--delimiter", said, stdin=f"{text}x{delimiter}grid{delimiter}fire\n")
        assert "'a,b'" in ran.out  # the name of a column, which fire has not

    @pytest.mark.parametrize("said", ["ab", '"', "\n"])
    def test_is_parted_by_one_character(self, run: Run, said: str) -> None:
        ran = run("batch", "--csv", "--delimiter", said)
        assert ran.status == 2 and "--delimiter" in ran.err

    def test_with_tabs_is_known_by_its_name(self, run: Run, home: Home) -> None:
        home.write("some.tsv", "rules\tprocedure\ttarget\ngrid\tstrafe\ttank\n")
        assert run("batch", "some.tsv").status == 0


class TestTheCommand:
    """refcli batch --odds."""

    def test_counts_odds_and_tells_no_seed(self, run: Run) -> None:
        ran = run("batch", "--odds", stdin=json.dumps(TANKS))
        assert ran.status == 0 and re.search(r"\b1 line.*\bodds of 1\b", ran.err) and "seed" not in ran.err
        assert json.loads(ran.out)["success"]["exact"] == "5/9"

    def test_counts_sweeps(self, run: Run) -> None:
        ran = run("batch", "--sweep", "range=1:3", stdin=json.dumps(RIFLE))
        assert re.search(r"\b1 line.*\b1 sweep\b", ran.err)

    @pytest.mark.parametrize("how", ["-q", "--quiet"])
    def test_that_is_quiet_says_nothing_of_what_it_came_to(self, run: Run, how: str) -> None:
        assert run("batch", how, stdin=json.dumps(TANKS)).err == ""

    def test_that_is_quiet_tells_every_error(self, run: Run) -> None:
        ran = run("batch", "-q", stdin="x\n")
        assert (ran.status, ran.err, json.loads(ran.out)["error"]["kind"]) == (1, "", "json")
        assert run("batch", "-q", "nothing.jsonl").err.startswith("refcli: nothing.jsonl: ")
