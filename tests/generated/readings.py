"""Overlays of readings: the default of one, or a reading of the club's own."""

from typing import Any

from refcli.core.cells import SIGNS
from refcli.rulesets import RULESETS, ruleset
from tests.generated.charts import OVERLAID
from tests.generated.commands import shape, typed
from tests.generated.draw import Draw
from tests.generated.files import source, written
from tests.generated.inputs import FOLDER, Input, Kind
from tests.generated.requests import other_figure, request
from tests.generated.vocabulary import charts_of, loaded_ruleset


def chosen(draw: Draw, rules: str) -> dict[str, Any]:
    """A shipped reading with another default."""
    reading = draw.one(list(loaded_ruleset(rules).readings.values()))
    option = draw.one(reading.options)
    return {"id": reading.id, "default": draw.one((option.letter, option.word))}


def own(draw: Draw, rules: str) -> dict[str, Any]:
    """A reading of the club's own, which changes figures."""
    options = [option(draw, rules, letter) for letter in "abc"[: 2 + draw.below(2)]]
    return {
        "id": f"C-{1 + draw.below(3)}",
        "question": "How do we play it here?",
        "default": draw.one(options)["letter"],
        "source": source(draw),
        "option": options,
    }


def option(draw: Draw, rules: str, letter: str) -> dict[str, Any]:
    """One way to read it."""
    found: dict[str, Any] = {"letter": letter, "word": f"way-{letter}", "text": "as the club has it"}
    charts = charts_of(rules)
    cells = tuple(cell for chart in charts.values() for cell in chart.cells())
    if draw.chance(2):
        cell = draw.one(cells)
        found["figures"] = {cell.ref: other_figure(draw, cell, cells)}
    if draw.chance(4):
        found["needs"] = {draw.one(list(charts)): draw.one(list(SIGNS))}
    return found


def make(draw: Draw) -> Input:
    """A file of readings, and a command that needs it."""
    rules = draw.one(list(RULESETS))
    readings = [draw.one((chosen, own))(draw, rules) for _ in range(1 + draw.below(3))]
    text = written(draw, {"reading": list({one["id"]: one for one in readings}.values())})
    how = draw.below(12)
    if how < 8:
        plain = request(draw, (rules, draw.one(list(ruleset(rules).procedures))))
        if draw.chance(2):
            one = draw.one(readings)
            plain["readings"] = {one["id"]: draw.one((one["default"], "way-b"))}
        more = draw.one((["--why"], ["--what-if"], ["--odds"], [], [], [], []))
        line = (*typed(draw, {key: one for key, one in plain.items() if key != "seed"}), *shape(draw), *more)
    else:
        line = draw.one(
            (("rules", rules), ("rules", rules, "--json"), ("charts", "check", rules), ("charts", "diff", rules))
        )
    return Input((line,), {f"{FOLDER}/{rules}/readings.toml": text}, environment=OVERLAID)


READINGS = Kind(make)
