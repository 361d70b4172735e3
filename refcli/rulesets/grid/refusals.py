"""What may not be done on the grid: states, unit types, places. Source: grid.txt, by the lines of each row."""

from refcli.core.rows import Question, Refusal, given, has, in_battle, none_left, of_side, reading
from refcli.rulesets.grid.board import (
    alone_next_to_enemy,
    closed_terrain,
    enemy_in_square,
    hidden,
    map_declared,
    next_to_enemy,
    no_square,
    not_in_contact,
    out_of_sight,
    seen_by_none,
    square_full,
    too_far,
)
from refcli.rulesets.grid.unit_types import (
    aa_gun,
    carried,
    guns,
    heavy,
    in_building,
    may_have_officer,
    no_plane_of_side,
    no_score,
    observer,
    officer,
    on_foot,
    plane,
    stationary,
    which_plane,
)

disrupted = has("disrupted")
moved_up = has("moved") & has("beside-enemy") & ~map_declared
unobserved = ~given("in-sight", "unobserved", "observer-far")
lost_officer = none_left(officer) & of_side(officer, lost_too=True)
never_officer = none_left(may_have_officer) & of_side(~guns, lost_too=True)

# fmt: off
REFUSALS = (
    # unit types
    Refusal("guns-in-combat", "fire", "attackers", guns,
            "{unit} {unit:fires|fire} in Artillery & Mortar Fire only", "66, 117"),
    Refusal("no-guns", "bombard", "attackers", ~guns & ~plane,
            "only artillery and mortars fire indirectly, and {unit} {unit:is|are} neither", "66"),
    Refusal("no-guns-for-smoke", "smoke", "attackers", ~guns & ~plane,
            "only artillery and mortars lay smoke, and {unit} {unit:is|are} neither", "189"),
    Refusal("no-score", "fire|bombard", "attackers", no_score,
            "{unit} {unit:has|have} no score against {class} Class", "130-162"),
    Refusal("stationary", "move", "mover", stationary, "{unit} {unit:does|do} not move", "228"),
    Refusal("closed-terrain", "move", "mover", closed_terrain, "{unit} may not enter {feature}", "85-97"),
    Refusal("heavy-from-air", "strafe", "target", heavy & reading("G-24=both"),
            "{unit} {unit:has|have} the heavy tank rule: no attack from the air", "199"),
    Refusal("inside-from-air", "strafe", "target", carried & in_building,
            "{unit} {unit:counts|count} as infantry in Buildings: no attack from the air", "85, 217"),
    Refusal("infantry-from-air", "strafe", "target", on_foot,
            "{unit} {unit:is|are} infantry on foot: no attack from the air", "217"),
    Refusal("aa-from-air", "strafe", "target", aa_gun,
            "{unit} {unit:is an AA gun|are AA guns}: no attack from the air", "222"),
    Refusal("planes-never-regroup", "morale", "units", plane,
            "{unit} {unit:is|are} a plane and may not regroup", "225"),
    # who flies, who observes
    Question("which-plane", "strafe", "", in_battle & which_plane, "which plane flies, {planes}?", "214-219"),
    Refusal("no-plane", "strafe", "", in_battle & no_plane_of_side,
            "{side} {side:has|have} no such plane: {aircraft}", "214-225"),
    Refusal("officer-lost", "bombard", "attackers", given("foo") & lost_officer,
            "the Forward Observation Officer of {side} is out of play", "68, 70"),
    Refusal("no-officer", "bombard", "attackers", given("foo") & never_officer,
            "{side} has no reconnaissance unit{left} for a Forward Observation Officer", "68, 70"),
    Refusal("no-observer", "bombard", "attackers", unobserved & in_battle & none_left(observer),
            "{side} has no infantry or reconnaissance{left} to observe", "64, 68"),
    # states
    Refusal("not-disrupted", "morale", "units", ~has("disrupted", "isolated") & ~plane,
            "{unit} {unit:is|are} not disrupted", "173-176"),
    Refusal("moved-next-to-enemy", "morale", "units", moved_up,
            "{unit} moved next to an enemy this turn and may not regroup", "174"),
    Refusal("no-combat-move", "move", "mover", in_battle & given("combat-move") & ~has("combat-move"),
            "{unit} {unit:has|have} no combat move to make", "113-116, 166"),
    # places, on a map
    Refusal("next-to-enemy", "morale", "units", next_to_enemy,
            "{unit} {unit:is|are} next to {enemy} and may not regroup", "174"),
    Question("which-square", "move", "mover", no_square, "to which square does {unit} move?", "101-106"),
    Refusal("enemy-in-square", "move", "mover", enemy_in_square, "{enemy} {enemy:is|are} in {square}", "106"),
    Refusal("square-full", "move", "mover", square_full, "{square} is full", "83, 209"),
    Refusal("not-in-contact", "move", "mover", not_in_contact,
            "{square} is {feature}: {unit} must be next to it first", "81, 104"),
    Refusal("too-far", "move", "mover", too_far, "{unit} {why}", "22-34"),
    Refusal("alone", "fire|bombard|smoke", "attackers", alone_next_to_enemy,
            "{unit} {unit:is|are} disrupted next to {enemy} and {unit:sees|see} no friend", "181"),
    Refusal("out-of-sight", "fire", "attackers", out_of_sight & ~given("adjacent"),
            "{unit} {unit:sees|see} 2 squares, and the target is {far} away", "58"),
    Refusal("guns-out-of-sight", "bombard", "attackers", given("in-sight") & out_of_sight,
            "{unit} {unit:sees|see} 2 squares, and the target is {far} away", "58"),
    Refusal("hidden", "fire", "attackers", hidden, "{reason} hides the target from {unit}", "58-62, 191, 209"),
    Refusal("hidden-from-guns", "bombard", "attackers", given("in-sight") & hidden,
            "{reason} hides the target from {unit}", "58-62, 191, 209"),
    Refusal("seen-by-none", "bombard", "attackers", unobserved & ~given("foo") & seen_by_none,
            "no unit of {side} observes the target", "64-70"),
)
# fmt: on
