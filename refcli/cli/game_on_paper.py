"""What is printed of a game: its report, and the roster of its forces."""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from refcli.cli.cards_on_paper import roster_printed
from refcli.cli.terminal import STDIN, shown, standard_input
from refcli.core.errors import BadData, Refused
from refcli.core.request import Term
from refcli.game.game import Game
from refcli.game.journal import read
from refcli.game.units import NO_UNITS
from refcli.printing.paper import Paper, footer_of
from refcli.printing.unit_cards import Roster, RosterGroup
from refcli.referee.referee import Case, Referee
from refcli.referee.scenario import Scenario
from refcli.referee.settings import as_recorded


def report_as(file: Path, referee: Referee, how: str) -> bytes:
    """The report of a game as ``md`` or ``html``."""
    from refcli.cli.account import account_of

    game = _game_in(file, referee)
    account = account_of(game, game.referee)
    if how == "html":
        from refcli.printing.account import account_html

        return shown(account_html(account)).encode("utf-8", "replace")
    from refcli.printing.account import account_markdown

    return shown(account_markdown(account)).encode("utf-8", "replace")


def roster_as(file: Path, referee: Referee, how: str, paper: Paper) -> bytes:
    """The roster of a game as ``html`` or ``pdf``. Raises Refused for one without units, NoTypst."""
    from refcli.cli.roster import roster_of

    game = _game_in(file, referee)
    if not game.ledger.units:
        raise Refused(f"{file}: nobody is in play, so there is no roster")
    return roster_printed(roster_of(game), how, paper)


def scenario_roster(scenario: Scenario, referee: Referee) -> Roster:
    """The roster of a scenario: its units, and what else its rulings name."""
    from refcli.cli.game import units_of
    from refcli.cli.roster import chosen_in, roster_of

    cases = [referee.case(scenario.raw_request(number, referee)) for number in range(len(scenario.rulings))]
    with TemporaryDirectory() as folder:
        game = Game(Path(folder) / f"{scenario.name}.jsonl", referee, scenario.rules)
        for name, words in units_of(scenario, []):
            game.add(name, words)
        known = {row for unit in game.ledger.units.values() for row, _ in unit.rows}
        nameless = [row for row in _rows_in(cases) if row not in known]
        for row in nameless:
            game.add(row, [row])
        if not game.ledger.units:
            raise Refused(f"{scenario.name} names no unit, so there is no roster")
        roster = roster_of(game)
    sides = tuple(side._replace(title="", groups=_called(side.groups, nameless)) for side in roster.sides)
    library = game.loaded.library
    footer = footer_of(library.digest(), str(library.about()["title"]), scenario.title)
    under = chosen_in(game.loaded, referee.settings, [case.overrides["readings"] for case in cases])
    return roster._replace(title=scenario.title, under=under, sides=sides, footer=footer)


def _called(groups: Iterable[RosterGroup], nameless: Collection[str]) -> tuple[RosterGroup, ...]:
    """Groups in which what has no name of its own is called what it is."""
    return tuple(
        group._replace(
            cards=tuple(
                card._replace(name=card.what, what="") if card.name in nameless else card for card in group.cards
            )
        )
        for group in groups
    )


def _rows_in(cases: Iterable[Case]) -> Iterator[str]:
    """What the rulings of a scenario are about: weapons, vehicles and units, each once."""
    found: dict[str, None] = {}
    for case in cases:
        for field in case.procedure.inputs:
            given = getattr(case.request, field.name) or ()
            if field.kind is Term and field.field.noun not in NO_UNITS:
                found |= dict.fromkeys(term.name for term in ((given,) if isinstance(given, Term) else given))
    yield from found


def _game_in(file: Path, referee: Referee) -> Game:
    """The game of a file that is there, or of standard input, its rulings as they were made. Raises BadData."""
    if str(file) == STDIN:
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "evening.jsonl"
            copy.write_bytes(standard_input().read())
            try:
                return _game_in(copy, referee)
            except BadData as error:
                raise BadData([one.replace(str(copy), STDIN) for one in error.faults]) from None
    next(read(file), None)
    return Game(file, referee.under(as_recorded(referee.settings)))
