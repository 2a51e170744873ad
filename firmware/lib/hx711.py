# Several HX711 converters that share one PD_SCK, at 80 conversions a second, channel A, gain 128.
#
# Each converts on a clock of its own and holds its result, DOUT low, until it is read; so they are
# read together when all are ready. One that stays silent is left out, and comes back by itself.
# Section names are the HX711 data sheet's. read() does not allocate.
from time import sleep_us, ticks_diff, ticks_us

from micropython import const

# 24 bits and one pulse more: "channel A, gain 128" for the next conversion.
_BITS = const(24)
# "PD_SCK high for more than 60 us" powers the chips down: no interrupt may fall into a high pulse.
_PULSE_US = const(1)
_SIGN = const(0x800000)
# Nine conversions late: this one will not come.
_SILENT_US = const(110000)


class HX711Group:
    def __init__(self, sck, douts, disable_irq, enable_irq):
        self._sck = sck
        self._douts = [pin.value for pin in douts]
        self._disable_irq = disable_irq
        self._enable_irq = enable_irq
        self.count = len(douts)
        self.values = [0] * self.count  # signed counts of the last read()
        self.silent = [False] * self.count  # has not been ready for too long
        self._waiting_since = ticks_us()
        sck.value(0)

    def ready(self):
        # Whether read() would give a new value for every chip that is not silent.
        late = ticks_diff(ticks_us(), self._waiting_since) > _SILENT_US
        everyone = True
        anyone = False
        for index in range(self.count):
            if not self._douts[index]():
                self.silent[index] = False
                anyone = True
            elif late:
                self.silent[index] = True
            elif not self.silent[index]:
                everyone = False
        return everyone and anyone

    def read(self):
        # Clocks one result out of every chip into `values`; call it when ready().
        values, douts, sck = self.values, self._douts, self._sck.value
        disable, enable = self._disable_irq, self._enable_irq
        count = self.count
        for index in range(count):
            values[index] = 0
        for _bit in range(_BITS):
            state = disable()
            sck(1)
            sck(0)
            enable(state)
            for index in range(count):
                values[index] = values[index] << 1 | douts[index]()
        state = disable()
        sck(1)
        sck(0)
        enable(state)
        for index in range(count):
            if values[index] & _SIGN:
                values[index] -= _SIGN << 1
        self._waiting_since = ticks_us()

    def power_up(self):
        # PD_SCK low; after a power-down the chips convert again 50 ms later.
        self._sck.value(0)
        sleep_us(_PULSE_US)
        self._waiting_since = ticks_us()
