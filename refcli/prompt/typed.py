"""Lines typed at the prompt as words of a command line: ``!``, ``+woods``, ``odds ...``, faces alone."""

import re
import shlex

OVERRULE = "!"
"""The sign before a line that overrules the reasons against it."""

FACES = re.compile(r":?\s*(\d[\d\s,/]*)")
"""A line of faces alone: ``5 2 6``, perhaps behind a colon."""

LISTS = re.compile(r"(?<=; all of them: )refcli (?:(\S+) -R \S+ --help|(rules)$|)")
"""Shell commands that list names: a page of help, the rulesets, a chart."""

QUOTING, WORD = re.compile(r"""['"\\]"""), re.compile(r"[^ \t\r\n]+")
LONGEST_QUOTED = 1 << 16
"""Characters of a line in which quotes are read: shlex takes a time that grows with the square of a word."""

SHORT = {"u": "undo", "?": "help", "n": "next"}
"""Words that may be typed in short."""


def faces_in(line: str) -> str:
    """The faces of a line that is nothing else; empty for any other."""
    found = FACES.fullmatch(line.strip())
    return found[1].strip() if found else ""


def at_prompt(why: str) -> str:
    """The refusal of an unknown name with the command of the prompt that lists the names: ``help fire``."""
    return LISTS.sub(lambda found: f"help {found[1]}" if found[1] else "help" if found[2] else "", why)


def words_of(line: str) -> list[str]:
    """The command line of a typed line; empty for an empty line or a remark."""
    line = line.strip()
    if not line or line.startswith("#"):
        return []
    overrules = line.startswith(OVERRULE)
    line = line.removeprefix(OVERRULE).strip() if overrules else line
    words = _split(line)
    if not words:
        return []
    if words[0] == "refcli" and len(words) > 1:
        return words_of(" ".join([OVERRULE * overrules, *line.split()[1:]]))
    first, colon, face = words[0].partition(":")  # initiative:53
    first = SHORT.get(first.lower(), first.lower())
    rest = [*([colon + face] if colon else []), *words[1:]]
    if first == "note":
        return ["note", "--", line[len(words[0]) :].strip()] if rest else ["note"]
    if not first:
        return words
    if first[0] in "+-" and len(first) > 1 and first[1:2].isalpha():
        words = ["fix", *map(_changed, words)]
    elif first == "odds" and rest:
        words = [*words[1:], "--odds"]
    elif first == "log" and not rest:
        words = ["log", "show"]
    elif first == "log" and rest[0].isdecimal():
        words = ["log", "show", *rest]
    else:
        words = [first, *rest]
    return [*words, "--overrule"] if overrules else words


def _split(line: str) -> list[str]:
    if not QUOTING.search(line) or len(line) > LONGEST_QUOTED:
        return WORD.findall(line)
    try:
        return shlex.split(line)
    except ValueError:  # an apostrophe
        return line.split()


def _changed(word: str) -> str:
    """A condition that is added or taken back, as ``fix`` takes it."""
    if word.startswith("+"):
        return word[1:]
    return f"no-{word[1:]}" if word.startswith("-") and word[1:2].isalpha() else word
