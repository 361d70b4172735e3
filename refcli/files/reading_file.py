"""The format of readings.toml: disputed rules, their options, and what an overlay chooses for good."""

from collections.abc import Sequence
from typing import Any

from refcli.core.cells import SIGNS, Source
from refcli.core.limits import in_short
from refcli.core.names import SAID, is_name
from refcli.core.readings import Option, Reading
from refcli.files.judge import Judge, Keys, named
from refcli.files.toml_file import TomlFile

READING_KEYS = {"id": str, "question": str, "default": str, "source": dict, "option": list}
CHOSEN = {"id", "default"}
"""What an overlay may say of a reading that is known."""

OPTION_KEYS = {"letter": str, "word": str, "text": str, "figures": dict, "needs": dict}


def readings_from(file: TomlFile, overlays: Sequence[TomlFile], faults: list[str]) -> dict[str, Reading]:
    """The readings of a file, with what overlays choose as default or add."""
    readings: dict[str, Reading] = {}
    for part in (file, *overlays):
        judge = Judge(part, faults)
        here: set[str] = set()
        table = judge.entries(part.table, {"reading": list}, [])
        for index, raw in enumerate(table.get("reading", [])):
            at: Keys = ["reading", index]
            known = readings.get(named(raw, "id"))
            required = ("id",) if known else ("id", "question", "default", "source", "option")
            entries = judge.entries(raw, READING_KEYS, at, required)
            if any(key not in entries for key in required):
                continue
            if entries["id"] in here:
                judge.fault([*at, "id"], f"reading {in_short(entries['id'])} stands twice")
                continue
            here.add(entries["id"])
            for key in entries.keys() - CHOSEN if known else ():
                what = f"an overlay chooses the default of {entries['id']}, it does not change its {key}: leave it out"
                judge.fault([*at, key], what)
            if known and part is not file:
                reading = known._replace(default=entries.get("default", known.default))
            else:
                if not is_name(entries["id"]):
                    judge.fault([*at, "id"], f"{in_short(entries['id'])} is no name: {SAID}")
                source = judge.source(entries["source"], [*at, "source"], "overlay" if part is not file else "")
                options = tuple(
                    _option(judge, option, [*at, "option", number], source)
                    for number, option in enumerate(entries["option"])
                )
                reading = Reading(entries["id"], entries["question"], options, entries["default"])
            words = [word for option in reading.options for word in (option.letter, option.word)]
            if reading.default not in words:
                judge.fault(
                    [*at, "default"],
                    f"default {in_short(reading.default)} is no option{judge.near(reading.default, words)}",
                )
            if part is file or not known:  # what an overlay chooses is no longer the usual meaning
                usual = tuple(
                    option._replace(usual=reading.default in (option.letter, option.word)) for option in reading.options
                )
                reading = reading._replace(options=usual)
            readings[reading.id] = reading
    return readings


def _option(judge: Judge, raw: Any, at: Keys, source: Source) -> Option:
    entries = judge.entries(raw, OPTION_KEYS, at, ("letter", "word", "text"))
    figures = {ref: judge.value(value, [*at, "figures", ref]) for ref, value in entries.get("figures", {}).items()}
    needs = entries.get("needs", {})
    for chart, sign in needs.items():
        if sign not in SIGNS:
            judge.fault([*at, "needs", chart], f"needs {in_short(sign)} is none of {' '.join(SIGNS)}")
    letter, word, text = (entries.get(key, "") for key in ("letter", "word", "text"))
    for key in ("letter", "word"):
        if key in entries and not is_name(entries[key]):
            judge.fault([*at, key], f"{in_short(entries[key])} is no name: {SAID}")
    return Option(letter, word, text, figures, source, signs=needs)
