"""``refcli charts print``: the charts on paper."""

import sys
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from refcli.cli.chosen_ruleset import Names, Rules, chosen_ruleset_and_charts
from refcli.cli.new_file import write_new
from refcli.cli.terminal import at_terminal
from refcli.cli.workspace import workspace_of
from refcli.core.errors import Refused
from refcli.printing.paper import PAPERS, SHEET_PAPERS, Paper, layout_of

if TYPE_CHECKING:
    from refcli.referee.referee import LoadedRuleset
    from refcli.referee.settings import Settings


class Format(StrEnum):
    """What a sheet is printed as; SVG is for templates alone."""

    HTML = "html"
    PDF = "pdf"
    MD = "md"
    CSV = "csv"
    SVG = "svg"


class On(StrEnum):
    """The papers, as refcli.printing.paper has them: templates and charts with their sources are on A4 or letter."""

    A4 = "a4"
    LETTER = "letter"
    A3 = "a3"
    A5 = "a5"


class Odds(StrEnum):
    """Beside which target numbers their chance stands: where a player weighs them, all, none."""

    SOME = "some"
    ALL = "all"
    NONE = "none"


Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="OUT", help="The file to write.")]
Over = Annotated[bool, typer.Option("--force", "-f", help="Write over OUT if it is there.")]


def print_(
    ctx: typer.Context,
    rules: Rules = None,
    names: Names = None,
    format: Annotated[Format | None, typer.Option("--format", help="[default: as OUT ends, else html]")] = None,
    paper: Annotated[On | None, typer.Option(help="The paper of PDF and SVG. [default: a4]")] = None,
    landscape: Annotated[bool, typer.Option("--landscape", help="Turn the paper of the sheet.")] = False,
    out: Output = None,
    charts: Annotated[str, typer.Option("--charts", metavar="A,B", help="Print what the sheet has of these.")] = "",
    without: Annotated[str, typer.Option("--without", metavar="A,B", help="Leave these blocks out.")] = "",
    large: Annotated[bool, typer.Option("--large", help="One block a page, as large as it goes.")] = False,
    odds: Annotated[Odds, typer.Option(help="The chance beside target numbers.")] = Odds.SOME,
    published: Annotated[bool, typer.Option("--published", help="Leave house values open, to write in.")] = False,
    sources: Annotated[bool, typer.Option("--sources", help="Print every chart with where it stands.")] = False,
    changes: Annotated[
        bool, typer.Option("--changes", help="Print what differs here from the rules as shipped, to sign.")
    ] = False,
    reference: Annotated[bool, typer.Option("--reference", help="Print the lists of weapons and units.")] = False,
    templates: Annotated[bool, typer.Option("--templates", help="Print templates to cut out, at true scale.")] = False,
    over: Over = False,
) -> None:
    """Print the quick-reference sheet, or what it has of the charts that are named."""
    loaded, words = chosen_ruleset_and_charts(ctx, rules, names)
    words += listed_in(charts)
    if str(out) == "-":
        out = None
    if changes and (words or templates):
        raise Refused("--changes is one handout of its own: leave out charts and --templates")
    if sum((changes, templates, reference, sources)) > 1:
        raise Refused("--changes, --templates, --reference and --sources are printed one at a time")
    if (without or large or landscape) and (changes or templates or reference or sources):
        raise Refused("--without, --large and --landscape are for the quick-reference sheet alone")
    allowed = (Format.PDF, Format.SVG) if templates else tuple(one for one in Format if one is not Format.SVG)
    to = Printout(format_of(format, out, allowed, "templates are" if templates else "sheets are"), out, over)
    if to.how not in (Format.PDF, Format.SVG) and (paper or large or landscape):
        raise Refused("--paper, --large and --landscape lay out a PDF: say --format pdf, or -o FILE.pdf")
    on, settings = paper or On.A4, workspace_of(ctx).settings
    if templates:
        if published:
            raise Refused("--published and --templates: a size cannot be left open; those of the house are starred")
        print_templates(loaded, words, settings, upright(on), to)
        return
    if words and are_rows(loaded, words):
        from refcli.cli.cards_on_paper import cards_of, roster_printed

        format_of(to.how, None, (Format.HTML, Format.PDF), "cards are")
        to.write(roster_printed(cards_of(loaded, words, settings), to.how, upright(on)))
        return
    settings = settings.under(published=published or None)
    if reference:
        from refcli.cli.reference import reference_as, reference_set

        found = reference_set(loaded, words, settings)
        to.write(reference_as(found, to.how, upright(on), loaded.ruleset.name))
        return
    from refcli.cli.sheets import changes_sheet, printed, quick_sheet, sheet_of
    from refcli.printing.sheets.sheet import Style

    style = Style(odds.value, bool(settings.published.value))
    if changes or sources:
        sheet = changes_sheet(loaded, settings) if changes else sheet_of(loaded, words, settings, style)
        to.write(printed(sheet, to.how, upright(on)))
        return
    sheet = quick_sheet(loaded, words, settings, style, tuple(listed_in(without)))
    if to.how is Format.PDF:
        from refcli.printing.sheets.sheet_pdf import quick_pdf

        to.write(quick_pdf(sheet, layout_of(SHEET_PAPERS[on.value], landscape, large)))
    else:
        to.write(printed(sheet, to.how, PAPERS["a4"]))


class Printout(NamedTuple):
    """What is printed as, to which file or to stdout, and whether that may be written over."""

    how: Format
    out: Path | None
    over: bool

    def write(self, content: bytes) -> None:
        """Write it. Raises Refused."""
        write(content, self.how, self.out, self.over)


def listed_in(said: str) -> list[str]:
    """The names between commas."""
    return [one.strip() for one in said.split(",") if one.strip()]


def are_rows(loaded: "LoadedRuleset", words: Sequence[str]) -> bool:
    """Whether names are all of rows, and not all of charts: ``armor`` alone is a chart, beside ``infantry`` a row."""
    charts = loaded.library.everything()
    if all(word.lower() in charts for word in words):
        return False
    return all(any(one.rows_called(word) for one in charts.values()) for word in words)


def upright(paper: On) -> Paper:
    """A paper that anything can be printed on. Raises Refused for one of the quick-reference sheet alone."""
    if paper.value not in PAPERS:
        raise Refused(f"--paper {paper.value} is for the quick-reference sheet; here it is {' or '.join(PAPERS)}")
    return PAPERS[paper.value]


def paper_of_pdf(paper: On | None, how: Format) -> Paper:
    """The paper of what may be a PDF. Raises Refused for one that is said of anything else."""
    if paper and how is not Format.PDF:
        raise Refused("--paper lays out a PDF: say --format pdf, or -o FILE.pdf")
    return upright(paper or On.A4)


def print_templates(
    loaded: "LoadedRuleset", words: Sequence[str], settings: "Settings", paper: Paper, to: Printout
) -> None:
    """Write templates: one PDF, or an SVG for each page, the pages numbered behind the file's name."""
    from refcli.cli.templates import template_pages

    pages = template_pages(loaded, words, settings, paper)
    if to.how is Format.PDF:
        from refcli.printing.templates.pages import pdf_of_pages

        to.write(pdf_of_pages(pages, f"{loaded.library.about()['title']}: templates"))
        return
    if to.out is None and len(pages) > 1:
        raise Refused(f"these are {len(pages)} pages, an SVG each: say where to, -o FILE.svg")
    files = [to.out] if to.out is None or len(pages) == 1 else [numbered(to.out, page.name) for page in pages]
    refuse_existing([file for file in files if file is not None], to.over)
    for page, file in zip(pages, files, strict=True):
        to._replace(out=file).write(_with_outlines(page.svg).encode())
        if file is not None:
            print(file)


def _with_outlines(svg: str) -> str:
    """A drawing with its letters as outlines; without Typst it names the font that it is meant for."""
    from refcli.printing.pdf import NoTypst
    from refcli.printing.templates.outlines import outlined

    try:
        return outlined(svg)
    except NoTypst:
        return svg


def numbered(file: Path, page: str) -> Path:
    """The file of one page among several: ``out.svg`` and ``02-sticks`` make ``out-02-sticks.svg``."""
    return file.with_name(f"{file.stem}-{page}{file.suffix}")


def write(content: bytes, how: Format, out: Path | None, over: bool) -> None:
    """Write to a file, whole or not at all; without a name to stdout. Raises Refused for a file that is there."""
    if out is not None:
        refuse_existing([out], over)
        write_new(out, content, over)
        return
    if how is Format.PDF and at_terminal(sys.stdout):
        raise Refused("a PDF is nothing to read at a terminal: -o FILE, or pipe it")
    if hasattr(sys.stdout, "buffer") and not at_terminal(sys.stdout):
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
    else:
        sys.stdout.write(content.decode())


def write_and_tell(content: bytes, how: Format, out: Path | None, over: bool) -> None:
    """Write to a file, and say so; without a name to stdout. Raises Refused for a file that is there."""
    write(content, how, out, over)
    if out is not None:
        print(f"{out} is written")


def refuse_existing(files: Iterable[Path], over: bool) -> None:
    """Raises Refused for the first file that is there, unless it may be written over."""
    for file in files:
        if file.is_file() and not over:
            raise Refused(f"{file} exists already; --force writes over it")


def format_of(format: Format | None, out: Path | None, allowed: Sequence[Format], what: str) -> Format:
    """The format that is asked for, or that the file's ending says, else the first; ``what`` is what is printed."""
    said = ", ".join(one.value for one in allowed)
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
