"""Lines that are typed where no prompt can be drawn: completion behind Tab and history, by Python's readline."""

import readline
from pathlib import Path

from refcli.prompt.session import Offering, history_in

LIBEDIT = "bind ^I rl_complete"
"""The key binding for completion if readline is libedit, as on macOS."""


class DumbTerminal:
    """Reads lines, with the history of other evenings."""

    def __init__(self, offering: Offering, file: Path | None) -> None:
        self._offering = offering
        self._found: list[str] = []
        self._history = history_in(file)
        readline.set_auto_history(False)
        readline.set_completer_delims(" ")
        readline.set_completer(self._completed)
        readline.parse_and_bind(LIBEDIT if "libedit" in (readline.__doc__ or "") else "tab: complete")
        readline.parse_and_bind("set show-all-if-ambiguous on")
        for line in reversed([*self._history.load_history_strings()]):
            readline.add_history(line)

    def line(self, sign: str) -> str:
        """The line that is typed behind a sign. Raises KeyboardInterrupt and EOFError."""
        line = input(sign)
        if line.strip():
            readline.add_history(line)
            self._history.append_string(line)
        return line

    def _completed(self, word: str, number: int) -> str | None:
        """The completions of the word at the cursor one by one; None after the last."""
        if not number:
            begun, found = self._offering(readline.get_line_buffer()[: readline.get_endidx()])
            stays = word.removesuffix(begun)
            self._found = [f"{stays}{one.text}" for one in found]
        return self._found[number] if number < len(self._found) else None
