# The tags within reach of one coil: which of them answer, and with what.
#
# Readability is given per tag by the world (a card covered by others answers seldom or never); the
# field only draws. Section numbers are ISO 15693-3's.


class Noise:
    # A small generator of its own, so that a run is the same everywhere.

    def __init__(self, seed=1):
        self.seed(seed)

    def seed(self, seed):
        self._state = (seed * 2654435761 + 1) & 0x7FFFFFFF

    def below(self, limit):
        # Returns 0 to limit - 1.
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % limit

    def chance(self, rate):
        if rate <= 0:
            return False
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) < rate * 8388608


class Tag:
    __slots__ = ("afi", "answers_left", "high", "low", "name", "p", "quiet", "signature", "uid")

    def __init__(self, uid_hex):
        self.name = uid_hex.lower()
        self.uid = bytes(int(uid_hex[i : i + 2], 16) for i in range(14, -2, -2))  # as on the air
        self.low = int(uid_hex[8:], 16)
        self.high = int(uid_hex[:8], 16)
        self.p = 1.0
        self.afi = 0
        self.signature = None
        self.quiet = False
        self.answers_left = -1  # -1: stays; else it is taken away after so many answers

    def matches(self, bits, low, high):
        if bits <= 32:
            return not (self.low ^ low) & ((1 << bits) - 1)
        return self.low == low and not (self.high ^ high) & ((1 << (bits - 32)) - 1)


# What is written on tags stays on them, wherever the card goes: (UID, block) -> 4 bytes.
memory = {}

# Rates of what goes wrong on the air, per answer or per silent slot; see docs/models.md.
QUIET_RATES = {"crc": 0.0, "collision": 0.0, "phantom": 0.0, "capture": 0.0, "miss": 0.0}


class TagField:
    def __init__(self, seed=1):
        self.tags = []
        self.load = 0
        self.noise = Noise(seed)
        self.rates = dict(QUIET_RATES)
        self._slots = None
        self._slot = 0
        self._bits = 0
        self._low = 0
        self._high = 0

    def set(self, tags, load):
        # `tags`: dicts with uid (16 hex digits, E0 first), p, and optionally afi, sig.
        # Tags that stay keep their objects: thousands of updates must not break the heap to pieces.
        before = {tag.name: tag for tag in self.tags}
        self.tags = []
        for entry in tags:
            tag = before.get(entry["uid"].lower())
            if tag is None or tag in self.tags:
                tag = Tag(entry["uid"])
            tag.p = entry.get("p", 1.0)
            tag.afi = entry.get("afi", 0)
            tag.signature = entry.get("sig")
            self.tags.append(tag)
        self.load = load

    def set_rates(self, rates):
        self.rates.update({key: rates[key] for key in QUIET_RATES if key in rates})
        if "seed" in rates:
            self.noise.seed(rates["seed"])

    def power_lost(self):
        # 7.2: without a field a tag forgets that it was told to be quiet.
        self._slots = None
        for tag in self.tags:
            tag.quiet = False

    def request(self, data):
        # Returns what is heard after this request: None, ("answer", bytes), ("collision", position)
        # or ("noise",); and how long the tag takes before it speaks, in us beyond t1.
        self._slots = None
        flags, command = data[0], data[1]
        if not flags & 0x02:
            return None, 0  # low data rate: not what the receiver listens for
        if flags & 0x04:
            return self._inventory(flags, data), 0
        return self._addressed(flags, command, data)

    def next_slot(self):
        if self._slots is None:
            return None
        self._slot += 1
        if self._slot > 15:
            return None
        return self._heard(self._slots.get(self._slot), self._slot)

    def _inventory(self, flags, data):
        # 8.3: mask bits from the least significant; with 16 slots the next four bits are the slot.
        if data[1] != 0x01:
            return None
        at = 3 if flags & 0x10 else 2
        afi = data[2] if flags & 0x10 else 0
        bits = data[at]
        low = high = 0
        for i in range((bits + 7) // 8):
            if i < 4:
                low |= data[at + 1 + i] << (8 * i)
            else:
                high |= data[at + 1 + i] << (8 * i - 32)
        self._bits, self._low, self._high = bits, low, high
        answering = []
        miss = self.rates["miss"]
        for tag in self.tags:
            if (
                not tag.quiet
                and tag.answers_left
                and tag.matches(bits, low, high)
                and (not afi or tag.afi == afi)
                and (tag.p >= 1 or self.noise.chance(tag.p))
                and not (miss and self.noise.chance(miss))
            ):
                answering.append(tag)
        if flags & 0x20:
            return self._heard(answering, -1)
        self._slots = {}
        self._slot = 0
        for tag in answering:
            nibble = (tag.low >> bits if bits < 32 else tag.high >> (bits - 32)) & 15
            if 28 < bits < 32:
                nibble = (tag.low >> bits | tag.high << (32 - bits)) & 15
            self._slots.setdefault(nibble, []).append(tag)
        return self._heard(self._slots.get(0), 0)

    def _heard(self, answering, slot):
        rates, noise = self.rates, self.noise
        if not answering:
            if rates["phantom"] and noise.chance(rates["phantom"]):
                return "answer", self._phantom(slot)
            return None
        for tag in answering:
            if tag.answers_left > 0:
                tag.answers_left -= 1
        if len(answering) > 1:
            if rates["capture"] and noise.chance(rates["capture"]):
                return "answer", b"\x00\x00" + answering[0].uid  # the nearer one drowns the other
            if noise.chance(0.1):
                return ("noise",)  # not every clash is seen as one
            return "collision", self._bits & 63
        if rates["crc"] and noise.chance(rates["crc"]):
            return ("noise",)
        if rates["collision"] and noise.chance(rates["collision"]):
            return "collision", 0
        return "answer", b"\x00\x00" + answering[0].uid

    def _phantom(self, slot):
        # A UID that no card has, with a good CRC: documented on two families of reader chips. Half
        # of them even fit the question.
        draw = self.noise.below
        uid = bytearray(draw(256) for _ in range(6)) + b"\x04\xe0"
        if draw(2):
            bits = self._bits
            value = self._low | self._high << 32
            if slot >= 0:
                value |= slot << bits
                bits += 4
            whole = int.from_bytes(uid, "little")
            whole = whole >> bits << bits | value & ((1 << bits) - 1)
            uid = whole.to_bytes(8, "little")
        return b"\x00\x00" + bytes(uid)

    def _addressed(self, flags, command, data):
        # 10.2 and the tag's data sheet: one tag by its UID.
        at = 3 if command >= 0xA0 else 2
        if not flags & 0x20 or len(data) < at + 8 or (command >= 0xA0 and data[2] != 0x04):
            return None, 0
        uid = bytes(data[at : at + 8])
        for tag in self.tags:
            if tag.uid == uid and tag.answers_left and (tag.p >= 1 or self.noise.chance(tag.p)):
                break
        else:
            return None, 0
        if command == 0x02:
            tag.quiet = True
            return None, 0
        if tag.answers_left > 0:
            tag.answers_left -= 1
        if self.noise.chance(self.rates["crc"]):
            return ("noise",), 0
        return self._command(tag, command, data[at + 8 :])

    def _command(self, tag, command, rest):
        if command == 0x20 and len(rest) == 1:
            if rest[0] > 79:  # SLIX2: blocks 0 to 79
                return ("answer", b"\x01\x10"), 0
            return ("answer", b"\x00" + memory.get((tag.uid, rest[0]), bytes(4))), 0
        if command == 0x21 and len(rest) == 5:
            if rest[0] > 79:
                return ("answer", b"\x01\x10"), 0
            memory[(tag.uid, rest[0])] = bytes(rest[1:5])
            return ("answer", b"\x00"), 4000
        if command == 0xBD:
            signature = tag.signature
            return ("answer", b"\x00" + (bytes.fromhex(signature) if signature else bytes(32))), 0
        if command == 0x26:
            tag.quiet = False
            return ("answer", b"\x00"), 0
        if command == 0x2B:
            return (
                "answer",
                b"\x00\x0f" + tag.uid + b"\x00" + bytes((tag.afi,)) + b"\x4f\x03\x01",
            ), 0
        return ("answer", b"\x01\x01"), 0  # command not supported
