"""Narrow Waters, an invented game of a dozen rules: an example for refcli. Source: rules.txt; every die is a d6."""

from refcli.core.procedure import Ruleset

RULESET = Ruleset(
    "narrow-waters",
    {"fire": ".guns:fire", "torpedo": ".torpedoes:torpedo", "repair": ".repairs:repair"},
    package=__name__,
    also={"launch": "torpedo"},
)
