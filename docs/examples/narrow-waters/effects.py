"""What a ruling changes on the water, or leaves for the game to remember. Source: rules.txt."""

from refcli.core.rulebook import EffectKind


class Kind(EffectKind):
    """Every kind of effect, each with its sentence; without one it is only remembered."""

    SINK = "sink", "{The unit} {unit:sinks|sink}."
    DAMAGE = "damage", "{The unit} {unit:takes|take} {amount:point} of damage."
    BURN = "burn", "{The unit} {unit:is|are} on fire."
    MEND = "mend", "Take a point of damage off {the unit}."
    PUT_OUT = "put-out", "The fire aboard {the unit} is out."
    FIRED = "fired", ""
    LAUNCHED = "launched", ""
