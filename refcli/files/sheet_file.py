"""The format of sheet.toml: what the quick-reference sheet of a ruleset says, block by block."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refcli.core.cells import split
from refcli.core.charts import Chart
from refcli.core.limits import in_short
from refcli.core.quick_sheet import DIAL, Block, Part, Plan
from refcli.core.readings import Reading
from refcli.files.judge import Judge, Keys, dotted
from refcli.files.toml_file import TomlFile

KEYS = {"pages": int, "omit": list, "only": dict, "block": list}
BLOCK_KEYS = {"title": str, "phase": str, "charts": list, "parts": list}
PART_KEYS = {
    **dict.fromkeys(("line", "title", "corner", "drawn"), str),
    **dict.fromkeys(("says", "columns", "notes"), list),
    **dict.fromkeys(("table", "conditions"), (str, list)),
    **dict.fromkeys(("heads", "words", "values", "reading"), dict),
    "chances": bool,
}
KINDS = ("line", "table", "conditions")
"""What a part is: one of these."""


def plan_from(
    file: TomlFile,
    phases: Sequence[str],
    charts: Mapping[str, Chart],
    readings: Mapping[str, Reading],
    faults: list[str],
) -> Plan:
    """The plan of a sheet; ``phases`` are those of the turn."""
    return _Reader(Judge(file, faults), phases, charts, readings).plan()


class _Reader:
    """Reads the file, and tells its faults with their lines."""

    def __init__(
        self, judge: Judge, phases: Sequence[str], charts: Mapping[str, Chart], readings: Mapping[str, Reading]
    ) -> None:
        self.judge = judge
        self.phases = phases
        self.charts = charts
        self.readings = readings

    def plan(self) -> Plan:
        entries = self.judge.entries(self.judge.file.table, KEYS, [])
        if entries.get("pages", 1) < 1:
            self.judge.fault(["pages"], "pages must be 1 or more")
        omit = self.judge.words(entries.get("omit", []), ["omit"])
        for name in omit:
            self.chart(name, ["omit"])
        blocks = [self.block(raw, ["block", number]) for number, raw in enumerate(entries.get("block", []))]
        return Plan(tuple(blocks), entries.get("pages", 0), omit, dict(self.only(entries.get("only", {}))))

    def only(self, table: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], tuple[str, ...]]]:
        """What holds under one option of a reading alone."""
        for id, words in table.items():
            if not isinstance(words, dict):
                self.judge.fault(["only", id], f"only.{id} must be a table")
                continue
            for word, refs in words.items():
                self.option(id, word, ["only", id, word])
                yield (id, word), self.refs(refs, ["only", id, word])

    def block(self, raw: Any, at: Keys) -> Block:
        entries = self.judge.entries(raw, BLOCK_KEYS, at, ("title",))
        phase = entries.get("phase", "")
        if phase and phase not in self.phases:
            what = f"{in_short(phase)} is no phase{self.judge.near(phase, self.phases)}"
            self.judge.fault([*at, "phase"], what)
        charts = self.judge.words(entries.get("charts", []), [*at, "charts"])
        for name in charts:
            self.chart(name, [*at, "charts"])
        parts = [self.part(one, [*at, "parts", number]) for number, one in enumerate(entries.get("parts", []))]
        return Block(entries.get("title", ""), phase, charts, tuple(filter(None, parts)))

    def part(self, raw: Any, at: Keys) -> Part | None:
        if isinstance(raw, str):
            raw = {"line": raw}
        entries = self.judge.entries(raw, PART_KEYS, at)
        if sum(kind in entries for kind in KINDS) != 1:
            self.judge.fault(at, f"{dotted(at)} is none or several of {', '.join(KINDS)}")
            return None
        found: dict[str, Any] = {**entries, "reading": self.reading(entries, at)}
        for key in ("table", "conditions"):
            if key in entries:
                names = [entries[key]] if isinstance(entries[key], str) else entries[key]
                found[key] = self.judge.words(names, [*at, key])
                for name in found[key]:
                    self.chart(name, [*at, key])
        for key in ("says", "columns"):
            found[key] = self.refs(entries.get(key, []), [*at, key])
        for key in ("heads", "words"):
            found[key] = self.judge.texts(entries.get(key, {}), [*at, key])
            self.refs([ref for ref in found[key] if (key, ref) != ("heads", "words")], [*at, key])
        found["values"] = self.judge.texts(entries.get("values", {}), [*at, "values"])
        if "notes" in entries:
            found["notes"] = self.judge.words(entries["notes"], [*at, "notes"])
        if entries.get("drawn", DIAL) != DIAL:
            self.judge.fault([*at, "drawn"], f"drawn {in_short(entries['drawn'])} is not {DIAL!r}")
        part = Part(**found)
        self.refs(list(part.places), at)
        return part

    def reading(self, entries: Mapping[str, Any], at: Keys) -> dict[str, str]:
        """The readings under which a part holds."""
        found = self.judge.texts(entries.get("reading", {}), [*at, "reading"])
        for id, word in found.items():
            self.option(id, word, [*at, "reading", id])
        return found

    def option(self, id: str, word: str, at: Keys) -> None:
        """Note a reading that is none, or an option that it has not."""
        known = self.readings.get(id)
        if known is None:
            self.judge.fault(at, f"{in_short(id)} is no reading{self.judge.near(id, self.readings)}")
        elif word not in (words := [option.word for option in known.options]):
            self.judge.fault(at, f"reading {id} has no option {in_short(word)}{self.judge.near(word, words)}")

    def refs(self, names: Any, at: Keys) -> tuple[str, ...]:
        """Names of charts, rows, columns, cells and conditions, each of which has to be there."""
        found = self.judge.words(names, at)
        for ref in found:
            chart, row, column = split(ref)
            if self.chart(chart, at) and not named_by(self.charts[chart], row, column):
                self.judge.fault(at, f"{in_short(ref)} names nothing of {chart}")
        return found

    def chart(self, name: str, at: Keys) -> bool:
        """Whether there is such a chart."""
        if name not in self.charts:
            self.judge.fault(at, f"{in_short(name)} is no chart{self.judge.near(name, self.charts)}")
        return name in self.charts


def named_by(chart: Chart, row: str, column: str) -> bool:
    """Whether a reference names a row, a column, a cell or a condition of a chart, or all of it."""
    if column:
        return (not row or row in chart.rows) and column in chart.columns
    return not row or row in chart.rows or row in chart.columns or row in chart.conditions
