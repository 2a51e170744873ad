# Virtual time, and the strait to the chips: a board's firmware alone in its interpreter.
#
# Takes the place of sim/lockstep.py where the chip models run in another process, so that the heap
# holds what a board's heap holds. Whatever the firmware does to a pin or a bus crosses the strait as
# an operation with the time at which it was done; sim/chips.py serves it. What needs no answer waits
# in a buffer and crosses with the next one that does. Time passes on this side alone as long as no
# timer of a model is due.
#
# Operation: number, gpio or bus, length of the bytes behind, argument, time; before a batch of them how
# many bytes they are. Answer: kind, length of the bytes behind, value, levels of the inputs, time now, the
# next timer's time, the time of the next grant, and what is known ahead, which saves most of the crossings:
#   until when the levels stand if nothing is done; the levels after that, and until when those stand;
#   of a chip that has just had a transfer: which output, set to which level, lets it go; which input is
#   high until then and for how long after; the first byte of the transfers of which that is not certain,
#   and how long it is after any other;
# None of what is foretold starts a timer.

import gc
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
_PIN_WRITE = const(7)
_SPI_WRITE = const(10)
_WEIGHED = const(26)
_WITH_ANSWER = const(0x80)
# Kinds of answers.
_IRQ = const(1)
_EXIT = const(2)
_WEIGH = const(3)

_OPERATION = "<BBHiq"
_OPERATION_BYTES = const(16)
_BATCH_BYTES = const(4)
# Numbers of eight bytes, read without allocating: there are thousands in a second. ("q" allocates.)
_ANSWER_BYTES = const(120)
_BUFFER_BYTES = const(512)
_NEVER = const(1 << 60)

_channel = None
_now = 0
_next_timer = 0
_next_grant = 0
_levels = 0
_until = -1
_promised = -1
_promised_until = 0
# Of the chip of which it is foretold: 1 it has had a transfer, 2 it is let go, 3 it is selected again.
_frame = 0
_out = bytearray(_BUFFER_BYTES)
_out_end = _BATCH_BYTES
_in = array("l", [0] * 15)
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


def level(gpio):
    """Return the level of that input now."""
    if gpio == _promised:
        return 1 if _now < _promised_until else 0
    if _now < _until:
        return _levels >> gpio & 1
    if _until >= 0 and _now < _in[9]:
        return _in[8] >> gpio & 1
    ask(_ADVANCE, 0, 0)
    return _levels >> gpio & 1


def write(gpio, level):
    """Set an output; what the chips have said ahead of it still stands."""
    global _next_timer, _promised, _promised_until, _frame
    timer, until, frame, code = _next_timer, _promised_until, _frame, gpio << 1 | level
    post(_PIN_WRITE, gpio, level)
    if frame == 1 and code == _in[10]:
        until = _now + _in[12]
    elif frame != 2 or code != _in[10] ^ 1:
        return
    _next_timer, _promised, _promised_until, _frame = timer, _in[11], until, frame + 1


def transfer(bus, out, cost):
    """Send bytes over a bus, which takes that long."""
    global _now, _next_timer, _promised, _promised_until, _frame
    timer, after = _next_timer, _now + cost
    if _frame != 3 or after >= timer or after > _next_grant or out[0] == _in[13]:
        ask(_SPI_WRITE, bus, 0, out)
        return
    post(_SPI_WRITE, bus, 0, out)
    _now = after
    _in[12] = _in[14]
    _next_timer, _promised, _promised_until, _frame = timer, _in[11], _NEVER, 1


def post(number, gpio=0, argument=0, content=b""):
    """Let an operation cross that needs no answer; it is done at the time that is now."""
    global _out_end, _next_timer, _until, _promised, _frame
    if _out_end + _OPERATION_BYTES + len(content) > _BUFFER_BYTES:
        _flush()
    struct.pack_into(_OPERATION, _out, _out_end, number, gpio, len(content), argument, _now)
    _out_end += _OPERATION_BYTES
    if content:
        end = _out_end + len(content)
        _out[_out_end:end] = content
        _out_end = end
    # What it has set going on the other side is not known here: the next look at the clock asks.
    _next_timer = _until = _promised = -1
    _frame = 0


def ask(number, gpio=0, argument=0, content=b"", into=None):
    """Let an operation cross and take its answer: its value, and bytes into `into`."""
    post(number | _WITH_ANSWER, gpio, argument, content)
    _flush()
    return _take(into)


def _flush():
    global _out_end
    end = _out_end
    _out_end = _BATCH_BYTES
    struct.pack_into("<I", _out, 0, end - _BATCH_BYTES)
    _channel.write(_out, end)


def _take(into):
    global _now, _next_timer, _next_grant, _levels, _until, _promised, _promised_until, _frame
    while True:
        if _channel.readinto(_in) != _ANSWER_BYTES:
            raise SystemExit(0)  # the table has been put away
        answer = _in
        kind, length, value = answer[0], answer[1], answer[2]
        _levels = answer[3]
        _now = answer[4]
        _next_timer, _next_grant = answer[5], answer[6]
        _until = answer[7]
        # After a transfer that input is high, and stays so.
        _promised, _promised_until = answer[11], _NEVER
        _frame = 1 if answer[10] >= 0 else 0
        if kind == _IRQ:
            handlers[value](value)
            post(_RETURN)
            _flush()
            continue
        if kind == _EXIT:
            sys.exit(value)
        if kind == _WEIGH:
            gc.collect()
            post(_WEIGHED, 0, gc.mem_alloc())
            post(_RETURN)
            _flush()
            continue
        if length:
            _channel.readinto(into)
        return value
