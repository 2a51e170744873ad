"""A release put beside the one that runs, and on trial: it counts when it has kept its table for a minute.

PREFIX/releases/VERSION is one whole environment; PREFIX/state.json says which is good and which is on trial;
`choose.py` reads it before every start. A power cut at any instant leaves the old release in charge, or the
new one whole and on trial.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tallone.upkeep.releases import choose, release
from tallone.upkeep.releases.release import ReleaseError

# Without this mark a release's folder is half a release.
WHOLE: Final = choose.WHOLE
GOOD: Final = "release-good"
# How long a release on trial must run its table before it counts.
TRIAL_S: Final = 60.0
_PATIENCE_S: Final = 900.0

Fill = Callable[[Path, Path], None]


def install(path: Path, key: str, prefix: Path, fill: Fill | None = None) -> str:
    """Install a release for its trial at the next start; return its version.

    Raises ReleaseError if it is not signed, is the one that runs, or cannot be unpacked; then nothing
    has changed. `fill(wheels, folder)` makes the environment; by default pip does, from the wheels alone.
    """
    manifest = release.check(path, key)
    state = choose.read_state(prefix)
    if manifest.version == state.get("good"):
        raise ReleaseError(f"release {manifest.version} is the one in use; nothing was changed")
    folder = prefix / "releases" / manifest.version
    if not (folder / WHOLE).exists():
        _build(path, key, folder, fill or make_environment)
    _put_on_trial(prefix, manifest.version)
    return manifest.version


def go_back(prefix: Path) -> str:
    """Put the release before this one on trial; return its version; raise ReleaseError if there is none."""
    before = choose.read_state(prefix).get("before") or ""
    if not before or not (prefix / "releases" / before / WHOLE).exists():
        raise ReleaseError("there is no earlier release on this machine to go back to")
    _put_on_trial(prefix, before)
    return str(before)


def make_environment(wheels: Path, folder: Path) -> None:
    """Make a virtual environment of these wheels, with nothing from a network."""
    _run(sys.executable, "-m", "venv", str(folder))
    python = str(folder / "bin" / "python")
    names = [str(path) for path in sorted(wheels.glob("tallone-*.whl"))]
    if not names:
        raise ReleaseError("the release holds no wheel of the program itself; it is not installed")
    pip = ("-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    _run(python, *pip, "--no-index", "--find-links", str(wheels), *names)


def tell_good(data: Path, version: str) -> None:
    """Say, as the running program, that this release keeps its table."""
    place = data / GOOD
    new = place.with_name(f".{GOOD}.new")
    new.write_text(version + "\n", encoding="utf-8")
    new.replace(place)


def own_version() -> str:
    """Return the release this program runs from; empty if it runs from somewhere else."""
    folder = Path(sys.prefix)
    return folder.name if folder.parent.name == "releases" and (folder / WHOLE).exists() else ""


def state_of(prefix: Path) -> dict[str, Any]:
    """Return which release is good, which on trial, which failed, and which there are."""
    there = sorted(path.parent.name for path in (prefix / "releases").glob(f"*/{WHOLE}"))
    return {**choose.read_state(prefix), "releases": there}


def _build(path: Path, key: str, folder: Path, fill: Fill) -> None:
    unpacked = folder.with_name(f".{folder.name}.files")
    for leftover in (folder, unpacked):
        shutil.rmtree(leftover, ignore_errors=True)
    unpacked.mkdir(parents=True)
    try:
        release.unpack(path, key, unpacked)
        fill(unpacked / "wheels", folder)
        if (unpacked / "firmware").is_dir():
            shutil.copytree(unpacked / "firmware", folder / "firmware")
        # All of it is on the disk before the mark says so.
        os.sync()
        (folder / WHOLE).write_text("", encoding="utf-8")
        os.sync()
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    finally:
        shutil.rmtree(unpacked, ignore_errors=True)


def _put_on_trial(prefix: Path, version: str) -> None:
    state = choose.read_state(prefix)
    if not state.get("good"):
        state["good"] = version
    state.update(trial="" if state["good"] == version else version, starts=0)
    choose.write_state(prefix, state)


def _run(*command: str) -> None:
    done = subprocess.run(  # noqa: S603 - our own interpreter with names we made
        command, capture_output=True, text=True, check=False, timeout=_PATIENCE_S
    )
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise ReleaseError(
            f"the release could not be installed: {said[-1][:200] if said else '?'}"
        )
