"""What the command line says of itself: pages of help, what is told where something is left out, and errors."""

import json
import re
import shlex
from collections import Counter
from collections.abc import Iterator

import pytest

import refcli.rulesets
from refcli.cli.command import FIXED
from refcli.cli.help import examples_of
from refcli.files.library import Library
from tests.conftest import Home, Run
from tests.situations import procedures, referee, situations
from tests.test_command_lines import named
from tests.test_nonsense import TYPED
from tests.tools import tool

PAGES = (
    "",
    *(f"-R {rules}" for rules in refcli.rulesets.RULESETS),
    "fire",
    "initiative",
    *FIXED,
    *(f"charts {name}" for name in ("list", "show", "check", "diff", "new", "print", "digest")),
    *(f"scenario {name}" for name in ("list", "run", "check")),
    *(f"log {name}" for name in ("show", "verify", "replay", "amend", "stats")),
)
"""Every page of help but those of procedures, as what is typed before ``--help``."""

TAUGHT = "At a terminal the beginning of a name is enough"
"""The section that tells the shortest way to type the first example."""

NOT_SAID = re.compile(r"\b(throw\w*|thrown|circumstances?|barred|resolves?|utili[sz]e\w*|please|faces? fell)\b", re.I)
"""Words that voice.md has others for."""


def lines_of(page: str, title: str) -> list[str]:
    """The lines of a section of a plain page."""
    found = re.search(rf"^{re.escape(title)}:\n((?:  .*\n?)*)", page, re.MULTILINE)
    return found[1].splitlines() if found else []


def names_in(lines: list[str]) -> list[str]:
    """The names that a section lists, those alone that begin a line."""
    return [line.split()[0] for line in lines if re.match(r"  \S", line)]


def every_example() -> Iterator[tuple[str, str, list[str]]]:
    """The examples of each procedure of each ruleset."""
    for rules in refcli.rulesets.RULESETS:
        loaded = referee().loaded(rules)
        for name in loaded.ruleset.procedures:
            yield rules, name, examples_of(loaded, loaded.procedure(name))


class TestAPage:
    """Of any command."""

    @pytest.mark.parametrize("words", PAGES)
    def test_fits_the_window_and_is_said_as_players_say_it(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, words: str
    ) -> None:
        """In 80 columns, plain in a pipe; and as wide as the window where that is narrow."""
        ran = run(*shlex.split(words), "--help")
        assert (ran.status, ran.err) == (0, "") and ran.out.startswith("Usage: refcli")
        assert max(map(len, ran.out.splitlines())) <= 80 and ran.out.isascii()
        rulesets_own = [
            *lines_of(ran.out, f"Procedures of {words[3:]}"),
            *lines_of(ran.out, f"What {words} is in each ruleset"),
        ]
        assert not NOT_SAID.search("\n".join(line for line in ran.out.splitlines() if line not in rulesets_own))
        monkeypatch.setenv("COLUMNS", "50")
        narrow = run(*shlex.split(words), "--help").out
        assert max(map(len, narrow.splitlines())) <= 62  # an example is one line to copy
        assert narrow.split() == ran.out.split()

    @pytest.mark.parametrize("words", ["", "-R grid", "-R grid fire", "fire", "charts", "charts show", "again"])
    def test_has_panels_where_a_picture_is_wanted(self, run: Run, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
        """The same words, each section in a panel of its own."""
        plain = run(*shlex.split(words), "--help").out
        monkeypatch.setenv("REFCLI_FORMAT", "rich")
        picture = run(*shlex.split(words), "--help").out
        assert picture.count("╭─ ") == len(re.findall(r"^\S.*:$", plain, re.MULTILINE)) > 0
        assert max(map(len, picture.splitlines())) <= 80
        assert re.sub(r"[─╭╮╰╯│]", "", picture).split() == re.sub(r"(?m)^(\S.*):$", r"\1", plain).split()

    def test_is_shown_whatever_the_settings_are(self, home: Home, run: Run) -> None:
        """A file that cannot be read is told by what needs it."""
        home.write("refcli.toml", "rules = ")
        assert run("-R", "grid", "card", "--help").status == 0

    def test_of_a_person_that_has_typed_nothing(self, run: Run) -> None:
        """``refcli`` alone is no error: it is how one looks."""
        assert run() == run("--help") and run().status == 0


class TestAProcedure:
    """Tells two examples, what to say, the conditions by whom they are said of, the dozen options of a game."""

    @named
    def test_has_a_page(self, run: Run, rules: str, name: str) -> None:
        ran = run("-R", rules, name, "--help")
        loaded = referee().loaded(rules)
        procedure = loaded.procedure(name)
        assert (ran.status, ran.err) == (0, "") and max(map(len, ran.out.splitlines())) <= 80
        missing = f"charts/{rules}/ruleset.toml: add two examples of {name} under [examples]"
        assert len(lines_of(ran.out, "Examples")) == 2, missing
        conditions = procedure.conditions(loaded.library.charts(procedure.charts))
        for of in {one.of for one in conditions.values()}:
            told = names_in(lines_of(ran.out, f"Conditions of the {of or 'whole ruling'}"))
            assert told == [one for one, condition in conditions.items() if condition.of == of]
        assert len(names_in(lines_of(ran.out, "Options"))) <= 12
        assert "[default: ]" not in ran.out
        assert ("\n  : FACES" in ran.out) == ("[: FACES]" in " ".join(ran.out.split())) == procedure.rolls

    @pytest.mark.parametrize("rules", refcli.rulesets.RULESETS)
    def test_speaks_of_faces_where_dice_are_rolled(self, rules: str) -> None:
        """A procedure says whether it ever rolls; those of the stored situations that do are the others."""
        rolled = {one.case.procedure.name for one in situations(rules) if referee().rule(one.case, 2).ruling.rolls}
        assert rolled == {procedure.name for procedure in procedures(rules) if procedure.rolls}

    @named
    def test_tells_every_option_where_that_is_asked(self, run: Run, rules: str, name: str) -> None:
        """Each once, and those of the short page among them."""
        short = names_in(lines_of(run("-R", rules, name, "--help").out, "Options"))
        everything = run("-R", rules, name, "--help-all").out
        options = names_in(lines_of(everything, "Options"))
        assert set(short) < set(options) and len(options) == len(set(options))
        assert {"--dice", "--published", "--json", "--plain", "--exit-status", "--sweep"} <= set(options)
        fields = referee().loaded(rules).procedure(name).inputs
        assert all(f"--{field.name} " in everything for field in fields if not field.field.position)

    def test_has_its_own_words_in_its_examples(self) -> None:
        """No two procedures of a ruleset have the same, and each is short enough for a window."""
        told = [example for _, _, examples in every_example() for example in examples]
        assert len(set(told)) == len(told) and max(map(len, told)) <= 90

    @pytest.mark.parametrize("rules", refcli.rulesets.RULESETS)
    def test_has_examples_that_can_be_typed(self, run: Run, rules: str) -> None:
        """Each is a ruling, or its chances; the dice that are shown are those that it takes."""
        for of, _, examples in every_example():
            for example in examples if of == rules else ():
                ran = run(*shlex.split(example)[1:])
                assert (ran.status, ran.err) == (0, ""), example
                assert "CANNOT" not in ran.out, example
                assert " : " not in example or "rolled" not in ran.out, example

    @pytest.mark.parametrize("rules", refcli.rulesets.RULESETS)
    def test_teaches_the_shortest_names_that_a_terminal_takes(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, rules: str
    ) -> None:
        """Its first example, as short as that: it asks for the same."""
        taught = 0
        for of, name, examples in every_example():
            short = lines_of(run("-R", rules, name, "--help").out, TAUGHT) if of == rules else []
            for line in short:
                taught += 1
                with monkeypatch.context() as at_terminal:
                    at_terminal.setattr("refcli.cli.workspace.takes_prefixes", lambda: True)
                    asked = [run(*one.split()[1:], "--json").out for one in (line, examples[0])]
                requests = [(json.loads(one)["procedure"], json.loads(one)["request"]) for one in asked]
                assert requests[0] == requests[1] and len(line.strip()) < len(examples[0])
        assert taught > 3

    def test_of_a_ruleset_teaches_them_too(self, run: Run) -> None:
        assert "refcli -R grid f tan,2xinf inf woo" in run("-R", "grid", "--help").out
        assert "refcli -R grid f tank inf woo : 5" in run("--help").out

    def test_of_a_ruleset_without_examples_has_one_that_is_made(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of what it declares."""
        loaded = referee().loaded("grid")
        monkeypatch.setattr(Library, "about", lambda self: {"title": "WW2"})
        told = examples_of(loaded, loaded.procedure("move"))
        assert told == ["refcli -R grid move infantry"]
        assert run(*shlex.split(told[0])[1:]).status == 0

    def test_leaves_the_ruleset_out_where_the_settings_have_it(self, home: Home, run: Run) -> None:
        home.write("refcli.toml", 'rules = "ww2"')
        assert "  refcli fire tank,2xinfantry infantry woods\n" in run("fire", "--help").out

    def test_is_told_for_each_ruleset_where_none_is_chosen(self, run: Run) -> None:
        out = run("burst", "--help").out
        assert names_in(lines_of(out, "What burst is in each ruleset")) == ["skirmish", "first-watch"]
        assert [line.split()[:4] for line in lines_of(out, "Examples")] == [
            ["refcli", "-R", "sk", "burst"],
            ["refcli", "-R", "fw", "burst"],
        ]

    def test_speaks_of_conditions_where_there_are_lists_of_them(self, run: Run) -> None:
        assert "CONDITION" not in run("-R", "grid", "clock", "--help").out
        assert "CONDITION" in run("-R", "grid", "fire", "--help").out

    def test_breaks_no_line_between_the_colon_and_the_faces(self, run: Run) -> None:
        assert run("-R", "cc", "fire", "--help").out.splitlines()[1] == "       [: FACES]"

    def test_lists_places_as_one_says_them(self, run: Run) -> None:
        said = " ".join(run("-R", "sk", "penetrate", "--help").out.split())
        assert "main, coax, bow, pivot or rear-mg" in said

    def test_says_what_a_range_that_is_left_out_means(self, run: Run) -> None:
        for name in ("anti-air", "air-combat"):
            said = " ".join(run("-R", "fw", name, "--help").out.split())
            assert "within reach" in said, name


class TestWhatIsLeftOut:
    """Is told with what can be typed, and examples; the error stands last, and is one of usage."""

    @pytest.mark.parametrize(
        ("words", "error", "says"),
        [
            ("-R grid", "refcli --help", "refcli -R grid fire "),
            ("charts", "refcli charts --help", "show "),
            ("scenario", "refcli scenario --help", "run "),
            ("-R grid fire", "attackers", "ATTACKERS[,...]"),
            ("-R fw fire", "attacker", "refcli -R fw fire "),
            ("fire", "grid, ", "refcli -R sk fire "),
        ],
    )
    def test_is_told(self, run: Run, words: str, error: str, says: str) -> None:
        ran = run(*words.split())
        *page, last = ran.err.splitlines()
        assert (ran.status, ran.out) == (2, "") and page[0].startswith("Usage: refcli")
        assert last.startswith("refcli: ") and error in last and says in "\n".join(page)
        assert max(map(len, page)) <= 80

    def test_is_told_as_json_alone_where_that_is_wanted(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("REFCLI_FORMAT", "json")
        assert run("-R", "grid", "fire").err.startswith('{"schema"')


class TestAnError:
    """Is said as players say it."""

    @pytest.mark.parametrize("line", [case.line for case in TYPED if "HUGE" not in case.line])
    def test_has_the_words_of_the_game(self, run: Run, line: str) -> None:
        err = run(*shlex.split(line)).err
        assert not NOT_SAID.search(err)


class TestAgain:
    """Tells the conditions of the last ruling's procedure, as the procedure does."""

    def test_lists_the_conditions_by_whom_they_are_said_of(self, run: Run) -> None:
        assert run("-R", "grid", "fire", "tank", "infantry", "--dice", "4").status == 0
        again, fire = run("again", "--help").out, run("-R", "grid", "fire", "--help").out
        for title in ("Conditions of the attackers", "Conditions of the target"):
            assert lines_of(again, title) == lines_of(fire, title) != []
        assert again.index("Conditions of") < again.index("Options:")


def test_no_command_has_one_option_for_two_things() -> None:
    for help_page in tool("help_pages").HelpPages().of_commands():
        found = Counter(name for one in help_page.command.parameters for name in one.names)
        assert [name for name, many in found.items() if many > 1] == [], help_page.words
