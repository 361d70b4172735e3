"""An evening as one HTML file."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element

from refcli.printing.games.account import HEADS, Account, Chapter, Force, Part, Told
from refcli.printing.web import Content, foot_of_page, in_lines, node, page

STYLES = (Path(__file__).parent.with_name("sheets") / "sheet.css", Path(__file__).with_name("game.css"))
"""A page of a game looks as a sheet does."""


def account_html(account: Account) -> str:
    """The whole evening; every text of its game stands in it literally."""
    return page(account.title, css(account.footer), [_body(account)])


def css(footer: str) -> str:
    """The styles of a page about a game."""
    return f"{''.join(path.read_text(encoding='utf-8') for path in STYLES)}{foot_of_page(footer)}"


def _body(account: Account) -> Element:
    header = node("header", node("h1", account.title))
    header.extend(node("p", line, class_="small") for line in account.under)
    main = node("main", *in_lines(_sections(account)))
    footer = node("footer", node("p", account.footer))
    return node("div", *in_lines([header, main, footer]), class_="account")


def _sections(account: Account) -> Iterator[Element]:
    if account.forces:
        yield section("The forces", node("div", *in_lines(map(_force, account.forces)), class_="forces"))
    for chapter in account.chapters:
        yield _chapter(chapter)
    for heading, lines in account.after:
        yield section(heading, node("ul", *in_lines(node("li", line) for line in lines), class_="plain"))


def section(title: str, *content: Element) -> Element:
    """A part of the page below a heading that runs across it."""
    return node("section", node("div", node("h2", title), class_="head"), *content)


def _force(force: Force) -> Element:
    found = node("article", node("h3", force.title))
    if force.units:
        heads = node("tr", *(node("th", text, scope="col") for text in HEADS))
        rows = (
            node("tr", node("th", name, scope="row"), node("td", what), node("td", state))
            for name, what, state in force.units
        )
        grid = node("table", node("thead", heads), node("tbody", *in_lines(rows)), class_="texts")
        found.append(node("div", grid, class_="scroll"))
    found.append(node("p", force.losses))
    return found


def _chapter(chapter: Chapter) -> Element:
    return section(chapter.title, *(one for part in chapter.parts for one in _part(part)))


def _part(part: Part) -> Iterator[Element]:
    if part.title:
        yield node("h3", part.title)
    yield node("ol", *in_lines(map(_told, part.told)), class_="told")


def _told(one: Told) -> Element:
    text: list[Content] = [node("strong", one.text), " ", one.asked] if one.asked else [one.text]
    if one.number:
        text += [" ", node("span", f"(ruling {one.number})", class_="small")]
    parts = [node("p", *text), *_listed(one.dice, "dice"), *_listed(one.remarks, "remarks")]
    return node("li", node("time", one.time), node("div", *parts))


def _listed(lines: Sequence[str], name: str) -> Iterator[Element]:
    if lines:
        yield node("ul", *(node("li", line) for line in lines), class_=name)
