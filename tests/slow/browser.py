"""A real browser for the tests: Chromium without a window, through its driver and the WebDriver protocol.

The protocol is JSON over HTTP and few of its calls are needed here; the Python client for it would bring a dozen
packages, and programs that look for browsers on the network.
"""

import base64
import contextlib
import json
import subprocess
import tempfile
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.tools import needed

SECONDS = 180
"""Seconds after which a driver or a call that does not answer counts as hung; a busy machine prints slowly."""

FLAGS = (
    "--headless=new",
    "--no-sandbox",  # root in a container has no other way
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--force-color-profile=srgb",
)

KEYS = {"Escape": "\ue00c", "Tab": "\ue004"}
"""What WebDriver calls keys that make no letter."""


class Browser:
    """A session of the browser, with one window."""

    def __init__(self, port: int, session: str) -> None:
        self._port = port
        self._session = session

    def open(self, page: Path) -> None:
        """Load a file."""
        self._call("POST", "url", {"url": page.as_uri()})

    def run(self, script: str, *arguments: Any) -> Any:
        """What the body of a JavaScript function returns in the page."""
        return self._call("POST", "execute/sync", {"script": script, "args": list(arguments)})

    def type(self, *keys: str) -> None:
        """Press keys, letters or names of KEYS, wherever the focus is."""
        typed = [key for name in keys for key in (KEYS.get(name) or name)]
        strokes = [{"type": kind, "value": key} for key in typed for kind in ("keyDown", "keyUp")]
        self._call("POST", "actions", {"actions": [{"type": "key", "id": "keys", "actions": strokes}]})

    def click(self, selector: str) -> None:
        """Click an element as a person does: at its middle, and only if it can be seen."""
        found = self._call("POST", "element", {"using": "css selector", "value": selector})
        self._call("POST", f"element/{next(iter(found.values()))}/click", {})

    def screen(self, width: int, height: int) -> None:
        """Be a screen of so many CSS pixels."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._devtools("Emulation.setDeviceMetricsOverride", size)

    def media(self, kind: str = "", scheme: str = "light") -> None:
        """Show the page for those who like it ``light`` or ``dark``, on the screen as in ``print`` if that is said."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self._devtools("Emulation.setEmulatedMedia", {"media": kind, "features": features})

    def scripts(self, on: bool) -> None:
        """Whether the next pages may run scripts."""
        self._devtools("Emulation.setScriptExecutionDisabled", {"value": not on})

    def pdf(self, width: float, height: float) -> bytes:
        """The page as it is printed on paper of ``width`` x ``height`` mm."""
        paper = {"width": width / 10, "height": height / 10}
        margins = dict.fromkeys(("top", "bottom", "left", "right"), 0)
        said = self._call("POST", "print", {"page": paper, "margin": margins, "shrinkToFit": False})
        return base64.b64decode(said)

    def picture(self) -> bytes:
        """What is on the screen, as PNG."""
        return base64.b64decode(self._call("GET", "screenshot"))

    def log(self) -> list[str]:
        """What the page wrote to the console, and what the browser refused, since the last time."""
        return [entry["message"] for entry in self._call("POST", "se/log", {"type": "browser"})]

    def _devtools(self, command: str, parameters: dict[str, Any]) -> None:
        self._call("POST", "goog/cdp/execute", {"cmd": command, "params": parameters})

    def _call(self, method: str, what: str, body: dict[str, Any] | None = None) -> Any:
        return _answer(self._port, method, f"/session/{self._session}/{what}", body)


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    """A browser that ends with the block; where there is none the test skips or fails, as ``needed`` says."""
    driver, chromium = needed("chromedriver"), needed("chromium", "chromium-browser", "google-chrome")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            port = _port(process)
            options = {"binary": chromium, "args": [*FLAGS, f"--user-data-dir={profile}"]}
            wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
            session = _answer(port, "POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
            try:
                yield Browser(port, session)
            finally:
                _answer(port, "DELETE", f"/session/{session}")
        finally:
            process.terminate()
            process.communicate(timeout=SECONDS)


def _port(process: subprocess.Popen[str]) -> int:
    """The port that the driver chose, from what it says when it is ready."""
    assert process.stdout is not None
    until = time.monotonic() + SECONDS
    for line in process.stdout:
        if "started successfully on port" in line:
            return int(line.split()[-1].rstrip("."))
        if time.monotonic() > until:
            break
    raise OSError("chromedriver did not start")


def _answer(port: int, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        connection.request(method, path, None if body is None else json.dumps(body))
        response = connection.getresponse()
        value = json.loads(response.read())["value"]
    finally:
        connection.close()
    if response.status != 200:
        raise AssertionError(f"{method} {path}: {value['error']}: {value['message']}")
    return value
