"""Beyond one machine: what docs/scale.md shows for GNU parallel, as it stands there but for smaller blocks."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.batch_lines import FIRE, answered, lines, scenario_rulings
from tests.conftest import environment_of

DOCUMENT = Path(__file__).parents[2] / "docs" / "scale.md"
BIN = Path(sys.executable).parent


def there() -> bool:
    """Whether this machine has GNU parallel, and refcli beside the Python that runs the tests."""
    if shutil.which("parallel") is None or shutil.which("bash") is None or not (BIN / "refcli").exists():
        return False
    ran = subprocess.run(["parallel", "--version"], capture_output=True, text=True, check=False)
    return ran.stdout.startswith("GNU parallel")


def shown() -> str:
    """The block of the document that calls it."""
    blocks = re.findall(r"^```sh\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    (found,) = [block for block in blocks if block.startswith("parallel ")]
    return str(found)


@pytest.mark.skipif(not there(), reason="GNU parallel is not installed")
class TestGnuParallel:
    """Shards of a numbered file, answered side by side."""

    def ran(self, folder: Path, given: bytes) -> tuple[int, bytes]:
        """What the block leaves with and writes, in blocks of 20 KB."""
        (folder / "numbered.jsonl").write_bytes(given)
        block = shown()
        assert "--block 10M" in block
        environment = environment_of(folder)
        environment["PATH"] = f"{BIN}:{environment['PATH']}"
        call = ["bash", "-c", block.replace("--block 10M", "--block 20k")]
        ran = subprocess.run(call, cwd=folder, env=environment, capture_output=True, timeout=120, check=False)
        assert ran.stderr.count(b"refcli: ") > 2, ran.stderr
        return ran.returncode, (folder / "answers.jsonl").read_bytes()

    def test_answers_line_for_line_as_one_process_does(self, tmp_path: Path) -> None:
        given = lines(*[{**plain, "id": number} for number, plain in enumerate(scenario_rulings() * 2, 1)])
        status, answers = self.ran(tmp_path, given)
        assert (status, answers) == (0, lines(*answered(given, seed=7)[0]))

    def test_leaves_with_the_number_of_blocks_in_which_a_line_failed(self, tmp_path: Path) -> None:
        good = [{**FIRE, "id": number} for number in range(1000)]
        status, answers = self.ran(tmp_path, lines({"id": "first"}, *good, {"id": "last"}))
        assert status == 2
        assert len(answers.splitlines()) == 1002
