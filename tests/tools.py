"""Programs and typefaces that tests look at pages with, shells that they type at, packages, and what stands in tools/.

Where one is missing a test skips; in .ci/run none may be missing.
"""

import os
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest

REQUIRED = os.environ.get("REFCLI_TEST_TOOLS") == "1"


def needed(*names: str) -> str:
    """The path of the first of these programs that is installed."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        _without(" or ".join(names))
    return found


def needed_typeface(name: str) -> None:
    """Sees to it that pages are set in this typeface and not in one that stands in for it."""
    if name not in subprocess.run([needed("fc-list")], capture_output=True, text=True, check=True).stdout:
        _without(name)


def needed_package(name: str) -> None:
    """Sees to it that a package of an extra is installed."""
    if find_spec(name) is None:
        _without(f"the package {name}")


def tool(name: str) -> ModuleType:
    """A module of tools/, its neighbours beside it as where it is run."""
    folder = str(Path(__file__).parent.parent / "tools")
    if folder not in sys.path:
        sys.path.append(folder)
    return import_module(name)


def _without(missing: str) -> NoReturn:
    if REQUIRED:
        pytest.fail(f"REFCLI_TEST_TOOLS=1, but {missing} is not installed")
    pytest.skip(f"{missing} is not installed")
