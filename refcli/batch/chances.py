"""What a batch writes of lines on which nothing is rolled: their exact odds, or sweeps of these."""

from refcli.batch.options import Options
from refcli.batch.ruling_cache import LONGEST_REQUEST, LONGEST_RULING, MOST_REQUESTS
from refcli.batch.text import encode
from refcli.core.errors import Refused
from refcli.plain import Plain
from refcli.plain.dump import odds_to, sweep_to
from refcli.referee.referee import Referee
from refcli.referee.sweep import sweep_of
from refcli.referee.what_if import known_in, odds_in, worth

NOT_ASKED = ("id", "seed")
"""Keys of a line that do not change its odds; the dice that are given have fallen already, and do."""

WORTH = "worth"
"""The key of what each condition is worth, odds of its own each: written only where it is named."""


class Chances:
    """The odds of lines, or sweeps of them, as texts; those of requests that come again are worked out once."""

    def __init__(self, referee: Referee, options: Options) -> None:
        self._referee = referee
        self._options = options
        self._texts: dict[str, str] = {}

    def text(self, plain: Plain) -> str:
        """The text of a line's odds or sweep, without braces. Raises as Referee.case does."""
        key = repr([one for one in plain.items() if one[0] not in NOT_ASKED])
        text = self._texts.get(key)
        if text is None:
            found = self._swept(plain) if self._options.sweep else self._odds(plain)
            only = self._options.keys
            text = encode(found if only is None else {key: found[key] for key in only if key in found})[1:-1]
            if len(key) <= LONGEST_REQUEST and len(text) <= LONGEST_RULING:
                if len(self._texts) >= MOST_REQUESTS:
                    self._texts.clear()
                self._texts[key] = text
        return text

    def _odds(self, plain: Plain) -> Plain:
        case = self._referee.case(plain)
        known = known_in(case, plain.get("dice"))
        odds = odds_in(case, known)
        if WORTH in self._options.only:
            return odds_to(case, odds, known, worth(case, odds, known))
        found = odds_to(case, odds, known, ())
        del found[WORTH]
        return found

    def _swept(self, plain: Plain) -> Plain:
        if plain.get("dice") is not None:
            raise Refused("dice goes with a ruling or odds, not with a sweep")
        return sweep_to(*sweep_of(self._referee, plain, self._options.sweep, self._options.outcome))
