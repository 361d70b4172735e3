"""How refcli speaks: every sentence that it can say of a ruleset, held to what a test can hold of the voice."""

import json
import re

import pytest

from refcli.cli.output import book_of
from refcli.conformance.sentences import every, sentences
from refcli.render.plain import ruling_lines
from refcli.rulesets import RULESETS
from tests.conftest import Run
from tests.situations import referee, situations, suite

rulesets = pytest.mark.parametrize("rules", RULESETS)


@rulesets
class TestEverySentence:
    def test_is_one_that_a_referee_says(self, rules: str) -> None:
        assert list(sentences(suite(rules))) == []

    def test_of_every_kind_is_looked_at(self, rules: str) -> None:
        kinds = {"verdict", "effect", "note", "condition", "question", "reading", "summary", "help", "title", "refusal"}
        assert kinds | {"label"} <= {one.kind for one in every(suite(rules))}


NOT_SHOWN = re.compile(
    r", (%|cm|mm)( \(|: )"  # a unit that hangs behind a label
    r"|^(cm|inches|turns|men|squares|dice|markers|planes|steps|kills|chance|rout) [^:]*: [-+\d]"
    r"|\bthe unit of\b"
    r"|\b1 (hits|shots|dice|men|units|squares|markers|turns|planes|guns|kills|levels|counters)\b"
    r"|; (guns|markers|swap|activity|casualties|others|paid|hits|lost|pull|near) \d"  # a field by its name
)
"""What no line of a ruling has: a label where a sentence is meant, a name of the program, one thing as several."""


@rulesets
def test_no_line_of_a_ruling_is_a_label_where_a_sentence_is_meant(rules: str) -> None:
    for one in situations(rules):
        record = referee().rule(one.case, 1)
        for line in ruling_lines(record, book_of(referee(), rules, record.procedure.charts)):
            assert not NOT_SHOWN.search(line), (one.name, line)
            assert not ("%" in line and "or less" in line), (one.name, line)


class TestAFigure:
    """One that tells more in a sentence is told in one, and no figure is told that says nothing here."""

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ("-R grid clock : 3", "15 minutes, 5 a pip."),
            ("-R grid fire tank assault-gun : 3", "Assault Gun is Tank Class*."),
            ("-R grid fire tank mortars : 3", "Mortars are Gun Class."),
            ("-R sk ram jeep hmg", "Jeep runs over the Infantry weapon."),
            ("-R sk ram lorry jeep smaller : 3 3", "Lorry wrecks only what is smaller, and immobilises itself."),
            ("-R cc move infantry+odd-terrain : 4 6 3", "Infantry, odd terrain: odd dice count."),
            ("-R grid clock -t 19:50 --dusk 19:00 : 3", "Say when night begins to know whether it is light."),
            ("-R grid fire infantry infantry : 4", "Having fired, it may not move or regroup this turn."),
            ("-R grid fire 2xinfantry infantry : 5 5", "Having fired, they may not move or regroup this turn."),
            ("-R grid fire tank infantry : 4", "it may not regroup this turn, or move in the Movement phase."),
            ("-R grid bombard mortars,artillery+intense infantry : 5 5", "Having fired, the other may not move or"),
            (
                "-R grid bombard mortars infantry already-hit : 5",
                "Already hit this phase: the second hit does not count.",
            ),
            ("-R grid observe tank -r 3", "A unit sees 2 squares."),
            ("-R grid move tank", "It moves 2 squares across country."),
            ("-R cc morale 2xarmor -m 1", "With 2 sub-units left, 2 markers rout the unit."),
            ("-R cc penetrate armor -n 4 2xkilled : 1", "3 kills remove a model."),
            ("-R cc penetrate armor -n 4 2xkilled : 1", "The Armor's unit takes 1 morale marker."),
            ("-R sk escape ba64 wrecked", "Each man escapes on 6 or less."),
            ("-R sk radio observer battery", "The guns fire as asked 1 turn later."),
            ("-R sk move gun hitch-up", "To hitch up a gun, its crew on board, takes 1 turn."),
            ("-R grid bombard 2xmortars infantry : 1 1", "Mortars A and Mortars B are disrupted by their own fire."),
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
            ("-R fw move stuka --edge 120", "may move up to 60 cm: half of the shortest edge."),
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
            ("-R fw initiative german,british -y 1940 : 4 6", "INITIATIVE: Germany moves first; Britain moves last"),
            ("-R cc initiative british,german : 3 6", "INITIATIVE: The Germans win the initiative"),
            ("-R cc strafe 2xinfantry -c 2 : 6 6 / 1 4", "saves need 2 or less"),
            ("-R cc strafe 2xinfantry : 5 4", "Infantry A: 5 a hit"),
            ("-R cc strafe : 6", "3 planes for the player, strafing."),
            ("-R sk bombard 2xbritish-25pdr : 4 9 / 6 / 3", "4 off target"),
            ("-R sk bombard russian-82mm -r 201", "The Russian 82mm mortar cannot fire."),
            ("-R sk fire hmg infantry -r 20 short-handed", "The HMG has no shot at the Infantry."),
            ("-R sk fire 88mm-l56 stug-iii-g -r 90 : 10 3", "Hull hit, 1 over its defence: near miss"),
            ("-R sk grenade rifle : 1 9", "The burst circle of a grenade is 2.5 cm across."),
            ("-R sk grenade rifle : 1 9", "distance: 9 gives 4.5"),
            ("-R sk move infantry stand-up", "standing up from prone -5"),
            ("-R sk ram lorry jeep smaller : 3 3", "The Lorry wrecks only what is smaller"),
            ("-R sk ram lorry gun", "The only figure is a house value: other vehicle, gun."),
            ("-R fw strafe 37mm-cannon 2x40mm-bofors : 9 9", "40 mm Bofors A and B are destroyed."),
            (
                "-R fw strafe 37mm-cannon 40mm-bofors : 2",
                "(needs over 8: up to 2 German 37mm cannon against field piece)",
            ),
            ("-R fw bombard 76mm -g 3 : 1 5 8 5", "3 drift dice on turn 1."),
            ("-R fw bomb 1000lb : 1 5 8", "2 drift dice at medium altitude."),
            ("-R fw move stuka --edge 120", "Half the shortest edge is 60 cm."),
            ("-R fw fire smg infantry -r 60", "the submachinegun does not reach 60 cm"),
            ("-R cc strafe infantry : 1 6", "6+ brings the plane down."),
            ("-R cc bomb armor : 1", "1 or less shoots the plane down."),
            ("-R cc fire rifles infantry -r 8 -a 1 : 4 5", "gives nothing (inferred; fire chart, 4 points)"),
            ("-R grid move infantry woods in-contact", "that is its whole move."),
            (
                "-R grid fire reconnaissance infantry --reading G-9=attacker : 5",
                "Whose die does the Reconnaissance rule lower? The die of an attacking Reconnaissance unit,",
            ),
            (
                "-R sk escape valentine-v turret-destroyed : 8",
                "1 of 2 figures is a house value: Valentine V, turret crew.",
            ),
            ("-R sk fire rifle infantry -r 10 : 8 2", "A near miss on the Infantry.\n"),
            ("-R fw bombard 76mm -g 3 : 9", "bombard (First Watch): 76 mm; 3 guns; dice entered"),
            ("-R cc fire rifles infantry -r 8 -a 1 -m 2 -c 2 : 1 1", "the firers have 2 morale markers; dice entered"),
            ("-R cc fire rifles infantry -r 8 -a 1 -c 2 : 1 1", "1 activity die; level 2 cover; dice entered"),
            ("-R fw fire rifle infantry -r 8 stationary : 5", "Not used: the gun is stationary.\n"),
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
            ("-R fw fire rifle infantry -r 8 stationary : 5", "does not count"),
            ("-R fw fortunes germany : 5", "is a very bad roll"),
            ("-R fw fire hmg m3-halftrack -r 8 as-main-gun : 5", "heavy machinegun, to 10; heavy machinegun, to 10"),
            ("-R sk fire american-75mm infantry -r 100 : 7 8", "8 = 8"),
            ("-R cc activity heavy-weapon fire take-cover", "\na heavy weapon that fires"),
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
