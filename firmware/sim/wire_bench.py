# What a frame costs a board: bytes of heap and microseconds, printed as one line of JSON.
import sys

# In place of this folder, whose clock is not the real one.
sys.path[0] = (__file__[: __file__.rfind("/")] if "/" in __file__ else ".") + "/../lib"

import gc
import json
import time

from tallone_wire.device import DeviceSession
from tallone_wire.frame import FrameWriter
from tallone_wire.messages import OK, pack, pack_body

ROUNDS = 60
NAMES = ("report", "acknowledge", "command", "idle")


def session():
    made = DeviceSession(
        role="mat",
        boot_id=1,
        boot_reason=1,
        serial=b"TALLONE1",
        firmware_version="0.1.0",
        firmware_hash=bytes(8),
        handlers={"FOCUS": lambda _fields: (OK, b"")},
    )
    made.poll(1)
    made.receive(FrameWriter().frame(7, 1, pack("HELLO", 1, 7)), 1)
    made.next_frame()
    return made


def measure():
    board = session()
    writer = FrameWriter()
    tags = bytes(8)
    acks = [writer.frame(7, 6, pack("EVENT_ACK", number + 1)) for number in range(ROUNDS)]
    commands = [
        writer.frame(7, 3, pack("COMMAND", number + 1, pack_body("FOCUS", 1)))
        for number in range(ROUNDS)
    ]
    heap = [0] * len(NAMES)
    # The least of all rounds: what the work costs when nobody else has the machine.
    spent = [1 << 28] * len(NAMES)

    def report(_number):
        board.emit("ZONE_ROUND", 4, 1, 0, 1, 1, tags)
        board.next_frame()

    def acknowledge(number):
        for byte in acks[number]:
            board.receive_byte(byte, 1)

    def command(number):
        for byte in commands[number]:
            board.receive_byte(byte, 1)
        board.next_frame()

    def idle(_number):
        board.poll(1)
        board.next_frame()

    works = (report, acknowledge, command, idle)
    gc.collect()
    gc.disable()
    for number in range(ROUNDS):
        for place, work in enumerate(works):
            used = gc.mem_alloc()
            begun = time.ticks_us()
            work(number)
            spent[place] = min(spent[place], time.ticks_diff(time.ticks_us(), begun))
            heap[place] += gc.mem_alloc() - used
        gc.collect()
    found = {}
    for place, name in enumerate(NAMES):
        found[name] = {"us": spent[place], "heap_bytes": heap[place] / ROUNDS}
    return found


print(json.dumps(measure()))
