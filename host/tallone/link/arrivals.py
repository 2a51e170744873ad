"""Which reports of a board's boot have come and which the journal has: numbers in, decisions out.

Reports of a boot are numbered from 1 without a gap. The host takes only the next one; an earlier one is a
repetition, a later one means that one is missing.
"""

import enum
from collections.abc import Mapping
from typing import Final

# A missing report is asked for again after this.
RESEND_S: Final = 0.2


class Arrival(enum.Enum):
    """What a report's number says of it."""

    NEXT = "next"
    AGAIN = "again"
    EARLY = "early"


class Arrivals:
    """The reports of one board, boot after boot.

    `journaled` gives the number of the last report of each boot that the journal knows.
    """

    def __init__(self, journaled: Mapping[int, int]) -> None:
        self._journaled: Final = dict(journaled)
        self.boot_id: int | None = None
        self.delivered = 0
        self.acked = 0
        self._ack_due = False
        self._asked_for = 0
        self._asked_at = 0.0

    def resume(self, first: int) -> None:
        """The same boot is there again and keeps reports from `first` on."""
        self._ack_due = self.acked >= first

    def restart(self, boot_id: int, first: int, after: int) -> None:
        """Another boot keeps the reports from `first` up to, not with, `after`."""
        self.boot_id = boot_id
        known = self._journaled.get(boot_id, first - 1)
        # A journal that knows less than it once acknowledged, or more than this boot has said,
        # is another journal or another boot: begin with what the board still keeps.
        self.delivered = known if first - 1 <= known < after else first - 1
        self.acked = self.delivered
        self.resume(first)

    def take(self, event: int) -> Arrival:
        """Take note of a report's number and say what it is."""
        if event <= self.delivered:
            self._ack_due = self._ack_due or event <= self.acked
            return Arrival.AGAIN
        if event > self.delivered + 1:
            return Arrival.EARLY
        self.delivered = event
        return Arrival.NEXT

    def ack(self, event: int) -> None:
        """The journal has the reports up to this one, which was delivered."""
        if event > self.acked:
            self.acked = event
            self._ack_due = True

    def due_ack(self) -> int | None:
        """Return the number that the board is to be told now; each is due once."""
        due, self._ack_due = self._ack_due, False
        return self.acked if due else None

    def to_ask_for(self, now: float) -> int | None:
        """Return the number of the missing report, unless it was asked for a moment ago."""
        missing = self.delivered + 1
        if missing == self._asked_for and now - self._asked_at < RESEND_S:
            return None
        self._asked_for = missing
        self._asked_at = now
        return missing
