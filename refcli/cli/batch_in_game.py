"""The lines of a batch ruled in a game: completed by its ledger one after the other, and each kept in it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from refcli.batch.stream import Options, Rulings
from refcli.cli.evening import Evening, InGame
from refcli.core.errors import Refused
from refcli.core.limits import in_short
from refcli.referee.referee import Case, Referee
from refcli.wire import JsonObject
from refcli.wire.objects import RULING

ITS_OWN = ("id", "seed", "rules", "overrule")
"""Keys of a line that are no part of what is asked for in a game."""


class GameRulings(Rulings):
    """Cases and rulings of lines, each on what the game came to with the line before."""

    def __init__(self, file: Path, referee: Referee, rules: str = "", keys: tuple[str, ...] | None = None) -> None:
        """``keys`` are those of a ruling that are written, None for all. Raises Refused for other ``rules``."""
        super().__init__(referee, keys)
        self._evening = Evening(file, referee, rules)
        self._evening.loaded(rules)
        self._evening.overruled_by = '"overrule": true'
        self._in_game: InGame | None = None

    def case(self, raw: JsonObject) -> Case:
        """What a line asks for, with the units in play and what their states bring.

        Raises Barred for what the game forbids, unless the line has ``"overrule": true``, and as Referee.case does.
        """
        overrule = raw.get("overrule", False)
        if not isinstance(overrule, bool):
            raise Refused(f"overrule must be true or false, not {in_short(overrule)}")
        rules = self._evening.game.rules
        said = raw.get("rules")
        if isinstance(said, str) and said and self.referee.rulesets.name_of(said) != rules:
            raise Refused(f"rules: the game in {self._evening.file} is played by {rules}")
        asked: JsonObject = {"rules": rules, **{key: value for key, value in raw.items() if key not in ITS_OWN}}
        if not isinstance(asked.get("procedure"), str):
            self.referee.case(asked)  # tells what is missing
        asked["conditions"] = conditions_of(asked)
        self._in_game = InGame(self._evening, asked, prefixes=False, overrule=overrule)
        return self.referee.case(self._in_game.plain)

    def ruling(self, case: Case, seed: int, dice: Any) -> JsonObject:
        """The ruling once the game has it, followed by what is kept beside it."""
        assert self._in_game is not None
        record = self.referee.rule(case, seed, dice)
        answer = self._in_game.keep(record)
        return {**RULING.dump(record, self.keys), **self._in_game.beside(answer)}


def conditions_of(raw: Mapping[str, Any]) -> list[str]:
    """The conditions of a line, as a list. Raises Refused."""
    said = raw.get("conditions") or []
    stated = said.split() if isinstance(said, str) else said
    if not isinstance(stated, list) or not all(isinstance(one, str) for one in stated):
        raise Refused("conditions must be a list of names, or a text with spaces between them")
    return stated


def check_options(options: Options) -> None:
    """Refuse what does not go with a game, whose rulings follow one another. Raises Refused."""
    if options.jobs > 1 or options.repeat > 1 or options.dry_run or options.number or not options.rolls:
        others = "--jobs, --repeat, --dry-run, --number, --odds and --sweep"
        raise Refused(f"the rulings of a game follow one another, each once: leave out {others}")
