# Feeds the watchdog only while every task has lately reported in.
import asyncio
from time import ticks_diff, ticks_ms

from micropython import const

_LOOK_MS = const(250)


class Vigil:
    # `feed` feeds the watchdog. Each task that is watched calls beat(its number) at least every
    # `limit_ms`.

    def __init__(self, feed, tasks, limit_ms=2000):
        self._feed = feed
        self._limit_ms = limit_ms
        now = ticks_ms()
        self._beats = [now] * tasks

    def beater(self, task):
        # What that task calls.
        return lambda: self.beat(task)

    def beat(self, task):
        self._beats[task] = ticks_ms()

    def all_alive(self):
        now = ticks_ms()
        for beat in self._beats:
            if ticks_diff(now, beat) > self._limit_ms:
                return False
        return True

    async def run(self):
        while True:
            if self.all_alive():
                self._feed()
            await asyncio.sleep_ms(_LOOK_MS)
