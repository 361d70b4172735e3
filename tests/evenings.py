"""Random evenings: legal and illegal acts of a game, one after the other, the same again for the same seed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from refcli.core.errors import Refused
from refcli.core.request import Term, uncounted
from refcli.game.game import Game
from refcli.game.held_states import States
from refcli.game.ledger import Ledger
from refcli.game.units import NO_UNITS
from refcli.plain import Plain
from refcli.plain.dump import given_of
from tests.generated.draw import Draw
from tests.generated.evenings import SIDES
from tests.generated.requests import value
from tests.generated.vocabulary import PROCEDURES, said
from tests.situations import referee

UNITS = 8
"""Units that stand on each side."""


LATELY = 6
"""Entries that one undo goes back over at most."""


def known(ledger: Ledger) -> Plain:
    """Everything that a ledger knows, to be held against another one."""
    return {
        "units": dict(ledger.units),
        "sides": list(ledger.sides),
        "at": ledger.at,
        "deeds": {(turn, name): entry for turn, acts in ledger.deeds.items() for name, entry in acts.items()},
        "furthest": ledger.furthest,
        "held": _states(ledger.held),
        "passages": [one._replace(ended=_states(one.ended), began=_states(one.began)) for one in ledger.passages],
        "agains": [one._replace(given=_states(one.given), used=_states(one.used)) for one in ledger.agains],
    }


def _states(states: States) -> Plain:
    """States, as they are held: what they mean stands in the charts."""
    return {key: held[1:] for key, held in states.items()}


class Evening:
    """A game of one ruleset that random acts are made in."""

    def __init__(self, path: Path, rules: str, seed: int) -> None:
        self.rules = rules
        self.draw = Draw(f"evening {rules} {seed}")
        self.game = Game(path, referee(), rules)
        self.refused = 0
        self.made = 0
        for side in SIDES:
            for number in range(UNITS):
                self.game.add(f"{side[0].lower()}{number}", [self._row(), side, f"group={side}-{number // 4}"])

    def _row(self) -> str:
        """A row of a field of units, of any procedure."""
        while True:
            about = said(*self.draw.one([one for one in PROCEDURES if one[0] == self.rules]))
            fields = [one for one in about.procedure.inputs if one.kind is Term and one.field.noun not in NO_UNITS]
            if fields:
                return self.draw.one(about.names[self.draw.one(fields).name])

    def go_on(self) -> str:
        """One act, what it was; one that is refused changes nothing."""
        acts: list[tuple[str, Callable[[], Any]]] = [
            *[("rule", self.rule)] * 8,
            *[("next", self.game.next)] * 3,
            ("jump", lambda: self.game.next(self.draw.one(self.game.ledger.play.phases).name)),
            ("back", self.game.back),
            ("undo", self.game.undo),
            ("undo to", lambda: self.game.undo(self.draw.one(list(self.game.entries)[-LATELY:]))),
            ("redo", self.game.redo),
            ("set", self.set),
            ("unset", self.unset),
            ("note", lambda: self.game.act("note", text="a word")),
            *[("fix", self.fix)] * 2,
        ]
        name, act = self.draw.one(acts)
        before = known(self.game.ledger), len(self.game.entries)
        try:
            act()
            self.made += 1
        except Refused:
            self.refused += 1
            assert before == (known(self.game.ledger), len(self.game.entries)), name
        return name

    def rule(self) -> None:
        """A ruling of any procedure, of units in play where its fields take them, overruled now and then."""
        procedure = self.draw.one([name for rules, name in PROCEDURES if rules == self.rules])
        plain, overrule = self.request(procedure), self.draw.chance(4)
        done = self.game.complete(plain, overrule=overrule)
        case = referee().case({"rules": self.rules, **done.plain})
        self.game.keep(referee().rule(case, self.draw.below(1 << 30)), done, overrule)

    def request(self, procedure: str) -> Plain:
        """A request of a procedure, its terms units in play that its charts know."""
        about = said(self.rules, procedure)
        words = self.game.loaded.words(about.procedure, False)
        plain: Plain = {"procedure": procedure, "conditions": self.draw.some(about.of_ruling, 1)}
        for field in about.procedure.inputs:
            if not field.required and not self.draw.chance(3):
                continue
            rows = words.names_of(field) if field.kind is Term else {}
            units = [name for name, unit in self.game.ledger.units.items() if any(row in rows for row, _ in unit.rows)]
            if units and not self.draw.chance(6):
                many = 1 + (self.draw.below(3) if field.several else 0)
                plain[field.name] = ",".join(self.draw.one(units) for _ in range(many))
            else:
                plain[field.name] = value(self.draw, about, field)
        return plain

    def fix(self) -> None:
        """A ruling judged again with other dice, and a condition taken back where it had one."""
        live = [(number, entry) for number, entry in self.game.live().items() if "ruling" in entry]
        if not live:
            raise Refused("no ruling yet")
        number, entry = self.draw.one(live)
        given = {key: one for key, one in entry["given"].items() if key not in ("seed", "faces")}
        given["conditions"] = [one for one in given.get("conditions", []) if uncounted(one)[1]]
        record = referee().rule(referee().case(given), self.draw.below(1 << 30))
        assert given_of(record)["procedure"] == entry["given"]["procedure"]
        self.game.amend(number, record)

    def set(self) -> None:
        """A state said by hand: one of the ruleset, or of the referee's own."""
        if not self.game.ledger.units:
            raise Refused("nobody is in play any more")
        name = self.draw.one(list(self.game.ledger.units))
        if not self.game.ledger.states or self.draw.chance(3):
            self.game.set(name, "fuel-low", until=self.draw.one(("end of turn", "end of phase", "1 turn after")))
            return
        state = self.draw.one(list(self.game.ledger.states.values()))
        owner = {"game": "game", "side": SIDES[0], "enemy side": SIDES[1], "group": "Blue-0"}.get(state.of, name)
        self.game.set(owner, state.name, "" if state.value == "flag" else "2")

    def unset(self) -> None:
        """A state taken back."""
        held = list(self.game.ledger.held)
        if not held:
            raise Refused("nothing is held")
        owner, state = self.draw.one(held)
        self.game.unset(owner or "game", state)
