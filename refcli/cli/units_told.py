"""What a unit in play is, in the words of its charts."""

from collections.abc import Iterator

from refcli.core.charts import Chart
from refcli.core.request import Term
from refcli.core.sentence import many
from refcli.game.units import NO_UNITS, PLANE, Unit
from refcli.referee.referee import LoadedRuleset


class Labels:
    """What the charts of a ruleset call the rows and conditions that a unit is made of."""

    def __init__(self, loaded: LoadedRuleset) -> None:
        self._rows: dict[str, str] = {}
        aliases: dict[str, str] = {}
        self._conditions: dict[str, str] = {}
        for name in loaded.ruleset.procedures:
            words = loaded.words(loaded.procedure(name), False)
            for condition in words.conditions.values():
                self._conditions.setdefault(condition.name, condition.text)
            for field in words.fields.values():
                if field.kind is Term and field.field.noun not in NO_UNITS:
                    for spelled, meant in words.names_of(field).items():
                        label = _label(meant[0], [words.charts[chart] for chart in field.field.charts])
                        (self._rows if spelled in meant else aliases).setdefault(spelled, label)
        self._rows = {**aliases, **self._rows}  # what is a row of its own somewhere is called as it is there

    def row(self, row: str) -> str:
        """What the charts call a row."""
        return self._rows.get(row, row)

    def parts(self, unit: Unit) -> Iterator[str]:
        """Each thing that a unit is, with how many: ``9 Men``, ``Bren``; then what is always true of it."""
        yield from dict.fromkeys([many(times, self.row(row)) for row, times in unit.rows] or [PLANE.capitalize()])
        for key, value in unit.fields.items():
            yield key.replace("-", " ") if value == 1 else f"{key.replace('-', ' ')} {value}"
        yield from (self._conditions.get(one, one) for one in unit.conditions)

    def said(self, unit: Unit) -> str:
        """What a unit is, in one line."""
        return ", ".join(self.parts(unit))


def _label(row: str, charts: list[Chart]) -> str:
    return next((chart.label(row) for chart in charts if row in chart.rows), row)
