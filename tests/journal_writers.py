"""Writers of a journal that are killed, and writers that write at once: run as a program by test_journal.

``kill FILE TIMES`` starts a writer TIMES times and kills it, every other one in the middle of a line; every entry that
a writer acknowledged is told on standard output by its seed. ``together FILE WRITERS ENTRIES`` lets several write at
once. Nothing here goes by the clock, so that a busy machine changes nothing.
"""

import os
import random
import signal
import sys
import time
from itertools import count
from math import inf
from pathlib import Path
from typing import IO

from refcli.game import journal
from refcli.game.game import Game
from refcli.game.supply import Completed
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings

FIRE = {"rules": "grid", "procedure": "fire", "attackers": "2xtank", "target": "infantry"}
PIECE = 200
"""Bytes that a slow writer writes at a time."""

IN_THE_MIDDLE = b"in the middle of a line\n"


def kill(path: Path, times: int) -> None:
    """Writers one after the other: each is killed once it has told so many entries, or stands in the middle of one."""
    referee = Referee(Settings())
    case = referee.case(FIRE)
    chance = random.Random(5)
    for time_ in range(times):
        entries, pieces = chance.randrange(4), chance.randrange(1, 8)
        told, tell = os.pipe()
        writer = os.fork()
        if not writer:
            for number in count():
                if time_ % 2 and number == entries:
                    journal._write = stopping(pieces, tell)
                seed = time_ * 100_000 + number
                journal.append(path, referee.rule(case, seed))
                os.write(tell, f"{seed}\n".encode())
        os.close(tell)
        with os.fdopen(told, "rb") as acknowledged:
            _told_and_killed(writer, acknowledged, None if time_ % 2 else entries)


def play(path: Path, kills: int) -> None:
    """Two writers of one game, one of which is killed again and again while the other goes on.

    Every other kill falls in the middle of a line. Each acknowledged act is told by its word.
    """
    journal.PATIENCE = inf
    chance = random.Random(7)
    steady, telling = _player(path, "steady", None)
    for time_ in range(kills):
        pieces = chance.randrange(1, 3) if time_ % 2 else None
        acts = chance.randrange(3)
        writer, told = _player(path, f"killed-{time_}", (acts, pieces) if pieces else None)
        _told_and_killed(writer, told, None if pieces else acts)
    os.kill(steady, signal.SIGTERM)
    os.waitpid(steady, 0)
    sys.stdout.write(b"".join(one for one in telling.readlines() if one != IN_THE_MIDDLE).decode())


def _told_and_killed(writer: int, told: IO[bytes], acknowledged: int | None) -> None:
    """Tell what a writer acknowledged, and kill it after so many, or else in the middle of a line."""
    lines: list[bytes] = []
    while acknowledged is None or len(lines) < acknowledged:
        line = told.readline()
        if line in (IN_THE_MIDDLE, b""):
            break
        lines.append(line)
    os.kill(writer, signal.SIGKILL)
    os.waitpid(writer, 0)
    sys.stdout.write(b"".join([*lines, *told.readlines()]).decode())


def _player(path: Path, name: str, stops: tuple[int, int] | None) -> tuple[int, IO[bytes]]:
    """A process that plays on until it is killed: rulings and notes in turn, each told once it is on the disk."""
    told, tell = os.pipe()
    process = os.fork()
    if process:
        os.close(tell)
        return process, os.fdopen(told, "rb")
    os.close(told)
    referee = Referee(Settings())
    game = Game(path, referee, "grid")
    record = referee.rule(referee.case(FIRE), 1)
    for number in count():
        if stops and number == stops[0]:
            journal._write = stopping(stops[1], tell, piece=20)
        word = f"{name}/{number}"
        if number % 2:
            game.keep(record._replace(ruling=record.ruling._replace(seed=number)), Completed({}, (), ()))
        game.act("note", text=word)
        os.write(tell, f"{word}\n".encode())
        if not stops:
            time.sleep(0.02)  # so that the game does not grow without end
    raise AssertionError("a writer plays until it is killed")


def stopping(pieces: int, tell: int, piece: int = PIECE):
    """Write so many pieces of a line, say so, and wait to be killed."""

    def write(file: int, text: bytes) -> None:
        os.write(file, text[: pieces * piece])
        os.write(tell, IN_THE_MIDDLE)
        while True:
            signal.pause()

    return write


def slowly(file: int, text: bytes) -> None:
    """Write a line in pieces, with time between them for another writer to come."""
    for start in range(0, len(text), PIECE):
        os.write(file, text[start : start + PIECE])
        time.sleep(0.0005)


def together(path: Path, writers: int, entries: int) -> None:
    """Several writers at once, some of them slow; each waits for the others however long they take."""
    journal.PATIENCE = inf
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
    {"kill": kill, "together": together, "play": play}[sys.argv[1]](Path(sys.argv[2]), *map(int, sys.argv[3:]))
