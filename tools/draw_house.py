"""Draw the rooms of refcli and who imports whom, as docs/house.svg: `python tools/draw_house.py`.

The floors stand here; the rooms' words are the first lines of their packages, and every arrow is an import that a
module of one room makes of another, those left out that other arrows lead to all the same.
"""

import ast
import sys
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

HERE = Path(__file__).resolve().parents[1]
FLOORS = (
    ("cli",),
    ("prompt",),
    ("game", "batch"),
    ("referee",),
    ("odds", "rulesets", "files", "wire", "render", "printing"),
    ("core",),
)
"""The rooms from the top floor to the ground: a room imports only from below its floor, or from files beside it."""

WIDTH, GAP, MARGIN = 1080, 44, 20
TALL, LOW = 138, 64
"""The height of rooms on a floor of many, and of others."""
INK, PAPER, WALL, ARROW = "#1c2733", "#fffdf7", "#39536b", "#8aa0b4"


class Room(NamedTuple):
    """A room: where it stands, and what it says of itself."""

    name: str
    left: float
    top: float
    width: float
    height: float
    says: str

    @property
    def middle(self) -> float:
        """The middle of its walls, from the left."""
        return self.left + self.width / 2


def main() -> None:
    """Write the picture."""
    (HERE / "docs" / "house.svg").write_text(drawn(), encoding="utf-8")


def imports() -> set[tuple[str, str]]:
    """Every pair of rooms of which the first imports the second."""
    found = set()
    for path in sorted((HERE / "refcli").rglob("*.py")):
        room = path.relative_to(HERE / "refcli").parts[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            found |= {
                (room, parts[1]) for name in names if (parts := name.split("."))[0] == "refcli" and len(parts) > 1
            }
    known = {room for floor in FLOORS for room in floor}
    return {(one, other) for one, other in found if one != other and {one, other} <= known}


def arrows() -> list[tuple[str, str]]:
    """The imports, without those that others lead to."""
    found = imports()

    def leads(one: str, other: str, beside: tuple[str, str]) -> bool:
        nexts = [b for a, b in found if a == one and (a, b) != beside]
        return other in nexts or any(leads(step, other, beside) for step in nexts)

    return [(one, other) for one, other in sorted(found) if not leads(one, other, (one, other))]


def rooms() -> dict[str, Room]:
    """The rooms, floor by floor."""
    found = {}
    top: float = MARGIN
    for floor in FLOORS:
        width, height = (WIDTH - 2 * MARGIN - (len(floor) - 1) * 14) / len(floor), TALL if len(floor) > 2 else LOW
        for place, name in enumerate(floor):
            source = (HERE / "refcli" / name / "__init__.py").read_text(encoding="utf-8")
            says = (ast.get_docstring(ast.parse(source)) or "").split("\n")[0]
            found[name] = Room(name, MARGIN + place * (width + 14), top, width, height, says)
        top += height + GAP
    return found


def drawn() -> str:
    """The picture as SVG text."""
    placed = rooms()
    ground = placed[FLOORS[-1][0]]
    height = ground.top + ground.height + MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
        "<title>The rooms of refcli: each imports only from the floors below</title>",
        f'<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path d="M0 0L8 4L0 8z" fill="{ARROW}"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        *[arrow(placed[one], placed[other]) for one, other in arrows()],
        *[part for room in placed.values() for part in box(room)],
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def arrow(one: Room, other: Room) -> str:
    """An import, from the floor of one room to the ceiling of another; beside it, from wall to wall."""
    if one.top == other.top:
        left_to_right = one.left < other.left
        start = (one.left + one.width if left_to_right else one.left, one.top + one.height / 2)
        end = (other.left if left_to_right else other.left + other.width, other.top + other.height / 2)
    else:
        shift = max(-one.width / 2 + 12, min(one.width / 2 - 12, (other.middle - one.middle) * 0.4))
        back = max(-other.width / 2 + 12, min(other.width / 2 - 12, (one.middle - other.middle) * 0.4))
        start, end = (one.middle + shift, one.top + one.height), (other.middle + back, other.top)
    path = f'd="M{start[0]:.0f} {start[1]:.0f}L{end[0]:.0f} {end[1]:.0f}"'
    return f'<path {path} stroke="{ARROW}" stroke-width="1.5" fill="none" marker-end="url(#tip)"/>'


def box(room: Room) -> list[str]:
    """A room with its name and what it says of itself."""
    lines = wrap(room.says, max(14, int(room.width / 7.6)))[:5]
    return [
        f'<rect x="{room.left:.0f}" y="{room.top:.0f}" width="{room.width:.0f}" height="{room.height}" rx="8" '
        f'fill="#ffffff" stroke="{WALL}" stroke-width="1.5"/>',
        f'<text x="{room.left + 12:.0f}" y="{room.top + 25:.0f}" font-size="17" font-weight="bold" fill="{INK}">'
        f"{room.name}/</text>",
        *[
            f'<text x="{room.left + 12:.0f}" y="{room.top + 45 + 17 * number:.0f}" font-size="13" fill="{INK}">'
            f"{line}</text>"
            for number, line in enumerate(lines)
        ],
    ]


if __name__ == "__main__":
    sys.exit(main())
