"""TOML files as they stand on disk: read whole, parsed when it is asked for, and searched for the line of a fault."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from refcli.core.errors import BadData, Refused
from refcli.files.cache import place_in, remember, remembered

TomlTable = dict[str, Any]


class TomlFile:
    """One TOML file: its path, its bytes, its table. Raises BadData when it cannot be read, or then parsed.

    ``cache`` is where its table is remembered, for one that every start needs.
    """

    def __init__(self, path: Path, shown: str, cache: Path | None = None) -> None:
        self.path = path
        self.shown = shown
        try:
            self.content = path.read_bytes()
        except OSError as error:
            raise BadData([f"{shown}: cannot be read: {error.strerror or error}"]) from None
        self._cache = cache

    @cached_property
    def table(self) -> TomlTable:
        """What stands in the file, as TOML has it. Raises BadData."""
        place = place_in(self._cache, "toml", self.content) if self._cache else None
        table: TomlTable | None = remembered(place)
        if table is None:
            table = self._parsed()
            remember(place, table)
        return table

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

    def _parsed(self) -> TomlTable:
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


def write_toml(path: Path, table: TomlTable, comment: str) -> None:
    """Write a generated TOML file. Raises Refused for a file that exists, BadData where none can be written."""
    import tomli_w

    text = comment.encode("utf-8", "surrogateescape").decode("utf-8", "replace")  # a folder's name may be no text
    lines = "".join(f"# {line}\n" for line in text.splitlines())
    if path.exists():
        raise Refused(f"{path} exists already; refcli never writes over a file")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(lines + "\n" + _one_line_a_list(tomli_w.dumps(table)))
    except OSError as error:
        raise BadData([f"{path}: cannot be written: {error.strerror or error}"]) from None
