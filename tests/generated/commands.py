"""Command lines: procedures with their options, and the other commands, right and wrong."""

from typing import Any

from refcli.cli.app import SCRIPTS
from refcli.cli.command import FIXED
from refcli.cli.procedure import OPTIONS as PROCEDURE_OPTIONS
from refcli.core.procedure import Procedure
from refcli.rulesets import RULESETS, SHORT
from refcli.wire import JsonObject
from tests.generated.draw import Draw
from tests.generated.inputs import Input, Kind
from tests.generated.mutations import NUMBERS, TEXTS, spelled
from tests.generated.requests import faces_text, request
from tests.generated.vocabulary import charts_of, every_name, loaded_ruleset, said

JOURNAL = "evening.jsonl"
"""The journal that some commands append to."""

SVG = ["--svg", "picture.svg"]

OPTIONS = tuple(one.names[0] for one in PROCEDURE_OPTIONS if one.name not in ("rules", "help_all"))
"""Every option of a procedure that is no field of it."""


def typed(draw: Draw, plain: JsonObject) -> list[str]:
    """A request as it is typed."""
    given = dict(plain)
    rules = ["-R", draw.one([given["rules"], *(short for short, of in SHORT.items() if of == given["rules"])])]
    line = [given["procedure"]]
    inputs = said(given.pop("rules"), given.pop("procedure")).procedure.inputs
    for field in sorted((one for one in inputs if one.field.position), key=lambda one: one.field.position):
        if field.name not in given:
            break
        line.append(str(given.pop(field.name)))
    line += given.pop("conditions", [])
    behind = [":", *faces_text(given.pop("dice")).split()] if "dice" in given and draw.chance(2) else []
    for name, one in given.items():
        line += option(name, one)
    return [*rules, *line, *behind] if draw.chance(2) else [*line, *rules, *behind]


def option(name: str, given: Any) -> list[str]:
    """A field of a request, or what else it has, as an option."""
    if name in ("set", "readings"):
        words = [f"{key}={value}" for key, value in given.items()]
        return [word for one in words for word in ("--reading" if name == "readings" else "--set", one)]
    if name == "adjust":
        return [word for one in given for word in ("--adjust", one)]
    if name == "dice":
        return ["--dice", faces_text(given)]
    return ["--published"] if name == "published" else [f"--{name}", str(given)]


def sensible(draw: Draw, which: tuple[str, str] | None = None) -> list[str]:
    """A procedure that should be understood."""
    return [*typed(draw, request(draw, which)), *draw.some(("--why", "--exit-status"), 2), *shape(draw)]


def of_procedure(draw: Draw) -> list[str]:
    """A procedure: its ruling, its odds, or a sweep of them."""
    how = draw.below(12)
    if how > 2:
        return [*sensible(draw), *draw.one(([], [], [], [], ["--what-if"], ["--ask"], ["--log", JOURNAL], SVG))]
    plain = request(draw)
    plain.pop("seed", None)
    if how == 2:
        plain.pop("dice", None)
        return [*typed(draw, plain), *swept(draw, said(plain["rules"], plain["procedure"]).procedure), *shape(draw)]
    sample = ["--sample", str(1 + draw.below(300))] if how else []
    return [*typed(draw, plain), "--odds", *sample, *shape(draw)]


def shape(draw: Draw) -> list[str]:
    """How it is to be printed."""
    return draw.one(([], ["--plain"], ["--json"], ["--json"]))


def swept(draw: Draw, procedure: Procedure) -> list[str]:
    """One field or two with several values."""
    line: list[str] = []
    for field in draw.some(procedure.inputs, 2):
        numbers = field.kind in (int, float)
        values = draw.one(("=1:3", "=0:20:10", "=1,2,5")) if numbers else draw.one(("", "=tank,infantry", "=rifle,lmg"))
        line += ["--sweep", f"{field.name}{values}"]
    outcome = draw.one(list(procedure.outcomes)).word
    return line + draw.one(([], ["--csv"], ["--need", "50%"], ["--outcome", outcome], ["--svg", "sweep.svg"]))


def of_charts(draw: Draw) -> list[str]:
    """What tells of charts, rules and settings."""
    rules = draw.one(list(RULESETS))
    chart = draw.one(list(charts_of(rules)))
    row = draw.one([row for one in charts_of(rules).values() for row in one.rows])
    return list(
        draw.one(
            (
                *(("charts", "show", rules, chart), ("card", row, "-R", rules), ("rules", rules), ("config",)),
                *(("charts", "print", rules, chart, "--format", form) for form in ("md", "csv", "html")),
                *(("charts", "list", rules, "--json"), ("charts", "diff", rules), ("charts", "digest", rules)),
                *(
                    ("charts", "new", rules, chart, "mine"),
                    ("schema", rules),
                    ("--show-completion", draw.one(list(SCRIPTS))),
                ),
                *((rules, "--help"), ("-R", rules, "--help"), ("rules", "--json"), ("--version",), ("charts",)),
                *(
                    (draw.one(list(FIXED)), "--help"),
                    ("schema", rules, draw.one(list(loaded_ruleset(rules).ruleset.procedures))),
                ),
            )
        )
    )


def mistyped(draw: Draw, line: list[str]) -> list[str]:
    """The line with a few words changed, lost, doubled, moved or added."""
    line = list(line)
    for _ in range(1 + draw.below(3)):
        at = draw.below(len(line) + 1)
        how = draw.below(8)
        if how == 0 or at == len(line):
            line.insert(at, stray(draw))
        elif how == 1:
            line[at] = stray(draw)
        elif how == 2:
            del line[at]
        elif how == 3:
            line.insert(at, line[at])
        elif how == 4:
            line.append(line.pop(at))
        else:
            line[at] = spelled(draw, line[at])
    return [word.replace("\0", "\\0") for word in line]  # no shell passes one on


def stray(draw: Draw) -> str:
    """A word that somebody might type anywhere."""
    return str(
        draw.one((draw.one(TEXTS), draw.one(OPTIONS), draw.one(every_name()), str(draw.one(NUMBERS)), "-r", "-R"))
    )


def make(draw: Draw) -> Input:
    """One command, or some that follow one another; half of them with slips."""
    line = of_charts(draw) if draw.chance(5) else of_procedure(draw)
    lines = [mistyped(draw, line) if draw.chance(2) else line]
    follows = draw.below(20)
    if follows == 0:
        lines.append(["again", *draw.some(("--why", "--json", "--without", *every_name()[:9]), 2)])
    elif follows == 1 and JOURNAL in line:
        lines.append(["log", draw.one(("show", "verify", "replay", "stats")), JOURNAL])
    elif follows == 2:
        words = " ".join(["refcli", *line])
        typing = words[: draw.below(len(words)) + 1]
        shell = {"_REFCLI_COMPLETE": f"complete_{draw.one(('bash', 'zsh', 'fish'))}", "_REFCLI_COMPLETE_LINE": typing}
        return Input(((),), environment={name: one.replace("\0", "") for name, one in shell.items()})
    stdin = draw.one((b"", b"4\n", b"x\n\n\n\n", b"\x00\xff\n", b"1\n2\n3\n4\n5\n6\n" * 20))
    return Input(tuple(map(tuple, lines)), stdin=stdin)


COMMANDS = Kind(make)
