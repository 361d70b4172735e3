"""Fire: whether a weapon may fire at a target, and how. Source: first-watch.txt 31, 56-58, 69, 73, 94, 155."""

from refcli.core.cells import Source
from refcli.core.request import stated_anywhere
from refcli.core.rulebook import Charts, Dice, Effect, Note, Refused, Ruling, procedure
from refcli.rulesets.first_watch.attack import TARGETS, type_of
from refcli.rulesets.first_watch.effects import Kind
from refcli.rulesets.first_watch.main_gun import main_gun, of_several_left
from refcli.rulesets.first_watch.penetration import CHARTS as PENETRATION
from refcli.rulesets.first_watch.penetration import bar_to_infantry, weapon_of
from refcli.rulesets.first_watch.shots import WEAPONS, Fire, FireOutcome, Shot
from refcli.rulesets.first_watch.small_arms import SMALL_ARMS, small_arms

CHARTS = (
    *WEAPONS,
    "artillery",
    "troops",
    "target-types",
    "fire",
    "hit-number",
    "main-gun",
    "gun-range",
    "close-assault",
)
OPTIONAL = ("crew-ratings", "hit-location")

SECOND = Source(section="Small Arms", lines="60")


@procedure("fire", FireOutcome, (*CHARTS, *OPTIONAL, *PENETRATION), sums=("hit number", "penetration", "armor value"))
def fire(request: Fire, charts: Charts, dice: Dice) -> Ruling:
    """A weapon fires: is the target hit, and is it eliminated or destroyed?

    Small arms at infantry, towed guns and open-topped vehicles; infantry anti-tank weapons at armored
    vehicles; main guns and heavy machineguns at anything, armor being penetrated after the hit.
    Source: first-watch.txt 56-90, 94.
    """
    bar = charts.bar("no shot", "fire", stated_anywhere(request), "fired", "crew-lost", "assaulting")
    if bar:
        dice.show(bar)
        return Ruling(FireOutcome.NO_SHOT)
    shot = shot_of(request, charts, dice)
    firer = called(request, shot, charts)
    bar = bar_to(shot, charts)
    if bar:
        dice.show(bar)
        return Ruling(FireOutcome.NO_SHOT, told={"attacker": firer})
    if fires_small_arms(shot, charts):
        ruling = small_arms(shot, request, charts, dice)
    else:
        if request.near or request.second or request.apart is not None:
            dice.show(Note("other counters near the target count only for small arms", SECOND))
        if "as-main-gun" in shot.stated and charts.has("small-arms", shot.weapon):
            opts = charts.note("main-gun", "as-main-gun").source
            dice.show(Note("it fires as a main gun does", opts))
        ruling = main_gun(shot, charts, dice)
        if ruling.outcome is FireOutcome.DESTROYED and request.target.who and request.near:
            ruling = of_several_left(ruling, shot, charts)
    ruling = ruling._replace(told={**ruling.told, "attacker": firer})
    if ruling.outcome is FireOutcome.NO_SHOT:
        return ruling
    return ruling._replace(
        make_effects=lambda: (
            Effect(Kind.FIRED, firer, role="attacker", detail=charts.called(shot.target, *TARGETS)),
            *ruling.make_effects(),
        )
    )


def shot_of(request: Fire, charts: Charts, dice: Dice) -> Shot:
    """The shot, a vehicle firing its main gun, artillery directly as one: by its name as a gun.

    Source: first-watch.txt 56, 73, 94.

    Raises Refused for a piece that no chart has main gun figures of.
    """
    weapon = weapon_of(request.attacker.name, charts, dice)
    if charts.has("artillery", weapon):
        gun = charts.row_name("guns", weapon)
        if gun is None:
            raise Refused(
                f"attacker: no chart has main gun figures for direct fire of {charts.label('artillery', weapon)}; plot "
                f"its fire, refcli bombard {weapon}, or give it a row of guns, gun-range, penetration and "
                "penetration-range in an overlay, refcli charts new"
            )
        weapon = gun
    stated = request.conditions + request.attacker.conditions + request.target.conditions
    return Shot(weapon, request.target.name, request.range, request.facing, request.year, stated)


def bar_to(shot: Shot, charts: Charts) -> Note | None:
    """Why the weapon may not fire at that target, if it may not. Source: first-watch.txt 58, 69, 155."""
    crawls = "crawling" in shot.stated and type_of(shot.target, charts) == "infantry"
    if crawls and shot.range > charts["close-assault", "point-blank"].number:
        return charts.note("fire", "crawling", "no shot at it beyond point-blank range")
    if fires_small_arms(shot, charts):
        return None
    if charts.has("small-arms", shot.weapon) and not charts.has("anti-tank", shot.weapon):
        return Note("small arms fire only at infantry, towed guns and open-topped vehicles", SMALL_ARMS)
    return bar_to_infantry(shot, charts)


def fires_small_arms(shot: Shot, charts: Charts) -> bool:
    """Whether small arms fire, unless a heavy machinegun opts for main gun fire. Source: first-watch.txt 58, 69."""
    if not charts.has("small-arms", shot.weapon):
        return False
    closed = charts.has("vehicles", shot.target) and charts.is_blank("vehicles", shot.target, "open-topped")
    as_main_gun = "as-main-gun" in shot.stated and charts.has("anti-tank", shot.weapon)
    return not closed and not as_main_gun


def called(request: Fire, shot: Shot, charts: Charts) -> str:
    """What fires: a unit by its name in play, a vehicle, else its weapon, artillery under its name as a gun."""
    name = request.attacker.name
    own = bool(request.attacker.who) or charts.has("vehicles", name)
    return charts.called(name if own else shot.weapon, "vehicles", *WEAPONS)
