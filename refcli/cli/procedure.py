"""One command for each procedure, made from its request: its arguments, options and help."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from refcli.cli.complete import complete_conditions, complete_terms, items
from refcli.cli.options import USUAL, field_help, field_option, metavar, procedure_options
from refcli.cli.surroundings import around
from refcli.cli.typer_inside import Completer, HelpfulCommand, Section, argument
from refcli.core.dice import D6, D10
from refcli.core.procedure import Procedure
from refcli.core.request import NAMES, Input
from refcli.core.rows import Case
from refcli.referee.referee import LoadedRuleset, Referee
from refcli.wire.lookup import alternatives

if TYPE_CHECKING:
    from refcli.cli.evening import Evening


FACES, IN_A_RUN = (one.replace(" ", "\N{NO-BREAK SPACE}") for one in ("5 3 6 / 4 2", "536 / 42"))
"""Faces of two rolls that fall on every die, as an example that stays on one line; of dice without a 10 in short."""


def command_for(
    referee: Referee, loaded: LoadedRuleset, name: str, evening: "Evening | None" = None
) -> "ProcedureCommand":
    """The command of a procedure, by its name or the ruleset's own word for it; in a game where an evening is on."""
    procedure = loaded.procedure(name)
    params: list[Any] = [
        argument(
            field.name,
            metavar=_placed(field),
            hidden=True,
            autocompletion=complete_units(evening, complete_terms(loaded, procedure, field)),
        )
        for field in procedure.positional
    ]
    complete = complete_conditions(loaded, procedure)
    params.append(argument("conditions", many=True, metavar="[CONDITION]...", hidden=True, autocompletion=complete))
    params += [field_option(loaded, procedure, field) for field in procedure.inputs if not field.field.position]
    params += procedure_options(loaded)

    def run(**given: Any) -> int:
        from refcli.cli.resolving import resolve_and_print

        return resolve_and_print(referee, loaded, procedure, given, evening)

    return ProcedureCommand(loaded, procedure, run, params)


def complete_units(evening: "Evening | None", rows: Completer) -> Completer:
    """What TAB offers where units are named: in a game those in play, else ``rows`` of the charts."""
    if evening is None:
        return rows

    def complete(ctx: Any, args: Any, incomplete: str) -> list[str]:
        from refcli.prompt.describe import what_it_is  # only TAB pays for it

        done, comma, last = incomplete.rpartition(",")
        told = {name: what_it_is(unit) for name, unit in evening.game.ledger.units.items()}
        units = items(told, last, f"{done}{comma}") if "+" not in last else []
        return units or rows(ctx, args, incomplete)

    return complete


class ProcedureCommand(HelpfulCommand):
    """A command whose help tells the conditions of its ruleset's charts."""

    usual = USUAL

    def __init__(self, loaded: LoadedRuleset, procedure: Procedure, run: Callable[..., int], params: list[Any]) -> None:
        super().__init__(procedure.name, run, params, procedure.summary)
        self.loaded = loaded
        self.procedure = procedure
        self.told = frozenset([f"--{field.name}" for field in procedure.inputs])

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """As Typer does it; where nothing is said that has to be, what can be said is shown before the error."""
        if not args and not ctx.resilient_parsing and self._has_to_be_told(ctx):
            page = self.page(ctx)
            ctx.obj.show(page._replace(sections=page.sections[:2]), missing=True)
        return list(super().parse_args(ctx, args))

    def _has_to_be_told(self, ctx: Any) -> bool:
        """Whether anything has to be said; a game that knows who is meant asks for the rest in a line."""
        required = [field for field in self.procedure.inputs if field.required]
        evening = around(ctx).evening
        if not required or evening is None:
            return bool(required)
        from refcli.game.request_in_play import names_sides

        ledger = evening.game.ledger
        if not ledger.play.is_done_in(ledger.phase, self.procedure.name):
            return False  # the game says so in a line
        meant = {
            name
            for name, _ in ledger.hook.default_units(
                Case(ledger, {"conditions": [], NAMES: {}}, procedure=self.procedure.name)
            )
        }
        whole = all(field.name in meant for field in required)
        return not (whole or any(names_sides(self.procedure, field) for field in required))

    def usage(self) -> list[str]:
        """What has to be said stands bare, what may be left out in brackets."""
        said = [_placed(field) for field in self.procedure.positional]
        conditions = self.procedure.conditions(self.loaded.library.charts(self.procedure.charts))
        more = ["[CONDITION]..."] if conditions else []
        return [*said, *more, "[OPTIONS]", *(["[: FACES]"] if self.procedure.rolls else [])]

    def sections(self, ctx: Any, every: bool) -> Iterator[Section]:
        """Examples, what to say and where its names are listed, the conditions by whom they are said of."""
        rules = self.loaded.ruleset.name
        from refcli.cli.examples import examples_of, short_example, what_is_enough  # only a page of help pays for it

        set_for_good, typed = around(ctx).rules_set, around(ctx).as_typed
        yield "Examples", [(typed(one), "") for one in examples_of(self.loaded, self.procedure, set_for_good)]
        short = short_example(self.loaded, self.procedure, ctx.find_root().command.meanings(ctx), set_for_good)
        if short:
            where = "The" if around(ctx).at_table else "At a terminal the"
            yield f"{where} {what_is_enough(self.procedure, short)}", [(typed(short), "")]
        title = str(self.loaded.library.about().get("title", rules))
        conditions = list(conditions_told(self.loaded, self.procedure))
        yield f"What to say ({title})", list(self._what_to_say(typed(f"refcli charts show {rules}"), bool(conditions)))
        yield from conditions
        if every and self.loaded.readings:
            yield (
                f"Disputed rules (--reading), told by {typed(f'refcli rules {rules}')}",
                ", ".join(self.loaded.readings),
            )

    def _what_to_say(self, show: str, with_conditions: bool) -> Iterator[tuple[str, str]]:
        """What stands for each field; ``show`` lists the names of a chart."""
        for field in self.procedure.positional:
            yield _placed(field), _named(field, show)
        if with_conditions:
            how = "behind the rest, or joined to the one it is said of by +"
            yield "CONDITION", f"what holds, from the lists below: {how}"
        for field in self.procedure.inputs:
            if not field.field.position:
                short = f"{field.field.short}, " if field.field.short else ""
                yield f"{short}--{field.name} {metavar(field)}", field_help(field, self._alone(field))
        if self.procedure.rolls:
            dice = {chart.die for chart in self.loaded.library.charts(self.procedure.charts).values()}
            faces = IN_A_RUN if dice & {D6.name} and D10.name not in dice else FACES
            how = f"at the end of the line, roll by roll: {faces}"
            yield ": FACES", f"dice rolled at the table, {how}; refcli rolls the rest"

    def _alone(self, field: Input) -> bool:
        """Whether a choice of this field needs no option, as it is one of no other field."""
        others = [one.field.choices for one in self.procedure.inputs if one is not field]
        return bool(field.field.choices) and not any(set(field.field.choices) & set(other) for other in others)


def conditions_told(loaded: LoadedRuleset, procedure: Procedure) -> Iterator[Section]:
    """The conditions, grouped by whom they are said of: the fields in their order, then the whole ruling."""
    charts = loaded.library.charts(procedure.charts)
    of: dict[str, list[tuple[str, str]]] = {field.name: [] for field in procedure.inputs}
    for name, condition in procedure.conditions(charts).items():
        of.setdefault(condition.of, []).append((name, _condition(condition)))
    ruling = of.pop("", [])
    for field, said in of.items():
        if said:
            yield f"Conditions of the {field}", said
    if ruling:
        yield "Conditions of the whole ruling", ruling


def _named(field: Input, show: str) -> str:
    where = f"; names: {show} {' '.join(field.field.charts)}" if field.field.charts else ""
    places = f"; /PLACE is {alternatives(field.field.places)}" if field.field.places else ""
    return f"{field.field.help}{places}{where}"


def _condition(condition: Any) -> str:
    counted = f"; more than once: 2x{condition.name}" if condition.counted else ""
    return f"{condition.told}{counted}"


def _placed(field: Input) -> str:
    """A field that is said by its place, as a usage line has it."""
    return metavar(field) if field.required else f"[{metavar(field)}]"
