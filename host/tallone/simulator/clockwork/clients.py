"""A process that lives on the conductor's clock: its control channel and where it stands."""

import socket
from collections.abc import Callable
from typing import Final

import msgspec

from tallone.errors import SimulationError
from tallone.shown import Shown

# A line longer than this is not one of ours.
MAX_LINE: Final = 1 << 20
# A program that waits this long at a time notices that it was stopped in between.
_SLICE_S: Final = 1.0
_CHUNK: Final = 1 << 16
# Room for everything one side can say before it waits again.
CHANNEL_BUFFER: Final = 1 << 20


class ClientGoneError(SimulationError):
    """The process closed its control channel."""


class Line(msgspec.Struct, frozen=True):
    """One line from a client: idle until a time (-1: until woken), or news for the world."""

    idle: int | None = None
    # The client's own time, at or after the time it was granted.
    at: int = 0
    # Host only: for each open port how often it was opened, bytes read, bytes written.
    ports: dict[str, tuple[int, int, int]] = msgspec.field(default_factory=dict)
    tell: dict[str, object] | None = None
    shown: Shown | None = None


_DECODER: Final = msgspec.json.Decoder(Line)


class Client:
    """Either running, or idle until `until` (None: until woken).

    `heard` gets the world's news with the client's time; `collect` is called once the client has
    become idle, to fetch the bytes it has written; `granted` adds fields to a grant.
    """

    def __init__(
        self,
        name: str,
        channel: socket.socket,
        *,
        heard: Callable[[Line], None],
        collect: Callable[[Line], None],
        granted: Callable[[], dict[str, object]] | None = None,
        patience: float = 30.0,
    ) -> None:
        channel.settimeout(patience)
        channel.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, CHANNEL_BUFFER)
        self.name = name
        self.running = True
        self.woken = False
        self.until: int | None = 0
        self.at = 0
        self.grants = 0
        self._channel = channel
        self._heard = heard
        self._collect = collect
        self._granted = granted
        self._patience = patience
        self._pending = b""
        self._lines: list[Line] = []

    def listen(self) -> None:
        """Take lines until the client is idle; raise ClientGoneError or SimulationError."""
        while self.running:
            for raw in self._receive():
                line = _decode(self.name, raw)
                self._lines.append(line)
                if line.idle is not None:
                    self.running = False
                    self.until = None if line.idle < 0 else line.idle
                    self.at = line.at

    def settle(self) -> None:
        """Pass on what was heard since the last grant, in order."""
        lines, self._lines = self._lines, []
        for line in lines:
            if line.idle is None:
                self._heard(line)
            else:
                self._collect(line)

    def due(self, now: int) -> int | None:
        """Return when this client wants to run next, not before `now`; None: when woken."""
        if self.woken:
            return now
        return None if self.until is None else max(self.until, self.at, now)

    def send(self, message: dict[str, object]) -> None:
        """Send news that the client takes in before it runs again, and wake it for them."""
        self._write(msgspec.json.encode(message) + b"\n")
        self.woken = True

    def grant(self, now: int, free: int) -> None:
        """Let the client run from now; until `free` it need not ask when it has nothing to say."""
        self.running = True
        self.woken = False
        self.grants += 1
        if self._granted is None:
            self._write(b'{"now": %d, "free": %d}\n' % (now, free))
        else:
            message = {"now": now, "free": free, **self._granted()}
            self._write(msgspec.json.encode(message) + b"\n")

    def close(self) -> None:
        self._channel.close()

    def _next_chunk(self) -> bytes:
        """Wait in slices: the time for which this machine or this program was stopped is one of them at most."""
        waited = 0.0
        self._channel.settimeout(min(_SLICE_S, self._patience))
        try:
            while waited < self._patience:
                try:
                    return self._channel.recv(_CHUNK)
                except TimeoutError:
                    waited += _SLICE_S
                except ConnectionError:
                    return b""
        finally:
            self._channel.settimeout(self._patience)
        raise SimulationError(
            f"{self.name} was let run and has said nothing for {self._patience} s; "
            "it is stuck in a loop that asks for no time, or waits for something real"
        )

    def _write(self, data: bytes) -> None:
        try:
            self._channel.sendall(data)
        except TimeoutError as error:
            raise SimulationError(
                f"{self.name} takes in nothing for {self._patience} s"
            ) from error
        except OSError:
            self.running = True  # it has ended: the next `listen` finds out

    def _receive(self) -> list[bytes]:
        chunk = self._next_chunk()
        if not chunk:
            raise ClientGoneError(f"{self.name} has ended")
        *whole, self._pending = (self._pending + chunk).split(b"\n")
        if len(self._pending) > MAX_LINE:
            raise SimulationError(f"{self.name} sends a line over {MAX_LINE} bytes")
        return whole


def _decode(name: str, raw: bytes) -> Line:
    try:
        return _DECODER.decode(raw)
    except msgspec.DecodeError as error:
        raise SimulationError(f"{name} sent {raw[:80]!r}: {error}") from error
