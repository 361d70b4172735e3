"""``refcli charts print``: what it writes where, and what it leaves alone."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from refcli.cli.print import numbered
from refcli.files import paper_files
from tests.conftest import Home, Run, environment_of


class TestTheFormat:
    """Is asked for, or is what the file's ending says."""

    @pytest.mark.parametrize(
        ("ending", "begins"), [("html", "<!DOCTYPE html>"), ("md", "# WW2 Rules"), ("csv", "rules,charts,")]
    )
    def test_is_that_of_the_ending(self, home: Home, run: Run, ending: str, begins: str) -> None:
        ran = run("charts", "print", "grid", "combat", "-o", f"combat.{ending}")
        assert (ran.status, ran.out, ran.err) == (0, "", "")
        assert (home.work / f"combat.{ending}").read_text(encoding="utf-8").startswith(begins)

    @pytest.mark.parametrize("file", [(), ("-o", "-")])
    def test_goes_to_stdout_without_a_file(self, home: Home, run: Run, file: tuple[str, ...]) -> None:
        ran = run("charts", "print", "grid", "combat", "--format", "md", *file)
        assert (ran.status, ran.out[:13], list(home.work.iterdir())) == (0, "# WW2 Rules o", [])

    @pytest.mark.skipif(os.name == "nt", reason="limits of a process")
    def test_that_is_cut_off_is_told_even_unbuffered(self, home: Home) -> None:
        call = 'ulimit -f 8; exec "$PYTHON" -m refcli charts print fw --format md > cut.md'
        there = {**environment_of(home.folder), "PYTHONUNBUFFERED": "1", "PYTHON": sys.executable}
        ran = subprocess.run(["bash", "-c", call], cwd=home.work, env=there, capture_output=True, timeout=60)
        assert ran.returncode != 0

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("grid", "-o", "x.docx"), "html, pdf, md, csv"),
            (("grid", "-o", "x.svg"), "html, pdf, md, csv"),
            (("grid", "--templates", "--format", "md"), "pdf, svg"),
            (("cc", "--templates", "--format", "svg"), "SVG"),
            (("grid", "--templates", "--published"), "size"),
            (("grid", "combat", "--changes"), "--templates"),
            ((), "rules"),
        ],
    )
    def test_that_makes_no_sense_is_told(self, run: Run, words: tuple[str, ...], said: str) -> None:
        ran = run("charts", "print", *words)
        assert (ran.status, ran.out) == (2, "")
        assert said in ran.err

    @pytest.mark.parametrize("words", [("grid", "combta"), ("sk", "lmgg", "--templates"), ("gird",)])
    def test_a_name_that_is_none_is_told_with_the_nearest(self, run: Run, words: tuple[str, ...]) -> None:
        ran = run("charts", "print", *words)
        assert (ran.status, ran.out) == (4, "")
        assert "(nearest: " in ran.err


class TestAFileThatIsThere:
    """Is never written over unless that is said."""

    @pytest.mark.parametrize("ending", ["html", "md", "csv"])
    def test_is_kept(self, home: Home, run: Run, ending: str) -> None:
        path = home.write(f"mine.{ending}", "my own notes\n")
        ran = run("charts", "print", "grid", "-o", path.name)
        assert (ran.status, path.read_text()) == (2, "my own notes\n")
        assert "--force" in ran.err
        assert [one.name for one in home.work.iterdir()] == [path.name]

    def test_is_written_over_with_force_and_keeps_its_mode(self, home: Home, run: Run) -> None:
        path = home.write("sheet.md", "of yesterday\n")
        path.chmod(0o600)
        assert run("charts", "print", "grid", "combat", "-o", path.name, "--force").status == 0
        assert path.read_text(encoding="utf-8").startswith("# WW2 Rules")
        assert (path.stat().st_mode & 0o777, [one.name for one in home.work.iterdir()]) == (0o600, [path.name])

    def test_of_one_page_keeps_all_pages_from_being_written(self, home: Home, run: Run) -> None:
        first, *_ = run("charts", "print", "cc", "--templates", "-o", "laid.svg").out.splitlines()
        (home.work / first).unlink()
        ran = run("charts", "print", "cc", "--templates", "-o", "laid.svg")
        assert (ran.status, ran.out, (home.work / first).exists()) == (2, "", False)
        assert run("charts", "print", "cc", "--templates", "-o", "laid.svg", "--force").status == 0

    @pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no /dev/stdout")
    def test_a_device_or_a_pipe_takes_it(self, home: Home) -> None:
        call = [sys.executable, "-m", "refcli", "charts", "print", "grid", "--format", "md", "-o", "/dev/stdout"]
        ran = subprocess.run(call, env=environment_of(home.folder), capture_output=True, timeout=60)
        assert (ran.returncode, ran.stdout[:11]) == (0, b"# WW2 Rules")

    @pytest.mark.parametrize("leads", ["to a file", "nowhere"])
    def test_a_link_is_followed_nowhere(self, home: Home, run: Run, leads: str) -> None:
        """It is there, and with force the sheet takes its place: what it leads to is nobody's who asked for a sheet."""
        link, real = home.work / "link.md", home.work / "real.md"
        link.symlink_to("real.md")
        if leads == "to a file":
            real.write_text("mine\n")
        assert run("charts", "print", "grid", "combat", "-o", "link.md").status == 2
        assert link.is_symlink() and real.exists() == (leads == "to a file")
        assert run("charts", "print", "grid", "combat", "-o", "link.md", "--force").status == 0
        assert link.read_text(encoding="utf-8").startswith("# WW2 Rules") and not link.is_symlink()
        assert real.exists() == (leads == "to a file") and (not real.exists() or real.read_text() == "mine\n")

    def test_a_folder_that_is_not_there_is_told(self, home: Home, run: Run) -> None:
        ran = run("charts", "print", "grid", "-o", "nowhere/sheet.html")
        assert ran.status == 3 and ran.err.startswith("refcli: nowhere/sheet.html: ") and ran.err.count("\n") == 1


class TestASheetAsText:
    """Markdown and CSV: print without what draws templates, makes PDFs, prints cards, or answers other commands."""

    DRAWING = ("refcli.printing.templates", "refcli.printing.pdf", "refcli.printing.sheets.sheet_pdf", "typst")
    OTHERS = ("refcli.printing.unit_cards", "refcli.cli.output", "refcli.files.check", "json")

    def loaded(self, home: Home, *words: str) -> set[str]:
        """The modules of other work that a command loads, by the beginnings of their names."""
        code = (
            f"import sys; from refcli.cli.main import run; assert run({[*words]}) == 0; "
            "print(*sys.modules, file=sys.stderr)"
        )
        command = [sys.executable, "-c", code]
        told = subprocess.run(command, cwd=home.work, env=environment_of(home.folder), capture_output=True, check=True)
        modules = told.stderr.decode().split()
        return {one for one in (*self.DRAWING, *self.OTHERS) for name in modules if f"{name}.".startswith(f"{one}.")}

    @pytest.mark.parametrize("format", ["md", "csv"])
    def test_loads_nothing_of_them(self, home: Home, format: str) -> None:
        assert self.loaded(home, "charts", "print", "grid", "--format", format) == set()

    def test_is_told_from_what_draws(self, home: Home) -> None:
        """The reader of modules sees those of a template."""
        line = ("charts", "print", "grid", "--templates", "--format", "svg", "-o", "laid.svg")
        assert "refcli.printing.templates" in self.loaded(home, *line)

    def test_is_told_from_a_card(self, home: Home) -> None:
        """The reader of modules sees those of cards."""
        assert "refcli.printing.unit_cards" in self.loaded(home, "charts", "print", "grid", "tank")

    def test_reads_its_plan_and_its_lists_once(self, home: Home, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        read = []
        for name in ("plan_from", "reference_from"):
            reader = getattr(paper_files, name)

            def counted(*given: Any, reader: Any = reader, name: str = name) -> Any:
                read.append(name)
                return reader(*given)

            monkeypatch.setattr(paper_files, name, counted)
        run("charts", "print", "skirmish", "--format", "md")
        assert sorted(read) == ["plan_from", "reference_from"]


class TestTemplates:
    """As SVG there is a file for each page, its name behind that of the file."""

    def test_each_page_is_told(self, home: Home, run: Run) -> None:
        ran = run("charts", "print", "cc", "--templates", "-o", "laid.svg")
        files = ran.out.splitlines()
        assert ran.status == 0 and len(files) > 3
        assert sorted(files) == sorted(one.name for one in home.work.iterdir())
        assert all((home.work / name).read_text(encoding="utf-8").startswith("<svg") for name in files)

    def test_one_weapon_has_its_own(self, run: Run) -> None:
        ran = run("charts", "print", "sk", "lmg", "--templates", "--format", "svg")
        assert ran.status == 0 and "LMG" in ran.out and "HMG" not in ran.out

    def test_a_chosen_reading_is_drawn(self, home: Home, run: Run) -> None:
        line = ("charts", "print", "fw", "direction", "--templates", "--format", "svg")
        usual = run(*line).out
        home.write("refcli.toml", '[readings.fw]\nFW-15 = "four-pairs"\n')
        assert run(*line).out != usual

    def test_pages_are_numbered_behind_the_name(self) -> None:
        assert numbered(Path("a/laid.svg"), "02-sticks") == Path("a/laid-02-sticks.svg")


class TestADigest:
    """Tells a stale sheet."""

    def test_stands_below_the_sheet_and_changes_with_a_figure(self, home: Home, run: Run) -> None:
        (name, digest) = run("charts", "digest", "grid").out.split()
        assert name == "grid"
        assert f"edition {digest}" in run("charts", "print", "grid", "clock", "--format", "md").out
        home.write("mine/grid/combat.toml", "[rows]\ntanks = { infantry = 3 }\n")
        home.write("refcli.toml", 'charts = ["mine"]\n')
        assert run("charts", "digest", "grid").out.split()[1] != digest
        handout = run("charts", "print", "grid", "--changes", "--format", "md").out
        assert "| Combat Table, Tanks, Infantry Class | 4+ | 3+ |" in handout
