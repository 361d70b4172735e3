"""Faces behind a colon at the end of a command: ``fire 4xrifle infantry : 8 3 7 9 / 9 2``."""

import re
from collections.abc import Sequence

from refcli.core.errors import Refused

COLON, DICE = ":", "--dice"


def faces_as_option(arguments: Sequence[str]) -> list[str]:
    """A command's words with what stands behind a colon as its option for faces; options may follow the faces."""
    at = next((index for index, word in enumerate(arguments) if re.fullmatch(r":\d*", word)), None)
    if at is None:
        bare = [index for index, word in enumerate(arguments[1:], 1) if re.fullmatch(r"\w[\w,/+-]*:", word)]
        if not bare or arguments[bare[0] - 1].startswith("-"):
            return list(arguments)
        at = bare[0] + 1  # the colon sticks to the last word before it
        arguments = [*arguments[: bare[0]], arguments[bare[0]].removesuffix(COLON), COLON, *arguments[at:]]
    words = [arguments[at].removeprefix(COLON), *arguments[at + 1 :]]
    end = next((index for index, word in enumerate(words) if word.startswith("-")), len(words))
    faces = " ".join(words[:end]).strip()
    if not faces:
        raise Refused("no face stands behind the colon; write : 5 3 6, or leave the colon out to have the dice rolled")
    if any(word == DICE or word.startswith(f"{DICE}=") for word in arguments):
        raise Refused(f"faces stand behind the colon or in {DICE}, not in both")
    return [*arguments[:at], *words[end:], DICE, faces]
