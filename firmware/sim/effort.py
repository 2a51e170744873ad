# What the interpreter costs a board: virtual time for the code that runs, collections, late soft interrupts.
#
# The firmware that counts (host/tallone/simulator/interpreter) says of each stretch of its code what it
# takes; asyncio, which is in no file of ours, is priced here. Costs are nanoseconds and bytes of the chip
# that was timed, made a board's by `pace`. Without a pace all of this is free and time is the buses' alone.
#
# An interrupt that is asked for as hard runs at its time. A soft one waits for the end of the statement,
# and so for the end of a collection or of a call into C, in a queue of eight, as in the port.
import micropython

try:  # noqa: SIM105  MicroPython has no contextlib
    from lockstep import advance
except ImportError:  # where there is no such clock nothing is counted
    pass

# The clock is moved on when this much has come together, or when anything outside is touched.
_CHUNK_NS = micropython.const(100_000)
_QUEUE = micropython.const(8)

# asyncio's own: moving a task in the queue, making one, a look at what is ready, a glance without waiting.
_PUSH_NS = micropython.const(45_000)
_MAKE_NS = micropython.const(180_000)
_MAKE_BYTES = micropython.const(256)
_POLL_NS = micropython.const(60_000)
_GLANCE_NS = micropython.const(15_000)

counts = False
_thousandths = 0
_collection_us = 0
_heap = 0
_threshold = 0
_owed = 0
_since = 0
_busy = False
_masked = 0
_soft = []
missed = 0
collections = 0
# A plan of slow moments: the world asks for one with {"stall": us}; the next chance takes it.
_stall_us = 0
# All that was taken from the heap, and the longest stretch in which no soft interrupt could run.
taken = 0


def pace(thousandths, collection_us, heap):
    """Make code cost time: so many thousandths of the chip that was timed; 0 is free."""
    global counts, _thousandths, _collection_us, _heap
    counts = thousandths > 0
    _thousandths, _collection_us, _heap = thousandths, collection_us, heap
    if counts:
        _take_over()


def _take_over():
    # What asks for the time, waits, or moves tasks does it at its price from now on.
    import select
    import time

    import virtual_tasks

    def before(function):
        def settled(*arguments):
            settle()
            return function(*arguments)

        return settled

    def into_c(function):
        return lambda duration: masked(function, duration)

    for name in ("ticks_us", "ticks_ms", "sleep", "sleep_ms"):
        setattr(time, name, before(getattr(time, name)))
    time.sleep_us = into_c(time.sleep_us)
    wait, look = select.poll._wait, select.poll._look  # noqa: SLF001
    move, make = virtual_tasks.TaskQueue.push, virtual_tasks.Task.__init__

    def priced_wait(self, timeout):
        work(_POLL_NS if timeout else _GLANCE_NS)
        settle()
        wait(self, timeout)

    def priced_look(self):
        deliver()
        return look(self)

    def priced_move(self, task, key=None):
        work(_PUSH_NS)
        move(self, task, key)

    def priced_make(self, coro, context=None):
        grow(_MAKE_NS, _MAKE_BYTES)
        make(self, coro, context)

    select.poll._wait, select.poll._look = priced_wait, priced_look  # noqa: SLF001
    virtual_tasks.TaskQueue.push, virtual_tasks.Task.__init__ = priced_move, priced_make


def work(cost):
    """Count code that has run."""
    global _owed
    _owed += cost
    if _owed > _CHUNK_NS:
        settle()


def grow(cost, size):
    """Count code that has run and taken memory."""
    global _owed, _since, taken
    _owed += cost
    taken += size
    _since += size
    if _since > _heap or (_threshold and _since > _threshold):
        collect()
    elif _owed > _CHUNK_NS:
        settle()


def settle():
    """Let what is owed pass; then run what waits for it."""
    global _owed, _busy
    if _busy or not counts:
        return
    _busy = True
    owed = _owed * _thousandths // 1_000_000
    if owed:
        _owed = 0
        advance(owed)
    if _stall_us:
        _stand_still()
    _busy = False
    if _soft and not _masked:
        _deliver()


def masked(function, argument):
    """Call into C: no soft interrupt until it is back."""
    global _masked
    settle()
    _masked += 1
    try:
        function(argument)
    finally:
        _masked -= 1
    if _soft and not _masked:
        _deliver()


def collect():
    """Collect now, which takes its time and lets no soft interrupt in."""
    global _since, _busy, collections
    _since = 0
    collections += 1
    if not counts or _busy:
        return
    settle()
    _busy = True
    advance(_collection_us)
    _busy = False
    if _soft and not _masked:
        _deliver()


def threshold(size):
    global _threshold
    _threshold = max(0, size)


def left():
    """Return how many bytes the board's heap has free before it must collect."""
    return max(0, _heap - _since)


def stall(us):
    """Stand still for so long at the next chance: a collection at the worst moment, a port that is not read."""
    global _stall_us
    _stall_us = us


def _stand_still():
    global _stall_us
    us, _stall_us = _stall_us, 0
    advance(us)


def interrupt(handler, source, hard):
    """Run a handler as the port would."""
    global missed
    if hard:
        # The port locks the heap meanwhile; here the models behind the pins need it.
        handler(source)
    elif not counts:
        try:
            micropython.schedule(handler, source)
        except RuntimeError:  # the port's queue is full, as it can be on the board
            missed += 1
    elif len(_soft) < _QUEUE:
        _soft.append((handler, source))
    else:
        missed += 1


def deliver():
    """Run what soft interrupts have left, if nothing forbids it."""
    if _soft and not _busy and not _masked:
        _deliver()


def _deliver():
    while _soft:
        handler, source = _soft.pop(0)
        handler(source)


class Collector:
    """In the place of the built-in module `gc`, where code costs time."""

    def __init__(self, real):
        self._real = real
        self.mem_alloc = real.mem_alloc

    def collect(self):
        self._real.collect()
        collect()

    @staticmethod
    def threshold(size=-1):
        threshold(size)

    @staticmethod
    def mem_free():
        return left()

    @staticmethod
    def isenabled():
        return True
