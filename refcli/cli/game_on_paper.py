"""What is printed of a game: its report, and the roster of its forces."""

from pathlib import Path

from refcli.cli.screen import shown
from refcli.core.errors import Refused
from refcli.game.game import Game
from refcli.game.journal import read
from refcli.printing.paper import Paper
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings, as_recorded


def report_as(file: Path, settings: Settings, how: str) -> bytes:
    """The report of a game as ``md`` or ``html``."""
    from refcli.cli.account import account_of

    game = _game_in(file, settings)
    account = account_of(game, game.referee)
    if how == "html":
        from refcli.printing.games.account_html import account_html

        return shown(account_html(account)).encode("utf-8", "replace")
    from refcli.printing.games.account_markdown import account_markdown

    return shown(account_markdown(account)).encode("utf-8", "replace")


def roster_as(file: Path, settings: Settings, how: str, paper: Paper) -> bytes:
    """The roster of a game as ``html`` or ``pdf``. Raises Refused for one without units, NoTypst."""
    from refcli.cli.roster import roster_of

    game = _game_in(file, settings)
    if not game.ledger.units:
        raise Refused(f"{file}: nobody is in play, so there is no roster")
    roster = roster_of(game)
    if how == "pdf":
        from refcli.printing.games.roster_pdf import roster_pdf

        return roster_pdf(roster, paper)
    from refcli.printing.games.roster_html import roster_html

    return shown(roster_html(roster)).encode("utf-8", "replace")


def _game_in(file: Path, settings: Settings) -> Game:
    """The game of a file that is there, its rulings as they were made. Raises BadData."""
    next(read(file), None)
    return Game(file, Referee(as_recorded(settings)))
