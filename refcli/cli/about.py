"""``refcli rules``, ``config`` and ``schema``: what there is, what is set, what goes over the wire."""

import json as json_text
from typing import Annotated, Any

import typer

from refcli.cli.shared import settings
from refcli.core.errors import UnknownName
from refcli.core.procedure import Procedure
from refcli.plain.schema import error_schema, odds_schema, request_schema, ruling_schema, sweep_schema
from refcli.referee.referee import LoadedRuleset, Referee
from refcli.referee.settings import Settings
from refcli.rulesets import RULESETS, ruleset

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Rules = Annotated[str | None, typer.Argument(help="The ruleset.", metavar="[RULESET]")]

rules = typer.Typer(rich_markup_mode=None, add_completion=False)
config = typer.Typer(rich_markup_mode=None, add_completion=False)
schema = typer.Typer(rich_markup_mode=None, add_completion=False)


@rules.command("rules")
def rules_(ctx: typer.Context, name: Rules = None, json: Json = False) -> None:
    """What each ruleset has: without a name the matrix of procedures, with one its readings and sequence of play."""
    chosen = name or ctx.find_root().params.get("rules")
    if not chosen:
        matrix = {
            procedure: [rules for rules in RULESETS if procedure in ruleset(rules).procedures]
            for procedure in dict.fromkeys(word for rules in RULESETS for word in ruleset(rules).procedures)
        }
        print(json_text.dumps(matrix) if json else "\n".join(_matrix(matrix)))
        return
    loaded = Referee(settings({})).loaded(chosen)
    about = _about(loaded)
    print(json_text.dumps(about, ensure_ascii=False) if json else "\n".join(_described(about)))


def _matrix(matrix: dict[str, list[str]]) -> list[str]:
    width = max(map(len, matrix))
    lines = ["procedure".ljust(width) + "".join(f"  {rules}" for rules in RULESETS)]
    for procedure, having in matrix.items():
        marks = "".join(f"  {('yes' if rules in having else '-').ljust(len(rules))}" for rules in RULESETS)
        lines.append(f"{procedure.ljust(width)}{marks}".rstrip())
    return lines


def _about(loaded: LoadedRuleset) -> dict[str, Any]:
    about = loaded.library.about()
    also = {
        name: [word for word, of in loaded.ruleset.also.items() if of == name] for name in loaded.ruleset.procedures
    }
    return {
        "name": loaded.ruleset.name,
        "title": about.get("title", ""),
        "work": about.get("work", ""),
        "scale": about.get("scale", ""),
        "turn": about.get("turn", []),
        "procedures": [
            {
                "name": name,
                "also": also[name],
                "phase": about.get("phases", {}).get(name, ""),
                "summary": loaded.ruleset.procedure(name).summary,
            }
            for name in loaded.ruleset.procedures
        ],
        "instead": about.get("instead", {}),
        "readings": [
            {
                "id": reading.id,
                "question": reading.question,
                "options": {option.word: f"{option.letter}: {option.text}" for option in reading.options},
                "default": reading.option(reading.default).word,
                "usual": reading.usual.word,
                "source": reading.source.said,
            }
            for reading in loaded.readings.values()
        ],
    }


def _described(about: dict[str, Any]) -> list[str]:
    lines = [about["title"], f"  {about['work']}; {about['scale']}", "", "Sequence of play"]
    lines += [f"  {number}. {phase}" for number, phase in enumerate(about["turn"], 1)]
    lines += ["", "Procedures"]
    for one in about["procedures"]:
        names = " or ".join([one["name"], *one["also"]])
        lines.append(f"  {names}: {one['summary']}{' (' + one['phase'] + ')' if one['phase'] else ''}")
    if about["instead"]:
        lines += ["", "Not here"]
        lines += [f"  {name}: {why}" for name, why in about["instead"].items()]
    if about["readings"]:
        lines += ["", "Readings (--reading ID=OPTION)"]
    for reading in about["readings"]:
        lines.append(f"  {reading['id']}: {reading['question']} ({reading['source']})")
        for word, text in reading["options"].items():
            usual = " (usual)" if word == reading["usual"] else ""
            here = " (chosen by an overlay)" if word == reading["default"] != reading["usual"] else ""
            lines.append(f"      {word} or {text}{usual}{here}")
    return lines


@config.command("config")
def config_(ctx: typer.Context, json: Json = False) -> None:
    """Every setting and where it was set: a flag, the environment, a file, or the default."""
    found = settings(ctx.find_root().params)
    pairs = [(key, getattr(found, key)) for key in ("rules", "charts", "format", "published", "log", "readings")]
    _check(found)
    if json:
        print(json_text.dumps({key: {"value": one.value, "origin": one.origin} for key, one in pairs}))
        return
    for key, one in pairs:
        value = json_text.dumps(one.value, ensure_ascii=False) if one.value not in ("", [], {}) else "-"
        print(f"{key:10} {value:30} from {one.origin}")


def _check(found: Settings) -> None:
    """Raise UnknownName, with where it was set, for a ruleset that does not exist, BadData for such a reading."""
    referee = Referee(found)
    try:
        if found.rules.value:
            referee.loaded(found.rules.value)
    except UnknownName as error:
        raise UnknownName(f"{found.rules.origin}: {error}") from None
    for name in found.readings.value:
        referee.loaded(name).chosen(found)


@schema.command("schema")
def schema_(
    ctx: typer.Context,
    name: Annotated[str | None, typer.Argument(help="The ruleset; none means all.", metavar="[RULESET]")] = None,
    procedure: Annotated[str | None, typer.Argument(help="One procedure.", metavar="[PROCEDURE]")] = None,
) -> None:
    """JSON Schemas: the request of each procedure (a batch line, a scenario's ruling), the answers, the error."""
    chosen = name or ctx.find_root().params.get("rules")
    referee = Referee(settings({}))
    requests: dict[str, Any] = {}
    for rules in [chosen] if chosen else RULESETS:
        loaded = referee.loaded(rules)
        wanted: list[Procedure] = (
            [loaded.procedure(procedure)] if procedure else [loaded.procedure(one) for one in loaded.ruleset.procedures]
        )
        for one in wanted:
            requests[f"{loaded.ruleset.name} {one.name}"] = request_schema(
                loaded.ruleset.name, one, loaded.library.charts(one.charts), loaded.readings
            )
    answers = {"ruling": ruling_schema(), "odds": odds_schema(), "sweep": sweep_schema(), "error": error_schema()}
    print(json_text.dumps({"requests": requests, **answers}, indent=1, ensure_ascii=False))
