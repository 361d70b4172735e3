"""A line as an object, and the id that it gives itself."""

from collections import Counter
from json import JSONDecoder, dumps
from typing import Any

from refcli.batch.errors import NotJson
from refcli.batch.lines import Line
from refcli.core.errors import Refused
from refcli.core.limits import in_short
from refcli.wire import JsonObject


def _keys_once(pairs: list[tuple[str, Any]]) -> JsonObject:
    """The object of its pairs; Refused for a key that stands twice, where JSON would take the last and say nothing."""
    found = dict(pairs)
    if len(found) < len(pairs):
        key = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise Refused(f"{in_short(key)} stands twice in one object; leave one of them out")
    return found


decode = JSONDecoder(object_pairs_hook=_keys_once).decode


def object_of(line: Line) -> JsonObject:
    """The object of a line. Raises Refused."""
    raw = line.given
    if isinstance(raw, bytes):
        try:
            raw = decode(raw.decode().removeprefix("\ufeff"))
        except (ValueError, RecursionError) as error:
            raise NotJson(f"this line is not JSON: {error}") from None
    if isinstance(raw, Refused):
        raise raw
    if not isinstance(raw, dict):
        raise NotJson("this line is no object: a ruling's fields stand in braces")
    return raw


def written_again(raw: JsonObject) -> str:
    """The text of an object that is passed on. Raises Refused for one that JSON cannot write."""
    try:
        return dumps(raw, allow_nan=False)
    except ValueError:
        raise NotJson("this line holds NaN, Infinity or a number beyond all numbers, which JSON has not") from None


def id_of(raw: JsonObject) -> str | int | None:
    """The id of a line, if it has one: a text or a whole number."""
    id = raw.get("id")
    if id is None or (isinstance(id, (str, int)) and not isinstance(id, bool)):
        return id
    raise Refused(f"id: {in_short(id)} is neither a text nor a whole number")
