"""Settings: refcli.toml in the working folder, with what it names."""

from typing import Any

from refcli.referee.settings import CHOICES, KINDS
from refcli.rulesets import RULESETS, SHORT
from tests.generated.charts import overlay
from tests.generated.commands import JOURNAL, typed
from tests.generated.draw import Draw
from tests.generated.files import toml, written
from tests.generated.inputs import FOLDER, Input, Kind
from tests.generated.requests import request
from tests.generated.vocabulary import charts_of, loaded_ruleset


def settings(draw: Draw, rules: str) -> dict[str, Any]:
    """Some of the settings."""
    choices = {}
    for reading in draw.some(list(loaded_ruleset(rules).readings.values()), 3):
        option = draw.one(reading.options)
        choices[reading.id] = draw.one((option.letter, option.word))
    known = {
        "rules": draw.one([rules, *(short for short, name in SHORT.items() if name == rules)]),
        "charts": draw.one(([FOLDER], FOLDER, [], [FOLDER, "nowhere"])),
        **{key: draw.one(choices) for key, choices in CHOICES.items()},
        "published": draw.chance(3),
        "rulesets": draw.one((["/nowhere"], ["no_package"], "no_package", [])),
        "log": draw.one((JOURNAL, f"~/{JOURNAL}", "")),
        "game": draw.one((JOURNAL, f"~/{JOURNAL}", "", "")),
        "readings": {draw.one((rules, draw.one(list(RULESETS)))): choices},
    }
    return {key: known[key] for key in draw.some(list(KINDS), 5)}


def make(draw: Draw) -> Input:
    """Settings, an overlay that they may name, and a command that goes by them."""
    rules = draw.one(list(RULESETS))
    chart = draw.one(list(charts_of(rules).values()))
    files = {
        "refcli.toml": written(draw, settings(draw, rules)),
        f"{FOLDER}/{rules}/{chart.name}.toml": toml(overlay(draw, rules, chart) if draw.chance(2) else {}),
    }
    plain = request(draw)
    bare = [word for word in typed(draw, plain) if word != "-R" and word not in (*RULESETS, *SHORT)]
    line = draw.one(
        (("config",), ("config",), ("config", "--json"), ("rules", rules), tuple(bare), tuple(typed(draw, plain)))
    )
    return Input((line,), files)


SETTINGS = Kind(make)
