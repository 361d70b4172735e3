"""Whether the code of a ruleset is whole: its procedures load, and each has what everything else stands on."""

import sys
from collections.abc import Iterator, Mapping
from importlib.util import resolve_name
from inspect import isfunction

from refcli.core.charts import Chart
from refcli.core.errors import nearest
from refcli.core.procedure import Procedure, Ruleset
from refcli.core.readings import Reading
from refcli.core.request import Term
from refcli.core.ruling import Outcome
from refcli.core.sentence import places_in
from refcli.files.code import place_of, place_of_error, place_of_text, said_for, shown


def loaded_procedures(ruleset: Ruleset, faults: list[str]) -> list[Procedure]:
    """The procedures of a ruleset; one that cannot be loaded is a fault."""
    found = []
    for name, entry in ruleset.procedures.items():
        try:
            loaded: object = ruleset.procedure(name)
        except Exception as error:
            place = place_of_error(error, place_of_text(ruleset.package, entry))
            faults.append(f"{place}: {name} of {ruleset.name} cannot be loaded: {error}")
            continue
        if isinstance(loaded, Procedure):
            found.append(loaded)
        elif isfunction(loaded):
            faults.append(f"{place_of(loaded)}: {name} of {ruleset.name} is no procedure: it lacks @procedure(...)")
        else:
            module = sys.modules[resolve_name(entry.partition(":")[0], ruleset.package)]
            place = place_of_text(ruleset.package, entry) or f"{shown(module)}:1"
            faults.append(f"{place}: {name} of {ruleset.name} is no procedure: {entry} is {loaded!r}")
    return found


def procedure_faults(
    procedure: Procedure, charts: Mapping[str, Chart], readings: Mapping[str, Reading]
) -> Iterator[str]:
    """What a procedure lacks, or takes from where there is nothing, as ``file:line: what``."""
    rule, request, outcomes = procedure.rule, procedure.request, procedure.outcomes
    name = procedure.name
    for chart in procedure.charts:
        if chart not in charts:
            yield f"{place_of(rule)}: {name} reads the chart {chart!r}, which is none{nearest(chart, charts)}"
    if not procedure.summary:
        yield f"{place_of(rule)}: {name} has no docstring; its first line is the help of the procedure"
    if not isinstance(outcomes, type) or not issubclass(outcomes, Outcome):
        yield f"{place_of(rule)}: {name} has no outcomes; they are an enumeration of Outcome"
    elif not len(outcomes):
        yield f"{place_of(outcomes)}: {outcomes.__name__} names no outcome of {name}"
    else:
        for what in _places(procedure):
            yield f"{place_of(outcomes)}: {what}"
    for what in _request(procedure):
        yield f"{place_of(request)}: {what}"
    for id, place in said_for(rule.__module__).readings:
        if id not in readings:
            yield f"{place}: {id!r} is no reading{nearest(id, readings)}"


def _places(procedure: Procedure) -> Iterator[str]:
    """Places in the sentences of outcomes that nothing fills: neither a name of the request nor what a rule tells."""
    said = said_for(procedure.rule.__module__)
    filled = dict.fromkeys((*procedure.request._fields, *sorted(said.names), *sorted(said.texts)))
    for outcome in procedure.outcomes:
        for place in places_in(outcome.says):
            if place not in filled:
                near = nearest(place, [name for name in filled if name.isidentifier()], most=1)
                yield f"{outcome.__class__.__name__}.{outcome.name} has the place {place!r}, which nothing fills{near}"


def _request(procedure: Procedure) -> Iterator[str]:
    """What a request lacks, or takes its names from."""
    name, said = procedure.name, procedure.request.__name__
    if "conditions" not in procedure.request._fields:
        yield f"{said}, the request of {name}, lacks the field conditions: Conditions = NOTHING"
    known = {field.name for field in procedure.inputs}
    for field in procedure.request._fields:
        if field not in known and field != "conditions":
            yield f"{said}.{field} says nothing of itself: it is Annotated[..., Field(...)]"
    for field in procedure.inputs:
        for chart in field.field.charts:
            if chart not in procedure.charts:
                yield f"{said}.{field.name} takes its names from {chart!r}, which {name} does not read"
        if field.kind is Term and not field.field.charts:
            yield f"{said}.{field.name} takes its names from no chart"
