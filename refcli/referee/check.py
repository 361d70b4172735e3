"""The checks of ``refcli rules check``: faults of a ruleset that its author would miss, each as ``file:line: what``."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from refcli.core.cells import Source
from refcli.core.chances import Odds
from refcli.core.charts import Condition
from refcli.core.errors import BadData, Refused
from refcli.core.procedure import Procedure, effect_kinds
from refcli.core.request import stated_in, without_condition
from refcli.core.ruling import Effect, EffectKind, Outcome
from refcli.files.check import faults_of
from refcli.files.library import ABOUT, READINGS, STATES, TEMPLATES
from refcli.files.source_code import place_in, place_of, place_of_text
from refcli.files.toml_file import TomlFile
from refcli.odds.enumeration import odds_of
from refcli.referee.known_rulesets import KnownRulesets
from refcli.referee.own_rulesets import folder_of
from refcli.referee.referee import Case, LoadedRuleset, Referee
from refcli.referee.scenario import Scenario, disagreements, scenarios_in
from refcli.referee.settings import Setting, Settings
from refcli.render.words import in_sentences
from refcli.wire import JsonObject

IN_VAIN = "in-vain"
"""The key of a file of requests that lists conditions a rule names only to print that they have no effect."""

LEAST = 2
"""Rulings and examples of each procedure."""

FALLS = 40
"""Seeds with which each situation is rolled to find its effects."""

LETTER = re.compile(r"-[A-Za-z]")
"""The short form of an option."""


class Situation(NamedTuple):
    """A stored request: what to call it, the case it makes, where it stands."""

    name: str
    case: Case
    place: str = ""

    def odds(self, request: Any = None) -> Odds:
        """Its odds, perhaps with another request."""
        return odds_of(self.case.procedure, self.case.request if request is None else request, self.case.charts())

    @property
    def stated(self) -> tuple[str, ...]:
        """Every condition that is stated of the ruling or of a term."""
        return stated_in(self.case.request)


class Suite:
    """What a ruleset is checked by: its charts and procedures, its scenarios and its file of requests."""

    def __init__(self, referee: Referee, rules: str, scenarios: TomlFile | None, requests: TomlFile | None) -> None:
        self.referee = referee
        self.rules = rules
        self.scenario_file = scenarios
        self.request_file = requests
        self._files: dict[str, TomlFile] = {}

    @property
    def loaded(self) -> LoadedRuleset:
        """The ruleset."""
        return self.referee.loaded(self.rules)

    @cached_property
    def procedures(self) -> list[Procedure]:
        """Its procedures."""
        return [self.loaded.procedure(name) for name in self.loaded.ruleset.procedures]

    @cached_property
    def scenarios(self) -> Sequence[Scenario]:
        """Its scenarios; those of other rulesets in the same file are left out. Raises BadData."""
        found = scenarios_in(self.scenario_file) if self.scenario_file else []
        return [one for one in found if one.rules == self.rules]

    @cached_property
    def situations(self) -> tuple[Situation, ...]:
        """Every stored situation. Raises BadData with the place of one that cannot be asked for."""
        found: list[Situation] = []
        faults: list[str] = []
        for name, place, raw in self._requests():
            try:
                found.append(Situation(name, self.referee.case(raw()), place))
            except Refused as error:
                faults.append(f"{place}: {error}")
        if faults:
            raise BadData(faults)
        return tuple(found)

    def _requests(self) -> Iterator[tuple[str, str, Callable[[], JsonObject]]]:
        for one in self.scenarios:
            for number in range(len(one.rulings)):
                yield f"{one.name} {number + 1}", one.place(number), partial(one.raw_request, number, self.referee)
        if file := self.request_file:
            for number, raw in enumerate(file.table.get("request", ())):
                place = f"{file.shown}:{file.line(['request', number])}"
                yield f"{Path(file.shown).name} {number + 1}", place, partial(dict, {"rules": self.rules, **raw})

    def of(self, procedure: Procedure) -> list[Situation]:
        """The stored situations of one procedure."""
        return [one for one in self.situations if one.case.procedure.name == procedure.name]

    @cached_property
    def kinds(self) -> list[EffectKind]:
        """Every kind of effect; none where it has no such list."""
        return effect_kinds(self.procedures)

    def place(self, file: str, *entry: str | int) -> str:
        """Where an entry of a file of its charts stands, as ``file:line``."""
        if file not in self._files:
            self._files[file] = self.loaded.library.file(file)
        found = self._files[file]
        return f"{found.shown}:{found.line(found.keys_of(entry) or ())}"

    @property
    def requests_said(self) -> str:
        """Where requests are kept, to be named in a fault."""
        return self.request_file.shown if self.request_file else "requests.toml"


@lru_cache(1024)
def place_of_member(member: Outcome | EffectKind) -> str:
    """Where a member of an enumeration stands, as ``file:line``: where its word does, else the whole."""
    own = place_of(type(member))
    return place_of_text(type(member).__module__, member.word, after=int(own.rpartition(":")[2]))


def suite_in(folder: Path) -> tuple[Suite, int | None]:
    """The suite of the ruleset in a folder, and the last line of its source. Raises BadData for one that is broken."""
    whole = str(folder.absolute())
    left_out: list[str] = []
    referee = Referee(Settings(rulesets=Setting((whole,))), KnownRulesets((whole,), left_out.append))
    rules = next((name for name in referee.rulesets.at_hand() if referee.rulesets.place(name)), "")
    if not rules:
        raise BadData([line.removeprefix(f"{whole} is left out: ") for line in left_out])
    found = [folder.absolute() / name for name in ("scenarios.toml", "requests.toml")]
    files = [TomlFile(path, str(path)) if path.exists() else None for path in found]
    source = folder / "rules.txt"
    last = len(source.read_text(encoding="utf-8").splitlines()) if source.is_file() else None
    return Suite(referee, rules, *files), last


def faults_in(suite: Suite, last: int | None = None, taken: Collection[str] = ()) -> Iterator[str]:
    """Every fault of a ruleset, each once; while its charts and code are not whole, or a request is none, only that.

    ``last`` is the last line of its source, ``taken`` words that no procedure may be called by, and options that no
    field may have.
    """
    yield from dict.fromkeys(_faults(suite, last, taken))


def _faults(suite: Suite, last: int | None, taken: Collection[str]) -> Iterator[str]:
    try:
        found = faults_of(suite.loaded.ruleset, suite.loaded.library)
        yield from found
        if found:
            return
        yield from colliding(suite, taken)
        if not suite.situations:
            return
    except BadData as error:
        yield from error.faults
        return
    for procedure in suite.procedures:
        if procedure.name in taken:
            yield f"{place_of(procedure.rule)}: {procedure.name} is a command of refcli, and no name of a procedure"
    yield from odd_lines(suite, last)
    for check in CHECKS.values():
        yield from _told(suite, check)


def _told(suite: Suite, check: Callable[[Suite], Iterator[str]]) -> Iterator[str]:
    """What a check finds; where a rule goes wrong meanwhile or refuses what it is asked, that, with its line."""
    try:
        yield from check(suite)
    except BadData as error:
        yield from error.faults
    except Refused as error:
        folder = folder_of(suite.loaded.ruleset)
        place = place_in(error, folder) if folder else ""
        yield f"{place}: {error}" if place else str(error)
    except Exception as error:
        fault = suite.referee.rulesets.fault(error)
        if fault is None:
            raise
        yield str(fault)


def odd_lines(suite: Suite, last: int | None) -> Iterator[str]:
    """Sources whose lines are out of order or beyond the ``last`` of the book; None where nobody knows that."""
    for place, source in _sources(suite):
        told = [int(line) for part in filter(None, source.lines.split(", ")) for line in part.split("-")]
        if told != sorted(told):
            yield f"{place}: lines {source.lines} are out of order"
        elif last is not None and told and told[-1] > last:
            yield f"{place}: lines {source.lines} are beyond line {last}, the last of the source"


def _sources(suite: Suite) -> Iterator[tuple[str, Source]]:
    """Every source of a chart, a cell, a condition, a reading, a template or a state, with its place."""
    library = suite.loaded.library
    at = suite.place
    for chart in library.everything().values():
        yield at(chart.name, "source"), chart.source
        for row in chart.rows:
            place = at(chart.name, "rows", row)
            yield from ((place, chart.cell(row, column).source) for column in chart.columns)
        for name, condition in chart.conditions.items():
            yield at(chart.name, "condition", name, "source"), condition.source
    for id, reading in suite.loaded.readings.items():
        yield at(READINGS, "reading", id, "source"), reading.source
    for name, template in library.templates().items():
        yield at(TEMPLATES, "template", name, "source"), template.source
    for name, state in library.states()[0].items():
        yield at(STATES, name, "source"), state.source


def scenarios_disagree(suite: Suite) -> Iterator[str]:
    """Scenarios that come to something else than they expect."""
    for one in suite.scenarios:
        try:
            yield from (f"{one.place(number)}: {what}" for number, what in disagreements(one, suite.referee))
        except BadData as error:
            yield from error.faults
        except Refused as error:
            yield str(error)


def too_few(suite: Suite) -> Iterator[str]:
    """Procedures with too few situations among the scenarios, or examples in their help."""
    library = suite.loaded.library
    examples = library.about().get("examples", {})
    also = suite.loaded.ruleset.also
    told = [ruling.get("procedure", "") for one in suite.scenarios for ruling in one.rulings]
    named = [also.get(name, name) for name in told]
    where = suite.scenario_file.shown if suite.scenario_file else "scenarios.toml"
    for procedure in suite.procedures:
        name = procedure.name
        if named.count(name) < LEAST:
            yield f"{place_of(procedure.rule)}: {name} is in {named.count(name)} rulings of {where}, not in {LEAST}"
        if len(examples.get(name, ())) != LEAST:
            yield library.fault(ABOUT, ["examples", name], f"{name} has not {LEAST} examples under [examples]")


def colliding(suite: Suite, taken: Collection[str]) -> Iterator[str]:
    """Fields whose option is ``taken`` by refcli or by another field, or whose letter is none."""
    for procedure in suite.procedures:
        request = procedure.request
        begins = int(place_of(request).rpartition(":")[2])
        of: dict[str, str] = {}
        for field in procedure.inputs:
            short = field.field.short
            what = ""
            if short and not LETTER.fullmatch(short):
                what = f"{short!r} is no letter of an option, as -r is"
            elif short in taken:
                free = ", ".join(one for one in taken if LETTER.fullmatch(one))
                what = f"{short} is an option of refcli; take another letter than {free}"
            elif short in of:
                what = f"{short} is {of[short]} already; take another letter"
            if short:
                of.setdefault(short, field.name)
            name = f"{request.__name__}.{field.name}"
            if what:
                yield f"{place_of_text(request.__module__, short, begins)}: {name}: {what}"
            if f"--{field.name}" in taken:
                yield f"{place_of(request)}: {name}: --{field.name} is an option of refcli; call the field otherwise"


def whole_odds(suite: Suite) -> Iterator[str]:
    """Every stored request's odds add up to exactly one, and so does each of its counts."""
    for one in suite.situations:
        odds = one.odds()
        parts: dict[str, Mapping[Any, Fraction]] = {"outcomes": odds.outcomes, **odds.counts}
        for name, chances in parts.items():
            if sum(chances.values()) != 1:
                yield f"{one.place}: the odds of its {name} add up to {sum(chances.values())}, not to 1"


@lru_cache(8)
def effects_of(suite: Suite) -> tuple[tuple[str, str, Effect], ...]:
    """Every effect of every stored situation, with the situation's place and its procedure."""
    found: dict[tuple[str, str, Effect], None] = {}
    for one in suite.situations:
        for seed in range(FALLS):
            for effect in suite.referee.rule(one.case, seed).ruling.effects:
                found[one.place, one.case.procedure.name, effect] = None
    return tuple(found)


def odd_effects(suite: Suite) -> Iterator[str]:
    """Effects of no listed kind, kinds that never come up, and effects that cannot be said."""
    came = {effect.kind for _, _, effect in effects_of(suite)}
    for kind in suite.kinds:
        if kind not in came:
            yield f"{place_of_member(kind)}: effect {kind.word!r} never comes up; take it out, or add a request to " + (
                suite.requests_said
            )
    for kind in came - set(suite.kinds):
        yield f"{place_of_member(kind)}: effect {kind.word!r} is of no list beside the rules of {suite.rules}"
    for place, procedure, effect in effects_of(suite):
        rule = next(one.rule for one in suite.procedures if one.name == procedure)
        if not effect.unit or not effect.role:
            what = "unit" if not effect.unit else "role"
            yield f"{place_of(rule)}: effect {effect.word!r} names no {what}, as in {place}"
        for sentence in in_sentences([effect]) if effect.says else ():
            if "{" in sentence or "[" in sentence or not sentence.strip():
                yield f"{place_of_member(effect.kind)}: effect {effect.word!r} is said as {sentence!r}"


def without_effect(suite: Suite) -> Iterator[str]:
    """Conditions that change the odds of no stored request, and outcomes that none comes to."""
    vain = suite.request_file.table.get(IN_VAIN, ()) if suite.request_file else ()
    for procedure, name, condition in conditions_of(suite):
        where = suite.requests_said
        stating = [one for one in suite.of(procedure) if name in one.stated]
        matters = any(changes(one, name) for one in stating)
        what = ""
        if f"{procedure.name} {name}" in vain:
            if matters:
                what = f"condition {name!r} changes odds of {procedure.name}; take it out of {IN_VAIN} in {where}"
        elif not stating:
            what = f"no stored request of {procedure.name} states {name!r}: add one to {where}"
        elif not matters:
            what = f"condition {name!r} is inert: it changes the odds of no request of {procedure.name} in {where}"
        if what:
            yield of_condition(suite, procedure, condition, what)
    for procedure in suite.procedures:
        reached = set()
        for one in suite.of(procedure):
            reached |= {outcome for outcome, chance in one.odds().outcomes.items() if chance}
            if len(reached) == len(procedure.outcomes):
                break
        for outcome in procedure.outcomes:
            if outcome not in reached:
                what = f"no request of {procedure.name} in {suite.requests_said} can come to {outcome.word!r}"
                yield f"{place_of_member(outcome)}: {what}"


def conditions_of(suite: Suite) -> Iterator[tuple[Procedure, str, Condition]]:
    """Every condition of every procedure."""
    for procedure in suite.procedures:
        charts = suite.loaded.library.charts(procedure.charts)
        for name, condition in procedure.conditions(charts).items():
            yield procedure, name, condition


def of_condition(suite: Suite, procedure: Procedure, condition: Condition, what: str) -> str:
    library = suite.loaded.library
    charts = library.charts(procedure.charts)
    chart = next(name for name in procedure.charts if condition.name in charts[name].conditions)
    return library.fault(chart, ["condition", condition.name, "name"], what)


def changes(one: Situation, condition: str) -> bool:
    """Whether leaving the condition out changes the odds; a request that needs it counts as changed."""
    bare = without_condition(one.case.request, condition)
    try:
        return one.odds()[:2] != one.odds(bare)[:2]
    except Refused:
        return True


CHECKS: dict[str, Callable[[Suite], Iterator[str]]] = {
    "scenarios": scenarios_disagree,
    "examples": too_few,
    "conditions and outcomes that matter": without_effect,
    "odds": whole_odds,
    "effects": odd_effects,
}
"""The checks of the situations of a ruleset by name."""
