"""Nothing that a file or a line says may run, hang, or eat the machine: each bound is told in one line."""

import csv
import io
import itertools
import json
import os
import random
import re
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from refcli.batch import Options
from refcli.batch import run as run_batch
from refcli.batch.lines import Line, csv_lines, csv_rows, header_of
from refcli.batch.stream import LARGEST_PORTION, LineResolver, Rulings, Tally, Task
from refcli.core import limits
from refcli.core.errors import BadData, Refused, UnknownName
from refcli.files.check import faults_of
from refcli.files.library import Library
from refcli.files.toml_file import TomlFile, content_of
from refcli.odds import distribution, enumeration
from refcli.odds.distribution import MANY_DICE, summed, whole_summed
from refcli.odds.enumeration import TooMuchWork
from refcli.referee.referee import Referee
from refcli.referee.scenario import scenarios_in
from refcli.referee.settings import Settings, settings_from
from refcli.referee.sweep import SweptAxis, axis_from, rows_of
from refcli.referee.what_if import exact_instead, odds_in, sample_of
from refcli.rulesets import ruleset
from refcli.wire import JsonObject
from refcli.wire.lookup import LONGEST_READ
from refcli.wire.schemas import request_schema
from tests.conftest import Home, Run

FIRE = {"rules": "grid", "procedure": "fire", "attackers": "tank", "target": "infantry"}
HEDGE = {"rules": "combat-captain", "procedure": "move", "mover": "vehicle+over-hedge", "activity": 4}
DRIFT = {"rules": "first-watch", "procedure": "bombard", "attacker": "76mm", "guns": 3}


def ruled(**plain: Any) -> Any:
    """What a ruling of grid's fire comes to, with these fields."""
    referee = Referee(Settings())
    return referee.rule(referee.case({**FIRE, **plain}), 1)


def resolved(**plain: Any) -> Any:
    """What a plain object comes to."""
    referee = Referee(Settings())
    return referee.rule(referee.case(plain), 1)


def odds(**plain: Any) -> Any:
    """The exact odds of a plain object."""
    return odds_in(Referee(Settings()).case(plain))


class TestDice:
    """Of one ruling: so many, whoever sets them."""

    @pytest.mark.parametrize("figure", [limits.MOST_DICE + 1, 100_000])
    @pytest.mark.parametrize("resolve", [resolved, odds])
    def test_are_bounded_where_a_figure_says_how_many(self, resolve: Any, figure: int) -> None:
        with pytest.raises(Refused, match="10,000"):
            resolve(**HEDGE, set={"movement-limits.over-hedge": figure})

    def test_as_many_as_are_allowed_are_thrown(self) -> None:
        rolls = resolved(**HEDGE, set={"movement-limits.over-hedge": limits.MOST_DICE - 4}).ruling.rolls
        assert sum(len(roll.faces) for roll in rolls) > 9000

    def test_one_by_one_are_bounded_all_the_same(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A rule that throws each die on its own throws no more of them."""
        monkeypatch.setattr("refcli.core.roller.MOST_DICE", 4)
        with pytest.raises(Refused, match="4"):
            ruled(attackers="5xtank")

    def test_that_were_entered_are_bounded(self) -> None:
        referee = Referee(Settings())
        with pytest.raises(Refused, match="10,001"):
            referee.rule(referee.case(FIRE), 1, [1] * 10_001)


class TestUnits:
    """Of one field: so many, however they are written."""

    @pytest.mark.parametrize(
        "attackers",
        ["999xtank," * 999 + "tank", "999xtank,infantry", ["999xtank", "tank"], "tank," * 999 + "tank"],
    )
    def test_are_bounded(self, attackers: Any) -> None:
        with pytest.raises(Refused, match="999"):
            ruled(attackers=attackers)

    def test_conditions_are_counted_as_often_at_most(self) -> None:
        plain = {"rules": "skirmish", "procedure": "morale", "conditions": ["999xother-rank-killed"] * 2}
        with pytest.raises(Refused, match="999"):
            odds(**plain)

    def test_as_many_conditions_at_most_are_given(self) -> None:
        with pytest.raises(Refused, match="1,000"):
            ruled(conditions=["woods"] * 1000)


class TestFigures:
    """Lie in a range that the schema of a chart states."""

    @pytest.mark.parametrize("figure", [9223372036854775807, -1e300, 1e15, 100_001, -100_001])
    def test_a_referee_sets_none_beyond_it(self, figure: float) -> None:
        with pytest.raises(Refused, match=str(limits.LARGEST_FIGURE)):
            resolved(**DRIFT, set={"drift.artillery.1": figure})

    @pytest.mark.parametrize("figure", ["9223372036854775807", "-1e300", "100001"])
    def test_a_chart_holds_none_beyond_it(self, tmp_path: Path, figure: str) -> None:
        with pytest.raises(BadData, match=r"combat.toml:2: rows.tanks"):
            overlaid(tmp_path, "combat", f"[rows]\ntanks = {{infantry = {figure}}}").everything()

    def test_a_chart_s_condition_changes_by_none_beyond_it(self, tmp_path: Path) -> None:
        with pytest.raises(BadData, match=r"cover\.toml:"):
            overlaid(tmp_path, "cover", '[[condition]]\nname = "woods"\nvalue = 1e9').everything()

    @pytest.mark.parametrize("range", [10**400, 10**30, 1e9])
    def test_a_field_without_a_limit_of_its_own_has_this_one(self, range: float) -> None:
        with pytest.raises(Refused, match="range"):
            odds(rules="skirmish", procedure="grenade", range=range)

    def test_the_schema_says_so(self) -> None:
        loaded = Referee(Settings()).loaded("skirmish")
        procedure = loaded.procedure("grenade")
        charts = loaded.library.charts(procedure.charts)
        schema = request_schema("skirmish", procedure, charts, loaded.readings)
        assert schema["properties"]["range"]["maximum"] == limits.LARGEST_FIGURE

    @pytest.mark.parametrize(
        ("procedure", "place", "more"),
        [
            ("move", "movement.infantry.normal", {"mover": "infantry"}),
            ("event", "random-event.4", {}),
        ],
    )
    def test_a_word_that_is_needed_is_not_taken_away(self, procedure: str, place: str, more: JsonObject) -> None:
        """It ended in a KeyError when the die came to it."""
        with pytest.raises(Refused, match="-"):
            odds(rules="combat-captain", procedure=procedure, set={place: "-"}, **more)

    def test_a_blank_stands_where_a_blank_may(self) -> None:
        with pytest.raises(Refused, match=r"combat\.tanks\.infantry|number|cannot"):
            found = ruled(set={"combat.tanks.infantry": "-"})
            raise Refused(f"cannot: {found.ruling.outcome.word}")


class TestTexts:
    """Of a line or a file: a paragraph at most, and never shown whole where they are longer."""

    LONG = "x" * (limits.LONGEST_TEXT + 1)

    @pytest.mark.parametrize(
        "plain",
        [
            {"attackers": LONG},
            {"conditions": [LONG]},
            {"adjust": [f"1:{LONG}"]},
            {"set": {LONG: 1}},
            {"set": {"combat.tanks.infantry": LONG}},
            {"readings": {LONG: "a"}},
            {"readings": {"G-8": LONG}},
        ],
        ids=lambda plain: next(iter(plain)),
    )
    def test_of_a_ruling(self, plain: JsonObject) -> None:
        with pytest.raises(Refused, match=f"{len(self.LONG):,}|1,003") as caught:
            ruled(**plain)
        assert len(str(caught.value)) < 200

    @pytest.mark.parametrize(
        "plain",
        [
            {"rules": LONG},
            {"procedure": LONG},
            {LONG: 1},
            {"published": LONG},
            {"readings": LONG},
            {"attackers": "tank," * 100},
            {"attackers": "+adjacent" * 100},
            {"attackers": f"{'9' * 500}xtank"},
            {"attackers": "x" * 900},
            {"conditions": ["x" * 900]},
            {"set": {f"combat.{'x' * 900}": 1}},
            {"set": {f"combat.tanks.{'x' * 900}": 1}},
            {"set": {f"{'x' * 900}.tanks": 1}},
            {"adjust": ["x" * 900]},
            {"adjust": [f"{'x' * 900}=1"]},
            {"readings": {"x" * 900: "a"}},
            {"readings": {"G-8": "x" * 900}},
            {"dice": [1] * 2000},
            {"dice": {"x" * 900: [1]}},
            {"dice": f"{'x' * 900} 1"},
        ],
        ids=lambda plain: next(iter(plain))[:20],
    )
    def test_that_is_wrong_is_told_in_short(self, plain: JsonObject) -> None:
        """Whatever it is of; a message of 6,000 characters is no clear line."""
        with pytest.raises(Refused) as caught:
            referee = Referee(Settings())
            referee.rule(referee.case({**FIRE, **plain}), 1, plain.get("dice"))
        assert len(str(caught.value)) < 600

    def test_the_dice_that_were_too_many_are_told_in_short(self) -> None:
        """And the rolls that there are, of which a volley has hundreds."""
        referee = Referee(Settings())
        with pytest.raises(Refused, match=r"1,976 .*999 faces") as caught:
            referee.rule(referee.case({**FIRE, "attackers": "999xtank"}), 1, [1] * 2999)
        assert len(str(caught.value)) < 1000

    @pytest.mark.parametrize(
        "plain",
        [
            {"set": ["\x1b[2J"]},
            {"set": {"\x1b[2J": 1}},
            {"set": {"combat.\ud800": 1}},
            {"adjust": ["a\rb"]},
            {"adjust": ["\udcff=1"]},
            {"adjust": ["1:\x00"]},
        ],
        ids=repr,
    )
    def test_that_cannot_be_seen_is_told_as_python_writes_it(self, plain: JsonObject) -> None:
        """A message is a line that can be printed, in JSON and in a batch as well."""
        with pytest.raises(Refused) as caught:
            ruled(**plain)
        assert str(caught.value).isprintable()

    @pytest.mark.parametrize("word", ["--se\u202eed", "--\ud800", "--svg\u200b"])
    def test_of_an_option_that_cannot_be_seen(self, run: Run, word: str) -> None:
        """The message is a line that can be printed, in JSON as well."""
        ran = run("-R", "grid", "fire", "tank", "infantry", word, "--json")
        assert ran.status == 2 and json.loads(ran.err)["error"]["message"].isprintable()

    @pytest.mark.parametrize(
        "text",
        ["{} = 1", 'format = "{}"', 'charts = ["{}"]', 'log = "{}\\u0000"', "[readings.{}]"],
    )
    def test_of_the_settings(self, home: Home, run: Run, text: str) -> None:
        home.write("refcli.toml", text.format("x" * 2000))
        ran = run("config")
        assert ran.status == 3 and len(ran.err) < 500

    def test_of_a_path(self, run: Run) -> None:
        ran = run("-R", "grid", "fire", "tank", "infantry", "--log", "x" * 6000)
        assert ran.status == 3 and len(ran.err) < 1100

    @pytest.mark.parametrize("typed", [["fire"], ["fire", "tank", "infantry", f"--{LONG}"], ["--show-completion"]])
    def test_of_a_command_line(self, run: Run, typed: list[str]) -> None:
        long = "x" * 6000
        ran = run("-R", *([long, *typed] if typed == ["fire"] else ["grid", *typed[:-1], typed[-1] + long]))
        assert ran.status in (2, 4) and len(ran.err) < 1100

    @pytest.mark.parametrize("text", ['title = "{}"', '[labels]\ntanks = "{}"', 'notes = ["{}"]'])
    def test_of_a_file(self, tmp_path: Path, text: str) -> None:
        with pytest.raises(BadData, match=r"1,001 .*1,000") as caught:
            overlaid(tmp_path, "combat", text.format(self.LONG)).everything()
        assert len(str(caught.value)) < 300

    @pytest.mark.parametrize("value", ["x" * 500, [1] * 500, {"a": "x" * 500}, 10**5000, b"x" * 500], ids=type)
    def test_a_value_is_shown_in_short(self, value: object) -> None:
        assert len(limits.in_short(value)) <= limits.MOST_SHOWN

    @pytest.mark.parametrize("value", ["x", 5, None, ["a"], 10**20])
    def test_a_short_value_is_shown_whole(self, value: object) -> None:
        assert limits.in_short(value) == repr(value)


class TestOdds:
    """Are exact within bounds of time and memory."""

    @pytest.mark.parametrize("scores", [(1, 2, 3, 4, 5, 6), (0, 0, 0, 1, 1, 2), (-3, 5, 5, 7)])
    @pytest.mark.parametrize("count", [1, 2, 5])
    def test_each_way_to_weigh_a_pool_comes_to_the_same(
        self, monkeypatch: pytest.MonkeyPatch, scores: tuple[int, ...], count: int
    ) -> None:
        by_hand = Counter(map(sum, product(scores, repeat=count)))
        for many in (0, count):
            monkeypatch.setattr(distribution, "MANY_DICE", many)
            assert dict(whole_summed(count, scores)) == by_hand
        monkeypatch.setattr(distribution, "LARGEST_WEIGHTS", 0)
        assert dict(summed(count, scores, lambda sums: None)) == by_hand

    def test_a_pool_of_many_dice_has_all_their_falls(self) -> None:
        found = dict(whole_summed(MANY_DICE + 9, (1, 2, 3, 4, 5, 6)))
        assert sum(found.values()) == 6 ** (MANY_DICE + 9)
        assert found[MANY_DICE + 9] == 1 and found[MANY_DICE + 10] == MANY_DICE + 9

    def test_scores_that_are_not_whole_are_weighed(self) -> None:
        assert dict(summed(2, (0.5, 1), lambda sums: None)) == {1.0: 1, 1.5: 2, 2: 1}

    @pytest.mark.parametrize("figure", [99_999, 99_999.5, -99_999])
    def test_figures_that_lie_far_apart_are_weighed(self, figure: float) -> None:
        plain = {**HEDGE, "mover": "infantry", "markers": 3, "set": {"morale.on-each-die": figure}}
        assert sum(odds(**plain).outcomes.values()) == 1

    def test_what_takes_too_many_sums_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(distribution, "LARGEST_WEIGHTS", 0)
        case = Referee(Settings()).case({**HEDGE, "set": {"movement-limits.over-hedge": 99}})
        with pytest.raises(TooMuchWork):
            odds_in(case, most=1000)

    def test_a_sample_is_bounded(self) -> None:
        case = Referee(Settings()).case(FIRE)
        with pytest.raises(Refused, match="1,000,000"):
            sample_of(case, limits.MOST_SAMPLED + 1)

    def test_a_sample_of_very_many_dice_is_answered_exactly(self) -> None:
        case = Referee(Settings()).case({**FIRE, "attackers": "999xtank"})
        exact = exact_instead(case, 10_000)
        assert exact and not exact.sampled
        assert exact_instead(Referee(Settings()).case(FIRE), 10_000) is None

    @pytest.mark.parametrize(
        "line", ["-R grid fire tank infantry", "-R sk burst 2in royal-tiger,m18-hellcat,pak38+leader"]
    )
    def test_a_sample_rolls_for_so_long_at_most(self, run: Run, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
        """However many units and dice a ruling has; the answer is by the rolls that were made, and says so."""
        monkeypatch.setattr("refcli.referee.what_if.MOST_ROLLED", 10**9)
        many = 6
        sampled = (*line.split(), "--odds", "--sample")
        whole = json.loads(run(*sampled, str(many), "--json").out)
        for form in ("--plain", "--json"):
            monkeypatch.setattr(enumeration, "process_time", itertools.count().__next__)  # a second each
            ran = run(*sampled, "100000", form)
            assert ran.status == 0
            assert f"{many} of 100,000" in ran.err and ran.err.count("\n") == 1
            assert f"by {many} rolls" in ran.out if form == "--plain" else json.loads(ran.out) == whole

    def test_a_sample_that_is_made_in_time_is_whole(self, run: Run) -> None:
        ran = run("-R", "grid", "fire", "tank", "infantry", "--odds", "--sample", "2500", "--plain")
        assert ran.status == 0 and ran.err == "" and "2,500" in ran.out

    @pytest.mark.parametrize("values", [(1001, 1), (40, 26)])
    def test_a_sweep_has_so_many_answers_at_most(self, values: tuple[int, int]) -> None:
        axes = [SweptAxis(name, (1,) * many) for name, many in zip(("range", "cover"), values, strict=True)]
        with pytest.raises(Refused, match="1,000"):
            list(rows_of(Referee(Settings()), FIRE, axes, "", False))

    def test_a_sweep_takes_so_much_work_at_most(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("refcli.referee.sweep.MOST_SWEPT_WORK", 5)
        with pytest.raises(Refused, match="5"):
            list(rows_of(Referee(Settings()), FIRE, [SweptAxis("range", (1, 2, 3))], "", False))

    def test_a_step_that_changes_nothing_ends(self) -> None:
        """100,000 and 1e-12 more are the same number."""
        procedure = Referee(Settings()).loaded("skirmish").procedure("grenade")
        assert axis_from("range=100000:100000:1e-12", procedure).values == (100_000,)


def overlaid(folder: Path, chart: str, text: str, ruleset: str = "grid") -> Library:
    """A ruleset with one overlay file laid over a chart of it."""
    (folder / ruleset).mkdir(parents=True, exist_ok=True)
    (folder / ruleset / f"{chart}.toml").write_text(text, encoding="utf-8")
    return Library(ruleset, None, (folder,))


class TestAFile:
    """Is read when it is one, and of a size that a person edits."""

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without such pipes")
    def test_a_pipe_is_refused_and_not_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "x.toml")
        with pytest.raises(BadData, match=r"x\.toml: "):
            TomlFile(tmp_path / "x.toml", "x.toml")

    @pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a system without that device")
    def test_a_device_is_refused(self) -> None:
        with pytest.raises(BadData, match="zero: "):
            content_of(Path("/dev/zero"), "zero")

    def test_a_folder_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(BadData, match="here: "):
            content_of(tmp_path, "here")

    def test_one_byte_too_many_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "x.toml"
        path.write_bytes(b"#" * limits.LARGEST_FILE)
        assert len(content_of(path, "x")) == limits.LARGEST_FILE
        path.write_bytes(b"#" * (limits.LARGEST_FILE + 1))
        with pytest.raises(BadData, match="524,288"):
            content_of(path, "x")

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without such pipes")
    def test_the_digest_of_charts_reads_no_pipe(self, tmp_path: Path) -> None:
        overlaid(tmp_path, "combat", "")
        os.mkfifo(tmp_path / "grid" / "zeal.toml")
        with pytest.raises(BadData, match=r"zeal\.toml: "):
            Library("grid", None, (tmp_path,)).digest()


PARTS = ".".join(["a"] * 1000)


class TestAGame:
    """Is a file on a disk, and no larger than can be played."""

    COMMANDS = ("--game evening.jsonl who", "log report evening.jsonl", "-R grid table evening.jsonl")

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without such pipes")
    @pytest.mark.parametrize("line", [*COMMANDS, "--game evening.jsonl add alpha tank Blue", "log show evening.jsonl"])
    def test_that_is_a_pipe_or_a_device_is_refused(self, home: Home, run: Run, line: str) -> None:
        """A pipe was waited for, and a device read into memory."""
        os.mkfifo(home.work / "evening.jsonl")
        pipe = run(*line.split())
        assert pipe.status == 3 and pipe.err.startswith("refcli: evening.jsonl: ") and pipe.err.count("\n") == 1
        (home.work / "evening.jsonl").unlink()
        (home.work / "evening.jsonl").symlink_to("/dev/zero")
        assert run(*line.split()) == pipe

    @pytest.mark.parametrize("line", COMMANDS)
    def test_that_is_too_large_is_refused(
        self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch, line: str
    ) -> None:
        assert run("-R", "grid", "--game", "evening.jsonl", "add", "alpha", "tank", "Blue").status == 0
        size = (home.work / "evening.jsonl").stat().st_size
        monkeypatch.setattr("refcli.game.game_file.LARGEST_GAME", size)
        assert run("--game", "evening.jsonl", "who").status == 0
        monkeypatch.setattr("refcli.game.game_file.LARGEST_GAME", size - 1)
        ran = run(*line.split())
        assert (ran.status, ran.out, ran.err.count("\n")) == (3, "", 1) and f"{size - 1:,}" in ran.err

    @pytest.mark.parametrize("line", ["-R grid table evening.jsonl", "-R grid fire tank infantry --ask"])
    def test_is_told_no_line_without_end(self, run: Run, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
        monkeypatch.setattr("refcli.cli.ask.LONGEST_LINE", 99)
        ran = run(*line.split(), stdin="#" * 99 + "\n")
        assert ran.status == 2 and "99" in ran.err
        assert "99" not in run(*line.split(), stdin="#" * 98 + "\n").err


class TestDepth:
    """Of a file: so many parts of a key, and so many tables and lists inside one another."""

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            (f"{PARTS} = 1", "x.toml:1: "),
            (f"b = 1\n[{PARTS}]", "x.toml:2: "),
            (f"b = {{{PARTS} = 1}}", "x.toml:1: "),
            (f"b = {'[' * 200}{']' * 200}", "x.toml:1: "),
            (f"b = {'[' * 20_000}{']' * 20_000}", "x.toml:1: "),
            (f"[{'.'.join('b' * 20)}]\n{'.'.join('c' * 20)} = 1", "32"),
        ],
    )
    def test_is_bounded(self, tmp_path: Path, text: str, says: str) -> None:
        (tmp_path / "x.toml").write_text(text, encoding="utf-8")
        with pytest.raises(BadData) as caught:
            _ = TomlFile(tmp_path / "x.toml", "x.toml").table
        assert says in str(caught.value) and "32" in str(caught.value)

    def test_a_text_may_have_as_many_points_as_it_likes(self, tmp_path: Path) -> None:
        (tmp_path / "x.toml").write_text(f'a = "{PARTS}"\nb = ["{PARTS}"]', encoding="utf-8")
        assert TomlFile(tmp_path / "x.toml", "x.toml").table == {"a": PARTS, "b": [PARTS]}

    def test_of_a_kept_ruling_is_told(self, run: Run) -> None:
        from refcli.referee.last import last, last_place

        folder = Path.cwd()
        last_place(folder).parent.mkdir(parents=True)
        last_place(folder).write_text("[" * 100_000, encoding="utf-8")
        with pytest.raises(Refused, match="again"):
            last(folder)


class TestFaults:
    """Of a file are told in a time that grows with its size, not with its square."""

    def test_the_line_of_each_is_known_from_one_walk_through_the_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        walks: list[str] = []

        def walk(text: str) -> dict[tuple[str | int, ...], int]:
            walks.append(text)
            return {}

        monkeypatch.setattr("refcli.files.toml_file.lines_of_keys", walk)
        aliases = "".join(f'a{number} = "none"\n' for number in range(500))
        with pytest.raises(BadData) as caught:
            overlaid(tmp_path, "units", f"[aliases]\n{aliases}").everything()
        assert len(caught.value.faults) == 500
        assert len(walks) == 1

    def test_the_nearest_name_is_looked_for_with_the_first_alone(self, tmp_path: Path) -> None:
        aliases = "".join(f'a{number} = "tnak"\n' for number in range(500))
        with pytest.raises(BadData) as caught:
            overlaid(tmp_path, "units", f"[aliases]\n{aliases}").everything()
        assert sum("nearest: tank" in fault for fault in caught.value.faults) == limits.MOST_LIKENED

    @pytest.mark.parametrize(
        ("text", "near"),
        [
            ("\n".join(f"format{number} = 1" for number in range(200)), "nearest: format"),
            ("[readings]\n" + "\n".join(f"grid{number} = {{}}" for number in range(200)), "nearest: grid"),
        ],
    )
    def test_of_settings_are_likened_no_more_often(self, tmp_path: Path, text: str, near: str) -> None:
        (tmp_path / "refcli.toml").write_text(text, encoding="utf-8")
        with pytest.raises(BadData) as caught:
            settings_from({}, tmp_path, None)
        assert len(caught.value.faults) == 200
        assert sum(near in fault for fault in caught.value.faults) == limits.MOST_LIKENED

    def test_of_a_check_are_likened_no_more_often(self, tmp_path: Path) -> None:
        rows = "\n".join(f"smoke{number} = [4]" for number in range(200))
        library = overlaid(tmp_path, "smoke", f"[rows]\n{rows}")
        faults = [fault for fault in faults_of(ruleset("grid"), library) if "smoke" in fault]
        assert len(faults) == 200
        assert sum("nearest: " in fault for fault in faults) == limits.MOST_LIKENED

    @pytest.mark.parametrize("line", [" " * 200_000, "[" + " " * 200_000, "a" * 200_000, "a . " * 30 + "b" * 200_000])
    def test_no_line_is_gone_through_twice(self, tmp_path: Path, line: str) -> None:
        """Each of these took minutes, or for ever, to tell where the last fault is."""
        (tmp_path / "x.toml").write_text(f"a = '''\n{line}\n'''\nb = {2**70}", encoding="utf-8")
        with pytest.raises(BadData, match=r"x.toml:4: "):
            _ = TomlFile(tmp_path / "x.toml", "x.toml").table


class TestNothingIsTakenInSilence:
    """What a file says and nothing reads is a fault of it."""

    @pytest.mark.parametrize(
        ("chart", "text", "says"),
        [
            ("combat", '[labels]\nnobody = "Nobody"', "combat.toml:2: 'nobody'"),
            ("combat", '[labels]\ntanks = " "', "combat.toml:2: labels.tanks"),
            ("units", '[aliases]\n"two words" = "tank"', "units.toml:2: aliases.two words "),
            ("units", '[aliases]\n"a/b" = "tank"', "'a/b'"),
            (
                "cover",
                '[[condition]]\nname = "woods"\n[[condition]]\nname = "woods"',
                "'woods'",
            ),
            ("cover", '[[condition]]\nname = "woods"\naliases = ["a b"]', "cover.toml:3: condition[1].aliases[1] "),
            ("cover", '[[condition]]\nname = "woods"\ntext = ""', "condition[1].text"),
            ("cover", '[[condition]]\nname = "woods"\nsource = {section = 5}', "section"),
            ("combat", 'source = {section = "x", lines = "some"}', "combat.toml:1: source.lines "),
            ("combat", 'source = {section = ""}', "source.section"),
            (
                "readings",
                '[[reading]]\nid = "G-8"\nquestion = "Why?"',
                "readings.toml:3: ",
            ),
            ("readings", '[[reading]]\nid = "G-8"\noption = []', "option"),
            ("readings", '[[reading]]\nid = "G-8"\nsource = {section = "x"}', "source"),
            ("readings", '[[reading]]\nid = "G-8"\n[[reading]]\nid = "G-8"', "'G-8'"),
            ("templates", '[[template]]\nname = ["a"]', "template[1].name"),
        ],
    )
    def test_of_an_overlay(self, tmp_path: Path, chart: str, text: str, says: str) -> None:
        with pytest.raises(BadData) as caught:
            overlaid(tmp_path, chart, text).everything()
        assert says in str(caught.value)

    @pytest.mark.parametrize(
        ("unit", "says"),
        [
            ('{unit = "tank", count = -3}', "-3"),
            ('{unit = "tank", count = 0}', "units.a.count"),
            ('{unit = "tank,tank"}', "'tank,tank'"),
            ('{unit = "tank", conditions = [1]}', "conditions"),
        ],
    )
    def test_of_a_scenario(self, tmp_path: Path, unit: str, says: str) -> None:
        path = tmp_path / "x.toml"
        text = (
            f'[[scenario]]\nname = "x"\nrules = "grid"\nunits = {{a = {unit}}}\n[[scenario.ruling]]\nprocedure = "fire"'
        )
        path.write_text(text, encoding="utf-8")
        with pytest.raises(BadData) as caught:
            scenarios_in(TomlFile(path, "x.toml"))
        assert says in str(caught.value)

    @pytest.mark.parametrize(
        "about",
        [
            "turn = 5",
            "turn = [1]",
            'turn = ["a"]\nphases = 5',
            'turn = ["a"]\n[phases]\nfire = ["x"]',
            'turn = ["a"]\ninstead = []',
        ],
    )
    def test_of_the_turn_of_a_ruleset(self, tmp_path: Path, about: str) -> None:
        (tmp_path / "ruleset.toml").write_text(f'title = "x"\n{about}', encoding="utf-8")
        with pytest.raises(BadData, match=r"ruleset.toml:\d: "):
            Library("toy", tmp_path).about()


def answered(given: bytes, **options: Any) -> tuple[list[Any], Tally]:
    """What a batch writes for some bytes, and its tally."""
    out = io.BytesIO()
    tally = run_batch(io.BytesIO(given), out.write, Settings(), Options(**{"seed": 5, **options}))
    return [json.loads(line) for line in out.getvalue().splitlines()], tally


ROW = "grid,fire,tank,infantry\n"
HEADER = "rules,procedure,attackers,target\n"


class TestCsv:
    """Costs a line that is wrong, and none behind it."""

    @pytest.mark.parametrize(
        "wrong",
        [
            'grid,fire,tank,"infantry\n',
            '"grid,fire,tank,infantry\n',
            'grid,fire,"tank",in"f\n',
            'grid,fire,tank,"inf" x\n',
        ],
    )
    def test_a_quote_that_stays_open_swallows_no_row(self, wrong: str) -> None:
        found, tally = answered((HEADER + ROW + wrong + ROW * 3000).encode(), csv=True, only=("outcome",))
        assert (tally.lines, tally.rulings) == (3002, 3001)
        assert [one["line"] for one in found if "error" in one] == [3]

    def test_a_quote_that_another_line_closes_swallows_no_row(self) -> None:
        quoted = 'grid,fire,"tank",infantry\n'
        _, tally = answered((HEADER + 'grid,fire,"tank,infantry\n' + quoted * 50).encode(), csv=True)
        assert (tally.rulings, tally.failed) == (50, 1)

    def test_a_cell_may_have_lines(self) -> None:
        text = f'id,{HEADER}"one\ntwo\n",{ROW}three,{ROW}'
        assert [one["id"] for one in answered(text.encode(), csv=True)[0]] == ["one\ntwo", "three"]

    def test_a_header_that_is_none_is_told_in_short(self) -> None:
        with pytest.raises(Refused) as caught:
            answered(("rules," * 5000 + "\n").encode(), csv=True)
        assert len(str(caught.value)) < 200

    def test_a_header_of_very_many_columns_is_read(self) -> None:
        """Each was sought among all of them: a line as long as may be took hours."""
        columns = [f"c{number}" for number in range(150_000)]
        assert header_of(columns) == columns

    def test_a_line_of_any_length_is_passed_over(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("refcli.batch.lines.LONGEST_LINE", 1000)
        found, _ = answered((HEADER + ROW + "x" * 12_345 + "\n" + ROW + "y" * 9999).encode(), csv=True)
        assert [one.get("line") for one in found] == [None, 3, None, 5]
        assert re.search("12,346 .*1,000", found[1]["error"]["message"])

    def test_no_more_than_that_is_read_at_once(self) -> None:
        class Endless(io.StringIO):
            def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
                assert 0 < size <= limits.LONGEST_LINE
                return super().readline(size)

        assert [row for _, row in csv_rows(Endless("a,b\nc,d\n").readline)] == [["a", "b"], ["c", "d"]]

    def test_any_rows_are_those_of_the_standard_library(self) -> None:
        rows = [
            [random.Random(seed).choice(["a", "b c", 'd"e', "f,g", "h\ni", ""]) for _ in range(3)]
            for seed in range(300)
        ]
        out = io.StringIO(newline="")
        csv.writer(out).writerows(rows)
        assert [row for _, row in csv_rows(io.StringIO(out.getvalue(), newline="").readline)] == rows

    def test_a_source_that_is_closed_meanwhile_is_left_alone(self) -> None:
        """As when nobody reads the answers: it ended in a traceback on stderr."""
        source = io.BytesIO((HEADER + ROW * 1000).encode())
        chunks = csv_lines(source)
        next(chunks)
        source.close()
        chunks.close()  # type: ignore[attr-defined]


class TestMemory:
    """Of a batch is the same whatever the lines are."""

    def test_long_terms_are_read_and_forgotten(self) -> None:
        referee = Referee(Settings())
        words = referee.case(FIRE).words
        long = ",".join(["tank"] * 400)
        assert len(long) > LONGEST_READ
        referee.case({**FIRE, "attackers": long, "conditions": ["woods"] * 400})
        kept = [*words._read, *words._counts]
        assert kept and all(len(key[0]) <= LONGEST_READ for key in words._read)
        assert all(sum(map(len, key)) <= LONGEST_READ for key in words._counts)

    @pytest.mark.parametrize(("repeat", "lines"), [(1, 20), (20, 1)])
    def test_long_answers_come_in_portions(self, repeat: int, lines: int) -> None:
        line = json.dumps({**FIRE, "attackers": "300xtank"}).encode() + b"\n"
        options = Options(seed=1, repeat=repeat)
        task = Task([Line(number, line, len(line)) for number in range(lines)], 1, repeat)
        portions = list(LineResolver(Rulings(Referee(Settings())), options).answers(task))
        assert len(portions) > 2
        assert all(len(one.text) < 2 * LARGEST_PORTION for one in portions)
        assert sum(one.tally.rulings for one in portions) == 20
        assert sum(one.tally.lines for one in portions) == lines

    def test_portions_of_workers_are_those_of_one_process(self) -> None:
        line = json.dumps({**FIRE, "attackers": "300xtank"}).encode() + b"\n"
        assert answered(line * 12, jobs=2)[0] == answered(line * 12)[0]


class TestOptions:
    """Of a batch are what a machine can bear."""

    def test_processes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("os.cpu_count", lambda: 2)
        with pytest.raises(Refused, match=r"--jobs 9: .*8"):
            answered(b"", jobs=9)
        assert answered(b"", jobs=8)[0] == []

    def test_repeats(self) -> None:
        with pytest.raises(Refused, match="1,000,000"):
            answered(b"", repeat=1_000_001)


def test_every_bound_says_its_reason() -> None:
    """In a text under it, which a reader finds beside the number."""
    source = Path(limits.__file__).read_text(encoding="utf-8")
    bounds = [name for name in vars(limits) if name.isupper()]
    assert len(bounds) > 15
    for paragraph in source.split("\n\n")[1:]:
        if paragraph.split(" = ")[0].isupper():
            assert '\n"""' in paragraph, paragraph


def test_a_word_that_nothing_knows_stays_unknown() -> None:
    """The bounds change no other refusal."""
    with pytest.raises(UnknownName):
        ruled(attackers="tnak")
