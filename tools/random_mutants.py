"""Mistakes made at random, for mutate.py: in code by its syntax tree, in charts by their lines.

A mistake changes what happens: a comparison, a sign, a figure by one, a condition, a default. It never changes what is
only read: docstrings, annotations, messages, names, and of a chart its sources, labels and notes.
"""

import ast
import copy
import random
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

WHERE = {
    "refcli": [f"refcli/{folder}/**/*.py" for folder in ("rulesets", "core", "odds", "game", "batch", "plain")],
    "charts": ["charts/*/*.toml"],
}

COMPARISONS = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPPOSITE = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.And: ast.Or, ast.Or: ast.And}
OTHER = {"min": "max", "max": "min", "any": "all", "all": "any"}
ONLY_READ = ("help", "noun", "text", "title", "unit", "section", "lines")
"""Keywords whose text a person reads, and nothing else does."""

ONLY_READ_TABLES = ("labels", "aliases", "sources", "instead")
ONLY_READ_KEYS = ("source", "text", "title", "name", "aliases", "notes", "section", "lines", "work", "scale", "id")
"""The same of a chart."""


class Mutant(NamedTuple):
    """One mistake: what stands in a file from ``start`` to ``end`` becomes ``after``. ``lines`` run when it does."""

    file: str
    lines: range
    start: int
    end: int
    before: str
    after: str

    def applied(self, content: str) -> str:
        return content[: self.start] + self.after + content[self.end :]

    def __str__(self) -> str:
        return f"{self.file}:{self.lines.start}: {' '.join(self.before.split())}  ->  {' '.join(self.after.split())}"


def chosen(root: Path, seed: int, number: int, where: str) -> list[Mutant]:
    """Return different mistakes: a file by the number of its lines, in it any place, there any mistake."""
    chance = random.Random(seed)
    files = sorted(path for pattern in WHERE[where] for path in root.glob(pattern))
    content = {path: path.read_text(encoding="utf-8") for path in files}
    weights = [text.count("\n") for text in content.values()]
    places: dict[Path, list[list[Mutant]]] = {}
    found: dict[str, Mutant] = {}
    while len(found) < number:
        (path,) = chance.choices(files, weights)
        if path not in places:
            places[path] = by_place(path.relative_to(root).as_posix(), content[path])
        if places[path]:
            mutant = chance.choice(chance.choice(places[path]))
            found.setdefault(str(mutant), mutant)
    return list(found.values())


def by_place(file: str, content: str) -> list[list[Mutant]]:
    """Every mistake that can be made in a file, those of one place together."""
    places: dict[tuple[int, int], list[Mutant]] = {}
    for mutant in in_code(file, content) if file.endswith(".py") else in_chart(file, content):
        places.setdefault((mutant.start, mutant.end), []).append(mutant)
    return list(places.values())


def in_chart(file: str, content: str) -> Iterator[Mutant]:
    """A figure by one, its sign, a comparison, a yes or no, a default; rows and cells that changed places."""
    section, at = "", 0
    above: tuple[int, str, str] | None = None  # the row above: where its value stands, the value, the line
    for number, line in enumerate(content.splitlines(keepends=True), 1):
        at += len(line)
        if line.startswith("["):
            section, above = line.strip("[] \n"), None
        key, equals, value = (part.strip() for part in line.partition("="))
        if not equals or line.startswith("#") or section in ONLY_READ_TABLES or key in ONLY_READ_KEYS:
            continue
        start = at - len(line) + line.index(value)
        for begin, end, after in in_value(value):
            yield Mutant(file, range(number, number + 1), start + begin, start + end, line.strip(), after)
        if section == "rows":
            if above and above[1] != value:
                between = content[above[0] + len(above[1]) : start]
                rows = range(number - 1, number + 1)
                told = f"{above[2]} / {line.strip()}"
                yield Mutant(file, rows, above[0], start + len(value), told, value + between + above[1])
            above = (start, value, line.strip())
            cells = [cell.strip() for cell in value.strip("[]").split(",")]
            for one, (cell, other) in enumerate(pairwise(cells)):
                if cell != other:
                    swapped = f"[{', '.join([*cells[:one], other, cell, *cells[one + 2 :]])}]"
                    yield Mutant(file, range(number, number + 1), start, start + len(value), line.strip(), swapped)
        elif key == "default":
            options = re.findall(r'^word *= *(".*")', content[at:].split("[[reading]]")[0], re.MULTILINE)
            for option in options:
                if option != value:
                    yield Mutant(file, range(number, number + 1), start, start + len(value), line.strip(), option)


def in_value(value: str) -> Iterator[tuple[int, int, str]]:
    """A figure, a sign or a yes of a chart: from where to where it stands in the value, and what may stand there."""
    told = re.sub(r'\b(text|lines|section) *= *"[^"]*"', lambda found: "x" * len(found[0]), value)
    for figure in re.finditer(r'(?<![\w".-])-?\d+(\.\d+)?(?![\w".-])', told):
        number = float(figure[0])
        for after in (number + 1, number - 1, -number):
            if after != number:
                yield *figure.span(), f"{after:g}"
    for sign, other in ((">=", "<="), ("<=", ">="), ("true", "false"), (">", ">="), ("<", "<=")):
        if re.search(rf"(?<![<>=]){sign}(?![<>=])", value):
            yield 0, len(value), value.replace(sign, other)


def in_code(file: str, content: str) -> Iterator[Mutant]:
    """Every mistake that can be made in a module."""
    starts = [0]
    for line in content.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def at(line: int, column: int) -> int:
        """The place of a column, which the tree counts in bytes."""
        text = content[starts[line - 1] : starts[line]]
        return starts[line - 1] + len(text.encode()[:column].decode())

    for (node, after), run in mistakes(ast.parse(content)):
        start, end = at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)
        yield Mutant(file, run, start, end, content[start:end], after)


Mistake = tuple[ast.expr | ast.stmt, str]
"""A node, and what stands in its place by mistake."""


def mistakes(node: ast.AST, run: range | None = None) -> Iterator[tuple[Mistake, range]]:
    """Every mistake below a node, with the lines that run when it does."""
    if isinstance(node, (ast.JoinedStr, ast.Raise, ast.Import, ast.ImportFrom)) or is_text(node):
        return
    if isinstance(node, (ast.stmt, ast.expr)) and (run is None or isinstance(node, ast.stmt)):
        run = None if hasattr(node, "body") and isinstance(node, ast.stmt) else lines_of(node)
    for mistake in instead_of(node):
        yield mistake, run or lines_of(mistake[0])
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            if not (isinstance(value, ast.Subscript) and ast.unparse(value.value) == "Annotated"):
                continue
            value = value.slice.elts[1:]  # what a field says of itself is no mere annotation
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from mistakes(child, run)


def lines_of(node: ast.stmt | ast.expr) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def is_text(node: object) -> bool:
    """Whether it is read by people alone: a docstring, or a keyword that is shown."""
    return (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) or (
        isinstance(node, ast.keyword) and node.arg in ONLY_READ
    )


def instead_of(node: ast.AST) -> Iterator[Mistake]:
    """What may stand by mistake in the place of a node, or of what belongs to it."""

    def changed(**fields: object) -> Mistake:
        other = copy.copy(node)
        for name, value in fields.items():
            setattr(other, name, value)
        text = ast.unparse(other)
        return node, text if isinstance(node, (ast.stmt, ast.Call)) else f"({text})"

    match node:
        case ast.Compare(ops=[op, *rest]):
            yield from (changed(ops=[other(), *rest]) for other in COMPARISONS[type(op)])
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op) if type(op) in OPPOSITE:
            yield changed(op=OPPOSITE[type(op)]())
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.Constant(value=bool() as value):
            yield node, str(not value)
        case ast.Constant(value=int() | float() as value):
            yield from ((node, f"{value + 1!r}"), (node, f"({value - 1!r})"))
        case ast.Call(func=function, args=args, keywords=keywords):
            if isinstance(function, ast.Name) and function.id in OTHER:
                yield changed(func=ast.Name(OTHER[function.id]))
            for one in keywords:
                if one.arg and one.arg not in ONLY_READ:
                    yield changed(keywords=[other for other in keywords if other is not one])
            for one in args:
                if isinstance(one, ast.Starred):  # without any other one it is no call at all
                    yield changed(args=[other for other in args if other is not one])
        case ast.If(test=test, body=body):
            yield test, "True"
            for last in body[-1:]:
                if isinstance(last, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
                    yield last, "pass"
        case ast.IfExp(test=test) | ast.comprehension(ifs=[test, *_]):
            yield test, "True"
        case ast.arguments(defaults=defaults, kw_defaults=more):
            yield from ((one, '""') for one in [*defaults, *more] if is_word(one))
        case ast.AnnAssign(value=value) | ast.keyword(value=value) if is_word(value):
            yield value, '""'


def is_word(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value)
