"""``refcli rules``: show the rulesets, begin one, check one."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from refcli.cli.command import AsJson, AsPlain, Group, command_of
from refcli.cli.new_file import write_new
from refcli.cli.output import print_answer
from refcli.cli.terminal import width_of
from refcli.cli.workspace import Workspace, at_home, user_folder, wants_json, workspace_of
from refcli.core.errors import BadData, Refused
from refcli.core.limits import in_short
from refcli.core.names import SAID, is_name
from refcli.referee.known_rulesets import KnownRulesets
from refcli.referee.referee import LoadedRuleset
from refcli.referee.settings import FILE
from refcli.render.columns import listed, wrapped
from refcli.rulesets import SHORT

OURS = "refcli"
"""Where the rulesets come from that refcli ships."""

PATTERN = Path(__file__).parent / "new_ruleset"
"""The files of a new ruleset, with NAME and TITLE where its own stand; those of code end in .txt here."""

rules = typer.Typer(
    help="What rulesets there are; begin one of your own, and check it.",
    rich_markup_mode=None,
    add_completion=False,
)


@rules.command()
def new(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="What the ruleset is called.", metavar="NAME")],
    folder: Annotated[
        Path | None, typer.Argument(help="Its folder, a new one; left out, NAME here.", metavar="[FOLDER]")
    ] = None,
) -> None:
    """Begin a ruleset of your own: one procedure, one chart, readings, states, scenarios and its tests."""
    from refcli.referee.own_rulesets import WORDS  # nobody else pays for it

    if not is_name(name) or name != name.lower() or name in WORDS:
        raise Refused(f"{in_short(name)} is no name of a ruleset: {SAID}, small letters alone")
    known = workspace_of(ctx).referee.rulesets
    if name in SHORT or known.has(name):
        raise Refused(f"{name}: there is a ruleset called so; refcli rules lists them")
    target = folder or Path(name)
    if os.path.lexists(target) and not (target.is_dir() and not any(target.iterdir())):
        raise Refused(f"{target} exists already; a ruleset begins in a new folder")
    for source in sorted(PATTERN.rglob("*")):
        if source.is_file():
            part = source.relative_to(PATTERN).as_posix().replace("NAME", name.replace("-", "_").replace(".", "_"))
            path = target / (part.removesuffix(".txt") if ".py" in part else part)
            path.parent.mkdir(parents=True, exist_ok=True)
            text = source.read_text(encoding="utf-8")
            title = " ".join(word.capitalize() for word in name.split("-"))
            write_new(path, text.replace("NAME", name).replace("TITLE", title).encode())
    print(f"{target} written. Check it: refcli rules check {target}")
    print(f'To use it, name it in {settings_said()}: rulesets = ["{at_home(str(target.absolute()))}"]')


@rules.command()
def check(
    ctx: typer.Context,
    folder: Annotated[Path, typer.Argument(help="The folder of the ruleset; its code is run.", metavar="FOLDER")],
) -> None:
    """Check the charts, examples, odds and effects of a ruleset of your own; status 3 on a fault."""
    from refcli.cli.command import FIXED
    from refcli.cli.procedure import NOT_OF_FIELDS
    from refcli.referee.check import CHECKS, faults_in, suite_in

    suite, last = suite_in(folder)
    faults = list(faults_in(suite, last, (*FIXED, *NOT_OF_FIELDS)))
    if faults:
        here = f"{Path.cwd()}{os.sep}"
        raise BadData(fault.replace(here, "") for fault in faults)
    said = f"{suite.rules}: no fault in charts, {', '.join(CHECKS)}"
    print("\n".join(wrapped(said, width_of(sys.stdout), "", "  ")))


@rules.command()
def show(
    ctx: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(help="The ruleset; left out, all of them.", metavar="[RULESET]"),
    ] = None,
    json: AsJson = False,
    plain: AsPlain = False,
) -> None:
    """What each ruleset has: the procedures of all, or the sequence of play and the disputed rules of one."""
    chosen = name or workspace_of(ctx).typed_rules
    if not chosen:
        known = workspace_of(ctx).referee.rulesets
        having = {rules: known.ruleset(rules).procedures for rules in known}
        matrix = {
            procedure: [rules for rules in having if procedure in having[rules]]
            for procedure in dict.fromkeys(word for rules in having for word in having[rules])
        }
        if wants_json(ctx, json, plain):
            print_answer(procedures=matrix, rulesets={rules: known.place(rules) or OURS for rules in having})
        else:
            print("\n".join([*_matrix(matrix, list(having)), *_origins(known)]))
        return
    loaded = workspace_of(ctx).referee.loaded(chosen)
    about = _about(loaded)
    if wants_json(ctx, json, plain):
        print_answer(**about)
    else:
        print("\n".join(_described(about, width_of(sys.stdout))))


def commands(workspace: Workspace) -> Group:
    """Return the commands of ``rules``; the name of a ruleset, or nothing, shows it."""
    group = command_of(rules, "rules")
    assert isinstance(group, Group)
    group.default = "show"
    return group


def _matrix(matrix: dict[str, list[str]], known: list[str]) -> list[str]:
    width = max(map(len, matrix))
    lines = ["procedure".ljust(width) + "".join(f"  {rules}" for rules in known)]
    for procedure, having in matrix.items():
        marks = "".join(f"  {('yes' if rules in having else '-').ljust(len(rules))}" for rules in known)
        lines.append(f"{procedure.ljust(width)}{marks}".rstrip())
    return lines


def _origins(known: KnownRulesets) -> Iterator[str]:
    """Where those come from that refcli does not ship."""
    places = {rules: place for rules in known if (place := known.place(rules))}
    if places:
        yield ""
    yield from (f"{rules} is from {at_home(place)}" for rules, place in places.items())


def _about(loaded: LoadedRuleset) -> dict[str, Any]:
    about = loaded.library.about()
    also = {
        name: [word for word, of in loaded.ruleset.also.items() if of == name] for name in loaded.ruleset.procedures
    }
    return {
        "name": loaded.ruleset.name,
        "from": loaded.place or OURS,
        "title": about.get("title", ""),
        "work": about.get("work", ""),
        "scale": about.get("scale", ""),
        "turn": about.get("turn", []),
        "procedures": [
            {
                "name": name,
                "also": also[name],
                "phase": about.get("phases", {}).get(name, ""),
                "summary": loaded.procedure(name).summary,
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
    if about["from"] != OURS:
        yield f"  from {at_home(about['from'])}"
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


def settings_said() -> str:
    """The file of the user's own settings, as he would type it."""
    folder = user_folder()
    return at_home(str(folder / FILE)) if folder else "REFCLI_RULESETS"
