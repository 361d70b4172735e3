"""The pages of every ruleset's sheets as small grey pictures, in docs/sheets.

    python docs/draw_sheets.py

Run it in an environment where refcli and its extra `pdf` are installed, when charts or the look of the sheets
have changed. Typst draws the pages; here they only become grey in sixteen steps, which is a tenth of the bytes.
"""

import json
import struct
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import typst

from refcli.printed import sheet_of
from refcli.printing.paper import PAPERS
from refcli.printing.sheets import typeset
from refcli.printing.sheets.sheet import Style
from refcli.referee import Referee
from refcli.rulesets import RULESETS
from refcli.settings import settings_from

HERE = Path(__file__).parent / "sheets"
PIXELS = 72
"""To the inch."""

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def main() -> int:
    """Draw every page anew, and tell how many bytes they are."""
    HERE.mkdir(exist_ok=True)
    drawn = {f"{rules}-{number}.png": page for rules in RULESETS for number, page in enumerate(pages(rules), 1)}
    for old in HERE.glob("*.png"):
        if old.name not in drawn:
            old.unlink()
    for name, page in drawn.items():
        (HERE / name).write_bytes(page)
    print(f"{len(drawn)} pages, {sum(map(len, drawn.values())):,} bytes")
    return 0


def pages(rules: str) -> Iterator[bytes]:
    """The pages of a ruleset as it ships, on A4, each a PNG."""
    nowhere = Path("/nowhere")
    settings = settings_from({}, {}, nowhere, nowhere)
    sheet = sheet_of(Referee(settings).shelf(rules), [], settings, Style())
    source = typeset.DOCUMENT.read_bytes()
    data = json.dumps(typeset.plain(sheet, PAPERS["a4"]))
    drawn = typst.compile(source, sys_inputs={"data": data}, format="png", ppi=PIXELS)
    for page in drawn if isinstance(drawn, list) else [drawn]:
        yield grey(page)


def grey(png: bytes) -> bytes:
    """A PNG of 8-bit RGBA as one of sixteen greys; opaque, as a page is."""
    chunks = dict(parts(png))
    width, height, depth, kind = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    if (depth, kind) != (8, 6):
        raise ValueError(f"not 8-bit RGBA: depth {depth}, kind {kind}")
    lines = bytearray()
    for row in rows(zlib.decompress(chunks[b"IDAT"]), width * 4, 4):
        steps = [round(green / 17) for green in row[1::4]] + [0] * (width % 2)
        lines += b"\0" + bytes(high << 4 | low for high, low in zip(steps[::2], steps[1::2], strict=True))
    head = struct.pack(">IIBBBBB", width, height, 4, 0, 0, 0, 0)
    packed = zlib.compress(bytes(lines), 9)
    return SIGNATURE + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def parts(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG, those of its pixels as one."""
    at, pixels = len(SIGNATURE), b""
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, content = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        if kind == b"IDAT":
            pixels += content
        else:
            yield kind, content
        at += length + 12
    yield b"IDAT", pixels


def rows(data: bytes, length: int, step: int) -> Iterator[bytearray]:
    """Rows of pixels with the PNG filters undone: of ``length`` bytes, ``step`` bytes a pixel."""
    above = bytearray(length)
    for start in range(0, len(data), length + 1):
        kind, row = data[start], bytearray(data[start + 1 : start + 1 + length])
        if kind == 2:
            row = bytearray((here + up) & 255 for here, up in zip(row, above, strict=True))
        elif kind:
            for x in range(length):
                left = row[x - step] if x >= step else 0
                corner = above[x - step] if x >= step else 0
                row[x] = (row[x] + guess(kind, left, above[x], corner)) & 255
        yield row
        above = row


def guess(kind: int, left: int, up: int, corner: int) -> int:
    """What a PNG filter takes from a byte: the one to its left, their mean with that above, or Paeth's choice."""
    if kind == 1:
        return left
    if kind == 3:
        return (left + up) // 2
    far = left + up - corner
    return min((abs(far - left), 0, left), (abs(far - up), 1, up), (abs(far - corner), 2, corner))[2]


def chunk(kind: bytes, content: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


if __name__ == "__main__":
    sys.exit(main())
