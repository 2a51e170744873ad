# Tare and calibration of the scales on the board's flash: a restart in the middle of a hand, with
# cards on the scales, must not move the zero.
import os
import struct

from micropython import const

_FORMAT = "<ii"
_BYTES = const(8)
# A converter gives 24 bits; a scale of ours 100 to 30,000 counts a gram.
_MOST_TARE = const(8388608)
LEAST_CALIBRATION = const(10000)
MOST_CALIBRATION = const(3000000)


class ScaleStore:
    def __init__(self, path):
        self._path = path

    def load(self, scales):
        # Leaves the defaults where there is no file or it makes no sense.
        try:
            with open(self._path, "rb") as file:
                content = file.read(_BYTES * len(scales) + 1)
        except OSError:
            return
        if len(content) != _BYTES * len(scales):
            return
        for scale in scales:
            tare, calibration = struct.unpack_from(_FORMAT, content, _BYTES * scale.index)
            if abs(tare) <= _MOST_TARE and LEAST_CALIBRATION <= calibration <= MOST_CALIBRATION:
                scale.tare = tare
                scale.counts_per_gram_x100 = calibration

    def save(self, scales):
        # A new file first, then its name: a power cut leaves the old one or the new one.
        content = b"".join(
            struct.pack(_FORMAT, scale.tare, scale.counts_per_gram_x100) for scale in scales
        )
        fresh = self._path + ".new"
        with open(fresh, "wb") as file:
            file.write(content)
        os.rename(fresh, self._path)
