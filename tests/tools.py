"""Programs that tests look at pages with. Where one is missing a test skips; in .ci/run none may be missing."""

import os
import shutil

import pytest

REQUIRED = os.environ.get("REFCLI_TEST_TOOLS") == "1"


def needed(*names: str) -> str:
    """The path of the first of these programs that is installed."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        missing = f"{' or '.join(names)} is not installed"
        if REQUIRED:
            pytest.fail(f"REFCLI_TEST_TOOLS=1, but {missing}")
        pytest.skip(missing)
    return found
