"""A board's serial port: found, opened, read by a thread that only moves bytes.

The thread puts what it reads into a bounded queue and wakes the main loop through a pipe; it knows
nothing of frames. It always reads, even when nobody takes: a board whose host holds the port
without reading freezes. What finds no room is dropped and counted, and the session repeats it.
"""

import collections
import contextlib
import dataclasses
import errno
import os
import select
import threading
from pathlib import Path

import serial
import serial.tools.list_ports

from tallone.errors import LinkError

READ_BYTES = 4096
# Four seconds of a board at the fastest rate MicroPython's USB has been seen to reach.
MAX_QUEUED = 262_144
# What the kernel would not take yet. More than a session ever has waiting.
MAX_UNWRITTEN = 65_536
# USB ignores it; a pseudo terminal takes any.
_BAUD = 115_200
_RASPBERRY_PI = 0x2E8A
_JOIN_S = 2.0


@dataclasses.dataclass(frozen=True, slots=True)
class FoundBoard:
    """A serial port that may be one of ours."""

    path: str
    serial_number: str
    description: str

    def __str__(self) -> str:
        return f"{self.serial_number} at {self.path}"


def find_boards() -> list[FoundBoard]:
    """Return the USB serial ports of Raspberry Pi microcontrollers, by serial number."""
    ports = [port for port in serial.tools.list_ports.comports() if port.vid == _RASPBERRY_PI]
    boards = [
        FoundBoard(port.device, port.serial_number or "", port.description or "") for port in ports
    ]
    return sorted(boards, key=lambda board: board.serial_number)


def find_path(address: str) -> str:
    """Return the path for an address: a path, or a USB serial number; raise LinkError."""
    if "/" in address:
        if not Path(address).exists():
            raise LinkError(f"{address} is not there: is the board plugged in?")
        return address
    boards = find_boards()
    for board in boards:
        if board.serial_number.lower() == address.lower():
            return board.path
    seen = ", ".join(board.serial_number for board in boards) or "none"
    raise LinkError(f"no board with serial number {address} is plugged in; seen: {seen}")


class Wake:
    """A pipe that a thread writes and the main loop waits for; shared by all ports."""

    def __init__(self) -> None:
        self.fd, self._write_fd = os.pipe()
        os.set_blocking(self.fd, False)
        os.set_blocking(self._write_fd, False)

    def signal(self) -> None:
        """Make `fd` readable. Safe from any thread."""
        with contextlib.suppress(BlockingIOError):  # full: it is readable already
            os.write(self._write_fd, b"\0")

    def clear(self) -> None:
        """Take note of every signal so far."""
        with contextlib.suppress(BlockingIOError):
            while os.read(self.fd, 512):
                pass

    def close(self) -> None:
        os.close(self.fd)
        os.close(self._write_fd)


class Port:
    """One open serial port. `rx_total` and `tx_total` count bytes read and written, at once."""

    def __init__(self, address: str, wake: Wake) -> None:
        self.address = address
        self.rx_total = 0
        self.tx_total = 0
        self.dropped_bytes = 0
        # What ended it: unplugged, or an error of the system. Read it after `take` gave nothing.
        self.failure: OSError | None = None
        self._wake = wake
        self._queue: collections.deque[bytes] = collections.deque()
        self._queued = 0
        self._unwritten = bytearray()
        self._lock = threading.Lock()
        self._serial = _open(find_path(address))
        self._fd: int = self._serial.fileno()
        self._stop_read, self._stop_write = os.pipe()
        self._thread = threading.Thread(target=self._read, name=f"port {address}", daemon=True)
        self._thread.start()

    def take(self) -> bytes:
        """Return everything that has come since the last time."""
        with self._lock:
            chunks = list(self._queue)
            self._queue.clear()
            self._queued = 0
        return b"".join(chunks)

    def write(self, outgoing: bytes) -> None:
        """Send without waiting; what the system does not take now goes with the next call."""
        room = MAX_UNWRITTEN - len(self._unwritten)
        self.dropped_bytes += max(0, len(outgoing) - room)
        self._unwritten += outgoing[:room]
        if not self._unwritten or self.failure is not None:
            return
        try:
            sent = os.write(self._fd, self._unwritten)
        except BlockingIOError:
            return
        except OSError as error:
            self._fail(error)
            return
        self.tx_total += sent
        self._unwritten[:sent] = b""

    def close(self) -> None:
        """Stop the thread and give the port back. May be called twice."""
        if not self._serial.is_open:
            return
        os.write(self._stop_write, b"\0")
        self._thread.join(_JOIN_S)
        with contextlib.suppress(OSError):
            self._serial.close()
        os.close(self._stop_read)
        os.close(self._stop_write)

    def _read(self) -> None:
        # The reader thread: nothing but bytes from the port into the queue.
        waiting = [self._fd, self._stop_read]
        while True:
            readable, _, _ = select.select(waiting, [], [])
            if self._stop_read in readable:
                return
            try:
                chunk = os.read(self._fd, READ_BYTES)
            except BlockingIOError:
                continue
            except OSError as error:
                self._fail(error)
                return
            if not chunk:  # readable without bytes: unplugged
                self._fail(OSError(errno.EIO, "unplugged", self.address))
                return
            self._put(chunk)
            self._wake.signal()

    def _put(self, chunk: bytes) -> None:
        with self._lock:
            if self._queued + len(chunk) > MAX_QUEUED:
                self.dropped_bytes += len(chunk)
            else:
                self._queue.append(chunk)
                self._queued += len(chunk)
        # Last: who sees the count may take the bytes.
        self.rx_total += len(chunk)

    def _fail(self, error: OSError) -> None:
        if self.failure is None:
            self.failure = error
        self._wake.signal()


def _open(path: str) -> serial.Serial:
    try:
        port = serial.Serial(path, _BAUD, timeout=0, write_timeout=0, exclusive=True)
    except (OSError, ValueError) as error:
        raise LinkError(
            f"{path} cannot be opened ({error}): does another program hold it?"
        ) from error
    # A board writes only while DTR is on; a pseudo terminal has no such line.
    with contextlib.suppress(OSError):
        port.dtr = True
    return port
