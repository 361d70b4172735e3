"""Effects: of the kinds that a ruleset lists, each of which comes up, on one unit in one role."""

from collections.abc import Iterator
from functools import lru_cache

from refcli.conformance.situations import Suite, place_of_member
from refcli.core.ruling import Effect
from refcli.files.code import place_of
from refcli.render.words import in_sentences

FALLS = 40
"""Falls of the dice that each situation is ruled on."""


@lru_cache(8)
def effects_of(suite: Suite) -> tuple[tuple[str, str, Effect], ...]:
    """Every effect of every stored situation, with the situation's place and its procedure."""
    found: dict[tuple[str, str, Effect], None] = {}
    for one in suite.situations:
        for seed in range(FALLS):
            for effect in suite.referee.rule(one.case, seed).ruling.effects:
                found[one.place, one.case.procedure.name, effect] = None
    return tuple(found)


def odd_effects(suite: Suite) -> Iterator[str]:
    """Effects of no listed kind, kinds that never come up, and effects that cannot be said."""
    came = {effect.kind for _, _, effect in effects_of(suite)}
    for kind in suite.kinds:
        if kind not in came:
            yield f"{place_of_member(kind)}: effect {kind.word!r} never comes up; take it out, or add a request to " + (
                suite.requests_said
            )
    for kind in came - set(suite.kinds):
        yield f"{place_of_member(kind)}: effect {kind.word!r} is of no list beside the rules of {suite.rules}"
    for place, procedure, effect in effects_of(suite):
        rule = next(one.rule for one in suite.procedures if one.name == procedure)
        if not effect.unit or not effect.role:
            what = "unit" if not effect.unit else "role"
            yield f"{place_of(rule)}: effect {effect.word!r} names no {what}, as in {place}"
        for sentence in in_sentences([effect]) if effect.says else ():
            if "{" in sentence or "[" in sentence or not sentence.strip():
                yield f"{place_of_member(effect.kind)}: effect {effect.word!r} is said as {sentence!r}"
