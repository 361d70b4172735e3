"""Labels of dice and choices as earlier versions named them: what was kept then is read as it is called now."""

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


HITS = {"a man": "loses a man", "a kill": "takes a kill", "a marker": "takes a morale marker"}
CHOICES: dict[tuple[str, str], tuple[str, str, dict[str, str]]] = {
    ("combat-captain", "fire"): (r"(hit \d+): (?:man|kill) or marker", r"\1", HITS),
    ("combat-captain", "close-assault"): (r"losses of (the attackers|the defenders)", r"\1 lose", {}),
    ("combat-captain", "save"): (r"(hit \d+): (?:man|kill) or marker", r"\1", HITS),
}
"""The pattern of an old choice, what it is called now, and what its options are now, by ruleset and procedure."""

RUN = ("combat-captain", "strafe")
"""Where the player was asked behind each man whether the run goes on, which is now said ahead of it."""


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
    if named not in RENAMED and named not in CHOICES and named != RUN:
        return entry

    def now(step: dict[str, Any]) -> dict[str, Any]:
        return {**step, "label": label_now(*named, step["label"])}

    steps = [
        now(step) if step["kind"] == "roll" else choice_now(*named, step) if step["kind"] == "choice" else step
        for step in ruling["steps"]
    ]
    return {
        **entry,
        "given": {**given_now(entry["given"]), **stop_now(*named, ruling["steps"])},
        "ruling": {**ruling, "steps": steps, "rolls": list(map(now, ruling["rolls"]))},
    }


def choice_now(rules: str, procedure: str, step: Plain) -> Plain:
    """A choice under the label of now, its option by the word of now."""
    pattern, label, options = CHOICES.get((rules, procedure), ("", "", {}))
    found = re.fullmatch(pattern, step["label"])
    return (
        {**step, "label": found.expand(label), "chosen": options.get(step["chosen"], step["chosen"])} if found else step
    )


def stop_now(rules: str, procedure: str, steps: list[Plain]) -> Plain:
    """After how many men a player ended a run who was asked behind each of them."""
    asked = [step for step in steps if step["kind"] == "choice" and step["label"] == "the run"]
    ended = (rules, procedure) == RUN and asked and asked[-1]["chosen"] == "stop"
    return {"stop": len(asked)} if ended else {}
