"""Rulings as plain lines: for a pipe, a log, a screen reader, a terminal without colour."""

from collections.abc import Iterator

from refcli.core.charts import Chart
from refcli.core.procedure import Record
from refcli.render.view import asked, basis, each_in_words, lines, on_the_table, sources


def ruling_lines(record: Record, charts: dict[str, Chart], title: str, why: bool = False) -> Iterator[str]:
    """A ruling, the verdict last."""
    yield f"{record.procedure.name} ({title})"
    for name, said in asked(record, charts):
        yield f"{name}: {said}"
    for line in lines(record, charts):
        if line.kind == "heading":
            yield f"[{line.label}]"
            continue
        text = f"  {line.label}"
        if line.figure:
            text += f": {line.figure}"
        if line.meaning:
            text += f", {line.meaning}" if line.kind != "choice" else f" ({line.meaning})"
        if line.mark:
            text += f" [{line.mark}]"
        yield text
    for unit, came, _ in each_in_words(record):
        yield f"  {unit}: {came}"
    if why:
        yield from (f"why: {said}" for said in sources(record, charts))
    yield from basis(record, charts)
    effects = on_the_table(record)
    if effects:
        yield f"on the table: {effects}"
    yield f"{record.ruling.outcome.word.upper()}: {record.ruling.verdict}"
