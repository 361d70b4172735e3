"""Rulings, odds, sweeps, errors and journal entries as JSON: each is declared once."""

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, NamedTuple

from refcli.core.cells import DIE, Cell, Sum
from refcli.core.dice import Again, Choice, Roll
from refcli.core.limits import LARGEST_FIGURE, MOST_UNITS, as_typed
from refcli.core.names import is_name
from refcli.core.procedure import Asked, Record
from refcli.core.request import GROUPS, NAMES
from refcli.core.roller import TrailStep
from refcli.core.ruling import Note
from refcli.wire import SCHEMA, JsonObject
from refcli.wire.requests import number_to, request_to

LARGEST_SEED = (1 << 64) - 1
LARGEST_SUM = 1 << 53
"""The largest number that a sum of a ruling comes to: every reader of JSON keeps it whole."""

MISFIT, MISSING, UNKNOWN = "not what stands here", "missing", "not known to this refcli"


class Form:
    """The form of a value: its JSON Schema, a check of values that are read back, and how one is written."""

    write: Callable[[Any], Any] | None = None

    def __init__(
        self, schema: JsonObject, fits: Callable[[Any], bool], write: Callable[[Any], Any] | None = None
    ) -> None:
        self.schema = schema
        self.write = write
        self.fits = fits

    def fault(self, value: Any) -> str:
        """Return where a value does not fit, as ``ruling.rolls.2.faces``, and why; empty if it fits."""
        return "" if self.fits(value) else MISFIT


class Key(NamedTuple):
    """A key of an object: the form of its value, and the attribute that it is, or a function that reads it.

    An ``optional`` key is left out for None, and for an empty text.
    """

    form: Form
    read: str | Callable[[Any], Any] = ""
    description: str = ""
    optional: bool = False


Keys = Mapping[str, Form | Key]


def optional(form: Form, read: str | Callable[[Any], Any] = "", description: str = "") -> Key:
    """A key that an object need not have."""
    return Key(form, read, description, True)


class Object(Form):
    """An object of these keys; ``others`` is the form of the values of all other keys, if it may have any."""

    def __init__(self, keys: Keys, others: Form | None = None) -> None:
        self.keys = {name: key if isinstance(key, Key) else Key(key) for name, key in keys.items()}
        self.others = others
        self.write = self.dump
        self._needed = [name for name, key in self.keys.items() if not key.optional]
        self._forms = {name: key.form for name, key in self.keys.items()}
        self._readers = {name: _reader(name, key) for name, key in self.keys.items()}
        properties = {
            name: {**key.form.schema, **({"description": key.description} if key.description else {})}
            for name, key in self.keys.items()
        }
        self.schema = {
            "type": "object",
            **({"properties": properties, "required": self._needed} if keys else {}),
            "additionalProperties": others.schema if others else False,
        }

    def fault(self, value: Any) -> str:
        if not isinstance(value, dict):
            return MISFIT
        for key, one in value.items():
            its = self._forms.get(key, self.others)
            if why := its.fault(one) if its else UNKNOWN:
                return _inside(as_typed(key), why)
        return next((f"{key}: {MISSING}" for key in self._needed if key not in value), "")

    def dump(self, value: Any, only: Iterable[str] | None = None) -> JsonObject:
        """Write a value, all keys or ``only`` some. Raises KeyError for a key that there is not."""
        found: JsonObject = {}
        readers = self._readers
        for name, read, write, absent in readers.values() if only is None else [readers[name] for name in only]:
            one = read(value)
            if absent and one in absent:
                continue
            found[name] = write(one) if write else one
        return found


def _reader(name: str, key: Key) -> tuple[str, Callable[[Any], Any], Callable[[Any], Any] | None, tuple[Any, ...]]:
    """Name a key, and say how its value is read, how it is written, and where it is left out."""
    read = attrgetter(key.read or name) if isinstance(key.read, str) else key.read
    return name, read, key.form.write, () if not key.optional else ("", None) if key.form is TEXT else (None,)


class ListOf(Form):
    """A list of values of one form."""

    def __init__(self, item: Form) -> None:
        self.schema = {"type": "array", "items": item.schema}
        write = item.write
        self.write = (lambda values: [write(one) for one in values]) if write else list
        self._item = item

    def fault(self, value: Any) -> str:
        if not isinstance(value, list):
            return MISFIT
        for number, one in enumerate(value, 1):
            if why := self._item.fault(one):
                return _inside(str(number), why)
        return ""


class TableOf(Object):
    """Values of one form by their names."""

    def __init__(self, item: Form) -> None:
        super().__init__({}, item)
        write = item.write
        self.write = lambda table: {str(number_to(name)): write(one) if write else one for name, one in table.items()}


class OneOfKinds(Form):
    """One of several objects: the key ``by`` says which. All of them have the ``common`` keys."""

    def __init__(self, by: str, objects: Mapping[str, Object], common: Mapping[str, Form] = {}) -> None:
        whole = Object({**common, by: one_word_of(objects)}).schema
        self.schema = {key: value for key, value in whole.items() if key != "additionalProperties"}
        self._by = by
        self._objects = {kind: Object({**common, by: TEXT, **one.keys}) for kind, one in objects.items()}

    def fault(self, value: Any) -> str:
        kind = value.get(self._by) if isinstance(value, dict) else None
        if not isinstance(kind, str) or kind not in self._objects:
            return f"{self._by}: {MISFIT}"
        return self._objects[kind].fault(value)


def either(*forms: Form) -> Form:
    """One of several forms."""
    return Form({"anyOf": [one.schema for one in forms]}, lambda value: any(not one.fault(value) for one in forms))


def or_null(form: Form) -> Form:
    """A value of a form, or none."""
    whole = either(form, NULL)
    write = form.write
    whole.write = (lambda value: None if value is None else write(value)) if write else None
    return whole


def one_word_of(words: Iterable[str]) -> Form:
    """One of these words; any, where none is known."""
    known = list(dict.fromkeys(words))
    return Form({"enum": known}, lambda value: value in known) if known else TEXT


def _inside(place: str, why: str) -> str:
    return f"{place}.{why}" if ": " in why else f"{place}: {why}"


def _is_number(value: Any, most: int = LARGEST_SUM) -> bool:
    return value.__class__ in (int, float) and abs(value) <= most


def _is_whole(value: Any, most: int = LARGEST_SUM) -> bool:
    return value.__class__ is int and 0 <= value <= most


def _is_row(value: Any) -> bool:
    """True for a row of the charts, and how many of it a unit is."""
    return isinstance(value, list) and len(value) == 2 and isinstance(value[0], str) and _is_whole(value[1], MOST_UNITS)


TEXT = Form({"type": "string"}, lambda value: value.__class__ is str)
YES_OR_NO = Form({"type": "boolean"}, lambda value: value.__class__ is bool)
NUMBER = Form({"type": "number"}, _is_number, number_to)
WHOLE = Form({"type": "integer"}, _is_whole)
SEED = Form({"type": "integer"}, lambda value: _is_whole(value, LARGEST_SEED))
NULL = Form({"type": "null"}, lambda value: value is None)
TEXT_OR_NULL = Form({"type": ["string", "null"]}, lambda value: value is None or value.__class__ is str)
FIGURE = Form(
    {"type": ["number", "string", "null"]}, lambda value: TEXT_OR_NULL.fits(value) or _is_number(value), number_to
)
COMPARISON = Form(TEXT_OR_NULL.schema, TEXT_OR_NULL.fits, lambda target: target and str(target))
NAME = Form({"type": "string"}, lambda value: isinstance(value, str) and is_name(value))
NAME_OR_NONE = Form({"type": "string"}, lambda value: value == "" or not NAME.fault(value))
ANY = Form({"type": "object"}, lambda value: True)
VERSION = Form({"const": SCHEMA}, lambda value: isinstance(value, str))
TEXTS, WHOLES = ListOf(TEXT), ListOf(WHOLE)

FIELD = either(TEXT, NUMBER, TEXTS)
"""The value of a field of a request."""

TYPED = either(FIELD, YES_OR_NO, NULL, ListOf(NUMBER), TableOf(either(FIELD, YES_OR_NO)))
"""The value of a field as it is typed, or stands in a line of a batch."""

REQUEST_KEYS: Keys = {
    "conditions": optional(TEXTS),
    NAMES: optional(TableOf(ListOf(NAME_OR_NONE))),
    GROUPS: optional(TableOf(NAME)),
    "set": optional(TableOf(FIGURE)),
    "adjust": optional(TEXTS),
    "readings": optional(TableOf(TEXT)),
    "published": optional(YES_OR_NO),
}
"""Keys of a request beside those of its fields."""

REQUEST = Object(REQUEST_KEYS, FIELD)
REQUEST.schema, REQUEST.write = ANY.schema, None
SPARE = ListOf(Form({"type": ["integer", "string"]}, lambda value: not WHOLE.fault(value) or isinstance(value, str)))

GIVEN = Object(
    {
        **dict.fromkeys(("rules", "procedure"), TEXT),
        "seed": SEED,
        "faces": TableOf(WHOLE),
        "chosen": optional(TableOf(TEXTS)),
        "spare": optional(SPARE),
        **REQUEST_KEYS,
    },
    FIELD,
)
"""What a ruling was made from, as ``requests.given_of`` writes it."""

ORIGINS = ("published", "inferred", "house", "overlay", "reading", "referee", "die")
"""Where a figure may come from."""

SOURCE = Object(
    {
        "origin": Form({"enum": list(ORIGINS)}, lambda value: isinstance(value, str)),
        "section": optional(TEXT),
        "lines": optional(TEXT),
        "at": optional(NUMBER),
    }
)
SOURCE.write = lambda source: {key: value for key, value in zip(source._fields, source, strict=True) if value}
CELL = Object(
    {
        "label": TEXT,
        "value": FIGURE,
        "cell": optional(TEXT, "ref"),
        "source": optional(SOURCE, lambda cell: None if cell.source.origin == DIE.origin else cell.source),
    }
)
ORIGIN_OF_FACES = one_word_of(("rolled", "entered"))
ROLL = Object(
    {
        "label": TEXT,
        "die": Key(TEXT, "die.name"),
        "faces": WHOLES,
        "needs": Key(COMPARISON, "target"),
        "from": Key(
            either(ORIGIN_OF_FACES, ListOf(ORIGIN_OF_FACES)),
            lambda roll: roll.origins[0] if len(set(roll.origins)) == 1 else list(roll.origins),
        ),
    }
)
STEPS = {
    "figure": Object(
        {
            **CELL.keys,
            "needs": optional(COMPARISON, lambda cell: cell.target_number if cell.sign and not cell.blank else None),
        }
    ),
    "sum": Object(
        {
            "name": TEXT,
            "parts": ListOf(CELL),
            "total": NUMBER,
            "needs": optional(COMPARISON, "target"),
            "met": optional(YES_OR_NO, lambda added: None if added.target is None else added.passed),
        }
    ),
    "roll": ROLL,
    "note": Object({"text": Key(TEXT, "said"), "source": SOURCE}),
    "choice": Object({"label": TEXT, "chosen": TEXT, "options": TEXTS, "by": TEXT}),
    "again": Object({"label": TEXT}),
}
KINDS = {Cell: "figure", Sum: "sum", Roll: "roll", Note: "note", Choice: "choice", Again: "again"}


def _step(step: TrailStep) -> JsonObject:
    kind = KINDS[type(step.step)]
    return {"at": step.at, "kind": kind, **STEPS[kind].dump(step.step)}


STEP = OneOfKinds("kind", STEPS, {"at": TEXT})
STEP.write = _step
"""A step of a ruling: a figure, a sum, a roll, a note, a choice, or dice that are rolled again."""

ASKED = Object(
    {
        "schema": Key(VERSION, lambda asked: SCHEMA),
        "rules": TEXT,
        "procedure": Key(TEXT, "procedure.name"),
        "request": Key(REQUEST, lambda asked: {**request_to(asked.request), **asked.controls}),
    }
)
"""What every answer begins with: its schema, and the request."""


def ruling_form(outcomes: Iterable[str] = (), kinds: Iterable[str] = ()) -> Object:
    """A ruling; its outcome and the kinds of its effects are of these where they are known."""
    effect = {
        "kind": Key(one_word_of(kinds), "word", "what changes, or is to be remembered"),
        "unit": Key(TEXT, "", "the one unit it falls on: its type and, among several of that type, its letter"),
        "role": optional(TEXT, "", "what the unit is in this procedure, as attacker, target or side"),
        "amount": Key(NUMBER, "", "how much"),
        "measure": optional(
            TEXT, "", "what the amount is in, as cm or dice; without it so many of what the kind names"
        ),
        "detail": optional(TEXT, "", "at whom, where, or which"),
    }
    of_one = {"unit": Key(TEXT, lambda one: one[0]), "outcome": Key(TEXT, lambda one: one[1].word)}
    return Object(
        {
            **ASKED.keys,
            "steps": Key(ListOf(STEP), "ruling.steps"),
            "rolls": Key(ListOf(ROLL), "ruling.rolls"),
            "outcome": Key(one_word_of(outcomes), "ruling.outcome.word"),
            "success": Key(YES_OR_NO, "ruling.outcome.success"),
            "counts": Key(TableOf(NUMBER), "ruling.counts"),
            "each": Key(ListOf(Object(of_one)), "ruling.each"),
            "effects": Key(ListOf(Object(effect)), "ruling.effects"),
            "readings": Key(TableOf(TEXT), lambda record: {id: one.word for id, one in record.ruling.readings}),
            "no_effect": optional(TEXTS, "ruling.unused"),
            "house": Key(TEXTS, lambda record: [cell.ref for cell in record.ruling.cells if cell.source.is_house]),
            "spare": Key(SPARE, "ruling.spare", "faces no die needed"),
            "figures": Key(
                WHOLE,
                lambda record: len(record.ruling.figures),
                "those that its steps show, and all that are not published",
            ),
            "verdict": Key(TEXT, "ruling.verdict"),
            "seed": Key(SEED, "ruling.seed"),
            "charts": Key(TEXT, lambda record: record.digest()),
        }
    )


RULING = ruling_form()


def ruling_to(record: Record, only: Iterable[str] = ()) -> JsonObject:
    """A ruling as JSON, schema ``refcli/1``; ``only`` some of its keys, where they are named.

    ``record`` is what ``Referee.rule`` gives back. What stands under each key, and in what unit, is told by ``refcli
    schema``. Raises KeyError for a key that a ruling does not have.
    """
    return RULING.dump(record, only or None)


CHANCE = Object({"exact": Key(TEXT, str), "chance": Key(Form(NUMBER.schema, _is_number), float)})
"""A chance, or a difference of chances: the exact fraction as text beside a float."""

WORTH_KIND = one_word_of(("condition", "reading"))


class OddsAnswer(NamedTuple):
    """Exact or sampled ``odds``, with the ``known`` dice and what each condition and reading is worth."""

    odds: Any
    known: Mapping[str, int]
    worth: Iterable[Any]


def odds_form(outcomes: Iterable[str] = ()) -> Object:
    """Odds, behind the keys of what was asked; the outcomes are of these where they are known."""
    by_outcome = TableOf(CHANCE)
    by_outcome.schema = {**by_outcome.schema, "propertyNames": one_word_of(outcomes).schema}
    return Object(
        {
            "odds": Key(by_outcome, lambda one: {word.word: chance for word, chance in one.odds.outcomes.items()}),
            "counts": Key(TableOf(TableOf(CHANCE)), "odds.counts"),
            "success": Key(CHANCE, "odds.success"),
            "runs": Key(WHOLE, "odds.runs"),
            "sampled": optional(WHOLE, lambda one: one.odds.runs if one.odds.sampled else None),
            "within": optional(NUMBER, lambda one: one.odds.within if one.odds.sampled else None),
            "known": TableOf(WHOLE),
            "worth": optional(ListOf(Object({"kind": WORTH_KIND, "name": TEXT, "points": CHANCE}))),
        }
    )


def odds_to(asked: Asked, odds: Any, known: Mapping[str, int], worth: Iterable[Any]) -> JsonObject:
    """Odds as JSON, with the known dice and what each condition and reading is worth."""
    return ASKED.dump(asked) | odds_form().dump(OddsAnswer(odds, known, worth))


def sweep_form(outcomes: Iterable[str] = ()) -> Object:
    """A sweep of odds, behind the keys of what was asked; the outcomes are of these where they are known."""
    values = Form({"type": "array"}, lambda value: isinstance(value, list), list)
    axes = ListOf(Object({"field": TEXT, "values": values}))
    axes.schema = {**axes.schema, "minItems": 1, "maxItems": 2}
    words = ("success", *outcomes) if outcomes else ()
    return Object(
        {
            "axes": axes,
            "outcome": Key(one_word_of(words), lambda swept: swept.outcome or "success"),
            "chances": ListOf(ListOf(or_null(CHANCE))),
        }
    )


def sweep_to(asked: Asked, swept: Any) -> JsonObject:
    """A sweep as JSON; its request leaves out the fields that are swept over."""
    answer = ASKED.dump(asked)
    for axis in swept.axes:
        answer["request"].pop(axis.field, None)
    return answer | sweep_form().dump(swept)


ID = Form({"type": ["string", "integer"]}, lambda value: value.__class__ in (str, int))
"""What a line of a batch calls itself, and its answer with it."""

ERROR_KINDS = (
    *("usage", "data", "ruleset", "unknown-name", "disagreement", "barred", "not-installed", "interrupted"),
    *("json", "repeated-id", "lost-worker", "internal"),
)
"""What can go wrong, in one word; the last four in a batch alone."""


class ErrorAnswer(NamedTuple):
    """An error: its kind, its message, the exit status; in a batch also its line, its id and which repeat it was."""

    kind: str
    message: str
    status: int
    line: int | None = None
    id: str | int | None = None
    repeat: int | None = None


ERROR = Object(
    {
        "schema": Key(VERSION, lambda answer: SCHEMA),
        "line": optional(WHOLE),
        "id": optional(ID),
        "repeat": optional(WHOLE),
        "error": Key(
            Object({"kind": one_word_of(ERROR_KINDS), "message": TEXT, "status": WHOLE}), lambda answer: answer
        ),
    }
)

STAMP: Keys = {"journal": optional(WHOLE), "time": TEXT, "line": optional(WHOLE)}
RULED = Object(
    {
        **STAMP,
        "given": GIVEN,
        "ruling": RULING,
        "amends": optional(WHOLE),
        "typed": optional(Object({"procedure": TEXT, "conditions": optional(TEXTS)}, TYPED)),
        "supplied": optional(ListOf(Object({"owner": TEXT, "what": TEXT, "entry": WHOLE}))),
        "overrules": optional(TEXTS),
    }
)
"""An entry that is a ruling: what was asked before states brought theirs, what it was made in spite of."""

VALUE = Form({"type": ["number", "string"]}, lambda value: value.__class__ is str or _is_number(value, LARGEST_FIGURE))
ENTRIES = Form({"type": "array"}, lambda value: not WHOLES.fault(value) and bool(value))
UNIT = Object(
    {
        "name": NAME,
        "rows": ListOf(Form({"type": "array"}, _is_row)),
        "side": NAME_OR_NONE,
        "group": NAME_OR_NONE,
        "fields": TableOf(VALUE),
        "conditions": TEXTS,
        "stands-for": optional(TEXTS),
    }
)
ACTS = {
    "begin": Object({"rules": TEXT}),
    "sides": Object({"sides": ListOf(NAME)}),
    "add": Object({"unit": UNIT}),
    "remove": Object({"unit": TEXT}),
    "set": Object({"of": TEXT, "state": NAME, "value": VALUE, "until": optional(TEXT)}),
    "unset": Object({"of": TEXT, "state": NAME}),
    "phase": Object({"turn": WHOLE, "phase": WHOLE, "side": WHOLE}),
    "undo": Object({"entries": ENTRIES}),
    "redo": Object({"entries": ENTRIES}),
    "note": Object({"text": TEXT}),
}
"""What else a game remembers, by what is done."""

ACTED = Object({**STAMP, "game": OneOfKinds("do", ACTS)})


def entry_fault(entry: Any, first: bool) -> str:
    """Return why an object is no entry of a journal, or not its first one, which bears the format; empty if it is.

    Any key that is not known is refused, so that an entry of a later refcli is never read in part.
    """
    is_act = isinstance(entry, dict) and "game" in entry
    if found := (ACTED if is_act else RULED).fault(entry):
        return found
    if not is_act:
        given, ruling = entry["given"], entry["ruling"]
        if (given["rules"], given["procedure"]) != (ruling["rules"], ruling["procedure"]):
            return "ruling: of another procedure than given"
        if not _has_names(given) or not _has_names(ruling["request"]):
            return f"{NAMES}: not one for each unit"
    return "" if ("journal" in entry) == first else "journal: not in the first line alone"


def _has_names(request: Mapping[str, Any]) -> bool:
    """True if each field of units in play has a name, perhaps an empty one, for each of its terms."""
    for field, names in request.get(NAMES, {}).items():
        terms = request.get(field)
        terms = terms if isinstance(terms, list) else [terms]
        if len(terms) != len(names) or TEXTS.fault(terms):
            return False
    return True
