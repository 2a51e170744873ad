# Shadows the built-in module: the same functions, on virtual time.
#
# Importing it also gives asyncio a task queue that knows this clock: the built-in one stamps tasks
# with the machine's real ticks.

import sys

import lockstep
import virtual_tasks

sys.modules["_asyncio"] = virtual_tasks

# As on the boards, whose small integers have 31 bits.
_PERIOD = 1 << 30
_HALF = 1 << 29
_COUNTED_US = 10000


def ticks_us():
    return lockstep.ticks_us() & (_PERIOD - 1)


def ticks_ms():
    return (lockstep.ticks_us() // 1000) & (_PERIOD - 1)


def ticks_cpu():
    return ticks_us()


def ticks_add(ticks, delta):
    return (ticks + delta) & (_PERIOD - 1)


def ticks_diff(later, earlier):
    return ((later - earlier + _HALF) & (_PERIOD - 1)) - _HALF


def sleep(seconds):
    lockstep.sleep_us(int(seconds * 1000000))


def sleep_ms(duration):
    lockstep.sleep_us(duration * 1000)


def sleep_us(duration):
    # A board counts microseconds out without letting go; so short a time needs no grant.
    if duration < _COUNTED_US:
        lockstep.spend_us(duration)
    else:
        lockstep.sleep_us(duration)


def time():
    return lockstep.local_us() // 1000000


def time_ns():
    return lockstep.local_us() * 1000
