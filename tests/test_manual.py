"""docs: each setting, variable, exit status and extra is on its page."""

import ast
import re
import tomllib
from pathlib import Path

from refcli.cli.batch import FAILED
from refcli.cli.main import BROKEN_PIPE, INTERRUPTED
from refcli.core.errors import Refused
from refcli.referee.settings import ENVIRONMENT, KINDS
from tests.test_json import kinds_of_refusal

ROOT = Path(__file__).parent.parent


def below(page: str, heading: str) -> str:
    """What stands below a heading, up to the next one."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", page, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def told(text: str) -> set[str]:
    """What stands first in the rows of tables, word by word."""
    rows = re.findall(r"^\| (.+?) \|", text, re.MULTILINE)
    return {word for row in rows for word in re.split(r"[`, ]+", row)}


class TestTheSettings:
    """docs/settings.md."""

    PAGE = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")

    def test_tells_every_setting(self) -> None:
        assert told(below(self.PAGE, "Settings")) - {"", "setting", "---"} == {*KINDS}

    def test_tells_every_variable_that_is_read(self) -> None:
        variables = told(below(self.PAGE, "Environment"))
        read = {*ENVIRONMENT.values(), *variables_read()}
        assert read - variables == set() and len(read) >= 10
        assert {one for one in variables if one.startswith("REFCLI_")} == {*ENVIRONMENT.values()}

    def test_tells_every_exit_status(self) -> None:
        statuses = {int(word) for word in told(below(self.PAGE, "Exit status")) if word.isdecimal()}
        ours = [one for one in kinds_of_refusal() if one.__module__.startswith("refcli.")]
        assert statuses == {0, FAILED, INTERRUPTED, BROKEN_PIPE, Refused.status, *(one.status for one in ours)}


def variables_read() -> set[str]:
    """Names as variables have them, in the modules that read the environment."""
    found = set()
    for path in (ROOT / "refcli").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "os.environ" in text:
            texts = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
            found |= {one for one in texts if isinstance(one, str) and re.fullmatch(r"[A-Z][A-Z_]{3,}", one)}
    return found


def test_the_page_on_installing_tells_every_extra() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `pip install '\.\[(\w+)\]'` \|", page, re.MULTILINE)) == sorted(extras)
