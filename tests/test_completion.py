"""TAB in a real bash, zsh and fish: what the charts know is completed, files where nothing is, and nothing is run."""

import json

import pytest

import refcli.rulesets
from refcli.cli.command import FIXED
from refcli.cli.completion import items
from refcli.core.names import is_name
from refcli.core.request import one_word
from tests.conftest import Home, Run, write
from tests.situations import referee

SHELLS = ("bash", "fish", "zsh")
SCRIPTS = (*SHELLS, "powershell", "pwsh")

HOSTILE = (
    "$(touch PWNED)",
    "`touch PWNED`",
    "\\$(touch PWNED)",
    "x;touch PWNED",
    "x' $(touch PWNED) '",
    'x" $(touch PWNED) "',
    "x\n$(touch PWNED)",
    "(touch PWNED)",
    "{a,$(touch PWNED)}",
    "<(touch PWNED)",
    "x)) $(touch PWNED) ((",
    "~root",
    "*",
    "-x",
)
"""What must not be a name, in any shell."""


def scenario_called(name: str) -> str:
    """A file with one scenario of this name; a text of JSON is one of TOML."""
    return f'[[scenario]]\nname = {json.dumps(name)}\nrules = "grid"\nruling = []\n'


class TestANameThatIsNone:
    """Is told where its file is read, and left out where names are offered."""

    @pytest.mark.parametrize("name", HOSTILE)
    def test_is_a_fault_of_the_scenarios(self, home: Home, run: Run, name: str) -> None:
        home.write("scenarios.toml", scenario_called(name))
        ran = run("scenario", "list")
        assert ran.status == 3 and ran.out == "" and ran.err.startswith("refcli: scenarios.toml:2: ")

    @pytest.mark.parametrize("key", ["id", "letter", "word"])
    @pytest.mark.parametrize("name", ["$(touch PWNED)", "two words", ""])
    def test_is_a_fault_of_the_readings(self, home: Home, run: Run, key: str, name: str) -> None:
        said = {"id": "X-1", "letter": "a", "word": "one", key: name}
        write(
            home.work / "mine" / "grid" / "readings.toml",
            f"""[[reading]]
id = "{said["id"]}"
question = "?"
default = "b"
source = {{ section = "x" }}
option = [{{ letter = "{said["letter"]}", word = "{said["word"]}", text = "x" }},
          {{ letter = "b", word = "two", text = "x" }}]
""",
        )
        home.write("refcli.toml", 'charts = "mine"')
        ran = run("-R", "grid", "fire", "tank", "infantry", "--dice", "4")
        assert ran.status == 3 and ran.out == "" and "must be a name" in ran.err and f"not {name!r}" in ran.err

    @pytest.mark.parametrize("rules", refcli.rulesets.RULESETS)
    def test_is_not_shipped(self, rules: str) -> None:
        """Whatever a ruleset has can be offered: charts, rows, conditions, readings, choices of a field."""
        loaded = referee().loaded(rules)
        charts = loaded.library.everything().values()
        names = [name for chart in charts for name in (chart.name, *chart.rows, *chart.conditions)]
        for reading in loaded.readings.values():
            names += [reading.id, *(option.word for option in reading.options)]
        fields = [field for one in loaded.ruleset.procedures for field in loaded.procedure(one).inputs]
        names += [one_word(choice) for field in fields for choice in field.field.choices]
        assert [name for name in names if not is_name(name)] == []

    @pytest.mark.parametrize("name", HOSTILE)
    def test_is_not_offered(self, name: str) -> None:
        assert items([name, "tank"], "") == [("tank", "")]

    @pytest.mark.parametrize("shell", SHELLS)
    @pytest.mark.parametrize("before", ["$(touch PWNED),", "`x`+", "x y,", "'"])
    def test_is_not_put_back_where_it_was_typed_in_quotes(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, shell: str, before: str
    ) -> None:
        """The shell would have it without them."""
        quoted = '"' + before.replace("$", "\\$").replace("`", "\\`") + "tan"
        monkeypatch.setenv("_REFCLI_COMPLETE", f"complete_{shell}")
        monkeypatch.setenv("_REFCLI_COMPLETE_LINE", f"refcli -R grid fire {quoted}")
        assert run().out.strip() == ""


class TestCompletionScripts:
    """``--show-completion`` prints; it installs nothing."""

    @pytest.mark.parametrize("shell", SCRIPTS)
    def test_each_shell_has_its_script(self, home: Home, run: Run, shell: str) -> None:
        """A script that asks refcli, and not one file written anywhere."""
        ran = run("--show-completion", shell)
        assert ran.status == 0 and ran.err == ""
        assert "refcli" in ran.out and "_REFCLI_COMPLETE" in ran.out
        assert not [path for path in home.folder.rglob("*") if path.is_file()]

    @pytest.mark.parametrize("shell", ["csh", "", "BASH ", "sh"])
    def test_another_shell_is_refused_with_those_there_are(self, run: Run, shell: str) -> None:
        """One line, status 2."""
        ran = run("--show-completion", shell)
        assert ran.status == 2 and ran.out == "" and "bash, zsh, fish, powershell, pwsh" in ran.err

    @pytest.mark.parametrize("words", [(), *((command,) for command in FIXED), ("-R", "grid", "fire")])
    @pytest.mark.parametrize("option", ["--install-completion", "--install-completion=bash"])
    def test_nothing_installs_itself(
        self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], option: str
    ) -> None:
        """The option that edits start-up files does not exist, at the root or at any command."""
        monkeypatch.setenv("SHELL", "/bin/bash")
        assert run(*words, option).status == 2
        assert not [path for path in home.folder.rglob("*") if path.is_file()]
