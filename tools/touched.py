"""A plugin of pytest for survival.py: what each test touches, or some tests alone, in their order.

``TOUCHED_TO=FILE`` writes down the seconds of each test that passes, and the tests of each line of refcli (it needs
coverage). ``TOUCHED_FROM=FILE`` runs the tests that FILE names, one a line, in that order, and no others.
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
        # a file of tests may start other programs alone, and touch nothing itself
        self.coverage.set_option("run:disable_warnings", ["no-data-collected"])
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item):
        self.coverage.switch_context(item.nodeid)
        start = time.perf_counter()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.perf_counter() - start
            self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        data = self.coverage.get_data()
        lines = {
            Path(file).relative_to(Path.cwd()).as_posix(): {
                line: [test for test in tests if test and test not in self.failed]
                for line, tests in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        seconds = {test: seconds for test, seconds in self.seconds.items() if test not in self.failed}
        self.to.write_text(json.dumps({"seconds": seconds, "lines": lines}), encoding="utf-8")


class Order:
    """The tests that are named, in the order in which they are named."""

    def __init__(self, names: list[str]) -> None:
        self.places = {name: place for place, name in enumerate(names)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        wanted = [item for item in items if item.nodeid in self.places]
        items[:] = sorted(wanted, key=lambda item: self.places[item.nodeid])


def pytest_configure(config: pytest.Config) -> None:
    if to := os.environ.get("TOUCHED_TO"):
        config.pluginmanager.register(Recording(Path(to)))
    if names := os.environ.get("TOUCHED_FROM"):
        config.pluginmanager.register(Order(Path(names).read_text(encoding="utf-8").splitlines()))
