"""The last ruling, kept so that it can be judged again with the same dice and other conditions."""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from refcli.core.errors import Refused
from refcli.core.hashing import blake2b
from refcli.core.procedure import Record
from refcli.core.request import uncounted
from refcli.files.cache import replace_file
from refcli.referee.settings import here
from refcli.wire import JsonObject
from refcli.wire.requests import given_of

READABLE = 40
"""Letters of a terminal's or a folder's name that the file of its last ruling bears; a hash tells it from others."""


MADE_WITH = ("faces", "seed", "chosen", "spare")
"""Keys of a kept ruling that are no part of what was asked for."""


def keep(folder: Path | None, record: Record) -> None:
    """Keep a ruling as the last one of this terminal or folder; a folder that cannot be written keeps nothing."""
    with suppress(OSError):
        if folder:
            replace_file(last_place(folder), json.dumps(given_of(record)).encode())


def last(folder: Path | None) -> JsonObject:
    """The last ruling kept for this terminal or folder, as a raw request with its faces by label."""
    if not folder:
        raise Refused("again: there is no home folder here that a ruling could be kept in")
    try:
        kept = json.loads(last_place(folder).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        raise Refused("again: there is no ruling yet in this terminal, or in this folder") from None
    from refcli.wire.objects import GIVEN  # to keep a ruling, as every command does, needs none of it

    if GIVEN.fault(kept):
        raise Refused("again: the ruling that was kept cannot be read")
    found: JsonObject = kept
    return found


def last_place(folder: Path) -> Path:
    """Where the last ruling is kept: one place for each terminal, and for each folder where there is none."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        try:
            name = os.ttyname(stream.fileno())
        except (OSError, ValueError, AttributeError):
            continue
        break
    else:
        name = str(here())
    letters = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name).strip("-")
    told_apart = blake2b(os.fsencode(name), digest_size=8).hexdigest()
    return folder / "last" / f"{letters[-READABLE:]}-{told_apart}.json"


def amended(
    kept: Mapping[str, Any], changes: Mapping[str, Any], stated: Sequence[str], dropped: Sequence[str]
) -> JsonObject:
    """A kept ruling's raw request with fields changed, conditions added, and conditions taken away everywhere."""
    raw = {key: value for key, value in kept.items() if key not in MADE_WITH}
    for key, value in changes.items():
        raw[key] = value
    conditions = [*raw.get("conditions", []), *stated]
    raw["conditions"] = [word for word in conditions if uncounted(word)[1] not in dropped]
    for key, value in raw.items():
        if key in ("conditions", "adjust"):
            continue
        if isinstance(value, str):
            raw[key] = _without_conditions(value, dropped)
        elif isinstance(value, list):
            raw[key] = [_without_conditions(text, dropped) for text in value]
    return raw


def _without_conditions(term: Any, dropped: Sequence[str]) -> Any:
    if not isinstance(term, str) or not dropped:
        return term
    name, *conditions = term.split("+")
    return "+".join([name, *(word for word in conditions if uncounted(word)[1] not in dropped)])
