"""The evening of Combat Captain beyond its tables: changes by rulings, and values for requests.

Source: combat-captain.txt 29-36, 97-122, 172-198, 223-263, 446-573, 719-785, 838-842, 849-908.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from refcli.core.cells import Source
from refcli.core.errors import Refused
from refcli.core.hooks import RulesetHooks
from refcli.core.request import NAMES
from refcli.core.rows import Case, Predicate, has, phase
from refcli.core.states import GAME, Held, State
from refcli.core.view import LedgerEditor, LedgerView, PastEffect, PastRuling, member_called, unit_called
from refcli.rulesets.combat_captain.activation import fights
from refcli.rulesets.combat_captain.activity_dice import (
    NO_ACTIVITY,
    USES,
    check_faces,
    dice_by_runs,
    dice_typed,
    fewest_left,
    fire_faces,
    left,
    no_faces,
    used,
    uses_of,
    usual,
)
from refcli.rulesets.combat_captain.effects import A_SUB_UNIT, ANOTHER
from refcli.rulesets.combat_captain.refusals import PLANES, REFUSALS, shells_needed
from refcli.rulesets.combat_captain.reminders import CONSEQUENCES, REACTIONS, REMINDERS, without_contact
from refcli.rulesets.combat_captain.turn import OPPOSING
from refcli.rulesets.combat_captain.unit_types import (
    fires_held,
    groups_of,
    gun,
    home_guard,
    kind_of,
    names_in,
    stands_still,
    tank,
    upright,
    vehicle,
)

ACTORS = {"activity": "unit", "move": "mover", "fire": "attackers", "morale": "unit", "close-assault": "attackers"}
"""The field of the sub-units that use dice, by procedure."""
STRIKES = ("strafe", "bomb")

ROSTER = Held(State("sub-units", "group", "sub-units", Source(section="Casualties", lines="549-573")))
"""The source of values that the sub-units of a unit give."""
DICE = Held(State("faces", "unit", "", Source(section="Activity Dice", lines="149-173, 188-198, 265-287")))
"""The source of values that the typed faces give."""

PAIR, PLAYERS = 2, 2
"""One sub-unit that fires at another; the initiative player and the opposing one. Source: 859-861."""

in_activation = phase("Activation")


class CombatCaptain(RulesetHooks):
    """The hook of Combat Captain."""

    refusals = REFUSALS
    reminders = REMINDERS
    reactions = REACTIONS
    consequences = CONSEQUENCES
    lifts = ("withdraw",)
    reacts = Predicate(lambda case: case.procedure == "fire" and fires_held.holds(case))
    set_for_each = True
    simultaneous = False
    of_whole = frozenset({("morale", "unit")})

    # entries

    def after_ruling(self, ledger: LedgerEditor, ruling: PastRuling) -> None:
        """Change other units than those that the effects of a ruling name; contacts, charges and shells."""
        for effect in ruling.effects:
            follow_effect(ledger, ruling, effect)
        withdrew = [one for one in ruling.fields_of if ruling.procedure == "move" and ruling.is_stated("withdraw", one)]
        if withdrew and in_activation.holds(Case(ledger, {})):
            for one in names_in(ledger, ledger.group_of(withdrew[0])):
                if not ledger.has(one, "withdrew"):
                    ledger.begin(one, "left-behind", 1, ruling.number)
        end_contacts(ledger, [one.name for one in ruling.effects if one.kind == "move" and one.amount])
        if not withdrew and any(one.kind == "activated" for one in ruling.effects):
            end_charges(ledger, ruling.number)
        drop_shells(ledger, ruling)
        if ruling.procedure == "move":
            fall_short(ledger, ruling)

    def after_act(self, ledger: LedgerEditor, act: str, owner: str, state: str = "") -> None:
        """A unit comes into play, has the initiative, is done, or is done or in contact no longer.

        Source: 97-99, 117-122, 755-771, 988-989.
        """
        if act == "add" and ledger.now.turn > 1 and not ledger.has(owner, "came"):
            ledger.begin(owner, "came", 1, 0)  # before it, it was not stationary
        elif act == "unset" and state == "done":
            ledger.end(owner, "activation-over")
        elif act == "unset" and state == "contact" and owner in ledger.units:
            if phase("Close Combat").holds(Case(ledger, {})) and without_contact.holds(Case(ledger, {}, owner)):
                fail_charge(ledger, ledger.group_of(owner))
        elif act == "set" and state == "initiative":
            only_one_first(ledger, owner)
        elif act == "set" and state == "done" and in_activation.holds(Case(ledger, {})):
            finish_activation(ledger, owner)

    # requests

    def default_units(self, case: Case) -> Iterator[tuple[str, str]]:
        """The sides of an event, the initiative player's first; the side with planes; the only close combat."""
        ledger, procedure = case.ledger, case.procedure
        first = [side for side, _ in ledger.named("initiative")]
        if procedure == "event" and len(first) == 1 and len(ledger.sides) == PLAYERS:
            yield "sides", ",".join([*first, *[side for side in ledger.sides if side not in first]])
        if procedure in STRIKES:
            yield from [("side", side) for side in ledger.sides if has(*PLANES).holds(case.at(side))][:1]
        if procedure == "close-assault":
            attackers = case.request.get("attackers")
            named = groups_of(ledger, case.request[NAMES].get("attackers", ()))
            waiting = [pair for pair in fights(ledger) if not attackers or pair[0] in named]
            if not waiting and not attackers and phase("Close Combat").holds(case):
                raise Refused("no close combat waits: no units are in contact (lines 755-771)")
            if len(waiting) == 1:
                yield from zip(("attackers", "defenders"), waiting[0], strict=True)

    def counts_as_one(self, case: Case) -> bool:
        """A marker is pulled from the whole unit, once, by a die of each sub-unit. Source: 223-230."""
        uses = uses_of(Case(case.ledger, case.request, procedure="activity")) if case.field == "unit" else set()
        if "pull-marker" not in uses:
            return False
        if len(uses) > 1:
            group = case.unit
            raise Refused(f"{group} pulls for all at once: activity {group} pull-marker, then the other activities")
        return True

    def row_of(self, case: Case) -> str:
        """No row. Raises Refused for vehicles in close combat or from the air: no rule has them. 785-797, 888."""
        barred = {"close-assault": vehicle, "strafe": tank}.get(case.procedure)
        if barred and case.field != "side" and barred.holds(case):
            raise Refused(f"{case.unit} is a vehicle: leave it out, or agree what it does (lines 785-797, 888-889)")
        return ""

    def conditions_of(self, case: Case) -> Iterator[tuple[str, int, Held]]:
        """Conditions from the rest of the unit, the dice and the ground."""
        ledger, procedure, field = case.ledger, case.procedure, case.field
        case = case._replace(field="")
        if case.unit not in ledger.units:
            return
        if field == "target":
            yield from of_its_unit(case, case.request[NAMES]["target"])
        if procedure == "fire" and field == "attackers":
            yield from to_firer(case)
        if procedure == "activity" and (same := ledger.has(case.group, "all-alike")):
            yield "all-alike", 1, same
        if procedure == "activity" and case.times("all-alike") and home_guard.holds(case):
            yield "home-guard", 1, ROSTER
        if procedure == "move" and case.request.get("enemy") and not case.times(*NO_ACTIVITY):
            yield "charge", 1, ROSTER

    def fields_of(self, case: Case) -> Iterator[tuple[str, Any, Held]]:
        """The dice to use, a known range, the cover that all defenders have, the planes that a side lost."""
        ledger, procedure, names = case.ledger, case.procedure, case.request[NAMES]
        actors = case.named(ACTORS.get(procedure, ""))
        if actors:
            yield from dice_to_use(case, actors)
        for unit in actors if procedure == "move" else ():
            short = ledger.has(unit, "short-of")
            if short and short.value in names.get("enemy", ()):
                yield "distance", ledger.value(unit, "inches-short"), short
        both = [*actors, *names.get("target", ())] if procedure == "fire" else []
        if len(both) == len({*both} - {""}) == PAIR:
            yield from known_range(ledger, *both)
        levels = {int(ledger.value(one, "cover")) for one in names.get("defenders", ())}
        if procedure == "close-assault" and len(levels) == 1 and levels != {0}:
            yield "cover", levels.pop(), ROSTER
        yield from planes_lost(case)


HOOK = CombatCaptain()

# activations: 97-122, 172-198


def only_one_first(ledger: LedgerEditor, side: str) -> None:
    """Only one side has the initiative. Source: 97-99."""
    for other in ledger.sides:
        if other != side and side in ledger.sides:
            ledger.end(other, "initiative")


def activate(ledger: LedgerEditor, group: str, entry: int) -> None:
    """A unit is active, and the activation of the unit before is over. Source: 111-122."""
    active = str(ledger.value(GAME, "active", ""))
    if group != active:
        if active and not ledger.has(active, "activation-over"):
            ledger.begin(active, "activation-over", 1, entry)
        ledger.begin(GAME, "active", group, entry)


def finish_activation(ledger: LedgerEditor, group: str) -> None:
    """A unit that is done is active no longer, as if it had been activated. Source: 117-122."""
    done = ledger.has(group, "done")
    if done and names_in(ledger, group) and not ledger.has(group, "activation-over"):
        if not ledger.has(group, "activated"):
            ledger.begin(group, "activated", 1, done.entry)
            activate(ledger, group, done.entry)
        ledger.begin(group, "activation-over", 1, done.entry)


def follow_effect(ledger: LedgerEditor, ruling: PastRuling, effect: PastEffect) -> None:
    """Change other units than the one that an effect names."""
    kind, name, amount = effect.kind, effect.name, effect.amount
    unit = effect.member
    group = ledger.group_of(unit) if unit else ""
    if kind == "initiative":
        only_one_first(ledger, name)
    elif kind in ("flown", "bombed"):
        for side in ruling.given.get(NAMES, {}).get("side", ()):
            ledger.begin(side, "runs-flown", 1, ruling.number)
    elif kind == "survivors" and not name.startswith(ANOTHER):
        other = member_called(ledger, effect.detail)
        if other:
            fill_up(ledger, ruling.number, [other] if other == effect.detail else alike(ledger, other), amount)
    elif name == OPPOSING:
        to_the_other_side(ledger, ruling, effect)
    elif kind == "fired":
        note_shot(ledger, ruling, effect.detail.split(", "))
    elif not unit:
        return
    elif kind == "activated":
        if ruling.procedure == "move" and any(ruling.is_stated("withdraw", one) for one in ruling.fields_of):
            ledger.begin(group, "activation-over", 1, ruling.number)
        else:
            activate(ledger, group, ruling.number)
    elif kind == "others-pay":
        for one in [one for one in names_in(ledger, group) if one not in ruling.fields_of]:
            ledger.begin(one, "dice", amount, ruling.number)
    elif kind == "remove" and name.startswith((A_SUB_UNIT, ANOTHER)):
        put_together(ledger, ruling.number, unit)
    elif kind == "charge":
        call_charge(ledger, ruling.number, group, unit_called(ledger.units, effect.detail))
    elif kind == "fought":
        ledger.end(group, "charged")
        for one in ledger.in_group(group, lost_too=True):
            ledger.end(one.name, "contact")
    elif kind == "overturn":
        turn_over(ledger, ruling.number, unit)
    if kind in ("dice", "activated") and unit:
        all_alike(ledger, ruling, unit, amount if kind == "dice" else 0)


def all_alike(ledger: LedgerEditor, ruling: PastRuling, unit: str, dice: int) -> None:
    """A unit does the same with all its dice: it is stated, or a sub-unit used the extra die.

    Source: 188-198.
    """
    uses = (
        [use for use in USES if ruling.is_stated(use, unit)] if ruling.procedure == "activity" else [ruling.procedure]
    )
    if len(uses) == 1 and (dice > usual(Case(ledger, {}, unit)) or ruling.is_stated("all-alike", unit)):
        ledger.begin(ledger.group_of(unit), "all-alike", uses[0], ruling.number)


# losses: 538, 565-573


def alike(ledger: LedgerView, unit: str) -> list[str]:
    """The alike sub-units of its unit; their losses are counted together. Source: 570-573."""
    kind = kind_of(ledger, unit)
    return [one for one in names_in(ledger, ledger.group_of(unit)) if kind and kind_of(ledger, one) == kind]


def put_together(ledger: LedgerEditor, entry: int, unit: str) -> None:
    """The sub-unit that lost most men goes, and its survivors fill up the others. Source: 570-572."""
    most = max(alike(ledger, unit), key=lambda one: float(ledger.value(one, "men-lost")), default="")
    if most:
        survivors = ledger.figure("non-armor", kind_of(ledger, unit), "men") - ledger.value(most, "men-lost")
        ledger.begin(most, "out", 1, entry)
        fill_up(ledger, entry, alike(ledger, unit), survivors)


def fill_up(ledger: LedgerEditor, entry: int, others: Sequence[str], survivors: int) -> None:
    """Survivors take the places of men lost, first where most fell. Source: 570-572."""
    for other in sorted(others, key=lambda one: -float(ledger.value(one, "men-lost"))):
        filled = min(survivors, ledger.value(other, "men-lost"))
        if filled:
            ledger.begin(other, "men-lost", -filled, entry)
            survivors -= filled


# charges and contacts: 539, 719-778, 838-842


def call_charge(ledger: LedgerEditor, entry: int, group: str, enemy: str) -> None:
    """A unit charges; the enemy that it names may withdraw if it has not activated.

    Source: 755-776, 838-842.
    """
    if not ledger.has(group, "first-charge"):
        ledger.begin(group, "first-charge", entry, entry)
    if not enemy:
        ledger.begin(group, "charge-called", 1, entry)
    elif not (ledger.has(ledger.group_of(enemy), "activated") or ledger.has(enemy, "overturned")):
        ledger.end(ledger.group_of(enemy), "may-withdraw")
        ledger.begin(ledger.group_of(enemy), "may-withdraw", 1, entry)


def end_charges(ledger: LedgerEditor, entry: int) -> None:
    """It is too late to withdraw from a charge once a unit goes on after it. Source: 772-776."""
    for state in ("may-withdraw", "charge-called"):
        for owner, held in ledger.named(state):
            if 0 < held.entry < entry and not held.by_hand:
                ledger.end(owner, state)


def end_contacts(ledger: LedgerEditor, gone: Sequence[str]) -> None:
    """A sub-unit that moved away is in contact no longer. Source: 755-771."""
    for owner, held in ledger.named("contact"):
        if owner in gone or held.value in gone:
            ledger.end(owner, "contact")


def fail_charge(ledger: LedgerEditor, group: str) -> None:
    """A unit that charged without contact takes a marker. Source: 539, 755-771, 777-778; readings CC-37."""
    ledger.end(group, "charged")
    ledger.begin(group, "charge-failed", 1, 0)
    ledger.begin(group, "markers", 1, 0)


def fall_short(ledger: LedgerEditor, ruling: PastRuling) -> None:
    """How far a charge ended from the enemy, until either of them moves. Source: 719-730."""
    movers, enemies = ([one for one, its in ruling.fields_of.items() if its == field] for field in ("mover", "enemy"))
    for owner, held in ledger.named("short-of"):
        if held.value in movers:
            ledger.end(owner, "short-of")
            ledger.end(owner, "inches-short")
    if enemies and ruling.outcome == "no contact":
        moved = sum(one.amount for one in ruling.effects if one.kind == "move")
        short = ruling.given["distance"] - moved
        ledger.begin(movers[0], "short-of", enemies[0], ruling.number)
        ledger.begin(movers[0], "inches-short", int(short) if short == int(short) else short, ruling.number)


# shots: 246-263, 430-433, 538-573, 693-694, 988-989


def note_shot(ledger: LedgerEditor, ruling: PastRuling, targets: Sequence[str]) -> None:
    """The units that were shot at, and the range of one sub-unit's shot at one other.

    Source: 527-528, 693-694.
    """
    for group in groups_of(ledger, targets):
        if ledger.in_group(group):
            ledger.begin(group, "shot-at", 1, ruling.number)
    pair = [one for field in ("attackers", "target") for one, its in ruling.fields_of.items() if its == field]
    inches = ruling.given.get("range")
    if inches is not None and len(pair) == len(ruling.fields_of) == PAIR and all(one in ledger.units for one in pair):
        ledger.begin(pair[0], "range-to", f"{pair[1]} {inches:g}", ruling.number)


def known_range(ledger: LedgerView, one: str, other: str) -> Iterator[tuple[str, Any, Held]]:
    """The range between two sub-units: in contact, short of a charge, or as measured.

    Source: 693-694, 719-730.
    """
    for unit, enemy in ((one, other), (other, one)):
        contact, short, shot = (ledger.has(unit, state) for state in ("contact", "short-of", "range-to"))
        target, _, inches = str(shot.value).rpartition(" ") if shot else ("", "", "")
        if contact and contact.value == enemy:
            yield "range", 0, contact
        elif short and short.value == enemy:
            yield "range", ledger.value(unit, "inches-short"), short
        elif shot and target == enemy and not any(has_moved_since(ledger, each, shot) for each in (one, other)):
            measured = shot._replace(state=shot.state._replace(text="range to"))
            yield "range", float(inches) if "." in inches else int(inches), measured


def has_moved_since(ledger: LedgerView, unit: str, shot: Held) -> bool:
    """True if a sub-unit moved after a shot, or was set as moved."""
    last, moved = ledger.has(unit, "last-move"), ledger.has(unit, "moved")
    return bool((last and last.entry > shot.entry) or (moved and moved.by_hand))


def of_its_unit(case: Case, targets: Sequence[str]) -> Iterator[tuple[str, int, Held]]:
    """Losses of others of its unit, the sub-units beside it, a second unit. Source: 538, 549-573."""
    ledger, unit = case.ledger, case.unit
    lost = [held for one in alike(ledger, unit) if one not in targets and (held := ledger.has(one, "men-lost"))]
    if lost:
        yield "unit-lost", sum(int(held.value) for held in lost), lost[0]
    beside = [one for one in names_in(ledger, case.group) if one != unit]
    if beside and case.procedure in ("fire", "save"):
        yield "sub-unit-beside", len(beside), ROSTER
    if case.procedure in ("bombard", "strafe") and groups_of(ledger, targets).index(case.group):
        yield "other-unit", 1, ROSTER


def to_firer(case: Case) -> Iterator[tuple[str, int, Held]]:
    """The dice of each of several, a stationary gun, a forest. Source: 250-254, 701, 988-989."""
    ledger, both = case.ledger, [case, *[case.at(one) for one in case.named("target")[:1]]]
    if own := dice_of_each(case, case.named("attackers")).get(case.unit, 0):
        yield "activity-die", own, DICE
    if len(both) == PAIR and gun.holds(case) and all(stands_still.holds(one) for one in both):
        yield "third-turn", 1, ROSTER
    if len(both) == PAIR and all(ledger.value(one.unit, "at", "") == "forest" for one in both):
        yield "forest", 1, ROSTER


def dice_there(case: Case) -> int:
    """The dice that a sub-unit may fire now: its hold fire markers, or those that it has left.

    Source: 245-254.
    """
    return int(case.ledger.value(case.unit, "held-fire")) if fires_held.holds(case) else left(case)


def dice_of_each(case: Case, units: Sequence[str]) -> dict[str, int]:
    """The dice of each of several that fire, if they have not as many left.

    Source: 250-254, 265-287, 312-316.
    """
    if case.request.get("activity") is not None or any(case.at(one).times("activity-die") for one in units):
        return {}
    if runs := dice_by_runs(case.request):
        return runs
    dice = {one: dice_there(case.at(one)) for one in units}
    apart = len({*dice.values()}) > 1 and all(dice.values())
    all_of_them = no_faces(case.request) or len("".join(fire_faces(case.request))) == sum(dice.values())
    return dice if apart and all_of_them else {}


def dice_to_use(case: Case, actors: Sequence[str]) -> Iterator[tuple[str, int, Held]]:
    """The dice that sub-units have left, or hold. Source: 149-198, 223-254, 557-561."""
    ledger, procedure, each = case.ledger, case.procedure, [case.at(one) for one in actors]
    first, spent = each[0], [held for one in actors if (held := ledger.has(one, "dice"))]
    if procedure == "activity" and case.times("pull-marker"):
        others = [left(case.at(one)) for one in names_in(ledger, first.group) if one != first.unit]
        if others and min(others) < usual(first):
            yield "others", min(others), ROSTER
    if not in_activation.holds(case):
        return
    if procedure in ("fire", "move") and not first.times(*NO_ACTIVITY):
        all_held = procedure == "fire" and all(fires_held.holds(one) for one in each)
        dice = min(map(dice_there, each)) if all_held else max(1, min(map(left, each)))
        if procedure == "fire" and case.request.get("activity") is None:
            check_faces(case.request, dice, actors)
            if dice_of_each(case, actors).get(first.unit):
                return
        typed = dice_typed(case, actors)
        if (typed or dice) != ledger.figure("activity", "limit", ""):
            yield "activity", typed or dice, DICE if typed else (spent or [ROSTER])[0]
    elif procedure == "activity":
        limited = ledger.has(first.group, "dice-limit") or (spent[0] if spent else None)
        dice = usual(first) - used(first)
        if limited and dice > 0:
            yield "limit", dice, limited
    elif procedure == "morale" and spent and case.request.get("pull"):
        yield "activity", fewest_left(first), spent[0]


# shells, planes and trucks: 33-36, 849-908


def to_the_other_side(ledger: LedgerEditor, ruling: PastRuling, effect: PastEffect) -> None:
    """Give the opposing player the planes or shells of an event, if there is only one. Source: 859-860."""
    others = [side for side in ledger.sides if side not in ruling.given.get(NAMES, {}).get("sides", ())]
    kind = effect.kind
    state = f"{effect.detail}-planes" if kind == "planes" else kind
    if len(others) == 1 and len(ledger.sides) == PLAYERS and state in (*PLANES, "shells", "automatic-initiative"):
        ledger.begin(others[0], state, effect.amount, ruling.number)


def drop_shells(ledger: LedgerEditor, ruling: PastRuling) -> None:
    """Shells that an event gave are in the air; a bombardment drops some of them. Source: 867-870."""
    for side, held in ledger.named("shells"):
        if held.entry == ruling.number:
            ledger.begin(side, "shells-untold", 1, ruling.number)
    touched = Case(ledger, ruling.given)
    for side, _ in ledger.named("shells")[:1] if ruling.procedure == "bombard" and ruling.given.get("target") else ():
        dropped = shells_needed(touched, lambda unit: touched.at(unit, "target").times("man-lost"))
        ledger.begin(side, "shells-dropped", dropped, ruling.number)
        ledger.end(side, "shells-untold")


def planes_lost(case: Case) -> Iterator[tuple[str, int, Held]]:
    """The planes that the sides of an event lost, or the side of a run on earlier turns.

    Source: 859, 883-896.
    """
    ledger, names = case.ledger, case.request[NAMES]
    sides = [*names.get("sides", ()), *names.get("side", ())]
    if case.procedure == "event" and len(sides) == 1 and len(ledger.sides) == PLAYERS:
        sides += [side for side in ledger.sides if side not in sides]
    for field, side in zip(("lost", "opposing"), sides, strict=False):
        lost = ledger.has(side, "planes-lost")
        if not lost or case.procedure not in ("event", *STRIKES):
            continue
        of_now = lost.value if lost.by_hand and lost.turn == ledger.now.turn else ledger.value(side, "planes-lost-now")
        many = int(lost.value) - (int(of_now) if case.procedure in STRIKES else 0)
        if many > 0:
            yield field, many, of_side(side, lost._replace(value=many))


def of_side(side: str, lost: Held) -> Held:
    """The planes that a side lost, with the name of the side."""
    return lost._replace(state=State("planes-of", "side", f"{side} lost {{value:plane}}", lost.state.source))


def turn_over(ledger: LedgerEditor, entry: int, unit: str) -> None:
    """The car or truck that a sub-unit turns over is on its side: itself, its own, the only one.

    Source: 34-36.
    """
    there = upright(ledger)
    own = [truck for truck in (unit, ledger.value(unit, "riding", "")) if truck in there]
    for truck in [*own, *(there if len(there) == 1 else [])][:1]:
        ledger.begin(truck, "overturned", 1, entry)
        for owner, held in ledger.named("riding"):
            if held.value == truck:
                ledger.end(owner, "riding")
        drove = ledger.has(truck, "last-move")
        kept = drove is not None and drove.turn == ledger.now.turn
        for state in ("behind-truck", "cover", *(() if kept else ("moved",))) if truck == unit else ():
            ledger.end(unit, state)
