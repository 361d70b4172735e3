"""Combat Captain. Source: combat-captain.txt; every die is a d6."""

from refcli.core.procedure import Ruleset

RULESET = Ruleset(
    name="combat-captain",
    procedures={
        "initiative": "refcli.rulesets.combat_captain.turn:INITIATIVE",
        "activity": "refcli.rulesets.combat_captain.activity:ACTIVITY",
        "move": "refcli.rulesets.combat_captain.movement:MOVE",
        "fire": "refcli.rulesets.combat_captain.fire:FIRE",
        "penetrate": "refcli.rulesets.combat_captain.armor:PENETRATE",
        "save": "refcli.rulesets.combat_captain.casualties:SAVE",
        "morale": "refcli.rulesets.combat_captain.morale:MORALE",
        "close-assault": "refcli.rulesets.combat_captain.close_combat:CLOSE_ASSAULT",
        "event": "refcli.rulesets.combat_captain.turn:EVENT",
        "bombard": "refcli.rulesets.combat_captain.off_board:BOMBARD",
        "strafe": "refcli.rulesets.combat_captain.strafing:STRAFE",
        "bomb": "refcli.rulesets.combat_captain.off_board:BOMB",
    },
    also={"rout": "morale", "charge": "close-assault", "close-combat": "close-assault", "kill": "penetrate"},
)
