"""Completion in the shell, from the charts: rulesets, names, conditions; never a start-up file edited."""

from collections.abc import Callable, Iterable
from typing import Any

from typer.completion import (  # type: ignore[attr-defined]
    completion_init,
    get_completion_script,
    shell_complete,
)

from refcli.core.errors import Refused
from refcli.core.ruleset import Input, Procedure, names_of
from refcli.referee import Shelf

SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
Completer = Callable[[Any, Any, str], list[Any]]


def answer(command: Any) -> int:
    """Answer one press of TAB; a fault of a file or of the question completes nothing and says nothing."""
    import os

    completion_init()
    try:
        return shell_complete(command, {}, "refcli", "_REFCLI_COMPLETE", os.environ["_REFCLI_COMPLETE"])
    except (Refused, OSError, KeyError, ValueError):
        return 0


def script(shell: str) -> str:
    """The completion script of a shell, for the user to put where it belongs."""
    if shell not in SHELLS:
        raise Refused(f"--show-completion: {shell!r} is none of {', '.join(SHELLS)}")
    return get_completion_script(prog_name="refcli", complete_var="_REFCLI_COMPLETE", shell=shell)


def items(names: Iterable[str], incomplete: str, before: str = "") -> list[Any]:
    """The names that begin as typed, each with what stands before it on the word."""
    return [f"{before}{name}" for name in names if name.startswith(incomplete.lower())]


def complete_rules(ctx: Any, args: Any, incomplete: str) -> list[Any]:
    """Rulesets."""
    from refcli.rulesets import RULESETS

    return items(RULESETS, incomplete)


def complete_terms(shelf: Shelf, procedure: Procedure, field: Input) -> Completer:
    """Names of a field's chart, after a comma and a count too, and that field's conditions after a +."""

    def complete(ctx: Any, args: Any, incomplete: str) -> list[Any]:
        charts = shelf.library.charts(procedure.charts)
        rows = dict.fromkeys(names_of(field.field, charts).values())
        done, comma, last = incomplete.rpartition(",")
        done += comma
        body, plus, condition = last.rpartition("+")
        if plus:
            names = [name for name, one in procedure.conditions(charts).items() if one.of == field.name]
            return items(names, condition, f"{done}{body}+")
        count, times, name = last.partition("x")
        if times and count.isdigit():
            return items(rows, name, f"{done}{count}x")
        return items(rows, last, done)

    return complete


def complete_conditions(shelf: Shelf, procedure: Procedure) -> Completer:
    """Conditions that were not stated yet."""

    def complete(ctx: Any, args: Any, incomplete: str) -> list[Any]:
        stated = ctx.params.get("conditions") or ()
        names = procedure.conditions(shelf.library.charts(procedure.charts))
        return items([name for name in names if name not in stated], incomplete)

    return complete
