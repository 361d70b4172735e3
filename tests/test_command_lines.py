"""Any command line ends in a ruling or in one clear line: drawn, bent and broken by hypothesis.

Everything is drawn from what the rulesets declare (procedures, inputs, names of charts, conditions,
readings), so a new ruleset is tested by being there.
"""

import contextlib
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import jsonschema
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import refcli.rulesets
from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.core.request import Input, Term, names_of
from refcli.plain.dump import request_to
from refcli.plain.schema import error_schema, request_schema, ruling_schema
from refcli.plain.vocabulary import Words
from refcli.referee.referee import LoadedRuleset, Referee
from refcli.referee.settings import Settings
from tests.conftest import Home, Ran, run_here

DOCUMENTED = (0, 1, 2, 3, 4)
"""Statuses that one command line can end in without a file to check, a pipe to break or a Ctrl-C."""

SAMPLE = 400
"""Command lines of the fixed sample, for each ruleset."""

HARMLESS = settings(
    max_examples=250,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


class Said(NamedTuple):
    """What a procedure can be asked with: its inputs, the names of each, its conditions and readings."""

    rules: str
    procedure: Procedure
    names: dict[str, tuple[str, ...]]
    of_ruling: tuple[str, ...]
    of_term: dict[str, tuple[str, ...]]
    readings: tuple[str, ...]
    cells: tuple[str, ...]


@cache
def loaded_ruleset(rules: str) -> LoadedRuleset:
    """A ruleset as it is shipped."""
    return _referee().loaded(rules)


@cache
def _referee() -> Referee:

    return Referee(Settings())


@cache
def said(rules: str, name: str) -> Said:
    """What the declarations of a procedure say."""
    loaded = loaded_ruleset(rules)
    procedure = loaded.procedure(name)
    charts = loaded.library.charts(procedure.charts)
    conditions = procedure.conditions(charts)
    terms = [field for field in procedure.inputs if field.kind is Term]
    return Said(
        rules,
        procedure,
        {field.name: tuple(names_of(field.field, charts)) for field in terms},
        tuple(name for name, one in conditions.items() if not one.of),
        {field.name: tuple(_said_of(field, Words(rules, procedure, charts, prefixes=False))) for field in terms},
        tuple(
            f"{reading.id}={word}"
            for reading in loaded.readings.values()
            for option in reading.options
            for word in (option.letter, option.word)
        ),
        tuple(f"{cell.ref}" for chart in charts.values() for cell in chart.cells()),
    )


def _said_of(field: Input, words: Words) -> Iterator[str]:
    """The conditions that may be said of a field's term, by asking the reader of terms itself."""
    for condition in words.conditions:
        with contextlib.suppress(Refused):
            yield words.condition(condition, field)


@cache
def requests_of(rules: str, name: str) -> jsonschema.Draft202012Validator:
    """The schema of a procedure's requests."""
    loaded = loaded_ruleset(rules)
    procedure = loaded.procedure(name)
    schema = request_schema(rules, procedure, loaded.library.charts(procedure.charts), loaded.readings)
    return jsonschema.Draft202012Validator(schema)


def every_procedure() -> list[tuple[str, str]]:
    """Every procedure of every registered ruleset."""
    return [(rules, name) for rules in refcli.rulesets.RULESETS for name in refcli.rulesets.ruleset(rules).procedures]


PROCEDURES = every_procedure()
named = pytest.mark.parametrize(("rules", "name"), PROCEDURES, ids=[" ".join(pair) for pair in PROCEDURES])

RULING = jsonschema.Draft202012Validator(ruling_schema())
ERROR = jsonschema.Draft202012Validator(error_schema())


TEXTS = ("06:30", "21:00", "1943", "3", "dusk")
"""What a field may be that takes a text of a certain form; one of them has to fit."""


class Draw:
    """One way to draw, for hypothesis and for the fixed sample alike: a choice among a few."""

    def __init__(self, number: "st.DataObject | random.Random") -> None:
        self.source = number

    def below(self, limit: int) -> int:
        """A number from 0 up to ``limit``, not included."""
        if isinstance(self.source, random.Random):
            return self.source.randrange(limit)
        return self.source.draw(st.integers(0, limit - 1))

    def one(self, *choices: str) -> str:
        return choices[self.below(len(choices))]

    def some(self, choices: tuple[str, ...], most: int) -> list[str]:
        count = self.below(min(most, len(choices)) + 1)
        return list(dict.fromkeys(self.one(*choices) for _ in range(count)))

    def chance(self, one_in: int) -> bool:
        return self.below(one_in) == one_in - 1


def term(draw: Draw, about: Said, field: Input) -> str:
    """A term of a field that the declarations allow."""
    name = draw.one(*about.names[field.name])
    count = f"{2 + draw.below(3)}x" if field.several and draw.chance(3) else ""
    place = f"/{draw.one(*field.field.places)}" if field.field.places and not draw.chance(3) else ""
    conditions = "".join(f"+{word}" for word in draw.some(about.of_term[field.name], 1))
    return f"{count}{name}{place}{conditions}"


def value(draw: Draw, about: Said, field: Input) -> str:
    """A value of a field that the declarations allow."""
    if field.kind is Term:
        many = 1 + (draw.below(3) if field.several else 0)
        return ",".join(term(draw, about, field) for _ in range(many))
    if field.kind in (int, float):
        low = 0 if field.field.at_least is None else int(field.field.at_least)
        high = low + 30 if field.field.at_most is None else int(field.field.at_most)
        return str(low + draw.below(min(high - low, 30) + 1))
    if field.field.choices:
        return draw.one(*field.field.choices)
    fitting = [text for text in (field.default, *TEXTS) if text and re.fullmatch(field.field.pattern or ".*", text)]
    return draw.one(*fitting)


def sensible(draw: Draw, about: Said) -> list[str]:
    """A command line that should be understood."""
    inputs = about.procedure.inputs
    positional = sorted((field for field in inputs if field.field.position), key=lambda field: field.field.position)
    line = [about.procedure.name]
    for field in positional:
        if field.required or draw.chance(2):
            line.append(value(draw, about, field))
        else:
            break
    line += draw.some(about.of_ruling, 2)
    for field in inputs:
        if not field.field.position and (field.required or draw.chance(2)):
            line += [f"--{field.name}", value(draw, about, field)]
    if about.readings and draw.chance(4):
        line += ["--reading", draw.one(*about.readings)]
    if about.procedure.sums and draw.chance(5):
        line += ["--adjust", draw.one("-1:dusk", "2", f"{about.procedure.sums[0]}=1:luck")]
    line += draw.some(("--why", "--exit-status", "--plain"), 2)
    if "--plain" not in line and draw.chance(2):
        line.append("--json")
    if draw.chance(3):
        line += ["--seed", str(draw.below(1000))]
    return ["-R", about.rules, *line] if draw.chance(2) else [*line, "-R", about.rules]


JUNK = (
    *("", " ", "-", "--", "-1", "0", "nan", "inf", "1e9", "9" * 50, "x", "+", ",", "/", "=", ":", "2x", "0xtank"),
    *("--dice", "--ask", "--odds", "--json", "--plain", "--set", "--adjust", "--reading", "--rules", "-R", "-r"),
    *("--help", "--scenario", "--seed", "--published", "--version", "--show-completion", "--svg", "--nonsense"),
    *("7", "5,5", "1,2,3,4,5,6", "grid", "fire", "move", "card", "charts", "config", "schema", "rules", "tank"),
    *("cover", "adjacent", "tank+adjacent", "G-8=b", "combat.tanks.infantry=2", "\x1b[31m", "a\nb", "ß", "ﬁre"),
)


def bent(draw: Draw, line: list[str]) -> list[str]:
    """The line with a few words changed, lost, doubled, swapped or added."""
    line = list(line)
    for _ in range(1 + draw.below(3)):
        at = draw.below(len(line) + 1)
        how = draw.below(6)
        if how == 0 or not line or at == len(line):
            line.insert(at, draw.one(*JUNK))
        elif how == 1:
            line[at] = draw.one(*JUNK)
        elif how == 2:
            del line[at]
        elif how == 3:
            line.insert(at, line[at])
        elif how == 4:
            line[at] = line[at] + draw.one(*JUNK)
        else:
            cut = draw.below(len(line[at]) + 1)
            line[at] = line[at][:cut] + line[at][cut + 1 :]
    return line


def harmless(line: list[str]) -> list[str]:
    """The line without what would write a file or roll for minutes."""
    return [word for word in line if word not in ("--svg", "new", "--odds")]


def held(ran: Ran, line: list[str]) -> None:
    """A ruling or one clear line."""
    assert ran.status in DOCUMENTED, (line, ran)
    assert "Traceback" not in ran.err + ran.out
    if ran.status in (0, 1):
        return
    assert ran.out == "", (line, ran)
    told = [text for text in ran.err.splitlines() if text.startswith(("refcli: ", "{"))]
    assert len(told) == 1 and told[0].isprintable(), (line, ran)
    assert ran.err.splitlines()[-1] == told[0], (line, ran)
    if told[0].startswith("{"):
        ERROR.validate(json.loads(told[0]))


class TestAnyCommandLine:
    """Never a traceback, always a documented status, one line of error."""

    @HARMLESS
    @given(st.data(), st.sampled_from(PROCEDURES))
    def test_a_line_that_makes_sense_ends_in_a_ruling_or_one_line(
        self, home: Home, data: st.DataObject, which: tuple[str, str]
    ) -> None:
        """Drawn from the declarations alone."""
        line = sensible(Draw(data), said(*which))
        held(run_here(line), line)

    @HARMLESS
    @given(st.data(), st.sampled_from(PROCEDURES))
    def test_a_line_that_was_bent_ends_in_a_ruling_or_one_line(
        self, home: Home, data: st.DataObject, which: tuple[str, str]
    ) -> None:
        """Words changed, lost, doubled, cut or added."""
        draw = Draw(data)
        line = harmless(bent(draw, sensible(draw, said(*which))))
        held(run_here(line, stdin=draw.one("", "4\n", "x\n\n\n", "\x00")), line)

    @HARMLESS
    @given(st.lists(st.sampled_from(JUNK) | st.text(st.characters(exclude_characters="\x00"), max_size=12), max_size=8))
    @example(["-R", "grid", "fire", "tank", "infantry", "--set", "a\u2028b=1"])
    @example(["-R", "grid", "fire", "\ud800", "infantry"])
    def test_a_line_of_junk_ends_in_one_line(self, home: Home, line: list[str]) -> None:
        """Words of any characters in any order."""
        line = harmless(line)
        held(run_here(line), line)


class Made(NamedTuple):
    """One line of the fixed sample and what it came to."""

    rules: str
    name: str
    line: list[str]
    ran: Ran

    @property
    def ruling(self) -> bool:
        """Whether it came to a ruling, and not to a help or a list of charts."""
        first = self.ran.out.partition("\n")[0]
        return self.ran.status in (0, 1) and ('"verdict": ' in first or f"{self.name} (" in first)

    @property
    def told(self) -> dict[str, Any]:
        """The ruling's object, where JSON was asked for; else an empty one."""
        found: dict[str, Any] = json.loads(self.ran.out) if self.ruling and "--json" in self.line else {}
        return found


class TestTheFixedSample:
    """The same lines each time, so that what they reach can be counted."""

    @pytest.fixture(scope="class")
    @classmethod
    def sample(cls, tmp_path_factory: pytest.TempPathFactory) -> list[Made]:
        """Sensible and bent lines of every ruleset, run once for all the tests of the class."""
        made = []
        with pytest.MonkeyPatch.context() as patch, _somewhere(patch, tmp_path_factory):
            for rules in refcli.rulesets.RULESETS:
                draw = Draw(random.Random(f"sample of {rules}"))
                names = list(refcli.rulesets.ruleset(rules).procedures)
                for number in range(SAMPLE):
                    name = names[number % len(names)]
                    line = sensible(draw, said(rules, name))
                    if number // len(names) % 4 == 3:
                        line = harmless(bent(draw, line))
                    made.append(Made(rules, name, line, run_here(line)))
        return made

    def test_every_line_ends_in_a_ruling_or_one_line(self, sample: list[Made]) -> None:
        """The promise of the class above, for these lines."""
        for made in sample:
            held(made.ran, made.line)

    def test_at_least_half_reach_a_ruling(self, sample: list[Made]) -> None:
        """In each ruleset; what is drawn would otherwise test the error messages alone."""
        rulings = Counter(made.rules for made in sample if made.ruling)
        for rules in refcli.rulesets.RULESETS:
            assert rulings[rules] >= SAMPLE / 2, (rules, _refusals(sample, rules))

    def test_every_procedure_is_reached(self, sample: list[Made]) -> None:
        """Each procedure of each ruleset gives a ruling to one of the lines at least."""
        reached = {(made.rules, made.name) for made in sample if made.ruling}
        missed = set(PROCEDURES) - reached
        assert not missed, [made.ran.err for made in sample if (made.rules, made.name) in missed][:5]

    def test_the_json_of_every_ruling_matches_its_schema(self, sample: list[Made]) -> None:
        """What ``refcli schema`` promises is what ``--json`` prints."""
        rulings = [made.told for made in sample if made.told]
        for ruling in rulings:
            RULING.validate(ruling)
        assert len(rulings) > SAMPLE / 10

    def test_a_request_that_is_read_back_is_the_same_request(self, sample: list[Made]) -> None:
        """The ``request`` of a ruling, given as a plain object, asks for the same thing again."""
        rulings = [made.told for made in sample if made.told]
        for ruling in rulings:
            again = _referee().case(_plain(ruling))
            assert {**request_to(again.request), **again.controls} == ruling["request"]
            assert _referee().case({**_plain(ruling), **request_to(again.request)}).request == again.request
        assert len(rulings) > SAMPLE / 10

    def test_the_request_of_every_ruling_matches_the_schema_of_requests(self, sample: list[Made]) -> None:
        """What a ruling was asked can stand in a batch or a scenario as it is."""
        for ruling in (made.told for made in sample if made.told):
            requests_of(ruling["rules"], ruling["procedure"]).validate(_plain(ruling))

    def test_the_same_seed_gives_the_same_ruling(self, home: Home, sample: list[Made]) -> None:
        """A line with a seed says the same a second time, to the byte."""
        seeded = [made for made in sample if "--seed" in made.line and made.ruling][:40]
        assert seeded
        for made in seeded:
            assert run_here(made.line) == made.ran


class TestEveryProcedure:
    """Each procedure of each registered ruleset, one by one."""

    @named
    def test_its_json_and_its_request_go_there_and_back(self, home: Home, rules: str, name: str) -> None:
        """Forty lines drawn for this procedure: rulings match the schema, requests read back."""
        draw = Draw(random.Random(f"{rules} {name}"))
        rulings = 0
        for _ in range(40):
            line = sensible(draw, said(rules, name))
            line = [word for word in line if word not in ("--plain", "--json")] + ["--json"]
            ran = run_here(line)
            held(ran, line)
            if ran.status not in (0, 1):
                continue
            rulings += 1
            ruling = json.loads(ran.out)
            RULING.validate(ruling)
            requests_of(rules, name).validate(_plain(ruling))
            again = _referee().case(_plain(ruling))
            assert {**request_to(again.request), **again.controls} == ruling["request"]
        assert rulings >= 5

    @named
    def test_its_help_tells_every_input_and_condition(self, home: Home, rules: str, name: str) -> None:
        """Help is made from the same declarations."""
        about = said(rules, name)
        ran = run_here(["-R", rules, name, "--help"])
        assert ran.status == 0 and ran.err == ""
        text = " ".join(ran.out.split())
        for field in about.procedure.inputs:
            flag = field.name.upper() if field.field.position else f"--{field.name}"
            assert flag in text
        for condition in (*about.of_ruling, *(word for words in about.of_term.values() for word in words)):
            assert condition in text

    @named
    def test_what_is_typed_in_capitals_is_the_same(self, home: Home, rules: str, name: str) -> None:
        """Names of rulesets and procedures are case-insensitive, in the first line drawn that reaches a ruling."""
        draw = Draw(random.Random(f"{rules} {name}"))
        for _ in range(40):
            line = sensible(draw, said(rules, name))
            line = [*(word for word in line[line.index(name) :] if word not in ("-R", rules)), "--seed", "1"]
            ran = run_here(["-R", rules, *line])
            if ran.status in (0, 1):
                break
        assert ran.status in (0, 1)
        assert run_here(["-R", rules.upper(), name.upper(), *line[1:]]) == ran


def _plain(ruling: dict[str, Any]) -> dict[str, Any]:
    """What a ruling was asked, as a plain object."""
    return {"rules": ruling["rules"], "procedure": ruling["procedure"], **ruling["request"]}


def _refusals(sample: list[Made], rules: str) -> Counter[str]:
    return Counter(made.ran.err[:80] for made in sample if made.rules == rules and not made.ruling)


@contextlib.contextmanager
def _somewhere(patch: pytest.MonkeyPatch, factory: pytest.TempPathFactory) -> Iterator[None]:
    """A home of its own for a fixture that outlives one test."""
    import os

    from tests.conftest import environment_of

    folder = factory.mktemp("home")
    kept = environment_of(folder)
    for key in set(os.environ) - set(kept) - {"PYTEST_CURRENT_TEST"}:
        patch.delenv(key)
    for key, text in kept.items():
        patch.setenv(key, text)
    patch.chdir(folder)
    yield
