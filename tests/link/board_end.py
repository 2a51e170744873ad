"""The plainest board: sends the frames it is told to, lists what a host says."""

from tallone.link import HostSession
from tallone_wire.frame import FrameReader, FrameWriter
from tallone_wire.messages import TABLE, name_of, pack, pack_body, unpack

WELCOME = {
    "protocol": 1,
    "role": 0,
    "boot_id": 0xB007,
    "session": 0,
    "boot_reason": 1,
    "first_event": 1,
    "next_event": 1,
    "last_command": 0,
    "serial": b"TALLONE1",
    "firmware_hash": b"hash-of-",
    "firmware_version": "0.1.0",
}


class BoardEnd:
    def __init__(self, role="mat", session=0xABCDEF01, **options):
        self.host = HostSession(role, session, **options)
        self.now = 50.0
        self.writer = FrameWriter()
        self.reader = FrameReader()
        self.greeting = 0
        self._steps = 0

    def opened(self):
        self.host.opened(self.now)
        return self

    def open(self, **welcome):
        self.opened()
        self.heard()
        self.welcome(**welcome)
        assert self.host.is_open
        self.heard()
        return self

    def welcome(self, **changes):
        return self.send("WELCOME", *{**WELCOME, "session": self.greeting, **changes}.values())

    def event(self, number, name="LID", *fields):
        return self.send("EVENT", number, 77, pack_body(name, *(fields or (1,))))

    def send(self, name, *fields):
        return self.send_raw(TABLE[name][0], pack(name, *fields))

    def send_raw(self, number, payload):
        return self.host.receive(self.writer.frame(self.greeting, number, payload), self.now)

    def wait(self, seconds, alive=True):
        """Let time pass in steps of 50 ms; a board that is alive sends heartbeats."""
        events = []
        for _ in range(round(seconds * 20)):
            self.now += 0.05
            self._steps += 1
            if alive and self._steps % 10 == 0:
                events += self.send("HEARTBEAT", 0, 1, 0, 0)[:-1]
            events += self.host.poll(self.now)
        return events

    def heard(self):
        """Everything the host has to send, as (name, fields)."""
        return self.decode(self.host.take_outgoing())

    def decode(self, stream):
        found = []
        for byte in stream:
            length = self.reader.feed(byte)
            if length:
                name = name_of(self.reader.content[2])
                fields = unpack(name, bytes(self.reader.view[3:length]))
                if name == "HELLO":
                    self.greeting = fields[1]
                found.append((name, fields))
        return found
