"""Broker and hub as processes that can be killed at any moment and started again."""

import contextlib
import datetime as dt
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from tallone.club.desk import serving
from tallone.club.hall import broker
from tallone.errors import ConfigError

_PATIENCE_S: Final = 20.0
_PAUSE_S: Final = 0.02
HOST: Final = "127.0.0.1"


class Child:
    """A process; `kill` is SIGKILL, nothing is said to it before."""

    def __init__(self, arguments: list[str]) -> None:
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it again."""
        self._process = subprocess.Popen(self._arguments, stdout=subprocess.DEVNULL)  # noqa: S603 - our own

    def kill(self) -> None:
        """Kill it where it stands."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None


def broker_child(folder: Path, words: dict[str, str], port: int) -> Child:
    """Return a Mosquitto of the program's own; raise ConfigError where it is not installed."""
    program = serving.mosquitto()
    if program is None:
        raise ConfigError("Mosquitto is not installed: apt install mosquitto")
    settings = broker.write_files(
        folder, words, address=HOST, port=port, names=(HOST,), now=dt.datetime.now(dt.UTC)
    )
    serving.hand_over(folder)
    return Child([program, "-c", str(settings)])


def hub_child(where: str, event: int, folder: Path, port: int) -> Child:
    """Return a hub of an event in a process of its own."""
    main = "import sys; from tallone.club.rehearsal.hub import main; main(sys.argv[1:])"
    return Child([sys.executable, "-c", main, where, str(event), str(folder), str(port)])


def wait_for(port: int) -> None:
    """Return when somebody listens there; raise ConfigError if nobody ever does."""
    end = time.monotonic() + _PATIENCE_S
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection((HOST, port), 1.0):
            return
        time.sleep(_PAUSE_S)
    raise ConfigError(
        f"nobody listens on port {port}; is it taken, or may Mosquitto not read its folder?"
    )


def free_port() -> int:
    """Return a port that nobody has now."""
    with socket.socket() as asked:
        asked.bind((HOST, 0))
        return int(asked.getsockname()[1])
