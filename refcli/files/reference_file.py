"""The format of reference.toml: which charts make the reference set, and how their rows are merged."""

from collections.abc import Mapping
from typing import Any

from refcli.core.charts import Chart
from refcli.core.limits import in_short
from refcli.core.reference import ReferenceTable
from refcli.files.judge import Judge, Keys
from refcli.files.toml_file import TomlFile

TABLE_KEYS = {
    "title": str,
    "charts": list,
    "by": dict,
    "under": dict,
    "below": dict,
    "conditions": list,
    "headings": dict,
    "over": dict,
}


def reference_from(file: TomlFile, charts: Mapping[str, Chart], faults: list[str]) -> tuple[ReferenceTable, ...]:
    """The tables of a file, judged against the charts that they name."""
    judge = Judge(file, faults)
    entries = judge.entries(file.table, {"table": list}, [])
    found = [_table(judge, raw, ["table", index], charts) for index, raw in enumerate(entries.get("table", []))]
    return tuple(table for table in found if table)


def _table(judge: Judge, raw: Any, at: Keys, charts: Mapping[str, Chart]) -> ReferenceTable | None:
    before = len(judge.faults)
    entries = judge.entries(raw, TABLE_KEYS, at, required=("title", "charts"))
    names, conditions = (judge.words(entries.get(key, []), [*at, key]) for key in ("charts", "conditions"))
    by, under, below, headings, over = (
        judge.texts(entries.get(key, {}), [*at, key]) for key in ("by", "under", "below", "headings", "over")
    )
    for key, said in (("charts", names), ("conditions", conditions)):
        for name in said:
            if name not in charts:
                judge.fault([*at, key], f"{in_short(name)} is no chart{judge.near(name, charts)}")
    for key, by_chart in (("by", by), ("under", under), ("below", below), ("over", over)):
        for name in by_chart:
            if name not in names[1:]:
                judge.fault([*at, key, name], f"{in_short(name)} is none of the charts{judge.near(name, names[1:])}")
    if not names and "charts" in entries:
        judge.fault([*at, "charts"], "charts names none")
    if len(judge.faults) > before:
        return None
    first = charts[names[0]]
    for key, columns in (("by", by.values()), ("under", under.values())):
        for column in columns:
            if column not in first.columns:
                what = f"{first.name} has no column {in_short(column)}{judge.near(column, first.columns)}"
                judge.fault([*at, key], what)
    rows = dict.fromkeys(row for name in names for row in charts[name].rows)
    for row in headings:
        if row not in rows:
            judge.fault([*at, "headings", row], f"{in_short(row)} is no row of these charts{judge.near(row, rows)}")
    if len(judge.faults) > before:
        return None
    return ReferenceTable(entries["title"], names, by, under, below, conditions, headings, over)
