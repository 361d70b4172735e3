"""The help of every command, as the program itself says it: the manual is made from it."""

from collections.abc import Iterator
from typing import NamedTuple

from refcli.cli.app import OPTIONS, command_named
from refcli.cli.command import FIXED, Command, Group, Page
from refcli.cli.help import first_page
from refcli.cli.workspace import Workspace
from refcli.referee.settings import NO_SETTINGS


class Help(NamedTuple):
    """The help of one command: its words behind ``refcli``, its command, its whole page."""

    words: str
    command: Command | None
    page: Page

    def section(self, begins: str) -> list[tuple[str, str]]:
        """Return the lines of a section, by the beginning of its title; none without such a section."""
        found = [lines for title, lines in self.page.sections if title.startswith(begins)]
        return found[0] if found and isinstance(found[0], list) else []


class HelpPages:
    """Every page of help, each option described."""

    def __init__(self) -> None:
        self._workspace = Workspace(NO_SETTINGS)
        self.top = Help("", None, first_page(self._workspace, "", OPTIONS))

    def of_commands(self) -> Iterator[Help]:
        """Return the help of every command that is no procedure; after a group that of its commands."""
        for name in FIXED:
            command = command_named(name, "", self._workspace)
            yield self._of(name, command)
            if isinstance(command, Group):
                yield from [self._of(f"{name} {inner}", one) for inner, one in command.commands.items()]

    def of_procedure(self, rules: str, name: str) -> Help:
        """Return the help of a procedure of a ruleset."""
        return self._of(f"-R {rules} {name}", command_named(name, rules, self._workspace))

    def _of(self, words: str, command: Command) -> Help:
        path = f"refcli {words.split()[-1] if words.startswith('-R') else words}"
        return Help(words, command, command.page(path, self._workspace, every=True))
