"""The prompt at a terminal, by prompt_toolkit: completion while one types, history, the status line.

Nothing else of ours imports prompt_toolkit, and nothing but the table imports this.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.output import create_output

from refcli.prompt.offer import Offer

Offering = Callable[[str], tuple[str, list[Offer]]]
"""The word that is being typed and what it may become, from the line up to the cursor."""


MENU = 5
"""Lines below the prompt that are kept for what is offered: of 24 the others show the last ruling."""


class _Completer(Completer):
    def __init__(self, offering: Offering) -> None:
        self._offering = offering

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """The completions at the cursor."""
        begun, found = self._offering(document.text_before_cursor)
        for one in found:
            yield Completion(one.text, -len(begun), display_meta=one.about)


def session(offering: Offering, status: Callable[[], str], history: Path | None, screen: TextIO) -> PromptSession[str]:
    """A prompt on the ``screen``; its lines are remembered in the file of that ``history``, if there is one."""
    return PromptSession(
        completer=_Completer(offering),
        complete_while_typing=True,
        history=history_in(history),
        reserve_space_for_menu=MENU,
        bottom_toolbar=lambda: [("", status())],
        output=create_output(stdout=screen),
    )


class _Kept(FileHistory):
    """Lines that outlast the evening, as long as the disk has them: a full one stops nobody who plays."""

    def load_history_strings(self) -> Iterable[str]:
        """The lines of the file, the newest first; none where it cannot be read."""
        try:
            return [*super().load_history_strings()]
        except OSError:
            return []

    def store_string(self, string: str) -> None:
        """Write a line behind the others, where that can be done."""
        with suppress(OSError):
            super().store_string(string)


def history_in(file: Path | None) -> History:
    """The lines of earlier evenings; where they cannot be kept, those of this one."""
    if file is None:
        return InMemoryHistory()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("ab"):
            return _Kept(file)
    except OSError:
        return InMemoryHistory()


def asked(prompt: "PromptSession[str]", message: str) -> str:
    """The typed line, or the lines of a pasted block. Raises KeyboardInterrupt and EOFError."""
    found: Any = prompt.prompt(message)
    return str(found)
