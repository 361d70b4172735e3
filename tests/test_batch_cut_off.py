"""What cuts a batch off: a full disk, no reader, a signal. No half line stands as a whole one."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.batch_lines import FIRE, lines
from tests.conftest import environment_of
from tests.terminal import hear_ctrl_c

MANY = 200_000
"""Lines that take a while, so that there is a middle in which to cut them off."""


def started(folder: Path, *arguments: str, **streams: Any) -> "subprocess.Popen[bytes]":
    """The command as a process of its own, in a group of its own."""
    call = [sys.executable, "-m", "refcli", "batch", *arguments]
    return subprocess.Popen(
        call,
        cwd=folder,
        env=environment_of(folder),
        start_new_session=True,
        preexec_fn=hear_ctrl_c,
        **streams,
    )


@pytest.mark.skipif(os.name == "nt", reason="signals and /dev/full")
class TestWhatIsCutOff:
    """No half line ever stands as a whole one; the exit status tells."""

    def test_a_full_disk_is_told(self, tmp_path: Path) -> None:
        if not Path("/dev/full").exists():
            pytest.skip("no /dev/full")
        with open("/dev/full", "wb") as full:  # noqa: PTH123
            process = started(tmp_path, stdin=subprocess.PIPE, stdout=full, stderr=subprocess.PIPE)
            _, err = finished(process, lines(FIRE))
        assert process.returncode == 3
        assert b"No space left" in err
        assert b"Traceback" not in err

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_nobody_reads_any_more(self, tmp_path: Path, jobs: str) -> None:
        given = tmp_path / "given.jsonl"
        given.write_bytes(lines(FIRE) * 20_000)
        process = started(tmp_path, str(given), "--jobs", jobs, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdout is not None and process.stderr is not None
        assert json.loads(process.stdout.readline())["outcome"]
        process.stdout.close()
        err = process.stderr.read()
        process.stderr.close()
        assert process.wait() == 141
        assert b"Traceback" not in err

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_ctrl_c_leaves_whole_lines(self, tmp_path: Path, jobs: str) -> None:
        given, out = tmp_path / "given.jsonl", tmp_path / "out.jsonl"
        given.write_bytes(lines(FIRE) * MANY)
        with out.open("wb") as file:
            process = started(tmp_path, str(given), "--jobs", jobs, stdout=file, stderr=subprocess.PIPE)
            wait_for(out)
            os.killpg(process.pid, signal.SIGINT)
            _, err = finished(process)
        assert process.returncode == 130
        said = r"refcli: stopped: ([\d,]+) lines?, ([\d,]+) rulings?, no errors, seed \d+; .* s\n"
        told = re.fullmatch(said, err.decode())
        assert told and told[1] == told[2]
        assert int(told[1].replace(",", "")) <= whole_lines(out) < MANY

    @pytest.mark.parametrize("worker", [0, 1])
    @pytest.mark.parametrize("reader", ["reads", "is held up"])
    def test_a_killed_worker_is_told(self, tmp_path: Path, reader: str, worker: int) -> None:
        given, out = tmp_path / "given.jsonl", tmp_path / "out.jsonl"
        given.write_bytes(lines(FIRE) * MANY)
        with out.open("wb") as file:
            process = started(tmp_path, str(given), "--jobs", "2", stdout=file, stderr=subprocess.PIPE)
            wait_for(out)
            if reader == "is held up":  # until the workers stand still in the middle of an answer
                process.send_signal(signal.SIGSTOP)
                time.sleep(0.5)
            os.kill(workers_of(process.pid)[worker], signal.SIGKILL)
            process.send_signal(signal.SIGCONT)
            _, err = finished(process)
        assert process.returncode == 3
        assert b"a worker process was killed" in err
        assert b"Traceback" not in err
        assert whole_lines(out) < MANY

    def test_workers_end_with_the_one_who_started_them(self, tmp_path: Path) -> None:
        given, out = tmp_path / "given.jsonl", tmp_path / "out.jsonl"
        given.write_bytes(lines(FIRE) * MANY)
        with out.open("wb") as file:
            process = started(tmp_path, str(given), "--jobs", "2", stdout=file, stderr=subprocess.DEVNULL)
            wait_for(out)
            workers = workers_of(process.pid)
            process.kill()
            process.wait()
        for _ in range(500):
            if not any(alive(worker) for worker in workers):
                break
            time.sleep(0.02)
        assert workers and not any(alive(worker) for worker in workers)

    def test_lines_are_answered_as_they_come(self, tmp_path: Path) -> None:
        process = started(tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert process.stdin is not None and process.stdout is not None
        for _ in range(3):
            process.stdin.write(lines(FIRE))
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["outcome"]
        process.stdin.close()
        assert process.stdout.read() == b""
        process.stdout.close()
        assert process.wait() == 0


def finished(process: "subprocess.Popen[bytes]", given: bytes | None = None) -> tuple[bytes, bytes]:
    """What a process wrote until its end; one that hangs is ended and fails the test."""
    try:
        return process.communicate(given, timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise


def wait_for(out: Path) -> None:
    """Until something is written."""
    for _ in range(1000):
        if out.stat().st_size:
            return
        time.sleep(0.01)
    raise AssertionError("nothing is written")


def whole_lines(out: Path) -> int:
    """How many lines stand there, each of them whole but perhaps the last, which then has no end."""
    *whole, rest = out.read_bytes().split(b"\n")
    for line in whole:
        json.loads(line)
    assert rest == b""
    return len(whole)


def workers_of(parent: int) -> list[int]:
    """The processes of multiprocessing that a process started, the one that tracks resources left out."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
            said = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if int(stat[1]) == parent and b"spawn_main" in said:
            found.append(int(folder.name))
    return found


def alive(process: int) -> bool:
    """Whether a process runs; one that ended and was not asked about does not."""
    try:
        return (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
