"""A state of the referee's own, with a value: whether the ruleset has a word for what he means."""

import re
from collections.abc import Iterator

from refcli.core.errors import Refused
from refcli.core.names import MOST_LIKE, names_like
from refcli.core.procedure import Procedure
from refcli.core.request import one_word
from refcli.core.states import FLAG, GAME, State
from refcli.game.ledger import Ledger
from refcli.game.reminders import HIDE
from refcli.plain.vocabulary import one_of_these
from refcli.referee.referee import LoadedRuleset

BEGINNING = 3
"""Letters that a beginning of a longer word has at least: ``hol`` may mean one, ``b`` is a name of his own."""

COURSE = ("turn", "phase")
"""What no state tells: where the game stands."""


def is_own(ledger: Ledger, state: str) -> bool:
    """Whether a state is the referee's own, and nothing in the rules heeds it."""
    return state not in ledger.states and state not in ledger.hook.heeds and not state.startswith(HIDE)


def own_meant(ledger: Ledger, loaded: LoadedRuleset, owner: str, state: str, value: str) -> str:
    """What the ruleset has a word for: a state of it, an option, a choice, a condition; empty where it has none.

    ``limit 3`` fills what the state ``most-losses`` does; ``hold 2`` is told of ``held-fire``; ``casualties 2`` is an
    option of ``clock``. Raises Refused for where the game stands.
    """
    who = GAME if owner.lower() == "game" else owner
    if who == GAME and state in COURSE:
        raise Refused(f"the {state} goes on with next; undo takes it back")
    meant = [
        f"set {'game' if one.of == 'game' else owner} {one.name} {'' if one.value == FLAG else value}".strip()
        for one in states_meant(ledger, who, state.lower())[:MOST_LIKE]
    ]
    said = (f"it is {one}" for one in words_of_procedures(loaded, state.lower(), value))
    return " or ".join(meant) or next(said, "")


def states_meant(ledger: Ledger, who: str, word: str) -> list[State]:
    """The states that a word may mean of somebody: what fills a field of that name, else what is called or told so."""
    whose = [one for one in ledger.states.values() if may_be_of(ledger, one, who)]
    valued = [one for one in whose if one.value != FLAG and one.text]
    fills = [one for one in valued if any(filling.field == word for filling in one.fills)]
    told = [one for one in valued if any(begins(word, said) for said in words_of(one))]
    near = names_like(word, [one.name for one in whose if one.text]) if len(word) >= BEGINNING else []
    return fills or told or [ledger.states[name] for name in near]


def may_be_of(ledger: Ledger, state: State, who: str) -> bool:
    """Whether a state may be of somebody: what is the game's is said of it whoever is named, a side's of sides."""
    of_side = state.of in ("side", "enemy side")
    return state.of == "game" or (who != GAME and of_side == (who in ledger.sides))


def words_of(state: State) -> Iterator[str]:
    """The words that a state is named and told by, and those of the fields that it fills."""
    yield from state.name.split("-")
    yield from re.findall(r"[a-z]+", re.sub(r"\{\w+", " ", state.text.lower()))
    for filling in state.fills:
        yield filling.field


def words_of_procedures(loaded: LoadedRuleset, word: str, value: str) -> Iterator[str]:
    """What an option, a choice or a condition is that a word means, and how it is typed."""
    procedures = [loaded.procedure(name) for name in loaded.ruleset.procedures]
    for one in procedures:
        for field in one.inputs:
            option = field.name.replace("_", "-")
            if not field.field.position and begins(word, option):
                yield f"an option of {one.name}, {one.name} --{option} {value}"
            for choice in map(one_word, field.field.choices):
                if begins(word, choice):
                    yield f"{choice} of {one.name} --{option}"
    of = [(name, one.name) for one in procedures for name in conditions_meant(loaded, one, word)]
    names = [*dict.fromkeys(name for name, _ in of)]
    if names:
        ruled = [one for name, one in of if name == names[0]]
        yield f"{names[0]}, said with {one_of_these(ruled)}"


def conditions_meant(loaded: LoadedRuleset, procedure: Procedure, word: str) -> list[str]:
    """The conditions of a procedure that a word means, by their names or others for them."""
    known = loaded.words(procedure, False).conditions
    return [name for name, one in known.items() if any(begins(word, said.lower()) for said in (name, *one.aliases))]


def begins(word: str, name: str) -> bool:
    """Whether a word is a name or, unless it is short, begins it."""
    return word == name or (len(word) >= BEGINNING and name.startswith(word))
