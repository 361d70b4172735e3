"""A ruling as the lines a referee reads: what the terminal's two pictures share."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from refcli.core.cells import HOUSE, INFERRED, OVERLAY, READING, REFEREE, Cell, Sum
from refcli.core.charts import Chart
from refcli.core.dice import Again, Choice, Roll
from refcli.core.procedure import Asked, Record
from refcli.core.request import Term, stated_in
from refcli.core.ruling import Effect, Note, cells_shown, sum_after
from refcli.core.sentence import fill, some

if TYPE_CHECKING:
    from fractions import Fraction

ORIGINS = (HOUSE, INFERRED, OVERLAY, READING, REFEREE)
"""Whose a figure is that is not published: told beside it."""


class Line(NamedTuple):
    """One line of the breakdown.

    ``kind`` is heading, figure, die, part, total, note, choice or again; ``figure`` stands in the
    column of numbers, ``meaning`` beside it, ``mark`` says whose figure it is unless published.
    """

    kind: str
    label: str
    figure: str = ""
    meaning: str = ""
    source: str = ""
    mark: str = ""
    good: bool | None = None


def lines(record: Record, charts: dict[str, Chart]) -> Iterator[Line]:
    """The breakdown, part by part, in the order of the rule."""
    path = ""
    labels = labels_in(charts)
    steps = record.ruling.steps
    for index, entry in enumerate(steps):
        if entry.at != path:
            path = entry.at
            yield Line("heading", spoken(path, labels) if path else "together")
        step = entry.step
        if isinstance(step, Cell):
            yield _of(step, Line("figure", step.label, step.said))
        elif isinstance(step, Roll):
            yield _die(step, sum_after(steps, index))
        elif isinstance(step, Sum):
            yield from _sum(step)
        elif isinstance(step, Note):
            yield Line("note", step.said, source=step.source.section)
        elif isinstance(step, Choice):
            yield Line("choice", step.label, step.chosen, f"by {step.by}")
        elif isinstance(step, Again):
            yield Line("again", f"{step.label}: thrown again")


def _die(roll: Roll, total: Sum | None) -> Line:
    """A die says itself whether it met what was needed, unless it went into a sum that does; a pool, how many did."""
    target, good = roll.target, None
    if total is not None and len(total.parts) == 1 and total.target is not None:
        target, good = total.target, total.passed
    elif total is None and target is not None and len(roll.faces) == 1:
        good = bool(roll.passing)
    meaning = f"needed {target.said}" if target else ""
    if good is not None:
        meaning += ": made" if good else ": failed"
    elif total is None and target is not None:
        meaning += f": {roll.passing} made"
    how = " and ".join(dict.fromkeys(roll.origins))
    label = f"{roll.label.rpartition('/')[2]} ({roll.dice}{f', {how}' if how else ''})"
    return Line("die", label, ", ".join(map(str, roll.faces)), meaning, good=good)


def _sum(step: Sum) -> Iterator[Line]:
    """The parts of a sum and its total; a lone part tells itself what was needed, as a lone die does."""
    parts = [part for part in step.parts if part.source.origin != "die"]
    meaning = f"needed {step.target.said}: {'made' if step.passed else 'failed'}" if step.target is not None else ""
    good = step.passed if step.target is not None else None
    alone = len(step.parts) == 1
    for index, part in enumerate(parts):
        first = not index and len(parts) == len(step.parts)
        line = Line("part", part.label, part.text if first else f"{part.number:+g}")
        yield _of(part, line._replace(meaning=meaning, good=good) if alone else line)
    if not alone and step.parts:
        yield Line("total", step.name, f"{step.total:g}", meaning, good=good)


def _of(cell: Cell, line: Line) -> Line:
    return line._replace(source=cell.source.section, mark=cell.source.origin if cell.source.origin in ORIGINS else "")


def spoken(path: str, labels: Mapping[str, str] | None = None) -> str:
    """A label path as words: ``tank/1`` is ``Tank 1``, ``tank 2/1`` the first of the second Tank group."""
    first, *rest = path.split("/")
    name, _, group = first.rpartition(" ")
    known = labels or {}
    if not (rest and group.isdigit() and name in known):
        name, group = first, ""
    name = known.get(name, name.replace("-", " "))
    return " ".join([f"{name} (group {group})" if group else name, *rest])


def labels_in(charts: dict[str, Chart]) -> dict[str, str]:
    """The rows of the charts in the ruleset's own words; what a chart names first counts."""
    return {row: chart.label(row) for chart in reversed(charts.values()) for row in chart.rows}


def asked(record: Asked, charts: dict[str, Chart]) -> list[tuple[str, str]]:
    """What was asked, field by field, in the ruleset's own words."""
    procedure = record.procedure
    conditions = procedure.conditions(charts)

    def said(term: Term, known: tuple[str, ...]) -> str:
        name = next((charts[chart].label(term.name) for chart in known if term.name in charts[chart].rows), term.name)
        many = f"{term.many} " if term.many > 1 else ""
        own = [term.place] if term.place else []
        own += [_often(conditions[one].text, times) for one, times in term.conditions.items()]
        return f"{many}{name} ({', '.join(own)})" if own else f"{many}{name}"

    found = []
    for field in procedure.inputs:
        value = getattr(record.request, field.name)
        if value is None or value == () or (value == field.default and not isinstance(value, Term)):
            continue
        if isinstance(value, Term):
            found.append((field.name, said(value, field.field.charts)))
        elif isinstance(value, tuple):
            found.append((field.name, ", ".join(said(term, field.field.charts) for term in value)))
        else:
            found.append((field.name, f"{value:g}" if isinstance(value, float) else f"{value}"))
    stated = [_often(conditions[name].text, times) for name, times in record.request.conditions.items()]
    if stated:
        found.append(("conditions", "; ".join(stated)))
    return found


def _often(text: str, times: int) -> str:
    return text if times == 1 else f"{text}, {times} times"


def each_in_words(record: Record) -> list[tuple[str, str, bool]]:
    """What came of each target: its name, how many of it came to what, and whether that is a success."""
    return [
        (unit, f"{f'{times} ' if times > 1 else ''}{outcome.word}", outcome.success)
        for (unit, outcome), times in Counter(record.ruling.each).items()
    ]


def on_the_table(record: Record) -> str:
    """The effects in words: what the referee now does on the table."""
    return "; ".join(in_sentences([effect for effect in record.ruling.effects if effect.says]))


def in_sentences(effects: Sequence[Effect]) -> list[str]:
    """What several units alike do or suffer, a sentence each; a name that stands in two roles is told with its role."""
    roles: dict[str, set[str]] = {}
    for effect in effects:
        roles.setdefault(effect.unit, set()).add(effect.role)
    alike: dict[Effect, list[str]] = {}
    for effect in effects:
        name = f"{effect.unit} ({effect.role})" if len(roles[effect.unit]) > 1 else effect.unit
        alike.setdefault(effect._replace(unit=""), []).append(name)
    return [fill(effect.says, {**effect._asdict(), "unit": tuple(names)}) for effect, names in alike.items()]


def basis(record: Record, charts: dict[str, Chart]) -> list[str]:
    """What a ruling rests on: whose figures, which readings, what was said in vain, the seed."""
    ruling = record.ruling
    said = []
    shown = ruling.figures
    for origin, one, many in (
        (HOUSE, "is a house value", "are house values"),
        (OVERLAY, "is the overlay's", "are the overlay's"),
        (REFEREE, "is the referee's", "are the referee's"),
    ):
        refs = [cell.ref for cell in shown.values() if cell.source.origin == origin]
        if refs:
            said.append(
                f"{len(refs)} of {some(len(shown), 'figure')} {many if len(refs) > 1 else one}: {', '.join(refs)}"
            )
    no_effect = record.no_effect()
    if no_effect:
        conditions, labels = record.procedure.conditions(charts), labels_in(charts)
        in_vain = []
        for one in no_effect:
            unit, _, name = one.rpartition("+")
            in_vain.append(f"{conditions[name].text} ({labels[unit]})" if unit else conditions[name].text)
        said.append(f"changes nothing here: {'; '.join(in_vain)}")
    if ruling.spare:
        said.append(f"not needed: {', '.join(map(str, ruling.spare))}")
    vain = [ref for ref in record.controls.get("set", {}) if ref not in shown]
    if vain:
        said.append(f"set, but not used here: {', '.join(vain)}")
    idle = [text for text in record.controls.get("adjust", ()) if adjusted(text, record) not in ruling.sums]
    if idle:
        said.append(f"adjusted, but not added up here: {', '.join(idle)}")
    for id, option in ruling.readings:
        if not option.usual:
            said.append(f"reading {id}: {option.word} ({option.text})")
    if any("rolled" in roll.origins for roll in ruling.rolls):
        said.append(f"the same dice again: --seed {ruling.seed}")
    return said


def adjusted(text: str, record: Record) -> str:
    """The name of the sum that a modifier of the referee's, ``[sum=]value[:reason]``, is for."""
    return text.partition(":")[0].rpartition("=")[0] or record.procedure.sums[0]


def sources(record: Record, charts: dict[str, Chart]) -> list[str]:
    """For ``--why``: where each step stands, then what else was read, and the conditions that did not apply.

    A figure is told as it was read, whatever a sum made of it.
    """
    said: dict[str, None] = {}
    shown = set()
    read = {cell.ref: cell for cell in record.ruling.cells}
    for entry in record.ruling.steps:
        for cell in cells_shown(entry.step):
            if cell.ref:
                shown.add(cell.ref)
                said[_why(record, read.get(cell.ref, cell))] = None
        if isinstance(entry.step, Note):
            said[f"{entry.step.said}: {entry.step.source.said}"] = None
    said |= {_why(record, cell): None for ref, cell in read.items() if ref not in shown and not cell.blank}
    others = [name for name in record.procedure.conditions(charts) if name not in stated_in(record.request)]
    if others:
        said[f"not stated: {', '.join(others)}"] = None
    for id, option in record.ruling.readings:
        said[f"reading {id}: {option.letter}, {option.word}: {option.text} ({option.source.said})"] = None
    return list(said)


def _why(record: Record, cell: Cell) -> str:
    """A figure and where it stands; the shipped file of its chart where it stands in that."""
    chart = cell.ref.partition(".")[0]
    elsewhere = cell.source.origin in (OVERLAY, READING, REFEREE)
    file = "" if elsewhere else f", charts/{record.rules}/{chart}.toml"
    return f"{cell.ref} = {cell.text}: {cell.source.said}{file}"


def percent(chance: "Fraction") -> str:
    """A chance in percent, with a digit behind the point; never 0 or 100 unless it is exactly that."""
    text = f"{float(chance) * 100:.1f}%"
    if text == "0.0%" and chance:
        return "<0.1%"
    return ">99.9%" if text == "100.0%" and chance != 1 else text
