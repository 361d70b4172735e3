"""Import rules: each folder of refcli imports only the folders below it."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import refcli
from tests.conftest import Home

HOME = Path(refcli.__file__).parent

BELOW_THE_REFEREE = ("odds", "rulesets", "files", "wire", "render", "printing")
ON_THE_REFEREE = ("game", "batch")
PURE = ("core", "rulesets")
NEVER_IN_PURE = {"io", "os", "pathlib", "random", "secrets", "shutil", "subprocess", "sys", "tempfile"}
NEVER_CALLED_IN_PURE = {"print", "open", "input", "read_text", "read_bytes", "write_text", "write_bytes"}

EXCEPTIONS = {
    "wire": {"files"},  # the line locator of edited files
}
"""Imports beyond the rule of a folder."""


def name_of(path: Path) -> str:
    """Return the dotted name of a module."""
    parts = path.relative_to(HOME.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


MODULES = {name_of(path): path for path in sorted(HOME.rglob("*.py"))}
TREES = {module: ast.parse(path.read_text(encoding="utf-8")) for module, path in MODULES.items()}


def imports_of(tree: ast.AST, module: str, package: bool = False) -> Iterator[str]:
    """Yield the full name of each import, also inside functions: ``from a import b`` is ``a.b``."""
    here = module.split(".") if package else module.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = here[: len(here) - node.level + 1] if node.level else []
            start = ".".join([*parents, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)


IMPORTS = {
    module: list(imports_of(tree, module, MODULES[module].name == "__init__.py")) for module, tree in TREES.items()
}


def modules_imported(module: str) -> set[str]:
    """Return the modules of refcli that a module imports."""
    found = set()
    for name in IMPORTS[module]:
        while name and name not in MODULES:  # ``from a import b`` is the module a.b, or the name b in a
            name = name.rpartition(".")[0]
        found.add(name)
    return found & MODULES.keys() - {module}


def folder_of(module: str) -> str:
    return [*module.split("."), "__init__"][1]


def imports_beyond(folders: tuple[str, ...], *allowed: str) -> list[str]:
    """Return each import from these folders that leaves its own folder and the allowed ones."""
    return [
        f"{module} imports {other}"
        for module in MODULES
        if folder_of(module) in folders
        for other in sorted(modules_imported(module))
        if folder_of(other) not in {folder_of(module), *allowed, *EXCEPTIONS.get(folder_of(module), ())}
    ]


class TestFolders:
    """core; the parts that import core; the referee; the parts that import the referee; the prompt; the commands."""

    def test_core_imports_nothing_of_ours(self) -> None:
        assert imports_beyond(("core",)) == []

    def test_the_parts_below_the_referee_import_core(self) -> None:
        assert imports_beyond(BELOW_THE_REFEREE, "core") == []

    def test_the_referee_imports_the_parts_below_it(self) -> None:
        assert imports_beyond(("referee",), "core", *BELOW_THE_REFEREE) == []

    def test_game_and_batch_import_the_referee(self) -> None:
        assert imports_beyond(ON_THE_REFEREE, "core", *BELOW_THE_REFEREE, "referee") == []

    def test_only_cli_imports_all(self) -> None:
        """The prompt and the board import the game; no folder imports cli, or folders that these rules do not name."""
        assert imports_beyond(("prompt", "board"), "core", *BELOW_THE_REFEREE, "referee", "game") == []
        named = {"core", *BELOW_THE_REFEREE, "referee", *ON_THE_REFEREE, "prompt", "board", "cli"}
        assert {folder_of(module) for module in MODULES} <= {*named, "__init__", "__main__"}
        assert sorted(path.name for path in HOME.glob("*.py")) == ["__init__.py", "__main__.py"]

    def test_no_module_imports_itself_through_others(self) -> None:
        left = {module: modules_imported(module) for module in MODULES}
        while leaves := {module for module, others in left.items() if not others & left.keys()}:
            left = {module: others for module, others in left.items() if module not in leaves}
        assert sorted(left) == []  # of what is left, each module leads into a circle


def test_core_and_rules_use_the_standard_library_and_touch_no_file() -> None:
    for module, tree in TREES.items():
        if folder_of(module) in PURE:
            tops = {name.split(".")[0] for name in IMPORTS[module]}
            assert tops <= {"refcli", *sys.stdlib_module_names} - NEVER_IN_PURE, module
            calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
            named = {getattr(call, "id", getattr(call, "attr", "")) for call in calls}
            assert not named & NEVER_CALLED_IN_PURE, module


def test_a_ruleset_imports_no_other_ruleset() -> None:
    for module in MODULES:
        own = ".".join(module.split(".")[:3])
        others = [name for name in modules_imported(module) if name.startswith("refcli.rulesets.")]
        if module.startswith("refcli.rulesets."):
            assert [name for name in others if not f"{name}.".startswith(f"{own}.")] == [], module


def test_no_module_uses_the_private_parts_of_typer() -> None:
    behind = [
        module
        for module, names in IMPORTS.items()
        if any(name.split(".")[0] == "click" or name.startswith("typer.") for name in names)
    ]
    assert behind == []


def test_a_ruling_loads_neither_games_nor_odds_nor_slow_modules(home: Home) -> None:
    """Once its charts were read: what the first ruling did is what the second is spared."""
    code = "import sys; from refcli.cli.main import run; run(sys.argv[1:]); print(*sys.modules)"
    command = [sys.executable, "-c", code, "-R", "grid", "fire", "tank", "infantry", ":", "5", "--plain"]
    for _ in range(2):
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = ran.stdout.splitlines()[-1].split()
    slow = ("prompt_toolkit", "cattrs", "asyncio", "fractions", "hashlib", "dataclasses")
    ours = tuple(f"refcli.{name}" for name in ("odds", "game", "batch", "prompt", "printing", "conformance"))
    assert [name for name in loaded if name in slow or name.startswith(ours)] == []


def test_imports_are_found_however_they_are_written() -> None:
    for source, name in (
        ("import refcli.cli.main", "refcli.cli.main"),
        ("import os.path as path", "os.path"),
        ("from refcli import wire", "refcli.wire"),
        ("from . import dice", "refcli.core.dice"),
        ("from .cells import Cell", "refcli.core.cells.Cell"),
        ("from ..cli.main import main", "refcli.cli.main.main"),
        ("def late():\n    from refcli.render import plain", "refcli.render.plain"),
    ):
        assert list(imports_of(ast.parse(source), "refcli.core.dice")) == [name]
