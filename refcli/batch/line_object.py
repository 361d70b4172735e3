"""A line as an object, and the id that it gives itself."""

from collections import Counter
from json import JSONDecoder
from typing import Any

from refcli.batch.errors import NotJson
from refcli.batch.lines import Line
from refcli.core.errors import Refused
from refcli.plain import Plain


def _keys_once(pairs: list[tuple[str, Any]]) -> Plain:
    """The object of its pairs; Refused for a key that stands twice, where JSON would take the last and say nothing."""
    found = dict(pairs)
    if len(found) < len(pairs):
        key = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise Refused(f"{key!r} stands twice in one object; leave one of them out")
    return found


decode = JSONDecoder(object_pairs_hook=_keys_once).decode


def object_of(line: Line) -> Plain:
    """The object of a line. Raises Refused."""
    plain = line.given
    if isinstance(plain, bytes):
        try:
            plain = decode(plain.decode().removeprefix("\ufeff"))
        except (ValueError, RecursionError) as error:
            raise NotJson(f"this line is not JSON: {error}") from None
    if isinstance(plain, Refused):
        raise plain
    if not isinstance(plain, dict):
        raise NotJson("this line is no object: a ruling's fields stand in braces")
    return plain


def id_of(plain: Plain) -> str | int | None:
    """The id of a line, if it has one: a text or a whole number."""
    id = plain.get("id")
    if id is None or (isinstance(id, (str, int)) and not isinstance(id, bool)):
        return id
    raise Refused(f"id: {id!r} is neither a text nor a whole number")
