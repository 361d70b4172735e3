"""What someone who plays from the printed pages alone has to find there: he had to guess it once, or ruled wrong."""

import re
from pathlib import Path

import pytest

from refcli.cli.reference import reference_as
from refcli.conformance.quick_sheets import refs_of
from refcli.printing.paper import PAPERS
from refcli.printing.sheets.named import column_of
from refcli.printing.sheets.sheet import Section, SheetTable
from tests.situations import referee
from tests.test_quick_sheet import sheet
from tests.test_reference import made
from tests.test_sheets import Pdf


def block(rules: str, title: str) -> Section:
    """A block of a quick-reference sheet by its title."""
    (found,) = [section for section in sheet(rules).sections if section.title == title]
    return found


def told(table: SheetTable) -> str:
    """What a table says in words: over, in and below it."""
    beside = [one.text for one in table.conditions]
    return "\n".join((table.title, table.corner, *(row.label for row in table.rows), *beside, *table.notes))


SAID = {
    "first-watch": {
        "Fire, in this order": ["under 0.5° of the speed that the terrain allows"],
        "Types of target": ["Field piece: any gun or A.A. weapon that is not in a vehicle"],
        "Main gun and anti-tank weapons": [
            "Men and guns: what the gun has against them counts too. Without armor a hit destroys.",
            "Neither penetrates; all others have to",
        ],
        "Close assault": ["to the die"],
        "Artillery and bombs: where it falls": ["Farther is a new mission"],
        "Artillery and bombs: what it does": ["Centre ring: as large as that of light artillery, whatever falls"],
        "Aircraft": ["if that is less", "as many a turn as its size, in the air and on the ground together"],
        "Air combat": ["or he turns on it, and has no other attack"],
        "Bombing": ["it may jettison its load there (optional), which falls as bombs do"],
        "Strafing": ["Field piece: any gun or A.A. weapon"],
        "Plotting": ["bombs and strafing are plotted here too"],
    },
    "skirmish": {
        "Prisoners": ["as after a near miss"],
        "Obstacles and half moves": [
            "limping wreck without its turret",
            "each wire or wall takes its share off the whole move",
        ],
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


@pytest.mark.parametrize(
    ("title", "column"),
    [("Artillery and bombs: what it does", "target-types.bombardment"), ("Strafing", "target-types.strafed-as")],
)
def test_what_a_type_of_target_counts_stands_where_it_is_rolled_for(title: str, column: str) -> None:
    """A burst or a strafe of First Watch takes no look at another block; what a target is stands in the lists."""
    charts = referee().loaded("first-watch").library.everything()
    assert column_of(charts, column) <= {*refs_of(block("first-watch", title))}


def test_a_gun_of_first_watch_is_named_under_its_size_alone() -> None:
    """The line of each size has the calibres of the chart, and no other."""
    chart = referee().loaded("first-watch").library.everything()["artillery"]
    wanted: dict[str, set[str]] = {}
    for row in chart.rows:
        size = str(chart.cell(row, "").value).replace("-", " ").capitalize()
        wanted.setdefault(size, set()).update(re.findall(r"[\d.]+", chart.label(row)))
    notes = "\n".join(map(told, block("first-watch", "Artillery and bombs: what it does").tables))
    lines = {size: re.search(rf"^{size}: (.*)$", notes, re.MULTILINE) for size in wanted}
    assert {size: set(re.findall(r"\d[\d.]*\d|\d", line[1])) for size, line in lines.items() if line} == wanted


def test_aircraft_are_not_begun_on_the_page_of_vehicles(tmp_path: Path) -> None:
    """A page that is nearly full begins no list with a line or two."""
    pdf = tmp_path / "lists.pdf"
    pdf.write_bytes(reference_as(made("first-watch"), "pdf", PAPERS["a4"], "first-watch"))
    pages = Pdf(pdf).pages()
    assert [number for number, page in enumerate(pages, 1) if "Aircraft" in page] == [len(pages)]


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
