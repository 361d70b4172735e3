"""WW2 Rules on a grid. Source: grid.txt; every die is a d6 but the clock's."""

from refcli.core.procedure import Ruleset

RULESET = Ruleset(
    name="grid",
    procedures={
        "clock": "refcli.rulesets.grid.clock:CLOCK",
        "bombard": "refcli.rulesets.grid.artillery:BOMBARD",
        "smoke": "refcli.rulesets.grid.artillery:SMOKE",
        "strafe": "refcli.rulesets.grid.sortie:STRAFE",
        "observe": "refcli.rulesets.grid.observation:OBSERVE",
        "fire": "refcli.rulesets.grid.combat:FIRE",
        "move": "refcli.rulesets.grid.movement:MOVE",
        "morale": "refcli.rulesets.grid.reorganisation:MORALE",
    },
    also={"sortie": "strafe", "regroup": "morale"},
)
