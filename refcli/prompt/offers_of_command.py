"""Completion after a command that is no procedure: names, states and their values, phases."""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from refcli.core.errors import Refused
from refcli.core.request import uncounted
from refcli.core.sentence import AnyNumber, fill
from refcli.core.states import COUNT, FLAG, GAME, NUMBER, State
from refcli.game.by_hand import check_owner, state_to_set, words_of
from refcli.game.game import Game
from refcli.game.ledger import Ledger
from refcli.game.names import owner_begun, owners_by_name
from refcli.game.roster import Roster
from refcli.prompt.offer import Offer, beginning
from refcli.referee.referee import LoadedRuleset
from refcli.wire.lookup import NOT

ANY_TWO = ["1", "2"]
"""Two numbers to try as the value of a state: one of them may hold already."""

UNTIL = ("end of turn", "end of phase", "1 turn after")


def offers_of_command(game: Game, name: str, said: list[str]) -> Iterator[Offer]:
    """The words that may follow a command of the prompt."""
    ledger = game.ledger
    if name in ("who", "remove") and not said:
        yield from (Offer(one.name, " ".join(row for row, _ in one.rows)) for one in ledger.units.values())
        if name == "who":
            owners = owners_by_name(ledger).values()
            yield from (Offer(one) for one in (*owners, "game") if one not in ledger.units)
    elif name == "set":
        yield from _of_set(game, said)
    elif name == "next" and not said:
        yield from (Offer(phase.name) for phase in ledger.play.phases)
    elif name == "undo" and not said:
        yield Offer("to", "an entry, as log tells it")
    elif name == "sides":
        yield from (Offer(side) for side in ledger.sides if side not in said)
    elif name == "add" and said:
        roster = _roster(game.loaded)
        yield from map(Offer, ledger.sides)
        yield from map(Offer, (*roster.rows, *roster.conditions, "group=", *(f"{one}=" for one in roster.fields)))
    elif name == "fix":
        yield from _of_fix(game, said)
        yield from (Offer(name) for name in ledger.units if not ledger.is_out(name))


@lru_cache(8)
def _roster(loaded: LoadedRuleset) -> Roster:
    return Roster(loaded)


def _of_set(game: Game, said: list[str]) -> Iterator[Offer]:
    ledger = game.ledger
    if not said:
        yield from map(Offer, (*owners_by_name(ledger).values(), "game"))
        return
    if len(said) == 1:
        name = _called(ledger, said[0].rpartition(",")[2])
        owner = "" if name.lower() == "game" else name
        held = [one.state for one in ledger.states_of(owner)]
        yield from (Offer(f"{NOT}{state.name}", "it ends") for state in held)
        states = ledger.states.values()
        yield from (Offer(state.name, _about(state)) for state in states if _may_be(game, name, state))
    elif "until" in said:
        yield from (Offer(moment) for moment in UNTIL if len(said) == said.index("until") + 1)
    else:
        state: State | None = ledger.states.get(said[1])
        yield from map(Offer, words_of(state) if state and len(said) == 2 else ())
        yield Offer("until", "when it ends")


def _called(ledger: Ledger, name: str) -> str:
    """The owner that a name or its beginning means; of several, or of none, the name itself."""
    with suppress(Refused):
        return owner_begun(ledger, name)
    return name


def _may_be(game: Game, owner: str, state: State) -> bool:
    """True if the referee may set a state of an owner now; its value is not checked if any word will do."""
    values = words_of(state) or {FLAG: [""], COUNT: ANY_TWO, NUMBER: ANY_TWO}.get(state.value, [])
    with suppress(Refused):
        if not values:
            check_owner(game.ledger, state, GAME if owner.lower() == "game" else owner, "")
            return True
    return any(_is_taken(game, owner, state, value) for value in values)


def _is_taken(game: Game, owner: str, state: State, value: str) -> bool:
    with suppress(Refused):
        return bool(state_to_set(game.ledger, game.loaded, owner, state.name, value, ""))
    return False


def _about(state: State) -> str:
    """A state in words, whatever its value: ``N near misses``, ``observed by ...``."""
    value = AnyNumber("N") if state.value in (COUNT, NUMBER) else "..."
    return fill(state.text, {"value": value, "last": ""})


def offers_of_change(game: Game, word: str) -> tuple[str, list[Offer]]:
    """Conditions to add to the last ruling, or to take back: ``+woods``, ``-woods``."""
    found = list(_of_fix(game, []))
    added = [Offer(f"+{one.text}", one.about) for one in found if not one.text.startswith(NOT)]
    taken_back = [Offer(f"-{one.text.removeprefix(NOT)}", one.about) for one in found if one.text.startswith(NOT)]
    return beginning(word, [*added, *taken_back])


def _of_fix(game: Game, said: list[str]) -> Iterator[Offer]:
    """Conditions of the ruling that is judged again, those it has to be taken back."""
    try:
        _, entry = game.ruling(int(said[0]) if said and said[0].isdecimal() else None)
    except Refused:
        return
    words = game.loaded.words(game.loaded.procedure(entry["given"]["procedure"]), True)
    given = entry["given"]
    texts = [text for value in given.values() for text in (value if isinstance(value, list) else [value])]
    stated = {uncounted(one)[1] or one for text in texts if isinstance(text, str) for one in text.split("+")}
    for name, condition in words.conditions.items():
        yield Offer(f"{NOT}{name}" if name in stated else name, condition.told)
