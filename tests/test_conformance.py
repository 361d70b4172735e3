"""The checks of every ruleset: the example passes them, and each planted fault is reported with its file and line."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from refcli.printing.paper import PAPERS
from refcli.printing.sheets.sheet import Style
from refcli.printing.sheets.sheet_formats import sheet_as
from refcli.referee.check import CHECKS, Suite, suite_in
from refcli.referee.documents import charts_sheet, lists_apart, quick_sheet
from refcli.rulesets import RULESETS
from tests.conformance.chances import odds_against_dice
from tests.conformance.inert import counting, inert
from tests.conformance.quick_sheets import odd_quick_sheet
from tests.conformance.sentences import sentences
from tests.conformance.sheets import odd_sheets
from tests.conformance.states import odd_states, triggers
from tests.conftest import Run, write
from tests.situations import suite
from tests.test_own_rulesets import EXAMPLE, NAME

OURS = (inert, counting, odds_against_dice, odd_states, sentences)
"""The checks of our own rulesets that ``refcli rules check`` leaves out."""


class Planted(NamedTuple):
    """A change to a file of the example; the file and text of the line that is reported, and a name in the report."""

    file: str
    before: str
    after: str
    told_in: str
    told_at: str
    says: str


PLANTED = {
    "a condition that changes nothing": Planted(
        "charts/guns.toml",
        'searchlight"\nvalue  = 1',
        'searchlight"\nvalue  = 0',
        "charts/guns.toml",
        'name   = "lit"',
        "'lit' is inert",
    ),
    "a condition that nobody ever states": Planted(
        "requests.toml",
        "+fast",
        "",
        "charts/guns.toml",
        'name   = "fast"',
        "'fast'",
    ),
    "a condition that is said to count": Planted(
        "charts/torpedoes.toml",
        'text   = "lying still"',
        'text   = "lying still"\ncounted = true',
        "charts/torpedoes.toml",
        'name   = "still"',
        "'still'",
    ),
    "a reading that changes nothing": Planted(
        "guns.py",
        'charts.reads("NW-1", "once")',
        'charts.reads("NW-1", "once") and not found',
        "charts/readings.toml",
        "[[reading.option]]",
        "NW-1=once is inert",
    ),
    "an outcome that is never reached": Planted(
        "repairs.py",
        "    NOTHING_DONE =",
        '    TOWED = "towed", True, "{The boat} is towed home."\n    NOTHING_DONE =',
        "repairs.py",
        'TOWED = "towed"',
        "repair",
    ),
    "odds of other dice than are rolled": Planted(
        "repairs.py",
        "needed.target_number).passed:",
        'needed.target_number).passed and ".odds." not in type(dice).__module__:',
        "requests.toml",
        "[[request]]",
        "odds",
    ),
    "an effect that never comes up": Planted(
        "effects.py",
        "    FIRED =",
        '    RAM = "ram", "{The unit} {unit:rams|ram}."\n    FIRED =',
        "effects.py",
        'RAM = "ram"',
        "'ram'",
    ),
    "an effect in no role": Planted(
        "repairs.py",
        '(Effect(Kind.PUT_OUT, boat, role="boat"),)',
        "(Effect(Kind.PUT_OUT, boat),)",
        "repairs.py",
        '@procedure("repair"',
        "'put-out'",
    ),
    "a state that never ends": Planted(
        "charts/states.toml",
        'ends   = ["put-out"]',
        'ends   = [{ effect = "put-out", as = "target" }]',
        "charts/states.toml",
        "ends   = [{",
        "'put-out'",
    ),
    "a state that is filled in for whoever acts": Planted(
        "charts/states.toml",
        '{ field = "damage", of = "target" }',
        '"damage"',
        "charts/states.toml",
        'fills  = ["damage"]',
        'of = "target"',
    ),
    "a state that is filled in for a field of another procedure": Planted(
        "charts/states.toml",
        '{ field = "damage", of = "target" }',
        '{ field = "damage", of = "boat" }',
        "charts/states.toml",
        "fills  = [{",
        "'boat'",
    ),
    "a letter that is an option of refcli": Planted(
        "guns.py",
        'short="-d"',
        'short="-w"',
        "guns.py",
        'short="-w"',
        "Fire.damage: -w",
    ),
    "a letter that asks for help": Planted(
        "guns.py", 'short="-d"', 'short="-h"', "guns.py", 'short="-h"', "Fire.damage: -h"
    ),
    "a letter of two fields": Planted(
        "guns.py", 'short="-d"', 'short="-r"', "guns.py", 'short="-r"', "Fire.damage: -r"
    ),
    "a letter that is none": Planted("guns.py", 'short="-d"', 'short="d"', "guns.py", 'short="d"', "Fire.damage: 'd'"),
    "a field that is called as an option of refcli": Planted(
        "repairs.py",
        "    conditions: Conditions = NOTHING",
        '    seed: Annotated[int, Field("nuts left", at_least=0)] = 0\n    conditions: Conditions = NOTHING',
        "repairs.py",
        "class Repair(NamedTuple)",
        "Repair.seed: --seed",
    ),
    "a mistake in a rule": Planted(
        "guns.py",
        'charts.modifiers("guns", stated)',
        'charts.modifiers("gun", stated)',
        "guns.py",
        'charts.modifiers("gun", stated)',
        "KeyError: 'gun'",
    ),
    "a column that there is not": Planted(
        "guns.py",
        '"points"]',
        '"point"]',
        "guns.py",
        '"point"]',
        "'point' (nearest: points)",
    ),
    "a dash where a rule needs a number": Planted(
        "charts/boats.toml",
        'freighter = [9, "diesel", 2]',
        'freighter = [9, "diesel", "-"]',
        "torpedoes.py",
        "runs.hits >= needed.number",
        "number",
    ),
    "an option that a reading has not": Planted(
        "guns.py",
        'charts.reads("NW-1", "once")',
        'charts.reads("NW-1", "onc")',
        "guns.py",
        'charts.reads("NW-1", "onc")',
        "'onc'",
    ),
    "a roll that nobody makes": Planted(
        "charts/ruleset.toml",
        "run    =",
        "runs   =",
        "charts/ruleset.toml",
        "runs   =",
        "'runs' (nearest: run",
    ),
    "a verdict without its stop": Planted(
        "torpedoes.py",
        "No torpedo is launched.",
        "No torpedo is launched",
        "torpedoes.py",
        "NOT_LAUNCHED = ",
        "verdict",
    ),
    "a word that no referee says": Planted(
        "charts/guns.toml",
        'text   = "on fire"',
        'text   = "threw a die for sparks"',
        "charts/guns.toml",
        'text   = "threw a die for sparks"',
        "'threw'",
    ),
    "a condition without its consequence": Planted(
        "charts/torpedoes.toml",
        'says   = "no torpedo is launched"\n',
        "",
        "charts/torpedoes.toml",
        'name   = "at-full-speed"',
        "'at-full-speed'",
    ),
    "a scenario that expects another figure": Planted(
        "scenarios.toml",
        "score = 5,",
        "score = 4,",
        "scenarios.toml",
        "[[scenario.ruling]]",
        "two-boats-meet 2: score",
    ),
    "a figure from beyond the end of the book": Planted(
        "charts/repairs.toml",
        'source   = { section = "Repairs", lines = "11" }',
        'source   = { section = "Repairs", lines = "110" }',
        "charts/repairs.toml",
        "source   = {",
        "110",
    ),
    "a procedure without an example": Planted(
        "charts/ruleset.toml",
        'repair  = ["mgb", ',
        "repair  = [",
        "charts/ruleset.toml",
        'repair  = ["mtb',
        "repair",
    ),
    "a procedure called as a command": Planted(
        "__init__.py",
        '"repair": ".repairs:repair"',
        '"repair": ".repairs:repair", "who": ".repairs:who"',
        "repairs.py",
        '@procedure("who"',
        "who",
    ),
    "a condition that another procedure cannot have": Planted(
        "charts/boats.toml",
        'schnellboot = "gunboat"\n',
        'schnellboot = "gunboat"\n\n[[condition]]\nname = "smoking"\ntext = "under smoke"\nof = "target"\n'
        'source = { section = "Guns", lines = "4" }\n',
        "charts/boats.toml",
        'name = "smoking"',
        'only = ["fire", "torpedo"]',
    ),
    "a figure that stands twice on the sheet": Planted(
        "charts/sheet.toml",
        "One on fire",
        "That is {repairs.repair}. One on fire",
        "charts/sheet.toml",
        "[[block]]",
        "repairs.repair",
    ),
    "figures that stand nowhere": Planted(
        "charts/sheet.toml",
        "pages = 1",
        'pages = 1\nomit = ["guns"]',
        "charts/guns.toml",
        "machine-gun = [4, 6]",
        "guns.machine-gun.5",
    ),
    "a name to type on the sheet": Planted(
        "charts/sheet.toml",
        "once a turn",
        "full-speed or not",
        "charts/sheet.toml",
        "[[block]]",
        "full-speed",
    ),
    "a reading that there is not": Planted(
        "guns.py",
        'charts.reads("NW-1"',
        'charts.reads("NW-2"',
        "guns.py",
        'charts.reads("NW-2"',
        "'NW-2'",
    ),
}

WHO = """

@procedure("who", RepairOutcome, ("boats", "repairs"), sums=("repair",))
def who(request: Repair, charts: Charts, dice: Dice) -> Ruling:
    \"\"\"Who repairs?\"\"\"
    return repair.rule(request, charts, dice)
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A copy of the example to plant faults in."""
    return Path(shutil.copytree(EXAMPLE, tmp_path / "mine", ignore=shutil.ignore_patterns("__pycache__")))


@pytest.fixture
def checked(run: Run, mine: Path) -> Callable[[], tuple[int, list[str]]]:
    """The exit status of the check, and the faults that it tells."""

    def checked() -> tuple[int, list[str]]:
        ran = run("rules", "check", str(mine))
        return ran.status, ran.err.replace(f"{mine}/", "").replace("refcli: ", "").splitlines()

    return checked


def beyond_check(folder: Path) -> list[str]:
    """The faults that the tests of our own rulesets find beyond ``refcli rules check``."""
    suite, _ = suite_in(folder)
    found = [fault for check in OURS for fault in check(suite)] or [*_of_sheets(suite)]
    return [fault.replace(f"{folder}/", "") for fault in dict.fromkeys(found)]


def _of_sheets(suite: Suite) -> Iterator[str]:
    loaded, settings, paper = suite.loaded, suite.referee.settings, PAPERS["a4"]
    whole = charts_sheet(loaded, (), settings, Style())
    yield from odd_sheets(suite, whole, lambda how: sheet_as(whole, how, paper))
    quick = quick_sheet(loaded, (), settings, Style())
    yield from odd_quick_sheet(suite, quick, lists_apart(loaded, loaded.library.everything()))


class TestTheExample:
    def test_has_no_fault(self, run: Run) -> None:
        ran = run("rules", "check", str(EXAMPLE))
        assert (ran.status, ran.err) == (0, "")
        assert ran.out.startswith(NAME)
        assert beyond_check(EXAMPLE) == []

    @pytest.mark.parametrize("planted", PLANTED)
    def test_tells_a_fault_with_file_and_line(
        self, mine: Path, checked: Callable[[], tuple[int, list[str]]], planted: str
    ) -> None:
        fault = PLANTED[planted]
        text = (mine / fault.file).read_text(encoding="utf-8")
        assert text.count(fault.before) == 1
        write(mine / fault.file, text.replace(fault.before, fault.after))
        if "who" in fault.told_at:
            write(mine / "repairs.py", (mine / "repairs.py").read_text(encoding="utf-8") + WHO)
        lines = (mine / fault.told_in).read_text(encoding="utf-8").splitlines()
        places = [f"{fault.told_in}:{at}: " for at, line in enumerate(lines, 1) if fault.told_at in line]
        _, told = checked()
        told = [one for one in told if one.startswith(tuple(places)) and fault.says in one] or beyond_check(mine)
        assert [one for one in told if one.startswith(tuple(places)) and fault.says in one], told

    def test_may_throw_what_is_no_die(self, mine: Path, checked: Callable[[], tuple[int, list[str]]]) -> None:
        guns = (mine / "charts/guns.toml").read_text(encoding="utf-8")
        write(mine / "charts/guns.toml", guns.replace('text   = "on fire"', 'text   = "thrown about by the sea"'))
        assert checked() == (0, []) and beyond_check(mine) == []

    def test_with_a_list_that_is_partly_on_the_sheet_is_told(
        self, mine: Path, checked: Callable[[], tuple[int, list[str]]]
    ) -> None:
        write(mine / "charts/reference.toml", '[[table]]\ntitle = "Boats"\ncharts = ["boats", "torpedoes"]\n')
        (told,) = beyond_check(mine)
        assert told.startswith("charts/reference.toml:1: torpedoes.torpedo.5 ")

    def test_that_does_not_load_is_told(self, mine: Path, checked: Callable[[], tuple[int, list[str]]]) -> None:
        write(mine / "__init__.py", "RULES = 1\n")
        status, (told,) = checked()
        assert status == 3 and told.startswith("__init__.py:1: ")

    def test_with_a_request_that_is_none_is_told(
        self, mine: Path, checked: Callable[[], tuple[int, list[str]]]
    ) -> None:
        write(mine / "requests.toml", '[[request]]\nprocedure = "repair"\nboat = "mgbb"\n')
        status, told = checked()
        assert status == 3 and len(told) == 1
        assert told[0].startswith("requests.toml:1: boat: ") and "'mgbb'" in told[0]


@pytest.mark.parametrize("rules", RULESETS)
def test_states_of_ours_wait_for_effects(rules: str) -> None:
    """What is checked of them elsewhere: there is something to check."""
    assert len(list(triggers(suite(rules).loaded.library.states()[0].values()))) > 10


def test_what_is_checked_of_everybody_is_held_by_ours() -> None:
    """Each check stands in a test of our own four."""
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("*.py"))
    assert [check.__name__ for check in CHECKS.values() if f"{check.__name__}(" not in tests] == []
