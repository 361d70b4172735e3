"""Names of the units and men that roll dice: ``rifle/2`` is Rifle B, ``t34/1/crew/aboard/3`` man 3 of T34 A."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from refcli.core.charts import Chart
from refcli.core.procedure import Procedure
from refcli.core.request import Term, how_many, labelled, lettered, who_of
from refcli.core.sentence import Proper, in_other_words, many, several

INSIDE = ("crew", "aboard", "clear")
"""Parts of a path in which men have numbers."""
FEWEST_TO = 3
"""The fewest consecutive letters that are shortened to ``A to C``."""


class Things:
    """The names of a request's units and men, by their paths.

    What two fields name alike is named for the one that names more things; a lone one by the name of its field too.
    """

    def __init__(self, procedure: Procedure, request: Any, charts: Mapping[str, Chart]) -> None:
        self.by_side = procedure.by_side
        self._names: dict[str, str] = {}
        fields = [(field, getattr(request, field.name)) for field in procedure.inputs if field.kind is Term]
        given = [(field, (value,) if isinstance(value, Term) else value) for field, value in fields if value]
        for field, terms in sorted(given, key=lambda one: (not one[0].several, -how_many(one[1]))):
            known = field.field.charts
            for label, row, letter in lettered(terms):
                name = f"{called(row, known, charts)} {letter}".rstrip()
                self._names.setdefault(label, Proper(name) if who_of(row) else name)
            for label, term in labelled(terms):  # those that roll together
                self._names.setdefault(label, term.who or many(term.many, called(term.name, known, charts)))
            if not field.several:
                self._names.setdefault(field.name, called(terms[0].name, known, charts))

    def said(self, thing: str) -> str:
        """Return the name for a path; empty for the ruling's own dice."""
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
                others.append(word.replace("-", " "))
            elif places and places[0].isdecimal():
                others.append(f"man {places.pop(0)}")
        unit = units[0] if len(units) == 1 else " at ".join(reversed(units))
        other = ", ".join(others)
        return f"{other} of {unit}" if unit and other else unit or other

    def counted(self, names: Sequence[str]) -> str:
        """Return several names in short: ``6 Rifles and LMG``, ``men 1 to 4``."""
        men = [name.removeprefix("man ") for name in names if name.startswith("man ")]
        if len(men) >= FEWEST_TO and men == [str(number + 1) for number in range(len(names))]:
            return f"men 1 to {len(men)}"
        every = Counter(filter(None, map(_type_of, self._names.values())))
        here = Counter(map(_type_of, names))
        found: dict[str, None] = {}
        for name in names:
            type = _type_of(name)
            found[many(here[type], type) if type and 1 < here[type] == every[type] else name] = None
        return together(found)

    def headed(self, thing: str) -> str:
        """Return the name for a path as the beginning of a line."""
        said = self.said(thing)
        return in_other_words(said, said[:1].upper() + said[1:])


def called(row: str, known: Sequence[str], charts: Mapping[str, Chart]) -> str:
    """Return the label of a row in the first of these charts that has it; a unit in play has its own name."""
    return who_of(row) or next((charts[chart].label(row) for chart in known if row in charts[chart].rows), row)


def together(names: Iterable[str]) -> str:
    """Join names, the letters of each type together: ``Tanks A to C and Infantry``."""
    types: dict[tuple[str, bool], list[str]] = {}
    for name in dict.fromkeys(names):
        type = _type_of(name)
        types.setdefault((type or name, bool(type)), []).append(name[-1:])
    said = []
    for (type, has_letters), letters in types.items():
        called = several(type) if len(letters) > 1 else type
        said.append(f"{called} {listed(_runs(letters))}" if has_letters else type)
    return listed(said)


def listed(said: Sequence[str]) -> str:
    """Join words with commas and an ``and`` before the last, unless the last one contains it."""
    if len(said) < 2:
        return "".join(said)
    if " and " in said[-1]:
        return ", ".join(said)
    return f"{', '.join(said[:-1])}{',' if any(' and ' in one for one in said[:-1]) else ''} and {said[-1]}"


def _type_of(name: str) -> str:
    """Return the type in a name with a letter; empty for any other name."""
    type, _, letter = name.rpartition(" ")
    return type if len(letter) == 1 and letter.isalpha() and letter.isupper() else ""


def _runs(letters: Sequence[str]) -> list[str]:
    """Shorten consecutive letters: A, B, C, E are ``A to C`` and ``E``."""
    runs: list[list[str]] = []
    for letter in letters:
        if runs and ord(letter) == ord(runs[-1][-1]) + 1:
            runs[-1].append(letter)
        else:
            runs.append([letter])
    said: list[str] = []
    for run in runs:
        said += [f"{run[0]} to {run[-1]}"] if len(run) >= FEWEST_TO else run
    return said
