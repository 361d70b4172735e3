"""What a command finds around it: the settings and the referee who judges under them, the terminal, the format."""

import os
import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import typer

from refcli.cli.screen import forces_colour
from refcli.cli.typer_inside import COMPLETE, Page
from refcli.core.errors import Refused, UnknownName
from refcli.core.limits import in_short
from refcli.referee.known_rulesets import KnownRulesets
from refcli.referee.referee import Referee
from refcli.referee.settings import Setting, Settings, here, settings_from, written

if TYPE_CHECKING:
    from refcli.cli.evening import Evening


KNOWN_AT_TABLE = frozenset(("--rules", "--game", "--log", "--exit-status", "--version", "--show-completion"))
"""The options that are of no use at the table of a game."""


class SeveralCommands(UnknownName):
    """The beginning of several commands."""

    def __init__(self, word: str, names: Sequence[str]) -> None:
        from refcli.wire.lookup import alternatives

        super().__init__(f"{in_short(word)} could be {alternatives(names)}: type which one")
        self.names = names


class Surroundings:
    """What one command finds around it; settings that are not given are resolved when they are first asked for.

    The flags of the command are laid over them: ``settings.under(published=True)``, ``referee.under(settings)``.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self._settings: Settings | Exception | None = settings
        self._game = ""
        self.said_rules = ""
        """The ruleset that was typed, if one was."""
        self._evening: Evening | None = None

    def work_in(self, game: str | None, rules: str) -> None:
        """Work in the game that is named, else in the one that is set; ``rules`` are those that were typed."""
        if game and self._evening is not None and written(game) != self._evening.file:
            raise Refused(f"--game: this is the game in {self._evening.file}")
        self._game, self.said_rules = game or self._game, rules

    @property
    def evening(self) -> "Evening | None":
        """The game that the command works in, if one is named or set."""
        file = self._game or self.settings.game.value
        if file and self._evening is None:
            from refcli.cli.evening import Evening

            self._evening = Evening(written(file), self.referee, self.said_rules)
        return self._evening

    def sit_at_table(self, evening: "Evening") -> None:
        """Answer what is typed at the table of a game: its ruleset is the one that is set."""
        evening.at_table = True
        self._settings = self.settings._replace(rules=Setting(evening.game.rules, "the game"))

    @property
    def at_table(self) -> "Evening | None":
        """The game whose prompt this is typed at, if it is."""
        return self._evening if self._evening is not None and self._evening.at_table else None

    @property
    def program(self) -> str:
        """What a command line begins with: nothing at the table."""
        return "" if self.at_table else "refcli"

    @property
    def says_nothing(self) -> frozenset[str]:
        """The options that say nothing here: at the table game, journal and ruleset are known."""
        return KNOWN_AT_TABLE if self.at_table else frozenset()

    def as_typed(self, line: str) -> str:
        """A command line as it is typed here."""
        return line.removeprefix("refcli ") if self.at_table else line

    @property
    def takes_prefixes(self) -> bool:
        """Whether the beginning of a name is enough: at a terminal, and at the table wherever its lines come from."""
        return self.at_table is not None or takes_prefixes()

    @property
    def settings(self) -> Settings:
        """The settings in force where no flag is given. Raises BadData for a bad file."""
        if self._settings is None:
            try:
                self._settings = settings_from(os.environ, here(), user_folder())
                tell(*self._settings.left_out)
            except (Refused, OSError) as fault:
                self._settings = fault
        if isinstance(self._settings, Exception):
            raise self._settings
        return self._settings

    @cached_property
    def referee(self) -> Referee:
        """The referee under these settings. Raises BadData for a bad file."""
        return Referee(self.settings, KnownRulesets(self.settings.rulesets.value, tell))

    @property
    def rules_set(self) -> str:
        """The ruleset that is set, by its name; empty where none is. Raises UnknownName."""
        word = self.settings.rules.value
        return self.referee.rulesets.name_of(word) if word else ""

    def fault(self, error: Exception) -> Refused | None:
        """What to say of an error in the code of a ruleset that is not ours; None for any other."""
        referee = self.__dict__.get("referee")
        return referee.rulesets.fault(error) if referee else None

    def show(self, page: Page, missing: bool = False) -> None:
        """Show a help page; where something is ``missing`` from what was typed, beside the error that follows."""
        stream = sys.stderr if missing else sys.stdout
        how = self._format_of_page(stream)
        if stream is None or (missing and how == "json"):
            return
        if how == "rich":
            from refcli.cli.console import Console
            from refcli.render.page import page_picture

            screen = Console(stderr=missing)
            screen.print(page_picture(*page, screen.width))
        else:
            from refcli.cli.screen import width_of
            from refcli.render.page import page_lines

            print("\n".join(page_lines(*page, width_of(stream))), file=stream)
        if missing:
            print(file=stream)

    def command_meant(self, word: str, known: Mapping[str, tuple[str, ...]]) -> str:
        """The command that a word means, at a terminal by its beginning; of an unknown one the word itself.

        ``known`` has what each word means. Raises SeveralCommands for a beginning of several.
        """
        if word in known or not self.takes_prefixes:
            return word
        from refcli.wire.lookup import matches

        names = matches(word, known, prefixes=True)
        if len(names) > 1:
            raise SeveralCommands(word, names)
        return names[0] if names else word

    def _format_of_page(self, stream: TextIO | None) -> str:
        """As rulings are shown; settings that cannot be read keep nobody from a help page."""
        try:
            said = str(self.settings.format.value)
        except (Refused, OSError):
            said = ""
        return said or _usual_format(stream)


def around(ctx: Any) -> Surroundings:
    """The surroundings of the command that a context is of."""
    found = ctx.obj
    assert isinstance(found, Surroundings)
    return found


def tell(*left_out: str) -> None:
    """What was found and does not count, to a person; TAB says nothing."""
    if COMPLETE not in os.environ and sys.stderr is not None:
        for why in left_out:
            print(f"refcli: {why}", file=sys.stderr)


def user_folder() -> Path | None:
    """The user's folder of refcli: settings, remembered files, the last ruling.

    A variable that names no whole path is passed over; None where nobody says where the home is.
    """
    folder = Path(typer.get_app_dir("refcli"))
    if folder.is_absolute() and os.environ.get("HOME") != "":
        return folder
    home = _home()
    return home and home / ".config" / "refcli"


def _home() -> Path | None:
    """The home folder: as HOME says, else as the system's list of users does."""
    home = Path(os.environ.get("HOME", ""))
    if not home.is_absolute():
        try:
            import pwd

            home = Path(pwd.getpwuid(os.getuid()).pw_dir)
        except (ImportError, KeyError):  # Windows, and a user without an entry
            return None
    return home if home.is_absolute() else None


def at_home(path: str) -> str:
    """A path as one types it, ``~`` being the home folder."""
    home = _home()
    return f"~{path.removeprefix(str(home))}" if home and path.startswith(f"{home}{os.sep}") else path


def cache_folder() -> Path | None:
    """Where parsed files are remembered; None for nowhere."""
    folder = user_folder()
    return folder and folder / "cache"


def at_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal; one that was closed before the start is none."""
    return stream is not None and stream.isatty()


def takes_prefixes() -> bool:
    """Whether the beginning of a name is enough: where somebody types it and sees what it was taken for."""
    return at_terminal(sys.stdin) and at_terminal(sys.stdout)


def chosen_format(json: bool, plain: bool) -> str | None:
    """The format that flags choose."""
    if json and plain:
        raise Refused("--json or --plain, not both")
    return "json" if json else "plain" if plain else None


def wants_json(ctx: Any, json: bool, plain: bool = False) -> bool:
    """Whether a command's answer is JSON: as its flags say, else as it is set."""
    return (chosen_format(json, plain) or around(ctx).settings.format.value) == "json"


def output_format(settings: Settings) -> str:
    """The format that is set; else the picture on a terminal that can show it, plain lines elsewhere."""
    return str(settings.format.value) or _usual_format(sys.stdout)


def _usual_format(stream: TextIO | None) -> str:
    """The picture where it can be shown, or where colour is forced; else plain lines."""
    shows = (at_terminal(stream) or forces_colour()) and os.environ.get("TERM") != "dumb"
    return "rich" if shows else "plain"


def dice_missing(settings: Settings) -> str:
    """What becomes of a die without a face where others were given: ask, roll or refuse; asked for at a terminal."""
    if settings.dice.value:
        return str(settings.dice.value)
    return "ask" if at_terminal(sys.stdin) and at_terminal(sys.stderr) else "roll"
