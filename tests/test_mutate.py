"""tools/mutate.py: the mistakes it tries can be made, and are mistakes."""

import ast
import tomllib
from pathlib import Path

import pytest

from tests.tools import tool

ROOT = Path(__file__).parent.parent


def dumped(content: str) -> str:
    """A program without its layout."""
    return ast.dump(ast.parse(content))


def test_each_mistake_of_the_list_can_still_be_made() -> None:
    for mutation in tool("mutate").mutations().values():
        content = (ROOT / mutation.file).read_text(encoding="utf-8")
        assert mutation.applied(content) != content


class TestMistakesAtRandom:
    """Each is another program or chart, and the same seed makes the same ones."""

    def test_are_judged_once_though_the_run_is_stopped(self, tmp_path: Path) -> None:
        """What is found of each is kept at once, and not looked for again."""
        judged, kept = tool("survival").judged, tmp_path / "judged.jsonl"
        one, other = tool("random_mutants").chosen(ROOT, 7, 2)
        assert judged(one, kept, lambda _: "a test") == judged(one, kept, lambda _: "") == "a test"
        assert judged(other, kept, lambda _: "") == judged(other, kept, lambda _: "a test") == ""

    def test_are_programs_and_charts_that_differ(self) -> None:
        made = tool("random_mutants").chosen(ROOT, 7, 40)
        for mutant in made:
            content = (ROOT / mutant.file).read_text(encoding="utf-8")
            read = dumped if mutant.file.endswith(".py") else tomllib.loads
            assert read(mutant.applied(content)) != read(content), str(mutant)
        assert len(set(map(str, made))) == 40
        assert list(map(str, made)) == list(map(str, tool("random_mutants").chosen(ROOT, 7, 40)))

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("a = b < c\n", {"(b <= c)", "(b >= c)"}),
            ("a = b and not c\n", {"(b or not c)", "(c)"}),
            ("if a:\n    return b\n", {"True", "pass"}),
            ("a(b, c=3, *d)\n", {"a(b, *d)", "a(b, c=3)", "4", "(2)"}),
            ('def a(b: int = 1, c="x"):\n    "No 2"\n', {"2", "(0)", '""'}),
            ('raise a(f"{1 + 2}")\n', set()),
        ],
    )
    def test_change_what_happens_and_not_what_is_read(self, before: str, after: set[str]) -> None:
        found = tool("random_mutants").in_code("a.py", before)
        assert {mutant.after for mutant in found} == after

    def test_leave_the_lines_of_a_source_alone_inside_a_table(self) -> None:
        bar = '[a]\nbars = [{ by = ["fire"], over = 2, text = "of 3 men", lines = "9, 12, 30" }]\n'
        found = tool("random_mutants").in_chart("charts/grid/states.toml", bar)
        assert {mutant.after for mutant in found} == {"1", "3", "-2"}
