"""What an input is: files, lines that are typed, what is set and what comes in."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tests.conftest import Ran
from tests.generated.draw import Draw

FOLDER = "over"
"""The overlay folder of an input that has one."""


class Input(NamedTuple):
    """One input: the command lines, one after the other in the same folder, and what they find there.

    ``files`` lie in the working folder; ``stdin`` comes in at each command; ``environment`` is set for all of them.
    """

    lines: tuple[tuple[str, ...], ...]
    files: Mapping[str, bytes] = {}
    stdin: bytes = b""
    environment: Mapping[str, str] = {}


class Kind(NamedTuple):
    """A kind of input: what makes one, and what answers it in this process where there is a shorter way."""

    make: Callable[[Draw], Input]
    run: Callable[[Input], Ran] | None = None
