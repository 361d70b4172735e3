"""What a file or a line says reaches a terminal as text: no control character comes through, nothing is lost."""

import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from refcli.cli.terminal import HIDDEN, Screen, shown
from tests.conftest import Home, Run, environment_of, journal_of

STEERING = "\x1b]0;title\x07\x08\x9b2J\x85\u2028\u202egnp\u200f\u2066"
"""A window's title, a bell, a step back, a cleared screen, ends of lines, directions turned about."""

SHOWN = "\\u001b]0;title\\u0007\\u0008\\u009b2J\\u0085\\u2028\\u202egnp\\u200f\\u2066"
FIRE = "-R grid fire tank infantry --dice 4"
FORMATS = ("--plain", "--json", "")


def drawn(home: Home, line: str, **variables: str) -> str:
    """What a command shows on a terminal that can do everything."""
    if os.name == "nt":
        pytest.skip("a pty is Unix")
    from tests.terminal import Terminal

    environment = {**environment_of(home.folder), "NO_COLOR": "1", **variables}
    with Terminal([sys.executable, "-m", "refcli", *shlex.split(line)], home.work, environment) as terminal:
        terminal.status()
        return terminal.shown


class TestATextThatIsShown:
    """Has each of its hidden characters written out, and every other as it is."""

    def test_is_the_same_json_as_before(self) -> None:
        text = json.dumps({"text": STEERING}, ensure_ascii=False)
        assert json.loads(shown(text)) == {"text": STEERING}

    def test_has_every_control_character_written_out(self) -> None:
        for number in [*range(32), *range(127, 160), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]:
            letter = chr(number)
            assert shown(f"a{letter}b") == (f"a{letter}b" if letter in "\n\t" else f"a\\u{number:04x}b")

    @pytest.mark.parametrize("text", ["Café 30 cm\n", "a\tb", "a\r\nb", "Łódź, Ψ, 戦車", 'half 5"\xa0of'])
    def test_stays_as_it_is_otherwise(self, text: str) -> None:
        assert shown(text) == text

    def test_goes_to_the_stream_behind(self) -> None:
        stream = io.StringIO()
        screen = Screen(stream)
        print(STEERING, file=screen)
        assert (stream.getvalue(), screen.getvalue()) == (f"{SHOWN}\n", f"{SHOWN}\n")


class TestNoControlCharacter:
    """Comes through from what is typed or kept in a file, in any format."""

    @pytest.mark.parametrize("format", FORMATS)
    def test_of_a_reason_that_is_typed(self, home: Home, format: str) -> None:
        told = drawn(home, f"{FIRE} {format} --adjust {shlex.quote('+1:' + STEERING)}")
        assert not re.search(HIDDEN, told.replace("\r", "")) and "title" in told and "gnp" in told

    @pytest.mark.parametrize("line", ["-R grid nonsense", "log show", "scenario run", "-R grid fire", "batch"])
    def test_of_an_error(self, run: Run, line: str) -> None:
        ran = run(*shlex.split(line), STEERING)
        assert ran.status and not re.search(HIDDEN, ran.err) and not re.search(HIDDEN, ran.out)

    @pytest.mark.parametrize("format", FORMATS)
    @pytest.mark.parametrize("letters", ["\x80\x85\x90\x9d\u2028\u200f\u061c"])
    def test_of_a_chart(self, home: Home, format: str, letters: str) -> None:
        """Those that its reader lets in."""
        home.write("mine/grid/units.toml", f'[labels]\ntank = "Tank{letters}!"\n')
        for line in (FIRE, "charts show grid units"):
            told = drawn(home, f"{line} {format}", REFCLI_CHARTS=str(home.work / "mine"))
            assert not re.search(HIDDEN, told.replace("\r", "")) and "Tank" in told

    def test_of_help(self, home: Home) -> None:
        home.write("mine/grid/combat.toml", '[[condition]]\nname = "woods"\ntext = "trees\x9d\u200f!"\n')
        told = drawn(home, "-R grid fire --help", REFCLI_CHARTS=str(home.work / "mine"))
        assert not re.search(HIDDEN, told.replace("\r", "")) and "trees" in told

    @pytest.mark.parametrize("line", ["charts print grid units --format md", "charts print grid units --format csv"])
    def test_of_a_sheet_at_a_terminal(self, home: Home, line: str) -> None:
        home.write("mine/grid/units.toml", '[labels]\ntank = "Tank\x80\x9d\u200f!"\n')
        told = drawn(home, line, REFCLI_CHARTS=str(home.work / "mine"))
        assert not re.search(HIDDEN, told.replace("\r", "")) and "Tank" in told

    def test_of_a_scenario(self, home: Home, run: Run) -> None:
        home.write("scenarios.toml", '[[scenario]]\nname = "x"\ntitle = "a\x9d\u200fb"\nrules = "grid"\nruling = []\n')
        ran = run("scenario", "list")
        assert ran.status == 0 and "a\\u009d\\u200fb" in ran.out

    @pytest.mark.parametrize("command", ["log show evening.jsonl", "log show evening.jsonl 1"])
    def test_of_a_journal_that_was_forged(self, home: Home, run: Run, command: str) -> None:
        """Its check is right: whoever writes the line can work it out."""
        assert run(*shlex.split(FIRE), "--log", "evening.jsonl").status == 0
        entry = json.loads((home.work / "evening.jsonl").read_text())
        entry["ruling"]["verdict"] = f"won{STEERING}"
        (home.work / "evening.jsonl").write_bytes(journal_of([entry]))
        ran = run(*command.split())
        assert ran.status == 0 and f"won{SHOWN}" in ran.out and not re.search(HIDDEN, ran.out)


class TestAPipeThatNobodyReads:
    """Ends a command without a word."""

    @pytest.mark.skipif(os.name == "nt", reason="a shell of Unix")
    def test_of_a_batch_of_csv(self, home: Home) -> None:
        home.write("many.csv", "rules,procedure,attackers,target\n" + "grid,fire,tank,infantry\n" * 5000)
        line = f"{shlex.quote(sys.executable)} -m refcli batch many.csv | head -n 1"
        there = environment_of(home.folder)
        ran = subprocess.run(["sh", "-c", line], cwd=home.work, env=there, capture_output=True, text=True, timeout=60)
        assert ran.stdout.count("\n") == 1 and ran.stderr == ""

    @pytest.mark.parametrize("error", [SystemExit, SystemExit(1)])
    def test_is_not_whoever_leaves_for_another_reason(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException
    ) -> None:
        """As Typer does where it answers some shells."""
        import refcli.cli.main

        def leaves(*given: object) -> int:
            raise error

        monkeypatch.setattr(refcli.cli.main, "_dispatch", leaves)
        with pytest.raises(SystemExit):
            run("config")


class TestAWordOfASpreadsheet:
    """Is harmless in CSV: no text begins with what makes a formula of it."""

    @pytest.mark.parametrize("text", ["=1+1", "@SUM(1)", "+cmd|'/c calc'!A0", "-2+3", "\t=1", "-1"])
    def test_of_a_label(self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
        home.write("mine/grid/units.toml", f"[labels]\ntank = {json.dumps(text)}\n")
        monkeypatch.setenv("REFCLI_CHARTS", str(home.work / "mine"))
        ran = run("charts", "print", "grid", "units", "--sources", "--format", "csv")
        if "\t" in text:  # which the reader of charts refuses already
            assert ran.status == 3
            return
        (label,) = {row["label"] for row in csv.DictReader(io.StringIO(ran.out)) if row["row"] == "tank"}
        assert label == (text if text == "-1" else f"'{text}")

    def test_leaves_figures_alone(self, run: Run) -> None:
        ran = run("charts", "print", "grid", "--sources", "--format", "csv")
        figures = {row["figure"] for row in csv.DictReader(io.StringIO(ran.out))}
        assert not [figure for figure in figures if figure.startswith("'")]
        assert {"+1", "-1"} & figures


def test_every_way_out_goes_through_the_screen() -> None:
    """No module of the command line makes a console of Rich's for itself."""
    import refcli.cli

    for path in Path(refcli.cli.__file__).parent.glob("*.py"):
        if path.name != "console.py":
            assert "from rich.console import Console" not in path.read_text(encoding="utf-8"), path
