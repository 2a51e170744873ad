"""Ctrl-C at any instant: 130 and silence; a machine that was asleep goes on."""

import os
import pty
import random
import signal
import subprocess
import sys
import time

import pytest

# How long after the start: in the imports, while boards are started, in the deal, in play.
INSTANTS = (0.3, 1.0, 2.0, 3.5)
COMMANDS = [
    "play --pace 200",
    "simulate --hands 5 --report /dev/null",
    "simulate --level events --hands 50 --report /dev/null",
    "judge",
]
_PATIENCE_S = 20


@pytest.fixture(autouse=True)
def listens():
    """Children hear SIGINT even if these tests run in the background of a shell, where it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupted(line, after, folder):
    """Type a command into a terminal, Ctrl-C after a while; return status, what was said, seconds to the end."""
    main, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "tallone", *line.split()],
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        start_new_session=True,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy"},
    ) as process:
        os.close(terminal)
        time.sleep(after)
        os.killpg(process.pid, signal.SIGINT)
        begun = time.monotonic()
        try:
            said, _ = process.communicate(timeout=_PATIENCE_S)
        finally:
            os.close(main)
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
        return process.returncode, said.decode(), time.monotonic() - begun


@pytest.mark.timeout(120)
@pytest.mark.parametrize("line", COMMANDS)
def test_ctrl_c_ends_in_silence_at_any_instant(tmp_path, line):
    for instant in INSTANTS:
        after = instant * random.Random(f"{line} {instant}").uniform(0.8, 1.2)
        status, said, seconds = interrupted(line, after, tmp_path)
        if "host/tallone" not in said and "site-packages" not in said and "Fatal" in said:
            continue  # the interpreter itself was starting, and nothing of ours had begun
        # Before the interpreter listens, the system ends it.
        assert status in (130, -signal.SIGINT), f"{after:.2f} s: {said}"
        for word in ("Traceback", "Interrupt", "written", "stuck", "tallone:"):
            assert word not in said, f"{after:.2f} s: {said}"
        assert seconds < _PATIENCE_S
