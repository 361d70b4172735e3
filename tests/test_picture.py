"""The picture of a ruling on a terminal: wide or narrow, nothing that decides it is cut."""

import json
import re
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from refcli.core.ruling import Effect, EffectKind
from refcli.core.sentence import some
from refcli.plain.dump import ruling_to
from refcli.plain.schema import ruling_schema
from refcli.referee.what_if import odds_in, worth
from refcli.render.odds import odds_picture
from refcli.render.terminal import ruling_picture
from refcli.render.view import basis, in_sentences, on_the_table
from refcli.rulesets import RULESETS
from tests.conftest import Home, Run
from tests.situations import referee, situations

CLOSE_ASSAULT = {
    "rules": "combat-captain",
    "procedure": "close-assault",
    "attackers": "5xinfantry,2xheavy-weapon",
    "defenders": "4xinfantry,heavy-weapon",
    "cover": 2,
}
PENETRATE = {"rules": "first-watch", "procedure": "penetrate", "attacker": "bazooka", "target": "t-34-76", "range": 3}


def drawn(plain: dict[str, Any], width: int) -> list[str]:
    """The lines of a ruling with the dice of seed 2."""
    judge = referee()
    case = judge.case(plain)
    screen = Console(width=width, file=StringIO(), highlight=False)
    charts = judge.loaded(case.rules).library.charts(case.procedure.charts)
    screen.print(ruling_picture(judge.rule(case, 2), charts, "Title", screen))
    assert isinstance(screen.file, StringIO)
    return screen.file.getvalue().splitlines()


@pytest.mark.parametrize("width", [80, 100, 120, 200])
class TestItsColumns:
    """Labels, figures, what they mean, and where they stand."""

    def test_many_dice_leave_the_labels_their_room(self, width: int) -> None:
        lines = drawn(CLOSE_ASSAULT, width)
        assert any(line.startswith("  Attackers: pips that are hits") for line in lines)
        assert len(lines) < 90

    def test_what_a_close_assault_costs_is_told_on_a_line_each(self, width: int) -> None:
        lines = drawn(CLOSE_ASSAULT, width)
        for label, figure in (
            ("Level 2 cover: saves on", "2 or less"),
            ("attackers: 2 sub-units lost, markers", "2"),
            ("defenders, 3 sub-units left: rout at", r"3\+"),
            ("level 2 cover of 3 sub-units", r"\+6"),
            ("attackers: markers for withdrawing", "1"),
            ("attackers: dice of the withdrawal", "4"),
            ("inches the defenders may advance", "6"),
        ):
            assert any(re.match(rf"  {label} +{figure}(  |$)", line.rstrip()) for line in lines), label

    def test_every_face_of_many_dice_is_there(self, width: int) -> None:
        judge = referee()
        saves = next(
            roll for roll in judge.rule(judge.case(CLOSE_ASSAULT), 2).ruling.rolls if roll.label.endswith("saves")
        )
        lines = drawn(CLOSE_ASSAULT, width)
        first = next(number for number, line in enumerate(lines) if "saves (" in line)
        shown = re.findall(
            r"\b\d\b",
            " ".join(re.sub(r"saves \(.*?\)|(needed|less:).*", "", line) for line in lines[first : first + 5]),
        )
        assert [int(face) for face in shown[: len(saves.faces)]] == list(saves.faces)

    def test_what_was_needed_stands_beside_a_house_figure(self, width: int) -> None:
        (line,) = [line for line in drawn(PENETRATE, width) if "Penetration Value" in line]
        assert re.search(r"needed 4\+: made, house", line)

    def test_a_label_that_goes_on_below_stays_under_itself(self, width: int) -> None:
        body = drawn(CLOSE_ASSAULT, width)
        inside = body[body.index(next(line for line in body if line.startswith("attackers"))) :]
        told = inside[1 : inside.index(next(line for line in inside if line.startswith("defenders")))]
        assert all(line.startswith("  ") for line in told)


class TestOdds:
    """``--odds`` on a terminal."""

    @pytest.mark.parametrize("width", [16, 20, 39, 40, 80])
    def test_no_word_is_cut_in_any_window(self, width: int) -> None:
        judge = referee()
        plain = {
            "rules": "grid",
            "procedure": "fire",
            "attackers": "tank",
            "target": "infantry",
            "conditions": ["woods"],
        }
        case = judge.case(plain)
        screen = Console(width=width, file=StringIO(), highlight=False)
        odds = odds_in(case)
        screen.print(odds_picture("Title", case.procedure, odds, worth(case, odds), screen))
        assert isinstance(screen.file, StringIO)
        shown = screen.file.getvalue()
        assert "…" not in shown
        for word in ("eliminated", "disrupted", "effect", "attack", "woods", "33.3%"):
            assert word in shown


class TestWhatItRestsOn:
    """The line below the ruling, and the JSON of the same ruling."""

    def test_both_count_the_same_figures(self) -> None:
        told_of_house = 0
        for one in [one for rules in RULESETS for one in situations(rules)]:
            record = referee().rule(one.case, 1)
            told = ruling_to(record)
            house = [line for line in basis(record, one.case.words.charts) if " house value" in line]
            if told["house"]:
                told_of_house += 1
                assert house[0].startswith(f"{len(told['house'])} of {some(told['figures'], 'figure')} ")
            else:
                assert not house
        assert told_of_house

    def test_a_figure_that_the_referee_gives_is_one_of_those_shown(self) -> None:
        fire = {"rules": "grid", "procedure": "fire", "attackers": "tank", "target": "infantry"}
        case = referee().case({**fire, "set": {"combat.tanks.infantry": 5}})
        record = referee().rule(case, 1, [5])
        assert basis(record, case.words.charts)[0] == "1 of 3 figures is the referee's: combat.tanks.infantry"
        assert ruling_to(record)["figures"] == 3


class TestWhereAFigureStands:
    """``--why``: the chart's own figure, and the file that has it."""

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            # 0.6 of 50 cm is 20 cm less, skirmish.txt 92, 111
            ("sk move lorry tow road", "obstacles.tow.starred = 0.6: "),
            # 3 times the 4 rolled is 12 cm, skirmish.txt 251
            ("sk bombard 25pdr --dice 3,4", "miss-distance.indirect = 3: "),
        ],
    )
    def test_a_figure_is_told_as_it_is_read(self, run: Run, line: str, says: str) -> None:
        whys = run("-R", *line.split(), "--why").out.splitlines()
        (why,) = [one for one in whys if one.startswith(f"why: {says.split(' ')[0]} ")]
        assert why.startswith(f"why: {says}")

    def test_a_shipped_file_is_named_where_it_has_the_figure(self, home: Home, run: Run) -> None:
        home.write("mine/grid/combat.toml", "[rows]\ntanks = { tank = 4 }\n")
        home.write("refcli.toml", 'charts = ["mine"]\n[readings.grid]\nG-2 = "infantry"\n')
        shot = ("-R", "grid", "fire", "tank", "--dice", "4", "--why")
        for target, given, says in (
            ("infantry", (), "combat.tanks.infantry = 4: Combat Table, lines 130-162, charts/grid/combat.toml"),
            ("infantry", ("--set", "combat.tanks.infantry=3"), "combat.tanks.infantry = 3: referee"),
            ("tank", (), f"combat.tanks.tank = 4: overlay: {home.work}/mine/grid/combat.toml"),
            ("armoured-car", (), "units.armoured-car.class = infantry: reading G-2"),
        ):
            assert f"why: {says}" in run(*shot[:4], target, *shot[4:], *given).out.splitlines()


class Marked(EffectKind):
    """Kinds of a ruleset that has only these."""

    DISRUPTED = "disrupt", "{unit} {unit:takes|take} {amount:marker}"
    GONE = "remove", "remove {unit}[ from {detail}]"


class TestOnTheTable:
    """What the referee now does: a sentence for each kind of effect, with the names of the units."""

    @pytest.mark.parametrize(
        ("effects", "said"),
        [
            ([Effect(Marked.GONE, "Tank")], ["remove Tank"]),
            ([Effect(Marked.GONE, "Tank", detail="C4")], ["remove Tank from C4"]),
            ([Effect(Marked.GONE, "Tank A"), Effect(Marked.GONE, "Tank B")], ["remove Tank A and Tank B"]),
            (
                [Effect(Marked.DISRUPTED, "Tank A", 2), Effect(Marked.DISRUPTED, "Tank B")],
                ["Tank A takes 2 markers", "Tank B takes 1 marker"],
            ),
            ([Effect(Marked.DISRUPTED, "Gun A"), Effect(Marked.DISRUPTED, "Gun B")], ["Gun A and Gun B take 1 marker"]),
            (
                [Effect(Marked.DISRUPTED, "Gun", role="target"), Effect(Marked.DISRUPTED, "Gun", role="attacker")],
                ["Gun (target) takes 1 marker", "Gun (attacker) takes 1 marker"],
            ),
        ],
    )
    def test_tells_who_and_in_which_role_where_two_have_one_name(self, effects: list[Effect], said: list[str]) -> None:
        assert in_sentences(effects) == said

    def test_both_sides_of_a_close_combat_are_told_apart(self) -> None:
        case = referee().case(CLOSE_ASSAULT)
        told = on_the_table(referee().rule(case, 2)).split("; ")
        assert told[0] == "Infantry A (attacker) and Infantry B (attacker) lose 5 men"
        assert "the attackers take 4 morale markers" in told

    def test_what_is_only_remembered_is_not_told(self, run: Run) -> None:
        ran = run("-R", "grid", "fire", "infantry", "tank", "--dice", "1", "--json")
        assert [effect["kind"] for effect in json.loads(ran.out)["effects"]] == ["fired"]
        assert "on the table" not in run("-R", "grid", "fire", "infantry", "tank", "--dice", "1", "--plain").out

    def test_json_and_its_schema_have_the_measure(self, run: Run) -> None:
        effects = json.loads(run("-R", "sk", "visibility", "--dice", "2", "--json").out)["effects"]
        assert [(effect["amount"], effect["measure"]) for effect in effects] == [(100, "cm"), (200, "cm")]
        assert set(effects[0]) <= set(ruling_schema()["properties"]["effects"]["items"]["properties"])
        counted = json.loads(run("-R", "sk", "initiative", "--dice", "6,5", "--json").out)["effects"]
        assert counted == [{"kind": "initiative", "unit": "allied", "role": "side", "amount": 1}]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "cc save infantry -n 4 -c 2 --dice 6,3,1,2",
            "saves (4 d6, entered): 6, 3, 1, 2, needed 2 or less: 2 made",
        ),
        ("cc save infantry -c 2 --dice 6", "saves (d6, entered): 6, needed 2 or less: failed"),
        ("fw burst 76mm infantry --dice 7", "bombardment (d10, entered): 7, needed over 6: made"),
        ("grid fire tank infantry woods --dice 4", "attack (d6, entered): 4, needed 5+"),  # the score below tells
    ],
)
def test_dice_that_go_into_no_sum_say_what_they_made(run: Run, line: str, says: str) -> None:
    """What they needed, and how many met it; of a die with modifiers the sum says it."""
    assert f"  {says}\n" in run("-R", *line.split()).out
