"""The bombs that a plane carries, and has dropped. Source: first-watch.txt 115-117, 129-143."""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.errors import Refused
from refcli.core.hook import Keeper, Sentences
from refcli.core.request import uncounted
from refcli.core.sentence import of
from refcli.rulesets.first_watch.in_play import is_plane, is_row, word_of

BOMBS = Source(section="Bombing and Strafing", lines="129-135, 141-143")
LOAD = Source(section="Bombing, example", lines="117, 141")


def bars_of_bomb(ledger: Keeper, plane: str, plain: Mapping[str, Any]) -> Sentences:
    """A plane drops the bomb that it carries. Source: first-watch.txt 117, 141."""
    bomb, carried = word_of(plain.get("attacker")), load_of(ledger, plane)
    if plane in ledger.units and not carried and not ledger.has(plane, "dropped"):
        yield f"nobody has said what {plane} carries: set {plane} load {bomb or 'BOMB'}", LOAD
    elif is_row(ledger, carried, "bombs") and is_row(ledger, bomb, "bombs") and not same(ledger, carried, bomb):
        yield of(plane, "{unit:carries|carry} {carried}, not {bomb}", carried=carried, bomb=bomb), LOAD


def check_load(ledger: Keeper, procedure: str, field: str, plane: str) -> None:
    """Refuse a plane that is named for its bomb, and has dropped it. Source: first-watch.txt 141."""
    drops = procedure == "bomb" and field == "attacker" and is_plane(ledger, plane)
    if drops and ledger.has(plane, "dropped") and not load_of(ledger, plane):
        raise Refused(of(plane, "{unit:has|have} dropped {unit:its|their} load (line 141)"))


def load_of(ledger: Keeper, plane: str) -> str:
    """What a plane carries: its load, or a bomb among its rows that it has not dropped."""
    rows = ledger.units[plane].rows if plane in ledger.units and not ledger.has(plane, "dropped") else ()
    own = [row for row, _ in rows if is_row(ledger, row, "bombs")]
    return str(ledger.value(plane, "load", (own or [""])[0]))


def bomb_of(ledger: Keeper, plane: str) -> str:
    """What a plane has dropped or, as long as it has not, carries. Raises Refused for none."""
    bomb = str(ledger.value(plane, "dropped", load_of(ledger, plane)))
    if not is_row(ledger, bomb, "bombs"):
        raise Refused(f"{plane} has dropped no bomb; what it carries is told by set {plane} load BOMB")
    return bomb.lower()


def count_bombs(ledger: Keeper, plane: str) -> None:
    """Let a plane that was said to carry 2x500lb have two bombs of 500 lb. Source: first-watch.txt 115, 141."""
    held = ledger.has(plane, "load")
    rows = ledger.units[plane].rows if plane in ledger.units and not ledger.has(plane, "dropped") else ()
    of_row = [f"{many}x{row}" for row, many in rows if is_row(ledger, row, "bombs") and many > 1]
    said = str(held.value) if held else "" if ledger.has(plane, "bombs") else (of_row or [""])[0]
    many, bomb = uncounted(said)
    if many and is_row(ledger, bomb, "bombs"):
        ledger.end(plane, "load")
        ledger.end(plane, "bombs")
        ledger.begin(plane, "load", bomb, 0)
        ledger.begin(plane, "bombs", int(many), 0)
    elif held and held.by_hand and (bombs := ledger.has(plane, "bombs")) and not bombs.by_hand:
        ledger.end(plane, "bombs")


def same(ledger: Keeper, one: str, other: str) -> bool:
    """Whether two names are those of the same bomb: no two have rings alike."""
    return is_row(ledger, one, "bombs") and ledger.figure("bombs", one, "ring") == ledger.figure("bombs", other, "ring")
