"""Finding what a person means by a word: exact names, aliases, and prefixes at a terminal."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, NoReturn

from refcli.core.charts import Chart, Condition
from refcli.core.errors import Refused, UnknownName, nearest
from refcli.core.limits import LARGEST_FIGURE, LONGEST_TEXT, MOST_SHOWN, MOST_UNITS, in_short
from refcli.core.procedure import Procedure
from refcli.core.request import NOTHING, Conditions, Field, Input, Term, meanings_of, one_word, uncounted

Meanings = Mapping[str, tuple[str, ...]]
"""Every name and alias with what it may mean, the most usual first."""

NOT = "no-"
"""Stands before a condition that is taken back."""

NEGATING = frozenset(["no", "not", "never", "without"])
"""Words in a name that make it the opposite of the words behind them."""

MOST_READ, LONGEST_READ = 2000, 1000
"""Texts whose meaning one procedure's words remember, that a line that says the same costs less; and their length."""

MOST_OFFERED = 8
"""Names that are offered for one that could be any of them."""


BARE_NUMBER = re.compile(r"\d{1,5}(?:\.\d{1,3})?")
"""A number that stands alone."""


class Words:
    """The names that one procedure of one ruleset knows, and what a word among them means.

    With ``prefixes`` an unambiguous beginning of a name, or of one of its words, will do, hyphens left out or not.
    """

    def __init__(self, rules: str, procedure: Procedure, charts: Mapping[str, Chart], prefixes: bool) -> None:
        self.rules = rules
        self.procedure = procedure
        self.charts = charts
        self.prefixes = prefixes
        self.conditions: dict[str, Condition] = procedure.conditions(charts)
        self.fields: dict[str, Input] = {field.name: field for field in procedure.inputs}
        self._read: dict[tuple[str, str], tuple[Term, ...]] = {}
        self._counts: dict[tuple[str, ...], Conditions] = {}
        self._excluding: dict[str, tuple[str, ...]] = {}
        self._spelled: dict[str, tuple[str, ...]] = {}
        self._rows: dict[tuple[str, ...], dict[str, tuple[str, ...]]] = {}

    def condition(self, word: str, of: Input | None = None) -> str:
        """The condition a word means; on a term it must be one of that term's field."""
        if not word.strip():
            raise Refused("a condition is missing: an empty word is given")
        check_length(word, "a condition")
        known = self._every_condition()
        if word.isdecimal() and word not in known:  # a range, or a face: never the beginning of a name
            raise self._no_condition(word)
        if word.lower() not in known:  # the beginning of its own name goes before that of another name for one
            names = {name: (name,) for name in self.conditions}
            known = names if self._meant(word, names) else known
        name = self._find(word, "", known, lambda: self._no_condition(word))
        condition = self.conditions[name]
        if of is not None and condition.of != of.name:
            own = self.conditions.get(f"{of.name}-{name}")
            if own is not None and own.of == of.name:
                raise Refused(f"{name!r} is said of the {condition.of}; of the {of.name} it is {own.name}")
            if condition.of:
                raise Refused(f"{name!r} is said of the {condition.of}, not of the {of.name}; join it there by +")
            raise Refused(f"{name!r} is said of the whole ruling, not of the {of.name}; say it after the terms")
        return name

    def is_condition(self, word: str) -> bool:
        """True for the whole name of a condition, or another name for one."""
        return word.lower() in self._every_condition()

    def name(self, word: str, field: Input) -> str:
        """The row of the field's chart that a word means."""
        known = self.names_of(field)
        return self._find(word, f"{field.name}: ", known, lambda: self._no_name(word, field, known))

    def names_of(self, field: Input) -> Meanings:
        """Every name that a term of the field may have, with the rows that it may mean."""
        known = self._rows.get(field.field.charts)
        if known is None:
            known = self._rows[field.field.charts] = meanings_of(field.field, self.charts)
        return known

    def choosing(self, word: str) -> list[Input]:
        """The fields said by an option of which a word is a choice: ``rear`` is a facing. None for a condition."""
        if word.startswith(NOT) or self._meant(word, self._every_condition()):
            return []
        options = [one for one in self.fields.values() if one.field.choices and not one.field.position]
        return [one for one in options if len(self._meant(word, choices_of(one))) == 1]

    def naming(self, word: str) -> list[Input]:
        """The fields said by an option in which a word names something: ``hill`` lies between. None for a condition."""
        if word.startswith(NOT) or "+" in word or self._meant(word, self._every_condition()):
            return []
        options = [one for one in self.fields.values() if one.field.charts and not one.field.position]
        parts = word.split(",")
        return [one for one in options if all(len(self._meant(part, self.names_of(one))) == 1 for part in parts)]

    def _every_condition(self) -> Meanings:
        if not self._spelled:
            self._spelled.update({name: (name,) for name in self.conditions})
            for name, condition in self.conditions.items():
                for alias in map(str.lower, condition.aliases):
                    if alias not in self.conditions:
                        self._spelled[alias] = (*self._spelled.get(alias, ()), name)
        return self._spelled

    def term(self, text: str, field: Input) -> Term:
        """One term: ``[COUNTx]NAME[/PLACE][+CONDITION...]``."""
        check_length(text, field.name)
        body, *conditions = text.strip().split("+")
        if not all(map(str.strip, conditions)):
            raise Refused(f"{field.name}: a condition is missing after the + in {in_short(text)}")
        times, thing = self._counted_from(body, self.names_of(field))
        count = whole_number(times, f"the count in {in_short(text)}", 1, MOST_UNITS) if times and thing else 1
        name, slash, where = (thing or body).partition("/")
        if not name:
            raise Refused(f"{field.name}: a {field.field.noun} is missing in {in_short(text)}")
        if slash:
            where = self._place(where, text, field)
        return Term(self.name(name, field), count, where, self._counted(conditions, field))

    def terms(self, text: str, field: Input) -> tuple[Term, ...]:
        """Terms joined by commas; what was read once is remembered."""
        known = self._read.get((text, field.name))
        if known is not None:
            return known
        parts = text.split(",", MOST_UNITS)
        if len(parts) > 1 and not all(map(str.strip, parts)):
            raise Refused(f"{field.name}: a {field.field.noun} is missing beside a comma in {in_short(text)}")
        if len(parts) > MOST_UNITS:
            self._too_many(field)
        terms = tuple([self.term(part, field) for part in parts])
        self.check_units(terms, field)
        if len(self._read) < MOST_READ and len(text) <= LONGEST_READ:
            self._read[text, field.name] = terms
        return terms

    def check_units(self, terms: Iterable[Term], field: Input) -> None:
        """Refuse more units than one field may name."""
        if sum([term.many for term in terms]) > MOST_UNITS:
            self._too_many(field)

    def _too_many(self, field: Input) -> NoReturn:
        raise Refused(f"{field.name}: {self.procedure.name} takes {MOST_UNITS} of them at most; rule in several goes")

    def stated(self, words: Iterable[str]) -> Conditions:
        """Conditions of the whole ruling, each perhaps counted; what was read once is remembered."""
        key = tuple(words)
        known = self._counts.get(key)
        if known is None:
            if len(key) > MOST_UNITS:
                raise Refused(f"conditions: {len(key):,} of them are given; {MOST_UNITS} is the most")
            known = self._counted(key)
            if len(self._counts) < MOST_READ and sum(map(len, key)) <= LONGEST_READ:
                self._counts[key] = known
        return known

    def stated_and_negated(self, words: Iterable[str]) -> tuple[Conditions, tuple[str, ...]]:
        """Conditions that words state, and those that they take back: ``no-woods``, however often it was said."""
        said = list(words)
        known = self._every_condition()
        back = [word for word in said if word.lower().startswith(NOT) and not self._meant(word, known)]
        taken_back = tuple([self.condition(word[len(NOT) :]) for word in back])
        stated = self.stated([word for word in said if word not in back])
        for name in taken_back:
            if name in stated:
                raise Refused(f"{name} is stated and taken back: leave one of them out")
        return stated, taken_back

    def _counted(self, words: Iterable[str], of: Input | None = None) -> Conditions:
        counts: dict[str, int] = {}
        for word in words:
            times, name = self._counted_from(word, self._every_condition())
            count = whole_number(times, f"the count in {in_short(word)}", 1, MOST_UNITS) if times and name else 1
            name = self.condition(name or word, of)
            self._check_together(counts, (name,))
            if self.conditions[name].counted:
                counts[name] = counts.get(name, 0) + count
                if counts[name] > MOST_UNITS:
                    raise Refused(f"{name} is counted {counts[name]:,} times; {MOST_UNITS} is the most")
            elif count == 1:
                counts[name] = 1
            else:
                raise Refused(f"{name} is not counted, it holds or it does not: leave out the {count}x")
        return Conditions(counts) if counts else NOTHING

    def check_terms(self, stated: Conditions, terms: Iterable[Term]) -> None:
        """Refuse what is said of a term where something that excludes it is stated of the whole ruling."""
        if stated:
            for term in terms:
                self._check_together(stated, term.conditions)

    def _check_together(self, stated: Collection[str], others: Iterable[str]) -> None:
        for name in others:
            for other in self.excluded(name):
                if other in stated:
                    raise Refused(f"{other} and {name} cannot both hold: leave one of them out")

    def excluded(self, name: str) -> tuple[str, ...]:
        """The conditions that cannot hold together with one."""
        if not self._excluding:
            found: dict[str, dict[str, None]] = {one: {} for one in self.conditions}
            for one, condition in self.conditions.items():
                for other in [excluded.rpartition(".")[2] for excluded in condition.excludes]:
                    found[one][other] = None
                    found.setdefault(other, {})[one] = None
            self._excluding.update({one: tuple(others) for one, others in found.items()})
        return self._excluding[name]

    def _place(self, word: str, text: str, field: Input) -> str:
        places = field.field.places
        if not places:
            says = f"{field.name}: {self.procedure.name} takes no place ({in_short(word)} in {in_short(text)})"
            raise Refused(says + nearest(text.replace("/", "-"), self.names_of(field)))
        return self._find(
            word,
            "",
            {name: (name,) for name in places},
            lambda: UnknownName(f"{field.name}: no place is called {in_short(word)}; it is one of {', '.join(places)}"),
        )

    def _counted_from(self, word: str, known: Meanings) -> tuple[str, str]:
        """The count that a word begins with and what it counts: of ``4xkilled``, of ``3inf`` where that is no name."""
        times, thing = uncounted(word)
        if times or not word[:1].isdigit():
            return times, thing
        name, slash, place = word.partition("/")
        thing = name.lstrip("0123456789")
        if self._meant(name, known) or not self._meant(thing, known):
            return "", word
        return name.removesuffix(thing), f"{thing}{slash}{place}"

    def _meant(self, word: str, known: Meanings) -> tuple[str, ...]:
        """What a word may mean, at a terminal by its beginning."""
        return matches(word, known, self.prefixes)

    def _find(self, word: str, of: str, known: Meanings, unknown: Callable[[], UnknownName]) -> str:
        meant = self._meant(word, known)
        if not meant:
            raise unknown()
        if len(meant) > 1:
            raise UnknownName(f"{of}{in_short(word)} could be {alternatives(meant)}: type which one")
        return meant[0]

    def _no_condition(self, word: str) -> UnknownName:
        as_option = self._as_option(word)
        if word.isdecimal() and len(word) < MOST_SHOWN:
            faces = f"; faces stand behind a colon: : {word}" if self.procedure.rolls else ""
            if not as_option and not faces:
                return UnknownName(f"{self.procedure.name} needs no number here: leave {word} out")
            return UnknownName(f"{word!r} is no condition{as_option}{faces}")
        for field in self.procedure.inputs:
            if field.field.position and word.split("+")[0].lower() in self.names_of(field):
                joined = "; several are joined by commas" if field.several else ""
                return UnknownName(f"{word!r} is a {field.field.noun}, where a condition belongs{joined}")
        several = word.split("+")
        if len(several) > 1 and all(self._meant(one, self._every_condition()) for one in several):
            apart = f"`{' '.join(several)}`"
            return UnknownName(f"conditions behind the terms stand apart, by spaces: {apart}, not {in_short(word)}")
        taken_back = word.lower().removeprefix(NOT)
        if taken_back != word.lower() and self._meant(taken_back, self._every_condition()):
            return UnknownName(
                f"{in_short(word)} takes a condition back: say so to refcli again; here leave {taken_back} out"
            )
        for name in self.procedure.charts:
            elsewhere = self.charts[name].conditions.get(word.lower())
            if elsewhere is not None and elsewhere.only:
                only = ", ".join(elsewhere.only)
                return UnknownName(f"{word!r} is a condition of {only}; it says nothing to {self.procedure.name}")
        if not self.conditions:
            return UnknownName(f"{in_short(word)}: {self.rules} {self.procedure.name} knows no conditions{as_option}")
        near = "" if self.choosing(word) or self.naming(word) else nearest(word, self.conditions)
        return UnknownName(
            f"{self.rules} {self.procedure.name} has no condition {in_short(word)}{near or as_option}; "
            f"all of them: refcli {self.procedure.name} -R {self.rules} --help"
        )

    def _as_option(self, word: str) -> str:
        """How a word that is no condition is said as an option: ``; as the facing: -f rear``. Empty for none."""
        options = [one for one in self.fields.values() if one.field.short and not one.field.position]
        if word.isdecimal():
            found = [one for one in options if one.kind in (int, float) and _within(one.field, int(word))]
        else:
            free = [one for one in options if one.kind is str and not one.field.choices and not one.field.pattern]
            found = self.choosing(word) or self.naming(word) or free
        said = [f"as the {one.name}: {one.field.short or f'--{one.name}'} {word}" for one in found]
        return f"; {', '.join(said)}" if len(word) < MOST_SHOWN and said else ""

    def _no_name(self, word: str, field: Input, known: Meanings) -> UnknownName:
        if word in self.conditions:
            return UnknownName(f"{word!r} is a condition, where the {field.name} belongs; a condition comes after it")
        chosen = self._as_option(word) if self.choosing(word) else ""
        return UnknownName(
            f"{field.name}: no {field.field.noun} is called {in_short(word)}{chosen or nearest(word, known)}; "
            f"all of them: refcli charts show {self.rules} {' '.join(field.field.charts)}"
        )


def matches(word: str, known: Meanings, prefixes: bool) -> tuple[str, ...]:
    """What a word may mean: a name, an alias, with ``prefixes`` the beginning of one or of a word in it.

    A later word counts only where no other name has it inside, and never behind a negation: ``radio`` is not no-radio.
    Where one name that begins so is a raw word, and all others are that word with something behind it, it means
    the raw word: ``inf`` is infantry beside an infantry-weapon.
    """
    key = word.strip().lower()
    if key in known:
        return known[key]
    if not prefixes or not key:
        return ()
    found = _meanings(known, lambda spelled: begins(key, spelled))
    if not found and (found := _meanings(known, lambda spelled: _begins_later(key, spelled))):
        found = _meanings(known, lambda spelled: key in spelled)  # seen: tank-seen, or unseen
    if not found:
        bare = key.replace("-", "")
        found = _meanings(known, lambda spelled: bool(bare) and begins(bare, spelled, ""))
    shortest = min(found, key=len, default="")
    return (shortest,) if shortest and all(f"{name}-".startswith(f"{shortest}-") for name in found) else found


def _meanings(known: Meanings, fits: Callable[[str], bool]) -> tuple[str, ...]:
    """What the names that fit mean, each once."""
    return tuple(dict.fromkeys(name for spelled, names in known.items() if fits(spelled) for name in names))


def begins(key: str, spelled: str, hyphen: str = "-") -> bool:
    """True if a word begins a name, and is more than the negation that the name begins with."""
    first, _, rest = spelled.partition("-")
    least = len(f"{first}{hyphen}") if rest and first in NEGATING else 0
    return len(key) > least and spelled.replace("-", hyphen).startswith(key)


def _begins_later(key: str, spelled: str) -> bool:
    """True if a word begins a later word of a name, and none before it is a negation."""
    before, found, _ = spelled.partition(f"-{key}")
    return bool(found) and NEGATING.isdisjoint(before.split("-"))


def _within(field: Field, number: int) -> bool:
    """Whether a field may be that number."""
    least, most = field.at_least, field.at_most
    return (least is None or number >= least) and (most is None or number <= most)


def choices_of(field: Input) -> Meanings:
    """The choices of a field as they are typed, each in one word, with what it means."""
    return {one_word(choice): (choice,) for choice in field.field.choices}


def alternatives(names: Sequence[str]) -> str:
    """Several names to choose from: ``a, b or c``; of many the first, and how many more there are."""
    if len(names) > MOST_OFFERED:
        return f"{', '.join(names[:MOST_OFFERED])} or one of {len(names) - MOST_OFFERED} more"
    return " or ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def check_length(text: str, what: str) -> None:
    """Refuse a text that no person wrote on purpose."""
    if len(text) > LONGEST_TEXT:
        raise Refused(f"{what}: {in_short(text)} has {len(text):,} characters; {LONGEST_TEXT:,} is the most")


def known_name(word: str, known: Iterable[str], what: str, where: str) -> str:
    """``word`` if it is known, in any case; else UnknownName with the nearest and where to look."""
    names = {name.lower(): name for name in known}
    if word.lower() in names:
        return names[word.lower()]
    raise UnknownName(f"no {what} is called {in_short(word)}{nearest(word, names)}; all of them: {where}")


def number(
    value: object, what: str, at_least: int | float | None = None, at_most: int | float | None = None
) -> int | float:
    """A finite number within its limits, from a number or a text; without limits, none beyond those of a figure."""
    try:
        if isinstance(value, bool) or not isinstance(value, (int, float, str)):
            raise ValueError
        found: int | float = value if isinstance(value, (int, float)) else _read(value)
    except ValueError:
        raise Refused(f"{what}: {in_short(value)} is not a number") from None
    if isinstance(found, float) and not isfinite(found):
        raise Refused(f"{what}: {value} is not a finite number")
    least = -LARGEST_FIGURE if at_least is None else at_least
    most = LARGEST_FIGURE if at_most is None else at_most
    if not least <= found <= most:
        limits = f"from {least} to {most}"
        if at_most is None and found < least:
            limits = f"at least {least}"
        elif at_least is None and at_most is not None and found > most:
            limits = f"at most {most}"
        said = value if isinstance(value, (str, float)) else in_short(value)
        raise Refused(f"{what}: {said} is out of range; it is {limits}")
    return found


def whole_number(
    value: object, what: str, at_least: int | float | None = None, at_most: int | float | None = None
) -> int:
    """A whole number within its limits, from a number or a text."""
    found = number(value, what, at_least, at_most)
    if found != int(found):
        raise Refused(f"{what}: {value} is not a whole number")
    return int(found)


def _read(text: str) -> int | float:
    if len(text) > 40 or "_" in text:  # Python's own way of writing numbers, not a referee's
        raise ValueError
    try:
        return int(text)
    except ValueError:
        return float(text)


def distance_field(procedure: Procedure) -> Input | None:
    """The distance that a number alone means: the range, said as ``-r`` else, or the way that was moved, as ``-m``."""
    kinds = {"-r": (int, float), "-m": (float,)}  # -m of a whole number counts markers
    far = [one for one in procedure.inputs if one.kind in kinds.get(one.field.short, ())]
    return far[0] if far else None


def number_field(procedure: Procedure) -> Input | None:
    """What a number alone means where no game is on: a range that nothing is taken for, else the one that has to be.

    Where a distance has a default, a number is as likely a face whose colon was left out, and means nothing.
    """
    far = distance_field(procedure)
    if far is not None and far.default is None:
        return far
    figures = [one for one in procedure.inputs if one.required and one.kind in (int, float)]
    return figures[0] if len(figures) == 1 else None


def place_bare_words(words: Words, raw: Mapping[str, Any]) -> dict[str, Any]:
    """What was typed, with what stands among the conditions in the field that it can only be for, a number or a word.

    So it is with a number or a choice in the place of somebody who need not be named, as the enemy of a move.
    """
    placed = dict(raw)
    conditions = list(placed.get("conditions") or ())
    for one in words.fields.values():
        said = placed.get(one.name)
        if one.kind is Term and not one.required and isinstance(said, str) and is_number_or_choice(words, one, said):
            conditions.insert(0, placed[one.name])
            placed[one.name] = None
    left = []
    for word in conditions:
        field = _field_meant(words, placed, word)
        if field is None:
            left.append(word)
        else:
            placed[field.name] = word
    return {**placed, "conditions": left}


def is_number_or_choice(words: Words, field: Input, said: str) -> bool:
    """Whether what stands in the place of a name is a number, or a choice of another field: ``event strafing``."""
    if BARE_NUMBER.fullmatch(said):
        return True
    chosen = any(said.lower() in choices_of(one) for one in words.choosing(said))
    return chosen and said.lower() not in words.names_of(field)


def _field_meant(words: Words, raw: Mapping[str, Any], word: str) -> Input | None:
    """The only field said by an option that a word can be for, where nothing else is said in it."""
    if BARE_NUMBER.fullmatch(word):
        asked = number_field(words.procedure)
        if asked is None or raw.get(asked.name) is not None:
            return None
        return asked if asked.kind is float or word.isdecimal() else None
    chosen = [one for one in words.choosing(word) or words.naming(word) if raw.get(one.name) in (None, "", ())]
    return chosen[0] if len(chosen) == 1 else None
