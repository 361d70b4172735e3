"""Evenings worked by hand from the sources: what is typed, and what is in play and in what state after each step."""

from typing import NamedTuple


class Step(NamedTuple):
    """What is typed in one step, what of it is refused, and the states after it, apart from those said before."""

    typed: tuple[str, ...]
    refused: tuple[str, ...]
    states: tuple[str, ...]


def step(*typed: str, refused: str = "", after: str) -> Step:
    """A step; the lines that are ``refused`` come behind those that are not."""
    return Step(typed, tuple(filter(None, (refused,))), tuple(filter(None, map(str.strip, after.split(";")))))


GRID = (
    "add alpha tank Blue",
    "add anvil tank Blue",
    "add bravo infantry Blue",
    "add guns artillery Blue",
    "add smokers mortars Blue",
    "add eyes reconnaissance foo Blue",
    "add rifles infantry Red",
    "add watch reconnaissance Red",
    "add pak anti-tank-gun Red",
    "add tubes mortars Red",
    "set game dawn 05:00",
    "set game day 06:00",
    "set game dusk 20:00",
    "set game night 21:00",
    "set game time 05:40",
    "set rifles in Woods",
)
"""Who is there, and what was agreed before the battle."""

OUT = "rifles out; Red losses"
GRID_STEPS = (
    step("next", "clock : 3", after="game time 05:55; game light dawn or dusk; rifles in Woods"),
    step(
        "next",
        "bombard guns rifles foo : 3",
        after="game time 05:55; game light dawn or dusk; rifles in Woods; rifles disrupted; rifles hit-by-guns; "
        "guns fought",
    ),
    step(
        "smoke smokers --squares C4 : 4",
        after="game time 05:55; game light dawn or dusk; rifles in Woods; rifles disrupted; rifles hit-by-guns; "
        "guns fought; smokers fought; C4 smoke",
    ),
    step(
        "next",
        "fire alpha,anvil,bravo rifles -r 2 : 5 2 6",
        after=f"game time 05:55; game light dawn or dusk; {OUT}; guns fought; smokers fought; C4 smoke; alpha fought; "
        "anvil fought; bravo fought; alpha combat-move; anvil combat-move",
    ),
    step(
        "move alpha",
        after=f"game time 05:55; game light dawn or dusk; {OUT}; guns fought; smokers fought; C4 smoke; alpha fought; "
        "anvil fought; bravo fought; alpha moved; anvil combat-move",
    ),
    step(
        "next",
        "move eyes",
        refused="move bravo",
        after=f"game time 05:55; game light dawn or dusk; {OUT}; guns fought; smokers fought; C4 smoke; alpha fought; "
        "anvil fought; bravo fought; alpha moved; eyes moved; anvil missed-combat-move",
    ),
    step("next", "next", "clock : 4", after=f"game time 06:15; game light day; {OUT}; C4 smoke"),
    step(
        "next",
        "bombard tubes bravo : 1",
        after=f"game time 06:15; game light day; {OUT}; C4 smoke; tubes fought; tubes disrupted",
    ),
    step(
        "strafe alpha --aircraft stuka : 2",
        after=f"game time 06:15; game light day; {OUT}; C4 smoke; tubes fought; tubes disrupted; "
        "stuka aircraft-disrupted; stuka flown",
    ),
    step(
        "next",
        "fire pak alpha unseen -r 2",
        after=f"game time 06:15; game light day; {OUT}; C4 smoke; tubes fought; tubes disrupted; "
        "stuka aircraft-disrupted",
    ),
    step(
        "next Reorganisation",
        refused="morale tubes",
        after=f"game time 06:15; game light day; {OUT}; C4 smoke; tubes fought; tubes disrupted; "
        "stuka aircraft-disrupted",
    ),
    step(
        "next",
        "clock : 2",
        "next",
        "bombard guns tubes no-foo : 5",
        after=f"game time 06:25; game light day; {OUT}; tubes disrupted; stuka aircraft-disrupted; guns fought",
    ),
    step(
        "next",
        "fire alpha pak -r 2 : 4",
        after=f"game time 06:25; game light day; {OUT}; tubes disrupted; stuka aircraft-disrupted; "
        "guns fought; "
        "pak disrupted; alpha fought; alpha combat-move",
    ),
    step(
        "next Game",
        "clock : 5",
        "next",
        refused="bombard tubes bravo",
        after=f"game time 06:50; game light day; {OUT}; tubes disrupted; stuka aircraft-disrupted; pak disrupted",
    ),
    step(
        "strafe alpha --aircraft stuka : 1",
        after=f"game time 06:50; game light day; {OUT}; tubes disrupted; stuka shot-down; pak disrupted",
    ),
    step(
        "next Reorganisation",
        "morale tubes,pak : 3 2",
        refused="morale pak",
        after=f"game time 06:50; game light day; {OUT}; stuka shot-down; pak disrupted; pak tried; tubes tried",
    ),
)
