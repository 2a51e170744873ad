# ISO 15693 above the reader chip: who is on the coil, and what one tag holds.
#
# An inventory divides the space of all UIDs into prefixes and asks each for its tags. The tags
# already known say where to divide: with them the space falls into prefixes that hold one known tag
# or none, and one short question each confirms them. A newcomer makes two answer at once there: that
# prefix is halved, and the half without the known tag is asked first, which is the newcomer's every other
# time. Where nobody is known a prefix is searched in 16 slots, four more bits each time, down to all 64.
# A prefix is read from the least significant bit, as on the air. Nothing in step() allocates.
from micropython import const

from pn5180 import ANSWER, COLLISION, EMPTY
from uid_table import MAX_TAGS, UID_BYTES, UidTable

UID_BITS = const(64)

# Request flags: high data rate, inventory, AFI given, one slot / addressed.
_INVENTORY_16 = const(0x06)
_INVENTORY_1 = const(0x26)
_WITH_AFI = const(0x10)
_ADDRESSED = const(0x22)
_CMD_INVENTORY = const(0x01)
_CMD_STAY_QUIET = const(0x02)
_CMD_READ_BLOCK = const(0x20)
_CMD_WRITE_BLOCK = const(0x21)
_CMD_READ_SIGNATURE = const(0xBD)  # NXP, after its manufacturer code
_NXP = const(0x04)
_FAILED = const(0x01)  # flag of an answer that carries an error code

# Flags, DSFID and UID: a good answer has exactly these ten bytes.
_INVENTORY_ANSWER = const(10)
_BLOCK_ANSWER = const(5)
_SIGNATURE_ANSWER = const(33)
# A tag may take 20 ms to write before it answers.
_WRITE_PATIENCE_US = const(20500)

# An answer without a good CRC is asked for this often before the prefix is given up or searched.
_NOISE_TRIES = const(2)
# 108 tags take about 36 sixteen-slot searches from nothing; this bounds a round amid noise.
MAX_PROBES = const(600)

# Entries of the stack of prefixes still to ask: prefix, its bits, kind, range of known tags, tries.
_ENTRY = const(13)
_BITS = const(8)
_KIND = const(9)
_LOW = const(10)
_HIGH = const(11)
_TRIES = const(12)
# Kinds. DIVIDE: a range of known tags to divide before asking. ONE: ask in one slot. LAST: the same
# after a search that found only noise here. SEARCH: sixteen slots.
_DIVIDE = const(0)
_ONE = const(1)
_LAST = const(2)
_SEARCH = const(3)
# Sixteen levels of at most fifteen siblings left to do, and the divisions above them.
_DEPTH = const(320)


class Inventory:
    # One round over one coil, a step at a time. After the last step: known tags that answered are
    # marked 1 in `known`, the others are in `fresh`; `unresolved` says that some could not be told
    # apart. Counters run on for STATS.

    def __init__(self, most_tags=MAX_TAGS, depth=_DEPTH):
        # Where few tags can be, less memory will do; a round that overflows is unresolved.
        self.fresh = UidTable(most_tags)
        self.unresolved = False
        self.probes = 0
        self.collisions = 0
        self.noises = 0
        self.phantoms = 0
        self.slots = 0
        self._known = self.fresh
        self._afi = 0
        self._stack = bytearray(depth * _ENTRY)
        self._depth = depth
        self._entries = 0
        self._now = bytearray(_ENTRY)  # the entry being asked
        self._left = 0

    def begin(self, reader, known, afi):
        # Comes before step(). The reader's field is on and stays on, or is on again, for each step.
        self._reader = reader
        self._known = known
        self._afi = afi
        self.fresh.clear()
        self.unresolved = False
        for i in range(known.count):
            known.marks[i] = 0
        self._entries = 0
        self._left = MAX_PROBES
        for i in range(_ENTRY):
            self._now[i] = 0
        self._push(_DIVIDE, 0, known.count, 0)

    def step(self):
        # Asks one prefix; returns whether the round is complete. Raises ReaderFault.
        while self._entries:
            self._pop()
            kind = self._now[_KIND]
            if kind == _DIVIDE:
                if self._divide():
                    continue
                kind = _ONE
            if self._left == 0:
                self.unresolved = True
                self._entries = 0
                return True
            self._left -= 1
            self.probes += 1
            if kind == _SEARCH:
                self._search()
            else:
                self._ask(kind)
            self._reader.finish()
            break
        return self._entries == 0

    # The stack. Pushing works from the current entry, extended by `more` bits of value `value`.

    def _push(self, kind, low, high, tries, value=0, more=0):  # noqa: PLR0917  keywords cost time
        if self._entries >= self._depth:
            self.unresolved = True
            return
        stack, now = self._stack, self._now
        base = self._entries * _ENTRY
        bits = now[_BITS]
        byte, shift = bits >> 3, bits & 7
        for i in range(byte):
            stack[base + i] = now[i]
        if byte < UID_BYTES:
            stack[base + byte] = now[byte] & ((1 << shift) - 1)
        if byte + 1 < UID_BYTES:
            stack[base + byte + 1] = 0
        if more:
            value <<= shift
            stack[base + byte] |= value & 0xFF
            if value > 0xFF:
                stack[base + byte + 1] |= value >> 8
        stack[base + _BITS] = bits + more
        stack[base + _KIND] = kind
        stack[base + _LOW] = low
        stack[base + _HIGH] = high
        stack[base + _TRIES] = tries
        self._entries += 1

    def _pop(self):
        self._entries -= 1
        stack, now = self._stack, self._now
        base = self._entries * _ENTRY
        # Of the prefix as many bytes as it has.
        for i in range((stack[base + _BITS] + 7) >> 3):
            now[i] = stack[base + i]
        now[_BITS] = stack[base + _BITS]
        now[_KIND] = stack[base + _KIND]
        now[_LOW] = stack[base + _LOW]
        now[_HIGH] = stack[base + _HIGH]
        now[_TRIES] = stack[base + _TRIES]

    def _divide(self):
        # Two known tags or more: two longer prefixes instead of this one. False: ask it as it is.
        now = self._now
        low, high, bits = now[_LOW], now[_HIGH], now[_BITS]
        if high - low < 2 or bits >= UID_BITS:
            return False
        middle = self._known.divide(low, high, bits)
        self._push(_DIVIDE, middle, high, 0, 1, 1)
        self._push(_DIVIDE, low, middle, 0, 0, 1)
        return True

    def _request(self, flags):
        # Writes the inventory request for the current prefix; returns its length.
        request, now = self._reader.request, self._now
        at = 2
        if self._afi:
            flags |= _WITH_AFI
            request[2] = self._afi
            at = 3
        request[0] = flags
        request[1] = _CMD_INVENTORY
        bits = now[_BITS]
        request[at] = bits
        at += 1
        for i in range((bits + 7) >> 3):
            request[at + i] = now[i]
        return at + ((bits + 7) >> 3)

    def _ask(self, kind):
        now = self._now
        self.slots += 1
        outcome = self._reader.exchange(self._request(_INVENTORY_1), _INVENTORY_ANSWER)
        if outcome == EMPTY:
            if now[_LOW] < now[_HIGH] and not now[_TRIES]:
                self._push(kind, now[_LOW], now[_HIGH], 1)  # a known tag is asked twice
            return
        if outcome == ANSWER and self._accept(0, 0):
            return
        if outcome == COLLISION and self._deeper():
            self.collisions += 1
            return
        self.noises += 1
        if now[_TRIES] < _NOISE_TRIES:
            self._push(kind, now[_LOW], now[_HIGH], now[_TRIES] + 1)
        elif kind == _ONE and now[_BITS] + 4 <= UID_BITS:
            self._push(_SEARCH, 0, 0, 0)  # noise each time may be two tags after all
        else:
            self.unresolved = True

    def _deeper(self):
        # After a collision on the current prefix. False: 64 bits collided, which no two tags do.
        now = self._now
        bits = now[_BITS]
        low, high = now[_LOW], now[_HIGH]
        if low + 1 == high and bits < UID_BITS:
            known = self._known.bytes[low * UID_BYTES + (bits >> 3)] >> (bits & 7) & 1
            self._push(_ONE, low, high, 0, known, 1)
            self._push(_ONE, 0, 0, 0, 1 - known, 1)
        elif bits + 4 <= UID_BITS:
            self._push(_SEARCH, 0, 0, 0)
        elif bits < UID_BITS:
            self._push(_ONE, 0, 0, 0, 1, 1)
            self._push(_ONE, 0, 0, 0, 0, 1)
        else:
            return False
        return True

    def _search(self):
        reader = self._reader
        self.slots += 16
        outcome = reader.exchange(self._request(_INVENTORY_16), _INVENTORY_ANSWER)
        for slot in range(16):
            if slot:
                outcome = reader.next_slot(_INVENTORY_ANSWER)
            if outcome == EMPTY or (outcome == ANSWER and self._accept(slot, 4)):
                continue
            if outcome == COLLISION and self._now[_BITS] + 8 <= UID_BITS:
                self.collisions += 1
                self._push(_SEARCH, 0, 0, 0, slot, 4)
            else:
                # Noise or a phantom, or the last bits: asked again alone.
                self._push(_LAST, 0, 0, 0, slot, 4)

    def _accept(self, slot, more):
        # Takes the UID answered to the current prefix and slot, if it can be one.
        reader, now = self._reader, self._now
        answer = reader.answer
        bits = now[_BITS]
        good = reader.length == _INVENTORY_ANSWER and not answer[0] & _FAILED and answer[9] == 0xE0
        if good:
            whole = bits >> 3
            for i in range(whole):
                if answer[2 + i] != now[i]:
                    good = False
            rest = bits & 7
            if rest and (answer[2 + whole] ^ now[whole]) & ((1 << rest) - 1):
                good = False
            if more and good:
                following = answer[2 + whole]
                if whole + 1 < UID_BYTES:
                    following |= answer[3 + whole] << 8
                good = (following >> rest) & 15 == slot
        if not good:
            self.phantoms += 1
            return False
        known, low = self._known, now[_LOW]
        index = low if low < now[_HIGH] and known.is_at(low, answer, 2) else known.find(answer, 2)
        if index >= 0:
            known.marks[index] = 1
        elif self.fresh.find(answer, 2) < 0 and not self.fresh.add(answer, 2):
            self.unresolved = True
        return True


def is_there(reader, table, index, afi):
    # Asks for that one UID with its whole length as prefix; True, False, or None amid noise.
    request = reader.request
    at = 2
    flags = _INVENTORY_1
    if afi:
        flags |= _WITH_AFI
        request[2] = afi
        at = 3
    request[0] = flags
    request[1] = _CMD_INVENTORY
    request[at] = UID_BITS
    base = index * UID_BYTES
    for i in range(UID_BYTES):
        request[at + 1 + i] = table.bytes[base + i]
    silences = 0
    for _try in range(1 + _NOISE_TRIES):
        outcome = reader.exchange(at + 1 + UID_BYTES, _INVENTORY_ANSWER)
        reader.finish()
        if outcome == EMPTY:
            silences += 1
            if silences == 2:
                return False
            continue
        if outcome == ANSWER and reader.length == _INVENTORY_ANSWER:
            for i in range(UID_BYTES):
                if reader.answer[2 + i] != table.bytes[base + i]:
                    break
            else:
                return True
    return None


def read_single(reader):
    # The throat's question: whoever is there, in one slot. Returns the outcome of the exchange; with
    # ANSWER the UID is answer[2:10]. An answer that cannot be a UID is None.
    request = reader.request
    request[0] = _INVENTORY_1
    request[1] = _CMD_INVENTORY
    request[2] = 0
    outcome = reader.exchange(3, _INVENTORY_ANSWER)
    reader.finish()
    if outcome == ANSWER and (
        reader.length != _INVENTORY_ANSWER
        or reader.answer[0] & _FAILED
        or reader.answer[9] != 0xE0
    ):
        return None
    return outcome


# One tag, addressed by its UID. Each returns None when no good answer came; these may allocate.


def stay_quiet(reader, uid):
    # That tag is silent until the field has been off.
    reader.send_only(_address(reader, _CMD_STAY_QUIET, uid, b""))


def read_block(reader, uid, block):
    # Returns the four bytes of that block.
    length = _address(reader, _CMD_READ_BLOCK, uid, bytes((block,)))
    return _answered(reader, length, _BLOCK_ANSWER, 0)


def write_block(reader, uid, block, data):
    # Returns b"" when the tag has confirmed.
    length = _address(reader, _CMD_WRITE_BLOCK, uid, bytes((block,)) + data)
    return _answered(reader, length, 1, _WRITE_PATIENCE_US)


def read_signature(reader, uid):
    # Returns the 32 bytes of NXP's originality signature.
    return _answered(reader, _address(reader, _CMD_READ_SIGNATURE, uid, b""), _SIGNATURE_ANSWER, 0)


def _address(reader, command, uid, rest):
    head = bytes((_ADDRESSED, command)) + (
        bytes((_NXP,)) if command == _CMD_READ_SIGNATURE else b""
    )
    whole = head + bytes(uid) + rest
    reader.request[: len(whole)] = whole
    return len(whole)


def _answered(reader, length, answer_length, patience_us):
    for _try in range(1 + _NOISE_TRIES):
        outcome = reader.exchange(length, answer_length, patience_us)
        reader.finish()
        if outcome == ANSWER and reader.length == answer_length and not reader.answer[0] & _FAILED:
            return bytes(reader.answer[1:answer_length])
        if outcome == ANSWER and reader.answer[0] & _FAILED:
            return None
    return None
