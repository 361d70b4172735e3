"""Files of TOML: written from tables that may be wrong in any way, and spoiled when they are written."""

from typing import Any

import tomli_w

from tests.generated.draw import Draw
from tests.generated.mutations import bent, broken


def toml(table: Any) -> bytes:
    """A table as a file; what TOML has no word for is left out, or stands there as text."""
    text = tomli_w.dumps({str(key): sayable(one) for key, one in table.items() if one is not None})
    return text.encode("utf-8", "surrogatepass")


def sayable(value: Any) -> Any:
    """A value that can be written, whether it may be read again or not."""
    if isinstance(value, dict):
        return {str(key): sayable(one) for key, one in value.items() if one is not None}
    if isinstance(value, (list, tuple)):
        return [sayable(one) for one in value if one is not None]
    return value


def written(draw: Draw, table: Any, wrong: int = 3) -> bytes:
    """A table as a file, wrong in some place one time in ``wrong``, and now and then no longer TOML at all."""
    text = toml(bent(draw, table) if draw.chance(wrong) else table)
    return broken(draw, text) if draw.chance(12) else text


def source(draw: Draw) -> dict[str, Any]:
    """Where something stands."""
    return draw.one(
        (
            {"section": "Our own", "lines": "12"},
            {"section": "Our own", "lines": "12-15, 20"},
            {"origin": "house", "section": "Our own"},
        )
    )
