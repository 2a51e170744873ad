"""Where `now` comes from: the machine's monotonic clock, or the simulation's.

Everything below the app takes `now` as a number; only the app's loop asks a clock.
"""

import select
import time
from collections.abc import Mapping, Sequence
from typing import Protocol

from tallone.mat.events import Seconds


class Clock(Protocol):
    """Gives the time and waits for it."""

    def now(self) -> Seconds:
        """Return the present time."""
        ...

    def wait(
        self, until: Seconds, wake_fds: Sequence[int], traffic: Mapping[str, tuple[int, int]]
    ) -> Seconds:
        """Wait for `until` or until one of the file descriptors can be read; return the time then.

        `traffic` says, per open port, how many bytes have been read and written since it was opened;
        only the simulation looks at it.
        """
        ...


class RealClock:
    """The machine's monotonic clock; wall-clock jumps do not touch it."""

    def now(self) -> Seconds:
        return Seconds(time.monotonic())

    def wait(
        self,
        until: Seconds,
        wake_fds: Sequence[int],
        traffic: Mapping[str, tuple[int, int]],  # noqa: ARG002 - the simulation's business
    ) -> Seconds:
        select.select(wake_fds, (), (), max(0.0, until - time.monotonic()))
        return self.now()
