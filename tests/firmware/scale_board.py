# A mat's four scales in real time, without antennas: scale_board.py FILE. What lies on a scale is
# read from FILE, hundredths of a gram and counts a gram of the cell, each time somebody asks.
import asyncio
import sys

sys.path[0:0] = [__file__[: __file__.rfind("/")] + "/../../firmware/mat"]

import micropython
from scales import Scale

from commands import Commands
from tallone_wire.device import DeviceSession
from uplink import Uplink

micropython.kbd_intr(-1)
_ZERO = 54321


class Scales:
    """The firmware's scales with samples out of a file."""

    def __init__(self, path):
        self.scales = [Scale(index) for index in range(4)]
        self._path = path
        self._now = 0

    def _weigh(self, index):
        with open(self._path) as file:
            cg, counts = (int(number) for number in file.read().split())
        for _sample in range(9):
            self._now += 13
            self.scales[index].take(_ZERO + cg * counts // 100, self._now)

    def state_of(self, index):
        return 2 if self.scales[index].busy else 0 if self.scales[index].at_rest else 1

    def tare(self, index):
        self._weigh(index)
        return self.scales[index].set_tare()

    def calibrate(self, index, counts_per_gram_x100):
        self.scales[index].calibrate(counts_per_gram_x100)

    def read(self, handler):
        def answer(fields):
            self._weigh(fields[0])
            return handler(fields)

        return answer


class Zone:
    agc = 0


async def main():
    scales = Scales(sys.argv[1])
    handlers = Commands(None, scales, None, [Zone()] * 4).handlers()
    handlers["READ_SCALE"] = scales.read(handlers["READ_SCALE"])
    session = DeviceSession(
        role="mat",
        boot_id=5,
        boot_reason=1,
        serial=b"TALLONE1",
        firmware_version="0.1.0",
        firmware_hash=bytes(8),
        handlers=handlers,
    )
    await Uplink(session).run()


asyncio.run(main())
