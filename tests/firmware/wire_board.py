# A board with nothing on it: an Uplink, and a session that answers a few commands.
# wire_board.py BOOT_ID
#   REPORT_ALL n   n reports follow, as fast as they find room
#   READ_BLOCK     answers with the tag it was asked for
#   TARE           prints a text between the frames
#   STATS          answers with the bytes of heap in use after a collection
import asyncio
import gc
import struct
import sys

import micropython

from tallone_wire.device import DeviceSession
from tallone_wire.messages import OK
from uplink import Uplink

micropython.kbd_intr(-1)
wanted = []


def report_all(fields):
    wanted.append(fields[0])
    return OK, b""


def read_block(fields):
    return OK, fields[1]


def tare(_fields):
    sys.stdout.write("Traceback (most recent call last):\n  OSError: 5\n")
    return OK, b""


def stats(_fields):
    gc.collect()
    return OK, struct.pack("<I", gc.mem_alloc())


async def report(session):
    while True:
        if not wanted:
            await asyncio.sleep_ms(1)
            continue
        for number in range(wanted.pop(0)):
            while not session.room:
                await asyncio.sleep_ms(1)
            session.emit("REPORT_END", number)


async def main():
    session = DeviceSession(
        role="mat",
        boot_id=int(sys.argv[1]),
        boot_reason=1,
        serial=b"TALLONE1",
        firmware_version="0.1.0",
        firmware_hash=bytes(8),
        handlers={
            "REPORT_ALL": report_all,
            "READ_BLOCK": read_block,
            "TARE": tare,
            "STATS": stats,
        },
    )
    session.log(2, "hello")
    await asyncio.gather(Uplink(session).run(), report(session))


asyncio.run(main())
