# A board with nothing on it: an Uplink and a session that answers REPORT_ALL with so many reports.
# wire_board.py BOOT_ID
import asyncio
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


async def report(session):
    while True:
        while wanted:
            for number in range(wanted.pop(0)):
                while not session.emit("REPORT_END", number):
                    await asyncio.sleep_ms(1)
        await asyncio.sleep_ms(1)


async def main():
    session = DeviceSession(
        role="mat",
        boot_id=int(sys.argv[1]),
        boot_reason=1,
        serial=b"TALLONE1",
        firmware_version="0.1.0",
        firmware_hash=bytes(8),
        handlers={"REPORT_ALL": report_all},
    )
    session.log(2, "hello")
    await asyncio.gather(Uplink(session).run(), report(session))


asyncio.run(main())
