# FRAM MB85RC256V on I2C: an address of two bytes, then data; it forgets nothing, whenever power goes.
#
# `cut_after` is how many data bytes it still takes before the power goes in mid-write: the rest of
# that write is lost, and `on_cut` is called, which does not return on a board without power.

# Of the chip's 32 kB only the bottom is modelled, for the sake of the simulated board's memory.
SIZE = 512


class FramModel:
    def __init__(self, content=None):
        self.content = bytearray(content) if content is not None else bytearray(SIZE)
        self.cut_after = None
        self.on_cut = None
        self.writes = 0
        self.dead = False
        self._at = 0
        # Called with (place, bytes) after each write, for a file beside.
        self.keep = None

    def write(self, out):
        self._answer()
        self._at = (out[0] << 8 | out[1]) % SIZE
        if len(out) == 2:
            return
        self.writes += 1
        for i in range(2, len(out)):
            if self.cut_after is not None:
                if self.cut_after == 0:
                    self.cut_after = None
                    self._save(i - 2)
                    self.on_cut()
                    return
                self.cut_after -= 1
            self.content[(self._at + i - 2) % SIZE] = out[i]
        self._save(len(out) - 2)

    def read_into(self, into):
        self._answer()
        for i in range(len(into)):
            into[i] = self.content[(self._at + i) % SIZE]

    def _answer(self):
        if self.dead:
            raise OSError(5)

    def _save(self, length):
        if self.keep is not None:
            self.keep(self._at, bytes(self.content[self._at : self._at + length]))
