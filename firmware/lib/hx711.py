# Several HX711 converters that share one PD_SCK, at 80 conversions a second, channel A, gain 128.
#
# A state machine clocks a result out at the moment when the last of them is ready, so no conversion ends
# in the middle; all are powered down together once, so that they run in step. One that stays silent is
# left out, and comes back by itself. Section names are the HX711 data sheet's. read() does not allocate.
from time import sleep_us, ticks_diff, ticks_us

from micropython import const

from scale_pio import CHIPS, QUEUE_WORDS, WORDS

_SIGN = const(0x800000)
# Nine conversions late: this one will not come.
_SILENT_US = const(110000)
# "PD_SCK high for more than 60 us" powers the chips down; low, they begin anew, together.
_POWER_DOWN_US = const(100)
# Six bits a chip, seven places apart: a nibble of the data lines spread over one number.
_APART = const(7)
_PART = const(0x3F)
_SPREAD = tuple(
    sum((nibble >> chip & 1) << chip * _APART for chip in range(CHIPS)) for nibble in range(16)
)
# set x, n: what the data lines must show.
_SET_X = const(0xE020)


def power_up(sck):
    """Power every chip on that clock line down and up again: they convert in step from then on."""
    sck.value(1)
    sleep_us(_POWER_DOWN_US)
    sck.value(0)


class HX711Group:
    """`machine` runs scale_pio.take_results; `douts` are the data lines, in the order of its pins."""

    def __init__(self, machine, douts):
        self._machine = machine
        self._douts = [pin.value for pin in douts]
        self.count = len(douts)
        self.values = [0] * self.count  # signed counts of the last read()
        self.silent = [False] * self.count  # has not been ready for too long
        self._spoiled = False
        self._left_out = 0
        self._begin(0)

    def _begin(self, left_out):
        # With every line of `left_out` high and all others low a result is taken.
        machine = self._machine
        machine.active(0)
        while machine.rx_fifo():
            machine.get()
        machine.restart()
        machine.exec(_SET_X | left_out)
        self._left_out = left_out
        for index in range(self.count):
            self.silent[index] = bool(left_out >> index & 1)
        self._spoiled = True  # what was being clocked out when it was stopped
        self._waiting_since = ticks_us()
        machine.active(1)

    def ready(self):
        # Whether read() would give a new value for every chip that is not silent.
        if self._left_out:
            self._let_in()
        words = self._machine.rx_fifo()
        if words >= WORDS:
            # A full queue made the machine stand in the middle of the next result: that one is spoiled.
            full = words == QUEUE_WORDS
            spoiled, self._spoiled = self._spoiled, full
            if full:
                self._drop()
            elif spoiled:
                self._drop()
                return False
            return True
        if ticks_diff(ticks_us(), self._waiting_since) > _SILENT_US:
            self._leave_out()
        return False

    def _let_in(self):
        # One that was left out and has a result is waited for again.
        for index in range(self.count):
            if self._left_out >> index & 1 and not self._douts[index]():
                self._begin(self._left_out & ~(1 << index))
                return

    def _leave_out(self):
        # Nothing comes: those that are not ready are not waited for.
        high = 0
        for index in range(self.count):
            if self._douts[index]():
                high |= 1 << index
        # Everybody is silent: look for the first again and again.
        self._begin(high if high != (1 << self.count) - 1 else 0)
        for index in range(self.count):
            self.silent[index] = bool(high >> index & 1)

    def _drop(self):
        get = self._machine.get
        for _word in range(WORDS):
            get()
        self._waiting_since = ticks_us()

    def read(self):
        # Takes the oldest whole result out of the queue into `values`; call it when ready().
        values, get = self.values, self._machine.get
        count = self.count
        for index in range(count):
            values[index] = 0
        for _word in range(WORDS):
            word = get()
            spread = 0
            for shift in range(20, -1, -4):
                spread = spread << 1 | _SPREAD[word >> shift & 15]
            for index in range(count):
                values[index] = values[index] << 6 | spread >> index * _APART & _PART
        for index in range(count):
            if values[index] & _SIGN:
                values[index] -= _SIGN << 1
        self._waiting_since = ticks_us()
