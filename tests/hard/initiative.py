"""Initiative, where a tie is thrown again: both sides of Combat Captain, only the tied ones of First Watch."""

from typing import Annotated, NamedTuple

from refcli.core.counts import NOTHING
from refcli.core.dice import D6, D10, Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field
from refcli.core.ruling import Outcome, Ruling


class TwoSides(NamedTuple):
    """Each side's modifier: enemy sub-units destroyed, initiative won, close combats won."""

    ours: Annotated[int, Field("our modifier")] = 0
    theirs: Annotated[int, Field("their modifier")] = 0
    conditions: Conditions = NOTHING


class WonOutcome(Outcome):
    WON = "won", True, "we have the initiative"
    LOST = "lost", False, "they have the initiative"


def initiative(request: TwoSides, charts: Charts, dice: Dice) -> Ruling:
    """The higher total has the initiative; a tie is thrown again. Source: combat-captain.txt 95-105; CC-27."""
    ours = dice.die(D6, "ours") + request.ours
    theirs = dice.die(D6, "theirs") + request.theirs
    if ours == theirs:
        dice.again("a tie")
    return Ruling(WonOutcome.WON if ours > theirs else WonOutcome.LOST)


class Nationality(NamedTuple):
    """A nationality in play and its modifier."""

    name: str
    modifier: int = 0


class Order(NamedTuple):
    """The nationalities in play; the first is the one whose place is the outcome."""

    nationalities: tuple[Nationality, ...]
    conditions: Conditions = NOTHING


class OrderOutcome(Outcome):
    LAST = "last", True, "{name} moves last"
    BETWEEN = "between", False, "{name} moves in between"
    FIRST = "first", False, "{name} moves first"


def order_of_play(request: Order, charts: Charts, dice: Dice) -> Ruling:
    """The lowest total moves first; those that tie throw again. Source: first-watch.txt 29-30; FW-30."""
    order = dice.sub(in_order, (request.nationalities,), "initiative")
    name = request.nationalities[0].name
    places = {nationality.name: order.index(nationality.name) + 1 for nationality in request.nationalities}
    last = {1: OrderOutcome.FIRST, len(order): OrderOutcome.LAST}
    return Ruling(last.get(places[name], OrderOutcome.BETWEEN), places, names=(("name", name),))


def in_order(throwing: tuple[Nationality, ...], dice: Dice) -> tuple[str, ...]:
    """The names, lowest total first; a tie among some is a throw among those alone."""
    totals: dict[int, tuple[Nationality, ...]] = {}
    for nationality in throwing:
        total = dice.die(D10, nationality.name) + nationality.modifier
        totals[total] = (*totals.get(total, ()), nationality)
    if len(throwing) > 1 and len(totals) == 1:
        dice.again("all tie")
    order: tuple[str, ...] = ()
    for total in sorted(totals):
        tied = totals[total]
        order += (tied[0].name,) if len(tied) == 1 else dice.sub(in_order, (tied,), f"tie at {total}")
    return order


INITIATIVE = Procedure("initiative", initiative, TwoSides, charts=(), outcomes=WonOutcome)
ORDER_OF_PLAY = Procedure("initiative", order_of_play, Order, charts=(), outcomes=OrderOutcome)
