"""What bash, zsh and fish ask at a press of TAB, and what they are answered: names, and never anything to run."""

import os
from pathlib import Path
from typing import Any

from refcli.cli.typer_inside import ShellComplete, split_arg_string
from refcli.core.names import HAS

LINE, WORD = "_REFCLI_COMPLETE_LINE", "_REFCLI_COMPLETE_WORD"
"""Variables in which a script says the line up to the cursor, and how much of it the shell takes for the word."""

HARMLESS = HAS | frozenset(",+/=")
"""Letters of words that no shell takes for anything but themselves; the scripts let no other one in either."""


def in_a_line(said: str) -> str:
    """What a word is, in one line without anything hidden; its first sentence."""
    from refcli.cli.screen import shown

    return shown(" ".join(said.split())).rstrip(".")


class Shell(ShellComplete):
    """Answers with whole words, behind a TAB what each is; where it knows none, the shell offers its files."""

    tells = True
    """Whether it shows what each word is."""

    def source(self) -> str:
        """The script."""
        return script_of(self.name)

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words that stand there, and the one that is being typed."""
        line = os.environ.get(LINE, "")
        words = split_arg_string(line)[1:]
        return (words, "") if not words or line[-1].isspace() else (words[:-1], words[-1])

    def source_vars(self) -> dict[str, Any]:
        """Nothing is put into a script."""
        return {}

    def format_completion(self, item: Any) -> str:
        """What would do; a file is the shell's own affair."""
        return item.value if item.type == "plain" else ""

    def complete(self) -> str:
        """The words that would do, one a line, each with what it is."""
        words, typed = self.get_completion_args()
        name, is_option, _ = typed.partition("=")
        before = f"{name}=" if is_option and name.startswith("-") else ""
        items = {f"{before}{self.format_completion(item)}": item for item in self.get_completions(words, typed)}
        whole = [one for one, item in items.items() if item.type == "plain" and HARMLESS.issuperset(one)]
        return "\n".join([self.line(one, typed, items.get(one)) for one in self.beside(whole, typed)])

    def line(self, word: str, typed: str, item: Any) -> str:
        """An answer: the word and, where the shell shows it, what it is."""
        said = in_a_line(item.help or getattr(item.value, "said", "")) if self.tells else ""
        return f"{self.answer(word, typed)}\t{said}" if said else self.answer(word, typed)

    def answer(self, word: str, typed: str) -> str:
        """What the shell puts in place of what it takes for the word."""
        return word

    def beside(self, words: list[str], typed: str) -> list[str]:
        """The words, and what else the shell has to be told."""
        return words


class Bash(Shell):
    """Breaks words at = and :, and replaces only what stands behind the last of them."""

    name = "bash"
    tells = False

    def answer(self, word: str, typed: str) -> str:
        taken = "".join(split_arg_string(os.environ.get(WORD, typed)))
        return word[max(0, len(typed) - len(taken)) :]

    def beside(self, words: list[str], typed: str) -> list[str]:
        """With what was typed where several begin otherwise: bash would put there what those have in common."""
        otherwise = len(words) > 1 and not any(word.lower().startswith(typed.lower()) for word in words)
        return [*words, typed] if otherwise and HARMLESS.issuperset(typed) else words


class Zsh(Shell):
    """Takes whole words."""

    name = "zsh"


class Fish(Shell):
    """Takes whole words."""

    name = "fish"


OWN: dict[str, type[Shell]] = {one.name: one for one in (Bash, Zsh, Fish)}
"""The shells that have a script of ours; PowerShell has Typer's."""


def script_of(shell: str) -> str:
    """The script of a shell, which lies beside this module as the shell reads it."""
    path = Path(__file__).with_name("completion") / f"refcli.{shell}"
    return path.read_text(encoding="utf-8").strip()
