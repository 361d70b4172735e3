"""Who never fires, throws, rams or escapes, and at whom, whatever else is stated.

Source: skirmish.txt 129-131, 187, 201, 293-338, 340-342, 367-390, 413-417.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, terms_said
from refcli.core.sentence import of
from refcli.rulesets.skirmish.in_play import Bars, Named, class_of, named_in, row_in
from refcli.rulesets.skirmish.shots_in_order import kinds_firing

ARMED = Source(section="Equipment Data", lines="293-338")
ATTACKS = Source(section="Attack Value Table", lines="367-390")
THROWS = Source(section="Grenades", lines="187")
AT_VEHICLES = Source(section="Direct fire anti tank weapons", lines="340-342")
RAMS = Source(section="Movement", lines="129")
RUNS_OVER = Source(section="Movement", lines="131")
ESCAPES = Source(section="Movement; Grenades; AP Effect Table, effects", lines="129, 201, 413-417")

ON_FOOT = ("men", "weapon", "gun")
"""The classes of what is no vehicle."""


def never(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Bars:
    """Why what is asked for is never done, by whom it names or to whom."""
    for unit in named_in(ledger, plain):
        yield from never_does(ledger, procedure, unit)
    yield from never_at(ledger, procedure, plain)


def never_does(ledger: Keeper, procedure: str, unit: Named) -> Bars:
    """Why a unit never does what is asked for, or never has it done to it."""
    doing, name = (procedure, unit.field), unit.name
    if doing == ("fire", "firer") and not fired_by(ledger, unit):
        yield of(name, "{unit:has|have} nothing to fire"), ARMED
    if doing == ("penetrate", "firer") and not any(
        ledger.figure("weapons", weapon, "attack") for weapon in fired_by(ledger, unit)
    ):
        yield of(name, "{unit:has|have} no weapon with an attack value"), ATTACKS
    if doing == ("grenade", "thrower") and not ledger.figure("weapons", unit.row, "grenades"):
        yield of(name, "{unit:carries|carry} no rifle or SMG, and only men who do throw grenades"), THROWS
    if doing == ("ram", "rammer") and class_of(ledger, unit.row) in ON_FOOT:
        yield of(name, "{unit:is|are} no vehicle, and only vehicles ram"), RAMS
    if doing == ("escape", "target") and class_of(ledger, unit.row) in ON_FOOT:
        yield of(name, "{unit:is|are} no vehicle: nobody escapes from {unit:it|them}"), ESCAPES


def never_at(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Bars:
    """Why units never do it to those that they are to do it to: anti-tank shots at men, and what nobody rams."""
    targets = [(name, class_of(ledger, row_in(said))) for name, said in terms_said(plain, "target") if name]
    if procedure == "fire" and kinds_firing(ledger, plain) == {"infantry-anti-tank"}:
        for target in [name for name, kind in targets if kind in ON_FOOT]:
            yield f"anti-tank shots are for vehicles: {of(target, '{unit:is|are} none')}", AT_VEHICLES
    rammers = [(name, class_of(ledger, row_in(said))) for name, said in terms_said(plain, "rammer") if name]
    for (rammer, of_rammer), (target, kind) in product(rammers, targets):
        row = of_rammer if of_rammer in ("tank", "motorcycle") else "other"
        if of_rammer not in ON_FOOT and not ledger.figure("ramming", row, kind):
            why, source = why_spared(kind)
            yield f"{rammer} may not ram {target}: {why}", source


def why_spared(kind: str) -> tuple[str, Source]:
    """Why what is of this class is not rammed or run over, and where it stands."""
    from refcli.rulesets.skirmish.ramming import NO_TANK, SPARED

    return (SPARED[kind], RUNS_OVER) if kind in SPARED else (NO_TANK, RAMS)


def fired_by(ledger: Keeper, unit: Named) -> list[str]:
    """The rows of the weapons that a unit fires, of a vehicle at a place; without one, wherever it carries them."""
    from refcli.rulesets.skirmish.anti_tank import MOUNTS

    mounts = [unit.place] if unit.place else MOUNTS
    mounted = [str(weapon) for mount in mounts if (weapon := ledger.figure("vehicles", unit.row, mount))]
    return [one for one in (unit.row, *mounted) if ledger.figure("weapons", one, "kind") not in (None, "grenade")]
