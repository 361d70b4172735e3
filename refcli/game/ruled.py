"""A ruling of the journal as a ledger and the hook of a ruleset read it."""

from collections.abc import Iterable

from refcli.core.request import NAMES, uncounted
from refcli.core.view import PastEffect, member_called, terms_said, unit_called
from refcli.game.standing import Standing
from refcli.wire import JsonObject


class Ruled:
    """A ruling of the journal as the ledger reads it (see ``refcli.core.view.PastRuling``)."""

    def __init__(
        self, ledger: Standing, number: int, given: JsonObject, ruling: JsonObject, supplied: Iterable[JsonObject]
    ) -> None:
        """``supplied`` are the conditions and fields that the ledger gave to the ruling."""
        self.number = number
        self.given = given
        self.procedure: str = given["procedure"]
        self.outcome: str = ruling["outcome"]
        self.attempt = ledger.is_attempt(self.procedure, self.outcome)
        self.effects = [_effect_from(effect, ledger) for effect in ruling["effects"]]
        self._supplied = {(one["owner"], uncounted(one["what"])[1] or one["what"]) for one in supplied}
        self.fields_of: dict[str, str] = {}
        """Every unit in play that is named, with the field that names it."""
        self._stated: dict[str, set[str]] = {}
        self._whole = {uncounted(one)[1] for one in given.get("conditions", ())}
        for field in given.get(NAMES, {}):
            for name, term in terms_said(given, field):
                if name:
                    self.fields_of.setdefault(name, field)
                    own = {uncounted(one)[1] for one in term.split("+")[1:]}
                    self._stated[name] = self._stated.get(name, self._whole) | own

    def is_stated(self, condition: str, name: str = "") -> bool:
        """True if a condition was stated of a unit, or of the whole ruling."""
        return condition in self._stated.get(name, self._whole)

    def is_supplied(self, condition: str, name: str) -> bool:
        """True if the ledger stated a condition of a unit, and not the referee."""
        return (name, condition) in self._supplied


def _effect_from(effect: JsonObject, ledger: Standing) -> PastEffect:
    name = effect["unit"]
    unit, member = unit_called(ledger.units, name), member_called(ledger, name)
    detail, role = effect.get("detail", ""), effect.get("role", "")
    return PastEffect(effect["kind"], name, effect["amount"], detail, role, unit, member)
