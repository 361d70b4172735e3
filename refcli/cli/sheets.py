"""From a ruleset and the settings to its sheets and the handout of changes, and to what is printed of them."""

from collections.abc import Mapping, Sequence

from refcli.core.charts import Chart
from refcli.files.overlays import overlay_changes
from refcli.printing.paper import Paper
from refcli.printing.sheets.filler import Filler
from refcli.printing.sheets.quick import picked, planned, slug
from refcli.printing.sheets.remember import remembered
from refcli.printing.sheets.sheet import ChartGroup, Section, Sheet, Style
from refcli.printing.sheets.sheet_marks import legend_of as quick_legend
from refcli.printing.sheets.whole_charts import changes_of, chart_groups, legend_of, readings_of, table_of
from refcli.referee.referee import LoadedRuleset
from refcli.referee.settings import Settings
from refcli.wire.lookup import known_name


def sheet_of(loaded: LoadedRuleset, words: Sequence[str], settings: Settings, style: Style) -> Sheet:
    """The sheets of a ruleset, or of the charts that are named. Raises UnknownName."""
    every = loaded.charts_in_force(settings)
    where = f"refcli charts list {loaded.ruleset.name}"
    wanted = {known_name(word, every, f"chart of {loaded.ruleset.name}", where) for word in words} or set(every)
    about = loaded.library.about()
    groups = _groups(loaded, every)
    sections = tuple(section for group in groups if (section := _section(group, wanted, style)).tables)
    readings = readings_of(loaded.readings, loaded.chosen(settings))
    if words:  # of a few charts, what is not as usual
        readings = tuple(one for one in readings if one.changed)

    def holds(reading: str) -> bool:
        return loaded.reads(reading, {}, settings)

    told = [state for state in loaded.library.states()[0].values() if state.is_told]
    states = () if words else remembered(told, holds)
    return _sheet(loaded, str(about["title"]), sections)._replace(readings=readings, states=states)


def quick_sheet(
    loaded: LoadedRuleset, words: Sequence[str], settings: Settings, style: Style, without: Sequence[str] = ()
) -> Sheet:
    """The quick-reference sheet of a ruleset, or what it holds of the charts that are named. Raises UnknownName.

    ``without`` are the blocks that are left out.
    """
    every = loaded.charts_in_force(settings)
    where = f"refcli charts list {loaded.ruleset.name}"
    wanted = [known_name(word, every, f"chart of {loaded.ruleset.name}", where) for word in words]
    about, plan = loaded.library.about(), loaded.library.sheet()
    chosen = loaded.chosen(settings)

    def holds(readings: Mapping[str, str]) -> bool:
        return all(loaded.reads(f"{id}={word}", {}, settings) for id, word in readings.items())

    blocks = planned(plan, _groups(loaded, every))
    if wanted:
        blocks = picked(blocks, wanted, every)
        # a list that is asked for by name
        plan = plan._replace(omit=tuple(ref for ref in plan.omit if ref not in wanted))
    titles = {slug(block.title): block.title for block in blocks}
    what = f"block of the sheet of {loaded.ruleset.name}"
    out = {titles[known_name(word, titles, what, ", ".join(titles))] for word in without}
    filler = Filler(plan, every, holds, style)
    sections = tuple(section for section in filler.sections(blocks) if section.title not in out)
    readings = tuple(one for one in readings_of(loaded.readings, chosen) if one.changed)
    sheet = _sheet(loaded, str(about["title"]), sections)
    pages = 0 if wanted else plan.pages
    return sheet._replace(readings=readings, legend=quick_legend(sections, filler.marks), quick=True, pages=pages)


def _groups(loaded: LoadedRuleset, every: Mapping[str, Chart]) -> tuple[ChartGroup, ...]:
    about = loaded.library.about()
    uses = {name: loaded.procedure(name).charts for name in loaded.ruleset.procedures}
    return chart_groups(about["turn"], about.get("phases", {}), uses, every)


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
    return _sheet(loaded, title, (Section(said, (), tables),))._replace(turn=(), signed=True)


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
    return Section(group.title[:1].upper() + group.title[1:], group.procedures, tables)


def _sheet(loaded: LoadedRuleset, title: str, sections: tuple[Section, ...]) -> Sheet:
    about = loaded.library.about()
    return Sheet(
        title,
        loaded.library.work(),
        about.get("scale", ""),
        tuple(about["turn"]),
        sections,
        (),
        legend_of(table for section in sections for table in section.tables),
        loaded.library.digest(),
    )
