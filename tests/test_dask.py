"""Beyond one machine: what docs/scale.md shows for Dask, on a local cluster of two workers."""

import re
from pathlib import Path
from typing import Any

import pytest

from refcli.batch import Options
from refcli.batch import run as run_batch
from tests.test_batch import lines, no_settings, scenario_rulings

distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")

DOCUMENT = Path(__file__).parent.parent / "docs" / "scale.md"


def shown() -> dict[str, Any]:
    """What the first Python block of the document defines."""
    block = re.search(r"^```python\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert block
    names: dict[str, Any] = {"__name__": "__main__"}  # pickled by value: the workers know no such module
    exec(compile(block[1], str(DOCUMENT), "exec"), names)
    return names


def test_two_workers_answer_line_for_line_as_one_process_does(tmp_path: Path) -> None:
    """A numbered file, shared out in shards, some of its lines bad."""
    numbered, whole = tmp_path / "numbered.jsonl", tmp_path / "whole.jsonl"
    plains = [{**plain, "id": number} for number, plain in enumerate([*scenario_rulings(), *scenario_rulings()], 1)]
    numbered.write_bytes(lines(*plains))
    with numbered.open("rb") as file, whole.open("wb") as out:
        tally = run_batch(file, out.write, no_settings(), Options(seed=7))
    assert tally.errors == {} and tally.rulings == len(plains)
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with cluster, distributed.Client(cluster) as client:
        client.wait_for_workers(2)
        found = list(shown()["answers"](client, numbered, seed=7, lines=17, ahead=4))
    assert len(found) > 2
    assert b"".join(found).splitlines() == whole.read_bytes().splitlines()
