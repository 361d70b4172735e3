"""Sentences as data: what is put in their places, and what is left out."""

from pickle import dumps, loads
from typing import Any

import pytest

from refcli.core.cells import Cell, Source
from refcli.core.ruling import Outcome, Ruling, note
from refcli.core.sentence import Member, Proper, UnitOf, fill, many, member_in, ordinal, some


class TestSome:
    """One thing is one, and any other number are several."""

    @pytest.mark.parametrize(("number", "said"), [(0, "0 hits"), (1, "1 hit"), (2, "2 hits"), (1200, "1,200 hits")])
    def test_takes_an_s_unless_it_is_one(self, number: int, said: str) -> None:
        assert some(number, "hit") == said

    def test_takes_the_word_for_several_where_an_s_will_not_do(self) -> None:
        assert [some(number, "near miss", "near misses") for number in (1, 2)] == ["1 near miss", "2 near misses"]


class TestMany:
    """So many things of one name, its last word as several have it."""

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("Tank", "2 Tanks"),
            ("Car or truck", "2 Cars or trucks"),
            ("Infantry", "2 Infantry"),
            ("Mortars", "2 Mortars"),
            ("Bedford lorry", "2 Bedford lorries"),
            ("Tiger I", "2 Tiger I"),
            ("T-34/85", "2 T-34/85"),
            ("rifleman", "2 riflemen"),
            ("Sherman", "2 Shermans"),
            ("Rifles Only", "2 Rifles Only"),
            ("cruiser tank (A13)", "2 cruiser tank (A13)"),
            ("20 mm Flak", "2 x 20 mm Flak"),
            ("anchor winch", "2 anchor winches"),
        ],
    )
    def test_are_said_as_several(self, name: str, said: str) -> None:
        assert (many(1, name), many(2, name)) == (name, said)


class TestFill:
    """Places take counts and names; optional parts go where they say nothing."""

    @pytest.mark.parametrize(
        ("sentence", "values", "said"),
        [
            ("no place at all", {}, "no place at all"),
            ("{target} is hit", {"target": "Tank"}, "Tank is hit"),
            ("{attackers} cannot", {"attackers": ("2 Tank", "Infantry")}, "2 Tank and Infantry cannot"),
            ("{the target} is hit", {"target": "Infantry"}, "the Infantry is hit"),
            ("{The target} is hit", {"target": "jeep"}, "The jeep is hit"),
            ("{The target} is hit", {"target": "infantry B"}, "Infantry B is hit"),
            ("remove {the target}", {"target": "Tiger II"}, "remove Tiger II"),
            ("remove {the target}", {"target": "T-34/85 (side)"}, "remove T-34/85 (side)"),
            ("remove {the target}", {"target": "Hetzer (side)"}, "remove the Hetzer (side)"),
            ("remove {the target}", {"target": "the bridge"}, "remove the bridge"),
            ("remove {the target}", {"target": "another squad"}, "remove another squad"),
            (
                "remove {the target}",
                {"target": UnitOf("Infantry", "a squad of ")},
                "remove a squad of the Infantry's unit",
            ),
            ("remove {the units}", {"units": ("Tank A", "Tank B", "Gun")}, "remove Tank A, Tank B and the Gun"),
            ("{The gun} {gun:is|are} hit", {"gun": "40 mm Bofors"}, "The 40 mm Bofors is hit"),
            ("{The plane} {plane:is|are} hit", {"plane": "B-17 Fortress"}, "B-17 Fortress is hit"),
            ("{The units} {units:is|are} hit", {"units": (many(2, "Tank"),)}, "2 Tanks are hit"),
            ("{The units} {units:is|are} hit", {"units": many(2, "Infantry")}, "2 Infantry are hit"),
            ("hit[ by {the who}]", {"who": ""}, "hit"),
            ("{cm} cm", {"cm": 7.5}, "7.5 cm"),
            ("{cm} cm", {"cm": 7.0}, "7 cm"),
            ("{hits:hit}", {"hits": 1}, "1 hit"),
            ("{hits:hit}", {"hits": 0}, "0 hits"),
            ("{lost:man|men} lost", {"lost": 2}, "2 men lost"),
            ("{target} {target:is|are} hit", {"target": "Mortars"}, "Mortars are hit"),
            ("{target} {target:is|are} hit", {"target": Proper("Klaus")}, "Klaus is hit"),
            ("{target} {target:is|are} hit", {"target": Proper("chris")}, "chris is hit"),
            ("{target} {target:is|are} hit", {"target": Proper("panthers")}, "panthers are hit"),
            ("{target} {target:is|are} hit", {"target": "Tank"}, "Tank is hit"),
            ("{target} {target:is|are} hit", {"target": "hs"}, "hs is hit"),
            ("{target} {target:is|are} hit", {"target": "guns"}, "guns are hit"),
            ("{units} {units:is|are} hit", {"units": ("Tank", "Gun")}, "Tank and Gun are hit"),
            ("hit[, {saved} saved]", {"saved": 2}, "hit, 2 saved"),
            ("hit[, {saved} saved]", {"saved": 0}, "hit"),
            ("hit[, {saved} saved]", {}, "hit"),
            ("hit[, removed: {removed}]", {"removed": ()}, "hit"),
            ("hit[, {saved} of {taken} saved]", {"saved": 1, "taken": 0}, "hit"),
            ("seen[directs?, and directs]", {"directs": True}, "seen, and directs"),
            ("seen[directs?, and directs]", {"directs": False}, "seen"),
            ("{n} [road?by road][!road?across]", {"n": 1, "road": False}, "1 across"),
            ("{n} [road?by road][!road?across]", {"n": 1, "road": True}, "1 by road"),
        ],
    )
    def test_says(self, sentence: str, values: dict[str, Any], said: str) -> None:
        assert fill(sentence, values) == said

    def test_puts_text_in_as_it_is(self) -> None:
        """A name is data: braces and brackets in it are no places."""
        assert fill("{target}: hit", {"target": "[a] {b}"}) == "[a] {b}: hit"

    def test_needs_a_value_for_every_place(self) -> None:
        with pytest.raises(KeyError, match="target"):
            fill("{target} is hit", {})


class TestUnitOf:
    """A kind of name: what is written down of it is text, and which member it is of is no guess."""

    @pytest.mark.parametrize(
        ("unit", "written", "said"),
        [
            (UnitOf("Infantry"), "the unit of Infantry", "The Infantry's unit takes it"),
            (UnitOf("Infantry B"), "the unit of Infantry B", "Infantry B's unit takes it"),
            (UnitOf("Mortars"), "the unit of Mortars", "The Mortars' unit takes it"),
            (UnitOf(Proper("fox")), "the unit of fox", "Fox's unit takes it"),
            (UnitOf("f1", "a squad of "), "a squad of the unit of f1", "A squad of f1's unit takes it"),
            (UnitOf(Member("f1", "blue"), "a squad of "), "a squad of the unit of f1", "A squad of blue takes it"),
            ("guards the unit of honour", "guards the unit of honour", "The guards the unit of honour takes it"),
        ],
    )
    def test_is_written_and_said(self, unit: str, written: str, said: str) -> None:
        assert (str(unit), fill("{The unit} {unit:takes|take} it", {"unit": unit})) == (written, said)

    def test_is_the_same_after_it_was_packed(self) -> None:
        unit = UnitOf(Proper("fox"), "a squad of ")
        packed = loads(dumps(unit))
        assert (packed, packed.member, packed.part, type(packed.member)) == (unit, "fox", "a squad of ", Proper)

    def test_a_member_knows_its_unit_after_it_was_packed(self) -> None:
        packed = loads(dumps(Member("f1", "blue")))
        assert (packed, packed.unit) == ("f1", "blue")

    @pytest.mark.parametrize("written", ["f1", "the unit of f1", "a sub-unit of the unit of f1"])
    def test_its_member_is_read_from_what_was_written_down(self, written: str) -> None:
        """As journals have it, those that were kept before among them."""
        assert member_in(written) == "f1"


class Shot(Outcome):
    HIT = "hit", True, "{target} is hit by {hits:shell}[, as {who} says]"
    MISS = "miss", False, "{target} is missed"


class TestRulingsAndNotes:
    """A verdict takes counts, names of the request, and what else the rule tells; a note its values."""

    def test_a_verdict_is_put_together_where_it_is_asked(self) -> None:
        ruling = Ruling(Shot.HIT, {"hits": 2}, told={"who": "Ann"}, names={"target": "Tiger"})
        assert ruling.verdict == "Tiger is hit by 2 shells, as Ann says"
        assert ruling._replace(told={}).verdict == "Tiger is hit by 2 shells"

    def test_what_a_rule_tells_goes_before_a_name_of_the_request(self) -> None:
        assert Ruling(Shot.MISS, names={"target": "Tiger"}, told={"target": "Panther"}).verdict == "Panther is missed"

    def test_a_note_says_its_values(self) -> None:
        said = note("{left:hit} left over", Source(section="Hits", lines="1"), left=1)
        assert (said.text, said.said) == ("{left:hit} left over", "1 hit left over")

    def test_a_note_without_values_is_said_as_it_is(self) -> None:
        """What a chart says of a condition may hold braces."""
        assert note("[in {cover}]", Source()).said == "[in {cover}]"


class TestAFigureTold:
    """What a rule tells of a figure has places; what a chart calls it is text, whatever stands in it."""

    FIGURE = Cell(2, "Sq. {value}, 1st Inf.", "moves.squad", Source())

    @pytest.mark.parametrize(
        ("label", "names", "said", "is_sentence"),
        [
            ("which way", (), "which way", False),
            ("range, {0} cm", (7.5,), "range, 7.5 cm", False),
            ("{0} vs. {1}", ("{value}", "Tank"), "{value} vs. Tank", False),
            ("It moves {value:square}.", (), "It moves 2 squares.", True),
            ("{The 0} {0:moves|move} {value:square}.", ("Mortars",), "The Mortars move 2 squares.", True),
            ("Nobody moves.", (), "Nobody moves.", True),
        ],
    )
    def test_has_its_names_by_number_and_is_a_sentence_with_its_stop(
        self, label: str, names: tuple[object, ...], said: str, is_sentence: bool
    ) -> None:
        told = self.FIGURE.told(label, *names)
        assert (told.label, told.is_sentence) == (said, is_sentence)

    def test_is_no_sentence_by_the_label_of_a_chart(self) -> None:
        assert not self.FIGURE.is_sentence
        assert self.FIGURE.called("{0} Pl.") == self.FIGURE._replace(label="{0} Pl.")


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "first"), (2, "second"), (2.0, "second"), (10, "tenth"), (12, "place 12"), (0, "place 0"), (1.5, "place 1.5")],
)
def test_a_place_in_an_order_is_said_as_one_says_it(number: float, said: str) -> None:
    assert ordinal(number) == said
