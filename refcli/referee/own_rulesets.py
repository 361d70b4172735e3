"""A ruleset that refcli does not ship, from a folder or a package: to load it is to run its code."""

import sys
from collections.abc import Iterable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from refcli.core.errors import BrokenRuleset, Refused
from refcli.core.hashing import blake2b
from refcli.core.names import SAID, is_name
from refcli.core.procedure import Ruleset
from refcli.files.source_code import place_in, place_of_error, shown

GROUP = "refcli.rulesets"
"""The entry points by which an installed package offers rulesets: the name of each, and its module."""

CHARTS = "charts"
"""The folder beside the code of a ruleset in which its charts are, where it names no other."""

WORDS = ("show", "new", "check")
"""Words behind ``refcli rules`` that are no rulesets."""


def installed() -> tuple[tuple[str, str], ...]:
    """The rulesets that installed packages offer: the name and the package of each."""
    from importlib.metadata import entry_points

    offered = {(one.name, one.module) for one in entry_points(group=GROUP)}
    return tuple(sorted(offered))


def ruleset_from(place: str, name: str = "") -> Ruleset:
    """The ruleset in a folder, said by its whole path, or in a package; its charts are found.

    ``name`` is what it has to be called, where that is said elsewhere. Raises Refused, with the file and line at
    fault, for one that cannot be loaded.
    """
    try:
        module = _from_folder(Path(place)) if Path(place).is_absolute() else _from_package(place)
    except Refused:
        raise
    except (Exception, SystemExit) as error:
        raise BrokenRuleset(f"{place_of_error(error)}: {_said(error)}") from None
    found = getattr(module, "RULESET", None)
    if not isinstance(found, Ruleset):
        raise Refused(f"{shown(module)}:1: there is no RULESET = Ruleset(...)")
    if not is_name(found.name) or found.name != found.name.lower() or found.name in WORDS:
        raise Refused(f"{shown(module)}:1: {found.name!r} is no name of a ruleset: {SAID}, small letters alone")
    if name not in ("", found.name):
        raise Refused(f"{shown(module)}:1: it is offered as {name} and calls itself {found.name}")
    folder = Path(str(module.__file__)).parent / (found.folder or CHARTS)
    return found._replace(folder=str(folder), package=found.package or module.__name__)


def fault_in(rulesets: Iterable[Ruleset], error: Exception) -> BrokenRuleset | None:
    """What to say of an error that came up in the code of one of these rulesets; None where it did not."""
    for one in rulesets:
        folder = folder_of(one)
        place = place_in(error, folder) if folder else ""
        if place:
            return BrokenRuleset(f"{place}: {one.name} went wrong: {_said(error)}")
    return None


def folder_of(ruleset: Ruleset) -> Path | None:
    """The folder of a ruleset's code; None while it is not loaded."""
    begins = getattr(sys.modules.get(ruleset.package), "__file__", None)
    return Path(begins).parent if begins else None


def cannot_load(what: str, error: Exception) -> BrokenRuleset:
    """What to say of a part of a ruleset that cannot be loaded."""
    return BrokenRuleset(f"{place_of_error(error)}: {what} cannot be loaded: {_said(error)}")


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _from_folder(folder: Path) -> ModuleType:
    """The package that a folder is, under a name that no other module has; another one once its code was changed."""
    begins = folder / "__init__.py"
    if not begins.is_file():
        raise Refused(f"there is no {begins}" if folder.is_dir() else "there is no such folder")
    stands = [(path.name, path.stat().st_mtime_ns) for path in sorted(folder.glob("*.py"))]
    name = f"ruleset_{blake2b(repr((folder, stands)).encode(), digest_size=8).hexdigest()}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, begins, submodule_search_locations=[str(folder)])
    assert spec and spec.loader
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _from_package(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name and f"{name}.".startswith(f"{error.name}."):
            raise Refused("no package is called so; a folder is named with a slash in it") from None
        raise
