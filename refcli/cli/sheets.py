"""From a ruleset and the settings to its sheets and the handout of changes, and to what is printed of them."""

from collections.abc import Sequence

from refcli.files.overlay_changes import overlay_changes
from refcli.plain.vocabulary import one_of
from refcli.printing.paper import Paper
from refcli.printing.sheets.remember import remembered
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


def sheet_of(loaded: LoadedRuleset, words: Sequence[str], settings: Settings, style: Style) -> Sheet:
    """The sheets of a ruleset, or of the charts that are named. Raises UnknownName."""
    every = loaded.charts_in_force(settings)
    where = f"refcli charts list {loaded.ruleset.name}"
    wanted = {one_of(word, every, f"chart of {loaded.ruleset.name}", where) for word in words} or set(every)
    about = loaded.library.about()
    uses = {name: loaded.procedure(name).charts for name in loaded.ruleset.procedures}
    groups = chart_groups(about["turn"], about.get("phases", {}), uses, every)
    sections = tuple(section for group in groups if (section := _section(group, wanted, style)).tables)
    readings = readings_of(loaded.readings, loaded.chosen(settings))
    if words:  # of a few charts, what is not as usual
        readings = tuple(one for one in readings if one.changed)

    def holds(reading: str) -> bool:
        return loaded.reads(reading, {}, settings)

    states = () if words else remembered(loaded.library.states()[0].values(), holds)
    return _sheet(loaded, str(about["title"]), sections)._replace(readings=readings, states=states)


def changes_sheet(loaded: LoadedRuleset, settings: Settings) -> Sheet:
    """What the overlays and the chosen readings change, to agree on before the game."""
    library = loaded.library
    shipped = library.as_shipped()
    overlaid = {id: reading.default for id, reading in library.readings().items()}
    choices = {**overlaid, **loaded.chosen(settings)}
    figures = [one for one in overlay_changes(shipped, library) if not one[0].startswith("reading ")]
    tables = changes_of(figures, readings_of(shipped.readings(), choices), library.everything())
    title = f"{library.about()['title']}: what is different at this table"
    said = "Rules as shipped, with these changes" if tables else "Nothing: the rules as shipped"
    return _sheet(loaded, title, (Section(said, (), tables),))._replace(turn=())


def printed(sheet: Sheet, how: str, paper: Paper) -> bytes:
    """A sheet as ``html``, ``pdf``, ``md`` or ``csv``. Raises NoTypst."""
    if how == "html":
        from refcli.printing.sheets.html import html

        return html(sheet).encode("utf-8", "replace")
    if how == "pdf":
        from refcli.printing.sheets.typeset import sheet_pdf

        return sheet_pdf(sheet, paper)
    if how == "md":
        from refcli.printing.sheets.markdown import markdown

        return markdown(sheet).encode("utf-8", "replace")
    from refcli.printing.sheets.comma_separated import comma_separated

    return comma_separated(sheet).encode("utf-8", "replace")


def _section(group: ChartGroup, wanted: set[str], style: Style) -> Section:
    tables = tuple(table_of(chart, style) for chart in group.charts if chart.name in wanted)
    return Section(group.title, group.procedures, tables)


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
