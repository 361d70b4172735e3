"""PDF through Typst: a document of ours, and chart text passed to it as data."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from refcli.core.errors import Refused

INSTALL = "pip install 'refcli[pdf]'"


class NoTypst(Refused):
    """The extra that makes PDFs is not installed."""

    kind = "not-installed"


def pdf_of(document: Path, data: Mapping[str, Any]) -> bytes:
    """A PDF: ``document`` is a Typst file of ours, ``data`` what it reads.

    The data come as JSON in ``sys.inputs.data``, never as markup. Nothing in the file tells when it was made:
    the same data give the same bytes. Raises NoTypst.
    """
    try:
        import typst
    except ImportError:
        raise NoTypst(f"PDF needs Typst, which is not installed here: {INSTALL}") from None
    text = json.dumps(data, ensure_ascii=False).encode("utf-8", "replace").decode()  # a folder's name may be no text
    return typst.compile(document.read_bytes(), sys_inputs={"data": text}, format="pdf")
