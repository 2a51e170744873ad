# A PN5180 at the level of its pins and its SPI bytes, with the ISO 15693 tags of a TagField.
#
# Section numbers are the PN5180A0xx data sheet's; what each behaviour rests on is in docs/models.md.
# Nothing here runs by itself: the state is worked out from the clock whenever somebody looks.
import lockstep
import measures

# Which chips radiate now, and every moment at which a second one did: tests fail on an entry.
fields_on = []
violations = []

TX_DEFAULT = 0x00000000
TX_15693 = 0x000044C0
_TX_DATA = 0x400  # without it a frame is only its symbols

_IRQ_RX = 1 << 0
_IRQ_TX = 1 << 1
_IRQ_IDLE = 1 << 2
_IRQ_RF_OFF = 1 << 8
_IRQ_RF_ON = 1 << 9
_IRQ_SOF = 1 << 14
_IRQ_GENERAL_ERROR = 1 << 17

# Table 141: 2.5 ms typical; what is sent meanwhile is lost, and BUSY, pulled down, does not tell.
_BOOT_US = 2500
_COMMAND_US = 3
_EEPROM_WRITE_US = 4000
_WRITE_EEPROM = 0x06
NEVER = 1 << 60
# The one command that takes long, and how long BUSY is high after any other.
WRITES = (_WRITE_EEPROM, _COMMAND_US)
_RF_ON_US = 250
_RF_OFF_US = 60
_STATE_US = 10
# ISO 15693: a tag needs 1 ms of field; t1; start of frame; a byte; end of frame; t2.
_TAG_POWER_US = 1000
_T1_US = 321
_SOF_US = 151
_BYTE_US = 302
_EOF_US = 151
_T2_US = 309

EEPROM_VERSIONS = bytes.fromhex("00 05 00 04 05 00")


class PN5180Model:
    def __init__(self, name, field):
        self.name = name
        self.field = field
        self.frames = 0
        self.in_reset = True
        self.unexpected = []  # what no driver should do: unknown commands, frames at a busy chip
        # Faults, see docs/models.md. `stuck_busy` is None, 0 or 1; a hard fault survives a reset.
        self.hard_fault = False
        self.stuck_busy = None
        self.dead = False
        self.wedged = False
        self.miso_held = False
        self.mute_field = False
        self._selected = False
        self._clocked = False
        self._frame = None
        self._out_of_reset_at = 0
        self._looked_at = -1
        self._busy_until = 0
        self._eeprom = bytearray(254)
        self._eeprom[0x10:0x16] = EEPROM_VERSIONS
        self._restart()

    # Wires.

    def nss(self, level):
        if level:
            if self._selected and self._frame is not None and not self.in_reset:
                frame, self._frame = self._frame, None
                self.frames += 1
                self._busy_until = lockstep.local_us() + _COMMAND_US
                self._execute(frame)
            self._selected = False
            self._clocked = False
        else:
            self._selected = True

    def busy(self):
        if self.stuck_busy is not None:
            return self.stuck_busy
        if self.in_reset or self.dead:
            return 0
        return 1 if self._clocked or lockstep.local_us() < self._busy_until else 0

    def irq(self):
        return 1 if self._irq_now() & self._registers.get(1, 0) else 0

    # Ahead of time, for whoever looks less often than the driver.

    def busy_turns(self):
        # When BUSY will change by itself.
        now = lockstep.local_us()
        sure = self.stuck_busy is not None or self.in_reset or self.dead or self._clocked
        return NEVER if sure or now >= self._busy_until else self._busy_until

    def irq_turns(self):
        # When IRQ will rise by itself; it falls only when it is told to.
        enabled = self._registers.get(1, 0)
        found = NEVER
        if self._irq_now() & enabled:
            return found
        if self._rf_flag & enabled:
            found = self._rf_at
        if self._tx_end and enabled & _IRQ_TX:
            found = min(found, self._tx_end)
        if self._sof_at and enabled & _IRQ_SOF:
            found = min(found, self._sof_at)
        if self._rx_end and enabled & _IRQ_RX:
            found = min(found, self._rx_end)
        return found

    def busy_after(self):
        # For how long BUSY stays high when NSS rises now; -1 where that is not certain.
        if self.stuck_busy is not None or self.in_reset or self.dead or not self._clocked:
            return -1
        if self._frame is None:
            return 0 if lockstep.local_us() >= self._busy_until else -1
        return -1 if self._frame[0] == _WRITE_EEPROM else _COMMAND_US

    def reset(self, level):
        if level and self.in_reset:
            self.in_reset = False
            self._restart()
            self._out_of_reset_at = lockstep.local_us() + _BOOT_US
            self._busy_until = 0
        elif not level:
            self.in_reset = True
            if not self.hard_fault:
                self.stuck_busy = None
            self.wedged = False
            self._radiate(False)

    def exchange(self, out, into):
        if self.in_reset or self.dead or lockstep.local_us() < self._out_of_reset_at:
            if into is not None:
                for i in range(len(into)):
                    into[i] = 0xFF
            return
        if not self._clocked and lockstep.local_us() < self._busy_until:
            self.unexpected.append("frame while busy")
        self._clocked = True
        if into is None:
            self._frame = out
            return
        answer = self._answer
        have = len(answer)
        if have >= len(into):
            for i in range(len(into)):
                into[i] = answer[i]
        else:
            for i in range(len(into)):
                into[i] = answer[i] if i < have else 0xFF
        self._answer = b""

    # Faults.

    def break_down(self, kind, details):
        # Takes a fault by its name, "ok" ends those that last.
        if kind == "ok":
            self.stuck_busy = None
            self.hard_fault = self.dead = self.wedged = self.miso_held = self.mute_field = False
        elif kind == "busy_stuck":
            self.stuck_busy = details.get("level", 1)
            self.hard_fault = bool(details.get("hard"))
        elif kind in {"dead", "wedged", "miso_held", "mute_field"}:
            setattr(self, kind, True)
        elif kind == "brown_out":
            self.brown_out()
        elif kind == "stale_irq":
            self.stale_answer()

    def brown_out(self):
        # The supply dipped: the chip restarts by itself, with nothing loaded and its field off.
        self._radiate(False)
        self._restart()

    def stale_answer(self):
        # The flag of an exchange long past, and its bytes still in the buffer.
        self._irq |= _IRQ_RX | _IRQ_SOF
        self._rx = b"\x00\x00\x01\x02\x03\x04\x05\x06\x04\xe0"
        self._rx_status = len(self._rx)

    # Inside.

    def _restart(self):
        self._registers = {0: 0, 1: 0, 0x18: TX_DEFAULT}
        self._configured = self._gain_set = False
        self._irq = _IRQ_IDLE
        self._answer = b""
        self._rx = b""
        self._rx_status = 0
        self._pending = None
        self._state = 0
        self._state_at = 0
        self._tx_end = self._sof_at = self._rx_end = 0
        self._quiet_until = 0
        self._on_at = 0
        self._rf_at = 0
        self._rf_flag = 0
        self._radiate(False)

    def _radiate(self, on):
        self.radiating = on
        if on:
            for other in fields_on:
                if other is not self:
                    violations.append((lockstep.local_us(), other.name, self.name))
                    lockstep.tell({"violation": "two fields on: " + other.name + ", " + self.name})
            if self not in fields_on:
                fields_on.append(self)
        elif self in fields_on:
            fields_on.remove(self)
            self.field.power_lost()

    def _execute(self, frame):
        # Section 11.4.3.3.
        command = frame[0]
        if command == 0x03:
            for at in range(1, len(frame), 6):
                self._write(frame[at], frame[at + 1], _u32(frame, at + 2))
        elif command <= 0x02:
            self._write(frame[1], (1, 2, 3)[command], _u32(frame, 2))
        elif command == 0x04:
            self._answer = self._read(frame[1]).to_bytes(4, "little")
        elif command == 0x05:
            self._answer = b"".join(
                self._read(register).to_bytes(4, "little") for register in frame[1:]
            )
        elif command == 0x09:
            self._send(bytes(frame[2:]))
        elif command == 0x0A:
            self._answer = self._rx
        elif command == 0x16:
            self._field_on()
        elif command == 0x17:
            self._settle()
            self._radiate(False)
            self._gain_set = False  # 11.8.9.2: the gain control is now as for card mode
            self._rf_at, self._rf_flag = lockstep.local_us() + _RF_OFF_US, _IRQ_RF_OFF
        else:
            self._execute_rare(command, frame)

    def _execute_rare(self, command, frame):
        if command == 0x11:
            self._configured = self._gain_set = frame[1] == 0x0D and frame[2] == 0x8D
            self._registers[0x18] = TX_15693
        elif command == 0x07 and frame[1] + frame[2] <= 254:
            self._answer = bytes(self._eeprom[frame[1] : frame[1] + frame[2]])
        elif command == _WRITE_EEPROM and frame[1] + len(frame) - 2 <= 254:
            self._eeprom[frame[1] : frame[1] + len(frame) - 2] = frame[2:]
            self._busy_until += _EEPROM_WRITE_US
        else:
            self._irq |= _IRQ_GENERAL_ERROR
            self.unexpected.append(f"command {command:02x}")

    def _field_on(self):
        if self.mute_field:
            return
        now = lockstep.local_us()
        if not self.radiating:
            self._on_at = now + _RF_ON_US
        self._radiate(True)
        self._rf_at, self._rf_flag = now + _RF_ON_US, _IRQ_RF_ON
        if self._looked_at >= 0:
            measures.waited("blind " + self.name, now - self._looked_at)
        self._looked_at = now

    def _write(self, register, action, value):
        if register == 0x03:
            self._settle()
            self._irq &= ~value
            return
        registers = self._registers
        if action == 2:
            value |= registers.get(register, 0)
        elif action == 3:
            value &= registers.get(register, 0)
        registers[register] = value
        if register == 0:
            self._system_config(value & 7)

    def _system_config(self, command):
        # Idle ends whatever goes on. Transceive counts only from idle: from a state left over it is
        # not entered.
        if command == 0:
            self._settle()
            self._pending = None
            self._tx_end = self._sof_at = self._rx_end = 0
            self._state = 0
        elif command == 3 and self._state == 0:
            self._state = 1
            self._state_at = lockstep.local_us() + _STATE_US

    def _read(self, register):
        if register == 0x02:
            return self._irq_now()
        if register == 0x1D:
            return self._rf_status()
        if register == 0x13:
            self._settle()
            return self._rx_status
        return self._registers.get(register, 0)

    def _irq_now(self):
        self._settle()
        return self._irq

    def _rf_status(self):
        self._settle()
        if not self.radiating or lockstep.local_us() < self._on_at:
            return self._state_now() << 24
        if not self._gain_set:  # the start value, whatever the load
            return self._state_now() << 24 | 1 << 17 | 512
        load = self.field.load
        agc = 512 - 400 * load // (load + 40) + self.field.noise.below(3) - 1
        return self._state_now() << 24 | 1 << 17 | agc

    def _state_now(self):
        # 0 idle, 1 wait to transmit, 2 transmitting, 3 wait to receive, 5 receiving.
        if self.wedged:
            return 3
        if self._state == 1 and lockstep.local_us() < self._state_at:
            return 0
        return self._state

    def _settle(self):
        # Takes the flags of all that has happened up to now.
        now = lockstep.local_us()
        if self._rf_flag and now >= self._rf_at:
            self._irq |= self._rf_flag
            self._rf_flag = 0
        if self._tx_end and now >= self._tx_end:
            self._irq |= _IRQ_TX
            self._state = 3
            self._tx_end = 0
        if self._sof_at and now >= self._sof_at:
            self._irq |= _IRQ_SOF
            self._state = 5
            self._sof_at = 0
        if self._rx_end and now >= self._rx_end:
            self._irq |= _IRQ_RX
            self._state = 1
            self._rx_end = 0
            self._rx, self._rx_status = self._pending
            self._pending = None

    def _send(self, data):
        # SEND_DATA is obeyed only in the state that waits for it.
        self._settle()
        now = lockstep.local_us()
        if self._state_now() != 1 or not self.radiating:
            self._irq |= _IRQ_GENERAL_ERROR
            return
        whole = self._registers[0x18] & _TX_DATA
        start = max(now, self._quiet_until)
        self._state = 2
        self._rx, self._rx_status = b"", 0
        if whole and data:
            self._tx_end = start + 113 + (len(data) + 2) * _BYTE_US
        else:
            self._tx_end = start + 38
        if not self._configured or not self._gain_set or start < self._on_at + _TAG_POWER_US:
            return
        delay = 0
        if whole and data:
            heard, delay = self.field.request(data)
        else:
            heard = self.field.next_slot()
        if heard is not None:
            self._hear(heard, delay)

    def _hear(self, heard, delay):
        # RX_STATUS: [8:0] bytes, 16 integrity, 17 protocol, 18 collision, [25:19] its position.
        if heard[0] == "answer":
            self._pending = (heard[1], len(heard[1]))
            length = len(heard[1])
        elif heard[0] == "collision":
            self._pending = (bytes(10), 10 | 1 << 16 | 1 << 18 | heard[1] << 19)
            length = 10
        else:
            self._pending = (bytes(10), 10 | 1 << 16)
            length = 10
        self._sof_at = self._tx_end + _T1_US + delay + _SOF_US
        self._rx_end = self._sof_at + (length + 2) * _BYTE_US + _EOF_US
        self._quiet_until = self._rx_end + _T2_US


def _u32(frame, at):
    return frame[at] | frame[at + 1] << 8 | frame[at + 2] << 16 | frame[at + 3] << 24
