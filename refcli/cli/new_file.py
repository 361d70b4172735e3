"""Writing a file whole or not at all, and never over another unless that is asked for."""

import os
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG

from refcli.core.errors import Refused


def write_new(path: Path, content: bytes, over: bool = False) -> None:
    """Write a file whole or not at all: one that must not exist, or ``over`` the one that does, unless it is a journal.

    A link is followed nowhere: it counts as a file that is there, and is itself what is written over. A device or a
    pipe takes what it is given. Raises Refused for a file that is there, OSError for ``path``.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = 0
    if S_ISREG(mode) and not over:
        raise _exists(path)
    if S_ISREG(mode) and _is_journal(path):
        raise Refused(f"{path}: no output replaces a journal")
    try:
        if mode and not S_ISREG(mode):
            path.write_bytes(content)
        else:
            _put(path, content, mode, over)
    except FileExistsError:
        raise _exists(path) from None
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _is_journal(path: Path) -> bool:
    from refcli.game.journal import is_journal  # most files that are written are new

    return is_journal(path)


def _exists(path: Path) -> Refused:
    return Refused(f"{path} exists already; refcli never writes over a file")


def _put(target: Path, content: bytes, mode: int, over: bool) -> None:
    """Put a new file in its place at one stroke; it has the ``mode`` of the one that is there, 0 for none."""
    part = target.with_name(f".{os.urandom(8).hex()}.part")
    file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with open(file, "wb") as stream:  # noqa: PTH123
            stream.write(content)
        if mode:
            part.chmod(mode & 0o777)
        if over:
            part.replace(target)
        else:
            _rename(part, target)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _rename(part: Path, target: Path) -> None:
    """Give a file a name that no other one has. Raises FileExistsError."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:  # a disk that knows no links: the name is taken first, and what is put there is ours
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        part.replace(target)
