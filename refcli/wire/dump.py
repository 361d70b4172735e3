"""Requests, rulings and odds to plain objects."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from refcli.core.cells import Cell, Source, Sum, TargetNumber
from refcli.core.dice import Again, Choice, Roll
from refcli.core.procedure import Asked, Record
from refcli.core.request import GROUPS, NAMES, Term, counted, terms_of
from refcli.core.roller import faces_by_label
from refcli.core.rolls import choices_in
from refcli.core.ruling import Effect, Note
from refcli.wire import SCHEMA, JsonObject

if TYPE_CHECKING:
    from fractions import Fraction


def request_to(request: Any) -> JsonObject:
    """A request as a plain object that ``request_from`` reads back."""
    plain: JsonObject = {}
    for name, value in zip(request._fields, request, strict=True):
        if name == "conditions":
            plain[name] = [counted(word, count) for word, count in value.items()]
        elif isinstance(value, Term):
            plain[name] = value.typed
        elif isinstance(value, tuple):
            plain[name] = [term.typed for term in value]
        elif value is not None:
            plain[name] = number_to(value)
    if any(term.who for term in terms_of(request)):
        plain |= names_to(request)
    return plain


def names_to(request: Any) -> JsonObject:
    """The names that the terms of a request have in play, and the groups of those that belong to one."""
    terms = {name: (value,) if isinstance(value, Term) else value for name, value in request._asdict().items()}
    names = {name: [term.who for term in value] for name, value in terms.items() if isinstance(value, tuple)}
    groups = {term.who: term.unit for term in terms_of(request) if term.unit}
    return {NAMES: {name: said for name, said in names.items() if any(said)}, **({GROUPS: groups} if groups else {})}


def asked_to(asked: Asked) -> JsonObject:
    """What every answer begins with: its schema, and what was asked for."""
    return {
        "schema": SCHEMA,
        "rules": asked.rules,
        "procedure": asked.procedure.name,
        "request": {**request_to(asked.request), **asked.controls},
    }


def asked_typed(asked: Asked) -> list[str]:
    """The words by which all of it is asked on the command line, behind the program's name."""
    from shlex import quote

    plain = request_to(asked.request)
    fields = sorted(asked.procedure.inputs, key=lambda field: field.field.position or len(plain))
    words = ["-R", asked.rules, asked.procedure.name]
    options = []
    for field in fields:
        value = plain.get(field.name)
        said = ",".join(value) if isinstance(value, list) else f"{value}"
        if value is not None and field.field.position:
            words.append(said)
        elif value is not None and getattr(asked.request, field.name) != field.default:
            options += [f"--{field.name}", quote(said)]
    return [*words, *plain.get("conditions", ()), *options, *controls_typed(asked.controls)]


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
    """What a ruling was made from: its plain object, its seed, and what players gave for it or before it.

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


def ruling_to(record: Record, only: Iterable[str] = ()) -> JsonObject:
    """A ruling as a plain object, schema ``refcli/1``; ``only`` some of its keys, where they are named.

    ``record`` is what ``Referee.rule`` gives back. What stands under each key, and in what unit, is told by ``refcli
    schema``. Raises KeyError for a key that a ruling does not have.
    """
    return {key: RULING[key](record) for key in only or RULING}


def step_to(step: Any) -> JsonObject:
    """One step as a plain object; ``kind`` tells which."""
    if isinstance(step, Cell):
        plain = {"kind": "figure", **cell_to(step)}
        if step.sign and not step.blank:
            plain["needs"] = str(step.target_number)
        return plain
    if isinstance(step, Sum):
        plain = {"kind": "sum", "name": step.name, "parts": [cell_to(part) for part in step.parts]}
        plain["total"] = number_to(step.total)
        if step.target is not None:
            plain |= {"needs": str(step.target), "met": step.passed}
        return plain
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
    """A cell as a plain object."""
    plain: JsonObject = {"label": cell.label, "value": number_to(cell.value)}
    if cell.ref:
        plain["cell"] = cell.ref
    if cell.source.origin != "die":
        plain["source"] = source_to(cell.source)
    return plain


def effect_to(effect: Effect) -> JsonObject:
    """An effect as a plain object; its role, measure and detail where it has them."""
    role = {"role": effect.role} if effect.role else {}
    plain: JsonObject = {"kind": effect.word, "unit": effect.unit, **role, "amount": number_to(effect.amount)}
    if effect.measure:
        plain["measure"] = effect.measure
    return {**plain, "detail": effect.detail} if effect.detail else plain


def number_to(value: Any) -> Any:
    """A number written the same however it came about: a whole one without a point, yes as 1."""
    if value.__class__ is float:
        return int(value) if value.is_integer() else value
    return int(value) if value.__class__ is bool else value


def source_to(source: Source) -> JsonObject:
    """A source as a plain object, empty parts left out."""
    return _source_to(source).copy()


@lru_cache(256)
def _source_to(source: Source) -> JsonObject:
    """A source as a plain object, which nobody may change: a ruling shows the same few sources again and again."""
    return {key: value for key, value in source._asdict().items() if value}


def roll_to(roll: Roll) -> JsonObject:
    """A roll as a plain object; ``from`` is one word, or one for each face when they differ."""
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
    """Odds as a plain object, with the known dice and what each condition and reading is worth."""

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
    """A sweep as a plain object; its request leaves out the fields that are swept over."""
    plain = asked_to(asked)
    for axis in swept.axes:
        plain["request"].pop(axis.field, None)
    return {
        **plain,
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
