"""What comes in at standard input, where a file is read and ``-`` stands in its place."""

import io
import sys
from typing import IO

from refcli.core.errors import Refused

STDIN = "-"
"""Stands for what comes in, in place of a file."""


def standard_input() -> IO[bytes]:
    """What comes in, as bytes. Raises Refused where there is nothing to read from."""
    if sys.stdin is None:
        raise Refused("-: there is no standard input to read from")
    return getattr(sys.stdin, "buffer", None) or io.BytesIO(sys.stdin.read().encode())
