"""The man page: what the commands say of themselves, and good roff."""

import subprocess
from pathlib import Path

from refcli.cli.app import FIXED
from refcli.cli.options import CONTROLS, FLAGS, SEVERAL
from refcli.referee.settings import ENVIRONMENT
from refcli.rulesets import RULESETS
from tests.tools import needed, tool

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "refcli.1"


class TestTheManPage:
    """docs/refcli.1, which the wheel has in share/man/man1."""

    def test_is_what_the_commands_say(self) -> None:
        assert PAGE.read_text(encoding="utf-8") == tool("write_man").page(), "run: python tools/write_man.py"

    def test_is_read_without_complaint_and_tells_everything(self) -> None:
        """Every command, option, ruleset, variable and exit status."""
        command = [needed("groff"), "-man", "-ww", "-Tascii", "-P-cbou", "-rLL=200n", str(PAGE)]
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
        assert ran.stderr == ""
        options = [one[0] for one in (*FLAGS, *SEVERAL, *CONTROLS)]
        for word in (*FIXED, *options, *RULESETS, *ENVIRONMENT.values(), "NO_COLOR", "130, 141", "refcli.toml"):
            assert word in ran.stdout, word
        assert "\\" not in ran.stdout and "`" not in ran.stdout
