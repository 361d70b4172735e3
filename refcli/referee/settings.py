"""What is set, and where: a flag, the environment, refcli.toml upwards from here, the user's file, the default."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from refcli.core.errors import BadData, Likeness, Refused
from refcli.core.limits import LONGEST_TEXT, in_short
from refcli.files.toml_file import TomlFile, TomlTable
from refcli.rulesets import RULESETS, SHORT

FILE = "refcli.toml"
FORMATS = ("rich", "plain", "json")
DICE = ("ask", "roll", "refuse")
CHOICES = {"format": FORMATS, "dice": DICE}
"""What a setting may be, if it is not open."""
ENVIRONMENT = {
    "rules": "REFCLI_RULES",
    "charts": "REFCLI_CHARTS",
    "format": "REFCLI_FORMAT",
    "rulesets": "REFCLI_RULESETS",
}
PLACES = {"charts": "a folder", "rulesets": "a folder or a package"}
"""Settings that list places, and what each of them is."""
FILES = ("log", "game")
"""Settings that name a file, from the folder of the file that sets them."""
KINDS: dict[str, tuple[type[Any], str]] = {
    "rules": (str, "the name of a ruleset"),
    "charts": (list, "a list of overlay folders"),
    "format": (str, f"one of {', '.join(FORMATS)}"),
    "dice": (str, f"one of {', '.join(DICE)}"),
    "published": (bool, "true or false"),
    "log": (str, "the name of a journal file"),
    "game": (str, "the name of a game's file"),
    "rulesets": (list, "a list of folders and packages with rulesets"),
    "readings": (dict, "a table of readings for each ruleset"),
}
"""What may be set, what it is made of; ``rulesets`` before what speaks of one."""


class Setting(NamedTuple):
    """One setting: its value and where it was set."""

    value: Any
    origin: str = "the default"


class Settings(NamedTuple):
    """Every setting in force; as they stand here where nothing is set, and no file is read or remembered.

    ``rules``, ``charts`` (overlay folders, the last on top), ``format``, ``dice``, ``published``, ``log``, ``game``,
    ``readings`` and ``rulesets`` are each a value and where it was set. ``user_folder`` is where files are remembered,
    None for nowhere; ``left_out`` are files and folders that were found and do not count, each with the reason.
    """

    rules: Setting = Setting("")
    charts: Setting = Setting(())
    format: Setting = Setting("")
    dice: Setting = Setting("")
    published: Setting = Setting(False)
    log: Setting = Setting("")
    game: Setting = Setting("")
    rulesets: Setting = Setting(())
    readings: Setting = Setting({})
    user_folder: Path | None = None
    left_out: tuple[str, ...] = ()

    def under(self, **flags: Any) -> "Settings":
        """These settings with flags over them; a flag that is None was not given."""
        given: dict[str, Any] = {key: Setting(value, "a flag") for key, value in flags.items() if value is not None}
        return self._replace(**given)

    @property
    def overlays(self) -> tuple[Path, ...]:
        """The overlay folders, the last one on top."""
        return tuple(Path(folder) for folder in self.charts.value)

    @property
    def cache(self) -> Path | None:
        """Where parsed files are remembered; None for nowhere."""
        return self.user_folder and self.user_folder / "cache"

    def choices(self, rules: str) -> dict[str, str]:
        """The readings chosen for a ruleset."""
        chosen = self.readings.value.get(rules, {})
        return dict(chosen)

    def fault_of_reading(self, rules: str, id: str, what: str) -> str:
        """A fault of a reading chosen for a ruleset, with the line of the file that chooses it."""
        file = TomlFile(Path(self.readings.origin), self.readings.origin)
        word = next(word for word in file.table["readings"] if SHORT.get(word.lower(), word.lower()) == rules)
        return file.fault(["readings", word, id], what)


NO_SETTINGS = Settings()
"""Nothing is set: no file is read or remembered."""


def as_recorded(settings: Settings) -> Settings:
    """The settings with nothing in them that a kept ruling tells itself: readings, and published figures only."""
    return settings._replace(readings=Setting({}, "the record"), published=Setting(False, "the record"))


def settings_from(environment: Mapping[str, str], here: Path, user_folder: Path | None) -> Settings:
    """The settings in force where no flag is given; ``user_folder`` is None for a user without one.

    Raises BadData for a bad file.
    """
    from_environment: TomlTable = {}
    for key, variable in ENVIRONMENT.items():
        value = environment.get(variable)
        if key == "format" and value and value not in FORMATS:
            raise Refused(f"{variable}: {value!r} is none of {', '.join(FORMATS)}")
        if value:
            from_environment[key] = _folders(value) if key in PLACES else value
    not_counted: list[str] = []
    if "rulesets" in from_environment:
        from_environment["rulesets"] = _whole_paths(from_environment["rulesets"], here, not_counted)
    layers = [("the environment", from_environment)]
    user = user_folder and user_folder / FILE
    cache = user_folder and user_folder / "cache"
    others: list[tuple[str, str]] = []
    above = _above(here, user, not_counted)
    if above:
        from refcli.files.trust import folder_left_out

        table = _read(above, cache, others)
        if table.pop("rulesets", ()):
            where = user or ENVIRONMENT["rulesets"]
            not_counted.append(f"rulesets of {above} are left out: they are code, and count in {where} alone")
        folders = table.get("charts", ())
        why_not = {folder: folder_left_out(Path(folder)) for folder in folders}
        if folders:
            table["charts"] = [folder for folder in folders if not why_not[folder]]
        not_counted.extend(filter(None, why_not.values()))
        layers.append((str(above), table))
    if user and _is_there(user):
        layers.append((str(user), _read(user, cache, others)))
    found: dict[str, Setting] = {}
    for key in KINDS:
        for origin, layer in layers:
            if key in layer:
                where = f"{origin} ({ENVIRONMENT[key]})" if origin == "the environment" else origin
                found[key] = Setting(layer[key], where)
                break
    _check_others(others, found)
    return Settings(**found, user_folder=user_folder, left_out=tuple(not_counted))


def here() -> Path:
    """The working folder; the root where it was taken away, which a ruling does not mind."""
    try:
        return Path.cwd()
    except OSError:
        return Path(os.sep)


def written(name: str) -> Path:
    """The path that a name means, ``~`` being the home folder; of a user who has none it stays as it is written."""
    name = os.fsdecode(name.encode("utf-8", "surrogateescape"))  # where the system's names are not in UTF-8
    meant = Path(os.path.expanduser(name))  # noqa: PTH111  Path's own raises
    return meant if meant.is_absolute() else Path(name)


def is_folder(place: str) -> bool:
    """Whether a ruleset's place is said as a folder; a package has no slash."""
    return "/" in place or os.sep in place or place.startswith("~")


def _folders(value: str) -> list[str]:
    return [folder for folder in value.split(os.pathsep) if folder]


def _whole_paths(places: list[str], here: Path, not_counted: list[str]) -> list[str]:
    """The places of rulesets that mean the same in every folder: of another what is in it runs where one stands."""
    found = []
    for place in places:
        path = written(place) if is_folder(place) else None
        if path and not path.is_absolute():
            not_counted.append(f"REFCLI_RULESETS: {place} is left out: it is no whole path; write {here / path}")
        else:
            found.append(str(path or place))
    return found


def _check_others(others: list[tuple[str, str]], found: Mapping[str, Setting]) -> None:
    """Raise BadData for readings of a ruleset that nobody has; while one cannot be used, it may be that one's."""
    if others:
        from refcli.referee.known_rulesets import KnownRulesets  # ours are known without it

        known = KnownRulesets(found["rulesets"].value if "rulesets" in found else ())
        faults = [fault for rules, fault in others if not known.has(rules)]
        if faults and not known.has_unusable():
            raise BadData(faults)


def _above(here: Path, user: Path | None, not_counted: list[str]) -> Path | None:
    """The nearest settings file from the working folder upwards that counts; the user's own is no other's."""
    for folder in (here, *here.parents):
        path = folder / FILE
        if path != user and _is_there(path):
            from refcli.files.trust import left_out  # where there is no such file, nobody is asked for his own

            why_not = left_out(path)
            if not why_not:
                return path
            not_counted.append(why_not)
    return None


def _is_there(path: Path) -> bool:
    """Whether there is a file, or a link that leads to none: reading it tells what is wrong with it."""
    return os.path.lexists(path) and (path.is_file() or not path.exists())


def _read(path: Path, cache: Path | None, others: list[tuple[str, str]]) -> TomlTable:
    """The settings of a file; ``others`` gets rulesets that it speaks of and that are not ours, each with its fault."""
    file = TomlFile(path, str(path), cache)
    faults = []
    near = Likeness()
    good: TomlTable = {}
    value: Any
    for key, value in file.table.items():
        if key not in KINDS:
            faults.append(file.fault([key], f"unknown setting {in_short(key)}{near(key, KINDS)}"))
            continue
        kind, said = KINDS[key]
        if key in PLACES and isinstance(value, str):
            value = [value]
        if not isinstance(value, kind) or (key in CHOICES and value not in ("", *CHOICES[key])):
            faults.append(file.fault([key], f"{key} must be {said}, not {in_short(value)}"))
        elif key in FILES and "\0" in value:
            faults.append(file.fault([key], f"{in_short(value)} is not the name of a file"))
        elif key in FILES:
            good[key] = str(path.parent / written(value)) if value else ""
        elif key in PLACES:
            good[key] = []
            for place in value:
                if not isinstance(place, str) or not 0 < len(place) <= LONGEST_TEXT or "\0" in place:
                    faults.append(file.fault([key], f"{in_short(place)} is not the name of {PLACES[key]}"))
                elif key == "charts" or is_folder(place):
                    good[key].append(str(path.parent / written(place)))
                else:
                    good[key].append(place)
        elif key == "readings":
            good[key] = {}
            for word, choices in value.items():
                rules = SHORT.get(word.lower(), word.lower())
                if rules not in RULESETS:
                    what = f"no ruleset is called {in_short(word)}{near(word, RULESETS)}"
                    others.append((rules, file.fault([key, word], what)))
                if not isinstance(choices, dict) or not all(isinstance(option, str) for option in choices.values()):
                    faults.append(file.fault([key, word], f"readings.{word} must be a table of ID = option"))
                else:
                    good[key][rules] = choices
        else:
            good[key] = value
    if faults:
        raise BadData(faults)
    return good
