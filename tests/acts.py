"""Typed acts of an evening and their results: files ``legal-RULESET.txt`` and ``illegal-RULESET.txt``.

A ``scene`` sets up the game for the acts behind it. An act is one line: the lines of the source (``-`` where it is
about the prompt), then its typed lines with their dice. The indented line below it states the result of the last typed
line; ``pytest --update-acts`` writes it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.play import CRASHED, QUESTIONED, REFUSED, Result, play

STORED = Path(__file__).parent / "stored" / "acts"
LEGAL, ILLEGAL = "legal", "illegal"
INDENT = "    "


class Act(NamedTuple):
    """One act: its scene, the lines of the source, and the typed lines, of which the last one is judged."""

    scene: str
    source: str
    typed: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.source}: {'; '.join(self.typed)}"


def file_of(kind: str, rules: str) -> Path:
    """The file of the acts that a ruleset allows or forbids."""
    return STORED / f"{kind}-{rules}.txt"


def parse(text: str) -> Iterator[str | Act]:
    """The acts of a file, and between them its comments, scenes and empty lines as they are; results are left out."""
    scene: list[str] = []
    in_scene = False
    for line in text.splitlines():
        if line.startswith(INDENT):
            if in_scene:
                scene.append(line.strip())
                yield line
            continue
        in_scene = line == "scene"
        scene = [] if in_scene else scene
        if in_scene or not line or line.startswith("#"):
            yield line
        else:
            source, _, typed = line.partition(": ")
            yield Act("\n".join(scene), source, tuple(typed.split("; ")))


def acts(kind: str, rules: str) -> list[Act]:
    """The acts that a ruleset allows or forbids."""
    return [part for part in parse(file_of(kind, rules).read_text("utf-8")) if isinstance(part, Act)]


def scene_of(rules: str) -> str:
    """The first scene of a ruleset's forbidden acts: units of all kinds, and the battle has begun."""
    return acts(ILLEGAL, rules)[0].scene


def stated(act: Act, result: Result) -> str:
    """A result as the file states it; source lines only where they are not those of the act."""
    lines = result.lines if result.lines != act.source else ""
    if result.decision in (REFUSED, QUESTIONED) and result.reason and not result.lines:
        lines = "no lines"
    text = " ".join(filter(None, (result.decision, result.reason, lines and f"({lines})")))
    return ": ".join(filter(None, (text, "; ".join(result.changes))))


def played(kind: str, rules: str) -> Iterator[tuple[str | Act, list[Result]]]:
    """The parts of a file, and the results of the lines of each act."""
    for part in parse(file_of(kind, rules).read_text("utf-8")):
        yield part, play(rules, part.typed, part.scene) if isinstance(part, Act) else []


def faults(kind: str, act: Act, results: list[Result]) -> Iterator[str]:
    """Faults of an act that no update can accept: a line before it fails, dice are missing, it is decided otherwise."""
    for result in results[:-1]:
        if not result.is_accepted:
            yield f"{act}: {result.line!r} fails before it: {result.printed.strip()}"
    for result in results:
        if result.dice:
            yield f"{act}: dice are missing: {result.line.partition(' : ')[0]} : {result.dice}"
    if kind == LEGAL and not results[-1].is_accepted:
        yield f"{act}: a legal act is not carried out: {results[-1].printed.strip()}"
    if results[-1].decision == CRASHED:
        yield f"{act}: {results[-1].reason}"
