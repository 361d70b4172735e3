"""JSON Schemas (draft 2020-12) of the plain objects, derived from the requests' own declarations."""

from collections.abc import Mapping

from refcli.core.charts import Chart
from refcli.core.limits import LARGEST_FIGURE
from refcli.core.procedure import Procedure
from refcli.core.readings import Reading
from refcli.core.request import Input, Term, names_of
from refcli.plain import NAMES, SCHEMA, Plain

DRAFT = "https://json-schema.org/draft/2020-12/schema"

FACES: Plain = {"type": "array", "items": {"type": "integer"}}
DICE: Plain = {
    "description": "faces that players rolled: a list, a list for each roll, a table by the rolls' names, or as typed",
    "anyOf": [
        FACES,
        {"type": "array", "items": FACES},
        {"type": "object", "additionalProperties": FACES},
        {"type": "string"},
    ],
}

ID: Plain = {"type": ["string", "integer"]}
"""What a line of a batch calls itself, and its answer with it."""


def request_schema(
    rules: str, procedure: Procedure, charts: Mapping[str, Chart], readings: Mapping[str, Reading]
) -> Plain:
    """The schema of one procedure's ruling object: its fields, its conditions, and the controls."""
    conditions = procedure.conditions(charts)
    properties: Plain = {"rules": {"const": rules}, "procedure": {"const": procedure.name}}
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
    required = ["rules", "procedure", *(field.name for field in procedure.inputs if field.required)]
    return {
        "$schema": DRAFT,
        "title": f"{rules} {procedure.name}",
        "description": procedure.summary,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _field(field: Input, charts: Mapping[str, Chart]) -> Plain:
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


def ruling_schema() -> Plain:
    """The schema of a ruling object."""
    text, number = {"type": "string"}, {"type": "number"}
    roll = {
        "type": "object",
        "properties": {
            "label": text,
            "die": text,
            "faces": {"type": "array", "items": {"type": "integer"}},
            "needs": {"type": ["string", "null"]},
            "from": {"anyOf": [text, {"type": "array", "items": text}]},
        },
        "required": ["label", "die", "faces", "needs", "from"],
    }
    step = {
        "type": "object",
        "properties": {"at": text, "kind": {"enum": ["figure", "sum", "roll", "note", "choice", "again"]}},
        "required": ["at", "kind"],
    }
    effect = {
        "type": "object",
        "properties": {
            key: {**(number if key == "amount" else text), "description": said} for key, said in EFFECT.items()
        },
        "required": ["kind", "unit", "amount"],
    }
    properties: Plain = {
        **_asked(),
        "steps": {"type": "array", "items": step},
        "rolls": {"type": "array", "items": roll},
        "outcome": text,
        "success": {"type": "boolean"},
        "counts": {"type": "object", "additionalProperties": number},
        "each": {"type": "array", "items": {"type": "object"}},
        "effects": {"type": "array", "items": effect},
        "readings": {"type": "object", "additionalProperties": text},
        "no_effect": {"type": "array", "items": text},
        "spare": {"type": "array", "items": {"type": ["integer", "string"]}, "description": "faces no die needed"},
        "house": {"type": "array", "items": text},
        "figures": {"type": "integer", "description": "those that its steps show, and all that are not published"},
        "verdict": text,
        "seed": {"type": "integer"},
        "charts": text,
    }
    beside: Plain = {
        "id": ID,
        "repeat": {"type": "integer"},
        "what_if": {"type": "array", "items": {"type": "object"}},
        "was": {"type": "object"},
        "entry": {"type": "integer", "description": "its number in the game"},
        "supplied": {"type": "array", "items": {"type": "object"}, "description": "what states brought to it"},
        "bars": {"type": "array", "items": text, "description": "what it was made in spite of"},
        "changes": {"type": "array", "items": {"type": "object"}, "description": "states that began or ended"},
        "due": {"type": "array", "items": text, "description": "what may be done at once, or has to be"},
    }
    return {
        "$schema": DRAFT,
        "title": "ruling",
        "type": "object",
        "properties": {**properties, **beside},
        "required": [key for key in properties if key not in ("no_effect", "spare")],  # a batch leaves them out
        "additionalProperties": False,
    }


CHANCE: Plain = {
    "type": "object",
    "properties": {"exact": {"type": "string"}, "chance": {"type": "number"}},
    "required": ["exact", "chance"],
    "additionalProperties": False,
}
"""A chance, or a difference of chances."""


def odds_schema() -> Plain:
    """The schema of the odds of a request."""
    chances = {"type": "object", "additionalProperties": CHANCE}
    worth = {
        "type": "object",
        "properties": {"kind": {"enum": ["condition", "reading"]}, "name": {"type": "string"}, "points": CHANCE},
        "required": ["kind", "name", "points"],
        "additionalProperties": False,
    }
    properties: Plain = {
        **_asked(),
        "odds": chances,
        "counts": {"type": "object", "additionalProperties": chances},
        "success": CHANCE,
        "runs": {"type": "integer"},
        "known": {"type": "object", "additionalProperties": {"type": "integer"}},
        "worth": {"type": "array", "items": worth},
    }
    beside: Plain = {"id": ID, "sampled": {"type": "integer"}, "within": {"type": "number"}}
    return {
        "$schema": DRAFT,
        "title": "odds",
        "type": "object",
        "properties": {**properties, **beside},
        "required": [key for key in properties if key != "worth"],  # a batch leaves it out
        "additionalProperties": False,
    }


def sweep_schema() -> Plain:
    """The schema of a sweep of odds."""
    axis = {
        "type": "object",
        "properties": {"field": {"type": "string"}, "values": {"type": "array"}},
        "required": ["field", "values"],
        "additionalProperties": False,
    }
    properties: Plain = {
        **_asked(),
        "axes": {"type": "array", "items": axis, "minItems": 1, "maxItems": 2},
        "outcome": {"type": "string"},
        "chances": {"type": "array", "items": {"type": "array", "items": {"anyOf": [CHANCE, {"type": "null"}]}}},
    }
    return {
        "$schema": DRAFT,
        "title": "sweep",
        "type": "object",
        "properties": {**properties, "id": ID},
        "required": list(properties),
        "additionalProperties": False,
    }


def _asked() -> Plain:
    """What every answer begins with."""
    text = {"type": "string"}
    return {"schema": {"const": SCHEMA}, "rules": text, "procedure": text, "request": {"type": "object"}}


def error_schema() -> Plain:
    """The schema of an error object."""
    error = {
        "type": "object",
        "properties": {
            "kind": {"type": "string"},
            "message": {"type": "string"},
            "status": {"type": "integer"},
        },
        "required": ["kind", "message", "status"],
        "additionalProperties": False,
    }
    batch = {"line": {"type": "integer"}, "id": ID, "repeat": {"type": "integer"}}
    return {
        "$schema": DRAFT,
        "title": "error",
        "type": "object",
        "properties": {"schema": {"const": SCHEMA}, "error": error, **batch},
        "required": ["schema", "error"],
        "additionalProperties": False,
    }
