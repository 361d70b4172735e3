"""States that begin and end: some stored ruling has each effect that a state waits for."""

from collections.abc import Iterable, Iterator

from refcli.conformance.effects import effects_of
from refcli.conformance.situations import Suite
from refcli.core.states import State, Trigger
from refcli.files.library import STATES


def idle_states(suite: Suite) -> Iterator[str]:
    """Triggers of states that no stored ruling sets off."""
    library = suite.loaded.library
    came = {(procedure, effect.word, effect.role) for _, procedure, effect in effects_of(suite)}
    made = {one.case.procedure.name for one in suite.situations}
    for name, key, trigger in triggers(library.states()[0].values()):
        if trigger.effect:
            set_off = any(
                effect == trigger.effect
                and (not trigger.by or procedure in trigger.by)
                and (not trigger.role or role == trigger.role)
                for procedure, effect, role in came
            )
            what = f"{trigger.effect!r}"
        else:
            set_off = not made.isdisjoint(trigger.by)
            what = f"made {', '.join(trigger.by)}"
        if not set_off:
            says = f"{name} {key} with {what}, which no stored ruling has; add a request to {suite.requests_said}"
            yield library.fault(STATES, [name, key], says)


def triggers(states: Iterable[State]) -> Iterator[tuple[str, str, Trigger]]:
    """Every trigger of states: the name of the state, and whether it begins or ends it."""
    for state in states:
        for key, found in (("begins", state.begins), ("ends", state.ends)):
            yield from ((state.name, key, trigger) for trigger in found)
