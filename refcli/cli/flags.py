"""Flags that several commands take: ``--json`` and ``--plain``."""

from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
AsJsonLines = Annotated[bool, typer.Option("--json", help="Print JSON lines.")]
AsPlain = Annotated[bool, typer.Option("--plain", help="Print plain lines.")]
