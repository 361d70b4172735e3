"""Commands that can only refuse: a procedure while no ruleset is chosen, ``again`` before the first ruling."""

from collections.abc import Iterator, Sequence
from typing import Any

from refcli.cli.options import rules_option
from refcli.cli.typer_inside import HelpfulCommand, Section, argument
from refcli.core.errors import Refused


class Refusing(HelpfulCommand):
    """A command that takes whatever is typed, and refuses it."""

    def __init__(self, name: str, why: Refused, help: str, metavar: str) -> None:
        def refuse(**given: Any) -> int:
            raise why

        words = argument("words", many=True, metavar=metavar, hidden=True)
        super().__init__(name, refuse, [words, rules_option()], help)
        self.metavar = metavar
        self.context_settings = {"ignore_unknown_options": True}

    def usage(self) -> list[str]:
        """What would stand there."""
        return [self.metavar, "[OPTIONS]"]

    def sections(self, ctx: Any, every: bool) -> Iterator[Section]:
        """Nothing, as it can do nothing."""
        yield from ()


class WithoutRuleset(Refusing):
    """A procedure while no ruleset is chosen: its help tells what it is in each that has it."""

    def __init__(self, name: str, having: Sequence[str]) -> None:
        choose = f"{name} is a procedure of {', '.join(having)}; choose the ruleset: refcli -R {having[0]} {name}"
        super().__init__(name, Refused(f"which rules? {choose}"), "", "[WHO] [WHOM] [CONDITION]...")
        self.having = having

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """As Typer does it; where nothing is said, what can be said is shown before the error."""
        if not args and not ctx.resilient_parsing:
            page = self.page(ctx)
            ctx.obj.show(page._replace(sections=page.sections[:2]), missing=True)
        return list(super().parse_args(ctx, args))

    def sections(self, ctx: Any, every: bool) -> Iterator[Section]:
        """A line of each ruleset: an example, and what the procedure is there."""
        from refcli.cli.chosen_ruleset import whole  # only a page of help pays for it
        from refcli.cli.examples import examples_of

        having = whole([ctx.obj.referee.loaded(rules) for rules in self.having])
        found = [(loaded, loaded.procedure(str(self.name))) for loaded in having]
        yield "Examples", [(examples_of(loaded, procedure)[0], "") for loaded, procedure in found]
        of_each = [(loaded.ruleset.name, procedure.summary) for loaded, procedure in found]
        yield f"What {self.name} is in each ruleset", of_each
