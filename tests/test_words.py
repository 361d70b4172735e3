"""Numbers of things in words."""

import pytest

from refcli.core.words import some


class TestSome:
    """One thing is one, and any other number are several."""

    @pytest.mark.parametrize(("number", "said"), [(0, "0 hits"), (1, "1 hit"), (2, "2 hits"), (1200, "1,200 hits")])
    def test_takes_an_s_unless_it_is_one(self, number: int, said: str) -> None:
        assert some(number, "hit") == said

    def test_takes_the_word_for_several_where_an_s_will_not_do(self) -> None:
        assert [some(number, "near miss", "near misses") for number in (1, 2)] == ["1 near miss", "2 near misses"]
