"""TOML files on disk: read whole, parsed when needed, and searched for the line of a fault."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import IO, Any, NamedTuple

from refcli.core.errors import BadData, Refused
from refcli.core.limits import DEEPEST, LARGEST_FILE
from refcli.files.cache import cache_path, load_cached, save_cached

TomlTable = dict[str, Any]
Keys = Sequence[str | int]

WITHOUT_WAITING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Flags that open a file without waiting, as it may be a pipe without a writer."""

TOO_DEEP = f"more than {DEEPEST} tables and lists inside one another"

KEY = r"""(?:"[^"\n]*+"|'[^'\n]*+'|[\w-]++)"""
LONG_KEY = rf"(?m)(?:^|[{{,])[ \t\[]*+(?:{KEY}[ \t]*+\.[ \t]*+){{{DEEPEST}}}"
HEADER = r"\s*+(\[\[?)([^\[\]]++)\]"
ENTRY = rf"\s*+({KEY}(?:\s*+\.\s*+{KEY})*+)\s*+="
"""Patterns that never take a way back: whatever a line holds, it is gone through once."""


def content_of(path: Path, shown: str) -> bytes:
    """Return the content of a file that a person edits. Raises BadData if it is no file, too large or unreadable."""
    try:
        file = os.open(path, WITHOUT_WAITING)
        try:
            about = os.fstat(file)
            if S_ISDIR(about.st_mode):
                raise IsADirectoryError(None, "Is a directory")
            if not S_ISREG(about.st_mode):
                raise BadData([f"{shown}: cannot be read: it is a device or a pipe, not a file"])
            with open(file, "rb", closefd=False) as whole:
                return whole_of(whole, shown)
        finally:
            os.close(file)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise BadData([f"{shown}: cannot be read: {why or error}"]) from None


def whole_of(stream: IO[bytes], shown: str) -> bytes:
    """Return the content of a stream. Raises BadData if it is too large."""
    content = stream.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise BadData([f"{shown}: cannot be read: it has more than {LARGEST_FILE:,} bytes"])
    return content


class Fault(NamedTuple):
    """What is wrong with the entry under ``keys``; ``word`` is unknown, and ``known`` are the right ones."""

    what: str
    keys: Keys = ()
    word: str = ""
    known: Iterable[str] = ()


class TomlFile:
    """One TOML file: its path, its bytes, its table. Raises BadData when it cannot be read, or then parsed.

    ``cache`` is where its table is kept, for one that every start needs; ``stream`` is read in its place. An overlay is
    laid over a shipped file.
    """

    def __init__(
        self,
        path: Path,
        shown: str,
        cache: Path | None = None,
        stream: IO[bytes] | None = None,
        is_overlay: bool = False,
    ) -> None:
        self.path = path
        self.shown = shown
        self.content = whole_of(stream, shown) if stream else content_of(path, shown)
        self.cache = cache
        self.is_overlay = is_overlay

    @property
    def identity(self) -> tuple[bytes, bytes]:
        """What a value that is made from the file depends on: its name and its content."""
        return os.fsencode(self.shown), self.content

    @cached_property
    def table(self) -> TomlTable:
        """The file as a table. Raises BadData if it is not TOML."""
        place = cache_path(self.cache, "toml", self.content) if self.cache else None
        table: TomlTable | None = load_cached(place)
        if table is None:
            table = self._parsed()
            save_cached(place, table)
        return table

    def line(self, keys: Sequence[str | int]) -> int:
        """Return the line on which the entry under ``keys`` begins, or the nearest entry around it."""
        return find_line(self._lines, keys)

    @cached_property
    def _lines(self) -> dict[tuple[str | int, ...], int]:
        return lines_of_keys(self.content.decode("utf-8", "replace"))

    def keys_of(self, names: Sequence[str | int]) -> list[str | int] | None:
        """Return the keys of an entry, where one of a list may be called by its name or id; None if it is not here."""
        at: Any = self.table
        keys: list[str | int] = []
        for name in names:
            key: str | int | None = name
            if isinstance(at, list) and isinstance(name, str):
                tables = ((key, one) for key, one in enumerate(at) if isinstance(one, dict))
                called = (key for key, one in tables if name in (one.get("name"), one.get("id")))
                key = next(called, None)
            inside = range(len(at)) if isinstance(at, list) else at if isinstance(at, dict) else ()
            if key is None or key not in inside:
                return None
            keys.append(key)
            at = at[key]
        return keys

    def fault(self, keys: Sequence[str | int], what: str) -> str:
        """Return a fault of this file in one line: ``file:line: what``."""
        return f"{self.shown}:{self.line(keys)}: {what}"

    def _parsed(self) -> TomlTable:
        import tomllib  # 5 ms that a remembered parse saves

        try:
            text = self.content.decode("utf-8").removeprefix("\ufeff")
            long = re.search(LONG_KEY, text)  # tomllib takes the square of its parts in time and memory
            if long:
                line = text.count("\n", 0, long.end()) + 1
                raise BadData([f"{self.shown}:{line}: a key of more than {DEEPEST} parts"])
            table = tomllib.loads(text)
        except UnicodeDecodeError as error:
            line = self.content[: error.start].count(b"\n") + 1
            raise BadData([f"{self.shown}:{line}: not text in UTF-8"]) from None
        except RecursionError:
            raise BadData([f"{self.shown}:1: {TOO_DEEP}"]) from None
        except ValueError as error:  # TOMLDecodeError is one; so are endless numbers
            place = re.search(r" \(at line (\d+), column \d+\)", str(error))
            line = int(place[1]) if place else self.content.count(b"\n") + 1
            what = str(error)[: place.start()] if place else str(error).removesuffix(" (at end of document)")
            raise BadData([f"{self.shown}:{line}: not TOML: {what}"]) from None
        beyond = [self.fault(keys, what) for keys, what in _beyond(table)]
        if beyond:
            raise BadData(beyond)
        return table


def _beyond(value: Any, keys: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the keys of whole numbers beyond those of TOML, and of what is nested too deeply."""
    if isinstance(value, (dict, list)):
        if len(keys) >= DEEPEST:
            yield keys, TOO_DEEP
            return
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _beyond(inner, (*keys, key))
    elif isinstance(value, int) and not -(2**63) <= value < 2**63:
        yield keys, "a whole number beyond 64 bits"


def find_line(lines: Mapping[tuple[str | int, ...], int], keys: Sequence[str | int]) -> int:
    """Return the line of the entry under ``keys``, or of the nearest one around it."""
    whole = tuple(keys)
    return next((lines[whole[:many]] for many in range(len(whole), 0, -1) if whole[:many] in lines), 1)


def lines_of_keys(text: str) -> dict[tuple[str | int, ...], int]:
    """Return the line on which each entry of a TOML text begins."""
    found: dict[tuple[str | int, ...], int] = {}
    at: list[str | int] = []
    counts: dict[tuple[str | int, ...], int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(HEADER, line)
        entry = None if header else re.match(ENTRY, line)
        if header:
            names: list[str | int] = []
            for part in split_key(header[2])[:DEEPEST]:
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
        found.setdefault(tuple(here[: DEEPEST + 1]), number)
    return found


def split_key(dotted: str) -> list[str]:
    """Return the parts of a TOML key: ``a."b.c"`` is ``a`` and ``b.c``."""
    return [part.strip("\"'") for part in re.findall(r'"[^"]*"|\'[^\']*\'|[^.\s]+', dotted)]


def _one_line_a_list(text: str) -> str:
    """Return the text of tomli-w, which breaks every list into lines, with each list in one line."""

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
