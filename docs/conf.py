"""How the manual is built: `sphinx-build -W --keep-going -n docs build/manual`, after `pip install '.[docs]'`."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
CHECKOUT = DOCS.parent
REFERENCE = DOCS / "reference"
"""Pages that are made from commands and charts whenever the manual is built."""

sys.path.insert(0, str(CHECKOUT))  # the manual is of this checkout, whatever is installed
subprocess.run(
    [sys.executable, CHECKOUT / "tools" / "write_manual.py", REFERENCE],
    env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
    check=True,
)

from refcli import __version__  # noqa: E402

project = "refcli"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["rules", "examples"]  # the pages of the rulesets have the tables of docs/rules

smartquotes = False  # options begin with two hyphens

html_theme = "furo"
html_title = f"refcli {version}"
html_copy_source = False
html_show_copyright = False

myst_heading_anchors = 3
autodoc_member_order = "bysource"
python_use_unqualified_type_names = True
nitpick_ignore_regex = [("py:.*", ".*")]  # types that a signature names and that are not public have no page


def inside(app: Any, docname: str, source: list[str]) -> None:
    """Have links to CONTRIBUTING.md and CHANGELOG.md lead to the pages that are made of them."""
    source[0] = re.sub(r"\]\(\.\./([A-Z]+)\.md", lambda found: f"](reference/{found[1].lower()}.md", source[0])


def is_told_by_its_class(app: Any, what: str, name: str, found: Any, skip: bool, options: Any) -> bool:
    """Whether a member is left out: a field of a value, which the docstring of its class tells."""
    return skip or str(getattr(found, "__doc__", "")).startswith("Alias for field number")


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("source-read", inside)
    app.connect("autodoc-skip-member", is_told_by_its_class)
