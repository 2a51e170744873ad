# How long to wait for an answer before sending again: measured, with a margin, doubled after each
# silence (the method of RFC 6298, in whole milliseconds and without division).
#
# Common subset of CPython and MicroPython.

# Ticks of MicroPython wrap at 2**30 ms; every time in a session or on the wire is modulo that.
TICKS_MASK = 0x3FFFFFFF


def elapsed(now: int, then: int) -> int:
    """Return the milliseconds from `then` to `now`, for spans of up to 12 days."""
    return (now - then) & TICKS_MASK


class Pace:
    """The present waiting time, `timeout`, always between `least` and `most` milliseconds."""

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most
        self.timeout = min(most, 2 * least)
        self._smoothed_x8 = 0
        self._deviation_x4 = 0

    def measured(self, milliseconds: int) -> None:
        """Learn from an answer to something that was sent only once (Karn's rule)."""
        if self._smoothed_x8 == 0:
            self._smoothed_x8 = milliseconds << 3
            self._deviation_x4 = milliseconds << 1
        else:
            error = milliseconds - (self._smoothed_x8 >> 3)
            self._smoothed_x8 += error
            self._deviation_x4 += abs(error) - (self._deviation_x4 >> 2)
        self._set((self._smoothed_x8 >> 3) + self._deviation_x4)

    def expired(self) -> None:
        """Wait twice as long the next time."""
        self._set(self.timeout << 1)

    def _set(self, milliseconds: int) -> None:
        self.timeout = max(self.least, min(self.most, milliseconds))
