# The reports that wait for the host's word that they are written down. Numbers count from 1 in
# each boot and have no gaps: a report that finds no room gets no number, it is counted as lost.
#
# Memory is taken once. Common subset of CPython and MicroPython.

from tallone_wire.frame import MAX_PAYLOAD

# A body is the report's number and its packed fields; EVENT's own two numbers stand before it.
MAX_BODY = MAX_PAYLOAD - 8


class EventRing:
    """A bounded queue of numbered bodies, `first` to `next` - 1."""

    def __init__(self, slots: int) -> None:
        self.first = 1
        self.next = 1
        self.lost = 0
        self.slots = slots
        self.bodies = [memoryview(bytearray(MAX_BODY)) for _ in range(slots)]
        self.lengths = [0] * slots
        self.at_ms = [0] * slots
        self.sent_at = [0] * slots
        self.tries = [0] * slots

    def room(self) -> memoryview | None:
        """Return the buffer for the next body, or None (counted) when all slots wait."""
        if self.next - self.first == self.slots:
            self.lost += 1
            return None
        return self.bodies[self.next % self.slots]

    def add(self, length: int, at_ms: int) -> int:
        """Number the body just written into `room()`; return the number."""
        number = self.next
        slot = number % self.slots
        self.lengths[slot] = length
        self.at_ms[slot] = at_ms
        self.tries[slot] = 0
        self.next = number + 1
        return number

    def forget(self, number: int) -> None:
        """Free every slot up to and including this number."""
        self.first = number + 1
