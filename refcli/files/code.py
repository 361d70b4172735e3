"""What the code of a ruleset says, and where: the texts that stand in it, the readings it asks for."""

import ast
import inspect
import sys
import traceback
from collections.abc import Iterator
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from refcli.core.errors import Refused

PACKAGES = Path(__file__).parents[2]
"""The folder that refcli lies in."""

STANDARD_LIBRARY = Path(ast.__file__).parent
"""The folder of the standard library."""


class Said(NamedTuple):
    """What stands in a module: its texts, the readings that it asks for with their lines, the modules it imports.

    ``names`` are those of the fields of its classes.
    """

    texts: frozenset[str]
    readings: tuple[tuple[str, str], ...]
    """The id of a reading, and where it is asked for."""
    imports: frozenset[str]
    names: frozenset[str]


def said_for(module: str) -> Said:
    """What stands in a module and in those of its own package that it imports, one through the other."""
    package = f"{sys.modules[module].__package__}."
    modules = [module]
    for one in modules:
        near = sorted(name for name in said_in(one).imports if f"{name}.".startswith(package) and name in sys.modules)
        modules.extend(name for name in near if name not in modules)
    found = [said_in(one) for one in modules]
    return Said(
        frozenset().union(*(one.texts for one in found)),
        tuple(dict.fromkeys(reading for one in found for reading in one.readings)),
        frozenset(modules),
        frozenset().union(*(one.names for one in found)),
    )


@cache
def said_in(module: str) -> Said:
    """What stands in one module, its docstrings left out. Raises Refused for one without its source."""
    try:
        source = inspect.getsource(sys.modules[module])
    except (OSError, TypeError):
        raise Refused(f"{module} is here without its source: what it reads cannot be checked") from None
    nodes = list(ast.walk(ast.parse(source)))
    docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in docs}
    fields = [part for node in nodes if isinstance(node, ast.ClassDef) for part in node.body]
    names = {part.target.id for part in fields if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)}
    readings: list[tuple[str, str]] = []
    imports: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "reads":
            asked = [one.value for one in node.args[:1] if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            readings.extend((id, f"{shown(sys.modules[module])}:{node.lineno}") for id in asked)
        elif isinstance(node, ast.Import):
            imports |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            behind = f"{'.' * node.level}{node.module or ''}"
            source_of = resolve_name(behind, sys.modules[module].__package__)
            imports |= {source_of, *(f"{source_of}.{name.name}" for name in node.names)}
    return Said(
        frozenset(one for one in texts if isinstance(one, str)), tuple(readings), frozenset(imports), frozenset(names)
    )


def refusals_in(module: str) -> Iterator[tuple[str, str]]:
    """What the code of a module refuses with, each with its place; what it puts in is left out."""
    for call in ast.walk(ast.parse(inspect.getsource(sys.modules[module]))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Refused":
            parts = [one.value for one in ast.walk(call) if isinstance(one, ast.Constant)]
            said = " ".join(part for part in parts if isinstance(part, str))
            yield f"{shown(sys.modules[module])}:{call.lineno}", said


def place_of(thing: Any) -> str:
    """Where a function or a class stands, as ``file:line``."""
    thing = inspect.unwrap(thing)
    try:
        line = inspect.getsourcelines(thing)[1]
    except (OSError, TypeError):  # its source is not to be had
        line = 1
    return f"{shown(sys.modules[thing.__module__])}:{line}"


def shown(module: ModuleType) -> str:
    """The file of a module, as seen from the folder that refcli lies in if it is below that."""
    return _shown(Path(module.__file__ or module.__name__))


def place_of_text(module: str, text: str, after: int = 0) -> str:
    """Where a text stands in the code of a module, from a line on, as ``file:line``; nothing without such a module."""
    if module not in sys.modules:
        return ""
    try:
        nodes = ast.walk(ast.parse(inspect.getsource(sys.modules[module])))
    except (OSError, TypeError):  # its source is not to be had
        nodes = iter(())
    lines = [node.lineno for node in nodes if isinstance(node, ast.Constant) and node.value == text]
    return f"{shown(sys.modules[module])}:{min([line for line in lines if line >= after], default=max(after, 1))}"


def place_of_error(error: BaseException, asked_at: str = "") -> str:
    """Where the code of a ruleset is wrong that could not be loaded, as ``file:line``.

    Where no code went wrong, what was asked for is not there: that is the fault of the place where it was asked for.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return f"{_shown(Path(error.filename))}:{error.lineno or 1}"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if file.is_file() and not _loads_rulesets(file):
            return f"{_shown(file)}:{frame.lineno}"
    if asked_at:
        return asked_at
    if isinstance(error, AttributeError) and isinstance(error.obj, ModuleType):
        return f"{shown(error.obj)}:1"
    name = (error.name if isinstance(error, ImportError) else "") or ""
    while name and name not in sys.modules:
        name = name.rpartition(".")[0]
    return f"{shown(sys.modules[name or 'refcli'])}:1"


def place_in(error: Exception, folder: Path) -> str:
    """Where in the code of a folder an error came up, as ``file:line``; empty where it did not."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).is_relative_to(folder):
            return f"{_shown(Path(frame.filename))}:{frame.lineno}"
    return ""


def _loads_rulesets(file: Path) -> bool:
    """Whether a file is of the code that loads a ruleset, and so not at fault when that fails: ours, or Python's."""
    ours = any(file.is_relative_to(PACKAGES / "refcli" / room) for room in ("core", "files", "referee"))
    return ours or (
        file.is_relative_to(STANDARD_LIBRARY) and not file.is_relative_to(STANDARD_LIBRARY / "site-packages")
    )


def _shown(file: Path) -> str:
    return file.relative_to(PACKAGES).as_posix() if file.is_relative_to(PACKAGES) else str(file)
