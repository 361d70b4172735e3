"""What an evening of First Watch needs beyond states.toml: losses, fire steps, missions, flights.

Source: first-watch.txt 30-36, 60-67, 94-100, 111-113, 163-166.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from refcli.core.errors import Refused
from refcli.core.hook import Deed, Hook, Keeper, Sentences
from refcli.core.states import GAME, Held
from refcli.rulesets.first_watch.by_type import bars_of_types, planes_not_kept
from refcli.rulesets.first_watch.credited import counter_owed, credit
from refcli.rulesets.first_watch.doubts import doubts, observes, plotted_again, told_of_move
from refcli.rulesets.first_watch.due import due_in, is_over
from refcli.rulesets.first_watch.flights import bars_of_planes, changes_level, level_meant
from refcli.rulesets.first_watch.idle import is_idle
from refcli.rulesets.first_watch.impacts import bars_of_guns, drop_one, keep_burst, unfired
from refcli.rulesets.first_watch.in_play import (
    aboard_open_topped,
    crewed,
    fired_beside,
    has_moved,
    has_speed,
    is_a,
    is_gun,
    is_plane,
    is_small_arm,
    is_vehicle,
    left_of,
    named,
    phase_of,
    planes_of,
    riders_of,
    strength_of,
    turn_in_play,
    word_of,
)
from refcli.rulesets.first_watch.kinds import check_kind, check_single
from refcli.rulesets.first_watch.known import bars_of_known
from refcli.rulesets.first_watch.loads import bomb_of, check_load, count_bombs, load_of
from refcli.rulesets.first_watch.losses import (
    come_back,
    go_at_last,
    lose_all,
    lose_crew,
    put_down,
    take_off,
    told_of_losses,
)
from refcli.rulesets.first_watch.missions import keep_mission, mind_observers, point_meant, shifted_point, unobserved
from refcli.rulesets.first_watch.nations import ROLLED, bars_of_nations, bars_of_year
from refcli.rulesets.first_watch.never import never
from refcli.rulesets.first_watch.said import impossible, no_such_value, wrongly_named
from refcli.rulesets.first_watch.shots_fired import count_fit_anew, count_shots, fires_once, keep_fit, ready_guns
from refcli.rulesets.first_watch.steps import FIRE_STEPS, bars_of_fire, bars_of_phase, check_no_way
from refcli.rulesets.first_watch.weapons import (
    bars_of_weapon,
    name_weapon,
    other_weapon,
    pierces_with,
    weapon_fired,
)

ON_THE_GROUND = ("fire", "penetrate", "close-assault", "strafe", "burst")
"""What is aimed at what is on the ground."""

FIRED_WITH: Mapping[str, Callable[[Keeper, str], str]] = {"fire": fired_beside, "penetrate": pierces_with}
"""What tells which weapon a vehicle fires other than its main gun."""

MOST_NEAR = 9
"""Counters near a target that can be told."""

ONE_OF = (
    ("soft-cover", "hard-cover", "dug-in"),
    ("charging", "in-open", "dug-in", "building", "bunker"),
    ("ace", "experienced", "novice"),
    ("assaulting", "crawling"),
)
"""States of which a unit has one at a time: the one that was said last. Source: first-watch.txt 58, 100, 155-156."""

LOSSES = ("losses", "crew-losses")
"""What is said of a unit that has lost some, or some of its crew. Source: first-watch.txt 60, 94, 100."""

PAYLOAD = {"attacker": "attacker-payload", "target": "payload", "interceptor": "interceptor-payload"}
"""What a bomb is called in air combat, by who carries it."""


class FirstWatch(Hook):
    """Who is lost and when, which step a unit fires in, what a battery fired at, how long a plane flies."""

    heeds = ("observer",)

    def strength(self, unit: Any) -> int:
        """A battery is as many as its guns. Source: first-watch.txt 94, 100."""
        return strength_of(unit)

    def effect(self, ledger: Keeper, deed: Deed, effect: Mapping[str, Any]) -> None:
        """A crew that is gone, what a battery fires at and where it came down, the terrain of a move."""
        unit = ledger.unit_called(effect["unit"])
        kind, detail = effect["kind"], effect.get("detail", "")
        if unit is None:
            return
        if kind == "lose-crew":
            lose_crew(ledger, unit, deed.number)
        elif kind == "fired":
            count_shots(ledger, unit, deed.number)
        if kind == "fired" and deed.procedure == "bombard":
            keep_mission(ledger, unit, effect["amount"], detail, deed)
        elif kind == "impact":
            where = f"{effect['amount']:g} cm {detail} of its point" if detail else "on its point"
            ledger.begin(unit, "impact", where, deed.number)
        elif kind == "altitude" and changes_level(deed.given):
            ledger.begin(unit, "changed-level", 1, deed.number)
        elif kind == "drop":
            drop_one(ledger, unit, word_of(deed.given["attacker"]), deed)
        elif kind == "move" and deed.given.get("terrain"):
            ledger.begin(unit, "over", ",".join(deed.given["terrain"]), deed.number)

    def after(self, ledger: Keeper, deed: Deed) -> None:
        """The year holds for the game; what is lost is out at once, in a fire step at its end.

        Source: first-watch.txt 29-31.
        """
        year = deed.given.get("year")
        if year is not None and ledger.value(GAME, "year", None) != year:
            ledger.begin(GAME, "year", year, deed.number)
        for unit, field in deed.fields_of.items() if deed.procedure == "penetrate" and deed.attempt else ():
            if field == "attacker" and unit in ledger.units:
                ledger.begin(unit, "part-fired", 1, deed.number)
                count_shots(ledger, unit, deed.number)
        for unit in deed.fields_of if deed.procedure == "phase" else ():
            keep_assault(ledger, unit, deed)
        lost = {owner for owner, _ in ledger.named("losses")}
        for unit in [unit for unit in ledger.units if unit in lost]:
            lose_all(ledger, unit, deed.number)
        mind_shots(ledger)
        put_down(ledger)
        set_in_motion(ledger)
        mind_observers(ledger)
        if deed.procedure == "burst" and ledger.turn and deed.fields_of:
            keep_burst(ledger, deed)

    def check_unit(self, ledger: Keeper, unit: Any) -> None:
        """Each plane is a unit of its own. Source: first-watch.txt 9, 111-117, 127."""
        check_single(ledger, unit)

    def added(self, ledger: Keeper, name: str) -> None:
        """An observer who comes back observes again; a plane carries so many bombs. Source: first-watch.txt 94, 141."""
        keep_last_said(ledger, name)
        count_bombs(ledger, name)
        ledger.end(name, "fit-to-fire")
        mind_shots(ledger)
        mind_observers(ledger)

    def taken_back(self, ledger: Keeper, owner: str, state: str) -> None:
        """Who is not lost or out of play after all fires or observes again. Source: first-watch.txt 31, 94."""
        if state in LOSSES and owner in ledger.units:
            lose_less(ledger, owner)
            mind_shots(ledger)
        mind_observers(ledger)

    def by_hand(self, ledger: Keeper, name: str) -> None:
        """Who is said to observe for a battery does so until he is taken off; bombs and losses are counted.

        Who is said to have gone so far has moved. Source: first-watch.txt 30, 60, 94, 141.
        """
        said_last = last_said(ledger, name)
        keep_last_said(ledger, name)
        count_bombs(ledger, name)
        if name in ledger.units:
            owed = counter_owed(ledger, name)
            take_off(ledger, name)
            credit(ledger, name, owed)
            name_weapon(ledger, name)
            if (way := ledger.has(name, "way")) and way.by_hand and way.value and not ledger.has(name, "moved"):
                ledger.begin(name, "moved", 1, 0)
            if said_last in LOSSES:
                lose_less(ledger, name)
            lose_all(ledger, name, 0)
            if ledger.has(name, "part-fired"):
                count_shots(ledger, name, 0)
            if ledger.has(name, "crew-losses"):
                lose_crew(ledger, name, 0)
            mind_shots(ledger)
            put_down(ledger)
            set_in_motion(ledger)
        if said := ledger.has(name, "observer"):
            ledger.end(name, "observer")
            ledger.end(name, "observed-by")
            ledger.begin(name, "observed-by", said.value, 0)
        removed = name not in ledger.units and not ledger.names_of(name)
        mind_observers(ledger, name if removed else "")

    def denies(self, ledger: Keeper, owner: str, state: str, value: Any) -> Sentences:
        """Who rides in a vehicle, observes for a battery or attacks a gun is in play, and of the side for that.

        No more can be lost than there are, and only planes fly. Source: first-watch.txt 60-67, 94, 111, 127.
        """
        yield from wrongly_named(ledger, owner, state, str(value))
        yield from no_such_value(ledger, owner, state, value)
        yield from impossible(ledger, owner, state, value)

    def moment(self, ledger: Keeper, edge: str, phase: str, turn_too: bool) -> None:
        """Losses go at the end of a step. Source: first-watch.txt 31."""
        if edge == "end":
            go_at_last(ledger)
            keep_fit(ledger)
        put_down(ledger)
        mind_observers(ledger)

    def whom(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """A plane that is named for its bomb drops it, else the only one in play; a point that moves is another.

        Source: first-watch.txt 96, 129.
        """
        if procedure == "bomb":
            its_own = [unit for field, unit in named(plain) if field == "attacker" and is_plane(ledger, unit)]
            alone = planes_of(ledger) if ledger.turn and len(planes_of(ledger)) == 1 else []
            yield from [("plane", plane) for plane in (its_own or alone)]
        elif procedure == "bombard":
            yield from [("point", point) for point in shifted_point(ledger, plain)]

    def field_meant(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any], word: str) -> str:
        """The level of a plane that enters is where it flies, of one in play where it goes; of a mission, its point.

        Raises Refused for the way that a vehicle went, which is told by its step. Source: first-watch.txt 31-33, 94,
        111.
        """
        if procedure == "plot":
            return point_meant(ledger, plain, word)
        if procedure == "move":
            check_no_way(ledger, plain, word)
        return level_meant(ledger, plain, word) if procedure == "move" else ""

    def stands_as(self, ledger: Keeper, procedure: str, field: str, unit: str) -> str:
        """What a plane dropped bursts by its name, or what it would drop; no gun moves by itself.

        A vehicle fires its main gun or, without one or where that was said, its machinegun.
        Source: first-watch.txt 31, 39, 60, 129, 141-143.
        """
        check_kind(ledger, procedure, field, unit)
        check_load(ledger, procedure, field, unit)
        if procedure in FIRED_WITH and field == "attacker" and is_vehicle(ledger, unit) and not ledger.is_out(unit):
            return FIRED_WITH[procedure](ledger, unit)
        if weapon := weapon_fired(ledger, procedure, field, unit):
            return weapon
        if procedure == "bomb" and is_plane(ledger, unit) and ledger.is_out(unit):
            raise Refused(f"{unit} is out of play; set {unit} no-out takes it back")
        if procedure == "move" and is_gun(ledger, unit):
            raise Refused(f"{unit} has no Max Speed of its own: move what tows it, then set {unit} moved")
        is_target = field in ("target", "targets") and procedure in ON_THE_GROUND
        if is_target and is_plane(ledger, unit) and not (has_speed(ledger, unit) or is_gun(ledger, unit)):
            raise Refused(f"{unit} is in the air: anti-air and air-combat are for planes")
        if procedure == "bomb" and field == "attacker" and is_a(ledger, unit, "bombs"):
            return load_of(ledger, unit)
        return bomb_of(ledger, unit) if procedure == "burst" and field == "attacker" and is_plane(ledger, unit) else ""

    def gives(
        self, ledger: Keeper, procedure: str, plain: Mapping[str, Any], field: str, unit: str
    ) -> Iterator[tuple[str, int, Held]]:
        """Who moved is a moving target, or a fast one; who did not is stationary; whose bomb is not dropped carries it.

        Source: first-watch.txt 30-31, 83-84, 117, 125.
        """
        if procedure == "fire" and field == "attacker" and ledger.turn and not ledger.has(unit, "moved"):
            yield "stationary", 1, Held(ledger.states["stationary"])
        if procedure == "fire" and field == "target" and (aboard := aboard_open_topped(ledger, unit)):
            yield "in-open-topped", 1, aboard
        moved = ledger.has(unit, "moved") if procedure == "fire" and field == "target" else None
        if moved and not ledger.has(unit, "fast"):
            yield "target-moving", 1, moved
        if procedure == "air-combat" and load_of(ledger, unit) and not ledger.has(unit, "load"):
            yield PAYLOAD[field], 1, Held(ledger.states["load"])

    def fills(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, Any, Held]]:
        """Counters and guns left, turns of fire and in the air. Source: first-watch.txt 60, 96, 100, 111."""
        for field, unit in named(plain):
            left, losses = left_of(ledger, unit), ledger.has(unit, "losses") or Held(ledger.states["losses"])
            fired, edge = ledger.has(unit, "turns-of-fire"), ledger.has(GAME, "edge")
            if procedure == "fire" and field == "target":
                riders = riders_of(ledger, unit) if is_small_arm(ledger, plain.get("attacker")) else []
                beside = max(0, left - 1) + sum(left_of(ledger, rider) for rider in riders)
                yield from [("near", min(beside, MOST_NEAR), losses)] if beside else []
            if procedure in ("plot", "bombard", "burst") and field == "attacker" and unit in ledger.units:
                guns, crews = crewed(ledger, unit), ledger.has(unit, "crew-losses")
                fewer = ledger.has(unit, "guns-fired") if procedure == "burst" else None
                if fewer:
                    yield "guns", int(fewer.value), fewer
                elif (shots := ledger.has(unit, "part-fired")) and fires_once(ledger, procedure, plain):
                    yield "guns", max(1, ready_guns(ledger, unit)), shots
                elif guns > 1 or (guns and (crews or ledger.has(unit, "losses"))):
                    yield "guns", guns, crews if crews and guns < left else losses
            if procedure == "bombard" and fired and ledger.value(unit, "aimed-at") == plain.get("point", ""):
                yield "turn", int(fired.value) + 1, fired
            if procedure == "move" and is_plane(ledger, unit):
                yield "turn", turn_in_play(ledger, unit), ledger.has(unit, "in-play") or Held(ledger.states["in-play"])
                yield from [("edge", edge.value, edge)] if edge else []

    def bars(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
        """What is out of order, not plotted, not there any more, or flies elsewhere."""
        names = dict(named(plain))
        if any(ledger.is_out(name) for name in names.values()):
            return
        if procedure in ("fire", "penetrate", "close-assault"):
            yield from bars_of_weapon(ledger, plain) if procedure == "fire" else ()
            yield from bars_of_fire(ledger, plain)
        elif procedure == "phase":
            yield from bars_of_phase(ledger, names.get("mover", ""), plain)
        elif procedure in ROLLED:
            yield from bars_of_nations(ledger, procedure, plain)
        yield from bars_of_year(ledger, procedure, plain)
        yield from bars_of_types(ledger, procedure, plain)
        yield from bars_of_planes(ledger, procedure, plain)
        yield from bars_of_guns(ledger, procedure, plain)
        yield from bars_of_known(ledger, procedure, plain)
        yield from never(ledger, procedure, plain)

    def is_idle(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any], field: str, condition: str) -> bool:
        """What never comes to an attempt, or nothing comes of. Source: first-watch.txt 30-33, 94, 111-115, 155."""
        return is_idle(ledger, procedure, plain, field, condition)

    def at_once(self, ledger: Keeper, deed: Deed) -> Sentences:
        """What may be a slip, and what the source leaves to the referee: of missions, bursts, planes, losses, moves.

        Source: first-watch.txt 30-31, 60-67, 75-79, 94-102, 155.
        """
        if deed.procedure == "plot":
            yield from unobserved(ledger, deed)
        elif deed.procedure == "burst":
            yield from unfired(ledger, deed.given)
        yield from planes_not_kept(ledger, deed)
        yield from doubts(ledger, deed)
        yield from other_weapon(ledger, deed)
        yield from plotted_again(ledger, deed)
        yield from told_of_losses(ledger, deed)
        yield from told_of_move(ledger, deed)

    def is_occupied(self, ledger: Keeper, unit: str, acted: Collection[str]) -> bool:
        """Who observes for a mission that is plotted does his part. Source: first-watch.txt 94, 102."""
        return observes(ledger, unit)

    def is_not_due(self, ledger: Keeper, owner: str, state: str) -> bool:
        """No plane attacks that aborts or has attacked; no fire is shifted that nobody observes. Source: 94-96, 115."""
        return is_over(ledger, owner, state)

    def due(self, ledger: Keeper, phase: str, side: str) -> Sentences:
        """The order of movement, who fires in a step, what batteries have left undone, how long planes are in play.

        Source: first-watch.txt 29-36, 94, 111.
        """
        yield from due_in(ledger, phase)


HOOK = FirstWatch()


def keep_last_said(ledger: Keeper, unit: str) -> None:
    """Of states that cannot hold together the one that was said last does. Source: first-watch.txt 58, 100, 155-156."""
    said = ledger.names_of(unit)
    for place, state in enumerate(said):
        if any(state in states and later in states for states in ONE_OF for later in said[place + 1 :]):
            ledger.end(unit, state)


def keep_assault(ledger: Keeper, unit: str, deed: Deed) -> None:
    """Who was ruled to assault fires no more in this turn, if he may be said to. Source: first-watch.txt 155."""
    stated = deed.is_stated("assaulting", unit) and not ledger.has(unit, "assaulting")
    if unit in ledger.units and stated and not any(impossible(ledger, unit, "assaulting", 1)):
        ledger.begin(unit, "assaulting", 1, deed.number)
        keep_last_said(ledger, unit)


def last_said(ledger: Keeper, unit: str) -> str:
    """The state of a unit that was said, or came, last; empty for none."""
    return next(reversed(ledger.names_of(unit)), "")


def lose_less(ledger: Keeper, unit: str) -> None:
    """Who was said to have lost more than he has fires with all that are left. Source: first-watch.txt 31, 60."""
    come_back(ledger, unit)
    count_fit_anew(ledger, unit)


def mind_shots(ledger: Keeper) -> None:
    """Who is lost outside of the fire steps fires no more; in these all is simultaneous. Source: 30-31."""
    if phase_of(ledger) not in FIRE_STEPS:
        keep_fit(ledger)


def set_in_motion(ledger: Keeper) -> None:
    """Who has moved, or rides in what has, is stationary no longer. Source: first-watch.txt 30-31, 83."""
    for unit, _ in ledger.named("stationary"):
        if unit in ledger.units and has_moved(ledger, unit):
            ledger.end(unit, "stationary")
