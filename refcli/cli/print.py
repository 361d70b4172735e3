"""Documents written to a file or to stdout, and the options for that."""

import sys
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from refcli.cli.new_file import write_new
from refcli.cli.terminal import STDIN, at_terminal, shown, standard_input
from refcli.core.errors import BadData, Refused
from refcli.printing.paper import PAPERS, Paper

if TYPE_CHECKING:
    from refcli.game.game import Game
    from refcli.printing.templates.pages import Page
    from refcli.printing.unit_cards import Roster
    from refcli.referee.referee import Referee


class Format(StrEnum):
    """The formats of documents; SVG is for templates alone."""

    HTML = "html"
    PDF = "pdf"
    MD = "md"
    CSV = "csv"
    SVG = "svg"


class On(StrEnum):
    """The papers; only a quick-reference sheet is printed on A3 or A5."""

    A4 = "a4"
    LETTER = "letter"
    A3 = "a3"
    A5 = "a5"


class Odds(StrEnum):
    """Target numbers with their chance: where a player weighs them, all, none."""

    SOME = "some"
    ALL = "all"
    NONE = "none"


Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="OUT", help="The file to write.")]
Over = Annotated[bool, typer.Option("--force", "-f", help="Write over OUT if it is there.")]


class Printout(NamedTuple):
    """A format, and a file to write or None for stdout; ``over`` an existing file or not."""

    how: Format
    out: Path | None
    over: bool

    def write(self, content: str | bytes, say_so: bool = False) -> None:
        """Write a document, to a file as a whole or not at all, and ``say_so``. Raises Refused for an existing file."""
        if isinstance(content, str):
            content = shown(content).encode("utf-8", "replace")
        if self.out is not None:
            refuse_existing([self.out], self.over)
            write_new(self.out, content, self.over)
            if say_so:
                print(f"{self.out} is written")
            return
        if self.how is Format.PDF and at_terminal(sys.stdout):
            raise Refused("a PDF is nothing to read at a terminal: -o FILE, or pipe it")
        if hasattr(sys.stdout, "buffer") and not at_terminal(sys.stdout):
            sys.stdout.flush()
            sys.stdout.buffer.write(content)
        else:
            sys.stdout.write(content.decode())

    def write_pages(self, pages: Sequence["Page"], title: str) -> None:
        """Write templates as one PDF, or as an SVG for each page, with the pages numbered after the file's name."""
        from refcli.printing.pdf import NoTypst
        from refcli.printing.templates.pages import pdf_of_pages
        from refcli.printing.templates.svg import outlined

        if self.how is Format.PDF:
            self.write(pdf_of_pages(pages, title))
            return
        if self.out is None and len(pages) > 1:
            raise Refused(f"these are {len(pages)} pages, an SVG each: say where to, -o FILE.svg")
        out = self.out
        files = [out] if out is None or len(pages) == 1 else [numbered(out, page.name) for page in pages]
        refuse_existing([file for file in files if file is not None], self.over)
        for page, file in zip(pages, files, strict=True):
            try:
                svg = outlined(page.svg)
            except NoTypst:  # its text then needs the font that it names
                svg = page.svg
            self._replace(out=file).write(svg.encode())
            if file is not None:
                print(file)


def print_report(file: Path, referee: "Referee", to: Printout) -> None:
    """Write the report of a game as Markdown or HTML. Raises BadData."""
    from refcli.cli.account import account_of
    from refcli.printing.account import account_html, account_markdown

    game = _game_in(file, referee)
    account = account_of(game, game.referee)
    to.write(account_html(account) if to.how is Format.HTML else account_markdown(account), say_so=True)


def print_roster(file: Path, referee: "Referee", to: Printout, paper: Paper) -> None:
    """Write the roster of a game as HTML or PDF. Raises BadData, Refused, NoTypst."""
    from refcli.game.printed_roster import roster_of

    to.write(roster_as(roster_of(_game_in(file, referee)), to.how, paper), say_so=True)


def roster_as(roster: "Roster", how: Format, paper: Paper) -> str | bytes:
    """Return a roster or cards as HTML or PDF. Raises NoTypst."""
    from refcli.printing.unit_cards import roster_html, roster_pdf

    return roster_pdf(roster, paper) if how is Format.PDF else roster_html(roster)


def _game_in(file: Path, referee: "Referee") -> "Game":
    """Return the game of an existing file, or of stdin, with the settings of its rulings. Raises BadData."""
    from refcli.game.game import Game
    from refcli.game.journal import read
    from refcli.referee.settings import as_recorded

    if str(file) == STDIN:
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "evening.jsonl"
            copy.write_bytes(standard_input().read())
            try:
                return _game_in(copy, referee)
            except BadData as error:
                raise BadData([one.replace(str(copy), STDIN) for one in error.faults]) from None
    next(read(file), None)
    return Game(file, referee.under(as_recorded(referee.settings)))


def names_in(text: str) -> list[str]:
    """Return the names between commas."""
    return [one.strip() for one in text.split(",") if one.strip()]


def upright(paper: On) -> Paper:
    """Return a paper for any document. Raises Refused for one of the quick-reference sheet alone."""
    if paper.value not in PAPERS:
        raise Refused(f"--paper {paper.value} is for the quick-reference sheet; here it is {' or '.join(PAPERS)}")
    return PAPERS[paper.value]


def paper_of_pdf(paper: On | None, how: Format) -> Paper:
    """Return the paper of a possible PDF. Raises Refused for a paper of another format."""
    if paper and how is not Format.PDF:
        raise Refused("--paper lays out a PDF: say --format pdf, or -o FILE.pdf")
    return upright(paper or On.A4)


def numbered(file: Path, page: str) -> Path:
    """Return the file of a page: ``out.svg`` and ``02-sticks`` make ``out-02-sticks.svg``."""
    return file.with_name(f"{file.stem}-{page}{file.suffix}")


def refuse_existing(files: Iterable[Path], over: bool) -> None:
    """Raise Refused for the first file that exists, unless it may be overwritten."""
    for file in files:
        if file.is_file() and not over:
            raise Refused(f"{file} exists already; --force writes over it")


def format_of(format: Format | None, out: Path | None, allowed: Sequence[Format], what: str) -> Format:
    """Return the chosen format, else that of the file's ending, else the first; ``what`` is the document."""
    names = ", ".join(one.value for one in allowed)
    if format is None and out is not None and out.suffix:
        ending = out.suffix[1:].lower()
        if ending not in allowed:
            raise Refused(f"{out}: {what} printed as {names}; say which with --format")
        return Format(ending)
    if format is None:
        return allowed[0]
    if format not in allowed:
        raise Refused(f"--format {format.value}: {what} printed as {names}")
    return format
