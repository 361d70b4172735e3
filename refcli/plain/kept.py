"""Rulings read back from a file that kept them: an object is used only when it has the form that was written.

A form is a type, a word that has to stand there, a list with the form of its entries, a table of the keys that must be
there, ``?`` behind those that need not, several forms that will do, or a function that tells.
"""

from collections.abc import Mapping
from types import FunctionType
from typing import Any

from refcli.core.limits import LARGEST_FIGURE, MOST_UNITS
from refcli.core.names import is_name
from refcli.core.request import GROUPS, NAMES

CONTROLS = {"set?": dict, "adjust?": [str], "readings?": dict}

GIVEN = {
    "rules": str,
    "procedure": str,
    "seed": int,
    "faces": dict,
    "chosen?": dict,
    "spare?": list,
    "conditions?": [str],
    **CONTROLS,
}
"""What a ruling was made from, as ``dump.given_of`` writes it."""

ORIGIN = ("rolled", "entered")
ROLL = {"label": str, "die": str, "faces": [int], "needs": (str, type(None)), "from": (*ORIGIN, [ORIGIN])}
STEPS: dict[str, Any] = {
    "figure": {"label": str, "value": object},
    "sum": {"name": str, "parts": [{"label": str, "value": object}], "total": object},
    "roll": ROLL,
    "choice": {"label": str, "chosen": str, "by": str},
    "note": {"text": str},
    "again": {"label": str},
}
"""The steps of a ruling, by their kind."""

EFFECT = {"kind": str, "unit": str, "role?": str, "amount": (int, float), "measure?": str, "detail?": str}
"""What a ruling changes, or has remembered; a later version may say more of it."""

EFFECT_KEYS = tuple(key.removesuffix("?") for key in EFFECT)

RULING = {
    "rules": str,
    "procedure": str,
    "request": CONTROLS,
    "steps": [{"kind": str, "at": str}],
    "rolls": [ROLL],
    "success": bool,
    "effects": [EFFECT],
    "verdict": str,
    "seed": int,
    "charts": str,
}
"""What a ruling came to, as ``dump.ruling_to`` writes it, without the keys that a reader only compares."""

SUPPLIED = {"owner": str, "what": str, "entry": int}
ENTRY = {
    "time": str,
    "given": GIVEN,
    "ruling": RULING,
    "amends?": int,
    "typed?": dict,
    "supplied?": [SUPPLIED],
    "overrules?": [str],
}
"""An entry of a journal that is a ruling: what was asked before states brought theirs, what it was made in spite of."""
OF_RULING = {key.removesuffix("?") for key in ENTRY} - {"time"}
"""What an entry says of a ruling, and an act of a game does not."""


def is_called(value: Any) -> bool:
    """Whether a value is the name of a unit, a side, a state."""
    return isinstance(value, str) and is_name(value)


def is_called_or_not(value: Any) -> bool:
    """Whether a value is a name, or none is given."""
    return value == "" or is_called(value)


def is_figure(value: Any) -> bool:
    """Whether a value is a number that can be said of something."""
    return isinstance(value, (int, float)) and abs(value) <= LARGEST_FIGURE


def is_place(value: Any) -> bool:
    """Whether a value is the number of an entry, a turn, a phase, a side."""
    return isinstance(value, int) and value >= 0


def are_entries(value: Any) -> bool:
    """Whether a value is the numbers of entries, at least of one."""
    return fits(value, [is_place]) and bool(value)


def is_row(value: Any) -> bool:
    """Whether a value is a row of the charts, and how many of it a unit is."""
    return (
        isinstance(value, list) and len(value) == 2 and isinstance(value[0], str) and value[1] in range(MOST_UNITS + 1)
    )


def is_table_of_values(value: Any) -> bool:
    """Whether a value is what is said of a unit, by field or state."""
    return isinstance(value, dict) and all(fits(one, VALUE) for one in value.values())


VALUE = (is_figure, str)
UNIT = {
    "name": is_called,
    "rows": [is_row],
    "side": is_called_or_not,
    "group": is_called_or_not,
    "fields": is_table_of_values,
    "conditions": [str],
    "stands-for?": [str],
}
ACTS: dict[str, Any] = {
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


def fits(value: Any, form: Any) -> bool:
    """Whether a value has a form."""
    if isinstance(form, dict):
        return isinstance(value, dict) and all(
            fits(value[name], one) if (name := key.removesuffix("?")) in value else name != key
            for key, one in form.items()
        )
    if isinstance(form, list):
        return isinstance(value, list) and all(fits(one, form[0]) for one in value)
    if isinstance(form, tuple):
        return any(fits(value, one) for one in form)
    if isinstance(form, FunctionType):
        return bool(form(value))
    return value == form if isinstance(form, str) else isinstance(value, form)


def is_entry(value: Any) -> bool:
    """Whether a value has the form of a journal's entry: of an act of a game, or of a ruling and its steps."""
    if isinstance(value, dict) and "game" in value:
        act = value["game"]
        known = fits(value, {"time": str, "game": {"do": str}}) and value.keys().isdisjoint(OF_RULING)
        return known and act["do"] in ACTS and fits(act, ACTS[act["do"]])
    return (
        fits(value, ENTRY)
        and all(fits(step, STEPS.get(step["kind"], {})) for step in value["ruling"]["steps"])
        and has_its_names(value["given"])
    )


def has_its_names(given: Mapping[str, Any]) -> bool:
    """Whether each field that has units in play has a name, perhaps an empty one, for each of its terms."""
    names = given.get(NAMES, {})
    groups = given.get(GROUPS, {})
    if not isinstance(names, dict) or not fits(list(names.values()), [[str]]):
        return False
    if not isinstance(groups, dict) or not fits(list(groups.values()), [str]):
        return False
    said = {field: one if isinstance(one := given.get(field), list) else [one] for field in names}
    return all(fits(said[field], [str]) and len(said[field]) == len(names[field]) for field in names)
