"""A ruling of the journal as a ledger and the hook of a ruleset read it."""

from collections.abc import Iterable

from refcli.core.request import NAMES, uncounted
from refcli.core.view import terms_said
from refcli.game.held_states import States
from refcli.wire import JsonObject


class Ruled:
    """A ruling of the journal as the ledger reads it (see ``refcli.core.hooks.PastRuling``)."""

    def __init__(
        self,
        number: int,
        given: JsonObject,
        ruling: JsonObject,
        attempt: bool,
        supplied: Iterable[JsonObject] = (),
        before: States | None = None,
    ) -> None:
        """``attempt`` is whether anything was tried, ``supplied`` what the ledger brought to the ruling.

        ``before`` are the states that held then, by owner and name.
        """
        self.number = number
        self.given = given
        self.ruling = ruling
        self.procedure: str = given["procedure"]
        self.attempt = attempt
        self.before = before or {}
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
