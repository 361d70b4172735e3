"""Every figure of the shipped charts is kept a second time, so that a slip in one is noticed.

The copy was taken from the charts: it guards what they say, and does not prove it; docs/rules says where each stands.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from refcli.core.charts import Chart
from refcli.files.library import shipped
from refcli.rulesets import RULESETS
from tests.situations import referee
from tests.tables import entry_of

STORED = Path(__file__).parent / "stored" / "figures.toml"

SAID = ("says", "several", "text", "notes", "line", "parts", "heads")
"""Keys of a file of charts under which there are words to be read."""

TYPED = re.compile(r"(?<![\w.-])[d-]?\d+")
"""A number that is typed among words: ``-1``, ``d6``, ``12`` of 12"; no part of a name."""


def typed_in(value: Any, key: str = "") -> Iterator[str]:
    """Every number that is typed in the words of a file, in their order; a figure of a chart stands in braces there."""
    if isinstance(value, str):
        yield from TYPED.findall(re.sub(r"{[^}]*}", "", value)) if key in SAID else ()
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from typed_in(one, key if key == "heads" else name)
    elif isinstance(value, list):
        for one in value:
            yield from typed_in(one, key)


@pytest.mark.parametrize("rules", RULESETS)
class TestFiguresKeptTwice:
    """A figure that is mended is mended in its chart and in the file, each from the lines of the source."""

    @pytest.fixture
    def charts(self, rules: str) -> dict[str, Chart]:
        library = referee().loaded(rules).library
        return dict(library.charts(tuple(library.names())))

    @pytest.fixture
    def stored(self, rules: str) -> dict[str, Any]:
        everything = tomllib.loads(STORED.read_text(encoding="utf-8"))
        found: dict[str, Any] = entry_of(everything, rules, "tests/stored/figures.toml", "its figures")
        return found

    def test_rows_are_the_same(self, charts: dict[str, Chart], stored: dict[str, Any]) -> None:
        for name, rows in stored["rows"].items():
            for row, told in rows.items():
                by_column = told if isinstance(told, dict) else dict(zip(charts[name].columns, told, strict=True))
                cells = {column: charts[name].cell(row, column) for column in by_column}
                values = {column: "-" if cell.blank else cell.value for column, cell in cells.items()}
                assert values == by_column, f"{name}.{row}"

    def test_bands_and_signs_are_the_same(self, charts: dict[str, Chart], stored: dict[str, Any]) -> None:
        for name, told in stored.get("bands", {}).items():
            assert [list(band) for band in charts[name].axes[1].bands] == told, name
        for name, told in stored.get("signs", {}).items():
            assert charts[name].signs == told, name

    def test_charts_of_facts_and_those_in_order_are_the_same(
        self, charts: dict[str, Chart], stored: dict[str, Any]
    ) -> None:
        """Of a chart of facts each column has words of its own; of the others any may rise along rows or columns."""
        kinds = stored["kinds"]
        for name in {*stored["rows"], *kinds["reference"], *kinds["rising"]}:
            assert charts[name].reference == (name in kinds["reference"]), name
            assert charts[name].rising == kinds["rising"].get(name, ""), name

    def test_a_work_is_of_its_year(self, rules: str, stored: dict[str, Any]) -> None:
        about = tomllib.loads((shipped() / rules / "ruleset.toml").read_text(encoding="utf-8"))
        assert about.get("year") == stored["kinds"].get("year")

    def test_modifiers_are_the_same(self, charts: dict[str, Chart], stored: dict[str, Any]) -> None:
        for name, conditions in stored.get("conditions", {}).items():
            assert {one: charts[name].conditions[one].value for one in conditions} == conditions, name

    def test_numbers_typed_in_words_are_the_same(self, rules: str, stored: dict[str, Any]) -> None:
        """A rule's number on the sheet, in what a condition says or in a note, that no chart has."""
        files = {
            path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted((shipped() / rules).glob("*.toml"))
        }
        found = {name: " ".join(typed_in(file)) for name, file in files.items()}
        assert {name: typed for name, typed in found.items() if typed} == stored.get("words", {})

    def test_templates_are_as_large_and_point_the_same_way(self, rules: str, stored: dict[str, Any]) -> None:
        file = shipped() / rules / "templates.toml"
        templates = {one["name"]: one for one in tomllib.loads(file.read_text(encoding="utf-8"))["template"]}
        for name, told in stored.get("templates", {}).items():
            parts = templates[name].get("part", ())
            alone = [part["text"] for part in parts if part.get("alone")]
            needs = [part["needs"] for part in parts if "needs" in part]
            found = {**templates[name], "alone": alone, "needs": needs}
            assert {key: found[key] for key in told} == told, name

    def test_readings_are_by_default_what_they_were(self, rules: str, stored: dict[str, Any]) -> None:
        readings = referee().loaded(rules).readings
        assert {one: readings[one].default for one in stored["readings"]} == stored["readings"]

    def test_other_words_for_a_procedure_are_the_same(self, rules: str, stored: dict[str, Any]) -> None:
        assert referee().loaded(rules).ruleset.also == stored.get("procedures", {})
