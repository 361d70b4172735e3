"""The pages of every ruleset's quick-reference sheet as small grey pictures, in docs/sheets.

    python tools/draw_sheets.py

Run it in an environment where refcli and its extra `docs` are installed, when charts or the look of the sheets
have changed. Typst draws the pages; here they only become grey in sixteen steps, which is a tenth of the bytes.
"""

import json
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import typst
from PIL import Image

from refcli.cli.sheets import quick_sheet
from refcli.printing.paper import PAPERS, layout_of
from refcli.printing.sheets import quick_pdf
from refcli.printing.sheets.sheet import Style
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings
from refcli.rulesets import RULESETS

SHEETS = Path(__file__).parent.parent / "docs" / "sheets"
PIXELS = 96
"""To the inch."""


def main() -> int:
    """Draw every page anew, and tell how many bytes they are."""
    SHEETS.mkdir(exist_ok=True)
    drawn = {f"{rules}-{number}.png": page for rules in RULESETS for number, page in enumerate(pages(rules), 1)}
    for old in SHEETS.glob("*.png"):
        if old.name not in drawn:
            old.unlink()
    for name, page in drawn.items():
        (SHEETS / name).write_bytes(page)
    print(f"{len(drawn)} pages, {sum(map(len, drawn.values())):,} bytes")
    return 0


def pages(rules: str) -> Iterator[bytes]:
    """The pages of a ruleset as it ships, on A4, each a PNG."""
    settings = Settings()
    sheet = quick_sheet(Referee(settings).loaded(rules), [], settings, Style())
    source = quick_pdf.QUICK.read_bytes()
    data = json.dumps(quick_pdf.quick_plain(sheet, layout_of(PAPERS["a4"])))
    drawn = typst.compile(source, sys_inputs={"data": data}, format="png", ppi=PIXELS)
    for page in drawn if isinstance(drawn, list) else [drawn]:
        yield grey(page)


def grey(png: bytes) -> bytes:
    """A PNG as one of sixteen greys; opaque, as a page is."""
    steps = Image.open(BytesIO(png)).getchannel("G").point([round(green / 17) for green in range(256)])
    steps.putpalette([step * 17 for step in range(16) for _ in "rgb"])
    drawn = BytesIO()
    steps.save(drawn, "PNG", bits=4, optimize=True)
    return drawn.getvalue()


if __name__ == "__main__":
    sys.exit(main())
