"""The command by which the referee says a state by hand, or takes it back."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from refcli.cli.command import Command, argument
from refcli.cli.game import command_of_game, each_of, in_one, tell, whoever
from refcli.cli.ruling_told import print_wrapped
from refcli.cli.workspace import Workspace
from refcli.core.errors import Refused
from refcli.core.limits import in_short
from refcli.core.squares import squares_in
from refcli.core.states import FLAG, State
from refcli.game.by_hand import state_from_text
from refcli.game.game import Game
from refcli.game.names import complete_name, group_named
from refcli.wire.lookup import NOT

if TYPE_CHECKING:
    from refcli.game.ledger import Ledger

UNTIL = "until"
TERRAIN, OPEN = "terrain", "open"


def set_(workspace: Workspace) -> Command:
    """``set NAME STATE [VALUE] [until MOMENT]``, ``set NAME no-STATE``."""
    params = [
        argument("name", metavar="NAME", required=True, help="Units, a side, a group, a place, or game."),
        argument("words", many=True, required=True, metavar="STATE [VALUE] [until MOMENT]",
                 help="What holds from now on; no-STATE takes it back; until end of turn; "
                 "set game hide-STATE reminds nobody of a state."),
    ]  # fmt: skip

    def act(game: Game, as_json: bool, name: str, words: tuple[str, ...]) -> None:
        in_one(game, lambda: say_all(game, as_json, each_of(name), words))

    def say_all(game: Game, as_json: bool, names: Iterable[str], words: Iterable[str]) -> None:
        for name in names:
            say(game, as_json, name, *words)

    def say(game: Game, as_json: bool, name: str, state: str, *words: str) -> None:
        rest = list(words)
        until = ""
        if UNTIL in rest:
            at = rest.index(UNTIL)
            rest, until = rest[:at], " ".join(rest[at + 1 :])
        states = game.ledger.states
        state, *rest = state_from_text(states, [state, *rest])
        if state.startswith(NOT) and state not in states and not rest:
            name = whoever(workspace, game, name)
            held = [one.state.name for one in game.ledger.states_of(game.owner(name, ""))]
            of_each = [one for one in states if who_has(game.ledger, name, one) != [name]]
            state = named(state[len(NOT) :], [*held, *of_each])
            for one in who_has(game.ledger, name, state):
                tell(game, game.unset(one, state), as_json)
            return
        state = named(state, settable(states, state, bool(rest)))
        name = whoever(workspace, game, name, state)
        for one in each_said(game.ledger, name, state):
            tell(game, game.set(one, state, " ".join(rest), until), as_json)
        longer = [one for one in states if one.startswith(f"{state}-")]
        if longer and not rest and workspace.takes_prefixes and not as_json:
            print_wrapped([f"  {one} is another state" for one in longer])

    def named(word: str, states: Collection[str]) -> str:
        return complete_name(word, states) if workspace.takes_prefixes else word

    return command_of_game(workspace, "set", "A state is said by hand, or taken back.", params, act)


def map_(workspace: Workspace) -> Command:
    """``map D3-D4 woods, E2 hill``: the terrain of squares, one state of the place for each part."""
    params = [argument("words", many=True, required=True, metavar="SQUARES [TERRAIN], ...",
                       help="Squares and their terrain, by commas: D3 hill, D3-E5 woods; open without.")]  # fmt: skip

    def act(game: Game, as_json: bool, words: tuple[str, ...]) -> None:
        parts = [part.split() for part in " ".join(words).split(",") if part.strip()]
        if TERRAIN not in game.ledger.states:
            raise Refused(f"{game.loaded.ruleset.name} has no map: the referee measures")
        for place, *_ in parts:
            if not squares_in(place):
                raise Refused(f"{in_short(place)} is no square: map D3-D4 woods, E2 hill")
        in_one(game, lambda: declare(game, as_json, parts))

    def declare(game: Game, as_json: bool, parts: Iterable[Sequence[str]]) -> None:
        for place, *feature in parts:
            tell(game, game.set(place.upper(), TERRAIN, " ".join(feature) or OPEN), as_json)

    return command_of_game(workspace, "map", "Declare the terrain of squares.", params, act)


def each_said(ledger: "Ledger", name: str, state: str) -> list[str]:
    """The units of a group of which a state is said that each of them has; else the name as it was typed."""
    group = group_named(ledger, name)
    of_each = ledger.hook.set_for_each and state in ledger.states and ledger.states[state].of == "unit"
    if not group or not of_each:
        return [name]
    return [one.name for one in ledger.in_group(group)]


def who_has(ledger: "Ledger", name: str, state: str) -> list[str]:
    """The units of a group that have a state which each of them has for itself; else the name as it was typed."""
    return [one for one in each_said(ledger, name, state) if ledger.has(one, state)] or [name]


def settable(states: Mapping[str, State], word: str, has_value: bool) -> list[str]:
    """The states that a beginning may mean: behind which a value stands those that have one, where any begins so.

    A word that is a field which a state fills is left: ``end 20:20`` is no beginning of ``ended``.
    """
    valued = [one.name for one in states.values() if one.text and one.value != FLAG]
    if has_value and any(name.startswith(word.lower()) for name in valued):
        return valued
    if has_value and any(filling.field == word for one in states.values() for filling in one.fills):
        return [one for one in states if one == word]
    hidden = () if has_value else [one.name for one in states.values() if one.value != FLAG]
    return [one.name for one in states.values() if one.text or one.name in hidden or one.name == word]
