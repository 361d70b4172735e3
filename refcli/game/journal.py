"""The journal: each ruling as one JSON line, on the disk before it is shown.

An entry's number is its line in the file, which only ever grows. ``check`` is a hash of everything else in
it, so that a line is either whole or known not to be. It guards against accidents: who means to forge a line can
work out its check, and what a line says is shown as any text of a file is.
"""

import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import IO, Any, NamedTuple

from refcli.core.errors import BadData, Refused
from refcli.core.hashing import blake2b
from refcli.core.limits import in_short
from refcli.core.procedure import Record
from refcli.plain import Plain
from refcli.plain.dump import given_of, ruling_to
from refcli.plain.kept import is_entry
from refcli.plain.old_labels import entry_now

VERSION = 1
ENDING = ".jsonl"
"""How the name of a file ends that a journal is begun in: nothing that a shell or another program reads and obeys."""

BEGINNING = b'{"journal": '
"""What every entry begins with: a file that begins otherwise is no journal, and nothing is written to it."""

END = re.compile(rb'"check": "[0-9a-f]+"}\s*\Z')
"""What every entry ends with: no line that its writer did not live to finish has it."""

PATIENCE = 10.0
"""Seconds that a writer waits for another one's lock."""


class Line(NamedTuple):
    """One line of a journal: its number, its entry if it is whole, and else what is wrong with it.

    ``torn`` is a line that its writer did not live to finish.
    """

    number: int
    entry: Plain | None
    fault: str = ""
    torn: bool = False

    @property
    def said(self) -> str:
        """What is wrong with it, in words."""
        return f"{self.fault}; its writer did not live to finish it" if self.torn else self.fault


def append(path: Path, record: Record, amends: int | None = None) -> None:
    """Append a ruling and have it on the disk; ``amends`` is the number of the entry that it judges again.

    Raises as ``append_entries`` does.
    """
    append_entries(path, lambda file: [ruling_entry(record, amends)])


def ruling_entry(record: Record, amends: int | None = None) -> Plain:
    """A ruling as an entry; ``amends`` is the number of the entry that it judges again."""
    entry: Plain = {"given": given_of(record), "ruling": ruling_to(record)}
    return entry if amends is None else {**entry, "amends": amends}


def append_entries(path: Path, entries: Callable[[int], Iterable[Plain]]) -> None:
    """Append the entries that are made under the lock, from the descriptor of the file, and have them on the disk.

    A file that is not there, or is empty, becomes a journal where its name says so. Each entry is stamped with the
    time.

    Raises BadData when the file is no journal, or when another writer does not let go of it, and OSError
    for ``path`` when the disk takes no more; then nothing of the entry stands as a whole line.
    """
    file, new = _opened(path)
    try:
        check_is_file(os.fstat(file), path)
        with locked(file, path):
            for entry in entries(file):
                stamped = {"journal": VERSION, "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
                _append(file, path, {**stamped, **entry})
        if new:
            _keep_name(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        os.close(file)


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


def line_of(entry: Mapping[str, Any]) -> bytes:
    """An entry as a line, without its end, the hash of the rest as its last key.

    Raises ValueError for a number that JSON has not.
    """
    rest = json.dumps({key: value for key, value in entry.items() if key != "check"}, allow_nan=False)
    return f'{rest[:-1]}, "check": "{_hash(rest)}"}}'.encode("ascii")


def read(path: Path) -> Iterator[Line]:
    """Every line of a journal, in order. Raises BadData for a file that cannot be read or is no journal."""
    try:
        check_is_file(path.stat(), path)
        with path.open("rb") as file:
            yield from lines_in(file, path)
    except OSError as error:
        raise BadData([f"{path}: cannot be read: {error.strerror or error}"]) from None


def lines_in(file: IO[bytes], path: Path) -> Iterator[Line]:
    """Every line of a journal that is open, or comes through a pipe. Raises BadData for what is no journal."""
    beginning = file.readline(len(BEGINNING) + 1)
    if not beginning:
        return
    if not _is_journal(beginning):
        raise BadData([f"{path}: this is no journal of refcli"])
    yield line_from(1, beginning if beginning.endswith(b"\n") else beginning + file.readline())
    for number, text in enumerate(file, 2):
        yield line_from(number, text)


def line_from(number: int, text: bytes) -> Line:
    """A line as it was read: an object is never whole before its last byte, so what is broken off is no JSON."""
    try:
        entry = json.loads(text)
    except (ValueError, RecursionError):
        entry = None
        cut = text.find(BEGINNING, 1)  # what a writer left unfinished is ended before the next entry
        if cut > 0:
            fault = f"this line is broken off after {cut} bytes, where another entry begins: begin a new line there"
            return Line(number, None, fault)
        if END.search(text):
            return Line(number, None, "a piece of this line is missing: its end is there, but it is no entry")
        if _is_journal(text):
            return Line(number, None, f"this line is broken off after {len(text.rstrip())} bytes", torn=True)
    if not isinstance(entry, dict) or not text.startswith(BEGINNING):
        return Line(number, None, "this line is no entry of a journal")
    try:
        written = line_of(entry)
    except (ValueError, RecursionError):
        return Line(number, None, "this line holds what refcli writes into no entry")
    if written != text.rstrip():
        return Line(number, None, "this line was changed after it was written: its check does not agree")
    if entry["journal"] != VERSION:
        fault = f"this entry is of version {in_short(entry['journal'])} of the journal; this refcli knows {VERSION}"
        return Line(number, None, fault)
    if not is_entry(entry):
        return Line(number, None, "this entry has not the form of what refcli keeps")
    return Line(number, entry if "game" in entry else entry_now(entry))


def entry_numbered(path: Path, number: int) -> Plain:
    """The entry of a number. Raises Refused."""
    for line in read(path):
        if line.number == number:
            if line.entry is None:
                raise Refused(f"{path}:{number}: {line.fault}")
            return line.entry
    raise Refused(f"{path} has no entry {number}")


@contextmanager
def locked(file: int, path: Path) -> Iterator[None]:
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


def _append(file: int, path: Path, entry: Plain) -> None:
    """Write and flush one line under the lock; a line that somebody left unfinished is ended first."""
    size = os.lseek(file, 0, os.SEEK_END)
    os.lseek(file, 0, os.SEEK_SET)
    beginning = os.read(file, len(BEGINNING) + 1)
    if not beginning.startswith(BEGINNING):
        if not _is_journal(beginning) and size:
            raise BadData([f"{path}: this is no journal of refcli; nothing is written to it"])
        _check_ending(path.resolve())
    end = b""
    if size:
        os.lseek(file, size - 1, os.SEEK_SET)
        if os.read(file, 1) != b"\n":
            end = b"\n"
    try:
        _write(file, end + line_of(entry) + b"\n")
        os.fsync(file)
    except OSError:
        with suppress(OSError):  # a device keeps nothing that could be taken back
            os.ftruncate(file, size)
        raise


def _write(file: int, text: bytes) -> None:
    while text:
        text = text[os.write(file, text) :]


def _is_journal(beginning: bytes) -> bool:
    """Whether a file that begins so is a journal; its first line may be torn early."""
    start = beginning.split(b"\n")[0]
    return start.startswith(BEGINNING) or (bool(start) and BEGINNING.startswith(start))


def _keep_name(path: Path) -> None:
    """A new file's name is on the disk only when its folder is."""
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _hash(text: str) -> str:
    return blake2b(text.encode("ascii"), digest_size=8).hexdigest()


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
