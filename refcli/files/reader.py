"""Tables of a file as named tuples: cattrs reads them without changing a value, and notes every fault with its line."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from copy import deepcopy
from inspect import isfunction
from types import MappingProxyType, NoneType, UnionType
from typing import Any, NamedTuple, NewType, get_args, get_origin, get_type_hints

from cattrs import BaseValidationError, Converter, ForbiddenExtraKeysError, override
from cattrs.cols import (
    is_namedtuple,
    list_structure_factory,
    mapping_structure_factory,
    namedtuple_dict_structure_factory,
)
from cattrs.errors import IterableValidationNote

from refcli.core.cells import HOUSE, INFERRED, OVERLAY, PUBLISHED, SIGNS, Source, Value
from refcli.core.errors import Likeness
from refcli.core.limits import LARGEST_FIGURE, LONGEST_TEXT, in_short
from refcli.core.names import SAID, is_name
from refcli.core.sentence import places_in
from refcli.files.toml_file import Fault, Keys, TomlFile, TomlTable

Hook = Callable[[Any, Any], Any]
Words = tuple[str, ...]
OneOrMore = str | Words
"""Texts in a list, or one text without it; so is any other type that is a text or a tuple."""

Text = NewType("Text", str)
"""A text that is not blank."""
Name = NewType("Name", str)
"""A name that can be typed."""
LowerName = NewType("LowerName", str)
"""A name that can be typed, in small letters."""
Sign = NewType("Sign", str)
"""How a die is compared with a number."""

ChartName = NewType("ChartName", str)
CellName = NewType("CellName", str)
RowName = NewType("RowName", str)
PhaseName = NewType("PhaseName", str)
ProcedureName = NewType("ProcedureName", str)
EffectName = NewType("EffectName", str)
StateName = NewType("StateName", str)
OptionName = NewType("OptionName", str)
BoxedRow = NewType("BoxedRow", str)
NAMES = {
    ChartName: "chart",
    CellName: "cell",
    RowName: "row",
    PhaseName: "phase",
    ProcedureName: "procedure",
    EffectName: "effect",
    StateName: "state",
    OptionName: "option of a reading",
    BoxedRow: "chart, row or figure",
}
"""Names that are any text until a format knows the right ones, each with what it is the name of."""

Known = Mapping[Any, Collection[str]]
"""The right names of each type."""

LINES = r"(\d{1,6}(-\d{1,6})?(, ?\d{1,6}(-\d{1,6})?)*)?"
"""The lines of a source."""
DIRECTION_MARKS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Characters that change the direction of the text behind them."""
TYPES = {str: "a text", dict: "a table", list: "a list", bool: "true or false", int: "a number", float: ""}


class Unfit(Exception):
    """What is wrong with a value, ``must be a text, not 3``, and perhaps an unknown word and the known ones."""


class Unsound(Exception):
    """Faults of a table whose values have the right types, with their keys below it."""


class Form(NamedTuple):
    """How the table of a class is written where that is more than a key for each field, of the type of the field.

    ``keys`` are those that differ from their field by more than a hyphen. ``types`` are the types or the hooks that
    read a field in place of its own type. A text in place of the table gives the field ``short``. ``omit`` are fields
    that are no keys. ``check`` finds what no single value shows.
    """

    keys: Mapping[str, str] = {}
    types: Mapping[str, Any] = {}
    short: str = ""
    omit: Words = ()
    check: Callable[[Any], Iterable[Fault]] | None = None


class Format:
    """What the tables of a kind of file hold: the forms of their classes, and hooks for other types.

    ``overlay`` is the section of sources in an overlay that names none, ``known`` the names that are right.
    """

    def __init__(
        self,
        forms: Mapping[Any, Form],
        hooks: Callable[[Hook], Mapping[Any, Hook]] | None = None,
        overlay: str = "",
        known: Known = MappingProxyType({}),
    ) -> None:
        self.forms = defaultdict(Form, {Source: SOURCE, **forms})
        self.overlay = overlay
        self.converter = converter = Converter(forbid_extra_keys=True)
        converter.register_structure_hook_factory(_is_collection, self._collection)
        converter.register_structure_hook_factory(is_namedtuple, self._table)
        names = {kind: only(str, then=one_of(*right, what=NAMES[kind])) for kind, right in known.items()}
        own = hooks(converter.structure) if hooks else {}
        for kind, hook in {**BASE, **names, **own}.items():
            converter.register_structure_hook(kind, hook)

    def key(self, kind: type, field: str) -> str:
        """Return the key of a field."""
        return self.forms[kind].keys.get(field, field.replace("_", "-"))

    def keys(self, kind: type) -> dict[str, Any]:
        """Return the keys of a table, each with the type of what it holds."""
        form = self.forms[kind]
        types = {field: one for field, one in form.types.items() if not isfunction(one)}
        hints = get_type_hints(kind) | types
        return {self.key(kind, field): hints[field] for field in kind._fields if field not in form.omit}  # type: ignore[attr-defined]

    def _collection(self, kind: Any) -> Hook:
        origin, inside = get_origin(kind), get_args(kind)
        if origin is dict:  # a table that is read by other means
            return only(dict)
        if origin is Mapping:
            return only(dict, then=mapping_structure_factory(kind, self.converter))
        if origin is UnionType:  # a text, or several in a list
            several = self.converter.get_structure_hook(inside[1])
            return only(str, list, then=lambda raw, _: several([raw] if isinstance(raw, str) else raw, inside[1]))
        made, has_blanks = list_structure_factory(kind, self.converter), NoneType in get_args(inside[0])
        return only(list, then=lambda raw, _: tuple([one for one in made(raw, kind) if has_blanks or one is not None]))

    def _table(self, kind: Any) -> Hook:
        form = self.forms[kind]
        fields = {
            name: override(
                rename=self.key(kind, name), omit=(name in form.omit and name in kind._field_defaults) or None
            )
            for name in kind._fields
        }
        for name, one in form.types.items():
            hook = one if isfunction(one) else self.converter.get_structure_hook(one)
            fields[name] = override(rename=self.key(kind, name), struct_hook=hook)
        made = namedtuple_dict_structure_factory(kind, self.converter, "from_converter", True, **fields)

        def read(raw: Any, _: Any) -> Any:
            found = made({form.short: raw} if isinstance(raw, str) else raw, kind)
            faults = [*form.check(found)] if form.check else ()
            if faults:
                raise Unsound(*faults)
            return self._source(found) if kind is Source else found

        return only(*([str] if form.short else []), dict, then=read)

    def _source(self, source: Source) -> Source:
        if self.overlay:
            return Source(OVERLAY, source.section or self.overlay, source.lines)
        if not source.section:
            raise Unfit("lacks 'section'")
        if source.origin != HOUSE and not source.lines:
            raise Unfit(f"lacks 'lines': a {source.origin} figure names its lines")
        return source


def _is_collection(kind: Any) -> bool:
    """True for tuples, mappings, tables that are read by other means, and for a text or a tuple."""
    origin = get_origin(kind)
    return origin in (tuple, Mapping, dict) or (origin is UnionType and get_origin(get_args(kind)[1]) is tuple)


class Reader:
    """Reads tables of one file, and notes its faults."""

    def __init__(self, file: TomlFile, faults: list[str], format: Format) -> None:
        self.file = file
        self.faults = faults
        self.format = format
        self.near = Likeness()

    def note(self, fault: Fault) -> None:
        """Note a fault of the file; an entry of a list may be called by its name or id."""
        near = self.near(fault.word, fault.known) if fault.word else ""
        self.faults.append(self.file.fault(self.file.keys_of(fault.keys) or fault.keys, fault.what + near))

    def read(self, raw: Any, kind: Any, at: Keys = (), **given: Any) -> Any:
        """Return what cattrs makes of a table, with the fields that are ``given``; None where its faults leave nothing.

        After a fault the table is read once more without the entries at fault, so that they hide no others. A fault of
        what is around them then only follows from them.
        """
        if isinstance(raw, dict):
            for name in given.keys() & raw.keys():
                self.note(Fault(f"unknown key {name!r}", [*at, name]))
            raw = {**raw, **given}
        around: set[tuple[str | int, ...]] = set()
        while True:
            try:
                return self.format.converter.structure(raw, kind)
            except (BaseValidationError, Unfit, Unsound) as error:
                faults = [*self._faults(error, [*at])]
            for one in faults:
                if tuple(one.keys) not in around:
                    self.note(one)
            raw = raw if around else deepcopy(raw)
            around |= {tuple(one.keys[:many]) for one in faults for many in range(len(one.keys) + 1)}
            dropped = [_drop(raw, one.keys[len(at) :]) for one in faults]
            if not any(dropped):
                return None

    def _faults(self, error: Exception, at: list[str | int]) -> Iterator[Fault]:
        """Yield each fault that cattrs found under these keys."""
        if isinstance(error, BaseValidationError):
            for one in error.exceptions:
                keys = [
                    note.index if isinstance(note, IterableValidationNote) else self.format.key(error.cl, note.name)
                    for note in getattr(one, "__notes__", ())
                ]
                yield from self._faults(one, [*at, *keys])
        elif isinstance(error, ForbiddenExtraKeysError):
            known = self.format.keys(error.cl)
            for key in sorted(error.extra_fields):
                yield Fault(f"unknown key {in_short(key)}", [*at, key], key, known)
        elif isinstance(error, KeyError):
            yield Fault(f"{dotted(at[:-1]) or self.file.shown} lacks {at[-1]!r}", at)
        elif isinstance(error, Unfit):
            what, word, known = (*error.args, "", ())[:3]
            yield Fault(f"{dotted(at)} {what}", at, word, known)
        elif isinstance(error, Unsound):
            yield from (fault._replace(keys=[*at, *fault.keys]) for fault in error.args)
        else:
            raise error


def _drop(raw: Any, keys: Keys) -> bool:
    """Take the entry at these keys out of a table, or the nearest one around it; False where that is the whole."""
    holder, last = None, None
    for key in keys:
        if not (key in raw if isinstance(raw, dict) else isinstance(raw, list) and key in range(len(raw))):
            break
        holder, last, raw = raw, key, raw[key]
    if isinstance(holder, dict):
        del holder[last]
        return True
    if isinstance(holder, list) and isinstance(last, int) and raw is not None:
        holder[last] = None  # what follows it keeps its place
        return True
    return False


def only(*kinds: type, then: Hook | None = None) -> Hook:
    """Return a hook for values of these types alone; what was dropped from a list stays so."""

    def read(value: Any, kind: Any) -> Any:
        if value is None:
            return None
        if type(value) not in kinds:
            names = filter(None, (TYPES[one] for one in kinds))
            raise Unfit(f"must be {' or '.join(names)}, not {in_short(value)}")
        if isinstance(value, str) and is_hidden(value):
            raise Unfit(f"holds a control character: {in_short(value)}")
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            raise Unfit(f"has {len(value):,} characters; {LONGEST_TEXT:,} is the most")
        return then(value, kind) if then else value

    return read


def one_of(*known: str, what: str = "") -> Hook:
    """Return a hook for the words that are known, or for the names of things, which may be many."""

    def read(word: Any, _: Any) -> Any:
        if word is not None and word not in known:
            wrong = f"must be one of {', '.join(filter(None, known))}, not" if not what else f"names no {what}:"
            raise Unfit(f"{wrong} {in_short(word)}", str(word), known)
        return word

    return read


def fitting(fits: Callable[[Any], object], right: str, *kinds: type) -> Hook:
    """Return a hook for texts, or values of other types, that fit; ``right`` describes them: ``must be 1 to 9``."""

    def read(value: Any, _: Any) -> Any:
        if not fits(value):
            raise Unfit(f"{right}, not {in_short(value)}")
        return value

    return only(*(kinds or (str,)), then=read)


def within(least: float, most: float, *kinds: type, unit: str = "") -> Hook:
    """Return a hook for numbers from ``least`` to ``most``."""
    return fitting(lambda number: least <= number <= most, f"must be {least} to {most}{unit}", *kinds)


def sentence(*places: str, empty: bool = False) -> Hook:
    """Return a hook for sentences in which these places are filled."""

    def read(text: str, _: Any) -> str:
        for place in places_in(text):
            if place not in places:
                raise Unfit(f"has the place {in_short(place)}, which nothing fills", place, places)
        return text if empty else str(read_filled(text, str))

    return only(str, then=read)


def figure(value: Any, _: Any) -> Value:
    """Read a cell: a number, a word, or a blank."""
    if isinstance(value, str):
        return None if value in ("-", "") else read_text(value, str)
    if value is not None and (type(value) not in (int, float) or value != value):
        raise Unfit(f'must be a number, a word or "-", not {in_short(value)}')
    number: int | float | None = read_number(value, float)
    return number


def distinct(read: Hook, kind: Any, what: str, field: str = "name") -> Hook:
    """Return a hook for lists of tables that makes them a table by their name, which no two may share."""

    def names(raw: Any, _: Any) -> Any:
        found: dict[str, Any] = {}
        errors: list[Exception] = []
        for index, name in enumerate([entry_name(one, field) for one in raw]):
            if name and name in found:
                errors.append(Unsound(Fault(f"{what} {name!r} stands twice", (index, field))))
            found[name] = None
        try:
            tables = read(raw, tuple[kind, ...])
        except BaseValidationError as error:
            errors.append(error)
        if errors:
            raise BaseValidationError(what, errors, kind)
        return dict(zip([entry_name(one, field) for one in raw if one is not None], tables, strict=True))

    return only(list, then=names)


def entry_name(raw: Any, key: str = "name") -> str:
    """Return the name of an entry; none where no text is there."""
    name = raw.get(key) if isinstance(raw, dict) else None
    return name if isinstance(name, str) else ""


def entries(table: TomlTable, key: str) -> list[tuple[int, TomlTable]]:
    """Return the tables of a list, each with its place there; none where it is no list."""
    listed = table.get(key)
    return [
        (index, one) for index, one in enumerate(listed if isinstance(listed, list) else ()) if isinstance(one, dict)
    ]


def completed(table: TomlTable, key: str, stated: dict[str, TomlTable], name: str = "name", **blank: Any) -> TomlTable:
    """Return a table with the entries of a list completed by what is ``stated`` of them already, by their name."""
    whole = {index: {**blank, **stated.get(entry_name(one, name), {}), **one} for index, one in entries(table, key)}
    stated.update({entry_name(one, name): one for one in whole.values() if entry_name(one, name)})
    return {**table, key: [whole.get(index, one) for index, one in enumerate(table[key])]} if whole else table


def is_hidden(text: str) -> bool:
    """True if a text holds characters that would steer a terminal or change the direction of its lines."""
    if text.isprintable():
        return False
    return any(ord(letter) < 32 or letter in "\x7f\x9b" or letter in DIRECTION_MARKS for letter in text)


def dotted(keys: Keys) -> str:
    """Return keys as a person writes them: ``condition 3 value`` is ``condition[3].value``."""
    text = ""
    for key in keys:
        text += f"[{key + 1}]" if isinstance(key, int) else f".{key}" if text else key
    return text


SOURCE = Form(
    types={
        "origin": one_of(PUBLISHED, INFERRED, HOUSE),
        "section": Text,
        "lines": fitting(re.compile(LINES).fullmatch, "must be lines such as 12 or 12-15, 20"),
    }
)
LOWER_NAME = re.compile(r"[a-z0-9][a-z0-9.-]*")
read_text = only(str)
read_filled = fitting(str.strip, "must be filled in or left out")
read_number = within(-LARGEST_FIGURE, LARGEST_FIGURE, int, float)
BASE: dict[Any, Hook] = {
    str: read_text,
    bool: only(bool),
    int: only(int),
    float: read_number,
    int | float: read_number,
    int | float | None: read_number,
    Value: figure,
    Text: read_filled,
    Name: fitting(is_name, f"must be a name ({SAID})"),
    LowerName: fitting(LOWER_NAME.fullmatch, "must be a name of small letters, digits, points and hyphens"),
    **dict.fromkeys(NAMES, read_text),
    Sign: one_of(*SIGNS),
}
"""The hooks of every format."""
