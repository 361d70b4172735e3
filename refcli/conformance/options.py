"""The options of a request: each letter and each name means one thing, and none that refcli has itself."""

import re
from collections.abc import Collection, Iterator

from refcli.conformance.situations import Suite
from refcli.core.procedure import Procedure
from refcli.files.code import place_of, place_of_text

LETTER = re.compile(r"-[A-Za-z]")
"""The short form of an option."""


def colliding(suite: Suite, taken: Collection[str]) -> Iterator[str]:
    """Fields whose option is ``taken`` by refcli or by another field, or whose letter is none."""
    for procedure in suite.procedures:
        yield from _letters(procedure, taken)
        for field in procedure.inputs:
            if f"--{field.name}" in taken:
                said = f"{procedure.request.__name__}.{field.name}: --{field.name}"
                yield f"{place_of(procedure.request)}: {said} is an option of refcli; call the field otherwise"


def _letters(procedure: Procedure, taken: Collection[str]) -> Iterator[str]:
    """Short forms that are none, or that mean something else already."""
    request = procedure.request
    begins = int(place_of(request).rpartition(":")[2])
    of: dict[str, str] = {}
    for field in procedure.inputs:
        short = field.field.short
        if not short:
            continue
        what = ""
        if not LETTER.fullmatch(short):
            what = f"{short!r} is no letter of an option, as -r is"
        elif short in taken:
            free = ", ".join(one for one in taken if LETTER.fullmatch(one))
            what = f"{short} is an option of refcli; take another letter than {free}"
        elif short in of:
            what = f"{short} is {of[short]} already; take another letter"
        of.setdefault(short, field.name)
        if what:
            yield f"{place_of_text(request.__module__, short, begins)}: {request.__name__}.{field.name}: {what}"
