"""A game whose file was forged, each line with its right check: told in one line with its number, and never obeyed."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from refcli.rulesets import RULESETS
from refcli.wire import JsonObject
from tests.conftest import Home, Ran, Run, journal_of, run_here
from tests.generated.draw import Draw
from tests.generated.evenings import played
from tests.generated.mutations import hostile, spelled

FILE = "evening.jsonl"
UNIT = {"name": "x", "rows": [["tank", 1]], "side": "Blue", "group": "", "fields": {}, "conditions": []}


@pytest.fixture
def entries(home: Home, run: Run) -> list[JsonObject]:
    """Those of a game of five: two units, the first turn's Combat, a ruling, an end of the phase."""
    for line in ("add alpha tank Blue", "add rifles infantry Red", "next Combat", "fire alpha rifles --seed 2", "next"):
        assert run("-R", "grid", "--game", FILE, *line.split()).status == 0
    return [json.loads(line) for line in (home.work / FILE).read_text().splitlines()]


def written(home: Home, entries: list[JsonObject], **more: Any) -> int:
    """The game with one entry more, and that entry's number."""
    (home.work / FILE).write_bytes(journal_of([*entries, {"time": entries[0]["time"], **more}]))
    return len(entries) + 1


def acted(do: str, **said: Any) -> dict[str, Any]:
    """An act of a game, as an entry says it."""
    return {"game": {"do": do, **said}}


def kept(entry: JsonObject) -> JsonObject:
    """A ruling's entry without its stamp."""
    return {key: entry[key] for key in ("given", "ruling")}


class TestAnEntryThatIsNone:
    """Has not the form of one, for every command that reads it."""

    @pytest.mark.parametrize(
        "forged",
        [
            acted("moment"),
            acted("ruled"),
            acted("addd", unit=UNIT),
            *[
                acted("add", unit={**UNIT, "rows": rows})
                for rows in ([[]], [["tank"]], [["tank", "1"]], [["tank", 1000]])
            ],
            *[acted("add", unit={**UNIT, "rows": [row]}) for row in ([["tank"], 1], ["tank", -1], ["tank", 1, 1])],
            *[acted("add", unit={**UNIT, "name": name}) for name in ("", "a b", "\x1b[2J", "$(touch PWNED)", 3)],
            *[acted("add", unit={**UNIT, key: "$(touch PWNED)"}) for key in ("side", "group")],
            *[acted(do, of="alpha", state="\x1b[2J", value=1) for do in ("set", "unset")],
            acted("add", unit={**UNIT, "fields": {"guns": [1]}}),
            acted("sides", sides=["Blue", "R\u202eed"]),
            acted("set", of="alpha", state="mud", value=10**300),
            acted("set", of="alpha", state="mud", value=None),
            *[acted("phase", **{"turn": 1, "phase": 0, "side": 0, key: -1}) for key in ("turn", "phase", "side")],
            acted("undo", entries=[]),
            acted("redo", entries=[-1]),
            {**acted("note", text="x"), "amends": 5},
            acted("note", text="x", entries=["x"]),
            {**acted("note", text="x"), "weather": "rain"},
            acted("add", unit={**UNIT, "members": ["x"]}),
            {**acted("note", text="x"), "given": {}, "ruling": {}},
        ],
        ids=str,
    )
    @pytest.mark.parametrize("command", ["log show evening.jsonl", "--game evening.jsonl who"])
    def test_is_told(self, home: Home, run: Run, entries: list[JsonObject], forged: JsonObject, command: str) -> None:
        number = written(home, entries, **forged)
        ran = run(*command.split())
        assert f"{FILE}:{number}: " in ran.err and ran.err.count("\n") == 1

    @pytest.mark.parametrize(
        "names", [["alpha"], {"attackers": ["alpha", "b"]}, {"attackers": 3}, {"nobody": ["alpha"]}]
    )
    def test_is_told_where_it_names_other_units_than_it_has(
        self, home: Home, run: Run, entries: list[JsonObject], names: Any
    ) -> None:
        ruled = entries[4]
        number = written(home, entries, **{**kept(ruled), "given": {**ruled["given"], "names": names}})
        assert f"{FILE}:{number}: " in run("--game", FILE, "who").err


class TestAnEntryThatFollowsFromNothing:
    """Stops the game at its line: nothing is counted that no game could have come to."""

    @pytest.mark.parametrize(
        "forged",
        [
            acted("phase", turn=10**6, phase=0, side=0),
            acted("phase", turn=1, phase=99, side=0),
            acted("phase", turn=1, phase=0, side=9),
            acted("set", of="alpha", state="losses", value="many"),
            acted("set", of="game", state="time", value=3),
            acted("add", unit={**UNIT, "fields": {"losses": "many"}}),
            acted("undo", entries=[7]),
            acted("undo", entries=[1, 10**9]),
            acted("redo", entries=[0]),
        ],
        ids=str,
    )
    @pytest.mark.parametrize(
        "command", ["--game evening.jsonl who", "log report evening.jsonl", "log roster evening.jsonl"]
    )
    def test_of_an_act(self, home: Home, run: Run, entries: list[JsonObject], forged: JsonObject, command: str) -> None:
        number = written(home, entries, **forged)
        ran = run(*command.split())
        assert (ran.status, ran.out, ran.err.count("\n")) == (3, "", 1)
        assert ran.err.startswith(f"refcli: {FILE}:{number}: ")

    @pytest.mark.parametrize("amends", [0, 7, 8, 10**6])
    def test_of_a_ruling_that_amends_itself_or_what_is_to_come(
        self, home: Home, run: Run, entries: list[JsonObject], amends: int
    ) -> None:
        number = written(home, entries, **kept(entries[4]), amends=amends)
        assert f"{FILE}:{number}: " in run("--game", FILE, "who").err

    @pytest.mark.parametrize(
        "given",
        [{"rules": "skirmish", "procedure": "fire"}, {"procedure": "charge"}],
        ids=["other rules", "no procedure"],
    )
    def test_of_a_ruling_of_another_game(
        self, home: Home, run: Run, entries: list[JsonObject], given: JsonObject
    ) -> None:
        ruled = entries[4]
        written(home, entries, **{**kept(ruled), "given": {**ruled["given"], **given}})
        ran = run("--game", FILE, "who")
        assert ran.status in (3, 4) and ran.err.startswith("refcli: ") and ran.err.count("\n") == 1

    def test_of_a_ruling_that_amends_an_act(self, home: Home, run: Run, entries: list[JsonObject]) -> None:
        number = written(home, entries, **kept(entries[4]), amends=2)
        assert f"{FILE}:{number}: " in run("--game", FILE, "who").err

    def test_of_a_field_that_the_procedure_has_not(self, home: Home, run: Run, entries: list[JsonObject]) -> None:
        ruled = entries[4]
        number = written(home, entries, **{**kept(ruled), "given": {**ruled["given"], "weather": "rain"}})
        assert f"{FILE}:{number}: " in run("--game", FILE, "who").err

    def test_of_a_game_that_begins_once_more(self, home: Home, run: Run, entries: list[JsonObject]) -> None:
        number = written(home, entries, **acted("begin", rules="skirmish"))
        assert f"{FILE}:{number}: " in run("--game", FILE, "who").err

    def test_of_a_side_in_a_phase_that_is_nobodys_own(self, home: Home, run: Run) -> None:
        for line in ("sides Axis Allies", "next"):
            assert run("-R", "fw", "--game", FILE, *line.split()).status == 0
        made = [json.loads(line) for line in (home.work / FILE).read_text().splitlines()]
        number = written(home, made, **acted("phase", turn=1, phase=0, side=1))
        ran = run("--game", FILE, "who")
        assert ran.status == 3 and ran.err.startswith(f"refcli: {FILE}:{number}: ")

    def test_is_as_if_it_were_not_there_once_it_was_undone(
        self, home: Home, run: Run, entries: list[JsonObject]
    ) -> None:
        forged = {**entries[5], **acted("phase", turn=1, phase=99, side=0)}
        written(home, [*entries, forged], **acted("undo", entries=[7]))
        assert run("--game", FILE, "who").status == 0

    def test_brings_back_what_no_undo_took(self, home: Home, run: Run, entries: list[JsonObject]) -> None:
        """There is nothing to redo behind it."""
        written(home, entries, **acted("redo", entries=[5]))
        ran = run("--game", FILE, "redo")
        assert ran.status != 0 and "redo" in ran.err


COMMANDS = (
    *("--game evening.jsonl who", "--game evening.jsonl who --json", "--game evening.jsonl note x"),
    *(
        "--game evening.jsonl next",
        "--game evening.jsonl undo",
        "--game evening.jsonl redo",
    ),
    *(
        "--game evening.jsonl why",
        "--game evening.jsonl what-if",
        "--game evening.jsonl fix",
        "--game evening.jsonl fix 4",
    ),
    *(
        "log show evening.jsonl",
        "log show evening.jsonl --json",
        "log verify evening.jsonl",
        "log replay evening.jsonl",
    ),
    *("log stats evening.jsonl", "log report evening.jsonl", "log report evening.jsonl --format html"),
    *("log roster evening.jsonl --format html", "log show evening.jsonl AT", "log amend evening.jsonl AT"),
    *("--game evening.jsonl fix AT", "--game evening.jsonl undo to AT", "table evening.jsonl"),
)
"""What reads a game; AT is the number of the entry that was forged."""

LINES = "who\nnext\ndue\nwhy\nfix\nundo\nredo\nnote x\nlog show\n"


def places(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value in an entry."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        yield (*before, key)
        yield from places(one, (*before, key))


def forged(draw: Draw, entries: Sequence[JsonObject]) -> tuple[int, list[JsonObject]]:
    """Change a game in one place, half the time by a key of an entry or act: the entry's number, and all entries."""
    found = json.loads(json.dumps(list(entries)))
    at = draw.below(len(found))
    entry = found[at]
    entry.pop("check", None)
    *way, key = draw.one([one for one in places(entry) if one[0] not in ("journal", "time")])
    holder = entry
    for step in way:
        holder = holder[step]
    how = draw.below(12)
    if how > 5 or (how == 0 and isinstance(holder, dict)):
        holder = holder if how == 0 else draw.one((entry, entry.get("game", entry)))
        holder[draw.one(("weather", "entries", "members", "rules", "names", "do", "amends", "check"))] = hostile(draw)
    elif how == 1:
        del holder[key]
    elif how == 2:
        other = draw.one(found)
        holder[key] = draw.one(list(other.values()))
    elif how == 3 and isinstance(holder[key], (int, float)):
        holder[key] = draw.one((-1, 0, 1, at, at + 1, at + 2, len(found), 10**9, 1 << 53, 1 << 63, 10**400, 0.5, True))
    elif how == 4 and isinstance(holder[key], str):
        holder[key] = spelled(draw, holder[key])
    else:
        holder[key] = hostile(draw)
    return at + 1, found


def read_by(command: str, number: int) -> Ran:
    """What a command answers that reads a forged game; nothing it raises is held back."""
    return run_here(command.replace("AT", str(number)).split(), LINES if command.startswith("table") else "")


def told_badly(ran: Ran) -> str:
    """What is wrong with an answer: more than a line of refusal, or a fault of refcli's own."""
    refused = [line for line in ran.err.splitlines() if line.startswith("refcli: ")]
    return ran.err if ran.status not in (0, 1, 2, 3, 4, 5) or len(refused) > 1 or "fault of refcli" in ran.err else ""


@pytest.mark.parametrize("rules", RULESETS)
def test_a_game_with_one_value_forged_is_read_or_refused_in_one_line(home: Home, rules: str) -> None:
    draw = Draw(f"forged {rules}")
    entries = played(list(RULESETS).index(rules))
    for _ in range(60):
        number, found = forged(draw, entries)
        (home.work / FILE).write_bytes(journal_of(found))
        command = draw.one(COMMANDS)
        assert not told_badly(read_by(command, number)), (command, found[number - 1])
