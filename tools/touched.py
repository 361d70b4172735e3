"""A plugin of pytest for mutate.py: which tests touch which line, or only some tests, in the order given.

``TOUCHED_TO=FILE`` records: the seconds of each test that passed, and the tests of each line (needs coverage).
``TOUCHED_FROM=FILE`` runs the tests that FILE names, one a line, in its order, and no others.
"""

import json
import os
import time
from pathlib import Path

import pytest


class Recording:
    """Lines and seconds of each test."""

    def __init__(self, to: Path) -> None:
        import coverage

        self.to = to
        self.coverage = coverage.Coverage(data_file=None, source=["refcli"], config_file=False)
        self.seconds: dict[str, float] = {}
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item):
        self.coverage.switch_context(item.nodeid)
        start = time.perf_counter()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = round(time.perf_counter() - start, 4)
            self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.failed = {*getattr(self, "failed", ()), report.nodeid}

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        data = self.coverage.get_data()
        lines = {}
        for file in data.measured_files():
            by_line = data.contexts_by_lineno(file)
            name = Path(file).relative_to(Path.cwd()).as_posix()
            lines[name] = {line: sorted(filter(None, tests)) for line, tests in by_line.items()}
        passed = {test: at for test, at in self.seconds.items() if test not in getattr(self, "failed", ())}
        self.to.write_text(json.dumps({"seconds": passed, "lines": lines, "failed": sorted(getattr(self, "failed", ()))}))


class Order:
    """Only the tests named, in the order in which they are named."""

    def __init__(self, wanted: list[str]) -> None:
        self.wanted = {test: place for place, test in enumerate(wanted)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self.wanted), key=lambda item: self.wanted[item.nodeid])


def pytest_configure(config: pytest.Config) -> None:
    if to := os.environ.get("TOUCHED_TO"):
        config.pluginmanager.register(Recording(Path(to)))
    if names := os.environ.get("TOUCHED_FROM"):
        config.pluginmanager.register(Order(Path(names).read_text(encoding="utf-8").splitlines()))
