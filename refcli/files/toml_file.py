"""TOML files as they stand on disk: read whole, parsed once, and searched for the line of a fault.

Parsing is remembered by content in a cache folder, so that a start costs a read instead of a parse;
a file that changes by one byte is another file to the cache, which can therefore never be stale.
"""

import marshal
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from refcli.core.errors import BadData, Refused
from refcli.core.hashing import blake2b

Table = dict[str, Any]


class TomlFile:
    """One TOML file: its path, its bytes, its table. Raises BadData when it cannot be read or parsed."""

    def __init__(self, path: Path, shown: str, cache: Path | None = None) -> None:
        self.path = path
        self.shown = shown
        try:
            self.content = path.read_bytes()
        except OSError as error:
            raise BadData([f"{shown}: cannot be read: {error.strerror or error}"]) from None
        self.table = self._remembered(cache) if cache else self._parsed()

    def line(self, keys: Sequence[str | int]) -> int:
        """The line on which the entry under ``keys`` begins; the nearest one above it at the worst."""
        return find_line(self.content.decode("utf-8", "replace"), keys)

    def keys_of(self, names: Sequence[str | int]) -> list[str | int] | None:
        """The keys of an entry, one of a list being called by its name or id; None where it does not stand here."""
        at: Any = self.table
        keys: list[str | int] = []
        for name in names:
            key: str | int | None = name
            if isinstance(at, list) and isinstance(name, str):
                called = (key for key, one in enumerate(at) if name in (one.get("name"), one.get("id")))
                key = next(called, None)
            inside = range(len(at)) if isinstance(at, list) else at if isinstance(at, dict) else ()
            if key is None or key not in inside:
                return None
            keys.append(key)
            at = at[key]
        return keys

    def fault(self, keys: Sequence[str | int], what: str) -> str:
        """A fault of this file in one line: ``file:line: what``."""
        return f"{self.shown}:{self.line(keys)}: {what}"

    def _parsed(self) -> Table:
        import tomllib  # 5 ms that a remembered parse saves

        try:
            table = tomllib.loads(self.content.decode("utf-8").removeprefix("\ufeff"))
        except UnicodeDecodeError as error:
            line = self.content[: error.start].count(b"\n") + 1
            raise BadData([f"{self.shown}:{line}: not text in UTF-8"]) from None
        except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError; so are endless numbers
            place = re.search(r" \(at line (\d+), column \d+\)", str(error))
            line = int(place[1]) if place else self.content.count(b"\n") + 1
            what = str(error)[: place.start()] if place else str(error).removesuffix(" (at end of document)")
            raise BadData([f"{self.shown}:{line}: not TOML: {what}"]) from None
        beyond = [self.fault(keys, "a whole number beyond 64 bits") for keys in _numbers_beyond(table)]
        if beyond:
            raise BadData(beyond)
        return table

    def _remembered(self, cache: Path) -> Table:
        name = blake2b(self.content, digest_size=16).hexdigest()
        place = cache / f"{name}.{sys.implementation.cache_tag}"
        try:
            kept = place.read_bytes()
            if blake2b(kept[16:], digest_size=16, key=name.encode()).digest() == kept[:16]:
                table: Table = marshal.loads(kept[16:])
                return table
        except (OSError, ValueError, EOFError, TypeError):
            pass  # nothing kept yet, or nothing that can be used
        table = self._parsed()
        try:
            parsed = marshal.dumps(table)
        except ValueError:
            return table  # dates and times cannot be kept
        _write_whole(place, blake2b(parsed, digest_size=16, key=name.encode()).digest() + parsed)
        return table


def _write_whole(place: Path, content: bytes) -> None:
    """Write a cache file at one stroke; a folder that cannot be written costs only time."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_name(f"{place.name}.{os.getpid()}")
        part.write_bytes(content)
        part.replace(place)
    except OSError:
        pass


def _numbers_beyond(value: Any, keys: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where whole numbers stand that TOML does not have, and that no float could hold."""
    if isinstance(value, (dict, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _numbers_beyond(inner, (*keys, key))
    elif isinstance(value, int) and not -(2**63) <= value < 2**63:
        yield keys


def find_line(text: str, keys: Sequence[str | int]) -> int:
    """The line of the entry under ``keys`` (table names, array indexes, a key) in a TOML text."""
    found = 1
    at: list[str | int] = []
    counts: dict[tuple[str | int, ...], int] = {}
    best = -1
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?", line)
        entry = re.match(r"""\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=""", line)
        if header:
            names: list[str | int] = []
            for part in split_key(header[2]):
                names.append(part)
                if tuple(names) in counts:
                    names.append(counts[tuple(names)])
            if header[1] == "[[":
                if names and isinstance(names[-1], int):
                    names.pop()
                counts[tuple(names)] = counts.get(tuple(names), -1) + 1
                names.append(counts[tuple(names)])
            at = names
            here = at
        elif entry:
            here = [*at, *split_key(entry[1])]
        else:
            continue
        if here == list(keys[: len(here)]) and len(here) > best:
            found, best = number, len(here)
    return found


def split_key(dotted: str) -> list[str]:
    """The parts of a TOML key: ``a."b.c"`` is ``a`` and ``b.c``."""
    return [part.strip("\"'") for part in re.findall(r'"[^"]*"|\'[^\']*\'|[^.\s]+', dotted)]


def _one_line_a_list(text: str) -> str:
    """What tomli-w writes, which puts each entry of a list in a line of its own, with each list in one line."""

    def joined(found: re.Match[str]) -> str:
        entries = [line.strip().removesuffix(",") for line in found[1].rstrip().split("\n")]
        return f"[{', '.join(entries)}]"

    return re.sub(r"\[\n((?: +.*,\n)+) *\]", joined, text)


def write_toml(path: Path, table: Table, comment: str) -> None:
    """Write a generated TOML file. Raises Refused for a file that exists, BadData where none can be written."""
    import tomli_w

    lines = "".join(f"# {line}\n" for line in comment.splitlines())
    if path.exists():
        raise Refused(f"{path} exists already; refcli never writes over a file")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(lines + "\n" + _one_line_a_list(tomli_w.dumps(table)))
    except OSError as error:
        raise BadData([f"{path}: cannot be written: {error.strerror or error}"]) from None
