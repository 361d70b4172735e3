"""The errors of a batch: what keeps a line from its answer, and the object that is written in its place."""

from json import dumps

from refcli.core.errors import Refused
from refcli.wire.objects import ERROR, ErrorAnswer

INTERNAL = "internal"
"""The kind of an error that is a fault of a rule, not of a line; the others are those of refcli.core.errors."""


class NotJson(Refused):
    """A line that cannot be read."""

    kind = "json"


class RepeatedId(Refused):
    """An id that came before."""

    kind = "repeated-id"


def kind_of(error: Exception) -> str:
    """The kind of an error in one word."""
    return error.kind if isinstance(error, Refused) else INTERNAL


def error_text(number: int, id: str | int | None, error: Exception, time: int = 0) -> str:
    """The object of a line that cannot be answered: where it stands, its id and repeat, and what is wrong."""
    refused = isinstance(error, Refused)
    message = str(error) if refused else f"a fault of refcli itself: {type(error).__name__}: {error}"
    status = error.status if isinstance(error, Refused) else Refused.status
    return dumps(ERROR.dump(ErrorAnswer(kind_of(error), message, status, number, id, time or None)))
