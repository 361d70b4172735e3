"""What a procedure's command does: take what was typed, resolve it or tell its odds, print it."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from refcli.cli.output import (
    book_of,
    print_changes,
    print_lines,
    print_odds,
    print_record,
    print_sampled_odds,
    print_sweep,
    write_svg,
)
from refcli.cli.surroundings import chosen_format, dice_missing, output_format, takes_prefixes, user_folder
from refcli.core.errors import Refused, Stopped, UnknownName
from refcli.core.limits import MOST_SAMPLED
from refcli.core.procedure import Procedure, Record
from refcli.core.request import DICE, NAMES, Input
from refcli.core.resolve import NONE_CHOSEN, Chosen, Players
from refcli.referee.last import keep
from refcli.referee.referee import Case, LoadedRuleset, Referee, fresh_seed
from refcli.referee.settings import written
from refcli.wire.lookup import whole_number

if TYPE_CHECKING:
    from refcli.cli.evening import Evening, InGame
    from refcli.render.book import Book
    from refcli.render.things import Things

RULING, ODDS, SWEEP = "a ruling", "--odds", "--sweep"
GOES_WITH = {
    **dict.fromkeys(("ask", "seed", "log", "why", "what_if", "exit_status"), (RULING,)),
    "svg": (RULING, SWEEP),
    "dice": (RULING, ODDS),
    "sample": (ODDS,),
    "overrule": (RULING, ODDS),
    **dict.fromkeys(("outcome", "need", "csv"), (SWEEP,)),
}
"""What the options that do not go with everything go with."""


def resolve_and_print(
    referee: Referee,
    loaded: LoadedRuleset,
    procedure: Procedure,
    given: dict[str, Any],
    evening: "Evening | None" = None,
) -> int:
    """Resolve what was typed and print the ruling, its odds or a sweep of them; the exit status.

    In the game of an ``evening`` its ledger completes what was typed, and the ruling is kept there.
    """
    if given["rules"] and (other := referee.rulesets.name_of(given["rules"])) != loaded.ruleset.name:
        raise Refused(f"--rules: {loaded.ruleset.name} or {other}, not both")
    _check_together(given, evening)
    referee = referee_for(referee, given)
    how = output_format(referee.settings)
    prefixes = takes_prefixes() or bool(evening and evening.at_table)
    plain = _typed(referee, loaded, procedure, given, prefixes)
    if evening is None:  # where one is on, a word may name a unit in play
        from refcli.wire.lookup import place_bare_words

        plain = place_bare_words(loaded.words(procedure, prefixes), plain)
    in_game, brought = None, list[str]()
    if evening:
        from refcli.cli.evening import InGame

        asks = bool(given["odds"] or given["sweep"])
        in_game = InGame(evening, {**plain, DICE: given["dice"]}, prefixes, given["overrule"], asks=asks)
        plain = dict(in_game.plain)
        if asks:
            plain.pop(NAMES, None)  # alike units are worked out as one
            if how != "json" and not given["csv"]:
                from refcli.cli.ruling_told import brought_to

                brought = brought_to(in_game)
    if given["sweep"]:
        return _sweep(referee, procedure, plain, prefixes, how, given, brought)
    case = referee.case(plain, prefixes)
    if given["odds"]:
        from refcli.referee.what_if import known_in

        known = known_in(case, given["dice"])
        if given["sample"] is None:
            print_odds(referee, case, how, known, brought)
        else:
            rolls = whole_number(given["sample"], "--sample", 1, MOST_SAMPLED)
            print_sampled_odds(referee, case, how, known, rolls, brought)
        return 0
    record = record_of(referee, case, given, players=evening.players if evening else None)
    return print_and_keep(referee, case, record, how, given, in_game=in_game)


def _check_together(given: Mapping[str, Any], evening: "Evening | None") -> None:
    """Refuse an option that would say nothing beside the others."""
    asked = SWEEP if given["sweep"] else ODDS if given["odds"] else RULING
    if given["overrule"] and not evening:
        raise Refused("--overrule goes with a game (--game FILE): without one nothing is forbidden")
    if given["log"] and evening:
        raise Refused("--log or --game, not both: the rulings of a game are kept in it")
    for name, places in GOES_WITH.items():
        if given[name] is not None and given[name] is not False and asked not in places:
            raise Refused(f"--{name.replace('_', '-')} goes with {' or '.join(places)}, not with {asked}")


def referee_for(referee: Referee, given: Mapping[str, Any]) -> Referee:
    """The referee under the flags that were typed."""
    said = chosen_format(given["json"], given["plain"])
    published = given["published"] or None
    return referee.under(referee.settings.under(rules=given["rules"], published=published, format=said))


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
    """The case resolved with the dice that were typed, asked for, known or rolled, and what was ``chosen`` before.

    The setting says what becomes of the others: where it was set, where some were typed, and where those that are
    known were rolled ``by_hand``.
    ``players`` are asked in place of the person at the terminal, for nothing where every face is there.
    """
    some_given = by_hand if known else bool(given["dice"])
    rolls_all = known is not None or given["seed"] is not None or not referee.settings.dice.value
    missing = "ask" if given["ask"] else "roll" if rolls_all and not some_given else dice_missing(referee.settings)
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
    """Print a ruling with what was asked beside it, and keep it as the last one; the exit status.

    ``was`` is what it was before it was judged again, ``amends`` the number of its entry in the journal. One that is
    made ``in_game`` is kept in the game alone.
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
        from refcli.cli.ruling_told import keep_and_print

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


def _sweep(
    referee: Referee,
    procedure: Procedure,
    plain: Mapping[str, Any],
    prefixes: bool,
    how: str,
    given: Mapping[str, Any],
    brought: Sequence[str],
) -> int:
    from refcli.cli.waiting import Waiting
    from refcli.referee.sweep import Row, Sweep, answers_of, axes_from, first_of, need_from, outcome_from, rows_of

    axes = axes_from(given["sweep"], procedure)
    outcome = outcome_from(given["outcome"], procedure)
    case = referee.case({**plain, **first_of(axes)}, prefixes)
    need, rows, stopped = need_from(given["need"]), list[Row](), ""
    with Waiting("working out exact odds") as waiting:
        try:
            for row in rows_of(referee, plain, axes, outcome, prefixes):
                rows.append(row)
                waiting.far(len(rows) * len(row), answers_of(axes), "answers")
        except KeyboardInterrupt:
            if not rows:
                raise
            done = len(rows) * len(rows[0])
            stopped = f"stopped after {done:,} of {answers_of(axes):,} answers: these are the whole rows among them"
    swept = Sweep.over(axes, outcome, rows)
    print_lines(brought)
    print_sweep(referee, case, swept, how, given["csv"], need, None if stopped else given["svg"])
    if stopped:
        raise Stopped(stopped)
    return 0


def _typed(
    referee: Referee, loaded: LoadedRuleset, procedure: Procedure, given: dict[str, Any], prefixes: bool
) -> dict[str, Any]:
    """What was typed as a plain object."""
    plain: dict[str, Any] = {"rules": loaded.ruleset.name, "procedure": procedure.name}
    for field in procedure.inputs:
        if given[field.name] == "":  # a variable of a shell script that holds nothing
            raise Refused(f"{field.name}: nothing is given; leave it out or give {field.field.help}")
        plain[field.name] = given[field.name]
    plain["conditions"] = list(given["conditions"])
    words = loaded.words(procedure, prefixes)
    for field in reversed([field for field in procedure.inputs if field.field.position and not field.required]):
        text = plain[field.name]
        if text is not None and _is_condition(words, text, field):
            plain["conditions"].insert(0, text)  # an optional term was left out: the next word is a condition
            plain[field.name] = None
    plain |= controls(given)
    if given["scenario"]:
        from refcli.referee.scenario import take_units

        take_units(plain, given["scenario"], procedure, referee)
    return plain


def controls(given: Mapping[str, Any]) -> dict[str, Any]:
    """The referee's own figures, modifiers and readings, as typed."""
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
