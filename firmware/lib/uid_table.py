# A bounded list of UIDs that never allocates once it is made.
from micropython import const

UID_BYTES = const(8)
# One tile never holds more: 54 faces twice, and a few strangers.
MAX_TAGS = const(112)


class UidTable:
    # A bounded list of UIDs in one block of memory, eight bytes each.

    def __init__(self, capacity=MAX_TAGS):
        self.capacity = capacity
        self.bytes = bytearray(capacity * UID_BYTES)
        self.marks = bytearray(capacity)
        self.count = 0

    def clear(self):
        self.count = 0

    def add(self, source, offset):
        # Returns whether there was room.
        if self.count >= self.capacity:
            return False
        base = self.count * UID_BYTES
        for i in range(UID_BYTES):
            self.bytes[base + i] = source[offset + i]
        self.marks[self.count] = 0
        self.count += 1
        return True

    def is_at(self, index, source, offset):
        # Whether that UID is the one of this index.
        uids, base = self.bytes, index * UID_BYTES
        for i in range(UID_BYTES):
            if uids[base + i] != source[offset + i]:
                return False
        return True

    def find(self, source, offset):
        # Returns the index of that UID, or -1.
        uids = self.bytes
        first = source[offset]
        for index in range(self.count):
            base = index * UID_BYTES
            if uids[base] != first:
                continue
            same = True
            for i in range(1, UID_BYTES):
                if uids[base + i] != source[offset + i]:
                    same = False
                    break
            if same:
                return index
        return -1

    def remove(self, index):
        # The last one takes the place.
        self.count -= 1
        if index != self.count:
            base, last = index * UID_BYTES, self.count * UID_BYTES
            for i in range(UID_BYTES):
                self.bytes[base + i] = self.bytes[last + i]
            self.marks[index] = self.marks[self.count]

    def swap(self, one, other):
        uids = self.bytes
        a, b = one * UID_BYTES, other * UID_BYTES
        for i in range(UID_BYTES):
            uids[a + i], uids[b + i] = uids[b + i], uids[a + i]
        self.marks[one], self.marks[other] = self.marks[other], self.marks[one]

    def divide(self, low, high, bit):
        # Orders [low, high) by that bit; returns where the ones begin.
        uids = self.bytes
        byte, mask = bit >> 3, 1 << (bit & 7)
        while low < high:  # mostly they are in order, for nothing has come or gone
            if not uids[low * UID_BYTES + byte] & mask:
                low += 1
            elif uids[(high - 1) * UID_BYTES + byte] & mask:
                high -= 1
            else:
                high -= 1
                self.swap(low, high)
                low += 1
        return low

    def uid(self, index):
        return bytes(self.bytes[index * UID_BYTES : (index + 1) * UID_BYTES])
