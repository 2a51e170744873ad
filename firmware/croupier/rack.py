# The turning rack: which slot stands at the mouth and the ejector, and proof that it does.
#
# The home switch closes at slot 0 alone. Every move is checked against it: as often as the way comes to
# slot 0 it must close, stopping at slot 0 must leave it closed, stopping elsewhere open.
#
# In a deal nobody may hear which slot a card went to. A hidden turn is the same for all twelve: four
# bursts of 3, 1.5, 1 and 0.5 slots, always, in this order; only their directions differ, and a stepper
# sounds alike both ways. Forward and back they reach every slot: docs/croupier.md.
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
# The bursts of a hidden turn in half slots, twelve together; of two of them an open one is made.
BURSTS = (6, 3, 2, 1)
_THREE_SLOTS = const(6)
_ONE_SLOT = const(2)
_HALVES = 2 * board.SLOTS


class Rack:
    def __init__(self, stepper, home, wake):
        self._stepper = stepper
        self._home = home
        self._wake = wake
        self._limits = None
        self._plans = {}
        # Whether nobody may know where it stands; after a power cut it may have been so.
        self._hidden = True
        self.slot = None
        self.lost = 0

    def limit(self, limits):
        """Plan the bursts within these speeds, unless they are planned."""
        if limits is self._limits:
            return
        # The old plans go first: room for both is hard to find once a night's work lies scattered.
        self._limits = None
        self._plans = {}
        for halves in BURSTS:
            self._plans[halves] = profile(
                halves * board.STEPS_PER_SLOT // 2,
                limits.rack_start,
                limits.rack_top,
                limits.rack_ramp,
            )
        self._limits = limits

    def off(self):
        """Let go; if it was turning, where it stands is no longer known."""
        if self._stepper.moving:
            self.slot = None
        self._stepper.off()

    async def turn(self, slot, hidden=False):
        """Turn that slot to the mouth; return whether the home switch agrees. `hidden`: unheard which."""
        if self.slot is None and not await self.find_home():
            return False
        before = self.slot
        unheard = hidden or self._hidden
        self._hidden = unheard
        if unheard:
            bursts = hidden_way(slot - before)
        elif slot == before:
            return True
        else:
            bursts = open_way(slot - before)
        self._home.arm()
        self.slot = None
        await self._run(bursts)
        await self._wake.pause(_SETTLE_MS)
        if self._home.darks != arrivals(before, bursts) or self._home.dark != (slot == 0):
            self.lost += 1
            return False
        self.slot = slot
        self._hidden = hidden
        return True

    async def find_home(self):
        """Find the middle of the home switch from anywhere; return whether it was found."""
        self.slot = None
        if self._hidden and not await self._come_near():
            return False
        self._hidden = False
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

    async def _come_near(self):
        # How long the search lasts would tell where it began. So: one whole turn, always, to learn it, and
        # then a hidden one that leaves less than a slot to search.
        chunk = steady(_HOMING_STEPS, _HOMING_SPEED)
        since = None
        was_dark = self._home.dark
        for _piece in range(_TURN_STEPS // _HOMING_STEPS):
            await self._stepper.run(chunk, True)
            if since is not None:
                since += _HOMING_STEPS
            dark = self._home.dark
            if dark and not was_dark:
                since = 0
            was_dark = dark
            await self._wake.pause(0)
        if since is None:
            return False
        await self._run(hidden_way((_TURN_STEPS - since - 1) // board.STEPS_PER_SLOT))
        return True

    async def _run(self, bursts):
        for halves, forward in bursts:
            if not await self._stepper.run(self._plans[halves], forward):
                return
            await self._wake.pause(0)  # whatever has stopped it between two bursts

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


def hidden_way(distance):
    """Return the bursts of a hidden turn by so many slots, as (half slots, whether forward)."""
    # Twelve half slots forward, less twice what goes back: every distance on a wheel of twelve.
    back = (board.SLOTS // 2 - distance) % board.SLOTS
    way = []
    for halves in BURSTS:
        backward = back >= halves
        if backward:
            back -= halves
        way.append((halves, not backward))
    return way


def open_way(distance):
    """Return the bursts of the shortest turn by so many slots."""
    half = board.SLOTS // 2
    distance = (distance + half) % board.SLOTS - half
    threes, ones = divmod(abs(distance), 3)
    return [(_THREE_SLOTS, distance > 0)] * threes + [(_ONE_SLOT, distance > 0)] * ones


def arrivals(slot, bursts):
    """Return how often slot 0 comes to the mouth on that way, the start not counted."""
    at = 2 * slot
    found = 0
    for halves, forward in bursts:
        for _half in range(halves):
            at = (at + (1 if forward else -1)) % _HALVES
            found += at == 0
    return found
