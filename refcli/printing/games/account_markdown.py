"""An evening as Markdown."""

from collections.abc import Iterator

from refcli.printing.games.account import HEADS, Account, Force, Told
from refcli.printing.sheets.markdown import escaped


def account_markdown(account: Account) -> str:
    """The whole evening; every text of its game stands in it literally."""
    return "\n".join(_lines(account)) + "\n"


def _lines(account: Account) -> Iterator[str]:
    yield from (f"# {escaped(account.title)}", "")
    for line in account.under:
        yield from (escaped(line), "")
    if account.forces:
        yield from ("## The forces", "")
        for side in account.forces:
            yield from _side(side)
    for chapter in account.chapters:
        yield from (f"## {escaped(chapter.title)}", "")
        for part in chapter.parts:
            if part.title:
                yield from (f"### {escaped(part.title)}", "")
            for one in part.told:
                yield from _told(one)
            yield ""
    for heading, said in account.after:
        yield from (f"## {escaped(heading)}", "")
        yield from (f"- {escaped(line)}" for line in said)
        yield ""
    yield escaped(account.footer)


def _side(side: Force) -> Iterator[str]:
    yield from (f"### {escaped(side.title)}", "")
    if side.units:
        yield f"| {' | '.join(HEADS)} |"
        yield "|---|---|---|"
        for unit in side.units:
            yield f"| {' | '.join(map(escaped, unit))} |"
        yield ""
    if side.losses:
        yield from (escaped(side.losses), "")


def _told(one: Told) -> Iterator[str]:
    text = f"**{escaped(one.text)}** {escaped(one.asked)}" if one.asked else escaped(one.text)
    yield f"- {escaped(one.time)} {text}{f' (ruling {one.number})' if one.number else ''}"
    yield from (f"  - {escaped(line)}" for line in (*one.dice, *one.remarks))
