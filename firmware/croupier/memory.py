# What survives a power cut: how many cards each slot holds, and what was being done to them.
#
# Written before each move of a card and after it. A record says what was about to happen; the
# sensors say whether it did. No UID and no order is ever kept here.
import struct

from boards import croupier_v1 as board
from micropython import const

from fram import Record
from tallone_wire.messages import LOAD_UNKNOWN

# What was about to happen.
REST = const(0)
FEED = const(1)  # a card may be anywhere between hopper and exit barrier, none beyond
PUSH = const(2)  # card `index` is on its way into `slot`
EJECT = const(3)  # `slot` is being emptied into `tray`; `outs` cards have been seen to leave

_LAYOUT = "<IBBBBBHHBBBBB12s"
_AT = const(0)


class Memory:
    """The croupier's state in FRAM; every attribute is what would be found after a power cut now."""

    def __init__(self, fram):
        self._record = Record(fram, _AT, struct.calcsize(_LAYOUT))
        self.job = 0
        self.kind = 0
        self.slots = 0
        self.speed = 0
        self.open = 0
        self.pass_number = 0
        self.pass_done = 0
        self.index = 0
        self.phase = REST
        self.slot = 0
        self.step = 0
        self.tray = 0
        self.outs = 0
        # Hands may have been at the card that was on its way.
        self.unsure = 0
        self.loads = bytearray(board.SLOTS)
        # Whether a whole record was found.
        self.sound = False

    def load(self):
        """Read what is remembered; without a whole record no slot's load is known. May raise OSError."""
        found = self._record.load()
        if found is None:
            self.forget()
            return
        fields = struct.unpack(_LAYOUT, found)
        self.job, self.kind, self.slots, self.speed, self.open, self.pass_number, self.index = (
            fields[:7]
        )
        flags, self.phase, self.slot, self.step, self.tray, self.outs, loads = fields[7:]
        self.pass_done = flags & 1
        self.unsure = flags >> 1 & 1
        self.loads[:] = loads
        self.sound = True

    def save(self):
        """Write everything; it costs about a millisecond on the bus. May raise OSError."""
        self._record.save(
            struct.pack(
                _LAYOUT,
                self.job,
                self.kind,
                self.slots,
                self.speed,
                self.open,
                self.pass_number,
                self.index,
                self.pass_done | self.unsure << 1,
                self.phase,
                self.slot,
                self.step,
                self.tray,
                self.outs,
                self.loads,
            )
        )

    def forget(self):
        """Believe nothing: a clean certification has to find out."""
        self.open = 0
        self.phase = REST
        self.sound = False
        for slot in range(len(self.loads)):
            self.loads[slot] = LOAD_UNKNOWN

    @property
    def empty(self):
        return not any(self.loads)

    @property
    def unknown(self):
        """Whether some slot's load is not known."""
        return any(load == LOAD_UNKNOWN for load in self.loads)
