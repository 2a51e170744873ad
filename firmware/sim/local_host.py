# A host in the same process: talks to the firmware's session in whole frames, writes down and
# acknowledges what is reported. For scripts that watch a board without a program at the other end.
import asyncio
import struct
from time import ticks_ms

from tallone_wire import PROTOCOL_VERSION
from tallone_wire.frame import HEADER_BYTES, FrameReader, FrameWriter
from tallone_wire.messages import TABLE, name_of, pack, pack_body, unpack, unpack_body

_SESSION = 77
_LOOK_MS = 5
_HEARTBEAT_MS = 500


class LocalHost:
    def __init__(self, session):
        self.reports = []  # (ms, name, fields)
        self.results = {}  # command -> (status, body)
        self.logs = []
        self.on_report = None
        self.quiet = False  # says nothing any more, as if it had gone
        self._session = session
        self._writer = FrameWriter()
        self._reader = FrameReader()
        self._last_event = 0
        self._commands = 0

    async def run(self):
        self._send("HELLO", pack("HELLO", PROTOCOL_VERSION, _SESSION))
        spoke = ticks_ms()
        while True:
            self._session.poll(ticks_ms())
            self._drain()
            if not self.quiet and ticks_ms() - spoke > _HEARTBEAT_MS:
                spoke = ticks_ms()
                self._send("HOST_HEARTBEAT", pack("HOST_HEARTBEAT", self._last_event))
            await asyncio.sleep_ms(_LOOK_MS)

    async def command(self, name, *fields):
        """Send a command; return its status and body."""
        self._commands += 1
        number = self._commands
        self._send("COMMAND", pack("COMMAND", number, pack_body(name, *fields)))
        while number not in self.results:
            await asyncio.sleep_ms(_LOOK_MS)
        return self.results[number]

    def named(self, name):
        return [fields for _at, kind, fields in self.reports if kind == name]

    def _send(self, name, payload):
        self._session.receive(self._writer.frame(_SESSION, TABLE[name][0], payload), ticks_ms())

    def _drain(self):
        while True:
            frame = self._session.next_frame()
            if frame is None:
                return
            for byte in frame:
                length = self._reader.feed(byte)
                if length:
                    content = bytes(self._reader.content[:length])
                    self._take(name_of(content[2]), content[HEADER_BYTES:])

    def _take(self, name, payload):
        if name == "EVENT":
            number, at_ms = struct.unpack_from("<II", payload, 0)
            if number != self._last_event + 1:
                return
            self._last_event = number
            kind, fields = unpack_body(payload[8:])
            self.reports.append((at_ms, kind, fields))
            if self.on_report is not None:
                self.on_report(kind, fields)
            if not self.quiet:
                self._send("EVENT_ACK", pack("EVENT_ACK", number))
        elif name == "RESULT":
            number, status, body = unpack("RESULT", payload)
            self.results[number] = (status, body)
        elif name == "LOG":
            self.logs.append(unpack("LOG", payload))
