"""``refcli rules check``: check a ruleset of the user's own."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from refcli.cli.terminal import width_of
from refcli.core.errors import BadData
from refcli.render.columns import wrapped


def check(
    ctx: typer.Context,
    folder: Annotated[Path, typer.Argument(help="The folder of the ruleset; its code is run.", metavar="FOLDER")],
) -> None:
    """Check the charts, examples, odds and effects of a ruleset of your own; status 3 on a fault."""
    from refcli.cli.command import FIXED
    from refcli.cli.procedure import NOT_OF_FIELDS
    from refcli.referee.check import CHECKS, faults_in, suite_in

    suite, last = suite_in(folder)
    faults = list(faults_in(suite, last, (*FIXED, *NOT_OF_FIELDS)))
    if faults:
        here = f"{Path.cwd()}{os.sep}"
        raise BadData(fault.replace(here, "") for fault in faults)
    said = f"{suite.rules}: no fault in charts, {', '.join(CHECKS)}"
    print("\n".join(wrapped(said, width_of(sys.stdout), "", "  ")))
