"""Both boards run a whole hand, as installed, in 180 kB of heap.

The chips are in processes of their own, so that the heap holds what a board's heap holds; it is a strict
measure, for objects of 64 bits take up to twice the room of a Pico's.
"""

import json

import pytest
from typer.testing import CliRunner

from tallone.commands.main import app

pytestmark = [pytest.mark.end_to_end, pytest.mark.needs_micropython, pytest.mark.timeout(900)]


def test_both_boards_run_a_whole_hand_in_180_kilobytes(tmp_path):
    report = tmp_path / "report.json"
    # A short hand: what two boards hold does not grow with its length (tests/firmware/test_soak.py).
    hand_asked = ["--profile", "classic-en", "--players", "2", "--seed", "20", "--noise", "0"]
    command = ["simulate", "--heap", "180", *hand_asked, "--report", str(report)]
    done = CliRunner().invoke(app, command, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    told = json.loads(report.read_bytes())
    [hand] = told["hands"]
    assert hand["score"] == hand["truth"]
    # How well a hand is followed is test_hands' claim; here no board may have gone or started anew.
    assert hand["moves_tracked"] > 0.9 * hand["moves_true"]
    kinds = {found["kind"] for found in told["findings"]}
    assert not kinds & {"board-restarted", "link-lost", "reader-dead", "machine-fault"}
