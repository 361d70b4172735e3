"""Completion in bash, zsh and fish, each on a terminal of our own."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import refcli.rulesets
from tests.conftest import Home, Run, environment_of, journal_of, write
from tests.slow.shells import KINDS, PATH, SAID, Shell, opened
from tests.test_completion import HOSTILE, scenario_called


@pytest.fixture(scope="module", params=sorted(KINDS))
def shell(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    """One shell for all presses of TAB, in a home of its own."""
    folder = tmp_path_factory.mktemp(f"{request.param} home")
    (folder / "table").mkdir()
    with opened(request.param, Home(folder, folder / "table")) as found:
        yield found


class TestOneTab:
    """Completes rulesets, procedures, names, places, conditions, options; after a comma, a count, a slash, a plus."""

    @pytest.mark.parametrize(
        ("typed", "line"),
        [
            ("refcli -R gri", "refcli -R grid"),
            ("refcli --rules gri", "refcli --rules grid"),
            ("refcli --rules=gri", "refcli --rules=grid"),
            ("refcli fire -R gri", "refcli fire -R grid"),
            ("refcli -R grid bom", "refcli -R grid bombard"),
            ("refcli -R grid scen", "refcli -R grid scenario"),
            ("refcli -R grid fire strong", "refcli -R grid fire strongpoint"),
            ("refcli fire -R grid strong", "refcli fire -R grid strongpoint"),
            ("refcli -R grid fire tank strong", "refcli -R grid fire tank strongpoint"),
            ("refcli -R grid fire tank,strong", "refcli -R grid fire tank,strongpoint"),
            ("refcli -R grid fire tank,2xstrong", "refcli -R grid fire tank,2xstrongpoint"),
            ("refcli -R grid fire 2xstrong", "refcli -R grid fire 2xstrongpoint"),
            ("refcli -R grid fire 3strong", "refcli -R grid fire 3strongpoint"),
            ("refcli -R grid fire tank,3strong", "refcli -R grid fire tank,3strongpoint"),
            ("refcli -R grid fire td", "refcli -R grid fire tank-destroyer"),
            ("refcli -R sk morale 4oth", "refcli -R sk morale 4other-rank-killed"),
            ("refcli -R grid fire tank+power", "refcli -R grid fire tank+powerful"),
            ("refcli -R grid fire tank,anti-tank-gun+power", "refcli -R grid fire tank,anti-tank-gun+powerful"),
            ("refcli -R grid fire tank+adjacent+power", "refcli -R grid fire tank+adjacent+powerful"),
            ("refcli -R grid fire tank infantry build", "refcli -R grid fire tank infantry buildings"),
            ("refcli -R grid fire tank infantry cover build", "refcli -R grid fire tank infantry cover buildings"),
            ("refcli -R grid fire tank infantry --rea", "refcli -R grid fire tank infantry --reading"),
            ("refcli -R grid fire tank inf --reading G-8=cu", "refcli -R grid fire tank inf --reading G-8=cumulative"),
            ("refcli -R grid fire tank inf --reading=G-8=cu", "refcli -R grid fire tank inf --reading=G-8=cumulative"),
            ("refcli -R grid observe tank -b smo", "refcli -R grid observe tank -b smoke"),
            ("refcli -R grid regroup strong", "refcli -R grid regroup strongpoint"),
            ("refcli -R fw fire 6pdr tiger-i --facing si", "refcli -R fw fire 6pdr tiger-i --facing side"),
            ("refcli -R fw fire 6pdr tiger-i --facing=si", "refcli -R fw fire 6pdr tiger-i --facing=side"),
            ("refcli -R fw burst 76mm 2xtiger-i/cen", "refcli -R fw burst 76mm 2xtiger-i/centre"),
            ("refcli -R sk morale 4xoth", "refcli -R sk morale 4xother-rank-killed"),
            (
                "refcli -R cc close-assault infantry infantry --losses h",
                "refcli -R cc close-assault infantry infantry --losses heavy-weapons-first",
            ),
            ("refcli -R grid fire tank infantry 4xwoo", "refcli -R grid fire tank infantry 4xwoo"),
            ("refcli -R grid card strong", "refcli -R grid card strongpoint"),
            ("refcli charts show gri", "refcli charts show grid"),
            ("refcli charts show grid comb", "refcli charts show grid combat"),
            ("refcli scenario run tanks", "refcli scenario run tanks-in-the-village"),
            ("echo é && refcli -R grid fire strong", "echo é && refcli -R grid fire strongpoint"),
        ],
    )
    def test_completes(self, shell: Shell, typed: str, line: str) -> None:
        assert shell.completes(typed) == line

    def test_lists_several_that_would_do(self, shell: Shell) -> None:
        """The procedures of the ruleset that begin alike."""
        offered = shell.offers("refcli -R grid s")
        assert {"smoke", "strafe", "scenario", "schema"} <= set(offered)
        assert "fire" not in offered

    def test_lists_what_an_alias_could_mean(self, shell: Shell) -> None:
        """Though those names begin otherwise than what was typed."""
        made = [
            shell.home.write("mine/grid/units.toml", '[aliases]\ngun = ["anti-tank-gun", "aa-gun"]\n'),
            shell.home.write("refcli.toml", 'charts = "mine"'),
        ]
        try:
            for typed in ("refcli -R grid fire gun", "refcli -R grid fire tank,2xgun"):
                offered = " ".join(shell.offers(typed))
                assert "anti-tank-gun" in offered and "aa-gun" in offered and "assault-gun" not in offered
                assert shell.completes(typed) == typed
        finally:
            for path in made:
                path.unlink()

    def test_lists_readings_with_their_options(self, shell: Shell) -> None:
        """Each as it is typed."""
        assert {"G-8=either", "G-8=cumulative"} <= set(shell.offers("refcli -R grid fire tank infantry --reading G-"))

    def test_lists_the_options_of_one_reading(self, shell: Shell) -> None:
        """Behind the = which bash breaks words at; no condition is among them."""
        offered = " ".join(shell.offers("refcli -R grid fire tank infantry --reading G-8="))
        assert "either" in offered and "cumulative" in offered and "woods" not in offered

    @pytest.mark.parametrize(
        ("typed", "word", "said"),
        [
            ("refcli -R grid s", "strafe", "A sortie: does the aircraft eliminate"),
            ("refcli -R grid s", "scenario", "List, run and check named situations"),
            ("refcli charts ", "diff", "Show what your own charts change"),
            ("refcli -R grid fire tank", "tank-destroyer", "Tank Destroyer"),
            ("refcli -R grid fire tank infantry ", "cover", "in cover: -1 to hit"),
            ("refcli -R grid fire tank infantry --o", "--odds", "Roll nothing: tell the chance of every outcome"),
            ("refcli -R grid fire tank infantry --reading G-8=", "G-8=cumulative", "both: up to -2"),
            ("refcli charts show grid c", "combat", "Combat Table"),
            ("refcli scenario run t", "tanks-in-the-village", "Two tanks beside a village"),
            ("refcli -R ", "grid", "WW2 Rules on a grid"),
        ],
    )
    def test_says_what_each_word_is(self, shell: Shell, typed: str, word: str, said: str) -> None:
        """In zsh and in fish; bash shows bare words."""
        found = [SAID.split(line, 1) for line in shell.shows(typed)]
        told = [line[1] for line in found if len(line) == 2 and line[0].split()[-1:] == [word]]
        assert [one[: len(said)] for one in told] == ([] if shell.name == "bash" else [said])

    def test_says_what_a_word_is_as_it_is_written(self, shell: Shell) -> None:
        """Whatever a chart calls its rows."""
        path = shell.home.write(
            "mine/grid/units.toml", '[labels]\ntank = "A $(touch PWNED) `touch PWNED` %F{red}tank"\n'
        )
        settings = shell.home.write("refcli.toml", 'charts = "mine"')
        try:
            told = "\n".join(shell.shows("refcli -R grid fire tank"))
            assert "tank-destroyer" in told
            assert shell.name == "bash" or "A $(touch PWNED) `touch PWNED` %F{red}tank" in told
            assert not (shell.home.work / "PWNED").exists()
        finally:
            path.unlink()
            settings.unlink()

    def test_completes_every_ruleset_from_its_beginning(self, shell: Shell) -> None:
        """Whatever is registered."""
        for rules in refcli.rulesets.RULESETS:
            assert shell.completes(f"refcli -R {rules[:3]}") == f"refcli -R {rules}"

    def test_does_not_offer_again_a_condition_that_was_stated(self, shell: Shell) -> None:
        """Nothing is left of ``bui...`` once buildings are stated."""
        typed = "refcli -R grid fire tank infantry buildings build"
        assert shell.completes(typed) == typed

    @pytest.mark.parametrize(
        "typed",
        ["refcli -R nonsense fi", "refcli -R grid nonsense fi", "refcli -R grid fire nonsen", "refcli -R grid zz"],
    )
    def test_completes_nothing_of_nonsense_and_says_nothing(self, shell: Shell, typed: str) -> None:
        """The line stays as it was typed, and no error is shown into it."""
        assert shell.completes(typed) == typed

    def test_completes_nothing_of_a_spoiled_file_and_says_nothing(self, shell: Shell) -> None:
        """Settings that are no TOML are told by commands, never by TAB."""
        path = shell.home.write("refcli.toml", "rules = ")
        try:
            typed = "refcli -R grid fire strong"
            assert shell.completes(typed) == typed
        finally:
            path.unlink()

    def test_completes_by_the_ruleset_of_the_settings(self, shell: Shell) -> None:
        """Without ``-R`` on the line."""
        path = shell.home.write("refcli.toml", 'rules = "grid"')
        try:
            assert shell.completes("refcli fire strong") == "refcli fire strongpoint"
        finally:
            path.unlink()

    def test_writes_no_start_up_file(self, shell: Shell) -> None:
        """What there is in the home afterwards is refcli's own folder, and the shell's."""
        shell.does("refcli -R grid fire tank infantry --dice 4")
        folder = shell.home.folder
        found = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
        own = [
            Path(".config/refcli"),
            Path("Library"),
            Path(f".config/{shell.name}"),
            Path(f".local/share/{shell.name}"),
        ]
        own += [Path(f".cache/{shell.name}")]
        assert all(any(path.is_relative_to(one) for one in own) for path in found), found


class TestFiles:
    """Are offered where refcli knows no name."""

    @pytest.mark.parametrize(
        ("typed", "line"),
        [
            ("refcli log show eve", "refcli log show evening.jsonl"),
            ("refcli -R grid fire tank infantry --log eve", "refcli -R grid fire tank infantry --log evening.jsonl"),
            ("refcli -R grid fire tank infantry --log=eve", "refcli -R grid fire tank infantry --log=evening.jsonl"),
            ("refcli batch eve", "refcli batch evening.jsonl"),
            ("refcli scenario run -f eve", "refcli scenario run -f evening.jsonl"),
        ],
    )
    def test_complete(self, shell: Shell, typed: str, line: str) -> None:
        shell.home.write("evening.jsonl", "")
        assert shell.completes(typed) == line

    def test_are_quoted(self, shell: Shell) -> None:
        """Whatever a file is called, the line means that file, and pressing Enter runs nothing else."""
        shell.home.write("hostile$(touch PWNED)", "")
        line = shell.completes("refcli log show host")
        assert line == "refcli log show hostile\\$\\(touch\\ PWNED\\)"
        shell.does(line)
        assert not (shell.home.work / "PWNED").exists()


class TestHostileFiles:
    """Offer nothing that a shell would run: neither at TAB nor on Enter."""

    @pytest.mark.parametrize("name", HOSTILE[:3])
    def test_of_scenarios(self, shell: Shell, name: str) -> None:
        """In the working folder, where ``scenarios.toml`` is found without being asked for."""
        path = shell.home.write("scenarios.toml", scenario_called(name))
        try:
            typed = "refcli scenario run "
            assert shell.completes(typed).rstrip() in (typed.rstrip(), f"{typed}scenarios.toml")
            shell.does(shell.completes(typed))
            assert not (shell.home.work / "PWNED").exists()
        finally:
            path.unlink()

    @pytest.mark.parametrize("key", ["id", "word"])
    def test_of_readings(self, shell: Shell, key: str) -> None:
        """Of an overlay that the settings name."""
        said = {"id": "X-1", "word": "one", key: "X$(touch PWNED)"}
        reading = f"""[[reading]]
id = "{said["id"]}"
question = "?"
default = "a"
source = {{ section = "x" }}
option = [{{ letter = "a", word = "{said["word"]}", text = "x" }}, {{ letter = "b", word = "two", text = "x" }}]
"""
        made = [
            shell.home.write("mine/grid/readings.toml", reading),
            shell.home.write("refcli.toml", 'charts = "mine"'),
        ]
        try:
            typed = "refcli -R grid fire tank infantry --reading X"
            assert shell.completes(typed) == typed
            assert not (shell.home.work / "PWNED").exists()
        finally:
            for path in made:
                path.unlink()

    @pytest.mark.parametrize("key", ["name", "side"])
    def test_of_games(self, shell: Shell, key: str) -> None:
        """Whose file was forged, its units and sides called as none is."""
        unit = {"name": "x1", "rows": [["tank", 1]], "side": "xBlue", "group": "", "fields": {}, "conditions": []}
        acts = [{"do": "begin", "rules": "grid"}, {"do": "add", "unit": {**unit, key: "x$(touch PWNED)"}}]
        entries = [{"time": "2026-01-02T03:04:05Z", "game": act} for act in acts]
        made = [
            shell.home.write("evening.jsonl", journal_of(entries).decode()),
            shell.home.write("refcli.toml", 'game = "evening.jsonl"'),
        ]
        try:
            for typed in ("refcli remove x", "refcli who x", "refcli fire x", "refcli set x"):
                assert shell.completes(typed) == typed
            shell.does("refcli who")
            assert not (shell.home.work / "PWNED").exists()
        finally:
            for path in made:
                path.unlink()

    def test_of_charts(self, shell: Shell) -> None:
        """Called as no chart is."""
        made = [
            shell.home.write("mine/grid/x$(touch PWNED).toml", ""),
            shell.home.write("refcli.toml", 'charts = "mine"'),
        ]
        try:
            assert shell.completes("refcli charts show grid x") == "refcli charts show grid x"
            assert not (shell.home.work / "PWNED").exists()
        finally:
            for path in made:
                path.unlink()

    def test_of_a_program_that_answers_in_its_place(self, shell: Shell) -> None:
        """The script itself lets no word in that means anything to the shell."""
        answers = ("x$(touch PWNED)", "x`touch PWNED`", "x;touch PWNED", "x y", "x'", "x*")
        lines = "\n".join(answers)
        fake = write(shell.home.folder / "fake" / "refcli", f"#!/bin/sh\ncat <<'end'\n{lines}\nend\n")
        fake.chmod(0o755)
        shell.does(f"export PATH='{fake.parent}:{PATH}'")
        try:
            assert shell.completes("refcli x") == "refcli x"
            fake.write_text("#!/bin/sh\necho xyz\n")
            assert shell.completes("refcli x") == "refcli xyz"
            assert not (shell.home.work / "PWNED").exists()
        finally:
            shell.does(f"export PATH='{PATH}'")

    def test_of_words_that_stand_before_the_one_that_is_typed(self, shell: Shell) -> None:
        """What is quoted on the line stays quoted there."""
        typed = 'refcli -R grid fire "\\$(touch PWNED),tank" infan'
        assert shell.completes(typed) == typed + "try"
        assert not (shell.home.work / "PWNED").exists()


class TestCompletionScripts:
    """``--show-completion`` prints; it installs nothing."""

    @pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
    def test_a_script_is_good_for_its_shell(self, home: Home, run: Run, shell: str) -> None:
        """The shell itself reads it without complaint, where it is installed."""
        found = shutil.which(shell)
        if found is None:
            pytest.skip(f"{shell} is not installed")
        script = run("--show-completion", shell).out
        done = subprocess.run(
            [found, "-n"], input=script, capture_output=True, text=True, env=environment_of(home.folder)
        )
        assert done.returncode == 0 and done.stderr == ""
