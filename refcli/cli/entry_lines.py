"""Entries of a journal, and what they come to together, as lines for a person."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from refcli.cli.procedure import by_position
from refcli.core.errors import Refused
from refcli.core.request import Input
from refcli.core.ruling import effect_line
from refcli.core.sentence import some
from refcli.game.luck import Measure
from refcli.plain import Plain
from refcli.plain.dump import controls_typed
from refcli.plain.kept import EFFECT_KEYS
from refcli.plain.parse import FIGURES
from refcli.render.columns import wrapped
from refcli.rulesets import ruleset

WHOLE = 10_000
"""A width in which every line stays whole."""


def in_words(measure: Measure) -> str:
    """A measure in one line."""
    name = f"{measure.rules} {measure.procedure}"
    certain = f"; {measure.certain} needed no luck" if measure.certain else ""
    if not measure.enough:
        return f"{name}: {some(measure.open, 'ruling')}, too few to tell{certain}"
    return (
        f"{name}: {measure.came} of {measure.open} came off, {measure.expected:.1f} were to be expected: "
        f"{measure.luck}{certain}"
    )


def day_of(entry: Plain) -> str:
    """The day of an entry, where it was written: ``Sunday 22 November 2026``."""
    time = _local(entry)
    return f"{time:%A} {time.day} {time:%B %Y}" if time else "on a day that is not known"


def same_dice(entry: Plain) -> tuple[Any, ...]:
    """What tells the dice of an entry from those of others: a ruling that is judged again keeps them."""
    ruling = entry["ruling"]
    return ruling["rules"], ruling["procedure"], ruling["seed"]


def in_short(number: int, entry: Plain, first: int, width: int) -> list[str]:
    """An entry in a line or two: when, what was asked, what it came to; ``first`` is the first with the same dice."""
    ruling = entry["ruling"]
    time = _local(entry)
    turn = f"turn {entry['turn']}  " if "turn" in entry else ""
    again = f"amends {entry['amends']}: " if "amends" in entry else f"{first} again: " if first != number else ""
    asked = f"{again}{ruling['rules']} {_asked(ruling)}"
    begins = f"{number:>4}  {f'{time:%H:%M}' if time else '--:--'}  {turn}"
    return wrapped(f"{asked}: {ruling['verdict']}", width, begins, " " * len(begins))


def _local(entry: Plain) -> datetime | None:
    """When an entry was written, in the time of this place."""
    try:
        return datetime.fromisoformat(str(entry["time"])).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def _asked(ruling: Plain) -> str:
    """What was asked, as it is typed: the procedure, whoever does it and suffers it, the conditions."""
    request = ruling["request"]
    said = [request[field.name] for field in _placed(ruling) if request.get(field.name)]
    terms = [",".join(map(str, value)) if isinstance(value, list) else str(value) for value in said]
    return " ".join([ruling["procedure"], *terms, *map(str, request.get("conditions", ()))])


def _placed(ruling: Plain) -> list[Input]:
    """The fields that stand behind the procedure's name; none where this refcli does not know it."""
    try:
        return by_position(ruleset(ruling["rules"]).procedure(ruling["procedure"]))
    except (KeyError, Refused):
        return []


def in_full(number: int, entry: Plain) -> Iterator[str]:
    """An entry with what was asked, its figures, its dice and its effects."""
    ruling = entry["ruling"]
    yield day_of(entry)
    yield from in_short(number, entry, number, WHOLE)
    for key, value in ruling["request"].items():
        if value not in ([], None) and key not in FIGURES:
            yield f"         {key}: {', '.join(map(str, value)) if isinstance(value, list) else value}"
    for option in controls_typed(ruling["request"]):
        yield f"         {option}"
    for step in ruling["steps"]:
        yield f"         {_step(step)}"
    for effect in ruling["effects"]:
        known = {key: effect[key] for key in EFFECT_KEYS if key in effect}
        yield f"         effect: {effect_line(**known)}"
    yield f"         charts {ruling['charts']}, seed {ruling['seed']}"


def _step(step: Plain) -> str:
    kind = step["kind"]
    if kind == "roll":
        faces = ",".join(map(str, step["faces"]))
        needs = f", needs {step['needs']}" if step["needs"] else ""
        origin = step["from"] if isinstance(step["from"], str) else ",".join(step["from"])
        return f"{step['label']}: {faces} on {step['die']}{needs} ({origin})"
    if kind == "sum":
        parts = " + ".join(f"{part['value']} {part['label']}" for part in step["parts"])
        return f"{step['name']}: {parts or 'nothing'} = {step['total']}"
    if kind == "figure":
        return f"{step['label']}: {'-' if step['value'] is None else step['value']}"
    if kind == "choice":
        return f"{step['label']}: {step['chosen']} ({step['by']})"
    return str(step.get("text") or step.get("label"))
