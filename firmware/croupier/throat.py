# The way of a card from the hopper to the mouth of the rack: two rollers, three barriers, a reader.
#
# Movements and measurements only; what they mean is decided in feeder.py. Distances are those of
# the board file, from the front edge of a card at rest in the hopper.
from time import sleep_us

from boards import croupier_v1 as board
from micropython import const

from barrier import elapsed
from faults import ReaderFault
from iso15693 import Inventory, UidTable, read_single
from motor import ramp_up
from pn5180 import ANSWER, COLLISION, EMPTY

# The pick roller runs at this part of the transport nip's speed, the exit nip faster: cards part.
_PICK_PERCENT = const(66)
_EXIT_PERCENT = const(105)
# A card must come within this part of the time it should take, and a little.
_LATE_PERCENT = const(180)
_LATE_MS = const(40)
# After half its time and this part of it, and a little, a push is slow.
_SLOW_PERCENT = const(50)
# Past the exit barrier a card must be before it has gone this far too far: 14 mm into the mouth.
_PASS_PERCENT = const(125)
_PASS_MS = const(5)
# Until the rollers run at full speed; the gate's patience begins before.
_RAMP_MS = const(8)
# No card waits at the exit barrier when the first one is drawn.
_NO_LIMIT_MS = const(1 << 16)
_HALF_CLOCK = const(1 << 28)
# Skew: one corner this far ahead of the other.
_SKEW_UM = const(4000)
# A card seen this much longer is two, this much shorter is none (slip, or dirt on a barrier).
_LONG_PERCENT = const(106)
_SHORT_PERCENT = const(92)
# Past the mouth, which its tail reaches 10 mm after the barrier, the card falls home.
_HOME_MS = const(5)
_BACK_SPEED = const(400)
# From 40 mm inside the mouth back to where a card waits.
_BACK_MS = const(500)
_NUDGE_MS = const(40)
# N equal reads make a card; this many tries to get them.
EQUAL_READS = const(3)
_READ_TRIES = const(8)
_MAX_SEEN = const(4)
# ISO 15693: a tag is ready 1 ms after the field is there.
_TAG_READY_US = const(1000)
# Noise that goes on and on is not asked to the end: a second of questions is enough.
_MAX_QUESTIONS = const(60)
# Two cards and their phantoms; more than this in the throat is no single card anyway.
_MAX_FRESH = const(8)
_MAX_PREFIXES = const(40)


class Throat:
    """`parts` holds the pins' objects; `read` and the movements are what feeder.py uses."""

    def __init__(self, parts, wake):
        self._feed = parts.feed
        self._exit = parts.exit
        self._left = parts.entry_left
        self._right = parts.entry_right
        self._out = parts.exit_barrier
        self._gate = parts.stop_gate
        self._hopper_empty = parts.hopper_empty
        self._reader = parts.reader
        self._wake = wake
        self._inventory = Inventory(_MAX_FRESH, _MAX_PREFIXES)
        self._seen = UidTable(_MAX_SEEN)
        self._limits = None
        self._boost = 100
        self.drawing = False
        # The next card was stopped half drawn; it goes back before anything else.
        self.interrupted = False
        self.peak_ma = 0
        self.skew_us = 0
        self.transit_ms = 0

    def limit(self, limits):
        self._limits = limits

    def boost(self, percent):
        """Draw with more or less than the usual speed of the feed roller."""
        self._boost = percent

    @property
    def hopper_is_empty(self):
        return self._hopper_empty.value() == 1

    @property
    def entry_dark(self):
        return self._left.dark or self._right.dark

    @property
    def exit_dark(self):
        return self._out.dark

    def off(self):
        """Both rollers still."""
        self._gate.off()
        self._feed.stop()
        self._exit.stop()
        self.drawing = False

    # Drawing a card until it is parked. What stops it there is the gate; the task only looks at what was.

    async def draw(self):
        """Start both rollers for one card."""
        self._arm()
        self._out.arm()
        self._gate.arm(_NO_LIMIT_MS)
        await ramp_up(((self._feed, self._feed_speed()), (self._exit, self._park_speed())))
        if self._out.dark:  # it came while the rollers were told
            self.off()

    async def entered(self):
        """Wait for the card's front edge; return "entered", "skewed" or "late"."""
        pick_speed = self._feed_speed() * _PICK_PERCENT // 100
        allowed = board.ENTRY_UM * _LATE_PERCENT // 100 // pick_speed + _LATE_MS
        if not await self._wake.until(self._one_corner, allowed):
            return "late"
        self._sample()
        apart_ms = _SKEW_UM // self._feed_speed() + 2
        if not await self._wake.until(self._both_corners, apart_ms):
            self.skew_us = 65535
            return "skewed"
        left, right = self._left.dark_at, self._right.dark_at
        self.skew_us = min(elapsed(left, right), elapsed(right, left))
        return "skewed" if self.skew_us * self._feed_speed() > _SKEW_UM * 1000 else "entered"

    async def parked(self):
        """Wait for the exit barrier, then judge the card's length by its times."""
        way_um = board.EXIT_UM - board.ENTRY_UM
        allowed = way_um * _PASS_PERCENT // 100 // self._feed_speed() + _PASS_MS
        since_ms = elapsed(self._out.now(), self._first_dark()) // 1000
        arrived = await self._wake.until(self._at_exit, allowed - since_ms)
        self._sample()
        self.off()
        if not arrived:
            return "late"
        # The tail leaves the entry 11 mm before the front edge reaches the exit.
        if not (self._left.passed and self._right.passed):
            return "long"
        way_us = elapsed(self._out.dark_at, self._first_dark())
        shaded_us = max(self._left.shaded_us, self._right.shaded_us)
        self.transit_ms = shaded_us // 1000
        percent = shaded_us * (way_um // 100) // max(way_us, 1) * 10000 // board.CARD_UM
        if percent > _LONG_PERCENT:
            return "long"
        return "short" if percent < _SHORT_PERCENT else "parked"

    # Pushing it into the slot, while the next one is drawn.

    async def push(self, with_next, parked):
        """Push the card in; return "stored", "late" or "early". `with_next` draws the next one.

        `parked`: it lies at the exit barrier; else it may be anywhere in the mouth. The gate holds the
        next one back if this one is slow, and parks it; a slow program changes neither.
        """
        in_sight = self._out.dark
        if parked and not in_sight:
            return "early"
        way_ms = board.CARD_UM // self._limits.push
        slow_ms = way_ms // 2 + way_ms * _SLOW_PERCENT // 100 + _PASS_MS
        self._out.arm()
        began = self._out.now()
        motors = [(self._exit, self._limits.push)]
        if with_next:
            self._arm()
            self.drawing = True
            motors.append((self._feed, self._feed_speed()))
            self._gate.arm(slow_ms + _RAMP_MS)
        await ramp_up(motors)
        if not in_sight and not await self._wake.until(self._exit_is_dark, _NUDGE_MS):
            return "early"
        gone = await self._wake.until(self._tail_gone, slow_ms)
        took_ms = elapsed(self._out.light_at, began) // 1000 if gone else 0
        if gone and parked and took_ms < way_ms // 2:
            return "early"  # no card is that fast: the barrier does not see it
        if not gone:
            # Before the next one reaches it, which it must not; the gate has seen to that already.
            self.interrupted = self.drawing
            self._gate.off()
            self._feed.stop()
            with_next = False
            if not await self._wake.until(
                self._tail_gone, way_ms * _LATE_PERCENT // 100 + _LATE_MS
            ):
                return "late"
        elif with_next and self._gate.fired and not self._at_exit():
            self.interrupted = True  # it went in after the gate had stopped the next one
            self._gate.off()
            self._feed.stop()
            with_next = False
        speed = self._limits.push
        if with_next and not self._at_exit():
            speed = self._park_speed()
            self._exit.set(speed)
            if self._out.dark:  # it came while the roller was told
                self._feed.stop()
                self._exit.stop()
        await self._wake.pause((board.MOUTH_UM - board.EXIT_UM) // speed + _HOME_MS)
        if not with_next:
            self.off()
        return "stored"

    # Backwards.

    async def back(self):
        """Carry whatever is in the throat back into the hopper; return whether the throat is clear."""
        self.off()
        self._feed.set(-_BACK_SPEED)
        self._exit.set(-_BACK_SPEED)
        # For as long as the longest way takes, whatever the barriers say: one of them may be blind.
        await self._wake.pause(_BACK_MS)
        self.off()
        self.interrupted = False
        return self._clear()

    async def finish(self):
        """Help a card home whose tail has passed the exit barrier."""
        self._exit.set(_BACK_SPEED)
        await self._wake.pause((board.MOUTH_UM - board.EXIT_UM) // _BACK_SPEED + _HOME_MS)
        self.off()

    async def back_next(self):
        """Carry back only what follows the card in the exit nip."""
        self.off()
        self._feed.set(-_BACK_SPEED)
        await self._wake.pause(_BACK_MS)
        self.off()
        self.interrupted = False

    async def loosen(self):
        """A card that will not go in: send the next one home, then pull this one back a little."""
        if self.drawing or self.entry_dark:
            await self.back_next()
        self.off()
        self._exit.set(-_BACK_SPEED)
        await self._wake.until(self._exit_light, _NUDGE_MS)
        self.off()

    # Who is there.

    def read(self):
        """Return the UIDs of the cards in the throat: one, none, or several. Raises ReaderFault."""
        reader = self._reader
        try:
            reader.field_on()
            sleep_us(_TAG_READY_US)
            return self._read_alone(reader)
        finally:
            reader.field_off()

    def reset_reader(self):
        """Restart the reader; return whether it is there."""
        try:
            self._reader.reset()
        except ReaderFault:
            return False
        return True

    def ask_tag(self, ask):
        """Call `ask(reader)` with the field on; for the enrolment of the card in the throat."""
        try:
            self._reader.field_on()
            sleep_us(_TAG_READY_US)
            return ask(self._reader)
        finally:
            self._reader.field_off()

    def _read_alone(self, reader):
        seen = None
        equal = 0
        for _try in range(_READ_TRIES):
            outcome = read_single(reader)
            if outcome == COLLISION:
                return self._list(reader)
            if outcome != ANSWER:
                if outcome == EMPTY and _try >= EQUAL_READS and seen is None:
                    return []
                continue
            uid = bytes(reader.answer[2:10])
            if uid != seen:
                if equal > 1:  # two cards that answer in turns
                    return self._list(reader)
                seen = uid
                equal = 0
            equal += 1
            if equal == EQUAL_READS:
                return [uid]
        return []

    def _list(self, reader):
        self._seen.clear()
        self._inventory.begin(reader, self._seen, 0)
        for _question in range(_MAX_QUESTIONS):
            if self._inventory.step():
                break
        else:
            return [None, None]  # somebody speaks all the time: surely not one card alone
        fresh = self._inventory.fresh
        return [fresh.uid(i) for i in range(min(fresh.count, _MAX_SEEN))]

    # Small things.

    def _arm(self):
        self._left.arm()
        self._right.arm()
        self.peak_ma = 0
        self.skew_us = 0
        self.transit_ms = 0

    def _sample(self):
        self.peak_ma = max(self.peak_ma, self._feed.current_ma())

    def _feed_speed(self):
        return self._limits.feed * self._boost // 100

    def _park_speed(self):
        return self._feed_speed() * _EXIT_PERCENT // 100

    def _first_dark(self):
        left, right = self._left.dark_at, self._right.dark_at
        return left if elapsed(right, left) < _HALF_CLOCK else right

    def _one_corner(self):
        self._left.take()
        self._right.take()
        return self._left.darks or self._right.darks

    def _both_corners(self):
        self._left.take()
        self._right.take()
        return self._left.darks and self._right.darks

    def _at_exit(self):
        self._out.take()
        return self._out.darks

    def _tail_gone(self):
        self._out.take()
        return self._out.lights

    def _exit_light(self):
        return self._out.light

    def _exit_is_dark(self):
        return self._out.dark

    def _clear(self):
        return self._left.light and self._right.light and self._out.light
