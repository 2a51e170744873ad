# The logic between the mat's few pins and its eight readers: 74HC138, 74HC4051, 74HC595.
#
# Also the shared SPI bus: who is selected is heard, who does not let go of MISO spoils it for all.


class ReaderBus:
    def __init__(self, chips):
        self.chips = chips
        self.glitches = 0  # the address changed while a chip was selected
        self._address = 0
        self._enabled = False

    # 74HC138: the addressed output is low while /G2A is low; the 4051s share the address.

    def address_line(self, bit):
        def changed(level):
            if self._enabled:
                self.glitches += 1
                self.chips[self._address].nss(1)
            self._address = (self._address & ~(1 << bit)) | level << bit
            if self._enabled:
                self.chips[self._address].nss(0)

        return changed

    def enable_line(self, level):
        self._enabled = not level
        self.chips[self._address].nss(level)

    def busy(self):
        return self.chips[self._address].busy()

    def irq(self):
        return self.chips[self._address].irq()

    def busy_turns(self):
        return self.chips[self._address].busy_turns()

    def irq_turns(self):
        return self.chips[self._address].irq_turns()

    def busy_after(self):
        # What /G2A does when it rises, see the chip.
        return self.chips[self._address].busy_after() if self._enabled else -1

    def exchange(self, out, into):
        if self._enabled:
            self.chips[self._address].exchange(out, into)
        elif into is not None:
            for i in range(len(into)):
                into[i] = 0xFF
        if into is not None:
            for index, chip in enumerate(self.chips):
                if chip.miso_held and not (self._enabled and index == self._address):
                    for i in range(len(into)):
                        into[i] = 0


class ShiftRegister:
    # 74HC595: a bit enters at each rising SRCLK, all show at a rising RCLK. Output 0 is QA.

    def __init__(self, outputs):
        self._outputs = outputs  # functions of the level
        self._data = 0
        self._shifted = 0
        self._stored = 0
        self._held = 1

    def data_line(self, level):
        self._data = level

    def clock_line(self, level):
        if level:
            self._shifted = (self._shifted << 1 | self._data) & 0xFF

    def latch_line(self, level):
        if level:
            self._stored = self._shifted
            self._show()

    def hold_line(self, level):
        # /OE: while it is high the outputs are off, and pull-downs make them low.
        self._held = level
        self._show()

    def _show(self):
        shown = 0 if self._held else self._stored
        for index, output in enumerate(self._outputs):
            output(shown >> index & 1)
