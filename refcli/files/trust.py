"""The owner of a file: a file that was found, not named, counts if only its user or root can have written it."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from stat import S_IWGRP, S_IWOTH

ROOT = 0


def left_out(path: Path) -> str:
    """Return why a file or a folder that was found does not count, in a line; empty if it does."""
    why = _why(path)
    return f"{path} is left out: {why}" if why else ""


def folder_left_out(folder: Path) -> str:
    """Return why a folder of charts that was found does not count: itself, a folder in it or a file there."""
    return next(filter(None, map(left_out, _in_it(folder))), "")


def _in_it(folder: Path) -> Iterator[Path]:
    yield folder
    with suppress(OSError):  # reading it reports what is wrong
        for inside in sorted(folder.iterdir()):
            if inside.is_dir():
                yield inside
                yield from sorted(inside.glob("*.toml"))


def _why(path: Path) -> str:
    if not hasattr(os, "geteuid"):
        return "here only your own settings count, and what is named outright"
    try:
        itself = path.lstat()
        about = path.stat()
    except OSError:  # a broken link: reading it reports that
        return ""
    for uid in (itself.st_uid, about.st_uid):
        if uid not in (ROOT, os.geteuid()):
            return f"it belongs to {_user(uid)}; only what is yours or root's counts where it is not named"
    if about.st_mode & S_IWOTH:
        return f"everyone can write it; chmod o-w {path}"
    if about.st_mode & S_IWGRP and not _private(about.st_gid, about.st_uid):
        return f"the group {_group(about.st_gid)} can write it; chmod g-w {path}"
    return ""


def _private(gid: int, uid: int) -> bool:
    """True if a group is the owner's own: it has the owner's name and no other member."""
    import grp
    import pwd

    try:
        owner, group = pwd.getpwuid(uid), grp.getgrgid(gid)
    except KeyError:
        return False
    own = owner.pw_gid == gid and group.gr_name == owner.pw_name
    return own and set(group.gr_mem) <= {owner.pw_name}


def _user(uid: int) -> str:
    import pwd

    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"


def _group(gid: int) -> str:
    import grp

    try:
        return grp.getgrgid(gid).gr_name
    except KeyError:
        return str(gid)
