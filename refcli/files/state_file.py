"""The format of states.toml, which cattrs reads into core's states, and the sequence of play of ruleset.toml."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, NewType, get_origin, get_type_hints

from cattrs import BaseValidationError, Converter, ForbiddenExtraKeysError, override
from cattrs.cols import list_structure_factory, mapping_structure_factory, namedtuple_dict_structure_factory
from cattrs.errors import IterableValidationNote

from refcli.core.cells import Source
from refcli.core.limits import in_short
from refcli.core.sentence import places_in
from refcli.core.states import (
    AT_ONCE,
    OWNERS,
    VALUES,
    Bar,
    Filling,
    Give,
    Moment,
    Phase,
    State,
    Trigger,
    moment_from,
)
from refcli.core.states import Sequence as Play
from refcli.files.judge import Judge, Keys, dotted, misfit
from refcli.files.toml_file import TomlFile

RulesetHooks = Callable[[Any, Any], Any]
Words = tuple[str, ...]
PhaseName = NewType("PhaseName", str)
Occasion = NewType("Occasion", str)
Reminder = NewType("Reminder", str)
Missed = NewType("Missed", str)
LetIn = NewType("LetIn", Words)
"""Texts that are checked by their place in the file: phases of the turn, sentences, states that let a unit in."""


class Unfit(Exception):
    """What is wrong with a value, and where one nearly right is known, the wrong word and the right ones."""


class PlayTable(NamedTuple):
    """The table ``[play]`` of ruleset.toml."""

    turns: str = ""
    each_side: tuple[PhaseName, ...] = ()
    optional: tuple[PhaseName, ...] = ()
    any_phase: Words = ()
    either_side: Words = ()
    at_enemies: Words = ()
    also: Mapping[PhaseName, Mapping[str, LetIn]] = {}
    apart: Mapping[str, Mapping[str, PhaseName]] = {}
    actors: Mapping[str, str] = {}
    states: Mapping[PhaseName, Mapping[str, str]] = {}
    steps: Mapping[str, Mapping[str, Words]] = {}
    source: Source = Source()


RENAMED: Mapping[type, Mapping[str, str]] = {
    Trigger: {"role": "as", "stated": "with", "held": "when"},
    Give: {"field": "as", "held": "when"},
    Bar: {"field": "as", "stated": "with", "held": "when"},
}
"""The keys that differ from the names of their fields by more than a hyphen."""

UNWRITTEN = ("name", "until")
"""Fields of a state that are no keys: its name is that of its table, and ``until`` are the moments among ``ends``."""


def keys_of(kind: type) -> dict[str, Any]:
    """Return the keys of a table, each with the type of its field."""
    return {_key(kind, field): hint for field, hint in get_type_hints(kind).items() if field not in UNWRITTEN}


def states_from(
    file: TomlFile, overlays: Sequence[TomlFile], phases: Iterable[str], faults: list[str]
) -> dict[str, State]:
    """Return the states of a ruleset by name; an overlay replaces the states that it names, or adds to them."""
    known = tuple(phases)
    found: dict[str, State] = {}
    for part in (file, *overlays):
        judge = Judge(part, faults)
        for name, raw in part.table.items():
            judge.name(name, [name])
            if isinstance(raw, dict):
                for key in UNWRITTEN:
                    if key in raw:
                        judge.fault([name, key], f"unknown key {key!r}")
                raw = {"text": name.replace("-", " "), **raw, "name": name}
            state = _read(raw, State, [name], known, judge, "" if part is file else "overlay")
            if state:
                ends, until = (
                    tuple([one for one in state.ends if isinstance(one, kind)]) for kind in (Trigger, Moment)
                )
                found[name] = state._replace(ends=ends, until=until)
    return found


def sequence_from(about: Mapping[str, Any], judge: Judge) -> Play:
    """Return the sequence of play of ruleset.toml: its turn, its procedures by phase, and ``[play]``."""
    turn = tuple(about["turn"])
    raw = about.get("play", {})
    divided = raw.get("steps", {})
    steps = _read(divided, Mapping[PhaseName, Mapping[str, Words]], ["play", "steps"], turn, judge)
    if steps is None:  # their names are known, whatever else is wrong with them
        tables = divided if isinstance(divided, dict) else {}
        steps = {name: one for name, one in tables.items() if isinstance(one, dict)}
    by_phase: dict[str, Words] = {}
    for name in turn:
        if name in steps and not steps[name]:
            judge.fault(["play", "steps", name], f"{in_short(name)} is divided into no steps")
        of_phase = tuple([each for each, phase in about.get("phases", {}).items() if phase == name])
        by_phase |= steps.get(name) or {name: of_phase}
    play: Any = _read({**raw, "steps": {}}, PlayTable, ["play"], tuple(by_phase), judge) or PlayTable()
    return Play(
        tuple(
            [
                Phase(
                    name,
                    procedures,
                    play.also.get(name, {}),
                    play.states.get(name, {}),
                    name in play.each_side,
                    name in play.optional,
                )
                for name, procedures in by_phase.items()
            ]
        ),
        play.turns == "side",
        play.any_phase,
        play.actors,
        play.either_side,
        play.at_enemies,
        play.apart,
        play.source,
    )


def _read(raw: Any, kind: Any, at: Keys, phases: Words, judge: Judge, overlay: str = "") -> Any:
    """Return what cattrs makes of a table, or None; each fault is noted."""
    if isinstance(raw, dict) and "source" in raw:
        raw = {**raw, "source": judge.source(raw["source"], [*at, "source"], overlay)}
    try:
        return _converter(phases).structure(raw, kind)
    except (BaseValidationError, Unfit) as error:
        _note(error, at, judge)
        return None


def _note(error: Exception, at: Keys, judge: Judge) -> None:
    """Note each fault that cattrs found under ``at``."""
    if isinstance(error, BaseValidationError):
        for one in error.exceptions:
            notes = getattr(one, "__notes__", ())
            keys = [
                note.index if isinstance(note, IterableValidationNote) else _key(error.cl, note.name) for note in notes
            ]
            _note(one, [*at, *keys], judge)
    elif isinstance(error, ForbiddenExtraKeysError):
        for key in sorted(error.extra_fields):
            judge.fault([*at, key], f"unknown key {in_short(key)}{judge.near(key, keys_of(error.cl))}")
    elif isinstance(error, KeyError):
        judge.fault(at, f"{dotted(at[:-1])} lacks {at[-1]!r}")
    elif isinstance(error, Unfit):
        what, *names = error.args
        judge.fault(at, f"{dotted(at)} {what}{judge.near(*names) if names else ''}")
    else:
        raise error


def _key(kind: type, field: str) -> str:
    """Return the key of a field."""
    return RENAMED.get(kind, {}).get(field, field.replace("_", "-"))


@cache
def _converter(phases: Words) -> Converter:
    """Return a converter that changes no value: no number becomes a text, and no text a list of its letters."""
    converter = Converter(forbid_extra_keys=True)
    register, hook_of = converter.register_structure_hook, converter.get_structure_hook
    read: RulesetHooks = converter.structure

    def is_collection(kind: Any) -> bool:
        return get_origin(kind) in (tuple, Mapping)

    def collection(kind: Any) -> RulesetHooks:
        if get_origin(kind) is tuple:
            made = list_structure_factory(kind, converter)
            return _only(list, then=lambda raw, _: tuple(made(raw, kind)))
        return _only(dict, then=mapping_structure_factory(kind, converter))

    def table(kind: Any, short: str = "", **hooks: RulesetHooks) -> RulesetHooks:
        """Return the hook of a class; a text alone gives the field ``short``."""
        fields = {name: override(rename=_key(kind, name), struct_hook=hooks.get(name)) for name in kind._fields}
        made = namedtuple_dict_structure_factory(kind, converter, "from_converter", True, **fields)
        kinds = (str, dict) if short else (dict,)
        return _only(*kinds, then=lambda raw, _: made({short: raw} if isinstance(raw, str) else raw, kind))

    def trigger(raw: Any, kind: Any) -> Trigger:
        found: Trigger = any_trigger(raw, kind)
        if not found.effect and not found.by:
            raise Unfit("needs an effect, or procedures under 'by'")
        return found

    def ending(raw: Any, _: Any) -> Moment | Trigger:
        moment = moment_from(raw) if isinstance(raw, str) else None
        if moment:
            _one_of(*phases, "turn", "phase")(moment.what, str)
        return moment or trigger(raw, Trigger)

    def gives(raw: Any, _: Any) -> Any:
        if not isinstance(raw, dict):
            return read(raw, tuple[Give, ...])
        by_value = read(raw, Mapping[str, Words])
        return tuple([Give(one, value=value) for value, names in by_value.items() for one in names])

    def let_in(raw: Any, _: Any) -> Words:
        return tuple([one for one in read([raw] if isinstance(raw, str) else raw, Words) if one])

    converter.register_structure_hook_factory(is_collection, collection)
    register(str, _only(str))
    register(bool, _only(bool))
    register(int, _only(int))
    register(int | float | None, _only(int, float))
    register(Source, lambda source, _: source)
    register(PhaseName, _one_of(*phases))
    register(Occasion, _one_of(*phases, AT_ONCE))
    register(Reminder, _filled("unit", "value"))
    register(Missed, _filled())
    register(LetIn, let_in)
    any_trigger = table(Trigger, "effect")
    register(Trigger, trigger)
    register(Moment | Trigger, ending)
    register(Give, table(Give, "condition"))
    register(Filling, table(Filling, "field"))
    register(Bar, table(Bar, text=_filled("unit", "value")))
    register(PlayTable, table(PlayTable))
    state = table(
        State,
        of=_one_of(*OWNERS),
        value=_one_of(*VALUES),
        text=_filled("value", "last", empty=True),
        lapses=_filled("unit", "units", empty=True),
        ends=hook_of(tuple[Moment | Trigger, ...]),
        gives=gives,
        reminds=hook_of(Mapping[Occasion, Reminder]),
        misses=hook_of(Mapping[PhaseName, Missed]),
    )
    register(State, state)
    return converter


def _only(*kinds: type, then: RulesetHooks | None = None) -> RulesetHooks:
    """Return a hook for values of these types alone."""

    def read(value: Any, kind: Any) -> Any:
        wrong = misfit(value, kinds)
        if wrong:
            raise Unfit(wrong)
        return then(value, kind) if then else value

    return read


def _one_of(*known: str) -> RulesetHooks:
    """Return a hook for the words that are known."""

    def read(word: Any, _: Any) -> Any:
        if word not in known:
            raise Unfit(f"must be one of {', '.join(known)}, not {in_short(word)}", str(word), known)
        return word

    return read


def _filled(*places: str, empty: bool = False) -> RulesetHooks:
    """Return a hook for sentences in which these places are filled."""

    def read(said: Any, _: Any) -> Any:
        if not said.strip() and not empty:
            raise Unfit("is empty; leave it out")
        for place in places_in(said):
            if place not in places:
                raise Unfit(f"has the place {in_short(place)}, which nothing fills", place, places)
        return said

    return _only(str, then=read)
