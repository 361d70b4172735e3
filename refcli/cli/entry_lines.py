"""Entries of a journal, and what they come to together, as lines for a person."""

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
"""Whose dice rulings were made with."""

WHOLE = 10_000
"""A width in which every line stays whole."""


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
    """The day of an entry, where it was written: ``Sunday 22 November 2026``."""
    time = _local(entry)
    return f"{time:%A} {time.day} {time:%B %Y}" if time else "on a day that is not known"


def clock_of(entry: JsonObject) -> str:
    """The time of day of an entry, where it is told: ``20:41``."""
    time = _local(entry)
    return f"{time:%H:%M}" if time else "--:--"


def same_dice(entry: JsonObject) -> tuple[Any, ...]:
    """What tells the dice of an entry from those of others: a ruling that is judged again keeps them."""
    ruling = entry["ruling"]
    return ruling["rules"], ruling["procedure"], ruling["seed"]


def in_short(
    number: int, entry: JsonObject, first: int, width: int, known: KnownRulesets, undone: bool = False
) -> list[str]:
    """A ruling in a line or two: when, what was asked, what it came to; ``first`` is the first with the same dice."""
    ruling = entry["ruling"]
    turn = f"turn {entry['turn']}  " if "turn" in entry else ""
    again = f"amends {entry['amends']}: " if "amends" in entry else f"{first} again: " if first != number else ""
    overruled = OVERRULED if entry.get("overrules") else ""
    asked = f"{again}{ruling['rules']} {_asked(ruling, known)}{overruled}"
    begins = f"{number:>4}  {clock_of(entry)}  {turn}"
    return wrapped(f"{asked}: {ruling['verdict']}{UNDONE if undone else ''}", width, begins, " " * len(begins))


UNDONE, OVERRULED = " (undone)", " (overruled)"
"""What stands behind an entry that does not count, and behind what was asked though something barred it."""


def act_in_short(number: int, entry: JsonObject, said: str, undone: bool, width: int) -> list[str]:
    """An entry of a game that is no ruling: when, and what was done."""
    begins = f"{number:>4}  {clock_of(entry)}  "
    return wrapped(f"{said}{UNDONE if undone else ''}", width, begins, " " * len(begins))


def undone_in(entries: Iterable[JsonObject]) -> set[int]:
    """The numbers of the entries of a game that were undone, and not done again."""
    found: set[int] = set()
    for entry in entries:
        act = entry.get("game", {})
        if act.get("do") == "undo":
            found.update(act["entries"])
        elif act.get("do") == "redo":
            found.difference_update(act["entries"])
    return found


class Narrator:
    """Tells the acts of a game, in the order of its entries: its phases and sides are known from those before."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._play: Play | None = None
        self._states: Mapping[str, State] = {}
        self._sides: list[str] = []

    def heard(self, entry: JsonObject) -> None:
        """Take in whose rules it is played by, and its sides."""
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

    def said(self, entry: JsonObject) -> str:
        """What an act did."""
        self.heard(entry)
        return act_said(entry["game"], self._play, self._sides, self._states) if "game" in entry else ""


def _local(entry: JsonObject) -> datetime | None:
    """When an entry was written, in the time of this place."""
    try:
        return datetime.fromisoformat(str(entry["time"])).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def _asked(ruling: JsonObject, known: KnownRulesets) -> str:
    """What was asked, as it is typed: the procedure, whoever does it and suffers it, the conditions."""
    request = ruling["request"]
    said = [_named(request, field.name) for field in _placed(ruling, known) if request.get(field.name)]
    terms = [",".join(map(str, value)) if isinstance(value, list) else str(value) for value in said]
    return " ".join([ruling["procedure"], *terms, *map(str, request.get("conditions", ()))])


def _named(request: JsonObject, field: str) -> Any:
    """The terms of a field, units in play by their own names."""
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
    """An entry with what was asked, its figures, its dice and its effects."""
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
    """What a ruling was asked, as it is typed, by the names of the units in play."""
    return _asked(entry["ruling"], known)


def act_said(act: JsonObject, play: Play | None, sides: Sequence[str], states: Mapping[str, State]) -> str:
    """What was done in a game that is no ruling, as it is typed or said; sequence, sides and states are the game's."""
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
    """A unit as it is added."""
    yield unit["name"]
    yield from (f"{many}x{row}" if many > 1 else str(row) for row, many in unit["rows"])
    yield from filter(None, (unit["side"],))
    yield from ([f"group={unit['group']}"] if unit["group"] else ())
    yield from (f"{key}={value}" for key, value in unit["fields"].items())
    yield from unit["conditions"]
