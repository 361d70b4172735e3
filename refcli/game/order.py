"""The order in which the sides move, as the referee says it: of all sides that play, and before it is in use."""

from collections.abc import Sequence

from refcli.core.errors import Refused
from refcli.game.game import Game


def check_order(game: Game, names: Sequence[str]) -> None:
    """Refuse an order of the sides that leaves one out, that holds already, or that comes too late for this turn."""
    ledger = game.ledger
    playing = {unit.side for unit in ledger.units.values()}
    if left_out := [one for one in ledger.sides if one in playing and one not in names]:
        raise Refused(f"sides: {', '.join(left_out)} has units in play; name all sides, the first to move first")
    if list(names) == ledger.sides and not ledger.hook.asks_order(ledger):
        raise Refused(f"the sides are {', '.join(names)} already")
    if moves := _moves_already(game, names):
        raise Refused(f"{moves} moves already, and the order holds for this turn: say it before anybody moves")


def _moves_already(game: Game, names: Sequence[str]) -> str:
    """The side in whose move it is too late to say another order: one would move twice, or not at all."""
    ledger = game.ledger
    if not ledger.side or ledger.play.own_turns:
        return ""
    at, sides = ledger.at.side, [one for one in ledger.sides if one in names]
    if [*names[: at + 1]] == sides[: at + 1]:
        return ""
    live = game.live()
    begun = max((number for number, entry in live.items() if entry.get("game", {}).get("do") == "phase"), default=0)
    ruled = any("ruling" in entry for number, entry in live.items() if number > begun)
    return ledger.side if at or ruled else ""
