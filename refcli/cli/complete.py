"""Completion in the shell, from the charts: rulesets, names, conditions; never a start-up file edited."""

from collections.abc import Iterable, Mapping
from typing import Any

import typer

from refcli.cli.surroundings import around, cache_folder
from refcli.cli.typer_inside import Completer, Offer, answer_tab, are_told, completion_script
from refcli.core.charts import Chart, Condition
from refcli.core.errors import Refused
from refcli.core.limits import in_short
from refcli.core.procedure import Procedure
from refcli.core.request import Input, meanings_of, one_word, uncounted
from refcli.referee.referee import LoadedRuleset, Referee

SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")


def answer(command: Any, surroundings: Any) -> int:
    """Answer one press of TAB; a fault of a file or of the question completes nothing and says nothing."""
    from refcli.cli.shells import OWN

    try:
        return answer_tab(command, surroundings, OWN)
    except (Refused, OSError, KeyError, ValueError):
        return 0


def script(shell: str) -> str:
    """The completion script of a shell, for the user to put where it belongs."""
    if shell not in SHELLS:
        raise Refused(f"--show-completion: {in_short(shell)} is none of {', '.join(SHELLS)}")
    from refcli.cli.shells import OWN, script_of

    return script_of(shell) if shell in OWN else completion_script(shell)


def items(names: Iterable[str], incomplete: str, before: str = "") -> list[str]:
    """The names that begin as typed, each with what stands before it on the word; what is no name is none of them.

    A table of names says what each is.
    """
    from refcli.core.names import is_name  # only TAB pays for it

    told: Mapping[str, str] = names if isinstance(names, Mapping) else {}
    begun = [name for name in names if name.lower().startswith(incomplete.lower()) and is_name(name)]
    return [Offer(f"{before}{name}", told.get(name, "")) for name in begun]


def complete_rules(ctx: typer.Context, args: Any, incomplete: str) -> list[str]:
    """Rulesets."""
    referee = around(ctx).referee
    if not are_told():
        return items(referee.rulesets, incomplete)
    return items({name: _title(referee, name) for name in referee.rulesets}, incomplete)


def _title(referee: Referee, name: str) -> str:
    """The title of a ruleset; none of one that is broken."""
    try:
        return str(referee.loaded(name).library.about()["title"])
    except Refused:
        return ""


def complete_terms(loaded: LoadedRuleset, procedure: Procedure, field: Input) -> Completer:
    """Names of a field's chart, after a comma and a count too, its places after a /, its conditions after a +."""

    def complete(ctx: typer.Context, args: Any, incomplete: str) -> list[str]:
        charts = loaded.library.charts(procedure.charts)
        done, comma, last = incomplete.rpartition(",")
        done += comma
        body, plus, condition = last.rpartition("+")
        if plus:
            own = [one for one in procedure.conditions(charts).values() if one.of == field.name]
            return _conditions(own, condition, f"{done}{body}+")
        _, thing = uncounted(last)
        slash, place = thing.partition("/")[1:]
        if slash:
            return items(field.field.places, place, f"{done}{last.removesuffix(place)}")
        known = meanings_of(field.field, charts)
        labels = labels_of([charts[name] for name in field.field.charts])
        for word in dict.fromkeys((thing, thing.lstrip("0123456789"))):  # 3inf is 3xinf where no name begins so
            found = _rows(known, labels, word, f"{done}{last.removesuffix(word)}")
            if found:
                break
        return found

    return complete


def labels_of(charts: Iterable[Chart]) -> dict[str, str]:
    """What the first of some charts that has a row calls it."""
    found: dict[str, str] = {}
    for chart in charts:
        for row in chart.rows:
            found.setdefault(row, chart.label(row))
    return found


def _rows(known: Mapping[str, tuple[str, ...]], labels: Mapping[str, str], incomplete: str, before: str) -> list[str]:
    """Rows that begin as typed; where none does, those that an alias may mean."""
    typed = incomplete.lower()
    aliased = [row for alias, rows in known.items() if typed and alias.startswith(typed) for row in rows]
    rows = {row: labels.get(row, "") for meant in known.values() for row in meant}
    return items(rows, incomplete, before) or items({row: rows[row] for row in aliased}, "", before)


def complete_conditions(loaded: LoadedRuleset, procedure: Procedure) -> Completer:
    """Conditions that were not stated yet, after a count too."""

    def complete(ctx: typer.Context, args: Any, incomplete: str) -> list[str]:
        stated = [uncounted(word)[1] for word in ctx.params.get("conditions") or ()]
        known = procedure.conditions(loaded.library.charts(procedure.charts))
        return _conditions([one for name, one in known.items() if name not in stated], incomplete)

    return complete


def _conditions(known: Iterable[Condition], incomplete: str, before: str = "") -> list[str]:
    """Conditions that begin as typed; behind a count those that are counted."""
    known = list(known)
    count, name = uncounted(incomplete)
    if not count and not any(one.name.startswith(name.lower()) for one in known):
        name = name.lstrip("0123456789")
        count = incomplete.removesuffix(name)
    told = {one.name: one.told for one in known if one.counted or not count}
    return items(told, name, f"{before}{incomplete.removesuffix(name)}")


def complete_choices(field: Input) -> Completer:
    """All that a text may be."""

    def complete(ctx: typer.Context, args: Any, incomplete: str) -> list[str]:
        return items(map(one_word, field.field.choices), incomplete)

    return complete


def complete_readings(loaded: LoadedRuleset) -> Completer:
    """Every option of every reading, as ``ID=option``."""

    def complete(ctx: typer.Context, args: Any, incomplete: str) -> list[str]:
        id, chosen, word = incomplete.partition("=")
        known = [one for one in loaded.readings if one.lower() == id.lower()] if chosen else items(loaded.readings, id)
        options = {one: {option.word: option.text for option in loaded.readings[one].options} for one in known}
        return [found for one, words in options.items() for found in items(words, word, f"{one}=")]

    return complete


def complete_scenarios(ctx: typer.Context, args: Any, incomplete: str) -> list[str]:
    """Scenarios of the file that is named, or found."""
    from refcli.referee.scenario import scenario_file, scenarios_in

    file = scenario_file(ctx.params.get("file"), cache_folder())
    return items({one.name: one.title for one in scenarios_in(file)}, incomplete)
