"""States that begin and end by effects of stored rulings, and are filled in for those whom these fall on."""

from collections.abc import Iterable, Iterator

from refcli.core.request import Term
from refcli.core.states import State, Trigger
from refcli.files.library import STATES
from refcli.referee.check import Suite, effects_of


def odd_states(suite: Suite) -> Iterator[str]:
    """States that no stored ruling begins or ends, and those that are filled in for somebody else."""
    yield from idle_states(suite)
    yield from misfilled(suite)


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


def misfilled(suite: Suite) -> Iterator[str]:
    """States that fall on somebody else than whoever acts in a procedure, and fill it by that one."""
    library = suite.loaded.library
    fell = {(procedure, effect.word, effect.role) for _, procedure, effect in effects_of(suite)}
    for procedure in suite.procedures:
        units = [one for one in procedure.inputs if one.kind is Term]
        acts = [one for one in units if one.field.position == 1] or units
        others = [one.name for one in units if one not in acts[:1]]
        for state in library.states()[0].values():
            begun = {one.effect for one in state.begins}
            fills = [one for one in state.fills if not one.of and procedure.name in (one.by or [procedure.name])]
            filled = {one.field for one in fills} & {one.name for one in procedure.inputs}
            for role in others:
                if filled and any((procedure.name, effect, role) in fell for effect in begun):
                    what = f"{state.name} falls on the {role} of {procedure.name}, which it fills by whoever acts"
                    yield library.fault(STATES, [state.name, "fills"], f'{what}; say whose it is: of = "{role}"')


def triggers(states: Iterable[State]) -> Iterator[tuple[str, str, Trigger]]:
    """Every trigger of states: the name of the state, and whether it begins or ends it."""
    for state in states:
        for key, found in (("begins", state.begins), ("ends", state.ends)):
            yield from ((state.name, key, trigger) for trigger in found)
