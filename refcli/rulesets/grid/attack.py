"""What attacks share: who shoots at whom, the target's class and cover, one unit's die, disruptions."""

from collections.abc import Iterator, Sequence

from refcli.core.request import Conditions, NamedTuple, Term, Terms, one_by_one
from refcli.core.rulebook import D6, Cell, Charts, Check, Dice, Effect, Note, Source, Sum, TargetNumber, note
from refcli.core.sentence import ordinal
from refcli.rulesets.grid.effects import Kind

COMBAT = Source(section="Combat; Regroup", lines="111, 174")
FROM_NEXT_SQUARE = "a heavy tank can only be attacked from an adjacent square"
HEAVY = f"cannot attack: {FROM_NEXT_SQUARE}"
RECONNAISSANCE = "Reconnaissance unit"
"""What lowers the die by the readings of line 128 that do not ask for an officer."""
OF_SEVERAL = "[several?: {hits} of {attacks} hit]"
"""How many hit, of more than one attack."""
EDGE = Note("distances are measured from the edge of the feature", Source(section="Terrain", lines="81"))
BUILDINGS = Source(section="Buildings", lines="85")


class Shot(NamedTuple):
    """One unit's attack: who, at whom, what is stated of either, and the squares between them."""

    attacker: str
    target: str
    of_attacker: Conditions
    of_target: Conditions
    squares: int

    @property
    def adjacent(self) -> bool:
        """Whether the target is in an adjacent square."""
        return self.squares <= 1 or "adjacent" in self.of_attacker


def shots_at(target: Term, attackers: Terms, stated: Conditions, squares: int) -> Iterator[tuple[str, Shot]]:
    """The attack of every single unit on the target, labelled."""
    of_target = stated + target.conditions
    for label, attacker in one_by_one(attackers):
        yield label, Shot(attacker.name, target.name, stated + attacker.conditions, of_target, squares)


def treated_as(unit: str, charts: Charts, dice: Dice, *, in_building: bool) -> str:
    """The unit that this one counts as: Motorised and Armoured Infantry in a building are Infantry, others themselves.

    Source: grid.txt 85; a reading, G-40.
    """
    if not in_building or charts["units", unit, "enters-as"].text != "carried-infantry":
        return unit
    dice.show(note("counts as {infantry} in a building", BUILDINGS, infantry=charts.label("units", "infantry")))
    return "infantry"


def show_class(target: str, charts: Charts, dice: Dice) -> None:
    """Show the class of the target, its column of the Combat Table. Source: grid.txt 35-39."""
    its = charts["units", target, "class"]
    dice.show(its, "{0} {0:is|are} {1}.", charts.label("units", target), charts.column_label("combat", its.text))


def show_spent(units: int, dice: Dice, *, of_more: bool = False, after_combat: bool = False) -> None:
    """Tell what so many units that have fired may not do any more, ``of_more`` when others were removed.

    Where some move ``after_combat``, it is the move of the Movement phase that is over. Source: grid.txt 111, 166, 174.
    """
    if units:
        they = ("the other", "the others") if of_more else ("it", "they")
        bars = "regroup this turn, or move in the Movement phase" if after_combat else "move or regroup this turn"
        dice.show(note("Having fired, {they} may not {bars}.", COMBAT, they=they[units > 1], bars=bars))


def has_score(shot: Shot, charts: Charts, dice: Dice) -> bool:
    """Show the score that the Combat Table asks for; False where it has a dash. Source: grid.txt 125, 130-162."""
    score = score_needed(shot, charts)
    column = charts["units", shot.target, "class"].text
    against = charts.label("units", shot.attacker), charts.column_label("combat", column)
    if score.blank:
        dice.show(note("cannot attack {targets}", score.source, targets=against[1]))
        return False
    dice.show(score, "{0} against {1}", *against)
    return True


def score_needed(shot: Shot, charts: Charts) -> Cell:
    """The cell of the Combat Table."""
    row = charts["units", shot.attacker, "attacks-as"].text
    return charts["combat", row, charts["units", shot.target, "class"].text]


def cover_for(shot: Shot, charts: Charts) -> Cell | None:
    """What puts the target in cover, if anything does; more is no more cover. Source: grid.txt 85-99, 191, 212."""
    column = charts["units", shot.target, "class"].text
    covers = (name for name in charts.rows("cover") if not charts.is_blank("cover", name, column))
    for name in shot.of_target.among(covers):
        dark = name in ("dusk", "night") and shot.adjacent
        if not dark:
            return charts["cover", name, column]
    return None


def deductions(cover: Cell | None, clause: bool, charts: Charts) -> tuple[Cell, ...]:
    """What lowers the die: the target's cover, or the reconnaissance clause. Source: grid.txt 125-128."""
    lowered_by = []
    if cover is not None:
        in_cover = charts.condition("combat", "target-in-cover")
        lowered_by.append(in_cover.called(cover.label))
    if clause and (cover is None or charts.reads("G-8", "cumulative")):
        reconnaissance = charts.condition("combat", "reconnaissance-clause")
        undirected = charts.reads("G-9", "undirected")
        lowered_by.append(reconnaissance if undirected else reconnaissance.called(RECONNAISSANCE))
    return tuple(lowered_by)


def roll_for_hit(shot: Shot, lowered_by: Sequence[Cell], charts: Charts, dice: Dice) -> Check:
    """The unit's die against the Combat Table. Source: grid.txt 124-125."""
    also = charts.modifiers("combat", shot.of_attacker + shot.of_target)
    score = charts.add_up("score", *lowered_by, *also)
    return attack_die(score, "attack", score_needed(shot, charts).target_number, shot.of_target, charts, dice)


def attack_die(
    modifiers: Sum, label: str, needed: TargetNumber, of_target: Conditions, charts: Charts, dice: Dice
) -> Check:
    """The die of an attack; one that fails against a unit in a minefield is rolled once again, and the last counts.

    Source: grid.txt 206; as decided in G-26.
    """
    attack = dice.check(modifiers, D6, label, needed)
    if "minefield" in of_target and not attack.passed:
        mines = charts.note("disruption", "minefield").source
        dice.show(Note("the target is in a minefield, so a miss is rolled again", mines))
        attack = dice.check(modifiers, D6, f"{label} again", needed)
    return attack


class Suffered(NamedTuple):
    """What hits do to a target: it is disrupted so often, or eliminated."""

    disruptions: int = 0
    eliminated: bool = False


def suffer(hits: int, charts: Charts, dice: Dice, *, already: bool, destroyed: bool = False) -> Suffered:
    """What hits do to the target: a disruption each, and elimination at the second.

    ``destroyed`` eliminates whatever the disruptions. Source: grid.txt 169.
    """
    last = charts["disruption", "eliminated"]
    if destroyed or not hits:
        return Suffered(eliminated=destroyed)
    if hits + already < last.number:
        return Suffered(hits)
    dice.show(last, "Eliminated on the {0} disruption.", ordinal(last.number))
    return Suffered(eliminated=True)


def effects_on_target(suffered: Suffered, target: str, square: str | None, charts: Charts) -> Iterator[Effect]:
    """What it suffers; a tank or tank destroyer leaves a wreck in its square. Source: grid.txt 169, 209."""
    unit = charts.called(target, "units")
    if suffered.disruptions:
        yield Effect(Kind.DISRUPT, unit, suffered.disruptions, role="target")
    if suffered.eliminated:
        yield Effect(Kind.ELIMINATE, unit, role="target")
        if not charts["units", target, "wreck"].blank:
            yield Effect(Kind.WRECK, unit, role="target", detail=square or "")
