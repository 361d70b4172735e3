"""The rules, one folder a ruleset, reading like the rulebook."""

from importlib import import_module

from refcli.core.errors import BadData
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
    """The ruleset of a name in RULESETS. Raises BadData where its module is missing, broken or has no RULESET."""
    entry = RULESETS[name]
    if not isinstance(entry, str):
        return entry
    try:
        module = import_module(entry)
    except ModuleNotFoundError as error:
        raise _fault(name, f"no module named {error.name!r}") from None
    except Exception as error:
        raise _fault(name, f"{entry} cannot be loaded: {error}") from None
    found = getattr(module, "RULESET", None)
    if isinstance(found, Ruleset):
        return found
    if not module.__file__:  # the folder alone
        raise _fault(name, f"{entry} has no __init__.py")
    raise _fault(name, f"{entry} has no RULESET = Ruleset(...)")


def _fault(name: str, what: str) -> BadData:
    """A fault of an entry of RULESETS, with its line."""
    from linecache import getlines  # only an error pays for it

    begins = f'"{name}":'
    lines = enumerate(getlines(__file__), 1)
    line = next((number for number, text in lines if text.strip().startswith(begins)), 1)
    return BadData([f"refcli/rulesets/__init__.py:{line}: {name}: {what}"])
