"""An incomplete ruleset: ``charts check`` reports its fault in one line, with file, line and names.

The last text of each case holds the names that the line must contain.
"""

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


WHOLE = Procedure("duel", duel, Duel, DuelOutcome, ("fighters", "duel"), ("nerve",), rolls=True, by_side=False)
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
    "no ruleset file": (without("ruleset"), f"{TOY}/ruleset.toml:1", ""),
    "no readings file": (without("readings"), f"{TOY}/readings.toml:1", ""),
    "no turn": (with_text("ruleset", "turn ", "# turn "), f"{TOY}/ruleset.toml:1", "'turn'"),
    "a turn of numbers": (with_text("ruleset", '["Duel"]', "[1]"), f"{TOY}/ruleset.toml:2", "turn"),
    "a phase that is no text": (with_text("ruleset", 'duel = "Duel"', "duel = 1"), f"{TOY}/ruleset.toml:5", "phases"),
    "one word for a roll": (
        with_text("ruleset", "[phases]", '[rolls]\nshot = "hits"\n\n[phases]'),
        f"{TOY}/ruleset.toml:5",
        "rolls.shot hits|misses",
    ),
    "a phase of no procedure": (
        with_text("ruleset", "duel =", "dule ="),
        f"{TOY}/ruleset.toml:5",
        "'dule' duel)",
    ),
    "a phase that is not of the turn": (
        with_text("ruleset", 'duel = "Duel"', 'duel = "Deul"'),
        f"{TOY}/ruleset.toml:5",
        "'Deul' Duel)",
    ),
    "a label of nothing": (
        with_text("duel", "[rows]", '[labels]\nensing = "Ensign"\n\n[rows]'),
        f"{TOY}/duel.toml:9",
        "'ensing' ensign)",
    ),
    "an alias of nothing": (
        with_text("duel", "[rows]", '[aliases]\nboy = "ensing"\n\n[rows]'),
        f"{TOY}/duel.toml:9",
        "'boy' 'ensing' ensign)",
    ),
    "no row": (
        lambda files: files.update(fighters=files["fighters"].partition("marshal")[0]),
        f"{TOY}/fighters.toml:5",
        "fighters",
    ),
    "a die that is none": (
        with_text("duel", "[rows]", 'die = "x6"\n\n[rows]'),
        f"{TOY}/duel.toml:8",
        "'x6'",
    ),
    "no folder": (lambda files: files.clear(), f"{TOY}/ruleset.toml:1", "charts/toy"),
    "a unit without its row": (
        with_text("fighters", "[rows]", '[rows]\nhussar = ["horse"]'),
        f"{TOY}/fighters.toml:6",
        "'hussar'",
    ),
    "a row without its unit": (
        with_text("duel", "[rows]", "[rows]\nhussar = [3]"),
        f"{TOY}/duel.toml:9",
        "'hussar'",
    ),
    "rows of no chart": (
        with_text("duel", '"fighters"', '"fihgters"'),
        f"{TOY}/duel.toml:4",
        "'fihgters' fighters)",
    ),
    "a chart that nobody reads": (
        lambda files: files.update(weather=CHART_ALONE),
        f"{TOY}/weather.toml:1",
        "weather",
    ),
    "a sum that nobody adds up": (
        with_text("duel", '"nerve"', '"nerves"'),
        f"{TOY}/duel.toml:13",
        "'sober' 'nerves'",
    ),
    "a condition that nobody reads": (
        with_text("duel", '"tired"', '"wounded"'),
        f"{TOY}/duel.toml:19",
        "'wounded'",
    ),
    "a reading with one option": (
        lambda files: files.update(readings=files["readings"].rpartition("[[reading.option]]")[0]),
        f"{TOY}/readings.toml:7",
        "T-1",
    ),
    "a reading that nobody asks for": (
        lambda files: files.update(readings=files["readings"] + files["readings"].replace("T-1", "T-2")),
        f"{TOY}/readings.toml:16",
        "T-2",
    ),
    "a reading that is asked for and missing": (
        lambda files: files.update(readings=""),
        f"{HERE}:{line_of('    tired = ')}",
        "'T-1'",
    ),
    "a chart file that is missing": (
        without("duel"),
        f"{HERE}:{line_of('def duel')}",
        "'duel'",
    ),
}

OF_CODE: dict[str, tuple[dict[str, Any], str, str]] = {
    "no conditions": (
        {"request": DuelWithoutConditions},
        "class DuelWithoutConditions",
        "DuelWithoutConditions conditions",
    ),
    "names of a chart that is not read": (
        {"request": DuelOfStrangers},
        "class DuelOfStrangers",
        "DuelOfStrangers.champion 'heroes'",
    ),
    "names of no chart": (
        {"request": DuelOfNobody},
        "class DuelOfNobody",
        "DuelOfNobody.champion",
    ),
    "a field that says nothing": (
        {"request": DuelAtSomePaces},
        "class DuelAtSomePaces",
        "DuelAtSomePaces.paces",
    ),
    "no outcomes": ({"outcomes": None}, "def duel", "outcomes"),
    "an enumeration without outcomes": (
        {"outcomes": NoOutcome},
        "class NoOutcome",
        "NoOutcome",
    ),
    "a place that nothing fills": (
        {"outcomes": OutcomeOfSomebody},
        "class OutcomeOfSomebody",
        "OutcomeOfSomebody.WON 'champoin' champion)",
    ),
    "a case that nothing tells": (
        {"outcomes": OutcomeInSomeCase},
        "class OutcomeInSomeCase",
        "OutcomeInSomeCase.WON 'tierd' tired)",
    ),
    "no docstring": ({"rule": undocumented}, "def undocumented", "docstring"),
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


def gives_in_tables(files: dict[str, str]) -> None:
    """What a state gives as tables of their own, the second with a text in place of a number."""
    tables = '[[tired.gives]]\ncondition = "tired"\n[[tired.gives]]\ncondition = "tired"\nafter = "two"\n'
    files["states"] = STATES.replace('gives   = ["tired"]\n', "").replace("[shot]", f"{tables}[shot]")


OF_STATES: dict[str, tuple[Change, str, str]] = {
    "nobody carries it": (states('"unit"', '"untis"'), f"{TOY}/states.toml:2", "'untis'"),
    "no source": (states("source  =", "#"), f"{TOY}/states.toml:1", "'source'"),
    "an unknown key": (states("begins ", "begin "), f"{TOY}/states.toml:3", "'begin'"),
    "an effect that is none": (states('"march"', '"mrach"'), f"{TOY}/states.toml:3", "'mrach' march)"),
    "a procedure that is none": (
        states('by = ["duel"]', 'by = ["dule"]'),
        f"{TOY}/states.toml:3",
        "'dule' duel)",
    ),
    "a condition that is none": (states('"sober"', '"sobre"'), f"{TOY}/states.toml:3", "'sobre' sober)"),
    "a state that is none": (states('"shot"', '"shto"'), f"{TOY}/states.toml:3", "'shto' shot)"),
    "a moment that is none": (
        states("of turn", "of trun"),
        f"{TOY}/states.toml:4",
        "'trun' turn)",
    ),
    "it gives what is none": (states('["tired"]', '["tried"]'), f"{TOY}/states.toml:5", "'tried' tired)"),
    "it gives rows of none": (
        states('["tired"]', '[{ condition = "tired", rows = ["dule"] }]'),
        f"{TOY}/states.toml:5",
        "'dule' duel)",
    ),
    "it has boxes for rows of none": (
        states('of      = "unit"', 'of      = "unit"\nrows    = ["dule"]'),
        f"{TOY}/states.toml:3",
        "'dule' duel)",
    ),
    "it has as many boxes as no figure says": (
        states('of      = "unit"', 'of      = "unit"\nmost    = ["duel.mne + 1"]'),
        f"{TOY}/states.toml:3",
        "'duel.mne'",
    ),
    "it fills what is none": (
        states('["champion"]', '["chmpion"]'),
        f"{TOY}/states.toml:6",
        "'chmpion' champion)",
    ),
    "it is less in no field": (
        states('fills   = ["champion"]', 'less    = ["chmpion"]'),
        f"{TOY}/states.toml:6",
        "'chmpion' champion)",
    ),
    "it bars in no field": (states('as = "champion", text', 'as = "chmp", text'), f"{TOY}/states.toml:7", "'chmp'"),
    "it is followed by none": (
        states("ends    =", 'then    = "shto"\nends    ='),
        f"{TOY}/states.toml:4",
        "'shto' shot)",
    ),
    "a bar that names nobody": (
        states("{unit:is|are} asleep", "{untis:is|are} asleep"),
        f"{TOY}/states.toml:7",
        "'untis' unit)",
    ),
    "a reminder that names nobody": (
        states("{unit:yawns|yawn}", "{who} yawns"),
        f"{TOY}/states.toml:8",
        "'who'",
    ),
    "a text of no value": (
        states('of      = "unit"', 'of      = "unit"\ntext    = "{vaule} tired"'),
        f"{TOY}/states.toml:3",
        "'vaule' value)",
    ),
    "it reminds in no phase": (
        states("reminds = { Duel =", "reminds = { Deul ="),
        f"{TOY}/states.toml:8",
        "'Deul'",
    ),
    "no phase misses it": (
        states("misses = { Duel =", "misses = { Deul ="),
        f"{TOY}/states.toml:13",
        "'Deul'",
    ),
    "a reading that is none": (
        states('with = "tired" }]', 'with = "tired", reading = "T-1=nevr" }]'),
        f"{TOY}/states.toml:7",
        "'T-1=nevr'",
    ),
    "a row that is none": (
        states('"marshal"', '"marshall"'),
        f"{TOY}/states.toml:3",
        "'marshall' marshal)",
    ),
    "a phase that states something": (
        play('states = { Deul = { duel = "sober" } }'),
        f"{TOY}/ruleset.toml:8",
        "'Deul'",
    ),
    "a procedure that it states it in": (
        play('states = { Duel = { dule = "sober" } }'),
        f"{TOY}/ruleset.toml:8",
        "'dule'",
    ),
    "a phase for each side": (play('each-side = ["Deul"]'), f"{TOY}/ruleset.toml:8", "'Deul'"),
    "a procedure of any phase": (play('any-phase = ["dule"]'), f"{TOY}/ruleset.toml:8", "'dule'"),
    "a procedure at enemies": (play('at-enemies = ["dule"]'), f"{TOY}/ruleset.toml:8", "'dule'"),
    "a procedure of either side": (play('either-side = ["dule"]'), f"{TOY}/ruleset.toml:8", "'dule'"),
    "who acts": (play('actors = { duel = "champoin" }'), f"{TOY}/ruleset.toml:8", "'champoin'"),
    "steps of a phase": (play('steps = { Deul = { Duel = ["duel"] } }'), f"{TOY}/ruleset.toml:8", "'Deul'"),
    "a phase in no steps": (play("steps = { Duel = 3 }"), f"{TOY}/ruleset.toml:8", "steps.Duel table"),
    "a number as a phase": (play("each-side = [3]"), f"{TOY}/ruleset.toml:8", "each-side[1] 3"),
    "no procedures let in": (play("also = { Duel = 3 }"), f"{TOY}/ruleset.toml:8", "also.Duel table"),
    "a text in place of a number": (gives_in_tables, f"{TOY}/states.toml:14", "gives[2].after"),
    "a text in place of a list": (states('["tired"]', '{ on = "tired" }'), f"{TOY}/states.toml:5", "gives.on list"),
    "a step in which": (
        play('steps = { Duel = { Duel = ["dule"] } }'),
        f"{TOY}/ruleset.toml:8",
        "'dule' duel)",
    ),
    "who does it elsewhere": (
        play('apart = { duel = { champoins = "Duel" } }'),
        f"{TOY}/ruleset.toml:8",
        "'champoins'",
    ),
    "what is done elsewhere": (
        play('apart = { dule = { champions = "Duel" } }'),
        f"{TOY}/ruleset.toml:8",
        "'dule' duel)",
    ),
    "where it is done": (
        play('apart = { duel = { champions = "Deul" } }'),
        f"{TOY}/ruleset.toml:8",
        "'Deul'",
    ),
    "let in by a state": (play('also = { Duel = { duel = "tried" } }'), f"{TOY}/ruleset.toml:8", "'tried'"),
}


@pytest.fixture
def told(home: Home, run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """The fault that ``charts check`` finds in the toy ruleset, its files or its procedure changed."""

    def told(change: Change | None = None, place: str = f"{__name__}:WHOLE", **changed: Any) -> str:
        files = dict(FILES)
        if change is not None:
            change(files)
        for name, text in files.items():
            write(home.folder / "toy" / f"{name}.toml", text)
        monkeypatch.setattr(sys.modules[__name__], "WHOLE", WHOLE._replace(**changed))
        monkeypatch.setitem(RULESETS, "toy", Ruleset("toy", {"duel": place}, folder=str(home.folder / "toy")))
        ran = run("charts", "check", "toy")
        if not ran.status:
            return ran.err
        assert (ran.status, ran.out, ran.err.count("\n")) == (3, "", 1), ran.err
        return ran.err.removeprefix("refcli: ").rstrip("\n")

    return told


class TestAWholeRuleset:
    """Has no fault; each of the others lacks one thing of it."""

    def test_has_no_fault(self, told: Callable[..., str]) -> None:
        assert told() == ""

    def test_has_states_without_a_fault(self, told: Callable[..., str]) -> None:
        assert told(play('actors = { duel = "champion" }')) == ""
        assert told(play('actors = { duel = "" }')) == ""


class TestAnIncompleteRuleset:
    """Is told with file and line, in one line."""

    def check(self, line: str, place: str, names: str) -> None:
        """The fault has its place and its names."""
        assert line.startswith(f"{place}: ")
        assert [name for name in names.split() if name not in line] == []

    @pytest.mark.parametrize("lacks", [*OF_FILES, *OF_STATES])
    def test_by_its_files(self, told: Callable[..., str], lacks: str) -> None:
        change, place, says = (OF_FILES | OF_STATES)[lacks]
        self.check(told(change), place, says)

    @pytest.mark.parametrize("lacks", OF_CODE)
    def test_by_its_code(self, told: Callable[..., str], lacks: str) -> None:
        changed, begins, says = OF_CODE[lacks]
        self.check(told(None, **changed), f"{HERE}:{line_of(begins)}", says)

    @pytest.mark.parametrize(
        ("entry", "place", "says"),
        [
            (f"{__name__}:WOHLE", f"{HERE}:1", "'WOHLE'"),
            ("tests.incomplete:WHOLE", "tests/__init__.py:1", "tests.incomplete"),
            (f"{__name__}:duel", f"{HERE}:{line_of('def duel')}", "@procedure"),
            (f"{__name__}:TOY", f"{HERE}:1", f"{__name__}:TOY"),
        ],
    )
    def test_by_a_procedure_that_is_not_there(
        self, told: Callable[..., str], entry: str, place: str, says: str
    ) -> None:
        self.check(told(without("duel"), entry), place, says)

    @pytest.mark.parametrize(
        ("source", "line"),
        [
            ("import json\n\nraise ValueError('no duel')\n", 3),
            ("def duel(:\n", 1),
            ("import json\nfrom refcli.core import nothing\n", 2),
        ],
    )
    def test_by_code_that_does_not_load(
        self, home: Home, told: Callable[..., str], monkeypatch: pytest.MonkeyPatch, source: str, line: int
    ) -> None:
        write(home.folder / "code" / "broken.py", source)
        monkeypatch.syspath_prepend(home.folder / "code")
        assert f"broken.py:{line}: duel " in told(None, "broken:WHOLE")


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
        ran = run(*command.split())
        assert (ran.status, ran.out, ran.err.count("\n")) == (3, "", 1)
        assert ran.err.startswith(f"refcli: {place}: grid: ") and "refcli.rulesets.gird" in ran.err

    @pytest.mark.parametrize(
        ("module", "source", "says"),
        [
            ("toy_of_nothing", "", "__init__.py"),
            ("toy_without", "import json\n", "RULESET"),
            ("toy_of_another", "RULESET = 'toy'\n", "RULESET"),
            ("toy_broken", "1 / 0\n", "zero"),
        ],
    )
    def test_for_want_of_what_is_in_it(
        self, run: Run, entered: Callable[[str, str], str], module: str, source: str, says: str
    ) -> None:
        begins = entered(module, source)
        ran = run("charts", "check", "grid")
        assert (ran.status, ran.out, ran.err.count("\n")) == (3, "", 1)
        assert ran.err.startswith(f"{begins}{module} ") and says in ran.err

    @pytest.mark.parametrize(
        ("entry", "says"),
        [
            (".duels:duel", "'toy_entered.duels'"),
            (":duell", "'duell'"),
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
        assert "toy_entered/__init__.py:5: duel " in ran.err and says in ran.err, ran.err
        assert (ran.status, ran.err.count("\n")) == (3, 1)


def line_of_entry(name: str) -> int:
    """The line at which a ruleset is entered in RULESETS."""
    lines = Path(rulesets.__file__).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.startswith(f'    "{name}": '))
