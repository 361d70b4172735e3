"""Whom the referee names in a state: a vehicle that carries, an observer, a plane that attacks a gun.

Source: first-watch.txt 62-67, 94, 127.
"""

from difflib import get_close_matches

from refcli.core.cells import Source
from refcli.core.hook import Keeper
from refcli.rulesets.first_watch.in_play import Bars, is_plane, is_vehicle, of

ABOARD = Source(section="Small Arms, example", lines="62-67")
OBSERVER = Source(section="Artillery Fire", lines="94, 102")
ATTACKED = Source(section="Anti-Aircraft Fire", lines="127, 137")

NAMING = {"aboard": ABOARD, "observer": OBSERVER, "observed-by": OBSERVER, "under-attack": ATTACKED}
"""The states whose word names units, with where it stands that they do."""

LIKE = 0.65
"""How much alike a word and the name of a unit are that may be meant by it."""


def wrongly_named(ledger: Keeper, owner: str, state: str, value: str) -> Bars:
    """Why those whom a state names cannot be meant; who is not in play may be, by a name of his own."""
    known = {name.lower(): name for name in ledger.units}
    for word in value.lower().split(", ") if state in NAMING else ():
        begun = [one for one in known if one.startswith(word)]
        like = begun or get_close_matches(word, known, 1, LIKE)
        if word in known:
            yield from not_that(ledger, owner, state, known[word])
        elif like:
            nearest = " or ".join([f"set {owner} {state} {known[one]}" for one in like])
            yield f"nobody in play is called {word}: {nearest}", NAMING[state]


def not_that(ledger: Keeper, owner: str, state: str, named: str) -> Bars:
    """Why a unit in play carries nobody of a side, observes for none of it, or attacks no gun of it.

    Of two sides each is the other's enemy; of more than two some may be allies, which nobody says.
    """
    source, side, other = NAMING[state], ledger.side_of(owner), ledger.side_of(named)
    if state == "aboard" and ledger.is_out(named):
        yield of(named, "{unit:is|are} out of play"), source
    elif state == "aboard" and not (is_vehicle(ledger, named) or is_plane(ledger, named)):
        yield f"{named} is no vehicle, and carries nobody", source
    elif state == "under-attack" and side and side == other:
        yield f"{named} is of {other}, as {owner} is", source
    elif state != "under-attack" and side and other and side != other and len(ledger.sides) == 2:
        does = "carries nobody" if state == "aboard" else "observes for nobody"
        yield f"{named} is of {other}, and {does} of {side}", source
