"""A page for the browser and its printer: one file that fetches nothing, in which nothing but our own script acts."""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from xml.etree.ElementTree import Element, tostring

from refcli import __version__

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")
"""What HTML does not allow in a text."""

Content = Element | str


def page(title: str, css: str, body: Iterable[Element], script: str = "") -> str:
    """The whole page; every text in its ``body`` stands there literally."""
    scripts = [_inlined("script", script)] if script else []
    head = _head(title, _inlined("style", css), _digest(scripts[0]) if script else "'none'")
    root = node("html", head, node("body", *in_lines([*body, *scripts])), lang="en")
    return f"<!DOCTYPE html>\n{tostring(root, encoding='unicode', method='html')}\n"


def node(tag: str, *content: Content, **attributes: str) -> Element:
    """An element; the trailing underscore of ``class_`` is dropped, other underscores are hyphens."""
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
    """Elements that each stand on a line of their own in the file."""
    for part in parts:
        part.tail = "\n"
        yield part


def foot_of_page(footer: str) -> str:
    """What browsers that can print at the foot of every page, its letters by number so that none of them is CSS."""
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
    """A style or script: the one kind of element whose text HTML does not escape, and so never a chart's."""
    found = Element(tag)
    found.text = text
    return found


def _digest(inlined: Element) -> str:
    """How the page's own policy names what is inlined; nothing else in the page can act."""
    return f"'sha256-{b64encode(sha256((inlined.text or '').encode()).digest()).decode()}'"
