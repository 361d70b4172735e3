"""Rulings, odds, sweeps and journal entries as JSON."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

from refcli.core.cells import Cell, Source, Sum, TargetNumber
from refcli.core.dice import Again, Choice, Roll
from refcli.core.limits import LARGEST_FIGURE, MOST_UNITS, as_typed
from refcli.core.names import is_name
from refcli.core.procedure import Asked, Record
from refcli.core.request import GROUPS, NAMES
from refcli.core.ruling import Effect, Note
from refcli.wire import SCHEMA, JsonObject
from refcli.wire.requests import asked_to, number_to, request_to

if TYPE_CHECKING:
    from fractions import Fraction


def ruling_to(record: Record, only: Iterable[str] = ()) -> JsonObject:
    """A ruling as JSON, schema ``refcli/1``; ``only`` some of its keys, where they are named.

    ``record`` is what ``Referee.rule`` gives back. What stands under each key, and in what unit, is told by ``refcli
    schema``. Raises KeyError for a key that a ruling does not have.
    """
    return {key: RULING[key](record) for key in only or RULING}


def step_to(step: Any) -> JsonObject:
    """One step as JSON; ``kind`` tells which."""
    if isinstance(step, Cell):
        raw = {"kind": "figure", **cell_to(step)}
        if step.sign and not step.blank:
            raw["needs"] = str(step.target_number)
        return raw
    if isinstance(step, Sum):
        raw = {"kind": "sum", "name": step.name, "parts": [cell_to(part) for part in step.parts]}
        raw["total"] = number_to(step.total)
        if step.target is not None:
            raw |= {"needs": str(step.target), "met": step.passed}
        return raw
    if isinstance(step, Roll):
        return {"kind": "roll", **roll_to(step)}
    if isinstance(step, Note):
        return {"kind": "note", "text": step.said, "source": source_to(step.source)}
    if isinstance(step, Choice):
        return {
            "kind": "choice",
            "label": step.label,
            "chosen": step.chosen,
            "options": list(step.options),
            "by": step.by,
        }
    assert isinstance(step, Again)
    return {"kind": "again", "label": step.label}


def cell_to(cell: Cell) -> JsonObject:
    """A cell as JSON."""
    raw: JsonObject = {"label": cell.label, "value": number_to(cell.value)}
    if cell.ref:
        raw["cell"] = cell.ref
    if cell.source.origin != "die":
        raw["source"] = source_to(cell.source)
    return raw


def effect_to(effect: Effect) -> JsonObject:
    """An effect as JSON; its role, measure and detail where it has them."""
    role = {"role": effect.role} if effect.role else {}
    raw: JsonObject = {"kind": effect.word, "unit": effect.unit, **role, "amount": number_to(effect.amount)}
    if effect.measure:
        raw["measure"] = effect.measure
    return {**raw, "detail": effect.detail} if effect.detail else raw


def source_to(source: Source) -> JsonObject:
    """A source as JSON, empty parts left out."""
    return _source_to(source).copy()


@lru_cache(256)
def _source_to(source: Source) -> JsonObject:
    """A source as JSON, which nobody may change: a ruling shows the same few sources again and again."""
    return {key: value for key, value in source._asdict().items() if value}


def roll_to(roll: Roll) -> JsonObject:
    """A roll as JSON; ``from`` is one word, or one for each face when they differ."""
    origins = list(roll.origins)
    return {
        "label": roll.label,
        "die": roll.die.name,
        "faces": list(roll.faces),
        "needs": target_to(roll.target),
        "from": origins[0] if len(set(origins)) == 1 else origins,
    }


def target_to(target: TargetNumber | None) -> str | None:
    """A comparison as text."""
    return None if target is None else str(target)


def chance_to(chance: "Fraction") -> JsonObject:
    """A chance, or a difference of chances: the exact fraction as text beside a float."""
    return {"exact": str(chance), "chance": float(chance)}


def odds_to(asked: Asked, odds: Any, known: Mapping[str, int], worths: Iterable[Any]) -> JsonObject:
    """Odds as JSON, with the known dice and what each condition and reading is worth."""

    def each(chances: Mapping[Any, "Fraction"]) -> JsonObject:
        return {str(number_to(key)): chance_to(chance) for key, chance in chances.items()}

    return {
        **asked_to(asked),
        "odds": each({outcome.word: chance for outcome, chance in odds.outcomes.items()}),
        "counts": {name: each(chances) for name, chances in odds.counts.items()},
        "success": chance_to(odds.success),
        "runs": odds.runs,
        **({"sampled": odds.runs, "within": odds.within} if odds.sampled else {}),
        "known": dict(known),
        "worth": [{"kind": one.kind, "name": one.name, "points": chance_to(one.points)} for one in worths],
    }


def sweep_to(asked: Asked, swept: Any) -> JsonObject:
    """A sweep as JSON; its request leaves out the fields that are swept over."""
    raw = asked_to(asked)
    for axis in swept.axes:
        raw["request"].pop(axis.field, None)
    return {
        **raw,
        "axes": [{"field": axis.field, "values": list(axis.values)} for axis in swept.axes],
        "outcome": swept.outcome or "success",
        "chances": [[None if chance is None else chance_to(chance) for chance in row] for row in swept.chances],
    }


RULING: dict[str, Callable[[Record], Any]] = {
    "schema": lambda record: SCHEMA,
    "rules": lambda record: record.rules,
    "procedure": lambda record: record.procedure.name,
    "request": lambda record: {**request_to(record.request), **record.controls},
    "steps": lambda record: [{"at": at, **step_to(step)} for at, step in record.ruling.steps],
    "rolls": lambda record: [roll_to(roll) for roll in record.ruling.rolls],
    "outcome": lambda record: record.ruling.outcome.word,
    "success": lambda record: record.ruling.outcome.success,
    "counts": lambda record: {name: number_to(count) for name, count in record.ruling.counts.items()},
    "each": lambda record: [{"unit": unit, "outcome": outcome.word} for unit, outcome in record.ruling.each],
    "effects": lambda record: [effect_to(effect) for effect in record.ruling.effects],
    "readings": lambda record: {id: option.word for id, option in record.ruling.readings},
    "no_effect": lambda record: list(record.ruling.unused),
    "house": lambda record: [cell.ref for cell in record.ruling.cells if cell.source.is_house],
    "spare": lambda record: list(record.ruling.spare),
    "figures": lambda record: len(record.ruling.figures),
    "verdict": lambda record: record.ruling.verdict,
    "seed": lambda record: record.ruling.seed,
    "charts": lambda record: record.digest(),
}
"""What stands under each key of a ruling's object, in its order."""


LARGEST_SEED = (1 << 64) - 1
LARGEST_SUM = 1 << 53
"""The largest number that a sum of a ruling comes to: every reader of JSON keeps it whole."""


class Table(NamedTuple):
    """The form of an object: the form of each key, the keys that it needs, the form of other keys' values if any."""

    keys: Mapping[str, Any]
    needed: frozenset[str]
    others: Any = None


class Kinds(NamedTuple):
    """The form of an object that is one of several tables: which one stands under the key ``by``."""

    by: str
    tables: Mapping[str, Table]


def table(keys: Mapping[str, Any], others: Any = None) -> Table:
    """A form of an object; ``?`` stands behind a key that may be left out."""
    forms = {key.removesuffix("?"): form for key, form in keys.items()}
    return Table(forms, frozenset(key for key in keys if not key.endswith("?")), others)


def is_called(value: Any) -> bool:
    """Whether a value is the name of a unit, a side, a state."""
    return isinstance(value, str) and is_name(value)


def is_called_or_not(value: Any) -> bool:
    """Whether a value is a name, or none is given."""
    return value == "" or is_called(value)


def is_number(value: Any) -> bool:
    """Whether a value is a number."""
    return value.__class__ in (int, float) and abs(value) <= LARGEST_SUM


def is_figure(value: Any) -> bool:
    """Whether a value is a number that can be said of something."""
    return value.__class__ in (int, float) and abs(value) <= LARGEST_FIGURE


def is_place(value: Any) -> bool:
    """Whether a value is the number of an entry, a turn, a phase, a side."""
    return value.__class__ is int and 0 <= value <= LARGEST_SUM


def is_seed(value: Any) -> bool:
    """Whether a value is the seed of a ruling."""
    return value.__class__ is int and 0 <= value <= LARGEST_SEED


def are_entries(value: Any) -> bool:
    """Whether a value is the numbers of entries, at least of one."""
    return fits(value, [is_place]) and bool(value)


def is_row(value: Any) -> bool:
    """Whether a value is a row of the charts, and how many of it a unit is."""
    pair = value if isinstance(value, list) and len(value) == 2 else (None, None)
    return isinstance(pair[0], str) and is_place(pair[1]) and pair[1] <= MOST_UNITS


VALUE = (is_figure, str)
GIVEN_AS = (str, is_number, [str])
"""The value of a field of a request."""

TYPED_AS = (*GIVEN_AS, bool, None, [is_number], table({}, (*GIVEN_AS, bool)))
"""The value of a field as it is typed, or stands in a line of a batch."""

SET = (str, is_number, None)
CONTROLS = {"set?": table({}, SET), "adjust?": [str], "readings?": table({}, str), "published?": bool}
UNITS = {f"{NAMES}?": table({}, [is_called_or_not]), f"{GROUPS}?": table({}, is_called)}
REQUEST = {"conditions?": [str], **UNITS, **CONTROLS}

GIVEN = table(
    {
        "rules": str,
        "procedure": str,
        "seed": is_seed,
        "faces": table({}, is_place),
        "chosen?": table({}, [str]),
        "spare?": [(is_place, str)],
        **REQUEST,
    },
    GIVEN_AS,
)
"""What a ruling was made from, as ``dump.given_of`` writes it."""

ORIGIN = ("rolled", "entered")
SOURCE = table({"origin": str, "section?": str, "lines?": str, "at?": is_number})
CELL = {"label": str, "value": SET, "cell?": str, "source?": SOURCE}
ROLL = {"label": str, "die": str, "faces": [is_place], "needs": (str, None), "from": (*ORIGIN, [ORIGIN])}
STEPS: dict[str, dict[str, Any]] = {
    "figure": {**CELL, "needs?": str},
    "sum": {"name": str, "parts": [table(CELL)], "total": is_number, "needs?": str, "met?": bool},
    "roll": ROLL,
    "choice": {"label": str, "chosen": str, "options": [str], "by": str},
    "note": {"text": str, "source": SOURCE},
    "again": {"label": str},
}
STEP = Kinds("kind", {kind: table({"kind": str, "at": str, **keys}) for kind, keys in STEPS.items()})
"""The steps of a ruling, of each kind."""

EFFECT = {"kind": str, "unit": str, "role?": str, "amount": is_number, "measure?": str, "detail?": str}
"""What a ruling changes, or has remembered."""

RULING_FORM = table(
    {
        "schema": str,
        "rules": str,
        "procedure": str,
        "request": table(REQUEST, GIVEN_AS),
        "steps": [STEP],
        "rolls": [table(ROLL)],
        "outcome": str,
        "success": bool,
        "counts": table({}, is_number),
        "each": [table({"unit": str, "outcome": str})],
        "effects": [table(EFFECT)],
        "readings": table({}, str),
        "no_effect?": [str],
        "house": [str],
        "spare": [(is_place, str)],
        "figures": is_place,
        "verdict": str,
        "seed": is_seed,
        "charts": str,
    }
)
"""What a ruling came to, as ``dump.ruling_to`` writes it."""

STAMP = {"journal?": is_place, "time": str, "line?": is_place}
RULED = table(
    {
        **STAMP,
        "given": GIVEN,
        "ruling": RULING_FORM,
        "amends?": is_place,
        "typed?": table({"procedure": str, "conditions?": [str]}, TYPED_AS),
        "supplied?": [table({"owner": str, "what": str, "entry": is_place})],
        "overrules?": [str],
    }
)
"""An entry that is a ruling: what was asked before states brought theirs, what it was made in spite of."""

UNIT = table(
    {
        "name": is_called,
        "rows": [is_row],
        "side": is_called_or_not,
        "group": is_called_or_not,
        "fields": table({}, VALUE),
        "conditions": [str],
        "stands-for?": [str],
    }
)
ACTS: dict[str, dict[str, Any]] = {
    "begin": {"rules": str},
    "sides": {"sides": [is_called]},
    "add": {"unit": UNIT},
    "remove": {"unit": str},
    "set": {"of": str, "state": is_called, "value": VALUE, "until?": str},
    "unset": {"of": str, "state": is_called},
    "phase": {"turn": is_place, "phase": is_place, "side": is_place},
    "undo": {"entries": are_entries},
    "redo": {"entries": are_entries},
    "note": {"text": str},
}
"""What else a game remembers, by what is done."""

ACTED = table({**STAMP, "game": Kinds("do", {do: table({"do": str, **said}) for do, said in ACTS.items()})})


def entry_fault(entry: Any, first: bool) -> str:
    """Why an object is no entry of a journal, or not its first one, which bears the format; empty where it is."""
    is_act = isinstance(entry, dict) and "game" in entry
    found = fault(entry, ACTED if is_act else RULED)
    if found or is_act:
        return found or _fault_of_place(entry, first)
    given, ruling = entry["given"], entry["ruling"]
    if (given["rules"], given["procedure"]) != (ruling["rules"], ruling["procedure"]):
        return "ruling: of another procedure than given"
    if not has_its_names(given) or not has_its_names(ruling["request"]):
        return f"{NAMES}: not one for each unit"
    return _fault_of_place(entry, first)


def _fault_of_place(entry: Mapping[str, Any], first: bool) -> str:
    return "" if ("journal" in entry) == first else "journal: not in the first line alone"


def has_its_names(request: Mapping[str, Any]) -> bool:
    """Whether each field that has units in play has a name, perhaps an empty one, for each of its terms."""
    for field, names in request.get(NAMES, {}).items():
        terms = request.get(field)
        terms = terms if isinstance(terms, list) else [terms]
        if len(terms) != len(names) or not fits(terms, [str]):
            return False
    return True


def fits(value: Any, form: Any) -> bool:
    """Whether a value has a form."""
    return not fault(value, form)


def fault(value: Any, form: Any) -> str:
    """Where a value has not a form, as ``ruling.rolls.2.faces``, and why; empty where it has it."""
    kind = form.__class__
    if kind is type:
        return "" if value.__class__ is form else MISFIT
    if kind is Table:
        return _fault_in_table(value, form)
    if kind is list:
        return _fault_in_list(value, form[0])
    if kind is tuple:
        return "" if any(not fault(value, one) for one in form) else MISFIT
    if kind is Kinds:
        name = value.get(form.by) if isinstance(value, dict) else None
        its = form.tables.get(name) if isinstance(name, str) else None
        return _fault_in_table(value, its) if its else f"{form.by}: {MISFIT}"
    fitting = form(value) if kind is FunctionType else value == form
    return "" if fitting else MISFIT


def _fault_in_list(value: Any, form: Any) -> str:
    if not isinstance(value, list):
        return MISFIT
    for number, one in enumerate(value, 1):
        if one.__class__ is not form and (why := fault(one, form)):
            return _inside(str(number), why)
    return ""


MISFIT, MISSING, UNKNOWN = "not what stands here", "missing", "not known to this refcli"


def _fault_in_table(value: Any, form: Table) -> str:
    if not isinstance(value, dict):
        return MISFIT
    keys, others = form.keys, form.others
    for key, one in value.items():
        its = keys.get(key, others)
        if one.__class__ is its:
            continue
        why = UNKNOWN if its is None else fault(one, its)
        if why:
            return _inside(as_typed(key), why)
    if form.needed <= value.keys():
        return ""
    return next(f"{key}: {MISSING}" for key in keys if key in form.needed and key not in value)


def _inside(place: str, why: str) -> str:
    return f"{place}.{why}" if ": " in why else f"{place}: {why}"
