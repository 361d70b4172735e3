"""The files that say what a ruleset prints: sheet.toml, reference.toml and templates.toml."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, NewType

from refcli.core.cells import SIGNS, Cell, Source, split
from refcli.core.charts import Chart
from refcli.core.errors import Refused
from refcli.core.limits import in_short
from refcli.core.quick_sheet import DIAL, Block, Plan
from refcli.core.quick_sheet import Part as BlockPart
from refcli.core.readings import Reading
from refcli.core.reference import ReferenceTable
from refcli.core.template import BAND, MM, PLACE, Part, Template, bands_of, cells_named, rows_of
from refcli.files.reader import (
    ChartName,
    Form,
    Format,
    Hook,
    OneOrMore,
    PhaseName,
    Reader,
    Text,
    Unfit,
    Unsound,
    Words,
    completed,
    distinct,
    dotted,
    entries,
    fitting,
    one_of,
    only,
    within,
)
from refcli.files.toml_file import Fault, TomlFile, TomlTable

Charts = Mapping[str, Chart]
ChartNames = str | tuple[ChartName, ...]
Reference = NewType("Reference", str)
"""A chart, or a row, a column, a cell or a condition of it: ``chart.row.column``."""
Head = NewType("Head", str)
"""What the head of a column is of: a reference, or ``words`` for the last one."""
ReferencesByOption = NewType("ReferencesByOption", Mapping[tuple[str, str], Words])
"""References that hold under one option of a reading alone: by the reading and the word of the option."""
Entries = NewType("Entries", tuple[TomlTable, ...])
"""Templates; the shape of each decides what is in it."""


class ReferenceFile(NamedTuple):
    """The file reference.toml."""

    tables: tuple[ReferenceTable, ...] = ()


def is_reference(chart: Chart, row: str, column: str) -> bool:
    """True if a reference names a row, a column, a cell or a condition of a chart, or all of it."""
    if column:
        return (not row or row in chart.rows) and column in chart.columns
    return not row or row in chart.rows or row in chart.columns or row in chart.conditions


def paper_format(
    charts: Charts | None = None, readings: Mapping[str, Reading] | None = None, phases: Collection[str] = ()
) -> Format:
    """Return the format of sheet.toml and reference.toml; ``phases`` are those of the turn."""
    known, choices = charts or {}, readings or {}

    def reference_fault(text: str, *at: str) -> Iterator[Fault]:
        chart, row, column = split(text)
        if chart not in known:
            yield Fault(f"{in_short(chart)} is no chart", at, chart, known)
        elif not is_reference(known[chart], row, column):
            yield Fault(f"{in_short(text)} names nothing of {chart}", at)

    def option_fault(id: str, word: str, *at: str) -> Iterator[Fault]:
        words = [option.word for option in choices[id].options] if id in choices else []
        if id not in choices:
            yield Fault(f"{in_short(id)} is no reading", at, id, choices)
        elif word not in words:
            yield Fault(f"reading {id} has no option {in_short(word)}", at, word, words)

    def reference(text: str, _: Any) -> str:
        faults = [*reference_fault(text)]
        if faults:
            raise Unsound(*faults)
        return text

    def part_faults(part: BlockPart) -> Iterator[Fault]:
        if sum(map(bool, (part.line, part.table, part.conditions))) != 1:
            yield Fault("a part is one of line, table, conditions")
        for place in part.places:
            yield from reference_fault(place)
        for id, word in part.reading.items():
            yield from option_fault(id, word, "reading", id)

    def table_faults(table: ReferenceTable) -> Iterator[Fault]:
        if not table.charts:
            yield Fault("charts names none", ["charts"])
            return
        first, others = known[table.charts[0]], table.charts[1:]
        for key in ("by", "under", "below", "over"):
            for name, column in getattr(table, key).items():
                if name not in others:
                    yield Fault(f"{in_short(name)} is none of the charts", [key, name], name, others)
                if key in ("by", "under") and column not in first.columns:
                    yield Fault(f"{first.name} has no column {in_short(column)}", [key, name], column, first.columns)
        rows = dict.fromkeys(row for name in table.charts for row in known[name].rows)
        for row in table.headings:
            if row not in rows:
                yield Fault(f"{in_short(row)} is no row of these charts", ["headings", row], row, rows)

    names, references = tuple[ChartName, ...], tuple[Reference, ...]
    texts = dict.fromkeys(("by", "under", "below", "headings", "over"), Mapping[str, Text])
    forms = {
        Plan: Form(
            keys={"blocks": "block"},
            types={"pages": within(1, 99, int), "omit": names, "only": ReferencesByOption},
        ),
        Block: Form(types={"phase": PhaseName, "charts": names}),
        BlockPart: Form(
            types={
                **dict.fromkeys(("table", "conditions"), ChartNames),
                **dict.fromkeys(("says", "columns"), references),
                "heads": Mapping[Head, Text],
                "words": Mapping[Reference, Text],
                "values": Mapping[str, Text],
                "drawn": one_of(DIAL),
                "reading": Mapping[str, Text],
            },
            short="line",
            check=part_faults,
        ),
        ReferenceFile: Form(keys={"tables": "table"}),
        ReferenceTable: Form(types={**texts, "charts": names, "conditions": names}, check=table_faults),
    }

    def hooks(read: Hook) -> Mapping[Any, Hook]:
        def references_by_option(raw: Any, _: Any) -> Any:
            found = read(raw, Mapping[str, Mapping[str, tuple[Reference, ...]]])
            faults = [one for id, words in found.items() for word in words for one in option_fault(id, word, id, word)]
            if faults:
                raise Unsound(*faults)
            return {(id, word): refs for id, words in found.items() for word, refs in words.items()}

        return {
            Reference: only(str, then=reference),
            Head: lambda raw, _: raw if raw == "words" else read(raw, Reference),
            ReferencesByOption: references_by_option,
        }

    return Format(forms, hooks, known={ChartName: known, PhaseName: phases})


def plan_from(
    file: TomlFile, phases: Collection[str], charts: Charts, readings: Mapping[str, Reading], faults: list[str]
) -> Plan | None:
    """Return the plan of the quick-reference sheet."""
    plan: Plan | None = Reader(file, faults, paper_format(charts, readings, phases)).read(file.table, Plan)
    return plan


def reference_from(file: TomlFile, charts: Charts, faults: list[str]) -> tuple[ReferenceTable, ...]:
    """Return the lists of the reference set."""
    found: ReferenceFile | None = Reader(file, faults, paper_format(charts)).read(file.table, ReferenceFile)
    return found.tables if found else ()


References = NewType("References", Words)
Lengths = NewType("Lengths", Words)
Reaches = NewType("Reaches", Words)
"""Lengths that a row may do without."""
Angles = NewType("Angles", Words)
Cells = NewType("Cells", Words)
RowsOf = NewType("RowsOf", Words)
"""The rows that a template goes through: those of a chart, or one of them."""
Copies = str | int
"""How many there are of a template: a number, or the cell that has it."""
Millimetres = NewType("Millimetres", float)
"""A size on paper that no rule has."""
Degrees = NewType("Degrees", float)
Lines = NewType("Lines", Words)


class PartTable(NamedTuple):
    """A part of a stick, as it is written."""

    text: str
    add: References
    needs: str = ""
    alone: bool = False
    above: str = ""
    up_to: str = ""
    rows: str = ""
    without: str = ""


Parts = tuple[PartTable, ...]
SHAPES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    # by shape: the entries that it needs, and those that it may have besides
    "circles": ({"across": Lengths}, {}),
    "rings": ({}, {"across": Lengths, "radius": Lengths, "centre": Lengths, "centre-text": str}),
    "strip": ({"length": Lengths, "breadth": Lengths}, {}),
    "arcs": ({"angle": Angles, "arm": Millimetres}, {}),
    "facing": (
        {"ahead": Angles, "arm": Millimetres, "ahead-text": str, "behind-text": str},
        {"behind": Angles, "side-text": str},
    ),
    "stick": ({"rows": RowsOf, "part": Parts}, {"ends": Lengths, "reach": Reaches}),
    "marks": ({"at": Lengths}, {"scale": Lengths}),
    "dial": (
        {"faces": Cells, "towards": Mapping[str, Degrees], "across": Millimetres},
        {"ahead-text": str},
    ),
    "marker": ({"lines": Lines, "width": Millimetres, "height": Millimetres}, {"rows": RowsOf, "copies": Copies}),
}
ONE_SIZE = "strip"
"""The shape that has one size of each kind; others are drawn once for each size."""
FURTHEST = 5000
"""The greatest size that is put on paper, in mm."""
MOST_COPIES = 100


class TemplateTable(NamedTuple):
    """What a template states whatever its shape."""

    name: str
    title: str
    shape: str
    source: Source
    unit: str = "cm"
    names: Mapping[str, str] = {}
    notes: Words = ()


class TemplateFile(NamedTuple):
    """The file templates.toml."""

    templates: Mapping[str, TomlTable] = {}


@cache
def template_format(overlay: str = "") -> Format:
    """Return the format of templates.toml."""
    name = fitting(re.compile(r"[a-z0-9][a-z0-9-]*").fullmatch, "must be a name of small letters, digits and hyphens")
    forms = {
        TemplateFile: Form(keys={"templates": "template"}, types={"templates": Entries}),
        TemplateTable: Form(types={"name": name, "shape": one_of(*SHAPES), "unit": one_of(*MM)}),
        PartTable: Form(types={"needs": one_of("", *SIGNS)}),
    }

    def hooks(read: Hook) -> Mapping[Any, Hook]:
        def filled(kind: Any, what: str) -> Hook:
            def some(raw: Any, _: Any) -> Words:
                found: Words = read(raw, kind)
                if not any(one.strip() for one in found):
                    raise Unfit(what)
                return found

            return some

        def copies(raw: Any, _: Any) -> Any:
            return (raw,) if isinstance(raw, str) else within(1, MOST_COPIES, int)(raw, int)

        return {
            Entries: distinct(read, TomlTable, "template"),
            References: filled(Words, "names no cell"),
            **dict.fromkeys((Lengths, Reaches, Angles, Cells), filled(OneOrMore, "names no cell")),
            RowsOf: lambda raw, _: (read(raw, str),),
            Copies: copies,
            Millimetres: lambda raw, _: float(within(5, 400, int, float, unit=" mm")(raw, float)),
            Degrees: within(-360, 360, int, float, unit=" degrees"),
            Lines: filled(Words, "has nothing to print"),
        }

    return Format(forms, hooks, overlay)


def templates_from(files: Sequence[TomlFile], charts: Charts, faults: list[str]) -> dict[str, Template]:
    """Return the templates of a ruleset by name, with what overlays change or add.

    Without charts only the form of the files is checked.
    """
    found: dict[str, Template] = {}
    stated: dict[str, TomlTable] = {}
    for file in files:
        reader = Reader(file, faults, template_format(file.shown if file.is_overlay else ""))
        table = completed(file.table, "template", stated)
        reader.read(table, TemplateFile)
        for index, raw in entries(table, "template"):
            template = _TemplateReader(reader, ["template", index], charts).template(raw)
            if template:
                found[template.name] = template
    return found


class _TemplateReader:
    """Reads one template, and notes what is wrong with the cells that it names."""

    def __init__(self, reader: Reader, at: list[str | int], charts: Charts) -> None:
        self.reader = reader
        self.at = at
        self.charts = charts

    def note(self, what: str, *keys: str | int) -> None:
        self.reader.note(Fault(what, [*self.at, *keys]))

    def template(self, raw: TomlTable) -> Template | None:
        """Return the template of an entry; None when its faults leave none."""
        before = len(self.reader.faults)
        shape = raw.get("shape")
        needed, besides = SHAPES[shape] if isinstance(shape, str) and shape in SHAPES else ({}, {})
        types = {**needed, **besides}
        known = self.reader.format.keys(TemplateTable)
        head = {key: one for key, one in raw.items() if (key not in types if types else key in known)}
        table: TemplateTable | None = self.reader.read(head, TemplateTable, self.at)
        found = {key: self.reader.read(raw[key], kind, [*self.at, key]) for key, kind in types.items() if key in raw}
        for key in needed:
            if key not in raw:
                self.note(f"{dotted(self.at)} lacks {key!r}")
        if shape == "rings" and ("across" in raw) == ("radius" in raw):
            self.note(f"{dotted(self.at)} needs either across or radius")
        if table is None or len(self.reader.faults) > before or not self.charts:
            return None
        figures = {key: one for key, one in found.items() if isinstance(one, tuple) and key not in ("part", "lines")}
        template = Template(
            **table._asdict(),
            figures=figures,
            rows=self.rows(figures["rows"][0], "rows") if "rows" in figures else (),
            paper={key: one for key, one in found.items() if isinstance(one, (int, float))},
            words={key: one for key, one in found.items() if isinstance(one, str)},
            towards=found.get("towards", {}),
            lines=found.get("lines", ()),
        )
        for ref in template.names:
            self.cells(ref, "names", ref)
        for key in figures.keys() - {"rows"}:
            self.check_figures(template, key, figures[key], types[key])
        for place in PLACE.findall("".join(template.lines)):
            if place not in ("row", "label"):
                self.cells(place, "lines", rows=template.rows)
        if "part" in found:
            template = template._replace(parts=self.parts(found["part"], template))
        return template if len(self.reader.faults) == before else None

    def rows(self, ref: str, *at: str | int) -> tuple[str, ...]:
        """Return the rows that a reference names."""
        try:
            return rows_of(ref, self.charts)
        except Refused as error:
            self.note(str(error), *at)
            return ()

    def cells(self, ref: str, *at: str | int, rows: Words = (), band: bool = False) -> list[Cell]:
        """Return the cells of a reference for every row that the template goes through."""
        try:
            bands = bands_of(ref, self.charts)
            if bands and not band:
                raise Refused(f"{in_short(ref)} names no column of {split(ref)[0]}: {bands.name} has bands")
            if BAND in ref.split("."):
                if band:
                    return []  # a column of the stick, looked up when it is drawn
                raise Refused(f"{in_short(ref)}: {BAND} is the band at hand, which only the parts of a stick have")
            first = bands.bands[0][1] if bands else ""
            return [cell for row in rows or ("",) for cell in cells_named(ref, self.charts, row, first)]
        except Refused as error:
            self.note(str(error), *at)
            return []

    def check_figures(self, template: Template, key: str, refs: Words, kind: Any) -> None:
        """Check the cells that an entry names: that they are there, and sizes that can be drawn."""
        before = len(self.reader.faults)
        rows = () if kind is Reaches else template.rows  # a row that its chart lacks has no reach
        cells = [cell for ref in refs for cell in self.cells(ref, key, rows=rows)]
        if kind is Cells:
            return
        most, per = {Angles: (360, 1.0), Copies: (MOST_COPIES, 1.0)}.get(kind, (FURTHEST, MM[template.unit]))
        for cell in cells:
            if not isinstance(cell.value, (int, float)) or not 0 < cell.value * per <= most:
                self.note(f"{cell.ref} is {cell.text}, which is no size to draw", key)
        sizes = len({cell.value for cell in cells})
        if len(self.reader.faults) > before:
            return
        if not sizes and kind is not Reaches:
            self.note(f"{dotted([*self.at, key])} has no figure: every cell that it names is blank", key)
        if template.shape == ONE_SIZE and sizes > 1:
            what = f"a {template.shape} has one {key}, and {dotted([*self.at, key])} names {sizes} different ones"
            self.note(what, key)

    def parts(self, tables: Parts, template: Template) -> tuple[Part, ...]:
        """Return the parts of a stick."""
        parts = []
        for index, one in enumerate(tables):
            at = ("part", index)
            rows = self.part_rows(one, template, at)
            for ref in one.add:
                self.cells(ref, *at, "add", rows=template.rows if rows is None else rows, band=True)
            for key, ref in (("above", one.above), ("up-to", one.up_to)):
                if ref and one.needs != ">=":
                    self.note(f"{key} goes with needs = '>='", *at, key)
                cells = self.cells(ref, *at, key) if ref else []
                if len(cells) > 1 or any(not isinstance(cell.value, (int, float)) for cell in cells):
                    self.note(f"{in_short(ref)} must be one number", *at, key)
            parts.append(Part(one.text, one.add, one.needs, one.alone, one.above, one.up_to, rows))
        where = dotted([*self.at, "part"])
        bare = [row for row in template.rows if not any(part.is_of(row) for part in parts if not part.alone)]
        if not parts:
            self.note(f"{where} names no part to draw", "part")
        elif all(part.alone for part in parts):
            self.note(f"{where} needs a part that is not alone", "part", 0, "alone")
        elif bare:
            self.note(f"{where} has no part for {in_short(bare[0])} that is not alone", "part", 0)
        return tuple(parts)

    def part_rows(self, part: PartTable, template: Template, at: tuple[str, int]) -> tuple[str, ...] | None:
        """Return the rows of the template that have a part: those of ``rows``, not of ``without``; None is all."""
        before, found = len(self.reader.faults), template.rows
        for key, ref in (("rows", part.rows), ("without", part.without)):
            if ref:
                named = self.rows(ref, *at, key)
                found = tuple(row for row in found if (row in named) == (key == "rows"))
        if len(found) == len(template.rows):
            return None
        if not found and len(self.reader.faults) == before:
            self.note(f"{dotted([*self.at, *at])} is of no row of {template.figures['rows'][0]}", *at)
        return found or None
