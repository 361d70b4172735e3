"""PDF and outlines of letters through Typst: a document of ours, and chart text passed to it as data."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from refcli.core.errors import Refused

INSTALL = "pip install '.[pdf]' in refcli's checkout, pip install typst elsewhere"


class NoTypst(Refused):
    """The extra that makes PDFs is not installed."""

    kind = "not-installed"


def pdf_of(document: Path, data: Mapping[str, Any]) -> bytes:
    """A PDF: ``document`` is a Typst file of ours, ``data`` what it reads.

    The data come as JSON in ``sys.inputs.data``, never as markup. Nothing in the file tells when it was made:
    the same data give the same bytes. Raises NoTypst.
    """
    (pdf,) = _compiled(document, data, "pdf")
    return pdf


def svgs_of(document: Path, data: Mapping[str, Any]) -> list[bytes]:
    """The pages of a document as SVG, their letters as outlines. Raises NoTypst."""
    return _compiled(document, data, "svg")


def _compiled(document: Path, data: Mapping[str, Any], how: Literal["pdf", "svg"]) -> list[bytes]:
    try:
        import typst
    except ImportError:
        raise NoTypst(f"PDF needs Typst, which is not installed here: {INSTALL}") from None
    text = json.dumps(data, ensure_ascii=False).encode("utf-8", "replace").decode()  # a folder's name may be no text
    made: bytes | list[bytes] = typst.compile(document.read_bytes(), sys_inputs={"data": text}, format=how)
    return made if isinstance(made, list) else [made]
