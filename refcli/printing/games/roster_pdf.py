"""A roster as PDF."""

from pathlib import Path
from typing import Any

from refcli.printing.games.roster import Card, Figures, Roster, RosterGroup, RosterSide
from refcli.printing.paper import Paper
from refcli.printing.pdf import pdf_of
from refcli.printing.sheets.typeset import breakable

DOCUMENT = Path(__file__).with_name("roster.typ")
"""How Typst lays a roster out."""


def roster_pdf(roster: Roster, paper: Paper) -> bytes:
    """The roster on a paper; the same roster gives the same bytes. Raises NoTypst."""
    return pdf_of(DOCUMENT, plain(roster, paper))


def plain(roster: Roster, paper: Paper) -> dict[str, Any]:
    """A roster as roster.typ reads it."""
    return {
        "paper": paper.typst,
        "title": breakable(roster.title),
        "under": [breakable(line) for line in roster.under],
        "footer": breakable(roster.footer),
        "legend": [[mark, breakable(meaning)] for mark, meaning in roster.legend],
        "sides": [_side(side) for side in roster.sides],
        "modifiers": [_figures(one) for one in roster.modifiers],
    }


def _side(side: RosterSide) -> dict[str, Any]:
    return {
        "title": breakable(side.title),
        "states": breakable(", ".join(side.states)),
        "groups": [_group(group) for group in side.groups],
    }


def _group(group: RosterGroup) -> dict[str, Any]:
    return {"own": group.own and _card(group.own), "cards": [_card(card) for card in group.cards]}


def _card(card: Card) -> dict[str, Any]:
    return {
        "name": breakable(card.name),
        "what": breakable(card.what),
        "states": breakable(", ".join(card.states)),
        "boxes": [[breakable(one.text), one.many, one.ticked] for one in card.boxes],
        "out": card.out,
        "figures": [_figures(one) for one in card.figures],
    }


def _figures(one: Figures) -> dict[str, Any]:
    """Figures as roster.typ reads them; those that are words may go on on a second line."""
    return {
        "title": breakable(one.title),
        "heads": [breakable(head) for head in one.heads],
        "lines": [[breakable(text) for text in line] for line in one.lines],
    }
