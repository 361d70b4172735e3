"""The file of a game: its entries as they were read, and which of them count."""

import os
from collections.abc import Collection
from io import BytesIO
from pathlib import Path

from refcli.core.errors import BadData, Refused
from refcli.core.limits import LARGEST_GAME
from refcli.core.sentence import some
from refcli.game.journal import Damaged, Line, Part, damaged, lines_in, opened
from refcli.wire import JsonObject

UNDOING = ("undo", "redo")
"""Acts that say which of the others count."""


class GameFile:
    """The entries of a game, read as far as they are needed: undone, judged again, or as they first were."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._entries: dict[int, JsonObject] = {}
        self._undone: set[int] = set()
        self._read = Part()
        """What was read of the file."""
        self._before = 0
        """Bytes at its beginning whose entries are read when asked for: what they add up to is known."""
        self.broken_off: Line | None = None
        """The last line that was found incomplete: its writer was killed, or is still writing it."""

    @property
    def entries(self) -> dict[int, JsonObject]:
        """Every entry by its number."""
        if self._before:
            later, read, content = self._entries, self._read, content_from(self.path, 0)[: self._before]
            self._entries, self._undone, self._read, self._before = {}, set(), Part(), 0
            self._new_in(content)
            for number, entry in later.items():
                self._take(number, entry)
            self._read = read
        return self._entries

    def entry(self, number: int) -> JsonObject:
        """An entry by its number: one that was just made is known without the others."""
        return self._entries[number] if number in self._entries else self.entries[number]

    @property
    def undone(self) -> set[int]:
        """The numbers of the entries that were undone."""
        return self._undone if self.entries else set()

    @property
    def last(self) -> int:
        """The number of the last entry; 0 before the first."""
        return max(self._entries, default=0) if self._entries else self._read.lines

    def _new_in(self, content: bytes) -> list[tuple[int, JsonObject]]:
        """The entries of the whole lines that come next in the file. Raises BadData at a damaged one."""
        new = []
        for line in lines_in(BytesIO(content), self.path, self._read):
            if line.entry is None:
                self.broken_off = line
                break
            self._read = line.part
            self._take(line.number, line.entry)
            new.append((line.number, line.entry))
        return new

    def _take(self, number: int, entry: JsonObject) -> None:
        self._entries[number] = entry
        act = entry.get("game", {})
        earlier = [*act.get("entries", ()), *([entry["amends"]] if "amends" in entry else ())]
        if not all(0 < one < number for one in earlier) or (act.get("do") == "begin" and number > 1):
            raise misfit(self.path, number)
        judged = self._entries.get(entry["amends"]) if "amends" in entry else None
        if judged and ("given" not in judged or judged["given"]["procedure"] != entry["given"]["procedure"]):
            raise misfit(self.path, number)
        if act.get("do") == "undo":
            self._undone.update(act["entries"])
        elif act.get("do") == "redo":
            self._undone.difference_update(act["entries"])

    def _other_than_read(self, content: bytes) -> BadData:
        """What is wrong with a file that no longer begins as it was read. Raises BadData at a damaged line."""
        GameFile(self.path)._new_in(content)
        found = f"no longer begins as it was read ({some(self._read.lines, 'line')}): somebody else changed it"
        return BadData([f"{self.path}: {found}; nothing is written to it; open it again to go on"])

    def live(self) -> dict[int, JsonObject]:
        """The entries that count, in order: not what was undone, and what was judged again in its last form."""
        judged: dict[int, JsonObject] = {}
        for number, entry in self.entries.items():
            if number not in self.undone and "amends" in entry:
                judged[self.root_of(number)] = entry
        return {
            number: judged.get(number, entry)
            for number, entry in self.entries.items()
            if number not in self.undone and "amends" not in entry and entry.get("game", {}).get("do") not in UNDOING
        }

    def told_before(self, number: int, texts: Collection[str]) -> set[str]:
        """Those of some texts that a ruling told which counts, and was made before an entry."""
        before = (entry for at, entry in self.live().items() if at < number and "ruling" in entry)
        return {text for entry in before for step in entry["ruling"]["steps"] if (text := step.get("text")) in texts}

    def root_of(self, number: int) -> int:
        """The entry that an amended one first was."""
        while "amends" in self.entries.get(number, ()):
            number = self.entries[number]["amends"]
        return number

    def ruling(self, number: int | None = None) -> tuple[int, JsonObject]:
        """A ruling that counts, in its last form, by its first number; without one the last. Raises Refused."""
        rulings = {one: entry for one, entry in self.live().items() if "ruling" in entry}
        if number is None:
            if not rulings:
                raise Refused("there is no ruling yet in this game")
            return list(rulings.items())[-1]
        root = self.root_of(number)
        if root in rulings:
            return root, rulings[root]
        if number in self.undone or root in self.undone:
            raise Refused(f"entry {number} was undone; redo brings it back")
        what = "no ruling" if number in self.entries else "not there"
        raise Refused(f"entry {number} is {what}; log shows them all")

    def to_undo(self, to: int | None = None) -> list[int]:
        """What is taken back: the entries of the last line, or all behind entry ``to``. Raises Refused."""
        uncounted = (*UNDOING, "begin")
        numbers = [
            number
            for number, entry in sorted(self.entries.items())
            if entry.get("game", {}).get("do") not in uncounted and number not in self.undone
        ]
        if to is None and numbers:
            to = self.entries[numbers[-1]].get("line", numbers[-1]) - 1
        taken = [number for number in numbers if to is not None and number > to]
        if not taken:
            raise Refused("there is nothing to undo" if to is None else f"nothing came after entry {to}")
        return taken

    def to_redo(self) -> list[int]:
        """What the last undo took; only while nothing else was done since. Raises Refused."""
        stack: list[list[int]] = []
        for number in sorted(self.entries):
            act = self.entries[number].get("game", {})
            if act.get("do") == "undo":
                stack.append(act["entries"])
            elif act.get("do") == "redo":
                stack = stack[:-1]
            else:
                stack.clear()
        if not stack:
            raise Refused("there is nothing to redo")
        return stack[-1]


def misfit(path: Path, number: int) -> Damaged:
    """The fault of an entry that has the form of one, and cannot be where it is."""
    return damaged(path, number, "this entry does not follow from those before it; the game stops here")


def rules_in(path: Path) -> str:
    """The ruleset of a game: as it was begun, else that of its first ruling; empty before the first entry."""
    with opened(path, BytesIO(), LARGEST_GAME) as file:
        first = next(lines_in(file, path), None)
    if first is None or first.entry is None:
        return ""
    if "given" not in first.entry and first.entry["game"]["do"] != "begin":
        raise misfit(path, 1)
    return str(first.entry["given" if "given" in first.entry else "game"]["rules"])


def content_from(path: Path, start: int) -> bytes:
    """What stands in the file from a byte on; nothing where there is none. Raises BadData where it cannot be read."""
    with opened(path, BytesIO(), LARGEST_GAME) as file:
        file.seek(start)
        return file.read()


def rest_of(file: int, start: int) -> bytes:
    os.lseek(file, start, os.SEEK_SET)
    parts = []
    while part := os.read(file, 1 << 20):
        parts.append(part)
    return b"".join(parts)
