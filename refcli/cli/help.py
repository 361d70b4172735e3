"""Pages of help: shown as lines or panels, and their sections about procedures and rulesets, with examples."""

import sys
from collections.abc import Iterator, Sequence
from itertools import takewhile

from refcli.cli.command import AT_PROMPT, EVENING, FIXED, HELP_FLAG, Page, Parameter, Section, first_words, placeholder
from refcli.cli.terminal import usual_format, width_of
from refcli.cli.workspace import Workspace
from refcli.core.dice import D6, D10
from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.core.request import Input, Term, meanings_of, names_of, one_word, uncounted
from refcli.referee.referee import LoadedRuleset
from refcli.rulesets import SHORT
from refcli.wire.lookup import Meanings, alternatives, matches, number_field

ABOUT = "The referee's assistant at a Second World War miniatures table: one short command, one ruling."

EXAMPLES = [
    ("refcli -R grid fire tank infantry woods", "refcli rolls the die"),
    ("refcli -R grid fire tank infantry woods : 5", "you rolled a 5"),
    ("refcli -R grid f tank inf woo : 5", "at a terminal the beginning of a name is enough"),
    ("refcli -R grid fire tank infantry --odds", "the chances, before anyone rolls"),
    ("refcli -R grid fire --help", "what can be said to fire"),
]
"""Examples before a ruleset is chosen."""

FACES, IN_A_RUN = (one.replace(" ", "\N{NO-BREAK SPACE}") for one in ("5 3 6 / 4 2", "536 / 42"))
"""Faces of two rolls on one line, for any die and in short for dice without a 10."""

MOST_EXAMPLES = 3
"""Examples of a whole ruleset."""

SHORT_ENOUGH = 4
"""Letters of a ruleset's name that is typed in full in examples."""


def show(page: Page, workspace: Workspace, missing: bool = False) -> None:
    """Print a page, in panels or lines as rulings are; its first two sections before the error if words are missing.

    Settings that cannot be read do not matter here.
    """
    stream = sys.stderr if missing else sys.stdout
    try:
        how = str(workspace.settings.format.value) or usual_format(stream)
    except (Refused, OSError):
        how = usual_format(stream)
    if stream is None or (missing and how == "json"):
        return
    if missing:
        page = page._replace(sections=page.sections[:2])
    if how == "rich":
        from refcli.cli.console import Console
        from refcli.render.page import page_picture

        screen = Console(stderr=missing)
        screen.print(page_picture(*page, screen.width))
    else:
        from refcli.render.page import page_lines

        print("\n".join(page_lines(*page, width_of(stream))), file=stream)
    if missing:
        print(file=stream)


def first_page(workspace: Workspace, rules: str, options: Sequence[Parameter]) -> Page:
    """Return the page of refcli itself: examples, the procedures of the ruleset or of each, the other commands."""
    rules = rules or workspace.rules_set
    sections: list[Section] = []
    if rules:
        loaded = workspace.referee.loaded(rules)
        names = sorted(loaded.ruleset.procedures, key=lambda name: name != "fire")
        first = [loaded.procedure(name) for name in names[:MOST_EXAMPLES]]
        examples = [(workspace.as_typed(examples_of(loaded, one, workspace.rules_set)[0]), "") for one in first]
        if short := short_example(loaded, first[0], first_words(workspace, rules), workspace.rules_set):
            where = "" if workspace.at_prompt else "at a terminal "
            examples.append((workspace.as_typed(short), f"{where}the beginning of a name is enough"))
        procedures = [(name, loaded.procedure(name).summary) for name in loaded.ruleset.procedures]
        sections = [("Examples", examples), (f"Procedures of {loaded.ruleset.name}", procedures)]
    else:
        known = workspace.referee.rulesets
        each = [(name, ", ".join(known.ruleset(name).procedures)) for name in known.at_hand()]
        sections = [("Examples", EXAMPLES), ("Rulesets, and the procedures of each", each)]
    title, commands = ("The game", AT_PROMPT) if workspace.at_prompt else ("A game (--game FILE)", EVENING)
    shown = [one for one in (*options, HELP_FLAG) if workspace.hidden_options.isdisjoint(one.names)]
    return Page(
        f"{workspace.program} [OPTIONS] PROCEDURE [WHO] [WHOM] [CONDITION]...".lstrip(),
        ABOUT,
        [
            *sections,
            (title, [(name, FIXED[name][1]) for name in commands]),
            ("Other commands", [(name, about) for name, (_, about) in FIXED.items() if name not in EVENING]),
            ("Options", [one.described for one in shown]),
        ],
    )


def sections_of_rulesets(name: str, having: Sequence[LoadedRuleset]) -> Iterator[Section]:
    """Return an example and a description of a procedure in each ruleset."""
    found = [(loaded, loaded.procedure(name)) for loaded in having]
    yield "Examples", [(examples_of(loaded, procedure)[0], "") for loaded, procedure in found]
    yield f"What {name} is in each ruleset", [(loaded.ruleset.name, one.summary) for loaded, one in found]


def sections_of_procedure(
    loaded: LoadedRuleset, procedure: Procedure, workspace: Workspace, every: bool
) -> Iterator[Section]:
    """Return examples, what to say with the charts that list the names, and the conditions."""
    rules = loaded.ruleset.name
    rules_set, typed = workspace.rules_set, workspace.as_typed
    yield "Examples", [(typed(one), "") for one in examples_of(loaded, procedure, rules_set)]
    if short := short_example(loaded, procedure, first_words(workspace, rules), rules_set):
        where = "The" if workspace.at_prompt else "At a terminal the"
        yield f"{where} {what_is_enough(procedure, short)}", [(typed(short), "")]
    conditions = [*sections_of_conditions(loaded, procedure)]
    title = str(loaded.library.about().get("title", rules))
    yield f"What to say ({title})", [*_what_to_say(loaded, procedure, workspace, bool(conditions))]
    yield from conditions
    if every and loaded.readings:
        told_by = typed(f"refcli rules {rules}")
        yield f"Disputed rules (--reading), told by {told_by}", ", ".join(loaded.readings)


def _what_to_say(
    loaded: LoadedRuleset, procedure: Procedure, workspace: Workspace, with_conditions: bool
) -> Iterator[tuple[str, str]]:
    show = workspace.as_typed(f"refcli charts show {loaded.ruleset.name}")
    for field in procedure.positional:
        names = f"; names: {show} {' '.join(field.field.charts)}" if field.field.charts else ""
        places = f"; /PLACE is {alternatives(field.field.places)}" if field.field.places else ""
        word = placeholder(field) if field.required else f"[{placeholder(field)}]"
        yield word, f"{field.field.help}{places}{names}"
    if with_conditions:
        how = "behind the rest, or joined to the one it is said of by +"
        yield "CONDITION", f"what holds, from the lists below: {how}"
    for field in procedure.inputs:
        if not field.field.position:
            short = f"{field.field.short}, " if field.field.short else ""
            others = {choice for one in procedure.inputs if one is not field for choice in one.field.choices}
            alone = bool(field.field.choices) and others.isdisjoint(field.field.choices)
            yield f"{short}--{field.name} {placeholder(field)}", field_help(field, alone)
    if procedure.rolls:
        dice = {chart.die for chart in loaded.library.charts(procedure.charts).values()}
        faces = IN_A_RUN if dice & {D6.name} and D10.name not in dice else FACES
        how = f"at the end of the line, roll by roll: {faces}"
        yield ": FACES", f"dice rolled at the table, {how}; refcli rolls the rest"


def sections_of_conditions(loaded: LoadedRuleset, procedure: Procedure) -> Iterator[Section]:
    """Return the conditions of each field, then those of the whole ruling."""
    of: dict[str, list[tuple[str, str]]] = {field.name: [] for field in procedure.inputs}
    for name, condition in procedure.conditions(loaded.library.charts(procedure.charts)).items():
        counted = f"; more than once: 2x{name}" if condition.counted else ""
        of.setdefault(condition.of, []).append((name, f"{condition.told}{counted}"))
    ruling = of.pop("", [])
    yield from [(f"Conditions of the {field}", lines) for field, lines in of.items() if lines]
    if ruling:
        yield "Conditions of the whole ruling", ruling


def field_help(field: Input, alone: bool = False) -> str:
    """Return the description of a field: its choices, whether one of them may stand ``alone``, and its default."""
    without = "; the word alone will do" if alone else ""
    choices = f" ({', '.join(map(one_word, field.field.choices))}{without})" if field.field.choices else ""
    usual = one_word(field.default) if field.field.choices and field.default else field.default
    default = f" [default: {usual}]" if usual not in (None, (), "") else ""
    return f"{field.field.help[:1].upper()}{field.field.help[1:]}{choices}.{default}"


def examples_of(loaded: LoadedRuleset, procedure: Procedure, rules_set: str = "") -> list[str]:
    """Return lines to type for a procedure, from the ruleset's file or made from its fields.

    The ruleset that the settings choose is left out.
    """
    found = loaded.library.about().get("examples", {}).get(procedure.name)
    lines = found if found is not None else [" ".join(_made_example(loaded, procedure))]
    name = loaded.ruleset.name
    short = min([name, *(word for word, of in SHORT.items() if of == name)], key=len)
    rules = "" if rules_set == name else f"-R {name if len(name) <= SHORT_ENOUGH else short}"
    return [" ".join(f"refcli {rules} {procedure.name} {line}".split()) for line in lines]


def _made_example(loaded: LoadedRuleset, procedure: Procedure) -> Iterator[str]:
    """Return a value for each required field: the first name of its chart, the least number, the first choice."""
    charts = loaded.library.charts(procedure.charts)

    def value(field: Input) -> str:
        if field.kind is Term:
            return next(iter(names_of(field.field, charts)), field.name)
        return one_word(field.field.choices[0]) if field.field.choices else f"{field.field.at_least or 1:g}"

    required = [field for field in procedure.inputs if field.required]
    yield from (value(field) for field in sorted(required, key=lambda one: one.field.position) if field.field.position)
    yield from (f"--{field.name} {value(field)}" for field in required if not field.field.position)


def short_example(loaded: LoadedRuleset, procedure: Procedure, commands: Meanings, rules_set: str = "") -> str:
    """Return the first example with the beginnings of its names, as a terminal takes it; empty if none is shorter.

    A number that can stand alone stands without its option. ``commands`` are the first words of command lines.
    """
    example = examples_of(loaded, procedure, rules_set)[0]
    before, _, after = example.partition(f" {procedure.name}")
    words = loaded.words(procedure, prefixes=True)
    conditions = {one: (one,) for one in words.conditions}
    of_term = iter([meanings_of(field.field, words.charts) for field in procedure.positional])
    names = [*takewhile(lambda word: not word.startswith(("-", ":")), after.split())]
    typed = [_shorter(word, next(of_term, conditions), conditions) for word in names]
    if typed == names:
        return ""
    rest = after.split()[len(names) :]
    if rest and rest[0] in _option_left_out(procedure):
        rest = rest[1:]
    return " ".join([before, _beginning(procedure.name, commands, 1), *typed, *rest])


def what_is_enough(procedure: Procedure, short: str) -> str:
    """Return the difference between the short example and the full one."""
    asked, words = number_field(procedure), short.split()
    alone = asked and not any(option in words for option in _option_left_out(procedure))
    number = f", and a number is the {asked.name}" if asked and alone and any(map(str.isdecimal, words)) else ""
    return f"beginning of a name is enough{number}"


def _option_left_out(procedure: Procedure) -> tuple[str, ...]:
    """Return the spellings of the option that a bare number replaces."""
    asked = number_field(procedure)
    return (asked.field.short, f"--{asked.name}") if asked else ()


def _shorter(word: str, known: Meanings, conditions: Meanings) -> str:
    """Return terms with the beginnings of their names."""
    terms = [term.split("+") for term in word.split(",")]
    return ",".join(
        ["+".join([_beginning(name, known), *[_beginning(one, conditions) for one in more]]) for name, *more in terms]
    )


def _beginning(word: str, known: Meanings, least: int = 3) -> str:
    """Return a word, perhaps with a count, by the shortest beginning of its name with the same meaning."""
    thing = uncounted(word)[1]
    name, slash, place = thing.partition("/")
    means = matches(name, known, prefixes=True)
    begun = [name[:letters] for letters in range(least, len(name)) if name[:letters].isalpha()]
    short = next((one for one in begun if means and matches(one, known, prefixes=True) == means), name)
    return f"{word.removesuffix(thing)}{short}{slash}{place}"
