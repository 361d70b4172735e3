"""What the states of the grid need beyond their data. Source: grid.txt 81, 104-122, 173-176, 184."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Hook, Keeper
from refcli.core.sentence import Proper, fill
from refcli.core.states import GAME, Held
from refcli.rulesets.grid.by_hand import AGREED, bars_of_clock, bars_of_light, never_of, never_so
from refcli.rulesets.grid.effects import UNNAMED
from refcli.rulesets.grid.ending import END, agreed_anew, lost_now, most_lost
from refcli.rulesets.grid.in_order import (
    SPENT,
    acting,
    declared_late,
    fought_beside,
    is_adjacent,
    is_one,
    is_spent,
    left_alone,
    spent,
    targets,
)
from refcli.rulesets.grid.isolation import (
    ISOLATED,
    bars_of_isolated,
    due_to_disrupted,
    due_to_isolated,
    isolated_beside,
)
from refcli.rulesets.grid.leaving import bars_of_staying, beside_known, only_away, started_beside, where_from_edge
from refcli.rulesets.grid.observers import DIRECTS, bars_of_officer, directs, no_officer, nobody_observes, which_officer
from refcli.rulesets.grid.planes import (
    SORTIES,
    aa_guns,
    aa_near,
    bars_of_aa,
    bars_of_other_side,
    bars_of_sortie,
    flew_for,
    is_plane,
    planes_of,
)
from refcli.rulesets.grid.priority import bars_of_priority, tank_first
from refcli.rulesets.grid.sight import (
    bars_of_guns,
    bars_of_officers,
    bars_of_range,
    bars_of_sight,
    feature_between,
    smoke_on,
    wreck_in,
)
from refcli.rulesets.grid.squares import (
    BETWEEN,
    apart,
    bars_beside,
    bars_of_distance,
    bars_of_enemy,
    bars_of_square,
    enemies_beside,
    is_next_to,
    measured,
    of,
)
from refcli.rulesets.grid.terrain import bars_of_cover, named, never_in

COMBAT_MOVE = Source(section="Combat Move", lines="113-116, 166")
REGROUP = Source(section="Regroup", lines="173-176")
CONTACT = Source(section="Terrain", lines="81, 104")
AIRCRAFT = Source(section="Aircraft Sorties", lines="225")


class Grid(Hook):
    """Who regroups is disrupted, and who makes a combat move has attacked."""

    def effect(self, ledger: Keeper, deed: Deed, effect: Mapping[str, Any]) -> None:
        """Who moves is where the move ends, if anybody said where and it is no farther than the move."""
        unit = ledger.unit_called(effect["unit"]) if effect["kind"] == "move" else None
        if unit:
            left_alone(ledger, unit)
            moved = apart(str(ledger.value(unit, "square", "")), str(effect.get("detail", "")))
            ledger.end(unit, "square")
        if unit and effect.get("detail") and not (moved and moved.near > int(effect["amount"])):
            ledger.begin(unit, "square", effect["detail"], deed.number)

    def after(self, ledger: Keeper, deed: Deed) -> None:
        """What is said as the clock is rolled for is agreed, and hours tell the light; a plane may be unknown.

        Who fights an enemy in the next square is next to it. Source: grid.txt 108, 184, 212, 214-219.
        """
        no_plane = deed.given.get("aircraft", UNNAMED) == UNNAMED and not any(
            is_plane(ledger, unit) for unit in ledger.units
        )
        if deed.procedure == "fire" and deed.attempt and ledger.turn:
            fought_beside(ledger, deed)
        if deed.procedure == "strafe" and deed.attempt and no_plane and not ledger.has(GAME, "unknown-plane"):
            ledger.begin(GAME, "unknown-plane", 1, deed.number)
        if deed.procedure == "strafe" and deed.attempt and ledger.turn:
            flew_for(ledger, deed)
        if any(lost_now(ledger, deed)) and not ledger.has(GAME, "ended"):
            ledger.begin(GAME, "ended", 1, deed.number)
        light = ledger.has(GAME, "light")
        if light and not light.by_hand and deed.ruling["outcome"] == "clock advanced":
            ledger.end(GAME, "light")
        for field, state in AGREED.items() if deed.procedure == "clock" else ():
            at = deed.given.get(field)
            if at is not None and ledger.value(GAME, state, None) != at:
                ledger.begin(GAME, state, at, deed.number)
        agreed_anew(ledger)

    def by_hand(self, ledger: Keeper, name: str) -> None:
        """What ends the game may be agreed anew. Source: grid.txt 184."""
        if name == GAME:
            agreed_anew(ledger)

    def denies(self, ledger: Keeper, owner: str, state: str, value: Any) -> Iterator[tuple[str, Source]]:
        """What the referee says by hand and cannot be so. Source: grid.txt 50-56, 85-91, 166, 225."""
        yield from never_so(state, value)
        yield from never_of(ledger, owner, state)
        rows = ledger.units[owner].stands_for if owner in ledger.units else ()
        if rows and state == "combat-move" and not any(ledger.figure("units", row, "combat-move") for row in rows):
            yield of(owner, "{unit:has|have} no combat move to make"), COMBAT_MOVE
        if rows and state in ("aircraft-disrupted", "shot-down", "flown") and not is_plane(ledger, owner):
            yield of(owner, "{unit:is|are} no plane"), AIRCRAFT
        if rows and state == "isolated" and not ledger.has(owner, "disrupted"):
            yield of(owner, f"{{unit:is|are}} not disrupted, and not isolated: set {owner} disrupted first"), ISOLATED
        if state == "in":
            yield from never_in(ledger, owner, str(value))

    def means(self, ledger: Keeper, state: str, value: Any) -> Any:
        """A feature by the name that the chart of terrain has for it. Source: grid.txt 83-99."""
        return named(str(value)) if state in ("in", "in-contact") else value

    def taken_back(self, ledger: Keeper, owner: str, state: str) -> None:
        """With an hour goes the light that came with it; who is disrupted no more is not isolated. Source: 181, 212."""
        if state == "disrupted":
            ledger.end(owner, "isolated")
        light = ledger.value(GAME, "light", None)
        if light is not None and light == ledger.figure("light", state, ""):
            ledger.end(GAME, "light")

    def whom(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """The only plane of a side is the one that flies its sorties."""
        planes = planes_of(ledger, ledger.side) if procedure == "strafe" else []
        if len(planes) == 1:
            yield "aircraft", planes[0]

    def due(self, ledger: Keeper, phase: str, side: str) -> Iterator[tuple[str, Source]]:
        """Who may enter what it has moved up to, and who may be next to an enemy; who has fired does neither.

        Source: grid.txt 81, 104, 108, 111, 120, 174, 181.
        """
        there = [unit for unit in ledger.units if ledger.side_of(unit) in (side, "") and not ledger.is_out(unit)]
        idle = [unit for unit in there if not ledger.has(unit, "fought")]
        yield from due_to_disrupted(ledger, [unit for unit in idle if ledger.units[unit].rows], phase)
        for unit in idle:
            yield from due_to_isolated(ledger, unit, phase)
            regroups = ledger.has(unit, "disrupted") and not ledger.has(unit, "moved")
            if phase in ("Combat", "Movement") or (phase == "Reorganisation" and regroups):
                yield from beside_known(ledger, unit, phase)
            if phase == "Movement" and ledger.has(unit, "in-contact"):
                said = "{unit} {unit:is|are} in contact with {feature} and may enter now"
                yield fill(said, {"unit": Proper(unit), "feature": ledger.value(unit, "in-contact")}), CONTACT

    def is_not_due(self, ledger: Keeper, owner: str, state: str) -> bool:
        """Who is disrupted between known squares next to an enemy does not regroup. Source: grid.txt 174."""
        regrouping = ledger.phase is not None and ledger.phase.name == "Reorganisation"
        return state == "disrupted" and regrouping and any(bars_beside(ledger, owner))

    def bars(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, Source]]:
        """Who has nothing to regroup from, or no combat move to make; whose Forward Observation Officer is gone."""
        if procedure == "clock" and ledger.turn:
            yield from bars_of_clock(ledger, plain)
        names = plain.get("names", {})
        firers = names.get("attackers", ()) if procedure == "bombard" else ()
        for side in dict.fromkeys(map(ledger.side_of, firers)):
            if "foo" in said_of(plain, "attackers"):
                yield from bars_of_officer(ledger, side)
        for unit in names.get("attackers", ()) if ledger.turn and procedure != "strafe" else ():
            yield from bars_of_isolated(ledger, unit)
        for target in names.get("target", ()):
            yield from bars_of_cover(ledger, plain, target, said_of(plain, "target"))
        if ledger.turn and procedure == "fire":
            yield from bars_of_range(ledger, plain)
            yield from bars_of_sight(ledger, plain)
            yield from bars_of_priority(ledger, plain)
        if ledger.turn and procedure == "bombard":
            yield from bars_of_guns(ledger, plain)
            yield from bars_of_officers(ledger, plain)
        if ledger.turn:
            yield from bars_of_light(ledger, plain)
        for target in names.get("target", ()) if procedure == "strafe" else ():
            if "aa-near" in said_of(plain, "target"):
                yield from bars_of_aa(ledger, target)
        if procedure == "strafe" and ledger.turn:
            yield from bars_of_other_side(ledger, str(plain.get("aircraft", "")))
        if procedure == "strafe" and ledger.turn and any(is_plane(ledger, unit) for unit in ledger.units):
            yield from bars_of_sortie(ledger, str(plain.get("aircraft", "")))
        for unit in names.get("units", ()) if procedure == "morale" else ():
            if is_plane(ledger, unit):
                yield of(unit, "{unit:is|are} a plane and may not regroup"), AIRCRAFT
            elif unit in ledger.units and not ledger.has(unit, "disrupted") and not ledger.has(unit, "isolated"):
                yield of(unit, "{unit:is|are} not disrupted: there is nothing to regroup from"), REGROUP
            elif unit in ledger.units:
                yield from bars_beside(ledger, unit)
        if procedure == "move" and ledger.turn and plain.get("square"):
            yield from bars_of_enemy(ledger, str(plain["square"]), names.get("mover", ()))
        if procedure == "move" and ledger.turn and plain.get("square") and plain.get("into") in (None, "open"):
            yield from bars_of_square(ledger, str(plain["square"]), names.get("mover", ()))
        said = said_of(plain, "mover") if ledger.turn and procedure == "move" else ()
        for unit in names.get("mover", ()) if ledger.turn and procedure == "move" and plain.get("square") else ():
            if unit in ledger.units:
                yield from bars_of_staying(ledger, plain, unit)
                yield from bars_of_distance(ledger, unit, str(plain["square"]), said)
        for unit in names.get("mover", ()) if "combat-move" in said else ():
            if unit in ledger.units and not ledger.has(unit, "combat-move"):
                yield of(unit, "{unit:has|have} no combat move to make"), COMBAT_MOVE

    def binds(self, ledger: Keeper, procedure: str, acted_at: Collection[str]) -> Iterator[tuple[str, Source]]:
        """Who declared an attack at a unit that fell before his dice attacks nobody else. Source: grid.txt 122."""
        for unit in acted_at if procedure in ("fire", "bombard") else ():
            if ledger.is_out(unit):
                yield is_spent(unit), SPENT

    def gives(
        self, ledger: Keeper, procedure: str, plain: Mapping[str, Any], field: str, unit: str
    ) -> Iterator[tuple[str, int, Held]]:
        """Who is next to an enemy attacks it first: the target where that is next to one too; smoke gives cover.

        A wreck blocks the bridge that it lies on. The only Forward Observation Officer of a side directs its artillery.
        Source: grid.txt 68-70, 120, 181, 191, 209.
        """
        if (procedure, field) == ("bombard", "attackers") and unit and directs(ledger, plain, unit):
            yield "foo", 1, DIRECTS
        if procedure == "strafe" and field == "target" and unit and aa_near(ledger, unit):
            yield "aa-near", 1, BETWEEN
        to = plain.get("square") if (procedure, field) == ("move", "mover") else None
        if unit and to and any(enemies_beside(ledger, unit, str(to))):
            yield "towards-enemy", 1, BETWEEN
        if (procedure, field) == ("move", "mover") and unit and ledger.turn and isolated_beside(ledger, unit):
            yield "isolated", 1, BETWEEN
        from_enemy = started_beside(ledger, unit) if (procedure, field) == ("move", "mover") and unit else None
        if from_enemy and "away" in said_of(plain, "mover"):
            yield "enemy-adjacent", 1, from_enemy
        wreck = wreck_in(ledger, str(to)) if to and "bridge" in said_of(plain, "mover") else None
        if wreck:
            yield "wreck", 1, wreck
        smoke = smoke_on(ledger, plain.get("square") or ledger.value(unit, "square", "")) if field == "target" else None
        if smoke:
            yield "smoke", 1, smoke
        if procedure in ("fire", "bombard") and field == "attackers":
            beside_it = is_next_to(ledger, plain, unit)
            of_all = measured(ledger, plain) if plain.get("range") is None else None
            plain = {**plain, "range": of_all.value} if of_all else plain
            if beside_it:
                yield "adjacent", 1, beside_it
        held = ledger.has(unit, "enemy-adjacent") if (procedure, field) == ("fire", "attackers") else None
        if held:
            targets = plain.get("names", {}).get("target", ()) if is_adjacent(plain) else ()
            beside = any(ledger.has(one, "enemy-adjacent") for one in targets)
            yield "adjacent" if beside else "enemy-adjacent", 1, held

    def at_once(self, ledger: Keeper, deed: Deed) -> Iterator[tuple[str, Source]]:
        """What is to be done before an attack and may be forgotten. Source: grid.txt 64-72, 120-122."""
        if deed.attempt and deed.procedure == "bombard":
            yield from nobody_observes(ledger, deed)
            yield from which_officer(ledger, deed)
            yield from no_officer(ledger, deed)
        if deed.attempt and deed.procedure == "fire":
            yield from tank_first(ledger, deed)
            yield from feature_between(ledger, deed)
            for unit in acting(deed, unless=("adjacent", "enemy-adjacent")) if not is_adjacent(deed.given) else ():
                yield from beside_known(ledger, unit, "Combat", targets(deed))
        for unit in deed.fields_of if deed.attempt and deed.procedure == "morale" else ():
            yield from beside_known(ledger, unit, "Reorganisation")
        if deed.attempt and deed.procedure == "move" and ledger.turn:
            yield from only_away(ledger, deed)
            yield from where_from_edge(ledger, deed)
        if deed.attempt and deed.procedure == "strafe":
            yield from aa_guns(ledger, deed)
        unknown = ledger.has(GAME, "unknown-plane") if deed.procedure == "strafe" else None
        if unknown and unknown.entry == deed.number and ledger.turn:
            yield "no plane is in the game: add Stuka SIDE, and its disruption and its loss are kept", SORTIES
        for side, lost in lost_now(ledger, deed):
            said = "{side} {side:has|have} lost {lost:unit}: the game ends, as agreed"
            yield fill(said, {"side": Proper(side), "lost": lost}), END
        if deed.attempt:
            yield from declared_late(ledger, deed)
            yield from spent(ledger, deed)

    def fills(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, Any, Held]]:
        """What the side that has lost more has lost, where that ends the game; where a target is, and how far away.

        Source: grid.txt 58, 184, 209.
        """
        if procedure == "clock" and plain.get("limit") is not None:
            known = ledger.has(GAME, "most-losses") or Held(ledger.states["losses"])
            yield "casualties", most_lost(ledger), known
        between = measured(ledger, plain) if procedure == "fire" else None
        if between:
            yield "range", between.value, between
        for unit in plain.get("names", {}).get("target", ()):
            square = ledger.has(unit, "square")
            if square and (plain.get("range") is not None or is_one(ledger, unit, "wreck", "wreck")):
                yield "square", square.value, square


def said_of(plain: Mapping[str, Any], field: str) -> list[str]:
    """The conditions that are stated of those in a field, or of the whole ruling."""
    terms = plain[field]
    said = [word for text in ([terms] if isinstance(terms, str) else terms) for word in text.split("+")[1:]]
    return [*said, *plain["conditions"]]


HOOK = Grid()
