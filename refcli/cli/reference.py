"""From a ruleset and the settings to its reference set, and to what is printed of it."""

from collections.abc import Mapping, Sequence

from refcli.core.charts import Chart
from refcli.core.errors import Refused
from refcli.core.reference import ReferenceTable, reference_tables
from refcli.printing.paper import Paper, footer_of
from refcli.printing.reference_lists import Reference, reference_of
from refcli.referee.referee import LoadedRuleset
from refcli.referee.settings import Settings
from refcli.wire.lookup import known_name


def reference_set(loaded: LoadedRuleset, words: Sequence[str], settings: Settings) -> Reference:
    """The lists of weapons, vehicles and units of a ruleset, or of those of the charts that are named.

    Raises UnknownName, and Refused where there are none apart from its quick-reference sheet.
    """
    charts = loaded.charts_in_force(settings)
    tables = lists_apart(loaded, charts)
    name = loaded.ruleset.name
    if not tables:
        what = "all its lists stand on its quick-reference sheet"
        raise Refused(f"{name} has no lists apart: {what}: refcli charts print {name}")
    known = [one for table in tables for one in table.charts]
    where = f"refcli charts list {name}"
    wanted = [known_name(word, known, f"list of {name}", where) for word in words] or known
    chosen = [table for table in tables if set(wanted) & {*table.charts}]
    about = loaded.library.about()
    title = f"{about['title']}: {chosen[0].title if len(chosen) == 1 else 'lists'}"
    reference = reference_of(chosen, charts, bool(settings.published.value))
    footer = footer_of(loaded.library.digest(), title)
    return reference._replace(title=title, work=loaded.library.work(), footer=footer)


def lists_apart(loaded: LoadedRuleset, charts: Mapping[str, Chart]) -> tuple[ReferenceTable, ...]:
    """The lists that do not stand on the quick-reference sheet."""
    shown = loaded.library.sheet().shown
    tables = reference_tables(loaded.library.reference(), charts)
    return tuple(table for table in tables if not shown.issuperset(table.charts))


def reference_as(reference: Reference, how: str, paper: Paper, rules: str) -> bytes:
    """A reference set as ``html``, ``pdf``, ``md`` or ``csv``. Raises NoTypst."""
    if how == "pdf":
        from refcli.printing.reference_formats import reference_pdf

        return reference_pdf(reference, paper)
    if how == "html":
        from refcli.printing.reference_formats import reference_html

        return reference_html(reference).encode("utf-8", "replace")
    from refcli.printing.reference_formats import reference_csv, reference_markdown

    text = reference_markdown(reference) if how == "md" else reference_csv(reference, rules)
    return text.encode("utf-8", "replace")
