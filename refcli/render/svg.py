"""The picture of a ruling as an SVG file."""

import re
from html import escape, unescape
from io import StringIO

from rich.console import Console

from refcli.core.procedure import Record
from refcli.render.book import Book
from refcli.render.picture import LINES
from refcli.render.terminal import ruling_picture

FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Fonts that the network would serve."""
TEXT = re.compile(r'<text class="([^"]+)" x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)" ([^>]+)>([^<]*)</text>')
WORDS = re.compile("\\S+(?:\\xa0\\S+)*")
"""Words with one space between them."""


def ruling_svg(record: Record, book: Book, width: int = 80) -> str:
    """A ruling as an SVG picture that asks nothing of the network, in a window of so many columns and 24 lines."""
    console = Console(
        record=True,
        width=width,
        height=LINES + 2,
        file=StringIO(),
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
    )
    console.print(ruling_picture(record, book, console))
    drawn = console.export_svg(title=f"refcli {record.procedure.name}", unique_id="refcli")
    return TEXT.sub(_without_spaces, FONTS.sub("", drawn))


def _without_spaces(found: re.Match[str]) -> str:
    """A text as several, each at its place: not everything that draws SVG keeps spaces at a beginning or in a row."""
    style, left, line, length, clip, said = found.groups()
    text = unescape(said)
    letter = float(length) / len(text)
    return "".join(
        f'<text class="{style}" x="{float(left) + words.start() * letter:g}" y="{line}"'
        f' textLength="{len(words[0]) * letter:g}" {clip}>{escape(words[0]).replace(chr(160), "&#160;")}</text>'
        for words in WORDS.finditer(text)
    )
