"""Reminders of Combat Captain by phase, units that may answer at once, and consequences of entries."""

from refcli.core.rows import (
    Case,
    Consequence,
    Number,
    Predicate,
    Reaction,
    Reminder,
    Words,
    game_has,
    has,
    in_battle,
    number,
    out_of_play,
    phase,
    through,
)
from refcli.core.sentence import Proper
from refcli.core.states import GAME
from refcli.rulesets.combat_captain.activation import fights, in_contact, left_behind, to_follow
from refcli.rulesets.combat_captain.losses import MEN
from refcli.rulesets.combat_captain.unit_types import (
    comrades,
    fires_held,
    groups_of,
    heavy_weapon,
    kind_of,
    may_hurt,
    names_in,
    overturned,
    tank,
)

TANKS_COME = 3
"""Turns after the airfield was taken. Source: 29-30."""


def units(predicate: Predicate) -> Predicate:
    """A predicate holds of sub-units in play. Binds their ``units``."""

    def test(case: Case) -> Words | None:
        there = (one for one in case.ledger.units if not case.ledger.is_out(one))
        found = groups_of(case.ledger, [one for one in there if predicate.holds(case.at(one))])
        return {"units": [*map(Proper, found)]} if found else None

    return Predicate(test)


@Predicate
def without_contact(case: Case) -> Words | None:
    """The unit charged, and none of it is in contact. Binds its ``markers`` with one more, and the ``entry``.

    Source: 539, 755-771, 777-778; readings CC-37.
    """
    charged = case.ledger.has(case.group, "charged")
    if charged is None or any(case.ledger.has(one, "contact") for one in names_in(case.ledger, case.group)):
        return None
    return {"markers": int(case.ledger.value(case.group, "markers")) + 1, "entry": charged.entry}


@Predicate
def was_activated(case: Case) -> Words | None:
    """The unit was activated. Binds the ``entry``. Source: 111-122."""
    activated = case.ledger.has(case.unit, "activated")
    return {"entry": activated.entry} if activated else None


@Predicate
def first_side(case: Case) -> Words | None:
    """A side has the initiative. Binds ``first``."""
    first = case.ledger.named("initiative")
    return {"first": first[0][0]} if first else None


@Predicate
def tanks_come(case: Case) -> bool:
    """The airfield was taken three turns ago. Source: 29-30."""
    taken = case.ledger.has(GAME, "airfield-taken")
    return taken is not None and case.ledger.now.turn == taken.turn + TANKS_COME


@Predicate
def fights_enemy(case: Case) -> Words | None:
    """The unit has charged home. Binds the ``enemy`` and the ``tanks`` of both. Source: 755-797."""
    enemies = [enemy for group, enemy in fights(case.ledger) if group == case.group]
    both = [one for group in (case.group, *enemies) for one in names_in(case.ledger, group)]
    tanks = [Proper(one) for one in both if tank.holds(case.at(one))]
    return {"enemy": [*map(Proper, enemies)], "tanks": tanks} if enemies else None


@Predicate
def withdraws_last(case: Case) -> Words | None:
    """Sub-units have yet to withdraw with their unit. Binds ``behind``. Source: 772-776."""
    behind = left_behind(case.ledger)
    return {"behind": [*map(Proper, behind)]} if behind else None


@Predicate
def not_alike(case: Case) -> Words | None:
    """A unit took the extra die, and not all of it did the same. Binds the ``rest``. Source: 188-198."""
    rest = to_follow(case)
    return {"rest": [*map(Proper, rest)]} if rest else None


@Predicate
def losses_apart(case: Case) -> Words | None:
    """Alike sub-units lost the men of a whole one together, as the referee has set.

    Binds ``men``. Source: 570-573.
    """
    for kind in MEN:
        alike = [one.unit for one in comrades(case) if kind_of(case.ledger, one.unit) == kind]
        lost = sum(int(case.ledger.value(one, "men-lost")) for one in alike)
        if lost and lost >= case.ledger.figure("non-armor", kind, "men"):
            return {"men": lost}
    return None


@Predicate
def sees_enemy_act(case: Case) -> bool:
    """An enemy moves, or fires at the sub-unit. Source: 257-263."""
    actors = [*case.named("mover"), *case.named("attackers")]
    enemies = [one for one in actors if case.ledger.side_of(one) != case.side]
    seen = enemies if case.procedure == "move" or case.unit in case.named("target") else []
    return any(may_hurt(case, one) for one in seen)


not_activated = units(~has("activated") & ~overturned)
all_withdrew = Predicate(lambda case: all(case.ledger.has(one.unit, "withdrew") for one in comrades(case)))
by_die = ~game_has("initiative-rolled") & ~Predicate(lambda case: bool(case.ledger.named("automatic-initiative")))
silent = heavy_weapon & has("moved", "pulled")
may_reinforce = units(~has("fought", "markers") & ~overturned & ~in_contact)
left = Number(lambda case: len(comrades(case)))
most_markers = Number(lambda case: case.ledger.figure("morale", "rout", ""))
routs = (left > 0) & ((number("markers") >= left) | (number("markers") >= most_markers))

# fmt: off
REMINDERS = (
    Reminder("initiative-roll", "Initiative", "game", by_die, "roll for initiative", "94-99"),
    Reminder("tanks-come", "Initiative", "game", tanks_come, "three tanks come at the airfield", "29-30"),
    Reminder("first-activation", "Activation", "game", first_side & ~units(has("activated")),
        "{first} chooses which side activates the first unit", "97-104, 111-113"),
    Reminder("not-activated", "Close Combat", "game", not_activated,
        "{units} {units:has|have} not activated this turn", "122"),
    Reminder("withdraws-last", "Close Combat", "game", withdraws_last,
        "{behind} {behind:has|have} yet to withdraw", "772-776"),
    Reminder("not-alike", "Close Combat", "group", not_alike,
        "{group} took the extra die, and {rest} {rest:has|have} not done the same", "188-198"),
    Reminder("fights", "Close Combat", "group", fights_enemy,
        "{group} fights {enemy}[; the players agree what {tanks} {tanks:does|do} there]", "755-771"),
    Reminder("not-fought", "Close Combat", "group", fights_enemy,
        "{group} was in contact with {enemy}, and no close combat was fought", "755-771", at_end=True),
    Reminder("reinforce", "Reinforcement Move", "game", may_reinforce,
        '{units} may make a reinforcement move beyond 40" of every enemy', "519, 526-530"),
    Reminder("losses-apart", "Activation|Close Combat|Random Event", "group", losses_apart,
        "{group} has lost {men} men together, a whole sub-unit: consolidate {group}", "55-58, 570-573"),
)

REACTIONS = (
    Reaction("held-fire", "move|fire", "unit", phase("Activation") & fires_held & sees_enemy_act & ~silent,
        "{unit} may call {held-fire:held die|held dice}", "257-263"),
)

CONSEQUENCES = (
    Consequence("markers", in_battle & routs, begins="routed"),
    Consequence("held-fire", out_of_play, ends="held-fire"),
    Consequence("contact", out_of_play | through("contact", out_of_play), ends="contact"),
    Consequence("has-to-withdraw", all_withdrew, ends="has-to-withdraw"),
    Consequence("charged", without_contact, begins="charge-failed", at="end of Activation"),
    Consequence("charged", without_contact, begins="markers", ends="charged", value="markers", at="end of Activation"),
    Consequence("activated", was_activated, begins="activation-over", at="end of Activation"),
)
# fmt: on
