"""JSON Schemas (draft 2020-12) of requests, rulings and answers."""

from collections.abc import Collection, Mapping

from refcli.core.charts import Chart
from refcli.core.limits import LARGEST_FIGURE
from refcli.core.procedure import Procedure
from refcli.core.readings import Reading
from refcli.core.request import GROUPS, NAMES, Input, Term, names_of
from refcli.wire import SCHEMA, JsonObject

DRAFT = "https://json-schema.org/draft/2020-12/schema"

TEXT: JsonObject = {"type": "string"}
TEXTS: JsonObject = {"type": "array", "items": TEXT}
NUMBER: JsonObject = {"type": "number"}
WHOLE: JsonObject = {"type": "integer"}
YES_OR_NO: JsonObject = {"type": "boolean"}
VERSION: JsonObject = {"const": SCHEMA}

FACES: JsonObject = {"type": "array", "items": {"type": "integer"}}
DICE: JsonObject = {
    "description": "faces that players rolled: a list, a list for each roll, a table by the rolls' names, or as typed",
    "anyOf": [
        FACES,
        {"type": "array", "items": FACES},
        {"type": "object", "additionalProperties": FACES},
        {"type": "string"},
    ],
}

ID: JsonObject = {"type": ["string", "integer"]}
"""What a line of a batch calls itself, and its answer with it."""


ERROR_KINDS = (
    *("usage", "data", "ruleset", "unknown-name", "disagreement", "barred", "not-installed", "interrupted"),
    *("json", "repeated-id", "lost-worker", "internal"),
)
"""What can go wrong, in one word; the last four in a batch alone."""


def object_of(properties: JsonObject, optional: Collection[str] = ()) -> JsonObject:
    """An object with these properties and no others; all must be there but the ``optional`` ones."""
    return {
        "type": "object",
        "properties": properties,
        "required": [key for key in properties if key not in optional],
        "additionalProperties": False,
    }


def schema_of(title: str, properties: JsonObject, optional: Collection[str] = ()) -> JsonObject:
    """The schema of what has a title, under a name of its own: ``urn:refcli:1:ruling``."""
    return {"$schema": DRAFT, "$id": urn(title), "title": title, **object_of(properties, optional)}


def urn(title: str) -> str:
    """The name of a schema."""
    return f"urn:{SCHEMA.replace('/', ':')}:{title.replace(' ', ':')}"


def one_word_of(words: Collection[str]) -> JsonObject:
    """A text that is one of these words, where they are known."""
    return {"enum": list(dict.fromkeys(words))} if words else TEXT


def request_schema(
    rules: str, procedure: Procedure, charts: Mapping[str, Chart], readings: Mapping[str, Reading]
) -> JsonObject:
    """The schema of one procedure's ruling object: its fields, its conditions, and the controls."""
    conditions = procedure.conditions(charts)
    properties: JsonObject = {"rules": {"const": rules}, "procedure": {"const": procedure.name}}
    for field in procedure.inputs:
        properties[field.name] = _field(field, charts)
    counted = [name for name, condition in conditions.items() if condition.counted]
    several = f"[1-9][0-9]{{0,2}}x?({'|'.join(counted)})|" if counted else ""
    stated = {"type": "string", "pattern": f"^({several}{'|'.join(conditions) or '(?!)'})$"}
    properties |= {
        "conditions": {"type": "array", "items": stated, "description": "conditions of the whole ruling"},
        NAMES: {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "the names of units in play: for each field of units a list, empty for a plain one",
        },
        GROUPS: {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "the group that each of these units belongs to, a company say",
        },
        "dice": DICE,
        "seed": {"type": "integer", "minimum": 0, "maximum": 2**64 - 1},
        "set": {"type": "object", "description": "figures for this ruling by chart.row.column"},
        "adjust": {"type": "array", "items": {"type": "string"}, "description": "[sum=]value[:reason]"},
        "readings": {
            "type": "object",
            "properties": {
                id: {"enum": [word for option in reading.options for word in (option.letter, option.word)]}
                for id, reading in readings.items()
            },
            "additionalProperties": False,
        },
        "published": {"type": "boolean", "description": "use published figures only"},
        "id": ID,
        "expect": {"type": "object"},
        "title": {"type": "string"},
        "source": {"type": "object"},
    }
    required = {"rules", "procedure", *(field.name for field in procedure.inputs if field.required)}
    optional = properties.keys() - required
    named = schema_of(f"{rules} {procedure.name}", properties, optional)
    return {**named, "$id": urn(f"request {rules} {procedure.name}"), "description": procedure.summary}


def _field(field: Input, charts: Mapping[str, Chart]) -> JsonObject:
    said = {"description": f"{field.field.help}{f' ({field.field.unit})' if field.field.unit else ''}"}
    if field.kind is Term:
        names = "|".join(names_of(field.field, charts))
        place = f"(/({'|'.join(field.field.places)}))?" if field.field.places else ""
        term = f"([1-9][0-9]{{0,2}}x?)?({names}){place}([+][a-z0-9-]+)*"
        one = {"type": "string", "pattern": f"^{term}(,{term})*$" if field.several else f"^{term}$"}
        return {**said, "anyOf": [one, {"type": "array", "items": one}]} if field.several else {**said, **one}
    if field.kind in (int, float):
        least, most = field.field.at_least, field.field.at_most
        return {
            **said,
            "type": "integer" if field.kind is int else "number",
            "minimum": -LARGEST_FIGURE if least is None else least,
            "maximum": LARGEST_FIGURE if most is None else most,
        }
    if field.field.choices:
        return {**said, "enum": list(field.field.choices)}
    return {**said, "type": "string", **({"pattern": f"^{field.field.pattern}$"} if field.field.pattern else {})}


EFFECT = {
    "kind": "what changes, or is to be remembered",
    "unit": "the one unit it falls on: its type and, among several of that type, its letter",
    "role": "what the unit is in this procedure, as attacker, target or side",
    "amount": "how much",
    "measure": "what the amount is in, as cm or dice; without it so many of what the kind names",
    "detail": "at whom, where, or which",
}


def ruling_schema(outcomes: Collection[str] = (), kinds: Collection[str] = ()) -> JsonObject:
    """The schema of a ruling object: its outcome, and the kinds of its effects, are of these, where they are told."""
    origin = one_word_of(("rolled", "entered"))
    roll = object_of(
        {
            "label": TEXT,
            "die": TEXT,
            "faces": FACES,
            "needs": {"type": ["string", "null"]},
            "from": {"anyOf": [origin, {"type": "array", "items": origin}]},
        }
    )
    step = {
        "type": "object",
        "properties": {"at": TEXT, "kind": {"enum": ["figure", "sum", "roll", "note", "choice", "again"]}},
        "required": ["at", "kind"],
    }
    types = {"kind": one_word_of(kinds), "amount": NUMBER}
    effect = object_of(
        {key: {**types.get(key, TEXT), "description": said} for key, said in EFFECT.items()},
        optional=("role", "measure", "detail"),
    )
    outcome = one_word_of(outcomes)
    properties: JsonObject = {
        **_asked(),
        "steps": {"type": "array", "items": step},
        "rolls": {"type": "array", "items": roll},
        "outcome": outcome,
        "success": YES_OR_NO,
        "counts": {"type": "object", "additionalProperties": NUMBER},
        "each": {"type": "array", "items": object_of({"unit": TEXT, "outcome": TEXT})},
        "effects": {"type": "array", "items": effect},
        "readings": {"type": "object", "additionalProperties": TEXT},
        "no_effect": TEXTS,
        "spare": {"type": "array", "items": {"type": ["integer", "string"]}, "description": "faces no die needed"},
        "house": TEXTS,
        "figures": {**WHOLE, "description": "those that its steps show, and all that are not published"},
        "verdict": TEXT,
        "seed": WHOLE,
        "charts": TEXT,
    }
    change = object_of({"kind": WORTH_KIND, "name": TEXT, "said": TEXT, "outcome": _or_null(outcome), "verdict": TEXT})
    supplied = object_of({"owner": TEXT, "what": TEXT, "entry": WHOLE, "turn": WHOLE})
    beside: JsonObject = {
        "id": ID,
        "repeat": WHOLE,
        "what_if": {"type": "array", "items": change},
        "was": object_of({"outcome": outcome, "verdict": TEXT}),
        "entry": {**WHOLE, "description": "its number in the game"},
        "supplied": {"type": "array", "items": supplied, "description": "what states brought to it"},
        "bars": {**TEXTS, "description": "what it was made in spite of"},
        "changes": {**CHANGES, "description": "states that began or ended"},
        "due": {**TEXTS, "description": "what may be done at once, or has to be"},
    }
    optional = ("no_effect", "spare", *beside)  # a batch leaves these two out
    return schema_of("ruling", {**properties, **beside}, optional)


def _or_null(schema: JsonObject) -> JsonObject:
    return {"anyOf": [schema, {"type": "null"}]}


WORTH_KIND: JsonObject = {"enum": ["condition", "reading"]}

CHANGES: JsonObject = {"type": "array", "items": object_of({"owner": TEXT, "said": TEXT, "ended": YES_OR_NO})}
"""States that began or ended in a game."""

CHANCE: JsonObject = object_of({"exact": TEXT, "chance": NUMBER})
"""A chance, or a difference of chances."""


def odds_schema(outcomes: Collection[str] = ()) -> JsonObject:
    """The schema of the odds of a request."""
    chances = {"type": "object", "additionalProperties": CHANCE}
    worth = object_of({"kind": WORTH_KIND, "name": TEXT, "points": CHANCE})
    properties: JsonObject = {
        **_asked(),
        "odds": {**chances, "propertyNames": one_word_of(outcomes)},
        "counts": {"type": "object", "additionalProperties": chances},
        "success": CHANCE,
        "runs": WHOLE,
        "known": {"type": "object", "additionalProperties": WHOLE},
        "worth": {"type": "array", "items": worth},
    }
    beside: JsonObject = {"id": ID, "sampled": WHOLE, "within": NUMBER}
    return schema_of("odds", {**properties, **beside}, ("worth", *beside))  # a batch leaves out what each is worth


def sweep_schema(outcomes: Collection[str] = ()) -> JsonObject:
    """The schema of a sweep of odds."""
    axis = object_of({"field": TEXT, "values": {"type": "array"}})
    properties: JsonObject = {
        **_asked(),
        "axes": {"type": "array", "items": axis, "minItems": 1, "maxItems": 2},
        "outcome": one_word_of(("success", *outcomes) if outcomes else ()),
        "chances": {"type": "array", "items": {"type": "array", "items": _or_null(CHANCE)}},
        "id": ID,
    }
    return schema_of("sweep", properties, ("id",))


def _asked() -> JsonObject:
    """What every answer begins with."""
    return {"schema": VERSION, "rules": TEXT, "procedure": TEXT, "request": {"type": "object"}}


def error_schema() -> JsonObject:
    """The schema of an error object."""
    error = object_of({"kind": one_word_of(ERROR_KINDS), "message": TEXT, "status": WHOLE})
    batch = {"line": WHOLE, "id": ID, "repeat": WHOLE}
    return schema_of("error", {"schema": VERSION, "error": error, **batch}, batch)


ORIGINS = ("published", "inferred", "house", "overlay", "reading", "referee", "die")
"""Where a figure may come from."""

FIGURE: JsonObject = {"type": ["number", "string", "null"]}
SOURCE: JsonObject = object_of(
    {"origin": one_word_of(ORIGINS), "section": TEXT, "lines": TEXT, "at": {"type": "number"}},
    optional=("section", "lines", "at"),
)
CELL: JsonObject = object_of(
    {"label": TEXT, "value": FIGURE, "cell": TEXT, "source": SOURCE}, optional=("cell", "source")
)


OBJECT: JsonObject = {"type": "object"}
WHOLES: JsonObject = {"type": "array", "items": WHOLE}

OPTIONAL = {
    "log show": ("journal", "check", "game", "given", "ruling", "amends", "typed", "supplied", "overrules"),
    "add, remove, sides, set, map, next, undo, redo, note": ("unit", "where", "due", "idle", "entries"),
}
"""Keys that an answer need not have: an entry is a ruling or another act, and acts have more to tell or less."""


def list_of(**properties: JsonObject) -> JsonObject:
    """A list of objects, each with these properties."""
    return {"type": "array", "items": object_of(properties)}


def table_of(one: JsonObject) -> JsonObject:
    """Such things by their names."""
    return {"type": "object", "additionalProperties": one}


def answer_schemas() -> dict[str, JsonObject]:
    """The schema of each answer by the command that gives it."""
    answers: dict[str, JsonObject] = {
        "charts list": {"charts": list_of(rules=TEXT, chart=TEXT, title=TEXT, cells=WHOLE, house=WHOLE)},
        "charts show": {
            **{"rules": TEXT, "chart": TEXT, "title": TEXT, "source": SOURCE, "columns": TEXTS},
            "rows": table_of({"type": "array", "items": CELL}),
            "conditions": list_of(name=TEXT, text=TEXT, says=TEXT, value=FIGURE, source=SOURCE),
        },
        "charts check": {"charts": WHOLE, "faults": TEXTS},
        "charts diff": {"changes": list_of(rules=TEXT, cell=TEXT, before=FIGURE, after=FIGURE)},
        "charts digest": {"digests": table_of(TEXT)},
        "card": {"name": TEXT, "cells": {"type": "array", "items": CELL}},
        "rules": {"procedures": table_of(TEXTS), "rulesets": table_of(TEXT)},
        "rules RULESET": {
            **{"name": TEXT, "from": TEXT, "title": TEXT, "work": TEXT, "scale": TEXT, "turn": TEXTS},
            "procedures": list_of(name=TEXT, also=TEXTS, phase=TEXT, summary=TEXT),
            "instead": table_of(TEXT),
            "readings": list_of(id=TEXT, question=TEXT, options=table_of(TEXT), default=TEXT, usual=TEXT, source=TEXT),
        },
        "scenario list": {"scenarios": list_of(name=TEXT, rules=TEXT, title=TEXT, source=TEXT)},
        "scenario check": {
            **{"scenarios": WHOLE, "rulings": WHOLE},
            "disagreements": list_of(scenario=TEXT, ruling=WHOLE, place=TEXT, what=TEXT),
        },
        "log show": {
            **{"journal": WHOLE, "check": TEXT},
            **{"entry": WHOLE, "time": TEXT, "game": OBJECT, "given": OBJECT, "ruling": OBJECT, "amends": WHOLE},
            **{"typed": OBJECT, "supplied": {"type": "array", "items": OBJECT}, "overrules": TEXTS},
        },
        "log verify": {"whole": WHOLE, "torn": WHOLES, "faults": list_of(line=WHOLE, what=TEXT)},
        "log replay": {
            **{"rulings": WHOLE, "charts_changed": WHOLE},
            "differ": list_of(entry=WHOLE, what=TEXT, charts_changed=YES_OR_NO),
        },
        "log stats": {
            **{"rules": TEXT, "procedure": TEXT, "origin": TEXT, "open": WHOLE, "certain": WHOLE, "came": WHOLE},
            **{"expected": NUMBER, "variance": NUMBER, "enough": YES_OR_NO, "luck": TEXT},
        },
        "who": {
            "where": TEXT,
            "units": table_of(object_of({"is": TEXT, "side": TEXT})),
            "states": list_of(owner=TEXT, state=TEXT, value={}, turn=WHOLE, entry=WHOLE),
        },
        "add, remove, sides, set, map, next, undo, redo, note": {
            **{"entry": WHOLE, "changes": CHANGES, "unit": TEXT, "where": TEXT, "due": TEXTS, "idle": TEXTS},
            "entries": WHOLES,
        },
        "due": {"where": TEXT, "due": TEXTS},
        "what-if": {
            "changes": list_of(
                kind=WORTH_KIND, name=TEXT, said=TEXT, outcome={"type": ["string", "null"]}, verdict=TEXT
            )
        },
        "config": {"settings": table_of(object_of({"value": {}, "origin": TEXT}))},
    }
    return {
        name: schema_of(name.replace(",", ""), {"schema": VERSION, **properties}, OPTIONAL.get(name, ()))
        for name, properties in answers.items()
    }
