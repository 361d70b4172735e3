"""Named situations: units, the rulings to make in them, and what each is expected to come to."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

from refcli.core.cells import Sum
from refcli.core.dice import Roll
from refcli.core.errors import BadData, Refused, UnknownName, nearest
from refcli.core.limits import MOST_UNITS, in_short
from refcli.core.names import SAID, is_name
from refcli.core.procedure import Procedure, Record
from refcli.core.request import Term, counted, field_called
from refcli.core.ruling import sum_after
from refcli.files.judge import Judge
from refcli.files.library import shipped
from refcli.files.toml_file import TomlFile, TomlTable
from refcli.referee.referee import Referee

FILE = "scenarios.toml"
KEYS = {"name": str, "rules": str, "title": str, "source": dict, "units": dict, "ruling": list}
NOUNS = ("unit", "weapon", "vehicle", "aircraft", "name", "side")
"""Keys of a scenario's unit that name a row of a chart."""

UNIT_KEYS = {**dict.fromkeys(NOUNS, str), "count": int, "place": str, "conditions": list}
"""What a unit's term is made of; every other key fills the field of that name."""


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
        known = loaded.fields() | set(UNIT_KEYS)
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
    faults: list[str] = []
    judge = Judge(file, faults)
    found: list[Scenario] = []
    names: set[str] = set()
    for key in file.table:
        if key != "scenario":
            judge.fault([key], f"unknown key {in_short(key)}{judge.near(key, ['scenario'])}")
    raw = file.table.get("scenario", [])
    if not isinstance(raw, list) or not all(isinstance(one, dict) for one in raw):
        raise BadData([*faults, file.fault(["scenario"], "scenarios are written as [[scenario]]")])
    for index, table in enumerate(raw):
        at: list[str | int] = ["scenario", index]
        before = len(faults)
        for key, value in table.items():
            if key not in KEYS:
                judge.fault([*at, key], f"unknown key {in_short(key)}{judge.near(key, KEYS)}")
            elif not isinstance(value, KEYS[key]):
                judge.fault([*at, key], f"{key} is of the wrong kind: {in_short(value)}")
            elif isinstance(value, str):
                judge.text(value, [*at, key])
        for key in ("name", "rules", "ruling"):
            if key not in table:
                faults.append(file.fault(at, f"a scenario lacks {key!r}"))
        if len(faults) == before and not is_name(table["name"]):
            faults.append(file.fault([*at, "name"], f"{in_short(table['name'])} is no name: {SAID}"))
        if len(faults) > before:
            continue
        if table["name"] in names:
            faults.append(file.fault([*at, "name"], f"two scenarios are called {in_short(table['name'])}"))
        names.add(table["name"])
        units = table.get("units", {})
        for name, unit in units.items():
            judge.name(name, [*at, "units", name])
            if not isinstance(unit, dict) or sum(noun in unit for noun in NOUNS) != 1:
                faults.append(
                    file.fault([*at, "units", name], f"unit {in_short(name)} must name one of {', '.join(NOUNS)}")
                )
                continue
            for key, kind in UNIT_KEYS.items():
                place = [*at, "units", name, key]
                if key not in unit:
                    continue
                if type(unit[key]) is not kind:
                    judge.fault(place, f"{key} of {in_short(name)} is of the wrong kind: {in_short(unit[key])}")
                elif kind is int and not 1 <= unit[key] <= MOST_UNITS:
                    judge.fault(
                        place, f"{key} of {in_short(name)} is {in_short(unit[key])}; it is from 1 to {MOST_UNITS}"
                    )
                elif kind is str and not is_name(unit[key]):
                    judge.fault(place, f"{key} of {in_short(name)} is {in_short(unit[key])}, which is no name: {SAID}")
                elif kind is list and not all(isinstance(one, str) for one in unit[key]):
                    judge.fault(place, f"{key} of {in_short(name)} must be a list of names")
        if not all(isinstance(ruling, dict) for ruling in table["ruling"]):
            faults.append(file.fault([*at, "ruling"], "rulings are written as [[scenario.ruling]]"))
            continue
        title = table.get("title", table["name"])
        source = judge.source(table["source"], [*at, "source"]).said if "source" in table else ""
        found.append(Scenario(table["name"], table["rules"], title, source, units, tuple(table["ruling"]), file, index))
    if faults:
        raise BadData(faults)
    return found


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
