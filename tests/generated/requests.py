"""Requests as plain objects, drawn from what the procedures declare: what a command, a batch line, a scenario asks."""

import re
from contextlib import suppress
from typing import Any

from refcli.core.cells import Cell
from refcli.core.labels import roll_of
from refcli.core.request import Input, Term
from refcli.wire import JsonObject
from tests.generated.draw import Draw
from tests.generated.vocabulary import PROCEDURES, Said, said
from tests.situations import referee

TEXTS = ("06:30", "21:00", "1943", "3", "dusk")
"""What a field may be that takes a text of a certain form; one of them has to fit."""

COMMON = 30
"""How far above its least value a number is drawn."""


def term(draw: Draw, about: Said, field: Input) -> str:
    """A term of a field that the declarations allow."""
    name = draw.one(about.names[field.name])
    count = f"{2 + draw.below(3)}x" if field.several and draw.chance(3) else ""
    place = f"/{draw.one(field.field.places)}" if field.field.places and not draw.chance(3) else ""
    conditions = "".join(f"+{word}" for word in draw.some(about.of_term[field.name], 1))
    return f"{count}{name}{place}{conditions}"


def value(draw: Draw, about: Said, field: Input) -> Any:
    """A value of a field that the declarations allow."""
    if field.kind is Term:
        many = 1 + (draw.below(3) if field.several else 0)
        return ",".join(term(draw, about, field) for _ in range(many))
    if field.kind in (int, float):
        low = 0 if field.field.at_least is None else int(field.field.at_least)
        high = low + COMMON if field.field.at_most is None else int(field.field.at_most)
        return low + draw.below(min(high - low, COMMON) + 1)
    if field.field.choices:
        return draw.one(field.field.choices)
    return draw.one(
        [text for text in (field.default, *TEXTS) if text and re.fullmatch(field.field.pattern or ".*", text)]
    )


def figure(draw: Draw, about: Said) -> tuple[str, Any]:
    """A cell that the procedure reads, and a figure that could stand there."""
    cell = draw.one(about.cells)
    return cell.ref, other_figure(draw, cell, about.cells)


def other_figure(draw: Draw, cell: Cell, cells: tuple[Cell, ...]) -> Any:
    """A figure like that of a cell: a number near it, or a word of another cell of its chart."""
    if isinstance(cell.value, str):
        chart = cell.ref.partition(".")[0]
        return draw.one([one.value for one in cells if one.value and one.ref.partition(".")[0] == chart])
    return draw.one((1, 4, "-")) if cell.value is None else cell.value + draw.below(5) - 2


def request(draw: Draw, which: tuple[str, str] | None = None) -> JsonObject:
    """A request that should be understood, as a batch line has it."""
    about = said(*(which or draw.one(PROCEDURES)))
    plain: JsonObject = {"rules": about.rules, "procedure": about.procedure.name}
    for field in about.procedure.inputs:
        if field.required or draw.chance(2):
            plain[field.name] = value(draw, about, field)
    plain |= controls(draw, about)
    if draw.chance(6):
        plain["dice"] = faces(draw, plain)
    return {key: one for key, one in plain.items() if one != []}


def controls(draw: Draw, about: Said) -> JsonObject:
    """Conditions of the ruling, the referee's own figures, modifiers and readings, a seed: each now and then."""
    found: JsonObject = {}
    stated = draw.some(about.of_ruling, 2)
    if stated:
        found["conditions"] = stated
    if about.cells and draw.chance(6):
        found["set"] = dict(figure(draw, about) for _ in range(1 + draw.below(2)))
    if about.procedure.sums and draw.chance(6):
        found["adjust"] = [draw.one(("-1:dusk", "2", f"{about.procedure.sums[0]}=1:luck"))]
    if about.readings and draw.chance(5):
        found["readings"] = dict(draw.some(about.readings, 2))
    if draw.chance(12):
        found["published"] = True
    if draw.chance(3):
        found["seed"] = draw.below(1000)
    return found


def faces(draw: Draw, plain: JsonObject) -> Any:
    """Faces that such a request can take, in one of the ways to give them: all that fell once, or the first of them."""
    by_roll: dict[str, list[int]] = {}
    with suppress(Exception):  # what is wrong with it shows when it is run
        judge = referee()
        for roll in judge.rule(judge.case(plain), draw.below(99)).ruling.rolls:
            by_roll.setdefault(roll_of(roll.label), []).extend(roll.faces)
    if not by_roll:
        return [1 + draw.below(6)]
    if draw.chance(4):
        by_roll = {name: fell[: 1 + draw.below(len(fell))] for name, fell in by_roll.items()}
    each = list(by_roll.values())
    ways = [by_roll, each, faces_text(by_roll), faces_text(each), [face for fell in each for face in fell]]
    return draw.one(ways)


def faces_text(given: Any) -> str:
    """Faces as they are typed."""
    if isinstance(given, dict):
        return " / ".join(f"{name} {faces_text(fell)}" for name, fell in given.items())
    if isinstance(given, list) and any(isinstance(fell, list) for fell in given):
        return " / ".join(map(faces_text, given))
    return " ".join(map(str, given)) if isinstance(given, list) else str(given)
