# The PN5180 reader chip: frames with the BUSY handshake, registers, EEPROM, field, one exchange.
#
# Knows nothing of tags beyond the length of their frames. The wires come in as `lines`, an object
# with nss(level), busy(), irq(), reset(level) and point(), which makes the first three this reader's;
# DirectLines serves a reader with pins of its own. Readers whose wires are shared share their Frames.
# While an answer is awaited the IRQ pin is looked at, which costs no frame; what counts is IRQ_STATUS, so a
# broken IRQ line costs time and nothing else. Every wait has a deadline; a passed deadline raises NSS first
# and then ReaderFault. Between field_on() and field_off() nothing here allocates.
# Section numbers are the PN5180A0xx data sheet's.
from time import sleep_us, ticks_diff, ticks_us

from micropython import const

from faults import (
    BROWN_OUT,
    BUSY_STUCK,
    FIELD_STUCK,
    NO_CHIP,
    NO_IDLE,
    NOT_SENT,
    TRANSCEIVE_STUCK,
    ReaderFault,
)
from reader_share import FieldPermit, Frames

# Outcomes of an exchange.
EMPTY = const(0)  # no start of frame came
ANSWER = const(1)  # a frame with a good CRC: `length` bytes in `answer`
COLLISION = const(2)  # two tags spoke at once
NOISE = const(3)  # a frame that is no frame: CRC, protocol or length wrong, or it never ended

# Host commands, section 11.4.3.3.
_WRITE_REGISTER = const(0x00)
_OR_REGISTER = const(0x01)
_AND_REGISTER = const(0x02)
_READ_REGISTER = const(0x04)
_WRITE_EEPROM = const(0x06)
_READ_EEPROM = const(0x07)
_LOAD_RF_CONFIG = const(0x11)

# Registers, section 11.5.1.
SYSTEM_CONFIG = const(0x00)
IRQ_ENABLE = const(0x01)
IRQ_STATUS = const(0x02)
IRQ_CLEAR = const(0x03)
RX_STATUS = const(0x13)
TX_CONFIG = const(0x18)
RF_STATUS = const(0x1D)

# EEPROM: product, firmware and EEPROM version follow each other, two bytes each.
_PRODUCT_VERSION = const(0x10)
_EEPROM_END = const(254)

# ISO 15693 with 100 % ASK, answers at 26 kbit/s. With 10 % ASK an empty slot must be waited out.
RF_TX_15693 = const(0x0D)
RF_RX_15693 = const(0x8D)

# The longest command of ours takes well under 5 ms; a floating BUSY line is found at four times that.
_BUSY_LIMIT_US = const(20000)
# RST low for at least 10 us; t_boot is 2.5 ms and more (table 141): what is sent before is lost, and BUSY never
# rises for it. So twice that is waited, and the first frame is tried again until the limit.
_RESET_HOLD_US = const(100)
_BOOT_US = const(5000)
_BOOT_LIMIT_US = const(20000)
_BOOT_TRIES = const(3)
_FIELD_ON_US = const(300)
_FIELD_OFF_US = const(80)
_FIELD_LIMIT_US = const(10000)
_FIELD_TRIES = const(3)
# One look at the transceive state is the mistake of several libraries: it may take a moment.
_STATE_STEP_US = const(50)
_STATE_LIMIT_US = const(10000)
_PREPARE_TRIES = const(2)
# ISO 15693-3: an answer starts t1 = 320.9 us after the request; its start of frame is 151 us long.
_FIRST_SIGN_US = const(520)
# A start of frame seen late by the chip's own delay still counts.
_GRACE_US = const(80)
# ISO 15693-2 at 26.48 kbit/s, both ways: 302 us a byte.
BYTE_US = const(302)
_REQUEST_FRAME_US = const(113)  # start and end of frame of a request
_ANSWER_END_US = const(151)
_RECEIVE_STEP_US = const(50)
_PIN_STEP_US = const(20)
_RECEIVE_LIMIT_US = const(1500)

# Several registers in one frame (command 03): {register, 1 write 2 or 3 and, value}.
# Clear every interrupt, go idle, then to transceive. Idle first, or a state left by an exchange
# without an answer stays for ever.
_PREPARE = bytes.fromhex("03 03 01 ff ff 0f 00 00 03 f8 ff ff ff 00 02 03 00 00 00")
# The same with the data taken out of the frame (TX_CONFIG and FFFFFB3F): an end of frame alone
# moves the tags to the next slot.
_PREPARE_SLOT = bytes.fromhex(
    "03 18 03 3f fb ff ff 03 01 ff ff 0f 00 00 03 f8 ff ff ff 00 02 03 00 00 00"
)
_IDLE = bytes.fromhex("02 00 f8 ff ff ff")
# The IRQ pin is high from a start of frame, or the end of one, until IRQ_CLEAR (bits 14 and 0).
_ENABLE_IRQ = bytes.fromhex("00 01 01 40 00 00")
_CLEAR_IRQ = bytes.fromhex("00 03 ff ff 0f 00")
_READ_RF_STATUS = bytes.fromhex("04 1d")
_READ_IRQ_STATUS = bytes.fromhex("04 02")
_READ_RX_STATUS = bytes.fromhex("04 13")
# Several registers in one frame (command 05): IRQ_ENABLE, then RF_STATUS three times.
_READ_LOAD = bytes.fromhex("05 01 1d 1d 1d")
_READ_DATA = bytes.fromhex("0a 00")
_SEND_NOTHING = bytes.fromhex("09 00")
_LOAD_15693 = bytes((_LOAD_RF_CONFIG, RF_TX_15693, RF_RX_15693))
_FIELD_ON = bytes.fromhex("16 00")
_FIELD_OFF = bytes.fromhex("17 00")


class DirectLines:
    # A reader with its own NSS, BUSY and RST pins.

    def __init__(self, nss, busy, reset, irq):
        self._reset = reset
        self.nss = nss.value
        self.busy = busy.value
        self.irq = irq.value
        self.nss(1)

    def point(self):
        pass

    def reset(self, level):
        self._reset.value(level)


class PN5180:
    def __init__(self, spi, lines, permit=None, frames=None):
        self._lines = lines
        # Bound once: a method taken from its object is a new object each time.
        self._write, self._readinto = spi.write, spi.readinto
        self._nss, self._busy, self._irq = lines.nss, lines.busy, lines.irq
        self._permit = permit if permit is not None else FieldPermit()
        self._frames = frames = frames if frames is not None else Frames()
        self._word = bytearray(4)
        self._looks = bytearray(16)
        self._outs = frames.outs
        self._answers = frames.answers
        self._restore_tx = bytearray(6)
        self._slots_begun = False
        self.request = memoryview(frames.out)[
            2:
        ]  # put the request here, then exchange(its length)
        self.answer = frames.answer
        self.length = 0
        self.field = False

    # Start and identity.

    def reset(self, hold_us=_RESET_HOLD_US):
        # Restarts the chip and loads the ISO 15693 settings; raises ReaderFault if it stays away.
        self.shut()
        sleep_us(hold_us)
        self._lines.reset(1)
        self._await_boot()
        product = self.versions()[0]
        if product in (0x0000, 0xFFFF):
            raise ReaderFault(NO_CHIP)
        self.load_rf_config(RF_TX_15693, RF_RX_15693)
        value = self.read_register(TX_CONFIG)
        self._restore_tx[:] = bytes((_WRITE_REGISTER, TX_CONFIG)) + value.to_bytes(4, "little")
        self._command(_ENABLE_IRQ)
        self._command(_CLEAR_IRQ)

    def _await_boot(self):
        # A frame that comes too early is lost, and its BUSY missed: it is tried again.
        for attempt in range(_BOOT_TRIES):
            sleep_us(_BOOT_US)
            try:
                self._await_irq(0, 0x04, _BOOT_LIMIT_US, NO_IDLE)
            except ReaderFault as fault:
                if fault.code != BUSY_STUCK or attempt == _BOOT_TRIES - 1:
                    raise
            else:
                return

    def shut(self):
        # Holds the chip in reset: whatever state it is in, its field is off.
        self._nss(1)
        self._lines.reset(0)
        self.field = False
        self._slots_begun = False
        self._permit.give_back(self)

    def versions(self):
        # (product, firmware, EEPROM), each as the two bytes in the chip, high byte major.
        found = bytearray(6)
        self.read_eeprom(_PRODUCT_VERSION, found)
        return tuple(found[i] | found[i + 1] << 8 for i in (0, 2, 4))

    def read_eeprom(self, address, into):
        if address + len(into) > _EEPROM_END:
            raise ValueError("EEPROM ends at 254")
        self._ask(bytes((_READ_EEPROM, address, len(into))), into)

    def write_eeprom(self, address, data):
        if address + len(data) > _EEPROM_END:
            raise ValueError("EEPROM ends at 254")
        self._command(bytes((_WRITE_EEPROM, address)) + bytes(data))

    # Registers; whole 32-bit numbers, so not for the scan loop.

    def read_register(self, register):
        self._ask(bytes((_READ_REGISTER, register)), self._word)
        return int.from_bytes(self._word, "little")

    def write_register(self, register, value):
        self._command(bytes((_WRITE_REGISTER, register)) + value.to_bytes(4, "little"))

    def or_register(self, register, value):
        self._command(bytes((_OR_REGISTER, register)) + value.to_bytes(4, "little"))

    def and_register(self, register, value):
        self._command(bytes((_AND_REGISTER, register)) + value.to_bytes(4, "little"))

    def load_rf_config(self, transmit, receive):
        self._command(bytes((_LOAD_RF_CONFIG, transmit, receive)))

    # The field.

    def field_on(self):
        # Returns with the field on; three tries, then ReaderFault.
        self._permit.take(self)
        self.field = True  # before it is true, so that whoever stops in between turns it off
        for _try in range(_FIELD_TRIES):
            # Each field off overwrites the gain control's settings (11.8.9.2): they are loaded before it is on.
            self._command(_LOAD_15693)
            self._command(_FIELD_ON)
            sleep_us(_FIELD_ON_US)
            if self._is_on():
                return
        self.shut()
        raise ReaderFault(FIELD_STUCK)

    def _is_on(self):
        # Waits for TX_RF_STATUS. A chip that restarted by itself has lost its settings: IRQ_ENABLE, which
        # nothing else sets, tells.
        looks = self._looks
        started = ticks_us()
        while True:
            self._ask(_READ_LOAD, looks)
            for i in range(4):
                if looks[i] != _ENABLE_IRQ[2 + i]:
                    self.shut()
                    raise ReaderFault(BROWN_OUT)
            if looks[6] & 2:
                return True
            if ticks_diff(ticks_us(), started) > _FIELD_LIMIT_US:
                return False
            sleep_us(_RECEIVE_STEP_US)

    def field_off(self):
        # Returns with the field off; a chip that won't is held in reset and reported.
        if not self.field:
            return
        self._command(_FIELD_OFF)
        sleep_us(_FIELD_OFF_US)
        if not self._await_irq(1, 0x01, _FIELD_LIMIT_US, 0):
            self.shut()
            raise ReaderFault(FIELD_STUCK)
        self._command(_CLEAR_IRQ)
        self.field = False
        self._permit.give_back(self)

    def load_sum(self):
        # How strongly the coil was loaded when the field had come on: RF_STATUS [9:0], three readings
        # added. A hint, never a count.
        looks = self._looks
        total = 0
        for at in (4, 8, 12):
            total += looks[at] | (looks[at + 1] & 3) << 8
        return total

    # Exchanges. Idle is the first thing an exchange does and finish() the last of any series.

    def exchange(self, length, answer_length, patience_us=0):
        # Sends `length` bytes of `request`; returns EMPTY, ANSWER, COLLISION or NOISE. `patience_us`
        # is for what the tag does before it answers.
        self._prepare(_PREPARE)
        self._command(self._outs[2 + length])
        return self._receive(
            _REQUEST_FRAME_US + (length + 2) * BYTE_US, answer_length, patience_us
        )

    def next_slot(self, answer_length):
        # Sends an end of frame alone and takes what the next slot holds.
        self._slots_begun = True
        self._prepare(_PREPARE_SLOT)
        self._command(_SEND_NOTHING)
        return self._receive(38, answer_length, 0)

    def send_only(self, length):
        # Sends a request that no tag answers.
        self._prepare(_PREPARE)
        self._command(self._outs[2 + length])
        sleep_us(_REQUEST_FRAME_US + (length + 2) * BYTE_US)
        self.finish()

    def finish(self):
        # Leaves the chip idle, with whole frames again after a series of slots.
        self._command(_IDLE)
        if self._slots_begun:
            self._command(self._restore_tx)
            self._slots_begun = False

    def _prepare(self, registers):
        for _try in range(_PREPARE_TRIES):
            self._command(registers)
            started = ticks_us()
            while True:
                self._read(_READ_RF_STATUS)
                if not self._word[2] & 2:  # TX_RF_STATUS: the field went off by itself
                    raise ReaderFault(BROWN_OUT)
                if self._word[3] & 7 == 1:
                    return
                if ticks_diff(ticks_us(), started) > _STATE_LIMIT_US:
                    break
                sleep_us(_STATE_STEP_US)
        raise ReaderFault(TRANSCEIVE_STUCK)

    def _receive(self, sent_us, answer_length, patience_us):
        word = self._word
        self.length = 0
        sleep_us(sent_us + _FIRST_SIGN_US)
        patience_us += _GRACE_US
        irq = self._irq
        started = ticks_us()
        while not irq() and ticks_diff(ticks_us(), started) <= patience_us:
            sleep_us(_PIN_STEP_US)
        self._read(_READ_IRQ_STATUS)
        while not word[1] & 0x40 and not word[0] & 1:  # neither start of frame nor end
            if ticks_diff(ticks_us(), started) > patience_us:
                if not word[0] & 2:
                    raise ReaderFault(NOT_SENT)
                return EMPTY
            sleep_us(_RECEIVE_STEP_US)
            self._read(_READ_IRQ_STATUS)
        if not word[0] & 1:
            sleep_us((answer_length + 2) * BYTE_US + _ANSWER_END_US - _RECEIVE_STEP_US)
            started = ticks_us()
            self._read(_READ_IRQ_STATUS)
            while not word[0] & 1:
                if ticks_diff(ticks_us(), started) > _RECEIVE_LIMIT_US:
                    return NOISE
                sleep_us(_RECEIVE_STEP_US)
                self._read(_READ_IRQ_STATUS)
        return self._take()

    def _take(self):
        # RX_STATUS: [8:0] bytes, 16 integrity, 17 protocol, 18 collision.
        word = self._word
        self._read(_READ_RX_STATUS)
        if word[2] & 4:
            return COLLISION
        length = word[0] | (word[1] & 1) << 8
        if word[2] & 3 or length not in self._answers:
            return NOISE
        self._ask(_READ_DATA, self._answers[length])
        self.length = length
        return ANSWER

    def _await_irq(self, byte, bit, limit_us, fault):
        # Waits for a bit of IRQ_STATUS; on expiry raises `fault`, or returns False if there is none.
        started = ticks_us()
        while True:
            self._read(_READ_IRQ_STATUS)
            if self._word[byte] & bit and self._word[3] != 0xFF:
                return True
            if ticks_diff(ticks_us(), started) > limit_us:
                if fault:
                    raise ReaderFault(fault)
                return False
            sleep_us(_RECEIVE_STEP_US)

    # Frames, section 11.4.1: BUSY low, NSS low, all bytes, BUSY high, NSS high, BUSY low. An answer
    # is a second frame of the same form: NSS has to rise between the two.

    # Written out in each, for there are hundreds in a second and a call costs as much as a byte on the bus.

    def _command(self, out):
        busy, nss = self._busy, self._nss
        if self._frames.speaker is not self:
            self._point()
        if busy():
            self._await_busy(0)
        nss(0)
        self._write(out)
        if not busy():
            self._await_busy(1)
        nss(1)
        if busy():
            self._await_busy(0)

    def _read(self, command):
        self._ask(command, self._word)

    def _ask(self, out, into):
        busy, nss = self._busy, self._nss
        if self._frames.speaker is not self:
            self._point()
        if busy():
            self._await_busy(0)
        nss(0)
        self._write(out)
        if not busy():
            self._await_busy(1)
        nss(1)
        if busy():
            self._await_busy(0)
        nss(0)
        self._readinto(into, 0xFF)
        if not busy():
            self._await_busy(1)
        nss(1)
        if busy():
            self._await_busy(0)

    def _point(self):
        # The shared wires may still be another reader's, and that one's BUSY stuck.
        self._lines.point()
        self._frames.speaker = self

    def _await_busy(self, level):
        busy = self._busy
        started = ticks_us()
        while busy() != level:
            if ticks_diff(ticks_us(), started) > _BUSY_LIMIT_US:
                self._nss(1)
                raise ReaderFault(BUSY_STUCK)
