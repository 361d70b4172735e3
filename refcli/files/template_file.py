"""The format of templates.toml: what a ruleset lays on the table, its sizes being figures of charts.

A file is judged whole, its references against the charts they name. An overlay file adds templates, or gives
another value to what it states of a shipped one.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from refcli.core.cells import SIGNS, Cell, Source, split
from refcli.core.charts import Chart
from refcli.core.errors import BadData, Refused
from refcli.core.limits import in_short
from refcli.core.template import BAND, MM, PLACE, Part, Template, bands_of, cells_named, rows_of
from refcli.files.judge import Judge, Keys, dotted, hidden, named
from refcli.files.toml_file import TomlFile, TomlTable

KEYS = {"name": str, "title": str, "shape": str, "source": dict, "unit": str, "names": dict, "notes": list}
"""What every template states; the unit, the names and the notes can be left out."""

LENGTH, ANGLE, ROWS, REACH, WORD, COUNT = "length", "angle", "rows", "reach", "word", "count"
"""Kinds of figures: sizes, angles, rows to go through, sizes of some of these, any cells, a number of copies."""

PAPER, TEXT, LINES, PARTS, TOWARDS = "paper", "text", "lines", "parts", "towards"
"""Kinds of entries that hold no figure of a rule, or hold them in entries of their own."""

SHAPES: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    # by shape: the entries that it needs, and those that it may have besides
    "circles": ({"across": LENGTH}, {}),
    "rings": ({}, {"across": LENGTH, "radius": LENGTH, "centre": LENGTH, "centre-text": TEXT}),
    "strip": ({"length": LENGTH, "breadth": LENGTH}, {}),
    "arcs": ({"angle": ANGLE, "arm": PAPER}, {}),
    "facing": (
        {"ahead": ANGLE, "arm": PAPER, "ahead-text": TEXT, "behind-text": TEXT},
        {"behind": ANGLE, "side-text": TEXT},
    ),
    "stick": ({"rows": ROWS, "part": PARTS}, {"ends": LENGTH, "reach": REACH}),
    "marks": ({"at": LENGTH}, {"scale": LENGTH}),
    "dial": ({"faces": WORD, "towards": TOWARDS, "across": PAPER}, {"ahead-text": TEXT}),
    "marker": ({"lines": LINES, "width": PAPER, "height": PAPER}, {"rows": ROWS, "copies": COUNT}),
}
KINDS: dict[str, Any] = {
    **dict.fromkeys((LENGTH, ANGLE, REACH, WORD), (str, list)),
    ROWS: str,
    COUNT: (str, int),
    PAPER: (int, float),
    TEXT: str,
    LINES: list,
    PARTS: list,
    TOWARDS: dict,
}
PART_KEYS = {
    "text": str,
    "add": list,
    "needs": str,
    "alone": bool,
    "above": str,
    "up-to": str,
    "rows": str,
    "without": str,
}
LIMITS = "above", "up-to"
"""The keys of a part that hold a number required within what the rules allow."""
ALONE = "strip"
"""The shape that has one size of each kind; others are drawn once for each size."""
ON_PAPER = 5, 400
"""How small and how large a marker, an arm or a dial may be drawn, in mm."""
FURTHEST = 5000
"""The greatest size that is put on paper, in mm."""
COPIES = 100

ReadCharts = Callable[[Iterable[str]], Mapping[str, Chart]]


def templates_from(
    file: TomlFile | None, overlays: Sequence[TomlFile], names: Sequence[str], read: ReadCharts, faults: list[str]
) -> dict[str, Template]:
    """The templates of a file by name, with what overlays change or add.

    ``names`` are those of all charts; ``read`` gives the charts that are asked for.
    """
    found: dict[str, Template] = {}
    stated: dict[str, TomlTable] = {}
    for part in (*([file] if file else []), *overlays):
        judge = Judge(part, faults)
        overlay = part.shown if part is not file else ""
        here: set[str] = set()
        for index, raw in enumerate(judge.entries(part.table, {"template": list}, []).get("template", [])):
            at: Keys = ["template", index]
            name = named(raw, "name")
            if name in here:
                judge.fault([*at, "name"], f"template {in_short(name)} stands twice")
            here.add(name)
            whole = {**stated.get(name, {}), **raw} if name else raw
            template = _Reader(judge, at, names, read).template(whole, overlay)
            if template is not None:
                found[template.name], stated[template.name] = template, whole
    return found


class _Reader:
    """Reads one entry, and tells its faults with the lines of its file."""

    def __init__(self, judge: Judge, at: Keys, names: Sequence[str], read: ReadCharts) -> None:
        self.judge = judge
        self.at = at
        self.names = names
        self.read = read
        self.before = len(judge.faults)

    def fault(self, key: Keys, what: str) -> None:
        self.judge.fault([*self.at, *key], what)

    def template(self, raw: Any, overlay: str) -> Template | None:
        """The template of an entry; None when its faults leave none."""
        shape = raw.get("shape") if isinstance(raw, dict) else None
        required = ("name", "title", "shape", "source")
        if not isinstance(shape, str) or shape not in SHAPES:
            kept = {key: raw[key] for key in raw if key in KEYS} if isinstance(raw, dict) else raw
            self.judge.entries(kept, KEYS, self.at, required)
            if isinstance(shape, str):
                self.fault(
                    ["shape"], f"shape {in_short(shape)} is none of {', '.join(SHAPES)}{self.judge.near(shape, SHAPES)}"
                )
            return None
        needed, besides = SHAPES[shape]
        kinds = {**needed, **besides}
        known = {**KEYS, **{key: KINDS[kind] for key, kind in kinds.items()}}
        entries = self.judge.entries(raw, known, self.at, (*required, *needed))
        if shape == "rings" and ("across" in raw) == ("radius" in raw):
            self.fault([], f"{dotted(self.at)} needs either across or radius")
        if len(self.judge.faults) > self.before:
            return None
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", entries["name"]):
            self.fault(["name"], f"{in_short(entries['name'])} is no name: small letters, digits and hyphens make one")
        if entries.get("unit", "cm") not in MM:
            self.fault(
                ["unit"],
                f"unit {in_short(entries['unit'])} is none of {', '.join(MM)}{self.judge.near(entries['unit'], MM)}",
            )
            return None
        template = Template(
            name=entries["name"],
            title=entries["title"],
            shape=shape,
            source=self.judge.source(entries["source"], [*self.at, "source"], overlay),
            unit=entries.get("unit", "cm"),
            names=self.names_given(entries.get("names", {})),
            notes=self.texts(entries.get("notes", []), ["notes"]),
        )
        rows = self.rows_named(entries["rows"], ["rows"]) if "rows" in entries else ()
        template = template._replace(rows=rows)
        for key, kind in kinds.items():
            if key in entries:
                template = READERS[kind](self, template, key, entries[key])
        return template if len(self.judge.faults) == self.before else None

    def texts(self, value: Any, at: Keys) -> tuple[str, ...]:
        """A list of texts that a page can show."""
        return self.judge.words(value, [*self.at, *at])

    def names_given(self, value: TomlTable) -> dict[str, str]:
        """What cells are to be called."""
        for ref, name in value.items():
            if not isinstance(name, str) or hidden(name):
                self.fault(["names", ref], f"{dotted([*self.at, 'names', ref])} must be a text, not {in_short(name)}")
            self.cells(ref, ["names", ref], Template("", "", "", Source()))
        return value

    def charts(self, ref: str, at: Keys) -> Mapping[str, Chart] | None:
        """The chart that a reference is of."""
        name = split(ref)[0]
        if name not in self.names:
            self.fault(at, f"{in_short(ref)} is of no chart{self.judge.near(name, self.names)}")
            return None
        try:
            return self.read((name,))
        except BadData:
            return None  # its own faults are told where it is read

    def rows_named(self, ref: str, at: Keys) -> tuple[str, ...]:
        """The rows that a reference names: those a template goes through, or a part of it is of."""
        charts = self.charts(ref, at)
        if charts is None:
            return ()
        try:
            return rows_of(ref, charts)
        except Refused as error:
            self.fault(at, str(error))
            return ()

    def cells(self, ref: Any, at: Keys, template: Template, band: bool = False) -> list[Cell]:
        """The cells of a reference, for every row that the template goes through; its faults are told."""
        if not isinstance(ref, str):
            self.fault(at, f"{dotted([*self.at, *at])} must be names of cells, not {in_short(ref)}")
            return []
        charts = self.charts(ref, at)
        if charts is None:
            return []
        try:
            bands = bands_of(ref, charts)
            if bands and not band:
                chart = split(ref)[0]
                near = self.judge.near("", bands.columns)
                self.fault(at, f"{in_short(ref)} names no column of {chart}{near}: {bands.name} has bands")
                return []
            if BAND in ref.split("."):
                if not band:
                    self.fault(at, f"{in_short(ref)}: {BAND} is the band at hand, which only the parts of a stick have")
                return []  # a column of the stick, looked up when it is drawn
            rows = template.rows or ("",)
            within = bands.bands[0][1] if bands else ""
            return [cell for row in rows for cell in cells_named(ref, charts, row, within)]
        except Refused as error:
            self.fault(at, str(error))
            return []

    def _numbers(
        self, template: Template, key: str, value: Any, most: float, per: float, needed: bool = True
    ) -> Template:
        """A key whose figures measure something."""
        refs = value if isinstance(value, list) else [value]
        before, sizes = len(self.judge.faults), set()
        if not refs:
            self.fault([key], f"{dotted([*self.at, key])} names no cell")
        for ref in refs:
            for cell in self.cells(ref, [key], template):
                if not isinstance(cell.value, (int, float)) or not 0 < cell.value * per <= most:
                    self.fault([key], f"{cell.ref} is {cell.text}, which is no size to draw")
                sizes.add(cell.value)
        sound = len(self.judge.faults) == before
        if sound and needed and not sizes and all(self.charts(ref, [key]) for ref in refs):
            self.fault([key], f"{dotted([*self.at, key])} has no figure: every cell that it names is blank")
        elif sound and template.shape == ALONE and len(sizes) > 1:
            what = f"a {template.shape} has one {key}, and {dotted([*self.at, key])} names {len(sizes)} different ones"
            self.fault([key], what)
        return template._replace(figures={**template.figures, key: tuple(ref for ref in refs if isinstance(ref, str))})

    def _length(self, template: Template, key: str, value: Any) -> Template:
        return self._numbers(template, key, value, FURTHEST, MM[template.unit])

    def _reach(self, template: Template, key: str, value: Any) -> Template:
        every = template._replace(rows=())  # a row that its chart lacks has no reach
        checked = self._numbers(every, key, value, FURTHEST, MM[template.unit], needed=False)
        return checked._replace(rows=template.rows)

    def _angle(self, template: Template, key: str, value: Any) -> Template:
        return self._numbers(template, key, value, 360, 1)

    def _word(self, template: Template, key: str, value: Any) -> Template:
        refs = value if isinstance(value, list) else [value]
        for ref in refs:
            self.cells(ref, [key], template)
        return template._replace(figures={**template.figures, key: tuple(ref for ref in refs if isinstance(ref, str))})

    def _rows(self, template: Template, key: str, value: Any) -> Template:
        return template._replace(figures={**template.figures, key: (value,)})

    def _count(self, template: Template, key: str, value: Any) -> Template:
        if isinstance(value, str):
            return self._numbers(template, key, value, COPIES, 1)
        if not 0 < value <= COPIES:
            self.fault([key], f"{dotted([*self.at, key])} must be 1 to {COPIES}, not {value}")
        return template._replace(paper={**template.paper, key: value})

    def _paper(self, template: Template, key: str, value: Any) -> Template:
        least, most = ON_PAPER
        if not least <= value <= most:
            self.fault([key], f"{dotted([*self.at, key])} must be {least} to {most} mm, not {value}")
        return template._replace(paper={**template.paper, key: float(value)})

    def _text(self, template: Template, key: str, value: Any) -> Template:
        return template._replace(words={**template.words, key: value})

    def _lines(self, template: Template, key: str, value: Any) -> Template:
        lines = self.texts(value, [key])
        if not any(line.strip() for line in lines):
            self.fault([key], f"{dotted([*self.at, key])} says nothing to print")
        for line in lines:
            for place in PLACE.findall(line):
                if place not in ("row", "label"):
                    self.cells(place, [key], template)
        return template._replace(lines=lines)

    def _towards(self, template: Template, key: str, value: Any) -> Template:
        for word, degrees in value.items():
            if isinstance(degrees, bool) or not isinstance(degrees, (int, float)) or not -360 <= degrees <= 360:
                self.fault([key, word], f"{dotted([*self.at, key, word])} must be degrees, not {in_short(degrees)}")
        return template._replace(towards=dict(value))

    def _parts(self, template: Template, key: str, value: Any) -> Template:
        parts = []
        for index, raw in enumerate(value):
            at: Keys = [key, index]
            entries = self.judge.entries(raw, PART_KEYS, [*self.at, *at], ("text", "add"))
            sign = entries.get("needs", "")
            if sign and sign not in SIGNS:
                self.fault([*at, "needs"], f"needs {in_short(sign)} is none of {' '.join(SIGNS)}")
            rows = self.part_rows(entries, template, at)
            add = self.texts(entries.get("add", []), [*at, "add"])
            if "add" in entries and not add:
                self.fault([*at, "add"], f"{dotted([*self.at, *at, 'add'])} names no cell")
            for ref in add:
                self.cells(ref, [*at, "add"], template if rows is None else template._replace(rows=rows), band=True)
            above, up_to = (self.limit(entries, limit, at) for limit in LIMITS)
            parts.append(Part(entries.get("text", ""), add, sign, entries.get("alone", False), above, up_to, rows))
        if not parts:
            self.fault([key], f"{dotted([*self.at, key])} names no part to draw")
        elif all(part.alone for part in parts):
            self.fault([key, 0, "alone"], f"{dotted([*self.at, key])} needs a part that is not alone")
        elif bare := [row for row in template.rows if not any(part.is_of(row) for part in parts if not part.alone)]:
            self.fault([key, 0], f"{dotted([*self.at, key])} has no part for {in_short(bare[0])} that is not alone")
        return template._replace(parts=tuple(parts))

    def part_rows(self, entries: TomlTable, template: Template, at: Keys) -> tuple[str, ...] | None:
        """The rows of the template that have a part: those of ``rows``, and not those of ``without``; None is all."""
        before, found = len(self.judge.faults), template.rows
        for key in ("rows", "without"):
            if key in entries:
                named = self.rows_named(entries[key], [*at, key])
                found = tuple(row for row in found if (row in named) == (key == "rows"))
        if len(found) == len(template.rows):
            return None
        if not found and len(self.judge.faults) == before:
            self.fault(at, f"{dotted([*self.at, *at])} is of no row of {template.figures['rows'][0]}")
        return found or None

    def limit(self, entries: TomlTable, key: str, at: Keys) -> str:
        """The one cell that limits a number required; nothing without the key."""
        ref = entries.get(key, "")
        if not ref:
            return ""
        if entries.get("needs") != ">=":
            self.fault([*at, key], f"{key} goes with needs = '>='")
        cells = self.cells(ref, [*at, key], Template("", "", "", Source()))
        if len(cells) > 1 or any(not isinstance(cell.value, (int, float)) for cell in cells):
            self.fault([*at, key], f"{in_short(ref)} must be one number")
        return str(ref)


READERS: dict[str, Callable[[_Reader, Template, str, Any], Template]] = {
    LENGTH: _Reader._length,
    ANGLE: _Reader._angle,
    ROWS: _Reader._rows,
    REACH: _Reader._reach,
    WORD: _Reader._word,
    COUNT: _Reader._count,
    PAPER: _Reader._paper,
    TEXT: _Reader._text,
    LINES: _Reader._lines,
    PARTS: _Reader._parts,
    TOWARDS: _Reader._towards,
}
"""What reads each kind of entry."""
