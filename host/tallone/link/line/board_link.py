"""One board's link as the main loop uses it: port, session and reconnection together."""

import logging
from typing import Protocol

from tallone.errors import LinkError
from tallone.link.line.capture import Chunk, Direction, Recent
from tallone.link.line.port import Port, Wake
from tallone.link.line.reconnect import Reconnect
from tallone.link.line.sparse_log import SparseLog
from tallone.link.messages import LinkEvent, LinkLost, LinkUp, NoAnswer, Refused
from tallone.link.session import HostSession

_LOG = logging.getLogger(__name__)
# A link that is lost again and again is told so often in a minute, with the last frames once.
_SPAN_S = 60.0
_LOSSES = 10


class ChunkSink(Protocol):
    """Where bytes go besides the session: a capture."""

    def write(self, chunk: Chunk) -> None: ...


class BoardLink:
    """Opens the port when it is time, moves bytes, and says what happened.

    In the main loop: `run`, act on what it returns (commands, acks), `flush`, then wait for the
    wake pipe or `next_deadline`.
    """

    def __init__(
        self,
        address: str,
        session: HostSession,
        wake: Wake,
        capture: ChunkSink | None = None,
    ) -> None:
        self.address = address
        self.session = session
        self.recent = Recent()
        self.port: Port | None = None
        # Why the port is not open, for a person; empty while it is.
        self.trouble = ""
        self._wake = wake
        self._capture = capture
        self._reconnect = Reconnect()
        self._losses = SparseLog(_LOG, _LOSSES, _SPAN_S)
        self._dumps = SparseLog(_LOG, 1, _SPAN_S)

    @property
    def traffic(self) -> tuple[int, int]:
        """Bytes read and written since the port was opened."""
        return (self.port.rx_total, self.port.tx_total) if self.port else (0, 0)

    def run(self, now: float) -> list[LinkEvent]:
        """Do whatever is due; return what happened, in order."""
        if self.port is None and not self._open(now):
            return []
        assert self.port is not None
        events: list[LinkEvent] = []
        chunk = self.port.take()
        if chunk:
            self._record(now, Direction.FROM_BOARD, chunk)
            events += self.session.receive(chunk, now)
        events += self.session.poll(now)
        self.flush(now)
        if self.port.failure is not None:
            events += self._close(now, f"{self.address}: {self.port.failure}")
        elif any(isinstance(event, NoAnswer) for event in events):
            # Some USB stacks fall asleep over a long silence; opening the port again wakes them.
            events += self._close(now, f"{self.address}: no answer")
        self._note(events, now)
        return events

    def flush(self, now: float) -> None:
        """Write what the session has to say."""
        if self.port is None:
            return
        outgoing = self.session.take_outgoing()
        if outgoing:
            self._record(now, Direction.TO_BOARD, outgoing)
        self.port.write(outgoing)

    def next_deadline(self) -> float:
        """Return when `run` has something to do, if no bytes come before."""
        return self._reconnect.due_at if self.port is None else self.session.next_deadline()

    def close(self) -> None:
        """Give the port back; the board notices after three seconds."""
        if self.port is not None:
            self.port.close()
            self.port = None
            self.session.closed()

    def _open(self, now: float) -> bool:
        if not self._reconnect.is_due(now):
            return False
        try:
            self.port = Port(self.address, self._wake)
        except LinkError as error:
            self.trouble = str(error)
            self._reconnect = self._reconnect.failed(now)
            return False
        self.trouble = ""
        self.session.opened(now)
        return True

    def _close(self, now: float, trouble: str) -> list[LinkEvent]:
        assert self.port is not None
        self.trouble = trouble
        self.port.close()
        self.port = None
        self._reconnect = self._reconnect.lost(now)
        return self.session.closed()

    def _record(self, now: float, direction: Direction, raw: bytes) -> None:
        chunk = Chunk(now, direction, raw)
        self.recent.write(chunk)
        if self._capture is not None:
            self._capture.write(chunk)

    def _note(self, events: list[LinkEvent], now: float) -> None:
        for event in events:
            if isinstance(event, LinkUp):
                self._reconnect = self._reconnect.up(now)
            elif isinstance(event, LinkLost | Refused):
                text = event.reason if isinstance(event, LinkLost) else event.sentence
                if self._losses.log(now, logging.WARNING, "%s", text):
                    frames = "\n".join(self.recent.lines())
                    self._dumps.log(now, logging.WARNING, "the last frames:\n%s", frames)
