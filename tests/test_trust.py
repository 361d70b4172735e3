"""Whose files count, and what is written where: nothing of a stranger's is obeyed, and no file of the user's harmed."""

import os
import shlex
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from refcli.cli.new_file import write_new
from refcli.core.errors import Refused
from refcli.files.trust import left_out
from refcli.referee.last import last_place
from tests.conftest import Home, Run, environment_of, write

if os.name == "nt":
    pytest.skip("owners and modes of Unix", allow_module_level=True)

FIRE = shlex.split("-R grid fire tank infantry --dice 4 --plain")
STRANGER = 54321


@pytest.fixture
def give(monkeypatch: pytest.MonkeyPatch):
    """Gives a file to a user who is not there, or to root: as the system tells it."""
    whose: dict[str, int] = {}

    def owned(about: os.stat_result, path: str) -> os.stat_result:
        return os.stat_result([*about[:4], whose.get(path, about.st_uid), *about[5:10]])

    stat, lstat = Path.stat, Path.lstat
    monkeypatch.setattr(Path, "stat", lambda path, **how: owned(stat(path, **how), os.path.realpath(path)))
    monkeypatch.setattr(Path, "lstat", lambda path: owned(lstat(path), str(path)))
    return lambda path, uid: whose.__setitem__(str(path), uid)


class TestSettingsFoundUpwards:
    """Count only where they are the user's own or root's, and no stranger can write them."""

    SETS = 'format = "json"\nlog = "evening.jsonl"\n'

    def told(self, run: Run, path: Path, why: str) -> None:
        """The file is named on stderr, nothing of it counts, and the ruling is given."""
        ran = run(*FIRE[:-1])
        assert ran.status == 0 and "DISRUPTED" in ran.out and not ran.out.startswith("{")
        assert ran.err.startswith(f"refcli: {path} ") and why in ran.err and ran.err.count("\n") == 1
        assert not (path.parent / "evening.jsonl").exists()

    def test_of_the_user_count(self, home: Home, run: Run) -> None:
        home.write("refcli.toml", self.SETS)
        ran = run(*FIRE[:-1])
        assert ran.out.startswith("{") and ran.err == "" and (home.work / "evening.jsonl").is_file()

    def test_of_a_stranger_are_left_out(self, home: Home, run: Run, give) -> None:
        path = write(home.folder / "refcli.toml", self.SETS)
        give(path, STRANGER)
        self.told(run, path, f"it belongs to user {STRANGER}")

    def test_of_root_count(self, home: Home, run: Run, give, monkeypatch: pytest.MonkeyPatch) -> None:
        path = home.write("refcli.toml", self.SETS)
        monkeypatch.setattr(os, "geteuid", lambda: STRANGER)
        give(path, 0)
        assert run(*FIRE[:-1]).out.startswith("{")

    def test_of_another_user_are_left_out_for_root_too(self, home: Home, run: Run, give, monkeypatch) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: 0)
        path = home.write("refcli.toml", self.SETS)
        give(path, STRANGER)
        self.told(run, path, "it belongs to")

    def test_that_everyone_can_write_are_left_out(self, home: Home, run: Run) -> None:
        path = home.write("refcli.toml", self.SETS)
        path.chmod(0o666)
        self.told(run, path, f"everyone can write it; chmod o-w {path}")

    def test_that_a_shared_group_can_write_are_left_out(self, home: Home, run: Run, monkeypatch) -> None:
        import grp

        path = home.write("refcli.toml", self.SETS)
        path.chmod(0o664)
        monkeypatch.setattr(grp, "getgrgid", lambda gid: grp.struct_group(("club", "x", gid, ["mallory"])))
        self.told(run, path, f"the group club can write it; chmod g-w {path}")

    @pytest.mark.parametrize(("members", "counts"), [([], True), (["me"], True), (["me", "mallory"], False)])
    def test_that_the_owners_private_group_can_write_count(
        self, home: Home, monkeypatch: pytest.MonkeyPatch, members: list[str], counts: bool
    ) -> None:
        """As the group of one user is on many systems: called as he is, his first one, and nobody else in it."""
        import grp
        import pwd

        path = home.write("refcli.toml", self.SETS)
        path.chmod(0o664)
        about = path.stat()
        user = pwd.struct_passwd(("me", "x", about.st_uid, about.st_gid, "", str(home.folder), ""))
        monkeypatch.setattr(pwd, "getpwuid", lambda uid: user)
        monkeypatch.setattr(grp, "getgrgid", lambda gid: grp.struct_group(("me", "x", gid, members)))
        assert (left_out(path) == "") == counts

    @pytest.mark.parametrize("part", ["table/refcli.toml", "mine.toml"], ids=["the link", "the file"])
    def test_behind_a_link_are_left_out_where_a_part_is_a_strangers(self, home: Home, give, part: str) -> None:
        write(home.folder / "mine.toml", self.SETS)
        link = home.work / "refcli.toml"
        link.symlink_to("../mine.toml")
        assert left_out(link) == ""
        give(home.folder / part, STRANGER)
        assert left_out(link).startswith(f"{link} ") and f"{STRANGER}" in left_out(link)

    def test_leave_the_next_ones_above_to_count(self, home: Home, run: Run) -> None:
        above = write(home.folder / "refcli.toml", 'format = "json"')
        path = home.write("refcli.toml", 'format = "plain"')
        path.chmod(0o666)
        ran = run(*FIRE[:-1])
        assert ran.out.startswith("{") and ran.err.startswith(f"refcli: {path} ") and above.exists()

    def test_are_none_where_the_system_does_not_say_whose_they_are(
        self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As on Windows: the user's own settings count, and those alone."""
        path = home.write("refcli.toml", self.SETS)
        write(home.settings / "refcli.toml", 'format = "json"')
        monkeypatch.delattr(os, "geteuid")
        ran = run(*FIRE[:-1])
        assert ran.out.startswith("{") and str(path) in ran.err

    def test_of_the_users_own_folder_count_whatever_their_mode(self, home: Home, run: Run) -> None:
        write(home.settings / "refcli.toml", 'format = "json"').chmod(0o666)
        ran = run(*FIRE[:-1])
        assert ran.out.startswith("{") and ran.err == ""

    def test_are_not_told_of_at_a_press_of_tab(self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        home.write("refcli.toml", self.SETS).chmod(0o666)
        monkeypatch.setenv("_REFCLI_COMPLETE", "complete_bash")
        monkeypatch.setenv("_REFCLI_COMPLETE_LINE", "refcli -R gri")
        assert run() == (0, "grid\n", "")


class TestOverlaysOfSettingsFoundUpwards:
    """Count only where no stranger can write them: folder, folder in it and file."""

    @staticmethod
    def overlay(home: Home) -> Path:
        return home.write("mine/grid/combat.toml", "[rows]\ntanks = { infantry = 6 }\n")

    @pytest.mark.parametrize("part", ["mine", "mine/grid", "mine/grid/combat.toml"])
    def test_are_left_out_otherwise(self, home: Home, run: Run, part: str) -> None:
        self.overlay(home)
        home.write("refcli.toml", 'charts = "mine"')
        assert "NO EFFECT" in run(*FIRE).out
        path = home.work / part
        path.chmod(path.stat().st_mode | 0o002)
        ran = run(*FIRE)
        assert ran.status == 0 and "DISRUPTED" in ran.out
        assert ran.err.endswith(f"chmod o-w {path}\n") and ran.err.count("\n") == 1

    def test_leave_the_others_to_count(self, home: Home, run: Run) -> None:
        self.overlay(home)
        (home.work / "open").mkdir()
        (home.work / "open").chmod(0o777)
        home.write("refcli.toml", 'charts = ["mine", "open"]')
        assert "NO EFFECT" in run(*FIRE).out

    @pytest.mark.parametrize("where", ["the environment", "the user's settings"])
    def test_are_not_those_that_are_named_outright(
        self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch, where: str
    ) -> None:
        self.overlay(home).chmod(0o666)
        if where == "the environment":
            monkeypatch.setenv("REFCLI_CHARTS", str(home.work / "mine"))
        else:
            write(home.settings / "refcli.toml", f"charts = '{home.work / 'mine'}'")
        ran = run(*FIRE)
        assert "NO EFFECT" in ran.out and ran.err == ""


class TestAJournal:
    """Is begun in a file whose name says so, and nothing else is ever written to."""

    @pytest.mark.parametrize("name", [".bash_profile", "evening", "evening.log", ".jsonl", "evening.jsonl.sh"])
    @pytest.mark.parametrize("there", [False, True], ids=["new", "empty"])
    def test_is_not_begun_under_another_name(self, home: Home, run: Run, name: str, there: bool) -> None:
        path = home.work / name
        if there:
            path.write_bytes(b"")
        ran = run(*FIRE, "--log", name)
        assert ran.status == 3 and ran.out == "" and f"{name}: " in ran.err
        assert path.exists() == there and (not there or path.read_bytes() == b"")

    @pytest.mark.parametrize("name", ["evening.jsonl", "EVENING.JSONL"])
    def test_is_begun_where_its_name_says_so(self, home: Home, run: Run, name: str) -> None:
        assert run(*FIRE, "--log", name).status == 0 and (home.work / name).read_bytes().startswith(b'{"journal": ')

    def test_goes_on_under_any_name(self, home: Home, run: Run) -> None:
        """It may have been called otherwise since."""
        run(*FIRE, "--log", "evening.jsonl")
        path = (home.work / "evening.jsonl").rename(home.work / "evening")
        assert run(*FIRE, "--log", "evening").status == 0 and path.read_bytes().count(b"\n") == 2

    @pytest.mark.parametrize("content", [None, ""])
    def test_is_not_begun_behind_a_link(self, home: Home, run: Run, content: str | None) -> None:
        (home.work / "evening.jsonl").symlink_to(".bash_profile")
        if content is not None:
            home.write(".bash_profile", content)
        ran = run(*FIRE, "--log", "evening.jsonl")
        assert ran.status == 3 and ran.out == "" and (home.work / "evening.jsonl").is_symlink()
        assert not (home.work / ".bash_profile").exists() or not (home.work / ".bash_profile").read_bytes()


class TestANewFile:
    """Stands there whole or not at all, in nobody else's place."""

    def test_is_written_under_no_name_that_can_be_known(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A link that was laid under the name follows nowhere."""
        victim = write(tmp_path / "victim", "mine")
        (tmp_path / f".{os.getpid()}.part").symlink_to(victim)
        monkeypatch.setattr(os, "urandom", lambda count: bytes(count))
        (tmp_path / f".{'00' * 8}.part").symlink_to(victim)
        with pytest.raises(Refused):
            write_new(tmp_path / "new", b"content")
        assert victim.read_text() == "mine" and not (tmp_path / "new").exists()
        monkeypatch.undo()
        write_new(tmp_path / "new", b"content")
        assert victim.read_text() == "mine" and (tmp_path / "new").read_bytes() == b"content"

    def test_does_not_take_the_place_of_one_that_came_meanwhile(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plain = Path.stat

        def nothing_yet(path: Path, **how: bool) -> os.stat_result:
            if path.name == "new":
                raise FileNotFoundError(2, "No such file or directory")
            return plain(path, **how)

        path = write(tmp_path / "new", "theirs")
        monkeypatch.setattr(Path, "stat", nothing_yet)
        with pytest.raises(Refused, match="new"):
            write_new(path, b"ours")
        monkeypatch.undo()
        assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("new", "theirs")]

    def test_is_written_on_a_disk_that_knows_no_links_too(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refused(*given: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(os, "link", refused)
        write_new(tmp_path / "new", b"content")
        assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("new", b"content")]
        with pytest.raises(Refused):
            write_new(tmp_path / "new", b"other")

    def test_has_the_mode_that_the_user_gives_new_files(self, tmp_path: Path) -> None:
        before = os.umask(0o027)
        try:
            write_new(tmp_path / "new", b"content")
        finally:
            os.umask(before)
        assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


class TestTheLastRuling:
    """Is kept for each folder by itself."""

    def test_of_two_folders_whose_letters_are_alike(
        self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("a-b", "a b", "a_b", "ä-b", "ö-b"):
            (home.work / name).mkdir()
            monkeypatch.chdir(home.work / name)
            assert run("again").status == 2
            assert run(*FIRE).status == 0 and run("again").status == 0

    def test_of_a_folder_whose_name_is_long(self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        deep = home.work / ("x" * 200) / ("y" * 200)
        deep.mkdir(parents=True)
        monkeypatch.chdir(deep)
        assert run(*FIRE).status == 0 and run("again").status == 0
        assert len(last_place(home.settings).name) < 100


class TestAUserWithoutAHome:
    """Rules all the same, and nothing is kept in a place that nobody meant."""

    def ran(self, home: Home, *words: str, **variables: str | None) -> subprocess.CompletedProcess[str]:
        code = """import sys
try:
    import pwd
    def nobody(uid): raise KeyError(uid)
    pwd.getpwuid = nobody
finally:
    from refcli.cli.main import main
    main()"""
        there = {**environment_of(home.folder), **variables}
        return subprocess.run(
            [sys.executable, "-c", code, *words],
            cwd=home.work,
            env={key: value for key, value in there.items() if value is not None},
            capture_output=True,
            encoding="utf-8",
            timeout=60,
        )

    @pytest.mark.parametrize(
        "variables",
        [
            {"HOME": None},
            {"HOME": ""},
            {"HOME": "here"},
            {"HOME": ".", "XDG_CONFIG_HOME": "there"},
            {"HOME": None, "XDG_CONFIG_HOME": "there"},
        ],
        ids=str,
    )
    @pytest.mark.parametrize("words", [FIRE, ["config"], ["scenario", "list"]], ids=" ".join)
    def test_gets_a_ruling_and_no_folder(self, home: Home, variables: dict[str, str | None], words: list[str]) -> None:
        ran = self.ran(home, *words, **variables)
        assert (ran.returncode, ran.stderr) == (0, "") and ran.stdout
        assert list(home.work.iterdir()) == []

    def test_is_told_that_no_ruling_is_kept(self, home: Home) -> None:
        ran = self.ran(home, "again", HOME=None)
        assert (ran.returncode, ran.stdout) == (2, "") and "home" in ran.stderr

    def test_names_a_place_for_what_he_wants_kept(self, home: Home) -> None:
        kept = {"HOME": None, "XDG_CONFIG_HOME": str(home.folder / "config")}
        assert self.ran(home, *FIRE, **kept).returncode == 0
        assert self.ran(home, "again", **kept).returncode == 0

    @pytest.mark.parametrize("home_is", [None, "here"])
    def test_keeps_a_tilde_as_it_is_written(self, home: Home, home_is: str | None) -> None:
        home.write("refcli.toml", 'log = "~/evening.jsonl"')
        ran = self.ran(home, *FIRE, HOME=home_is)
        assert ran.returncode == 3 and "~/evening.jsonl: " in ran.stderr


def test_an_overlay_that_is_not_there_is_told_by_who_reads_it(home: Home, run: Run) -> None:
    home.write("refcli.toml", 'charts = "nowhere"')
    ran = run(*FIRE)
    assert ran.status == 3 and "nowhere: " in ran.err


class TestANameThatIsNoText:
    """Of bytes, or of letters that the system's encoding lacks: the command does what was asked, and writes it so."""

    LINES = (
        "-R grid fire tank infantry --dice 4 --plain",
        "charts show grid combat --plain",
        "charts print grid combat --format html",
        "charts print grid combat --format html",
        "charts print grid combat --format md",
        "charts print grid combat --format csv",
        "charts diff",
        "charts new grid units",
        "config",
    )

    def ran(self, home: Home, line: str, name: bytes, **variables: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [os.fsencode(sys.executable), b"-m", b"refcli", *map(os.fsencode, shlex.split(line)), name],
            cwd=home.work,
            env={**environment_of(home.folder), **variables},
            capture_output=True,
            timeout=60,
        )

    @pytest.fixture(params=["bytes", "letters"])
    def named(self, request: pytest.FixtureRequest, home: Home) -> tuple[bytes, dict[str, str]]:
        """The name, and the variables of a system that cannot say it."""
        if request.param == "bytes":
            return b"over\xff", {}
        return "über".encode(), {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

    @pytest.mark.parametrize("line", LINES)
    def test_of_an_overlay(self, home: Home, named: tuple[bytes, dict[str, str]], line: str) -> None:
        name, variables = named
        folder = os.fsencode(home.work) + b"/" + name + b"/grid"
        Path(os.fsdecode(folder)).mkdir(parents=True)
        Path(os.fsdecode(folder), "combat.toml").write_text("[rows]\ntanks = { infantry = 6 }\n")
        environment = {**environment_of(home.folder), **variables, "REFCLI_CHARTS": os.fsdecode(name)}
        words = [*shlex.split(line), *(["new" + os.fsdecode(name)] if line.startswith("charts new") else [])]
        call = [sys.executable, "-m", "refcli", *words]
        ran = subprocess.run(call, cwd=home.work, env=environment, capture_output=True, timeout=60)
        assert (ran.returncode, ran.stderr) == (0, b""), ran.stderr

    @pytest.mark.parametrize("line", ["log show", "batch", "scenario run -f", "-R grid fire", "-R"])
    def test_of_nothing_that_is_there(self, home: Home, named: tuple[bytes, dict[str, str]], line: str) -> None:
        name, variables = named
        ran = self.ran(home, line, name, **variables)
        assert ran.returncode in (2, 3, 4) and ran.stderr.count(b"\n") == 1 and ran.stderr.startswith(b"refcli: ")

    def test_of_the_settings(self, home: Home) -> None:
        """A file says it in UTF-8, whatever the system's encoding is."""
        home.write("über/grid/combat.toml", "[rows]\ntanks = { infantry = 6 }\n")
        home.write("refcli.toml", 'charts = "über"\nlog = "wüste.jsonl"')
        variables = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
        ran = self.ran(home, "-R grid fire tank infantry --dice 4", b"--plain", **variables)
        assert (ran.returncode, ran.stderr) == (0, b"") and b"NO EFFECT" in ran.stdout
        assert (home.work / "wüste.jsonl").is_file()
