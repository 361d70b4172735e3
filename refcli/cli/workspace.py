"""The workspace of a command: the settings, the referee under them, and the game."""

import os
import sys
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from refcli.cli.terminal import at_terminal, takes_prefixes, usual_format
from refcli.core.errors import Refused
from refcli.referee.known_rulesets import KnownRulesets
from refcli.referee.referee import LoadedRuleset, Referee
from refcli.referee.settings import Setting, Settings, here, settings_from, written

if TYPE_CHECKING:
    from refcli.cli.evening import Evening


COMPLETE = "_REFCLI_COMPLETE"
"""The variable in which a shell asks for completion."""

NOT_AT_PROMPT = frozenset(("--rules", "--game", "--log", "--exit-status", "--version", "--show-completion"))
"""Options without a use at the prompt, where game, journal and ruleset are known."""


class Workspace:
    """Settings, referee and game, each read when it is first needed.

    The flags of a command go on top: ``settings.under(published=True)``, ``referee.under(settings)``.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self._settings: Settings | Exception | None = settings
        self._game = ""
        self.typed_rules = ""
        """The ruleset on the command line, if any."""
        self._evening: Evening | None = None

    def work_in(self, game: str | None, rules: str) -> None:
        """Use the game and the ruleset of the command line, else those of the settings."""
        if game and self._evening is not None and written(game) != self._evening.file:
            raise Refused(f"--game: this is the game in {self._evening.file}")
        self._game, self.typed_rules = game or self._game, rules

    @property
    def evening(self) -> "Evening | None":
        """The game of the command line or of the settings, if any."""
        file = self._game or self.settings.game.value
        if file and self._evening is None:
            from refcli.cli.evening import Evening

            self._evening = Evening(written(file), self.referee, self.typed_rules)
        return self._evening

    def open_prompt(self, evening: "Evening") -> None:
        """Serve the prompt of a game, under its ruleset."""
        evening.at_table = True
        self._settings = self.settings._replace(rules=Setting(evening.game.rules, "the game"))

    @property
    def at_prompt(self) -> bool:
        """True if the words are typed at the prompt of a game."""
        return self._evening is not None and self._evening.at_table

    @property
    def program(self) -> str:
        """The first word of a command line; none at the prompt."""
        return "" if self.at_prompt else "refcli"

    @property
    def hidden_options(self) -> frozenset[str]:
        """The options that pages of help leave out here."""
        return NOT_AT_PROMPT if self.at_prompt else frozenset()

    def as_typed(self, line: str) -> str:
        """Return a command line as it is typed here."""
        return line.removeprefix("refcli ") if self.at_prompt else line

    @property
    def takes_prefixes(self) -> bool:
        """True if the beginning of a name is enough: at a terminal, and at every prompt."""
        return self.at_prompt or takes_prefixes()

    @property
    def settings(self) -> Settings:
        """The settings in force without flags. Raises BadData for a bad file."""
        if self._settings is None:
            try:
                self._settings = settings_from(os.environ, here(), user_folder())
                warn(*self._settings.left_out)
            except (Refused, OSError) as fault:
                self._settings = fault
        if isinstance(self._settings, Exception):
            raise self._settings
        return self._settings

    @cached_property
    def referee(self) -> Referee:
        """The referee under these settings. Raises BadData for a bad file."""
        return Referee(self.settings, KnownRulesets(self.settings.rulesets.value, warn))

    @property
    def rules_set(self) -> str:
        """The name of the ruleset in the settings, or an empty text. Raises UnknownName."""
        word = self.settings.rules.value
        return self.referee.rulesets.name_of(word) if word else ""

    def fault(self, error: Exception) -> Refused | None:
        """Return the message for an error in the code of a user's ruleset; None for any other error."""
        referee = self.__dict__.get("referee")
        return referee.rulesets.fault(error) if referee else None


def workspace_of(ctx: Any) -> Workspace:
    """Return the workspace of a Typer context."""
    found = ctx.obj
    assert isinstance(found, Workspace)
    return found


def warn(*lines: str) -> None:
    """Print warnings on standard error, but not while a shell asks for completion."""
    if COMPLETE not in os.environ and sys.stderr is not None:
        for line in lines:
            print(f"refcli: {line}", file=sys.stderr)


def usable(found: Sequence[LoadedRuleset]) -> list[LoadedRuleset]:
    """Return the rulesets that can be listed; of several, a user's with a fault is left out with a warning."""
    return [loaded for loaded in found if len(found) == 1 or not loaded.place or _is_usable(loaded)]


def _is_usable(loaded: LoadedRuleset) -> bool:
    try:
        loaded.library.everything()
        loaded.fields()
    except Refused as error:
        warn(f"{loaded.ruleset.name} is left out: {str(error).splitlines()[0]}")
        return False
    return True


def user_folder() -> Path | None:
    """Return the user's folder of refcli; None without a home folder.

    A variable with a relative path is ignored.
    """
    folder = Path(typer.get_app_dir("refcli"))
    if folder.is_absolute() and os.environ.get("HOME") != "":
        return folder
    home = _home()
    return home and home / ".config" / "refcli"


def _home() -> Path | None:
    """Return the home folder from HOME, else from the system's list of users."""
    home = Path(os.environ.get("HOME", ""))
    if not home.is_absolute():
        try:
            import pwd

            home = Path(pwd.getpwuid(os.getuid()).pw_dir)
        except (ImportError, KeyError):  # Windows, and a user without an entry
            return None
    return home if home.is_absolute() else None


def at_home(path: str) -> str:
    """Return a path with ``~`` for the home folder."""
    home = _home()
    return f"~{path.removeprefix(str(home))}" if home and path.startswith(f"{home}{os.sep}") else path


def cache_folder() -> Path | None:
    """Return the folder for parsed files; None for none."""
    folder = user_folder()
    return folder and folder / "cache"


def chosen_format(json: bool, plain: bool) -> str | None:
    """Return the format that flags choose."""
    if json and plain:
        raise Refused("--json or --plain, not both")
    return "json" if json else "plain" if plain else None


def wants_json(ctx: Any, json: bool, plain: bool = False) -> bool:
    """True if the answer is JSON by flags or settings."""
    return (chosen_format(json, plain) or workspace_of(ctx).settings.format.value) == "json"


def output_format(settings: Settings) -> str:
    """Return the format in the settings, else the one that suits standard output."""
    return str(settings.format.value) or usual_format(sys.stdout)


def missing_dice(settings: Settings) -> str:
    """Return the treatment of missing dice if some faces are given: ask, roll or refuse; at a terminal ask."""
    if settings.dice.value:
        return str(settings.dice.value)
    return "ask" if at_terminal(sys.stdin) and at_terminal(sys.stderr) else "roll"
