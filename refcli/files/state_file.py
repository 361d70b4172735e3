"""The format of states.toml: what lasts from one ruling to the next, and the sequence of play of ruleset.toml."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from refcli.core.cells import Source
from refcli.core.limits import in_short
from refcli.core.sentence import places_in
from refcli.core.states import (
    AT_ONCE,
    OWNERS,
    VALUES,
    Bar,
    Derived,
    Filling,
    Give,
    Moment,
    Phase,
    State,
    Trigger,
    moment_from,
)
from refcli.core.states import Sequence as Play
from refcli.files.judge import Judge, Keys
from refcli.files.toml_file import TomlFile, TomlTable

STATE_KEYS = {
    "of": str,
    "text": str,
    "value": str,
    "source": dict,
    "begins": list,
    "ends": list,
    "gives": (list, dict),
    "fills": list,
    "bars": list,
    "reminds": dict,
    "misses": dict,
    "out": bool,
    "stays": bool,
    "then": str,
    "less": list,
    "rows": list,
    "most": list,
    "lapses": str,
    "words": list,
    "form": str,
    "derived": dict,
    "excludes": list,
    "only": list,
    "at-most": list,
}
DERIVED_KEYS = {"counts": str, "sums": str}
TRIGGER_KEYS = {
    "effect": str,
    "by": list,
    "as": str,
    "with": str,
    "when": str,
    "unless": str,
    "detail": str,
    "amount": int,
    "row": str,
}
GIVE_KEYS = {
    "condition": str,
    "as": str,
    "by": list,
    "value": str,
    "after": int,
    "same": str,
    "when": str,
    "row": str,
    "over": (int, float),
    "rows": list,
    "unless": str,
}
FILL_KEYS = {"field": str, "of": str, "by": list}
BAR_KEYS = {
    "by": list,
    "as": str,
    "text": str,
    "section": str,
    "lines": str,
    "value": str,
    "unless": str,
    "when": str,
    "with": str,
    "row": str,
    "whole": bool,
    "reading": str,
    "after": int,
}
PLAY_KEYS = {
    "turns": str,
    "each-side": list,
    "optional": list,
    "any-phase": list,
    "either-side": list,
    "at-enemies": list,
    "also": dict,
    "apart": dict,
    "actors": dict,
    "states": dict,
    "steps": dict,
    "source": dict,
}


def states_from(
    file: TomlFile, overlays: Sequence[TomlFile], phases: Iterable[str], faults: list[str]
) -> dict[str, State]:
    """The states of a ruleset by name; an overlay puts its own in place of those that it names, or adds to them."""
    known = tuple(phases)
    found: dict[str, State] = {}
    for part in (file, *overlays):
        judge = Judge(part, faults)
        for name, raw in part.table.items():
            judge.name(name, [name])
            entries = judge.entries(raw, STATE_KEYS, [name], required=("of", "source"))
            if "of" in entries and "source" in entries:
                found[name] = _StateReader(judge, name, known, "" if part is file else "overlay").read(entries)
    return found


class _StateReader:
    """Reads one state."""

    def __init__(self, judge: Judge, name: str, phases: tuple[str, ...], overlay: str) -> None:
        self.judge = judge
        self.name = name
        self.phases = phases
        self.overlay = overlay

    def read(self, entries: TomlTable) -> State:
        """The state that these entries are."""
        judge, name = self.judge, self.name
        of, value = entries["of"], entries.get("value", "flag")
        if of not in OWNERS:
            judge.fault([name, "of"], f"of {in_short(of)} is none of {', '.join(OWNERS)}")
        if value not in VALUES:
            judge.fault([name, "value"], f"value {in_short(value)} is none of {', '.join(VALUES)}")
        source = judge.source(entries["source"], [name, "source"], self.overlay)
        ends = entries.get("ends", [])
        moments = [one for one in ends if isinstance(one, str) and moment_from(one)]
        reminds = judge.texts(entries.get("reminds", {}), [name, "reminds"])
        for phase, said in reminds.items():
            if phase != AT_ONCE:
                self._phase(phase, [name, "reminds", phase])
            self._sentence(said, [name, "reminds", phase], "unit", "value")
        misses = judge.texts(entries.get("misses", {}), [name, "misses"])
        for phase, said in misses.items():
            self._phase(phase, [name, "misses", phase])
            self._sentence(said, [name, "misses", phase])
        return State(
            name=name,
            of=of,
            text=self._sentence(entries.get("text", name.replace("-", " ")), [name, "text"], "value", "last"),
            source=source,
            value=value,
            begins=self._triggers(entries.get("begins", []), [name, "begins"]),
            ends=self._triggers([one for one in ends if one not in moments], [name, "ends"]),
            until=tuple([self._moment(one, [name, "ends"]) for one in moments]),
            gives=tuple(self._gives(entries.get("gives", []))),
            fills=tuple(self._fills(entries.get("fills", []))),
            bars=tuple(self._bars(entries.get("bars", []))),
            reminds=reminds,
            misses=misses,
            out=entries.get("out", False),
            stays=entries.get("stays", False),
            then=entries.get("then", ""),
            less=self._names(entries, "less", [name]),
            rows=self._names(entries, "rows", [name]),
            most=self._names(entries, "most", [name]),
            lapses=self._sentence(entries.get("lapses", ""), [name, "lapses"], "unit", "units"),
            words=self._names(entries, "words", [name]),
            form=entries.get("form", ""),
            derived=Derived(**judge.entries(entries.get("derived", {}), DERIVED_KEYS, [name, "derived"])),
            excludes=self._names(entries, "excludes", [name]),
            only=self._names(entries, "only", [name]),
            at_most=self._names(entries, "at-most", [name]),
        )

    def _triggers(self, raw: Sequence[Any], at: Keys) -> tuple[Trigger, ...]:
        found = []
        for one in raw:
            entries = {"effect": one} if isinstance(one, str) else self.judge.entries(one, TRIGGER_KEYS, at)
            if not entries.get("effect") and not entries.get("by"):
                self.judge.fault(at, f"{self.name} begins or ends with an effect, or with any ruling by some procedure")
                continue
            found.append(
                Trigger(
                    entries.get("effect", ""),
                    self._names(entries, "by", at),
                    entries.get("as", ""),
                    entries.get("with", ""),
                    entries.get("when", ""),
                    entries.get("unless", ""),
                    entries.get("detail", ""),
                    int(entries.get("amount", 0)),
                    entries.get("row", ""),
                )
            )
        return tuple(found)

    def _sentence(self, said: str, at: Keys, *filled: str) -> str:
        for place in places_in(said):
            if place not in filled:
                near = self.judge.near(place, filled)
                self.judge.fault(at, f"{self.name} has the place {in_short(place)}, which nothing fills{near}")
        return said

    def _moment(self, said: str, at: Keys) -> Moment:
        moment = moment_from(said)
        assert moment is not None
        self._phase(moment.what, at, "turn", "phase")
        return moment

    def _phase(self, name: str, at: Keys, *besides: str) -> None:
        known = (*self.phases, *besides)
        if name not in known:
            self.judge.fault(at, f"{in_short(name)} is no phase{self.judge.near(name, known)}")

    def _gives(self, raw: Any) -> Iterable[Give]:
        at: Keys = [self.name, "gives"]
        if isinstance(raw, dict):
            raw = [{"condition": one, "value": value} for value, names in raw.items() for one in names]
        for one in raw:
            entries = {"condition": one} if isinstance(one, str) else self.judge.entries(one, GIVE_KEYS, at)
            if "condition" not in entries:
                self.judge.fault(at, "what a state gives names a condition")
                continue
            over: Any = entries.get("over")
            yield Give(
                entries["condition"],
                entries.get("as", ""),
                self._names(entries, "by", at),
                entries.get("value", ""),
                int(entries.get("after", 0)),
                entries.get("same", ""),
                entries.get("when", ""),
                entries.get("row", ""),
                over,
                self._names(entries, "rows", at),
                entries.get("unless", ""),
            )

    def _fills(self, raw: Sequence[Any]) -> Iterable[Filling]:
        at: Keys = [self.name, "fills"]
        for one in raw:
            entries = {"field": one} if isinstance(one, str) else self.judge.entries(one, FILL_KEYS, at, ("field",))
            if "field" in entries:
                yield Filling(entries["field"], entries.get("of", ""), self._names(entries, "by", at))

    def _bars(self, raw: Sequence[Any]) -> Iterable[Bar]:
        for number, one in enumerate(raw):
            at: Keys = [self.name, "bars", number]
            entries = self.judge.entries(one, BAR_KEYS, at, ("by", "text"))
            if "by" in entries and "text" in entries:
                yield Bar(
                    self._names(entries, "by", at),
                    self._sentence(entries["text"], at, "unit", "value"),
                    entries.get("section", ""),
                    entries.get("lines", ""),
                    entries.get("as", ""),
                    entries.get("value", ""),
                    entries.get("unless", ""),
                    entries.get("when", ""),
                    entries.get("with", ""),
                    entries.get("row", ""),
                    entries.get("whole", False),
                    entries.get("reading", ""),
                    int(entries.get("after", 0)),
                )

    def _names(self, entries: Mapping[str, Any], key: str, at: Keys) -> tuple[str, ...]:
        return self.judge.words(entries.get(key, []), [*at, key])


def _states_named(said: Any) -> tuple[str, ...]:
    """The states that let somebody in: one, several, or none where all are let in."""
    return tuple([one for one in (said if isinstance(said, list) else [said]) if one])


def sequence_from(about: Mapping[str, Any], judge: Judge) -> Play:
    """The sequence of play that a ruleset's own file tells: its turn, its procedures by phase, and ``play``."""
    play = judge.entries(about.get("play", {}), PLAY_KEYS, ["play"])
    by_phase = _procedures_by_phase(about, play, judge)
    names = tuple(by_phase)
    for key in ("each-side", "optional"):
        for name in play.get(key, ()):
            if name not in names:
                judge.fault(["play", key], f"{in_short(name)} is no phase{judge.near(name, names)}")
    for key in ("also", "states"):
        for name in play.get(key, {}):
            if name not in names:
                judge.fault(["play", key, name], f"{in_short(name)} is no phase{judge.near(name, names)}")
    for procedure, by_chart in play.get("apart", {}).items():
        for chart, name in judge.texts(by_chart, ["play", "apart", procedure]).items():
            if name not in names:
                at = ["play", "apart", procedure, chart]
                judge.fault(at, f"{in_short(name)} is no phase{judge.near(name, names)}")
    actors = play.get("actors", {})
    nobody = {name: "" for name, field in actors.items() if field == ""}
    return Play(
        tuple(
            [
                Phase(
                    name,
                    by_phase[name],
                    {one: _states_named(said) for one, said in play.get("also", {}).get(name, {}).items()},
                    dict(play.get("states", {}).get(name, {})),
                    name in play.get("each-side", ()),
                    name in play.get("optional", ()),
                )
                for name in names
            ]
        ),
        play.get("turns", "") == "side",
        tuple(play.get("any-phase", ())),
        nobody | judge.texts({name: field for name, field in actors.items() if field != ""}, ["play", "actors"]),
        tuple(play.get("either-side", ())),
        tuple(play.get("at-enemies", ())),
        play.get("apart", {}),
        judge.source(play["source"], ["play", "source"]) if "source" in play else Source(),
    )


def _procedures_by_phase(about: Mapping[str, Any], play: TomlTable, judge: Judge) -> dict[str, tuple[str, ...]]:
    """The phases in their order, each with its procedures; a phase of several steps gives way to these."""
    divided: dict[str, dict[str, tuple[str, ...]]] = {}
    for name, steps in play.get("steps", {}).items():
        at: Keys = ["play", "steps", name]
        if name not in about["turn"]:
            judge.fault(at, f"{in_short(name)} is no phase{judge.near(name, about['turn'])}")
        known = judge.entries(steps, dict.fromkeys(steps, list), at) if isinstance(steps, dict) else {}
        divided[name] = {step: judge.words(procedures, [*at, step]) for step, procedures in known.items()}
        if not known:
            judge.fault(at, f"{in_short(name)} is divided into no steps; each is a name and a list of procedures")
    found: dict[str, tuple[str, ...]] = {}
    for name in about["turn"]:
        if divided.get(name):
            found |= divided[name]
        else:
            found[name] = tuple([each for each, phase in about.get("phases", {}).items() if phase == name])
    return found
