"""Writes the man page, docs/refcli.1, from what the commands say of themselves: python tools/write_man.py.

A test holds the page to it; the wheel has it in share/man/man1.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from refcli.cli.app import EVENING, EXAMPLES, FIXED, HELP
from refcli.cli.options import CONTROLS, FLAGS, RULES, SEVERAL
from refcli.referee.settings import ENVIRONMENT, KINDS
from refcli.rulesets import RULESETS, ruleset

PAGE = Path(__file__).parent.parent / "docs" / "refcli.1"
README = PAGE.parent.parent / "README.md"

VARIABLES = (
    ("NO_COLOR", "No colour, whatever else is set."),
    ("FORCE_COLOR, CLICOLOR_FORCE", "The coloured picture in a pipe too."),
    ("CLICOLOR", "No colour where it is 0."),
    ("COLUMNS", "How wide pages and pictures are."),
)
FILES = (
    ("refcli.toml", "Settings, in the working folder or the nearest one above it, and in the user's own folder."),
    ("scenarios.toml", "Named situations, in the working folder; else those that are shipped."),
)


def roff(text: str) -> str:
    """A text as roff takes it literally."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return re.sub(r"^\.", r"\\&.", escaped)


def listed(things: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A list of things, each with what it is."""
    for name, said in things:
        yield from (".TP", f"\\fB{roff(name)}\\fR", roff(said))


def options() -> Iterator[tuple[str, str]]:
    """The options that every procedure takes."""
    yield f"-R, --rules {RULES['metavar']}", RULES["help"]
    for *names, said in FLAGS:
        yield ", ".join(reversed(names)), said
    for name, metavar, said in (*SEVERAL, *CONTROLS):
        yield f"{name} {metavar}", said


def statuses() -> list[tuple[str, str]]:
    """The exit statuses, as the README tells them."""
    table = README.read_text(encoding="utf-8").partition("## Exit status")[2].partition("\n## ")[0]
    return re.findall(r"^\| ([\d, ]+?) \| (.+) \|$", table.replace("`", ""), re.MULTILINE)


def page() -> str:
    """The whole page."""
    settings = [(variable, f"{key}: {KINDS[key][1]}.") for key, variable in ENVIRONMENT.items()]
    procedures = [(name, f"{', '.join(ruleset(name).procedures)}.") for name in RULESETS]
    others = [(name, said) for name, (_, said) in FIXED.items() if name not in EVENING]
    sections: tuple[tuple[str, Iterable[str]], ...] = (
        ("NAME", [f"refcli \\- {roff(HELP[:1].lower() + HELP[1:].partition(':')[0])}"]),
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
        ("DESCRIPTION", [roff(HELP)]),
        ("EXAMPLES", listed(EXAMPLES)),
        ("PROCEDURES", [*listed(procedures), ".PP", roff("refcli -R RULESET PROCEDURE --help tells each of them.")]),
        ("A GAME", listed((name, FIXED[name][1]) for name in EVENING)),
        ("OTHER COMMANDS", listed(others)),
        ("OPTIONS", listed(options())),
        ("EXIT STATUS", listed(statuses())),
        ("ENVIRONMENT", listed((*settings, *VARIABLES))),
        ("FILES", listed(FILES)),
    )
    lines = ['.TH REFCLI 1 "" "refcli" "User Commands"']
    for title, body in sections:
        lines += [f".SH {title}", *body]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
