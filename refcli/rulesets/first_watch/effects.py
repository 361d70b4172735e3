"""What rulings of First Watch change on the table, and what the game has to remember of them."""

from refcli.core.rulebook import EffectKind


class Kind(EffectKind):
    """Losses first, each with a word of its own; then what a unit does or may not do, the skies, the turn."""

    DESTROY = "destroy", "{unit} {unit:is|are} destroyed"
    ELIMINATE = "eliminate", "{unit} {unit:is|are} eliminated"
    LOSE_CREW = "lose-crew", "{unit} {unit:loses|lose} {amount:crew counter}"
    LOSE_ANOTHER = "lose-another", "the owner of {unit} takes off {amount:more counter} close at hand"
    SHOOT_DOWN = "shoot-down", "{unit} {unit:is|are} shot down"
    HIT = "hit", "{unit} {unit:takes|take} {amount:hit}"
    ABORT = "abort", "{unit} {unit:aborts|abort} and may neither bomb nor strafe"
    IMMOBILISE = "immobilise", "{unit} cannot move: its track is hit"
    MOVE = "move", "{unit} {unit:moves|move} up to {amount} cm"
    ALTITUDE = "altitude", "{unit} {unit:goes|go} to {detail} altitude"
    ENTER = "enter", "{unit} {unit:enters|enter} from a friendly end of the table"
    LEAVE = "leave", "{unit} {unit:leaves|leave} the table"
    PLOT = "plot", "write down the mission of {unit}[: {detail}]"
    IMPACT = "impact", "impact of {unit}: [amount?{amount} cm {detail} of][!amount?on] the target point"
    DROP = "drop", "[detail?{unit} no longer {unit:carries|carry} {detail}][!detail?{unit} {unit:is|are} dropped]"
    BAR = "bar", "{unit} may not roll for Fortunes of War for {amount:turn}"
    FIRED = "fired", ""
    ATTACKED = "attacked", ""
    ASSAULTED = "assaulted", ""
    MOVED = "moved", ""
    FIRES_IN = "fires-in", ""
    ORDER = "order", ""
    WEATHER = "weather", ""
    ROLLED = "rolled", ""
