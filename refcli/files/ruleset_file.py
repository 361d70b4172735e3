"""The files of a ruleset beside its charts: ruleset.toml, readings.toml and states.toml."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NewType

from refcli.core.cells import Source, Value
from refcli.core.charts import Chart
from refcli.core.limits import in_short
from refcli.core.names import SAID, is_name
from refcli.core.procedure import Procedure, effect_kinds
from refcli.core.readings import Option, Reading
from refcli.core.states import (
    AT_ONCE,
    OWNERS,
    VALUES,
    Bar,
    Filling,
    Give,
    Moment,
    Phase,
    State,
    Trigger,
    moment_from,
)
from refcli.core.states import Sequence as Play
from refcli.files.reader import (
    BoxedRow,
    CellName,
    ChartName,
    EffectName,
    Form,
    Format,
    Hook,
    Known,
    Name,
    OneOrMore,
    OptionName,
    PhaseName,
    ProcedureName,
    Reader,
    RowName,
    Sign,
    StateName,
    Text,
    Words,
    completed,
    distinct,
    entries,
    entry_name,
    fitting,
    one_of,
    sentence,
)
from refcli.files.toml_file import Fault, TomlFile, TomlTable

Steps = Mapping[str, tuple[ProcedureName, ...]]
Occasion = NewType("Occasion", str)
Reminder = NewType("Reminder", str)
Missed = NewType("Missed", str)
LetIn = NewType("LetIn", Words)
"""States that let a unit act in a phase; one without a list, or none."""
Gives = NewType("Gives", tuple[Give, ...])
Pair = NewType("Pair", str)
"""The words for a die that meets its target number, and for one that does not: ``hits|misses``."""
Readings = NewType("Readings", tuple[Reading, ...])
"""Readings, by id when they are read."""


class PlayTable(NamedTuple):
    """The table ``[play]`` of ruleset.toml."""

    turns: str = ""
    each_side: tuple[PhaseName, ...] = ()
    optional: tuple[PhaseName, ...] = ()
    any_phase: tuple[ProcedureName, ...] = ()
    either_side: tuple[ProcedureName, ...] = ()
    at_enemies: tuple[ProcedureName, ...] = ()
    also: Mapping[PhaseName, Mapping[ProcedureName, LetIn]] = {}
    apart: Mapping[ProcedureName, Mapping[str, PhaseName]] = {}
    actors: Mapping[ProcedureName, str] = {}
    states: Mapping[PhaseName, Mapping[ProcedureName, str]] = {}
    steps: Mapping[str, Steps] = {}
    source: Source = Source()


class About(NamedTuple):
    """What ruleset.toml states of a ruleset."""

    title: str
    turn: Words
    work: str = ""
    author: str = ""
    year: int = 0
    scale: str = ""
    instead: Mapping[str, str] = {}
    phases: Mapping[str, str] = {}
    play: Mapping[str, Any] = {}
    examples: Mapping[str, Words] = {}
    rolls: Mapping[str, str] = {}


class ReadingFile(NamedTuple):
    """The file readings.toml."""

    readings: Mapping[str, Reading] = {}


class Names:
    """What the files of a ruleset may name: its procedures, charts, readings and states."""

    def __init__(
        self,
        procedures: Iterable[Procedure],
        charts: Mapping[str, Chart],
        readings: Mapping[str, Reading],
        states: Collection[str],
        turn: Collection[str],
    ) -> None:
        self.procedures = {one.name: one for one in procedures}
        self.charts = charts
        self.states = states
        rows = {row for chart in charts.values() for row in chart.rows}
        cells = {cell.ref for chart in charts.values() for cell in chart.cells()}
        columns = {f"{chart.name}.{column}" for chart in charts.values() for column in chart.columns if column}
        alone = {f"{chart.name}.{row}" for chart in charts.values() if len(chart.axes) == 1 for row in chart.rows}
        self.figures = columns | alone
        self.known: Known = {
            ChartName: charts,
            CellName: cells,
            RowName: rows,
            PhaseName: turn,
            ProcedureName: self.procedures,
            EffectName: {kind.word for kind in effect_kinds(self.procedures.values())},
            StateName: states,
            OptionName: {f"{id}={option.word}" for id, one in readings.items() for option in one.options},
            BoxedRow: {*charts, *rows, *self.figures},
        }

    def of(self, by: Iterable[str]) -> list[Procedure]:
        """Return the procedures of these names; all without one."""
        return [self.procedures[name] for name in by if name in self.procedures] or [*self.procedures.values()]

    def fields(self, by: Iterable[str] = (), beside: str = "") -> dict[str, None]:
        """Return the fields of procedures; only of those that have the field ``beside``."""
        fields = [[field.name for field in one.inputs] for one in self.of(by)]
        return {name: None for own in fields if not beside or beside in own for name in own}

    def conditions(self, by: Iterable[str] = (), of: str = "") -> dict[str, None]:
        """Return the conditions that can be stated in procedures, of the units of a field."""
        found = [
            condition
            for procedure in self.of(by)
            if self.charts.keys() >= {*procedure.charts}
            for condition in procedure.conditions(self.charts).values()
        ]
        return {one.name: None for one in found if not of or one.of in ("", of)}


def _unknown(what: str, key: str, known: Iterable[str], *names: str) -> Iterator[Fault]:
    """Yield a fault for each name, if any, that is not known."""
    for name in filter(None, names):
        if name not in known:
            yield Fault(f"{in_short(name)} is no {what}", [key], name, known)


def about_format(names: Names | None = None) -> Format:
    """Return the format of ruleset.toml, of all but its sequence of play."""

    def about_faults(about: About) -> Iterator[Fault]:
        for name, phase in about.phases.items():
            if about.turn and phase not in about.turn and not phase.startswith(("before ", "after ")):
                yield Fault(f"{in_short(phase)} is no phase", ["phases", name], phase, about.turn)

    pair = fitting(lambda text: text.count("|") == 1, "must be two words, hits|misses")
    forms = {
        About: Form(
            types={
                "instead": Mapping[str, Text],
                "phases": Mapping[ProcedureName, Text],
                "play": TomlTable,
                "examples": Mapping[ProcedureName, Words],
                "rolls": Mapping[str, Pair],
            },
            check=about_faults,
        )
    }
    return Format(forms, lambda _: {Pair: pair}, known=names.known if names else {})


def reading_format(overlay: str = "", names: Names | None = None) -> Format:
    """Return the format of readings.toml."""
    forms = {
        ReadingFile: Form(keys={"readings": "reading"}, types={"readings": Readings}),
        Reading: Form(keys={"options": "option"}, types={"id": Name}, check=_reading_faults),
        Option: Form(
            keys={"signs": "needs"},
            types={
                "letter": Name,
                "word": Name,
                "figures": Mapping[CellName, Value],
                "signs": Mapping[ChartName, Sign],
            },
            omit=("source", "usual"),
        ),
    }
    return Format(
        forms, lambda read: {Readings: distinct(read, Reading, "reading", "id")}, overlay, names.known if names else {}
    )


def _reading_faults(reading: Reading) -> Iterator[Fault]:
    words = [word for option in reading.options for word in (option.letter, option.word)]
    if len(reading.options) < 2:
        yield Fault(f"reading {reading.id} has one option, which is no choice", ["option", 0])
    elif len({*words}) < len(words):
        yield Fault(f"reading {reading.id} names two options alike")
    elif reading.default not in words:
        yield Fault(f"default {in_short(reading.default)} is no option", ["default"], reading.default, words)


def state_format(phases: Collection[str] = (), overlay: str = "", names: Names | None = None) -> Format:
    """Return the format of states.toml and of ``[play]``; ``phases`` are those of the turn."""

    def trigger_faults(one: Trigger) -> Iterator[Fault]:
        if not one.effect and not one.by:
            yield Fault("what begins or ends a state needs an effect, or procedures under 'by'")
        if names:
            yield from _unknown("condition", "with", names.conditions(one.by), one.stated)

    def give_faults(one: Give) -> Iterator[Fault]:
        if names:
            charts = [chart for procedure in names.of(one.by) for chart in procedure.charts]
            yield from _unknown("field", "as", names.fields(one.by), one.field, one.same)
            yield from _unknown("condition", "condition", names.conditions(one.by, one.field), one.condition)
            yield from _unknown("chart of these procedures", "rows", charts, *one.rows)

    def filling_faults(one: Filling) -> Iterator[Fault]:
        if names:
            yield from _unknown("field", "field", names.fields(one.by), one.field)
            yield from _unknown("field", "of", names.fields(one.by, one.field), one.of)

    def bar_faults(one: Bar) -> Iterator[Fault]:
        if names:
            stated = names.conditions(one.by)
            yield from _unknown("field", "as", names.fields(one.by), one.field)
            yield from _unknown("condition", "with", stated, one.stated)
            yield from _unknown("state or condition", "unless", [*names.states, *stated], one.unless)

    def state_faults(one: State) -> Iterator[Fault]:
        if names:
            counted = [part.strip() for sum in one.most for part in sum.split("+")]
            yield from _unknown("field", "less", names.fields(), *one.less)
            yield from _unknown("figure", "most", names.figures, *[part for part in counted if not part.isdigit()])

    def play_faults(one: PlayTable) -> Iterator[Fault]:
        if names:
            for name, field in one.actors.items():
                yield from _unknown(f"field of {name}", "actors", names.fields([name]), field)
            for name, by_chart in one.apart.items():
                charts = [chart for procedure in names.of([name]) for chart in procedure.charts]
                yield from _unknown(f"chart of {name}", "apart", charts, *by_chart)

    keys = {"field": "as", "stated": "with", "held": "when"}
    by = {"by": tuple[ProcedureName, ...], "row": RowName, "held": StateName}
    forms = {
        Trigger: Form(
            keys={**keys, "role": "as"},
            types={**by, "effect": EffectName, "unless": StateName},
            short="effect",
            check=trigger_faults,
        ),
        Give: Form(keys=keys, types={**by, "unless": StateName}, short="condition", check=give_faults),
        Filling: Form(types={"by": by["by"]}, short="field", check=filling_faults),
        Bar: Form(keys=keys, types={**by, "text": sentence("unit", "value"), "reading": OptionName}, check=bar_faults),
        State: Form(
            types={
                "of": one_of(*OWNERS),
                "value": one_of(*VALUES),
                "text": sentence("value", "last", empty=True),
                "lapses": sentence("unit", "units", empty=True),
                "ends": tuple[Moment | Trigger, ...],
                "gives": Gives,
                "reminds": Mapping[Occasion, Reminder],
                "misses": Mapping[PhaseName, Missed],
                "leads_to": ProcedureName,
                "then": StateName,
                "counts": StateName,
                "excludes": tuple[StateName, ...],
                "rows": tuple[BoxedRow, ...],
            },
            omit=("name", "until"),
            check=state_faults,
        ),
        PlayTable: Form(check=play_faults),
    }

    def hooks(read: Hook) -> Mapping[Any, Hook]:
        def ending(raw: Any, _: Any) -> Any:
            moment = moment_from(raw) if isinstance(raw, str) else None
            if moment:
                one_of(*phases, "turn", "phase")(moment.what, str)
            return moment or read(raw, Trigger)

        def gives(raw: Any, _: Any) -> Any:
            if not isinstance(raw, dict):
                return read(raw, tuple[Give, ...])
            by_value = read(raw, Mapping[str, Words])
            return read([{"condition": one, "value": value} for value, ones in by_value.items() for one in ones], Gives)

        return {
            PhaseName: one_of(*phases),
            Occasion: one_of(*phases, AT_ONCE),
            Reminder: sentence("unit", "value"),
            Missed: sentence(),
            LetIn: lambda raw, _: tuple([read(one, StateName) for one in read(raw, OneOrMore) if one]),
            Moment | Trigger: ending,
            Gives: gives,
        }

    return Format(forms, hooks, overlay, names.known if names else {})


def readings_from(files: Sequence[TomlFile], faults: list[str], names: Names | None = None) -> dict[str, Reading]:
    """Return the readings of a ruleset by id, with what overlays choose as default or add."""
    readings: dict[str, Reading] = {}
    stated: dict[str, TomlTable] = {}
    for part in files:
        reader = Reader(part, faults, reading_format("overlay" if part.is_overlay else "", names))
        for index, one in entries(part.table, "reading"):
            id = entry_name(one, "id")
            for key in one.keys() - {"id", "default"} if id in readings else ():
                what = f"an overlay chooses the default of {id}, it does not change its {key}: leave it out"
                reader.note(Fault(what, ["reading", index, key]))
        found: ReadingFile | None = reader.read(completed(part.table, "reading", stated, "id"), ReadingFile)
        for id, reading in (found.readings if found else {}).items():
            if id in readings:  # what an overlay chooses does not become the usual meaning
                readings[id] = readings[id]._replace(default=reading.default)
            else:
                options = [
                    one._replace(source=reading.source, usual=reading.default in (one.letter, one.word))
                    for one in reading.options
                ]
                readings[id] = reading._replace(options=tuple(options))
    return readings


def states_from(
    files: Sequence[TomlFile], phases: Iterable[str], faults: list[str], names: Names | None = None
) -> dict[str, State]:
    """Return the states of a ruleset by name; an overlay replaces the states that it names, or adds to them."""
    known = tuple(phases)
    found: dict[str, State] = {}
    for part in files:
        reader = Reader(part, faults, state_format(known, "overlay" if part.is_overlay else "", names))
        for name, raw in part.table.items():
            if not is_name(name):
                reader.note(Fault(f"{in_short(name)} is no name: {SAID}", [name]))
            table = {"text": name.replace("-", " "), **raw} if isinstance(raw, dict) else raw
            state: State | None = reader.read(table, State, [name], name=name)
            if state:
                ends: Any = state.ends
                until = tuple([one for one in ends if isinstance(one, Moment)])
                ends = tuple([one for one in ends if isinstance(one, Trigger)])
                found[name] = state._replace(ends=ends, until=until)
    return found


def about_from(file: TomlFile, faults: list[str], names: Names | None = None) -> TomlTable:
    """Return what ruleset.toml states of a ruleset."""
    Reader(file, faults, about_format(names)).read(file.table, About)
    return file.table


def sequence_from(about: Mapping[str, Any], file: TomlFile, faults: list[str], names: Names | None = None) -> Play:
    """Return the sequence of play of ruleset.toml: its turn, its procedures by phase, and ``[play]``."""
    turn = tuple(about["turn"])
    raw = about.get("play", {})
    reader = Reader(file, faults, state_format(turn, names=names))
    divided = raw.get("steps", {})
    steps = reader.read(divided, Mapping[PhaseName, Steps], ["play", "steps"])
    if steps is None:  # their names are known, whatever else is wrong with them
        tables = divided if isinstance(divided, dict) else {}
        steps = {name: one for name, one in tables.items() if isinstance(one, dict)}
    by_phase: dict[str, Words] = {}
    for name in turn:
        if name in steps and not steps[name]:
            reader.note(Fault(f"{in_short(name)} is divided into no steps", ["play", "steps", name]))
        of_phase = tuple([each for each, phase in about.get("phases", {}).items() if phase == name])
        by_phase |= steps.get(name) or {name: of_phase}
    reader = Reader(file, faults, state_format(tuple(by_phase), names=names))
    play: Any = reader.read({**raw, "steps": {}}, PlayTable, ["play"]) or PlayTable()
    return Play(
        tuple(
            [
                Phase(
                    name,
                    procedures,
                    play.also.get(name, {}),
                    play.states.get(name, {}),
                    name in play.each_side,
                    name in play.optional,
                )
                for name, procedures in by_phase.items()
            ]
        ),
        play.turns == "side",
        play.any_phase,
        play.actors,
        play.either_side,
        play.at_enemies,
        play.apart,
        play.source,
    )
