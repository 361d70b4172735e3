"""What is done to an input so that it is wrong in one place or two, and right everywhere else.

At the level of the grammar: a wrong name, a field in another's place, a number or a text beyond all measure, something
missing, doubled, nested. And at the level of bytes, when it is written.
"""

from collections.abc import Sequence
from typing import Any

from tests.generated.draw import Draw
from tests.generated.vocabulary import every_name

NUMBERS: tuple[Any, ...] = (
    *(0, -1, 1, 7, 0.5, -0.0, 99, 100, 999, 1000, 10_001, 100_000, 100_001, -100_001),
    *(2**31, 2**53, 2**63, 2**64, -(2**63), 10**30, 10**400, 1e-320, 1e15, 1e16, 1e300, -1e308),
    *(float("nan"), float("inf"), float("-inf"), True, False),
)
TEXTS = (
    *("", " ", "-", "--", "x", "+", ",", "/", "=", ":", ".", "*", "@", "2x", "0xtank"),
    *("1_0", "0x10", "1e5", "1e999", "+3", " 3 ", "3,", "5:60:5", "nan", "-inf", "9" * 50),
    *("\u0663", "\uff15", "\u0663xtank", "\u00b2", "\u00bd", "I", "\u0130", "\ufb01re", "\u00df", "e\u0301"),
    *("\x1b[2J", "\x1b]0;x\x07", "a\nb", "a\rb", "a\tb", "\x00", "\x7f", "\x85", "\x9b31m"),
    *("\u2028", "\u202etank", "\u200b", "\ufeff", "\ud800", "\udcff\udcfe", "\U0001f3b2", "\u6226\u8eca", "\u0643"),
    *("=1+1", "@SUM(1)", "+cmd|' /C calc'!A0", "'quoted'", '"', '"' * 3, "'" * 3, "\\", "\\u001b"),
    *("$(touch PWNED)", "`id`", "${HOME}", "%s", "%n", "{0}", "{units}", "{row}", "'; DROP TABLE"),
    *("[red]x[/red]", "[/]", "<b>x</b>", "&amp;", "]]>", "*x*", "|", "#"),
    *("../../x", "/dev/zero", "/dev/stdin", "~", "~nobody-of-this-name/x", ".", "CON"),
    *("x" * 1001, "x" * 5000, "tank," * 400),
    *("--help", "--json", "-R", "true", "none", "null", "1979-05-27", "06:30", "24:60", "[1, 2]", "{}"),
)
"""What a person, a spreadsheet, a broken file or an enemy puts where something else belongs."""

DEEP = 40
"""Lists or tables inside one another: more than a file may have."""


def nested(draw: Draw) -> Any:
    """Lists or tables inside one another."""
    found: Any = draw.one((1, "x"))
    table = draw.chance(2)
    for _ in range(DEEP):
        found = {"a": found} if table else [found]
    return found


def hostile(draw: Draw) -> Any:
    """A value that belongs nowhere."""
    which = draw.below(12)
    if which < 4:
        return draw.one(NUMBERS)
    if which < 8:
        return draw.one(TEXTS)
    if which < 10:
        return draw.one(every_name())
    return draw.one((None, [], {}, [[]], [None], {"a": 1}, ["tank", 3], [0] * 2000, nested(draw)))


def spelled(draw: Draw, text: str) -> str:
    """A text with a slip in it, or with something on it."""
    how = draw.below(10)
    at = draw.below(len(text) + 1)
    if how == 0:
        return text[:at] + text[at + 1 :]
    if how == 1:
        return text[:at] + text[at : at + 1] * 2 + text[at + 1 :]
    if how == 2:
        return text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
    if how == 3:
        return text.upper()
    if how == 4:
        return draw.one(every_name())
    if how == 5:
        return f"{text}{draw.one('+,/=:x. ')}{draw.one(every_name())}"
    if how == 6:
        return f"{draw.one(('0', '2', '999', '1000', '-1', '1.5', '9' * 40))}x{text}"
    if how == 7:
        return text[:at] + draw.one(TEXTS) + text[at:]
    if how == 8:
        return draw.one((",", "+", " ")).join([text] * draw.one((2, 3, 400)))
    return draw.one(TEXTS)


def numbered(draw: Draw, number: Any) -> Any:
    """A number like another, and not it."""
    if not abs(number) < 1e300:
        return draw.one(NUMBERS)
    return draw.one((-number, number + 1, number - 1, number * 1000, number + 0.5, str(number), [number], *NUMBERS))


def copied(tree: Any) -> Any:
    """A tree of tables and lists of its own."""
    if isinstance(tree, dict):
        return {key: copied(one) for key, one in tree.items()}
    return [copied(one) for one in tree] if isinstance(tree, (list, tuple)) else tree


def places(tree: Any) -> list[tuple[Any, Any]]:
    """Every place in a tree: the table or the list, and the key or the index there."""
    found: list[tuple[Any, Any]] = []
    inside = [tree]
    while inside:
        at = inside.pop()
        for key, one in at.items() if isinstance(at, dict) else enumerate(at):
            found.append((at, key))
            if isinstance(one, (dict, list)):
                inside.append(one)
    return found


def bent(draw: Draw, tree: Any, times: int = 3) -> Any:
    """The tree with one place changed, or a few."""
    tree = copied(tree)
    for _ in range(1 + (draw.below(times) if draw.chance(2) else 0)):
        known = places(tree)
        if not known:
            return tree
        change(draw, known, *draw.one(known))
    return tree


def change(draw: Draw, known: Sequence[tuple[Any, Any]], at: Any, key: Any) -> None:
    """Change what stands in one place of a tree."""
    one = at[key]
    how = draw.below(10)
    if how == 0:
        at[key] = hostile(draw)
    elif how == 1:
        del at[key]
    elif how == 2:
        there, other = draw.one(known)
        at[key], there[other] = copied(there[other]), copied(one)
    elif how == 3:
        at[key] = draw.one(([copied(one)], {"a": copied(one)}, [copied(one)] * 3))
    elif how == 4 and isinstance(at, dict):
        at[draw.one((spelled(draw, str(key)), *draw.some(every_name(), 1)))] = at.pop(key)
    elif how == 4:
        at.insert(key, copied(one))
    elif how == 5 and isinstance(at, dict):
        at[draw.one((*every_name()[:1], spelled(draw, str(key)), draw.one(every_name())))] = copied(one)
    elif isinstance(one, str):
        at[key] = spelled(draw, one)
    elif isinstance(one, (int, float)):
        at[key] = numbered(draw, one)
    else:
        at[key] = hostile(draw)


BYTES = (
    *(b"[" * 5000, b'{"a":' * 5000, b"a." * 50, b"a = [" + b"[]," * 5000),
    *(b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\n", b"\r\n", b"\x1b[2J"),
    *(b'"', b"'", b"[", b"{", b"=", b",", b"#", b"\\"),
)
"""What stands in files that are no longer what they were; much of it at once is more than a parser likes."""


def broken(draw: Draw, text: bytes) -> bytes:
    """Bytes with some of them lost, doubled, turned about or added."""
    at = draw.below(len(text) + 1)
    end = at + draw.below(min(len(text) - at, 40) + 1)
    how = draw.below(7)
    if how == 0:
        return text[:at]
    if how == 1:
        return text[:at] + text[end:]
    if how == 2:
        return text[:end] + text[at:]
    if how == 3:
        return text[:at] + draw.one(BYTES) + text[at:]
    if how == 4:
        return text[:at] + bytes([draw.below(256)]) + text[at + 1 :]
    if how == 5:
        return text + text
    return text[:at] + draw.one(TEXTS).encode("utf-8", "surrogatepass") + text[at:]
