"""Examples of what can be typed: those of the ruleset's own file, else one made of what a procedure declares."""

from collections.abc import Iterator
from itertools import takewhile

from refcli.core.procedure import Procedure
from refcli.core.request import Input, Term, meanings_of, names_of, one_word, uncounted
from refcli.referee.referee import LoadedRuleset
from refcli.rulesets import SHORT
from refcli.wire.lookup import Meanings, matches, number_field

MOST_FIRST = 3
"""Examples of a whole ruleset."""


def examples_of(loaded: LoadedRuleset, procedure: Procedure, set_for_good: str = "") -> list[str]:
    """Lines to type for a procedure; the ruleset is left out where the settings have it."""
    found = loaded.library.about().get("examples", {}).get(procedure.name)
    said = found if found is not None else [" ".join(_made(loaded, procedure))]
    return [" ".join(f"{_refcli(loaded, set_for_good)} {procedure.name} {one}".split()) for one in said]


def short_example(loaded: LoadedRuleset, procedure: Procedure, commands: Meanings, set_for_good: str = "") -> str:
    """The first example as it can be typed at a terminal, by the beginnings of its names; empty where none is shorter.

    A number that can stand alone stands without its option. ``commands`` are the words by which a command is called.
    """
    example = examples_of(loaded, procedure, set_for_good)[0]
    before, _, said = example.partition(f" {procedure.name}")
    words = loaded.words(procedure, prefixes=True)
    conditions = {one: (one,) for one in words.conditions}
    placed = procedure.positional
    of_term = iter([meanings_of(field.field, words.charts) for field in placed])
    names = list(takewhile(lambda word: not word.startswith(("-", ":")), said.split()))
    typed = [_shorter(word, next(of_term, conditions), conditions) for word in names]
    if typed == names:
        return ""
    rest = said.split()[len(names) :]
    if rest and rest[0] in _option_left_out(procedure):
        rest = rest[1:]
    return " ".join([before, _beginning(procedure.name, commands, 1), *typed, *rest])


def what_is_enough(procedure: Procedure, short: str) -> str:
    """How the example in short is shorter than as it is said in full."""
    asked, said = number_field(procedure), short.split()
    alone = asked and not any(option in said for option in _option_left_out(procedure))
    number = f", and a number is the {asked.name}" if asked and alone and any(map(str.isdecimal, said)) else ""
    return f"beginning of a name is enough{number}"


def _option_left_out(procedure: Procedure) -> tuple[str, ...]:
    """The option that a number needs not, as it can be typed."""
    asked = number_field(procedure)
    return (asked.field.short, f"--{asked.name}") if asked else ()


def _shorter(word: str, known: Meanings, conditions: Meanings) -> str:
    """Terms with the beginnings of their names."""
    terms = [term.split("+") for term in word.split(",")]
    return ",".join(
        ["+".join([_beginning(thing, known), *[_beginning(one, conditions) for one in said]]) for thing, *said in terms]
    )


def _beginning(word: str, known: Meanings, least: int = 3) -> str:
    """A word, perhaps counted, by the shortest beginning of its name that means the same, of some letters at least."""
    thing = uncounted(word)[1]
    name, slash, place = thing.partition("/")
    means = matches(name, known, prefixes=True)
    begun = [name[:letters] for letters in range(least, len(name)) if name[:letters].isalpha()]
    short = next((one for one in begun if means and matches(one, known, prefixes=True) == means), name)
    return f"{word.removesuffix(thing)}{short}{slash}{place}"


def first_examples(loaded: LoadedRuleset, set_for_good: str = "") -> list[str]:
    """Lines to type for a ruleset: fire first, then what else it has."""
    names = sorted(loaded.ruleset.procedures, key=lambda name: name != "fire")
    chosen = [loaded.procedure(name) for name in names[:MOST_FIRST]]
    return [examples_of(loaded, procedure, set_for_good)[0] for procedure in chosen]


def _refcli(loaded: LoadedRuleset, set_for_good: str) -> str:
    name = loaded.ruleset.name
    if set_for_good == name:
        return "refcli"
    short = min([name, *(word for word, of in SHORT.items() if of == name)], key=len)
    return f"refcli -R {name if len(name) <= SHORT_ENOUGH else short}"


SHORT_ENOUGH = 4
"""Letters of a name for which no shorter one is needed."""


def _made(loaded: LoadedRuleset, procedure: Procedure) -> Iterator[str]:
    """A value for each field that is required: the first name of its chart, the least number, the first choice."""
    charts = loaded.library.charts(procedure.charts)

    def value(field: Input) -> str:
        if field.kind is Term:
            return next(iter(names_of(field.field, charts)), field.name)
        return one_word(field.field.choices[0]) if field.field.choices else f"{field.field.at_least or 1:g}"

    required = [field for field in procedure.inputs if field.required]
    yield from (value(field) for field in sorted(required, key=lambda one: one.field.position) if field.field.position)
    yield from (f"--{field.name} {value(field)}" for field in required if not field.field.position)
