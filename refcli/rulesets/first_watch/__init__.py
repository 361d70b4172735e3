"""First Watch. Source: first-watch.txt, a review; every die is a d10 but the one of Fortunes of War."""

from refcli.core.procedure import Ruleset

RULESET = Ruleset(
    name="first-watch",
    package=__name__,
    ledger=".evening:HOOK",
    procedures={
        "initiative": ".turn:initiative",
        "move": ".turn:move",
        "phase": ".turn:phase",
        "fire": ".fire:fire",
        "penetrate": ".penetration:penetrate",
        "close-assault": ".close_assault:close_assault",
        "plot": ".bombardment:plot",
        "bombard": ".bombardment:bombard",
        "burst": ".burst:burst",
        "air-combat": ".air_combat:air_combat",
        "anti-air": ".anti_air:anti_air",
        "bomb": ".bombardment:bomb",
        "strafe": ".strafing:strafe",
        "weather": ".optional:weather",
        "fortunes": ".optional:fortunes",
    },
    also={
        "cat": "close-assault",
        "artillery": "bombard",
        "bombing": "bomb",
        "strafing": "strafe",
        "aa": "anti-air",
        "fortunes-of-war": "fortunes",
    },
)
