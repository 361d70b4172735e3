"""Choose between procedures that begin alike, by the unit that is named first."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import takewhile

from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.game.game import Game
from refcli.game.ledger import Ledger
from refcli.game.names import with_words_placed
from refcli.game.supply import Completed, complete


def procedures_meant(game: Game, names: Sequence[str], typed: Sequence[str]) -> Sequence[str]:
    """Return the procedures that the unit named first may do now, and that take the words behind it.

    If it may do none, the first of the phase, or the first that knows it: its refusal gives the reason.
    """
    words = [word for word in _before_faces(typed) if word]
    procedures = [game.loaded.procedure(name) for name in names if words and name in game.loaded.ruleset.procedures]
    known = {one.name: done for one in procedures if (done := _completed(game, one, words[0]))}
    free = [name for name, done in known.items() if not done.bars]
    found = free or [name for name in known if _is_of_phase(game.ledger, name)] or [*known] or names
    if len(found) > 1 and len(words) > 1:
        found = [one.name for one in procedures if one.name in found and _takes(game, one, words)] or found
    return found[:1] if known and not free else found


def _is_of_phase(ledger: Ledger, procedure: str) -> bool:
    """True if a procedure belongs to the phase that is on, or is let in by it."""
    phase = ledger.phase
    return phase is not None and (phase in ledger.play.phase_of(procedure) or procedure in phase.let_in)


def _before_faces(typed: Sequence[str]) -> Iterator[str]:
    """The words of a line up to its first option and its faces: ``bty`` of ``bty:5 4``."""
    for word in takewhile(lambda one: not one.startswith("-"), typed):
        before, colon, _ = word.partition(":")
        yield before
        if colon:
            return


def _takes(game: Game, procedure: Procedure, typed: Sequence[str]) -> bool:
    """True if the words behind those that have their places are conditions or fields of a procedure."""
    words = game.loaded.words(procedure, True)
    rest = typed[len(procedure.positional) :]
    with suppress(Refused):
        left = with_words_placed(game.ledger, words, {"procedure": procedure.name, "conditions": rest})["conditions"]
        words.stated_and_negated(left)
        return True
    return False


def _completed(game: Game, procedure: Procedure, unit: str) -> Completed | None:
    """A request that names only a unit, by its place or without; None if the procedure knows no such unit."""
    words = game.loaded.words(procedure, True)
    asked = {"procedure": procedure.name}
    with suppress(Refused):
        for first in procedure.positional[:1]:
            done = complete(game.ledger, words, {**asked, first.name: unit})
            terms = done.plain[first.name]
            words.terms(terms if isinstance(terms, str) else ",".join(terms), first)
            return done
    with suppress(Refused):
        plain = with_words_placed(game.ledger, words, {**asked, "conditions": [unit]})
        return None if plain["conditions"] else complete(game.ledger, words, plain)
    return None
