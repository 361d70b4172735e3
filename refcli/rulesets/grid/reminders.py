"""What is due in a phase of the grid, and what follows from an entry. Source: grid.txt, by the lines of each row."""

from refcli.core.rows import Case, Consequence, Predicate, Reminder, Words, game_has, has
from refcli.core.states import GAME
from refcli.rulesets.grid.board import OPEN, Board, alone_next_to_enemy, map_declared, targets_near
from refcli.rulesets.grid.hours import is_past
from refcli.rulesets.grid.unit_types import guns


@Predicate
def has_target_near(case: Case) -> Words | None:
    """An enemy that the unit has to attack first is in an adjacent square. Source: grid.txt 120."""
    near = targets_near(case)
    return {"enemy": near[0]} if near else None


@Predicate
def end_is_reached(case: Case) -> bool:
    """The agreed time has come, or a side has lost as many units as were agreed. Source: grid.txt 184."""
    ledger = case.ledger
    most = int(ledger.value(GAME, "most-losses"))
    lost = max((int(ledger.value(side, "losses")) for side in ledger.sides), default=0)
    end, now = (str(ledger.value(GAME, state, "")) for state in ("closing-time", "time"))
    return bool(most and lost >= most) or bool(end and now and is_past(end, now))


@Predicate
def changed_since_end(case: Case) -> bool:
    """The time or the losses that end the game changed since it ended, or were agreed again."""
    ended, time = case.ledger.has(GAME, "ended"), case.ledger.has(GAME, "time")
    agreed = [case.ledger.has(GAME, "closing-time"), case.ledger.has(GAME, "most-losses")]
    agreed += [time] if time and time.by_hand else []
    agreed += [case.ledger.has(side, "losses") for side in case.ledger.sides]
    if ended is None or ended.by_hand:
        return False
    return any(held and held.entry > ended.entry for held in agreed)


@Predicate
def in_feature(case: Case) -> Words | None:
    """The square of the unit has a feature, and the unit is not known to be in it."""
    board = Board(case.ledger, case.request)
    feature = board.terrain(board.square_of[case.unit]) if case.unit in board.square_of else OPEN
    return {"feature": feature} if feature not in (OPEN, case.ledger.value(case.unit, "in", "")) else None


@Predicate
def in_open(case: Case) -> bool:
    """The square of the unit is open."""
    board = Board(case.ledger, case.request)
    return case.unit in board.square_of and board.terrain(board.square_of[case.unit]) == OPEN


moved_up = has("beside-enemy") & ~has("enemy-adjacent", "isolated", "fought") & ~map_declared
may_act = ~has("fought", "moved")

# fmt: off
REMINDERS = (
    Reminder("attack-first", "Combat", "unit", has_target_near & ~guns & ~has("fought"),
            "{unit} {unit:is|are} next to {enemy}: {unit:attacks|attack} that one first", "120", "fire"),
    Reminder("attack-first-if-there", "Combat", "unit", moved_up & ~guns,
            "{unit} moved next to an enemy: {unit:attacks|attack} that one first if it is still there", "120"),
    Reminder("only-away", "Movement", "unit", moved_up & ~has("moved"),
            "{unit} moved next to an enemy: if one is still there, {unit:it|they} may only move away", "108"),
    Reminder("leave", "Movement", "unit", alone_next_to_enemy & may_act,
            "{unit} {unit:is|are} disrupted next to {enemy}, sees no friend: must try to move away", "181"),
    Reminder("may-enter", "Movement", "unit", has("in-contact") & may_act,
            "{unit} {unit:is|are} next to {in-contact} and may enter", "81, 104"),
)

CONSEQUENCES = (
    Consequence("unit", in_feature, begins="in", value="feature"),
    Consequence("unit", in_open, ends="in"),
    Consequence("game", end_is_reached & ~game_has("ended"), begins="ended"),
    Consequence("game", changed_since_end & ~end_is_reached, ends="ended"),
)
# fmt: on
