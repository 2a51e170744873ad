"""The plainest host: writes the frames it is told to, lists what a board sends."""

from tallone_wire.device import DeviceSession
from tallone_wire.frame import FrameReader, FrameWriter
from tallone_wire.messages import TABLE, name_of, pack, pack_body, unpack

SESSION = 0x01020304


class HostEnd:
    def __init__(self, handlers=None, session=SESSION, **options):
        settings = {
            "role": "mat",
            "boot_id": 0xB007,
            "boot_reason": 1,
            "serial": b"TALLONE1",
            "firmware_version": "0.1.0",
            "firmware_hash": b"hash-of-",
            "handlers": handlers or {},
        }
        settings.update(options)
        self.board = DeviceSession(**settings)
        self.session = session
        self.now = 1000
        self.writer = FrameWriter()
        self.reader = FrameReader()
        self.board.poll(self.now)

    def send(self, name, *fields):
        self.send_raw(TABLE[name][0], pack(name, *fields))

    def send_raw(self, number, payload):
        self.board.receive(self.writer.frame(self.session, number, payload), self.now)

    def hello(self, protocol=1):
        self.send("HELLO", protocol, self.session)

    def greeted(self):
        self.hello()
        assert [name for name, _ in self.heard()] == ["WELCOME"]
        return self

    def command(self, number, name, *fields):
        self.send("COMMAND", number, pack_body(name, *fields))

    def wait(self, milliseconds, heartbeat=True):
        """Let time pass in steps; a host that is alive says so."""
        for _ in range(milliseconds // 50):
            self.now += 50
            if heartbeat and self.now % 500 == 0:
                self.send("HOST_HEARTBEAT", 0)
            self.board.poll(self.now)

    def heard(self):
        """Every frame the board has to send, as (name, fields)."""
        found = []
        while (frame := self.board.next_frame()) is not None:
            for byte in bytes(frame):
                length = self.reader.feed(byte)
                if length:
                    name = name_of(self.reader.content[2])
                    found.append((name, unpack(name, bytes(self.reader.view[3:length]))))
        return found

    def heard_events(self):
        return [fields[0] for name, fields in self.heard() if name == "EVENT"]
