"""Reading the lines of a batch as they come, some at a time: JSON lines, or CSV under a header."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator
from json import JSONDecoder
from typing import IO, Any, NamedTuple

from refcli.core.errors import Refused
from refcli.core.limits import LONGEST_LINE, MOST_LINES_OF_ROW, in_short
from refcli.core.sentence import some
from refcli.wire import JsonObject

BLOCK = 1 << 16
"""Bytes that are read at a time; less, where no more has come yet."""

ROWS = 200
"""Rows of CSV that are answered at a time."""

YES_OR_NO = {**dict.fromkeys(("true", "yes", "1"), True), **dict.fromkeys(("false", "no", "0"), False)}
"""Words for true and false in a cell of CSV."""


class Line(NamedTuple):
    """A line: its number in the file, its content (bytes, an object, or an error), its size in bytes."""

    number: int
    content: bytes | JsonObject | Refused
    size: int

    @property
    def blank(self) -> bool:
        """True if nothing is on it."""
        return isinstance(self.content, bytes) and not self.content.strip(b"\r\n\t \xef\xbb\xbf")

    def raw_request(self) -> JsonObject:
        """The request of this line, not parsed yet. Raises Refused."""
        raw: Any = self.content
        if isinstance(raw, bytes):
            try:
                raw = _decode(raw.decode().removeprefix("\ufeff"))
            except (ValueError, RecursionError) as error:
                raise NotJson(f"this line is not JSON: {error}") from None
        if isinstance(raw, Refused):
            raise raw
        if not isinstance(raw, dict):
            raise NotJson("this line is no object: a ruling's fields stand in braces")
        return raw


class NotJson(Refused):
    """A line that cannot be read, or cannot be written as JSON again."""

    kind = "json"


def _object_from(pairs: list[tuple[str, Any]]) -> JsonObject:
    """Make an object of its pairs. Raises Refused for a repeated key: JSON would take the last without a word."""
    found = dict(pairs)
    if len(found) < len(pairs):
        key = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise Refused(f"{in_short(key)} stands twice in one object; leave one of them out")
    return found


_decode = JSONDecoder(object_pairs_hook=_object_from).decode


def json_lines(source: IO[bytes]) -> Iterator[list[Line]]:
    """Read whole lines, as many as there are at once. A line beyond LONGEST_LINE is passed over and refused."""
    read = getattr(source, "read1", source.read)
    number, rest, skipped = 0, b"", 0
    while block := read(BLOCK):
        *texts, rest = (rest + block).split(b"\n")
        lines = []
        for text in texts:
            number += 1
            lines.append(_line(number, text, skipped + len(text) + 1))
            skipped = 0
        if len(rest) > LONGEST_LINE:
            skipped, rest = skipped + len(rest), b""
        if lines:
            yield lines
    if rest or skipped:
        yield [_line(number + 1, rest, skipped + len(rest))]


def _line(number: int, text: bytes, size: int) -> Line:
    too_long = size > LONGEST_LINE
    content = Refused(f"this line has {size:,} bytes; at most {LONGEST_LINE:,} are read") if too_long else text
    return Line(number, content, size)


def csv_lines(source: IO[bytes], delimiter: str = "") -> Iterator[list[Line]]:
    """Read rows of CSV as requests, under the names of their header; an empty cell is left out.

    Without a ``delimiter`` it is the comma, semicolon or tab that the header has most of.
    """
    text = io.TextIOWrapper(source, encoding="utf-8-sig", errors="surrogateescape", newline="")
    header: list[str] = []
    lines: list[Line] = []
    try:
        for number, row in csv_rows(text.readline, delimiter):
            if isinstance(row, Refused):
                lines.append(Line(number, row, 0))
            elif not header:
                header = header_of(row)
            elif row:
                lines.append(Line(number, _request_of(header, row), sum(map(len, row)) + len(row)))
            if len(lines) >= ROWS or (lines and lines[-1].size > BLOCK):
                yield lines
                lines = []
        if not header:
            raise Refused("a CSV file begins with a header: rules, procedure, and a column for each field")
        yield lines
    finally:
        if not source.closed:  # the source is not ours to close
            text.detach()


def csv_rows(readline: Callable[[int], str], delimiter: str = "") -> Iterator[tuple[int, list[str] | Refused]]:
    """Read each row of CSV, or why it is none, with the number of its first line.

    A fault costs its own line alone: lines that an open quote swallowed are read again.
    """
    again: list[str | Refused] = []
    taken: list[str | Refused] = []

    def lines() -> Iterator[str]:
        while line := again.pop() if again else _text_line(readline):
            taken.append(line)
            if isinstance(line, Refused):
                raise line
            yield line
            if len(taken) >= MOST_LINES_OF_ROW:
                raise Refused("a row of too many lines")

    if not delimiter and (first := readline(LONGEST_LINE)):
        again.append(first)
        delimiter = max(",;\t", key=first.count)
    number, width = 1, 0
    while True:
        taken.clear()
        try:
            row: list[str] | Refused = next(csv.reader(lines(), strict=True, delimiter=delimiter or ","))
        except StopIteration:
            return
        except csv.Error as error:
            row = Refused(f"this row is not CSV: {error}")
        except Refused as error:
            row = error
        if len(taken) > 1 and (isinstance(row, Refused) or len(row) != width):
            row = Refused("this row is not CSV: a quote is open at the end of its line")
            again += taken[:0:-1]
            del taken[1:]
        elif isinstance(row, list):
            width = width or len(row)
        yield number, row
        number += len(taken)


def _text_line(readline: Callable[[int], str]) -> str | Refused:
    """Read a line of CSV; one that is too long is passed over."""
    line = readline(LONGEST_LINE)
    size = len(line)
    if size < LONGEST_LINE or line.endswith(("\n", "\r")):
        return line
    while line and not line.endswith(("\n", "\r")):
        line = readline(LONGEST_LINE)
        size += len(line)
    return Refused(f"this line has {size:,} characters; at most {LONGEST_LINE:,} are read")


def header_of(row: list[str]) -> list[str]:
    """The names of the columns. Raises Refused."""
    header = [name.strip() for name in row]
    if not all(header) or len(set(header)) < len(header):
        raise Refused(f"the CSV header {in_short(','.join(row))}: every column needs a name of its own")
    return header


def _request_of(header: list[str], row: list[str]) -> JsonObject | Refused:
    """The request of a row; conditions, figures and readings have spaces between them, modifiers ``;``."""
    if len(row) != len(header):
        return Refused(f"this row has {some(len(row), 'cell')}, the header {len(header)}")
    raw: JsonObject = {}
    for name, cell in zip(header, map(str.strip, row), strict=True):
        if not cell:
            continue
        if name in ("set", "readings", "conditions"):
            raw[name] = cell.split()
        elif name == "adjust":
            raw[name] = [part.strip() for part in cell.split(";") if part.strip()]
        else:
            raw[name] = YES_OR_NO.get(cell.lower(), cell) if name in ("published", "overrule") else cell
    return raw
