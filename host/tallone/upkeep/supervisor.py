"""Words to systemd, which starts the table and restarts it when it hangs: sd_notify(3), in its own datagrams."""

import contextlib
import os
import socket
from typing import Final

# A third of the unit's WatchdogSec at most; often enough, and no load.
ALIVE_EVERY_S: Final = 10.0


class Supervisor:
    """Tells systemd that the program is up and alive; says nothing where nobody listens."""

    def __init__(self) -> None:
        self._address = os.environ.get("NOTIFY_SOCKET", "")
        self._next = 0.0

    def ready(self) -> None:
        """Say that the table can be played at."""
        self._say(b"READY=1")

    def alive(self, now: float) -> None:
        """Say that the main loop runs; called on every turn of it, told every ten seconds."""
        if now >= self._next:
            self._next = now + ALIVE_EVERY_S
            self._say(b"WATCHDOG=1")

    def stopping(self) -> None:
        """Say that the program ends because somebody wants it to."""
        self._say(b"STOPPING=1")

    def _say(self, words: bytes) -> None:
        if not self._address.startswith(("/", "@")):
            return
        # A socket that is gone is systemd's trouble, not the table's.
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link,
        ):
            link.sendto(words, self._address.replace("@", "\0", 1))
