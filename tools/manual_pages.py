"""The manual's pages of reference: commands, rulesets, what rules are written with, data files, the library."""

import contextlib
import io
import re
import shlex
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

from help_pages import Help, HelpPages
from keys_page import keys_page
from markdown_pages import block, table
from ruleset_page import ruleset_page

import refcli
from refcli.cli.main import run
from refcli.printing.text import escaped
from refcli.referee.referee import Referee

A_RULING = "refcli -R grid fire tank infantry : 4"
"""What was ruled last, so that ``again`` has something to say."""

OF_ITS_PROCEDURE = "The fields of the procedure that was ruled on are options too, as on its own page."

CHECKOUT = Path(__file__).parent.parent
BESIDE = ("contributing", "changelog")
"""Pages that stand beside the manual."""

HANDED_OUT = (
    "refcli.core.faces.Wanted",
    "refcli.core.procedure.Procedure",
    "refcli.core.readings.Option",
    "refcli.core.resolve.Players",
    "refcli.core.states.Change",
    "refcli.core.states.Held",
    "refcli.game.supply.Completed",
    "refcli.game.supply.Supplied",
)
"""What public names hand out or take, and have no public name of their own."""

WITH_RULES = ("refcli.core.rulebook", "refcli.core.request")
"""The modules whose every name a ruleset is written with."""

LANGUAGE = ("Annotated", "NamedTuple")
"""Names of those modules that Python tells itself."""

BESIDES = (
    "refcli.core.procedure.Ruleset",
    "refcli.core.hooks.RulesetHooks",
    "refcli.core.view.LedgerView",
    "refcli.core.view.PastRuling",
)
"""What a ruleset needs besides: what it is, and what its states need beyond their data."""

RULES = """# What rules are written with

Every name of `refcli.core.rulebook` and `refcli.core.request`, as its docstring tells it: [a ruleset of your
own](../rulesets.md) shows them at work. These names are kept as those of [the library](../library.md) are.

## Sentences
"""

LIBRARY = """# Every public name

What `refcli.__all__` names, as its docstrings tell it. [refcli in a program](../library.md) shows how they go together.
"""

RULESETS = """Each page tells the procedures with what they are asked and what can be said of them, the readings, the
charts, what an evening remembers, and line by line what of the book does what. `refcli rules` prints which has what:
"""


def pages() -> Iterator[tuple[str, str]]:
    """Every page: its name and its text."""
    said_by(A_RULING)
    help = HelpPages()
    yield "commands", "\n".join(commands_page(help))
    rulesets = [name for name, _ in help.top.section("Rulesets")]
    yield "rulesets", "\n".join(rulesets_page(rulesets))
    for rules in rulesets:
        yield rules, "\n".join(ruleset_page(rules, help, said_by))
    yield "rules", "\n".join(rules_page())
    yield "keys", "\n".join(keys_page())
    yield "library", "\n".join(library_page())
    for name in BESIDE:
        yield name, from_beside(name)


def from_beside(name: str) -> str:
    """A page that stands in the checkout beside the manual, its links as from among these pages."""
    text = (CHECKOUT / f"{name.upper()}.md").read_text(encoding="utf-8").replace("](docs/", "](../")
    return re.sub(rf"\]\(({'|'.join(BESIDE).upper()})\.md", lambda found: f"]({found[1].lower()}.md", text)


def said_by(line: str) -> str:
    """What the program says to a line that begins with ``refcli``."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = run(shlex.split(line)[1:])
    if status:
        raise SystemExit(f"{line}: left with {status}")
    return out.getvalue()


def commands_page(help: HelpPages) -> Iterator[str]:
    """Every command that is no procedure, and the options that all procedures take."""
    yield from ("# Every command", "")
    yield from ("What each says of itself: `refcli COMMAND --help` prints the same.", "")
    yield from ("## refcli", "", *_told(help.top, but=("A game", "Other commands", "Rulesets")))
    first, procedures = help.top.section("Rulesets")[0]
    a_procedure = help.of_procedure(first, procedures.partition(",")[0])
    yield from ("## Every procedure", "")
    yield "What each is asked stands on the pages of [the rulesets](rulesets.md). These options they all take:"
    yield from ("", *table(("option", "what it does"), a_procedure.section("Options")))
    for one in help.of_commands():
        depth = 1 + len(one.words.split())
        yield from (f"{'#' * depth} {one.words}", "", *_told(_of_any_ruling(one), but=("Commands", "Conditions")))


def _of_any_ruling(one: Help) -> Help:
    """What ``again`` says of itself whatever was ruled on: without the fields of that procedure; others as they are."""
    if one.words != "again":
        return one
    _, rules, procedure, *_ = shlex.split(A_RULING.replace("-R ", ""))
    fields = {f"--{field.name}" for field in Referee().loaded(rules).procedure(procedure).inputs}
    text = one.page.text.replace(f" ({rules} {procedure})", "")
    sections = [
        (title, said if isinstance(said, str) else [row for row in said if not fields & {*re.split("[ ,]+", row[0])}])
        for title, said in one.page.sections
    ]
    return one._replace(page=one.page._replace(text=f"{text}\n\n{OF_ITS_PROCEDURE}", sections=sections))


def _told(one: Help, but: tuple[str, ...] = ()) -> Iterator[str]:
    """A page of help in Markdown, without the sections whose titles begin as ``but`` has it."""
    yield from block("text", one.page.usage)
    for paragraph in one.page.text.split("\n\n"):
        yield from (escaped(paragraph), "")
    for title, said in one.page.sections:
        if title.startswith(but):
            continue
        if isinstance(said, str):
            yield from (f"{title}: {escaped(said)}", "")
        elif title == "Examples":
            yield from block("sh", *(f"{line}  # {what}" if what else line for line, what in said))
        else:
            yield from table((title.lower().removesuffix("s"), "what it is"), said)


def rulesets_page(rulesets: Iterable[str]) -> Iterator[str]:
    """Which rulesets there are, and what each has."""
    yield from ("# The rulesets", "")
    yield from (RULESETS, *block("console", "$ refcli rules", said_by("refcli rules").rstrip("\n")))
    yield from ("`refcli rules grid` tells its sequence of play and its readings.", "")
    yield from block("{toctree}", *rulesets)


def library_page() -> Iterator[str]:
    """What every public name says of itself, as Sphinx takes it from the code."""
    yield LIBRARY
    for name in refcli.__all__:
        if name != "__version__":
            yield from _entry("refcli", name)
    yield from ("## What these hand out or take", "")
    for place in HANDED_OUT:
        yield from _entry(*place.rsplit(".", 1))


def rules_page() -> Iterator[str]:
    """What a ruleset is written with, each from the module that it is imported from."""
    yield RULES
    yield from block("{eval-rst}", ".. automodule:: refcli.core.sentence")
    for module in WITH_RULES:
        yield from (f"## {module}", "")
        for name in import_module(module).__all__:
            if name not in LANGUAGE:
                yield from _entry(module, name, indexed=name not in refcli.__all__)
    yield from ("## Besides", "")
    for place in BESIDES:
        yield from _entry(*place.rsplit(".", 1))


def _entry(module: str, name: str, indexed: bool = True) -> Iterator[str]:
    """What one name says of itself: a class with what it is a kind of, a function, a value.

    One that another page tells as well is ``indexed`` there alone.
    """
    found = getattr(import_module(module), name)
    of_class = ("   :members:", "   :show-inheritance:") if isinstance(found, type) else ()
    function = callable(found) and hasattr(found, "__name__")
    how = "autoclass" if of_class else "autofunction" if function else "autodata"
    index = () if indexed else ("   :no-index:",)
    yield from block("{eval-rst}", f".. {how}:: {module}::{name}", *of_class, *index)
