"""The source code of a ruleset: its texts and imports, and the line of each thing in it."""

import ast
import inspect
import sys
import traceback
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from refcli.core.errors import Refused

PACKAGES = Path(__file__).parents[2]
"""The folder of the package refcli."""

STANDARD_LIBRARY = Path(ast.__file__).parent


class SourceCode(NamedTuple):
    """The texts in the code of modules, and the names of the fields of their classes.

    ``readings`` are the ids of the readings that they ask for, each with its place.
    """

    texts: frozenset[str]
    readings: tuple[tuple[str, str], ...]
    imports: frozenset[str]
    names: frozenset[str]


def source_of(module: str) -> SourceCode:
    """Return the code of a module with that of the modules of its package that it imports, directly or not."""
    package = f"{sys.modules[module].__package__}."
    modules = [module]
    for one in modules:
        near = sorted(name for name in _source_in(one).imports if f"{name}.".startswith(package))
        modules.extend(name for name in near if name in sys.modules and name not in modules)
    found = [_source_in(one) for one in modules]
    return SourceCode(
        frozenset().union(*(one.texts for one in found)),
        tuple(dict.fromkeys(reading for one in found for reading in one.readings)),
        frozenset(modules),
        frozenset().union(*(one.names for one in found)),
    )


@cache
def _source_in(module: str) -> SourceCode:
    """Return the code of one module without its docstrings. Raises Refused for one without its source."""
    try:
        nodes = list(ast.walk(ast.parse(inspect.getsource(sys.modules[module]))))
    except (OSError, TypeError):
        raise Refused(f"{module} is here without its source: what it reads cannot be checked") from None
    docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    texts: set[str] = set()
    names: set[str] = set()
    imports: set[str] = set()
    readings: list[tuple[str, str]] = []
    for node in nodes:
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docs:
                texts.add(text)
            case ast.ClassDef(body=body):
                fields = (part.target for part in body if isinstance(part, ast.AnnAssign))
                names |= {field.id for field in fields if isinstance(field, ast.Name)}
            case ast.Call(func=ast.Attribute(attr="reads"), args=[ast.Constant(value=str(reading)), *_]):
                readings.append((reading, f"{shown(sys.modules[module])}:{node.lineno}"))
            case ast.Import(names=aliases):
                imports |= {alias.name for alias in aliases}
            case ast.ImportFrom(module=name, names=aliases, level=level):
                origin = resolve_name(f"{'.' * level}{name or ''}", sys.modules[module].__package__)
                imports |= {origin, *(f"{origin}.{alias.name}" for alias in aliases)}
    return SourceCode(frozenset(texts), tuple(readings), frozenset(imports), frozenset(names))


def place_of(thing: Any) -> str:
    """Return the place of a function or a class, as ``file:line``."""
    thing = inspect.unwrap(thing)
    try:
        line = inspect.getsourcelines(thing)[1]
    except (OSError, TypeError):  # its source is not to be had
        line = 1
    return f"{shown(sys.modules[thing.__module__])}:{line}"


def place_of_text(module: str, text: str, after: int = 0) -> str:
    """Return the place of a text in a module, from a line on, as ``file:line``; empty without such a module."""
    if module not in sys.modules:
        return ""
    try:
        nodes = ast.walk(ast.parse(inspect.getsource(sys.modules[module])))
    except (OSError, TypeError):  # its source is not to be had
        nodes = iter(())
    lines = [node.lineno for node in nodes if isinstance(node, ast.Constant) and node.value == text]
    return f"{shown(sys.modules[module])}:{min([line for line in lines if line >= after], default=max(after, 1))}"


def place_of_error(error: BaseException, asked_at: str = "") -> str:
    """Return the faulty place of a ruleset that could not be loaded, as ``file:line``.

    Where no code went wrong, something is missing that was asked for: that place is at fault.
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
    """Return the place of an error in the code of a folder, as ``file:line``; empty if it is elsewhere."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).is_relative_to(folder):
            return f"{_shown(Path(frame.filename))}:{frame.lineno}"
    return ""


def shown(module: ModuleType) -> str:
    """Return the file of a module, as seen from the folder of refcli if it is below that."""
    return _shown(Path(module.__file__ or module.__name__))


def _shown(file: Path) -> str:
    return file.relative_to(PACKAGES).as_posix() if file.is_relative_to(PACKAGES) else str(file)


def _loads_rulesets(file: Path) -> bool:
    """True if a file is of the code that loads a ruleset, ours or Python's, and so not at fault when that fails."""
    ours = any(file.is_relative_to(PACKAGES / "refcli" / folder) for folder in ("core", "files", "referee"))
    packages = STANDARD_LIBRARY / "site-packages"
    return ours or (file.is_relative_to(STANDARD_LIBRARY) and not file.is_relative_to(packages))
