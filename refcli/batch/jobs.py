"""A batch shared among worker processes: a few tasks under way at a time, answers in order."""

import signal
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process

from refcli.batch import Answer, Clerk, Options, Task, collect_seldom
from refcli.core.errors import Refused
from refcli.settings import Settings

AHEAD = 3
"""Tasks given out for each worker before the first of them is back."""

_clerk: Clerk | None = None


class LostWorker(Refused):
    """Work that a killed process did not give back."""

    status = 3
    kind = "lost-worker"


def by_processes(tasks: Iterable[Task], settings: Settings, options: Options) -> Generator[Answer, None, None]:
    """The answers of ``options.jobs`` worker processes, in the order of the tasks. Raises LostWorker."""
    pool = ProcessPoolExecutor(options.jobs, get_context("spawn"), _begin, (settings, options))
    under_way: deque[Future[Answer]] = deque()
    try:
        for number, task in enumerate(tasks):
            if number < options.jobs:  # a worker is started here, and must not hear Ctrl-C even while it starts
                with _deaf():
                    under_way.append(pool.submit(_work, task))
            else:
                under_way.append(pool.submit(_work, task))
            if len(under_way) >= options.jobs * AHEAD:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    except BrokenProcessPool:
        raise LostWorker("a worker process was killed; what is written are whole lines, the rest is missing") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C is not heard in here, nor by what is started in here: the one who reads and writes ends the workers."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _begin(settings: Settings, options: Options) -> None:
    """Set a worker up."""
    global _clerk
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _clerk = Clerk(settings, options)


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for its next task for ever."""
    import os

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(LostWorker.status)


def _work(task: Task) -> Answer:
    assert _clerk is not None
    return _clerk.answer(task)
