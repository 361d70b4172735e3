"""Rulesets that refcli does not ship: found where the user names them, or installed; a broken one harms nothing."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from refcli.referee.referee import Referee
from refcli.referee.settings import Setting, Settings
from tests.conftest import Home, Run, write

EXAMPLE = Path(__file__).parent.parent / "docs" / "examples" / "narrow-waters"
"""A fifth ruleset, of ours and invented."""

NAME = EXAMPLE.name
FIRE = ("-R", NAME, "fire", "2x20mm", "mgb+lit", "-r", "8")


@pytest.fixture
def named(home: Home) -> Path:
    """The user's settings, which name the example."""
    return write(home.settings / "refcli.toml", f'rulesets = ["{EXAMPLE}"]\n')


@pytest.fixture
def own(home: Home) -> Callable[..., Path]:
    """A ruleset of one's own: the code of its package; its folder."""

    def own(name: str, code: str, **files: str) -> Path:
        folder = home.folder / "rules" / name
        write(folder / "__init__.py", code)
        for file, text in files.items():
            write(folder / f"{file}.py", text)
        return folder

    return own


def code(name: str, procedures: str = "{}") -> str:
    """The code of a package with a ruleset of this name."""
    begins = "from refcli.core.procedure import Ruleset\n\n"
    return f"{begins}RULESET = Ruleset({name!r}, {procedures}, package=__name__)\n"


def spoilt(home: Home, statement: str) -> str:
    """Have the user's settings name a copy of the example, with this in its rule for repairs; where it stands there."""
    folder = home.folder / "rules" / "mine"
    shutil.copytree(EXAMPLE, folder)
    write(home.settings / "refcli.toml", f'rulesets = ["{folder}"]\n')
    file = folder / "repairs.py"
    before, place, after = file.read_text(encoding="utf-8").partition("    needed = charts")
    write(file, f"{before}    {statement}\n{place}{after}")
    return f"{file}:{before.count(chr(10)) + 1}"


class TestARulesetOfOnesOwn:
    """Has everything that ours have, where the user's own settings name it."""

    @pytest.fixture(autouse=True)
    def named(self, named: Path) -> None:
        pass

    def test_rules(self, run: Run) -> None:
        ran = run(*FIRE, ":", "4", "6")
        assert (ran.status, ran.err) == (0, "")
        assert "ON FIRE: " in ran.out and "2 hits" in ran.out
        assert "narrow-waters/rules.txt" not in ran.out

    def test_is_called_by_a_beginning_of_its_name_and_its_own_words(self, run: Run) -> None:
        assert run("-R", "narrow", "launch", "torpedo", "mtb", "-r", "3", ":", "6").status == 0

    def test_has_help(self, run: Run) -> None:
        assert " fire, torpedo, repair" in run("--help").out
        told = run("-R", NAME, "fire", "--help").out
        assert re.search(r"\n  lit .*\+1", told)
        assert "narrow-waters" in run("fire", "--help").out

    def test_completes(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("_REFCLI_COMPLETE", "complete_bash")
        for typed, offers in (
            (f"refcli -R {NAME} fire 6", "6pdr"),
            ("refcli -R narr", NAME),
            ("refcli rep", "repair"),
            ("refcli rules narr", NAME),
        ):
            monkeypatch.setenv("_REFCLI_COMPLETE_LINE", typed)
            assert run().out.split() == [offers], typed

    def test_has_schemas(self, run: Run) -> None:
        found = json.loads(run("schema", NAME).out)["requests"]
        assert list(found) == [f"{NAME} fire", f"{NAME} torpedo", f"{NAME} repair"]
        assert f"{NAME} fire" in json.loads(run("schema").out)["requests"]

    def test_has_odds_and_readings(self, run: Run) -> None:
        line = ("-R", NAME, "fire", "machine-gun", "mtb+lit+burning", "-r", "9", "--odds", "--json")
        assert json.loads(run(*line).out)["success"]["exact"] == "1/2"
        assert json.loads(run(*line, "--reading", "NW-1=once").out)["success"]["exact"] == "1/3"

    def test_has_batches(self, run: Run) -> None:
        line = f'{{"rules": "{NAME}", "procedure": "repair", "boat": "mgb", "dice": [4]}}\n'
        ran = run("batch", "--only", "outcome", stdin=line)
        assert (ran.status, json.loads(ran.out)) == (0, {"outcome": "mended"})

    def test_has_scenarios(self, run: Run) -> None:
        ran = run("scenario", "check", "--file", str(EXAMPLE / "scenarios.toml"))
        assert (ran.status, ran.err) == (0, "") and "6 rulings" in ran.out

    def test_has_charts_and_sheets(self, run: Run) -> None:
        assert run("charts", "check", NAME).out.startswith("4 ")
        assert "to 5 inches" in run("charts", "show", NAME, "guns", "--plain").out
        assert "gun boat" in run("charts", "print", NAME, "boats", "--format", "md").out
        assert "6 pdr" in run("-R", NAME, "card", "6pdr").out

    def test_calls_its_house_values_none_of_refclis(self, run: Run, home: Home) -> None:
        folder = home.folder / "mine"
        shutil.copytree(EXAMPLE, folder)
        boats = (folder / "charts" / "boats.toml").read_text(encoding="utf-8")
        ours = '[sources]\nmtb = { origin = "house", section = "our boats" }\n\n[labels]'
        write(folder / "charts" / "boats.toml", boats.replace("[labels]", ours))
        write(home.settings / "refcli.toml", f'rulesets = ["{folder}"]\n')
        for command in (("card", "mtb"), ("charts", "print", NAME, "boats", "--format", "md")):
            told = run("-R", NAME, *command).out
            assert "house value" in told and "refcli's" not in told, command

    def test_has_an_evening(self, run: Run, home: Home) -> None:
        typed = ("add mgb-1 mgb 20mm Blue", "add s-boat gunboat Red", "fire mgb-1 s-boat -r 3 : 4", "who s-boat")
        ran = run("-R", NAME, "table", "evening.jsonl", stdin="".join(f"{line}\n" for line in typed))
        assert (ran.status, ran.err) == (0, "") and "damage 1" in ran.out
        again = run("--game", "evening.jsonl", "fire", "mgb-1", "s-boat", "-r", "3")
        assert again.status == 2 and "mgb-1" in again.err
        assert f"{NAME} fire mgb-1 s-boat: " in run("log", "show", "evening.jsonl").out

    def test_counts_the_damage_of_the_boat_that_is_fired_at(self, run: Run) -> None:
        typed = ("add hunter gunboat 20mm Red", "add prey mgb 20mm Blue", "set hunter damage 3", "set prey damage 2")
        fire = ("fire hunter prey -r 3 : 4", "set prey damage 3", "set hunter no-fired", "fire hunter prey -r 3 : 4")
        ran = run("-R", NAME, "table", "evening.jsonl", stdin="".join(f"{line}\n" for line in (*typed, *fire)))
        assert (ran.status, ran.err) == (0, "")
        assert [word for word in ("DAMAGED", "SUNK") if word in ran.out] == ["DAMAGED", "SUNK"]

    def test_is_told_with_where_it_comes_from(self, run: Run) -> None:
        assert run("rules").out.endswith(f"\n{NAME} is from {EXAMPLE}\n")
        assert f"  from {EXAMPLE}\n" in run("rules", NAME).out
        assert json.loads(run("rules", NAME, "--json").out)["from"] == str(EXAMPLE)
        assert json.loads(run("rules", "grid", "--json").out)["from"] == "refcli"


class TestWhereItIsNamed:
    """The user's own settings or REFCLI_RULESETS: nothing that is found runs code."""

    def rules(self, run: Run) -> list[str]:
        return [line.split(" is from ")[0] for line in run("rules").out.splitlines() if " is from " in line]

    def test_config_tells_it(self, run: Run, named: Path) -> None:
        told = json.loads(run("config", "--json").out)["settings"]["rulesets"]
        assert told == {"value": [str(EXAMPLE)], "origin": str(named)}

    def test_a_folder_counts_from_that_of_the_settings(self, run: Run, home: Home, own: Callable[..., Path]) -> None:
        shutil.copytree(own("toy", code("toy")), home.settings / "toy")
        write(home.settings / "refcli.toml", 'rulesets = "./toy"\n')
        assert self.rules(run) == ["toy"]

    def test_the_environment_beats_the_settings(
        self, run: Run, named: Path, own: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("REFCLI_RULESETS", str(own("toy", code("toy"))))
        assert self.rules(run) == ["toy"]
        told = json.loads(run("config", "--json").out)["settings"]["rulesets"]
        assert "REFCLI_RULESETS" in told["origin"]

    def test_a_path_that_is_not_whole_runs_nothing(self, run: Run, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whoever exports one runs what lies in the next folder that he works in."""
        home.write("toy/__init__.py", f"raise SystemExit\n{code('toy')}")
        monkeypatch.setenv("REFCLI_RULESETS", "./toy")
        ran = run("rules")
        assert ran.status == 0 and "toy" not in ran.out
        assert "./toy" in ran.err and str(home.work / "toy") in ran.err

    def test_a_file_found_from_the_working_folder_runs_nothing(self, run: Run, home: Home) -> None:
        found = home.write("refcli.toml", f'rulesets = ["{EXAMPLE}"]\n')
        ran = run("rules")
        assert ran.status == 0 and NAME not in ran.out
        assert str(found) in ran.err and str(home.settings) in ran.err

    def test_a_package_is_named_without_a_slash(
        self, run: Run, home: Home, own: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        own("club_of_ours", "")
        own("club_of_ours/toys", code("toy"))
        monkeypatch.syspath_prepend(home.folder / "rules")
        write(home.settings / "refcli.toml", 'rulesets = ["club_of_ours.toys", "club_of_others"]\n')
        assert self.rules(run) == ["toy"]
        assert "club_of_others" in run("rules").err

    def test_an_installed_one_is_looked_for_by_its_name(
        self, run: Run, home: Home, own: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        package = own("toy_installed", code("toy"))
        write(package.parent / "toy-1.0.dist-info" / "METADATA", "Name: toy\nVersion: 1.0\n")
        write(package.parent / "toy-1.0.dist-info" / "entry_points.txt", "[refcli.rulesets]\ntoy = toy_installed\n")
        monkeypatch.syspath_prepend(package.parent)
        assert run("-R", "grid", "fire", "tank", "infantry", ":", "5").status == 0
        assert "toy_installed" not in sys.modules
        assert self.rules(run) == ["toy"]
        assert run("charts", "check", "toy").err.startswith(f"refcli: {package}/charts/ruleset.toml:1: ")

    def test_readings_of_one_are_chosen_and_of_none_are_a_fault(self, run: Run, named: Path) -> None:
        text = named.read_text(encoding="utf-8")
        line = ("-R", NAME, "fire", "machine-gun", "mtb+lit+burning", "-r", "9", "--odds", "--json")
        write(named, f'{text}[readings.{NAME}]\nNW-1 = "once"\n')
        assert json.loads(run(*line).out)["success"]["exact"] == "1/3"
        write(named, f'{text}[readings.{NAME}s]\nNW-1 = "once"\n')
        ran = run(*line)
        assert ran.status == 3 and re.search(f"{named}:2: .*'narrow-waterss'", ran.err)


class TestABrokenOne:
    """Is told by name, in a line; the others go on."""

    @pytest.mark.parametrize(
        ("begins", "says"),
        [
            ("1 / 0\n", "toy/__init__.py:1: ZeroDivisionError"),
            ("def (:\n", "toy/__init__.py:1: SyntaxError"),
            ("import nothing_of_ours\n", "toy/__init__.py:1: ModuleNotFoundError"),
            ("raise SystemExit(5)\n", "toy/__init__.py:1: SystemExit: 5"),
            ("RULES = 1\n", "toy/__init__.py:1: "),
            (code("Toy"), "toy/__init__.py:1: 'Toy'"),
            (code("check"), "toy/__init__.py:1: 'check'"),
            (code("grid"), "grid"),
            (code("fw"), "fw"),
            (code(NAME), str(EXAMPLE)),
        ],
    )
    def test_is_left_out(self, run: Run, home: Home, own: Callable[..., Path], begins: str, says: str) -> None:
        folder = own("toy", begins)
        write(home.settings / "refcli.toml", f'rulesets = ["{EXAMPLE}", "{folder}"]\n[readings.toy]\nT-1 = "a"\n')
        ran = run("rules")
        assert ran.status == 0 and f"{NAME} is from {EXAMPLE}" in ran.out
        assert ran.err.count("\n") == 1 and ran.err.startswith(f"refcli: {folder} ") and says in ran.err
        assert run(*FIRE, ":", "4", "6").status == 0
        assert run("-R", "grid", "fire", "tank", "infantry", ":", "5").err == ""
        assert run("-R", "toys", "fire").status == 4

    def test_is_left_out_where_its_folder_is_not_there(self, run: Run, home: Home) -> None:
        write(home.settings / "refcli.toml", f'rulesets = ["{home.folder}/toy"]\n')
        ran = run("rules")
        assert ran.status == 0 and ran.err.startswith(f"refcli: {home.folder}/toy ") and ran.err.count("\n") == 1

    @pytest.mark.parametrize(
        ("rule", "line"),
        [
            ("def duel(request, charts, dice)\n", 1),
            ("import nothing_of_ours\n", 1),
            ("from refcli.core.rulebook import procedure\n\nnothing\n", 3),
            ("from refcli.core.rulebook import *\n\n@procedure('duel', Outcome)\ndef duel(request, dice): 1\n", 3),
        ],
    )
    def test_tells_where_a_procedure_of_it_cannot_be_loaded(
        self, run: Run, home: Home, own: Callable[..., Path], rule: str, line: int
    ) -> None:
        folder = own("toy", code("toy", "{'duel': '.duels:duel'}"), duels=rule)
        write(folder / "charts" / "ruleset.toml", 'title = "Toy"\nturn = ["Duel"]\n')
        write(home.settings / "refcli.toml", f'rulesets = ["{folder}"]\n')
        for command in (("-R", "toy", "duel"), ("rules", "toy"), ("schema", "toy")):
            ran = run(*command)
            assert (ran.status, ran.out) == (3, "")
            assert ran.err.startswith(f"refcli: {folder}/duels.py:{line}: duel of toy "), ran.err
            assert "KeyError" not in ran.err

    def test_keeps_no_list_of_all_from_the_others(self, run: Run, home: Home, own: Callable[..., Path]) -> None:
        """Its charts are broken: lists leave it out and say so, and the check of all tells its fault."""
        folder = own("toy", code("toy"))
        write(folder / "charts" / "ruleset.toml", "title = 5\n")
        write(home.settings / "refcli.toml", f'rulesets = ["{folder}"]\n')
        fault = f"{folder}/charts/ruleset.toml:1: title "
        for command in (("charts", "list"), ("charts", "digest"), ("charts", "diff"), ("schema",)):
            ran = run(*command)
            assert (ran.status, ran.err.count("\n")) == (0, 1) and "toy" in ran.err, command
            assert "toy" not in ran.out
        ran = run("charts", "check")
        assert ran.status == 3 and f"refcli: {fault}" in ran.err

    def test_tells_where_a_rule_of_it_goes_wrong(self, run: Run, home: Home) -> None:
        """No traceback; in a batch the other lines are ruled."""
        place = spoilt(home, "1 / (request.boat.name != 'mgb')")
        for how in ((), ("--odds",)):
            ran = run("-R", NAME, "repair", "mgb", *how)
            assert (ran.status, ran.out) == (3, "") and re.match(f"refcli: {place}: .*ZeroDivisionError", ran.err)
        lines = [{"rules": NAME, "procedure": "repair", "boat": boat, "dice": [4]} for boat in ("mgb", "mtb")]
        ran = run("batch", stdin="\n".join(map(json.dumps, lines)))
        broken, whole = map(json.loads, ran.out.splitlines())
        assert whole["outcome"] == "mended" and broken["error"]["message"].startswith(f"{place}: ")
        assert (broken["error"]["kind"], broken["error"]["status"]) == ("ruleset", 3)
        ran = run("-R", NAME, "batch", "--game", "boats.jsonl", stdin=json.dumps(lines[0]))
        assert json.loads(ran.out)["error"] == broken["error"]

    def test_ends_a_batch_where_a_rule_of_it_ends_the_program(self, home: Home) -> None:
        """In a process of its own: nothing there goes on, and so the batch does not wait for it."""
        spoilt(home, "raise SystemExit")
        given = json.dumps({"rules": NAME, "procedure": "repair", "boat": "mgb"})
        command = [sys.executable, "-m", "refcli", "batch", "--jobs", "2"]
        ran = subprocess.run(command, input=given, capture_output=True, text=True, timeout=60, check=False)
        assert (ran.returncode, ran.stdout) == (3, "")
        assert ran.stderr.startswith("refcli: ") and ran.stderr.count("\n") == 1


class TestWhatItCosts:
    """A ruling by rules of ours loads nothing for the sake of others'."""

    def test_a_ruling_by_ours_looks_at_none_of_them(self, home: Home, named: Path) -> None:
        source = "import sys; from refcli.cli.main import run; run(sys.argv[1:]); print(*sys.modules)"
        command = [sys.executable, "-c", source, "-R", "grid", "fire", "tank", "infantry", ":", "5"]
        loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1].split()
        assert "refcli.referee.known_rulesets" in loaded
        never = ("refcli.referee.own_rulesets", "importlib.metadata", "refcli.files.source_code", "ruleset_")
        assert [name for name in loaded if name.startswith(never)] == []


def test_a_referee_under_settings_knows_what_they_name() -> None:
    judge = Referee(Settings(rulesets=Setting((str(EXAMPLE),))))
    case = judge.case({"rules": NAME, "procedure": "repair", "boat": "mgb"})
    assert judge.rule(case, 0, [4]).ruling.outcome.word == "mended"


def test_code_that_was_changed_is_loaded_anew(run: Run, home: Home, own: Callable[..., Path]) -> None:
    """In one process, as at a prompt or in a notebook."""
    folder = own("toy", code("toy"))
    write(home.settings / "refcli.toml", f'rulesets = ["{folder}"]\n')
    assert re.search("^toy .*~/rules/toy", run("rules").out, re.MULTILINE)
    write(folder / "__init__.py", code("dolls"))
    assert re.search("^dolls .*~/rules/toy", run("rules").out, re.MULTILINE)
