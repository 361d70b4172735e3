"""The journal: each ruling or act of a game as one JSON line, on the disk before it is shown.

An entry's number is its line in the file, which only ever grows. The first line names the format:
``{"journal": 2, "time": ...``. ``check``, the last key of every line, is a hash of the check of the line before and of
the rest of this one, so that a line that was changed, lost, doubled or exchanged is found. It guards against accidents:
anyone can work out the check of a forged line.

Every reader reads lines here. A line ends with a newline alone. The last one is incomplete where its writer was killed:
it has no newline, and no check that agrees. It does not count, and the next entry takes its place. Everything
else that is no entry is refused by the number of its line.
"""

import json
import os
import re
import time
from binascii import crc32
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from math import isfinite
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import IO, Any, NamedTuple

from refcli.core.errors import BadData, Refused
from refcli.core.hashing import blake2b
from refcli.core.procedure import Record
from refcli.wire import JsonObject
from refcli.wire.objects import entry_fault, ruling_to
from refcli.wire.requests import given_of

VERSION = 2
"""The format of a journal. A new optional key of an entry leaves it as it is; a reader refuses keys unknown to it."""

ENDING = ".jsonl"
"""How the name of a file ends that a journal is begun in: nothing that a shell or another program reads and obeys."""

BEGINNING = b'{"journal": '
"""What the first line begins with: a file that begins otherwise is no journal, and nothing is written to it."""

FIRST = re.compile(rb'\{"journal": (\d{1,9})\b')
CHECK = re.compile(rb', "check": "([0-9a-f]{16})"\}')
END = re.compile(CHECK.pattern + rb"\n?\Z")
LONGEST_END = len(b', "check": "0123456789abcdef"}\n')
"""The format in the first line, and the check, which no text of an entry looks like, at the end of each."""

PATIENCE = 10.0
"""Seconds that a writer waits for another one's lock."""


class Part(NamedTuple):
    """The part of a journal that was read from its beginning.

    ``sum`` is the CRC-32 of its bytes, ``check`` that of its last line, ``first`` that of its first line; ``ended`` is
    whether the last line has its newline.
    """

    size: int = 0
    lines: int = 0
    sum: int = 0
    check: str = ""
    ended: bool = True
    first: str = ""

    def with_line(self, text: bytes, check: str) -> "Part":
        """This part and the line behind it."""
        size, sum = self.size + len(text), crc32(text, self.sum)
        return Part(size, self.lines + 1, sum, check, text.endswith(b"\n"), self.first or check)

    def with_end(self) -> "Part":
        """This part with the newline that its last line lacks."""
        return self if self.ended else self._replace(size=self.size + 1, sum=crc32(b"\n", self.sum), ended=True)

    def begins(self, content: bytes) -> bool:
        """Whether what stands in a file begins with this part."""
        return self.size <= len(content) and crc32(memoryview(content)[: self.size]) == self.sum


NOTHING = Part()
"""The part of a journal of which nothing was read."""


class Line(NamedTuple):
    """One line of a journal: its number, its entry unless it is incomplete, the part of the journal up to it."""

    number: int
    entry: JsonObject | None
    part: Part = NOTHING

    @property
    def said(self) -> str:
        """What is wrong with an incomplete one."""
        return "incomplete, its writer was stopped: this line does not count, and the next entry takes its place"


class Damaged(BadData):
    """A journal with a line that is no entry, or not the one that was written there."""

    def __init__(self, faults: Any, number: int = 0, fault: str = "") -> None:
        super().__init__(faults)
        self.number = number
        self.fault = fault


def append(path: Path, record: Record, amends: int | None = None) -> Line | None:
    """Append a ruling and have it on the disk; ``amends`` is the number of the entry that it judges again.

    Returns the incomplete line that it took the place of, if there was one.

    Raises BadData for a file that is no journal or is damaged, Refused for a game of another ruleset, and as
    ``appending`` does.
    """
    with appending(path) as file:
        part, incomplete = NOTHING, None
        with open(file, "rb", closefd=False) as content:
            for text, part in _checked(content, path, NOTHING):
                if not text:
                    incomplete = Line(part.lines + 1, None, part)
                elif part.lines == 1:
                    played_by = _entry_in(text, 1, path).get("game", {}).get("rules", record.rules)
                    if played_by != record.rules:  # the game would end there
                        raise Refused(f"{path}: a game of {played_by} is no journal for a ruling of {record.rules}")
        append_entries(file, path, part, [ruling_entry(record, amends)])
    return incomplete


def ruling_entry(record: Record, amends: int | None = None) -> JsonObject:
    """A ruling as an entry; ``amends`` is the number of the entry that it judges again."""
    entry: JsonObject = {"given": given_of(record), "ruling": ruling_to(record)}
    return entry if amends is None else {**entry, "amends": amends}


@contextmanager
def appending(path: Path) -> Iterator[int]:
    """The descriptor of a journal, held against other writers; where there is no file, one is begun if its name fits.

    A file that was begun and is still empty at a refusal is removed. A writer that waited for it begins another one.

    Raises BadData when it is no file, or when another writer does not let go of it, and OSError for ``path`` when the
    disk takes no more.
    """
    file, new = _opened(path)
    try:
        check_is_file(os.fstat(file), path)
        with _locked(file, path):
            removed = os.fstat(file).st_nlink == 0  # by the writer that began it and was refused
            if not removed:
                try:
                    yield file
                finally:
                    if new and os.fstat(file).st_size == 0:
                        with suppress(OSError):  # Windows removes no open file
                            path.unlink()
        if new and not removed:
            _keep_name(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        os.close(file)
    if removed:
        with appending(path) as file:
            yield file


def append_entries(file: int, path: Path, part: Part, entries: Iterable[JsonObject], most: int | None = None) -> None:
    """Write entries behind the ``part`` that a journal has, in one piece, and have them on the disk.

    They are stamped with the time, the first one of all with the format. An incomplete line behind the part gives way
    to them. When the disk takes no more, nothing of them is left. Raises BadData where the file would have more bytes
    than the ``most``.
    """
    if not part.lines:
        _check_ending(path.resolve())
    stamp: JsonObject = {"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
    lines, check = [] if part.ended else [b""], part.check
    for number, entry in enumerate(entries, part.lines + 1):
        lines.append(line_of({**({"journal": VERSION} if number == 1 else {}), **stamp, **entry}, check))
        check = lines[-1][-18:-2].decode()
    text = b"".join(line + b"\n" for line in lines)
    check_size(part.size + len(text), path, most)
    try:
        os.ftruncate(file, part.size)
        _write(file, text)
        os.fsync(file)
    except OSError:
        with suppress(OSError):  # a device keeps nothing that could be taken back
            os.ftruncate(file, part.size)
        raise


def _opened(path: Path) -> tuple[int, bool]:
    """The file, open, and whether it is a new one; a link that leads nowhere makes none."""
    how = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)
    with suppress(FileNotFoundError):
        return os.open(path, how), False
    _check_ending(path)
    try:
        return os.open(path, how | os.O_CREAT | os.O_EXCL, 0o666), True
    except FileExistsError:
        if path.is_symlink():
            raise BadData([f"{path}: a link that leads to no file; a journal is begun in a file"]) from None
        return os.open(path, how), False  # another process was quicker


def _check_ending(path: Path) -> None:
    """Raises BadData for a name that no journal is begun under."""
    if path.suffix.lower() != ENDING:
        raise BadData([f"{path}: a journal is begun in a file whose name ends in {ENDING}: {path.name}{ENDING}"])


def check_is_file(about: os.stat_result, path: Path) -> None:
    """Raises BadData for a pipe or a device: one is waited for, and the other may have no end."""
    if not S_ISREG(about.st_mode) and not S_ISDIR(about.st_mode):
        raise BadData([f"{path}: a journal is a file on a disk, which this is not"])


def check_size(size: int, path: Path, most: int | None) -> None:
    """Raises BadData for a file that has, or would have, more bytes than the ``most``."""
    if most is not None and size > most:
        raise BadData([f"{path}: a game has {most:,} bytes at most; begin another one"])


def line_of(entry: Mapping[str, Any], before: str = "") -> bytes:
    """An entry as a line, without its newline; its last key covers the rest and the check of the line ``before``.

    Raises ValueError for a number that JSON has not.
    """
    rest = json.dumps({key: value for key, value in entry.items() if key != "check"}, allow_nan=False)[:-1]
    return f'{rest}, "check": "{_check_of(rest.encode("ascii"), before)}"}}'.encode("ascii")


def _check_of(rest: bytes, before: str) -> str:
    return blake2b(before.encode("ascii") + rest, digest_size=8).hexdigest()


def read(path: Path) -> Iterator[Line]:
    """Every line of a journal, in order. Raises BadData for a file that cannot be read, is damaged or no journal."""
    with opened(path) as file:
        yield from lines_in(file, path)


@contextmanager
def opened(path: Path, missing: IO[bytes] | None = None, most: int | None = None) -> Iterator[IO[bytes]]:
    """The file, open to be read; what stands for a ``missing`` one.

    Raises BadData where it cannot be read or has more bytes than the ``most``.
    """
    try:
        about = path.stat()
        check_is_file(about, path)
        check_size(about.st_size, path, most)
        with path.open("rb") as file:
            yield file
    except OSError as error:
        if missing is None or not isinstance(error, FileNotFoundError):
            raise BadData([f"{path}: cannot be read: {error.strerror or error}"]) from None
        yield missing


def lines_in(file: IO[bytes], path: Path, part: Part = NOTHING) -> Iterator[Line]:
    """The lines of a journal behind a ``part`` of it, from where its file is read on.

    Raises Damaged for one that is no entry of it, and for a file that is no journal.
    """
    for text, after in _checked(file, path, part):
        if text:
            yield Line(after.lines, _entry_in(text, after.lines, path), after)
        else:
            yield Line(after.lines + 1, None, after)


def _checked(file: IO[bytes], path: Path, part: Part) -> Iterator[tuple[bytes, Part]]:
    """Each line whose check agrees, without it, and the part up to it; an incomplete last one as an empty text."""
    for text in file:
        if not part.ended:
            part = part.with_end()
            if text == b"\n":
                continue
            raise damaged(path, part.lines, CHANGED)
        number = part.lines + 1
        if number == 1:
            _check_format(text, path)
        end = END.search(text, max(0, len(text) - LONGEST_END))
        if end is None:
            if text.endswith(b"\n") or CHECK.search(text):
                raise damaged(path, number, CHANGED)
            yield b"", part
            return
        rest, check = text[: end.start()], end[1].decode()
        if check != _check_of(rest, part.check):
            raise damaged(path, number, CHANGED)
        part = part.with_line(text, check)
        yield rest + b"}", part


CHANGED = "this line was changed after it was written, or a line is missing or too many before it"


def damaged(path: Path, number: int, fault: str) -> Damaged:
    """The fault of a line of a journal."""
    return Damaged([f"{path}:{number}: {fault}"], number, fault)


def _check_format(text: bytes, path: Path) -> None:
    """Raises BadData for a first line that is not of a journal, or of one of another format."""
    found = FIRST.match(text)
    if found is None and not BEGINNING.startswith(text[: len(BEGINNING)]):
        raise damaged(path, 1, "this is no journal of refcli")
    if found and int(found[1]) != VERSION:
        of = "an earlier" if int(found[1]) < VERSION else "a later"
        fault = f"this journal has format {int(found[1])}, of {of} refcli; this one reads format {VERSION}"
        raise damaged(path, 1, fault)


def _finite(text: str) -> float:
    """A number of JSON. Raises ValueError for one that is none, or too large for any."""
    found = float(text)
    if not isfinite(found):
        raise ValueError(text)
    return found


DECODE = json.JSONDecoder(parse_float=_finite, parse_constant=_finite).decode


def _entry_in(text: bytes, number: int, path: Path) -> JsonObject:
    """The entry of a line whose check agrees. Raises Damaged for one that refcli did not write."""
    try:
        entry: JsonObject = DECODE(text.decode("ascii"))
        fault = entry_fault(entry, first=number == 1)
    except (ValueError, RecursionError):
        fault = "it is no JSON of refcli"
    if fault:
        raise damaged(path, number, f"this entry has not the form of what refcli keeps: {fault}")
    return entry


def is_journal(path: Path) -> bool:
    """Whether a file is a journal, damaged or not, by its name or what it begins with. Raises OSError."""
    with path.open("rb") as file:
        return path.suffix.lower() == ENDING or file.read(len(BEGINNING)) == BEGINNING


def entry_numbered(path: Path, number: int) -> JsonObject:
    """The entry of a number. Raises Refused."""
    for line in read(path):
        if line.number == number and line.entry is not None:
            return line.entry
    raise Refused(f"{path} has no entry {number}")


@contextmanager
def _locked(file: int, path: Path) -> Iterator[None]:
    """The journal held against other writers; it is let go of, whatever happens, with the process at the latest."""
    until = time.monotonic() + PATIENCE
    while not _try_lock(file):
        if time.monotonic() > until:
            raise BadData([f"{path}: another process has been writing to it for {PATIENCE:g} seconds"])
        time.sleep(0.005)
    try:
        yield
    finally:
        _unlock(file)


def _write(file: int, text: bytes) -> None:
    while text:
        text = text[os.write(file, text) :]


def _keep_name(path: Path) -> None:
    """A new file's name is on the disk only when its folder is."""
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


try:
    import fcntl

    def _try_lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)

except ImportError:  # Windows
    import msvcrt

    FAR = 1 << 40
    """The byte that is locked, far behind every end: a lock there keeps no reader away."""

    def _try_lock(file: int) -> bool:
        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True

    def _unlock(file: int) -> None:
        os.lseek(file, FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined]
