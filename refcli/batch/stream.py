"""From a stream of lines to a stream of rulings or odds, by one process or several."""

import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from json import JSONEncoder, dumps
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import SimpleQueue
from typing import IO, Any, NamedTuple

from refcli.batch.lines import Line, NotJson, csv_lines, json_lines
from refcli.core.errors import BadData, Refused, nearest
from refcli.core.hashing import blake2b
from refcli.core.limits import MOST_JOBS, MOST_REPEATS, SEED_BITS, in_short
from refcli.referee.referee import Case, Referee
from refcli.referee.settings import Settings
from refcli.wire import JsonObject
from refcli.wire.objects import ERROR, RULING, ErrorAnswer
from refcli.wire.requests import seed_from

UNLESS_ASKED = tuple(key for key in RULING.keys if key not in ("no_effect", "spare"))
"""The keys of a ruling unless the batch names others; finding conditions without effect takes long."""

AT_A_TIME = 256
"""Rulings that are made at a time of lines that are repeated."""

LARGEST_PORTION = 1 << 20
"""Characters of answers that are written at a time, and one answer more."""

AHEAD = 4
"""Tasks that are read for each process before the answers to the first are written."""

encode = JSONEncoder(check_circular=False).encode


class RepeatedId(Refused):
    """An id that came before."""

    kind = "repeated-id"


class LostWorker(Refused):
    """Work that a killed process did not give back."""

    status = 3
    kind = "lost-worker"

    def __init__(self) -> None:
        super().__init__("a worker process was killed; what is written are whole lines, the rest is missing")


class Options(NamedTuple):
    """What a batch is asked to do.

    ``repeat`` rules on every line that often; ``only`` are the keys of an answer that are written, none meaning all;
    ``dry_run`` writes errors alone, those of repeated ids among them; ``number`` writes the lines themselves, each
    with an id; ``fail_fast`` ends with the first error; ``csv`` reads rows under a header instead of JSON lines, their
    cells parted by the ``delimiter``, or by the one that the header has; ``jobs`` is the number of processes. With
    ``odds`` nothing is rolled, and an answer is the line's exact odds; with ``sweep``, one field or two each with its
    values, it is the chance of success, or of an ``outcome``, at each of these.
    """

    seed: int = 0
    repeat: int = 1
    only: tuple[str, ...] = ()
    dry_run: bool = False
    number: bool = False
    fail_fast: bool = False
    csv: bool = False
    jobs: int = 1
    odds: bool = False
    sweep: tuple[str, ...] = ()
    outcome: str = ""
    delimiter: str = ""

    @property
    def rolls(self) -> bool:
        """True if dice are rolled at all."""
        return not (self.odds or self.sweep)

    @property
    def keys(self) -> tuple[str, ...] | None:
        """The keys that are written besides the id; None for all."""
        return tuple(key for key in self.only if key != "id") if self.only else None

    def check(self) -> None:
        """Refuse options that make no sense together."""
        noun, known = "a ruling", list(RULING.keys)
        if not self.rolls:
            from refcli.wire.schemas import odds_schema, sweep_schema  # rulings do without

            noun, schema = ("a sweep", sweep_schema()) if self.sweep else ("odds", odds_schema())
            known = [key for key in schema["properties"] if key != "id"]
        for key in self.keys or ():
            if key not in known:
                raise Refused(f"--only: {noun} has no {in_short(key)}{nearest(key, known)}; it has {', '.join(known)}")
        if self.repeat < 1 or self.jobs < 1:
            raise Refused("--repeat and --jobs are whole numbers from 1 on")
        if self.repeat > MOST_REPEATS:
            raise Refused(f"--repeat {self.repeat}: at most {MOST_REPEATS:,} rulings are made of a line")
        if self.jobs > (most := (os.cpu_count() or 1) * MOST_JOBS):
            raise Refused(f"--jobs {self.jobs}: at most {most}, {MOST_JOBS} for each processor that this machine has")
        if self.number and (self.dry_run or self.only or self.repeat > 1 or not self.rolls):
            others = "--dry-run, --only, --repeat, --odds and --sweep"
            raise Refused(f"--number writes the lines themselves, with ids: leave out {others}")
        if self.odds and self.sweep:
            raise Refused("--odds or --sweep, not both")
        if self.repeat > 1 and not self.rolls:
            raise Refused("--repeat goes with rulings: the odds of a line are the same each time")
        if self.outcome and not self.sweep:
            raise Refused("--outcome goes with --sweep")
        if self.delimiter and not self.csv:
            raise Refused("--delimiter goes with --csv")


class Tally(NamedTuple):
    """What a batch came to so far: lines read, rulings made, errors by kind, bytes read."""

    lines: int = 0
    rulings: int = 0
    errors: Mapping[str, int] = {}
    bytes: int = 0

    def plus(self, other: "Tally") -> "Tally":
        """Both together."""
        errors = dict(Counter(self.errors) + Counter(other.errors)) if other.errors else self.errors
        return Tally(self.lines + other.lines, self.rulings + other.rulings, errors, self.bytes + other.bytes)

    @property
    def failed(self) -> int:
        """How many errors there were."""
        return sum(self.errors.values())


class Task(NamedTuple):
    """Lines to answer at a time, and which of their repeats."""

    lines: list[Line]
    first: int = 1
    times: int = 1


class Answers(NamedTuple):
    """Answers to a task or a part of it: the text to write, the tally, and for a dry run the ids by line number."""

    text: bytes
    tally: Tally
    ids: Sequence[tuple[int, str]] = ()


class Rulings:
    """The rulings of lines, by the charts alone."""

    def __init__(self, referee: Referee, keys: tuple[str, ...] | None = None) -> None:
        """``keys`` are the keys of a ruling that are written; None for the usual ones."""
        self.referee = referee
        self.keys = UNLESS_ASKED if keys is None else keys

    def case(self, raw: JsonObject) -> Case:
        """The case of a line. Raises as Referee.case does."""
        return self.referee.case(raw)

    def ruling(self, case: Case, seed: int, dice: Any) -> JsonObject:
        """The ruling on a case as an object. Raises as Referee.rule does."""
        return RULING.dump(self.referee.rule(case, seed, dice), self.keys)


def run(
    source: IO[bytes],
    write: Callable[[bytes], Any],
    settings: Settings,
    options: Options,
    progress: Callable[[Tally], None] | None = None,
    rulings: Rulings | None = None,
) -> Tally:
    """Answer every line of ``source`` in order; only whole lines are given to ``write``.

    One process may have its ``rulings`` made by something else than the charts alone.

    A line that cannot be answered is written as an error object and raises nothing. Raises Refused for an
    option that makes no sense, BadData for chart files with faults, LostWorker for a killed worker, OSError
    for an output that takes no more.
    """
    options.check()
    tasks = _tasks(csv_lines(source, options.delimiter) if options.csv else json_lines(source), options.repeat)
    answers: Generator[Answers, None, None]
    if options.jobs > 1:
        answers = _by_processes(tasks, settings, options)
    else:
        resolver = LineResolver(rulings or Rulings(Referee(settings), options.keys), options)
        answers = (portion for task in tasks for portion in resolver.answers(task))
    tally = Tally()
    seen: set[int] = set()  # of an id only its hash is kept
    with closing(answers):
        for text, came, ids in answers:
            tally = tally.plus(came)
            for number, id in ids:
                if (hashed := _id_hash(0, id)) in seen:
                    error = RepeatedId(f"the id {in_short(id)} came before; lines with one id share their dice")
                    text += f"{_error_text(error, number, id)}\n".encode("ascii")
                    tally = tally.plus(Tally(errors={error.kind: 1}))
                seen.add(hashed)
            if text:
                write(text)
            if progress:
                progress(tally)
            if options.fail_fast and tally.errors:
                break
    return tally


def _tasks(chunks: Iterable[list[Line]], repeat: int) -> Iterator[Task]:
    """Part lines that are read together into tasks; with repeats each has some AT_A_TIME rulings to make."""
    for lines in chunks:
        together = len(lines) if repeat == 1 else max(1, AT_A_TIME // repeat)
        for start in range(0, len(lines), together or 1):
            for first in range(1, repeat + 1, AT_A_TIME):
                yield Task(lines[start : start + together], first, min(AT_A_TIME, repeat + 1 - first))


def line_seed(seed: int, id: object) -> int:
    """The seed of a line's dice: of the hash of its id, keyed by the seed of the batch, the first SEED_BITS bits."""
    return _id_hash(seed, id) >> (64 - SEED_BITS)


def _id_hash(seed: int, id: object) -> int:
    text = str(id).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8, key=seed.to_bytes(8, "big")).digest(), "big")


INTERNAL = "internal"
"""The kind of an error that is a fault of a rule, not of a line; the others are those of refcli.core.errors."""


def _kind(error: Exception) -> str:
    return error.kind if isinstance(error, Refused) else INTERNAL


def _error_text(error: Exception, line: int, id: str | int | None, repeat: int | None = None) -> str:
    """The object of a line that cannot be answered."""
    refused = isinstance(error, Refused)
    message = str(error) if refused else f"a fault of refcli itself: {type(error).__name__}: {error}"
    status = error.status if isinstance(error, Refused) else Refused.status
    return dumps(ERROR.dump(ErrorAnswer(_kind(error), message, status, line, id, repeat)))


class LineResolver:
    """Answers lines, and counts what it answered until it is asked for it."""

    def __init__(self, rulings: Rulings, options: Options) -> None:
        self._rulings = rulings
        self._options = options
        self._begin()

    def _begin(self) -> None:
        self._out: list[str] = []
        self._errors: Counter[str] = Counter()
        self._ids: list[tuple[int, str]] = []
        self._lines = self._made = self._bytes = self._size = 0

    def answers(self, task: Task) -> Iterator[Answers]:
        """Answer a task, in portions. Nothing is raised for a bad line, but BadData for the charts it needs."""
        for line in task.lines:
            if line.blank:
                continue
            if task.first == 1:
                self._lines += 1
                self._bytes += line.size
            id: str | int | None = None
            try:
                raw = line.raw_request()
                id = _id_of(raw)
                if id is not None and task.first == 1 and self._options.dry_run:
                    self._ids.append((line.number, str(id)))
                if "error" in raw and "schema" in raw:  # of an earlier batch: it goes through as it is
                    self._write(_written_again(raw))
                    kind = raw["error"].get("kind", INTERNAL) if isinstance(raw["error"], dict) else INTERNAL
                    self._errors[str(kind)] += 1
                elif self._options.number:
                    self._write(_written_again(raw if id is not None else {"id": line.number, **raw}))
                else:
                    for _ in self._rule(line.number, id, raw, task):
                        if self._size > LARGEST_PORTION:
                            yield self._portion()
            except BadData:  # of chart files: the other lines need them, too
                raise
            except Exception as error:  # a fault of a rule stays with its line, too
                if task.first == 1:
                    self._fail(error, line.number, id)
            if self._errors and self._options.fail_fast:
                break
        yield self._portion()

    def _portion(self) -> Answers:
        text = "".join([f"{one}\n" for one in self._out]).encode("ascii")
        answers = Answers(text, Tally(self._lines, self._made, dict(self._errors), self._bytes), self._ids)
        self._begin()
        return answers

    def _write(self, text: str) -> None:
        self._out.append(text)
        self._size += len(text)

    def _answer(self, answer: JsonObject) -> None:
        self._made += 1
        if not self._options.dry_run:
            self._write(encode(answer))

    def _fail(self, error: Exception, line: int, id: str | int | None, repeat: int | None = None) -> None:
        error = self._rulings.referee.rulesets.fault(error) or error
        self._write(_error_text(error, line, id, repeat))
        self._errors[_kind(error)] += 1

    def _rule(self, number: int, id: str | int | None, raw: JsonObject, task: Task) -> Iterator[None]:
        """Make a line's rulings, one after the other. Raises what keeps all of them from being made."""
        options = self._options
        own_id = number if id is None else id
        named: JsonObject = {"id": own_id} if id is not None or "id" in options.only else {}
        if not options.rolls:
            self._answer({**named, **_chances(self._rulings.referee, options, raw)})
            yield
            return
        case = self._rulings.case(raw)
        own = raw.get("seed")
        seed = line_seed(options.seed, own_id) if own is None else seed_from(own)
        if options.repeat == 1:
            self._answer({**named, **self._rulings.ruling(case, seed, raw.get("dice"))})
            yield
            return
        for time in range(task.first, task.first + task.times):
            try:
                repeat_seed = seed if time == 1 else line_seed(seed, f"repeat {time}")
                self._answer({**named, "repeat": time, **self._rulings.ruling(case, repeat_seed, raw.get("dice"))})
            except Exception as error:  # what falls decides which dice there are: another repeat may do
                self._fail(error, number, id, time)
            yield


def _id_of(raw: JsonObject) -> str | int | None:
    """The id of a line, if it has one: a text or a whole number."""
    id = raw.get("id")
    if id is None or (isinstance(id, (str, int)) and not isinstance(id, bool)):
        return id
    raise Refused(f"id: {in_short(id)} is neither a text nor a whole number")


def _written_again(raw: JsonObject) -> str:
    try:
        return dumps(raw, allow_nan=False)
    except ValueError:
        raise NotJson("this line holds NaN, Infinity or a number beyond all numbers, which JSON has not") from None


def _chances(referee: Referee, options: Options, raw: JsonObject) -> JsonObject:
    """The exact odds of a line, or the sweep of them. What each condition is worth is there only if it is asked for."""
    from refcli.referee.sweep import sweep_of
    from refcli.referee.what_if import known_in, odds_in, worth
    from refcli.wire.objects import odds_to, sweep_to

    if options.sweep:
        if raw.get("dice") is not None:
            raise Refused("dice goes with a ruling or odds, not with a sweep")
        found = sweep_to(*sweep_of(referee, raw, options.sweep, options.outcome))
    else:
        case = referee.case(raw)
        known = known_in(case, raw.get("dice"))
        odds = odds_in(case, known)
        found = odds_to(case, odds, known, worth(case, odds, known) if "worth" in options.only else ())
    if options.keys is not None:
        return {key: found[key] for key in options.keys if key in found}
    return {key: value for key, value in found.items() if key != "worth"}


class Worker(NamedTuple):
    """A process that answers tasks, and this end of a pipe of its own to it.

    No lock or queue is shared among workers: of one that is killed in the middle of an answer the pipe ends, where a
    shared queue would be waited on for ever.
    """

    process: SpawnProcess
    pipe: Connection

    def answers(self, task: Task) -> list[Answers]:
        """Give a task out and take its answers. Raises LostWorker, or the BadData that the worker raised."""
        try:
            self.pipe.send(task)
            found: list[Answers] | BadData = self.pipe.recv()
        except (EOFError, OSError):
            raise LostWorker from None
        if isinstance(found, BadData):
            raise found
        return found


def _by_processes(tasks: Iterable[Task], settings: Settings, options: Options) -> Generator[Answers, None, None]:
    """The answers of ``options.jobs`` worker processes, each with a thread here, in the order of the tasks."""
    workers: list[Worker] = []
    idle: SimpleQueue[Worker] = SimpleQueue()
    waiting: deque[Future[list[Answers]]] = deque()

    def answered(task: Task) -> list[Answers]:
        worker = idle.get()
        try:
            return worker.answers(task)
        finally:
            idle.put(worker)

    threads = ThreadPoolExecutor(options.jobs)
    try:
        for task in tasks:
            if len(workers) < options.jobs:
                workers.append(_start_worker(settings, options))
                idle.put(workers[-1])
            waiting.append(threads.submit(answered, task))
            if len(waiting) >= options.jobs * AHEAD:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        for worker in workers:
            worker.process.terminate()
        threads.shutdown(cancel_futures=True)
        for worker in workers:
            worker.process.join()
            worker.pipe.close()


def _start_worker(settings: Settings, options: Options) -> Worker:
    spawn = get_context("spawn")
    pipe, far_end = spawn.Pipe()
    process = spawn.Process(target=_work, args=(far_end, settings, options), daemon=True)
    with _ctrl_c_ignored():
        process.start()
    far_end.close()
    return Worker(process, pipe)


@contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    """Keep Ctrl-C from a process that is started here, even while it starts: the one that writes ends the workers."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(pipe: Connection, settings: Settings, options: Options) -> None:
    """Answer tasks until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resolver = LineResolver(Rulings(Referee(settings), options.keys), options)
    while True:
        try:
            task: Task = pipe.recv()
            try:
                pipe.send(list(resolver.answers(task)))
            except BadData as error:
                pipe.send(error)
        except (EOFError, OSError):
            return
