"""Nonsense: whatever is typed, set or lies in a file, one clear line and the documented exit status.

Every case says which status it ends in and a piece of the line that must stand on stderr.
"""

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import jsonschema
import pytest

from refcli.files.library import shipped
from refcli.wire.schemas import error_schema
from tests.conftest import Home, Ran, Run, environment_of, write
from tests.terminal import hear_ctrl_c

USAGE, DATA, UNKNOWN, DISAGREES, INTERRUPTED, CLOSED = 2, 3, 4, 5, 130, 141

FIRE = "-R grid fire tank infantry"
HUGE = "9" * 60
BEYOND_64_BITS = 2**64


class Typed(NamedTuple):
    """A command line as it is typed, the status it ends in, and what its line says."""

    line: str
    status: int
    says: str

    @property
    def arguments(self) -> list[str]:
        return shlex.split(self.line)


class InFile(NamedTuple):
    """A file that is wrong, the command line that needs it, how many faults are told, what is said."""

    name: str
    content: str | bytes
    line: str
    faults: int
    says: str


TYPED = [
    # names that nothing defines
    Typed("-R nonsense fire tank infantry", UNKNOWN, "'nonsense'"),
    Typed("fire tank infantry -R nonsense", UNKNOWN, "'nonsense'"),
    Typed("-R nonsense --help", UNKNOWN, "'nonsense'"),
    Typed(f"{FIRE} -R nonsense", UNKNOWN, "'nonsense'"),
    Typed("-R '' fire tank infantry", USAGE, "fire"),
    Typed("-R", USAGE, "argument"),
    Typed("fire tank infantry", USAGE, "ruleset"),
    Typed("-R grid fier tank infantry", UNKNOWN, "nearest: fire"),
    Typed("fier tank infantry", UNKNOWN, "'fier'"),
    Typed("-R grid '' tank", UNKNOWN, "''"),
    Typed("-R grid penetrate tank infantry", UNKNOWN, "fire"),
    Typed("-R grid close-assault tank infantry", UNKNOWN, "fire"),
    Typed("-R grid initiative", UNKNOWN, "turns"),
    Typed("-R grid fire tnak infantry", UNKNOWN, "nearest: tank"),
    Typed("-R grid fire tank infantri", UNKNOWN, "nearest: infantry"),
    Typed("-R grid fire tank 'in fantry'", UNKNOWN, "charts show grid units"),
    Typed(f"{FIRE} covr", UNKNOWN, "nearest: cover"),
    Typed(f"{FIRE} {HUGE}", UNKNOWN, "condition"),
    Typed(f"{FIRE} --nonsense", USAGE, "--nonsense"),
    Typed("-R grid fire tank infantry -woods", USAGE, "-woods"),
    Typed(f"{FIRE} --dcie 4", USAGE, "--dice"),
    Typed("-R grid clock --cas 3", USAGE, "--cas (nearest: --casualties"),
    Typed(f"{FIRE} woods+disrupted", UNKNOWN, "`woods disrupted`"),
    Typed("-R grid --nonsense fire tank infantry", USAGE, "--nonsense"),
    Typed("-R grid clock soon", UNKNOWN, "conditions"),
    Typed("-R grid move tank mud", UNKNOWN, "'mud'"),
    Typed("-R grid observe tank -b mud", UNKNOWN, "'mud'"),
    # terms that are in the wrong place, too many, too few, or cut short
    Typed("-R grid fire --plain", USAGE, "attackers"),
    Typed("-R grid fire tank", USAGE, "target"),
    Typed("-R grid fire tank adjacent", UNKNOWN, "'adjacent'"),
    Typed("-R grid fire adjacent tank", UNKNOWN, "'adjacent'"),
    Typed(f"{FIRE} tank", UNKNOWN, "'tank'"),
    Typed("-R grid fire tank 2xinfantry", USAGE, "one unit"),
    Typed("-R grid fire tank infantry,tank", USAGE, "one unit"),
    Typed("-R grid fire '' infantry", USAGE, "attackers: "),
    Typed("-R grid fire tank ''", USAGE, "target: "),
    Typed("-R grid move tank ''", USAGE, "into: "),
    Typed("-R grid fire , infantry", USAGE, "unit"),
    Typed("-R grid fire tank, infantry", USAGE, "'tank,'"),
    Typed("-R grid fire tank,,tank infantry", USAGE, "'tank,,tank'"),
    Typed("-R grid fire +adjacent infantry", USAGE, "'+adjacent'"),
    Typed("-R grid fire tank+ infantry", USAGE, "'tank+'"),
    Typed("-R grid fire tank++adjacent infantry", USAGE, "+"),
    Typed("-R grid fire tank+adjcent infantry", UNKNOWN, "nearest: adjacent"),
    Typed("-R grid fire tank/ infantry", USAGE, "place"),
    Typed("-R grid fire tank/turret infantry", USAGE, "place"),
    Typed(f"{FIRE} ''", USAGE, "condition"),
    Typed("-R grid observe tank -b woods,,smoke", USAGE, "terrain"),
    # counts
    Typed("-R grid fire 0xtank infantry", USAGE, "1 to 999"),
    Typed("-R grid fire 9999xtank infantry", USAGE, "1 to 999"),
    Typed(f"-R grid fire {HUGE}xtank infantry", USAGE, "number"),
    Typed("-R grid fire 2x infantry", UNKNOWN, "'2x'"),
    Typed("-R grid fire 2.5xtank infantry", UNKNOWN, "'2.5xtank'"),
    Typed("-R grid fire -- -1xtank infantry", UNKNOWN, "'-1xtank'"),
    Typed(f"{FIRE} 0xadjacent", USAGE, "1 to 999"),
    # numbers
    Typed(f"{FIRE} -r -3", USAGE, "range: -3 …0 to 99"),
    Typed(f"{FIRE} -r nan", USAGE, "nan"),
    Typed(f"{FIRE} -r inf", USAGE, "inf"),
    Typed(f"{FIRE} -r -inf", USAGE, "-inf"),
    Typed(f"{FIRE} -r 1e9", USAGE, "1e9"),
    Typed(f"{FIRE} -r 1e999", USAGE, "number"),
    Typed(f"{FIRE} -r {HUGE}", USAGE, "number"),
    Typed(f"{FIRE} -r 2.5", USAGE, "2.5"),
    Typed(f"{FIRE} -r 1_0", USAGE, "'1_0'"),
    Typed(f"{FIRE} -r abc", USAGE, "'abc'"),
    Typed(f"{FIRE} -r ''", USAGE, "range: "),
    Typed(f"{FIRE} -r", USAGE, "argument"),
    # dice
    Typed(f"{FIRE} --dice 7", USAGE, "7 …d6"),
    Typed(f"{FIRE} --dice 0", USAGE, "0 …d6"),
    Typed(f"{FIRE} --dice -1", USAGE, "'-1'"),
    Typed(f"{FIRE} --dice 2.5", USAGE, "2.5"),
    Typed(f"{FIRE} --dice nan", USAGE, "'nan'"),
    Typed(f"{FIRE} --dice x", USAGE, "'x'"),
    Typed(f"{FIRE} --dice ''", USAGE, "--dice"),
    Typed(f"{FIRE} --dice ,", USAGE, "faces: "),
    Typed(f"{FIRE} --dice 4,4,x", USAGE, "'x'"),
    Typed(f"{FIRE} --dice 4;4", USAGE, "'4;4'"),
    Typed(f"{FIRE} --dice {HUGE}", USAGE, "d6"),
    Typed(f"-R sk initiative --dice {BEYOND_64_BITS}", USAGE, "d10"),
    Typed("-R grid clock --dice 6", USAGE, "6 "),
    # the seed
    Typed(f"{FIRE} --seed -1", USAGE, "range"),
    Typed(f"{FIRE} --seed {BEYOND_64_BITS}", USAGE, f"from 0 to {BEYOND_64_BITS - 1}"),
    Typed(f"{FIRE} --seed abc", USAGE, "'abc'"),
    Typed(f"{FIRE} --seed 1.5", USAGE, "number"),
    Typed(f"{FIRE} --seed ''", USAGE, "--seed"),
    Typed("scenario run --seed -1", USAGE, "--seed"),
    Typed("scenario run --seed abc", USAGE, "--seed"),
    # the referee's own figures, modifiers and readings
    Typed(f"{FIRE} --set chart.row=1", UNKNOWN, "'chart'"),
    Typed(f"{FIRE} --set combat.tnaks.infantry=1", UNKNOWN, "nearest: tanks"),
    Typed(f"{FIRE} --set combat.tanks.infantri=1", UNKNOWN, "nearest: infantry"),
    Typed(f"{FIRE} --set combat.tanks=1", UNKNOWN, "''"),
    Typed(f"{FIRE} --set combat.tanks.infantry", USAGE, "chart.row.column=value"),
    Typed(f"{FIRE} --set ''", USAGE, "chart.row.column=value"),
    Typed(f"{FIRE} --set =", UNKNOWN, "''"),
    Typed(f"{FIRE} --set combat.tanks.infantry=nan", USAGE, "number"),
    Typed(f"{FIRE} --set combat.tanks.infantry=-inf", USAGE, "number"),
    Typed(f"{FIRE} --set combat.tanks.infantry={HUGE}", USAGE, "number"),
    Typed(f"{FIRE} --set combat.tanks.infantry=four", USAGE, "'four'"),
    Typed(f"{FIRE} --set cover.woods.infantry=5", USAGE, "5 …: cover"),
    Typed(f"{FIRE} --set cover.woods.infantry=wall", UNKNOWN, "'wall'"),
    Typed(f"{FIRE} --set combat.target-in-cover=none", USAGE, "'none'"),
    Typed(f"{FIRE} --set units.tank.class=infantri", UNKNOWN, "(nearest: infantry)"),
    Typed(f"{FIRE} --set units.tank.class=5", UNKNOWN, "5 …combat"),
    Typed("-R grid fire tank infantry 3xwoods", USAGE, "woods"),
    Typed(f"{FIRE} --set disruption.eliminated=-", USAGE, "number"),
    Typed(f"{FIRE} --adjust nonsense", USAGE, "'nonsense'"),
    Typed(f"{FIRE} --adjust ''", USAGE, "''"),
    Typed(f"{FIRE} --adjust :dusk", USAGE, "''"),
    Typed(f"{FIRE} --adjust nan:dusk", USAGE, "number"),
    Typed(f"{FIRE} --adjust 1000", USAGE, "-99 to 99"),
    Typed(f"{FIRE} --adjust luck=1", UNKNOWN, "'luck' …score"),
    Typed(f"{FIRE} --reading nonsense", USAGE, "ID=option"),
    Typed(f"{FIRE} --reading G-8", USAGE, "ID=option"),
    Typed(f"{FIRE} --reading G-8=", USAGE, "ID=option"),
    Typed(f"{FIRE} --reading =a", UNKNOWN, "''"),
    Typed(f"{FIRE} --reading G-99=a", UNKNOWN, "'G-99' (nearest: G-"),
    Typed(f"{FIRE} --reading G-8=z", UNKNOWN, "'z' …a (either), b (cumulative)"),
    # options that do not go together
    Typed(f"{FIRE} --json --plain", USAGE, "--json …--plain"),
    Typed("charts show grid --json --plain", USAGE, "--json …--plain"),
    Typed("scenario run --json --plain", USAGE, "--json …--plain"),
    Typed(f"{FIRE} --odds --seed 4", USAGE, "--seed …--odds"),
    Typed(f"{FIRE} --odds --ask", USAGE, "--ask …--odds"),
    Typed(f"{FIRE} --odds --svg odds.svg", USAGE, "--svg …--sweep …--odds"),
    Typed(f"{FIRE} --sample 5", USAGE, "--sample …--odds"),
    Typed(f"{FIRE} --csv", USAGE, "--csv …--sweep"),
    Typed(f"{FIRE} --sweep cover=1,2 --dice 3", USAGE, "--dice …--odds …--sweep"),
    Typed(f"{FIRE} --sweep range=,", USAGE, "range"),
    Typed(f"{FIRE} --json=yes", USAGE, "--json"),
    # options that a shell left empty, and files that cannot be
    Typed(f"{FIRE} --log ''", USAGE, "--log"),
    Typed(f"{FIRE} --svg ''", USAGE, "--svg"),
    Typed(f"{FIRE} --scenario ''", USAGE, "--scenario"),
    Typed(f"{FIRE} --odds --sample ''", USAGE, "--sample"),
    Typed(f"{FIRE} --sweep range=1:2 --outcome ''", USAGE, "--outcome"),
    Typed(f"{FIRE} --sweep range=1:2 --need ''", USAGE, "--need"),
    Typed(f"{FIRE} --log '~nobody-of-this-name/game.jsonl'", DATA, "game.jsonl"),
    Typed(f"{FIRE} --log /dev/null", DATA, "/dev/null: "),
    # other commands
    Typed("card", USAGE, "NAME"),
    Typed("card tnak -R grid", UNKNOWN, "nearest: tank"),
    Typed("card tank -R nonsense", UNKNOWN, "ruleset"),
    Typed("charts nonsense", USAGE, "nonsense"),
    Typed("charts list nonsense", UNKNOWN, "ruleset"),
    Typed("charts show grid nonsense", UNKNOWN, "'nonsense'"),
    Typed("charts new grid nonsense", UNKNOWN, "chart"),
    Typed("charts new grid combat /dev/null", DATA, "/dev/null"),
    Typed("scenario run nonsense", UNKNOWN, "'nonsense'"),
    Typed("scenario check --file nonsense.toml", DATA, "nonsense.toml: "),
    Typed("scenario check --file .", DATA, " .: "),
    Typed(f"{FIRE} --scenario nonsense", UNKNOWN, "'nonsense'"),
    Typed("schema nonsense", UNKNOWN, "ruleset"),
    Typed("schema grid nonsense", UNKNOWN, "nonsense"),
    Typed("rules nonsense", UNKNOWN, "ruleset"),
    Typed("config nonsense", USAGE, "nonsense"),
    Typed("--show-completion nonsense", USAGE, "bash, zsh"),
    Typed("--show-completion", USAGE, "argument"),
    # what a terminal would act on
    Typed(f"{FIRE} --set 'a\nb=1'", UNKNOWN, "no chart 'a\\nb'"),
    Typed(f"{FIRE} --set '\x1b[31mred=1'", UNKNOWN, "\\x1b[31mred"),
    Typed(f"{FIRE} '\udcff\udcfe'", UNKNOWN, "condition"),
    Typed("-R grid fire '\u202etank' infantry", UNKNOWN, "unit"),
]

SHIPPED_COMBAT = (shipped() / "grid" / "combat.toml").read_text(encoding="utf-8")
SETTINGS, OVERLAY, SCENARIOS = "refcli.toml", "over/grid/combat.toml", "scenarios.toml"
RULING = '[[scenario]]\nname = "a"\nrules = "grid"\n[[scenario.ruling]]\nprocedure = "fire"\n'

IN_FILES = [
    # refcli.toml
    InFile(SETTINGS, "rules = ", FIRE, 1, "refcli.toml:1: "),
    InFile(SETTINGS, "\n\n[rules", FIRE, 1, "refcli.toml:3: "),
    InFile(SETTINGS, b"\x00\xff\xfe junk", FIRE, 1, "refcli.toml:1: "),
    InFile(SETTINGS, "ruels = 'grid'", FIRE, 1, "refcli.toml:1: …'ruels' (nearest: rules, rulesets)"),
    InFile(SETTINGS, "rules = 3", FIRE, 1, "rules …3"),
    InFile(SETTINGS, "format = 'nonsense'", FIRE, 1, "refcli.toml:1: format …rich, plain, json"),
    InFile(SETTINGS, "published = 'yes'", FIRE, 1, "published"),
    InFile(SETTINGS, "charts = 3", FIRE, 1, "charts"),
    InFile(SETTINGS, "charts = [3, '', \"a\\u0000b\"]", FIRE, 3, "refcli.toml:1: …'a\\x00b'"),
    InFile(SETTINGS, "charts = ['nowhere']", FIRE, 1, "nowhere: "),
    InFile(SETTINGS, "charts = ['~nobody-of-this-name']", FIRE, 1, "~nobody-of-this-name: "),
    InFile(SETTINGS, "log = '~nobody-of-this-name/game.jsonl'", FIRE, 1, "game.jsonl: "),
    InFile(SETTINGS, 'log = "a\\u0000b"', FIRE, 1, "refcli.toml:1: 'a\\x00b' is not the name of a file"),
    InFile(SETTINGS, "readings = 3", FIRE, 1, "readings"),
    InFile(SETTINGS, "\n[readings]\ngrdi = {}", FIRE, 1, "refcli.toml:3: …'grdi'"),
    InFile(SETTINGS, "[readings.grid]\nG-8 = 3", FIRE, 1, "ID = option"),
    InFile(SETTINGS, f"published = {'9' * 5000}", FIRE, 1, "refcli.toml:1: "),
    InFile(SETTINGS, f"published = {HUGE}", FIRE, 1, "refcli.toml:1: "),
    InFile(SETTINGS, "a = " + "[" * 5000, FIRE, 1, "refcli.toml:1: "),
    InFile(SETTINGS, "ruels = 1\nfomat = 1\n", FIRE, 2, "'fomat' (nearest: format)"),
    # an overlay chart
    InFile(OVERLAY, "[rows", FIRE, 1, "combat.toml:1: "),
    InFile(OVERLAY, b"\x89PNG\r\n\x1a\n\x00\xff\xff", FIRE, 1, "combat.toml:1: "),
    InFile(OVERLAY, b"\x00" * 100, FIRE, 1, "combat.toml:1: "),
    InFile(OVERLAY, "rows = 3", FIRE, 1, "combat.toml:1: rows"),
    InFile(OVERLAY, "[rwos]\n", FIRE, 1, "'rwos' (nearest: rows)"),
    InFile(OVERLAY, "[rows]\ntanks = [1, 2, 3, 4]", FIRE, 1, "combat.toml:2: …'tanks'"),
    InFile(OVERLAY, "[rows]\ntanks = { infantri = 4 }", FIRE, 1, "'infantri' (nearest: infantry)"),
    InFile(OVERLAY, "[rows]\ntanks = [nan, 2, 3]", FIRE, 1, "number"),
    InFile(OVERLAY, f"[rows]\ntanks = [{'9' * 400}, 2, 3]", FIRE, 1, "combat.toml:2: "),
    InFile(OVERLAY, "[rows]\ntanks = [[1], {}, true]", FIRE, 3, "number"),
    InFile(OVERLAY, "[[condition]]\nname = 'fog'", FIRE, 1, "'text'"),
    InFile(OVERLAY, "[[condition]]\nname = [1]\ntext = 'fog'", FIRE, 1, "condition[1].name"),
    InFile(OVERLAY, "[rwos]\n[labels]\ntanks = 3\n", FIRE, 2, "labels.tanks"),
    InFile("over/grid/readings.toml", "[[reading]]\nid = ['G-8']", FIRE, 5, "reading[1].id"),
    InFile("over/grid/nonsense.toml", "", FIRE, 1, "'nonsense'"),
    InFile(OVERLAY, "[rows", "charts check", 1, "combat.toml:1: "),
    InFile(OVERLAY, "[rows", "charts diff", 1, "combat.toml:1: "),
    # scenarios.toml
    InFile(SCENARIOS, "[[scenario]", "scenario check", 1, "scenarios.toml:1: "),
    InFile(SCENARIOS, b"\xff", "scenario list", 1, "scenarios.toml:1: "),
    InFile(SCENARIOS, "", "scenario check", 1, "scenario"),
    InFile(SCENARIOS, "scenario = 3", "scenario check", 1, "scenario must be a list"),
    InFile(SCENARIOS, "[[scenario]]\n", "scenario check", 3, "'ruling'"),
    InFile(SCENARIOS, f"{RULING}[scenaro]\na = 1", "scenario check", 1, "'scenaro' (nearest: scenario)"),
    InFile(SCENARIOS, RULING.replace('"a"', '"\\u001b[2J"'), "scenario list", 1, "name"),
    InFile(SCENARIOS, f"{RULING}[scenario.units]\na = 3", "scenario check", 1, "scenarios.toml:7: "),
    InFile(SCENARIOS, f"{RULING}[scenario.units]\na = {{unit = 3}}", "scenario check", 1, "not 3"),
    InFile(
        SCENARIOS,
        f"{RULING}[scenario.units]\na = {{unit = 'tank', count = 'two', conditions = 3, place = 4}}",
        f"{FIRE} --scenario a",
        3,
        "units.a.count …'two'",
    ),
]

IN_RULINGS = [
    # a ruling of a scenario, and the status that its fault has on a command line too
    ("dice = 3", USAGE, "faces"),
    ("dice = 'x'", USAGE, "'x'"),
    ("dice = [[[1]]]", USAGE, "[1]"),
    ("dice = [4, 4]", USAGE, "4"),
    ("dice = [7]", USAGE, "7 …d6"),
    ("seed = 'x'", USAGE, "--seed"),
    ("seed = -1", USAGE, "--seed"),
    ("range = nan", USAGE, "nan"),
    ("range = 1e9", USAGE, "range"),
    ("range = true", USAGE, "True"),
    ("range = 1979-05-27", USAGE, "number"),
    ("raneg = 3", USAGE, "'raneg' (nearest: range)"),
    ("conditions = 3", USAGE, "conditions"),
    ("conditions = [3]", USAGE, "conditions"),
    ("conditions = ['covr']", UNKNOWN, "nearest: cover"),
    ("set = 3", USAGE, "set: 3"),
    ("set = [3]", USAGE, "set: [3]"),
    ("set = { 'combat.tanks.infantry' = [1] }", USAGE, "[1]"),
    ("adjust = 3", USAGE, "adjust: 3"),
    ("adjust = [3]", USAGE, "adjust: [3]"),
    ("adjust = '-1'", USAGE, "adjust: '-1'"),
    ("readings = 3", USAGE, "readings: 3"),
    ("readings = { G-8 = 3 }", UNKNOWN, "'3'"),
    ("rules = 'nonsense'", UNKNOWN, "'nonsense'"),
    ("rules = 3", UNKNOWN, "'3'"),
]

ENVIRONMENT = [
    ({"REFCLI_CHARTS": "/nowhere/at/all"}, FIRE, DATA, "/nowhere/at/all: "),
    ({"REFCLI_FORMAT": "nonsense"}, FIRE, USAGE, "REFCLI_FORMAT: 'nonsense' …rich, plain, json"),
    ({"REFCLI_RULES": "nonsense"}, "fire tank infantry", UNKNOWN, "'nonsense'"),
    ({"REFCLI_RULES": "nonsense"}, "config", UNKNOWN, "(REFCLI_RULES): …'nonsense'"),
]


def held(ran: Ran, status: int, says: str, faults: int = 1) -> None:
    """Check the status, an empty stdout, one line for each fault with the parts of ``says``, and no traceback."""
    assert ran.status == status, ran
    assert ran.out == "", ran
    assert "Traceback" not in ran.err
    lines = ran.err.removesuffix("\n").split("\n")
    assert len(lines) == faults, ran.err
    for line in lines:
        assert line.startswith("refcli: ") and line.isprintable(), line
    assert any(all(part in line for part in says.split(" …")) for line in lines), ran.err


def held_as_json(ran: Ran, status: int, faults: int = 1) -> None:
    """Hold the same promise where JSON was asked for: one object that the schema of errors knows."""
    assert ran.status == status, ran
    assert ran.out == "", ran
    assert ran.err.count("\n") == 1, ran.err
    told = json.loads(ran.err)
    jsonschema.validate(told, error_schema())
    assert told["error"]["status"] == status
    assert told["error"]["message"].count("\n") == faults - 1


def shown(case: Typed | InFile) -> str:
    line = case.line if isinstance(case, Typed) else f"{case.name} {case.content[:30]!r}"
    return line.encode("ascii", "backslashreplace").decode()[:60]


class TestWhatIsTyped:
    """A command line that cannot be answered."""

    @pytest.mark.parametrize("case", [case for case in TYPED if "--json" not in case.line], ids=shown)
    def test_one_line_tells_what_is_wrong(self, run: Run, case: Typed) -> None:
        """The status is the documented one, stdout stays empty, and the line helps."""
        held(run(*case.arguments), case.status, case.says)

    @pytest.mark.parametrize("case", [case for case in TYPED if case.line.startswith(FIRE)], ids=shown)
    def test_with_json_the_error_is_one_object(self, run: Run, case: Typed) -> None:
        """The same status, and an object that matches the schema of errors."""
        held_as_json(run(*case.arguments, *([] if "--json" in case.arguments else ["--json"])), case.status)

    def test_every_face_of_a_huge_pool_is_rolled_without_complaint(self, run: Run) -> None:
        """The largest count there is answers, with one entered face among 999."""
        ran = run(*shlex.split("-R grid fire 999xtank infantry --dice 5 --json"))
        assert ran.status == 0 and len(json.loads(ran.out)["rolls"]) == 999

    def test_nothing_at_all_shows_the_help(self, run: Run) -> None:
        """A person who only types the name is told what there is."""
        ran = run()
        assert ran.status == 0 and "PROCEDURE" in ran.out and ran.err == ""


class TestWhatLiesInFiles:
    """Files that a person edits: every fault of a file at once, each with its line."""

    @pytest.mark.parametrize("case", IN_FILES, ids=shown)
    def test_every_fault_is_one_line(self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch, case: InFile) -> None:
        """Status 3, a line for each fault, each with the file and its line."""
        self._given(home, monkeypatch, case)
        held(run(*shlex.split(case.line)), DATA, case.says, case.faults)

    @pytest.mark.parametrize("case", [case for case in IN_FILES if case.line == FIRE], ids=shown)
    def test_with_json_the_faults_are_one_object(
        self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch, case: InFile
    ) -> None:
        """One object, its message a line for each fault."""
        self._given(home, monkeypatch, case)
        held_as_json(run(*shlex.split(case.line), "--json"), DATA, case.faults)

    @pytest.mark.parametrize(("entry", "status", "says"), IN_RULINGS)
    def test_a_fault_in_a_ruling_names_the_ruling(
        self, home: Home, run: Run, entry: str, status: int, says: str
    ) -> None:
        """A scenario's ruling is told with file, line and name, and has the status it has when typed."""
        home.write(SCENARIOS, f'{RULING}attackers = "tank"\ntarget = "infantry"\n{entry}\n')
        for command in ("run", "check"):
            ran = run("scenario", command, "--json") if command == "run" else run("scenario", command)
            if command == "run":
                held_as_json(ran, status)
            else:
                held(ran, status, says)
                assert "scenarios.toml:4: a 1: " in ran.err

    @pytest.mark.parametrize("name", [OVERLAY, SCENARIOS])
    def test_a_folder_in_the_place_of_a_file_is_told(
        self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        """A chart file or a scenario file that is a directory."""
        (home.work / name).mkdir(parents=True)
        monkeypatch.setenv("REFCLI_CHARTS", str(home.work / "over") if name == OVERLAY else "")
        held(run(*(shlex.split(FIRE) if name == OVERLAY else ["scenario", "check"])), DATA, "cannot be read")

    def test_a_file_in_the_place_of_an_overlay_folder_is_told(
        self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What holds for whoever may read everything: a folder that cannot be listed is told, not passed over."""
        monkeypatch.setenv("REFCLI_CHARTS", str(home.write("over", "")))
        held(run(*shlex.split(FIRE)), DATA, "over: cannot be read")

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
    @pytest.mark.parametrize("name", ["over", SETTINGS, SCENARIOS])
    def test_what_may_not_be_read_is_told(
        self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        """An overlay folder, settings, or scenarios without the right to read them."""
        path = home.work / name
        _ = path.mkdir() if name == "over" else path.write_text("")  # type: ignore[func-returns-value]
        path.chmod(0)
        monkeypatch.setenv("REFCLI_CHARTS", str(path) if name == "over" else "")
        try:
            held(run(*shlex.split("scenario check" if name == SCENARIOS else FIRE)), DATA, "cannot be read")
        finally:
            path.chmod(0o700)

    @pytest.mark.parametrize("content", [SHIPPED_COMBAT.replace("tanks ", "tnaks ", 1), "[rows]\ntanks = ['four']"])
    def test_an_overlay_that_does_not_fit_never_ends_in_a_traceback(
        self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch, content: str
    ) -> None:
        """Whole charts that were copied and spoiled, and words where the rule adds up."""
        self._given(home, monkeypatch, InFile(OVERLAY, content, FIRE, 1, ""))
        ran = run(*shlex.split(FIRE))
        assert ran.status in (USAGE, DATA) and ran.out == ""
        assert all(line.startswith("refcli: ") for line in ran.err.splitlines())

    @pytest.mark.skipif(os.name == "nt", reason="links need rights there")
    @pytest.mark.parametrize(
        "line", [f"{FIRE} --svg loop", "charts print grid -o loop", "charts print grid -o loop -f"]
    )
    def test_a_link_to_itself_is_told_and_stays(self, home: Home, run: Run, line: str) -> None:
        """What would be written has no place to go to, forced or not."""
        (home.work / "loop").symlink_to("loop")
        held(run(*shlex.split(line)), DATA, "loop: Too many levels of symbolic links")
        assert [path.name for path in home.work.iterdir()] == ["loop"] and (home.work / "loop").is_symlink()

    @pytest.mark.skipif(os.name == "nt", reason="links need rights there")
    @pytest.mark.parametrize("to", ["nowhere.toml", SETTINGS])
    def test_settings_that_a_link_does_not_lead_to_are_told(self, home: Home, run: Run, to: str) -> None:
        """They are not taken for none at all."""
        (home.work / SETTINGS).symlink_to(to)
        held(run(*shlex.split(FIRE)), DATA, "refcli.toml: cannot be read")

    @staticmethod
    def _given(home: Home, monkeypatch: pytest.MonkeyPatch, case: InFile) -> None:
        home.write(case.name, case.content)
        if case.name.startswith("over/"):
            monkeypatch.setenv("REFCLI_CHARTS", str(home.work / "over"))


class TestTheEnvironment:
    """Variables that hold nonsense."""

    @pytest.mark.parametrize(("variables", "line", "status", "says"), ENVIRONMENT)
    def test_a_variable_is_named_where_it_is_wrong(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], line: str, status: int, says: str
    ) -> None:
        """One line with the documented status."""
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        held(run(*shlex.split(line)), status, says)

    def test_a_ruleset_that_is_typed_passes_over_the_one_that_is_set(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A flag comes before the environment, whatever stands there."""
        monkeypatch.setenv("REFCLI_RULES", "nonsense")
        assert run(*shlex.split(FIRE), "--dice", "4").status == 0

    @pytest.mark.parametrize("asked", ["complete_bash", "complete_zsh", "nonsense"])
    def test_a_question_of_completion_that_is_none_says_no_traceback(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, asked: str
    ) -> None:
        """The variable that a completion script sets, without the rest of what it sets."""
        monkeypatch.setenv("_REFCLI_COMPLETE", asked)
        ran = run()
        assert ran.status in (0, 1) and "Traceback" not in ran.err


class TestTheCache:
    """The folder of remembered parses: it may save time, and may never decide or spoil anything."""

    @staticmethod
    def _cached(home: Home) -> list[Path]:
        return sorted((home.settings / "cache").iterdir())

    @pytest.mark.parametrize(
        "spoil",
        [
            lambda content: b"",
            lambda content: b"junk",
            lambda content: content[:-1],
            lambda content: content[:40] + bytes([content[40] ^ 1]) + content[41:],
            lambda content: bytes(16) + content[16:],
            lambda content: b"\xff" * 5000,
        ],
        ids=["empty", "junk", "cut short", "one bit turned", "no digest", "long junk"],
    )
    def test_a_spoiled_file_is_not_trusted_and_not_fatal(
        self, home: Home, run: Run, spoil: Callable[[bytes], bytes]
    ) -> None:
        """The same ruling comes, and the file is good again."""
        line = [*shlex.split(FIRE), "--dice", "4", "--seed", "1", "--json"]
        first = run(*line)
        assert first.status == 0
        good = {path: path.read_bytes() for path in self._cached(home)}
        assert good
        for path, content in good.items():
            path.write_bytes(spoil(content))
        assert run(*line) == first
        assert {path: path.read_bytes() for path in self._cached(home)} == good

    def test_a_file_remembered_for_another_is_not_trusted(self, home: Home, run: Run) -> None:
        """What was parsed from one file never stands in for another one, its digest right or not."""
        line = [*shlex.split(FIRE), "--dice", "4", "--seed", "1", "--json"]
        first = run(*line)
        paths = self._cached(home)
        contents = [path.read_bytes() for path in paths]
        for path, content in zip(paths, [*contents[1:], contents[0]], strict=True):
            path.write_bytes(content)
        assert run(*line) == first

    @pytest.mark.parametrize("place", ["cache", "."], ids=["the cache", "the whole folder"])
    def test_a_folder_that_cannot_be_written_costs_nothing(self, home: Home, run: Run, place: str) -> None:
        """A file stands where the folder would be made; the ruling comes all the same."""
        write(home.settings / place if place != "." else home.settings, "in the way")
        ran = run(*shlex.split(FIRE), "--dice", "4")
        assert ran.status == 0 and ran.err == "" and "DISRUPTED" in ran.out

    def test_folders_in_the_place_of_remembered_files_cost_nothing(self, home: Home, run: Run) -> None:
        """What cannot be read back is parsed again."""
        assert run(*shlex.split(FIRE), "--dice", "4").status == 0
        for path in self._cached(home):
            path.unlink()
            path.mkdir()
        ran = run(*shlex.split(FIRE), "--dice", "4")
        assert ran.status == 0 and ran.err == ""


@pytest.mark.skipif(os.name == "nt", reason="pipes and signals of a Unix shell")
class TestTheProcess:
    """A real process whose outputs, input or patience end."""

    @staticmethod
    def _shell(home: Home, line: str, **variables: str) -> subprocess.CompletedProcess[str]:
        script = f'set -o pipefail\nrefcli() {{ "{sys.executable}" -m refcli "$@"; }}\n{line}'
        return subprocess.run(
            ["bash", "--norc", "--noprofile", "-c", script],
            cwd=home.work,
            env={**environment_of(home.folder), **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
        )

    @pytest.mark.parametrize(
        ("line", "status", "says"),
        [
            (f"refcli {FIRE} --dice 4 >&-", DATA, "output"),
            (f"refcli {FIRE} --dice 4 >/dev/full", DATA, "output: "),
            (f"refcli {FIRE} --dice 4 --json >/dev/full", DATA, "refcli"),
            (f"refcli {FIRE} --dice 4 --svg /dev/full", DATA, "/dev/full: "),
            (f"refcli {FIRE} --dice 7 2>/dev/full", USAGE, ""),
            (f"refcli {FIRE} --dice 7 2>&-", USAGE, ""),
            (f"refcli {FIRE} --ask <&-", USAGE, "attack"),
            (f"refcli {FIRE} --ask </dev/null", USAGE, "attack"),
            (f"refcli {FIRE} $'\\xff\\xfe'", UNKNOWN, "condition"),
        ],
    )
    def test_an_end_that_is_closed_or_full_is_told_in_a_line(
        self, home: Home, line: str, status: int, says: str
    ) -> None:
        """The documented status, no traceback, nothing on stdout."""
        ran = self._shell(home, line)
        assert ran.returncode == status, ran.stderr
        assert "Traceback" not in ran.stderr and ran.stdout == ""
        told = [line for line in ran.stderr.splitlines() if "refcli: " in line or line.startswith("{")]
        assert len(told) == bool(says), ran.stderr
        assert says in ran.stderr

    @pytest.mark.parametrize(
        "line",
        [
            f"refcli {FIRE} --dice 4 <&-",
            f"refcli {FIRE} --dice 4 2>&-",
            f"mkdir gone; cd gone; rmdir ../gone; refcli {FIRE} --dice 4",
            f"XDG_CONFIG_HOME= refcli {FIRE} --dice 4; test ! -e refcli",
        ],
    )
    def test_what_nobody_needs_may_be_closed_empty_or_gone(self, home: Home, line: str) -> None:
        """The ruling is given."""
        ran = self._shell(home, line)
        assert ran.returncode == 0 and ran.stderr == "" and "DISRUPTED" in ran.stdout

    @pytest.mark.parametrize("format", ["plain", "rich", "json"])
    @pytest.mark.parametrize("buffered", ["", "1"], ids=["buffered", "unbuffered"])
    def test_a_closed_pipe_ends_quietly(self, home: Home, format: str, buffered: str) -> None:
        """Nobody reads any more: 141, as a shell has it, and no word, in every format."""
        variables = {"REFCLI_FORMAT": format, "PYTHONUNBUFFERED": buffered}
        read, written = os.pipe()
        os.close(read)
        try:
            ran = subprocess.run(
                [sys.executable, "-m", "refcli", *shlex.split(FIRE), "--dice", "4"],
                cwd=home.work,
                env={**environment_of(home.folder), **variables},
                stdin=subprocess.DEVNULL,
                stdout=written,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                timeout=60,
            )
        finally:
            os.close(written)
        assert ran.returncode == CLOSED, ran.stderr
        assert ran.stderr == ""

    def test_many_lines_into_a_pipe_that_reads_none(self, home: Home) -> None:
        """``refcli charts show grid | true`` is either all taken in by the pipe or told as closed."""
        ran = self._shell(home, "for i in 1 2 3; do refcli charts show grid; done | true")
        assert ran.returncode in (0, CLOSED) and "Traceback" not in ran.stderr

    def test_junk_on_the_input_is_told_and_asked_again(self, home: Home) -> None:
        """Bytes that are no text are a slip of the finger like any other."""
        (home.work / "junk").write_bytes(b"\xff\xfe\x80\n4\n")
        ran = self._shell(home, f"refcli {FIRE} --ask <junk", PYTHONUTF8="1", LC_ALL="C.UTF-8")
        assert ran.returncode == 0 and ran.stderr.count("4+") == 2 and "DISRUPTED" in ran.stdout

    def test_an_interrupt_before_anything_began_leaves_with_130(self, home: Home) -> None:
        """Ctrl-C while the first module is being loaded."""
        home.write("typer.py", "raise KeyboardInterrupt")
        ran = self._shell(home, f"refcli {FIRE} --plain")
        assert (ran.returncode, ran.stdout, ran.stderr) == (INTERRUPTED, "", "refcli: stopped\n")

    def test_an_interrupt_at_a_prompt_leaves_with_130(self, home: Home) -> None:
        """SIGINT while a face is asked for."""
        process = subprocess.Popen(
            [sys.executable, "-m", "refcli", *shlex.split(FIRE), "--ask"],
            cwd=home.work,
            env=environment_of(home.folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=hear_ctrl_c,
        )
        assert process.stdin and process.stdout and process.stderr
        with process:
            asked = b""
            while not asked.endswith(b"+: "):
                read = process.stderr.read(1)
                assert read, asked
                asked += read
            process.send_signal(signal.SIGINT)
            told = process.stderr.read().decode()
            out = process.stdout.read()
        assert process.returncode == INTERRUPTED
        assert told.strip() == "refcli: stopped" and out == b""
