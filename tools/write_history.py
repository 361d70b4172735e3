"""Write docs/history.md: the odds of five guns against five tanks, as the program tells them.

Run from the checkout: ``python tools/write_history.py``. With ``--check`` nothing is written, and the script
leaves with 5 when the file is not what the charts give.
"""

import sys
from fractions import Fraction
from pathlib import Path

from refcli.referee.referee import Referee
from refcli.referee.settings import settings_of_nobody
from refcli.referee.what_if import odds_in

HISTORY = Path(__file__).parent.parent / "docs" / "history.md"
GUNS = {"6pdr": "6 pdr", "75mm-l40": "75 mm L40", "75mm-l48": "75 mm L48", "17pdr": "17 pdr", "88mm-l56": "88 mm L56"}
TANKS = {
    "pzkpfw-ivh": "PzKpfw IVH",
    "t-34-76": "T-34/76",
    "m4a3-sherman": "M4A3 Sherman",
    "tiger-i": "Tiger I",
    "panther-g": "Panther G",
}
RANGES = (10, 25, 60, 100)
YEAR = 1944

HEAD = """# Guns against tanks

Does First Watch with the house figures read like history? For each shot the chance that it destroys
the tank, and in brackets the chance that it hits. The gun is stationary, the tank is moving, the year
is {year}; 10 cm is 100 yards. A dash is a gun that cannot pierce that plate at that range.

`python tools/write_history.py` writes this page with the program's own exact odds, and a test holds it to them.
One shot of it: `refcli -R first-watch fire 17pdr tiger-i -r 60 --year {year} stationary target-moving --odds`
"""


def page() -> str:
    """The whole page."""
    referee = Referee(settings_of_nobody())
    lines = [HEAD.format(year=YEAR)]
    for facing in ("front", "side"):
        lines += [f"## {facing.capitalize()}", ""]
        for gun, gun_named in GUNS.items():
            lines.append(f"| {gun_named} | {' | '.join(f'{range} cm' for range in RANGES)} |")
            lines.append("|---" * (len(RANGES) + 1) + "|")
            for tank, tank_named in TANKS.items():
                cells = " | ".join(cell(referee, gun, tank, range, facing) for range in RANGES)
                lines.append(f"| {tank_named} | {cells} |")
            lines.append("")
    return "\n".join(lines)


def cell(referee: Referee, gun: str, tank: str, range: int, facing: str) -> str:
    """The chance to destroy, and to hit, in words."""
    destroyed, hit = chances(referee, gun, tank, range, facing)
    return f"{percent(destroyed)} ({percent(hit)})"


def chances(referee: Referee, gun: str, tank: str, range: int, facing: str) -> tuple[Fraction, Fraction]:
    """The chance to destroy, and to hit."""
    case = referee.case(
        {
            "rules": "first-watch",
            "procedure": "fire",
            "attacker": gun,
            "target": tank,
            "range": range,
            "facing": facing,
            "year": YEAR,
            "conditions": ["stationary", "target-moving"],
        }
    )
    found = {outcome.word: chance for outcome, chance in odds_in(case).outcomes.items()}
    return found["destroyed"], found["destroyed"] + found["not penetrated"]


def percent(chance: Fraction) -> str:
    """A chance in whole percent, a dash for none."""
    return f"{float(chance) * 100:.0f}%" if chance else "-"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if HISTORY.read_text(encoding="utf-8") == page() else 5)
    HISTORY.write_text(page(), encoding="utf-8")
