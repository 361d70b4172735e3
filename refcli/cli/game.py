"""The commands of a game: units, states, phases, undo and redo, notes.

Each is typed at the prompt of ``refcli table`` as well, without ``refcli``.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from refcli.cli.command import GAME_OPTION, RULES_OPTION, Command, argument, flag, option
from refcli.cli.entry_lines import act_said, asked_of
from refcli.cli.evening import Evening, changes_to, in_window, print_wrapped
from refcli.cli.output import print_answer, print_lines
from refcli.cli.terminal import width_of, withheld
from refcli.cli.workspace import Workspace, output_format
from refcli.core.errors import Refused
from refcli.core.limits import in_short
from refcli.core.sentence import Proper, fill, listed
from refcli.core.squares import squares_in
from refcli.core.states import FLAG, State
from refcli.game.by_hand import DONE, phase_meant, state_from_text
from refcli.game.game import Answer, Game
from refcli.game.ledger import Ledger
from refcli.game.names import complete_name, group_named, owner_begun, unit_named
from refcli.game.reminders import due, idle, passed_over
from refcli.game.units import check_name
from refcli.prompt.describe import (
    changes_said,
    due_lines,
    ends_said,
    everybody,
    one_unit,
    rows_in_fire,
    type_and_side,
    what_it_is,
    where,
)
from refcli.wire import JsonObject
from refcli.wire.lookup import NOT, whole_number

if TYPE_CHECKING:
    pass


MOST_DUE = 5
"""Lines of reminders that are printed as a phase begins."""

UNTIL = "until"
TERRAIN, OPEN = "terrain", "open"


def evening_of(workspace: Workspace) -> Evening:
    """Return the game of the command line or the settings. Raises Refused if there is none."""
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


def print_act(game: Game, answer: Answer, as_json: bool, **beside: Any) -> None:
    """Print the changes of an act or, if it changed no state, the act itself."""
    if as_json:
        print_answer(entry=answer.number, **beside, changes=changes_to(answer))
    else:
        changes = changes_said(answer.changes)
        print_wrapped([f"{answer.number}: {changes}" if changes else entry_line(game, answer.number)])


def add(workspace: Workspace) -> Command:
    """``add NAME ROW... SIDE [group=G] [field=value] [condition]``, or ``add --from SCENARIO``."""
    params = [
        argument("words", many=True, metavar="[NAME ROW... SIDE]", help="Its name (a1,a2 are two units), rows "
                 "of the charts (4xinfantry), its side; then group=, a field=value, a condition that always holds."),
        option("--from", metavar="SCENARIO", help="The units of this scenario."),
    ]  # fmt: skip

    def act(game: Game, as_json: bool, words: tuple[str, ...], **given: Any) -> None:
        if given["from"]:
            units = units_of_scenario(game, given["from"], list(words))
        elif len(words) < 2:
            raise Refused("add what? its name, then what it is and its side: add Tiger-131 heavy-tank german")
        else:
            units = [(name, list(words[1:])) for name in dict.fromkeys(words[0].split(","))]
        for name, _ in units:
            check_name(name)

        def add_all() -> None:
            for name, rest in units:
                add_unit(game, name, rest, as_json, workspace.takes_prefixes)

        in_one(game, add_all)

    return command_of_game(workspace, "add", "A unit comes into play: its name, what it is, its side.", params, act)


def in_one(game: Game, work: Callable[[], None]) -> None:
    """Do all parts of a line and print their answers, or do nothing if one is refused."""
    with withheld():
        game.in_one(work)


def add_unit(game: Game, name: str, words: list[str], as_json: bool, prefixes: bool) -> None:
    """Add a unit and print it, with its former type if it was in play already."""
    before, sides = game.ledger.units.get(name), [*game.ledger.sides]
    answer = game.add(name, words, prefixes)
    if as_json:
        print_act(game, answer, as_json, unit=name)
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
        units = [unit_named(game.ledger, owner_meant(workspace, game, one)) for one in name.split(",")]

        def remove_all() -> None:
            for unit in dict.fromkeys(units):
                answer = game.act("remove", unit=unit)
                if as_json:
                    print_act(game, answer, as_json)
                    continue
                leaves = fill("{unit} {unit:leaves|leave} the game", {"unit": Proper(unit)})
                others = changes_said([one for one in answer.changes if one.owner != unit])
                print_wrapped([f"{answer.number}: {'; '.join(filter(None, (leaves, others)))}"])

        in_one(game, remove_all)

    params = [argument("name", metavar="NAME", required=True, help="The unit.")]
    return command_of_game(workspace, "remove", "A unit leaves the game.", params, act)


def owner_meant(workspace: Workspace, game: Game, name: str, state: str = "") -> str:
    """Return the owner of a name or, at a terminal and at the prompt, of its beginning."""
    return owner_begun(game.ledger, name, state) if workspace.takes_prefixes else name


def who(workspace: Workspace) -> Command:
    """``who [NAME]``."""

    def act(game: Game, as_json: bool, name: str | None) -> None:
        ledger = game.ledger
        owner = None if name is None else game.owner(owner_meant(workspace, game, name), "")
        if as_json:
            named = None if owner is None else {owner, *ledger.units_at(owner)}
            held = [
                {"owner": one, "state": state, "value": held.value, "turn": held.turn, "entry": held.entry}
                for (one, state), held in ledger.held.items()
                if named is None or one in named
            ]
            units = {
                one: {"is": what_it_is(unit), "side": unit.side}
                for one, unit in ledger.units.items()
                if named is None or one in named
            }
            print_answer(where=where(ledger), units=units, states=held)
        elif owner is None:
            print_lines([where(ledger), *everybody(ledger, width_of(sys.stdout))])
        else:
            print_wrapped(one_unit(ledger, owner))

    params = [argument("name", metavar="[NAME]", help="A unit, a side, a group, a place, or game.")]
    return command_of_game(workspace, "who", "Who is in play, in what state.", params, act)


def sides(workspace: Workspace) -> Command:
    """``sides A B``."""

    def act(game: Game, as_json: bool, names: tuple[str, ...]) -> None:
        known = {side.lower(): side for side in game.ledger.sides}
        named = tuple(known.get(name.lower(), name) for name in names)
        for name in named:
            check_name(name)
        print_act(game, game.order(named), as_json)

    params = [argument("names", many=True, required=True, metavar="SIDE [SIDE]...",
                       help="The sides, the first to move first.")]  # fmt: skip
    return command_of_game(workspace, "sides", "The sides, in the order of their turns.", params, act)


def set_(workspace: Workspace) -> Command:
    """``set NAME STATE [VALUE] [until MOMENT]``, ``set NAME no-STATE``."""
    params = [
        argument("name", metavar="NAME", required=True, help="Units, a side, a group, a place, or game."),
        argument("words", many=True, required=True, metavar="STATE [VALUE] [until MOMENT]",
                 help="What holds from now on; no-STATE takes it back; until end of turn; "
                 "set game hide-STATE reminds nobody of a state."),
    ]  # fmt: skip

    def act(game: Game, as_json: bool, name: str, words: tuple[str, ...]) -> None:
        def set_all() -> None:
            for one in dict.fromkeys(name.split(",")):
                set_state(workspace, game, as_json, one, list(words))

        in_one(game, set_all)

    return command_of_game(workspace, "set", "A state is said by hand, or taken back.", params, act)


def done(workspace: Workspace) -> Command:
    """``done NAME``: the unit ends its activation."""
    params = [argument("name", metavar="NAME", required=True, help="The unit that has finished.")]

    def act(game: Game, as_json: bool, name: str) -> None:
        if DONE not in game.ledger.states:
            raise Refused(f"{game.rules} has no activations that end")
        set_state(workspace, game, as_json, name, [DONE])

    return command_of_game(workspace, DONE, "A unit has finished its activation.", params, act)


def set_state(workspace: Workspace, game: Game, as_json: bool, name: str, words: list[str]) -> None:
    """Set a state of an owner, or end it."""
    ledger, states, prefixes = game.ledger, game.ledger.states, workspace.takes_prefixes
    at = words.index(UNTIL, 1) if UNTIL in words[1:] else len(words)
    state, *value = state_from_text(states, words[:at])
    if state.startswith(NOT) and state not in states and not value:
        name = owner_meant(workspace, game, name)
        owners = [game.owner(name, ""), *(unit.name for unit in ledger.in_group(group_named(ledger, name)))]
        held = dict.fromkeys(one.state.name for owner in owners for one in ledger.states_of(owner))
        state = state.removeprefix(NOT)
        state = complete_name(state, held) if prefixes else state
        for owner in [one for one in each_owner(ledger, name, state) if ledger.has(one, state)] or [name]:
            print_act(game, game.unset(owner, state), as_json)
        return
    state = complete_name(state, settable(states, state, bool(value))) if prefixes else state
    name = owner_meant(workspace, game, name, state)
    for owner in each_owner(ledger, name, state):
        print_act(game, game.set(owner, state, " ".join(value), " ".join(words[at + 1 :])), as_json)
    longer = [one for one in states if one.startswith(f"{state}-")]
    if longer and not value and prefixes and not as_json:
        print_wrapped([f"  {one} is another state" for one in longer])


def each_owner(ledger: Ledger, name: str, state: str) -> list[str]:
    """Return the units of a group if a state is set for each of them, else the name itself."""
    group = group_named(ledger, name)
    of_each = ledger.hook.set_for_each and state in ledger.states and ledger.states[state].of == "unit"
    return [one.name for one in ledger.in_group(group)] if group and of_each else [name]


def settable(states: Mapping[str, State], word: str, has_value: bool) -> list[str]:
    """Return the states that a beginning may mean: with a value those that take one, if any begins so.

    The name of a field that a state fills is no beginning: ``end 20:20`` does not mean ``ended``.
    """
    valued = [one.name for one in states.values() if one.text and one.value != FLAG]
    if has_value and any(name.startswith(word.lower()) for name in valued):
        return valued
    if has_value and any(filling.field == word for one in states.values() for filling in one.fills):
        return [one for one in states if one == word]
    hidden = () if has_value else [one.name for one in states.values() if one.value != FLAG]
    return [one.name for one in states.values() if one.text or one.name in hidden or one.name == word]


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

        def declare() -> None:
            for place, *feature in parts:
                print_act(game, game.set(place.upper(), TERRAIN, " ".join(feature) or OPEN), as_json)

        in_one(game, declare)

    return command_of_game(workspace, "map", "Declare the terrain of squares.", params, act)


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
        print_phase(game, answer, as_json, nothing_done, missed)

    params = [argument("phase", many=True, metavar="[PHASE]", help="The phase that begins; left out, the next one.")]
    return command_of_game(workspace, "next", "The phase ends; what is due in the next one.", params, act)


def print_phase(game: Game, answer: Answer, as_json: bool, nothing_done: list[str], missed: Sequence[str]) -> None:
    """Print the new phase with its reminders, what ended, and the units that did nothing in a turn that ended.

    ``missed`` are reminders of phases that the game jumped over. Of more than five lines ``due`` prints the rest.
    """
    found = [*missed, *due_lines(due(game.ledger))]
    if as_json:
        print_act(game, answer, as_json, where=where(game.ledger), due=found, idle=nothing_done)
        return
    nothing = f"nothing done this turn: {', '.join(nothing_done)}" if nothing_done else ""
    print_wrapped(filter(None, (nothing, ends_said(answer.changes))))
    lines = list[str]()
    for number, line in enumerate(found):
        wrapped = in_window([f"  {line}"])
        if len(lines) + len(wrapped) > MOST_DUE:
            lines.append(f"  {len(found) - number} more: due")
            break
        lines += wrapped
    print_lines([*in_window([f"{answer.number}: {where(game.ledger)}"]), *lines])


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
        print_undone(game, answer, game.live(), as_json, "takes back")

    params = [argument("to", many=True, metavar="[to N]", help="Take back all behind this entry.")]
    return command_of_game(workspace, "undo", "Take back the last entry, or all behind one.", params, act)


def redo(workspace: Workspace) -> Command:
    """``redo``."""

    def act(game: Game, as_json: bool) -> None:
        before = game.live()
        print_undone(game, game.redo(), before, as_json, "brings back")

    return command_of_game(workspace, "redo", "Bring back what the last undo took.", (), act)


def print_undone(game: Game, answer: Answer, without: Mapping[int, JsonObject], as_json: bool, what: str) -> None:
    """Print the entries that an undo takes back or a redo brings back, and the last entry ``without`` them."""
    numbers = game.entries[answer.number]["game"]["entries"]
    if as_json:
        print_act(game, answer, as_json, entries=numbers)
        return
    before = [number for number in without if 0 < number < numbers[0]][-1:]
    print_wrapped([f"after {entry_line(game, number, without[number])}" for number in before])
    print_wrapped([f"  {what} {entry_line(game, number)}" for number in numbers])
    changes = changes_said(answer.changes)
    print_wrapped([f"{answer.number}: {changes}"] if changes else [])


def entry_line(game: Game, number: int, entry: JsonObject | None = None) -> str:
    """An entry of the game in one line, with its number."""
    entry = entry or game.entries[number]
    if "ruling" in entry:
        return f"{number}: {asked_of(entry, game.referee.rulesets)}: {entry['ruling']['verdict']}"
    ledger = game.ledger
    return f"{number}: {act_said(entry['game'], ledger.play, ledger.sides, ledger.states)}"


def note(workspace: Workspace) -> Command:
    """``note TEXT``."""

    def act(game: Game, as_json: bool, text: tuple[str, ...]) -> None:
        print_act(game, game.act("note", text=" ".join(text)), as_json)

    params = [argument("text", many=True, required=True, metavar="WORD [WORD]...", help="What is to be remembered.")]
    return command_of_game(workspace, "note", "Write something down in the game.", params, act)
