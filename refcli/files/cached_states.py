"""States and a sequence of play that were checked and found good, as the cache keeps them (``cached_charts``)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from refcli.core.cells import Source
from refcli.core.states import Bar, Filling, Give, Moment, Phase, State, Trigger
from refcli.core.states import Sequence as Play

PARTS: Mapping[str, type[Any]] = {
    "begins": Trigger,
    "ends": Trigger,
    "until": Moment,
    "gives": Give,
    "fills": Filling,
    "bars": Bar,
}
"""What a state has several of, each with fields of its own."""


def states_to_keep(states: Iterable[State], play: Play) -> tuple[Any, ...]:
    """States and the sequence of play as the cache keeps them, field by field."""
    return plain(tuple(states)), plain(play)


def plain(value: Any) -> Any:
    """A value with all that stands inside it, its named tuples as plain ones."""
    if isinstance(value, tuple):
        return tuple([plain(one) for one in value])
    return {key: plain(one) for key, one in value.items()} if isinstance(value, Mapping) else value


def states_kept(kept: Sequence[Any]) -> tuple[dict[str, State], Play]:
    """The states that the cache kept, by name, and the sequence of play."""
    states, (phases, *said, source) = kept
    play = Play._make([tuple(map(Phase._make, phases)), *said, Source(*source)])
    return {state.name: state for state in map(_state, states)}, play


def _state(kept: Sequence[Any]) -> State:
    state = State._make(kept)
    parts: dict[str, Any] = {key: tuple(map(kind._make, getattr(state, key))) for key, kind in PARTS.items()}
    return state._replace(source=Source(*state.source), **parts)
