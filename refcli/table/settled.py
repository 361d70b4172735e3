"""Which of several procedures is meant at the table by a beginning: what may be done now by whoever is named first."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import takewhile

from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.game.game import Game
from refcli.game.ledger import Ledger
from refcli.game.names import with_words_placed
from refcli.game.supply import Completed, complete


def settled(game: Game, names: Sequence[str], said: Sequence[str]) -> Sequence[str]:
    """Of several commands the procedures that may be done now by whoever is named first among what is ``said``.

    Of none the first that belongs to the phase, or that knows him, and it is told why he may not do that; of several
    those that the words behind him can be said of.
    """
    said = [word for word in _before_faces(said) if word]
    procedures = [game.loaded.procedure(name) for name in names if said and name in game.loaded.ruleset.procedures]
    known = {one.name: done for one in procedures if (done := _done_by(game, one, said[0]))}
    free = [name for name, done in known.items() if not done.bars]
    found = free or [name for name in known if _is_of_phase(game.ledger, name)] or [*known] or names
    if len(found) > 1 and len(said) > 1:
        found = [one.name for one in procedures if one.name in found and _is_said(game, one, said)] or found
    return found[:1] if known and not free else found


def _is_of_phase(ledger: Ledger, procedure: str) -> bool:
    """Whether a procedure belongs to the phase that is on, or is let in by it."""
    phase = ledger.phase
    return phase is not None and (phase in ledger.play.phase_of(procedure) or procedure in phase.let_in)


def _before_faces(said: Sequence[str]) -> Iterator[str]:
    """The words of a line up to its first option and its faces: ``bty`` of ``bty:5 4``."""
    for word in takewhile(lambda one: not one.startswith("-"), said):
        before, colon, _ = word.partition(":")
        yield before
        if colon:
            return


def _is_said(game: Game, procedure: Procedure, said: Sequence[str]) -> bool:
    """Whether the words behind those that have their places can be said to a procedure."""
    words = game.loaded.words(procedure, True)
    rest = said[len(procedure.placed) :]
    with suppress(Refused):
        left = with_words_placed(game.ledger, words, {"procedure": procedure.name, "conditions": rest})["conditions"]
        words.stated_and_taken_back(left)
        return True
    return False


def _done_by(game: Game, procedure: Procedure, who: str) -> Completed | None:
    """A procedure of which is said who is named first alone, by his place or without; None where it knows no such."""
    words = game.loaded.words(procedure, True)
    asked = {"procedure": procedure.name}
    with suppress(Refused):
        for first in procedure.placed[:1]:
            done = complete(game.ledger, words, {**asked, first.name: who})
            terms = done.plain[first.name]
            words.terms(terms if isinstance(terms, str) else ",".join(terms), first)
            return done
    with suppress(Refused):
        plain = with_words_placed(game.ledger, words, {**asked, "conditions": [who]})
        return None if plain["conditions"] else complete(game.ledger, words, plain)
    return None
