"""Flags that several commands take: ``--json`` and ``--plain``."""

from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
JsonLines = Annotated[bool, typer.Option("--json", help="Print JSON lines.")]
Plain = Annotated[bool, typer.Option("--plain", help="Print plain lines.")]
