# The way of a packet from the rack to a tray: ejector, gate, and the barrier that counts.
#
# The ejector's face is stepped: the cards leave lowest first, each a little after the one below it,
# and each front edge shades the slanting beam for a moment.
from micropython import const

# The ejector's arm: drawn back, and through the whole slot.
_BACK_US = const(900)
_OUT_US = const(2100)
# The gate's nine places, 150 us apart.
_FIRST_TRAY_US = const(900)
_TRAY_US = const(150)
# After the last step of the face has passed, the last card is out of the beam within this time.
_FALL_MS = const(60)
_CLEAR_MS = const(500)


class Outlet:
    def __init__(self, parts, wake):
        self._ejector = parts.ejector
        self._gate = parts.gate
        self._barrier = parts.out_barrier
        self._wake = wake
        self._before = 0
        self._counted = 0

    @property
    def count(self):
        """Cards that left in this delivery."""
        return self._before + self._barrier.darks

    @property
    def dark(self):
        return self._barrier.dark

    def off(self):
        """Stop pushing; the arm stays where it is until retract()."""
        self._ejector.off()

    def set_gate(self, tray):
        """Turn the gate; return after how many milliseconds it stands there."""
        return self._gate.go(_FIRST_TRAY_US + tray * _TRAY_US)

    def start_count(self, before):
        """Count from `before`: cards seen to leave before a power cut."""
        self._before = before
        self._barrier.arm()

    async def stroke(self, expected, seen):
        """One stroke of the ejector. `seen` is called for each card; it ends early at `expected`."""
        allowed = self._ejector.go(_OUT_US) + _FALL_MS
        self._counted = self.count
        while await self._wake.until(self._one_more, allowed):
            self._counted += 1
            seen(self._counted)
            if self._counted == expected:
                # All are out; one more would be a card too many, and it would come now.
                allowed = _FALL_MS

    async def retract(self):
        """Draw the arm back; return whether the outlet is clear then."""
        await self._wake.pause(self._ejector.go(_BACK_US))
        return await self._wake.until(self._is_light, _CLEAR_MS)

    async def draw_back(self):
        """See that the arm is out of the rack: it is not known to be after every stop."""
        if self._ejector.at_us != _BACK_US:
            await self.retract()

    def _one_more(self):
        return self.count > self._counted

    def _is_light(self):
        return self._barrier.light
