"""What the documents show is what the program prints: every console block is run and compared."""

import re
import shlex
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from refcli.cli import app
from refcli.cli.command import FunctionCommand, Group, parse, split
from refcli.cli.workspace import Workspace
from refcli.core.errors import Refused
from refcli.referee.settings import NO_SETTINGS
from refcli.rulesets import RULESETS
from tests.conftest import Home
from tests.situations import referee

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "docs" / "reference"
"""Pages that are written when the manual is built; tests/test_manual.py holds them."""

DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if REFERENCE not in path.parents),
]

PLACE = r"\{[^{}]*\}|\[[^][]*\]"
"""A place for a value in a sentence of the charts, or a part of it that may be left out."""

BLOCK = r"^```(\w+)\n(.*?)^```"
"""A block of code: its language, and what stands in it."""


def blocks(path: Path) -> list[tuple[str, str]]:
    """Every block of a document: its language and what stands in it."""
    return re.findall(BLOCK, path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def language_blocks(text: str, language: str) -> list[str]:
    """What stands in the blocks of one language."""
    return [block for of, block in re.findall(BLOCK, text, re.MULTILINE | re.DOTALL) if of == language]


def write_file(block: str) -> None:
    """Write the file that a block says it is, or what it says is to be added to one; ``~`` is the home folder."""
    said = re.match(r"# (at the end of )?(\S+/\S+\.(?:toml|py))\n\n?", block)
    if said:
        file = Path(said[2]).expanduser()
        file.parent.mkdir(parents=True, exist_ok=True)
        before = file.read_text(encoding="utf-8") + "\n" if said[1] else ""
        file.write_text(before + block[said.end() :], encoding="utf-8")


def commands_in(block: str) -> list[tuple[str, str]]:
    """Each command of a console block, and what follows it."""
    parts = [part.partition("\n") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(command, output) for command, _, output in parts]


def console_commands(path: Path) -> list[tuple[str, str]]:
    """Each command of the console blocks of a document, and what follows it."""
    return [one for language, block in blocks(path) if language == "console" for one in commands_in(block)]


def lines_typed(path: Path) -> list[str]:
    """The lines for refcli in the prose and the sh blocks of a document, but for those that speak of what it builds."""
    if path.name in ("CONTRIBUTING.md", "rulesets.md"):
        return []
    text = path.read_text(encoding="utf-8")
    said = [line for block in language_blocks(text, "sh") for line in block.splitlines()]
    said += re.findall(r"`([^`\n]+)`", re.sub(BLOCK, "", text, flags=re.MULTILINE | re.DOTALL))
    lines = [re.split(r" [#|<>&]+ |  #", re.sub(r"^(\w+=\S+ )+", "", one))[0] for one in said]
    return [line for line in lines if re.match(r"refcli \S", line) and not re.search(r" \[?[A-Z]{4,}\b", line)]


def slip_in(words: list[str]) -> str:
    """What is wrong with a command line, as far as its commands, options and the number of its words go."""
    own, rest = app.split_at_command(words)
    try:
        if "--help" in own:
            return ""
        given, _ = split(own, app.OPTIONS)
        if not rest:
            return ""
        _, command, rest = app.find(given, rest, Workspace(NO_SETTINGS), prefixes=False)
        if isinstance(command, FunctionCommand) and "--help" not in rest:
            parse(rest, command.parameters)
        elif not isinstance(command, Group) and "--help" not in rest:
            command.read(rest)
    except Refused as error:
        said = str(error)
        return said if re.search("extra argument|No such option|is called|has no command", said) else ""
    return ""


def is_same_but_for_states(printed: str, shown: str) -> bool:
    """True if a page shows what is printed, whatever its sentences of states: ``stored/words`` compares these."""
    parts = state_sentences().split(" ".join(printed.split()))
    return len(parts) > 1 and bool(re.fullmatch(".*?".join(map(re.escape, parts)), " ".join(shown.split())))


@cache
def state_sentences() -> re.Pattern[str]:
    """The sentences and labels of several words in ``states.toml`` of all rulesets, as they are printed."""
    texts: set[str] = set()
    for rules in RULESETS:
        for state in referee().loaded(rules).library.states()[0].values():
            texts |= {state.text, state.lapses, *state.reminds.values(), *state.misses.values()}
            texts |= {bar.text for bar in state.bars}
    several = [text for text in texts if re.search(r"[a-z] [a-z]", re.sub(PLACE, "", text))]
    return re.compile("|".join(map(printed_form, sorted(several, key=len, reverse=True))))


def printed_form(sentence: str) -> str:
    """A pattern of a sentence with any values in its places; ``{unit:is|are}`` is one of both words."""
    form = ""
    for part in re.split(f"({PLACE})", sentence):
        _, colon, words = part.strip("{}").partition(":")
        if not re.fullmatch(PLACE, part):
            form += re.escape(part)
        elif colon and "|" in words:
            form += f"(?:{'|'.join(map(re.escape, words.split('|')))})"
        else:
            form += "[^;()]{0,40}?"
    return form


def links(path: Path) -> list[str]:
    """The files that a document leads to."""
    return re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))


def having(what: Callable[[Path], list[Any]]) -> pytest.MarkDecorator:
    """Runs a test with each document that has any of these."""
    return pytest.mark.parametrize("path", list(filter(what, DOCUMENTS)), ids=lambda path: path.name)


class TestEveryDocument:
    """Its console blocks run as written, in the order of its other blocks that are files; its links lead somewhere."""

    @having(console_commands)
    def test_every_command_prints_what_is_shown(self, path: Path, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "80")
        for language, block in blocks(path):
            write_file(block)
            for command, output in commands_in(block) if language == "console" else ():
                program, *arguments = shlex.split(command)
                assert program == "refcli"
                ran = run(*arguments)
                printed = ran.out + ran.err
                if not is_same_but_for_states(printed, output):
                    assert printed == output, command

    @having(lines_typed)
    def test_every_line_that_is_only_named_can_be_typed(self, path: Path, home: Home) -> None:
        """As far as can be told without doing it: most of these lines would write files."""
        for line in lines_typed(path):
            assert slip_in(shlex.split(line)[1:]) == "", line

    @having(links)
    def test_it_names_no_file_that_is_not_there(self, path: Path) -> None:
        for target in links(path):
            assert (path.parent / target).exists() or (path.parent / target).parent == REFERENCE, target


@pytest.mark.parametrize(("name", "fewest"), [("README.md", 5), ("docs/evening.md", 20), ("docs/dice.md", 15)])
def test_a_tour_has_commands(name: str, fewest: int) -> None:
    """A test that finds no command would hold nothing."""
    assert len(console_commands(ROOT / name)) >= fewest


def test_the_readme_tells_every_ruleset() -> None:
    """In its table, each with where it is told line by line."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in RULESETS:
        row = re.search(rf"^\| `{name}`.*docs/rules/{name}\.md", text, re.MULTILINE)
        assert row, f"README.md: add a row for `{name}` to the table of rulesets"


def test_the_picture_of_the_readme_is_what_svg_draws(run: Any, tmp_path: Path) -> None:
    """Of its first command, with the same dice."""
    command, _ = console_commands(ROOT / "README.md")[0]
    ran = run(*shlex.split(command)[1:], "--svg", str(tmp_path / "ruling.svg"))
    assert ran.status == 0
    assert (tmp_path / "ruling.svg").read_text("utf-8") == (ROOT / "docs" / "ruling.svg").read_text("utf-8")
