"""Completion at the prompt: procedures that units may do now, commands, and the words after them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

from refcli.core.errors import Refused
from refcli.core.request import uncounted
from refcli.core.sentence import AnyNumber, fill
from refcli.core.states import COUNT, FLAG, GAME, NUMBER, State
from refcli.game.by_hand import DONE, check_owner, words_of
from refcli.game.game import Game
from refcli.game.names import owner_begun, owners_by_name
from refcli.game.roster import Roster
from refcli.prompt.offers_of_ruling import Offer, OffersOfRuling, beginning
from refcli.prompt.typed import SHORT, procedures_meant
from refcli.referee.referee import LoadedRuleset
from refcli.wire.lookup import NOT, matches

UNTIL = ("end of turn", "end of phase", "1 turn after")


def offers(game: Game, commands: Mapping[str, str], typed: str) -> tuple[str, list[Offer]]:
    """The beginning of the word that is being typed, and its completions.

    ``commands`` are those of the prompt besides the procedures, each with what it does.
    """
    line = typed.lstrip()
    overrules = line.startswith("!")
    words = line.removeprefix("!").split()
    word = words.pop() if words and not typed[-1:].isspace() else ""
    if (words and words[0][:1] in "+-") or (word[:1] in ("+", "-") and not words):
        return beginning(word, _of_change(game))
    if words and words[0].lower() == "odds":
        del words[0]
    if not words:
        return beginning(word, _first(game, commands, overrules))
    name = _begun(game, commands, words[0].lower(), words[1:])
    if name in game.loaded.ruleset.procedures:
        return OffersOfRuling(game, game.loaded.procedure(name), words[1:], overrules).offers(word)
    return beginning(word, _of_command(game, name, words[1:]))


def _first(game: Game, commands: Mapping[str, str], overrules: bool) -> Iterator[Offer]:
    """The first words of a line: the procedures of the phase, others that a unit may do in it, then the commands."""
    play, phase, names = game.ledger.play, game.ledger.phase, [*game.loaded.ruleset.procedures]
    if phase is not None and not overrules:
        here = (*phase.procedures, *phase.let_in, *play.any_phase)
        others = [name for name in names if play.is_done_in(phase, name)]
        names = [
            name
            for name in dict.fromkeys((*(one for one in here if one in names), *others))
            if OffersOfRuling(game, game.loaded.procedure(name), []).is_open(
                name in here and name not in play.any_phase
            )
        ]
    yield from (Offer(name, game.loaded.procedure(name).summary) for name in names)
    yield from (Offer(name, about) for name, about in commands.items() if name != DONE or DONE in game.ledger.states)


def _begun(game: Game, commands: Mapping[str, str], word: str, typed: Sequence[str]) -> str:
    """The procedure or command that a word begins; of several one that the named unit may do."""
    ruleset = game.loaded.ruleset
    procedures: dict[str, tuple[str, ...]] = {also: (name,) for also, name in ruleset.also.items()}
    procedures |= {name: (name,) for name in ruleset.procedures}
    word = SHORT.get(word, word)
    if word in commands:
        return word
    found: Sequence[str] = matches(word, procedures, prefixes=True)
    found = found or matches(word, {name: (name,) for name in commands}, prefixes=True)
    found = procedures_meant(game, found, typed) if len(found) > 1 else found
    return found[0] if len(found) == 1 else word


def _of_command(game: Game, name: str, said: Sequence[str]) -> Iterator[Offer]:
    """The words that may follow a command of the prompt."""
    ledger = game.ledger
    if name in ("who", "remove") and not said:
        yield from (Offer(one.name, " ".join(row for row, _ in one.rows)) for one in ledger.units.values())
        if name == "who":
            owners = owners_by_name(ledger).values()
            yield from (Offer(one) for one in (*owners, "game") if one not in ledger.units)
    elif name == "set":
        yield from _of_set(game, said)
    elif name == DONE and DONE in ledger.states and not said:
        units = [one for one in ledger.units.values() if ledger.side in ("", one.side) and not ledger.is_out(one.name)]
        groups = dict.fromkeys(one.group or one.name for one in units)
        yield from (Offer(one) for one in groups if not ledger.has(one, DONE))
    elif name == "next" and not said:
        yield from (Offer(phase.name) for phase in ledger.play.phases)
    elif name == "undo" and not said:
        yield Offer("to", "an entry, by its number in the log")
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


def _of_set(game: Game, said: Sequence[str]) -> Iterator[Offer]:
    """Owners, the states that they have or may have, values, and moments."""
    ledger = game.ledger
    if not said:
        yield from map(Offer, (*owners_by_name(ledger).values(), "game"))
    elif len(said) == 1:
        owner = said[0].rpartition(",")[2]
        with suppress(Refused):
            owner = owner_begun(ledger, owner)
        owner = GAME if owner.lower() == "game" else owner
        held = [one.state for one in ledger.states_of(owner)]
        yield from (Offer(f"{NOT}{state.name}", "it ends") for state in held)
        for state in ledger.states.values():
            if state not in held or state.value != FLAG:
                with suppress(Refused):
                    check_owner(ledger, state, owner, "")
                    yield Offer(state.name, _about(state))
    elif "until" in said:
        yield from (Offer(moment) for moment in UNTIL if len(said) == said.index("until") + 1)
    else:
        its = ledger.states.get(said[1])
        yield from map(Offer, words_of(its) if its and len(said) == 2 else ())
        yield Offer("until", "when it ends")


def _about(state: State) -> str:
    """A state in words, whatever its value: ``N near misses``, ``observed by ...``."""
    value = AnyNumber("N") if state.value in (COUNT, NUMBER) else "..."
    return fill(state.text, {"value": value, "last": ""})


def _of_change(game: Game) -> Iterator[Offer]:
    """Conditions to add to the last ruling, or to take back: ``+woods``, ``-woods``."""
    for one in _of_fix(game, []):
        is_back = one.text.startswith(NOT)
        yield one._replace(text=f"-{one.text.removeprefix(NOT)}" if is_back else f"+{one.text}")


def _of_fix(game: Game, said: Sequence[str]) -> Iterator[Offer]:
    """Conditions of the ruling that is judged again; those that were stated are taken back."""
    try:
        _, entry = game.ruling(int(said[0]) if said and said[0].isdecimal() else None)
    except Refused:
        return
    given = entry["given"]
    texts = [text for value in given.values() for text in (value if isinstance(value, list) else [value])]
    stated = {uncounted(one)[1] or one for text in texts if isinstance(text, str) for one in text.split("+")}
    for name, condition in game.loaded.words(game.loaded.procedure(given["procedure"]), True).conditions.items():
        yield Offer(f"{NOT}{name}" if name in stated else name, condition.told)
