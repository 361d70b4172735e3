"""PDF and outlines of letters through Typst: a document of ours, and its content passed to it as data."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from refcli.core.errors import Refused

INSTALL = "pip install '.[pdf]' in refcli's checkout, pip install typst elsewhere"

LONGEST_WORD = 28
"""A word of more letters may be wider than its column."""

BREAK = "\u200b"
"""Zero-width space: a line may end here."""

OVERLONG = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")
PIECE = re.compile(rf"[^-._/]{{1,{LONGEST_WORD}}}[-._/]*|[-._/]+")
"""A piece of an overlong word: a name with the points and hyphens after it, or so many letters."""

CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")


class NoTypst(Refused):
    """The extra that makes PDFs is not installed."""

    kind = "not-installed"


def pdf_of(document: Path, data: Mapping[str, Any]) -> bytes:
    """Return the PDF of a Typst file of ours and the data it reads; the same data give the same bytes.

    The data are passed as JSON in ``sys.inputs.data``, never as markup. Raises NoTypst.
    """
    (pdf,) = _compiled(document, data, "pdf")
    return pdf


def svgs_of(document: Path, data: Mapping[str, Any]) -> list[bytes]:
    """Return the pages of a document as SVG, with letters as outlines. Raises NoTypst."""
    return _compiled(document, data, "svg")


def as_data(part: Any) -> Any:
    """Return a part of a document as JSON holds it: a named tuple as an object, a text made ``breakable``."""
    if isinstance(part, str):
        return breakable(part)
    if hasattr(part, "_asdict"):
        part = part._asdict()
    if isinstance(part, Mapping):
        return {key: as_data(value) for key, value in part.items()}
    return [as_data(one) for one in part] if isinstance(part, tuple | list) else part


def breakable(text: str) -> str:
    """Return a text on one line, without control characters, with places to break in overlong words."""
    clean = CONTROL.sub("\N{REPLACEMENT CHARACTER}", " ".join(text.split()))
    return OVERLONG.sub(lambda word: BREAK.join(PIECE.findall(word[0])), clean)


def _compiled(document: Path, data: Mapping[str, Any], how: Literal["pdf", "svg"]) -> list[bytes]:
    try:
        import typst
    except ImportError:
        raise NoTypst(f"PDF needs Typst, which is not installed here: {INSTALL}") from None
    text = json.dumps(data, ensure_ascii=False).encode("utf-8", "replace").decode()  # a folder's name may be no text
    made: bytes | list[bytes] = typst.compile(document.read_bytes(), sys_inputs={"data": text}, format=how)
    return made if isinstance(made, list) else [made]
