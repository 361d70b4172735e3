"""How refcli speaks: every sentence that it can say of a ruleset, held to what a test can hold of the voice.

A sentence starts with a capital and has its stop, or is part of one and has neither: a verdict and an effect are whole
sentences, a note is one or the other, what a condition is and says is a part.
"""

import ast
import inspect
import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import pytest

from refcli.core.cells import Sum
from refcli.core.dice import Choice, Roll
from refcli.core.labels import roll_of
from refcli.core.ruling import Note
from refcli.core.sentence import DESIGNATION, fill
from refcli.rulesets import ruleset
from tests.conftest import Run
from tests.situations import procedures, referee, situations

SPOKEN = ["grid", "first-watch", "combat-captain", "skirmish"]
"""The rulesets whose sentences were read aloud."""

rulesets = pytest.mark.parametrize("rules", SPOKEN)

FALLS = 25
"""Falls of the dice on which each stored situation is ruled."""

LONGEST = {"verdict": 110, "effect": 100, "note": 110, "condition": 130, "reading": 160, "help": 110, "title": 80}
"""Letters of the longest sentence of each kind, a verdict perhaps being several of them."""

NOT_SAID = re.compile(
    r"\b(made|came|met|barred|circumstances?|what attacked|as decided|policy|threw|throw[ns]?(?!.*grenade)|N/A)\b",
    re.IGNORECASE,
)
"""Words that no referee says of a die or a rule."""

AMERICAN = re.compile(r"\b(color|center|maneuver|defense|honor|favor|gray|meter|movable)s?\b", re.IGNORECASE)

OF_THE_PROGRAM = re.compile(
    r"(^|\s)--?[a-z]|\.(toml|txt|py|json)\b|\b[a-z]+(\.[a-z][a-z0-9-]*){2,}|\bNone\b|[{}_]|\(group"
)
"""Options, files, keys of a chart, and places that nothing was put in."""

BADLY_SET = re.compile(r"  |\s[.,;:!?](\s|$)|^\s|\s$|\.\.|,,|: *$|\bthe the\b|\( | \)")
"""Spaces that are none or too many, stops that stand twice."""

ONE_AS_SEVERAL = re.compile(
    r"\b1 (hits|shots|dice|men|units|squares|markers|turns|planes|guns|casualties|screens|inches)\b"
)

NO_ARTICLE = ("nationality", "side", "terrain")
"""What has none, or not always: Germany moves first, 5 cm over mud."""

Said = tuple[str, str]
"""Where a sentence is said, and the sentence."""


@cache
def rulings(rules: str) -> dict[str, dict[Said, None]]:
    """What rulings of every stored situation say, by kind: verdicts, effects, notes, labels of figures, rolls, sums."""
    found: dict[str, dict[Said, None]] = {kind: {} for kind in ("verdict", "effect", "note", "label")}
    for one in situations(rules):
        procedure = one.case.procedure.name
        for seed in range(FALLS):
            ruling = referee().rule(one.case, seed).ruling
            found["verdict"][procedure, ruling.verdict] = None
            for effect in ruling.effects:
                if effect.says:
                    told = fill(effect.says, {**effect._asdict(), "unit": (effect.unit,)})
                    found["effect"][f"{procedure} {effect.word}", told] = None
            for entry in ruling.steps:
                step = entry.step
                if isinstance(step, Note):
                    found["note"][procedure, step.said] = None
                elif isinstance(step, Sum):
                    found["label"] |= {
                        (procedure, text): None for text in (step.name, *[one.label for one in step.parts])
                    }
                elif isinstance(step, (Roll, Choice)):
                    found["label"][procedure, roll_of(step.label)] = None
                else:
                    found["label"][procedure, step.label] = None
    return found


@cache
def printed(rules: str) -> dict[str, tuple[Said, ...]]:
    """What stands written for a ruleset, by kind: conditions, readings, titles, labels, notes of charts, helps."""
    loaded = referee().loaded(rules)
    charts = loaded.library.everything()
    found: dict[str, list[Said]] = {kind: [] for kind in ("condition", "reading", "title", "label", "remark", "help")}
    for chart in charts.values():
        found["title"].append((chart.name, chart.title))
        found["remark"] += [(chart.name, text) for text in chart.notes]
        found["label"] += [(f"{chart.name}.{name}", text) for name, text in chart.labels.items()]
        found["condition"] += [(f"{chart.name}.{one.name}", one.told) for one in chart.conditions.values()]
    for template in loaded.library.templates().values():
        found["title"].append((template.name, template.title))
    for id, reading in loaded.readings.items():
        found["reading"].append((id, reading.question))
        found["reading"] += [(f"{id}={option.word}", option.text) for option in reading.options]
    for procedure in procedures(rules):
        found["help"].append((procedure.name, procedure.summary))
        found["help"] += [(f"{procedure.name} {one.name}", one.field.help) for one in procedure.inputs]
    return {kind: tuple(said) for kind, said in found.items()}


@cache
def refusals(rules: str) -> tuple[Said, ...]:
    """What the rules of a ruleset refuse with, names and numbers left out."""
    found = []
    package = import_module(ruleset(rules).package)
    for module in iter_modules(package.__path__, f"{package.__name__}."):
        tree = ast.parse(inspect.getsource(import_module(module.name)))
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Refused":
                parts = [
                    one.value for one in ast.walk(call) if isinstance(one, ast.Constant) and isinstance(one.value, str)
                ]
                found.append((module.name, " ".join(parts)))
    return tuple(found)


def types(rules: str) -> set[str]:
    """What the charts call the things that a request can name."""
    found = set()
    for procedure in procedures(rules):
        charts = referee().loaded(rules).library.charts(procedure.charts)
        for one in procedure.inputs:
            if one.field.noun not in NO_ARTICLE:
                found |= {charts[chart].label(row) for chart in one.field.charts for row in charts[chart].rows}
    return found


def every(rules: str, *kinds: str) -> Iterator[tuple[str, str, str]]:
    """Every sentence of a ruleset, or those of some kinds: its kind, where it is said, the sentence."""
    for group in (rulings(rules), printed(rules), {"refusal": refusals(rules)}):
        for kind, said in group.items():
            if not kinds or kind in kinds:
                yield from ((kind, where, sentence) for where, sentence in said)


@rulesets
class TestEverySentence:
    def test_has_no_word_that_a_referee_would_not_say(self, rules: str) -> None:
        assert [one for one in every(rules) if NOT_SAID.search(one[2]) or AMERICAN.search(one[2])] == []

    def test_has_no_option_file_or_key_in_it(self, rules: str) -> None:
        refused = [one for one in every(rules) if one[0] != "refusal" and OF_THE_PROGRAM.search(one[2])]
        assert refused == []

    def test_has_no_id_in_it(self, rules: str) -> None:
        ids = re.compile(rf"\b({'|'.join(map(re.escape, referee().loaded(rules).readings)) or '(?!)'})\b")
        assert [one for one in every(rules) if ids.search(one[2])] == []

    def test_has_no_name_that_is_typed_where_a_referee_would_say_it(self, rules: str) -> None:
        """A name of a row or a condition that is no English: enemy-adjacent, in-front-of."""
        charts = referee().loaded(rules).library.everything()
        typed = {name for chart in charts.values() for name in (*chart.rows, *chart.columns, *chart.conditions)}
        spoken = " ".join(one.lower() for _, _, one in every(rules, "label", "title"))
        odd = {name for name in typed if "-" in name and name not in spoken and name.replace("-", " ") in spoken}
        keys = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, odd)) or '(?!)'})(?![\w-])")
        assert [one for one in every(rules, "verdict", "effect", "note", "condition") if keys.search(one[2])] == []

    def test_is_set_as_english_is(self, rules: str) -> None:
        assert [one for one in every(rules) if one[0] != "refusal" and BADLY_SET.search(one[2])] == []

    def test_has_one_thing_as_one(self, rules: str) -> None:
        assert [one for one in every(rules, "verdict", "effect", "note") if ONE_AS_SEVERAL.search(one[2])] == []

    def test_is_short(self, rules: str) -> None:
        for kind, longest in LONGEST.items():
            told = [(where, part) for _, where, said in every(rules, kind) for part in re.split(r"(?<=[.?!]) ", said)]
            assert [one for one in told if len(one[1]) > longest] == []


@rulesets
class TestAWholeSentence:
    def test_is_every_verdict_and_every_effect(self, rules: str) -> None:
        wrong = [one for one in every(rules, "verdict", "effect") if one[2][0].islower() or one[2][-1] not in ".?!"]
        assert wrong == []

    def test_has_its_stop_where_it_has_its_capital(self, rules: str) -> None:
        """A part of one may begin with a name of the rules: Forward Observation Officer: no -1."""
        names = tuple(text.partition(":")[0] for _, _, text in every(rules, "label", "condition") if text[0].isupper())
        wrong = []
        for one in every(rules, "note", "remark"):
            whole, begun = one[2][-1] in ".?!", one[2][0].isupper()
            if (whole and one[2][0].islower()) or (begun and not whole and not one[2].startswith(names)):
                wrong.append(one)
        assert wrong == []

    def test_is_every_question_of_a_reading_and_every_first_line_of_help(self, rules: str) -> None:
        asked = [one for one in every(rules, "reading") if "=" not in one[1] and not one[2].endswith("?")]
        helps = [one for one in every(rules, "help") if " " not in one[1] and one[2][-1] not in ".?"]
        assert asked + helps == []


@rulesets
class TestAName:
    """One thing has its article in a sentence, or a letter or a number that makes it one of its own."""

    def test_has_an_article_where_it_is_the_name_of_a_type(self, rules: str) -> None:
        names = sorted({name for name in types(rules) if not DESIGNATION.search(name)}, key=len, reverse=True)
        name = rf"\b({'|'.join(map(re.escape, names)) or '(?!)'})"
        said_well = re.compile(rf"\b([Tt]he( [a-z]+)?|\d+) {name}|{name} [A-Z]{{1,2}}\b")
        wrong = [one for one in every(rules, "verdict", "effect") if re.search(rf"{name}\b", said_well.sub("", one[2]))]
        assert wrong == []


@rulesets
class TestACondition:
    """It says what it is, and what follows from it."""

    def test_says_its_consequence(self, rules: str) -> None:
        charts = referee().loaded(rules).library.everything()
        silent = [
            f"{chart.name}.{one.name}" for chart in charts.values() for one in chart.conditions.values() if not one.says
        ]
        assert silent == []


class TestAFigure:
    """One that tells more in a sentence is told in one, and no figure is told that says nothing here."""

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ("-R grid clock : 3", "15 minutes, 5 a pip."),
            ("-R grid clock -t 19:50 --dusk 19:00 : 3", "Say when night begins to know whether it is light."),
            ("-R grid fire infantry infantry : 4", "Having fired, it may not move or regroup this turn."),
            ("-R grid fire 2xinfantry infantry : 5 5", "Having fired, they may not move or regroup this turn."),
            ("-R grid fire tank infantry : 4", "it may not regroup this turn, or move in its Movement phase."),
            ("-R grid bombard mortars,artillery+intense infantry : 5 5", "Having fired, the other may not move or"),
            ("-R grid bombard mortars infantry already-hit : 5", "unharmed, but it was hit in this phase before."),
            ("-R grid bombard 2xmortars infantry : 1 1", "Mortars A and Mortars B: disrupted by their own fire."),
            ("-R fw initiative german,british,soviet -y 1943 : 6 3 10", "Britain moves first, Germany second. Order: "),
            ("-R fw move tiger-i uphill", "cm uphill."),
            ("-R fw strafe stuka-37mm t-34-76,2xinfantry : 5 4", "No attack is left for infantry B."),
            ("-R fw anti-air 40mm-bofors stuka -a low : 3", "on 7, just the kill number, the plane aborts"),
            ("-R grid fire 2xtank infantry : 5 5", "Eliminated on the second disruption."),
            ("-R grid fire infantry tank minefield : 2 2", "the target is in a minefield, so a miss is rolled again"),
            ("-R grid bombard 2xmortars infantry : 5 5", "1 hit counts on a target."),
            ("-R grid bombard artillery infantry : 1", "Artillery: natural 1, disrupted by own fire"),
            ("-R grid strafe tank : 2", "A natural 2 disrupts the aircraft."),
            ("-R grid observe tank -b hill", "The line of sight is blocked: Hills."),
            ("-R grid move tank woods", "Only Infantry and Reconnaissance may enter."),
            ("-R grid move tank marsh", "No unit may enter."),
            ("-R grid morale tank,2xinfantry : 4 2 5", "2 of 3 regroup: the Tank and Infantry B."),
            ("-R fw move tiger-i mud", "Max Speed of Tiger I is 19 cm*."),
            ("-R fw move stuka --edge 120", "moves up to 60 cm: half of the shortest edge."),
            ("-R fw phase tiger-i -m 5", "Slow Vehicle Fire is for less than 0.5 of its speed."),
            ("-R fw fire lmg infantry -r 8 : 9", "4 over the Hit Number takes a second counter too, if one is close"),
            ("-R fw fire 6pdr tiger-i -r 8 -n 2 : 9", "other counters near the target count only for small arms"),
            ("-R fw fire lmg 6pdr -r 8 : 5", "The 6 pdr loses a crew counter."),
            ("-R fw fire 6pdr tiger-i -r 20 hit-location : 9 2", "The shot strikes the track*."),
            ("-R fw fire 6pdr tiger-i -r 20 hit-location : 9 1", "The shot bounces off*."),
            ("-R fw close-assault infantry tiger-i -r 9", "Point-blank range is 5 cm*."),
            ("-R fw plot 76mm -p bridge", "The mission of the 76 mm is plotted for next turn: bridge."),
            ("-R fw burst 76mm tiger-i -g 3 : 1 1 1", "1 1 1 survives"),
            ("-R fw burst 76mm tiger-i : 1", "76 mm is medium artillery."),
            ("-R fw air-combat zero p-38 : 9 1", "1 hit shoots down P-38 Lightning (fighter)."),
            ("-R fw anti-air 40mm-bofors stuka -r 400", "40 mm Bofors reaches 98 cm*."),
            ("-R fw strafe stuka infantry : 5", "The area of attack is 3 by 15 cm, along the flight path."),
            ("-R fw strafe stuka 3xinfantry : 2 3 9", "Infantry C is destroyed, 1 of 3."),
            ("-R fw strafe stuka 6xinfantry : 2 9 9 9 9 9", "5 infantry are destroyed, 5 of 6."),
            ("-R fw weather : 4", "4+ is broken cloud*."),
            ("-R fw fortunes germany : 1 3", "1 or less is a very bad roll*."),
            ("-R fw burst 76mm 2xinfantry -g 3 : 3 10 2 5 5 2", "3 10 2 destroyed\n"),
            ("-R fw bombard 76mm : 9", "9 on target*"),
            ("-R fw initiative german,british -y 1940 : 4 6", "INITIATIVE: Germany moves first."),
            ("-R cc initiative british,german : 3 6", "INITIATIVE: The Germans win the initiative"),
            ("-R cc strafe 2xinfantry -c 2 : 6 6 / 1 4", "saves need 2 or less"),
            ("-R cc strafe 2xinfantry : 5 4", "Infantry A: 5 a hit"),
            ("-R cc strafe : 6", "3 planes for the player, strafing."),
            ("-R sk bombard 2xbritish-25pdr : 4 9 / 6 / 3", "4 off target"),
            ("-R sk escape valentine-v turret-destroyed : 8", "1 of 2 figures is a house value: Valentine V, turret."),
            ("-R sk fire rifle infantry -r 10 : 8 2", "A near miss on the Infantry.\n"),
            ("-R fw strafe stuka infantry : 5", "Guns of Ju 87B Stuka: up to four rifle-calibre machineguns*."),
        ],
    )
    def test_is_told_as_a_referee_tells_it(self, run: Run, line: str, says: str) -> None:
        ran = run(*line.split())
        assert ran.status == 0 and says in ran.out, ran.out

    @pytest.mark.parametrize(
        ("line", "not_said"),
        [
            ("-R grid fire tank infantry : 4", "second disruption"),
            ("-R grid bombard mortars infantry : 5", "counts on a target"),
            ("-R grid morale tank : 4", "to regroup"),
            ("-R grid smoke mortars : 4", "smoke screen"),
            ("-R grid observe tank -b river", "Rivers:"),
            ("-R fw anti-air 40mm-bofors stuka : 9", "class of"),
            ("-R fw fortunes germany : 5", "very bad"),
        ],
    )
    def test_is_not_told_where_it_says_nothing(self, run: Run, line: str, not_said: str) -> None:
        ran = run(*line.split())
        assert ran.status == 0 and not_said not in ran.out.partition("\n\n")[0].replace("SMOKE SCREEN", "")

    def test_in_a_sentence_says_whose_it_is(self, run: Run) -> None:
        """Before its stop; why it came to that when dice are left over, and the figure itself in JSON."""
        line = ("-R", "grid", "fire", "2xtank", "infantry", "--dice", "5 5")
        assert "disruption." not in run(*line, "--set", "disruption.eliminated=3").out
        ran = run(*line, "--set", "disruption.eliminated=2")
        assert "Eliminated on the second disruption (referee)." in ran.out
        steps = json.loads(run(*line, "--set", "disruption.eliminated=1", "--json").out)["steps"]
        assert {"label": "Eliminated on the first disruption.", "value": 1}.items() <= next(
            step for step in steps if step["kind"] == "figure" and "liminated" in step["label"]
        ).items()
