"""The documents of a ruleset, with the figures in force: sheets, changes, reference lists, cards, templates."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from refcli.core.charts import Chart
from refcli.core.errors import Refused, UnknownName
from refcli.core.reference import ReferenceTable, label_of, reference_tables
from refcli.files.overlays import overlay_changes
from refcli.printing.paper import Paper, footer_of
from refcli.printing.reference_lists import Reference, reference_of
from refcli.printing.sheets.block_tables import BlockTables
from refcli.printing.sheets.chart_tables import changes_of, legend_of, readings_of, state_lines, table_of
from refcli.printing.sheets.plans import picked, planned, slug
from refcli.printing.sheets.sheet import ANY_TIME, REFERENCE, ChartGroup, Section, Sheet, Style
from refcli.referee.referee import LoadedRuleset
from refcli.referee.settings import Settings
from refcli.wire.lookup import alternatives, known_name

if TYPE_CHECKING:
    from refcli.printing.templates.pages import Page
    from refcli.printing.unit_cards import Roster


def charts_sheet(loaded: LoadedRuleset, names: Sequence[str], settings: Settings, style: Style) -> Sheet:
    """Return the whole charts of a ruleset with their sources, or those of some names. Raises UnknownName."""
    charts = loaded.charts_in_force(settings)
    wanted = _known_charts(loaded, names, charts) or [*charts]
    sections = []
    for group in chart_groups(loaded, charts):
        tables = tuple(table_of(chart, style) for chart in group.charts if chart.name in wanted)
        if tables:
            sections.append(Section(group.title[:1].upper() + group.title[1:], group.procedures, tables))
    readings = readings_of(loaded.readings, loaded.chosen(settings))
    sheet = _sheet(loaded, sections)
    if names:
        return sheet._replace(readings=tuple(one for one in readings if one.changed))
    told = [state for state in loaded.library.states()[0].values() if state.is_told]
    states = state_lines(told, lambda reading: loaded.reads(reading, {}, settings))
    return sheet._replace(readings=readings, states=states)


def quick_sheet(
    loaded: LoadedRuleset, names: Sequence[str], settings: Settings, style: Style, without: Sequence[str] = ()
) -> Sheet:
    """Return the quick-reference sheet of a ruleset, or its parts about some charts. Raises UnknownName.

    ``without`` are the blocks to leave out.
    """
    charts = loaded.charts_in_force(settings)
    wanted = _known_charts(loaded, names, charts)
    plan = loaded.library.sheet()

    def holds(readings: Mapping[str, str]) -> bool:
        return all(loaded.reads(f"{id}={word}", {}, settings) for id, word in readings.items())

    blocks = planned(plan, chart_groups(loaded, charts))
    if wanted:
        blocks = picked(blocks, wanted, charts)
        plan = plan._replace(omit=tuple(name for name in plan.omit if name not in wanted), pages=0)
    titles = {slug(block.title): block.title for block in blocks}
    what = f"block of the sheet of {loaded.ruleset.name}"
    out = {titles[known_name(word, titles, what, ", ".join(titles))] for word in without}
    tables = BlockTables(plan, charts, holds, style)
    sections = [section for section in tables.sections(blocks) if section.title not in out]
    readings = tuple(one for one in readings_of(loaded.readings, loaded.chosen(settings)) if one.changed)
    return _sheet(loaded, sections)._replace(
        readings=readings, legend=tables.legend(sections), quick=True, pages=plan.pages
    )


def changes_sheet(loaded: LoadedRuleset, settings: Settings) -> Sheet:
    """Return the changes of overlays and chosen readings, to sign before the game."""
    library = loaded.library
    shipped = library.as_shipped()
    overlaid = {id: reading.default for id, reading in library.readings().items()}
    choices = {**overlaid, **loaded.chosen(settings)}
    figures = [one for one in overlay_changes(shipped, library) if not one[0].startswith("reading ")]
    tables = changes_of(figures, readings_of(shipped.readings(), choices), library.everything())
    title = f"{library.about()['title']}: what is different at this table"
    heading = "Rules as shipped, with these changes" if tables else "Nothing: the rules as shipped"
    return _sheet(loaded, [Section(heading, (), tables)])._replace(title=title, turn=(), signed=True)


def chart_groups(loaded: LoadedRuleset, charts: Mapping[str, Chart]) -> tuple[ChartGroup, ...]:
    """Return all charts in the order of play, each once, and the reference charts last.

    A chart belongs to the phase that it names, else to the first that reads it. A phase outside the turn comes
    before the turn.
    """
    about = loaded.library.about()
    phases = about.get("phases", {})
    before = dict.fromkeys(phase for phase in phases.values() if phase not in about["turn"])
    left = dict(charts)
    groups = []
    for phase in (*before, *about["turn"], ANY_TIME):
        procedures = [name for name in loaded.ruleset.procedures if phases.get(name, ANY_TIME) == phase]
        names = dict.fromkeys(name for procedure in procedures for name in loaded.procedure(procedure).charts)
        names |= dict.fromkeys(name for name, chart in left.items() if chart.phase == phase)
        here = [name for name in names if name in left and not left[name].reference]
        found = [left.pop(name) for name in here if left[name].phase in ("", phase)]
        if found:
            groups.append(ChartGroup(phase, tuple(procedures), tuple(found)))
    if left:
        groups.append(ChartGroup(REFERENCE, (), tuple(left.values())))
    return tuple(groups)


def _known_charts(loaded: LoadedRuleset, names: Iterable[str], charts: Mapping[str, Chart]) -> list[str]:
    name = loaded.ruleset.name
    return [known_name(word, charts, f"chart of {name}", f"refcli charts list {name}") for word in names]


def _sheet(loaded: LoadedRuleset, sections: Sequence[Section]) -> Sheet:
    about = loaded.library.about()
    return Sheet(
        str(about["title"]),
        loaded.library.work(),
        about.get("scale", ""),
        tuple(about["turn"]),
        tuple(sections),
        (),
        legend_of(table for section in sections for table in section.tables),
        loaded.library.digest(),
    )


def reference_set(loaded: LoadedRuleset, names: Sequence[str], settings: Settings) -> Reference:
    """Return the lists of weapons, vehicles and units of a ruleset, or those of some charts.

    Raises UnknownName, and Refused for a ruleset whose lists are all on its quick-reference sheet.
    """
    charts = loaded.charts_in_force(settings)
    tables = lists_apart(loaded, charts)
    rules = loaded.ruleset.name
    if not tables:
        what = "all its lists stand on its quick-reference sheet"
        raise Refused(f"{rules} has no lists apart: {what}: refcli charts print {rules}")
    known = [one for table in tables for one in table.charts]
    wanted = [known_name(word, known, f"list of {rules}", f"refcli charts list {rules}") for word in names] or known
    chosen = [table for table in tables if set(wanted) & {*table.charts}]
    title = f"{loaded.library.about()['title']}: {chosen[0].title if len(chosen) == 1 else 'lists'}"
    reference = reference_of(chosen, charts, bool(settings.published.value))
    footer = footer_of(loaded.library.digest(), title)
    return reference._replace(title=title, work=loaded.library.work(), footer=footer)


def lists_apart(loaded: LoadedRuleset, charts: Mapping[str, Chart]) -> tuple[ReferenceTable, ...]:
    """Return the lists that are not on the quick-reference sheet."""
    shown = loaded.library.sheet().shown
    tables = reference_tables(loaded.library.reference(), charts)
    return tuple(table for table in tables if not shown.issuperset(table.charts))


def cards_of(loaded: LoadedRuleset, names: Sequence[str], settings: Settings) -> "Roster":
    """Return a card with all figures for each weapon, vehicle or unit type. Raises UnknownName."""
    from refcli.printing.unit_cards import Card, CardTables, Roster, RosterGroup, RosterSide  # a sheet needs none

    charts = loaded.charts_in_force(settings)
    rows = list(dict.fromkeys(row_named(name, charts, loaded.ruleset.name) for name in names))
    tables = CardTables(charts, loaded.library.reference(), rows)
    cards = tuple(Card(label_of(row, charts), "", figures=tables.of([row])) for row in rows)
    title = str(loaded.library.about()["title"])
    side = RosterSide("", (), (RosterGroup(None, cards),))
    footer = footer_of(loaded.library.digest(), title)
    return Roster(title, (), (side,), footer, tables.modifiers, tables.legend)


def row_named(name: str, charts: Mapping[str, Chart], rules: str) -> str:
    """Return the row of a name or alias in any chart. Raises UnknownName."""
    meant = list(dict.fromkeys(row for chart in charts.values() for row in chart.rows_called(name)))
    if not meant:
        known = [row for chart in charts.values() for row in (*chart.rows, *chart.aliases)]
        known_name(name, known, f"row of {rules}", f"refcli charts show {rules}")
    if len(meant) > 1 and name.lower() not in meant:
        raise UnknownName(f"{name!r} could be {alternatives(meant)}: type which one")
    return name.lower() if name.lower() in meant else meant[0]


def are_rows(loaded: LoadedRuleset, names: Iterable[str]) -> bool:
    """Return whether names are all rows and not all charts: ``armor`` is a chart, ``armor infantry`` are rows."""
    charts = loaded.library.everything()
    if all(name.lower() in charts for name in names):
        return False
    return all(any(chart.rows_called(name) for chart in charts.values()) for name in names)


def template_pages(loaded: LoadedRuleset, names: Sequence[str], settings: Settings, paper: Paper) -> tuple["Page", ...]:
    """Return the pages of all templates, or of those of some names or weapons. Raises UnknownName, Refused."""
    from refcli.printing.templates.pages import chosen, pages_of  # a sheet needs none

    every = loaded.library.templates()
    if not every:
        raise Refused(f"{loaded.ruleset.name} lays no template on the table")
    wanted = chosen(every.values(), names) if names else every.values()
    title = str(loaded.library.about()["title"])
    pages = pages_of(wanted, loaded.charts_in_force(settings), paper, title, loaded.library.digest())
    if not pages:
        raise Refused("the charts give these templates no size, so that there is nothing to draw")
    return pages
