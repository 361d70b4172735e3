"""A ruling as the lines a referee reads: what the terminal's two pictures share."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from refcli.core.charts import HOUSE, INFERRED, OVERLAY, PUBLISHED, REFEREE, Cell, Chart, Need, Source, Sum
from refcli.core.dice import Again, Choice, Roll
from refcli.core.ruleset import Record, Term, counted, stated_in
from refcli.core.ruling import Figure, Note

if TYPE_CHECKING:
    from fractions import Fraction

MARKS = {HOUSE: "house", INFERRED: "inferred", OVERLAY: "overlay", REFEREE: "referee"}


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


def lines(record: Record) -> Iterator[Line]:
    """The breakdown, part by part, in the order of the rule."""
    path = ""
    steps = record.ruling.steps
    for index, entry in enumerate(steps):
        if entry.at != path:
            path = entry.at
            yield Line("heading", spoken(path) if path else "together")
        step = entry.step
        if isinstance(step, Figure):
            text = needed(step.cell.needs) if step.cell.sign and not step.cell.blank else step.cell.text
            yield _of(step.cell, Line("figure", step.label, text))
        elif isinstance(step, Roll):
            yield _die(step, steps[index + 1].step if index + 1 < len(steps) else None)
        elif isinstance(step, Sum):
            yield from _sum(step)
        elif isinstance(step, Note):
            yield Line("note", step.text, source=step.source.section)
        elif isinstance(step, Choice):
            yield Line("choice", step.label, step.chosen, f"by {step.by}")
        elif isinstance(step, Again):
            yield Line("again", f"{step.label}: thrown again")


def _die(roll: Roll, follows: object) -> Line:
    """A die that stands alone in its sum says itself whether it met what was needed."""
    alone = isinstance(follows, Sum) and len(follows.parts) == 1
    need = roll.needs
    meaning = f"needed {needed(need)}" if need else ""
    good = None
    if alone and isinstance(follows, Sum) and follows.needs is not None:
        good = follows.met
        meaning += ": made" if good else ": failed"
    how = " and ".join(dict.fromkeys(roll.origins))
    label = f"{roll.label.rpartition('/')[2]} ({roll.dice}{f', {how}' if how else ''})"
    return Line("die", label, ", ".join(map(str, roll.faces)), meaning, good=good)


def _sum(step: Sum) -> Iterator[Line]:
    parts = [part for part in step.parts if part.source.origin != "die"]
    for part in parts:
        yield _of(part, Line("part", part.label, f"{part.number:+g}" if len(step.parts) > 1 else part.text))
    if len(step.parts) > 1:
        meaning = good = None
        if step.needs is not None:
            good = step.met
            meaning = f"needed {needed(step.needs)}: {'made' if good else 'failed'}"
        yield Line("total", step.name, f"{step.total:g}", meaning or "", good=good)


def _of(cell: Cell, line: Line) -> Line:
    return line._replace(source=cell.source.section, mark=MARKS.get(cell.source.origin, ""))


def needed(need: Need) -> str:
    """A comparison as players say it: ``4+``, ``2 or less``, ``more than 8``."""
    if need.sign == ">=":
        return f"{need.number:g}+"
    if need.sign == "<=":
        return f"{need.number:g}-"
    return f"over {need.number:g}" if need.sign == ">" else f"under {need.number:g}"


def spoken(path: str) -> str:
    """A label path as words: ``tank/1`` is ``tank 1``."""
    return path.replace("/", " ").replace("-", " ")


def asked(record: Record, charts: dict[str, Chart]) -> list[tuple[str, str]]:
    """What was asked, field by field, in the ruleset's own words."""
    procedure = record.procedure
    conditions = procedure.conditions(charts)

    def said(term: Term, known: tuple[str, ...]) -> str:
        name = next((charts[chart].label(term.name) for chart in known if term.name in charts[chart].rows), term.name)
        many = f"{term.many} " if term.many > 1 else ""
        own = [term.place] if term.place else []
        own += [counted(conditions[one].text, times) for one, times in term.conditions.items()]
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
            found.append((field.name, f"{value}"))
    stated = [counted(conditions[name].text, times) for name, times in record.request.conditions.items()]
    if stated:
        found.append(("conditions", "; ".join(stated)))
    return found


def on_the_table(record: Record, charts: dict[str, Chart]) -> str:
    """The effects in words: what the referee now does on the table."""
    labels = {row: chart.label(row) for chart in reversed(charts.values()) for row in chart.rows}
    said = []
    for effect in record.ruling.effects:
        many = f" {effect.amount}" if effect.amount > 1 else ""
        said.append(f"{labels.get(effect.unit, effect.unit)}: {effect.kind.replace('-', ' ')}{many}")
    return "; ".join(said)


def footing(record: Record) -> list[str]:
    """What a ruling rests on: house figures, chosen readings, the seed."""
    ruling = record.ruling
    said = []
    by_origin = {origin: [cell.ref for cell in ruling.cells if cell.source.origin == origin] for origin in MARKS}
    total = len(ruling.cells)
    for origin, word in ((HOUSE, "a house value"), (OVERLAY, "the overlay's"), (REFEREE, "the referee's")):
        refs = by_origin[origin]
        if refs:
            counted_refs = f"{len(refs)} of {total} figures {'are' if len(refs) > 1 else 'is'}"
            said.append(f"{counted_refs} {_many(word, len(refs))}: {', '.join(refs)}")
    for id, option in ruling.readings:
        if not option.usual:
            said.append(f"reading {id}: {option.word} ({option.text})")
    if any("rolled" in roll.origins for roll in ruling.rolls):
        said.append(f"the same dice again: --seed {ruling.seed}")
    return said


def _many(word: str, count: int) -> str:
    return word if count == 1 else word.replace("a house value", "house values")


def sources(record: Record, charts: dict[str, Chart]) -> list[str]:
    """For ``--why``: where each figure that was read stands, and the conditions that did not apply."""
    said = []
    for cell in record.ruling.cells:
        name = cell.ref.partition(".")[0]
        said.append(f"{cell.ref} = {cell.text}: {where(cell.source)}, charts/{record.rules}/{name}.toml")
    stated = stated_in(record.request)
    others = [name for name in record.procedure.conditions(charts) if name not in stated]
    if others:
        said.append(f"not stated: {', '.join(others)}")
    for id, option in record.ruling.readings:
        said.append(f"reading {id}: {option.letter}, {option.word}: {option.text}")
    return said


def where(source: Source) -> str:
    """Where a figure stands, with its lines."""
    one = source.lines.isdigit()
    lines = f", {'line' if one else 'lines'} {source.lines}" if source.lines else ""
    origin = "" if source.origin == PUBLISHED else f"{source.origin}: "
    return f"{origin}{source.section}{lines}" or source.origin


def percent(chance: "Fraction") -> str:
    """A chance in percent, with a digit behind the point; never 0 or 100 unless it is exactly that."""
    text = f"{float(chance) * 100:.1f}%"
    if text == "0.0%" and chance:
        return "<0.1%"
    return ">99.9%" if text == "100.0%" and chance != 1 else text
