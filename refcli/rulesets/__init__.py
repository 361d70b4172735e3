"""The rulesets, each a folder of rules beside its folder of charts; a fifth one is one more line."""

from importlib import import_module

from refcli.core.procedure import Ruleset

RULESETS: dict[str, str | Ruleset] = {
    "grid": "refcli.rulesets.grid",
    "skirmish": "refcli.rulesets.skirmish",
    "combat-captain": "refcli.rulesets.combat_captain",
    "first-watch": "refcli.rulesets.first_watch",
}
"""Every ruleset by name: the module whose ``RULESET`` it is, imported when it is asked for."""

SHORT = {"cc": "combat-captain", "fw": "first-watch", "sk": "skirmish", "ww2": "grid"}
"""Shorter names of rulesets."""


def ruleset(name: str) -> Ruleset:
    """The ruleset of a name in RULESETS."""
    entry = RULESETS[name]
    if isinstance(entry, str):
        found: Ruleset = import_module(entry).RULESET
        return found
    return entry
