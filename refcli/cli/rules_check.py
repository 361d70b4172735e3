"""``refcli rules check``: hold a ruleset to everything that ours are held to."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from refcli.cli.screen import width_of
from refcli.core.errors import BadData
from refcli.render.columns import wrapped

if TYPE_CHECKING:
    from refcli.conformance.situations import Suite


def check(
    ctx: typer.Context,
    folder: Annotated[Path, typer.Argument(help="The folder of the ruleset; its code is run.", metavar="FOLDER")],
) -> None:
    """Check a ruleset of your own by everything that ours are held to; status 3 on a fault."""
    from refcli.cli.app import FIXED
    from refcli.cli.options import options_taken
    from refcli.conformance.checks import CHECKS, faults_in, suite_in

    suite, last = suite_in(folder)
    faults = list(faults_in(suite, last, (*FIXED, *options_taken(suite.loaded)))) or list(_of_sheets(suite))
    if faults:
        here = f"{Path.cwd()}{os.sep}"
        raise BadData(fault.replace(here, "") for fault in faults)
    said = f"{suite.rules}: no fault in {', '.join(CHECKS)} or sheets"
    print("\n".join(wrapped(said, width_of(sys.stdout), "", "  ")))


def _of_sheets(suite: "Suite") -> Iterator[str]:
    """The faults of what is printed: of all charts, and of the quick-reference sheet."""
    from refcli.cli.reference import lists_apart
    from refcli.cli.sheets import printed, quick_sheet, sheet_of
    from refcli.conformance.quick_sheets import odd_quick_sheet, too_much
    from refcli.conformance.sheets import odd_sheets
    from refcli.printing.paper import PAPERS, layout_of
    from refcli.printing.sheets.quick_pdf import quick_pdf
    from refcli.printing.sheets.sheet import Style

    loaded, settings, paper = suite.loaded, suite.referee.settings, PAPERS["a4"]
    whole = sheet_of(loaded, (), settings, Style())
    yield from odd_sheets(suite, whole, lambda how: printed(whole, how, paper))
    quick = quick_sheet(loaded, (), settings, Style())
    yield from odd_quick_sheet(suite, quick, lists_apart(loaded, loaded.library.everything()))
    yield from too_much(suite, lambda: quick_pdf(quick, layout_of(paper)))
