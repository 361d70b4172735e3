"""The manual's page of a ruleset: what its procedures, charts, readings and states say of themselves."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from inspect import cleandoc
from pathlib import Path
from typing import Any

from help_pages import HelpPages
from markdown_pages import block, table, typed

from refcli.core.procedure import Procedure
from refcli.files.toml_file import TomlFile
from refcli.printing.sheets.chart_tables import state_lines
from refcli.printing.sheets.sheet import TO_REMEMBER
from refcli.printing.text import escaped
from refcli.referee.check import Suite
from refcli.referee.referee import LoadedRuleset, Referee
from refcli.referee.scenario import scenario_file
from refcli.rulesets import SHORT

CHECKOUT = Path(__file__).parent.parent
SCENARIOS = CHECKOUT / "scenarios.toml"
STORED = CHECKOUT / "tests" / "stored"
"""Requests in which everything that a ruleset knows matters once."""

TABLES = CHECKOUT / "docs" / "rules"
"""What of the program does what of each source, line by line."""

BETTER_TOLD = ("## Readings in force", f"## {TO_REMEMBER}")
"""Sections of a printed sheet that the page has in words of its own."""

MARKS = ("\\* ", "\\~ ")
"""How the lines begin that tell what a mark beside a figure means."""

READINGS = """Rules that can be read in two ways: `--reading ID=OPTION` for one ruling, or [for good](../settings.md).
An option is its word or its letter. One that the ruling at hand does not ask for is taken, and changes nothing.
"""
PROCEDURES = """A condition that changes nothing in the ruling at hand can be stated all the same; the ruling then says
that it has no effect.
"""
STATES = """What [a game](../evening.md) remembers from one ruling to the next, what begins it and what ends it.
`set UNIT STATE` says one by hand, `set UNIT no-STATE` takes it back.
"""
NAMES = """What is typed for a unit, a weapon or a place. `refcli card` tells every figure of one.
"""

Said = Callable[[str], str]
"""What the program says to a line."""


def ruleset_page(rules: str, help: HelpPages, said_by: Said) -> Iterator[str]:
    """The whole page."""
    about: dict[str, Any] = json.loads(said_by(f"refcli rules {rules} --json"))
    loaded = Referee().loaded(rules)
    short = [f"`{one}`" for one, name in SHORT.items() if name == rules]
    yield from (f"# {about['title']}", "", escaped("; ".join(filter(None, (about["work"], about["scale"])))), "")
    yield from (f"On the command line: `-R {rules}`{' or ' if short else ''}{', '.join(short)}.", "")
    yield from ("## Sequence of play", "")
    for number, phase in enumerate(about["turn"], 1):
        of_phase = [f"[{one['name']}](#{rules}-{one['name']})" for one in about["procedures"] if one["phase"] == phase]
        yield f"{number}. {escaped(phase)}{': ' if of_phase else ''}{', '.join(of_phase)}"
    yield from ("", "## Procedures", "", PROCEDURES)
    for one in about["procedures"]:
        yield from _procedure(loaded, loaded.procedure(one["name"]), one["also"], help, said_by)
    if about["instead"]:
        yield from ("## Not here", "", *table(("procedure", "what does its job"), about["instead"].items()))
    if about["readings"]:
        yield from _readings(about["readings"], {**_barring(loaded), **_asking(rules)})
    yield from _states(loaded)
    yield from _names(loaded)
    yield from _charts(rules, said_by)
    yield from _line_by_line(rules)


def _procedure(
    loaded: LoadedRuleset, procedure: Procedure, also: list[str], help: HelpPages, said_by: Said
) -> Iterator[str]:
    """What one procedure is asked, which conditions it knows, what it comes to."""
    rules = loaded.ruleset.name
    told = help.of_procedure(rules, procedure.name)
    words = f" ({rules} calls it {' or '.join(f'`{word}`' for word in also)} too)" if also else ""
    yield from (f"({rules}-{procedure.name})=", f"### {procedure.name}", "")
    summary, *more = cleandoc(procedure.rule.__doc__ or "").split("\n\n")
    yield from (f"{escaped(summary)}{words}", "", *(f"{escaped(one.replace('``', ''))}\n" for one in more))
    yield from _examples([line for line, _ in told.section("Examples")], said_by)
    yield from table(("what to say", "what it is"), told.section("What to say"))
    conditions = procedure.conditions(loaded.library.charts(procedure.charts))
    for title, said in told.page.sections:
        if title.startswith("Conditions of"):
            rows = [(name, what, conditions[name].source.said) for name, what in said]
            yield from table((title.lower(), "what it is and what follows", "where it stands"), rows)
    yield f"It comes to: {', '.join(map(_outcome, procedure.outcomes))}."
    if procedure.sums:
        yield f"Sums, for `--adjust`: {', '.join(procedure.sums)}."
    if procedure.charts:
        yield f"Charts: {', '.join(f'`{name}`' for name in procedure.charts)}."
    yield ""


def _examples(lines: list[str], said_by: Said) -> Iterator[str]:
    """Examples as they can be typed; one that tells its faces with its ruling."""
    for line in lines:
        if " : " in line:
            yield from block("console", f"$ {line}", said_by(line).rstrip("\n"))
        else:
            yield from block("sh", line)


def _outcome(outcome: Any) -> str:
    said = "a success" if outcome.success else "" if outcome.attempt else "nothing was tried"
    return f"*{outcome.word}*{f' ({said})' if said else ''}"


def _asking(rules: str) -> dict[str, str]:
    """Which procedures ask for each reading, as the odds of every stored request tell."""
    stored = STORED / f"{rules}.toml"
    suite = Suite(Referee(), rules, scenario_file(str(SCENARIOS)), TomlFile(stored, stored.name))
    found: dict[str, list[str]] = {}
    for procedure in suite.procedures:
        for id in {id for situation in suite.of(procedure) for id in situation.odds().readings}:
            found.setdefault(id, []).append(f"[{procedure.name}](#{rules}-{procedure.name})")
    return {id: f"Asked for by {', '.join(names)}." for id, names in found.items()}


def _barring(loaded: LoadedRuleset) -> dict[str, str]:
    """Which readings say what a game bars, each with the procedures."""
    bars = [bar for state in loaded.library.states()[0].values() for bar in state.bars if bar.reading]
    return {
        bar.reading.partition("=")[0]: f"Asked for in a game, where a state may bar {' or '.join(bar.by)}."
        for bar in bars
    }


def _readings(readings: list[dict[str, Any]], asking: Mapping[str, str]) -> Iterator[str]:
    """The disputed rules, each with its options, with what holds where nobody chooses, and with who asks for it."""
    yield from ("## Readings", "", READINGS)
    for one in readings:
        yield from (f"**{escaped(one['id'])}**: {escaped(one['question'])} ({escaped(one['source'])})", "")
        for word, said in one["options"].items():
            yield f"- {typed(word)} or {escaped(said)}{' (usual)' if word == one['usual'] else ''}"
        yield from ("", asking.get(one["id"], "Asked for in a game, where a map is declared."), "")


def _states(loaded: LoadedRuleset) -> Iterator[str]:
    """What a game remembers, each state by the name that ``set`` takes."""
    states = loaded.library.states()[0]
    said = state_lines(states.values())
    rows = [(name, one.name, one.whose, one.said) for name, one in zip(states, said, strict=True)]
    yield from ("## States", "", STATES)
    yield from table(("state", "said as", "whose", "what"), rows)


def _names(loaded: LoadedRuleset) -> Iterator[str]:
    """What units and weapons are called where they are typed, chart by chart."""
    inputs = [field for name in loaded.ruleset.procedures for field in loaded.procedure(name).inputs]
    naming = dict.fromkeys(chart for field in inputs for chart in field.field.charts)
    yield from ("## Names", "", NAMES)
    for chart in loaded.library.charts(tuple(naming)).values():
        also: dict[str, list[str]] = {row: [] for row in chart.rows}
        for alias, rows in chart.aliases.items():
            for row in rows:
                also[row].append(alias)
        yield from (f"### {escaped(chart.title)}: names", "")
        yield from table(("name", "is", "also"), [(row, chart.label(row), ", ".join(also[row])) for row in chart.rows])


def _charts(rules: str, said_by: Said) -> Iterator[str]:
    """Every chart with where it stands, as the program prints them."""
    said_by(f"refcli charts print {rules} --sources -o {rules}.md")
    printed = Path(f"{rules}.md").read_text(encoding="utf-8")
    *sections, last = re.split(r"^(?=## )", printed, flags=re.MULTILINE)[1:]
    charts = [one for one in (*sections, last) if not one.startswith(BETTER_TOLD)]
    legend = [f"{line}\n" for line in last.splitlines() if line.startswith(MARKS)]
    yield from ("## Charts", "", re.sub(r"^#", "##", "".join(charts), flags=re.MULTILINE), *legend)


def _line_by_line(rules: str) -> Iterator[str]:
    """The table of the source's lines, one that is kept by hand."""
    table = (TABLES / f"{rules}.md").read_text(encoding="utf-8")
    yield from ("## Line by line", table.partition("\n")[2].replace("`docs/sources.md`", "[sources](../sources.md)"))
