# Does a board's memory grow with what passes? frames_bench.py [FRAMES] prints one line of JSON.
import sys

# In place of this folder, whose clock is not the real one.
sys.path[0] = (__file__[: __file__.rfind("/")] if "/" in __file__ else ".") + "/../lib"

import gc
import json

from tallone_wire.device import DeviceSession
from tallone_wire.frame import FrameWriter
from tallone_wire.messages import OK, pack, pack_body

_TAG = bytes(8)


def main():
    frames = int(sys.argv[1]) if len(sys.argv) > 1 else 20000
    board = DeviceSession(
        role="mat",
        boot_id=1,
        boot_reason=1,
        serial=b"TALLONE1",
        firmware_version="0.1.0",
        firmware_hash=bytes(8),
        handlers={"FOCUS": lambda _fields: (OK, b"")},
    )
    host = FrameWriter()

    def send(kind, payload, now):
        for byte in host.frame(7, kind, payload):
            board.receive_byte(byte, now)

    def take():
        count = 0
        while board.next_frame() is not None:
            count += 1
        return count

    def exchange(number):
        # A report, its acknowledgement, a command and its answer.
        now = number * 10
        board.emit("ZONE_ROUND", 4, number & 0xFF, 0, 1, 1, _TAG)
        board.poll(now)
        passed = take()
        send(6, pack("EVENT_ACK", number), now)
        send(3, pack("COMMAND", number, pack_body("FOCUS", 1)), now)
        board.poll(now)
        return passed + take() + 2

    board.poll(1)
    send(1, pack("HELLO", 1, 7), 1)
    take()
    passed = 0
    number = 1
    while number <= 200:  # everything that is made once has been made
        exchange(number)
        number += 1
    gc.collect()
    before = gc.mem_alloc()
    while passed < frames:
        passed += exchange(number)
        number += 1
    gc.collect()
    print(json.dumps({"frames": passed, "growth": gc.mem_alloc() - before}))


main()
