"""Combat Captain's charts hold every figure of the source: counts, and sums added up from its text."""

from collections.abc import Mapping

import pytest

from refcli.core.cells import HOUSE, INFERRED, PUBLISHED, Cell
from refcli.core.charts import Chart
from tests.situations import referee

LOADED = referee().loaded("combat-captain")
CHARTS: Mapping[str, Chart] = LOADED.library.everything()

ROW_SUMS = """
1 1 2 3 3 4 5 6 7 8 9 9 10 11 11 12 13 13 14 15 15 16 17 17 18 19 20 21 22 23 24 24 25 26 26 27 28 29 30 30 32 33 34
34 35 36 37 38 39 40 41 41 42 43 43 44 45 46 47 48 49 50 51 52 52 53 55 56 57 58 59 60 61 62 63 63 64 65 66 67 68 69
69 70 70 70 71 72 73 74 75 76 77 78
"""
"""Columns 1 to 5 of the fire chart's rows 6 to 99, each line of the text summed. Source: 1068-1253."""


def cells(name: str) -> list[Cell]:
    """Every cell of a chart."""
    return list(CHARTS[name].cells())


def total(chart: str, *columns: str) -> int:
    """The sum of the numbers in some columns."""
    chosen = [cell for cell in cells(chart) if not columns or cell.ref.rpartition(".")[2] in columns]
    return sum(int(cell.value) for cell in chosen if isinstance(cell.value, int))


class TestFireChart:
    """The fire chart: 100 rows, variable die 1 to 6. Source: combat-captain.txt 1025-1276."""

    def test_it_has_six_hundred_cells(self) -> None:
        assert len(cells("fire-chart")) == 600

    @pytest.mark.parametrize(("column", "published"), [(1, 427), (2, 645), (3, 734), (4, 837), (5, 944)])
    def test_each_printed_column_adds_up_to_the_text(self, column: int, published: int) -> None:
        assert total("fire-chart", str(column)) == published

    def test_each_printed_row_adds_up_to_its_line_of_the_text(self) -> None:
        chart = CHARTS["fire-chart"]
        sums = [sum(v for v in chart.rows[str(row)][:5] if isinstance(v, int)) for row in range(1, 100)]
        assert sums == [0] * 5 + [int(word) for word in ROW_SUMS.split()]

    def test_column_six_holds_503_in_rows_41_to_80_and_306_in_rows_81_to_99_and_the_example(self) -> None:
        column = {row: CHARTS["fire-chart"].rows[str(row)][5] for row in range(1, 100)}
        assert sum(column[row] for row in range(41, 81)) == 503
        assert sum(column[row] for row in range(81, 100)) == 306
        assert column[9] == 2

    def test_row_100_kills_outright_whatever_the_die(self) -> None:
        assert CHARTS["fire-chart"].rows["100"] == ("auto",) * 6

    def test_the_lost_cells_of_column_six_alone_are_house_values(self) -> None:
        house = {cell.ref for cell in cells("fire-chart") if cell.source.origin == HOUSE}
        assert house == {f"fire-chart.{row}.6" for row in (*range(1, 9), *range(10, 41))}

    def test_house_values_lie_on_the_straight_line_never_below_column_five(self) -> None:
        for row in (*range(1, 9), *range(10, 41)):
            *_, five, six = CHARTS["fire-chart"].rows[str(row)]
            line = 2 * row // 9 if row < 9 else 2 + 8 * (row - 9) // 32
            assert (six or 0) == max(line, five or 0), row

    def test_the_lost_dashes_of_column_one_are_inferred(self) -> None:
        for row in (*range(7, 18), *range(42, 51)):
            cell = CHARTS["fire-chart"].cell(str(row), "1")
            assert cell.blank and cell.source.origin == INFERRED, row

    def test_every_other_cell_is_published(self) -> None:
        origins = [cell.source.origin for cell in cells("fire-chart")]
        assert origins.count(HOUSE) == 39
        assert origins.count(INFERRED) == 30 + 11 + 9 + 1
        assert origins.count(PUBLISHED) == 600 - 39 - 51

    @pytest.mark.parametrize("option", ["lower", "upper"])
    def test_both_bounds_of_the_reading_rise_both_ways(self, option: str) -> None:
        figures = LOADED.readings["CC-1"].option(option).figures
        before = 0
        for row in range(1, 100):
            cell = CHARTS["fire-chart"].cell(str(row), "6")
            value = figures.get(cell.ref, cell.value) or 0
            five = CHARTS["fire-chart"].rows[str(row)][4] or 0
            assert isinstance(value, int) and isinstance(five, int)
            assert value >= before and value >= five, row
            before = value

    def test_the_bounds_are_as_far_apart_as_the_chart_allows(self) -> None:
        lower, upper = (LOADED.readings["CC-1"].option(word).figures for word in ("lower", "upper"))
        six = {row: CHARTS["fire-chart"].rows[str(row)][5] for row in range(1, 41)}
        for row in (*range(1, 9), *range(10, 41)):
            five = CHARTS["fire-chart"].rows[str(row)][4] or 0
            assert isinstance(five, int)
            ref = f"fire-chart.{row}.6"
            assert (lower.get(ref, six[row]) or 0) == (five if row < 9 else max(five, 2)), row
            assert (upper.get(ref, six[row]) or 0) == (2 if row < 9 else 10), row


class TestWeaponRanges:
    """Source: combat-captain.txt 623-646."""

    def test_twelve_cells_of_which_ten_are_figures(self) -> None:
        assert len(cells("ranges")) == 12
        assert sum(not cell.blank for cell in cells("ranges")) == 10

    def test_columns_add_up_to_the_printed_figures(self) -> None:
        assert total("ranges", "short") == 8 + 8 + 12 + 16
        assert total("ranges", "medium") == 16 + 24 + 32
        assert total("ranges", "long") == 24 + 36 + 48


class TestFireModifiers:
    """Source: combat-captain.txt 969-1011."""

    PRINTED: Mapping[str, int] = {
        "rifles.infantry": 0,
        "enhanced-small-arms.infantry": 1,
        "gun.infantry": 2,
        "crewed-mg.infantry": 6,
        "gun.thin-armor": 1,
        "gun.superior-armor": -1,
        "superior-gun.superior-armor": -1,
        "superior-gun.armor": 1,
        "superior-gun.thin-armor": 2,
        "inferior-gun.thin-armor": -1,
        "inferior-gun.armor": -2,
        "inferior-gun.superior-armor": -4,
    }

    @pytest.mark.parametrize("ref", PRINTED)
    def test_each_printed_modifier_stands(self, ref: str) -> None:
        cell = CHARTS["fire-modifiers"].cell(*ref.split("."))
        assert cell.value == self.PRINTED[ref]
        assert cell.source.origin == PUBLISHED

    def test_a_stationary_gun_on_the_third_turn_adds_two(self) -> None:
        assert CHARTS["fire-modifiers"].conditions["third-turn"].value == 2

    def test_a_bazooka_is_an_inferior_gun_against_armor(self) -> None:
        assert CHARTS["fire-modifiers"].rows["bazooka"][2:] == CHARTS["fire-modifiers"].rows["inferior-gun"][2:]

    def test_small_arms_machine_guns_and_mortars_have_no_effect_on_armor(self) -> None:
        for weapon in ("rifles", "enhanced-small-arms", "crewed-mg", "tank-machine-gun", "mortar"):
            assert CHARTS["fire-modifiers"].rows[weapon][2:] == (None, None, None)


class TestLines:
    """A figure or a condition tells the lines of the text that it stands on."""

    FIGURES: Mapping[str, str] = {
        "activity.limit": "149-155, 182-183",
        "air.most": "883-884, 895-896",
        "air.return-shot": "891-892",
        "air.breaks-off": "892-894",
        "air.crashes": "894-896",
        "air.bomb-hits": "908",
        "air.bomb-shot-down": "906",
        "armor.armor.kills": "576-578, 710-712, 1013-1015",
        "close-combat-result.advance": "819",
        "cover.1.save": "582-591",
        "fire-modifiers.crewed-mg.infantry": "983, 986",
        "fire-modifiers.gun.infantry": "982, 985",
        "fire-modifiers.mortar.armor": "42, 1305",
        "morale.on-each-die": "547-548, 1018-1019",
        "movement-limits.reinforcement-gap": "519, 526-530",
        "planes.1": "881-884",
        "weapons.gun.gun": "1304",
        "weapons.tank.gun": "1304",
    }
    CONDITIONS: Mapping[str, str] = {
        "kill.kill": "576-578, 710-712",
        "morale.activation-over": "557",
        "movement.odd-terrain": "410-412, 490-498",
        "movement-limits.activated": "454, 772-773",
        "movement-limits.fought": "234-237, 527-528",
        "weapons.hold-fire": "246-254",
    }

    @pytest.mark.parametrize("ref", FIGURES)
    def test_of_a_figure(self, ref: str) -> None:
        chart, row, *column = ref.split(".")
        assert CHARTS[chart].cell(row, *column).source.lines == self.FIGURES[ref]

    @pytest.mark.parametrize("ref", CONDITIONS)
    def test_of_a_condition(self, ref: str) -> None:
        chart, name = ref.split(".")
        assert CHARTS[chart].conditions[name].source.lines == self.CONDITIONS[ref]


class TestSmallCharts:
    """Levels of cover, initiative, the random event, planes, markers. Source: 95-105, 364-406, 536-550, 855-908."""

    def test_a_level_of_cover_saves_on_its_own_number(self) -> None:
        cover = CHARTS["cover"]
        assert [cover.cell(str(level), "save").value for level in range(1, 6)] == [1, 2, 3, 4, 5]
        assert [cover.cell(str(level), "degrees").value for level in range(1, 6)] == [270, 270, 270, 360, 360]
        assert [cover.cell(str(level), "leave").value for level in range(1, 6)] == [1, 1, 1, 3, 3]

    def test_initiative_adds_one_two_and_three(self) -> None:
        values = [condition.value for condition in CHARTS["sides"].conditions.values()]
        assert values == [1, 2, 3, None]

    def test_the_random_event_has_six_results(self) -> None:
        assert [cell.text for cell in cells("random-event")] == [
            "opponent chooses",
            "opponent has initiative",
            "own initiative",
            "artillery",
            "strafing",
            "bombing",
        ]

    def test_two_faces_each_bring_one_two_and_three_planes(self) -> None:
        assert [cell.value for cell in cells("planes")] == [1, 1, 2, 2, 3, 3]
        assert total("planes") == 12

    def test_five_events_give_a_marker_each_and_six_rout(self) -> None:
        values = [condition.value for condition in CHARTS["morale"].conditions.values() if condition.value]
        assert values == [1] * 6  # the five that are listed, and a marker taken in lieu of a hit
        assert CHARTS["morale"].cell("rout").value == 6
        assert CHARTS["morale"].cell("on-each-die").value == -1

    def test_men_and_kills_of_a_sub_unit(self) -> None:
        assert [CHARTS["non-armor"].cell(row, "men").value for row in ("infantry", "heavy-weapon")] == [5, 2]
        assert [cell.value for cell in cells("armor") if cell.ref.endswith("kills")] == [3, 3, 3]

    def test_movement_limits_as_printed(self) -> None:
        limits = CHARTS["movement-limits"]
        values = {name: limits.cell(name).value for name in limits.rows}
        assert values == {
            "enemy": 6,
            "withdrawal": 4,
            "reinforcement": 3,
            "reinforcement-gap": 40,
            "carried": 4,
        }
        assert limits.cell("reinforcement").source.origin == HOUSE

    def test_airplanes_as_printed(self) -> None:
        air = CHARTS["air"]
        assert {name: air.cell(name).value for name in air.rows} == {
            "most": 3,
            "tape": 36,
            "casualty": 5,
            "return-shot": 1,
            "breaks-off": 4,
            "crashes": 6,
            "bomb-hits": 5,
            "bomb-shot-down": 1,
        }
