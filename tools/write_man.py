"""Writes the man page, docs/refcli.1, from what the commands say of themselves: python tools/write_man.py.

A test holds the page to it; the wheel has it in share/man/man1.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from help_pages import HelpPages

PAGE = Path(__file__).parent.parent / "docs" / "refcli.1"
SETTINGS = PAGE.parent / "settings.md"


def roff(text: str) -> str:
    """A text as roff takes it literally."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return re.sub(r"^\.", r"\\&.", escaped)


def listed(things: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A list of things, each with what it is."""
    for name, said in things:
        yield from (".TP", f"\\fB{roff(name)}\\fR", roff(said))


def told(heading: str) -> list[tuple[str, str]]:
    """The rows of the table under a heading of the manual's page of settings: a name, and what it is."""
    below = SETTINGS.read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", below.replace("`", ""), re.MULTILINE)
    return [(name, f"{said[:1].upper()}{said[1:]}.") for name, said in rows[1:]]


def page() -> str:
    """The whole page."""
    pages = HelpPages()
    top = pages.top
    rulesets = top.section("Rulesets")
    first, procedures = rulesets[0]
    options = pages.of_procedure(first, procedures.partition(",")[0]).section("Options")
    sections: tuple[tuple[str, Iterable[str]], ...] = (
        ("NAME", [f"refcli \\- {roff(top.page.text[:1].lower() + top.page.text[1:].partition(':')[0])}"]),
        (
            "SYNOPSIS",
            [
                ".B refcli",
                "[\\fB\\-R\\fR \\fIRULESET\\fR] \\fIPROCEDURE\\fR [\\fIWHO\\fR] [\\fIWHOM\\fR] [\\fICONDITION\\fR ...]",
                "[\\fIOPTIONS\\fR] [: \\fIFACES\\fR]",
                ".br",
                ".B refcli",
                "\\fICOMMAND\\fR [\\fIOPTIONS\\fR]",
            ],
        ),
        ("DESCRIPTION", [roff(top.page.text)]),
        ("EXAMPLES", listed(top.section("Examples"))),
        ("PROCEDURES", [*listed(rulesets), ".PP", roff("refcli -R RULESET PROCEDURE --help tells each of them.")]),
        ("A GAME", listed(top.section("A game"))),
        ("OTHER COMMANDS", listed(top.section("Other commands"))),
        ("OPTIONS", listed(options)),
        ("EXIT STATUS", listed(told("Exit status"))),
        ("ENVIRONMENT", listed(told("Environment"))),
        ("FILES", listed(told("Files"))),
    )
    lines = ['.TH REFCLI 1 "" "refcli" "User Commands"']
    for title, body in sections:
        lines += [f".SH {title}", *body]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
