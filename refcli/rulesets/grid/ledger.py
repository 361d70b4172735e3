"""What the states of the grid need beyond their data. Source: grid.txt 81, 104-122, 173-176, 184."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Hook, Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import of
from refcli.core.states import GAME, Held
from refcli.rulesets.grid.beside import (
    bars_beside,
    beside,
    fought_beside,
    given_to_attacker,
    guns_beside,
    is_adjacent,
    left_alone,
)
from refcli.rulesets.grid.by_hand import never_at, never_of, never_of_no_unit, never_so
from refcli.rulesets.grid.ending import END, agreed_anew, bring_back, lose_by_hand, losses_of_most, lost_now, most_lost
from refcli.rulesets.grid.idle import is_idle
from refcli.rulesets.grid.in_order import SPENT, declared_late, is_spent, spent
from refcli.rulesets.grid.in_play import acting, in_field, is_one, never_moves, targets
from refcli.rulesets.grid.isolation import bars_of_isolated, due_to_disrupted, due_to_isolated
from refcli.rulesets.grid.light import agree, bars_of_clock, bars_of_light, corner_in_the_dark, light_goes_with
from refcli.rulesets.grid.moves import bars_of_move, given_to_mover, only_away, where_from_edge, where_now
from refcli.rulesets.grid.never import (
    bars_from_the_air,
    bars_of_guns_in_combat,
    bars_of_heavy,
    bars_of_no_score,
    bars_of_others,
    bars_of_others_with_smoke,
    bars_of_strongpoint,
    heavy_at_corner,
)
from refcli.rulesets.grid.observers import (
    bars_of_guns,
    bars_of_which_officer,
    hidden_from_observers,
    may_see_itself,
    nobody_observes,
    sees_itself,
)
from refcli.rulesets.grid.officers import bars_of_officer, directed_by, no_officer, which_officer
from refcli.rulesets.grid.planes import (
    LOST,
    aa_guns,
    aa_near,
    bars_of_aa,
    bars_of_no_plane,
    bars_of_other_side,
    bars_of_sortie,
    check_no_second,
    flew_for,
    is_plane,
    planes_of,
    sortie_unknown,
    told_of_unknown,
)
from refcli.rulesets.grid.priority import bars_of_priority, tank_first
from refcli.rulesets.grid.sight import bars_of_range, bars_of_sight, feature_between, past_the_edge
from refcli.rulesets.grid.squares import BETWEEN, apart, in_sight, measured, smoke_on
from refcli.rulesets.grid.terrain import bars_of_cover, bars_of_entry, begun, meant_for_terrain, never_in

REGROUP = Source(section="Regroup", lines="173-176")
CONTACT = Source(section="Terrain", lines="81, 104")


def bars_of_regroup(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Who has nothing to regroup from, planes, and who is next to an enemy. Source: grid.txt 173-176, 225."""
    for unit in in_field(ledger, plain, "units"):
        if is_plane(ledger, unit):
            yield of(unit, "{unit:is|are} a plane and may not regroup"), LOST
        elif not ledger.has(unit, "disrupted") and not ledger.has(unit, "isolated"):
            yield of(unit, "{unit:is|are} not disrupted: there is nothing to regroup from"), REGROUP
        else:
            yield from bars_beside(ledger, unit)


Bars = Callable[[Keeper, Mapping[str, Any]], Sentences]
"""What bars a request, by what a game knows."""

ALWAYS: Mapping[str, tuple[Bars, ...]] = {
    "bombard": (bars_of_others, bars_of_no_score, bars_of_officer),
    "smoke": (bars_of_others_with_smoke,),
    "strafe": (bars_of_no_plane, bars_from_the_air, bars_of_aa),
    "fire": (bars_of_guns_in_combat, bars_of_no_score),
    "move": (bars_of_strongpoint, bars_of_entry),
    "morale": (bars_of_regroup,),
}
"""What bars a procedure before the battle as well."""

IN_A_TURN: Mapping[str, tuple[Bars, ...]] = {
    "clock": (bars_of_clock,),
    "bombard": (bars_of_isolated, bars_of_guns, bars_of_which_officer, bars_of_heavy),
    "smoke": (bars_of_isolated,),
    "strafe": (bars_of_other_side, bars_of_sortie),
    "fire": (bars_of_isolated, bars_of_range, bars_of_sight, bars_of_heavy, bars_of_priority),
    "move": (bars_of_move,),
}
"""What bars a procedure once the battle has begun."""


class Grid(Hook):
    """The states of the grid."""

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
        """What is said as the clock is rolled for is agreed; who fights in the next square is next to the enemy.

        A plane that flies a sortie may be unknown. Source: grid.txt 53, 108, 184, 212, 214-219.
        """
        if deed.procedure == "fire" and deed.attempt and ledger.turn:
            fought_beside(ledger, deed)
        if deed.procedure == "strafe" and deed.attempt:
            sortie_unknown(ledger, deed)
        if deed.procedure == "strafe" and deed.attempt and ledger.turn:
            flew_for(ledger, deed)
        if any(lost_now(ledger, deed)) and not ledger.has(GAME, "ended"):
            ledger.begin(GAME, "ended", 1, deed.number)
        agree(ledger, deed)
        if not ledger.turn:  # of no turn: the first one rolls for itself
            ledger.end(GAME, "clock-rolled")
        agreed_anew(ledger)

    def by_hand(self, ledger: Keeper, name: str) -> None:
        """What ends the game may be agreed anew; who is said to be out of play is lost. Source: grid.txt 169, 184."""
        if name == GAME:
            agreed_anew(ledger)
        elif ledger.is_out(name):
            lose_by_hand(ledger, name)

    def denies(self, ledger: Keeper, owner: str, state: str, value: Any) -> Sentences:
        """What the referee says by hand and cannot be so. Source: grid.txt 50-56, 72, 81-97, 166, 181-228."""
        yield from never_so(state, value)
        yield from never_of_no_unit(ledger, owner, state)
        yield from never_of(ledger, owner, state)
        yield from never_at(ledger, owner, state, str(value))
        if state == "in":
            yield from never_in(ledger, owner, str(value))

    def is_said_of_each(self, ledger: Keeper, owner: str, state: str) -> bool:
        """Each unit of a group is disrupted, moved or in a square for itself. Source: grid.txt 83, 101-111, 168-178."""
        return ledger.states[state].of == "unit" if state in ledger.states else False

    def is_done_by_each(self, procedure: str, field: str) -> bool:
        """Each unit of a group has a move of its own. Source: grid.txt 101-108."""
        return (procedure, field) == ("move", "mover")

    def means(self, ledger: Keeper, state: str, value: Any) -> Any:
        """A feature by the name that the chart of terrain has for it, or its beginning. Source: grid.txt 83-99."""
        return begun(str(value)) if state in ("in", "in-contact") else value

    def taken_back(self, ledger: Keeper, owner: str, state: str) -> None:
        """With an hour goes the light that came with it; who is disrupted no more is not isolated.

        Who is out of play no more is not lost. Source: grid.txt 181, 184, 212.
        """
        if state == "out":
            bring_back(ledger, owner)
        if state == "disrupted":
            ledger.end(owner, "isolated")
        light_goes_with(ledger, state)

    def whom(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """The only plane of a side is the one that flies its sorties."""
        planes = planes_of(ledger, ledger.side) if procedure == "strafe" else []
        if len(planes) == 1:
            yield "aircraft", planes[0]

    def field_meant(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any], word: str) -> str:
        """No second unit is named by who observes, nor behind the plane that flies a sortie.

        Raises Refused for it. Source: grid.txt 58, 214-219.
        """
        check_no_second(ledger, procedure, plain, word)
        return ""

    def due(self, ledger: Keeper, phase: str, side: str) -> Sentences:
        """Who may enter what it has moved up to, and who may be next to an enemy; who has fired does neither.

        Nor who has moved, or never moves. Source: grid.txt 81, 101-111, 120, 174, 181, 228.
        """
        there = [unit for unit in ledger.units if ledger.side_of(unit) in (side, "") and not ledger.is_out(unit)]
        if phase == "Movement":
            there = [unit for unit in there if not (ledger.has(unit, "moved") or never_moves(ledger, unit))]
        idle = [unit for unit in there if not ledger.has(unit, "fought")]
        yield from due_to_disrupted(ledger, [unit for unit in idle if ledger.units[unit].rows], phase)
        for unit in idle:
            alone = [*due_to_isolated(ledger, unit, phase)]
            yield from alone
            regroups = ledger.has(unit, "disrupted") and not ledger.has(unit, "moved")
            if (phase in ("Combat", "Movement") and not alone) or (phase == "Reorganisation" and regroups):
                yield from beside(ledger, unit, phase)
            if phase == "Movement" and ledger.has(unit, "in-contact"):
                said = "{unit:is|are} in contact with {feature} and may enter now"
                yield of(unit, said, feature=ledger.value(unit, "in-contact")), CONTACT

    def is_not_due(self, ledger: Keeper, owner: str, state: str) -> bool:
        """Who is disrupted between known squares next to an enemy does not regroup. Source: grid.txt 174."""
        regrouping = ledger.phase is not None and ledger.phase.name == "Reorganisation"
        return state == "disrupted" and regrouping and any(bars_beside(ledger, owner))

    def bars(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
        """What may not be done, by what the game knows."""
        in_turn = (*IN_A_TURN.get(procedure, ()), bars_of_light) if ledger.turn else ()
        for bars in (*ALWAYS.get(procedure, ()), bars_of_cover, *in_turn):
            yield from bars(ledger, plain)

    def is_idle(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any], field: str, condition: str) -> bool:
        """A bridge away from rivers, a unit that has fired. Source: grid.txt 58-99, 111, 120, 169-181, 199, 209."""
        return is_idle(ledger, procedure, plain, field, condition)

    def binds(self, ledger: Keeper, procedure: str, acted_at: Collection[str]) -> Sentences:
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
        officer = directed_by(ledger, plain, unit) if (procedure, field) == ("bombard", "attackers") and unit else None
        if officer:
            yield "foo", 1, officer
        elif (procedure, field) == ("bombard", "attackers") and unit and (sight := sees_itself(ledger, plain, unit)):
            yield "in-sight", 1, sight
        if procedure == "strafe" and field == "target" and unit and aa_near(ledger, unit):
            yield "aa-near", 1, BETWEEN
        if (procedure, field) == ("move", "mover"):
            yield from given_to_mover(ledger, plain, unit)
        smoke = smoke_on(ledger, plain.get("square") or ledger.value(unit, "square", "")) if field == "target" else None
        if smoke:
            yield "smoke", 1, smoke
        if procedure in ("fire", "bombard") and field == "attackers":
            yield from given_to_attacker(ledger, plain, unit)

    def at_once(self, ledger: Keeper, deed: Deed) -> Sentences:
        """What is to be done before an attack and may be forgotten. Source: grid.txt 64-72, 120-122."""
        if deed.attempt and deed.procedure == "bombard":
            yield from nobody_observes(ledger, deed)
            yield from which_officer(ledger, deed)
            yield from no_officer(ledger, deed)
            yield from hidden_from_observers(ledger, deed)
            yield from may_see_itself(ledger, deed)
            yield from guns_beside(ledger, deed)
        if deed.attempt and deed.procedure == "fire":
            yield from tank_first(ledger, deed)
            yield from feature_between(ledger, deed)
            yield from past_the_edge(ledger, deed)
            yield from corner_in_the_dark(ledger, deed)
            for unit in acting(deed, unless=("adjacent", "enemy-adjacent")) if not is_adjacent(deed.given) else ():
                yield from beside(ledger, unit, "Combat", targets(deed))
        for unit in deed.fields_of if deed.attempt and deed.procedure == "morale" else ():
            yield from beside(ledger, unit, "Reorganisation")
        if deed.attempt and deed.procedure == "move" and ledger.turn:
            yield from only_away(ledger, deed)
            yield from where_from_edge(ledger, deed)
            yield from where_now(ledger, deed)
        if deed.attempt and deed.procedure in ("move", "smoke"):
            yield from meant_for_terrain(ledger, deed)
        if deed.attempt and deed.procedure == "strafe":
            yield from aa_guns(ledger, deed)
        if not deed.attempt and deed.procedure in ("fire", "bombard"):
            yield from heavy_at_corner(ledger, deed)
        if deed.procedure == "strafe" and ledger.turn:
            yield from told_of_unknown(ledger, deed)
        for side, lost in lost_now(ledger, deed):
            yield of(side, "{unit:has|have} lost {lost:unit}: the game ends, as agreed", lost=lost), END
        if deed.attempt:
            yield from declared_late(ledger, deed)
            yield from spent(ledger, deed)

    def fills(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, Any, Held]]:
        """What the side that has lost more has lost, where that ends the game; where a target is, and how far away.

        Beyond sight nobody attacks; where the referee means it all the same, the distance bars nothing.
        Source: grid.txt 58, 184, 209.
        """
        if procedure == "clock" and plain.get("limit") is not None:
            yield "casualties", most_lost(ledger), losses_of_most(ledger)
        between = measured(ledger, plain) if procedure == "fire" else None
        if between and int(between.value) <= in_sight(ledger):
            yield "range", between.value, between
        for unit in plain.get(NAMES, {}).get("target", ()):
            square = ledger.has(unit, "square")
            if square and (plain.get("range") is not None or is_one(ledger, unit, "wreck", "wreck")):
                yield "square", square.value, square


HOOK = Grid()
