"""Judging a file whole: each entry by its declared type, each fault with its line and the nearest right name."""

import re
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any

from refcli.core.cells import HOUSE, INFERRED, OVERLAY, PUBLISHED, Source, Value
from refcli.core.errors import Likeness
from refcli.core.limits import LARGEST_FIGURE, LONGEST_TEXT, in_short
from refcli.core.names import SAID, is_name
from refcli.files.toml_file import TomlFile, TomlTable

SOURCE_KEYS = {"origin": str, "section": str, "lines": str, "at": (int, float)}
ORIGINS = (PUBLISHED, INFERRED, HOUSE)
LINES = r"\d{1,6}(-\d{1,6})?(, ?\d{1,6}(-\d{1,6})?)*"
"""The lines of a source, as they are written."""

TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Characters that turn the direction of what follows them."""

Keys = list[str | int]


class Judge:
    """Reads entries of one file by their declared types, and collects what is wrong with them."""

    def __init__(self, file: TomlFile, faults: list[str]) -> None:
        self.file = file
        self.faults = faults
        self.near = Likeness()

    def fault(self, keys: Sequence[str | int], what: str) -> None:
        """Note a fault of the entry under ``keys``."""
        self.faults.append(self.file.fault(keys, what))

    def name(self, name: str, keys: Sequence[str | int]) -> None:
        """Note a name that cannot be typed."""
        if not is_name(name):
            self.fault(keys, f"{in_short(name)} is no name: {SAID}")

    def text(self, text: str, keys: Keys) -> bool:
        """Whether a text can be shown; what is wrong with it is noted."""
        wrong = misfit(text, str)
        if wrong:
            self.fault(keys, f"{dotted(keys)} {wrong}")
        return not wrong

    def entries(self, table: Any, known: Mapping[str, Any], at: Keys, required: Iterable[str] = ()) -> TomlTable:
        """The entries of a table that are known and of the right type."""
        if not isinstance(table, dict):
            self.fault(at, f"{dotted(at)} must be a table")
            return {}
        good = {}
        for key, value in table.items():
            if key not in known:
                self.fault([*at, key], f"unknown key {in_short(key)}{self.near(key, known)}")
            elif wrong := misfit(value, known[key]):
                self.fault([*at, key], f"{dotted([*at, key])} {wrong}")
            else:
                good[key] = value
        for key in required:
            if key not in table:
                self.fault(at, f"{dotted(at) or self.file.shown} lacks {key!r}")
        return good

    def words(self, value: Any, at: Keys) -> tuple[str, ...]:
        """A list of texts."""
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            self.fault(at, f"{dotted(at)} must be a list of texts")
            return ()
        return tuple([word for word in value if self.text(word, at)])

    def texts(self, table: TomlTable, at: Keys) -> dict[str, str]:
        """A table of texts."""
        found = {}
        for name, text in table.items():
            if not isinstance(text, str):
                self.fault([*at, name], f"{dotted([*at, name])} must be a text, not {in_short(text)}")
            elif not text.strip():
                self.fault([*at, name], f"{dotted([*at, name])} is empty; leave it out")
            elif self.text(text, [*at, name]):
                found[name] = text
        return found

    def source(self, value: Any, at: Keys, overlay: str = "") -> Source:
        """A source table."""
        table = self.entries(value, SOURCE_KEYS, at, required=() if overlay else ("section",))
        origin = table.get("origin", PUBLISHED)
        if origin not in ORIGINS:
            self.fault([*at, "origin"], f"origin {in_short(origin)} is none of {', '.join(ORIGINS)}")
            origin = PUBLISHED
        if "section" in table and not table["section"].strip():
            self.fault([*at, "section"], f"{dotted([*at, 'section'])} is empty")
        lines = table.get("lines", "")
        if lines and not re.fullmatch(LINES, lines):
            self.fault(
                [*at, "lines"], f"{dotted([*at, 'lines'])} {in_short(lines)} are no lines; write 12 or 12-15, 20"
            )
        if overlay:
            return Source(OVERLAY, table.get("section", overlay), table.get("lines", ""))
        if origin != HOUSE and "section" in table and "lines" not in table:
            self.fault(at, f"{dotted(at)} lacks 'lines': a {origin} figure names its lines")
        return Source(origin, table.get("section", ""), table.get("lines", ""), table.get("at"))

    def value(self, value: Any, at: Keys) -> Value:
        """What a cell holds; ``-`` is a blank."""
        if isinstance(value, str):
            return None if value in ("-", "") or not self.text(value, at) else value
        if isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value):
            if -LARGEST_FIGURE <= value <= LARGEST_FIGURE:
                return value
            limits = f"from {-LARGEST_FIGURE} to {LARGEST_FIGURE}"
            self.fault(at, f"{dotted(at)} is out of range: {in_short(value)}; a figure is {limits}")
            return None
        self.fault(at, f'{dotted(at)} must be a number, a word or "-", not {in_short(value)}')
        return None


def named(raw: Any, key: str) -> str:
    """What an entry is called under ``key``; nothing where no text stands there."""
    name = raw.get(key) if isinstance(raw, dict) else None
    return name if isinstance(name, str) else ""


def hidden(text: str) -> bool:
    """Whether a text holds characters that would steer a terminal or turn its lines about."""
    if text.isprintable():
        return False
    return any(ord(letter) < 32 or letter in "\x7f\x9b" or letter in TURNS for letter in text)


def dotted(keys: Sequence[str | int]) -> str:
    """Keys as a person writes them: ``condition 3 value`` is ``condition[3].value``."""
    text = ""
    for key in keys:
        text += f"[{key + 1}]" if isinstance(key, int) else f".{key}" if text else key
    return text


def misfit(value: Any, kind: Any) -> str:
    """Return what is wrong with a value of this type, or of one of these types: ``must be a text, not 3``."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if type(value) not in kinds:
        names = {str: "a text", dict: "a table", list: "a list", bool: "true or false", int: "a number", float: ""}
        return f"must be {' or '.join(filter(None, (names[one] for one in kinds)))}, not {in_short(value)}"
    if isinstance(value, str) and hidden(value):
        return f"holds a control character: {in_short(value)}"
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        return f"has {len(value):,} characters; {LONGEST_TEXT:,} is the most"
    return ""
