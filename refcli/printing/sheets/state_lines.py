"""The states of a ruleset in words, for the part of a sheet that lists what to remember between rulings."""

from collections.abc import Callable, Iterable, Iterator

from refcli.core.sentence import Proper, fill, some
from refcli.core.states import Bar, Moment, State, Trigger
from refcli.printing.sheets.sheet import SheetState

OUT = "out of play"

WHOSE = {"name": "by name"}
"""Printed names of owners, if they differ."""


def state_lines(states: Iterable[State], holds: Callable[[str], bool] = lambda reading: True) -> tuple[SheetState, ...]:
    """Return states in words, in their order; ``holds`` is whether a reading is in force."""
    found = []
    for state in states:
        bars = tuple([bar for bar in state.bars if not bar.reading or holds(bar.reading)])
        lines = state.source.lines
        where = f"({'line' if lines.isdigit() else 'lines'} {lines})" if lines else ""
        said = " ".join((*_parts(state._replace(bars=bars)), where)).strip()
        found.append(SheetState(state.label, WHOSE.get(state.of, state.of), said))
    return tuple(found)


def _parts(state: State) -> Iterator[str]:
    begins = _either(map(_trigger, state.begins))
    ends = _either((*map(_trigger, state.ends), *map(_moment, state.until)))
    if begins or ends:
        yield _sentence(", ".join(filter(None, (begins and f"begins with {begins}", ends and f"until {ends}"))))
    if state.then:
        yield _sentence(f"then {_words(state.then)}")
    if state.out and state.label != OUT:
        yield _sentence(OUT)
    given = dict.fromkeys(_words(give.condition) for give in state.gives)
    if given:
        yield _sentence(f"gives {', '.join(given)}")
    filled = dict.fromkeys(_words(filling.field) for filling in state.fills if filling.field != state.name)
    if filled:
        yield _sentence(f"fills in {', '.join(filled)}")
    who = "" if state.of == "game" else "it "
    for later, reason in dict.fromkeys(map(_reason, state.bars)):
        barred = _either(_words(name) for bar in state.bars if _reason(bar) == (later, reason) for name in bar.by)
        yield f"No {barred}{later}: {who}{reason}."


def _trigger(trigger: Trigger) -> str:
    """Return the beginning or end of a state: ``disrupt in bombard``, ``move with withdraw``."""
    by = _either(map(_words, trigger.by))
    said = _words(trigger.effect) or by
    said += f" in {by}" if by and by != said else ""
    said += f" ({trigger.detail})" if trigger.detail else ""
    said += f" with {_words(trigger.stated)}" if trigger.stated else ""
    said += f" if {_words(trigger.held)}" if trigger.held else ""
    return f"{said} unless {_words(trigger.unless)}" if trigger.unless else said


def _moment(moment: Moment) -> str:
    """Return the moment at which a state ends by itself: ``the end of the turn``."""
    if moment.counted:
        return "so many turns after"
    if moment.turns:
        return f"{some(moment.turns, 'turn')} after"
    own = "its own " if moment.own else "the " if moment.what in ("turn", "phase") else ""
    return f"the {moment.edge} of {own}{moment.what}"


def _reason(bar: Bar) -> tuple[str, str]:
    """Return when a bar begins, and its reason."""
    later = f" after {some(bar.after, 'turn')}" if bar.after else ""
    return later, fill(bar.text, {"unit": Proper("it"), "value": "that one"})


def _either(said: Iterable[str]) -> str:
    """Return alternatives, each once: ``fire, bombard or smoke``."""
    found = [*dict.fromkeys(said)]
    return " or ".join(filter(None, (", ".join(found[:-1]), *found[-1:])))


def _words(name: str) -> str:
    return name.replace("-", " ")


def _sentence(said: str) -> str:
    return f"{said[:1].upper()}{said[1:]}."
