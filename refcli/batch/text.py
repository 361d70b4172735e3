"""The JSON text of rulings: parts that come again and again, figures above all, are written once and remembered."""

from collections.abc import Callable, Iterable
from json import JSONEncoder
from json.encoder import encode_basestring_ascii as quote
from typing import Any

from refcli.core.dice import Roll
from refcli.core.procedure import Record
from refcli.core.ruling import Effect
from refcli.plain.dump import RULING, effect_to, roll_to, step_to

REMEMBERED, LONGEST_REMEMBERED = 2048, 2000
"""Texts of each kind that are remembered, and their characters: some megabytes, whatever the rulings are."""

encode = JSONEncoder(check_circular=False).encode


def ruling_text(record: Record, keys: Iterable[str]) -> str:
    """These keys of ``ruling_to(record)`` as JSON, without the braces."""
    return ", ".join([f'"{key}": {TEXTS[key](record)}' for key in keys])


def written(value: Any) -> str:
    """A value as JSON; an encoder is made only for one that holds others, as making it costs more than its text."""
    if value.__class__ is str:
        return quote(value)
    if value.__class__ is bool:
        return "true" if value else "false"
    if value.__class__ is int or value == [] or value == {}:
        return repr(value)
    return encode(value)


class Texts(dict[Any, str]):
    """The text of each thing of a kind, written when it is first asked for; a long one is not remembered."""

    def __init__(self, write: Callable[[Any], str]) -> None:
        self._write = write

    def __missing__(self, thing: Any) -> str:
        text = self._write(thing)
        if len(text) <= LONGEST_REMEMBERED:
            if len(self) >= REMEMBERED:
                self.clear()
            self[thing] = text
        return text


def _step(step: Any) -> str:
    """A step without its place, which stands before it, and without the braces."""
    return f'"kind": "roll", {_roll_texts[step]}' if isinstance(step, Roll) else encode(step_to(step))[1:-1]


def _roll(roll: Roll) -> str:
    return encode(roll_to(roll))[1:-1]


def _effects(effects: tuple[Effect, ...]) -> str:
    return encode([effect_to(effect) for effect in effects])


_step_texts, _roll_texts, _effects_texts = Texts(_step), Texts(_roll), Texts(_effects)


def _steps(record: Record) -> str:
    steps = [f'{{"at": {quote(at)}, {_step_texts[step]}}}' for at, step in record.ruling.steps]
    return f"[{', '.join(steps)}]"


def _rolls(record: Record) -> str:
    rolls = [f"{{{_roll_texts[roll]}}}" for roll in record.ruling.rolls]
    return f"[{', '.join(rolls)}]"


def _written(key: str) -> Callable[[Record], str]:
    value = RULING[key]
    return lambda record: written(value(record))


TEXTS: dict[str, Callable[[Record], str]] = {
    **{key: _written(key) for key in RULING},
    "steps": _steps,
    "rolls": _rolls,
    "effects": lambda record: _effects_texts[record.ruling.effects],
}
"""The text of each key; the long ones are put together from parts that are remembered."""
