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
    SHELL = "shell", "lay a burst circle for {unit} [{amount} cm ]{detail}"
    CIRCLE = "circle", ""
    GRENADE = "grenade", "lay the burst circle of the grenade [{amount} cm ]{detail}"
    INDOORS = "indoors", ""
    ON_TARGET = "on-target", "{unit} {unit:stays|stay} on target"
    SMOKE = "smoke", "lay smoke for {unit} [{amount} cm ]{detail}"
    SMOKE_LASTS = "smoke-lasts", ""

    KILL = "kill", "remove {unit}"
    KILL_ABOARD = "kill-aboard", "{unit} {unit:loses|lose} {amount} of the {detail}"
    LEADER_KILLED = "leader-killed", "{unit} led the section: it checks its morale"
    NEAR_MISS = "near-miss", "{unit} {unit:goes|go} to ground, with no move and no fire next turn"
    NEAR_MISS_ABOARD = "near-miss-aboard", "{amount} of the {detail} of {unit} may not move or fire next turn"
    ESCAPED = "escaped", "put down {amount} of the {detail} beside {unit}"
    BAIL_OUT = "bail-out", "{amount:man|men} must leave {unit} at once, and their section checks its morale"

    CLOSE_HATCHES = "close-hatches", "{unit} {unit:closes|close} hatches"
    MAIN_GUN_DESTROYED = "main-gun-destroyed", "{unit} {unit:has|have} no main gun for the rest of the battle"
    IMMOBILISED = "immobilised", "{unit} may not move again"
    TURRET_DESTROYED = "turret-destroyed", "{unit} {unit:has|have} no turret any more"
    LIMP = "limp", "{unit} may limp along at half speed"
    WRECKED = "wrecked", "{unit} {unit:stays|stay} as a wreck"
    DESTROYED = "destroyed", "{unit} {unit:is|are} destroyed"
    RAMMED = "rammed", ""

    CHECKED = "checked", ""
    RECOVERED = "recovered", ""
    HALT = "halt", "{unit} {unit:stays|stay} halted for {amount:turn|turns}"
    RETIRE = "retire", "{unit} {unit:retires|retire} at least {amount} cm next turn"
    RUN = "run", "{unit} {unit:runs|run} to the rear next turn"
    ABANDON = "abandon", "{unit} {unit:leaves|leave} all heavy weapons behind"
    DISPERSE = "disperse", "remove {unit}: all the men are lost"

    MAY_MOVE = "may-move", ""
    MOVED = "moved", ""
    GAIT = "gait", ""
    LOADED = "loaded", ""
    IN_WOOD = "in-wood", ""
    ENTERED = "entered", ""
    INSIDE = "inside", ""
    BUSY = "busy", "{unit} {unit:needs|need} {amount:turn|turns} {detail}"

    CAPTURED = "captured", "{unit} {unit:is|are} taken prisoner: send {unit:him|them} to the rear under guard"
    GUARDS = "guards", ""
    MESSAGE = "message", ""
    ARRIVES = "arrives", ""
    CALL = "call", "{unit} may fire at the target area next turn"
