"""Completion at the prompt: procedures of the phase, units of the side, states, conditions."""

from collections.abc import Iterator, Mapping, Sequence

from refcli.core.request import Term
from refcli.game.game import Game
from refcli.game.ledger import Ledger
from refcli.prompt.offer import Offer, beginning
from refcli.prompt.offers_of_command import offers_of_change, offers_of_command
from refcli.prompt.offers_of_ruling import OffersOfRuling
from refcli.prompt.procedure_choice import procedures_meant
from refcli.prompt.typed import SHORT
from refcli.wire.lookup import matches


def offers(game: Game, commands: Mapping[str, str], typed: str) -> tuple[str, list[Offer]]:
    """The beginning of the word that is being typed, and its completions.

    ``commands`` are those of the prompt besides the procedures, each with what it does.
    """
    line = typed.lstrip()
    free = line.startswith("!")
    words = line.removeprefix("!").split()
    word = words.pop() if words and not typed[-1:].isspace() else ""
    if (words and words[0][:1] in "+-") or (word[:1] in ("+", "-") and not words):
        return offers_of_change(game, word)
    if words and words[0].lower() == "odds":
        del words[0]
    if not words:
        return beginning(word, _first(game, commands, free))
    name = _begun(game, commands, words[0].lower(), words[1:])
    if name in game.loaded.ruleset.procedures:
        return OffersOfRuling(game, game.loaded.procedure(name), words[1:], free).offers(word)
    return beginning(word, offers_of_command(game, name, words[1:]))


def _begun(game: Game, commands: Mapping[str, str], word: str, said: Sequence[str]) -> str:
    """The procedure or command that a word begins; of several one that the named unit may do."""
    ruleset = game.loaded.ruleset
    procedures: dict[str, tuple[str, ...]] = {name: (name,) for name in ruleset.procedures}
    procedures |= {also: (name,) for also, name in ruleset.also.items() if also not in procedures}
    word = SHORT.get(word, word)
    if word in commands:
        return word
    found: Sequence[str] = matches(word, procedures, prefixes=True) or matches(
        word, {name: (name,) for name in commands}, prefixes=True
    )
    found = procedures_meant(game, found, said) if len(found) > 1 else found
    return found[0] if len(found) == 1 else word


def _first(game: Game, commands: Mapping[str, str], free: bool) -> Iterator[Offer]:
    """The first words of a line: the procedures of the phase, then the commands."""
    ledger = game.ledger
    phase = ledger.phase
    names = list(game.loaded.ruleset.procedures)
    if phase is not None and not free:
        here = (*phase.procedures, *phase.let_in, *ledger.play.any_phase)
        names = [name for name in here if name in names or not ledger.play.phase_of(name)]
        names += [name for name in game.loaded.ruleset.procedures if name not in names and not _elsewhere(ledger, name)]
        names = [name for name in names if not _is_barred(game, name)]
        others = [name for name in names if name not in here or name in ledger.play.any_phase]
        nobody = [
            name for name in others if not OffersOfRuling(game, game.loaded.procedure(name), [], False).has_somebody()
        ]
        names = [name for name in names if name not in nobody]
    yield from (Offer(name, game.loaded.procedure(name).summary) for name in names)
    yield from (Offer(name, about) for name, about in commands.items())


def _elsewhere(ledger: Ledger, procedure: str) -> bool:
    """True if a procedure belongs to phases of which none is on."""
    own = ledger.play.phase_of(procedure)
    return bool(own) and ledger.phase not in own


def _is_barred(game: Game, name: str) -> bool:
    """True if a procedure without units is barred: the weather, once the battle is on."""
    procedure = game.loaded.procedure(name)
    return not any(one.kind is Term for one in procedure.inputs) and bool(
        OffersOfRuling(game, procedure, [], False).bars({})
    )
