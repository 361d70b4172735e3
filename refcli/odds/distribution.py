"""Results and their whole-number weights: of one die, of many alike dice summed or told apart, of several totals.

No floats: a weight is a whole number of so many in all, and only a finished distribution becomes fractions.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import comb, lcm
from operator import add
from typing import Any, NamedTuple

from refcli.core.cells import TargetNumber
from refcli.core.dice import Die, Score, sum_scores
from refcli.core.limits import LARGEST_WEIGHTS

MANY_DICE = 60
"""Dice of a pool up to which their weights are the digits of one number."""

MOST_WAYS = 5000
"""Ways to share the goes among the results of a part up to which each is weighed at once."""


class Distribution(NamedTuple):
    """Results and their whole-number weights out of ``total``."""

    weights: tuple[tuple[Any, int], ...]
    total: int

    def chances(self) -> dict[Any, Fraction]:
        """The exact chance of each result."""
        return {result: Fraction(weight, self.total) for result, weight in self.weights}


@cache
def faces_of(die: Die) -> Distribution:
    """The faces of one die, a face that stands on it twice weighing twice."""
    return Distribution(tuple(Counter(die.faces).items()), len(die.faces))


@cache
def faces_that_pass(die: Die, modifier: int | float, target: TargetNumber) -> Distribution:
    """How many faces of one die and a modifier together meet a target number, and how many do not."""
    met = sum([target.met_by(face + modifier) for face in die.faces])
    ways = ((True, met), (False, len(die.faces) - met))
    return Distribution(tuple([one for one in ways if one[1]]), len(die.faces))


def summed(count: int, scores: tuple[Any, ...], cost: Callable[[int], None]) -> tuple[tuple[Any, int], ...]:
    """Every sum of ``count`` scores with its weight; ``cost`` takes the units of work, and may refuse them."""
    if all(isinstance(score, int) for score in scores):
        width = (count * len(scores).bit_length()) // 8 + 1
        if width * (count * (max(scores) - min(scores)) + 1) <= LARGEST_WEIGHTS:
            cost(count * (max(scores) - min(scores)) * (1 + width // 256))
            return whole_summed(count, scores)
    return one_by_one_summed(count, scores, cost)


def whole_summed(count: int, scores: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """As ``summed``, of whole numbers that lie close together.

    The weights of one score are the digits of a number whose base no weight of a sum can reach, so that the
    digits of its power are the weights of the sums. The power of many dice takes too long: each weight then comes of
    those before it, as the derivatives of a power are tied to it.
    """
    least, span = min(scores), max(scores) - min(scores)
    if count > MANY_DICE:
        ways = Counter([score - least for score in scores])
        none = ways.pop(0)
        found = [none**count]
        for total in range(1, count * span + 1):
            before = [
                (more * (count + 1) - total) * many * found[total - more]
                for more, many in ways.items()
                if more <= total
            ]
            found.append(sum(before) // (none * total))
        return tuple([(total, weight) for total, weight in enumerate(found, count * least) if weight])
    width = (len(scores) ** count).bit_length() // 8 + 1  # bytes to a digit
    one = sum(1 << 8 * width * (score - least) for score in scores)
    digits = (one**count).to_bytes(width * (count * span + 1), "little")
    weights = [int.from_bytes(digits[at : at + width], "little") for at in range(0, len(digits), width)]
    return tuple([(total, weight) for total, weight in enumerate(weights, count * least) if weight])


def one_by_one_summed(
    count: int, scores: tuple[Score, ...], cost: Callable[[int], None]
) -> tuple[tuple[Score, int], ...]:
    """As ``summed``, of scores that may be tuples, summed place by place: one die after the other."""
    one = Counter(scores).items()
    sums: dict[Score, int] = {sum_scores((), like=scores[0]): 1}
    for _ in range(count):
        cost(len(sums) * len(one))
        added: dict[Score, int] = {}
        for total, weight in sums.items():
            for score, ways in one:
                new = sum_scores((total, score), like=score)
                added[new] = added.get(new, 0) + weight * ways
        sums = added
    return tuple(sums.items())


def convolved(one: Distribution, other: Distribution) -> Distribution:
    """Two independent results added up, place by place: the convolution of both."""
    weights: dict[Any, int] = {}
    for result, weight in one.weights:
        for another, ways in other.weights:
            together = tuple(map(add, result, another))
            weights[together] = weights.get(together, 0) + weight * ways
    return Distribution(tuple(weights.items()), one.total * other.total)


def units_for(sums: int, total: int, other: int) -> int:
    """Units of work of so many sums of results, whose weights are multiplied: large weights take longer."""
    return sums * (1 + (total.bit_length() * other.bit_length() >> 22))


def convolved_alike(count: int, one: Distribution, cost: Callable[[int, int], None]) -> Distribution:
    """So many independent results of one distribution added up, place by place.

    Where there are few ways to share the goes among numbers, each of them is weighed at once. ``cost`` takes the sums
    of each step and their units of work, and may refuse them.
    """
    numbers = all(isinstance(value, (int, float)) for result, _ in one.weights for value in result)
    if not numbers or comb(count + len(one.weights) - 1, count) > MOST_WAYS:
        so_far = one
        for _ in range(count - 1):
            sums = len(so_far.weights) * len(one.weights)
            cost(sums, units_for(sums, so_far.total, one.total))
            so_far = convolved(so_far, one)
        return so_far
    ways = comb(count + len(one.weights) - 1, count)
    total = one.total**count
    cost(ways, units_for(ways, total, total))
    weights: dict[Any, int] = {}
    for shared, weight in multisets(count, one.weights):
        goes = [[value * many for value in result] for result, many in shared.items()]
        result = tuple(map(sum, zip(*goes, strict=True)))
        weights[result] = weights.get(result, 0) + weight
    return Distribution(tuple(weights.items()), total)


def multisets(count: int, weights: tuple[tuple[Any, int], ...], first: int = 0) -> Iterator[tuple[dict[Any, int], int]]:
    """Every way to share ``count`` goes among the results from ``first`` on, with its multinomial weight.

    It goes as deep as there are different results in one way, not as there are results at all.
    """
    if not count:
        yield {}, 1
        return
    for index in range(first, len(weights)):
        result, weight = weights[index]
        for here in range(1, count if index + 1 < len(weights) else 1):
            ways = comb(count, here) * weight**here
            for rest, rest_weight in multisets(count - here, weights, index + 1):
                yield {result: here, **rest}, ways * rest_weight
        yield {result: count}, weight**count


def over_common_total(found: Mapping[int, Mapping[Any, int]]) -> Distribution:
    """Weights over several totals brought to their common one."""
    if len(found) == 1:
        ((total, weights),) = found.items()
        return Distribution(tuple(weights.items()), total)
    common = lcm(*found)
    merged: dict[Any, int] = {}
    for total, weights in found.items():
        share = common // total
        for result, weight in weights.items():
            merged[result] = merged.get(result, 0) + weight * share
    return Distribution(tuple(merged.items()), common)
