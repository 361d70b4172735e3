"""The untitled skirmish rules. Source: skirmish.txt; every die is a d10, lengths are in cm."""

from refcli.core.procedure import Ruleset

RULESET = Ruleset(
    name="skirmish",
    procedures={
        "initiative": "refcli.rulesets.skirmish.battle:INITIATIVE",
        "visibility": "refcli.rulesets.skirmish.battle:VISIBILITY",
        "fire": "refcli.rulesets.skirmish.fire:FIRE",
        "penetrate": "refcli.rulesets.skirmish.anti_tank:PENETRATE",
        "grenade": "refcli.rulesets.skirmish.grenade:GRENADE",
        "bombard": "refcli.rulesets.skirmish.artillery:BOMBARD",
        "burst": "refcli.rulesets.skirmish.burst:BURST",
        "smoke": "refcli.rulesets.skirmish.artillery:SMOKE",
        "morale": "refcli.rulesets.skirmish.morale:MORALE",
        "escape": "refcli.rulesets.skirmish.crew:ESCAPE",
        "ram": "refcli.rulesets.skirmish.ramming:RAM",
        "move": "refcli.rulesets.skirmish.movement:MOVE",
    },
)
