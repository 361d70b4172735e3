"""``refcli rules new``: begin a ruleset of one's own, small and whole."""

import os
from pathlib import Path
from typing import Annotated

import typer

from refcli.cli.new_file import write_new
from refcli.cli.workspace import at_home, user_folder, workspace_of
from refcli.core.errors import Refused
from refcli.core.limits import in_short
from refcli.core.names import SAID, is_name
from refcli.referee.settings import FILE
from refcli.rulesets import SHORT

PATTERN = Path(__file__).parent / "new_ruleset"
"""The files of a new ruleset, with NAME and TITLE where its own stand; those of code end in .txt here."""


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


def settings_said() -> str:
    """The file of the user's own settings, as he would type it."""
    folder = user_folder()
    return at_home(str(folder / FILE)) if folder else "REFCLI_RULESETS"
