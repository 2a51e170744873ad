# Waiting for whatever comes first: an edge, a command, a stop, or the end of the time allowed.
import asyncio
from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

# A long wait says this often that it is alive.
_BEAT_MS = const(500)


class Halted(Exception):  # noqa: N818  nothing is wrong with the program
    """Raised out of a wait when everything must stop; the argument names the fault."""


class Wake:
    """One flag for one waiting task; interrupts and handlers set it, the task looks what happened."""

    def __init__(self, beat=None):
        # `beat` is called in every wait, for a watchdog.
        self._beat = beat
        self._flag = asyncio.ThreadSafeFlag()
        # The name of the fault for which every wait ends, or None.
        self.halt = None

    def set(self, _source=None):
        self._flag.set()

    def halt_for(self, fault):
        if self.halt is None:
            self.halt = fault
        self._flag.set()

    async def until(self, ready, timeout_ms):
        """Wait until `ready()`; return whether it came true in time. Raise Halted if all must stop."""
        deadline = ticks_add(ticks_ms(), timeout_ms)
        while True:
            if self._beat is not None:
                self._beat()
            if self.halt is not None:
                raise Halted(self.halt)
            if ready():
                return True
            left = ticks_diff(deadline, ticks_ms())
            if left <= 0:
                return False
            try:  # noqa: SIM105  MicroPython has no contextlib
                await asyncio.wait_for_ms(self._flag.wait(), min(left, _BEAT_MS))
            except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no built-in one
                pass

    async def pause(self, duration_ms):
        """Let time pass, or raise Halted."""
        await self.until(_never, duration_ms)


def _never():
    return False
