"""First Watch. Source: first-watch.txt, a review; every die is a d10 but the one of Fortunes of War."""

from refcli.core.procedure import Ruleset

RULESET = Ruleset(
    name="first-watch",
    procedures={
        "initiative": "refcli.rulesets.first_watch.turn:INITIATIVE",
        "move": "refcli.rulesets.first_watch.turn:MOVE",
        "phase": "refcli.rulesets.first_watch.turn:PHASE",
        "fire": "refcli.rulesets.first_watch.fire:FIRE",
        "penetrate": "refcli.rulesets.first_watch.penetration:PENETRATE",
        "close-assault": "refcli.rulesets.first_watch.close_assault:CLOSE_ASSAULT",
        "bombard": "refcli.rulesets.first_watch.bombardment:BOMBARD",
        "burst": "refcli.rulesets.first_watch.burst:BURST",
        "air-combat": "refcli.rulesets.first_watch.air_combat:AIR_COMBAT",
        "anti-air": "refcli.rulesets.first_watch.anti_air:ANTI_AIR",
        "bomb": "refcli.rulesets.first_watch.bombardment:BOMB",
        "strafe": "refcli.rulesets.first_watch.strafing:STRAFE",
        "weather": "refcli.rulesets.first_watch.optional:WEATHER",
        "fortunes": "refcli.rulesets.first_watch.optional:FORTUNES",
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
