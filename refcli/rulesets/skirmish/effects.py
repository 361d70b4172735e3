"""What the rulings change on the table, or leave for the game to remember."""

from refcli.core.rulebook import EffectKind


class Kind(EffectKind):
    """Every kind of effect of the skirmish rules; those without a sentence are only remembered."""

    INITIATIVE = "initiative", ""
    VISIBILITY = "visibility", ""

    FIRED = "fired", ""
    STOOD = "stood", ""
    ROUND = "round", ""
    THREW = "threw", ""
    SHELL = "shell", "Lay the burst circle of {the unit} [{amount} cm ]{detail}."
    CIRCLE = "circle", ""
    GRENADE = "grenade", "Lay the burst circle of the grenade [{amount} cm ]{detail}."
    INDOORS = "indoors", ""
    ON_TARGET = "on-target", "{The unit} {unit:stays|stay} on target."
    SMOKE = "smoke", "Lay the smoke of {the unit} [{amount} cm ]{detail}."
    SMOKE_LASTS = "smoke-lasts", ""

    KILL = "kill", "Remove {the unit}."
    KILL_ABOARD = "kill-aboard", "{The unit} {unit:loses|lose} {amount} of {unit:its|their} {detail}."
    LEADER_KILLED = "leader-killed", "{The unit} led the section: check its morale."
    NEAR_MISS = "near-miss", "{The unit} {unit:goes|go} to ground: no move and no fire next turn."
    NEAR_MISS_ABOARD = "near-miss-aboard", "{amount} of the {detail} of {the unit} may not move or fire next turn."
    ESCAPED = "escaped", "Put {amount} of the {detail} down beside {the unit}."
    BAIL_OUT = "bail-out", "{amount:man|men} must leave {the unit} at once: check the morale of the section."

    CLOSE_HATCHES = "close-hatches", "{The unit} {unit:closes|close} hatches."
    MAIN_GUN_DESTROYED = "main-gun-destroyed", "{The unit} {unit:has|have} no main gun for the rest of the battle."
    IMMOBILISED = "immobilised", "{The unit} may not move again."
    TURRET_DESTROYED = "turret-destroyed", "{The unit} {unit:has|have} no turret any more."
    LIMP = "limp", "{The unit} may limp at half speed."
    WRECKED = "wrecked", "{The unit} {unit:stays as a wreck|stay as wrecks}."
    DESTROYED = "destroyed", "{The unit} {unit:is|are} destroyed."
    RAMMED = "rammed", ""

    CHECKED = "checked", ""
    RECOVERED = "recovered", ""
    HALT = "halt", "{The unit} {unit:stays|stay} halted for {amount:turn}."
    RETIRE = "retire", "{The unit} {unit:retires|retire} at least {amount} cm next turn."
    RUN = "run", "{The unit} {unit:runs|run} to the rear next turn."
    ABANDON = "abandon", "{The unit} {unit:leaves|leave} all heavy weapons behind."
    DISPERSE = "disperse", "Remove {the unit}: all the men are lost."

    MAY_MOVE = "may-move", ""
    MOVED = "moved", ""
    MOVE_LEFT = "move-left", ""
    GAIT = "gait", ""
    LOADED = "loaded", ""
    IN_WOOD = "in-wood", ""
    ENTERED = "entered", ""
    INSIDE = "inside", ""
    BUSY = "busy", "{The unit} {unit:needs|need} {amount:turn} {detail}."

    CAPTURED = "captured", "{The unit} {unit:is|are} taken prisoner and sent to the rear under guard."
    GUARDS = "guards", ""
    MESSAGE = "message", ""
    ARRIVES = "arrives", ""
    CALL = "call", "{The unit} may fire at the target area next turn."
    MAP_CALL = "map-call", "{The unit} may fire at the point of aim next turn."
