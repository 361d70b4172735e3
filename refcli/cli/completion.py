"""TAB in a shell: the words that may follow, from commands and charts; no start-up file is edited.

The answer to a shell is a line for each word, with a line about the word after a tab. It holds names alone, never text
that a shell could run. If there is none, the shell offers files.
"""

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from refcli.cli.app import OPTIONS, command_named, find, split_at_command
from refcli.cli.command import (
    FIXED,
    HELP_FLAG,
    RULES_OPTION,
    Command,
    Group,
    Parameter,
    first_sentence,
    split,
)
from refcli.cli.procedure import RulingCommand
from refcli.cli.terminal import shown
from refcli.cli.workspace import COMPLETE, Workspace, cache_folder
from refcli.core.charts import Chart, Condition
from refcli.core.errors import Refused
from refcli.core.names import HAS, is_name
from refcli.core.procedure import Procedure
from refcli.core.request import Input, Term, meanings_of, one_word, uncounted
from refcli.referee.referee import LoadedRuleset

LINE, WORD = "_REFCLI_COMPLETE_LINE", "_REFCLI_COMPLETE_WORD"
"""Variables with the line up to the cursor, and with what bash takes for the word."""

HARMLESS = HAS | frozenset(",+/=")
"""Letters without a meaning in any shell; the scripts accept no other letter either."""

CURSOR = "\0"
"""A word at the cursor that nobody can type."""


Offer = tuple[str, str]
"""A word and a line about it."""

Offers = list[Offer]


class Context(NamedTuple):
    """The workspace and the values typed so far, named as in a Typer context."""

    obj: Workspace
    params: Mapping[str, Any]


def answer(asked: str, workspace: Workspace) -> int:
    """Print the answer to one press of TAB; a faulty file or line completes nothing and prints nothing."""
    shell = asked.removeprefix("complete_")
    line = os.environ.get(LINE, "")
    words = _words_of(line)[1:]
    typed = "" if not words or line[-1].isspace() else words.pop()
    name, equals, value = typed.partition("=")
    before = f"{name}=" if equals and name.startswith("-") else ""
    try:
        found = [*offers(*([*words, name], value) if before else (words, typed), workspace)]
    except (Refused, OSError, KeyError, ValueError):
        return 0
    lines = {f"{before}{word}": about for word, about in found if HARMLESS.issuperset(f"{before}{word}")}
    taken = 0
    if shell == "bash":
        # bash breaks words at = and :, and replaces only the part after the last of them.
        taken = max(0, len(typed) - len("".join(_words_of(os.environ.get(WORD, typed)))))
        otherwise = len(lines) > 1 and not any(word.lower().startswith(typed.lower()) for word in lines)
        if otherwise and HARMLESS.issuperset(typed):
            lines[typed] = ""  # else bash would insert what these words have in common
    for word, about in lines.items():
        tail = shown(" ".join(about.split())).rstrip(".") if shell != "bash" else ""
        print(f"{word[taken:]}\t{tail}" if tail else word[taken:])
    return 0


def _words_of(line: str) -> list[str]:
    """Return the words of a line as a shell reads them; the last one may lack its closing quote."""
    lexer = shlex.shlex(line, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    words: list[str] = []
    try:
        words.extend(lexer)
    except ValueError:
        words.append(lexer.token)
    return words


def offers(words: Sequence[str], typed: str, workspace: Workspace) -> Iterator[Offer]:
    """Return the words that may stand in place of the typed one, each with a line about it. Raises Refused."""
    own, rest = split_at_command(words)
    given, _ = split([*own, CURSOR], OPTIONS)
    if CURSOR in given.values() or not rest:
        yield from _before_command(given, typed, workspace)
        return
    if len(rest) == 1 and rest[0] in FIXED:
        group = command_named(rest[0], "", workspace)
        if isinstance(group, Group):
            yield from items({name: first_sentence(one.help) for name, one in group.commands.items()}, typed)
            if typed.startswith("-"):
                yield from _options(group, {}, typed)
            if not group.default:
                return
    path, command, rest = find(given, rest, workspace, prefixes=False)
    parameter, params = _at_cursor(command, rest)
    if typed.startswith("-") and not (parameter and parameter.names):
        yield from _options(command, params, typed)
    elif parameter:
        yield from _values(path, command, parameter, Context(workspace, params), typed)


def _at_cursor(command: Command, words: Sequence[str]) -> tuple[Parameter | None, dict[str, Any]]:
    """Return the option or argument at the cursor, if any, and the values before it."""
    given, placed = split([*words, CURSOR], command.parameters, command.raw)
    for one in command.parameters:
        value = given[one.name]
        if one.names and (value == CURSOR or (one.many and value[-1:] == (CURSOR,))):
            return one, given
    before = placed[:-1]
    for one in [one for one in command.parameters if not one.names]:
        if one.many or not before:
            given[one.name] = tuple(before) if one.many else None
            return one, given
        given[one.name] = before.pop(0)
    return None, given


def _before_command(given: Mapping[str, Any], typed: str, workspace: Workspace) -> Iterator[Offer]:
    """Return rulesets after ``-R``, options of refcli itself, or commands."""
    if CURSOR in given.values():
        if given["rules"] == CURSOR:
            yield from _rulesets(workspace, typed)
        return
    if typed.startswith("-"):
        described = (*OPTIONS, HELP_FLAG)
        yield from [(name, one.help) for one in described for name in one.names if name.startswith(typed)]
        return
    rulesets = workspace.referee.rulesets
    rules = given["rules"] or workspace.settings.rules.value
    chosen = [rulesets.name_of(rules)] if rules else [*rulesets.at_hand()]
    first: dict[str, str] = {}
    for name in chosen:
        for procedure in rulesets.ruleset(name).procedures:
            first.setdefault(procedure, name)
    about = dict.fromkeys(first, "")
    for procedure in first if describes() else ():
        about[procedure] = workspace.referee.loaded(first[procedure]).procedure(procedure).summary
    yield from items({**about, **{name: summary for name, (_, summary) in FIXED.items()}}, typed)


def _options(command: Command, given: Mapping[str, Any], typed: str) -> Iterator[Offer]:
    """Return the options of a command that were not typed yet."""
    from refcli.cli.help import field_help

    fields = {field.name: field for field in command.procedure.inputs} if isinstance(command, RulingCommand) else {}
    for one in (*command.parameters, HELP_FLAG):
        if one.hidden or (not one.many and given.get(one.name)):
            continue
        about = one.help or (field_help(fields[one.name]) if one.name in fields else "")
        yield from [(name, about) for name in one.names if name.startswith(typed)]


def _values(path: str, command: Command, parameter: Parameter, context: Any, typed: str) -> Offers:
    """Return the values of a parameter that begin as typed."""
    name = path.removeprefix("refcli ")
    if parameter.choices:
        return items(parameter.choices, typed)
    if parameter.metavar.strip("[]") == RULES_OPTION.metavar:
        return _rulesets(context.obj, typed)
    if parameter.metavar == "[CHART]...":
        return _charts(context, typed)
    if parameter.name == "scenario" or (name.startswith("scenario ") and parameter.name in ("name", "names")):
        return _scenarios(context, typed)
    if name == "card" and parameter.name == "name":
        from refcli.cli.charts import chosen_ruleset

        charts = chosen_ruleset(context, context.params["rules"]).library.everything().values()
        return items(labels_of(charts), typed)
    if name in ("remove", "who", "set") and parameter.name == "name" and context.obj.evening:
        ledger = context.obj.evening.game.ledger
        return items((*ledger.units, *ledger.sides), typed)
    if isinstance(command, RulingCommand):
        return _of_procedure(command, parameter, context, typed)
    return []


def _of_procedure(command: RulingCommand, parameter: Parameter, context: Any, typed: str) -> Offers:
    """Return readings, conditions, or the values of a field."""
    loaded, procedure = command.loaded, command.procedure
    if parameter.name == "reading":
        return _readings(loaded, typed)
    if parameter.name in ("conditions", "without"):
        stated = {uncounted(word)[1] for word in context.params["conditions"]}
        known = procedure.conditions(loaded.library.charts(procedure.charts))
        return _conditions([one for name, one in known.items() if name not in stated], typed)
    for field in procedure.inputs:
        if field.name == parameter.name and field.kind is Term:
            units = _units(context.obj, typed) if field.field.position else []
            return units or _terms(loaded, procedure, field, typed)
        if field.name == parameter.name:
            return items(map(one_word, field.field.choices), typed)
    return []


def _charts(context: Any, typed: str) -> Offers:
    """Return the charts that were not named yet, of the ruleset that is named or set."""
    from refcli.cli.charts import chosen_ruleset_and_charts

    loaded, named = chosen_ruleset_and_charts(context, context.params["rules"], context.params["names"])
    titles = {name: chart.title for name, chart in loaded.library.everything().items()} if describes() else {}
    return items({name: titles.get(name, "") for name in loaded.library.names() if name not in named}, typed)


def describes() -> bool:
    """True if the shell shows the lines about words: bash does not."""
    return os.environ.get(COMPLETE) != "complete_bash"


def items(names: Iterable[str], typed: str, before: str = "") -> Offers:
    """Return the names that begin as typed, each after the text ``before`` it in the word.

    A mapping holds a line about each name. Text that is no name is left out.
    """
    about: Mapping[str, str] = names if isinstance(names, Mapping) else {}
    begun = [name for name in names if name.lower().startswith(typed.lower()) and is_name(name)]
    return [(f"{before}{name}", about.get(name, "")) for name in begun]


def _rulesets(workspace: Workspace, typed: str) -> Offers:
    """Return rulesets with their titles; a broken one has none."""
    referee = workspace.referee
    titles = dict.fromkeys(referee.rulesets, "")
    for name in titles if describes() else ():
        with suppress(Refused):
            titles[name] = str(referee.loaded(name).library.about()["title"])
    return items(titles, typed)


def _scenarios(context: Context, typed: str) -> Offers:
    """Return the scenarios of the file that is named or found."""
    from refcli.referee.scenario import scenario_file, scenarios_in

    file = scenario_file(context.params.get("file"), cache_folder())
    return items({one.name: one.title for one in scenarios_in(file)}, typed)


def _units(workspace: Workspace, typed: str) -> Offers:
    """Return the units in play, after a comma too."""
    done, comma, last = typed.rpartition(",")
    if workspace.evening is None or "+" in last:
        return []
    from refcli.prompt.describe import what_it_is

    units = {name: what_it_is(unit) for name, unit in workspace.evening.game.ledger.units.items()}
    return items(units, last, f"{done}{comma}")


def _terms(loaded: LoadedRuleset, procedure: Procedure, field: Input, typed: str) -> Offers:
    """Return names of a field's charts, also after a comma or a count; places after a /, conditions after a +."""
    charts = loaded.library.charts(procedure.charts)
    done, comma, last = typed.rpartition(",")
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
    for word in dict.fromkeys((thing, thing.lstrip("0123456789"))):  # 3inf is 3xinf unless a name begins so
        found = _rows(known, labels, word, f"{done}{last.removesuffix(word)}")
        if found:
            break
    return found


def labels_of(charts: Iterable[Chart]) -> dict[str, str]:
    """Return the label of each row in the first of some charts that has it."""
    found: dict[str, str] = {}
    for chart in charts:
        for row in chart.rows:
            found.setdefault(row, chart.label(row))
    return found


def _rows(known: Mapping[str, tuple[str, ...]], labels: Mapping[str, str], typed: str, before: str) -> Offers:
    """Return rows that begin as typed, or else those that an alias may mean."""
    aliases = [row for alias, rows in known.items() if typed and alias.startswith(typed.lower()) for row in rows]
    rows = {row: labels.get(row, "") for meant in known.values() for row in meant}
    return items(rows, typed, before) or items({row: rows[row] for row in aliases}, "", before)


def _conditions(known: Iterable[Condition], typed: str, before: str = "") -> Offers:
    """Return conditions that begin as typed; after a count those that are counted."""
    known = list(known)
    count, name = uncounted(typed)
    if not count and not any(one.name.startswith(name.lower()) for one in known):
        name = name.lstrip("0123456789")
        count = typed.removesuffix(name)
    about = {one.name: one.told for one in known if one.counted or not count}
    return items(about, name, f"{before}{typed.removesuffix(name)}")


def _readings(loaded: LoadedRuleset, typed: str) -> Offers:
    """Return every option of every reading, as ``ID=option``."""
    id, equals, word = typed.partition("=")
    known = [one for one in loaded.readings if (one.lower() == id.lower() if equals else is_name(one))]
    return [
        found
        for one in known
        if one.lower().startswith(id.lower())
        for found in items({option.word: option.text for option in loaded.readings[one].options}, word, f"{one}=")
    ]
