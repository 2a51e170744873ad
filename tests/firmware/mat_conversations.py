# The PN5180 driver's words, byte for byte: > is clocked out, < is what the chip answers.
#
# Each frame stands between NSS falling and rising. Nothing may be left over, NSS must be high at the
# end, and BUSY was awaited on both sides of every frame.
import lockstep
import mat_rig

from faults import (
    BROWN_OUT,
    BUSY_STUCK,
    FIELD_CONFLICT,
    FIELD_STUCK,
    NO_CHIP,
    NO_IDLE,
    NOT_SENT,
    TRANSCEIVE_STUCK,
    ReaderFault,
)
from iso15693 import read_block, read_signature, read_single, stay_quiet, write_block
from pn5180 import ANSWER, COLLISION, EMPTY, NOISE, PN5180
from reader_share import FieldPermit

UID_HEX = " c4 14 94 b5 50 01 04 e0"
UID = bytes.fromhex(UID_HEX)

PREPARE = "> 03 03 01 ff ff 0f 00 00 03 f8 ff ff ff 00 02 03 00 00 00"
PREPARE_SLOT = "> 03 18 03 3f fb ff ff 03 01 ff ff 0f 00 00 03 f8 ff ff ff 00 02 03 00 00 00"
STATE = "> 04 1d"
WAITS_TO_TRANSMIT = "< 00 02 02 01"
IRQ = "> 04 02"
SENT = "< 02 00 00 00"
START_OF_FRAME = "< 02 40 00 00"
RECEIVED = "< 03 40 00 00"
RX_STATUS = "> 04 13"
TAKE = "> 0a 00"
IDLE = "> 02 00 f8 ff ff ff"
TX_RESTORED = "> 00 18 c0 44 00 00"

READY = [PREPARE, STATE, WAITS_TO_TRANSMIT]
ONE_SLOT = "> 09 00 26 01 00"
HEARD = [IRQ, START_OF_FRAME, IRQ, RECEIVED]


class Script:
    """The SPI bus and the wires of one reader, played from a list of lines."""

    def __init__(self, lines):
        self.lines = list(lines)
        self.selected = False
        self.busy_level = 0
        self.clocked = False
        self.stuck = False
        self.resets = []
        self.points = 0
        # Always high: every look at an answer is a frame. Else the time at which the pin rises.
        self.irq_at = None

    def irq(self):
        return 1 if self.irq_at is None or lockstep.local_us() >= self.irq_at else 0

    def point(self):
        self.points += 1

    def nss(self, level):
        if level:
            self._release()
        else:
            self._select()

    def _select(self):
        assert self.points, "the wires are another reader's"
        assert not self.selected, "NSS was low already"
        assert not self.busy_level, "NSS fell while BUSY was high"
        self.selected = True
        self.clocked = False

    def _release(self):
        self.selected = False
        if not self.stuck:
            self.busy_level = 0

    def busy(self):
        return self.busy_level

    def reset(self, level):
        self.resets.append(level)

    def write(self, out):
        lockstep.spend_us(8 + 2 * len(out))
        expected = self._next(">")
        assert bytes(out) == expected, (bytes(out).hex(), expected.hex())

    def readinto(self, into, fill):
        assert fill == 0xFF
        lockstep.spend_us(8 + 2 * len(into))
        answer = self._next("<")
        assert len(into) == len(answer), (len(into), len(answer))
        into[:] = answer

    def _next(self, direction):
        assert self.selected, "bytes without NSS"
        assert not self.clocked, "two transfers in one frame"
        assert self.lines, "the driver says more than the script"
        line = self.lines.pop(0)
        assert line[0] == direction, line
        self.clocked = True
        if line[-1] == "!":  # BUSY stays as it is from here on
            self.stuck = True
            line = line[:-1]
        else:
            self.busy_level = 1
        return bytes.fromhex(line[1:])


def talk(lines, work, field=True, irq_after=None):
    """Play the lines while `work(reader)` runs; return what it returns, or the fault's code.

    `irq_after`: the IRQ pin rises so many microseconds from now.
    """
    script = Script(lines)
    if irq_after is not None:
        script.irq_at = lockstep.local_us() + irq_after
    reader = PN5180(script, script)
    reader._restore_tx[:] = bytes.fromhex(TX_RESTORED[1:])
    reader.field = field
    try:
        result = work(reader)
    except ReaderFault as fault:
        result = ("fault", fault.code)
    assert not script.lines, "left over: %s" % script.lines[:3]
    assert not script.selected, "NSS is still low"
    return result, reader, script


def heard(lines, work):
    return talk(lines, work)[0]


def ask(reader):
    reader.request[:3] = b"\x26\x01\x00"
    return reader.exchange(3, 10)


def fault(code):
    return ("fault", code)


# The vector of a real log first: RX_STATUS 0A, then the ten bytes of the answer.


def test_answer_of_ten_bytes_is_taken():
    lines = (
        READY
        + [ONE_SLOT]
        + HEARD
        + [RX_STATUS, "< 0a 00 00 00", TAKE, "< 00 00 c4 14 94 b5 50 01 04 e0"]
    )
    result, reader, _script = talk(lines, ask)
    assert result == ANSWER
    assert reader.length == 10
    assert bytes(reader.answer[2:10]) == UID


def test_answer_already_complete_at_the_first_look_is_taken():
    lines = READY + [
        ONE_SLOT,
        IRQ,
        RECEIVED,
        RX_STATUS,
        "< 0a 00 00 00",
        TAKE,
        "< 00 00 c4 14 94 b5 50 01 04 e0",
    ]
    assert heard(lines, ask) == ANSWER


def test_silence_is_empty_after_a_second_look():
    # The grace is 80 us; a look takes about 40.
    assert heard(READY + [ONE_SLOT] + [IRQ, SENT] * 2, ask) == EMPTY


def test_collision_bit_is_a_collision_and_its_bytes_are_left():
    assert heard(READY + [ONE_SLOT] + HEARD + [RX_STATUS, "< 0a 00 25 00"], ask) == COLLISION


def test_integrity_error_is_noise():
    assert heard(READY + [ONE_SLOT] + HEARD + [RX_STATUS, "< 0a 00 01 00"], ask) == NOISE


def test_protocol_error_is_noise():
    assert heard(READY + [ONE_SLOT] + HEARD + [RX_STATUS, "< 0a 00 02 00"], ask) == NOISE


def test_frame_of_no_bytes_is_noise():
    assert heard(READY + [ONE_SLOT] + HEARD + [RX_STATUS, "< 00 00 00 00"], ask) == NOISE


def test_frame_longer_than_any_answer_is_noise_and_not_read():
    assert heard(READY + [ONE_SLOT] + HEARD + [RX_STATUS, "< fc 01 00 00"], ask) == NOISE


def test_start_of_frame_without_an_end_is_noise_within_its_deadline():
    tries = 22
    lines = READY + [ONE_SLOT] + [IRQ, START_OF_FRAME] * (tries + 1)
    script = Script(lines)
    reader = PN5180(script, script)
    assert ask(reader) == NOISE
    assert len(script.lines) <= 4, script.lines


def test_state_is_awaited_and_not_looked_at_once():
    lines = (
        [PREPARE]
        + [STATE, "< 00 02 02 00"] * 3
        + [STATE, WAITS_TO_TRANSMIT, ONE_SLOT]
        + [IRQ, SENT] * 2
    )
    assert heard(lines, ask) == EMPTY


def test_state_that_never_comes_is_prepared_twice_and_then_a_fault():
    script = Script((PREPARE, STATE, "< 00 02 02 03"))
    sent = []

    class Stuck(Script):
        def write(self, out):
            self.busy_level = 1
            sent.append(bytes(out))

        def readinto(self, into, fill):
            self.busy_level = 1
            into[:] = b"\x00\x02\x02\x03"

    script = Stuck(())
    reader = PN5180(script, script)
    try:
        ask(reader)
        raise AssertionError("no fault")
    except ReaderFault as found:
        assert found.code == TRANSCEIVE_STUCK
    assert sent.count(bytes.fromhex(PREPARE[1:])) == 2
    assert len(sent) < 420


def test_field_gone_in_the_middle_is_a_brown_out():
    assert heard([PREPARE, STATE, "< 00 00 00 01"], ask) == fault(BROWN_OUT)


def test_request_that_never_left_is_a_fault():
    assert heard(READY + [ONE_SLOT] + [IRQ, "< 00 00 00 00"] * 2, ask) == fault(NOT_SENT)


def test_next_slot_is_an_end_of_frame_and_whole_frames_come_back():
    def work(reader):
        outcome = reader.next_slot(10)
        reader.finish()
        return outcome

    lines = (
        [PREPARE_SLOT, STATE, WAITS_TO_TRANSMIT, "> 09 00"] + [IRQ, SENT] * 2 + [IDLE, TX_RESTORED]
    )
    assert heard(lines, work) == EMPTY


def test_finish_without_slots_is_idle_alone():
    assert heard([IDLE], lambda reader: reader.finish()) is None


def test_versions_are_three_words_of_the_eeprom():
    lines = ["> 07 10 06", "< 00 05 00 04 05 00"]
    assert heard(lines, lambda reader: reader.versions()) == (0x0500, 0x0400, 0x0005)


def test_eeprom_write_carries_its_address():
    assert heard(["> 06 1a 01"], lambda reader: reader.write_eeprom(0x1A, b"\x01")) is None


def test_eeprom_beyond_its_end_is_refused_without_a_word():
    try:
        talk([], lambda reader: reader.write_eeprom(250, bytes(5)))
        raise AssertionError("it was taken")
    except ValueError:
        pass


def test_registers_are_written_least_byte_first():
    def work(reader):
        reader.write_register(0x1A, 0x12345678)
        reader.or_register(0x00, 0x3)
        reader.and_register(0x18, 0xFFFFFB3F)
        return reader.read_register(0x02)

    lines = [
        "> 00 1a 78 56 34 12",
        "> 01 00 03 00 00 00",
        "> 02 18 3f fb ff ff",
        "> 04 02",
        "< 04 00 00 80",
    ]
    assert heard(lines, work) == 0x80000004


def test_reset_waits_for_idle_and_loads_the_settings():
    lines = [
        IRQ,
        "< 00 00 00 00",
        IRQ,
        "< 04 00 00 00",
        "> 07 10 06",
        "< 00 05 00 04 05 00",
        "> 11 0d 8d",
    ]
    lines += ["> 04 18", "< c0 44 00 00", "> 00 01 01 40 00 00", "> 00 03 ff ff 0f 00"]
    _result, reader, script = talk(lines, lambda reader: reader.reset())
    assert script.resets == [0, 1]
    assert not reader.field


def test_chip_that_answers_all_ones_is_no_chip():
    lines = [IRQ, "< 04 00 00 00", "> 07 10 06", "< ff ff ff ff ff ff"]
    assert heard(lines, lambda reader: reader.reset()) == fault(NO_CHIP)


def test_chip_that_does_not_start_is_reported():
    class Silent(Script):
        def write(self, out):
            self.busy_level = 1

        def readinto(self, into, fill):
            self.busy_level = 1
            for at in range(len(into)):
                into[at] = 0xFF

    script = Silent(())
    try:
        PN5180(script, script).reset()
        raise AssertionError("no fault")
    except ReaderFault as found:
        assert found.code == NO_IDLE


LOAD = "> 05 01 1d 1d 1d"
LOADED = "< 01 40 00 00 f4 01 02 00 f5 01 02 00 f3 fd 02 00"


def test_field_comes_on_with_its_load_and_goes_off():
    def work(reader):
        reader.field_on()
        assert reader.field
        reader.field_off()
        return reader.field, reader.load_sum()

    lines = [
        "> 11 0d 8d",
        "> 16 00",
        LOAD,
        LOADED,
        "> 17 00",
        IRQ,
        "< 04 03 00 00",
        "> 00 03 ff ff 0f 00",
    ]
    assert talk(lines, work, field=False)[0] == (False, 500 + 501 + 499)


def test_field_that_takes_a_moment_is_awaited():
    late = "< 01 40 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
    lines = ["> 11 0d 8d", "> 16 00", LOAD, late, LOAD, late, LOAD, LOADED]
    assert talk(lines, lambda reader: reader.field_on(), field=False)[0] is None


def test_settings_that_are_gone_are_a_brown_out():
    lost = "< 00 00 00 00 f4 01 02 00 f5 01 02 00 f3 01 02 00"
    result, reader, script = talk(
        ["> 11 0d 8d", "> 16 00", LOAD, lost], lambda reader: reader.field_on(), field=False
    )
    assert result == fault(BROWN_OUT)
    assert script.resets == [0]
    assert not reader.field


def test_field_is_asked_for_three_times_and_then_held_off():
    class Dark(Script):
        asked = 0

        def write(self, out):
            self.busy_level = 1
            Dark.asked += bytes(out) == b"\x16\x00"

        def readinto(self, into, fill):
            self.busy_level = 1
            into[:] = bytes.fromhex("01 40 00 00") + bytes(12)

    script = Dark(())
    reader = PN5180(script, script)
    reader._restore_tx[:] = bytes.fromhex(TX_RESTORED[1:])
    try:
        reader.field_on()
        raise AssertionError("no fault")
    except ReaderFault as found:
        assert found.code == FIELD_STUCK
    assert Dark.asked == 3
    assert script.resets == [0]
    assert not reader.field


def test_second_field_is_refused_before_a_word_is_said():
    permit = FieldPermit()
    script = Script(())
    first, second = PN5180(script, script, permit), PN5180(script, script, permit)
    permit.take(first)
    try:
        second.field_on()
        raise AssertionError("two fields")
    except ReaderFault as found:
        assert found.code == FIELD_CONFLICT
    first.shut()
    permit.take(second)


def test_busy_stuck_low_raises_nss_and_then_the_fault():
    result, _reader, script = talk([IRQ + "!"], lambda reader: reader.read_register(2))
    assert result == fault(BUSY_STUCK)
    assert not script.selected


def test_busy_stuck_high_raises_nss_and_then_the_fault():
    script = Script([IDLE])
    reader = PN5180(script, script)
    reader.finish()
    script.busy_level, script.stuck = 1, True
    try:
        reader.finish()
        raise AssertionError("no fault")
    except ReaderFault as found:
        assert found.code == BUSY_STUCK
    assert not script.selected


# The IRQ pin saves looks; what counts is the register.

# A request of three bytes and its checksum, the frame and the first sign: 2,143 us.
FIRST_SIGN = 113 + 5 * 302 + 520


def test_pin_that_stays_low_is_silence_after_one_look():
    result, _reader, _script = talk(READY + [ONE_SLOT, IRQ, SENT], ask, irq_after=1_000_000)
    assert result == EMPTY


def test_pin_that_rises_late_is_waited_for_without_a_look():
    lines = READY + [ONE_SLOT] + HEARD + [RX_STATUS, "< 0a 00 00 00", TAKE, "< 00 00" + UID_HEX]
    result, reader, _script = talk(lines, ask, irq_after=FIRST_SIGN + 150)
    assert result == ANSWER
    assert bytes(reader.answer[2:10]) == UID


def test_pin_that_is_broken_loses_no_answer():
    lines = READY + [ONE_SLOT] + HEARD + [RX_STATUS, "< 0a 00 00 00", TAKE, "< 00 00" + UID_HEX]
    result, reader, _script = talk(lines, ask, irq_after=1_000_000_000)
    assert result == ANSWER
    assert bytes(reader.answer[2:10]) == UID


def test_pin_that_is_high_for_nothing_is_silence_too():
    # As after a stale flag, or on a line that is stuck: every look is a frame then.
    assert heard(READY + [ONE_SLOT] + [IRQ, SENT] * 2, ask) == EMPTY


# The tags' commands, on the same wires.


def test_throat_asks_in_one_slot():
    lines = (
        READY
        + [ONE_SLOT]
        + HEARD
        + [RX_STATUS, "< 0a 00 00 00", TAKE, "< 00 00 c4 14 94 b5 50 01 04 e0", IDLE]
    )
    result, reader, _script = talk(lines, read_single)
    assert result == ANSWER
    assert bytes(reader.answer[2:10]) == UID


def test_throat_does_not_believe_a_number_that_is_no_uid():
    lines = (
        READY
        + [ONE_SLOT]
        + HEARD
        + [RX_STATUS, "< 0a 00 00 00", TAKE, "< 00 00 c4 14 94 b5 50 01 04 00", IDLE]
    )
    assert heard(lines, read_single) is None


def test_stay_quiet_is_addressed_and_awaits_nothing():
    lines = READY + ["> 09 00 22 02 c4 14 94 b5 50 01 04 e0", IDLE]
    assert heard(lines, lambda reader: stay_quiet(reader, UID)) is None


def test_block_is_read_from_one_tag():
    lines = READY + ["> 09 00 22 20 c4 14 94 b5 50 01 04 e0 03"] + HEARD
    lines += [RX_STATUS, "< 05 00 00 00", TAKE, "< 00 0b 0c 0d 0e", IDLE]
    assert heard(lines, lambda reader: read_block(reader, UID, 3)) == b"\x0b\x0c\x0d\x0e"


def test_error_answer_of_a_tag_is_no_block():
    lines = READY + ["> 09 00 22 20 c4 14 94 b5 50 01 04 e0 7f", IRQ, RECEIVED]
    lines += [RX_STATUS, "< 02 00 00 00", TAKE, "< 01 10", IDLE]
    assert heard(lines, lambda reader: read_block(reader, UID, 0x7F)) is None


def test_block_write_waits_while_the_tag_writes():
    late = [IRQ, SENT] * 30
    lines = READY + ["> 09 00 22 21 c4 14 94 b5 50 01 04 e0 03 61 62 63 64"] + late + HEARD
    lines += [RX_STATUS, "< 01 00 00 00", TAKE, "< 00", IDLE]
    assert heard(lines, lambda reader: write_block(reader, UID, 3, b"abcd")) == b""


def test_signature_names_the_maker_behind_the_command():
    signature = bytes(range(32))
    lines = READY + ["> 09 00 22 bd 04 c4 14 94 b5 50 01 04 e0"] + HEARD
    lines += [RX_STATUS, "< 21 00 00 00", TAKE, "< 00 " + signature.hex(), IDLE]
    assert heard(lines, lambda reader: read_signature(reader, UID)) == signature


mat_rig.hold(globals())
