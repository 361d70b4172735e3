"""Beyond one machine: what docs/scale.md shows for Dask, on a local cluster of two workers."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from refcli.batch import Options
from refcli.batch import run as run_batch
from tests.batch_lines import lines, no_settings, scenario_rulings
from tests.conftest import Home, environment_of

pytest.importorskip("distributed", reason="the extra dask is not installed")

DOCUMENT = Path(__file__).parents[2] / "docs" / "scale.md"


def test_two_workers_answer_line_for_line_as_one_process_does(home: Home) -> None:
    """The Python of the document, pasted into a file and run, with a numbered file beside it: shards of seventeen."""
    (code,) = re.findall(r"^```python\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert "lines: int = 10_000" in code
    home.write("script.py", code.replace("lines: int = 10_000", "lines: int = 17"))
    plains = [{**plain, "id": number} for number, plain in enumerate([*scenario_rulings(), *scenario_rulings()], 1)]
    numbered = home.write("numbered.jsonl", lines(*plains))
    whole = home.work / "whole.jsonl"
    with numbered.open("rb") as file, whole.open("wb") as out:
        tally = run_batch(file, out.write, no_settings(), Options(seed=7))
    assert tally.errors == {} and tally.rulings == len(plains)
    environment = {
        **environment_of(home.folder),
        "DASK_DISTRIBUTED__DASHBOARD__LINK": "",
        "PYTHONPATH": path_of_refcli(),
    }
    command = [sys.executable, "script.py"]
    ran = subprocess.run(command, cwd=home.work, env=environment, capture_output=True, encoding="utf-8", timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert (home.work / "answers.jsonl").read_bytes() == whole.read_bytes()


def path_of_refcli() -> str:
    """The folder that refcli is in, for a process that is started elsewhere."""
    import refcli

    return str(Path(refcli.__file__).parent.parent)
