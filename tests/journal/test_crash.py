import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.journal.fakes import press

from tallone.bench.journal import measure
from tallone.journal import JournalWriter, read

WRITER = Path(__file__).with_name("crash_writer.py")
# CI takes a few; TALLONE_KILLS=1000 is what the goal is measured with.
KILLS = int(os.environ.get("TALLONE_KILLS", "15"))


@pytest.mark.timeout(max(60, KILLS * 5))
def test_a_writer_killed_at_any_moment_loses_no_acknowledged_record(tmp_path):
    path = tmp_path / "night.journal"
    chance = random.Random()
    acknowledged = 0
    for _ in range(KILLS):
        process = subprocess.Popen([sys.executable, WRITER, path], stdout=subprocess.PIPE)
        first = process.stdout.readline()
        time.sleep(chance.random() * 0.03)  # the moment of the kill is the thing under test
        process.send_signal(signal.SIGKILL)
        said = (first + process.communicate()[0]).decode().splitlines(keepends=True)
        whole = [int(line) for line in said if line.endswith("\n")]
        acknowledged = whole[-1]
        # Reading verifies the chain from the first record on.
        assert len(read(path)) >= acknowledged
    with JournalWriter(path) as writer:
        assert writer.append([press(1)]) > acknowledged


def test_the_figures_are_measured(tmp_path):
    figures = measure(tmp_path, commits=20)
    assert 0 < figures.commit_p50_ms <= figures.commit_p95_ms
    assert figures.read_records_per_s > 0
    assert figures.bytes_per_record > 60
