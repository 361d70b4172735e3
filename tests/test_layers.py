"""Who may import whom, read off the import statements of every module."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import refcli
from tests.tools import tool

HOME = Path(refcli.__file__).parent

BELOW = ("core", "odds", "rulesets", "files", "plain")
"""What stands below the referee."""

MAY_IMPORT: dict[str, tuple[str, ...]] = {
    # of ours, besides itself; what is not a row here fails until it gets one
    "core": (),
    "odds": ("core",),
    "rulesets": ("core",),
    "files": ("core",),
    "plain": ("core", "files"),
    "render": ("core",),
    "printing": ("core",),
    "referee": BELOW,
    "game": (*BELOW, "referee"),
    "batch": (*BELOW, "referee"),
    "table": (*BELOW, "render", "referee", "game"),
    "conformance": (*BELOW, "render", "printing", "referee"),
    "cli": (*BELOW, "render", "printing", "referee", "game", "batch", "table", "conformance"),
    "__main__": ("cli",),
    "__init__": ("core", "plain", "referee", "game"),
}

PURE = ("core", "rulesets")
"""Do no input or output, roll no dice of their own, and stand on the standard library alone."""

NEVER_IN_PURE = ("io", "os", "pathlib", "random", "secrets", "shutil", "subprocess", "sys", "tempfile")
NEVER_CALLED_IN_PURE = ("print", "open", "input", "read_text", "read_bytes", "write_text", "write_bytes")


def name_of(path: Path, home: Path = HOME) -> str:
    """The dotted name of a module's file."""
    parts = path.relative_to(home.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


MODULES = {name_of(path): path for path in sorted(HOME.rglob("*.py"))}


def layer_of(module: str) -> str:
    """The row of the table that a module of ours belongs to; the package itself is ``__init__``."""
    return [*module.split("."), "__init__"][1]


def imports_of(source: str, module: str, package: bool = False) -> Iterator[str]:
    """The full name of everything that a module imports, wherever in it: ``from a import b`` is ``a.b``."""
    here = module.split(".") if package else module.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = here[: len(here) - node.level + 1] if node.level else []
            start = ".".join([*parents, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)


def imported_layers(names: Iterator[str]) -> set[str]:
    """The rows of the table that these imports reach; a name of the package itself is no row."""
    ours = [name.split(".") for name in names if name.split(".")[0] == "refcli"]
    return {parts[1] for parts in ours if len(parts) > 1 and parts[1] in MAY_IMPORT} - {"__init__"}


def calls_of(source: str) -> Iterator[str]:
    """The last name of everything that a module calls."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield node.func.id
            elif isinstance(node.func, ast.Attribute):
                yield node.func.attr


def imports_in(module: str) -> Iterator[str]:
    path = MODULES[module]
    return imports_of(path.read_text(encoding="utf-8"), module, path.name == "__init__.py")


def modules_imported(module: str) -> set[str]:
    """Our modules that a module imports, at its top, in a function or for the type checker alone."""
    found = set()
    for name in imports_in(module):
        start = name
        while start and start not in MODULES:  # ``from a import b`` is the module a.b, or the name b in a
            start = start.rpartition(".")[0]
        found.add(start)
    return found & MODULES.keys() - {module}


def circles_of(graph: dict[str, set[str]]) -> list[set[str]]:
    """The largest sets of modules each of which leads to every other one of its set."""
    reached = {module: _reached_from(module, graph) for module in graph}
    around = [frozenset(other for other in reached[one] if one in reached[other]) for one in graph]
    return [set(circle) for circle in dict.fromkeys(around) if circle]


def _reached_from(module: str, graph: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    to_follow = [module]
    while to_follow:
        new = graph[to_follow.pop()] - found
        found |= new
        to_follow += new
    return found


pure_modules = pytest.mark.parametrize("module", [name for name in MODULES if layer_of(name) in PURE])


class TestTheTable:
    """Says of every layer what it may import: whatever stands below it, and the command line for nobody."""

    def test_has_a_row_for_every_module_and_no_other(self) -> None:
        assert {layer_of(module) for module in MODULES} == MAY_IMPORT.keys()

    def test_names_only_rows(self) -> None:
        assert {name for allowed in MAY_IMPORT.values() for name in allowed} <= MAY_IMPORT.keys()

    def test_gives_cli_to_nobody_but_its_start(self) -> None:
        assert [layer for layer, allowed in MAY_IMPORT.items() if "cli" in allowed] == ["__main__"]

    def test_gives_the_rules_to_no_reader_and_no_writer(self) -> None:
        below = ("core", "odds", "files", "plain", "render", "printing")
        assert not [layer for layer in below if "rulesets" in MAY_IMPORT[layer]]

    def test_finds_the_modules_there_are(self) -> None:
        assert {
            "refcli.core.dice",
            "refcli.odds.enumeration",
            "refcli.rulesets",
            "refcli.cli",
            "refcli.files.library",
        } <= set(MODULES)


class TestEveryModule:
    """Imports what its row of the table allows."""

    @pytest.mark.parametrize("module", MODULES)
    def test_imports_only_what_its_row_allows(self, module: str) -> None:
        layer = layer_of(module)
        assert imported_layers(imports_in(module)) <= {layer, *MAY_IMPORT.get(layer, ())}

    @pytest.mark.parametrize("module", [name for name in MODULES if name.startswith("refcli.rulesets.")])
    def test_of_a_ruleset_imports_no_other_ruleset(self, module: str) -> None:
        own = ".".join(module.split(".")[:3])
        ours = [name for name in imports_in(module) if name.startswith("refcli.rulesets")]
        assert [name for name in ours if not f"{name}.".startswith(f"{own}.")] == []


class TestNoCircle:
    """No module leads back to itself, within a folder either, wherever in it an import stands."""

    def test_is_made_by_imports(self) -> None:
        found = circles_of({module: modules_imported(module) for module in MODULES})
        assert found == []

    def test_is_overlooked(self) -> None:
        graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a", "e"}, "e": {"f"}, "f": {"e"}, "g": set()}
        assert circles_of(graph) == [{"a", "b", "c"}, {"e", "f"}]

    def test_is_hidden_by_a_name_that_is_imported(self) -> None:
        assert "refcli.cli.app" in modules_imported("refcli.cli.main")
        assert "refcli.cli.surroundings" in modules_imported("refcli.cli.main")


class TestTheHouse:
    """Nothing stands loose, and the picture of the rooms in docs/ is the one that the code draws."""

    def test_has_no_module_loose(self) -> None:
        assert sorted(path.name for path in HOME.glob("*.py")) == ["__init__.py", "__main__.py"]

    def test_is_drawn_as_it_is(self) -> None:
        shown = (HOME.parent / "docs" / "house.svg").read_text(encoding="utf-8")
        assert shown == tool("draw_house").drawn(), "run: python tools/draw_house.py"
        assert all(f">{room}/<" in shown for room in MAY_IMPORT if not room.startswith("__"))


class TestTyper:
    """Is known by its public interface, and from behind it by one module alone."""

    @pytest.mark.parametrize("module", [name for name in MODULES if name != "refcli.cli.typer_inside"])
    def test_is_imported_as_a_whole(self, module: str) -> None:
        """``import typer``: no module of Typer's own, and nothing of Click."""
        names = [name for name in imports_in(module) if name.split(".")[0] in ("typer", "click")]
        assert set(names) <= {"typer"}

    def test_is_seen_from_behind(self) -> None:
        assert "typer.core.TyperGroup" in set(imports_in("refcli.cli.typer_inside"))


class TestTheCoreAndTheRules:
    """Never print, never read a file, never call random; on the standard library alone."""

    @pure_modules
    def test_stand_on_the_standard_library(self, module: str) -> None:
        tops = {name.split(".")[0] for name in imports_in(module)}
        assert tops <= {"refcli", *sys.stdlib_module_names}

    @pure_modules
    def test_import_nothing_that_touches_the_world(self, module: str) -> None:
        assert {name.split(".")[0] for name in imports_in(module)}.isdisjoint(NEVER_IN_PURE)

    @pure_modules
    def test_call_nothing_that_touches_the_world(self, module: str) -> None:
        assert set(calls_of(MODULES[module].read_text(encoding="utf-8"))).isdisjoint(NEVER_CALLED_IN_PURE)


def loaded_with(module: str) -> set[str]:
    """All modules that are loaded once this one is."""
    code = f"import sys, {module}; print(*sorted(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert module in ran.stdout.split()
    return set(ran.stdout.split())


class TestWhatARulingLoads:
    """Every command pays for the modules of a ruling; what costs more than it gives stays out."""

    NEVER = ("fractions", "hashlib", "json", "dataclasses", "refcli.core.allowed", "refcli.odds.enumeration")

    @pytest.mark.parametrize("module", ["dice", "cells", "charts", "ruling", "procedure"])
    def test_is_little(self, module: str) -> None:
        assert [name for name in self.NEVER if name in loaded_with(f"refcli.core.{module}")] == []

    def test_without_a_game_has_nothing_of_one(self) -> None:
        code = "import sys; from refcli.cli.main import run; run(sys.argv[1:]); print(*sys.modules)"
        command = [sys.executable, "-c", code, "-R", "grid", "fire", "tank", "infantry", ":", "5"]
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
        loaded = ran.stdout.splitlines()[-1].split()
        assert "refcli.cli.resolving" in loaded
        never = ("prompt_toolkit", "refcli.game", "refcli.table", "refcli.cli.evening")
        assert [name for name in loaded if name.startswith(never)] == []

    def test_at_no_terminal_has_no_prompt(self) -> None:
        assert "prompt_toolkit" not in loaded_with("refcli.cli.table")

    @pytest.mark.parametrize("module", ["refcli.cli.resolving", "refcli.plain.dump", "refcli.render.plain"])
    def test_has_no_fractions_before_odds_are_asked_for(self, module: str) -> None:
        assert "fractions" not in loaded_with(module)


class TestThisReader:
    """The reader of imports sees every way to write one."""

    @pytest.mark.parametrize(
        ("source", "imported"),
        [
            ("import refcli.cli.main", "refcli.cli.main"),
            ("import os.path as path", "os.path"),
            ("from refcli import plain", "refcli.plain"),
            ("from refcli.files.library import Library", "refcli.files.library.Library"),
            ("from . import dice", "refcli.core.dice"),
            ("from .cells import Cell", "refcli.core.cells.Cell"),
            ("from .. import files", "refcli.files"),
            ("from ..cli.main import main", "refcli.cli.main.main"),
            ("def late():\n    from refcli.render import plain", "refcli.render.plain"),
        ],
    )
    def test_names_what_is_imported(self, source: str, imported: str) -> None:
        assert list(imports_of(source, "refcli.core.dice")) == [imported]

    def test_knows_that_a_package_is_its_own_parent(self) -> None:
        assert list(imports_of("from .grid import RULESET", "refcli.rulesets", package=True)) == [
            "refcli.rulesets.grid.RULESET"
        ]

    def test_sees_the_layers_reached(self) -> None:
        source = "from refcli import __version__, plain\nimport refcli.cli.main\nimport json"
        assert imported_layers(imports_of(source, "refcli.core.dice")) == {"plain", "cli"}

    def test_sees_calls_by_name_and_by_attribute(self) -> None:
        assert set(calls_of("print(1)\nPath('a').read_text()")) == {"print", "Path", "read_text"}

    def test_knows_the_row_of_a_module(self) -> None:
        rows = {name: layer_of(name) for name in ("refcli.core.dice", "refcli.files", "refcli.__init__")}
        assert rows == {"refcli.core.dice": "core", "refcli.files": "files", "refcli.__init__": "__init__"}
