"""A ruleset that is incomplete: ``charts check`` tells what it lacks in one line, with file and line."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import pytest

from refcli import rulesets
from refcli.core.dice import D6, Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure, Ruleset
from refcli.core.request import NOTHING, Conditions, Field, Term
from refcli.core.ruling import EffectKind, Outcome, Ruling
from refcli.rulesets import RULESETS
from tests.conftest import Home, Run, write


class Duel(NamedTuple):
    """One champion against a number."""

    champion: Annotated[Term, Field("who fights", position=1, charts=("fighters",))]
    conditions: Conditions = NOTHING


class DuelWithoutConditions(NamedTuple):
    """A request that forgot them."""

    champion: Annotated[Term, Field("who fights", position=1, charts=("fighters",))]


class DuelOfStrangers(NamedTuple):
    """Its names come from a chart that the procedure does not read."""

    champion: Annotated[Term, Field("who fights", position=1, charts=("heroes",))]
    conditions: Conditions = NOTHING


class DuelOfNobody(NamedTuple):
    """Its names come from nowhere."""

    champion: Annotated[Term, Field("who fights", position=1)]
    conditions: Conditions = NOTHING


class DuelAtSomePaces(NamedTuple):
    """One field says nothing of itself."""

    champion: Annotated[Term, Field("who fights", position=1, charts=("fighters",))]
    paces: int = 10
    conditions: Conditions = NOTHING


class DuelOutcome(Outcome):
    WON = "won", True, "the champion wins"
    LOST = "lost", False, "the champion loses"


class OutcomeOfSomebody(Outcome):
    WON = "won", True, "{champion} wins[tired?, {champoin} sleeps]"


class OutcomeInSomeCase(Outcome):
    WON = "won", True, "{champion} wins[!tierd?, and is awake]"


class NoOutcome(Outcome):
    """Nothing that it can come to."""


def duel(request: Any, charts: Charts, dice: Dice) -> Ruling:
    """A duel with pistols."""
    needed = charts["duel", request.champion.name]
    nerve = charts.add_up("nerve", *charts.modifiers("duel", request.conditions))
    shot = dice.check(nerve, D6, "shot", needed.target_number)
    tired = "tired" in request.conditions and charts.reads("T-1", "misses")
    return Ruling(DuelOutcome.WON if shot.passed and not tired else DuelOutcome.LOST)


def undocumented(request: Any, charts: Charts, dice: Dice) -> Ruling:
    return duel(request, charts, dice)


WHOLE = Procedure("duel", duel, Duel, charts=("fighters", "duel"), outcomes=DuelOutcome, sums=("nerve",))
"""A procedure that lacks nothing."""

FILES = {
    "ruleset": """\
title = "Toy duels"
turn  = ["Duel"]

[phases]
duel = "Duel"
""",
    "readings": """\
[[reading]]
id       = "T-1"
question = "Does a tired champion miss?"
default  = "misses"
source   = { section = "Duels", lines = "7" }

[[reading.option]]
letter = "a"
word   = "misses"
text   = "always"

[[reading.option]]
letter = "b"
word   = "aims"
text   = "no"
""",
    "fighters": """\
title  = "Fighters"
source = { section = "Fighters", lines = "1-3" }
axes   = ["fighter"]

[rows]
marshal = ["horse"]
ensign  = ["foot"]
""",
    "duel": """\
title    = "Duel: number required"
source   = { section = "Duels", lines = "1-9" }
axes     = ["fighter"]
rows-of  = "fighters"
needs    = ">="
modifies = "nerve"

[rows]
marshal = [4]
ensign  = [5]

[[condition]]
name   = "sober"
text   = "before noon"
value  = 1
source = { section = "Duels", lines = "8" }

[[condition]]
name   = "tired"
text   = "after a night's march"
source = { section = "Duels", lines = "9" }
""",
}

TOY = "charts/toy"
HERE = "tests/test_incomplete.py"
Change = Callable[[dict[str, str]], object]


def line_of(text: str) -> int:
    """The line of this file that begins with a text."""
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.startswith(text))


def without(name: str) -> Change:
    """The same ruleset without one of its files."""
    return lambda files: files.pop(name)


def with_text(name: str, old: str, new: str) -> Change:
    """The same ruleset with another text in one of its files."""

    def change(files: dict[str, str]) -> None:
        assert old in files[name]
        files[name] = files[name].replace(old, new, 1)

    return change


CHART_ALONE = """\
title  = "Weather"
source = { section = "Weather", lines = "1" }
axes   = ["sky"]

[rows]
rain = [1]
"""

OF_FILES: dict[str, tuple[Change, str, str]] = {
    "no ruleset file": (without("ruleset"), f"{TOY}/ruleset.toml:1", "there is no such file; it says what the"),
    "no readings file": (without("readings"), f"{TOY}/readings.toml:1", "there is no such file; it holds the disputed"),
    "no turn": (with_text("ruleset", "turn ", "# turn "), f"{TOY}/ruleset.toml:1", "lacks 'turn'"),
    "a turn of numbers": (with_text("ruleset", '["Duel"]', "[1]"), f"{TOY}/ruleset.toml:2", "turn must be a list of"),
    "a phase that is no text": (with_text("ruleset", 'duel = "Duel"', "duel = 1"), f"{TOY}/ruleset.toml:5", "a text"),
    "one word for a roll": (
        with_text("ruleset", "[phases]", '[rolls]\nshot = "hits"\n\n[phases]'),
        f"{TOY}/ruleset.toml:5",
        "rolls.shot must be two words, as in hits|misses",
    ),
    "a phase of no procedure": (
        with_text("ruleset", "duel =", "dule ="),
        f"{TOY}/ruleset.toml:5",
        "'dule' is no procedure (nearest: duel)",
    ),
    "a phase that is not of the turn": (
        with_text("ruleset", 'duel = "Duel"', 'duel = "Deul"'),
        f"{TOY}/ruleset.toml:5",
        "'Deul' is no phase (nearest: Duel)",
    ),
    "a label of nothing": (
        with_text("duel", "[rows]", '[labels]\nensing = "Ensign"\n\n[rows]'),
        f"{TOY}/duel.toml:9",
        "'ensing' is no row, no column and no word of a cell (nearest: ensign)",
    ),
    "an alias of nothing": (
        with_text("duel", "[rows]", '[aliases]\nboy = "ensing"\n\n[rows]'),
        f"{TOY}/duel.toml:9",
        "alias 'boy' means no row: 'ensing' (nearest: ensign)",
    ),
    "no row": (
        lambda files: files.update(fighters=files["fighters"].partition("marshal")[0]),
        f"{TOY}/fighters.toml:5",
        "fighters has neither a row nor a condition",
    ),
    "a die that is none": (
        with_text("duel", "[rows]", 'die = "x6"\n\n[rows]'),
        f"{TOY}/duel.toml:8",
        "'x6' is no die",
    ),
    "no folder": (lambda files: files.clear(), f"{TOY}/ruleset.toml:1", "there is no folder charts/toy"),
    "a unit without its row": (
        with_text("fighters", "[rows]", '[rows]\nhussar = ["horse"]'),
        f"{TOY}/fighters.toml:6",
        "'hussar' of fighters has no row in duel",
    ),
    "a row without its unit": (
        with_text("duel", "[rows]", "[rows]\nhussar = [3]"),
        f"{TOY}/duel.toml:9",
        "'hussar' is no row of fighters",
    ),
    "rows of no chart": (
        with_text("duel", '"fighters"', '"fihgters"'),
        f"{TOY}/duel.toml:4",
        "'fihgters' is no chart (nearest: fighters)",
    ),
    "a chart that nobody reads": (
        lambda files: files.update(weather=CHART_ALONE),
        f"{TOY}/weather.toml:1",
        "no procedure and no template reads weather",
    ),
    "a sum that nobody adds up": (
        with_text("duel", '"nerve"', '"nerves"'),
        f"{TOY}/duel.toml:13",
        "condition 'sober' modifies 'nerves', which no procedure adds up",
    ),
    "a condition that nobody reads": (
        with_text("duel", '"tired"', '"wounded"'),
        f"{TOY}/duel.toml:19",
        "condition 'wounded' has no value, and no procedure reads it by name",
    ),
    "a reading with one option": (
        lambda files: files.update(readings=files["readings"].rpartition("[[reading.option]]")[0]),
        f"{TOY}/readings.toml:7",
        "reading T-1 has one option, which is no choice",
    ),
    "a reading that nobody asks for": (
        lambda files: files.update(readings=files["readings"] + files["readings"].replace("T-1", "T-2")),
        f"{TOY}/readings.toml:16",
        "no procedure asks for reading T-2, and it changes no figure",
    ),
    "a reading that is asked for and missing": (
        lambda files: files.update(readings=""),
        f"{HERE}:{line_of('    tired = ')}",
        "'T-1' is no reading",
    ),
    "a chart file that is missing": (
        without("duel"),
        f"{HERE}:{line_of('def duel')}",
        "duel reads the chart 'duel', which is none",
    ),
}

OF_CODE: dict[str, tuple[dict[str, Any], str, str]] = {
    "no conditions": (
        {"request": DuelWithoutConditions},
        "class DuelWithoutConditions",
        "DuelWithoutConditions, the request of duel, lacks the field conditions",
    ),
    "names of a chart that is not read": (
        {"request": DuelOfStrangers},
        "class DuelOfStrangers",
        "DuelOfStrangers.champion takes its names from 'heroes', which duel does not read",
    ),
    "names of no chart": (
        {"request": DuelOfNobody},
        "class DuelOfNobody",
        "DuelOfNobody.champion takes its names from no chart",
    ),
    "a field that says nothing": (
        {"request": DuelAtSomePaces},
        "class DuelAtSomePaces",
        "DuelAtSomePaces.paces says nothing of itself",
    ),
    "no outcomes": ({"outcomes": None}, "def duel", "duel has no outcomes"),
    "an enumeration without outcomes": (
        {"outcomes": NoOutcome},
        "class NoOutcome",
        "NoOutcome names no outcome of duel",
    ),
    "a place that nothing fills": (
        {"outcomes": OutcomeOfSomebody},
        "class OutcomeOfSomebody",
        "OutcomeOfSomebody.WON has the place 'champoin', which nothing fills (nearest: champion)",
    ),
    "a case that nothing tells": (
        {"outcomes": OutcomeInSomeCase},
        "class OutcomeInSomeCase",
        "OutcomeInSomeCase.WON has the place 'tierd', which nothing fills (nearest: tired)",
    ),
    "no docstring": ({"rule": undocumented}, "def undocumented", "duel has no docstring"),
}


STATES = """\
[tired]
of      = "unit"
begins  = [{ effect = "march", by = ["duel"], as = "champion", with = "sober", unless = "shot", row = "marshal" }]
ends    = ["end of turn"]
gives   = ["tired"]
fills   = ["champion"]
bars    = [{ by = ["duel"], as = "champion", text = "{unit:is|are} asleep", with = "tired" }]
reminds = { Duel = "{unit:yawns|yawn}", "at once" = "may lie down" }
source  = { section = "Duels", lines = "9" }

[shot]
of     = "unit"
misses = { Duel = "nobody is shot yet" }
source = { section = "Duels", lines = "9" }
"""
"""States that lack nothing."""


def states(old: str, new: str) -> Change:
    """The same ruleset with states, a text of theirs changed."""
    assert old in STATES
    return lambda files: files.update(states=STATES.replace(old, new, 1))


def play(text: str) -> Change:
    """The same ruleset with its sequence of play told."""
    return lambda files: files.update(ruleset=f"{files['ruleset']}\n[play]\n{text}\n", states=STATES)


class ToyKind(EffectKind):
    """What a duel leaves to be remembered."""

    MARCH = "march", ""


OF_STATES: dict[str, tuple[Change, str, str]] = {
    "nobody carries it": (states('"unit"', '"untis"'), f"{TOY}/states.toml:2", "of 'untis' is none of unit, group"),
    "no source": (states("source  =", "#"), f"{TOY}/states.toml:1", "tired lacks 'source'"),
    "an unknown key": (states("begins ", "begin "), f"{TOY}/states.toml:3", "unknown key 'begin'"),
    "an effect that is none": (states('"march"', '"mrach"'), f"{TOY}/states.toml:3", "'mrach' (nearest: march)"),
    "a procedure that is none": (
        states('by = ["duel"]', 'by = ["dule"]'),
        f"{TOY}/states.toml:3",
        "'dule' (nearest: duel)",
    ),
    "a condition that is none": (states('"sober"', '"sobre"'), f"{TOY}/states.toml:3", "'sobre' (nearest: sober)"),
    "a state that is none": (states('"shot"', '"shto"'), f"{TOY}/states.toml:3", "'shto' (nearest: shot)"),
    "a moment that is none": (
        states("of turn", "of trun"),
        f"{TOY}/states.toml:4",
        "'trun' is no phase (nearest: turn)",
    ),
    "it gives what is none": (states('["tired"]', '["tried"]'), f"{TOY}/states.toml:5", "'tried' (nearest: tired)"),
    "it gives rows of none": (
        states('["tired"]', '[{ condition = "tired", rows = ["dule"] }]'),
        f"{TOY}/states.toml:5",
        "the chart 'dule' (nearest: duel)",
    ),
    "it has boxes for rows of none": (
        states('of      = "unit"', 'of      = "unit"\nrows    = ["dule"]'),
        f"{TOY}/states.toml:3",
        "the chart 'dule' (nearest: duel)",
    ),
    "it has as many boxes as no figure says": (
        states('of      = "unit"', 'of      = "unit"\nmost    = ["duel.mne + 1"]'),
        f"{TOY}/states.toml:3",
        "tired counts 'duel.mne'",
    ),
    "it fills what is none": (
        states('["champion"]', '["chmpion"]'),
        f"{TOY}/states.toml:6",
        "'chmpion' (nearest: champion)",
    ),
    "it is less in no field": (
        states('fills   = ["champion"]', 'less    = ["chmpion"]'),
        f"{TOY}/states.toml:6",
        "'chmpion' (nearest: champion)",
    ),
    "it bars in no field": (states('as = "champion", text', 'as = "chmp", text'), f"{TOY}/states.toml:7", "'chmp'"),
    "it is followed by none": (
        states("ends    =", 'then    = "shto"\nends    ='),
        f"{TOY}/states.toml:4",
        "'shto' (nearest: shot)",
    ),
    "a bar that names nobody": (
        states("{unit:is|are} asleep", "{untis:is|are} asleep"),
        f"{TOY}/states.toml:7",
        "tired has the place 'untis', which nothing fills (nearest: unit)",
    ),
    "a reminder that names nobody": (
        states("{unit:yawns|yawn}", "{who} yawns"),
        f"{TOY}/states.toml:8",
        "'who', which nothing fills",
    ),
    "a text of no value": (
        states('of      = "unit"', 'of      = "unit"\ntext    = "{vaule} tired"'),
        f"{TOY}/states.toml:3",
        "'vaule', which nothing fills (nearest: value)",
    ),
    "it reminds in no phase": (
        states("reminds = { Duel =", "reminds = { Deul ="),
        f"{TOY}/states.toml:8",
        "'Deul' is no phase",
    ),
    "no phase misses it": (
        states("misses = { Duel =", "misses = { Deul ="),
        f"{TOY}/states.toml:13",
        "'Deul' is no phase",
    ),
    "a reading that is none": (
        states('with = "tired" }]', 'with = "tired", reading = "T-1=nevr" }]'),
        f"{TOY}/states.toml:7",
        "'T-1=nevr'",
    ),
    "a row that is none": (
        states('"marshal"', '"marshall"'),
        f"{TOY}/states.toml:3",
        "'marshall' (nearest: marshal)",
    ),
    "a phase that states something": (
        play('states = { Deul = { duel = "sober" } }'),
        f"{TOY}/ruleset.toml:8",
        "'Deul' is no phase",
    ),
    "a procedure that it states it in": (
        play('states = { Duel = { dule = "sober" } }'),
        f"{TOY}/ruleset.toml:8",
        "'dule' is no procedure",
    ),
    "a phase for each side": (play('each-side = ["Deul"]'), f"{TOY}/ruleset.toml:8", "'Deul' is no phase"),
    "a procedure of any phase": (play('any-phase = ["dule"]'), f"{TOY}/ruleset.toml:8", "'dule' is no procedure"),
    "a procedure at enemies": (play('at-enemies = ["dule"]'), f"{TOY}/ruleset.toml:8", "'dule' is no procedure"),
    "a procedure of either side": (play('either-side = ["dule"]'), f"{TOY}/ruleset.toml:8", "'dule' is no procedure"),
    "who acts": (play('actors = { duel = "champoin" }'), f"{TOY}/ruleset.toml:8", "'champoin' is no field of duel"),
    "steps of a phase": (play('steps = { Deul = { Duel = ["duel"] } }'), f"{TOY}/ruleset.toml:8", "'Deul' is no phase"),
    "a phase in no steps": (play("steps = { Duel = 3 }"), f"{TOY}/ruleset.toml:8", "'Duel' is divided into no steps"),
    "a step in which": (
        play('steps = { Duel = { Duel = ["dule"] } }'),
        f"{TOY}/ruleset.toml:8",
        "Duel: 'dule' is no procedure (nearest: duel)",
    ),
    "who does it elsewhere": (
        play('apart = { duel = { champoins = "Duel" } }'),
        f"{TOY}/ruleset.toml:8",
        "'champoins' is no chart of duel",
    ),
    "what is done elsewhere": (
        play('apart = { dule = { champions = "Duel" } }'),
        f"{TOY}/ruleset.toml:8",
        "'dule' is no procedure (nearest: duel)",
    ),
    "where it is done": (
        play('apart = { duel = { champions = "Deul" } }'),
        f"{TOY}/ruleset.toml:8",
        "'Deul' is no phase",
    ),
    "let in by a state": (play('also = { Duel = { duel = "tried" } }'), f"{TOY}/ruleset.toml:8", "'tried' is no state"),
}


@pytest.fixture
def told(home: Home, run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """What ``charts check`` tells of the toy ruleset, its files or its procedure changed; the one line of it."""

    def told(change: Change | None = None, place: str = f"{__name__}:WHOLE", **changed: Any) -> str:
        files = dict(FILES)
        if change is not None:
            change(files)
        for name, text in files.items():
            write(home.folder / "toy" / f"{name}.toml", text)
        monkeypatch.setattr(sys.modules[__name__], "WHOLE", WHOLE._replace(**changed))
        monkeypatch.setitem(RULESETS, "toy", Ruleset("toy", {"duel": place}, folder=str(home.folder / "toy")))
        ran = run("charts", "check", "toy")
        if not ran.err:
            return ran.out
        assert (ran.status, ran.out, ran.err.count("\n")) == (3, "", 1), ran.err
        return ran.err.removeprefix("refcli: ").rstrip("\n")

    return told


class TestAWholeRuleset:
    """Has no fault; each of the others lacks one thing of it."""

    def test_has_no_fault(self, told: Callable[..., str]) -> None:
        assert told() == "2 charts: no fault\n"

    def test_has_states_without_a_fault(self, told: Callable[..., str]) -> None:
        assert told(play('actors = { duel = "champion" }')) == "2 charts: no fault\n"
        assert told(play('actors = { duel = "" }')) == "2 charts: no fault\n"


class TestAnIncompleteRuleset:
    """Is told with file and line, in one line."""

    @pytest.mark.parametrize("lacks", OF_FILES)
    def test_by_its_files(self, told: Callable[..., str], lacks: str) -> None:
        change, place, says = OF_FILES[lacks]
        assert told(change).startswith(f"{place}: ") and says in told(change)

    @pytest.mark.parametrize("lacks", OF_STATES)
    def test_by_its_states(self, told: Callable[..., str], lacks: str) -> None:
        change, place, says = OF_STATES[lacks]
        assert told(change).startswith(f"{place}: ") and says in told(change)

    @pytest.mark.parametrize("lacks", OF_CODE)
    def test_by_its_code(self, told: Callable[..., str], lacks: str) -> None:
        changed, begins, says = OF_CODE[lacks]
        line = told(None, **changed)
        assert line.startswith(f"{HERE}:{line_of(begins)}: {says}")

    @pytest.mark.parametrize(
        ("place", "says"),
        [
            (
                f"{__name__}:WOHLE",
                f"{HERE}:1: duel of toy cannot be loaded: module '{__name__}' has no attribute 'WOHLE'",
            ),
            ("tests.incomplete:WHOLE", "tests/__init__.py:1: duel of toy cannot be loaded: No module named"),
            (
                f"{__name__}:duel",
                f"{HERE}:{line_of('def duel')}: duel of toy is no procedure: it lacks @procedure(...)",
            ),
            (f"{__name__}:TOY", f"{HERE}:1: duel of toy is no procedure: {__name__}:TOY is 'charts/toy'"),
        ],
    )
    def test_by_a_procedure_that_is_not_there(self, told: Callable[..., str], place: str, says: str) -> None:
        assert told(without("duel"), place).startswith(says)

    @pytest.mark.parametrize(
        ("source", "says"),
        [
            ("import json\n\nraise ValueError('no duel')\n", "3: duel of toy cannot be loaded: no duel"),
            ("def duel(:\n", "1: duel of toy cannot be loaded: invalid syntax"),
            ("import json\nfrom refcli.core import nothing\n", "2: duel of toy cannot be loaded: cannot import"),
        ],
    )
    def test_by_code_that_does_not_load(
        self, home: Home, told: Callable[..., str], monkeypatch: pytest.MonkeyPatch, source: str, says: str
    ) -> None:
        write(home.folder / "code" / "broken.py", source)
        monkeypatch.syspath_prepend(home.folder / "code")
        assert f"broken.py:{says}" in told(None, "broken:WHOLE")


class TestARulesetThatIsNotThere:
    """Is told with the line that names it, wherever it is asked for."""

    @pytest.fixture
    def entered(self, monkeypatch: pytest.MonkeyPatch, home: Home) -> Callable[[str, str], str]:
        """The place where grid is entered, its module being this one now; the module has this source, if any."""

        def entered(module: str, source: str) -> str:
            if source:
                write(home.folder / "code" / module / "__init__.py", source)
            else:
                (home.folder / "code" / module).mkdir(parents=True)
            monkeypatch.syspath_prepend(home.folder / "code")
            monkeypatch.setitem(RULESETS, "grid", module)
            return f"refcli: refcli/rulesets/__init__.py:{line_of_entry('grid')}: grid: "

        return entered

    @pytest.mark.parametrize("command", ["charts check", "charts check grid", "rules", "-R grid fire tank infantry"])
    def test_for_want_of_its_module(self, run: Run, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
        monkeypatch.setitem(RULESETS, "grid", "refcli.rulesets.gird")
        place = f"refcli/rulesets/__init__.py:{line_of_entry('grid')}"
        said = f"refcli: {place}: grid: no module named 'refcli.rulesets.gird'\n"
        assert run(*command.split()) == (3, "", said)

    @pytest.mark.parametrize(
        ("module", "source", "says"),
        [
            ("toy_of_nothing", "", "toy_of_nothing has no __init__.py"),
            ("toy_without", "import json\n", "toy_without has no RULESET = Ruleset(...)"),
            ("toy_of_another", "RULESET = 'toy'\n", "toy_of_another has no RULESET = Ruleset(...)"),
            ("toy_broken", "1 / 0\n", "toy_broken cannot be loaded: division by zero"),
        ],
    )
    def test_for_want_of_what_is_in_it(
        self, run: Run, entered: Callable[[str, str], str], module: str, source: str, says: str
    ) -> None:
        begins = entered(module, source)
        assert run("charts", "check", "grid") == (3, "", f"{begins}{says}\n")

    @pytest.mark.parametrize(
        ("entry", "says"),
        [
            (".duels:duel", "No module named 'toy_entered.duels'"),
            (":duell", "module 'toy_entered' has no attribute 'duell'"),
        ],
    )
    def test_for_want_of_a_procedure(
        self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch, entry: str, says: str
    ) -> None:
        entry = entry if entry.startswith(".") else f"toy_entered{entry}"
        begins = "from refcli.core.procedure import Ruleset\n\nRULESET = Ruleset(\n    'grid',\n"
        source = f"{begins}    {{'duel': '{entry}'}},\n"
        write(home.folder / "code" / "toy_entered" / "__init__.py", f"{source}    package=__name__,\n)\n")
        monkeypatch.syspath_prepend(home.folder / "code")
        monkeypatch.delitem(sys.modules, "toy_entered", raising=False)
        monkeypatch.setitem(RULESETS, "grid", "toy_entered")
        ran = run("charts", "check", "grid")
        assert ran.err.endswith(f"toy_entered/__init__.py:5: duel of grid cannot be loaded: {says}\n"), ran.err
        assert (ran.status, ran.err.count("\n")) == (3, 1)


def line_of_entry(name: str) -> int:
    """The line at which a ruleset is entered in RULESETS."""
    lines = Path(rulesets.__file__).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.startswith(f'    "{name}": '))
