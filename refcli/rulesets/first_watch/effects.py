"""What rulings of First Watch change on the table, and what the game has to remember of them."""

from refcli.core.rulebook import EffectKind


class Kind(EffectKind):
    """Losses first, each with a word of its own; then what a unit does or may not do, the skies, the turn."""

    DESTROY = "destroy", "[detail?One {detail} of {the unit} is][!detail?{The unit} {unit:is|are}] destroyed."
    ELIMINATE = "eliminate", "Remove {amount:counter} of {the unit}."
    LOSE_CREW = "lose-crew", "{The unit} {unit:loses|lose} {amount:crew counter}[ {detail}]."
    LOSE_ANOTHER = "lose-another", "The owner of {the unit} removes {amount:more counter} close at hand."
    SHOOT_DOWN = "shoot-down", "{The unit} {unit:is|are} shot down."
    HIT = "hit", "{The unit} {unit:takes|take} {amount:hit}."
    ABORT = "abort", "{The unit} {unit:aborts|abort} and may neither bomb nor strafe."
    IMMOBILISE = "immobilise", "{The unit} cannot move: its track is hit."
    MOVE = "move", "{The unit} may move up to {amount} cm."
    ALTITUDE = "altitude", "{The unit} {unit:flies|fly} at {detail} altitude."
    ENTER = "enter", "{The unit} {unit:enters|enter} from a friendly end of the table."
    LEAVE = "leave", "{The unit} {unit:leaves|leave} the table."
    PLOT = "plot", "Write down the mission of {the unit}[: {detail}]."
    PLOT_TARGET = "plot-target", "Write down the target of {the unit}[: {detail}]."
    IMPACT = "impact", "Mark the impact of {the unit}: [amount?{amount} cm {detail} of][!amount?on] the target point."
    DROP = (
        "drop",
        "[detail?{The unit} {unit:drops|drop} the {detail}][!detail?{The unit} {unit:is|are} dropped].",
    )
    BAR = "bar", "No Fortunes of War roll for {unit} for {amount:turn}."
    FIRED = "fired", ""
    ATTACKED = "attacked", ""
    ASSAULTED = "assaulted", ""
    MOVED = "moved", ""
    FIRES_IN = "fires-in", ""
    ORDER = "order", ""
    WEATHER = "weather", ""
    ROLLED = "rolled", ""
