"""The wheel as a referee gets it: built here, installed elsewhere, used from another folder."""

import json
import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]


class Installed:
    """A refcli that was installed from its wheel into a fresh environment, with a home of its own."""

    def __init__(self, environment: Path, home: Path) -> None:
        self.environment = environment
        self.home = home

    def refcli(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """What the console script does, in the home folder."""
        return self._run([self._script("refcli"), *arguments], variables)

    def python(self, code: str, *arguments: str) -> str:
        """What code prints in the environment's own interpreter."""
        done = self._run([self._script("python"), "-c", code, *arguments], {})
        assert done.returncode == 0, done.stderr
        return done.stdout

    def _script(self, name: str) -> str:
        return str(self.environment / ("Scripts" if os.name == "nt" else "bin") / name)

    def _run(self, command: Sequence[str], variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("REFCLI_", "PYTHON", "XDG_"))}
        home = {"HOME": str(self.home), "USERPROFILE": str(self.home), "LOCALAPPDATA": str(self.home)}
        return subprocess.run(
            command,
            cwd=self.home,
            env={**kept, **home, **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
        )


def pip(*arguments: str | Path) -> None:
    """Run this environment's pip; the test fails with what it said."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *map(str, arguments)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, f"pip {' '.join(map(str, arguments))}\n{done.stdout}{done.stderr}"


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout in an environment of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-deps", "--wheel-dir", folder, CHECKOUT)
    (built,) = folder.glob("refcli-*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in a fresh environment that holds its run-time dependencies alone."""
    environment = tmp_path_factory.mktemp("installed")
    venv.create(environment, with_pip=False, symlinks=os.name != "nt")
    pip("--python", environment, "install", wheel)
    return Installed(environment, tmp_path_factory.mktemp("home"))


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    """A folder in which a referee gives one figure of one chart."""
    chart = tmp_path / "house rules" / "grid" / "combat.toml"
    chart.parent.mkdir(parents=True)
    chart.write_text("[rows]\ntanks = { infantry = 2 }\n", encoding="utf-8")
    return chart.parent.parent


class TestTheWheel:
    """The wheel alone, with its run-time dependencies, in a clean environment and another folder."""

    @pytest.mark.parametrize(
        "command",
        [("rules",), ("charts", "list", "grid"), ("scenario", "check"), ("--help",)],
        ids=" ".join,
    )
    def test_every_kind_of_command_works(self, installed: Installed, command: tuple[str, ...]) -> None:
        """Rules, charts and the shipped scenarios are all there, and nothing is said on stderr."""
        done = installed.refcli(*command)
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip()
        assert done.stderr == ""

    def test_what_the_tests_need_is_not_installed(self, installed: Installed) -> None:
        """The environment is clean, so that a forgotten run-time dependency would show."""
        find = "import importlib.util as u, sys; print([name for name in sys.argv[1:] if u.find_spec(name)])"
        assert installed.python(find, "pytest", "hypothesis", "jsonschema", "mypy", "hatchling").strip() == "[]"

    def test_the_charts_are_the_installed_ones(self, installed: Installed) -> None:
        """The code and the charts it reads lie in the environment, not in the checkout."""
        found = installed.python(
            "import refcli, refcli.files.library; print(refcli.__file__); print(refcli.files.library.shipped())"
        )
        for path in map(Path, found.splitlines()):
            assert path.resolve().is_relative_to(installed.environment.resolve())

    def test_every_chart_and_scenario_of_the_checkout_is_in_it(self, installed: Installed) -> None:
        """The data files of the package are those of the checkout, byte for byte."""
        charts = Path(installed.python("import refcli.files.library; print(refcli.files.library.shipped())").strip())
        shipped = {path.relative_to(charts): path.read_bytes() for path in charts.rglob("*.toml")}
        kept = CHECKOUT / "charts"
        assert shipped == {path.relative_to(kept): path.read_bytes() for path in kept.rglob("*.toml")}
        assert (charts.parent / "scenarios.toml").read_bytes() == (CHECKOUT / "scenarios.toml").read_bytes()

    def test_a_ruling_is_given(self, installed: Installed) -> None:
        """A tank hits infantry on a 4: an entered 4 hits, a 3 misses."""
        assert outcome(installed, dice="4") == "disrupted"
        assert outcome(installed, dice="3") == "no effect"

    def test_a_ruleset_that_it_begins_passes_its_checks(self, installed: Installed) -> None:
        """The files of a new one are in it, and nothing that checks one needs the tests."""
        for command in ("new", "check"):
            done = installed.refcli("rules", command, "muskets")
            assert (done.returncode, done.stderr) == (0, "")

    def test_an_overlay_decides_a_ruling(self, installed: Installed, overlay: Path) -> None:
        """With the referee's 2 in the place of the 4, the entered 3 hits; a 1 still misses."""
        assert outcome(installed, dice="3", REFCLI_CHARTS=str(overlay)) == "disrupted"
        assert outcome(installed, dice="1", REFCLI_CHARTS=str(overlay)) == "no effect"

    def test_an_overlay_changes_exactly_its_one_cell(self, installed: Installed, overlay: Path) -> None:
        """No other figure, condition or reading of any ruleset moves."""
        done = installed.refcli("charts", "diff", "--json", REFCLI_CHARTS=str(overlay))
        assert done.returncode == 0, done.stderr
        changed = [
            (change["rules"], change["cell"], str(change["after"])) for change in json.loads(done.stdout)["changes"]
        ]
        assert changed == [("grid", "combat.tanks.infantry", "2+")]


USER = """\
from fractions import Fraction

import refcli

shot = {"rules": "grid", "procedure": "fire", "attackers": "tank", "target": "infantry"}
ruling: refcli.Ruling = refcli.resolve(shot)
faces: list[tuple[int, ...]] = [roll.faces for roll in ruling.rolls]
word: str = ruling.outcome.word
chance: Fraction = refcli.odds({"rules": "grid", "procedure": "strafe", "target": "tank"}).success
rows: tuple[tuple[Fraction | None, ...], ...] = refcli.sweep(shot, "range=1:3").chances
print(word, chance)
"""
"""A small program of somebody who uses the library."""


class TestTheTypes:
    """Of the installed package are seen by a type checker: ``py.typed`` holds."""

    def test_of_a_small_program_are_right(self, installed: Installed, tmp_path: Path) -> None:
        assert checked(installed, tmp_path, USER) == "Success: no issues found in 1 source file\n"
        assert installed.python(USER).split()[-1] == "1/3"

    @pytest.mark.parametrize(
        ("line", "fault"),
        [
            ("refcli.nonsense", 'Module has no attribute "nonsense"'),
            ("refcli.resolve(7)", 'Argument 1 to "resolve" has incompatible type "int"'),
            ("ruling.verdict + 1", "Unsupported operand types"),
        ],
    )
    def test_of_a_slip_are_told(self, installed: Installed, tmp_path: Path, line: str, fault: str) -> None:
        assert fault in checked(installed, tmp_path, f"{USER}{line}\n")


def checked(installed: Installed, folder: Path, program: str) -> str:
    """What mypy says to a program, with the installed package and nothing of the checkout."""
    file = folder / "program.py"
    file.write_text(program, encoding="utf-8")
    python = installed.environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(python), str(file)]
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "MYPYPATH")}
    return subprocess.run(command, cwd=folder, env=kept, capture_output=True, encoding="utf-8").stdout


def outcome(installed: Installed, dice: str, **variables: str) -> str:
    """What one tank that fires at infantry comes to with this die."""
    done = installed.refcli("-R", "grid", "fire", "tank", "infantry", "--dice", dice, "--json", **variables)
    assert done.returncode == 0, done.stdout + done.stderr
    found: str = json.loads(done.stdout)["outcome"]
    return found
