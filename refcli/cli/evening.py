"""The game of a command line: a ruling is completed by its ledger, kept in it, and printed with its changes."""

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property, reduce
from itertools import chain
from pathlib import Path
from typing import Any

from refcli.cli.output import book_of, print_lines, print_record
from refcli.cli.terminal import width_of
from refcli.core.errors import Refused
from refcli.core.procedure import Record
from refcli.core.request import NAMES, counted, terms_of, uncounted, without_condition
from refcli.core.resolve import Players
from refcli.core.ruling import Note
from refcli.game.awaited import Parts
from refcli.game.game import Answer, Barred, Game
from refcli.game.ledger import Ledger
from refcli.game.names import with_words_placed
from refcli.game.supply import Completed, Supplied, what_was_supplied
from refcli.prompt.describe import changes_said, due_lines
from refcli.referee.referee import LoadedRuleset, Referee
from refcli.render.book import Book
from refcli.render.columns import wrapped
from refcli.render.plain import in_one_line
from refcli.render.things import Things
from refcli.wire.lookup import NOT, Words

OVERRULE = "--overrule"


class Evening:
    """A game that is opened when it is first needed."""

    def __init__(self, file: Path, referee: Referee, rules: str = "") -> None:
        """``rules`` are those of the command line, if any: an existing game must be played by them."""
        self.file = file
        self.referee = referee
        self.said = rules
        self.at_table = False
        self._reported = 0
        """The number of the last line that was reported as incomplete."""
        self.overruled_by = OVERRULE
        """The word that overrules a refusal."""
        self.players: Callable[[Things, Book], Players] | None = None
        """The players that answer for dice later; None for the person at the terminal."""
        self.parts: Parts | None = None
        """The parts of the units in the last completed ruling; None for none."""

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
        """The ruleset of the game. Raises Refused if another one was ``said``."""
        self._check_rules(said, self.game)
        return self.game.loaded

    def _check_rules(self, said: str, game: Game) -> None:
        if said and self.referee.rulesets.name_of(said) != game.rules:
            raise Refused(f"--rules: the game in {self.file} is played by {game.rules}")

    def report_incomplete(self) -> None:
        """Report an incomplete last line that another writer of the game has left since."""
        self._report_incomplete(self.game)

    def _report_incomplete(self, game: Game) -> None:
        if game.broken_off and game.broken_off.number != self._reported:
            self._reported = game.broken_off.number
            print(f"{self.file}:{self._reported}: {game.broken_off.said}", file=sys.stderr)

    def complete(
        self, plain: Mapping[str, Any], prefixes: bool, overrule: bool, ledger: Ledger | None = None
    ) -> Completed:
        """Complete a request. A refusal names the word that overrules it, unless it asks for a missing word."""
        try:
            done = self.game.complete(plain, prefixes, overrule, ledger)
        except Barred as error:
            asks = error.done.bars[0].asks
            raise Barred(f"{error}{'' if asks else f'. {self.overruled_by} overrules'}", error.done) from None
        self.parts = done.parts if ledger is None else Parts()
        return done


class InGame:
    """One ruling in a game: the typed request, the request with states, and its entry."""

    def __init__(
        self,
        evening: Evening,
        typed: Mapping[str, Any],
        prefixes: bool,
        overrule: bool,
        amends: int | None = None,
        asks: bool = False,
    ) -> None:
        """Complete a typed request in the game as it is, or as it was before the entry that it ``amends``.

        Raises Barred if it is refused, unless it only ``asks`` for odds.
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
        """The conditions of the whole ruling by their names in the charts; ``no-NAME`` stays."""
        stated, taken_back = words.stated_and_negated(typed.get("conditions", ()))
        yield from (counted(name, many) for name, many in stated.items())
        yield from (f"{NOT}{name}" for name in taken_back)

    @property
    def plain(self) -> Mapping[str, Any]:
        """The completed request."""
        return self.done.plain

    def _completed(self) -> Completed:
        game = self.evening.game
        game.refresh()
        self._stood_at = game.last
        ledger = None if self.amends is None else game.ledger_before(self.amends)
        return self.evening.complete(self.typed, self._prefixes, self.overrules, ledger)

    def _completed_now(self) -> Completed:
        """The request completed by the ledger now, which differs only if others have appended entries."""
        return self.done if self.evening.game.last == self._stood_at else self._completed()

    def keep(self, record: Record) -> Answer:
        """Append the ruling to the game, after entries that others appended meanwhile."""
        game = self.evening.game
        return game.keep(record, self.done, self.overrules, self.amends, self._completed_now, self.typed)

    def beside(self, answer: Answer) -> dict[str, Any]:
        """The keys of the game in a ruling's JSON object."""
        supplied = [
            {"owner": one.owner, "what": one.what, "entry": one.held.entry, "turn": one.held.turn}
            for one in self.done.supplied
        ]
        bars = [bar.said for bar in self.done.bars]
        due = [said for said, _ in answer.due]
        return {"entry": answer.number, "supplied": supplied, "bars": bars, "changes": changes_to(answer), "due": due}


def changes_to(answer: Answer) -> list[dict[str, Any]]:
    """The changes of an act, as JSON objects."""
    return [{"owner": one.owner, "said": one.said, "ended": one.ended} for one in answer.changes]


def keep_and_print(
    in_game: InGame,
    referee: Referee,
    record: Record,
    how: str,
    why: bool,
    beside: dict[str, Any],
    was: Record | None,
) -> Answer:
    """Keep a ruling in its game and print it, or its differences from what it ``was``.

    ``beside`` are the other keys of its JSON object.
    """
    answer = in_game.keep(record)
    if how == "json":
        print_record(referee, record, how, why, {**beside, **in_game.beside(answer)})
        return answer
    unused = unused_states(record, in_game.done.supplied)
    print_lines(supplied_lines(in_game, unused))
    shown = without_known(in_game, record, unused)
    shown = without_repeated_notes(shown, in_game.evening.game, in_game.amends or answer.number)
    changes = changes_said(answer.changes)
    amends = "" if in_game.amends is None else f"{in_game.amends} again, entry "
    kept = f"ruling {amends}{answer.number}{f': {changes}' if changes else ''}"
    if not record.ruling.outcome.attempt and not record.ruling.rolls and not why and not was:
        book = book_of(referee, record.rules, record.procedure.charts)
        print_wrapped([f"{in_one_line(shown, book)}; {kept}"])
    else:
        print_record(referee, shown, how, why, was=was)
        print_wrapped([kept])
    print_wrapped(f"  {line}" for line in due_lines(answer.due))
    return answer


def unused_states(record: Record, supplied: Iterable[Supplied]) -> set[str]:
    """The conditions from states of rulings that this ruling does not use; those that the referee set are printed."""
    given = {_condition(one) for one in supplied if not one.held.by_hand}
    given -= {_condition(one) for one in supplied if one.held.by_hand}
    unused = Counter([one.rpartition("+")[2] for one in record.ruling.unused])
    places = [record.request, *terms_of(record.request)]
    return {name for name in given if unused[name] and unused[name] == sum(name in one.conditions for one in places)}


def without_known(in_game: InGame, record: Record, unused: Iterable[str]) -> Record:
    """The ruling without ``unused`` states, and without "not used" for conditions that the referee did not type.

    These come from states, or are those that a unit was added with.
    """
    units, plain = in_game.evening.game.ledger.units, in_game.done.plain
    named = [name for names in plain.get(NAMES, {}).values() for name in names if name in units]
    terms = chain.from_iterable(one if isinstance(one, list) else [one] for one in in_game.typed.values())
    typed = {word for text in terms for word in str(text).split("+")}
    known = {one for name in named for one in units[name].conditions} - typed
    known |= {_condition(one) for one in in_game.done.supplied}
    left = tuple([one for one in record.ruling.unused if one.rpartition("+")[2] not in known])
    request = reduce(without_condition, unused, record.request)
    return record._replace(request=request, ruling=record.ruling._replace(unused=left))


def without_repeated_notes(record: Record, game: Game, number: int) -> Record:
    """The ruling of an entry without notes that are printed once a game, if an earlier ruling had them."""
    once = {one.step.said for one in record.ruling.steps if isinstance(one.step, Note) and one.step.once}
    if not once:
        return record  # nearly every ruling: the game is not searched for it
    before = game.told_before(number, once)
    steps = [one for one in record.ruling.steps if not (isinstance(one.step, Note) and one.step.said in before)]
    return record._replace(ruling=record.ruling._replace(steps=tuple(steps))) if before else record


def _condition(supplied: Supplied) -> str:
    """The condition of a state without its count; a field with its value."""
    return uncounted(supplied.what)[1] or supplied.what


def supplied_lines(in_game: InGame, unused: Collection[str] = ()) -> list[str]:
    """The reasons against a ruling, overruled or not, and the states that it uses, in lines of the window's width."""
    used = [one for one in in_game.done.supplied if _condition(one) not in unused]
    supplied = "; ".join(what_was_supplied(used))
    bars = "overruled" if in_game.overrules else "barred"
    return in_window([*(f"{bars}: {bar.said}" for bar in in_game.done.bars), *([supplied] if supplied else [])])


def in_window(lines: Iterable[str]) -> list[str]:
    """Wrap lines at the window's width."""
    width = width_of(sys.stdout)
    return [part for line in lines for part in wrapped(line, width, "", "  ")]


def print_wrapped(lines: Iterable[str]) -> None:
    """Print lines, wrapped at the window's width."""
    print_lines(in_window(lines))
