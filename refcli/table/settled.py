"""Which of several procedures is meant at the table by a beginning: what may be done now by whoever is named first."""

from collections.abc import Sequence
from contextlib import suppress

from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.game.game import Game
from refcli.game.request_in_play import with_words_placed
from refcli.game.supply import Completed, complete


def settled(game: Game, names: Sequence[str], who: str) -> Sequence[str]:
    """Of several commands the procedures that somebody may do now; of none those of the phase that know him, or all."""
    procedures = [game.loaded.procedure(name) for name in names if who and name in game.loaded.ruleset.procedures]
    known = {one.name: done for one in procedures if (done := _done_by(game, one, who))}
    free = [name for name, done in known.items() if not done.bars]
    ledger = game.ledger
    return free or [name for name in known if ledger.phase in ledger.play.phase_of(name)] or [*known] or names


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
