"""The host program's clock on the simulated table, and the people's hands and eyes.

It keeps the contract of `tallone.clock.Clock`. Besides time, the same channel carries what people
can see on the screen, and back the buttons they press.
"""

import math
import select
import socket
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from tallone.errors import SimulationError, TalloneError
from tallone.mat.events import Seconds
from tallone.press import Press
from tallone.shown import Shown

_MICROS: Final = 1_000_000
# Real seconds for bytes that are on their way through a pseudo terminal.
_PATIENCE: Final = 60.0
# Real seconds for the rest of a burst of which some bytes have come.
_BURST: Final = 60.0
_SPIN: Final = 0.0002
# Over this a port's bytes are not on their way any more: its cable has been pulled.
_PULLED: Final = -1


class SimulationOverError(TalloneError):
    """The simulated table has been put away: the program ends as if it had been told to quit."""


class _News(msgspec.Struct, frozen=True):
    now: int | None = None
    free: int = 0
    ports: dict[str, int] = msgspec.field(default_factory=dict)
    press: Press | None = None
    wall_step: float = 0.0
    over: bool = False


class SimClock:
    """Time as the conductor grants it; connects to `clock.sock` in the run's folder."""

    def __init__(self, run_folder: Path) -> None:
        self._channel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._channel.connect(str(run_folder / "clock.sock"))
        except OSError as error:
            raise SimulationError(
                f"no simulated table answers in {run_folder}: {error}"
            ) from error
        self._decoder = msgspec.json.Decoder(_News)
        self._pending = b""
        self._expected: dict[str, int] = {}
        self._opened: dict[str, int] = {}
        self._open: dict[str, tuple[int, int]] = {}
        self._presses: list[Press] = []
        self._shown = Shown()
        self._wall_step = 0.0
        # The first grant says what time it is at the table.
        self._now = 0
        self._idle(0, {})

    def now(self) -> Seconds:
        return Seconds(self._now / _MICROS)

    def wall(self) -> float:
        """The host's wall clock in seconds, as wrong as the simulation has made it."""
        return time.time() + self._wall_step

    def wait(
        self, until: Seconds, wake_fds: Sequence[int], traffic: Mapping[str, tuple[int, int]]
    ) -> Seconds:
        """Wait as `Clock.wait`; raise SimulationOverError when the table is put away.

        `traffic` must go on counting while this waits, so that a burst of bytes is seen whole, and
        must name a port until the caller itself has taken note that it is lost.
        """
        if not self._is_behind(traffic):
            self._idle(_micros(until), dict(traffic))
        if self._is_behind(traffic):
            self._await_bytes(wake_fds, traffic)
        return self.now()

    def presses(self) -> list[Press]:
        """Return the buttons pressed since the last call."""
        presses, self._presses = self._presses, []
        return presses

    def show(self, shown: Shown) -> None:
        """Say what people can see now; the same again costs nothing."""
        if shown == self._shown:
            return
        self._shown = shown
        self._channel.sendall(msgspec.json.encode({"shown": shown}) + b"\n")

    def close(self) -> None:
        self._channel.close()

    def _idle(self, until: int, traffic: dict[str, tuple[int, int]]) -> None:
        ports = {
            name: (self._count_opening(name, counts), *counts) for name, counts in traffic.items()
        }
        self._open = traffic
        self._channel.sendall(
            msgspec.json.encode({"idle": max(until, 0), "at": self._now, "ports": ports}) + b"\n"
        )
        while True:
            for raw in self._receive():
                news = self._decoder.decode(raw)
                if news.over:
                    raise SimulationOverError("the simulated table has been put away")
                if news.press is not None:
                    self._presses.append(news.press)
                self._wall_step += news.wall_step
                if news.now is not None:
                    self._now = news.now
                    self._expected = news.ports
                    return

    def _count_opening(self, name: str, counts: tuple[int, int]) -> int:
        """Return how often the port has been opened; counts that fall say it was opened anew."""
        before = self._open.get(name)
        if before is None or counts[0] < before[0] or counts[1] < before[1]:
            self._opened[name] = self._opened.get(name, 0) + 1
        return self._opened[name]

    def _is_behind(self, traffic: Mapping[str, tuple[int, int]]) -> bool:
        """Whether bytes sent are not yet taken in, or a loss not yet noticed."""
        return self._lacks_bytes(traffic) or any(
            expected == _PULLED and name in self._open and name in traffic
            for name, expected in self._expected.items()
        )

    def _lacks_bytes(self, traffic: Mapping[str, tuple[int, int]]) -> bool:
        for name, expected in self._expected.items():
            counts = traffic.get(name)
            if counts is not None and name in self._open and counts[0] < expected:
                return True
        return False

    def _await_bytes(
        self, wake_fds: Sequence[int], traffic: Mapping[str, tuple[int, int]]
    ) -> None:
        """Wait, in real time, for what is on its way; come back when it or part of it is there."""
        if not select.select(wake_fds, (), (), _PATIENCE)[0]:
            raise SimulationError(
                f"bytes sent to {', '.join(self._expected)} have not come through"
            )
        deadline = time.monotonic() + _BURST
        while self._lacks_bytes(traffic) and time.monotonic() < deadline:
            time.sleep(_SPIN)

    def _receive(self) -> list[bytes]:
        chunk = self._channel.recv(1 << 16)
        if not chunk:
            raise SimulationOverError("the simulated table has ended")
        *whole, self._pending = (self._pending + chunk).split(b"\n")
        return whole


def _micros(until: float) -> int:
    """Round up: who wakes a fraction too early finds nothing due and would wait for ever."""
    return math.ceil(until * _MICROS)
