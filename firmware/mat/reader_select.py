# The logic between the board's few pins and the eight readers.
#
# 74HC138: three address lines and an enable pull one NSS low. Two 74HC4051 with the same address
# lines bring that reader's BUSY and IRQ. A 74HC595 holds the eight RST lines. The address never
# changes while a reader is selected.
from micropython import const

READERS = const(8)


class ReaderSelect:
    def __init__(self, address, enable, busy, irq, *, reset_data, reset_clock, reset_latch):
        self._a0, self._a1, self._a2 = address
        self.enable = enable.value
        self.busy = busy.value
        # Of the reader that was pointed at last, selected or not.
        self.irq = irq.value
        self._data = reset_data
        self._clock = reset_clock
        self._latch = reset_latch
        self._address = -1
        self._running = 0  # bit per reader whose RST is high
        self.enable(1)
        self.hold_all()

    def point(self, address):
        if address == self._address:
            return
        self.enable(1)
        self._a0.value(address & 1)
        self._a1.value(address >> 1 & 1)
        self._a2.value(address >> 2 & 1)
        self._address = address

    def run(self, address, level):
        # RST of one reader; low holds it, and with it its field, down.
        if level:
            self._running |= 1 << address
        else:
            self._running &= ~(1 << address)
        self._shift()

    def hold_all(self):
        # Every field off, whatever the readers are doing.
        self._running = 0
        self._shift()

    def _shift(self):
        # The first bit in comes to rest at the last output.
        latch, data, clock = self._latch, self._data, self._clock
        latch.value(0)
        for reader in range(READERS - 1, -1, -1):
            clock.value(0)
            data.value(self._running >> reader & 1)
            clock.value(1)
        clock.value(0)
        latch.value(1)


class ReaderLines:
    # What the driver of one reader needs, made from the shared lines.

    def __init__(self, readers, address):
        self._readers = readers
        self._address = address
        self.nss, self.busy, self.irq = readers.enable, readers.busy, readers.irq

    def point(self):
        # Makes nss, busy and irq those of this reader.
        self._readers.point(self._address)

    def reset(self, level):
        self._readers.run(self._address, level)
