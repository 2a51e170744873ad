# The turning rack: which slot stands at the mouth and the ejector, and proof that it does.
#
# The home switch closes at slot 0 alone. Every move is checked against it: passing slot 0 must
# close it once, stopping at slot 0 must leave it closed, stopping elsewhere open.
from boards import croupier_v1 as board
from micropython import const

from stepper import profile, steady

# Slow enough to stop within a step.
_HOMING_SPEED = const(6000)
_HOMING_STEPS = const(40)
_TURN_STEPS = board.SLOTS * board.STEPS_PER_SLOT
# The switch is closed over so many steps around its middle, at most.
_MAGNET_STEPS = const(200)
_BACK_OFF_STEPS = const(240)
# The last vibration dies before a card meets the slot.
_SETTLE_MS = const(4)


class Rack:
    def __init__(self, stepper, home, wake):
        self._stepper = stepper
        self._home = home
        self._wake = wake
        self._limits = None
        self._plans = []
        self.slot = None
        self.lost = 0

    def limit(self, limits):
        """Plan the moves of one to six slots within these speeds, unless they are planned."""
        if limits is self._limits:
            return
        # The old plans go first: room for both is hard to find once a night's work lies scattered.
        self._limits = None
        self._plans = []
        half = board.SLOTS // 2
        self._plans = [
            profile(n * board.STEPS_PER_SLOT, limits.rack_start, limits.rack_top, limits.rack_ramp)
            for n in range(1, half + 1)
        ]
        self._limits = limits

    def off(self):
        """Let go; if it was turning, where it stands is no longer known."""
        if self._stepper.moving:
            self.slot = None
        self._stepper.off()

    async def turn(self, slot):
        """Turn that slot to the mouth; return whether the home switch agrees."""
        if self.slot is None and not await self.find_home():
            return False
        half = board.SLOTS // 2
        distance = (slot - self.slot + half) % board.SLOTS - half
        if distance == 0:
            return True
        passes_home = self._passes_home(self.slot, distance)
        self._home.arm()
        self.slot = None
        await self._stepper.run(self._plans[abs(distance) - 1], distance > 0)
        await self._wake.pause(_SETTLE_MS)
        if self._home.darks != (1 if passes_home else 0) or self._home.dark != (slot == 0):
            self.lost += 1
            return False
        self.slot = slot
        return True

    async def find_home(self):
        """Find the middle of the home switch from anywhere; return whether it was found."""
        self.slot = None
        chunk = steady(_HOMING_STEPS, _HOMING_SPEED)
        if self._home.dark:  # back off first, so that the edge is met from one side always
            await self._stepper.run(steady(_BACK_OFF_STEPS, _HOMING_SPEED), False)
            await self._wake.pause(0)
            if self._home.dark:
                return False
        for _piece in range(_TURN_STEPS // _HOMING_STEPS + 2):
            await self._stepper.run(chunk, True)
            if self._home.dark:
                return await self._centre()
            await self._wake.pause(0)
        return False

    async def _centre(self):
        # From the edge found in coarse pieces, step by step to both ends of the closed stretch.
        one = steady(4, _HOMING_SPEED)
        back = 0
        while self._home.dark and back <= _HOMING_STEPS:
            await self._nudge(one, False)
            back += 4
        width = 0
        while width <= _MAGNET_STEPS:
            await self._nudge(one, True)
            if self._home.dark:
                width += 4
            elif width:
                break
            else:
                back -= 4
                if back < -_HOMING_STEPS:
                    return False
        if not 0 < width <= _MAGNET_STEPS:
            return False
        await self._stepper.run(steady(width // 2 + 2, _HOMING_SPEED), False)
        self.slot = 0
        return self._home.dark

    async def _nudge(self, plan, forward):
        await self._stepper.run(plan, forward)
        await self._wake.pause(0)

    @staticmethod
    def _passes_home(slot, distance):
        # Whether slot 0 comes to the mouth on the way, the start not counted.
        end = slot + distance
        return end <= 0 < slot or slot < board.SLOTS <= end
