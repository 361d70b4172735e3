"""From lines to rulings: one line's object resolved, or its error in its place."""

from collections import Counter
from collections.abc import Iterator
from json import JSONEncoder
from typing import TYPE_CHECKING, Any

from refcli.batch.errors import INTERNAL, error_text, kind_of
from refcli.batch.line_object import id_of, object_of, written_again
from refcli.batch.lines import lines_of
from refcli.batch.options import ID, Options
from refcli.batch.seeds import line_seed
from refcli.batch.tasks import LARGEST_PORTION, Answers, Tally, Task
from refcli.core.errors import BadData
from refcli.core.procedure import Record
from refcli.referee.referee import Case, Referee
from refcli.referee.settings import Settings
from refcli.wire import JsonObject
from refcli.wire.objects import RULING
from refcli.wire.requests import seed_from

if TYPE_CHECKING:
    from refcli.batch.chances import Chances

UNLESS_ASKED = tuple(key for key in RULING.keys if key not in ("no_effect", "spare"))
"""The keys of a ruling unless the batch names others; finding conditions without effect takes long."""


encode = JSONEncoder(check_circular=False).encode


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
        return self.written(self.referee.rule(case, seed, dice))

    def written(self, record: Record) -> JsonObject:
        """The keys of a ruling that are written."""
        return RULING.dump(record, self.keys)


def chances_for(referee: Referee, options: Options) -> "Chances":
    """What tells the odds of lines; rulings do without its modules."""
    from refcli.batch.chances import Chances

    return Chances(referee, options)


class LineResolver:
    """Makes the rulings of lines, keeping what it read of charts and names for the next one."""

    def __init__(self, settings: Settings, options: Options, rulings: Rulings | None = None) -> None:
        """``rulings`` makes them; without it the charts do."""
        self._rulings_of = rulings or Rulings(Referee(settings), options.keys)
        self.options = options
        self._chances = None if options.rolls else chances_for(self._rulings_of.referee, options)
        self._begin()

    def answers(self, task: Task) -> Iterator[Answers]:
        """The answers to a task, in portions. Nothing is raised for a bad line, but BadData for the charts it needs."""
        for line in lines_of(task.items):
            if line.blank:
                continue
            if task.first == 1:
                self._lines += 1
                self._bytes += line.size
            id: str | int | None = None
            try:
                raw = object_of(line)
                id = id_of(raw)
                if id is not None and task.first == 1 and self.options.dry_run:
                    self._ids.append((line.number, str(id)))
                if "error" in raw and "schema" in raw:  # of an earlier batch: it goes through as it is
                    self._failed_before(raw)
                elif self.options.number:
                    self._write(written_again(raw if id is not None else {"id": line.number, **raw}))
                else:
                    for _ in self._rule(line.number, id, raw, task):
                        if self._size > LARGEST_PORTION:
                            yield self._portion(last=False)
            except BadData:  # of chart files: the other lines need them, too
                raise
            except Exception as error:  # a fault of a rule stays with its line, too
                if task.first == 1:
                    self._fail(line.number, id, error)
            if self._errors and self.options.fail_fast:
                break
        yield self._portion(last=True)

    def _portion(self, last: bool) -> Answers:
        """What was written and counted since the portion before."""
        text = "".join([f"{one}\n" for one in self._out]).encode("ascii")
        tally = Tally(self._lines, self._rulings, dict(self._errors), self._bytes)
        answers = Answers(text, tally, tuple(self._ids), last)
        self._begin()
        return answers

    def _begin(self) -> None:
        self._out: list[str] = []
        self._errors: Counter[str] = Counter()
        self._ids: list[tuple[int, str]] = []
        self._lines = self._rulings = self._bytes = self._size = 0

    def _write(self, text: str) -> None:
        self._out.append(text)
        self._size += len(text)

    def _rule(self, number: int, id: str | int | None, raw: JsonObject, task: Task) -> Iterator[None]:
        """Make a line's rulings, one after the other. A line that asks for none at all raises."""
        own_id = number if id is None else id
        named: JsonObject = {"id": own_id} if id is not None or ID in self.options.only else {}
        if self._chances:
            self._answer({**named, **self._chances.answer(raw)})
            yield
            return
        case = self._rulings_of.case(raw)
        own = raw.get("seed")
        seed = line_seed(self.options.seed, own_id) if own is None else seed_from(own)
        if self.options.repeat == 1:
            self._answer({**named, **self._rulings_of.ruling(case, seed, raw.get("dice"))})
            yield
            return
        for time in range(task.first, task.first + task.times):
            try:
                repeat_seed = seed if time == 1 else line_seed(seed, f"repeat {time}")
                ruling = self._rulings_of.ruling(case, repeat_seed, raw.get("dice"))
                self._answer({**named, "repeat": time, **ruling})
            except Exception as error:  # what falls decides which dice there are: another repeat may do
                self._fail(number, id, error, time)
            yield

    def _answer(self, answer: JsonObject) -> None:
        self._rulings += 1
        if not self.options.dry_run:
            self._write(encode(answer))

    def _fail(self, number: int, id: str | int | None, error: Exception, time: int = 0) -> None:
        error = self._rulings_of.referee.rulesets.fault(error) or error
        self._write(error_text(number, id, error, time))
        self._errors[kind_of(error)] += 1

    def _failed_before(self, raw: JsonObject) -> None:
        error = raw["error"]
        self._write(written_again(raw))
        self._errors[str(error.get("kind", INTERNAL)) if isinstance(error, dict) else INTERNAL] += 1
