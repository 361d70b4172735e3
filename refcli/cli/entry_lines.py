"""Entries of a journal, and what they come to together, as lines for a person."""

from collections.abc import Iterator

from refcli.core.ruling import effect_line
from refcli.core.sentence import some
from refcli.game.luck import Measure
from refcli.plain import Plain
from refcli.plain.dump import controls_typed
from refcli.plain.kept import EFFECT_KEYS
from refcli.plain.parse import FIGURES


def in_words(measure: Measure) -> str:
    """A measure in one line."""
    name = f"{measure.rules} {measure.procedure}"
    certain = f"; {measure.certain} more were certain" if measure.certain else ""
    if not measure.enough:
        return f"{name}: {some(measure.open, 'ruling')}, too few to tell{certain}"
    return (
        f"{name}: {measure.came} of {measure.open} came off, {measure.expected:.1f} were to be expected: "
        f"{measure.luck}{certain}"
    )


def in_short(number: int, entry: Plain) -> str:
    """An entry in one line."""
    ruling = entry["ruling"]
    amends = f" (amends {entry['amends']})" if "amends" in entry else ""
    return f"{number:>5}  {entry['time']}  {ruling['rules']} {ruling['procedure']}: {ruling['verdict']}{amends}"


def in_full(number: int, entry: Plain) -> Iterator[str]:
    """An entry with what was asked, its figures, its dice and its effects."""
    ruling = entry["ruling"]
    yield in_short(number, entry)
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
