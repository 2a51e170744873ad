"""The serial cable between a board and the host, and what can be wrong with it.

The board's end is a socket, whose bytes are there the moment they are written; the host's end is a
pseudo terminal, opened by the link like any USB serial port. Bytes need a little virtual time to
pass. Counting them on the host's end makes the terminal's real delay harmless: the host goes on
only once its reader has taken in all that was sent.
"""

import contextlib
import dataclasses
import functools
import os
import random
import select
import socket
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

from tallone.errors import SimulationError
from tallone.simulator.clockwork.conductor import Conductor

# A USB full-speed bulk transfer waits for the next 1 ms frame.
LATENCY_US: Final = 1000
# Real seconds until bytes that a process says it has written must have come through.
_PATIENCE: Final = 60.0
# What a board may write while it runs once; far above its 256-byte frames.
_MAX_CHUNK: Final = 1 << 20
Direction = Literal["to_host", "to_board"]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class CableNoise:
    """Rates per frame, 0 to 1."""

    lost: float = 0.0
    doubled: float = 0.0
    damaged: float = 0.0
    swapped: float = 0.0

    @property
    def is_none(self) -> bool:
        return not (self.lost or self.doubled or self.damaged or self.swapped)


class Cable:
    """One board's cable; plugged in when made. `link` is the path the host opens."""

    def __init__(
        self,
        conductor: Conductor,
        board_end: socket.socket,
        link: Path,
        *,
        rng: random.Random,
        noise: CableNoise | None = None,
        wake_host: Callable[[], None] = lambda: None,
        wake_board: Callable[[], None] = lambda: None,
    ) -> None:
        board_end.setblocking(False)
        self.noise = noise or CableNoise()
        self.wake_host = wake_host
        self.wake_board = wake_board
        self.capture: list[tuple[int, Direction, bytes]] | None = None
        self._conductor = conductor
        self._board_end = board_end
        self._link = link
        self._rng = rng
        self._master = -1
        self._slave = -1
        self._opened = 0
        self._to_host = 0
        self._from_host = 0
        self.plug()

    @property
    def plugged(self) -> bool:
        return self._master >= 0

    @property
    def expected(self) -> int:
        """How many bytes the host's open port must have read by now; -1: its port is dead."""
        return self._to_host if self.plugged else -1

    def plug(self) -> None:
        """Plug the cable in: a port appears for the host."""
        if self.plugged:
            return
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._opened = 0
        fresh = self._link.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(os.ttyname(self._slave))
        fresh.replace(self._link)

    def unplug(self) -> None:
        """Pull the cable: the host's open port dies and its path is gone."""
        if not self.plugged:
            return
        self._link.unlink(missing_ok=True)
        os.close(self._slave)
        os.close(self._master)
        self._master = self._slave = -1
        self.wake_host()

    def close(self) -> None:
        self.unplug()
        self._board_end.close()

    def replace_board(self, board_end: socket.socket) -> None:
        """Go on with a restarted board."""
        self._board_end.close()
        board_end.setblocking(False)
        self._board_end = board_end

    def forget_host(self) -> None:
        """The host's process has ended: nobody has the port open, what it had not read is gone."""
        self._opened = 0
        if self.plugged:
            os.close(self._slave)
            os.close(self._master)
            self._master = -1
            self.plug()

    def collect_from_board(self, at: int) -> None:
        """Take what the board has written until its time `at`; it arrives a little later."""
        chunk = _drain_socket(self._board_end)
        if chunk:
            self._send("to_host", chunk, at)

    def collect_from_host(self, opened: int, written: int) -> None:
        """Take what the host has written: `written` bytes since it opened the port."""
        if not self.plugged or opened == 0:
            return
        if opened != self._opened:
            self._opened = opened
            self._to_host = self._from_host = 0
        missing = written - self._from_host
        if missing > 0:
            chunk = _read_exactly(self._master, missing, self._link.name)
            self._from_host += len(chunk)
            self._send("to_board", chunk, self._conductor.now)

    def host_closed(self) -> None:
        """The host has no port open on this cable: what a board writes is dropped."""
        self._opened = 0

    def _send(self, direction: Direction, chunk: bytes, at: int) -> None:
        deliver = self._deliver_to_host if direction == "to_host" else self._deliver_to_board
        pieces = [chunk] if self.noise.is_none else self._spoil(chunk)
        for piece in pieces:
            self._conductor.at(at + LATENCY_US, functools.partial(deliver, piece))

    def _deliver_to_host(self, chunk: bytes) -> None:
        if not self.plugged or self._opened == 0:
            return
        self._note("to_host", chunk)
        _write_all(self._master, chunk, self._link.name)
        self._to_host += len(chunk)
        self.wake_host()

    def _deliver_to_board(self, chunk: bytes) -> None:
        if not self.plugged:
            return
        self._note("to_board", chunk)
        # A board that has just died takes nothing; its end is noticed elsewhere.
        with contextlib.suppress(OSError):
            self._board_end.send(chunk)
        self.wake_board()

    def _note(self, direction: Direction, chunk: bytes) -> None:
        if self.capture is not None:
            self.capture.append((self._conductor.now, direction, chunk))

    def _spoil(self, chunk: bytes) -> list[bytes]:
        """Return the frames of a chunk after losses, doubles, flipped bits and swaps."""
        frames = [frame + b"\0" for frame in chunk.split(b"\0")]
        frames[-1] = frames[-1][:-1]
        result: list[bytes] = []
        for frame in filter(None, frames):
            fate = self._rng.random()
            noise = self.noise
            if (fate := fate - noise.lost) < 0:
                continue
            if (fate := fate - noise.doubled) < 0:
                result += [frame, frame]
            elif (fate := fate - noise.damaged) < 0:
                result.append(self._damage(frame))
            elif fate - noise.swapped < 0 and result:
                result.insert(-1, frame)
            else:
                result.append(frame)
        return result

    def _damage(self, frame: bytes) -> bytes:
        at = self._rng.randrange(len(frame))
        return frame[:at] + bytes([frame[at] ^ 1 << self._rng.randrange(8)]) + frame[at + 1 :]


def _drain_socket(end: socket.socket) -> bytes:
    parts = []
    with contextlib.suppress(BlockingIOError, ConnectionError):
        while part := end.recv(_MAX_CHUNK):
            parts.append(part)
    return b"".join(parts)


def _read_exactly(fd: int, count: int, name: str) -> bytes:
    parts = []
    while count > 0:
        if not select.select([fd], [], [], _PATIENCE)[0]:
            raise SimulationError(f"{name}: the host has counted {count} bytes that never came")
        part = os.read(fd, count)
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def _write_all(fd: int, chunk: bytes, name: str) -> None:
    while chunk:
        if not select.select([], [fd], [], _PATIENCE)[1]:
            raise SimulationError(f"{name}: the host's reader takes in nothing")
        chunk = chunk[os.write(fd, chunk) :]
