"""What a word means: names that could be several things, counts without an x, fields under another name."""

import json

import pytest

from refcli.core.errors import Refused, UnknownName
from refcli.core.request import Conditions, Input, field_called, meanings_of
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings
from refcli.rulesets import RULESETS
from refcli.wire.lookup import Words
from tests.conftest import Home, Run, write
from tests.situations import referee

GUN_OR_CAR = '[aliases]\nat = ["anti-tank-gun", "tank-destroyer"]\n'


def words(rules: str, procedure: str, prefixes: bool = False) -> Words:
    """The words of a procedure as shipped."""
    loaded = referee().loaded(rules)
    return loaded.words(loaded.procedure(procedure), prefixes)


@pytest.fixture
def at_is_two(home: Home) -> Home:
    """A home whose overlay has an alias of two rows."""
    write(home.work / "mine" / "grid" / "units.toml", GUN_OR_CAR)
    home.write("refcli.toml", 'charts = "mine"')
    return home


class TestANameWithoutItsHyphens:
    """Is known at a terminal, where no other name begins so."""

    @pytest.mark.parametrize(("word", "name"), [("p38", "p-38"), ("bf109e", "bf-109e"), ("p-38", "p-38")])
    def test_is_known(self, word: str, name: str) -> None:
        assert named(words("first-watch", "air-combat", prefixes=True), word) == name

    def test_is_an_alias_of_every_t_34(self) -> None:
        known = words("first-watch", "penetrate")
        assert [known.name(f"t34-{mark}", known.fields["target"]) for mark in (76, 85)] == ["t-34-76", "t-34-85"]

    def test_is_unknown_in_a_pipe(self) -> None:
        with pytest.raises(UnknownName):
            named(words("first-watch", "air-combat"), "p38")


def named(known: Words, word: str) -> str:
    """The row that a word means as an attacker."""
    return known.name(word, known.fields["attacker"])


class TestABareNumber:
    """Is a range or a face: no condition whose name begins so is meant by it, ``17pdr`` neither by 1 nor by 17."""

    @pytest.mark.parametrize("rules", RULESETS)
    def test_is_no_condition(self, rules: str) -> None:
        loaded = referee().loaded(rules)
        for name in loaded.ruleset.procedures:
            known = loaded.words(loaded.procedure(name), prefixes=True)
            for number in range(100):
                with pytest.raises(UnknownName):
                    known.condition(str(number))


class TestAWordWithoutItsOption:
    """Is for the option that it can only be for: what has to be known, a choice, a name that no place has."""

    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            ("-R sk fire rifle infantry 15 : 8 9", {"range": 15}),
            ("-R sk fire tiger-i t34-85 40.5 rear : 1", {"range": 40.5, "facing": "rear"}),
            ("-R cc fire rifles infantry hedge 8 : 123", {"range": 8, "conditions": ["hedge"]}),
            ("-R cc move infantry+charge 8 : 345", {"distance": 8}),
            ("-R cc penetrate armor 4 : 2", {"number": 4}),
            ("-R fw initiative german,soviet 1943", {"year": 1943}),
            ("-R fw bomb 500lb stuka", {"plane": "stuka"}),
            ("-R grid observe infantry woods", {"between": ["woods"]}),
        ],
    )
    def test_is_taken_for_it(self, run: Run, typed: str, meant: dict[str, object]) -> None:
        asked = json.loads(run(*typed.split(), "--json").out)["request"]
        assert {name: asked[name] for name in meant} == meant

    @pytest.mark.parametrize(
        ("typed", "told"),
        [
            ("-R grid fire tank infantry 5", "-r 5"),
            ("-R sk fire rifle infantry -r 15 8", "'8'"),
            ("-R sk fire rifle infantry 15 8", "'8'"),
            ("-R cc save infantry 4", "-n 4"),
            ("-R sk fire rifle infantry", "(-r)"),
        ],
    )
    def test_is_refused_where_it_could_be_something_else(self, run: Run, typed: str, told: str) -> None:
        """A face whose colon was left out, a second figure; and what is missing is told with its option."""
        ran = run(*typed.split())
        assert ran.status in (2, 4) and told in ran.err

    @pytest.mark.parametrize("rules", RULESETS)
    def test_is_told_on_the_page_of_help(self, run: Run, rules: str) -> None:
        """The example in short leaves the option out where it can be left out."""
        page = run("-R", rules, "fire", "--help").out
        assert ("a number is the" in page) == (rules != "grid")


class TestANameThatCouldBeSeveral:
    """Is told with the names to type, the most usual first, and never taken for one of them."""

    def test_is_told_in_one_line(self, at_is_two: Home, run: Run) -> None:
        ran = run("-R", "grid", "fire", "AT", "tank")
        assert (ran.status, ran.out, ran.err.count("\n")) == (4, "", 1)
        assert "'AT'" in ran.err and "anti-tank-gun or tank-destroyer" in ran.err

    @pytest.mark.parametrize("line", ["-R grid card at", "-R grid fire tank tank --set units.at.class=gun"])
    def test_is_told_wherever_a_row_is_named(self, at_is_two: Home, run: Run, line: str) -> None:
        ran = run(*line.split())
        assert ran.status == 4 and "anti-tank-gun or tank-destroyer" in ran.err

    def test_is_told_of_a_batch_line(self, at_is_two: Home, run: Run) -> None:
        line = {"rules": "grid", "procedure": "fire", "attackers": "at", "target": "tank"}
        ran = run("batch", stdin=json.dumps(line))
        error = json.loads(ran.out)["error"]
        assert error["kind"] == "unknown-name" and "anti-tank-gun or tank-destroyer" in error["message"]

    def test_is_no_fault_of_a_chart(self, at_is_two: Home, run: Run) -> None:
        assert run("charts", "check", "grid").status == 0
        assert "anti-tank-gun or tank-destroyer" in run("charts", "diff").out

    def test_beats_a_longer_name_that_begins_so(self, at_is_two: Home) -> None:
        """At a terminal ``at`` is not taken for the beginning of anything else."""
        write(
            at_is_two.work / "mine/grid/units.toml", '[aliases]\nat = ["artillery", "tank-destroyer"]\nattic = "tank"\n'
        )
        loaded = Referee(Settings().under(charts=["mine"])).loaded("grid")
        known = loaded.words(loaded.procedure("fire"), prefixes=True)
        with pytest.raises(UnknownName, match="artillery or tank-destroyer"):
            known.name("at", known.fields["target"])

    @pytest.mark.parametrize(
        ("rows", "fault"),
        [
            ('["tank"]', "two"),
            ('["tank", "tank"]', "two"),
            ('["tank", "tnak"]', "'tnak' (nearest: tank"),
            ("[]", "two"),
            ('["tank", 2]', "at"),
        ],
    )
    def test_names_two_rows_at_least(self, at_is_two: Home, run: Run, rows: str, fault: str) -> None:
        write(at_is_two.work / "mine/grid/units.toml", f"[aliases]\nat = {rows}\n")
        ran = run("charts", "check", "grid")
        assert ran.status == 3 and "mine/grid/units.toml:2: " in ran.err and fault in ran.err
        assert len(ran.err.splitlines()) == 1


class TestAPlaneAndAVehicle:
    """Of one name are asked for, and neither is taken silently."""

    def test_hellcat_is_a_fighter_or_a_tank_destroyer(self, run: Run) -> None:
        ran = run("-R", "fw", "move", "hellcat")
        assert (ran.status, ran.out) == (4, "") and "m18-hellcat or f6f-hellcat" in ran.err

    def test_is_known_where_there_is_but_one(self) -> None:
        """In the air the fighter, on the ground the tank destroyer."""
        plane, car = words("first-watch", "air-combat"), words("first-watch", "fire")
        assert plane.name("hellcat", plane.fields["attacker"]) == "f6f-hellcat"
        assert car.name("hellcat", car.fields["target"]) == "m18-hellcat"

    @pytest.mark.parametrize("procedure", ["move", "plot"])
    def test_share_no_name_that_means_one_of_them(self, procedure: str) -> None:
        """Nor does any other thing with a plane."""
        known = words("first-watch", procedure)
        field = known.procedure.inputs[0].field
        meanings = meanings_of(field, known.charts)
        others = [known.charts[chart] for chart in field.charts if chart != "aircraft"]
        planes = known.charts["aircraft"]
        shared = [
            word for word in meanings if planes.rows_called(word) and any(other.rows_called(word) for other in others)
        ]
        assert all(len(meanings[word]) > 1 for word in shared)
        assert shared == (["hellcat"] if procedure == "move" else [])


class TestACountWithoutAnX:
    """A number directly before a name counts it, unless there is a row or an alias of just that name."""

    @pytest.mark.parametrize(
        ("rules", "procedure", "typed", "meant"),
        [
            ("grid", "fire", "3infantry", "3xinfantry"),
            ("grid", "fire", "12inf+adjacent", "12xinfantry+adjacent"),
            ("first-watch", "fire", "6-pdr", "6pdr"),
            ("skirmish", "fire", "3smg", "3xsmg"),
        ],
    )
    def test_in_a_batch(self, rules: str, procedure: str, typed: str, meant: str) -> None:
        known = words(rules, procedure)
        who = known.procedure.inputs[0]
        assert [term.typed for term in known.terms(typed, who)] == [meant]

    def test_at_a_terminal_before_the_beginning_of_a_name(self) -> None:
        known = words("grid", "fire", prefixes=True)
        assert known.term("3tank-d", known.fields["attackers"]).typed == "3xtank-destroyer"
        guns = words("first-watch", "fire", prefixes=True)
        assert guns.term("6pd", guns.fields["attacker"]).typed == "6pdr"
        with pytest.raises(UnknownName, match=r"'76m' .*76mm-f34"):
            guns.term("76m", guns.fields["attacker"])

    def test_of_a_condition(self) -> None:
        known = words("skirmish", "morale")
        assert known.stated(["4other-rank-killed"]) == Conditions({"other-rank-killed": 4})

    def test_is_no_count_of_nothing(self) -> None:
        """What is wrong is told of the word as it was typed."""
        known = words("grid", "fire")
        with pytest.raises(UnknownName, match=r"'3infantri' \(nearest: infantry"):
            known.term("3infantri", known.fields["attackers"])


class TestTheBeginningOfAName:
    """At a terminal means the plain word where all others are that word with something behind it."""

    @pytest.mark.parametrize(
        ("rules", "procedure", "field", "typed", "meant"),
        [
            ("skirmish", "fire", "target", "inf", "infantry"),
            ("skirmish", "move", "mover", "inf", "infantry"),
            ("first-watch", "fire", "attacker", "rif", "rifle"),
            ("first-watch", "fire", "attacker", "6pd", "6pdr"),
        ],
    )
    def test_is_the_plain_word(self, rules: str, procedure: str, field: str, typed: str, meant: str) -> None:
        known = words(rules, procedure, prefixes=True)
        assert known.name(typed, known.fields[field]) == meant

    def test_is_the_plain_condition(self) -> None:
        assert words("skirmish", "fire", prefixes=True).condition("movi") == "moving"

    @pytest.mark.parametrize(
        ("rules", "field", "typed", "meant"),
        [
            ("first-watch", "target", "tige", "tiger-i or tiger-ii"),
            ("skirmish", "firer", "sher", "firefly, m4a3-sherman or m4a1-sherman"),
            ("skirmish", "firer", "tiger", "tiger-i or tiger-ii"),
        ],
    )
    def test_asks_where_things_differ(self, rules: str, field: str, typed: str, meant: str) -> None:
        known = words(rules, "fire", prefixes=True)
        with pytest.raises(UnknownName, match=meant):
            known.name(typed, known.fields[field])

    def test_is_no_name_in_a_batch(self) -> None:
        known = words("skirmish", "fire")
        with pytest.raises(UnknownName, match="'inf'"):
            known.name("inf", known.fields["target"])


class TestAFieldUnderAnotherName:
    """Is accepted where it means just one field; what is printed has the procedure's own."""

    @pytest.mark.parametrize(
        ("rules", "procedure", "said", "own"),
        [
            ("grid", "fire", "firer", "attackers"),
            ("grid", "fire", "attacker", "attackers"),
            ("grid", "fire", "defenders", "target"),
            ("skirmish", "fire", "attackers", "firer"),
            ("skirmish", "bombard", "attacker", "guns"),
            ("combat-captain", "close-assault", "target", "defenders"),
            ("combat-captain", "morale", "units", "unit"),
            ("first-watch", "burst", "target", "targets"),
            ("first-watch", "burst", "guns", "guns"),
            ("combat-captain", "strafe", "attacker", None),
            ("grid", "fire", "conditions", None),
        ],
    )
    def test_means_the_only_one(self, rules: str, procedure: str, said: str, own: str | None) -> None:
        fields: dict[str, Input] = words(rules, procedure).fields
        assert field_called(said, fields) == own

    def test_in_a_batch_line(self, run: Run) -> None:
        line = {"rules": "grid", "procedure": "fire", "firer": "tank", "defender": "infantry", "dice": [4]}
        ran = run("batch", stdin=json.dumps(line))
        asked = json.loads(ran.out)["request"]
        assert asked["attackers"] == ["tank"] and asked["target"] == "infantry" and "firer" not in asked

    def test_in_a_scenario(self, home: Home, run: Run) -> None:
        home.write(
            "scenarios.toml",
            """
[[scenario]]
name = "village"
rules = "grid"
units = { alpha = { unit = "tank" } }
[[scenario.ruling]]
procedure = "fire"
attacker = "alpha"
targets = "infantry"
dice = [4]
expect = { outcome = "disrupted" }
""",
        )
        assert run("scenario", "check").status == 0

    def test_in_a_sweep(self, run: Run) -> None:
        ran = run("-R", "grid", "fire", "tank", "infantry", "--sweep", "firer=tank,2xtank")
        assert ran.status == 0 and ran.out.startswith("attackers")

    def test_is_not_given_twice(self) -> None:
        plain = {"rules": "grid", "procedure": "fire", "attackers": "tank", "target": "tank", "firer": "tank"}
        with pytest.raises(Refused, match=r"firer .*attackers"):
            referee().case(plain)


class TestACondition:
    """Is taken back by ``no-``."""

    def test_is_taken_back(self) -> None:
        known = words("grid", "fire")
        assert known.stated_and_negated(["cover", "no-woods"]) == (Conditions({"cover": 1}), ("woods",))

    def test_is_not_taken_back_by_a_name_that_begins_so(self) -> None:
        known = words("skirmish", "radio")
        assert "no-radio" in known.conditions
        assert known.stated_and_negated(["no-radio"]) == (Conditions({"no-radio": 1}), ())

    def test_is_not_stated_and_taken_back(self) -> None:
        with pytest.raises(Refused, match="woods"):
            words("grid", "fire").stated_and_negated(["woods", "no-woods"])

    def test_that_is_none_is_told(self) -> None:
        with pytest.raises(UnknownName, match="'wodos'"):
            words("grid", "fire").stated_and_negated(["no-wodos"])

    def test_is_taken_back_of_a_ruling_that_there_is(self, run: Run) -> None:
        ran = run("-R", "grid", "fire", "tank", "infantry", "no-woods")
        assert ran.status == 4
        assert "'no-woods'" in ran.err and ran.err.count("\n") == 1


def test_a_name_with_a_slash_as_the_book_has_it_is_told_as_ours(run: Run) -> None:
    ran = run("-R", "sk", "fire", "75mm-l48", "t34/85", "-r", "40")
    assert ran.status == 2 and "nearest: t34-85" in ran.err
