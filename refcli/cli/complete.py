"""Completion in the shell, from the charts: rulesets, names, conditions; never a start-up file edited."""

from collections.abc import Callable, Iterable
from typing import Any

from typer.completion import (  # type: ignore[attr-defined]
    completion_init,
    get_completion_script,
    shell_complete,
)

from refcli.core.charts import Condition
from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.core.request import Input, names_of, uncounted
from refcli.referee.referee import LoadedRuleset

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
    return [f"{before}{name}" for name in names if name.lower().startswith(incomplete.lower())]


def complete_rules(ctx: Any, args: Any, incomplete: str) -> list[Any]:
    """Rulesets."""
    from refcli.rulesets import RULESETS

    return items(RULESETS, incomplete)


def complete_terms(loaded: LoadedRuleset, procedure: Procedure, field: Input) -> Completer:
    """Names of a field's chart, after a comma and a count too, its places after a /, its conditions after a +."""

    def complete(ctx: Any, args: Any, incomplete: str) -> list[Any]:
        charts = loaded.library.charts(procedure.charts)
        done, comma, last = incomplete.rpartition(",")
        done += comma
        body, plus, condition = last.rpartition("+")
        if plus:
            own = [one for one in procedure.conditions(charts).values() if one.of == field.name]
            return _conditions(own, condition, f"{done}{body}+")
        _, thing = uncounted(last)
        count = last.removesuffix(thing)
        name, slash, place = thing.partition("/")
        if slash:
            return items(field.field.places, place, f"{done}{count}{name}/")
        return items(dict.fromkeys(names_of(field.field, charts).values()), thing, f"{done}{count}")

    return complete


def complete_conditions(loaded: LoadedRuleset, procedure: Procedure) -> Completer:
    """Conditions that were not stated yet, after a count too."""

    def complete(ctx: Any, args: Any, incomplete: str) -> list[Any]:
        stated = [uncounted(word)[1] for word in ctx.params.get("conditions") or ()]
        known = procedure.conditions(loaded.library.charts(procedure.charts))
        return _conditions([one for name, one in known.items() if name not in stated], incomplete)

    return complete


def _conditions(known: Iterable[Condition], incomplete: str, before: str = "") -> list[Any]:
    """Conditions that begin as typed; behind a count those that are counted."""
    count, name = uncounted(incomplete)
    return items(
        [one.name for one in known if one.counted or not count], name, f"{before}{incomplete.removesuffix(name)}"
    )


def complete_choices(field: Input) -> Completer:
    """All that a text may be."""

    def complete(ctx: Any, args: Any, incomplete: str) -> list[Any]:
        return items(field.field.choices, incomplete)

    return complete


def complete_readings(loaded: LoadedRuleset) -> Completer:
    """Every option of every reading, as ``ID=option``."""

    def complete(ctx: Any, args: Any, incomplete: str) -> list[Any]:
        readings = loaded.readings.values()
        return items([f"{one.id}={option.word}" for one in readings for option in one.options], incomplete)

    return complete


def complete_scenarios(ctx: Any, args: Any, incomplete: str) -> list[Any]:
    """Scenarios of the file that is named, or found."""
    from refcli.cli.shared import user_folder
    from refcli.referee.scenario import scenario_file, scenarios_in

    file = scenario_file(ctx.params.get("file"), user_folder() / "cache")
    return items([one.name for one in scenarios_in(file)], incomplete)


def complete_charts(ctx: Any, args: Any, incomplete: str) -> list[Any]:
    """Charts that were not named yet, of the ruleset that stands before them or is set."""
    from refcli.cli.chosen_ruleset import chosen_ruleset_and_charts

    loaded, named = chosen_ruleset_and_charts(ctx, ctx.params.get("rules"), ctx.params.get("names"))
    return items([name for name in loaded.library.names() if name not in named], incomplete)


def complete_rows(ctx: Any, args: Any, incomplete: str) -> list[Any]:
    """Rows of all charts of the ruleset that is named or set."""
    from refcli.cli.chosen_ruleset import chosen_ruleset

    charts = chosen_ruleset(ctx, ctx.params.get("rules")).library.everything().values()
    return items(dict.fromkeys(row for chart in charts for row in chart.rows), incomplete)
