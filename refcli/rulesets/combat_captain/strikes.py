"""The shells and planes that a random event of Combat Captain gives: whose they are, and how many are left.

Source: combat-captain.txt 56-59, 565-573, 849-908.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refcli.core.cells import Source
from refcli.core.faces import Faces
from refcli.core.hook import Deed, Keeper, Sentences, terms_said
from refcli.core.request import NAMES, counted, uncounted
from refcli.core.sentence import some
from refcli.core.states import Held, State
from refcli.rulesets.combat_captain.in_play import in_phase, kind_of, stated, whole

EVENT = Source(section="Random Event", lines="849-856")
SHELLS = Source(section="Artillery Fire", lines="867-870")
PLANES = Source(section="Airplanes", lines="886-887, 904")

MEN_OF = Source(section="Organization of Troops; Casualties", lines="56-59, 565-573")

ROLLS_OF_A_MAN = 2
"""A strafing die, and one for effect or to save. Source: 888-893."""
PLAYERS_OF_AN_EVENT = 2
"""The initiative player and the opposing one. Source: 859-861."""


def bars_to_event(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """The event is the initiative player's. Source: 849-856."""
    first = [side for side in ledger.sides if ledger.has(side, "initiative")]
    for side in plain[NAMES].get("sides", ())[:1]:
        if first and side not in first:
            yield f"{first[0]} has the initiative: the event is for that player", EVENT
    if len(ledger.sides) > 1 and not plain.get("sides"):
        yield f"nobody has the initiative: initiative first, or event {','.join(ledger.sides)}", EVENT


def to_the_other_player(ledger: Keeper, deed: Deed, effect: Mapping[str, Any]) -> None:
    """What an event gives the opposing player whom nobody named, where there is only one. Source: 859-860."""
    others = [side for side in ledger.sides if side not in deed.given.get(NAMES, {}).get("sides", ())]
    kind = effect["kind"]
    state = f"{effect.get('detail')}-planes" if kind == "planes" else kind
    if len(others) == 1 and len(ledger.sides) == PLAYERS_OF_AN_EVENT and state in ledger.states:
        ledger.begin(others[0], state, effect["amount"], deed.number)


def planes_lost(ledger: Keeper, sides: Sequence[str]) -> Iterator[tuple[str, int, Held]]:
    """The planes that the players of an event have lost: the initiative player's first. Source: 859, 883-884, 895-896.

    An opposing player whom nobody named is the only other one.
    """
    others = [side for side in ledger.sides if side not in sides]
    opposing = others if len(sides) == 1 and len(others) == 1 else []
    for field, side in zip(("lost", "opposing"), (*sides, *opposing), strict=False):
        lost = ledger.has(side, "planes-lost")
        if lost:
            yield field, int(lost.value), told_of(side, lost)


def lost_on_earlier_turns(ledger: Keeper, side: str) -> int:
    """The planes of a side that come no more; one that was lost this turn had come. Source: 883-884, 895-896.

    Of those that the referee says in Random Event nobody knows when they fell.
    """
    lost = ledger.has(side, "planes-lost")
    if lost and lost.by_hand and lost.turn == ledger.turn and in_phase(ledger, "Random Event"):
        return 0
    return max(0, int(lost.value) - int(ledger.value(side, "planes-lost-now"))) if lost else 0


def fell_before(ledger: Keeper, sides: Sequence[str]) -> Iterator[tuple[str, int, Held]]:
    """The planes that the side of a run or a bomb lost on earlier turns. Source: 883-884, 895-896."""
    for side in sides:
        lost, earlier = ledger.has(side, "planes-lost"), lost_on_earlier_turns(ledger, side)
        if lost and earlier:
            yield "lost", earlier, told_of(side, lost._replace(value=earlier))


def told_of(side: str, lost: Held) -> Held:
    """The planes that a side lost, told with whose they were."""
    return lost._replace(state=State("planes-of", "side", f"{side} lost {{value:plane}}", lost.state.source))


def drops_a_shell(ledger: Keeper, deed: Deed) -> None:
    """What is touched was touched by as many shells at least of the side that has them, by the men it had before.

    Source: 56-59, 565-573, 867-870.
    """
    for owner, held in ledger.named("shells"):
        if held.entry == deed.number:
            ledger.begin(owner, "shells-untold", 1, deed.number)
    if deed.procedure == "bombard" and deed.given.get("target"):
        touches = [
            -(-many // max(1, whole_men(ledger, unit) - stated(deed.given, "man-lost", of=unit)))
            for unit, many in touched(ledger, deed.given).items()
        ]
        for side in [each for each in ledger.sides if ledger.has(each, "shells")][:1]:
            ledger.begin(side, "shells-dropped", max([1, *touches]), deed.number)
            ledger.end(side, "shells-untold")


def bars_to_shells(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """The event has rolled for the shells, and each is dropped once. Source: 867-870."""
    having = [side for side in ledger.sides if ledger.has(side, "shells")]
    if not having:
        yield "nobody has shells in this turn's event", EVENT
    for side in having[:1]:
        shells = int(ledger.value(side, "shells"))
        if not plain.get("target"):
            yield f"{side} has {some(shells, 'shell')}: bombard, with what they touch", SHELLS
        elif ledger.value(side, "shells-dropped") >= shells:
            yield f"{side} had {some(shells, 'shell')}, and has none left to drop", SHELLS
        else:
            yield from bars_to_more_touches(ledger, plain, side, shells - int(ledger.value(side, "shells-dropped")))


def touched(ledger: Keeper, plain: Mapping[str, Any]) -> dict[str, int]:
    """How often each unit in play is named as what shells touch or a tape crosses: so many men, or a vehicle."""
    times: dict[str, int] = {}
    for unit, text in terms_said(plain, "target"):
        if unit in ledger.units:
            times[unit] = times.get(unit, 0) + whole(uncounted(text.split("+")[0])[0] or 1, 1)
    return times


def whole_men(ledger: Keeper, unit: str) -> int:
    """The men of a squad or stand that has lost nobody; none of a vehicle. Source: 56-59, 565-573."""
    kind = kind_of(ledger, unit)
    return int(ledger.figure("non-armor", kind, "men")) if kind else 0


def men_left(ledger: Keeper, unit: str) -> tuple[int, str]:
    """The men that a squad or stand has left, and how one says so; none of a vehicle. Source: 56-59, 565-573."""
    men = whole_men(ledger, unit)
    left = men - int(ledger.value(unit, "men-lost"))
    return left, f"{left} of its {men} men left" if left < men else some(men, "man", "men")


def bars_to_men(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """A tape crosses no more men of a squad or stand than it has left. Source: 56-59, 565-573, 888."""
    for unit, many in touched(ledger, plain).items():
        left, has = men_left(ledger, unit)
        if many > left > 0:
            yield f"{unit} has {has}: strafe {counted(unit, left)}", MEN_OF
    yield from bars_to_more_faces(ledger, plain)


def bars_to_more_faces(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """More faces than the men that are named roll: a die each, and one for effect or to save. Source: 888-893."""
    faces: Faces = plain["dice"]
    given, crossed = len("".join(map(str, faces.listed))), touched(ledger, plain)
    for unit, many in crossed.items() if len(crossed) == len(plain[NAMES].get("target", ())) == 1 else ():
        left, _ = men_left(ledger, unit)
        if given > ROLLS_OF_A_MAN * many and many < left:
            way = f"strafe {counted(unit, min(given, left))}"
            yield f"{given} faces are more than {some(many, 'man', 'men')} of {unit} can roll: {way}", MEN_OF


def bars_to_more_touches(ledger: Keeper, plain: Mapping[str, Any], side: str, shells: int) -> Sentences:
    """A shell touches a vehicle once, which is one kill; of a squad it may touch every man, each once.

    Source: 56-59, 565-573, 867-870; readings CC-39.
    """
    for unit, many in touched(ledger, plain).items():
        men, has = men_left(ledger, unit)
        most = shells if ledger.stands_for(unit, "vehicle") else shells * men
        if many > most > 0:
            each = f"each touches {unit} once" if men <= 0 else f"{unit} has {has}"
            yield f"{side} has {some(shells, 'shell')} left, and {each}: bombard {counted(unit, most)}", SHELLS


def planes_of(ledger: Keeper, side: str) -> int:
    """The planes that a side has in this turn's event, whatever they are for. Source: 863-864, 881-884."""
    return sum([int(ledger.value(side, state)) for state in ("planes", "strafing-planes", "bombing-planes")])


def bars_to_planes(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
    """A plane flies one run or drops one bomb. Source: 886-887, 904."""
    for side in plain[NAMES].get("side", ()):
        planes, flown = planes_of(ledger, side), int(ledger.value(side, "runs-flown"))
        if not planes:
            yield f"{side} has no plane in this turn's event", EVENT
        targets = plain["target"] if isinstance(plain["target"], list) else str(plain["target"]).split(",")
        more = len(targets) if procedure == "bomb" else 1
        if planes and flown + more > planes:
            left = planes - flown
            yield f"{side} has {some(left, 'plane') if left else 'no plane'} left for a run or a bomb", PLANES
