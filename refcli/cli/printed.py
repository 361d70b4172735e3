"""From a ruleset and the settings to what is printed of it: its sheets, the handout of changes, its templates."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from refcli.core.errors import Refused
from refcli.files.overlay_changes import overlay_changes
from refcli.plain.vocabulary import one_of
from refcli.printing.paper import Paper
from refcli.printing.sheets.sheet import (
    ChartGroup,
    Section,
    Sheet,
    Style,
    changes_of,
    chart_groups,
    legend_of,
    readings_of,
    table_of,
)
from refcli.referee.referee import LoadedRuleset
from refcli.referee.settings import Settings

if TYPE_CHECKING:
    from refcli.printing.templates.pages import Page


def sheet_of(loaded: LoadedRuleset, words: Sequence[str], chosen: Settings, style: Style) -> Sheet:
    """The sheets of a ruleset, or of the charts that are named. Raises UnknownName."""
    every = loaded.charts_in_force(chosen)
    where = f"refcli charts list {loaded.ruleset.name}"
    wanted = {one_of(word, every, f"chart of {loaded.ruleset.name}", where) for word in words} or set(every)
    about = loaded.library.about()
    uses = {name: loaded.procedure(name).charts for name in loaded.ruleset.procedures}
    parts = chart_groups(about["turn"], about.get("phases", {}), uses, every)
    sections = tuple(section for part in parts if (section := _section(part, wanted, style)).tables)
    readings = readings_of(loaded.readings, loaded.chosen(chosen))
    if words:  # of a few charts, what is not as usual
        readings = tuple(one for one in readings if one.changed)
    return _sheet(loaded, str(about["title"]), sections)._replace(readings=readings)


def changes_sheet(loaded: LoadedRuleset, chosen: Settings) -> Sheet:
    """What the overlays and the chosen readings change, to agree on before the game."""
    library = loaded.library
    shipped = library.as_shipped()
    overlaid = {id: reading.default for id, reading in library.readings().items()}
    choices = {**overlaid, **loaded.chosen(chosen)}
    figures = [one for one in overlay_changes(shipped, library) if not one[0].startswith("reading ")]
    tables = changes_of(figures, readings_of(shipped.readings(), choices), library.everything())
    title = f"{library.about()['title']}: what is different at this table"
    said = "Rules as shipped, with these changes" if tables else "Nothing: the rules as shipped"
    return _sheet(loaded, title, (Section(said, (), tables),))._replace(turn=())


def template_pages(loaded: LoadedRuleset, words: Sequence[str], chosen: Settings, paper: Paper) -> "tuple[Page, ...]":
    """The pages of a ruleset's templates, or of those that are named, or of the weapons that are.

    Raises UnknownName, and Refused where there are none.
    """
    from refcli.printing.templates.pages import chosen as templates_of  # sheets are printed without them
    from refcli.printing.templates.pages import pages_of

    every = loaded.library.templates()
    if not every:
        raise Refused(f"{loaded.ruleset.name} lays no template on the table")
    wanted = templates_of(every.values(), words) if words else every.values()
    title = str(loaded.library.about()["title"])
    pages = pages_of(wanted, loaded.charts_in_force(chosen), paper, title, loaded.library.digest())
    if not pages:
        raise Refused("there is nothing to draw of these templates")
    return pages


def _section(part: ChartGroup, wanted: set[str], style: Style) -> Section:
    tables = tuple(table_of(chart, style) for chart in part.charts if chart.name in wanted)
    return Section(part.title, part.procedures, tables)


def _sheet(loaded: LoadedRuleset, title: str, sections: tuple[Section, ...]) -> Sheet:
    about = loaded.library.about()
    author = f", {about['author']}" if about.get("author") else ""
    year = f", {about['year']}" if about.get("year") else ""
    return Sheet(
        title,
        f"{about.get('work', loaded.ruleset.name)}{author}{year}",
        about.get("scale", ""),
        tuple(about["turn"]),
        sections,
        (),
        legend_of(table for section in sections for table in section.tables),
        loaded.library.digest(),
    )
