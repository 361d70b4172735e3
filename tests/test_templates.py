"""Templates: what is drawn from charts, and the faults of templates.toml."""

import re
import xml.etree.ElementTree as xml
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from refcli.core.errors import BadData, UnknownName
from refcli.files import paper_files
from refcli.files.check import faults_of
from refcli.files.library import Library
from refcli.printing.paper import PAPERS
from refcli.printing.templates.drawing import fitting
from refcli.printing.templates.pages import SHAPES, Page, chosen, pages_of
from refcli.rulesets import RULESETS, ruleset
from tests.situations import referee
from tests.test_charts import library

SVG = "{http://www.w3.org/2000/svg}"


class Box(NamedTuple):
    """A part of a page, in mm."""

    left: float
    upper: float
    width: float
    height: float


class Placed(NamedTuple):
    """One piece, or one section of it: where its drawing starts on the page, and what of it is seen there."""

    name: str
    page: int
    x: float
    y: float
    shapes: xml.Element
    seen: Box | None


def begin_of(part: Placed) -> tuple[float, float]:
    """Where a section begins in its piece."""
    return (part.seen.left - part.x, part.seen.upper - part.y) if part.seen else (0.0, 0.0)


def placed_on(svg: str, page: int) -> Iterator[Placed]:
    """What lies on a page, by the groups that carry a name."""
    root = xml.fromstring(svg)
    windows = {one.attrib["id"]: one[0].attrib for one in root.iter(f"{SVG}clipPath")}

    def walk(element: xml.Element, x: float, y: float, seen: Box | None) -> Iterator[Placed]:
        for one in element:
            x1, y1 = moved(one, x, y)
            clip = windows.get(one.get("clip-path", "")[5:-1])
            if clip:
                left, upper, width, height = (float(clip[key]) for key in ("x", "y", "width", "height"))
                here: Box | None = Box(x1 + left, y1 + upper, width, height)
            else:
                here = seen
            inner = any(two.get("data-name") for two in one.iter() if two is not one)
            if one.get("data-name") and not inner:
                yield Placed(one.get("data-name", ""), page, x1, y1, one, here)
            else:
                yield from walk(one, x1, y1, here)

    yield from walk(root, 0.0, 0.0, None)


def moved(element: xml.Element, x: float, y: float) -> tuple[float, float]:
    """A point where the group that it is in is moved to."""
    found = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    return (x + float(found[1]), y + float(found[2])) if found else (x, y)


WITH_TEMPLATES = [rules for rules in RULESETS if referee().loaded(rules).library.templates()]
LARGER_THAN_A_PAGE = ("skirmish", "combat-captain", "first-watch")
"""The rulesets with templates in sections or tiles."""


# ---- what is measured ---------------------------------------------------------------------------------


def texts_of(page: Page) -> list[str]:
    """The texts of a page, in the order in which they are drawn."""
    return [one.text or "" for one in xml.fromstring(page.svg).iter(f"{SVG}text")]


class TestTheSameCharts:
    """Give the same bytes, and others other ones."""

    def test_give_others_when_a_figure_changes(self, tmp_path: Path) -> None:
        assert toy_pages() != toy_pages(CHART.replace("small = [3, 6]", "small = [3, 7]"))


CHART = """title  = "Bursts"
source = { section = "Bursts", lines = "1-2" }
axes   = ["gun", "figure"]
figure = { names = ["burst", "reach"] }

[rows]
small = [3, 6]
large = [30, "-"]

[labels]
small = "small gun"
large = "large gun"
"""

STICKS = """title  = "Ranges"
source = { section = "Ranges", lines = "3" }
axes   = ["gun", "range"]
range  = { unit = "cm", to = [10, 20] }
needs  = ">="

[rows]
small = [4, 5]
large = [2]
"""

BURSTS = """[[template]]
name   = "bursts"
title  = "Bursts"
shape  = "circles"
source = { section = "Bursts", lines = "1" }
across = "bursts.*.burst"
"""

STICK = """[[template]]
name   = "sticks"
title  = "Sticks"
shape  = "stick"
source = { section = "Ranges", lines = "3" }
rows   = "ranges.*"
"""

HIT = """[[template.part]]
text  = "hit"
add   = ["ranges.*"]
"""

MARKERS = """[[template]]
name   = "markers"
title  = "Markers"
shape  = "marker"
source = { section = "Bursts", lines = "2" }
rows   = "bursts.*"
width  = 30
height = 20
copies = 2
lines  = ["{label}", "burst {bursts.*.burst}"]
"""

TEMPLATES = f'{BURSTS}\n{STICK}reach  = "bursts.*.reach"\n{HIT}\n{MARKERS}'

LONG_STICK = f"{STICK}{HIT}{BURSTS}"


def toy(folder: Path, chart: str = CHART, templates: str = TEMPLATES, overlays: tuple[Path, ...] = ()) -> Library:
    """A ruleset that lays circles, sticks and markers on the table, by writing files alone."""
    return library(folder, overlays, bursts=chart, ranges=STICKS, templates=templates)


def toy_pages(chart: str = CHART, templates: str = TEMPLATES, title: str = "Toy") -> tuple[Page, ...]:
    """The pages of the toy ruleset."""
    with TemporaryDirectory() as folder:
        rules = toy(Path(folder), chart, templates)
        return pages_of(rules.templates().values(), rules.everything(), PAPERS["a4"], title, "0123456789abcdef")


class TestTheRulesets:
    """What they lay on the table."""

    def test_have_every_shape_between_them(self) -> None:
        drawn = {one.shape for rules in RULESETS for one in referee().loaded(rules).library.templates().values()}
        assert drawn == set(SHAPES)

    def test_of_ours_have_templates(self) -> None:
        assert {"grid", *LARGER_THAN_A_PAGE} <= set(WITH_TEMPLATES)

    def test_have_all_shapes_drawn_that_a_file_may_name(self) -> None:
        assert set(SHAPES) == set(paper_files.SHAPES)

    @pytest.mark.parametrize(
        ("row", "said"),
        [
            ("6pdr-apds", ["2+ (1 "]),
            ("pzb39", ["2+ (1 "]),
            ("17pdr", ["-2*"]),
            ("75mm-l24", ["4+*", "10+*", "1943: -1*", "1943: 0*"]),
        ],
    )
    def test_say_what_a_gun_of_first_watch_needs(self, row: str, said: list[str]) -> None:
        """A 1 always misses, and range takes from the Penetration Value. Source: first-watch.txt 73-77."""
        library = referee().loaded("first-watch").library
        asked = chosen(library.templates().values(), [row])
        pages = pages_of(asked, library.everything(), PAPERS["a4"], "First Watch", "digest")
        told = [text for page in pages for text in texts_of(page)]
        assert [text for text in said if not any(text in line for line in told)] == []
        assert not any(line.startswith("1+") or "penetration -" in line for line in told)
        assert any("1943" in line for line in told) == any("1943" in text for text in said)


class TestASheetOfPaper:
    """Holds a whole stick where it can, and its sections in order."""

    def test_holds_what_is_asked_for_alone(self) -> None:
        for rules, row in (("first-watch", "6pdr"), ("skirmish", "88mm-l56"), ("skirmish", "6pdr")):
            library = referee().loaded(rules).library
            asked = chosen(library.templates().values(), [row])
            for paper in PAPERS.values():
                assert len(pages_of(asked, library.everything(), paper, "Title", "digest")) == 1, (
                    rules,
                    row,
                    paper.name,
                )


class TestAStickOfManySheets:
    """Gives way to a card of its bands, to use with a tape."""

    def drawn(self, reach: int) -> dict[str, list[str]]:
        """The pieces of a ruleset of which one gun reaches so many cm, and their texts."""
        ends = ", ".join(str(reach * number // 20) for number in range(1, 21))
        sticks = STICKS.replace("to = [10, 20]", f"to = [{ends}]").replace("[4, 5]", f"{[2] * 20}")
        with TemporaryDirectory() as folder:
            rules = library(Path(folder), (), bursts=CHART, ranges=sticks, templates=LONG_STICK)
            pages = pages_of(rules.templates().values(), rules.everything(), PAPERS["a4"], "Toy", "digest")
        placed = [one for number, page in enumerate(pages) for one in placed_on(page.svg, number)]
        return {one.name: [text.text or "" for text in one.shapes.iter(f"{SVG}text")] for one in placed}

    def test_is_a_stick_on_two_sheets(self) -> None:
        assert {"sticks/small", "sticks/large"} <= self.drawn(400).keys()

    def test_is_a_card_beyond(self) -> None:
        drawn = self.drawn(1000)
        assert "sticks/small" not in drawn and "sticks/large" in drawn
        told = drawn["sticks/small/card"]
        assert told[0] == "small (Sticks)"
        assert [text for text in told if text.startswith("to ")] == [f"to {50 * number} cm" for number in range(1, 21)]
        assert told.count("hit 2+") == 20


class TestANewRuleset:
    """Gets its templates by writing templates.toml alone."""

    def test_is_printed(self) -> None:
        told = " ".join(text for page in toy_pages() for text in texts_of(page))
        for text in ("3 cm", "30 cm", "hit 4+", "hit 2+", "small gun", "burst 30", "Bursts 1/"):
            assert text in told

    def test_has_a_circle_in_tiles_that_is_larger_than_the_page(self) -> None:
        pages = toy_pages()
        parts = [one for number, page in enumerate(pages) for one in placed_on(page.svg, number)]
        assert len([one for one in parts if one.name == "bursts/30"]) > 1

    def test_ends_a_stick_where_its_weapon_ends(self) -> None:
        parts = [one for page in toy_pages() for one in placed_on(page.svg, 0)]
        widths = {}
        for part in parts:
            border = part.shapes.find(f".//{SVG}rect")
            if part.name.startswith("sticks/") and border is not None:
                widths[part.name] = float(border.attrib["width"])
        assert widths == {"sticks/small": 60.0, "sticks/large": 100.0}

    def test_has_sticks_within_the_limits_of_its_charts(self) -> None:
        """At least one more than what never hits, and no shot beyond the highest."""
        part = 'add   = ["ranges.*"]\nneeds = ">="\nabove = "bursts.small.burst"\nup-to = "bursts.small.reach"'
        limited = TEMPLATES.replace('add   = ["ranges.*"]', part)
        for low, high, said in (
            (1, 6, ["hit 4+", "hit 5+", "hit 2+"]),
            (2, 4, ["hit 4+", "hit no shot (5 before modifiers)", "hit 3+ (2 before modifiers)"]),
        ):
            chart = CHART.replace("small = [3, 6]", f"small = [{low}, {high}]").replace("large = [30", "large = [7")
            pages = toy_pages(chart, limited.replace('reach  = "bursts.*.reach"\n', ""))
            told = [text for page in pages for text in texts_of(page)]
            assert [text for text in told if text.startswith("hit ")] == said

    def test_has_a_part_on_the_sticks_of_its_rows_alone(self) -> None:
        """As a gun with a new shot of 1943 has its range penalties twice, and others once."""
        hit = 'add   = ["ranges.*"]'
        for key, there, elsewhere in (("rows", "large", "small"), ("without", "small", "large")):
            part = f'{hit}\n[[template.part]]\ntext  = "again"\n{hit}\n{key} = "ranges.large"'
            for row, said in ((there, True), (elsewhere, False)):
                with TemporaryDirectory() as folder:
                    rules = toy(Path(folder), templates=TEMPLATES.replace(hit, part))
                    asked = [one for one in chosen(rules.templates().values(), [row]) if one.shape == "stick"]
                    pages = pages_of(asked, rules.everything(), PAPERS["a4"], "Toy", "digest")
                assert any("again" in text for page in pages for text in texts_of(page)) == said, (key, row)

    def test_prints_as_many_markers_as_it_says(self) -> None:
        names = [one.name for page in toy_pages() for one in placed_on(page.svg, 0)]
        assert [names.count(f"markers/{row}") for row in ("small", "large")] == [2, 2]

    def test_says_what_a_number_required_needs(self) -> None:
        told = [text for page in toy_pages(CHART + '[needs]\nburst = "<="\n') for text in texts_of(page)]
        assert any(re.match(r"burst 3 \w+", text) for text in told)

    def test_without_the_file_has_none(self, tmp_path: Path) -> None:
        assert library(tmp_path, bursts=CHART).templates() == {}

    def test_is_printed_of_what_is_named_alone(self, tmp_path: Path) -> None:
        rules = toy(tmp_path)
        templates = rules.templates()
        assert [one.name for one in chosen(templates.values(), ["bursts"])] == ["bursts"]
        assert [(one.name, one.rows) for one in chosen(templates.values(), ["large"])] == [
            ("sticks", ("large",)),
            ("markers", ("large",)),
        ]
        with pytest.raises(UnknownName, match=r"'lrage'.*nearest: large"):
            chosen(templates.values(), ["lrage"])

    def test_takes_an_overlay(self, tmp_path: Path) -> None:
        mine = tmp_path / "mine" / "test"
        mine.mkdir(parents=True)
        (mine / "templates.toml").write_text('[[template]]\nname = "markers"\ncopies = 5\n', encoding="utf-8")
        markers = toy(tmp_path, overlays=(mine.parent,)).templates()["markers"]
        assert (markers.paper["copies"], markers.title, markers.source.origin) == (5, "Markers", "overlay")


HOSTILE = 'a [b](c) #let x = 1 *d* _e_ <i>f</i> &amp; $g$ `h` "i" \\ @j {{k}} שלום 🎲'


def test_a_text_that_takes_no_room_fits_where_there_is_none() -> None:
    """It was divided by: a template as small as its marks ended in a ZeroDivisionError."""
    assert fitting("", 3.0, -1.0) == 3.0


class TestHostileText:
    """Chart text is data: it prints as it stands."""

    def page_texts(self) -> list[str]:
        quoted = HOSTILE.replace("\\", "\\\\").replace('"', '\\"')
        chart = CHART.replace('"small gun"', f'"{quoted}"')
        pages = toy_pages(chart, TEMPLATES.replace('"Bursts"', f'"{quoted}"'), HOSTILE)
        return [" ".join(texts_of(page)) for page in pages]

    def test_stands_in_the_svg(self) -> None:
        told = " ".join(self.page_texts())
        assert told.count(HOSTILE) >= 4


class TestFaults:
    """Of templates.toml: each in a line of its own, with file, line and the nearest right name."""

    @pytest.mark.parametrize(
        ("old", "new", "line", "said"),
        [
            ('title  = "Bursts"', 'titel  = "Bursts"', 3, "'titel' (nearest: title"),
            ('title  = "Bursts"', "title  = 7", 3, "title"),
            ('shape  = "circles"', 'shape  = "cirlces"', 4, "(nearest: circles"),
            ('across = "bursts.*.burst"', "", 1, "'across'"),
            ('"bursts.*.burst"\n', '"brusts.*.burst"\n', 6, "'brusts.*.burst'"),
            ('"bursts.*.burst"\n', '"bursts.*.brust"\n', 6, "'brust' (nearest: burst)"),
            ('"bursts.*.burst"\n', '"bursts.smal.burst"\n', 6, "'smal' (nearest: small)"),
            ('"bursts.*.burst"\n', '"bursts"\n', 6, "bursts"),
            ('"bursts.*.burst"\n', '"ranges.small"\n', 6, "ranges"),
            ('"bursts.*.burst"\n', "[3]\n", 6, "3"),
            ('"bursts.*.burst"\n', "[]\n", 6, "across"),
            ('"bursts.*.burst"\n', '"bursts.*.@"\n', 6, "@"),
            (
                'shape  = "circles"\nsource = { section = "Bursts", lines = "1" }\nacross = "bursts.*.burst"',
                'shape  = "strip"\nsource = { section = "Bursts", lines = "1" }\n'
                'length = "bursts.*.burst"\nbreadth = "bursts.small.burst"',
                6,
                "template[1].length",
            ),
            ('rows   = "ranges.*"', 'rows   = "ragnes.*"', 13, "(nearest: ranges)"),
            ('add   = ["ranges.*"]', 'add   = ["ranges.*.30"]', 17, "ranges"),
            ('add   = ["ranges.*"]', 'ad    = ["ranges.*"]', 17, "'ad' (nearest: add)"),
            ('text  = "hit"', 'text  = "hit"\nneeds = "=>"', 17, "'=>'"),
            ('add   = ["ranges.*"]', "add   = []", 17, "add"),
            ('add   = ["ranges.*"]', 'add   = ["ranges.*"]\nalone = true', 18, "alone"),
            (
                'add   = ["ranges.*"]',
                'add   = ["ranges.*"]\nrows = "ranges.smal"',
                18,
                "'smal' (nearest: small)",
            ),
            ('add   = ["ranges.*"]', 'add   = ["ranges.*"]\nrows = "ranges.small"', 15, "'large'"),
            ('add   = ["ranges.*"]', 'add   = ["ranges.*"]\nwithout = "ranges.*"', 15, "ranges.*"),
            (
                'add   = ["ranges.*"]',
                'add   = ["ranges.*"]\nup-to = "bursts.small.reach"',
                18,
                "needs = '>='",
            ),
            (
                'add   = ["ranges.*"]',
                'add   = ["ranges.*"]\nneeds = ">="\nabove = "bursts.*.burst"',
                19,
                "'bursts.*.burst'",
            ),
            (
                'add   = ["ranges.*"]',
                'add   = ["ranges.*"]\nneeds = ">="\nabove = "bursts.smal.burst"',
                19,
                "'smal' (nearest: small)",
            ),
            ('[[template.part]]\ntext  = "hit"\nadd   = ["ranges.*"]', "part   = []", 15, "part"),
            ('lines  = ["{label}", "burst {bursts.*.burst}"]', "lines  = []", 28, "lines"),
            ('lines  = ["{label}", "burst {bursts.*.burst}"]', 'lines  = [" "]', 28, "lines"),
            ("width  = 30", "width  = 3", 25, "5 to 400"),
            ("copies = 2", "copies = 0", 27, "1 to 100"),
            ("{bursts.*.burst}", "{bursts.*.bursts}", 28, "'bursts' (nearest: burst)"),
            ('name   = "sticks"', 'name   = "bursts"', 9, "'bursts'"),
            ('name   = "sticks"', 'name   = "Sticks"', 9, "'Sticks'"),
            ('name   = "bursts"', 'name   = "bursts"\nunit = "ells"', 3, "'ells'"),
            ("[[template]]", "[[templates]]", 1, "'templates' (nearest: template)"),
            ('title  = "Bursts"', 'title  = "Bur\\u001bsts"', 3, "title"),
            ("[[template]]", "[[template]", 1, "TOML"),
        ],
    )
    def test_names_file_line_and_cure(self, tmp_path: Path, old: str, new: str, line: int, said: str) -> None:
        assert old in TEMPLATES
        with pytest.raises(BadData) as caught:
            toy(tmp_path, templates=TEMPLATES.replace(old, new, 1)).templates()
        at = f"charts/test/templates.toml:{line}: "
        found = caught.value.faults
        assert any(fault.startswith(at) and said in fault for fault in found), found

    def test_are_told_once(self, tmp_path: Path) -> None:
        with pytest.raises(BadData) as caught:
            toy(tmp_path, templates=TEMPLATES.replace('"{label}"', '"a\\u001b"')).templates()
        (fault,) = caught.value.faults
        assert "'a\\x1b'" in fault

    def test_are_told_with_those_of_the_charts(self, tmp_path: Path) -> None:
        bad = TEMPLATES.replace('title  = "Sticks"', 'titel  = "Sticks"').replace("width  = 30", "width  = 3")
        with pytest.raises(BadData) as caught:
            toy(tmp_path, CHART.replace("title ", "titel "), bad).everything()
        told = "\n".join(caught.value.faults)
        assert all(text in told for text in ("bursts.toml:", "templates.toml:10:", "templates.toml:25:"))

    def test_a_size_that_no_paper_bears_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(BadData, match=r"toml:6: bursts\.large\.burst .*3000"):
            toy(tmp_path, CHART.replace("large = [30", "large = [3000")).templates()

    def test_figures_that_are_all_blank_are_told(self, tmp_path: Path) -> None:
        """There was nothing to draw, or an IndexError; a reach alone may be blank."""
        blank = CHART.replace("small = [3, 6]", 'small = ["-", "-"]').replace("large = [30", 'large = ["-"')
        with pytest.raises(BadData) as caught:
            toy(tmp_path, blank).templates()
        (fault,) = caught.value.faults
        assert fault.startswith("charts/test/templates.toml:6: template[1].across ")

    def test_a_chart_that_cannot_be_read_is_told_alone(self, tmp_path: Path) -> None:
        """Its figures are not missed besides."""
        with pytest.raises(BadData) as caught:
            toy(tmp_path, CHART.replace("small = [3, 6]", "small = [[3]]")).everything()
        assert all("bursts.toml" in fault for fault in caught.value.faults)

    def test_charts_that_a_template_alone_reads_are_read(self) -> None:
        loaded = referee().loaded("skirmish")
        read = {name for procedure in loaded.ruleset.procedures for name in loaded.procedure(procedure).charts}
        assert "facing" not in read
        assert faults_of(ruleset("skirmish"), loaded.library) == []
