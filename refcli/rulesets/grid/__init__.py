"""WW2 Rules on a grid. Source: grid.txt; every die is a d6 but the clock's."""

from refcli.core.procedure import Ruleset

RULESET = Ruleset(
    name="grid",
    package=__name__,
    procedures={
        "clock": ".clock:clock",
        "bombard": ".artillery:bombard",
        "smoke": ".smoke:smoke",
        "strafe": ".sortie:strafe",
        "observe": ".observation:observe",
        "fire": ".combat:fire",
        "move": ".movement:move",
        "morale": ".reorganisation:regroup",
    },
    also={"sortie": "strafe", "regroup": "morale"},
    ledger=".evening:HOOK",
)
