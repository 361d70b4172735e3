"""The odds are the dice: what all faces come to, each entered at the table."""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import log, prod
from statistics import fmean

from refcli.files.source_code import place_of
from refcli.odds.enumeration import Enumeration
from refcli.referee.check import Situation, Suite
from tests.conformance.falls import TooManyFalls, amounts, every_ruling

MOST_FALLS = 1500
"""Falls of dice up to which a situation is small enough for brute force."""

BY_BRUTE_FORCE = 6
"""Situations of each procedure that brute force tries."""

BY_LABEL = 3
"""Situations of each procedure whose faces are entered by their labels too."""

ROLLED_AGAIN = re.compile(r"(^|/)again \d+/")
"""A part of a label: what follows is rolled again."""

ROLLED = 12
"""Seeds with which a situation is rolled."""


def odds_against_dice(suite: Suite) -> Iterator[str]:
    """Every procedure's odds agree with all faces entered by hand, in order or by label, and with dice that roll."""
    for procedure in suite.procedures:
        tried = 0
        for one in varied(suite, suite.of(procedure)):
            case = one.case
            asked = case.procedure, case.request, case.charts()
            try:
                by_hand = every_ruling(*asked, most=2 * MOST_FALLS)
            except TooManyFalls:
                continue
            if Enumeration().distribution(amounts, asked).chances() != by_hand:
                yield f"{one.place}: its odds are not what all faces come to that can be entered"
            elif tried < BY_LABEL and every_ruling(*asked, by_label=True) != by_hand:
                yield f"{one.place}: faces come to something else by their labels than in their order"
            elif any(suite.referee.rule(case, seed).ruling.amounts_to not in by_hand for seed in range(ROLLED)):
                yield f"{one.place}: dice that are rolled come to what no faces that are entered come to"
            tried += 1
            if tried == BY_BRUTE_FORCE:
                break
        if not tried:
            where = suite.requests_said
            yield f"{place_of(procedure.rule)}: add a request of {procedure.name} with few dice to {where}"


def varied(suite: Suite, found: Sequence[Situation]) -> list[Situation]:
    """The situations that are small enough for brute force: those with dice first, small and large ones in turn."""
    by_size: dict[int, list[Situation]] = {}
    for one in found:
        if (number := _falls(suite, one)) <= MOST_FALLS:
            by_size.setdefault(round(log(number, 6)), []).append(one)
    without_dice = by_size.pop(0, [])
    in_turn = zip_longest(*(by_size[size] for size in sorted(by_size)))
    return [one for row in in_turn for one in row if one is not None] + without_dice


def _falls(suite: Suite, one: Situation) -> float:
    """In about how many ways its dice can fall: each ruling stands for as many as its dice have faces together."""
    found = []
    for seed in range(ROLLED):
        rolls = [
            roll for roll in suite.referee.rule(one.case, seed).ruling.rolls if not ROLLED_AGAIN.search(roll.label)
        ]
        found.append(prod(len(roll.die.faces) ** len(roll.faces) for roll in rolls))
    return fmean(found)
