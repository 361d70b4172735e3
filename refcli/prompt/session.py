"""The prompt at a terminal, with completion, history and status line: by prompt_toolkit, or by readline.

No other module imports prompt_toolkit, and only the table imports this one.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.output import create_output

from refcli.prompt.offers_of_ruling import Offer

Offering = Callable[[str], tuple[str, list[Offer]]]
"""From the line up to the cursor: the part of a word that is replaced, and its completions."""

MENU = 5
"""Lines below the prompt for the menu; the others of 24 show the last ruling."""


class _Completer(Completer):
    def __init__(self, offering: Offering) -> None:
        self._offering = offering

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """The completions at the cursor."""
        begun, found = self._offering(document.text_before_cursor)
        for one in found:
            yield Completion(one.text, -len(begun), display_meta=one.about)


def session(offering: Offering, status: Callable[[], str], history: Path | None, screen: TextIO) -> PromptSession[str]:
    """Open a prompt on the ``screen`` that remembers its lines in the ``history`` file, if there is one."""
    return PromptSession(
        completer=_Completer(offering),
        complete_while_typing=True,
        history=_history_in(history),
        reserve_space_for_menu=MENU,
        bottom_toolbar=lambda: [("", status())],
        output=create_output(stdout=screen),
    )


class _Kept(FileHistory):
    """A history file; a disk that is full, or a file that is gone, stops no game."""

    def load_history_strings(self) -> Iterable[str]:
        """The lines of the file, the newest first; none if it cannot be read."""
        try:
            return [*super().load_history_strings()]
        except OSError:
            return []

    def store_string(self, string: str) -> None:
        """Append a line if that is possible."""
        with suppress(OSError):
            super().store_string(string)


def _history_in(file: Path | None) -> History:
    """The history in a file, or in memory if it cannot be written."""
    with suppress(OSError):
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("ab"):
                return _Kept(file)
    return InMemoryHistory()


LIBEDIT = "bind ^I rl_complete"
"""The key binding for completion if readline is libedit, as on macOS."""


class DumbTerminal:
    """The prompt of a terminal that cannot draw one: lines by readline, with completion and history."""

    def __init__(self, offering: Offering, file: Path | None) -> None:
        import readline  # not every Python has it

        self._offering = offering
        self._readline = readline
        self._found: list[str] = []
        self._history = _history_in(file)
        readline.set_auto_history(False)
        readline.set_completer_delims(" ")
        readline.set_completer(self._completed)
        readline.parse_and_bind(LIBEDIT if "libedit" in (readline.__doc__ or "") else "tab: complete")
        readline.parse_and_bind("set show-all-if-ambiguous on")
        for line in reversed([*self._history.load_history_strings()]):
            readline.add_history(line)

    def line(self, sign: str) -> str:
        """Read a line behind a sign. Raises KeyboardInterrupt and EOFError."""
        line = input(sign)
        if line.strip():
            self._readline.add_history(line)
            self._history.append_string(line)
        return line

    def _completed(self, word: str, number: int) -> str | None:
        """Return the completions of the word at the cursor one by one; None after the last."""
        if not number:
            begun, found = self._offering(self._readline.get_line_buffer()[: self._readline.get_endidx()])
            stays = word.removesuffix(begun)
            self._found = [f"{stays}{one.text}" for one in found]
        return self._found[number] if number < len(self._found) else None
