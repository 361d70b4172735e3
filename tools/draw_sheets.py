"""Draw the quick-reference sheet of the grid rules as a small grey picture, docs/sheets/grid-1.png.

    python tools/draw_sheets.py

Run it in an environment where refcli and its extra `docs` are installed, when its charts or its look have
changed. Typst draws the page; here it only becomes grey in sixteen steps, which is a tenth of the bytes.
"""

import json
import sys
from io import BytesIO
from pathlib import Path

import typst
from PIL import Image

from refcli.printing.paper import PAPERS, layout_of
from refcli.printing.sheets import sheet_pdf
from refcli.printing.sheets.sheet import Style
from refcli.referee.documents import quick_sheet
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings

PICTURE = Path(__file__).parent.parent / "docs" / "sheets" / "grid-1.png"
PIXELS = 96
"""To the inch."""


def main() -> int:
    settings = Settings()
    sheet = quick_sheet(Referee(settings).loaded("grid"), [], settings, Style())
    source = sheet_pdf.QUICK.read_bytes()
    data = json.dumps(sheet_pdf.quick_data(sheet, layout_of(PAPERS["a4"])))
    page = typst.compile(source, sys_inputs={"data": data}, format="png", ppi=PIXELS)
    PICTURE.write_bytes(grey(page))
    return 0


def grey(png: bytes) -> bytes:
    """A PNG as one of sixteen greys; opaque, as a page is."""
    steps = Image.open(BytesIO(png)).getchannel("G").point([round(green / 17) for green in range(256)])
    steps.putpalette([step * 17 for step in range(16) for _ in "rgb"])
    drawn = BytesIO()
    steps.save(drawn, "PNG", bits=4, optimize=True)
    return drawn.getvalue()


if __name__ == "__main__":
    sys.exit(main())
