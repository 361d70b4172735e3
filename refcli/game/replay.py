"""The rulings of a journal resolved again from their faces, and compared."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from refcli.core.errors import Refused
from refcli.core.labels import place
from refcli.game.journal import Line
from refcli.referee.referee import Case, Referee
from refcli.wire import JsonObject
from refcli.wire.objects import ruling_to

NOT_ASKED = ("faces", "seed", "chosen", "spare")
"""Keys of what was given that are no part of the plain object."""

ASIDE = ("seed", "charts", "spare")
"""Keys of a ruling that a replay does not hold against it."""


class Replay(NamedTuple):
    """One entry resolved again: the first difference, if there is one, and whether the charts changed."""

    number: int
    differs: str
    charts_changed: bool


def chosen_in(ruling: JsonObject) -> dict[str, list[str]]:
    """Return the decisions of the players in a ruling's object, by the path of their label, in order."""
    chosen: dict[str, list[str]] = {}
    for step in ruling["steps"]:
        if step["kind"] == "choice" and step["by"] == "player":
            chosen.setdefault(place(step["at"], step["label"]), []).append(step["chosen"])
    return chosen


def case_of(entry: JsonObject, referee: Referee) -> Case:
    """The case of an entry, as it was given. Raises Refused when the charts no longer know it."""
    return referee.case({key: value for key, value in entry["given"].items() if key not in NOT_ASKED})


def faces_of(ruling: JsonObject) -> dict[str, int]:
    """Every face of a ruling's object, rolled or entered, by the label of its die."""
    rolls = ruling["rolls"]
    faces = {roll["label"]: roll["faces"][0] for roll in rolls if len(roll["faces"]) == 1}
    for roll in rolls:
        faces |= {f"{roll['label']}/{number}": face for number, face in enumerate(roll["faces"], 1)}
    return faces


def replay(lines: Iterable[Line], referee: Referee) -> Iterator[Replay]:
    """Every ruling resolved again from its faces by label; what else a game keeps is passed over."""
    for line in lines:
        if line.entry is None or "game" in line.entry:
            continue
        then: JsonObject = line.entry["ruling"]
        try:
            case = case_of(line.entry, referee)
            record = referee.rule(case, then["seed"], known=faces_of(then), chosen=chosen_in(then))
        except Refused as error:
            yield Replay(line.number, f"it cannot be made any more: {error}", charts_changed(line.entry, referee))
            continue
        now = ruling_to(record)
        yield Replay(line.number, first_difference(then, now), now["charts"] != then["charts"])


def charts_changed(entry: JsonObject, referee: Referee) -> bool:
    """True if the charts are others than those an entry was resolved with, or cannot be read any more."""
    try:
        return bool(referee.loaded(entry["given"]["rules"]).library.digest() != entry["ruling"]["charts"])
    except Refused:
        return True


def first_difference(then: JsonObject, now: JsonObject) -> str:
    """The first difference between a ruling as it was and as it is now, in words; empty when there is none."""
    steps, again = [list(map(_bare, ruling["steps"])) for ruling in (then, now)]
    for index, (before, after) in enumerate(zip(steps, again, strict=False), 1):
        if before != after:
            where = f"step {index}, {_name(before)}"
            if _name(before) != _name(after):
                return f"{where}: now {_name(after)}"
            for key in {**before, **after}:
                if before.get(key) != after.get(key):
                    return f"{where}: {key} was {before.get(key)!r}, is now {after.get(key)!r}"
    if len(steps) != len(again):
        return f"it had {len(steps)} steps, it has {len(again)} now"
    for key in then:
        if key not in (*ASIDE, "steps", "rolls") and then.get(key) != now.get(key):
            return f"{key} was {then.get(key)!r}, is now {now.get(key)!r}"
    return ""


def _bare(step: JsonObject) -> JsonObject:
    """A step without where its faces came from, all known now, and without its part, which its label tells."""
    return {key: value for key, value in step.items() if key not in ("from", "at")}


def _name(step: JsonObject) -> str:
    name = str(step.get("label") or step.get("name") or step.get("text") or "")
    return f"{step['kind']} {name}"
