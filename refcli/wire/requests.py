"""Requests as JSON: parse, dump, and the figures in force for them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from refcli.core.cells import Cell, Value, split
from refcli.core.charts import Chart
from refcli.core.errors import Refused, UnknownName, nearest
from refcli.core.figures import Adjustment, Charts
from refcli.core.limits import MOST_UNITS, as_typed, in_short
from refcli.core.names import SAID, is_name
from refcli.core.procedure import Asked, Procedure, Record
from refcli.core.readings import Reading
from refcli.core.request import GROUPS, NAMES, Input, Term, counted, field_called, one_word, terms_of
from refcli.core.resolve import choices_in
from refcli.core.roller import faces_by_label
from refcli.wire import JsonObject
from refcli.wire.lookup import Words, alternatives, check_length, choices_of, matches, number, whole_number

FIGURES = ("set", "adjust", "readings", "published")
"""Keys of a ruling object that say which figures are in force."""

SET_TEXT, READING_TEXT = ("--set", "chart.row.column=value"), ("--reading", "ID=option")
"""Options that take ``NAME=VALUE``, and how it is written."""

BESIDE = ("conditions", NAMES, GROUPS)
"""Keys of a request's object beside those of its fields."""

CONTROLS = frozenset(("rules", "procedure", "dice", "seed", *FIGURES, "expect", "id", "title", "source"))
"""Keys of a ruling object that are not fields of its request."""


def request_from(words: Words, raw: Mapping[str, Any]) -> Any:
    """Parse a raw request; every key must be a field of it.

    Terms may be texts (``2xtank+adjacent,infantry``) or lists of texts, conditions a list or a text
    with spaces, numbers may be texts; ``names`` are those of units in play, a list for each field's terms. Raises
    Refused or UnknownName.
    """
    procedure = words.procedure
    fields = words.fields
    names = raw.get(NAMES)
    for key in raw:
        if key not in fields and key not in BESIDE:
            raw = with_own_names(raw, procedure.name, fields)
            break
    values: dict[str, Any] = {}
    for name, field in fields.items():
        given = raw.get(name)
        if given is None or given == "" or given == []:
            if field.required:
                option = f" ({field.field.short or f'--{name}'})" if not field.field.position else ""
                raise Refused(f"{procedure.name} needs {name}: {field.field.help}{option}")
            continue
        values[name] = value_from(words, field, given)
    if names:
        values |= in_play(values, names, raw.get(GROUPS) or {})
    stated = raw.get("conditions") or ()
    if isinstance(stated, str):
        stated = stated.split()
    if not isinstance(stated, (list, tuple)) or not all(isinstance(word, str) for word in stated):
        raise Refused("conditions must be a list of names, or a text with spaces between them")
    request = procedure.request(**values, conditions=words.stated(stated))
    words.check_terms(request.conditions, terms_of(request))
    return request


def in_play(values: Mapping[str, Any], names: Any, groups: Any) -> JsonObject:
    """Fields of terms, each term under its name in play; an empty name leaves one as it is.

    A name in ``groups`` is one of that group.
    """
    found: JsonObject = {}
    if not isinstance(groups, Mapping) or not all(isinstance(one, str) and is_name(one) for one in groups.values()):
        raise Refused(f"{GROUPS}: {in_short(groups)} is no table of the group of each name")
    if not isinstance(names, Mapping):
        raise Refused(f"{NAMES}: {in_short(names)} is no table of a list of names for each field")
    for field, said in names.items():
        value = values.get(field)
        terms = (value,) if isinstance(value, Term) else value
        if not isinstance(terms, tuple) or not _texts(said) or len(said) != len(terms):
            raise Refused(f"{NAMES}: {in_short(field)} takes a list of one name for each of its terms")
        for name in filter(None, said):
            if not is_name(name):
                raise Refused(f"{NAMES}: {in_short(name)} is no name: {SAID}")
        called = tuple([term.called(name, groups.get(name, "")) for term, name in zip(terms, said, strict=True)])
        found[field] = called[0] if isinstance(value, Term) else called
    return found


def with_own_names(raw: Mapping[str, Any], procedure: str, fields: Mapping[str, Input]) -> JsonObject:
    """A raw request with the procedure's own names of its fields: ``attackers`` where it is told its ``firer``.

    Raises Refused for a name that means none of them, and for a field that is given twice.
    """
    own: dict[str, Any] = {}
    for key, value in raw.items():
        name = key if key in BESIDE else field_called(key, fields)
        if name is None:
            known = (*fields, "conditions")
            raise Refused(f"{procedure} takes no {in_short(key)}{nearest(key, known)}; it takes {', '.join(known)}")
        if name in own or (name != key and name in raw):
            raise Refused(f"{key} means {name} here, which is given already: leave one of them out")
        own[name] = value
    return own


def value_from(words: Words, field: Input, given: Any) -> Any:
    """The value of one field, of the type it declares."""
    if field.kind is Term:
        texts = given if isinstance(given, (list, tuple)) else [given]
        if not all(isinstance(text, str) for text in texts):
            raise Refused(f"{field.name} must be a name, or a list of names, not {in_short(given)}")
        terms = tuple(term for text in texts for term in words.terms(text, field))
        if field.several:
            if len(texts) > 1:
                words.check_units(terms, field)
            return terms
        if len(terms) != 1 or terms[0].many != 1:
            one = f"{words.procedure.name} takes one {field.field.noun}, not {in_short(given)}"
            raise Refused(f"{field.name}: {one}; rule one by one")
        return terms[0]
    if field.kind is int:
        return whole_number(given, field.name, field.field.at_least, field.field.at_most)
    if field.kind is float:
        return float(number(given, field.name, field.field.at_least, field.field.at_most))
    if not isinstance(given, str):
        raise Refused(f"{field.name} must be a text, not {in_short(given)}")
    check_length(given, field.name)
    if field.field.choices:
        return _choice(field, given, words.prefixes)
    if field.field.pattern and not re.fullmatch(field.field.pattern, given):
        raise Refused(f"{field.name}: {in_short(given)} is not {field.field.help.rpartition(', ')[2]}")
    return given


def _choice(field: Input, given: str, prefixes: bool) -> str:
    """The one of a field's choices that is meant; with ``prefixes`` by its beginning, where no other begins so."""
    known = choices_of(field)
    found = matches(one_word(given), known, prefixes)
    if len(found) == 1:
        return found[0]
    if found:
        raise Refused(f"{field.name}: {in_short(given)} could be {alternatives(found)}: type which one")
    raise Refused(f"{field.name}: {in_short(given)} is none of {', '.join(known)}")


def figures_from(given: Iterable[str] | Mapping[str, Any], charts: Mapping[str, Chart]) -> dict[str, Value]:
    """The figures the referee sets: ``chart.row.column=value`` (or ``chart.condition=value``) each.

    A column is any value inside its band. Raises UnknownName for a cell that does not exist.
    """
    figures: dict[str, Value] = {}
    if not isinstance(given, Mapping) and not _texts(given):
        raise Refused(f"set: {in_short(given)} is no table of chart.row.column = value")
    for place, value in table_from(given, *SET_TEXT).items():
        ref = cell_at(place, charts).ref
        figures[ref] = figure_value(place, value)
        check_figure(place, ref, figures[ref], charts)
    return figures


def check_figure(place: str, ref: str, figure: Value, charts: Mapping[str, Chart]) -> None:
    """Refuse a word or a number where its chart has none such. Raises UnknownName or Refused."""
    place = as_typed(place)
    name, row, column = split(ref)
    chart = charts[name]
    if row not in chart.rows:
        if not isinstance(figure, (int, float)):
            raise Refused(f"--set {place}: the modifier of a condition is a number, not {in_short(figure)}")
    elif column not in chart.names:
        try:
            chart.check_value(column, figure)
        except Refused as error:
            raise type(error)(f"--set {place}: {error}") from None
    elif figure is not None and chart.names[column] in charts:
        words = charts[chart.names[column]]
        if not isinstance(figure, str) or (words.row_name(figure) is None and figure not in words.columns):
            near = nearest(str(figure), [*words.rows, *filter(None, words.columns)])
            raise UnknownName(f"--set {place}: {in_short(figure)} is no row or column of {words.name}{near}")


def figure_value(place: str, value: Any) -> Value:
    """A figure the referee gives: a number, a word, or ``-`` for none."""
    place = as_typed(place)
    if isinstance(value, str):
        check_length(value, f"--set {place}")
        text = value.strip()
        if text in ("-", ""):
            return None
        if text[0].isdigit() or text[0] in "+-." or text.lower() in ("nan", "inf", "infinity"):
            return number(text, f"--set {place}")
        return text.lower()
    return number(value, f"--set {place}")


def cell_at(place: str, charts: Mapping[str, Chart]) -> Cell:
    """The cell or condition of ``chart.row.column``, ``chart.row`` or ``chart.condition``."""
    check_length(place, "--set")
    name, _, rest = place.partition(".")
    place = as_typed(place)
    if name not in charts:
        raise UnknownName(
            f"--set {place}: no chart {in_short(name)} here{nearest(name, charts)}; it is one of {', '.join(charts)}"
        )
    chart = charts[name]
    row, _, column = rest.partition(".")
    condition = chart.conditions.get(row)
    if condition is not None and not column and chart.row_name(row) is None:
        if condition.value is None:
            raise Refused(f"--set {place}: {row!r} is a condition without a figure")
        return Cell(condition.value, condition.text, f"{name}.{row}", condition.source)
    if chart.row_name(row) is None:
        if called := chart.rows_called(row):
            raise UnknownName(f"--set {place}: {in_short(row)} could be {alternatives(called)}: type which one")
        raise UnknownName(
            f"--set {place}: {name} has no row {in_short(row)}{nearest(row, [*chart.rows, *chart.conditions])}"
        )
    if len(chart.axes) > 1:
        axis = chart.axes[1]
        try:
            index = axis.column_of(column if axis.names else number(column, f"--set {place}"))
        except ValueError:
            index = None
        if index is None:
            raise UnknownName(
                f"--set {place}: {name} has no column {in_short(column)}{nearest(column, axis.columns)}; "
                f"it has {', '.join(axis.columns)}"
            )
        column = axis.columns[index] if axis.names else column
        return chart.cell(row, column)
    if column:
        raise UnknownName(f"--set {place}: {name} has rows alone; write {name}.{row}")
    return chart.cell(row)


def adjustments_from(given: Sequence[str], procedure: Procedure) -> list[Adjustment]:
    """The modifiers the referee adds: ``[sum=]value[:reason]`` each."""
    found = []
    if not _texts(given):
        raise Refused(f"adjust: {in_short(given)} is no list of modifiers, each [sum=]value[:reason]")
    if len(given) > MOST_UNITS:
        raise Refused(f"adjust: {len(given):,} modifiers are given; {MOST_UNITS} is the most")
    for text in given:
        check_length(text, "--adjust")
        figure, _, reason = text.partition(":")
        name, equals, value = figure.rpartition("=")
        said = as_typed(text)
        if not procedure.sums:
            raise Refused(f"--adjust {said}: {procedure.name} adds nothing up")
        if equals and name not in procedure.sums:
            raise UnknownName(
                f"--adjust {said}: {procedure.name} has no sum {in_short(name)}; it has {', '.join(procedure.sums)}"
            )
        if not reason.isprintable():
            raise Refused(f"--adjust {said}: the reason holds a control character")
        found.append(Adjustment(name or procedure.sums[0], number(value, f"--adjust {said}", -99, 99), reason))
    return found


def _texts(given: object) -> bool:
    return isinstance(given, (list, tuple)) and all(isinstance(text, str) for text in given)


def choices_from(given: Mapping[str, Any], readings: Mapping[str, Reading]) -> dict[str, str]:
    """The readings the referee chooses, the option a letter or a word, each as its word."""
    choices: dict[str, str] = {}
    ids = {id.lower(): id for id in readings}
    for id, choice in given.items():
        check_length(id, "readings")
        check_length(str(choice), f"reading {as_typed(id)}")
        if id.lower() not in ids:
            known = f"; it has {', '.join(readings)}" if readings else "; this ruleset has none"
            raise UnknownName(f"no reading {in_short(id)}{nearest(id, readings)}{known}")
        reading = readings[ids[id.lower()]]
        choices[reading.id] = reading.option(str(choice)).word
    return choices


def table_from(given: Any, option: str, form: str) -> JsonObject:
    """Figures or readings as a table, from one or from ``NAME=VALUE`` texts. Raises Refused for another text."""
    if not given:
        return {}
    if isinstance(given, Mapping):
        return {str(name): value for name, value in given.items()}
    table = {}
    for text in given:
        name, equals, value = str(text).partition("=")
        if not equals or (option == "--reading" and not value.strip()):  # an empty figure is none
            raise Refused(f"{option} {as_typed(str(text))}: write it as {form}")
        table[name.strip()] = value.strip()
    return table


def seed_from(given: Any) -> int:
    """A seed: a whole number of 64 bits."""
    return whole_number(given, "--seed", 0, 2**64 - 1)


def charts_for(
    procedure: Procedure,
    charts: Mapping[str, Chart],
    readings: Mapping[str, Reading],
    raw: Mapping[str, Any],
    published_only: bool = False,
) -> Charts:
    """The figures in force for a raw request's ``set``, ``adjust`` and ``readings``."""
    return Charts(
        charts,
        readings,
        choices_from(raw.get("readings") or {}, readings),
        figures_from(raw.get("set") or {}, charts),
        adjustments_from(raw.get("adjust") or (), procedure),
        published_only,
    )


def request_to(request: Any) -> JsonObject:
    """A request as JSON that ``request_from`` reads back."""
    raw: JsonObject = {}
    for name, value in zip(request._fields, request, strict=True):
        if name == "conditions":
            raw[name] = [counted(word, count) for word, count in value.items()]
        elif isinstance(value, Term):
            raw[name] = value.typed
        elif isinstance(value, tuple):
            raw[name] = [term.typed for term in value]
        elif value is not None:
            raw[name] = number_to(value)
    if any(term.who for term in terms_of(request)):
        terms = {name: (value,) if isinstance(value, Term) else value for name, value in request._asdict().items()}
        names = {name: [term.who for term in value] for name, value in terms.items() if isinstance(value, tuple)}
        raw[NAMES] = {name: called for name, called in names.items() if any(called)}
        if groups := {term.who: term.unit for term in terms_of(request) if term.unit}:
            raw[GROUPS] = groups
    return raw


def asked_typed(asked: Asked) -> list[str]:
    """The words by which all of it is asked on the command line, behind the program's name."""
    from shlex import quote

    raw = request_to(asked.request)
    fields = sorted(asked.procedure.inputs, key=lambda field: field.field.position or len(raw))
    words = ["-R", asked.rules, asked.procedure.name]
    options = []
    for field in fields:
        value = raw.get(field.name)
        said = ",".join(value) if isinstance(value, list) else f"{value}"
        if value is not None and field.field.position:
            words.append(said)
        elif value is not None and getattr(asked.request, field.name) != field.default:
            options += [f"--{field.name}", quote(said)]
    return [*words, *raw.get("conditions", ()), *options, *controls_typed(asked.controls)]


def controls_typed(controls: Mapping[str, Any]) -> Iterator[str]:
    """The referee's own figures, modifiers and readings as the command line takes them, an option each."""
    from shlex import quote

    figures = {ref: "-" if figure is None else figure for ref, figure in controls.get("set", {}).items()}
    given = [("--set", f"{ref}={figure}") for ref, figure in figures.items()]
    given += [("--adjust", text) for text in controls.get("adjust", ())]
    given += [("--reading", f"{id}={option}") for id, option in controls.get("readings", {}).items()]
    yield from (f"{option} {quote(text)}" for option, text in given)
    if controls.get("published"):
        yield "--published"


def given_of(record: Record) -> JsonObject:
    """What a ruling was made from: its request, its seed, and what players gave for it or before it.

    That is the faces entered, by label, and where they chose something, what they chose.
    """
    chosen = {**record.chosen, **choices_in(record.ruling.steps, by_player=True)}
    return {
        "rules": record.rules,
        "procedure": record.procedure.name,
        **request_to(record.request),
        **record.controls,
        "seed": record.ruling.seed,
        "faces": {**record.known, **faces_by_label(record.ruling.rolls, entered_only=True)},
        **({"chosen": {label: [*options] for label, options in chosen.items()}} if chosen else {}),
        **({"spare": list(record.ruling.spare)} if record.ruling.spare else {}),
    }


def number_to(value: Any) -> Any:
    """A number written the same however it came about: a whole one without a point, yes as 1."""
    if value.__class__ is float:
        return int(value) if value.is_integer() else value
    return int(value) if value.__class__ is bool else value
