"""What someone who plays from the printed pages alone has to find there: he had to guess it once, or ruled wrong."""

import pytest

from refcli.printing.sheets.sheet import Section, SheetTable
from tests.test_quick_sheet import sheet


def block(rules: str, title: str) -> Section:
    """A block of a quick-reference sheet by its title."""
    (found,) = [section for section in sheet(rules).sections if section.title == title]
    return found


def told(table: SheetTable) -> str:
    """What a table says in words: over, in and below it."""
    beside = [one.text for one in table.conditions]
    return "\n".join((table.title, table.corner, *(row.label for row in table.rows), *beside, *table.notes))


SAID = {
    "skirmish": {
        "Ramming": ["If smaller: only what the referee has said is smaller"],
        "Morale": [
            "section leader killed, until the next one leads",
            "Leader killed: the next one leads 2 full turns later",
            "Other ranks killed: -1 for every 2",
        ],
    },
}
"""What is said on the sheet of a ruleset, in which block."""


@pytest.mark.parametrize(
    ("rules", "title", "words"),
    [(rules, title, words) for rules, said in SAID.items() for title, several in said.items() for words in several],
)
def test_the_sheet_says(rules: str, title: str, words: str) -> None:
    assert words in "\n".join(map(told, block(rules, title).tables))
