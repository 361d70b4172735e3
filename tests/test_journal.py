"""The journal: what an entry records, what survives of a torn file, replay, statistics, amending."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from stat import S_ISDIR
from typing import Any

import pytest

from refcli.core.errors import BadData, Refused
from refcli.core.faces import Wanted
from refcli.core.procedure import Record
from refcli.game import journal, kept_ledger, luck
from refcli.game.game import Game
from refcli.game.journal import BEGINNING, Line, append, entry_numbered, line_of, read
from refcli.game.luck import ENOUGH, Measure, stats
from refcli.game.replay import first_difference, replay
from refcli.odds.enumeration import odds_of
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings, as_recorded, settings_from
from refcli.rulesets import RULESETS
from refcli.wire.objects import ruling_to
from refcli.wire.requests import given_of
from tests.conftest import Home, Run, environment_of, journal_of, write
from tests.situations import referee, situations
from tests.test_toy import CHART, toy  # noqa: F401

FIRE = {"rules": "grid", "procedure": "fire", "attackers": "2xtank", "target": "infantry"}


def ruled(seed: int = 1, dice: Any = None, **changes: Any) -> Record:
    """One ruling."""
    return referee().rule(referee().case({**FIRE, **changes}), seed, dice)


def clean() -> Referee:
    return Referee(Settings())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A journal of three entries."""
    path = tmp_path / "game.jsonl"
    for seed in range(3):
        append(path, ruled(seed))
    return path


class TestAnEntry:
    """One JSON line, which says what was asked and what it came to."""

    def test_has_the_whole_ruling_and_what_it_was_made_from(self, tmp_path: Path) -> None:
        record = ruled(7, [4], set={"combat.tanks.infantry": 5}, readings={"G-8": "cumulative"})
        append(tmp_path / "log.jsonl", record)
        (line,) = read(tmp_path / "log.jsonl")
        assert line.entry is not None
        assert line.entry["ruling"] == ruling_to(record)
        given = line.entry["given"]
        assert (given["seed"], given["attackers"], given["set"]) == (7, ["2xtank"], {"combat.tanks.infantry": 5})
        assert set(given["faces"].values()) == {4}

    def test_says_which_entry_it_amends(self, file: Path) -> None:
        append(file, ruled(0, conditions=["woods"]), amends=1)
        assert entry_numbered(file, 4)["amends"] == 1

    def test_is_found_by_the_number_of_its_line(self, file: Path) -> None:
        assert entry_numbered(file, 2)["given"]["seed"] == 1
        with pytest.raises(Refused, match="entry 4"):
            entry_numbered(file, 4)

    def test_is_on_the_disk_when_append_comes_back(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        synced: list[int] = []
        real = os.fsync
        monkeypatch.setattr(os, "fsync", lambda file: (synced.append(os.fstat(file).st_size), real(file)))
        append(tmp_path / "log.jsonl", ruled())
        assert (tmp_path / "log.jsonl").stat().st_size in synced

    @pytest.mark.skipif(not hasattr(os, "O_DIRECTORY"), reason="a folder is not brought to the disk here")
    def test_brings_its_folder_to_the_disk_when_it_is_the_first(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The name of a new file stands there; an evening that goes on has one already."""
        folders: list[bool] = []
        monkeypatch.setattr(os, "fsync", lambda file: folders.append(S_ISDIR(os.fstat(file).st_mode)))
        append(tmp_path / "log.jsonl", ruled())
        assert folders == [False, True]
        append(tmp_path / "log.jsonl", ruled())
        assert folders == [False, True, False]

    @pytest.mark.parametrize("rules", list(RULESETS))
    def test_can_be_made_of_every_stored_situation(self, rules: str, tmp_path: Path) -> None:
        path = tmp_path / "log.jsonl"
        for seed, one in enumerate(situations(rules)):
            append(path, referee().rule(one.case, seed))
        again = list(replay(read(path), clean()))
        assert [one.differs for one in again if one.differs] == []
        assert len(again) == len(situations(rules))


def faults_of(path: Path) -> list[str]:
    """The line and the fault of a journal that is refused; nothing of one that is read."""
    try:
        list(read(path))
    except BadData as error:
        return [one.removeprefix(f"{path}:") for one in error.faults]
    return []


class TestAnIncompleteLine:
    """Is the last one, does not count, and gives way to the next entry; everything before it stays as it is."""

    def test_is_what_a_cut_leaves_wherever_it_falls(self, file: Path) -> None:
        whole = file.read_bytes()
        start = whole.rstrip().rfind(b"\n") + 1
        for end in [*range(start + 1, len(whole) - 1, 97), start + 1, start + 5, len(whole) - 2]:
            file.write_bytes(whole[:end])
            assert [(line.number, line.entry is None) for line in read(file)] == [(1, False), (2, False), (3, True)]
            append(file, ruled(9))
            assert file.read_bytes()[:start] == whole[:start]
            assert [line.entry and line.entry["given"]["seed"] for line in read(file)] == [0, 1, 9]

    def test_is_none_that_lacks_its_newline_alone(self, file: Path) -> None:
        whole = file.read_bytes()
        file.write_bytes(whole[:-1])
        assert len([line for line in read(file) if line.entry is not None]) == 3
        append(file, ruled(9))
        assert file.read_bytes().startswith(whole) and len(list(read(file))) == 4

    @pytest.mark.parametrize("cut", [4, len(BEGINNING), len(BEGINNING) + 1, 40])
    def test_may_be_the_first(self, tmp_path: Path, file: Path, cut: int) -> None:
        path = tmp_path / "log.jsonl"
        path.write_bytes(file.read_bytes()[:cut])
        assert [line.entry for line in read(path)] == [None]
        append(path, ruled())
        assert [line.entry is not None for line in read(path)] == [True]

    def test_of_a_game_is_reported_once_by_each_command_and_at_the_table(self, home: Home, run: Run) -> None:
        path = noted(run, home)
        path.write_bytes(path.read_bytes()[:-9])
        assert run("--game", GAME, "who").err.startswith(f"{GAME}:5: ")
        ran = run("table", GAME, stdin="who\nnote three again\nwho\n")
        assert ran.status == 0 and ran.err.startswith(f"{GAME}:5: ") and ran.err.count("\n") == 1
        ran = run("--game", GAME, "who")
        assert (ran.status, ran.err) == (0, "")
        assert texts(path) == ["one", "two", "three", "three again"]

    def test_of_a_log_is_reported_by_the_ruling_that_takes_its_place(self, run: Run, file: Path) -> None:
        file.write_bytes(file.read_bytes()[:-9])
        for err in (f"{file}:3: ", ""):
            ran = run("-R", "grid", "fire", "tank", "infantry", "--log", str(file))
            assert ran.status == 0 and ran.err.startswith(err) and ran.err.count("\n") == bool(err)
        assert len(list(read(file))) == 4

    def test_that_lacks_its_newline_alone_counts_in_a_game(self, home: Home, run: Run) -> None:
        """It did not, until the next act brought it back."""
        path = noted(run, home)
        whole = path.read_bytes()
        path.write_bytes(whole[:-1])
        with_it = Game(path, referee())
        assert with_it.last == 5 and with_it.broken_off is None
        assert with_it.act("note", text="five").number == 6
        assert path.read_bytes().startswith(whole) and texts(path) == ["one", "two", "three", "four", "five"]


GAME = "evening.jsonl"


def noted(run: Run, home: Home) -> Path:
    """The file of a game of five entries: it begins, and four notes."""
    for word in ("one", "two", "three", "four"):
        assert run("-R", "grid", "--game", GAME, "note", word).status == 0
    return home.work / GAME


def texts(path: Path) -> list[str]:
    """The notes of a game."""
    return [line.entry["game"]["text"] for line in read(path) if line.entry and line.number > 1]


class TestAShorterGame:
    """A file cut behind a line opens as a shorter game, and the missing entries are reported."""

    @pytest.mark.parametrize(
        ("left", "more", "missing"),
        [
            (3, 0, "entries 4-5 are missing"),
            (4, 0, "entry 5 is missing"),
            (0, 0, "1-5"),
            (0, 30, "2-5"),
            (3, 30, "5 is"),
        ],
    )
    def test_is_reported_until_the_next_entry(self, home: Home, run: Run, left: int, more: int, missing: str) -> None:
        """Also where the next line is incomplete, or no line is left."""
        path = noted(run, home)
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join([*lines[:left], lines[left][:more]]))
        for words in (["who"], ["note", "five"]):
            ran = run("-R", "grid", "--game", GAME, *words)
            assert ran.status == 0 and missing in ran.err.splitlines()[-1]
        assert run("--game", GAME, "who").err == ""

    def test_is_none_of_another_game(self, home: Home, run: Run, tmp_path: Path) -> None:
        """A game with another first line has replaced it."""
        path = noted(run, home)
        append(tmp_path / "other.jsonl", ruled())
        path.write_bytes((tmp_path / "other.jsonl").read_bytes())
        assert run("--game", GAME, "who").err == ""

    def test_is_none_that_was_deleted(self, home: Home, run: Run) -> None:
        noted(run, home).unlink()
        assert run("-R", "grid", "--game", GAME, "who").err == ""


class TestARefusedFirstLine:
    """Leaves no file behind, and removes none that was there before."""

    @pytest.mark.parametrize("was_there", [False, True])
    @pytest.mark.parametrize("words", [["table", GAME], ["--game", GAME, "add", "alpha", "nosuch", "Blue"]], ids=str)
    def test_is_of_a_game(self, home: Home, run: Run, words: list[str], was_there: bool) -> None:
        if was_there:
            (home.work / GAME).touch()
        ran = run("-R", "grid", *words, stdin="add alpha nosuch Blue\n")
        assert ran.status and (home.work / GAME).exists() == was_there

    def test_loses_no_entry_of_a_writer_that_waited_for_its_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "log.jsonl"
        lock = journal._try_lock

        def lock_after_another(file: int) -> bool:
            monkeypatch.setattr(journal, "_try_lock", lock)
            path.unlink()
            return lock(file)

        path.touch()
        monkeypatch.setattr(journal, "_try_lock", lock_after_another)
        append(path, ruled())
        assert len(list(read(path))) == 1


class TestADamagedJournal:
    """Is refused by the number of the line, and nothing is written behind the damage."""

    def test_is_one_with_a_carriage_return(self, home: Home, run: Run) -> None:
        """All behind it was ignored, and acts were written that never counted."""
        path = noted(run, home)
        lines = path.read_bytes().split(b"\n")
        lines[2] = lines[2].replace(b"-", b"\r", 1)
        damaged = b"\n".join(lines)
        path.write_bytes(damaged)
        for words in (["note", "five"], ["who"], ["undo"]):
            ran = run("--game", GAME, *words)
            assert ran.status == 3 and ran.err.startswith(f"refcli: {GAME}:3: ") and ran.err.count("\n") == 1
        assert path.read_bytes() == damaged

    @pytest.mark.parametrize("number", [1, 2, 3])
    def test_is_one_with_a_flipped_bit_in_a_check(self, file: Path, number: int) -> None:
        """A line in the middle was taken for one that its writer did not finish, and was skipped."""
        lines = file.read_bytes().split(b"\n")
        for back in range(2, 18):
            changed = bytearray(lines[number - 1])
            changed[-back - 1] ^= 1
            file.write_bytes(b"\n".join([*lines[: number - 1], bytes(changed), *lines[number:]]))
            assert [one.partition(":")[0] for one in faults_of(file)] == [str(number)]

    def test_is_one_with_a_line_lost_doubled_or_exchanged(self, file: Path) -> None:
        append(file, ruled(3))
        one, two, three, four = file.read_bytes().splitlines(keepends=True)
        for lines, number in (
            ((one, three, four), 2),
            ((two, three, four), 1),
            ((one, one, two, three, four), 2),
            ((one, two, three, three, four), 4),
            ((one, two, three, four, four), 5),
            ((one, three, two, four), 2),
            ((one, two, four, three), 3),
        ):
            file.write_bytes(b"".join(lines))
            assert [fault.partition(":")[0] for fault in faults_of(file)] == [str(number)]
            with pytest.raises(BadData):
                append(file, ruled(9))
            assert file.read_bytes() == b"".join(lines)

    def test_is_one_whose_last_newline_was_changed(self, file: Path) -> None:
        """Its last entry was acknowledged: it does not give way to another one."""
        content = file.read_bytes()[:-1] + b"\x0b"
        file.write_bytes(content)
        assert [one.partition(":")[0] for one in faults_of(file)] == ["3"]
        with pytest.raises(BadData):
            append(file, ruled(9))
        assert file.read_bytes() == content

    def test_is_shown_up_to_the_damage(self, run: Run, file: Path) -> None:
        file.write_bytes(file.read_bytes().replace(b'"seed": 1', b'"seed": 2', 1))
        ran = run("log", "show", str(file))
        assert ran.status == 3 and len(ran.out.splitlines()) == 2 and f"{file}:2: " in ran.err

    @pytest.mark.parametrize("command", ["verify", "replay", "stats", "report", "roster --format html", "show"])
    def test_is_refused_from_standard_input(self, run: Run, home: Home, command: str) -> None:
        path = noted(run, home)
        text = path.read_text().replace("two", "twx")
        ran = run("log", *command.split(), "-", stdin=text)
        assert ran.status == (5 if command == "verify" else 3) and "-:3: " in ran.err


class TestTheFormat:
    """Is named by the first line, and is the only one that is read."""

    @pytest.mark.parametrize("version", [1, 3])
    @pytest.mark.parametrize(
        "command", ["--game evening.jsonl who", "-R grid --game evening.jsonl note x", "log show evening.jsonl"]
    )
    def test_of_another_refcli_is_refused(self, home: Home, run: Run, version: int, command: str) -> None:
        """A game of an unknown one was said to lack its ruleset."""
        path = noted(run, home)
        before = path.read_bytes().replace(b'{"journal": 2', b'{"journal": %d' % version)
        path.write_bytes(before)
        ran = run(*command.split())
        assert ran.status == 3 and re.search(rf"{GAME}:1: .*{version}", ran.err)
        assert ran.err.count("\n") == 1 and path.read_bytes() == before


class TestAFileThatIsNoJournal:
    """Is left as it is."""

    @pytest.mark.parametrize("content", ["# Notes\n", "{}\n", '{"journals": 1}\n', "\n"])
    def test_is_not_written_to(self, tmp_path: Path, content: str) -> None:
        path = write(tmp_path / "notes.md", content)
        with pytest.raises(BadData, match=":1: "):
            append(path, ruled())
        assert path.read_text() == content
        with pytest.raises(BadData, match=":1: "):
            list(read(path))

    def test_of_no_bytes_becomes_one(self, tmp_path: Path) -> None:
        path = write(tmp_path / "log.jsonl", "")
        append(path, ruled())
        assert len(list(read(path))) == 1


class TestAWriterThatFails:
    """Leaves nothing that stands as an entry."""

    def test_takes_back_what_a_full_disk_left_of_the_line(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        before = file.read_bytes()

        def full(descriptor: int, text: bytes) -> None:
            os.write(descriptor, text[:100])
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(journal, "_write", full)
        with pytest.raises(OSError):
            append(file, ruled())
        assert file.read_bytes() == before

    def test_is_told_by_the_name_of_the_journal(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(descriptor: int, text: bytes) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(journal, "_write", full)
        ran = run("-R", "grid", "fire", "tank", "infantry", "--log", "game.jsonl")
        assert (ran.status, ran.out) == (3, "")
        assert "game.jsonl: " in ran.err and ran.err.count("\n") == 1

    @pytest.mark.skipif(os.name == "nt", reason="fcntl")
    def test_tells_who_holds_the_lock_too_long(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        import fcntl

        monkeypatch.setattr(journal, "PATIENCE", 0.02)
        with file.open("rb") as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            with pytest.raises(BadData):
                append(file, ruled())
        append(file, ruled())


def is_note(entry: dict[str, Any]) -> bool:
    """Whether an entry of a game is a note."""
    return "game" in entry and entry["game"]["do"] == "note"


def written(tmp_path: Path, *arguments: str) -> str:
    """What the program of writers tells."""
    call = [sys.executable, "-m", "tests.journal_writers", *arguments]
    environment = environment_of(tmp_path) | {"PYTHONPATH": str(Path(__file__).parent.parent)}
    ran = subprocess.run(call, capture_output=True, text=True, env=environment, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.skipif(os.name == "nt", reason="fork and SIGKILL")
class TestWriters:
    """Safe after kill -9, and safe together."""

    def test_killed_200_times_lose_no_acknowledged_ruling(self, tmp_path: Path) -> None:
        path = tmp_path / "log.jsonl"
        told = [int(seed) for seed in written(tmp_path, "kill", str(path), "200").split()]
        found = list(read(path))
        kept = [line.entry["given"]["seed"] for line in found if line.entry is not None]
        assert told and set(told) <= set(kept)
        assert len(kept) == len(set(kept))
        assert len(kept) - len(told) <= 200

    def test_of_a_game_killed_40_times_lose_no_acknowledged_act(self, tmp_path: Path) -> None:
        path = tmp_path / "game.jsonl"
        told = written(tmp_path, "play", str(path), "40").split()
        notes = [entry["game"]["text"] for entry in Game(path, referee()).entries.values() if is_note(entry)]
        assert told and set(told) <= set(notes)
        assert len(notes) == len(set(notes))
        Game(path, referee()).act("note", text="the game goes on")
        assert is_note(list(Game(path, referee()).entries.values())[-1])

    def test_at_once_break_no_line(self, tmp_path: Path) -> None:
        path = tmp_path / "log.jsonl"
        written(tmp_path, "together", str(path), "4", "60")
        found = list(read(path))
        assert all(line.entry is not None for line in found)
        seeds = [line.entry["given"]["seed"] for line in found if line.entry is not None]
        for writer in range(4):
            assert [seed % 100_000 for seed in seeds if seed // 100_000 == writer] == list(range(60))


class TestReplay:
    """Resolves each ruling again from its recorded faces, and names the first that differs."""

    def test_agrees_however_the_dice_were_rolled(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("refcli.core.roller.rolled_face", lambda seed, label, die: die.faces[-1])
        assert [one.differs for one in replay(read(file), clean())] == ["", "", ""]

    def test_does_not_take_today_s_readings(self, tmp_path: Path, home: Home) -> None:
        append(tmp_path / "log.jsonl", ruled(conditions=["woods"]))
        home.write("refcli.toml", 'published = true\n[readings.grid]\nG-8 = "cumulative"\n')
        settings = as_recorded(settings_from({}, home.work, home.settings))
        assert (settings.choices("grid"), settings.published.value) == ({}, False)

    def test_names_the_first_step_that_differs(self) -> None:
        then = json.loads(json.dumps(ruling_to(ruled(3))))
        now = json.loads(json.dumps(then))
        assert first_difference(then, now) == ""
        now["verdict"] = "otherwise"
        assert first_difference(then, now).startswith("verdict was ")
        now["steps"][1]["value"] = 9
        assert re.search("step 2, .*Tank.* 4, .* 9$", first_difference(then, now))

    def test_knows_what_a_player_chose(self) -> None:
        cases = [one.case for rules in RULESETS for one in situations(rules)]
        records = [referee().rule(case, 1, players=LastOption()) for case in cases]
        again = list(replay(entries(*records), clean()))
        assert len(again) == len(cases) and not any(one.differs for one in again)


class LastOption:
    """A player who always chooses the last option, and leaves the dice to the program."""

    def roll(self, wanted: Sequence[Wanted], trail: Any) -> list[None]:
        return [None] * len(wanted)

    def choice(self, label: str, options: tuple[str, ...], policy: str, trail: Any) -> str:
        return options[-1]


def entries(*records: Record) -> list[Line]:
    """Records as lines of a journal that was never written."""
    lines = []
    for number, record in enumerate(records, 1):
        entry = {"given": given_of(record), "ruling": ruling_to(record)}
        lines.append(Line(number, json.loads(line_of(entry))))
    return lines


class TestStats:
    """Results beside each ruling's own exact expectation, rolled and entered dice apart."""

    def test_expects_what_the_odds_say_of_each_ruling(self) -> None:
        records = [ruled(seed, attackers="tank", range=number) for seed in range(5) for number in (1, 2)]
        (measure,) = stats(entries(*records), clean()).measures
        assert (measure.open, measure.came) == (10, sum(one.ruling.outcome.success for one in records))
        assert measure.expected == pytest.approx(10 * Fraction(3, 6))
        assert measure.variance == pytest.approx(10 * Fraction(1, 4))

    def test_keeps_rolled_and_entered_dice_apart(self) -> None:
        records = [ruled(1), ruled(1, [4, 4]), ruled(1, [4])]
        found = stats(entries(*records), clean()).measures
        assert [(one.origin, one.open) for one in found] == [("both", 1), ("entered", 1), ("rolled", 1)]

    def test_leaves_out_what_says_nothing_of_luck(self) -> None:
        lines = entries(ruled(1), ruled(1), ruled(1, attackers="aa-gun", target="tank"), ruled(1, attackers="tank"))
        lines[1] = lines[1]._replace(entry={**(lines[1].entry or {}), "amends": 1})
        changed = lines[3].entry or {}
        lines[3] = lines[3]._replace(entry={**changed, "ruling": {**changed["ruling"], "charts": "0"}})
        found = stats(lines, clean())
        assert [one.open for one in found.measures] == [1]
        assert sorted(found.left_out.values()) == [1, 1, 1]

    def test_computes_no_chance_that_takes_too_much_work(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[int] = []

        def counted(*arguments: Any, most: int) -> Any:
            asked.append(most)
            return odds_of(*arguments, most=most)

        monkeypatch.setattr(luck, "odds_of", counted)
        monkeypatch.setattr(luck, "MOST_OF_ONE", 10)
        found = stats(entries(ruled(1), ruled(2)), clean())
        assert found.measures == () and list(found.left_out.values()) == [2]
        assert asked == [10]

    def test_is_silent_below_a_sample_that_would_mislead(self) -> None:
        fair = Measure("grid", "fire", "rolled", ENOUGH, 0, 15, 15.0, 7.5)
        assert fair.enough
        assert not fair._replace(open=ENOUGH - 1).enough
        assert not fair._replace(expected=4.9).enough
        assert not fair._replace(expected=ENOUGH - 4.9).enough
        assert fair._replace(open=ENOUGH - 1, came=0).luck == ""

    @pytest.mark.parametrize(
        ("came", "said"),
        [
            (50, []),
            (53, []),
            (57, ["more", "1 of 10"]),
            (43, ["fewer", "1 of 10"]),
            (65, ["unusually more", "1 of 536"]),
            (0, ["unusually fewer", "1 of 1,000,000,000"]),
        ],
    )
    def test_has_the_luck_and_its_chance(self, came: int, said: list[str]) -> None:
        luck = Measure("grid", "fire", "rolled", 100, 0, came, 50.0, 25.0).luck
        found = re.match(r"(unusually \w+|more|fewer).*(1 of [\d,]+)", luck)
        assert luck and (list(found.groups()) if found else []) == said


class TestTheCommand:
    """refcli log show|verify|replay|stats."""

    def test_shows_the_entries_and_one_in_full(self, run: Run, file: Path) -> None:
        ran = run("log", "show", str(file))
        assert (ran.status, len(ran.out.splitlines()), ran.err) == (0, 4, "")
        full = run("log", "show", str(file), "2").out
        assert "tank/1/attack: " in full and "seed 1" in full
        assert json.loads(run("log", "show", str(file), "2", "--json").out)["entry"] == 2

    def test_shows_the_referee_s_own_figures_as_they_are_typed_and_the_effects(self, run: Run, tmp_path: Path) -> None:
        own = {"set": {"combat.tanks.infantry": "4"}, "adjust": ["-1:dusk falls"], "readings": {"G-8": "cumulative"}}
        append(tmp_path / "log.jsonl", ruled(1, [5, 5], **own))
        full = [line.strip() for line in run("log", "show", str(tmp_path / "log.jsonl"), "1").out.splitlines()]
        given = ["--set combat.tanks.infantry=4", "--adjust '-1:dusk falls'", "--reading G-8=cumulative"]
        assert full[full.index("target: infantry") + 2 :][:3] == given
        assert any(re.match("effect: eliminate .*Infantry", line) for line in full)

    def test_verifies_and_names_an_incomplete_line(self, run: Run, file: Path) -> None:
        assert re.findall(r"\d+", run("log", "verify", str(file)).out) == ["3", "0"]
        with file.open("ab") as end:
            end.write(b'{"time": ')
        ran = run("log", "verify", str(file))
        assert (ran.status, ran.out) == (5, "")
        assert re.findall(r"\d+", ran.err.splitlines()[-1].removeprefix(f"refcli: {file}")) == ["3", "1", "0"]
        assert ran.err.startswith(f"{file}:4: ")

    def test_leaves_with_5_when_a_line_was_changed(self, run: Run, file: Path) -> None:
        file.write_bytes(file.read_bytes().replace(b"Infantry", b"Cavalry!", 1))
        ran = run("log", "verify", str(file))
        assert (ran.status, ran.out) == (5, "")
        assert f"{file}:1: " in ran.err

    def test_names_a_line_in_the_middle_that_is_no_entry(self, run: Run, file: Path) -> None:
        first, *rest = file.read_bytes().splitlines(keepends=True)
        file.write_bytes(b"".join([first, b"rained off\n", *rest]))
        ran = run("log", "verify", str(file))
        named, counted = ran.err.splitlines()
        assert ran.status == 5 and named.startswith(f"{file}:2: ")
        assert re.findall(r"\d+", counted.removeprefix(f"refcli: {file}")) == ["1", "0", "1"]

    @pytest.mark.parametrize(
        ("command", "status"), [("show", 3), ("verify", 5), ("replay", 3), ("stats", 3), ("report", 3)]
    )
    def test_names_an_entry_that_has_not_the_form_of_one(self, run: Run, file: Path, command: str, status: int) -> None:
        """Whole as a line, its check right: written by something else than refcli."""
        entries = [json.loads(line) for line in file.read_text().splitlines()]
        entries[1]["ruling"]["rolls"][0]["from"] = "found"
        file.write_bytes(journal_of(entries))
        ran = run("log", command, str(file))
        assert ran.status == status and f"{file}:2: " in ran.err and "ruling.rolls.1.from" in ran.err

    @pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
    @pytest.mark.parametrize("command", ["show", "verify"])
    def test_names_an_entry_with_a_number_that_json_has_not(
        self, run: Run, file: Path, command: str, number: str
    ) -> None:
        """Its check right: --json printed it, which no reader of JSON takes."""
        entry = json.loads(file.read_bytes().splitlines()[0])
        del entry["check"]
        text = json.dumps(entry)[:-1].replace('"seed": 0', f'"seed": {number}')
        file.write_text(f'{text}, "check": "{blake2b(text.encode(), digest_size=8).hexdigest()}"}}\n')
        ran = run("log", command, str(file), *(["--json"] if command == "show" else []))
        assert f"{file}:1: " in ran.err and number not in ran.out

    def test_leaves_with_5_when_an_entry_amends_one_of_another_procedure(self, run: Run, file: Path) -> None:
        """It was forged."""
        one = {"rules": "grid", "procedure": "morale", "units": "infantry"}
        append(file, referee().rule(referee().case(one), 1))
        append(file, ruled(), amends=3)
        assert run("log", "verify", str(file)).status == 0
        file.write_bytes(journal_of([json.loads(line) for line in file.read_text().splitlines()[1:]]))
        ran = run("log", "verify", str(file))
        assert ran.status == 5 and re.search(f"{file}:4: .*entry 3.*morale.*fire\n", ran.err)

    def test_leaves_with_5_when_an_amended_entry_is_not_there(self, run: Run, file: Path) -> None:
        append(file, ruled(), amends=9)
        ran = run("log", "verify", str(file))
        assert ran.status == 5 and re.search(":4: .*entry 9", ran.err)

    def test_replays_under_the_charts_of_today(self, run: Run, toy: Path, home: Home) -> None:  # noqa: F811
        path = home.work / "log.jsonl"
        there = Referee(Settings())
        case = there.case({"rules": "toy", "procedure": "duel", "champion": "ney", "paces": 7})
        for seed in range(3):
            append(path, there.rule(case, seed, [4]))
        assert re.findall(r"\d+", run("log", "replay", str(path)).out) == ["3"]
        chart = toy / "charts" / "duel.toml"
        chart.write_text(CHART.replace("before noon", "before lunch"), encoding="utf-8")
        ran = run("log", "replay", str(path))
        assert (ran.status, re.findall(r"\d+", ran.out)) == (0, ["3", "3"])
        chart.write_text(CHART.replace("[2, 4, 6]", "[2, 5, 6]"), encoding="utf-8")
        ran = run("log", "replay", str(path))
        assert (ran.status, ran.out) == (5, "")
        assert re.search(":1: step 1, roll shot: .*'>= 4', .*'>= 5'", ran.err) and "3 of 3" in ran.err
        chart.write_text(CHART.replace("marshal", "general"), encoding="utf-8")
        assert "marshal" in run("log", "replay", str(path)).err

    def test_tells_the_stats_in_words(self, run: Run, file: Path) -> None:
        assert "too few" in run("log", "stats", str(file)).out
        for seed in range(40):
            append(file, ruled(seed, [4, 1]))
        out = run("log", "stats", str(file)).out
        assert re.search("hand:\n  grid fire: 40 of 40 .*30.0 .*more", out)
        assert json.loads(run("log", "stats", str(file), "--json").out.splitlines()[0])["enough"] is True

    def test_tells_a_file_that_is_not_there(self, run: Run) -> None:
        for word in ("show", "verify", "replay", "stats"):
            ran = run("log", word, "nothing.log")
            assert (ran.status, ran.out) == (3, "")
            assert "nothing.log: " in ran.err


class TestAmend:
    """``refcli log amend``: an entry judged again, appended as a new entry that points at the old one."""

    def test_it_keeps_the_dice_and_points_at_the_old_entry(self, home: Home, run: Run) -> None:
        run("-R", "grid", "fire", "tank", "infantry", "--dice", "4", "--log", "game.jsonl")
        ran = run("log", "amend", "game.jsonl", "1", "woods", "--json")
        now = json.loads(ran.out)
        assert (now["was"]["outcome"], now["outcome"], now["rolls"][0]["faces"]) == ("disrupted", "no effect", [4])
        entries = [json.loads(line) for line in (home.work / "game.jsonl").read_text(encoding="utf-8").splitlines()]
        assert [entry.get("amends") for entry in entries] == [None, 1]
        assert run("log", "replay", "game.jsonl").status == 0

    @pytest.fixture
    def game(self, run: Run) -> str:
        """A journal of two rulings, each of a procedure of its own."""
        run("-R", "grid", "fire", "tank", "infantry", "woods", "--dice", "4", "--log", "game.jsonl")
        run("-R", "sk", "fire", "rifle", "man", "-r", "15", "--dice", "9", "--log", "game.jsonl")
        return "game.jsonl"

    def test_it_takes_the_options_of_the_entry_s_own_procedure(self, run: Run, game: str) -> None:
        now = json.loads(run("log", "amend", game, "1", "--target", "tank", "-r", "1", "--json").out)
        assert (now["request"]["target"], now["request"]["range"], now["rolls"][0]["faces"]) == ("tank", 1, [4])
        now = json.loads(run("log", "amend", game, "2", "--range", "35", "stationary", "--json").out)
        assert (now["rules"], now["request"]["range"], now["rolls"][0]["faces"]) == ("skirmish", 35.0, [9])
        assert [line.entry["amends"] for line in read(Path(game)) if line.entry and line.number > 2] == [1, 2]

    def test_its_help_tells_them(self, run: Run, game: str) -> None:
        assert "--activity" not in run("log", "amend", game, "1", "--help").out
        out = run("log", "amend", game, "1", "--help").out
        assert "--attackers" in out and "--without" in out and "grid fire" in out

    @pytest.mark.parametrize("words", [["--help"], ["game.jsonl", "--help"], ["--help", "game.jsonl", "1"]])
    def test_help_may_stand_anywhere(self, run: Run, game: str, words: list[str]) -> None:
        ran = run("log", "amend", *words)
        assert (ran.status, ran.err) == (0, "")
        assert "FILE N" in " ".join(ran.out.split())

    def test_it_takes_conditions_away(self, run: Run, game: str) -> None:
        now = json.loads(run("log", "amend", game, "1", "--without", "woods", "--json").out)
        assert (now["was"]["outcome"], now["request"]["conditions"]) == ("no effect", [])

    def test_it_holds_to_what_the_entry_says_of_readings(self, run: Run, game: str, home: Home) -> None:
        home.write("refcli.toml", 'published = true\n[readings.grid]\n"G-8" = "cumulative"\n')
        now = json.loads(run("log", "amend", game, "1", "--json").out)
        assert "readings" not in now["request"] and "published" not in now["request"]
        assert json.loads(run("log", "amend", game, "1", "--published", "--json").out)["request"]["published"] is True

    @pytest.mark.parametrize(
        ("words", "status", "said"),
        [
            (["game.jsonl", "9"], 2, "9"),
            (["game.jsonl", "0"], 2, "N: 0"),
            (["game.jsonl", "two"], 2, "N: 'two'"),
            (["nothing.jsonl", "1"], 3, "nothing.jsonl: "),
            (["refcli.toml", "1"], 3, "refcli.toml:1: "),
            (["game.jsonl"], 2, "'N'"),
            (["--without", "woods", "game.jsonl", "1"], 2, "FILE and N"),
            (["game.jsonl", "1", "--rang", "1"], 2, "--rang"),
            (["game.jsonl", "1", "--odds"], 2, "--odds"),
            (["game.jsonl", "1", "-R", "cc"], 2, "grid"),
            (["game.jsonl", "1", "wods"], 4, "nearest: woods"),
            (["game.jsonl", "1", "--set", "foo"], 2, "--set foo: "),
            (["game.jsonl", "1", "--reading", "G-2"], 2, "--reading G-2: "),
            (["game.jsonl", "1", "--dice", "2 3"], 2, "(attack 4)"),
        ],
    )
    def test_what_is_wrong_is_told_in_one_line(
        self, run: Run, game: str, home: Home, words: list[str], status: int, said: str
    ) -> None:
        home.write("refcli.toml", 'format = "plain"\n')
        before = Path(game).read_bytes()
        ran = run("log", "amend", *words)
        assert (ran.status, ran.out, len(ran.err.splitlines())) == (status, "", 1)
        assert said in ran.err
        assert Path(game).read_bytes() == before


class TestNoOutput:
    """Replaces a journal, whatever is forced."""

    @pytest.mark.parametrize(
        "command",
        [
            "log report evening.jsonl --format html -o evening.jsonl --force",
            "log report evening.jsonl --format md -o kept --force",
            "log roster evening.jsonl --format html -o evening.jsonl --force",
            "charts print grid --format html -o kept --force",
            "-R grid fire tank infantry --svg evening.jsonl",
        ],
    )
    def test_of_any_command(self, home: Home, run: Run, command: str) -> None:
        path = noted(run, home)
        assert run("-R", "grid", "--game", GAME, "add", "alpha", "tank", "Blue").status == 0
        content = path.read_bytes()
        (home.work / "kept").write_bytes(content)
        ran = run(*command.split())
        assert ran.status == 2 and ran.err.count("\n") == 1
        assert path.read_bytes() == (home.work / "kept").read_bytes() == content

    def test_that_is_a_damaged_one_either(self, home: Home, run: Run) -> None:
        path = noted(run, home)
        home.write("other.jsonl", "damaged")
        assert run("log", "report", str(path), "--format", "md", "-o", "other.jsonl", "--force").status == 2
        assert (home.work / "other.jsonl").read_text() == "damaged"


class TestOtherRules:
    """Than those of a game are refused, before anything is written."""

    @pytest.mark.parametrize(
        "command",
        ["note x", "next", "who", "due", "undo", "redo", "why", "sides A B", "set game mud", "add a tank Blue"],
    )
    def test_by_every_command_of_a_game(self, home: Home, run: Run, command: str) -> None:
        path = noted(run, home)
        before = path.read_bytes()
        for words in (["-R", "sk", "--game", GAME, *command.split()], ["--game", GAME, *command.split(), "-R", "sk"]):
            if command == "note x" and words[-2] == "-R":
                continue  # words of the note
            ran = run(*words)
            assert ran.status == 2 and "grid" in ran.err and ran.err.count("\n") == 1
        assert path.read_bytes() == before

    def test_by_a_log_that_is_a_game(self, home: Home, run: Run) -> None:
        """The game never opened again."""
        path = noted(run, home)
        before = path.read_bytes()
        ran = run("-R", "sk", "fire", "rifle", "man", "-r", "15", "--dice", "9", "--log", GAME)
        assert ran.status == 2 and path.read_bytes() == before


class TestTheSizeOfAGame:
    """Is bounded where it is written to: a game that is played can always be opened."""

    def test_refuses_an_act_beyond_it(self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        path = noted(run, home)
        size = path.stat().st_size + 150
        for name in ("game.LARGEST_GAME", "game_file.LARGEST_GAME"):
            monkeypatch.setattr(f"refcli.game.{name}", size)
        assert run("--game", GAME, "note", "x").status == 0
        before = path.read_bytes()
        ran = run("--game", GAME, "note", "x")
        assert ran.status == 3 and f"{size:,}" in ran.err and path.read_bytes() == before
        assert run("--game", GAME, "who").status == 0


def test_ledgers_of_the_games_written_to_last_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_ledger, "MOST_KEPT", 3)
    judge = Referee(Settings(user_folder=tmp_path / "user"))
    for number in range(6):
        Game(tmp_path / f"{number}.jsonl", judge, "grid").act("note", text="x")
    assert len(list((tmp_path / "user").rglob("ledgers/*"))) == 3
    assert Game(tmp_path / "5.jsonl", judge)._before and not Game(tmp_path / "1.jsonl", judge)._before
