"""Labels of dice: where a die belongs in a ruling, told from the path of its label.

The last place of a path is the roll, the places before it are the thing that rolls: ``rifle/2/effect`` is the effect
of the second rifle. A place that tells a time (``again 2``, ``tie at 7``) is of the roll, not of the thing.
"""

from functools import lru_cache

TIMES = {"again": "again", "tie": "tie", "next": "", "before": ""}
"""Places of a path that tell a time, by their first word, and what the name of the roll says of it."""


def place(path: str, label: str) -> str:
    """The path of ``label`` inside ``path``."""
    return f"{path}/{label}" if path else label


@lru_cache(4096)
def thing_and_roll(path: str) -> tuple[str, str]:
    """The thing that rolls, as a path, and the name of its roll; what rolls alone has the path ``""``.

    ``again 2/german/initiative`` is ``german`` and ``initiative again``; a third time is ``initiative again again``:
    the name of a roll has no digits, which would be faces behind it.
    """
    *places, roll = path.split("/")
    thing = []
    for one in places:
        word, _, rest = one.partition(" ")
        if word not in TIMES:
            thing.append(one)
        elif TIMES[word]:
            roll += f" {TIMES[word]}" * (int(rest) - 1 if word == "again" else 1)
    return "/".join(thing), roll


def thing_of(path: str) -> str:
    """The thing that rolls the die, as a path."""
    return thing_and_roll(path)[0]


def roll_of(path: str) -> str:
    """The name of the roll that the die belongs to."""
    return thing_and_roll(path)[1]
