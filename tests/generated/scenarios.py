"""Scenario files: units, rulings in which they stand, and what is expected of them."""

from contextlib import suppress
from typing import Any

from refcli.core.request import Term
from refcli.wire import JsonObject
from tests.generated.draw import Draw
from tests.generated.files import source, written
from tests.generated.inputs import Input, Kind
from tests.generated.requests import request
from tests.generated.vocabulary import said
from tests.situations import referee

UNIT = "first-section"


def scenario(draw: Draw, name: str) -> dict[str, Any]:
    """A scenario with a ruling or two of one ruleset."""
    asked = [request(draw)]
    if draw.chance(3):
        asked.append(request(draw, (asked[0]["rules"], asked[0]["procedure"])))
    table: dict[str, Any] = {"name": name, "rules": asked[0]["rules"], "title": "A night at the club"}
    if draw.chance(2):
        table["source"] = source(draw)
    rulings = [{**one, "expect": expected(draw, one)} for one in asked]
    unit = named(draw, rulings[0])
    if unit:
        table["units"] = {UNIT: unit}
    return {**table, "ruling": [{key: one for key, one in ruling.items() if key != "rules"} for ruling in rulings]}


def expected(draw: Draw, plain: JsonObject) -> dict[str, Any]:
    """What is expected of a ruling: most of the time what it comes to with its seed."""
    plain["seed"] = draw.below(1000)
    outcomes = list(said(plain["rules"], plain["procedure"]).procedure.outcomes)
    other = {"outcome": draw.one(outcomes).word, "verdict": "it hits", "success": True, "effects": [], "score": 4}
    if not draw.chance(6):
        with suppress(Exception):  # what is wrong with it shows when it is run
            ruling = referee().rule(referee().case(plain), plain["seed"], plain.get("dice")).ruling
            other |= {"outcome": ruling.outcome.word, "success": ruling.outcome.success, "verdict": ruling.verdict}
            return {key: other[key] for key in ("outcome", *draw.some(("success", "verdict"), 2))}
    return {key: other[key] for key in ("outcome", *draw.some(list(other), 2))}


def named(draw: Draw, plain: JsonObject) -> dict[str, Any] | None:
    """A unit of one of the request's terms, which has its name from now on."""
    fields = said(plain["rules"], plain["procedure"]).procedure.inputs
    field = draw.one([field for field in fields if field.kind is Term and field.name in plain] or [None])
    if field is None or draw.chance(3):
        return None
    thing, *conditions = plain[field.name].split(",")[0].split("+")
    name, _, place = thing.rpartition("x")[2].partition("/") if thing[0].isdigit() else thing.partition("/")
    plain[field.name] = UNIT
    more = {"conditions": conditions, "place": place, "count": 1 + draw.below(3) * field.several}
    return {"unit": name, **{key: one for key, one in more.items() if one and not draw.chance(3)}}


def make(draw: Draw) -> Input:
    """A file of scenarios, and a command that needs it."""
    found = [scenario(draw, f"night-{number}") for number in range(1 + draw.chance(3))]
    text = written(draw, {"scenario": found})
    first = found[0]
    line = draw.one(
        (
            *(
                ("scenario", "check"),
                ("scenario", "run", "--json"),
                ("scenario", "run", "--plain"),
                ("scenario", "list"),
            ),
            *(("scenario", "run", first["name"], "--seed", "5"), ("scenario", "check", first["name"])),
            (first["ruling"][0]["procedure"], "-R", first["rules"], UNIT, UNIT, "--scenario", first["name"]),
        )
    )
    return Input((line,), {"scenarios.toml": text})


SCENARIOS = Kind(make)
