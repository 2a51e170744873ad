"""Programs that a command starts beside itself: they end when it says so, not by somebody's Ctrl-C."""

import signal
import subprocess
from collections.abc import Sequence


def start(command: Sequence[str]) -> "subprocess.Popen[str]":
    """Start a program of ours that is spoken to over its output; whoever starts it must end it.

    Ctrl-C reaches every program of a terminal at once. The child ignores it from its first instant on, so that
    only the command itself is interrupted and nobody else complains.
    """
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own modules
    finally:
        signal.signal(signal.SIGINT, before)


def end(child: "subprocess.Popen[str]") -> None:
    """End it, by force if it does not listen."""
    child.terminate()
    try:
        child.wait(timeout=5)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
