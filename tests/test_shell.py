"""In a shell: pipes, help, prefixes and what stands in for what."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import refcli.rulesets
from refcli.cli.command import FIXED
from tests.conftest import Home, Run, environment_of

if os.name == "nt":
    pytest.skip("a pty is Unix", allow_module_level=True)

from tests.terminal import Terminal

FIRE = "-R grid fire tank infantry"


class TestAPipe:
    """Gets all that is printed, however Python buffers it."""

    @pytest.mark.parametrize("unbuffered", ["", "1"])
    @pytest.mark.parametrize(
        ("words", "said"), [("--version", "refcli "), ("--help", "Usage: "), ("--show-completion bash", "_completion")]
    )
    def test_gets_what_leaves_early(self, tmp_path: Path, words: str, said: str, unbuffered: str) -> None:
        call = [sys.executable, "-m", "refcli", *words.split()]
        there = {**environment_of(tmp_path), "PYTHONUNBUFFERED": unbuffered}
        ran = subprocess.run(call, env=there, capture_output=True, text=True, timeout=60)
        assert (ran.returncode, said in ran.stdout) == (0, True)


class TestHelp:
    """Help, from the same declarations as everything else."""

    def test_without_a_ruleset_it_lists_the_procedures_of_each(self, run: Run) -> None:
        """Every registered ruleset with its procedures, then the other commands."""
        ran = run("--help")
        assert ran.status == 0
        for rules in refcli.rulesets.RULESETS:
            assert f"\n  {rules} " in ran.out
            assert set(refcli.rulesets.ruleset(rules).procedures) <= set(re.findall(r"[a-z-]+", ran.out))
        for command in ("card", "charts", "scenario", "config", "schema", "rules"):
            assert f"\n  {command} " in ran.out

    @pytest.mark.parametrize("line", ["-R grid --help", "--help -R grid", "--rules=grid --help"])
    def test_with_a_ruleset_it_lists_that_one_alone(self, run: Run, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
        """On either side of ``--help``."""
        monkeypatch.setitem(refcli.rulesets.RULESETS, "other", "refcli.rulesets.grid")
        ran = run(*shlex.split(line))
        assert ran.status == 0
        headings = [text for text in ran.out.splitlines() if re.fullmatch(r"\S.* \S+:", text)]
        assert [text.split()[-1] for text in headings if text[:-1].split()[-1] in refcli.rulesets.RULESETS] == ["grid:"]

    def test_the_ruleset_of_the_settings_counts(self, home: Home, run: Run) -> None:
        """``rules = "grid"`` in refcli.toml is as good as ``-R grid``."""
        home.write("refcli.toml", 'rules = "grid"')
        assert run("fire", "--help").out == run("-R", "grid", "fire", "--help").out

    def test_a_procedure_without_a_ruleset_says_which_have_it(self, run: Run) -> None:
        """And how to choose one."""
        ran = run("fire", "--help")
        assert ran.status == 0
        for name in refcli.rulesets.RULESETS:
            assert refcli.rulesets.ruleset(name).procedure("fire").summary in " ".join(ran.out.split())
        assert ran.out.count("\n  refcli -R ") == len(refcli.rulesets.RULESETS)

    @pytest.mark.parametrize("line", ["-R grid fire --help", "fire --help -R grid", "fire -R grid --help"])
    def test_a_procedure_with_its_ruleset_tells_inputs_and_conditions(self, run: Run, line: str) -> None:
        """On either side of the procedure: what to say, the conditions with their worth, the options."""
        ran = run(*shlex.split(line))
        assert ran.status == 0
        for said in ("ATTACKERS[,...]", "TARGET", "-r, --range SQUARES"):
            assert said in ran.out
        for condition in ("woods", "adjacent", "powerful", "minefield", "disrupted"):
            assert f"\n  {condition} " in ran.out
        for option in (": FACES", "--ask", "--seed", "--odds", "--why", "--set", "--adjust", "--reading"):
            assert option in ran.out
        everything = run(*shlex.split(line.replace("--help", "--help-all"))).out
        for option in ("--dice", "--published", "--json", "--plain", "--exit-status"):
            assert option in everything

    @pytest.mark.parametrize(
        ("line", "usage", "says"),
        [
            ("-R cc bombard --help", "bombard [TARGET[,...]] [CONDITION]...", "TARGET"),
            ("-R fw phase --help", "phase MOVER [TERRAIN[,...]] [CONDITION]...", "TERRAIN"),
            ("-R sk grenade --help", "grenade [THROWER] [CONDITION]...", "THROWER"),
            ("-R fw air-combat --help", "air-combat ATTACKER TARGET", "--interceptor INTERCEPTOR"),
            (
                "-R sk fire --help",
                "fire FIRER[,...] TARGET[,...]",
                "[default: front]",
            ),
            (
                "-R cc event --help",
                "event [SIDES[,...]] [OPTIONS]",
                "[default: artillery]",
            ),
        ],
    )
    def test_what_may_be_left_out_and_what_may_be_said_is_told(
        self, run: Run, line: str, usage: str, says: str
    ) -> None:
        """Brackets around a term that need not be there, the words that a field knows behind its help."""
        text = " ".join(run(*shlex.split(line)).out.split())
        assert f"Usage: refcli {usage}" in text and says in text

    @pytest.mark.parametrize("command", [*FIXED, "charts show", "charts new", "charts print", "scenario run"])
    def test_every_other_command_is_told_in_full(self, run: Run, command: str) -> None:
        """In whole sentences, with a word of ours for each value, and before there is any ruling to judge again."""
        ran = run(*command.split(), "--help")
        assert ran.status == 0 and ran.err == ""
        assert not re.search(r"\w\.\.\.$|<(str|int)>", ran.out, re.MULTILINE)

    def test_it_fits_a_narrow_window(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """No line runs over 80 columns."""
        monkeypatch.setenv("COLUMNS", "80")
        for line in ("--help", "-R grid --help", "-R grid fire --help"):
            assert max(map(len, run(*shlex.split(line)).out.splitlines())) <= 80


class TestWhatDoesTheJob:
    """A procedure that a ruleset does not have, and one that it calls by its own word."""

    @pytest.mark.parametrize(
        ("asked", "answer"), [("penetrate", "fire"), ("close-assault", "fire"), ("initiative", "turns")]
    )
    @pytest.mark.parametrize("rest", ["", " tank infantry", " --help"])
    def test_a_procedure_that_is_not_there_says_what_is(self, run: Run, asked: str, answer: str, rest: str) -> None:
        """Status 4, with the ruleset's own answer."""
        ran = run(*shlex.split(f"-R grid {asked}{rest}"))
        assert ran.status == 4 and ran.out == ""
        assert asked in ran.err and answer in ran.err

    @pytest.mark.parametrize(("own", "name"), [("sortie", "strafe"), ("regroup", "morale"), ("SORTIE", "strafe")])
    def test_the_rulesets_own_word_is_as_good(self, run: Run, own: str, name: str) -> None:
        """The same ruling under both names."""
        said = run("-R", "grid", own, "tank", "--seed", "3", "--json")
        assert said.status == 0 and said == run("-R", "grid", name, "tank", "--seed", "3", "--json")


class TestGivenInVain:
    """A figure or a modifier of the referee's that the ruling has no use for is told; one that counts is not."""

    RIFLES = ("-R", "cc", "fire", "rifles", "infantry", "-r", "8", "--dice", "3,3,3,6", "--plain")

    def test_a_modifier_of_a_sum_that_is_not_added_up(self, run: Run) -> None:
        """A kill die is for armor; the fire points, named or not, are added up."""
        said = run(*self.RIFLES, "--adjust", "kill die=3", "--adjust", "+1:luck", "--adjust", "fire points=-1").out
        assert "kill die" in said
        assert "kill die" not in run(*self.RIFLES, "--adjust", "+1:luck", "--adjust", "fire points=-1").out

    def test_a_figure_that_is_not_read(self, run: Run) -> None:
        """Men in the open have no save."""
        assert "not used" in run(*self.RIFLES, "--set", "cover.2.save=3").out
        assert "not used" not in run(*self.RIFLES, "--set", "fire-chart.9.6=3").out


class TestPrefixes:
    """A beginning of a name: enough at a terminal, refused where nobody looks."""

    @staticmethod
    def _at_a_terminal(home: Home, line: str) -> tuple[int, str]:
        environment = environment_of(home.folder)
        with Terminal([sys.executable, "-m", "refcli", *shlex.split(line)], home.work, environment) as terminal:
            return terminal.status(), terminal.shown

    @pytest.mark.parametrize(
        ("line", "shows"),
        [
            ("-R grid fire strong infan build --dice 4 --plain", ["Strongpoint", "Infantry", "buildings"]),
            ("-R grid fire tank+pow infantry --dice 4 --plain", ["Tank"]),
            ("-R grid fire destr infantry --dice 5 --plain", ["Tank Destroyer"]),
        ],
    )
    def test_at_a_terminal_a_beginning_is_enough(self, home: Home, line: str, shows: list[str]) -> None:
        """Of the name or of one of its words, and the ruling shows the full name."""
        status, shown = self._at_a_terminal(home, line)
        assert status == 0, shown
        assert all(name in shown for name in shows), shown

    def test_a_ruling_judged_again_takes_beginnings_too(self, home: Home) -> None:
        """Of a condition and of a term, at the same terminal."""
        refcli = shlex.join([sys.executable, "-m", "refcli"])
        lines = f"{refcli} {FIRE} --dice 4 --plain && {refcli} again build --target strong --plain"
        with Terminal(["sh", "-c", lines], home.work, environment_of(home.folder)) as terminal:
            assert terminal.status() == 0, terminal.shown
        assert "against Strongpoint" in terminal.shown and "buildings" in terminal.shown

    def test_an_exact_name_beats_a_beginning(self, home: Home) -> None:
        """``tank`` is the tank, whatever else begins with it."""
        status, shown = self._at_a_terminal(home, "-R grid fire tank infantry --dice 4 --json")
        assert status == 0 and '"attackers": ["tank"]' in shown

    @pytest.mark.parametrize(
        ("word", "candidates"), [("arm", ["armoured-infantry", "armoured-car"]), ("gun", ["assault-gun", "aa-gun"])]
    )
    def test_an_ambiguous_beginning_lists_what_it_could_be(self, home: Home, word: str, candidates: list[str]) -> None:
        """Status 4, and each of them by name."""
        status, shown = self._at_a_terminal(home, f"-R grid fire {word} infantry")
        assert status == 4
        assert repr(word) in shown and all(name in shown for name in candidates)
        assert len(shown.strip().splitlines()) == 1

    @pytest.mark.parametrize(
        ("line", "near"),
        [("fire tan infantry", "tank"), ("fire tank infan", "infantry"), (f"{FIRE[8:]} build", "buildings")],
    )
    def test_in_a_pipe_a_beginning_is_refused_with_the_nearest(self, run: Run, line: str, near: str) -> None:
        """A script means exactly what it says."""
        ran = run("-R", "grid", *shlex.split(line))
        assert ran.status == 4 and ran.out == ""
        assert "nearest: " in ran.err and near in ran.err

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ("-R grid f tank inf woo : 5", "DISRUPTED: "),
            ("-R grid sort tank : 5", "ELIMINATED: "),
            ("-R fw init ger,brit -y 1943 : 4 7", "INITIATIVE: "),
            ("-R fw ass inf tiger-i : 9", "NO EFFECT: "),
            ("-R fw bomb 1000lb : 5 / 1 1", "TARGET COVERED: "),
            ("-R fw fi 6pdr tiger-i -r 12 -f s : 9", "facing side"),
            ("ru grid", "WW2 Rules"),
            ("charts sh grid clock", "Game Clock"),
        ],
    )
    def test_a_command_has_beginnings_too(self, home: Home, line: str, says: str) -> None:
        """A procedure, a ruleset's own word for one, a fixed command, one of a group; an exact name comes first."""
        status, shown = self._at_a_terminal(home, f"{line} --plain" if ":" in line else line)
        assert status == 0 and says in shown, shown

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ("-R fw bom 1000lb", "bombard or bomb"),
            ("-R grid b artillery", "bombard or batch"),
            ("f tank infantry", "fire or fortunes"),
            ("charts d", "diff or digest"),
            ("-R fw bomb 1000lb --towards south-", "south-east or south-west"),
            ("-R grid init german", "initiative"),
            ("-R fw smoke mortar", "smoke"),
        ],
    )
    def test_a_beginning_that_means_none_or_several_is_told(self, home: Home, line: str, says: str) -> None:
        """With what it could be, or what does the job."""
        status, shown = self._at_a_terminal(home, line)
        assert status != 0 and says.lower() in shown.lower()

    @pytest.mark.parametrize("line", ["-R grid f tank infantry", "ru grid", "charts sh grid", "-R grid sort tank"])
    def test_a_command_is_typed_whole_in_a_pipe(self, run: Run, line: str) -> None:
        ran = run(*line.split())
        assert ran.status in (2, 4) and ran.out == ""

    def test_a_choice_is_typed_whole_in_a_pipe(self, run: Run) -> None:
        ran = run("-R", "fw", "fire", "6pdr", "tiger-i", "-r", "12", "-f", "s")
        assert (ran.status, ran.out) == (2, "") and "'s'" in ran.err and "front, side, rear" in ran.err

    def test_an_alias_works_everywhere(self, run: Run) -> None:
        """In any case, and the ruling shows the full name."""
        ran = run(*shlex.split("-R WW2 fire TD Inf --dice 4 --plain"))
        assert ran.status == 0 and "Tank Destroyer" in ran.out and "Infantry" in ran.out
