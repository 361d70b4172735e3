"""The dice of a batch's lines: nothing but the seed and a line's id decides them."""

import random
from functools import cache
from typing import Any

import pytest

from refcli.batch.lines import BLOCK
from refcli.batch.stream import line_seed
from refcli.core.errors import Refused
from tests.batch_lines import FIRE, answered, lines, scenario_rulings

SHARD = 53
"""Lines of a shard: each is answered by a referee that has read nothing yet."""


def given() -> list[dict[str, Any]]:
    """Rulings with ids."""
    return [{**plain, "id": f"n{number}"} for number, plain in enumerate(scenario_rulings() * 2)]


@cache
def whole() -> list[dict[str, Any]]:
    """The answers to all of them, under the seed 5."""
    return answered(lines(*given()))[0]


class TestTheDiceOfALine:
    """From the batch seed and its id alone."""

    def test_do_not_depend_on_order(self) -> None:
        shuffled = given()
        random.Random(1).shuffle(shuffled)
        found, _ = answered(lines(*shuffled))
        assert {one["id"]: one for one in whole()} == {one["id"]: one for one in found}

    def test_do_not_depend_on_shards(self) -> None:
        every = given()
        shards = [answered(lines(*every[start : start + SHARD]))[0] for start in range(0, len(every), SHARD)]
        assert len(shards) > 5
        assert [one for shard in shards for one in shard] == whole()

    def test_do_not_depend_on_jobs(self) -> None:
        text = lines(*given(), b"nonsense\n", *given())
        assert len(text) > 2 * BLOCK / 4
        assert answered(text) == answered(text, jobs=2)

    def test_depend_on_the_seed_of_the_batch(self) -> None:
        assert answered(lines(*given()), seed=1)[0] != whole()

    def test_are_of_its_own_seed_if_it_has_one(self) -> None:
        given = lines({**FIRE, "seed": 3, "id": 1})
        assert answered(given, seed=1) == answered(given, seed=2)

    def test_are_of_its_number_without_an_id(self) -> None:
        found, _ = answered(lines(b"\n", FIRE))
        assert found[0]["seed"] == line_seed(5, 2)

    def test_are_the_same_for_an_id_in_figures_as_for_the_number(self) -> None:
        assert line_seed(5, "2") == line_seed(5, 2)

    def test_have_a_seed_that_never_changes(self) -> None:
        assert (line_seed(0, "a"), line_seed(5, 2)) == (SEED_OF_A, SEED_OF_2)


SEED_OF_A, SEED_OF_2 = 6525866000867744, 689466725342035


class TestNumber:
    """--number writes ids so that a file can be split."""

    def test_shards_of_a_numbered_file_are_the_file_unnumbered(self) -> None:
        given = lines(*scenario_rulings(), b"{\n", {"rules": "grid"}, *scenario_rulings())
        numbered, tally = answered(given, number=True)
        assert tally.errors == {"json": 1}
        shards = [answered(lines(*numbered[start : start + SHARD]))[0] for start in range(0, len(numbered), SHARD)]
        assert len(shards) > 5
        split = [one for shard in shards for one in shard]
        whole, _ = answered(given)
        bare = [{key: value for key, value in one.items() if key not in ("id", "line")} for one in split]
        assert bare == [{key: value for key, value in one.items() if key != "line"} for one in whole]

    def test_keeps_an_id_that_is_there(self) -> None:
        found, _ = answered(lines({**FIRE, "id": "a"}, FIRE), number=True)
        assert [one["id"] for one in found] == ["a", 2]
        assert {key: found[1][key] for key in FIRE} == FIRE

    def test_goes_with_nothing_that_asks_for_rulings(self) -> None:
        with pytest.raises(Refused, match="--number"):
            answered(b"", number=True, repeat=2)
