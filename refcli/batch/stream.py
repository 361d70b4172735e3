"""From a stream of lines to a stream of answers, by one process or several."""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from typing import IO, Any

from refcli.batch.errors import RepeatedId, error_text
from refcli.batch.lines import chunks
from refcli.batch.options import Options, checked
from refcli.batch.resolver import LineResolver, Rulings
from refcli.batch.seeds import id_hash
from refcli.batch.tasks import Answers, Tally, Task, tasks_of
from refcli.core.limits import in_short
from refcli.referee.settings import Settings


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
    checked(options)
    tasks = tasks_of(chunks(source, options.csv, options.delimiter), options)
    if options.jobs == 1:
        answers = by_one_process(tasks, settings, options, rulings)
    else:
        from refcli.batch.jobs import by_processes

        answers = by_processes(tasks, settings, options)
    tally = Tally()
    seen: set[int] = set()
    with closing(answers):
        for task_answers in answers:
            repeats = repeated_ids(task_answers.ids, seen)
            text = task_answers.text + b"".join(repeats)
            if text:
                write(text)
            tally = tally.plus(task_answers.tally)
            if repeats:
                tally = tally.plus(Tally(errors={RepeatedId.kind: len(repeats)}))
            if progress:
                progress(tally)
            if options.fail_fast and tally.errors:
                break
    return tally


def by_one_process(
    tasks: Iterable[Task], settings: Settings, options: Options, rulings: Rulings | None = None
) -> Generator[Answers, None, None]:
    """The answers of this process."""
    resolver = LineResolver(settings, options, rulings)
    for task in tasks:
        yield from resolver.answers(task)


def repeated_ids(ids: Iterable[tuple[int, str]], seen: set[int]) -> list[bytes]:
    """An error line for each id that came before. Of an id only its hash is kept."""
    found = []
    for number, id in ids:
        hashed = id_hash(0, id)
        if hashed in seen:
            error = RepeatedId(f"the id {in_short(id)} came before; lines with one id share their dice")
            found.append(f"{error_text(number, id, error)}\n".encode("ascii"))
        seen.add(hashed)
    return found
