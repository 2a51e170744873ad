"""Programs that the hardware checks need: skipped with a reason where absent, failed where required."""

import os
import shutil

import pytest


def program(name: str, package: str) -> str:
    """Return the path of a program; without it skip, or fail with TALLONE_REQUIRE_HARDWARE=1."""
    found = shutil.which(name)
    if found is None:
        absent(f"{name} is not installed here ({package})")
    return found


def absent(reason: str) -> None:
    """Skip the test for that reason, or fail it where the hardware tools must be there."""
    if os.environ.get("TALLONE_REQUIRE_HARDWARE") == "1":
        pytest.fail(f"{reason}, and TALLONE_REQUIRE_HARDWARE is set")
    pytest.skip(reason)
