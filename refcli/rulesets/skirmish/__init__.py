"""The untitled skirmish rules. Source: skirmish.txt; every die is a d10, lengths are in cm."""

from refcli.core.procedure import Ruleset

RULESET = Ruleset(
    name="skirmish",
    package=__name__,
    ledger=".evening:HOOK",
    procedures={
        "initiative": ".battle:initiative",
        "visibility": ".battle:visibility",
        "radio": ".radio:radio",
        "fire": ".fire:fire",
        "penetrate": ".anti_tank:penetrate",
        "grenade": ".grenade:grenade",
        "bombard": ".artillery:bombard",
        "burst": ".burst:burst",
        "smoke": ".artillery:smoke",
        "morale": ".morale:morale",
        "escape": ".escape:escape",
        "ram": ".ramming:ram",
        "move": ".movement:move",
        "capture": ".prisoners:capture",
    },
)
