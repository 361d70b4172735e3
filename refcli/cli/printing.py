"""``refcli charts print`` and ``charts digest``: the charts on paper."""

import os
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from refcli.cli.shared import at_terminal, settings
from refcli.cli.shelves import Names, Rules, shelf_and_names, shelves
from refcli.core.errors import Refused
from refcli.printing.paper import PAPERS, Paper
from refcli.printing.sheet import Sheet, Style
from refcli.referee import Shelf


class Format(StrEnum):
    """What a sheet is printed as; SVG is for templates alone."""

    HTML = "html"
    PDF = "pdf"
    MD = "md"
    CSV = "csv"
    SVG = "svg"


class On(StrEnum):
    """The papers, as refcli.printing.paper has them."""

    A4 = "a4"
    LETTER = "letter"


OURS = {
    Format.HTML: b'<meta name="generator" content="refcli',
    Format.PDF: b"printed by refcli",
    Format.MD: b"printed by refcli",
    Format.CSV: b"rules,charts,phase,chart,",
    Format.SVG: b"printed by refcli",
}
"""What stands in a file of each format that refcli wrote: no other file is ever written over."""


def print_(
    ctx: typer.Context,
    rules: Rules = None,
    names: Names = None,
    format: Annotated[Format | None, typer.Option("--format", help="[default: as FILE ends, else html]")] = None,
    paper: Annotated[On, typer.Option(help="The paper of PDF and SVG.")] = On.A4,
    out: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to, not stdout.")] = None,
    odds: Annotated[bool, typer.Option("--odds/--no-odds", help="The chance beside each number required.")] = True,
    published: Annotated[bool, typer.Option("--published", help="Leave house values open, to fill in.")] = False,
    changes: Annotated[bool, typer.Option("--changes", help="What differs here from the rules as shipped.")] = False,
    templates: Annotated[bool, typer.Option("--templates", help="True-scale templates to cut out.")] = False,
) -> None:
    """Print charts as sheets for the table: all of them in the order of play, or those that are named."""
    shelf, words = shelf_and_names(ctx, rules, names)
    if changes and (words or templates):
        raise Refused("--changes is one handout of its own: leave out charts and --templates")
    how, on = _format(format, out, templates), PAPERS[paper.value]
    if templates:
        if published:
            raise Refused("--published and --templates: a size cannot be left open; those of the house are starred")
        print_templates(shelf, words, how, on, out)
        return
    from refcli.sheets import changes_sheet, sheet_of

    chosen = settings({"published": published or None})
    style = Style(odds, bool(chosen.published.value))
    sheet = changes_sheet(shelf, chosen) if changes else sheet_of(shelf, words, chosen, style)
    write(printed(sheet, how, on), how, out)


def print_templates(shelf: Shelf, words: Sequence[str], how: Format, paper: Paper, out: Path | None) -> None:
    """Write templates: one PDF, or an SVG for each page, the pages numbered behind the file's name."""
    from refcli.printing.template import pdf_of_pages
    from refcli.sheets import template_pages

    pages = template_pages(shelf, words, settings({}), paper)
    if how is Format.PDF:
        write(pdf_of_pages(pages, f"{shelf.library.about()['title']}: templates"), how, out)
        return
    if out is None and len(pages) > 1:
        raise Refused(f"these are {len(pages)} pages, an SVG each: say where to, -o FILE.svg")
    files = [out] if out is None or len(pages) == 1 else [numbered(out, page.name) for page in pages]
    for page, file in zip(pages, files, strict=True):
        write(page.svg.encode(), how, file)
        if file is not None:
            print(file)


def numbered(file: Path, page: str) -> Path:
    """The file of one page among several: ``out.svg`` and ``02-sticks`` make ``out-02-sticks.svg``."""
    return file.with_name(f"{file.stem}-{page}{file.suffix}")


def digest(ctx: typer.Context, rules: Rules = None) -> None:
    """Print the digest of each chart set, as it stands below every sheet: another one there means a stale sheet."""
    for shelf in shelves(ctx, rules):
        print(f"{shelf.ruleset.name:16}{shelf.library.digest()}")


def printed(sheet: Sheet, how: Format, paper: Paper) -> bytes:
    """A sheet in a format. Raises NoTypst."""
    if how is Format.HTML:
        from refcli.printing.html import html

        return html(sheet).encode()
    if how is Format.PDF:
        from refcli.printing.document import sheet_pdf

        return sheet_pdf(sheet, paper)
    if how is Format.MD:
        from refcli.printing.markdown import markdown

        return markdown(sheet).encode()
    from refcli.printing.tidy import comma_separated

    return comma_separated(sheet).encode()


def write(content: bytes, how: Format, out: Path | None) -> None:
    """Write a file whole or not at all, over none that is not refcli's; without a name to stdout."""
    if out is None:
        if how is Format.PDF and at_terminal(sys.stdout):
            raise Refused("a PDF is nothing to read at a terminal: -o FILE, or pipe it")
        if hasattr(sys.stdout, "buffer"):
            sys.stdout.flush()
            sys.stdout.buffer.write(content)
        else:
            sys.stdout.write(content.decode())
        return
    if out.exists() and not out.is_file():  # a device or a pipe takes what it is given, a folder tells that it is one
        out.write_bytes(content)
        return
    out = out.resolve()
    if out.exists() and OURS[how] not in out.read_bytes():
        raise Refused(f"{out} is there, and it is no {how.value} that refcli wrote: give another name")
    part = out.with_name(f"{out.name}.{os.getpid()}")
    try:
        part.write_bytes(content)
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)


def _format(format: Format | None, out: Path | None, templates: bool) -> Format:
    """The format that is asked for, or that the file's ending says."""
    allowed = (Format.PDF, Format.SVG) if templates else tuple(one for one in Format if one is not Format.SVG)
    said = ", ".join(one.value for one in allowed)
    what = "templates are" if templates else "sheets are"
    if format is None and out is not None and out.suffix:
        ending = out.suffix[1:].lower()
        if ending not in allowed:
            raise Refused(f"{out}: {what} printed as {said}; say which with --format")
        return Format(ending)
    if format is None:
        return allowed[0]
    if format not in allowed:
        raise Refused(f"--format {format.value}: {what} printed as {said}")
    return format
