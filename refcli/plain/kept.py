"""Rulings read back from a file that kept them: an object is used only when it has the form that was written.

A form is a type, a word that has to stand there, a list with the form of its entries, a table of the keys that must be
there, ``?`` behind those that need not, or several forms that will do.
"""

from typing import Any

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

UNIT = {
    "name": str,
    "rows": [list],
    "side": str,
    "group": str,
    "fields": dict,
    "conditions": [str],
    "stands-for?": [str],
}
VALUE = (int, float, str)
ACTS: dict[str, Any] = {
    "begin": {"rules": str},
    "sides": {"sides": [str]},
    "add": {"unit": UNIT},
    "remove": {"unit": str},
    "set": {"of": str, "state": str, "value": VALUE, "until?": str},
    "unset": {"of": str, "state": str},
    "phase": {"turn": int, "phase": int, "side": int},
    "undo": {"entries": [int]},
    "redo": {"entries": [int]},
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
    return value == form if isinstance(form, str) else isinstance(value, form)


def is_entry(value: Any) -> bool:
    """Whether a value has the form of a journal's entry: of an act of a game, or of a ruling and its steps."""
    if isinstance(value, dict) and "game" in value:
        act = value["game"]
        return fits(value, {"time": str, "game": {"do": str}}) and fits(act, ACTS.get(act["do"], {"?": str}))
    return fits(value, ENTRY) and all(fits(step, STEPS.get(step["kind"], {})) for step in value["ruling"]["steps"])
