"""Writes the manual's pages of reference, from commands and charts: python tools/write_manual.py FOLDER.

docs/conf.py calls it whenever the manual is built. The pages are not kept: they are never out of date, and nobody who
changes a chart or a command has a page to write. It works in a home of its own, so that nobody's settings count.
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

LEFT_OUT = ("REFCLI_", "XDG_", "NO_COLOR", "FORCE_COLOR", "CLICOLOR")
"""Beginnings of variables that would change what a page shows."""


def main() -> None:
    """Write every page."""
    folder = Path(sys.argv[1]).absolute()
    with TemporaryDirectory() as home:
        for name in [name for name in os.environ if name.startswith(LEFT_OUT)]:
            del os.environ[name]
        os.environ.update(dict.fromkeys(("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"), home), COLUMNS="80")
        os.chdir(home)
        from manual_pages import pages

        folder.mkdir(parents=True, exist_ok=True)
        for name, text in pages():
            path = folder / f"{name}.md"
            if not path.exists() or path.read_text(encoding="utf-8") != text:  # what stays is not built again
                path.write_text(text, encoding="utf-8")
        os.chdir(folder)  # a system may not take away the folder that one stands in


if __name__ == "__main__":
    main()
