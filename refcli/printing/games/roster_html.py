"""A roster as one HTML file, for the screen and the browser's printer."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from refcli.printing.games.account_html import css, section
from refcli.printing.games.roster import Boxes, Card, Figures, Roster, RosterGroup, RosterSide
from refcli.printing.web import Content, in_lines, node, page

EMPTY, TICKED = "\N{BALLOT BOX}", "\N{BALLOT BOX WITH X}"


def roster_html(roster: Roster) -> str:
    """The whole roster; every text of its game stands in it literally."""
    header = node("header", node("h1", roster.title))
    header.extend(node("p", line, class_="small") for line in roster.under)
    header.extend(node("p", f"{mark} {meaning}", class_="small") for mark, meaning in roster.legend)
    main = node("main", *in_lines(map(_side, roster.sides)))
    if roster.modifiers:
        main.append(
            section("Modifiers", node("div", *in_lines(map(_modifiers, roster.modifiers)), class_="cards in-columns"))
        )
    footer = node("footer", node("p", roster.footer))
    return page(roster.title, css(roster.footer), [node("div", *in_lines([header, main, footer]), class_="account")])


def _side(side: RosterSide) -> Element:
    states = [node("p", ", ".join(side.states))] if side.states else []
    cards = node("div", *(one for group in side.groups for one in _group(group)), class_="in-columns")
    return section(side.title or "Cards", *states, cards)


def _group(group: RosterGroup) -> Iterator[Element]:
    if group.own:
        yield _card(group.own, "group")
    yield node("div", *in_lines(_card(card, "card") for card in group.cards), class_="cards")


def _card(card: Card, look: str) -> Element:
    found = node("article", node("h3", card.name), class_=f"{look} out" if card.out else look)
    if card.what:
        found.append(node("p", card.what, class_="small"))
    if card.states:
        found.append(node("p", ", ".join(card.states), class_="states"))
    if card.boxes:
        found.append(node("ul", *in_lines(map(_boxes, card.boxes)), class_="boxes"))
    found.extend(map(_figures, card.figures))
    return found


def _modifiers(one: Figures) -> Element:
    return node("div", _figures(one), class_="card")


def _figures(one: Figures) -> Element:
    """Figures of a unit: what each is and the figure behind it, or a table with its bands over it."""
    table = node("table", class_="figures")
    if one.heads:
        heads = (node("th", head, scope="col") for head in one.heads)
        table.append(node("thead", node("tr", node("th", one.title, scope="col"), *heads)))
    else:
        table.append(node("caption", one.title))
    rows = (
        node("tr", node("th", what, scope="row"), *(node("td", text) for text in said)) for what, *said in one.lines
    )
    table.append(node("tbody", *in_lines(rows)))
    return table


def _boxes(boxes: Boxes) -> Element:
    row: list[Content] = []
    for place in range(boxes.many):
        ticked = place < boxes.ticked
        row.append(node("span", TICKED if ticked else EMPTY, class_="ticked" if ticked else "box"))
        if place % 5 == 4:
            row.append(" ")
    return node("li", node("span", boxes.text, class_="text"), " ", node("span", *row, class_="row"))
