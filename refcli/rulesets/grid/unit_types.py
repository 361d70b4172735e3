"""What a unit of the grid is, as predicates of rows. Source: grid.txt 22-39, 64-70, 85, 195-228."""

from refcli.core.rows import Case, Predicate, added_with, figure, given, is_a, option, taken_back, value

guns = figure("units", "indirect", "artillery", "mortars")
artillery = figure("units", "indirect", "artillery")
infantry = figure("units", "class", "infantry")
tank_class = figure("units", "class", "tank")
seeks_tanks = figure("units", "seeks", "tank")
heavy = figure("units", "heavy", "heavy")
carried = figure("units", "enters-as", "carried-infantry")
reconnaissance = figure("units", "reconnaissance", "yes")
officer = reconnaissance & added_with("foo")
observer = infantry | added_with("foo")
may_have_officer = reconnaissance | (guns & added_with("foo"))
stationary = figure("movement", "cross-country", 0)
on_foot = infantry & ~figure("units", "from-the-air", "target")
in_building = (value("in", "Buildings") & ~taken_back("buildings")) | given("buildings")
plane = Predicate(lambda case: case.unit in case.ledger.units and not case.ledger.units[case.unit].rows)
aa_gun = is_a("aa-gun")


@Predicate
def no_score(case: Case) -> dict[str, str] | None:
    """The Combat Table has no score of the unit against the target. Source: grid.txt 130-162."""
    for target in case.named("target"):
        classes = case.at(target).figures("units", "class")
        rows = case.figures("units", "attacks-as")
        if rows and classes and not any(case.ledger.figure("combat", row, its) for row in rows for its in classes):
            return {"class": " or ".join(classes).title()}
    return None


def planes(case: Case) -> list[str]:
    """The planes that the side of the case still has."""
    units = [unit for unit in case.ledger.units if plane.holds(case.at(unit))]
    return [unit for unit in units if case.ledger.side_of(unit) == case.side and not case.ledger.is_out(unit)]


@Predicate
def which_plane(case: Case) -> dict[str, str] | None:
    """Several planes may fly, and none of them is named. Source: grid.txt 214-219."""
    may_fly = planes(case) if not option("aircraft").holds(case) else []
    return {"planes": " or ".join(may_fly)} if len(may_fly) > 1 else None


@Predicate
def no_plane_of_side(case: Case) -> dict[str, str] | None:
    """The named aircraft is a unit in play, and no plane of the side; or planes are in play, and the side has none."""
    name = str(case.request.get("aircraft", "")).lower()
    named = next((unit for unit in case.ledger.units if unit.lower() == name), "")
    if named and named not in planes(case):
        return {"aircraft": named}
    brought = any(plane.holds(case.at(unit)) for unit in case.ledger.units)
    return {"aircraft": name or "none in play"} if brought and not planes(case) else None
