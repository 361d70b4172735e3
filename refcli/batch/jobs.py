"""A batch shared among worker processes, a few tasks under way at a time, answers in order.

Each worker has a pipe of its own, and no lock is shared: a worker that is killed in the middle of an answer
leaves an end of file there, where a shared queue would be waited on for ever.
"""

import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import Queue, SimpleQueue
from typing import NamedTuple

from refcli.batch.options import Options
from refcli.batch.resolver import LineResolver
from refcli.batch.tasks import Answers, Task
from refcli.core.errors import BadData, Refused
from refcli.referee.settings import Settings

AHEAD = 6
"""Tasks given out for each worker before the first of them is back."""

LOST = "a worker process was killed; what is written are whole lines, the rest is missing"

_spawn = get_context("spawn")


class LostWorker(Refused):
    """Work that a killed process did not give back."""

    status = 3
    kind = "lost-worker"


class Worker(NamedTuple):
    """A process that answers tasks, and this end of the pipe to it."""

    process: SpawnProcess
    pipe: Connection

    @classmethod
    def start(cls, settings: Settings, options: Options) -> "Worker":
        """A new process; it must not hear Ctrl-C even while it starts."""
        pipe, far_end = _spawn.Pipe()
        process = _spawn.Process(target=_answer_tasks, args=(far_end, settings, options), daemon=True)
        with _ignoring_ctrl_c():
            process.start()
        far_end.close()
        return cls(process, pipe)

    def give(self, task: Task) -> None:
        """Give a task out. Raises LostWorker."""
        try:
            self.pipe.send(task)
        except OSError:
            raise LostWorker(LOST) from None

    def answers(self) -> Iterator[Answers]:
        """The answers to the first task that has none yet. Raises LostWorker, or the BadData that came of it."""
        last = False
        while not last:
            try:
                found: Answers | BadData = self.pipe.recv()
            except (EOFError, OSError):
                raise LostWorker(LOST) from None
            if isinstance(found, BadData):
                raise found
            last = found.last
            yield found


def by_processes(tasks: Iterable[Task], settings: Settings, options: Options) -> Generator[Answers, None, None]:
    """The answers of ``options.jobs`` worker processes, in the order of the tasks. Raises LostWorker or BadData."""
    workers: list[Worker] = []
    under_way: deque[Worker] = deque()
    try:
        for number, task in enumerate(tasks):
            if number < options.jobs:
                workers.append(Worker.start(settings, options))
            worker = workers[number % options.jobs]
            worker.give(task)
            under_way.append(worker)
            if len(under_way) >= options.jobs * AHEAD:
                yield from under_way.popleft().answers()
        while under_way:
            yield from under_way.popleft().answers()
    finally:
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.process.join()
            worker.pipe.close()


@contextmanager
def _ignoring_ctrl_c() -> Iterator[None]:
    """Ctrl-C is not heard in here, nor by what is started in here: the one who reads and writes ends the workers."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _answer_tasks(pipe: Connection, settings: Settings, options: Options) -> None:
    """What a worker does. It takes tasks and gives answers in threads of their own.

    So it does not wait for its turn, until it is AHEAD portions ahead.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tasks: SimpleQueue[Task] = SimpleQueue()
    answers: Queue[Answers | BadData] = Queue(AHEAD)
    threading.Thread(target=_receive_tasks, args=(pipe, tasks), daemon=True).start()
    threading.Thread(target=_send_answers, args=(pipe, answers), daemon=True).start()
    resolver = LineResolver(settings, options)
    while True:
        task = tasks.get()
        try:
            for portion in resolver.answers(task):
                answers.put(portion)
        except BadData as error:
            answers.put(error)


def _send_answers(pipe: Connection, answers: "Queue[Answers | BadData]") -> None:
    """Give answers as they come; without the one who takes them a worker ends."""
    try:
        while True:
            pipe.send(answers.get())
    except OSError:
        os._exit(LostWorker.status)


def _receive_tasks(pipe: Connection, tasks: "SimpleQueue[Task]") -> None:
    """Take tasks as they come; without the one who gives them out a worker ends."""
    try:
        while True:
            tasks.put(pipe.recv())
    except (EOFError, OSError):
        os._exit(LostWorker.status)
