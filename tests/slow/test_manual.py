"""The manual: it builds without a warning, and contains every command, option, name and key."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import refcli
from refcli.cli.app import command_named
from refcli.cli.command import FIXED, Command, Group
from refcli.cli.procedure import ProcedureCommand
from refcli.cli.workspace import Workspace
from refcli.core import request, rulebook
from refcli.referee.settings import NO_SETTINGS
from refcli.rulesets import RULESETS
from tests.conftest import Home, Run, environment_of
from tests.situations import procedures, referee
from tests.test_docs import commands_in, language_blocks
from tests.test_manual import ROOT, below, told
from tests.tools import needed_package

PAGES = ("commands", "rulesets", *RULESETS, "rules", "keys", "library", "contributing", "changelog")


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The pages of reference, as they are written when the manual is built."""
    home = tmp_path_factory.mktemp("home")
    command = [sys.executable, ROOT / "tools" / "write_manual.py", home / "pages"]
    environment = environment_of(home) | {"PYTHONPATH": str(ROOT), "REFCLI_RULES": "no settings count"}
    subprocess.run(command, cwd=home, env=environment, check=True)
    return {path.stem: path.read_text(encoding="utf-8") for path in (home / "pages").iterdir()}


def commands() -> Iterator[tuple[str, Command]]:
    """Every command that is no procedure, by its words."""
    for name in FIXED:
        one = command_named(name, "", Workspace(NO_SETTINGS))
        yield name, one
        for inner, command in one.commands.items() if isinstance(one, Group) else ():
            yield f"{name} {inner}", command


def options(command: Command) -> set[str]:
    """The options of a command, those left out that only exist to be refused."""
    return {name for one in command.parameters if not one.hidden for name in one.names}


class TestTheReference:
    """What is written of commands, rulesets and the library."""

    def test_is_these_pages(self, reference: dict[str, str]) -> None:
        assert reference.keys() == {*PAGES}

    def test_tells_every_command_with_its_options(self, reference: dict[str, str], home: Home) -> None:
        for words, command in commands():
            section = below(reference["commands"], words)
            assert section, words
            assert options(command) - told(section) == set(), words

    def test_tells_of_again_what_holds_of_any_ruling(self, reference: dict[str, str]) -> None:
        section = below(reference["commands"], "again")
        assert "--without" in told(section) and not told(section) & {"--attackers", "--square", "--range"}
        assert "grid" not in section

    @pytest.mark.parametrize("rules", RULESETS)
    def test_tells_every_procedure_with_its_options_conditions_and_outcomes(
        self, reference: dict[str, str], rules: str
    ) -> None:
        loaded = referee().loaded(rules)
        common = told(below(reference["commands"], "Every procedure"))
        for procedure in procedures(rules):
            section = below(reference[rules], procedure.name)
            command = ProcedureCommand(Workspace(NO_SETTINGS), loaded, procedure)
            conditions = procedure.conditions(loaded.library.charts(procedure.charts))
            assert options(command) - common - told(section) == set(), procedure.name
            assert conditions.keys() - told(section) == set(), procedure.name
            assert [one.word for one in procedure.outcomes if f"*{one.word}*" not in section] == []

    @pytest.mark.parametrize("rules", RULESETS)
    def test_tells_every_reading_state_and_chart(self, reference: dict[str, str], rules: str) -> None:
        page = reference[rules]
        loaded = referee().loaded(rules)
        readings = below(page, "Readings")
        for reading in loaded.readings.values():
            assert f"**{reading.id}**: " in readings
            assert all(f"`{option.word}`" in readings for option in reading.options)
        asked = re.findall(r"^Asked for (?:by \[|in a game, where )", readings, re.MULTILINE)
        assert len(asked) == len(loaded.readings)
        assert told(below(page, "States")) >= {*loaded.library.states()[0]}
        charts = page.partition("\n## Charts\n")[2].replace("\\", "")
        assert [one.title for one in loaded.library.everything().values() if f" {one.title}" not in charts] == []

    @pytest.mark.parametrize("rules", RULESETS)
    def test_tells_every_name_that_a_unit_or_weapon_has(self, reference: dict[str, str], rules: str) -> None:
        page = reference[rules].partition("\n## Names\n")[2].partition("\n## ")[0]
        charts = referee().loaded(rules).library.everything()
        naming = {chart for one in procedures(rules) for field in one.inputs for chart in field.field.charts}
        for chart in (charts[name] for name in naming):
            assert chart.rows.keys() - told(page) == set(), chart.name
            assert [alias for alias in chart.aliases if not re.search(rf"[ |]{re.escape(alias)}[ ,]", page)] == []

    def test_tells_every_public_name(self, reference: dict[str, str]) -> None:
        told = set(re.findall(r"^\.\. auto\w+:: refcli::(\w+)$", reference["library"], re.MULTILINE))
        assert {*refcli.__all__} - told == {"__version__"}

    def test_tells_every_name_that_rules_are_written_with(self, reference: dict[str, str]) -> None:
        for module in (rulebook, request):
            told = set(re.findall(rf"^\.\. auto\w+:: {module.__name__}::(\w+)$", reference["rules"], re.MULTILINE))
            assert {*module.__all__} - told <= {"Annotated", "NamedTuple"}, module.__name__

    def test_tells_what_every_public_class_is_a_kind_of(self, reference: dict[str, str]) -> None:
        classes = re.findall(r"^\.\. autoclass:: .*\n(.*)\n(.*)\n", reference["library"], re.MULTILINE)
        assert classes and set(classes) == {("   :members:", "   :show-inheritance:")}

    def test_tells_every_key_that_a_reader_of_files_accepts(self, reference: dict[str, str]) -> None:
        sections = {frozenset(told(one)) for one in re.split(r"^## ", reference["keys"], flags=re.MULTILINE)}
        for module, name, keys in keys_of_readers():
            assert any(keys <= section for section in sections), f"{module}.{name}"

    @pytest.mark.parametrize("name", ["rulesets", *RULESETS])
    def test_shows_what_the_program_prints(
        self, reference: dict[str, str], name: str, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "80")
        shown = [one for block in language_blocks(reference[name], "console") for one in commands_in(block)]
        assert shown
        for command, output in shown:
            ran = run(*shlex.split(command)[1:])
            assert ran.out + ran.err == output, command


def keys_of_readers() -> Iterator[tuple[str, str, set[str]]]:
    """Every set of keys by which a file is read, with the module and the name that it has there."""
    for path in [*(ROOT / "refcli" / "files").glob("*.py"), ROOT / "refcli" / "referee" / "scenario.py"]:
        module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for name, keys in vars(module).items():
            if re.fullmatch(r"(\w+_)?KEYS", name) and isinstance(keys, dict):
                yield module.__name__, name, {*keys}


class TestTheSite:
    """What Sphinx makes of it all."""

    def test_is_built_without_a_warning(self, tmp_path: Path) -> None:
        """As docs/install.md tells it, but for the folder."""
        for package in ("sphinx", "myst_parser", "furo"):
            needed_package(package)
        page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
        lines = "".join(language_blocks(page, "sh")).splitlines()
        (line,) = [line for line in lines if "sphinx-build" in line]
        program, *said = shlex.split(line.partition(" && ")[2])
        assert (program, said.pop()) == ("sphinx-build", "build/manual") and {"-W", "-n"} <= {*said}
        ran = subprocess.run(
            [sys.executable, "-m", "sphinx", "-q", *said, tmp_path],
            cwd=ROOT,
            env=environment_of(tmp_path),
            capture_output=True,
            text=True,
        )
        assert (ran.stderr, ran.returncode) == ("", 0)
        built = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.html")}
        assert {"index.html", "evening.html", *(f"reference/{name}.html" for name in PAGES)} <= built
        assert "http" not in "".join(re.findall(r'<(?:link|script|img)[^>]+"', (tmp_path / "index.html").read_text()))
