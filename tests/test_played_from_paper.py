"""What someone who plays from the printed pages alone has to find there: he had to guess it once, or ruled wrong."""

import re

import pytest

from refcli.printing.sheets.sheet import Section, SheetTable
from tests.test_quick_sheet import sheet
from tests.test_reference import made


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
        "Obstacles and half moves": ["each wire or wall takes its share off the whole move"],
        "Small arms: to hit": ["Prone and moved over 10 cm count once", "as wide as the referee says"],
        "Anti-tank fire": ["A soft vehicle has none: the hit destroys it", "Wrecked: on fire; see Escape"],
        "Escape": ["Out of a soft vehicle: they jump clear, then roll for effect in soft cover"],
        "Fall of shot": ["Smoke falls as HE does", "No gun or mortar fires nearer or farther than its ranges"],
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


def test_no_block_says_its_die_or_unit_twice() -> None:
    """Over a table stands what is rolled; its corner does not say it again."""
    for section in sheet("skirmish").sections:
        for table in section.tables:
            said = " ".join((table.title, table.corner)).split()
            facts = [fact.removeprefix("in ") for fact in table.facts] if table.title else []
            assert not [fact for fact in facts if fact in said], section.title


def test_no_list_tells_how_to_type() -> None:
    for rules in ("skirmish", "first-watch"):
        notes = [note for one in made(rules).lists for note in one.notes]
        assert notes and not [note for note in notes if re.search(r"\w/[a-z]", note)]
