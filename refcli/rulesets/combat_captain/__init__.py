"""Combat Captain. Source: combat-captain.txt; every die is a d6."""

from refcli.core.procedure import Ruleset

RULESET = Ruleset(
    name="combat-captain",
    package=__name__,
    procedures={
        "initiative": ".turn:initiative",
        "activity": ".activity:activity",
        "move": ".movement:move",
        "fire": ".fire:fire",
        "penetrate": ".casualties:penetrate",
        "save": ".casualties:save",
        "consolidate": ".consolidation:consolidate",
        "morale": ".morale:morale",
        "close-assault": ".close_combat:close_assault",
        "event": ".turn:event",
        "bombard": ".off_board:bombard",
        "strafe": ".strafing:strafe",
        "bomb": ".bombing:bomb",
    },
    ledger=".evening:HOOK",
    also={"rout": "morale", "charge": "close-assault", "close-combat": "close-assault", "kill": "penetrate"},
)
