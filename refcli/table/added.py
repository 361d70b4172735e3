"""What is told of a unit that is added: what it is, what the order of its rows decides, what it lacks."""

from collections.abc import Mapping

from refcli.core.request import Term
from refcli.game.game import Game
from refcli.game.units import Unit, line_with_row, row_for, taken_by_order
from refcli.table.told import what_it_is

FIRE = "fire"
"""The procedure by which a unit that is added is told apart as who fires and who is hit."""


def what_and_whose(unit: Unit) -> str:
    """What a unit is, and of which side."""
    return ", ".join(filter(None, (what_it_is(unit), unit.side or "of no side")))


def by_order(game: Game, unit: Unit) -> str:
    """What a unit fires as and is hit as where the order of its rows decides, or fewer of it fire than it is."""
    loaded, said, fewer = game.loaded, [], ""
    if FIRE in loaded.ruleset.procedures:
        words = loaded.words(loaded.procedure(FIRE), False)
        actors = game.ledger.actors(FIRE)
        for name, field in words.fields.items():
            known = words.names_of(field) if field.kind is Term else {}
            row = taken_by_order(unit, known)
            if row and not game.ledger.hook.stands_as(game.ledger, FIRE, name, unit.name):
                said.append(f"{'fires' if name == actors else 'is hit'} as {row}")
            one = row_for(unit, known) if name == actors and field.several else None
            if one and one[1] == 1 < unit.strength:
                fewer = f"; fires as one {one[0]}, {unit.strength}x{one[0]} where all fire"
    decided = f"; {' and '.join(dict.fromkeys(said))}, the row said first" if said else ""
    return f"{decided}{fewer}"


def lacking(game: Game, unit: Unit) -> str:
    """What a unit that nobody can attack lacks, with the line that adds it again; empty where somebody can."""
    if _is_target(game, unit):
        return ""
    return f"nobody can fire at it as it is: {line_with_row(unit, _targets(game, FIRE))}"


def _is_target(game: Game, unit: Unit) -> bool:
    """Whether enemies can be said to attack a unit: some procedure that is against them knows it as its target."""
    procedures = game.ledger.play.at_enemies
    known = any(row_for(unit, _targets(game, one)) for one in procedures)
    return known or FIRE not in procedures or not unit.rows


def _targets(game: Game, procedure: str) -> Mapping[str, tuple[str, ...]]:
    """The names of what a procedure is done to, with the rows that each may mean; none where it has no target."""
    if procedure not in game.loaded.ruleset.procedures:
        return {}
    words = game.loaded.words(game.loaded.procedure(procedure), False)
    actors = game.ledger.actors(procedure)
    field = next((one for one in words.procedure.placed if one.kind is Term and one.name != actors), None)
    return words.names_of(field) if field else {}
