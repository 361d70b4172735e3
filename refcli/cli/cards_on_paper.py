"""Cards of weapons, vehicles and units by name."""

from collections.abc import Sequence

from refcli.cli.card import row_meant
from refcli.cli.terminal import shown
from refcli.core.reference import label_of
from refcli.printing.paper import Paper, footer_of
from refcli.printing.unit_cards import Card, CardTables, Roster, RosterGroup, RosterSide, roster_html, roster_pdf
from refcli.referee.referee import LoadedRuleset
from refcli.referee.settings import Settings


def cards_of(loaded: LoadedRuleset, words: Sequence[str], settings: Settings) -> Roster:
    """A card for each name with every figure of it, and the modifiers that count for them. Raises UnknownName."""
    charts = loaded.charts_in_force(settings)
    rows = list(dict.fromkeys(row_meant(word, charts, loaded.ruleset.name) for word in words))
    tables = CardTables(charts, loaded.library.reference(), rows)
    cards = tuple(Card(label_of(row, charts), "", figures=tables.of([row])) for row in rows)
    title = str(loaded.library.about()["title"])
    footer = footer_of(loaded.library.digest(), title)
    side = RosterSide("", (), (RosterGroup(None, cards),))
    return Roster(title, (), (side,), footer, tables.modifiers, tables.legend)


def roster_printed(roster: Roster, how: str, paper: Paper) -> bytes:
    """A roster or cards as ``html`` or ``pdf``. Raises NoTypst."""
    if how == "pdf":
        return roster_pdf(roster, paper)
    return shown(roster_html(roster)).encode("utf-8", "replace")
