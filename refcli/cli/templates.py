"""From a ruleset and the settings to the pages of its templates."""

from collections.abc import Sequence

from refcli.core.errors import Refused
from refcli.printing.paper import Paper
from refcli.printing.templates.pages import Page, chosen, pages_of
from refcli.referee.referee import LoadedRuleset
from refcli.referee.settings import Settings


def template_pages(loaded: LoadedRuleset, words: Sequence[str], settings: Settings, paper: Paper) -> tuple[Page, ...]:
    """The pages of a ruleset's templates, or of those that are named, or of the weapons that are.

    Raises UnknownName, and Refused where there are none.
    """
    every = loaded.library.templates()
    if not every:
        raise Refused(f"{loaded.ruleset.name} lays no template on the table")
    wanted = chosen(every.values(), words) if words else every.values()
    title = str(loaded.library.about()["title"])
    pages = pages_of(wanted, loaded.charts_in_force(settings), paper, title, loaded.library.digest())
    if not pages:
        raise Refused("the charts give these templates no size, so that there is nothing to draw")
    return pages
