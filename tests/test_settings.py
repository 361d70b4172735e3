"""Settings: a flag, the environment, refcli.toml upwards from here, the user's file, the default."""

import json
import os
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import refcli.cli.workspace
import refcli.rulesets
from refcli.cli.command import FIXED
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings, settings_from
from tests.conftest import Home, Run, write
from tests.generated.commands import sensible
from tests.generated.draw import Draw
from tests.generated.vocabulary import PROCEDURES

FIRE = shlex.split("fire tank infantry --dice 4")
COVERED_SCOUT = shlex.split("-R grid fire reconnaissance infantry woods --dice 6 --json")


def configured(run: Run, *before: str) -> dict[str, tuple[Any, str]]:
    """What ``refcli config --json`` says: each setting and where it was set."""
    ran = run(*before, "config", "--json")
    assert ran.status == 0, ran.err
    return {key: (one["value"], one["origin"]) for key, one in json.loads(ran.out)["settings"].items()}


def outcome(run: Run, *arguments: str) -> str:
    """What a ruling comes to."""
    ran = run(*arguments)
    assert ran.status == 0, ran.err
    found: str = json.loads(ran.out)["outcome"]
    return found


class TestTheOrder:
    """The first that says something counts, and ``refcli config`` tells which it was."""

    def test_with_nothing_set_everything_is_the_default(self, run: Run) -> None:
        """Every setting that there is, each from the default."""
        found = configured(run)
        assert set(found) == {"rules", "charts", "format", "dice", "published", "log", "game", "rulesets", "readings"}
        assert {origin for _, origin in found.values()} == {"the default"}

    def test_those_of_nobody_are_the_defaults_and_touch_no_folder(self, home: Home) -> None:
        home.write("refcli.toml", 'rules = "grid"')
        nobody = Settings()
        assert settings_from({}, Path("/"), home.folder) == nobody._replace(user_folder=home.folder)
        assert nobody.cache is None

    def test_each_place_beats_the_ones_behind_it(self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """The user's file, then one above, then one here, then the environment; each time the origin is told."""
        user = write(home.settings / "refcli.toml", 'format = "plain"')
        assert configured(run)["format"] == ("plain", str(user))
        above = write(home.folder / "refcli.toml", 'format = "rich"')
        assert configured(run)["format"] == ("rich", str(above))
        here = home.write("refcli.toml", 'format = "json"')
        assert configured(run)["format"] == ("json", str(here))
        monkeypatch.setenv("REFCLI_FORMAT", "plain")
        value, origin = configured(run)["format"]
        assert value == "plain" and "REFCLI_FORMAT" in origin

    def test_a_flag_before_the_command_is_told_as_one(self, home: Home, run: Run) -> None:
        """``refcli -R fw config``."""
        home.write("refcli.toml", 'rules = "grid"')
        assert configured(run, "-R", "fw")["rules"] == ("fw", "a flag")

    def test_a_flag_beats_them_all(self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """``--json`` over a format in the environment, ``-R`` over a ruleset there."""
        monkeypatch.setenv("REFCLI_FORMAT", "plain")
        monkeypatch.setenv("REFCLI_RULES", "nonsense")
        assert json.loads(run("-R", "grid", *FIRE, "--json").out)["outcome"] == "disrupted"
        monkeypatch.setenv("REFCLI_FORMAT", "json")
        assert run("-R", "grid", *FIRE, "--plain").out.startswith("fire (")

    def test_a_file_is_found_from_any_folder_below_it(
        self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Upwards from the working folder; the nearest one counts, alone."""
        top = home.write("refcli.toml", 'rules = "grid"\nformat = "json"')
        deep = home.work / "campaign" / "turn 3"
        deep.mkdir(parents=True)
        monkeypatch.chdir(deep)
        assert configured(run)["rules"] == ("grid", str(top))
        near = write(deep.parent / "refcli.toml", 'format = "plain"')
        found = configured(run)
        assert found["format"] == ("plain", str(near))
        assert found["rules"] == ("", "the default")

    def test_what_the_nearest_file_leaves_open_the_users_file_says(self, home: Home, run: Run) -> None:
        """Setting by setting, not file by file."""
        here = home.write("refcli.toml", 'format = "json"')
        user = write(home.settings / "refcli.toml", 'format = "plain"\nrules = "grid"')
        found = configured(run)
        assert found["format"] == ("json", str(here)) and found["rules"] == ("grid", str(user))

    def test_an_empty_journal_takes_away_the_users(self, home: Home, run: Run) -> None:
        """``log = ""``: nothing is kept here."""
        journal = home.folder / "game.jsonl"
        write(home.settings / "refcli.toml", f"log = '{journal}'")
        home.write("refcli.toml", 'log = ""')
        assert outcome(run, "-R", "grid", *FIRE, "--json") == "disrupted" and not journal.exists()

    def test_a_mark_of_byte_order_before_the_first_line_is_passed_over(self, home: Home, run: Run) -> None:
        """As some editors of Windows write it."""
        here = home.write("refcli.toml", b'\xef\xbb\xbfrules = "grid"\r\n')
        assert configured(run)["rules"] == ("grid", str(here))

    def test_an_empty_variable_sets_nothing(self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """As shells leave them behind."""
        here = home.write("refcli.toml", 'rules = "grid"')
        for name in ("REFCLI_RULES", "REFCLI_FORMAT", "REFCLI_CHARTS"):
            monkeypatch.setenv(name, "")
        found = configured(run)
        assert found["rules"] == ("grid", str(here)) and found["charts"] == ([], "the default")

    def test_the_lines_for_a_person_say_the_same(self, home: Home, run: Run) -> None:
        """Every setting on a line, with its origin."""
        here = home.write("refcli.toml", 'rules = "grid"')
        lines = run("config").out.splitlines()
        assert [line.split()[0] for line in lines] == list(configured(run))
        assert lines[0].endswith(f"from {here}") and lines[1].endswith("from the default")


class TestTheRuleset:
    """``rules``: what ``-R`` says when it is not said."""

    @pytest.mark.parametrize("where", ["environment", "here", "user"])
    @pytest.mark.parametrize("word", ["grid", "GRID", "ww2"])
    def test_a_ruleset_that_is_set_need_not_be_typed(
        self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch, where: str, word: str
    ) -> None:
        """By its name or a short one, in any case."""
        if where == "environment":
            monkeypatch.setenv("REFCLI_RULES", word)
        else:
            folder = home.work if where == "here" else home.settings
            write(folder / "refcli.toml", f'rules = "{word}"')
        assert outcome(run, *FIRE, "--json") == "disrupted"

    def test_one_ruleset_on_the_left_and_another_on_the_right_is_refused(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Which of the two was meant is not for us to choose."""
        monkeypatch.setitem(refcli.rulesets.RULESETS, "other", "refcli.rulesets.grid")
        ran = run("-R", "grid", *FIRE, "-R", "other")
        assert ran.status == 2 and "other" in ran.err

    def test_the_same_ruleset_twice_is_no_matter(self, run: Run) -> None:
        """By its name and by a short one."""
        assert outcome(run, "-R", "grid", *FIRE, "-R", "ww2", "--json") == "disrupted"


class TestOverlayFolders:
    """``charts``: folders of the referee's own figures."""

    @staticmethod
    def _overlay(folder: Path, figure: int) -> Path:
        write(folder / "grid" / "combat.toml", f"[rows]\ntanks = {{ infantry = {figure} }}\n")
        return folder

    def test_a_folder_is_meant_from_where_the_settings_lie(
        self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Not from the working folder: the same overlay from every folder below."""
        self._overlay(home.work / "mine", 6)
        home.write("refcli.toml", 'charts = ["mine"]')
        below = home.work / "below"
        below.mkdir()
        monkeypatch.chdir(below)
        assert outcome(run, "-R", "grid", *FIRE, "--json") == "no effect"

    def test_one_folder_may_be_written_without_a_list(self, home: Home, run: Run) -> None:
        """``charts = "mine"``."""
        self._overlay(home.work / "mine", 6)
        home.write("refcli.toml", 'charts = "mine"')
        assert outcome(run, "-R", "grid", *FIRE, "--json") == "no effect"

    def test_the_home_folder_may_be_written_as_a_tilde(self, home: Home, run: Run) -> None:
        """``~/mine``, in any settings file."""
        self._overlay(home.folder / "mine", 6)
        home.write("refcli.toml", 'charts = ["~/mine"]')
        assert outcome(run, "-R", "grid", *FIRE, "--json") == "no effect"

    def test_the_last_folder_lies_on_top(self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """Several in a list, or in the environment with the system's separator."""
        one, other = self._overlay(home.work / "one", 6), self._overlay(home.work / "other", 4)
        home.write("refcli.toml", 'charts = ["one", "other"]')
        assert outcome(run, "-R", "grid", *FIRE, "--json") == "disrupted"
        monkeypatch.setenv("REFCLI_CHARTS", os.pathsep.join([str(other), str(one)]))
        assert outcome(run, "-R", "grid", *FIRE, "--json") == "no effect"

    def test_an_empty_list_takes_away_the_users_overlays(self, home: Home, run: Run) -> None:
        """A campaign that plays by the book says ``charts = []``."""
        self._overlay(home.folder / "mine", 6)
        write(home.settings / "refcli.toml", f"charts = ['{home.folder / 'mine'}']")
        assert outcome(run, "-R", "grid", *FIRE, "--json") == "no effect"
        here = home.write("refcli.toml", "charts = []")
        assert configured(run)["charts"] == ([], str(here))
        assert outcome(run, "-R", "grid", *FIRE, "--json") == "disrupted"

    def test_a_ruling_says_that_a_figure_is_the_overlays(self, home: Home, run: Run) -> None:
        """That it is not the book's; with ``--why`` which one it is."""
        self._overlay(home.work / "mine", 6)
        home.write("refcli.toml", 'charts = ["mine"]')
        assert re.search("1 of 2 .*overlay.*\n", run("-R", "grid", *FIRE, "--plain").out)
        assert re.search("overlay.*: combat.tanks.infantry", run("-R", "grid", *FIRE, "--plain", "--why").out)


class TestReadings:
    """``[readings.RULESET]``: how a disputed rule is read at this table."""

    SETTING = '[readings.{rules}]\nG-9 = "attacker"\nG-8 = "{option}"\n'

    @pytest.mark.parametrize("option", ["cumulative", "b"])
    @pytest.mark.parametrize("rules", ["grid", "ww2", "GRID"])
    def test_a_reading_that_is_set_applies_and_is_shown(self, home: Home, run: Run, rules: str, option: str) -> None:
        """By letter or word, under any name of the ruleset; the ruling says that it is not the usual one."""
        usual = json.loads(run(*COVERED_SCOUT, "--reading", "G-9=attacker").out)
        home.write("refcli.toml", self.SETTING.format(rules=rules, option=option))
        ran = json.loads(run(*COVERED_SCOUT).out)
        assert ran["readings"]["G-8"] == "cumulative" and ran["readings"]["G-9"] == "attacker"
        assert ran["rolls"][0]["needs"] == ">= 7" and usual["rolls"][0]["needs"] == ">= 6"
        plain = run(*COVERED_SCOUT[:-1], "--plain").out
        assert plain.count("this table") == 2
        why = run(*COVERED_SCOUT[:-1], "--plain", "--why").out
        assert "reading G-8=cumulative: " in why and why.count("this table") == 2

    def test_a_reading_that_is_typed_beats_the_one_that_is_set(self, home: Home, run: Run) -> None:
        """That one alone; the others stay as they are set."""
        home.write("refcli.toml", self.SETTING.format(rules="grid", option="cumulative"))
        ran = json.loads(run(*COVERED_SCOUT, "--reading", "g-8=either").out)
        assert ran["readings"]["G-8"] == "either" and ran["readings"]["G-9"] == "attacker"

    def test_the_usual_reading_is_the_shipped_one_whatever_an_overlay_chooses(self, home: Home, run: Run) -> None:
        home.write("mine/grid/readings.toml", '[[reading]]\nid = "G-8"\ndefault = "b"\n')
        home.write("refcli.toml", 'charts = ["mine"]')
        told = run("rules", "grid").out
        assert re.search(r"either or .*-1 \(usual\)\n", told)
        assert re.search(r"cumulative or .*-2 \(.*overlay\)\n", told)
        (reading,) = [one for one in json.loads(run("rules", "grid", "--json").out)["readings"] if one["id"] == "G-8"]
        assert (reading["usual"], reading["default"]) == ("either", "cumulative")

    def test_the_usual_reading_is_not_made_much_of(self, home: Home, run: Run) -> None:
        """Setting what is the default anyway shows nothing in the ruling."""
        home.write("refcli.toml", '[readings.grid]\nG-8 = "either"')
        assert "reading" not in run(*COVERED_SCOUT[:-1], "--plain").out

    @pytest.mark.parametrize(("setting", "says"), [("G-99 = 'a'", "'G-99'"), ("G-8 = 'z'", "'z'")])
    def test_a_reading_that_does_not_exist_is_told(self, home: Home, run: Run, setting: str, says: str) -> None:
        """In every ruling of that ruleset and by ``refcli config``, with the line that says it."""
        path = home.write("refcli.toml", f"[readings.grid]\n{setting}")
        ran = run(*COVERED_SCOUT[:-1])
        assert ran.status == 3 and f"{path}:2: " in ran.err and says in ran.err and ran.out == ""
        ran = run("config")
        assert ran.status == 3 and f"{path}:2: " in ran.err and says in ran.err


class TestPublishedOnly:
    """``published = true``: figures that are not published are refused."""

    @pytest.mark.parametrize("line", ["--published", "--published --odds"])
    def test_a_ruling_on_published_figures_stands(self, run: Run, line: str) -> None:
        """Every figure of this shot is in the book."""
        arguments = [word for word in FIRE if word not in ("--dice", "4")]
        assert run("-R", "grid", *arguments, *shlex.split(line)).status == 0

    def test_a_house_value_is_refused_by_cell_with_the_way_to_give_it(self, home: Home, run: Run) -> None:
        """The allowance of an assault gun is ours; flag and setting name it, and ``--set`` gives it."""
        move = shlex.split("-R grid move assault-gun")
        assert run(*move).status == 0
        flagged = run(*move, "--published")
        home.write("refcli.toml", "published = true")
        assert run(*move) == flagged
        assert flagged.status == 2 and flagged.out == "" and flagged.err.count("\n") == 1
        cell = re.search(r"--set ([\w.-]+)=N", flagged.err)
        assert cell is not None and flagged.err.startswith(f"refcli: {cell[1]} ")
        assert run(*move, "--set", f"{cell[1]}=2").status == 0

    def test_the_setting_is_as_good_as_the_flag(self, home: Home, run: Run) -> None:
        """Whatever the flag refuses or gives, the setting refuses and gives, in every ruleset."""
        lines = []
        for rules, name in PROCEDURES:
            drawn = sensible(Draw(f"published {rules} {name}"), (rules, name))
            lines.append([*drawn, "--seed", "1"])
        flagged = [run(*line, "--published") for line in lines]
        here = home.write("refcli.toml", "published = true")
        assert configured(run)["published"] == (True, str(here))
        assert [run(*line) for line in lines] == flagged


class TestOneCommand:
    """Resolves its settings once; whatever judges, prints, completes or tells an error has the same ones."""

    @pytest.fixture
    def resolved(self, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
        """The working folder of each time that settings were resolved."""
        times: list[Path] = []

        def counted(environment: Any, here: Path, user_folder: Path) -> Settings:
            times.append(here)
            return settings_from(environment, here, user_folder)

        monkeypatch.setattr(refcli.cli.workspace, "settings_from", counted)
        return times

    @pytest.mark.parametrize(
        "line",
        [
            "-R grid fire tank infantry --dice 4",
            "fire -R grid tank infantry --dice 4 --published --json",
            "-R grid fire tank infantry --odds --plain",
            "-R grid fire tank infantry --sweep range=1:2",
            "-R grid fire --help",
            "-R grid fire nonsense infantry",
            "fire tank infantry",
            "fire --help",
            "nonsense",
            "--nonsense",
            "--help",
            *FIXED,
            "-R grid charts list",
            "charts show grid combat",
            "charts show grid combat --plain",
            "charts check",
            "charts diff grid --json",
            "charts print grid combat --format md --published",
            "charts digest",
            "-R grid card tanks",
            "-R grid config",
            "rules grid",
            "schema grid fire",
            "scenario run tanks-in-the-village",
            "scenario check tanks-in-the-village",
            "log show nowhere",
            "log replay nowhere",
            "log stats nowhere",
        ],
    )
    def test_resolves_its_settings_once(self, run: Run, resolved: list[Path], line: str) -> None:
        run(*shlex.split(line))
        assert len(resolved) == 1

    def test_resolves_them_once_to_judge_again(self, home: Home, run: Run, resolved: list[Path]) -> None:
        """With the dice of the last ruling, or of an entry of a journal."""
        for line in ("-R grid fire tank infantry --log game.jsonl", "again woods", "log amend game.jsonl 1 woods"):
            resolved.clear()
            assert run(*shlex.split(line)).status == 0
            assert len(resolved) == 1

    @pytest.mark.parametrize(
        "typed", ["-R grid fire ta", "fire -R grid tank infantry bui", "charts show grid com", "fi"]
    )
    def test_resolves_them_once_to_complete(
        self, run: Run, resolved: list[Path], monkeypatch: pytest.MonkeyPatch, typed: str
    ) -> None:
        monkeypatch.setenv("_REFCLI_COMPLETE", "complete_bash")
        monkeypatch.setenv("_REFCLI_COMPLETE_LINE", f"refcli {typed}")
        assert run().out.strip()
        assert len(resolved) == 1

    def test_reads_a_spoiled_file_once_to_tell_of_it(self, home: Home, run: Run, resolved: list[Path]) -> None:
        """What went wrong is remembered for whoever asks whether the error is to be JSON."""
        home.write("refcli.toml", "rules = ")
        ran = run("-R", "grid", *FIRE)
        assert (ran.status, len(resolved)) == (3, 1)

    @pytest.mark.parametrize("line", ["--version", "--show-completion bash"])
    def test_that_needs_none_resolves_none(self, run: Run, resolved: list[Path], line: str) -> None:
        assert run(*shlex.split(line)).status == 0
        assert resolved == []


class TestAReferee:
    """Judges under settings that nobody changes; under others there is another referee."""

    def test_keeps_its_settings(self) -> None:
        referee = Referee(Settings().under(rules="grid"))
        with pytest.raises(AttributeError):
            referee.settings = Settings()  # type: ignore[misc]
        with pytest.raises(AttributeError):
            referee.settings.rules = referee.settings.log  # type: ignore[misc]

    def test_gives_another_under_other_settings_and_stays_as_it_is(self) -> None:
        one = Referee(Settings())
        other = one.under(one.settings.under(published=True, rules=None))
        assert (other.settings.published, other.settings.rules) == ((True, "a flag"), one.settings.rules)
        assert one.settings == Settings()

    def test_shares_what_it_read_with_another_who_reads_the_same_files(self) -> None:
        one = Referee(Settings())
        assert one.under(one.settings.under(published=True)).loaded("grid") is one.loaded("grid")

    def test_shares_nothing_with_another_who_has_other_overlays(self, tmp_path: Path) -> None:
        write(tmp_path / "grid" / "combat.toml", "[rows]\ntanks = { infantry = 6 }\n")
        one = Referee(Settings())
        shipped = one.loaded("grid")
        other = one.under(Settings().under(charts=[str(tmp_path)])).loaded("grid")
        figures = [loaded.library.everything()["combat"].cell("tanks", "infantry").value for loaded in (shipped, other)]
        assert other is not shipped and figures[1] == 6 != figures[0]
