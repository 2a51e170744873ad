"""Where there is no MicroPython, the boards' files play a hand under CPython."""

import json
import os
import subprocess
import sys

import pytest

from tallone import paths

pytestmark = [pytest.mark.end_to_end, pytest.mark.timeout(600)]


def test_hand_without_micropython_is_followed_to_its_true_score(tmp_path):
    report = tmp_path / "report.json"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "tallone", "simulate", "--hands", "1", "--seed", "1"),
            *("--noise", "0", "--report", str(report)),
        ],
        env={**os.environ, paths.NO_MICROPYTHON: "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "No MicroPython here" in done.stderr
    [hand] = json.loads(report.read_bytes())["hands"]
    assert hand["score"] == hand["truth"]
    assert hand["end"] == "close"
    assert hand["moves_tracked"] == hand["moves_true"] > 40
