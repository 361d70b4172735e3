"""Templates on paper, measured in the printed pages against the figures of the charts."""

import re
import subprocess
import sys
import xml.etree.ElementTree as xml
from collections.abc import Iterable
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

import pytest

from refcli.core.charts import Chart
from refcli.core.template import Template
from refcli.printing.paper import PAPERS, Paper
from refcli.printing.templates.pages import Page, pages_of, pdf_of_pages
from refcli.printing.templates.svg import outlined
from refcli.rulesets import RULESETS
from tests.conftest import Home, Run
from tests.situations import referee
from tests.slow.raster import Image, Ink, images_of, text_of
from tests.test_templates import (
    CHART,
    HOSTILE,
    LARGER_THAN_A_PAGE,
    SVG,
    WITH_TEMPLATES,
    Placed,
    begin_of,
    moved,
    placed_on,
    texts_of,
    toy_pages,
)
from tests.tools import needed

NEAR = 0.3
"""How far a printed size may be from its figure, in mm."""


INCH = 25.4


class Printed(NamedTuple):
    """Everything of a ruleset on one paper."""

    rules: str
    paper: Paper
    charts: dict[str, Chart]
    templates: dict[str, Template]
    pages: tuple[Page, ...]
    images: list[Image]
    pieces: list[Placed]

    def placed(self, name: str) -> list[Placed]:
        """Where a template, or one piece of it, lies; sections in their order."""
        ours = [one for one in self.pieces if one.name == name or one.name.partition("/")[0] == name]
        return sorted(ours, key=lambda one: (one.name, *begin_of(one)))

    def value(self, ref: str) -> float:
        """A figure of the charts, looked up by its name."""
        chart, row, column = (*ref.split("."), "")[:3]
        return float(self.charts[chart].cell(row, column).number)


def printed_on(rules: str, paper: Paper, folder: Path) -> Printed:
    """A ruleset's templates as they come out of the printer."""
    library = referee().loaded(rules).library
    charts, templates = library.everything(), library.templates()
    pages = pages_of(templates.values(), charts, paper, library.about()["title"], library.digest())
    pdf = folder / f"{rules}-{paper.name}.pdf"
    pdf.write_bytes(pdf_of_pages(pages, rules))
    pieces = [one for number, page in enumerate(pages) for one in placed_on(page.svg, number)]
    return Printed(rules, paper, charts, templates, pages, images_of(pdf), pieces)


@pytest.fixture(scope="module", params=list(product(WITH_TEMPLATES, PAPERS)), ids="-".join)
def printed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Printed:
    """Each ruleset that has templates on each paper."""
    needed("pdftoppm")
    rules, paper = request.param
    return printed_on(rules, PAPERS[paper], tmp_path_factory.mktemp("printed"))


def first_thin(found: list[Ink], beyond: float) -> float:
    """The first thin line at least so far away."""
    return next(ink.middle for ink in found if ink.middle > beyond and ink.thick < 0.7)


def middle_of(placed: Placed, tag: str = "circle") -> tuple[float, float]:
    """The middle of a piece's greatest circle; where it is, not how large it is."""
    circles = sorted(placed.shapes.iter(SVG + tag), key=lambda one: float(one.attrib["r"]))
    x, y = start_of(placed, circles[-1])
    return x + float(circles[-1].attrib["cx"]), y + float(circles[-1].attrib["cy"])


def start_of(placed: Placed, shape: xml.Element) -> tuple[float, float]:
    """The place on the page that a shape of a piece is drawn from."""

    def path(element: xml.Element, x: float, y: float) -> tuple[float, float] | None:
        for one in element:
            here = moved(one, x, y)
            if one is shape:
                return here
            if deeper := path(one, *here):
                return deeper
        return None

    return path(placed.shapes, placed.x, placed.y) or (placed.x, placed.y)


def sizes(printed: Printed, refs: tuple[str, ...]) -> list[float]:
    """The different sizes that references mean, in mm: written out here apart from the code that draws."""
    template_sizes = set()
    for ref in refs:
        chart, row, column = (*ref.split("."), "")[:3]
        for name in printed.charts[chart].rows if row == "*" else [row]:
            template_sizes.add(printed.value(f"{chart}.{name}.{column}".rstrip(".")))
    return sorted(template_sizes)


def lines_of_strip(printed: Printed, name: str) -> list[float]:
    """Where upright lines stand on a stick from its beginning on, its sections joined at their crosses."""
    found: list[float] = []
    joined = 0.0
    parts = printed.placed(name)
    for number, part in enumerate(parts):
        border = part.shapes.find(f".//{SVG}rect")
        assert border is not None
        left, width = (part.seen.left, part.seen.width) if part.seen else (part.x, float(border.attrib["width"]))
        image = printed.images[part.page]
        upper, lower = part.y + 0.6, part.y + 11.0
        lines = image.uprights(left - 0.6, left + width + 0.6, upper, lower, 0.9)
        begin, end = lines[0], lines[-1]
        if number > 0:
            begin = crosses(image, lines[0], 1, upper, lower)
        if number < len(parts) - 1:
            end = crosses(image, lines[-1], -1, upper, lower)
        found += [joined + line - begin for line in lines if begin + 1 < line <= end]
        joined += end - begin
    return found


def crosses(image: Image, edge: float, side: int, upper: float, lower: float) -> float:
    """The broken line with crosses near the edge of a section."""
    first, last = sorted((edge + 3 * side, edge + 9 * side))
    (line,) = image.uprights(first, last, upper, lower, 0.5)
    return line


def near(measured: list[float], true: list[float]) -> bool:
    """Whether as many sizes were measured, each within the tolerance; says so on stdout when not."""
    good = len(measured) == len(true) and all(abs(one - two) <= NEAR for one, two in zip(measured, true, strict=True))
    if not good:
        print("measured", [round(one, 2) for one in measured], "true", [round(one, 2) for one in true])
    return good


def ends_of(printed: Printed, template: Template, row: str) -> list[float]:
    """Where the bands of a weapon end, in mm, read off the charts as a player reads them."""
    charts = printed.charts
    if printed.rules == "combat-captain":
        return [cell * INCH for cell in charts["ranges"].rows[row] if isinstance(cell, int)]
    chart = {"guns": "gun-range", "infantry-anti-tank": "gun-range", "anti-tank": "attack-values"}.get(
        template.name, "small-arms"
    )
    bands = [upper for _, upper in charts[chart].axes[1].bands]
    if template.name == "small-arms" and printed.rules == "first-watch":
        assert charts["hit-number"].axes[1].bands == charts[chart].axes[1].bands
    ends = [float(end) for end, cell in zip(bands, charts[chart].rows[row], strict=False) if cell is not None]
    if template.name == "anti-tank" and row in charts["weapons"].rows:
        reach = charts["weapons"].cell(row, "reach").value
        if isinstance(reach, (int, float)):
            ends = sorted({min(end, float(reach)) for end in ends})
    return [end * 10 for end in ends]


def shaped(printed: Printed, *shapes: str) -> list[Template]:
    """The templates of these shapes."""
    return [template for template in printed.templates.values() if template.shape in shapes]


def on_each_paper(rulesets: Iterable[str]) -> pytest.MarkDecorator:
    """Runs a test with these rulesets alone."""
    return pytest.mark.parametrize("printed", list(product(rulesets, PAPERS)), ids="-".join, indirect=True)


def having(*shapes: str) -> pytest.MarkDecorator:
    """Runs a test with the rulesets that have templates of these shapes."""
    templates = {rules: referee().loaded(rules).library.templates().values() for rules in RULESETS}
    return on_each_paper(rules for rules in RULESETS if any(one.shape in shapes for one in templates[rules]))


class TestPrintedSizes:
    """Every template is within 0.3 mm of its figures."""

    @having("circles")
    def test_circles_have_their_diameters(self, printed: Printed) -> None:
        for template in shaped(printed, "circles"):
            true = [size * 10 for size in sizes(printed, template.figures["across"])]
            measured = []
            for part in printed.placed(template.name):
                x, y = middle_of(part)
                image = printed.images[part.page]
                right, left, up = (first_thin(image.ray(x, y, angle, 60), 4) for angle in (90, 270, 0))
                assert abs(right + left - 2 * up) <= NEAR
                measured.append(right + left)
            assert near(sorted(measured), true)

    @on_each_paper(["skirmish"])
    def test_skirmish_has_the_burst_circles_of_its_source(self, printed: Printed) -> None:
        assert sizes(printed, printed.templates["burst-circles"].figures["across"]) == [2.5, 5, 7.5, 10]

    @having("rings")
    def test_rings_have_their_diameters_or_their_distances(self, printed: Printed) -> None:
        for template in shaped(printed, "rings"):
            by_radius = "radius" in template.figures
            key = "radius" if by_radius else "across"
            true = [size * (10 if by_radius else 5) for size in sizes(printed, template.figures[key])]
            part = printed.placed(template.name)[0]
            x, y = middle_of(part)
            for angle in (90, 270):
                found = printed.images[part.page].ray(x, y, angle, true[-1] + 1)
                assert near([ink.middle for ink in found if ink.middle > 4], true)

    @on_each_paper(["first-watch"])
    def test_first_watch_has_the_rings_of_its_source(self, printed: Printed) -> None:
        assert {4, 6} < set(sizes(printed, printed.templates["bombardment"].figures["across"]))
        assert 14 in sizes(printed, printed.templates["bombs"].figures["across"])

    @having("strip")
    def test_strips_are_as_long_and_as_broad(self, printed: Printed) -> None:
        for template in shaped(printed, "strip"):
            (part,) = printed.placed(template.name)
            length, breadth = (sizes(printed, template.figures[key])[0] * 10 for key in ("length", "breadth"))
            image = printed.images[part.page]
            across = image.ray(part.x - 1, part.y + breadth - 1.5, 90, length + 2)
            down = image.ray(part.x + 1.5, part.y - 1, 180, breadth + 2)
            assert near([across[-1].middle - across[0].middle], [length])
            assert near([down[-1].middle - down[0].middle], [breadth])

    @having("arcs")
    def test_arcs_have_their_angles(self, printed: Printed) -> None:
        for template in shaped(printed, "arcs"):
            true = [angle for angle in sizes(printed, template.figures["angle"]) if angle < 360]
            arm = template.paper["arm"]
            parts = printed.placed(template.name)
            assert sorted(float(part.name.partition("/")[2]) for part in parts) == true
            for part in parts:
                path = part.shapes.find(f".//{SVG}path")
                assert path is not None
                dx, dy = start_of(part, path)
                x, y = (float(number) for number in path.attrib["d"].split()[1:3])
                found = printed.images[part.page].around(x + dx, y + dy, arm * 0.9, -100, 100)
                right = next(ink.middle for ink in found if ink.middle > 2)
                left = next(ink.middle for ink in reversed(found) if ink.middle < -2)
                turn = arm * 0.9 / 57.2958
                assert near([(right - left) * turn], [float(part.name.partition("/")[2]) * turn])

    @having("facing")
    def test_facings_have_their_angles(self, printed: Printed) -> None:
        for template in shaped(printed, "facing"):
            (part,) = printed.placed(template.name)
            ahead = min(sizes(printed, template.figures["ahead"]))
            behind = sizes(printed, template.figures.get("behind", ()))
            true = sorted({ahead / 2, 180 - (behind[0] if behind else 360 - ahead) / 2})
            x, y = middle_of(part)
            radius = template.paper["arm"] * 0.92
            turn = radius / 57.2958
            for first, last in ((5, 175), (-175, -5)):
                found = printed.images[part.page].around(x, y, radius, first, last)
                assert near(sorted(abs(ink.middle) * turn for ink in found), [angle * turn for angle in true])

    @having("stick")
    def test_sticks_have_their_bands(self, printed: Printed) -> None:
        for template in shaped(printed, "stick"):
            names = list(dict.fromkeys(part.name for part in printed.placed(template.name)))
            assert names
            for name in names:
                true = ends_of(printed, template, name.partition("/")[2])
                assert near(lines_of_strip(printed, name)[: len(true)], true), name

    @having("stick")
    def test_every_weapon_has_a_stick(self, printed: Printed) -> None:
        for template in shaped(printed, "stick"):
            chart = printed.charts[template.figures["rows"][0].partition(".")[0]]
            drawn = {part.page for part in printed.placed(template.name)}
            told = " ".join(text for page in drawn for text in texts_of(printed.pages[page]))
            assert [row for row in template.rows if chart.label(row) not in told] == []

    @having("marks")
    def test_marked_sticks_have_their_marks(self, printed: Printed) -> None:
        for template in shaped(printed, "marks"):
            scale = [printed.value(ref) for ref in template.figures.get("scale", ())] or [1.0]
            unit = INCH if template.unit == "inches" else 10.0
            true = [size * scale[0] * unit for size in sizes(printed, template.figures["at"])]
            assert near(lines_of_strip(printed, template.name), true), template.name

    @having("dial")
    def test_dials_are_as_large_as_declared(self, printed: Printed) -> None:
        for template in shaped(printed, "dial"):
            (part,) = printed.placed(template.name)
            x, y = middle_of(part)
            image = printed.images[part.page]
            across = template.paper["across"]
            right, left = (first_thin(image.ray(x, y, angle, across), across * 0.3) for angle in (67.5, 247.5))
            assert near([right + left], [across])

    @having("marker")
    def test_markers_are_as_large_as_declared(self, printed: Printed) -> None:
        for template in shaped(printed, "marker"):
            width, height = template.paper["width"], template.paper["height"]
            for part in printed.placed(template.name):
                image = printed.images[part.page]
                across = image.ray(part.x - 1, part.y + 0.8, 90, width + 2)
                down = image.ray(part.x + 1.0, part.y - 1, 180, height + 2)
                assert near([across[-1].middle - across[0].middle], [width])
                assert near([down[-1].middle - down[0].middle], [height])

    @having("stick", "marks")
    def test_scales_have_a_tick_at_each_unit(self, printed: Printed) -> None:
        for template in shaped(printed, "stick", "marks"):
            part = printed.placed(template.name)[0]
            unit = INCH if template.unit == "inches" else 10.0
            found = printed.images[part.page].ray(part.x - 1, part.y + 1.2, 90, 4.5 * unit)
            assert near([ink.middle - found[0].middle for ink in found], [unit * number for number in range(5)])


class TestEveryPage:
    """Has its check bars and a blank edge, and is not blank."""

    def test_has_bars_of_100_mm_and_4_inches(self, printed: Printed) -> None:
        for page, image in zip(printed.pages, printed.images, strict=True):
            found = bars_of(image, page.height)
            assert near(found, [100.0, 101.6])

    def test_names_no_reading(self, printed: Printed) -> None:
        """That is for the referee, who chose it."""
        said = {word for page in printed.pages for text in texts_of(page) for word in re.findall(r"[A-Z]+-\d+", text)}
        assert not said & {*referee().loaded(printed.rules).readings}

    def test_has_nothing_nearer_than_5_mm_to_its_edge(self, printed: Printed) -> None:
        assert min(image.margin() for image in printed.images) >= 5

    def test_is_as_large_as_the_paper(self, printed: Printed) -> None:
        for image in printed.images:
            size = sorted((image.width / 10, image.height / 10))
            assert near(size, sorted(printed.paper[1:3]))

    def test_is_not_blank(self, printed: Printed) -> None:
        assert all(
            image.inked(14.5, page.height - 21) for page, image in zip(printed.pages, printed.images, strict=True)
        )

    def test_has_no_text_below_7_points(self, printed: Printed) -> None:
        for page in printed.pages:
            sizes = [float(one.attrib["font-size"]) for one in xml.fromstring(page.svg).iter(f"{SVG}text")]
            assert min(sizes) >= 7 / 72 * INCH - 0.001

    def test_says_which_charts_it_is_drawn_from(self, printed: Printed) -> None:
        digest = referee().loaded(printed.rules).library.digest()
        for page in printed.pages:
            told = " ".join(texts_of(page))
            assert digest in told and "Print at 100 %" in told

    def test_marks_house_values_and_says_so(self, printed: Printed) -> None:
        for page in printed.pages:
            told = texts_of(page)
            starred = any("*" in text and "house value" not in text for text in told)
            assert starred == any("* house value" in text for text in told)

    def test_joins_its_sections_and_tiles_at_their_crosses(self, printed: Printed) -> None:
        joined = 0
        for template in printed.templates.values():
            for before, after in pairwise(printed.placed(template.name)):
                if before.name == after.name and before.seen and after.seen and joined < 12:
                    overlap(printed, before, after)
                    joined += 1
        if printed.rules in LARGER_THAN_A_PAGE:
            assert joined > 2


def bars_of(image: Image, height: float) -> list[float]:
    """The check bars: level lines at the foot of the page, measured between their end strokes."""
    found = []
    for y in image.level(height - 20, height - 5, 90):
        ends = image.ray(5, y + 1.2, 90, 110)
        found.append(ends[1].middle - ends[0].middle)
    return found


def overlap(printed: Printed, before: Placed, after: Placed) -> None:
    """The end of one part shows what the beginning of the next one shows."""
    assert before.seen and after.seen
    (x1, y1), (x2, y2) = begin_of(before), begin_of(after)
    if x2 > x1:
        length, high = x1 + before.seen.width - x2, 14.0
        assert length >= 10
    else:
        length, high = 100.0, y1 + before.seen.height - y2
        assert high >= 10
    first, second = (
        printed.images[part.page].dots(
            part.x + x2 + 0.5, part.x + x2 + length - 0.5, part.y + y2 + 0.6, part.y + y2 + high - 0.6
        )
        for part in (before, after)
    )
    assert first
    assert len(apart(first, second)) <= 0.02 * len(first)
    assert len(apart(second, first)) <= 0.02 * len(second)


def apart(some: set[tuple[int, int]], others: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Points with none of the others within a tenth of a mm."""
    wide = {(x + dx, y + dy) for x, y in others for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return some - wide


class TestSvg:
    """The same pages as SVG, as another program draws them."""

    @pytest.mark.parametrize(("rules", "paper"), [("skirmish", "a4"), ("combat-captain", "letter")])
    def test_measures_the_same(self, tmp_path: Path, rules: str, paper: str) -> None:
        rsvg, _ = needed("rsvg-convert"), needed("pdftoppm")
        library = referee().loaded(rules).library
        charts, templates = library.everything(), library.templates()
        pages = pages_of(templates.values(), charts, PAPERS[paper], "Title", "digest")[:4]
        images = []
        for page in pages:
            svg, pdf = tmp_path / f"{page.name}.svg", tmp_path / f"{page.name}.pdf"
            svg.write_text(page.svg, encoding="utf-8")
            subprocess.run([rsvg, "-f", "pdf", "-o", str(pdf), str(svg)], check=True)
            images += images_of(pdf)
        pieces = [one for number, page in enumerate(pages) for one in placed_on(page.svg, number)]
        drawn = Printed(rules, PAPERS[paper], charts, templates, pages, images, pieces)
        every, one = TestEveryPage(), TestPrintedSizes()
        every.test_has_bars_of_100_mm_and_4_inches(drawn)
        every.test_is_as_large_as_the_paper(drawn)
        every.test_has_nothing_nearer_than_5_mm_to_its_edge(drawn)
        if rules == "skirmish":
            one.test_circles_have_their_diameters(drawn)
            one.test_arcs_have_their_angles(drawn)
            one.test_facings_have_their_angles(drawn)
        else:
            one.test_marked_sticks_have_their_marks(drawn)
            one.test_sticks_have_their_bands(drawn)

    def test_has_outlines_where_its_text_stood(self, tmp_path: Path) -> None:
        """Drawn with outlines by one program and with text by another, a page is the same."""
        rsvg, _ = needed("rsvg-convert"), needed("pdftoppm")
        page = toy_pages()[0]
        drawn = outlined(page.svg)
        assert not list(xml.fromstring(drawn).iter(f"{SVG}text"))
        assert [one.get("aria-label") for one in xml.fromstring(drawn).iter(f"{SVG}use") if one.get("role")] == [
            text for text in texts_of(page) if text
        ]
        (tmp_path / "drawn.svg").write_text(drawn, encoding="utf-8")
        pdf = tmp_path / "drawn.pdf"
        subprocess.run([rsvg, "-f", "pdf", "-o", str(pdf), str(tmp_path / "drawn.svg")], check=True)
        told = tmp_path / "told.pdf"
        told.write_bytes(pdf_of_pages([page], "Toy"))
        first, second = (images_of(one)[0].dots(5, page.width - 5, 5, page.height - 5) for one in (pdf, told))
        assert first
        assert len(apart(first, second)) <= 0.02 * len(first)
        assert len(apart(second, first)) <= 0.02 * len(second)

    def test_keeps_its_text_without_typst(self, run: Run, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        for name, there in (("with", True), ("without", False)):
            if not there:
                monkeypatch.setitem(sys.modules, "typst", None)
            assert run("charts", "print", "grid", "squares", "--templates", "-o", f"{name}.svg").status == 0
            drawn = (home.work / f"{name}.svg").read_text(encoding="utf-8")
            assert ("<text" in drawn, "Libertinus" in drawn, "aria-label" in drawn) == (not there, True, there)

    def test_carries_the_mark_of_refcli_as_the_pdf_does(self) -> None:
        for page in toy_pages():
            assert [one.tag for one in xml.fromstring(page.svg)[:2]] == [f"{SVG}title", f"{SVG}desc"]
            assert "<desc>printed by refcli</desc>" in page.svg
        assert b"printed by refcli" in pdf_of_pages(toy_pages(), "Toy")

    def test_states_its_size_in_mm(self) -> None:
        for page in toy_pages():
            root = xml.fromstring(page.svg)
            assert root.attrib["width"] == f"{page.width:g}mm"
            assert root.attrib["viewBox"] == f"0 0 {page.width:g} {page.height:g}"


class TestTheSameCharts:
    """Give the same bytes, and others other ones."""

    def test_give_the_same_pages_and_the_same_pdf(self) -> None:
        first, second = (pdf_of_pages(toy_pages(), "Toy") for _ in range(2))
        assert toy_pages() == toy_pages()
        assert first == second


class TestASheetOfPaper:
    """Holds a whole stick where it can, and its sections in order."""

    def test_has_no_section_of_a_stick_that_went_before(self, printed: Printed) -> None:
        """Sections follow each other, and no other piece comes between them."""
        for template in shaped(printed, "stick", "marks"):
            ours = [one for one in printed.pieces if one.name.partition("/")[0] == template.name]
            assert ours == sorted(ours, key=lambda one: [two.name for two in ours].index(one.name))
            for before, after in pairwise(ours):
                if before.name == after.name:
                    assert begin_of(before) < begin_of(after)

    def test_begins_anew_for_a_stick_that_would_be_on_one_more(self, printed: Printed) -> None:
        height = min(printed.paper.width, printed.paper.height) - 34
        for template in shaped(printed, "stick"):
            for name in {part.name for part in printed.placed(template.name)}:
                parts = printed.placed(name)
                rooms = [one.seen.height if one.seen else 0.0 for one in parts]
                if sum(rooms) + 2.0 * len(rooms) <= height:
                    assert len({part.page for part in parts}) == 1, name


class TestHostileText:
    """Chart text is data: it prints as it stands."""

    @pytest.mark.parametrize("text", ["", "&<>", "\u0301", HOSTILE])
    def test_has_outlines_that_say_it(self, text: str) -> None:
        page = toy_pages(title=text)[0]
        heard = [
            one.get("aria-label") for one in xml.fromstring(outlined(page.svg)).iter(f"{SVG}use") if one.get("role")
        ]
        assert heard == [text for text in texts_of(page) if text]

    def test_stands_in_the_pdf(self, tmp_path: Path) -> None:
        quoted = HOSTILE.replace("\\", "\\\\").replace('"', '\\"')
        pages = toy_pages(CHART.replace('"small gun"', f'"{quoted}"'), title=HOSTILE)
        pdf = tmp_path / "hostile.pdf"
        pdf.write_bytes(pdf_of_pages(pages, HOSTILE))
        told = " ".join(text_of(pdf).split())
        for word in HOSTILE.split()[:-2]:
            assert word in told
        assert set("שלום") <= set(told)

    @pytest.mark.parametrize("text", ["x" * 400, "word " * 90, "\u0301", "漢字" * 60, "{}", "{0}", "%s"])
    def test_of_any_length_keeps_within_the_page(self, tmp_path: Path, text: str) -> None:
        needed("pdftoppm")
        pages = toy_pages(CHART.replace("small gun", text), title=text or "-")
        pdf = tmp_path / "long.pdf"
        pdf.write_bytes(pdf_of_pages(pages, "long"))
        assert min(image.margin() for image in images_of(pdf)) >= 5
