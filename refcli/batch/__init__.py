"""Many rulings, one a line: JSON lines or CSV in, JSON lines out, in the order they came and in constant memory.

A line is the object of a scenario's ruling, with an ``id`` and a ``seed`` if it has them. Its dice come from
the seed of the batch and its id alone, so that order, shards and the number of processes change nothing.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from json import JSONDecoder, dumps
from json.encoder import encode_basestring_ascii as quote
from typing import IO, Any, NamedTuple

from refcli.batch.lines import Item, Line, chunks, lines_of
from refcli.batch.memory import Memory
from refcli.core.errors import BadData, Refused, nearest
from refcli.core.hashing import blake2b
from refcli.plain import SCHEMA, Plain
from refcli.plain.dump import RULING
from refcli.plain.parse import seed_from
from refcli.referee.referee import Case, Referee
from refcli.referee.settings import Settings

INTERNAL = "internal"
"""The kind of an error that is a fault of a rule, not of a line; the others are those of refcli.core.errors."""

AT_A_TIME = 256
"""Rulings in one task when lines are repeated: what is written at once stays small."""


class Options(NamedTuple):
    """What a batch is asked to do.

    ``repeat`` resolves every line that often; ``only`` are the keys of a ruling that are written, none
    meaning all; ``dry_run`` writes errors alone, those of repeated ids among them; ``number`` writes the
    lines themselves, each with an id; ``fail_fast`` ends with the first error; ``csv`` reads rows under a
    header instead of JSON lines; ``jobs`` is the number of processes.
    """

    seed: int = 0
    repeat: int = 1
    only: tuple[str, ...] = ()
    dry_run: bool = False
    number: bool = False
    fail_fast: bool = False
    csv: bool = False
    jobs: int = 1


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
    """Lines to answer at one go, and which of their repeats."""

    items: tuple[Item, ...]
    first: int = 1
    times: int = 1


class Answer(NamedTuple):
    """What a task came to: the bytes to write, the tally, and for a dry run the ids it met, with their lines."""

    text: bytes
    tally: Tally
    ids: tuple[tuple[int, str], ...] = ()


class NotJson(Refused):
    """A line that cannot be read."""

    kind = "json"


class Repeated(Refused):
    """An id that came before."""

    kind = "repeated-id"


def run(
    source: IO[bytes],
    write: Callable[[bytes], Any],
    settings: Settings,
    options: Options,
    progress: Callable[[Tally], None] | None = None,
) -> Tally:
    """Answer every line of ``source`` in order; only whole lines are given to ``write``.

    A line that cannot be answered is written as an error object and raises nothing. Raises Refused for an
    option that makes no sense, BadData for chart files with faults, LostWorker for a killed worker, OSError
    for an output that takes no more.
    """
    tasks = tasks_of(chunks(source, options.csv), checked(options))
    if options.jobs == 1:
        answers = by_one_process(tasks, settings, options)
    else:
        from refcli.batch.jobs import by_processes

        answers = by_processes(tasks, settings, options)
    tally = Tally()
    met: set[int] = set()
    with closing(answers):
        for answer in answers:
            repeats = repeated(answer.ids, met)
            text = answer.text + b"".join(repeats)
            if text:
                write(text)
            tally = tally.plus(answer.tally)
            if repeats:
                tally = tally.plus(Tally(errors={Repeated.kind: len(repeats)}))
            if progress:
                progress(tally)
            if options.fail_fast and tally.errors:
                break
    return tally


def collect_seldom() -> None:
    """Have garbage collected, which a single ruling does without, but seldom: rulings leave hardly any."""
    import gc

    gc.enable()
    gc.set_threshold(50_000)


def checked(options: Options) -> Options:
    """The options, if they make sense together."""
    for key in options.only:
        if key not in RULING:
            raise Refused(f"--only: a ruling has no {key!r}{nearest(key, RULING)}; it has {', '.join(RULING)}")
    if options.repeat < 1 or options.jobs < 1:
        raise Refused("--repeat and --jobs are whole numbers from 1 on")
    if options.number and (options.dry_run or options.only or options.repeat > 1):
        raise Refused("--number writes the lines themselves, with ids: leave out --dry-run, --only and --repeat")
    return options


def tasks_of(source: Iterable[tuple[Item, ...]], options: Options) -> Iterator[Task]:
    """The tasks of chunks; with repeats each has some AT_A_TIME rulings to make."""
    repeat = options.repeat
    for chunk in source:
        if repeat == 1:
            yield Task(chunk)
            continue
        lines = tuple(lines_of(chunk))
        if repeat >= AT_A_TIME:
            for line in lines:
                for first in range(1, repeat + 1, AT_A_TIME):
                    yield Task((line,), first, min(AT_A_TIME, repeat + 1 - first))
        else:
            together = AT_A_TIME // repeat
            for start in range(0, len(lines), together):
                yield Task(lines[start : start + together], 1, repeat)


def by_one_process(tasks: Iterable[Task], settings: Settings, options: Options) -> Generator[Answer, None, None]:
    """The answers of this process."""
    clerk = Clerk(settings, options)
    for task in tasks:
        yield clerk.answer(task)


class Clerk:
    """Answers lines, keeping what it read of charts and names for the next one."""

    def __init__(self, settings: Settings, options: Options) -> None:
        self.memory = Memory(Referee(settings), options.only, options.repeat > 1)
        self.options = options
        self._out: list[str] = []
        self._errors: Counter[str] = Counter()

    def answer(self, task: Task) -> Answer:
        """What a task comes to. Nothing is raised for a bad line, but BadData for the charts it needs."""
        self._out, self._errors = [], Counter()
        ids: list[tuple[int, str]] = []
        lines = rulings = size = 0
        for line in lines_of(task.items):
            if line.blank:
                continue
            if task.first == 1:
                lines += 1
                size += line.size
            id: str | int | None = None
            try:
                plain = object_of(line)
                id = id_of(plain)
                if id is not None and task.first == 1 and self.options.dry_run:
                    ids.append((line.number, str(id)))
                if "error" in plain and "schema" in plain:  # of an earlier batch: it goes through as it is
                    self._failed_before(plain)
                elif self.options.number:
                    self._out.append(dumps(plain if id is not None else {"id": line.number, **plain}))
                else:
                    rulings += self._rule(line.number, id, plain, task)
            except BadData:  # of chart files: the other lines need them, too
                raise
            except Exception as error:  # a fault of a rule stays with its line, too
                if task.first == 1:
                    self._fail(line.number, id, error)
            if self._errors and self.options.fail_fast:
                break
        text = "".join([f"{one}\n" for one in self._out]).encode("ascii")
        return Answer(text, Tally(lines, rulings, dict(self._errors), size), tuple(ids))

    def _rule(self, number: int, id: str | int | None, plain: Plain, task: Task) -> int:
        """Make a line's rulings; how many could be made. A line that asks for none at all raises."""
        key, case = self.memory.case(plain)
        own = plain.get("seed")
        seed = line_seed(self.options.seed, number if id is None else id) if own is None else seed_from(own)
        told = "" if id is None else f'"id": {quote(id) if isinstance(id, str) else id}, '
        if self.options.repeat == 1:
            self._resolve(key, case, seed, plain.get("dice"), told)
            return 1
        made = 0
        for time in range(task.first, task.first + task.times):
            try:
                its = seed if time == 1 else line_seed(seed, f"repeat {time}")
                self._resolve(key, case, its, plain.get("dice"), f'{told}"repeat": {time}, ')
                made += 1
            except Exception as error:  # what falls decides which dice there are: another repeat may do
                self._fail(number, id, error, time)
        return made

    def _resolve(self, key: str, case: Case, seed: int, dice: Any, told: str) -> None:
        text = self.memory.text(key, case, seed, dice)
        if not self.options.dry_run:
            self._out.append(f"{{{told}{text}}}")

    def _fail(self, number: int, id: str | int | None, error: Exception, time: int = 0) -> None:
        self._out.append(error_text(number, id, error, time))
        self._errors[kind_of(error)] += 1

    def _failed_before(self, plain: Plain) -> None:
        error = plain["error"]
        self._out.append(dumps(plain))
        self._errors[str(error.get("kind", INTERNAL)) if isinstance(error, dict) else INTERNAL] += 1


def line_seed(seed: int, id: object) -> int:
    """The seed of a line's dice, 64 bits: the hash of its id as text, keyed by the seed of the batch."""
    text = str(id).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8, key=seed.to_bytes(8, "big")).digest(), "big")


def _keys_once(pairs: list[tuple[str, Any]]) -> Plain:
    """The object of its pairs; Refused for a key that stands twice, where JSON would take the last and say nothing."""
    found = dict(pairs)
    if len(found) < len(pairs):
        key = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise Refused(f"{key!r} stands twice in one object; leave one of them out")
    return found


decode = JSONDecoder(object_pairs_hook=_keys_once).decode


def object_of(line: Line) -> Plain:
    """The object of a line. Raises Refused."""
    plain = line.given
    if isinstance(plain, bytes):
        try:
            plain = decode(plain.decode().removeprefix("\ufeff"))
        except (ValueError, RecursionError) as error:
            raise NotJson(f"this line is not JSON: {error}") from None
    if isinstance(plain, Refused):
        raise plain
    if not isinstance(plain, dict):
        raise NotJson("this line is no object: a ruling's fields stand in braces")
    return plain


def id_of(plain: Plain) -> str | int | None:
    """The id of a line, if it has one: a text or a whole number."""
    id = plain.get("id")
    if id is None or (isinstance(id, (str, int)) and not isinstance(id, bool)):
        return id
    raise Refused(f"id: {id!r} is neither a text nor a whole number")


def kind_of(error: Exception) -> str:
    """The kind of an error in one word."""
    return error.kind if isinstance(error, Refused) else INTERNAL


def error_text(number: int, id: str | int | None, error: Exception, time: int = 0) -> str:
    """The object of a line that cannot be answered: where it stands, its id and repeat, and what is wrong."""
    told: Plain = {"schema": SCHEMA, "line": number}
    if id is not None:
        told["id"] = id
    if time:
        told["repeat"] = time
    refused = isinstance(error, Refused)
    message = str(error) if refused else f"a fault of refcli itself: {type(error).__name__}: {error}"
    status = error.status if isinstance(error, Refused) else Refused.status
    return dumps({**told, "error": {"kind": kind_of(error), "message": message, "status": status}})


def repeated(ids: Iterable[tuple[int, str]], met: set[int]) -> list[bytes]:
    """An error line for each id that was met before. Of an id only its hash is kept."""
    found = []
    for number, id in ids:
        hashed = line_seed(0, id)
        if hashed in met:
            error = Repeated(f"the id {id!r} came before; lines with one id share their dice")
            found.append(f"{error_text(number, id, error)}\n".encode("ascii"))
        met.add(hashed)
    return found
