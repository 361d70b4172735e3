"""A cache folder: what was made from files, so that a start costs a read instead of the work.

The name of an entry is made from all that its value was made from, so that no entry is ever out of date. Values are
kept through marshal, as plain tuples, dicts, texts and numbers: a damaged file of the cache never runs anything.
"""

import marshal
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, get_args, get_origin

from refcli.core.errors import BadData
from refcli.core.hashing import blake2b

CHECK = 16
"""The bytes before a value: they show that it is whole and in its own place."""


def cache_path(folder: Path, kind: str, *parts: bytes) -> Path:
    """Return where a cache folder keeps the ``kind`` of value that is made from these parts."""
    name = blake2b(digest_size=16, person=kind.encode())
    for part in parts:
        name.update(b"%d:" % len(part) + part)
    return folder / f"{name.hexdigest()}.{sys.implementation.cache_tag}"


def load_cached(path: Path | None) -> Any:
    """Return the value at a path; None where there is none that can be used."""
    if path is None:
        return None
    try:
        content = path.read_bytes()
        return marshal.loads(content[CHECK:]) if content[:CHECK] == _check(path, content[CHECK:]) else None
    except (OSError, ValueError, EOFError, TypeError):
        return None


def save_cached(path: Path | None, value: Any) -> None:
    """Keep a value; a folder that cannot be written costs only time."""
    if path is None:
        return
    try:
        content = marshal.dumps(value)
        replace_file(path, _check(path, content) + content)
    except (OSError, ValueError):  # marshal keeps no dates and times
        pass


def replace_file(path: Path, content: bytes) -> None:
    """Write a file in one step: a reader finds the old content or the new."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_bytes(content)
    part.replace(path)


def _check(path: Path, content: bytes) -> bytes:
    return blake2b(content, digest_size=CHECK, key=path.name.encode()).digest()


@cache
def format_version() -> bytes:
    """Return what differs between versions of the modules that give a file its meaning; empty where that is unknown.

    It is what Python knows its bytecode by: the paths of the modules, their sizes, and when they were changed.
    """
    package = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120
    found = []
    try:
        for folder in ("core", "files", "referee"):
            with os.scandir(f"{package}/{folder}") as entries:
                modules = [(entry.path, entry.stat()) for entry in entries if entry.name.endswith(".py")]
            found += [(path, about.st_size, about.st_mtime_ns) for path, about in modules]
    except OSError:
        return b""
    return repr(sorted(found)).encode() if found else b""


def checked(
    folder: Path | None, what: str, kind: Any, made_from: Iterable[bytes], read: Callable[[list[str]], Any]
) -> Any:
    """Return a value of a type that is made from files: from the cache, or read now, without a fault, and kept there.

    ``read`` is given a list for the faults that it finds.
    """
    path = None
    if folder and format_version():
        path = cache_path(folder, "checked", format_version(), what.encode(), *made_from)
    kept = load_cached(path)
    if kept is not None:
        return restored(kind, kept)
    faults: list[str] = []
    found = read(faults)
    if faults:
        raise BadData(faults)
    save_cached(path, plain(found))
    return found


def plain(value: Any) -> Any:
    """Return a value with its named tuples as plain ones."""
    if isinstance(value, tuple):
        return tuple([plain(one) for one in value])
    return {key: plain(one) for key, one in value.items()} if isinstance(value, Mapping) else value


def restored(kind: Any, value: Any) -> Any:
    """Return a value of a type from its plain form."""
    restore = _restorer(kind)
    return restore(value) if restore else value


@cache
def _restorer(kind: Any) -> Callable[[Any], Any] | None:
    """Return the function that restores values of a type; None for a type without named tuples in it."""
    of, inside = get_origin(kind), get_args(kind)
    if of in (Mapping, dict):
        value = _restorer(inside[1])
        return value and (lambda values: dict(zip(values, map(value, values.values()), strict=True)))
    if of is tuple and inside[-1] is Ellipsis:
        item = _restorer(inside[0])
        return item and (lambda values: tuple(map(item, values)))
    if of is not tuple and not hasattr(kind, "_fields"):
        return None
    make: Callable[[Any], Any] = tuple if of is tuple else partial(tuple.__new__, kind)
    restorers = map(_restorer, inside or kind.__annotations__.values())
    named = [(index, restore) for index, restore in enumerate(restorers) if restore]
    if not named:
        return None if of is tuple else make

    def restore(value: Any) -> Any:
        fields = [*value]
        for index, inner in named:
            fields[index] = inner(fields[index])
        return make(fields)

    return restore
