"""Entries of a journal in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from refcli.core.errors import Refused
from refcli.core.request import GROUPS, NAMES, Input
from refcli.core.ruling import effect_line
from refcli.core.sentence import some
from refcli.core.states import FLAG, State
from refcli.core.states import Sequence as Play
from refcli.game.luck import Measure
from refcli.referee.known_rulesets import KnownRulesets
from refcli.referee.referee import Referee
from refcli.render.columns import wrapped
from refcli.wire import JsonObject
from refcli.wire.requests import FIGURES, controls_typed

SAID = {"rolled": "dice rolled by refcli", "entered": "dice rolled by hand", "both": "dice of both"}
"""Names of the origins of dice."""

WHOLE = 10_000
"""A width at which no line is wrapped."""


def in_words(measure: Measure) -> str:
    """A measure in one line."""
    name = f"{measure.rules} {measure.procedure}"
    certain = f"; {measure.certain} needed no luck" if measure.certain else ""
    if not measure.enough:
        return f"{name}: {some(measure.open, 'ruling')}, too few to tell{certain}"
    return (
        f"{name}: {measure.came} of {measure.open} came off, {measure.expected:.1f} were to be expected: "
        f"{measure.luck}{certain}"
    )


def day_of(entry: JsonObject) -> str:
    """The local day of an entry: ``Sunday 22 November 2026``."""
    time = _local(entry)
    return f"{time:%A} {time.day} {time:%B %Y}" if time else "on a day that is not known"


def clock_of(entry: JsonObject) -> str:
    """The local time of an entry: ``20:41``."""
    time = _local(entry)
    return f"{time:%H:%M}" if time else "--:--"


def same_dice(entry: JsonObject) -> tuple[Any, ...]:
    """A key that entries with the same dice share: a ruling that is judged again keeps its dice."""
    ruling = entry["ruling"]
    return ruling["rules"], ruling["procedure"], ruling["seed"]


def in_short(
    number: int, entry: JsonObject, first: int, width: int, known: KnownRulesets, undone: bool = False
) -> list[str]:
    """A ruling in a line or two: time, request, verdict; ``first`` is the first entry with the same dice."""
    ruling = entry["ruling"]
    turn = f"turn {entry['turn']}  " if "turn" in entry else ""
    again = f"amends {entry['amends']}: " if "amends" in entry else f"{first} again: " if first != number else ""
    overruled = OVERRULED if entry.get("overrules") else ""
    asked = f"{again}{ruling['rules']} {_asked(ruling, known)}{overruled}"
    begins = f"{number:>4}  {clock_of(entry)}  {turn}"
    return wrapped(f"{asked}: {ruling['verdict']}{UNDONE if undone else ''}", width, begins, " " * len(begins))


UNDONE, OVERRULED = " (undone)", " (overruled)"
"""The marks of an entry that was undone, and of a request that overruled a refusal."""


def act_in_short(number: int, entry: JsonObject, said: str, undone: bool, width: int) -> list[str]:
    """An act of a game that is no ruling: its time, and the act in words."""
    begins = f"{number:>4}  {clock_of(entry)}  "
    return wrapped(f"{said}{UNDONE if undone else ''}", width, begins, " " * len(begins))


def undone_in(entries: Iterable[JsonObject]) -> set[int]:
    """The numbers of the entries that are undone."""
    found: set[int] = set()
    for entry in entries:
        act = entry.get("game", {})
        if act.get("do") == "undo":
            found.update(act["entries"])
        elif act.get("do") == "redo":
            found.difference_update(act["entries"])
    return found


class ActWords:
    """Puts the acts of a game into words, entry by entry: earlier ones give its sides."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._play: Play | None = None
        self._states: Mapping[str, State] = {}
        self._sides: list[str] = []

    def follow(self, entry: JsonObject) -> None:
        """Note the ruleset and the sides of an entry."""
        act = entry.get("game", {})
        rules = entry["given"]["rules"] if "given" in entry else act["rules"] if act.get("do") == "begin" else ""
        if rules and self._play is None:
            with suppress(Refused):
                self._states, self._play = self._referee.loaded(rules).library.states()
        if act.get("do") == "sides":
            self._sides = list(act["sides"])
        side = act["unit"]["side"] if act.get("do") == "add" else ""
        if side and side not in self._sides:
            self._sides.append(side)

    def of(self, entry: JsonObject) -> str:
        """The act of an entry in words; empty for a ruling."""
        self.follow(entry)
        return act_said(entry["game"], self._play, self._sides, self._states) if "game" in entry else ""


def _local(entry: JsonObject) -> datetime | None:
    """The local time of an entry."""
    try:
        return datetime.fromisoformat(str(entry["time"])).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def _asked(ruling: JsonObject, known: KnownRulesets) -> str:
    """A request as it is typed: procedure, units, conditions."""
    request = ruling["request"]
    said = [_named(request, field.name) for field in _placed(ruling, known) if request.get(field.name)]
    terms = [",".join(map(str, value)) if isinstance(value, list) else str(value) for value in said]
    return " ".join([ruling["procedure"], *terms, *map(str, request.get("conditions", ()))])


def _named(request: JsonObject, field: str) -> Any:
    """The terms of a field, with the names of units in play."""
    value, names = request[field], request.get(NAMES, {}).get(field)
    if not names:
        return value
    terms = value if isinstance(value, list) else [value]
    return ["+".join([name or term, *term.split("+")[1:]]) for name, term in zip(names, terms, strict=True)]


def _placed(ruling: JsonObject, known: KnownRulesets) -> list[Input]:
    """The fields that stand behind the procedure's name; none where this refcli does not know it."""
    try:
        return known.ruleset(ruling["rules"]).procedure(ruling["procedure"]).positional
    except (KeyError, Refused):
        return []


def in_full(number: int, entry: JsonObject, rulesets: KnownRulesets) -> Iterator[str]:
    """A ruling with its request, figures, dice and effects."""
    ruling = entry["ruling"]
    yield day_of(entry)
    yield from in_short(number, entry, number, WHOLE, rulesets)
    for key, value in ruling["request"].items():
        if value not in ([], None) and key not in (*FIGURES, NAMES, GROUPS):
            yield f"         {key}: {', '.join(map(str, value)) if isinstance(value, list) else value}"
    for option in controls_typed(ruling["request"]):
        yield f"         {option}"
    for step in ruling["steps"]:
        yield f"         {_step(step)}"
    for effect in ruling["effects"]:
        yield f"         effect: {effect_line(**effect)}"
    yield f"         charts {ruling['charts']}, seed {ruling['seed']}"


def _step(step: JsonObject) -> str:
    kind = step["kind"]
    if kind == "roll":
        faces = ",".join(map(str, step["faces"]))
        needs = f", needs {step['needs']}" if step["needs"] else ""
        origin = step["from"] if isinstance(step["from"], str) else ",".join(step["from"])
        return f"{step['label']}: {faces} on {step['die']}{needs} ({origin})"
    if kind == "sum":
        parts = " + ".join(f"{part['value']} {part['label']}" for part in step["parts"])
        return f"{step['name']}: {parts or 'nothing'} = {step['total']}"
    if kind == "figure":
        return f"{step['label']}: {'-' if step['value'] is None else step['value']}"
    if kind == "choice":
        return f"{step['label']}: {step['chosen']} ({step['by']})"
    return str(step.get("text") or step.get("label"))


def asked_of(entry: JsonObject, known: KnownRulesets) -> str:
    """The request of a ruling as it is typed, with the names of units in play."""
    return _asked(entry["ruling"], known)


def act_said(act: JsonObject, play: Play | None, sides: Sequence[str], states: Mapping[str, State]) -> str:
    """An act of a game that is no ruling, as it is typed; sequence, sides and states are the game's."""
    do = act["do"]
    if do == "begin":
        return f"a game of {act['rules']} begins"
    if do == "sides":
        return f"sides {' '.join(act['sides'])}"
    if do == "add":
        return f"add {' '.join(_unit_typed(act['unit']))}"
    if do == "remove":
        return f"remove {act['unit']}"
    if do == "set":
        flag = act["state"] not in states or states[act["state"]].value == FLAG
        value = "" if flag and act["value"] == 1 else f" {act['value']}"
        until = f" until {act['until']}" if "until" in act else ""
        return f"set {act['of'] or 'game'} {act['state']}{value}{until}"
    if do == "unset":
        return f"set {act['of'] or 'game'} no-{act['state']}"
    if do == "phase":
        phases = play.phases if play else ()
        phase = phases[act["phase"]] if act["phase"] < len(phases) else None
        own = act["side"] < len(sides) and (phase is None or play is None or play.own_turns or phase.each_side)
        name = phase.name if phase else f"phase {act['phase'] + 1}"
        side = f", {sides[act['side']]}" if own else ""
        return f"turn {act['turn']}{side}: {name}"
    if do in ("undo", "redo"):
        first, last = act["entries"][0], act["entries"][-1]
        return f"{do} of {first}{f' to {last}' if last != first else ''}"
    return f"note: {act.get('text', '')}"


def _unit_typed(unit: JsonObject) -> Iterator[str]:
    """The words that add a unit."""
    yield unit["name"]
    yield from (f"{many}x{row}" if many > 1 else str(row) for row, many in unit["rows"])
    yield from filter(None, (unit["side"],))
    yield from ([f"group={unit['group']}"] if unit["group"] else ())
    yield from (f"{key}={value}" for key, value in unit["fields"].items())
    yield from unit["conditions"]
