"""The command of a procedure: its request, typed as arguments and options, is ruled on and printed."""

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from refcli.cli.command import (
    GAME_OPTION,
    HELP,
    HELP_ALL,
    RULES_OPTION,
    SHORT_HELP,
    Command,
    Parameter,
    RefusingCommand,
    Section,
    flag,
    option,
    placeholder,
    request_parameters,
)
from refcli.cli.faces_typed import faces_as_option
from refcli.cli.output import book_of, print_changes, print_record, write_svg
from refcli.cli.workspace import Workspace, chosen_format, missing_dice, output_format, usable, user_folder
from refcli.core.errors import Refused, UnknownName
from refcli.core.procedure import Procedure, Record
from refcli.core.request import DICE, NAMES, Input
from refcli.core.resolve import NONE_CHOSEN, Chosen, Players
from refcli.referee.last import keep
from refcli.referee.referee import Case, LoadedRuleset, Referee, fresh_seed
from refcli.referee.settings import written
from refcli.wire.lookup import place_bare_words

if TYPE_CHECKING:
    from refcli.cli.evening import InGame
    from refcli.render.book import Book
    from refcli.render.things import Things

OPTIONS = (
    RULES_OPTION,
    flag("--ask", help="Ask for the dice of each roll, and for each decision; Enter rolls."),
    flag("--odds", "-o", help="Roll nothing: tell the chance of every outcome."),
    flag("--what-if", help="What else would have changed it, with these dice."),
    flag("--why", "-w", help="Where each figure stands, and which conditions were not stated."),
    flag("--overrule", help="Rule in a game what a state or the sequence of play forbids."),
    flag("--published", help="Use no house value: published figures only."),
    flag("--json", help="Print JSON."),
    flag("--plain", help="Print plain lines."),
    flag("--csv", help="With --sweep: print CSV."),
    flag("--exit-status", help="Leave with status 1 when the attempt fails."),
    option("--set", metavar="CELL=FIGURE", help="Another figure for this ruling: chart.row.column=6.", many=True),
    option("--adjust", metavar="[SUM=]N[:WHY]", help="Another modifier for this ruling, and why: -1:dusk.", many=True),
    option("--reading", metavar="ID=OPTION", help="Read a disputed rule this way.", many=True),
    option(
        "--sweep",
        metavar="FIELD[=VALUES]",
        help="A table of chances over one field, or two: range=5:60:5.",
        many=True,
    ),
    option("--dice", metavar="FACES", help="The same as : FACES at the end of the line."),
    option("--seed", metavar="NUMBER", help="Roll the dice of an earlier ruling again: it tells its seed."),
    option("--scenario", metavar="NAME", help="Call units by the names that this scenario gives them."),
    option("--outcome", metavar="WORD", help="With --sweep: the chance of this outcome, not of success."),
    option("--need", metavar="PERCENT", help="With --sweep: mark the first value that reaches it: 50%."),
    option("--log", metavar="FILE", help="Keep the ruling in this journal."),
    GAME_OPTION._replace(help="Rule in this game: its units may be named, and their states count."),
    option(
        "--sample",
        metavar="N",
        help="With --odds: roll N times and tell about how often, where exact chances take too long.",
    ),
    option("--svg", metavar="FILE", help="Draw the ruling into this new file as well."),
    flag(HELP_ALL, help="Show every option."),
)
"""The options of every procedure."""

NOT_OF_FIELDS = (HELP, SHORT_HELP, "--without", *(name for one in OPTIONS for name in one.names))
"""The options that no field of a request may have."""

USUAL = frozenset(
    (
        "--ask",
        "--odds",
        "--what-if",
        "--why",
        "--adjust",
        "--set",
        "--reading",
        "--seed",
        "--game",
        "--log",
        HELP_ALL,
    )
)
"""The options that a game needs besides a procedure's own; ``--help-all`` describes the others."""

RULING, ODDS, SWEEP = "a ruling", "--odds", "--sweep"
GOES_WITH = {
    **dict.fromkeys(("ask", "seed", "log", "why", "what_if", "exit_status"), (RULING,)),
    "svg": (RULING, SWEEP),
    "dice": (RULING, ODDS),
    "sample": (ODDS,),
    "overrule": (RULING, ODDS),
    **dict.fromkeys(("outcome", "need", "csv"), (SWEEP,)),
}
"""What each option goes with, if it does not go with everything."""


class RulingCommand(Command):
    """A command with the fields of a procedure's request; faces may follow a colon at the end of its words."""

    usual = USUAL

    def __init__(
        self,
        name: str,
        run: Callable[..., int],
        parameters: Sequence[Parameter],
        help: str,
        loaded: LoadedRuleset,
        procedure: Procedure,
    ) -> None:
        super().__init__(name, run, parameters, help)
        self.loaded = loaded
        self.procedure = procedure

    def read(self, words: Sequence[str]) -> Callable[[], int | None]:
        """Return the work that these words ask for. Raises Refused."""
        no_colon = [name for one in self.parameters if one.no_colon for name in one.names]
        return super().read(faces_as_option(words, no_colon))


class ProcedureCommand(RulingCommand):
    """The command of a procedure; its page describes the fields in sections of their own."""

    def __init__(self, workspace: Workspace, loaded: LoadedRuleset, procedure: Procedure) -> None:
        of_request = request_parameters(procedure.inputs)
        super().__init__(procedure.name, self._rule, [*of_request, *OPTIONS], procedure.summary, loaded, procedure)
        self.described = frozenset([name for one in of_request for name in one.names])
        self.workspace = workspace

    def is_unfinished(self, words: Sequence[str]) -> bool:
        """True if nothing is typed, though something is required; a game may supply it."""
        if words:
            return False
        required = [field for field in self.procedure.inputs if field.required]
        evening = self.workspace.evening
        if not required or evening is None:
            return bool(required)
        from refcli.core.rows import Case as LedgerCase
        from refcli.game.request_in_play import names_sides

        ledger = evening.game.ledger
        if not ledger.play.is_done_in(ledger.phase, self.procedure.name):
            return False  # the game answers with a line about it
        case = LedgerCase(ledger, {"conditions": [], NAMES: {}}, procedure=self.procedure.name)
        supplied = {name for name, _ in ledger.hook.default_units(case)}
        whole = all(field.name in supplied for field in required)
        return not (whole or any(names_sides(self.procedure, field) for field in required))

    def usage(self) -> list[str]:
        """Return the words of the usage line; what may be left out is in brackets."""
        fields = [
            placeholder(field) if field.required else f"[{placeholder(field)}]" for field in self.procedure.positional
        ]
        conditions = self.procedure.conditions(self.loaded.library.charts(self.procedure.charts))
        more = ["[CONDITION]..."] if conditions else []
        return [*fields, *more, "[OPTIONS]", *(["[: FACES]"] if self.procedure.rolls else [])]

    def sections(self, workspace: Workspace, every: bool) -> Iterator[Section]:
        """Return examples, what to say, and the conditions."""
        from refcli.cli.help import sections_of_procedure

        yield from sections_of_procedure(self.loaded, self.procedure, workspace, every)

    def _rule(self, **given: Any) -> int:
        """Rule on what was typed and print the ruling, its odds or a sweep of them; return the exit status.

        In a game its ledger completes the request, and the ruling is kept there.
        """
        evening, prefixes = self.workspace.evening, self.workspace.takes_prefixes
        referee = self.workspace.referee
        if given["rules"] and (other := referee.rulesets.name_of(given["rules"])) != self.loaded.ruleset.name:
            raise Refused(f"--rules: {self.loaded.ruleset.name} or {other}, not both")
        check_together(given, bool(evening))
        referee = referee_for(referee, given)
        how = output_format(referee.settings)
        plain = self._request(given, prefixes)
        in_game, brought = None, list[str]()
        if evening:
            from refcli.cli.evening import InGame

            asks = bool(given["odds"] or given["sweep"])
            in_game = InGame(evening, {**plain, DICE: given["dice"]}, prefixes, given["overrule"], asks=asks)
            plain = dict(in_game.plain)
            if asks:
                plain.pop(NAMES, None)  # alike units are worked out as one
                if how != "json" and not given["csv"]:
                    from refcli.cli.evening import supplied_lines

                    brought = supplied_lines(in_game)
        if given["sweep"]:
            from refcli.cli.odds import sweep

            return sweep(referee, self.procedure, plain, prefixes, how, given, brought)
        case = referee.case(plain, prefixes)
        if given["odds"]:
            from refcli.cli.odds import print_odds

            return print_odds(referee, case, how, given, brought)
        record = record_of(referee, case, given, players=evening.players if evening else None)
        return print_and_keep(referee, case, record, how, given, in_game=in_game)

    def _request(self, given: Mapping[str, Any], prefixes: bool) -> dict[str, Any]:
        """Return the request as JSON has it. Raises Refused for a value that is empty."""
        plain: dict[str, Any] = {"rules": self.loaded.ruleset.name, "procedure": self.procedure.name}
        for one in OPTIONS:
            if one.metavar and given[one.name] == "" and one not in (RULES_OPTION, GAME_OPTION):
                raise Refused(f"{one.names[0]}: nothing is given; leave it out or give {one.metavar}")
        for field in self.procedure.inputs:
            if given[field.name] == "":  # an empty variable of a shell script
                raise Refused(f"{field.name}: nothing is given; leave it out or give {field.field.help}")
            plain[field.name] = given[field.name]
        plain["conditions"] = list(given["conditions"])
        words = self.loaded.words(self.procedure, prefixes)
        for field in reversed([field for field in self.procedure.positional if not field.required]):
            text = plain[field.name]
            if text is not None and _is_condition(words, text, field):
                plain["conditions"].insert(0, text)  # an optional term was left out: the next word is a condition
                plain[field.name] = None
        plain |= controls(given)
        if given["scenario"]:
            from refcli.referee.scenario import take_units

            take_units(plain, given["scenario"], self.procedure, self.workspace.referee)
        # In a game a word may name a unit in play.
        return plain if self.workspace.evening else place_bare_words(words, plain)


class MissingRulesetCommand(RefusingCommand):
    """A procedure without a ruleset: its page of help describes it in each ruleset that has it."""

    def __init__(self, name: str, having: Sequence[str]) -> None:
        choose = f"choose the ruleset: refcli -R {having[0]} {name}"
        error = Refused(f"which rules? {name} is a procedure of {', '.join(having)}; {choose}")
        super().__init__(name, error, "[WHO] [WHOM] [CONDITION]...")
        self.having = having

    def is_unfinished(self, words: Sequence[str]) -> bool:
        """True if nothing is typed."""
        return not words

    def sections(self, workspace: Workspace, every: bool) -> Iterator[Section]:
        """Return an example and a description for each ruleset."""
        from refcli.cli.help import sections_of_rulesets

        having = usable([workspace.referee.loaded(rules) for rules in self.having])
        yield from sections_of_rulesets(self.name, having)


def options_but(names: Collection[str]) -> list[Parameter]:
    """Return the options of every procedure, some excepted."""
    return [one for one in OPTIONS if one.names[0] not in names]


def check_together(given: Mapping[str, Any], in_game: bool) -> None:
    """Refuse an option without an effect beside the others."""
    asked = SWEEP if given["sweep"] else ODDS if given["odds"] else RULING
    if given["overrule"] and not in_game:
        raise Refused("--overrule goes with a game (--game FILE): without one nothing is forbidden")
    if given["log"] and in_game:
        raise Refused("--log or --game, not both: the rulings of a game are kept in it")
    for name, places in GOES_WITH.items():
        if given[name] is not None and given[name] is not False and asked not in places:
            raise Refused(f"--{name.replace('_', '-')} goes with {' or '.join(places)}, not with {asked}")


def referee_for(referee: Referee, given: Mapping[str, Any]) -> Referee:
    """Return the referee under the flags of a command line."""
    format = chosen_format(given["json"], given["plain"])
    if not (given["rules"] or given["published"] or format):
        return referee
    return referee.under(
        referee.settings.under(rules=given["rules"], published=given["published"] or None, format=format)
    )


def record_of(
    referee: Referee,
    case: Case,
    given: Mapping[str, Any],
    known: Mapping[str, int] | None = None,
    seed: int | None = None,
    by_hand: bool = False,
    players: "Callable[[Things, Book], Players] | None" = None,
    chosen: Chosen = NONE_CHOSEN,
) -> Record:
    """Resolve a case with the dice that are typed, asked for, known or rolled, and with choices ``chosen`` before.

    The setting decides about missing dice: if it is set, if some faces are typed, and if the known ones were rolled
    ``by_hand``. ``players`` are asked in place of the person at the terminal, for nothing if every face is there.
    """
    some_given = by_hand if known else bool(given["dice"])
    rolls_all = known is not None or given["seed"] is not None or not referee.settings.dice.value
    missing = "ask" if given["ask"] else "roll" if rolls_all and not some_given else missing_dice(referee.settings)
    asked: Players | None = None
    if missing != "roll":
        from refcli.cli.ask import Complete, Prompter
        from refcli.render.things import Things

        things = Things(case.procedure, case.request, case.words.charts)
        book = book_of(referee, case.rules, case.procedure.charts)
        if missing == "refuse":
            asked = Complete(things)
        else:
            asked = players(things, book) if players else Prompter(things, book)
    if given["seed"] is not None:
        seed = given["seed"]
    elif seed is None:
        seed = fresh_seed()
    if asked and not given["ask"]:
        with suppress(Refused):
            alone = referee.rule(case, seed, given["dice"], known=known, spare=True, chosen=chosen)
            if not any("rolled" in roll.origins for roll in alone.ruling.rolls):
                return alone
    return referee.rule(case, seed, given["dice"], known=known, players=asked, spare=True, chosen=chosen)


def print_and_keep(
    referee: Referee,
    case: Case,
    record: Record,
    how: str,
    given: Mapping[str, Any],
    amends: int | None = None,
    was: Record | None = None,
    in_game: "InGame | None" = None,
) -> int:
    """Print a ruling and keep it as the last one; return the exit status.

    ``was`` is the ruling before a correction, ``amends`` the number of its entry in the journal. A ruling ``in_game``
    is kept in the game alone.
    """
    changes = []
    beside: dict[str, Any] = {}
    if was:
        beside = {"was": {"outcome": was.ruling.outcome.word, "verdict": was.ruling.verdict}}
    if given["what_if"]:
        from refcli.referee.what_if import what_if

        changes = list(what_if(referee, case, record))
        beside["what_if"] = [one._asdict() for one in changes]
    if given["svg"]:
        write_svg(referee, record, given["svg"])
    if in_game:
        from refcli.cli.evening import keep_and_print

        keep_and_print(in_game, referee, record, how, given["why"], beside, was)
    else:
        journal = given["log"] or referee.settings.log.value
        if journal:
            from refcli.game.journal import append

            incomplete = append(written(journal), record, amends)
            if incomplete:
                print(f"{journal}:{incomplete.number}: {incomplete.said}", file=sys.stderr)
        keep(user_folder(), record)
        print_record(referee, record, how, given["why"], beside, was)
    if given["what_if"] and how != "json":
        print_changes(changes, record.ruling.outcome.word, given["why"])
    return 1 if given["exit_status"] and not record.ruling.outcome.success else 0


def controls(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the referee's own figures, modifiers and readings, as typed."""
    return {"set": list(given["set"]), "adjust": list(given["adjust"]), "readings": list(given["reading"])}


def _is_condition(words: Any, text: str, field: Input) -> bool:
    try:
        words.terms(text, field)
    except (Refused, UnknownName):
        try:
            words.stated_and_negated([text])
        except (Refused, UnknownName):
            return False
        return True
    return False
