"""A board's end of a session: bytes and `now` in, frames out, no port and no clock.

Its rules. Reports are numbered, stay in the ring until the host says they are written down, and
are sent in order from a cursor that goes back when the host's word does not come. Commands are
done once and in the order of their numbers; a repeated one is answered from the results that are
kept. Only a HELLO opens a session, and a frame of another session is not heard. After three
seconds without the host the session is closed and `host_silent` says so: whatever moves must stop.

Memory is taken once; nothing is allocated for a received byte or for a poll with nothing to do.
Common subset of CPython and MicroPython.
"""

import struct

from tallone_wire import PROTOCOL_VERSION
from tallone_wire.answers import Answers
from tallone_wire.frame import HEADER_BYTES, PAYLOAD_AT, FrameReader, FrameWriter
from tallone_wire.messages import (
    BAD,
    ROLES,
    TABLE,
    UNKNOWN,
    MessageError,
    name_of,
    pack_into,
    unpack,
)
from tallone_wire.pace import TICKS_MASK, Pace, elapsed
from tallone_wire.ring import EventRing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tallone_wire.pairing import Pairing

    Outcome = tuple[int, bytes]
    Handler = Callable[[tuple[object, ...]], Outcome | None]

HEARTBEAT_MS = 1000
# Three heartbeats: one or two may get lost, and a motor may not run on for longer than this.
SILENCE_MS = 3000
# Reports on their way at once: 2 kB, far under the 16 kB at which USB output was seen to vanish.
EVENT_WINDOW = 8
# The host's word includes a journal's commit on an SD card; under 200 ms it is hardly ever late.
PACE_LEAST_MS = 200
PACE_MOST_MS = 2000
LOG_LINES = 8
MAX_LOG_BYTES = 200

_HELLO = TABLE["HELLO"][0]
_COMMAND = TABLE["COMMAND"][0]
_EVENT_ACK = TABLE["EVENT_ACK"][0]
_EVENT_RESEND = TABLE["EVENT_RESEND"][0]
_HOST_HEARTBEAT = TABLE["HOST_HEARTBEAT"][0]
_EVENT = TABLE["EVENT"][0]
_PROVE = TABLE["PROVE"][0]
_PROVED = TABLE["PROVED"][0]
_PROOF_BYTES = 16
# As pairing.PAIRED, which a board without a key does not load.
_PAIRED = 0x80


def _nobody() -> None:
    pass


class DeviceSession:
    """What a board knows of its talk with the host; see the top of the file."""

    def __init__(
        self,
        *,
        role: str,
        boot_id: int,
        boot_reason: int,
        serial: bytes,
        firmware_version: str,
        firmware_hash: bytes,
        handlers: "dict[str, Handler]",
        event_slots: int = 48,
        event_bytes: int = 6144,
        pairing: "Pairing | None" = None,
    ) -> None:
        self.boot_id = boot_id
        self.connected = False
        # Called whenever there is something new to send; set by whoever does the sending.
        self.wake: Callable[[], None] = _nobody
        # The command whose handler is running: its number, for `complete`.
        self.command = 0
        self.free_kb = 0
        self._strays = 0
        self.bad_messages = 0
        self.lost_logs = 0
        self.reader = FrameReader()
        self._pairing = pairing
        reason = boot_reason if pairing is None else boot_reason | _PAIRED
        self._identity = (ROLES.index(role), reason, serial, firmware_hash, firmware_version)
        self._handlers = handlers
        self._writer = FrameWriter()
        self._ring = EventRing(event_slots, event_bytes)
        self._pace = Pace(PACE_LEAST_MS, PACE_MOST_MS)
        self._cursor = 1
        self._answers = Answers()
        self._logs: list[bytes] = []
        self._session = 0
        self._welcome_due = False
        self._proof_due = False
        self._proof = (b"", b"", b"")
        self._heartbeat_due = False
        self._now = 0
        self._started_at = -1
        self._heard_at = 0
        self._beat_at = 0

    # What the board's program says.

    @property
    def strays(self) -> int:
        """How many frames were not for this session, or out of order."""
        return self._strays + self._answers.strays

    @property
    def lost_events(self) -> int:
        """How many reports found no room in this boot."""
        return self._ring.lost

    @property
    def room(self) -> int:
        """How many reports, even of the longest, would still find room."""
        return self._ring.free()

    @property
    def waiting(self) -> int:
        """How many reports the host has not said to have."""
        return self._ring.next - self._ring.first

    def emit(self, name: str, *fields: object, at_ms: int = -1) -> int:
        """Number a report and keep it until the host has it; return the number, 0 without room.

        `at_ms` is when it happened, if not at the last `poll` or `receive`.
        """
        body = self._ring.room()
        if body is None:
            return 0
        body[0] = TABLE[name][0]
        length = pack_into(body, 1, name, fields)
        at_ms = (self._now if at_ms < 0 else at_ms) & TICKS_MASK
        number = self._ring.add(length, at_ms)
        self.wake()
        return number

    def log(self, level: int, text: str) -> None:
        """Send a line for the host's log if it can be done; lines are cut and may be dropped."""
        if len(self._logs) == LOG_LINES:
            self.lost_logs += 1
            return
        line = text.encode()
        end = min(len(line), MAX_LOG_BYTES)
        while end < len(line) and line[end] & 0xC0 == 0x80:
            end -= 1  # not inside of a letter
        self._logs.append(bytes((level,)) + line[:end])
        self.wake()

    def complete(self, command: int, status: int, body: bytes = b"") -> None:
        """Answer a command whose handler has returned None; an unknown one is not answered."""
        if self._answers.finish(command, status, body):
            self.wake()

    def host_silent(self, now_ms: int) -> bool:
        """Return whether the host has not been heard for three seconds: stop safely."""
        return not self.connected or elapsed(now_ms, self._heard_at) > SILENCE_MS

    # What comes in.

    def receive(self, data: "int | bytes | bytearray | memoryview", now_ms: int) -> None:
        """Take one byte or a buffer of them."""
        if isinstance(data, int):
            self.receive_byte(data, now_ms)
            return
        for byte in data:
            self.receive_byte(byte, now_ms)

    def receive_byte(self, byte: int, now_ms: int) -> None:
        """Take one byte; when it ends a frame, do what the frame says."""
        length = self.reader.feed(byte)
        if length:
            self._now = now_ms
            self._take_frame(length)
            self.wake()

    def _take_frame(self, length: int) -> None:
        content = self.reader.content
        number = content[2]
        payload = bytes(self.reader.view[HEADER_BYTES:length])
        if number == _HELLO:
            self._take_hello(payload)
        elif content[0] != self._session & 0xFF:
            self._strays += 1
        elif not self.connected:
            self._take_proof(number, payload)
        elif number in (_COMMAND, _EVENT_ACK, _EVENT_RESEND, _HOST_HEARTBEAT) and len(payload) > 3:
            self._heard_at = self._now
            subject: int = struct.unpack_from("<I", payload, 0)[0]
            if number == _COMMAND:
                self._open_command(subject, payload[4:])
            elif number == _EVENT_RESEND:
                self._go_back(subject)
            else:
                self._take_ack(subject)
        else:
            self.bad_messages += 1

    def _take_hello(self, payload: bytes) -> None:
        # Of a HELLO of another protocol only these six bytes are sure; it is answered all the
        # same, so that the host can say which of the two needs the update.
        if len(payload) < 6:
            self.bad_messages += 1
            return
        protocol, session = struct.unpack_from("<HI", payload, 0)
        self._welcome_due = True
        if protocol != PROTOCOL_VERSION:
            self._session = session
            self._close()
            return
        if self._pairing is None:
            if not self.connected or session != self._session:
                self._session = session
                self._open()
        elif session != self._session:
            self._session = session
            self._close()
        self._heard_at = self._now

    def _open(self) -> None:
        self.connected = True
        self._cursor = self._ring.first
        self._beat_at = self._heard_at = self._now

    def _close(self) -> None:
        # Whoever comes next proves himself anew, also with the number of this session.
        self.connected = self._proof_due = False
        if self._pairing is not None:
            self._pairing.begin()

    def _take_proof(self, number: int, payload: bytes) -> None:
        # Of a paired board, before the host has proved itself: nothing else is heard.
        pairing = self._pairing
        if pairing is None or number not in (_PROVE, _PROVED) or len(payload) != _PROOF_BYTES:
            self._strays += 1
        elif number == _PROVE:
            answer = pairing.answer(payload, self._session, self.boot_id)
            self._proof = (answer[:16], answer[16:32], answer[32:])
            self._proof_due = True
        elif pairing.is_host(payload):
            self._open()
            self._heartbeat_due = True
        else:
            self._strays += 1

    def _open_command(self, command: int, body: bytes) -> None:
        if self._pairing is None:
            self._take_command(command, body)
            return
        plain = self._pairing.opened(command, body)
        if plain is None:
            self._strays += 1
        else:
            self._take_command(command, plain)

    def _take_ack(self, number: int) -> None:
        ring = self._ring
        if not ring.first <= number < ring.next:
            return
        slot = number % ring.slots
        if ring.tries[slot] == 1:
            self._pace.measured(elapsed(self._now, ring.sent_at[slot]))
        ring.forget(number)
        self._cursor = max(self._cursor, ring.first)

    def _go_back(self, number: int) -> None:
        if self._ring.first <= number < self._cursor:
            self._cursor = number

    def _take_command(self, command: int, body: bytes) -> None:
        if not self._answers.is_new(command):
            return
        self.command = command
        outcome = self._carry_out(body)
        if outcome is not None:
            self._answers.finish(command, outcome[0], outcome[1])

    def _carry_out(self, body: bytes) -> "Outcome | None":
        name = name_of(body[0]) if body else None
        handler = self._handlers.get(name) if name is not None else None
        if name is None or handler is None:
            return UNKNOWN, b""
        try:
            fields = unpack(name, body[1:])
        except MessageError:
            return BAD, b""
        return handler(fields)

    # What time does.

    def poll(self, now_ms: int) -> None:
        """Let time pass: heartbeat, reports to repeat, a host that has gone."""
        self._now = now_ms
        if self._started_at < 0:
            self._started_at = now_ms & TICKS_MASK
        if not self.connected:
            return
        if elapsed(now_ms, self._heard_at) > SILENCE_MS:
            self._close()
            return
        if elapsed(now_ms, self._beat_at) >= HEARTBEAT_MS:
            self._beat_at = now_ms
            self._heartbeat_due = True
            self.wake()
        ring = self._ring
        if ring.first < self._cursor:
            waited = elapsed(now_ms, ring.sent_at[ring.first % ring.slots])
            if waited >= self._pace.timeout:
                self._pace.expired()
                self._cursor = ring.first
                self.wake()

    # What goes out.

    def next_frame(self) -> memoryview | None:
        """Return the next frame to send, or None; it stands until the next call."""
        if self._welcome_due:
            return self._welcome()
        if self._proof_due:
            self._proof_due = False
            return self._message("PROOF", self._proof)
        if not self.connected:
            return None
        if self._answers.is_due:
            return self._message("RESULT", self._answers.pop())
        if self._heartbeat_due:
            return self._heartbeat()
        ring = self._ring
        if self._cursor < ring.next and self._cursor - ring.first < EVENT_WINDOW:
            return self._event(ring)
        if self._logs:
            line = self._logs.pop(0)
            return self._message("LOG", (line[0], line[1:]))
        return None

    def _welcome(self) -> memoryview:
        self._welcome_due = False
        role, reason, serial, firmware_hash, version = self._identity
        ring = self._ring
        first, after = ring.first, ring.next
        fields = (PROTOCOL_VERSION, role, self.boot_id, self._session, reason, first, after)
        return self._message(
            "WELCOME", fields + (self._answers.last_command, serial, firmware_hash, version)
        )

    def _heartbeat(self) -> memoryview:
        self._heartbeat_due = False
        uptime = elapsed(self._now, self._started_at)
        ring = self._ring
        return self._message("HEARTBEAT", (uptime, ring.next, ring.lost, self.free_kb))

    def _event(self, ring: EventRing) -> memoryview:
        number = self._cursor
        slot = number % ring.slots
        body = ring.body(number)
        self._cursor = number + 1
        ring.sent_at[slot] = self._now & TICKS_MASK
        ring.tries[slot] = min(ring.tries[slot] + 1, 255)
        writer = self._writer
        struct.pack_into("<II", writer.buffer, PAYLOAD_AT, number, ring.at_ms[slot])
        body_at = PAYLOAD_AT + 8
        end = body_at + len(body)
        writer.view[body_at:end] = body
        return writer.view[: writer.seal(self._session, _EVENT, end)]

    def _message(self, name: str, fields: tuple[object, ...]) -> memoryview:
        writer = self._writer
        end = pack_into(writer.buffer, PAYLOAD_AT, name, fields)
        return writer.view[: writer.seal(self._session, TABLE[name][0], end)]
