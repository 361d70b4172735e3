"""``refcli charts print`` and ``charts digest``: the charts on paper."""

import os
import sys
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from refcli.cli.shared import at_terminal, settings
from refcli.cli.shelves import Names, Rules, shelf_and_names, shelves
from refcli.core.errors import Refused
from refcli.load import Library, differences
from refcli.names import one_of
from refcli.printing.paper import PAPERS, Paper
from refcli.printing.sheet import (
    Part,
    Section,
    Sheet,
    Style,
    changes_of,
    legend_of,
    parts_of,
    readings_of,
    table_of,
)
from refcli.referee import Shelf
from refcli.settings import Settings


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
    how = _format(format, out, templates)
    chosen = settings({"published": published or None})
    style = Style(odds, bool(chosen.published.value))
    on = PAPERS[paper.value]
    if changes and (words or templates):
        raise Refused("--changes is one handout of its own: leave out charts and --templates")
    if templates:
        from refcli.cli.templates import print_templates

        print_templates(shelf, words, how.value, on, out)
        return
    sheet = changes_sheet(shelf, chosen, style) if changes else sheet_of(shelf, words, chosen, style)
    write(printed(sheet, how, on), how, out)


def digest(ctx: typer.Context, rules: Rules = None) -> None:
    """Print the digest of each chart set, as it stands below every sheet: another one there means a stale sheet."""
    for shelf in shelves(ctx, rules):
        print(f"{shelf.ruleset.name:16}{shelf.library.digest()}")


def sheet_of(shelf: Shelf, words: list[str], chosen: Settings, style: Style) -> Sheet:
    """The sheets of a ruleset, or of the charts that are named."""
    every = shelf.library.everything()
    where = f"refcli charts list {shelf.ruleset.name}"
    wanted = {one_of(word, every, f"chart of {shelf.ruleset.name}", where) for word in words} or set(every)
    about = shelf.library.about()
    uses = {name: shelf.procedure(name).charts for name in shelf.ruleset.procedures}
    parts = parts_of(about["turn"], about.get("phases", {}), uses, every)
    sections = tuple(section for part in parts if (section := _section(part, wanted, style)).tables)
    readings = () if words else readings_of(shelf.readings, chosen.choices(shelf.ruleset.name))
    return _sheet(shelf, str(about["title"]), sections)._replace(readings=readings)


def changes_sheet(shelf: Shelf, chosen: Settings, style: Style) -> Sheet:
    """What the overlays and the chosen readings change, to agree on before the game."""
    library = shelf.library
    shipped = Library(library.ruleset, library.folder, cache=library.cache)
    readings = readings_of(shipped.readings(), _choices(shelf, chosen))
    figures = [one for one in differences(shipped, library) if not one[0].startswith("reading ")]
    tables = changes_of(figures, readings, library.everything())
    title = f"{library.about()['title']}: what is different at this table"
    said = "Rules as shipped, with these changes" if tables else "Nothing: the rules as shipped"
    return _sheet(shelf, title, (Section(said, (), tables),))._replace(turn=(), legend=())


def _choices(shelf: Shelf, chosen: Settings) -> Mapping[str, str]:
    """The readings in force: those of the overlays, and over them those of the settings."""
    overlaid = {id: reading.default for id, reading in shelf.library.readings().items()}
    return {**overlaid, **chosen.choices(shelf.ruleset.name)}


def _section(part: Part, wanted: set[str], style: Style) -> Section:
    tables = tuple(table_of(chart, style) for chart in part.charts if chart.name in wanted)
    return Section(part.title, part.procedures, tables)


def _sheet(shelf: Shelf, title: str, sections: tuple[Section, ...]) -> Sheet:
    about = shelf.library.about()
    author = f", {about['author']}" if about.get("author") else ""
    year = f", {about['year']}" if about.get("year") else ""
    return Sheet(
        title,
        f"{about.get('work', shelf.ruleset.name)}{author}{year}",
        about.get("scale", ""),
        tuple(about["turn"]),
        sections,
        (),
        legend_of(table for section in sections for table in section.tables),
        shelf.library.digest(),
    )


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
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return
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
