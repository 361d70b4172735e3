"""The game that a command line works in: rulings completed by its ledger, kept in it, and what they changed."""

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from refcli.core.errors import Refused
from refcli.core.procedure import Record
from refcli.core.request import counted
from refcli.core.resolve import Players
from refcli.game.awaited import Parts
from refcli.game.game import Answer, Barred, Game
from refcli.game.ledger import Ledger
from refcli.game.names import with_words_placed
from refcli.game.supply import Completed
from refcli.referee.referee import LoadedRuleset, Referee
from refcli.render.book import Book
from refcli.render.things import Things
from refcli.wire.lookup import NOT, Words

OVERRULE = "--overrule"


class Evening:
    """A game, opened when it is first asked for."""

    def __init__(self, file: Path, referee: Referee, rules: str = "") -> None:
        """``rules`` are those that were typed, if any: a game that is there already must be played by them."""
        self.file = file
        self.referee = referee
        self.said = rules
        self.at_table = False
        self._reported = 0
        """The number of the last line that was reported as incomplete."""
        self.overruled_by = OVERRULE
        """What is said to rule in spite of what bars it."""
        self.players: Callable[[Things, Book], Players] | None = None
        """Who is asked for dice, where it is not the person at the terminal on the spot."""
        self.parts: Parts | None = None
        """Whose part is which in the ruling that was completed last; None where none was."""

    @cached_property
    def game(self) -> Game:
        """The game; an incomplete last line and missing entries are reported. Raises Refused for other rules."""
        game = Game(self.file, self.referee, self.said or str(self.referee.settings.rules.value))
        self._check_rules(self.said, game)
        self._report_incomplete(game)
        if game.missing:
            first, last = game.missing[0], game.missing[-1]
            lost = f"entry {first} is" if first == last else f"entries {first}-{last} are"
            print(f"{self.file} is shorter than refcli last wrote it: {lost} missing", file=sys.stderr)
        return game

    def loaded(self, said: str = "") -> LoadedRuleset:
        """The ruleset of the game. Raises Refused where another one was ``said``."""
        self._check_rules(said, self.game)
        return self.game.loaded

    def _check_rules(self, said: str, game: Game) -> None:
        if said and self.referee.rulesets.name_of(said) != game.rules:
            raise Refused(f"--rules: the game in {self.file} is played by {game.rules}")

    def report_incomplete(self) -> None:
        """Report an incomplete last line that was found since: another writer of the game was stopped."""
        self._report_incomplete(self.game)

    def _report_incomplete(self, game: Game) -> None:
        if game.broken_off and game.broken_off.number != self._reported:
            self._reported = game.broken_off.number
            print(f"{self.file}:{self._reported}: {game.broken_off.said}", file=sys.stderr)

    def complete(
        self, plain: Mapping[str, Any], prefixes: bool, overrule: bool, ledger: Ledger | None = None
    ) -> Completed:
        """As the game does it; what bars a ruling is told with what overrules it, unless it asks what is missing."""
        try:
            done = self.game.complete(plain, prefixes, overrule, ledger)
        except Barred as error:
            asks = error.done.bars[0].asks
            raise Barred(f"{error}{'' if asks else f'. {self.overruled_by} overrules'}", error.done) from None
        self.parts = done.parts if ledger is None else Parts()
        return done


class InGame:
    """One ruling in a game: what was typed, what the ledger brought to it, and the entry that it becomes."""

    def __init__(
        self,
        evening: Evening,
        typed: Mapping[str, Any],
        prefixes: bool,
        overrule: bool,
        amends: int | None = None,
        asks: bool = False,
    ) -> None:
        """Complete what was typed: on the game as it stands, or where it stood before the entry it ``amends``.

        Raises Barred where that may not be ruled, unless it only ``asks`` what the chances were.
        """
        self.evening = evening
        said = {key: value for key, value in typed.items() if value not in (None, [], (), {}, "")}
        loaded = evening.loaded()
        words = loaded.words(loaded.procedure(typed["procedure"]), prefixes)
        said = with_words_placed(evening.game.ledger, words, said)
        self.typed = {**said, "conditions": list(self._by_full_names(words, said))}
        self.amends = amends
        self._prefixes = prefixes
        self.overrules = overrule
        try:
            self.done = self._completed()
        except Barred as error:
            if not asks:
                raise
            self.done = error.done

    @staticmethod
    def _by_full_names(words: Words, typed: Mapping[str, Any]) -> Iterator[str]:
        """The conditions of the whole ruling as the charts name them; one that is taken back stays so."""
        stated, taken_back = words.stated_and_negated(typed.get("conditions", ()))
        yield from (counted(name, many) for name, many in stated.items())
        yield from (f"{NOT}{name}" for name in taken_back)

    @property
    def plain(self) -> Mapping[str, Any]:
        """What is asked for, in the names of the charts."""
        return self.done.plain

    def _completed(self) -> Completed:
        game = self.evening.game
        game.refresh()
        self._stood_at = game.last
        ledger = None if self.amends is None else game.ledger_before(self.amends)
        return self.evening.complete(self.typed, self._prefixes, self.overrules, ledger)

    def _completed_now(self) -> Completed:
        """What the ledger brings to it now: the same, unless others have appended something."""
        return self.done if self.evening.game.last == self._stood_at else self._completed()

    def keep(self, record: Record) -> Answer:
        """Append the ruling to the game, on top of what others appended meanwhile."""
        game = self.evening.game
        return game.keep(record, self.done, self.overrules, self.amends, self._completed_now, self.typed)

    def beside(self, answer: Answer) -> dict[str, Any]:
        """What a JSON object of the ruling holds besides it."""
        supplied = [
            {"owner": one.owner, "what": one.what, "entry": one.held.entry, "turn": one.held.turn}
            for one in self.done.supplied
        ]
        bars = [bar.said for bar in self.done.bars]
        due = [said for said, _ in answer.due]
        return {"entry": answer.number, "supplied": supplied, "bars": bars, "changes": changes_to(answer), "due": due}


def changes_to(answer: Answer) -> list[dict[str, Any]]:
    """What an act changed, as plain objects."""
    return [{"owner": one.owner, "said": one.said, "ended": one.ended} for one in answer.changes]
