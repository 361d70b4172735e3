"""JSON Schemas of what commands answer that make no ruling: charts, rulesets, scenarios, settings, journals, games."""

from refcli.wire import JsonObject
from refcli.wire.schema import (
    CHANGES,
    NUMBER,
    TEXT,
    TEXTS,
    VERSION,
    WHOLE,
    WORTH_KIND,
    YES_OR_NO,
    object_of,
    one_word_of,
    schema_of,
)

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
