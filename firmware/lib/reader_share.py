# What the readers on one bus share: the one field that may be on, and the memory of an exchange.
from micropython import const

from faults import FIELD_CONFLICT, ReaderFault

# The longest request of ours writes a block: flags, command, UID, number, four bytes.
MAX_REQUEST = const(15)
MAX_ANSWER = const(33)
# Confirmation, error, block, UID with its flags, signature.
_LENGTHS = (1, 2, 5, 10, 33)
# The chip's command in front of a request.
SEND_DATA = const(0x09)


class FieldPermit:
    # One RF field at a time: the supply carries one, and two neighbours garble each other.

    def __init__(self):
        self.holder = None

    def take(self, reader):
        if self.holder is not None and self.holder is not reader:
            raise ReaderFault(FIELD_CONFLICT)
        self.holder = reader

    def give_back(self, reader):
        if self.holder is reader:
            self.holder = None


class Frames:
    # The memory of an exchange: readers on one bus can share it, for only one speaks at a time.

    def __init__(self):
        # The reader whom the bus's shared wires point at.
        self.speaker = None  # type: object
        self.out = bytearray(2 + MAX_REQUEST)
        self.out[0] = SEND_DATA
        self.outs = [memoryview(self.out)[:n] for n in range(2 + MAX_REQUEST + 1)]
        self.answer = bytearray(MAX_ANSWER)
        # By length, for those that an answer of a tag can have; any other is noise.
        self.answers = {n: memoryview(self.answer)[:n] for n in _LENGTHS}
