"""``refcli rules check``: hold a ruleset to everything that ours are held to."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from refcli.cli.screen import width_of
from refcli.core.errors import BadData
from refcli.render.columns import wrapped


def check(
    ctx: typer.Context,
    folder: Annotated[Path, typer.Argument(help="The folder of the ruleset; its code is run.", metavar="FOLDER")],
) -> None:
    """Check a ruleset of your own by everything that ours are held to; status 3 on a fault."""
    from refcli.cli.app import FIXED
    from refcli.cli.sheets import printed, sheet_of
    from refcli.conformance.checks import CHECKS, faults_in, suite_in
    from refcli.conformance.sheets import odd_sheets
    from refcli.printing.paper import PAPERS
    from refcli.printing.sheets.sheet import Style

    suite, last = suite_in(folder)
    faults = list(faults_in(suite, last, FIXED))
    if not faults:
        sheet = sheet_of(suite.loaded, (), suite.referee.settings, Style())
        faults = list(odd_sheets(suite, sheet, lambda how: printed(sheet, how, PAPERS["a4"])))
    if faults:
        here = f"{Path.cwd()}{os.sep}"
        raise BadData(fault.replace(here, "") for fault in faults)
    said = f"{suite.rules}: no fault in {', '.join(CHECKS)} or sheets"
    print("\n".join(wrapped(said, width_of(sys.stdout), "", "  ")))
