"""``refcli rules``: what each ruleset has."""

import json as json_text
from typing import Annotated, Any

import typer

from refcli.cli.flags import AsJson
from refcli.cli.surroundings import around
from refcli.referee.referee import LoadedRuleset
from refcli.rulesets import RULESETS, ruleset

rules = typer.Typer(rich_markup_mode=None, add_completion=False)


@rules.command("rules")
def rules_(
    ctx: typer.Context,
    name: Annotated[str | None, typer.Argument(help="The ruleset.", metavar="[RULESET]")] = None,
    json: AsJson = False,
) -> None:
    """What each ruleset has: without a name the matrix of procedures, with one its readings and sequence of play."""
    chosen = name or ctx.find_root().params.get("rules")
    if not chosen:
        matrix = {
            procedure: [rules for rules in RULESETS if procedure in ruleset(rules).procedures]
            for procedure in dict.fromkeys(word for rules in RULESETS for word in ruleset(rules).procedures)
        }
        print(json_text.dumps(matrix) if json else "\n".join(_matrix(matrix)))
        return
    loaded = around(ctx).referee.loaded(chosen)
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
