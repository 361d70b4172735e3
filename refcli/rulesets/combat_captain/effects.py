"""What a ruling of Combat Captain changes on the table, or leaves for the game to remember."""

from collections.abc import Iterable

from refcli.core.request import Terms, who_of
from refcli.core.rulebook import Effect, EffectKind
from refcli.core.sentence import Member, Proper, UnitOf

THE_UNIT = "the unit"
"""What the table calls the unit that a ruling is about."""

A_SUB_UNIT, ANOTHER = "a sub-unit of ", "another sub-unit of "
"""What the table calls the sub-unit of a unit that is not named itself: one that is gone, one beside the target."""


class Kind(EffectKind):
    """Every kind of effect, each with its sentence; without one it is only remembered. Source: combat-captain.txt."""

    # losses and the roster: 538, 562-578, 710-712
    CASUALTIES = "casualties", "{The unit} {unit:loses|lose} {amount:man|men}."
    SURVIVORS = "survivors", "Move {amount:survivor} of {the unit} to {the detail}."
    KILL = "kill", "Mark the roster of {the unit} with {amount:kill}."
    REMOVE = "remove", "Remove [measure?{amount} {measure} of ]{the unit}."
    # morale of a unit: 219-230, 422-425, 536-561, 811-812
    MARKER = "marker", "{The unit} {unit:takes|take} {amount:morale marker}."
    PULL = "pull-marker", "{The unit} {unit:pulls|pull} {amount:morale marker}."
    OTHERS_PAY = "others-pay", "Every other sub-unit of the unit pays {amount:activity die|activity dice}."
    ROUT = "rout", "{The unit} {unit:routs|rout} on the spot and {unit:leaves|leave} the field."
    RETURN = "return", "{The unit} {unit:returns|return} to the field."
    # cover and held fire of a sub-unit: 34-36, 210-218, 246-263, 335-409
    COVER = "cover", "{The unit} {unit:takes|take} {amount:level} of cover."
    LEAVE_COVER = "leave-cover", "{The unit} {unit:leaves|leave} {amount:level} of cover."
    PAID = "cover-paid", "{The unit} {unit:pays|pay} {amount:die|dice} towards leaving {unit:its|their} cover."
    OVERTURN = "overturn", "{The unit} {unit:turns|turn} a car or truck on its side: it carries nobody any more."
    HOLD_FIRE = "hold-fire", "Place {amount:hold fire marker} by {the unit}."
    SPEND_HOLD_FIRE = "spend-hold-fire", "Take {amount:hold fire marker} from {the unit}."
    # what a sub-unit or its unit did this turn: 117-122, 149-173, 234-239, 454, 526-530, 725-776
    ACTIVATED = "activated", ""
    DICE = "dice", ""
    FIRED = "fired", ""
    MOVE = "move", '{The unit} may move {amount}".'
    CHARGE = "charge", ""
    CONTACT = "contact", "{The unit} {unit:is|are} in contact[ with {the detail}]."
    REINFORCED = "reinforced", ""
    CARRIED = "carried", ""
    # what a close combat leaves: 105, 527-528, 811-819
    FOUGHT = "fought", ""
    WON = "won", ""
    WITHDRAW = "withdraw", "{The unit} {unit:withdraws|withdraw}: roll {amount:die|dice}."
    MAY_TAKE_GROUND = "may-take-ground", "{The unit} may take the ground."
    MAY_MOVE = "may-move", '{The unit} may move forward {amount}".'
    FOLLOW_UP = "follow-up", ""
    # the turn, shells and planes of a side: 97-113, 849-908
    INITIATIVE = "initiative", ""
    AUTOMATIC_INITIATIVE = "automatic-initiative", ""
    EVENT = "event", ""
    SHELLS = "shells", "{amount:shell} for {the unit} to drop."
    PLANES = "planes", "{amount:plane} for {the unit}[, {detail}]."
    FLOWN = "flown", ""
    BOMBED = "bombed", ""
    BREAK_OFF = "break-off", "{The unit} {unit:breaks|break} off and may return."


def added_up(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """The effects, the markers and kills of one unit in play as one: of two of its sub-units that were hit at once.

    Source: 537-542, 576-578.
    """
    found: list[Effect] = []
    for one in effects:
        alike = one.kind in (Kind.MARKER, Kind.KILL) and isinstance(one.unit, Proper)
        at = next((at for at, other in enumerate(found) if alike and other._replace(amount=one.amount) == one), None)
        if at is None:
            found.append(one)
        else:
            found[at] = one._replace(amount=found[at].amount + one.amount)
    return tuple(found)


def unit_of(sub_unit: str, part: str = "") -> str:
    """The unit that a sub-unit belongs to, by its name where it has one, or ``part`` of it.

    Markers and a roster are the unit's.
    """
    member = sub_unit.member if isinstance(sub_unit, UnitOf) else sub_unit
    return Proper(member.unit) if isinstance(member, Member) and not part else UnitOf(member, part)


def unit_among(sub_units: Terms, otherwise: str = THE_UNIT) -> str:
    """What the table calls the unit that sub-units belong to: that of the first one that is in play."""
    return next((unit_of(who) for one in sub_units if (who := who_of(one.name))), otherwise)
