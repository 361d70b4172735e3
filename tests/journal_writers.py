"""Writers of a journal that are killed, and writers that write at once: run as a program by test_journal.

``kill FILE TIMES`` starts a writer TIMES times and kills it at a random moment; every entry that a writer
acknowledged is told on standard output by its seed. ``together FILE WRITERS ENTRIES`` lets several write at once.
"""

import os
import random
import signal
import sys
import time
from itertools import count
from pathlib import Path

from refcli.game import journal
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings

FIRE = {"rules": "grid", "procedure": "fire", "attackers": "2xtank", "target": "infantry"}


def kill(path: Path, times: int) -> None:
    """Writers one after the other, each killed; half of them write slowly, so that lines are torn for sure."""
    referee = Referee(Settings())
    case = referee.case(FIRE)
    chance = random.Random(5)
    for time_ in range(times):
        moment = chance.random() * 0.02
        told, tell = os.pipe()
        writer = os.fork()
        if not writer:
            if time_ % 2:
                journal._write = slowly
            for number in count():
                seed = time_ * 100_000 + number
                journal.append(path, referee.rule(case, seed))
                os.write(tell, f"{seed}\n".encode())
        os.close(tell)
        time.sleep(moment)
        os.kill(writer, signal.SIGKILL)
        os.waitpid(writer, 0)
        with os.fdopen(told, "rb") as acknowledged:
            sys.stdout.write(acknowledged.read().decode())


def slowly(file: int, text: bytes) -> None:
    """Write a line in pieces, with time between them to be killed in."""
    for start in range(0, len(text), 200):
        os.write(file, text[start : start + 200])
        time.sleep(0.0005)


def together(path: Path, writers: int, entries: int) -> None:
    """Several writers at once, some of them slow."""
    referee = Referee(Settings())
    case = referee.case(FIRE)
    started = []
    for writer in range(writers):
        process = os.fork()
        if not process:
            if writer % 2:
                journal._write = slowly
            for number in range(entries):
                journal.append(path, referee.rule(case, writer * 100_000 + number))
            os._exit(0)
        started.append(process)
    for process in started:
        _, status = os.waitpid(process, 0)
        assert status == 0


if __name__ == "__main__":
    {"kill": kill, "together": together}[sys.argv[1]](Path(sys.argv[2]), *map(int, sys.argv[3:]))
