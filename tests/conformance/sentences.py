"""How a ruleset speaks: every sentence of it that a test can hold to the voice of a referee.

A sentence starts with a capital and has its stop, or is part of one and has neither: a verdict and an effect are whole
sentences, a note is one or the other, what a condition is and says is a part.
"""

import ast
import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple

from refcli.core.cells import Sum
from refcli.core.dice import Choice, Roll
from refcli.core.errors import nearest
from refcli.core.labels import roll_of
from refcli.core.procedure import Procedure
from refcli.core.ruling import Note
from refcli.core.sentence import fill, is_designation
from refcli.files.library import ABOUT, READINGS, TEMPLATES
from refcli.files.source_code import place_of, place_of_text, shown, source_of
from refcli.referee.check import Suite, effects_of, place_of_member

FALLS = 25
"""Falls of the dice on which each stored situation is ruled."""

LONGEST = {"verdict": 110, "effect": 100, "note": 110, "condition": 130, "reading": 160, "help": 110, "title": 80}
"""Letters of the longest sentence of each kind, a verdict perhaps being several of them."""

DICE = r"\b(?:dice|die|d\d+)\b"
NOT_SAID = {
    r"made|met": "that it passes, hits or saves",
    r"came": "what it is, or what comes of it",
    r"barred": "that it may not",
    r"circumstances?": "condition",
    r"what attacked": "who attacked, by name",
    r"as decided|policy": "whose choice it is",
    rf"(?:threw|throw[ns]?)\b(?=(?: of)? \d|.*{DICE})|(?<=dice )thrown|(?<=die )thrown": "roll",
    r"N/A": "none, or nothing at all",
}
"""Words that no referee says of a die or a rule, and what he says; what is thrown besides dice is thrown."""

AMERICAN = {
    "color": "colour",
    "center": "centre",
    "maneuver": "manoeuvre",
    "defense": "defence",
    "honor": "honour",
    "favor": "favour",
    "gray": "grey",
    "meter": "metre",
    "movable": "moveable",
}
"""American spellings, and ours."""

ODD_WORDS = [(re.compile(rf"\b(?:{word})s?\b", re.IGNORECASE), said) for word, said in AMERICAN.items()] + [
    (re.compile(rf"\b(?:{word})(?!\w)", re.IGNORECASE), said) for word, said in NOT_SAID.items()
]

OF_THE_PROGRAM = re.compile(
    r"(^|\s)--?[a-z]|\.(toml|txt|py|json)\b|\b[a-z]+(\.[a-z][a-z0-9-]*){2,}|\bNone\b|[{}_]|\(group"
)
"""Options, files, keys of a chart, and places that nothing was put in."""

BADLY_SET = re.compile(r"  |\s[.,;:!?](\s|$)|^\s|\s$|\.\.|,,|: *$|\bthe the\b|\( | \)")
"""Spaces that are none or too many, stops that stand twice."""

ONE_AS_SEVERAL = re.compile(
    r"\b1 (hits|shots|dice|men|units|squares|markers|turns|planes|guns|casualties|screens|inches)\b"
)

NO_ARTICLE = ("nationality", "side", "terrain")
"""What has none, or not always: Germany moves first, 5 cm over mud."""


class Said(NamedTuple):
    """A sentence: of which kind, where it stands, and how it is said."""

    kind: str
    place: str
    text: str

    def fault(self, what: str) -> str:
        """What is wrong with it, with its place."""
        return f"{self.place}: {self.kind} {what}: {self.text!r}"


def sentences(suite: Suite) -> Iterator[str]:
    """Sentences that no referee would say so."""
    for check in (
        _rolls,
        _words,
        _names_typed,
        _setting,
        _length,
        _whole,
        _parts,
        _questions,
        _articles,
        _consequences,
    ):
        yield from dict.fromkeys(check(suite))


@lru_cache(8)
def every(suite: Suite) -> tuple[Said, ...]:
    """Every sentence of a ruleset."""
    return tuple(dict.fromkeys((*_of_rulings(suite), *_printed(suite), *_refusals(suite))))


def _of(suite: Suite, *kinds: str) -> Iterator[Said]:
    return (one for one in every(suite) if one.kind in kinds)


def _but_refusals(suite: Suite) -> Iterator[Said]:
    return (one for one in every(suite) if one.kind != "refusal")


def _of_rulings(suite: Suite) -> Iterator[Said]:
    """What rulings of every stored situation say: verdicts, effects, notes, labels of figures, rolls, sums."""
    for one in suite.situations:
        for seed in range(FALLS):
            ruling = suite.referee.rule(one.case, seed).ruling
            yield Said("verdict", place_of_member(ruling.outcome), ruling.verdict)
            for entry in ruling.steps:
                step = entry.step
                if isinstance(step, Note):
                    yield Said("note", _place_of_note(one.case.procedure, step.text, one.place), step.said)
                elif isinstance(step, Sum):
                    # without dice it passes or fails by its own name
                    yield Said("label" if ruling.rolls else "roll", one.place, step.name)
                    yield from (Said("label", one.place, part.label) for part in step.parts)
                elif isinstance(step, (Roll, Choice)):
                    yield Said("roll" if isinstance(step, Roll) else "label", one.place, roll_of(step.label))
                else:
                    yield Said("label", one.place, step.label)
    for _, _, effect in effects_of(suite):
        if effect.says:
            told = fill(effect.says, {**effect._asdict(), "unit": (effect.unit,)})
            yield Said("effect", place_of_member(effect.kind), told)


@lru_cache(1024)
def _place_of_note(procedure: Procedure, text: str, place: str) -> str:
    """Where the text of a note stands in the code; that of the situation where a chart says it."""
    for module in sorted(source_of(procedure.rule.__module__).imports):
        at = place_of_text(module, text)
        if at and not at.endswith(":1"):
            return at
    return place


def _printed(suite: Suite) -> Iterator[Said]:
    """What stands written for a ruleset: conditions, readings, titles, labels, notes of charts, helps."""
    library = suite.loaded.library
    at = suite.place
    for chart in library.everything().values():
        yield Said("title", at(chart.name, "title"), chart.title)
        yield from (Said("remark", at(chart.name, "notes"), text) for text in chart.notes)
        yield from (Said("label", at(chart.name, "labels", name), text) for name, text in chart.labels.items())
        for one in chart.conditions.values():
            yield Said("condition", at(chart.name, "condition", one.name, "text"), one.told)
    for template in library.templates().values():
        yield Said("title", at(TEMPLATES, "template", template.name, "title"), template.title)
    for id, reading in suite.loaded.readings.items():
        yield Said("question", at(READINGS, "reading", id, "question"), reading.question)
        for number, option in enumerate(reading.options):
            yield Said("reading", at(READINGS, "reading", id, "option", number, "text"), option.text)
    for procedure in suite.procedures:
        yield Said("summary", place_of(procedure.rule), procedure.summary)
        for field in procedure.inputs:
            yield Said("help", place_of(procedure.request), field.field.help)


def _refusals(suite: Suite) -> Iterator[Said]:
    """What the rules refuse with, names and numbers left out."""
    package = import_module(suite.loaded.ruleset.package)
    names = [one.name for one in iter_modules(package.__path__, f"{package.__name__}.") if not one.ispkg]
    for module in [import_module(name).__name__ for name in names]:
        yield from (Said("refusal", place, text) for place, text in _refused_in(module))


def _refused_in(module: str) -> Iterator[tuple[str, str]]:
    """Yield what the code of a module refuses with, each with its place."""
    for call in ast.walk(ast.parse(inspect.getsource(sys.modules[module]))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Refused":
            parts = [one.value for one in ast.walk(call) if isinstance(one, ast.Constant)]
            text = " ".join(part for part in parts if isinstance(part, str))
            yield f"{shown(sys.modules[module])}:{call.lineno}", text


def _rolls(suite: Suite) -> Iterator[str]:
    """What comes of a roll is said of one that some stored ruling has."""
    library = suite.loaded.library
    rolled = {one.text.partition(" again")[0] for one in _of(suite, "roll")}
    for name in library.about().get("rolls", {}):
        if name not in rolled:
            yield library.fault(ABOUT, ["rolls", name], f"no stored ruling has a roll {name!r}{nearest(name, rolled)}")


def _words(suite: Suite) -> Iterator[str]:
    """No word that a referee would not say; no option, file, key or id of a reading."""
    ids = re.compile(rf"\b({_any(suite.loaded.readings)})\b")
    for one in every(suite):
        for odd, said in ODD_WORDS:
            if found := odd.search(one.text):
                yield one.fault(f"has a word that no referee says, {found.group()!r}; say {said}")
        if ids.search(one.text):
            yield one.fault("names a reading by its id")
    for one in _but_refusals(suite):
        if OF_THE_PROGRAM.search(one.text):
            yield one.fault("has an option, a file or a key in it")


def _names_typed(suite: Suite) -> Iterator[str]:
    """No name of a row or a condition that is no English: enemy-adjacent, in-front-of."""
    charts = suite.loaded.library.everything()
    typed = {name for chart in charts.values() for name in (*chart.rows, *chart.columns, *chart.conditions)}
    spoken = " ".join(one.text.lower() for one in _of(suite, "label", "roll", "title"))
    odd = {name for name in typed if "-" in name and name not in spoken and name.replace("-", " ") in spoken}
    keys = re.compile(rf"(?<![\w-])({_any(odd)})(?![\w-])")
    for one in _of(suite, "verdict", "effect", "note", "condition"):
        if keys.search(one.text):
            yield one.fault("has a name in it as it is typed")


def _setting(suite: Suite) -> Iterator[str]:
    """Set as English is, with one thing as one."""
    for one in _but_refusals(suite):
        if BADLY_SET.search(one.text):
            yield one.fault("has a space or a stop too many")
    for one in _of(suite, "verdict", "effect", "note"):
        if ONE_AS_SEVERAL.search(one.text):
            yield one.fault("has one thing as several")


def _length(suite: Suite) -> Iterator[str]:
    for one in every(suite):
        longest = LONGEST.get({"question": "reading", "summary": "help"}.get(one.kind, one.kind), 1000)
        if max(map(len, re.split(r"(?<=[.?!]) ", one.text))) > longest:
            yield one.fault(f"is longer than {longest} letters")


def _whole(suite: Suite) -> Iterator[str]:
    """Every verdict and every effect is a whole sentence."""
    for one in _of(suite, "verdict", "effect"):
        if one.text[:1].islower() or one.text[-1:] not in (".", "?", "!"):
            yield one.fault("is no whole sentence")


def _parts(suite: Suite) -> Iterator[str]:
    """A note has its stop where it has its capital; it may begin with a name of the rules."""
    begun = [one.text.partition(":")[0] for one in _of(suite, "label", "roll", "condition") if one.text[:1].isupper()]
    for one in _of(suite, "note", "remark"):
        whole, capital = one.text[-1:] in (".", "?", "!"), one.text[:1].isupper()
        if (whole and one.text[0].islower()) or (capital and not whole and not one.text.startswith(tuple(begun))):
            yield one.fault("has a stop without a capital, or a capital without a stop")


def _questions(suite: Suite) -> Iterator[str]:
    """A reading asks, and the first line of a help is a sentence."""
    for one in _of(suite, "question"):
        if not one.text.endswith("?"):
            yield one.fault("of a reading asks nothing")
    for one in _of(suite, "summary"):
        if one.text[-1:] not in (".", "?"):
            yield one.fault("of a procedure has no stop")


def _articles(suite: Suite) -> Iterator[str]:
    """The name of a type has its article in a sentence, or a letter or a number that makes it one of its own."""
    known = sorted({name for name in _types(suite) if not is_designation(name)}, key=len, reverse=True)
    name = rf"\b({_any(known)})"
    said_well = re.compile(rf"\b([Tt]he( [a-z]+)?|\d+( x)?) {name}|{name} [A-Z]{{1,2}}\b")
    for one in _of(suite, "verdict", "effect"):
        if re.search(rf"{name}\b", said_well.sub("", one.text)):
            yield one.fault("has a name without its article")


def _types(suite: Suite) -> set[str]:
    """What the charts call the things that a request can name."""
    found = set()
    for procedure in suite.procedures:
        charts = suite.loaded.library.charts(procedure.charts)
        for one in procedure.inputs:
            if one.field.noun not in NO_ARTICLE:
                found |= {charts[chart].label(row) for chart in one.field.charts for row in charts[chart].rows}
    return found


def _consequences(suite: Suite) -> Iterator[str]:
    """A condition says what follows from it."""
    library = suite.loaded.library
    for chart in library.everything().values():
        for one in chart.conditions.values():
            if not one.says:
                what = f"condition {one.name!r} does not say what follows from it: says = ..."
                yield library.fault(chart.name, ["condition", one.name, "name"], what)


def _any(names: Iterable[str]) -> str:
    """A pattern of any of these names; one that nothing fits where there are none."""
    return "|".join(map(re.escape, names)) or "(?!)"
