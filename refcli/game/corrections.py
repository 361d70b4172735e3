"""Later rulings that a correction affects: they counted states that have changed."""

from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.errors import Refused
from refcli.core.request import uncounted
from refcli.game.game import Game
from refcli.game.ledger import Ledger
from refcli.game.supply import Completed, complete
from refcli.wire import JsonObject
from refcli.wire.objects import ruling_to


def out_of_step(game: Game, after: int = 0) -> dict[int, tuple[str, ...]]:
    """The rulings ``after`` an entry whose request would differ now, each with the differences."""
    ledger = game.empty()
    found: dict[int, tuple[str, ...]] = {}
    for number, entry in game.live().items():
        if "typed" in entry and number > after:
            said = tuple(_differences(game, ledger, number, entry))
            if said:
                found[number] = said
        ledger.apply(number, entry)
    return found


def _differences(game: Game, ledger: Ledger, number: int, entry: JsonObject) -> Iterator[str]:
    """The differences between the states brought to a ruling then and now, and the reasons against it now."""
    typed: Mapping[str, Any] = entry["typed"]
    overruled = "overrules" in entry
    words = game.loaded.words(game.loaded.procedure(typed["procedure"]), True)
    try:
        done = complete(ledger, words, typed, overruled)
    except Refused as error:
        yield f"ruling {number}: {error}"
        return
    if _comes_to_the_same_nothing(game, entry, done):
        return
    then = dict.fromkeys((one["owner"], one["what"]) for one in entry.get("supplied", ()))
    now = dict.fromkeys((one.owner, one.what) for one in done.supplied)
    new = {(owner, _name(what)): what for owner, what in now if (owner, what) not in then}
    for owner, what in then:
        if (owner, what) not in now:
            instead = new.pop((owner, _name(what)), "")
            counted = f"counted {owner} as" if owner else "was made with"
            yield f"ruling {number} {counted} {what}{f', and it is {instead} now' if instead else ''}"
    for (owner, _), what in new.items():
        yield f"ruling {number} {f'did not count {owner} as' if owner else 'was made without'} {what}"
    if not overruled:
        yield from (f"ruling {number}: {bar.said}" for bar in done.bars)


def _name(what: str) -> str:
    """The condition or field without its number: ``markers`` of ``markers 2``."""
    return uncounted(what)[1].partition(" ")[0]


def _comes_to_the_same_nothing(game: Game, entry: JsonObject, done: Completed) -> bool:
    """True if a ruling attempted nothing, and would attempt nothing now."""
    given, then = entry["given"], entry["ruling"]
    if game.ledger.is_attempt(given["procedure"], then["outcome"]):
        return False
    try:
        record = game.referee.rule(game.referee.case({"rules": game.rules, **done.plain}), given["seed"])
    except Refused:
        return False
    return bool(ruling_to(record, ("verdict",))["verdict"] == then["verdict"])
