"""Guns and heavy weapons made ready to fire, or to go. Source: skirmish.txt 86, 111-133."""

from refcli.core.request import Conditions, NamedTuple
from refcli.core.rulebook import Charts, Dice, Effect, Note
from refcli.rulesets.skirmish.effects import Kind

TASKS = {
    "set-up": "to set up, dismount or shift",
    "unhitch": "to unhitch and position the gun",
    "load-and-aim": "to load and aim",
    "hitch-up": "to hitch up the gun and get its crew on board",
    "open-up": "to open up",
    "close-down": "to close down",
}
"""What takes turns, in words."""

PREPARATION = {
    "carriers": "It takes {value:man|men} to carry and fire an HMG or mortar.",
    "set-up": "To set up, dismount or shift an HMG or mortar takes {value:turn}.",
    "unhitch": "To unhitch and position a towed gun takes {value:turn}.",
    "load-and-aim": "To load and aim it takes {value:turn}.",
    "hitch-up": "To hitch up a gun, its crew on board, takes {value:turn}.",
    "open-up": "An SP or AA gun opens up in {value:turn}.",
    "close-down": "An SP or AA gun closes down in {value:turn}.",
    "ammunition": "The towing vehicle stays within {value} cm, unless ammunition is dumped.",
    "manhandle": "A crew manhandles a gun {value} cm a turn.",
    "push": "A tank pushes a wheeled or half-tracked vehicle off the road {value} cm a turn.",
}
"""What each figure means, said aloud."""

VEHICLES = ("tank", "carrier", "half-track", "armoured-car", "wheeled")
WHO = {
    "set-up": ("weapon",),
    "unhitch": ("gun", *VEHICLES),
    "hitch-up": ("gun", *VEHICLES),
    "open-up": ("gun", *VEHICLES),
    "close-down": ("gun", *VEHICLES),
}
"""Who does each of them instead of moving: heavy weapons, towed guns and what tows them, self-propelled and AA guns."""

SP_GUNS = ("open-up", "close-down")
"""What of them SP and AA guns do alone."""


def task_in(stated: Conditions) -> str:
    """What is done instead of moving, if anything."""
    return next((task for task in WHO if task in stated), "")


def bar_to_task(task: str, kind: str, no_sp_gun: bool, charts: Charts) -> Note | None:
    """Why a unit has no such task; None when it has. Source: skirmish.txt 86, 115-121."""
    if kind in WHO[task] and not (no_sp_gun and task in SP_GUNS):
        return None
    return charts.bar("not for this unit", "preparation", (task,), task)


class Stage(NamedTuple):
    """One stage of a task, in words, and the turns that it takes."""

    task: str
    turns: int

    def busy(self, name: str) -> Effect:
        """The effect on a unit: it is busy for so many turns."""
        return Effect(Kind.BUSY, name, self.turns, "turns", "mover", self.task)


def turns_for(task: str, charts: Charts, dice: Dice) -> tuple[Stage, ...]:
    """The turns that a task takes: a gun is first unhitched and positioned, then loaded and aimed.

    Source: skirmish.txt 86, 115-121.
    """
    stages = ("unhitch", "load-and-aim") if task == "unhitch" else (task,)
    return tuple([stage_of(stage, charts, dice) for stage in stages])


def stage_of(stage: str, charts: Charts, dice: Dice) -> Stage:
    """A stage of a task, with the turns that it takes."""
    return Stage(TASKS[stage], dice.show(charts["preparation", stage], PREPARATION[stage]).whole())


def goes_with(kind: str, stated: Conditions) -> tuple[str, ...]:
    """The turns and men that go with a move, but for the turn in which a heavy weapon is set up after it.

    Source: skirmish.txt 86, 111-125.
    """
    if kind == "weapon":
        return ("carriers",)
    tows = "tow" in stated or "emergency-tow" in stated
    return ("hitch-up", "unhitch", "load-and-aim", "ammunition") if tows else ()
