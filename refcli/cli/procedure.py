"""One command for each procedure, made from its request: its arguments, options and help."""

from collections.abc import Callable, Iterator
from typing import Any

from refcli.cli.complete import complete_conditions, complete_terms
from refcli.cli.options import field_option, metavar, procedure_options
from refcli.cli.typer_inside import HelpfulCommand, Section, argument
from refcli.core.procedure import Procedure
from refcli.core.request import Input
from refcli.referee.referee import LoadedRuleset, Referee


def command_for(referee: Referee, loaded: LoadedRuleset, name: str) -> "ProcedureCommand":
    """The command of a procedure, by its name or the ruleset's own word for it."""
    procedure = loaded.procedure(name)
    params: list[Any] = [
        argument(
            field.name,
            metavar=_placed(field),
            hidden=True,
            autocompletion=complete_terms(loaded, procedure, field),
        )
        for field in by_position(procedure)
    ]
    complete = complete_conditions(loaded, procedure)
    params.append(argument("conditions", many=True, metavar="[CONDITION]...", hidden=True, autocompletion=complete))
    params += [field_option(loaded, procedure, field) for field in procedure.inputs if not field.field.position]
    params += procedure_options(loaded)

    def run(**given: Any) -> int:
        from refcli.cli.resolving import resolve_and_print

        return resolve_and_print(referee, loaded, procedure, given)

    return ProcedureCommand(loaded, procedure, run, params)


class ProcedureCommand(HelpfulCommand):
    """A command whose help tells the conditions of its ruleset's charts."""

    def __init__(self, loaded: LoadedRuleset, procedure: Procedure, run: Callable[..., int], params: list[Any]) -> None:
        help = (procedure.rule.__doc__ or "").partition("\n")[0]
        super().__init__(procedure.name, run, params, help)
        self.loaded = loaded
        self.procedure = procedure

    def usage(self) -> list[str]:
        """What has to be said stands bare, what may be left out in brackets."""
        said = [_placed(field) for field in by_position(self.procedure)]
        return [*said, "[CONDITION]...", "[OPTIONS]"]

    def sections(self) -> Iterator[Section]:
        """The inputs and where their names are listed, the conditions, the readings."""
        rules = self.loaded.ruleset.name
        title = str(self.loaded.library.about().get("title", rules))
        charts = self.loaded.library.charts(self.procedure.charts)
        inputs = [(_placed(field), _named(field, rules)) for field in by_position(self.procedure)]
        yield f"{title}: what to say", [*inputs, ("CONDITION", "a circumstance, after the terms or joined to one by +")]
        conditions = self.procedure.conditions(charts)
        if conditions:
            yield "Conditions", [(name, _condition(condition)) for name, condition in conditions.items()]
        if self.loaded.readings:
            yield f"Readings of {rules}, told by refcli rules {rules}", ", ".join(self.loaded.readings)


def by_position(procedure: Procedure) -> list[Input]:
    """The fields that are said by their place: WHO, then WHOM."""
    placed = [field for field in procedure.inputs if field.field.position]
    return sorted(placed, key=lambda field: field.field.position)


def _named(field: Input, rules: str) -> str:
    where = f"; names: refcli charts show {rules} {' '.join(field.field.charts)}" if field.field.charts else ""
    places = f"; /PLACE is {' or '.join(field.field.places)}" if field.field.places else ""
    return f"{field.field.help}{places}{where}"


def _condition(condition: Any) -> str:
    owner = f" (of the {condition.of})" if condition.of else ""
    counted = f"; may be counted: 2x{condition.name}" if condition.counted else ""
    return f"{condition.told}{owner}{counted}"


def _placed(field: Input) -> str:
    """A field that is said by its place, as a usage line has it."""
    return metavar(field) if field.required else f"[{metavar(field)}]"
