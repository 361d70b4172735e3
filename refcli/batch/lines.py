"""Reading lines in chunks, each line numbered: JSON lines as bytes, CSV as objects."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import IO, Any, NamedTuple

from refcli.core.errors import Refused
from refcli.core.limits import LONGEST_LINE, MOST_LINES_OF_ROW, in_short
from refcli.core.sentence import some

BLOCK = 1 << 16
"""Bytes that are read at a time; less, where no more has come yet."""

ROWS = 200
"""Rows of CSV in one chunk."""

DELIMITERS = (",", ";", "\t")
"""What may stand between the cells of a row."""

YES_OR_NO = {**dict.fromkeys(("true", "yes", "1"), True), **dict.fromkeys(("false", "no", "0"), False)}
"""How a cell of CSV says whether."""


class Line(NamedTuple):
    """One line: its number in the file, what was given (bytes, an object, or why there is none), its size in bytes."""

    number: int
    given: Any
    size: int = 0

    @property
    def blank(self) -> bool:
        """Whether there is nothing on it."""
        return isinstance(self.given, bytes) and not self.given.strip(b"\r\n\t \xef\xbb\xbf")


class Block(NamedTuple):
    """Whole lines as they were read, from line ``first`` on."""

    first: int
    text: bytes


Item = Line | Block


def chunks(source: IO[bytes], as_csv: bool = False, delimiter: str = "") -> Iterator[tuple[Item, ...]]:
    """The lines of a file or a pipe as they come, some at a time."""
    return csv_chunks(source, delimiter) if as_csv else line_chunks(source)


def lines_of(chunk: Iterable[Item]) -> Iterator[Line]:
    """The lines of a chunk, one by one."""
    for item in chunk:
        if isinstance(item, Line):
            yield item
        else:
            text = item.text.split(b"\n")
            if not text[-1]:
                text.pop()
            for number, given in enumerate(text, item.first):
                yield Line(number, given, len(given) + 1)


def line_chunks(source: IO[bytes]) -> Iterator[tuple[Item, ...]]:
    """What can be read at once, in whole lines; a line beyond LONGEST_LINE is passed over, and an error says so."""
    read = getattr(source, "read1", source.read)
    number = 1
    rest = b""
    over = 0
    while True:
        block = read(BLOCK)
        if not block:
            break
        first = block.find(b"\n") + 1
        if over or len(rest) + (first or len(block)) > LONGEST_LINE:
            over, rest = over + len(rest) + (first or len(block)), b""
            if not first:
                continue
            yield (_too_long(number, over),)
            number, over, block = number + 1, 0, block[first:]
        end = block.rfind(b"\n") + 1
        if end:
            whole = rest + block[:end]
            yield (Block(number, whole),)
            number += whole.count(b"\n")
            rest = block[end:]
        else:
            rest += block
    if over:
        yield (_too_long(number, over),)
    elif rest:
        yield (Block(number, rest),)


def _too_long(number: int, size: int) -> Line:
    return Line(number, Refused(f"this line has {size:,} bytes; at most {LONGEST_LINE:,} are read"), size)


def csv_chunks(source: IO[bytes], delimiter: str = "") -> Iterator[tuple[Item, ...]]:
    """The rows of a CSV file as objects, under the names of its header; an empty cell is not given.

    Without a ``delimiter`` it is the one that the header has.
    """
    text = io.TextIOWrapper(source, encoding="utf-8-sig", errors="surrogateescape", newline="")
    try:
        header: list[str] | None = None
        chunk: list[Line] = []
        for number, row in csv_rows(text, delimiter):
            if header is None and not isinstance(row, Refused):
                header = header_of(row)
            elif row:
                size = sum(map(len, row)) + len(row) if isinstance(row, list) else 0
                chunk.append(Line(number, row if isinstance(row, Refused) else object_from(header or [], row), size))
            if len(chunk) >= ROWS or (chunk and chunk[-1].size > BLOCK):
                yield tuple(chunk)
                chunk = []
        if header is None:
            raise Refused("a CSV file begins with a header: rules, procedure, and a column for each field")
        yield tuple(chunk)
    finally:
        if not source.closed:  # where nobody reads the answers, the file is closed before its lines are at their end
            text.detach()


def delimiter_in(header: str) -> str:
    """The delimiter that stands in the first line of a file most often: a comma, where none does."""
    return max(DELIMITERS, key=header.count)


def csv_rows(text: IO[str], delimiter: str = "") -> Iterator[tuple[int, "list[str] | Refused"]]:
    """Each row of CSV, or why its first line is none, with the number of that line.

    A fault costs its own line alone: what an open quote swallowed is read again.
    """
    lines = CsvLines(text)
    reader = csv.reader(lines, strict=True, delimiter=delimiter or delimiter_in(lines.first()))
    number, width = 1, 0
    while True:
        lines.taken.clear()
        try:
            row: list[str] | Refused = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            row = Refused(f"this row is not CSV: {error}")
        except Refused as error:
            row = error
        if len(lines.taken) > 1 and (isinstance(row, Refused) or len(row) != width):
            row = Refused("this row is not CSV: a quote is open at the end of its line")
            lines.again += lines.taken[:0:-1]
            del lines.taken[1:]
        elif isinstance(row, list):
            width = width or len(row)
        yield number, row
        number += len(lines.taken)


class CsvLines:
    """The lines of a text, as the reader of a row asks for them: those taken for it, and those to be read again.

    Raises Refused for a line that is too long, and for too many in one row.
    """

    def __init__(self, text: IO[str]) -> None:
        self._text = text
        self.taken: list[str | Refused] = []
        self.again: list[str | Refused] = []

    def __iter__(self) -> "CsvLines":
        return self

    def first(self) -> str:
        """The first line, which is still to be read."""
        line = self._text.readline(LONGEST_LINE)
        if line:
            self.again.append(line)
        return line

    def __next__(self) -> str:
        if len(self.taken) >= MOST_LINES_OF_ROW:
            raise Refused("a row of too many lines")
        line = self.again.pop() if self.again else self._text.readline(LONGEST_LINE)
        if not line:
            raise StopIteration
        if isinstance(line, str) and len(line) >= LONGEST_LINE and not line.endswith(("\n", "\r")):
            line = self._too_long(len(line))
        self.taken.append(line)
        if isinstance(line, Refused):
            raise line
        return line

    def _too_long(self, size: int) -> Refused:
        """Pass over the rest of a line."""
        rest = "-"
        while rest and not rest.endswith(("\n", "\r")):
            rest = self._text.readline(LONGEST_LINE)
            size += len(rest)
        return Refused(f"this line has {size:,} characters; at most {LONGEST_LINE:,} are read")


def header_of(row: list[str]) -> list[str]:
    """The names of the columns. Raises Refused."""
    header = [name.strip() for name in row]
    if not all(header) or len(set(header)) < len(header):
        raise Refused(f"the CSV header {in_short(','.join(row))}: every column needs a name of its own")
    return header


def object_from(header: list[str], row: list[str]) -> dict[str, Any] | Refused:
    """The object of a row; conditions, figures and readings stand with spaces between them, modifiers with ``;``."""
    if len(row) != len(header):
        return Refused(f"this row has {some(len(row), 'cell')}, the header {len(header)}")
    raw: dict[str, Any] = {}
    for name, cell in zip(header, row, strict=True):
        cell = cell.strip()
        if not cell:
            continue
        if name in ("set", "readings", "conditions"):
            raw[name] = cell.split()
        elif name == "adjust":
            raw[name] = [part.strip() for part in cell.split(";") if part.strip()]
        elif name in ("published", "overrule"):
            raw[name] = YES_OR_NO.get(cell.lower(), cell)
        else:
            raw[name] = cell
    return raw
