"""Whether the states of a ruleset fit its rules: effects, procedures, fields, conditions and other states by name."""

from collections.abc import Iterable, Iterator, Mapping

from refcli.core.charts import Chart
from refcli.core.errors import Likeness
from refcli.core.procedure import Procedure
from refcli.core.readings import Reading
from refcli.core.request import Input
from refcli.core.ruling import EffectKind
from refcli.core.states import Bar, Filling, Give, Sequence, State, Trigger

Fault = tuple[list[str | int], str]
"""The keys of an entry, and what is wrong with it."""

Found = Iterator[tuple[str, str, str]]
"""Keys of entries, each with a name in it that is none, and what it is said to be."""


def state_faults(
    states: Mapping[str, State],
    procedures: Iterable[Procedure],
    charts: Mapping[str, Chart],
    readings: Mapping[str, Reading],
) -> Iterator[Fault]:
    """What in states.toml names nothing: each with the keys of its entry."""
    check = _Check(states, procedures, charts, readings)
    for name, state in states.items():
        for key, one, what in check.faults_of(state):
            yield [name, key], f"{name} {what} {one!r}{check.near(one, check.known[key, what])}"


def play_faults(
    play: Sequence, states: Mapping[str, State], procedures: Iterable[Procedure], told: Iterable[str]
) -> Iterator[Fault]:
    """What in the sequence of play names nothing, but for the procedures that are ``told`` elsewhere."""
    near = Likeness()
    fields, reads = dict[str, list[str]](), dict[str, tuple[str, ...]]()
    for procedure in procedures:
        fields[procedure.name] = [field.name for field in procedure.inputs]
        reads[procedure.name] = procedure.charts
    for key, names in (
        ("any-phase", play.any_phase),
        ("either-side", play.either_side),
        ("at-enemies", play.at_enemies),
    ):
        for name in names:
            if name not in fields:
                yield ["play", key], f"{name!r} is no procedure{near(name, fields)}"
    for name, field in play.actors.items():
        if name not in fields:
            yield ["play", "actors", name], f"{name!r} is no procedure{near(name, fields)}"
        elif field and field not in fields[name]:
            yield ["play", "actors", name], f"{field!r} is no field of {name}{near(field, fields[name])}"
    for name, by_chart in play.apart.items():
        if name not in fields:
            yield ["play", "apart", name], f"{name!r} is no procedure{near(name, fields)}"
            continue
        for chart in by_chart:
            if chart not in reads[name]:
                yield ["play", "apart", name], f"{chart!r} is no chart of {name}{near(chart, reads[name])}"
    for phase in play.phases:
        for name in phase.procedures:
            if name not in fields and name not in told:
                yield ["play", "steps"], f"{phase.name}: {name!r} is no procedure{near(name, fields)}"
        for name in phase.states:
            if name not in fields:
                yield ["play", "states", phase.name, name], f"{name!r} is no procedure{near(name, fields)}"
        for name, let_in in phase.let_in.items():
            if name not in fields:
                yield ["play", "also", phase.name, name], f"{name!r} is no procedure{near(name, fields)}"
            for state in let_in:
                if state not in states:
                    yield ["play", "also", phase.name, name], f"{state!r} is no state{near(state, states)}"


class _Check:
    def __init__(
        self,
        states: Mapping[str, State],
        procedures: Iterable[Procedure],
        charts: Mapping[str, Chart],
        readings: Mapping[str, Reading],
    ) -> None:
        self.near = Likeness()
        self.procedures = {procedure.name: procedure for procedure in procedures}
        self.kinds = set(kinds_of(self.procedures.values()))
        self.states = set(states)
        self.charts = set(charts)
        self.inputs: dict[str, dict[str, Input]] = {
            name: {field.name: field for field in procedure.inputs} for name, procedure in self.procedures.items()
        }
        self.conditions = {
            name: procedure.conditions(charts) if charts.keys() >= {*procedure.charts} else {}  # told by itself
            for name, procedure in self.procedures.items()
        }
        self.options = {f"{id}={option.word}" for id, reading in readings.items() for option in reading.options}
        self.rows = {row for chart in charts.values() for row in chart.rows}
        self.figures = {f"{name}.{column}" for name, chart in charts.items() for column in chart.columns if column}
        alone = [(name, chart) for name, chart in charts.items() if len(chart.axes) == 1]
        self.figures |= {f"{name}.{row}" for name, chart in alone for row in chart.rows}
        self.known: dict[tuple[str, str], set[str]] = {}

    def faults_of(self, state: State) -> Found:
        """The key of the entry, the name that is none, and what it is said to be."""
        for key, triggers in (("begins", state.begins), ("ends", state.ends)):
            for trigger in triggers:
                yield from self._of_trigger(key, trigger)
        for give in state.gives:
            yield from self._of_give(give)
        for filling in state.fills:
            yield from self._of_filling(filling)
        for bar in state.bars:
            yield from self._of_bar(bar)
        yield from self._is_known("then", "is followed by the state", (state.then,), self.states)
        yield from self._procedures("leads-to", (state.leads_to,))
        yield from self._is_known("counts", "counts the state", (state.counts,), self.states)
        yield from self._is_known("excludes", "excludes the state", state.excludes, self.states)
        yield from self._is_known("less", "is less in the field", state.less, self._fields(()))
        yield from self._is_known("rows", "names the chart", state.rows, {*self.charts, *self.rows, *self.figures})
        counted = [one.strip() for said in state.most for one in said.split("+")]
        yield from self._is_known("most", "counts", [one for one in counted if not one.isdigit()], self.figures)

    def _is_known(self, key: str, what: str, names: Iterable[str], known: Iterable[str]) -> Found:
        self.known[key, what] = {*known}
        for name in filter(None, names):
            if name not in self.known[key, what]:
                yield key, name, what

    def _procedures(self, key: str, names: Iterable[str]) -> Found:
        yield from self._is_known(key, "names the procedure", names, self.procedures)

    def _among(self, by: Iterable[str]) -> list[str]:
        return [name for name in by if name in self.procedures] or [*self.procedures]

    def _fields(self, by: Iterable[str]) -> set[str]:
        return {field for name in self._among(by) for field in self.inputs[name]}

    def _stated(self, by: Iterable[str], of: str = "") -> set[str]:
        return {
            name
            for procedure in self._among(by)
            for name, condition in self.conditions[procedure].items()
            if not of or condition.of in ("", of)
        }

    def _of_trigger(self, key: str, trigger: Trigger) -> Found:
        yield from self._procedures(key, trigger.by)
        yield from self._is_known(key, "names the effect", (trigger.effect,), self.kinds)
        yield from self._is_known(key, "names the condition", (trigger.stated,), self._stated(trigger.by))
        yield from self._is_known(key, "names the state", (trigger.held, trigger.unless), self.states)
        yield from self._is_known(key, "names the row", (trigger.row,), self.rows)

    def _of_give(self, give: Give) -> Found:
        yield from self._procedures("gives", give.by)
        yield from self._is_known("gives", "names the field", (give.field, give.same), self._fields(give.by))
        known = self._stated(give.by, give.field)
        yield from self._is_known("gives", "gives the condition", (give.condition,), known)
        yield from self._is_known("gives", "names the state", (give.held,), self.states)
        yield from self._is_known("gives", "names the row", (give.row,), self.rows)
        charts = {chart for name in self._among(give.by) for chart in self.procedures[name].charts}
        yield from self._is_known("gives", "names the chart", give.rows, charts)

    def _of_filling(self, filling: Filling) -> Found:
        yield from self._procedures("fills", filling.by)
        yield from self._is_known("fills", "names the field", (filling.field,), self._fields(filling.by))
        filled = [name for name in self._among(filling.by) if filling.field in self.inputs[name]]
        if filled:
            yield from self._is_known("fills", "names the field", (filling.of,), self._fields(filled))

    def _of_bar(self, bar: Bar) -> Found:
        yield from self._procedures("bars", bar.by)
        yield from self._is_known("bars", "names the field", (bar.field,), self._fields(bar.by))
        yield from self._is_known("bars", "names the condition", (bar.stated,), self._stated(bar.by))
        yield from self._is_known("bars", "names the state", (bar.held,), self.states)
        yield from self._is_known("bars", "names the row", (bar.row,), self.rows)
        yield from self._is_known("bars", "names the reading", (bar.reading,), self.options)
        known = self.states | self._stated(bar.by)
        yield from self._is_known("bars", "names the state or condition", (bar.unless,), known)


def kinds_of(procedures: Iterable[Procedure]) -> Iterator[str]:
    """The words of the kinds of effect that these procedures have: those that stand beside their rules."""
    packages = {procedure.rule.__module__.rpartition(".")[0] for procedure in procedures}
    for kind in EffectKind.__subclasses__():
        if kind.__module__.rpartition(".")[0] in packages:
            yield from (one.word for one in kind)
