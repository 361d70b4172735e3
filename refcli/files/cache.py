"""What was read and found good, remembered in a cache folder, so that a start costs a read instead of the work.

Whatever is remembered is called after all that it was made from; when one byte of that changes, it has
another name, and nothing is ever stale. It is kept through marshal, as plain tuples, dicts,
texts and numbers: a file of the cache can be damaged, and never runs anything.
"""

import marshal
import os
import sys
from pathlib import Path
from typing import Any

from refcli.core.hashing import blake2b

CHECK = 16
"""The bytes before what is kept: they tell that it is whole, and in its own place."""


def place_in(cache: Path, kind: str, *parts: bytes) -> Path:
    """Where a cache keeps the ``kind`` of thing that is made from these parts."""
    name = blake2b(digest_size=16, person=kind.encode())
    for part in parts:
        name.update(b"%d:" % len(part) + part)
    return cache / f"{name.hexdigest()}.{sys.implementation.cache_tag}"


def remembered(place: Path | None) -> Any:
    """What is kept in a place; None where nothing is, or nothing that can be used."""
    if place is None:
        return None
    try:
        kept = place.read_bytes()
        return marshal.loads(kept[CHECK:]) if kept[:CHECK] == _check(place, kept[CHECK:]) else None
    except (OSError, ValueError, EOFError, TypeError):
        return None


def remember(place: Path | None, value: Any) -> None:
    """Keep a value; a folder that cannot be written costs only time."""
    if place is None:
        return
    try:
        kept = marshal.dumps(value)
        replace_whole(place, _check(place, kept) + kept)
    except (OSError, ValueError):  # marshal keeps no dates and times
        pass


def replace_whole(place: Path, content: bytes) -> None:
    """Put a file of the user's folder in its place at one stroke: whoever reads it finds the old one or the new."""
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.with_name(f"{place.name}.{os.getpid()}")
    part.write_bytes(content)
    part.replace(place)


def _check(place: Path, kept: bytes) -> bytes:
    return blake2b(kept, digest_size=CHECK, key=place.name.encode()).digest()
