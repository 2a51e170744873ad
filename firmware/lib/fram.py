# FRAM MB85RC256V on I2C: 32 kB that remember without power, written at the speed of the bus.
#
# `Record` keeps one block of bytes in two copies with a number and a checksum. A write goes to the
# older copy, so whenever the power goes one whole copy is left: the new one or the one before.
import struct
from binascii import crc32

ADDRESS = 0x50
SIZE = 32768
_HEAD = "<IH"
_HEAD_BYTES = 6
_TAIL_BYTES = 4


class Fram:
    def __init__(self, i2c, address=ADDRESS):
        self._i2c = i2c
        self._address = address

    def read_into(self, at, buffer):
        """Read from the place `at`; raises OSError if the chip does not answer."""
        self._i2c.readfrom_mem_into(self._address, at, buffer, addrsize=16)

    def write(self, at, content):
        """Write at the place `at`; raises OSError if the chip does not answer."""
        self._i2c.writeto_mem(self._address, at, content, addrsize=16)


class Record:
    """A block of `length` bytes from the place `at` on; it takes twice its room."""

    def __init__(self, fram, at, length):
        self._fram = fram
        self._length = length
        self._buffer = bytearray(_HEAD_BYTES + length + _TAIL_BYTES)
        self._places = (at, at + len(self._buffer))
        self._newest = 0
        self.number = 0

    def load(self):
        """Return the newest whole copy, or None if neither is whole."""
        found = None
        for i in range(2):
            number = self._read(i)
            if number is not None and (found is None or number > self.number):
                self.number = number
                self._newest = i
                found = bytes(memoryview(self._buffer)[_HEAD_BYTES : _HEAD_BYTES + self._length])
        return found

    def save(self, content):
        """Write over the older copy."""
        if len(content) != self._length:
            raise ValueError("a record has one length")
        self.number += 1
        self._newest ^= 1
        buffer = self._buffer
        struct.pack_into(_HEAD, buffer, 0, self.number, self._length)
        buffer[_HEAD_BYTES : _HEAD_BYTES + self._length] = content
        struct.pack_into("<I", buffer, len(buffer) - _TAIL_BYTES, self._check())
        self._fram.write(self._places[self._newest], buffer)

    def _read(self, i):
        self._fram.read_into(self._places[i], self._buffer)
        number, length = struct.unpack_from(_HEAD, self._buffer, 0)
        (check,) = struct.unpack_from("<I", self._buffer, len(self._buffer) - _TAIL_BYTES)
        # An erased chip is all ones or all zeros; neither passes for a record.
        if length != self._length or check != self._check():
            return None
        return number

    def _check(self):
        return crc32(memoryview(self._buffer)[: len(self._buffer) - _TAIL_BYTES])
