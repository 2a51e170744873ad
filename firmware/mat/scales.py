# Weights that came to rest: how many hundredths of a gram lie on each scale above its tare.
#
# Its rules. A weight counts when nine samples agree; then their trimmed mean is the weight. A step
# of a card (1.9 g) is reported, what is less is drift or creep and is followed, so that steps stay
# true for a whole night. While somebody leans on the table nothing is a weight. Counts and
# hundredths of a gram are whole numbers below 2^29 throughout.
import asyncio
from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

_WINDOW = const(9)
_TRIM = const(2)
# The nine lie within this: noise is a third of it, a finger is many times that.
_REST_CG = const(70)
# Less than half a card is no card.
_STEP_CG = const(70)
# A pack weighs about 210 g; more, or clearly less than nothing, is a hand.
_MOST_CG = const(30000)
_LEAST_CG = const(-1500)
# Drift is followed at up to 1 g a minute: warming electronics, damp cards, a creeping cell.
_FOLLOW_MS_PER_CG = const(600)
# So near to what was said it may be noise: following that would let the zero wander.
_NOISE_CG = const(10)
# A converter that gives exactly the same so often repeats itself: 24 bits of a living one tremble.
# At either end of its range it says the same for ever, and is right: somebody leans on the plate.
_STUCK = const(9)
_END = const(1 << 23)
# Unrest for longer than a card takes to come to rest is somebody leaning; rest after that must last.
_BUSY_MS = const(600)
_CALM_MS = const(350)
# A change is first seen at the slow pace, then sampled at the converter's own until it rests.
_SLOW_MS = const(80)
_FAST_MS = const(3)
_STAY_FAST_MS = const(600)

# Until it is calibrated: a cell for 500 g with 0.7 mV a volt, on 3.3 V, at gain 128.
DEFAULT_COUNTS_PER_GRAM_X100 = const(300000)


class Scale:
    # One scale: samples in, settled weights out. Pure: the time is given.

    def __init__(self, index):
        self.index = index
        self.tare = 0
        self.counts_per_gram_x100 = DEFAULT_COUNTS_PER_GRAM_X100
        self.busy = False
        self.reported = None  # centigrams last reported
        self.owes_report = True
        self.weight_cg = 0  # of the last rest, drift taken off
        self.spread_cg = 0
        self.at_rest = False
        self._samples = [0] * _WINDOW
        self._order = [0] * _WINDOW
        self._filled = 0
        self._next = 0
        self._last = 0
        self._same = 0
        self._mean = 0
        self._drift_cg = 0
        self._followed_at = 0
        self._unrest_since = -1
        self._rest_since = 0

    def repeats(self, counts):
        # Whether the converter has given nothing but this for too long. Asked once for each sample, before take.
        self._same = self._same + 1 if counts == self._last else 1
        self._last = counts
        return self._same >= _STUCK and -_END < counts < _END - 1

    def take(self, counts, now_ms):
        # One sample. Returns whether it is far from the rest before: worth sampling faster.
        jumped = (
            self._filled and abs(self._to_cg(counts - self._samples[self._next - 1])) > _REST_CG
        )
        if jumped and self.at_rest:
            self._filled = 0  # what was before says nothing about what comes
        self._samples[self._next] = counts
        self._next = (self._next + 1) % _WINDOW
        if self._filled < _WINDOW:
            self._filled += 1
        if self._unrest_since < 0:
            self._unrest_since = now_ms
        was_at_rest = self.at_rest
        self.at_rest = self._filled == _WINDOW and self._agree()
        if self.at_rest != was_at_rest:
            if self.at_rest:
                self._rest_since = now_ms
            else:
                self._unrest_since = now_ms
        return not self.at_rest

    def _agree(self):
        order = self._order
        for i in range(_WINDOW):  # by insertion: nine numbers, nothing allocated
            value = self._samples[i]
            j = i
            while j and order[j - 1] > value:
                order[j] = order[j - 1]
                j -= 1
            order[j] = value
        if self._to_cg(order[_WINDOW - 1] - order[0]) > _REST_CG:
            return False
        total = 0
        for i in range(_TRIM, _WINDOW - _TRIM):
            total += order[i] - order[0]
        mean = order[0] + total // (_WINDOW - 2 * _TRIM)
        deviation = 0
        for i in range(_WINDOW):
            deviation += abs(order[i] - mean)
        self._mean = mean
        self.weight_cg = self._to_cg(mean - self.tare)
        self.spread_cg = self._to_cg(deviation // _WINDOW)
        return True

    def _to_cg(self, counts):
        # counts * 1000 // unit, in two parts: the product would leave the board's small integers.
        unit = self.counts_per_gram_x100 // 10
        whole = counts // unit
        return whole * 1000 + (counts - whole * unit) * 1000 // unit

    def leans(self, now_ms):
        # Whether somebody leans on the table: True, False, or None while it is undecided.
        if not self.at_rest:
            return True if ticks_diff(now_ms, self._unrest_since) > _BUSY_MS else None
        if not _LEAST_CG < self.weight_cg < _MOST_CG:
            return True
        if self.busy and ticks_diff(now_ms, self._rest_since) < _CALM_MS:
            return None
        return False

    def settled(self, now_ms):
        # The weight to report, or None. Follows drift on the way.
        if not self.at_rest or self.busy:
            return None
        weight = self.weight_cg - self._drift_cg
        if self.reported is None or abs(weight - self.reported) > _STEP_CG:
            return weight
        if ticks_diff(now_ms, self._followed_at) >= _FOLLOW_MS_PER_CG:
            self._followed_at = now_ms
            if abs(weight - self.reported) > _NOISE_CG:
                self._drift_cg += 1 if weight > self.reported else -1
        return self.reported if self.owes_report else None

    def said(self, weight):
        self.reported = weight
        self.owes_report = False

    def set_tare(self):
        # What lies there now is nothing. False: it is not at rest.
        if not self.at_rest or self.busy:
            return False
        self.tare = self._mean
        self._restart()
        return True

    def calibrate(self, counts_per_gram_x100):
        self.counts_per_gram_x100 = counts_per_gram_x100
        self._restart()

    def _restart(self):
        self._drift_cg = 0
        self.reported = None
        self.owes_report = True
        if self._filled == _WINDOW:
            self._agree()


class Scales:
    # The task: samples the converters, slowly while nothing happens, and reports what rests.

    def __init__(self, group, session, store, beat):
        self.scales = [Scale(index) for index in range(group.count)]
        self._group = group
        self._session = session
        self._store = store
        self._beat = beat
        self._silent = [False] * group.count
        store.load(self.scales)

    async def run(self):
        fast_until = ticks_ms()
        while True:
            self._beat()
            if self._group.ready():
                self._group.read()
                now = ticks_ms()
                if self._take(now):
                    fast_until = ticks_add(now, _STAY_FAST_MS)
                self._report(now)
            fast = ticks_diff(fast_until, ticks_ms()) > 0
            await asyncio.sleep_ms(_FAST_MS if fast else _SLOW_MS)

    def _take(self, now):
        restless = False
        for scale in self.scales:
            index = scale.index
            silent = self._group.silent[index] or scale.repeats(self._group.values[index])
            if silent != self._silent[index]:
                self._silent[index] = silent
                restless = True
                self._session.log(2, f"scale {index} " + ("is silent" if silent else "is back"))
            if not silent and scale.take(self._group.values[index], now):
                restless = True
        return restless

    def _report(self, now):
        session = self._session
        for scale in self.scales:
            if self._silent[scale.index]:
                continue  # what it said last is no weight and no hand
            leans = scale.leans(now)
            if leans is not None and leans != scale.busy and session.room:
                scale.busy = leans
                session.emit("SCALE_BUSY", scale.index, 1 if leans else 0)
            weight = scale.settled(now)
            if weight is not None and session.room:
                session.emit("SCALE_SETTLED", scale.index, weight, min(scale.spread_cg, 65535))
                scale.said(weight)

    # Commands.

    def state_of(self, index):
        # A place in SCALE_STATES.
        scale = self.scales[index]
        if self._silent[index]:
            return 3
        return 2 if scale.busy else 0 if scale.at_rest else 1

    def say_all(self):
        for scale in self.scales:
            scale.owes_report = True

    def tare(self, index):
        done = self.scales[index].set_tare()
        if done:
            self._store.save(self.scales)
        return done

    def calibrate(self, index, counts_per_gram_x100):
        self.scales[index].calibrate(counts_per_gram_x100)
        self._store.save(self.scales)
