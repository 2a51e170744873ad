# The reports that wait for the host's word that they are written down. Numbers count from 1 in
# each boot and have no gaps: a report that finds no room gets no number, it is counted as lost.
#
# The bodies stand one behind the other in a circle of bytes; most have some twenty, so that a
# buffer of the longest for each would be eleven parts of twelve empty. Each body is in one piece:
# one that does not fit before the end of the circle begins at its start.
#
# Memory is taken once. Common subset of CPython and MicroPython.

from array import array

from tallone_wire.frame import MAX_PAYLOAD

# A body is the report's number and its packed fields; EVENT's own two numbers stand before it.
MAX_BODY = MAX_PAYLOAD - 8


class EventRing:
    """A bounded queue of numbered bodies, `first` to `next` - 1."""

    def __init__(self, slots: int, capacity: int) -> None:
        if capacity < MAX_BODY:
            raise ValueError("a ring has room for one body at least")
        self.first = 1
        self.next = 1
        self.lost = 0
        self.slots = slots
        self.lengths = bytearray(slots)
        self.at_ms = array("I", [0] * slots)
        self.sent_at = array("I", [0] * slots)
        self.tries = bytearray(slots)
        self._starts = array("H", [0] * slots)
        self._capacity = capacity
        self._bytes = memoryview(bytearray(capacity))

    def free(self) -> int:
        """Return how many bodies, of whatever length, would certainly still find room."""
        _at, behind, before = self._gaps()
        left = self.slots - (self.next - self.first)
        return min(left, behind // MAX_BODY + before // MAX_BODY)

    def room(self) -> memoryview | None:
        """Return the buffer for the next body, or None (counted) when there is no room."""
        start = self._start()
        if start < 0:
            self.lost += 1
            return None
        return self._bytes[start : start + MAX_BODY]

    def add(self, length: int, at_ms: int) -> int:
        """Number the body just written into `room()`; return the number."""
        number = self.next
        slot = number % self.slots
        self._starts[slot] = self._start()
        self.lengths[slot] = length
        self.at_ms[slot] = at_ms
        self.tries[slot] = 0
        self.next = number + 1
        return number

    def body(self, number: int) -> memoryview:
        """Return a body that waits."""
        slot = number % self.slots
        start = self._starts[slot]
        return self._bytes[start : start + self.lengths[slot]]

    def forget(self, number: int) -> None:
        """Free every slot up to and including this number."""
        self.first = number + 1

    def _start(self) -> int:
        # Where the next body begins, or -1.
        at, behind, before = self._gaps()
        if self.next - self.first == self.slots:
            return -1
        if behind >= MAX_BODY:
            return at
        return 0 if before >= MAX_BODY else -1

    def _gaps(self) -> tuple[int, int, int]:
        # Where the newest body ends, the free bytes behind it, and those at the circle's start.
        if self.next == self.first:
            return 0, self._capacity, 0
        newest = (self.next - 1) % self.slots
        start = self._starts[newest]
        end = start + self.lengths[newest]
        oldest = self._starts[self.first % self.slots]
        if start < oldest:
            return end, oldest - end, 0
        return end, self._capacity - end, oldest
