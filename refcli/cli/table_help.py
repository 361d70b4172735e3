"""What is told at the table of what can be typed there: the dozen things of an evening, on one screen."""

from collections.abc import Iterable, Iterator

from refcli.cli.help import examples_of
from refcli.core.procedure import Procedure
from refcli.referee.referee import LoadedRuleset
from refcli.render.columns import listed, wrapped
from refcli.wire.lookup import distance_field

SAYINGS = (
    ("odds {rule} ...", "the chances, before anyone rolls"),
    ("! {rule} ...", "in spite of what bars it; ! alone: that line"),
    ("+{woods}  -{woods}", "the last ruling again, with it or without"),
    ("fix 2 4  fix h1  fix by f1", "die 2 is a 4; at h1; f1 did it; fix 19 ...: no. 19"),
    ("u  undo to 14  redo", "take back the last entry, all behind 14; bring back"),
    ("why  what-if", "where its figures stand; what would have changed it"),
    ("n  next {phase}  due", "the phase ends; jump to one; what is due"),
    ("who  who f1", "everybody; all that is known of one"),
    ("add f1 ROW... SIDE", "a unit: its name, rows of the charts, its side"),
    ("set f1 STATE  no-STATE", "a state by your word, or the end of one"),
    ("map D3-E4 woods, E2 hill", "the terrain of squares, on the grid"),
    ("5 2  Enter  drop", "dice asked for; roll them; leave the question"),
    ("note ...  log", "write something down; all that happened"),
    ("log report -o FILE.html", "the report; log roster: the forces on paper"),
)
"""What is typed besides a ruling, and what it does."""

DICE = "the program rolls; with :5 2 behind the last name these are the dice; beginnings of names are enough"

RANGES = {float: "fire f1 h1 8:5/2", int: "fire alpha rifles 1:5"}
"""A shot with its range and its dice in short, each roll apart: in inches or cm, in squares."""

SHORT_ENOUGH = 9
"""Letters of a condition, or of the name of a phase, that stands as an example."""


def help_at_table(loaded: LoadedRuleset, width: int) -> Iterator[str]:
    """The lines of the help, in the words of a ruleset: how it is ruled, what else there is, the procedures."""
    procedures, first = list(loaded.ruleset.procedures), first_procedure(loaded)
    yield first_line(loaded)
    far = distance_field(first)
    shot = f"; a number behind the target is the range: {RANGES[far.kind]}" if far else ""
    yield from wrapped(f"{DICE}{shot}", width, "  ", "  ")
    phases = loaded.library.states()[1].phases
    said = {
        "rule": first.name,
        "woods": _short(loaded.words(first, False).conditions),
        "phase": _short(phase.name.split()[0] for phase in phases[1:]),
    }
    yield from listed([(typed.format_map(said), does) for typed, does in SAYINGS], width, "")
    yield from wrapped(", ".join(procedures), width, "", "  ")
    yield from wrapped(
        f"help {first.name}: what can be said to it; help all: every command. Ctrl-D leaves.", width, "", "  "
    )


def first_procedure(loaded: LoadedRuleset) -> Procedure:
    """The procedure that stands as an example of all: fire, where there is such."""
    procedures = list(loaded.ruleset.procedures)
    return loaded.procedure("fire" if "fire" in procedures else procedures[0])


def first_line(loaded: LoadedRuleset) -> str:
    """How something is ruled, as an example."""
    example = examples_of(loaded, first_procedure(loaded), loaded.ruleset.name)[0]
    return example.removeprefix("refcli ").partition(" : ")[0]


def _short(words: Iterable[str]) -> str:
    """The first word that is short enough for an example; of none the shortest."""
    known = list(words)
    return next((word for word in known if len(word) <= SHORT_ENOUGH), min(known, key=len, default="..."))
