"""Named situations: units, the rulings to make in them, and what each is expected to come to."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, NewType

from refcli.core.cells import Source, Sum
from refcli.core.dice import Roll
from refcli.core.errors import BadData, Refused, UnknownName, nearest
from refcli.core.limits import MOST_UNITS, in_short
from refcli.core.procedure import Procedure, Record
from refcli.core.request import Term, counted, field_called
from refcli.core.ruling import sum_after
from refcli.files.cache import checked
from refcli.files.library import shipped
from refcli.files.toml_file import TomlFile, TomlTable
from refcli.referee.referee import Referee

if TYPE_CHECKING:
    from refcli.files.reader import Format

FILE = "scenarios.toml"
NOUNS = ("unit", "weapon", "vehicle", "aircraft", "name", "side")
"""Keys of a scenario's unit that name a row of a chart."""

UNIT_KEYS = (*NOUNS, "count", "place", "conditions")
"""What a unit's term is made of; every other key fills the field of that name."""


class ScenarioTable(NamedTuple):
    """A table of a scenario file."""

    name: str
    rules: str
    ruling: tuple[TomlTable, ...]
    title: str = ""
    source: Source = Source()
    units: Mapping[str, TomlTable] = {}


class UnitTable(NamedTuple):
    """The keys of a unit that its term is made of."""

    unit: str = ""
    weapon: str = ""
    vehicle: str = ""
    aircraft: str = ""
    name: str = ""
    side: str = ""
    many: int = 1
    place: str = ""
    conditions: tuple[str, ...] = ()


Unit = NewType("Unit", TomlTable)
Scenarios = NewType("Scenarios", Mapping[str, ScenarioTable])


class ScenarioFile(NamedTuple):
    """A scenario file."""

    scenario: Mapping[str, ScenarioTable] = {}


class Scenario(NamedTuple):
    """One situation: where it stands, its units by name, its rulings as raw requests."""

    name: str
    rules: str
    title: str
    source: str
    units: Mapping[str, TomlTable]
    rulings: tuple[TomlTable, ...]
    file: TomlFile
    order: int

    def place(self, number: int) -> str:
        """Where a ruling stands: file, line, scenario."""
        line = self.file.line(["scenario", self.order, "ruling", number])
        return f"{self.file.shown}:{line}: {self.name} {number + 1}"

    def raw_request(self, number: int, referee: Referee) -> TomlTable:
        """A ruling as the raw request it stands for, the units' names replaced by what they are."""
        ruling = {"rules": self.rules, **self.rulings[number]}
        loaded = referee.loaded(str(ruling["rules"]))
        known = loaded.fields() | {*UNIT_KEYS}
        for unit, said in self.units.items():
            for key in said:
                if key not in known:
                    at: list[str | int] = ["scenario", self.order, "units", unit, key]
                    what = f"no procedure of {self.rules} takes {in_short(key)}{nearest(key, known)}"
                    raise BadData([self.file.fault(at, what)])
        name = ruling.get("procedure")
        if isinstance(name, str):
            replace_units(ruling, self.units, referee.loaded(str(ruling["rules"])).procedure(name))
        return ruling

    def typed_units(self, more: Sequence[str] = ()) -> Iterator[tuple[str, list[str]]]:
        """Yield the name of each unit and its words as ``add`` takes them, with ``more`` words after the row."""
        for name, unit in self.units.items():
            row = next(str(unit[noun]) for noun in NOUNS if noun in unit)
            many = int(unit.get("count", 1))
            fields = [f"{key}={value}" for key, value in unit.items() if key not in UNIT_KEYS]
            yield name, [f"{many}x{row}" if many > 1 else row, *more, *fields, *unit.get("conditions", ())]


def scenario_file(given: str | None = None, cache: Path | None = None, stream: IO[bytes] | None = None) -> TomlFile:
    """The file that was given, or a ``stream`` in its place, else ``./scenarios.toml``, else the shipped one."""
    if given:
        return TomlFile(Path(given), given, cache, stream)
    here = Path(FILE)
    if here.exists():
        return TomlFile(here, FILE, cache)
    return TomlFile(shipped().parent / FILE, f"the shipped {FILE}", cache)


def scenarios_in(file: TomlFile) -> list[Scenario]:
    """The scenarios of a file. Raises BadData with every fault of its form."""

    def read(faults: list[str]) -> Any:
        from refcli.files.reader import Reader

        return Reader(file, faults, scenario_format()).read(file.table, ScenarioFile)

    found: ScenarioFile = checked(file.cache, "scenarios", ScenarioFile, file.identity, read)
    return [
        Scenario(one.name, one.rules, one.title or one.name, one.source.said, one.units, one.ruling, file, index)
        for index, one in enumerate(found.scenario.values())
    ]


def scenario_format() -> "Format":
    """Return the format of scenario files."""
    from refcli.files.reader import Form, Format, Hook, Name, Unfit, distinct, only, within

    def hooks(read: Hook) -> Mapping[Any, Hook]:
        def unit(raw: TomlTable, _: Any) -> TomlTable:
            if sum(noun in raw for noun in NOUNS) != 1:
                raise Unfit(f"must name one of {', '.join(NOUNS)}")
            read({key: one for key, one in raw.items() if key in UNIT_KEYS}, UnitTable)
            return raw

        return {
            Unit: only(dict, then=unit),
            Scenarios: distinct(read, ScenarioTable, "scenario"),
        }

    names = dict.fromkeys((*NOUNS, "place"), Name)
    forms = {
        ScenarioFile: Form(types={"scenario": Scenarios}),
        ScenarioTable: Form(types={"name": Name, "units": Mapping[Name, Unit]}),
        UnitTable: Form(keys={"many": "count"}, types={**names, "many": within(1, MOST_UNITS, int)}),
    }
    return Format(forms, hooks)


def scenario_named(name: str, scenarios: list[Scenario]) -> Scenario:
    """The scenario of a name. Raises UnknownName."""
    for scenario in scenarios:
        if scenario.name.lower() == name.lower():
            return scenario
    known = [scenario.name for scenario in scenarios]
    raise UnknownName(
        f"no scenario is called {in_short(name)}{nearest(name, known)}; all of them: refcli scenario list"
    )


def take_units(raw: TomlTable, scenario: str, procedure: Procedure, referee: Referee) -> None:
    """Put a scenario's units in place of their names in a raw request."""
    found = scenario_named(scenario, scenarios_in(scenario_file()))
    if referee.rulesets.name_of(found.rules) != raw["rules"]:
        raise Refused(f"--scenario: {found.name} is a situation of {found.rules}, not of {raw['rules']}")
    replace_units(raw, found.units, procedure)


def replace_units(raw: TomlTable, units: Mapping[str, TomlTable], procedure: Procedure) -> None:
    """Put units in place of their names in every term of a raw request; what else they say fills fields."""
    fields = {field.name: field for field in procedure.inputs}
    for key in list(raw):
        own = field_called(key, fields)
        if own and own not in raw:
            raw[own] = raw.pop(key)
    for field in procedure.inputs:
        given = raw.get(field.name)
        if field.kind is not Term or given is None:
            continue
        texts = given if isinstance(given, list) else [given]
        if not all(isinstance(text, str) for text in texts):
            continue
        said = []
        for part in (part.strip() for text in texts for part in text.split(",")):
            found = re.fullmatch(r"(?:(\d{1,9})x)?([^/+]+)(.*)", part)
            unit = units.get(found[2].lower()) if found else None
            said.append(_typed(unit, int(found[1] or 1), found[3]) if unit and found else part)
            for key, value in (unit or {}).items():
                if key in fields and key not in UNIT_KEYS and raw.get(key) is None:
                    raw[key] = value
        raw[field.name] = ",".join(said)


def _typed(unit: TomlTable, times: int, more: str) -> str:
    """A unit as it would be typed, so many times over, with what was said of it besides."""
    name = next(str(unit[noun]) for noun in NOUNS if noun in unit)
    place = f"/{unit['place']}" if "place" in unit else ""
    conditions = "".join(f"+{condition}" for condition in unit.get("conditions", ()))
    return f"{counted(name, int(unit.get('count', 1)) * times)}{place}{conditions}{more}"


def rulings(scenario: Scenario, referee: Referee, seed: int = 0) -> Iterator[tuple[int, Record]]:
    """Make the rulings of a scenario in order. A ruling that cannot be made raises, the error says where it stands."""
    for number in range(len(scenario.rulings)):
        try:
            raw = scenario.raw_request(number, referee)
            record = referee.rule(referee.case(raw), raw.get("seed", seed), raw.get("dice"))
        except BadData:
            raise
        except Refused as error:
            raise type(error)(f"{scenario.place(number)}: {error}") from None
        yield number, record


def disagreements(scenario: Scenario, referee: Referee) -> Iterator[tuple[int, str]]:
    """What does not agree with what is expected, ruling by ruling."""
    for number, record in rulings(scenario, referee):
        raw = scenario.rulings[number]
        if "seed" not in raw:
            for roll in record.ruling.rolls:
                if "rolled" in roll.origins:
                    yield number, f"takes a die that is not given: {roll.label} ({roll.die.name})"
        expect = raw.get("expect")
        if not isinstance(expect, dict) or not expect:
            yield number, "expects nothing"
            continue
        for what in not_as_expected(expect, record):
            yield number, what


def not_as_expected(expect: Mapping[str, Any], record: Record) -> Iterator[str]:
    """What of a record is not as expected; of ``needs`` only the dice that are given count."""
    for key, wanted in expect.items():
        found = result_under(record, key)
        if isinstance(wanted, dict) and isinstance(found, dict):
            found = {name: found.get(name) for name in wanted}
        if _normal(wanted) != _normal(found):
            yield f"{key if key.isprintable() else repr(key)}: expected {wanted!r}, came to {found!r}"


def result_under(record: Record, key: str) -> Any:
    """What a ruling came to under a key of ``expect``: outcome, verdict, a count, a sum, needs, effects.

    ``effects`` are those that change the table, ``remembered`` those that only the game has to know.

    ``PATH/SUM`` is the sum of one part, ``PATH/ROLL`` the one that a die went into; a name that the ruling does not
    have comes to None.
    """
    ruling = record.ruling
    if key == "outcome":
        return ruling.outcome.word
    if key == "verdict":
        return ruling.verdict
    if key == "success":
        return ruling.outcome.success
    if key == "needs":
        return {roll.label: str(roll.target) for roll in ruling.rolls if roll.target is not None}
    if key == "effects":
        return [effect.line for effect in ruling.effects if effect.says]
    if key == "remembered":
        return [effect.line for effect in ruling.effects if not effect.says]
    if key == "each":
        return [f"{unit}: {outcome.word}" for unit, outcome in ruling.each]
    if key in ruling.counts:
        return ruling.counts[key]
    at, _, name = key.rpartition("/")
    totals = []
    for index, (where, step) in enumerate(ruling.steps):
        added = sum_after(ruling.steps, index) if isinstance(step, Roll) and step.label == key else None
        if isinstance(step, Sum) and step.name == name and (not at or where == at):
            added = step
        totals += [added.total] if added else []
    return totals[-1] if totals else None


def _normal(value: Any) -> Any:
    """Numbers alike whatever their kind, lists in any order, comparisons without spaces."""
    if isinstance(value, dict):
        return {key: _normal(one) for key, one in value.items()}
    if isinstance(value, list):
        return sorted(map(str, value))
    return re.sub(r"\s+", "", value) if isinstance(value, str) else value
