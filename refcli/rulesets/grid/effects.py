"""What a ruling on a grid changes on the table, or leaves for the game to remember."""

from refcli.core.rulebook import EffectKind


class Kind(EffectKind):
    """Every kind of effect, each with its sentence; without one it is only remembered. Source: grid.txt."""

    # damage: grid.txt 72-78, 168-178, 196, 209, 219-225
    DISRUPT = "disrupt", "{The unit} {unit:takes|take} {amount:disruption marker}[ from {unit:its|their} {detail}]."
    ELIMINATE = "eliminate", "Remove {the unit}."
    WRECK = "wreck", "{The unit} {unit:leaves|leave} a wreck[ in {detail}]."
    REMOVE = "remove", "Remove {the unit}, out of ammunition."
    REGROUP = "regroup", "Take a disruption marker off {the unit}."
    # what a unit did this turn, and what it still may or has to do: grid.txt 104-108, 111, 166, 174-181, 189
    FIRED = "fired", ""
    TRIED = "tried", ""
    SORTIE = "sortie", ""
    MAY_MOVE = "may-move", "{The unit} may move {amount:square} after combat."
    MUST_LEAVE = "must-leave", "{The unit} must try to move away from the enemy."
    MOVE = "move", ""
    COMBAT_MOVE = "combat-move", ""
    ENTER = "enter", ""
    MOVE_UP = "move-up", ""
    STOP = "stop", ""
    # the table and the turn: grid.txt 53-55, 184, 189-193, 212
    SMOKE = "smoke", "{The unit} {unit:lays|lay} smoke[ on {detail}]."
    CLOCK = "clock", ""
    LIGHT = "light", ""
    END = "end", ""


SQUARE = r"[A-Za-z0-9][A-Za-z0-9 .'-]{0,29}"
"""A square as players call it: ``C4``, ``the bridge``."""

CELL = r"[A-Za-z]\d{1,2}"
"""A square that is known by its column and row: ``C4``."""

UNNAMED = "Aircraft"
"""A plane that nobody named: its effects name nobody whom a game could remember."""
