# Virtual time: the clock that everything in this process lives on.
#
# With a control channel the conductor owns time: this side works, says until when it has nothing to
# do, and waits to be granted. Without one (a unit script) it owns time itself: waiting simply moves
# the clock. Either way the wall clock has no say, so a slow machine gives the same results.
#
# Lines on the channel are JSON. Out: {"idle": until_us, "at": local_us} (-1: until woken) and
# {"tell": {...}}. In: {"now": us, "free": us} and, before it, any number of {"world": {...}}.
# Up to `free` nothing can happen to this side unless it sends something, so idling until then
# needs no grant.

import json

# Reading a clock costs time as it does on the board, so that a spin loop with a deadline ends.
TICK_COST_US = 2
# A long stretch of work without idling asks for news this often.
SYNC_US = 20000
# Microsecond ticks of the boards wrap at 2 ** 30 (18 minutes); the first wrap comes after 90 s.
ORIGIN_US = (1 << 30) - 90_000_000
_NEVER = 1 << 60

state_dir = ""

_channel = None
_now = 0
_granted = 0
_free = 0
_sent = False
_listeners = []
_early = []  # updates not yet passed on
_timers = []
_bytes_written = None


class LostStepError(Exception):
    pass


def connect(fd, directory=""):
    """Give the clock to the conductor at the other end of this file descriptor; wait for its first grant."""
    global _channel, _granted, state_dir
    state_dir = directory
    _channel = open(fd, "r+b")  # noqa: SIM115  open as long as the program runs
    _granted = -1
    _exchange(0)


def connected():
    """Whether a conductor owns the clock."""
    return _channel is not None


def on_world(callback):
    """Call back with each update of the simulated world, a dict, before time goes on."""
    _listeners.append(callback)
    _pass_on()


def count_written(counter):
    """Name the function that returns how many bytes this side has written; idling without a grant needs it."""
    global _bytes_written
    _bytes_written = counter
    _Written.last = counter()


def tell(report):
    """Report a dict to the simulated world."""
    global _sent
    _sent = True
    if _channel is not None:
        _channel.write(json.dumps({"tell": report}).encode() + b"\n")


def local_us():
    """Return the time now, in microseconds since the table was switched on."""
    return _now


def ticks_us():
    """Return the board's own clock, not wrapped."""
    _advance(_now + TICK_COST_US)
    return _now + ORIGIN_US


def spend_us(cost):
    """Let that much time pass in work: a transfer, a time on the air."""
    _advance(_now + cost)
    if _channel is not None and _now - _granted > SYNC_US:
        _idle(_now)


def sleep_us(duration):
    """Block for that long; the world moves meanwhile."""
    _idle(_now + max(0, duration))


def advance(cost):
    """Let a short time pass as a look at the clock does, without asking for news."""
    _advance(_now + cost)


def pass_until(when_us):
    """Let time pass that the firmware has spent in a process of its own."""
    _advance(when_us)


def horizon():
    """Return until when nothing happens by itself here, and until when no news is asked for."""
    news = _granted + SYNC_US
    if _free > news and not _has_sent():
        news = _free
    return (_timers[-1][0] if _timers else _NEVER), news


def wait_once(deadline):
    """Idle until that time (-1: until woken) or whatever wakes this side first."""
    until = deadline
    if _timers and (until < 0 or _timers[-1][0] < until):
        until = max(_timers[-1][0], _now)
    _idle(until, once=True)


def call_at(when_us, callback):
    """Call back when the clock passes that time; models use it for what happens by itself."""
    index = len(_timers)
    while index and _timers[index - 1][0] <= when_us:
        index -= 1
    _timers.insert(index, (when_us, callback))


def wait(ready, duration):
    """Wait until `ready()` is true or that many microseconds (-1: any number) have passed."""
    deadline = -1 if duration < 0 else _now + duration
    while not ready():
        if deadline >= 0 and _now >= deadline:
            return
        if _channel is None and deadline < 0 and not _timers:
            return  # nothing in this process can ever wake it: the caller must block for real
        wait_once(deadline)


class _Written:
    last = 0


def _advance(to_us):
    """Move the clock and run the timers passed on the way."""
    global _now
    while _timers and _timers[-1][0] <= to_us:
        when, callback = _timers.pop()
        _now = max(_now, when)
        callback()
    _now = max(_now, to_us)


def _idle(until, once=False):
    """Idle until that time; with `once` come back at whatever wakes this side first."""
    if _channel is None or (0 <= until <= _free and not _has_sent()):
        _advance(until)
        return
    while True:
        _exchange(until)
        if once or _now >= until:
            return


def _has_sent():
    if _sent or _bytes_written is None:
        return True
    return _bytes_written() != _Written.last


def _exchange(until):
    """Say until when this side idles; take the news; run on from the granted time."""
    global _granted, _free, _sent
    _channel.write(b'{"idle": %d, "at": %d}\n' % (until, _now))
    _sent = False
    if _bytes_written is not None:
        _Written.last = _bytes_written()
    while True:
        line = _channel.readline()
        if not line:
            raise SystemExit(0)  # the conductor is gone: the table has been put away
        message = json.loads(line)
        if "world" in message:
            _early.append(message["world"])
            continue
        if "now" not in message:
            raise LostStepError("the conductor sent " + line[:60].decode())
        _granted = message["now"]
        _free = message.get("free", 0)
        _advance(_granted)
        _pass_on()
        return


def _pass_on():
    """Give the world's updates, which are of this moment, to the chip models."""
    while _early and _listeners:
        update = _early.pop(0)
        for listener in _listeners:
            listener(update)
