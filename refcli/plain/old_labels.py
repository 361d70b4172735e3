"""Labels of dice as earlier versions named them: what was kept then is read as it is called now."""

import re
from typing import Any

from refcli.plain import Plain

TIME = r"((?:(?:again|tie at) [^/]+/)*)"
POOL = r"((?:/\d+)?)"
CAME_ALONE = "variable die|kill die|saves|shells|planes"

RENAMED: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {
    ("skirmish", "initiative"): ((f"(allied|axis){POOL}", r"\1/initiative\2"),),
    ("combat-captain", "initiative"): ((rf"{TIME}([^/]+?){POOL}", r"\1\2/initiative\3"),),
    ("combat-captain", "fire"): (
        (rf"(?!{CAME_ALONE})([^/]+?){POOL}", r"\1/fire\2"),
        (r"(cannon|machine gun) at [^/]+/(.+)", r"\1/\2"),
    ),
    ("combat-captain", "close-assault"): (
        (rf"hits/(attackers|defenders){POOL}", r"\1/hits\2"),
        (rf"hits/(attackers|defenders)/saves{POOL}", r"\1/saves\2"),
        (rf"who wins/{TIME}(attackers|defenders){POOL}", r"\1\2/who wins\3"),
    ),
    ("first-watch", "initiative"): ((rf"{TIME}([^/]+?){POOL}", r"\1\2/initiative\3"),),
    ("first-watch", "air-combat"): (
        (rf"(interception|attack)/(attacker|target|interceptor) [^/]+?{POOL}", r"\2/\1\3"),
    ),
    ("first-watch", "fire"): ((rf"hit location{POOL}", r"location\1"),),
}
"""Patterns of old labels, and what they are now, by ruleset and procedure; a label of now matches none of its own."""


def label_now(rules: str, procedure: str, label: str) -> str:
    """What a label is called now."""
    for pattern, now in RENAMED.get((rules, procedure), ()):
        found = re.fullmatch(pattern, label)
        if found:
            return found.expand(now)
    return label


def given_now(given: Plain) -> Plain:
    """What a ruling was made from, its faces under the labels of now."""
    named = given["rules"], given["procedure"]
    return {**given, "faces": {label_now(*named, label): face for label, face in given["faces"].items()}}


def entry_now(entry: Plain) -> Plain:
    """An entry of a journal, every die under its label of now."""
    ruling = entry["ruling"]
    named = ruling["rules"], ruling["procedure"]
    if named not in RENAMED:
        return entry

    def now(roll: dict[str, Any]) -> dict[str, Any]:
        return {**roll, "label": label_now(*named, roll["label"])}

    steps = [now(step) if step["kind"] == "roll" else step for step in ruling["steps"]]
    return {
        **entry,
        "given": given_now(entry["given"]),
        "ruling": {**ruling, "steps": steps, "rolls": list(map(now, ruling["rolls"]))},
    }
