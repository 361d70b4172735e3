"""Units in play in the words of their charts."""

from collections import Counter
from collections.abc import Iterator

from refcli.core.charts import Chart
from refcli.core.request import Term
from refcli.core.sentence import many
from refcli.game.units import NO_UNITS, PLANE, Unit
from refcli.referee.referee import LoadedRuleset


class UnitLabels:
    """The names of rows and conditions in the charts of a ruleset."""

    def __init__(self, loaded: LoadedRuleset) -> None:
        self._rows: dict[str, str] = {}
        aliases: dict[str, list[str]] = {}
        self._conditions: dict[str, str] = {}
        for name in loaded.ruleset.procedures:
            words = loaded.words(loaded.procedure(name), False)
            for condition in words.conditions.values():
                self._conditions.setdefault(condition.name, condition.text)
            for field in words.fields.values():
                if field.kind is Term and field.field.noun not in NO_UNITS:
                    for spelled, meant in words.names_of(field).items():
                        label = _label(meant[0], [words.charts[chart] for chart in field.field.charts])
                        if spelled in meant:
                            self._rows.setdefault(spelled, label)
                        else:
                            aliases.setdefault(spelled, []).append(label)
        known = Counter(label for labels in aliases.values() for label in {*labels})
        aliases = {spelled: labels for spelled, labels in aliases.items() if spelled not in self._rows}
        self._rows |= {spelled: labels[0] for spelled, labels in aliases.items()}
        self._narrower = {spelled: min(labels, key=lambda label: known[label]) for spelled, labels in aliases.items()}
        """The narrowest meaning of an alias: a Bren is a machinegun, and infantry too."""

    def row(self, row: str) -> str:
        """Return the name of a row."""
        return self._rows.get(row, row)

    def _one_of(self, row: str, unit: Unit) -> str:
        """Return the name of a row of a unit, the narrowest if it has several: ``Tiger I, light machinegun``."""
        return self._narrower.get(row, self.row(row)) if len(unit.rows) > 1 else self.row(row)

    def parts(self, unit: Unit) -> Iterator[str]:
        """Yield the rows of a unit with their counts, ``9 Men``, ``Bren``, then its fields and conditions."""
        yield from dict.fromkeys(
            [many(times, self._one_of(row, unit)) for row, times in unit.rows] or [PLANE.capitalize()]
        )
        for key, value in unit.fields.items():
            yield key.replace("-", " ") if value == 1 else f"{key.replace('-', ' ')} {value}"
        yield from (self._conditions.get(one, one) for one in unit.conditions)

    def said(self, unit: Unit) -> str:
        """Return the type of a unit in one line."""
        return ", ".join(self.parts(unit))


def _label(row: str, charts: list[Chart]) -> str:
    return next((chart.label(row) for chart in charts if row in chart.rows), row)
