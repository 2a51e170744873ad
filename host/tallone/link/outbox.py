"""Frames on their way out: the session's number, and bytes that wait for the port."""

from tallone_wire import PROTOCOL_VERSION
from tallone_wire.frame import FrameWriter
from tallone_wire.messages import TABLE, pack

# What may wait for the port; beyond it frames are dropped, and repeated later like lost ones.
MAX_OUTGOING = 16_384
# On a board that is still starting a byte 03 interrupts the program, so a greeting has none.
_INTERRUPT = 0x03
# From one session to the next every byte changes; odd, so that the low byte takes every value.
_SESSION_STEP = 0x9E3779B1


class Outbox:
    """Builds frames of the present session and keeps them until they are taken."""

    def __init__(self, session: int) -> None:
        self.session = session
        self.dropped = 0
        self._writer = FrameWriter()
        self._waiting = bytearray()

    @property
    def session_byte(self) -> int:
        """The part of the session's number that every frame carries."""
        return self.session & 0xFF

    def renew(self) -> None:
        """Begin another session; what waits belongs to the old one and is dropped."""
        self._waiting.clear()
        self._step()

    def say_hello(self) -> None:
        """Queue a greeting, of the next session whose greeting has no byte 03."""
        while _INTERRUPT in (hello := self._frame("HELLO", PROTOCOL_VERSION, self.session)):
            self._step()
        self._queue(hello)

    def send(self, name: str, *fields: object) -> None:
        """Queue a message."""
        self._queue(self._frame(name, *fields))

    def take(self) -> bytes:
        """Return everything that waits."""
        taken = bytes(self._waiting)
        self._waiting.clear()
        return taken

    def _step(self) -> None:
        self.session = (self.session + _SESSION_STEP) & 0xFFFFFFFF

    def _frame(self, name: str, *fields: object) -> bytes:
        return self._writer.frame(self.session, TABLE[name][0], pack(name, *fields))

    def _queue(self, frame: bytes) -> None:
        if len(self._waiting) + len(frame) > MAX_OUTGOING:
            self.dropped += 1
            return
        self._waiting += frame
