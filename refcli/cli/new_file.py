"""Writing a file whole or not at all, and never over another unless that is asked for."""

import os
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG

from refcli.core.errors import Refused


def write_new(path: Path, content: bytes, over: bool = False) -> None:
    """Write a file whole or not at all: one that must not exist, or ``over`` the one that does.

    A device or a pipe takes what it is given. Raises Refused for a file that is there, OSError for ``path``.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = 0
    if S_ISREG(mode) and not over:
        raise Refused(f"{path} exists already; refcli never writes over a file")
    try:
        if mode and not S_ISREG(mode):
            path.write_bytes(content)
        else:
            _replace(path.resolve(), content, mode)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _replace(target: Path, content: bytes, mode: int) -> None:
    """Put a new file in its place at one stroke; it has the ``mode`` of the one that is there, 0 for none."""
    part = target.with_name(f".{os.getpid()}.part")
    try:
        part.write_bytes(content)
        if mode:
            part.chmod(mode)
        part.replace(target)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
