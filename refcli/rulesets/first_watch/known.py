"""What is said of planes that attack or fight, against what the game knows of them and would be ruled otherwise.

Source: first-watch.txt 113-117, 125-127, 133, 163.
"""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences
from refcli.core.sentence import of
from refcli.core.states import GAME
from refcli.rulesets.first_watch.flights import ABORTS, AIR_TARGETS, ATTACKS, LEVEL
from refcli.rulesets.first_watch.in_play import is_plane, named, phase_of, said_of, size_of
from refcli.rulesets.first_watch.loads import load_of

HITS = Source(section="Air-to-Air Combat", lines="115, 125")
LOAD = Source(section="Air-to-Air Combat", lines="117, 125")
ORDER = Source(section="Bombing and Strafing", lines="133")

ROLES = {"attacker": "attacker-", "target": "", "interceptor": "interceptor-"}
"""What the damage and the payload of each plane of a fight are called behind."""

BELOW = ("bomb", "strafe")
"""What planes do once all fire in the air and at planes is over."""

ACTORS = {"bomb": "plane", "strafe": "attacker", "air-combat": "attacker"}
"""The field of the plane that attacks."""


def bars_of_known(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
    """What cannot be said of a plane that is named, since the game knows it otherwise; what changes nothing is ruled.

    Source: first-watch.txt 113-117, 125-127, 133, 163.
    """
    names = dict(named(plain))
    plane = names.get(ACTORS.get(procedure, ""), "")
    if procedure == "air-combat" and ledger.turn:
        yield from bars_of_fight(ledger, names, plain)
    if is_plane(ledger, plane):
        said = [*said_of(plain, "attacker"), *said_of(plain, "plane")]
        if not (procedure == "bomb" and "jettison" in said):
            yield from bars_of_attacks(ledger, plane, said)
        if procedure in BELOW and ledger.turn:
            yield from bars_of_below(ledger, procedure, plane, said)
        elif "other-altitude" in said and (level := common_level(ledger, names)):
            yield f"they fly at {level} altitude, both of them", LEVEL


def bars_of_attacks(ledger: Keeper, plane: str, said: list[str]) -> Sentences:
    """A plane makes as many attacks a turn as its size is, which the game counts. Source: first-watch.txt 115."""
    had = int(ledger.value(plane, "attacks"))
    if had >= size_of(ledger, plane):
        yield of(plane, "{unit:has|have} had {had:attack} this turn", had=had), ATTACKS
    elif "attacked" in said and not had:
        told = f"{{unit:has|have}} not attacked this turn; if {{unit:it has|they have}}: set {plane} attacks 1"
        yield of(plane, told), ATTACKS
    elif "attacked" in said:
        counted = f"{{unit:has|have}} had {{had:attack}} this turn; if {{more}}: set {plane} attacks {{more}}"
        yield of(plane, counted, had=had, more=had + 1), ATTACKS


def bars_of_fight(ledger: Keeper, names: Mapping[str, str], plain: Mapping[str, Any]) -> Sentences:
    """Nothing is said of hits that a plane of several did not take, nor of a load that is dropped.

    A plane of one hit is shot down by it: what was hit before changes nothing. Source: first-watch.txt 115-117, 125.
    """
    for field, role in ROLES.items():
        unit = names.get(field, "")
        if f"{role}damaged" in said_of(plain, field) and size_of(ledger, unit) > 1 and not ledger.any_has(unit, "hits"):
            yield of(unit, f"{{unit:has|have}} taken no hit; if {{unit:it has|they have}}: set {unit} hits 1"), HITS
        if f"{role}payload" in said_of(plain, field) and ledger.has(unit, "dropped") and not load_of(ledger, unit):
            yield of(unit, "{unit:has|have} dropped {unit:its|their} load"), LOAD


def bars_of_below(ledger: Keeper, procedure: str, plane: str, said: list[str]) -> Sentences:
    """A plane that aborts, a target that was plotted, air combat and anti-aircraft fire that are over: all is known.

    Source: first-watch.txt 115, 127, 133, 163.
    """
    if "aborting" in said and "jettison" not in said and not ledger.any_has(plane, "aborting"):
        aborts = f"{{unit:does|do}} not abort the mission; if {{unit:it does|they do}}: set {plane} aborting"
        yield of(plane, aborts), ABORTS
    if "air-fire-due" in said:
        yield f"this is {phase_of(ledger)}; if any fire at planes is due: back", ORDER
    if "unplotted" in said and not ledger.has(GAME, "air-targets"):
        yield "targets of planes need no plot; if they do: set game air-targets", AIR_TARGETS
    elif "unplotted" in said and (point := ledger.has(plane, "air-target")):
        yield of(plane, "{unit:has|have} a target plotted[ at {there}]", there=str(point.value)), AIR_TARGETS


def common_level(ledger: Keeper, names: Mapping[str, str]) -> str:
    """The altitude at which an attacker and his target both are; empty where they are not, or it is not known."""
    levels = {str(ledger.value(names.get(field, ""), "altitude", "")) for field in ("attacker", "target")}
    return levels.pop() if len(levels) == 1 else ""
