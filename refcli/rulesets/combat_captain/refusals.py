"""The refusals of an evening of Combat Captain, a row each; the first row that holds is the reason."""

from collections.abc import Callable

from refcli.core.request import NAMES, uncounted
from refcli.core.rows import (
    Case,
    Number,
    Predicate,
    Refusal,
    Words,
    every,
    given,
    has,
    in_battle,
    number,
    of,
    of_group,
    option,
    phase,
    reading,
    through,
)
from refcli.core.view import chart_rows, terms_said
from refcli.rulesets.combat_captain.activation import (
    acted_before_done,
    acted_before_next,
    another_active,
    combat,
    did_neither,
    faces_charge,
    in_contact,
    others_withdraw,
    touches_named,
    turn_of_other,
)
from refcli.rulesets.combat_captain.activity_dice import (
    FEWEST,
    HELD,
    HOLDS_MORE,
    LEFT,
    MORE,
    MOST_HELD,
    NO_ACTIVITY,
    PULLED,
    USES,
    WANTED,
    all_do,
    begun_apart,
    by_faces,
    dice_left,
    fires_alone,
    may_all_do,
    other_use,
    poorest,
    whole,
)
from refcli.rulesets.combat_captain.unit_types import (
    fires_held,
    groups_of,
    home_guard,
    kind_of,
    may_hurt,
    men,
    over,
    overturned,
    rides,
    truck,
    trucks,
    upright,
    vehicle,
)

ACT, ACTORS = "activity|move|fire|morale", "unit|mover|attackers"
activation, combats, reinforcing = phase("Activation"), phase("Close Combat"), phase("Reinforcement Move")
by_morale = Predicate(lambda case: case.procedure == "morale")
is_done = Predicate(lambda case: case.procedure == "set done")

unit_in_play = Predicate(lambda case: bool(case.ledger.in_group(case.unit, lost_too=True)))
pulls = in_battle & (PULLED > 0)
held = fires_held & Predicate(lambda case: case.procedure == "fire")
turned = given("overturn") & truck & ~given(*USES)
"""A car or truck is turned over for nothing. Source: 34-36."""
activating = activation & ~turned & ~held & ~(by_morale & ~pulls)
activates = activating & ~has("activated") & ~given("withdraw")
uses_none = activation & ~given(*USES, "break-cover", "overturn")
holds_more = activation & has("held-fire") & (HOLDS_MORE > 0)
uses_dice = activation & ~turned & ~by_morale
too_many = WANTED > LEFT + MORE
extra_wanted = (WANTED > LEFT) & (WANTED <= LEFT + MORE)
extra_unsaid = by_faces & extra_wanted & (fires_alone | ~may_all_do)
runs = given("withdraw") | has("has-to-withdraw")
takes_ground, advances, beaten = has("may-take-ground"), has("may-advance"), has("has-to-withdraw")
no_truck_upright = Predicate(lambda case: bool(trucks(case.ledger)) and not upright(case.ledger))
without_men = of_group(men & ~Predicate(lambda case: case.unit in case.request[NAMES].get("unit", ())))
gap = Number(lambda case: case.ledger.figure("movement-limits", "enemy", ""))
near_enemy = has("short-of") & has("inches-short") & (number("inches-short") <= gap)
charges = option("enemy") | given("charge")
stays = in_battle & given("withdraw") & ~faces_charge
goes_on = activating & ~given("withdraw") & ~(is_done & has("activated"))
they_attack = combat(lambda one: one["they"] and (not one["we"] or one["first"]))
nashcon = in_battle & reading("CC-47=nashcon")
two_sides = Predicate(lambda case: len(case.ledger.sides) > 1)
untold = ~given("charge", *NO_ACTIVITY) & ~option("enemy") & ~option("distance")


@Predicate
def harmless(case: Case) -> Words | None:
    """No weapon of those that fire has any effect on any target. Source: 42, 682-683, 1305."""
    firers, targets = case.named("attackers"), case.named("target")
    known = firers and targets and len(targets) == len(case.request[NAMES].get("target", ()))
    hurt = any(may_hurt(case.at(firer), target) for firer in firers for target in targets)
    return {"target": " or ".join(targets)} if known and not hurt else None


PLANES = ("planes", "strafing-planes", "bombing-planes")


@Predicate
def no_truck_of_side(case: Case) -> bool:
    """No car or truck of the side is upright, though there was one in play. Source: 33-36."""
    own = [truck for truck in upright(case.ledger) if case.ledger.side_of(truck) in ("", case.side)]
    had = any("truck" in chart_rows(case.ledger, unit) for unit in case.ledger.units)
    return bool(case.side) and had and not own


def of_several(field: str) -> Predicate:
    """A field names sub-units of several units. Binds ``groups``."""

    def test(case: Case) -> Words | None:
        groups = groups_of(case.ledger, case.named(field))
        return {"groups": " and ".join(groups)} if len(groups) > 1 else None

    return Predicate(test)


def some_side(predicate: Predicate) -> Predicate:
    """A predicate holds of a side. Binds ``side``."""

    def test(case: Case) -> Words | None:
        found = ((side, predicate(case.at(side))) for side in case.ledger.sides)
        return next(({"side": side, **words} for side, words in found if words is not None), None)

    return Predicate(test)


@Predicate
def other_has_initiative(case: Case) -> Words | None:
    """The event is tried for another side than that with the initiative. Source: 849-856."""
    first = [side for side, _ in case.ledger.named("initiative")]
    sides = case.request[NAMES].get("sides", ())[:1]
    return {"first": first[0]} if first and sides and sides[0] not in first else None


def shells_needed(case: Case, lost: Callable[[str], int]) -> int:
    """The fewest shells for the targets: each touches a man or a vehicle once.

    Source: 56-59, 867-870; CC-39.
    """
    shells = [1]
    terms = [(unit, term.split("+")[0]) for unit, term in terms_said(case.request, "target")]
    for unit in case.named("target"):
        touches = sum(whole(uncounted(term)[0] or 1, 1) for name, term in terms if name == unit)
        kind = kind_of(case.ledger, unit)
        men = case.ledger.figure("non-armor", kind, "men") - lost(unit) if kind else 1
        shells.append(-(-touches // max(1, men)))
    return max(shells)


def planes_left(case: Case) -> int:
    """The planes of a side that have not flown yet this turn. Source: 863-864, 881-887, 904."""
    return int(sum(case.ledger.value(case.unit, one) for one in PLANES) - case.ledger.value(case.unit, "runs-flown"))


def runs_wanted(case: Case) -> int:
    """The planes that a run takes, or bombs on several targets. Source: 886-887, 904."""
    targets = case.request.get("target") or ()
    several = targets.split(",") if isinstance(targets, str) else targets
    return len(several) if case.procedure == "bomb" else 1


no_planes_left = option("target") & (Number(runs_wanted) > Number(planes_left))
shells_left = number("shells") - number("shells-dropped")
shells_wanted = Number(lambda case: shells_needed(case, lambda unit: int(case.ledger.value(unit, "men-lost"))))

# fmt: off
REFUSALS = (
    # unit types and units that are gone
    Refusal("vehicles-from-air", "strafe", "", every("target", vehicle), "planes strafe men, not vehicles", "888-889"),
    Refusal("no-effect", "fire", "", harmless, "no weapon that fires has any effect on {target}", "42, 682-683, 1305"),
    Refusal("vehicles-have-kills", "consolidate", "unit", vehicle,
        "{unit} is a vehicle, with kills and no men: leave it out", "576-578"),
    Refusal("of-two-units", "consolidate", "", in_battle & of_several("unit"),
        "only losses of one unit are put together, not of {groups}", "55-58, 570-573"),
    Refusal("whole-unit", "consolidate", "unit", in_battle & without_men,
        "all of {group} counts: consolidate {group}", "55-58, 570-573"),
    Refusal("rolled-by-fire", "save|penetrate", "target", in_battle,
        "fire rolls the saves and kill dice of {unit} itself", "582-584, 652-663"),
    Refusal("not-routed", "morale", "unit", in_battle & given("returns") & ~has("routed"),
        "{group} has not routed and is on the field", "549-552"),
    # markers are pulled by all sub-units
    Refusal("pull-after-heavy-fire", "activity|morale", "unit", pulls & has("heavy-fired"),
        "{group} may pull no marker: its heavy weapons have fired this turn", "237-238"),
    Refusal("pull-when-over", "activity|morale", "unit", pulls & over,
        "{group} may pull no marker: its activation is over", "223-230, 557-561"),
    Refusal("pull-when-alike", "activity|morale", "unit", pulls & all_do,
        "all of {group} use all dice for {use}", "188-198"),
    Refusal("pull-costs-all", "activity|morale", "unit", pulls & (PULLED > FEWEST) & poorest,
        "every sub-unit has to pay, and {other} has {dice} left", "223-230, 557-561"),
    Refusal("pull-phase", "morale", "unit", pulls & ~activation,
        "a marker is pulled in Activation", "111-122, 557-561"),
    # the activation of a unit
    Refusal("move-before-cover", "activity", "unit", activation & given("move") & given("take-cover"),
        "{unit} moves before it takes cover: move it first", "352-356, 399-400"),
    Refusal("withdrawal-first", f"{ACT}|set done", ACTORS, goes_on & others_withdraw,
        "{other} withdraws first, {behind} too", "772-776"),
    Refusal("no-move-when-over", "move", "mover", activation & over & ~(given("withdraw") & has("unit-withdrew")),
        "{unit} has activated this turn and may neither move nor withdraw", "117-122, 454, 772-775"),
    Refusal("no-unit", "set done", "unit", ~unit_in_play,
        "only a unit is done, and not a side", "117-122, 454, 772-775"),
    Refusal("turn-of-other", f"{ACT}|set done", ACTORS, activates & turn_of_other,
        "{other} to activate the next unit", "111-122"),
    Refusal("another-active", f"{ACT}|set done", ACTORS, activates & another_active,
        "{active} is active and has dice left ({dice}); to end it: done {active}", "117-122, 157-161, 246-263"),
    # activity dice
    Refusal("other-use", "activity|move|fire", ACTORS, uses_dice & ~over & other_use,
        "all of {group} use all dice for {use}", "188-198"),
    Refusal("begun-apart", "activity|move|fire", ACTORS, uses_dice & given("all-alike") & begun_apart,
        "{other} has used dice already: all sub-units begin alike, or none does", "188-198"),
    Refusal("no-held-fire", "fire", "attackers", activation & given("hold-fire") & ~has("held-fire"),
        "{unit} has no hold fire marker", "250-254"),
    Refusal("held-fire-left", "fire", "attackers", activation & fires_held & (WANTED > HELD),
        "{unit} has {held-fire:hold fire marker}", "250-254"),
    Refusal("no-dice-left", "activity", "unit", uses_none & (LEFT <= 0) & dice_left,
        "{unit} has {dice}", "149-173, 188-198, 265-287"),
    Refusal("home-guard", "activity|move|fire", ACTORS, uses_dice & ~held & home_guard & extra_wanted & dice_left,
        "{unit} has {dice}: the Home Guard never has the extra one", "31-32"),
    Refusal("dice-held", "fire", "attackers", activation & ~over & has("held-fire") & (LEFT <= 0),
        "{unit} holds its dice until the activation of {group} is over", "250-254"),
    Refusal("dice-left", "activity|move|fire", ACTORS, uses_dice & ~held & too_many & dice_left,
        "{unit} has {dice}", "149-173, 188-198, 265-287"),
    Refusal("extra-die", "move|fire", ACTORS, uses_dice & ~held & extra_unsaid & dice_left,
        "{unit} has {dice}; -a {wanted} if all of {group} do the same", "149-173, 188-198, 265-287"),
    Refusal("most-held-fire", "activity", "unit", holds_more & ~all_do & (HELD + HOLDS_MORE > MOST_HELD),
        "{unit} has {held-fire:hold fire marker} already: three at most", "250-254"),
    Refusal("fire-together", "fire", "", in_battle & of_several("attackers"),
        "only sub-units of one unit fire together", "314-324, 951-952"),
    # held fire answers
    Refusal("nothing-to-answer", "fire", "attackers", activation & fires_held & of("target", did_neither),
        "held fire answers a move or a shot; {target} has made neither this turn", "257-263"),
    Refusal("answer-too-late", "fire", "attackers", activation & fires_held & acted_before_done,
        "held fire answers at once; {target} moved or fired before {group} was done", "246-249, 257-263"),
    Refusal("answer-after-next", "fire", "attackers", activation & fires_held & acted_before_next,
        "held fire answers at once; {active} has activated since {target} moved or fired", "246-249, 257-263"),
    # moves
    Refusal("in-cover", "move", "mover", in_battle & has("cover") & ~runs,
        "{unit} has to leave cover before moving", "352-356, 399-400"),
    Refusal("out-of-cohesion", "move", "mover", in_battle & has("out-of-cohesion") & ~runs,
        '{unit} is 12" or more from the rest of the unit and may not move', "446-448"),
    Refusal("rides-overturned", "move", "mover", through("riding", overturned),
        "{riding} is on its side and carries no one", "33-36"),
    Refusal("no-truck", "move", "mover", in_battle & rides & ~through("riding", truck) & no_truck_of_side,
        "{side} has no car or truck on its wheels to carry {unit}", "33-36"),
    Refusal("no-charge-now", "move", "mover", combats & charges,
        "{unit} may not charge after a close combat", "454, 811-819"),
    Refusal("winner-stays", "move", "mover", combats & given("withdraw") & (takes_ground | advances) & ~beaten,
        "{group} won the close combat, and the loser withdraws", "454, 811-819"),
    Refusal("not-beaten", "move", "mover", in_battle & given("beaten") & ~beaten,
        "{group} has lost no close combat", "454, 811-819"),
    Refusal("defender-advances", "move", "mover", in_battle & given("take-ground") & advances & ~takes_ground,
        '{group} won as the defender: it moves up to {may-advance}" forward', "454, 811-819"),
    Refusal("won-nothing", "move", "mover", in_battle & given("take-ground", "advance") & ~takes_ground & ~advances,
        "{group} has won no close combat", "454, 811-819"),
    Refusal("reinforce-phase", "move", "mover", in_battle & given("reinforce") & ~reinforcing,
        "a reinforcement move belongs to Reinforcement Move", "138-142, 519-530"),
    Refusal("reinforce-in-contact", "move", "mover", reinforcing & in_contact,
        "{both} are in contact", "138-142, 519-530"),
    Refusal("no-charge-reinforcing", "move", "mover", reinforcing & charges,
        "{unit} may not charge in a reinforcement move", "138-142, 519-530"),
    Refusal("in-contact", "move", "mover", in_battle & touches_named,
        "{unit} is in contact with {enemy} already", "755-771"),
    Refusal("near-enemy", "move", "mover", near_enemy & untold,
        '{unit} is {inches-short}" from {short-of}: charge on, or give the distance with -r', "719-720, 725-730"),
    # withdrawals
    Refusal("activated-stays", "move", "mover", stays & has("activated"),
        "{group} has activated this turn and may not withdraw from a charge", "772-776"),
    Refusal("no-charge-faced", "move", "mover", stays, "{group} may withdraw only as it is charged", "772-776"),
    # close combat
    Refusal("loser-withdraws", "close-assault", "attackers|defenders", in_battle & beaten & of_group(~has("withdrew")),
        "{group} has lost a close combat and withdraws first", "811"),
    Refusal("they-attack", "close-assault", "", in_battle & they_attack,
        "{theirs} charged first and is the attacker: close-assault {theirs} {ours}", "838-842"),
    Refusal("all-fight", "close-assault", "", in_battle & combat(lambda one: one["we"] and one["rest"]),
        "all of both units fight, {rest} too: close-assault {ours} {theirs}", "785-796"),
    Refusal("no-contact", "close-assault", "", in_battle & combat(lambda one: not one["we"] and not one["they"]),
        "{ours} is not in contact with {theirs}", "755-771"),
    # cars and trucks of the Nashcon game
    Refusal("overturn-when-over", "activity", "unit", nashcon & given("overturn") & over & ~turned,
        "{group} has activated this turn", "117-122, 454, 772-775"),
    Refusal("overturned", "activity", "unit", nashcon & given("overturn") & overturned,
        "{unit} is on its side already", "33-36"),
    Refusal("no-truck-upright", "activity", "unit", nashcon & given("overturn") & no_truck_upright,
        "no car or truck in play is on its wheels", "33-36"),
    # random events
    Refusal("initiative-player", "event", "", in_battle & other_has_initiative,
        "{first} has the initiative: the event is for that player", "849-856"),
    Refusal("no-initiative", "event", "", in_battle & two_sides & ~option("sides"),
        "neither side has the initiative", "849-856"),
    Refusal("no-shells", "bombard", "", in_battle & ~some_side(has("shells")),
        "no side has shells in this turn's event", "849-856"),
    Refusal("shells-fall", "bombard", "", in_battle & some_side(has("shells")) & ~option("target"),
        "{side} has {shells:shell}: name the units that they touch", "867-870"),
    Refusal("shells-left", "bombard", "", in_battle & some_side(has("shells") & (shells_wanted > shells_left)),
        "{side} has fewer shells left than that takes", "867-870"),
    Refusal("no-plane", "strafe|bomb", "", in_battle & ~option("side"),
        "no side has a plane in this turn's event", "849-856"),
    Refusal("planes-left", "strafe|bomb", "side", in_battle & no_planes_left,
        "{unit} has no plane left for that", "886-887, 904"),
)
# fmt: on
