"""A page for the browser and its printer: one file that fetches nothing and runs no script but ours."""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from xml.etree.ElementTree import Element, tostring

from refcli import __version__

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")
"""Characters that HTML does not allow in a text."""

Content = Element | str


def sheet_page(title: str, header: Element, contents: Element, main: Element, footer: str) -> str:
    """Return a page of charts or lists with a search box, which needs its script, and links to its parts."""
    search = node(
        "div",
        node("label", "Search the charts", for_="_search", class_="heard"),
        node("input", id="_search", type="search", placeholder="Search", autocomplete="off", spellcheck="false"),
        node("button", "Clear", id="_clear", type="button", hidden=""),
        node("output", id="_count", for_="_search", aria_live="polite"),
        id="_tools",
        role="search",
        hidden="",
    )
    sheet = node("div", contents, main, class_="sheet")
    body = (header, search, sheet, node("footer", node("p", footer)))
    return page(title, f"{asset('sheet.css')}{_foot_of_paper(footer)}", body, asset("sheet.js"))


def game_page(title: str, under: Iterable[str], sections: Iterable[Element], footer: str) -> str:
    """Return a page about a game: its title, the lines under it, its sections."""
    header = node("header", node("h1", title), *(node("p", line, class_="small") for line in under))
    parts = [header, node("main", *in_lines(sections)), node("footer", node("p", footer))]
    css = f"{asset('sheet.css')}{asset('game.css')}{_foot_of_paper(footer)}"
    return page(title, css, [node("div", *in_lines(parts), class_="account")])


def page(title: str, css: str, body: Iterable[Element], script: str = "") -> str:
    """Return a whole page; every text in its ``body`` is shown literally."""
    scripts = [_inlined("script", script)] if script else []
    head = _head(title, _inlined("style", css), _digest(scripts[0]) if script else "'none'")
    root = node("html", head, node("body", *in_lines([*body, *scripts])), lang="en")
    return f"<!DOCTYPE html>\n{tostring(root, encoding='unicode', method='html')}\n"


def node(tag: str, *content: Content, **attributes: str) -> Element:
    """Return an element; the trailing underscore of ``class_`` is dropped, other underscores are hyphens."""
    found = Element(tag, {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()})
    last: Element | None = None
    for one in content:
        if isinstance(one, Element):
            found.append(one)
            last = one
        elif last is None:
            found.text = (found.text or "") + _clean(one)
        else:
            last.tail = (last.tail or "") + _clean(one)
    return found


def in_lines(parts: Iterable[Element]) -> Iterator[Element]:
    """Yield elements that each have a line of their own in the file."""
    for part in parts:
        part.tail = "\n"
        yield part


def heads(*texts: str) -> Element:
    """Return a row of column heads."""
    return node("tr", *(node("th", text, scope="col") for text in texts))


def legend_of(legend: Iterable[tuple[str, str]]) -> Element:
    """Return the marks of a document with their meanings."""
    marks = (node("div", node("dt", mark), node("dd", meaning)) for mark, meaning in legend)
    return node("dl", *in_lines(marks), class_="legend small")


def titled_section(title: str, *content: Element, look: str = "head", **attributes: str) -> Element:
    """Return a section below a heading across the page."""
    return node("section", node("div", node("h2", title), class_=look), *content, **attributes)


def asset(name: str) -> str:
    """Return the text of a file beside this module."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _foot_of_paper(footer: str) -> str:
    """Return CSS that prints a footer on every page, with each letter by number so that no text becomes CSS."""
    letters = "".join(f"\\{ord(letter):x} " for letter in _clean(footer))
    return f'@page {{ @bottom-left {{ content: "{letters}"; }} }}\n'


def _clean(text: str) -> str:
    return CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def _head(title: str, style: Element, scripts: str) -> Element:
    allowed = (
        "default-src 'none'",
        f"style-src {_digest(style)}",
        f"script-src {scripts}",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    )
    parts = (
        node("meta", charset="utf-8"),
        node("meta", name="generator", content=f"refcli {__version__}"),
        node("meta", name="viewport", content="width=device-width, initial-scale=1"),
        node("meta", name="color-scheme", content="light dark"),
        node("meta", http_equiv="Content-Security-Policy", content="; ".join(allowed)),
        node("title", title),
        node("link", rel="icon", href="data:,"),
        style,
    )
    return node("head", *in_lines(parts))


def _inlined(tag: str, text: str) -> Element:
    """Return a style or script, the only elements whose text HTML does not escape: never a chart's."""
    found = Element(tag)
    found.text = text
    return found


def _digest(inlined: Element) -> str:
    """Return the name of an inlined element in the page's own policy."""
    return f"'sha256-{b64encode(sha256((inlined.text or '').encode()).digest()).decode()}'"
