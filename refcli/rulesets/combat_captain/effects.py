"""What a ruling of Combat Captain changes on the table, or leaves for the game to remember."""

from refcli.core.rulebook import EffectKind

THE_UNIT = "the unit"
"""What the table calls the unit that a ruling is about."""


class Kind(EffectKind):
    """Every kind of effect, each with its sentence; without one it is only remembered. Source: combat-captain.txt."""

    # losses and the roster: 538, 562-578, 710-712
    CASUALTIES = "casualties", "{unit} {unit:loses|lose} {amount:man|men}"
    SURVIVORS = "survivors", "put {amount:survivor} of {unit} over on {detail}"
    KILL = "kill", "mark {amount:kill} on the roster of {unit}"
    REMOVE = "remove", "remove [measure?{amount} {measure} of ]{unit}"
    # morale of a unit: 219-230, 422-425, 536-561, 811-812
    MARKER = "marker", "{unit} {unit:takes|take} {amount:morale marker}"
    PULL = "pull-marker", "{unit} {unit:pulls|pull} {amount:morale marker}"
    OTHERS_PAY = "others-pay", "every other sub-unit of {unit} pays {amount:die|dice}"
    ROUT = "rout", "{unit} {unit:routs|rout} on the spot and {unit:leaves|leave} the field"
    RETURN = "return", "{unit} {unit:returns|return} to the field"
    # cover and held fire of a sub-unit: 34-36, 210-218, 246-263, 335-409
    COVER = "cover", "{unit} {unit:takes|take} {amount:level} of cover"
    LEAVE_COVER = "leave-cover", "{unit} {unit:leaves|leave} {amount:level} of cover"
    PAID = "cover-paid", "{unit} {unit:has|have} paid {amount:die|dice} more to leave cover"
    OVERTURN = "overturn", "the car or truck of {unit} lies on its side and carries nobody any more"
    HOLD_FIRE = "hold-fire", "place {amount:hold fire marker} by {unit}"
    SPEND_HOLD_FIRE = "spend-hold-fire", "take {amount:hold fire marker} from {unit}"
    # what a sub-unit or its unit did this turn: 117-122, 149-173, 234-239, 454, 526-530, 725-776
    ACTIVATED = "activated", ""
    DICE = "dice", ""
    FIRED = "fired", ""
    MOVE = "move", "{unit} may move {amount:inch|inches}"
    CHARGE = "charge", ""
    CONTACT = "contact", "{unit} {unit:is|are} in contact[ with {detail}]"
    REINFORCED = "reinforced", ""
    CARRIED = "carried", ""
    # what a close combat leaves: 105, 527-528, 811-819
    FOUGHT = "fought", ""
    WON = "won", ""
    WITHDRAW = "withdraw", "{unit} {unit:withdraws|withdraw} {amount:die|dice}"
    MAY_TAKE_GROUND = "may-take-ground", "{unit} may take the ground"
    MAY_MOVE = "may-move", "{unit} may move forward {amount:inch|inches}"
    # the turn, shells and planes of a side: 97-113, 849-908
    INITIATIVE = "initiative", "{unit} {unit:has|have} the initiative"
    AUTOMATIC_INITIATIVE = "automatic-initiative", "{unit} {unit:has|have} the initiative next turn"
    EVENT = "event", ""
    SHELLS = "shells", "{unit} {unit:throws|throw} {amount:shell}"
    PLANES = "planes", "{unit} {unit:has|have} {amount:plane}[ for {detail}]"
    FLOWN = "flown", ""
    BOMBED = "bombed", ""
    BREAK_OFF = "break-off", "{unit} {unit:breaks|break} off and may return"


def unit_of(sub_unit: str) -> str:
    """The unit that a sub-unit belongs to, as the table says it: markers and a roster are the unit's."""
    return f"the unit of {sub_unit}"
