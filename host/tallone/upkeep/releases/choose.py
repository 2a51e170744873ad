"""Which release of the table's program starts: the good one, or once the one on trial.

Runs alone, before every start, as root, under the system's own Python: a release that is broken cannot
break it. `choose.py PREFIX DATA`; PREFIX/state.json is written by it and by the installer only,
DATA/release-good by the running program, when it has kept its table for a while.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

# A release on trial is started once; a second start without its word means that the first has failed.
TRIALS = 1
# Written last into a release's folder.
WHOLE = ".whole"
_MAX_BYTES = 4096


def main(prefix: str, data: str) -> int:
    """Lead PREFIX/current to the release that shall start; status 1 if there is none to start."""
    home = Path(prefix)
    state = read_state(home)
    name = _next(state, _said(Path(data) / "release-good"))
    if not name or not (home / "releases" / name / WHOLE).exists():
        name = _newest(home)
        state = {"good": name, "trial": "", "starts": 0}
    if not name:
        sys.stderr.write(f"no release of the table's program in {home}/releases: install one\n")
        return 1
    _lead(home, name)
    write_state(home, state)
    return 0


def _next(state: dict[str, Any], said: str) -> str:
    """Return the release to start, and bring the state forward."""
    trial = state.get("trial") or ""
    if not trial:
        return state.get("good") or ""
    if said == trial:
        state.update(before=state.get("good") or "", good=trial, trial="", starts=0)
    elif state.get("starts", 0) >= TRIALS:
        state.update(failed=trial, trial="", starts=0)
    else:
        state["starts"] = state.get("starts", 0) + 1
        return trial
    return state.get("good") or ""


def read_state(home: Path) -> dict[str, Any]:
    """Return the state; empty if there is none that can be read."""
    try:
        found = json.loads((home / "state.json").read_bytes()[:_MAX_BYTES])
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _said(path: Path) -> str:
    try:
        return path.read_bytes()[:_MAX_BYTES].decode().strip()
    except (OSError, ValueError):
        return ""


def _newest(home: Path) -> str:
    """Return the release that was put there last, for a home whose state was lost."""
    folders = [path.parent for path in (home / "releases").glob(f"[0-9]*/{WHOLE}")]
    return max(folders, key=lambda path: path.stat().st_mtime).name if folders else ""


def _lead(home: Path, name: str) -> None:
    new = home / ".current.new"
    new.unlink(missing_ok=True)
    new.symlink_to(Path("releases") / name)
    new.replace(home / "current")


def write_state(home: Path, state: dict[str, Any]) -> None:
    """Put the state in place whole: after a power cut the old one stands there, or the new one."""
    home.mkdir(parents=True, exist_ok=True)
    new = home / ".state.new"
    with new.open("w", encoding="utf-8") as file:
        json.dump(state, file)
        file.flush()
        os.fsync(file.fileno())
    new.replace(home / "state.json")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
