"""The words around the dice of a ruling: the request, the changes on the table, the basis."""

import re
from collections.abc import Iterable, Sequence

from refcli.core.cells import HOUSE, OVERLAY, REFEREE, split
from refcli.core.charts import Chart
from refcli.core.marks import MARKS
from refcli.core.procedure import Asked, Record
from refcli.core.readings import Option
from refcli.core.request import Term, who_of
from refcli.core.ruling import Effect, cells_shown
from refcli.core.sentence import Many, fill, many, some
from refcli.render.book import Book
from refcli.render.things import called, together

WHOSE_FIGURES = (
    (HOUSE, "is a house value", "are house values"),
    (OVERLAY, "is the overlay's", "are the overlay's"),
    (REFEREE, "is the referee's", "are the referee's"),
)
"""The origin of figures that are not published, for one figure and for several."""

JOINED = {"receiver": " to ", "into": " into ", "terrain": " over ", "cause": ": "}
"""The word between the first and the second field of a request."""
AGAINST = " against "
"""The same for every other field."""


def asked(asked: Asked, charts: dict[str, Chart], but: Sequence[str] = ()) -> list[str]:
    """Return the request in the ruleset's words: the units, the other fields by name, the conditions.

    Fields named in ``but`` are left out.
    """
    procedure = asked.procedure
    conditions = procedure.conditions(charts)

    def term_said(term: Term, known: tuple[str, ...]) -> str:
        own = [term.place] if term.place else []
        own += [conditions[one].often(times) for one, times in term.conditions.items()]
        who = called(term.name, known, charts)
        name = f"{term.many} of {who}" if who_of(term.name) and term.many > 1 else many(term.many, who)
        return f"{name} ({', '.join(own)})" if own else name

    found: list[str] = []
    said_first = False
    for field in procedure.inputs:
        value = None if field.name in but else getattr(asked.request, field.name)
        if value is None or value == () or (value == field.default and not isinstance(value, Term)):
            continue
        if isinstance(value, Term):
            said = term_said(value, field.field.charts)
        elif isinstance(value, tuple):
            said = ", ".join(term_said(term, field.field.charts) for term in value)
        else:
            said = fill(field.field.said, {"value": value}) or measured(value, field.field.unit)
        name = field.name.replace("_", " ")
        if field.field.position == 2 and said_first:
            found[0] += f"{JOINED.get(field.name, AGAINST)}{said}"
        else:
            said_first = said_first or field.field.position == 1
            found.append(said if field.field.position == 1 or field.field.said else f"{name} {said}")
    return found + [conditions[name].often(times) for name, times in asked.request.conditions.items()]


def measured(value: object, unit: str) -> str:
    """Return a value with its unit: ``6"``, ``1 square``, ``8 cm``; other units are in a field's name."""
    said = f"{value:g}" if isinstance(value, float) else f"{value}"
    if unit == "inches":
        return f'{said}"'
    if unit == "squares" and isinstance(value, int):
        return some(value, "square")
    return f"{said} cm" if unit == "cm" else said


def on_the_table(record: Record) -> list[str]:
    """Return the changes on the table, a sentence for each effect."""
    effects = record.ruling.effects
    return in_sentences([effect for effect in effects if effect.says], effects, record.procedure.by_side)


def beside_the_verdict(record: Record) -> list[str]:
    """Return sentences for the effects that the verdict does not state."""
    return in_sentences(effects_beside(record), record.ruling.effects, record.procedure.by_side)


def effects_beside(record: Record) -> list[Effect]:
    """Return the effects with a sentence that the verdict does not contain."""
    told = [effect for effect in record.ruling.effects if effect.says]
    if _roles_apart(told):
        return told
    clauses = _bare(record.ruling.verdict)
    alike = _alike(told)
    said = {kind for kind, names in alike.items() if _says(clauses, _bare(_sentence(kind, names)))}
    return [effect for effect in told if effect._replace(unit="", role="") not in said]


def _says(clauses: str, clause: str) -> bool:
    """True if one of the clauses begins with the other clause."""
    within = f". {clauses} "
    return any(f"{before} {clause}{behind}" in within for before in ".:;," for behind in ".:;, ")


def _bare(sentence: str) -> str:
    """Return a sentence without articles, capitals and full stop."""
    return re.sub(r"\bthe ", "", sentence.removesuffix(".").lower())


THEY = Many("they")
"""A side that the sentence before has named."""


def in_sentences(effects: Sequence[Effect], among: Sequence[Effect] = (), by_side: bool = False) -> list[str]:
    """Return a sentence for each kind of effect, with all units that share it.

    They are told by role where one name stands in two roles, be it elsewhere ``among`` the effects of the ruling, and
    always where sides roll against each other (``by_side``).
    """
    sides = {effect.role for effect in (*among, *effects) if by_side and effect.unit == f"the {effect.role}s"}
    if not sides and not _roles_apart([effect for effect in among if effect.says] or effects):
        return _of_alike(effects)
    found = []
    for role in dict.fromkeys(effect.role for effect in effects):
        own = [effect for effect in effects if effect.role == role]
        side = f"the {role}s"
        units = [effect for effect in own if effect.unit != side]
        themselves = [effect._replace(unit=THEY) for effect in own if effect.unit == side]
        if not units:
            found.append(" ".join(_of_alike([own[0], *themselves[1:]])))
            continue
        if not role or (sides and role not in sides):
            found += _of_alike(own)
            continue
        several = role in sides or len({effect.unit for effect in own}) > 1
        found.append(f"{capital(role)}{'s' if several else ''}: {' '.join(_of_alike([*units, *themselves]))}")
    return found


def _roles_apart(effects: Iterable[Effect]) -> bool:
    """True if one name has two roles."""
    roles: dict[str, set[str]] = {}
    for effect in effects:
        roles.setdefault(effect.unit, set()).add(effect.role)
    return any(len(of_one) > 1 for of_one in roles.values())


def _of_alike(effects: Iterable[Effect]) -> list[str]:
    """Return a sentence for each kind of effect, with all units that share it."""
    return [_sentence(effect, names) for effect, names in _alike(effects).items()]


def _alike(effects: Iterable[Effect]) -> dict[Effect, list[str]]:
    """Return the units of equal effects, by the effect without its unit."""
    alike: dict[Effect, list[str]] = {}
    for effect in effects:
        alike.setdefault(effect._replace(unit="", role=""), []).append(effect.unit)
    return alike


def _sentence(effect: Effect, names: list[str]) -> str:
    """Return the sentence of an effect about these units."""
    said = fill(effect.says, {**effect._asdict(), "unit": tuple(names)})
    if len(names) > 1:
        for place in ("{the unit}", "{unit}"):  # as the sentence lists them, and in short
            listed, short = fill(place, {"unit": names}), together([fill(place, {"unit": name}) for name in names])
            said = said.replace(listed, short).replace(capital(listed), capital(short))
    said = said.strip().removesuffix(".")
    *_, last = effect.says.removesuffix(".").rpartition("{")
    if len(names) > 1 and last.startswith("amount") and last.endswith("}"):
        said += " each"
    return f"{capital(said)}."


def capital(said: str) -> str:
    """Return a text with a capital first letter."""
    return said[:1].upper() + said[1:]


def whose_figures(record: Record, charts: dict[str, Chart], marked: bool = False) -> list[str]:
    """Return the number of figures that are not published, and the house values by mark or place."""
    figures = record.ruling.figures
    said = []
    for origin, is_one, are_many in WHOSE_FIGURES:
        refs = [ref for ref, cell in figures.items() if cell.source.origin == origin]
        if refs:
            which = _which(refs, record, charts, marked) if origin == HOUSE else ""
            count = f"{len(refs)} of {some(len(figures), 'figure')}" if len(figures) > 1 else "The only figure"
            said.append(f"{count} {are_many if len(refs) > 1 else is_one}{which}.")
    return said


def _which(refs: Sequence[str], record: Record, charts: dict[str, Chart], marked: bool) -> str:
    """Return the house values: by name if no step shows them, else by their mark."""
    in_steps = {cell.ref for _, step in record.ruling.steps for cell in cells_shown(step)}
    named = list(dict.fromkeys(place_said(ref, charts) for ref in refs if ref not in in_steps))
    if not named:
        return f" ({MARKS[HOUSE]})" if marked else ""
    if len(named) < len(refs):
        return f": those with {MARKS[HOUSE]}; {'; '.join(named)}" if marked else f", among them {'; '.join(named)}"
    return f": {'; '.join(named)}"


def rests_on(record: Record, book: Book, shown: str) -> list[str]:
    """Return the basis of a ruling: origins of figures, unused input, readings, surplus faces.

    ``shown`` is the picture so far; the mark of house values is told where one stands in it.
    """
    ruling = record.ruling
    charts = book.charts
    said = whose_figures(record, charts, MARKS[HOUSE] in shown)
    in_vain = conditions_in_vain(record, charts)
    if in_vain:
        said.append(f"Not used: {'; '.join(in_vain)}.")
    vain = [figure_said(ref, charts) for ref in record.controls.get("set", {}) if ref not in ruling.figures]
    if vain:
        said.append(f"Set, but not used here: {', '.join(vain)}.")
    idle = [text.replace("=", " ").replace(":", " ") for text in unused_adjustments(record)]
    if idle:
        said.append(f"Not added up here: {', '.join(idle)}.")
    unusual = [as_read(book.readings[id].question, option) for id, option in ruling.readings if not option.usual]
    said += [f"{one}." for one in unusual]
    if ruling.spare:
        said.append(f"{spare_said(ruling.spare)}.")
    return said


def as_read(question: str, option: Option) -> str:
    """Return a disputed rule with its reading, and a remark if only this table reads it so."""
    return f"{question} {capital(option.text)}{'' if option.usual else ', as this table reads it'}"


def spare_said(faces: Sequence[int | str]) -> str:
    """Return a line about surplus faces: ``2 dice too many: 11, 11``."""
    return f"{some(len(faces), 'die', 'dice')} too many: {', '.join(map(str, faces))}"


def conditions_in_vain(record: Record, charts: dict[str, Chart]) -> list[str]:
    """Return the stated conditions without an effect on the ruling."""
    conditions = record.procedure.conditions(charts)
    found = []
    for one in record.ruling.unused:
        unit, _, name = one.rpartition("+")
        label = next((chart.label(unit) for chart in charts.values() if unit in chart.rows), unit)
        found.append(f"{conditions[name].text} ({label})" if unit else conditions[name].text)
    return found


def unused_adjustments(record: Record) -> list[str]:
    """Return the referee's modifiers of sums that the ruling did not need, as they were typed."""
    return [text for text in record.controls.get("adjust", ()) if adjusted(text, record) not in record.ruling.sums]


def adjusted(text: str, record: Record) -> str:
    """Return the name of the sum in a modifier ``[sum=]value[:reason]``."""
    return text.partition(":")[0].rpartition("=")[0] or record.procedure.sums[0]


def figure_said(ref: str, charts: dict[str, Chart]) -> str:
    """Return the place of a figure and its chart in words."""
    chart = charts.get(split(ref)[0])
    return f"{place_said(ref, charts)} ({chart.title})" if chart else ref


def place_said(ref: str, charts: dict[str, Chart]) -> str:
    """Return the place of a figure on its chart in words."""
    name, row, column = split(ref)
    chart = charts.get(name)
    if chart is None:
        return ref
    return ", ".join(filter(None, (chart.label(row), chart.head(column) if column in chart.columns else column)))


def dice_told(record: Record) -> str:
    """Return the origin of the faces in one line; an empty text without dice."""
    origins = {origin for roll in record.ruling.rolls for origin in roll.origins}
    if "rolled" not in origins:
        return "dice entered" if origins else ""
    which = "dice" if origins == {"rolled"} else "dice in [brackets]"
    return f"{which} rolled, seed {record.ruling.seed}"


def verdict_line(record: Record) -> str:
    """Return the outcome in capitals, and its sentence."""
    return f"{record.ruling.outcome.banner.upper()}: {record.ruling.verdict}"
