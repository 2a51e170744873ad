# The Uplink on a port made of Python: one that takes few bytes at a time, now and then none, and
# gives bytes one by one.
import asyncio
import io
import sys

from tests.wire.host_end import HostEnd

import uplink

POLL = 3
IN, OUT = 1, 4


class SlowOut(io.IOBase):
    def __init__(self):
        self.taken = bytearray()
        self.deaf = False
        self.turn = 0

    def ioctl(self, request, flags):
        if request != POLL:
            return -1  # no file descriptor, for one
        return 0 if self.deaf else flags & OUT

    def write(self, raw):
        self.turn += 1
        if self.turn % 5 == 0:
            return None
        if self.turn % 7 == 0:
            raise OSError(5)
        self.taken += bytes(raw[:7])
        return min(7, len(raw))


class In(io.IOBase):
    def __init__(self):
        self.waiting = bytearray()
        self.gone = False

    def ioctl(self, request, flags):
        if request != POLL:
            return -1
        return flags & IN if self.waiting or self.gone else 0

    def readinto(self, buffer):
        if self.gone or not self.waiting:
            return 0
        buffer[0] = self.waiting[0]
        self.waiting = self.waiting[1:]
        return 1


class Led:
    def __init__(self):
        self.values = []

    def value(self, value):
        self.values.append(1 if value else 0)


class FailingIn(In):
    def readinto(self, buffer):
        self.waiting = bytearray()
        raise OSError(5)


async def until(true):
    for _ in range(400):
        if true():
            return
        await asyncio.sleep_ms(5)
    print("it took too long")


async def main():
    end = HostEnd()
    stdin, stdout, led = In(), SlowOut(), Led()
    up = uplink.Uplink(end.board, led, stdin, stdout)
    running = asyncio.create_task(up.run())
    await asyncio.sleep_ms(20)
    print("current", uplink.current is up)

    stdin.waiting += end.writer.frame(end.session, 1, b"\1\0" + b"\4\3\2\1")
    for _ in range(5):
        end.board.emit("ZONE_ROUND", 4, 1, 0, 3, 3, bytes(24))
    await until(lambda: up.tx_total > 300)
    frames = [end.reader.feed(byte) for byte in stdout.taken]
    print("whole frames", sum(1 for length in frames if length), "bad", end.reader.bad)
    print("counted", up.rx_total, up.tx_total == len(stdout.taken))

    # A long burst is taken in portions; other tasks get their turn.
    stdin.waiting += end.writer.frame(end.session, 8, b"\5\0\0\0") * 30
    await until(lambda: not stdin.waiting)
    print("acknowledged", end.board.waiting)

    # Nobody reads: the frame is given up in time, and sending goes on later.
    uplink._RETRIES = 3
    stdout.deaf = True
    end.board.emit("LID", 1)
    await until(lambda: up.tx_dropped)
    print("given up", up.tx_dropped > 0)
    stdout.deaf = False
    await until(lambda: end.board.next_frame() is None)

    # The other end is gone: quietly look again, and go on when it is back.
    stdin.gone = True
    await asyncio.sleep_ms(120)
    stdin.gone = False
    before = up.rx_total
    stdin.waiting += b"\0\0\0"
    await until(lambda: up.rx_total == before + 3)
    print("back", up.rx_total - before)
    print("led", 0 in led.values and 1 in led.values)
    running.cancel()

    # An input that fails is as good as gone.
    failing = uplink.Uplink(HostEnd().board, None, FailingIn(), SlowOut())
    running = asyncio.create_task(failing.run())
    failing._stdin.waiting += b"x"
    await asyncio.sleep_ms(120)
    print("survived", failing.rx_total)
    running.cancel()


asyncio.run(main())
sys.exit(0)
