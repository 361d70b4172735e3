"""Units that are offered at the table can act: in every phase a ruling of each is an attempt."""

from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

import pytest

from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.core.request import Input, Term
from refcli.game.game import Game
from refcli.game.ledger import Ledger
from refcli.game.supply import Completed, complete
from refcli.game.units import NO_UNITS
from refcli.prompt.offers import offers
from refcli.rulesets import RULESETS
from refcli.wire import JsonObject
from refcli.wire.lookup import Words
from tests.acts import scene_of
from tests.generated.draw import Draw
from tests.generated.requests import value
from tests.generated.vocabulary import Said, said
from tests.play import opened
from tests.situations import referee

FILE = "evening.jsonl"

DRAWN = 16
"""Times that the other fields of a request are drawn, for each condition that may be stated with it."""


@pytest.mark.parametrize("rules", RULESETS)
def test_offered_units_can_act(rules: str, tmp_path: Path) -> None:
    game, idle, asked = opened(tmp_path / FILE, rules, scene_of(rules)).game, [], 0
    while game.ledger.at.turn == 1:
        for name in [one.text for one in offers(game, {}, "")[1]]:
            about = said(rules, name)
            for named in named_by_offers(game, about.procedure):
                asked += 1
                if not any(is_attempt(game, one) for one in requests(about, named)):
                    idle.append((game.ledger.phase and game.ledger.phase.name, name, *named.values()))
        game.next()
    assert not idle and asked


def test_no_condition_is_offered_that_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = opened(tmp_path / FILE, "grid", scene_of("grid")).game

    def refuses_dusk(ledger: Ledger, words: Words, plain: JsonObject) -> Completed:
        if "dusk" in plain.get("conditions", ()):
            raise Refused("not now")
        return complete(ledger, words, plain)

    freely = [one.text for one in offers(game, {}, "observe alpha ")[1]]
    monkeypatch.setattr("refcli.prompt.offers_of_ruling.complete", refuses_dusk)
    assert [one for one in freely if one != "dusk"] == [one.text for one in offers(game, {}, "observe alpha ")[1]]
    assert "dusk" in freely


TABLE = "add f1,f2 enh german group=fall\nadd h1,h2 rifles british group=guard\nadd r1,r2 enh british group=reg\nnext\n"
AT_THE_TABLE = {
    "who may make a reinforcement move": ("next Reinforcement", "move ", ["f1", "f2", "h1", "h2", "r1", "r2"]),
    "who may withdraw": ("next Activation\nmove f1 r1 8 : 246", "move ", ["f2", "r1", "r2"]),
    "the withdrawal": ("next Activation\nmove f1 r1 8 : 246", "move r2 ", ["withdraw"]),
    "no charge after a close combat": ("next Close\nset reg may-take-ground", "move r2 ", ["odd-terrain"]),
    "who has dice left": ("next Activation\nmove f1 : 222", "activity ", ["f2"]),
    "under a plane the enemies first": (
        "next Random\nset british planes 1",
        "strafe ",
        ["f1", "f2", "h1", "h2", "r1", "r2"],
    ),
}
"""The lines before, what is typed, and what is offered: all units, or the first of the conditions."""


@pytest.mark.parametrize(("lines", "typed", "first"), AT_THE_TABLE.values(), ids=AT_THE_TABLE)
def test_combat_captain_offers(tmp_path: Path, lines: str, typed: str, first: list[str]) -> None:
    units = {"f1", "f2", "h1", "h2", "r1", "r2"}
    found = offered_after(tmp_path, "combat-captain", TABLE, lines.splitlines(), typed)
    if {*first} <= units:
        assert [one for one in found if one in units] == first  # in this order
    else:
        assert {*first} <= {*found}


def offered_after(folder: Path, rules: str, scene: str, before: Iterable[str], typed: str) -> list[str]:
    """The words offered behind the beginning of a line, in a scene in which some lines were typed."""
    session = opened(folder / FILE, rules, scene)
    for line in before:
        session.must(line)
    return [one.text for one in offers(session.game, {}, typed)[1]]


OFFERED = (
    (("set first check-due", "next Morale"), "morale ", ["first", "erste"], []),
    (("set priest no-closed", "set priest open", "next Movement", "next"), "move ", ["priest", "able"], ["lorry"]),
    (("next Movement", "fire tiger sherman 20 front : 1"), "fire ", ["karl", "tiger/coax", "tiger/bow"], ["tiger"]),
    (("next Movement",), "fire tiger", ["tiger", "tiger/coax", "tiger/bow"], ["tiger/pivot"]),
    (("next Movement", "move lorry 20"), "fire ", ["karl"], ["rider"]),
    (("set karl pinned 1", "next Movement", "next"), "capture able ", ["karl"], ["otto", "lorry", "tiger"]),
    (
        ("add squad 2xrifle 2xinfantry Axis", "set squad pinned 1", "next Movement", "next"),
        "capture able ",
        ["squad"],
        ["otto"],
    ),
    (("set karl pinned 1", "next Movement", "next"), "capture ", ["able"], ["sherman", "jeep", "g1"]),
    (("next Radio", "radio spotter bat 100"), "radio ", [], ["spotter"]),
    (("next Radio",), "radio spotter ", ["bat"], ["spotter"]),
    (("set troop ready", "next Indirect"), "bombard ", ["g1", "g2", "tube"], ["able"]),
    (("next Movement",), "move tiger ", ["wall", "reverse"], ["running", "crawling"]),
    (("next Movement",), "fire tiger sherman ", ["hull-down", "rear", "aboard"], []),
)
"""What is typed in the skirmish scene, the beginning of a line, and what is offered behind it, and what is not."""


IN_THE_AIR = ("set game weather low,medium", "next Aircraft Movement", "move bf", "move stuka", "move yak")
OFFERED_FW = (
    (IN_THE_AIR, "move mig ", ["low", "medium"], ["high"]),
    ((), "initiative ", ["germany", "russia"], ["japan"]),
    ((), "", ["initiative"], ["weather"]),
    (("add mk4 churchill-vii Britain", "next End"), "fort B", ["Britain"], ["belgium"]),
    ((*IN_THE_AIR, "next Bombing"), "bomb ", ["stuka", "1000lb"], ["500lb", "bf"]),
    ((*IN_THE_AIR, "next Bombing"), "bomb 1000lb ", ["stuka"], ["aborting", "high"]),
    (
        ("add me bf-109e germany altitude=medium", *IN_THE_AIR, "move me", "next"),
        "air-combat yak bf -i me ",
        ["interceptor-ace", "press"],
        [],
    ),
    ((*IN_THE_AIR, "next"), "air-combat bf yak ", ["payload"], []),
    (("next Infantry",), "fire panzer t34 -r 20 ", ["night"], []),
    (("next Infantry", "set panzer fired"), "phase panzer ", ["no-fired"], []),
    (("add odd side=russia", "next Land"), "move odd immobilised ", [], ["immobilised"]),
)
"""As above, in the scene of First Watch."""


@pytest.mark.parametrize(
    ("rules", "before", "typed", "yes", "no"),
    [*(("skirmish", *one) for one in OFFERED), *(("first-watch", *one) for one in OFFERED_FW)],
    ids=lambda one: str(one)[:40],
)
def test_what_is_possible_is_offered_and_nothing_else(
    tmp_path: Path, rules: str, before: tuple[str, ...], typed: str, yes: list[str], no: list[str]
) -> None:
    found = {*offered_after(tmp_path, rules, scene_of(rules), before, typed)}
    assert {*yes} <= found and not {*no} & found, found


def named_by_offers(game: Game, procedure: Procedure) -> Iterator[dict[str, str]]:
    """Who may act by what is offered, and at whom: the units of the fields that stand by their place."""
    fields = [one for one in procedure.positional if of_units(one)][:2]
    for who in offered(game, f"{procedure.name} ") if fields and fields[0] is procedure.positional[0] else ():
        whom = offered(game, f"{procedure.name} {who} ") if len(fields) > 1 else []
        for one in whom or [""]:
            yield dict(zip((field.name for field in fields), filter(None, (who, one)), strict=False))


def of_units(field: Input) -> bool:
    """Whether a field names units."""
    return field.kind is Term and field.field.noun not in NO_UNITS


def offered(game: Game, typed: str) -> list[str]:
    """The units in play that are offered behind what was typed."""
    return [one.text for one in offers(game, {}, typed)[1] if one.text in game.ledger.units]


def requests(about: Said, named: dict[str, str]) -> Iterator[JsonObject]:
    """Requests of those who are named: with nothing stated, then with every condition, of the ruling or of one.

    The first of each says nothing that may be left out.
    """
    alone, beside = Draw(f"{about.procedure.name} {named} alone"), Draw(f"{about.procedure.name} {named}")
    conditions = [("", word) for word in about.of_ruling]
    conditions += [(field, word) for field in named for word in about.of_term[field]]
    for (field, word), time in product([("", ""), *conditions], range(DRAWN + 1)):
        draw = beside if time else alone
        stated = {one: f"{text}+{word}" if one == field else text for one, text in named.items()}
        others = [one for one in about.procedure.inputs if one.name not in named and one.name != "conditions"]
        drawn = {one.name: value(draw, about, one) for one in others if one.required or (time and draw.chance(2))}
        yield {"procedure": about.procedure.name, **drawn, **stated, "conditions": [word] if word and not field else []}


def is_attempt(game: Game, plain: JsonObject) -> bool:
    """Whether something is tried where a request is ruled."""
    try:
        case = referee().case({"rules": game.rules, **game.complete(plain).plain})
        return referee().rule(case, 1).ruling.outcome.attempt
    except Refused:
        return False
