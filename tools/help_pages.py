"""The help of every command, as the program itself says it: the manual is made from it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from refcli.cli.app import FIXED, Commands, command
from refcli.cli.surroundings import Surroundings
from refcli.cli.typer_inside import Group, Page
from refcli.referee.settings import NO_SETTINGS


class Help(NamedTuple):
    """What one command says of itself: its words behind ``refcli``, its command, its whole page."""

    words: str
    command: Any
    page: Page

    def section(self, begins: str) -> list[tuple[str, str]]:
        """The lines of a section, by the beginning of its title; none where it has no such section."""
        found = [lines for title, lines in self.page.sections if title.startswith(begins)]
        return found[0] if found and isinstance(found[0], list) else []


class HelpPages:
    """Every page of help, each option told."""

    def __init__(self) -> None:
        self._commands: Commands = command()
        self._top = self._commands.context_class(
            self._commands, info_name="refcli", obj=Surroundings(NO_SETTINGS), **self._commands.context_settings
        )
        self.top = Help("", self._commands, self._commands.page(self._top))
        """What ``refcli --help`` says."""

    def of_commands(self) -> Iterator[Help]:
        """Of every command that is no procedure, those of a group behind it."""
        for name in FIXED:
            yield from self._of(self._commands.get_command(self._top, name), name, self._top, name)

    def of_procedure(self, rules: str, name: str) -> Help:
        """Of a procedure of a ruleset."""
        self._commands.rules = rules
        (found,) = self._of(self._commands.get_command(self._top, name), name, self._top, f"-R {rules} {name}")
        return found

    def _of(self, one: Any, name: str, above: Any, words: str) -> Iterator[Help]:
        context = one.context_class(one, info_name=name, parent=above)
        if not isinstance(one, Group):
            yield Help(words, one, one.page(context, every=True))
            return
        yield Help(words, one, one.page(context))
        for inner in one.commands:
            yield from self._of(one.commands[inner], inner, context, f"{words} {inner}")
