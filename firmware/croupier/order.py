# The self-test of the rack's order: a packet must come back out of the hopper as the board file says.
#
# Only for certification and enrolment, whose order is nobody's secret: the cards are shuffled after.
from boards import croupier_v1 as board


class OrderCheck:
    """Remembers which cards lie in each slot in the first pass; expects them in that order in the second."""

    def __init__(self):
        self._slots = [[] for _slot in range(board.SLOTS)]
        self._expected = []

    def stored(self, slot, uid):
        self._slots[slot].append(uid)

    def returned(self, slot):
        """The packet of that slot went back into the hopper, on top of what is there."""
        packet = self._slots[slot]
        self._expected.extend(packet if board.SLOT_FIFO else reversed(packet))
        self._slots[slot] = []

    def fed(self, pass_number, uid):
        """Return whether that card may come now; everything may in the first pass."""
        if pass_number < 2 or not self._expected:
            return True
        return self._expected.pop(0) == uid
