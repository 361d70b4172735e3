"""From the report of a game to the account of the evening, in words."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

from refcli.cli.entry_lines import SAID, clock_of, day_of, in_words
from refcli.cli.output import book_of
from refcli.core.labels import thing_and_roll
from refcli.core.procedure import Record
from refcli.core.rows import summaries
from refcli.core.sentence import Proper, fill, some
from refcli.core.states import GAME, Held
from refcli.game.game import Game
from refcli.game.ledger import Ledger, own_state
from refcli.game.luck import ENOUGH
from refcli.game.report import Happened, Loss, Report, Stretch, luck_of, made_again, report_of
from refcli.game.unit_labels import UnitLabels
from refcli.game.units import unit_from
from refcli.printing.account import Account, Chapter, Force, Part, Told
from refcli.prompt.describe import changes_said
from refcli.referee.referee import Referee
from refcli.render.blocks import Block, Chain, came_text, need_line, picture_of
from refcli.render.things import listed
from refcli.render.words import asked, capital
from refcli.wire import JsonObject

BY = {"rolled": "rolled by refcli", "entered": "rolled by hand"}
DIE, DICE = "die", "dice"
NO_DICE = "they roll no dice"


def account_of(game: Game, referee: Referee) -> Account:
    """The account of a game as it stands; its rulings are made again by ``referee`` for their dice."""
    return _Teller(game, referee).account()


class _Teller:
    def __init__(self, game: Game, referee: Referee) -> None:
        self.game = game
        self.referee = referee
        self.report: Report = report_of(game)
        self.labels = UnitLabels(game.loaded)
        self.day = ""
        self.there: set[str] = set()
        """The units that were added so far, and are still there."""

    def account(self) -> Account:
        """All of it."""
        title = str(self.game.loaded.library.about()["title"])
        days = [day_of(entry) for entry in self.game.entries.values()]
        after = [
            ("Luck", tuple(self._luck())),
            ("What it rests on", tuple(self._rests_on())),
            ("Taken back", tuple(self._taken_back())),
        ]
        return Account(
            f"{title}: {days[0]}" if days else title,
            tuple(self._under()),
            tuple(self._forces()),
            tuple(self._chapters()),
            tuple((heading, lines) for heading, lines in after if lines),
            f"charts {self.game.loaded.library.digest()} · told by refcli",
        )

    def _under(self) -> Iterator[str]:
        entries = list(self.game.entries.values())
        if entries:
            first, last = entries[0], entries[-1]
            until = f"{day_of(last)}, " if day_of(last) != day_of(first) else ""
            yield f"{clock_of(first)} to {until}{clock_of(last)}"
        turns = self.report.ledger.at.turn
        names = [capital(side) for side in self.report.ledger.sides]
        sides = " against ".join(names) if len(names) == 2 else listed(names)
        told = (sides, some(turns, "turn") if turns else "", some(len(self.report.rulings), "ruling"))
        yield ", ".join(filter(None, told))
        if lasting := self._at_the_end(GAME):
            yield f"At the end: {lasting}"

    # the forces

    def _forces(self) -> Iterator[Force]:
        ledger = self.report.ledger
        for side in dict.fromkeys((*ledger.sides, *(unit.side for unit in ledger.units.values()))):
            units = [unit for unit in ledger.units.values() if unit.side == side]
            lost = [loss for loss in self.report.losses if loss.side == side and loss.who in ledger.units]
            rows = [(unit.name, self.labels.said(unit), self._at_the_end(unit.name)) for unit in units]
            for group in dict.fromkeys(unit.group for unit in units if unit.group):
                if not ledger.is_out(group) and (said_of_it := self._at_the_end(group)):
                    rows.append((group, listed([unit.name for unit in units if unit.group == group]), said_of_it))
            planes = [unit.name for unit in units if not unit.rows]
            of_planes = [loss for loss in lost if loss.who in planes]
            of_units = [loss for loss in lost if loss.who not in planes]
            said = [_lost_of(of_units, len(units) - len(planes), "unit") if of_units else "Lost no unit."]
            said += [_lost_of(of_planes, len(planes), "plane")] if of_planes else []
            said += [one.text for one in summaries(ledger.hook.summaries, ledger) if one.unit == side]
            yield Force(capital(side) or "Of no side", tuple(rows), " ".join((*said, *self._of_side(side))))
        others = [loss for loss in self.report.losses if loss.who not in ledger.units]
        if others:
            yield Force("Of no side", (), f"Lost: {_lost(others)}.")

    def _of_side(self, side: str) -> Iterator[str]:
        """What a side has that lasts: ``Losses: 2.``"""
        for held in self.report.ledger.states_of(side) if side else ():
            if held.state.text and held.said and not held.state.until:
                yield f"{capital(held.said)}."

    def _at_the_end(self, name: str) -> str:
        """How a unit, or the game, stands at the end; what has no words is kept for the rules alone."""
        ledger = self.report.ledger
        out = ledger.is_out(name)
        told = [held for held in ledger.states_of(name) if held.state.text and not held.state.out]
        lasting = [held for held in told if not held.state.until]
        return ", ".join(filter(None, (held.said for held in ([out] if out else []) + lasting)))

    # what happened

    def _chapters(self) -> Iterator[Chapter]:
        before = "Before the battle" if any(one.turn for one in self.report.course) else "The rulings"
        eventful = [one for one in self.report.course if one.happened]
        for (turn, side), stretches in groupby(eventful, _whose_turn):
            title = f"Turn {turn}{f': {capital(side)}' if side else ''}" if turn else before
            parts = [
                Part(phase, tuple([told for one in same for told in self._told(one)]))
                for phase, same in groupby(stretches, _phase)  # what went on after a back is no other part
            ]
            if any(part.told for part in parts):
                yield Chapter(title, tuple(part for part in parts if part.told))

    def _told(self, stretch: Stretch) -> Iterator[Told]:
        for said_by_hand, group in groupby(stretch.happened, lambda one: _is_said(one.entry)):
            if said_by_hand:
                happened = list(group)
                said = "; ".join(_said(one.entry["game"], self.game.ledger) for one in happened)
                yield Told(self._time(happened[0].entry), f"The referee says: {said}.")
                continue
            for one in group:
                if "ruling" in one.entry:
                    yield self._ruling(one)
                elif one.begun:
                    yield Told(self._time(one.entry), f"As the phase ends: {changes_said(one.begun)}.")
                else:
                    said = self._act(one.entry["game"])
                    if stretch.turn or one.entry["game"]["do"] not in ("add", "sides"):
                        yield Told(self._time(one.entry), said)

    def _act(self, act: JsonObject) -> str:
        if act["do"] == "add":
            unit = unit_from(act["unit"])
            what = ", ".join(filter(None, (self.labels.said(unit), capital(unit.side))))
            there = unit.name in self.there
            self.there.add(unit.name)
            return f"{unit.name} is now: {what}." if there else f"{unit.name} comes into play: {what}."
        if act["do"] == "remove":
            self.there.discard(act["unit"])
            return fill("{unit} {unit:leaves|leave} the game.", {"unit": Proper(act["unit"])})
        if act["do"] == "sides":
            return f"The sides move in this order: {listed([capital(side) for side in act['sides']])}."
        return f"Note: {act['text']}"

    def _ruling(self, one: Happened) -> Told:
        entry, record = one.entry, made_again(one.entry, self.referee)
        remarks = [f"Overruled: {said}" for said in entry.get("overrules", ())]
        now = entry["ruling"]["verdict"]
        verdicts = [form["ruling"]["verdict"] for form in (*one.before, entry)]
        corrected = [was if was != then else "" for was, then in pairwise(verdicts)]
        remarks += [f"Corrected; it was: {was}" if was else "Corrected; it came to the same." for was in corrected]
        dice = _faces(entry["ruling"]) if record is None else self._dice(record)
        asked = self._asked(entry, record)
        return Told(self._time(entry), now, one.number, asked, tuple(dice), tuple(remarks))

    def _asked(self, entry: JsonObject, record: Record | None) -> str:
        procedure = capital(entry["ruling"]["procedure"].replace("-", " "))
        if record is None:
            return procedure
        book = book_of(self.referee, record.rules, record.procedure.charts)
        filled = {one["what"].partition(" ")[0] for one in entry.get("supplied", ()) if not one["owner"]}
        said = "; ".join(asked(record, book.charts, [*filled]))
        return f"{procedure}: {said}" if said else procedure

    def _dice(self, record: Record) -> Iterator[str]:
        book = book_of(self.referee, record.rules, record.procedure.charts)
        for one in picture_of(record, book):
            if isinstance(one, Block):
                yield _in_a_line(one)

    def _time(self, entry: JsonObject) -> str:
        """The time of day; on another day than the last thing told, the day as well."""
        day, before = day_of(entry), self.day
        self.day = day
        return f"{day}, {clock_of(entry)}" if before and day != before else clock_of(entry)

    # at the end

    def _luck(self) -> Iterator[str]:
        dice = Counter(origin for entry in self.report.rulings for origin in _origins(entry["ruling"]))
        if dice:
            both = "; of a ruling with both, those of refcli stand in brackets" if len(dice) > 1 else ""
            yield f"{', '.join(f'{some(dice[one], DIE, DICE)} {BY[one]}' for one in dice)}{both}"
        found = luck_of(self.report, self.referee)
        rules = f"{self.game.rules} "
        for origin in dict.fromkeys(one.origin for one in found.measures):
            of_origin = [one for one in found.measures if one.origin == origin]
            for one in of_origin:
                if one.enough:
                    yield f"{capital(SAID[origin])}: {in_words(one).removeprefix(rules)}"
            few = [f"{one.procedure} {one.open}" for one in of_origin if not one.enough and one.open]
            if few:
                yield f"Too few rulings with {SAID[origin]} to tell (it takes {ENOUGH} of a kind): {', '.join(few)}"
        for why, count in found.left_out.items():
            if why != NO_DICE:
                yield f"Not counted: {some(count, 'ruling')}: {why}"

    def _rests_on(self) -> Iterator[str]:
        """Readings that this table chose, and how much stands on figures that are not published."""
        rulings = [entry["ruling"] for entry in self.report.rulings]
        house = sum(bool(ruling.get("house")) for ruling in rulings)
        if house:
            yield f"{house} of {some(len(rulings), 'ruling')} {'use' if house > 1 else 'uses'} house values."
        chosen = dict.fromkeys(one for ruling in rulings for one in ruling.get("readings", {}).items())
        for id, word in chosen:
            reading = self.game.loaded.readings.get(id)
            if reading and word != reading.usual.word:
                yield f"{reading.question} At this table: {word}."

    def _taken_back(self) -> Iterator[str]:
        for one in self.report.taken_back:
            asked = self._asked(one.entry, made_again(one.entry, self.referee))
            yield f"{asked}: {one.entry['ruling']['verdict']} (ruling {one.number})"


def _whose_turn(stretch: Stretch) -> tuple[int, str]:
    return stretch.turn, stretch.side if stretch.own_turn else ""


def _phase(stretch: Stretch) -> str:
    """The heading of a stretch; before the battle none."""
    return f"{stretch.phase}: {capital(stretch.side)}" if stretch.side and not stretch.own_turn else stretch.phase


def _lost(losses: Iterable[Loss]) -> str:
    return ", ".join(f"{one.who} ({_since(one.held)})" for one in losses)


def _lost_of(losses: list[Loss], there: int, what: str) -> str:
    """How many of a side's units or planes are lost: ``Lost 1 of 2 units: rifles (turn 1, ruling 5).``"""
    return f"Lost {len(losses)} of {some(there, what)}: {_lost(losses)}."


def _since(held: Held) -> str:
    by = "said by the referee" if held.by_hand else f"ruling {held.entry}" if held.entry else ""
    return ", ".join(filter(None, (f"turn {held.turn}" if held.turn else "", by)))


def _is_said(entry: JsonObject) -> bool:
    return entry.get("game", {}).get("do") in ("set", "unset")


def _said(act: JsonObject, ledger: Ledger) -> str:
    """A state that was said by hand, in words: ``rifles in Woods``."""
    of = f"{act['of']} " if act["of"] else ""
    state = ledger.states.get(act["state"]) or own_state(act["state"], act.get("value", 1), ())
    if act["do"] == "unset":
        return f"{of}no longer {state.label}"
    until = f" until {act['until']}" if "until" in act else ""
    name = "" if state.text else f"{state.name} "
    return f"{of}{name}{Held(state, act['value']).said}".strip() + until


def _in_a_line(block: Block) -> str:
    """What each thing of a block rolled, and what it needed: ``Alpha: 5 hits; Bravo: 2 misses (attack needs 5+)``."""
    alone = not block.chains[0].name
    came = [f"{chain.name or chain.rolls[0].need.roll}: {', '.join(_came_of(chain))}" for chain in block.chains]
    needs = "; ".join(
        ": ".join(filter(None, (need.needs, need.why))) if alone else need_line(need)
        for need in block.needs
        if need.needs or need.why
    )
    return f"{'; '.join(came)}{f' ({needs})' if needs else ''}"


def _came_of(chain: Chain) -> Iterator[str]:
    """What each roll of a chain came to; a later one that needs nothing by its name: ``9 hits, hit location 3``."""
    for number, came in enumerate(chain.rolls):
        other = number and came.need.roll != chain.rolls[0].need.roll and not came.need.needs
        yield f"{came.need.roll} {came_text(came)}" if other else came_text(came)


def _faces(ruling: JsonObject) -> Iterator[str]:
    """The faces of a ruling that the charts make another one of now."""
    for one in ruling["rolls"]:
        thing, roll = thing_and_roll(one["label"])
        yield f"{', '.join(filter(None, (thing.replace('/', ' '), roll)))}: {' '.join(map(str, one['faces']))}"


def _origins(ruling: JsonObject) -> Iterator[str]:
    """Who rolled each die of a ruling."""
    for roll in ruling["rolls"]:
        yield from [roll["from"]] * len(roll["faces"]) if isinstance(roll["from"], str) else roll["from"]
