# The host's RESTART: the board stops safely, then starts anew and may wait for new firmware.
import asyncio

import machine
from micropython import const

from faults import NO_FAULT
from tallone_wire.messages import BUSY, OK

# start/main.py reads it, and takes it away: how many seconds to wait before the program starts.
WAIT_FILE = "wait.txt"
# The answer has to get out first.
_ANSWER_MS = const(200)


def _always():
    return True


class Restart:
    # `is_free` says whether nothing moves.

    def __init__(self, safe_stop, is_free=_always):
        self._safe_stop = safe_stop
        self._is_free = is_free
        self._wait_s = 0
        self._wanted = asyncio.Event()

    def take(self, fields):
        # The handler; a second RESTART before the first is carried out changes nothing.
        if not self._is_free():
            return BUSY, b""
        if not self._wanted.is_set():
            self._wait_s = fields[0]
            self._wanted.set()
        return OK, b""

    async def run(self):
        # One of the board's tasks: what goes wrong here ends it, and so starts it anew, like any other.
        await self._wanted.wait()
        await asyncio.sleep_ms(_ANSWER_MS)
        self._safe_stop.stop(NO_FAULT)
        if self._wait_s:
            with open(WAIT_FILE, "w") as file:
                file.write(str(self._wait_s))
        machine.reset()
