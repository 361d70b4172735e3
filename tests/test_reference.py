"""The reference set: lists of weapons, vehicles and units, each line with all figures of one thing."""

import csv
import io
import re
from pathlib import Path

import pytest

from refcli.core.cells import split
from refcli.core.errors import BadData
from refcli.core.reference import Merged, ReferenceTable, in_words, reference_tables
from refcli.files.library import Library
from refcli.printing.paper import PAPERS
from refcli.printing.reference_formats import reference_as
from refcli.printing.reference_lists import Reference, ReferenceLine
from refcli.referee.documents import lists_apart, reference_set
from refcli.rulesets import RULESETS
from tests.conftest import Run
from tests.situations import referee
from tests.test_charts import library


def lists(rules: str) -> tuple[ReferenceTable, ...]:
    """The lists of a ruleset that do not stand on its quick-reference sheet."""
    loaded = referee().loaded(rules)
    return lists_apart(loaded, loaded.charts_in_force(referee().settings))


WITH_LISTS = tuple(rules for rules in RULESETS if lists(rules))

every_ruleset = pytest.mark.parametrize("rules", WITH_LISTS)


def made(rules: str) -> Reference:
    """The reference set of a ruleset as it is shipped."""
    return reference_set(referee().loaded(rules), [], referee().settings)


def line_of(reference: Reference, called: str, row: str, below: bool = False) -> tuple[dict[str, str], ReferenceLine]:
    """A line of a list, and its figures by what stands over them."""
    (one,) = [one for one in reference.lists if one.name == called]
    (line,) = [line for part in one.parts for line in part.lines if (line.name, line.below) == (row, below)]
    heads = [f"{head.over} {head.text}".strip() for head in one.heads]
    return dict(zip(heads, line.figures, strict=True)), line


class TestALine:
    """Merges what several charts say of one thing."""

    def test_has_every_figure_of_a_shot_of_first_watch(self) -> None:
        """A 6 pdr at 20 cm and at 60 cm. Source: first-watch.txt 73-89."""
        figures, line = line_of(made("first-watch"), "guns", "6pdr")
        assert line.label == "6 pdr"
        assert (figures["Hit Class"], figures["Penetration Value until 1942"]) == ("2°", "5°")
        assert (figures["to the hit number, up to cm 25"], figures["to penetration, up to cm 25"]) == ("1", "-1")
        assert (figures["to the hit number, up to cm 75"], figures["to penetration, up to cm 75"]) == ("3", "-1")
        assert figures["against men and guns"] == "-3"
        later, below = line_of(made("first-watch"), "guns", "6pdr", below=True)
        assert (below.label, later["to penetration, up to cm 75"]) == ("from 1943", "-2")

    def test_has_infantry_weapons_in_the_columns_of_guns(self) -> None:
        figures, _ = line_of(made("first-watch"), "guns", "piat")
        assert figures["Hit Class"] == "4"

    def test_has_attack_values_and_he_of_skirmish(self) -> None:
        """Found by what the weapon's own line names. Source: skirmish.txt 207-224, 367-390."""
        figures, _ = line_of(made("skirmish"), "weapons", "105mm-l28")
        assert [figures[f"attack value, up to cm {reach}"] for reach in (20, 60, 90)] == ["13", "9", "-"]
        assert (figures["HE, cm maximum range"], figures["HE, cm burst diameter"]) == ("2000", "10")
        house, _ = line_of(made("skirmish"), "weapons", "6pdr")
        assert house["HE, cm burst diameter"] == "5*"

    def test_says_words_as_their_charts_do(self) -> None:
        figures, _ = line_of(made("first-watch"), "vehicles", "tiger-i")
        assert (figures["target type"], figures["main gun"]) == ("heavy tank°", "88 mm L56")

    def test_stands_with_its_nation(self) -> None:
        (vehicles,) = [one for one in made("first-watch").lists if one.name == "vehicles"]
        nations = {line.name: part.heading for part in vehicles.parts for line in part.lines}
        said = ("German", "American", "British", "Russian")
        assert tuple(nations[row] for row in ("tiger-i", "m10", "comet", "t-34-85")) == said
        headings = [part.heading for part in vehicles.parts]
        assert len(headings) == len(set(headings))


@every_ruleset
def test_every_figure_of_a_list_stands_there(rules: str) -> None:
    """Each figure of the charts of the lists, in the line and the column that are its own; a link is followed."""
    loaded = referee().loaded(rules)
    charts = loaded.charts_in_force(referee().settings)
    for table in lists(rules):
        merged = Merged(table, charts)
        shown = {cell.ref for line in merged.lines() for cell in line.cells if cell is not None}
        linked = {f"{table.charts[0]}.{row}.{by}" for by in table.by.values() for row in charts[table.charts[0]].rows}
        figures = {cell.ref for name in table.charts for cell in charts[name].cells()}
        assert figures - linked == shown


@every_ruleset
def test_every_figure_is_printed_in_words(rules: str) -> None:
    """In every format, with no name that only the program knows."""
    loaded = referee().loaded(rules)
    charts = loaded.charts_in_force(referee().settings)
    reference = made(rules)
    rows = list(csv.DictReader(io.StringIO(reference_as(reference, "csv", PAPERS["a4"], rules))))
    assert len(rows) == sum(
        bool(f) for one in reference.lists for part in one.parts for x in part.lines for f in x.figures
    )
    html, md = (reference_as(reference, how, PAPERS["a4"], rules) for how in ("html", "md"))
    for table in lists(rules):
        for line in Merged(table, charts).lines():
            for cell in filter(None, line.cells):
                name, _, column = split(cell.ref)
                said = in_words(charts[name], column, cell, charts)
                assert cell.blank or f">{said}" in html.replace("&amp;", "&")
                assert not re.search("[a-z]-[a-z]+-[a-z]", said) or said in charts[name].labels.values(), said
    assert all(f"## {one.title}" in md for one in reference.lists)


class TestTheCommand:
    """``charts print --reference``."""

    def test_prints_the_lists(self, run: Run) -> None:
        ran = run("charts", "print", "sk", "--reference", "--format", "md")
        assert ran.status == 0 and "## Mortars" in ran.out

    def test_prints_those_that_are_named(self, run: Run) -> None:
        ran = run("charts", "print", "fw", "aircraft", "--reference", "--format", "md")
        assert "## Aircraft" in ran.out and "## Vehicles" not in ran.out

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("sk", "--reference", "--changes"), "one at a time"),
            (("fw", "aircarft", "--reference"), "nearest: aircraft"),
        ],
    )
    def test_that_makes_no_sense_is_told(self, run: Run, words: tuple[str, ...], said: str) -> None:
        ran = run("charts", "print", *words)
        assert ran.status in (2, 4) and said in ran.err

    def test_leaves_house_values_open(self, run: Run) -> None:
        ran = run("charts", "print", "fw", "guns", "--reference", "--published", "--format", "csv")
        rows = {(row["row"], row["column"]): row["figure"] for row in csv.DictReader(io.StringIO(ran.out))}
        assert (rows["6pdr", "Hit Class"], rows["17pdr", "Hit Class"]) == ("2", ".....")


GUNS = """title     = "Guns"
source    = { section = "Guns", lines = "1" }
axes      = ["gun", "figure"]
reference = true
figure    = { names = ["calibre", "shell"] }
names     = { shell = "shells" }

[rows]
small = [37, "light"]
large = [88, "-"]
"""
SHELLS = """title  = "Shells: burst"
source = { section = "Shells", lines = "2" }
axes   = ["shell"]

[rows]
light = [3]
heavy = [9]
"""
DECLARED = """[[table]]
title  = "Guns and shells"
charts = ["guns", "shells"]
by     = { shells = "shell" }
[table.headings]
large = "Large ones"
"""


def toy(folder: Path, reference: str | None = DECLARED) -> Library:
    """A ruleset with two lists, by writing files alone."""
    found = library(folder, guns=GUNS, shells=SHELLS)
    if reference is not None:
        (found.folder / "reference.toml").write_text(reference, encoding="utf-8")
    return found


class TestANewRuleset:
    """Gets its lists from its reference charts, and merges them by writing reference.toml."""

    def test_has_a_list_for_each_reference_chart(self, tmp_path: Path) -> None:
        rules = toy(tmp_path, None)
        assert [table.charts for table in reference_tables(rules.reference(), rules.everything())] == [("guns",)]

    def test_merges_rows_that_are_named(self, tmp_path: Path) -> None:
        rules = toy(tmp_path)
        charts = rules.everything()
        assert "reference" not in charts
        (table,) = reference_tables(rules.reference(), charts)
        merged = Merged(table, charts)
        lines = [(line.row, line.heading, [cell and cell.text for cell in line.cells]) for line in merged.lines()]
        assert merged.columns == [("guns", "calibre"), ("shells", "")]
        assert lines == [
            ("small", "", ["37", "3"]),
            ("large", "Large ones", ["88", None]),
            ("heavy", "Large ones", [None, "9"]),
        ]

    @pytest.mark.parametrize(
        ("old", "new", "line", "said"),
        [
            ('"shells"]', '"shlels"]', 3, "'shlels'"),
            ("{ shells =", "{ shlels =", 4, "'shlels'"),
            ('"shell" }', '"shlel" }', 4, "'shlel' (nearest: shell"),
            ("large =", "lagre =", 6, "'lagre'"),
            ("title ", "titel ", 2, "'titel' (nearest: title"),
            ('charts = ["guns", "shells"]', "charts = []", 3, "charts"),
        ],
    )
    def test_is_told_what_is_wrong(self, tmp_path: Path, old: str, new: str, line: int, said: str) -> None:
        assert old in DECLARED
        with pytest.raises(BadData) as caught:
            toy(tmp_path, DECLARED.replace(old, new, 1)).everything()
        at = f"charts/test/reference.toml:{line}: "
        assert any(fault.startswith(at) and said in fault for fault in caught.value.faults), caught.value.faults
