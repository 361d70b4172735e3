"""The answers of a batch that rolls nothing: the exact odds of lines, or sweeps of these."""

from refcli.batch.options import Options
from refcli.core.errors import Refused
from refcli.referee.referee import Referee
from refcli.referee.sweep import sweep_of
from refcli.referee.what_if import known_in, odds_in, worth
from refcli.wire import JsonObject
from refcli.wire.objects import odds_to, sweep_to

WORTH = "worth"
"""The key of what each condition is worth, odds of its own each: written only where it is named."""


class Chances:
    """The odds of lines, or sweeps of them."""

    def __init__(self, referee: Referee, options: Options) -> None:
        self._referee = referee
        self._options = options

    def answer(self, raw: JsonObject) -> JsonObject:
        """The odds or the sweep of a line. Raises as Referee.case does."""
        found = self._swept(raw) if self._options.sweep else self._odds(raw)
        only = self._options.keys
        return found if only is None else {key: found[key] for key in only if key in found}

    def _odds(self, raw: JsonObject) -> JsonObject:
        case = self._referee.case(raw)
        known = known_in(case, raw.get("dice"))
        odds = odds_in(case, known)
        if WORTH in self._options.only:
            return odds_to(case, odds, known, worth(case, odds, known))
        found = odds_to(case, odds, known, ())
        del found[WORTH]
        return found

    def _swept(self, raw: JsonObject) -> JsonObject:
        if raw.get("dice") is not None:
            raise Refused("dice goes with a ruling or odds, not with a sweep")
        return sweep_to(*sweep_of(self._referee, raw, self._options.sweep, self._options.outcome))
