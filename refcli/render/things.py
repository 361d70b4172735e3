"""The things that roll dice, as they are said: ``rifle/2`` is Rifle B, ``t34/1/crew/aboard/3`` man 3 of T34 A."""

from collections.abc import Mapping
from typing import Any

from refcli.core.charts import Chart
from refcli.core.procedure import Procedure
from refcli.core.request import Term, lettered

INSIDE = ("crew", "aboard", "clear")
"""Places of a path inside of which men are numbered."""


class Things:
    """What the things of one request are called, by the path of the thing."""

    def __init__(self, procedure: Procedure, request: Any, charts: Mapping[str, Chart]) -> None:
        self._names: dict[str, str] = {}
        for field in procedure.inputs:
            if field.kind is not Term:
                continue
            value = getattr(request, field.name)
            known = [charts[name] for name in field.field.charts]
            for label, row, letter in lettered((value,) if isinstance(value, Term) else tuple(value or ())):
                called = next((chart.label(row) for chart in known if row in chart.rows), row)
                self._names.setdefault(label, f"{called} {letter}".rstrip())

    def said(self, thing: str) -> str:
        """A thing in words; of what rolls alone, nothing."""
        units: list[str] = []
        others: list[str] = []
        places = thing.split("/") if thing else []
        while places:
            label = next((f for n in (2, 1) if (f := "/".join(places[:n])) in self._names), "")
            if label:
                units.append(self._names[label])
                places = places[label.count("/") + 1 :]
                continue
            word, *places = places
            if word.isdecimal():
                others.append(f"man {word}" if others or not units else word)
            elif word not in INSIDE:
                others.append(word)
            elif places and places[0].isdecimal():
                others.append(f"man {places.pop(0)}")
        unit = " at ".join(reversed(units))
        other = ", ".join(others)
        return f"{other} of {unit}" if unit and other else unit or other


def together(names: list[str]) -> str:
    """Several things in a line; those that differ by their letter alone share the name: Rifle A, C, D."""
    said: list[str] = []
    before = ""
    for name in names:
        type, _, letter = name.rpartition(" ")
        alike = type and letter.isalpha() and letter.isupper() and len(letter) <= 2 and type == before
        said.append(letter if alike else name)
        before = type if letter.isupper() and len(letter) <= 2 else ""
    return ", ".join(said)
