"""Things that count: modifiers as often as they were stated, and the sub-units of a unit."""

from refcli.core.charts import Cell
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.request import Conditions, Term

MOST_SUB_UNITS = 12
"""Sub-units of a unit beyond which something was mistyped; a company has up to eight. Source: 55-58."""


def counted_modifiers(charts: Charts, chart: str, stated: Conditions, once: tuple[str, ...] = ()) -> tuple[Cell, ...]:
    """Each stated modifier of a chart times how often it was stated; those named ``once`` count once."""
    found = []
    for cell in charts.modifiers(chart, stated):
        name = cell.ref.partition(".")[2]
        times = 1 if name in once else stated[name]
        many = f", {times} times" if times > 1 else ""
        found.append(cell._replace(value=cell.number * times, label=f"{cell.label}{many}"))
    return tuple(found)


def check_unit(sub_units: tuple[Term, ...]) -> None:
    """Raises Refused for more sub-units than a unit can have."""
    if sum(term.many for term in sub_units) > MOST_SUB_UNITS:
        raise Refused(f"a unit has at most {MOST_SUB_UNITS} sub-units here; by the rules a company has eight")
