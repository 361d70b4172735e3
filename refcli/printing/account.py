"""The account of an evening: a document, and its forms as HTML and Markdown."""

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

from refcli.printing.text import escaped, markdown_table
from refcli.printing.web import Content, game_page, heads, in_lines, node, titled_section


class Told(NamedTuple):
    """One event: its time and text; a ruling also has its number, its request, its dice and remarks."""

    time: str
    text: str
    number: int = 0
    asked: str = ""
    dice: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


class Part(NamedTuple):
    """The events of a phase; before the battle it has no title."""

    title: str
    told: tuple[Told, ...]


class Chapter(NamedTuple):
    """A turn, part by part."""

    title: str
    parts: tuple[Part, ...]


class Force(NamedTuple):
    """One side: the name, type and final state of each unit, and the losses."""

    title: str
    units: tuple[tuple[str, str, str], ...]
    losses: str = ""


class Account(NamedTuple):
    """One evening: the lines under its title, its forces, its turns, and after them headings with lines."""

    title: str
    under: tuple[str, ...]
    forces: tuple[Force, ...]
    chapters: tuple[Chapter, ...]
    after: tuple[tuple[str, tuple[str, ...]], ...]
    footer: str


HEADS = ("unit", "what it is", "at the end")
FORCES = "The forces"


def account_html(account: Account) -> str:
    """Return an account as one HTML file; every text of its game is shown literally."""
    return game_page(account.title, account.under, _sections(account), account.footer)


def _sections(account: Account) -> Iterator[Element]:
    if account.forces:
        yield titled_section(FORCES, node("div", *in_lines(map(_force, account.forces)), class_="forces"))
    for chapter in account.chapters:
        yield titled_section(chapter.title, *(one for part in chapter.parts for one in _part(part)))
    for heading, lines in account.after:
        yield titled_section(heading, node("ul", *in_lines(node("li", line) for line in lines), class_="plain"))


def _force(force: Force) -> Element:
    found = node("article", node("h3", force.title))
    if force.units:
        rows = (
            node("tr", node("th", name, scope="row"), node("td", what), node("td", state))
            for name, what, state in force.units
        )
        grid = node("table", node("thead", heads(*HEADS)), node("tbody", *in_lines(rows)), class_="texts")
        found.append(node("div", grid, class_="scroll"))
    found.append(node("p", force.losses))
    return found


def _part(part: Part) -> Iterator[Element]:
    if part.title:
        yield node("h3", part.title)
    yield node("ol", *in_lines(map(_told, part.told)), class_="told")


def _told(one: Told) -> Element:
    text: list[Content] = [node("strong", one.text), " ", one.asked] if one.asked else [one.text]
    if one.number:
        text += [" ", node("span", f"(ruling {one.number})", class_="small")]
    lists = [
        node("ul", *(node("li", line) for line in lines), class_=name)
        for name, lines in (("dice", one.dice), ("remarks", one.remarks))
        if lines
    ]
    return node("li", node("time", one.time), node("div", node("p", *text), *lists))


def account_markdown(account: Account) -> str:
    """Return an account as Markdown; every text of its game is shown literally."""
    return "\n".join(_markdown(account)) + "\n"


def _markdown(account: Account) -> Iterator[str]:
    yield from (f"# {escaped(account.title)}", "")
    for line in account.under:
        yield from (escaped(line), "")
    if account.forces:
        yield from (f"## {FORCES}", "")
    for force in account.forces:
        yield from (f"### {escaped(force.title)}", "")
        if force.units:
            yield from markdown_table(HEADS, force.units, "---")
        if force.losses:
            yield from (escaped(force.losses), "")
    for chapter in account.chapters:
        yield from (f"## {escaped(chapter.title)}", "")
        for part in chapter.parts:
            if part.title:
                yield from (f"### {escaped(part.title)}", "")
            for one in part.told:
                text = f"**{escaped(one.text)}** {escaped(one.asked)}" if one.asked else escaped(one.text)
                yield f"- {escaped(one.time)} {text}{f' (ruling {one.number})' if one.number else ''}"
                yield from (f"  - {escaped(line)}" for line in (*one.dice, *one.remarks))
            yield ""
    for heading, lines in account.after:
        yield from (f"## {escaped(heading)}", "")
        yield from (f"- {escaped(line)}" for line in lines)
        yield ""
    yield escaped(account.footer)
