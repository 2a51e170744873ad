# A board that answers each byte and ticks on its own: what the lockstep tests run in MicroPython.

import sys

sys.path[0:0] = [sys.argv[-2]]
import time  # noqa: E402, I001  the virtual one, before asyncio asks for it
import asyncio  # noqa: E402

import lockstep  # noqa: E402

lockstep.connect(int(sys.argv[-1]))
written = 0
lockstep.count_written(lambda: written)
out = sys.stdout.buffer


def write(data):
    global written  # noqa: PLW0603
    written += out.write(data)


async def tick():
    number = 0
    while True:
        await asyncio.sleep_ms(7)
        lockstep.spend_us(1500)
        number += 1
        if number % 10 == 0:
            write(b"t%d;" % (number // 10))


async def echo():
    reader = asyncio.StreamReader(sys.stdin.buffer)
    while True:
        got = await reader.read(1)
        if got == b"\x01":
            raise ValueError("told to fail")
        if got == b"\x02":
            sys.exit(85)
        if got == b"\x03":
            while True:
                pass
        if got:
            write(got + b"@%d;" % (time.ticks_ms() % 1000))
        else:
            await asyncio.sleep_ms(50)


async def main():
    lockstep.on_world(lambda update: lockstep.tell({"heard": update, "at": lockstep.local_us()}))
    asyncio.create_task(tick())  # noqa: RUF006
    await echo()


try:
    asyncio.run(main())
except ValueError as error:
    sys.print_exception(error, sys.stderr)
    sys.exit(1)
