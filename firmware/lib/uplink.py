# The board's USB serial port as asyncio tasks: bytes between the port and a DeviceSession.
#
# Its rules. stdin is read one byte at a time, because a longer read waits until all of it is
# there; one byte is awaited, then the rest is drained without waiting, in portions, so that motors
# and the watchdog get their turn. stdout is written only when it can take something, and may take
# less than offered. Nothing is allocated for a drained byte, nor for a pass with nothing to do.
#
# `micropython.kbd_intr(-1)` is main.py's business: without it a byte 03 stops the program.
import asyncio
import gc
import select
import sys
import time

# The Uplink that runs, for whoever watches from beside (the simulation counts its bytes).
current = None

# Bytes drained before the other tasks get their turn: about 10 ms of work on an RP2040.
_DRAIN_BYTES = 64
# How often time passes for the session; its shortest deadline is 200 ms.
_TICK_MS = 100
# The host has gone (only where stdin is a pipe or a pseudo terminal): look again after this.
_GONE_MS = 50
# A host that holds the port and does not read: try again after this, and so many times in all.
_RETRY_MS = 20
_RETRIES = 50


class Uplink:
    # `led` is anything with `value(0 or 1)`: steady with short gaps while the host is there, short
    # flashes while it is not.
    def __init__(self, session, led=None, stdin=None, stdout=None, ticks_ms=time.ticks_ms):
        self.session = session
        self.rx_total = 0
        self.tx_total = 0
        # Frames given up because the host did not read.
        self.tx_dropped = 0
        self._led = led
        self._ticks_ms = ticks_ms
        self._stdin = stdin or sys.stdin.buffer
        self._stdout = stdout or sys.stdout.buffer
        self._one = bytearray(1)
        self._readable = select.poll()
        self._writable = select.poll()
        # Bound once: a method taken from its object is a new object each time.
        self._ready = self._readable.ipoll
        self._read_into = self._stdin.readinto
        self._due = asyncio.Event()
        session.wake = self._due.set

    # Runs until cancelled; an exception in any of its tasks comes out here.
    async def run(self):
        global current
        current = self
        self._readable.register(self._stdin, select.POLLIN)
        self._writable.register(self._stdout, select.POLLOUT)
        await asyncio.gather(self._read(), self._write(), self._tick())

    async def _read(self):
        stream = asyncio.StreamReader(self._stdin)
        one = self._one
        while True:
            try:
                count = await stream.readinto(one)
            except OSError:
                count = 0
            if not count:
                await asyncio.sleep_ms(_GONE_MS)
                continue
            self._take()
            if self._drain():
                await asyncio.sleep_ms(0)

    # Take what has come without waiting; return whether there may be more.
    def _drain(self):
        ready = self._ready
        read = self._read_into
        one = self._one
        for _ in range(_DRAIN_BYTES):
            for _event in ready(0):
                break
            else:
                return False
            if not read(one):
                return False
            self._take()
        return True

    def _take(self):
        self.rx_total += 1
        self.session.receive_byte(self._one[0], self._ticks_ms())

    async def _write(self):
        session = self.session
        while True:
            await self._due.wait()
            self._due.clear()
            session.poll(self._ticks_ms())
            while True:
                frame = session.next_frame()
                if frame is None:
                    break
                await self._send(frame)

    # Write a whole frame, in as many pieces as the port wants; give it up when nobody reads.
    async def _send(self, frame):
        sent = 0
        tries = 0
        while sent < len(frame):
            count = self._write_some(frame, sent)
            if count:
                sent += count
                self.tx_total += count
                continue
            tries += 1
            if tries > _RETRIES:
                self.tx_dropped += 1
                return
            await asyncio.sleep_ms(_RETRY_MS)

    def _write_some(self, frame, sent):
        for _event in self._writable.ipoll(0):
            try:
                return self._stdout.write(frame[sent:] if sent else frame) or 0
            except OSError:
                return 0
        return 0

    async def _tick(self):
        session = self.session
        beats = 0
        while True:
            session.poll(self._ticks_ms())
            beats += 1
            if beats % 10 == 0:
                session.free_kb = gc.mem_free() >> 10
            if self._led is not None:
                self._led.value((beats % 10 != 0) if session.connected else (beats % 5 == 0))
            await asyncio.sleep_ms(_TICK_MS)
