"""What is otherwise in a ruling that was judged again."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from refcli.core.procedure import Record
from refcli.render.book import Book
from refcli.render.plain import body_lines, verdict_line
from refcli.render.words import conditions_in_vain, on_the_table, whose_figures


def changed_lines(was: Record, now: Record, book: Book) -> list[str]:
    """The lines that are gone, and what the dice need now; everything else that is new stands in the ruling itself."""
    old, new = [list(_lines(record, book)) for record in (was, now)]
    needs = {line for line in body_lines(now, book) if not line.startswith(" ")}
    changed: list[str] = []
    for kind, first, last, new_first, new_last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            changed += [f"- {line.strip()}" for line in old[first:last]]
            changed += [f"+ {line.strip()}" for line in new[new_first:new_last] if kind == "insert" or line in needs]
    return ["what changed:", *changed] if changed else [f"nothing changes: {_why_not(was, now, book)}"]


def _lines(record: Record, book: Book) -> Iterator[str]:
    """A ruling but what was asked, what of it was in vain, and where its dice came from."""
    yield from body_lines(record, book)
    yield from whose_figures(record)
    yield from on_the_table(record)
    yield verdict_line(record)


def _why_not(was: Record, now: Record, book: Book) -> str:
    """Why a ruling is what it was."""
    if (was.request, was.controls, was.ruling.rolls) == (now.request, now.controls, now.ruling.rolls):
        return "it is asked as it was; say what is otherwise, such as a condition"
    before, after = [dict.fromkeys(conditions_in_vain(record, book.charts)) for record in (was, now)]
    in_vain = [name for name in {**before, **after} if (name in before) != (name in after)]
    if in_vain:
        return f"no effect here: {'; '.join(in_vain)}"
    return "the figures and the dice come to the same"
