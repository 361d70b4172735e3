"""What the states of Combat Captain need beyond their data: activations, losses put together, what is due.

Source: combat-captain.txt 29-36, 111-122, 257-263, 446-573, 755-785, 838-842, 849-908.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.errors import Refused
from refcli.core.hook import Deed, Hook, Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.states import GAME, Held
from refcli.rulesets.combat_captain.by_hand import cannot_be, is_said_of_each
from refcli.rulesets.combat_captain.charges import (
    bars_to_charge,
    bars_to_close_combat,
    bars_to_withdrawal,
    call_charge,
    charge_short,
    charges_end,
    charges_pass,
    contacts_end,
    fights,
    found_short,
)
from refcli.rulesets.combat_captain.dice_left import (
    ACTIVATES,
    FACES,
    NO_ACTIVITY,
    all_alike,
    bars_to_alike,
    bars_to_dice,
    bars_to_pull,
    dice_of_each,
    dice_of_others,
    dice_to_use,
    holds_fire,
    use_of,
)
from refcli.rulesets.combat_captain.due import due_at_once, due_in, passed_in
from refcli.rulesets.combat_captain.effects import A_SUB_UNIT, ANOTHER
from refcli.rulesets.combat_captain.held_fire import bars_to_held_fire
from refcli.rulesets.combat_captain.idle import is_idle
from refcli.rulesets.combat_captain.in_order import (
    COVER,
    bars_after_combat,
    bars_to_activation,
    bars_to_dice_alone,
    bars_to_move,
    bars_to_others,
    bars_to_reinforce,
    is_done,
)
from refcli.rulesets.combat_captain.in_play import (
    ROSTER,
    aimed_at,
    bars_to_destroyed,
    bars_to_third_turn,
    cover_of_all,
    fill_up,
    group_called,
    groups_of,
    in_phase,
    is_gun,
    is_home_guard,
    is_tank,
    kind_of,
    of_its_unit,
    put_together,
    stands_still,
    stated,
    tanks_fight,
    whole,
)
from refcli.rulesets.combat_captain.measured import known_range, measured
from refcli.rulesets.combat_captain.never import never
from refcli.rulesets.combat_captain.rout import bars_to_consolidate, hold_no_more, rout
from refcli.rulesets.combat_captain.strikes import (
    EVENT,
    bars_to_event,
    bars_to_men,
    bars_to_planes,
    bars_to_shells,
    drops_a_shell,
    fell_before,
    planes_lost,
    planes_of,
    to_the_other_player,
)
from refcli.rulesets.combat_captain.trucks import bars_to_overturn, bars_to_ride, turn_over, turned_over_for_free
from refcli.rulesets.combat_captain.turn import OPPOSING
from refcli.rulesets.combat_captain.untrue import cannot_hold, no_marker_to_pull

TOGETHER = Source(section="Firing activity dice offensively; Fire Chart", lines="314-324, 951-952")
RETURNS = Source(section="Impact of a Morale Marker", lines="549-552")

ACTORS = {"activity": "unit", "move": "mover", "fire": "attackers", "morale": "unit", "close-assault": "attackers"}
"""The field of those who use dice."""
OFFENSIVE = ("activity", "move", "fire")
"""Procedures in which a sub-unit uses the dice of its activation."""
STRIKES = ("strafe", "bomb")
DICE_ALONE = ("save", "penetrate")
"""Procedures that roll some of the dice of a shot."""


class CombatCaptain(Hook):
    """The ledger of Combat Captain beside its data."""

    lifts = ("withdraw",)

    def effect(self, ledger: Keeper, deed: Deed, effect: Mapping[str, Any]) -> None:
        """What one effect does to others than the one it names."""
        kind, name, many = effect["kind"], effect["unit"], effect["amount"]
        unit = ledger.member_called(name)
        if kind == "initiative" and name in ledger.sides:
            takes_initiative(ledger, name)
        elif kind == "activated" and unit:
            activate(ledger, deed, unit)
        elif kind == "fired":
            for group in groups_of(ledger, aimed_at(effect)):
                if ledger.in_group(group):
                    ledger.begin(group, "shot-at", 1, deed.number)
            measured(ledger, deed)
        elif kind == "others-pay" and unit:
            for other in ledger.in_group(ledger.group_of(unit)):
                if other.name not in deed.fields_of:
                    ledger.begin(other.name, "dice", many, deed.number)
        elif kind == "remove" and unit and name.startswith((A_SUB_UNIT, ANOTHER)):
            put_together(ledger, deed, unit)
        elif kind == "survivors" and not name.startswith(ANOTHER):
            fill_up(ledger, deed, ledger.member_called(effect["detail"]), effect["detail"], many)
        elif kind in ("flown", "bombed"):
            for side in deed.given.get(NAMES, {}).get("side", ()):
                ledger.begin(side, "runs-flown", 1, deed.number)
        elif name == OPPOSING:
            to_the_other_player(ledger, deed, effect)
        elif kind == "charge" and unit:
            call_charge(ledger, deed, unit, ledger.unit_called(effect.get("detail", "")))
        elif kind == "fought" and unit:
            ledger.end(ledger.group_of(unit), "charged")
            for each in ledger.all_in_group(ledger.group_of(unit)):
                ledger.end(each.name, "contact")

    def after(self, ledger: Keeper, deed: Deed) -> None:
        """Units that rout, contacts that are broken, and a unit that does the same with all its dice."""
        new = [
            (owner, name)
            for name in ("markers", "out")
            for owner, held in ledger.named(name)
            if held.entry == deed.number
        ]
        groups = [owner if name == "markers" else ledger.group_of(owner) for owner, name in new]
        rout(ledger, groups, deed.number)
        away = [unit for unit in deed.fields_of if deed.procedure == "move" and deed.is_stated("withdraw", unit)]
        for runs in away if in_phase(ledger, "Activation") else ():
            for other in ledger.in_group(ledger.group_of(runs)):
                if not ledger.has(other.name, "withdrew"):
                    ledger.begin(other.name, "left-behind", 1, deed.number)
        moved = [each["unit"] for each in deed.ruling["effects"] if each["kind"] == "move" and each["amount"]]
        gone = [unit for unit, field in deed.fields_of.items() if field == "mover" and unit in moved]  # 0 inches stays
        contacts_end(ledger, gone)
        for group, _ in ledger.named("has-to-withdraw"):
            if all(ledger.has(one.name, "withdrew") for one in ledger.in_group(group)):
                ledger.end(group, "has-to-withdraw")
        charges_pass(ledger, deed)
        drops_a_shell(ledger, deed)
        turn_over(ledger, deed)
        hold_no_more(ledger)
        if deed.procedure == "move":
            charge_short(ledger, deed)
        for effect in deed.ruling["effects"]:
            spent = effect["amount"] if effect["kind"] == "dice" else 0
            unit = ledger.member_called(effect["unit"]) if spent or effect["kind"] == "activated" else None
            if unit:
                all_alike(ledger, deed, unit, spent)

    def moment(self, ledger: Keeper, edge: str, phase: str, turn_too: bool) -> None:
        """After the Activation phase no unit's activation goes on, and who charged and touches nobody has failed."""
        if (edge, phase) == ("end", "Activation"):
            charges_end(ledger)
            hold_no_more(ledger)
            for owner, held in ledger.named("activated"):
                ledger.begin(owner, "activation-over", 1, held.entry)

    def by_hand(self, ledger: Keeper, name: str) -> None:
        """A unit that is said to have so many markers, or so few sub-units, routs; one may be done.

        One side has the initiative. Source: 97-99, 117-122, 549-550.
        """
        if name in ledger.sides and ledger.has(name, "initiative"):
            takes_initiative(ledger, name)
        if ledger.phase and name:
            group = group_called(ledger, name)
            rout(ledger, [group], 0)
            contacts_end(ledger)
            hold_no_more(ledger)
            done = (ledger.has(name, "done") or ledger.has(group, "done")) if in_phase(ledger, "Activation") else None
            if done and not ledger.has(group, "activation-over"):
                is_done(ledger, group, done.entry)

    def denies(self, ledger: Keeper, owner: str, state: str, value: Any) -> Sentences:
        """What cannot be: more than there is, contact with friends, a unit done that may not activate now."""
        yield from cannot_be(ledger, owner, state, value)

    def is_said_of_each(self, ledger: Keeper, owner: str, state: str) -> bool:
        """Cover, dice, held fire and what else is a sub-unit's own. Source: 149-155, 250-254, 335-346, 446-448."""
        return is_said_of_each(ledger, owner, state)

    def taken_back(self, ledger: Keeper, owner: str, state: str) -> None:
        """A unit that is not done after all goes on; one that is found in contact with nobody failed to charge home."""
        if state == "done":
            ledger.end(group_called(ledger, owner), "activation-over")
        elif state == "contact" and owner in ledger.units:
            found_short(ledger, owner)

    def whom(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """The sides of an event, the initiative player's first; whose planes fly; the only close combat that waits."""
        first = [side for side in ledger.sides if ledger.has(side, "initiative")]
        if procedure == "event" and len(first) == 1 and len(ledger.sides) == 2:
            yield "sides", ",".join([*first, *[side for side in ledger.sides if side not in first]])
        if procedure in STRIKES:
            yield from [("side", side) for side in ledger.sides if planes_of(ledger, side)][:1]
        if procedure == "close-assault":
            named = groups_of(ledger, plain[NAMES].get("attackers", ()))
            waiting = [pair for pair in fights(ledger) if not plain.get("attackers") or pair[0] in named]
            if not waiting and not plain.get("attackers") and in_phase(ledger, "Close Combat"):
                raise Refused("no close combat waits: nobody is in contact (lines 755-771)")
            if len(waiting) == 1:
                yield from zip(("attackers", "defenders"), waiting[0], strict=True)

    def is_of_whole(self, procedure: str, field: str) -> bool:
        """Markers, rout and what it costs to pull a marker are the whole unit's. Source: 223-230, 537-561."""
        return (procedure, field) == ("morale", "unit")

    def is_one_deed(self, ledger: Keeper, plain: Mapping[str, Any], field: str, group: str) -> bool:
        """A marker is pulled from the whole unit, once, by a die of each sub-unit. Source: 223-230."""
        uses = use_of("activity", plain)
        if field != "unit" or "pull-marker" not in uses:
            return False
        if len(uses) > 1:
            raise Refused(f"{group} pulls for all at once: activity {group} pull-marker, then what each does besides")
        return True

    def stands_as(self, ledger: Keeper, procedure: str, field: str, unit: str) -> str:
        """No row: what a vehicle does in a close combat no rule says, and no plane strafes one.

        Raises Refused with what players may agree on, or name instead. Source: 785-797, 888-889.
        """
        if procedure == "strafe" and field == "target" and is_tank(ledger, unit):
            raise Refused(f"{unit} is a vehicle, and planes strafe men: leave {unit} out (lines 888-889)")
        if procedure == "close-assault" and is_tank(ledger, unit):
            raise Refused(f"{tanks_fight(ledger, unit)} (no rule says more; lines 577-578, 785-797)")
        if procedure == "close-assault" and unit in ledger.units and not kind_of(ledger, unit):
            raise Refused(f"{unit} is a vehicle: leave it out, as the players agree what it does (lines 785-797)")
        return ""

    def gives(
        self, ledger: Keeper, procedure: str, plain: Mapping[str, Any], field: str, unit: str
    ) -> Iterator[tuple[str, int, Held]]:
        """What the rest of its unit, its cover and the ground tell of a sub-unit."""
        if unit not in ledger.units:
            return
        named = plain[NAMES]
        if field == "target":
            yield from of_its_unit(ledger, procedure, named["target"], unit)
        if procedure == "fire" and field == "attackers":
            own = dice_of_each(ledger, plain, unit)
            if own:
                yield "activity-die", own, FACES
            cover = ledger.has(unit, "cover")
            if (
                cover
                and ledger.stands_for(unit, "vehicle")
                and cover.value >= ledger.figure("vehicle-cover", "vehicle", "")
            ):
                yield "in-cover", 1, cover
            both = [unit, *filter(None, named.get("target", ())[:1])]
            if len(both) > 1 and is_gun(ledger, unit) and all(stands_still(ledger, each) for each in both):
                yield "third-turn", 1, ROSTER
            if len(both) > 1 and all(ledger.value(each, "at", "") == "forest" for each in both):
                yield "forest", 1, ROSTER
        alike = ledger.has(ledger.group_of(unit), "all-alike") if procedure == "activity" else None
        if alike:
            yield "all-alike", 1, alike
        if procedure == "activity" and stated(plain, "all-alike") and is_home_guard(ledger, unit):
            yield "home-guard", 1, ROSTER
        if procedure == "move" and plain.get("enemy") and not stated(plain, *NO_ACTIVITY, of=unit):
            yield "charge", 1, ROSTER

    def fills(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, Any, Held]]:
        """The dice to use, the range in contact, the cover that all defenders have, the planes that one player lost."""
        named = plain[NAMES]
        actors = [name for name in named.get(ACTORS.get(procedure, ""), ()) if name in ledger.units]
        if ledger.phase and ledger.phase.name == "Activation":
            yield from dice_to_use(ledger, procedure, plain, actors)
        if procedure == "activity" and actors and stated(plain, "pull-marker"):
            yield from dice_of_others(ledger, actors[0])
        for unit in actors if procedure == "move" else ():
            short = ledger.has(unit, "short-of")
            if short and short.value in named.get("enemy", ()):
                yield "distance", ledger.value(unit, "inches-short"), short
        both = [*actors, *named.get("target", ())] if procedure == "fire" else []
        if len(both) == len({*both} - {""}) == 2:
            yield from known_range(ledger, *both)
        level = cover_of_all(ledger, named.get("defenders", ())) if procedure == "close-assault" else 0
        if level:
            yield "cover", level, ROSTER
        if procedure == "event":
            yield from planes_lost(ledger, named.get("sides", ()))
        if procedure in STRIKES:
            yield from fell_before(ledger, named.get("side", ()))

    def bars(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
        """Who may not act now, and what a unit or side has not."""
        yield from never(ledger, procedure, plain)
        yield from cannot_hold(ledger, procedure, plain)
        if not ledger.phase:
            return
        named, name = plain[NAMES], ledger.phase.name
        actors = [each for each in named.get(ACTORS.get(procedure, ""), ()) if each in ledger.units]
        pulled = stated(plain, "pull-marker") if procedure == "activity" else whole(plain.get("pull"), 0)
        if pulled and actors:
            yield from bars_to_pull(ledger, actors[0], pulled)
            yield from no_marker_to_pull(ledger, plain, actors[0])
        yield from bars_to_destroyed(ledger, actors)
        if pulled and procedure == "morale" and name != "Activation":
            yield f"a marker is pulled in Activation; this is {name}", ACTIVATES
        elif pulled and procedure == "morale":
            yield from bars_to_others(ledger, procedure, plain, actors[:1])
            yield from bars_to_activation(ledger, procedure, plain, actors[:1])
        if procedure == "morale" and stated(plain, "returns"):
            for group in [one for one in groups_of(ledger, actors) if not ledger.has(one, "routed")]:
                yield f"{group} has not routed and is on the field", RETURNS
        for unit in actors if procedure == "activity" else ():
            yield from bars_to_overturn(ledger, plain, unit)
        if procedure == "activity":
            for unit in actors if stated(plain, "move") and stated(plain, "take-cover") else ():
                yield f"{unit} moves before it takes cover: move {unit}, then the activity without move", COVER
        free = turned_over_for_free(ledger, procedure, plain, actors)
        if procedure in OFFENSIVE and name == "Activation" and not free:
            yield from bars_to_others(ledger, procedure, plain, actors)
            yield from bars_to_activation(ledger, procedure, plain, actors)
            yield from bars_to_alike(ledger, procedure, plain, actors)
            yield from bars_to_dice(ledger, procedure, plain, actors)
        if procedure == "fire" and name == "Activation":
            yield from bars_to_held_fire(ledger, plain, actors)
        if procedure == "fire" and len(groups_of(ledger, actors)) > 1:
            yield "only sub-units of one unit fire together", TOGETHER
        if procedure == "fire" and any(stated(plain, "third-turn", of=each) for each in actors):
            yield from bars_to_third_turn(ledger, [*actors, *named.get("target", ())[:1]])
        if procedure == "move":
            for unit in actors:
                yield from bars_to_move(ledger, plain, unit)
                yield from bars_to_ride(ledger, plain, unit)
                yield from bars_after_combat(ledger, plain, unit)
                yield from bars_to_reinforce(ledger, plain, unit)
                yield from bars_to_charge(ledger, plain, unit)
                yield from bars_to_withdrawal(ledger, plain, unit)
        if procedure == "consolidate":
            yield from bars_to_consolidate(ledger, named.get("unit", ()))
        if procedure in DICE_ALONE:
            yield from bars_to_dice_alone(ledger, procedure, plain)
        if procedure == "close-assault" and actors:
            yield from bars_to_close_combat(ledger, plain, actors)
        if procedure == "event":
            yield from bars_to_event(ledger, plain)
        if procedure == "strafe":
            yield from bars_to_men(ledger, plain)
        if procedure == "bombard":
            yield from bars_to_shells(ledger, plain)
        if procedure in STRIKES and not plain.get("side"):
            yield "nobody has a plane in this turn's event", EVENT
        elif procedure in STRIKES and plain.get("target"):
            yield from bars_to_planes(ledger, procedure, plain)

    def is_idle(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any], field: str, condition: str) -> bool:
        """What is told as having no effect. Source: readings G-63."""
        return is_idle(ledger, procedure, plain, field, condition)

    def activates(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> str:
        """The unit that moves, fires or is active now, other than with held fire. Source: 111-122, 246-254."""
        actors = [each for each in plain[NAMES].get(ACTORS.get(procedure, ""), ()) if each in ledger.units]
        offensive = procedure in OFFENSIVE or (procedure == "morale" and whole(plain.get("pull"), 0) > 0)
        now = offensive and in_phase(ledger, "Activation")
        using = [unit for unit in actors if not (procedure == "fire" and holds_fire(ledger, unit))]
        return ledger.group_of(using[0]) if now and using else ""

    def due(self, ledger: Keeper, phase: str, side: str) -> Sentences:
        """Who chooses, close combats, reinforcements of either kind."""
        return due_in(ledger, phase)

    def passed(self, ledger: Keeper, phase: str, to: str) -> Sentences:
        """Units that never activated and contacts that nobody fought, where the game jumps over the close combats."""
        return passed_in(ledger, phase, to)

    def at_once(self, ledger: Keeper, deed: Deed) -> Sentences:
        """Dice that are lost; who withdraws with others; held fire that may be called, by whoever was shot at, too."""
        return due_at_once(ledger, deed, ACTORS)


HOOK = CombatCaptain()


def takes_initiative(ledger: Keeper, side: str) -> None:
    """Of the sides one alone has the initiative. Source: 97-99."""
    for other in ledger.sides:
        if other != side:
            ledger.end(other, "initiative")


def activate(ledger: Keeper, deed: Deed, unit: str) -> None:
    """A unit is the active one, and that of before is no longer; one that withdraws from a charge is done at once.

    Source: 111-122, 772-775.
    """
    group, active = ledger.group_of(unit), str(ledger.value(GAME, "active", ""))
    if deed.procedure == "move" and deed.is_stated("withdraw", unit):
        ledger.begin(group, "activation-over", 1, deed.number)
    elif group != active:
        if active and not ledger.has(active, "activation-over"):
            ledger.begin(active, "activation-over", 1, deed.number)
        ledger.begin(GAME, "active", group, deed.number)
