"""The commands of a game: who is there, the phases, undo and redo, notes.

Each is typed at the prompt of ``refcli table`` as well, without ``refcli``.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from refcli.cli.command import GAME_OPTION, RULES_OPTION, Command, argument, flag, option
from refcli.cli.entry_lines import act_said, asked_of
from refcli.cli.evening import Evening, changes_to
from refcli.cli.output import print_answer, print_lines
from refcli.cli.ruling_told import print_wrapped
from refcli.cli.terminal import width_of, withheld
from refcli.cli.workspace import Workspace, output_format
from refcli.core.errors import Refused
from refcli.core.sentence import Proper, fill, listed
from refcli.game.by_hand import phase_meant
from refcli.game.game import Answer, Game
from refcli.game.names import owner_begun, unit_named
from refcli.game.reminders import due, idle, passed_over
from refcli.game.units import check_name
from refcli.prompt.describe import (
    changes_said,
    due_lines,
    ends_said,
    everybody,
    idle_line,
    one_unit,
    rows_in_fire,
    type_and_side,
    what_it_is,
    where,
)
from refcli.wire import JsonObject
from refcli.wire.lookup import whole_number

if TYPE_CHECKING:
    pass


MOST_DUE = 5
"""Lines of what is due that are printed as a phase begins."""


def evening_of(workspace: Workspace) -> Evening:
    """The game that is worked in. Raises Refused where none is named or set."""
    if workspace.evening is None:
        raise Refused(
            'which game? --game evening.jsonl names its file; to set it: game = "evening.jsonl" in refcli.toml'
        )
    return workspace.evening


def command_of_game(
    workspace: Workspace, name: str, help: str, params: Iterable[Any], act: Callable[..., None]
) -> Command:
    """A command that acts on the game: ``act(game, as_json, **given)``."""

    def run(rules: str | None, game: str | None, json: bool, **given: Any) -> int:
        evening = evening_of(workspace)
        evening.loaded(rules or "")
        evening.game.refresh()
        act(evening.game, json or output_format(workspace.settings) == "json", **given)
        return 0

    common = [RULES_OPTION, GAME_OPTION, flag("--json", help="Print JSON.")]
    return Command(name, run, [*params, *common], help, raw=name == "note")


def tell(game: Game, answer: Answer, as_json: bool, **beside: Any) -> None:
    """Tell what an act changed; where it changed no state, what was done."""
    if as_json:
        print_answer(entry=answer.number, **beside, changes=changes_to(answer))
    else:
        said = changes_said(answer.changes)
        print_wrapped([f"{answer.number}: {said}" if said else said_of(game, answer.number, game.entry(answer.number))])


def add(workspace: Workspace) -> Command:
    """``add NAME ROW... SIDE [group=G] [field=value] [condition]``, or ``add --from SCENARIO``."""
    params = [
        argument("words", many=True, metavar="[NAME ROW... SIDE]", help="Its name (a1,a2 are two units), rows "
                 "of the charts (4xinfantry), its side; then group=, a field=value, a condition that always holds."),
        option("--from", metavar="SCENARIO", help="The units of this scenario."),
    ]  # fmt: skip

    def act(game: Game, as_json: bool, words: tuple[str, ...], **given: Any) -> None:
        prefixes = workspace.takes_prefixes
        if given["from"]:
            added = units_of_scenario(game, given["from"], list(words))
        elif len(words) < 2:
            raise Refused("add what? its name, then what it is and its side: add Tiger-131 heavy-tank german")
        else:
            added = [(name, list(words[1:])) for name in each_of(words[0])]
        for name, _ in added:
            check_name(name)

        def add_all() -> None:
            for name, said in added:
                _add(game, name, said, as_json, prefixes)

        in_one(game, add_all)

    return command_of_game(workspace, "add", "A unit comes into play: its name, what it is, its side.", params, act)


def each_of(names: str) -> list[str]:
    """The names that are joined by commas, each once: what is said is said of each by itself."""
    return [*dict.fromkeys(names.split(","))]


def in_one(game: Game, work: Callable[[], None]) -> None:
    """Do all that one line asks for, or nothing where a part of it is refused; then print its answers."""
    with withheld():
        game.in_one(work)


def _add(game: Game, name: str, said: list[str], as_json: bool, prefixes: bool) -> None:
    """Add a unit and tell it; of one that was there already, what it was before."""
    before, sides = game.ledger.units.get(name), [*game.ledger.sides]
    answer = game.add(name, said, prefixes)
    if as_json:
        tell(game, answer, as_json, unit=name)
        return
    was = f" (it was {type_and_side(before)})" if before else ""
    unit = game.ledger.units[name]
    print_wrapped([f"{answer.number}: {name}, {type_and_side(unit)}{was}{rows_in_fire(game, unit)}"])
    if unit.side and unit.side not in sides and len(sides) > 1:
        print_wrapped([f"  {unit.side} is a new side, beside {listed(sides)}"])
    left = before.side if before and before.side != unit.side else ""
    if left and not any(one.side == left for one in game.ledger.units.values()):
        others = " ".join([one for one in game.ledger.sides if one != left])
        print_wrapped([f"  nobody is of {left} any more: sides {others}"])


def units_of_scenario(game: Game, name: str, more: list[str]) -> list[tuple[str, list[str]]]:
    """The units of a scenario as they are added, each with ``more`` words behind its own."""
    from refcli.referee.scenario import scenario_file, scenario_named, scenarios_in

    found = scenario_named(name, scenarios_in(scenario_file()))
    if found.rules != game.rules:
        raise Refused(f"--from: {found.name} is a situation of {found.rules}, and the game is played by {game.rules}")
    return list(found.typed_units(more))


def remove(workspace: Workspace) -> Command:
    """``remove NAME``."""

    def act(game: Game, as_json: bool, name: str) -> None:
        units = [unit_named(game.ledger, whoever(workspace, game, one)) for one in each_of(name)]
        in_one(game, lambda: remove_all(game, as_json, units))

    def remove_all(game: Game, as_json: bool, units: Iterable[str]) -> None:
        for unit in dict.fromkeys(units):
            answer = game.act("remove", unit=unit)
            if as_json:
                tell(game, answer, as_json)
                continue
            leaves = fill("{unit} {unit:leaves|leave} the game", {"unit": Proper(unit)})
            others = changes_said([one for one in answer.changes if one.owner != unit])
            print_wrapped([f"{answer.number}: {'; '.join(filter(None, (leaves, others)))}"])

    params = [argument("name", metavar="NAME", required=True, help="The unit.")]
    return command_of_game(workspace, "remove", "A unit leaves the game.", params, act)


def whoever(workspace: Workspace, game: Game, name: str, state: str = "") -> str:
    """Who is meant by a name; at a terminal and at the table its beginning is enough."""
    return owner_begun(game.ledger, name, state) if workspace.takes_prefixes else name


def who(workspace: Workspace) -> Command:
    """``who [NAME]``."""

    def act(game: Game, as_json: bool, name: str | None) -> None:
        ledger = game.ledger
        owner = None if name is None else game.owner(whoever(workspace, game, name), "")
        if as_json:
            told = None if owner is None else {owner, *ledger.units_at(owner)}
            held = [
                {"owner": one, "state": state, "value": held.value, "turn": held.turn, "entry": held.entry}
                for (one, state), held in ledger.held.items()
                if told is None or one in told
            ]
            units = {
                one: {"is": what_it_is(unit), "side": unit.side}
                for one, unit in ledger.units.items()
                if told is None or one in told
            }
            print_answer(where=where(ledger), units=units, states=held)
        elif owner is None:
            print_lines([where(ledger), *everybody(ledger, width_of(sys.stdout))])
        else:
            print_wrapped(one_unit(ledger, owner))

    named = argument("name", metavar="[NAME]", help="A unit, a side, a group, a place, or game.")
    return command_of_game(workspace, "who", "Who is in play, in what state.", [named], act)


def sides(workspace: Workspace) -> Command:
    """``sides A B``."""

    def act(game: Game, as_json: bool, names: tuple[str, ...]) -> None:
        known = {side.lower(): side for side in game.ledger.sides}
        named = tuple(known.get(name.lower(), name) for name in names)
        for name in named:
            check_name(name)
        tell(game, game.order(named), as_json)

    params = [
        argument(
            "names", many=True, required=True, metavar="SIDE [SIDE]...", help="The sides, the first to move first."
        )
    ]
    return command_of_game(workspace, "sides", "The sides, in the order of their turns.", params, act)


def next_(workspace: Workspace) -> Command:
    """``next [PHASE]``."""

    def act(game: Game, as_json: bool, phase: tuple[str, ...]) -> None:
        before = game.ledger
        course, to = before.course, phase_meant(before, " ".join(phase))
        ends_turn = before.at.turn and course.turn_of(to) != course.turn_of(before.at)
        nothing_done = idle(before) if ends_turn else []
        missed = list(due_lines(passed_over(before, to)))
        answer = game.next(" ".join(phase))
        nothing_done = [name for name in nothing_done if not game.ledger.is_out(name)]
        tell_phase(game, answer, as_json, nothing_done, missed)

    params = [argument("phase", many=True, metavar="[PHASE]", help="The phase that begins; left out, the next one.")]
    return command_of_game(workspace, "next", "The phase ends; what is due in the next one.", params, act)


def tell_phase(game: Game, answer: Answer, as_json: bool, nothing_done: list[str], missed: Sequence[str] = ()) -> None:
    """Tell where the game stands now, what ended, what is due, and who did nothing in a turn that ended.

    ``missed`` is what was due in phases that the game jumped over. Of more than five lines ``due`` prints the rest.
    """
    found = [*missed, *due_lines(due(game.ledger))]
    if as_json:
        tell(game, answer, as_json, where=where(game.ledger), due=found, idle=nothing_done)
        return
    print_wrapped(filter(None, (idle_line(nothing_done), ends_said(answer.changes))))
    more = [f"{len(found) - MOST_DUE} more: due"] if len(found) > MOST_DUE else []
    lines = (f"  {line}" for line in [*found[:MOST_DUE], *more])
    print_wrapped([f"{answer.number}: {where(game.ledger)}", *lines])


def due_(workspace: Workspace) -> Command:
    """``due``."""

    def act(game: Game, as_json: bool) -> None:
        found = [*due_lines(due(game.ledger))]
        if as_json:
            print_answer(where=where(game.ledger), due=found)
        else:
            print_wrapped(found or ["nothing is due"])

    return command_of_game(workspace, "due", "List what is due in this phase.", (), act)


def undo(workspace: Workspace) -> Command:
    """``undo [to N]``."""

    def act(game: Game, as_json: bool, to: tuple[str, ...]) -> None:
        if to and (len(to) != 2 or to[0] != "to"):
            raise Refused("undo takes back the last entry; undo to 14 all behind entry 14")
        answer = game.undo(whole_number(to[1], "undo to", 0) if to else None)
        tell_taken(game, answer, game.live(), as_json, "takes back")

    params = [argument("to", many=True, metavar="[to N]", help="Take back all behind this entry.")]
    return command_of_game(workspace, "undo", "Take back the last entry, or all behind one.", params, act)


def redo(workspace: Workspace) -> Command:
    """``redo``."""

    def act(game: Game, as_json: bool) -> None:
        before = game.live()
        tell_taken(game, game.redo(), before, as_json, "brings back")

    return command_of_game(workspace, "redo", "Bring back what the last undo took.", (), act)


def tell_taken(game: Game, answer: Answer, without: Mapping[int, JsonObject], as_json: bool, what: str) -> None:
    """Tell which entries an undo takes back, or a redo brings back, and the one before as it is ``without`` them."""
    numbers = game.entries[answer.number]["game"]["entries"]
    if as_json:
        tell(game, answer, as_json, entries=numbers)
        return
    before = [(number, entry) for number, entry in without.items() if number < numbers[0]][-1:]
    print_wrapped([f"after {said_of(game, number, entry)}" for number, entry in before if number])
    print_wrapped([f"  {what} {said_of(game, number, game.entries[number])}" for number in numbers])
    said = changes_said(answer.changes)
    print_wrapped([f"{answer.number}: {said}"] if said else [])


def said_of(game: Game, number: int, entry: JsonObject) -> str:
    """An entry of the game in one line, with its number."""
    if "ruling" in entry:
        return f"{number}: {asked_of(entry, game.referee.rulesets)}: {entry['ruling']['verdict']}"
    ledger = game.ledger
    return f"{number}: {act_said(entry['game'], ledger.play, ledger.sides, ledger.states)}"


def note(workspace: Workspace) -> Command:
    """``note TEXT``."""

    def act(game: Game, as_json: bool, text: tuple[str, ...]) -> None:
        tell(game, game.act("note", text=" ".join(text)), as_json)

    params = [argument("text", many=True, required=True, metavar="WORD [WORD]...", help="What is to be remembered.")]
    return command_of_game(workspace, "note", "Write something down in the game.", params, act)
