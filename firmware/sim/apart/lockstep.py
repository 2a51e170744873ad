# Virtual time, and the strait to the chips: a board's firmware alone in its interpreter.
#
# Takes the place of sim/lockstep.py where the chip models run in another process, so that the heap
# holds what a board's heap holds. Whatever the firmware does to a pin or a bus crosses the strait as
# an operation with the time at which it was done; sim/chips.py serves it. What needs no answer waits
# in a buffer and crosses with the next one that does. Time passes on this side alone as long as no
# timer of a model is due.
#
# Operation: number, gpio or bus, length of the bytes behind, argument, time. Answer: kind, length of the
# bytes behind, value, levels of the inputs, time now, the next timer's time, the time of the next grant.

import struct
import sys
from array import array

from micropython import const

_TICK_COST_US = const(2)
ORIGIN_US = (1 << 30) - 90_000_000

# Operations, as listed in chips.py; private constants take no room.
_ADVANCE = const(0)
_SPEND = const(1)
_SLEEP = const(2)
_WAIT = const(3)
_RETURN = const(4)
_HELLO = const(5)
_WITH_ANSWER = const(0x80)
# Kinds of answers.
_IRQ = const(1)
_EXIT = const(2)

_OPERATION = "<BBHiq"
_OPERATION_BYTES = const(16)
# Seven numbers of eight bytes, read without allocating: there are thousands in a second.
_ANSWER_BYTES = const(56)
_BUFFER_BYTES = const(512)

_channel = None
_now = 0
_next_timer = 0
_next_grant = 0
_levels = 0
_levels_at = -1
_out = bytearray(_BUFFER_BYTES)
_out_view = memoryview(_out)
_out_end = 0
_in = array("q", [0] * 7)
_written = None
# gpio -> function; machine.Pin fills it.
handlers = {}


def connect(fd):
    """Take the strait at this file descriptor; return the board's unique id."""
    global _channel
    _channel = open(fd, "r+b")  # noqa: SIM115  open as long as the program runs
    unique = bytearray(8)
    ask(_HELLO, into=unique)
    return bytes(unique)


def connected():
    """Whether somebody else owns the clock: always."""
    return True


def count_written(counter):
    """Name the function that returns how many bytes this side has written."""
    global _written
    _written = counter


def local_us():
    """Return the time now, in microseconds since the table was switched on."""
    return _now


def ticks_us():
    """Return the board's own clock, not wrapped."""
    global _now
    if _now + _TICK_COST_US < _next_timer:
        _now += _TICK_COST_US
    else:
        ask(_ADVANCE, 0, _TICK_COST_US)
    return _now + ORIGIN_US


def spend_us(cost):
    """Let that much time pass in work."""
    global _now
    if _now + cost < _next_timer and _now + cost <= _next_grant:
        _now += cost
    else:
        ask(_SPEND, 0, cost)


def sleep_us(duration):
    """Block for that long; the world moves meanwhile."""
    ask(_SLEEP, 0, max(0, duration))


def wait(ready, duration):
    """Wait until `ready()` is true or that many microseconds (-1: any number) have passed."""
    deadline = -1 if duration < 0 else _now + duration
    while not ready():
        if deadline >= 0 and _now >= deadline:
            return
        total = _written() if _written is not None else 0
        ask(_WAIT, 0, total, struct.pack("<q", deadline))


def levels():
    """Return the levels of all inputs now, a bit for each GPIO."""
    if _levels_at != _now or _next_timer < 0:
        ask(_ADVANCE, 0, 0)
    return _levels


def post(number, gpio=0, argument=0, content=b""):
    """Let an operation cross that needs no answer; it is done at the time that is now."""
    global _out_end, _next_timer
    if _out_end + _OPERATION_BYTES + len(content) > _BUFFER_BYTES:
        _flush()
    struct.pack_into(_OPERATION, _out, _out_end, number, gpio, len(content), argument, _now)
    end = _out_end + _OPERATION_BYTES
    _out[end : end + len(content)] = content
    _out_end = end + len(content)
    # What it has set going on the other side is not known here: the next look at the clock asks.
    _next_timer = -1


def ask(number, gpio=0, argument=0, content=b"", into=None):
    """Let an operation cross and take its answer: its value, and bytes into `into`."""
    post(number | _WITH_ANSWER, gpio, argument, content)
    _flush()
    return _take(into)


def _flush():
    global _out_end
    end = _out_end
    _out_end = 0
    _channel.write(_out_view[:end])


def _take(into):
    global _now, _next_timer, _next_grant, _levels, _levels_at
    while True:
        if _channel.readinto(_in) != _ANSWER_BYTES:
            raise SystemExit(0)  # the table has been put away
        answer = _in
        kind, length, value = answer[0], answer[1], answer[2]
        _levels = answer[3]
        _now = _levels_at = answer[4]
        _next_timer, _next_grant = answer[5], answer[6]
        if kind == _IRQ:
            handlers[value](value)
            post(_RETURN)
            _flush()
            continue
        if kind == _EXIT:
            sys.exit(value)
        if length:
            _channel.readinto(into)
        return value
