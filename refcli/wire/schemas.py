"""JSON Schemas (draft 2020-12) of requests and of every answer."""

from collections.abc import Collection, Mapping

from refcli.core.charts import Chart
from refcli.core.limits import LARGEST_FIGURE
from refcli.core.procedure import Procedure
from refcli.core.readings import Reading
from refcli.core.request import GROUPS, NAMES, Input, Term, names_of
from refcli.wire import SCHEMA, JsonObject
from refcli.wire.objects import (
    ANY,
    ASKED,
    CELL,
    ERROR,
    FIGURE,
    ID,
    LARGEST_SEED,
    NUMBER,
    SOURCE,
    TEXT,
    TEXT_OR_NULL,
    TEXTS,
    VERSION,
    WHOLE,
    WHOLES,
    WORTH_KIND,
    YES_OR_NO,
    Form,
    Keys,
    ListOf,
    Object,
    TableOf,
    either,
    odds_form,
    one_word_of,
    optional,
    or_null,
    ruling_form,
    sweep_form,
)

DICE: JsonObject = {
    "description": "faces that players rolled: a list, a list for each roll, a table by the rolls' names, or as typed",
    **either(WHOLES, ListOf(WHOLES), TableOf(WHOLES), TEXT).schema,
}
CHANGES = ListOf(Object({"owner": TEXT, "said": TEXT, "ended": YES_OR_NO}))
"""States that began or ended in a game."""


def schema_of(title: str, whole: Object) -> JsonObject:
    """The schema of an object with a title, under a name of its own: ``urn:refcli:1:ruling``."""
    name = f"urn:{SCHEMA.replace('/', ':')}:{title.replace(' ', ':')}"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": name, "title": title, **whole.schema}


def request_schema(
    rules: str, procedure: Procedure, charts: Mapping[str, Chart], readings: Mapping[str, Reading]
) -> JsonObject:
    """The schema of one procedure's request: its fields, its conditions, and the referee's own figures."""
    conditions = procedure.conditions(charts)
    counted = [name for name, condition in conditions.items() if condition.counted]
    several = f"[1-9][0-9]{{0,2}}x?({'|'.join(counted)})|" if counted else ""
    stated = {"type": "string", "pattern": f"^({several}{'|'.join(conditions) or '(?!)'})$"}
    options = {
        id: {"enum": [word for option in reading.options for word in (option.letter, option.word)]}
        for id, reading in readings.items()
    }
    properties: JsonObject = {
        "rules": {"const": rules},
        "procedure": {"const": procedure.name},
        **{field.name: _field_schema(field, charts) for field in procedure.inputs},
        "conditions": {"type": "array", "items": stated, "description": "conditions of the whole ruling"},
        NAMES: {
            **TableOf(TEXTS).schema,
            "description": "the names of units in play: for each field of units a list, empty for a plain one",
        },
        GROUPS: {
            **TableOf(TEXT).schema,
            "description": "the group that each of these units belongs to, a company say",
        },
        "dice": DICE,
        "seed": {"type": "integer", "minimum": 0, "maximum": LARGEST_SEED},
        "set": {"type": "object", "description": "figures for this ruling by chart.row.column"},
        "adjust": {**TEXTS.schema, "description": "[sum=]value[:reason]"},
        "readings": {"type": "object", "properties": options, "additionalProperties": False},
        "published": {"type": "boolean", "description": "use published figures only"},
        "id": ID.schema,
        "expect": {"type": "object"},
        "title": TEXT.schema,
        "source": {"type": "object"},
    }
    return {
        **schema_of(f"request {rules} {procedure.name}", Object({})),
        "title": f"{rules} {procedure.name}",
        "properties": properties,
        "required": ["rules", "procedure", *(field.name for field in procedure.inputs if field.required)],
        "additionalProperties": False,
        "description": procedure.summary,
    }


def _field_schema(field: Input, charts: Mapping[str, Chart]) -> JsonObject:
    declared = field.field
    said: JsonObject = {"description": f"{declared.help}{f' ({declared.unit})' if declared.unit else ''}"}
    if field.kind is Term:
        names = "|".join(names_of(declared, charts))
        place = f"(/({'|'.join(declared.places)}))?" if declared.places else ""
        term = f"([1-9][0-9]{{0,2}}x?)?({names}){place}([+][a-z0-9-]+)*"
        one = {"type": "string", "pattern": f"^{term}(,{term})*$" if field.several else f"^{term}$"}
        return {**said, "anyOf": [one, {"type": "array", "items": one}]} if field.several else {**said, **one}
    if field.kind in (int, float):
        return {
            **said,
            "type": "integer" if field.kind is int else "number",
            "minimum": -LARGEST_FIGURE if declared.at_least is None else declared.at_least,
            "maximum": LARGEST_FIGURE if declared.at_most is None else declared.at_most,
        }
    if declared.choices:
        return {**said, "enum": list(declared.choices)}
    return {**said, "type": "string", **({"pattern": f"^{declared.pattern}$"} if declared.pattern else {})}


def ruling_schema(outcomes: Collection[str] = (), kinds: Collection[str] = ()) -> JsonObject:
    """The schema of a ruling, with what a batch, a correction and a game write beside it."""
    ruling = ruling_form(outcomes, kinds).keys
    outcome = one_word_of(outcomes)
    change = {"kind": WORTH_KIND, "name": TEXT, "said": TEXT, "outcome": or_null(outcome), "verdict": TEXT}
    supplied = {"owner": TEXT, "what": TEXT, "entry": WHOLE, "turn": WHOLE}
    beside = {
        "id": optional(ID),
        "repeat": optional(WHOLE),
        "what_if": optional(ListOf(Object(change))),
        "was": optional(Object({"outcome": outcome, "verdict": TEXT})),
        "entry": optional(WHOLE, description="its number in the game"),
        "supplied": optional(ListOf(Object(supplied)), description="what states brought to it"),
        "bars": optional(TEXTS, description="what it was made in spite of"),
        "changes": optional(CHANGES, description="states that began or ended"),
        "due": optional(TEXTS, description="what may be done at once, or has to be"),
    }
    spare = ruling["spare"]._replace(optional=True)  # a batch leaves it out
    return schema_of("ruling", Object({**ruling, "spare": spare, **beside}))


def odds_schema(outcomes: Collection[str] = ()) -> JsonObject:
    """The schema of the odds of a request."""
    return schema_of("odds", Object({**ASKED.keys, **odds_form(outcomes).keys, "id": optional(ID)}))


def sweep_schema(outcomes: Collection[str] = ()) -> JsonObject:
    """The schema of a sweep of odds."""
    return schema_of("sweep", Object({**ASKED.keys, **sweep_form(outcomes).keys, "id": optional(ID)}))


def error_schema() -> JsonObject:
    """The schema of an error object."""
    return schema_of("error", ERROR)


def answer_schemas() -> dict[str, JsonObject]:
    """The schema of each answer that is no ruling, by the command that gives it."""
    entry: Keys = {
        "journal": optional(WHOLE),
        "check": optional(TEXT),
        "entry": WHOLE,
        "time": TEXT,
        **dict.fromkeys(("game", "given", "ruling"), optional(ANY)),
        "amends": optional(WHOLE),
        "typed": optional(ANY),
        "supplied": optional(ListOf(ANY)),
        "overrules": optional(TEXTS),
    }
    condition: dict[str, Form] = {"name": TEXT, "text": TEXT, "says": TEXT, "value": FIGURE, "source": SOURCE}
    reading: dict[str, Form] = {
        "id": TEXT,
        "question": TEXT,
        "options": TableOf(TEXT),
        "default": TEXT,
        "usual": TEXT,
        "source": TEXT,
    }
    change = {"kind": WORTH_KIND, "name": TEXT, "said": TEXT, "outcome": TEXT_OR_NULL, "verdict": TEXT}
    unknown = Form({}, lambda value: True)
    answers: dict[str, Keys] = {
        "charts list": {"charts": _list(rules=TEXT, chart=TEXT, title=TEXT, cells=WHOLE, house=WHOLE)},
        "charts show": {
            **dict.fromkeys(("rules", "chart", "title"), TEXT),
            "source": SOURCE,
            "columns": TEXTS,
            "rows": TableOf(ListOf(CELL)),
            "conditions": _list(**condition),
        },
        "charts check": {"charts": WHOLE, "faults": TEXTS},
        "charts diff": {"changes": _list(rules=TEXT, cell=TEXT, before=FIGURE, after=FIGURE)},
        "charts digest": {"digests": TableOf(TEXT)},
        "card": {"name": TEXT, "cells": ListOf(CELL)},
        "rules": {"procedures": TableOf(TEXTS), "rulesets": TableOf(TEXT)},
        "rules RULESET": {
            **dict.fromkeys(("name", "from", "title", "work", "scale"), TEXT),
            "turn": TEXTS,
            "procedures": _list(name=TEXT, also=TEXTS, phase=TEXT, summary=TEXT),
            "instead": TableOf(TEXT),
            "readings": _list(**reading),
        },
        "scenario list": {"scenarios": _list(name=TEXT, rules=TEXT, title=TEXT, source=TEXT)},
        "scenario check": {
            "scenarios": WHOLE,
            "rulings": WHOLE,
            "disagreements": _list(scenario=TEXT, ruling=WHOLE, place=TEXT, what=TEXT),
        },
        "log show": entry,
        "log verify": {"whole": WHOLE, "torn": WHOLES, "faults": _list(line=WHOLE, what=TEXT)},
        "log replay": {
            "rulings": WHOLE,
            "charts_changed": WHOLE,
            "differ": _list(entry=WHOLE, what=TEXT, charts_changed=YES_OR_NO),
        },
        "log stats": {
            **dict.fromkeys(("rules", "procedure", "origin"), TEXT),
            **dict.fromkeys(("open", "certain", "came"), WHOLE),
            **dict.fromkeys(("expected", "variance"), NUMBER),
            "enough": YES_OR_NO,
            "luck": TEXT,
        },
        "who": {
            "where": TEXT,
            "units": TableOf(Object({"is": TEXT, "side": TEXT})),
            "states": _list(owner=TEXT, state=TEXT, value=unknown, turn=WHOLE, entry=WHOLE),
        },
        "add, remove, sides, set, map, next, undo, redo, note": {
            "entry": WHOLE,
            "changes": CHANGES,
            **dict.fromkeys(("unit", "where"), optional(TEXT)),
            **dict.fromkeys(("due", "idle"), optional(TEXTS)),
            "entries": optional(WHOLES),
        },
        "due": {"where": TEXT, "due": TEXTS},
        "what-if": {"changes": _list(**change)},
        "config": {"settings": TableOf(Object({"value": unknown, "origin": TEXT}))},
    }
    return {
        name: schema_of(name.replace(",", ""), Object({"schema": VERSION, **keys})) for name, keys in answers.items()
    }


def _list(**keys: Form) -> Form:
    """A list of objects with these keys."""
    return ListOf(Object(keys))
