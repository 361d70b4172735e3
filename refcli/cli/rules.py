"""``refcli rules``: what each ruleset has."""

import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from refcli.cli.flags import AsJson, AsPlain
from refcli.cli.output import print_answer
from refcli.cli.screen import width_of
from refcli.cli.surroundings import around, wants_json
from refcli.referee.referee import LoadedRuleset
from refcli.render.columns import listed, wrapped
from refcli.rulesets import RULESETS, ruleset

rules = typer.Typer(rich_markup_mode=None, add_completion=False)


@rules.command("rules")
def rules_(
    ctx: typer.Context,
    name: Annotated[str | None, typer.Argument(help="The ruleset; left out, all of them.", metavar="[RULESET]")] = None,
    json: AsJson = False,
    plain: AsPlain = False,
) -> None:
    """What each ruleset has: the procedures of all, or the sequence of play and the disputed rules of one."""
    chosen = name or ctx.find_root().params.get("rules")
    if not chosen:
        matrix = {
            procedure: [rules for rules in RULESETS if procedure in ruleset(rules).procedures]
            for procedure in dict.fromkeys(word for rules in RULESETS for word in ruleset(rules).procedures)
        }
        if wants_json(ctx, json, plain):
            print_answer(procedures=matrix)
        else:
            print("\n".join(_matrix(matrix)))
        return
    loaded = around(ctx).referee.loaded(chosen)
    about = _about(loaded)
    if wants_json(ctx, json, plain):
        print_answer(**about)
    else:
        print("\n".join(_described(about, width_of(sys.stdout))))


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


def _described(about: dict[str, Any], width: int) -> Iterator[str]:
    yield about["title"]
    yield from wrapped("; ".join(filter(None, (about["work"], about["scale"]))), width, "  ", "  ")
    yield from ("", "Sequence of play")
    yield from (f"  {number}. {phase}" for number, phase in enumerate(about["turn"], 1))
    yield from ("", "Procedures")
    yield from listed([(" or ".join([one["name"], *one["also"]]), _does(one)) for one in about["procedures"]], width)
    if about["instead"]:
        yield from ("", "Not here")
        yield from listed(list(about["instead"].items()), width)
    if about["readings"]:
        yield from ("", f"Disputed rules: choose with --reading, as --reading {_choice(about['readings'][0])}")
    for reading in about["readings"]:
        yield from wrapped(f"{reading['id']}: {reading['question']} ({reading['source']})", width, "  ", "    ")
        yield from listed([_option(reading, word) for word in reading["options"]], width, "      ")


def _does(procedure: dict[str, Any]) -> str:
    """What a procedure is asked, and in which phase."""
    return f"{procedure['summary']}{' (' + procedure['phase'] + ')' if procedure['phase'] else ''}"


def _choice(reading: dict[str, Any]) -> str:
    """How a reading is chosen."""
    return f"{reading['id']}={list(reading['options'])[-1]}"


def _option(reading: dict[str, Any], word: str) -> tuple[str, str]:
    """An option by its word and its letter, what it means, and whether it holds where nobody chooses."""
    letter, _, text = reading["options"][word].partition(": ")
    usual = " (usual)" if word == reading["usual"] else ""
    here = " (chosen by an overlay)" if word == reading["default"] != reading["usual"] else ""
    return f"{word} or {letter}", f"{text}{usual}{here}"
