"""Labels of dice: the thing that rolls and its roll; and the labels of journals kept before."""

import json
from pathlib import Path

import pytest

from refcli.core.labels import roll_of, thing_of
from refcli.core.request import terms_of
from refcli.game.journal import line_from, line_of, read
from refcli.game.replay import RecordedChoices, case_of
from refcli.plain import Plain
from refcli.plain.old_labels import RENAMED, entry_now, label_now
from refcli.rulesets import RULESETS
from tests.conftest import Run
from tests.situations import referee, situations


class TestWhereADieBelongs:
    """A path is the thing that rolls, then the roll; a time is of the roll."""

    @pytest.mark.parametrize(
        ("path", "thing", "roll"),
        [
            ("clock", "", "clock"),
            ("rifle/2/effect", "rifle/2", "effect"),
            ("again 2/german/initiative", "german", "initiative again"),
            ("again 3/german/initiative", "german", "initiative again again"),
            ("tie at 7/german/initiative", "german", "initiative tie"),
            ("tie at 7/again 2/german/initiative", "german", "initiative tie again"),
            ("crew/aboard/1/next hit/effect", "crew/aboard/1", "effect"),
        ],
    )
    def test_a_path_tells_both(self, path: str, thing: str, roll: str) -> None:
        assert (thing_of(path), roll_of(path)) == (thing, roll)

    @pytest.mark.parametrize("rules", RULESETS)
    def test_no_unit_that_is_asked_for_is_the_name_of_a_roll(self, rules: str) -> None:
        for one in situations(rules):
            asked = {"allied", "axis", "attackers", "defenders", "attacker", "target", "interceptor"}
            asked |= {term.name for term in terms_of(one.case.request)}
            for roll in referee().rule(one.case, 3).ruling.rolls:
                assert roll_of(roll.label) not in asked


def kept(procedure: str, fields: Plain, steps: list[Plain]) -> Plain:
    """An entry of a Combat Captain journal with these steps, as it is read now."""
    named = {"rules": "combat-captain", "procedure": procedure}
    return entry_now({"given": {**named, **fields, "faces": {}}, "ruling": {**named, "steps": steps, "rolls": []}})


class TestOldLabels:
    """What was kept under an earlier name of a die is read under its name of now."""

    @pytest.mark.parametrize(
        ("rules", "procedure", "before", "now"),
        [
            ("skirmish", "initiative", "axis", "axis/initiative"),
            ("combat-captain", "initiative", "again 2/german", "again 2/german/initiative"),
            ("combat-captain", "fire", "rifles 2/3", "rifles 2/fire/3"),
            ("combat-captain", "fire", "saves/3", "saves/3"),
            ("combat-captain", "fire", "cannon at thin-armor/kill die", "cannon/kill die"),
            ("combat-captain", "close-assault", "hits/defenders/4", "defenders/hits/4"),
            ("combat-captain", "close-assault", "hits/attackers/saves/1", "attackers/saves/1"),
            ("combat-captain", "close-assault", "who wins/again 2/attackers/1", "again 2/attackers/who wins/1"),
            ("first-watch", "initiative", "tie at 7/again 2/soviet", "tie at 7/again 2/soviet/initiative"),
            ("first-watch", "air-combat", "interception/attacker zero", "attacker/interception"),
            ("first-watch", "fire", "hit location", "location"),
            ("grid", "fire", "tank/1/attack", "tank/1/attack"),
        ],
    )
    def test_each_is_read_as_it_is_called_now(self, rules: str, procedure: str, before: str, now: str) -> None:
        assert label_now(rules, procedure, before) == now

    @pytest.mark.parametrize("rules", RULESETS)
    def test_a_label_of_now_stays(self, rules: str) -> None:
        for one in situations(rules):
            for seed in range(5):
                for roll in referee().rule(one.case, seed).ruling.rolls:
                    for label in (roll.label, f"{roll.label}/1"):
                        assert label_now(rules, one.case.procedure.name, label) == label

    def test_a_choice_kept_before_is_read_as_it_is_called_now(self) -> None:
        hit = {"kind": "choice", "at": "", "label": "hit 2: man or marker", "chosen": "a marker", "by": "player"}
        entry = kept("save", {"target": "infantry", "hits": 3}, [hit])
        assert entry["ruling"]["steps"] == [{**hit, "label": "hit 2", "chosen": "takes a morale marker"}]
        case = case_of(entry, referee())
        ruling = referee().rule(case, 1, asker=RecordedChoices(entry["ruling"])).ruling
        assert (ruling.counts["casualties"], ruling.counts["markers"]) == (2, 1)

    def test_a_run_that_was_stopped_stops_there(self) -> None:
        def asked(man: int, chosen: str) -> Plain:
            step = {"kind": "choice", "at": f"infantry/{man}", "label": "the run", "chosen": chosen, "by": "player"}
            return {**step, "options": ["fly on", "stop"]}

        strafed = {"target": "5xinfantry"}
        assert kept("strafe", strafed, [asked(1, "fly on"), asked(2, "stop")])["given"]["stop"] == 2
        assert "stop" not in kept("strafe", strafed, [asked(1, "fly on"), asked(2, "fly on")])["given"]

    def test_a_journal_kept_before_is_replayed(self, run: Run, tmp_path: Path) -> None:
        journal = tmp_path / "evening.jsonl"
        ran = run("-R", "cc", "initiative", "german,british", "--dice", "2,2,5,1", "--log", str(journal))
        assert ran.status == 0
        entry = json.loads(journal.read_text(encoding="utf-8"))

        def before(label: str) -> str:
            return label.replace("/initiative", "")

        entry["given"]["faces"] = {before(label): face for label, face in entry["given"]["faces"].items()}
        for roll in (*entry["ruling"]["rolls"], *[one for one in entry["ruling"]["steps"] if one["kind"] == "roll"]):
            roll["label"] = before(roll["label"])
        assert ("combat-captain", "initiative") in RENAMED
        journal.write_bytes(line_of(entry) + b"\n")
        assert line_from(1, line_of(entry)).entry == next(read(journal)).entry
        assert run("log", "replay", str(journal)).status == 0
        ran = run("log", "amend", str(journal), "1", "--plain")
        assert "british" in ran.out.lower() and "seed" not in ran.out
